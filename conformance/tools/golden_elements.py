"""Records the reference's contacts of flex elements with geoms, terrain and each other.

    python conformance/tools/golden_elements.py POSES SEED [DIGITS] > file

The geoms are those of `golden_convex.py`, on mocap bodies; the vertices of a triangle and of a tetrahedron are bodies
with slide joints. A line holds the geom and its pose, or the vertices of the other element, then the vertices of the
element, and the contacts.
"""

import re
import sys

import golden_convex
import mujoco
import numpy as np

GEOMS = ["hills", "ball", "pill", "egg", "can", "box"]

FLEXES = """
  <deformable>
    <flex name="sail" dim="2" radius=".02" body="s0 s1 s2" element="0 1 2"><contact selfcollide="none" internal="false"/></flex>
    <flex name="rock" dim="3" radius=".01" body="r0 r1 r2 r3" element="0 1 2 3"><contact selfcollide="none" internal="false"/></flex>
  </deformable>
"""


def build():
    """The model with one geom of each type, a triangle and a tetrahedron."""
    joints = "".join(f'<joint type="slide" axis="{axis}"/>' for axis in ("1 0 0", "0 1 0", "0 0 1"))
    corners = "".join(
        f'<body name="{name}">{joints}<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body>'
        for name in ("s0", "s1", "s2", "r0", "r1", "r2", "r3")
    )
    text = golden_convex.MODEL.replace("<body><freejoint/>", '<body mocap="true">')
    text = re.sub(r'<geom name="plane"[^>]*/>', "", text)
    text = re.sub(r'<body mocap="true"><geom name="(tetra|block|drum|pebble)"[^>]*/></body>', "", text)
    text = re.sub(r"<mesh [^>]*/>", "", text).replace("<contact>{pairs}</contact>", FLEXES)
    text = text.replace("</worldbody>", corners + "</worldbody>")
    hills = " ".join(f"{x:.2f}" for x in np.random.default_rng(7).uniform(size=63))
    return mujoco.MjModel.from_xml_string(text.format(hills=hills))


def main():
    poses, rng = int(sys.argv[1]), np.random.default_rng(int(sys.argv[2]))
    digits = int(sys.argv[3]) if len(sys.argv) > 3 else 17
    show = lambda values: " ".join(f"{v:.{digits}g}" for v in np.asarray(values).ravel())  # noqa: E731
    words = golden_convex.words
    m = build()
    d = mujoco.MjData(m)
    field = m.hfield_nrow[0], m.hfield_ncol[0]
    print(f"hfield {field[0]} {field[1]} {words(m.hfield_size[0])} {words(m.hfield_data)}")
    for g in range(m.ngeom):
        print(f"geom {g} {m.geom_type[g]} -1 {words(m.geom_size[g])} {words(m.geom_rbound[g])}")

    counts = {0: 3, 1: 4}
    for flex in (0, 1):
        for name in [*GEOMS, "element"]:
            if name == "element" and flex == 0:
                continue
            for _ in range(poses):
                margin = float(rng.choice([0, 0, 0.01, 0.1]))
                native = int(rng.uniform() < 0.8)
                if name == "hills" and flex == 1:
                    native = 0  # here the reference's native search reads an uninitialised margin
                m.geom_margin[:] = margin
                m.flex_margin[:] = 0
                if name == "element":
                    m.flex_margin[:] = margin / 2
                m.opt.disableflags = 0 if native else mujoco.mjtDisableBit.mjDSBL_NATIVECCD
                # all geoms and all vertices far away
                d.mocap_pos[:] = 50 + 10 * np.arange(m.nmocap)[:, None]
                d.mocap_quat[:] = [1, 0, 0, 0]
                d.qpos[:] = np.repeat(-50 - 20 * np.arange(7), 3)
                turn, pos = (1, 0, 0, 0), np.zeros(3)
                center = rng.uniform([-1.2, -0.9, -0.1], [1.2, 0.9, 0.5]) if name == "hills" else np.zeros(3)
                first = np.zeros((0, 3))
                if name == "element":
                    first = np.round(rng.uniform(-0.3, 0.3, size=(3, 3)), 3)
                    d.qpos[:9] = first.ravel()
                elif name != "hills":
                    turn = golden_convex.turn(rng, rng.uniform() < 0.3)
                    pos = np.round(rng.uniform(-1, 1, size=3), 2)
                    g = m.geom(name).id
                    body = m.body_mocapid[m.geom_bodyid[g]]
                    d.mocap_pos[body], d.mocap_quat[body] = pos, turn
                    dir = rng.normal(size=3)
                    center = pos + dir / np.linalg.norm(dir) * rng.uniform(0, 1.2) * (0.15 + m.geom_rbound[g])
                start = 0 if flex == 0 else 9
                corners = np.round(center + rng.uniform(-0.3, 0.3, size=(counts[flex], 3)), 3)
                d.qpos[start : start + 3 * counts[flex]] = corners.ravel()
                mujoco.mj_forward(m, d)
                found = []
                for c in d.contact[: d.ncon]:
                    if name == "element" and list(c.flex) == [0, 1]:
                        found.append(c)
                    elif name != "element" and c.flex[1] == flex and c.geom[0] == m.geom(name).id:
                        found.append(c)
                element = f"{counts[flex]} {words(corners)} {words(d.flexelem_aabb[flex, :3])} {words(m.flex_radius[flex])}"
                if name == "element":
                    who = f"element 3 {words(first)} {words(d.flexelem_aabb[0, :3])} {words(m.flex_radius[0])}"
                else:
                    who = f"solid {m.geom(name).id} {words(pos)} {words(turn)}"
                print(who, element, margin, native, len(found), end=" ")
                print(" ".join(show([c.dist, *c.pos, *c.frame[:3]]) for c in found))


if __name__ == "__main__":
    main()
