"""Binary models (MJB): both modules write the same bytes, and both refuse damaged files."""

import pickle
import struct

import numpy as np
import pytest
from support.binary import ORDER, SIZES, after_steps, differing, parts, read, saved
from support.modules import oracle, subject

ARM = """<mujoco model="arm"><option timestep="0.003" integrator="implicitfast"/><visual><map haze="0.4"/></visual>
<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/><texture name="t" type="2d" builtin="checker" width="8" height="8"/>
<material name="p" texture="t"/></asset>
<worldbody><geom type="plane" size="1 1 .1" material="p"/>
<body pos="0 0 1" name="b"><freejoint/><geom type="mesh" mesh="m" user="1 2 3"/><site name="s"/>
<body pos=".5 0 0"><joint name="h" range="-1 1" limited="true"/><geom size=".1"/></body></body></worldbody>
<actuator><motor joint="h" name="a"/></actuator><sensor><gyro site="s"/></sensor>
<custom><text name="word" data="something"/><numeric name="number" data="1 2"/></custom>
<keyframe><key name="k" ctrl="1"/></keyframe></mujoco>"""
PLUGIN = """<mujoco><extension><plugin plugin="mujoco.pid"><instance name="i"><config key="kp" value="3"/>
<config key="ki" value="1"/></instance></plugin></extension><worldbody><body><joint name="h"/><geom size=".1"/></body></worldbody>
<actuator><plugin plugin="mujoco.pid" instance="i" joint="h" actdim="1"/></actuator></mujoco>"""
SDF = """<mujoco><extension><plugin plugin="mujoco.sdf.bowl"><instance name="i"/></plugin></extension>
<asset><mesh name="m"><plugin instance="i"/></mesh></asset>
<worldbody><geom type="sdf" mesh="m"><plugin instance="i"/></geom><body pos="0 0 1"><freejoint/><geom size=".1"/></body></worldbody>
</mujoco>"""
TEXTS = {"empty": "<mujoco/>", "arm": ARM, "plugin": PLUGIN, "sdf": SDF}


@pytest.fixture(params=TEXTS)
def pair(request):
    xml = TEXTS[request.param]
    return subject.MjModel.from_xml_string(xml), oracle.MjModel.from_xml_string(xml)


def test_files_are_the_same_bytes(pair):
    ours, theirs = saved(subject, pair[0]), saved(oracle, pair[1])
    assert differing(ours, theirs, pair[1]) == []
    assert ours == theirs


def test_a_file_is_made_of_its_parts(pair):
    assert [end for _, _, end in parts(pair[1])][-1] == len(saved(oracle, pair[1]))


def test_a_model_that_was_read_steps_to_the_same_bits(pair):
    assert after_steps(read(subject, saved(subject, pair[0]))) == after_steps(pair[0])
    assert after_steps(read(subject, saved(oracle, pair[1]))) == after_steps(pair[0])


def test_each_reads_the_file_of_the_other(pair, tmp_path):
    path = str(tmp_path / "model.mjb")
    subject.mj_saveModel(pair[0], path)
    assert saved(oracle, oracle.MjModel.from_binary_path(path)) == saved(subject, pair[0])
    oracle.mj_saveModel(pair[1], path)
    assert saved(subject, subject.MjModel.from_binary_path(path)) == saved(oracle, pair[1])
    assert subject.MjModel.from_binary_path(path).signature == oracle.MjModel.from_binary_path(path).signature == 0


def refusals(data):
    """The error messages of both modules for the same bytes, which both must refuse."""
    found = []
    for module in (subject, oracle):
        with pytest.raises(ValueError) as error:
            read(module, data)
        found.append(str(error.value))
    return found[0]


def changed(data, at, value, kind="<i"):
    return data[:at] + struct.pack(kind, value) + data[at + struct.calcsize(kind) :]


@pytest.mark.extension
def test_damage_is_refused_with_its_place():
    data = saved(subject, subject.MjModel.from_xml_string(ARM))
    assert "54321" in refusals(b"<mujoco/>")
    assert "3.4.9" in refusals(changed(data, 12, 3_004_009)) and "3.5.0" in refusals(changed(data, 12, 3_004_009))
    assert "byte 4" in refusals(changed(data, 4, 4))
    assert "byte 20: nq is -1" in refusals(changed(data, SIZES, -1, "<q"))
    assert "nbuffer" in refusals(changed(data, SIZES + 8, 9, "<q"))
    assert f"in the middle of {ORDER[-1]}" in refusals(data[:-1])
    assert f"ends at byte {len(data)}" in refusals(data + b"x")
    at = next(at for name, at, _ in parts(subject.MjModel.from_xml_string(ARM)) if name == "jnt_bodyid")
    message = refusals(changed(data, at, 77))
    assert "jnt_bodyid[0] is 77" in message and f"byte {at}" in message


def test_files_that_are_not_there_are_refused():
    for module in (subject, oracle):
        with pytest.raises(ValueError):
            module.MjModel.from_binary_path("there is no such file.mjb")


def test_assets_are_found_by_path_or_name():
    data = saved(oracle, oracle.MjModel.from_xml_string(ARM))
    for module in (subject, oracle):
        for name in ("model.mjb", "folder/model.mjb", "MODEL.mjb"):
            assert module.MjModel.from_binary_path(name, {"model.mjb": data}).nbody == 3


def test_a_buffer_is_filled_as_far_as_it_must_be():
    for module in (subject, oracle):
        model = module.MjModel.from_xml_string(ARM)
        size = module.mj_sizeModel(model)
        buffer = np.full(size + 3, 7, np.uint8)
        module.mj_saveModel(model, None, buffer)
        assert buffer[:size].tobytes() == saved(module, model) and buffer[size:].tolist() == [7, 7, 7]
        with pytest.raises(module.FatalError):
            module.mj_saveModel(model, None, np.zeros(size - 1, np.uint8))
        with pytest.raises(TypeError):
            module.mj_saveModel(model, None, np.zeros(size, np.int8))


def test_a_pickled_model_is_the_same():
    for module in (subject, oracle):
        model = module.MjModel.from_xml_string(ARM)
        assert saved(module, pickle.loads(pickle.dumps(model))) == saved(module, model)
