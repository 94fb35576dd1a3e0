"""`MjData`: one simulation. Fields whose shape the model fixes are numpy arrays over the engine's memory, and so are
contacts; fields that grow and shrink from step to step (constraint rows, islands) are read-only copies of their current
content.
"""

import operator

import numpy as np

from synovia import _synovia, _views
from synovia._fields import SCHEMA, Fixed, Once, Source, View, WithViews, describe, listing

GROWING = ("nefc", "nJ", "nA", "nisland", "nidof")
COUNTS = ("ne", "nf", "nl", "nJ", "nA", "nisland", "nidof")
# 1 if what is computed on demand is known for the current state
FLAGS = ("flg_energypos", "flg_energyvel", "flg_subtreevel", "flg_rnepost")
# MuJoCo's memory management, which has no counterpart here
ABSENT = "pbase parena maxuse_stack maxuse_arena threadpool".split()


def _struct(*fields):
    """A numpy type with the memory of a C struct: (name, type, shape)."""
    return np.dtype([(name, kind, shape) if shape else (name, kind) for name, kind, shape in fields])


CONTACT = _struct(
    ("dist", "f8", ()),
    ("pos", "f8", (3,)),
    ("frame", "f8", (9,)),
    ("includemargin", "f8", ()),
    ("friction", "f8", (5,)),
    ("solref", "f8", (2,)),
    ("solreffriction", "f8", (2,)),
    ("solimp", "f8", (5,)),
    ("mu", "f8", ()),
    ("H", "f8", (36,)),
    ("dim", "i4", ()),
    ("geom1", "i4", ()),
    ("geom2", "i4", ()),
    ("geom", "i4", (2,)),
    ("flex", "i4", (2,)),
    ("elem", "i4", (2,)),
    ("vert", "i4", (2,)),
    ("exclude", "i4", ()),
    ("efc_address", "i4", ()),
    ("_pad", "i4", ()),
)
WARNING = _struct(("lastinfo", "i4", ()), ("number", "i4", ()))
TIMER = _struct(("duration", "f8", ()), ("number", "i4", ()), ("_pad", "i4", ()))
SOLVER = _struct(
    ("improvement", "f8", ()),
    ("gradient", "f8", ()),
    ("lineslope", "f8", ()),
    ("nactive", "i4", ()),
    ("nchange", "i4", ()),
    ("neval", "i4", ()),
    ("nupdate", "i4", ()),
)


class Struct:
    """One record of a list: its fields as attributes."""

    __slots__ = ("_record",)
    _dtype = None

    def __init__(self, record=None):
        object.__setattr__(self, "_record", np.zeros(1, self._dtype) if record is None else record)

    def __getattr__(self, name):
        if name in self._names():
            value = self._record[name][0]
            return value if isinstance(value, np.ndarray) else value.item()
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        if name not in self._names():
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        self._record[name][0] = value

    @classmethod
    def _names(cls):
        return [name for name in cls._dtype.names if name != "_pad"]

    def __dir__(self):
        return [*super().__dir__(), *self._names()]

    def __copy__(self):
        return type(self)(self._record.copy())

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        return type(self), (self._record.copy(),)

    def __eq__(self, other):
        return type(other) is type(self) and self._record.tobytes() == other._record.tobytes()

    __hash__ = None

    def __repr__(self):
        return listing(self, type(self).__name__, self._names())


class Item(Struct):
    """One record of a list: row `_at` of its columns."""

    __slots__ = ("_columns", "_at")

    def __init__(self, record=None):
        record = np.zeros(1, self._dtype) if record is None else record
        self._place(_columns_of(record), 0)

    def _place(self, columns, at):
        object.__setattr__(self, "_columns", columns)
        object.__setattr__(self, "_at", at)

    @property
    def _record(self):
        return self._columns[None][self._at : self._at + 1]

    def __setattr__(self, name, value):
        # a property; Struct's own way is for records without them
        object.__setattr__(self, name, value)

    @classmethod
    def _row(cls, columns, at):
        self = cls.__new__(cls)
        self._place(columns, at)
        return self


def _columns_of(records):
    """The fields of records as arrays, by name; the records themselves under None."""
    columns = {name: records[name] for name in records.dtype.names if name != "_pad"}
    columns[None] = records
    return columns


def _field(name, is_array):
    """The property of a field of an `Item`."""
    if is_array:

        def get(self):
            return self._columns[name][self._at]

    else:

        def get(self):
            return self._columns[name].item(self._at)

    def put(self, value):
        self._columns[name][self._at] = value

    return property(get, put, doc=f"The field `{name}`.")


def _whole(name):
    """The property of a list: one field of all its records."""

    def get(self):
        return self._columns[name][: self._count()]

    def put(self, value):
        get(self)[...] = value

    return property(get, put, doc=f"The field `{name}` of all.")


class StructList:
    """A list of records: `list[i].field` is one value, `list.field` all of them."""

    __slots__ = ("_all", "_columns", "_items", "_count")
    _item = Item

    def __init__(self, records, count=None):
        """Of all records, or of as many of them as `count()` says each time."""
        length = len(records)
        self._all, self._columns, self._items = records, _columns_of(records), {}
        self._count = (lambda: length) if count is None else count

    @property
    def _records(self):
        return self._all[: self._count()]

    def __len__(self):
        return self._count()

    def __getitem__(self, k):
        if isinstance(k, slice):
            return type(self)(self._records[k])
        k, count = operator.index(k), self._count()
        if not -count <= k < count:
            raise IndexError("list index out of range")
        return self._at(k % count)

    def _at(self, k):
        found = self._items.get(k)
        if found is None:
            found = self._items[k] = self._item._row(self._columns, k)
        return found

    def __iter__(self):
        return map(self._at, range(self._count()))

    def __eq__(self, other):
        return type(other) is type(self) and self._records.tobytes() == other._records.tobytes()

    __hash__ = None

    def __repr__(self):
        return listing(self, type(self).__name__, self._item._names())


def _make(name, dtype, doc):
    space = {"__slots__": (), "__module__": "synovia"}
    fields = {field: _field(field, bool(dtype[field].shape)) for field in dtype.names if field != "_pad"}
    item = type(name, (Item,), {**space, **fields, "_dtype": dtype, "__doc__": doc})
    columns = {field: _whole(field) for field in fields}
    many = type(f"_{name}List", (StructList,), {**space, **columns, "_item": item, "__doc__": f"A list of {name}."})
    return item, many


MjContact, ContactList = _make("MjContact", CONTACT, "One contact.")
MjWarningStat, WarningList = _make("MjWarningStat", WARNING, "How often something went wrong.")
MjTimerStat, TimerList = _make("MjTimerStat", TIMER, "Time spent in a part of the step.")
MjSolverStat, SolverList = _make("MjSolverStat", SOLVER, "What one iteration of the solver did.")


class MjData(WithViews, _synovia.Data):
    """One simulation of a model."""

    __module__ = "synovia"

    # what else subclasses are called with is theirs
    def __new__(cls, model, *_, **__):
        return super().__new__(cls, model)

    def __init__(self, model):
        self.__dict__["model"] = model

    @property
    def signature(self):
        """Fingerprint of the compilation that made the model."""
        return self.model.signature

    def __repr__(self):
        return f"<MjData time={self.time:g} ncon={self.ncon} nefc={self.nefc} of {self.model!r}>"

    def __copy__(self):
        other = type(self)(self.model)
        other._assign(self.model, self)
        return other

    def __deepcopy__(self, memo):
        import copy

        other = type(self)(copy.deepcopy(self.model, memo))
        other._assign(self.model, self)
        return other

    def __reduce__(self):
        # everything of one moment: other threads may be computing on it
        time, columns, arrays, counts, contacts = self._content(COUNTED)
        columns, arrays = dict(zip(COLUMNS, columns)), dict(zip(ARRAYS, arrays))
        return _restore, (type(self), self.model, time, columns, arrays, counts, contacts)


def _restore(cls, model, time, columns, arrays, counts, contacts):
    """A simulation from its pickled content."""
    self = cls(model)
    self.time = time
    for name, (content, shape) in columns.items():
        self._set_column(COLUMNS[name], content, shape)
    for name, content in arrays.items():
        array = self._array(name)
        array[...] = np.frombuffer(content, array.dtype)
    self._set_counts(counts[:4], counts[4:6], counts[6:])
    self._set_contacts(contacts)
    return self


COLUMNS = {}
ARRAYS = ("energy", "solver_niter", "solver_nnz", "solver_fwdinv", "warning", "solver")
COUNTED = ("ne", "nf", "nl", "nefc", "nisland", "nidof", *FLAGS)


def _copy_of(k, dtype):
    def get(data):
        content, shape = data._column_bytes(k)
        if content:
            return np.frombuffer(content, dtype).reshape(shape)
        # an empty array owns its memory, as in MuJoCo
        array = np.empty(shape, dtype)
        array.flags.writeable = False
        return array

    return get


def _count_of(name):
    return lambda data: data._count(name)


def _declare():
    for k, (name, dtype, shape, sentence) in enumerate(SCHEMA["data"]):
        doc = describe(name, dtype, shape, sentence)
        COLUMNS[name] = k
        if shape.split(" x ")[0] in GROWING:
            setattr(MjData, name, Fixed(name, _copy_of(k, dtype), doc + ", a copy"))
        else:
            setattr(MjData, name, View(name, lambda data, k=k: data._column(k), doc))
    for name in ("energy", "solver_niter", "solver_nnz", "solver_fwdinv"):
        get = lambda data, name=name: data._array(name)  # noqa: E731 - one of many alike
        setattr(MjData, name, View(name, get, "A small array of the simulation."))
    for name in COUNTS:
        setattr(MjData, name, Fixed(name, _count_of(name), "A number that the step sets."))
    for name in FLAGS:
        setattr(MjData, name, Fixed(name, _count_of(name), "1 if this is known for the current state."))
    for name in ABSENT:
        doc = "Part of MuJoCo's memory management; always 0."
        setattr(MjData, name, Fixed(name, lambda data: 0, doc))
    for name in ("narena", "nbuffer", "nplugin"):
        get = lambda data, name=name: getattr(data.model, name)  # noqa: E731
        setattr(MjData, name, Fixed(name, get, "As in the model."))
    for name, dtype in (("plugin", np.int32), ("plugin_data", np.uint64)):
        get = lambda data, dtype=dtype: np.zeros(data.model.nplugin, dtype)  # noqa: E731
        setattr(MjData, name, View(name, get, "Plugins of the model."))
    get = lambda data: np.zeros(128, np.uint64)  # noqa: E731
    setattr(MjData, "maxuse_threadstack", View("maxuse_threadstack", get, "Always 0."))
    for name, count in AWAKE.items():
        setattr(MjData, name, Fixed(name, count, "How many are awake."))
    for name, (get, doc) in LISTS.items():
        setattr(MjData, name, Once(name, get, doc))
    MjData.model = Once("model", lambda data: data.__dict__["model"], "The model.")
    MjData._source = Once("_source", lambda data: Source(data._core(), COLUMNS), "Columns for views.")
    for group, views in _views.DATA_VIEWS.items():
        method = _views.accessor(group, views, lambda data: data.model)
        for alias in (group, *_views.ALIASES.get(group, ())):
            setattr(MjData, alias, method)


def _parents_awake(data):
    return int(np.count_nonzero(data.body_awake[data.model.body_parentid[1:]]))


def _dofs_awake(data):
    return int(data.model.tree_dofnum[data.tree_awake == 1].sum())


AWAKE = {
    "ntree_awake": lambda data: int(np.count_nonzero(data.tree_awake == 1)),
    "nbody_awake": lambda data: int(np.count_nonzero(data.body_awake)),
    "nparent_awake": _parents_awake,
    "nv_awake": _dofs_awake,
}



def _contacts(data):
    core = data._core()
    return ContactList(core._contacts_room().view(CONTACT), lambda: core.ncon)


def _timers(data):
    # DIFFERENCE(timer-on-demand): nothing is timed before a program asks
    totals = np.zeros(2 * 15, np.int64)
    data._time_into(totals)
    return TimerList(totals.view(TIMER))


LISTS = {
    "contact": (_contacts, "The contacts of the current pose, in place. The list stays: it always shows those of the last pose."),
    "warning": (lambda data: WarningList(data._array("warning").view(WARNING)), "Counted warnings, by `mjtWarning`."),
    "solver": (
        lambda data: SolverList(data._array("solver").view(SOLVER)),
        "Statistics of the solver: 200 iterations for each of 20 islands.",
    ),
    "timer": (
        _timers,
        "Seconds spent and how often, by `mjtTimer`, from the first time on that a program asks for it: before, nothing is timed.",
    ),
}

_declare()


def mj_copyData(dest, m, src):
    """Overwrites a simulation by another one of the same model."""
    dest._assign(m, src)
    return dest
