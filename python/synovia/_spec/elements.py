"""Elements of a specification: `MjsBody`, `MjsGeom` and all others, under the names and with the members of MuJoCo.

Which members there are, of which type, and what they mean is declared once, in the engine: `_synovia.spec_schema`.
"""

import numpy as np

from synovia import _enums, _synovia
from synovia._fields.memory import described
from synovia._spec import keywords, representation
from synovia._spec.keywords import ORIENTATIONS
from synovia._spec.values import F32, I32, Array, Byte, Bytes, Int, Letters, Lists, MjDoubleVec, MjFloatVec, MjIntVec, MjStringVec, Member
from synovia._spec.values import Number, Real, Text, Vector, numbers_expected, whole, word, wrong, wrong_size

E = _enums.ENUMS
SCHEMA = _synovia.spec_schema()
LISTS = {"reals": (MjDoubleVec, np.float64), "floats": (MjFloatVec, F32), "ints": (MjIntVec, I32), "texts": (MjStringVec, None)}
FORMS = {
    "real": Number, "single": Number, "int": Int, "flag": Byte, "text": Text, "bytes": Bytes,
    "int_lists": lambda name: Lists(name, True), "float_lists": lambda name: Lists(name, False),
}
SCALARS = {Real: "float", Number: "float", Byte: "int, 0 or 1", Bytes: "bytes", Lists: "list of lists"}


def _members(cls, kind, *without):
    """Gives a class the members that the engine declares for a kind of element."""
    # what and where it is comes first
    for name, form, size, enum, unit, told, _ in sorted(SCHEMA[kind], key=lambda row: row[0] not in ("type", "pos", "quat")):
        if name not in ("name", "class", *without) and form != "orientation":
            _document(cls, OTHERS.get((kind, name)) or _member(name, form, size, enum), told, unit)
    return cls


def _member(name, form, size, enum):
    if form in LISTS:
        cls, dtype = LISTS[form]
        return Array(name, size, dtype) if size else Vector(name, cls)
    return Int(name, E[enum]) if enum else FORMS[form](name)


def _document(cls, member, told, unit=""):
    """Sets a member of a class, with its docstring: what it is, its unit, its type."""
    if unit and not told.rstrip(".").endswith("]"):
        told = f"{told.rstrip('.')} [{unit}]."
    if isinstance(member, Array):
        member.__doc__ = described(told, np.dtype((member.dtype, (member.size,))))
    else:
        member.__doc__ = f"{told}\n\n{_type(member)}"
    setattr(cls, member.name, member)


def _type(member):
    """The words for the type of a member."""
    if isinstance(member, Int):
        return "int" if member.enum is None else f"int, an `{member.enum.__name__}`"
    if isinstance(member, Vector) and not isinstance(member, Letters):
        return "list of " + {"MjStringVec": "str", "MjIntVec": "int"}.get(member.cls.__name__, "float")
    return next((words for cls, words in SCALARS.items() if isinstance(member, cls)), "str")


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


# members that programs see in another form than the engine
OTHERS = {
    ("joint", "align"): Align("align"),
    ("geom", "fluid_ellipsoid"): Real("fluid_ellipsoid"),
    ("geom", "size"): Array("size", 3, shorter=True),
    ("site", "size"): Array("size", 3, shorter=True),
    ("texture", "gridlayout"): Letters("gridlayout", 12, shorter=True),
    ("compiler", "eulerseq"): Letters("eulerseq", 3, shorter=True, longer=True),
    ("compiler", "alignfree"): Byte("alignfree", -(2**31), 2**31 - 1),
    ("compiler", "exactmeshinertia"): Byte("exactmeshinertia"),
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
                    raise keywords.invalid(name, [*known, *cls._first], getattr(cls, "_kind", ""))

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


for _form, (_, _size, _) in ORIENTATIONS.items():
    _document(MjsOrientation, Array(_form, _size), f"{keywords.FORMS[_form].capitalize()}.")


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
        """A number that distinguishes models of different structure."""
        return self._spec._core.signature()

    def _alt(self, member):
        return MjsOrientation._of(self._lend(member))

    def _fill(self, values):
        """Sets members from keywords, which were checked; None leaves a member alone."""
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
        for member, value in values.items():
            known = getattr(type(self), member, None)
            if isinstance(known, Member):
                known.fill(self, value)
            else:
                setattr(self, member, value)
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


def _class(name, kind, doc, base=Element):
    space = {"__slots__": (), "__module__": "synovia", "__doc__": doc, "_kind": kind}
    return _members(type(name, (base,), space), kind)


MjsJoint = _class("MjsJoint", "joint", "Degrees of freedom of a body.", _Placed)
MjsGeom = _class("MjsGeom", "geom", "A shape of a body.", _Placed)
MjsSite = _class("MjsSite", "site", "A place on a body.", _Placed)
MjsCamera = _class("MjsCamera", "camera", "A camera.", _Placed)
MjsLight = _class("MjsLight", "light", "A light.", _Placed)
MjsMesh = _class("MjsMesh", "mesh", "A mesh.")
MjsHField = _class("MjsHField", "hfield", "A height field.")
MjsTexture = _class("MjsTexture", "texture", "A texture.")
MjsMaterial = _class("MjsMaterial", "material", "A material.")
MjsSkin = _class("MjsSkin", "skin", "A skin.")
MjsFlex = _class("MjsFlex", "flex", "A deformable mesh.")
MjsPair = _class("MjsPair", "pair", "Two geoms that collide.")
MjsExclude = _class("MjsExclude", "exclude", "Two bodies that do not collide.")
MjsEquality = _class("MjsEquality", "equality", "An equality constraint.")
MjsTendon = _class("MjsTendon", "tendon", "A tendon.")
MjsActuator = _class("MjsActuator", "actuator", "An actuator.")
MjsSensor = _class("MjsSensor", "sensor", "A sensor.")
MjsNumeric = _class("MjsNumeric", "numeric", "A named array.")
MjsText = _class("MjsText", "text", "A named text.")
MjsTuple = _class("MjsTuple", "tuple", "A named list of objects.")
MjsKey = _class("MjsKey", "key", "A keyframe.")
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


_members(MjsFrame, "frame")
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


_members(MjsBody, "body")
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
