"""Edits of specifications in both modules: the same models, XML, names and error types.

Each case is one edit, or a few that belong together; `support.twin` compares the results.
"""

import pytest
from support import twin
from support.arms import ARM, BASE, CUBE, MESH, OWN, PID, RADIAN

CASES = {}


def case(function):
    """Registers a function of a module and a log as a case."""
    CASES[function.__name__] = function
    return function


def read(mj, xml, **files):
    return mj.MjSpec.from_string(xml, **files)


LISTS = "bodies frames geoms joints sites cameras lights meshes textures materials pairs excludes equalities tendons actuators sensors"
LISTS = [*LISTS.split(), "numerics", "texts", "tuples", "keys"]


def names(log, spec, label):
    """Logs the names of all elements, list by list."""
    for kind in LISTS:
        log.note(f"{label} {kind}", lambda kind=kind: " ".join(element.name or "-" for element in getattr(spec, kind)))


def settle(log, spec, label=""):
    """Logs the names, the model, the XML, and the names after that."""
    names(log, spec, label)
    if log.note(f"{label} model", spec.compile) is not None:
        log.note(f"{label} text", spec.to_xml)
        names(log, spec, f"{label} then")


# ---- attaching


@case
def a_body_to_a_frame_of_its_own_model(mj, log):
    spec = read(mj, ARM)
    spec.copy_during_attach = True
    frame = spec.worldbody.add_frame(pos=[0, 0, 2])
    body = log.note("attached", lambda: frame.attach_body(spec.body("arm"), "twin-", "-2"))
    log.note("parent", lambda: (body.parent.name, body.name, body.frame.pos))
    settle(log, spec)


@case
def a_body_to_a_frame_of_another_model(mj, log):
    base, arm = read(mj, BASE), read(mj, ARM)
    log.note("attached", lambda: base.frame("top").attach_body(arm.body("arm"), "left-", ""))
    log.note("classes", lambda: [base.find_default(name) is None for name in ("rod", "left-rod", "left-thin", "left-main", "main")])
    settle(log, base)


@case
def a_body_after_its_model_was_compiled(mj, log):
    base, arm = read(mj, BASE), read(mj, ARM)
    arm.compile()
    base.compile()
    log.note("attached", lambda: base.frame("top").attach_body(arm.body("arm"), "left-", ""))
    settle(log, base)


@case
def bodies_of_one_model_one_after_the_other(mj, log):
    base, arm = read(mj, BASE), read(mj, ARM)
    base.copy_during_attach = True
    log.note("first", lambda: base.frame("mount").attach_body(arm.body("arm"), "a-", ""))
    log.note("model", base.compile)
    log.note("second", lambda: base.frame("mount").attach_body(arm.body("other"), "b-", ""))
    settle(log, base)


@case
def the_same_body_again_and_again(mj, log):
    base, arm = read(mj, BASE), read(mj, ARM)
    base.copy_during_attach = True
    for k in range(3):
        log.note(f"attached {k}", lambda: base.frame("mount").attach_body(arm.body("arm"), f"c{k}-", ""))
    settle(log, base)
    settle(log, arm, "child")


@case
def a_frame_to_a_body(mj, log):
    base, arm = read(mj, BASE), read(mj, ARM)
    frame = log.note("attached", lambda: base.body("cart").attach_frame(arm.frame("outer"), "f-", "-1"))
    log.note("place", lambda: (frame.name, frame.pos, frame.parent.name, frame.frame))
    frame.pos = [1, 2, 3]
    settle(log, base)


@case
def an_inner_frame_to_a_body(mj, log):
    # the reference omits such a frame from its XML
    base, arm = read(mj, BASE), read(mj, ARM)
    log.note("attached", lambda: base.body("cart").attach_frame(arm.frame("inner"), "f-", "-1"))
    names(log, base, "attached")
    log.note("model", base.compile)


@case
def a_model_to_a_frame(mj, log):
    base, arm = read(mj, BASE), read(mj, ARM)
    frame = log.note("attached", lambda: base.attach(arm, prefix="m-", frame="mount"))
    log.note("place", lambda: (frame.name, frame.pos, frame.parent.name, frame.frame.name))
    settle(log, base)


@case
def a_model_to_a_frame_object_with_the_prefix_of_the_module(mj, log):
    base, arm = read(mj, BASE), read(mj, ARM)
    log.note("attached", lambda: base.attach(arm, frame=base.frame("top")))
    settle(log, base)


@case
def a_model_to_a_site(mj, log):
    base, arm = read(mj, BASE), read(mj, ARM)
    frame = log.note("attached", lambda: base.attach(arm, site="socket", suffix="-s"))
    log.note("place", lambda: (frame.name, frame.pos, frame.parent.name, frame.frame.pos, frame.frame.quat))
    settle(log, base)


@case
def a_body_to_a_site(mj, log):
    base, arm = read(mj, BASE), read(mj, ARM)
    log.note("attached", lambda: base.site("socket").attach_body(arm.body("hand"), "s-", ""))
    settle(log, base)


@case
def a_body_to_a_site_with_an_orientation_in_another_form(mj, log):
    base, arm = read(mj, RADIAN), read(mj, ARM)
    log.note("attached", lambda: base.site("dot").attach_body(arm.body("hand"), "s-", ""))
    settle(log, base)


@case
def models_in_other_units(mj, log):
    base, link, third = read(mj, BASE), read(mj, RADIAN), read(mj, ARM)
    link.frame("grip").attach_body(third.body("hand"), "third-", "")
    link.compile()
    base.frame("mount").attach_body(link.body("link"), "link-", "")
    base.body("cart").add_frame(euler=[0, 0, 90])
    settle(log, base)
    log.note("copy", lambda: base.copy().compile())


@case
def a_frame_of_a_model_with_another_order_of_angles(mj, log):
    base = mj.MjSpec()
    for k in range(2):
        child = read(mj, RADIAN)
        child.compile()
        log.note(f"attached {k}", lambda: base.worldbody.attach_frame(child.frame("spot"), "r-", f"-{k}"))
    settle(log, base)


@case
def names_that_are_taken(mj, log):
    base, arm = read(mj, ARM), read(mj, ARM)
    log.note("attached", lambda: base.worldbody.add_frame().attach_body(arm.body("arm"), "", ""))
    log.note("model", base.compile)


@case
def wrong_places_and_parts(mj, log):
    base, arm = read(mj, BASE), read(mj, ARM)
    log.note("nothing said", lambda: base.attach(arm, prefix="m-"))
    log.note("both", lambda: base.attach(arm, prefix="m-", frame="mount", site="socket"))
    log.note("no frame", lambda: base.attach(arm, frame="nowhere"))
    log.note("no site", lambda: base.attach(arm, site="nowhere"))
    log.note("frame of another", lambda: base.attach(arm, frame=arm.frame("outer")))
    log.note("site of another", lambda: base.attach(arm, site=arm.site("elbow")))
    log.note("a body as frame", lambda: base.attach(arm, frame=base.body("cart")))
    log.note("a number", lambda: base.attach(arm, frame=3))
    log.note("no model", lambda: base.attach(3, frame="mount"))
    log.note("frame to frame", lambda: base.frame("mount").attach_body(arm.frame("outer")))
    log.note("body to body", lambda: base.body("cart").attach_frame(arm.body("arm")))
    log.note("no text", lambda: base.frame("mount").attach_body(arm.body("arm"), 3))
    settle(log, base)


@case
def a_child_that_was_attached_by_reference(mj, log):
    base, arm = read(mj, BASE), read(mj, ARM)
    log.note("parent before", lambda: arm.parent is None)
    base.frame("top").attach_body(arm.body("arm"), "left-", "")
    log.note("parent", lambda: arm.parent is None)
    log.note("child alone", arm.compile)
    log.note("child text", arm.to_xml)
    settle(log, base)


@case
def a_child_model_that_was_attached(mj, log):
    base, arm = read(mj, BASE), read(mj, ARM)
    base.attach(arm, prefix="m-", frame="mount")
    log.note("parent", lambda: arm.parent is base)
    log.note("child alone", arm.compile)
    log.note("child text", arm.to_xml)
    settle(log, base)


@case
def a_child_that_is_edited_later(mj, log):
    base, arm = read(mj, BASE), read(mj, ARM)
    hand = arm.body("hand")
    base.frame("top").attach_body(arm.body("arm"), "left-", "")
    log.note("name", lambda: hand.name)
    hand.add_geom(name="late", size=[0.02, 0.02, 0.02])
    hand.geoms[0].size = [0.1, 0.2, 0.3]
    log.note("parent", lambda: hand.parent.name)
    settle(log, base)


@case
def a_child_that_is_edited_later_was_copied(mj, log):
    base, arm = read(mj, BASE), read(mj, ARM)
    base.copy_during_attach = True
    hand = arm.body("hand")
    base.frame("top").attach_body(arm.body("arm"), "left-", "")
    log.note("name", lambda: hand.name)
    hand.add_geom(name="late", size=[0.02, 0.02, 0.02])
    settle(log, base)
    settle(log, arm, "child")


@case
def classes_of_an_attached_model(mj, log):
    base, arm = read(mj, BASE), read(mj, ARM)
    base.attach(arm, prefix="m-", frame="mount")
    log.note("class", lambda: base.geom("m-lower").classname.name)
    log.note("child class", lambda: base.body("m-arm").childclass)
    base.find_default("m-rod").geom.rgba = [1, 0, 0, 1]
    base.find_default("m-rod").joint.damping = 4
    body = base.body("m-hand")
    body.add_geom(base.find_default("m-thin"), name="new")
    body.add_joint(base.find_default("m-rod"), name="late")
    settle(log, base)


@case
def a_mocap_body(mj, log):
    spec = read(mj, ARM)
    spec.copy_during_attach = True
    spec.worldbody.add_frame().attach_body(spec.body("marker"), "second-", "")
    settle(log, spec)


@case
def keyframes_of_three_models_compiled_in_between(mj, log):
    base, link, arm = read(mj, BASE), read(mj, RADIAN), read(mj, ARM)
    base.copy_during_attach = link.copy_during_attach = True
    link.frame("grip").attach_body(arm.body("arm"), "inner-", "")
    log.note("between", link.compile)
    base.frame("mount").attach_body(link.body("link"), "outer-", "")
    settle(log, base)


@case
def the_world_of_a_model(mj, log):
    base, arm = read(mj, BASE), read(mj, ARM)
    body = log.note("attached", lambda: base.frame("mount").attach_body(arm.worldbody, "w-", ""))
    log.note("name", lambda: body.name)
    frame = log.note("frame", body.to_frame)
    log.note("its name", lambda: frame.name)
    settle(log, base)


@case
def a_mesh_without_a_name(mj, log):
    child = read(mj, MESH, assets={"cube.obj": CUBE})
    base = mj.MjSpec()
    base.assets["cube.obj"] = CUBE
    base.worldbody.add_frame().attach_body(child.body("lump"), "c-", "")
    names(log, base, "attached")
    log.note("model", base.compile)
    log.note("found", lambda: base.mesh("c-cube").name)


@case
def assets_of_a_model(mj, log):
    base, child = mj.MjSpec(), read(mj, MESH, assets={"cube.obj": CUBE})
    base.worldbody.add_frame(name="here")
    base.attach(child, prefix="p-", suffix="-s", frame="here")
    log.note("assets", lambda: sorted(base.assets))
    log.note("files", lambda: [mesh.file for mesh in base.meshes])
    log.note("model", base.compile)
    other = read(mj, MESH, assets={"cube.obj": CUBE})
    base.override_assets = False
    log.note("again", lambda: base.attach(other, prefix="p-", suffix="-s", frame="here"))


# ---- plugins


@case
def instances_of_plugins(mj, log):
    spec = read(mj, OWN)
    log.note("listed", lambda: [(p.name, p.plugin_name, p.config, p.id) for p in spec.plugins])
    log.note("used", lambda: [(a.plugin.name, a.plugin.plugin_name, a.plugin.active) for a in spec.actuators])
    settle(log, spec)


@case
def a_body_is_deleted_with_its_plugins(mj, log):
    for compiled in (False, True):
        spec = read(mj, PID)
        if compiled:
            spec.compile()
        spec.delete(spec.body("second"))
        log.note("listed", lambda: [(p.name, p.plugin_name) for p in spec.plugins])
        settle(log, spec)


@case
def an_instance_is_deleted(mj, log):
    spec = read(mj, PID)
    idle = spec.add_plugin(name="idle", plugin_name="mujoco.pid")
    log.note("unused", spec.compile)
    spec.delete(idle)
    settle(log, spec)


@case
def a_body_is_attached_with_its_plugins(mj, log):
    base, child = read(mj, BASE), read(mj, OWN)
    base.frame("mount").attach_body(child.body("second"), "p-", "")
    log.note("listed", lambda: [(p.name, p.plugin_name, p.config) for p in base.plugins])
    settle(log, base)


@case
def a_model_is_attached_with_its_plugins(mj, log):
    base, child = read(mj, BASE), read(mj, OWN)
    base.attach(child, prefix="p-", frame="mount")
    log.note("listed", lambda: [(p.name, p.plugin_name, p.config) for p in base.plugins])
    settle(log, base)


@case
def a_plugin_is_activated(mj, log):
    spec = mj.MjSpec()
    spec.activate_plugin("mujoco.pid")
    log.note("unknown", lambda: spec.activate_plugin("mujoco.nothing"))
    body = spec.worldbody.add_body()
    body.add_joint(name="j")
    body.add_geom(size=[0.1, 0, 0])
    instance = spec.add_plugin(name="i", plugin_name="mujoco.pid", active=True)
    instance.config = {"kp": "3"}
    actuator = spec.add_actuator(name="a", target="j", trntype=mj.mjtTrn.mjTRN_JOINT)
    actuator.plugin.plugin_name = "mujoco.pid"
    actuator.plugin.name = "i"
    actuator.plugin.active = True
    settle(log, spec)


@case
def a_plugin_that_is_not_activated(mj, log):
    spec = mj.MjSpec()
    body = spec.worldbody.add_body()
    body.add_joint(name="j")
    body.add_geom(size=[0.1, 0, 0])
    actuator = spec.add_actuator(name="a", target="j", trntype=mj.mjtTrn.mjTRN_JOINT)
    actuator.plugin.plugin_name = "mujoco.pid"
    actuator.plugin.active = True
    log.note("model", spec.compile)


# ---- deleting


@case
def a_body_is_deleted(mj, log):
    for compiled in (False, True):
        for name in ("arm", "hand", "other", "marker"):
            spec = read(mj, ARM)
            if compiled:
                spec.compile()
            log.note("deleted", lambda: spec.delete(spec.body(name)))
            settle(log, spec, name)


def deleting(plural):
    """A case that deletes each element of a list."""

    def delete_each(mj, log):
        first = read(mj, ARM)
        for k in range(len(getattr(first, plural))):
            spec = read(mj, ARM)
            element = getattr(spec, plural)[k]
            log.note("deleted", lambda: spec.delete(element))
            settle(log, spec, f"{plural} {k}")

    return delete_each


# not frames: the reference leaves their children in freed memory
CASES |= {f"one_of_{plural}_is_deleted": deleting(plural) for plural in LISTS if plural not in ("bodies", "frames", "meshes")}


@case
def a_class_is_deleted(mj, log):
    for name in ("thin", "rod"):
        spec = read(mj, "<mujoco><default><default class='rod'><default class='thin'/></default></default></mujoco>")
        log.note("deleted", lambda: spec.delete(spec.find_default(name)))
        log.note("left", lambda: [spec.find_default(other) is None for other in ("main", "rod", "thin")])
        log.note("model", spec.compile)
    log.note("the root", lambda: spec.delete(spec.default))
    log.note("the root stays", lambda: spec.default.name)


@case
def what_cannot_be_deleted(mj, log):
    spec, other = read(mj, ARM), read(mj, BASE)
    log.note("a number", lambda: spec.delete(3))
    log.note("nothing", lambda: spec.delete("arm"))
    settle(log, spec)
    log.note("other", other.compile)


# ---- frames


@case
def a_body_becomes_a_frame(mj, log):
    for xml, name in ((ARM, "arm"), (ARM, "hand"), (ARM, "forearm"), (BASE, "axle")):
        spec = read(mj, xml)
        frame = log.note(name, lambda: spec.body(name).to_frame())
        log.note("place", lambda: (frame.name, frame.pos))
        settle(log, spec, name)


@case
def elements_move_into_frames(mj, log):
    spec = read(mj, ARM)
    arm = spec.body("arm")
    frame = arm.add_frame(name="moved", pos=[0, 0, 1], euler=[0, 90, 0])
    for element in (spec.geom("upper"), spec.site("elbow"), spec.camera("eye"), spec.joint("shoulder"), spec.body("forearm")):
        log.note("moved", lambda: element.set_frame(frame))
        log.note("frame", lambda: element.frame.name)
    settle(log, spec)
    log.note("of another body", lambda: spec.geom("palm").set_frame(frame))
    log.note("no frame", lambda: spec.geom("palm").set_frame(arm))


@case
def frames_in_another_order(mj, log):
    spec = mj.MjSpec()
    child = spec.worldbody.add_frame(name="child", pos=[1, 0, 0])
    parent = spec.worldbody.add_frame(name="parent", euler=[0, 0, 90])
    child.set_frame(parent)
    child.add_site(name="s")
    copy = spec.copy()
    log.note("found", lambda: (copy.frame("child").frame.name, copy.frame("parent").name))
    settle(log, copy)


@case
def elements_of_frames(mj, log):
    spec = mj.MjSpec()
    frame = spec.worldbody.add_frame(name="f", pos=[0, 0, 1], xyaxes=[0, 1, 0, -1, 0, 0])
    inner = frame.add_frame(name="g", axisangle=[1, 0, 0, 45])
    body = inner.add_body(name="b")
    inner.add_geom(name="x", size=[0.1, 0, 0])
    inner.add_site(name="s")
    frame.add_camera(name="c")
    frame.add_light(name="l")
    other = body.add_frame(name="h", pos=[1, 0, 0])
    other.add_joint(name="j", pos=[0, 0, 1])
    other.add_geom(name="y", size=[0.1, 0, 0], fromto=[0, 0, 0, 0, 0, 1], type=mj.mjtGeom.mjGEOM_CAPSULE)
    log.note("parents", lambda: [e.parent.name for e in (frame, inner, body, other, spec.geom("y"))])
    log.note("frames", lambda: [e.frame and e.frame.name for e in (frame, inner, body, other, spec.geom("y"))])
    settle(log, spec)


# ---- the state


@case
def a_state_after_edits(mj, log):
    spec = read(mj, ARM)
    model = spec.compile()
    data = mj.MjData(model)
    data.ctrl[:] = [0.5, 1, -1, 0.25]
    data.mocap_pos[0] = [3, 2, 1]
    for _ in range(20):
        mj.mj_step(model, data)
    spec.delete(spec.body("other"))
    body = spec.worldbody.add_body(name="fresh", pos=[2, 0, 0])
    body.add_joint(name="new", type=mj.mjtJoint.mjJNT_SLIDE, ref=0.5)
    body.add_geom(size=[0.3, 0, 0])
    spec.worldbody.add_body(name="hold", mocap=True, pos=[0, 0, 5])
    model, data = spec.recompile(model, data)
    log.note("model", lambda: model)
    log.note("state", lambda: data)
    for _ in range(20):
        mj.mj_step(model, data)
    log.note("later", lambda: data)
    model, data = spec.recompile(model, data)
    log.note("again", lambda: data)


@case
def a_state_after_attaching(mj, log):
    base = read(mj, BASE)
    # with keyframes the reference reads values of other joints, or memory out of bounds
    base.delete(base.key("start"))
    model = base.compile()
    data = mj.MjData(model)
    data.qvel[:] = 0.1
    for _ in range(20):
        mj.mj_step(model, data)
    for k in range(3):
        child = read(mj, RADIAN)
        base.attach(child, prefix=f"m{k}-", frame="mount" if k % 2 else "top")
        model, data = base.recompile(model, data)
        log.note(f"model {k}", lambda: model)
        log.note(f"state {k}", lambda: data)


@case
def a_state_when_types_change(mj, log):
    spec = read(mj, ARM)
    model = spec.compile()
    data = mj.MjData(model)
    data.qpos[:] = [0.1, 0.2, 0.5, 0.5, 0.5, 0.5, 0.7]
    data.qvel[:] = range(1, 7)
    data.act[:] = [0.3, 0.4]
    data.ctrl[:] = [1, 2, 3, 4]
    spec.joint("wrist").type = mj.mjtJoint.mjJNT_HINGE
    spec.actuator("push").dyntype = mj.mjtDyn.mjDYN_NONE
    spec.actuator("push").actlimited = 0
    spec.delete(spec.key("up"))
    spec.delete(spec.key("down"))
    model, data = spec.recompile(model, data)
    log.note("state", lambda: data)


@case
def recompiling_a_model_with_a_mistake(mj, log):
    spec = read(mj, ARM)
    model = spec.compile()
    data = mj.MjData(model)
    spec.geom("palm").size = [0, 0, 0]
    log.note("fails", lambda: spec.recompile(model, data))
    spec.geom("palm").size = [0.1, 0.1, 0.1]
    log.note("model", spec.compile)


# ---- copies and XML


@case
def a_keyframe_with_long_quaternions(mj, log):
    spec = read(mj, BASE)
    spec.key("start").qpos = [0, 0, 0, 2, 0, 0, 0, 0]
    spec.key("start").mquat = [2, 0, 0, 1]
    settle(log, spec)


@case
def a_copy(mj, log):
    for xml in (ARM, BASE, RADIAN, PID):
        spec = read(mj, xml)
        if xml is not ARM:
            settle(log, spec.copy())
        spec.compile()
        settle(log, spec.copy(), "compiled")


@case
def a_text_before_anything_is_compiled(mj, log):
    spec = mj.MjSpec()
    log.note("text", spec.to_xml)
    spec.modelname = "named"
    spec.comment = "a comment"
    log.note("again", spec.to_xml)


@case
def names_that_repeat(mj, log):
    spec = mj.MjSpec()
    spec.worldbody.add_body(name="b")
    log.note("body", lambda: spec.worldbody.add_body(name="b"))
    log.note("count", lambda: len(spec.bodies))
    spec.worldbody.add_geom(name="g", size=[1, 0, 0])
    log.note("geom", lambda: spec.worldbody.add_geom(name="g", size=[1, 0, 0]))
    log.note("material", lambda: [spec.add_material(name="m"), spec.add_material(name="m")])
    other = spec.worldbody.add_geom(size=[1, 0, 0])

    def rename():
        other.name = "g"

    log.note("renamed", rename)
    log.note("names", lambda: [geom.name for geom in spec.geoms])
    log.note("model", spec.compile)


@case
def lists_and_searches(mj, log):
    spec = read(mj, ARM)
    arm = spec.body("arm")
    for kind in ("body", "frame", "geom", "site", "joint", "light", "camera"):
        log.note(f"all {kind}", lambda: [e.name for e in spec.worldbody.find_all(kind)])
        log.note(f"arm {kind}", lambda: [e.name for e in arm.find_all(getattr(mj.mjtObj, f"mjOBJ_{kind.upper()}"))])
        log.note(f"first {kind}", lambda: [getattr(body, f"first_{kind}")() for body in spec.bodies])

        def walk():
            found = []
            for body in spec.bodies:
                element = getattr(body, f"first_{kind}")()
                while element is not None:
                    found.append(element.name)
                    element = getattr(body, f"next_{kind}")(element)
            return found

        log.note(f"walk {kind}", walk)
    log.note("wrong word", lambda: arm.find_all("material"))
    log.note("wrong kind", lambda: arm.find_all(mj.mjtObj.mjOBJ_MATERIAL))
    log.note("no name", lambda: (spec.body("nobody"), arm.find_child("other"), arm.find_child("hand").name, arm.find_child("arm")))
    log.note("ids before", lambda: [[e.id for e in getattr(spec, kind)] for kind in ("bodies", "geoms", "joints", "actuators", "keys", "frames")])
    spec.compile()
    log.note("ids after", lambda: [[e.id for e in getattr(spec, kind)] for kind in ("bodies", "geoms", "joints", "actuators", "keys", "frames")])
    new = spec.worldbody.add_geom(size=[1, 0, 0])
    log.note("new id", lambda: (new.id, [e.id for e in spec.geoms]))
    spec.delete(spec.geom("upper"))
    log.note("ids then", lambda: [[e.id for e in getattr(spec, kind)] for kind in ("bodies", "geoms", "joints", "actuators", "keys", "frames")])


@pytest.mark.parametrize("name", CASES)
def test_an_edit_has_the_same_result(name):
    assert not twin.run(CASES[name])
