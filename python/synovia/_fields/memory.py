"""Attributes that are views of the engine's memory.

Reading `m.body_pos` for the first time creates a numpy array over the engine's memory and stores it in the
object; from then on it is an ordinary attribute. Assigning writes into that memory.
"""

from numpy import ndarray

from synovia._synovia import schema as _schema

SCHEMA = _schema()


class View:
    """A field that is a view: `obj.name` is an array, `obj.name = x` fills it."""

    def __init__(self, name, get, doc):
        self.name = name
        self.get = get
        self.__doc__ = doc

    # no __set__, so that the array stored in the object's dictionary is found first
    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        array = obj.__dict__[self.name] = self.get(obj)
        return array


class Once(View):
    """An object that is created on first access and kept; it cannot be replaced."""


class Part(View):
    """A record that is created on first access and kept; assigning overwrites its contents."""


class Fixed:
    """A read-only field."""

    def __init__(self, name, get, doc):
        self.name = name
        self.get = get
        self.__doc__ = doc

    def __get__(self, obj, owner=None):
        return self if obj is None else self.get(obj)

    def __set__(self, obj, value):
        raise AttributeError(f"property of '{type(obj).__name__}' object has no setter")


class WithViews:
    """Base class of objects whose only attributes are the fields declared in their class."""

    _setters = {}
    """Fast setters of scalars in the engine, by name, for those that programs write often."""

    def __setattr__(self, name, value):
        put = self._setters.get(name)
        if put is not None:
            return put(self, value)
        array = self.__dict__.get(name)
        if type(array) is ndarray:
            array[...] = value
            return None
        return self._set(name, value)

    def _set(self, name, value):
        """Assigns to a field that was not accessed yet, or that is not an array."""
        field = getattr(type(self), name, None)
        if isinstance(field, Once):
            raise AttributeError(f"property '{name}' of '{type(self).__name__}' object has no setter")
        if isinstance(field, Part):
            getattr(self, name)._assign(value)
        elif isinstance(field, View):
            getattr(self, name)[...] = value
        elif hasattr(type(field), "__set__") or type(self).__module__ != "synovia":
            # subclasses in programs may have their own attributes
            object.__setattr__(self, name, value)
        else:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")


def records_of(content, dtype, shape=()):
    """New records with this content; numpy would copy records of other arrays field by field."""
    return ndarray(shape, dtype, bytearray(content))


class Columns(dict):
    """The fields of records as arrays, by name, each created on first access; the records themselves under None."""

    __slots__ = ()

    def __init__(self, records):
        self[None] = records

    def __missing__(self, name):
        array = self[name] = self[None][name]
        return array


class Source:
    """The columns of a model or a simulation, for views that may outlive the object and must not keep it alive."""

    __slots__ = ("core", "columns", "arrays")

    def __init__(self, core, columns):
        self.core, self.columns, self.arrays = core, columns, {}

    def __getitem__(self, name):
        array = self.arrays.get(name)
        if array is None:
            array = self.arrays[name] = self.core._column(self.columns[name])
        return array


def text_of(value):
    """A string, decoded if it is given as bytes."""
    if not isinstance(value, bytes):
        return value
    try:
        return value.decode()
    except UnicodeDecodeError:  # as in files
        return value.decode("latin-1")


def describe(name, dtype, shape, sentence):
    """The docstring of a field."""
    sides = shape.split(" x ")
    return f"{sentence}\n\n{dtype}, shape ({sides[0]},)" if len(sides) == 1 else f"{sentence}\n\n{dtype}, shape ({', '.join(sides)})"


def described(sentence, kind):
    """The docstring of a field with a numpy type: a number, an array, a string."""
    if kind.base.kind == "S":
        return f"{sentence}\n\n{f'{kind.shape[0]} strings' if kind.shape else 'str'} of up to {kind.base.itemsize - 1} bytes"
    return f"{sentence}\n\n{kind.base.name}, shape {kind.shape}" if kind.shape else f"{sentence}\n\n{kind.name}"


def listing(obj, title, names):
    """A representation with one field per line."""
    lines = "".join(f"  {name}: {getattr(obj, name)!r}\n" for name in sorted(names))
    return f"<{title}\n{lines}>"
