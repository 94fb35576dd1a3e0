"""`m.body("torso").mass`: access to objects by name and by id, as in MuJoCo."""

import numpy as np
import pytest
from support import public

import synovia

GROUPS = [
    "actuator", "body", "cam", "camera", "eq", "equality", "exclude", "geom", "hfield", "jnt", "joint", "key",
    "keyframe", "light", "mat", "material", "mesh", "numeric", "pair", "sensor", "site", "tendon", "tex", "texture",
    "tuple",
]  # fmt: skip


def count(model, group):
    names = {"actuator": "nu", "cam": "ncam", "camera": "ncam", "equality": "neq", "joint": "njnt", "key": "nkey",
             "keyframe": "nkey", "material": "nmat", "texture": "ntex"}  # fmt: skip
    return getattr(model, names.get(group, "n" + group))


@pytest.mark.parametrize("group", GROUPS)
def test_every_view_shows_what_the_reference_shows(model, reference, group):
    assert count(reference, group) > 0
    for k in range(count(reference, group)):
        expected = getattr(reference, group)(k)
        view = getattr(model, group)(k)
        assert type(view).__name__ == type(expected).__name__
        for name in public(expected):
            a, b = getattr(view, name), getattr(expected, name)
            assert np.array_equal(a, b), name
            if isinstance(b, np.ndarray):
                assert a.shape == b.shape, name
                # the reference declares the 64-bit address of a texture as 32 bits wide
                assert a.dtype == b.dtype or (group in ("tex", "texture") and name == "adr"), name
            else:
                assert type(a) is type(b), name


@pytest.mark.parametrize("group", ["body", "joint", "geom", "site", "actuator", "sensor", "light", "camera"])
def test_every_view_of_a_simulation_shows_what_the_reference_shows(model, reference, data, reference_data, group):
    for k in range(count(reference, group)):
        expected = getattr(reference_data, group)(k)
        view = getattr(data, group)(k)
        for name in public(expected):
            if (group, name) == ("actuator", "moment"):
                continue  # the reference slices its sparse matrix as if it were dense
            a, b = getattr(view, name), getattr(expected, name)
            assert np.shape(a) == np.shape(b), name
            if isinstance(b, np.ndarray):
                assert a.dtype == b.dtype, name


def test_a_name_finds_its_object(model):
    hand = model.body("hand")
    assert hand.id == 3 and hand.name == "hand"
    assert hand == model.body(3) and hand != model.body(2)
    assert model.joint("root").qpos0.shape == (7,)
    assert model.joint("shoulder").damping.tolist() == [0.1, 0.1, 0.1]
    assert bytes(model.text("note").data) == b"hello\0"


def test_views_write_through(model, data):
    model.body("hand").mass = 7
    assert model.body_mass[3] == 7
    model.joint("shoulder").damping[1] = 3
    assert model.dof_damping[7] == 3
    data.joint("root").qpos = [1, 2, 3, 1, 0, 0, 0]
    assert data.qpos[:3].tolist() == [1, 2, 3]
    data.actuator("pull").ctrl = 0.5
    assert data.ctrl.tolist() == [0, 0.5]


@pytest.mark.parametrize("key", ["nobody", "", 99, -1])
def test_what_is_not_there_is_refused_as_in_the_reference(model, reference, key):
    for group in ("body", "hfield", "exclude", "geom"):
        with pytest.raises((KeyError, IndexError)) as expected:
            getattr(reference, group)(key)
        with pytest.raises(expected.type) as found:
            getattr(model, group)(key)
        assert str(found.value) == str(expected.value)


def test_a_missing_attribute_names_the_view(model):
    with pytest.raises(AttributeError, match="_MjModelBodyViews.*weight"):
        model.body(0).weight  # noqa: B018
    with pytest.raises(AttributeError):
        model.body(0).weight = 1
    with pytest.raises(AttributeError):
        model.body(0).name = "x"


def test_a_view_is_shown_with_its_fields(model):
    shown = repr(model.body("hand"))
    assert shown.startswith("<_MjModelBodyViews\n") and "\n  mass: array([" in shown and shown.endswith(">")


def test_names_and_numbers_convert_as_in_the_reference(model, reference):
    import mujoco

    for kind in range(-2, 30):
        for k in range(-1, 12):
            name = mujoco.mj_id2name(reference, kind, k)
            assert synovia.mj_id2name(model, kind, k) == name
            if name:
                assert synovia.mj_name2id(model, kind, name) == mujoco.mj_name2id(reference, kind, name)
        assert synovia.mj_name2id(model, kind, "nobody") == -1
    assert synovia.mj_name2id(model, synovia.mjtObj.mjOBJ_BODY, "arm") == 2
