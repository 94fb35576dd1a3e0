"""Compares random edits in both modules, seed by seed: `python conformance/tools/fuzz_specs.py [first] [count] [edits]`.

Seeds from `CORPUS` on start from models of the corpus, all others from the small models of `support`.
Each seed runs in a separate process, because some edits crash the reference. Seeds that crash the reference, or on which it differs from
itself, are counted and skipped. Prints the rows in which the modules differ, and fails if there are any.
"""

import os
import pickle
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support import twin  # noqa: E402
from support.arms import ARM, BASE, PID, RADIAN  # noqa: E402
from support.corpus import models  # noqa: E402
from support.documents import DOCUMENTS  # noqa: E402
from support.edits import Editor  # noqa: E402
from support.modules import oracle, subject  # noqa: E402

STARTS = {"arm": ARM, "base": BASE, "radian": RADIAN, "pid": PID, **DOCUMENTS}
CORPUS = 1_000_000
# models without assets, which are quick to edit
FILES = [
    "humanoid/humanoid.xml", "tendon_arm/arm26.xml", "car/car.xml", "balloons/balloons.xml", "hammock/humanoid.xml", "cards/cards.xml",
    "adhesion/active_adhesion.xml", "slider_crank/slider_crank.xml", "sensor/humanoid.xml", "island/2humanoid100.xml", "testdata/weld.xml",
    "tendon/pulley.xml", "core_smooth/connect.xml", "actuation/refsite.xml", "keyframe/keyframe.xml",
]


def files():
    """The listed models that the corpus has."""
    return [str(path) for name in FILES for _, path in models() if str(path).endswith(name)]


def start(module, seed):
    """The specification to edit."""
    if seed < CORPUS:
        return module.MjSpec.from_string(list(STARTS.values())[seed % len(STARTS)])
    paths = files()
    return module.MjSpec.from_file(paths[seed % len(paths)])


def edited(module, seed, edits):
    """The log of random edits in one module."""
    log = twin.Log()
    Editor(module, log, seed, start(module, seed)).run(edits)
    return log


def apart(module, seed, edits):
    """The same in a separate process; None if the process crashed."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        with os.fdopen(write, "wb") as pipe:
            pickle.dump(edited(module, seed, edits).rows, pipe)
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        content = pipe.read()
    os.waitpid(child, 0)
    log = twin.Log()
    try:
        log.rows = pickle.loads(content)
    except (EOFError, pickle.UnpicklingError):
        return None
    return log


def main(first=0, count=200, edits=12):
    ended = different = unsteady = 0
    for seed in range(first, first + count):
        theirs, again = (apart(oracle, seed, edits) for _ in range(2))
        if theirs is None or again is None:
            ended += 1
            continue
        if twin.compare(again, theirs):
            unsteady += 1
            continue
        ours = apart(subject, seed, edits)
        rows = twin.compare(ours, theirs) if ours is not None else ["no result"]
        different += bool(rows)
        if rows:
            print(f"seed {seed}:", *rows[:4], sep="\n    ", flush=True)
    print(f"{count} seeds, {different} differ; the reference crashed in {ended} and differs from itself in {unsteady}")
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
