"""Copying and pickling."""

import copy
import pickle

import numpy as np
import pytest

import synovia


def same(a, b):
    return all(np.array_equal(getattr(a, n), getattr(b, n), equal_nan=True) for n in a._all_fields if n not in TEXT)


TEXT = ("names", "paths", "text_data")


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))])
def test_a_copy_of_a_model_is_equal_and_independent(model, duplicate):
    model.opt.timestep = 0.5
    other = duplicate(model)
    assert type(other) is synovia.MjModel
    assert same(model, other) and other.names == model.names and other.opt == model.opt and other.vis == model.vis
    assert other.signature == model.signature
    other.body_mass[1] += 1
    assert not same(model, other)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda d: pickle.loads(pickle.dumps(d))])
def test_a_copy_of_a_simulation_is_equal_and_independent(data, duplicate):
    data.qpos[:] = np.arange(len(data.qpos))
    data.time = 3.5
    data.energy = [1, 2]
    data.xpos[1] = 4
    other = duplicate(data)
    assert np.array_equal(other.qpos, data.qpos) and other.time == 3.5 and other.energy.tolist() == [1, 2]
    assert np.array_equal(other.xpos, data.xpos)
    other.qpos[0] = -1
    assert data.qpos[0] == 0


def test_copying_into_a_simulation_keeps_its_arrays(model, data):
    other = synovia.MjData(model)
    qpos = other.qpos
    data.qpos[:] = 2
    synovia.mj_copyData(other, model, data)
    assert other.qpos is qpos and np.all(qpos == 2)


def test_a_saved_model_is_read_back(model, tmp_path):
    path = tmp_path / "model.mjb"
    synovia.mj_saveModel(model, str(path))
    assert path.stat().st_size == synovia.mj_sizeModel(model)
    assert same(synovia.MjModel.from_binary_path(str(path)), model)
    buffer = np.zeros(synovia.mj_sizeModel(model), np.uint8)
    synovia.mj_saveModel(model, None, buffer)
    assert same(synovia.MjModel.from_binary_path("m", {"m": buffer.tobytes()}), model)


def test_bytes_that_are_no_model_are_refused(model):
    data = model._to_bytes()
    for broken in (b"", b"nonsense", data[:-1], data + b"x"):
        with pytest.raises(ValueError):
            synovia.MjModel._from_bytes(broken)
