"""MAR: when contacts are listed, and when they are active."""

import numpy as np
import pytest
from support.contacts import Twins, contacts
from support.pair import close, mjcf


def sphere(plane="", ball="", **sections):
    """A free sphere of radius 0.05 above a plane."""
    return Twins(
        mjcf(
            f'<geom name="p" type="plane" size="1 1 1" {plane}/>'
            f'<body><freejoint/><geom name="s" size=".05" {ball}/></body>',
            **sections,
        )
    )


def at(twins, dist):
    """The sphere at this distance from the plane."""
    twins.reset()
    twins.set(qpos=(0, 0, 0.05 + dist, 1, 0, 0, 0)).run("mj_forward")
    twins.same_contacts()
    twins.agree("efc_pos", "efc_margin", "efc_force", "qfrc_constraint", "qacc")
    return twins


def test_mar_01_margins_add_up():
    twins = at(sphere('margin="0.002"', 'margin="0.002"'), 0.001)
    (c,) = twins.data.contact
    close(c.dist, 0.001, 1e-12)
    close(c.includemargin, 0.004)
    close(twins.data.qfrc_constraint[2], 8.806669606)


def test_mar_02_without_margin_there_is_no_contact():
    assert at(sphere(), 0.001).data.ncon == 0


def test_mar_03_exactly_touching_is_listed_and_does_not_push():
    twins = at(sphere(), 0.0)
    (c,) = twins.data.contact
    assert c.dist == 0 and c.includemargin == 0 and c.exclude == 1 and twins.data.nefc == 0


def test_mar_04_within_the_gap_nothing_pushes():
    twins = sphere('margin="0.005" gap="0.002"', 'margin="0.005" gap="0.003"')
    (c,) = at(twins, 0.006).data.contact
    close(c.includemargin, 0.005)
    assert c.exclude == 1 and c.efc_address == -1 and twins.data.nefc == 0
    assert at(twins, 0.003).data.qfrc_constraint[2] > 0


def test_mar_05_ground_and_box():
    ground = '<geom type="plane" size="1 1 1" margin="0.003" gap="0.001"/>'
    box = '<body pos="0 0 .101"><freejoint/><geom type="box" size=".1 .1 .1" margin="0.002" gap="0.0005"/></body>'
    found = contacts(mjcf(ground + box))
    assert len(found) == 4
    close(found.includemargin, [0.0035] * 4)


def test_mar_06_without_gap_the_margin_pushes():
    twins = sphere('margin="0.01"')
    assert at(twins, 0.0099).data.nefc == 4 and twins.data.qfrc_constraint[2] > 0
    close(twins.data.contact[0].includemargin, 0.01, 0)
    assert at(twins, 0.0101).data.ncon == 0


def test_mar_07_a_gap_beyond_the_margin_needs_penetration():
    twins = sphere('gap="0.002"')
    (c,) = at(twins, -0.001).data.contact
    assert c.exclude == 1
    close(c.includemargin, -0.002, 0)
    (c,) = at(twins, -0.0025).data.contact
    assert c.exclude == 0


def test_mar_08_the_margin_of_a_pair_replaces_those_of_its_geoms():
    pair = '<pair geom1="p" geom2="s" margin="0.01" gap="0.005"/>'
    twins = sphere('margin="0.001"', 'margin="0.001"', contact=pair)
    for height, exclude in ((0.052, [0]), (0.056, [1]), (0.0599, [1]), (0.061, [])):
        found = at(twins, height - 0.05).data.contact
        assert list(found.exclude) == exclude
        close(found.includemargin, [0.005] * len(exclude))


@pytest.mark.parametrize(("cone", "margins"), [("elliptic", [1, 0, 0]), ("pyramidal", [1, 1, 1, 1])])
def test_mar_09_rows_have_the_margin(cone, margins):
    twins = at(sphere('margin="0.004" gap="0.001"', head=f'<option cone="{cone}"/>'), 0.001)
    close(twins.data.efc_margin, 0.003 * np.array(margins))


def test_mar_10_force_grows_as_the_sphere_descends():
    twins = sphere('margin="0.005"')
    expected = {
        0.004: 6.188675728,
        0.0025: 8.152171137,
        0.001: 10.115666545,
        -0.0005: 12.079161954,
        -0.002: 14.042657362,
    }
    for dist, force in expected.items():
        close(at(twins, dist).data.qfrc_constraint[2], force)


def test_mar_11_forces_with_margin_and_gap():
    twins = sphere('margin="0.004" gap="0.001"')
    expected = {-0.002: 11.424663484, -0.0005: 9.461168076, 0.0005: 8.152171137, 0.002: 6.188675728, 0.003: 0}
    for dist, force in expected.items():
        data = at(twins, dist).data
        assert data.ncon == 1 and data.contact[0].exclude == (dist == 0.003)
        if data.nefc:
            close(data.efc_margin, [0.003] * data.nefc)
        close(data.qfrc_constraint[2], force)


@pytest.mark.parametrize("more", ["", '<geom size=".01" pos="0 1 0"/>'])
@pytest.mark.parametrize(("margin", "count"), [("0.01", 1), ("0", 0)])
def test_mar_12_the_broad_phase_knows_margins(more, margin, count):
    body = "".join(
        f'<body pos="{x} 0 1"><freejoint/><geom size=".04" margin="{margin}"/>{more.replace("0 1", f"0 {y}")}</body>'
        for x, y in ((0, 1), (0.09, -1))
    )
    found = contacts(mjcf(body))
    assert len(found) == count
    close(found.dist, [0.01] * count, 1e-12)
    close(found.includemargin, [0.02] * count)
    assert len(contacts(mjcf(f'<geom type="plane" size="1 1 1" margin="{margin}"/>'
                             f'<body pos="0 0 .045"><freejoint/><geom size=".04"/></body>'))) == count


TETRAHEDRON = '<asset><mesh name="m" vertex="0 0 .1 .1 0 -.1 -.1 .1 -.1 -.1 -.1 -.1"/></asset>'
KINDS = {
    "plane": 'type="plane" size="1 1 1"',
    "sphere": 'type="sphere" size=".1"',
    "capsule": 'type="capsule" size=".08 .1"',
    "ellipsoid": 'type="ellipsoid" size=".1 .15 .08"',
    "cylinder": 'type="cylinder" size=".1 .12"',
    "box": 'type="box" size=".1 .12 .08"',
    "mesh": 'type="mesh" mesh="m"',
    "hfield": 'type="hfield" hfield="h"',
}
FIELD = '<asset><hfield name="h" nrow="6" ncol="6" size="1 1 .2 .1" elevation="' + "0 " * 35 + '1"/></asset>'
CONVEX = ["sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh"]
PAIRS = [(one, two) for one in ("plane", *CONVEX) for two in CONVEX]
MARGIN = 0.02


class Fall:
    """A rotated shape above a fixed one of another type, at any height."""

    def __init__(self, one, two):
        body = f'<geom {KINDS[one]} margin="{MARGIN}"/><body><freejoint/><geom {KINDS[two]}/></body>'
        self.twins = Twins(mjcf(body, head=TETRAHEDRON + FIELD))

    def __call__(self, height):
        turn = np.array((1, 0.2, 0.1, 0.05))
        self.twins.reset()
        self.twins.set(qpos=(0.01, 0.02, height, *(turn / np.linalg.norm(turn)))).run("mj_forward")
        return self.twins.same_contacts(1e-6)

    def height(self, gap):
        """The height at which the shapes are this far apart, by bisection."""
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = 0.5 * (low + high)
            found = self(middle)
            if len(found) and min(found.dist) < gap:
                low = middle
            else:
                high = middle
        return low


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_mar_13_margins_work_for_every_pair_of_kinds(one, two):
    fall = Fall(one, two)
    height = fall.height(0.5 * MARGIN)
    found = fall(height)
    assert len(found) and abs(min(found.dist) - 0.5 * MARGIN) < 1e-4
    assert len(fall(height + MARGIN)) == 0


@pytest.mark.parametrize("kind", CONVEX)
def test_mar_13_margins_work_over_terrain(kind):
    """Terrain that is flat below the shape; its distance is that to a plane."""
    surface = Fall("plane", kind).height(0.0)
    fall = Fall("hfield", kind)
    # penetrations are measured below terrain raised by one and a half margins
    for part in (-0.1, 0.1, 0.5, 0.9, 0.99):
        found = fall(surface + part * MARGIN)
        assert len(found)
        close(min(found.dist), (part - 1.5) * MARGIN, 1e-6)
        close(found.includemargin, [MARGIN] * len(found), 0)
    for part in (1.01, 1.5):
        assert len(fall(surface + part * MARGIN)) == 0


@pytest.mark.parametrize(("dist", "listed", "active"), [(0.25, 1, 0), (0.25 + 2**-40, 0, 0), (0.125, 1, 0), (0.125 - 2**-40, 1, 1)])
def test_mar_15_the_ends_of_the_intervals(dist, listed, active):
    """Contacts are listed at distances ≤ margin, and are active at distances < margin - gap."""
    twins = Twins(
        mjcf(
            '<geom type="plane" size="1 1 1" margin="0.25" gap="0.125"/>'
            '<body><freejoint/><geom size=".5"/></body>'
        )
    )
    twins.set(qpos=(0, 0, 0.5 + dist, 1, 0, 0, 0)).run("mj_forward")
    found = twins.same_contacts()
    assert len(found) == listed
    assert [c.exclude for c in found] == [1 - active] * listed
