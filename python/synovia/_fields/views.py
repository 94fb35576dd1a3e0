"""Named access: `m.body("torso").mass`, `d.joint("knee").qpos`.

A view stores a row number and the memory of its model or simulation, not their objects; its attributes are slices of the fields,
so that writing to them writes to the model or the simulation. A scalar field is an array of one element, as in MuJoCo.
The object of a row is created once, its slices on first access.
"""

import operator

import numpy as np

from synovia._fields.memory import SCHEMA, listing, text_of
from synovia._compat.interface import INVALID_INDEX
from synovia._compat.suggest import did_you_mean

# group: (object type, size, prefix of model fields, prefix of data fields)
GROUPS = {
    "actuator": (19, "nu", "actuator_", "actuator_"),
    "body": (1, "nbody", "body_", ""),
    "camera": (7, "ncam", "cam_", "cam_"),
    "equality": (17, "neq", "eq_", None),
    "exclude": (16, "nexclude", "exclude_", None),
    "geom": (5, "ngeom", "geom_", "geom_"),
    "hfield": (12, "nhfield", "hfield_", None),
    "joint": (3, "njnt", "jnt_", ""),
    "light": (8, "nlight", "light_", "light_"),
    "material": (14, "nmat", "mat_", None),
    "mesh": (10, "nmesh", "mesh_", None),
    "numeric": (21, "nnumeric", "numeric_", None),
    "pair": (15, "npair", "pair_", None),
    "sensor": (20, "nsensor", "sensor_", ""),
    "site": (6, "nsite", "site_", "site_"),
    "skin": (11, "nskin", "skin_", None),
    "tendon": (18, "ntendon", "tendon_", "ten_"),
    "texture": (13, "ntex", "tex_", None),
    "text": (22, "ntext", "text_", None),
    "tuple": (23, "ntuple", "tuple_", None),
    "flex": (9, "nflex", "flex_", None),
    "key": (24, "nkey", "key_", None),
    "plugin": (25, "nplugin", "plugin_", None),
}
ALIASES = {
    "camera": ("cam",),
    "equality": ("eq",),
    "joint": ("jnt",),
    "material": ("mat",),
    "tendon": ("ten",),
    "texture": ("tex",),
    "key": ("keyframe",),
}
TITLES = {"key": "Keyframe"}


class _Field:
    """A field of an object: its docstring, and its lookup on first access."""

    def __init__(self, name, doc):
        self.name = name
        self.__doc__ = doc

    # no __set__, so that the slice stored in the object's dictionary is found first
    def __get__(self, obj, owner=None):
        return self if obj is None else obj._look(self.name)


class Views:
    """The fields of one object of a model or a simulation."""

    __slots__ = ("_owner", "_model", "_id", "__dict__")
    _fields = {}
    _kind = 0

    def __init__(self, owner, model, number):
        object.__setattr__(self, "_owner", owner)
        object.__setattr__(self, "_model", model)
        object.__setattr__(self, "_id", number)

    @property
    def id(self):
        """Row number."""
        return self._id

    @property
    def name(self):
        """Name; empty if unnamed."""
        return self._model.core._name(self._kind, self._id) or ""

    def _look(self, attribute):
        """The slice of a field, stored in the object's dictionary, where it is found from then on."""
        field, how = self._fields[attribute]
        value = how(self._owner, self._model, self._owner[field], self._id)
        if attribute != "moment":  # its address changes from step to step
            self.__dict__[attribute] = value
        return value

    def __setattr__(self, attribute, value):
        if attribute in ("id", "name"):
            raise AttributeError(f"property '{attribute}' of '{type(self).__name__}' object has no setter")
        getattr(self, attribute)[:] = value

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        names = self._fields
        same = self._id == other._id and self.name == other.name
        return same and all(np.array_equal(getattr(self, n), getattr(other, n)) for n in names)

    # there is one object per row, as in MuJoCo
    __hash__ = object.__hash__

    def __repr__(self):
        return listing(self, type(self).__name__, ["id", "name", *self._fields])


def _row(owner, model, array, k):
    """Row `k`: an array of one element for a column of scalars."""
    return array[k : k + 1] if array.ndim == 1 else array[k]


def _dofs(owner, model, array, k):
    """Rows of the dofs of joint `k`."""
    first = int(model["jnt_dofadr"][k])
    return array[first : first + (6, 3, 1, 1)[int(model["jnt_type"][k])]]


def _qpos(owner, model, array, k):
    """Elements of joint `k` in a vector like qpos."""
    first = int(model["jnt_qposadr"][k])
    return array[first : first + (7, 4, 1, 1)[int(model["jnt_type"][k])]]


def _span(start, count, of="model"):
    """Elements of one object in a flat array, given by the fields with its address and length."""

    def slice_of(owner, model, array, k):
        fields = model if of == "model" else owner
        first = int(fields[start][k])
        return array[first : first + int(fields[count][k])]

    return slice_of


def _elevation(owner, model, array, k):
    first, rows, columns = int(model["hfield_adr"][k]), int(model["hfield_nrow"][k]), int(model["hfield_ncol"][k])
    return array[first : first + rows * columns].reshape(rows, columns)


def _pixels(owner, model, array, k):
    first = int(model["tex_adr"][k])
    shape = int(model["tex_height"][k]), int(model["tex_width"][k]), int(model["tex_nchannel"][k])
    return array[first : first + shape[0] * shape[1] * shape[2]].reshape(shape)


def _rows_of(columns, size, prefix):
    """Fields with one row per object: attribute, field."""
    fields = {}
    for name, _, shape, _ in columns:
        if shape.split(" x ")[0] == size and name.startswith(prefix):
            fields[name[len(prefix) :]] = (name, _row)
    return fields


def _model_fields(group):
    _, size, prefix, _ = GROUPS[group]
    fields = _rows_of(SCHEMA["model"], size, prefix)
    if group == "joint":
        for name, _, shape, _ in SCHEMA["model"]:
            if name.startswith("dof_") and name not in ("dof_solref", "dof_solimp"):
                fields[name[4:]] = (name, _dofs)
        for name in ("qpos0", "qpos_spring"):
            fields[name] = (name, _qpos)
    elif group == "hfield":
        fields["data"] = ("hfield_data", _elevation)
    elif group == "texture":
        fields["data"] = ("tex_data", _pixels)
    elif group == "numeric":
        fields["data"] = ("numeric_data", _span("numeric_adr", "numeric_size"))
    elif group == "text":
        span = _span("text_adr", "text_size")
        fields["data"] = ("text_data", lambda *given: span(*given).tobytes())
    elif group == "tuple":
        for name in ("objtype", "objid", "objprm"):
            fields[name] = ("tuple_" + name, _span("tuple_adr", "tuple_size"))
    return fields


def _data_fields(group):
    _, size, _, prefix = GROUPS[group]
    if group == "body":
        fields = _rows_of(SCHEMA["data"], "nbody", "")
        return {name: field for name, field in fields.items() if "awake" not in name}
    if group == "joint":
        fields = _rows_of(SCHEMA["data"], "njnt", "")
        for name, _, shape, _ in SCHEMA["data"]:
            if shape.split(" x ")[0] == "nv" and not name.startswith(("dof_", "map_")):
                fields[name] = (name, _dofs)
        fields["qpos"] = ("qpos", _qpos)
        return fields
    if group == "sensor":
        return {"data": ("sensordata", _span("sensor_adr", "sensor_dim"))}
    fields = _rows_of(SCHEMA["data"], size, prefix)
    if group == "actuator":
        fields["ctrl"] = ("ctrl", _row)
        fields["moment"] = ("actuator_moment", _span("moment_rowadr", "moment_rownnz", "data"))
    return fields


def make(owner, group, fields):
    """The class of the views of one group."""
    title = TITLES.get(group, group.capitalize())
    space = {"__slots__": (), "__module__": "synovia", "_kind": GROUPS[group][0], "_fields": fields}
    space["__doc__"] = f"The fields of one {group} of a {owner}."
    known = SCHEMA["model" if owner == "MjModel" else "data"]
    sentences = {name: (dtype, sentence) for name, dtype, _, sentence in known}
    for name, (column, how) in fields.items():
        dtype, sentence = sentences[column]
        space[name] = _Field(name, f"{sentence}\n\n{dtype}, part of `{column}`")
    return type(f"_{owner}{title}Views", (Views,), space)


MODEL_VIEWS = {group: make("MjModel", group, _model_fields(group)) for group in GROUPS}
DATA_VIEWS = {
    group: make("MjData", group, _data_fields(group))
    for group, (_, _, _, prefix) in GROUPS.items()
    if prefix is not None
}


def number_of(model, group, key):
    """Row number of an object given by id or name."""
    kind, size, _, _ = GROUPS[group]
    if isinstance(key, (str, bytes)):
        name = text_of(key)
        number = model._id(kind, name)
        if number < 0:
            known = model._names(kind)
            raise KeyError(f"Invalid name '{name}'. Valid names: {known}{did_you_mean(name, known)}")
        return number
    try:
        number = operator.index(key)
    except TypeError:
        raise TypeError(f"{group}() takes a name or an id, not {key!r}") from None
    count = getattr(model, size)
    if not 0 <= number < count:
        raise IndexError(INVALID_INDEX.format(number=number, last=count - 1))
    return number


def accessor(group, views, model_of):
    """The method that returns the view of one object, by name or id."""
    slot = "_named_" + group

    def find(self, name):
        model = model_of(self)
        number = number_of(model, group, name)
        known = self.__dict__.setdefault(slot, {})
        found = known.get(number)
        if found is None:
            found = known[number] = views(self._source, model._source, number)
        if isinstance(name, str):
            known[name] = found
        return found

    def access(self, name=""):
        kind = type(name)
        if kind is str or kind is int:
            try:
                return self.__dict__[slot][name]
            except KeyError:
                pass
        return find(self, name)

    access.__name__ = group
    access.__doc__ = f"The {group} with this name or id, with its fields as attributes."
    return access
