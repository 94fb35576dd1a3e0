"""Writes ray intersections of the reference, for the ray tests.

    python conformance/tools/golden_rays.py crates/synovia-geom/tests/golden crates/synovia-engine/tests/golden

`shapes.txt`: one primitive shape and one ray per line: type, size, position, matrix, ray; distance, normal.
`rays.txt`: rays through `rays.xml` in a perturbed state, one per line: ray; then distance, geom and normal, first for all geoms,
then for groups 0 and 2 without static geoms and without body 3.
`fan.txt`: directions from one point of the same scene, with their distances, geoms and normals from one multi-ray query; the first
line has the point and the cutoff.
`distances.txt`: distance and segment of each ordered pair of geoms of the scene, up to 5 and up to 0.3.
`rangefinders.txt`: the readings of the scene's sensors.
"""

import pathlib
import sys

import mujoco
import numpy as np

KINDS = [0, 2, 3, 4, 5, 6]


def lines(rows):
    return "".join(" ".join(repr(float(x)) for x in row) + "\n" for row in rows)


def frame(rng):
    quat, mat = rng.normal(size=4), np.zeros(9)
    mujoco.mju_normalize4(quat)
    mujoco.mju_quat2Mat(mat, quat)
    return mat


def shapes(rng):
    for kind in KINDS:
        for k in range(16):
            size, pos, mat = rng.uniform(0.1, 0.5, 3), rng.normal(size=3) * 0.3, frame(rng)
            if kind == 0 and k % 2:
                size[k // 2 % 2] = 0
            # from outside towards the shape, from inside, and anywhere
            start = pos + rng.normal(size=3) * (0.03 if k % 4 == 0 else 1)
            vec = rng.normal(size=3) if k % 4 in (0, 3) else pos + rng.normal(size=3) * 0.15 - start
            normal = np.zeros(3)
            dist = mujoco.mju_rayGeom(pos, mat, size, start, vec, kind, normal)
            yield [kind, *size, *pos, *mat, *start, *vec, dist, *normal]


def disturb(model, data):
    move = [((7 * i) % 11 - 5) / 5 * 0.25 for i in range(model.nv)]
    mujoco.mj_integratePos(model, data.qpos, move, 1.0)
    mujoco.mj_forward(model, data)


def scene(model, data, rng):
    groups, everything = np.array([1, 0, 1, 0, 0, 0], dtype=np.uint8), None
    rays = []
    for k in range(96):
        start = rng.uniform(-2, 2, 3) + [0, 0, 1]
        target = data.geom_xpos[k % model.ngeom] + rng.normal(size=3) * 0.1
        rays.append((start, target - start if k % 3 else rng.normal(size=3)))
    for start, vec in rays:
        row = [*start, *vec]
        for group, static, body in [(everything, 1, -1), (groups, 0, 3)]:
            geom, normal = np.array([-1], dtype=np.int32), np.zeros(3)
            dist = mujoco.mj_ray(model, data, start, vec, group, static, body, geom, normal)
            row += [dist, geom[0], *normal]
        yield row


def fan(model, data, rng):
    origin, cutoff, count = np.array([0.1, -0.2, 1.3]), 1.2, 96
    vec = [data.geom_xpos[k % model.ngeom] - origin + rng.normal(size=3) * 0.1 for k in range(count)]
    ids, dists, normals = np.zeros(count, dtype=np.int32), np.zeros(count), np.zeros(3 * count)
    flat = np.array(vec).flatten()
    mujoco.mj_multiRay(model, data, origin, flat, None, 1, -1, ids, dists, normals, count, cutoff)
    yield [*origin, cutoff]
    for k in range(count):
        yield [*vec[k], dists[k], ids[k], *normals[3 * k:3 * k + 3]]


def distances(model, data):
    for first in range(model.ngeom):
        for second in range(model.ngeom):
            if first == second:
                continue
            row = [first, second]
            for limit in (5, 0.3):
                segment = np.zeros(6)
                row.append(mujoco.mj_geomDistance(model, data, first, second, limit, segment))
                row += segment.tolist()
            yield row


def main():
    rng = np.random.default_rng(5)
    shapes_folder, folder = map(pathlib.Path, sys.argv[1:3])
    (shapes_folder / "shapes.txt").write_text(lines(shapes(rng)))
    model = mujoco.MjModel.from_xml_path(str(folder / "rays.xml"))
    data = mujoco.MjData(model)
    disturb(model, data)
    (folder / "rays.txt").write_text(lines(scene(model, data, rng)))
    (folder / "rangefinders.txt").write_text(lines([data.sensordata]))
    (folder / "distances.txt").write_text(lines(distances(model, data)))
    (folder / "fan.txt").write_text(lines(fan(model, data, rng)))


if __name__ == "__main__":
    main()
