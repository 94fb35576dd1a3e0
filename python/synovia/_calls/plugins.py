"""Plugins: their names, configuration of instances, and registration of Python classes.

Plugins are written in Rust or Python; libraries that were compiled for MuJoCo cannot be loaded.
"""

import os
import warnings

from synovia import _synovia
from synovia._enums import ENUMS

_STAGE, _BIT = ENUMS["mjtStage"], ENUMS["mjtPluginCapabilityBit"]

# methods that determine the capabilities of a class
_METHODS = {
    "actuate": _BIT.mjPLUGIN_ACTUATOR,
    "act_dot": _BIT.mjPLUGIN_ACTUATOR,
    "sense": _BIT.mjPLUGIN_SENSOR,
    "passive": _BIT.mjPLUGIN_PASSIVE,
    "distance": _BIT.mjPLUGIN_SDF,
}
_LIBRARIES = (".so", ".dylib", ".dll")

PLUGINS_DIR = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLUGIN_HANDLES = []


def plugin(name, *, attributes=(), stage=_STAGE.mjSTAGE_ACC):
    """Registers a class as the plugin `name`.

        @synovia.plugin("example.spring", attributes=["stiffness"])
        class Spring:
            def __init__(self, config):
                self.stiffness = float(config["stiffness"] or 1)

            def passive(self, m, d):
                d.qfrc_passive[:] -= self.stiffness * d.qpos[: m.nv]

    `attributes` are the keys of `<config>`; an object is created for each instance of a model and each `MjData`, from a dict of
    all keys, with empty strings for unset ones. `stage` is the stage after which sensors are computed. The methods of the class
    determine its capabilities:

    | method | is called | and writes |
    | --- | --- | --- |
    | `passive(m, d)` | after all other passive forces | adds to `d.qfrc_passive` |
    | `act_dot(m, d)` | after the activation dynamics of other actuators | `d.act_dot` |
    | `actuate(m, d)` | after the forces of other actuators | `d.actuator_force` |
    | `sense(m, d)` | after the other sensors of its stage | `d.sensordata` |
    | `advance(m, d)` | when the step integrates | `d.plugin_state` |
    | `reset(state)` | when the simulation is reset | `state`, its part of `d.plugin_state` |
    | `distance(point)`, `gradient(point)`, `aabb()` | by collisions and rays, in the frame of the shape | |

    `gradient` is optional. `state_len` and `sensor_len` are the number of state variables of an instance and the dimension of a
    sensor: an integer, or a static function of the configuration. `self.instance` is the id of the instance.
    """

    def registered(cls):
        bits = 0
        for method, bit in _METHODS.items():
            if hasattr(cls, method):
                bits |= int(bit)
        if not bits:
            raise TypeError(f"{cls.__name__} needs at least one of the methods {', '.join(_METHODS)}")
        if hasattr(cls, "distance") and not hasattr(cls, "aabb"):
            raise TypeError(f"{cls.__name__} has the method distance, but not aabb")
        _synovia._register_plugin(str(name), [str(key) for key in attributes], bits, int(stage), cls)
        return cls

    return registered


def plugin_names():
    """The names of all plugins that models can use."""
    return _synovia._plugin_names()


def mj_getPluginConfig(m, plugin_id, attrib):
    """The configuration of a plugin instance for the key `attrib`: a string, empty if it is not set, or None if the
    plugin has no such key.

    - `m`: MjModel
    - `plugin_id`: int; id of the instance
    - `attrib`: str; key
    - returns str or None
    """
    return m._plugin_config(int(plugin_id), str(attrib))


def mj_loadPluginLibrary(path):
    """Raises an error: compiled libraries of MuJoCo cannot be loaded.

    - `path`: str
    """
    raise _synovia.FatalError(
        f"Error loading plugin library '{path}': libraries that were compiled for MuJoCo cannot be loaded by Synovia. "
        "Plugins are written in Python (see synovia.plugin) or in Rust; those of MuJoCo are built in: "
        + ", ".join(plugin_names())
    )


def mj_loadAllPluginLibraries(directory):
    """Does nothing, because compiled libraries of MuJoCo cannot be loaded; warns if the directory has any.

    - `directory`: str
    """
    directory = os.fsdecode(directory)
    try:
        found = [name for name in sorted(os.listdir(directory)) if name.endswith(_LIBRARIES)]
    except OSError:
        found = []
    if found and os.path.abspath(directory) != PLUGINS_DIR:
        message = f"libraries that were compiled for MuJoCo cannot be loaded by Synovia: {', '.join(found)} in {directory}"
        warnings.warn(message, RuntimeWarning, stacklevel=2)
