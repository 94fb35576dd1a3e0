"""Type stubs of scenes and renderers; a part of scripts/generate/stubs."""

import inspect

import synovia
from synovia._drawing import scene as _scene

RECORDS = "MjvGeom MjvLight MjvGLCamera MjvCamera MjvOption MjvPerturb MjvFigure".split()
CLASSES = "MjrRect MjrContext GLContext Renderer BatchRenderer".split()

# types of method parameters, by name
PARAMETERS = {
    "model": "MjModel", "width": "_Int", "height": "_Int", "max_geom": "_Int", "font_scale": "_Int", "flag": "_Int", "fontscale": "_Int",
    "max_width": "_Int", "max_height": "_Int", "left": "_Int", "bottom": "_Int",
    "camera": "Union[str, _Int, MjvCamera, None]", "scene_option": "Optional[MjvOption]", "value": "Any", "data": "Any",
}
# result types of methods and properties, by name; methods that are not listed return None
GIVEN = {
    "model": "MjModel", "scene": "MjvScene", "height": "int", "width": "int", "render": "NDArray[Any]",
    "render_depth": "NDArray[np.float32]", "render_segmentation": "NDArray[np.int32]",
}


def first_line(doc):
    return (doc or "").strip().split("\n")[0].replace('"""', "'''")


def parameter(p):
    default = "" if p.default is p.empty else " = ..."
    return f"{p.name}: {PARAMETERS.get(p.name, 'Any')}{default}"


def signature(function, own=()):
    """The parameters of a function, `own` ones first; keyword-only parameters stay after the star."""
    parts, starred = list(own), False
    for p in list(inspect.signature(function).parameters.values())[len(own) :]:
        if p.kind is p.KEYWORD_ONLY and not starred:
            parts, starred = [*parts, "*"], True
        if p.kind is p.VAR_POSITIONAL:
            parts, starred = [*parts, f"*{p.name}: Any"], True
        else:
            parts.append(parameter(p))
    return ", ".join(parts)


def record(name):
    cls = getattr(synovia, name)
    yield f'class {name}:\n    """{first_line(cls.__doc__)}"""\n    def __init__(self) -> None: ...'
    for field in cls._names():
        kind = cls._dtype.fields[field][0]
        if kind.base.kind == "S":
            written = "Any" if kind.shape else "str"
        else:
            scalar = "_Whole" if kind.base.kind in "iu" else "float"
            written = f"_Array[np.{kind.base.name}]" if kind.shape else scalar
        yield f"    {field}: {written}"
        yield f'    """{first_line(vars(cls)[field].__doc__)}"""'
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
            kind = "_Whole" if isinstance(getattr(fresh, name), int) else "float"
        if isinstance(field, _scene._Count):
            yield f"    @property\n    def {name}(self) -> int: ..."
        elif isinstance(field, _scene._Records):
            yield f"    @property\n    def {name}(self) -> {kind}: ..."
        else:
            yield f"    {name}: {kind}"
    yield ""


def plain(name):
    """The stub of a class with its methods and properties."""
    cls = getattr(synovia, name)
    yield f'class {name}:\n    """{first_line(cls.__doc__)}"""'
    yield f"    def __init__({signature(cls.__init__, ('self',))}) -> None: ..."
    members = {member: value for base in reversed(cls.__mro__[:-1]) for member, value in vars(base).items()}
    for member, value in sorted(members.items()):
        if member in ("__enter__", "__exit__"):
            yield f"    def {member}(self{', *error: Any' if member == '__exit__' else ''}) -> {name if member == '__enter__' else 'None'}: ..."
        elif member.startswith("_"):
            continue
        elif isinstance(value, property):
            yield f"    @property\n    def {member}(self) -> {GIVEN.get(member, 'Any')}: ..."
        elif inspect.isfunction(value):
            result = GIVEN.get(member, "None")
            yield f'    def {member}({signature(value, ("self",))}) -> {result}:\n        """{first_line(value.__doc__)}"""'
        elif hasattr(value, "__get__"):
            yield f"    {member}: Any"
    if name == "MjrContext":
        yield "    def __getattr__(self, name: str) -> Any: ..."
    yield ""


def lines():
    """All lines."""
    for name in RECORDS:
        yield from record(name)
    yield from scene()
    for name in CLASSES:
        yield from plain(name)
