"""Swings a pendulum up by energy control, then holds it upright with a linear regulator."""

import math
from typing import List, Tuple

import numpy as np

import synovia as mujoco

XML = """
<mujoco model="pendulum">
  <option timestep="0.005" integrator="RK4"/>
  <worldbody>
    <body name="arm" pos="0 0 1">
      <joint name="shoulder" axis="0 1 0" damping="0.02"/>
      <geom name="rod" type="capsule" fromto="0 0 0 0 0 -0.5" size="0.02" mass="1"/>
      <site name="tip" pos="0 0 -0.5"/>
    </body>
  </worldbody>
  <actuator><motor name="torque" joint="shoulder" ctrlrange="-4 4"/></actuator>
  <sensor><framepos name="tip" objtype="site" objname="tip"/></sensor>
</mujoco>
"""


def energy(model: mujoco.MjModel, data: mujoco.MjData) -> float:
    mujoco.mj_energyPos(model, data)
    mujoco.mj_energyVel(model, data)
    potential, kinetic = data.energy
    return float(potential + kinetic)


def policy(model: mujoco.MjModel, data: mujoco.MjData, top: float) -> float:
    angle, rate = data.joint("shoulder").qpos[0], data.joint("shoulder").qvel[0]
    error = math.remainder(angle - math.pi, 2 * math.pi)
    if abs(error) < 0.4:
        return float(-40 * error - 8 * rate)
    return 3.0 * math.copysign(top - energy(model, data), rate * (top - energy(model, data)))


def main() -> Tuple[List[float], float]:
    model = mujoco.MjModel.from_xml_string(XML)
    data = mujoco.MjData(model)
    model.opt.gravity = [0, 0, -9.81]
    model.body("arm").mass *= 1.0
    data.joint("shoulder").qpos = math.pi
    mujoco.mj_forward(model, data)
    top = energy(model, data)

    mujoco.mj_resetData(model, data)
    data.joint("shoulder").qpos = 0.5
    data.ctrl = [0.0]
    heights: List[float] = []
    for step in range(4000):
        data.ctrl[model.actuator("torque").id] = policy(model, data, top)
        mujoco.mj_step(model, data)
        tip = data.sensor("tip").data
        heights.append(float(tip[2]))
        if data.warning[mujoco.mjtWarning.mjWARN_BADQACC].number:
            raise RuntimeError(f"unstable at {data.time:g} s")
    return heights, float(np.abs(data.qvel).max())


if __name__ == "__main__":
    heights, speed = main()
    assert heights[-1] > 1.49 and speed < 0.05, (heights[-1], speed)
