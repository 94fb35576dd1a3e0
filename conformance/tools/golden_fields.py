"""Writes the reference's results for signed distance fields, for the tests of the engine.

    python conformance/tools/golden_fields.py crates/synovia-engine/tests/golden

`fields.xml` has fields of a plugin and of a mesh among all other shapes. The first word of each line of `fields.txt` is its
kind:

    pose      qpos, qvel: the state of the following lines
    contact   geoms, distance, position, frame
    sensors   all readings
    distance  geoms, distance, segment
    ray       start, direction, distance, geom, normal
"""

import pathlib
import sys

import mujoco
import numpy as np


def line(tag, *numbers):
    return " ".join([tag, *(repr(float(x)) for x in np.hstack(numbers))]) + "\n"


def rays(model, data, rng):
    for k in range(24):
        target = data.geom_xpos[model.geom(("ring", "link", "ell")[k % 3]).id]
        start = target + rng.normal(size=3) * (0.1 if k % 8 == 0 else 0.5)
        start[2] = max(start[2], -0.05)
        vec = (target - start) * rng.uniform(0.5, 2) + rng.normal(size=3) * 0.15
        geom, normal = np.array([-1], dtype=np.int32), np.zeros(3)
        dist = mujoco.mj_ray(model, data, start, vec, None, 1, -1, geom, normal)
        yield line("ray", start, vec, dist, geom[0], normal)


def pose(model, data, rng):
    mujoco.mj_resetData(model, data)
    spread = np.tile((0.08, 0.08, 0.08, 1, 1, 1), model.nv // 6)
    mujoco.mj_integratePos(model, data.qpos, rng.normal(size=model.nv) * spread, 1)
    # the skin, which is below the pad, on the first ring
    ring, pad = (data.joint(model.body_jntadr[model.body(name).id]).qpos for name in ("ring", "pad"))
    ring[:], pad[:] = (0, 0, 0, 1, 0, 0, 0), (0.1, 0.05, 0.09, 1, 0.05, 0.1, 0.02)
    data.qvel[:] = rng.normal(size=model.nv) * 0.3
    yield line("pose", data.qpos, data.qvel)
    mujoco.mj_forward(model, data)
    for c in data.contact:
        yield line("contact", c.geom, c.dist, c.pos, c.frame)
    yield line("sensors", data.sensordata)
    for geom1 in range(model.ngeom):
        for geom2 in range(model.ngeom):
            if geom1 == geom2 or mujoco.mjtGeom.mjGEOM_SDF not in model.geom_type[[geom1, geom2]]:
                continue
            fromto = np.zeros(6)
            dist = mujoco.mj_geomDistance(model, data, geom1, geom2, 0.7, fromto)
            yield line("distance", geom1, geom2, dist, fromto)
    yield from rays(model, data, rng)


def main():
    folder = pathlib.Path(sys.argv[1])
    model = mujoco.MjModel.from_xml_path(str(folder / "fields.xml"))
    data = mujoco.MjData(model)
    rng = np.random.default_rng(5)
    out = []
    for _ in range(3):
        out.extend(pose(model, data, rng))
    (folder / "fields.txt").write_text("".join(out))


if __name__ == "__main__":
    main()
