"""Errors and hints for names that the package does not have."""

import importlib
import importlib.util

from synovia._compat.suggest import did_you_mean

# modules that are imported on first access
_MODULES = ("cgl", "egl", "gl_context", "glfw", "introspect", "minimize", "msh2obj", "osmesa", "renderer", "rollout", "shim")
_MODULES += ("sysid", "usd", "viewer", "_callbacks", "_errors", "_functions", "_render", "_rollout", "_specs", "_structs")
HINTS = {
    "mjx": "Synovia runs on CPUs; synovia.rollout and synovia.BatchRenderer compute many simulations in parallel",
    "HEADERS_DIR": "Synovia has no C headers; its Rust crates are the way to compile against it",
    "mju_error": "raise an exception instead",
    "mju_warning": "use Python's warnings; set_mju_user_warning handles those of the engine",
    "mj_loadXML": "MjModel.from_xml_path loads a model",
    "mj_loadModel": "MjModel.from_binary_path loads a binary model",
    "mj_makeData": "MjData(model) creates a simulation",
    "mj_deleteModel": "models are freed when nothing refers to them",
    "mj_deleteData": "simulations are freed when nothing refers to them",
    "load_model_from_path": "MjModel.from_xml_path loads a model; that name is mujoco_py's",
    "load_model_from_xml": "MjModel.from_xml_string loads a model; that name is mujoco_py's",
    "MjSim": "MjData(model) and mj_step(model, data); that name is mujoco_py's",
}


def find(name, known):
    """The module of the package with this name; else an AttributeError that suggests what to use instead."""
    if name in _MODULES:
        return importlib.import_module("synovia." + name)
    text = f"module 'synovia' has no attribute '{name}'"
    if name.startswith("__"):
        raise AttributeError(text)
    hint = HINTS.get(name)
    if hint is not None:
        raise AttributeError(f"{text}: {hint}")
    raise AttributeError(text + did_you_mean(name, known))
