"""Reports warnings of simulations: the first of each kind, to the user's handler or through `warnings`.

DIFFERENCE(warning-report): warnings are reported after the call, not during it, and no log file is written.
"""

import ctypes
import os
import sys
import warnings

from synovia._compat.interface import NOT_CALLABLE

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep

# by mjtWarning; MuJoCo's messages, because programs match on them
_TEXTS = (
    "Inertia matrix is too close to singular at DOF {}. Check model.",
    "Too many contacts. The arena memory is full, increase arena memory allocation.(ncon = {})",
    "Insufficient arena memory for the number of constraints generated. "
    "Increase arena memory allocation above {} bytes.",
    "Pre-allocated visual geom buffer is full. Increase maxgeom above {}.",
    "Nan, Inf or huge value in QPOS at DOF {}. The simulation is unstable.",
    "Nan, Inf or huge value in QVEL at DOF {}. The simulation is unstable.",
    "Nan, Inf or huge value in QACC at DOF {}. The simulation is unstable.",
    "Nan, Inf or huge value in CTRL at ACTUATOR {}. The simulation is unstable.",
)

# a handler in C
_IN_C = ctypes.CFUNCTYPE(None, ctypes.c_char_p)

_handler = None


def mju_warningText(warning, info):
    """The message of a warning; `info` is its parameter, such as the index of a dof.

    - `warning`: int; `mjtWarning`
    - `info`: int
    - returns str
    """
    if not 0 <= int(warning) < len(_TEXTS):
        raise ValueError(f"unknown warning {int(warning)}")
    return _TEXTS[int(warning)].format(int(info))


def set_mju_user_warning(callback):
    """Sets the handler of warnings: a function of the message, in Python or in C (by ctypes), or None for Python's `warnings`.

    It is called on the thread of the call that warned, after that call, and may call any function; an exception in it
    is raised by that call.
    """
    global _handler
    if callback is not None and not callable(callback):
        raise TypeError(NOT_CALLABLE)
    _handler = callback


def get_mju_user_warning():
    """The handler of warnings, or None."""
    return _handler


def tell(found):
    """Reports warnings, each (kind, info, time). Called by the engine after it has released all locks."""
    failed = None
    for kind, info, time in found:
        text = f"{mju_warningText(kind, info)} Time = {time:.4f}."
        try:
            if _handler is None:
                warnings.warn(text, RuntimeWarning, stacklevel=outside())
            elif isinstance(_handler, ctypes._CFuncPtr):
                ctypes.cast(_handler, _IN_C)(text.encode())
            else:
                _handler(text)
        except BaseException as error:  # report the others, then raise the first
            failed = failed or error
    if failed is not None:
        raise failed


def outside():
    """The `stacklevel` of the first line outside this package."""
    level, frame = 2, sys._getframe(2)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        level, frame = level + 1, frame.f_back
    return level
