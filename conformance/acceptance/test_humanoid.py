"""ASM: the exact solver on humanoids, those that can be found."""

import numpy as np
import pytest
from support.corpus import models
from support.modules import subject
from support.pair import close

HUMANOIDS = [(name, path) for name, path in models() if path.name == "humanoid.xml"]
LYING = (np.sqrt(0.5), 0, np.sqrt(0.5), 0)


def solved(model, start, solver, tolerance):
    """Forces and accelerations that a solver finds from a state."""
    data = subject.MjData(model)
    for field in ("qpos", "qvel", "act", "qacc_warmstart"):
        getattr(data, field)[...] = getattr(start, field)
    model.opt.solver, model.opt.tolerance = solver, tolerance
    subject.mj_forward(model, data)
    return np.array(data.efc_force), np.array(data.qacc)


def as_newton(model, start):
    """Asserts that ActiveSet finds what Newton finds; returns the number of rows."""
    written = model.opt.solver, model.opt.tolerance
    found, expected = solved(model, start, 3, written[1]), solved(model, start, 2, 1e-14)
    model.opt.solver, model.opt.tolerance = written
    for ours, newton in zip(found, expected):
        scale = max(1.0, np.abs(newton).max(initial=0))
        close(ours / scale, newton / scale, 1e-8)
    return len(found[0])


@pytest.mark.extension
@pytest.mark.parametrize("path", [path for _, path in HUMANOIDS], ids=[name for name, _ in HUMANOIDS])
def test_asm_32_humanoids_are_solved_as_by_newton(path):
    model = subject.MjModel.from_xml_path(str(path))
    model.opt.cone = 0
    data = subject.MjData(model)
    standing = as_newton(model, data)
    subject.mj_step(model, data, 300)
    as_newton(model, data)

    # on its back, and deeper and deeper in the ground
    subject.mj_resetData(model, data)
    data.qpos[3:7] = LYING
    rows = []
    for height in (0.1, 0.05, 0.0, -0.05, -0.1):
        data.qpos[2] = height
        rows.append(as_newton(model, data))
    assert standing == 0 or max(rows) >= 126, rows
