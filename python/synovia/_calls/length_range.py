"""Length ranges of actuators."""

from synovia import _synovia
from synovia._fields.memory import listing
from synovia._calls.arguments import typed

_FLAGS = {
    "mode": "Actuators to process: an `mjtLRMode`. int",
    "useexisting": "1 to keep existing length ranges of the model. int",
    "uselimit": "1 to use the limits of a joint or tendon, if there are any. int",
}
_NUMBERS = {
    "accel": "Target acceleration of the applied force [m/s²]. float",
    "maxforce": "Largest force [N]; 0 for no limit. float",
    "timeconst": "Time constant of velocity damping [s]. float",
    "timestep": "Timestep [s]; 0 for that of the model. float",
    "inttotal": "Simulated time in each direction [s]. float",
    "interval": "Time at the end during which the length is measured [s]. float",
    "tolrange": "Largest variation of the length during that time, relative to the range. float",
}
_DEFAULTS = (1, 1, 0, 20.0, 0.0, 1.0, 0.01, 10.0, 2.0, 0.05)


class MjLROpt:
    """Options of length ranges; all zeros until `mj_defaultLROpt` fills it."""

    # the values are shown by help()
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
    """Computes the length range of an actuator by simulation in `d`, and writes it to the model.

    - `m`: MjModel
    - `d`: MjData
    - `index`: int; id of an actuator
    - `opt`: MjLROpt
    """
    flags = tuple(getattr(opt, name) for name in _FLAGS)
    numbers = [getattr(opt, name) for name in _NUMBERS]
    _synovia.set_length_range(m, d, int(index), flags, numbers)
