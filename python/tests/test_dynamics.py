"""The step and its stages compute what MuJoCo computes, and refuse what they do not support."""

import copy
import pickle
import warnings

import mujoco
import numpy as np
import pytest
from support import twin

import synovia

ARM = """
<mujoco model="arm">
  <option timestep="0.004" integrator="{integrator}" cone="{cone}"><flag contact="disable" energy="enable"/></option>
  <worldbody>
    <camera name="eye" pos="0 -2 1"/>
    <body name="base" pos="0 0 1">
      <joint name="root" type="ball" damping="0.2"/>
      <geom name="core" type="box" size="0.1 0.2 0.3"/>
      <site name="tip" pos="0.1 0.2 0.3" euler="10 20 30"/>
      <body name="upper" pos="0.2 0 0" gravcomp="0.5">
        <joint name="elbow" axis="0 1 0" range="-20 20" limited="true" armature="0.02" frictionloss="0.1"/>
        <geom name="rod" type="capsule" size="0.05" fromto="0 0 0 0.4 0 0"/>
        <body name="lower" pos="0.4 0 0">
          <joint name="slide" type="slide" axis="1 0 0.2" stiffness="30" springref="0.1" damping="1"/>
          <geom name="hand" size="0.1"/>
          <site name="palm" pos="0.1 0 0"/>
        </body>
      </body>
    </body>
    <body name="free" pos="1 0 1"><freejoint name="fly"/><geom name="brick" type="box" size="0.1 0.2 0.3"/></body>
  </worldbody>
  <equality><connect name="pin" body1="lower" body2="free" anchor="0.1 0 0" active="true"/></equality>
  <tendon>
    <spatial name="rope" stiffness="2" damping="0.1"><site site="tip"/><site site="palm"/></spatial>
    <fixed name="mix" limited="true" range="-0.1 0.1"><joint joint="elbow" coef="1"/><joint joint="slide" coef="-1"/></fixed>
  </tendon>
  <actuator>
    <motor name="turn" joint="elbow" gear="3" ctrlrange="-1 1" ctrllimited="true"/>
    <general name="pull" tendon="rope" dyntype="filter" dynprm="0.1" gainprm="2"/>
    <position name="hold" joint="slide" kp="5"/>
  </actuator>
</mujoco>
"""
FIELDS = (
    "qpos qvel act qacc qacc_warmstart qacc_smooth qfrc_smooth qfrc_bias qfrc_passive qfrc_spring qfrc_damper "
    "qfrc_gravcomp qfrc_fluid qfrc_actuator qfrc_constraint xpos xquat xmat xipos cvel cdof M qM qLD ten_length "
    "ten_velocity actuator_length actuator_velocity actuator_force act_dot efc_type efc_id efc_pos efc_margin "
    "efc_frictionloss efc_diagApprox efc_KBIP efc_D efc_R efc_vel efc_aref efc_force efc_state wrap_xpos wrap_obj"
).split()


def pair(integrator="Euler", cone="pyramidal", seed=0):
    """A model and a moving simulation of it, ours and theirs."""
    reference = mujoco.MjModel.from_xml_string(ARM.format(integrator=integrator, cone=cone))
    model = twin(reference)
    data, expected = synovia.MjData(model), mujoco.MjData(reference)
    rng = np.random.default_rng(seed)
    mujoco.mj_integratePos(reference, expected.qpos, rng.normal(size=reference.nv), 0.4)
    expected.qvel = rng.normal(size=reference.nv)
    expected.ctrl, expected.act = rng.normal(size=reference.nu), rng.uniform(size=reference.na)
    expected.qfrc_applied = 0.1 * rng.normal(size=reference.nv)
    expected.xfrc_applied = 0.1 * rng.normal(size=(reference.nbody, 6))
    for name in ("qpos", "qvel", "ctrl", "act", "qfrc_applied", "xfrc_applied"):
        setattr(data, name, getattr(expected, name))
    return model, data, reference, expected


def close(data, expected, fields=FIELDS, tolerance=1e-9):
    for name in fields:
        ours, theirs = np.asarray(getattr(data, name), float), np.asarray(getattr(expected, name), float)
        assert ours.shape == theirs.shape, name
        scale = max(1.0, np.abs(theirs).max(initial=0))
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=tolerance * scale, err_msg=name)


@pytest.mark.parametrize("seed", range(3))
def test_forward_agrees(seed):
    model, data, reference, expected = pair(seed=seed)
    synovia.mj_forward(model, data)
    mujoco.mj_forward(reference, expected)
    close(data, expected)
    for name in ("ncon", "ne", "nf", "nl", "nefc"):
        assert getattr(data, name) == getattr(expected, name), name
    assert data.solver_niter[0] > 0


@pytest.mark.parametrize("integrator", ["Euler", "RK4"])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_steps_agree(integrator, cone):
    model, data, reference, expected = pair(integrator, cone)
    for _ in range(5):
        synovia.mj_step(model, data)
        mujoco.mj_step(reference, expected)
    close(data, expected, ["qpos", "qvel", "act"], 1e-8)
    synovia.mj_step(model, data, 15)
    mujoco.mj_step(reference, expected, nstep=15)
    close(data, expected, ["qpos", "qvel", "act"], 1e-7)
    assert data.time == pytest.approx(20 * 0.004)


def test_a_step_is_two_halves():
    model, data, reference, expected = pair()
    for module, m, d in ((synovia, model, data), (mujoco, reference, expected)):
        module.mj_step1(m, d)
        d.ctrl[0] = 0.3
        module.mj_step2(m, d)
    close(data, expected, ["qpos", "qvel", "act", "qacc"])


def test_stages_agree_one_by_one():
    model, data, reference, expected = pair()
    stages = ["mj_fwdKinematics", "mj_flex", "mj_crb", "mj_fwdPosition", "mj_fwdVelocity", "mj_fwdActuation"]
    stages += ["mj_fwdAcceleration", "mj_fwdConstraint", "mj_checkPos", "mj_checkVel", "mj_checkAcc", "mj_Euler"]
    for stage in stages:
        getattr(synovia, stage)(model, data)
        getattr(mujoco, stage)(reference, expected)
        close(data, expected, ["qpos", "qvel", "xpos", "crb", "M", "qacc"])
    with pytest.raises(ValueError, match="order 3"):
        synovia.mj_RungeKutta(model, data, 3)


def test_runge_kutta_agrees():
    model, data, reference, expected = pair()
    for module, m, d in ((synovia, model, data), (mujoco, reference, expected)):
        module.mj_forward(m, d)
        module.mj_RungeKutta(m, d, 4)
    close(data, expected, ["qpos", "qvel", "act"])


@pytest.mark.parametrize("skip", [0, 1, 2])
def test_stages_are_skipped(skip):
    model, data, reference, expected = pair()
    for module, m, d in ((synovia, model, data), (mujoco, reference, expected)):
        module.mj_forward(m, d)
        d.qpos[-1] += 0.3
        d.qvel[0] += 0.5
        d.ctrl[0] = -0.2
        module.mj_forwardSkip(m, d, skip, 1)
    close(data, expected)


def test_bias_and_inertial_forces_agree():
    model, data, reference, expected = pair()
    synovia.mj_forward(model, data)
    mujoco.mj_forward(reference, expected)
    for acceleration in (0, 1):
        ours, theirs = np.zeros(model.nv), np.zeros(model.nv)
        synovia.mj_rne(model, data, acceleration, ours)
        mujoco.mj_rne(reference, expected, acceleration, theirs)
        np.testing.assert_allclose(ours, theirs, atol=1e-9)


def test_bad_states_are_reset_and_counted():
    model, data, reference, expected = pair()
    for module, m, d in ((synovia, model, data), (mujoco, reference, expected)):
        d.qpos[2] = np.nan
        module.mj_checkPos(m, d)
        d.qvel[1] = 1e11
        module.mj_checkVel(m, d)
    assert np.array_equal(data.qpos, expected.qpos) and np.array_equal(data.qvel, expected.qvel)
    assert np.array_equal(data.warning.number, expected.warning.number)
    assert np.array_equal(data.warning.lastinfo, expected.warning.lastinfo)


def test_a_solver_that_is_not_there_is_refused_where_there_is_something_to_solve():
    xml = "<mujoco><worldbody><body><joint frictionloss='1'/><geom size='.1' pos='1 0 0'/></body></worldbody></mujoco>"
    for module in (mujoco, synovia):
        model = module.MjModel.from_xml_string(xml)
        data = module.MjData(model)
        model.opt.solver = 7
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            model.opt.disableflags = module.mjtDisableBit.mjDSBL_CONSTRAINT
            module.mj_step(model, data)
            model.opt.disableflags = 0
            with pytest.raises(module.FatalError, match="solver"):
                module.mj_step(model, data)


def test_copies_hold_everything():
    model, data, _, _ = pair()
    synovia.mj_forward(model, data)
    for other in (copy.copy(data), copy.deepcopy(data), pickle.loads(pickle.dumps(data))):
        for name in (*FIELDS, "time", "energy", "nefc", "ne", "nl", "ncon", "solver_niter"):
            assert np.array_equal(getattr(other, name), getattr(data, name)), name
        assert other.contact == data.contact and other.warning == data.warning and other.solver == data.solver
        synovia.mj_step(model, other)
        again = copy.copy(data)
        synovia.mj_step(model, again)
        assert np.array_equal(other.qpos, again.qpos)
    target = synovia.MjData(model)
    synovia.mj_copyData(target, model, data)
    assert np.array_equal(target.efc_force, data.efc_force) and target.nefc == data.nefc


def test_states_are_copied_and_extracted():
    model, data, reference, expected = pair()
    full, part = synovia.mjtState.mjSTATE_INTEGRATION, synovia.mjtState.mjSTATE_PHYSICS
    state = np.zeros(synovia.mj_stateSize(model, full))
    synovia.mj_getState(model, data, state, full)
    ours, theirs = np.zeros((2, synovia.mj_stateSize(model, part)))
    synovia.mj_extractState(model, state, full, ours, part)
    mujoco.mj_extractState(reference, state, int(full), theirs, int(part))
    assert np.array_equal(ours, theirs) and ours.any()
    with pytest.raises(synovia.FatalError, match="has components that srcsig .* does not have"):
        synovia.mj_extractState(model, ours, part, state, full)
    other = synovia.MjData(model)
    synovia.mj_copyState(model, data, other, part)
    assert np.array_equal(other.qvel, data.qvel) and not other.ctrl.any()
    for bit in range(14):
        synovia.mj_copyState(model, data, other, 1 << bit)
    assert np.array_equal(other.ctrl, data.ctrl) and np.array_equal(other.xfrc_applied, data.xfrc_applied)


def test_questions_about_a_simulation_agree():
    model, data, reference, expected = pair()
    synovia.mj_forward(model, data)
    mujoco.mj_forward(reference, expected)
    rng = np.random.default_rng(8)
    nv, nefc = model.nv, data.nefc

    def same(name, *arguments, shape):
        ours, theirs = np.zeros(shape), np.zeros(shape)
        getattr(synovia, name)(model, data, ours, *arguments)
        getattr(mujoco, name)(reference, expected, theirs, *arguments)
        np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-10, err_msg=name)

    same("mj_mulM2", rng.normal(size=nv), shape=nv)
    same("mj_solveM2", rng.normal(size=(2, nv)), np.sqrt(expected.qLDiagInv)[None], shape=(2, nv))
    same("mj_mulJacVec", rng.normal(size=nv), shape=nefc)
    same("mj_mulJacTVec", rng.normal(size=nefc), shape=nv)
    for name, extra in (("mj_jacDot", ()), ("mj_jacPointAxis", (rng.normal(size=3),))):
        point, (a, b), (c, d) = rng.normal(size=3), np.zeros((2, 3, nv)), np.zeros((2, 3, nv))
        getattr(synovia, name)(model, data, a, b, point, *extra, 3)
        getattr(mujoco, name)(reference, expected, c, d, point, *extra, 3)
        np.testing.assert_allclose([a, b], [c, d], atol=1e-11, err_msg=name)
        getattr(synovia, name)(model, data, None, b, point, *extra, 3)
    force, torque, point = rng.normal(size=(3, 3))
    ours, theirs = np.ones(nv), np.ones(nv)
    synovia.mj_applyFT(model, data, force, torque, point, 3, ours)
    mujoco.mj_applyFT(reference, expected, force, torque, point, 3, theirs)
    np.testing.assert_allclose(ours, theirs, atol=1e-12)
    for kind, count in (("BODY", 4), ("XBODY", 4), ("GEOM", 4), ("SITE", 2), ("CAMERA", 1)):
        kind = synovia.mjtObj.__members__[f"mjOBJ_{kind}"]
        for number in range(count):
            for local in (0, 1):
                ours, theirs = np.zeros(6), np.zeros(6)
                synovia.mj_objectVelocity(model, data, kind, number, ours, local)
                mujoco.mj_objectVelocity(reference, expected, int(kind), number, theirs, local)
                np.testing.assert_allclose(ours, theirs, atol=1e-11)
    with pytest.raises(ValueError, match="does not exist or has no frame"):
        synovia.mj_objectVelocity(model, data, synovia.mjtObj.mjOBJ_JOINT, 0, np.zeros(6), 0)
    for name in ("mj_isPyramidal", "mj_isSparse", "mj_isDual"):
        assert getattr(synovia, name)(model) == getattr(mujoco, name)(reference)


def test_differences_of_positions_agree():
    model, data, reference, expected = pair()
    ours, theirs = np.zeros(model.nv), np.zeros(model.nv)
    synovia.mj_differentiatePos(model, ours, 0.3, model.qpos0, data.qpos)
    mujoco.mj_differentiatePos(reference, theirs, 0.3, reference.qpos0, expected.qpos)
    np.testing.assert_allclose(ours, theirs, atol=1e-12)
    back = model.qpos0.copy()
    synovia.mj_integratePos(model, back, ours, 0.3)
    np.testing.assert_allclose(back, data.qpos, atol=1e-12)
    long = 3 * data.qpos
    wanted = long.copy()
    synovia.mj_normalizeQuat(model, long)
    mujoco.mj_normalizeQuat(reference, wanted)
    np.testing.assert_allclose(long, wanted, atol=1e-15)


def test_masses_are_scaled():
    model, data, reference, expected = pair()
    synovia.mj_setTotalmass(model, 5.0)
    mujoco.mj_setTotalmass(reference, 5.0)
    np.testing.assert_allclose(model.body_inertia, reference.body_inertia, rtol=1e-13)
    assert synovia.mj_getTotalmass(model) == pytest.approx(5.0)


def test_columns_by_column_are_refused():
    model, data, _, _ = pair()
    synovia.mj_forward(model, data)
    with pytest.raises(TypeError, match="C-contiguous"):
        synovia.mj_jacBody(model, data, np.zeros((3, model.nv), order="F"), None, 1)
    with pytest.raises(TypeError, match="C-contiguous"):
        synovia.mj_fullM(model, np.zeros((model.nv, model.nv), order="F"), data.qM)


def test_frames_are_placed():
    model, data, reference, expected = pair()
    synovia.mj_forward(model, data)
    mujoco.mj_forward(reference, expected)
    rng = np.random.default_rng(4)
    pos, quat = rng.normal(size=3), rng.normal(size=4)
    quat /= np.linalg.norm(quat)
    for same in range(5):
        ours, theirs = (np.zeros(3), np.zeros(9)), (np.zeros(3), np.zeros(9))
        synovia.mj_local2Global(data, *ours, pos, quat, 3, same)
        mujoco.mj_local2Global(expected, *theirs, pos, quat, 3, same)
        np.testing.assert_allclose(np.concatenate(ours), np.concatenate(theirs), atol=1e-12)


def test_contacts_are_added_and_pushed_apart():
    model, data, reference, expected = pair()
    model.opt.disableflags = reference.opt.disableflags = 0
    for module, m, d in ((synovia, model, data), (mujoco, reference, expected)):
        for stage in ("mj_kinematics", "mj_comPos", "mj_tendon", "mj_makeM", "mj_factorM", "mj_transmission"):
            getattr(module, stage)(m, d)
        contact = module.MjContact()
        contact.dist, contact.dim, contact.includemargin = -0.01, 3, 0.0
        contact.pos, contact.frame = [0.5, 0, 1], np.eye(3).ravel()
        contact.friction, contact.solref, contact.solimp = [1, 1, 0.1, 0.1, 0.1], [0.02, 1], [0.9, 0.95, 0.001, 0.5, 2]
        contact.geom, contact.geom1, contact.geom2 = [0, 3], 0, 3
        contact.flex = contact.elem = contact.vert = [-1, -1]
        assert module.mj_addContact(m, d, contact) == 0
        module.mj_makeConstraint(m, d)
        for stage in ("mj_fwdVelocity", "mj_fwdActuation", "mj_fwdAcceleration", "mj_fwdConstraint"):
            getattr(module, stage)(m, d)
    assert data.ncon == expected.ncon == 1 and data.nefc == expected.nefc
    assert data.contact[0].geom.tolist() == [0, 3] and data.contact.geom.shape == (1, 2)
    assert data.contact[0].dist == -0.01 and data.contact.frame.shape == expected.contact.frame.shape
    close(data, expected, ["efc_type", "efc_aref", "efc_D", "qacc", "efc_force"], 1e-8)
    ours, theirs = np.zeros(6), np.zeros(6)
    synovia.mj_contactForce(model, data, 0, ours)
    mujoco.mj_contactForce(reference, expected, 0, theirs)
    np.testing.assert_allclose(ours, theirs, rtol=1e-7, atol=1e-9)
    assert ours[0] > 0
    data.contact[0].friction[1] = 0.5
    data.contact.dist[0] = -0.02
    assert data.contact[0].dist == -0.02 and data.contact.friction[0, 1] == 0.5
    with pytest.raises(IndexError):
        data.contact[1]
    other = pickle.loads(pickle.dumps(data))
    assert other.contact == data.contact and other.ncon == 1


def test_angular_momenta_agree():
    model, data, reference, expected = pair()
    synovia.mj_forward(model, data)
    mujoco.mj_forward(reference, expected)
    synovia.mj_subtreeVel(model, data)
    for body in range(model.nbody):
        ours, theirs = np.zeros((2, 3, model.nv))
        synovia.mj_angmomMat(model, data, ours, body)
        mujoco.mj_angmomMat(reference, expected, theirs, body)
        np.testing.assert_allclose(ours, theirs, atol=1e-11)
        np.testing.assert_allclose(ours @ data.qvel, data.subtree_angmom[body], atol=1e-10)
    with pytest.raises(ValueError, match="body 99"):
        synovia.mj_angmomMat(model, data, ours, 99)


def test_islands_agree():
    model, data, reference, expected = pair()
    for module, m, d in ((synovia, model, data), (mujoco, reference, expected)):
        module.mj_fwdPosition(m, d)
        module.mj_island(m, d)
    assert data.nisland == expected.nisland > 0 and data.nidof == expected.nidof
    for name in ("tree_island", "dof_island", "efc_island", "island_nv", "island_nefc", "map_efc2iefc"):
        assert np.array_equal(getattr(data, name), getattr(expected, name)), name


def test_rows_of_the_only_island_are_there_when_asked_for():
    xml = """<mujoco><worldbody><geom type='plane' size='2 2 1'/>
    <body pos='0 0 .09'><freejoint/><geom type='box' size='.1 .1 .1'/></body></worldbody></mujoco>"""
    sides = []
    for module in (synovia, mujoco):
        model = module.MjModel.from_xml_string(xml)
        data = module.MjData(model)
        module.mj_step(model, data, 3)
        module.mj_step1(model, data)
        # read between the halves of a step, and after it
        early = np.array(data.iefc_J).ravel()
        module.mj_step2(model, data)
        late = [np.array(getattr(data, f"iefc_{name}")).ravel() for name in ("J", "D", "R", "aref", "force", "type", "state")]
        late += [np.array(data.iacc), np.array(data.ifrc_constraint), np.array(data.iM)]
        sides.append([early, *late])
        assert data.nisland == 1 and np.any(data.efc_force)
    for ours, theirs in zip(*sides, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-10)
