"""Renders a scene as colours, depths and segmentation, and many simulations at once."""

from typing import Dict

import numpy as np
from numpy.typing import NDArray

import synovia as mujoco

XML = """
<mujoco>
  <visual><global offwidth="320" offheight="240"/></visual>
  <worldbody>
    <light pos="0 0 3"/>
    <camera name="side" pos="0 -2 0.5" xyaxes="1 0 0 0 0 1"/>
    <geom name="ground" type="plane" size="2 2 0.1" rgba="0.4 0.5 0.4 1"/>
    <body name="ball" pos="0 0 0.5"><freejoint name="free"/><geom name="ball" size="0.2" rgba="0.9 0.2 0.1 1"/></body>
  </worldbody>
</mujoco>
"""


def draw(model: mujoco.MjModel, data: mujoco.MjData) -> Dict[str, NDArray[np.generic]]:
    option = mujoco.MjvOption()
    option.flags[mujoco.mjtVisFlag.mjVIS_CONTACTPOINT] = True
    camera = mujoco.MjvCamera()
    mujoco.mjv_defaultFreeCamera(model, camera)
    camera.distance = 3.0
    camera.lookat = [0.0, 0.0, 0.3]
    pictures: Dict[str, NDArray[np.generic]] = {}
    with mujoco.Renderer(model, height=60, width=80) as renderer:
        renderer.update_scene(data, camera="side", scene_option=option)
        pictures["colours"] = renderer.render()
        renderer.update_scene(data, camera)
        renderer.enable_depth_rendering()
        pictures["depth"] = renderer.render()
        renderer.disable_depth_rendering()
        renderer.enable_segmentation_rendering()
        pictures["objects"] = renderer.render()
    return pictures


def main() -> Dict[str, NDArray[np.generic]]:
    model = mujoco.MjModel.from_xml_string(XML)
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, nstep=50)
    mujoco.mj_forward(model, data)
    scene = mujoco.MjvScene(model, maxgeom=100)
    mujoco.mjv_updateScene(
        model, data, mujoco.MjvOption(), None, mujoco.MjvCamera(), mujoco.mjtCatBit.mjCAT_ALL.value, scene
    )
    assert scene.ngeom >= 2
    return draw(model, data)


if __name__ == "__main__":
    pictures = main()
    assert pictures["colours"].shape == (60, 80, 3) and pictures["depth"].shape == (60, 80)
