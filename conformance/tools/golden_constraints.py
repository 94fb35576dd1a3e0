"""Writes the constraint rows of the reference and the results of its solvers, for the constraint tests of the engine.

    python conformance/tools/golden_constraints.py crates/synovia-engine/tests/golden

`constraints.xml` is evaluated in one perturbed state. First come its rows, one per line, with pyramidal and then with elliptic
cones; then one line per case of `cases`: number of iterations, statistics of each, non-zeros, and the acceleration. Solvers
stop before they converge, so that every iteration affects the result. `tests/constraints.rs` makes the same state.
"""

import itertools
import pathlib
import sys

import mujoco
from golden_sensors import lines, pattern

ITERATIONS = {mujoco.mjtSolver.mjSOL_PGS: 6, mujoco.mjtSolver.mjSOL_CG: 6, mujoco.mjtSolver.mjSOL_NEWTON: 4}
STATISTICS = ("improvement", "gradient", "lineslope", "nactive", "nchange", "neval", "nupdate")


def disturb(model, data):
    """Moves free bodies slightly, so that they still touch the ground, and joints far."""
    free = [model.jnt_type[j] == mujoco.mjtJoint.mjJNT_FREE for j in model.dof_jntid]
    moved = [x * (0.004 if f else 0.1) for x, f in zip(pattern(model.nv, 7, 11, 1.0), free)]
    mujoco.mj_integratePos(model, data.qpos, moved, 1.0)
    data.qvel[:] = pattern(model.nv, 5, 13, 0.75)
    data.qacc_warmstart[:] = pattern(model.nv, 3, 17, 20.0)


def rows(data):
    """The values of each row."""
    columns = (data.efc_type, data.efc_id, data.efc_pos, data.efc_margin, data.efc_frictionloss, data.efc_diagApprox)
    last = (data.efc_D, data.efc_R, data.efc_vel, data.efc_aref)
    for r in range(data.nefc):
        yield [c[r] for c in columns] + list(data.efc_KBIP.reshape(-1, 4)[r]) + [c[r] for c in last]


def cases():
    """Jacobian, cone, solver and iterations of the noslip pass."""
    jacobians = (mujoco.mjtJacobian.mjJAC_DENSE, mujoco.mjtJacobian.mjJAC_SPARSE)
    cones = (mujoco.mjtCone.mjCONE_PYRAMIDAL, mujoco.mjtCone.mjCONE_ELLIPTIC)
    return itertools.product(jacobians, cones, ITERATIONS, (0, 3))


def solved(model, jacobian, cone, solver, noslip):
    """The simulation after a solver, and its numbers."""
    model.opt.jacobian, model.opt.cone, model.opt.solver = jacobian, cone, solver
    model.opt.iterations, model.opt.noslip_iterations = ITERATIONS[solver], noslip
    data = mujoco.MjData(model)
    disturb(model, data)
    mujoco.mj_forward(model, data)
    count = data.solver_niter[0]
    statistics = [getattr(data.solver[k], name) for k in range(count) for name in STATISTICS]
    return data, [count, *statistics, data.solver_nnz[0], *data.qacc]


def main():
    folder = pathlib.Path(sys.argv[1])
    model = mujoco.MjModel.from_xml_path(str(folder / "constraints.xml"))
    results = [solved(model, *case) for case in cases()]
    # the rows do not depend on the solver
    table = [row for data, _ in (results[0], results[6]) for row in rows(data)]
    text = lines(table) + "".join(lines([numbers]) for _, numbers in results)
    (folder / "constraints.txt").write_text(text)


if __name__ == "__main__":
    main()
