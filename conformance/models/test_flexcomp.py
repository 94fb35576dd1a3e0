"""Flexcomps: both modules generate the same bodies, joints, flex and constraint, or refuse them."""

import pytest
from support.pair import both, refused

SHAPES = {
    "line": 'dim="1" count="5 1 1"',
    "circle": 'type="circle" dim="1" count="7 1 1"',
    "sheet": 'dim="2" count="4 3 1"',
    "square": 'type="square" count="4 4 1"',
    "disc": 'type="disc" count="5 4 1"',
    "solid": 'dim="3" count="3 4 3"',
    "box": 'type="box" dim="3" count="3 4 5"',
    "shell": 'type="box" dim="2" count="3 4 5"',
    "cylinder": 'type="cylinder" dim="3" count="4 4 3"',
    "ellipsoid": 'type="ellipsoid" dim="3" count="3 4 4"',
    "direct": (
        'type="direct" dim="3" point="0 0 0 1 0 0 0 1 0 5 5 5 0 0 1 1 1 1" element="0 1 2 4 1 2 4 5" '
        'scale=".5 .6 .7" texcoord="0 0 0 1 1 0 1 1 .2 .2 .3 .3"'
    ),
}
POSE = 'pos=".1 .2 .3" quat=".8 .1 .2 -.3" spacing=".1 .12 .09" mass="3" inertiabox=".02"'
CLASSES = (
    '<default><joint damping=".1"/><default class="k"><joint damping=".7" armature=".01"/>'
    '<geom friction=".4"/></default></default>'
)


def document(attributes, inside, pose=POSE):
    comp = f'<flexcomp name="f" {attributes} {pose}><contact selfcollide="none"/>{inside}</flexcomp>'
    body = f'<body name="b" childclass="k" pos="0 0 1"><freejoint/><geom size=".1"/><frame pos="1 2 3">{comp}</frame></body>'
    return f"<mujoco>{CLASSES}<worldbody>{body}</worldbody></mujoco>"


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dof", ["full", "radial", "trilinear", "quadratic"])
@pytest.mark.parametrize("pins", ["", '<pin id="0 2"/>', '<pin id="1"/><pin range="2 3"/>'])
def test_shapes_move_as_they_are_asked_to(shape, dof, pins):
    model = both(document(f'{SHAPES[shape]} dof="{dof}"', pins))
    assert model.nflex == 1


@pytest.mark.parametrize("shape", SHAPES)
def test_rigid_shapes_have_no_bodies(shape):
    assert both(document(f'{SHAPES[shape]} rigid="true"', "")).nbody == 2


@pytest.mark.parametrize(
    ("shape", "pins"),
    [("sheet", '<pin grid="0 0 2 1"/>'), ("sheet", '<pin gridrange="1 0 2 2"/>'), ("solid", '<pin gridrange="0 0 0 2 3 0"/>')],
)
def test_grids_are_pinned_by_place(shape, pins):
    both(document(SHAPES[shape], pins))


@pytest.mark.parametrize("equality", ["true", "vert"])
def test_edges_and_vertices_are_held(equality):
    flat = 'pos=".1 .2 .3" spacing=".1 .12 .09"'
    model = both(document('dim="2" count="4 4 1"', f'<edge equality="{equality}" solref=".03"/>', flat))
    assert model.neq == 1


@pytest.mark.parametrize(
    ("attributes", "inside", "word"),
    [
        ('dim="4"', "", "dim"),
        ('count="2 2 0"', "", "count"),
        ('scale="0 1 1"', "", "scale"),
        ('radius="1"', "", "spacing"),
        ('type="direct"', "", "required"),
        ('type="mesh"', "", "file"),
        ('dim="1" count="3 1 1"', '<pin id="3"/>', "range"),
        ('type="square" count="3 3 1"', '<pin grid="0 0"/>', "grid"),
    ],
)
def test_mistakes_are_refused(attributes, inside, word):
    refused(document(attributes, inside), word)
