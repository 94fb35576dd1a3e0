"""Built-in plugins, and plugins written in Python."""

import copy
import pickle
import warnings

import numpy as np
import pytest
import synovia
from synovia import rollout

PENDULUM = """
<mujoco>
  <extension>
    <plugin plugin="{plugin}"><instance name="one">{config}</instance></plugin>
  </extension>
  <worldbody>
    <body>
      <joint name="hinge" axis="0 1 0"/><geom size=".1" pos=".5 0 0"/>{inside}
    </body>
  </worldbody>
  {after}
</mujoco>
"""


def model(plugin, inside="", after="", **config):
    entries = "".join(f'<config key="{key}" value="{value}"/>' for key, value in config.items())
    return synovia.MjModel.from_xml_string(PENDULUM.format(plugin=plugin, config=entries, inside=inside, after=after))


@synovia.plugin("test.spring", attributes=["stiffness"])
class Spring:
    def __init__(self, config):
        self.stiffness = float(config["stiffness"] or 1)

    def passive(self, m, d):
        d.qfrc_passive[:] -= self.stiffness * d.qpos


USES_SPRING = '<plugin plugin="test.spring" instance="one"/>'


def test_a_passive_plugin_is_a_spring_of_the_model():
    m = model("test.spring", USES_SPRING, stiffness=30)
    xml = PENDULUM.split("<extension>")[0] + "<worldbody>" + PENDULUM.split("<worldbody>")[1].format(inside="", after="")
    plain = synovia.MjModel.from_xml_string(xml.replace('axis="0 1 0"', 'axis="0 1 0" stiffness="30"'))
    d, e = synovia.MjData(m), synovia.MjData(plain)
    synovia.mj_step(m, d, nstep=500)
    synovia.mj_step(plain, e, nstep=500)
    assert d.qpos[0] == e.qpos[0] != 0
    assert synovia.mj_getPluginConfig(m, 0, "stiffness") == "30"
    assert synovia.mj_getPluginConfig(m, 0, "nothing") is None
    with pytest.raises(IndexError, match="plugin instance 1 does not exist"):
        synovia.mj_getPluginConfig(m, 1, "stiffness")


def test_copies_of_models_and_simulations_go_on_alike():
    m = model("test.spring", USES_SPRING, stiffness=30)
    d = synovia.MjData(m)
    synovia.mj_step(m, d, nstep=50)
    others = [(m, copy.copy(d)), (copy.copy(m), copy.deepcopy(d)), (pickle.loads(pickle.dumps(m)), copy.copy(d))]
    synovia.mj_step(m, d, nstep=50)
    for other, e in others:
        synovia.mj_step(other, e, nstep=50)
        assert e.qpos[0] == d.qpos[0]


@synovia.plugin("test.counter")
class Counter:
    """Counts steps in its state; its sensor reads the count."""

    state_len = 2
    sensor_len = staticmethod(lambda config: 2)

    def __init__(self, config):
        pass

    def reset(self, state):
        state[:] = [0, 100]

    def sense(self, m, d):
        adr = m.plugin_stateadr[self.instance]
        d.sensordata[m.sensor_adr[0] :][:2] = d.plugin_state[adr : adr + 2]

    def advance(self, m, d):
        adr = m.plugin_stateadr[self.instance]
        d.plugin_state[adr : adr + 2] += 1


SHOWS_COUNT = '<sensor><plugin plugin="test.counter" instance="one"/></sensor>'


def test_state_is_kept_reset_and_restored():
    m = model("test.counter", after=SHOWS_COUNT)
    d = synovia.MjData(m)
    assert (m.npluginstate, m.nsensordata) == (2, 2)
    synovia.mj_step(m, d, nstep=7)
    assert d.plugin_state.tolist() == [7, 107] and d.sensordata.tolist() == [6, 106]
    whole = synovia.mjtState.mjSTATE_FULLPHYSICS
    state = np.zeros(synovia.mj_stateSize(m, whole))
    synovia.mj_getState(m, d, state, whole)
    synovia.mj_resetData(m, d)
    assert d.plugin_state.tolist() == [0, 100]
    synovia.mj_setState(m, d, state, whole)
    synovia.mj_step(m, d)
    assert d.plugin_state.tolist() == [8, 108]


def test_rollouts_on_threads_call_plugins():
    m = model("test.counter", after=SHOWS_COUNT)
    whole = synovia.mjtState.mjSTATE_FULLPHYSICS
    start = np.zeros(synovia.mj_stateSize(m, whole))
    synovia.mj_getState(m, synovia.MjData(m), start, whole)
    data = [synovia.MjData(m) for _ in range(2)]
    _, readings = rollout.rollout(m, data, np.tile(start, (6, 1)), nstep=10)
    assert (readings[:, :, 0] == np.arange(10)).all()


@synovia.plugin("test.broken")
class Broken:
    def __init__(self, config):
        pass

    def passive(self, m, d):
        if d.time > 0.01:
            raise KeyError("gone")


def test_what_a_plugin_raises_is_raised_by_the_step():
    m = model("test.broken", '<plugin plugin="test.broken" instance="one"/>')
    d = synovia.MjData(m)
    with pytest.raises(KeyError, match="gone"):
        synovia.mj_step(m, d, nstep=1000)
    assert 0.01 < d.time < 0.02
    with pytest.raises(KeyError, match="gone"):
        synovia.mj_forward(m, d)


@synovia.plugin("test.picky", attributes=["size"])
class Picky:
    def __init__(self, config):
        if float(config["size"] or 0) <= 0:
            raise ValueError("size must be positive")

    def passive(self, m, d):
        pass


def test_mistakes_of_the_configuration_are_errors_of_the_model():
    uses = '<plugin plugin="test.picky" instance="one"/>'
    with pytest.raises(ValueError, match="size must be positive"):
        model("test.picky", uses, size=-1)
    with pytest.raises(ValueError, match="sise"):
        model("test.picky", uses, sise=1)
    with pytest.raises(ValueError, match="test.piky"):
        model("test.piky", uses)
    assert model("test.picky", uses, size=1).nplugin == 1


@synovia.plugin("test.controller", attributes=["gain"])
class Controller:
    def __init__(self, config):
        self.gain = float(config["gain"])

    def act_dot(self, m, d):
        d.act_dot[0] = d.ctrl[0]

    def actuate(self, m, d):
        d.actuator_force[0] = self.gain * (d.act[0] - d.actuator_length[0])


def test_an_actuator_is_an_integrated_velocity_controller():
    after = '<actuator><plugin plugin="test.controller" instance="one" joint="hinge" actdim="1" dyntype="none"/></actuator>'
    m = model("test.controller", after=after, gain=20)
    plain = synovia.MjModel.from_xml_string(
        """<mujoco><worldbody><body><joint name="hinge" axis="0 1 0"/><geom size=".1" pos=".5 0 0"/></body></worldbody>
        <actuator><intvelocity joint="hinge" kp="20" actrange="-9 9"/></actuator></mujoco>"""
    )
    d, e = synovia.MjData(m), synovia.MjData(plain)
    d.ctrl[0] = e.ctrl[0] = 0.5
    synovia.mj_step(m, d, nstep=300)
    synovia.mj_step(plain, e, nstep=300)
    np.testing.assert_allclose(d.qpos, e.qpos, rtol=1e-12)
    assert d.act[0] == e.act[0] > 0.2


@synovia.plugin("test.ball", attributes=["radius"])
class Ball:
    def __init__(self, config):
        self.radius = float(config["radius"])

    def distance(self, point):
        if np.linalg.norm(point) > 1e3:
            raise OverflowError("too far")
        return float(np.linalg.norm(point) - self.radius)

    def gradient(self, point):
        return point / np.linalg.norm(point)

    def aabb(self):
        return [0, 0, 0] + 3 * [self.radius]


BALL = """
<mujoco>
  <extension><plugin plugin="test.ball"><instance name="one"><config key="radius" value=".3"/></instance></plugin></extension>
  <asset><mesh name="ball"><plugin instance="one"/></mesh></asset>
  <worldbody>
    <geom name="field" type="sdf" mesh="ball"><plugin instance="one"/></geom>
    <body pos="0 0 .38"><freejoint/><geom name="sphere" size=".1"/></body>
  </worldbody>
</mujoco>
"""


def test_a_shape_meets_spheres_and_rays():
    m = synovia.MjModel.from_xml_string(BALL)
    d = synovia.MjData(m)
    synovia.mj_forward(m, d)
    assert d.ncon >= 1
    # contacts are at most half the overlap deep, and their normals are along the line of centres
    for contact in d.contact:
        assert -0.01 - 1e-6 < contact.dist < 0
        assert abs(contact.frame[2]) == pytest.approx(1, abs=1e-2)
    found = synovia.mj_ray(m, d, np.array([2.0, 0, 0]), np.array([-1.0, 0, 0]), None, 1, -1, np.zeros(1, np.int32))
    assert found == pytest.approx(1.7, abs=1e-3)


def test_a_class_that_does_nothing_is_no_plugin():
    with pytest.raises(TypeError, match="needs at least one of the methods"):
        synovia.plugin("test.nothing")(type("Nothing", (), {}))
    with pytest.raises(TypeError, match="but not aabb"):
        synovia.plugin("test.unbound")(type("Unbound", (), {"distance": lambda self, point: 0}))
    with pytest.raises(ValueError, match="already"):
        synovia.plugin("mujoco.pid")(Spring)


def test_compiled_libraries_are_refused(tmp_path):
    with pytest.raises(synovia.FatalError, match="cannot be loaded.*mujoco.pid"):
        synovia.mj_loadPluginLibrary("libelasticity.so")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        synovia.mj_loadAllPluginLibraries(str(tmp_path))
        synovia.mj_loadAllPluginLibraries(synovia.PLUGINS_DIR)
    (tmp_path / "libmine.so").write_bytes(b"")
    with pytest.warns(RuntimeWarning, match="libmine.so"):
        synovia.mj_loadAllPluginLibraries(str(tmp_path))
    assert synovia.PLUGIN_HANDLES == []
    assert synovia.plugin_names()[:8] == [
        "mujoco.pid",
        "mujoco.elasticity.cable",
        "mujoco.sensor.touch_grid",
        "mujoco.sdf.bolt",
        "mujoco.sdf.bowl",
        "mujoco.sdf.gear",
        "mujoco.sdf.nut",
        "mujoco.sdf.torus",
    ]
