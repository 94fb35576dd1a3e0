"""PAIR: predefined pairs and exclusions at run time."""

import numpy as np
import pytest
from support.contacts import Twins, contacts
from support.modules import SUBJECT_IS_ORACLE, oracle, subject
from support.pair import close, mjcf

OVERLAP = (
    '<body name="A" pos="0 0 1"><freejoint/><geom name="a" size=".1" {0}/></body>'
    '<body name="B" pos="0 0 1.15"><freejoint/><geom name="b" size=".1" {1}/></body>'
)


def pairs(found):
    return [tuple(c.geom) for c in found]


@pytest.mark.parametrize("names", [("A", "B"), ("B", "A")])
def test_pair_01_excluded_bodies_do_not_touch(names):
    exclude = '<exclude body1="{}" body2="{}"/>'.format(*names)
    assert len(contacts(mjcf(OVERLAP.format("", "")))) == 1
    assert len(contacts(mjcf(OVERLAP.format("", ""), contact=exclude))) == 0


@pytest.mark.parametrize("names", [("world", "B"), ("B", "world")])
def test_pair_01_the_world_can_be_excluded(names):
    body = '<geom size=".1"/><body name="B" pos="0 0 .15"><freejoint/><geom size=".1"/></body>'
    exclude = '<exclude body1="{}" body2="{}"/>'.format(*names)
    assert len(contacts(mjcf(body))) == 1
    assert len(contacts(mjcf(body, contact=exclude))) == 0


def test_pair_02_geoms_without_bits_touch_only_by_a_pair():
    silent = 'contype="0" conaffinity="0"'
    body = OVERLAP.format(silent, silent)
    assert len(contacts(mjcf(body))) == 0
    assert pairs(contacts(mjcf(body, contact='<pair geom1="a" geom2="b"/>'))) == [(0, 1)]


def test_pair_03_a_pair_wins_over_an_exclusion():
    body = OVERLAP.format("", "").replace("</body>", '<geom name="c" size=".1" pos=".01 0 0"/></body>', 1)
    both = '<pair geom1="a" geom2="b"/><exclude body1="A" body2="B"/>'
    assert pairs(contacts(mjcf(body, contact=both))) == [(0, 2)]


def test_pair_04_pairs_touch_within_a_chain_and_within_a_body():
    body = (
        '<body pos="0 0 1"><joint/><geom name="a" size=".1"/><geom name="b" size=".1" pos=".1 0 0"/>'
        '<body pos="0 0 .1"><joint/><geom name="c" size=".1"/></body></body>'
    )
    assert len(contacts(mjcf(body))) == 0
    both = '<pair geom1="a" geom2="c"/><pair geom1="a" geom2="b"/>'
    assert pairs(contacts(mjcf(body, contact=both))) == [(0, 1), (0, 2)]


def test_pair_05_what_is_written_is_in_the_contact():
    written = (
        'condim="6" friction="0.9 0.9 0.02 0.003 0.003" solref="0.05 0.5" solimp="0.7 0.8 0.01 0.4 3"'
        ' solreffriction="0.1 0.5" margin="0.01" gap="0.005"'
    )
    body = OVERLAP.format('priority="3" friction="0.1" solmix="5"', "")
    (c,) = contacts(mjcf(body, contact=f'<pair geom1="a" geom2="b" {written}/>'))
    assert c.dim == 6
    close(c.friction, (0.9, 0.9, 0.02, 0.003, 0.003), 0)
    close(c.solref, (0.05, 0.5), 0)
    close(c.solreffriction, (0.1, 0.5), 0)
    close(c.solimp, (0.7, 0.8, 0.01, 0.4, 3), 0)
    close(c.includemargin, 0.005, 1e-15)


def test_pair_06_what_is_not_written_is_the_default_of_pairs():
    body = OVERLAP.format('friction="0.3" condim="1" margin="0.1"', 'friction="0.7" condim="4" priority="2"')
    (c,) = contacts(mjcf(body, contact='<pair geom1="a" geom2="b"/>'))
    assert c.dim == 3 and c.includemargin == 0
    close(c.friction, (1, 1, 0.005, 0.0001, 0.0001), 0)
    close(c.solref, (0.02, 1), 0)
    close(c.solreffriction, (0, 0), 0)
    close(c.solimp, (0.9, 0.95, 0.001, 0.5, 2), 0)


@pytest.mark.parametrize(
    ("written", "expected"),
    [("0.9", (0.9, 1, 0.005, 0.0001, 0.0001)), ("1 0.5 0.02 0.003 0.004", (1, 0.5, 0.02, 0.003, 0.004))],
)
def test_pair_07_leading_frictions(written, expected):
    (c,) = contacts(mjcf(OVERLAP.format("", ""), contact=f'<pair geom1="a" geom2="b" friction="{written}"/>'))
    close(c.friction, expected, 0)


def test_pair_08_defaults_of_pairs():
    default = '<pair condim="6" solreffriction="0.05 1"/>'
    (c,) = contacts(mjcf(OVERLAP.format("", ""), default=default, contact='<pair geom1="a" geom2="b"/>'))
    assert c.dim == 6
    close(c.solreffriction, (0.05, 1), 0)


@pytest.mark.parametrize(
    ("one", "two", "touch"),
    [((2, 0), (0, 2), 1), ((2, 4), (1, 1), 0), ((1, 1), (1, 1), 1), ((1, 0), (1, 0), 0), ((0, 1), (1, 0), 1)],
)
def test_pair_09_bits_of_geoms(one, two, touch):
    bits = [f'contype="{a}" conaffinity="{b}"' for a, b in (one, two)]
    assert len(contacts(mjcf(OVERLAP.format(*bits)))) == touch
    # the same for one geom among others that pass the bit masks
    many = OVERLAP.format(*bits).replace("</body>", '<geom size=".01" pos="0 1 0"/></body>')
    assert len(contacts(mjcf(many))) == touch


@pytest.mark.parametrize("midphase", ["enable", "disable"])
def test_pair_10_a_named_pair_is_found_once(midphase):
    body = OVERLAP.format("", "").replace("</body>", '<geom name="c" size=".1" pos=".01 0 0"/></body>', 1)
    head = f'<option><flag midphase="{midphase}"/></option>'
    found = contacts(mjcf(body, head=head, contact='<pair geom1="b" geom2="a" condim="1"/>'))
    assert pairs(found) == [(0, 2), (1, 2)]
    assert [c.dim for c in found] == [1, 3]


def test_pair_11_the_same_pair_twice_gives_two_contacts():
    twice = '<pair geom1="a" geom2="b" condim="1"/><pair geom1="a" geom2="b" condim="4"/>'
    found = contacts(mjcf(OVERLAP.format("", ""), contact=twice))
    assert [c.dim for c in found] == [1, 4]


def test_pair_13_a_pair_of_static_geoms_that_touch_is_an_error():
    body = (
        '<geom name="a" size=".1"/><body><geom name="b" size=".1" pos=".1 0 0"/></body>'
        '<body pos="0 0 5"><freejoint/><geom size=".1"/></body>'
    )
    static = '<pair geom1="a" geom2="b"/>'
    xml = mjcf(body, contact=static)
    modules = [oracle] if SUBJECT_IS_ORACLE else [oracle, subject]
    for module in modules:
        m = module.MjModel.from_xml_string(xml)
        d = module.MjData(m)
        with pytest.raises(module.FatalError, match="contact 0 is between two static bodies"):
            module.mj_forward(m, d)
    # without islands the contact has rows that depend on no dof; with a sparse Jacobian it has no rows
    for jacobian, rows in (("dense", 4), ("sparse", 0)):
        head = f'<option jacobian="{jacobian}"><flag island="disable"/></option>'
        twins = Twins(mjcf(body, head=head, contact=static)).run("mj_forward")
        twins.same_contacts()
        twins.agree("qacc", "efc_force")
        assert twins.data.nefc == rows


def test_pair_order_is_that_of_bodies_with_predefined_pairs_merged():
    """A heap of bodies with one or several geoms: the whole list has the reference's order."""
    rng = np.random.default_rng(3)
    body = '<geom name="floor" type="plane" size="2 2 1"/>'
    for k in range(14):
        x, y, z = rng.uniform(-0.25, 0.25, 3)
        more = '<geom type="box" size=".05 .06 .07" pos=".1 0 0"/>' if k % 3 == 0 else ""
        kind = ("sphere", "capsule", "box")[k % 3]
        body += f'<body name="B{k}" pos="{x} {y} {z + 0.3}"><freejoint/>'
        body += f'<geom name="g{k}" type="{kind}" size=".1 .1 .1"/>{more}</body>'
    chosen = '<pair geom1="g3" geom2="g1"/><pair geom1="g12" geom2="floor"/><pair geom1="g0" geom2="g7"/>'
    chosen += '<exclude body1="B2" body2="B5"/>'
    found = contacts(mjcf(body, contact=chosen))
    assert len(found) > 30
