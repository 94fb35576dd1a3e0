"""Damaged documents: one to four changes of a model that loads.

Attributes are dropped, emptied, or replaced by boundary values, another number of values, keywords and values of other models; elements
are duplicated, deleted, moved, swapped, or taken from other models; names are used twice; counts become huge; a section is split; the
file is truncated or some of its bytes are changed.
"""

from copy import deepcopy
from xml.etree import ElementTree

from mutate_models import damage, sources

VALUES = [*damage.NUMBERS, "", " ", "abc", "true", "false", "auto", "none", "0 0 0", "1 2", "1 2 3 4 5 6 7 8 9 10 11 12"]
COUNTED = (
    "count nrow ncol nsample subgrid num width height iterations ls_iterations noslip_iterations sdf_iterations sdf_initpoints group "
    "nuserdata nuser_geom njmax memory maxhullvert resolution dim actdim numslices numstacks shadowsize offwidth offheight params size "
    "element face id range"
).split()
# attribute -> the kind of element that it names
REFERENCES = {
    "joint": "joint", "joint1": "joint", "joint2": "joint", "jointinparent": "joint", "body": "body", "body1": "body", "body2": "body",
    "geom": "geom", "geom1": "geom", "geom2": "geom", "site": "site", "site1": "site", "site2": "site", "refsite": "site",
    "cranksite": "site", "slidersite": "site", "sidesite": "site", "tendon": "tendon", "tendon1": "tendon", "tendon2": "tendon",
    "mesh": "mesh", "hfield": "hfield", "material": "material", "texture": "texture", "actuator": "actuator", "target": "body",
    "camera": "camera", "objname": "body", "refname": "body", "flex": "flex", "subtree1": "body",
}  # fmt: skip
SECTIONED = {"tendon": "tendon", "actuator": "actuator"}


def named(root, kind):
    """Names of all elements of a kind."""
    if kind in SECTIONED:
        nodes = (node for section in root.iter(kind) for node in section)
    else:
        nodes = (node for tag in ((kind, "flexcomp") if kind == "flex" else (kind,)) for node in root.iter(tag))
    return [node.get("name") for node in nodes if node.get("name")]


def words(draw, value):
    """A list of numbers with one entry replaced, removed or added."""
    found = value.split()
    at = draw.randrange(len(found)) if found else 0
    what = draw.randrange(8)
    if what == 0 and found:
        del found[at]
    elif what == 1 or not found:
        found.insert(at, draw.choice(damage.NUMBERS))
    else:
        found[at] = draw.choice(damage.NUMBERS)
    return " ".join(found)


def attribute(draw, root):
    """Drops or changes an attribute."""
    nodes = [node for node in root.iter() if node.attrib]
    if not nodes:
        return "nothing"
    values, _, keywords = sources.pool()
    node = draw.choice(nodes)
    name = draw.choice(sorted(node.attrib))
    old = node.attrib[name]
    kind = draw.pick("drop", "words", "words", "words", "value", "other", "other", "other", "keyword", "length", "same", "same")
    if kind == "drop":
        del node.attrib[name]
        return f"{node.tag} {name} dropped"
    if kind == "words":
        new = words(draw, old)
    elif kind == "other":
        new = draw.choice(values.get(node.tag, {}).get(name) or [old])
    elif kind == "keyword":
        new = draw.choice(keywords.get(name) or ["true", "false", "auto", "none"])
    elif kind == "length":
        new = draw.pick(" ".join(old.split()[:-1]), old + " 1", f"{old} {old}", " ".join(old.split()[:1]), " ".join(["1"] * draw.randint(1, 30)))
    elif kind == "same":
        new = draw.choice([other.attrib[name] for other in root.iter(node.tag) if name in other.attrib])
    else:
        new = draw.choice(VALUES)
    node.attrib[name] = new
    return f"{node.tag} {name} '{old[:40]}' -> '{new[:60]}'"


def added(draw, root):
    """Gives an element an attribute that others of its kind have."""
    values = sources.pool()[0]
    node = draw.choice(list(root.iter()))
    names = sorted(set(values.get(node.tag, ())) - set(node.attrib))
    if not names:
        return attribute(draw, root)
    name = draw.choice(names)
    known = named(root, REFERENCES[name]) if name in REFERENCES else ()
    node.attrib[name] = draw.choice(known) if known else draw.choice(values[node.tag][name]) if draw.chance(0.7) else draw.choice(VALUES)
    return f"{node.tag} {name} added '{node.attrib[name][:60]}'"


def counted(draw, root):
    """Replaces a count or a size, possibly by a huge one."""
    places = [(node, name) for node in root.iter() for name in sorted(node.attrib) if name in COUNTED]
    if not places:
        return added(draw, root)
    node, name = draw.choice(places)
    found = node.attrib[name].split() or [""]
    found[draw.randrange(len(found))] = draw.choice(damage.COUNTS)
    node.attrib[name] = " ".join(found)
    return f"{node.tag} {name} '{node.attrib[name][:60]}'"


def foreign(draw, root):
    """Inserts an element of another model, with new names and with references to existing elements."""
    inside = sources.pool()[1]
    places = [node for node in root.iter() if node.tag in inside]
    if not places:
        return attribute(draw, root)
    parent = draw.choice(places)
    made = deepcopy(draw.choice(inside[parent.tag]))
    for k, node in enumerate(made.iter()):
        for name in ("class", "childclass"):
            node.attrib.pop(name, None)
        if "name" in node.attrib:
            node.attrib["name"] += f"_{draw.randrange(10_000)}_{k}"
        for name in sorted(set(node.attrib) & set(REFERENCES)):
            known = named(root, REFERENCES[name])
            if known and draw.chance(0.9):
                node.attrib[name] = draw.choice(known)
    parent.insert(draw.randrange(len(parent) + 1), made)
    return f"{made.tag} put into {parent.tag}"


def renumbered(node, draw):
    """A copy with names of its own."""
    made = deepcopy(node)
    for k, inner in enumerate(made.iter()):
        if "name" in inner.attrib:
            inner.attrib["name"] += f"_{draw.randrange(1000)}_{k}"
    return made


def elements(draw, root):
    """Duplicates, deletes, moves or swaps elements, or uses a name twice."""
    places = [(parent, k) for parent in root.iter() for k in range(len(parent))]
    if not places:
        return "nothing"
    parent, k = draw.choice(places)
    node = parent[k]
    kind = draw.pick("double", "double", "rename", "delete", "move", "swap", "name")
    if kind == "double":
        parent.insert(draw.randrange(len(parent) + 1), renumbered(node, draw))
        return f"{node.tag} doubled in {parent.tag}"
    if kind == "rename":
        parent.insert(k + 1, deepcopy(node))
        return f"{node.tag} doubled with the same names"
    if kind == "delete":
        parent.remove(node)
        return f"{node.tag} deleted from {parent.tag}"
    if kind == "move":
        inner = set(node.iter())
        target = draw.choice([other for other in root.iter() if other not in inner and (other.tag == parent.tag or draw.chance(0.05))] or [parent])
        parent.remove(node)
        target.insert(draw.randrange(len(target) + 1), node)
        return f"{node.tag} moved from {parent.tag} to {target.tag}"
    if kind == "swap" and len(parent) > 1:
        other = draw.randrange(len(parent))
        parent[k], parent[other] = parent[other], parent[k]
        return f"{parent[k].tag} and {parent[other].tag} swapped"
    others = [other for other in root.iter(node.tag) if other is not node]
    if "name" not in node.attrib or not others:
        return attribute(draw, root)
    draw.choice(others).attrib["name"] = node.attrib["name"]
    return f"two {node.tag}s named {node.attrib['name']}"


def split(draw, root):
    """Moves the later part of a section into a second one of the same tag."""
    sections = [(k, section) for k, section in enumerate(root) if len(section) > 1]
    if not sections:
        return "nothing"
    k, section = draw.choice(sections)
    second = ElementTree.Element(section.tag)
    for node in list(section)[draw.randrange(1, len(section)) :]:
        section.remove(node)
        second.append(node)
    root.insert(draw.pick(k, k + 1, len(root)), second)
    return f"two {section.tag} sections"


CHANGES = {attribute: 45, added: 15, counted: 6, foreign: 14, elements: 22, split: 3}


def make(draw, folder):
    """Writes a damaged document; returns its path and the list of changes."""
    root, path, name = sources.document(draw, folder)
    done = [name]
    for _ in range(draw.pick(1, 1, 1, 1, 2, 2, 3, 4)):
        change = draw.choices(list(CHANGES), list(CHANGES.values()))[0]
        done.append(change(draw, root))
    content = ElementTree.tostring(root)
    if draw.chance(0.05):
        content, what = damage.text(draw, content)
        done.append(what)
    path.write_bytes(content)
    return path, done
