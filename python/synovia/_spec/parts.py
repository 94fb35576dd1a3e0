"""Parts of a specification that are not elements of the model: the compiler's settings, default classes, plugins."""

from synovia._spec import representation
from synovia._calls.length_range import MjLROpt
from synovia import _synovia
from synovia._spec.elements import CLASSES, MjsElement, _members, _Values
from synovia._spec.values import whole, word, wrong


class _LengthRange(MjLROpt):
    """Options of length ranges in a specification."""

    __slots__ = ("_handle",)
    __module__ = "synovia"

    def __init__(self, core):
        object.__setattr__(self, "_handle", _synovia.Handle(core, "lengthrange"))


for _name in MjLROpt.__slots__:
    _read = (lambda self, name=_name: self._handle._get(name))
    _write = (lambda self, value, name=_name: self._handle._set(name, value))
    setattr(_LengthRange, _name, property(_read, _write, doc=vars(MjLROpt)[_name].__doc__))


# programs see one class
_LengthRange.__name__ = _LengthRange.__qualname__ = "MjLROpt"


class MjsCompiler(_Values):
    """How a specification is compiled."""

    __slots__ = ()
    __module__ = "synovia"
    __repr__ = representation.compiler

    @classmethod
    def _of(cls, spec):
        self = cls.__new__(cls, spec._core, "compiler")
        self._spec = spec
        return self

    @property
    def LRopt(self):
        """How length ranges of actuators are computed."""
        return _LengthRange(self._spec._core)

    @LRopt.setter
    def LRopt(self, value):
        if not isinstance(value, MjLROpt):
            raise wrong("LRopt", value, "an MjLROpt")
        for name in MjLROpt.__slots__:
            setattr(self.LRopt, name, getattr(value, name))

    def _assign(self, other):
        if not isinstance(other, MjsCompiler):
            raise wrong("compiler", other, "an MjsCompiler")
        for name in self._options():
            setattr(self, name, getattr(other, name))
        self.LRopt = other.LRopt


_members(MjsCompiler, "compiler", "strippath", "modelfiledir")


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
        return self._spec._core.class_name(self._index)

    @name.setter
    def name(self, value):
        self._spec._core.rename_class(self._index, word("name", value))

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


def _used(name, place, told):
    """A string of what an element uses, which has this place there."""
    def write(self, value):
        self._write(**{name: word(name, value)})

    return property(lambda self: self._handle._plugin()[0][place], write, doc=f"{told}\n\n        str")


class MjsPlugin(MjsElement):
    """An instance of a plugin, or what an element uses of one."""

    __module__ = "synovia"
    __repr__ = representation.plugin
    _KEYWORDS = ("name", "plugin_name", "active", "info", "config")

    def __init__(self):
        raise TypeError("MjsPlugin: no constructor defined")

    @classmethod
    def _of(cls, spec, handle, key=None):
        """The instance with a number, or what the element `handle` uses."""
        self = object.__new__(cls)
        self._spec, self._handle, self._key = spec, handle, key
        return self

    def _write(self, **values):
        (plugin_name, name, config), active = self._handle._plugin()
        known = {"plugin_name": plugin_name, "name": name, "config": config, "active": active} | values
        self._handle._set_plugin((known["plugin_name"], known["name"], known["config"]), bool(known["active"]))

    name = _used("name", 1, "Name of the instance.")
    plugin_name = _used("plugin_name", 0, "Name of the plugin.")

    @property
    def info(self):
        """What is added to messages about it.

        str"""
        return self._handle._note("info of plugin") or ""

    @info.setter
    def info(self, value):
        self._handle._set_note("info of plugin", word("info", value))

    @property
    def active(self):
        """Whether the element uses a plugin."""
        used, noted = self._handle._plugin()[1], self._handle._note("active")
        return int(used) if noted is None or (self._key is None and bool(noted) != used) else noted

    @active.setter
    def active(self, value):
        value = whole("active", value, 0, 255)
        self._handle._set_note("active", value)
        self._write(active=value)

    @property
    def config(self):
        """Its configuration."""
        return dict(sorted(self._handle._plugin()[0][2]))

    @config.setter
    def config(self, value):
        if not isinstance(value, dict):
            raise wrong("config", value, "a dict")
        self._write(config=[(word("config", key), word("config", item)) for key, item in value.items()])

    @property
    def id(self):
        """Number of the instance."""
        key = self._handle._note("instance") if self._key is None else self._key
        if key is None and self.active:
            key = self._handle._own_instance()
        keys = [row[0] for row in self._spec._core.instances()]
        return keys.index(key) if key in keys else -1

    @id.setter
    def id(self, value):
        if not isinstance(value, MjsPlugin):
            raise wrong("id", value, "an MjsPlugin")
        if value._key is not None:
            self._handle._set_note("instance", value._key)

    @property
    def signature(self):
        """A number that distinguishes models of different structure."""
        return self._spec._core.signature()

    def _assign(self, other):
        for name in self._KEYWORDS:
            setattr(self, name, getattr(other, name))
