"""DEF: default classes."""

import numpy as np
import pytest
from support.pair import both, close, mjcf, refused

SPHERE = 4 / 3 * np.pi * 0.1**3
SOLIMP = (0.9, 0.95, 0.001, 0.5, 2)


def jointed(joint="<joint/>", default="", geom='<geom size=".1"/>', **sections):
    """One body with a joint and a sphere under the given defaults."""
    return mjcf(f"<body>\n{joint}\n{geom}\n</body>", default=default, **sections)


def actuated(default, *actuators):
    return mjcf(
        '<body><joint name="j"/><geom size=".1"/></body>',
        default=default,
        actuator="\n".join(a.replace("/>", ' joint="j"/>') for a in actuators),
    )


def test_def_01_a_root_default_reaches_the_joint():
    m = both(jointed(default='<joint damping="0.5"/>'))
    assert m.dof_damping[0] == 0.5


def test_def_02_the_element_beats_its_class():
    m = both(jointed('<joint class="heavy" damping="1.0"/>', '<default class="heavy"><joint damping="0.5"/></default>'))
    assert m.dof_damping[0] == 1.0


@pytest.mark.parametrize("child_first", [False, True])
def test_def_03_classes_nest_whatever_the_order_of_the_file(child_first):
    own, child = '<joint damping="0.5"/>', '<default class="arm"><joint armature="0.01"/></default>'
    inner = child + own if child_first else own + child
    robot = f'<default class="robot">{inner}</default>'
    root = '<joint damping="0.1"/>'
    m = both(jointed('<joint class="arm"/>', robot + root if child_first else root + robot))
    assert m.dof_damping[0] == 0.5
    assert m.dof_armature[0] == 0.01


def test_def_04_geom_defaults_reach_every_geom():
    m = both(mjcf('<geom size=".1"/><body><geom size=".1"/></body>', default='<geom friction="0.8 0.01 0.001"/>'))
    close(m.geom_friction, [(0.8, 0.01, 0.001)] * 2, 0)


def test_def_05_a_motor_default_gives_its_gear_to_every_actuator():
    m = both(actuated('<motor gear="100"/>', "<motor/>", "<position/>", "<general/>"))
    close(m.actuator_gear[:, 0], (100, 100, 100), 0)


def test_def_05_all_actuators_of_a_class_share_one_record():
    m = both(actuated('<motor gear="100"/><position kp="7" gear="3"/>', "<motor/>", "<position/>", "<general/>"))
    close(m.actuator_gear[:, 0], (3, 3, 3), 0)
    # general: gain 7 and affine bias
    assert m.actuator_gainprm[2, 0] == 7
    assert m.actuator_biastype[2] == 1
    close(m.actuator_biasprm[2, :3], (0, -7, 0), 0)
    # motor: gain 1 and no bias
    assert m.actuator_gainprm[0, 0] == 1
    assert m.actuator_biastype[0] == 0


def test_def_06_a_default_has_no_actuator_element():
    refused(jointed(default='\n<actuator gear="1"/>'), "unrecognized element", "actuator", at="<actuator")


def test_def_07_tendon_defaults_reach_fixed_and_spatial_tendons():
    m = both(
        mjcf(
            '<site name="a"/><body><joint name="j" axis="0 1 0"/><geom size=".1"/><site name="b" pos="1 0 0"/></body>',
            default='<tendon stiffness="1000"/>',
            tendon='<fixed><joint joint="j" coef="1"/></fixed><spatial><site site="a"/><site site="b"/></spatial>',
        )
    )
    close(m.tendon_stiffness, (1000, 1000), 0)


def test_def_08_a_default_has_no_sensor_element():
    refused(jointed(default='\n<sensor noise="0.01"/>'), "unrecognized element", "sensor", at="<sensor")


def test_def_08_noise_is_written_on_the_sensor():
    m = both(jointed('<joint name="j"/>', sensor='<jointpos joint="j" noise="0.01"/>'))
    assert m.sensor_noise[0] == 0.01


def test_def_09_density_of_a_class_drives_inertia():
    m = both(jointed(default='<geom density="500"/>'))
    close(m.body_mass[1], 500 * SPHERE, 1e-14)
    close(m.body_mass[1], 2.0943951, 1e-7)


def test_def_10_the_root_is_main():
    plain = '<body><joint/><geom size=".1"/></body>'
    named = '<body><joint class="main"/><geom class="main" size=".1"/></body>'
    child = '<body childclass="main"><joint/><geom size=".1"/></body>'
    m = both(mjcf(plain + named + child, default='<joint damping="2"/><geom density="500"/>'))
    close(m.dof_damping, (2, 2, 2), 0)
    close(m.body_mass[1:], [500 * SPHERE] * 3, 1e-14)


@pytest.mark.parametrize(
    ("element", "body", "sections"),
    [
        ("joint", '<body>\n<joint class="nope"/>\n<geom size=".1"/></body>', {}),
        ("geom", '<body>\n<geom class="nope" size=".1"/></body>', {}),
        ("site", '<body>\n<site class="nope"/></body>', {}),
        ("camera", '<body>\n<camera class="nope"/></body>', {}),
        ("light", '<body>\n<light class="nope"/></body>', {}),
        ("body", '\n<body childclass="nope"><geom size=".1"/></body>', {}),
        ("frame", '\n<frame childclass="nope"><geom size=".1"/></frame>', {}),
        ("mesh", "", {"asset": '\n<mesh class="nope" name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>'}),
        ("material", "", {"asset": '\n<material class="nope" name="m"/>'}),
        ("pair", '<geom name="a" size=".1"/>', {"contact": '\n<pair class="nope" geom1="a" geom2="a"/>'}),
        ("weld", '<body name="a"/>', {"equality": '\n<weld class="nope" body1="a"/>'}),
        ("fixed", "", {"tendon": '\n<fixed class="nope"/>'}),
        ("spatial", "", {"tendon": '\n<spatial class="nope"/>'}),
        *(
            (kind, '<body name="a"/>', {"equality": f'\n<{kind} class="nope" {target}/>'})
            for kind, target in (
                ("connect", 'body1="a" anchor="0 0 0"'),
                ("joint", 'joint1="j"'),
                ("tendon", 'tendon1="t"'),
            )
        ),
        *(
            (kind, "", {"actuator": f'\n<{kind} class="nope" {"body" if kind == "adhesion" else "joint"}="j"/>'})
            for kind in "general motor position velocity intvelocity damper cylinder muscle adhesion".split()
        ),
    ],
)
def test_def_11_an_unknown_class_is_refused(element, body, sections):
    refused(mjcf(body, **sections), "unknown default", "nope", element, at="nope")


def test_def_12_the_built_in_defaults():
    m = both(jointed())
    close(m.geom_friction[0], (1, 0.005, 0.0001), 0)
    assert m.geom_condim[0] == 3
    close(m.geom_solref[0], (0.02, 1), 0)
    close(m.geom_solimp[0], SOLIMP, 0)
    assert (m.geom_margin[0], m.geom_gap[0], m.geom_solmix[0], m.geom_priority[0]) == (0, 0, 1, 0)
    assert (m.geom_contype[0], m.geom_conaffinity[0]) == (1, 1)
    close(m.body_mass[1], 1000 * SPHERE, 1e-14)


def test_def_13_an_explicit_built_in_value_beats_the_class():
    m = both(
        jointed(
            '<joint damping="0" type="hinge"/>',
            '<joint damping="5" type="slide"/><geom density="500" type="box" friction="0.8 0.01 0.001"/>',
            '<geom density="1000" type="sphere" size=".1" friction="1 0.005 0.0001"/>',
        )
    )
    assert m.dof_damping[0] == 0
    assert m.jnt_type[0] == 3
    assert m.geom_type[0] == 2
    close(m.geom_friction[0], (1, 0.005, 0.0001), 0)
    close(m.body_mass[1], 4.188790204786391, 1e-15)


CLASS_GEOM = (
    '<geom margin="0.1" gap="0.05" priority="3" solmix="7" condim="6" contype="4" conaffinity="8" '
    'solref="0.5 0.5" solimp="0.1 0.2 0.3 0.4 5"/>'
)
BUILT_IN = (
    'margin="0" gap="0" priority="0" solmix="1" condim="3" contype="1" conaffinity="1" solref="0.02 1" '
    'solimp="0.9 0.95 0.001 0.5 2"'
)


def test_def_14_contact_values_cascade_and_are_beaten():
    m = both(jointed(default=CLASS_GEOM, geom=f'<geom size=".1"/><geom size=".1" {BUILT_IN}/>'))
    fields = ("margin", "gap", "priority", "solmix", "condim", "contype", "conaffinity")
    of_class, own = ([getattr(m, f"geom_{f}")[g] for f in fields] for g in (0, 1))
    close(of_class, (0.1, 0.05, 3, 7, 6, 4, 8), 0)
    close(own, (0, 0, 0, 1, 3, 1, 1), 0)
    close(m.geom_solref, [(0.5, 0.5), (0.02, 1)], 0)
    close(m.geom_solimp, [(0.1, 0.2, 0.3, 0.4, 5), SOLIMP], 0)


def test_def_15_a_shorter_list_replaces_the_leading_entries():
    m = both(
        jointed(
            default='<geom friction="0.8 0.01 0.001" solref="0.05 0.5" solimp="0.8 0.9"/>',
            geom='<geom size=".1" friction="0.5" solref="0.03" solimp="0.7"/>',
        )
    )
    close(m.geom_friction[0], (0.5, 0.01, 0.001), 0)
    close(m.geom_solref[0], (0.03, 0.5), 0)
    close(m.geom_solimp[0], (0.7, 0.9, 0.001, 0.5, 2), 0)


def test_def_16_childclass_goes_down_the_tree():
    m = both(
        mjcf(
            """<body childclass="A"><geom/>
  <body><geom/>
    <body childclass="B"><geom/><geom class="A"/></body>
  </body>
  <frame childclass="B"><geom/></frame>
</body>""",
            default="""<geom size=".1" density="100"/>
<default class="A"><geom density="200"/></default>
<default class="B"><geom density="300"/></default>""",
        )
    )
    close(m.body_mass[1:] / SPHERE, (500, 200, 500), 1e-12)


CUBE = '-.5 -.5 -.5 .5 -.5 -.5 .5 .5 -.5 -.5 .5 -.5 -.5 -.5 .5 .5 -.5 .5 .5 .5 .5 -.5 .5 .5'


def test_def_17_meshes_have_classes():
    meshes = "".join(f'<mesh name="{n}" {c} vertex="{CUBE}"/>' for n, c in (("plain", ""), ("classy", 'class="c"')))
    m = both(
        mjcf(
            '<body><geom type="mesh" mesh="plain"/></body><body><geom type="mesh" mesh="classy"/></body>',
            default='<mesh scale="2 2 2"/><default class="c"><mesh scale="3 3 3" inertia="exact"/></default>',
            asset=meshes,
        )
    )
    close(m.body_mass[1:], (8000, 27000))


def test_def_17_sites_have_classes():
    m = both(
        mjcf(
            '<site/><site class="c"/>',
            default='<site size="0.3"/><default class="c"><site size="0.7"/></default>',
        )
    )
    close(m.site_size[:, 0], (0.3, 0.7), 0)


def test_def_17_equalities_have_classes():
    m = both(
        mjcf(
            '<body name="b"><freejoint/><geom size=".1"/></body>',
            default="""<equality solref="0.05 0.5"/>
<default class="c"><equality solimp="0.5 0.6" active="false"/></default>""",
            equality='<weld body1="b"/><connect class="c" body1="b" anchor="0 0 0"/>',
        )
    )
    close(m.eq_solref, [(0.05, 0.5)] * 2, 0)
    close(m.eq_solimp[1], (0.5, 0.6, 0.001, 0.5, 2), 0)
    assert list(m.eq_active0) == [1, 0]


def test_def_17_pairs_have_classes():
    m = both(
        mjcf(
            '<geom name="a" size=".1"/><body><freejoint/><geom name="b" size=".1"/></body>',
            default="""<default class="c"><pair condim="4" friction="0.9 0.8" solref="0.05 0.5" solreffriction="0.1 0.5"
  solimp="0.7 0.8" margin="0.01" gap="0.005"/></default>""",
            contact='<pair class="c" geom1="a" geom2="b"/>',
        )
    )
    assert m.pair_dim[0] == 4
    close(m.pair_friction[0], (0.9, 0.8, 0.005, 0.0001, 0.0001), 0)
    close(m.pair_solref[0], (0.05, 0.5), 0)
    close(m.pair_solreffriction[0], (0.1, 0.5), 0)
    close(m.pair_solimp[0], (0.7, 0.8, 0.001, 0.5, 2), 0)
    assert (m.pair_margin[0], m.pair_gap[0]) == (0.01, 0.005)


def test_def_17_tendons_and_actuators_have_classes():
    m = both(
        mjcf(
            '<body><joint name="j"/><geom size=".1"/></body>',
            default="""<tendon damping="1"/><general gainprm="2"/>
<default class="c"><tendon damping="3" width="0.2"/><position kp="5"/></default>""",
            tendon='<fixed><joint joint="j" coef="1"/></fixed><fixed class="c"><joint joint="j" coef="1"/></fixed>',
            actuator='<general joint="j"/><position class="c" joint="j"/>',
        )
    )
    close(m.tendon_damping, (1, 3), 0)
    close(m.tendon_width[1], 0.2, 0)
    close(m.actuator_gainprm[:, 0], (2, 5), 0)


def test_def_17_materials_cameras_and_lights_have_classes():
    m = both(
        mjcf(
            '<camera/><camera class="c"/><light/><light class="c"/>',
            default="""<material shininess="0.1"/><camera fovy="30"/><light cutoff="30"/>
<default class="c"><material shininess="0.2"/><camera fovy="60"/><light cutoff="60"/></default>""",
            asset='<material name="a"/><material name="b" class="c"/>',
        )
    )
    close(m.mat_shininess, (0.1, 0.2), 1e-7)
    close(m.cam_fovy, (30, 60), 0)
    close(m.light_cutoff, (30, 60), 0)


def test_def_18_two_default_sections_merge():
    two = '<default><joint damping="1"/></default>\n<default><joint armature="2"/></default>'
    m = both(mjcf('<body><joint/><geom size=".1"/></body>', head=two))
    assert (m.dof_damping[0], m.dof_armature[0]) == (1, 2)


@pytest.mark.parametrize(
    ("head", "names"),
    [
        ('<default>\n<default class="twin"/>\n<default class="twin" />\n</default>', ("repeated", "twin")),
        ("<default>\n<default />\n</default>", ("class",)),
        ('<default class="other" />', ("main",)),
    ],
)
def test_def_19_class_names_are_checked(head, names):
    at = '"twin" />' if '"twin" />' in head else "<default />" if "<default />" in head else '"other"'
    refused(mjcf(head=head), *names, at=at)


def test_def_20_a_freejoint_takes_no_joint_defaults():
    m = both(
        mjcf(
            '<body><freejoint/><geom size=".1"/></body><body><joint type="free"/><geom size=".1"/></body>',
            default='<joint damping="3" armature="0.5" frictionloss="0.2"/>',
        )
    )
    for field, value in (("dof_damping", 3), ("dof_armature", 0.5), ("dof_frictionloss", 0.2)):
        close(getattr(m, field), [0] * 6 + [value] * 6, 0)


@pytest.mark.parametrize(
    ("attribute", "value"),
    [
        ("condim", "3.5"),
        ("priority", "1.5"),
        ("margin", "abc"),
        ("friction", "1 1 1 1"),
        ("solref", "1 1 1"),
    ],
)
@pytest.mark.parametrize("place", ["element", "default"])
def test_def_21_wrong_values_are_refused(attribute, value, place):
    written = f'{attribute}="{value}"'
    if place == "element":
        xml = jointed(geom=f'<geom size=".1" {written}/>')
    else:
        xml = jointed(default=f"<geom {written}/>")
    refused(xml, attribute, "geom", at=written)
