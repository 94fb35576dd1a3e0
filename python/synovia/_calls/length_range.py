"""Length ranges of actuators."""

from synovia import _synovia
from synovia._fields.memory import listing
from synovia._calls.arguments import typed

_FLAGS = {
    "mode": "Which actuators: an `mjtLRMode`. int",
    "useexisting": "1 to keep a length range that the model has. int",
    "uselimit": "1 to take the limits of a joint or tendon, if there are any. int",
}
_NUMBERS = {
    "accel": "Acceleration that the force aims at [m/s²]. float",
    "maxforce": "Largest force [N]; 0 for no bound. float",
    "timeconst": "Time constant of the damping of velocities [s]. float",
    "timestep": "Time step [s]; 0 for that of the model. float",
    "inttotal": "Time that is simulated to either side [s]. float",
    "interval": "Time at the end in which the length is measured [s]. float",
    "tolrange": "How much the length may vary in that time, as a part of the range. float",
}
_DEFAULTS = (1, 1, 0, 20.0, 0.0, 1.0, 0.01, 10.0, 2.0, 0.05)


class MjLROpt:
    """Options of length ranges; all zeros until `mj_defaultLROpt` fills it."""

    # with what help tells
    __slots__ = {**_FLAGS, **_NUMBERS}

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


@typed
def mj_defaultLROpt(opt):
    """Sets the options of length ranges to their defaults.

    - `opt`: MjLROpt; written
    """
    for name, value in zip(opt.__slots__, _DEFAULTS):
        setattr(opt, name, value)


@typed
def mj_setLengthRange(m, d, index, opt):
    """Finds the length range of an actuator by simulation, and writes it to the model; `d` is used for that.

    - `m`: MjModel
    - `d`: MjData
    - `index`: int; id of an actuator
    - `opt`: MjLROpt
    """
    flags = tuple(getattr(opt, name) for name in _FLAGS)
    numbers = [getattr(opt, name) for name in _NUMBERS]
    _synovia.set_length_range(m, d, int(index), flags, numbers)
