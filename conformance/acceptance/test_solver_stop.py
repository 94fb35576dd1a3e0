"""SOL: how solvers iterate and when they stop, checked against their definitions."""

import numpy as np
import pytest
from support.pair import close
from support.scene import Pair, one

from acceptance.test_solver import NO_ISLANDS, NO_WARMSTART, PILE, dual_cost, stack
from acceptance.test_solver_work import PUSH


def statistics(run, island=0):
    """Improvement and gradient of every iteration of an island."""
    n = int(run.data.solver_niter[island])
    at = slice(200 * island, 200 * island + n)
    return np.array(run.data.solver.improvement)[at], np.array(run.data.solver.gradient)[at]


def gradient(run):
    """M qacc - qfrc_smooth - qfrc_constraint."""
    d = run.data
    return run.inertia() @ np.array(d.qacc) - np.array(d.qfrc_smooth) - np.array(d.qfrc_constraint)


def cost(run):
    """½ |qacc - qacc_smooth|² in the metric of M, plus ½ D jar² of the active rows."""
    d = run.data
    away = np.array(d.qacc - d.qacc_smooth)
    jar = run.jacobian() @ np.array(d.qacc) - np.array(d.efc_aref)
    return 0.5 * away @ run.inertia() @ away + 0.5 * np.array(d.efc_D) @ np.minimum(jar, 0) ** 2


@pytest.mark.parametrize("solver", ["CG", "Newton"])
@pytest.mark.parametrize("tolerance", [1e-1, 1e-3, 1e-6])
def test_sol_30_the_last_iteration_is_the_first_that_is_good_enough(solver, tolerance):
    pair = Pair(PILE, solver=solver, tolerance=tolerance, disableflags=NO_ISLANDS).place(qvel=PUSH).forward()
    improvement, slope = statistics(pair.ours)
    for found, expected in zip((improvement, slope), statistics(pair.theirs)):
        close(found, expected, 1e-8)
    assert 1 < len(improvement) < 100
    done = (improvement < tolerance) | (slope < tolerance)
    assert done[-1] and not np.any(done[:-1])


def test_sol_30_either_of_both_ends_it():
    cg = one(PILE, solver="CG", tolerance=1e-6, disableflags=NO_ISLANDS).place(qvel=PUSH).forward()
    improvement, slope = statistics(cg)
    assert improvement[-1] < 1e-6 < slope[-1]
    newton = one(PILE, solver="Newton", tolerance=1e-6, disableflags=NO_ISLANDS).place(qvel=PUSH).forward()
    improvement, slope = statistics(newton)
    assert slope[-1] < 1e-6 < improvement[-1]


@pytest.mark.parametrize("solver", ["CG", "Newton"])
def test_sol_30_both_are_scaled_by_the_mean_inertia_and_the_dofs(solver):
    def truncated(iterations):
        run = one(PILE, solver=solver, tolerance=0, iterations=iterations, disableflags=NO_ISLANDS)
        return run.place(qvel=PUSH).forward()

    costs = []
    for iterations in range(4):
        run = truncated(iterations)
        costs.append(cost(run))
        if not iterations:
            continue
        scale = 1 / (run.model.stat.meaninertia * max(1, run.model.nv))
        improvement, slope = statistics(run)
        assert len(slope) == iterations
        largest = np.abs(run.data.qfrc_constraint).max()
        assert abs(slope[-1] - scale * np.linalg.norm(gradient(run))) <= 1e-12 * scale * largest
        assert abs(improvement[-1] - scale * (costs[-2] - costs[-1])) <= 1e-12 * scale * costs[-2]
    assert np.all(np.diff(costs) < 0)


@pytest.mark.parametrize("solver", ["CG", "Newton"])
def test_sol_30_an_island_is_scaled_by_the_trace_of_its_inertia(solver):
    """A light and a heavy stack: each stops by its own scale."""
    heavy = stack(2).split("<worldbody>")[1].split("</worldbody>")[0].split("/>", 1)[1].replace('pos="0 ', 'pos="2 ')
    heavy = heavy.replace('size=".1 .1 .1"', 'size=".1 .1 .1" mass="300"')
    xml = stack(2).replace("</worldbody>", heavy + "</worldbody>")
    # few enough iterations that the remaining error is not rounding
    for iterations in (1, 2):
        pair = Pair(xml, solver=solver, iterations=iterations, tolerance=0).place(qvel=PUSH).forward()
        run = pair.ours
        assert run.data.nisland == 2
        left, inertia = gradient(run), run.inertia()
        for island in range(2):
            dofs = np.flatnonzero(np.array(run.data.dof_island) == island)
            assert len(dofs) == 12
            found = statistics(run, island)[1][-1]
            close(found, statistics(pair.theirs, island)[1][-1], 1e-8)
            expected = np.linalg.norm(left[dofs]) / np.trace(inertia[np.ix_(dofs, dofs)])
            largest = np.abs(np.array(run.data.qfrc_constraint)[dofs]).max() / np.trace(inertia[np.ix_(dofs, dofs)])
            assert abs(found - expected) <= 1e-12 * largest
            assert expected > 1e-6 * largest or solver == "Newton"
    # each stops where its own scaled measure is below the tolerance
    pair = Pair(xml, solver=solver, tolerance=1e-4).place(qvel=PUSH).forward()
    for island in range(2):
        improvement, slope = statistics(pair.ours, island)
        for found, expected in zip((improvement, slope), statistics(pair.theirs, island)):
            close(found, expected, 1e-8)
        done = (improvement < 1e-4) | (slope < 1e-4)
        assert done[-1] and not np.any(done[:-1])


COLD = NO_ISLANDS | NO_WARMSTART


class Descent:
    """The first iterates of a descent from the smooth acceleration, with the quantities that determine them."""

    def __init__(self, solver, **options):
        settings = {"solver": solver, "tolerance": 0, "disableflags": COLD, **options}
        self.runs = [one(PILE, iterations=n, **settings).place(qvel=PUSH).forward() for n in range(4)]
        run = self.runs[0]
        self.qacc = [np.array(r.data.qacc) for r in self.runs]
        assert np.array_equal(self.qacc[0], run.data.qacc_smooth)
        self.inertia, self.jac = run.inertia(), run.jacobian()
        self.aref, self.weight = np.array(run.data.efc_aref), np.array(run.data.efc_D)
        self.smooth = np.array(run.data.qfrc_smooth)
        self.model = run.model

    def gradient(self, qacc):
        jar = self.jac @ qacc - self.aref
        return self.inertia @ qacc - self.smooth + self.jac.T @ (self.weight * np.minimum(jar, 0))

    def hessian(self, qacc):
        active = self.jac @ qacc - self.aref < 0
        return self.inertia + self.jac[active].T @ (self.weight[active, None] * self.jac[active])

    def moved(self, n):
        return self.qacc[n + 1] - self.qacc[n]


def along(moved, search):
    """The positive factor between a step and its search direction; asserts that the two are parallel."""
    factor = moved @ search / (search @ search)
    assert factor > 0
    assert np.linalg.norm(moved - factor * search) <= 1e-9 * np.linalg.norm(moved)
    return factor


def test_sol_27_sol_28_directions_of_cg():
    """The search direction of CG: M⁻¹ times the gradient, then Polak–Ribière."""
    found = Descent("CG")
    search = old = None
    for n in range(3):
        grad = found.gradient(found.qacc[n])
        mgrad = np.linalg.solve(found.inertia, grad)
        if old is None:
            search = -mgrad
        else:
            beta = grad @ (mgrad - old[1]) / max(1e-15, old[0] @ old[1])
            search = -mgrad + max(0.0, beta) * search
        along(found.moved(n), search)
        old = grad, mgrad


def test_sol_27_directions_of_newton():
    """The search direction of Newton: (M + Jᵀ D J)⁻¹ times the gradient, with J of the active rows."""
    found = Descent("Newton")
    for n in range(2):
        search = -np.linalg.solve(found.hessian(found.qacc[n]), found.gradient(found.qacc[n]))
        along(found.moved(n), search)


@pytest.mark.parametrize("solver", ["CG", "Newton"])
def test_sol_29_line_searches_end_where_the_slope_is_small_enough(solver):
    for ls_tolerance in (1e-2, 1e-8):
        found = Descent(solver, tolerance=1e-8, ls_tolerance=ls_tolerance)
        scale = found.model.stat.meaninertia * max(1, found.model.nv)
        for n in range(2):
            moved = found.moved(n)
            size = np.linalg.norm(moved)
            # the derivative of the cost along a unit search direction; its rounding error is relative to the forces in it
            slope = abs(found.gradient(found.qacc[n + 1]) @ moved) / size
            start = abs(found.gradient(found.qacc[n]) @ moved) / size
            assert slope <= 1e-8 * ls_tolerance * scale + 1e-12 * start


def test_sol_26_improvements_of_pgs_are_scaled_differences_of_the_dual_cost():
    runs = [
        one(stack(2), solver="PGS", tolerance=0, iterations=n, disableflags=NO_WARMSTART).place(qvel=[0.1] * 12).forward()
        for n in range(6)
    ]
    costs = [dual_cost(run) for run in runs]
    scale = 1 / (runs[0].model.stat.meaninertia * max(1, runs[0].model.nv))
    improvement = statistics(runs[-1])[0]
    assert costs[0] == 0 and len(improvement) == 5
    for n in range(5):
        assert abs(improvement[n] - scale * (costs[n] - costs[n + 1])) <= 1e-12 * scale * abs(costs[-1])
