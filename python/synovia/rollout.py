"""Many trajectories in parallel, on several threads, with the signature of `mujoco.rollout`.

    from synovia import rollout
    data = [synovia.MjData(model) for _ in range(4)]           # one per thread
    state, sensordata = rollout.rollout(model, data, initial_state, control)

`initial_state` has a row of `mjSTATE_FULLPHYSICS` for each trajectory, `control` a row for each step of each trajectory.
An array with length 1 along a dimension is broadcast. The results are identical, bit for bit, to a loop of `mj_step`,
for any number of threads; other Python threads run meanwhile. If a step of a trajectory warns, its last row is repeated to the
end.
"""

import atexit
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, Optional, Tuple, Union, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

import synovia
from synovia import _synovia

__all__ = ["Rollout", "Status", "rollout", "shutdown_persistent_pool"]

_STATE = synovia.mjtState.mjSTATE_FULLPHYSICS.value
_CONTROL = synovia.mjtState.mjSTATE_CTRL.value
_USER = synovia.mjtState.mjSTATE_USER.value

Models = Union[synovia.MjModel, Sequence[synovia.MjModel]]
Simulations = Union[synovia.MjData, Sequence[synovia.MjData]]


class Status(NamedTuple):
    """The outcome of each trajectory of a rollout; arrays with one entry per trajectory."""

    steps: NDArray[np.int64]
    """Number of steps computed. After a warning there are fewer than requested, and the last row is repeated."""
    reset: NDArray[np.bool_]
    """True if bad numbers reset it to the initial state of the model, which is then in its last rows."""
    warning: NDArray[np.int32]
    """The `mjtWarning` that ended it, or -1."""
    info: NDArray[np.int32]
    """The info of that warning, such as the index of a dof, or -1."""


Results = Tuple[NDArray[np.float64], NDArray[np.float64]]
Marked = Tuple[NDArray[np.float64], NDArray[np.float64], Status]


class Rollout:
    """A thread pool that is reused between rollouts; a context manager."""

    def __init__(self, *, nthread: Optional[int] = None) -> None:
        """Creates `nthread` threads; with None or zero, rollouts run on the calling thread."""
        self.nthread = nthread or 0
        self.rollout_ = _synovia.RolloutPool(self.nthread)

    def __enter__(self) -> "Rollout":
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    def close(self) -> None:
        """Stops the threads; later rollouts raise a RuntimeError."""
        self.rollout_ = None

    @overload
    def rollout(
        self,
        model: Models,
        data: Simulations,
        initial_state: ArrayLike,
        control: Optional[ArrayLike] = None,
        *,
        control_spec: int = ...,
        skip_checks: bool = ...,
        nstep: Optional[int] = ...,
        initial_warmstart: Optional[ArrayLike] = ...,
        state: Optional[ArrayLike] = ...,
        sensordata: Optional[ArrayLike] = ...,
        chunk_size: Optional[int] = ...,
        return_status: Literal[False] = ...,
    ) -> Results: ...

    @overload
    def rollout(
        self,
        model: Models,
        data: Simulations,
        initial_state: ArrayLike,
        control: Optional[ArrayLike] = None,
        *,
        return_status: Literal[True],
        **options: Any,
    ) -> Marked: ...

    def rollout(
        self,
        model: Models,
        data: Simulations,
        initial_state: ArrayLike,
        control: Optional[ArrayLike] = None,
        *,
        control_spec: int = _CONTROL,
        skip_checks: bool = False,
        nstep: Optional[int] = None,
        initial_warmstart: Optional[ArrayLike] = None,
        state: Optional[ArrayLike] = None,
        sensordata: Optional[ArrayLike] = None,
        chunk_size: Optional[int] = None,
        return_status: bool = False,
    ) -> Union[Results, Marked]:
        """Computes trajectories and returns their states and sensor readings.

        model: one model, or one per trajectory, all of the same sizes.
        data: one per thread; each is left in the final state of its last trajectory.
        initial_state: (n or 1) x nstate.
        control: (n or 1) x (nstep or 1) x ncontrol.
        control_spec: the components of `mjSTATE_USER` in a row of `control`. Without `control` they keep their values in `data`;
            all other components are cleared.
        skip_checks: do not check or expand the arguments: they are lists and arrays of full shape.
        nstep: number of steps, if no array determines it.
        initial_warmstart: (n or 1) x nv, the warm start of the solver; zeros by default.
        state, sensordata: arrays for the results; created if not given.
        chunk_size: number of trajectories that a thread takes at a time.
        return_status: also return a `Status`, which marks the trajectories that ended early or were reset.

        Returns `state`, n x nstep x nstate, and `sensordata`, n x nstep x nsensordata.
        """
        if self.rollout_ is None:
            raise RuntimeError("the Rollout is closed")
        if skip_checks:
            given = (initial_state, initial_warmstart, control, state, sensordata)
            rows = self.rollout_.rollout(model, data, nstep, int(control_spec), *given, chunk_size, return_status)
            return (state, sensordata, _status(rows)) if return_status else (state, sensordata)

        models = [model] if isinstance(model, synovia.MjModel) else list(model)
        data = _listed(data)
        control_spec = int(control_spec)
        if control_spec & ~_USER:
            raise ValueError("control_spec can only contain bits in mjSTATE_USER")
        _whole(nstep=nstep, chunk_size=chunk_size)
        if not models:
            raise ValueError("the list of models is empty")

        # expand every array to all its dimensions
        initial_state = _array("initial_state", initial_state, 2)
        initial_warmstart = _array("initial_warmstart", initial_warmstart, 2)
        control = _array("control", control, 3)
        state = _array("state", state, 3)
        sensordata = _array("sensordata", sensordata, 3)
        if initial_state is None:
            raise ValueError("initial_state should be an array, it is None")
        results = {"control": control, "state": state, "sensordata": sensordata}
        inputs = {"initial_state": initial_state, "initial_warmstart": initial_warmstart}

        # the number of trajectories and steps
        nbatch = _agreed(0, 1, {**inputs, **results})
        if nbatch == 1:
            nbatch = len(models)
        if len(models) not in (1, nbatch):
            raise ValueError(f"{len(models)} models for {nbatch} trajectories")
        nstep = _agreed(1, nstep or 1, results)

        # the lengths of the rows
        nstate, ncontrol, nv, nsensordata = _widths(models[0], control_spec)
        seen = models[0]
        for k, other in enumerate(models):
            if other is not seen and _widths(other, control_spec) != (nstate, ncontrol, nv, nsensordata):
                raise ValueError(f"model {k} differs in size from model 0")
            seen = other
        _row("initial_state", initial_state, nstate)
        _row("initial_warmstart", initial_warmstart, nv)
        _row("control", control, ncontrol)
        _row("state", state, nstate)
        _row("sensordata", sensordata, nsensordata)

        if state is None:
            state = np.empty((nbatch, nstep, nstate))
        if sensordata is None:
            sensordata = np.empty((nbatch, nstep, nsensordata))
        # inputs that share memory with an output are copied before it is overwritten
        outputs = (state, sensordata)
        initial_state = _apart(_expanded(initial_state, nbatch), outputs)
        initial_warmstart, control = _apart(initial_warmstart, outputs), _apart(control, outputs)

        given = (initial_state, initial_warmstart, control, state, sensordata)
        rows = self.rollout_.rollout(models, data, nstep, control_spec, *given, chunk_size, return_status)
        return (state, sensordata, _status(rows)) if return_status else (state, sensordata)


persistent_rollout = None


def shutdown_persistent_pool() -> None:
    """Stops the threads that `rollout` keeps with `persistent_pool`; called when Python exits."""
    global persistent_rollout
    if persistent_rollout is not None:
        persistent_rollout.close()
    persistent_rollout = None


atexit.register(shutdown_persistent_pool)


@overload
def rollout(
    model: Models,
    data: Simulations,
    initial_state: ArrayLike,
    control: Optional[ArrayLike] = None,
    *,
    control_spec: int = ...,
    skip_checks: bool = ...,
    nstep: Optional[int] = ...,
    initial_warmstart: Optional[ArrayLike] = ...,
    state: Optional[ArrayLike] = ...,
    sensordata: Optional[ArrayLike] = ...,
    chunk_size: Optional[int] = ...,
    persistent_pool: bool = ...,
    return_status: Literal[False] = ...,
) -> Results: ...

@overload
def rollout(
    model: Models,
    data: Simulations,
    initial_state: ArrayLike,
    control: Optional[ArrayLike] = None,
    *,
    return_status: Literal[True],
    **options: Any,
) -> Marked: ...

def rollout(
    model: Models,
    data: Simulations,
    initial_state: ArrayLike,
    control: Optional[ArrayLike] = None,
    *,
    control_spec: int = _CONTROL,
    skip_checks: bool = False,
    nstep: Optional[int] = None,
    initial_warmstart: Optional[ArrayLike] = None,
    state: Optional[ArrayLike] = None,
    sensordata: Optional[ArrayLike] = None,
    chunk_size: Optional[int] = None,
    persistent_pool: bool = False,
    return_status: bool = False,
) -> Union[Results, Marked]:
    """Computes trajectories on as many threads as there are `data`; see `Rollout.rollout`.

    With `persistent_pool` the threads are kept for the next call with as many `data`.
    """
    global persistent_rollout
    data = _listed(data)
    nthread = len(data) if len(data) > 1 else 0
    options = dict(
        control_spec=control_spec,
        skip_checks=skip_checks,
        nstep=nstep,
        initial_warmstart=initial_warmstart,
        state=state,
        sensordata=sensordata,
        chunk_size=chunk_size,
        return_status=return_status,
    )
    if not persistent_pool:
        with Rollout(nthread=nthread) as once:
            return once.rollout(model, data, initial_state, control, **options)
    if persistent_rollout is not None and persistent_rollout.nthread != nthread:
        shutdown_persistent_pool()
    if persistent_rollout is None:
        persistent_rollout = Rollout(nthread=nthread)
    return persistent_rollout.rollout(model, data, initial_state, control, **options)


def _status(rows):
    """The statuses of the trajectories as arrays."""
    steps, reset, warning, info = zip(*rows) if rows else ((), (), (), ())
    return Status(
        np.array(steps, np.int64), np.array(reset, np.bool_), np.array(warning, np.int32), np.array(info, np.int32)
    )


def _listed(data):
    """Simulations as a list."""
    return [data] if isinstance(data, synovia.MjData) else list(data)


def _whole(**numbers):
    """Refuses values that are neither None nor integers."""
    for name, value in numbers.items():
        if value and not isinstance(value, int):
            raise ValueError(f"{name} should be an int, it is a {type(value).__name__}")


def _array(name, value, ndim):
    """A C-contiguous array of numbers, with leading dimensions of 1 up to `ndim`."""
    if value is None:
        return None
    if not isinstance(value, (np.ndarray, float)):
        raise ValueError(f"{name} must be a numpy array or float")
    value = np.asarray(value)
    if value.ndim > ndim:
        raise ValueError(f"{name} can have at most {ndim} dimensions")
    value = value.reshape((1,) * (ndim - value.ndim) + value.shape)
    return np.ascontiguousarray(value, dtype=np.float64)


def _agreed(side, value, arrays):
    """The common length of dimension `side` of all arrays where it is not 1; `value` if that is not 1."""
    for name, array in arrays.items():
        length = value if array is None else array.shape[side]
        if length in (1, value):
            continue
        if value != 1:
            raise ValueError(f"dimension {side} inferred as {value} but {name} has {length}")
        value = length
    return value


def _widths(model, control_spec):
    """Lengths of a state, of controls, of a warm start, and of all sensor readings."""
    sizes = (synovia.mj_stateSize(model, spec) for spec in (_STATE, control_spec))
    return (*sizes, model.nv, model.nsensordata)


def _row(name, array, width):
    """Refuses rows of another length."""
    if array is not None and array.shape[-1] != width:
        raise ValueError(f"trailing dimension of {name} must be {width}, got {array.shape[-1]}")


def _expanded(initial_state, nbatch):
    """One row per trajectory."""
    return initial_state if len(initial_state) == nbatch else np.tile(initial_state, (nbatch, 1))


def _apart(array, outputs):
    """The array, or a copy if it shares memory with an output."""
    shared = array is not None and any(np.may_share_memory(array, out) for out in outputs)
    return array.copy() if shared else array
