"""Arguments of functions that are written in Python: taken or refused as MuJoCo's module does.

What a parameter is stands in the docstring of its function, where `scripts/docstrings` writes it:

    - `mat`: float64 (3, nv), written
    - `body`: int; number of a body

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
import re

import numpy as np

_LINE = re.compile(r"- `(\w+)`: (float64|float32|int32|uint8) \(([^)]*)\)( or None)?(, written)?|- `(\w+)`: (\w+)( or None)?")


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


def _check(line):
    """The parameter that a line of a docstring tells of, and the function that takes its argument."""
    found = _LINE.match(line)
    if found is None:
        return None
    array, dtype, shape, absent, written, other, kind, missing = found.groups()
    if array is not None:
        sides = len([side for side in shape.split(",") if side.strip()])
        take = (_writes if written else _reads)(array, dtype, sides)
        name, optional = array, absent
    else:
        name, optional = other, missing
        if kind == "int":
            take = _whole(name)
        elif kind == "float":
            take = _number(name)
        elif kind.startswith("Mj"):
            take = _object(name, kind)
        else:
            return None
    return name, (lambda value: None if value is None else take(value)) if optional else take


def typed(function):
    """A function whose arguments are taken as its docstring says."""
    lines = (line.strip() for line in (function.__doc__ or "").splitlines())
    checks = dict(filter(None, map(_check, lines)))
    names = list(inspect.signature(function).parameters)
    by_place = [checks.get(name, lambda value: value) for name in names]

    @functools.wraps(function)
    def call(*values, **named):
        if len(values) > len(by_place):
            raise TypeError(f"{function.__name__}() takes {len(by_place)} arguments, {len(values)} were given")
        named = {name: checks[name](value) if name in checks else value for name, value in named.items()}
        return function(*(check(value) for check, value in zip(by_place, values)), **named)

    return call
