"""Type stubs of scenes, pictures and what draws them; a part of scripts/stubs."""

import inspect

import synovia
from synovia import _scene

RECORDS = "MjvGeom MjvLight MjvGLCamera MjvCamera MjvOption MjvPerturb MjvFigure".split()
CLASSES = "MjrRect MjrContext GLContext Renderer BatchRenderer".split()
ARRAY, PIXELS = "NDArray[np.float64]", "NDArray[np.uint8]"

PARAMETERS = {
    "m": "MjModel", "model": "MjModel", "d": "MjData", "opt": "MjvOption", "vopt": "MjvOption", "pert": "Optional[MjvPerturb]",
    "cam": "MjvCamera", "cam1": "MjvGLCamera", "cam2": "MjvGLCamera", "scn": "MjvScene", "fig": "MjvFigure", "geom": "MjvGeom",
    "con": "MjrContext", "viewport": "MjrRect", "src": "MjrRect", "dst": "MjrRect", "rect": "Iterable[MjrRect]",
    "rgb": f"Optional[{PIXELS}]", "depth": "Optional[NDArray[np.float32]]", "txt": "str", "overlay": "str", "overlay2": "str",
    "selpnt": ARRAY, "geomid": "NDArray[np.int32]", "flexid": "NDArray[np.int32]", "skinid": "NDArray[np.int32]",
    "camera": "Union[str, _Int, MjvCamera, None]", "scene_option": "Optional[MjvOption]", "value": "Any", "data": "Any",
}
PARAMETERS.update(dict.fromkeys("catmask type action flg_paused framebuffer index width height samples left bottom font".split(), "_Int"))
PARAMETERS.update(dict.fromkeys("gridpos flg_color flg_depth meshid texid hfieldid nrect max_geom font_scale flag".split(), "_Int"))
PARAMETERS.update(dict.fromkeys("fontscale max_width max_height".split(), "_Int"))
PARAMETERS.update(dict.fromkeys("reldx reldy aspectratio relx rely x y r g b a rt gt bt".split(), "float"))
PARAMETERS.update(dict.fromkeys("size pos mat rgba".split(), "Optional[ArrayLike]"))
PARAMETERS.update(dict.fromkeys("from_ to vec forward roompos roomquat modelpos modelquat roomup".split(), "ArrayLike"))
# arrays that are written where others of the name are read
WRITTEN = {
    "mjv_cameraFrame": "headpos forward up right", "mjv_cameraFrustum": "zver zhor zclip", "mjv_cameraInModel": "headpos forward up",
    "mjv_cameraInRoom": "headpos forward up", "mjv_room2model": "modelpos modelquat", "mjv_model2room": "roompos roomquat",
    "mjv_alignToCamera": "res",
}
RESULTS = {
    "mjv_frustumHeight": "float", "mjv_select": "int", "mjr_maxViewport": "MjrRect", "mjr_findRect": "int", "mjr_getError": "int",
    "mjv_averageCamera": "MjvGLCamera",
}


def first_line(doc):
    return (doc or "").strip().split("\n")[0].replace('"""', "'''")


def parameter(function, p):
    kind = PARAMETERS.get(p.name, "Any")
    if p.name in WRITTEN.get(function, "").split():
        kind = f"Optional[{ARRAY}]"
    default = "" if p.default is p.empty else " = ..."
    return f"{p.name}: {kind}{default}"


def signature(name, function, own=()):
    """The parameters of a function, `own` ones first; those behind a star stay there."""
    parts, starred = list(own), False
    for p in list(inspect.signature(function).parameters.values())[len(own) :]:
        if p.kind is p.KEYWORD_ONLY and not starred:
            parts, starred = [*parts, "*"], True
        if p.kind is p.VAR_POSITIONAL:
            parts, starred = [*parts, f"*{p.name}: Any"], True
        else:
            parts.append(parameter(name, p))
    return ", ".join(parts)


def record(name):
    cls = getattr(synovia, name)
    yield f'class {name}:\n    """{first_line(cls.__doc__)}"""\n    def __init__(self) -> None: ...'
    for field in cls._names():
        kind = cls._dtype.fields[field][0]
        if kind.base.kind == "S":
            written = "Any" if kind.shape else "str"
        else:
            scalar = "int" if kind.base.kind in "iu" else "float"
            written = f"_Array[np.{kind.base.name}]" if kind.shape else scalar
        yield f"    {field}: {written}"
    yield ""


def scene():
    yield f'class MjvScene:\n    """{first_line(synovia.MjvScene.__doc__)}"""'
    yield "    def __init__(self, model: Optional[MjModel] = ..., maxgeom: _Int = ...) -> None: ..."
    fresh = synovia.MjvScene()
    for name, field in sorted(_scene._SCENE.items()):
        if isinstance(field, _scene._Records):
            kind = f"Tuple[{field.cls.__name__}, ...]"
        elif isinstance(field, _scene._Numbers):
            kind = f"_Array[np.{fresh._view(name).dtype.name}]"
        else:
            kind = type(getattr(fresh, name)).__name__
        if isinstance(field, (_scene._Records, _scene._Count)):
            yield f"    @property\n    def {name}(self) -> {kind}: ..."
        else:
            yield f"    {name}: {kind}"
    yield ""


def plain(name):
    """A class with methods and properties, as it is."""
    cls = getattr(synovia, name)
    yield f'class {name}:\n    """{first_line(cls.__doc__)}"""'
    yield f"    def __init__({signature(name, cls.__init__, ('self',))}) -> None: ..."
    for member in sorted(vars(cls)):
        value = vars(cls)[member]
        if member in ("__enter__", "__exit__"):
            yield f"    def {member}(self{', *error: Any' if member == '__exit__' else ''}) -> {name if member == '__enter__' else 'None'}: ..."
        elif member.startswith("_"):
            continue
        elif isinstance(value, property):
            yield f"    @property\n    def {member}(self) -> Any: ..."
        elif inspect.isfunction(value):
            yield f'    def {member}({signature(member, value, ("self",))}) -> Any:\n        """{first_line(value.__doc__)}"""'
        elif hasattr(value, "__get__"):
            yield f"    {member}: Any"
    if name == "MjrContext":
        yield "    def __getattr__(self, name: str) -> Any: ..."
    yield ""


def functions():
    for name in sorted(name for name in synovia.__all__ if name.startswith(("mjv_", "mjr_"))):
        function = getattr(synovia, name)
        result = RESULTS.get(name, "None")
        yield f'def {name}({signature(name, function)}) -> {result}:\n    """{first_line(function.__doc__)}"""'


def lines():
    """All lines."""
    for name in RECORDS:
        yield from record(name)
    yield from scene()
    for name in CLASSES:
        yield from plain(name)
    yield from functions()
