"""Messages of specifications: errors with the expected value and a suggestion, docstrings with arguments, one-line `repr` of elements."""

import inspect
import pydoc

import numpy as np
import pytest

import synovia as mj

ROBOT = """
<mujoco model="robot">
  <default><default class="soft"><geom size=".3"/></default></default>
  <asset>
    <texture name="chess" builtin="checker" type="2d" width="4" height="4"/>
    <material name="wood" texture="chess" rgba=".1 .2 .3 1"/>
    <mesh name="tetra" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
  </asset>
  <worldbody>
    <body name="leg" pos="0 0 1">
      <joint name="knee" axis="0 1 0" range="-1 1"/>
      <geom name="shin" type="capsule" size=".05 .2" material="wood"/>
      <geom type="mesh" mesh="tetra" euler="0 0 30"/>
      <site name="tip"/>
      <site name="end" pos="1 0 0"/>
      <camera name="eye"/>
    </body>
  </worldbody>
  <tendon>
    <spatial name="rope"><site site="tip"/><site site="end"/></spatial>
    <fixed name="mix"><joint joint="knee" coef="2"/></fixed>
  </tendon>
  <actuator><motor name="push" joint="knee"/></actuator>
  <sensor><jointpos name="angle" joint="knee"/></sensor>
  <keyframe><key name="home" qpos="1"/></keyframe>
</mujoco>
"""


@pytest.fixture
def spec():
    return mj.MjSpec.from_string(ROBOT)


SINGLE = [
    ("pos", [1, 2], "pos: expected 3 numbers, got 2"),
    ("rgba", [1, 2, 3], "rgba: expected 4 numbers, got 3"),
    ("pos", 3, "pos: expected 3 numbers, got a single number"),
    ("pos", None, "pos: expected 3 numbers, got None"),
    ("pos", "1", "pos: expected 3 numbers, got '1'"),
    ("pos", [1, "a", 2], r"pos: expected 3 numbers, got \[1, 'a', 2\]"),
    ("pos", np.zeros((2, 3)), r"pos: expected 3 numbers, got an array of shape \(2, 3\)"),
    ("mass", "x", "mass: expected a number, got 'x'"),
    ("contype", 1.5, "contype: expected an integer, got 1.5"),
    ("contype", 2**40, "contype: expected an integer from -2147483648 to 2147483647"),
    ("type", "box", "type: expected an mjtGeom such as mjtGeom.mjGEOM_PLANE, got 'box'; did you mean mjtGeom.mjGEOM_BOX?"),
    ("type", 6, "type: expected an mjtGeom such as mjtGeom.mjGEOM_PLANE, got 6"),
    ("material", 4, "material: expected a string, got 4"),
    ("userdata", 4, "userdata: expected a list, got 4"),
]


@pytest.mark.parametrize("name, value, message", SINGLE)
def test_a_value_that_does_not_fit_is_told_with_what_was_expected(spec, name, value, message):
    with pytest.raises(TypeError, match=f"^{message}"):
        setattr(spec.geom("shin"), name, value)


def test_keywords_that_do_not_fit_are_told_in_the_words_of_mujoco_and_with_numbers(spec):
    leg = spec.body("leg")
    for keywords, message, note in (
        ({"pos": [1, 2]}, "pos should be a list/array of size 3.", "Expected 3 numbers, got 2."),
        ({"euler": [1, 2]}, "euler should be a list/array of size 3.", "Expected 3 numbers, got 2."),
        ({"size": [1, 2, 3, 4]}, "size should be a list/array of size 1, 2, or 3.", "Expected 1 to 3 numbers, got 4."),
    ):
        with pytest.raises(ValueError) as caught:
            leg.add_geom(**keywords)
        assert str(caught.value) == message
        assert getattr(caught.value, "__notes__", [note]) == [note]
    with pytest.raises(TypeError, match="euler: expected 3 numbers, got 'x'"):
        leg.add_geom(euler="x")
    with pytest.raises(TypeError, match=r"default: expected an MjsDefault, such as spec.find_default\(name\), got 'soft'"):
        leg.add_geom(default="soft")
    with pytest.raises(TypeError, match="did you mean mjtGeom.mjGEOM_BOX?"):
        leg.add_geom(type="box")
    with pytest.raises(ValueError, match="gravity: expected 3 numbers, got 2"):
        spec.option.gravity = [1, 2]
    with pytest.raises(TypeError, match="euler: expected 3 numbers, got 1"):
        leg.alt.euler = [1]


@pytest.mark.parametrize(
    "kind, name, meant",
    [
        ("geom", "rgbaa", "rgba"),
        ("geom", "Pos", "pos"),
        ("geom", "eulr", "euler"),
        ("geom", "mesh", "meshname"),
        ("geom", "user", "userdata"),
        ("geom", "class", "default"),
        ("body", "axisangel", "axisangle or iaxisangle"),
        ("body", "plugn", "plugin"),
        ("site", "zaxes", "zaxis"),
        ("actuator", "joint", "target"),
        ("actuator", "ctrlrnge", "ctrlrange or actrange"),
        ("exclude", "body1", "bodyname1"),
    ],
)
def test_a_keyword_that_does_not_exist_names_the_one_that_was_meant(spec, kind, name, meant):
    add = getattr(spec.body("leg"), f"add_{kind}", None) or getattr(spec, f"add_{kind}")
    with pytest.raises(TypeError, match=rf"^Invalid {name} keyword argument. Valid options are: .*; did you mean {meant}\?$"):
        add(**{name: 1})


def test_the_valid_keywords_are_all_that_are_taken(spec):
    leg = spec.body("leg")
    with pytest.raises(TypeError) as error:
        leg.add_geom(nonsense=1)
    listed = str(error.value).partition("options are: ")[2].rstrip(".").split(", ")
    assert {"euler", "axisangle", "xyaxes", "zaxis", "plugin", "default", "name", "pos"} <= set(listed)
    for name in listed:
        # None leaves a member unchanged
        leg.add_geom(**{name: None})
    assert leg.add_geom(axisangle=None, euler=[0, 0, 90]).alt.type == mj.mjtOrientation.mjORIENTATION_EULER
    with pytest.raises(TypeError) as error:
        leg.add_body(nonsense=1)
    assert "ieuler" in str(error.value) and "izaxis" in str(error.value)
    for add, name in ((leg.add_freejoint, "names"), (spec.add_plugin, "names")):
        with pytest.raises(TypeError, match="; did you mean name?"):
            add(**{name: "x"})


def test_what_is_refused_is_not_added_and_takes_nothing_with_it(spec):
    leg = spec.body("leg")
    for wrong in (lambda: leg.add_body(poss=1), lambda: leg.add_geom(pos=[1]), lambda: leg.add_freejoint(align="x"), lambda: spec.add_plugin(names="x")):
        with pytest.raises((TypeError, ValueError)):
            wrong()
    assert (len(spec.bodies), len(spec.geoms), len(spec.joints), len(spec.keys), len(spec.plugins)) == (2, 2, 1, 1, 0)
    assert spec.compile().nkey == 1


def test_names_that_do_not_exist_ask_for_those_that_are_near(spec):
    model = spec.compile()
    data = mj.MjData(model)
    for call, message in (
        (lambda: model.joint("kne"), r"Invalid name 'kne'. Valid names: \['knee'\]; did you mean knee\?"),
        (lambda: data.site("Tip"), r"Invalid name 'Tip'. Valid names: \['end', 'tip'\]; did you mean tip\?"),
        (lambda: data.body("arm"), r"Invalid name 'arm'. Valid names: \['leg', 'world'\]\""),
    ):
        with pytest.raises(KeyError, match=message):
            call()
    with mj.Renderer(model, 10, 10) as renderer:
        with pytest.raises(ValueError, match='The camera "eyes" does not exist; did you mean eye?'):
            renderer.update_scene(data, "eyes")
        with pytest.raises(ValueError, match='The camera "back" does not exist.$'):
            renderer.update_scene(data, "back")


def test_a_reference_to_a_name_that_does_not_exist_asks_for_the_one_that_is_near(spec):
    spec.add_actuator(name="pull", target="kne", trntype=mj.mjtTrn.mjTRN_JOINT)
    with pytest.raises(ValueError, match=r"^Error: unknown joint 'kne' \(did you mean \"knee\"\?\)\nElement name 'pull', id 1$"):
        spec.compile()


ADDERS = [(mj.MjsBody, kind) for kind in "body camera frame geom joint light site".split()]
ADDERS += [(mj.MjsFrame, kind) for kind in "body camera frame geom joint light site".split()]
ADDERS += [(mj.MjSpec, name[4:]) for name in dir(mj.MjSpec) if name.startswith("add_") and name not in ("add_default", "add_plugin")]


@pytest.mark.parametrize("cls, kind", ADDERS)
def test_help_lists_the_arguments_of_methods_that_add(cls, kind):
    add = getattr(cls, f"add_{kind}")
    text = pydoc.plain(pydoc.render_doc(add))
    parameters = [name for name in inspect.signature(add).parameters if name != "self"]
    assert len(parameters) > 2 and "kind" not in parameters and "**" not in text
    lines = inspect.getdoc(add).splitlines()
    assert lines[0] in (f"Adds a {kind}; keywords set its members. Returns it.", f"Adds an {kind}; keywords set its members. Returns it.")
    listed = [line.split("`")[1] for line in lines if line.startswith("- `")]
    assert listed == parameters and all("; " in line for line in lines if line.startswith("- `")), lines
    element = getattr(mj, "Mjs" + {"hfield": "HField"}.get(kind, kind.capitalize()))
    members = {name for name in element._options()} | {"name"}
    assert members <= set(parameters)


def test_help_of_a_geom_tells_types_and_meanings():
    text = pydoc.plain(pydoc.render_doc(mj.MjsBody.add_geom))
    assert "add_geom(self, default=None, *, name=None, type=None, pos=None, quat=None, axisangle=None" in text
    assert "- `pos`: float64, shape (3,); position of its centre in the body frame [m]" in text
    assert "- `euler`: 3 numbers; orientation as Euler angles" in text
    assert "- `type`: int, an `mjtGeom`; shape" in text


def test_elements_show_type_name_place_and_what_tells_them_apart(spec):
    body = spec.body("leg")
    wanted = {
        spec: "<MjSpec 'robot': 2 bodies, 2 geoms, 1 joint, 2 sites, 1 camera, 1 mesh, 1 texture, 1 material, 2 tendons, 1 actuator, 1 sensor, 1 key>",
        body: "<MjsBody 'leg' of body 'world': pos=[0.0, 0.0, 1.0]>",
        spec.geom("shin"): "<MjsGeom 'shin' of body 'leg': type=mjGEOM_CAPSULE, size=[0.05, 0.2, 0.0], pos=[0.0, 0.0, 0.0], material='wood'>",
        body.geoms[1]: "<MjsGeom of body 'leg': type=mjGEOM_MESH, size=[0.0, 0.0, 0.0], pos=[0.0, 0.0, 0.0], meshname='tetra'>",
        body.geoms[1].alt: "<MjsOrientation euler=[0.0, 0.0, 30.0]>",
        spec.joint("knee"): "<MjsJoint 'knee' of body 'leg': type=mjJNT_HINGE, axis=[0.0, 1.0, 0.0], range=[-1.0, 1.0]>",
        spec.material("wood"): "<MjsMaterial 'wood': textures=['chess'], rgba=[0.1, 0.2, 0.3, 1.0]>",
        spec.tendon("rope").path: "<MjsTendonPath [<MjsWrap site 'tip'>, <MjsWrap site 'end'>]>",
        spec.tendon("mix").path[0]: "<MjsWrap joint 'knee', coef=2.0>",
        spec.sensor("angle"): "<MjsSensor 'angle': type=mjSENS_JOINTPOS, objtype=mjOBJ_JOINT, objname='knee'>",
        spec.key("home"): "<MjsKey 'home': time=0.0, qpos=[1.0]>",
        spec.find_default("soft"): "<MjsDefault 'soft'>",
        spec.find_default("soft").geom: "<MjsGeom of class 'soft': type=mjGEOM_SPHERE, size=[0.3, 0.0, 0.0], pos=[0.0, 0.0, 0.0]>",
    }
    assert {repr(element): None for element in wanted} == dict.fromkeys(wanted.values())
    assert repr(spec.compiler).startswith("<MjsCompiler: alignfree=0, autolimits=1,")
    instance = spec.add_plugin(name="pid", plugin_name="mujoco.pid", config={"kp": "1"})
    assert repr(instance) == "<MjsPlugin 'pid': plugin_name='mujoco.pid', config={'kp': '1'}>"


def test_every_element_shows_itself_in_any_state(spec):
    assert repr(mj.MjSpec()) == "<MjSpec 'MuJoCo Model': 1 body>"
    for kind in "hfield skin flex pair exclude equality numeric text tuple".split():
        assert repr(getattr(spec, f"add_{kind}")(name="x")).startswith("<Mjs"), kind
    shin = spec.geom("shin")
    spec.delete(shin)
    assert repr(shin).startswith("<MjsGeom 'shin', deleted")
    parent = mj.MjSpec()
    site = spec.site("tip")
    parent.worldbody.add_frame().attach_body(spec.body("leg"), "a_", "")
    assert repr(site).startswith("<MjsSite 'a_tip' of body 'a_leg'")


def test_showing_elements_changes_nothing():
    seen, other = mj.MjSpec.from_string(ROBOT), mj.MjSpec.from_string(ROBOT)
    for plural in "bodies geoms joints sites cameras meshes textures materials tendons actuators sensors keys".split():
        assert repr(getattr(seen, plural))
    copies = []
    for one in (seen, other):
        parent = mj.MjSpec()
        parent.attach(one, prefix="a_", frame=parent.worldbody.add_frame())
        copies.append(parent.to_xml())
    assert copies[0] == copies[1] and "a_chess" in copies[0]
