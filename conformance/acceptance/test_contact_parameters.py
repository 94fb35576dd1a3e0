"""PAR: how the parameters of two geoms are combined into those of their contact."""

import warnings

import numpy as np
import pytest
from support.contacts import Twins, contact, contacts
from support.modules import subject
from support.pair import close, mjcf

GROUND = 'friction="0.8 0.01 0.001" solref="0.02 1" solimp="0.9 0.95 0.001 0.5 2" margin="0.003" gap="0.001"'
BOX = (
    'friction="0.3 0.005 0.0001" solref="0.04 0.8" solimp="0.8 0.9 0.002 0.6 3"'
    ' margin="0.002" gap="0.0005" solmix="2"'
)
PRIORITY = (
    'friction="0.5 0.008 0.0003" priority="1" solref="0.03 0.9" solimp="0.85 0.92 0.0015 0.55 2.5" margin="0.001"'
)
# the values of PAR-13
FIRST = 'solref="0.02 1" solimp="0.9 0.95 0.001 0.5 2"'
SECOND = 'solref="0.04 0.8" solimp="0.8 0.9 0.002 0.6 3"'


def touching(a="", b="", **sections):
    """A fixed sphere and a free one that overlap, with the given attributes."""
    return mjcf(f'<geom size=".1" {a}/><body pos="0 0 .19"><freejoint/><geom size=".1" {b}/></body>', **sections)


def on_ground(box, z=0.0995):
    return mjcf(
        f'<geom type="plane" size="1 1 1" {GROUND}/>'
        f'<body pos="0 0 {z}"><freejoint/><geom type="box" size=".1 .1 .1" {box}/></body>'
    )


def friction(a, b):
    return contact(touching(f'friction="{a}"', f'friction="{b}"')).friction


def test_par_01_friction_is_the_larger_of_each():
    found = contacts(on_ground(BOX))
    assert len(found) == 4
    for c in found:
        close(c.friction, (0.8, 0.8, 0.01, 0.001, 0.001), 0)


def test_par_02_no_means_are_taken():
    close(friction("0.3 0.005 0.0001", "0.7 0.01 0.001"), (0.7, 0.7, 0.01, 0.001, 0.001), 0)


def test_par_03_equal_frictions_stay():
    close(friction("0.5 0.005 0.0001", "0.5 0.005 0.0001"), (0.5, 0.5, 0.005, 0.0001, 0.0001), 0)


def test_par_04_no_friction_against_some():
    close(friction("0 0 0", "0.5 0.005 0.0001"), (0.5, 0.5, 0.005, 0.0001, 0.0001), 0)


def test_par_05_friction_has_a_floor_and_rows_stay():
    twins = Twins(touching('friction="0 0 0"', 'friction="0 0 0"')).run("mj_forward")
    (c,) = twins.same_contacts()
    close(c.friction, [1e-5] * 5, 0)
    assert c.dim == 3 and twins.data.nefc == twins.expected.nefc == 4


def test_par_07_priority_copies_everything():
    for c in contacts(on_ground(PRIORITY)):
        close(c.friction, (0.5, 0.5, 0.008, 0.0003, 0.0003), 0)
        close(c.solref, (0.03, 0.9), 0)
        close(c.solimp, (0.85, 0.92, 0.0015, 0.55, 2.5), 0)
        assert c.dim == 3
    assert contact(touching('priority="1" condim="1"', 'condim="6"')).dim == 1


def test_par_08_equal_priorities_combine():
    a, b = 'friction="0.3 0.005 0.0001"', 'friction="0.7 0.01 0.001"'
    c = contact(touching(f'priority="3" {a} {FIRST}', f'priority="3" {b} {SECOND}'))
    close(c.friction, (0.7, 0.7, 0.01, 0.001, 0.001), 0)
    close(c.solref, (0.03, 0.9))
    close(c.solimp, (0.85, 0.925, 0.0015, 0.55, 2.5))
    assert contact(touching('priority="3" condim="1"', 'priority="3" condim="4"')).dim == 4


@pytest.mark.parametrize(("one", "two", "winner"), [(-1, 0, 0.7), (-2, -1, 0.7), (0, -1, 0.3)])
def test_par_09_priorities_may_be_negative(one, two, winner):
    first, second = f'priority="{one}" friction="0.3" {FIRST}', f'priority="{two}" friction="0.7" {SECOND}'
    c = contact(touching(first, second))
    assert c.friction[0] == winner
    close(c.solref, (0.02, 1) if winner == 0.3 else (0.04, 0.8), 0)
    close(c.solimp, (0.9, 0.95, 0.001, 0.5, 2) if winner == 0.3 else (0.8, 0.9, 0.002, 0.6, 3), 0)


def test_par_10_priority_leaves_margin_and_gap_alone():
    c = contact(touching('priority="1" gap="0.001" margin="0.01"', 'gap="0.002" margin="0.01"'))
    close(c.includemargin, 0.017)


def test_par_13_equal_weights_take_the_mean():
    c = contact(touching(FIRST, SECOND))
    close(c.solref, (0.03, 0.9))
    close(c.solimp, (0.85, 0.925, 0.0015, 0.55, 2.5))


def test_par_14_weights_of_ground_and_box():
    for c in contacts(on_ground(BOX)):
        close(c.solref, (1 / 30, 2.6 / 3), 1e-14)
        close(c.solimp, (2.5 / 3, 2.75 / 3, 0.005 / 3, 1.7 / 3, 8 / 3), 1e-14)


def test_par_15_weight_two_to_one():
    c = contact(touching(f'solmix="2" {FIRST}', f'solmix="1" {SECOND}'))
    close(c.solref, (0.08 / 3, 2.8 / 3))
    close(c.solimp, (2.6 / 3, 2.8 / 3, 0.004 / 3, 1.6 / 3, 7 / 3))


def test_par_16_no_weights_at_all_count_the_same():
    c = contact(touching(f'solmix="0" {FIRST}', f'solmix="0" {SECOND}'))
    close(c.solref, (0.03, 0.9), 1e-15)
    close(c.solimp, (0.85, 0.925, 0.0015, 0.55, 2.5), 1e-15)


@pytest.mark.parametrize("none", ["0", "1e-16", "-1"])
def test_par_17_a_side_without_weight_has_no_say(none):
    c = contact(touching(f'solmix="{none}" {FIRST}', SECOND))
    close(c.solref, (0.04, 0.8))
    close(c.solimp, (0.8, 0.9, 0.002, 0.6, 3))
    c = contact(touching(FIRST, f'solmix="{none}" {SECOND}'))
    close(c.solref, (0.02, 1))
    close(c.solimp, (0.9, 0.95, 0.001, 0.5, 2))


@pytest.mark.parametrize("solmix", [1, 7])
def test_par_18_direct_references_take_the_smaller(solmix):
    first = f'solref="-100 -10" solmix="{solmix}" solimp="0.9 0.95 0.001 0.5 2"'
    c = contact(touching(first, 'solref="-200 -5" solimp="0.8 0.9 0.002 0.6 3"'))
    close(c.solref, (-200, -10), 0)
    w = solmix / (solmix + 1)
    mixed = w * np.array((0.9, 0.95, 0.001, 0.5, 2)) + (1 - w) * np.array((0.8, 0.9, 0.002, 0.6, 3))
    close(c.solimp, mixed, 1e-14)


@pytest.mark.parametrize(
    ("one", "two", "stored"),
    [("-100 1", "-200 1", (-200, 1)), ("0.02 1", "-100 1", (-100, 1))],
)
def test_par_19_par_20_mixed_signs_are_stored_and_replaced_in_the_rows(one, two, stored):
    twins = Twins(touching(f'solref="{one}"', f'solref="{two}"')).run("mj_forward")
    close(twins.same_contacts()[0].solref, stored, 0)
    twins.agree("efc_KBIP", "efc_aref")
    plain = Twins(touching('solref="0.02 1"', 'solref="0.02 1"')).run("mj_forward")
    close(twins.data.efc_KBIP, plain.data.efc_KBIP, 0)


@pytest.mark.extension
def test_par_19_replacing_is_told_once_per_model():
    m = subject.MjModel.from_xml_string(touching('solref="-100 1"', 'solref="-200 1"'))
    d = subject.MjData(m)
    with pytest.warns(RuntimeWarning, match="solref") as told:
        subject.mj_forward(m, d)
        subject.mj_step(m, d, 3)
    assert len(told) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fine = subject.MjModel.from_xml_string(touching('solref="-100 -10"', 'solref="0.02 1"'))
        subject.mj_forward(fine, subject.MjData(fine))


def test_par_20_standard_against_direct_takes_the_direct():
    close(contact(touching('solref="0.02 1"', 'solref="-100 -10"')).solref, (-100, -10), 0)


def test_par_21_weights_leave_friction_and_condim_alone():
    c = contact(touching('solmix="100" friction="0.3" condim="1"', 'friction="0.8" condim="4"'))
    assert c.friction[0] == 0.8 and c.dim == 4


def test_par_22_priority_makes_weights_void():
    c = contact(touching(f'priority="1" solmix="1" {FIRST}', f'solmix="100" {SECOND}'))
    close(c.solref, (0.02, 1), 0)
    close(c.solimp, (0.9, 0.95, 0.001, 0.5, 2), 0)


def test_par_23_pairs_make_all_of_it_void():
    body = (
        '<geom name="a" size=".1" priority="3" friction="0.1"/>'
        '<body pos="0 0 .19"><freejoint/><geom name="b" size=".1" solmix="5" friction="0.2" solref="0.5 0.5"/></body>'
    )
    c = contact(mjcf(body, contact='<pair geom1="a" geom2="b"/>'))
    close(c.friction, (1, 1, 0.005, 0.0001, 0.0001), 0)
    close(c.solref, (0.02, 1), 0)


OVERRIDE = (
    '<option o_margin="0.02" o_solref="0.05 0.7" o_solimp="0.7 0.8 0.01 0.4 3" o_friction="0.3 0.4 0.02 0.003 0.004">'
    '<flag override="enable"/></option>'
)


def test_par_25_the_override_sets_everything_but_the_gap():
    body = (
        '<geom name="p" type="plane" size="1 1 1" gap="0.002"/>'
        '<body pos="0 0 .115"><freejoint/><geom name="a" size=".1"/></body>'
        '<body pos="1 0 .1"><freejoint/><geom name="b" size=".1"/></body>'
        '<body pos="1.219 0 .2"><freejoint/><geom name="c" size=".1"/></body>'
        '<body pos="2 0 .09"><freejoint/><geom name="d" size=".1"/></body>'
    )
    found = contacts(mjcf(body, head=OVERRIDE, contact='<pair geom1="p" geom2="d" gap="0.001"/>'))
    for c in found:
        close(c.solref, (0.05, 0.7), 0)
        close(c.solreffriction, (0.05, 0.7), 0)
        close(c.solimp, (0.7, 0.8, 0.01, 0.4, 3), 0)
        close(c.friction, (0.3, 0.4, 0.02, 0.003, 0.004), 0)
    by_pair = {tuple(c.geom): c.includemargin for c in found}
    assert set(by_pair) == {(0, 1), (0, 2), (0, 4)}
    close(by_pair[0, 1], 0.018)
    close(by_pair[0, 4], 0.019)


@pytest.mark.parametrize(("gap", "count"), [(0.019, 1), (0.021, 0)])
def test_par_25_each_geom_grows_by_half_of_the_margin(gap, count):
    body = "".join(
        f'<body pos="{x} 0 0"><freejoint/><geom size=".1"/></body>' for x in (0, 0.2 + gap)
    )
    assert len(contacts(mjcf(body, head=OVERRIDE))) == count
