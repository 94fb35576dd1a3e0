"""Writes the reference's results for camera movement, selection and dragging, for the tests of scenes.

    python conformance/tools/golden_scenes.py crates/synovia-scene/tests/golden

`interact.txt`: one line per case with `room.xml`. First the inputs: the state of the simulation (`qpos`, `qvel`), the free
camera (azimuth, elevation, distance, lookat), the transformation of the model (enabled, translation, rotation, scale), a pose, a
mouse action with two displacements, the vertical axis of the room, a selected body with a point on it and a flex, the perturbation
applied to it, and the position in the image. Then the results, in the order of the test.
"""

import pathlib
import sys

import mujoco
import numpy as np

CASES = 48


def unit(rng, n):
    vec = rng.normal(size=n)
    return vec / np.linalg.norm(vec)


def camera_numbers(cam):
    return [cam.azimuth, cam.elevation, cam.distance, *cam.lookat]


def eye(function, scene):
    pos, forward, up = np.zeros(3), np.zeros(3), np.zeros(3)
    function(pos, forward, up, scene)
    return [*pos, *forward, *up]


def seen_at(scene, aspect, point):
    """The image position of a point."""
    pos, forward, up = np.split(np.array(eye(mujoco.mjv_cameraInModel, scene)), 3)
    away, right = point - pos, np.cross(forward, up)
    high = mujoco.mjv_frustumHeight(scene) * away.dot(forward)
    return np.array([0.5 + away.dot(right) / (high * aspect), 0.5 + away.dot(up) / high])


def case(model, rng, k):
    data, scene = mujoco.MjData(model), mujoco.MjvScene(model, 1000)
    mujoco.mj_integratePos(model, data.qpos, rng.normal(size=model.nv) * 0.1, 1.0)
    data.qvel[:] = rng.normal(size=model.nv)
    given = [*data.qpos, *data.qvel]
    mujoco.mj_forward(model, data)

    cam = mujoco.MjvCamera()
    mujoco.mjv_defaultFreeCamera(model, cam)
    cam.azimuth, cam.elevation, cam.distance = rng.uniform(-180, 180), rng.uniform(-60, 20), rng.uniform(1, 4)
    cam.lookat[:] = rng.normal(size=3) * 0.3 + [0, 0, 0.5]
    given += camera_numbers(cam)
    mujoco.mjv_updateScene(model, data, mujoco.MjvOption(), None, cam, 7, scene)

    # the object under the mouse cursor, before the model is transformed
    aspect, place = 1.5, rng.uniform(0, 1, 2)
    if k % 3:
        place = seen_at(scene, aspect, (scene.flexvert if k % 3 == 1 else scene.skinvert).reshape(-1, 3).mean(axis=0))
    point, found = np.zeros(3), [np.full(1, -9, dtype=np.int32) for _ in range(3)]
    body = mujoco.mjv_select(model, data, mujoco.MjvOption(), aspect, *place, scene, point, *found)
    selected = [body, *(int(x[0]) for x in found), *(point if body >= 0 else np.zeros(3))]

    scene.enabletransform = k % 2
    scene.translate[:], scene.rotate[:], scene.scale = rng.normal(size=3), unit(rng, 4), rng.uniform(0.5, 2)
    given += [scene.enabletransform, *scene.translate, *scene.rotate, scene.scale]
    pose = [*rng.normal(size=3), *unit(rng, 4)]
    given += pose
    answers = [*eye(mujoco.mjv_cameraInModel, scene), *eye(mujoco.mjv_cameraInRoom, scene), mujoco.mjv_frustumHeight(scene)]
    for function in mujoco.mjv_room2model, mujoco.mjv_model2room:
        pos, quat = np.zeros(3), np.zeros(4)
        function(pos, quat, pose[:3], pose[3:], scene)
        answers += [*pos, *quat]

    action, dx, dy = 1 + k % 7, *rng.normal(size=2) * 0.4
    roomup = unit(rng, 3)
    given += [action, dx, dy, *roomup]
    mujoco.mjv_moveCamera(model, action, dx, dy, scene, cam)
    answers += camera_numbers(cam)

    pert = mujoco.MjvPerturb()
    pert.select, pert.flexselect = 1 + k % (model.nbody - 1), -1 if k % 5 else 0
    pert.active, pert.active2, pert.localpos[:] = 1 + k % 3, k % 4, rng.normal(size=3) * 0.1
    given += [pert.select, pert.flexselect, pert.active, pert.active2, *pert.localpos]
    mujoco.mjv_initPerturb(model, data, scene, pert)
    answers += [pert.localmass, pert.scale, *pert.refpos, *pert.refquat, *pert.refselpos]
    mujoco.mjv_movePerturb(model, data, action, dx, dy, scene, pert)
    answers += [*pert.refpos, *pert.refquat, *pert.refselpos]
    mujoco.mjv_applyPerturbForce(model, data, pert)
    answers += [*data.xfrc_applied[pert.select]]
    mujoco.mjv_applyPerturbPose(model, data, pert, k % 3 != 0)
    answers += [*data.qpos, *data.mocap_pos[0], *data.mocap_quat[0]]

    mujoco.mjv_moveModel(model, action, dx, dy, roomup, scene)
    answers += [*scene.translate, *scene.rotate, scene.scale]
    given += [aspect, *place]
    return [*given, *answers, *selected]


def main():
    folder = pathlib.Path(sys.argv[1])
    model = mujoco.MjModel.from_xml_path(str(folder / "room.xml"))
    rng = np.random.default_rng(3)
    rows = [case(model, rng, k) for k in range(CASES)]
    text = "".join(" ".join(repr(float(x)) for x in row) + "\n" for row in rows)
    (folder / "interact.txt").write_text(text)


main()
