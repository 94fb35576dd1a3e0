"""Options, statistics and visualisation settings: records of numbers and small arrays."""

import copy as _copy
import operator

import numpy as np

from synovia._fields.memory import SCHEMA, Columns, described, listing, records_of
from synovia._spec.values import numbers_expected
from synovia._calls.arguments import typed


class Scalar:
    """A number of a record."""

    def __init__(self, name, dtype, doc):
        self.name = name
        self.convert = float if dtype.startswith("float") else operator.index
        self.__doc__ = doc

    def __get__(self, obj, owner=None):
        return self if obj is None else obj._arrays[self.name].item()

    def __set__(self, obj, value):
        if isinstance(value, (str, bytes)):
            raise TypeError(f"{self.name}: expected a number, got {value!r}")
        obj._arrays[self.name][()] = self.convert(value)


class Array:
    """A small array of a record; assigning fills it."""

    def __init__(self, name, doc):
        self.name = name
        self.__doc__ = doc

    def __get__(self, obj, owner=None):
        return self if obj is None else obj._arrays[self.name]

    def __set__(self, obj, value):
        try:
            obj._arrays[self.name][:] = value
        except ValueError:
            raise ValueError(f"{self.name}: {numbers_expected(len(obj._arrays[self.name]), value)}") from None


class Record:
    """Base class of the records."""

    __slots__ = ("_arrays",)
    _fields = ()
    _dtype, _new = None, b""
    """The numpy type, and the content of a new record."""

    def __init__(self):
        object.__setattr__(self, "_arrays", Columns(records_of(self._new, self._dtype)))

    @classmethod
    def _of(cls, arrays):
        self = cls.__new__(cls)
        object.__setattr__(self, "_arrays", arrays)
        return self

    def _copies(self):
        return {name: self._arrays[name].copy() for name, *_ in self._fields}

    def _assign(self, other):
        if type(other) is not type(self):
            raise TypeError(f"expected {type(self).__name__}, got {type(other).__name__}")
        for name, *_ in self._fields:
            self._arrays[name][...] = other._arrays[name]

    def __copy__(self):
        return self._of(self._copies())

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        return _restore, (type(self), self._copies())

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return all(np.array_equal(self._arrays[name], other._arrays[name]) for name, *_ in self._fields)

    __hash__ = None

    def __repr__(self):
        return listing(self, type(self).__name__, [field[0] for field in self._fields])


def _restore(cls, arrays):
    return cls._of(arrays)


def _record(name, key, doc, qualname=None):
    """The class of one record of the schema."""
    fields = tuple(SCHEMA["records"][key])
    space = {"__slots__": (), "__module__": "synovia", "__doc__": doc, "_fields": fields}
    space["__qualname__"] = qualname or name
    space["_dtype"] = np.dtype([(field, dtype, (width,)) if width else (field, dtype) for field, dtype, width, _ in fields])
    space["_new"] = bytes(space["_dtype"].itemsize)
    for field, dtype, width, sentence in fields:
        doc = described(sentence, np.dtype((dtype, (width,))) if width else np.dtype(dtype))
        space[field] = Array(field, doc) if width else Scalar(field, dtype, doc)
    return type(name, (Record,), space)


MjOption = _record("MjOption", "opt", "Simulation options; a new one has the defaults.")
MjStatistic = _record("MjStatistic", "stat", "Statistics of a model in its reference configuration.")


MjOption._new = b"".join(SCHEMA["option_defaults"][field[0]] for field in MjOption._fields)


class MjVisual:
    """Visualisation settings, in groups."""

    __slots__ = ("_groups",)

    Global = _record("Global", "global", "Camera, window and other overall settings.", "MjVisual.Global")
    Quality = _record("Quality", "quality", "Rendering quality.", "MjVisual.Quality")
    Headlight = _record("Headlight", "headlight", "The headlight of the viewer.", "MjVisual.Headlight")
    Map = _record("Map", "map", "Scale factors of visualised quantities.", "MjVisual.Map")
    Scale = _record("Scale", "scale", "Sizes of decorative elements.", "MjVisual.Scale")
    Rgba = _record("Rgba", "rgba", "Colors of decorative elements.", "MjVisual.Rgba")

    _CLASSES = {
        "global_": Global,
        "quality": Quality,
        "headlight": Headlight,
        "map": Map,
        "scale": Scale,
        "rgba": Rgba,
    }

    def __init__(self):
        raise TypeError("MjVisual is part of a model: use model.vis")

    @classmethod
    def _of(cls, groups):
        self = object.__new__(cls)
        object.__setattr__(self, "_groups", groups)
        return self

    def __getattr__(self, name):
        groups = object.__getattribute__(self, "_groups")
        name = "global_" if name == "global" else name
        if name in groups:
            return groups[name]
        raise AttributeError(f"'MjVisual' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        getattr(self, name)._assign(value)

    def __dir__(self):
        return [*super().__dir__(), *self._CLASSES]

    def _assign(self, other):
        if not isinstance(other, MjVisual):
            raise TypeError(f"expected MjVisual, got {type(other).__name__}")
        for name, group in self._groups.items():
            group._assign(getattr(other, name))

    def __copy__(self):
        return self._of({name: _copy.copy(group) for name, group in self._groups.items()})

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __eq__(self, other):
        if not isinstance(other, MjVisual):
            return NotImplemented
        return all(group == getattr(other, name) for name, group in self._groups.items())

    __hash__ = None

    def __reduce__(self):
        return MjVisual._of, ({name: _copy.copy(group) for name, group in self._groups.items()},)

    def __repr__(self):
        return listing(self, "MjVisual", self._CLASSES)


MjVisual.__module__ = "synovia"
MjVisualHeadlight = MjVisual.Headlight
MjVisualRgba = MjVisual.Rgba


@typed
def mj_defaultOption(opt):
    """Sets all options to their defaults.

    - `opt`: MjOption; written
    """
    opt._assign(MjOption())
