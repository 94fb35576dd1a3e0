"""Settings of a model: compiler, options, flags, sizes, statistics, visual, custom numbers, and default classes."""

from random_models.draw import element

DISABLED = {
    "constraint": 0.03, "equality": 0.05, "frictionloss": 0.05, "limit": 0.05, "contact": 0.08, "spring": 0.05, "damper": 0.05,
    "gravity": 0.04, "clampctrl": 0.05, "warmstart": 0.1, "filterparent": 0.1, "actuation": 0.04, "refsafe": 0.1, "sensor": 0.03,
    "midphase": 0.1, "eulerdamp": 0.1, "autoreset": 0.05, "nativeccd": 0.12, "island": 0.15,
}  # fmt: skip
ENABLED = {"override": 0.06, "energy": 0.4, "fwdinv": 0.1, "invdiscrete": 0.1, "multiccd": 0.2}


def compiler(draw, scene):
    made = {}
    for name, p, make in (
        # nodes of fused bodies beside those of flexes are DIFFERENCE(flex-after-idle-nodes)
        ("fusestatic", 0.0 if scene.soft else 0.1, lambda: True),
        ("balanceinertia", 0.1, lambda: True),
        ("inertiafromgeom", 0.1, lambda: draw.pick("true", "auto")),
        ("boundmass", 0.1, lambda: 0.05),
        ("boundinertia", 0.1, lambda: 0.001),
        ("settotalmass", 0.1, lambda: draw.uniform(1, 20)),
        ("alignfree", 0.1, lambda: True),
        ("eulerseq", 0.1, lambda: draw.pick("xyz", "XYZ", "zyx", "yXz")),
        ("autolimits", 0.08, lambda: False),
        ("angle", 0.1, lambda: "radian"),
        ("discardvisual", 0.05, lambda: True),
        ("inertiagrouprange", 0.05, lambda: [0, draw.randint(1, 5)]),
        ("usethread", 0.1, lambda: draw.chance(0.5)),
    ):
        made[name] = draw.maybe(p, make)
    return element("compiler", **made)


def option(draw, scene):
    made = {
        "timestep": draw.pick(0.001, 0.002, 0.005, 0.01),
        "integrator": draw.pick("Euler", "RK4", "implicit", "implicitfast"),
        "solver": draw.pick("PGS", "CG", "Newton", "Newton"),
        "cone": draw.pick("pyramidal", "elliptic"),
        "jacobian": draw.pick("dense", "sparse", "auto"),
    }
    for name, p, make in (
        ("noslip_iterations", 0.2, lambda: draw.pick(1, 3, 10)),
        ("impratio", 0.2, lambda: draw.uniform(0.3, 10)),
        ("density", 0.2, lambda: draw.uniform(0, 1200)),
        ("viscosity", 0.2, lambda: draw.uniform(0, 0.1)),
        ("wind", 0.15, lambda: draw.vector(3)),
        ("gravity", 0.2, lambda: draw.vector(3, 10)),
        ("magnetic", 0.1, lambda: draw.vector(3)),
        ("iterations", 0.15, lambda: draw.pick(1, 2, 5, 20, 200)),
        ("ls_iterations", 0.1, lambda: draw.pick(1, 3, 10)),
        ("tolerance", 0.1, lambda: draw.pick("0", "1e-4", "1e-12")),
        ("ccd_iterations", 0.05, lambda: draw.pick(5, 20, 100)),
        ("sdf_iterations", 0.05, lambda: draw.pick(1, 5, 20)),
        ("sdf_initpoints", 0.05, lambda: draw.pick(1, 10, 40)),
        ("actuatorgroupdisable", 0.05, lambda: draw.pick("0", "1", "0 2")),
        ("o_margin", 0.06, lambda: 0.02),
        ("o_solref", 0.06, lambda: [0.03, 1]),
        ("o_friction", 0.06, lambda: [0.8, 0.8, 0.01, 0.001, 0.001]),
    ):
        made[name] = draw.maybe(p, make)
    flags = {name: "disable" for name, p in DISABLED.items() if draw.chance(p)}
    flags |= {name: "enable" for name, p in ENABLED.items() if draw.chance(p)}
    if scene.sleep:
        flags["sleep"] = "enable"
        made["sleep_tolerance"] = draw.maybe(0.3, lambda: draw.pick(0.01, 1, 10))
    return element("option", element("flag", **flags), **made)


def size(draw):
    made = {"nuserdata": draw.randrange(3)}
    for name in ("nuser_body", "nuser_jnt", "nuser_geom", "nuser_site", "nuser_tendon", "nuser_actuator", "nuser_sensor"):
        made[name] = draw.maybe(0.05, lambda: draw.pick(-1, 2, 3))
    return element("size", **made)


def statistic(draw):
    if not draw.chance(0.15):
        return ""
    made = {name: draw.maybe(0.4, lambda: draw.uniform(0.01, 3)) for name in ("meaninertia", "meanmass", "meansize", "extent")}
    return element("statistic", **made, center=draw.maybe(0.3, lambda: draw.vector(3)))


def visual(draw):
    if not draw.chance(0.15):
        return ""
    parts = [
        element("global", fovy=draw.uniform(20, 90), azimuth=draw.uniform(-180, 180), offwidth=draw.pick(64, 640), orthographic=draw.chance(0.2)),
        element("quality", shadowsize=draw.pick(256, 4096), offsamples=draw.pick(0, 4), numslices=draw.pick(8, 28)),
        element("headlight", ambient=draw.positive(3, 0, 1), active=draw.pick(0, 1)),
        element("map", stiffness=draw.uniform(1, 200), znear=draw.uniform(0.001, 0.1), zfar=draw.uniform(10, 90)),
        element("scale", contactwidth=draw.uniform(0.1, 1), jointlength=draw.uniform(0.1, 2)),
        element("rgba", force=draw.positive(4, 0, 1), haze=draw.positive(4, 0, 1)),
    ]
    return element("visual", *draw.some(parts, 1, 4))


def custom(draw, scene):
    """Numbers, text and tuples of objects."""
    if not draw.chance(0.15):
        return ""
    parts = [element("numeric", name=draw.name("n"), data=draw.vector(3), size=draw.maybe(0.5, lambda: draw.randint(3, 6)))]
    parts.append(element("text", name=draw.name("x"), data=draw.pick("some words", "1 2 3")))
    kinds = [(kind, getattr(scene.names, kind)) for kind in ("body", "geom", "site", "camera", "tendon", "actuator")]
    kinds = [(kind, names) for kind, names in kinds if names]
    if kinds and draw.chance(0.6):
        chosen = (draw.choice(kinds) for _ in range(draw.randint(1, 3)))
        inside = [element("element", objtype=kind, objname=draw.choice(names), prm=draw.uniform(0, 2)) for kind, names in chosen]
        parts.append(element("tuple", *inside, name=draw.name("u")))
    return element("custom", *draw.some(parts, 1, 3))


# attributes of each element that a class may set
def class_content(draw, scene):
    parts = [
        element("geom", condim=draw.pick(1, 3), friction=draw.positive(1, 0.2, 1.5), rgba=draw.positive(4, 0, 1)),
        element("geom", density=draw.uniform(200, 2000), margin=draw.uniform(0, 0.02), solref=[draw.uniform(0.01, 0.05), 1]),
        element("joint", damping=draw.uniform(0, 2), armature=draw.uniform(0, 0.2), frictionloss=draw.maybe(0.3, lambda: draw.uniform(0, 0.3))),
        element("joint", stiffness=draw.uniform(0, 10), solreflimit=[draw.uniform(0.01, 0.05), 1]),
        element("site", size=draw.positive(1, 0.01, 0.1), rgba=draw.positive(4, 0, 1)),
        element("pair", condim=draw.pick(1, 3), margin=draw.uniform(0, 0.02)),
        element("equality", solref=[draw.uniform(0.01, 0.1), 1], active=draw.maybe(0.1, lambda: False)),
        element("tendon", stiffness=draw.uniform(0, 10), damping=draw.uniform(0, 2), width=draw.uniform(0.001, 0.02)),
        element("motor", gear=draw.vector(1, 3), ctrlrange=[-1, 1]),
        element("position", kp=draw.uniform(1, 30), kv=draw.maybe(0.5, lambda: draw.uniform(0, 2))),
        element("general", gainprm=draw.vector(1, 4), forcerange=[-3, 3]),
        element("mesh", scale=draw.positive(3, 0.8, 1.2)),
        element("material", specular=draw.random(), shininess=draw.random()),
    ]
    found, seen = [], set()
    for part in draw.some(parts, 1, 5):
        # one element of each type, and one type of actuator
        kind = part[1 : part.index(" ")] if " " in part else part
        kind = "actuator" if kind in ("motor", "position", "general") else kind
        if kind not in seen:
            seen.add(kind)
            found.append(part)
    return "".join(found)


def defaults(draw, scene):
    """The tree of classes; `scene.classes` are their names afterwards."""
    if not draw.chance(0.45):
        return ""

    def nested(depth):
        inside = class_content(draw, scene)
        for _ in range(draw.pick(0, 1, 2) if depth else 0):
            name = draw.name("k")
            scene.classes.append(name)
            inside += element("default", nested(depth - 1), class_=name)
        return inside

    return element("default", nested(2), class_=draw.maybe(0.2, lambda: "main"))


def keyframes(draw, scene):
    """Keyframes with the values whose length the generator knows."""
    if not draw.chance(0.35):
        return ""
    keys = []
    for _ in range(draw.randint(1, 3)):
        made = {"name": draw.maybe(0.6, lambda: draw.name("key")), "time": draw.maybe(0.3, lambda: draw.uniform(0, 3))}
        if scene.nq:
            made["qpos"] = draw.maybe(0.6, lambda: draw.vector(scene.nq))
            made["qvel"] = draw.maybe(0.5, lambda: draw.vector(scene.nv))
        if scene.nu:
            made["ctrl"] = draw.maybe(0.5, lambda: draw.vector(scene.nu))
        if scene.na:
            made["act"] = draw.maybe(0.5, lambda: draw.vector(scene.na))
        if scene.nmocap:
            made["mpos"] = draw.maybe(0.5, lambda: draw.vector(3 * scene.nmocap))
            made["mquat"] = draw.maybe(0.5, lambda: draw.vector(4 * scene.nmocap))
        keys.append(element("key", **made))
    return element("keyframe", *keys)
