"""Type stubs of `MjSpec` and its elements.

Members are properties: an array is read as an array and set from anything array-like, a list is read as one of the `Mj…Vec` classes. The
keywords of the `add_…` methods are the members of the element that is added.
"""

import inspect

import numpy as np
import synovia
from synovia._spec import elements as _spec_elements
from synovia._spec import specification as _specs
from synovia._spec import values as _spec_values

CLASSES = {kind: cls.__name__ for kind, cls in _spec_elements.CLASSES.items()}
PLURALS = {plural: CLASSES[kind] for kind, plural in _specs.PLURALS.items()}
ENTRIES = {"MjDoubleVec": "float", "MjFloatVec": "float", "MjIntVec": "int", "MjByteVec": "int", "MjStringVec": "str", "MjCharVec": "str"}
FILE = "Union[str, PathLike[str]]"
BYTES_BY_NAME = "Mapping[str, Union[bytes, str]]"

# types for reading and writing a property; None if it is read-only
PROPERTIES = {
    **dict.fromkeys("id signature".split(), ("int", None)),
    **dict.fromkeys("name info plugin_name modelname comment meshdir texturedir modelfiledir".split(), ("str", "str")),
    **dict.fromkeys((row[0] for row in _spec_elements.SCHEMA["size"]), ("int", "_Int")),
    **dict.fromkeys("active hasImplicitPluginElem".split(), ("int", "_Int")),
    "alt": ("MjsOrientation", "MjsOrientation"),
    "ialt": ("MjsOrientation", "MjsOrientation"),
    "classname": ("MjsDefault", "MjsDefault"),
    "default": ("MjsDefault", None),
    "plugin": ("MjsPlugin", "MjsPlugin"),
    "plugins": ("List[MjsPlugin]", None),
    "frame": ("Optional[MjsFrame]", None),
    "path": ("MjsTendonPath", None),
    "worldbody": ("MjsBody", None),
    "compiler": ("MjsCompiler", "MjsCompiler"),
    "LRopt": ("MjLROpt", "MjLROpt"),
    "assets": ("Dict[str, Any]", BYTES_BY_NAME),
    "override_assets": ("bool", "bool"),
    "copy_during_attach": ("bool", "bool"),
    "option": ("MjOption", "MjOption"),
    "stat": ("MjStatistic", "MjStatistic"),
    "visual": ("MjVisual", "MjVisual"),
    "config": ("Dict[str, str]", "Mapping[str, str]"),
    "target": ("Any", None),
    "sidesite": ("Optional[MjsSite]", None),
    "coef": ("Optional[float]", None),
    "divisor": ("Optional[float]", None),
    **{plural: (f"List[{name}]", None) for plural, name in PLURALS.items()},
}
OWN_PROPERTIES = {
    ("MjSpec", "parent"): ("Optional[MjSpec]", None),
    ("MjsWrap", "type"): ("mjtWrap", "mjtWrap"),
    ("MjsOrientation", "type"): ("mjtOrientation", "mjtOrientation"),
    **{("MjsDefault", kind): (name, f"Optional[{name}]") for kind, name in CLASSES.items()},
}
PARENT = ("MjsBody", None)

# parameters and result types of methods
AFFIXES = "prefix: Optional[str] = ..., suffix: Optional[str] = ..."
SERVO = "kp: float, kv: float = ..., dampratio: float = ..., timeconst: float = ..., inheritrange: Union[bool, float] = ..."
METHODS = {
    "from_file": (f"filename: {FILE}, include: Optional[{BYTES_BY_NAME}] = ..., assets: Optional[{BYTES_BY_NAME}] = ...", "MjSpec"),
    "from_string": (f"xml: str, include: Optional[{BYTES_BY_NAME}] = ..., assets: Optional[{BYTES_BY_NAME}] = ...", "MjSpec"),
    "from_zip": (f"file: Union[{FILE}, IO[bytes]]", "MjSpec"),
    "to_zip": (f"file: Union[{FILE}, IO[bytes]]", "None"),
    "to_xml": ("", "str"),
    "to_file": (f"filename: {FILE}", "None"),
    "save": (f"filename: {FILE}, overwrite: bool = ...", "List[str]"),
    "compile": ("", "MjModel"),
    "recompile": ("model: MjModel, data: MjData", "Tuple[MjModel, MjData]"),
    "copy": ("", "MjSpec"),
    "delete": ("element: MjsElement", "None"),
    "find_default": ("classname: str", "Optional[MjsDefault]"),
    "add_default": ("classname: str, parent: Optional[MjsDefault] = ...", "MjsDefault"),
    "plugin": ("name: str", "Optional[MjsPlugin]"),
    "activate_plugin": ("name: str", "None"),
    "attach": (
        f"child: MjSpec, {AFFIXES}, site: Optional[Union[MjsSite, str]] = ..., frame: Optional[Union[MjsFrame, str]] = ...",
        "MjsFrame",
    ),
    "resolve_orientation": (
        "degree: Union[bool, int], sequence: Optional[Iterable[str]] = ..., orientation: Optional[MjsOrientation] = ...",
        "NDArray[np.float64]",
    ),
    "add_plugin": (
        "*, name: str = ..., plugin_name: str = ..., active: _Int = ..., info: str = ..., config: Mapping[str, str] = ...",
        "MjsPlugin",
    ),
    "add_freejoint": ("*, align: _Int = ..., group: _Int = ..., name: str = ...", "MjsJoint"),
    "attach_body": (f"body: MjsBody, {AFFIXES}", "MjsBody"),
    "attach_frame": (f"frame: MjsFrame, {AFFIXES}", "MjsFrame"),
    "to_frame": ("", "MjsFrame"),
    "set_frame": ("frame: MjsFrame", "None"),
    "find_child": ("name: str", "Optional[MjsBody]"),
    "find_all": ("kind: Union[str, mjtObj]", "List[Any]"),
    "default": ("", "MjsDefault"),
    "get_data_size": ("", "int"),
    "wrap_site": ("name: str", "MjsWrap"),
    "wrap_geom": ("name: str, extra: str", "MjsWrap"),
    "wrap_joint": ("name: str, extra: float", "MjsWrap"),
    "wrap_pulley": ("name: float", "MjsWrap"),
    "make_sphere": ("subdivision: int", "None"),
    "make_hemisphere": ("resolution: int", "None"),
    "make_cone": ("nedge: int, radius: float", "None"),
    "make_supersphere": ("resolution: int, e: float, n: float", "None"),
    "make_supertorus": ("resolution: int, radius: float, s: float, t: float", "None"),
    "make_wedge": ("resolution: ArrayLike, fov: ArrayLike, gamma: float", "None"),
    "make_plate": ("resolution: ArrayLike", "None"),
    "set_to_motor": ("", "None"),
    "set_to_position": (SERVO, "None"),
    "set_to_intvelocity": (SERVO, "None"),
    "set_to_velocity": ("kv: float", "None"),
    "set_to_damper": ("kv: float", "None"),
    "set_to_cylinder": ("timeconst: float, bias: float, area: float, diameter: float = ...", "None"),
    "set_to_muscle": (
        "timeconst: Union[float, ArrayLike] = ..., tausmooth: float = ..., range: ArrayLike = ..., force: float = ..., "
        "scale: float = ..., lmin: float = ..., lmax: float = ..., vmax: float = ..., fpmax: float = ..., fvmax: float = ...",
        "None",
    ),
    "set_to_adhesion": ("gain: float", "None"),
    "__len__": ("", "int"),
    **{kind: ("name: str", name) for kind, name in CLASSES.items()},
    **{f"first_{kind}": ("", f"Optional[{CLASSES[kind]}]") for kind in _spec_elements.TREE},
    **{f"next_{kind}": (f"element: {CLASSES[kind]}", f"Optional[{CLASSES[kind]}]") for kind in _spec_elements.TREE},
}


def member(value):
    """Types of a member for reading, for writing, and as a keyword."""
    if isinstance(value, _spec_values.Array):
        return f"NDArray[np.{np.dtype(value.dtype).name}]", "ArrayLike", "ArrayLike"
    if isinstance(value, _spec_values.Vector):
        entry = ENTRIES[value.cls.__name__]
        takes = "ArrayLike" if entry in ("float", "int") else "Iterable[str]"
        return value.cls.__name__, takes, takes
    if isinstance(value, _spec_values.Int) and value.enum is not None:
        return value.enum.__name__, value.enum.__name__, "_Int"
    if isinstance(value, (_spec_values.Int, _spec_values.Byte)):
        return "int", "_Int", "_Int"
    if isinstance(value, _spec_values.Number):
        return "float", "float", "float"
    if isinstance(value, _spec_values.Bytes):
        return "bytes", "bytes", "Union[bytes, Iterable[int]]"
    if isinstance(value, _spec_values.Lists):
        entry = ENTRIES[value.cls.__name__]
        return f"List[List[{entry}]]", "Iterable[ArrayLike]", "Iterable[ArrayLike]"
    return "str", "str", "str"


def keywords(cls):
    """The keywords for creating an element."""
    named = {"name": "str"}
    for name in cls._options():
        value = inspect.getattr_static(cls, name)
        if isinstance(value, _spec_values.Member):
            named[name] = member(value)[2]
    for owner, prefix in (("alt", ""), ("ialt", "i")):
        if hasattr(cls, owner):
            named.update({prefix + name: "ArrayLike" for name in _spec_elements.ORIENTATIONS})
    if hasattr(cls, "plugin"):
        named["plugin"] = "MjsPlugin"
    return ", ".join(f"{name}: Optional[{kind}] = ..." for name, kind in sorted(named.items()))


def adder(cls, name):
    """Parameters and result of an `add_…` method."""
    element = _spec_elements.CLASSES[name.removeprefix("add_")]
    first = "frame: Optional[MjsFrame] = ..., " if name == "add_frame" else "default: Optional[MjsDefault] = ..., "
    if cls.__name__ == "MjSpec" and not element._kind in ("mesh", "material", "pair", "equality", "tendon", "actuator"):
        first = ""
    return f"{first}*, {keywords(element)}", element.__name__


def method(cls, name, value):
    """One method."""
    if name == "__getitem__":
        entry = ENTRIES.get(cls.__name__, "MjsWrap")
        return [f"    def __getitem__(self, index: _Int) -> {entry}: ..."]
    if name == "__setitem__":
        return [f"    def __setitem__(self, index: _Int, value: {ENTRIES[cls.__name__]}) -> None: ..."]
    if name == "__iter__":
        return [f"    def __iter__(self) -> Iterator[{ENTRIES[cls.__name__]}]: ..."]
    if name in METHODS:
        parameters, result = METHODS[name]
    else:
        parameters, result = adder(cls, name)
    comma = ", " if parameters else ""
    if isinstance(value, classmethod):
        return ["    @classmethod", f"    def {name}(cls{comma}{parameters}) -> {result}: ..."]
    if isinstance(value, staticmethod):
        return ["    @staticmethod", f"    def {name}({parameters}) -> {result}: ..."]
    return [f"    def {name}(self{comma}{parameters}) -> {result}: ..."]


def as_property(name, gives, takes, doc):
    """A property."""
    head = f"    def {name}(self) -> {gives}:"
    lines = ["    @property", *([head, f'        """{doc}"""'] if doc else [head + " ..."])]
    if takes is not None:
        lines += [f"    @{name}.setter", f"    def {name}(self, value: {takes}) -> None: ..."]
    return lines


def written_class(cls):
    """The stub of a class: members, properties and methods, its own and those of private bases."""
    base = "(MjsElement)" if cls.__name__.startswith("Mjs") and cls.__name__ != "MjsElement" else ""
    lines = [f"class {cls.__name__}{base}:"]
    if cls.__doc__:
        lines.append(f'    """{cls.__doc__.splitlines()[0]}"""')
    if cls.__name__ == "MjSpec":
        lines.append("    def __init__(self) -> None: ...")
    for name in sorted(dir(cls)):
        if name.startswith("_") and name not in ("__len__", "__iter__", "__getitem__", "__setitem__"):
            continue
        value = inspect.getattr_static(cls, name)
        doc = (value.__doc__ or "").splitlines()[0] if value.__doc__ and type(value).__doc__ != value.__doc__ else ""
        if isinstance(value, _spec_values.Member):
            gives, takes, _ = member(value)
            lines += as_property(name, gives, takes, doc)
        elif isinstance(value, property):
            gives, takes = OWN_PROPERTIES.get((cls.__name__, name)) or (PARENT if name == "parent" else PROPERTIES[name])
            lines += as_property(name, gives, takes if value.fset else None, doc)
        elif callable(value) or isinstance(value, (classmethod, staticmethod)):
            lines += method(cls, name, value)
    return lines if len(lines) > 1 else [*lines, "    ..."]


def lines():
    """All lines."""
    public = [getattr(synovia, name) for name in synovia.__all__ if name.startswith(("Mjs", "MjSpec"))]
    vecs = [cls for cls in vars(_spec_values).values() if isinstance(cls, type) and cls.__name__.startswith("Mj")]
    classes = sorted({*public, *vecs}, key=lambda cls: (cls.__name__ != "MjsElement", cls.__name__))
    written = []
    for cls in classes:
        written += [*written_class(cls), ""]
    names = [*CLASSES.values(), "MjsPlugin"]
    return [*written, f"MjStruct = Union[{', '.join(names)}]"]
