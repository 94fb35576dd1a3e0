"""Matrices on standard output."""

import numpy as np


def mju_printMat(mat):
    """Prints a matrix, one row per line.

    - `mat`: float64 (nr, nc)
    """
    for row in np.atleast_2d(np.asarray(mat, np.float64)).tolist():
        print("".join(f"{x:.8f} " for x in row))
    print()


def mju_printMatSparse(mat, rownnz, rowadr, colind):
    """Prints a matrix in compressed sparse rows: column and value of each element.

    - `mat`: float64 (nnz,)
    - `rownnz`: int32 (nr,); entries of each row
    - `rowadr`: int32 (nr,); first entry of each row
    - `colind`: int32 (nnz,); column of each entry
    """
    for count, first in zip(np.ravel(rownnz).tolist(), np.ravel(rowadr).tolist()):
        places = range(first, first + count)
        print("".join(f"{int(colind[k])}: {float(mat[k]):.8f}  " for k in places))
    print()
