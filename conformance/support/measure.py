"""Measurements of every model file, made by several processes.

The record of one file:

    outcome     loaded (by both), refused (by both), unsupported (refused by the name of an element), wrong (anything else)
    text        why it is wrong
    compiled    fields that differ by more than their tolerance
    bits        fields that differ in any bit
    binary      how the binary files differ, and what is wrong with them
    stages      worst error of each stage over all states
    explained   differences of stages within the reference's own sensitivity to rounding
    failed      larger differences
    run         errors along a run, see `whole.trajectory`
    ended       states at which the reference runs out of memory for its rows
"""

import os
import warnings
from concurrent.futures import ProcessPoolExecutor

from support import binary, bits, states, whole
from support.compare import differences
from support.corpus import unsupported
from support.modules import SUBJECT_IS_ORACLE, oracle, subject

WORKERS = min(4, os.cpu_count() or 1)


def load(module, path):
    """The model, or the error with which a module refuses a file."""
    try:
        return module.MjModel.from_xml_path(str(path)), None
    except Exception as error:  # noqa: BLE001 - each module has its own exception types
        return None, str(error)


def refusal(ours, message, tags):
    """What is wrong with the refusal of a document that has unsupported elements, or None."""
    if ours is not None:
        return f"loaded, although it has {tags}"
    if "not supported yet" not in message:
        return f"refused for another reason than {tags}: {message}"
    if not any(tag in message for tag in tags):
        return f"does not name one of {tags}: {message}"
    return None


def measure(path, again=False):
    """The record of a file; `again` loads the reference's model twice to find which of its bits are reproducible."""
    tags = unsupported(path)
    if SUBJECT_IS_ORACLE and tags:
        # the reference compared with itself: features that Synovia does not support are left out
        return {"outcome": "unsupported", "element": tags[0]} if load(oracle, path)[0] else {"outcome": "refused"}
    ours, our_message = load(subject, path)
    if tags:
        wrong = refusal(ours, our_message, tags)
        theirs, their_message = load(oracle, path)
        named = next((tag for tag in tags if our_message and tag in our_message), None)
        if wrong is None and theirs is not None:
            return {"outcome": "unsupported", "element": named}
        return {"outcome": "wrong", "text": wrong} if wrong else {"outcome": "refused"}

    theirs, their_message = load(oracle, path)
    if theirs is None and ours is None:
        return {"outcome": "refused"}
    if theirs is None:
        return {"outcome": "wrong", "text": f"loaded, although the reference refuses it: {their_message}"}
    if ours is None:
        return {"outcome": "wrong", "text": f"refused, although the reference loads it: {our_message}"}

    record = {"outcome": "loaded", "compiled": [str(found) for found in differences(ours, theirs)]}
    second = (lambda: load(oracle, path)[0]) if again else None
    record["bits"] = bits.differing(ours, theirs, second)
    record["binary"] = binary.compared(ours, theirs, record["bits"])
    with warnings.catch_warnings():
        # missing features show in the numbers
        warnings.simplefilter("ignore")
        record.update(simulate(ours, theirs))
    return record


def simulate(ours, theirs):
    """Stages and runs of a model that both have loaded."""
    for model in (ours, theirs):
        without_torsion(model)
    found = {"run": {"errors": {}, "own": {}, "failed": []}, "stages": {}, "explained": [], "failed": [], "ended": []}
    at = [(str(k), states.seeded(oracle, theirs, k)) for k in whole.SEEDS]
    try:
        base, settled = whole.run(oracle, theirs)
        mine, _ = whole.run(subject, ours)
        found["run"] = whole.trajectory(ours, theirs, base, mine)
        at.append(("settled", settled))
    except oracle.FatalError as error:
        found["ended"].append(f"run: {error}")
    for label, state in at:
        try:
            worst, explained, failed = whole.forward(ours, theirs, state)
        except oracle.FatalError as error:
            # the reference runs out of memory for the rows of this state
            found["ended"].append(f"{label}: {error}")
            continue
        for stage, error in worst.items():
            found["stages"][stage] = max(found["stages"].get(stage, 0.0), error)
        found["explained"] += [{"state": label, **item} for item in explained]
        found["failed"] += [{"state": label, **item} for item in failed]
    return found


def without_torsion(model):
    """Limits contacts with flexes to three dimensions: the reference reads higher ones from uninitialised memory, see the
    difference `flex-torsion`."""
    if model.nflex:
        for field in (model.flex_condim, model.geom_condim):
            field[:] = field.clip(max=3)


class Measurements:
    """Records of many files, computed by several processes while the first ones are read."""

    def __init__(self, files, again=False):
        self.pool = ProcessPoolExecutor(WORKERS)
        self.futures = {name: self.pool.submit(measure, path, again) for name, path in files}

    def __getitem__(self, name):
        return self.futures[name].result()

    def all(self):
        return {name: self[name] for name in self.futures}

    def close(self):
        self.pool.shutdown(cancel_futures=True)
