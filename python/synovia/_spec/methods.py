"""What elements of a specification can do besides holding values: actuator shortcuts, built-in meshes, paths of tendons."""

import math

from synovia._spec import representation
from synovia._enums import ENUMS
from synovia._spec.elements import MjsActuator, MjsMesh, MjsSensor, MjsTendon, MjsElement
from synovia._spec.values import word, wrong

DYN, GAIN, BIAS, WRAP = (ENUMS[name] for name in ("mjtDyn", "mjtGain", "mjtBias", "mjtWrap"))


def _types(self, dyn, gain, bias):
    self.dyntype, self.gaintype, self.biastype = getattr(DYN, f"mjDYN_{dyn}"), getattr(GAIN, f"mjGAIN_{gain}"), getattr(BIAS, f"mjBIAS_{bias}")


def set_to_motor(self):
    """Force is the control."""
    self.gainprm[0] = 1
    _types(self, "NONE", "FIXED", "NONE")


def set_to_position(self, kp, kv=-1, dampratio=-1, timeconst=-1, inheritrange=False):
    """A servo: `kp (ctrl − length) − kv velocity`."""
    if kv >= 0 and dampratio >= 0:
        raise ValueError(f"kv={kv} and dampratio={dampratio} both set the damping: give one of them")
    if inheritrange and any(self.ctrlrange):
        raise ValueError(f"inheritrange={inheritrange} sets ctrlrange, which is {list(self.ctrlrange)} already: give one of them")
    self.gainprm[0], self.biasprm[1] = kp, -kp
    if kv >= 0:
        self.biasprm[2] = -kv
    if dampratio >= 0:
        self.biasprm[2] = dampratio
    dyn = self.dyntype
    if timeconst >= 0:
        self.dynprm[0] = timeconst
        dyn = DYN.mjDYN_FILTEREXACT if timeconst else DYN.mjDYN_NONE
    self.inheritrange = float(inheritrange)
    _types(self, "NONE", "FIXED", "AFFINE")
    self.dyntype = dyn


def set_to_intvelocity(self, kp, kv=-1, dampratio=-1, timeconst=-1, inheritrange=False):
    """A servo whose target is the integral of the control."""
    if inheritrange and any(self.actrange):
        raise ValueError(f"inheritrange={inheritrange} sets actrange, which is {list(self.actrange)} already: give one of them")
    set_to_position(self, kp, kv, dampratio, timeconst, inheritrange)
    self.dyntype = DYN.mjDYN_INTEGRATOR
    self.actlimited = 1


def set_to_velocity(self, kv):
    """A velocity servo."""
    self.biasprm[:] = 0
    self.gainprm[0], self.biasprm[2] = kv, -kv
    _types(self, "NONE", "FIXED", "AFFINE")


def set_to_damper(self, kv):
    """Damping in proportion to the control."""
    if kv < 0:
        raise ValueError(f"a damper needs kv of 0 or more, got {kv}")
    if min(self.ctrlrange) < 0:
        raise ValueError(f"the ctrlrange of a damper starts at 0 or more, got {list(self.ctrlrange)}")
    self.gainprm[:] = 0
    self.gainprm[2] = -kv
    self.ctrllimited = 1
    _types(self, "NONE", "AFFINE", "NONE")


def set_to_cylinder(self, timeconst, bias, area, diameter=-1):
    """A pneumatic or hydraulic cylinder."""
    self.dynprm[0], self.biasprm[0] = timeconst, bias
    self.gainprm[0] = math.pi / 4 * diameter**2 if diameter >= 0 else area
    _types(self, "FILTER", "FIXED", "AFFINE")


def set_to_muscle(
    self, timeconst=-1, tausmooth=0.0, range=(-1, -1), force=-1, scale=-1, lmin=-1, lmax=-1, vmax=-1, fpmax=-1, fvmax=-1
):
    """A muscle."""
    if tausmooth < 0:
        raise ValueError(f"tausmooth of a muscle is a width of 0 or more, got {tausmooth}")
    timeconst = (timeconst, timeconst) if not hasattr(timeconst, "__len__") else timeconst
    for k, (untouched, value) in enumerate(((1, 0.01), (0, 0.04))):
        if self.dynprm[k] == untouched:
            self.dynprm[k] = value
        if timeconst[k] >= 0:
            self.dynprm[k] = timeconst[k]
    self.dynprm[2] = tausmooth
    builtin = (0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2)
    given = (*range, force, scale, lmin, lmax, vmax, fpmax, fvmax)
    for k, (value, wanted) in enumerate(zip(builtin, given)):
        if self.gainprm[k] == (1 if k == 0 else 0):
            self.gainprm[k] = value
        if wanted >= 0:
            self.gainprm[k] = wanted
    self.biasprm[:9] = self.gainprm[:9]
    _types(self, "MUSCLE", "MUSCLE", "MUSCLE")


def set_to_adhesion(self, gain):
    """Adhesion of a body."""
    if gain < 0:
        raise ValueError(f"adhesion needs a gain of 0 or more, got {gain}")
    if min(self.ctrlrange) < 0:
        raise ValueError(f"the ctrlrange of adhesion starts at 0 or more, got {list(self.ctrlrange)}")
    self.gainprm[0] = gain
    self.ctrllimited = 1
    _types(self, "NONE", "FIXED", "NONE")


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
        for kept in ("uservert", "usernormal", "usertexcoord", "userface"):
            if kept in self._kept:
                vec = self._kept[kept]
                vec._list[:] = type(vec)(self._get(kept).tolist())._list

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

    def _notes(self):
        return self._tendon._bytes.setdefault(("wrap", self._index), {})

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
        return self._notes().get("info", self._tendon.info)

    @info.setter
    def info(self, value):
        self._notes()["info"] = word("info", value)

    @property
    def type(self):
        """Kind of path; a program may say another one, which counts for nothing else."""
        if "type" in self._notes():
            return self._notes()["type"]
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
        self._notes()["type"] = value


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
MjsTendon.default = lambda self: self._spec.find_default(self._get("class") or "main")
MjsTendon.default.__doc__ = "Its default class."


def get_data_size(self):
    """How many numbers the sensor puts out."""
    spec = self._spec
    sizes = {7: None, 42: None, 46: None, 47: None, 48: None}
    kind = int(self.type)
    if kind not in sizes:
        return SIZES[kind]
    if kind == 48:
        return self.dim
    model = spec._compiled(tried=False)
    return int(model.sensor_dim[self.id])


SIZES = [1, 3, 3, 3, 3, 3, 3, 0, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4, 3, 1, 1, 1, 1, 1, 1]
SIZES += [3, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1, 1, 3, 6, 0, 1, 1, 1]
MjsSensor.get_data_size = get_data_size
