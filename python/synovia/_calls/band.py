"""Symmetric matrices with a band along the diagonal, followed by dense rows.

The first `ntotal - ndense` rows store their last `nband` elements up to the diagonal, the others all `ntotal` elements.
"""

import numpy as np

from synovia._constants import mjMINVAL
from synovia._calls.arguments import typed


def _stored(ntotal, nband, ndense):
    """For each row: the stored range of its part of the lower triangle, and its first column."""
    sparse = ntotal - ndense
    for i in range(ntotal):
        if i < sparse:
            width = min(i + 1, nband)
            end = (i + 1) * nband
            yield i, slice(end - width, end), i + 1 - width
        else:
            start = sparse * nband + (i - sparse) * ntotal
            yield i, slice(start, start + i + 1), 0


def _checked(mat, ntotal, nband, ndense):
    mat = np.asarray(mat, np.float64).ravel()
    size = (ntotal - ndense) * nband + ndense * ntotal
    if mat.size != size:
        raise TypeError(f"mat should have {size} elements, it has {mat.size}")
    return mat


def _dense(mat, ntotal, nband, ndense, symmetric):
    mat = _checked(mat, ntotal, nband, ndense)
    full = np.zeros((ntotal, ntotal))
    for i, place, first in _stored(ntotal, nband, ndense):
        full[i, first : i + 1] = mat[place]
    return full + np.tril(full, -1).T if symmetric else full


def _pack(mat, full, ntotal, nband, ndense):
    for i, place, first in _stored(ntotal, nband, ndense):
        mat[place] = full[i, first : i + 1]


@typed
def mju_bandDiag(i, ntotal, nband, ndense):
    """Address of diagonal element `i` of a band matrix.

    - `i`: int; index of the row
    - `ntotal`: int; rows of the matrix
    - `nband`: int; width of the band, with the diagonal
    - `ndense`: int; dense rows at the end
    - returns int
    """
    sparse = ntotal - ndense
    return (i + 1) * nband - 1 if i < sparse else sparse * nband + (i - sparse) * ntotal + i


@typed
def mju_band2Dense(res, mat, ntotal, nband, ndense, flg_sym):
    """Converts a band matrix to a dense matrix, or to its lower triangle.

    - `res`: float64 (ntotal, ntotal), written
    - `mat`: float64 (nB,); the band, then the dense rows
    - `ntotal`: int; rows of the matrix
    - `nband`: int; width of the band, with the diagonal
    - `ndense`: int; dense rows at the end
    - `flg_sym`: int; 1 for both triangles, 0 for the lower one
    """
    full = _dense(mat, ntotal, nband, ndense, flg_sym)
    if res.shape != full.shape:
        raise TypeError(f"res should have the shape {full.shape}, it has {res.shape}")
    res[...] = full


@typed
def mju_dense2Band(res, mat, ntotal, nband, ndense):
    """Converts a dense matrix to a band matrix.

    - `res`: float64 (nB,), written
    - `mat`: float64 (ntotal, ntotal)
    - `ntotal`: int; rows of the matrix
    - `nband`: int; width of the band, with the diagonal
    - `ndense`: int; dense rows at the end
    """
    mat = np.asarray(mat, np.float64)
    if mat.shape != (ntotal, ntotal):
        raise TypeError(f"mat should have the shape {(ntotal, ntotal)}, it has {mat.shape}")
    _checked(res, ntotal, nband, ndense)
    _pack(res, mat, ntotal, nband, ndense)


@typed
def mju_bandMulMatVec(res, mat, vec, ntotal, nband, ndense, nvec, flg_sym):
    """Multiplies a band matrix, or its lower triangle, by consecutive vectors.

    - `res`: float64 (ntotal nvec,), written
    - `mat`: float64 (nB,)
    - `vec`: float64 (ntotal nvec,)
    - `ntotal`: int; rows of the matrix
    - `nband`: int; width of the band, with the diagonal
    - `ndense`: int; dense rows at the end
    - `nvec`: int; number of vectors
    - `flg_sym`: int; 1 for both triangles, 0 for the lower one
    """
    full = _dense(mat, ntotal, nband, ndense, flg_sym)
    vectors = np.asarray(vec, np.float64).ravel()
    if vectors.size != ntotal * nvec or res.size != ntotal * nvec:
        raise TypeError(f"res and vec should have {ntotal * nvec} elements")
    res[...] = (vectors.reshape(nvec, ntotal) @ full.T).reshape(res.shape)


@typed
def mju_cholFactorBand(mat, ntotal, nband, ndense, diagadd, diagmul):
    """Replaces a band matrix by its Cholesky factor, after adding `diagadd + diagmul * diagonal` to its diagonal.

    Returns the smallest squared pivot, or 0 if the matrix is not positive definite; in that case `mat` is unchanged.

    - `mat`: float64 (nB,), written
    - `ntotal`: int; rows of the matrix
    - `nband`: int; width of the band, with the diagonal
    - `ndense`: int; dense rows at the end
    - `diagadd`: float
    - `diagmul`: float
    - returns float
    """
    full = _dense(mat, ntotal, nband, ndense, True)
    full += np.diag(diagadd + diagmul * np.diag(full))
    try:
        factor = np.linalg.cholesky(full)
    except np.linalg.LinAlgError:
        return 0.0
    smallest = float((np.diag(factor) ** 2).min(initial=np.inf))
    if smallest < mjMINVAL:
        return 0.0
    _pack(mat, factor, ntotal, nband, ndense)
    return smallest


@typed
def mju_cholSolveBand(res, mat, vec, ntotal, nband, ndense):
    """Solves `(mat mat') res = vec`, for the Cholesky factor of a band matrix.

    - `res`: float64 (ntotal,), written
    - `mat`: float64 (nB,); the factor
    - `vec`: float64 (ntotal,)
    - `ntotal`: int; rows of the matrix
    - `nband`: int; width of the band, with the diagonal
    - `ndense`: int; dense rows at the end
    """
    factor = _dense(mat, ntotal, nband, ndense, False)
    res[...] = np.linalg.solve(factor.T, np.linalg.solve(factor, np.asarray(vec, np.float64)))
