#!/usr/bin/env python3
"""Contacts per second of every pair of shape types, compared with the reference for the same poses.

    .venv/bin/python conformance/tools/bench_pairs.py [--copies 64] [--rounds 300] [--only box-mesh] [--json FILE]

For each pair of types and each of four situations (separated, near, touching, deep) one model holds many copies of the
two geoms, each copy with its own rotation and declared as a predefined pair: a collision pass then consists only of these
pair tests. Both modules run the same passes alternately in one process, in short bursts; the reported times are the minima
over the rounds, which other load on the machine affects least, and the numbers of contacts must agree. Separated means by
more than the margin but with overlapping bounding spheres, so that the pair function itself must decide; near means within
the margin.
"""
import argparse
import json
import math
import time

import mujoco
import numpy as np
import synovia

# types in the order of the collision table; the sizes make all shapes about equally large
KINDS = {
    "plane": 'type="plane" size="1 1 .1"',
    "hfield": 'type="hfield" hfield="terrain"',
    "sphere": 'type="sphere" size=".1"',
    "capsule": 'type="capsule" size=".06 .08"',
    "ellipsoid": 'type="ellipsoid" size=".1 .07 .05"',
    "cylinder": 'type="cylinder" size=".08 .07"',
    "box": 'type="box" size=".09 .07 .06"',
    "mesh": 'type="mesh" mesh="gem"',
}
MARGIN = 0.01
# signed distance of each situation
SITUATIONS = {"separated": 0.013, "near": 0.005, "touching": -1e-4, "deep": -0.03}
SPACING = 3.0


def assets(rng):
    """A mesh of forty points on an ellipsoid, and hilly terrain."""
    points = rng.standard_normal((40, 3))
    points = points / np.linalg.norm(points, axis=1)[:, None] * [0.1, 0.08, 0.06]
    numbers = " ".join(f"{x:.6f}" for x in points.ravel())
    rows = 9
    x, y = np.meshgrid(np.arange(rows), np.arange(rows))
    heights = " ".join(f"{h:.4f}" for h in (0.5 + 0.5 * np.sin(0.7 * x) * np.cos(0.9 * y)).ravel())
    return (
        f'<mesh name="gem" vertex="{numbers}"/>'
        f'<hfield name="terrain" nrow="{rows}" ncol="{rows}" size=".5 .5 .05 .05" elevation="{heights}"/>'
    )


def scene(first, second, copies, distances, rng):
    """One document with all copies; `distances` are the offsets of the second geoms along their directions."""
    bodies, pairs = [], []
    for k in range(copies):
        place = np.array([SPACING * (k % 16), SPACING * (k // 16), 0.0])
        turn = " ".join(f"{x:.9f}" for x in rng.standard_normal(4))
        direction = rng.standard_normal(3)
        if first in ("plane", "hfield"):
            direction = np.array([0.2, 0.1, 1.0]) if first == "hfield" else np.array([0.0, 0.0, 1.0])
        direction /= np.linalg.norm(direction)
        fixed = first in ("plane", "hfield")
        at = place + direction * distances[k]
        pose = "" if fixed else f'quat="{" ".join(f"{x:.9f}" for x in rng.standard_normal(4))}"'
        joint = "" if fixed else "<freejoint/>"
        bodies.append(
            f'<body pos="{place[0]} {place[1]} {place[2]}" {pose}>{joint}<geom name="a{k}" {KINDS[first]} {QUIET}/></body>'
            f'<body pos="{at[0]:.12f} {at[1]:.12f} {at[2]:.12f}" quat="{turn}"><freejoint/>'
            f'<geom name="b{k}" {KINDS[second]} {QUIET}/></body>'
        )
        pairs.append(f'<pair geom1="a{k}" geom2="b{k}" margin="{MARGIN}"/>')
    return (
        '<mujoco><option gravity="0 0 0"/><size memory="200M"/><visual><global bvactive="false"/></visual>'
        f"<asset>{assets(np.random.default_rng(1))}</asset>"
        f'<worldbody>{"".join(bodies)}</worldbody><contact>{"".join(pairs)}</contact></mujoco>'
    )


QUIET = 'contype="0" conaffinity="0"'


def place(first, second, copies, wanted):
    """A model whose copies are `wanted` apart, found by bisection with the reference's own distance."""
    low, high = np.zeros(copies), np.full(copies, 0.8)
    for _ in range(30):
        middle = 0.5 * (low + high)
        text = scene(first, second, copies, middle, np.random.default_rng(7))
        model = mujoco.MjModel.from_xml_string(text)
        data = mujoco.MjData(model)
        mujoco.mj_kinematics(model, data)
        mujoco.mj_collision(model, data)
        nearest = np.full(copies, np.inf)
        for contact in data.contact:
            copy = min(contact.geom) // 2
            nearest[copy] = min(nearest[copy], contact.dist)
        # beyond the margin no distance is reported: the separation is added to the offset at which the margin ends
        target = min(wanted, 0.9 * MARGIN)
        inside = nearest < target
        low, high = np.where(inside, middle, low), np.where(inside, high, middle)
    extra = wanted - min(wanted, 0.9 * MARGIN)
    return scene(first, second, copies, high + extra, np.random.default_rng(7))


def passes(module, model, data, count):
    """Seconds of `count` collision passes."""
    run = module.mj_collision
    start = time.perf_counter()
    for _ in range(count):
        run(model, data)
    return time.perf_counter() - start


def measure(text, rounds):
    """Microseconds per pass of both modules, and their numbers of contacts."""
    sides = []
    for module in (mujoco, synovia):
        model = module.MjModel.from_xml_string(text)
        model.vis.global_.bvactive = 0
        data = module.MjData(model)
        module.mj_kinematics(model, data)
        module.mj_comPos(model, data)
        passes(module, model, data, 3)
        sides.append((module, model, data))
    count = max(1, int(3e-4 / max(1e-6, passes(*sides[0], 3) / 3)))
    times = [[], []]
    for _ in range(rounds):
        for k, side in enumerate(sides):
            times[k].append(passes(*side, count) / count)
    return [1e6 * min(t) for t in times], [int(side[2].ncon) for side in sides]


def main():
    """Prints the table."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--copies", type=int, default=64)
    arguments.add_argument("--rounds", type=int, default=300)
    arguments.add_argument("--only", default="", help="the types of one pair, such as box-mesh")
    arguments.add_argument("--json", help="where to write the results")
    options = arguments.parse_args()
    kinds = list(KINDS)
    rows, ratios = [], []
    print(f"{'pair':20s} {'situation':10s} {'contacts':>9s} {'mujoco ns':>10s} {'synovia ns':>10s} {'contacts/s':>11s} {'ratio':>6s}")
    for i, first in enumerate(kinds):
        for second in kinds[max(i, 2) :]:
            if options.only and options.only != f"{first}-{second}":
                continue
            for situation, wanted in SITUATIONS.items():
                text = place(first, second, options.copies, wanted)
                (reference, ours), contacts = measure(text, options.rounds)
                ratio = reference / ours
                ratios.append(ratio)
                each = [1e3 * t / options.copies for t in (reference, ours)]
                rate = contacts[1] / ours
                agree = "" if contacts[0] == contacts[1] else f"  DIFFERENT: {contacts[0]}"
                print(
                    f"{first + '-' + second:20s} {situation:10s} {contacts[1]:9d} {each[0]:10.0f} {each[1]:10.0f} {rate:9.2f}/us {ratio:6.2f}{agree}",
                    flush=True,
                )
                rows.append({"pair": f"{first}-{second}", "situation": situation, "contacts": contacts, "ns": each, "ratio": ratio})
    if ratios:
        mean = math.exp(float(np.mean(np.log(ratios))))
        print(f"geometric mean {mean:.2f}, lowest {min(ratios):.2f}, below one: {sum(r < 1 for r in ratios)} of {len(ratios)}")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
