"""`MjModel`: a compiled model, every field a numpy array over the engine's memory."""

import os
import sys

import numpy as np

from synovia import _synovia
from synovia._fields import views as _views
from synovia._constants import mjMINVAL
from synovia._fields.memory import SCHEMA, Fixed, Once, Part, Source, View, WithViews, describe, text_of
from synovia._fields.options import MjOption, MjStatistic, MjVisual
from synovia._calls.arguments import typed

# characters are returned as bytes, as in MuJoCo
TEXT = ("names", "paths", "text_data")


class MjModel(WithViews, _synovia.Model):
    """A compiled model. Load one with `MjModel.from_xml_path` or `MjModel.from_xml_string`."""

    __module__ = "synovia"

    @classmethod
    def _of(cls, handle):
        """The model of an engine handle."""
        self = cls.__new__(cls, handle)
        self.__dict__.update(zip(SCHEMA["sizes"], self._sizes()))
        return self

    @classmethod
    def from_xml_path(cls, filename, assets=None):
        """Loads an MJCF file. `assets` are files in memory, by name, which take precedence over the disk."""
        return cls._of(_synovia.load_path(os.fsdecode(filename), _asset_list(assets, unique=True)))

    @classmethod
    def from_xml_string(cls, xml, assets=None):
        """Loads MJCF from a string. `assets` are files in memory, by name."""
        return cls._of(_synovia.load_string(text_of(xml), _asset_list(assets, unique=True)))

    @classmethod
    def from_binary_path(cls, filename, assets=None):
        """Reads a binary model (MJB) of MuJoCo 3.5.0. `assets` are files in memory, by name, which take precedence over the disk."""
        return cls._of(_synovia.load_bytes(_read(os.fsdecode(filename), assets)))

    @classmethod
    def _from_bytes(cls, data, signature=0):
        return cls._of(_synovia.load_bytes(data, signature))

    def _record(self, key, cls):
        """A record over the engine's memory."""
        names = [field[0] for field in SCHEMA["records"][key]]
        return cls._of({name: self._field(key, k) for k, name in enumerate(names)})

    def _visual(self):
        groups = {name: self._record(name.rstrip("_"), cls) for name, cls in MjVisual._CLASSES.items()}
        return MjVisual._of(groups)

    opt = Part("opt", lambda model: model._record("opt", MjOption), "Simulation options.")
    stat = Part("stat", lambda model: model._record("stat", MjStatistic), "Statistics in the reference configuration.")
    vis = Part("vis", lambda model: model._visual(), "Visualisation settings.")

    def __repr__(self):
        name = self.names.split(b"\0", 1)[0].decode("utf-8", "replace")
        sizes = " ".join(f"{size}={getattr(self, size)}" for size in ("nq", "nv", "nu", "nbody", "njnt", "ngeom"))
        return f"<MjModel {name!r} {sizes} timestep={self.opt.timestep:g}>"

    def __copy__(self):
        return type(self)._of(self._copy())

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        return type(self)._from_bytes, (self._to_bytes(), self.signature)

    _size_fields = tuple(SCHEMA["sizes"])
    _all_fields = (*SCHEMA["sizes"], *(column[0] for column in SCHEMA["model"]))


def _read(filename, assets):
    """The bytes of a file: an asset with that path or base name, ignoring case; else a file on disk."""

    def last(path):
        return path.replace("\\", "/").rsplit("/", 1)[-1].lower()

    assets = assets or {}
    for name in (filename, *(name for name in assets if last(name) == last(filename))):
        if name in assets:
            return bytes(assets[name])
    try:
        with open(filename, "rb") as file:
            return file.read()
    except OSError as error:
        raise ValueError(f"{filename}: {error.strerror}") from error


def _asset_list(assets, unique=False):
    if assets is None:
        return None
    found, known = [], set()
    for name, content in assets.items():
        name = text_of(name)
        last = name.replace("\\", "/").rsplit("/", 1)[-1].lower()
        if unique and last in known:
            raise ValueError(f"Repeated name {last!r} among the assets, which are identified by base name in lower case: rename one of them")
        known.add(last)
        found.append((name, bytes(content)))
    return found


def _get_column(k, name):
    if name in TEXT:
        return lambda model: model._column(k).tobytes()
    if name == "plugin_attr":
        return lambda model: model._column(k).view(np.int8)
    return lambda model: model._column(k)


def _get_size(name):
    if name == "ngravcomp":  # the only size that mj_setConst recomputes
        k = SCHEMA["sizes"].index(name)
        return lambda model: model._sizes()[k]
    return lambda model: model.__dict__[name]


def _declare():
    for name, sentence in zip(SCHEMA["sizes"], SCHEMA["size_docs"]):
        setattr(MjModel, name, Fixed(name, _get_size(name), f"{sentence}\n\nint, size of the model"))
    for k, (name, dtype, shape, sentence) in enumerate(SCHEMA["model"]):
        cls = Once if name in TEXT else View
        setattr(MjModel, name, cls(name, _get_column(k, name), describe(name, dtype, shape, sentence)))
    columns = {column[0]: k for k, column in enumerate(SCHEMA["model"])}
    MjModel._source = Once("_source", lambda model: Source(model._core(), columns), "Columns for views.")
    for group, views in _views.MODEL_VIEWS.items():
        # the field `plugin` already has this name
        if group == "plugin":
            continue
        method = _views.accessor(group, views, lambda model: model)
        for alias in (group, *_views.ALIASES.get(group, ())):
            setattr(MjModel, alias, method)


_declare()


def mj_saveModel(m, filename=None, buffer=None):
    """Saves a model in MuJoCo 3.5.0's binary format (MJB), to a file or into a uint8 array, which takes precedence.

    - `m`: MjModel
    - `filename`: str or None; path of the file
    - `buffer`: uint8 (mj_sizeModel(m),) or None, written
    """
    data = m._to_bytes()
    if buffer is None:
        # DIFFERENCE(save-model): a file that cannot be written is an error
        if filename is None:
            raise ValueError("mj_saveModel: expected a file name or a buffer")
        with open(filename, "wb") as file:
            file.write(data)
        return
    if not isinstance(buffer, np.ndarray) or buffer.dtype != np.uint8 or not buffer.flags.writeable:
        raise TypeError("mj_saveModel: the buffer must be a writeable array of uint8")
    if buffer.size < len(data):
        raise _synovia.FatalError(f"mj_saveModel: the buffer has {buffer.size} bytes, but the model needs {len(data)}")
    buffer.reshape(-1)[: len(data)] = np.frombuffer(data, np.uint8)


def mj_saveLastXML(filename, m):
    """Saves the model that was last loaded from XML, with the values of `m`; prints it if there is no filename.

    - `filename`: str or None
    - `m`: MjModel
    """
    if not filename:
        sys.stdout.write(_synovia._last_xml(m))
        return
    try:
        file = open(filename, "w", encoding="utf-8", newline="")
    except OSError:
        raise _synovia.FatalError("File not found") from None
    with file:
        file.write(_synovia._last_xml(m))


@typed
def mj_sizeModel(m):
    """Number of bytes that `mj_saveModel` writes.

    - `m`: MjModel
    - returns int; bytes
    """
    return m._len_bytes()


def mju_getXMLDependencies(filename):
    """All files that a model consists of, starting with its own; only model files are opened.

    - `filename`: str; path of the model
    - returns List[str]; paths
    """
    return _synovia.xml_dependencies(os.fsdecode(filename))


@typed
def mj_getTotalmass(m):
    """Sum of all body masses.

    - `m`: MjModel
    - returns float; kg
    """
    return float(m.body_mass.sum())


@typed
def mj_setTotalmass(m, newmass):
    """Scales masses and inertias so that the total mass is `newmass`; call `mj_setConst` afterwards.

    - `m`: MjModel
    - `newmass`: float; kg
    """
    scale = max(mjMINVAL, newmass / max(mjMINVAL, mj_getTotalmass(m)))
    m.body_mass[1:] *= scale
    m.body_inertia[1:] *= scale
