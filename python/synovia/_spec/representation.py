"""Elements of a specification in one line: what they are, their name, and the members that distinguish them.

    <MjsGeom 'shin' of body 'leg': type=mjGEOM_CAPSULE, size=[0.05, 0.2, 0.0], pos=[0.0, 0.0, -0.2]>
"""

import reprlib

import numpy as np

SHOWN = {
    "body": "pos quat mass",
    "frame": "pos quat",
    "geom": "type size fromto pos meshname hfieldname material",
    "joint": "type axis range",
    "site": "type size pos",
    "camera": "mode pos fovy targetbody",
    "light": "type pos dir targetbody",
    "mesh": "file scale",
    "hfield": "file nrow ncol size",
    "texture": "type builtin file width height",
    "material": "textures rgba",
    "skin": "file bodyname",
    "flex": "dim nodebody vertbody",
    "pair": "geomname1 geomname2",
    "exclude": "bodyname1 bodyname2",
    "equality": "type name1 name2 active",
    "tendon": "range material",
    "actuator": "trntype target gaintype biastype dyntype",
    "sensor": "type objtype objname reftype refname",
    "numeric": "data",
    "text": "data",
    "tuple": "objname",
    "key": "time qpos ctrl",
}
# defaults that are not printed: no rotation, no limits, unscaled
_USUAL = {"quat": [1, 0, 0, 0], "range": [0, 0], "scale": [1, 1, 1], "builtin": 0, "width": 0, "height": 0, "nrow": 0, "ncol": 0}
_USUAL |= {"mass": 0, "objtype": 0, "reftype": 0}
_TREE = ("body", "frame", "geom", "joint", "site", "camera", "light")


def element(one):
    """An element."""
    return _line(one, lambda: _element(one))


def _line(obj, write):
    try:
        return f"<{type(obj).__name__}{write()}>"
    except Exception as error:  # debuggers show objects in any state
        return f"<{type(obj).__name__}, not readable: {error}>"


def _element(one):
    if one._class is not None:
        name = one._spec._core.class_name(one._class)
        head = f" of class {name!r}" if name else " of a deleted class"
    else:
        head = f" {one.name!r}" if one.name else ""
        parent = one.parent if one._kind in _TREE else None
        if not one._exists():
            head += ", deleted"
        elif parent is not None:
            head += f" of body {parent.name!r}" if parent.name else " of a body"
    return head + _members(one, SHOWN[one._kind].split())


def _members(obj, names):
    """The members that say something."""
    shown = []
    for name in names:
        value = getattr(obj, name)
        if name in _USUAL and np.array_equal(np.asarray(value, float), _USUAL[name]):
            continue
        text = _value(value)
        if text:
            shown.append(f"{name}={text}")
    return ": " + ", ".join(shown) if shown else ""


def _value(value):
    """A value in short; empty if there is none."""
    if isinstance(value, np.ndarray):
        numbers = value.tolist()
        # shorter than single precision shows them as doubles
        numbers = [float(f"{x:.7g}") for x in numbers] if value.dtype == np.float32 else numbers
        return "" if np.isnan(value).any() else reprlib.repr(numbers)
    if hasattr(value, "_list"):
        entries = [entry for entry in value._list if entry != ""]
        return reprlib.repr(entries) if entries else ""
    if isinstance(value, str):
        return reprlib.repr(value) if value else ""
    if isinstance(value, float) and np.isnan(value):
        return ""
    # an entry of an enumeration by its name
    return getattr(value, "name", None) or repr(value)


def orientation(one):
    """Another form of an orientation."""
    kind = type(one).type.__get__(one)
    form = kind.name.removeprefix("mjORIENTATION_").lower()
    return _line(one, lambda: f" {form}" if form == "quat" else f" {form}={_value(getattr(one, form))}")


def compiler(one):
    """The compiler's settings."""
    return _line(one, lambda: _members(one, sorted(one._options())))


def default(one):
    """A class."""
    return _line(one, lambda: f" {one.name!r}" if one.name else ", deleted")


def plugin(one):
    """An instance of a plugin."""
    head = f" {one.name!r}" if one.name else ""
    config = f", config={one.config!r}" if one.config else ""
    return f"<MjsPlugin{head}: plugin_name={one.plugin_name!r}{config}>" if one.plugin_name else f"<MjsPlugin{head}>"


def wrap(one):
    """A part of the path of a tendon."""

    def told():
        kind, name, side, number = one._row()
        said = {"pulley": f" divisor={number!r}", "joint": f" {name!r}, coef={number!r}"}.get(kind, f" {name!r}")
        return f" {kind}{said}" + (f", sidesite={side!r}" if side else "")

    return _line(one, told)


def spec(one, plurals):
    """A specification: its name, and how many elements of each kind it has."""
    counts = {kind: len(one._core.ids(kind)) for kind in plurals}
    shown = [f"{count} {kind if count == 1 else plurals[kind]}" for kind, count in counts.items() if count]
    return f"<MjSpec {one.modelname!r}: {', '.join(shown)}>"
