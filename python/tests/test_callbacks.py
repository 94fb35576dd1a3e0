"""Python callbacks of the step: the same results as with MuJoCo, and the operations allowed inside a callback."""

import ctypes
import gc
import sys
import threading

import mujoco
import numpy as np
import pytest
import synovia
from synovia import rollout

KINDS = "control passive sensor act_dyn act_gain act_bias contactfilter time".split()
BOTH = (mujoco, synovia)
# how long a thread may take [s]
PATIENCE = 60

ARM = """
<mujoco>
  <option integrator="{integrator}"/>
  <worldbody>
    <body name="upper">
      <joint name="a" axis="0 1 0" damping=".1"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".03"/>
      <body name="lower" pos=".5 0 0">
        <joint name="b" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".03"/><site name="tip" pos=".4 0 0"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor joint="a" ctrlrange="-3 3"/>
    <general joint="b" dyntype="user" actdim="1" dynprm=".05" gaintype="user" gainprm="4 .3 -.1" biastype="user"
             biasprm="0 -2 -.4" actrange="-1 1" forcerange="-2 2"/>
  </actuator>
  <sensor>
    <user name="where" dim="2" needstage="pos" cutoff=".3"/>
    <jointpos joint="a"/>
    <user name="speed" dim="1" needstage="vel" datatype="positive" cutoff="1"/>
    <user name="force" dim="1" needstage="acc"/>
  </sensor>
</mujoco>
"""

HEAP = """
<mujoco>
  <worldbody>
    <geom type="plane" size="2 2 1"/>
    <body pos="0 0 .3"><freejoint/><geom size=".1"/><geom size=".1" pos=".15 0 0" contype="2"/></body>
    <body pos="0 .05 .6"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos=".02 .05 .9"><freejoint/><geom type="capsule" size=".1 .1"/></body>
  </worldbody>
</mujoco>
"""


@pytest.fixture(autouse=True)
def no_callbacks():
    yield
    for module in BOTH:
        for kind in KINDS:
            getattr(module, f"set_mjcb_{kind}")(None)


def arm(module=synovia, integrator="Euler"):
    model = module.MjModel.from_xml_string(ARM.format(integrator=integrator))
    return model, module.MjData(model)


def heap(module=synovia):
    model = module.MjModel.from_xml_string(HEAP)
    return model, module.MjData(model)


def assert_same(found, expected, tolerance=0.0):
    for name in "time qpos qvel act ctrl qacc sensordata act_dot actuator_force qfrc_passive".split():
        assert np.allclose(getattr(found, name), getattr(expected, name), 0, tolerance), name


def control(m, d):
    d.ctrl[:] = [-8 * d.qpos[0] - 2 * d.qvel[0] + np.sin(9 * d.time), 3 * np.cos(7 * d.time)]
    d.qfrc_applied[1] = 0.1


def passive(m, d):
    d.qfrc_passive[1] -= 0.7 * d.qpos[1]


def sensor(m, d, stage):
    if stage == 1:
        d.sensordata[:2] = d.site_xpos[0][[0, 2]]
    elif stage == 2:
        d.sensordata[3] = 5 * d.qvel[0]
    else:
        d.sensordata[4] = d.qacc[0]


def act_dyn(m, d, u):
    return (d.ctrl[u] - d.act[m.actuator_actadr[u]]) / m.actuator_dynprm[u, 0]


def act_gain(m, d, u):
    prm = m.actuator_gainprm[u]
    return prm[0] + prm[1] * d.actuator_length[u] + prm[2] * d.actuator_velocity[u]


def act_bias(m, d, u):
    prm = m.actuator_biasprm[u]
    return prm[0] + prm[1] * d.actuator_length[u] + prm[2] * d.actuator_velocity[u]


EACH = {
    "control": control,
    "passive": passive,
    "sensor": sensor,
    "act_dyn": act_dyn,
    "act_gain": act_gain,
    "act_bias": act_bias,
}


@pytest.mark.parametrize("integrator", ["Euler", "RK4", "implicit", "implicitfast"])
@pytest.mark.parametrize("kinds", [*[[kind] for kind in EACH], list(EACH)], ids=lambda kinds: "+".join(kinds))
def test_a_run_with_callbacks_is_that_of_mujoco(kinds, integrator):
    (m1, d1), (m2, d2) = arm(mujoco, integrator), arm(synovia, integrator)
    for module in BOTH:
        for kind in kinds:
            getattr(module, f"set_mjcb_{kind}")(EACH[kind])
    for _ in range(200):
        mujoco.mj_step(m1, d1)
        synovia.mj_step(m2, d2)
        assert_same(d2, d1, 1e-12)
    mujoco.mj_inverse(m1, d1)
    synovia.mj_inverse(m2, d2)
    assert np.allclose(d2.qfrc_inverse, d1.qfrc_inverse, 0, 1e-10)


def test_halves_of_a_step_and_skipped_stages_call_as_mujoco_does():
    seen = {}
    for module in BOTH:
        m, d = arm(module)
        calls = []

        def note(kind, value=None, calls=calls):
            def callback(m, d, *more):
                calls.append((kind, *more))
                return value

            return callback

        for kind in EACH:
            getattr(module, f"set_mjcb_{kind}")(note(kind, 0.5))
        module.mj_step1(m, d)
        calls.append("half")
        module.mj_step2(m, d)
        calls.append("skip")
        module.mj_forwardSkip(m, d, 1, 1)
        calls.append("inverse")
        module.mj_inverse(m, d)
        for flag in ("ACTUATION", "SENSOR", "SPRING", "DAMPER"):
            m.opt.disableflags |= getattr(module.mjtDisableBit, f"mjDSBL_{flag}")
            calls.append(flag)
            module.mj_step1(m, d)
            calls.append("half")
            module.mj_step2(m, d)
            calls.append("forward")
            module.mj_forward(m, d)
        seen[module] = calls
    assert seen[synovia] == seen[mujoco]


def test_a_contact_filter_is_that_of_mujoco():
    for rule in (
        lambda m, d, g1, g2: 0,
        lambda m, d, g1, g2: 1,
        lambda m, d, g1, g2: (g1 + g2) % 2,
        lambda m, d, g1, g2: bool(m.geom_type[g1] == m.geom_type[g2]),
        lambda m, d, g1, g2: np.bool_(d.geom_xpos[g2, 2] > 0.5),
    ):
        (m1, d1), (m2, d2) = heap(mujoco), heap(synovia)
        mujoco.set_mjcb_contactfilter(rule)
        synovia.set_mjcb_contactfilter(rule)
        touched = set()
        for _ in range(200):
            mujoco.mj_step(m1, d1)
            synovia.mj_step(m2, d2)
            assert np.array_equal(d1.contact.geom, d2.contact.geom)
            assert np.allclose(d1.qpos, d2.qpos, 0, 1e-9)
            touched |= {tuple(pair) for pair in d2.contact.geom}
        mujoco.set_mjcb_contactfilter(None)
        synovia.set_mjcb_contactfilter(None)
        kinds = m2.geom_type
        assert all(not rule(m2, d2, *pair) for pair in touched if max(kinds[list(pair)]) < 2)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_set_is_what_is_got(kind):
    set_it, get_it = getattr(synovia, f"set_mjcb_{kind}"), getattr(synovia, f"get_mjcb_{kind}")
    assert get_it() is None
    calls = []

    def callback(*args):
        calls.append(args)
        return 0

    set_it(callback)
    assert get_it() is callback and not calls
    with pytest.raises(TypeError, match=r"callback is not an Optional\[Callable\]"):
        set_it(1)
    assert get_it() is callback
    model = synovia.MjModel.from_xml_string(ARM.format(integrator="Euler") if kind != "contactfilter" else HEAP)
    data = synovia.MjData(model)
    synovia.mj_step(model, data, 100)
    assert calls
    set_it(None)
    assert get_it() is None
    calls.clear()
    synovia.mj_step(model, data)
    assert not calls


def test_all_can_be_removed_at_once():
    for kind in KINDS:
        getattr(synovia, f"set_mjcb_{kind}")(lambda *args: pytest.fail("it was removed"))
    synovia.mj_resetCallbacks()
    for kind in KINDS:
        assert getattr(synovia, f"get_mjcb_{kind}")() is None
    synovia.mj_step(*arm())


def test_callbacks_get_the_objects_of_the_call():
    m, d = arm()
    met = []

    def callback(model, data, *more):
        met.append((model is m, data is d, more))
        return 0

    for kind in EACH:
        getattr(synovia, f"set_mjcb_{kind}")(callback)
    synovia.mj_forward(m, d)
    assert all(met_m and met_d for met_m, met_d, _ in met)
    assert [more for _, _, more in met] == [(1,), (), (2,), (), (1,), (1,), (1,), (3,)]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "time"])
@pytest.mark.parametrize("integrator", ["Euler", "RK4"])
def test_what_a_callback_raises_is_raised_by_the_call(kind, integrator):
    class Mine(Exception):
        pass

    error = Mine("text", (1, 2), {"a": 1})

    def callback(*args):
        raise error

    xml = HEAP if kind == "contactfilter" else ARM.format(integrator=integrator)
    model = synovia.MjModel.from_xml_string(xml)
    data = synovia.MjData(model)
    synovia.mj_step(model, data, 120)
    time, qpos = data.time, data.qpos.copy()
    getattr(synovia, f"set_mjcb_{kind}")(callback)
    for call in (synovia.mj_step, synovia.mj_forward):
        with pytest.raises(Mine) as caught:
            call(model, data)
        assert caught.value is error and caught.value.args == ("text", (1, 2), {"a": 1})
        assert caught.traceback[-1].name == "callback"
    assert data.time == time and np.array_equal(data.qpos, qpos)
    with pytest.raises(Mine):
        synovia.mj_step(model, data, nstep=5)
    nstate = synovia.mj_stateSize(model, synovia.mjtState.mjSTATE_FULLPHYSICS)
    with pytest.raises(Mine):
        rollout.rollout(model, data, np.tile(state_of(model, data), (3, 1)), nstep=2)
    getattr(synovia, f"set_mjcb_{kind}")(None)
    synovia.mj_step(model, data)
    assert nstate and data.time > 0


def state_of(model, data):
    spec = synovia.mjtState.mjSTATE_FULLPHYSICS
    state = np.empty(synovia.mj_stateSize(model, spec))
    synovia.mj_getState(model, data, state, spec)
    return state


@pytest.mark.parametrize("kind", ["act_dyn", "act_gain", "act_bias", "time"])
def test_numbers_are_wanted(kind):
    m, d = arm()
    getattr(synovia, f"set_mjcb_{kind}")(lambda *args: "text")
    with pytest.raises(TypeError, match=f"mjcb_{kind} callback did not return a number"):
        synovia.mj_forward(m, d)
    for fine in (1, 2.5, True, np.float32(1), np.int64(2)):
        getattr(synovia, f"set_mjcb_{kind}")(lambda *args: fine)
        synovia.mj_forward(m, d)


def test_integers_are_wanted_of_a_filter():
    m, d = heap()
    d.qpos[2] = 0.05
    for wrong in (None, "text", 1.5):
        synovia.set_mjcb_contactfilter(lambda *args: wrong)
        with pytest.raises(TypeError, match="mjcb_contactfilter callback did not return an integer"):
            synovia.mj_forward(m, d)


def test_the_clock_is_read_and_may_fail():
    class Mine(RuntimeError):
        pass

    calls = []
    synovia.set_mjcb_time(lambda: calls.append(1) or len(calls))
    m, d = arm()
    assert not calls
    synovia.mj_forward(m, d)
    assert len(calls) == 2

    def fails():
        raise Mine("late")

    synovia.set_mjcb_time(fails)
    with pytest.raises(Mine, match="late"):
        synovia.mj_forward(m, d)
    synovia.set_mjcb_time(None)
    synovia.mj_forward(m, d)


def test_functions_in_c_are_called_or_refused_with_a_reason():
    m, d = arm()
    calls = []
    clock = ctypes.CFUNCTYPE(ctypes.c_double)(lambda: calls.append(1) or 1.0)
    synovia.set_mjcb_time(clock)
    assert synovia.get_mjcb_time() is clock
    synovia.mj_forward(m, d)
    assert calls
    # a pure C function: `drand48` has no arguments and returns a double
    synovia.set_mjcb_time(ctypes.CDLL(None).drand48)
    synovia.mj_forward(m, d)
    synovia.set_mjcb_time(None)

    raw = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(lambda m, d: None)
    for kind in KINDS[:-1]:
        with pytest.raises(TypeError, match=f"mjcb_{kind} is a C function.*use a function in Python"):
            getattr(synovia, f"set_mjcb_{kind}")(raw)
    through = ctypes.CFUNCTYPE(None, ctypes.py_object, ctypes.py_object)(lambda m, d: d.ctrl.fill(2))
    synovia.set_mjcb_control(through)
    assert synovia.get_mjcb_control() is through
    synovia.mj_forward(m, d)
    assert np.all(d.ctrl == 2)


def test_allocators_are_kept():
    allocate = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_size_t)(lambda n: None)
    for name in ("malloc", "free"):
        set_it, get_it = getattr(synovia, f"set_mju_user_{name}"), getattr(synovia, f"get_mju_user_{name}")
        assert get_it() is None
        set_it(allocate)
        assert get_it() is allocate
        with pytest.raises(TypeError, match=f"mju_user_{name} must be a C function pointer"):
            set_it(len)
        set_it(None)
        assert get_it() is None


def test_a_handler_of_warnings_may_be_in_c():
    told = []
    handler = ctypes.CFUNCTYPE(None, ctypes.c_char_p)(told.append)
    synovia.set_mju_user_warning(handler)
    try:
        m, d = arm()
        d.qpos[0] = np.nan
        synovia.mj_step(m, d)
    finally:
        synovia.set_mju_user_warning(None)
    assert told and told[0].startswith(b"Nan, Inf or huge value in QPOS at DOF 0")


def test_callbacks_may_call_functions_with_what_they_get():
    m, d = arm()
    twin = synovia.MjData(m)
    calls = []

    def callback(model, data):
        time, count = data.time, data.ncon
        jac = np.empty((3, model.nv))
        synovia.mj_jacBody(model, data, jac, None, model.body("lower").id)
        full = np.empty((model.nv, model.nv))
        synovia.mj_fullM(model, full, data.qM)
        synovia.mj_energyPos(model, data)
        data.time = time  # a setter
        assert data.joint("a").qpos[0] == data.qpos[0] and model.opt.timestep > 0
        assert synovia.mj_name2id(model, synovia.mjtObj.mjOBJ_BODY, "lower") == 2
        assert data.efc_force.shape == (data.nefc,) and len(data.contact) == count
        # any other operation on another simulation is allowed as well
        other = synovia.MjData(model)
        synovia.mj_copyData(other, model, data)
        synovia.mj_kinematics(model, other)
        synovia.mj_inverse(model, data)
        synovia.mj_forward(model, data)
        calls.append(jac)

    synovia.set_mjcb_control(callback)
    synovia.mj_step(m, d, 20)
    synovia.set_mjcb_control(None)
    synovia.mj_step(m, twin, 20)
    assert len(calls) == 20 and np.any(calls[-1])
    assert_same(d, twin)


@pytest.mark.parametrize("kind", ["passive", "sensor", "act_gain", "contactfilter"])
def test_every_callback_may_call_functions(kind):
    model = synovia.MjModel.from_xml_string(HEAP if kind == "contactfilter" else ARM.format(integrator="RK4"))
    data = synovia.MjData(model)
    com = np.empty((3, model.nv))
    calls = []

    def callback(m, d, *more):
        calls.append(d.time)
        synovia.mj_jacSubtreeCom(m, d, com, 1)
        synovia.mj_kinematics(m, d)
        return 0

    getattr(synovia, f"set_mjcb_{kind}")(callback)
    synovia.mj_step(model, data, 100)
    assert calls


def test_what_cannot_be_done_in_a_callback_is_refused():
    m, d = arm()
    errors = []

    def callback(model, data):
        with pytest.raises(RuntimeError, match="a callback cannot do this with the model or data of the enclosing call") as caught:
            synovia.mj_setConst(model, data)
        errors.append(caught.value)

    synovia.set_mjcb_control(callback)
    synovia.mj_forward(m, d)
    assert errors
    synovia.set_mjcb_control(None)
    synovia.mj_setConst(m, d)


def test_callbacks_that_never_end_are_stopped():
    m, d = arm()

    def callback(model, data):
        synovia.mj_forward(model, synovia.MjData(model))

    synovia.set_mjcb_control(callback)
    with pytest.raises(RecursionError):
        synovia.mj_forward(m, d)
    synovia.set_mjcb_control(None)
    synovia.mj_forward(m, d)


def test_what_a_nested_call_raises_may_be_caught():
    m, d = arm()
    caught = []

    def fails(model, data):
        raise KeyError("inner")

    def callback(model, data):
        try:
            synovia.mj_forward(model, data)
        except KeyError as error:
            caught.append(error)

    synovia.set_mjcb_control(callback)
    synovia.set_mjcb_sensor(lambda *args: None)
    synovia.mj_forward(m, d)
    assert not caught
    calls = []

    def every_second_fails(model, data, stage):
        calls.append(stage)
        if len(calls) == 4:
            fails(model, data)

    synovia.set_mjcb_sensor(every_second_fails)
    synovia.mj_step(m, d)
    # position and velocity stages of the step, position stage and failure of the inner call, then the acceleration stage of the step
    assert calls == [1, 2, 1, 2, 3] and [str(error) for error in caught] == ["'inner'"]
    assert d.time > 0


def test_a_callback_may_replace_and_remove_callbacks():
    m, d = arm()
    calls = []

    def second(model, data):
        calls.append(2)
        synovia.set_mjcb_control(None)

    def first(model, data):
        calls.append(1)
        synovia.set_mjcb_control(second)

    synovia.set_mjcb_control(first)
    synovia.mj_step(m, d, 10)
    assert calls == [1, 2] and synovia.get_mjcb_control() is None


def test_what_a_callback_breaks_is_an_error():
    m, d = heap()
    synovia.mj_step(m, d, 150)
    assert d.ncon

    def breaks_contacts(model, data):
        data.contact[0].geom = [70, 80]
        data.contact.geom1[0] = 70

    def breaks_model(model, data):
        model.body_parentid[1] = 77

    synovia.set_mjcb_passive(breaks_contacts)
    with pytest.raises(synovia.FatalError, match="contact 0"):
        synovia.mj_step(m, d)
    synovia.set_mjcb_passive(breaks_model)
    with pytest.raises(synovia.FatalError, match="body_parentid"):
        synovia.mj_step(m, d)
    synovia.set_mjcb_passive(None)
    m.body_parentid[1] = 0
    synovia.mj_step(m, d)
    assert synovia._synovia._caught_panics() == 0


def test_warnings_in_a_callback_are_told():
    m, d = arm()

    def callback(model, data):
        data.ctrl[0] = np.nan
        synovia.mj_fwdActuation(model, data)
        data.ctrl[0] = 0

    synovia.set_mjcb_control(callback)
    with pytest.warns(RuntimeWarning, match="in CTRL at ACTUATOR 0"):
        synovia.mj_step(m, d)
    assert d.warning[synovia.mjtWarning.mjWARN_BADCTRL].number == 1


def test_finite_differences_call_callbacks():
    results = {}
    for module in BOTH:
        m, d = arm(module)
        d.qpos[:], d.qvel[:] = [0.3, -0.2], [0.1, 0.4]
        module.set_mjcb_passive(passive)
        module.set_mjcb_act_dyn(act_dyn)
        n = 2 * m.nv + m.na
        A, B = np.empty((n, n)), np.empty((n, m.nu))
        module.mjd_transitionFD(m, d, 1e-6, True, A, B, None, None)
        results[module] = np.hstack([A, B])
    assert np.allclose(results[synovia], results[mujoco], 0, 1e-8)


def test_simulations_and_models_are_let_go():
    models, simulations = [], []
    synovia.set_mjcb_control(lambda m, d: None)
    for _ in range(5):
        m, d = arm()
        synovia.mj_step(m, d)
        models.append(m)
        simulations.append(d)
    del m, d
    gc.collect()
    for d in simulations:
        assert sys.getrefcount(d) == 3  # references by the list, the loop variable and the argument
    del d, simulations
    gc.collect()
    for m in models:
        assert sys.getrefcount(m) == 3


@pytest.mark.parametrize("nthread", [0, 1, 3])
def test_rollouts_call_callbacks_on_all_threads(nthread):
    m, d = arm()
    start = np.tile(state_of(m, d), (12, 1))
    start[:, 1] = np.linspace(-1, 1, 12)
    threads, com = set(), threading.local()

    def callback(model, data):
        threads.add(threading.get_ident())
        if not hasattr(com, "jac"):
            com.jac = np.empty((3, model.nv))
        synovia.mj_jacSite(model, data, com.jac, None, 0)
        data.ctrl[0] = -data.time - 5 * com.jac[0] @ data.qvel
        assert model is m and any(data is one for one in (d, *several))

    several = [synovia.MjData(m) for _ in range(max(nthread, 1))]
    synovia.set_mjcb_control(callback)
    with rollout.Rollout(nthread=nthread) as roll:
        states, _ = roll.rollout(m, several, start, nstep=30, chunk_size=1)
    for k in (0, 5, 11):
        synovia.mj_setState(m, d, start[k], synovia.mjtState.mjSTATE_FULLPHYSICS)
        synovia.mj_step(m, d, 30)
        assert np.array_equal(states[k, -1], state_of(m, d))
        synovia.mj_resetData(m, d)
    assert threads


def test_rollouts_of_several_models_call_with_the_right_one():
    models = [arm()[0] for _ in range(4)]
    for k, m in enumerate(models):
        m.opt.gravity[2] = -k
    several = [synovia.MjData(models[0]) for _ in range(2)]
    found = set()

    def callback(model, data):
        k = next(k for k, one in enumerate(models) if one is model)
        assert model.opt.gravity[2] == -k
        found.add(k)

    synovia.set_mjcb_control(callback)
    start = np.tile(state_of(models[0], several[0]), (4, 1))
    with rollout.Rollout(nthread=2) as roll:
        roll.rollout(models, several, start, nstep=3)
    assert found == {0, 1, 2, 3}


def test_a_callback_of_a_rollout_cannot_ask_for_the_data_of_another_thread():
    m, _ = arm()
    several = [synovia.MjData(m) for _ in range(2)]
    met = []

    def callback(model, data):
        other = next(one for one in several if one is not data)
        try:
            met.append(other.time)
        except RuntimeError as error:
            met.append(str(error))

    synovia.set_mjcb_control(callback)
    with rollout.Rollout(nthread=2) as roll:
        roll.rollout(m, several, np.tile(state_of(m, several[0]), (4, 1)), nstep=2)
    assert met and all("a callback cannot do this" in text for text in met)


def test_threads_that_wait_do_not_stop_callbacks():
    m, d = arm()
    in_callback, go_on = threading.Event(), threading.Event()
    done = []

    def callback(model, data):
        if not in_callback.is_set():
            in_callback.set()
            assert go_on.wait(PATIENCE)
            # a writer waits for the model and a reader for the data: neither blocks the callback
            jac = np.empty((3, model.nv))
            synovia.mj_jacBody(model, data, jac, None, 1)
            assert data.time == 0 and model._sizes()
            synovia.mj_energyVel(model, data)

    synovia.set_mjcb_control(callback)

    def call(f, *args):
        f(*args)
        done.append(f.__name__)

    threads = [threading.Thread(target=call, args=(synovia.mj_step, m, d), daemon=True)]
    threads[0].start()
    assert in_callback.wait(PATIENCE)
    for f, args in ((synovia.mj_setConst, (m, synovia.MjData(m))), (synovia.mj_energyPos, (m, d))):
        threads.append(threading.Thread(target=call, args=(f, *args), daemon=True))
        threads[-1].start()
        threads[-1].join(0.2)
        assert threads[-1].is_alive()
    go_on.set()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    assert sorted(done) == ["mj_energyPos", "mj_setConst", "mj_step"]


def test_many_threads_step_with_callbacks():
    m, _ = arm()
    synovia.set_mjcb_control(control)
    expected = synovia.MjData(m)
    synovia.mj_step(m, expected, 100)
    several = [synovia.MjData(m) for _ in range(4)]
    threads = [threading.Thread(target=synovia.mj_step, args=(m, d, 100)) for d in several]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    for d in several:
        assert_same(d, expected)
