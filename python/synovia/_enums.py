"""Enumerations: named integers that behave like MuJoCo's.

A member converts to int (`int(x)`, `x.value`, indexing), equals the same number, and behaves like its number in arithmetic and bit
operations: `mjDSBL_CONTACT | mjDSBL_GRAVITY` is an int.
"""

import operator

from synovia._enum_values import VALUES


def _binary(function):
    def forward(self, other):
        other = _number(other)
        return NotImplemented if other is None else function(self.value, other)

    def backward(self, other):
        other = _number(other)
        return NotImplemented if other is None else function(other, self.value)

    return forward, backward


def _number(x):
    if isinstance(x, Enumeration):
        return x.value
    return x if isinstance(x, (int, float)) else None


class Enumeration:
    """Base class of the enumerations."""

    __slots__ = ("name", "value")

    def __new__(cls, value):
        try:
            return cls._by_value[operator.index(value)]
        except KeyError:
            raise ValueError(f"{value} is not a value of {cls.__name__}; its values are listed by {cls.__name__}.__members__") from None

    def __setattr__(self, name, value):
        raise AttributeError(f"'{type(self).__name__}' members cannot be changed")

    def __int__(self):
        return self.value

    __index__ = __int__

    def __neg__(self):
        return -self.value

    def __eq__(self, other):
        other = _number(other)
        return NotImplemented if other is None else self.value == other

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.value)

    def __repr__(self):
        return f"<{type(self).__name__}.{self.name}: {self.value}>"

    def __str__(self):
        return f"{type(self).__name__}.{self.name}"

    def __reduce__(self):
        return type(self), (self.value,)

    __add__, __radd__ = _binary(operator.add)
    __sub__, __rsub__ = _binary(operator.sub)
    __mul__, __rmul__ = _binary(operator.mul)
    __truediv__, __rtruediv__ = _binary(operator.truediv)
    __floordiv__, __rfloordiv__ = _binary(operator.floordiv)
    __mod__, __rmod__ = _binary(operator.mod)
    __and__, __rand__ = _binary(operator.and_)
    __or__, __ror__ = _binary(operator.or_)
    __xor__, __rxor__ = _binary(operator.xor)
    __lshift__, _ = _binary(operator.lshift)
    __rshift__, _ = _binary(operator.rshift)
    del _


def _make(name, values):
    """The class of one enumeration, with its members as attributes."""
    cls = type(name, (Enumeration,), {"__slots__": (), "__module__": "synovia"})
    cls.__doc__ = "Members:\n\n" + "\n\n".join(f"  {member}" for member in values)
    cls._by_value = {}
    cls.__members__ = {}
    for member, value in values.items():
        x = object.__new__(cls)
        object.__setattr__(x, "name", member)
        object.__setattr__(x, "value", value)
        cls._by_value.setdefault(value, x)
        cls.__members__[member] = x
        setattr(cls, member, x)
    return cls


# enumerations are also attributes of this module: programs import them from here or from the package
ENUMS = {name: _make(name, values) for name, values in VALUES.items()}
globals().update(ENUMS)
