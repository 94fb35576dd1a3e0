"""Records derivatives, implicit integration and inverse dynamics of the reference.

    python conformance/tools/record_derivatives.py OUT_DIR MODEL.xml [MODEL.xml ...] [--constraints] [--steps N]

For each model of at most 150 dofs and each of the integrators Euler, implicit and implicitfast one file `OUT_DIR/<name>.<integrator>.rec` is
written, in the format of `record.py`. Contacts are disabled; so are all other constraints unless `--constraints` is given.

Prefixes: `s<k>.` input state, `n<k>.` after one step, `t<k>.` after N steps, `i<k>.` inverse dynamics of the forward
acceleration, `j<k>.` of the acceleration between two steps, `f<k>.` finite differences, `x<k>.` support functions.
"""

import argparse
import pathlib
import sys

import mujoco
import numpy as np

from record import SKIP, STATE, derived_statistics, disturbed_state, write, write_fields

INTEGRATORS = {"Euler": 0, "implicit": 2, "implicitfast": 3}
STATES = 3
LARGEST_MODEL = 150
LARGEST = 40


def save(model, data):
    state = np.zeros(mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_INTEGRATION))
    mujoco.mj_getState(model, data, state, mujoco.mjtState.mjSTATE_INTEGRATION)
    return state


def restore(model, data, state):
    mujoco.mj_setState(model, data, state, mujoco.mjtState.mjSTATE_INTEGRATION)


def spread(model, data, start, steps):
    """The relative change of the final state when the start changes in its last digits."""
    end = np.concatenate([data.qpos, data.qvel])
    restore(model, data, start)
    data.qvel[:] = data.qvel * (1 + 1e-14) + 1e-14
    for _ in range(steps):
        mujoco.mj_step(model, data)
    moved = np.concatenate([data.qpos, data.qvel]) - end
    scale = max(1e-3, min(np.abs(data.qpos).max(initial=0), np.abs(data.qvel).max(initial=0)))
    return np.float64(np.abs(moved).max(initial=0) / scale)


def differences(out, k, model, data, state):
    ndx, nv, nu, nm, ns = 2 * model.nv + model.na, model.nv, model.nu, model.nM, model.nsensordata
    for name, centered in (("one", False), ("two", True)):
        restore(model, data, state)
        a, b = np.zeros((ndx, ndx)), np.zeros((ndx, nu))
        c, d = np.zeros((ns, ndx)), np.zeros((ns, nu))
        mujoco.mjd_transitionFD(model, data, 1e-6, centered, a, b, c, d)
        for letter, matrix in (("A", a), ("B", b), ("C", c), ("D", d)):
            write(out, f"f{k}.{letter}.{name}", matrix)
    for name, actuation in (("plain", False), ("actuated", True)):
        restore(model, data, state)
        mujoco.mj_forward(model, data)
        q, v, a, m = np.zeros((nv, nv)), np.zeros((nv, nv)), np.zeros((nv, nv)), np.zeros((nv, nm))
        mujoco.mjd_inverseFD(model, data, 1e-6, actuation, q, v, a, None, None, None, m)
        for letter, matrix in (("q", q), ("v", v), ("a", a), ("m", m)):
            write(out, f"f{k}.inverse.{letter}.{name}", matrix)


def support(out, k, model, data):
    """Support functions at the current state, after `mj_forward`."""
    body = model.nbody - 1
    jacobian = np.zeros((3, model.nv))
    mujoco.mj_jacSubtreeCom(model, data, jacobian, min(1, body))
    write(out, f"x{k}.jac_subtree_com", jacobian)
    shift, turn = np.zeros((3, model.nv)), np.zeros((3, model.nv))
    mujoco.mj_jacDot(model, data, shift, turn, data.xipos[body], body)
    write(out, f"x{k}.jac_dot", np.vstack([shift, turn]))
    mujoco.mj_jacPointAxis(model, data, shift, turn, data.xipos[body], np.array([0.6, 0.0, 0.8]), body)
    write(out, f"x{k}.jac_point_axis", np.vstack([shift, turn]))
    product = np.zeros(model.nv)
    mujoco.mj_mulM2(model, data, product, data.qvel)
    write(out, f"x{k}.mul_m2", product)
    full = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, full, data.qM)
    write(out, f"x{k}.full_m", full)
    mujoco.mj_differentiatePos(model, product, 0.7, model.qpos0, data.qpos)
    write(out, f"x{k}.differentiate_pos", product)
    mujoco.mj_rnePostConstraint(model, data)
    write(out, f"x{k}.cacc", data.cacc)
    kinds = [("body", mujoco.mjtObj.mjOBJ_BODY, model.nbody), ("xbody", mujoco.mjtObj.mjOBJ_XBODY, model.nbody),
             ("geom", mujoco.mjtObj.mjOBJ_GEOM, model.ngeom), ("site", mujoco.mjtObj.mjOBJ_SITE, model.nsite),
             ("camera", mujoco.mjtObj.mjOBJ_CAMERA, model.ncam)]
    for name, kind, count in kinds:
        for local in (0, 1):
            motions = np.zeros((count, 12))
            for i in range(count):
                part = np.zeros(6)
                mujoco.mj_objectVelocity(model, data, kind, i, part, local)
                motions[i, :6] = part
                mujoco.mj_objectAcceleration(model, data, kind, i, part, local)
                motions[i, 6:] = part
            write(out, f"x{k}.{name}.{local}", motions)


def record(path, target, integrator, constraints, steps):
    model = mujoco.MjModel.from_xml_path(str(path))
    if model.nv > LARGEST_MODEL:
        raise ValueError(f"{model.nv} dofs are too many for a quick comparison")
    bits = mujoco.mjtDisableBit
    model.opt.disableflags |= bits.mjDSBL_CONTACT if constraints else bits.mjDSBL_CONTACT | bits.mjDSBL_CONSTRAINT
    model.opt.integrator = INTEGRATORS[integrator]
    data = mujoco.MjData(model)
    rng = np.random.default_rng(7)
    with target.open("wb") as out:
        write_fields(out, "m.", model, SKIP)
        write_fields(out, "m.opt.", model.opt)
        write_fields(out, "m.stat.", derived_statistics(model))
        write(out, "states", np.int64(STATES))
        write(out, "steps", np.int64(steps))
        for k in range(STATES):
            disturbed_state(model, data, rng, k)
            start = save(model, data)
            for name in STATE:
                write(out, f"s{k}.{name}", getattr(data, name))

            mujoco.mj_forward(model, data)
            support(out, k, model, data)
            mujoco.mj_inverse(model, data)
            write(out, f"i{k}.qfrc_inverse", data.qfrc_inverse)
            write(out, f"i{k}.qfrc_constraint", data.qfrc_constraint)

            restore(model, data, start)
            model.opt.enableflags |= mujoco.mjtEnableBit.mjENBL_FWDINV
            mujoco.mj_step(model, data)
            model.opt.enableflags &= ~int(mujoco.mjtEnableBit.mjENBL_FWDINV)
            write(out, f"n{k}.solver_fwdinv", data.solver_fwdinv)
            if integrator != "Euler":
                write(out, f"n{k}.qDeriv", data.qDeriv)
            for name in ["qpos", "qvel", "act"]:
                write(out, f"n{k}.{name}", getattr(data, name))
            velocity = data.qvel.copy()
            for _ in range(steps - 1):
                mujoco.mj_step(model, data)
            for name in ["qpos", "qvel", "act"]:
                write(out, f"t{k}.{name}", getattr(data, name))
            write(out, f"t{k}.spread", spread(model, data, start, steps))

            restore(model, data, start)
            mujoco.mj_forward(model, data)
            model.opt.enableflags |= mujoco.mjtEnableBit.mjENBL_INVDISCRETE
            data.qacc[:] = (velocity - data.qvel) / model.opt.timestep
            write(out, f"j{k}.qacc", data.qacc)
            mujoco.mj_inverse(model, data)
            model.opt.enableflags &= ~int(mujoco.mjtEnableBit.mjENBL_INVDISCRETE)
            write(out, f"j{k}.qfrc_inverse", data.qfrc_inverse)

            if 0 < model.nv <= LARGEST and model.nv * model.nsensordata < 4000 and not model.nhistory and not model.opt.noslip_iterations:
                differences(out, k, model, data, start)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("models", nargs="+", type=pathlib.Path)
    parser.add_argument("--constraints", action="store_true")
    parser.add_argument("--steps", type=int, default=50)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for path in args.models:
        name = "+".join(path.with_suffix("").parts[-2:])
        for integrator in INTEGRATORS:
            target = args.out / f"{name}.{integrator}.rec"
            try:
                record(path, target, integrator, args.constraints, args.steps)
            except Exception as error:  # a model the reference itself rejects
                target.unlink(missing_ok=True)
                print(f"{path}: {error}", file=sys.stderr)
                break


if __name__ == "__main__":
    main()
