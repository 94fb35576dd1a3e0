"""Functions that take a model and a simulation, written in numpy."""

import operator
import random
import time

import numpy as np

from synovia import _synovia
from synovia._constants import mjMINVAL
from synovia._fields.data import COLUMNS, MjContact
from synovia._fields.memory import SCHEMA
from synovia._calls.math import mju_writeNumBytes
from synovia._fields.model import MjModel
from synovia._synovia import mj_isSparse
from synovia._calls.arguments import typed


@typed
def mj_addContact(m, d, con):
    """Appends a contact; `mj_makeConstraint` creates its rows. Returns 0, or 1 if the buffer is full.

    - `m`: MjModel
    - `d`: MjData
    - `con`: MjContact
    - returns int; 0, or 1 if there is no room
    """
    return d._add_contact(con._record.tobytes())


@typed
def mj_local2Global(d, xpos, xmat, pos, quat, body, sameframe):
    """World pose of a frame that is fixed to a body; `sameframe`, an `mjtSameFrame`, is what it has in common with the body frame.

    - `d`: MjData
    - `xpos`: float64 (3,), written; position in the world
    - `xmat`: float64 (9,), written; its axes, row-major
    - `pos`: float64 (3,); position in the body
    - `quat`: float64 (4,); orientation in the body
    - `body`: int; id of a body
    - `sameframe`: int; `mjtSameFrame`
    """
    same = int(sameframe)
    if same in (1, 2):
        xpos[...] = (d.xpos if same == 1 else d.xipos)[body]
    else:
        xpos[...] = d.xmat[body].reshape(3, 3) @ np.asarray(pos, np.float64) + d.xpos[body]
    if same == 0:
        turned = np.zeros(4)
        _synovia.mju_mulQuat(turned, d.xquat[body], quat)
        _synovia.mju_quat2Mat(xmat, turned)
    else:
        xmat[...] = (d.xmat if same in (1, 3) else d.ximat)[body]


@typed
def mj_addM(m, d, dst, rownnz, rowadr, colind):
    """Adds the lower triangle of the inertia matrix to compressed rows, adding missing entries.

    - `m`: MjModel
    - `d`: MjData
    - `dst`: float64 (nnz,), written; values, added to
    - `rownnz`: int32 (nv,), written; entries of each row
    - `rowadr`: int32 (nv,), written; first entry of each row
    - `colind`: int32 (nnz,), written; column of each entry
    """
    for i in range(m.nv):
        first, count = int(rowadr[i]), int(rownnz[i])
        row = dict(zip(colind[first : first + count].tolist(), dst[first : first + count].tolist()))
        start = int(m.M_rowadr[i])
        for k in range(start, start + int(m.M_rownnz[i])):
            column = int(m.M_colind[k])
            row[column] = row.get(column, 0.0) + float(d.M[k])
        if first + len(row) > len(dst):
            raise ValueError(f"dst is too short for row {i}")
        rownnz[i] = len(row)
        for k, column in enumerate(sorted(row), first):
            dst[k], colind[k] = row[column], column


@typed
def mj_angmomMat(m, d, mat, body):
    """The matrix that maps velocities to the angular momentum of a subtree about its center of mass.

    - `m`: MjModel
    - `d`: MjData
    - `mat`: float64 (3, nv), written; kg m²/s for each unit of velocity
    - `body`: int; id of a body
    """
    if mat.shape != (3, m.nv):
        raise TypeError(f"mat should have the shape {(3, m.nv)}, it has {mat.shape}")
    if not 0 <= body < m.nbody:
        raise ValueError(f"body {body} is not between 0 and {m.nbody}")
    total, subtree = np.zeros((3, m.nv)), {int(body)}
    for b in range(int(body), m.nbody):
        if b != body and int(m.body_parentid[b]) not in subtree:
            continue
        subtree.add(b)
        move, turn = np.zeros((2, 3, m.nv))
        _synovia.mj_jacBodyCom(m, d, move, turn, b)
        axes = d.ximat[b].reshape(3, 3)
        total += axes @ np.diag(m.body_inertia[b]) @ axes.T @ turn
        total += m.body_mass[b] * np.cross(d.xipos[b] - d.subtree_com[body], move, axisb=0, axisc=0)
    mat[...] = total


@typed
def mj_initCtrlHistory(m, d, id, times, values):
    """Fills the history buffer of an actuator; `times` must ascend, None keeps the current ones.

    - `m`: MjModel
    - `d`: MjData
    - `id`: int; id of an actuator
    - `times`: float64 (n,) or None; ascending, s
    - `values`: float64 (n,); controls
    """
    _fill_history(d, m.actuator_history[id], int(m.actuator_historyadr[id]), times, values, 1)


@typed
def mj_initSensorHistory(m, d, id, times, values, phase):
    """Fills the history buffer of a sensor; `times` must ascend, None keeps the current ones; `phase` is the time of its last tick.

    - `m`: MjModel
    - `d`: MjData
    - `id`: int; id of a sensor
    - `times`: float64 (n,) or None; ascending, s
    - `values`: float64 (n, dim); readings
    - `phase`: float; s
    """
    _fill_history(d, m.sensor_history[id], int(m.sensor_historyadr[id]), times, values, int(m.sensor_dim[id]))
    d.history[int(m.sensor_historyadr[id])] = phase


def _fill_history(d, history, address, times, values, dim):
    samples = int(history[0])
    if samples <= 0:
        raise ValueError("there is no history to fill")
    values = np.asarray(values, np.float64).ravel()
    first = address + 2
    if times is None:
        # the current ring buffer, oldest sample first
        order = (int(d.history[address + 1]) + 1 + np.arange(samples)) % samples
        times = d.history[first : first + samples][order]
    if len(times) != samples or len(values) != samples * dim:
        raise TypeError(f"times should have {samples} elements, values {samples * dim}")
    if np.any(np.diff(times) < mjMINVAL):
        raise ValueError("times should ascend")
    d.history[address + 1] = samples - 1
    d.history[first : first + samples] = times
    d.history[first + samples : first + samples + len(values)] = values


@typed
def mj_defaultVisual(vis):
    """Sets all visual options to their defaults.

    - `vis`: MjVisual; written
    """
    vis._assign(MjModel.from_xml_string("<mujoco/>").vis)


@typed
def mj_defaultSolRefImp(solref, solimp):
    """Writes the default `solref` and `solimp` of constraints; None skips one.

    - `solref`: float64 (2,) or None, written
    - `solimp`: float64 (5,) or None, written
    """
    if solref is not None:
        solref[...] = (0.02, 1.0)
    if solimp is not None:
        solimp[...] = (0.9, 0.95, 0.001, 0.5, 2.0)


def mju_standardNormal(num2=None):
    """A random number of the standard normal distribution; a second, independent one goes to `num2` if it is an array.

    - `num2`: float64 (1,) or None, written
    - returns float
    """
    if num2 is not None:
        num2[...] = random.gauss(0.0, 1.0)
    return random.gauss(0.0, 1.0)


def _realloc_con_efc(d, ncon, nefc, nJ=-1):
    """Resizes contacts and constraint rows, all zero; `nJ` is the number of elements of the Jacobian, by default that of a dense one. For
    programs that restore simulations by hand."""
    ncon, nefc = operator.index(ncon), operator.index(nefc)
    elements = operator.index(nJ) if nJ >= 0 else nefc * d.model.nv
    width = {"nefc": nefc, "nJ": elements, "nA": nefc if mj_isSparse(d.model) else nefc * nefc}
    grown = [(COLUMNS[name], dtype, shape) for name, dtype, shape, _ in SCHEMA["data"] if shape.split(" x ")[0] in width]
    needed = ncon * MjContact._dtype.itemsize
    for _, dtype, shape in grown:
        first, *rest = shape.split(" x ")
        needed += width[first] * int(np.prod([int(side) for side in rest])) * np.dtype(dtype).itemsize
    enough = needed <= d.model.narena and ncon <= len(d._contacts_room()) // MjContact._dtype.itemsize
    if not enough:
        ncon = nefc = 0
        width = dict.fromkeys(width, 0)
    for k, dtype, shape in grown:
        first, *rest = shape.split(" x ")
        sides = [width[first], *map(int, rest)]
        d._set_column(k, bytes(int(np.prod(sides)) * np.dtype(dtype).itemsize), sides)
    d._set_counts([0, 0, 0, nefc], [0, 0], [0, 0, 0, 0])
    d._set_contacts(bytes(ncon * MjContact._dtype.itemsize))
    if not enough:
        size = mju_writeNumBytes(d.model.narena)
        raise _synovia.FatalError(
            f'Insufficient arena memory, currently allocated memory="{size}". Increase using <size memory="X"/>.'
        )


# the state, and fields that stay zero until a step writes them
_KEPT = set(
    "qpos qvel act history qacc_warmstart ctrl qfrc_applied xfrc_applied eq_active mocap_pos mocap_quat userdata "
    "plugin_state act_dot qacc qM".split()
)


@typed
def mj_resetDataDebug(m, d, debug_value):
    """Resets to the reference configuration, at rest; each byte of derived quantities is set to `debug_value`.

    - `m`: MjModel
    - `d`: MjData
    - `debug_value`: int; a byte
    """
    if not 0 <= int(debug_value) < 256:
        raise ValueError(f"debug_value {int(debug_value)} is not a byte")
    _synovia.mj_resetData(m, d)
    filler = np.frombuffer(bytes([int(debug_value)]) * 8, np.float64)[0]
    for name, dtype, *_ in SCHEMA["data"]:
        # only floats, so that no index is out of range
        if dtype == "float64" and name not in _KEPT and not name.startswith(("efc_", "iefc_", "i")):
            getattr(d, name)[...] = filler


def mju_writeLog(type, msg):
    """Appends a message to the file MUJOCO_LOG.TXT in the working directory.

    - `type`: str; such as `WARNING`
    - `msg`: str
    """
    with open("MUJOCO_LOG.TXT", "a", encoding="utf-8") as file:
        file.write(f"{time.ctime()}\n{type}: {msg}\n\n")
