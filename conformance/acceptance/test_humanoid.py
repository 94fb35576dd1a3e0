"""ASM: the exact solver on every humanoid model found: at least that of the dm_control wheel, which the test command installs."""

import numpy as np
import pytest
from support.corpus import models
from support.modules import subject
from support.pair import close

HUMANOIDS = [(name, path) for name, path in models() if path.name == "humanoid.xml"]
LYING = (np.sqrt(0.5), 0, np.sqrt(0.5), 0)
# joints that are bent in the strained pose, under the names used by different files
BENT = (("abdomen_x",), ("knee_right", "right_knee"))


def solved(model, start, solver, tolerance):
    """Forces and accelerations that a solver computes from a state."""
    data = subject.MjData(model)
    for field in ("qpos", "qvel", "act", "qacc_warmstart"):
        getattr(data, field)[...] = getattr(start, field)
    model.opt.solver, model.opt.tolerance = solver, tolerance
    subject.mj_forward(model, data)
    return np.array(data.efc_force), np.array(data.qacc)


def as_newton(model, start):
    """Asserts that ActiveSet and Newton find the same solution; returns the number of rows."""
    written = model.opt.solver, model.opt.tolerance
    found, expected = solved(model, start, 3, written[1]), solved(model, start, 2, 1e-14)
    model.opt.solver, model.opt.tolerance = written
    for ours, newton in zip(found, expected):
        close(ours, newton, 1e-8)
    return len(found[0])


@pytest.mark.extension
@pytest.mark.parametrize("path", [path for _, path in HUMANOIDS], ids=[name for name, _ in HUMANOIDS])
def test_asm_32_humanoids_are_solved_as_by_newton(path):
    model = subject.MjModel.from_xml_path(str(path))
    model.opt.cone = 0
    data = subject.MjData(model)
    as_newton(model, data)
    subject.mj_step(model, data, 300)
    as_newton(model, data)

    for lying in heaps(model):
        as_newton(model, lying)


def heaps(model):
    """Humanoids on their backs at increasing penetration depths."""
    data = subject.MjData(model)
    for height in (0.1, 0.05, 0.0, -0.05, -0.1):
        data.qpos[3:7] = LYING
        data.qpos[2] = height
        yield data


def bent(model):
    """The joints of `BENT` that the model has."""
    ids = (max(subject.mj_name2id(model, 3, name) for name in names) for names in BENT)
    return [joint for joint in ids if joint >= 0]


def strained(model):
    """Pose on its back, half inside the ground, with a knee and the waist beyond their limits."""
    data = subject.MjData(model)
    data.qpos[3:7] = LYING
    data.qpos[2] = 0.0
    for joint in bent(model):
        data.qpos[model.jnt_qposadr[joint]] = model.jnt_range[joint, 1] + 0.01
    return data


@pytest.mark.extension
def test_asm_32_a_scene_of_126_rows():
    rows = []
    for _, path in HUMANOIDS:
        model = subject.MjModel.from_xml_path(str(path))
        model.opt.cone = 0
        if len(bent(model)) == len(BENT):
            rows.append(as_newton(model, strained(model)))
    assert 126 in rows, rows
