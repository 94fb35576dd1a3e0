"""Scenes: both modules list the same shapes, lights, cameras and surfaces for the same state."""

from pathlib import Path

import numpy as np
import pytest
from support.corpus import PROJECT, models
from support.modules import oracle, subject

ROOM = PROJECT / "crates" / "synovia-scene" / "tests" / "golden" / "room.xml"
MODELS = dict(models())
ROOM_SHAPES, MODEL_SHAPES = 5000, 1000

WORDS = ("type", "dataid", "objtype", "objid", "category", "matid", "texcoord", "segid", "transparent", "label")
NUMBERS = ("size", "pos", "mat", "rgba", "emission", "specular", "shininess", "reflectance", "camdist", "modelrbound")
LIGHT_WORDS = ("id", "type", "texid", "headlight", "castshadow")
LIGHT_NUMBERS = ("pos", "dir", "attenuation", "cutoff", "exponent", "ambient", "diffuse", "specular", "bulbradius", "intensity", "range")
EYE = ("pos", "forward", "up", "frustum_center", "frustum_width", "frustum_bottom", "frustum_top", "frustum_near", "frustum_far")
FLEX_WORDS = ("edgeadr", "edgenum", "vertadr", "vertnum", "faceadr", "facenum", "faceused")
GROUPS = ("geomgroup", "sitegroup", "jointgroup", "tendongroup", "actuatorgroup", "flexgroup", "skingroup")
VIS, LABEL, FRAME = oracle.mjtVisFlag, oracle.mjtLabel, oracle.mjtFrame
EVERYTHING = [1] * int(VIS.mjNVISFLAG)
# contacts of symmetric shapes may be on either side: in whole models they are not shown
CONTACTS = (VIS.mjVIS_CONTACTPOINT, VIS.mjVIS_CONTACTFORCE)


class Pair:
    """One model and one state in both modules, each with a scene."""

    def __init__(self, path, shapes, steps=20, marks=True):
        self.sides = []
        signature = int(oracle.mjtState.mjSTATE_INTEGRATION)
        state = None
        for module in oracle, subject:
            model = module.MjModel.from_xml_path(str(path))
            if not marks:
                model.vis.global_.bvactive = 0
            data = module.MjData(model)
            if state is None:
                rng = np.random.default_rng(1)
                for _ in range(steps):
                    data.ctrl[:] = rng.normal(size=model.nu) * 0.5
                    module.mj_step(model, data)
                data.xfrc_applied[1::3] = rng.normal(size=data.xfrc_applied[1::3].shape)
                state = np.zeros(module.mj_stateSize(model, signature))
                module.mj_getState(model, data, state, signature)
                data = module.MjData(model)
            module.mj_setState(model, data, state, signature)
            module.mj_forward(model, data)
            self.sides.append((module, model, data, module.MjvScene(model, shapes)))
        self.model = self.sides[0][1]

    def check(self, camera=(0, -1, -1), catmask=7, pert=None, **options):
        """Updates both scenes and asserts that they agree; returns the reference's scene."""
        scenes = []
        for module, model, data, scene in self.sides:
            option, cam, hands = module.MjvOption(), module.MjvCamera(), module.MjvPerturb()
            set_options(option, **options)
            module.mjv_defaultFreeCamera(model, cam)
            cam.type, cam.fixedcamid, cam.trackbodyid = camera
            for name, value in (pert or {}).items():
                if isinstance(value, int):
                    setattr(hands, name, value)
                else:
                    getattr(hands, name)[:] = value
            module.mjv_updateScene(model, data, option, hands, cam, catmask, scene)
            scenes.append(scene)
        found = list(differences(*scenes, self.model))
        assert not found, f"{camera} {catmask} {options}\n" + "\n".join(found[:10])
        return scenes[0]


def set_options(option, flags=None, flip=(), groups=False, **numbers):
    if flags is not None:
        option.flags[:] = flags
    for flag in flip:
        option.flags[flag] = 1 - option.flags[flag]
    if groups:
        for name in GROUPS:
            getattr(option, name)[:] = 1
    for name, value in numbers.items():
        setattr(option, name, value)


def apart(a, b, scale=1.0):
    """True where two arrays differ by more than single precision allows."""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    if a.shape != b.shape:
        return True
    off = np.abs(a - b) > 1e-6 * np.maximum(scale, np.maximum(np.abs(a), np.abs(b)))
    return bool(np.any(off | (np.isnan(a) != np.isnan(b))))


def differences(a, b, model):
    """The differences between two scenes, as readable lines."""
    scale = max(1.0, model.stat.extent)
    for name in "ngeom", "nlight", "status", "nflex", "nskin", "enabletransform":
        if getattr(a, name) != getattr(b, name):
            yield f"{name}: {getattr(a, name)}, {getattr(b, name)}"
            return
    yield from records("geoms", a.geoms[: a.ngeom], b.geoms[: b.ngeom], WORDS, NUMBERS, scale)
    yield from records("lights", a.lights[: a.nlight], b.lights[: b.nlight], LIGHT_WORDS, LIGHT_NUMBERS, scale)
    yield from records("camera", a.camera, b.camera, ("orthographic",), EYE, scale)
    if model.nflex:
        yield from flexes(a, b, model, scale)
    if model.nskin:
        for name in "skinvert", "skinnormal":
            if apart(getattr(a, name), getattr(b, name), scale):
                yield name


def records(what, first, second, words, numbers, scale):
    for k, (a, b) in enumerate(zip(first, second)):
        for name in words:
            if getattr(a, name) != getattr(b, name):
                yield f"{what}[{k}].{name}: {getattr(a, name)}, {getattr(b, name)}"
        for name in numbers:
            if apart(getattr(a, name), getattr(b, name), scale if name == "pos" else 1.0):
                yield f"{what}[{k}].{name}: {getattr(a, name)}, {getattr(b, name)}"


def flexes(a, b, model, scale):
    for name in FLEX_WORDS:
        if not np.array_equal(getattr(a, "flex" + name), getattr(b, "flex" + name)):
            yield f"flex{name}"
            return
    if apart(a.flexvert, b.flexvert, scale):
        yield "flexvert"
    for f in range(model.nflex):
        first, count = int(a.flexfaceadr[f]), int(a.flexfaceused[f])
        fields = [("flexface", 9), ("flexnormal", 9)]
        if model.flex_texcoordadr[f] >= 0:
            fields.append(("flextexcoord", 6))
        for name, width in fields if count else ():
            piece = slice(first * width, (first + count) * width)
            if apart(np.ravel(getattr(a, name))[piece], np.ravel(getattr(b, name))[piece], scale):
                yield f"{name} of flex {f}"


def hands(model, active=3, active2=1):
    body = min(2, model.nbody - 1)
    return {
        "select": body, "flexselect": 0, "skinselect": 0, "active": active, "active2": active2,
        "localpos": [0.1, 0, 0.2], "refselpos": [1, 0, 0.5], "refpos": [0.5, 0, 1], "refquat": [0.5, 0.5, -0.5, 0.5],
    }


@pytest.fixture(scope="module")
def room():
    return Pair(ROOM, ROOM_SHAPES)


@pytest.mark.parametrize("flag", range(int(VIS.mjNVISFLAG)))
def test_each_flag_shows_the_same(room, flag):
    room.check(flip=[flag], groups=True, pert=hands(room.model))
    flags = list(EVERYTHING)
    flags[flag] = 0
    room.check(flags=flags, pert=hands(room.model, 1, 2))


@pytest.mark.parametrize("label", range(int(LABEL.mjNLABEL)))
def test_each_label_is_the_same_text(room, label):
    for flags in EVERYTHING, None:
        scene = room.check(label=label, flags=flags, groups=True, pert=hands(room.model))
    assert label == 0 or scene.ngeom


@pytest.mark.parametrize("frame", range(int(FRAME.mjNFRAME)))
def test_each_frame_is_the_same(room, frame):
    for flags in EVERYTHING, None:
        room.check(frame=frame, flags=flags, groups=True)


def test_each_camera_sees_the_same(room):
    for k in range(room.model.ncam):
        room.check(camera=(2, k, -1))
    for b in range(room.model.nbody):
        room.check(camera=(1, -1, b))


@pytest.mark.parametrize("catmask", range(8))
def test_categories_select_the_same(room, catmask):
    room.check(catmask=catmask, flags=EVERYTHING)


@pytest.mark.parametrize("depth", range(4))
def test_depths_and_layers_are_the_same(room, depth):
    flags = list(EVERYTHING)
    flags[VIS.mjVIS_FLEXSKIN] = 0
    room.check(bvh_depth=depth, flex_layer=depth, flags=flags)


@pytest.mark.filterwarnings("ignore:Pre-allocated visual geom buffer")
@pytest.mark.parametrize("shapes", [0, 1, 7, 50])
def test_full_scenes_are_the_same(shapes):
    scene = Pair(ROOM, shapes).check(flags=EVERYTHING)
    assert scene.status == 1 and scene.ngeom == shapes


@pytest.mark.filterwarnings("ignore:Pre-allocated visual geom buffer")
@pytest.mark.parametrize("name", MODELS)
def test_scenes_of_models(name):
    try:
        oracle.MjModel.from_xml_path(str(MODELS[name]))
    except ValueError:
        return  # refusal by both modules is tested elsewhere
    # only the reference marks bounding volumes visited by rays
    pair = Pair(Path(MODELS[name]), MODEL_SHAPES, marks=False)
    pair.check()
    flags = list(EVERYTHING)
    for flag in *CONTACTS, VIS.mjVIS_SDFITER:
        flags[flag] = 0
    for frame, label in (1, 3), (2, 8):
        pair.check(flags=flags, groups=True, frame=frame, label=label, pert=hands(pair.model))
    if pair.model.ncam:
        pair.check(camera=(2, pair.model.ncam - 1, -1))
