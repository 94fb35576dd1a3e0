"""Sensors, energies, body accelerations and histories agree with MuJoCo."""

import mujoco
import numpy as np
import pytest
from support import twin

import synovia

XML = """
<mujoco>
  <option timestep="0.005"><flag contact="disable" energy="enable"/></option>
  <worldbody>
    <camera name="eye" pos="0 -2 1"/>
    <body name="base" pos="0 0 1">
      <joint name="swing" axis="0 1 0" damping="0.1"/>
      <geom name="rod" type="capsule" size="0.05" fromto="0 0 0 0.4 0 0"/>
      <site name="mid" pos="0.2 0 0" euler="10 20 30"/>
      <body name="tip" pos="0.4 0 0">
        <joint name="twist" type="ball"/>
        <geom name="bob" type="box" size="0.1 0.05 0.02"/>
        <site name="end" pos="0.1 0 0"/>
      </body>
    </body>
    <body name="free" pos="1 0 1"><freejoint name="fly"/><geom name="brick" type="box" size="0.1 0.2 0.3"/></body>
  </worldbody>
  <tendon><spatial name="rope"><site site="mid"/><site site="end"/></spatial></tendon>
  <actuator>
    <motor name="turn" joint="swing" gear="3"/>
    <motor name="late" joint="swing" delay="0.012" nsample="4" interp="linear"/>
  </actuator>
  <sensor>
    <jointpos name="angle" joint="swing"/>
    <jointvel name="rate" joint="swing"/>
    <ballquat joint="twist"/>
    <ballangvel joint="twist"/>
    <tendonpos name="length" tendon="rope"/>
    <tendonvel tendon="rope"/>
    <actuatorpos actuator="turn"/>
    <actuatorfrc actuator="turn"/>
    <jointactuatorfrc joint="swing"/>
    <accelerometer name="feel" site="end"/>
    <velocimeter site="end"/>
    <gyro site="end"/>
    <force name="push" site="end"/>
    <torque site="mid"/>
    <framepos objtype="site" objname="end" reftype="body" refname="base"/>
    <framequat name="attitude" objtype="geom" objname="bob"/>
    <framexaxis objtype="body" objname="tip"/>
    <framelinvel objtype="body" objname="tip"/>
    <frameangvel objtype="xbody" objname="tip"/>
    <framelinacc objtype="camera" objname="eye"/>
    <framelinacc objtype="body" objname="tip"/>
    <frameangacc objtype="body" objname="tip"/>
    <subtreecom body="base"/>
    <subtreelinvel body="base"/>
    <subtreeangmom name="spin" body="base"/>
    <e_potential/>
    <e_kinetic/>
    <clock/>
    <framepos name="slow" objtype="body" objname="tip" delay="0.012" nsample="4" interp="linear"/>
  </sensor>
</mujoco>
"""


@pytest.fixture
def moving():
    """Both simulations at the same moving state."""
    reference = mujoco.MjModel.from_xml_string(XML)
    model = twin(reference)
    data, expected = synovia.MjData(model), mujoco.MjData(reference)
    rng = np.random.default_rng(1)
    mujoco.mj_integratePos(reference, expected.qpos, rng.normal(size=reference.nv), 0.4)
    expected.qvel, expected.ctrl = rng.normal(size=reference.nv), rng.normal(size=reference.nu)
    expected.xfrc_applied = rng.normal(size=(reference.nbody, 6))
    for name in ("qpos", "qvel", "ctrl", "xfrc_applied"):
        setattr(data, name, getattr(expected, name))
    return model, data, reference, expected


def close(a, b):
    np.testing.assert_allclose(a, b, rtol=1e-8, atol=1e-9)


def test_sensors_and_energies_agree(moving):
    model, data, reference, expected = moving
    synovia.mj_forward(model, data)
    mujoco.mj_forward(reference, expected)
    close(data.sensordata, expected.sensordata)
    close(data.energy, expected.energy)
    assert data.energy.all()
    for name in ("angle", "feel", "attitude", "spin"):
        assert data.sensor(name).data.shape == expected.sensor(name).data.shape
        close(data.sensor(name).data, expected.sensor(name).data)


def test_stages_of_sensors_agree(moving):
    model, data, reference, expected = moving
    for module, m, d in ((synovia, model, data), (mujoco, reference, expected)):
        module.mj_forwardSkip(m, d, 0, 1)
        assert not d.sensordata.any()
        for stage in ("mj_sensorPos", "mj_sensorVel", "mj_sensorAcc", "mj_energyPos", "mj_energyVel", "mj_subtreeVel"):
            getattr(module, stage)(m, d)
    close(data.sensordata, expected.sensordata)
    close(data.energy, expected.energy)


def test_what_is_computed_on_demand_is_flagged(moving):
    model, data, reference, expected = moving
    for stage in ("mj_fwdPosition", "mj_energyPos", "mj_fwdVelocity", "mj_energyVel", "mj_subtreeVel", "mj_forward"):
        getattr(synovia, stage)(model, data)
        getattr(mujoco, stage)(reference, expected)
        for flag in ("flg_energypos", "flg_energyvel", "flg_subtreevel", "flg_rnepost"):
            assert getattr(data, flag) == getattr(expected, flag), (stage, flag)


def test_accelerations_of_objects_agree(moving):
    model, data, reference, expected = moving
    for module, m, d in ((synovia, model, data), (mujoco, reference, expected)):
        module.mj_forward(m, d)
        module.mj_rnePostConstraint(m, d)
    for name in ("cacc", "cfrc_int", "cfrc_ext"):
        close(getattr(data, name), getattr(expected, name))
    for kind in ("BODY", "XBODY", "GEOM", "SITE", "CAMERA"):
        kind = synovia.mjtObj.__members__[f"mjOBJ_{kind}"]
        for local in (0, 1):
            ours, theirs = np.zeros(6), np.zeros(6)
            synovia.mj_objectAcceleration(model, data, kind, 0, ours, local)
            mujoco.mj_objectAcceleration(reference, expected, int(kind), 0, theirs, local)
            close(ours, theirs)
    with pytest.raises(ValueError, match="does not exist or has no frame"):
        synovia.mj_objectAcceleration(model, data, synovia.mjtObj.mjOBJ_SITE, 9, np.zeros(6), 0)


def test_histories_are_read(moving):
    model, data, reference, expected = moving
    for k in range(8):
        for module, m, d in ((synovia, model, data), (mujoco, reference, expected)):
            d.ctrl[1] = np.sin(k)
            module.mj_step(m, d)
    close(data.history, expected.history)
    for time in np.linspace(0.02, 0.06, 9):
        for interp in (-1, 0, 1, 2):
            for actuator in (0, 1):
                ours = synovia.mj_readCtrl(model, data, actuator, time, interp)
                assert ours == pytest.approx(mujoco.mj_readCtrl(reference, expected, actuator, time, interp), abs=1e-12)
    times, values = np.array([0.01, 0.02, 0.03, 0.04]), np.array([1.0, 2, 4, 8])
    for module, m, d in ((synovia, model, data), (mujoco, reference, expected)):
        module.mj_initCtrlHistory(m, d, 1, times, values)
        module.mj_initCtrlHistory(m, d, 1, None, values / 2)
    close(data.history, expected.history)
    slow, many = synovia.mj_name2id(model, synovia.mjtObj.mjOBJ_SENSOR, "slow"), np.arange(12.0).reshape(4, 3)
    for time in np.linspace(0.02, 0.06, 5):
        ours, theirs = np.zeros((2, 3))
        synovia.mj_readSensor(model, data, slow, time, ours, -1)
        mujoco.mj_readSensor(reference, expected, slow, time, theirs, -1)
        close(ours, theirs)
    for module, m, d in ((synovia, model, data), (mujoco, reference, expected)):
        module.mj_initSensorHistory(m, d, slow, times, many, 0.03)
    close(data.history, expected.history)
    with pytest.raises(ValueError, match="ascend"):
        synovia.mj_initCtrlHistory(model, data, 1, times[::-1], values)
    with pytest.raises(ValueError, match="no history"):
        synovia.mj_initCtrlHistory(model, data, 0, times, values)
    result = np.zeros(3)
    number = synovia.mj_name2id(model, synovia.mjtObj.mjOBJ_SENSOR, "feel")
    assert synovia.mj_readSensor(model, data, number, 0.03, result, -1) is result
    close(result, data.sensor("feel").data)


def test_forces_of_contacts_that_are_not_there_are_zero(moving):
    model, data, reference, expected = moving
    result = np.ones(6)
    synovia.mj_contactForce(model, data, 3, result)
    assert not result.any()
