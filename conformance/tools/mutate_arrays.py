"""Writes random values into the arrays of models and simulations, calls a function, and counts the outcomes.

    .venv/bin/python conformance/tools/mutate_arrays.py [--runs 2000] [--seed 1] [--limit 20] [--jobs 2] [--report FILE]

Every run must end in a result, an error that names its cause, or a counted warning. A caught panic (an internal error), a call that
takes longer than the limit, and a process that dies are failures.

After writes that keep a model valid (numbers near the old ones, flags) the reference makes the same call and all results are
compared, relative to max(1, |x|). A difference is a failure, unless the reference's own result changes as much when its state changes
by 1e-14. The exit status is non-zero if there is a failure.

Runs are made in separate processes, so that a hang or crash affects one run only. The same seed makes the same runs.
"""

import argparse
import collections
import copy
import json
import pickle
import queue
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
# iteration counts are executed, however large, so they are not treated as indices
COUNTED = {"iterations", "ls_iterations", "noslip_iterations", "ccd_iterations", "sdf_iterations", "sdf_initpoints"}
TOLERANCE = 1e-7
SEARCHED = 1e-6  # for results of a search that stops at its own tolerance, opt.ccd_tolerance

JOINTS = """
<mujoco><option timestep="0.004"/><size nuserdata="3" memory="2M"/><worldbody>
  <geom type="plane" size="2 2 .1"/><camera name="c" pos="0 -2 1" mode="targetbody" target="torso"/>
  <light mode="trackcom" pos="0 0 3"/>
  <body name="torso" pos="0 0 .11"><freejoint/><geom name="t" type="box" size=".1 .1 .1"/><site name="s0" pos="0 0 .1"/>
    <body pos=".2 0 0"><joint name="a" axis="0 1 0" range="-1 1" damping=".1" frictionloss=".1"/>
      <geom name="arm" type="capsule" size=".03" fromto="0 0 0 .2 0 0"/><site name="s1" pos=".2 0 0"/>
      <body pos=".2 0 0"><joint name="b" type="ball" damping=".1"/><geom type="ellipsoid" size=".05 .04 .03"/>
        <site name="s2" pos=".05 0 0"/></body></body>
    <body pos="-.2 0 0"><joint name="s" type="slide" axis="1 0 0" stiffness="10" armature=".1"/>
      <geom type="cylinder" size=".04 .1"/></body></body>
  <body name="mocap" mocap="true" pos="1 0 1"><geom size=".05" contype="0" conaffinity="0"/></body>
  <body pos="0 1 .3" gravcomp=".5"><joint name="h" axis="1 0 0"/><geom name="wheel" type="cylinder" size=".1 .05"/>
    <site name="s3" pos="0 .2 0"/></body>
</worldbody>
<tendon><fixed name="f"><joint joint="a" coef="1"/><joint joint="s" coef="-2"/></fixed>
  <spatial name="p" range="0 1" limited="true" stiffness="3" damping=".1"><site site="s1"/><geom geom="wheel" sidesite="s3"/>
    <site site="s3"/><pulley divisor="2"/><site site="s0"/><site site="s2"/></spatial></tendon>
<equality><connect body1="torso" body2="mocap" anchor="0 0 .5" active="false"/><joint joint1="a" joint2="s" polycoef="0 .1 0 0 0"/>
  <weld body1="mocap" body2="torso" active="false"/><tendon tendon1="f" tendon2="p" active="false"/></equality>
<actuator><motor joint="a" gear="2"/><position tendon="f" kp="5"/><general site="s1" refsite="s0" gear="1 0 0 0 0 1"/>
  <muscle tendon="p" lengthrange="0 1"/><adhesion body="torso" ctrlrange="0 1"/><intvelocity joint="s" kp="1" actrange="-1 1"/>
  <general cranksite="s1" slidersite="s3" cranklength=".5" dyntype="filter" dynprm=".1"/></actuator>
<sensor><accelerometer site="s1"/><gyro site="s2"/><jointpos joint="a"/><ballquat joint="b"/><tendonpos tendon="p"/>
  <actuatorfrc actuator="1" /><framepos objtype="body" objname="torso" reftype="site" refname="s3"/><rangefinder site="s0"/>
  <subtreecom body="torso"/><touch site="s0"/><force site="s1"/><contact geom1="t" num="2" data="found force"/>
  <distance geom1="t" geom2="wheel" cutoff="3"/><jointlimitfrc joint="a"/><e_kinetic/><clock/><camprojection site="s0" camera="c"/>
  <framelinacc objtype="site" objname="s2"/><user dim="2"/></sensor>
<keyframe><key qpos="0 0 .1 1 0 0 0 .1 1 0 0 0 .1 .2"/></keyframe>
</mujoco>
""".replace(' actuator="1"', ' actuator="m"').replace('<motor joint="a"', '<motor name="m" joint="a"')

SHAPES = """
<mujoco><option cone="elliptic" integrator="implicitfast"/><asset>
  <mesh name="m" vertex="-.1 -.1 -.1 .1 -.1 -.1 0 .1 -.1 0 0 .1 .1 .1 0"/>
  <hfield name="h" nrow="3" ncol="4" size="1 1 .2 .1" elevation="0 .1 .2 0 .3 .1 0 .2 0 .1 .2 .3"/></asset>
<worldbody><geom type="hfield" hfield="h"/>
  <body pos="0 0 .22"><freejoint/><geom type="mesh" mesh="m"/><geom size=".05" pos=".2 0 0"/><geom size=".05" pos="-.2 0 0"/></body>
  <body pos=".1 0 .4"><freejoint/><geom type="mesh" mesh="m"/></body>
  <body pos="0 .3 .3"><freejoint/><geom type="capsule" size=".05 .1"/><geom type="box" size=".05 .05 .05" pos="0 .1 0"/></body>
  <body pos="0 .35 .42"><freejoint/><geom type="ellipsoid" size=".1 .05 .05"/></body>
</worldbody></mujoco>
"""

PILE = """
<mujoco><option jacobian="sparse" solver="{solver}" {more}><flag sleep="{sleep}"/></option><worldbody><geom type="plane" size="3 3 .1"/>
  <body pos="0 0 .099"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos="0 0 .298"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos="1 0 .099"><freejoint/><geom type="box" size=".1 .1 .1" condim="6"/></body>
  <body pos="1 1 .049"><joint type="slide" axis="0 0 1"/><joint axis="0 0 1"/><geom size=".05" condim="1"/></body>
</worldbody></mujoco>
"""

DOCUMENTS = {
    "joints": JOINTS,
    "joints-sparse": JOINTS.replace("<option ", '<option jacobian="sparse" integrator="implicit" '),
    "joints-rk4": JOINTS.replace("<option ", '<option integrator="RK4" solver="CG" '),
    "shapes": SHAPES,
    "pile-newton": PILE.format(solver="Newton", sleep="disable", more=""),
    "pile-asleep": PILE.format(solver="Newton", sleep="enable", more=""),
    "pile-pgs": PILE.format(solver="PGS", sleep="disable", more='noslip_iterations="2"'),
    **{path.stem: path for path in sorted((ROOT / "bench/models").glob("*.xml"))},
}

STAGES = """kinematics comPos camlight flex tendon fwdKinematics transmission crb makeM factorM comVel subtreeVel passive fwdActuation
fwdAcceleration fwdVelocity collision makeConstraint sensorPos sensorVel sensorAcc energyPos energyVel rnePostConstraint invVelocity
invConstraint compareFwdInv implicit island referenceConstraint projectConstraint fwdConstraint checkPos checkVel checkAcc Euler
fwdPosition invPosition step1 step2""".split()


def load(module, name):
    document = DOCUMENTS[name]
    if isinstance(document, Path):
        return module.MjModel.from_xml_path(str(document))
    return module.MjModel.from_xml_string(document)


# ---------------------------------------------------------------------------------------------------------------- entry points


def jacobians(module, m, d, rng):
    jacp, jacr = np.zeros((3, m.nv)), np.zeros((3, m.nv))
    body = int(rng.integers(m.nbody))
    which = rng.integers(6)
    if which == 0:
        module.mj_jac(m, d, jacp, jacr, np.ones(3), body)
    elif which == 1:
        module.mj_jacBody(m, d, jacp, jacr, body)
    elif which == 2:
        module.mj_jacSubtreeCom(m, d, jacp, body)
    elif which == 3 and m.nsite:
        module.mj_jacSite(m, d, jacp, jacr, int(rng.integers(m.nsite)))
    elif which == 4:
        module.mj_jacGeom(m, d, jacp, jacr, int(rng.integers(m.ngeom)))
    else:
        module.mj_jacDot(m, d, jacp, jacr, np.ones(3), body)
    return [jacp, jacr]


def rays(module, m, d, rng):
    hit = np.zeros(1, np.int32)
    dist = module.mj_ray(m, d, rng.normal(size=3) + [0, 0, 1], rng.normal(size=3), None, 1, -1, hit)
    n = 5
    geoms, dists = np.zeros(n, np.int32), np.zeros(n)
    module.mj_multiRay(m, d, np.array([0, 0, 2.0]), rng.normal(size=3 * n), None, 1, -1, geoms, dists, None, n, 10.0)
    return [np.array([dist]), dists]


def distance(module, m, d, rng):
    fromto = np.zeros(6)
    g1, g2 = (int(g) for g in rng.integers(m.ngeom, size=2))
    return [np.array([module.mj_geomDistance(m, d, g1, g2, 2.0, fromto)])]


def inertia(module, m, d, rng):
    x, y = np.zeros(m.nv), rng.normal(size=m.nv)
    full = np.zeros((m.nv, m.nv))
    module.mj_mulM(m, d, x, y)
    module.mj_fullM(m, full, d.qM)
    solved = np.zeros((1, m.nv))
    module.mj_solveM(m, d, solved, y[None])
    return [x, full]


def positions(module, m, d, rng):
    qpos, qvel = d.qpos.copy(), np.zeros(m.nv)
    module.mj_integratePos(m, qpos, rng.normal(size=m.nv), 0.1)
    module.mj_differentiatePos(m, qvel, 0.1, d.qpos, qpos)
    module.mj_normalizeQuat(m, qpos)
    return [qpos, qvel]


def state(module, m, d, rng):
    spec = module.mjtState.mjSTATE_INTEGRATION
    saved = np.zeros(module.mj_stateSize(m, spec))
    module.mj_getState(m, d, saved, spec)
    module.mj_setState(m, d, saved, spec)
    return [saved]


def forces(module, m, d, rng):
    out = np.zeros(6)
    if d.ncon:
        module.mj_contactForce(m, d, int(rng.integers(d.ncon)), out)
    module.mj_objectVelocity(m, d, module.mjtObj.mjOBJ_BODY, int(rng.integers(m.nbody)), out, 0)
    target = np.zeros(m.nv)
    module.mj_applyFT(m, d, np.ones(3), np.ones(3), np.ones(3), int(rng.integers(m.nbody)), target)
    if d.nefc:
        module.mj_mulJacVec(m, d, np.zeros(d.nefc), np.ones(m.nv))
        module.mj_constraintUpdate(m, d, np.ones(d.nefc), None, 1)
    return [out, target]


def derivatives(module, m, d, rng):
    n = 2 * m.nv + m.na
    if m.nv > 20:
        return []
    if rng.integers(2):
        a, b = np.zeros((n, n)), np.zeros((n, m.nu))
        module.mjd_transitionFD(m, d, 1e-6, 0, a, b, None, None)
    else:
        a = np.zeros((m.nv, m.nv))
        module.mjd_inverseFD(m, d, 1e-6, 0, a, None, None, None, None, None, None)
    return []


def rollouts(module, m, d, rng):
    rollout = __import__(f"{module.__name__}.rollout", fromlist=["rollout"])
    spec = module.mjtState.mjSTATE_FULLPHYSICS
    start = np.zeros(module.mj_stateSize(m, spec))
    module.mj_getState(m, d, start, spec)
    states, _ = rollout.rollout(m, d, np.tile(start, (2, 1)), nstep=3)
    return [states]


def names(module, m, d, rng):
    for kind in range(1, 26):
        module.mj_id2name(m, kind, int(rng.integers(4)))
        module.mj_name2id(m, kind, "torso")
    m.body(int(rng.integers(m.nbody)))
    return []


def length_range(module, m, d, rng):
    if m.nu:
        module.mj_setLengthRange(m, d, int(rng.integers(m.nu)), module.MjLROpt())
    return []


def read_history(module, m, d, rng):
    if m.nsensor:
        s = int(rng.integers(m.nsensor))
        module.mj_readSensor(m, d, s, 0.0, np.zeros(int(m.sensor_dim[s]) if 0 <= m.sensor_dim[s] < 1000 else 1), 0)
    if m.nu:
        module.mj_readCtrl(m, d, int(rng.integers(m.nu)), 0.0, 0)
    return []


def results(d):
    return [d.qpos, d.qvel, d.qacc, d.sensordata, d.xpos, d.qfrc_constraint, d.qfrc_bias, d.qfrc_passive, d.qfrc_actuator]


def call(module, name, m, d, rng):
    """Makes one call; returns arrays that can be compared."""
    if name in STAGES:
        getattr(module, f"mj_{name}")(m, d)
        return []
    if name in ("step", "forward", "inverse"):
        getattr(module, f"mj_{name}")(m, d)
        return [d.qfrc_inverse] if name == "inverse" else results(d)
    if name == "steps":
        module.mj_step(m, d, 5)
        return []
    if name == "rk4":
        module.mj_RungeKutta(m, d, 4)
        return []
    if name == "set_const":
        module.mj_setConst(m, d)
        module.mj_resetData(m, d)  # the reference leaves another pose in the data
        module.mj_forward(m, d)
        return [m.body_invweight0, m.dof_M0, m.actuator_acc0, *results(d)]
    if name == "reset":
        module.mj_resetData(m, d)
        module.mj_step(m, d)
        return results(d)
    if name == "key":
        module.mj_resetDataKeyframe(m, d, 0)
        return [d.qpos]
    if name == "new":
        module.mj_step(m, module.MjData(m))
        return []
    if name == "copy":
        again, other = copy.copy(m), copy.copy(d)
        module.mj_forward(again, other)
        return results(other)
    if name == "pickle":
        again, other = pickle.loads(pickle.dumps(m)), pickle.loads(pickle.dumps(d))
        module.mj_forward(again, other)
        return []
    if name == "skip":
        module.mj_forwardSkip(m, d, int(rng.integers(3)), 0)
        return []
    return OTHERS[name](module, m, d, rng)


OTHERS = {
    "jacobians": jacobians,
    "rays": rays,
    "distance": distance,
    "inertia": inertia,
    "positions": positions,
    "state": state,
    "forces": forces,
    "derivatives": derivatives,
    "rollouts": rollouts,
    "names": names,
    "length_range": length_range,
    "read_history": read_history,
}
COMPARED = ["forward", "step", "inverse", "set_const", "reset", "jacobians", "rays", "distance", "inertia", "positions", "state"]
ENTRIES = [*STAGES, *["step", "forward", "inverse", "steps", "set_const"] * 3, "rk4", "reset", "key", "new", "copy", "pickle", "skip", *OTHERS]


# ---------------------------------------------------------------------------------------------------------------------- writes


def arrays(m, d):
    """Names of all arrays that can be written, of the model, its options and the simulation."""
    found = []
    for owner, where in ((m, "m"), (m.opt, "opt"), (d, "d")):
        for name in dir(owner):
            if name.startswith("_"):
                continue
            try:
                value = getattr(owner, name)
            except Exception:
                continue
            if isinstance(value, np.ndarray) and value.size and value.dtype.kind in "iufb":
                found.append((where, name))
            elif where == "opt" and isinstance(value, (int, float)) and name not in COUNTED:
                found.append((where, name))
    return found


def is_index(value):
    return isinstance(value, np.ndarray) and value.dtype.kind == "i" and value.dtype.itemsize == 4


def target(m, d, where):
    return {"m": m, "opt": m.opt, "d": d}[where]


def edit(m, d, where, name, rng):
    """One write; returns a function that makes the same write to another model and simulation, and its kind."""
    value = getattr(target(m, d, where), name)
    if not isinstance(value, np.ndarray):
        if isinstance(value, int):
            new = int(rng.choice([-1, 0, 1, 2, 3, 100, 2**20]))
        else:
            new = float(rng.choice([np.nan, np.inf, -1, 0, 1e-3, 1e300]))
        return lambda m, d: setattr(target(m, d, where), name, new), "option"
    k = int(rng.integers(value.size))
    if value.dtype.kind == "f":
        kind = rng.choice(["near", "near", "near", "nan", "inf", "huge", "negative", "zero", "swap"])
        old = float(value.flat[k])
        numbers = {"nan": np.nan, "inf": np.inf, "huge": 1e200, "negative": -abs(old) - 1, "zero": 0.0}
        new = numbers.get(kind, old + rng.normal() * 1e-3 * (abs(old) + 1e-3))
    elif value.dtype.itemsize == 1:
        kind = rng.choice(["flag", "byte"])
        new = int(rng.integers(2)) if kind == "flag" else int(rng.integers(256))
    else:
        kind = rng.choice(["out", "negative", "huge", "lowest", "other", "own", "next", "swap", "deep"])
        limit = max(4, 2 * value.size)
        picks = {"out": limit, "negative": -2, "huge": 2**31 - 1, "lowest": -(2**31), "own": k, "next": k + 1}
        new = picks.get(kind, int(rng.integers(-1, limit)))
        if kind == "deep":
            new = int(rng.integers(value.size))
    if kind == "swap" and value.shape[0] > 1:
        a, b = (int(x) for x in rng.integers(value.shape[0], size=2))

        def swap(m, d):
            array = getattr(target(m, d, where), name)
            array[[a, b]] = array[[b, a]]

        return swap, f"{value.dtype.kind}-swap"

    def write(m, d):
        getattr(target(m, d, where), name).flat[k] = new

    return write, f"{value.dtype.kind}-{kind}"


# kinds of writes that keep a model valid
VALID_KINDS = {"f-near", "u-flag", "b-flag"}
# fields derived by stages or mj_setConst, and those where a nearby number means something else
NOT_VALID = {"qM", "wrap_prm", "history", "sensor_history", "body_sameframe", "geom_sameframe", "site_sameframe", "body_simple"}
INPUTS = {"qpos", "qvel", "act", "ctrl", "qfrc_applied", "xfrc_applied", "mocap_pos", "mocap_quat", "eq_active", "qacc", "qacc_warmstart"}


def is_valid(where, name, kind, value):
    if kind not in VALID_KINDS or name in NOT_VALID:
        return False
    if kind.endswith("flag") and not (np.asarray(value) <= 1).all():
        return False
    return where == "m" or name in INPUTS


def bound(entry):
    """The allowed difference of results."""
    return SEARCHED if entry == "distance" else TOLERANCE


def difference(ours, theirs):
    """The largest elementwise difference, relative to max(1, |x|); infinite if only one of two entries is finite."""
    worst = 0.0
    for a, b in zip(ours, theirs):
        a, b = np.asarray(a, float), np.asarray(b, float)
        if a.shape != b.shape:
            return np.inf
        if not (np.isfinite(a) == np.isfinite(b)).all():
            return np.inf
        ok = np.isfinite(a)
        gap = np.abs(a[ok] - b[ok]) / np.maximum(1, np.abs(b[ok]))
        worst = max(worst, gap.max(initial=0.0))
    return worst


# ----------------------------------------------------------------------------------------------------------------------- a run


def run(seed, number, models):
    import mujoco
    import synovia

    rng = np.random.default_rng([seed, number])
    name = sorted(DOCUMENTS)[int(rng.integers(len(DOCUMENTS)))]
    valid = rng.random() < 0.35
    entry = str(rng.choice(COMPARED if valid else ENTRIES))
    if name not in models:
        models[name] = (load(synovia, name), load(mujoco, name))
    model = copy.copy(models[name][0])
    data = synovia.MjData(model)
    warm = int(rng.integers(4))
    synovia.mj_step(model, data, warm)
    synovia.mj_forward(model, data)

    todo = arrays(model, data)
    integers = [(where, field) for where, field in todo if is_index(getattr(target(model, data, where), field))]
    # writes are recorded as functions, so that the reference receives the same ones
    writes, told, same = [], [], True
    wanted = int(rng.integers(1, 4))
    for _ in range(200):
        if len(writes) == wanted:
            break
        # choose indices more often than numbers
        pool = integers if not valid and rng.random() < 0.6 else todo
        where, field = pool[int(rng.integers(len(pool)))]
        value = getattr(target(model, data, where), field)
        write, kind = edit(model, data, where, field, rng)
        ok = is_valid(where, field, kind, value)
        if valid and not ok:
            continue
        same &= ok
        writes.append(write)
        told.append(f"{where}.{field}:{kind}")
    for write in writes:
        try:
            write(model, data)
        except (ValueError, TypeError, synovia.FatalError) as error:  # arrays that are read-only, or computed when they are read
            told.append(f"not written: {type(error).__name__}")

    before = synovia._synovia._caught_panics()
    counted = data.warning.number.sum()
    outcome, detail, values = "result", "", None
    draw = int(rng.integers(2**31))
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            values = call(synovia, entry, model, data, np.random.default_rng(draw))
        if data.warning.number.sum() > counted or caught:
            outcome = "warning"
    except Exception as error:
        outcome, detail = f"error {type(error).__name__}", str(error)
    if synovia._synovia._caught_panics() > before:
        outcome = "panic"

    gap = None
    if same and valid and outcome in ("result", "warning"):
        def theirs(nudge=0.0):
            """The reference's results, from a state perturbed by `nudge`."""
            twin = copy.copy(models[name][1])
            other = mujoco.MjData(twin)
            mujoco.mj_step(twin, other, warm)
            other.qpos += nudge * np.sin(np.arange(twin.nq))
            mujoco.mj_forward(twin, other)
            for write in writes:
                try:
                    write(twin, other)
                except (ValueError, TypeError):
                    pass
            return call(mujoco, entry, twin, other, np.random.default_rng(draw))

        try:
            expected = theirs()
            gap = float(difference(values, expected))
            if gap > bound(entry):
                own = max(difference(theirs(nudge), expected) for nudge in (1e-15, -1e-15, 1e-14, -1e-14))
                if own > 0.1 * gap:
                    detail = "the reference changes as much when its state changes by 1e-14"
        except Exception as error:
            gap, detail = float("inf"), f"the reference: {error}"
    return {"number": number, "model": name, "entry": entry, "writes": told, "outcome": outcome, "detail": detail[:200], "gap": gap}


def worker(seed, numbers):
    models = {}
    for line in numbers:
        number = int(line)
        print(json.dumps({"begin": number}), flush=True)
        print(json.dumps(run(seed, number, models)), flush=True)


# ------------------------------------------------------------------------------------------------------------------ all runs


class Worker:
    """A process that makes runs, one after the other, and is replaced when it hangs or dies."""

    def __init__(self, seed, limit):
        self.seed, self.limit = seed, limit
        self.process = None

    def start(self):
        command = [sys.executable, __file__, "--worker", "--seed", str(self.seed)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.lines = queue.Queue()
        process, lines = self.process, self.lines

        def read():
            for line in process.stdout:
                lines.put(line)
            lines.put(None)

        threading.Thread(target=read, daemon=True).start()

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
        self.process = None

    def make(self, number):
        if self.process is None:
            self.start()
        failed = {"number": number, "model": "?", "entry": "?", "writes": [], "detail": "", "gap": None}
        try:
            self.process.stdin.write(f"{number}\n")
            self.process.stdin.flush()
            # the first line may wait for imports and models
            first = self.lines.get(timeout=120 + self.limit)
            answer = self.lines.get(timeout=self.limit) if first else None
        except (queue.Empty, BrokenPipeError):
            self.stop()
            return {**failed, "outcome": "hang"}
        if answer is None:
            self.stop()
            return {**failed, "outcome": "crash"}
        return json.loads(answer)


def campaign(runs, seed, limit, jobs):
    numbers = iter(range(runs))
    lock, done = threading.Lock(), []

    def work():
        one = Worker(seed, limit)
        while True:
            with lock:
                number = next(numbers, None)
            if number is None:
                break
            answer = one.make(number)
            with lock:
                done.append(answer)
                if len(done) % 1000 == 0:
                    print(f"{len(done)} runs", file=sys.stderr, flush=True)
        one.stop()

    threads = [threading.Thread(target=work) for _ in range(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(done, key=lambda answer: answer["number"])


def summary(done):
    lines = [f"{len(done)} runs"]
    outcomes = collections.Counter(answer["outcome"] for answer in done)
    lines += [f"  {count:6d}  {outcome}" for outcome, count in outcomes.most_common()]
    compared = [answer for answer in done if answer["gap"] is not None]
    apart = [answer for answer in compared if not answer["gap"] <= bound(answer["entry"])]
    lines.append(f"{len(compared)} runs after valid writes compared with the reference, {len(apart)} differ by more than {TOLERANCE:g}")
    # grouped by the reason why the reference has no comparable result, or by the writes
    kinds = collections.Counter(
        answer["detail"] or f"{answer['model']}, {answer['entry']}: {', '.join(answer['writes'])} by {answer['gap']:.1g}" for answer in apart
    )
    lines += [f"  {count:6d}  {kind}" for kind, count in kinds.most_common(60)]
    failures = [answer for answer in done if answer["outcome"] in ("panic", "hang", "crash")]
    # without runs that the reference cannot compute, or where its own result is unstable
    failures += [answer for answer in apart if not answer["detail"]]
    for answer in failures[:60]:
        lines.append(f"{answer['outcome']} {answer['number']} {answer['model']} {answer['entry']} {answer['writes']} {answer['detail']}")
    return "\n".join(lines), failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=20.0, help="seconds that one run may take")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--report", help="a file for all runs, one per line")
    parser.add_argument("--only", type=int, help="make only this run, in this process")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        return worker(options.seed, sys.stdin)
    if options.only is not None:
        print(json.dumps(run(options.seed, options.only, {}), indent=1))
        return None
    done = campaign(options.runs, options.seed, options.limit, options.jobs)
    if options.report:
        Path(options.report).write_text("".join(json.dumps(answer) + "\n" for answer in done))
    text, failures = summary(done)
    print(text)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
