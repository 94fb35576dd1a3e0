"""Prints what is installed.

    python -m synovia
"""

import importlib.machinery
import importlib.util
import os
import platform
import sys

import numpy

import synovia


def main():
    """Prints the version, the available modules, and the machine."""
    modules = ("minimize", "msh2obj", "renderer", "rollout", "shim", "viewer")
    found = [name for name in modules if importlib.util.find_spec(f"synovia.{name}") is not None]
    # search the disk: under the shim, `mujoco` in sys.modules is this package
    real = importlib.machinery.PathFinder.find_spec("mujoco")
    rows = {
        "synovia": synovia.__version__,
        "computes as": f"MuJoCo {synovia.mj_versionString()}",
        "modules": ", ".join(found),
        "functions": sum(callable(getattr(synovia, name)) for name in synovia.__all__ if name.startswith(("mj_", "mju_", "mjd_"))),
        "plugins": ", ".join(synovia.plugin_names()) or "none",
        "installed in": os.path.dirname(os.path.abspath(synovia.__file__)),
        "MuJoCo itself": "installed beside it" if real is not None else "not installed",
        "Python": f"{platform.python_version()}, numpy {numpy.__version__}",
        "machine": f"{platform.platform()}, {platform.machine()}, {os.cpu_count()} processors",
    }
    for name, value in rows.items():
        print(f"{name:<14}{value}")


if __name__ == "__main__":
    sys.exit(main())
