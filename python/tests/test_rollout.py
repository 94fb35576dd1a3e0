"""Rollouts: shapes, results, threads and errors equal those of `mujoco.rollout`."""

import subprocess
import sys
import threading

import mujoco
import mujoco.rollout
import numpy as np
import pytest

import synovia
from synovia import rollout

PLAIN = """
<mujoco>
  <worldbody>
    <body><joint name="j" damping=".1"/><geom size=".1" pos=".3 0 0"/></body>
  </worldbody>
</mujoco>
"""
BUSY = """
<mujoco>
  <size nuserdata="3"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body pos="0 0 .3"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body name="goal" mocap="true" pos="0 0 1"><geom size=".02" contype="0" conaffinity="0"/></body>
    <body name="arm" pos="1 0 1"><joint name="a" axis="0 1 0" damping=".1"/>
      <geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/><site name="tip" pos=".3 0 0"/>
      <body pos=".3 0 0"><joint name="b" axis="0 1 0" damping=".1"/><geom size=".05" pos=".2 0 0"/></body></body>
  </worldbody>
  <equality><weld body1="arm" body2="goal" active="false"/></equality>
  <actuator><motor joint="a"/><general joint="b" dyntype="filter" dynprm=".1"/></actuator>
  <sensor><jointpos joint="a"/><accelerometer site="tip"/><framepos objtype="body" objname="goal"/></sensor>
</mujoco>
"""
CTRL, FULL = mujoco.mjtState.mjSTATE_CTRL.value, mujoco.mjtState.mjSTATE_FULLPHYSICS.value
MODULES = (mujoco, synovia)
TOLERANCE = dict(rtol=1e-9, atol=1e-11)


class Pair:
    """The same model in both modules, and random arguments for it."""

    def __init__(self, xml, seed=0):
        self.models = [module.MjModel.from_xml_string(xml) for module in MODULES]
        self.nstate = mujoco.mj_stateSize(self.models[0], FULL)
        self.random = np.random.RandomState(seed)

    def data(self, n):
        """A list of `n` simulations per module, or a single simulation if `n` is 0."""
        made = [[module.MjData(m) for _ in range(n or 1)] for module, m in zip(MODULES, self.models)]
        return made if n else [one for (one,) in made]

    def states(self, *shape):
        d = mujoco.MjData(self.models[0])
        state = np.empty(self.nstate)
        mujoco.mj_getState(self.models[0], d, state, FULL)
        return state + 0.05 * self.random.randn(*shape, self.nstate)

    def both(self, *args, n=0, **kwargs):
        """The results of both modules; array arguments are copied for each."""
        results = []
        for module, m, d in zip((mujoco.rollout, rollout), self.models, self.data(n)):
            mine = {k: v.copy() if isinstance(v, np.ndarray) else v for k, v in kwargs.items()}
            results.append(module.rollout(m, d, *args, **mine))
        return results

    def check(self, *args, n=0, **kwargs):
        """Compares both modules and returns our results."""
        reference, ours = self.both(*args, n=n, **kwargs)
        for expected, found in zip(reference, ours):
            assert found.shape == expected.shape
            assert found.dtype == np.float64
            np.testing.assert_allclose(found, expected, **TOLERANCE)
        return ours


@pytest.fixture
def plain():
    return Pair(PLAIN)


@pytest.fixture
def busy():
    return Pair(BUSY)


def loop(model, initial, control=None, nstep=None, warmstart=None, spec=CTRL):
    """One trajectory computed with `mj_step`."""
    data = synovia.MjData(model)
    synovia.mj_setState(model, data, initial, FULL)
    if warmstart is not None:
        data.qacc_warmstart = warmstart
    states, sensors = [], []
    for t in range(len(control) if control is not None else nstep):
        if control is not None:
            synovia.mj_setState(model, data, control[t], spec)
        synovia.mj_step(model, data)
        state = np.empty(len(initial))
        synovia.mj_getState(model, data, state, FULL)
        states.append(state)
        sensors.append(data.sensordata.copy())
    return np.array(states), np.array(sensors)


@pytest.mark.parametrize("n", [0, 1, 2, 3, 7])
@pytest.mark.parametrize("chunk", [None, 1, 4, 100])
def test_any_number_of_threads_gives_the_bits_of_a_loop(busy, n, chunk):
    initial, control = busy.states(11), busy.random.randn(11, 30, 2)
    state, sensordata = busy.check(initial, control, n=n, chunk_size=chunk)
    for k in range(11):
        expected = loop(busy.models[1], initial[k], control[k])
        assert np.array_equal(state[k], expected[0])
        assert np.array_equal(sensordata[k], expected[1])


SHAPES = {
    # name: initial state, control, other arguments
    "one step": ((), None, {}),
    "steps by number": ((), None, {"nstep": 4}),
    "a row of control": ((), (), {"nstep": 4}),
    "rows of control": ((), (5,), {}),
    "control of one trajectory": ((1,), (1, 5), {}),
    "trajectories by states": ((3,), None, {"nstep": 4}),
    "trajectories by states, shared control": ((3,), (5,), {}),
    "trajectories by states, one control": ((3,), (), {"nstep": 2}),
    "trajectories by control": ((), (3, 5), {}),
    "constant control of each": ((), (3, 1), {"nstep": 5}),
    "as many trajectories as steps": ((3,), (3, 1), {"nstep": 3}),
    "all given": ((3,), (3, 5), {"nstep": 5}),
    "steps zero means one": ((2,), None, {"nstep": 0}),
}


@pytest.mark.parametrize("case", SHAPES)
@pytest.mark.parametrize("n", [0, 2])
def test_shapes_are_inferred_as_in_the_reference(busy, case, n):
    initial, control, options = SHAPES[case]
    control = control if control is None else busy.random.randn(*control, 2)
    busy.check(busy.states(*initial), control, n=n, **options)


def test_shapes_are_inferred_from_other_arrays(busy):
    nsensordata, nv, nstate = busy.models[0].nsensordata, busy.models[0].nv, busy.nstate
    state, sensordata = busy.check(busy.states(), initial_warmstart=busy.random.randn(4, nv))
    assert state.shape == (4, 1, nstate)
    state, sensordata = busy.check(busy.states(), state=np.zeros((3, 5, nstate)))
    assert state.shape[:2] == sensordata.shape[:2] == (3, 5)
    state, sensordata = busy.check(busy.states(), sensordata=np.zeros((5, nsensordata)))
    assert state.shape[:2] == sensordata.shape[:2] == (1, 5)
    busy.check(busy.states(2), np.zeros(2), state=np.zeros((2, 6, nstate)), n=2)


def test_outputs_are_written_in_place(busy):
    initial, control = busy.states(3), busy.random.randn(3, 4, 2)
    expected = busy.check(initial, control)
    state, sensordata = np.zeros((3, 4, busy.nstate)), np.zeros((3, 4, busy.models[1].nsensordata))
    made = rollout.rollout(busy.models[1], busy.data(0)[1], initial, control, state=state, sensordata=sensordata)
    assert np.shares_memory(made[0], state) and np.shares_memory(made[1], sensordata)
    assert np.array_equal(state, expected[0]) and np.array_equal(sensordata, expected[1])
    # an array that cannot be written in place is returned as a new one
    turned = np.zeros((busy.nstate, 4, 3)).T
    made, _ = rollout.rollout(busy.models[1], busy.data(0)[1], initial, control, state=turned)
    assert np.array_equal(made, expected[0])


def test_an_input_may_lie_in_an_output(busy):
    m, (_, data) = busy.models[1], busy.data(2)
    initial = busy.states(3)
    expected, _ = rollout.rollout(m, data, initial)
    state = initial.reshape(3, 1, -1).copy()
    made, _ = rollout.rollout(m, data, state[:, 0], state=state)
    assert np.array_equal(made, expected)


def test_controls_may_be_any_input(busy):
    bits = "CTRL QFRC_APPLIED XFRC_APPLIED EQ_ACTIVE MOCAP_POS MOCAP_QUAT USERDATA".split()
    for k in range(len(bits)):
        spec = sum(getattr(mujoco.mjtState, f"mjSTATE_{bit}").value for bit in bits[: k + 1])
        size = mujoco.mj_stateSize(busy.models[0], spec)
        control = np.abs(busy.random.randn(2, 6, size))
        initial = busy.states(2)
        state, _ = busy.check(initial, control, control_spec=spec, n=2)
        assert np.array_equal(state[1], loop(busy.models[1], initial[1], control[1], spec=spec)[0])
    control = busy.random.randn(3, 2)
    state, _ = rollout.rollout(busy.models[1], busy.data(0)[1], busy.states(), control, control_spec=synovia.mjtState.mjSTATE_CTRL)
    assert state.shape == (1, 3, busy.nstate)


@pytest.mark.parametrize("sleep", ["disable", "enable"])
@pytest.mark.parametrize("spec", [0, CTRL, CTRL | mujoco.mjtState.mjSTATE_MOCAP_POS.value])
def test_inputs_that_are_not_specified_are_cleared(sleep, spec):
    pair = Pair(BUSY.replace("<worldbody>", f'<option><flag sleep="{sleep}"/></option><worldbody>'))
    initial = pair.states(2)
    results = []
    for module, r, m, d in zip(MODULES, (mujoco.rollout, rollout), pair.models, pair.data(0)):
        d.ctrl[:], d.qfrc_applied[:], d.xfrc_applied[:], d.mocap_pos[:], d.eq_active[:] = 1, 2, 3, 4, 1
        d.qacc_warmstart[:] = 5
        d.warning[module.mjtWarning.mjWARN_BADQPOS].number = 3
        results.append(r.rollout(m, d, initial, nstep=10, control_spec=spec))
        assert d.ctrl[0] == (1 if spec else 0)
        assert d.mocap_pos[0, 2] == (4 if spec > CTRL else 1)
        assert d.eq_active[0] == d.qfrc_applied[0] == d.xfrc_applied[0, 0] == 0
    for expected, found in zip(*results):
        np.testing.assert_allclose(found, expected, **TOLERANCE)
    control = np.ones((10, 2)) if spec else np.zeros((10, 2))
    assert np.array_equal(results[1][0][1], loop(pair.models[1], initial[1], control)[0])


def test_warm_starts(busy):
    # few iterations, so that the start of the solver affects the result; then rounding does too
    for m in busy.models:
        m.opt.iterations, m.opt.tolerance = 1, 0
    initial, warm = busy.states(3), 10 * busy.random.randn(3, busy.models[0].nv)
    initial[:, 3] = 0.1
    for rows in (warm, warm[0]):
        (expected, _), (found, _) = busy.both(initial, nstep=5, initial_warmstart=rows)
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-7)
        rows = np.broadcast_to(rows, warm.shape)
        assert np.array_equal(found[2], loop(busy.models[1], initial[2], nstep=5, warmstart=rows[2])[0])
        (cold, _), _ = busy.both(initial, nstep=5)
        assert np.abs(found - cold).max() > 1e-3


def test_every_trajectory_may_have_its_own_model(busy):
    families = []
    for module in MODULES:
        family = [module.MjModel.from_xml_string(BUSY) for _ in range(4)]
        for k, m in enumerate(family):
            m.opt.gravity[2] = -1.0 - k
            m.body_mass[1] *= 1 + k
        families.append(family)
    initial, control = busy.states(4), busy.random.randn(4, 20, 2)
    results = []
    for r, family, d in zip((mujoco.rollout, rollout), families, busy.data(2)):
        results.append(r.rollout(family, d, initial, control))
        # the number of models determines the number of trajectories
        assert r.rollout(family, d, initial[0], nstep=2)[0].shape == (4, 2, busy.nstate)
        assert r.rollout(family[:1], d, initial, nstep=2)[0].shape == (4, 2, busy.nstate)
    np.testing.assert_allclose(results[1][0], results[0][0], **TOLERANCE)
    np.testing.assert_allclose(results[1][1], results[0][1], **TOLERANCE)
    assert np.array_equal(results[1][0][3], loop(families[1][3], initial[3], control[3])[0])
    assert rollout.rollout(tuple(families[1]), busy.data(0)[1], initial)[0].shape == (4, 1, busy.nstate)


@pytest.mark.filterwarnings("ignore")
def test_after_a_warning_the_last_row_is_repeated(busy):
    initial, control = busy.states(3), busy.random.randn(3, 12, 2)
    initial[1, 3] = np.nan
    control[2, 5] = 1e15
    reference, ours = busy.both(initial, control, n=2)
    for expected, found in zip(reference, ours):
        np.testing.assert_allclose(found, expected, **TOLERANCE)
    state = ours[0]
    assert np.array_equal(state[1], np.broadcast_to(state[1, 0], state[1].shape))
    broken = np.flatnonzero((state[2, 1:] == state[2, :-1]).all(axis=1))
    assert broken[0] >= 5 and np.array_equal(broken, np.arange(broken[0], 11))
    assert np.isfinite(state[0]).all()


def test_the_simulation_is_left_at_the_end_of_the_last_trajectory(busy):
    initial = busy.states(4)
    ends = []
    for r, m, d in zip((mujoco.rollout, rollout), busy.models, busy.data(0)):
        state, _ = r.rollout(m, d, initial, nstep=7)
        assert np.array_equal(d.qpos, state[3, -1, 1 : 1 + m.nq])
        assert d.time == state[3, -1, 0]
        ends.append(np.concatenate([d.qpos, d.qvel, d.act, d.sensordata]))
    np.testing.assert_allclose(ends[1], ends[0], **TOLERANCE)


def test_models_without_sensors_and_controls(plain):
    state, sensordata = plain.check(plain.states(3), nstep=4)
    assert sensordata.shape == (3, 4, 0)
    plain.check(plain.states(3), np.empty((3, 4, 0)))
    empty = Pair("<mujoco/>")
    state, _ = empty.check(empty.states(2), nstep=3)
    np.testing.assert_allclose(state[..., 0] - state[:, :1, 0], [[0, 0.002, 0.004]] * 2)


def test_a_pool_is_kept_and_closed(busy):
    initial = busy.states(5)
    m, (_, data) = busy.models[1], busy.data(3)
    expected = rollout.rollout(m, data, initial, nstep=6)[0]
    with rollout.Rollout(nthread=3) as pool:
        for _ in range(3):
            assert np.array_equal(pool.rollout(m, data, initial, nstep=6)[0], expected)
        with pytest.raises(ValueError, match="Length of data: 1 not equal to nthread: 3"):
            pool.rollout(m, data[0], initial)
    with pytest.raises(RuntimeError, match="closed"):
        pool.rollout(m, data, initial)
    with rollout.Rollout() as pool:
        assert np.array_equal(pool.rollout(m, data[0], initial, nstep=6)[0], expected)
        with pytest.raises(ValueError, match="configured to run on main thread"):
            pool.rollout(m, data, initial)

    for n in (1, 2, 3, 3):
        made = rollout.rollout(m, data[:n], initial, nstep=6, persistent_pool=True)[0]
        assert np.array_equal(made, expected)
        assert rollout.persistent_rollout.nthread == (n if n > 1 else 0)
    rollout.shutdown_persistent_pool()
    assert rollout.persistent_rollout is None


def test_checks_can_be_skipped(busy):
    initial, control = busy.states(3), busy.random.randn(3, 4, 2)
    expected = busy.check(initial, control)
    m, (_, data) = busy.models[1], busy.data(2)
    state, sensordata = np.empty_like(expected[0]), np.empty_like(expected[1])
    options = dict(skip_checks=True, nstep=4)
    made = rollout.rollout([m] * 3, data, initial, control, state=state, sensordata=sensordata, **options)
    assert made[0] is state and made[1] is sensordata
    assert np.array_equal(state, expected[0]) and np.array_equal(sensordata, expected[1])
    assert rollout.rollout([m] * 3, data, initial, control, **options) == (None, None)
    assert rollout.rollout([m] * 3, data, initial, skip_checks=True, nstep=0) == (None, None)
    # accesses out of bounds are refused nevertheless
    for wrong in (dict(state=state[:2]), dict(sensordata=sensordata[:, :3]), dict(initial_warmstart=np.zeros((2, 2)))):
        with pytest.raises((ValueError, TypeError)):
            rollout.rollout([m] * 3, data, initial, control, **wrong, **options)
    with pytest.raises(ValueError, match="2 models for 3 trajectories"):
        rollout.rollout([m] * 2, data, initial, control, **options)


ERRORS = {
    "control is a string": (ValueError, "control", dict(control="string")),
    "control is a list": (ValueError, "control", dict(control=[1.0, 2.0])),
    "state is a tuple": (ValueError, "state", dict(state=(1.0,))),
    "initial state has three dimensions": (ValueError, "initial_state", dict(initial_state=np.zeros((1, 1, 19)))),
    "control has four dimensions": (ValueError, "control", dict(control=np.zeros((1, 1, 1, 2)))),
    "rows of the initial state": (ValueError, "initial_state must be 19, got 20", dict(initial_state=np.zeros(20))),
    "rows of control": (ValueError, "control must be 2, got 3", dict(control=np.zeros((4, 3)))),
    "rows of the warm start": (ValueError, "initial_warmstart must be 8, got 7", dict(initial_warmstart=np.zeros(7))),
    "rows of state": (ValueError, "state must be 19, got 5", dict(state=np.zeros((1, 1, 5)))),
    "rows of sensordata": (ValueError, "sensordata must be 7, got 8", dict(sensordata=np.zeros((1, 1, 8)))),
    "trajectories": (
        ValueError,
        "dimension 0 inferred as 2 but control has 3",
        dict(initial_state=np.zeros((2, 19)), control=np.zeros((3, 4, 2))),
    ),
    "steps": (ValueError, "dimension 1 inferred as 5 but control has 4", dict(control=np.zeros((1, 4, 2)), nstep=5)),
    "steps of two arrays": (
        ValueError,
        "dimension 1 inferred as 4 but state has 5",
        dict(control=np.zeros((1, 4, 2)), state=np.zeros((1, 5, 19))),
    ),
    "too few rows of state": (ValueError, "state should have 57 elements", dict(state=np.zeros((1, 1, 19)), nstep=3)),
    "steps are not an integer": (ValueError, "nstep", dict(nstep=2.5)),
    "chunk size is not an integer": (ValueError, "chunk_size", dict(chunk_size=1.5)),
    "no input": (ValueError, "mjSTATE_USER", dict(control_spec=mujoco.mjtState.mjSTATE_QPOS.value)),
}


@pytest.mark.parametrize("case", ERRORS)
def test_mistakes_are_named(busy, case):
    kind, message, options = ERRORS[case]
    for r, m, d in zip((mujoco.rollout, rollout), busy.models, busy.data(0)):
        args = dict(initial_state=np.zeros(busy.nstate))
        with pytest.raises(kind, match=message if r is rollout else None):
            r.rollout(m, d, **{**args, **options})


def test_mistakes_in_lists_are_named(busy, plain):
    initial = busy.states(3)
    m, (_, data) = busy.models[1], busy.data(2)
    with pytest.raises(ValueError, match="2 models for 3 trajectories"):
        rollout.rollout([m, m], data, initial)
    with pytest.raises(ValueError, match="model 2 differs in size"):
        rollout.rollout([m, m, plain.models[1]], data, initial)
    with pytest.raises(ValueError, match="list of data instances is empty"):
        rollout.rollout(m, [], initial)
    with pytest.raises(ValueError, match="list of models is empty"):
        rollout.rollout([], data, initial)
    with pytest.raises(ValueError, match="another model"):
        rollout.rollout(m, plain.data(0)[1], initial)
    with pytest.raises(ValueError, match="twice"):
        rollout.rollout(m, [data[0], data[0]], initial)
    with pytest.raises(ValueError, match="chunk_size should be positive"):
        rollout.rollout(m, data, initial, chunk_size=-1)
    with pytest.raises(ValueError, match="negative"):
        rollout.Rollout(nthread=-1)
    # the data is still usable after these errors
    assert np.isfinite(rollout.rollout(m, data, initial, nstep=5)[0]).all()


def test_what_must_not_be_asked_for_is_fatal():
    xml = PLAIN.replace("<worldbody>", '<option solver="ActiveSet"/><worldbody>').replace("damping", 'frictionloss=".1" damping')
    m = synovia.MjModel.from_xml_string(xml)
    m.opt.cone = synovia.mjtCone.mjCONE_ELLIPTIC
    with pytest.raises(synovia.FatalError, match="elliptic"):
        rollout.rollout(m, synovia.MjData(m), np.zeros(3))


def test_other_threads_run_meanwhile(busy):
    m, (_, data) = busy.models[1], busy.data(2)
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1
            done.wait(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    rollout.rollout(m, data, busy.states(40), nstep=1000)
    during = counted[0] - before
    done.set()
    thread.join()
    assert during > 5


def test_several_threads_of_python_roll_out_at_once(busy):
    m, initial = busy.models[1], busy.states(8)
    expected = rollout.rollout(m, synovia.MjData(m), initial, nstep=50)[0]
    results = [None] * 4

    def work(k):
        data = [synovia.MjData(m) for _ in range(2)]
        results[k] = rollout.rollout(m, data, initial, nstep=50)[0]

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for made in results:
        assert np.array_equal(made, expected)


def test_a_trajectory_that_was_reset_is_marked():
    m = synovia.MjModel.from_xml_string(PLAIN)
    initial = np.zeros((3, 3))
    initial[1, 2] = np.nan
    with pytest.warns(RuntimeWarning):
        state, sensordata, status = rollout.rollout(m, synovia.MjData(m), initial, nstep=5, return_status=True)
    assert state.shape == (3, 5, 3) and sensordata.shape == (3, 5, 0)
    assert status.steps.tolist() == [5, 1, 5]
    assert status.reset.tolist() == [False, True, False]
    bad = synovia.mjtWarning.mjWARN_BADQVEL.value
    assert status.warning.tolist() == [-1, bad, -1] and status.info.tolist() == [-1, 0, -1]
    # without automatic resets the trajectory ends early, but is not reset
    m.opt.disableflags |= synovia.mjtDisableBit.mjDSBL_AUTORESET.value
    with pytest.warns(RuntimeWarning):
        *_, status = rollout.rollout(m, synovia.MjData(m), initial, nstep=5, return_status=True)
    assert status.steps[1] == 1 and not status.reset.any()


def test_programs_for_mujoco_find_it(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import numpy as np, mujoco, mujoco.rollout\n"
        "from mujoco import rollout\n"
        "assert rollout is mujoco.rollout\n"
        f"m = mujoco.MjModel.from_xml_string('''{PLAIN}''')\n"
        "print(*rollout.rollout(m, mujoco.MjData(m), np.zeros(3), nstep=4)[0].shape)\n"
    )
    done = subprocess.run([sys.executable, "-m", "synovia.shim", program], capture_output=True, text=True)
    assert done.stdout == "1 4 3\n", done.stderr
