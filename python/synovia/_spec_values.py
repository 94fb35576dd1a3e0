"""Values of the elements of a specification: descriptors that read and write the engine's, and lists that live.

Numbers and strings go to the engine at once. Arrays and lists are handed out as objects that programs may keep and
change; they are written back before the specification is used (`MjSpec._flush`).
"""

import operator

import numpy as np


class _Vec:
    """A list of a fixed length for reading and writing single entries."""

    __slots__ = ("_list",)
    _convert = staticmethod(lambda value: value)

    def __init__(self, values):
        self._list = [self._convert(value) for value in values]

    def _at(self, index):
        index = operator.index(index)
        if not 0 <= index < len(self._list):
            raise IndexError("Index out of range.")
        return index

    def __getitem__(self, index):
        return self._list[self._at(index)]

    def __setitem__(self, index, value):
        self._list[self._at(index)] = self._convert(value)

    def __len__(self):
        return len(self._list)

    def __iter__(self):
        return iter(self._list)

    def __array__(self, dtype=None, copy=None):
        return np.array(self._list, dtype)

    def __repr__(self):
        return f"{type(self).__name__}({self._list!r})"


def _text(value):
    if not isinstance(value, str):
        raise TypeError(f"expected a string, got {value!r}")
    return value


class MjDoubleVec(_Vec):
    """Real numbers of an element."""

    __module__ = "synovia"
    _convert = float


class MjFloatVec(_Vec):
    """Single precision numbers of an element."""

    __module__ = "synovia"
    _convert = staticmethod(lambda value: float(np.float32(value)))


class MjIntVec(_Vec):
    """Integers of an element."""

    __module__ = "synovia"
    _convert = operator.index


class MjStringVec(_Vec):
    """Strings of an element."""

    __module__ = "synovia"
    _convert = staticmethod(_text)


class MjByteVec(_Vec):
    """Bytes of an element."""

    __module__ = "synovia"
    _convert = operator.index


class MjCharVec(_Vec):
    """Letters of an element."""

    __module__ = "synovia"
    _convert = staticmethod(_text)


class Member:
    """A member of an element."""

    def __init__(self, name, doc=""):
        self.name = name
        self.__doc__ = doc

    def read(self, obj):
        """The value that the engine has."""
        return obj._get(self.name)

    def __get__(self, obj, owner=None):
        return self if obj is None else self.read(obj)


class Number(Member):
    """A real number."""

    def __set__(self, obj, value):
        if isinstance(value, (str, bytes)):
            raise TypeError(f"{self.name} is the wrong type.")
        obj._set(self.name, float(value))


class Int(Member):
    """An integer, or an entry of an enumeration."""

    def __init__(self, name, enum=None, doc=""):
        super().__init__(name, doc)
        self.enum = enum

    def read(self, obj):
        value = int(obj._get(self.name))
        return value if self.enum is None else self.enum(value)

    def __set__(self, obj, value):
        if isinstance(value, (str, bytes)):
            raise TypeError(f"{self.name} is the wrong type.")
        obj._set(self.name, int(value))


class Real(Number):
    """A real number that the engine keeps as an integer."""

    def read(self, obj):
        return float(obj._get(self.name))

    def __set__(self, obj, value):
        obj._set(self.name, int(value))


class Text(Member):
    """A string."""

    def __set__(self, obj, value):
        if not isinstance(value, str):
            raise TypeError(f"{self.name} is the wrong type.")
        obj._set(self.name, value)


class Array(Member):
    """An array of fixed length; programs may change it in place."""

    def __init__(self, name, size, dtype=np.float64, shorter=False, doc=""):
        super().__init__(name, doc)
        self.size, self.dtype, self.shorter = size, dtype, shorter

    def read(self, obj):
        array = obj._kept.get(self.name)
        if array is None:
            array = obj._kept[self.name] = np.array(obj._get(self.name), self.dtype)
        return array

    def __set__(self, obj, value):
        if isinstance(value, (str, bytes)):
            raise TypeError(f"{self.name} is the wrong type.")
        value = np.asarray(value, self.dtype).ravel()
        if self.shorter:
            if not 1 <= len(value) <= self.size:
                raise ValueError(f"{self.name} should be a list/array of size 1, 2, or 3.")
            value = np.concatenate([value, np.zeros(self.size - len(value), self.dtype)])
        elif len(value) != self.size:
            raise ValueError(f"{self.name} should be a list/array of size {self.size}.")
        self.read(obj)[:] = value


class Vector(Member):
    """A list of any length; programs may change entries in place."""

    def __init__(self, name, cls, doc=""):
        super().__init__(name, doc)
        self.cls = cls

    def read(self, obj):
        vec = obj._kept.get(self.name)
        if vec is None:
            vec = obj._kept[self.name] = self.cls(_plain(obj._get(self.name)))
        return vec

    def __set__(self, obj, value):
        if isinstance(value, (str, bytes)):
            raise TypeError(f"{self.name} is the wrong type.")
        values = value if self.cls is MjStringVec else np.asarray(value).ravel().tolist()
        vec = self.cls(values)
        if self.name == "textures" and len(vec) != 10:
            raise ValueError(f"textures must have exactly 10 elements, got {len(vec)}")
        self.read(obj)._list[:] = vec._list


class Letters(Vector):
    """Letters of a fixed number."""

    def __init__(self, name, size, doc=""):
        super().__init__(name, MjCharVec, doc)
        self.size = size

    def __set__(self, obj, value):
        letters = list(value)
        if any(not isinstance(letter, str) or len(letter) != 1 for letter in letters):
            raise ValueError(f"{self.name}: list elements must be single characters")
        if len(letters) != self.size:
            raise ValueError(f"{self.name} should have length {self.size}")
        self.read(obj)._list[:] = letters


class Lists(Member):
    """A list of lists."""

    def __set__(self, obj, value):
        obj._set(self.name, [np.asarray(part).ravel().tolist() for part in value])


class Bytes(Member):
    """Bytes."""

    def read(self, obj):
        return bytes(obj._get(self.name))

    def __set__(self, obj, value):
        obj._set(self.name, bytes(value))


def _plain(values):
    return values.tolist() if isinstance(values, np.ndarray) else list(values)


def written(value):
    """A kept value as the engine takes it."""
    if isinstance(value, np.ndarray):
        return np.ascontiguousarray(value)
    if isinstance(value, MjCharVec):
        return "".join(value._list)
    if isinstance(value, MjStringVec):
        return list(value._list)
    if isinstance(value, MjIntVec):
        return np.array(value._list, np.int32)
    if isinstance(value, MjFloatVec):
        return np.array(value._list, np.float32)
    return np.array(value._list, np.float64)
