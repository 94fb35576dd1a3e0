"""Small functions of numbers and arrays, without the engine."""

import math

import numpy as np

from synovia._constants import mjMAXVAL, mjMINVAL
from synovia._enums import ENUMS
from synovia._fields import text_of
from synovia._synovia import FatalError

# names of kinds of objects; numbers and defaults are no objects
_KINDS = {
    int(kind): name[len("mjOBJ_") :].lower()
    for name, kind in ENUMS["mjtObj"].__members__.items()
    if name.startswith("mjOBJ_") and name not in ("mjOBJ_UNKNOWN", "mjOBJ_DEFAULT", "mjOBJ_MODEL")
}


def _fill(name, res, value):
    """Writes an array of the same shape."""
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


def mju_zero(res):
    """`res = 0`.

    - `res`: float64 (n,), written
    """
    res[...] = 0


def mju_fill(res, val):
    """`res = val`.

    - `res`: float64 (n,), written
    - `val`: float
    """
    res[...] = val


def mju_copy(res, vec):
    """`res = vec`.

    - `res`: float64 (n,), written
    - `vec`: float64 (n,)
    """
    _fill("res", res, vec)


def mju_L1(vec):
    """Sum of absolute values.

    - `vec`: float64 (n,)
    - returns float
    """
    return float(np.abs(vec).sum())


def mju_isZero(vec):
    """1 if all elements are zero.

    - `vec`: float64 (n,)
    - returns int
    """
    return int(not np.any(vec))


def mju_transpose(res, mat):
    """`res = mat'`.

    - `res`: float64 (nc, nr), written
    - `mat`: float64 (nr, nc)
    """
    _fill("res", res, np.array(mat).T)


def mju_symmetrize(res, mat):
    """`res = (mat + mat') / 2`.

    - `res`: float64 (n, n), written
    - `mat`: float64 (n, n)
    """
    mat = _square("mat", mat)
    _fill("res", res, 0.5 * (mat + mat.T))


def mju_eye(mat):
    """`mat` becomes the identity.

    - `mat`: float64 (n, n), written
    """
    mat[...] = np.eye(len(_square("mat", mat)))


def mju_mulMatMat(res, mat1, mat2):
    """`res = mat1 mat2`.

    - `res`: float64 (r1, c2), written
    - `mat1`: float64 (r1, c1)
    - `mat2`: float64 (c1, c2)
    """
    _fill("res", res, _product(mat1, mat2))


def mju_mulMatMatT(res, mat1, mat2):
    """`res = mat1 mat2'`.

    - `res`: float64 (r1, r2), written
    - `mat1`: float64 (r1, c1)
    - `mat2`: float64 (r2, c1)
    """
    _fill("res", res, _product(mat1, np.asarray(mat2).T))


def mju_mulMatTMat(res, mat1, mat2):
    """`res = mat1' mat2`.

    - `res`: float64 (c1, c2), written
    - `mat1`: float64 (r1, c1)
    - `mat2`: float64 (r1, c2)
    """
    _fill("res", res, _product(np.asarray(mat1).T, mat2))


def _product(a, b):
    a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
    if a.ndim != 2 or b.ndim != 2 or a.shape[1] != b.shape[0]:
        raise TypeError(f"matrices of shapes {a.shape} and {b.shape} cannot be multiplied")
    return a @ b


def mju_dense2sparse(res, mat, rownnz, rowadr, colind):
    """Compressed rows of a matrix; returns 1 if `res` is too short for them, else 0.

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


def mju_sparse2dense(res, mat, rownnz, rowadr, colind):
    """The matrix of compressed rows.

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


def mju_encodePyramid(pyramid, force, mu):
    """Encodes a contact force as forces along the edges of the friction pyramid.

    - `pyramid`: float64 (2 dim-2,), written
    - `force`: float64 (dim,)
    - `mu`: float64 (dim-1,); coefficients of friction
    """
    # DIFFERENCE(pyramid-dim): MuJoCo's module leaves out the last element of mu
    force, mu = np.asarray(force, np.float64), np.asarray(mu, np.float64)
    if len(pyramid) != 2 * len(mu) or len(force) != len(mu) + 1:
        raise TypeError("pyramid should be twice as long as mu, force longer by one")
    normal = force[0] / len(mu)
    tangent = np.minimum(normal, force[1:] / mu)
    pyramid[0::2] = 0.5 * (normal + tangent)
    pyramid[1::2] = 0.5 * (normal - tangent)


def mju_decodePyramid(force, pyramid, mu):
    """Decodes forces along the edges of the friction pyramid to a contact force.

    - `force`: float64 (dim,), written
    - `pyramid`: float64 (2 dim-2,)
    - `mu`: float64 (dim-1,); coefficients of friction
    """
    # DIFFERENCE(pyramid-dim): as above
    pyramid, mu = np.asarray(pyramid, np.float64), np.asarray(mu, np.float64)
    if len(pyramid) != 2 * len(mu) or len(force) != len(mu) + 1:
        raise TypeError("pyramid should be twice as long as mu, force longer by one")
    force[1:] = (pyramid[0::2] - pyramid[1::2]) * mu
    force[0] = pyramid.sum()


def mju_euler2Quat(quat, euler, seq):
    """Quaternion of three turns about axes named by `seq`: xyz turn with the body, XYZ stay in the world.

    - `quat`: float64 (4,), written
    - `euler`: float64 (3,); angles, rad
    - `seq`: str; three letters
    """
    seq = text_of(seq)
    if len(seq) != 3:
        raise FatalError("mju_euler2Quat: seq must contain exactly 3 characters")
    for k, axis in enumerate(seq):
        if axis not in "xyzXYZ":
            raise FatalError(f"mju_euler2Quat: seq[{k}] is '{axis}', should be one of x, y, z, X, Y, Z")
    total = np.array([1.0, 0, 0, 0])
    for angle, axis in zip(euler, seq):
        turn = np.zeros(4)
        turn[0] = math.cos(angle / 2)
        turn[1 + "xyz".index(axis.lower())] = math.sin(angle / 2)
        total = _quat_product(total, turn) if axis.islower() else _quat_product(turn, total)
    _fill("quat", quat, total)


def _quat_product(a, b):
    vector = a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:])
    return np.array([a[0] * b[0] - a[1:] @ b[1:], *vector])


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


def mju_min(a, b):
    """The smaller number.

    - `a`: float
    - `b`: float
    - returns float
    """
    return float(a if a <= b else b)


def mju_max(a, b):
    """The larger number.

    - `a`: float
    - `b`: float
    - returns float
    """
    return float(a if a >= b else b)


def mju_clip(x, min, max):
    """`x`, or the end of the range that it is beyond.

    - `x`: float
    - `min`: float
    - `max`: float
    - returns float
    """
    return float(min if x < min else max if x > max else x)


def mju_sign(x):
    """-1, 0 or 1.

    - `x`: float
    - returns float
    """
    return float((x > 0) - (x < 0))


def mju_round(x):
    """The nearest integer; halves go up.

    - `x`: float
    - returns int
    """
    lower, upper = math.floor(x), math.ceil(x)
    return lower if x - lower < upper - x else upper


def mju_isBad(x):
    """1 if the number is bad: NaN, or larger than 1e10.

    - `x`: float
    - returns int
    """
    return int(not -mjMAXVAL <= x <= mjMAXVAL)


def mju_sigmoid(x):
    """The quintic that rises from 0 to 1 over the unit interval.

    - `x`: float
    - returns float
    """
    if x <= 0:
        return 0.0
    return 1.0 if x >= 1 else x * x * x * (3 * x * (2 * x - 5) + 10)


def mju_Halton(index, base):
    """Element of the Halton sequence: the digits of `index`, mirrored at the point.

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


def mju_insertionSort(list):
    """Sorts numbers, smallest first.

    - `list`: float64 (n,), written
    """
    list.sort()


def mju_insertionSortInt(list):
    """Sorts integers, smallest first.

    - `list`: int32 (n,), written
    """
    list.sort()


def mju_f2n(res, vec):
    """Copies float32 to float64.

    - `res`: float64 (n,), written
    - `vec`: float32 (n,)
    """
    _fill("res", res, vec)


def mju_n2f(res, vec):
    """Copies float64 to float32.

    - `res`: float32 (n,), written
    - `vec`: float64 (n,)
    """
    _fill("res", res, vec)


def mju_d2n(res, vec):
    """Copies float64.

    - `res`: float64 (n,), written
    - `vec`: float64 (n,)
    """
    _fill("res", res, vec)


def mju_n2d(res, vec):
    """Copies float64.

    - `res`: float64 (n,), written
    - `vec`: float64 (n,)
    """
    _fill("res", res, vec)


def mju_type2Str(type):
    """Name of a kind of object, `mjtObj`; None if there is none.

    - `type`: int; `mjtObj`
    - returns str or None
    """
    return _KINDS.get(int(type))


def mju_str2Type(str):
    """Kind of object, `mjtObj`, with this name; 0 if there is none.

    - `str`: str
    - returns int
    """
    wanted = text_of(str)
    return next((kind for kind, name in _KINDS.items() if name == wanted), 0)


def mju_writeNumBytes(nbytes):
    """A number of bytes, in the largest unit that divides it.

    - `nbytes`: int
    - returns str
    """
    for power, unit in zip(range(60, 0, -10), "EPTGMK"):
        if nbytes >= 1 << power and nbytes % (1 << power) == 0:
            return f"{nbytes >> power}{unit}"
    return str(nbytes)
