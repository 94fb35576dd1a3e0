"""SOL: when descents stop, measured from their own definitions."""

import numpy as np
import pytest
from support.pair import close
from support.scene import Pair, one

from acceptance.test_solver import NO_ISLANDS, PILE, stack
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
    """½ |qacc - qacc_smooth|² in the metric of M, and ½ D jar² of the rows that push."""
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
    """A light and a heavy stack: either ends by its own measure."""
    heavy = stack(2).split("<worldbody>")[1].split("</worldbody>")[0].split("/>", 1)[1].replace('pos="0 ', 'pos="2 ')
    heavy = heavy.replace('size=".1 .1 .1"', 'size=".1 .1 .1" mass="300"')
    xml = stack(2).replace("</worldbody>", heavy + "</worldbody>")
    # few enough that what is left is no rounding
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
    # each ends where its own measure is below the tolerance
    pair = Pair(xml, solver=solver, tolerance=1e-4).place(qvel=PUSH).forward()
    for island in range(2):
        improvement, slope = statistics(pair.ours, island)
        for found, expected in zip((improvement, slope), statistics(pair.theirs, island)):
            close(found, expected, 1e-8)
        done = (improvement < 1e-4) | (slope < 1e-4)
        assert done[-1] and not np.any(done[:-1])
