"""Random edits of a specification, the same in every module that is given the same seed.

An `Editor` makes every choice with one random generator, from lists that must be the same in both modules. It logs names after each edit,
and sometimes models, XML and states. Edits that crash the reference are left out: frames are not deleted, children are attached once,
states are carried over only where there are no keyframes. A model that does not compile ends the sequence.
"""

import random

from support.arms import ARM, BASE, CUBE, MESH, PID, RADIAN
from support.documents import DOCUMENTS

CHILDREN = {"arm": ARM, "base": BASE, "radian": RADIAN, "mesh": MESH, "pid": PID, **DOCUMENTS}
TREE = {"bodies": "body", "geoms": "geom", "joints": "joint", "sites": "site", "cameras": "camera", "lights": "light"}
LISTS = {
    **TREE, "frames": "frame", "meshes": "mesh", "textures": "texture", "materials": "material", "pairs": "pair", "excludes": "exclude",
    "equalities": "equality", "tendons": "tendon", "actuators": "actuator", "sensors": "sensor", "numerics": "numeric", "texts": "text",
    "tuples": "tuple", "keys": "key",
}

# member: number of entries, minimum, maximum
NUMBERS = {
    "bodies": {"pos": (3, -1, 1), "quat": (4, -1, 1), "gravcomp": (0, 0, 1)},
    "frames": {"pos": (3, -1, 1), "quat": (4, -1, 1)},
    "geoms": {
        "pos": (3, -1, 1), "quat": (4, -1, 1), "size": (3, 0.05, 0.5), "density": (0, 100, 2000), "margin": (0, 0, 0.1), "friction": (3, 0.1, 2),
        "rgba": (4, 0, 1), "solmix": (0, 0.5, 2), "solref": (2, 0.01, 1), "gap": (0, 0, 0.01),
    },
    "joints": {
        "pos": (3, -1, 1), "axis": (3, -1, 1), "stiffness": (0, 0, 5), "damping": (0, 0, 5), "armature": (0, 0, 1), "frictionloss": (0, 0, 1),
        "ref": (0, -1, 1), "springref": (0, -1, 1), "margin": (0, 0, 0.1), "solref_limit": (2, 0.01, 1),
    },
    "sites": {"pos": (3, -1, 1), "quat": (4, -1, 1), "size": (3, 0.01, 0.1), "rgba": (4, 0, 1)},
    "cameras": {"pos": (3, -1, 1), "quat": (4, -1, 1), "fovy": (0, 20, 90), "ipd": (0, 0.01, 0.1)},
    "lights": {"pos": (3, -1, 1), "dir": (3, -1, 1), "diffuse": (3, 0, 1), "cutoff": (0, 10, 80)},
    "materials": {"rgba": (4, 0, 1), "specular": (0, 0, 1), "texrepeat": (2, 1, 3)},
    "textures": {"rgb1": (3, 0, 1), "markrgb": (3, 0, 1)},
    "equalities": {"solref": (2, 0.01, 1), "solimp": (5, 0.5, 0.9)},
    "tendons": {"stiffness": (0, 0, 5), "damping": (0, 0, 5), "width": (0, 0.001, 0.1), "rgba": (4, 0, 1), "frictionloss": (0, 0, 1)},
    "actuators": {"gear": (6, -3, 3), "cranklength": (0, 0.1, 1), "gainprm": (10, 0, 2)},
    "sensors": {"noise": (0, 0, 1), "cutoff": (0, 0, 1)},
    "keys": {"time": (0, 0, 9)},
    "pairs": {"margin": (0, 0, 0.1), "friction": (5, 0.1, 2)},
}
CLASSED = {"geoms": "geom", "joints": "joint", "sites": "site", "cameras": "camera", "lights": "light", "tendons": "tendon", "materials": "material"}


class Editor:
    """A specification under random edits."""

    def __init__(self, mj, log, seed, spec):
        self.mj, self.log, self.spec = mj, log, spec
        self.random = random.Random(seed)
        self.count = 0
        self.deep = self.random.random() < 0.5
        if self.deep:
            spec.copy_during_attach = True
        self.kept = []  # attached models, which must stay alive because elements may belong to them
        self.state = None
        self.compiled = self.copied = self.over = self.lengthened = False

    # ---- choices

    def number(self, low, high):
        return round(self.random.uniform(low, high), 3)

    def value(self, form):
        size, low, high = form
        return [self.number(low, high) for _ in range(size)] if size else self.number(low, high)

    def pick(self, plural):
        elements = getattr(self.spec, plural)
        return self.random.choice(elements) if elements else None

    def name(self):
        self.count += 1
        return f"n{self.count}" if self.random.random() < 0.7 else ""

    def place(self):
        """A body or a frame to add elements to."""
        if self.random.random() < 0.3 and self.spec.frames:
            return self.pick("frames")
        return self.pick("bodies")

    # ---- edits

    def set_value(self):
        plural = self.random.choice(list(NUMBERS))
        member, form = self.random.choice(list(NUMBERS[plural].items()))
        value, element = self.value(form), self.pick(plural)
        if element is None or (plural == "bodies" and element.id == 0):
            return
        if form[0] and self.random.random() < 0.3:
            getattr(element, member)[0] = value[0]
        else:
            setattr(element, member, value)
        self.log.note(f"{plural} {member}", lambda: getattr(element, member))

    def set_class(self):
        # in the reference the classes of a copy are those of the original, or freed memory
        if self.copied:
            return
        plural, kind = self.random.choice(list(CLASSED.items()))
        member, form = self.random.choice(list(NUMBERS[plural].items()))
        names = sorted({element.classname.name for element in self.spec.geoms} | {"main"})
        name, value = self.random.choice(names), self.value(form)
        if member in ("pos", "quat") or self.spec.find_default(name) is None:
            return
        setattr(getattr(self.spec.find_default(name), kind), member, value)

    def add_class(self):
        if self.copied:
            return
        parent = self.spec.default
        if self.random.random() < 0.5 and self.spec.geoms:
            # by name: in the reference the class of an attached element is that of its original model
            parent = self.spec.find_default(self.pick("geoms").classname.name) or parent
        self.count += 1
        default = self.spec.add_default(f"class{self.count}", parent)
        default.geom.rgba = [self.number(0, 1) for _ in range(4)]
        default.joint.damping = self.number(0, 3)

    def orient(self):
        element = self.pick(self.random.choice(["bodies", "geoms", "sites", "frames", "cameras"]))
        if element is None or element == self.spec.worldbody:
            return
        kind = self.random.choice(["euler", "axisangle", "zaxis", "xyaxes"])
        size = {"euler": 3, "axisangle": 4, "zaxis": 3, "xyaxes": 6}[kind]
        element.alt.type = getattr(self.mj.mjtOrientation, f"mjORIENTATION_{kind.upper()}")
        setattr(element.alt, kind, [self.number(-1, 1) for _ in range(size)])

    def add_body(self):
        place, mj = self.place(), self.mj
        body = place.add_body(name=self.name(), pos=[self.number(-1, 1) for _ in range(3)])
        body.add_geom(name=self.name(), type=mj.mjtGeom.mjGEOM_BOX, size=[0.1, 0.2, 0.3])
        if self.random.random() < 0.6:
            kind = self.random.choice([mj.mjtJoint.mjJNT_HINGE, mj.mjtJoint.mjJNT_SLIDE, mj.mjtJoint.mjJNT_BALL])
            body.add_joint(name=self.name(), type=kind)

    def add_leaf(self):
        place, kind = self.place(), self.random.choice(["geom", "site", "camera", "light"])
        values = {"name": self.name()}
        if kind in ("geom", "site"):
            values["size"] = [self.number(0.05, 0.2) for _ in range(3)]
        getattr(place, f"add_{kind}")(**values)

    def add_frame(self):
        body = self.pick("bodies")
        frames = body.frames
        if frames and self.random.random() < 0.5:
            body.add_frame(self.random.choice(frames), name=self.name(), pos=[self.number(-1, 1) for _ in range(3)])
        else:
            body.add_frame(name=self.name(), euler=[self.number(-90, 90) for _ in range(3)])

    def move(self):
        frame = self.pick("frames")
        if frame is None:
            return
        body = frame.parent
        options = [*body.geoms, *body.joints, *body.sites, *body.cameras, *body.lights, *body.bodies]
        if options:
            element = self.random.choice(options)
            self.log.note("moved", lambda: element.set_frame(frame))

    def add_outside(self):
        mj, kind = self.mj, self.random.choice(["actuator", "sensor", "numeric", "material", "exclude", "tendon", "equality"])
        joint, site = self.pick("joints"), self.pick("sites")
        if kind == "actuator" and joint is not None and joint.name:
            actuator = self.spec.add_actuator(name=self.name(), target=joint.name, trntype=mj.mjtTrn.mjTRN_JOINT)
            actuator.set_to_position(kp=self.number(1, 5))
        elif kind == "sensor" and site is not None and site.name:
            self.spec.add_sensor(name=self.name(), type=mj.mjtSensor.mjSENS_FRAMEPOS, objtype=mj.mjtObj.mjOBJ_SITE, objname=site.name)
        elif kind == "numeric":
            self.spec.add_numeric(name=f"numeric{self.count}", size=2, data=[1.5, 2])
            self.count += 1
        elif kind == "material":
            self.spec.add_material(name=f"material{self.count}", rgba=[self.number(0, 1) for _ in range(4)])
            self.count += 1
        elif kind == "exclude":
            one, two = self.pick("bodies"), self.pick("bodies")
            if one.name and two.name and one != two:
                self.spec.add_exclude(name=self.name(), bodyname1=one.name, bodyname2=two.name)
        elif kind == "tendon" and joint is not None and joint.name:
            if joint.type in (mj.mjtJoint.mjJNT_HINGE, mj.mjtJoint.mjJNT_SLIDE):
                tendon = self.spec.add_tendon(name=self.name())
                tendon.wrap_joint(joint.name, self.number(1, 2))
        elif kind == "equality" and joint is not None and joint.name:
            if joint.type in (mj.mjtJoint.mjJNT_HINGE, mj.mjtJoint.mjJNT_SLIDE):
                self.spec.add_equality(
                    name=self.name(), type=mj.mjtEq.mjEQ_JOINT, name1=joint.name, objtype=mj.mjtObj.mjOBJ_JOINT, data=[self.number(-1, 1)] + [0] * 10
                )

    def delete(self):
        plural = self.random.choice([*TREE, "equalities", "tendons", "actuators", "sensors", "keys", "excludes", "pairs", "numerics", "tuples"])
        element = self.pick(plural)
        if element is None or (plural == "bodies" and element == self.spec.worldbody):
            return
        if plural == "bodies" and self.spec.keys and (self.copied or self.compiled or self.lengthened):
            # the reference would lose keyframe values, or keep the body
            return
        if plural == "geoms" and self.compiled and len(element.parent.geoms) == 1:
            # in the reference the body would keep its old bounding volume hierarchy
            return
        self.log.note(f"delete {plural}", lambda: self.spec.delete(element))

    def rename(self):
        plural = self.random.choice(["geoms", "cameras", "lights", "sensors", "numerics", "frames", "excludes"])
        element = self.pick(plural)
        if element is not None:
            self.count += 1
            element.name = f"r{self.count}"

    def lift(self):
        # after a compile, the reference makes the inertia of the parent body explicit and cannot compile it again
        bodies = [body for body in self.spec.bodies[1:] if not body.explicitinertial and not body.mocap and not body.joints]
        bodies = [body for body in bodies if not self.compiled or body.parent == self.spec.worldbody]
        if bodies and not self.spec.keys:
            body = self.random.choice(bodies)
            self.log.note("to_frame", lambda: body.to_frame().name)

    def attach(self):
        name = self.random.choice(list(CHILDREN))
        child = self.mj.MjSpec.from_string(CHILDREN[name], assets={"cube.obj": CUBE} if name == "mesh" else None)
        self.kept.append(child)
        if self.random.random() < 0.4:
            child.compile()
        self.count += 1
        prefix, suffix = f"p{self.count}-", self.random.choice(["", "-s"])
        way = self.random.choice(["model", "model", "body", "frame", "site"])
        frames, sites, bodies = self.spec.frames, self.spec.sites, child.bodies[1:]
        if name == "mesh":
            # the reference does not find the files of copied models
            way = "" if self.deep else "model"
        if name == "pid" and (self.deep or way != "model"):
            # copied or omitted plugin instances have no id in the reference
            return
        if way == "model" and frames:
            frame = self.random.choice(frames)
            self.log.note(f"attach {name}", lambda: self.spec.attach(child, prefix=prefix, suffix=suffix, frame=frame).name)
        elif way == "body" and frames and bodies:
            frame, body = self.random.choice(frames), self.random.choice(bodies)
            self.log.note(f"attach body of {name}", lambda: frame.attach_body(body, prefix, suffix).name)
        elif way == "site" and sites and bodies:
            site, body = self.random.choice(sites), self.random.choice(bodies)
            self.log.note(f"attach body of {name} to a site", lambda: site.attach_body(body, prefix, suffix).name)
        elif way == "frame":
            outer = [frame for frame in child.frames if frame.frame is None]
            if outer:
                frame, body = self.random.choice(outer), self.pick("bodies")
                self.log.note(f"attach frame of {name}", lambda: body.attach_frame(frame, prefix, suffix).name)

    def attach_itself(self):
        frames, bodies = self.spec.frames, self.spec.bodies[1:]
        # the reference fails with keyframes from the second time on, and with plugins always
        if self.deep and frames and bodies and len(bodies) < 30 and not self.spec.keys and not self.spec.plugins:
            self.count += 1
            frame, body = self.random.choice(frames), self.random.choice(bodies)
            self.log.note("attach itself", lambda: frame.attach_body(body, f"q{self.count}-", "").name)

    # ---- logged results

    def names(self):
        for plural in LISTS:
            self.log.note(plural, lambda plural=plural: " ".join(element.name or "-" for element in getattr(self.spec, plural)))

    def compile(self):
        model = self.log.note("model", self.spec.compile)
        self.compiled = True
        if model is None:
            self.over = True
            return
        if self.random.random() < 0.5:
            self.log.note("text", self.spec.to_xml)

    def copy(self):
        self.compiled = True
        if self.log.note("before the copy", self.spec.compile) is None:
            self.over = True
            return
        # in the reference attached assets do not belong to the copy, so specifications with assets are not copied
        if not self.spec.meshes:
            self.kept.append(self.spec)
            self.spec = self.spec.copy()
            self.state, self.copied = None, True

    def step(self):
        """Carries a state over to the edited model and continues from it."""
        mj, self.compiled = self.mj, True
        if self.state is None or self.spec.keys:
            model = self.log.note("model", self.spec.compile)
            if model is None:
                self.over = True
                return
            data = mj.MjData(model)
            data.qvel[:] = 0.1
            self.state = (model, data)
        else:
            before = len(self.state[1].ctrl)
            state = self.log.note("recompiled", lambda: len(self.spec.actuators) <= before and self.spec.recompile(*self.state))
            if not state:
                self.over = state is None
                self.state = None
                return
            self.state = state
            self.log.note("recompiled model", lambda: state[0])
            self.log.note("recompiled state", lambda: state[1])
        for _ in range(3):
            mj.mj_step(*self.state)

    EDITS = [
        (set_value, 8), (set_class, 2), (add_class, 1), (orient, 2), (add_body, 2), (add_leaf, 3), (add_frame, 2), (move, 2), (add_outside, 3),
        (delete, 3), (rename, 1), (lift, 1), (attach, 2), (attach_itself, 1), (compile, 1), (copy, 1), (step, 1),
    ]

    def run(self, edits):
        """Makes this many edits and compiles the result."""
        functions, weights = zip(*self.EDITS)
        for _ in range(edits):
            function = self.random.choices(functions, weights)[0]
            self.log.note(f"({function.__name__})", lambda: None)
            function(self)
            self.lengthened |= function.__name__ in ("add_body", "add_outside", "attach", "attach_itself", "delete", "lift")
            if self.over:
                return
            self.names()
        self.compile()
