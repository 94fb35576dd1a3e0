"""Identifies the damping of a hinge from a recording, by nonlinear least squares, and reads a contact force."""

import numpy as np
from numpy.typing import NDArray

import synovia as mujoco
from synovia import minimize

XML = """
<mujoco>
  <option timestep="0.01"/>
  <worldbody>
    <body name="swing" pos="0 0 2">
      <joint name="hinge" axis="0 1 0" damping="0.3"/>
      <geom type="capsule" fromto="0 0 0 0.6 0 0" size="0.03" mass="1"/>
    </body>
    <geom name="floor" type="plane" size="2 2 0.1"/>
    <body name="brick" pos="1 0 0.1"><freejoint/><geom name="brick" type="box" size="0.1 0.1 0.1" mass="2"/></body>
  </worldbody>
</mujoco>
"""


def swing(model: mujoco.MjModel, damping: float) -> NDArray[np.float64]:
    data = mujoco.MjData(model)
    model.dof_damping[model.joint("hinge").dofadr[0]] = damping
    angles = np.zeros(100)
    for k in range(len(angles)):
        mujoco.mj_step(model, data)
        angles[k] = data.joint("hinge").qpos[0]
    return angles


def weight(model: mujoco.MjModel) -> float:
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, 300)
    total, force = 0.0, np.zeros(6)
    for k, contact in enumerate(data.contact):
        if model.geom("brick").id in contact.geom:
            mujoco.mj_contactForce(model, data, k, force)
            total += float(force[0])
            assert contact.frame.reshape(3, 3)[0, 2] > 0.99
    return total


def main() -> "tuple[float, float]":
    model = mujoco.MjModel.from_xml_string(XML)
    recorded = swing(model, 0.3)

    def residual(x: NDArray[np.float64]) -> NDArray[np.float64]:
        columns = np.atleast_2d(x.T).T
        return np.stack([swing(model, float(column[0])) - recorded for column in columns.T], axis=1)

    found, trace = minimize.least_squares(np.array([0.1]), residual, [np.array([0.0]), np.array([2.0])], verbose=0)
    assert trace
    jacp = np.zeros((3, model.nv))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    mujoco.mj_jac(model, data, jacp, None, np.array([0.6, 0.0, 2.0]), model.body("swing").id)
    assert mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_BODY, 1) == "swing"
    return float(found[0]), weight(model)


if __name__ == "__main__":
    damping, force = main()
    assert abs(damping - 0.3) < 1e-4 and abs(force - 2 * 9.81) < 0.05, (damping, force)
