"""PIPE: contacts of every pair of shape types, compared with the reference."""

import itertools

import numpy as np
import pytest
from support.contacts import Twins, contacts
from support.pair import close, mjcf

from acceptance.test_inr import L_FACES, L_VERTICES

MESH = '<mesh name="m" vertex="0 0 .1 .1 0 -.1 -.1 .1 -.1 -.1 -.1 -.1 .12 .1 .05"/>'
HILLS = " ".join(f"{0.5 + 0.5 * np.sin(1.3 * i) * np.cos(0.9 * j):.4f}" for i in range(8) for j in range(8))
FIELD = f'<hfield name="h" nrow="8" ncol="8" size=".5 .5 .15 .1" elevation="{HILLS}"/>'
KINDS = {
    "plane": 'type="plane" size="1 1 1"',
    "hfield": 'type="hfield" hfield="h"',
    "sphere": 'type="sphere" size=".1"',
    "capsule": 'type="capsule" size=".06 .1"',
    "ellipsoid": 'type="ellipsoid" size=".1 .14 .08"',
    "cylinder": 'type="cylinder" size=".09 .11"',
    "box": 'type="box" size=".1 .12 .08"',
    "mesh": 'type="mesh" mesh="m"',
}
SOLID = ["sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh"]
# pairs with a closed-form collider; all others use the general convex search
ANALYTIC = {
    *itertools.product(["plane"], SOLID),
    *itertools.product(["sphere"], ["sphere", "capsule", "cylinder", "box"]),
    ("capsule", "capsule"),
    ("capsule", "box"),
    ("box", "box"),
}
PAIRS = [*itertools.product(["plane", "hfield"], SOLID), *itertools.combinations_with_replacement(SOLID, 2)]


def touching(one, two):
    """A fixed shape and a free one.

    Where a search may end at either of two faces, the last digit of a vertex decides, in the reference too: both
    modules are given identical meshes and frames.
    """
    body = f"<geom {KINDS[one]}/><body><freejoint/><geom {KINDS[two]}/></body>"
    twins = Twins(mjcf(body, asset=MESH + FIELD))
    for name in "mesh_vert mesh_pos mesh_quat mesh_polynormal geom_aabb geom_pos geom_quat body_ipos body_iquat body_inertia".split():
        getattr(twins.model, name)[:] = getattr(twins.reference, name)
    return twins


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_pipe_09_shapes_touch_where_the_oracle_says(one, two):
    tolerance = 1e-8 if (one, two) in ANALYTIC else 1e-6
    twins = touching(one, two)
    rng = np.random.default_rng(9)
    found = 0
    for _ in range(60):
        turn = rng.normal(size=4)
        place = rng.uniform(-0.15, 0.15, 3) + (0, 0, 0.1 if one in ("plane", "hfield") else 0)
        twins.reset()
        twins.set(qpos=(*place, *(turn / np.linalg.norm(turn)))).run("mj_forward")
        for c in twins.same_contacts(tolerance):
            axes = c.frame.reshape(3, 3)
            close(axes @ axes.T, np.eye(3), 1e-12)
        found += twins.data.ncon
    assert found > 20


def test_pipe_09_a_pair_has_fifty_contacts_at_most():
    flat = '<hfield name="h" nrow="20" ncol="20" size="1 1 .1 .1" elevation="' + "1 " * 400 + '"/>'
    body = '<geom type="hfield" hfield="h"/><body pos="0 0 .005"><freejoint/><geom type="{}" size=".8 .8 .01"/></body>'
    for kind in ("box", "ellipsoid"):
        found = contacts(mjcf(body.format(kind), asset=flat))
        assert len(found) == 50


@pytest.mark.parametrize("order", [0, 1])
def test_pipe_10_the_first_geom_has_the_lower_type_and_the_normal_leaves_it(order):
    """Two shapes side by side along x, in either order in the file."""
    for one, two in itertools.product(SOLID[:-1], SOLID[:-1]):
        geoms = [f'<body pos="{x} 0 0"><freejoint/><geom {KINDS[kind]}/></body>' for x, kind in ((0, one), (0.11, two))]
        twins = Twins(mjcf("".join(reversed(geoms) if order else geoms))).run("mj_forward")
        m, d = twins.model, twins.data
        assert len(twins.same_contacts(1e-6))
        for c in d.contact:
            first, second = c.geom
            kinds = m.geom_type[first], m.geom_type[second]
            assert kinds[0] < kinds[1] or (kinds[0] == kinds[1] and first < second)
            towards = np.array(d.geom_xpos[second] - d.geom_xpos[first])
            assert c.frame[:3] @ towards > 0 and c.dist < 0


def test_pipe_10_the_position_is_midway_between_the_surfaces():
    body = '<body><freejoint/><geom size=".1"/></body><body pos=".1 .05 .13"><freejoint/><geom size=".12"/></body>'
    (c,) = contacts(mjcf(body))
    gap = np.array((0.1, 0.05, 0.13))
    length = np.linalg.norm(gap)
    normal = gap / length
    close(c.frame[:3], normal, 1e-14)
    close(c.dist, length - 0.22, 1e-14)
    # the surfaces are at 0.1 from one centre and at 0.12 from the other
    close(c.pos, normal * (0.1 + (length - 0.12)) / 2, 1e-14)
    for kind, size in (("sphere", ".1"), ("capsule", ".06 .1"), ("box", ".1 .1 .1")):
        reach = {"sphere": 0.1, "capsule": 0.16, "box": 0.1}[kind]
        found = contacts(mjcf(f'<geom type="plane" size="1 1 1"/><body pos="0 0 {reach - 0.01}"><freejoint/><geom type="{kind}" size="{size}"/></body>'))
        close(found.dist, [-0.01] * len(found), 1e-14)
        close(found.pos[:, 2], [-0.005] * len(found), 1e-14)


def test_pipe_11_a_sphere_in_the_notch_of_an_ell_touches_its_hull():
    mesh = f'<mesh name="l" vertex="{L_VERTICES}" face="{L_FACES}"/>'
    body = '<geom type="mesh" mesh="l"/><body pos="1.3 1.3 .5"><freejoint/><geom size=".05"/></body>'
    (c,) = contacts(mjcf(body, asset=mesh))
    close(c.dist, -0.5419348, 1e-7)
    # the hull closes the notch with a plane through (3, 1) and (1, 2); the nearest of the original faces is 0.3 away
    normal = np.array((1, 2, 0)) / np.sqrt(5)
    close(c.dist, normal @ (1.3 - 3, 1.3 - 1, 0) - 0.05, 1e-6)
    assert list(c.geom) == [1, 0]
    close(c.frame[:3], -normal, 1e-6)


def test_pipe_11_triangles_would_not_touch():
    """The same mesh as a signed distance field, which follows the faces: no contact in the notch."""
    mesh = f'<mesh name="l" vertex="{L_VERTICES}" face="{L_FACES}"/>'
    body = '<geom type="sdf" mesh="l"/><body pos="1.3 1.3 .5"><freejoint/><geom size=".05"/></body>'
    assert len(contacts(mjcf(body, asset=mesh))) == 0


@pytest.mark.parametrize("filterparent", ["enable", "disable"])
def test_pipe_08_the_world_and_two_links(filterparent):
    link = '<joint/><geom size=".1"/>'
    xml = mjcf(
        f'<geom size=".1"/><body pos="0 0 .05">{link}<body pos="0 0 .05">{link}</body></body>',
        head=f'<option><flag filterparent="{filterparent}"/></option>',
    )
    expected = [(0, 1), (0, 2)] + ([] if filterparent == "enable" else [(1, 2)])
    assert [tuple(c.geom) for c in contacts(xml)] == expected
