"""Every field of a model has the same name, type, shape and behaviour as in MuJoCo."""

import gc

import numpy as np
import pytest
from support import public, twin

import synovia

# bound methods and helpers of MuJoCo that Synovia does not have
NOT_OFFERED = {"bind", "bind_scalar"}


def test_every_attribute_of_the_reference_is_there(model, reference):
    missing = set(public(reference)) - set(public(model)) - NOT_OFFERED
    assert not missing


def test_every_field_has_the_type_shape_and_value_of_the_reference(model, reference):
    compared = 0
    for name in public(reference):
        expected = getattr(reference, name)
        if callable(expected) or name in ("opt", "vis", "stat", "signature"):
            continue
        value = getattr(model, name)
        assert type(value) is type(expected), name
        if isinstance(expected, np.ndarray):
            assert value.dtype == expected.dtype, name
            assert value.shape == expected.shape, name
            assert value.flags.writeable and value.flags.c_contiguous, name
            assert np.array_equal(value, expected, equal_nan=value.dtype.kind == "f"), name
        else:
            assert value == expected, name
        compared += 1
    assert compared > 500


def test_fields_are_listed_as_in_the_reference(model, reference):
    assert model._size_fields == reference._size_fields
    assert set(reference._all_fields) <= set(model._all_fields)


def test_a_field_is_one_array_over_the_memory_of_the_engine(model):
    assert model.body_pos is model.body_pos
    model.body_mass[1] = 12.5
    assert model.body("free").mass[0] == 12.5
    copy = synovia.MjModel._from_bytes(model._to_bytes())
    assert copy.body_mass[1] == 12.5, "the engine sees what numpy wrote"


def test_assigning_fills_the_field(model):
    before = model.body_pos
    model.body_pos = 5
    assert model.body_pos is before and np.all(before == 5)
    model.body_pos = np.ones(before.shape)
    assert np.all(before == 1)
    with pytest.raises(ValueError, match="could not broadcast"):
        model.body_pos = [1, 2]


def test_sizes_and_unknown_names_cannot_be_assigned(model):
    with pytest.raises(AttributeError, match="property of 'MjModel' object has no setter"):
        model.nq = 3
    with pytest.raises(AttributeError, match="no attribute 'foo'"):
        model.foo = 1
    with pytest.raises(AttributeError):
        model.foo  # noqa: B018
    with pytest.raises(AttributeError):
        model.names = b""


def test_a_view_keeps_its_model_alive(reference):
    model = twin(reference)
    masses, gravity = model.body_mass, model.opt.gravity
    expected = masses.copy()
    del model
    gc.collect()
    junk = [np.full(len(expected), np.nan) for _ in range(100)]
    assert np.array_equal(masses, expected) and len(junk) == 100
    assert gravity[2] == -3


def test_models_and_their_views_are_freed(reference):
    resource = pytest.importorskip("resource")
    model = twin(reference)
    peak = None
    for k in range(400):
        copy = model.__copy__()
        copy.tex_data, copy.body_pos, copy.opt  # noqa: B018 - views that a reference cycle would keep alive
        del copy
        if k == 100:
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak < 4000


def test_fields_are_documented():
    assert "Origin of the body" in synovia.MjModel.body_pos.__doc__
    assert "float64, shape (nbody, 3)" in synovia.MjModel.body_pos.__doc__


def test_the_constructor_needs_a_loaded_model():
    with pytest.raises(TypeError):
        synovia.MjModel()
