"""Small math functions of numbers and arrays, without the engine."""

import math

import numpy as np

from synovia._constants import mjMINVAL
from synovia._enums import ENUMS
from synovia._fields.memory import text_of
from synovia._calls.arguments import typed

# names of object types; these members of mjtObj are not objects
_KINDS = {
    int(kind): name[len("mjOBJ_") :].lower()
    for name, kind in ENUMS["mjtObj"].__members__.items()
    if name.startswith("mjOBJ_") and name not in ("mjOBJ_UNKNOWN", "mjOBJ_DEFAULT", "mjOBJ_MODEL")
}


def _fill(name, res, value):
    """Fills an array of the same shape."""
    if not isinstance(res, np.ndarray):
        raise TypeError(f"{name} should be an array to write to")
    value = np.asarray(value)
    if res.shape != value.shape:
        raise TypeError(f"{name} should have the shape {value.shape}, it has {res.shape}")
    res[...] = value


def _square(name, mat):
    mat = np.asarray(mat, np.float64)
    if mat.ndim != 2 or mat.shape[0] != mat.shape[1]:
        raise TypeError(f"{name} should be square")
    return mat


@typed
def mju_symmetrize(res, mat):
    """`res = (mat + mat') / 2`.

    - `res`: float64 (n, n), written
    - `mat`: float64 (n, n)
    """
    mat = _square("mat", mat)
    _fill("res", res, 0.5 * (mat + mat.T))


@typed
def mju_eye(mat):
    """Sets `mat` to the identity.

    - `mat`: float64 (n, n), written
    """
    mat[...] = np.eye(len(_square("mat", mat)))


@typed
def mju_dense2sparse(res, mat, rownnz, rowadr, colind):
    """Converts a dense matrix to compressed sparse rows; returns 1 if `res` is too short for them, else 0.

    - `res`: float64 (nnz,), written
    - `mat`: float64 (nr, nc)
    - `rownnz`: int32 (nr,), written; entries of each row
    - `rowadr`: int32 (nr,), written; first entry of each row
    - `colind`: int32 (nnz,), written; column of each entry
    - returns int
    """
    mat = np.asarray(mat, np.float64)
    if len(rownnz) != len(mat) or len(rowadr) != len(mat):
        raise TypeError("rownnz and rowadr should have as many elements as mat has rows")
    if len(colind) != len(res):
        raise TypeError("res and colind should have the same size")
    address = 0
    for r, row in enumerate(mat):
        columns = np.flatnonzero(row)
        rowadr[r] = address
        rownnz[r] = 0
        for c in columns:
            if address >= len(res):
                return 1
            res[address], colind[address] = row[c], c
            rownnz[r] += 1
            address += 1
    return 0


@typed
def mju_sparse2dense(res, mat, rownnz, rowadr, colind):
    """Converts compressed sparse rows to a dense matrix.

    - `res`: float64 (nr, nc), written
    - `mat`: float64 (nnz,)
    - `rownnz`: int32 (nr,); entries of each row
    - `rowadr`: int32 (nr,); first entry of each row
    - `colind`: int32 (nnz,); column of each entry
    """
    res[...] = 0
    for r in range(len(res)):
        entries = slice(int(rowadr[r]), int(rowadr[r]) + int(rownnz[r]))
        res[r, colind[entries]] = mat[entries]


@typed
def mju_encodePyramid(pyramid, force, mu):
    """Encodes a contact force as forces along the edges of the friction pyramid.

    - `pyramid`: float64 (2 dim-2,), written
    - `force`: float64 (dim,)
    - `mu`: float64 (dim-1,); friction coefficients
    """
    # DIFFERENCE(pyramid-dim): MuJoCo's module ignores the last element of mu
    force, mu = np.asarray(force, np.float64), np.asarray(mu, np.float64)
    if len(pyramid) != 2 * len(mu) or len(force) != len(mu) + 1:
        raise TypeError("pyramid should be twice as long as mu, force longer by one")
    normal = force[0] / len(mu)
    tangent = np.minimum(normal, force[1:] / mu)
    pyramid[0::2] = 0.5 * (normal + tangent)
    pyramid[1::2] = 0.5 * (normal - tangent)


@typed
def mju_decodePyramid(force, pyramid, mu):
    """Decodes forces along the edges of the friction pyramid to a contact force.

    - `force`: float64 (dim,), written
    - `pyramid`: float64 (2 dim-2,)
    - `mu`: float64 (dim-1,); friction coefficients
    """
    # DIFFERENCE(pyramid-dim): as above
    pyramid, mu = np.asarray(pyramid, np.float64), np.asarray(mu, np.float64)
    if len(pyramid) != 2 * len(mu) or len(force) != len(mu) + 1:
        raise TypeError("pyramid should be twice as long as mu, force longer by one")
    force[1:] = (pyramid[0::2] - pyramid[1::2]) * mu
    force[0] = pyramid.sum()


@typed
def mju_springDamper(pos0, vel0, Kp, Kv, dt):
    """Position at time `dt` of a unit mass on a spring and a damper.

    - `pos0`: float; position at the start
    - `vel0`: float; velocity at the start
    - `Kp`: float; stiffness
    - `Kv`: float; damping
    - `dt`: float; time, s
    - returns float
    """
    half, gap = Kv / 2, Kv * Kv - 4 * Kp
    if abs(gap) <= mjMINVAL:
        return math.exp(-half * dt) * (pos0 + (vel0 + half * pos0) * dt)
    rate = math.sqrt(abs(gap)) / 2
    if gap < 0:
        swing = math.cos(rate * dt) * pos0 + math.sin(rate * dt) * (vel0 + half * pos0) / rate
        return math.exp(-half * dt) * swing
    slow, fast = rate - half, -rate - half
    a = (pos0 * fast - vel0) / (fast - slow)
    b = (pos0 * slow - vel0) / (slow - fast)
    return a * math.exp(slow * dt) + b * math.exp(fast * dt)


@typed
def mju_Halton(index, base):
    """Element of the Halton sequence: the digits of `index`, mirrored at the radix point.

    - `index`: int
    - `base`: int; a prime number
    - returns float
    """
    value, weight = 0.0, 1 / base
    while index > 0:
        index, digit = divmod(index, base)
        value += weight * digit
        weight /= base
    return value


@typed
def mju_insertionSort(list):
    """Sorts numbers in ascending order.

    - `list`: float64 (n,), written
    """
    list.sort()


@typed
def mju_insertionSortInt(list):
    """Sorts integers in ascending order.

    - `list`: int32 (n,), written
    """
    list.sort()


@typed
def mju_f2n(res, vec):
    """Copies float32 to float64.

    - `res`: float64 (n,), written
    - `vec`: float32 (n,)
    """
    _fill("res", res, vec)


@typed
def mju_n2f(res, vec):
    """Copies float64 to float32.

    - `res`: float32 (n,), written
    - `vec`: float64 (n,)
    """
    _fill("res", res, vec)


@typed
def mju_d2n(res, vec):
    """Copies float64.

    - `res`: float64 (n,), written
    - `vec`: float64 (n,)
    """
    _fill("res", res, vec)


@typed
def mju_n2d(res, vec):
    """Copies float64.

    - `res`: float64 (n,), written
    - `vec`: float64 (n,)
    """
    _fill("res", res, vec)


def mju_type2Str(type):
    """Name of an object type, `mjtObj`; None if it has no name.

    - `type`: int; `mjtObj`
    - returns str or None
    """
    return _KINDS.get(int(type))


def mju_str2Type(str):
    """Object type, `mjtObj`, with this name; 0 if there is none.

    - `str`: str
    - returns int
    """
    wanted = text_of(str)
    return next((kind for kind, name in _KINDS.items() if name == wanted), 0)


@typed
def mju_writeNumBytes(nbytes):
    """A number of bytes, in the largest unit that divides it.

    - `nbytes`: int
    - returns str
    """
    for power, unit in zip(range(60, 0, -10), "EPTGMK"):
        if nbytes >= 1 << power and nbytes % (1 << power) == 0:
            return f"{nbytes >> power}{unit}"
    return str(nbytes)
