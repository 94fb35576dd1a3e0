"""PIPE: stages of the step, compared with the reference."""

import threading

import numpy as np
import pytest
from support.compare import fields_of
from support.modules import subject
from support.pair import close, mjcf
from support.scene import Pair, one

from acceptance.test_solver import PILE, ROWS, stack

# twenty bodies with every joint type, some with several joints, one fixed body and one mocap body
TREE = mjcf(
    '<body name="guide" mocap="true" pos="1 1 1"><geom size=".02" contype="0" conaffinity="0"/><site name="g" pos=".1 0 0"/></body>'
    + '<body pos="0 0 1"><freejoint/><geom type="box" size=".2 .1 .05" euler="10 20 30"/>'
    + "".join(
        f'<body pos=".2 {y} 0" euler="0 {30 * k} 10"><joint name="h{k}" axis="0 1 .2" pos="-.02 0 0" armature=".01" damping=".1"/>'
        f'<joint name="s{k}" type="slide" axis="1 0 .2" stiffness="5"/><geom type="capsule" fromto="0 0 0 .2 0 .1" size=".03"/>'
        f'<body pos=".2 0 .1"><geom size=".04" pos="0 .01 0"/><site name="t{k}" pos=".05 0 0" euler="5 6 7"/>'
        f'<body pos="0 0 .1"><joint name="b{k}" type="ball" pos="0 .01 0" damping=".1" stiffness="2"/><geom type="cylinder" size=".02 .1"/>'
        f'<body pos="0 0 .2"><joint axis="1 1 0"/><geom type="ellipsoid" size=".02 .03 .05" pos="0 0 .05"/></body></body></body></body>'
        for k, y in enumerate((-0.3, -0.1, 0.1, 0.3))
    )
    + "</body>"
    + '<body pos="2 0 1"><joint name="x" type="slide" axis="0 0 1"/><geom size=".1"/>'
    + '<body pos=".1 0 0"><joint name="w" axis="1 0 0"/><geom type="cylinder" size=".1 .02"/></body></body>',
    head='<option><flag contact="disable"/></option>',
    tendon='<fixed name="sum" springlength="-.05 .1" stiffness="7" damping=".4"><joint joint="h0" coef="1.5"/><joint joint="x" coef="-2"/></fixed>'
    '<spatial name="rope" stiffness="3" damping=".2"><site site="t0"/><site site="t1"/></spatial>',
    actuator='<general tendon="sum" gear="3" gainprm="2"/><motor joint="b0" gear="1 2 3"/><motor joint="h1" gear="4"/>',
)


def random_states(count, seed=2, xml=TREE):
    """The scene in both modules at random poses with random velocities, controls and forces."""
    rng = np.random.default_rng(seed)
    pair = Pair(xml)
    m = pair.ours.model
    for _ in range(count):
        moved, speed, ctrl = rng.normal(size=m.nv), rng.normal(size=m.nv), rng.normal(size=m.nu)
        push, pull = rng.normal(size=m.nv), rng.normal(size=(m.nbody, 6))
        for side in (pair.ours, pair.theirs):
            side.reset()
            side.module.mj_integratePos(side.model, side.data.qpos, moved, 0.5)
            side.place(qvel=speed, ctrl=ctrl, qfrc_applied=push, xfrc_applied=pull).forward()
        yield pair


def test_pipe_02_kinematics():
    assert Pair(TREE).ours.model.nbody >= 20
    for pair in random_states(100):
        pair.same("xpos", "xquat", "xipos", "geom_xpos", "site_xpos", tolerance=1e-12)


def test_pipe_12_pipe_15_lengths_and_their_rates():
    for pair in random_states(20):
        pair.same("ten_length", "ten_J", "ten_velocity", "actuator_length", "actuator_velocity", tolerance=1e-12)
        run = pair.ours
        m, d = run.model, run.data
        at = [m.jnt_qposadr[subject.mj_name2id(m, 3, name)] for name in ("h0", "x")]
        close(d.ten_length[0], 1.5 * d.qpos[at[0]] - 2 * d.qpos[at[1]], 1e-12)
        rates = np.array(d.ten_J).reshape(m.ntendon, m.nv) @ d.qvel
        close(d.ten_velocity, rates, 1e-12)
        moment = np.zeros((m.nu, m.nv))
        for u in range(m.nu):
            row = slice(d.moment_rowadr[u], d.moment_rowadr[u] + d.moment_rownnz[u])
            moment[u, d.moment_colind[row]] = np.array(d.actuator_moment)[row]
        close(d.actuator_velocity, moment @ d.qvel, 1e-12)


def test_pipe_17_transmissions_act_on_all_their_joints():
    for pair in random_states(20):
        pair.same("qfrc_actuator", tolerance=1e-12)
        m, d = pair.ours.model, pair.ours.data
        dof = {name: m.jnt_dofadr[subject.mj_name2id(m, 3, name)] for name in ("h0", "x", "b0", "h1")}
        expected = np.zeros(m.nv)
        expected[dof["h0"]] += 1.5 * 3 * d.actuator_force[0]
        expected[dof["x"]] += -2 * 3 * d.actuator_force[0]
        expected[dof["b0"] : dof["b0"] + 3] += np.array([1, 2, 3]) * d.actuator_force[1]
        expected[dof["h1"]] += 4 * d.actuator_force[2]
        close(d.qfrc_actuator, expected, 1e-12)
    free = mjcf('<body><joint name="f" type="free"/><geom size=".1"/></body>', actuator='<motor joint="f" gear="1 2 3 4 5 6"/>')
    d = Pair(free).place(ctrl=[2]).forward().same("qfrc_actuator").ours.data
    close(d.qfrc_actuator, 2 * np.arange(1, 7), 1e-12)


def test_pipe_21_unrelated_dofs_do_not_couple():
    for pair in random_states(5):
        m, full = pair.ours.model, pair.ours.inertia()
        ancestors = [{i} for i in range(m.nv)]
        for i in range(m.nv):
            parent = m.dof_parentid[i]
            if parent >= 0:
                ancestors[i] |= ancestors[parent]
        for i in range(m.nv):
            for j in range(m.nv):
                related = i in ancestors[j] or j in ancestors[i]
                assert related or full[i, j] == 0


def test_pipe_25_bias_forces():
    for pair in random_states(100):
        pair.same("qfrc_bias", tolerance=1e-10)


def test_pipe_31_springs_of_balls_and_free_joints():
    ball = mjcf('<body><joint type="ball" stiffness="3"/><geom size=".1" pos="0 0 .2"/></body>')
    d = Pair(ball).place(qpos=[np.cos(0.3), 0, 0, np.sin(0.3)]).forward().same("qfrc_spring").ours.data
    close(d.qfrc_spring, (0, 0, -1.8), 1e-12)
    free = mjcf('<body><joint type="free" stiffness="3"/><geom size=".1"/></body>')
    d = Pair(free).place(qpos=[0.1, 0.2, 0.3, np.cos(0.3), 0, 0, np.sin(0.3)]).forward().same("qfrc_spring").ours.data
    close(d.qfrc_spring, (-0.3, -0.6, -0.9, 0, 0, -1.8), 1e-12)


@pytest.mark.parametrize("integrator", range(4))
def test_pipe_32_ten_11_passive_forces_are_springs_and_dampers_alone(integrator):
    # friction, limits and equalities of joints and tendons are all active here
    pair = Pair(ROWS, integrator=integrator).place(qvel=[-0.2, 0.5, 0.1]).forward().same("qfrc_passive", "nefc")
    d = pair.ours.data
    assert d.ne and d.nf and d.nl
    assert {2, 4} <= set(d.efc_type), "rows of a tendon"
    assert not np.any(d.qfrc_passive)
    passive = [np.array(one(TREE, integrator=k).place(qvel=[0.3] * pair_nv()).forward().data.qfrc_passive) for k in (0, integrator)]
    assert np.array_equal(*passive) and np.any(passive[0])


def pair_nv():
    return one(TREE).model.nv


def test_pipe_33_tendon_springs_have_a_dead_band():
    run = one(TREE)
    m = run.model
    at = m.jnt_qposadr[subject.mj_name2id(m, 3, "x")]
    dof = m.jnt_dofadr[subject.mj_name2id(m, 3, "x")]
    for length, force in [(-0.3, 7 * 0.25), (0.05, 0.0), (0.4, -7 * 0.3)]:
        run.reset()
        run.data.qpos[at] = length / -2
        run.forward()
        close(run.data.ten_length[0], length, 1e-12)
        close(run.data.qfrc_spring[dof], -2 * force, 1e-12)
    for flag, field, other in [("spring", "qfrc_spring", "qfrc_damper"), ("damper", "qfrc_damper", "qfrc_spring")]:
        xml = TREE.replace('contact="disable"', f'contact="disable" {flag}="disable"')
        for pair in random_states(2, xml=xml):
            pair.same("qfrc_passive")
            assert not np.any(getattr(pair.ours.data, field))
            assert np.any(getattr(pair.ours.data, other))


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
def test_pipe_35_dual_data(jacobian):
    pair = Pair(PILE, solver="PGS", jacobian=jacobian).place(qvel=[0.1] * 24).forward().same("efc_AR", "efc_b", tolerance=1e-9)
    run, jac = pair.ours, pair.ours.jacobian()
    close(run.data.efc_b, jac @ run.data.qacc_smooth - run.data.efc_aref, 1e-9)
    close(run.dual(), jac @ np.linalg.solve(run.inertia(), jac.T) + np.diag(run.data.efc_R), 1e-9)
    for name in ("efc_AR", "efc_b"):
        close(getattr(run.data, name), getattr(pair.theirs.data, name), 1e-9)


def test_pipe_36_smooth_accelerations():
    for pair in random_states(20):
        pair.same("qacc_smooth", "qacc", tolerance=1e-10)
        run = pair.ours
        m, d = run.model, run.data
        force = np.array(d.qfrc_passive - d.qfrc_bias + d.qfrc_applied + d.qfrc_actuator)
        for body in range(1, m.nbody):
            pull = np.array(d.xfrc_applied[body])
            run.module.mj_applyFT(m, d, pull[:3], pull[3:], d.xipos[body], body, force)
        close(d.qacc_smooth, np.linalg.solve(run.inertia(), force), 1e-10)
        assert d.nefc == 0 and np.array_equal(d.qacc, d.qacc_smooth)


def test_pipe_38_positions_follow_the_new_velocity():
    xml = mjcf('<body pos="0 0 1"><freejoint/><geom type="box" size=".1 .2 .3"/></body>', head='<option gravity="0 0 -3"/>')
    pair = Pair(xml).place(qvel=[1, 2, 3, 4, 5, 6])
    h = pair.ours.model.opt.timestep
    for _ in range(50):
        before = np.array(pair.ours.data.qpos)
        d = pair.step().same("qpos", "qvel", tolerance=1e-12).ours.data
        close(d.qpos[:3], before[:3] + h * d.qvel[:3], 1e-14)
        angle = np.linalg.norm(d.qvel[3:]) * h
        turn = np.array([np.cos(angle / 2), *np.sin(angle / 2) * d.qvel[3:] * h / angle])
        expected = np.zeros(4)
        subject.mju_mulQuat(expected, before[3:], turn)
        close(d.qpos[3:], expected, 1e-14)
        close(np.linalg.norm(d.qpos[3:]), 1.0, 1e-14)


@pytest.mark.parametrize("integrator", range(4))
def test_pipe_45_the_next_step_starts_where_this_one_ended(integrator):
    pair = Pair(stack(2), integrator=integrator).place(qvel=[0.1] * 12)
    for _ in range(5):
        d = pair.step().same("qacc_warmstart", "qacc").ours.data
        assert np.array_equal(d.qacc_warmstart, d.qacc)
    assert not np.any(pair.reset().ours.data.qacc_warmstart)


def test_pipe_48_models_are_shared_between_threads():
    model = subject.MjModel.from_xml_string(stack(3))
    names = [name for name in fields_of(model) if isinstance(getattr(model, name), np.ndarray)]
    before = {name: np.array(getattr(model, name)) for name in names}
    assert len(names) > 200
    results = {}
    fixed = {"qpos": model.nq, "qvel": model.nv, "act": model.na, "ctrl": model.nu, "xpos": model.nbody, "geom_xpos": model.ngeom}

    def run(k):
        data = subject.MjData(model)
        data.qpos[2] += 0.01  # apart at first, then touching
        rows = set()
        for _ in range(100):
            subject.mj_step(model, data)
            assert {name: len(getattr(data, name)) for name in fixed} == fixed
            assert len(data.efc_force) == data.nefc and len(data.contact) == data.ncon
            rows.add(data.nefc)
        assert len(rows) > 1
        results[k] = np.array(data.qpos)

    threads = [threading.Thread(target=run, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4 and all(np.array_equal(results[0], found) for found in results.values())
    assert all(np.array_equal(getattr(model, name), value) for name, value in before.items())


PENDULUM = '<body pos="0 0 1"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".03"/></body>'
FOOT = '<body pos=".04 0 -.38"><joint axis="0 1 0" range="-40 40" damping="1"/><geom type="box" size=".1 .05 .03"/></body>'
SUITE = {
    "pendulum": mjcf(PENDULUM),
    "cart-pole": mjcf(
        '<body pos="0 0 1"><joint type="slide" axis="1 0 0"/><geom type="box" size=".2 .1 .1" contype="0"/>'
        '<body><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .01 0 .6" size=".03" contype="0" conaffinity="0"/></body></body>'
    ),
    "tendon arm": TREE,
    "slider-crank": mjcf(
        '<body pos="0 0 1"><joint name="c" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .2 0 0" size=".02"/><site name="crank" pos=".2 0 0"/></body>'
        '<site name="slide" pos="1 0 1" zaxis="1 0 0"/>',
        actuator='<motor cranksite="crank" slidersite="slide" cranklength="1" gear="5"/>',
    ),
    "spinning top": mjcf('<body pos="0 0 1"><joint type="ball"/><geom type="cylinder" size=".1 .02" pos="0 0 .2"/></body>'),
    "box stack": stack(3),
    "pile": PILE,
    "cloth": mjcf(
        '<geom size=".15" pos=".12 .1 .18"/><flexcomp name="cloth" type="grid" dim="2" count="6 6 1" spacing=".05 .05 .05" pos=".1 .1 .36"'
        ' radius=".01" mass=".2"><edge equality="true" damping=".01"/><contact selfcollide="none" internal="false"/></flexcomp>'
    ),
    "humanoid": mjcf(
        '<geom type="plane" size="9 9 1"/><body pos="0 0 .87"><freejoint/><geom type="box" size=".1 .15 .25" pos="0 0 .27"/>'
        '<geom size=".1" pos="0 0 .65"/>'
        + "".join(
            f'<body pos="0 {y} {z}"><joint axis="0 1 0" range="-30 90"/><joint axis="1 0 0" range="-20 20" frictionloss=".3"/>'
            '<geom type="capsule" fromto="0 0 0 0 0 -.35" size=".05"/><body pos="0 0 -.4"><joint axis="0 1 0" range="-5 120" stiffness="5"/>'
            f'<geom type="capsule" fromto="0 0 0 0 0 -.32" size=".04"/>{foot}</body></body>'
            for y, z, foot in [(0.1, 0.02, FOOT), (-0.1, 0.02, FOOT), (0.24, 0.5, ""), (-0.24, 0.5, "")]
        )
        + "</body>",
        default='<joint limited="true" damping=".5"/>',
    ),
    "car": mjcf(
        '<geom type="plane" size="9 9 1"/><body pos="0 0 .1"><freejoint/><geom type="box" size=".3 .15 .04"/>'
        + "".join(
            f'<body pos="{x} {y} 0" euler="90 0 0"><joint name="w{x}{y}" axis="0 0 1"/><geom type="cylinder" size=".1 .03"/></body>'
            for x in (-0.2, 0.2)
            for y in (-0.2, 0.2)
        )
        + "</body>",
        actuator='<motor joint="w0.20.2" gear="1" ctrllimited="true" ctrlrange="-1 1"/>',
    ),
}


@pytest.mark.parametrize("name", SUITE)
def test_pipe_51_trajectories(name):
    contact_free = name in ("pendulum", "cart-pole", "tendon arm", "slider-crank", "spinning top")
    rng = np.random.default_rng(51)
    pair = Pair(SUITE[name])
    m = pair.ours.model
    speed, moved = rng.normal(size=m.nv) * 0.1, rng.normal(size=m.nv) * 0.01
    for qvel, shift in ((np.zeros(m.nv), 0 * moved), (speed, moved)):
        pair.reset().place(qvel=qvel, ctrl=[0.5] * m.nu)
        for side in (pair.ours, pair.theirs):
            side.module.mj_integratePos(side.model, side.data.qpos, shift, 1)
        close(pair.step(100).ours.data.qpos, pair.theirs.data.qpos, 1e-6)
        if contact_free:
            close(pair.step(900).ours.data.qpos, pair.theirs.data.qpos, 1e-6)
