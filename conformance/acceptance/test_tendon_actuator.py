"""TEN, ACT, FRL: how the compiler sets tendons, actuators and friction loss."""

import numpy as np
import pytest
from support.pair import both, close, mjcf, refused

SOLREF, SOLIMP = (0.02, 1), (0.9, 0.95, 0.001, 0.5, 2)
SPHERE = '<geom name="g" size=".5"/>'
CYLINDER = '<geom name="g" type="cylinder" size=".5 1" euler="90 0 0"/>'


def spatial(path, a="-1 0 .1", b="1 0 .1", geom=SPHERE, side="", extra="", attributes=""):
    """Two sites, one on a slide joint, with a geom between them."""
    side = f'<site name="side" pos="{side}"/>' if side else ""
    body = f"""{geom}
<site name="a" pos="{a}"/>{side}{extra}
<body pos="{b}"><joint type="slide" axis="0 0 1"/><geom size=".01" mass="1"/><site name="b"/></body>"""
    return mjcf(body, tendon=f'<spatial name="t" {attributes}>{path}</spatial>')


WRAP = '<site site="a"/><geom geom="g"/><site site="b"/>'
SIDED = '<site site="a"/><geom geom="g" sidesite="side"/><site site="b"/>'


def slope(m):
    """|∂L/∂q| of the only tendon with respect to the only dof, from the constants at the reference pose: 1/w = J M⁻¹ Jᵀ."""
    return np.sqrt(m.tendon_invweight0[0] / m.dof_invweight0[0])


def test_length0_of_a_path_around_a_sphere():
    m = both(spatial(WRAP))
    close(m.tendon_length0[0], 2.1646267831095907, 1e-12)
    close(slope(m), 0.4087346744)


def test_length0_follows_the_side_site():
    close(both(spatial(SIDED, side="0 0 -1")).tendon_length0[0], 2.363964088091915, 1e-12)
    close(both(spatial(SIDED, side="0 0 1")).tendon_length0[0], 2.1646267831095907, 1e-12)


def test_length0_of_a_path_that_misses_the_sphere():
    high = {"a": "-1 0 .6", "b": "1 0 .6"}
    close(both(spatial(WRAP, **high)).tendon_length0[0], 2.0, 1e-12)
    close(both(spatial(SIDED, side="0 0 -1", **high)).tendon_length0[0], 3.090655031270953, 1e-12)


def test_length0_of_a_path_inside_a_sphere():
    m = both(spatial(SIDED, a="-1 0 .6", b="1 0 .6", side="0 0 .1"))
    close(m.tendon_length0[0], 2.0099751242241783, 1e-10)
    close(slope(m), 0.0995037191, 1e-6)


def test_length0_of_a_path_around_a_cylinder():
    close(both(spatial(WRAP, geom=CYLINDER)).tendon_length0[0], 2.1646267831095907, 1e-12)
    m = both(spatial(WRAP, geom=CYLINDER, a="-1 .3 .1"))
    close(m.tendon_length0[0], 2.1853167070599575, 1e-12)
    close(slope(m), 0.4048648969)


def test_ten_09_a_pulley_divides():
    path = '<site site="a"/><site site="b"/><pulley divisor="2"/><site site="b"/><site site="c"/>'
    m = both(spatial(path, a="0 0 1", b="0 0 0", geom="", extra='<site name="c" pos=".5 0 1"/>'))
    close(m.tendon_length0[0], 1 + np.sqrt(1.25) / 2, 1e-12)
    close(slope(m), 1.4472135955)


def test_ten_10_the_spring_rests_at_the_length_of_the_reference_pose():
    path = '<site site="a"/><site site="b"/>'
    m = both(spatial(path, "0 0 1", "0 0 0", geom="", attributes='stiffness="10" damping="2"'))
    close(m.tendon_lengthspring[0], (1, 1), 1e-14)
    assert (m.tendon_stiffness[0], m.tendon_damping[0]) == (10, 2)
    m = both(spatial(path, "0 0 1", "0 0 0", geom="", attributes='springlength="0.9 1.1"'))
    close(m.tendon_lengthspring[0], (0.9, 1.1), 0)


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ('<site site="a"/>', ("sinew", "at least two")),
        ('<site site="a"/><geom geom="g"/>', ("sinew", "between two sites")),
        ('<geom geom="g"/><site site="a"/><site site="b"/>', ("sinew", "between two sites")),
        (
            '<site site="a"/><geom geom="g"/><pulley divisor="2"/><site site="a"/><site site="b"/>',
            ("sinew", "between two sites"),
        ),
        ('<site site="a"/><site site="a"/><site site="b"/>', ("sinew", "same site twice")),
        ('<site site="a"/><site site="ghost"/>', ("site", "ghost")),
        ('<site site="a"/><geom geom="ghost"/><site site="b"/>', ("geom", "ghost")),
        ('<site site="a"/><geom geom="g" sidesite="ghost"/><site site="b"/>', ("side site", "ghost")),
    ],
)
def test_ten_12_bad_paths_are_refused(path, names):
    refused(spatial(path).replace('name="t"', 'name="sinew"'), *names, at="<spatial")


def test_ten_12_only_spheres_and_cylinders_wrap():
    brick = spatial(WRAP, geom='<geom name="g" type="box" size=".5 .5 .5"/>').replace('"g"', '"brick"')
    refused(brick, "tendon", "brick", "sphere", "cylinder", at="<spatial")


@pytest.mark.parametrize(
    ("a", "b", "length"),
    [
        ("0 0 0", "1 0 0", 1.0),
        ("-1 0 0", "1 0 0", 2.255649583167176),
        ("-.5 0 0", "1 0 0", 1.9132229549810364),
        ("0 .5 0", "1 0 0", 1.127824791583588),
    ],
)
def test_length0_of_degenerate_paths(a, b, length):
    close(both(spatial(WRAP, a, b)).tendon_length0[0], length, 1e-12)


def arm(actuator):
    """The arm fixture, with q = (0.3, -0.4) written into the frames of the bodies."""
    return mjcf(
        """<site name="ref" pos="0.1 0.2 0.3" euler="0 0 0.5235987755982988"/>
<body name="b1" euler="0 0 0.3"><joint name="j1" axis="0 0 1"/><geom type="capsule" fromto="0 0 0 1 0 0" size=".05"/>
  <body name="b2" pos="1 0 0" euler="0 -0.4 0"><joint name="j2" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 1 0 0" size=".05"/>
    <site name="s" pos="1 0 0" euler="0 0 0.6981317007977318"/>
  </body>
</body>""",
        head='<compiler angle="radian"/>',
        actuator=f"\n{actuator}\n",
    )


def test_length0_of_a_site_without_refsite_is_zero():
    m = both(arm('<general site="s" gear="1 2 3 4 5 6"/>'))
    assert m.actuator_length0[0] == 0
    close(m.actuator_gear[0], (1, 2, 3, 4, 5, 6), 0)


def test_length0_in_the_frame_of_the_refsite():
    m = both(arm('<general site="s" refsite="ref" gear="1 2 3 0 0 0"/>'))
    close(m.actuator_length0[0], 0.8565269437415707, 1e-12)


def test_length0_of_a_rotation():
    m = both(arm('<general site="s" refsite="ref" gear="0 0 0 1 2 3"/>'))
    close(m.actuator_length0[0], 0.7144694802)


def test_position_servos_compile_to_affine_gains():
    m = both(arm('<position site="s" refsite="ref" kp="10" gear="0 0 1 0 0 0"/>'))
    close(m.actuator_length0[0], 0.0894183423)
    assert m.actuator_gainprm[0, 0] == 10
    close(m.actuator_biasprm[0, :3], (0, -10, 0), 0)


def test_act_07_a_muscle_has_no_site():
    refused(arm('<muscle site="s"/>'), "unrecognized attribute", "site", "muscle", at="<muscle")


@pytest.mark.parametrize(
    ("actuator", "names"),
    [
        ('<motor name="m" site="ghost"/>', ("ghost",)),
        ('<motor name="m" site="s" refsite="ghost"/>', ("ghost",)),
        ('<motor name="m" joint="j1" site="s"/>', ("transmission",)),
        ('<motor name="m"/>', ("transmission",)),
        ('<motor name="m" joint="j1" refsite="s"/>', ("refsite",)),
    ],
)
def test_act_10_bad_targets_are_refused(actuator, names):
    refused(arm(actuator), *names, at="<motor")


def test_frl_02_the_defaults_of_all_four():
    m = both(mjcf('<body><joint name="j"/><geom size=".1"/></body>', tendon='<fixed><joint joint="j" coef="1"/></fixed>'))
    for field in ("dof_solref", "jnt_solref", "tendon_solref_fri", "tendon_solref_lim"):
        close(getattr(m, field)[0], SOLREF, 0)
    for field in ("dof_solimp", "jnt_solimp", "tendon_solimp_fri", "tendon_solimp_lim"):
        close(getattr(m, field)[0], SOLIMP, 0)


@pytest.mark.parametrize(("kind", "dofs"), [("hinge", 1), ("slide", 1), ("ball", 3), ("free", 6)])
def test_frl_03_every_dof_of_a_joint_gets_the_friction_reference(kind, dofs):
    def joint(attribute):
        return mjcf(f'<body><joint type="{kind}" {attribute}/><geom size=".1"/></body>')

    m = both(joint('solreffriction="0.05 0.5" frictionloss="0.3"'))
    close(m.dof_solref, [(0.05, 0.5)] * dofs, 0)
    close(m.dof_frictionloss, [0.3] * dofs, 0)
    close(m.jnt_solref[0], SOLREF, 0)
    m = both(joint('solreflimit="0.05 0.5"'))
    close(m.dof_solref, [SOLREF] * dofs, 0)
    close(m.jnt_solref[0], (0.05, 0.5), 0)


def test_frl_04_friction_references_are_inherited():
    m = both(
        mjcf(
            '<body><joint name="j"/><geom size=".1"/></body>',
            default='<joint solreffriction="0.07 0.3" solimpfriction="0.8 0.9"/><tendon solreffriction="0.08 0.4"/>',
            tendon='<fixed><joint joint="j" coef="1"/></fixed>',
        )
    )
    close(m.dof_solref[0], (0.07, 0.3), 0)
    close(m.dof_solimp[0], (0.8, 0.9, 0.001, 0.5, 2), 0)
    close(m.tendon_solref_fri[0], (0.08, 0.4), 0)


@pytest.mark.parametrize("attribute", ["solref", "solimp"])
def test_frl_11_joints_have_no_plain_solref(attribute):
    body = f'<body>\n<joint {attribute}="0.1 0.5"/>\n<geom size=".1"/></body>'
    refused(mjcf(body), "unrecognized attribute", attribute, "joint", at=attribute)
