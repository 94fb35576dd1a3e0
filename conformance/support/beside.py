"""One document in both modules: loaded, compiled, run from a random state, and compared.

    load        accepted or refused, and all compiled fields (`support.compare`)
    forward     every field that the pipeline writes (`support.fields`), at a random state
    steps       the same after 1, 5 and 10 steps, with coordinates, velocities and activations
    inverse     the forces of inverse dynamics

A field differs if its error exceeds its tolerance and also `FACTOR` times the change of the reference's own result when its start, or
lengths and masses of the model, are perturbed by 1e-15 to 1e-13. The comparison stops at numbers above `EXTREME`, at an automatic reset and
at a full arena. A step that differs is retraced: from each state of our run the reference must make our step; if it does, the difference
results from a tie on the way. Synovia runs first, so that a crash of the reference does not hide Synovia's results.
"""

import copy
import re
import time
import warnings
from pathlib import Path

import numpy as np

from support import states, whole
from support.child import Verdict
from support.compare import differences
from support.modules import oracle, subject

STEPS, CHECKED = 10, (1, 5, 10)
TOLERANCE, FACTOR, EXTREME = 1e-8, 30.0, 1e12
# perturbed quantity, size and seed; later ones are tried only for differences that the first do not explain
MOVES = (("state", 1e-14, 7), ("state", 1e-13, 8), ("model", 1e-14, 9), ("state", 1e-15, 10), ("model", 1e-13, 11), ("state", 1e-13, 12))
# decided by the last digit where a force is on the boundary of its cone, or a solver has converged
TIES = ("efc_state", "solver_niter")
MOMENTS = ("moment_rownnz", "moment_rowadr", "moment_colind")  # in the order of the arguments of mju_sparse2dense
MEMORY = 2 << 30  # bytes that Synovia may use for a case
SLOW, SLOWER = 2.0, 20.0  # seconds, and multiple of the reference's time
FULL, RESET = (1, 2), (4, 5, 6)  # warnings: no room for contacts or rows; bad positions, velocities, accelerations
SLEEP = int(oracle.mjtEnableBit.mjENBL_SLEEP)  # which trees sleep is not part of a state
AFTER_RESET = "stopped after an automatic reset"
TOO_LARGE = 3000  # coordinates
PANIC = re.compile("PanicException|panicked|internal error")


def load(module, path):
    """The model, or None and the error message."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if path.endswith(".zip"):
                return module.MjSpec.from_zip(path).compile(), ""
            if path.endswith(".mjb"):
                return module.MjModel.from_binary_path(path), ""
            return module.MjModel.from_xml_path(path), ""
    except Exception as error:
        return None, f"{type(error).__name__}: {error}"


class Start:
    """The start state of both modules: random around a keyframe or the reference pose."""

    def __init__(self, model, seed):
        random = np.random.default_rng(seed)
        self.qpos = np.array(model.key_qpos[0] if model.nkey and seed % 2 else model.qpos0)
        self.qpos = states.displaced(model, self.qpos, 0.3 * random.normal(size=model.nv) * (seed % 3 > 0))
        self.qvel = 0.5 * random.normal(size=model.nv) * (seed % 4 > 0)
        self.ctrl = random.uniform(-1, 1, model.nu)
        self.act = random.uniform(0, 1, model.na)
        self.push = 0.3 * random.normal(size=(model.nbody, 6)) * (seed % 2)

    def moved(self, model, size, seed):
        """This state with positions and velocities perturbed by rounding."""
        random, found = np.random.default_rng(seed), copy.copy(self)
        found.qpos = states.displaced(model, self.qpos, size * random.normal(size=model.nv))
        found.qvel = self.qvel + size * random.normal(size=model.nv)
        return found

    def put(self, module, model):
        data = module.MjData(model)
        for name in ("qpos", "qvel", "ctrl", "act"):
            getattr(data, name)[:] = getattr(self, name)
        data.xfrc_applied[:] = self.push
        return data


def moments(model, data):
    """The moment arms of actuators as a dense matrix: the sparsity pattern is not compared."""
    found = np.zeros((model.nu, model.nv))
    oracle.mju_sparse2dense(found, *(np.array(getattr(data, name)).ravel() for name in ("actuator_moment", *MOMENTS)))
    return found


def taken(module, model, data):
    """The fields compared after a stage."""
    found = {name: value for name, value in whole.values(module, model, data).items() if name not in TIES + MOMENTS}
    found["actuator_moment"] = moments(model, data)
    found |= {name: np.array(getattr(data, name)) for name in ("qpos", "qvel", "act")}
    return found, warned(data, FULL), warned(data, RESET)


def warned(data, which):
    return any(data.warning[k].number for k in which)


def run(module, model, start, tell=lambda stage: None):
    """Results of the stages of a run, by name. An exception ends the run; its message is returned, or a note if a reset came before it."""
    found, data = {}, None
    try:
        tell("data")
        data = start.put(module, model)
        tell("forward")
        module.mj_forward(model, data)
        found["forward"] = taken(module, model, data)
        for k in range(1, STEPS + 1):
            tell(f"step {k}")
            module.mj_step(model, data)
            if k in CHECKED:
                found[f"step {k}"] = taken(module, model, data)
        tell("inverse")
        module.mj_forward(model, data)
        module.mj_inverse(model, data)
        forces = [np.abs(np.array(getattr(data, name))).max(initial=1.0) for name in ("qfrc_passive", "qfrc_constraint", "qfrc_bias")]
        found["inverse"] = {"qfrc_inverse": np.array(data.qfrc_inverse) / max(forces)}, warned(data, FULL), warned(data, RESET)
    except Exception as error:
        if data is not None and warned(data, RESET):
            return found, AFTER_RESET
        return found, f"{type(error).__name__}: {error}"
    return found, ""


def apart(ours, theirs):
    """Field -> the largest difference relative to max(1, |x|), of fields that are not the same."""
    found = {}
    for name, b in theirs.items():
        a = ours.get(name)
        if a is None or a.shape != b.shape:
            found[name] = float("inf")
            continue
        error = whole.relative(whole.distance(a, b), b)
        if error > 0:
            found[name] = error
    return found


class Own:
    """How much the reference's own results change under perturbations, by stage and field."""

    def __init__(self, model, start, theirs, tell):
        self.model, self.start, self.theirs, self.tell, self.found = model, start, theirs, tell, {}

    def moved(self, move):
        """The results after one perturbation."""
        if move not in self.found:
            kind, size, seed = move
            model, start = self.model, self.start
            if kind == "model":
                model = copy.copy(model)
                states.nudged_model(model, size, seed)
            else:
                start = start.moved(model, size, seed)
            self.found[move] = run(oracle, model, start, lambda stage: self.tell("reference moved, " + stage))[0]
        return self.found[move]

    def unexplained(self, stage, off):
        """The fields of `off` that no perturbation explains, with the largest change by perturbations."""
        base, worst = self.theirs[stage][0], {}
        for move in MOVES:
            if stage in (found := self.moved(move)):
                for name, error in apart(found[stage][0], base).items():
                    worst[name] = max(worst.get(name, 0.0), error)
            off = {name: error for name, error in off.items() if error > FACTOR * worst.get(name, 0.0) + TOLERANCE}
            if not off:
                break
        return off, worst


def retraced(model, reference, start, steps):
    """Fields that differ when the reference makes each step of our run from our state before it."""
    ours, theirs = start.put(subject, model), oracle.MjData(reference)
    subject.mj_forward(model, ours)
    off = {}
    for _ in range(steps):
        oracle.mj_resetData(reference, theirs)
        states.put(ours, theirs)
        theirs.plugin_state[:] = ours.plugin_state
        oracle.mj_step(reference, theirs)
        subject.mj_step(model, ours)
        found, base = taken(subject, model, ours)[0], taken(oracle, reference, theirs)[0]
        off |= {name: error for name, error in apart(found, base).items() if error > TOLERANCE}
    return off


def large(values):
    """Whether any number is NaN or too large to be meaningful."""
    return bool(values.size) and values.dtype.kind == "f" and not (np.abs(np.nan_to_num(values, nan=np.inf)) < EXTREME).all()


def compared(ours_model, model, start, ours, theirs, tell):
    """The first stage on which the modules differ: a kind and its details."""
    own = Own(model, start, theirs, tell)
    for stage, (base, full, reset) in theirs.items():
        if stage not in ours:
            break
        found, our_full, our_reset = ours[stage]
        off = {name: error for name, error in apart(found, base).items() if error > TOLERANCE}
        if not off:
            continue
        if full or our_full:
            return "unstable", f"{stage}: an arena is full"
        left, worst = own.unexplained(stage, off)
        extreme = reset or our_reset or any(large(values.get(name, np.zeros(0))) for name in left for values in (found, base))
        if left and not extreme and stage.startswith("step") and not model.opt.enableflags & SLEEP:
            # a tie on the way that no perturbation happened to hit: from each of our states the reference makes our step
            tell("reference retraces")
            left = left if retraced(ours_model, model, start, int(stage.split()[1])) else {}
        if left and not extreme:
            rows = sorted(left.items(), key=lambda row: -row[1])
            return f"differs: {stage}", ", ".join(f"{name} {error:.1e} ({worst.get(name, 0):.0e})" for name, error in rows)
        # all later stages contain this difference
        return "unstable", f"{stage}: " + ", ".join(off)
    return "equal", ""


def peak(reset=False):
    """The largest resident memory since the last reset, in bytes."""
    if reset:
        Path("/proc/self/clear_refs").write_text("5")
    return int(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[1]) << 10


def alone(path, seed, tell, install=lambda module: None, further=None):
    """Synovia's part: the model, the start, the results, the messages, seconds and bytes."""
    begin, before = time.monotonic(), peak(reset=True)
    tell("load")
    model, message = load(subject, path)
    start, found = None, {}
    if model is not None and model.nq <= TOO_LARGE:
        tell("start")
        start = Start(model, seed)
        install(subject)
        found, message = run(subject, model, start, tell)
        if further:
            message += further(model, tell)
    return model, start, found, message, time.monotonic() - begin, peak() - before


def judge(path, seed, tell, install=lambda module: None):
    """The verdict about a file; `install` sets the callbacks of a module once the model is loaded."""
    model, start, ours, message, seconds, used = alone(path, seed, tell, install)
    if PANIC.search(message):
        return Verdict("PANIC", message)
    if used > MEMORY:
        return Verdict("MEMORY", f"{used >> 20} MB")

    tell("reference load")
    begin = time.monotonic()
    reference, their_message = load(oracle, path)
    if reference is None or model is None:
        taken_by = "both refuse" if reference is model else "only synovia accepts" if reference is None else "only the reference accepts"
        # Synovia has also run the model that it accepts
        if model is None and time.monotonic() - begin < seconds / SLOWER and seconds > SLOW:
            return Verdict("SLOW", f"{seconds:.1f} s to load")
        return Verdict(taken_by, "" if reference is model else their_message if reference is None else message)
    if reference.nq > TOO_LARGE:
        return Verdict("too large to compare")
    off = differences(model, reference)
    if off:
        return Verdict("fields", "; ".join(map(str, off)))
    install(oracle)
    theirs, their_message = run(oracle, reference, start, lambda stage: tell("reference " + stage))
    # if the reference stopped early, its time is not comparable
    if not their_message and seconds > SLOW and seconds > SLOWER * (time.monotonic() - begin):
        return Verdict("SLOW", f"{seconds:.1f} s, the reference {time.monotonic() - begin:.1f} s")
    kind, detail = compared(model, reference, start, ours, theirs, tell)
    if AFTER_RESET in (message, their_message):
        return Verdict("unstable", AFTER_RESET)
    if any(large(found["qvel"]) for results in (ours, theirs) for found, _, _ in results.values() if "qvel" in found):
        return Verdict("unstable", "velocities that no simulation means")
    if kind == "equal" and bool(message) != bool(their_message):
        return Verdict("only one runs", f"synovia: {message}; the reference: {their_message}")
    return Verdict("both stop" if kind == "equal" and message else kind, detail)
