"""The model files that both modules compile.

Three sources, each optional: the corpus (SYNOVIA_CORPUS, or `shared/corpus` beside the project), and the model files in
the wheels of gymnasium and dm_control. None of these files is part of the project.
"""

import os
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

PROJECT = Path(__file__).resolve().parents[2]
WHEELS = ("gymnasium", "dm_control")

# elements that Synovia does not support; the error for a document with one of them must name it
UNSUPPORTED = ()


def roots():
    """The name and the folder of every source that is installed."""
    corpus = Path(os.environ.get("SYNOVIA_CORPUS") or PROJECT.parent / "shared" / "corpus")
    if corpus.is_dir():
        yield "corpus", corpus
    for wheel in WHEELS:
        # found without importing the package: only its files are used
        spec = find_spec(wheel)
        if spec and spec.origin:
            yield wheel, Path(spec.origin).parent


def models():
    """Every XML file of every source, as (readable id, path)."""
    for source, root in roots():
        for path in sorted(root.rglob("*.xml")):
            yield f"{source}/{path.relative_to(root).as_posix()}", path


def elements(path, seen=None):
    """Tags of a document, of its included files and of the models it attaches."""
    seen = set() if seen is None else seen
    path = Path(os.path.normpath(path))
    if path in seen or not path.is_file():
        return set()
    seen.add(path)
    try:
        tree = ElementTree.parse(path)
    except ElementTree.ParseError:
        return set()
    tags = set()
    for node in tree.iter():
        tags.add(node.tag)
        if node.tag in ("include", "model") and (file := node.get("file")):
            tags |= elements(path.parent / file, seen)
    return tags


def unsupported(path):
    """Elements of a document that Synovia refuses."""
    return [tag for tag in UNSUPPORTED if tag in elements(path)]
