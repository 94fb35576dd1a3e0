"""After edits of any field of a model, `mj_setConst` derives the same constants in both modules."""

import numpy as np
import pytest
from mutate_arrays import DOCUMENTS, load
from support.modules import oracle, subject

# sizes and checksums of the implementation
LEFT_OUT = {"nbuffer", "narena", "signature"}
# found by a search or a simulation of many steps
LOOSE = {"actuator_lengthrange": 1e-7}
SCENES = sorted(name for name, document in DOCUMENTS.items() if isinstance(document, str))
# byte arrays whose values are kinds set by the compiler, or characters and pixels
KINDS = {"body_simple", "body_sameframe", "geom_sameframe", "site_sameframe", "names", "paths", "text_data", "tex_data"}


def fields(model):
    """Names of all numeric and flag arrays."""
    names = [name for name in dir(model) if not name.startswith("_")]
    return [name for name in names if isinstance(getattr(model, name), np.ndarray) and getattr(model, name).size]


def edit(models, name, rng):
    """Makes the same small edit of one field in all models; false if the field has no edit that keeps them valid."""
    first = getattr(models[0], name)
    if first.dtype.kind == "f":
        scale = 1 + 0.1 * rng.random(first.shape)
        shift = 1e-2 * rng.normal(size=first.shape) * (rng.random(first.shape) < 0.5)
        if name.endswith(("quat", "quat0", "mass", "inertia", "armature", "solimp", "range", "margin")) or "sol" in name:
            shift[:] = 0
        new = first * scale + shift
        if name == "wrap_prm":  # coefficients and divisors, but also site ids
            return False
        for model in models:
            getattr(model, name)[:] = new
        return True
    if first.dtype.itemsize == 1 and name not in KINDS and (first <= 1).all():
        new = rng.integers(2, size=first.shape)
        for model in models:
            getattr(model, name)[:] = new
        return True
    return False


def check_equal(ours, theirs, what):
    for name in fields(theirs):
        if name in LEFT_OUT:
            continue
        a, b = getattr(ours, name), getattr(theirs, name)
        if a.dtype.kind != "f" or b.dtype.kind != "f":
            assert (np.asarray(a) == np.asarray(b)).all(), f"{what}: {name}"
            continue
        assert (np.isfinite(a) == np.isfinite(b)).all(), f"{what}: {name}"
        ok = np.isfinite(b)
        gap = np.abs(a[ok] - b[ok]) / np.maximum(1, np.abs(b[ok]))
        assert gap.max(initial=0) <= LOOSE.get(name, 1e-9), f"{what}: {name} differs by {gap.max():g}"
    for name in ("meaninertia", "meanmass", "meansize", "extent", "center"):
        assert np.allclose(getattr(ours.stat, name), getattr(theirs.stat, name), rtol=1e-9, atol=1e-12), f"{what}: stat.{name}"
    for name in (name for name in dir(theirs) if name.startswith("n")):
        if name not in LEFT_OUT and isinstance(getattr(theirs, name), int):
            assert getattr(ours, name) == getattr(theirs, name), f"{what}: {name}"


def forward(module, model):
    data = module.MjData(model)
    data.qvel[:] = np.linspace(-0.1, 0.1, model.nv)
    data.ctrl[:] = 0.1
    module.mj_forward(model, data)
    return data


@pytest.mark.parametrize("scene", SCENES)
def test_constants_follow_an_edit_of_any_field(scene):
    rng = np.random.default_rng(7)
    names = fields(load(oracle, scene))
    for name in names:
        ours, theirs = load(subject, scene), load(oracle, scene)
        if not edit((ours, theirs), name, rng):
            continue
        outcomes = []
        for module, model in ((subject, ours), (oracle, theirs)):
            try:
                module.mj_setConst(model, module.MjData(model))
                outcomes.append("set")
            except Exception as error:
                outcomes.append(type(error).__name__)
        assert outcomes[0] == outcomes[1] or "set" not in outcomes, f"{scene}, {name}: {outcomes}"
        if outcomes[0] != "set":
            continue
        check_equal(ours, theirs, f"{scene}, {name} edited")
        try:
            b = forward(oracle, theirs)
        except oracle.FatalError:
            # dof friction without limits or contacts: the reference miscounts the rows of its dual matrix
            continue
        a = forward(subject, ours)
        for field in ("qacc", "qfrc_bias", "qfrc_passive", "qfrc_actuator", "xpos"):
            x, y = getattr(a, field), getattr(b, field)
            assert np.allclose(x, y, rtol=1e-6, atol=1e-6), f"{scene}, {name} edited: {field}"


def test_a_body_that_becomes_weightless_stays_where_it_is():
    xml = '<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>'
    for module in (subject, oracle):
        model = module.MjModel.from_xml_string(xml)
        data = module.MjData(model)
        model.body_gravcomp[1] = 1
        module.mj_setConst(model, data)
        assert model.ngravcomp == 1
        module.mj_resetData(model, data)
        module.mj_step(model, data, 10)
        assert abs(data.qpos[2]) < 1e-12
        model.body_gravcomp[1] = 0
        module.mj_setConst(model, data)
        assert model.ngravcomp == 0
