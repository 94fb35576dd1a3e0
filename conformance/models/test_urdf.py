"""URDF compared with the reference: documents compile to the same fields, and mistakes are refused by both.

SYNOVIA_URDF names a folder of robots with their meshes: all robots in it are compared as well.
"""

import os
import warnings
from pathlib import Path

import numpy as np
import pytest
from support.compare import differences
from support.modules import oracle, subject
from support.pair import refused

BOX = "<collision><geometry><box size='.1 .2 .3'/></geometry></collision>"
INERTIA = "<mass value='2'/><inertia ixx='1' iyy='2' izz='2.5' ixy='.1' ixz='-.2' iyz='.05'/>"
SHOW = "<mujoco><compiler discardvisual='false' fusestatic='false'/></mujoco>"
TETRA = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
FILES = {"part.obj": TETRA}


def joint(parent, child, kind="revolute", inside="", name=None):
    ends = f"<parent link='{parent}'/><child link='{child}'/>"
    return f"<joint name='{name or child + '_joint'}' type='{kind}'>{ends}{inside}</joint>"


def arm(kind="revolute", inside="", link=BOX, settings=""):
    return f"<robot name='arm'>{settings}<link name='base'/><link name='a'>{link}</link>{joint('base', 'a', kind, inside)}</robot>"


def shapes():
    place = "<origin xyz='.1 .2 .3' rpy='.4 .5 .6'/>"
    for shape in ("<box size='.1 .2 .3'/>", "<cylinder radius='.1' length='.4'/>", "<sphere radius='.2'/>"):
        yield f"<visual>{place}<geometry>{shape}</geometry></visual><collision>{place}<geometry>{shape}</geometry></collision>"
    yield f"<collision>{place}<geometry><capsule radius='.1' length='.4'/></geometry></collision>"
    yield f"<collision>{place}<geometry><mesh filename='package://some/where/part.obj' scale='1 2 -1'/></geometry></collision>"


def mesh(*scales):
    part = "<visual><geometry><mesh filename='meshes/part.obj' {}/></geometry></visual>"
    return "".join(part.format(f"scale='{scale}'" if scale else "") for scale in scales)


def visual(material, shape="<sphere radius='1'/>"):
    return f"<visual><geometry>{shape}</geometry>{material}</visual>"


def material(name):
    return f"<material name='{name}'/>"


def named(part, name):
    """A visual or collision element with a name."""
    return part.replace("<visual>", f"<visual name='{name}'>").replace("<collision>", f"<collision name='{name}'>")


RED, GREEN = "<color rgba='1 0 0 1'/>", "<color rgba='0 1 0 .5'/>"
TREE = "".join(f"<link name='{name}'>{BOX}</link>" for name in "dcbae")
TREE += "".join(joint(*pair) for pair in ("ab", "ac", "bd"))

DOCUMENTS = {
    "empty": "<robot/>",
    "any case": "<ROBOT name='loud'><link name='a'/></ROBOT>",
    "no name": "<robot><link name='a'/></robot>",
    "named": f"<robot name='a robot'><link name='a'>{BOX}</link></robot>",
    "unknown": f"<robot x='1'><thing/><gazebo reference='a'/><mujoco y='1'><compiler z='1'/><w/></mujoco><link name='a'>{BOX}<u/></link></robot>",
    "include": "<robot><include file='there is none.xml'/><link name='a'/></robot>",
    "tree": f"<robot>{TREE}</robot>",
    "tree, not fused": f"<robot>{SHOW}{TREE}</robot>",
    "forest": f"<robot>{SHOW}<link name='a'>{BOX}</link><link name='b'>{BOX}</link></robot>",
    "world": f"<robot>{SHOW}<link name='a'>{BOX}</link><link name='world'>{BOX}</link><link name='b'>{BOX}</link>{joint('world', 'b')}</robot>",
    "world as child": f"<robot><link name='a'>{BOX}</link><link name='world'>{BOX}</link>{joint('a', 'world', 'fixed')}</robot>",
    "fixed": arm("fixed", "<origin xyz='1 2 3' rpy='.1 .2 .3'/>", settings=SHOW),
    "fixed and fused": arm("fixed", "<origin xyz='1 2 3' rpy='.1 .2 .3'/>"),
    "colours": f"<robot>{SHOW}<material name='red'>{RED}</material><link name='a'>{visual(material('red'))}{BOX}"
    f"{visual(material('none'))}{visual(f'<material>{GREEN}</material>')}{BOX}{visual('')}</link><link name='b'>{visual('')}</link></robot>",
    "colours of links": f"<robot>{SHOW}<link name='a'>{visual(material('m'))}</link>"
    f"<link name='b'>{visual(material('m').replace('/>', f'>{RED}</material>'))}</link><material name='m'>{GREEN}</material></robot>",
    "no colour": f"<robot>{SHOW}<link name='a'>{visual('<material>' + RED.replace('1', '-1', 1) + '</material>')}{BOX}</link></robot>",
    "discarded colour": f"<robot><link name='a'>{visual(f'<material>{GREEN}</material>')}{BOX}</link></robot>",
    "discarded nonsense": "<robot><link name='a'><visual/></link></robot>",
    "names": f"<robot>{SHOW}<link name='a'>{named(BOX, 'n')}{named(visual(''), 'n')}{named(visual(''), 'v')}{BOX}</link>"
    f"<link name='b'>{named(BOX, 'n')}</link></robot>",
    "scales": f"<robot>{SHOW}<link name='a'>{mesh('', '2 2 2', '3 3 3', '2 2 2', '1 1 1')}</link></robot>",
    "directories": f"<robot>{SHOW}<link name='a'>{mesh('')}<visual><geometry><mesh filename='other/part.obj'/></geometry></visual></link></robot>",
    "settings": arm(
        "revolute",
        "<origin rpy='.1 .2 .3'/><limit lower='-1' upper='1'/>",
        settings="<mujoco><compiler angle='degree' eulerseq='zyx' boundmass='3'/><option timestep='.1'><flag contact='disable'/></option>"
        "<size nuser_body='3'/></mujoco>",
    ),
    "autolimits": arm("revolute", "", settings="<mujoco><compiler autolimits='false'/></mujoco>"),
    "inertia": arm(link=f"<inertial>{INERTIA}</inertial>"),
    "inertia and origin": arm(link=f"<inertial><origin xyz='.1 .2 .3' rpy='.4 .5 .6'/>{INERTIA}</inertial>{BOX}"),
    "inertia from geoms": arm(link=f"<inertial>{INERTIA}</inertial>{BOX}", settings="<mujoco><compiler inertiafromgeom='true'/></mujoco>"),
    "no inertia": f"<robot>{SHOW}<link name='a'><inertial><origin xyz='.1 .2 .3' rpy='.4 .5 .6'/><mass value='2'/>"
    "<inertia ixx='0' iyy='0' izz='0' ixy='0' ixz='0' iyz='0'/></inertial></link></robot>",
    "planar": arm("planar", "<axis xyz='1 2 3'/><limit lower='-1' upper='2' effort='7'/><dynamics damping='2' friction='.5'/>"),
    "planar down": arm("planar", "<axis xyz='0 0 -2'/>"),
    "planar nowhere": arm("planar", "<axis xyz='0 0 1'/>"),
    "floating": arm("floating", "<limit lower='-1' upper='1' effort='3'/><dynamics damping='2' friction='1'/>"),
    "spherical": arm("spherical", "<dynamics damping='2' friction='1'/>"),
    "mimic": arm("revolute", "<mimic joint='a' multiplier='2'/><safety_controller k_velocity='1'/><calibration rising='0'/>"),
}
DOCUMENTS |= {f"shape {k}": f"<robot>{SHOW}<link name='a'>{shape}</link></robot>" for k, shape in enumerate(shapes())}
DOCUMENTS |= {
    f"{kind}, {inside}": arm(kind, inside)
    for kind in ("revolute", "continuous", "prismatic")
    for inside in (
        "",
        "<axis xyz='1 0 -1'/><origin xyz='1 2 3' rpy='3 -2 1'/>",
        "<limit lower='-1' upper='1' effort='5' velocity='1'/>",
        "<limit lower='1'/>",
        "<limit upper='1'/>",
        "<limit lower='2' upper='1'/>",
        "<limit lower='0' upper='0' effort='-3'/>",
        "<limit lower='' upper='1'/>",
        "<dynamics damping='.7' friction='.1'/>",
    )
}


def load(module, xml):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return module.MjModel.from_xml_string(xml, FILES)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_document_compiles_as_in_the_reference(name):
    found = differences(load(subject, DOCUMENTS[name]), load(oracle, DOCUMENTS[name]))
    assert not found, "\n".join(map(str, found))


MISTAKES = {
    "<robot><link/>\n</robot>": ("name",),
    "<robot><link name='a'/>\n<link name='a'/></robot>": ("repeated", "a"),
    f"<robot><link name='left_arm'/>\n{joint('left_arm', 'left_hand')}</robot>": ("unknown link", "left_hand"),
    f"<robot><link name='left_arm'/><link name='b'/>\n{joint('left_amr', 'b')}</robot>": ("left_amr", "did you mean", "left_arm"),
    f"<robot><link name='a'/><link name='b'/><link name='c'/>{joint('a', 'c', name='one')}\n{joint('b', 'c', name='two')}</robot>": ("two", "one", "c"),
    f"<robot><link name='a'>{BOX}</link><link name='b'>{BOX}</link>{joint('a', 'b')}{joint('b', 'a')}</robot>": ("cycle", "a, b, a"),
    "<robot><link name='a'/><joint name='j' type='fixed'><child link='a'/></joint></robot>": ("parent",),
    arm("revolut"): ("revolut", "did you mean", "revolute"),
    arm().replace("type='revolute'", ""): ("type",),
    arm().replace("name='a_joint'", ""): ("name",),
    arm(inside="<limit lower='x'/>"): ("lower", "x"),
    arm(inside="<axis/>"): ("xyz",),
    arm(inside="<axis xyz='1 2'/>"): ("xyz", "not enough"),
    arm(inside="<origin/><origin/>"): ("origin",),
    arm(link="<collision/>"): ("geometry",),
    arm(link="<collision><geometry/></collision>"): ("box", "mesh"),
    arm(link="<collision><geometry><box/></geometry></collision>"): ("size",),
    arm(link="<collision><geometry><mesh/></geometry></collision>"): ("filename",),
    arm(link="<collision><geometry><mesh filename='none.stl'/></geometry></collision>"): ("none.stl",),
    arm(link="<inertial><mass value='1'/></inertial>"): ("inertia",),
    arm(link=f"<inertial>{INERTIA.replace('ixz', 'ixw')}</inertial>"): ("ixz",),
    arm(link=visual("<material><color rgba='1 1 1'/></material>")): ("rgba",),
    arm(link=visual("<material/>")): ("name",),
    arm(link=visual("<material name='a'/><material name='b'/>")): ("material",),
    f"<robot><link name='world'/><link name='a'>{BOX}</link>{joint('a', 'world')}</robot>": ("world",),
    "<robot><mujoco/><mujoco/></robot>": ("mujoco",),
    "<robots/>": ("robots", "did you mean", "robot"),
    arm(settings="<mujoco><compiler autolimits='false'/></mujoco>", inside="<limit lower='0' upper='1'/>"): ("range",),
}


@pytest.mark.parametrize("xml", MISTAKES)
def test_mistake_is_refused_and_named(xml):
    refused(xml, *MISTAKES[xml])


def robots():
    folder = os.environ.get("SYNOVIA_URDF")
    return sorted(Path(folder).rglob("*.urdf")) if folder else []


def of_robot(path):
    """The differences between both modules' models of a robot."""
    found = []
    for module in (subject, oracle):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found.append(module.MjModel.from_xml_path(str(path)))
        except ValueError as error:
            found.append(str(error))
    ours, theirs = found
    if isinstance(ours, str) or isinstance(theirs, str):
        return [] if isinstance(ours, str) and isinstance(theirs, str) else [str(found)]
    return list(map(str, differences(ours, theirs)))


def test_robots_compile_as_in_the_reference():
    wrong = [f"{path}: {text}" for path in robots() for text in of_robot(path)]
    assert not wrong, "\n".join(wrong)


def test_a_robot_is_attached():
    xml = "<mujoco><asset><model name='r' file='r.urdf'/></asset><worldbody><attach model='r' body='a' prefix='x_'/></worldbody></mujoco>"
    files = {"r.urdf": arm("revolute", "<axis xyz='0 1 0'/>", settings=SHOW).encode()}
    ours, theirs = (module.MjModel.from_xml_string(xml, files) for module in (subject, oracle))
    assert not differences(ours, theirs)
    assert np.asarray(ours.jnt_axis).tolist() == [[0, 1, 0]]
