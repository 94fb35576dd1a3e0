"""The type stubs say what the module offers."""

import ast
import subprocess
import sys
from pathlib import Path

import synovia

ROOT = Path(__file__).resolve().parents[2]


def test_the_stubs_are_up_to_date():
    done = subprocess.run([sys.executable, ROOT / "scripts" / "stubs", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_stubs_name_everything_public():
    package = Path(synovia.__file__).parent
    tree = ast.parse((package / "__init__.pyi").read_text())
    names = {node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    names |= {node.target.id for node in tree.body if isinstance(node, ast.AnnAssign)}
    names |= {node.targets[0].id for node in tree.body if isinstance(node, ast.Assign)}
    assert not set(synovia.__all__) - names
    assert (package / "py.typed").exists()


def test_no_docstring_has_a_link_of_rust():
    text = (Path(synovia.__file__).parent / "__init__.pyi").read_text(encoding="utf-8")
    assert "[`" not in text and "::" not in text
