"""ASM, SOL, PIPE: options and the constants of a model."""

import numpy as np
import pytest
from support.compare import fields_of
from support.contacts import Twins
from support.modules import subject
from support.pair import both, close, load, mjcf, refused, refused_by_subject

BALL = '<geom size=".1"/>'


def option(attributes):
    return mjcf(head=f"\n<option {attributes}/>")


@pytest.mark.extension
def test_asm_30_the_active_set_solver_is_a_keyword():
    solver = load(option('solver="ActiveSet"')).opt.solver
    assert solver not in {load(option(f'solver="{word}"')).opt.solver for word in ("PGS", "CG", "Newton")}


@pytest.mark.parametrize("word", ["activeset", "ACTIVESET", "newton", "Simplex"])
def test_asm_30_keywords_have_their_case(word):
    refused(option(f'solver="{word}"'), "solver", word, "option", at=word)


@pytest.mark.extension
def test_asm_31_the_active_set_needs_pyramids():
    names = ("option", "solver", "cone", "pyramidal")
    refused_by_subject(option('solver="ActiveSet" cone="elliptic"'), *names, at="ActiveSet")
    refused_by_subject(option('cone="elliptic" solver="ActiveSet"'), *names, at="ActiveSet")


def test_sol_46_no_field_speaks_of_penalties():
    m = both(mjcf(BALL))
    names = fields_of(m) + fields_of(m.opt)
    assert not [n for n in names if "penalty" in n or "smoothing" in n or "clamp" in n]


def test_pipe_06_the_pose_of_a_free_body_is_its_reference_pose():
    m = both(mjcf(f'<body pos="1 2 3" quat="0 1 0 0"><freejoint/>{BALL}</body>'))
    close(m.qpos0, (1, 2, 3, 0, 1, 0, 0), 0)


def test_pipe_20_armature_adds_to_the_diagonal():
    def chain(armature):
        inner = f'<body pos="1 0 0"><joint axis="0 1 0" armature="{armature}"/>{BALL}</body>'
        return mjcf(f'<body><joint axis="0 1 0"/>{BALL}{inner}</body>')

    with_it, without = both(chain(0.3)), both(chain(0))
    close(with_it.dof_M0 - without.dof_M0, (0, 0.3), 1e-14)


def test_pipe_24_a_moving_body_needs_inertia():
    refused(mjcf('\n<body name="phantom"><joint/></body>'), "has joints but no mass", "phantom", at="<body")
    both(mjcf(f'<body><joint/><body pos="1 0 0">{BALL}</body></body>'))


def test_pipe_30_springref_is_independent_of_ref():
    joint = '<joint stiffness="3" springref="0.2" ref="0.5" damping="0.5"/>'
    m = both(mjcf(f"<body>{joint}{BALL}</body>", head='<compiler angle="radian"/>'))
    close(m.qpos0, [0.5], 0)
    close(m.qpos_spring, [0.2], 0)
    close(m.jnt_stiffness, [3], 0)
    # whatever the joint's reference value, the spring pulls towards its rest position
    for ref in (0, 0.5):
        body = f'<body>{joint.replace("0.5", str(ref), 1)}{BALL}</body>'
        twins = Twins(mjcf(body, head='<compiler angle="radian"/>')).set(qpos=[0.7], qvel=[2]).run("mj_forward")
        twins.agree("qfrc_spring", "qfrc_damper", "qfrc_passive", tolerance=1e-14)
        close(twins.model.qpos0, [ref], 0)
        close(twins.data.qfrc_spring, [-1.5], 1e-14)
        close(twins.data.qfrc_damper, [-1], 1e-14)
        close(twins.data.qfrc_passive, [-2.5], 1e-14)


@pytest.mark.parametrize(
    ("equality", "rows"),
    [
        ('<connect body1="a" body2="b" anchor="0 0 0"/>', 3),
        ('<weld body1="a" body2="b"/>', 6),
        ('<joint joint1="x" joint2="y"/>', 1),
        ('<joint joint1="x"/>', 1),
        ('<tendon tendon1="t" tendon2="u"/>', 1),
    ],
)
def test_pipe_34_rows_of_equalities(equality, rows):
    bodies = "".join(
        f'<body name="{b}" pos="{k} 0 0"><joint name="{j}" type="slide"/><joint axis="0 1 0"/>{BALL}</body>'
        for k, (b, j) in enumerate(("ax", "by"))
    )
    tendon = '<fixed name="t"><joint joint="x" coef="1"/></fixed><fixed name="u"><joint joint="y" coef="2"/></fixed>'
    twins = Twins(mjcf(bodies, tendon=tendon, equality=equality)).set(qpos=(0.1, 0.2, 0.3, 0.4)).run("mj_forward")
    twins.agree("efc_J", "efc_pos", "efc_force", "qfrc_passive", "qacc")
    d = twins.data
    assert d.ne == d.nefc == rows and not np.any(d.qfrc_passive)
    assert np.abs(d.qfrc_constraint).max() > 1e-3


@pytest.mark.extension
def test_pipe_34_strictly_equalities_have_no_distance():
    xml = mjcf('<site name="s"/><site name="t" pos="1 0 0"/>', equality='\n<distance site1="s" site2="t"/>')
    assert load(xml).neq == 1
    subject.set_strict(True)
    try:
        refused(xml, "is an extension of Synovia", "distance", at="<distance")
    finally:
        subject.set_strict(False)


@pytest.mark.parametrize(("word", "value"), [("Euler", 0), ("RK4", 1), ("implicit", 2), ("implicitfast", 3)])
def test_pipe_39_integrators(word, value):
    assert both(option(f'integrator="{word}"')).opt.integrator == value


@pytest.mark.parametrize("word", ["euler", "rk4", "Implicit", "leapfrog"])
def test_pipe_39_other_integrators_are_refused(word):
    refused(option(f'integrator="{word}"'), "integrator", word, "option", at=word)


def test_pipe_47_default_options():
    opt = both(mjcf()).opt
    assert opt.timestep == 0.002
    close(opt.gravity, (0, 0, -9.81), 0)
    assert (opt.integrator, opt.cone, opt.solver, opt.jacobian) == (0, 0, 2, 2)
    assert (opt.iterations, opt.ls_iterations, opt.noslip_iterations) == (100, 50, 0)
    assert (opt.tolerance, opt.ls_tolerance, opt.noslip_tolerance) == (1e-8, 0.01, 1e-6)
    assert opt.impratio == 1


def random_tree(count):
    """A tree of bodies, each with a joint and one geom, in depth-first order."""
    rng = np.random.default_rng(3)
    text, depth = [], 0
    for b in range(count):
        while depth and rng.random() < 0.4:
            text.append("</body>")
            depth -= 1
        pos = " ".join(f"{p:.4f}" for p in rng.uniform(-1, 1, 3))
        kind = rng.choice(["hinge", "slide", "ball"])
        text.append(f'<body name="b{b}" pos="{pos}"><joint type="{kind}"/><geom size="{rng.uniform(0.05, 0.3):.4f}"/>')
        depth += 1
    return "\n".join(text) + "</body>" * depth


def test_pipe_53_subtree_mass_is_the_mass_below():
    m = both(mjcf(random_tree(30)))
    carried = np.array(m.body_mass)
    for b in range(m.nbody - 1, 0, -1):
        carried[m.body_parentid[b]] += carried[b]
    close(m.body_subtreemass, carried, 1e-12)


@pytest.mark.parametrize("body", ["", BALL, f"<body>{BALL}</body>", '<body name="empty"/>', "<camera/><light/><site/>"])
def test_pipe_54_static_scenes_load(body):
    m = both(mjcf(body))
    assert (m.nq, m.nv, m.nu) == (0, 0, 0)
    twins = Twins(mjcf(body)).run("mj_forward").run("mj_step", 3).agree("time", "xpos", "geom_xpos", "site_xpos", "cam_xpos")
    assert twins.data.nefc == 0 and twins.data.time > 0
    assert not any(w.number for w in twins.data.warning)


def test_pipe_54_an_empty_document_loads():
    m = both("<mujoco/>")
    assert (m.nbody, m.ngeom) == (1, 0)
