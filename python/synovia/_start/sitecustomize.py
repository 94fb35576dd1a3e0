"""Runs at the start of every Python that a program under `synovia.shim` starts: its `import mujoco` imports Synovia, too.

Nothing is imported before the program imports mujoco. A `sitecustomize` of the machine, which this one shadows, runs afterwards.
"""

import importlib.machinery
import os
import sys


class _Later:
    """Finds `mujoco` by installing the shim when it is first imported."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name != "mujoco":
            return None
        sys.meta_path.remove(_Later)
        folder = os.environ["SYNOVIA_SHIM"]
        if folder not in sys.path:
            sys.path.append(folder)
        from synovia import shim

        shim.install()
        return next(filter(None, (finder.find_spec(name, path, target) for finder in sys.meta_path)), None)


def _hidden():
    """Runs the shadowed `sitecustomize`."""
    here = os.path.dirname(os.path.abspath(__file__))
    others = [path for path in sys.path if os.path.abspath(path or ".") != here]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", others)
    if spec is not None and spec.loader is not None:
        from importlib.util import module_from_spec

        module = module_from_spec(spec)
        sys.modules["sitecustomize"] = module
        spec.loader.exec_module(module)


if os.environ.get("SYNOVIA_SHIM"):
    sys.meta_path.insert(0, _Later)
_hidden()
