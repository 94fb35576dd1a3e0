"""Records contacts and distances of pairs of convex shapes in the reference.

    python conformance/tools/golden_convex.py POSES SEED [DIGITS] > file

Geom poses of one model are set directly, so that any pair can be tested in any pose, with and without margins,
with several contact points and with one. A line holds a mesh, a height field, a geom, a contact query or a distance query.
Rotations are written as integer quaternions, which the reader normalises.
"""

import sys

import mujoco
import numpy as np

MODEL = """
<mujoco>
  <asset>
    <mesh name="tetra" vertex="0.4 0 -.2  -.3 .3 -.2  -.3 -.3 -.2  0 0 .4"/>
    <mesh name="block" vertex="-.3 -.2 -.1  .3 -.2 -.1  -.3 .2 -.1  .3 .2 -.1  -.3 -.2 .1  .3 -.2 .1  -.3 .2 .1  .3 .2 .1"/>
    <mesh name="drum" vertex="{drum}"/>
    <mesh name="pebble" vertex="{pebble}"/>
    <hfield name="hills" nrow="7" ncol="9" size="1.2 .9 .4 .2" elevation="{hills}"/>
  </asset>
  <worldbody>
    <geom name="plane" type="plane" size="0 0 1"/>
    <geom name="hills" type="hfield" hfield="hills"/>
    <body><freejoint/><geom name="ball" type="sphere" size=".25"/></body>
    <body><freejoint/><geom name="pill" type="capsule" size=".15 .3"/></body>
    <body><freejoint/><geom name="egg" type="ellipsoid" size=".3 .2 .1"/></body>
    <body><freejoint/><geom name="bean" type="ellipsoid" size=".05 .25 .3"/></body>
    <body><freejoint/><geom name="can" type="cylinder" size=".2 .25"/></body>
    <body><freejoint/><geom name="coin" type="cylinder" size=".3 .02"/></body>
    <body><freejoint/><geom name="box" type="box" size=".2 .3 .1"/></body>
    <body><freejoint/><geom name="cube" type="box" size=".25 .25 .25"/></body>
    <body><freejoint/><geom name="tetra" type="mesh" mesh="tetra"/></body>
    <body><freejoint/><geom name="block" type="mesh" mesh="block"/></body>
    <body><freejoint/><geom name="drum" type="mesh" mesh="drum"/></body>
    <body><freejoint/><geom name="pebble" type="mesh" mesh="pebble"/></body>
  </worldbody>
  <contact>{pairs}</contact>
</mujoco>
"""

PAIRS = [
    ("plane", "egg"), ("plane", "bean"), ("plane", "tetra"), ("plane", "block"), ("plane", "drum"), ("plane", "pebble"),
    ("hills", "ball"), ("hills", "pill"), ("hills", "egg"), ("hills", "can"), ("hills", "box"), ("hills", "tetra"),
    ("hills", "drum"), ("hills", "pebble"),
    ("ball", "egg"), ("ball", "tetra"), ("ball", "drum"), ("ball", "pebble"),
    ("pill", "egg"), ("pill", "can"), ("pill", "block"), ("pill", "drum"), ("pill", "pebble"),
    ("egg", "bean"), ("egg", "can"), ("egg", "box"), ("bean", "block"), ("egg", "pebble"),
    ("can", "coin"), ("can", "box"), ("coin", "cube"), ("can", "block"), ("coin", "drum"), ("can", "pebble"),
    ("box", "tetra"), ("box", "block"), ("cube", "drum"), ("cube", "pebble"),
    ("tetra", "block"), ("block", "drum"), ("drum", "pebble"),
]  # fmt: skip

DISTANCES = [
    ("box", "cube"), ("egg", "can"), ("pill", "drum"), ("block", "pebble"),
    ("drum", "egg"), ("bean", "egg"), ("tetra", "ball"), ("cube", "coin"),
]  # fmt: skip


def words(values):
    """Numbers as text that parses to the same numbers."""
    return " ".join(repr(v) for v in np.asarray(values).ravel().tolist())


def build():
    """The model with one geom of each type, and a pair for each query."""
    ring = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    drum = [(0.3 * np.cos(t), 0.25 * np.sin(t), z) for z in (-0.2, 0.2) for t in ring]
    rng = np.random.default_rng(7)
    pebble = rng.normal(size=(40, 3))
    pebble *= np.array([0.3, 0.25, 0.2]) / np.linalg.norm(pebble, axis=1, keepdims=True)
    hills = rng.uniform(size=63)
    text = MODEL.format(
        drum=" ".join(f"{x:.4f}" for p in drum for x in p),
        pebble=" ".join(f"{x:.4f}" for x in pebble.ravel()),
        hills=" ".join(f"{x:.2f}" for x in hills),
        pairs="".join(f'<pair geom1="{a}" geom2="{b}"/>' for a, b in PAIRS),
    )
    return mujoco.MjModel.from_xml_string(text)


def describe(m):
    """Lines for the meshes, the height field and the geoms."""
    for k in range(m.nmesh):
        vert = slice(m.mesh_vertadr[k], m.mesh_vertadr[k] + m.mesh_vertnum[k])
        poly = slice(m.mesh_polyadr[k], m.mesh_polyadr[k] + m.mesh_polynum[k])
        graph = m.mesh_graphadr[k]
        later = [a for a in m.mesh_graphadr if a > graph] + [m.nmeshgraph]
        yield f"mesh {k}"
        yield "vert " + words(m.mesh_vert[vert])
        yield "graph " + words(m.mesh_graph[graph : min(later)] if graph >= 0 else [])
        yield "poly_normal " + words(m.mesh_polynormal[poly])
        yield "poly_vert_adr " + words(m.mesh_polyvertadr[poly])
        yield "poly_vert_num " + words(m.mesh_polyvertnum[poly])
        yield "poly_map_adr " + words(m.mesh_polymapadr[vert])
        yield "poly_map_num " + words(m.mesh_polymapnum[vert])
    yield "poly_vert " + words(m.mesh_polyvert)
    yield "poly_map " + words(m.mesh_polymap)
    yield f"hfield {m.hfield_nrow[0]} {m.hfield_ncol[0]} {words(m.hfield_size[0])} {words(m.hfield_data)}"
    for g in range(m.ngeom):
        yield f"geom {g} {m.geom_type[g]} {m.geom_dataid[g]} {words(m.geom_size[g])} {words(m.geom_rbound[g])}"


def place(d, g, pos, turn):
    """Sets the pose of a geom."""
    quat = np.array(turn, dtype=float)
    mujoco.mju_normalize4(quat)
    mat = np.zeros(9)
    mujoco.mju_quat2Mat(mat, quat)
    d.geom_xpos[g] = pos
    d.geom_xmat[g] = mat


def turn(rng, aligned):
    """A rotation as an integer quaternion; `aligned` chooses one that maps axes to axes."""
    if aligned:
        choices = [(1, 0, 0, 0), (1, 1, 0, 0), (1, 0, 1, 0), (1, 0, 0, 1), (1, 1, 1, 1), (0, 0, 0, 1), (1, 0, 0, -1)]
        return choices[rng.integers(len(choices))]
    quat = rng.integers(-9, 10, size=4)
    return tuple(int(x) for x in quat) if quat.any() else (1, 0, 0, 0)


def pose(rng, m, a, b):
    """Poses of two geoms near each other."""
    aligned = rng.uniform() < 0.25
    step = 0.05 if aligned else 0.001
    if a in ("plane", "hills"):
        first = (0.0, 0.0, 0.0), (1, 0, 0, 0)
        if rng.uniform() < 0.7 and not aligned:
            first = tuple(np.round(rng.uniform(-1, 1, size=3), 2)), turn(rng, False)
        quat = np.array(first[1], dtype=float)
        mujoco.mju_normalize4(quat)
        reach = m.geom(b).rbound[0]
        local = rng.uniform([-1.3, -1.0, -0.2], [1.3, 1.0, 0.4 + reach]) if a == "hills" else rng.uniform(-1, 1, size=3)
        if a == "plane":
            local[2] = rng.uniform(-0.3, 1.2) * reach
        world = np.zeros(3)
        mujoco.mju_rotVecQuat(world, local, quat)
        second = np.array(first[0]) + world, turn(rng, aligned)
    else:
        first = tuple(np.round(rng.uniform(-1, 1, size=3), 2)), turn(rng, aligned)
        dir = rng.normal(size=3)
        if aligned:
            dir = np.eye(3)[rng.integers(3)] * rng.choice([-1, 1]) + (rng.uniform() < 0.5) * 0.2 * rng.normal(size=3)
        span = m.geom(a).rbound[0] + m.geom(b).rbound[0]
        reach = rng.uniform(0.0, 1.1) ** 0.5 * span
        second = np.array(first[0]) + dir / np.linalg.norm(dir) * reach, turn(rng, aligned)
    return first, (tuple(np.round(np.round(second[0] / step) * step, 3)), second[1])


def header(word, ga, gb, first, second):
    """A query: geoms and their poses."""
    return f"{word} {ga} {gb} {words(first[0])} {words(first[1])} {words(second[0])} {words(second[1])}"


def main():
    poses, rng = int(sys.argv[1]), np.random.default_rng(int(sys.argv[2]))
    digits = int(sys.argv[3]) if len(sys.argv) > 3 else 17
    show = lambda values: " ".join(f"{v:.{digits}g}" for v in np.asarray(values).ravel())  # noqa: E731
    m = build()
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    print("\n".join(describe(m)))
    far = [(100.0 * (g + 1), 0, 0) for g in range(m.ngeom)]
    for a, b in PAIRS:
        ga, gb = m.geom(a).id, m.geom(b).id
        for _ in range(poses):
            first, second = pose(rng, m, a, b)
            margin = float(rng.choice([0, 0, 0.01, 0.1]))
            multi, native = int(rng.uniform() < 0.4), int(rng.uniform() < 0.8)
            tolerance = float(rng.choice([1e-6, 1e-6, 1e-6, 1e-9, 1e-3]))
            iterations = int(rng.choice([35, 35, 35, 6, 300]))
            m.pair_margin[:] = margin
            m.opt.ccd_tolerance, m.opt.ccd_iterations = tolerance, iterations
            m.opt.enableflags = mujoco.mjtEnableBit.mjENBL_MULTICCD if multi else 0
            m.opt.disableflags = 0 if native else mujoco.mjtDisableBit.mjDSBL_NATIVECCD
            for g in range(m.ngeom):
                place(d, g, far[g], (1, 0, 0, 0))
            place(d, ga, *first)
            place(d, gb, *second)
            mujoco.mj_collision(m, d)
            found = [c for c in d.contact[: d.ncon] if {*c.geom} == {ga, gb}]
            line = header("touch", ga, gb, first, second) + f" {margin} {tolerance} {iterations} {multi} {native} {len(found)}"
            print(line, " ".join(show([c.dist, *c.pos, *c.frame[:3]]) for c in found))
    m.opt.disableflags = 0
    m.opt.ccd_tolerance, m.opt.ccd_iterations = 1e-6, 35
    for a, b in DISTANCES:
        ga, gb = m.geom(a).id, m.geom(b).id
        for _ in range(poses):
            first, second = pose(rng, m, a, b)
            limit = float(rng.choice([0.05, 0.3, 10]))
            place(d, ga, *first)
            place(d, gb, *second)
            ends = np.zeros(6)
            dist = mujoco.mj_geomDistance(m, d, ga, gb, limit, ends)
            print(header("distance", ga, gb, first, second), limit, show([dist, *ends]))


if __name__ == "__main__":
    main()
