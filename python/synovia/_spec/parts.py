"""Parts of a specification that are no elements of the model: the compiler's settings, default classes, plugins."""

import numpy as np

from synovia._spec import docs, representation
from synovia._calls.length_range import MjLROpt
from synovia._spec.elements import CLASSES, MjsElement, _Values
from synovia._spec.values import Array, Byte, Int, Letters, Number, Text, whole, word, wrong


class MjsCompiler(_Values):
    """How a specification is compiled."""

    __slots__ = ("_spec", "_lengths")
    __module__ = "synovia"
    __repr__ = representation.compiler

    @classmethod
    def _of(cls, spec):
        self = object.__new__(cls)
        object.__setattr__(self, "_spec", spec)
        object.__setattr__(self, "_kept", {})
        object.__setattr__(self, "_bytes", {})
        object.__setattr__(self, "_lengths", None)
        return self

    def _get(self, name):
        return self._spec._core.get_global("compiler", name)

    def _set(self, name, value):
        self._spec._core.set_global("compiler", name, value)

    @property
    def LRopt(self):
        """How length ranges of actuators are computed."""
        if self._lengths is None:
            options = MjLROpt()
            for name in MjLROpt.__slots__:
                setattr(options, name, self._spec._core.get_global("lengthrange", name))
            object.__setattr__(self, "_lengths", options)
        return self._lengths

    @LRopt.setter
    def LRopt(self, value):
        if not isinstance(value, MjLROpt):
            raise wrong("LRopt", value, "an MjLROpt")
        for name in MjLROpt.__slots__:
            setattr(self.LRopt, name, getattr(value, name))

    def _write_lengths(self):
        for name in MjLROpt.__slots__ if self._lengths is not None else ():
            self._spec._core.set_global("lengthrange", name, getattr(self._lengths, name))

    def _assign(self, other):
        if not isinstance(other, MjsCompiler):
            raise wrong("compiler", other, "an MjsCompiler")
        for name in self._options():
            setattr(self, name, getattr(other, name))
        self.LRopt = other.LRopt


for _name in "autolimits balanceinertia fitaabb degree discardvisual fusestatic saveinertial usethread exactmeshinertia".split():
    setattr(MjsCompiler, _name, Byte(_name))
MjsCompiler.inertiafromgeom = Int("inertiafromgeom")
MjsCompiler.alignfree = Byte("alignfree", -(2**31), 2**31 - 1)
for _name in ("boundmass", "boundinertia", "settotalmass"):
    setattr(MjsCompiler, _name, Number(_name))
for _name in ("meshdir", "texturedir"):
    setattr(MjsCompiler, _name, Text(_name))
MjsCompiler.eulerseq = Letters("eulerseq", 3, shorter=True, longer=True)
MjsCompiler.inertiagrouprange = Array("inertiagrouprange", 2, np.int32)
for _name in MjsCompiler._options():
    docs.document("compiler", _name, vars(MjsCompiler)[_name])


class MjsDefault(MjsElement):
    """A default class: what it says about each kind of element."""

    __module__ = "synovia"
    __repr__ = representation.default

    def __init__(self):
        raise TypeError("MjsDefault: no constructor defined")

    @classmethod
    def _of(cls, spec, index):
        self = object.__new__(cls)
        self._spec, self._index, self._parts = spec, index, {}
        return self

    def _part(self, kind):
        part = self._parts.get(kind)
        if part is None:
            part = self._parts[kind] = CLASSES[kind]._of(self._spec, 0, self._index)
        return part

    @property
    def name(self):
        """Name."""
        return self._spec._class_name(self._index)

    @name.setter
    def name(self, value):
        self._spec._core.rename_class(self._index, word("name", value))
        self._spec._classes = None

    def _put(self, kind, value):
        if value is None:
            return
        if not isinstance(value, CLASSES[kind]):
            raise wrong(kind, value, f"an {CLASSES[kind].__name__}")
        part = self._part(kind)
        for name in part._options():
            if name not in ("name", "info"):
                setattr(part, name, getattr(value, name))


for _kind in "mesh material joint geom site camera light pair equality tendon actuator flex".split():
    setattr(
        MjsDefault,
        _kind,
        property(
            lambda self, kind=_kind: self._part(kind),
            lambda self, value, kind=_kind: self._put(kind, value),
            doc=f"What it says about a {_kind}.",
        ),
    )


class MjsPlugin(MjsElement):
    """An instance of a plugin, or what an element uses of one."""

    __module__ = "synovia"
    __repr__ = representation.plugin
    _KEYWORDS = ("name", "plugin_name", "active", "info", "config")

    def __init__(self):
        raise TypeError("MjsPlugin: no constructor defined")

    @classmethod
    def _of(cls, spec, key=None, user=None):
        self = object.__new__(cls)
        self._spec, self._key, self._user = spec, key, user
        self._texts = {"name": "", "plugin_name": "", "info": ""}
        self._active, self._config = 0, {}
        self._written = None
        return self

    @property
    def active(self):
        """Whether the element uses a plugin."""
        return self._active

    @active.setter
    def active(self, value):
        self._active = whole("active", value, 0, 255)

    @property
    def id(self):
        """Number of the instance."""
        keys = [row[0] for row in self._spec._core.instances()]
        if self._user is not None and self._key is None and self.active and not self.name:
            key = self._user._spec._core.own_instance(self._user._kind, self._user._index)
            return keys.index(key) if key in keys else -1
        return keys.index(self._key) if self._key in keys else -1

    @id.setter
    def id(self, value):
        if not isinstance(value, MjsPlugin):
            raise wrong("id", value, "an MjsPlugin")
        self._key = value._key

    @property
    def signature(self):
        """A number that tells models of different structure apart."""
        return self._spec._signature()

    @property
    def config(self):
        """Its configuration."""
        return self._config

    @config.setter
    def config(self, value):
        if not isinstance(value, dict):
            raise wrong("config", value, "a dict")
        self._config = {word("config", key): word("config", item) for key, item in value.items()}

    def _assign(self, other):
        self.name, self.plugin_name, self.active = other.name, other.plugin_name, other.active
        self.info = other.info
        self._config = dict(other._config)

    def _wanted(self):
        """What the engine is to know of it."""
        known = (self.plugin_name, self.name, list(self._config.items()))
        return known if self._user is None or self.active else None

    def _write(self):
        wanted = self._wanted()
        if wanted == self._written:
            return
        self._written = wanted
        if self._user is None:
            self._spec._core.set_instance(self._key, self.name, self.plugin_name, wanted[2])
        else:
            self._user._spec._core.set_used(self._user._kind, self._user._index, wanted)


def _plugin_text(name, doc):
    def write(self, value):
        self._texts[name] = word(name, value)

    return property(lambda self: self._texts[name], write, doc=f"{doc}\n\nstr")


MjsPlugin.name = _plugin_text("name", "Name of the instance.")
MjsPlugin.plugin_name = _plugin_text("plugin_name", "Name of the plugin.")
MjsPlugin.info = _plugin_text("info", "What is added to messages about it.")
