"""Values of the elements of a specification: descriptors that read and write the engine's, and lists that live.

Numbers and strings go to the engine at once. Arrays and lists are lent: objects that programs may keep and change, which the engine
reads when it needs them.
"""

import operator
import reprlib

import numpy as np

from synovia._compat.interface import WRONG_SIZE
from synovia._compat.suggest import question

F32, I32 = np.float32, np.int32
NUMBER, INTEGER, STRING = "a number", "an integer", "a string"


def wrong(name, value, expected):
    """The error for a value that a member cannot hold."""
    return TypeError(f"{name}: expected {expected}, got {reprlib.repr(value)}")


def numbers_expected(size, value, shorter=False):
    """What is wrong with a value that should be `size` numbers."""
    count = f"1 to {size} numbers" if shorter else f"{size} numbers"
    try:
        array = np.array(None if isinstance(value, (str, bytes)) else value, np.float64)
    except (TypeError, ValueError):
        return f"expected {count}, got {reprlib.repr(value)}"
    if array.ndim == 0:
        # None is a number to numpy
        got = reprlib.repr(value) if value is None or isinstance(value, (str, bytes)) else "a single number"
        return f"expected {count}, got {got}"
    if array.ndim == 1:
        return f"expected {count}, got {len(array)}"
    return f"expected {count}, got an array of shape {array.shape}"


def wrong_size(name, size, detail):
    """The error for a keyword with another number of entries: the reference's message, which programs compare, and a note
    with the numbers, which Python prints below it (3.10 has no notes)."""
    error = ValueError(WRONG_SIZE.format(name=name, size=size))
    if hasattr(error, "add_note"):
        error.add_note(f"{detail.capitalize()}.")
    return error


def constant_expected(enum, value):
    """Words for an entry of an enumeration, and which one was probably meant by a string."""
    names = [f"{enum.__name__}.{name}" for name in enum.__members__]
    found = [name for name in names if isinstance(value, str) and value and name.lower().endswith("_" + value.lower())]
    return f"an {enum.__name__} such as {names[0]}", question(found[:1])


def real(name, value):
    """A value as a real number: a number, or what converts to one without loss of meaning."""
    if type(value) is float:
        return value
    plain = not isinstance(value, (str, bytes)) and getattr(value, "ndim", 0) == 0
    if plain and (hasattr(value, "__float__") or hasattr(value, "__index__")):
        try:
            return float(value)
        except (TypeError, ValueError, OverflowError):
            pass
    raise wrong(name, value, NUMBER)


def whole(name, value, lowest=-(2**31), highest=2**31 - 1):
    """A value as an integer in a range; Python floats are refused, other real numbers are truncated."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None:
        if isinstance(value, float) or not (hasattr(value, "__int__") or hasattr(value, "__float__")):
            raise wrong(name, value, INTEGER)
        try:
            number = int(value)
        except (TypeError, ValueError, OverflowError):
            raise wrong(name, value, INTEGER) from None
    if not lowest <= number <= highest:
        raise wrong(name, value, f"an integer from {lowest} to {highest}")
    return number


def yes(name, value):
    """A value as a yes or no: what is a number, or nothing."""
    if value is None or hasattr(type(value), "__bool__"):
        return bool(value)
    raise wrong(name, value, "true or false")


def word(name, value):
    """A value as a string; bytes are read as UTF-8."""
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            raise wrong(name, value, STRING) from None
    if not isinstance(value, str):
        raise wrong(name, value, STRING)
    return value


class _Vec:
    """A list of a fixed length for reading and writing single entries."""

    __slots__ = ("_list",)
    _convert = staticmethod(lambda value: value)

    def __init__(self, values):
        self._list = [self._convert(value) for value in values]

    @classmethod
    def _holding(cls, entries):
        """One whose entries are those of a list."""
        self = cls.__new__(cls)
        self._list = entries
        return self

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


def _vec(name, doc, convert):
    """A class of lists whose entries are converted."""
    return type(name, (_Vec,), {"__module__": "synovia", "__doc__": doc, "_convert": staticmethod(lambda value: convert("an entry", value))})


def _single(name, value):
    return float(np.float32(real(name, value)))


MjDoubleVec = _vec("MjDoubleVec", "Real numbers of an element.", real)
MjFloatVec = _vec("MjFloatVec", "Single precision numbers of an element.", _single)
MjIntVec = _vec("MjIntVec", "Integers of an element.", whole)
MjStringVec = _vec("MjStringVec", "Strings of an element.", word)
MjByteVec = _vec("MjByteVec", "Bytes of an element.", whole)
MjCharVec = _vec("MjCharVec", "Letters of an element.", word)


class Member:
    """A member of an element.

    `__set__` takes what an attribute of MuJoCo's takes, `fill` what a keyword of its `add_…` methods takes.
    """

    def __init__(self, name, doc=""):
        self.name = name
        self.__doc__ = doc

    def read(self, obj):
        """The value that the engine has."""
        return obj._get(self.name)

    def fill(self, obj, value):
        """Sets it from a keyword."""
        self.__set__(obj, value)

    def __get__(self, obj, owner=None):
        return self if obj is None else self.read(obj)


class Number(Member):
    """A real number."""

    def __get__(self, obj, owner=None):
        return self if obj is None else obj._get(self.name)

    def __set__(self, obj, value):
        obj._set(self.name, value if type(value) is float else real(self.name, value))


class Int(Member):
    """An integer, or an entry of an enumeration."""

    def __init__(self, name, enum=None, doc=""):
        super().__init__(name, doc)
        self.enum = enum

    def read(self, obj):
        value = obj._get(self.name)
        return value if self.enum is None else self.enum._by_value[value]

    def __set__(self, obj, value):
        if self.enum is not None and not isinstance(value, self.enum):
            raise self.refused(value)
        obj._set(self.name, whole(self.name, value))

    def refused(self, value):
        """The error for a value that is not in the enumeration."""
        expected, meant = constant_expected(self.enum, value)
        return TypeError(f"{self.name}: expected {expected}, got {reprlib.repr(value)}{meant}")

    def fill(self, obj, value):
        if self.enum is not None and isinstance(value, str):
            raise self.refused(value)
        obj._set(self.name, whole(self.name, value))


class Byte(Member):
    """A yes or no that programs see as the number that they wrote."""

    def __init__(self, name, lowest=0, highest=255, doc=""):
        super().__init__(name, doc)
        self.lowest, self.highest = lowest, highest

    def read(self, obj):
        return int(obj._flag(self.name))

    def __set__(self, obj, value):
        value = whole(self.name, value, self.lowest, self.highest)
        obj._set_flag(self.name, value, value != 0)


class Real(Number):
    """A real number that the engine keeps as a yes or no."""

    __get__ = Member.__get__

    def read(self, obj):
        return obj._flag(self.name)

    def __set__(self, obj, value):
        value = real(self.name, value)
        obj._set_flag(self.name, value, value > 0)


class Text(Member):
    """A string."""

    def __set__(self, obj, value):
        obj._set(self.name, word(self.name, value))


class Array(Member):
    """An array of fixed length; programs may change it in place."""

    def __init__(self, name, size, dtype=np.float64, shorter=False, doc=""):
        super().__init__(name, doc)
        self.size, self.dtype, self.shorter = size, dtype, shorter

    def read(self, obj):
        return obj._lend(self.name)

    def _array(self, value):
        if isinstance(value, (str, bytes)) or value is None:
            raise self.refused(value)
        try:
            return np.array(value, self.dtype)
        except (TypeError, ValueError):
            raise self.refused(value) from None

    def refused(self, value):
        """The error for a value that is not as many numbers."""
        return TypeError(f"{self.name}: {numbers_expected(self.size, value)}")

    def __set__(self, obj, value):
        # the usual case first
        if self.dtype is I32 or not obj._set_numbers(self.name, value, self.size):
            array = self._array(value)
            if array.shape not in ((self.size,), (self.size, 1)):
                raise self.refused(value)
            obj._set(self.name, array.ravel())

    def fill(self, obj, value):
        array = self._array(value)
        if array.ndim == 0:
            raise self.refused(value)
        array = array.ravel()
        if self.shorter:
            if not 1 <= len(array) <= self.size:
                raise wrong_size(self.name, "1, 2, or 3", numbers_expected(self.size, array, shorter=True))
            array = np.concatenate([array, np.zeros(self.size - len(array), self.dtype)])
        elif len(array) != self.size:
            raise wrong_size(self.name, self.size, numbers_expected(self.size, array))
        obj._set(self.name, array)


class Vector(Member):
    """A list of any length; programs may change entries in place."""

    def __init__(self, name, cls, doc=""):
        super().__init__(name, doc)
        self.cls = cls

    def read(self, obj):
        return obj._list(self.name, self.cls)

    def _list(self, value):
        if not hasattr(value, "__len__") or not hasattr(value, "__iter__"):
            raise wrong(self.name, value, "a list")
        if self.name == "textures" and len(value) != 10:
            raise ValueError(f"textures must have exactly 10 elements, got {len(value)}")
        try:
            return self.cls(_plain(value))._list
        except (TypeError, ValueError) as error:
            raise RuntimeError(f"{self.name}: {error}") from None

    def __set__(self, obj, value):
        obj._set(self.name, self._list(value))

    def fill(self, obj, value):
        if isinstance(value, (str, bytes)):
            raise wrong(self.name, value, "a list")
        try:
            entries = self._list(value)
        except RuntimeError as error:
            raise TypeError(str(error)) from None
        obj._set(self.name, entries)


class Letters(Vector):
    """Letters of a fixed number."""

    def __init__(self, name, size, shorter=False, longer=False, doc=""):
        super().__init__(name, MjCharVec, doc)
        self.size, self.shorter, self.longer = size, shorter, longer

    def _characters(self, value, shorter):
        if not isinstance(value, (str, bytes, list, tuple)) and not hasattr(value, "__iter__"):
            raise wrong(self.name, value, f"{self.size} characters")
        characters = [letter.decode("latin-1") if isinstance(letter, bytes) else letter for letter in value]
        if self.longer:
            characters = characters[: self.size]
        if any(letter is None for letter in characters):
            raise ValueError(f"{self.name}: an empty value is not a character")
        if any(not isinstance(letter, str) for letter in characters):
            raise RuntimeError(f"{self.name}: list elements must be strings")
        if any(len(letter) != 1 for letter in characters):
            raise ValueError(f"{self.name}: list elements must be single characters")
        if len(characters) > self.size or (len(characters) < self.size and not shorter):
            raise ValueError(f"{self.name} should have length {self.size}, got {len(characters)}.")
        return characters

    def __set__(self, obj, value):
        characters = self._characters(value, self.shorter)
        obj._set(self.name, characters + self.read(obj)._list[len(characters) :])

    def fill(self, obj, value):
        obj._set(self.name, self._characters(value, False))


class Lists(Member):
    """A list of lists."""

    def __init__(self, name, whole_numbers, doc=""):
        super().__init__(name, doc)
        self.cls = MjIntVec if whole_numbers else MjFloatVec

    def __set__(self, obj, value):
        if not hasattr(value, "__len__") or not hasattr(value, "__iter__"):
            raise wrong(self.name, value, "a list of lists")
        try:
            if any(isinstance(part, (str, bytes)) for part in value):
                raise TypeError("a string is not a list of numbers")
            lists = [self.cls(_plain(part))._list for part in value]
        except (TypeError, ValueError) as error:
            raise RuntimeError(f"{self.name}: {error}") from None
        obj._set(self.name, lists)


class Bytes(Member):
    """Bytes."""

    def read(self, obj):
        return bytes(obj._get(self.name))

    def __set__(self, obj, value):
        if not isinstance(value, bytes):
            raise wrong(self.name, value, "bytes")
        obj._set(self.name, value)

    def fill(self, obj, value):
        try:
            obj._set(self.name, bytes(value))
        except (TypeError, ValueError):
            raise wrong(self.name, value, "bytes") from None


def _plain(values):
    """Entries as Python has them; real numbers of single precision stay what they are, because they convert to integers."""
    return values.tolist() if isinstance(values, np.ndarray) and values.dtype != np.float32 else list(values)

