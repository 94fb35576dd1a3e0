"""The documents to damage: generated models, and the files of the wheels or of a folder."""

import functools
import os
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

from random_models.model import make
from support.corpus import WHEELS

LARGEST = 20_000  # bytes of the largest document used
NUMBERS = 100_000  # range of the numbers of generated models
POOL = 150  # number of generated models whose attributes and elements are inserted into others


@functools.cache
def files():
    """Documents of the wheels, or of the folder named by SYNOVIA_MUTATED, as (root folder, path), up to the size `LARGEST`."""
    named = os.environ.get("SYNOVIA_MUTATED")
    specs = () if named else (spec for wheel in WHEELS if (spec := find_spec(wheel)) and spec.origin)
    roots = [Path(named).resolve()] if named else [Path(spec.origin).parent for spec in specs]
    found = [(root, path) for root in roots for path in sorted(root.rglob("*.xml")) if path.stat().st_size <= LARGEST]
    return [(root, path) for root, path in found if readable(path)]


def readable(path):
    try:
        return ElementTree.parse(path).getroot().tag in ("mujoco", "robot")
    except ElementTree.ParseError:
        return False


@functools.cache
def pool():
    """From generated models: values by element and attribute, small elements by their parent's tag, keywords by attribute."""
    values, inside, keywords = {}, {}, {}
    for number in range(POOL):
        case = make(number)
        if case.theme == "urdf":
            continue
        for node in ElementTree.fromstring(case.document).iter():
            for name, value in node.attrib.items():
                if name in ("file", "name", "class", "childclass") or len(value) > 300:
                    continue
                values.setdefault(node.tag, {}).setdefault(name, {})[value] = True
                if value.isalpha():
                    keywords.setdefault(name, {})[value] = True
            for child in node:
                # a plugin needs a declaration, and there may be only one flag element
                if len(list(child.iter())) < 12 and child.tag not in ("plugin", "flag"):
                    inside.setdefault(node.tag, []).append(child)
    values = {tag: {name: sorted(found) for name, found in known.items()} for tag, known in values.items()}
    return values, inside, {name: sorted(found) for name, found in keywords.items()}


def links(root, path, folder):
    """A copy of the folder of `path` with symbolic links; returns the place for a file that replaces `path`."""
    here, there = folder, root
    for part in [None, *path.relative_to(root).parts[:-1]]:
        if part is not None:
            here, there = here / part, there / part
        if here.is_symlink():
            here.unlink()
        here.mkdir(parents=True, exist_ok=True)
        for entry in there.iterdir():
            link = here / entry.name
            if not link.is_symlink() and not link.exists():
                link.symlink_to(entry.resolve())
    target = here / path.name
    target.unlink()
    return target


def document(draw, folder):
    """A tree to damage, the path for its file, and its name."""
    if draw.chance(0.6) or not files():
        number = draw.randrange(NUMBERS)
        case = make(number)
        path = case.write(folder)
        return ElementTree.fromstring(case.document), path, f"model {number}"
    root, path = draw.choice(files())
    return ElementTree.parse(path).getroot(), links(root, path, folder), str(path.relative_to(root.parent))
