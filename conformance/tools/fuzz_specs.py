"""Compares random edits in both modules, seed by seed: `python conformance/tools/fuzz_specs.py [first] [count] [edits]`.

Seeds from `CORPUS` on start from models of the corpus, all others from the small models of `support`.
Each seed runs in a separate process, because some edits crash the reference. Prints the rows in which the modules differ, and fails if there
are any.

Three kinds of seeds are not decided by the reference, and are counted: those that crash it; those in which its own lists contradict each
other (`CONTRADICTION`), of which the rows before that are compared; and those in which it disagrees with itself: if the modules differ, it
is run again in new processes, with other addresses, and only rows that differ from all its runs are differences.
"""

import os
import pickle
import subprocess
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
# in the message of a check of the reference that its source says should never fail
CONTRADICTION = "incompatible id in"
# the argument with which rows of the reference are written to the standard output
ROWS = "--rows"
# further runs of the reference in which a row has to differ: those known to vary show each of two results about as often
RUNS = 16
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
    return unpickled(content)


def afresh(seed, edits):
    """The log of the reference in a process that shares no memory with this one; None if it ended early."""
    return unpickled(subprocess.run([sys.executable, __file__, ROWS, str(seed), str(edits)], capture_output=True).stdout)


def unpickled(content):
    """The log of pickled rows; None if they are incomplete."""
    log = twin.Log()
    try:
        log.rows = pickle.loads(content)
    except (EOFError, pickle.UnpicklingError):
        return None
    return log


def without_contradiction(ours, theirs):
    """Both logs up to the row in which the reference contradicts itself, and whether there is one."""
    found = next((k for k, (_, _, message) in enumerate(theirs.rows) if CONTRADICTION in message), None)
    if found is None:
        return ours, theirs, False
    logs = twin.Log(), twin.Log()
    for log, whole in zip(logs, (ours, theirs)):
        log.rows = whole.rows[:found]
    return *logs, True


def differences(ours, theirs, seed, edits):
    """The rows that differ from every run of the reference, and whether some differ from the first one only."""
    first = rows = twin.compare(ours, theirs)
    for _ in range(RUNS):
        if not rows:
            break
        again = afresh(seed, edits)
        others = twin.compare(*without_contradiction(ours, again)[:2]) if again is not None else rows
        rows = [row for row in rows if row in others]
    return rows, bool(first) and not rows


def main(first=0, count=200, edits=12):
    ended = contradicted = unsteady = different = 0
    for seed in range(first, first + count):
        theirs = apart(oracle, seed, edits)
        if theirs is None:
            ended += 1
            continue
        ours = apart(subject, seed, edits)
        if ours is None:
            rows = ["no result"]
        else:
            ours, theirs, contradiction = without_contradiction(ours, theirs)
            rows, varies = differences(ours, theirs, seed, edits)
            contradicted += contradiction
            unsteady += varies
        different += bool(rows)
        if rows:
            print(f"seed {seed}:", *rows[:4], sep="\n    ", flush=True)
    print(f"{count} seeds, {different} differ; the reference crashed in {ended}, contradicts itself in {contradicted}, varies in {unsteady}")
    return int(different > 0)


if __name__ == "__main__":
    if sys.argv[1:2] == [ROWS]:
        sys.stdout.buffer.write(pickle.dumps(edited(oracle, *map(int, sys.argv[2:])).rows))
    else:
        sys.exit(main(*map(int, sys.argv[1:])))
