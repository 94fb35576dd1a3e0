"""Callbacks: functions in Python that the step calls, for all simulations.

They are called on the thread of the call that they are a part of, in a rollout on each of its threads, with the objects of the
model and of the simulation. They may call any function with these. What one raises is raised by the call.
"""

import ctypes

from synovia import _synovia
from synovia._compat.interface import NOT_CALLABLE

_TAKES_OBJECTS = "control passive sensor act_dyn act_gain act_bias contactfilter".split()
_CLOCK = ctypes.CFUNCTYPE(ctypes.c_double)


class _Clock:
    """A clock in C, as a callable."""

    def __init__(self, pointer):
        self.pointer, self.read = pointer, ctypes.cast(pointer, _CLOCK)

    def __call__(self):
        return self.read()


def _checked(name, callback):
    """The callback as it can be called, or why it cannot."""
    if callback is not None and not callable(callback):
        raise TypeError(NOT_CALLABLE)
    if not isinstance(callback, ctypes._CFuncPtr):
        return callback
    if name == "mjcb_time":
        return _Clock(callback)
    # a C function knows MuJoCo's structs, which there are none of; Python objects can be passed through
    kinds = callback.argtypes or ()
    if [kind for kind in kinds[:2] if kind is ctypes.py_object] != [ctypes.py_object] * 2:
        raise TypeError(
            f"{name} is a C function, which expects the memory of MuJoCo's mjModel and mjData; Synovia's is another: "
            "use a function in Python, or a ctypes function whose first two arguments are ctypes.py_object"
        )
    return callback


def _set(name, callback):
    _synovia._set_callback(name, _checked(name, callback))


def _get(name):
    callback = _synovia._get_callback(name)
    return callback.pointer if isinstance(callback, _Clock) else callback


def set_mjcb_control(callback):
    """Sets the function of (m, d) that sets controls: called by `mj_forward` before actuator forces are computed, and at the
    end of `mj_step1`; None for none."""
    _set("mjcb_control", callback)


def get_mjcb_control():
    """The function that sets controls, or None."""
    return _get("mjcb_control")


def set_mjcb_passive(callback):
    """Sets the function of (m, d) that adds its forces to `d.qfrc_passive`; None for none."""
    _set("mjcb_passive", callback)


def get_mjcb_passive():
    """The function that adds passive forces, or None."""
    return _get("mjcb_passive")


def set_mjcb_sensor(callback):
    """Sets the function of (m, d, stage) that writes the readings of user sensors of a stage; None for none."""
    _set("mjcb_sensor", callback)


def get_mjcb_sensor():
    """The function that reads user sensors, or None."""
    return _get("mjcb_sensor")


def set_mjcb_act_dyn(callback):
    """Sets the function of (m, d, id) that returns the rate of the activation of an actuator with `dyntype="user"`; of several
    activations it writes the rates to `d.act_dot`. None for none: rates are zero."""
    _set("mjcb_act_dyn", callback)


def get_mjcb_act_dyn():
    """The function that returns rates of activations, or None."""
    return _get("mjcb_act_dyn")


def set_mjcb_act_gain(callback):
    """Sets the function of (m, d, id) that returns the gain of an actuator with `gaintype="user"`; None for none: it is 1."""
    _set("mjcb_act_gain", callback)


def get_mjcb_act_gain():
    """The function that returns gains of actuators, or None."""
    return _get("mjcb_act_gain")


def set_mjcb_act_bias(callback):
    """Sets the function of (m, d, id) that returns the bias of an actuator with `biastype="user"`; None for none: it is 0."""
    _set("mjcb_act_bias", callback)


def get_mjcb_act_bias():
    """The function that returns biases of actuators, or None."""
    return _get("mjcb_act_bias")


def set_mjcb_contactfilter(callback):
    """Sets the function of (m, d, geom1, geom2) that rules contacts out: not 0 if the geoms cannot touch. It is asked in place of
    `contype` and `conaffinity` of geoms; None for these."""
    _set("mjcb_contactfilter", callback)


def get_mjcb_contactfilter():
    """The function that rules contacts out, or None."""
    return _get("mjcb_contactfilter")


def set_mjcb_time(callback):
    """Sets the clock, a function that returns a number: it is read before and after computations, but `d.timer`
    has times of the machine. None for none."""
    _set("mjcb_time", callback)


def get_mjcb_time():
    """The clock, or None."""
    return _get("mjcb_time")


def mj_resetCallbacks():
    """Removes all callbacks of the step."""
    for name in (*_TAKES_OBJECTS, "time"):
        _synovia._set_callback("mjcb_" + name, None)


_memory = {"malloc": None, "free": None}


def _set_memory(name, callback):
    if callback is not None and not isinstance(callback, ctypes._CFuncPtr):
        raise TypeError(f"mju_user_{name} must be a C function pointer")
    _memory[name] = callback


def set_mju_user_malloc(callback):
    """Sets a function in C that allocates memory, or None. It is kept, but Synovia does not call it."""
    _set_memory("malloc", callback)


def get_mju_user_malloc():
    """What `set_mju_user_malloc` set, or None."""
    return _memory["malloc"]


def set_mju_user_free(callback):
    """Sets a function in C that frees memory, or None. It is kept, but Synovia does not call it."""
    _set_memory("free", callback)


def get_mju_user_free():
    """What `set_mju_user_free` set, or None."""
    return _memory["free"]
