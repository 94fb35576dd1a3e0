"""Enumerations and constants equal those of MuJoCo and behave like them."""

import copy
import operator
import pickle

import mujoco
import pytest

import synovia

NAMES = [name for name in dir(mujoco) if name.startswith("mjt") and isinstance(getattr(mujoco, name), type)]


# members that MuJoCo does not have
EXTENSIONS = {"mjtSolver": {"mjSOL_ACTIVESET": 3}, "mjtIntegrator": {"mjINT_IMPLICITSPRING": 100}}


@pytest.mark.parametrize("name", NAMES)
def test_members_equal_the_reference(name):
    ours, theirs = getattr(synovia, name), getattr(mujoco, name)
    expected = {k: v.value for k, v in theirs.__members__.items()} | EXTENSIONS.get(name, {})
    assert {k: v.value for k, v in ours.__members__.items()} == expected
    for member in theirs.__members__:
        a, b = getattr(ours, member), getattr(theirs, member)
        assert (a.name, a.value, int(a), str(a), repr(a), hash(a)) == (b.name, b.value, int(b), str(b), repr(b), hash(b))


BINARY = ["add", "sub", "mul", "truediv", "floordiv", "mod", "and_", "or_", "xor", "lshift", "rshift", "eq", "ne",
          "lt", "le", "gt", "ge", "pow"]  # fmt: skip


def outcome(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:  # noqa: BLE001 - the kind of error is the outcome
        return type(error)


@pytest.mark.parametrize("name", BINARY)
@pytest.mark.parametrize("other", [2, 2.5, None, "x", True])
def test_operators_act_as_in_the_reference(name, other):
    function = getattr(operator, name)
    ours, theirs = synovia.mjtObj.mjOBJ_GEOM, mujoco.mjtObj.mjOBJ_GEOM
    assert outcome(function, ours, other) == outcome(function, theirs, other)
    if name not in ("lshift", "rshift"):
        assert outcome(function, other, ours) == outcome(function, other, theirs)
    assert outcome(function, ours, synovia.mjtJoint.mjJNT_SLIDE) == outcome(function, theirs, mujoco.mjtJoint.mjJNT_SLIDE)


def test_conversions():
    body = synovia.mjtObj.mjOBJ_BODY
    assert synovia.mjtObj(1) is body and [10, 20][body] == 20 and -body == -1 and float(body) == 1.0
    assert body == 1 and {body: 3}[1] == 3 and body is not None
    with pytest.raises(ValueError, match="999 is not a value of mjtObj"):
        synovia.mjtObj(999)
    with pytest.raises(TypeError):
        synovia.mjtObj("mjOBJ_BODY")
    assert pickle.loads(pickle.dumps(body)) is body and copy.copy(body) is body
    with pytest.raises(AttributeError):
        body.value = 2


def test_constants_equal_the_reference():
    names = [n for n in dir(mujoco) if n.startswith("mj") and isinstance(getattr(mujoco, n), (int, float, tuple))]
    assert len(names) > 30
    for name in names:
        assert getattr(synovia, name) == getattr(mujoco, name), name


def test_versions():
    assert synovia.mj_version() == mujoco.mj_version() == 3005000
    assert synovia.mj_versionString() == mujoco.mj_versionString()
    assert synovia.__version__.count(".") == 2
