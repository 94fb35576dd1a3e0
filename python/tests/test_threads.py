"""Models and simulations may be used from several threads: calls wait for each other, and none is lost or hangs."""

import copy
import faulthandler
import itertools
import pickle
import signal
import threading
import time

import numpy as np
import pytest

import synovia
from synovia import rollout

XML = """
<mujoco>
  <option timestep=".002"/>
  <worldbody>
    <geom name="floor" type="plane" size="2 2 .1"/>
    <body name="box" pos="0 0 .099"><freejoint/><geom name="box" type="box" size=".1 .1 .1"/></body>
    <body name="arm" pos="1 0 1">
      <joint name="hinge" axis="0 1 0" damping=".1"/>
      <geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/>
      <site name="tip" pos=".4 0 0"/>
    </body>
  </worldbody>
  <actuator><motor name="motor" joint="hinge"/></actuator>
  <sensor><framepos objtype="site" objname="tip"/></sensor>
  <keyframe><key name="key" qpos="0 0 .2 1 0 0 0 .3"/></keyframe>
</mujoco>
"""
FULL = synovia.mjtState.mjSTATE_FULLPHYSICS
# how long two calls are repeated concurrently, and after what time a call is considered hanging [s]
SPELL, PATIENCE = 0.03, 60.0


class World:
    """The objects that the threads share, and the arrays that a single thread needs."""

    def __init__(self):
        self.model = synovia.MjModel.from_xml_string(XML)
        self.data, self.other = synovia.MjData(self.model), synovia.MjData(self.model)
        self.nstate = synovia.mj_stateSize(self.model, FULL)
        self.mass, self.state = self.model.body_mass.copy(), np.zeros(self.nstate)
        synovia.mj_forward(self.model, self.data)
        synovia.mj_getState(self.model, self.data, self.state, FULL)


def fields(w):
    d = w.data
    contacts = [(contact.dist, contact.geom.tolist()) for contact in d.contact]
    rows = d.nefc, d.efc_J, d.efc_force, d.efc_state, d.nisland, d.iefc_J
    return d.time, d.ncon, contacts, rows, d.flg_energypos, d._column(0).sum(), d.warning.number.sum(), d.energy.sum()


def names(w):
    tip = w.data.site("tip").xpos.sum() + w.data.body("arm").xpos.sum() + w.data.actuator("motor").ctrl.sum()
    return tip, w.model.joint("hinge").name, w.model.body(1).mass, w.model.signature, w.model.opt.timestep


def get_state(w):
    state = np.empty(w.nstate)
    synovia.mj_getState(w.model, w.data, state, FULL)
    return state


def jacobian(w):
    moved, turned = np.zeros((2, 3, w.model.nv))
    synovia.mj_jacBody(w.model, w.data, moved, turned, 2)
    synovia.mj_jacSite(w.model, w.data, moved, None, 0)
    return moved


def rays(w):
    geom = np.zeros(2, np.int32)
    dist = np.zeros(2)
    rays = np.array([0, 0, -1.0, 1, 0, 0])
    synovia.mj_multiRay(w.model, w.data, [0, 0, 3], rays, None, 1, -1, geom, dist, None, 2, 10.0)
    return synovia.mj_ray(w.model, w.data, [0, 0, 3], [0, 0, -1], None, 1, -1, geom[:1])


def questions(w):
    six = np.zeros(6)
    synovia.mj_contactForce(w.model, w.data, 0, six)
    synovia.mj_objectVelocity(w.model, w.data, synovia.mjtObj.mjOBJ_BODY, 2, six, 0)
    product = np.zeros(w.model.nv)
    synovia.mj_mulM(w.model, w.data, product, np.ones(w.model.nv))
    return synovia.mj_geomDistance(w.model, w.data, 0, 1, 1.0, None), synovia.mj_isSparse(w.model)


def edit(w):
    # writes numbers only, as a controller does
    w.data.ctrl[:] = 0.1
    w.data.qfrc_applied[-1] = 0.01
    w.model.body_mass[:] = w.mass
    w.model.opt.timestep = 0.002


def set_time(w):
    w.data.time = 0.25


def derivative(w):
    nx = 2 * w.model.nv + w.model.na
    synovia.mjd_transitionFD(w.model, w.data, 1e-6, 0, np.zeros((nx, nx)), None, None, None)


def roll(w):
    rollout.rollout(w.model, w.data, w.state, nstep=5)


def roll_beside(w):
    rollout.rollout(w.model, [synovia.MjData(w.model) for _ in range(2)], np.tile(w.state, (4, 1)), nstep=3)


# calls that change neither the model nor the simulation
READERS = {
    "fields": fields,
    "names": names,
    "mj_getState": get_state,
    "copy data": lambda w: copy.copy(w.data),
    "pickle data": lambda w: pickle.loads(pickle.dumps(w.data)),
    "copy model": lambda w: copy.copy(w.model),
    "pickle model": lambda w: pickle.loads(pickle.dumps(w.model)),
    "jacobian": jacobian,
    "rays": rays,
    "questions": questions,
    "mj_copyData": lambda w: synovia.mj_copyData(w.other, w.model, w.data),
    "rollout of others": roll_beside,
}
WRITERS = {
    "mj_step": lambda w: synovia.mj_step(w.model, w.data),
    "mj_step nstep": lambda w: synovia.mj_step(w.model, w.data, nstep=30),
    "mj_forward": lambda w: synovia.mj_forward(w.model, w.data),
    "mj_inverse": lambda w: synovia.mj_inverse(w.model, w.data),
    "mj_kinematics": lambda w: synovia.mj_kinematics(w.model, w.data),
    "mj_resetData": lambda w: synovia.mj_resetData(w.model, w.data),
    "mj_resetDataKeyframe": lambda w: synovia.mj_resetDataKeyframe(w.model, w.data, 0),
    "mj_setState": lambda w: synovia.mj_setState(w.model, w.data, w.state, FULL),
    "mj_copyState": lambda w: synovia.mj_copyState(w.model, w.other, w.data, FULL),
    "mj_setConst": lambda w: synovia.mj_setConst(w.model, w.data),
    "mj_setKeyframe": lambda w: synovia.mj_setKeyframe(w.model, w.data, 0),
    "mjd_transitionFD": derivative,
    "rollout": roll,
    "edit": edit,
    "time": set_time,
}
CALLS = {**READERS, **WRITERS}


@pytest.fixture(autouse=True)
def watchdog():
    """Ends the tests with a dump of all stacks if they hang, even if the interpreter itself hangs."""
    faulthandler.dump_traceback_later(5 * PATIENCE, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


def beside(world, spell, *calls):
    """Repeats calls, one thread each, for `spell` seconds; returns how often each was made."""
    made, wrong = [0] * len(calls), []
    start = threading.Barrier(len(calls))

    def repeat(k, call):
        start.wait()
        end = time.monotonic() + spell
        try:
            while made[k] == 0 or time.monotonic() < end:
                call(world)
                made[k] += 1
        except BaseException as error:  # raised again by the main thread
            wrong.append(error)

    threads = [threading.Thread(target=repeat, args=job, daemon=True) for job in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    if any(thread.is_alive() for thread in threads):
        faulthandler.dump_traceback()
        pytest.fail("deadlock: the calls wait for each other")
    if wrong:
        raise wrong[0]
    return made


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_every_two_calls_may_run_beside_each_other():
    total, world, panics = 0, World(), synovia._synovia._caught_panics()
    pairs = list(itertools.combinations_with_replacement(CALLS, 2))
    for one, two in pairs:
        try:
            made = beside(world, SPELL, CALLS[one], CALLS[two])
        except Exception as error:
            raise AssertionError(f"{one} beside {two}") from error
        assert all(made), (one, two, made)
        total += sum(made)
    assert total > 10 * len(pairs) and synovia._synovia._caught_panics() == panics
    # the model and data are still usable
    synovia.mj_resetData(world.model, world.data)
    synovia.mj_step(world.model, world.data)
    assert np.isfinite(world.data.qpos).all()


def test_steps_are_those_of_one_thread_whoever_looks_on():
    worlds = [World() for _ in range(3)]
    for world in worlds[1:]:
        # one model for all of them
        world.model = worlds[0].model
        world.data = synovia.MjData(world.model)
        synovia.mj_forward(world.model, world.data)

    def steps(k):
        def call(_):
            synovia.mj_step(worlds[0].model, worlds[k].data, nstep=(1, 7, 50)[k])

        return call

    made = [0] * 3
    for reader in READERS.values():
        counts = beside(worlds[0], SPELL, *(steps(k) for k in range(3)), reader)
        made = [before + more for before, more in zip(made, counts)]
    for k, world in enumerate(worlds):
        alone = World()
        synovia.mj_step(alone.model, alone.data, nstep=made[k] * (1, 7, 50)[k])
        assert world.data.time == alone.data.time
        for name in ("qpos", "qvel", "qacc", "sensordata", "efc_force"):
            assert np.array_equal(getattr(world.data, name), getattr(alone.data, name)), name


def test_a_long_call_lets_others_look():
    world, alone, n = World(), World(), steps_of(1.0)
    begun = time.monotonic()
    synovia.mj_step(alone.model, alone.data, nstep=n)
    took = time.monotonic() - begun

    stepping = threading.Thread(target=synovia.mj_step, args=(world.model, world.data), kwargs={"nstep": n}, daemon=True)
    stepping.start()
    seen, longest = [], 0.0
    while stepping.is_alive():
        begun = time.monotonic()
        seen.append((world.data.time, world.data.ncon, world.data._column(0).shape, len(world.data.contact)))
        longest = max(longest, time.monotonic() - begun)
        time.sleep(0.001)
    stepping.join(PATIENCE)
    times = [time for time, *_ in seen]
    assert len(set(times)) > 20 and times == sorted(times), len(times)
    assert longest < max(0.5 * took, 0.2), longest
    assert world.data.time == alone.data.time and np.array_equal(world.data.qpos, alone.data.qpos)


def test_a_model_is_changed_between_the_steps_of_a_long_call():
    world = World()
    job = {"target": synovia.mj_step, "args": (world.model, world.data), "kwargs": {"nstep": steps_of(1.0)}}
    stepping = threading.Thread(**job, daemon=True)
    stepping.start()
    changes = 0
    while stepping.is_alive():
        synovia.mj_setConst(world.model, world.other)
        synovia.mj_setKeyframe(world.model, world.data, 0)
        changes += 1
        time.sleep(0.001)
    stepping.join(PATIENCE)
    assert changes > 20 and world.model.key_time[0] > 0


def test_views_of_what_is_asked_may_be_handed_over(model, data):
    synovia.mj_forward(model, data)
    expected = np.zeros(model.nv)
    synovia.mj_mulM(model, data, expected, data.qvel.copy())
    synovia.mj_mulM(model, data, data.qvel, data.qvel)
    assert np.array_equal(data.qvel, expected)
    gravity = model.opt.gravity
    synovia.mj_ray(model, data, [0, 0, 9], [0, 0, -1], None, 1, -1, np.zeros(1, np.int32), gravity)
    assert np.isclose(np.linalg.norm(gravity), 1) or not gravity.any()
    n = synovia.mj_stateSize(model, synovia.mjtState.mjSTATE_QPOS)
    before = data.qpos.copy()
    synovia.mj_getState(model, data, data.qpos, synovia.mjtState.mjSTATE_QPOS)
    assert n == model.nq and np.array_equal(data.qpos, before)


def test_results_of_a_rollout_are_no_memory_of_it():
    world = World()
    room = np.lib.stride_tricks.as_strided(world.data.qvel, (1, 1, 7))
    with pytest.raises(ValueError, match="sensordata overlaps the memory of a model or data"):
        rollout.rollout(world.model, world.data, world.state, nstep=1, sensordata=room[:, :, :3])


class Alarm(Exception):
    pass


@pytest.fixture
def alarm():
    """Calls a function a moment later, while the main thread is waiting."""

    def arm(function):
        signal.signal(signal.SIGALRM, lambda *_: function())
        signal.setitimer(signal.ITIMER_REAL, 0.15)

    before = signal.getsignal(signal.SIGALRM)
    yield arm
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def steps_of(seconds):
    """The approximate number of steps that take this long."""
    world = World()
    begun = time.monotonic()
    synovia.mj_step(world.model, world.data, nstep=1000)
    return int(1000 * seconds / (time.monotonic() - begun))


def busy(world):
    """A thread that holds the simulation for a second or two."""
    start, n = threading.Event(), steps_of(1.5)

    def run():
        start.set()
        rollout.rollout(world.model, world.data, world.state, nstep=n)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    start.wait()
    time.sleep(0.05)
    return thread


def test_a_wait_can_be_interrupted(alarm):
    world = World()

    def ring():
        raise Alarm

    thread = busy(world)
    alarm(ring)
    with pytest.raises(Alarm):
        synovia.mj_forward(world.model, world.data)
    assert thread.is_alive()
    thread.join(PATIENCE)
    synovia.mj_forward(world.model, world.data)


def test_a_call_within_a_call_is_refused_by_name(alarm):
    world = World()
    thread = busy(world)
    alarm(lambda: world.data.time)
    with pytest.raises(RuntimeError, match="time cannot be called while mj_forward is running on the same thread"):
        synovia.mj_forward(world.model, world.data)
    thread.join(PATIENCE)
    assert world.data.time > 0
