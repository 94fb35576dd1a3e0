"""Every field of a simulation has the same name, type and shape as in MuJoCo."""

import gc
import threading

import mujoco
import numpy as np
import pytest
from support import public, twin

import synovia

NOT_OFFERED = {"bind", "bind_scalar"}


def test_every_attribute_of_the_reference_is_there(data, reference_data):
    assert not set(public(reference_data)) - set(public(data)) - NOT_OFFERED


def test_every_field_has_the_type_and_shape_of_the_reference(data, reference_data):
    compared = 0
    for name in public(reference_data):
        expected = getattr(reference_data, name)
        if callable(expected) or name in ("model", "contact", "warning", "timer", "solver"):
            continue
        value = getattr(data, name)
        assert type(value) is type(expected), name
        if isinstance(expected, np.ndarray):
            assert value.dtype == expected.dtype, name
            assert value.shape == expected.shape, name
        compared += 1
    assert compared > 150


def test_a_new_simulation_is_at_the_reference_pose(data, reference_data):
    for name in ("qpos", "qvel", "act", "ctrl", "mocap_pos", "mocap_quat", "eq_active", "time", "tree_asleep"):
        assert np.array_equal(getattr(data, name), getattr(reference_data, name)), name


def test_numbers_of_a_new_simulation_equal_the_reference(data, reference_data):
    for name in ("ncon", "nefc", "ne", "nf", "nl", "nisland", "ntree_awake", "nbody_awake", "nparent_awake", "nv_awake"):
        assert getattr(data, name) == getattr(reference_data, name), name


def test_lists_have_the_fields_of_the_reference(data, reference_data):
    for name in ("contact", "warning", "timer", "solver"):
        ours, theirs = getattr(data, name), getattr(reference_data, name)
        assert len(ours) == len(theirs)
        for field in public(theirs):
            a, b = getattr(ours, field), getattr(theirs, field)
            assert a.dtype == b.dtype and a.shape == b.shape, field
    data.warning[4].number = 2
    assert data.warning.number[4] == 2 and data.warning[synovia.mjtWarning.mjWARN_BADQPOS].number == 2
    with pytest.raises(IndexError):
        data.warning[8]
    assert synovia.MjContact().dim == mujoco.MjContact().dim


def test_states_are_writable_in_place(data):
    assert data.qpos is data.qpos
    data.qpos[2] = 5
    data.ctrl = 0.25
    assert data.joint("root").qpos[2] == 5 and np.all(data.ctrl == 0.25)
    data.time = 2
    assert data.time == 2.0
    with pytest.raises(AttributeError):
        data.ncon = 1
    with pytest.raises(AttributeError):
        data.foo = 1


def test_what_grows_and_shrinks_is_read_only(data):
    assert not data.efc_force.flags.writeable
    with pytest.raises(AttributeError):
        data.efc_force = 1


def test_a_view_keeps_its_simulation_alive(reference):
    data = synovia.MjData(twin(reference))
    qpos = data.qpos
    expected = qpos.copy()
    del data
    gc.collect()
    assert np.array_equal(qpos, expected)


def test_a_simulation_knows_its_model(model, data):
    assert data.model is model and data.signature == model.signature
    with pytest.raises(TypeError):
        synovia.MjData(3)


def test_a_simulation_of_another_model_is_refused(data):
    other = twin(mujoco.MjModel.from_xml_string("<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>"))
    with pytest.raises(ValueError, match="another model"):
        synovia.mj_kinematics(other, data)


def test_simulations_run_in_threads(model, data):
    others = [synovia.MjData(model) for _ in range(4)]

    def run(d):
        for _ in range(50):
            synovia.mj_kinematics(model, d)

    threads = [threading.Thread(target=run, args=(d,)) for d in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    synovia.mj_kinematics(model, data)
    assert all(np.array_equal(d.xpos, data.xpos) for d in others)


def test_a_simulation_of_another_model_is_refused():
    text = '<mujoco><worldbody><body {}/><body pos="0 0 1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>'
    with_mocap, without = (synovia.MjModel.from_xml_string(text.format(more)) for more in ('mocap="true"', ""))
    data = synovia.MjData(without)
    synovia.mj_step(without, data)
    with pytest.raises(ValueError, match="nmocap is 0, not 1"):
        synovia.mj_step(with_mocap, data)


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_contacts_that_are_overwritten_do_no_harm(cone):
    text = f"""<mujoco><option cone="{cone}"/><worldbody><geom type="plane" size="5 5 .1"/>
      <body pos="0 0 .09"><freejoint/><geom type="box" size=".1 .1 .1" condim="4"/></body></worldbody></mujoco>"""
    model = synovia.MjModel.from_xml_string(text)
    data = synovia.MjData(model)
    synovia.mj_forward(model, data)
    data.contact.dim[0] = 9
    for stage in (synovia.mj_fwdConstraint, synovia.mj_makeConstraint):
        with pytest.raises(synovia.FatalError, match="contact 0"):
            stage(model, data)
    synovia.mj_forward(model, data)
    data.contact.geom[0] = [77, 99]
    with pytest.raises(synovia.FatalError, match="contact 0"):
        synovia.mj_makeConstraint(model, data)
    synovia.mj_step(model, data)
    assert data.time > 0


def test_memory_use_is_counted_in_bytes():
    """DIFFERENCE(memory-use): the counts are those of the engine's own memory."""
    boxes = "".join(f"<body pos='{k} 0 .09'><freejoint/><geom type='box' size='.1 .1 .1'/></body>" for k in range(20))
    xml = f"<mujoco><worldbody><geom type='plane' size='50 50 1'/>{boxes}</worldbody></mujoco>"
    model = synovia.MjModel.from_xml_string(xml)
    data = synovia.MjData(model)
    empty = data.maxuse_arena
    synovia.mj_forward(model, data)
    # contacts of 576 bytes, and rows of about two hundred bytes
    assert data.maxuse_con == 80
    assert data.maxuse_arena - empty > 80 * 576 + 200 * data.nefc
    assert 0 < data.maxuse_stack < data.maxuse_arena
    full = data.maxuse_arena
    synovia.mj_resetData(model, data)
    assert data.maxuse_arena == full - 80 * 576
