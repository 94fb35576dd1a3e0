"""ASM: the exact solver in scenes, independently of the order of elements and of solvers."""

import itertools

import numpy as np
import pytest
from support.pair import close, mjcf
from support.scene import one

from acceptance.test_solver import COUPLED, NO_WARMSTART, PILE, ROWS, stack

pytestmark = pytest.mark.extension
PUSH = [0.2, -0.1, -0.3, 0.5, 0.2, 0.3] * 4
RESULTS = ("efc_force", "qfrc_constraint", "qacc")


def exact(xml, **options):
    return one(xml, solver="ActiveSet", **options)


def newton(xml, **options):
    return one(xml, solver="Newton", **{"tolerance": 1e-15, "iterations": 500, **options})


@pytest.mark.parametrize("qvel", [[0, 0, 0], [-0.3, 2, 0.5], [1, -4, -1]])
def test_asm_33_every_kind_of_row_is_solved_as_by_newton(qvel):
    for xml in (ROWS, COUPLED):
        found, expected = (make(xml).place(qvel=qvel).forward().data for make in (exact, newton))
        assert (found.ne, found.nf, found.nl, found.nefc) == (2, 3, 2, 11)
        close(found.efc_force, expected.efc_force, 1e-9)
        close(found.qacc, expected.qacc, 1e-9)
        assert np.all(np.abs(found.efc_force[2:5]) <= found.efc_frictionloss[2:5])
        assert np.all(found.efc_force[5:] >= 0)


def shuffled(bodies, geoms, equalities, names):
    """Three boxes of two geoms, tied to each other, in the given orders and with the given names."""
    made = []
    for b in bodies:
        x, z, mass = ((0, 0.0999, 8), (0.03, 0.2997, 50), (-0.02, 0.4995, 3))[b]
        parts = [f'<geom type="box" size=".1 .1 .1" mass="{mass}"/>', '<geom size=".05" pos="0 .1 0" mass=".5" condim="4"/>']
        text = "".join(parts[g] for g in geoms)
        made.append(f'<body name="{names[b]}" pos="{x} 0 {z}"><freejoint name="{names[b]}"/>{text}</body>')
    ties = [
        f'<connect body1="{names[0]}" body2="{names[1]}" anchor="0 0 .1"/>',
        f'<weld body1="{names[1]}" body2="{names[2]}"/>',
        f'<connect body1="{names[2]}" anchor=".1 0 0"/>',
    ]
    floor = '<geom type="plane" size="9 9 1"/>'
    return mjcf(floor + "".join(made), equality="".join(ties[e] for e in equalities))


def test_asm_37_names_and_orders_do_not_matter():
    qvel = np.array([[0.3, -0.2, -0.1, 0.5, 0, 1], [-0.1, 0.2, 0.1, 0, 0.3, 0], [0.2, 0.1, -0.3, -0.4, 0.1, 0.2]])

    def accelerations(bodies, geoms, equalities, names):
        run = exact(shuffled(bodies, geoms, equalities, names), disableflags=NO_WARMSTART)
        run.place(qvel=qvel[list(bodies)].ravel()).forward()
        assert run.data.ne == 12 and run.data.ncon >= 8
        dofs = [run.model.jnt_dofadr[run.module.mj_name2id(run.model, 3, name)] for name in names]
        return np.array([run.data.qacc[i : i + 6] for i in dofs])

    first = accelerations((0, 1, 2), (0, 1), (0, 1, 2), "abc")
    orders = list(itertools.permutations(range(3)))
    for bodies, ties in zip(orders, reversed(orders)):
        for geoms in ((0, 1), (1, 0)):
            for names in ("abc", "zyx"):
                close(accelerations(bodies, geoms, ties, names), first, 1e-10)


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
def test_asm_38_results_are_set_as_by_pgs(jacobian):
    for xml, qvel in ((COUPLED, [-0.3, 2, 0.5]), (stack(2), [0.2, -0.1, -0.3, 0.5, 0.2, 0.3] * 2)):
        run = exact(xml, jacobian=jacobian).place(qvel=qvel).forward()
        d = run.data
        close(run.jacobian().T @ np.array(d.efc_force), d.qfrc_constraint, 1e-12)
        close(d.qacc, d.qacc_smooth + np.linalg.solve(run.inertia(), np.array(d.qfrc_constraint)), 1e-10)
        swept = one(xml, jacobian=jacobian, solver="PGS", tolerance=0, iterations=20000).place(qvel=qvel).forward().data
        for name in RESULTS:
            close(getattr(d, name), getattr(swept, name), 1e-8)
        assert np.array_equal(d.efc_state, swept.efc_state)


@pytest.mark.parametrize("scene", ["pile", "rows"])
def test_asm_38_noslip_goes_on_from_its_forces(scene):
    xml, qvel = {"pile": (PILE, PUSH), "rows": (COUPLED, [0.001, 0.01, 0.002])}[scene]
    found, expected = (make(xml, noslip_iterations=5).place(qvel=qvel).forward().data for make in (exact, newton))
    without = exact(xml).place(qvel=qvel).forward().data
    for name in ("qfrc_constraint", "qacc"):
        close(getattr(found, name), getattr(expected, name), 1e-8)
    assert np.abs(found.qacc - without.qacc).max() > 1e-3


def test_asm_42_the_passes_are_in_the_statistics():
    run = exact(PILE, disableflags=NO_WARMSTART).place(qvel=PUSH).forward()
    assert run.data.solver_niter[0] > 1
    assert run.data.solver.nactive[run.data.solver_niter[0] - 1] == np.count_nonzero(run.data.efc_force)


@pytest.mark.parametrize("solver", ["PGS", "CG", "Newton"])
def test_asm_46_others_do_not_notice_that_it_was_there(solver):
    """A simulation stepped by the exact solver and then restored to a state continues like one that never used it."""
    alone = one(PILE, solver=solver).place(qvel=PUSH)
    visited = exact(PILE).place(qvel=PUSH).step(10)
    visited.set(solver=solver).reset().place(qvel=PUSH)
    for _ in range(20):
        alone.step()
        visited.step()
        for name in ("qpos", "qvel", *RESULTS):
            assert np.array_equal(getattr(alone.data, name), getattr(visited.data, name))
