"""PIPE: velocities, the inertia matrix and its factorisation, bias forces, and the balance of all forces."""

import numpy as np
import pytest
from support.contacts import Twins
from support.pair import close, mjcf

from acceptance.test_pipeline import TREE
from acceptance.test_solver import COUPLED, PILE
from acceptance.test_state import MACHINE

BODY = 2  # mjOBJ_XBODY, the frame of a body


def states(twins, count, seed=13):
    """Random poses with random velocities in both modules, after `mj_forward`."""
    rng = np.random.default_rng(seed)
    nv = twins.model.nv
    for _ in range(count):
        moved, speed = rng.normal(size=nv), rng.normal(size=nv)
        twins.reset()
        for module, m, d in twins.sides():
            module.mj_integratePos(m, d.qpos, moved, 0.5)
        yield twins.set(qvel=speed).run("mj_forward")


def twist(module, m, d, body):
    """Angular velocity of a body and linear velocity of its origin, in world axes."""
    out = np.zeros(6)
    module.mj_objectVelocity(m, d, BODY, body, out, 0)
    return out


def turning(rate):
    """The vector of a skew-symmetric matrix."""
    return np.array([rate[2, 1] - rate[1, 2], rate[0, 2] - rate[2, 0], rate[1, 0] - rate[0, 1]]) / 2


def test_pipe_13_velocities_are_the_oracles_and_rates_of_poses():
    twins = Twins(TREE)
    eps = 1e-6
    for state in states(twins, 30):
        state.agree("cvel", tolerance=1e-11)
        module, m, d = state.sides()[0]
        found = np.array([twist(module, m, d, b) for b in range(m.nbody)])
        close(found, [twist(*state.sides()[1], b) for b in range(m.nbody)], 1e-11)
        middle, start = np.array(d.xmat).reshape(-1, 3, 3), np.array(d.qpos)
        ends = []
        for h in (-eps, eps):
            d.qpos[:] = start
            module.mj_integratePos(m, d.qpos, d.qvel, h)
            module.mj_kinematics(m, d)
            ends.append((np.array(d.xpos), np.array(d.xmat).reshape(-1, 3, 3)))
        (x0, r0), (x1, r1) = ends
        close(found[:, 3:], (x1 - x0) / (2 * eps), 1e-6)
        for b in range(m.nbody):
            close(found[b, :3], turning((r1[b] - r0[b]) / (2 * eps) @ middle[b].T), 1e-6)


def test_pipe_13_the_tip_of_an_arm_moves_by_its_distance_from_the_base():
    link = '<joint axis="0 0 1"/><geom type="capsule" fromto="0 0 0 1 0 0" size=".05"/>'
    tip = '<site name="tip" pos="1 0 0"/>'
    twins = Twins(mjcf(f'<body>{link}<body pos="1 0 0">{link}{tip}</body></body>'))
    for elbow in (-2.0, -0.4, 0.0, 1.1, 3.0):
        twins.reset()
        twins.set(qpos=(0.3, elbow), qvel=(1, 0)).run("mj_forward").agree("cvel", tolerance=1e-11)
        module, m, d = twins.sides()[0]
        out = np.zeros(6)
        module.mj_objectVelocity(m, d, 6, 0, out, 0)  # mjOBJ_SITE
        close(np.linalg.norm(out[3:]), np.linalg.norm(d.site_xpos[0]), 1e-14)
        # perpendicular to the arm, in the direction of rotation
        close(out, (0, 0, 1, -d.site_xpos[0, 1], d.site_xpos[0, 0], 0), 1e-14)


def full(module, m, d):
    out = np.zeros((m.nv, m.nv))
    module.mj_fullM(m, out, d.qM)
    return out


def by_bodies(module, m, d):
    """Σ Jᵀ I J over the bodies, plus the armature."""
    total = np.diag(np.array(m.dof_armature))
    for b in range(1, m.nbody):
        lin, rot = np.zeros((3, m.nv)), np.zeros((3, m.nv))
        module.mj_jacBodyCom(m, d, lin, rot, b)
        axes = np.array(d.ximat[b]).reshape(3, 3)
        total += m.body_mass[b] * lin.T @ lin + rot.T @ (axes * np.array(m.body_inertia[b])) @ axes.T @ rot
    return total


def test_pipe_19_the_inertia_is_the_oracles_and_the_sum_over_bodies():
    twins = Twins(TREE)
    assert twins.model.nbody >= 20 and np.any(twins.model.dof_armature)
    for state in states(twins, 100, 19):
        ours, theirs = (full(*side) for side in state.sides())
        close(ours, theirs, 1e-10)
        close(ours, by_bodies(*state.sides()[0]), 1e-10)
        assert np.array_equal(ours, ours.T)
        assert np.linalg.eigvalsh(ours).min() > 0


FOREST = mjcf(
    "".join(
        f'<body pos="{x} 0 1"><freejoint/><geom type="box" size=".1 .1 .05"/>'
        + "".join(
            f'<body pos=".1 {y} 0"><joint type="ball"/><geom type="capsule" fromto="0 0 0 .2 0 0" size=".03"/>'
            '<body pos=".2 0 0"><joint/><joint type="slide" axis="1 1 0"/><geom size=".05"/></body></body>'
            for y in (-0.1, 0.1)
        )
        + "</body>"
        for x in (0, 1, 2)
    ),
    head='<option><flag contact="disable"/></option>',
)


@pytest.mark.parametrize("xml", [TREE, FOREST, MACHINE], ids=["tree", "forest", "machine"])
def test_pipe_22_the_factor_multiplies_back_and_fills_nothing(xml):
    twins = Twins(xml)
    m = twins.model
    parent = list(m.dof_parentid)
    carries = [{i} for i in range(m.nv)]
    for i in range(m.nv):
        if parent[i] >= 0:
            carries[i] |= carries[parent[i]]
    for state in states(twins, 20, 22):
        module, m, d = state.sides()[0]
        inertia = full(module, m, d)
        lower = np.zeros((m.nv, m.nv))
        stored = 0
        for i in range(m.nv):
            at = slice(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i])
            columns = list(m.M_colind[at])
            # a row has entries for its own dof and the ancestors of that dof only
            assert set(columns) <= carries[i] and columns[-1] == i
            lower[i, columns] = np.array(d.qLD)[at]
            stored += np.count_nonzero(np.array(d.qLD)[at]) - 1
        assert stored <= sum(len(above) - 1 for above in carries)
        assert len(d.qLD) <= sum(map(len, carries))
        diagonal = np.diag(lower).copy()
        assert np.all(diagonal > 0)
        close(d.qLDiagInv, 1 / diagonal, 1e-14)
        np.fill_diagonal(lower, 1)
        back = lower.T @ (diagonal[:, None] * lower)
        # relative to the bound sqrt(M_ii M_jj) of each entry
        size = np.sqrt(np.outer(np.diag(inertia), np.diag(inertia)))
        assert (np.abs(back - inertia) / size).max() <= 1e-12
        close(back, inertia, 1e-12)
        close(d.qLD, state.expected.qLD, 1e-10)


def test_pipe_26_at_rest_the_bias_is_the_weight_of_every_body():
    twins = Twins(TREE)
    for _, m, _ in twins.sides():
        m.opt.gravity[:] = (1, 2, -9.81)
    for state in states(twins, 20, 26):
        state.set(qvel=0).run("mj_forward").agree("qfrc_bias", tolerance=1e-10)
        module, m, d = state.sides()[0]
        weight = np.zeros(m.nv)
        for b in range(1, m.nbody):
            lin = np.zeros((3, m.nv))
            module.mj_jacBodyCom(m, d, lin, None, b)
            weight -= lin.T @ (m.body_mass[b] * np.array(m.opt.gravity))
        close(d.qfrc_bias, weight, 1e-10)
    off = Twins(TREE.replace('contact="disable"', 'contact="disable" gravity="disable"'))
    for state in states(off, 3, 26):
        assert not np.any(state.set(qvel=0).run("mj_forward").data.qfrc_bias)


SCENES = {"tree": TREE, "rows": COUPLED, "pile": PILE, "machine": MACHINE}


@pytest.mark.parametrize("cone", [0, 1], ids=["pyramidal", "elliptic"])
@pytest.mark.parametrize("name", SCENES)
def test_pipe_29_all_forces_balance_and_the_inverse_finds_them(name, cone):
    rng = np.random.default_rng(29)
    twins = Twins(SCENES[name])
    module, m, d = twins.sides()[0]
    m.opt.cone, m.opt.tolerance, m.opt.iterations = cone, 1e-15, 500
    for _ in range(5):
        module.mj_step(m, d, 3)
        d.qvel[:] += 0.1 * rng.normal(size=m.nv)
        d.qfrc_applied[:], d.ctrl[:] = rng.normal(size=m.nv), rng.uniform(0, 1, m.nu)
        d.xfrc_applied[1:] = rng.normal(size=(m.nbody - 1, 6))
        module.mj_forward(m, d)
        pulled = np.zeros(m.nv)
        for b in range(1, m.nbody):
            wrench = np.array(d.xfrc_applied[b])
            module.mj_applyFT(m, d, wrench[:3], wrench[3:], d.xipos[b], b, pulled)
        outside = np.array(d.qfrc_applied + d.qfrc_actuator) + pulled
        inside = np.array(d.qfrc_bias - d.qfrc_passive - d.qfrc_constraint)
        needed = full(module, m, d) @ np.array(d.qacc) + inside
        # a solver stops relative to the largest force that it balances
        scale = max(1.0, np.abs(d.qfrc_constraint).max(initial=0), np.abs(d.qfrc_smooth).max())
        close(needed / scale, outside / scale, 1e-8)
        constraint = np.array(d.qfrc_constraint)
        module.mj_inverse(m, d)
        close(np.array(d.qfrc_inverse) / scale, outside / scale, 1e-8)
        close(np.array(d.qfrc_constraint) / scale, constraint / scale, 1e-8)


def test_pipe_53_subtrees_have_the_oracles_mass_and_centre():
    twins = Twins(TREE)
    close(twins.model.body_subtreemass, twins.reference.body_subtreemass, 1e-12)
    for state in states(twins, 20, 53):
        state.agree("subtree_com", tolerance=1e-12)
        m, d = state.model, state.data
        mass, moment = np.array(m.body_mass), np.array(m.body_mass)[:, None] * np.array(d.xipos)
        for b in range(m.nbody - 1, 0, -1):
            mass[m.body_parentid[b]] += mass[b]
            moment[m.body_parentid[b]] += moment[b]
        close(m.body_subtreemass, mass, 1e-12)
        close(d.subtree_com, moment / mass[:, None], 1e-12)


def test_pipe_23_the_factor_of_the_position_stage_serves_all_that_follow():
    """If the factor of M is replaced by that of 2 M, all later results are those of 2 M: no stage factorises M again."""
    twins = Twins(MACHINE).set(qvel=0.1)
    for _, m, _ in twins.sides():
        m.opt.solver = 0
    twins.run("mj_forward")
    smooth = np.array(twins.data.qacc_smooth)
    for module, m, d in twins.sides():
        module.mj_fwdPosition(m, d)
        module.mj_fwdVelocity(m, d)
        module.mj_fwdActuation(m, d)
        for i in range(m.nv):
            d.qLD[m.M_rowadr[i] + m.M_rownnz[i] - 1] *= 2
        d.qLDiagInv[:] /= 2
        module.mj_fwdAcceleration(m, d)
        close(d.qacc_smooth, smooth / 2, 1e-12)
        module.mj_fwdConstraint(m, d)
        assert np.abs(d.qfrc_constraint).max() > 1
        close(d.qacc, d.qacc_smooth + np.linalg.solve(2 * full(module, m, d), np.array(d.qfrc_constraint)), 1e-10)
