"""Inverse dynamics and derivatives agree with MuJoCo."""

import mujoco
import numpy as np
import pytest
from test_dynamics import close, pair

import synovia


@pytest.mark.parametrize("integrator", ["implicit", "implicitfast"])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_implicit_steps_agree(integrator, cone):
    model, data, reference, expected = pair(integrator, cone)
    synovia.mj_step(model, data, 10)
    mujoco.mj_step(reference, expected, 10)
    close(data, expected, ["qpos", "qvel", "act"], 1e-8)
    for module, m, d in ((synovia, model, data), (mujoco, reference, expected)):
        module.mj_forward(m, d)
        module.mj_implicit(m, d)
    close(data, expected, ["qpos", "qvel", "act", "qDeriv"], 1e-7)


def test_inverse_undoes_forward():
    model, data, reference, expected = pair()
    for module, m, d in ((synovia, model, data), (mujoco, reference, expected)):
        module.mj_forward(m, d)
        module.mj_inverse(m, d)
    close(data, expected, ["qfrc_inverse", "qfrc_constraint", "qacc", "efc_force"], 1e-8)
    synovia.mj_forward(model, data)
    mujoco.mj_forward(reference, expected)
    data.qacc = expected.qacc = np.linspace(-1, 1, model.nv)
    for skip in (2, 1, 0):
        synovia.mj_inverseSkip(model, data, skip, 1)
        mujoco.mj_inverseSkip(reference, expected, skip, 1)
        close(data, expected, ["qfrc_inverse", "efc_force"], 1e-8)
    for stage in ("mj_invPosition", "mj_invVelocity", "mj_invConstraint"):
        getattr(synovia, stage)(model, data)
        getattr(mujoco, stage)(reference, expected)
    close(data, expected, ["efc_force", "qfrc_constraint"], 1e-8)
    model.opt.integrator = synovia.mjtIntegrator.mjINT_RK4
    model.opt.enableflags |= synovia.mjtEnableBit.mjENBL_INVDISCRETE
    with pytest.raises(synovia.FatalError, match="RK4"):
        synovia.mj_inverse(model, data)


def test_forward_and_inverse_are_compared():
    model, data, reference, expected = pair()
    for module, m, d in ((synovia, model, data), (mujoco, reference, expected)):
        module.mj_forward(m, d)
        module.mj_compareFwdInv(m, d)
    assert data.solver_fwdinv.shape == (2,) and (data.solver_fwdinv < 1e-4).all()


@pytest.mark.parametrize("integrator", ["Euler", "implicitfast"])
@pytest.mark.parametrize("centered", [0, 1])
def test_transitions_are_differentiated(integrator, centered):
    model, data, reference, expected = pair(integrator)
    for m in (model, reference):
        m.opt.tolerance, m.opt.iterations = 0, 50
    nx, nu = 2 * model.nv + model.na, model.nu
    before, qpos = data.qpos.copy(), data.qpos
    ours, theirs = (np.zeros((nx, nx)), np.zeros((nx, nu))), (np.zeros((nx, nx)), np.zeros((nx, nu)))
    synovia.mjd_transitionFD(model, data, 1e-6, centered, *ours, None, None)
    mujoco.mjd_transitionFD(reference, expected, 1e-6, centered, *theirs, None, None)
    for a, b in zip(ours, theirs):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-4)
    # the state is restored, in the same memory
    assert data.qpos is qpos and np.array_equal(qpos, before)
    data.qpos[0] += 0.25
    state = np.zeros(synovia.mj_stateSize(model, 2))
    synovia.mj_getState(model, data, state, 2)
    assert state[0] == before[0] + 0.25
    with pytest.raises(TypeError, match="A should be of shape"):
        synovia.mjd_transitionFD(model, data, 1e-6, 0, np.zeros((2, 2)), None, None, None)


def test_inverse_dynamics_is_differentiated():
    model, data, reference, expected = pair()
    synovia.mj_forward(model, data)
    mujoco.mj_forward(reference, expected)
    nv = model.nv
    ours, theirs = np.zeros((3, nv, nv)), np.zeros((3, nv, nv))
    inertia, wanted = np.zeros((2, nv, model.nM))
    synovia.mjd_inverseFD(model, data, 1e-6, 1, *ours, None, None, None, inertia)
    mujoco.mjd_inverseFD(reference, expected, 1e-6, 1, *theirs, None, None, None, wanted)
    np.testing.assert_allclose(inertia, wanted, atol=1e-6)
    for a, b in zip(ours, theirs):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-4 * max(1, np.abs(b).max()))


def test_runge_kutta_has_no_differences():
    model, data, _, _ = pair("RK4")
    with pytest.raises(synovia.FatalError, match="RK4"):
        synovia.mjd_transitionFD(model, data, 1e-6, 0, None, None, None, None)


def test_rotations_are_differentiated():
    rng = np.random.default_rng(3)
    for scale in (1e-9, 0.01, 1.0, 3.0):
        qa, qb = rng.normal(size=(2, 4))
        qa /= np.linalg.norm(qa)
        qb = qa + scale * qb
        qb /= np.linalg.norm(qb)
        ours, theirs = np.zeros((2, 3, 3)), np.zeros((2, 3, 3))
        synovia.mjd_subQuat(qa, qb, *ours)
        mujoco.mjd_subQuat(qa, qb, *theirs)
        np.testing.assert_allclose(ours, theirs, atol=1e-12)
        vel = rng.normal(size=3)
        ours, theirs = [np.zeros(n) for n in (9, 9, 3)], [np.zeros(n) for n in (9, 9, 3)]
        synovia.mjd_quatIntegrate(vel, scale, *ours)
        mujoco.mjd_quatIntegrate(vel, scale, *theirs)
        for a, b in zip(ours, theirs):
            np.testing.assert_allclose(a, b, atol=1e-12)


def test_the_inertia_is_added_to_rows():
    model, data, reference, expected = pair()
    made = []
    for module, m, d in ((synovia, model, data), (mujoco, reference, expected)):
        module.mj_forward(m, d)
        rows = np.arange(float(m.nM)), m.M_rownnz.copy(), m.M_rowadr.copy(), np.resize(m.M_colind, m.nM).astype(np.int32)
        module.mj_addM(m, d, *rows)
        made.append(rows)
    for a, b in zip(*made):
        np.testing.assert_allclose(a, b, atol=1e-12)
