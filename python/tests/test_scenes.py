"""Scenes: records, in-place views, and functions with the same results as MuJoCo's."""

import copy
import pickle

import mujoco
import numpy as np
import pytest

import synovia

SCENE = """
<mujoco>
  <statistic center="0 0 .5" extent="2"/>
  <worldbody>
    <light name="sun" pos="0 0 3"/>
    <camera name="side" pos="0 -3 1" xyaxes="1 0 0 0 .3 1"/>
    <geom name="floor" type="plane" size="3 3 .1"/>
    <body name="box" pos="0 0 .5"><freejoint/>
      <geom name="box" type="box" size=".1 .2 .3" rgba="1 .5 0 1"/><site name="top" pos="0 0 .3"/></body>
    <body name="ball" pos=".5 .2 .4" mocap="true"><geom name="ball" size=".15"/></body>
  </worldbody>
</mujoco>
"""
NAMES = ["MjvCamera", "MjvFigure", "MjvGLCamera", "MjvGeom", "MjvLight", "MjvOption", "MjvPerturb"]


@pytest.fixture
def both():
    """The same model and simulation in both modules."""
    made = []
    for module in (mujoco, synovia):
        m = module.MjModel.from_xml_string(SCENE)
        d = module.MjData(m)
        module.mj_forward(m, d)
        made.append((module, m, d))
    return made


def filled(module, m, d, **camera):
    """A scene of the simulation, and its camera."""
    scene, cam = module.MjvScene(m, 100), module.MjvCamera()
    module.mjv_defaultFreeCamera(m, cam)
    for name, value in camera.items():
        setattr(cam, name, value)
    every = module.mjtCatBit.mjCAT_ALL
    module.mjv_updateScene(m, d, module.MjvOption(), None, cam, every, scene)
    return scene, cam


def same(a, b, at):
    """Asserts that the fields of two records are equal."""
    for name in (name for name in dir(a) if not name.startswith("_")):
        x, y = getattr(a, name), getattr(b, name)
        if isinstance(x, (str, bytes)) or getattr(x, "dtype", None) is not None and x.dtype.kind == "S":
            assert np.all(x == y), f"{at}.{name}"
        elif not callable(x):
            np.testing.assert_allclose(y, x, rtol=1e-6, atol=1e-7, err_msg=f"{at}.{name}")
            assert type(x) is type(y), f"{at}.{name}"


@pytest.mark.parametrize("name", NAMES)
def test_new_records_have_the_reference_defaults(name):
    theirs, ours = getattr(mujoco, name)(), getattr(synovia, name)()
    fields = {f for f in dir(theirs) if not f.startswith("_")}
    assert fields <= set(dir(ours))
    if name not in ("MjvGeom", "MjvLight", "MjvGLCamera"):  # the reference leaves this memory uninitialised
        same(theirs, ours, name)


def test_a_scene_has_the_reference_fields(both):
    theirs, ours = (module.MjvScene(m, 10) for module, m, _ in both)
    for name in (name for name in dir(theirs) if not name.startswith("_")):
        x, y = getattr(theirs, name), getattr(ours, name)
        assert type(x) is type(y), name
        if isinstance(x, np.ndarray):
            assert (x.shape, x.dtype) == (y.shape, y.dtype), name
        elif isinstance(x, tuple):
            assert len(x) == len(y), name


def test_a_class_of_a_program_may_take_arguments_of_its_own(both):
    counts = []
    for module, m, d in both:

        class Held(module.MjvScene):
            def __init__(self, holder=None, name="none"):
                if holder is None:
                    super().__init__()
                else:
                    super().__init__(holder[0], 50)
                self.name = name

        scene, empty = Held([m], name="mine"), Held()
        module.mjv_updateScene(m, d, module.MjvOption(), None, module.MjvCamera(), module.mjtCatBit.mjCAT_ALL, scene)
        counts.append((scene.maxgeom, scene.ngeom, scene.name, empty.maxgeom, empty.name))
    assert counts[0] == counts[1] and counts[1][1] > 3


def test_shapes_lights_and_cameras_are_the_reference_ones(both):
    (theirs, _), (ours, _) = (filled(*one) for one in both)
    assert (ours.ngeom, ours.nlight) == (theirs.ngeom, theirs.nlight)
    for k in range(theirs.ngeom):
        same(theirs.geoms[k], ours.geoms[k], f"geoms[{k}]")
    for k in range(theirs.nlight):
        same(theirs.lights[k], ours.lights[k], f"lights[{k}]")
    for k in range(2):
        same(theirs.camera[k], ours.camera[k], f"camera[{k}]")


def test_what_is_written_to_a_scene_is_in_it(both):
    scene, _ = filled(*both[1])
    assert scene.geoms is scene.geoms
    scene.geoms[0].rgba[:] = [1, 0, 0, 1]
    scene.geoms[0].label = "here"
    assert scene.geoms[0].rgba.tolist() == [1, 0, 0, 1] and scene.geoms[0].label == "here"
    n = scene.ngeom
    scene.ngeom += 1
    synovia.mjv_initGeom(scene.geoms[n], synovia.mjtGeom.mjGEOM_SPHERE, [0.1, 0, 0], [1, 2, 3], np.eye(3).ravel(), [0, 1, 0, 1])
    assert scene.geoms[n].pos.tolist() == [1, 2, 3] and scene.ngeom == n + 1
    scene.flags[synovia.mjtRndFlag.mjRND_SHADOW] = 0
    assert scene.flags[0] == 0
    scene.framergb = [1, 0, 0]
    assert scene.framergb.tolist() == [1, 0, 0]


def test_wrong_values_and_names_are_refused(both):
    scene, cam = filled(*both[1])
    with pytest.raises(AttributeError):
        scene.nonsense = 1
    with pytest.raises(AttributeError):
        cam.nonsense = 1
    with pytest.raises(TypeError):
        cam.fixedcamid = 0.5
    with pytest.raises(TypeError):
        cam.distance = "far"
    with pytest.raises(ValueError, match="cannot exceed 99"):
        scene.geoms[0].label = "x" * 100
    with pytest.raises(ValueError):
        synovia.MjvScene(both[1][1], -1)
    module, m, d = both[1]
    for kind, number in ((module.mjtCamera.mjCAMERA_FIXED, 7), (module.mjtCamera.mjCAMERA_TRACKING, 99), (17, 0)):
        cam.type, cam.fixedcamid, cam.trackbodyid = kind, number, number
        with pytest.raises(synovia.FatalError):
            module.mjv_updateScene(m, d, module.MjvOption(), None, cam, 7, scene)


def test_a_full_scene_says_so(both):
    module, m, d = both[1]
    scene = module.MjvScene(m, 1)
    with pytest.warns(RuntimeWarning, match="visual geom buffer is full"):
        module.mjv_updateScene(m, d, module.MjvOption(), None, module.MjvCamera(), 7, scene)
    assert (scene.ngeom, scene.status) == (1, 1)


def test_records_are_copied_and_pickled():
    option = synovia.MjvOption()
    option.geomgroup[4] = 1
    for made in (copy.copy(option), copy.deepcopy(option), pickle.loads(pickle.dumps(option))):
        assert made == option and made is not option
        made.geomgroup[4] = 0
        assert option.geomgroup[4] == 1 and made != option


def test_moving_the_camera_and_dragging_are_the_reference_ones(both):
    found = []
    for module, m, d in both:
        scene, cam = filled(module, m, d)
        for action in (1, 2, 3, 4, 5, 6, 7):
            module.mjv_moveCamera(m, action, 0.1, -0.2, scene, cam)
        pert = module.MjvPerturb()
        pert.select = 1
        pert.localpos[:] = [0.1, 0, 0.2]
        module.mjv_initPerturb(m, d, scene, pert)
        pert.active = module.mjtPertBit.mjPERT_TRANSLATE | module.mjtPertBit.mjPERT_ROTATE
        for action in (1, 2, 3, 4):
            module.mjv_movePerturb(m, d, action, 0.05, 0.02, scene, pert)
        module.mjv_applyPerturbForce(m, d, pert)
        force = d.xfrc_applied[1].copy()
        pert.select = 2
        module.mjv_initPerturb(m, d, scene, pert)
        module.mjv_movePerturb(m, d, 3, 0.3, 0.2, scene, pert)
        module.mjv_applyPerturbPose(m, d, pert, 1)
        found.append((cam.lookat, cam.distance, cam.azimuth, cam.elevation, force, d.mocap_pos.copy(), pert.refpos))
    assert np.any(found[0][4] != 0)
    for theirs, ours in zip(*found):
        np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("at", [(0.5, 0.5), (0.45, 0.52), (0.6, 0.45), (0.1, 0.95), (0.5, 0.02)])
def test_the_same_thing_is_selected(both, at):
    found = []
    for module, m, d in both:
        scene, _ = filled(module, m, d, elevation=-20)
        point, ids = np.zeros(3), [np.full(1, -7, np.int32) for _ in range(3)]
        body = module.mjv_select(m, d, module.MjvOption(), 4 / 3, *at, scene, point, *ids)
        found.append((body, *(int(i[0]) for i in ids), point))
    assert found[0][:4] == found[1][:4]
    np.testing.assert_allclose(found[1][4], found[0][4], atol=1e-9)


def test_frames_frustums_and_rooms_are_the_reference_ones(both):
    found = []
    for module, m, d in both:
        scene, cam = filled(module, m, d)
        scene.enabletransform, scene.scale = 1, 0.5
        scene.translate[:] = [0.1, 0.2, 0.3]
        scene.rotate[:] = [0.8, 0.6, 0, 0]
        numbers = [module.mjv_frustumHeight(scene)]
        arrays = [np.zeros(3) for _ in range(10)]
        module.mjv_cameraFrame(*arrays[:4], d, cam)
        module.mjv_cameraInModel(*arrays[4:7], scene)
        module.mjv_cameraInRoom(*arrays[7:10], scene)
        bounds = [np.zeros(2, np.float32) for _ in range(3)]
        module.mjv_cameraFrustum(*bounds, m, cam)
        pos, quat = np.zeros(3), np.zeros(4)
        module.mjv_room2model(pos, quat, np.array([1.0, 2, 3]), np.array([0, 1.0, 0, 0]), scene)
        back, turned = np.zeros(3), np.zeros(4)
        module.mjv_model2room(back, turned, pos, quat, scene)
        aligned = np.zeros(3)
        module.mjv_alignToCamera(aligned, np.array([1.0, 0, 0]), np.array([0.6, 0.8, 0]))
        mean = module.mjv_averageCamera(*scene.camera)
        geom = module.MjvGeom()
        module.mjv_connector(geom, module.mjtGeom.mjGEOM_CAPSULE, 0.1, np.zeros(3), np.array([1.0, 2, 2]))
        found.append([*numbers, *arrays, *bounds, pos, quat, back, turned, aligned, mean.pos, geom.size, geom.mat])
    for k, (theirs, ours) in enumerate(zip(*found)):
        np.testing.assert_allclose(ours, theirs, rtol=1e-6, atol=1e-7, err_msg=f"number {k}")
