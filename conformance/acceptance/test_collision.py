"""PIPE: which geoms collide, in which order, and where."""

import itertools

import numpy as np
import pytest
from support.contacts import Twins, contacts
from support.modules import oracle
from support.pair import close, mjcf

KINDS = ('type="sphere" size=".1"', 'type="capsule" size=".08 .1"', 'type="box" size=".1 .12 .08"')


def heap(seed, bodies=10, spread=0.3):
    """Bodies of one to three geoms, some in chains, near each other."""
    rng = np.random.default_rng(seed)
    text = '<geom type="plane" size="2 2 1"/>' if seed % 2 else '<geom type="box" size="1 1 .1"/>'
    for _ in range(bodies):
        pos = " ".join(map(str, rng.uniform(-spread, spread, 3) + (0, 0, 0.3)))
        geoms = "".join(
            f'<geom {KINDS[rng.integers(3)]} pos="{rng.normal() * 0.1} {rng.normal() * 0.1} 0"'
            f' contype="{rng.integers(1, 4)}" conaffinity="{rng.integers(1, 4)}" margin="{rng.choice([0, 0.02])}"/>'
            for _ in range(rng.integers(1, 4))
        )
        child = f'<body pos="0 0 .15"><joint/><geom {KINDS[rng.integers(3)]}/></body>' if rng.random() < 0.4 else ""
        text += f'<body pos="{pos}" euler="{rng.uniform(-90, 90)} 20 0"><freejoint/>{geoms}{child}</body>'
    return text


def may_touch(m, one, two):
    """Whether the filters let two geoms collide: bit masks first, then welded bodies, parents and static bodies."""
    bits = (m.geom_contype[one] & m.geom_conaffinity[two]) | (m.geom_contype[two] & m.geom_conaffinity[one])
    bodies = [m.body_weldid[m.geom_bodyid[g]] for g in (one, two)]
    above = [m.body_weldid[m.body_parentid[b]] for b in bodies]
    related = any(bodies[k] == above[1 - k] and bodies[k] != 0 for k in (0, 1))
    return bool(bits) and bodies[0] != bodies[1] and not related


def every_pair(module, m, d):
    """Pairs of geoms that are close enough by distance alone, and pairs so close to the limit that rounding decides."""
    close_by, doubtful = set(), set()
    for one, two in itertools.combinations(range(m.ngeom), 2):
        if not may_touch(m, one, two):
            continue
        margin = m.geom_margin[one] + m.geom_margin[two]
        gap = module.mj_geomDistance(m, d, one, two, margin + 1e-3, None) - margin
        (doubtful if abs(gap) < 1e-6 else close_by if gap < 0 else set()).add((one, two))
    return close_by, doubtful


@pytest.mark.parametrize("block", range(10))
def test_pipe_07_phases_only_filter(block):
    """With and without bounding volume hierarchies the list equals the reference's, and its pairs are those found from all distances."""
    for seed in range(20 * block, 20 * block + 20):
        lists = []
        for midphase in ("enable", "disable"):
            head = f'<option><flag midphase="{midphase}"/></option>'
            twins = Twins(mjcf(heap(seed), head=head)).run("mj_forward")
            found = twins.same_contacts()
            lists.append(sorted((*c.geom, c.dist, *c.pos) for c in found))
            bodies = [tuple(sorted(twins.model.geom_bodyid[c.geom])) for c in found]
            assert bodies == sorted(bodies) and len(bodies) > 3
        assert lists[0] == lists[1]
        touching = {tuple(sorted(map(int, c.geom))) for c in found}
        near, doubtful = every_pair(oracle, twins.reference, twins.expected)
        assert touching - doubtful == near - doubtful and len(doubtful) < 3


def test_pipe_07_many_bodies_are_swept():
    """More body pairs than the broad phase enumerates one by one."""
    rng = np.random.default_rng(1)
    text = '<geom type="plane" size="9 9 1"/>'
    for _ in range(150):
        pos = " ".join(map(str, rng.uniform(-0.6, 0.6, 3) + (0, 0, 0.6)))
        text += f'<body pos="{pos}"><freejoint/><geom {KINDS[rng.integers(3)]}/></body>'
    twins = Twins(mjcf(text))
    for _ in range(3):
        twins.run("mj_forward")
        assert len(twins.same_contacts()) > 200
        moved = rng.normal(size=twins.model.nv) * 0.05
        for module, m, d in twins.sides():
            module.mj_integratePos(m, d.qpos, moved, 1)


CHAIN = (
    '<geom name="w" size=".1"/>'
    '<body pos="0 0 .05"><joint/><geom name="one" size=".1"/>'
    '<body pos="0 0 .05"><geom name="welded" size=".1"/>'
    '<body pos="0 0 .05"><joint/><geom name="two" size=".1"/>'
    '<body pos="0 0 .05"><joint/><geom name="three" size=".1"/></body></body></body></body>'
    '<body><geom name="static" size=".1"/></body>'
)


@pytest.mark.parametrize("filterparent", ["enable", "disable"])
def test_pipe_08_welds_and_parents(filterparent):
    head = f'<option><flag filterparent="{filterparent}"/></option>'
    found = contacts(mjcf(CHAIN, head=head))
    touching = {tuple(sorted(c.geom)) for c in found}
    # geoms 1 and 2 belong to one rigid body, 3 and 4 to its descendants; 0 and 5 are static
    expected = {(a, b) for a, b in itertools.product((0, 5), (1, 2, 3, 4))}
    expected = {tuple(sorted(pair)) for pair in expected} | {(1, 4), (2, 4)}
    if filterparent == "disable":
        expected |= {(1, 3), (2, 3), (3, 4)}
    assert touching == expected


def test_pipe_08_bits_can_be_edited_while_it_runs():
    twins = Twins(mjcf('<geom size=".1"/><body pos="0 0 .15"><freejoint/><geom size=".1"/></body>'))
    assert len(twins.run("mj_forward").same_contacts()) == 1
    for field in ("geom_contype", "geom_conaffinity"):
        twins.edit(field, 1, 0)
        twins.run("mj_forward").same_contacts()
    assert twins.data.ncon == 0
    twins.edit("geom_contype", 1, 1)
    assert len(twins.run("mj_forward").same_contacts()) == 1
    twins.edit("body_weldid", 1, 0)
    assert len(twins.run("mj_forward").same_contacts()) == 0


def test_pipe_10_the_record_of_a_contact():
    body = '<body pos="0 0 .09"><freejoint/><geom size=".1"/></body><geom type="plane" size="1 1 1"/>'
    (c,) = contacts(mjcf(body))
    assert list(c.geom) == [0, 1] and c.geom1 == 0 and c.geom2 == 1
    close(c.dist, -0.01, 1e-15)
    close(c.pos, (0, 0, -0.005), 1e-15)
    close(c.frame, (0, 0, 1, 0, 1, 0, -1, 0, 0), 0)
    for c in contacts(mjcf(heap(3))):
        axes = c.frame.reshape(3, 3)
        close(axes @ axes.T, np.eye(3))
        close(np.linalg.det(axes), 1)


@pytest.mark.parametrize("flag", ["contact", "constraint"])
def test_pipe_switched_off_contacts_are_gone(flag):
    head = f'<option><flag {flag}="disable"/></option>'
    assert len(contacts(mjcf(heap(3)))) and not len(contacts(mjcf(heap(3), head=head)))


@pytest.mark.parametrize("memory", ["50K", "60K", "100K", "120K", "1M"])
def test_pipe_a_full_list_is_a_warning(memory):
    """There is room for as many contacts as the reference's arena has."""
    boxes = '<body pos="0 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
    body = f'<geom type="plane" size="5 5 1"/><replicate count="60" offset=".5 0 0">{boxes}</replicate>'
    twins = Twins(mjcf(body, head=f'<size memory="{memory}"/>'))
    twins.run("mj_kinematics").run("mj_comPos").run("mj_collision")
    twins.same_contacts()
    for field in ("number", "lastinfo"):
        assert getattr(twins.data.warning[1], field) == getattr(twins.expected.warning[1], field)


def test_pipe_visited_boxes_are_marked():
    for seed in (2, 3, 4):
        twins = Twins(mjcf(heap(seed))).run("mj_forward")
        np.testing.assert_array_equal(twins.data.bvh_active, twins.expected.bvh_active)
        assert twins.data.bvh_active.any()


# a solid L: it is not convex, so its hull would give other contacts
L_SHAPE = (
    '<asset><mesh name="l" scale=".1 .1 .1" vertex="0 0 0 3 0 0 3 1 0 1 1 0 1 2 0 0 2 0 0 0 1 3 0 1 3 1 1 1 1 1 1 2 1 0 2 1"'
    ' face="0 2 1 6 7 8 0 3 2 6 8 9 0 4 3 6 9 10 0 5 4 6 10 11 0 1 7 0 7 6 1 2 8 1 8 7 2 3 9 2 9 8 3 4 10 3 10 9'
    ' 4 5 11 4 11 10 5 0 6 5 6 11"/></asset>'
)
AGAINST = {
    "plane": 'type="plane" size="1 1 1"',
    "sphere": 'type="sphere" size=".07"',
    "capsule": 'type="capsule" size=".05 .08"',
    "ellipsoid": 'type="ellipsoid" size=".1 .07 .05"',
    "cylinder": 'type="cylinder" size=".06 .08"',
    "box": 'type="box" size=".06 .07 .08"',
    "sdf": 'type="sdf" mesh="l"',
}


@pytest.mark.parametrize("kind", AGAINST)
def test_mar_13_signed_distance_fields_have_a_margin_only_over_planes(kind):
    """At half the margin: the reference's search lists only penetrations, except for planes."""
    fixed, free = 'type="sdf" mesh="l"', AGAINST[kind]
    # extent of the free shape below its origin; `height` is the top of the fixed shape
    reach = {"plane": 0.0, "sphere": 0.07, "capsule": 0.13, "ellipsoid": 0.05, "cylinder": 0.08, "box": 0.08, "sdf": 0.0}[kind]
    height = 0.0 if kind == "plane" else 0.1
    if kind == "plane":
        fixed, free = free, fixed
    twins = Twins(mjcf(f'<geom {fixed} margin=".02"/><body><freejoint/><geom {free}/></body>', head=L_SHAPE))
    for gap, count in ((0.01, kind == "plane"), (0.03, False), (-0.01, True)):
        twins.set(qpos=(0.05, 0.05, height + reach + gap, 1, 0, 0, 0)).run("mj_forward")
        assert (twins.data.ncon > 0) == (twins.expected.ncon > 0) == count
        if gap > 0:
            assert twins.data.ncon == twins.expected.ncon
            close(twins.data.contact.dist, twins.expected.contact.dist, 1e-6)


# in the last model the mesh has the same id as its geom, so its field is an octree
TENT = '<mesh name="tent" vertex="0 0 .15 .1 0 -.05 -.1 .07 -.05 -.05 -.1 -.05"/></asset>'
WITH_MESHES = AGAINST | {"mesh": 'type="mesh" mesh="tent"', "octree": 'type="mesh" mesh="l"'}


@pytest.mark.parametrize("kind", WITH_MESHES)
def test_pipe_09_signed_distance_fields_touch(kind):
    """At creases of a field the last digit decides where the search goes, so both modules are given identical inputs."""
    other = "<geom {}/>" if kind == "plane" else "<body><freejoint/><geom {}/></body>"
    field = '<body pos="0 0 .05"><freejoint/><geom type="sdf" mesh="l"/></body>'
    bodies = [field, other.format(WITH_MESHES[kind])]
    if kind == "octree":
        bodies.reverse()
    twins = Twins(mjcf("".join(bodies), head=L_SHAPE.replace("</asset>", TENT)))
    for name in "oct_coeff oct_aabb geom_aabb geom_quat geom_pos body_ipos body_iquat body_inertia".split():
        getattr(twins.model, name)[:] = getattr(twins.reference, name)
    rng = np.random.default_rng(2)
    found = 0
    for _ in range(12):
        twins.reset()
        moved = rng.normal(size=twins.model.nv) * np.tile((0.06, 0.06, 0.06, 1, 1, 1), twins.model.nv // 6)
        for module, m, d in twins.sides():
            module.mj_integratePos(m, d.qpos, moved, 1)
        # the same pose for both modules: their sines differ in the last digit
        twins.data.qpos[:] = twins.expected.qpos
        twins.run("mj_forward")
        found += len(twins.same_contacts(1e-15))
        segments = np.zeros((2, 6))
        ours, theirs = (module.mj_geomDistance(m, d, 0, 1, 0.5, out) for out, (module, m, d) in zip(segments, twins.sides()))
        close(ours, theirs, 1e-15)
        close(*segments, 1e-15)
    assert found > 10
