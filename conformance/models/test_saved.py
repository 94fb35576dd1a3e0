"""Models are saved as the reference saves them, byte for byte, and the saved XML is read as the reference reads it.

The reference's XML omits some attributes (`maxhullvert` of meshes, nodes of flexes and others), so the reloaded model is
compared with the one that the reference loads from the same XML.
"""

import os

import numpy as np
import pytest
from support.compare import differences
from support.corpus import models
from support.modules import SUBJECT_IS_ORACLE, oracle, subject
from support.pair import message_of, mjcf

MODELS = dict(models())

# the reference's cache is disabled (support.modules), so that it writes the content type of every mesh


def saved(module, model, path):
    """The XML that a module saves."""
    module.mj_saveLastXML(str(path), model)
    return path.read_text()


def load(module, path):
    """A model, or None if the module refuses the file."""
    try:
        return module.MjModel.from_xml_path(str(path))
    except Exception:  # noqa: BLE001 - each module has its own exception types
        return None


@pytest.mark.parametrize("name", MODELS)
def test_model_is_saved_as_the_reference_saves_it(name, tmp_path, monkeypatch):
    path = MODELS[name]
    reference, model = load(oracle, path), load(subject, path)
    assert (reference is None) == (model is None)
    if model is None:
        return
    text = saved(subject, model, tmp_path / "subject.xml")
    assert text == saved(oracle, reference, tmp_path / "reference.xml")

    # asset paths are relative to the folder of the file
    monkeypatch.chdir(path.parent)
    refusal = message_of(oracle, text)
    assert (refusal is None) == (message_of(subject, text) is None), refusal
    if refusal is None:
        again = subject.MjModel.from_xml_string(text)
        found = differences(again, oracle.MjModel.from_xml_string(text))
        assert not found, "\n".join(map(str, found))


def test_numbers_of_the_model_are_saved(tmp_path):
    xml = mjcf(
        '<body pos="1 2 3"><joint name="j" range="-1 1"/><geom size=".1"/><site name="s"/></body>',
        actuator='<position joint="j" kp="3"/>',
    )
    texts = []
    for module in (oracle, subject):
        model = module.MjModel.from_xml_string(xml)
        model.body_pos[1] = [4, 5, 6.25]
        model.jnt_range[0] = [-2, 0.5]
        model.geom_rgba[0] = [1, 0, 0, 0.5]
        model.actuator_gainprm[0, 0] = 7
        model.opt.timestep = 0.01
        model.stat.extent = 12
        model.qpos0[0] = 0.25
        texts.append(saved(module, model, tmp_path / "out.xml"))
    assert texts[0] == texts[1]
    assert 'extent="12"' in texts[1] and 'pos="4 5 6.25"' in texts[1]


def test_another_model_leaves_the_numbers_of_the_last_one(tmp_path):
    one, two = mjcf('<geom size="1"/>'), mjcf('<geom size="2"/><geom size="3"/>')
    texts = []
    for module in (oracle, subject):
        first, _ = module.MjModel.from_xml_string(one), module.MjModel.from_xml_string(two)
        texts.append(saved(module, first, tmp_path / "out.xml"))
    assert texts[0] == texts[1]


def test_a_model_that_is_refused_is_not_the_last_one(tmp_path):
    texts = []
    for module in (oracle, subject):
        model = module.MjModel.from_xml_string(mjcf('<geom size="1"/>'))
        assert message_of(module, mjcf('<geom colour="1"/>')) is not None
        texts.append(saved(module, model, tmp_path / "out.xml"))
    assert texts[0] == texts[1]


def test_files_that_cannot_be_written():
    for module in (oracle, subject):
        model = module.MjModel.from_xml_string(mjcf('<geom size="1"/>'))
        with pytest.raises(module.FatalError, match="File not found"):
            module.mj_saveLastXML(os.path.join("no such folder", "out.xml"), model)


@pytest.mark.extension
def test_all_digits_read_back_the_same_numbers():
    if SUBJECT_IS_ORACLE:
        return
    xml = mjcf('<body pos=".1 .2 .3" euler="10 20 30"><joint/><geom size=".1" mass=".3"/></body>')
    model = subject.MjModel.from_xml_string(xml)
    again = subject.MjModel.from_xml_string(subject._synovia._last_xml(model, full=True))
    np.testing.assert_array_equal(again.body_pos, model.body_pos)
    np.testing.assert_array_equal(again.body_quat, model.body_quat)
    np.testing.assert_array_equal(again.body_inertia, model.body_inertia)


@pytest.mark.parametrize(
    "name", ["./t.obj", "x/../t.obj", "x/./t.obj", "x\\t.obj", "x//t.obj", "../t.obj", "./x/../../t.obj", "/t.obj", "C:\\x\\..\\t.obj"]
)
def test_names_of_files_are_folded_when_they_are_read(name):
    text = f"<mujoco><asset><mesh name='m' file='{name}'/></asset><worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>"
    assets = {"t.obj": b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"}
    found = []
    for module in (oracle, subject):
        spec = module.MjSpec.from_string(text, assets=assets)
        file = spec.meshes[0].file
        found.append((file, spec.compile().paths, f'file="{file}"' in spec.to_xml()))
    assert found[0] == found[1]
