"""Writes the reference's contacts of two primitive shapes, for the tests of the geometry crate.

    python conformance/tools/golden_pairs.py crates/synovia-geom/tests/data/pairs.txt [poses a pair] [seed]

A pose is one line: types, margin, then size, position and quaternion of each shape, in short decimals (the reader normalises the
quaternion); each contact is a separate line below: distance, position, normal, first tangent. Shapes are apart, near, deep,
aligned with each other in some or all directions, or concentric.
"""

import pathlib
import random
import sys

import mujoco
import numpy as np

PAIRS = [
    ("plane", "sphere"), ("plane", "capsule"), ("plane", "cylinder"), ("plane", "box"),
    ("sphere", "sphere"), ("sphere", "capsule"), ("sphere", "cylinder"), ("sphere", "box"),
    ("capsule", "capsule"), ("capsule", "box"), ("box", "box"),
]  # fmt: skip
SIZES = {"plane": 0, "sphere": 1, "capsule": 2, "cylinder": 2, "box": 3}
ALIGNED = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1], [1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, -1], [1, 1, 1, 1]]


def pair_model(kinds):
    bodies = "".join(f'<body><freejoint/><geom name="{i}" type="{kind}" size="1 1 1" mass="1"/></body>'
                     for i, kind in enumerate(kinds) if kind != "plane")  # fmt: skip
    plane = '<geom name="0" type="plane" size="1 1 1"/>' if "plane" in kinds else ""
    flags = '<default><geom contype="0" conaffinity="0"/></default>'
    pair = '<contact><pair geom1="0" geom2="1"/></contact>'
    return mujoco.MjModel.from_xml_string(
        f"<mujoco>{flags}<worldbody>{plane}{bodies}</worldbody>{pair}</mujoco>"
    )


def matrix(quat):
    mat, unit = np.zeros(9), np.array(quat, float)
    mujoco.mju_normalize4(unit)
    mujoco.mju_quat2Mat(mat, unit)
    return mat


def touches(model, data, margin, shapes):
    """The reference's contacts of two shapes at given poses."""
    model.pair_margin[0] = margin
    model.geom_rbound[:] = 0
    for i, (size, pos, quat) in enumerate(shapes):
        model.geom_size[i, : len(size)] = size
        data.geom_xpos[i] = pos
        data.geom_xmat[i] = matrix(quat)
    mujoco.mj_collision(model, data)
    return [(c.dist, *c.pos, *c.frame[:6]) for c in data.contact]


def draw(kinds, rng):
    """A pose: margin and two shapes."""
    digits = rng.choice([1, 2, 4])
    number = lambda low, high: round(rng.uniform(low, high), digits)  # noqa: E731
    direction = lambda: [rng.gauss(0, 1) for _ in range(3)]  # noqa: E731

    margin = rng.choice([0, 0, 0, 0.01, 0.1, 0.5])
    sizes = [[max(number(0.05, 1), 0.1) for _ in range(SIZES[kind])] for kind in kinds]
    if rng.random() < 0.2:
        sizes = [[0.5] * len(size) for size in sizes]

    # orientations: free, aligned with the world, aligned with each other, nearly so
    quats = [[number(-1, 1) for _ in range(4)] for _ in range(2)]
    quats = [quat if any(quat) else [1, 0, 0, 0] for quat in quats]
    way = rng.random()
    if way < 0.25:
        quats = [rng.choice(ALIGNED), rng.choice(ALIGNED)]
    elif way < 0.35:
        quats[1] = quats[0]
    elif way < 0.45:
        quats[rng.randrange(2)] = rng.choice(ALIGNED)
    elif way < 0.5:
        quats = [rng.choice(ALIGNED), [1, 1e-9, 0, 0]]

    # centres: anywhere, one above the other along an axis of the first, or equal
    reach = [np.linalg.norm(size) if size else 0 for size in sizes]
    first = [number(-1, 1) for _ in range(3)] if rng.random() < 0.7 else [0, 0, 0]
    way = rng.random()
    if way < 0.55:
        along = np.array(direction())
        along /= np.linalg.norm(along)
        if kinds[0] == "plane":
            along = matrix(quats[0])[2::3]
    elif way < 0.95:
        along = matrix(quats[rng.randrange(2)])[rng.randrange(3) :: 3] * rng.choice([1, -1])
    else:
        along = np.zeros(3)
    far = rng.choice([sum(reach) * rng.uniform(0, 1.1), sum(size[-1] for size in sizes if size) + rng.choice([0, 0, -0.1, margin])])
    second = [round(float(p + far * a), digits + 1) for p, a in zip(first, along)]
    if kinds[0] == "plane":
        second = [round(s + rng.uniform(-1, 1), digits + 1) if abs(a) < 0.5 else s for s, a in zip(second, along)]
    return margin, list(zip(sizes, [first, second], quats))


def short(values):
    return " ".join(format(float(x), ".14g") for x in values)


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    text = ["# touches of simple shapes in MuJoCo 3.5.0, by conformance/tools/golden_pairs.py"]
    for kinds in PAIRS:
        model = pair_model(kinds)
        data = mujoco.MjData(model)
        mujoco.mj_forward(model, data)
        taken = apart = 0
        while taken < count:
            margin, shapes = draw(kinds, rng)
            found = touches(model, data, margin, shapes)
            # at most a fifth of the poses may be without contacts
            apart += not found
            if not found and apart > count // 5:
                continue
            taken += 1
            values = [margin]
            for size, pos, quat in shapes:
                values += [*size, *[0] * (3 - len(size)), *pos, *quat]
            text.append(" ".join(kinds) + " " + short(values))
            text += [short(touch) for touch in found]
    pathlib.Path(sys.argv[1]).write_text("\n".join(text) + "\n")


if __name__ == "__main__":
    main()
