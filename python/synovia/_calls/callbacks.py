"""Callbacks: Python functions that the step calls, for all simulations.

They run on the thread of the enclosing call, in a rollout on each of its threads, and receive the objects of the
model and of the simulation. They may call any function with these. An exception is raised by the enclosing call.
"""

import ctypes

from synovia import _synovia
from synovia._compat.interface import NOT_CALLABLE

_TAKES_OBJECTS = "control passive sensor act_dyn act_gain act_bias contactfilter".split()
_CLOCK = ctypes.CFUNCTYPE(ctypes.c_double)


class _Clock:
    """A C clock function as a Python callable."""

    def __init__(self, pointer):
        self.pointer, self.read = pointer, ctypes.cast(pointer, _CLOCK)

    def __call__(self):
        return self.read()


def _checked(name, callback):
    """The callback as a Python callable; raises an error if it cannot be called."""
    if callback is not None and not callable(callback):
        raise TypeError(NOT_CALLABLE)
    if not isinstance(callback, ctypes._CFuncPtr):
        return callback
    if name == "mjcb_time":
        return _Clock(callback)
    # a C function expects MuJoCo's structs, which do not exist here; Python objects can be passed through
    kinds = callback.argtypes or ()
    if [kind for kind in kinds[:2] if kind is ctypes.py_object] != [ctypes.py_object] * 2:
        raise TypeError(
            f"{name} is a C function, which expects MuJoCo's mjModel and mjData in memory; Synovia's memory layout differs: "
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
    end of `mj_step1`; None to remove it."""
    _set("mjcb_control", callback)


def get_mjcb_control():
    """The callback that sets controls, or None."""
    return _get("mjcb_control")


def set_mjcb_passive(callback):
    """Sets the function of (m, d) that adds forces to `d.qfrc_passive`; None to remove it."""
    _set("mjcb_passive", callback)


def get_mjcb_passive():
    """The callback that adds passive forces, or None."""
    return _get("mjcb_passive")


def set_mjcb_sensor(callback):
    """Sets the function of (m, d, stage) that writes the user sensors of a stage; None to remove it."""
    _set("mjcb_sensor", callback)


def get_mjcb_sensor():
    """The callback that computes user sensors, or None."""
    return _get("mjcb_sensor")


def set_mjcb_act_dyn(callback):
    """Sets the function of (m, d, id) that returns the time derivative of the activation of an actuator with `dyntype="user"`; for
    several activations it writes to `d.act_dot`. None to remove it: derivatives are then zero."""
    _set("mjcb_act_dyn", callback)


def get_mjcb_act_dyn():
    """The callback that returns time derivatives of activations, or None."""
    return _get("mjcb_act_dyn")


def set_mjcb_act_gain(callback):
    """Sets the function of (m, d, id) that returns the gain of an actuator with `gaintype="user"`; None to remove it: the gain is then 1."""
    _set("mjcb_act_gain", callback)


def get_mjcb_act_gain():
    """The callback that returns gains of actuators, or None."""
    return _get("mjcb_act_gain")


def set_mjcb_act_bias(callback):
    """Sets the function of (m, d, id) that returns the bias of an actuator with `biastype="user"`; None to remove it: the bias is then 0."""
    _set("mjcb_act_bias", callback)


def get_mjcb_act_bias():
    """The callback that returns biases of actuators, or None."""
    return _get("mjcb_act_bias")


def set_mjcb_contactfilter(callback):
    """Sets the function of (m, d, geom1, geom2) that filters contacts: it returns nonzero if the geoms cannot collide. It replaces
    `contype` and `conaffinity` of geoms; None restores these."""
    _set("mjcb_contactfilter", callback)


def get_mjcb_contactfilter():
    """The callback that filters contacts, or None."""
    return _get("mjcb_contactfilter")


def set_mjcb_time(callback):
    """Sets the clock, a function that returns a number: it is read before and after computations, but `d.timer`
    uses the system clock. None to remove it."""
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
    """Sets a C function that allocates memory, or None. It is stored, but Synovia does not call it."""
    _set_memory("malloc", callback)


def get_mju_user_malloc():
    """The function set by `set_mju_user_malloc`, or None."""
    return _memory["malloc"]


def set_mju_user_free(callback):
    """Sets a C function that frees memory, or None. It is stored, but Synovia does not call it."""
    _set_memory("free", callback)


def get_mju_user_free():
    """The function set by `set_mju_user_free`, or None."""
    return _memory["free"]
