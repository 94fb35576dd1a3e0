"""Sensors of every type, including user sensors and the touch grid plugin."""

from random_models.draw import element

AT_SITE = ("touch", "accelerometer", "velocimeter", "gyro", "force", "torque", "magnetometer", "rangefinder")
RELATIVE = ("framepos", "framequat", "framexaxis", "frameyaxis", "framezaxis", "framelinvel", "frameangvel")
WITHOUT_CUTOFF = ("framequat", "framexaxis", "frameyaxis", "framezaxis", "ballquat", "normal")
CONTACT_DATA = ("found", "found force", "found force torque dist pos normal tangent", "force dist", "pos normal")


def sampled(draw, kind):
    """Attributes that most sensors have."""
    made = {"name": draw.name("z")}
    if kind not in WITHOUT_CUTOFF and kind != "contact":
        made["cutoff"] = draw.maybe(0.15, lambda: draw.uniform(0.01, 5))
    if draw.chance(0.08):
        made |= {"nsample": draw.pick(1, 3), "delay": draw.pick(0.0, 0.004), "interp": draw.maybe(0.5, lambda: draw.pick("zoh", "linear", "cubic"))}
        made["interval"] = draw.maybe(0.3, lambda: [draw.pick(0.004, 0.01), 0.0])
    made["noise"] = draw.maybe(0.05, lambda: draw.uniform(0, 0.1))
    return made


def objects(names):
    kinds = [("body", names.body), ("xbody", names.body), ("geom", names.geom), ("site", names.site), ("camera", names.camera)]
    return [(kind, known) for kind, known in kinds if known]


def candidates(draw, scene):
    """Sensors that this scene supports, as tag and attributes."""
    names, found = scene.names, []
    if names.site:
        at = draw.choice(names.site)
        found += [(kind, {"site": at}) for kind in AT_SITE]
        if names.camera:
            found.append(("camprojection", {"site": at, "camera": draw.choice(names.camera)}))
        kind, known = draw.choice([pair for pair in objects(names) if pair[0] != "xbody"])
        found.append(("insidesite", {"site": at, "objtype": kind, "objname": draw.choice(known)}))
    if names.camera:
        data = draw.some(["dist", "dir", "origin", "point", "normal", "depth"], 1, 4)
        order = ["dist", "dir", "origin", "point", "normal", "depth"]
        found.append(("rangefinder", {"camera": draw.choice(names.camera), "data": sorted(data, key=order.index)}))
    for known, kinds in (
        (names.hinge, ("jointpos", "jointvel", "jointactuatorfrc")),
        (names.ball, ("ballquat", "ballangvel")),
        (names.limited, ("jointlimitpos", "jointlimitvel", "jointlimitfrc")),
    ):
        found += [(kind, {"joint": draw.choice(known)}) for kind in kinds if known]
    for what, known, kinds in (
        ("tendon", names.tendon, ("tendonpos", "tendonvel", "tendonactuatorfrc")),
        ("actuator", names.actuator, ("actuatorpos", "actuatorvel", "actuatorfrc")),
        ("body", names.body, ("subtreecom", "subtreelinvel", "subtreeangmom")),
    ):
        found += [(kind, {what: draw.choice(known)}) for kind in kinds if known]
    known = objects(names)
    if known:
        kind, options = draw.choice(known)
        frame = {"objtype": kind, "objname": draw.choice(options)}
        reference = {}
        if draw.chance(0.4):
            kind, options = draw.choice(known)
            reference = {"reftype": kind, "refname": draw.choice(options)}
        found += [(kind, frame | reference) for kind in RELATIVE] + [(kind, frame) for kind in ("framelinacc", "frameangacc")]
    return found + [(kind, {}) for kind in ("e_potential", "e_kinetic", "clock")] + between(draw, names)


def between(draw, names):
    """Sensors between two geoms or bodies."""
    found = []
    solid = [name for name in names.geom if name != "floor"]
    if len(solid) > 1:
        first, second = draw.sample(solid, 2)
        found += [(kind, {"geom1": first, "geom2": second, "cutoff": 1}) for kind in ("distance", "normal", "fromto")]
    if names.geom:
        sides = [{"geom1": draw.choice(names.geom)}]
        if names.body:
            sides += [{"body1": draw.choice(names.body)}, {"subtree1": draw.choice(names.body)}, {"body1": draw.choice(names.body), "geom2": draw.choice(names.geom)}]
        if names.site:
            sides.append({"site": draw.choice(names.site), "geom2": draw.choice(names.geom)})
        what = {"num": draw.pick(1, 2, 4), "data": draw.choice(CONTACT_DATA), "reduce": draw.pick("none", "mindist", "maxforce", "netforce")}
        found += [("contact", draw.choice(sides) | what)] * 2
    return found


def user(draw, scene):
    """A sensor computed by a callback."""
    scene.callbacks.add("sensors")
    made = {"name": draw.name("z"), "dim": draw.randint(1, 4), "needstage": draw.pick("pos", "vel", "acc")}
    made["datatype"] = draw.pick("real", "real", "positive", "axis", "quaternion")
    made["dim"] = {"axis": 3, "quaternion": 4}.get(made["datatype"], made["dim"])
    known = objects(scene.names)
    if known and draw.chance(0.4):
        kind, options = draw.choice(known)
        made |= {"objtype": kind, "objname": draw.choice(options)}
    if made["datatype"] in ("real", "positive"):
        made["cutoff"] = draw.maybe(0.3, lambda: draw.uniform(0.1, 2))
    return element("user", **made)


def touch_grid(draw, scene):
    """A touch grid; contacts with flexes are DIFFERENCE(plugin-outside-arrays)."""
    instances = scene.extensions.setdefault("mujoco.sensor.touch_grid", [])
    keys = {"size": [draw.randint(1, 4), draw.randint(1, 4)], "fov": [draw.uniform(10, 90), draw.uniform(10, 45)], "gamma": draw.uniform(0, 1), "nchannel": draw.randint(1, 6)}
    config = [element("config", key=key, value=value) for key, value in keys.items()]
    where = {"objtype": "site", "objname": draw.choice(scene.names.site)}
    if draw.chance(0.3):
        name = draw.name("i")
        instances.append(element("instance", *config, name=name))
        return element("plugin", name=draw.name("z"), instance=name, **where)
    return element("plugin", *config, name=draw.name("z"), plugin="mujoco.sensor.touch_grid", **where)


def section(draw, scene, plugins=True):
    if not draw.chance(0.75):
        return ""
    parts = []
    for _ in range(draw.randrange(1, 8)):
        if draw.chance(0.06):
            parts.append(user(draw, scene))
        elif plugins and not scene.soft and scene.names.site and draw.chance(0.05):
            parts.append(touch_grid(draw, scene))
        elif scene.meshes and scene.names.mesh_geom and draw.chance(0.04):
            made = {"name": draw.name("z"), "geom": draw.choice(scene.names.mesh_geom), "mesh": draw.choice(scene.meshes)}
            parts.append(element("tactile", **made))
        else:
            kind, made = draw.choice(candidates(draw, scene))
            parts.append(element(kind, **sampled(draw, kind) | made))
    return element("sensor", *parts)
