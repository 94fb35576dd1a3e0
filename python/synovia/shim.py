"""Runs a program written for `import mujoco` on Synovia.

    python -m synovia.shim program.py [arguments]
    python -m synovia.shim -m module [arguments]
    python -m synovia.shim -c "code" [arguments]

`mujoco` and each `mujoco.x` are this package and its modules, in the program and in the Python processes that it starts with
multiprocessing (fork, spawn and forkserver) or subprocess. `mujoco.__version__` is 3.5.0, `mujoco.__synovia__` the version of
Synovia. In your own program, call `synovia.shim.install()` before the first `import mujoco`.
"""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import runpy
import sys
import types

import synovia
from synovia._compat import missing as _missing

VARIABLE = "SYNOVIA_SHIM"
"""Environment variable of processes that see Synovia as mujoco: the folder that contains the package."""
UNREACHED = "SYNOVIA_SHIM_UNREACHED"
"""Environment variable; `allow` lets the program start processes that do not see Synovia."""

_PACKAGE = os.path.dirname(os.path.abspath(synovia.__file__))
_START = os.path.join(_PACKAGE, "_start")


class _Mujoco(types.ModuleType):
    """The module `mujoco`: the names of this package, and the version of MuJoCo that they follow."""

    def __init__(self):
        super().__init__("mujoco", synovia.__doc__)
        own = {name: value for name, value in vars(synovia).items() if not name.startswith("__")}
        self.__dict__.update(own)
        self.__all__ = list(synovia.__all__)
        self.__version__ = "3.5.0"
        self.__synovia__ = synovia.__version__
        self.__file__ = synovia.__file__
        self.__path__ = list(synovia.__path__)

    def __getattr__(self, name):
        value = getattr(synovia, name)
        if not isinstance(value, types.ModuleType):
            return value
        # a module of the package, as mujoco.name
        return importlib.import_module("mujoco." + name)


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds `mujoco` and its submodules."""

    def __init__(self):
        self.real = {}

    def find_spec(self, fullname, path=None, target=None):
        first, _, rest = fullname.partition(".")
        if first != "mujoco":
            return None
        top = rest.partition(".")[0]
        if top in _missing.HINTS:
            # importlib.util.find_spec only gets None; an actual import gets the hint
            if sys._getframe(2).f_code.co_name == "_find_and_load_unlocked":
                # with a name that is not the full one, because `from mujoco import ...` would ignore that error
                raise ModuleNotFoundError(f"No module named '{fullname}': {_missing.HINTS[top]}", name=top)
            return None
        own = _own(fullname)
        if own is None and rest not in _COMPILED:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, origin=own and own.origin, is_package=not rest)

    def get_code(self, fullname):
        """The code that `-m` runs: that of the module of this package; None if it has none."""
        own = _own(fullname)
        return own and own.loader.get_code(own.name)

    def create_module(self, spec):
        rest = spec.name.partition(".")[2]
        if not rest:
            return _Mujoco()
        if rest in _COMPILED:
            return _compiled(spec.name, rest)
        module = importlib.import_module("synovia." + rest)
        self.real[spec.name] = module.__spec__
        return module

    def exec_module(self, module):
        if isinstance(module, _Mujoco):
            # like a package on disk, for programs that look for files beside it
            where = dict(submodule_search_locations=module.__path__)
            module.__spec__ = importlib.util.spec_from_file_location("mujoco", synovia.__file__, **where)
            module.__loader__ = module.__spec__.loader
            return
        # the import system replaced the spec of the module; restore it
        for name, spec in list(self.real.items()):
            if spec.name == module.__name__:
                module.__spec__ = self.real.pop(name)


def _own(fullname):
    """The spec of the module of this package for `mujoco` or `mujoco.x`; None if there is none."""
    return importlib.util.find_spec("synovia" + fullname.removeprefix("mujoco"))


# compiled modules of MuJoCo that have no module of the same name here: their names are in the package
_COMPILED = ("_simulate",)


def _compiled(name, rest):
    module = types.ModuleType(name, f"The names of mujoco.{rest}.")
    module.__getattr__ = lambda attribute: getattr(synovia, attribute)
    return module


def install(children: bool = True) -> None:
    """Makes `import mujoco` import this package from now on; with `children` also in Python processes started by this one."""
    if any(isinstance(finder, _Finder) for finder in sys.meta_path):
        return
    present = sys.modules.get("mujoco")
    if present is not None:
        raise ImportError(f"synovia.shim: mujoco is already imported, from {getattr(present, '__file__', 'somewhere')}")
    sys.meta_path.insert(0, _Finder())
    if children:
        _reach_children()


def _reach_children():
    """Sets the environment that processes inherit, and watches for processes that do not inherit it."""
    os.environ[VARIABLE] = os.path.dirname(_PACKAGE)
    paths = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path and path != _START]
    os.environ["PYTHONPATH"] = os.pathsep.join([_START, *paths])
    sys.addaudithook(_watch)


def _watch(event, arguments):
    """Refuses to start a Python that would not see Synovia as mujoco."""
    if event != "subprocess.Popen" or os.environ.get(UNREACHED) == "allow":
        return
    executable, command, _, environment = arguments
    words = [command] if isinstance(command, (str, bytes)) else list(command)
    words = [os.fsdecode(word) for word in words]
    program = os.path.basename(os.fsdecode(executable or words[0]))
    if not program.lower().startswith("python"):
        return
    reason = _isolated(words[1:])
    if reason is None and environment is not None:
        keys = {os.fsdecode(key) for key in environment}
        if VARIABLE not in keys:
            reason = f"its environment has no {VARIABLE}"
    if reason is not None:
        raise RuntimeError(
            f"synovia.shim: {' '.join(words)} would import the real mujoco: {reason}. Start it with the environment of this "
            f"process and without -I, -E and -S; or set {UNREACHED}=allow if it does not need mujoco."
        )


def _isolated(words):
    """The option that makes Python ignore the environment or the site module; None if there is none."""
    for word in words:
        if word in ("-c", "-m") or not word.startswith("-") or word.startswith("--"):
            return None
        # several options without a value may be combined in one word
        found = [letter for letter in word[1:] if letter in "IES"]
        if found and word[1] not in "WX":
            return f"it runs with -{found[0]}"
    return None


def _run_file(path):
    """Runs a file as the main program; the module is kept, so that child processes find its definitions."""
    if os.path.isdir(path) or path.endswith((".zip", ".pyz")):
        runpy.run_path(path, run_name="__main__")
        return
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError as error:
        sys.exit(f"synovia.shim: {path}: {error.strerror}")
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    main.__file__, main.__builtins__ = path, __builtins__
    exec(compile(content, path, "exec"), main.__dict__)


def _check_module(name):
    """Exits if there is no such module, without a traceback."""
    first, _, rest = name.partition(".")
    try:
        missing = importlib.util.find_spec(name) is None
    except ModuleNotFoundError as error:
        # a missing import of the module's package is another error
        if error.name is None or not (name + ".").startswith(error.name + "."):
            raise
        missing = True
    if missing:
        hint = _missing.HINTS.get(rest.partition(".")[0]) if first == "mujoco" else None
        sys.exit(f"synovia.shim: No module named {name}" + (f": {hint}" if hint else ""))


def main() -> None:
    """Runs the program given on the command line as the main program."""
    words = sys.argv[1:]
    if not words:
        sys.exit("usage: python -m synovia.shim program.py | -m module | -c code, then its arguments; see --help")
    if words[0] in ("-h", "--help"):
        print(__doc__.strip())
        return
    if sys.flags.isolated or sys.flags.ignore_environment or sys.flags.no_site:
        text = "synovia.shim: with -I, -E or -S, processes that the program starts import the real mujoco"
        if os.environ.get(UNREACHED) != "allow":
            sys.exit(f"{text}; set {UNREACHED}=allow if it does not start any")
    install()
    first, rest = words[0], words[1:]
    # the entry that `python` itself puts first on the path
    if first in ("-m", "-c"):
        if not rest:
            sys.exit(f"synovia.shim: argument expected after {first}")
        sys.path.insert(0, os.getcwd() if first == "-m" else "")
    if first == "-m":
        sys.argv = rest
        _check_module(rest[0])
        runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
    elif first == "-c":
        sys.argv = ["-c", *rest[1:]]
        main = sys.modules["__main__"] = types.ModuleType("__main__")
        exec(compile(rest[0], "<string>", "exec"), main.__dict__)
    elif first.startswith("-"):
        sys.exit(f"synovia.shim: unknown option {first}; see --help")
    else:
        sys.argv = words
        _run_file(first)


if __name__ == "__main__":
    # run as a module of the package, not as `__main__`, which it is about to replace
    from synovia.shim import main as run

    run()
