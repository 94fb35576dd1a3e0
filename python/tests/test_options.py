"""Options, statistics and visual settings behave as in MuJoCo."""

import copy
import pickle

import mujoco
import numpy as np
import pytest
from support import public

import synovia


def same_record(record, expected):
    for name in public(expected):
        a, b = getattr(record, name), getattr(expected, name)
        assert type(a) is type(b), name
        if np.size(b) == 0:
            continue  # MuJoCo's Python module shows some colors as empty arrays
        assert np.array_equal(a, b), name
        if isinstance(b, np.ndarray):
            assert a.dtype == b.dtype and a.shape == b.shape, name


def test_default_options_are_those_of_the_reference():
    same_record(synovia.MjOption(), mujoco.MjOption())
    same_record(synovia.MjStatistic(), mujoco.MjStatistic())


def test_default_drawing_settings_are_those_of_the_reference():
    # a blank model has the defaults of both
    sizes = [0] * len(synovia.MjModel._size_fields)
    blank = synovia.MjModel._of(synovia._synovia.blank(sizes))
    plain = mujoco.MjModel.from_xml_string("<mujoco/>")
    for group in synovia.MjVisual._CLASSES:
        same_record(getattr(blank.vis, group), getattr(plain.vis, group))
    same_record(blank.opt, plain.opt)


def test_records_of_a_model_equal_the_reference(model, reference):
    same_record(model.opt, reference.opt)
    same_record(model.stat, reference.stat)
    for group in synovia.MjVisual._CLASSES:
        same_record(getattr(model.vis, group), getattr(reference.vis, group))


def test_options_are_shown_like_the_reference(model, reference):
    assert repr(model.opt) == repr(reference.opt)
    assert repr(model.stat) == repr(reference.stat)
    assert repr(model.vis.global_) == repr(reference.vis.global_)


def test_writing_an_option_reaches_the_engine(model):
    assert model.opt is model.opt
    model.opt.timestep = 0.25
    model.opt.gravity[0] = 4
    model.opt.wind = [1, 2, 3]
    model.opt.integrator = synovia.mjtIntegrator.mjINT_RK4
    model.vis.map.haze = 0.5
    model.vis.rgba.fog[3] = 0.75
    model.stat.center = (7, 8, 9)
    again = pickle.loads(pickle.dumps(model))
    assert again.opt.timestep == 0.25 and again.opt.integrator == 1
    assert again.opt.gravity.tolist() == [4, 0, -3] and again.opt.wind.tolist() == [1, 2, 3]
    assert again.vis.map.haze == 0.5 and again.vis.rgba.fog[3] == 0.75
    assert again.stat.center.tolist() == [7, 8, 9]


def test_a_whole_record_can_be_assigned(model):
    model.opt = synovia.MjOption()
    assert model.opt == synovia.MjOption()
    model.opt.iterations = 3
    assert model.opt != synovia.MjOption()
    with pytest.raises(TypeError):
        model.opt = model.stat


@pytest.mark.parametrize("value", ["x", None, [1, 2]])
def test_nonsense_is_refused(model, value):
    with pytest.raises(TypeError):
        model.opt.timestep = value
    with pytest.raises(TypeError):
        model.opt.iterations = value
    with pytest.raises(TypeError):
        model.opt.iterations = 1.5
    with pytest.raises(AttributeError):
        model.opt.foo = value


def test_copies_are_independent(model):
    a = copy.copy(model.opt)
    b = copy.deepcopy(model.vis)
    model.opt.timestep = 9
    model.vis.quality.numslices = 5
    assert a.timestep == 0.005 and b.quality.numslices == 28
    assert pickle.loads(pickle.dumps(a)) == a


def test_drawing_settings_belong_to_a_model():
    with pytest.raises(TypeError):
        synovia.MjVisual()


def test_options_go_back_to_their_defaults():
    option = synovia.MjOption()
    option.timestep, option.gravity = 3, 1
    synovia.mj_defaultOption(option)
    assert option == synovia.MjOption()
