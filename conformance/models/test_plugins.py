"""Plugins in every place of a model: both modules compile the same fields and refuse the same documents.

Where the reference crashes (copies of instances inside elements, unknown instance names together with a plugin name), only
Synovia is tested.
"""

import numpy as np
import pytest
from support.compare import differences
from support.modules import oracle, subject
from support.pair import both, load, refused, refused_by_subject

SHAPES = {"bolt": "radius", "bowl": "height", "gear": "diameter", "nut": "radius", "torus": "radius1"}
NAMES = ("pid", "elasticity.cable", "sensor.touch_grid", *(f"sdf.{shape}" for shape in SHAPES))
DECLARED = "".join(f'<plugin plugin="mujoco.{name}"/>' for name in NAMES)
BODY = '<body name="b"><joint name="j"/><geom size=".1"/><site name="s"/>{}</body>'
GRID = '<config key="size" value="3 2"/><config key="fov" value="20 30"/><config key="gamma" value="0"/>'


def cable(twist):
    return f'<plugin plugin="mujoco.elasticity.cable"><config key="twist" value="{twist}"/><config key="bend" value="2"/></plugin>'


def sdf(shape, value=""):
    config = f'<config key="{SHAPES[shape]}" value="{value}"/>' if value else ""
    return f'<plugin plugin="mujoco.sdf.{shape}">{config}</plugin>'


def document(world, sections="", declared=DECLARED):
    return f"<mujoco>\n<extension>{declared}</extension>\n{sections}\n<worldbody>\n{world}\n</worldbody>\n</mujoco>"


def rope(prefix, plugin):
    return (
        f'<composite prefix="{prefix}" type="cable" curve="s" count="6" size="1" initial="none">{plugin}'
        '<joint kind="main" damping=".01"/><geom type="capsule" size=".01"/></composite>'
    )


def sheet(plugin, inside="", attributes=""):
    return (
        f'<body name="h"><geom size=".1"/><flexcomp name="F" type="grid" count="3 3 1" spacing=".1 .1 .1" dim="2" radius=".01" '
        f'{attributes}><contact selfcollide="none"/>{inside}{plugin}</flexcomp></body>'
    )


INSTANCES = (
    '<plugin plugin="mujoco.elasticity.cable"><instance name="c"><config key="twist" value="2"/></instance><instance name="d"/>'
    '</plugin><plugin plugin="mujoco.elasticity.cable"><instance name="e"/></plugin>'
)
LOADS = {
    "declared only": document(BODY.format("")),
    "declared twice": document(BODY.format(""), declared=DECLARED + DECLARED),
    "instances that nothing uses": document(BODY.format(""), declared=INSTANCES),
    "an instance without a name": document(BODY.format(""), declared=INSTANCES.replace('"d"', '""')),
    "a body": document(BODY.format(cable(1))),
    "a frame": document(BODY.format(f"<frame>{cable(1)}</frame>")),
    "the world": document(cable(1) + BODY.format("")),
    "a shared instance": document(
        BODY.format('<plugin instance="c"/><body><joint type="ball"/><geom size=".1"/><plugin instance="c"/></body>'),
        declared=INSTANCES),
    "both names": document(BODY.format('<plugin instance="e" plugin="mujoco.elasticity.cable"/>'), declared=INSTANCES),
    "two instances in a body": document(BODY.format('<plugin instance="c"/><plugin instance="e"/>'), declared=INSTANCES),
    "a configuration beside an instance": document(
        BODY.format('<plugin instance="c"><config key="x"/><config key="x"/></plugin>'), declared=INSTANCES),
    "an empty value": document(BODY.format('<plugin plugin="mujoco.elasticity.cable"><config key="twist" value=""/></plugin>')),
    "a tuple": document(BODY.format('<plugin instance="c"/>'),
                        '<custom><tuple name="t"><element objtype="plugin" objname="d"/></tuple></custom>', INSTANCES),
    "ropes": document(f'<body name="a">{rope("A", cable(1))}</body>{BODY.format(cable(3))}{rope("B", cable(2))}'),
    "a rope with an instance": document(rope("A", '<plugin instance="d" plugin="mujoco.elasticity.cable"/>'), declared=INSTANCES),
    "a rigid sheet": document(sheet('<plugin instance="c"/>', attributes='rigid="true"'), declared=INSTANCES),
    "a trilinear sheet": document(sheet(cable(1), attributes='dof="trilinear"')),
    "fused": document(BODY.format(f'<body><geom size=".2" contype="0" conaffinity="0"/>{cable(1)}</body>'), '<compiler fusestatic="true"/>'),
    "a replicate elsewhere": document(
        BODY.format('<plugin instance="c"/>') + '<replicate count="2" offset="1 0 0"><geom size=".1"/></replicate>',
        declared='<plugin plugin="mujoco.elasticity.cable"><instance name="c"/><instance name="u"/></plugin>'),
    "a replicate of bodies": document(f'<replicate count="2"><body><joint/><geom size=".1"/>{cable(1)}</body></replicate>{cable(2)}'),
    "a replicate and actuators outside": document(
        BODY.format("") + '<replicate count="2"><geom size=".1"/></replicate>',
        '<actuator><plugin plugin="mujoco.pid" joint="j"/></actuator>'),
    "shapes on primitives": document(f'<geom size=".1">{sdf("torus", .3)}</geom>'),
    "two shapes in a geom": document(f'<geom size=".1">{sdf("torus", .3)}{sdf("torus", .4)}</geom>'),
    "a PID actuator": document(BODY.format(""), """<actuator>
      <plugin name="p" plugin="mujoco.pid" joint="j" ctrlrange="-1 1" group="2" gear="2"><config key="kp" value="3"/></plugin>
      <plugin plugin="mujoco.pid" joint="j" actdim="1"><config key="ki" value="3"/></plugin>
      <plugin plugin="mujoco.pid" joint="j" dyntype="filter" dynprm=".2" actearly="true"><config key="kp" value="3"/></plugin>
      <plugin plugin="mujoco.pid" joint="j" dyntype="filterexact" actdim="3" actrange="-1 1">
        <config key="ki" value="1"/><config key="slewmax" value="3"/></plugin></actuator>"""),
    "actuators of a class": document(BODY.format(""), """<default><general gainprm="3" biastype="affine" biasprm="1 2 3" ctrlrange="0 2"/>
      <default class="k"><motor ctrlrange="-3 3" gear="5"/></default></default>
      <actuator><plugin plugin="mujoco.pid" joint="j"/><plugin class="k" plugin="mujoco.pid" site="s"/></actuator>"""),
    "actuators that share": document(BODY.format('<body><joint name="k"/><geom size=".1"/></body>'), """<actuator><motor joint="j"/>
      <plugin instance="i" joint="j"/><plugin instance="i" joint="k"/></actuator>""",
                                     '<plugin plugin="mujoco.pid"><instance name="i"><config key="kp" value="4"/></instance></plugin>'),
    "touch grids": document(BODY.format(""), f"""<sensor><clock/>
      <plugin name="t" plugin="mujoco.sensor.touch_grid" objtype="site" objname="s" cutoff="3" user="1 2">{GRID}
        <config key="nchannel" value="4"/></plugin>
      <plugin plugin="mujoco.sensor.touch_grid" objtype="site" objname="s" reftype="body" refname="b">{GRID}</plugin>
      <jointpos joint="j"/></sensor>"""),
    "touch grids that share": document(BODY.format(""), """<sensor><plugin instance="g" objtype="site" objname="s"/><clock/></sensor>""",
                                       f'<plugin plugin="mujoco.sensor.touch_grid"><instance name="g">{GRID}</instance></plugin>'),
}


@pytest.mark.parametrize("name", LOADS)
def test_plugins_compile(name):
    both(LOADS[name])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("value", ["", ".9"])
def test_shapes_are_meshes(shape, value):
    value = ".2" if (shape, value) == ("nut", ".9") else value
    asset = f'<asset><mesh name="m">{sdf(shape, value)}</mesh></asset>'
    model = both(document(f'<body><freejoint/><geom type="sdf" mesh="m">{sdf(shape, value)}</geom></body>', asset))
    assert model.nplugin == 2 and model.geom_plugin[0] == 1


@pytest.mark.parametrize("attributes", ['inertia="shell"', 'refpos="1 0 0"', 'vertex="0 0 0 1 0 0 0 1 0 0 0 1"',
                                        'maxhullvert="20"', 'smoothnormal="true"', 'builtin="sphere" params="2"'])
def test_attributes_of_the_mesh_of_a_shape(attributes):
    asset = f'<asset><mesh name="m" {attributes}>{sdf("torus", .3)}</mesh></asset>'
    both(document('<body><freejoint/><geom type="mesh" mesh="m"/></body>', asset))


def test_a_replicated_shape_is_shared():
    asset = f'<asset><mesh name="m">{sdf("torus")}</mesh></asset>'
    geom = f'<geom type="sdf" mesh="m">{sdf("torus")}</geom>'
    model = both(document(f'<replicate count="3" offset="1 0 0">{geom}<body>{geom}</body></replicate>', asset))
    assert list(model.geom_plugin) == [1, 1, 1, 2, 2, 2]


PART = """<mujoco model="part"><extension><plugin plugin="mujoco.elasticity.cable"><instance name="u"/><instance name="c"/></plugin>
  <plugin plugin="mujoco.pid"><instance name="i"/></plugin></extension>
  <actuator><plugin name="p" plugin="mujoco.pid" joint="j"/><plugin instance="i" joint="j"/></actuator>
  <worldbody><body name="b"><joint name="j"/><geom size=".1"/><plugin instance="c"/>
    <body><joint type="ball"/><geom size=".1"/><plugin instance="c"/></body>{}</body></worldbody></mujoco>"""
HOST = '<mujoco><asset><model name="part" file="part.xml"/></asset><worldbody>{}</worldbody></mujoco>'


@pytest.mark.parametrize("attach", [
    '<attach model="part" body="b" prefix="x_"/>',
    '<attach model="part" prefix="x_"/>',
    '<attach model="part" body="b" prefix="x_"/><frame pos="1 0 0"><attach model="part" body="b" prefix="y_"/></frame>',
])
def test_instances_of_attached_models_have_its_prefix(attach):
    assets = {"part.xml": PART.format(rope("R", cable(3))).encode()}
    models = [module.MjModel.from_xml_string(HOST.format(attach), assets) for module in (subject, oracle)]
    found = differences(*models)
    assert not found, "\n".join(map(str, found))
    kind = int(subject.mjtObj.mjOBJ_PLUGIN)
    assert subject.mj_name2id(models[0], kind, "x_compositeR") >= 0 and subject.mj_name2id(models[0], kind, "x_u") == -1


def test_names_and_strings_are_found():
    model = both(document(BODY.format('<plugin instance="c"/>'), declared=INSTANCES))
    kind = int(subject.mjtObj.mjOBJ_PLUGIN)
    assert subject.mj_name2id(model, kind, "d") == 1
    assert subject.mj_id2name(model, kind, 2) == "e"
    assert bytes(np.asarray(model.plugin_attr, np.uint8))[:2] == b"2\0"
    assert (model.nplugin, model.npluginattr, model.npluginstate) == (3, 13, 0)


REFUSED = {
    "an unknown plugin": (document(BODY.format(""), declared='\n<plugin plugin="mujoco.pit"/>'), "mujoco.pit", "mujoco.pid"),
    "not declared": (document(BODY.format("\n" + cable(1)), declared=""), "mujoco.elasticity.cable", "extension"),
    "no name": (document(BODY.format("<plugin/>")), "neither"),
    "empty names": (document(BODY.format('<plugin plugin="" instance=""/>')), "neither"),
    "no such instance": (document(BODY.format('<plugin instance="cc"/>'), declared=INSTANCES), "instance", "cc"),
    "instances of one name": (document(BODY.format(""), declared=INSTANCES.replace('"d"', '"c"')), "repeated", "c"),
    "an instance without name": (document("", declared=INSTANCES.replace(' name="d"', "")), "name"),
    "an unknown key": (document(BODY.format('<plugin plugin="mujoco.elasticity.cable"><config key="twst" value="1"/></plugin>')),
                       "twst", "twist"),
    "an unknown key that nothing uses": (document("", declared=INSTANCES.replace("twist", "twst")), "twst", "twist"),
    "a key twice": (document(BODY.format(cable(1).replace("bend", "twist"))), "repeated", "twist"),
    "a key without value": (document(BODY.format(cable(1).replace('value="1"', ""))), "value"),
    "a value without key": (document(BODY.format(cable(1).replace('key="bend"', ""))), "key"),
    "PID in a body": (document(BODY.format('<plugin plugin="mujoco.pid"/>')), "mujoco.pid", "passive"),
    "PID in a sheet": (document(sheet('<plugin plugin="mujoco.pid"/>')), "mujoco.pid", "passive"),
    "PID in a rope": (document(rope("A", '<plugin plugin="mujoco.pid"/>')), "mujoco.elasticity.cable"),
    "an instance in a rope": (document(rope("A", '<plugin instance="c"/>'), declared=INSTANCES), "mujoco.elasticity.cable"),
    "a cable as actuator": (document(BODY.format(""), '<actuator><plugin plugin="mujoco.elasticity.cable" joint="j"/></actuator>'),
                            "actuators"),
    "a cable as sensor": (document(BODY.format(""), '<sensor><plugin plugin="mujoco.elasticity.cable"/></sensor>'), "sensors"),
    "a cable as geom": (document(f'<geom size="1">{cable(1)}</geom>'), "distance"),
    "a cable as mesh": (document('<geom type="mesh" mesh="m"/>', f'<asset><mesh name="m">{cable(1)}</mesh></asset>'), "distance"),
    "an actuator without plugin": (document(BODY.format(""), '<actuator><plugin joint="j"/></actuator>'), "neither"),
    "a sensor without plugin": (document(BODY.format(""), "<sensor><plugin/></sensor>"), "neither"),
    "a scaled shape": (document('<geom type="mesh" mesh="m"/>', f'<asset><mesh name="m" scale="2 2 2">{sdf("torus")}</mesh></asset>'),
                       "scale"),
    "a shape without mesh": (document(f'<geom type="sdf" size="1">{sdf("torus")}</geom>'), "mesh"),
    "a nameless mesh": (document('<geom size="1"/>', f'<asset><mesh>{sdf("torus")}</mesh></asset>'), "name"),
    "an object without type": (document(BODY.format(""), f'<sensor><plugin plugin="mujoco.sensor.touch_grid" objname="s">{GRID}'
                                        "</plugin></sensor>"), "objtype"),
    "an unknown object": (document(BODY.format(""), f'<sensor><plugin plugin="mujoco.sensor.touch_grid" objtype="site" objname="no">'
                                   f"{GRID}</plugin></sensor>"), "no"),
    "a reference without a frame": (document(BODY.format(""), f'<sensor><plugin plugin="mujoco.sensor.touch_grid" objtype="site" '
                                             f'objname="s" reftype="joint" refname="j">{GRID}</plugin></sensor>'), "frame"),
    "PID without its activation": (document(BODY.format(""), '<actuator><plugin plugin="mujoco.pid" joint="j"><config key="ki" '
                                            'value="1"/></plugin></actuator>'), "mujoco.pid"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_mistakes_are_refused(name):
    xml, *words = REFUSED[name]
    refused(xml, *words)


# here the reference crashes, or uses the plugin of the element as that of the instance
ONLY_HERE = {
    "two plugins in a body": (document(BODY.format(cable(1) + cable(2))), "one plugin"),
    "no such instance of a plugin": (document(BODY.format('<plugin plugin="mujoco.elasticity.cable" instance="cc"/>'),
                                              declared=INSTANCES), "cc"),
    "another plugin": (document(BODY.format('<plugin plugin="mujoco.pid" instance="c"/>'),
                                declared=INSTANCES + '<plugin plugin="mujoco.pid"/>'), "mujoco.elasticity.cable"),
    "a rigid sheet": (document(sheet(cable(1), attributes='rigid="true"')), "rigid"),
    "a grid without size": (document(BODY.format(""), '<sensor><plugin plugin="mujoco.sensor.touch_grid" objtype="site" objname="s"/>'
                                     "</sensor>"), "touch_grid"),
}


@pytest.mark.extension
@pytest.mark.parametrize("name", ONLY_HERE)
def test_damage_is_refused(name):
    xml, *words = ONLY_HERE[name]
    refused_by_subject(xml, *words)


@pytest.mark.extension
def test_copies_have_instances_of_their_own():
    body = BODY.format('<plugin instance="c"/>' + rope("R", cable(3)))
    actuator = '<actuator><plugin plugin="mujoco.pid" joint="j"><config key="kp" value="1"/></plugin></actuator>'
    model = load(document(f'<replicate count="2" offset="1 0 0">{body}</replicate>', actuator,
                          INSTANCES + '<plugin plugin="mujoco.pid"/>'))
    kind = int(subject.mjtObj.mjOBJ_PLUGIN)
    names = [subject.mj_id2name(model, kind, k) or "" for k in range(model.nplugin)]
    assert sorted(names) == ["", "", "c0", "c1", "compositeR0", "compositeR1"]
    assert sorted(model.actuator_plugin) == [k for k, name in enumerate(names) if not name]
    assert names[model.body_plugin[1]] == "c0" and names[model.body_plugin[2]] == "compositeR0"
