"""A simulation that diverges is reported once, with MuJoCo's message."""

import warnings

import mujoco
import numpy as np
import pytest

import synovia
from synovia import rollout

XML = """
<mujoco>
  <option timestep=".01"/>
  <worldbody><body><joint name="hinge" axis="0 1 0"/><geom size=".1" pos="0 0 1"/></body></worldbody>
  <actuator><motor joint="hinge"/></actuator>
</mujoco>
"""
BAD = {"qpos": np.nan, "qvel": 1e11, "qfrc_applied": 1e14, "ctrl": np.inf}


class Told(list):
    """The warnings that a module has reported."""

    def __init__(self, module):
        self.model = module.MjModel.from_xml_string(XML)
        self.data = module.MjData(self.model)
        self.module = module

    def step(self, n=1):
        self.module.mj_step(self.model, self.data, nstep=n)


@pytest.fixture
def both():
    """Both modules, each with a warning handler."""
    worlds = [Told(synovia), Told(mujoco)]
    for told in worlds:
        told.module.set_mju_user_warning(told.append)
    yield worlds
    for told in worlds:
        told.module.set_mju_user_warning(None)


def test_the_same_is_told_at_the_same_calls(both):
    after = []
    for told in both:
        counts, d = [], told.data
        told.step(12)
        for name in ("qpos", "qpos", "ctrl", "ctrl", "qvel", "qfrc_applied", "qpos"):
            getattr(d, name)[0] = BAD[name]
            told.step()
            counts.append(len(told))
        # a reset clears the counters, and so may the user
        told.module.mj_resetData(told.model, d)
        d.qpos[0] = BAD["qpos"]
        told.step(3)
        d.warning.number[:] = 0
        d.qpos[0] = BAD["qpos"]
        told.module.mj_checkPos(told.model, d)
        # without automatic resets
        told.model.opt.disableflags = told.module.mjtDisableBit.mjDSBL_AUTORESET
        told.module.mj_resetData(told.model, d)
        d.ctrl[0] = BAD["ctrl"]
        for function in ("mj_forward", "mj_step1", "mj_step2", "mj_fwdActuation"):
            getattr(told.module, function)(told.model, d)
            counts.append(len(told))
        after.append((list(told), counts, d.warning.number.tolist(), d.warning.lastinfo.tolist()))
    assert after[0] == after[1]
    assert "Nan, Inf or huge value in QPOS at DOF 0. The simulation is unstable. Time = 0.1200." in after[0][0]


def test_without_a_handler_it_is_a_warning_where_the_call_was():
    told = Told(synovia)
    assert synovia.get_mju_user_warning() is None
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        told.data.qpos[0] = np.nan
        for _ in range(3):
            synovia.mj_step(told.model, told.data)
    assert [w.category for w in seen] == [RuntimeWarning] and seen[0].filename == __file__
    assert str(seen[0].message) == "Nan, Inf or huge value in QPOS at DOF 0. The simulation is unstable. Time = 0.0000."
    assert told.data.warning.number[synovia.mjtWarning.mjWARN_BADQPOS] == 1 and told.data.time == pytest.approx(0.03)


def test_a_warning_as_an_error_comes_after_the_call():
    # DIFFERENCE(warning-report): the reference aborts the step when its handler raises
    told = Told(synovia)
    told.data.qpos[0] = np.nan
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(RuntimeWarning, match="QPOS at DOF 0"):
            told.step(5)
        # the call was completed, and the simulation is not locked
        assert told.data.time == pytest.approx(0.05)
        told.step()
    assert told.data.time == pytest.approx(0.06)


def test_handlers_are_functions_and_may_call_back():
    for wrong in (3, "text"):
        with pytest.raises(TypeError, match="callback is not an Optional"):
            synovia.set_mju_user_warning(wrong)
    told = Told(synovia)

    def handler(text):
        synovia.mj_resetData(told.model, told.data)
        raise KeyError(text)

    synovia.set_mju_user_warning(handler)
    try:
        assert synovia.get_mju_user_warning() is handler
        told.data.qvel[0] = np.nan
        with pytest.raises(KeyError, match="QVEL"):
            told.step(2)
    finally:
        synovia.set_mju_user_warning(None)
    assert told.data.time == 0
    told.step()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_rollout_tells_the_first_of_each_kind_when_it_is_over(threads):
    told = Told(synovia)
    data = [synovia.MjData(told.model) for _ in range(threads)]
    initial = np.zeros((6, synovia.mj_stateSize(told.model, synovia.mjtState.mjSTATE_FULLPHYSICS)))
    initial[:, 0] = np.arange(6)
    initial[2:, 1] = np.nan
    initial[4:, 1:] = [0, np.nan]
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        rollout.rollout(told.model, data, initial, nstep=4)
        assert all(w.filename == __file__ for w in seen)
        texts = [str(w.message) for w in seen]
        assert texts == [
            "Nan, Inf or huge value in QPOS at DOF 0. The simulation is unstable. Time = 2.0000.",
            "Nan, Inf or huge value in QVEL at DOF 0. The simulation is unstable. Time = 4.0000.",
        ]
        # no warning is left for the next call to report
        synovia.mj_step(told.model, data[0])
        assert len(seen) == 2


def test_contacts_without_room_are_told():
    model = synovia.MjModel.from_xml_string(
        """<mujoco><size memory="1K"/><worldbody><geom type="plane" size="1 1 .1"/>
        <body pos="0 0 .05"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>"""
    )
    data = synovia.MjData(model)
    with pytest.warns(RuntimeWarning, match="Too many contacts"):
        synovia.mj_forward(model, data)
