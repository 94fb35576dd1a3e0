"""Calls functions of the module with arguments of all kinds, and compares the results with the reference.

    .venv/bin/python conformance/tools/mutate_calls.py [--only PATTERN] [--all]    prints every difference
    .venv/bin/python conformance/tools/mutate_calls.py --check                     what the test command runs
    .venv/bin/python conformance/tools/mutate_calls.py --write                     records how many calls of each function differ

Each function is called once with valid arguments, by position and by keyword, then with one argument replaced: by a list, an array of
another type, shape or layout, a read-only array, None, a float where an integer is required, an id out of range, bytes, a string. The
comparison covers the return value, the contents of the arrays and of the simulation afterwards, and the class of the exception. Some
calls crash the reference: calls are made in separate processes, and those that crash it are left out.

Differences listed in `KNOWN`, with their reason, are ignored. The others are counted in `mutate_calls.json`, by function: nearly all are
wrong arguments that both modules refuse with different exception classes, or that only one of them refuses. `--check` fails if more
calls of a function differ than are recorded, and always if a call panics or crashes Synovia.
"""

import argparse
import copy
import fnmatch
import importlib
import inspect
import json
import multiprocessing
import os
import pickle
import sys
import tempfile
import warnings
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
RECORDED = Path(__file__).with_suffix(".json")
sys.path.insert(0, str(ROOT / "scripts" / "generate"))
sys.path.insert(0, str(ROOT / "conformance" / "tools"))

import signatures  # noqa: E402
from mutate_arrays import JOINTS  # noqa: E402

MODULES = ("mujoco", "synovia")
TOLERANCE = 1e-7
FIELDS = "qpos qvel act ctrl qacc xpos xquat sensordata energy cfrc_ext cacc qM qLD qfrc_inverse qfrc_passive subtree_linvel".split()
# nothing comparable: handles, files, drivers of the machine, random numbers
LEFT_OUT = {"mj_getCache", "mju_standardNormal", "mju_writeLog", "mj_printModel", "mj_printData", "mj_loadAllPluginLibraries"}
# valid arguments that do not follow from the shape alone
GOOD = {
    "geomgroup": lambda s: np.ones(6, np.uint8),
    "quat": lambda s: np.array([0.5, 0.5, 0.5, 0.5]),
    "state": lambda s: s.state(),
    "sig": lambda s: 8191, "srcsig": lambda s: 8191, "dstsig": lambda s: 1,
    "type": lambda s: 1, "objtype": lambda s: 1, "seq": lambda s: "xyz", "name": lambda s: "torso", "str": lambda s: "body",
    "base": lambda s: 2, "N": lambda s: 4, "nray": lambda s: 1, "interp": lambda s: 0, "ntotal": lambda s: 4, "nband": lambda s: 2,
    "ndense": lambda s: 1, "nvec": lambda s: 1, "nr": lambda s: 3, "nc": lambda s: 3, "flg_html": lambda s: True,
    "mat": lambda s: None, "M": lambda s: np.array(s.d.qM), "float_format": lambda s: "% -9.2g", "cutoff": lambda s: 10.0,
    "distmax": lambda s: 5.0, "size": lambda s: 1 << 20, "geomtype": lambda s: 2,
}  # fmt: skip
SIZES = {"n": 4, "nr": 3, "nc": 3, "r1": 3, "c1": 3, "r2": 3, "c2": 3, "nnz": 9, "nB": 13, "dim": 3, "ntotal": 4, "nvec": 1, "nray": 1}


class Side:
    """One module with a model and a simulation."""

    def __init__(self, name):
        self.mj = importlib.import_module(name)
        self.m0 = self.mj.MjModel.from_xml_string(JOINTS)
        self.d0 = self.mj.MjData(self.m0)
        self.mj.mj_step(self.m0, self.d0, nstep=20)
        self.mj.mj_forward(self.m0, self.d0)
        self.anew()

    def anew(self):
        self.m, self.d = copy.copy(self.m0), copy.copy(self.d0)

    def state(self):
        state = np.zeros(self.mj.mj_stateSize(self.m, 8191))
        self.mj.mj_getState(self.m, self.d, state, 8191)
        return state

    def sizes(self):
        names = "nq nv nu na nM nbody nsensordata".split()
        return {**SIZES, **{name: getattr(self.m, name) for name in names}, "nefc": self.d.nefc, "mj_stateSize": self.state_size, "m": self.m}

    def state_size(self, m, sig):
        return self.mj.mj_stateSize(self.m, sig)

    def good(self, function, name, kind):
        """A valid argument."""
        shape = None
        if kind.scalar:
            text = kind.shape.replace("2 dim-2", "4").replace("dim-1", "2").replace("2 nv", "2 * nv").replace("ntotal nvec", "4")
            try:
                shape = eval(text, {"sig": 8191, "srcsig": 8191, "dstsig": 1, "mj_sizeModel": self.mj.mj_sizeModel}, self.sizes())
            except NameError:
                return np.zeros(0)
        made = GOOD.get(name, lambda s: None)(self)
        if made is not None and (not kind.scalar or np.shape(made) == shape):
            return made
        if kind.scalar:
            count = int(np.prod(shape))
            values = np.arange(1, count + 1) * 0.25
            if kind.scalar in ("int32", "uint8"):
                values = np.zeros(count)
                if name == "rownnz":
                    values[:] = 1
                if name in ("rowadr", "colind"):
                    values = np.arange(count) % 3
            elif len(shape) == 2 and shape[0] == shape[1]:
                values = (np.eye(shape[0]) * 3 + 0.1).ravel()
            return np.ascontiguousarray(values.reshape(shape), dtype=kind.scalar)
        if kind.name == "int":
            return 0
        if kind.name == "float":
            return 0.5
        if kind.name in ("str", "name"):
            return "nothing"
        return self.record(kind.name, name)

    def record(self, cls, name=""):
        if cls == "MjModel":
            return self.m
        if cls == "MjData":
            return copy.copy(self.d) if name in ("dest", "dst") else self.d
        if cls == "MjvScene":
            return self.mj.MjvScene(self.m, 50)
        made = getattr(self.mj, cls, None)
        return None if made is None else made()


def arrays(good):
    """Replacements of an array argument: name, value."""
    yield "list", good.tolist()
    yield "tuple", tuple(good.ravel().tolist())
    for dtype in ("float32", "int64", "int32", "bool", "complex128"):
        yield dtype, good.astype(dtype) if good.dtype != dtype else good.astype("int16")
    flat = good.ravel()
    yield "longer", np.concatenate([flat, flat[:1]])
    yield "shorter", flat[:-1].copy()
    yield "empty", np.zeros(0, good.dtype)
    yield "column", flat.reshape(-1, 1).copy()
    yield "row", flat.reshape(1, -1).copy()
    yield "flat", flat.copy()
    yield "deep", flat.reshape(-1, 1, 1).copy()
    if good.ndim == 2:
        yield "by column", np.asfortranarray(good)
        yield "turned", np.ascontiguousarray(good.T)
        yield "more rows", np.concatenate([good, good[:1]])
    spread = np.zeros((*good.shape[:-1], 2 * good.shape[-1]), good.dtype)[..., ::2]
    spread[...] = good
    yield "strided", spread
    fixed = good.copy()
    fixed.flags.writeable = False
    yield "read-only", fixed
    yield "nan", np.full_like(good, np.nan) if good.dtype.kind == "f" else np.full_like(good, 77)
    for name, value in (("None", None), ("number", 1.0), ("text", "abc"), ("whole", 3), ("object", object())):
        yield name, value
    yield "scalar array", np.array(0.5, good.dtype)


def integers(good):
    for value in (-1, -2, 1, 2, 1000000, 1 << 31, 1 << 40, 1.0, 1.5, True, None, "1", b"1", np.int64(1), np.int8(1), np.float64(1)):
        yield repr(value), value
    yield "array", np.array(1)
    yield "array of one", np.array([1])
    yield "nan", float("nan")


def floats(good):
    for value in (0, 1, -1.5, np.float32(0.5), np.int64(2), float("nan"), float("inf"), None, "0.5", b"1", True, 1 << 70):
        yield repr(value), value
    yield "array", np.array(0.5)
    yield "array of one", np.array([0.5])


def texts(good):
    yield "bytes", good.encode()
    yield "surrogate", "\udc80"
    for value in ("", None, 5, 1.5, ["a"], "a\0b"):
        yield repr(value), value


def others(good):
    for value in (None, 5, "x", object()):
        yield type(value).__name__, value


def variants(kind, good):
    if kind.scalar:
        return arrays(good) if isinstance(good, np.ndarray) else []
    if kind.name in ("int", "flag"):
        return integers(good)
    if kind.name == "float":
        return floats(good)
    if kind.name in ("str", "name"):
        return texts(good)
    return others(good)


def functions():
    """The functions to call, with their parameters."""
    import synovia

    for name in sorted(dir(synovia)):
        if signatures.known(name) and name not in LEFT_OUT and callable(getattr(synovia, name)) and not name.startswith("mjr_"):
            yield name, list(inspect.signature(getattr(synovia, name)).parameters)


def calls(side, function, names):
    """All calls of one function: description, positional arguments, keyword arguments."""
    kinds = [signatures.parameter(function, name) for name in names]
    if any(name in ("filename", "path", "directory", "cache") for name in names):
        return

    def good():
        side.anew()
        return [side.good(function, name, kind) for name, kind in zip(names, kinds)]

    yield "good", good(), {}
    yield "keywords", [], dict(zip(names, good()))
    yield "too few", good()[:-1], {}
    yield "too many", [*good(), 1], {}
    yield "unknown keyword", good(), {"nothing": 1}
    for k, kind in enumerate(kinds):
        for what, value in variants(kind, good()[k]):
            if names[k] == "nstep" and isinstance(value, int) and value > 1000:
                continue  # these steps would really be made
            arguments = good()
            arguments[k] = dict(variants(kind, arguments[k]))[what]
            yield f"{names[k]} {what}", arguments, {}


def plain(value):
    """A result in a form that can be compared with that of the other module."""
    if isinstance(value, (int, float, str, bytes, type(None), bool)):
        return value
    if isinstance(value, np.ndarray):
        return value.tolist() if value.dtype.kind in "fiubc" else str(value)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return type(value).__name__


def outcome(call, arguments, data):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = call()
    except BaseException as error:
        return "raises", type(error).__name__, str(error)
    after = [plain(one) for one in arguments if isinstance(one, np.ndarray)]
    state = {name: plain(np.array(getattr(data, name))) for name in FIELDS} if data is not None else {}
    return "returns", plain(value), after, state


def make(side, function, names, skip, path):
    """Makes the calls of one function and appends each outcome to a file as soon as it is known."""
    with open(path, "ab") as file:
        for number, (what, arguments, keywords) in enumerate(calls(side, function, names)):
            if number < skip:
                continue
            data = next((one for one in [*arguments, *keywords.values()] if isinstance(one, side.mj.MjData)), None)
            call = lambda: getattr(side.mj, function)(*arguments, **keywords)  # noqa: E731
            pickle.dump((number, what), file)
            file.flush()
            before = panics(side.mj)
            result = outcome(call, [*arguments, *keywords.values()], data)
            pickle.dump(("panics", *map(str, result[1:])) if panics(side.mj) > before else result, file)
            file.flush()


def panics(module):
    """The number of panics that Synovia has turned into exceptions; zero for the reference."""
    return module._synovia._caught_panics() if module.__name__ == "synovia" else 0


def records(path):
    with open(path, "rb") as file:
        while True:
            try:
                yield pickle.load(file)
            except EOFError:
                return


def forked(work, said):
    """Runs a function in a fork of this process, with its output in a file; whether it finished within a minute."""

    def quietly():
        file = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(file, 1)
        os.dup2(file, 2)
        work()

    process = multiprocessing.get_context("fork").Process(target=quietly)
    process.start()
    process.join(60)
    if process.exitcode is None:
        process.kill()
        process.join()
    return process.exitcode == 0


def outcomes(side, function, names):
    """The outcome of each call of a function; `ends` for a call that crashed the process."""
    path, said, found, skip = Path("records"), Path("said"), {}, 0
    while True:
        path.write_bytes(b"")
        ended_well = forked(lambda: make(side, function, names, skip, path), said)
        pending = None
        for record in records(path):
            if pending is None:
                pending = record
            else:
                found[pending[1]] = record
                pending = None
        if pending is None:
            if not ended_well:
                found["child"] = ("ends", said.read_text(errors="replace")[-400:])
            return found
        found[pending[1]] = ("ends", said.read_text(errors="replace")[-300:])
        skip = pending[0] + 1


def work(module, wanted, folder):
    """Writes the outcomes of functions in one module, one file per function, into the module's folder."""
    home = Path(folder) / module
    home.mkdir()
    os.chdir(home)
    side = Side(module)
    for function, names in wanted.items():
        Path(function).write_bytes(pickle.dumps(outcomes(side, function, names)))


def same(a, b):
    """True if two outcomes are equivalent for a program."""
    if a[0] != b[0]:
        return False
    if a[0] == "raises":
        return a[1] == b[1]
    return a[0] == "ends" or close(a[1:], b[1:])


def close(a, b):
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(close(a[key], b[key]) for key in a)
    if isinstance(a, (list, tuple)):
        return isinstance(b, (list, tuple)) and len(a) == len(b) and all(map(close, a, b))
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return type(a) is type(b) and (a == b or (a != a and b != b) or abs(a - b) <= TOLERANCE * max(1, abs(a)))
    return a == b


# function and call: reason
KNOWN = {
    "* 2147483648": "a number beyond 32 bits is refused where it is used, with a ValueError or an OverflowError",
    "* 1099511627776": "as above",
    "* -1": "DIFFERENCE(ids-out-of-range)",
    "* -2": "as above",
    "* 1000000": "as above",
    "mj_getPluginConfig *": "the reference's module does not have it",
    "mj_rayFlex *": "DIFFERENCE(ids-out-of-range): the model has no flex",
    "mj_addM *": "rows without room for all entries are a ValueError",
    "mj_init*History *": "an object without a history is a ValueError",
    "mj_defaultSolRefImp *": "the reference's function takes numbers, and writes to a copy of them",
    "mj*codePyramid *": "DIFFERENCE(pyramid-dim)",
    "mju_sparse2dense mat empty": "the reference reads outside of its arrays, and has another answer each time",
    "mju_sparse2dense rowadr nan": "as above",
    "mju_sparse2dense colind nan": "the reference writes outside of its arrays",
}


def short(one):
    text = f"{one[1]}: {one[2]}" if one[0] == "raises" else " ".join(map(str, one[:3]))
    return text.replace("\n", " ")[:150]


def compare(function, folder, show_all):
    """How many calls of a function were made, which differ, and which are faults of Synovia, each with a description."""
    theirs, ours = (pickle.loads((Path(folder) / module / function).read_bytes()) for module in MODULES)
    different, faults = {}, {}
    for what, two in ours.items():
        one = theirs.get(what, ("ends", "no outcome"))
        text = f"{function} | {what}\n    theirs {short(one)}\n    ours   {short(two)}"
        known = any(fnmatch.fnmatch(f"{function} {what}", pattern) for pattern in KNOWN)
        if two[0] == "panics" or (two[0] == "ends" and one[0] != "ends"):
            faults[what] = text
        elif one[0] != "ends" and not same(one, two) and (show_all or not known):
            different[what] = text
    return len(ours), different, faults


def judge(different, faults):
    """The findings of `--check`: faults, and functions with more differing calls than recorded."""
    recorded = json.loads(RECORDED.read_text(encoding="utf-8"))
    findings = [text for messages in faults.values() for text in messages.values()]
    for function, messages in different.items():
        allowed = recorded.get(function, 0)
        if len(messages) > allowed:
            findings += [*messages.values(), f"{function}: {len(messages)} calls differ, {allowed} are recorded in {RECORDED.name}"]
        if len(messages) < allowed:
            print(f"{function}: {len(messages)} calls differ, {allowed} are recorded: run --write to record the lower number")
    return findings


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="*", help="functions whose names match this pattern")
    parser.add_argument("--all", action="store_true", help="also show known differences")
    parser.add_argument("--check", action="store_true", help="compare the numbers of differences with the recorded ones")
    parser.add_argument("--write", action="store_true", help="record the numbers of differences")
    options = parser.parse_args()
    wanted = {name: names for name, names in functions() if fnmatch.fnmatch(name, options.only)}
    with tempfile.TemporaryDirectory() as folder:
        with ProcessPoolExecutor(len(MODULES), multiprocessing.get_context("spawn")) as pool:
            for done in [pool.submit(work, module, wanted, folder) for module in MODULES]:
                done.result()
        found = {name: compare(name, folder, options.all) for name in wanted}
    count = sum(made for made, _, _ in found.values())
    different, faults = ({name: parts[k] for name, parts in found.items()} for k in (1, 2))
    if options.write:
        numbers = {**json.loads(RECORDED.read_text(encoding="utf-8")), **{name: len(messages) for name, messages in different.items()}}
        kept = {name: number for name, number in sorted(numbers.items()) if number}
        RECORDED.write_text(json.dumps(kept, indent=0) + "\n", encoding="utf-8")
    findings = judge(different, faults) if options.check else [text for k in (1, 2) for parts in found.values() for text in parts[k].values()]
    print(*findings, sep="\n", end="\n" if findings else "")
    print(f"{count} calls, {sum(map(len, different.values()))} differ, {sum(map(len, faults.values()))} faults")
    return int(bool(findings))


if __name__ == "__main__":
    sys.exit(main())
