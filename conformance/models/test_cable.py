"""Composite cables compile to the fields of the reference."""

import pytest
from support.modules import subject
from support.pair import both, close, mjcf, refused

BOX = '<geom type="box" size=".05 .02 .01"/>'
CAPSULE = '<geom type="capsule" size=".02" density="300" rgba="1 0 0 1"/>'


def cable(attributes, inside=CAPSULE, around="{}", **sections):
    """A model with one cable."""
    made = f'<composite type="cable" {attributes}>\n{inside}\n</composite>'
    return mjcf(around.format(made), **sections)


CURVES = ("s", "s 0 0", "cos(s) sin(s) s", "0 cos(s) sin(s)", "sin(s) s 0", "0 0 s", "s ")


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("shape", ["capsule", "cylinder", "box"])
def test_cables_along_curves(curve, shape):
    inside = f'<joint kind="main" damping=".01" range="0 30" limited="false"/><geom type="{shape}" size=".02 .03 .04"/>'
    for count, quat in (4, "1 0 0 0"), (9, "1 .2 .3 .4"):
        both(cable(f'prefix="A" curve="{curve}" count="{count}" size="1 .2 3" offset="0 .1 .5" quat="{quat}"', inside))


@pytest.mark.parametrize("initial", ["", "free", "none", "ball", "x"])
def test_first_joint(initial):
    attribute = f'initial="{initial}"' if initial else ""
    inside = '<joint kind="main" damping=".1" armature=".2" frictionloss=".3" stiffness="4" group="1"/>' + CAPSULE
    both(cable(f'prefix="A" curve="s" count="6" {attribute}', inside))


def test_points_of_its_own():
    both(cable('vertex="0 0 0 .3 0 .1 .5 .2 .1 .5 .4 .4 .1 .5 .9" offset="1 2 3"'))


@pytest.mark.parametrize("around", [
    '<frame pos="1 2 3" euler="10 20 30">{}</frame>',
    '<body pos="0 0 1"><freejoint/><geom size=".1"/>{}</body>',
    '<replicate count="3" offset="0 1 0">{}</replicate>',
])
def test_cables_inside_others(around):
    classes = '<geom rgba="0 1 0 1" density="9"/><joint damping="3"/>'
    both(cable('prefix="A" curve="cos(s) sin(s) s" count="7" size="1 .2 3"', around=around, default=classes))


@pytest.mark.parametrize("subgrid, texcoord", [(n, t) for n in (0, 1, 3) for t in ("true", "false")])
def test_skins_of_boxes(subgrid, texcoord):
    skin = f'<skin texcoord="{texcoord}" subgrid="{subgrid}" inflate=".2" group="2" rgba=".1 .2 .3 1"/>'
    both(cable('curve="s sin(s) 0" count="6" size="1 .1 2"', skin + BOX))


def test_boxes_have_a_skin_that_nobody_asked_for():
    assert both(cable('curve="s" count="5"', BOX)).nskin == 1


REMOVED = {"particle": "replicate", "grid": "flex", "rope": "cable", "loop": "flexcomp", "cloth": "shell"}


@pytest.mark.parametrize("kind", REMOVED)
def test_removed_types_are_refused_with_advice(kind):
    refused(mjcf(f'<composite type="{kind}" count="4">\n{CAPSULE}</composite>'), kind, REMOVED[kind], at="<composite")


MISTAKES = {
    "each at least 1": ('curve="s" count="0 1 1"', CAPSULE),
    "expected the size of the curve": ('curve="s" count="5" size="0 0 0"', CAPSULE),
    "both vertex and a count": ('vertex="0 0 0 1 0 0 2 0 0 3 0 0" count="4"', CAPSULE),
    "no larger number after a 1": ('curve="s" count="4 1 2"', CAPSULE),
    "a cable is a line": ('curve="s" count="4 2 1"', CAPSULE),
    "geom type": ('curve="s" count="4"', '<geom type="sphere" size=".1"/>'),
    "expected at most 3": ('curve="s s s s" count="4"', CAPSULE),
    'unknown function "t"': ('curve="t" count="4"', CAPSULE),
    "expected at most one": ('curve="s" count="4"', '<joint kind="main"/><joint kind="main"/>' + CAPSULE),
    "kind": ('curve="s" count="4"', "<joint/>" + CAPSULE),
}


@pytest.mark.parametrize("words", MISTAKES)
def test_mistakes(words):
    refused(cable(*MISTAKES[words]), words)


@pytest.mark.extension
def test_cables_of_two_and_three_points_load():
    # DIFFERENCE(short-cable): the reference excludes contacts with a body that does not exist, and refuses the model
    model = subject.MjModel.from_xml_string(cable('prefix="A" curve="s" count="3" size="2"'))
    assert [model.body(k).name for k in range(3)] == ["world", "AB_first", "AB_last"]
    close(model.body_pos[2], [1, 0, 0])
    assert model.nexclude == 1
    assert subject.MjModel.from_xml_string(cable('curve="s" count="2"')).nbody == 2
