"""Rolls out random controls for many copies of a hopper at once; the highest jump wins."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

import synovia as mujoco
from synovia import rollout

XML = """
<mujoco>
  <worldbody>
    <geom name="ground" type="plane" size="5 5 0.1"/>
    <body name="torso" pos="0 0 0.6">
      <joint name="lift" type="slide" axis="0 0 1"/>
      <geom size="0.1" mass="2"/>
      <body name="foot" pos="0 0 -0.4">
        <joint name="leg" type="slide" axis="0 0 1" range="-0.1 0.2" limited="true" damping="5"/>
        <geom name="sole" size="0.05" mass="0.2"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor name="push" joint="leg" gear="-60" ctrlrange="-1 1" ctrllimited="true"/></actuator>
</mujoco>
"""


def initial_states(model: mujoco.MjModel, data: mujoco.MjData, count: int) -> NDArray[np.float64]:
    kind = mujoco.mjtState.mjSTATE_FULLPHYSICS
    state = np.zeros(mujoco.mj_stateSize(model, kind))
    mujoco.mj_getState(model, data, state, kind)
    return np.tile(state, (count, 1))


def main(count: int = 8, steps: int = 200) -> "tuple[int, NDArray[Any]]":
    model = mujoco.MjModel.from_xml_string(XML)
    workers = [mujoco.MjData(model) for _ in range(2)]
    chance = np.random.default_rng(1)
    control = chance.uniform(-1, 1, (count, steps, model.nu))
    start = initial_states(model, workers[0], count)
    states, sensors = rollout.rollout(model, workers, start, control, nstep=steps)
    with rollout.Rollout(nthread=2) as pool:
        again, _ = pool.rollout(model, workers, start, control, nstep=steps)
    assert np.array_equal(states, again)
    # time, then qpos
    heights = states[:, :, 1 + model.joint("lift").qposadr[0]]
    return int(heights.max(axis=1).argmax()), heights


if __name__ == "__main__":
    best, heights = main()
    assert heights.shape == (8, 200) and 0 <= best < 8
