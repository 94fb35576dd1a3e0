"""FLX and the rows of other areas that need a flex: which elements collide, and with which parameters."""

import numpy as np
import pytest
from support.contacts import Twins, contacts
from support.pair import close, mjcf

BOX = 'type="box" size=".3 .3 .01" pos="0 0 -.02"'


def cloth(contact="", name="cloth", flex="", pos="0 0 0", edge=""):
    """A sheet of sixteen points."""
    if "selfcollide" not in contact:
        contact += ' selfcollide="none"'
    if "internal" not in contact:
        contact += ' internal="false"'
    return (
        f'<flexcomp name="{name}" type="grid" count="4 4 1" spacing=".1 .1 .1" dim="2" radius=".02" mass="1" pos="{pos}" {flex}>'
        f"<contact {contact}/>{edge}</flexcomp>"
    )


def scene(contact="", geom="", more="", head="", flex=""):
    """The sheet above a static box."""
    return mjcf(f"<geom {BOX} {geom}/>{more}{cloth(contact, flex=flex)}", head=head)


def count(*args, **kwargs):
    return len(contacts(scene(*args, **kwargs)))


def bits(contype, conaffinity):
    return f'contype="{contype}" conaffinity="{conaffinity}"'


def test_flx_01_cloth_and_box_collide():
    found = contacts(scene())
    assert len(found) == 54
    assert (found.flex == [-1, 0]).all()
    assert (found.geom == [0, -1]).all()


def test_flx_02_bits_of_the_flex():
    assert count(bits(0, 1)) > 0
    assert count(bits(0, 0)) == 0


def test_flx_03_bits_of_the_geom():
    assert count(geom=bits(1, 0)) > 0
    assert count(geom=bits(0, 0)) == 0


def test_flx_04_either_term_is_enough():
    assert count(bits(2, 0), bits(0, 2)) > 0
    assert count(bits(2, 0), bits(0, 4)) == 0
    assert count(bits(2, 1), bits(1, 4)) > 0


def two_triangles(contact, rigid=False):
    """A flex of two triangles that overlap."""
    points = [(0, 0, 0), (0.3, 0, 0), (0, 0.3, 0), (0.1, 0.1, 0.01), (0.4, 0.1, 0.01), (0.1, 0.4, 0.01)]
    point = " ".join(f"{x:g}" for p in points for x in p)
    return mjcf(
        f'<flexcomp name="two" type="direct" dim="2" radius=".01" mass="1" point="{point}" element="0 1 2 3 4 5"'
        f' rigid="{"true" if rigid else "false"}"><contact {contact}/></flexcomp>'
    )


@pytest.mark.parametrize("mode", ["narrow", "auto", "bvh", "sap", "none"])
def test_flx_06_self_collision(mode):
    def found(extra=""):
        return contacts(two_triangles(f'selfcollide="{mode}" internal="false" {extra}'))

    touching = found()
    assert len(touching) == (0 if mode == "none" else 1)
    if len(touching):
        assert touching[0].flex.tolist() == [0, 0]
    if mode == "narrow":
        assert len(found(bits(2, 4))) == 0
        assert len(found(bits(2, 2))) == 1
        assert len(found(bits(0, 0))) == 0


def test_flx_07_rigid_flexes_do_not_touch_themselves():
    for mode in ("narrow", "auto", "bvh", "sap"):
        assert len(contacts(two_triangles(f'selfcollide="{mode}" internal="true"', rigid=True))) == 0


def tetrahedra(contact, squeeze=0.2):
    """A block of tetrahedra whose points are pushed together, in both modules."""
    xml = mjcf(
        '<flexcomp name="block" type="grid" count="3 3 3" spacing=".1 .1 .1" dim="3" radius=".03" mass="1">'
        f"<contact {contact}/></flexcomp>"
    )
    twins = Twins(xml)
    rng = np.random.default_rng(8)
    twins.set(qpos=squeeze * rng.normal(size=twins.model.nq) * 0.3).run("mj_forward")
    return twins, twins.same_contacts()


def test_flx_08_internal_and_self_collision_are_independent():
    margin = 'margin=".004" gap=".001"'
    _, inside = tetrahedra(f'internal="true" selfcollide="none" {margin}')
    assert len(inside) > 0
    assert (inside.includemargin == 0).all()
    # a contact inside a tetrahedron: a vertex against its own element
    assert (inside.dim == 1).any()
    _, outside = tetrahedra(f'internal="false" selfcollide="narrow" {margin}')
    assert len(outside) > 0
    _, both = tetrahedra(f'internal="true" selfcollide="narrow" {margin}')
    assert len(both) == len(inside) + len(outside)
    for flags in ('internal="true" selfcollide="narrow"', 'internal="true" selfcollide="none"'):
        assert len(tetrahedra(f"{flags} {bits(2, 4)}")[1]) == 0


def test_flx_09_two_flexes():
    def found(a, b):
        return len(contacts(mjcf(cloth(a, "a") + cloth(b, "b", pos=".02 .03 .02"))))

    assert found("", "") > 0
    assert found(bits(2, 2), bits(4, 4)) == 0
    assert found(bits(2, 0), bits(0, 2)) > 0


def test_flx_10_planes_without_bits():
    plane = f'<geom type="plane" size="1 1 .1" {bits(0, 0)}/>'
    far = '<geom size=".1" pos="0 0 -9"/>'
    midphase = '<option><flag midphase="disable"/></option>'
    assert len(contacts(mjcf(plane + cloth()))) == 0
    assert len(contacts(mjcf(plane + far + cloth()))) == 16
    assert len(contacts(mjcf(plane + far + cloth(), head=midphase))) == 0


def test_flx_11_three_groups():
    world = "".join(
        f'<geom name="g{k}" type="box" size=".05 .3 .01" pos="{x} 0 -.02" {bits(2**k, 2**k)}/>'
        for k, x in enumerate((-0.12, 0, 0.12))
    )
    body = f'<body pos="0 0 .02"><freejoint/><geom type="sphere" size=".03" {bits(4, 4)}/></body>'
    found = contacts(mjcf(world + body + cloth(bits(2, 2))))
    pairs = {tuple(g) for g in found.geom.tolist() if -1 in g}
    assert pairs == {(1, -1)}


def test_flx_12_bits_are_those_of_the_geom():
    body = (
        f'<body pos="0 0 -.02"><geom type="box" size=".05 .3 .01" pos="-.1 0 0" {bits(0, 8)}/>'
        f'<geom type="box" size=".05 .3 .01" pos=".1 0 0"/></body>'
    )
    found = contacts(mjcf(body + cloth()))
    assert len(found) > 0
    assert set(found.geom[:, 0].tolist()) == {1}


def test_par_06_friction_of_flex_and_geom():
    found = contacts(scene('friction="0.4 0.001 0.00001"', 'friction="0.6 0.008 0.0002"'))
    close(found.friction, np.tile((0.6, 0.6, 0.008, 0.0002, 0.0002), (len(found), 1)), 0)


def test_par_11_priority_of_flex_and_geom():
    of_geom = 'priority="1" friction="0.5 0.008 0.0003" solref="0.03 0.9" solimp="0.85 0.92 0.0015 0.55 2.5"'
    of_flex = 'friction="0.3 0.005 0.0001" solref="0.04 0.8" solimp="0.8 0.9 0.002 0.6 3"'
    won = contacts(scene(of_flex, of_geom))[0]
    close(won.friction, (0.5, 0.5, 0.008, 0.0003, 0.0003), 0)
    close(won.solref, (0.03, 0.9), 0)
    close(won.solimp, (0.85, 0.92, 0.0015, 0.55, 2.5), 0)
    lost = contacts(scene(of_flex + ' priority="2"', of_geom))[0]
    close(lost.friction, (0.3, 0.3, 0.005, 0.0001, 0.0001), 0)
    close(lost.solref, (0.04, 0.8), 0)
    close(lost.solimp, (0.8, 0.9, 0.002, 0.6, 3), 0)


def test_par_24_parameters_combine_alike_for_all_kinds():
    one = 'solmix="1" solref="0.02 1" condim="3"'
    two = 'solmix="2" solref="0.04 0.8" condim="4"'
    spheres = mjcf(f'<geom size=".1" {one}/><body pos="0 0 .19"><freejoint/><geom size=".1" {two}/></body>')
    flexes = mjcf(cloth(one, "a") + cloth(two, "b", pos=".02 .03 .02"))
    for xml in (spheres, scene(two, one), flexes):
        found = contacts(xml)[0]
        close(found.solref, (0.02 / 3 + 0.08 / 3, 1 / 3 + 1.6 / 3), 1e-15)
        assert found.dim == 4


def test_mar_14_margin_and_gap_of_a_flex():
    found = contacts(scene('margin="0.002" gap="0.0002"', 'margin="0.001" gap="0.0005"'))
    close(found.includemargin, np.full(len(found), 0.0023), 1e-15)
    _, inside = tetrahedra('internal="true" selfcollide="none" margin="0.002" gap="0.0002"')
    assert len(inside) > 0
    assert (inside.includemargin == 0).all()


def test_sol_17_edges_are_equality_rows():
    grid = (
        '<flexcomp name="cloth" type="grid" count="3 3 1" spacing=".1 .1 .1" dim="2" radius=".01" mass="1">'
        '<edge equality="true"/><contact selfcollide="none" internal="false"/></flexcomp>'
    )
    twins = Twins(mjcf(grid))
    rng = np.random.default_rng(17)
    twins.set(qpos=0.01 * rng.normal(size=twins.model.nq)).run("mj_forward")
    assert twins.data.ne == 16
    assert twins.data.nefc == 16
    assert not np.any(twins.data.qfrc_passive)
    twins.agree("efc_pos", "efc_J", "efc_force", "qacc")
