"""CON, PAR, PAIR, SRF, FLX: how the compiler sets contact parameters."""

import pytest
from support.modules import oracle
from support.pair import both, close, message_of, mjcf, refused

TWO = '<geom name="a" size=".1" {0}/>\n<body name="B"><freejoint/><geom name="b" size=".1" {1}/></body>'
SOLIMP = (0.9, 0.95, 0.001, 0.5, 2)


def paired(pair, a="", b="", **sections):
    """A document with two spheres and the given contact section."""
    return mjcf(TWO.format(a, b), contact=f"\n{pair}\n", **sections)


@pytest.mark.parametrize("condim", [1, 3, 4, 6])
def test_con_06_every_condim_loads(condim):
    m = both(mjcf(TWO.format(f'condim="{condim}"', "")))
    assert list(m.geom_condim) == [condim, 3]


def test_con_07_condim_is_3_unless_written():
    m = both(paired('<pair geom1="a" geom2="b"/>'))
    assert list(m.geom_condim) == [3, 3]
    assert list(m.pair_dim) == [3]


@pytest.mark.parametrize("condim", [0, 2, 5, 7, -1])
def test_con_08_other_condims_are_refused(condim):
    written = f'condim="{condim}"'
    geoms = TWO.format("", written).replace('"b"', '"pebble"')
    refused(mjcf(geoms), "condim", 'geom "pebble"', at=written)
    refused(paired(f'<pair name="p" geom1="a" geom2="b" {written}/>'), "pair", "condim", at=written)
    assert "invalid condim" in message_of(oracle, mjcf(geoms))


def test_con_09_the_default_cone_is_pyramidal():
    assert both(mjcf()).opt.cone == 0
    assert both(mjcf(head='<option cone="pyramidal"/>')).opt.cone == 0
    assert both(mjcf(head='<option cone="elliptic"/>')).opt.cone == 1
    refused(mjcf(head='\n<option cone="Elliptic"/>'), "cone", "Elliptic", "option", at="Elliptic")
    refused(mjcf(head='\n<option cone="conic"/>'), "cone", "conic", "option", at="conic")


def test_par_12_priority():
    m = both(mjcf(TWO.format('priority="2"', "")))
    assert list(m.geom_priority) == [2, 0]
    assert both(mjcf(TWO.format('priority="-1"', ""))).geom_priority[0] == -1


def test_par_fixture_fields_of_geoms_are_kept():
    ground = 'friction="0.8 0.01 0.001" margin="0.003" gap="0.001"'
    box = 'friction="0.3 0.005 0.0001" solref="0.04 0.8" solimp="0.8 0.9 0.002 0.6 3" margin="0.002" gap="0.0005" solmix="2"'
    m = both(mjcf(TWO.format(ground, box)))
    close(m.geom_friction, [(0.8, 0.01, 0.001), (0.3, 0.005, 0.0001)], 0)
    close(m.geom_solref, [(0.02, 1), (0.04, 0.8)], 0)
    close(m.geom_solimp, [SOLIMP, (0.8, 0.9, 0.002, 0.6, 3)], 0)
    close(m.geom_margin, (0.003, 0.002), 0)
    close(m.geom_gap, (0.001, 0.0005), 0)
    close(m.geom_solmix, (1, 2), 0)


def test_mar_the_margin_of_a_body_is_that_of_its_geoms():
    geoms = '<geom size=".1" margin="0.005" gap="0.003"/><geom size=".1" margin="0.002"/>'
    m = both(mjcf(f'<geom size=".1"/><body><freejoint/>{geoms}</body>'))
    close(m.geom_margin, (0, 0.005, 0.002), 0)
    close(m.geom_gap, (0, 0.003, 0), 0)
    close(m.body_margin, (0, 0.005), 0)


def test_pair_01_excludes_are_compiled_in_either_order():
    exclude = '<exclude body1="B" body2="world"/>\n<exclude body1="world" body2="C"/>'
    m = both(mjcf(TWO.format("", "") + '<body name="C"><geom size=".1"/></body>', contact=exclude))
    assert list(m.exclude_signature) == [1, 2]


def test_pair_05_written_values_are_kept():
    written = (
        'condim="6" friction="0.9 0.9 0.02 0.003 0.003" solref="0.05 0.5" solimp="0.7 0.8 0.01 0.4 3" '
        'solreffriction="0.1 0.5" margin="0.01" gap="0.005"'
    )
    m = both(paired(f'<pair geom1="a" geom2="b" {written}/>', a='priority="3" solmix="5" friction="0.1"'))
    assert m.pair_dim[0] == 6
    close(m.pair_friction[0], (0.9, 0.9, 0.02, 0.003, 0.003), 0)
    close(m.pair_solref[0], (0.05, 0.5), 0)
    close(m.pair_solreffriction[0], (0.1, 0.5), 0)
    close(m.pair_solimp[0], (0.7, 0.8, 0.01, 0.4, 3), 0)
    assert (m.pair_margin[0], m.pair_gap[0]) == (0.01, 0.005)


def test_pair_06_unwritten_values_are_the_defaults_of_pairs():
    a = 'friction="0.3" condim="1" margin="0.1" priority="2"'
    b = 'friction="0.7" condim="4" margin="0.2" gap="0.05" solref="0.5 0.5"'
    m = both(paired('<pair geom1="a" geom2="b"/>', a, b))
    assert m.pair_dim[0] == 3
    close(m.pair_friction[0], (1, 1, 0.005, 0.0001, 0.0001), 0)
    close(m.pair_solref[0], (0.02, 1), 0)
    close(m.pair_solreffriction[0], (0, 0), 0)
    close(m.pair_solimp[0], SOLIMP, 0)
    assert (m.pair_margin[0], m.pair_gap[0]) == (0, 0)


def test_pair_07_friction_replaces_leading_entries():
    m = both(paired('<pair geom1="a" geom2="b" friction="0.9"/><pair geom1="a" geom2="b" friction="1 0.5 0.02 0.003 0.004"/>'))
    close(m.pair_friction, [(0.9, 1, 0.005, 0.0001, 0.0001), (1, 0.5, 0.02, 0.003, 0.004)], 0)


def test_pair_08_pair_defaults_apply():
    default = '<pair condim="6" solreffriction="0.05 1"/><default class="c"><pair condim="1"/></default>'
    m = both(paired('<pair geom1="a" geom2="b"/><pair class="c" geom1="a" geom2="b"/>', default=default))
    assert list(m.pair_dim) == [6, 1]
    close(m.pair_solreffriction, [(0.05, 1)] * 2, 0)


def test_pair_11_one_pair_may_be_written_twice():
    m = both(paired('<pair geom1="a" geom2="b" condim="1"/>\n<pair geom1="b" geom2="a" condim="4"/>'))
    assert list(m.pair_dim) == [1, 4]


@pytest.mark.parametrize(
    ("element", "name"),
    [
        ('<pair geom1="a" geom2="ghost"/>', "ghost"),
        ('<pair geom1="ghost" geom2="b"/>', "ghost"),
        ('<exclude body1="B" body2="ghost"/>', "ghost"),
        ('<exclude body1="ghost" body2="B"/>', "ghost"),
    ],
)
def test_pair_12_unknown_names_are_refused(element, name):
    refused(paired(element), name, at=element)


@pytest.mark.parametrize("attribute", ["solreffriction", "solimpfriction"])
def test_srf_11_geoms_have_no_friction_reference(attribute):
    refused(mjcf(TWO.format("", f'{attribute}="0.1 0.5"')), "unrecognized attribute", attribute, "geom", at=attribute)


def test_srf_12_solreffriction_is_inherited():
    m = both(paired('<pair geom1="a" geom2="b"/>', default='<pair solreffriction="0.05 1"/>'))
    close(m.pair_solreffriction[0], (0.05, 1), 0)


def test_flx_05_flexcomp_has_no_contype_of_its_own():
    flexcomp = '<flexcomp name="f" type="grid" count="4 4 1" spacing=".1 .1 .1" dim="2" mass="1" contype="0"/>'
    refused(mjcf(f"\n{flexcomp}"), "flexcomp", at="<flexcomp")
