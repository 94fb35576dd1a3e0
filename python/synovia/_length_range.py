"""Length ranges of actuators."""

from synovia import _synovia
from synovia._fields import listing

_FLAGS = ("mode", "useexisting", "uselimit")
_NUMBERS = ("accel", "maxforce", "timeconst", "timestep", "inttotal", "interval", "tolrange")
_DEFAULTS = (1, 1, 0, 20.0, 0.0, 1.0, 0.01, 10.0, 2.0, 0.05)


class MjLROpt:
    """Options of length ranges; all zeros until `mj_defaultLROpt` fills it."""

    __slots__ = (*_FLAGS, *_NUMBERS)

    def __init__(self):
        for name in _FLAGS:
            setattr(self, name, 0)
        for name in _NUMBERS:
            setattr(self, name, 0.0)

    def __setattr__(self, name, value):
        object.__setattr__(self, name, int(value) if name in _FLAGS else float(value))

    def __eq__(self, other):
        if not isinstance(other, MjLROpt):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None

    def __repr__(self):
        return listing(self, "MjLROpt", self.__slots__)


MjLROpt.__module__ = "synovia"


def mj_defaultLROpt(opt):
    """Sets the options of length ranges to their defaults."""
    for name, value in zip(opt.__slots__, _DEFAULTS):
        setattr(opt, name, value)


def mj_setLengthRange(m, d, index, opt):
    """Finds the length range of an actuator by simulation, and writes it to the model; `d` is used for that."""
    flags = tuple(getattr(opt, name) for name in _FLAGS)
    numbers = [getattr(opt, name) for name in _NUMBERS]
    _synovia.set_length_range(m, d, int(index), flags, numbers)
