"""Functions compute what MuJoCo computes and refuse arguments that do not fit."""

import mujoco
import numpy as np
import pytest

import synovia

STAGES = ["mj_kinematics", "mj_comPos", "mj_camlight", "mj_tendon", "mj_makeM", "mj_factorM", "mj_transmission"]


@pytest.fixture
def moved(model, reference, data, reference_data):
    """Both simulations at the same random state, after the position stages."""
    rng = np.random.default_rng(3)
    for m, d, module in ((reference, reference_data, mujoco), (model, data, synovia)):
        if module is mujoco:
            mujoco.mj_integratePos(m, d.qpos, rng.normal(size=m.nv), 0.7)
            d.qvel = rng.normal(size=m.nv)
        else:
            d.qpos, d.qvel = reference_data.qpos, reference_data.qvel
        for stage in STAGES:
            getattr(module, stage)(m, d)
    return model, data, reference, reference_data


def close(a, b):
    np.testing.assert_allclose(a, b, rtol=1e-11, atol=1e-12)


def test_position_stages_agree(moved):
    _, data, _, expected = moved
    for name in ("xpos", "xquat", "xmat", "xipos", "geom_xpos", "site_xpos", "cam_xpos", "light_xdir", "subtree_com",
                 "cdof", "cinert", "ten_length", "actuator_length", "M", "qLD"):  # fmt: skip
        close(getattr(data, name), getattr(expected, name))


def test_jacobians_agree(moved):
    model, data, reference, expected = moved
    for name, key in (("mj_jacBody", 3), ("mj_jacBodyCom", 3), ("mj_jacGeom", 2), ("mj_jacSite", 1)):
        ours, theirs = np.ones((2, 3, model.nv)), np.ones((2, 3, model.nv))
        getattr(synovia, name)(model, data, ours[0], ours[1], key)
        getattr(mujoco, name)(reference, expected, theirs[0], theirs[1], key)
        close(ours, theirs)
        getattr(synovia, name)(model, data, ours[0], None, key)
    ours, theirs = np.zeros((3, model.nv)), np.zeros((3, model.nv))
    synovia.mj_jac(model, data, ours, None, [1, 2, 3], 3)
    mujoco.mj_jac(reference, expected, theirs, None, np.array([1.0, 2, 3]), 3)
    close(ours, theirs)
    synovia.mj_jacSubtreeCom(model, data, ours, 1)
    mujoco.mj_jacSubtreeCom(reference, expected, theirs, 1)
    close(ours, theirs)


def test_positions_are_integrated(moved):
    model, _, reference, expected = moved
    velocity = np.linspace(-1, 1, model.nv)
    ours, theirs = expected.qpos.copy(), expected.qpos.copy()
    synovia.mj_integratePos(model, ours, velocity, 0.3)
    mujoco.mj_integratePos(reference, theirs, velocity, 0.3)
    close(ours, theirs)


def test_velocity_and_force_stages_agree(moved):
    model, data, reference, expected = moved
    data.ctrl = expected.ctrl = [0.7, -0.4]
    for module, m, d in ((synovia, model, data), (mujoco, reference, expected)):
        module.mj_makeConstraint(m, d)
        for stage in ("mj_fwdVelocity", "mj_subtreeVel", "mj_fwdActuation", "mj_fwdAcceleration"):
            getattr(module, stage)(m, d)
    for name in ("cvel", "cdof_dot", "qfrc_bias", "qfrc_spring", "qfrc_damper", "qfrc_passive", "subtree_angmom",
                 "actuator_velocity", "actuator_force", "qfrc_actuator", "qfrc_smooth", "qacc_smooth"):  # fmt: skip
        close(getattr(data, name), getattr(expected, name))


def test_products_and_solutions_agree(moved):
    model, data, reference, expected = moved
    x = np.arange(1.0, model.nv + 1)
    ours, theirs = np.zeros(model.nv), np.zeros(model.nv)
    synovia.mj_mulM(model, data, ours, x)
    mujoco.mj_mulM(reference, expected, theirs, x)
    close(ours, theirs)
    many = np.zeros((2, model.nv))
    synovia.mj_solveM(model, data, many, np.stack([ours, x]))
    close(many[0], x)
    full, wanted = np.zeros((model.nv, model.nv)), np.zeros((model.nv, model.nv))
    synovia.mj_fullM(model, full, expected.qM.copy())
    mujoco.mj_fullM(reference, wanted, expected.qM)
    close(full, wanted)


def test_states_as_vectors_agree(moved):
    model, data, reference, expected = moved
    for sig in (1, 2, 0x3FFF, synovia.mjtState.mjSTATE_FULLPHYSICS, synovia.mjtState.mjSTATE_INTEGRATION):
        n = synovia.mj_stateSize(model, sig)
        assert n == mujoco.mj_stateSize(reference, int(sig))
        ours, theirs = np.zeros(n), np.zeros(n)
        synovia.mj_getState(model, data, ours, sig)
        mujoco.mj_getState(reference, expected, theirs, int(sig))
        keep = np.isfinite(theirs)
        close(ours[keep], theirs[keep])
        other = synovia.MjData(model)
        synovia.mj_setState(model, other, ours, sig)
        again = np.zeros(n)
        synovia.mj_getState(model, other, again, sig)
        assert np.array_equal(ours, again)
    with pytest.raises(synovia.FatalError, match="invalid state signature"):
        synovia.mj_stateSize(model, -1)
    with pytest.raises(TypeError, match="state size should equal"):
        synovia.mj_getState(model, data, np.zeros(3), 0x3FFF)


def test_keyframes_agree(model, reference, data, reference_data):
    synovia.mj_resetDataKeyframe(model, data, 0)
    mujoco.mj_resetDataKeyframe(reference, reference_data, 0)
    for name in ("time", "qpos", "qvel", "act", "ctrl", "mocap_pos", "mocap_quat"):
        assert np.array_equal(getattr(data, name), getattr(reference_data, name)), name
    assert data.time == 2 and data.ctrl.tolist() == [0.5, 0.25]
    data.qpos[0] = 0.125
    synovia.mj_setKeyframe(model, data, 0)
    synovia.mj_resetData(model, data)
    assert data.time == 0 and data.qpos[0] == 0
    synovia.mj_resetDataKeyframe(model, data, 0)
    assert data.qpos[0] == 0.125 and data.time == 2
    synovia.mj_resetDataKeyframe(model, data, 7)
    assert data.time == 0
    with pytest.raises(synovia.FatalError):
        synovia.mj_setKeyframe(model, data, 1)


def test_constants_follow_an_edit(model, reference, data):
    reference = type(reference).from_xml_string(__import__("support").EVERYTHING)
    masses = model.body_subtreemass
    for m in (model, reference):
        m.body_mass[3] *= 2
    synovia.mj_setConst(model, data)
    mujoco.mj_setConst(reference, mujoco.MjData(reference))
    assert model.body_subtreemass is masses
    for name in ("body_subtreemass", "body_invweight0", "dof_invweight0", "dof_M0", "tendon_invweight0"):
        close(getattr(model, name), getattr(reference, name))
    close(model.stat.meaninertia, reference.stat.meaninertia)


@pytest.mark.parametrize("jacobian", [np.zeros(4), np.zeros((3, 99))])
def test_arrays_of_the_wrong_size_are_refused(model, data, jacobian):
    with pytest.raises(TypeError, match="jacp should be of shape"):
        synovia.mj_jacBody(model, data, jacobian, None, 1)
    with pytest.raises(ValueError, match="body 99"):
        synovia.mj_jacBody(model, data, np.zeros((3, model.nv)), None, 99)
    # DIFFERENCE(ids-out-of-range)
    with pytest.raises(ValueError, match="body -1"):
        synovia.mj_jacBody(model, data, np.zeros((3, model.nv)), None, -1)


def test_a_broken_model_is_refused_by_the_name_of_the_field(model, data):
    model.body_parentid[2] = 1_000_000
    panics = synovia._synovia._caught_panics()
    with pytest.raises(synovia.FatalError, match=r"body_parentid\[2\] is 1000000, but it must be at least 0 and below"):
        synovia.mj_kinematics(model, data)
    assert synovia._synovia._caught_panics() == panics
    model.body_parentid[2] = 1
    synovia.mj_kinematics(model, data)


@pytest.mark.parametrize("solver", [0, 1, 2, 3])
@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
def test_a_solver_asked_out_of_turn_does_not_crash(solver, jacobian):
    xml = f"""<mujoco><option jacobian="{jacobian}"/><worldbody><geom type="plane" size="9 9 1"/>
      <body pos="0 0 .0999"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>"""
    m = synovia.MjModel.from_xml_string(xml)
    m.opt.solver = solver
    d = synovia.MjData(m)
    synovia.mj_forward(m, d)
    expected = d.qacc.copy()
    for _ in range(2):
        synovia.mj_makeConstraint(m, d)
        synovia.mj_referenceConstraint(m, d)
        synovia.mj_fwdConstraint(m, d)
        np.testing.assert_allclose(d.qacc, expected, rtol=0, atol=1e-6)
        m.opt.jacobian = 1 - m.opt.jacobian  # rows in the other storage format
        synovia.mj_fwdConstraint(m, d)
        np.testing.assert_allclose(d.qacc, expected, rtol=0, atol=1e-6)
