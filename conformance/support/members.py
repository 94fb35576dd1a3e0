"""Members of specifications and of their elements, as values that can be compared between two modules.

`plain` converts the value of a member to tuples of strings and numbers that name the type, `BUILDERS` makes a fresh element of every class,
`SAMPLES` are values to be written, some of them invalid.
"""

import enum
import math

import numpy as np

LISTS = [
    *"actuators bodies cameras equalities excludes flexes frames geoms hfields joints keys lights materials meshes numerics pairs".split(),
    *("plugins", "sensors", "sites", "skins", "tendons", "texts", "textures", "tuples"),
]

# a fresh element of every class
BUILDERS = {
    "MjSpec": lambda mj, s: s,
    "MjsActuator": lambda mj, s: s.add_actuator(),
    "MjsBody": lambda mj, s: s.worldbody.add_body(),
    "MjsCamera": lambda mj, s: s.worldbody.add_camera(),
    "MjsCompiler": lambda mj, s: s.compiler,
    "MjsDefault": lambda mj, s: s.add_default("fresh", s.default),
    "MjsEquality": lambda mj, s: s.add_equality(),
    "MjsExclude": lambda mj, s: s.add_exclude(),
    "MjsFlex": lambda mj, s: s.add_flex(),
    "MjsFrame": lambda mj, s: s.worldbody.add_frame(),
    "MjsGeom": lambda mj, s: s.worldbody.add_geom(),
    "MjsHField": lambda mj, s: s.add_hfield(),
    "MjsJoint": lambda mj, s: s.worldbody.add_body().add_joint(),
    "MjsKey": lambda mj, s: s.add_key(),
    "MjsLight": lambda mj, s: s.worldbody.add_light(),
    "MjsMaterial": lambda mj, s: s.add_material(),
    "MjsMesh": lambda mj, s: s.add_mesh(),
    "MjsNumeric": lambda mj, s: s.add_numeric(),
    "MjsOrientation": lambda mj, s: s.worldbody.add_body().alt,
    "MjsPair": lambda mj, s: s.add_pair(),
    "MjsPlugin": lambda mj, s: s.add_plugin(),
    "MjsSensor": lambda mj, s: s.add_sensor(),
    "MjsSite": lambda mj, s: s.worldbody.add_site(),
    "MjsSkin": lambda mj, s: s.add_skin(),
    "MjsTendon": lambda mj, s: s.add_tendon(),
    "MjsText": lambda mj, s: s.add_text(),
    "MjsTexture": lambda mj, s: s.add_texture(),
    "MjsTuple": lambda mj, s: s.add_tuple(),
    "MjsWrap": lambda mj, s: s.add_tendon().wrap_pulley(2.0),
}

# classes without members of their own, and those that a program sees only as lists
MEMBERLESS = "MjsElement MjsTendonPath MjByteVec MjCharVec MjDoubleVec MjFloatVec MjIntVec MjStringVec".split()

# members that the reference reads from invalid memory if an element uses no plugin
UNSAFE = {"MjsPlugin": ("info", "signature", "config")}


def members_of(cls):
    """The public names of a class."""
    return [name for name in dir(cls) if not name.startswith("_")]


def plain(value):
    """A value in a form that does not depend on the module."""
    kind = type(value).__name__
    if isinstance(value, enum.Enum) or kind.startswith("mjt"):
        return (kind, int(value))
    if value is None or isinstance(value, (bool, int, str, bytes)):
        return (kind, value)
    if isinstance(value, float):
        return (kind, "nan" if math.isnan(value) else value)
    if isinstance(value, np.ndarray):
        return ("array", str(value.dtype), value.shape, ["nan" if math.isnan(x) else x for x in value.ravel().tolist()])
    if kind.endswith("Vec"):
        return (kind, list(value))
    if isinstance(value, (list, tuple)):
        return (kind, [plain(item) for item in value])
    if isinstance(value, dict):
        return (kind, dict(value))
    if callable(value):
        return ("callable",)
    if kind in ("MjsOrientation", "MjsPlugin", "MjLROpt"):
        names = [name for name in members_of(type(value)) if name not in UNSAFE.get(kind, ())]
        return (kind, {name: outcome(lambda name=name: getattr(value, name)) for name in names})
    return (kind, getattr(value, "name", None))


def outcome(run):
    """The result of a call, or the type of the error that it raises."""
    try:
        return plain(run())
    except Exception as error:  # any exception type is a result
        return ("raises", type(error).__name__)


NUMBERS = [0, 1, 2, -1, 7, 255, 256, 2**31, 2**40, 1.5, -0.25, True, None, "x", "", b"x", [1], [1.0, 2.0], np.int32(3), np.float64(2), np.float32(0.5)]
NUMBERS += [np.array(1.0), np.array([1.0]), float("nan"), float("inf"), (1,), {}, np.bool_(True), np.int64(4), 1 + 2j]
TEXTS = ["", "x", "a b", "é", b"bytes", 3, 1.5, None, ["x"], True]


def arrays(size):
    """Values for an array of this size."""
    ramp = [0.5 + k for k in range(size)]
    yield from (ramp, tuple(ramp), np.array(ramp), np.array(ramp, np.float32), list(range(size)), np.arange(size), ramp[:-1], [*ramp, 1.0])
    yield from ([], 1.0, None, "x", ["a"] * size, [None] * size, np.array(ramp)[None], np.array(ramp)[:, None], [float("nan")] * size)
    yield from (np.arange(2 * size)[::2], np.array(ramp)[::-1], [True] * size, range(size), {1: 2}, b"x" * size, np.array(ramp) + 0j)


VECTORS = [[], [1.0], [1.0, 2.0, 3.0], (1, 2), np.array([1.5, 2.5]), np.array([1, 2]), np.zeros((2, 2)), 1.0, None, "x", "", ["a"], [None]]
VECTORS += [["a", "b"], ("a",), b"x", {"a": 1}, range(3), [1.5, "a"], [True], [[1, 2], [3]], [2**40], np.float32([0.1]), np.int32([3])]
VECTORS += [["a"] * 10, [0.1] * 10, [b"a"], ["é"], set(), [-1], [300]]


def samples(value):
    """Values to be written to a member that holds `value`."""
    kind = type(value).__name__
    if kind.startswith("mjt"):
        return [*range(-1, 4), value, *type(value).__members__.values(), 1.5, None, "x", True]
    if isinstance(value, (int, float)):
        return NUMBERS
    if isinstance(value, np.ndarray):
        return list(arrays(len(value)))
    if isinstance(value, (bytes, list)) or kind.endswith("Vec"):
        return [*VECTORS, *TEXTS, "xyz", "XYZ", ["x", "y", "z"], "x" * 12, ["a"] * 12, b"abc", bytearray(b"ab")]
    if isinstance(value, str):
        return TEXTS
    return [3, "x", [1]]
