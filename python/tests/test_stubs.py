"""The type stubs match the module."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import synovia

ROOT = Path(__file__).resolve().parents[2]


def test_the_stubs_are_up_to_date():
    done = subprocess.run([sys.executable, ROOT / "scripts" / "generate" / "stubs", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_stubs_name_everything_public():
    package = Path(synovia.__file__).parent
    tree = ast.parse((package / "__init__.pyi").read_text())
    names = {node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    names |= {node.target.id for node in tree.body if isinstance(node, ast.AnnAssign)}
    names |= {node.targets[0].id for node in tree.body if isinstance(node, ast.Assign)}
    assert not set(synovia.__all__) - names
    assert (package / "py.typed").exists()


def test_the_stubs_know_the_types_of_specifications():
    text = (Path(synovia.__file__).parent / "__init__.pyi").read_text(encoding="utf-8")
    assert "*args: Any" not in text and "    def add_geom(self, default: Optional[MjsDefault] = ..., *, " in text
    assert "    def size(self, value: ArrayLike) -> None: ..." in text


def test_no_docstring_has_a_link_of_rust():
    text = (Path(synovia.__file__).parent / "__init__.pyi").read_text(encoding="utf-8")
    assert "[`" not in text and "::" not in text


def test_attributes_that_are_arrays_take_whatever_can_be_one():
    tree = ast.parse((Path(synovia.__file__).parent / "__init__.pyi").read_text(encoding="utf-8"))
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    setter = next(node for node in classes["_Array"].body if isinstance(node, ast.FunctionDef) and node.name == "__set__")
    assert ast.unparse(setter.args.args[2].annotation) == "ArrayLike"
    for owner, names in {
        "MjData": ("ctrl", "qpos", "xfrc_applied"),
        "MjModel": ("body_mass", "geom_rgba"),
        "_MjDataJointViews": ("qpos", "qvel"),
        "MjOption": ("gravity",),
        "MjContact": ("friction",),
        "MjvScene": ("flags",),
    }.items():
        written = {node.target.id: ast.unparse(node.annotation) for node in classes[owner].body if isinstance(node, ast.AnnAssign)}
        for name in names:
            assert written[name].startswith("_Array[np."), (owner, name)


def test_fields_say_their_shape():
    text = (Path(synovia.__file__).parent / "__init__.pyi").read_text(encoding="utf-8")
    assert re.search(r'    body_inertia: .*\n    """.*; shape \(nbody, 3\)"""', text)
