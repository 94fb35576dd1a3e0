"""The built-in demo robot: the same walk in both modules, through the wall of blocks."""

from pathlib import Path

import numpy as np
import pytest
from support.modules import oracle, subject

ROBOT = Path(__file__).resolve().parents[2] / "crates/synovia-cli/models/scorpion.xml"
FREQUENCY = 1.0


def walk(module, seconds):
    """Positions at every step of a walk driven by the sine controls of `synovia run`."""
    model = module.MjModel.from_xml_path(str(ROBOT))
    data = module.MjData(model)
    module.mj_resetDataKeyframe(model, data, 0)
    middle = np.array(data.ctrl)
    reach = np.minimum(model.actuator_ctrlrange[:, 1] - middle, middle - model.actuator_ctrlrange[:, 0])
    ahead = np.arange(model.nu) * np.pi / 2
    rows = []
    for _ in range(round(seconds / model.opt.timestep)):
        data.ctrl[:] = middle + 0.5 * reach * np.sin(2 * np.pi * FREQUENCY * data.time + ahead)
        module.mj_step(model, data)
        rows.append(np.array(data.qpos))
    return np.array(rows), np.array(data.xmat[1])


@pytest.mark.parametrize(("seconds", "tolerance"), [(1.2, 1e-12), (2.0, 1e-9)])
def test_the_robot_walks_as_in_the_oracle(seconds, tolerance):
    # the wall starts to fall at 1.3 s; from then on a difference grows tenfold every quarter of a second
    ours, _ = walk(subject, seconds)
    theirs, _ = walk(oracle, seconds)
    assert np.abs(ours - theirs).max() < tolerance


def test_the_robot_stays_upright():
    rows, trunk = walk(subject, 10.0)
    assert np.isfinite(rows).all()
    assert trunk[8] > 0.9, "the axis of the trunk points up"
    assert rows[-1][0] > 1.5, "it has passed the wall"
