"""Least squares: minima known in closed form, bounds, and the same results as the reference."""

import io

import mujoco.minimize
import numpy as np
import pytest

from synovia import minimize


def valley(x):
    """Rosenbrock's function as a residual; zero at (1, 1)."""
    return np.stack([1 - x[0], 10 * (x[1] - x[0] ** 2)])


def line(x):
    """Three points and a straight line: the residual of a linear regression."""
    t, y = np.array([[0.0], [1.0], [2.0]]), np.array([[1.0], [3.0], [4.0]])
    return x[0] + t * x[1] - y


def quiet(x0, residual, **options):
    return minimize.least_squares(np.array(x0, float), residual, verbose=minimize.Verbosity.SILENT, **options)


def test_a_linear_problem_is_solved_by_the_normal_equations():
    found, trace = quiet([0, 0], line)
    # t = 0, 1, 2 and y = 1, 3, 4: slope 3/2, intercept 7/6
    np.testing.assert_allclose(found, [7 / 6, 3 / 2], atol=1e-9)
    assert trace[-1].objective == pytest.approx(0.5 / 6, abs=1e-12)


def test_the_valley_ends_at_its_minimum_with_and_without_a_jacobian():
    def jacobian(x, r):
        return np.array([[-1.0, 0.0], [-20 * x[0, 0], 10.0]])

    for options in ({}, {"jacobian": jacobian, "check_derivatives": True, "output": io.StringIO()}):
        found, _ = quiet([-1.2, 1], valley, **options)
        np.testing.assert_allclose(found, [1, 1], atol=1e-8)


def test_the_result_has_the_shape_of_the_start():
    found, _ = quiet([[0.0], [0.0]], valley)
    assert found.shape == (2, 1)


def test_at_a_bound_the_gradient_points_out_of_the_box():
    lower, upper = np.array([-2.0, -2.0]), np.array([0.5, 2.0])
    found, trace = minimize.least_squares(
        np.zeros(2), valley, bounds=(lower, upper), verbose=minimize.Verbosity.FULLITER, output=io.StringIO()
    )
    # on the bound x = 1/2 the minimum is at y = x²
    np.testing.assert_allclose(found, [0.5, 0.25], atol=1e-9)
    assert trace[-1].grad[0] < 0 and abs(trace[-1].grad[1]) < 1e-6


def test_the_start_is_moved_into_the_box():
    _, trace = quiet([9, 9], valley, bounds=(np.full(2, -1.0), np.full(2, 2.0)))
    np.testing.assert_array_equal(trace[0].candidate.ravel(), [2, 2])


@pytest.mark.parametrize("x0", [[-1.2, 1.0], [3.0, -2.0], [0.5, 0.5]])
def test_results_are_those_of_the_reference(x0):
    bounds = (np.array([-4.0, -4.0]), np.array([0.7, 4.0]))
    for options in ({}, {"bounds": bounds}):
        ours, trace = quiet(x0, valley, **options)
        theirs, other = mujoco.minimize.least_squares(
            np.array(x0), valley, verbose=mujoco.minimize.Verbosity.SILENT, **options
        )
        np.testing.assert_allclose(ours, theirs, atol=1e-7)
        assert trace[-1].objective == pytest.approx(other[-1].objective, abs=1e-12)
        assert abs(len(trace) - len(other)) <= 3


class Huberish(minimize.Norm):
    """Smooth, and linear far from zero."""

    def value(self, r):
        return np.sum(np.sqrt(r**2 + 1) - 1)

    def grad_hess(self, r, proj):
        s = np.sqrt(r**2 + 1)
        return proj.T @ (r / s), proj.T @ (proj / s**3)


def test_another_norm_finds_the_same_exact_fit_and_is_checked():
    output = io.StringIO()
    found, _ = minimize.least_squares(np.zeros(2), valley, norm=Huberish(), check_derivatives=True, output=output)
    np.testing.assert_allclose(found, [1, 1], atol=1e-6)
    assert output.getvalue().count("matches") == 2


def test_wrong_derivatives_are_refused():
    class Wrong(Huberish):
        def grad_hess(self, r, proj):
            grad, hess = super().grad_hess(r, proj)
            return 1.01 * grad, hess

    with pytest.raises(ValueError, match="gradient does not match"):
        quiet([0, 0], valley, norm=Wrong(), check_derivatives=True, output=io.StringIO())
    class Concave(Huberish):
        def grad_hess(self, r, proj):
            grad, hess = super().grad_hess(r, proj)
            return grad, -hess

    # programs match on these three words
    with pytest.raises(ValueError, match="not positive definite"):
        quiet([0, 0], valley, norm=Concave(), check_derivatives=True, output=io.StringIO())
    with pytest.raises(ValueError, match="Jacobian does not match"):
        quiet([0, 0], valley, jacobian=lambda x, r: np.eye(2), check_derivatives=True, output=io.StringIO())


@pytest.mark.parametrize(
    "bounds, message",
    [
        ([np.zeros(2)], "2 elements"),
        ([np.zeros(3), np.ones(3)], "same size"),
        ([np.zeros(2), np.array([1, np.inf])], "finite"),
        ([np.zeros(2), np.array([1.0, 0.0])], "smaller"),
    ],
)
def test_bounds_that_are_none_are_refused(bounds, message):
    with pytest.raises(ValueError, match=message):
        quiet([0, 0], valley, bounds=bounds)


def test_what_is_printed_depends_on_the_verbosity():
    texts = {}
    for level in minimize.Verbosity:
        out = io.StringIO()
        minimize.least_squares(np.zeros(2), valley, verbose=level, output=out)
        texts[level.name] = out.getvalue()
    assert texts["SILENT"] == ""
    assert "iter:" not in texts["FINAL"] and "norm(gradient) < tol" in texts["FINAL"]
    assert texts["ITER"].count("iter:") > 1


def test_the_callback_sees_the_trace_grow_and_iterations_are_bounded():
    seen = []
    out = io.StringIO()
    minimize.least_squares(np.array([-1.2, 1.0]), valley, max_iter=3, output=out, iter_callback=lambda t: seen.append(len(t)))
    assert seen == [1, 2, 3, 4] and "maximum iterations" in out.getvalue()
