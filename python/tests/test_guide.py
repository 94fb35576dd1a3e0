"""The guide: its examples run, and it lists every difference."""

import re
from pathlib import Path

import pytest

import synovia

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")


def blocks(language):
    """The code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


def test_python_of_the_guide_runs(capsys):
    # in order and with shared names, as a reader would run them
    names = {"__name__": "guide"}
    assert len(blocks("python")) >= 6
    for k, code in enumerate(blocks("python")):
        exec(compile(code, f"block {k} of docs/guide.md", "exec"), names)
    out = capsys.readouterr().out
    # the arm has swung for 0.2 s, and both mistakes are shown with their locations
    assert out.startswith("0.2")
    assert "plain" in out and "dampin" in out and "^^^^" in out


def test_models_of_the_guide_load():
    for xml in blocks("xml"):
        assert synovia.MjModel.from_xml_string(xml).nbody > 1


def test_every_language_of_the_guide_is_tested():
    # rust blocks are run by the tests of the crate `synovia`, sh blocks by those of the program; text blocks are not run
    languages = re.findall(r"^```(\w+)$", GUIDE, re.MULTILINE)
    assert set(languages) == {"python", "rust", "sh", "text", "xml"}


def test_every_difference_is_in_the_guide():
    marked = set()
    for folder, ending in (("crates", "rs"), ("python/synovia", "py")):
        for path in (ROOT / folder).rglob(f"*.{ending}"):
            marked.update(re.findall(r"DIFFERENCE\(([\w-]+)\)", path.read_text(encoding="utf-8")))
    listed = set(re.findall(r"^\| `([\w-]+)` \|", GUIDE, re.MULTILINE))
    assert marked and marked == listed


@pytest.mark.parametrize("name", sorted(set(re.findall(r"\]\(([\w./-]+)\)", GUIDE))))
def test_links_of_the_guide_lead_somewhere(name):
    assert (ROOT / "docs" / name).exists()
