"""CON: contact dimensions and friction cones."""

import warnings

import numpy as np
import pytest
from support.contacts import Twins
from support.pair import close, mjcf

CONES = pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
FLOOR = '<geom type="plane" size="5 5 1" {}/>'


def scene(body, cone="pyramidal", plane="", option=""):
    head = f'<option cone="{cone}" tolerance="1e-12" iterations="200" ls_tolerance="1e-6" {option}/>'
    return Twins(mjcf(FLOOR.format(plane) + body, head=head))


def ball(condim, height=0.1, friction="1 0.05 0.01"):
    return f'<body pos="0 0 {height}"><freejoint/><geom size=".1" condim="{condim}" friction="{friction}"/></body>'


def rolling(condim, cone, velocity, seconds=0.5):
    """A sphere on a plane after some time, in both modules."""
    twins = scene(ball(condim), cone, f'condim="{condim}" friction="1 0.05 0.01"')
    twins.set(qvel=velocity)
    twins.run("mj_step", round(seconds / 0.002))
    twins.agree("qpos", "qvel", tolerance=1e-6)
    return twins.data.qvel


@CONES
def test_con_01_condim_1_has_no_friction(cone):
    twins = scene(ball(1), cone, 'condim="1"').set(qvel=(1, 0, 0, 0, 0, 0))
    for _ in range(250):
        twins.run("mj_step")
        for k in range(twins.data.ncon):
            f = twins.force(k)
            assert f[0] >= 0 and not f[1:].any()
        assert twins.data.nefc == sum(c.exclude == 0 for c in twins.data.contact)
    close(twins.data.qvel[0], 1, 1e-12)


@CONES
def test_con_09_no_cone_is_warned_of(cone):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        twins = scene(ball(3, 0.0995), cone).run("mj_step", 3)
    for d in (twins.data, twins.expected):
        assert not any(w.number for w in d.warning)
    assert twins.data.nefc == {"pyramidal": 4, "elliptic": 3}[cone]


@CONES
@pytest.mark.parametrize("push", [0.0, 100.0, 1.0])
def test_con_02_a_box_rests_slides_and_sticks(cone, push):
    body = '<body pos="0 0 .0995"><freejoint/><geom type="box" size=".1 .1 .1" friction=".5"/></body>'
    twins = scene(body, cone, 'friction=".5"')
    twins.set(qfrc_applied=(push, 0, 0, 0, 0, 0)).run("mj_forward")
    twins.same_contacts()
    twins.agree("efc_force", "qacc", "qfrc_constraint")
    assert twins.data.ncon == 4
    for k in range(4):
        twins.force(k)


@CONES
def test_con_03_torsion_stops_a_spinning_sphere(cone):
    assert abs(rolling(4, cone, (0, 0, 0, 0, 0, 10))[5]) < 1e-9
    for condim in (1, 3):
        close(rolling(condim, cone, (0, 0, 0, 0, 0, 10))[5], 10.0, 1e-12)


@pytest.mark.parametrize(("cone", "rows"), [("pyramidal", 16), ("elliptic", 12)])
def test_con_06_the_larger_condim_counts(cone, rows):
    body = '<body pos="0 0 .0995"><freejoint/><geom type="box" size=".1 .1 .1" condim="3"/></body>'
    twins = scene(body, cone, 'condim="1"').run("mj_forward")
    assert [c.dim for c in twins.same_contacts()] == [3] * 4
    assert twins.data.nefc == rows


def test_con_07_three_unless_written():
    twins = scene('<body pos="0 0 .0995"><freejoint/><geom type="box" size=".1 .1 .1"/></body>').run("mj_forward")
    assert [c.dim for c in twins.same_contacts()] == [3] * 4


def test_con_10_a_sliding_box_is_on_the_cone():
    body = '<body pos="0 0 .0999"><freejoint/><geom type="box" size=".1 .1 .1" friction=".5"/></body>'
    twins = scene(body, "elliptic", 'friction=".5"')
    twins.set(qvel=(2, 1, 0, 0, 0, 0)).run("mj_forward")
    total, normal = np.zeros(2), 0
    for k, c in enumerate(twins.same_contacts()):
        f = twins.force(k)
        assert np.hypot(f[1], f[2]) <= 0.5 * f[0] + 1e-8
        total += (f @ np.concatenate([c.frame.reshape(3, 3), np.zeros((3, 3))]))[:2]
        normal += f[0]
    close(np.linalg.norm(total), 0.5 * normal, 1e-6)
    close(total / np.linalg.norm(total), -np.array((2, 1)) / np.sqrt(5), 1e-6)


@CONES
def test_con_12_friction_has_a_floor(cone):
    twins = scene(ball(4, 0.0995, "1 0 0"), cone, 'condim="4" friction="1 0 0"')
    twins.set(qvel=(0, 0, 0, 0, 0, 10)).run("mj_forward")
    (c,) = twins.same_contacts()
    close(c.friction[2:], (1e-5, 1e-5, 1e-5), 0)
    f = twins.force(0)
    assert abs(f[3]) <= 1e-5 * f[0] + 1e-12 and np.isfinite(twins.data.qacc).all()


def test_con_13_only_frictionless_contacts():
    body = '<body pos="0 0 .0995"><freejoint/><geom type="box" size=".1 .1 .1" condim="1"/></body>'
    twins = scene(body, plane='condim="1"').run("mj_forward")
    assert len(twins.same_contacts()) == twins.data.nefc == 4
    twins.agree("efc_force", "qacc")


def jacobian(data):
    return np.asarray(data.efc_J).reshape(data.nefc, -1)


def test_con_17_hinges_slides_and_lever_arms():
    body = (
        '<geom type="plane" size="1 1 1" condim="6"/>'
        '<body pos="0 0 .3" euler="0 20 0"><joint type="slide" axis="1 0 .2"/><joint axis="0 1 0" pos="0 0 .1"/>'
        '<joint type="ball"/><geom type="capsule" fromto="0 0 0 .1 0 -.25" size=".06"/></body>'
    )
    head = '<option cone="elliptic" jacobian="dense"/>'
    twins = Twins(mjcf(body, head=head)).run("mj_forward")
    found = twins.same_contacts()
    assert len(found)
    data, rows = twins.data, jacobian(twins.data)
    for c in found:
        at, axes = c.efc_address, c.frame.reshape(3, 3)
        assert not rows[at + 3 : at + 6, 0].any()
        close(rows[at + 3 : at + 6, 1], axes @ data.xaxis[1])
        close(rows[at : at + 3, 1], axes @ np.cross(data.xaxis[1], c.pos - data.xanchor[1]))
        close(rows[at : at + 3, 0], axes @ data.xaxis[0])
        # the dofs of a ball joint rotate about the axes of its body
        close(rows[at + 3 : at + 6, 2:5], axes @ data.xmat[1].reshape(3, 3))
    twins.agree("efc_J")


@CONES
def test_con_20_forces_and_torques_act_on_both_bodies(cone):
    body = "".join(
        f'<body pos="0 0 {z}"><freejoint/><geom type="ellipsoid" size=".1 .12 .14" condim="6"/></body>' for z in (0, 0.21)
    )
    twins = Twins(mjcf(body, head=f'<option cone="{cone}" jacobian="dense"/>'))
    twins.set(qvel=np.random.default_rng(5).normal(size=12)).run("mj_forward")
    (c,) = twins.same_contacts(1e-6)
    data = twins.data
    close(data.qfrc_constraint, jacobian(data).T @ data.efc_force, 1e-12)
    f = twins.force(0)
    axes = c.frame.reshape(3, 3)
    force, torque = f[:3] @ axes, f[3:] @ axes
    expected = np.zeros(12)
    for b, sign in ((1, -1), (2, 1)):
        at = 6 * (b - 1)
        turning = torque + np.cross(c.pos - data.xpos[b], force)
        expected[at : at + 3] = sign * force
        expected[at + 3 : at + 6] = sign * data.xmat[b].reshape(3, 3).T @ turning
    close(data.qfrc_constraint, expected)
