"""Behaviour that programs for MuJoCo's module rely on: identity, liveness, `repr`, bytes, errors for missing names."""

import gc
import inspect
import os
import re
import subprocess
import sys
import warnings
import weakref

import mujoco
import numpy as np
import pytest
from support import EVERYTHING

import synovia
from synovia import viewer

BALL = """
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="b" pos="0 0 {height}"><freejoint name="j"/><geom name="ball" size="0.1"/></body>
  </worldbody>
  <keyframe><key name="k"/></keyframe>
</mujoco>
"""


def ball(height=0.09):
    model = synovia.MjModel.from_xml_string(BALL.format(height=height))
    return model, synovia.MjData(model)


def test_every_public_name_of_the_reference_is_here():
    own = {"Any", "IO", "Sequence", "TypeAlias", "Union", "HEADERS_DIR", "ctypes", "os", "platform", "subprocess", "warnings", "zipfile"}
    missing = {name for name in dir(mujoco) if not name.startswith("_") and not hasattr(synovia, name)} - own
    assert missing == set()


def test_functions_have_the_parameters_of_the_reference():
    differ = {}
    for name in dir(mujoco):
        first = (getattr(mujoco, name).__doc__ or "").split("\n")[0] if name.startswith(("mj_", "mju_", "mjd_", "mjv_")) else ""
        if not first.startswith(name + "("):
            continue
        # names before a colon, outside brackets
        inside = re.sub(r"\[[^\[\]]*\]", "", re.sub(r"\[[^\[\]]*\]", "", re.sub(r"\[[^\[\]]*\]", "", first)))
        theirs = re.findall(r"(\w+): ", inside)
        ours = list(inspect.signature(getattr(synovia, name)).parameters)
        if theirs != ours:
            differ[name] = theirs, ours
    assert differ == {}


def test_views_of_one_object_are_one_object():
    model, data = ball()
    for owner in (model, data):
        assert owner.joint("j") is owner.joint(0) is owner.joint(np.int64(0)) is owner.joint(b"j") is owner.jnt("j")
    assert model.joint("j") is not data.joint("j")
    assert data.joint("j").qpos is data.joint("j").qpos
    assert {data.joint("j"): 1}[data.joint(0)] == 1


def test_views_do_not_keep_their_model_and_outlive_it():
    model, data = ball()
    view, pose, gone = model.body("b"), data.joint("j").qpos, weakref.ref(model)
    view.mass = 2.5
    gc.disable()
    try:
        del model, data
        assert gone() is None
    finally:
        gc.enable()
    assert view.name == "b" and view.mass[0] == 2.5 and view.pos.tolist() == [0, 0, 0.09]
    assert pose[2] == 0.09


@pytest.mark.parametrize("key", [1.5, 1.0, None, [1], np.float64(1)])
def test_objects_are_asked_for_by_name_or_whole_number(key):
    model, _ = ball()
    model.body(1)
    with pytest.raises(TypeError, match="name or an id"):
        model.body(key)


def test_all_arrays_of_a_model_have_one_base():
    model, data = ball()
    assert model.qpos0.base is model.body_pos.base is not None
    assert data.qpos.base is data.xpos.base is not model.qpos0.base
    base, pose = model.qpos0.base, model.qpos0
    count = sys.getrefcount(base)
    extra = model.qpos_spring
    assert sys.getrefcount(base) == count + 1
    del extra, pose


def test_addresses_tell_objects_apart():
    model, data = ball()
    other = synovia.MjData(model)
    found = {model._address, data._address, other._address}
    assert len(found) == 3 and min(found) > 0
    assert data._address == data._address


def test_a_kept_list_of_contacts_shows_those_of_now():
    model, data = ball(height=0.2)
    contacts = data.contact
    synovia.mj_forward(model, data)
    assert len(contacts) == 0 and contacts.dist.shape == (0,)
    data.qpos[2] = 0.09
    synovia.mj_forward(model, data)
    assert len(contacts) == 1 and contacts is data.contact
    first = contacts[0]
    assert first.dist == pytest.approx(-0.01) and first is contacts[-1]
    data.qpos[2] = 0.08
    synovia.mj_forward(model, data)
    assert first.dist == pytest.approx(-0.02) and contacts.geom.tolist() == [[0, 1]]
    synovia.mj_resetData(model, data)
    assert len(contacts) == 0
    with pytest.raises(IndexError):
        contacts[0]
    with pytest.raises(TypeError):
        contacts[0.5]
    with pytest.raises(AttributeError):
        data.contact = []


def test_contacts_are_written_in_place_and_stand_alone():
    model, data = ball()
    synovia.mj_forward(model, data)
    data.contact[0].friction = 3
    assert data.contact.friction.tolist() == [[3] * 5]
    alone = synovia.MjContact()
    alone.pos, alone.dim = [1, 2, 3], 4
    assert alone.pos.tolist() == [1, 2, 3] and alone.dim == 4
    with pytest.raises(AttributeError):
        alone.nothing = 1


def test_empty_constraint_rows_own_their_memory_as_in_the_reference():
    for module in (mujoco, synovia):
        model = module.MjModel.from_xml_string(BALL.format(height=0.2))
        data = module.MjData(model)
        module.mj_forward(model, data)
        assert data.efc_type.flags["OWNDATA"] and data.efc_J.size == 0
        data.qpos[2] = 0.09
        module.mj_forward(model, data)
        assert not data.efc_type.flags["OWNDATA"] and data.efc_type.shape == (4,)


def test_timers_count_from_when_they_are_asked_for():
    model, data = ball()
    timer = data.timer
    names = synovia.mjtTimer
    assert not timer.number.any() and not timer.duration.any()
    synovia.mj_step(model, data)
    synovia.mj_step(model, data, nstep=4)
    assert timer[names.mjTIMER_STEP].number == 5
    for parts, whole in (
        ((names.mjTIMER_POSITION, names.mjTIMER_VELOCITY, names.mjTIMER_CONSTRAINT), names.mjTIMER_FORWARD),
        ((names.mjTIMER_FORWARD, names.mjTIMER_ADVANCE), names.mjTIMER_STEP),
        ((names.mjTIMER_POS_KINEMATICS, names.mjTIMER_POS_COLLISION, names.mjTIMER_POS_MAKE), names.mjTIMER_POSITION),
    ):
        spent = [timer[k].duration for k in parts]
        assert min(spent) > 0 and sum(spent) <= timer[whole].duration
    synovia.mj_inverse(model, data)
    assert timer[names.mjTIMER_INVERSE].number == 1
    synovia.mj_forward(model, data)
    assert timer[names.mjTIMER_FORWARD].number == 6
    timer.duration = 0
    timer.number = 0
    synovia.mj_step(model, data)
    assert data.timer[0].number == 1


def test_watched_steps_are_the_same_steps():
    model, data = ball()
    other = synovia.MjData(model)
    assert data.timer[0].number == 0
    for one in (data, other):
        synovia.mj_step(model, one, nstep=50)
    assert data.qpos.tobytes() == other.qpos.tobytes() and data.qvel.tobytes() == other.qvel.tobytes()


def test_a_program_that_claims_the_arena_is_told_so():
    model, data = ball()
    data.pstack = data.narena
    with pytest.raises(synovia.FatalError, match="mj_stackAlloc: out of memory, stack overflow"):
        synovia.mj_forward(model, data)
    synovia.mj_resetData(model, data)
    assert data.pstack == 0
    synovia.mj_forward(model, data)


def test_the_most_contacts_and_rows_are_remembered_until_a_reset():
    found = []
    for module in (mujoco, synovia):
        model = module.MjModel.from_xml_string(BALL.format(height=0.11))
        data = module.MjData(model)
        module.mj_step(model, data, nstep=200)
        data.qpos[2] = 3
        module.mj_step(model, data, nstep=2)
        most = data.maxuse_con, data.maxuse_efc
        assert data.ncon == 0
        module.mj_resetData(model, data)
        found.append((*most, data.maxuse_con, data.maxuse_efc))
    assert found[1] == found[0] == (1, 4, 0, 0)


def test_room_for_contacts_and_rows_is_made_by_hand():
    model, data = ball()
    synovia._functions._realloc_con_efc(data, ncon=3, nefc=5, nJ=7)
    assert (len(data.contact), data.nefc, data.efc_id.shape, data.efc_J.shape) == (3, 5, (5,), (7,))
    with pytest.raises(synovia.FatalError, match='allocated memory="'):
        synovia._functions._realloc_con_efc(data, 10**8, 10**8)
    assert len(data.contact) == 0 and data.efc_id.size == 0
    # the next forward pass computes its own contacts
    synovia.mj_forward(model, data)
    assert data.ncon == 1


def test_bytes_are_taken_where_strings_are(tmp_path):
    text = EVERYTHING.encode()
    model = synovia.MjModel.from_xml_string(text)
    file = tmp_path / "model.xml"
    file.write_bytes(text)
    for name in (str(file), os.fsencode(file), file):
        assert synovia.MjModel.from_xml_path(name).nq == model.nq
    assert synovia.mj_name2id(model, synovia.mjtObj.mjOBJ_BODY, b"arm") == model.body(b"arm").id == 2
    assert synovia.mju_str2Type(b"joint") == synovia.mju_str2Type("joint") == 3
    quat = np.zeros(4)
    synovia.mju_euler2Quat(quat, [0, 0, 1], b"xyz")
    assert quat[3] == pytest.approx(np.sin(0.5))
    spec = synovia.MjSpec.from_string(text)
    assert spec.compile().nq == synovia.MjSpec.from_file(os.fsencode(file)).compile().nq == model.nq
    assert spec.body(b"arm").name == "arm"


def test_assets_of_one_name_are_refused():
    with pytest.raises(ValueError, match="Repeated name 'a.xml' among the assets"):
        synovia.MjModel.from_xml_string("<mujoco/>", {"x/a.xml": b"", "A.xml": b""})


def test_messages_are_those_that_programs_look_for():
    model, data = ball()
    for call, message in (
        (lambda: synovia.mj_stateSize(model, 1 << 14), "mj_stateSize: invalid state signature 16384 >= 2^mjNSTATE"),
        (lambda: synovia.mj_setKeyframe(model, data, 1), "mj_setKeyframe: index must be smaller than 1 (keyframes allocated in model)"),
        (lambda: synovia.mj_setKeyframe(model, data, -1), "mj_setKeyframe: invalid keyframe -1: keyframes are numbered from 0"),
        (lambda: synovia.mju_euler2Quat(np.zeros(4), np.zeros(3), "xy"), "mju_euler2Quat: seq must contain exactly 3 characters"),
    ):
        with pytest.raises(synovia.FatalError) as caught:
            call()
        assert str(caught.value) == message
    model.opt.integrator = 9
    with pytest.raises(synovia.FatalError, match="mj_step: invalid integrator"):
        synovia.mj_step(model, data)


def test_names_that_are_not_here_say_what_to_do():
    for name, hint in (
        ("mj_stepp", "did you mean mj_step"),
        ("mjmodel", "did you mean MjModel"),
        ("mj_loadXML", "MjModel.from_xml_path"),
        ("MjSim", "mujoco_py"),
        ("qqqqqqqq", "has no attribute 'qqqqqqqq'"),
    ):
        with pytest.raises(AttributeError, match=hint):
            getattr(synovia, name)
    assert synovia.minimize.least_squares is not None


def test_representations_say_what_an_object_is():
    model, data = ball()
    assert repr(model) == "<MjModel 'MuJoCo Model' nq=7 nv=6 nu=0 nbody=2 njnt=1 ngeom=2 timestep=0.002>"
    synovia.mj_step(model, data)
    assert repr(data).startswith("<MjData time=0.002 ncon=1 nefc=4 of <MjModel ")
    assert "  maxforce: 0.0\n" in repr(synovia.MjLROpt())


def test_the_package_says_what_is_installed():
    done = subprocess.run([sys.executable, "-m", "synovia"], capture_output=True, text=True)
    assert done.returncode == 0 and synovia.__version__ in done.stdout and "MuJoCo 3.5.0" in done.stdout, done.stderr


def test_subclasses_have_constructors_of_their_own():
    class Data(synovia.MjData):
        def __init__(self, model, note):
            super().__init__(model)
            self.__dict__["note"] = note

    class Scene(synovia.MjvScene):
        def __init__(self, holder, *, room):
            super().__init__(holder["model"], room)

    class Forgetful(synovia.MjvScene):
        def __init__(self):
            object.__setattr__(self, "_views", {})

    model, _ = ball()
    data = Data(model, "mine")
    synovia.mj_step(model, data)
    assert data.note == "mine" and data.model is model and data.time == 0.002
    scene = Scene({"model": model}, room=7)
    synovia.mjv_updateScene(model, data, synovia.MjvOption(), None, synovia.MjvCamera(), 7, scene)
    assert scene.maxgeom == 7 and scene.ngeom == 2
    with pytest.raises(TypeError, match="was not called"):
        Forgetful().ngeom


def test_a_view_without_a_window_counts():
    model, data = ball()
    with pytest.warns(RuntimeWarning, match="shows nothing"):
        handle = viewer.launch_passive(model, data)
    with handle as view:
        for _ in range(3):
            synovia.mj_step(model, data)
            with view.lock():
                view.cam.distance, view.opt.flags[0] = 3, 1
            view.sync()
        assert view.is_running() and view.syncs == 3 and view.m is model and view.d is data
        with pytest.raises(ValueError):
            view.update_hfield(0)
    assert not view.is_running()
    view.sync()
    assert view.syncs == 3
    for call in (lambda: viewer.launch(model, data), lambda: viewer.launch_from_path("a.xml")):
        with pytest.raises(RuntimeError, match="synovia.Renderer"):
            call()


def test_every_public_function_is_documented():
    functions = [getattr(synovia, name) for name in synovia.__all__ if name[0] in "mgsa" and callable(getattr(synovia, name))]
    assert len(functions) > 250 and [one for one in functions if not one.__doc__] == []


def test_importing_the_package_warns_of_nothing():
    code = "import warnings; warnings.simplefilter('error'); import synovia, synovia.viewer, synovia.minimize"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ball()
