"""Elements of a specification: `MjsBody`, `MjsGeom` and all others, under the names and with the members of MuJoCo."""

import copy

import numpy as np

from synovia import _enums, _synovia
from synovia._spec import docs, keywords, representation
from synovia._spec.keywords import ORIENTATIONS
from synovia._spec.values import F32, I32, Array, Byte, Bytes, Int, Letters, Lists, MjDoubleVec, MjFloatVec, MjIntVec, MjStringVec, Member
from synovia._spec.values import Number, Real, Text, Vector, numbers_expected, whole, word, wrong, wrong_size

E = _enums.ENUMS


def _members(cls, **members):
    for name, member in members.items():
        # its own, because what help tells depends on the class
        member = copy.copy(member)
        member.name = name.rstrip("_")
        if isinstance(member, Member):
            docs.document(getattr(cls, "_kind", "orientation"), member.name, member)
        setattr(cls, member.name, member)
    return cls


def _fields(text, make):
    return {name: make(name) for name in text.split()}


def reals(text):
    return _fields(text, Number)


def ints(text):
    return _fields(text, Int)


def flags(text):
    return _fields(text, Byte)


def texts(text):
    return _fields(text, Text)


def arrays(text, size, dtype=np.float64):
    return _fields(text, lambda name: Array(name, size, dtype))


def vectors(text, cls):
    return _fields(text, lambda name: Vector(name, cls))


class Align(Int):
    """Whether a free joint is aligned with the inertia; what a class says of it is only kept."""

    def read(self, obj):
        if obj._class is None:
            return super().read(obj)
        noted = obj._note(self.name)
        return 2 if noted is None else noted

    def __set__(self, obj, value):
        if obj._class is None:
            super().__set__(obj, value)
        else:
            obj._set_note(self.name, whole(self.name, value))


def enum(name, key):
    return Int(name, E[key])


SOLVER = {**arrays("solref", 2), **arrays("solimp", 5)}
LIMITS = {
    **arrays("solref_limit solref_friction", 2),
    **arrays("solimp_limit solimp_friction", 5),
    **arrays("range actfrcrange", 2),
    **ints("limited actfrclimited group"),
    **reals("stiffness damping frictionloss armature margin"),
}


NO_KEYWORDS = ("signature", "id", "alt", "ialt", "parent", "frame")
FREE = ("align", "group", "name")
"""Keywords of a free joint."""


class MjsElement:
    """What all elements of a specification are."""

    __slots__ = ()
    __module__ = "synovia"


class _Values(_synovia.Handle, MjsElement):
    """Something with members."""

    __slots__ = ("_spec", "__weakref__")
    __module__ = "synovia"

    @classmethod
    def _check_keywords(cls, names):
        """Refuses keywords that are not members."""
        for name in names:
            if name.startswith("_") or not hasattr(getattr(cls, name, None), "__set__") or name in NO_KEYWORDS:
                known = keywords.keywords(cls)
                if name not in known:
                    raise keywords.invalid(name, [*known, *cls._first])

    def _fill(self, values):
        """Sets members from keywords, which were checked."""
        for name, value in values.items():
            member = getattr(type(self), name, None)
            if isinstance(member, Member):
                member.fill(self, value)
            elif value is not None:
                setattr(self, name, value)

    @classmethod
    def _options(cls):
        return [name for name in dir(cls) if not name.startswith("_") and isinstance(getattr(cls, name), Member)]


class MjsOrientation(MjsElement):
    """Another form of an orientation."""

    __slots__ = ("_memory",)
    __module__ = "synovia"
    __repr__ = representation.orientation

    def __init__(self):
        raise TypeError("MjsOrientation: no constructor defined")

    @classmethod
    def _of(cls, memory):
        """The one in lent memory: the form, then the numbers of each form."""
        self = object.__new__(cls)
        object.__setattr__(self, "_memory", memory)
        return self

    def _lend(self, name):
        _, size, start = ORIENTATIONS[name]
        return self._memory[start : start + size]

    def _set(self, name, value):
        self._lend(name)[:] = value

    def _set_numbers(self, name, value, size):
        return False

    @property
    def type(self):
        """Which form counts."""
        return E["mjtOrientation"](int(self._memory[0]))

    @type.setter
    def type(self, value):
        if not isinstance(value, E["mjtOrientation"]):
            raise wrong("type", value, "an mjtOrientation")
        self._memory[0] = int(value)

    def _assign(self, other):
        if not isinstance(other, MjsOrientation):
            raise wrong("alt", other, "an MjsOrientation")
        self._memory[:] = other._memory


_members(MjsOrientation, axisangle=Array("", 4), xyaxes=Array("", 6), zaxis=Array("", 3), euler=Array("", 3))


class Element(_Values):
    """An element of a specification, or what a class says about a kind of element."""

    __slots__ = ()
    _kind = ""
    _first = ()
    """The argument before the keywords of the method that adds one."""
    __repr__ = representation.element

    @classmethod
    def _of(cls, spec, index, class_=None):
        self = cls.__new__(cls, spec._core, cls._kind, index, class_)
        self._spec = spec
        return self

    @property
    def name(self):
        """Name."""
        return self._get("name")

    @name.setter
    def name(self, value):
        value = word("name", value)
        if self._rename(value, True):
            raise ValueError(f"Error: repeated name '{value}' in {self._kind}")

    @property
    def id(self):
        """Row in the compiled model; −1 if there is none."""
        return self._row()

    @property
    def signature(self):
        """A number that tells models of different structure apart."""
        return self._spec._core.signature()

    def _alt(self, member):
        return MjsOrientation._of(self._lend(member))

    def _fill(self, values):
        # None leaves a member alone
        values = {name: value for name, value in values.items() if value is not None}
        for member, prefix in (("alt", ""), ("ialt", "i")):
            given = [name for name in ORIENTATIONS if prefix + name in values]
            if not given or not hasattr(type(self), member):
                continue
            if len(given) > 1:
                words = [prefix + name for name in ORIENTATIONS]
                raise ValueError(f"Only one of: {', '.join(words[:-1])}, or {words[-1]} can be set.")
            name, value = given[0], values.pop(prefix + given[0])
            kind, size, _ = ORIENTATIONS[name]
            try:
                value = np.asarray(value, float).ravel()
            except (TypeError, ValueError):
                raise TypeError(f"{prefix + name}: {numbers_expected(size, value)}") from None
            if len(value) != size:
                raise wrong_size(prefix + name, size, numbers_expected(size, value))
            alt = self._alt(member)
            alt._memory[0] = kind
            alt._set(name, value)
        name = values.pop("name", None)
        super()._fill(values)
        if name is not None:
            # a name that is taken is reported when the model is compiled
            self._rename(word("name", name), False)

    @classmethod
    def _options(cls):
        return [*super()._options(), "name"]


def _read_class(self):
    return self._spec._default(self._class_number())


def _write_class(self, default):
    if not hasattr(default, "_parts"):
        raise wrong("classname", default, "an MjsDefault")
    self._set_class(default.name)


def _write_plugin(self, value):
    if not hasattr(value, "plugin_name"):
        raise wrong("plugin", value, "an MjsPlugin")
    self.plugin._assign(value)


CLASSNAME = property(_read_class, _write_class, doc="Default class.")
PLUGIN = property(lambda self: self._spec._plugin_of(self), _write_plugin, doc="The plugin that it uses.")


class _Placed(Element):
    """An element in the tree."""

    __slots__ = ()

    @property
    def parent(self):
        """The body that carries it."""
        body, _ = self._around()
        return None if body is None else self._spec._element("body", body)

    @property
    def frame(self):
        """The frame around it."""
        _, frame = self._around()
        return None if frame is None else self._spec._element("frame", frame)

    def set_frame(self, frame):
        """Puts it into a frame of its body."""
        if not isinstance(frame, MjsFrame):
            raise TypeError(f"set_frame takes a frame, not {type(frame).__name__}")
        self._spec._core.set_frame(self._kind, self._index, frame._index)


def _orientation(member, doc):
    def write(self, value):
        self._alt(member)._assign(value)

    return property(lambda self: self._alt(member), write, doc=doc)


ALT = _orientation("alt", "Orientation in another form.")
INFO = {"info": Text("info")}
PLACE = {**arrays("pos", 3), **arrays("quat", 4), **INFO}
USER = vectors("userdata", MjDoubleVec)


def _class(name, base, kind, doc, **members):
    space = {"__slots__": (), "__module__": "synovia", "__doc__": doc, "_kind": kind}
    return _members(type(name, (base,), space), **members)


MjsJoint = _class(
    "MjsJoint", _Placed, "joint", "Degrees of freedom of a body.",
    type=enum("type", "mjtJoint"), **arrays("pos axis", 3), **arrays("springdamper", 2), **LIMITS,
    **reals("ref springref"), align=Align("align"), **flags("actgravcomp"), **USER, **INFO,
)
MjsGeom = _class(
    "MjsGeom", _Placed, "geom", "A shape of a body.",
    type=enum("type", "mjtGeom"), **PLACE, **arrays("fromto", 6), size=Array("size", 3, shorter=True),
    **ints("contype conaffinity condim priority group"), **arrays("friction", 3), **SOLVER,
    **reals("solmix margin gap mass density fitscale"), typeinertia=enum("typeinertia", "mjtGeomInertia"),
    fluid_ellipsoid=Real("fluid_ellipsoid"), **arrays("fluid_coefs", 5), **texts("material hfieldname meshname"),
    rgba=Array("rgba", 4, F32), **USER,
)
MjsSite = _class(
    "MjsSite", _Placed, "site", "A place on a body.",
    type=enum("type", "mjtGeom"), **PLACE, **arrays("fromto", 6), size=Array("size", 3, shorter=True),
    **ints("group"), **texts("material"), rgba=Array("rgba", 4, F32), **USER,
)
MjsCamera = _class(
    "MjsCamera", _Placed, "camera", "A camera.",
    **PLACE, mode=enum("mode", "mjtCamLight"), **texts("targetbody"), proj=enum("proj", "mjtProjection"),
    resolution=Array("resolution", 2, I32), **ints("output"), **reals("fovy ipd"),
    **arrays("sensor_size focal_length focal_pixel principal_length principal_pixel", 2, F32), **USER,
    intrinsic=Array("intrinsic", 4, F32),
)
MjsLight = _class(
    "MjsLight", _Placed, "light", "A light.",
    **arrays("pos dir", 3), mode=enum("mode", "mjtCamLight"), type=enum("type", "mjtLightType"),
    **texts("targetbody texture"), **flags("active castshadow"), **reals("bulbradius intensity range cutoff exponent"),
    **arrays("attenuation ambient diffuse specular", 3, F32), **INFO,
)
MjsMesh = _class(
    "MjsMesh", Element, "mesh", "A mesh.",
    **texts("content_type file material"), **arrays("refpos scale", 3), **arrays("refquat", 4),
    inertia=enum("inertia", "mjtMeshInertia"), **flags("smoothnormal needsdf"), **ints("maxhullvert"),
    **vectors("uservert usernormal usertexcoord", MjFloatVec),
    **vectors("userface userfacenormal userfacetexcoord", MjIntVec), **INFO,
)
MjsHField = _class(
    "MjsHField", Element, "hfield", "A height field.",
    **texts("content_type file"), **arrays("size", 4), **ints("nrow ncol"), **vectors("userdata", MjFloatVec), **INFO,
)
MjsTexture = _class(
    "MjsTexture", Element, "texture", "A texture.",
    type=enum("type", "mjtTexture"), colorspace=enum("colorspace", "mjtColorSpace"),
    **ints("builtin mark height width nchannel"), **flags("hflip vflip"), **arrays("rgb1 rgb2 markrgb", 3), **reals("random"),
    **texts("content_type file"), gridsize=Array("gridsize", 2, I32), gridlayout=Letters("gridlayout", 12, shorter=True),
    **vectors("cubefiles", MjStringVec), data=Bytes("data"), **INFO,
)
MjsMaterial = _class(
    "MjsMaterial", Element, "material", "A material.",
    **vectors("textures", MjStringVec), **flags("texuniform"), texrepeat=Array("texrepeat", 2, F32),
    **reals("emission specular shininess reflectance metallic roughness"), rgba=Array("rgba", 4, F32), **INFO,
)
MjsSkin = _class(
    "MjsSkin", Element, "skin", "A skin.",
    **texts("file material"), rgba=Array("rgba", 4, F32), **reals("inflate"), **ints("group"),
    **vectors("vert texcoord bindpos bindquat", MjFloatVec), **vectors("face", MjIntVec),
    **vectors("bodyname", MjStringVec), vertid=Lists("vertid", True), vertweight=Lists("vertweight", False), **INFO,
)
MjsFlex = _class(
    "MjsFlex", Element, "flex", "A deformable mesh.",
    **ints("contype conaffinity condim priority dim selfcollide vertcollide passive activelayers"),
    **flags("internal flatskin"),
    **ints("group elastic2d"), **arrays("friction size", 3), **SOLVER, **texts("material"),
    **reals("solmix margin gap radius edgestiffness edgedamping young poisson damping thickness"),
    rgba=Array("rgba", 4, F32), **vectors("nodebody vertbody", MjStringVec), **vectors("node vert", MjDoubleVec),
    **vectors("elem elemtexcoord", MjIntVec), **vectors("texcoord", MjFloatVec), **INFO,
)
MjsPair = _class(
    "MjsPair", Element, "pair", "Two geoms that collide.",
    **texts("geomname1 geomname2"), **ints("condim"), **SOLVER, **arrays("solreffriction", 2), **arrays("friction", 5),
    **reals("margin gap"), **INFO,
)
MjsExclude = _class(
    "MjsExclude", Element, "exclude", "Two bodies that do not collide.", **texts("bodyname1 bodyname2"), **INFO
)
MjsEquality = _class(
    "MjsEquality", Element, "equality", "An equality constraint.",
    type=enum("type", "mjtEq"), **arrays("data", 11), **flags("active"), **texts("name1 name2"),
    objtype=enum("objtype", "mjtObj"), **SOLVER, **INFO,
)
MjsTendon = _class(
    "MjsTendon", Element, "tendon", "A tendon.",
    **LIMITS, **arrays("springlength", 2), **texts("material"), **reals("width"), rgba=Array("rgba", 4, F32), **USER, **INFO,
)
MjsActuator = _class(
    "MjsActuator", Element, "actuator", "An actuator.",
    gaintype=enum("gaintype", "mjtGain"), biastype=enum("biastype", "mjtBias"), dyntype=enum("dyntype", "mjtDyn"),
    **arrays("gainprm biasprm dynprm", 10), **flags("actearly"), **ints("actdim ctrllimited forcelimited actlimited group nsample interp"),
    trntype=enum("trntype", "mjtTrn"), **arrays("gear", 6), **texts("target refsite slidersite"),
    **reals("cranklength inheritrange delay"), **arrays("lengthrange ctrlrange forcerange actrange", 2), **USER, **INFO,
)
MjsSensor = _class(
    "MjsSensor", Element, "sensor", "A sensor.",
    type=enum("type", "mjtSensor"), objtype=enum("objtype", "mjtObj"), reftype=enum("reftype", "mjtObj"),
    **texts("objname refname"), intprm=Array("intprm", 3, I32), datatype=enum("datatype", "mjtDataType"),
    needstage=enum("needstage", "mjtStage"), **ints("dim nsample interp"), **reals("cutoff noise delay"),
    **arrays("interval", 2), **USER, **INFO,
)
MjsNumeric = _class(
    "MjsNumeric", Element, "numeric", "A named array.", **vectors("data", MjDoubleVec), **ints("size"), **INFO
)
MjsText = _class("MjsText", Element, "text", "A named text.", **texts("data"), **INFO)
MjsTuple = _class(
    "MjsTuple", Element, "tuple", "A named list of objects.",
    **vectors("objtype", MjIntVec), **vectors("objname", MjStringVec), **vectors("objprm", MjDoubleVec), **INFO,
)
MjsKey = _class(
    "MjsKey", Element, "key", "A keyframe.", **reals("time"), **vectors("qpos qvel act ctrl mpos mquat", MjDoubleVec), **INFO
)
for _cls in (MjsGeom, MjsSite, MjsCamera):
    _cls.alt = ALT
for _cls in (MjsJoint, MjsGeom, MjsSite, MjsCamera, MjsLight, MjsMesh, MjsMaterial, MjsPair, MjsEquality, MjsActuator):
    _cls.classname = CLASSNAME
for _cls in (MjsGeom, MjsMesh, MjsActuator, MjsSensor):
    _cls.plugin = PLUGIN


def _tree_methods(cls, kinds):
    """`add_geom` and the like."""

    def adder(kind):
        def add(self, default=None, **values):
            return self._spec._add(kind, (self._kind, self._index), default, values)

        return add

    for kind in kinds:
        setattr(cls, f"add_{kind}", adder(kind))


class MjsFrame(_Placed):
    """A coordinate frame."""

    __slots__ = ()
    __module__ = "synovia"
    _kind = "frame"
    alt = ALT

    def add_frame(self, frame=None, **values):
        """Adds a frame."""
        return self._spec._add("frame", ("frame", (frame or self)._index), None, values)

    def attach_body(self, body, prefix="", suffix=""):
        """Attaches a body of this or another specification."""
        return self._spec._attach(("frame", self._index), body, MjsBody, prefix, suffix)


_members(MjsFrame, **PLACE, childclass=Text("childclass"))
_tree_methods(MjsFrame, ("body", "camera", "geom", "joint", "light", "site"))


class MjsBody(_Placed):
    """A rigid body."""

    __slots__ = ()
    __module__ = "synovia"
    _kind = "body"
    alt = ALT
    ialt = _orientation("ialt", "Orientation of the inertia in another form.")
    plugin = PLUGIN

    classname = property(_read_class, _write_class, doc="Default class of what is inside.")

    def add_frame(self, frame=None, **values):
        """Adds a frame, perhaps in another one."""
        at = ("body", self._index) if frame is None else ("frame", frame._index)
        return self._spec._add("frame", at, None, values)

    def add_freejoint(self, **values):
        """Adds a free joint."""
        for name in values:
            if name not in FREE:
                raise keywords.invalid(name, FREE)
        index = self._spec._core.add_free_joint(("body", self._index))
        return self._spec._filled("joint", index, values)

    def attach_frame(self, frame, prefix="", suffix=""):
        """Attaches a frame of this or another specification."""
        return self._spec._attach(("body", self._index), frame, MjsFrame, prefix, suffix)

    def to_frame(self):
        """Turns the body into a frame of the body around it, with all that it carries."""
        return self._spec._element("frame", self._spec._core.to_frame(self._index))

    def find_child(self, name):
        """The body of this name: this one, or one below it."""
        if self.name == name:
            return self
        return next((body for body in self.find_all("body") if body.name == name), None)

    def find_all(self, kind):
        """All elements of a kind in this body and below."""
        return self._spec._find_all(self, kind)


_members(
    MjsBody, **PLACE, childclass=Text("childclass"), **reals("mass gravcomp"), **arrays("ipos inertia", 3), **arrays("iquat", 4),
    **arrays("fullinertia", 6), **flags("mocap explicitinertial"), sleep=enum("sleep", "mjtSleepPolicy"), **USER,
)
_tree_methods(MjsBody, ("body", "camera", "geom", "joint", "light", "site"))


def _lists(kind, plural):
    def all_of(self):
        return self._spec._all(kind, self._spec._core.carried(kind, self._index))

    def first(self):
        return next(iter(all_of(self)), None)

    def following(self, element):
        carried = self._spec._core.carried(kind, self._index)
        place = carried.index(element._index) + 1 if element._index in carried else len(carried)
        return self._spec._element(kind, carried[place]) if place < len(carried) else None

    setattr(MjsBody, plural, property(all_of, doc=f"The {plural} of the body."))
    first.__name__, following.__name__ = f"first_{kind}", f"next_{kind}"
    first.__doc__ = f"The first {kind} of the body, or None."
    following.__doc__ = f"The {kind} of the body that follows a given one, or None."
    setattr(MjsBody, f"first_{kind}", first)
    setattr(MjsBody, f"next_{kind}", following)


TREE = {"body": "bodies", "frame": "frames", "geom": "geoms", "joint": "joints", "site": "sites", "camera": "cameras", "light": "lights"}
for _kind, _plural in TREE.items():
    _lists(_kind, _plural)


def _attach_to_site(self, body, prefix="", suffix=""):
    """Attaches a body at the place of the site."""
    if not isinstance(body, MjsBody):
        raise TypeError(f"attach_body takes a body, not {type(body).__name__}")
    frame = self._spec._core.frame_at_site(self._index)
    return self._spec._attach(("frame", frame), body, MjsBody, prefix, suffix)


MjsSite.attach_body = _attach_to_site

CLASSES = {
    cls._kind: cls
    for cls in (
        MjsBody, MjsFrame, MjsGeom, MjsJoint, MjsSite, MjsCamera, MjsLight, MjsMesh, MjsHField, MjsTexture, MjsMaterial,
        MjsSkin, MjsFlex, MjsPair, MjsExclude, MjsEquality, MjsTendon, MjsActuator, MjsSensor, MjsNumeric, MjsText,
        MjsTuple, MjsKey,
    )
}

DEFAULT = ("default", "MjsDefault", "class that its values come from")
FRAME = ("frame", "MjsFrame", "frame to put it into")
for _kind in (*TREE, "mesh", "material", "pair", "equality", "tendon", "actuator"):
    CLASSES[_kind]._first = ("frame",) if _kind == "frame" else ("default",)
for _cls in (MjsBody, MjsFrame):
    for _kind in TREE:
        keywords.document(vars(_cls)[f"add_{_kind}"], CLASSES[_kind], FRAME if _kind == "frame" else DEFAULT)
