"""Writes the reference's sensor readings, for the sensor tests of the engine.

    python conformance/tools/golden_sensors.py crates/synovia-engine/tests/golden

`sensors.xml` is evaluated after `mj_forward` in one perturbed state, `delays.xml` after each of forty steps. A line has one
reading of all sensors. The state uses the same simple numbers as `tests/sensor.rs`. `contacts.xml` is evaluated in its reference
pose; the contacts come first, one per line. `touching.xml` is evaluated in a perturbed motion, with contacts found by the reference.
"""

import pathlib
import sys

import mujoco


def pattern(n, factor, modulus, scale):
    """`n` numbers between -scale and scale."""
    half = modulus // 2
    return [((factor * i) % modulus - half) / half * scale for i in range(n)]


def disturb(model, data):
    mujoco.mj_integratePos(model, data.qpos, pattern(model.nv, 7, 11, 0.25), 1.0)
    data.qvel[:] = pattern(model.nv, 5, 13, 0.75)
    data.ctrl[:] = pattern(model.nu, 3, 7, 0.5)
    data.xfrc_applied.flat = pattern(6 * model.nbody, 5, 17, 0.5)


def lines(readings):
    return "".join(" ".join(repr(float(x)) for x in row) + "\n" for row in readings)


def main():
    folder = pathlib.Path(sys.argv[1])

    model = mujoco.MjModel.from_xml_path(str(folder / "sensors.xml"))
    data = mujoco.MjData(model)
    disturb(model, data)
    mujoco.mj_forward(model, data)
    (folder / "sensors.txt").write_text(lines([data.sensordata]))

    model = mujoco.MjModel.from_xml_path(str(folder / "delays.xml"))
    data = mujoco.MjData(model)
    disturb(model, data)
    readings = []
    for k in range(40):
        data.ctrl[:] = pattern(model.nu + k, 3, 7, 0.5)[k:]
        mujoco.mj_step(model, data)
        readings.append(data.sensordata.copy())
    (folder / "delays.txt").write_text(lines(readings))

    model = mujoco.MjModel.from_xml_path(str(folder / "contacts.xml"))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    readings = [
        [c.dist, *c.pos, *c.frame, c.includemargin, *c.friction, *c.solref, *c.solreffriction, *c.solimp, c.dim, *c.geom]
        for c in data.contact
    ]
    readings.append(data.sensordata)
    (folder / "contacts.txt").write_text(lines(readings))

    model = mujoco.MjModel.from_xml_path(str(folder / "touching.xml"))
    data = mujoco.MjData(model)
    data.qvel[:] = pattern(model.nv, 5, 13, 0.2)
    mujoco.mj_forward(model, data)
    (folder / "touching.txt").write_text(lines([data.sensordata]))


if __name__ == "__main__":
    main()
