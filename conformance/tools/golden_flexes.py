"""Records the reference's contacts of flexes with every type of geom, with each other and with themselves.

    python conformance/tools/golden_flexes.py SEED > crates/synovia-engine/tests/golden/flexes.txt

The model is `flexes.xml` beside that file. Lines that begin with `size` and `model` hold the compiled flexes and their
hierarchies, so that a test does not need the flex compiler; a line `pose` holds changes of the model and the positions, and
the following lines `contact` hold the contacts: geoms, flexes, elements, vertices, dimension, exclusion, then numbers.
"""

import pathlib
import sys

import mujoco
import numpy as np

XML = pathlib.Path(__file__).resolve().parents[2] / "crates/synovia-engine/tests/golden/flexes.xml"
NO_MIDPHASE, NO_NATIVE = int(mujoco.mjtDisableBit.mjDSBL_MIDPHASE), int(mujoco.mjtDisableBit.mjDSBL_NATIVECCD)
OVERRIDE = int(mujoco.mjtEnableBit.mjENBL_OVERRIDE)
NONE, NARROW, BVH, SAP, AUTO = range(5)

# selfcollide, internal, activelayers, disable flags and enable flags
CHANGES = [
    (NONE, 1, 1, 0, 0),
    (NARROW, 0, 2, 0, 0),
    (BVH, 1, 2, 0, 0),
    (SAP, 0, 1, 0, 0),
    (AUTO, 1, 1, 0, 0),
    (AUTO, 0, 2, NO_MIDPHASE, 0),
    (SAP, 1, 1, NO_NATIVE, 0),
    (BVH, 0, 1, 0, OVERRIDE),
]


def show(values):
    """Numbers with the digits that the test compares."""
    return " ".join(f"{v:.9g}" for v in np.asarray(values, dtype=float).ravel())


def compiled(m):
    """Prints the flexes of a model."""
    for name in dir(m):
        value = getattr(m, name)
        if name.startswith(("nflex", "nbvh", "nJf")):
            print("size", name, value)
        elif name.startswith(("flex", "bvh_child", "bvh_nodeid", "bvh_depth")) and np.any(value):
            print("model", name, show(value))


def main():
    rng = np.random.default_rng(int(sys.argv[1]))
    m = mujoco.MjModel.from_xml_path(str(XML))
    d = mujoco.MjData(m)
    compiled(m)
    for change in CHANGES:
        m.flex_selfcollide[:], m.flex_internal[:], m.flex_activelayers[:] = change[:3]
        m.opt.disableflags, m.opt.enableflags = change[3:]
        # with terrain the reference's native search reads uninitialised memory
        m.flex_contype[:2] = 3 if change[3] == NO_NATIVE else 1
        d.qpos[:] = np.round(m.qpos0 + rng.uniform(-0.3, 0.3, m.nq), 3)
        d.mocap_pos[:] = np.round(rng.uniform(-0.4, 0.4, (m.nmocap, 3)), 3)
        d.mocap_quat[:] = np.round(rng.normal(size=(m.nmocap, 4)), 2)
        for stage in (mujoco.mj_kinematics, mujoco.mj_comPos, mujoco.mj_flex, mujoco.mj_collision):
            stage(m, d)
        where = np.concatenate([d.qpos, d.mocap_pos.ravel(), d.mocap_quat.ravel()])
        print("pose", *change, show(where))
        c = d.contact
        for i in range(d.ncon):
            ids = np.concatenate([c.geom[i], c.flex[i], c.elem[i], c.vert[i], [c.dim[i], c.exclude[i]]])
            numbers = [c.dist[i], *c.pos[i], *c.frame[i][:3], c.includemargin[i], *c.friction[i][[0, 2, 4]], c.solref[i][0]]
            print("contact", " ".join(str(v) for v in ids), show(numbers))


if __name__ == "__main__":
    main()
