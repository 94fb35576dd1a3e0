"""Robots in URDF: trees of links with every type of joint, shapes, materials, and settings of the extension element."""

from random_models.draw import element
from support import formats

JOINTS = ("revolute", "revolute", "continuous", "prismatic", "fixed", "floating", "planar", "spherical")


def origin(draw, p=0.7):
    if not draw.chance(p):
        return ""
    return element("origin", xyz=draw.maybe(0.9, lambda: draw.vector(3, 0.3)), rpy=draw.maybe(0.6, lambda: draw.vector(3, 3)))


def geometry(draw, files):
    kind = draw.pick("box", "cylinder", "sphere", "capsule", "mesh")
    if kind == "box":
        shape = element("box", size=draw.positive(3, 0.05, 0.3))
    elif kind == "sphere":
        shape = element("sphere", radius=draw.uniform(0.03, 0.15))
    elif kind == "mesh":
        ending = draw.pick("stl", "obj")
        name = draw.name("part")
        files[f"{name}.{ending}"] = getattr(formats, ending)(*formats.block(1, draw.positive(3, 0.1, 0.3))[:2])
        folder = draw.pick("", "meshes/", "package://robot/meshes/")
        shape = element("mesh", filename=f"{folder}{name}.{ending}", scale=draw.maybe(0.4, lambda: draw.positive(3, 0.5, 1.5)))
    else:
        shape = element(kind, radius=draw.uniform(0.03, 0.1), length=draw.uniform(0.05, 0.3))
    return element("geometry", shape)


def inertial(draw):
    a, b, c = draw.positive(3, 0.02, 0.03)
    xy, xz, yz = draw.vector(3, 0.004)
    return element("inertial", origin(draw, 0.5), element("mass", value=draw.uniform(0.1, 3)),
                   element("inertia", ixx=a, iyy=b, izz=c, ixy=xy, ixz=xz, iyz=yz))  # fmt: skip


def material(draw):
    color = element("color", rgba=draw.positive(4, 0, 1))
    return element("material", color if draw.chance(0.7) else "", name=draw.pick("red", "blue", draw.name("c")))


def link(draw, name, files):
    inside = [inertial(draw)] if draw.chance(0.6) else []
    for _ in range(draw.several([1, 4, 2])):
        inside.append(element("collision", origin(draw), geometry(draw, files), name=draw.maybe(0.2, lambda: draw.name("g"))))
    for _ in range(draw.several([2, 3, 1])):
        inside.append(element("visual", origin(draw), geometry(draw, files), material(draw) if draw.chance(0.6) else ""))
    # a moving link needs a mass
    if not any(part.startswith(("<inertial", "<collision")) for part in inside):
        inside.append(inertial(draw))
    return element("link", *inside, name=name)


def joint(draw, parent, child):
    kind = draw.choice(JOINTS)
    inside = [element("parent", link=parent), element("child", link=child), origin(draw)]
    if draw.chance(0.8):
        inside.append(element("axis", xyz=draw.pick([1, 0, 0], [0, 1, 0], [0, 0, 1], draw.vector(3))))
    if kind != "spherical" and draw.chance(0.7):
        low = draw.uniform(-2, 0.2)
        inside.append(element("limit", lower=low, upper=low + draw.uniform(0.1, 2), effort=draw.maybe(0.7, lambda: draw.uniform(0, 20)), velocity=3))
    if draw.chance(0.5):
        inside.append(element("dynamics", damping=draw.maybe(0.8, lambda: draw.uniform(0, 2)), friction=draw.maybe(0.6, lambda: draw.uniform(0, 0.5))))
    if draw.chance(0.1):
        inside.append(element("mimic", joint="j1", multiplier=2))
    return element("joint", *inside, name=f"j_{child}", type=kind)


def extension(draw):
    made = {"meshdir": None, "strippath": draw.pick("true", "false", "true"), "discardvisual": draw.maybe(0.6, lambda: draw.chance(0.4))}
    for name, p, make in (
        ("fusestatic", 0.6, lambda: draw.chance(0.3)),
        ("balanceinertia", 0.3, lambda: True),
        ("inertiafromgeom", 0.2, lambda: draw.pick("true", "auto", "false")),
        ("boundmass", 0.2, lambda: 0.01),
        ("boundinertia", 0.2, lambda: 0.001),
        ("angle", 0.1, lambda: draw.pick("radian", "degree")),
        ("eulerseq", 0.1, lambda: "zyx"),
        ("settotalmass", 0.1, lambda: 5),
    ):
        made[name] = draw.maybe(p, make)
    options = element("option", timestep=draw.pick(0.001, 0.004), integrator=draw.pick("Euler", "implicitfast"), gravity=draw.maybe(0.3, lambda: draw.vector(3, 9)))
    return element("mujoco", element("compiler", **made), options if draw.chance(0.4) else "")


def document(draw, files):
    """A whole robot."""
    links = [draw.name("link") for _ in range(draw.randint(1, 7))]
    parts = [extension(draw)] if draw.chance(0.75) else []
    if draw.chance(0.3):
        parts += [element("material", element("color", rgba=draw.positive(4, 0, 1)), name=name) for name in ("red", "blue")]
    parts += [link(draw, name, files) for name in links]
    for k, name in enumerate(links[1:], 1):
        if draw.chance(0.95):
            parts.append(joint(draw, draw.choice(links[:k]), name))
    draw.shuffle(parts)
    return element("robot", *parts, name=draw.maybe(0.8, lambda: "generated"))
