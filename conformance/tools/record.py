"""Records results of the reference, for the stage tests of the engine.

    python conformance/tools/record.py OUT_DIR MODEL.xml [MODEL.xml ...] [--states N] [--contacts] [--steps N] [--set NAME=VALUE]

For each model one file `OUT_DIR/<name>.rec` is written. It holds the compiled model and, for a few states, the inputs
of a forward pass and everything that the reference derives from them. The file is a sequence of arrays; each is a header line
`name dtype dim0 dim1 ...` followed by the raw little-endian bytes. Names are prefixed: `m.` model, `d<k>.` data of
state k after `mj_forward`, `s<k>.` its input state.

Contacts are disabled unless `--contacts` is given, so that the smooth stages can be tested without collision detection; with
it, `c<k>.` holds the contacts of state k. `--steps` makes N steps before each state is recorded, `--set` changes an option.
"""

import argparse
import copy
import pathlib
import sys

import mujoco
import numpy as np

SKIP = {"tex_data", "skin_vert", "skin_face", "skin_texcoord", "skin_bonevertid", "skin_bonevertweight"}
STATE = ["qpos", "qvel", "act", "ctrl", "qfrc_applied", "xfrc_applied", "mocap_pos", "mocap_quat", "qacc_warmstart"]
CONTACT = "dist pos frame includemargin friction solref solreffriction solimp mu dim geom exclude efc_address".split()
CODES = {"float64": "f8", "float32": "f4", "int32": "i4", "int64": "i8", "uint8": "u1", "int8": "i1", "uint64": "u8"}


def write(out, name, value):
    array = np.ascontiguousarray(value)
    if array.dtype == np.bool_:
        array = array.astype(np.uint8)
    code = CODES.get(array.dtype.name)
    if code is None:
        return
    shape = " ".join(str(n) for n in np.shape(value))
    out.write(f"{name} {code} {shape}".rstrip().encode() + b"\n")
    out.write(array.tobytes())


def write_fields(out, prefix, obj, skip=()):
    for name in dir(obj):
        if name.startswith("_") or name in skip or name == "signature":
            continue
        try:
            value = getattr(obj, name)
        except Exception:
            continue
        if isinstance(value, (bool, int)):
            write(out, prefix + name, np.int64(value))
        elif isinstance(value, float):
            write(out, prefix + name, np.float64(value))
        elif isinstance(value, np.ndarray):
            write(out, prefix + name, value)
        elif isinstance(value, bytes):
            write(out, prefix + name, np.frombuffer(value, dtype=np.uint8))


def disturbed_state(model, data, rng, k):
    """State 0 is the reference pose at rest; the others are random poses with random velocities and controls."""
    mujoco.mj_resetData(model, data)
    if k == 0:
        return
    dq = rng.normal(size=model.nv) * 0.3
    for j in range(model.njnt):
        if model.jnt_type[j] == mujoco.mjtJoint.mjJNT_SLIDE:
            dq[model.jnt_dofadr[j]] *= 0.1
    mujoco.mj_integratePos(model, data.qpos, dq, 1.0)
    if k == 2:
        for j in range(model.njnt):
            if model.jnt_type[j] == mujoco.mjtJoint.mjJNT_BALL:
                data.qpos[model.jnt_qposadr[j]:model.jnt_qposadr[j] + 4] *= 1.3
    data.qvel[:] = rng.normal(size=model.nv)
    data.ctrl[:] = rng.uniform(-1, 1, size=model.nu)
    data.act[:] = rng.uniform(0, 1, size=model.na)
    data.qfrc_applied[:] = rng.normal(size=model.nv)
    data.xfrc_applied[1:] = rng.normal(size=(model.nbody - 1, 6))
    data.mocap_pos[:] += rng.normal(size=(model.nmocap, 3)) * 0.05
    data.mocap_quat[:] += rng.normal(size=(model.nmocap, 4)) * 0.1


def derived_statistics(model):
    """Statistics computed from the model, without the values that its file overrides."""
    again = copy.copy(model)
    mujoco.mj_setConst(again, mujoco.MjData(again))
    return again.stat


def write_contacts(out, prefix, data):
    for name in dir(data.contact):
        value = getattr(data.contact, name)
        if not name.startswith("_") and isinstance(value, np.ndarray):
            write(out, prefix + name, value)


def write_solver(out, prefix, data):
    """Writes the iteration statistics of the first island."""
    for name in ["improvement", "gradient", "lineslope", "nactive", "nchange", "neval", "nupdate"]:
        write(out, f"{prefix}solver.{name}", getattr(data.solver, name))


def record(path, target, states, contacts, steps=0, options=()):
    model = mujoco.MjModel.from_xml_path(str(path))
    for option in options:
        name, value = option.split("=")
        setattr(model.opt, name, type(getattr(model.opt, name))(float(value)))
    if not contacts:
        model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
    data = mujoco.MjData(model)
    rng = np.random.default_rng(7)
    with target.open("wb") as out:
        write_fields(out, "m.", model, SKIP)
        write_fields(out, "m.opt.", model.opt)
        write_fields(out, "m.stat.", derived_statistics(model))
        write(out, "states", np.int64(states))
        for k in range(states):
            disturbed_state(model, data, rng, k)
            mujoco.mj_step(model, data, nstep=steps)
            mujoco.mj_forward(model, data)
            for name in STATE:
                write(out, f"s{k}.{name}", getattr(data, name))
            if contacts:
                write_contacts(out, f"c{k}.", data)
            write_solver(out, f"d{k}.", data)
            mujoco.mj_subtreeVel(model, data)
            mujoco.mj_rnePostConstraint(model, data)
            mujoco.mj_energyPos(model, data)
            mujoco.mj_energyVel(model, data)
            write_fields(out, f"d{k}.", data, {"contact", "qpos", "qvel"})
            for name in CONTACT:
                write(out, f"d{k}.contact.{name}", getattr(data.contact, name))
            mujoco.mj_step(model, data)
            for name in ["qpos", "qvel", "act", "history", "time"]:
                write(out, f"n{k}.{name}", getattr(data, name))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("models", nargs="+", type=pathlib.Path)
    parser.add_argument("--states", type=int, default=3)
    parser.add_argument("--contacts", action="store_true")
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for path in args.models:
        name = "+".join(path.with_suffix("").parts[-2:])
        try:
            record(path, args.out / f"{name}.rec", args.states, args.contacts, args.steps, args.set)
        except Exception as error:  # a model the reference itself rejects
            print(f"{path}: {error}", file=sys.stderr)


if __name__ == "__main__":
    main()
