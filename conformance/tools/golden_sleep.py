"""Writes when the reference's trees fall asleep and wake up, for the sleep tests of the engine.

    python conformance/tools/golden_sleep.py crates/synovia-engine/tests/golden

`sleep.xml` runs for 2400 steps. A line `s k values` is `tree_asleep` after step k, wherever the set of sleeping trees has
changed, a line `d k values` is `sensordata` after the same step, and a line `q k values` is `qpos` after every hundredth
step. The function `disturb` changes the model during the run, as in `tests/sleep.rs`.
"""

import pathlib
import sys

import mujoco

STEPS = 2400


def disturb(data, k):
    """The change made before step `k`."""
    if k == 0:
        data.qvel[9] = 1.6
    if k == 30:
        data.qvel[0] = 1.5
    if k == 900:
        data.ctrl[0] = 1.0
    if k == 1100:
        data.xfrc_applied[8, 0] = 2.0
    if k == 1110:
        data.xfrc_applied[8, 0] = 0.0
    if k == 1300:
        data.ctrl[0] = 0.0
    if k == 1400:
        data.eq_active[0] = 1
    if k == 1900:
        data.qpos[1] -= 0.15


def numbers(values):
    return " ".join(repr(float(x)) for x in values)


def main():
    folder = pathlib.Path(sys.argv[1])
    model = mujoco.MjModel.from_xml_path(str(folder / "sleep.xml"))
    data = mujoco.MjData(model)
    lines, before = [], None
    for k in range(STEPS):
        disturb(data, k)
        mujoco.mj_step(model, data)
        now = data.tree_asleep.tolist()
        if [t >= 0 for t in now] != before:
            before = [t >= 0 for t in now]
            lines.append(f"s {k} " + " ".join(map(str, now)))
            lines.append(f"d {k} " + numbers(data.sensordata))
        if k % 100 == 99:
            lines.append(f"q {k} " + numbers(data.qpos))
    (folder / "sleep.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
