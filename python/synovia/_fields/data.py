"""`MjData`: one simulation. Fields whose shape is fixed by the model are numpy arrays over the engine's memory, and so are
contacts; fields that grow and shrink from step to step (constraint rows, islands) are read-only copies of their current
content.
"""

import operator

import numpy as np

from synovia import _synovia
from synovia._fields import views as _views
from synovia._fields.memory import SCHEMA, Columns, Fixed, Once, Source, View, WithViews, describe, described, listing, records_of

GROWING = ("nefc", "nJ", "nA", "nisland", "nidof")
COUNTS = {
    "ne": "Number of equality constraint rows.",
    "nf": "Number of friction loss constraint rows, of dofs and tendons.",
    "nl": "Number of limit constraint rows, of joints and tendons.",
    "nJ": "Number of stored elements of the constraint Jacobian.",
    "nA": "Number of stored elements of the matrix of the dual solvers.",
    "nisland": "Number of islands: groups of trees coupled by constraints.",
    "nidof": "Number of dofs in islands.",
}
# 1 if a quantity that is computed on demand is up to date
FLAGS = {
    "flg_energypos": "1 if potential energy is up to date.",
    "flg_energyvel": "1 if kinetic energy is up to date.",
    "flg_subtreevel": "1 if velocities of subtrees are up to date.",
    "flg_rnepost": "1 if accelerations of bodies and forces between them are up to date.",
}
SMALL = {
    "energy": "Potential and kinetic energy [J].\n\nfloat64, shape (2,)",
    "solver_niter": "Solver iterations in each island.\n\nint32, shape (20,)",
    "solver_nnz": "Number of nonzeros of the Hessian or of the matrix of the dual solvers, in each island.\n\nint32, shape (20,)",
    "solver_fwdinv": "Difference between forward and inverse dynamics: constraint forces, applied forces.\n\nfloat64, shape (2,)",
}
MODELS = {
    "narena": "Memory limit of contacts and constraint rows in bytes; as in the model.",
    "nbuffer": "Size of the fields of the model in bytes.",
    "nplugin": "Number of plugin instances; as in the model.",
}
# MuJoCo's memory management, which has no counterpart here
ABSENT = "pbase parena threadpool".split()


def _struct(*fields):
    """A numpy type with the memory layout of a C struct, and its docstrings; fields are (name, type, shape, sentence)."""
    dtype = np.dtype([(name, kind, shape) if shape else (name, kind) for name, kind, shape, _ in fields])
    docs = {name: described(sentence, dtype[name]) for name, _, _, sentence in fields}
    return dtype, docs


CONTACT = _struct(
    ("dist", "f8", (), "Distance between the surfaces [m]; negative if they overlap."),
    ("pos", "f8", (3,), "Point of contact, midway between the surfaces [m]."),
    ("frame", "f8", (9,), "Axes of the contact, row by row; the first is the normal, from the first to the second object."),
    ("includemargin", "f8", (), "Distance below which the contact generates forces [m]."),
    ("friction", "f8", (5,), "Friction coefficients: sliding (2), torsional [m], rolling (2) [m]."),
    ("solref", "f8", (2,), "Reference acceleration parameters in the normal direction."),
    ("solreffriction", "f8", (2,), "The same in the friction directions; zeros: as in the normal direction."),
    ("solimp", "f8", (5,), "Parameters of the impedance."),
    ("mu", "f8", (), "Friction of the regularised cone, set by the solver."),
    ("H", "f8", (36,), "Hessian of the cone, row by row, set by the solver."),
    ("dim", "i4", (), "Dimension of the contact force: 1, 3, 4 or 6."),
    ("geom1", "i4", (), "First geom; as `geom[0]`."),
    ("geom2", "i4", (), "Second geom; as `geom[1]`."),
    ("geom", "i4", (2,), "The geoms; -1 for a flex."),
    ("flex", "i4", (2,), "The flexes; -1 for a geom."),
    ("elem", "i4", (2,), "Elements of the flexes; -1 for none."),
    ("vert", "i4", (2,), "Vertices of the flexes; -1 for none."),
    ("exclude", "i4", (), "Reason for exclusion from the solver: 0 included, 1 in the gap, 2 fused, 3 no dofs."),
    ("efc_address", "i4", (), "Its first constraint row; -1 for none."),
    ("_pad", "i4", (), ""),
)
WARNING = _struct(
    ("lastinfo", "i4", (), "Information about the last one, such as a dof."),
    ("number", "i4", (), "Count since the last reset."),
)
TIMER = _struct(
    ("duration", "f8", (), "Total time [s]."),
    ("number", "i4", (), "Number of calls."),
    ("_pad", "i4", (), ""),
)
SOLVER = _struct(
    ("improvement", "f8", (), "Cost reduction, scaled."),
    ("gradient", "f8", (), "Gradient norm, scaled."),
    ("lineslope", "f8", (), "Slope at the end of the line search, scaled."),
    ("nactive", "i4", (), "Number of active rows."),
    ("nchange", "i4", (), "Number of rows whose state changed."),
    ("neval", "i4", (), "Number of line-search evaluations."),
    ("nupdate", "i4", (), "Number of updates of the Cholesky factor."),
)


class Struct:
    """One record of a list, with its fields as attributes."""

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
        self._place(Columns(records_of(bytes(self._dtype.itemsize), self._dtype, 1) if record is None else record), 0)

    def _place(self, columns, at):
        object.__setattr__(self, "_columns", columns)
        object.__setattr__(self, "_at", at)

    @property
    def _record(self):
        return self._columns[None][self._at : self._at + 1]

    def __setattr__(self, name, value):
        # fields are properties; the implementation of Struct is for records without them
        object.__setattr__(self, name, value)

    @classmethod
    def _row(cls, columns, at):
        self = cls.__new__(cls)
        self._place(columns, at)
        return self


def _field(name, is_array, doc):
    """The property of a field of an `Item`."""
    if is_array:

        def get(self):
            return self._columns[name][self._at]

    else:

        def get(self):
            return self._columns[name].item(self._at)

    def put(self, value):
        self._columns[name][self._at] = value

    return property(get, put, doc=doc)


def _whole(name, doc):
    """The property of a list: one field of all its records."""

    def get(self):
        return self._columns[name][: self._count()]

    def put(self, value):
        get(self)[...] = value

    return property(get, put, doc=f"All records: {doc}")


class StructList:
    """A list of records: `list[i].field` is one value, `list.field` all of them."""

    __slots__ = ("_all", "_columns", "_items", "_count")
    _item = Item

    def __init__(self, records, count=None):
        """The list of all records, or of the first `count()` ones at the time of access."""
        length = len(records)
        self._all, self._columns, self._items = records, Columns(records), {}
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


def _make(name, struct, doc):
    space, (dtype, docs) = {"__slots__": (), "__module__": "synovia"}, struct
    fields = {field: _field(field, bool(dtype[field].shape), docs[field]) for field in dtype.names if field != "_pad"}
    item = type(name, (Item,), {**space, **fields, "_dtype": dtype, "__doc__": doc})
    columns = {field: _whole(field, docs[field]) for field in fields}
    many = type(f"_{name}List", (StructList,), {**space, **columns, "_item": item, "__doc__": f"A list of {name}."})
    return item, many


MjContact, ContactList = _make("MjContact", CONTACT, "One contact.")
MjWarningStat, WarningList = _make("MjWarningStat", WARNING, "Statistics of one warning.")
MjTimerStat, TimerList = _make("MjTimerStat", TIMER, "Time spent in one part of the step.")
MjSolverStat, SolverList = _make("MjSolverStat", SOLVER, "Statistics of one solver iteration.")


class MjData(WithViews, _synovia.Data):
    """One simulation of a model."""

    __module__ = "synovia"
    _setters = {"time": _synovia.Data.time.__set__}

    # subclasses may take further arguments
    def __new__(cls, model, *_, **__):
        return super().__new__(cls, model)

    def __init__(self, model):
        self.__dict__["model"] = model

    @property
    def signature(self):
        """Fingerprint of the compiled model."""
        return self.model.signature

    @property
    def qfrc_frictionloss(self):
        """The part of `qfrc_constraint` due to dry friction of dofs and tendons. An extension; computed on each access.

        float64, shape (nv,), a copy
        """
        return _synovia.qfrc_frictionloss(self.model, self)

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
        # a consistent copy: other threads may be computing on it
        time, columns, arrays, counts, contacts = self._content(COUNTED)
        columns, arrays = dict(zip(COLUMNS, columns)), dict(zip(ARRAYS, arrays))
        return _restore, (type(self), self.model, time, columns, arrays, counts, contacts)


def _restore(cls, model, time, columns, arrays, counts, contacts):
    """Restores a simulation from its pickled content."""
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
ARRAYS = (*SMALL, "warning", "solver")
COUNTED = ("ne", "nf", "nl", "nefc", "nisland", "nidof", *FLAGS)


def _copy_of(k):
    return lambda data: data._column_copy(k)


def _count_of(name):
    return lambda data: data._count(name)


def _declare():
    for k, (name, dtype, shape, sentence) in enumerate(SCHEMA["data"]):
        doc = describe(name, dtype, shape, sentence)
        COLUMNS[name] = k
        if shape.split(" x ")[0] in GROWING:
            setattr(MjData, name, Fixed(name, _copy_of(k), doc + ", a copy"))
        else:
            setattr(MjData, name, View(name, lambda data, k=k: data._column(k), doc))
    for name, doc in SMALL.items():
        get = lambda data, name=name: data._array(name)  # noqa: E731 - one of many alike
        setattr(MjData, name, View(name, get, doc))
    for name, doc in {**COUNTS, **FLAGS}.items():
        setattr(MjData, name, Fixed(name, _count_of(name), doc))
    for name in ABSENT:
        doc = "Part of MuJoCo's memory management; always 0."
        setattr(MjData, name, Fixed(name, lambda data: 0, doc))
    for name, doc in MODELS.items():
        get = lambda data, name=name: getattr(data.model, name)  # noqa: E731
        setattr(MjData, name, Fixed(name, get, doc))
    for name, dtype in (("plugin", np.int32), ("plugin_data", np.uint64)):
        get = lambda data, dtype=dtype: np.zeros(data.model.nplugin, dtype)  # noqa: E731
        doc = describe(name, np.dtype(dtype).name, "nplugin", "Plugins of the model; always 0.")
        setattr(MjData, name, View(name, get, doc))
    get = lambda data: np.zeros(128, np.uint64)  # noqa: E731
    doc = describe("", "uint64", "128", "Bytes of the stacks of threads; always 0.")
    setattr(MjData, "maxuse_threadstack", View("maxuse_threadstack", get, doc))
    for name, (count, of) in AWAKE.items():
        setattr(MjData, name, Fixed(name, count, f"Number of awake {of}."))
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
    "ntree_awake": (lambda data: int(np.count_nonzero(data.tree_awake == 1)), "trees"),
    "nbody_awake": (lambda data: int(np.count_nonzero(data.body_awake)), "bodies"),
    "nparent_awake": (_parents_awake, "bodies whose parents are awake"),
    "nv_awake": (_dofs_awake, "dofs"),
}


def _contacts(data):
    core = data._core()
    return ContactList(core._contacts_room().view(MjContact._dtype), lambda: core.ncon)


def _timers(data):
    # DIFFERENCE(timer-on-demand): nothing is timed before the first access
    totals = np.zeros(2 * 15, np.int64)
    data._time_into(totals)
    return TimerList(totals.view(MjTimerStat._dtype))


LISTS = {
    "contact": (_contacts, "The contacts of the current pose, in place. The list object does not change: it always shows the current contacts."),
    "warning": (lambda data: WarningList(data._array("warning").view(MjWarningStat._dtype)), "Warning statistics, by `mjtWarning`."),
    "solver": (
        lambda data: SolverList(data._array("solver").view(MjSolverStat._dtype)),
        "Solver statistics: 200 iterations for each of 20 islands.",
    ),
    "timer": (
        _timers,
        "Timing statistics, by `mjtTimer`. Timing starts with the first access.",
    ),
}

_declare()
