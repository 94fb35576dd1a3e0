"""A result depends only on its input, and meshes on flat faces have the contacts of the reference.

Every model found is stepped on fresh data, on data used for another run before, and in rollouts on one and two threads:
all results have the same bits. Single-precision meshes placed flat on a box or on another mesh, aligned or slightly
tilted, have the contacts of the reference wherever the reference's own answer is stable.
"""

import importlib

import numpy as np
import pytest
from support.corpus import models, unsupported
from support.modules import SUBJECT_IS_ORACLE, oracle, subject

MODELS = [(name, path) for name, path in models() if SUBJECT_IS_ORACLE or not unsupported(path)]
LARGE = 120  # dofs; larger models make fewer steps
SCENES = 40  # per seed
STABLE = 1e-9  # a pose is compared if the reference's own answer changes by less than this when its input changes by rounding
EQUAL = 1e-8  # for positions and depths of contacts [m]


def bits(array):
    """Floating-point numbers as integers, so that every bit is compared."""
    return np.ascontiguousarray(array, dtype=np.float64).view(np.uint64)


def run(model, data, controls, start):
    """Positions, velocities, accelerations and sensor readings of every step from a start."""
    subject.mj_resetData(model, data)
    data.qpos[:] = start
    rows = []
    for control in controls:
        data.ctrl[:] = control
        subject.mj_step(model, data)
        rows.append(np.concatenate([data.qpos, data.qvel, data.qacc, data.sensordata]))
    return bits(np.array(rows))


@pytest.mark.parametrize("path", [path for _, path in MODELS], ids=[name for name, _ in MODELS])
def test_a_model_steps_alike_on_fresh_and_used_data_and_on_any_number_of_threads(path):
    try:
        model = subject.MjModel.from_xml_path(str(path))
    except Exception:  # noqa: BLE001 - refused files are tested by test_models.py
        return
    if model.nv == 0:
        return
    steps = 16 if model.nv < LARGE else 4
    rng = np.random.default_rng(1)
    controls = rng.uniform(-0.5, 0.5, (steps, model.nu))
    start = np.array(model.qpos0)
    expected = run(model, subject.MjData(model), controls, start)
    used = subject.MjData(model)
    elsewhere = start + 0.05 * rng.standard_normal(model.nq)
    run(model, used, rng.uniform(-0.5, 0.5, (steps // 2, model.nu)), elsewhere)
    np.testing.assert_array_equal(run(model, used, controls, start), expected)

    rollout = importlib.import_module(f"{subject.__name__}.rollout")
    full = subject.mjtState.mjSTATE_FULLPHYSICS
    state = np.empty(subject.mj_stateSize(model, full))
    subject.mj_getState(model, subject.MjData(model), state, full)
    many = rng.uniform(-0.5, 0.5, (5, steps // 2, model.nu))
    results = [
        rollout.rollout(model, [subject.MjData(model) for _ in range(threads)], np.tile(state, (5, 1)), many, nstep=steps // 2)
        for threads in (1, 2)
    ]
    for one, two in zip(*results):
        np.testing.assert_array_equal(bits(one), bits(two))


def prism(rng):
    """Vertices of a prism or a rounded pebble with 8 to 600 hull nodes, and its half height."""
    corners = int(rng.choice([4, 6, 9, 20, 45, 100]))
    rounds = int(rng.choice([1, 1, 3]))
    angles = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    if rng.random() < 0.4:
        angles = np.sort(rng.uniform(0, 2 * np.pi, corners))
    radius, height = rng.uniform(0.03, 0.09), rng.uniform(0.02, 0.07)
    vertices = []
    for k in range(rounds):
        slope = 0.5 * np.pi * k / rounds
        ring = radius * (0.75 + 0.25 * np.cos(slope))
        level = height * (0.8 + 0.2 * np.sin(slope)) if rounds > 1 else height
        for side in (-level, level):
            vertices += [(1.25 * ring * np.cos(a), ring * np.sin(a), side) for a in angles]
    noise = rng.choice([0.0, 0.0, 1e-8]) * rng.standard_normal((len(vertices), 3))
    return np.float32(np.array(vertices) + noise), max(v[2] for v in vertices)


def flat_scene(rng):
    """A mesh on a box or on another mesh, and its pose."""
    (upper, height), (lower, below) = prism(rng), prism(rng)
    ground = [
        "<geom type='box' size='.3 .3 .05' pos='0 0 -.05'/>",
        "<geom type='box' size='.15 .2 .05' pos='.02 .01 -.05' euler='0 0 25'/>",
        f"<geom type='mesh' mesh='lower' pos='0 0 {-below:.9g}'/>",
    ][rng.integers(3)]
    text = [" ".join(map(repr, v.ravel().tolist())) for v in (upper, lower)]
    xml = f"""<mujoco><asset><mesh name='upper' vertex='{text[0]}'/><mesh name='lower' vertex='{text[1]}'/></asset>
      <worldbody>{ground}<body><freejoint/><geom type='mesh' mesh='upper'/></body></worldbody></mujoco>"""
    tilt, yaw = rng.choice([0.0, 1e-16, 1e-9, 1e-5, 1e-3]), rng.choice([0.0, 1.0]) * rng.uniform(-3, 3)
    turn = np.array([np.cos(yaw / 2), tilt, -0.4 * tilt, np.sin(yaw / 2)])
    place = [*rng.uniform(-0.03, 0.03, 2), height - 10 ** rng.uniform(-6, -2)]
    return xml, np.concatenate([place, turn / np.linalg.norm(turn)])


def contacts(module, model, data, pose):
    """Positions and distances of all contacts of a pose."""
    data.qpos[:] = pose
    module.mj_forward(model, data)
    return np.array([[*c.pos, c.dist] for c in data.contact]).reshape(-1, 4)


def moved(a, b):
    """The largest difference between two sets of contacts; infinite if their sizes differ."""
    return np.inf if a.shape != b.shape else np.abs(a - b).max(initial=0.0)


@pytest.mark.parametrize("seed", range(5))
def test_what_lies_flat_touches_where_it_does_in_the_reference(seed):
    rng = np.random.default_rng(seed)
    stable = touching = 0
    for _ in range(SCENES):
        xml, pose = flat_scene(rng)
        theirs, ours = oracle.MjModel.from_xml_string(xml), subject.MjModel.from_xml_string(xml)
        data, used = oracle.MjData(theirs), subject.MjData(ours)
        expected = contacts(oracle, theirs, data, pose)

        # data that was used for other poses before
        for other in rng.standard_normal((3, 7)):
            contacts(subject, ours, used, pose + 0.01 * other)
        fresh = contacts(subject, ours, subject.MjData(ours), pose)
        np.testing.assert_array_equal(bits(contacts(subject, ours, used, pose)), bits(fresh))

        # the reference's own answer after a change in the last digits
        shifts = [pose + size * sign * rng.standard_normal(7) for size in (1e-16, 1e-15) for sign in (1, -1)]
        if all(moved(contacts(oracle, theirs, data, shifted), expected) < STABLE for shifted in shifts):
            stable += 1
            touching += len(expected) > 0
            assert moved(fresh, expected) < EQUAL, f"scene {_} of seed {seed}: {fresh} instead of {expected}"
    assert stable > SCENES // 4 and touching > SCENES // 8, f"{stable} stable scenes, {touching} with contacts"
