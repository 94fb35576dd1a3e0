"""A whole model in both modules: every stage at seeded states, and a run.

An entry agrees if |a - b| <= tolerance * max(1, |b|). Where it does not, the test measures the sensitivity of the reference's own
answer: state and geometry are perturbed by one part in 1e15, a few units in the last place, and the forward pass is repeated.
With `own` the largest change of the reference's own entry, the difference is explained if

    |a - b| <= tolerance * max(1, |b|) + FACTOR * own

and is listed as such; otherwise it is a failure. In an integer field, up to FACTOR times as many entries may differ as change in the
reference itself. Runs are judged the same way, with the start perturbed instead. Where a run has an event that no perturbed run
happens to have, it is retraced: from each state of our run the reference must make our step.
"""

import copy

import numpy as np

from support import fields, states
from support.modules import oracle, subject

SEEDS = (0, 1, 2)
MOVE, SAMPLES, FACTOR = 1e-15, 4, 10.0

STEPS, CHECKED = 100, (1, 2, 5, 10, 20, 50, 100)
# a step of such a model may take a second, and its run is repeated with perturbed starts
LARGE, STEPS_OF_LARGE = 1000, 20
RUN = "qpos qvel act".split()
RUN_TOLERANCE = 1e-9


def tolerances():
    """Field -> (stage, tolerance); contact fields with their prefix."""
    found = {name: (stage, limit) for stage, (limit, names) in fields.STAGES.items() for name in names.split()}
    found.update({f"contact.{name}": ("collision", fields.SMOOTH) for name in fields.CONTACT.split()})
    return found


FIELDS = tolerances()


def values(module, model, data):
    """All fields that the forward pass has written."""
    sparse = bool(module.mj_isSparse(model))
    written = fields.written(model, data, sparse, bool(module.mj_isDual(model)))
    found = {}
    for name in FIELDS:
        owner, _, rest = name.partition(".")
        if rest or name in written:
            value = np.array(getattr(data.contact, rest) if rest else getattr(data, owner))
            found[name] = fields.in_use(name, value, data, model.nv, sparse)
    return found


def distance(a, b):
    """|a - b| entry by entry; zero for equal infinities and for two NaN, infinite for different shapes."""
    if a.shape != b.shape:
        return np.full(b.shape or (1,), np.inf)
    a, b = a.astype(float), b.astype(float)
    with np.errstate(invalid="ignore"):
        apart = np.abs(a - b)
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    return np.where(same, 0.0, np.where(np.isnan(apart), np.inf, apart))


def allowed(name, b):
    """The allowed error of an entry: zero for integers."""
    if b.dtype.kind in "iub":
        return np.zeros(b.shape)
    with np.errstate(invalid="ignore"):
        return FIELDS[name][1] * np.nan_to_num(np.maximum(1.0, np.abs(b)), nan=1.0, posinf=1.0)


def relative(apart, b):
    """The largest relative error of a field."""
    if apart.size == 0:
        return 0.0
    if b.shape != apart.shape:
        return float("inf")
    with np.errstate(invalid="ignore"):
        return float((apart / np.maximum(1.0, np.nan_to_num(np.abs(b.astype(float)), nan=1.0, posinf=1.0))).max())


def wide(apart):
    """Whether any entry is true, for a field that may be empty."""
    return apart.size > 0 and bool(apart.any())


def covered(apart, limit, own, whole_numbers):
    """Whether the reference's own sensitivity explains a difference."""
    if whole_numbers and np.isfinite(apart).all():
        return np.count_nonzero(apart) <= FACTOR * np.count_nonzero(own)
    return not wide(~(apart <= limit + FACTOR * own))


def idle(model, ours, reference, theirs):
    """Whether solvers differ only in iterations whose improvement is below the rounding of the improvement so far."""
    for k, (mine, other) in enumerate(zip(np.array(ours.solver_niter), np.array(theirs.solver_niter))):
        longer = ours if mine > other else theirs
        room = len(longer.solver) // len(longer.solver_niter)
        gains = [abs(longer.solver[k * room + i].improvement) for i in range(max(mine, other))]
        if mine != other and sum(gains[min(mine, other) :]) > 1e-13 * sum(gains):
            return False
    return True


class Sensitivity:
    """How much the reference's own forward pass changes when its input changes in the last digits."""

    def __init__(self, model, state, base):
        self.model, self.state, self.base = model, state, base
        self.moves = {"state": None, "geometry": None}

    def own(self, kind, name):
        """The largest change of each entry when `kind` is perturbed."""
        if self.moves[kind] is None:
            self.moves[kind] = [self.moved(kind, k) for k in range(SAMPLES)]
        b = self.base[name]
        return np.max([distance(found[name], b) for found in self.moves[kind]], axis=0)

    def moved(self, kind, seed):
        """The forward pass after one perturbation."""
        model = self.model
        if kind == "geometry":
            model = copy.copy(self.model)
            states.nudged_model(model, MOVE, seed)
        data = states.copied(self.state, oracle, model)
        states.nudged_state(data, MOVE, seed)
        oracle.mj_forward(model, data)
        return values(oracle, model, data)


def forward(model, reference, state):
    """The worst error of every stage at a state, with the differences that the reference's own sensitivity explains and the others."""
    ours, theirs = states.copied(state, subject, model), states.copied(state, oracle, reference)
    subject.mj_forward(model, ours)
    oracle.mj_forward(reference, theirs)
    found, base = values(subject, model, ours), values(oracle, reference, theirs)
    worst, explained, failed = {}, [], []
    sensitivity = Sensitivity(reference, state, base)
    for name, b in base.items():
        stage = FIELDS[name][0]
        apart = distance(found[name], b)
        error = relative(apart, b)
        worst[stage] = max(worst.get(stage, 0.0), error)
        limit = allowed(name, b) if apart.shape == b.shape else np.zeros(apart.shape)
        if not wide(apart > limit):
            continue
        if name == "solver_niter" and idle(model, ours, reference, theirs):
            continue
        for kind in ("state", "geometry"):
            own = sensitivity.own(kind, name)
            if covered(apart, limit, own, b.dtype.kind in "iub"):
                explained.append({"stage": stage, "field": name, "error": error, "moved": kind, "own": relative(own, b)})
                break
        else:
            failed.append({"stage": stage, "field": name, "error": error, "own": relative(own, b)})
    return worst, explained, failed


def steps(model):
    """The number of steps of a run."""
    return STEPS_OF_LARGE if model.nv > LARGE else STEPS


def run(module, model, moved=None):
    """Positions, velocities and activations after some numbers of steps, and the simulation at the end.

    With `moved`, a kind and a seed, the start or the model is perturbed.
    """
    if moved and moved[0] == "geometry":
        model = copy.copy(model)
        states.nudged_model(model, MOVE, moved[1])
    data = states.start(module, model, True)
    if moved:
        states.nudged_state(data, MOVE, moved[1])
    drive, found = states.Drive(model), {}
    for k in range(1, steps(model) + 1):
        data.ctrl[:] = drive.at(data.time)
        module.mj_step(model, data)
        if k in CHECKED:
            found[k] = np.concatenate([np.array(getattr(data, name)) for name in RUN])
    return found, data


def trajectory(model, reference, theirs, ours):
    """The error after each number of steps, the divergence of the reference from itself, and whether that explains the error."""
    errors = {k: relative(distance(ours[k], b), b) for k, b in theirs.items()}
    far = [k for k, error in errors.items() if not error <= RUN_TOLERANCE]
    found = {"errors": errors, "own": {}, "failed": far}
    for kind in ("state", "geometry"):
        if not found["failed"]:
            return found
        moved = [run(oracle, reference, (kind, seed))[0] for seed in range(SAMPLES)]
        # chaos mixes entries: the largest change of all entries is used for each
        found["own"] = {k: max(relative(distance(run[k], theirs[k]), theirs[k]) for run in moved) for k in far}
        found["failed"] = [k for k in far if not errors[k] <= RUN_TOLERANCE + FACTOR * found["own"][k]]
    found["retraced"] = retraced(model, reference)
    if found["retraced"] <= RUN_TOLERANCE:
        found["failed"] = []
    return found


def retraced(model, reference):
    """The largest error of a single step of our run, when the reference starts it from the same state."""
    ours, theirs = states.start(subject, model, True), oracle.MjData(reference)
    drive, worst = states.Drive(reference), 0.0
    for _ in range(steps(model)):
        ours.ctrl[:] = drive.at(ours.time)
        oracle.mj_resetData(reference, theirs)
        states.put(ours, theirs)
        oracle.mj_step(reference, theirs)
        subject.mj_step(model, ours)
        for name in RUN:
            b = np.array(getattr(theirs, name))
            worst = max(worst, relative(distance(np.array(getattr(ours, name)), b), b))
    return worst
