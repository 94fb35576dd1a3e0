"""Binary models (MJB) of both modules, byte for byte.

    byte 0      header: five integers
    byte 20     sizes, eight bytes each
    byte 732    options, visual settings, statistics
    then        the arrays, in the order of `crates/synovia-model/tests/fields.txt`
"""

import numpy as np

from support.corpus import PROJECT
from support.modules import oracle, subject

SIZES, SETTINGS, ARRAYS = 20, 732, 1724
ORDER = [line.split("\t")[0] for line in (PROJECT / "crates/synovia-model/tests/fields.txt").read_text().splitlines()]
STEPS = 5
COMPARED = "qpos qvel act sensordata".split()


def saved(module, model):
    """The bytes of a model."""
    buffer = np.zeros(module.mj_sizeModel(model), np.uint8)
    module.mj_saveModel(model, None, buffer)
    return buffer.tobytes()


def read(module, data):
    """The model loaded from bytes."""
    return module.MjModel.from_binary_path("model.mjb", {"model.mjb": data})


def parts(model):
    """Name, first byte and end of every part of a model's file."""
    yield "header", 0, SIZES
    yield "sizes", SIZES, SETTINGS
    yield "settings", SETTINGS, ARRAYS
    at = ARRAYS
    for name in ORDER:
        value = getattr(model, name)
        end = at + (len(value) if isinstance(value, bytes) else value.nbytes)
        yield name, at, end
        at = end


def differing(ours, theirs, model):
    """The parts of two files of the reference's model whose bytes differ."""
    if len(ours) != len(theirs):
        return ["length"]
    return [name for name, at, end in parts(model) if ours[at:end] != theirs[at:end]]


def after_steps(model):
    """Bits of the state after some steps, or the error that stops them."""
    data = subject.MjData(model)
    try:
        for _ in range(STEPS):
            subject.mj_step(model, data)
    except subject.FatalError as error:
        return str(error)
    return [np.array(getattr(data, name)).tobytes() for name in COMPARED]


def compared(ours, theirs, fields):
    """How the files of both modules differ, and errors in them; `fields` are those whose values differ."""
    mine, other = saved(subject, ours), saved(oracle, theirs)
    differ = differing(mine, other, theirs)
    known = set(fields) | {"settings" for name in fields if name.startswith(("opt.", "vis.", "stat."))}
    wrong = [f"{name}: the bytes differ, although no value differs" for name in differ if name not in known]
    if saved(subject, read(subject, other)) != other:
        wrong.append("the reference's file changes when we read it and write it back")
    if saved(oracle, read(oracle, mine)) != mine:
        wrong.append("our file changes when the reference reads it and writes it back")
    if after_steps(read(subject, mine)) != after_steps(ours):
        wrong.append("the loaded model steps to another state")
    return {"differ": differ, "wrong": wrong}
