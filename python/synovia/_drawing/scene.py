"""Scenes: what there is to draw, as records of numbers. `mjv_*` functions fill them."""

import operator

import numpy as np

from synovia import _synovia
from synovia._fields.data import Struct
from synovia._fields.memory import SCHEMA, WithViews, described, listing, records_of

# fields that have another shape than a flat one, or hold text
_SHAPES = {
    "mat": (3, 3),
    "range": (2, 2),
    "linergb": (100, 3),
    "linedata": (100, 2002),
}
_TEXTS = {"label", "title", "xlabel", "xformat", "yformat", "minwidth"}


def _dtype(fields):
    """The numpy type of a record of the schema."""
    columns = []
    for name, dtype, width, _ in fields:
        name = "type" if name == "kind" else "_pad" if name == "padding" else name
        if name == "linename":
            columns.append((name, f"S{width // 100}", (100,)))
        elif dtype == "uint8" and name in _TEXTS:
            columns.append((name, f"S{width}"))
        elif width:
            columns.append((name, dtype, _SHAPES.get(name, (width,)) if _fits(name, width) else (width,)))
        else:
            columns.append((name, dtype))
    return np.dtype(columns)


def _fits(name, width):
    return int(np.prod(_SHAPES.get(name, ()))) == width


class SceneRecord(Struct):
    """A record of a scene: numbers, small arrays and strings as attributes."""

    __slots__ = ()
    _new = b""
    """What a new record holds."""

    def __init__(self):
        object.__setattr__(self, "_record", records_of(self._new, self._dtype, 1))

    @classmethod
    def _over(cls, record):
        """The object for an array of one record."""
        self = cls.__new__(cls)
        object.__setattr__(self, "_record", record)
        return self

    # a property; Struct's own way is for records without them
    __setattr__ = object.__setattr__

    def __copy__(self):
        return self._over(self._record.copy())

    def __reduce__(self):
        return type(self)._of_bytes, (self._bytes(),)

    @classmethod
    def _of_bytes(cls, content):
        return cls._over(np.frombuffer(content, cls._dtype).copy())

    def _bytes(self):
        return self._record.tobytes()

    def _put(self, content):
        self._record.view(np.uint8)[...] = np.frombuffer(content, np.uint8)


def _member(name, kind, doc):
    """The property of a field of a record."""
    if kind.shape:
        return property(lambda self: self._record[name][0], _writer(name, lambda value: value), doc=doc)
    if kind.kind == "S":

        def put(self, value):
            if not isinstance(value, (str, bytes)):
                raise TypeError(f"{name}: expected a string, got {value!r}")
            value, most = value.encode() if isinstance(value, str) else value, kind.itemsize - 1
            if len(value) > most:
                raise ValueError(f"len({name}) cannot exceed {most}: got length {len(value)}")
            self._record[name][0] = value

        return property(lambda self: self._record[name].item(0).decode("utf-8", "replace"), put, doc=doc)
    convert = operator.index if kind.kind in "iu" else float
    return property(lambda self: self._record[name].item(0), _writer(name, convert), doc=doc)


def _writer(name, convert):
    """Writes numbers to a field."""

    def put(self, value):
        if isinstance(value, (str, bytes)):
            raise TypeError(f"{name}: expected numbers, got {value!r}")
        self._record[name][0] = convert(value)

    return put


def _class(name, key, doc):
    space, fields = {"__slots__": (), "__module__": "synovia", "__doc__": doc}, SCHEMA["scene"][key]
    space["_dtype"] = _dtype(fields)
    space["_new"] = _synovia.scene_default(key)
    for field, (_, _, _, sentence) in zip(space["_dtype"].names, fields):
        if field != "_pad":
            space[field] = _member(field, space["_dtype"][field], described(sentence, space["_dtype"][field]))
    return type(name, (SceneRecord,), space)


MjvGeom = _class("MjvGeom", "geom", "One shape of a scene.")
MjvLight = _class("MjvLight", "light", "One light of a scene.")
MjvGLCamera = _class("MjvGLCamera", "glcamera", "The camera of one eye: frame and projection.")
MjvCamera = _class("MjvCamera", "camera", "A camera as people move it: free, tracking or one of the model.")
MjvOption = _class("MjvOption", "option", "What is to be drawn: groups, flags, labels, frames.")
MjvPerturb = _class("MjvPerturb", "perturb", "What is selected, and how it is dragged.")
MjvFigure = _class("MjvFigure", "figure", "A diagram of lines.")


class _Number:
    """A single number of a scene."""

    def __init__(self, name, doc):
        self.name = name
        self.__doc__ = doc

    def __get__(self, obj, owner=None):
        return self if obj is None else obj._view(self.name).item(0)

    def __set__(self, obj, value):
        if isinstance(value, (str, bytes)):
            raise TypeError(f"{self.name}: expected a number, got {value!r}")
        obj._view(self.name)[0] = value


class _Count:
    """A number that is fixed when the scene is made."""

    def __init__(self, of, doc):
        self.of = of
        self.__doc__ = doc

    def __get__(self, obj, owner=None):
        return self if obj is None else len(obj._view(self.of))


class _Numbers:
    """An array of a scene, viewed in place; assigning fills it."""

    def __init__(self, name, doc):
        self.name = name
        self.__doc__ = doc

    def __get__(self, obj, owner=None):
        return self if obj is None else obj._view(self.name)

    def __set__(self, obj, value):
        obj._view(self.name)[...] = value


class _Records:
    """A tuple of records over the memory of the scene, made when first asked for."""

    def __init__(self, name, cls, doc):
        self.name = name
        self.cls = cls
        self.__doc__ = doc

    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        found = obj._views.get((self.name,))
        if found is None:
            records = obj._view(self.name).view(self.cls._dtype)
            found = tuple(self.cls._over(records[k : k + 1]) for k in range(len(records)))
            obj._views[(self.name,)] = found
        return found


class MjvScene(WithViews, _synovia.Scene):
    """What is drawn of a model and its simulation at one moment."""

    __module__ = "synovia"

    def __init__(self, model=None, maxgeom=0):
        object.__setattr__(self, "_views", {})
        self._begin(model, maxgeom)

    def _view(self, name):
        try:
            return self._views[name]
        except KeyError:
            array = self._views[name] = self._field_view(name)
            return array

    def _shapes(self):
        """The shapes in use, as an array of records."""
        return self._view("geoms").view(MjvGeom._dtype)[: self.ngeom]

    def __repr__(self):
        return listing(self, "MjvScene", [name for name in _SCENE if name != "geoms" and name != "lights"])


_SCENE = {}
for _name, _shape, _doc in _synovia.scene_fields():
    if _name in ("geoms", "lights", "camera"):
        _item = {"geoms": MjvGeom, "lights": MjvLight, "camera": MjvGLCamera}[_name]
        _SCENE[_name] = _Records(_name, _item, _doc)
    elif _shape == 0:
        _SCENE[_name] = _Number(_name, _doc)
    else:
        _SCENE[_name] = _Numbers(_name, _doc)
_SCENE["maxgeom"] = _Count("geomorder", "Room for shapes.")
_SCENE["nflex"] = _Count("flexvertadr", "Number of flexes.")
_SCENE["nskin"] = _Count("skinvertadr", "Number of skins.")
for _name, _field in _SCENE.items():
    setattr(MjvScene, _name, _field)
del _name, _shape, _doc, _field, _item
