"""Arguments of functions that are written in Python: accepted or refused as by MuJoCo's module.

The kind of each parameter comes from the table in `signatures`:

| kind                     | accepted                                                                  |
|--------------------------|---------------------------------------------------------------------------|
| array                    | anything that numpy can convert to such an array                          |
| array, written           | a writable, C-contiguous array of exactly this type                       |
| `int`, `float`           | integers and objects with `__index__`; numbers                            |
| `MjModel`, `MjData`, ... | objects of this class                                                     |

Vectors may be matrices with one column. Everything else is a `TypeError`.
"""

import functools
import inspect
import operator

import numpy as np

from synovia._calls.signatures import PARAMETERS


def _no(name, text):
    return TypeError(f"{name} should be {text}")


def _reads(name, dtype, sides):
    dtype = np.dtype(dtype)

    def read(value):
        if value is None:
            raise _no(name, f"an array of {dtype.name}")
        try:
            array = np.asarray(value, dtype)
        except (TypeError, ValueError) as error:
            raise TypeError(f"{name}: {error}") from None
        return _shaped(name, array, sides)

    return read


def _writes(name, dtype, sides):
    dtype = np.dtype(dtype)

    def write(value):
        if not isinstance(value, np.ndarray) or value.dtype != dtype:
            raise _no(name, f"an array of {dtype.name}")
        if not value.flags.writeable or not value.flags.c_contiguous:
            raise _no(name, "writeable and C-contiguous")
        return _shaped(name, value, sides)

    return write


def _shaped(name, array, sides):
    """The array with this many dimensions; a matrix of one column is accepted as a vector, and vice versa."""
    if array.ndim == sides:
        return array
    if sides == 1 and array.ndim == 2 and array.shape[1] == 1:
        return array.reshape(-1)
    if sides == 2 and array.ndim == 1:
        return array.reshape(-1, 1)
    raise _no(name, "a vector" if sides == 1 else "a matrix")


def _whole(name):
    def whole(value):
        try:
            return operator.index(value)
        except TypeError:
            raise _no(name, f"an integer, not {value!r}") from None

    return whole


def _number(name):
    def number(value):
        try:
            return float(value) if not isinstance(value, (str, bytes)) and np.ndim(value) == 0 else float(None)
        except (TypeError, OverflowError):
            raise _no(name, f"a number, not {value!r}") from None

    return number


def _object(name, kind):
    def checked(value):
        if kind not in [cls.__name__ for cls in type(value).__mro__]:
            raise _no(name, f"of class {kind}, not {type(value).__name__}")
        return value

    return checked


def _check(name, kind, sides, options):
    """The function that converts and checks an argument of this kind."""
    if sides:
        take = (_writes if "written" in options else _reads)(name, kind, sides)
    elif kind == "int":
        take = _whole(name)
    elif kind == "float":
        take = _number(name)
    else:
        take = _object(name, kind)
    return (lambda value: None if value is None else take(value)) if "optional" in options else take


def typed(function):
    """A decorator: converts and checks the arguments of a function by the table."""
    checks = {name: _check(name, *row) for name, row in PARAMETERS[function.__name__].items()}
    names = list(inspect.signature(function).parameters)
    by_place = [checks.get(name, lambda value: value) for name in names]

    @functools.wraps(function)
    def call(*values, **named):
        if len(values) > len(by_place):
            raise TypeError(f"{function.__name__}() takes {len(by_place)} arguments, but {len(values)} were given")
        named = {name: checks[name](value) if name in checks else value for name, value in named.items()}
        return function(*(check(value) for check, value in zip(by_place, values)), **named)

    return call
