"""CON: contact dimensions and friction cones, with the forces that the solvers find."""

import numpy as np
import pytest
from support.pair import close, mjcf
from support.scene import Pair, one

BOTH = pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
SOLVERS = pytest.mark.parametrize("solver", ["PGS", "CG", "Newton"])
PLANE = '<geom name="plane" type="plane" size="9 9 1" {}/>'
ROUND = 'friction="1 .05 .01"'


def sphere(height=0.1, **written):
    """A sphere on a plane, both geoms with the same attributes."""
    text = " ".join(f'{name}="{value}"' for name, value in written.items())
    ball = f'<body pos="0 0 {height}"><freejoint/><geom type="sphere" size=".1" {text}/></body>'
    return mjcf(PLANE.format(text) + ball)


def box(height=0.1, **written):
    text = " ".join(f'{name}="{value}"' for name, value in written.items())
    return mjcf(PLANE.format(text) + f'<body pos="0 0 {height}"><freejoint/><geom type="box" size=".1 .1 .1" {text}/></body>')


MIXED = mjcf(
    PLANE.format('condim="1"')
    + "".join(
        f'<body pos="{x} 0 {z}"><freejoint/><geom type="sphere" size=".1" condim="{condim}" {ROUND}/></body>'
        for x, z, condim in [(0, 0.0995, 1), (0.5, 0.0997, 3), (1, 0.0995, 4), (1.5, 0.0993, 6), (1.5, 0.2985, 6)]
    )
)
PUSH = [0.3, 0.1, -0.2, 1, 2, 3] * 5


@BOTH
@SOLVERS
@pytest.mark.parametrize(
    ("height", "velocity", "pull"),
    [(0.0999, [0] * 6, 0), (0.0995, [1, 0.5, 0, 0, 0, 0], 0), (0.0999, [0] * 6, 20)],
    ids=["resting", "sliding", "sticking"],
)
def test_con_02_three_dimensions_are_those_of_the_oracle(cone, solver, height, velocity, pull):
    pair = Pair(box(height, friction=0.5), cone=cone, solver=solver)
    pair.place(qvel=velocity, qfrc_applied=[pull, 0, 0, 0, 0, 0]).forward().same_forces()
    pair.step(20).forward().same_forces().same("qpos", "qvel", tolerance=1e-8)


@BOTH
@pytest.mark.parametrize("condim", [1, 3, 4])
def test_con_03_torsion_stops_a_spin(cone, condim):
    xml = sphere(0.1, condim=condim, friction="1 .05 .01")
    run = one(xml, cone=cone).place(qvel=[0, 0, 0, 0, 0, 10])
    for _ in range(250):
        run.step()
        for force in run.forces() if cone == "elliptic" else []:
            assert abs(force[3]) <= 0.05 * force[0] + 1e-8
    if condim == 4:
        assert abs(run.data.qvel[5]) < 1e-9
    else:
        close(run.data.qvel[5], 10.0, 1e-12)


@pytest.mark.parametrize(
    ("cone", "condim", "speed"),
    [("pyramidal", 3, 0.9994743), ("elliptic", 3, 0.9994743), ("pyramidal", 6, 0.6792523), ("elliptic", 6, 0.6508251)],
)
def test_con_04_rolling_is_slowed(cone, condim, speed):
    xml = sphere(0.1, condim=condim, friction="1 .05 .01")
    pair = Pair(xml, cone=cone).place(qvel=[1, 0, 0, 0, 10, 0])
    for _ in range(250):
        pair.step()
        for force in pair.ours.forces() if cone == "elliptic" and condim == 6 else []:
            assert (force[4] / 0.01) ** 2 + (force[5] / 0.01) ** 2 <= force[0] ** 2 + 1e-8
    # the numbers are written with seven digits
    close(pair.ours.data.qvel[0], speed, 1e-7)
    pair.same("qpos", "qvel", tolerance=1e-6)


@BOTH
@SOLVERS
def test_con_05_every_contact_has_its_own_dimension(cone, solver):
    pair = Pair(MIXED, cone=cone, solver=solver).place(qvel=PUSH).forward()
    d = pair.ours.data
    rows = {"pyramidal": {1: 1, 3: 4, 4: 6, 6: 10}, "elliptic": {1: 1, 3: 3, 4: 4, 6: 6}}[cone]
    assert sorted(d.contact.dim) == [1, 3, 4, 6, 6]
    for k, (dim, first) in enumerate(zip(d.contact.dim, d.contact.efc_address)):
        assert list(d.efc_id).count(k) == rows[dim] and d.efc_id[first] == k
    pair.same("efc_type", "efc_R", "efc_aref", "efc_force", tolerance=1e-8).same_forces()


def test_con_10_the_cone_bounds_friction_and_sliding_meets_it():
    run = one(box(0.0995, friction=0.3), cone="elliptic").place(qvel=[1, 0.5, 0, 0, 0, 0]).forward()
    total = np.zeros(3)
    for k, force in enumerate(run.forces()):
        assert np.hypot(force[1], force[2]) <= 0.3 * force[0] + 1e-8
        close(np.hypot(force[1], force[2]), 0.3 * force[0], 1e-8)
        total += np.array(run.data.contact.frame[k]).reshape(3, 3).T @ force[:3]
    slip = np.array([1, 0.5]) / np.hypot(1, 0.5)
    close(total[:2] / np.linalg.norm(total[:2]), -slip, 1e-6)


def test_con_11_anisotropic_friction_lies_in_its_ellipse():
    pair_text = '<pair geom1="plane" geom2="ball" friction="1 .5 .005 .0001 .0001"/>'
    body = '<body pos="0 0 .0999"><freejoint/><geom name="ball" type="sphere" size=".1"/></body>'
    xml = mjcf(PLANE.format("") + body, contact=pair_text)
    for k in range(16):
        angle = 2 * np.pi * k / 16
        pull = [60 * np.cos(angle), 60 * np.sin(angle), 0, 0, 0, 0]
        pair = Pair(xml, cone="elliptic", tolerance=1e-12).place(qfrc_applied=pull).forward().same_forces()
        force = pair.ours.force(0)
        assert force[1] ** 2 + (force[2] / 0.5) ** 2 <= force[0] ** 2 + 1e-8


def test_con_12_coefficients_have_a_floor():
    xml = sphere(0.0999, condim=4, friction="0 0 0")
    pair = Pair(xml, cone="elliptic").place(qvel=[1, 0, 0, 0, 0, 10]).forward().same_forces()
    d = pair.ours.data
    close(d.contact.friction[0], [1e-5] * 5, 0)
    assert d.nefc == 4
    force = pair.ours.force(0)
    assert np.all(np.isfinite(force)) and force[0] > 0
    assert abs(force[3]) <= 1e-5 * force[0] + 1e-12


@SOLVERS
def test_con_13_frictionless_contacts_have_one_row(solver):
    pair = Pair(box(0.0999, condim=1), solver=solver).forward().same_forces().same("efc_force")
    assert pair.ours.data.nefc == pair.ours.data.ncon == 4


@pytest.mark.parametrize("solver", ["PGS", "CG", "Newton", pytest.param("ActiveSet", marks=pytest.mark.extension)])
def test_con_14_nothing_to_solve_is_no_work(solver):
    d = one(sphere(1), solver=solver).forward().data
    assert d.nefc == 0 and d.ncon == 0
    assert np.array_equal(d.qacc, d.qacc_smooth)
    assert not np.any(d.qfrc_constraint)
    assert not np.any(d.solver_niter)


ARM = mjcf(
    PLANE.format("")
    + '<body pos="0 0 .3"><joint type="slide" axis="1 0 .3"/><joint axis="0 1 0"/><geom size=".05"/>'
    + '<body pos=".3 0 0"><joint type="ball" pos="0 .02 0"/><geom size=".1" condim="6"/></body></body>'
    + '<body pos=".3 .1 .05"><freejoint/><geom size=".1" condim="6" friction="1 .1 .1"/></body>'
)


def touching_states(count=100):
    """States that have contacts, with these contacts, their rows and the velocities."""
    rng = np.random.default_rng(15)
    run = one(ARM, cone="elliptic")
    while count:
        run.reset()
        dq = rng.normal(size=run.model.nv) * 0.1
        run.module.mj_integratePos(run.model, run.data.qpos, dq, 1.0)
        run.place(qvel=rng.normal(size=run.model.nv)).forward()
        if run.data.ncon:
            count -= 1
            yield run


def angular(run, geom):
    """Angular velocity of a geom in the world frame."""
    velocity = np.zeros(6)
    run.module.mj_objectVelocity(run.model, run.data, 5, geom, velocity, 0)
    return velocity[:3]


def test_con_15_con_16_angular_rows_are_relative_spins():
    checked = dict.fromkeys((3, 4, 5), 0)
    for run in touching_states():
        d = run.data
        jac = run.jacobian() @ d.qvel
        for k in range(d.ncon):
            frame = np.array(d.contact.frame[k]).reshape(3, 3)
            spin = angular(run, d.contact.geom[k][1]) - angular(run, d.contact.geom[k][0])
            first = d.contact.efc_address[k]
            for row in range(3, d.contact.dim[k]):
                close(jac[first + row], frame[row - 3] @ spin, 1e-10)
                checked[row] += abs(frame[row - 3] @ spin) > 1e-3
    assert min(checked.values()) >= 100


def test_con_15_con_16_angular_rows_are_derivatives_of_orientation():
    eps, checked = 1e-6, np.zeros(3)
    for run in touching_states(20):
        d = run.data
        jac, qpos = run.jacobian(), np.array(d.qpos)
        k = next(k for k in range(d.ncon) if d.contact.dim[k] == 6)
        frame = np.array(d.contact.frame[k]).reshape(3, 3)
        one_, two = d.contact.geom[k]
        first = d.contact.efc_address[k]
        before = [np.array(d.geom_xmat[g]).reshape(3, 3) for g in (one_, two)]
        for dof in range(run.model.nv):
            run.place(qpos=qpos)
            direction = np.zeros(run.model.nv)
            direction[dof] = 1
            run.module.mj_integratePos(run.model, run.data.qpos, direction, eps)
            run.module.mj_kinematics(run.model, run.data)
            turned = []
            for old, g in zip(before, (one_, two)):
                delta = np.array(run.data.geom_xmat[g]).reshape(3, 3) @ old.T
                turned.append(np.array([delta[2, 1] - delta[1, 2], delta[0, 2] - delta[2, 0], delta[1, 0] - delta[0, 1]]) / 2)
            close(jac[first + 3 : first + 6, dof], frame @ (turned[1] - turned[0]) / eps, 1e-6)
            checked += np.abs(jac[first + 3 : first + 6, dof]) > 1e-3
    # in each of the states, about each of the axes, some dof rotates the bodies
    assert checked.min() >= 20


def test_con_17_angular_rows_of_each_joint():
    checked = {"free": 0, "arm": 0}
    for run in touching_states(100):
        m, d = run.model, run.data
        jac = run.jacobian()
        for k in range(d.ncon):
            if d.contact.dim[k] != 6:
                continue
            frame = np.array(d.contact.frame[k]).reshape(3, 3)
            rows = slice(d.contact.efc_address[k] + 3, d.contact.efc_address[k] + 6)
            two = m.geom_bodyid[d.contact.geom[k][1]]
            if two != 3:
                continue
            # the free body: its translations give no rotation, its rotations give its own axes in the world frame
            close(jac[rows, 5:8], np.zeros((3, 3)), 0)
            close(jac[rows, 8:11], frame @ np.array(d.xmat[3]).reshape(3, 3), 1e-12)
            checked["free"] += 1
            if m.geom_bodyid[d.contact.geom[k][0]] == 2:
                checked["arm"] += 1
                close(jac[rows, 0], np.zeros(3), 0)
                close(jac[rows, 1], -frame @ d.xaxis[1], 1e-12)
                close(jac[rows, 2:5], -frame @ np.array(d.xmat[2]).reshape(3, 3), 1e-12)
            linear = jac[d.contact.efc_address[k] : d.contact.efc_address[k] + 3, 8:11]
            lever = np.array(d.contact.pos[k]) - np.array(d.xpos[3])
            axes = np.array(d.xmat[3]).reshape(3, 3)
            close(linear, frame @ np.cross(axes.T, lever).T, 1e-12)
    assert min(checked.values()) >= 20


def test_con_18_rows_are_second_body_minus_first():
    balls = "".join(f'<body pos="0 0 {z}"><freejoint/><geom size=".1"/></body>' for z in (0, 0.19))
    run = one(mjcf(balls), cone="elliptic").forward()
    expected = [
        [0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0],
        [0, -1, 0, 0.095, 0, 0, 0, 1, 0, 0.095, 0, 0],
        [1, 0, 0, 0, 0.095, 0, -1, 0, 0, 0, 0.095, 0],
    ]
    close(run.jacobian(), expected, 1e-12)


def test_con_19_condim_may_change_between_steps():
    pair = Pair(sphere(0.0999))
    for _ in range(5):
        for condim, rows in [(1, 1), (3, 4), (4, 6), (6, 10)]:
            for side in (pair.ours, pair.theirs):
                side.model.geom_condim[:] = condim
            pair.step().same("nefc", "qpos", "efc_force", "efc_J", tolerance=1e-9)
            assert pair.ours.data.nefc == rows == len(pair.ours.data.efc_force)
    close(pair.ours.data.qpos[2], 0.0997669712, 1e-9)
    close(pair.ours.data.qpos[:2], (0, 0), 1e-12)


@BOTH
def test_con_20_angular_components_are_pure_torques(cone):
    run = one(MIXED, cone=cone).place(qvel=PUSH).forward()
    m, d = run.model, run.data
    close(run.jacobian().T @ np.array(d.efc_force), d.qfrc_constraint, 1e-12)
    total = np.zeros(m.nv)
    for k in range(d.ncon):
        frame, force = np.array(d.contact.frame[k]).reshape(3, 3), run.force(k)
        push, turn = frame.T @ force[:3], frame.T @ force[3:]
        for side, geom in zip((-1, 1), d.contact.geom[k]):
            run.module.mj_applyFT(m, d, side * push, side * turn, d.contact.pos[k], m.geom_bodyid[geom], total)
    close(total, d.qfrc_constraint, 1e-10)


@BOTH
@pytest.mark.parametrize("solver", ["PGS", "CG"])
def test_con_21_slow_solvers_reach_the_same_forces(cone, solver):
    best = one(MIXED, cone=cone, solver="Newton", tolerance=1e-15).place(qvel=PUSH).forward()
    run = one(MIXED, cone=cone, solver=solver, tolerance=0, iterations=20000).place(qvel=PUSH).forward()
    close(run.forces(), best.forces(), 1e-6)
    # at the iteration limit it keeps its current forces, which are not Newton's solution
    short = Pair(MIXED, cone=cone, solver=solver, tolerance=0, iterations=1).set(disableflags=1 << 18)
    short.place(qvel=PUSH).forward().same_forces()
    assert np.abs(short.ours.forces() - best.forces()).max() > 1e-3


@BOTH
@pytest.mark.parametrize("condim", [1, 3, 4, 6])
def test_con_22_touch_is_the_normal_force_of_every_condim(cone, condim):
    """A sphere that spins and slides: facets, or friction and torque in addition to the normal force."""
    ball = (
        f'<body pos="0 0 .099"><freejoint/><geom size=".1" condim="{condim}" friction=".7 .2 .1"/>'
        '<site name="all" size=".2"/><site name="none" pos="0 0 .3" size=".1"/></body>'
    )
    sensor = '<touch site="all"/><touch site="none"/>'
    pair = Pair(mjcf(PLANE.format('condim="1"') + ball, sensor=sensor), cone=cone)
    pair.place(qvel=[0.02, 0.01, -0.3, 0.1, -0.2, 0.3]).forward().same("sensordata", "efc_force")
    force = pair.ours.force(0)
    assert np.count_nonzero(force) == condim and force[0] > 1
    close(pair.ours.data.sensordata, (force[0], 0), 1e-12)
