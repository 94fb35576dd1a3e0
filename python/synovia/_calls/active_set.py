"""Quadratic programs with bounds, solved exactly."""

from typing import NamedTuple

import numpy as np

from synovia import _synovia


class ActiveSetResult(NamedTuple):
    """The result of `active_set`."""

    lambda_: np.ndarray = np.zeros(0)
    """The minimiser if `converged`, else the best point found."""
    converged: bool = False
    """True if `lambda_` is the minimiser."""
    iterations: int = 0
    """Number of passes; each solves one linear system."""
    second_phase: int = 0
    """Number of those in the second phase."""
    active_set_size: int = 0
    """Number of rows in the working set."""
    residual: float = 0.0
    """The norm of A λ − b, which is not zero where rows are at bounds."""


def active_set(A, b, lower=None, upper=None, *, tolerance=1e-6, cap=100, max_iterations=None):
    """Minimises ½ λ'Aλ − b'λ over lower ≤ λ ≤ upper, by default λ ≥ 0, for a symmetric positive definite matrix.

    `tolerance` is how far Aλ − b may have the wrong sign in a row at its bound, `cap` limits the passes of the first phase,
    which is never longer than twice the number of rows, and `max_iterations` those of both phases together. A matrix that differs
    from its transpose by more than rounding (1e-10 relative) is a ValueError.
    """
    return ActiveSetResult(*_synovia.active_set(A, b, lower, upper, tolerance, cap, max_iterations))
