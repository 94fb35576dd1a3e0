"""`MjSpec`: a model as a thing to edit, with MuJoCo's names."""

import os
import typing

import numpy as np

from synovia import _synovia
from synovia._compat.interface import FIND_ALL_TYPES, OTHER_MODEL
from synovia._spec import docs, keywords, representation
from synovia._synovia import FatalError
from synovia._fields.data import MjData
from synovia._enums import ENUMS
from synovia._fields.memory import SCHEMA, text_of
from synovia._fields.model import MjModel, _asset_list
from synovia._fields.options import MjOption, MjStatistic, MjVisual
from synovia._spec.elements import CLASSES, DEFAULT, TREE, Element, MjsFrame, MjsOrientation, MjsSite
from synovia._spec.parts import MjsCompiler, MjsDefault, MjsPlugin
from synovia._spec.state import carry_over
from synovia._spec.tables import COMPILED, COUNTED, FILES, Tables
from synovia._calls.warnings import mju_warningText
from synovia._spec.values import Byte, MjCharVec, whole, word, written, wrong, yes

PLURALS = {
    **TREE,
    "mesh": "meshes", "hfield": "hfields", "texture": "textures", "material": "materials", "skin": "skins", "flex": "flexes",
    "pair": "pairs", "exclude": "excludes", "equality": "equalities", "tendon": "tendons", "actuator": "actuators",
    "sensor": "sensors", "numeric": "numerics", "text": "texts", "tuple": "tuples", "key": "keys",
}
SIZES = "memory nuserdata nuser_body nuser_jnt nuser_geom nuser_site nuser_cam nuser_tendon nuser_actuator nuser_sensor nkey njmax nconmax nstack nemax"


class MjSpec(Tables):
    """A model to be edited."""

    __module__ = "synovia"

    def __init__(self):
        self._start(_synovia.Spec())

    def _start(self, core, assets=None):
        self._core = core
        self._start_tables()
        self._records = {}
        self._plugins = {}
        self._uses = {}
        self.assets_ = dict(assets or {})
        self._override = True
        self._implicit = None if core.instances() else 0
        self._parent = None
        self._deep = False
        self._attached = False
        self.compiler_ = MjsCompiler._of(self)

    def __repr__(self):
        return representation.spec(self, PLURALS)

    @classmethod
    def _of(cls, core, assets=None):
        self = cls.__new__(cls)
        self._start(core, assets)
        if core.has_copies():
            self._numbered = COUNTED
        return self

    # ---- reading

    @classmethod
    def from_file(cls, filename, include=None, assets=None):
        """Reads a file."""
        return cls._of(_synovia.Spec.read_path(os.fsdecode(filename), _asset_list({**(include or {}), **_bytes(assets)})), assets)

    @classmethod
    def from_string(cls, xml, include=None, assets=None):
        """Reads a string."""
        return cls._of(_synovia.Spec.read_string(text_of(xml), _asset_list({**(include or {}), **_bytes(assets)})), assets)

    @classmethod
    def from_zip(cls, file):
        """Reads an archive that has one model and its files."""
        if isinstance(file, (str, os.PathLike)):
            with open(file, "rb") as opened:
                content = opened.read()
        else:
            content = file.read()
        try:
            core, assets = _synovia.Spec.read_zip(content)
        except ValueError as error:
            if str(error).startswith("not a zip file"):
                raise ValueError(f"File {file} is not a zip file.") from None
            raise
        return cls._of(core, dict(assets))

    # ---- elements

    def _add(self, kind, at, default, values):
        if not isinstance(default, (MjsDefault, type(None))):
            raise wrong("default", default, "an MjsDefault, such as spec.find_default(name)")
        name = default.name if default is not None else None
        if name is None and at is not None and kind != "frame":
            name = self._inherited(at)
        CLASSES[kind]._check_keywords(values)
        self._flush_classes()
        index = self._core.add(kind, at, name)
        self._grown(kind, at is not None)
        return self._filled(kind, index, values)

    def _filled(self, kind, index, values):
        """A new element with values from keywords; without it if one of them is refused."""
        element = self._element(kind, index)
        try:
            element._fill(values)
        except Exception:
            self._core.delete(kind, index)
            self._changed()
            raise
        return element

    def _inherited(self, at):
        """The class that elements at a place have: that of the body, whatever its frames say."""
        kind, index = at
        if kind == "frame":
            index, _ = self._core.around(kind, index)
        return self._core.get("body", index, "childclass") or None

    def _find(self, kind, name):
        index = self._table(kind).get(text_of(name))
        return None if index is None else self._element(kind, index)

    def _find_all(self, body, kind):
        if not isinstance(kind, str):
            kind = {int(value): key[6:].lower() for key, value in vars(ENUMS["mjtObj"]).items() if key.startswith("mjOBJ_")}[int(kind)]
        if kind not in TREE:
            raise ValueError(FIND_ALL_TYPES)
        if body._index == 0:
            return [self._element(kind, index) for index in self._core.ids(kind) if kind != "body" or index]
        found, todo = [], [body._index]
        while todo:
            index = todo.pop()
            if kind == "body" and index != body._index:
                found.append(index)
            if kind != "body":
                found += self._core.carried(kind, index)
            todo += reversed(self._core.carried("body", index))
        return [self._element(kind, index) for index in found]

    @property
    def worldbody(self):
        """The world."""
        return self._element("body", 0)

    def delete(self, element):
        """Deletes an element."""
        if not isinstance(element, (Element, MjsPlugin, MjsDefault)):
            raise TypeError(f"delete takes an element, not {type(element).__name__}")
        self._flush()
        if isinstance(element, MjsPlugin):
            self._core.delete_instance(element._key)
            self._plugins.pop(element._key, None)
        elif isinstance(element, MjsDefault):
            self._core.delete_class(element._index)
        else:
            self._core.delete(element._kind, element._index)
        self._changed(COUNTED)

    # ---- plugins

    def _plugin_of(self, element):
        """What an element uses."""
        used = self._uses.get(element)
        if used is None:
            used = self._uses[element] = MjsPlugin._of(self, user=element)
            found = self._core.used_by(element._kind, element._index)
            if found is not None:
                used.plugin_name, used.name, config = found
                used._config, used.active = dict(sorted(config)), 1
            used._written = used._wanted()
        return used

    @property
    def plugins(self):
        """The instances of plugins."""
        listed = []
        for key, name, plugin, config in self._core.instances():
            instance = self._plugins.get(key)
            if instance is None:
                instance = self._plugins[key] = MjsPlugin._of(self, key)
                instance.name, instance.plugin_name = name, plugin
                instance._config = dict(sorted(config))
                instance._written = instance._wanted()
            listed.append(instance)
        return listed

    def plugin(self, name):
        """The instance of this name."""
        return next((plugin for plugin in self.plugins if plugin.name == name), None)

    def add_plugin(self, **values):
        """Adds an instance of a plugin."""
        for name in values:
            if name not in MjsPlugin._KEYWORDS:
                raise keywords.invalid(name, MjsPlugin._KEYWORDS)
        key = self._core.add_instance()
        instance = self._plugins[key] = MjsPlugin._of(self, key)
        for name, value in values.items():
            setattr(instance, name, value)
        return instance

    def activate_plugin(self, name):
        """Allows a plugin to be used."""
        self._core.declare_plugin(name)

    def _to_frame(self, body):
        self._flush()
        frame = self._core.to_frame(body._index)
        self._changed(COUNTED)
        return self._element("frame", frame)

    # ---- classes

    @property
    def default(self):
        """The root class."""
        return self._default(0)

    def add_default(self, classname, parent=None):
        """Adds a class inside another one, or inside the root."""
        self._flush()
        self._classes = None
        try:
            return self._default(self._core.add_class(classname, parent._index if parent is not None else 0))
        except ValueError:
            return None

    # ---- the model as a whole

    @property
    def compiler(self):
        """How it is compiled."""
        return self.compiler_

    @compiler.setter
    def compiler(self, value):
        self.compiler_._assign(value)

    @property
    def override_assets(self):
        """Assets of an attached model take the place of those of the same name."""
        return self._override

    @override_assets.setter
    def override_assets(self, value):
        self._override = yes("override_assets", value)

    @property
    def hasImplicitPluginElem(self):
        """Whether an element uses an instance of a plugin by its name."""
        if self._implicit is None:
            kinds = ("body", "geom", "mesh", "actuator", "sensor")
            used = (self._core.used_by(kind, index) for kind in kinds for index in self._core.ids(kind))
            self._implicit = int(any(use is not None and use[1] for use in used))
        return self._implicit

    @hasImplicitPluginElem.setter
    def hasImplicitPluginElem(self, value):
        self._implicit = whole("hasImplicitPluginElem", value, 0, 255)

    @property
    def assets(self):
        """Files by name."""
        return self.assets_

    @assets.setter
    def assets(self, value):
        if not isinstance(value, dict):
            raise wrong("assets", value, "a dict")
        self.assets_.update(value)

    @property
    def parent(self):
        """The specification that this one was attached to."""
        return self._parent

    @property
    def copy_during_attach(self):
        """Attached elements are copied; can only be set."""
        raise ValueError("copy_during_attach cannot be read: set it before attach")

    @copy_during_attach.setter
    def copy_during_attach(self, value):
        self._deep = yes("copy_during_attach", value)

    def _record(self, key, cls):
        record = self._records.get(key)
        if record is None:
            fields = SCHEMA["records"][key]
            arrays = {}
            for (name, dtype, width, _), data in zip(fields, self._core.record(key)):
                array = np.frombuffer(data, dtype).copy()
                arrays[name] = array if width else array.reshape(())
            record = self._records[key] = cls._of(arrays)
        return record

    @property
    def option(self):
        """Simulation options."""
        return self._record("opt", MjOption)

    @option.setter
    def option(self, value):
        self.option._assign(value)

    @property
    def stat(self):
        """Statistics; NaN stands for what is computed."""
        return self._record("stat", MjStatistic)

    @stat.setter
    def stat(self, value):
        self.stat._assign(value)

    @property
    def visual(self):
        """Settings for drawing."""
        groups = {name: self._record(name.rstrip("_"), cls) for name, cls in MjVisual._CLASSES.items()}
        return MjVisual._of(groups)

    @visual.setter
    def visual(self, value):
        self.visual._assign(value)

    # ---- using it

    def _flush(self):
        """Writes arrays and lists that programs may have changed."""
        self._flush_classes()
        for element in [*self._elements.values(), self.compiler_]:
            _write_back(element)
        self.compiler_._write_lengths()
        for plugin in [*self._plugins.values(), *self._uses.values()]:
            plugin._write()
        for key, record in self._records.items():
            fields = SCHEMA["records"][key]
            self._core.set_record(key, [record._arrays[field[0]].tobytes() for field in fields])

    def _flush_classes(self):
        for default in self._defaults.values():
            for part in default._parts.values():
                _write_back(part)

    def _ready(self):
        """Everything is written and it may be compiled; returns its files."""
        if self._attached:
            raise ValueError("Error: this specification is a part of the one that it was attached to: compile that one, or set its copy_during_attach before attach")
        self._flush()
        return _asset_list(_bytes(self.assets_))

    def _done(self):
        """It was compiled: what was attached has its keyframes, and elements are known by their rows."""
        self._names.pop("key", None)
        self._places.clear()
        self._hash = None
        self._numbered = COMPILED
        self._refresh_keys()

    def _refresh_keys(self):
        """Lists of keyframes that programs have are as long as the engine has made them."""
        for (kind, _), element in self._elements.items():
            if kind == "key" and element._spec is self:
                for name, kept in element._kept.items():
                    kept._list[:] = element._get(name).tolist()

    def compile(self):
        """Compiles it. What the first step would warn of, apart from contacts, is a ValueError."""
        return self._compiled(tried=True)

    def _compiled(self, tried):
        handle, warned = self._core.compile(self._ready(), tried)
        self._done()
        _raise_warning(warned)
        model = MjModel._of(handle)
        model.__dict__["_spec_signature"] = self._signature()
        return model

    def to_xml(self):
        """The text of the model as MuJoCo saves it: angles in radians, frames folded, values of classes left out."""
        text, warned = self._core.to_xml(self._ready())
        self._done()
        _raise_warning(warned)
        return text

    def to_file(self, filename):
        """Writes the text of the model to a file."""
        text, _ = self._core.to_xml(self._ready())
        self._done()
        try:
            with open(filename, "w", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise FatalError(f"Could not open file '{filename}' for writing: {error.strerror}") from error

    def to_zip(self, file):
        """Writes an archive of the model, with all digits, and all its files."""
        content, warned = self._core.to_zip(self._ready())
        self._done()
        _raise_warning(warned)
        if not isinstance(file, (str, os.PathLike)):
            file.write(content)
            return
        os.makedirs(os.path.dirname(os.fspath(file)) or ".", exist_ok=True)
        with open(file, "wb") as opened:
            opened.write(content)

    def save(self, filename, overwrite=False):
        """Writes the model to a file, with all digits, and all its files beside it under unique names: it loads as the same model.

        Files may come from several folders and from memory, as they do if specifications were attached. A file that exists with other
        content is a FileExistsError unless it may be overwritten. Returns the paths that were written."""
        if os.fspath(filename).lower().endswith(".zip"):
            raise ValueError("save writes an XML file and its assets; to_zip writes archives")
        written = self._core.save(self._ready(), filename, yes("overwrite", overwrite))
        self._done()
        return [os.fspath(path) for path in written]

    def recompile(self, model, data):
        """Compiles it again; the state of all that is still there stays."""
        before = {kind: {e: self._core.row(kind, e) for e in self._core.ids(kind)} for kind in ("joint", "actuator", "body")}
        new = self._compiled(tried=False)
        fresh = MjData(new)
        rows = {kind: [(old, self._core.row(kind, e)) for e, old in known.items()] for kind, known in before.items()}
        carry_over(rows, (model, data), (new, fresh))
        return new, fresh

    def copy(self):
        """A copy that shares nothing."""
        # DIFFERENCE(spec-copy): the reference leaves some elements out of copies of what was not compiled
        self._flush()
        twin = type(self)._of(self._core.copy(), self.assets_)
        twin._override, twin._implicit, twin._deep = self._override, self._implicit, self._deep
        twin._numbered = COUNTED
        # numbers that are kept as they were written
        twin.compiler_._bytes.update(self.compiler_._bytes)
        for (kind, index), element in self._elements.items():
            if element._bytes and element._spec is self:
                twin._element(kind, index)._bytes.update(element._bytes)
        return twin

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    @property
    def _address(self):
        return id(self._core)

    # ---- attaching

    def _attach(self, at, part, cls, prefix, suffix):
        if not isinstance(part, cls):
            raise TypeError(f"a {cls._kind} is attached there, not {type(part).__name__}")
        prefix, suffix = word("prefix", prefix or ""), word("suffix", suffix or "")
        self._flush()
        return self._element(part._kind, self._join(at, part._spec, (part._kind, part._index), prefix, suffix))

    def _join(self, at, child, part, prefix, suffix):
        """Attaches a part of a specification; returns its handle here."""
        if child is self:
            index = self._core.attach_own(at, part, prefix, suffix)
            self._changed(COUNTED)
            self._refresh_keys()
            return index
        child._flush()
        index, moved = self._core.attach(at, child._core, part, prefix, suffix)
        self._changed(COUNTED)
        self._refresh_keys()
        if not self._deep:
            child._attached = True
            self._take(child, moved)
        return index

    def attach(self, child, prefix=None, suffix=None, site=None, frame=None):
        """Attaches another specification to a frame or a site."""
        if site is None and frame is None:
            raise ValueError("attach needs a place: give frame or site")
        if site is not None and frame is not None:
            raise ValueError("attach takes one place: give frame or site, not both")
        if not isinstance(child, MjSpec):
            raise TypeError(f"attach takes a specification, not {type(child).__name__}")
        kind, cls = ("site", MjsSite) if frame is None else ("frame", MjsFrame)
        given = site if frame is None else frame
        if not isinstance(given, (str, bytes, cls)):
            raise RuntimeError(f"{kind} takes a {kind} or its name, not {type(given).__name__}")
        target = given if isinstance(given, cls) else self._find(kind, given)
        if target is None:
            raise ValueError(f"{kind.capitalize()} not found.")
        if target._spec is not self:
            raise ValueError(f"{kind.capitalize()} spec does not match parent spec.")
        prefix, suffix = word("prefix", "/" if prefix is None else prefix), word("suffix", suffix or "")
        renamed = {_affixed(name, prefix, suffix): data for name, data in child.assets_.items()}
        for name, data in renamed.items():
            if name in self.assets_ and not self.override_assets:
                raise ValueError(f"there is an asset {name!r} already: attach with another prefix, or set override_assets to replace it")
            self.assets_[name] = data
        self._flush()
        before = {kind_: set(self._core.ids(kind_)) for kind_ in (*FILES, "hfield", "skin")}
        place = target._index if kind == "frame" else self._core.frame_at_site(target._index)
        index = self._join(("frame", place), child, ("model", 0), prefix, suffix)
        if child.assets_:
            # files of what was attached have the names that they have among the assets now
            # DIFFERENCE(attach-assets): the reference renames files of meshes and textures only, and no faces of cubes
            for kind_, known in before.items():
                for added in [k for k in self._core.ids(kind_) if k not in known]:
                    file = self._core.get(kind_, added, "file")
                    if file and (kind_ in FILES or file in child.assets_):
                        self._core.set(kind_, added, "file", _affixed(file, prefix, suffix))
                    if kind_ == "texture":
                        files = self._core.get(kind_, added, "cubefiles")
                        files = [_affixed(file, prefix, suffix) if file in child.assets_ else file for file in files]
                        self._core.set(kind_, added, "cubefiles", files)
        child._parent = self
        return self._element("frame", index)

    @staticmethod
    def resolve_orientation(degree, sequence=None, orientation=None):
        """The quaternion of an orientation."""
        spec = MjSpec()
        spec.compiler.degree = int(degree)
        if sequence is not None:
            spec.compiler.eulerseq = list(sequence)
        body = spec.worldbody.add_body()
        body.alt._assign(orientation)
        return spec.compile().body_quat[1].copy()


def _write_back(element):
    """Writes arrays and lists of an element that programs may have changed."""
    for name, value in element._kept.items():
        if isinstance(value, MjsOrientation):
            value._write()
        else:
            element._set(name, written(value))


def _affixed(path, prefix, suffix):
    """A path whose file name has a prefix and a suffix."""
    cut = max(path.rfind("/"), path.rfind("\\")) + 1
    path = path[:cut] + prefix + path[cut:]
    dot = path.rfind(".")
    return path + suffix if dot < 0 else path[:dot] + suffix + path[dot:]


def _raise_warning(warned):
    """Raises what the trial step of a compiled model warned of: (kind, info, time), kind -1 for a solref of mixed format."""
    if warned is None:
        return
    kind, info, time = warned
    text = "mixed solref format, replaced by the default" if kind < 0 else f"{mju_warningText(kind, info)} Time = {time:.4f}."
    raise ValueError(f"the first step of the compiled model warns: {text}")


def _bytes(assets):
    """Contents of assets as bytes."""
    return {name: data.encode() if isinstance(data, str) else data for name, data in (assets or {}).items()}


def _global(name, group, convert):
    def read(self):
        return self._core.get_global(group, name)

    def write(self, value):
        self._core.set_global(group, name, convert(name, value))

    return property(read, write, doc=docs.SPEC.get(name) or f"{docs.COMMON[name]} str")


def _long(name, value):
    return whole(name, value, -(2**63), 2**63 - 1)


for _name in SIZES.split():
    setattr(MjSpec, _name, _global(_name, "size", _long if _name == "memory" else whole))
for _name in ("modelname", "comment"):
    setattr(MjSpec, _name, _global(_name, "model", word))
for _name in ("meshdir", "texturedir", "modelfiledir"):
    setattr(MjSpec, _name, _global(_name, "compiler", word))


class _Strip(Byte):
    """Directories are dropped from file names."""

    def read(self, obj):
        return super().read(obj.compiler_)

    def __set__(self, obj, value):
        super().__set__(obj.compiler_, value)


MjSpec.strippath = _Strip("strippath", doc=docs.SPEC["strippath"])


def _collections():
    for kind, plural in PLURALS.items():
        def listed(self, kind=kind):
            return [self._element(kind, index) for index in self._core.ids(kind)]

        def find(self, name, kind=kind):
            return self._find(kind, name)

        setattr(MjSpec, plural, property(listed, doc=f"All {plural}."))
        find.__name__, find.__doc__ = kind, f"The {kind} with this name, or None."
        setattr(MjSpec, kind, find)
        if kind in TREE:
            continue

        setattr(MjSpec, f"add_{kind}", _adder(kind))


def _adder(kind):
    if CLASSES[kind]._first:
        def add(self, default=None, **values):
            return self._add(kind, None, default, values)
    else:
        def add(self, **values):
            return self._add(kind, None, None, values)

    keywords.document(add, CLASSES[kind], DEFAULT if CLASSES[kind]._first else None)
    return add


_collections()


class _Bound:
    """Several elements at once."""

    def __init__(self, elements):
        object.__setattr__(self, "_elements", elements)

    def __getattr__(self, name):
        return [item for element in self._elements for item in np.ravel(getattr(element, name))]

    def __setattr__(self, name, value):
        for element, item in zip(self._elements, value):
            setattr(element, name, item)


def _bind(views, signature, elements):
    """The views of a model or simulation that belong to elements of a specification."""

    def one(element):
        if element._spec._signature() != signature or element.id < 0:
            raise ValueError(OTHER_MODEL)
        kind = {"hfield": "hfield"}.get(element._kind, element._kind)
        return getattr(views, kind)(element.id)

    if isinstance(elements, Element):
        return one(elements)
    return _Bound([one(element) for element in elements])


MjModel.bind = lambda self, elements: _bind(self, self.__dict__.get("_spec_signature"), elements)
MjData.bind = lambda self, elements: _bind(self, self.model.__dict__.get("_spec_signature"), elements)
MjModel.bind.__doc__ = "The fields of this model that belong to an element of its specification, or to each of several."
MjData.bind.__doc__ = "The fields of this simulation that belong to an element of its model's specification, or to each of several."
MjModel.bind_scalar = MjModel.bind
MjData.bind_scalar = MjData.bind
MjStruct = typing.Union[(*CLASSES.values(), MjsPlugin)]
