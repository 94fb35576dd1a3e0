"""PIPE, TEN, ACT, FRL: actuators, tendons and joint friction, compared with the reference."""

import warnings

import numpy as np
import pytest
from support.compare import fields_of
from support.contacts import Twins
from support.modules import subject
from support.pair import close, mjcf

from acceptance.test_tendon_actuator import CYLINDER, SIDED, WRAP, spatial

ALL_INTEGRATORS = pytest.mark.parametrize("integrator", ["Euler", "RK4", "implicit", "implicitfast"])
JOINT = '<body><joint name="j" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".05"/></body>'
DYNAMICS = {
    "none": '<general joint="j" dyntype="none" gainprm="3"/>',
    "integrator": '<general joint="j" dyntype="integrator" gainprm="3"/>',
    "filter": '<general joint="j" dyntype="filter" dynprm=".03" gainprm="3"/>',
    "filterexact": '<general joint="j" dyntype="filterexact" dynprm=".03" gainprm="3"/>',
    "muscle": '<general joint="j" dyntype="muscle" dynprm=".01 .04" gainprm="3"/>',
    "smooth muscle": '<general joint="j" dyntype="muscle" dynprm=".01 .04 .5" gainprm="3"/>',
    "limited": '<general joint="j" dyntype="integrator" actlimited="true" actrange="-.2 .3" ctrlrange="-.5 .5" gainprm="3"/>',
    "early": '<general joint="j" dyntype="filterexact" dynprm=".03" gainprm="3" actearly="true"/>',
}


@ALL_INTEGRATORS
def test_pipe_18_activations_are_the_oracles(integrator):
    xml = mjcf(JOINT, head=f'<option integrator="{integrator}" timestep="0.005"/>', actuator="".join(DYNAMICS.values()))
    twins = Twins(xml)
    names, h = [name for name in DYNAMICS if name != "none"], 0.005
    rng = np.random.default_rng(18)
    for _ in range(50):
        twins.reset()
        act, ctrl = rng.uniform(-0.2, 1.2, twins.model.na), rng.uniform(-1.2, 1.2, twins.model.nu)
        twins.set(act=act, ctrl=ctrl, qvel=[rng.normal()]).run("mj_forward")
        twins.agree("act_dot", "actuator_force", "qfrc_actuator", tolerance=1e-12)
        rate = dict(zip(names, twins.data.act_dot))
        u, a = dict(zip(DYNAMICS, ctrl)), dict(zip(names, act))
        close(rate["integrator"], u["integrator"], 1e-14)
        for name in ("filter", "filterexact"):
            close(rate[name], (u[name] - a[name]) / 0.03, 1e-13)
        close(rate["limited"], np.clip(u["limited"], -0.5, 0.5), 1e-14)
        # excitation and activation are within 0 and 1; activation time grows with activation, deactivation time falls
        held, w = np.clip(a["muscle"], 0, 1), np.clip(u["muscle"], 0, 1)
        grown = 0.5 + 1.5 * held
        time = 0.01 * grown if w > a["muscle"] else 0.04 / grown
        close(rate["muscle"], (w - a["muscle"]) / time, 1e-12)
        twins.run("mj_step").agree("act", "act_dot", tolerance=1e-12)
        if integrator == "RK4":
            continue  # several stages; the tableau itself is tested by PIPE-42
        after = dict(zip(names, twins.data.act))
        close(after["integrator"], a["integrator"] + h * u["integrator"], 1e-14)
        close(after["filter"], a["filter"] + h * rate["filter"], 1e-14)
        close(after["filterexact"], u["filterexact"] + (a["filterexact"] - u["filterexact"]) * np.exp(-h / 0.03), 1e-13)
        close(after["muscle"], a["muscle"] + h * rate["muscle"], 1e-13)
        close(after["limited"], np.clip(a["limited"] + h * rate["limited"], -0.2, 0.3), 1e-14)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -1.0001e10], ids=["nan", "inf", "large"])
def test_pipe_18_a_bad_control_counts_as_none_at_all(bad):
    twins, silent = (Twins(mjcf(JOINT, actuator="".join(DYNAMICS.values()))) for _ in range(2))
    for one in (twins, silent):
        one.set(act=0.3, qvel=[0.2])
    ctrl = np.full(twins.model.nu, 0.7)
    ctrl[3] = bad
    twins.set(ctrl=ctrl).run("mj_forward")
    silent.run("mj_forward")
    fields = ("act_dot", "actuator_force", "qfrc_actuator", "qacc")
    twins.agree(*fields, tolerance=1e-12)
    for name in fields:
        assert np.array_equal(getattr(twins.data, name), getattr(silent.data, name))
    for d in (twins.data, twins.expected):
        assert (d.warning[7].number, d.warning[7].lastinfo) == (1, 3)
    twins.run("mj_step", 3).agree("qpos", "qvel", "act", tolerance=1e-12)
    assert twins.data.warning[7].number == twins.expected.warning[7].number


def strings(path, geom, extra=""):
    """Two links with a tendon that is pulled and wraps around a geom."""
    body = f"""{geom}
<site name="a" pos="-.6 .05 -.2"/>{extra}
<body><joint type="ball"/><geom type="capsule" fromto="0 0 0 .7 .1 -.3" size=".02"/><site name="b" pos=".5 .02 -.25"/>
<body pos=".7 .1 -.3"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .2 0 .3" size=".02"/><site name="c" pos=".2 0 .3"/></body>
</body>"""
    return mjcf(
        body,
        head='<option><flag contact="disable"/></option>',
        tendon=f'<spatial name="t">{path}</spatial>',
        actuator='<general tendon="t" gear="3" gainprm="2" biastype="affine" biasprm=".1 -2 -.3"/>',
    )


BALL = '<geom name="g" type="sphere" size=".2" pos="0 0 -.3"/>'
PIPE = '<geom name="g" type="cylinder" size=".15 1" pos=".1 0 -.3" euler="80 10 0"/>'
ROUND = '<site site="a"/><geom geom="g"/><site site="{}"/>'
PATHS = {
    "straight": ('<site site="a"/><site site="b"/><site site="c"/>', "", ""),
    "sphere": (ROUND.format("b"), BALL, ""),
    "cylinder": (ROUND.format("c"), PIPE, ""),
    "inside": (
        '<site site="a"/><geom geom="g" sidesite="in"/><site site="b"/>',
        PIPE,
        '<site name="in" pos=".1 0 -.31"/>',
    ),
    "pulley": ('<site site="a"/><site site="b"/><pulley divisor="2"/><site site="a"/><site site="c"/>', "", ""),
}


def random_states(twins, count, seed):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        moved, speed = rng.normal(size=twins.model.nv), rng.normal(size=twins.model.nv)
        twins.reset()
        for module, m, d in twins.sides():
            module.mj_integratePos(m, d.qpos, moved, 0.4)
        yield twins.set(qvel=speed, ctrl=rng.normal(size=twins.model.nu)).run("mj_forward")


@pytest.mark.parametrize("kind", ["sphere", "cylinder"])
def test_ten_06_a_wrapped_string_pulls_as_in_the_oracle(kind):
    wrapped = 0
    for twins in random_states(Twins(strings(*PATHS[kind])), 100, 6):
        d = twins.agree("ten_length", "ten_J", "actuator_force", "qfrc_actuator", tolerance=1e-10).data
        close(d.qfrc_actuator, 3 * d.actuator_force[0] * np.array(d.ten_J).reshape(-1), 1e-12)
        assert d.ten_wrapnum[0] == twins.expected.ten_wrapnum[0]
        wrapped += int(d.ten_wrapnum[0] == 4)
    assert wrapped >= 30 and np.abs(d.qfrc_actuator).max() > 0


@pytest.mark.parametrize("kind", PATHS)
def test_ten_08_the_velocity_is_the_rate_of_the_length(kind):
    twins, compared = Twins(strings(*PATHS[kind])), 0
    for state in random_states(twins, 110, 8):
        state.agree("ten_velocity", tolerance=1e-10)
        module, m, d = state.sides()[0]
        rate, start = float(d.ten_velocity[0]), np.array(d.qpos)
        close(rate, np.array(d.ten_J).reshape(-1) @ np.array(d.qvel), 1e-12)
        ends = []
        for h in (-1e-6, 1e-6):
            d.qpos[:] = start
            module.mj_integratePos(m, d.qpos, d.qvel, h)
            module.mj_fwdPosition(m, d)
            ends.append((float(d.ten_length[0]), int(d.ten_wrapnum[0])))
        if ends[0][1] == ends[1][1]:
            close(rate, (ends[1][0] - ends[0][0]) / 2e-6, 1e-6)
            compared += 1
    assert compared >= 100


@pytest.mark.parametrize(
    ("a", "b", "length"),
    [
        ("0 0 0", "1 0 0", 1.0),
        ("-1 0 0", "1 0 0", 2.255649583167176),
        ("-.5 0 0", "1 0 0", 1.9132229549810364),
        ("0 .5 0", "1 0 0", 1.127824791583588),
    ],
)
def test_ten_13_every_number_of_a_degenerate_path_is_finite(a, b, length):
    twins = Twins(spatial(WRAP, a, b)).set(qvel=[0.3]).run("mj_forward")
    close(twins.data.ten_length, [length], 1e-12)
    twins.agree("ten_length", "ten_J", "ten_velocity", "ten_wrapnum", "qacc", tolerance=1e-10)
    count = int(twins.data.ten_wrapnum[0])
    points = [np.array(d.wrap_xpos).reshape(-1, 3)[:count] for d in (twins.data, twins.expected)]
    close(points[0], points[1], 1e-10)
    arrays = [getattr(twins.data, name) for name in fields_of(twins.data)]
    assert all(np.isfinite(x).all() for x in arrays if isinstance(x, np.ndarray) and x.dtype == float)


@pytest.mark.parametrize(
    ("path", "attributes", "length", "slope"),
    [
        (WRAP, {}, 2.1646267831095907, -0.4087346744),
        (SIDED, {"side": "0 0 -1"}, 2.363964088091915, None),
        (SIDED, {"side": "0 0 1"}, 2.1646267831095907, -0.4087346744),
        (WRAP, {"a": "-1 0 .6", "b": "1 0 .6"}, 2.0, 0.0),
        (SIDED, {"a": "-1 0 .6", "b": "1 0 .6", "side": "0 0 -1"}, 3.090655031270953, None),
        (SIDED, {"a": "-1 0 .6", "b": "1 0 .6", "side": "0 0 .1"}, 2.0099751242241783, 0.0995037191),
        (WRAP, {"geom": CYLINDER}, 2.1646267831095907, -0.4087346744),
        (WRAP, {"geom": CYLINDER, "a": "-1 .3 .1"}, 2.1853167070599575, -0.4048648969),
    ],
    ids=["ten_01", "ten_02_below", "ten_02_above", "ten_03", "ten_03_below", "ten_04", "ten_05", "ten_05_helix"],
)
def test_ten_01_ten_02_ten_03_ten_04_ten_05_paths_have_their_length_and_slope(path, attributes, length, slope):
    twins = Twins(spatial(path, **attributes)).set(qvel=[1]).run("mj_forward")
    twins.agree("ten_length", "ten_J", "ten_velocity", "wrap_obj", tolerance=1e-10)
    d = twins.data
    close(d.ten_length, [length], 1e-12)
    close(d.ten_velocity, d.ten_J.reshape(-1), 1e-15)
    if slope is not None:
        close(d.ten_J.reshape(-1), [slope], 1e-10)
    wraps = slope != 0
    assert d.ten_wrapnum[0] == twins.expected.ten_wrapnum[0] == (4 if wraps else 2)
    if wraps:
        # the two middle points belong to the geom and are on its surface: half a metre from its centre or axis
        points = np.array(d.wrap_xpos).reshape(-1, 3)[:4]
        radial = points[1:3] * ((1, 0, 1) if "geom" in attributes else (1, 1, 1))
        assert list(np.array(d.wrap_obj).ravel()[:4]) == [-1, 0, 0, -1]
        close(np.linalg.norm(radial, axis=1), (0.5, 0.5), 1e-6 if slope == 0.0995037191 else 1e-12)


# the arm, with a site at its tip and one in the world
ARM = """<site name="ref" pos="0.1 0.2 0.3" euler="0 0 30"/>
<body><joint axis="0 0 1"/><geom type="capsule" fromto="0 0 0 1 0 0" size=".05"/>
<body pos="1 0 0"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 1 0 0" size=".05"/>
<site name="s" pos="1 0 0" euler="0 0 40"/></body></body>"""
MUSCLE = '"0.75 1.05 -1 200 0.5 1.6 1.5 1.3 1.2"'


def arm(actuator, ctrl, act=None):
    """The arm fixture at its state; length, velocity, moment, force and generalised force are equal in both modules."""
    twins = Twins(mjcf(ARM, head='<option><flag contact="disable"/></option>', actuator=actuator))
    twins.set(qpos=(0.3, -0.4), qvel=(0.5, 0.6), ctrl=[ctrl], **({} if act is None else {"act": [act]})).run("mj_forward")
    twins.agree("actuator_length", "actuator_velocity", "actuator_force", "qfrc_actuator", "act_dot", tolerance=1e-12)
    rows = []
    for _, m, d in twins.sides():
        moment = np.zeros(2)
        at = slice(d.moment_rowadr[0], d.moment_rowadr[0] + d.moment_rownnz[0])
        moment[np.array(d.moment_colind)[at]] = np.array(d.actuator_moment)[at]
        rows.append(moment)
    close(rows[0], rows[1], 1e-12)
    d = twins.data
    return d.actuator_length[0], d.actuator_velocity[0], rows[0], d.actuator_force[0], np.array(d.qfrc_actuator)


def test_act_01_the_gear_is_a_wrench_in_the_frame_of_the_site():
    length, velocity, moment, force, total = arm('<motor site="s" gear="1 2 3 4 5 6"/>', 2)
    assert length == 0 and force == 2
    close(velocity, 6.863882077, 1e-9)
    close(moment, (9.6461169687, 3.4013726543), 1e-10)
    close(total, (19.2922339374, 6.8027453087), 1e-10)


def test_act_02_act_03_a_reference_site_gives_a_length():
    length, velocity, moment, _, _ = arm('<motor site="s" refsite="ref" gear="1 2 3 0 0 0"/>', 0)
    close(length, 0.8565269437415707, 1e-13)
    close(moment, (4.1724518501, -2.5561583407), 1e-10)
    close(velocity, moment @ (0.5, 0.6), 1e-12)
    length, velocity, moment, _, _ = arm('<motor site="s" refsite="ref" gear="0 0 0 1 2 3"/>', 0)
    close(length, 0.7144694802, 1e-10)
    close(moment, (3, 2.1719517824), 1e-10)
    close(velocity, moment @ (0.5, 0.6), 1e-12)


def test_act_04_common_ancestors_do_not_count():
    body = '<body><joint type="free"/><geom size=".1"/><site name="r"/><site name="s" pos="2 0 0"/></body>'
    twins = Twins(mjcf(body, actuator='<motor site="s" refsite="r" gear="1 0 0 0 0 0"/>'))
    twins.set(qpos=(1, 2, 3, 0.5, 0.5, 0.5, 0.5), qvel=(1, 2, 3, 4, 5, 6), ctrl=[1]).run("mj_forward")
    twins.agree("actuator_length", "actuator_velocity", "qfrc_actuator", tolerance=1e-12)
    close(twins.data.actuator_length, [2.0], 1e-14)
    assert not np.any(twins.data.actuator_moment) and not np.any(twins.data.qfrc_actuator)
    assert twins.data.actuator_velocity[0] == 0


def test_act_05_a_motor_has_a_fixed_gain():
    _, _, _, force, total = arm('<motor site="s" gear="0 0 1 0 0 0"/>', 0.7)
    assert force == 0.7
    close(total, (0, -0.7), 1e-14)


def test_act_06_affine_gains_and_biases():
    length, velocity, _, force, _ = arm('<position site="s" refsite="ref" gear="0 0 1 0 0 0" kp="10"/>', 0.7)
    close(length, 0.0894183423, 1e-10)
    close(force, 6.1058165769, 1e-9)
    close(force, 10 * (0.7 - length), 1e-13)
    affine = 'gaintype="affine" gainprm="2 3 4" biastype="affine" biasprm="1 2 3"'
    length, velocity, _, force, _ = arm(f'<general site="s" refsite="ref" gear="0 0 1 0 0 0" {affine}/>', 0.7)
    close(force, -0.4386770557, 1e-10)
    close(force, (2 + 3 * length + 4 * velocity) * 0.7 + 1 + 2 * length + 3 * velocity, 1e-13)


@pytest.mark.parametrize(("target", "expected"), [("", -99.0480857401), ('refsite="ref"', -125.1003866154)])
def test_act_07_muscles_pull_at_sites(target, expected):
    muscle = (
        f'<general site="s" {target} gear="0 0 1 0 0 0" gaintype="muscle" biastype="muscle" dyntype="muscle"'
        f' gainprm={MUSCLE} biasprm={MUSCLE} dynprm="0.01 0.04" lengthrange="0.05 1.05"/>'
    )
    force = arm(muscle, 0.8, act=0.5)[3]
    close(force, expected, 1e-11)


# a hinge with friction
SOLVERS = {"PGS": 0, "CG": 1, "Newton": 2}


def hinge(solver, joint=""):
    body = f'<body><joint axis="0 1 0" frictionloss="1.0" {joint}/><geom type="capsule" fromto="0 0 0 0 0 .5" size=".05"/></body>'
    option = f'<option gravity="0 0 0" solver="{solver}" tolerance="1e-12"/>'
    return Twins(mjcf(body, head=option))


def test_frl_10_no_friction_has_no_row():
    for text, rows in (('frictionloss="1.0"', 1), ('frictionloss="0"', 0), ("", 0)):
        body = f'<body><joint {text}/><geom size=".1" pos=".1 0 0"/></body>'
        for flag, expected in (("enable", rows), ("disable", 0)):
            head = f'<option><flag frictionloss="{flag}"/></option>'
            twins = Twins(mjcf(body, head=head)).set(qvel=[1]).run("mj_forward").agree("nf", "nefc", tolerance=0)
            assert twins.data.nf == twins.data.nefc == expected


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("written", ["0.05 -0.5", "-0.05 0.5"])
def test_frl_12_mixed_signs_load_and_are_replaced(solver, written):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mixed = hinge(solver, f'solreffriction="{written}"').set(qvel=[0.01]).run("mj_forward")
    mixed.agree("efc_KBIP", "efc_aref", "efc_force", "qacc")
    close(mixed.model.dof_solref[0], [float(x) for x in written.split()], 0)
    close(mixed.data.efc_aref, [-1.0526315789], 1e-10)
    close(mixed.data.efc_force, [-0.3795023257], 1e-10)
    close(mixed.data.efc_KBIP[0, :3], (0, 105.2631578947, 0.9), 1e-10)


@pytest.mark.extension
def test_frl_12_replacing_is_told():
    model = subject.MjModel.from_xml_string(
        mjcf('<body><joint frictionloss="1" solreffriction="0.05 -0.5"/><geom size=".1"/></body>')
    )
    with pytest.warns(RuntimeWarning, match="solref"):
        subject.mj_forward(model, subject.MjData(model))


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("torque", "force", "qacc"), [(0.5, -0.45, 0.1248172089), (1.05, -0.945, None), (2, -1, 2.4963441772)])
def test_frl_13_friction_creeps_and_gives_way(solver, torque, force, qacc):
    twins = hinge(solver).set(qfrc_applied=[torque]).run("mj_forward").agree("efc_force", "qacc")
    inertia = 1 / 2.4963441772
    close(twins.data.efc_force, [force], 1e-8)
    close(twins.data.qacc, [(torque + force) / inertia if qacc is None else qacc], 1e-8)
    close(twins.data.qacc, [(torque + force) / inertia], 1e-8)
    # for a second, every step
    for _ in range(500):
        twins.run("mj_step").agree("qpos", "qvel", "efc_force", tolerance=1e-6)
    assert twins.data.qpos[0] > 1e-3
