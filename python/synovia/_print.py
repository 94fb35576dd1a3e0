"""Matrices on the standard output."""

import numpy as np


def mju_printMat(mat):
    """Prints a matrix, a row a line."""
    for row in np.atleast_2d(np.asarray(mat, np.float64)).tolist():
        print("".join(f"{x:.8f} " for x in row))
    print()


def mju_printMatSparse(mat, rownnz, rowadr, colind):
    """Prints a matrix of compressed rows: column and value of each element."""
    for count, first in zip(np.ravel(rownnz).tolist(), np.ravel(rowadr).tolist()):
        places = range(first, first + count)
        print("".join(f"{int(colind[k])}: {float(mat[k]):.8f}  " for k in places))
    print()
