"""The verdict about one damaged file, reached in a separate process."""

import shutil
import tempfile
import warnings
from pathlib import Path

import numpy as np

from mutate_models import assets, binaries, documents
from random_models.draw import Draw
from support import beside
from support.child import Verdict
from support.modules import oracle, subject

MAKE = {"xml": documents.make, "asset": assets.make, "mjb": binaries.make}


def make(mode, number, folder):
    """Writes case `number` of a mode; returns its path and the list of changes."""
    return MAKE[mode](Draw(f"{mode} {number}"), folder)


def used(number, folder):
    """A function that also saves, prints and renders a binary model that loads; it returns the message of an error."""

    def further(model, tell):
        try:
            tell("save")
            subject.mj_saveModel(model, None, np.empty(subject.mj_sizeModel(model), np.uint8))
            if number % 10 == 0:
                tell("print")
                subject.mj_printModel(model, str(folder / "printed.txt"))
            if number % 5 == 0:
                tell("draw")
                data = subject.MjData(model)
                subject.mj_forward(model, data)
                with subject.Renderer(model, 48, 64) as renderer:
                    renderer.update_scene(data)
                    renderer.render()
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        return ""

    return further


def binary(path, number, folder, tell):
    """The verdict about a damaged binary model, of Synovia alone: the reference does not validate binary models."""
    model, _, _, message, _, taken = beside.alone(str(path), number, tell, further=used(number, folder))
    if beside.PANIC.search(message):
        return Verdict("PANIC", message)
    if taken > beside.MEMORY:
        return Verdict("MEMORY", f"{taken >> 20} MB")
    return Verdict("refused" if model is None else "stopped" if message else "accepted", message)


def judge(job, tell):
    """The verdict about a job, which is a mode and a number."""
    mode, number = job
    warnings.simplefilter("ignore")
    for module in (subject, oracle):
        module.set_mju_user_warning(lambda message: None)
    folder = Path(tempfile.mkdtemp(prefix="mutant-"))
    try:
        tell("reference makes the case")
        path, done = make(mode, number, folder / "case")
        verdict = binary(path, number, folder, tell) if mode == "mjb" else beside.judge(str(path), number, tell)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    verdict.note = done
    return verdict
