"""Nonlinear least squares with bounds.

For a residual r(x), the objective is a norm n(r(x)), by default half of the squared sum. With the Jacobian J of r, the
gradient and the Gauss-Newton Hessian of the objective are

    g = J' n'(r),    H = J' n''(r) J                                              (1)

A step minimises the model of the objective with a damped Hessian (Levenberg, Marquardt) within the bounds,

    min  g'd + ½ d'(H + µ I)d    over  lower ≤ x + d ≤ upper                      (2)

which `mju_boxQP` solves. The step is taken if the objective decreases by at least a hundredth of what its slope predicts (Armijo); otherwise
the damping µ grows until it does. µ shrinks, by larger factors each consecutive time, while the model predicts the decrease well, and may be zero.

    x, trace = least_squares(x0, residual, bounds=(lower, upper))
"""

import abc
import dataclasses
import enum
import time
from typing import Callable, List, Optional, Sequence, TextIO, Tuple, Union

import numpy as np

from synovia._synovia import mju_boxQP

_ARMIJO = 0.01


class Verbosity(enum.Enum):
    """What is printed and recorded for each iteration."""

    SILENT = 0
    FINAL = 1
    ITER = 2
    FULLITER = 3


class Status(enum.Enum):
    """Reason for termination."""

    FACTORIZATION_FAILED = enum.auto()
    NO_IMPROVEMENT = enum.auto()
    MAX_ITER = enum.auto()
    DX_TOL = enum.auto()
    G_TOL = enum.auto()


# programs match on these
_REASONS = {
    Status.FACTORIZATION_FAILED: "the damped Hessian cannot be factored.",
    Status.NO_IMPROVEMENT: "no step improves the objective.",
    Status.MAX_ITER: "maximum iterations reached.",
    Status.DX_TOL: "norm(dx) < tol",
    Status.G_TOL: "norm(gradient) < tol",
}


@dataclasses.dataclass(frozen=True)
class IterLog:
    """One iteration: its start and its result. The last four fields are only set with `Verbosity.FULLITER`."""

    candidate: np.ndarray
    objective: np.float64
    reduction: np.float64
    regularizer: np.float64
    residual: Optional[np.ndarray] = None
    jacobian: Optional[np.ndarray] = None
    grad: Optional[np.ndarray] = None
    step: Optional[np.ndarray] = None


class Norm(abc.ABC):
    """A norm of the residual. The residual is a column vector, `proj` a matrix with as many rows."""

    @abc.abstractmethod
    def value(self, r: np.ndarray) -> np.float64:
        """The norm of `r`."""

    @abc.abstractmethod
    def grad_hess(self, r: np.ndarray, proj: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
        """`proj' n'(r)` and `proj' n''(r) proj`: the projected derivatives, which a structured norm can compute cheaply."""


class Quadratic(Norm):
    """Half of the sum of squares."""

    def value(self, r: np.ndarray) -> np.float64:
        """`r'r / 2`."""
        return 0.5 * np.vdot(r, r)

    def grad_hess(self, r: np.ndarray, proj: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
        """`proj' r` and `proj' proj`."""
        return proj.T @ r, proj.T @ proj


class _Damping:
    """The damping µ of equation (2)."""

    def __init__(self, least, most, factor):
        if factor <= 1:
            raise ValueError("mu_factor must be > 1.")
        self.value, self.least, self.most, self.factor = np.float64(0.0), least, most, factor
        self.falls = 0

    def grow(self):
        """Increases µ by the factor. Returns False if it is already at its maximum."""
        if self.value >= self.most:
            return False
        self.value = max(self.least, self.value * self.factor)
        self.falls = 0
        return True

    def shrink(self):
        """Decreases µ: each consecutive time by the square of the last factor."""
        smaller = self.value * self.factor ** -(2.0**self.falls)
        self.value = smaller if smaller >= self.least else 0.0
        self.falls += 1


class _Residual:
    """The user's functions, with the number of calls and their time."""

    def __init__(self, residual, jacobian, eps, bounds):
        self.function, self.derivative, self.eps, self.bounds = residual, jacobian, eps, bounds
        self.calls = self.derivative_calls = 0
        self.seconds = self.derivative_seconds = 0.0

    def __call__(self, x):
        start = time.perf_counter()
        r = self.function(x)
        self.seconds += time.perf_counter() - start
        self.calls += 1
        return r

    def jacobian(self, x, r):
        """J at `x`, where the residual is `r`."""
        start = time.perf_counter()
        if self.derivative is None:
            jac, self.calls = jacobian_fd(self.function, x, r, self.eps, self.calls, self.bounds)
            self.seconds += time.perf_counter() - start
            return jac
        jac = self.derivative(x, r)
        self.derivative_seconds += time.perf_counter() - start
        self.derivative_calls += 1
        return jac


def least_squares(
    x0: np.ndarray,
    residual: Callable[[np.ndarray], np.ndarray],
    bounds: Optional[Sequence[np.ndarray]] = None,
    jacobian: Optional[Callable[[np.ndarray, np.ndarray], np.ndarray]] = None,
    norm: Norm = Quadratic(),
    eps: float = float(np.finfo(np.float64).eps ** 0.5),
    mu_min: float = 1e-6,
    mu_max: float = 1e8,
    mu_factor: float = 10.0**0.1,
    xtol: float = 1e-8,
    gtol: float = 1e-8,
    max_iter: int = 100,
    verbose: Union[Verbosity, int] = Verbosity.ITER,
    output: Optional[TextIO] = None,
    iter_callback: Optional[Callable[[List[IterLog]], None]] = None,
    check_derivatives: bool = False,
) -> Tuple[np.ndarray, List[IterLog]]:
    """Minimises the norm of a residual, within bounds if there are any.

    Args:
        x0: initial point.
        residual: function from points, the columns of an n x k array, to their residuals, the columns of an m x k array.
        bounds: lower and upper bounds of the n variables.
        jacobian: function from a point, n x 1, and its residual to the m x n Jacobian; by default finite differences.
        norm: the objective as a function of the residual.
        eps: size of finite differences, relative for variables larger than 1.
        mu_min, mu_max, mu_factor: smallest nonzero damping, largest damping, and its growth factor.
        xtol: stops when a step is shorter than this fraction of the point.
        gtol: stops when the gradient, without components held by bounds, is shorter.
        max_iter: largest number of iterations.
        verbose: what is printed to `output`, by default standard output.
        iter_callback: called with the trace after each iteration.
        check_derivatives: first compares the user's Jacobian and norm with finite differences; a ValueError if they differ.

    Returns the best point, with the shape of `x0`, and the trace: an `IterLog` for each iteration and one for the result.
    """
    level = verbose.value if isinstance(verbose, Verbosity) else int(verbose)
    began = time.perf_counter()
    x = np.array(x0, np.float64).reshape(-1, 1)
    box = _checked_bounds(bounds, x.size)
    if box is not None:
        x = np.clip(x, *box)
    if not np.all(np.isfinite(x)):
        raise ValueError("x0 must be finite.")
    damping = _Damping(mu_min, mu_max, mu_factor)
    functions = _Residual(residual, jacobian, np.float64(eps), box)

    def say(text, least=Verbosity.FINAL):
        if level >= least.value:
            print(text, file=output)

    r = functions(x)
    if r.dtype != np.float64:
        raise ValueError("residual function must return float64 arrays.")
    trace, status, done = [], Status.MAX_ITER, 0
    for done in range(max_iter):
        y, jac = norm.value(r), functions.jacobian(x, r)
        if done == 0 and check_derivatives:
            if jacobian is not None:
                functions.calls = check_jacobian(residual, x, r, jac, functions.eps, functions.calls, box, output)
            if not isinstance(norm, Quadratic):
                check_norm(r, norm, functions.eps, output)
        grad, hess = norm.grad_hess(r, jac)

        # components of the gradient that are held by bounds are ignored
        length = np.linalg.norm(grad if box is None else grad[~_held(x, grad, box)])
        if length <= gtol:
            status = Status.G_TOL
            if length == 0:
                say("Zero gradient: exact minimum found?")
            break

        found = _improve(x, y, (grad, hess), functions, norm, damping)
        if isinstance(found, Status):
            status = found
            break
        dx, r_next, reduction = found
        foretold = -np.vdot(grad, dx) - 0.5 * np.vdot(dx, hess @ dx)
        if foretold <= 0:
            say("No reduction is predicted: exact minimum found?")
        ratio = reduction / foretold if foretold > 0 else 0.0

        size, mu = np.linalg.norm(dx), damping.value
        log_mu = np.log10(mu) if mu > 0 else -np.inf
        line = f"iter: {done:<3d}  y: {y:<9.4g}  log10mu: {log_mu:>4.1f}  ratio: {ratio:<7.2g}  "
        say(f"{line}dx: {size:<7.2g}  reduction: {reduction:<7.2g}", Verbosity.ITER)
        full = dict(residual=r, jacobian=jac, grad=grad, step=dx) if level >= Verbosity.FULLITER.value else {}
        trace.append(IterLog(x, y, reduction, mu, **full))
        if iter_callback is not None:
            iter_callback(trace)
        if size < xtol * (xtol + np.linalg.norm(x)):
            status = Status.DX_TOL
            break
        if ratio > 0.75:
            damping.shrink()
        elif ratio < 0.25:
            damping.grow()
        x, r = x + dx, r_next

    # the result
    y, full = norm.value(r), {}
    if level >= Verbosity.FULLITER.value:
        jac = functions.jacobian(x, r)
        full = dict(residual=r, jacobian=jac, grad=norm.grad_hess(r, jac)[0])
    trace.append(IterLog(x, y, np.float64(0.0), damping.value, **full))
    if iter_callback is not None:
        iter_callback(trace)
    say(_summary(done, status, y, functions, time.perf_counter() - began))
    return x.reshape(np.shape(x0)), trace


def _checked_bounds(bounds, n):
    """Lower and upper bounds as columns."""
    if bounds is None:
        return None
    if len(bounds) != 2:
        raise ValueError("bounds must have 2 elements.")
    lower, upper = (np.asarray(bound, np.float64) for bound in bounds)
    if lower.size != n or upper.size != n:
        raise ValueError("bounds must have the same size as x0.")
    if not (np.all(np.isfinite(lower)) and np.all(np.isfinite(upper))):
        raise ValueError("bounds must be finite.")
    if np.any(lower >= upper):
        raise ValueError("bounds[0] must be smaller than bounds[1].")
    return [lower.reshape(n, 1), upper.reshape(n, 1)]


def _held(x, grad, box):
    """Mask of variables that are at a bound and would move beyond it."""
    lower, upper = box
    return ((x == lower) & (grad > 0)) | ((x == upper) & (grad < 0))


def _improve(x, y, model, functions, norm, damping):
    """A step that reduces the objective, its residual and the reduction; or the status if there is none."""
    (grad, hess), n, box = model, x.size, functions.bounds
    room = (None, None) if box is None else tuple((bound - x).ravel() for bound in box)
    dx, scratch, one = np.zeros(n), np.zeros((n, n + 7)), np.eye(n)
    while True:
        while mju_boxQP(dx, scratch, None, hess + damping.value * one, grad.ravel(), *room) < 0:
            if not damping.grow():
                return Status.FACTORIZATION_FAILED
        step = dx.reshape(n, 1).copy()
        r = functions(x + step)
        reduction = y - norm.value(r)
        if reduction >= -_ARMIJO * np.vdot(grad, step):
            return step, r, reduction
        if not damping.grow():
            return Status.NO_IMPROVEMENT


def _summary(iterations, status, y, functions, seconds):
    calls = f"Residual evals: {functions.calls}"
    if functions.derivative_calls:
        calls += f", Jacobian evals: {functions.derivative_calls}"
    text = f"Terminated after {iterations} iterations: {_REASONS[status]} y: {y:<.4g}, {calls}\n"
    text += f"total time {1000 * seconds:.1f}ms of which residual {100 * functions.seconds / seconds:.1f}%"
    if functions.derivative_calls:
        text += f" Jacobian {100 * functions.derivative_seconds / seconds:.1f}%"
    return text


def jacobian_fd(
    residual: Callable[[np.ndarray], np.ndarray],
    x: np.ndarray,
    r: np.ndarray,
    eps: np.float64,
    n_res: int,
    bounds: Optional[List[np.ndarray]] = None,
) -> Tuple[np.ndarray, int]:
    """The Jacobian of a residual by finite differences, with all points in one call; and `n_res` plus their number.

    Differences are forward, or with bounds, away from the nearer bound.
    """
    size = eps * np.maximum(1.0, np.abs(x))
    if bounds is not None:
        size = np.where(x > 0.5 * (bounds[0] + bounds[1]), -size, size)
    size = (x + size) - x  # the actual difference after rounding
    shifted = residual(x + np.diagflat(size))
    return (shifted - r) / size.reshape(1, -1), n_res + x.size


def check_jacobian(
    residual: Callable[[np.ndarray], np.ndarray],
    x: np.ndarray,
    r: np.ndarray,
    jac: np.ndarray,
    eps: np.float64,
    n_res: int,
    bounds: Optional[List[np.ndarray]] = None,
    output: Optional[TextIO] = None,
    name: Optional[str] = "Jacobian",
) -> int:
    """Compares a Jacobian with finite differences; a ValueError if they differ by a relative error of 1e-5. Returns the updated `n_res`."""
    expected, n_res = jacobian_fd(residual, x, r, eps, n_res, bounds)
    scale = np.abs(jac).sum() + np.abs(expected).sum() + 1e-8
    if np.abs(jac - expected).max() > 1e-5 * scale:
        raise ValueError(f"User-provided {name} does not match finite differences to a relative tolerance of 1e-5.")
    print(f"User-provided {name} matches finite differences.", file=output)
    return n_res


def check_norm(r: np.ndarray, norm: Norm, eps: np.float64, output: Optional[TextIO] = None) -> None:
    """Compares the derivatives of a norm with finite differences; a ValueError if they differ or the Hessian is invalid."""
    one = np.eye(r.size)
    grad, hess = norm.grad_hess(r, one)
    if not np.allclose(hess, hess.T):
        raise ValueError("User-provided norm Hessian is not symmetric.")
    least = np.linalg.eigvalsh(hess).min()
    if least < 0:
        raise ValueError(f"the Hessian that the norm returned is not positive definite: its smallest eigenvalue is {least:.4g}")

    def values(points):
        return np.array([[norm.value(point.reshape(-1, 1)) for point in points.T]], np.float64)

    def gradients(points):
        return np.hstack([norm.grad_hess(point.reshape(-1, 1), one)[0] for point in points.T])

    check_jacobian(values, r, values(r), grad.T, eps, 0, None, output, "norm gradient")
    check_jacobian(gradients, r, grad, hess, eps, 0, None, output, "norm Hessian")
