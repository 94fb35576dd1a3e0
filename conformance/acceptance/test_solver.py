"""SOL: constraint rows and their solvers, compared with the reference."""

import numpy as np
import pytest
from support.modules import SUBJECT_IS_ORACLE, subject
from support.pair import close, mjcf
from support.scene import Pair, one

from acceptance.test_pyramid import random_scene

SOLVERS = pytest.mark.parametrize("solver", ["PGS", "CG", "Newton"])
BOTH = pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
NO_ISLANDS, NO_WARMSTART, NO_REFSAFE = 1 << 18, 1 << 9, 1 << 12

# one of each kind of row
ROWS = mjcf(
    '<geom type="plane" size="5 5 1"/>'
    '<body pos="0 0 .09"><joint name="z" type="slide" axis="0 0 1" frictionloss="1" range=".01 1" limited="true"/>'
    '<joint name="h" frictionloss=".5"/><geom size=".1"/></body>'
    '<body pos="1 0 1"><joint name="y" type="slide" axis="0 0 1"/><geom size=".1"/></body>',
    tendon='<fixed name="t" frictionloss=".2" range=".1 1" limited="true"><joint joint="z" coef="1"/></fixed>',
    equality='<joint joint1="z" joint2="y"/><tendon tendon1="t"/>',
)
# the same, with a body whose inertia couples its joints: otherwise the reference cannot project sparse friction rows
COUPLED = ROWS.replace('<geom size=".1"/></body>', '<geom size=".1"/><geom size=".03" pos=".05 .02 .05"/></body>', 1)
LIMB = mjcf(
    '<body><joint axis="0 1 0" range="-1.57 1.57" limited="true" {0}/><geom type="capsule" fromto="0 0 0 0 0 -.5" size=".05"/></body>',
    head='<compiler angle="radian"/><option {1}/>',
)
TWO_BOXES = mjcf(
    '<body name="a" pos="0 0 1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
    '<body name="b" pos=".3 0 1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>',
    equality="{}",
)
PILE = mjcf(
    '<geom type="plane" size="5 5 1"/>'
    + "".join(
        f'<body pos="{0.03 * (k % 3)} {0.02 * (k % 2)} {0.0999 + 0.19 * k}"><freejoint/>'
        f'<geom type="{kind}" size=".1 .1 .1" condim="{condim}" friction=".7 .02 .01"/></body>'
        for k, (kind, condim) in enumerate([("box", 3), ("box", 4), ("sphere", 6), ("capsule", 3)])
    )
)


def limb(joint="", option=""):
    return LIMB.replace("{0}", joint).replace("{1}", option)


def limit_row(joint="", option="", q=1.6, **options):
    return Pair(limb(joint, option), **options).place(qpos=[q]).forward().same("efc_KBIP", "efc_R", "efc_aref", "efc_pos")


def stack(n, height=0.1999):
    boxes = "".join(
        f'<body pos="0 0 {0.0999 + height * k}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>' for k in range(n)
    )
    return mjcf('<geom type="plane" size="5 5 1"/>' + boxes)


@BOTH
def test_sol_01_rows_do_not_depend_on_the_solver(cone):
    names = ["PGS", "CG", "Newton"] + ([] if SUBJECT_IS_ORACLE or cone == "elliptic" else ["ActiveSet"])
    runs = [one(PILE, cone=cone, solver=name).place(qvel=[0.1] * 24).forward().data for name in names]
    for field in ("efc_J", "efc_pos", "efc_margin", "efc_R", "efc_aref", "efc_KBIP"):
        first = np.array(getattr(runs[0], field))
        assert first.size
        assert all(np.array_equal(first, getattr(d, field)) for d in runs)


@SOLVERS
def test_sol_02_rows_come_in_order(solver):
    pair = Pair(ROWS, solver=solver).forward().same("efc_type", "efc_J", "efc_force", "qacc")
    d = pair.ours.data
    assert list(d.efc_type) == [0, 0, 1, 1, 2, 3, 4, 6, 6, 6, 6]
    assert (d.ne, d.nf, d.nl, d.nefc) == (2, 3, 2, 11)


def test_sol_03_sol_04_stiffness_and_damping():
    close(limit_row().ours.data.efc_KBIP[0, :2], (2770.083102493075, 105.26315789473685), 1e-12)
    d = limit_row('solreflimit="-1000 -50"').ours.data
    close(d.efc_KBIP[0, :2], (1108.03324099723, 52.631578947368425), 1e-12)


@pytest.mark.parametrize(
    ("solimp", "violation", "expected"),
    [
        ("0 1 .1 .5 2", 0.05, 0.5),
        # the impedance is kept away from 0 and 1, at both ends and in the middle
        ("0 1 .1 .5 2", 1e-9, 0.0001),
        ("0 1 .1 .5 2", 0.1, 0.9999),
        (".5 .9 .01 0 2", 0.005, 0.9 - 0.4 * 0.25 / 0.9999),
        (".5 .9 .01 1 2", 0.005, 0.5 + 0.4 * 0.25 / 0.9999),
        (".9 .95 .001 .5 2", 0.0003, 0.909),
        (".9 .95 .001 .5 2", 0.0007, 0.941),
        (".5 .9 .01 .3 1", 0.004, 0.66),
        (".5 .9 0 .3 1", 0.004, 0.7),
        (".5 .5 .1 .3 1", 0.004, 0.5),
        (".5 .9 .01 .3 3", 0.002, 0.5355555556),
        (".5 .9 .01 .3 3", 0.02, 0.9),
        (".95 .9 .01 .3 .5", 0.005, 0.925),
    ],
)
def test_sol_08_impedance(solimp, violation, expected):
    d = limit_row(f'solimplimit="{solimp}"', q=1.57 + violation).ours.data
    close(d.efc_KBIP[0, 2], expected, 1e-9)


def test_sol_09_regularisation_follows_impedance():
    d = limit_row(q=1.57 + 0.0003).ours.data
    imp = d.efc_KBIP[0, 2]
    close(d.efc_R[0], (1 - imp) / imp * d.efc_diagApprox[0], 1e-12)
    close((1 - 0.909) / 0.909 * 17.0523153313, 1.7071074754, 1e-9)


def test_sol_10_the_diagonal_is_approximated_by_type():
    pair = Pair(ROWS).forward().same("efc_diagApprox")
    m, d = pair.ours.model, pair.ours.data
    expected = [m.dof_invweight0[0] + m.dof_invweight0[2], m.tendon_invweight0[0], m.dof_invweight0[0], m.dof_invweight0[1]]
    expected += [m.tendon_invweight0[0], m.dof_invweight0[0], m.tendon_invweight0[0]]
    close(d.efc_diagApprox[:7], expected, 1e-9)
    for equality, rows in [('<connect body1="a" body2="b" anchor=".15 0 0"/>', 3), ('<weld body1="a" body2="b"/>', 6)]:
        pair = Pair(TWO_BOXES.format(equality)).forward().same("efc_diagApprox", "efc_R")
        m = pair.ours.model
        tran, rot = (m.body_invweight0[1, k] + m.body_invweight0[2, k] for k in (0, 1))
        close(pair.ours.data.efc_diagApprox, ([tran] * 3 + [rot] * 3)[:rows], 1e-9)


def moved(run_or_pair):
    """The second of two boxes, slightly too far away."""
    return run_or_pair.place(qpos=[0, 0, 1, 1, 0, 0, 0, 0.31, 0, 1, 1, 0, 0, 0])


def test_sol_11_the_impedance_of_a_weld_is_that_of_all_its_rows():
    for equality in ('<connect body1="a" body2="b" anchor=".15 0 0"/>', '<weld body1="a" body2="b"/>'):
        xml = TWO_BOXES.format(equality.replace("/>", ' solimp=".5 .9 .03 .5 2"/>'))
        d = moved(Pair(xml)).forward().same("efc_KBIP").ours.data
        norm = np.linalg.norm(d.efc_pos)
        x = norm / 0.03
        close(d.efc_KBIP[:, 2], [0.5 + 0.4 * x * x / 0.5] * d.nefc, 1e-9)


def test_sol_12_limits_activate_within_their_margin():
    for q, joint, rows in [(1.57, "", 0), (1.56, "", 0), (1.56, 'margin="0.05"', 1)]:
        d = Pair(limb(joint)).place(qpos=[q]).forward().same("nefc").ours.data
        assert d.nefc == rows
    close((d.efc_pos[0], d.efc_margin[0]), (0.01, 0.05), 1e-12)
    ball = mjcf('<body><joint type="ball" range="0 .5" limited="true"/><geom size=".1" pos="0 0 .3"/></body>', head='<compiler angle="radian"/>')
    axis = np.array([1, 2, 2]) / 3
    d = Pair(ball).place(qpos=[np.cos(0.3), *np.sin(0.3) * axis]).forward().same("efc_J", "efc_pos").ours.data
    assert d.nefc == 1
    close(d.efc_pos[0], 0.5 - 0.6, 1e-12)
    close(d.efc_J, -axis, 1e-12)


@SOLVERS
def test_sol_13_a_joint_limit_pushes_back(solver):
    for q, sign in [(1.6, 1), (-1.6, -1)]:
        d = limit_row(q=q, solver=solver).ours.data
        close(d.efc_pos[0], -0.03, 1e-12)
        close(d.efc_J[0], -sign, 0)
        close(d.efc_aref[0], 78.9473684211, 1e-9)
        close(d.efc_R[0], 0.1313865356, 1e-9)
        close(d.efc_force[0], 19.6790381376, 1e-8)
        close(d.qacc[0], sign * -76.3618077753, 1e-8)


@SOLVERS
@pytest.mark.parametrize(
    ("between", "alone", "rows"),
    [
        ('<weld body1="a" body2="b"/>', '<weld body1="a"/>', 6),
        ('<connect body1="a" body2="b" anchor=".15 0 0"/>', '<connect body1="a" anchor="0 0 .1"/>', 3),
    ],
    ids=["sol_14", "sol_15"],
)
def test_sol_14_sol_15_welds_and_connects(solver, between, alone, rows):
    d = moved(Pair(TWO_BOXES.format(between), solver=solver)).forward().same("efc_force", "qacc").ours.data
    assert d.nefc == rows
    close(d.efc_force, ([100] + [0] * 5)[:rows], 1e-8)
    d = Pair(TWO_BOXES.format(alone), solver=solver).forward().same("efc_force").ours.data
    close(d.efc_force[2], 70.632, 1e-8)


@SOLVERS
@BOTH
def test_sol_19_constraint_forces_come_from_rows_alone(solver, cone):
    welded = TWO_BOXES.format('<weld body1="a" body2="b"/><connect body1="a" anchor="0 0 .1"/>')
    for xml in (PILE, COUPLED, limb(), welded):
        run = one(xml, solver=solver, cone=cone)
        if run.model.nv == 1:
            run.place(qpos=[1.6])
        for k in range(5):
            run.forward()
            assert k or np.any(run.data.qfrc_constraint)
            close(run.jacobian().T @ np.array(run.data.efc_force), run.data.qfrc_constraint, 1e-12)
            run.step(2)
    assert not np.any(one(TWO_BOXES.format(""), solver=solver).forward().data.qfrc_constraint)


def test_sol_20_pgs_keeps_forces_in_their_bounds():
    d = one(ROWS, solver="PGS").place(qvel=[-1, 2, 0.5]).forward().data
    force = np.array(d.efc_force)
    assert force[:2].min() < 0, "equality rows have any sign"
    assert np.all(np.abs(force[2:5]) <= np.array(d.efc_frictionloss[2:5]))
    assert np.all(force[5:] >= 0)


@BOTH
@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize("iterations", [1, 2, 3, 10])
def test_sol_21_sweeps_of_pgs_are_those_of_the_oracle(cone, jacobian, iterations):
    for xml, nv in [(PILE, 24), (COUPLED, 3)]:
        pair = Pair(xml, solver="PGS", cone=cone, jacobian=jacobian, iterations=iterations, tolerance=0)
        pair.place(qvel=[0.2, -0.1, -0.3] * (nv // 3)).forward().same("efc_force", "qacc", "qfrc_constraint", tolerance=1e-9)
        pair.same("solver_niter", "solver_nnz")
        pair.step(3).same("efc_force", "qpos", "qvel", tolerance=1e-9)


@pytest.mark.parametrize("iterations", [1, 2, 5])
def test_sol_22_sol_23_elliptic_blocks_are_those_of_the_oracle(iterations):
    """The ray update, and friction within its ellipse in two, three and five dimensions, from zero and from a warm start."""
    for condim in (3, 4, 6):
        xml = PILE.replace('condim="3"', f'condim="{condim}"').replace('condim="4"', f'condim="{condim}"')
        pair = Pair(xml, solver="PGS", cone="elliptic", iterations=iterations, tolerance=0)
        pair.place(qvel=[0.2, -0.1, -0.3, 0.5, 2, 3] * 4).forward().same("efc_force", tolerance=1e-9)
        for _ in range(4):
            pair.step(2).same("efc_force", tolerance=1e-9)
        d = pair.ours.data
        for k in range(d.ncon):
            force, mu = pair.ours.force(k), np.array(d.contact.friction[k])
            scaled = force[1:condim] / mu[: condim - 1]
            assert scaled @ scaled <= force[0] ** 2 * (1 + 1e-9) + 1e-12


def test_sol_24_truncated_sweeps_of_four_dimensions_match():
    xml = PILE.replace('condim="3"', 'condim="4"')
    Pair(xml, solver="PGS", cone="elliptic", iterations=4, tolerance=0).place(qvel=[1] * 24).step(5).same("efc_force", tolerance=1e-9)


def dual_cost(run):
    force = np.array(run.data.efc_force)
    return 0.5 * force @ run.dual() @ force + force @ np.array(run.data.efc_b)


@BOTH
def test_sol_25_the_cost_of_pgs_never_rises(cone):
    rng = np.random.default_rng(25)
    for k in range(50):
        equality = '<weld body1="a" body2="b"/><connect body1="a" body2="b" anchor="0 0 0"/>' if k % 5 == 0 else ""
        bodies = '<body name="a" pos="0 0 .0999"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
        bodies += '<body name="b" pos=".02 0 .2995"><freejoint/><geom type="box" size=".1 .1 .1" friction=".4"/></body>'
        xml = mjcf('<geom type="plane" size="5 5 1"/>' + bodies, equality=equality)
        if k % 5 in (1, 2, 3):
            xml = random_scene(rng)
        qvel = rng.normal(size=one(xml).model.nv)
        costs = []
        for iterations in range(1, 8):
            run = one(xml, solver="PGS", cone=cone, iterations=iterations, tolerance=0, disableflags=NO_WARMSTART)
            costs.append(dual_cost(run.place(qvel=qvel).forward()))
        assert np.all(np.diff(costs) <= 1e-10 * run.data.nefc)


@pytest.mark.parametrize("condim", [3, 4, 6])
def test_sol_25_sol_48_the_guard_takes_an_update_back(condim):
    """A box of a thousand tonnes, starting from Newton's solution: the friction blocks are so small that the update gives up and
    returns zero friction. That has a higher cost, so the old forces are kept."""
    body = f'<body pos="0 0 .0999"><freejoint/><geom type="box" size=".1 .1 .1" mass="1e6" condim="{condim}"/></body>'
    pair = Pair(mjcf('<geom type="plane" size="5 5 1"/>' + body), cone="elliptic", solver="Newton", tolerance=0)
    pair.place(qvel=[0.3, 0.2, -0.4, 0.1, -0.2, 0.3]).forward()
    start = np.array(pair.ours.data.efc_force)
    assert pair.ours.data.ncon == 4
    for run in (pair.ours, pair.theirs):
        run.data.qacc_warmstart[:] = run.data.qacc
    pair.set(solver="PGS", iterations=3).forward()
    d, scale = pair.ours.data, np.abs(start).max()
    close(np.array(d.efc_force) / scale, np.array(pair.theirs.data.efc_force) / scale, 1e-9)
    dual, b = pair.ours.dual(), np.array(d.efc_b)
    before, after = (0.5 * f @ dual @ f + f @ b for f in (start, np.array(d.efc_force)))
    assert after <= before + 1e-12 * abs(before)
    friction = np.array([np.linalg.norm(pair.ours.force(k)[1:3]) for k in range(4)])
    assert np.all(friction > 1e-3 * scale)


def test_sol_26_pgs_ends_by_its_improvement():
    pair = Pair(stack(2), solver="PGS", tolerance=1e-3).place(qvel=[0.1] * 12).forward().same("solver_niter")
    run = pair.ours
    n = int(run.data.solver_niter[0])
    improvement = np.array(run.data.solver.improvement)[:n]
    assert 1 < n < 100
    assert improvement[-1] < 1e-3 and np.all(improvement[:-1] >= 1e-3)
    close(improvement, np.array(pair.theirs.data.solver.improvement)[:n], 1e-12)
    inverse = np.linalg.solve(run.inertia(), np.array(run.data.qfrc_constraint))
    close(run.data.qacc, run.data.qacc_smooth + inverse, 1e-9)
