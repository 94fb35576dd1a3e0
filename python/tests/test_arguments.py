"""Arguments of the wrong type raise errors that name the function, the argument and the expected type."""

import inspect

import mujoco
import numpy as np
import pytest

import synovia
from synovia import _synovia

XML = "<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>"


@pytest.fixture
def model():
    return synovia.MjModel.from_xml_string(XML)


@pytest.fixture
def data(model):
    return synovia.MjData(model)


def refused(function, *arguments, **keywords):
    with pytest.raises(TypeError) as error:
        function(*arguments, **keywords)
    return str(error.value)


def test_model_and_simulation_in_the_wrong_order_say_so(model, data):
    wanted = "mj_step: m should be an MjModel, not MjData, and d an MjData, not MjModel: m comes before d"
    assert refused(synovia.mj_step, data, model) == wanted
    assert refused(synovia.mj_step, m=data, d=model) == wanted
    assert refused(synovia.mj_forward, data, model).startswith("mj_forward: m should be an MjModel, not MjData")


def test_what_is_no_model_or_simulation_is_told(model, data):
    assert refused(synovia.mj_step, data, data) == "mj_step: m should be an MjModel, not MjData"
    assert refused(synovia.mj_step, model, None) == "mj_step: d should be an MjData, not None"
    assert refused(synovia.mj_step, model, model) == "mj_step: d should be an MjData, not MjModel"
    assert refused(synovia.mj_resetData, 1, 2) == "mj_resetData: m should be an MjModel, not int"
    assert refused(synovia.mj_name2id, data, 1, "a") == "mj_name2id: m should be an MjModel, not MjData"
    assert refused(synovia.mj_copyData, data, model, model) == "mj_copyData: src should be an MjData, not MjModel"
    assert refused(synovia.MjData, data) == "MjData: model should be an MjModel, not MjData"
    assert refused(synovia.Renderer, data) == "Renderer: model should be an MjModel, not MjData"
    assert refused(synovia.MjrContext, data, 150) == "MjrContext: model should be an MjModel, not MjData"
    assert refused(synovia.BatchRenderer, data) == "BatchRenderer: model should be an MjModel, not MjData"


def test_objects_of_mujoco_itself_are_told_from_those_of_the_package(data):
    theirs = mujoco.MjModel.from_xml_string(XML)
    assert refused(synovia.mj_step, theirs, data) == "mj_step: m should be an MjModel, not mujoco._structs.MjModel"


def functions():
    """Functions of the engine whose first arguments are a model and a simulation."""
    for name in dir(_synovia):
        function = getattr(_synovia, name)
        if name.startswith(("mj_", "mjd_")) and callable(function):
            parameters = list(inspect.signature(function).parameters)
            if parameters[:2] == ["m", "d"]:
                yield name, parameters


FUNCTIONS = dict(functions())




@pytest.mark.parametrize("name", [name for name, parameters in FUNCTIONS.items() if len(parameters) == 2])
def test_every_stage_names_itself(model, data, name):
    assert refused(getattr(synovia, name), data, model).startswith(f"{name}: m should be an MjModel, not MjData, and d")
    assert refused(getattr(synovia, name), model, 3) == f"{name}: d should be an MjData, not int"


def test_functions_with_more_arguments_name_themselves(model, data):
    point, three, six, whole = np.zeros(3), np.zeros(3), np.zeros(6), np.zeros(1, np.int32)
    calls = {
        "mj_getState": (np.zeros(2), 1),
        "mj_setState": (np.zeros(2), 1),
        "mj_jac": (None, None, point, 0),
        "mj_jacBody": (None, None, 0),
        "mj_jacSite": (None, None, 0),
        "mj_mulM": (np.zeros(1), np.zeros(1)),
        "mj_rne": (0, np.zeros(1)),
        "mj_contactForce": (0, six),
        "mj_objectVelocity": (1, 0, six, 0),
        "mj_ray": (point, three, None, 1, -1, whole),
        "mj_resetDataKeyframe": (0,),
        "mj_applyFT": (three, three, three, 0, np.zeros(1)),
        "mj_forwardSkip": (0, 0),
        "mjd_transitionFD": (1e-6, True, None, None, None, None),
    }
    for name, rest in calls.items():
        assert refused(getattr(synovia, name), data, model, *rest).startswith(f"{name}: m should be an MjModel, not MjData"), name
    scene, option, camera = synovia.MjvScene(model, 10), synovia.MjvOption(), synovia.MjvCamera()
    told = refused(synovia.mjv_updateScene, data, model, option, None, camera, 7, scene)
    assert told.startswith("mjv_updateScene: m should be an MjModel, not MjData")
