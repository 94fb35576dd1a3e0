"""How much the reference's own results change under tiny perturbations of its start, compared with Synovia's error.

    .venv/bin/python conformance/tools/perturbation.py files [NAME...] [--trials 8] [--write]
    .venv/bin/python conformance/tools/perturbation.py numbers GENERATOR K... [--trials 10] [--write]

`files` takes three seeded states of each model file whose name ends with one of the names, and the field with the largest error. `numbers`
takes random models K of a generator, a Python file with `Gen(k).make()`, `run(module, model, start, push)`, `differences(a, b, tolerance)`
and `STAGES`, at the first stage where a field differs by more than 1e-8. An automatic reset forgets the start; there, and where perturbed
starts change nothing, masses, inertias and lengths of the model are perturbed as well. A row shows that a difference is a tie or a rounding
of the reference itself if one of its last columns is about as large as Synovia's error, or larger. Rare branches need more trials.
`--write` writes the table into README.md.
"""

import argparse
import importlib.util
import sys
import warnings
from pathlib import Path

import mujoco
import numpy as np
import synovia

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.corpus import models  # noqa: E402

SIZES = (1e-16, 1e-15, 1e-14, 1e-13, 1e-12)
FILES = (
    "mujoco/model/flex/gripper.xml",
    "mujoco/model/flex/plate.xml",
    "mujoco/model/plugin/sdf/gear.xml",
    "mujoco/model/plugin/sdf/nutbolt.xml",
    "mujoco/model/replicate/particle_free2d.xml",
    "mujoco/test/benchmark/testdata/2humanoid100_chol.xml",
)
FIELDS = "efc_pos efc_vel efc_aref qacc qfrc_constraint".split()
CONTACT = "dist pos frame".split()
MODEL = "body_mass body_inertia body_ipos body_pos geom_pos".split()
README = Path(__file__).resolve().parents[1] / "README.md"


def off(found, expected):
    """Largest difference relative to the largest entry, or to 1."""
    if found.shape != expected.shape:
        return np.inf
    return float(np.abs(found - expected).max() / max(1.0, np.abs(expected).max())) if found.size else 0.0


def start_of(model, number):
    """A seeded state: coordinates around the reference pose or the first keyframe, velocities, controls, forces."""
    data = mujoco.MjData(model)
    if model.nkey and number % 2 == 0:
        mujoco.mj_resetDataKeyframe(model, data, 0)
    rng = np.random.RandomState(number)
    mujoco.mj_integratePos(model, data.qpos, 0.05 * number * rng.randn(model.nv), 1.0)
    data.qvel[:] = 0.2 * rng.randn(model.nv)
    mix = 1 / (1 + np.exp(-rng.randn(model.nu)))
    low, high = model.actuator_ctrlrange.T if model.nu else (0, 0)
    data.ctrl[:] = np.where(model.actuator_ctrllimited.astype(bool), low + (high - low) * mix, 0.3 * mix)
    data.act[:] = 0.5 * rng.rand(model.na)
    data.qfrc_applied[:] = 0.01 * rng.randn(model.nv)
    state = np.zeros(mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_INTEGRATION))
    mujoco.mj_getState(model, data, state, mujoco.mjtState.mjSTATE_INTEGRATION)
    return state


def results(module, model, state, nudge=None, used=False):
    """Contacts, rows and accelerations after a forward pass on new data, or on data that was stepped before."""
    data = module.MjData(model)
    for _ in range(5 if used else 0):
        module.mj_step(model, data)
    module.mj_setState(model, data, state, int(mujoco.mjtState.mjSTATE_INTEGRATION))
    if nudge is not None:
        mujoco.mj_integratePos(model, data.qpos, nudge, 1.0)
    module.mj_forward(model, data)
    found = {f"contact.{name}": np.array(getattr(data.contact, name), float) for name in CONTACT}
    return found | {name: np.array(getattr(data, name), float) for name in FIELDS}


def of_file(name, path, trials):
    """The table row of a model file."""
    reference, ours = mujoco.MjModel.from_xml_path(str(path)), synovia.MjModel.from_xml_path(str(path))
    worst = (0.0, "", None, None)
    for number in range(3):
        state = start_of(reference, number)
        try:
            expected = results(mujoco, reference, state)
        except mujoco.FatalError as error:
            return f"| `{name}` | the reference stops: {str(error).split(',')[0]} | | | | | | | |"
        found = results(synovia, ours, state)
        errors = [(off(found[field], expected[field]), field) for field in expected]
        worst = max(worst, (*max(errors), state, expected), key=lambda item: item[0])
    error, field, state, expected = worst
    if state is None:
        return f"| `{name}` | all fields | 0 | | | | | | |"
    moved = []
    for size in SIZES:
        nudges = (np.random.default_rng(trial).normal(size=reference.nv) * size for trial in range(trials))
        moved.append(max(off(results(mujoco, reference, state, nudge)[field], expected[field]) for nudge in nudges))
    again = off(results(mujoco, reference, state, used=True)[field], expected[field])
    cells = " | ".join(f"{value:.0e}" for value in [error, again, *moved])
    return f"| `{name}` | `{field}` | {cells} |"


def generator(path):
    """The module of a generator, with the globals that its main function would set."""
    spec = importlib.util.spec_from_file_location("generator", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.np, module.ref, module.sub = np, mujoco, synovia
    return module


def moved_model(xml, seed, size):
    """A model with perturbed last digits."""
    model, rng = mujoco.MjModel.from_xml_string(xml), np.random.default_rng(seed)
    for name in MODEL:
        column = getattr(model, name)
        column *= 1 + size * rng.normal(size=column.shape)
    return model


def outcome(make, module, model, start, push):
    """The fields of each stage, and whether the run ended with an error."""
    try:
        return [fields | {"an error": np.zeros(0)} for fields in make.run(module, model, start, push)]
    except (mujoco.FatalError, synovia.FatalError):
        return [{"an error": np.zeros(1)} for _ in make.STAGES]


def of_number(make, k, trials):
    """The table row of a random model."""
    xml = make.Gen(k).make()
    model, ours = mujoco.MjModel.from_xml_string(xml), synovia.MjModel.from_xml_string(xml)
    rng, coords = np.random.default_rng(k), model.qpos0.copy()
    mujoco.mj_integratePos(model, coords, rng.normal(size=model.nv) * 0.3, 1.0 if k % 3 else 0.0)
    rest = (rng.normal(size=model.nv) * (0.5 if k % 4 else 0), rng.uniform(-1, 1, model.nu), rng.uniform(0, 1, model.na))
    push = rng.normal(size=(model.nbody, 6)) * (k % 2) * 0.3
    expected, found = outcome(make, mujoco, model, (coords, *rest), push), outcome(make, synovia, ours, (coords, *rest), push)
    for stage, (a, b) in enumerate(zip(expected, found)):
        if errors := make.differences(b, a, 1e-8):
            break
    else:
        return f"| {k} | equal | | | | | | | |"
    error, field = max((value, name) for name, value in errors.items())
    # inverse dynamics has no state of its own: check that of the last step
    if any(np.isnan(fields.get(name, 0)).any() for fields in expected[: stage + 1] for name in ("qpos", "qvel")):
        return f"| {k} | {make.STAGES[stage]} | `{field}` | {error:.0e} | the state of the reference is NaN: `nan-spread` | | | | | |"

    def worst(runs):
        return max(make.differences(outcome(make, mujoco, *run, push)[stage], a, 0).get(field, 0.0) for run in runs)

    def starts(size, trials):
        for trial in range(trials):
            moved = coords.copy()
            mujoco.mj_integratePos(model, moved, np.random.default_rng(100 + trial).normal(size=model.nv) * size, 1.0)
            yield model, (moved, *rest)

    def models_of(size, trials):
        return ((moved_model(xml, trial, size), (coords, *rest)) for trial in range(trials))

    # a branch that few starts take needs more trials
    for what, moved, count in (("start", starts, trials), ("model", models_of, trials), ("start", starts, 8 * trials), ("model", models_of, 8 * trials)):
        row = [worst(moved(size, count)) for size in SIZES]
        if max(row) >= 0.5 * error:
            break
    cells = " | ".join(f"{value:.0e}" for value in row)
    return f"| {k} | {make.STAGES[stage]} | `{field}` | {error:.0e} | {cells} | {what} |"


def write(mark, lines):
    """Writes a table between its markers in README.md."""
    text = README.read_text(encoding="utf-8")
    first, last = f"<!-- {mark}: written by conformance/tools/perturbation.py -->\n", f"<!-- end of {mark} -->\n"
    before, rest = text.split(first)
    README.write_text(before + first + "\n" + "\n".join(lines) + "\n\n" + last + rest.split(last)[1], encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("kind", choices=("files", "numbers"))
    parser.add_argument("names", nargs="*")
    parser.add_argument("--trials", type=int, default=8)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_intermixed_args()
    warnings.simplefilter("ignore")
    mujoco.set_mju_user_warning(lambda text: None)
    synovia.set_mju_user_warning(lambda text: None)
    sizes = " | ".join(f"{size:.0e}" for size in SIZES)
    if given.kind == "files":
        wanted = tuple(given.names) or FILES
        lines = [f"| file | field | Synovia is off by | the reference on used data | {sizes} |", "| --- | --- | ---:" + " | ---:" * 6 + " |"]
        rows = (of_file(name, path, given.trials) for name, path in models() if name.endswith(wanted))
    else:
        make = generator(given.names[0])
        lines = [f"| number | stage | field | Synovia is off by | {sizes} | moved |", "| ---: | --- | --- | ---:" + " | ---:" * 5 + " | --- |"]
        rows = (of_number(make, int(k), given.trials) for k in given.names[1:])
    print(*lines, sep="\n", flush=True)
    for row in rows:
        print(row, flush=True)
        lines.append(row)
    if given.write:
        write("files" if given.kind == "files" else "numbers", lines)


if __name__ == "__main__":
    sys.exit(main())
