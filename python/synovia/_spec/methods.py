"""What elements of a specification can do besides holding values: actuator shortcuts, built-in meshes, paths of tendons."""

from synovia._spec import representation
from synovia._enums import ENUMS
from synovia._spec.elements import MjsActuator, MjsMesh, MjsSensor, MjsTendon, MjsElement
from synovia._spec.values import word, wrong

WRAP = ENUMS["mjtWrap"]


def _given(**values):
    """Parameters of a shortcut; a negative one leaves what is there."""
    pairs = {name: [float(part) for part in (value if hasattr(value, "__len__") else (value,))] for name, value in values.items()}
    return [(name, numbers) for name, numbers in pairs.items() if max(numbers) >= 0]


def set_to_motor(self):
    """Force is the control."""
    self._set_to("motor", [])


def set_to_position(self, kp, kv=-1, dampratio=-1, timeconst=-1, inheritrange=False):
    """A servo: `kp (ctrl − length) − kv velocity`."""
    servo = _given(kv=kv, dampratio=dampratio, timeconst=timeconst)
    self._set_to("position", [("kp", [kp]), ("inheritrange", [float(inheritrange)]), *servo])


def set_to_intvelocity(self, kp, kv=-1, dampratio=-1, timeconst=-1, inheritrange=False):
    """A servo whose target is the integral of the control."""
    servo = _given(kv=kv, dampratio=dampratio, timeconst=timeconst)
    self._set_to("intvelocity", [("kp", [kp]), ("inheritrange", [float(inheritrange)]), *servo])


def set_to_velocity(self, kv):
    """A velocity servo."""
    self._set_to("velocity", [("kv", [kv])])


def set_to_damper(self, kv):
    """Damping in proportion to the control."""
    self._set_to("damper", [("kv", [kv])])


def set_to_cylinder(self, timeconst, bias, area, diameter=-1):
    """A pneumatic or hydraulic cylinder."""
    self._set_to("cylinder", [("timeconst", [timeconst]), ("bias", [bias]), ("area", [area]), *_given(diameter=diameter)])


def set_to_muscle(
    self, timeconst=-1, tausmooth=0.0, range=(-1, -1), force=-1, scale=-1, lmin=-1, lmax=-1, vmax=-1, fpmax=-1, fvmax=-1
):
    """A muscle."""
    muscle = _given(
        timeconst=timeconst, range=range, force=force, scale=scale, lmin=lmin, lmax=lmax, vmax=vmax, fpmax=fpmax, fvmax=fvmax
    )
    self._set_to("muscle", [("tausmooth", [tausmooth]), *muscle])


def set_to_adhesion(self, gain):
    """Adhesion of a body."""
    self._set_to("adhesion", [("gain", [gain])])


for _method in (
    set_to_motor, set_to_position, set_to_intvelocity, set_to_velocity, set_to_damper, set_to_cylinder, set_to_muscle,
    set_to_adhesion,
):
    setattr(MjsActuator, _method.__name__, _method)


def _shape(name, number, arguments, doc):
    def make(self, *given, **named):
        values = dict(zip(arguments, given), **named)
        unknown = set(values) - set(arguments)
        missing = [word for word in arguments if word not in values]
        if unknown or missing or len(given) > len(arguments):
            raise TypeError(f"make_{name} takes {', '.join(arguments)}")
        numbers = []
        for word in arguments:
            value = values[word]
            numbers += [float(part) for part in (value if hasattr(value, "__len__") else (value,))]
        self._spec._core.make_mesh(self._index, number, numbers)

    make.__name__, make.__doc__ = f"make_{name}", doc
    setattr(MjsMesh, make.__name__, make)


_shape("sphere", 1, ("subdivision",), "Makes it a sphere.")
_shape("hemisphere", 2, ("resolution",), "Makes it half a sphere.")
_shape("cone", 3, ("nedge", "radius"), "Makes it a cone or a prism.")
_shape("supersphere", 4, ("resolution", "e", "n"), "Makes it a superellipsoid.")
_shape("supertorus", 5, ("resolution", "radius", "s", "t"), "Makes it a supertorus.")
_shape("wedge", 6, ("resolution", "fov", "gamma"), "Makes it part of a sphere's surface.")
_shape("plate", 7, ("resolution",), "Makes it a grid.")


class MjsWrap(MjsElement):
    """A part of the path of a tendon."""

    __module__ = "synovia"
    __repr__ = representation.wrap

    def __init__(self, tendon, index):
        self._tendon, self._index = tendon, index

    def _row(self):
        return self._tendon._spec._core.wraps(self._tendon._index)[self._index]

    def __eq__(self, other):
        return isinstance(other, MjsWrap) and (self._tendon, self._index) == (other._tendon, other._index)

    def __hash__(self):
        return hash((id(self._tendon), self._index))

    @property
    def target(self):
        """What the tendon passes: a site, geom or joint."""
        kind, name, _, _ = self._row()
        return None if kind == "pulley" else self._tendon._spec._find(kind, name)

    @property
    def sidesite(self):
        """On which side of a geom it passes."""
        side = self._row()[2]
        return self._tendon._spec._find("site", side) if side else None

    @property
    def coef(self):
        """Coefficient of a joint."""
        kind, _, _, number = self._row()
        return number if kind == "joint" else None

    @property
    def divisor(self):
        """Divisor of a pulley."""
        kind, _, _, number = self._row()
        return number if kind == "pulley" else None

    @property
    def info(self):
        """What is added to messages about it."""
        noted = self._tendon._note(f"info of part {self._index}")
        return self._tendon.info if noted is None else noted

    @info.setter
    def info(self, value):
        self._tendon._set_note(f"info of part {self._index}", word("info", value))

    @property
    def type(self):
        """Type of path; a program may set another one, which has no other effect."""
        noted = self._tendon._note(f"type of part {self._index}")
        if noted is not None:
            return WRAP(noted)
        kind = self._row()[0]
        if kind == "geom":
            target = self.target
            sphere = target is None or int(target.type) == 2
            kind = "sphere" if sphere else "cylinder"
        return getattr(WRAP, f"mjWRAP_{kind.upper()}")

    @type.setter
    def type(self, value):
        if not isinstance(value, WRAP):
            raise wrong("type", value, "an mjtWrap")
        self._tendon._set_note(f"type of part {self._index}", int(value))


class MjsTendonPath(MjsElement):
    """The path of a tendon."""

    __module__ = "synovia"

    def __init__(self, tendon):
        self._tendon = tendon

    def __len__(self):
        return len(self._tendon._spec._core.wraps(self._tendon._index))

    def __getitem__(self, index):
        if not 0 <= index < len(self):
            raise IndexError("Index out of range.")
        return MjsWrap(self._tendon, index)

    def __repr__(self):
        return f"<MjsTendonPath {[MjsWrap(self._tendon, index) for index in range(len(self))]!r}>"


def _wrap(kind, number=False, side=False):
    def add(self, name="", extra=None):
        text = "" if kind == "pulley" else name
        value = (name if kind == "pulley" else extra) if number else 0.0
        sidesite = (extra or "") if side else ""
        return MjsWrap(self, self._spec._core.add_wrap(self._index, kind, text, sidesite, float(value)))

    add.__name__, add.__doc__ = f"wrap_{kind}", f"Lengthens the path by a {kind}."
    setattr(MjsTendon, add.__name__, add)


_wrap("site")
_wrap("geom", side=True)
_wrap("joint", number=True)
_wrap("pulley", number=True)
MjsTendon.path = property(MjsTendonPath, doc="The path.")
MjsTendon.default = lambda self: self._spec._default(self._class_number())
MjsTendon.default.__doc__ = "Its default class."


def get_data_size(self):
    """How many numbers the sensor puts out."""
    size = self._data_size()
    return int(self._spec._compiled(tried=False).sensor_dim[self.id]) if size is None else size


MjsSensor.get_data_size = get_data_size
