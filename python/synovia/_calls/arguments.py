"""Arguments of functions that are written in Python: taken or refused as MuJoCo's module does.

What a parameter is comes from the table in `signatures`:

| kind                     | taken                                                                     |
|--------------------------|---------------------------------------------------------------------------|
| array                    | what numpy can make such an array of, as one                              |
| array, written           | an array of exactly this type, writeable, one row behind the other        |
| `int`, `float`           | whole numbers and what has `__index__`; numbers                           |
| `MjModel`, `MjData`, ... | objects of this class                                                     |

Vectors may be matrices with one column. All else is a `TypeError`.
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
    """An array with so many sides; a matrix of one column is a vector, and a vector such a matrix."""
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
            raise _no(name, f"a whole number, not {value!r}") from None

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
    """The function that takes an argument of this kind."""
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
    """A function whose arguments are taken as the table says."""
    checks = {name: _check(name, *row) for name, row in PARAMETERS[function.__name__].items()}
    names = list(inspect.signature(function).parameters)
    by_place = [checks.get(name, lambda value: value) for name in names]

    @functools.wraps(function)
    def call(*values, **named):
        if len(values) > len(by_place):
            raise TypeError(f"{function.__name__}() takes {len(by_place)} arguments, {len(values)} were given")
        named = {name: checks[name](value) if name in checks else value for name, value in named.items()}
        return function(*(check(value) for check, value in zip(by_place, values)), **named)

    return call
