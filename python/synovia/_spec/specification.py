"""`MjSpec`: a model as a thing to edit, with MuJoCo's names."""

import os
import typing

import numpy as np

from synovia import _synovia
from synovia._compat.interface import FIND_ALL_TYPES, OTHER_MODEL
from synovia._spec import elements, keywords, representation
from synovia._synovia import FatalError
from synovia._fields.data import MjData
from synovia._enums import ENUMS
from synovia._fields.memory import SCHEMA, text_of
from synovia._fields.model import MjModel, _asset_list
from synovia._fields.options import MjOption, MjStatistic, MjVisual
from synovia._spec.elements import CLASSES, DEFAULT, TREE, Element, MjsFrame, MjsSite
from synovia._spec.parts import MjsCompiler, MjsDefault, MjsPlugin
from synovia._calls.warnings import mju_warningText
from synovia._spec.values import Byte, whole, word, wrong, yes

PLURALS = {
    **TREE,
    "mesh": "meshes", "hfield": "hfields", "texture": "textures", "material": "materials", "skin": "skins", "flex": "flexes",
    "pair": "pairs", "exclude": "excludes", "equality": "equalities", "tendon": "tendons", "actuator": "actuators",
    "sensor": "sensors", "numeric": "numerics", "text": "texts", "tuple": "tuples", "key": "keys",
}


def _whole(read, doc):
    """A part of the model with members of its own: writing it writes all of them."""
    return property(read, lambda self, value: read(self)._assign(value), doc=doc)


class MjSpec:
    """A model to be edited."""

    __module__ = "synovia"

    def __init__(self):
        self._start(_synovia.Spec())

    def _start(self, core, assets=None):
        self._core = core
        self._about = {group: _synovia.Handle(core, group) for group in ("size", "model", "compiler")}
        # objects by handle, and where elements are that were attached to another specification
        self._elements, self._defaults, self._plugins, self._records = {}, {}, {}, {}
        self._moved, self._owner = {}, None
        self.assets_ = dict(assets or {})
        self._override = True
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
        CLASSES[kind]._check_keywords(values)
        return self._filled(kind, self._core.add(kind, at, None if default is None else default.name), values)

    def _filled(self, kind, index, values):
        """A new element with values from keywords; without it if one of them is refused."""
        element = self._element(kind, index)
        try:
            element._fill(values)
        except Exception:
            self._core.delete(kind, index)
            raise
        return element

    def _element(self, kind, index):
        """The object of a handle; always the same one."""
        element = self._elements.get((kind, index))
        if element is None:
            if (kind, index) in self._moved:
                element = self._owner._element(kind, self._moved[kind, index])
            else:
                element = CLASSES[kind]._of(self, index)
            self._elements[kind, index] = element
        return element

    def _all(self, kind, indices):
        """The objects of several handles."""
        known, make = self._elements, self._element
        return [known.get((kind, index)) or make(kind, index) for index in indices]

    def _find(self, kind, name):
        index = self._core.find(kind, text_of(name))
        return None if index is None else self._element(kind, index)

    def _find_all(self, body, kind):
        if not isinstance(kind, str):
            kind = {int(value): key[6:].lower() for key, value in vars(ENUMS["mjtObj"]).items() if key.startswith("mjOBJ_")}[int(kind)]
        if kind not in TREE:
            raise ValueError(FIND_ALL_TYPES)
        return self._all(kind, self._core.below(kind, body._index))

    @property
    def worldbody(self):
        """The world."""
        return self._element("body", 0)

    def delete(self, element):
        """Deletes an element."""
        if not isinstance(element, (Element, MjsPlugin, MjsDefault)):
            raise TypeError(f"delete takes an element, not {type(element).__name__}")
        if isinstance(element, MjsPlugin):
            if element._key is not None:
                self._core.delete_instance(element._key)
        elif isinstance(element, MjsDefault):
            self._core.delete_class(element._index)
        else:
            self._core.delete(element._kind, element._index)

    # ---- plugins

    def _plugin_of(self, element):
        """What an element uses."""
        return MjsPlugin._of(self, element)

    def _instance(self, key):
        if key not in self._plugins:
            self._plugins[key] = MjsPlugin._of(self, _synovia.Handle(self._core, "instance", key), key)
        return self._plugins[key]

    @property
    def plugins(self):
        """The instances of plugins."""
        return [self._instance(row[0]) for row in self._core.instances()]

    def plugin(self, name):
        """The instance of this name."""
        return next((plugin for plugin in self.plugins if plugin.name == name), None)

    def add_plugin(self, **values):
        """Adds an instance of a plugin."""
        for name in values:
            if name not in MjsPlugin._KEYWORDS:
                raise keywords.invalid(name, MjsPlugin._KEYWORDS)
        instance = self._instance(self._core.add_instance())
        for name, value in values.items():
            setattr(instance, name, value)
        return instance

    def activate_plugin(self, name):
        """Allows a plugin to be used."""
        self._core.declare_plugin(name)

    # ---- classes

    def _default(self, index):
        """The object of a class; None for none."""
        if index is not None and index not in self._defaults:
            self._defaults[index] = MjsDefault._of(self, index)
        return self._defaults.get(index)

    @property
    def default(self):
        """The root class."""
        return self._default(0)

    def find_default(self, classname):
        """The class of this name."""
        return self._default(self._core.find_class(classname))

    def add_default(self, classname, parent=None):
        """Adds a class inside another one, or inside the root."""
        return self._default(self._core.add_class(classname, parent._index if parent is not None else 0))

    # ---- the model as a whole

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
        return self._about["model"]._note("implicit")

    @hasImplicitPluginElem.setter
    def hasImplicitPluginElem(self, value):
        self._about["model"]._set_note("implicit", whole("hasImplicitPluginElem", value, 0, 255))

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
            memory, start, arrays = self._core.record(key), 0, {}
            for name, dtype, width, _ in SCHEMA["records"][key]:
                size = np.dtype(dtype).itemsize * (width or 1)
                array = memory[start : start + size].view(dtype)
                arrays[name] = array if width else array.reshape(())
                start += (size + 7) // 8 * 8
            record = self._records[key] = cls._of(arrays)
        return record

    def _visual(self):
        groups = {name: self._record(name.rstrip("_"), cls) for name, cls in MjVisual._CLASSES.items()}
        return MjVisual._of(groups)

    compiler = _whole(lambda self: self.compiler_, "How it is compiled.")
    option = _whole(lambda self: self._record("opt", MjOption), "Simulation options.")
    stat = _whole(lambda self: self._record("stat", MjStatistic), "Statistics; NaN stands for what is computed.")
    visual = _whole(_visual, "Settings for drawing.")

    # ---- using it

    def _files(self):
        """Its files, if it may be compiled."""
        if self._attached:
            raise ValueError("Error: this specification is a part of the one that it was attached to: compile that one, or set its copy_during_attach before attach")
        return _asset_list(_bytes(self.assets_))

    def compile(self):
        """Compiles it. What the first step would warn of, apart from contacts, is a ValueError."""
        return self._compiled(tried=True)

    def _compiled(self, tried):
        handle, warned = self._core.compile(self._files(), tried)
        _raise_warning(warned)
        model = MjModel._of(handle)
        model.__dict__["_spec_signature"] = self._core.signature()
        return model

    def to_xml(self):
        """The text of the model as MuJoCo saves it: angles in radians, frames folded, values of classes left out."""
        text, warned = self._core.to_xml(self._files())
        _raise_warning(warned)
        return text

    def to_file(self, filename):
        """Writes the text of the model to a file."""
        text, _ = self._core.to_xml(self._files())
        try:
            with open(filename, "w", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise FatalError(f"Could not open file '{filename}' for writing: {error.strerror}") from error

    def to_zip(self, file):
        """Writes an archive of the model, with all digits, and all its files."""
        content, warned = self._core.to_zip(self._files())
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
        written = self._core.save(self._files(), filename, yes("overwrite", overwrite))
        return [os.fspath(path) for path in written]

    def recompile(self, model, data):
        """Compiles it again; the state of all that is still there stays."""
        new = self._compiled(tried=False)
        fresh = MjData(new)
        self._core.carry_over((model, data), (new, fresh))
        return new, fresh

    def copy(self):
        """A copy that shares nothing."""
        # DIFFERENCE(spec-copy): the reference leaves some elements out of copies of what was not compiled
        twin = type(self)._of(self._core.copy(), self.assets_)
        twin._override, twin._deep = self._override, self._deep
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
        index, _ = self._join(at, part._spec, (part._kind, part._index), prefix, suffix)
        return self._element(part._kind, index)

    def _join(self, at, child, part, prefix, suffix):
        """Attaches a part of a specification; returns its handle here, and what came with it."""
        if child is self:
            return self._core.attach_own(at, part, prefix, suffix), []
        index, moved = self._core.attach(at, child._core, part, prefix, suffix, self._deep)
        if not self._deep:
            child._attached = True
            child._owner = self
            for kind, old, new in moved:
                # elements of what was attached are those of this one
                element = child._elements.get((kind, old))
                if element is not None and element._spec is child:
                    element._move(self._core, new)
                    element._spec = self
                    self._elements[kind, new] = element
                child._moved[kind, old] = new
        return index, moved

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
        place = target._index if kind == "frame" else self._core.frame_at_site(target._index)
        index, moved = self._join(("frame", place), child, ("model", 0), prefix, suffix)
        if child.assets_:
            # files of what was attached have the names that they have among the assets now
            # DIFFERENCE(attach-assets): the reference renames files of meshes and textures only, and no faces of cubes
            self._core.affix_files(moved, set(child.assets_), prefix, suffix)
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


def _global(name, group, convert, told):
    def read(self):
        return self._about[group]._get(name)

    def write(self, value):
        self._about[group]._set(name, convert(name, value))

    return property(read, write, doc=f"{told} {'str' if convert is word else 'int'}")


def _long(name, value):
    return whole(name, value, -(2**63), 2**63 - 1)


class _Strip(Byte):
    """Directories are dropped from file names."""

    def read(self, obj):
        return super().read(obj.compiler_)

    def __set__(self, obj, value):
        super().__set__(obj.compiler_, value)


for _name, _told in (("modelname", "Name of the model."), ("comment", "Comment at the beginning of the XML.")):
    setattr(MjSpec, _name, _global(_name, "model", word, _told))
for _name, *_, _told, _ in elements.SCHEMA["size"]:
    setattr(MjSpec, _name, _global(_name, "size", _long if _name == "memory" else whole, _told))
for _name, *_, _told, _ in elements.SCHEMA["compiler"]:
    if _name in ("meshdir", "texturedir", "modelfiledir"):
        setattr(MjSpec, _name, _global(_name, "compiler", word, _told))
    elif _name == "strippath":
        MjSpec.strippath = _Strip(_name, doc=f"{_told} int")


def _collections():
    for kind, plural in PLURALS.items():
        def listed(self, kind=kind):
            return self._all(kind, self._core.ids(kind))

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
        if element._spec._core.signature() != signature or element.id < 0:
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
