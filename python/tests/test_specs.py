"""`MjSpec`: models built and edited from Python."""

import numpy as np
import pytest

import synovia as mj

SLIDER = """
<mujoco model="slider">
  <default><default class="soft"><geom margin="0.25"/></default></default>
  <worldbody>
    <body name="a"><joint name="j" type="slide"/><geom name="g" size="0.1"/><site name="s" pos="0 0 1"/></body>
  </worldbody>
  <actuator><motor name="m" joint="j"/></actuator>
</mujoco>
"""


def test_a_model_is_built_from_nothing():
    spec = mj.MjSpec()
    body = spec.worldbody.add_body(name="b", pos=[0, 0, 1], euler=[0, 0, 90])
    body.add_geom(type=mj.mjtGeom.mjGEOM_BOX, size=[0.1, 0.2, 0.3], rgba=[1, 0, 0, 1])
    body.add_freejoint()
    model = spec.compile()
    assert (model.nbody, model.nq, model.ngeom) == (2, 7, 1)
    np.testing.assert_allclose(model.body_quat[1], [np.sqrt(0.5), 0, 0, np.sqrt(0.5)])
    np.testing.assert_array_equal(model.geom_rgba[0], [1, 0, 0, 1])


def test_arrays_are_live_and_elements_are_the_same_objects():
    spec = mj.MjSpec.from_string(SLIDER)
    geom = spec.geom("g")
    geom.size[0] = 0.5
    geom.pos += [1, 0, 0]
    assert spec.geoms[0] is geom and geom.parent is spec.body("a")
    model = spec.compile()
    assert model.geom_size[0, 0] == 0.5 and model.geom_pos[0, 0] == 1
    geom.size = [0.25, 0, 0]
    assert spec.compile().geom_size[0, 0] == 0.25
    assert model.bind(geom).size[0] == 0.5


def test_what_refers_to_a_deleted_body_goes_with_it():
    spec = mj.MjSpec.from_string(SLIDER)
    spec.delete(spec.body("a"))
    model = spec.compile()
    assert (model.nbody, model.nu, model.njnt) == (1, 0, 0)


def test_attached_elements_belong_to_the_parent():
    parent, child = mj.MjSpec(), mj.MjSpec.from_string(SLIDER)
    joint = child.joint("j")
    frame = parent.worldbody.add_frame(pos=[0, 0, 2])
    parent.attach(child, prefix="l-", frame=frame)
    assert joint.name == "l-j" and parent.joints == [joint] and child.parent is parent
    joint.damping = 3
    model = parent.compile()
    assert model.dof_damping[0] == 3 and model.body_pos[1, 2] == 2 and model.actuator("l-m").id == 0


def test_a_state_survives_recompiling():
    spec = mj.MjSpec.from_string(SLIDER)
    model = spec.compile()
    data = mj.MjData(model)
    data.qpos[:], data.ctrl[:], data.time = 0.5, 2, 1.25
    other = spec.worldbody.add_body()
    other.add_geom(size=[0.1])
    other.add_joint(type=mj.mjtJoint.mjJNT_BALL)
    model, data = spec.recompile(model, data)
    np.testing.assert_array_equal(data.qpos, [0.5, 1, 0, 0, 0])
    assert data.ctrl[0] == 2 and data.time == 1.25


def test_classes_give_values():
    spec = mj.MjSpec.from_string(SLIDER)
    soft = spec.find_default("soft")
    soft.geom.condim = 6
    soft.geom.friction[0] = 0.5
    geom = spec.body("a").add_geom(soft, size=[0.1])
    assert (geom.margin, geom.condim, geom.friction[0], geom.classname.name) == (0.25, 6, 0.5, "soft")


def test_mistakes_name_the_element():
    spec = mj.MjSpec()
    spec.worldbody.add_geom(name="flat", info="made here")
    with pytest.raises(ValueError, match=r"size 0 must be positive in geom\nElement name 'flat', id 0, made here"):
        spec.compile()
    with pytest.raises(TypeError, match="Invalid vel keyword argument. Valid options are: "):
        spec.worldbody.add_geom(vel=1)
    with pytest.raises(ValueError, match="pos should be a list/array of size 3."):
        spec.worldbody.add_geom(pos=[1])
    with pytest.raises(AttributeError):
        spec.worldbody.colour = 1


def test_tendons_actuators_and_meshes_have_their_shortcuts():
    spec = mj.MjSpec.from_string(SLIDER)
    tendon = spec.add_tendon(name="t")
    tendon.wrap_joint("j", 2.0)
    actuator = spec.add_actuator(name="p", target="t", trntype=mj.mjtTrn.mjTRN_TENDON)
    actuator.set_to_position(kp=10, kv=1)
    mesh = spec.add_mesh(name="ball")
    mesh.make_sphere(subdivision=1)
    spec.worldbody.add_geom(type=mj.mjtGeom.mjGEOM_MESH, meshname="ball")
    model = spec.compile()
    assert (model.ntendon, model.nmesh) == (1, 1)
    np.testing.assert_array_equal(model.actuator_biasprm[1, :3], [0, -10, -1])
    assert tendon.path[0].target is spec.joint("j") and tendon.path[0].coef == 2


CORD = """
<mujoco>
  <default><default class="rod"><geom type="capsule" size="0.05 0.4"/></default></default>
  <worldbody>
    <site name="a"/><site name="b" pos="1 0 0"/>
    <geom name="spool" class="rod" type="cylinder" size="0.1 0.1" pos="0.5 0 0"/>
  </worldbody>
  <tendon><spatial name="cord"><site site="a"/><geom geom="spool"/><site site="b"/></spatial></tendon>
  <sensor><tendonpos name="length" tendon="cord"/></sensor>
</mujoco>
"""


def test_a_copy_is_complete_before_anything_is_compiled():
    copy = mj.MjSpec.from_string(CORD).copy()
    assert [tendon.name for tendon in copy.tendons] == ["cord"] and copy.compile().nsensor == 1
    copy.add_default("late", copy.default)
    assert 'class="late"' in copy.to_xml()


def test_a_state_keeps_its_numbers_in_a_model_with_keyframes():
    spec = mj.MjSpec.from_string(SLIDER)
    spec.add_key(name="k", qpos=[0.25])
    model = spec.compile()
    data = mj.MjData(model)
    data.qpos[:], data.ctrl[:] = 0.5, 2
    frame = spec.worldbody.add_frame()
    child = mj.MjSpec.from_string(SLIDER)
    spec.attach(child, prefix="c-", frame=frame)
    model, data = spec.recompile(model, data)
    np.testing.assert_array_equal(data.qpos, [0.5, 0])
    np.testing.assert_array_equal(data.ctrl, [2, 0])
    assert [key.name for key in spec.keys] == ["k"] and list(spec.key("k").qpos) == [0.25, 0]


def test_keyframes_are_filled_up_when_a_body_is_deleted():
    spec = mj.MjSpec.from_string(SLIDER)
    spec.add_key(name="k", qpos=[0.25])
    other = spec.worldbody.add_body(name="b")
    other.add_geom(size=[0.1])
    other.add_joint(type=mj.mjtJoint.mjJNT_SLIDE, ref=2.0)
    spec.delete(spec.body("a"))
    model = spec.compile()
    assert model.nbody == 2 and model.key_qpos.tolist() == [[2.0]]


def test_an_instance_of_a_plugin_goes_with_its_actuator():
    spec = mj.MjSpec.from_string(
        "<mujoco><extension><plugin plugin='mujoco.pid'/></extension><worldbody><body><joint name='j'/><geom size='1'/></body></worldbody>"
        "<actuator><plugin name='a' plugin='mujoco.pid' joint='j'><config key='kp' value='7'/></plugin></actuator></mujoco>"
    )
    actuator = spec.actuator("a")
    assert (actuator.plugin.plugin_name, actuator.plugin.name, actuator.plugin.config) == ("mujoco.pid", "", {"kp": "7"})
    assert b"7" in bytes(spec.compile().plugin_attr) and len(spec.plugins) == 1
    spec.delete(actuator)
    assert not spec.plugins and spec.compile().nplugin == 0


def test_a_copy_shares_nothing():
    spec = mj.MjSpec.from_string(SLIDER)
    twin = spec.copy()
    twin.geom("g").size[0] = 0.3
    twin.modelname = "twin"
    assert spec.compile().geom_size[0, 0] == 0.1 and twin.compile().geom_size[0, 0] == 0.3
    assert spec.modelname == "slider"
