"""PIPE: what a step reads, keeps and continues from."""

import numpy as np
import pytest
from support.compare import fields_of
from support.contacts import Twins
from support.modules import subject
from support.pair import close, mjcf

from acceptance.test_solver import stack

# contacts, limits, friction, equalities, a mocap body, activations of every kind
MACHINE = mjcf(
    '<geom type="plane" size="5 5 1"/>'
    '<body name="hand" mocap="true" pos="0 0 .8"><geom size=".02" contype="0" conaffinity="0"/></body>'
    '<body name="box" pos="0 0 .0995"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
    '<body name="ball" pos=".05 .02 .2990"><freejoint/><geom size=".1" condim="4"/></body>'
    '<body name="held" pos="0 0 .7"><freejoint/><geom type="capsule" size=".04 .05"/></body>'
    '<body pos="0 .6 .5"><joint name="h" axis="0 1 0" frictionloss=".1" damping=".2" range="-20 20" limited="true"/>'
    '<geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/><site name="s" pos=".2 0 .05"/>'
    '<body pos=".3 0 0"><joint name="b" type="ball" damping=".05"/><geom type="capsule" fromto="0 0 0 .2 .1 0" size=".03"/>'
    '<site name="t" pos=".1 0 .05"/></body></body>',
    tendon='<spatial name="rope" stiffness="3" damping=".2" frictionloss=".05"><site site="s"/><site site="t"/></spatial>',
    equality='<weld body1="hand" body2="held"/><connect body1="ball" body2="box" anchor="0 0 -.1" active="false"/>',
    actuator='<motor joint="h" gear="2"/><general joint="h" dyntype="integrator" gainprm="3" actlimited="true" actrange="-1 1"/>'
    '<general tendon="rope" dyntype="filter" dynprm=".05"/><general joint="h" dyntype="filterexact" dynprm=".1"/>'
    '<muscle joint="h" lengthrange="-1 1"/>',
    sensor='<jointpos joint="h"/><accelerometer site="t"/><touch site="s"/>',
)
INPUTS = "qpos qvel act ctrl qacc_warmstart mocap_pos mocap_quat eq_active qfrc_applied xfrc_applied".split()
# the state as the acceptance row defines it, except for the time
SAVED = "qpos qvel act qacc_warmstart ctrl mocap_pos mocap_quat eq_active".split()
# the reference does not write sparse matrix layouts and island copies where they are not needed
LAYOUT, ISLAND = ("rownnz", "rowadr", "rowsuper", "colind"), ("iefc_", "iacc", "ifrc", "iM", "iLD")
ALL_INTEGRATORS = pytest.mark.parametrize("integrator", range(4), ids=["Euler", "RK4", "implicit", "implicitfast"])


def bits(data, names):
    """The bytes of fields, by name."""
    return {name: np.array(getattr(data, name)).tobytes() for name in names}


def results(data):
    """The bytes of every numeric array of a simulation, and of its contacts."""
    arrays = [n for n in fields_of(data) if isinstance(getattr(data, n), np.ndarray)]
    names = [n for n in arrays if not n.endswith(LAYOUT) and not n.startswith(ISLAND)]
    out = bits(data, names)
    out.update({f"contact.{n}": np.array(getattr(data.contact, n)).tobytes() for n in ("dist", "pos", "frame", "geom")})
    return out


def new(integrator=0, **options):
    model = subject.MjModel.from_xml_string(MACHINE)
    model.opt.integrator = integrator
    for name, value in options.items():
        setattr(model.opt, name, value)
    return model, subject.MjData(model)


def drive(model, data, first, last):
    """Steps with controls, a moving mocap body and an equality that is switched, all as functions of the step number."""
    for k in range(first, last):
        data.ctrl[:] = np.sin(0.1 * k + np.arange(model.nu))
        data.mocap_pos[0] = (0.05 * np.sin(0.05 * k), 0, 0.8)
        data.mocap_quat[0] = (np.cos(0.02 * k), 0, 0, np.sin(0.02 * k))
        data.eq_active[1] = (k // 40) % 2
        subject.mj_step(model, data)


@ALL_INTEGRATORS
def test_pipe_01_forward_changes_no_state_and_repeats(integrator):
    model, data = new(integrator)
    drive(model, data, 0, 45)
    data.qfrc_applied[:] = 0.3
    data.xfrc_applied[2] = (1, 2, 3, 0.1, 0.2, 0.3)
    before, time = bits(data, INPUTS), data.time
    subject.mj_forward(model, data)
    assert data.ne and data.nf and data.ncon and data.nefc > data.ne + data.nf
    first = results(data)
    subject.mj_forward(model, data)
    assert bits(data, INPUTS) == before and data.time == time
    changed = [name for name, value in results(data).items() if value != first[name]]
    assert not changed and len(first) > 100


@ALL_INTEGRATORS
@pytest.mark.parametrize("solver", [1, 2])
def test_pipe_45_every_stage_starts_from_the_step_before(integrator, solver):
    """One iteration stays far from the solution, so the result shows where it started."""
    twins = Twins(stack(2)).set(qvel=[0.3, -0.2, 0.1, 0.4, 0.5, -0.6] * 2)
    for _, m, _ in twins.sides():
        m.opt.integrator, m.opt.solver, m.opt.iterations = integrator, solver, 1
    for _ in range(10):
        twins.run("mj_step").agree("qacc_warmstart", "qacc", "qpos", "qvel", tolerance=1e-9)
        assert np.array_equal(twins.data.qacc_warmstart, twins.data.qacc)
    twins.run("mj_resetData")
    assert not np.any(twins.data.qacc_warmstart) and not np.any(twins.expected.qacc_warmstart)


@pytest.mark.parametrize("integrator", [0, 2, 3])
def test_pipe_46_two_halves_make_a_step_with_contacts_and_activations(integrator):
    (model, whole), (_, halves) = new(integrator), new(integrator)
    for k in range(60):
        for data in (whole, halves):
            data.ctrl[:] = np.sin(0.1 * k + np.arange(model.nu))
        subject.mj_step(model, whole)
        subject.mj_step1(model, halves)
        subject.mj_step2(model, halves)
        assert bits(whole, INPUTS) == bits(halves, INPUTS) and whole.time == halves.time
        one, other = results(whole), results(halves)
        # acceleration sensors lag behind when a step is made in two halves, in the reference too
        behind = {"cacc", "cfrc_int", "cfrc_ext", "sensordata"}
        assert {name for name in one if one[name] != other[name]} <= behind
    assert whole.ncon and whole.nefc


BAD = {"not a number": np.nan, "infinite": np.inf, "large": 1.0001e10, "large and negative": -1.0001e10}
WARNINGS = {"qpos": 4, "qvel": 5, "qacc": 6}  # mjWARN_BADQPOS, mjWARN_BADQVEL, mjWARN_BADQACC
AFTER = "qpos qvel act qacc qacc_warmstart ctrl qfrc_applied xfrc_applied mocap_pos mocap_quat eq_active".split()


def warned(data):
    """How often each kind of warning was raised, and its last info value."""
    return [(w.number, w.lastinfo) for w in data.warning]


@pytest.mark.parametrize("field", WARNINGS)
@pytest.mark.parametrize(("kind", "integrator"), [*((kind, 0) for kind in BAD), *(("not a number", k) for k in (1, 2, 3))])
def test_pipe_49_a_bad_state_warns_and_starts_again(field, kind, integrator):
    value = BAD[kind]
    twins, fresh = Twins(MACHINE), Twins(MACHINE)
    for _, m, _ in (*twins.sides(), *fresh.sides()):
        m.opt.integrator = integrator
    twins.set(ctrl=0.5, mocap_pos=(0.1, 0, 0.8), eq_active=[1, 1]).run("mj_step", 5)
    for module, m, d in twins.sides():
        # an acceleration is bad if the force behind it is
        getattr(d, "qfrc_applied" if field == "qacc" else field)[4] = value * (1e3 if field == "qacc" else 1)
        module.mj_step(m, d)
    stat = twins.data.warning[WARNINGS[field]]
    assert stat.number == 1
    assert warned(twins.data) == warned(twins.expected)
    # nothing of the earlier run is left: this is a first step from the initial state without controls
    fresh.run("mj_step")
    assert twins.data.time == fresh.data.time == fresh.model.opt.timestep
    assert bits(twins.data, AFTER) == bits(fresh.data, AFTER)
    twins.agree(*AFTER, tolerance=1e-8)
    assert all(np.isfinite(getattr(twins.data, name)).all() for name in AFTER)


@pytest.mark.parametrize("field", WARNINGS)
def test_pipe_49_without_autoreset_it_only_warns(field):
    twins = Twins(MACHINE.replace("<worldbody>", '<option><flag autoreset="disable"/></option><worldbody>'))
    twins.run("mj_step", 5)
    before = twins.data.time
    for module, m, d in twins.sides():
        getattr(d, "qfrc_applied" if field == "qacc" else field)[4] = 1e14
        module.mj_step(m, d)
    assert twins.data.warning[WARNINGS[field]].number >= 1
    for kind in WARNINGS.values():
        ours, theirs = twins.data.warning[kind], twins.expected.warning[kind]
        assert (ours.number, ours.lastinfo) == (theirs.number, theirs.lastinfo)
    close(twins.data.time, before + twins.model.opt.timestep, 1e-15)
    assert twins.data.qpos[4] != twins.model.qpos0[4] or np.abs(twins.data.qvel).max() > 1e6


def test_pipe_49_the_limit_itself_is_allowed():
    twins = Twins(mjcf('<body><joint type="slide"/><geom size=".1"/></body>'))
    for value, number in ((1e10, 0), (-1e10, 0), (np.nextafter(1e10, np.inf), 1)):
        twins.reset()
        twins.set(qvel=[value]).run("mj_step")
        assert twins.data.warning[5].number == twins.expected.warning[5].number == number


@ALL_INTEGRATORS
@pytest.mark.parametrize("solver", ["PGS", "CG", "Newton", pytest.param("ActiveSet", marks=pytest.mark.extension)])
def test_pipe_50_runs_repeat_and_continue_bit_by_bit(integrator, solver):
    options = {"integrator": integrator, "solver": ["PGS", "CG", "Newton", "ActiveSet"].index(solver)}
    (model, first), (_, second) = new(**options), new(**options)
    for data in (first, second):
        drive(model, data, 0, 70)
    assert results(first) == results(second)
    # into a fresh simulation, and into one with another past
    fresh, used = subject.MjData(model), subject.MjData(model)
    drive(model, used, 500, 530)
    for data in (fresh, used):
        data.time = first.time
        for name in SAVED:
            getattr(data, name)[...] = getattr(first, name)
    for data in (first, fresh, used):
        drive(model, data, 70, 120)
    for data in (fresh, used):
        assert data.time == first.time
        different = [name for name, value in results(first).items() if value != results(data)[name]]
        assert not different, different
    # a reset leaves no trace either
    subject.mj_resetData(model, used)
    drive(model, used, 0, 70)
    assert results(used) == results(second)
