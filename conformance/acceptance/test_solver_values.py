"""SOL, SRF: values of constraint rows, compared with their formulas and with the reference."""

import warnings

import numpy as np
import pytest
from support.compare import fields_of
from support.contacts import Twins
from support.modules import SUBJECT_IS_ORACLE, oracle, subject
from support.pair import close, mjcf
from support.scene import one

from acceptance.test_pyramid import fixture
from acceptance.test_solver import COUPLED, NO_ISLANDS, NO_REFSAFE, ROWS, TWO_BOXES, limb

ROW_FIELDS = ("efc_J", "efc_pos", "efc_margin", "efc_R", "efc_D", "efc_aref", "efc_KBIP", "efc_diagApprox", "efc_vel")


def rows(xml, **state):
    """Both simulations at a state, with equal rows."""
    twins = Twins(xml).set(**state)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        twins.run("mj_forward")
    return twins.agree(*ROW_FIELDS, tolerance=1e-10)


def limit(joint="", option="", q=1.6, flags=0):
    """The row of a joint limit."""
    twins = Twins(limb(joint, option)).set(qpos=[q])
    for _, m, _ in twins.sides():
        m.opt.disableflags = flags
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        twins.run("mj_forward")
    assert twins.data.nefc == 1
    return twins.agree("efc_KBIP", "efc_R", "efc_aref", tolerance=1e-10).data


def test_sol_01_every_kind_of_row_is_the_same_for_every_solver():
    solvers = range(3 if SUBJECT_IS_ORACLE else 4)
    runs = [one(COUPLED, solver=k).place(qvel=[-0.3, 2, 0.5]).forward().data for k in solvers]
    assert set(runs[0].efc_type) == {0, 1, 2, 3, 4, 6}
    for field in ("efc_J", "efc_pos", "efc_margin", "efc_R", "efc_aref", "efc_KBIP"):
        first = np.array(getattr(runs[0], field))
        assert first.size and all(np.array_equal(first, getattr(d, field)) for d in runs)


def test_sol_05_no_denominator_is_below_1e_15():
    # dmax² t² ζ² and dmax t are both far below 1
    d = limit('solreflimit="1e-20 1e-20"', flags=NO_REFSAFE)
    close(d.efc_KBIP[0, :2], (1e15, 2e15), 1e-12)
    # the direct format divides by dmax² and dmax, which solimp keeps away from zero
    d = limit('solreflimit="-1000 -50" solimplimit="0 0 .001 .5 2"')
    close(d.efc_KBIP[0, :2], (1000 / 0.0001**2, 50 / 0.0001), 1e-12)


def test_sol_06_only_standard_times_are_raised():
    def expected(time, ratio=1.0):
        return 1 / (0.95 * time * ratio) ** 2, 2 / (0.95 * time)

    close(limit('solreflimit="0.001 1"').efc_KBIP[0, :2], (69252.07756, 526.31579), 1e-8)
    close(limit('solreflimit="0.001 1"').efc_KBIP[0, :2], expected(0.004), 1e-12)
    close(limit('solreflimit="0.001 1"', flags=NO_REFSAFE).efc_KBIP[0, :2], expected(0.001), 1e-12)
    close(limit('solreflimit="0.001 .5"', 'timestep="0.01"').efc_KBIP[0, :2], expected(0.02, 0.5), 1e-12)
    close(limit('solreflimit="0.005 1"').efc_KBIP[0, :2], expected(0.005), 1e-12)
    for flags in (0, NO_REFSAFE):
        close(limit('solreflimit="-1e6 -1e4"', flags=flags).efc_KBIP[0, :2], (1e6 / 0.95**2, 1e4 / 0.95), 1e-12)


@pytest.mark.parametrize("solref", ["0.02 -1", "-0.02 1", "0.3 0", "0 1"])
def test_sol_07_mixed_signs_are_replaced_for_the_row(solref):
    d = limit(f'solreflimit="{solref}"')
    close(d.efc_KBIP[0, :2], (2770.083102493075, 105.26315789473685), 1e-12)


def test_sol_07_the_model_and_other_rows_stay():
    xml = ROWS.replace('range=".01 1"', 'range=".01 1" solreflimit="0.02 -1"')
    written, plain = rows(xml, qvel=[-0.2, 0.5, 0.1]), rows(ROWS, qvel=[-0.2, 0.5, 0.1])
    close(written.model.jnt_solref[0], (0.02, -1), 0)
    close(written.data.efc_KBIP, plain.data.efc_KBIP, 0)


@pytest.mark.extension
@pytest.mark.parametrize(
    "xml",
    [
        limb('solreflimit="0.02 -1" margin=".1"').replace("1.57", "0.01"),
        ROWS.replace('joint2="y"', 'joint2="y" solref="0.02 -1"'),
        fixture('solreffriction="0.1 -0.5"', 'cone="elliptic"'),
    ],
    ids=["limit", "equality", "friction"],
)
def test_sol_07_srf_08_replacing_is_told(xml):
    model = subject.MjModel.from_xml_string(xml)
    with pytest.warns(RuntimeWarning, match="solref"):
        subject.mj_forward(model, subject.MjData(model))


def test_sol_09_regularisation_is_that_of_the_impedance():
    body = '<body><joint axis="0 1 0" limited="true" range="-1 1"/><geom size=".1" pos=".1 0 0"/></body>'
    d = rows(mjcf(body, head='<compiler angle="radian"/>'), qpos=[1.0003]).data
    close(d.efc_KBIP[0, 2], 0.909, 1e-12)
    close(d.efc_diagApprox, [17.0523153313], 1e-10)
    close(d.efc_R, [1.7071074754], 1e-10)
    close(d.efc_D, [1 / 1.7071074754], 1e-10)


def test_sol_10_contacts_take_the_weights_of_both_bodies():
    """A sphere on another: inverse weights differ between translations and rotations, and between the bodies."""
    for condim in (1, 3, 4, 6):
        friction = (1, 0.5, 0.02, 0.003, 0.004)
        pair = f'<pair geom1="a" geom2="b" condim="{condim}" friction="{" ".join(map(str, friction))}"/>'
        body = '<body><freejoint/><geom name="a" size=".1"/></body><body pos="0 0 .19"><freejoint/><geom name="b" size=".12"/></body>'
        for cone in ("pyramidal", "elliptic"):
            twins = rows(mjcf(body, head=f'<option cone="{cone}" impratio="2"/>', contact=pair))
            m, d = twins.model, twins.data
            tran, rot = (m.body_invweight0[1, k] + m.body_invweight0[2, k] for k in (0, 1))
            imp = d.efc_KBIP[0, 2]
            share = (1 - imp) / imp
            if condim == 1:
                expected = [share * tran]
            elif cone == "elliptic":
                first = share * tran / 2
                expected = [share * tran] + [first * friction[0] ** 2 / mu**2 for mu in friction[: condim - 1]]
            else:
                expected = [2 * friction[0] ** 2 / 2 * share * (tran + friction[0] ** 2 * tran)] * (2 * (condim - 1))
            close(d.efc_R, expected, 1e-12)
            # afterwards it is derived from R
            close(d.efc_diagApprox, np.array(expected) / share, 1e-12)
            assert abs(rot - tran) > 1


@pytest.mark.parametrize("width", [0.001, 0.5])
def test_sol_12_the_width_of_the_impedance_activates_nothing(width):
    for q, joint, count in ((1.57, "", 0), (1.56, "", 0), (1.56, 'margin="0.05"', 1), (-1.56, 'margin="0.05"', 1)):
        twins = Twins(limb(f'{joint} solimplimit=".9 .95 {width} .5 2"')).set(qpos=[q]).run("mj_forward")
        twins.agree("efc_pos", "efc_margin", "efc_J", "efc_KBIP", tolerance=1e-10)
        assert twins.data.nefc == twins.data.nl == count
        if count:
            close(twins.data.efc_pos, [0.01], 1e-14)
            close(twins.data.efc_margin, [0.05], 0)
            close(twins.data.efc_J, [-np.sign(q)], 0)


def test_sol_16_polynomials_are_in_displacements():
    """With non-zero references: δ = x - x₀, and y is compared with y₀."""
    c = "0.1 2 3 4 5"

    def scene(equality):
        bodies = "".join(
            f'<body pos="{x} 0 0"><joint name="{n}" type="slide" ref="{ref}"/><geom size=".1"/></body>'
            for x, (n, ref) in enumerate((("x", 0.4), ("y", -0.7)))
        )
        tendon = '<fixed name="tx"><joint joint="x" coef="1"/></fixed><fixed name="ty"><joint joint="y" coef="1"/></fixed>'
        return mjcf(bodies, tendon=tendon, equality=equality)

    for kind, y, x in (("joint", "y", "x"), ("tendon", "ty", "tx")):
        pair = scene(f'<{kind} {kind}1="{y}" {kind}2="{x}" polycoef="{c}"/>')
        for delta, moved, pos, slope in ((0.6, 0.6, -3.292, 14.24), (0.2, 0.3, -0.36, 3.84)):
            d = rows(pair, qpos=[0.4 + delta, -0.7 + moved]).data
            close(d.efc_pos, [pos], 1e-12)
            close(d.efc_J, [-slope, 1], 1e-12)
        alone = scene(f'<{kind} {kind}1="{y}" polycoef="{c}"/>')
        d = rows(alone, qpos=[1, -0.7 + 0.25]).data
        close(d.efc_pos, [0.25 - 0.1], 1e-12)
        close(d.efc_J, [0, 1], 0)


def test_sol_18_equalities_are_switched_as_in_the_oracle():
    twins = Twins(TWO_BOXES.format('<weld body1="a" body2="b" active="false"/><connect body1="a" body2="b" anchor=".15 0 0"/>'))
    for active, count in (((0, 1), 3), ((1, 1), 9), ((1, 0), 6), ((0, 0), 0), ((0, 1), 3)):
        twins.set(eq_active=active).run("mj_forward").agree("efc_J", "efc_force", "qacc")
        assert twins.data.ne == twins.data.nefc == twins.expected.nefc == count
        assert twins.data.eq_active.tolist() == list(active)


@pytest.mark.parametrize("solver", [1, 2], ids=["CG", "Newton"])
def test_sol_31_states_of_equalities_friction_and_limits(solver):
    seen = set()
    for qvel in ([0, 0, 0], [-1, 2, 0.5], [0.3, -0.001, 0.1], [1, -4, -1]):
        twins = Twins(COUPLED).set(qvel=qvel)
        for _, m, _ in twins.sides():
            m.opt.solver, m.opt.tolerance, m.opt.iterations, m.opt.disableflags = solver, 1e-15, 500, NO_ISLANDS
        d = twins.run("mj_forward").agree("efc_force", "qacc").data
        assert np.array_equal(d.efc_state, twins.expected.efc_state)
        jar = np.array(d.efc_J).reshape(d.nefc, -1) @ np.array(d.qacc) - np.array(d.efc_aref)
        for r in range(d.nefc):
            loss, quadratic = d.efc_frictionloss[r], -d.efc_D[r] * jar[r]
            if r < d.ne:
                force, state = quadratic, 1
            elif r < d.ne + d.nf:
                force, state = quadratic, 1
                if jar[r] <= -d.efc_R[r] * loss:
                    force, state = loss, 2
                elif jar[r] >= d.efc_R[r] * loss:
                    force, state = -loss, 3
            else:
                force, state = (quadratic, 1) if jar[r] < 0 else (0, 0)
            close(d.efc_force[r], force, 1e-8)
            assert d.efc_state[r] == state
            seen.add((r < d.ne, d.ne <= r < d.ne + d.nf, state))
    # every row state: quadratic equalities, the three states of friction, active and satisfied rows
    assert len(seen) == 6, seen


def test_sol_46_there_is_no_field_but_the_oracles():
    ours, theirs = (module.MjModel.from_xml_string(ROWS) for module in (subject, oracle))
    for mine, other in ((ours, theirs), (ours.opt, theirs.opt), (ours.stat, theirs.stat)):
        assert set(fields_of(mine)) <= set(fields_of(other)), set(fields_of(mine)) - set(fields_of(other))


@pytest.mark.extension
@pytest.mark.parametrize("kind", ["welds", "contacts"])
def test_sol_47_the_exact_solver_takes_redundant_constraints(kind):
    if kind == "welds":
        xml, state = TWO_BOXES.format('<weld body1="a" body2="b"/>' * 2), {"qpos": [0, 0, 1, 1, 0, 0, 0, 0.31, 0, 1, 1, 0, 0, 0]}
    else:
        spheres = '<geom size=".1"/>' * 10
        xml = mjcf(f'<geom type="plane" size="5 5 1"/><body pos="0 0 .0999"><freejoint/>{spheres}</body>')
        state = {"qvel": [0.1, 0, -0.1, 0, 0, 0]}
    exact, newton = (one(xml, solver=k, tolerance=1e-14).place(**state).forward().data for k in ("ActiveSet", "Newton"))
    close(exact.qacc, newton.qacc, 1e-6)
    assert np.all(np.isfinite(exact.efc_force)) and exact.nefc >= 12


def test_srf_10_direct_formats_are_the_oracles():
    velocity = [0.3, 0.1, -0.2, 0, 0, 0]
    for text, b in (("-100 -10", 10 / 0.95), ("-100 0", 0.0), ("0 -10", 10 / 0.95)):
        d = rows(fixture(f'solreffriction="{text}"', 'cone="elliptic"'), qvel=velocity).data
        close(d.efc_KBIP[:, 0], (2770.083102493075, 0, 0), 1e-12)
        close(d.efc_KBIP[:, 1], (105.26315789473685, b, b), 1e-12)
        close(d.efc_aref[1:], (-b * 0.1, b * 0.3), 1e-12)


def test_srf_12_the_default_reaches_the_contact():
    body = '<geom name="p" type="plane" size="5 5 1"/><body pos="0 0 .049"><freejoint/><geom name="s" size=".05"/></body>'
    default = '<pair solreffriction="0.05 1"/>'
    twins = rows(mjcf(body, default=default, contact='<pair geom1="p" geom2="s"/>', head='<option cone="elliptic"/>'))
    close(twins.model.pair_solreffriction, [(0.05, 1)], 0)
    close(twins.data.contact.solreffriction, [(0.05, 1)], 0)
    close(twins.data.efc_KBIP[1:, 1], [2 / (0.95 * 0.05)] * 2, 1e-12)
