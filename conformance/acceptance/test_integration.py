"""PIPE: Runge–Kutta stages, conserved quantities, and integration of rotations."""

import numpy as np
import pytest
from support.contacts import Twins
from support.modules import subject
from support.pair import close, mjcf

RK4 = '<option integrator="RK4" {}/>'
MASS = '<body><joint name="j" type="slide" axis="1 0 0"/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body>'


@pytest.mark.parametrize("integrator", ["Euler", "RK4", "implicit", "implicitfast"])
def test_pipe_38_balls_turn_by_the_exponential_of_their_new_velocity(integrator):
    body = '<body><joint type="ball" damping=".01"/><geom type="box" size=".1 .2 .3" pos="0 0 .4"/></body>'
    twins = Twins(mjcf(body, head=f'<option integrator="{integrator}" gravity="0 0 -3"/>'))
    twins.set(qvel=(4, 5, 6))
    h = twins.model.opt.timestep
    for _ in range(50):
        before = np.array(twins.data.qpos)
        d = twins.run("mj_step").agree("qpos", "qvel", tolerance=1e-12).data
        close(np.linalg.norm(d.qpos), 1.0, 1e-14)
        if integrator == "RK4":
            continue  # its mean velocity differs from the final velocity
        angle = np.linalg.norm(d.qvel) * h
        turn = np.array([np.cos(angle / 2), *np.sin(angle / 2) * d.qvel * h / angle])
        expected = np.zeros(4)
        subject.mju_mulQuat(expected, before, turn)
        close(d.qpos, expected, 1e-14)


def test_pipe_42_stages_are_at_the_start_twice_in_the_middle_and_at_the_end():
    """A delayed control shows at which time it was read, because it is interpolated between samples."""
    samples = [1, 3, -2, 7, 5, 11, -4, 2]
    for late in (2, 2.25, 2.75):
        motor = f'<motor joint="j" delay="{late / 100}" nsample="8" interp="linear"/>'
        twins = Twins(mjcf(MASS, head=RK4.format('timestep="0.01" gravity="0 0 0"'), actuator=motor))
        for k, u in enumerate(samples):
            x, v = twins.data.qpos[0], twins.data.qvel[0]
            d = twins.set(ctrl=[u]).run("mj_step").agree("qpos", "qvel", "time", tolerance=1e-14).data
            close(d.time, 0.01 * (k + 1), 1e-14)
            # controls read at the four stages; there is no control before the first sample
            a = np.interp(np.array([k, k + 0.5, k + 0.5, k + 1]) - late, np.arange(8), samples)
            if k + 0 < late:
                continue
            close(d.qvel[0] - v, 0.01 * (a[0] + 2 * a[1] + 2 * a[2] + a[3]) / 6, 1e-12)
            close(d.qpos[0] - x, 0.01 * v + 1e-4 * (a[0] + a[1] + a[2]) / 6, 1e-12)


def test_pipe_42_activations_follow_the_same_tableau():
    slow = '<general joint="j" dyntype="filter" dynprm=".02"/><general joint="j" dyntype="integrator"/>'
    muscle = '<muscle joint="j" timeconst=".01 .04" lengthrange="-1 1"/>'
    twins = Twins(mjcf(MASS, head=RK4.format('timestep="0.01"'), actuator=slow + muscle))
    twins.set(act=(0.3, 0.1, 0.2), ctrl=(1, 0.5, 0.9), qvel=[0.2]).run("mj_step")
    twins.agree("act", "qpos", "qvel", tolerance=1e-12)
    # y' = (u - y) / T: the remaining fraction of u - y is the Taylor series of exp(-h / T) up to the fourth power
    z = 0.01 / 0.02
    left = 1 - z + z**2 / 2 - z**3 / 6 + z**4 / 24
    close(twins.data.act[:2], (1 - 0.7 * left, 0.1 + 0.01 * 0.5), 1e-14)


@pytest.mark.parametrize("integrator", ["Euler", "RK4", "implicit", "implicitfast"])
def test_pipe_42_sensors_show_the_start_of_the_step(integrator):
    body = '<body><joint name="j" type="slide" axis="0 0 1"/><geom size=".1"/></body>'
    sensors = '<jointpos joint="j"/><jointvel joint="j"/><clock/>'
    twins = Twins(mjcf(body, head=f'<option integrator="{integrator}"/>', sensor=sensors)).set(qvel=[1]).run("mj_step")
    twins.agree("sensordata", "qpos", "qvel", tolerance=1e-15)
    d = twins.data
    close(d.sensordata, (0, 1, 0), 0)
    close(d.qvel, [0.98038], 1e-15)
    close(d.qpos, [0.00198038 if integrator == "RK4" else 0.00196076], 1e-15)


def test_pipe_42_stages_read_no_sensor():
    """A sensor delayed by two steps stores one reading per step, and none for the intermediate stages."""
    sensors = '<jointpos joint="j" delay="0.02" nsample="4"/><jointvel joint="j"/>'
    push = '<motor joint="j" gear="7"/>'
    twins = Twins(mjcf(MASS, head=RK4.format('timestep="0.01" gravity="0 0 0"'), actuator=push, sensor=sensors))
    starts = []
    for k in range(12):
        starts.append(float(twins.data.qpos[0]))
        twins.set(ctrl=[np.cos(k)]).run("mj_step").agree("sensordata", "history", tolerance=1e-14)
        if k >= 2:
            close(twins.data.sensordata[0], starts[k - 2], 1e-15)
    assert len(set(starts)) == 12


def test_pipe_44_a_free_box_keeps_its_angular_momentum():
    body = '<body><freejoint/><geom type="box" size=".1 .2 .3"/></body>'
    twins = Twins(mjcf(body, head=RK4.format('timestep="0.002" gravity="0 0 0"')))
    twins.set(qvel=(0, 0, 0, 1, 5, 2)).run("mj_forward").run("mj_subtreeVel")
    start = np.array(twins.data.subtree_angmom[1])
    # I ω of the box before it has rotated
    close(start, np.array((2.08, 1.6, 0.8)) * (1, 5, 2), 1e-12)
    for _ in range(500):
        twins.run("mj_step").run("mj_forward").run("mj_subtreeVel")
        drift = np.array(twins.data.subtree_angmom[1]) - start
        assert np.linalg.norm(drift) < 1e-5 * np.linalg.norm(start)
    twins.agree("qpos", "qvel", "subtree_angmom", tolerance=1e-10)
    # it has rotated far, so that conservation is a real test
    assert np.abs(twins.data.qvel[3:] - (1, 5, 2)).max() > 0.5


def test_pipe_44_a_double_pendulum_keeps_its_energy():
    link = '<joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 -1" size=".05"/>'
    head = '<option integrator="RK4"><flag energy="enable"/></option>'
    twins = Twins(mjcf(f'<body>{link}<body pos="0 0 -1">{link}</body></body>', head=head))
    twins.set(qpos=(1, 1)).run("mj_forward")
    start = float(np.sum(twins.data.energy))
    close(start, -49.50603969344024, 1e-12)
    worst = 0.0
    for _ in range(2500):
        twins.run("mj_step")
        worst = max(worst, abs(float(np.sum(twins.data.energy)) - start))
    close(twins.data.time, 5.0, 1e-9)
    assert worst < 1e-3
    twins.agree("energy", "qpos", "qvel", tolerance=1e-6)
