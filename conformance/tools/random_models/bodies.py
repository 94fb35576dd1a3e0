"""Kinematic trees: bodies with joints, geoms, sites, cameras and lights, in frames and classes."""

from random_models.draw import element

SHAPES = ("sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sphere", "capsule", "box")
MODES = ("fixed", "track", "trackcom", "targetbody", "targetbodycom")


def condim(draw, scene):
    """A contact dimension; without torsional and rolling friction beside flexes, which is DIFFERENCE(flex-torsion)."""
    return draw.pick(1, 3) if scene.soft else draw.pick(1, 3, 4, 6)


def geom(draw, scene, static=False, big=False):
    kind = draw.choice(SHAPES)
    if static and draw.chance(0.15):
        kind = "plane"
    elif static and scene.hfields and draw.chance(0.1):
        kind = "hfield"
    if kind == "mesh" and not scene.meshes:
        kind = "box"
    name, size = draw.name("g"), 2.0 if big else 1.0
    made = {"name": name, "type": kind}
    if kind == "mesh":
        made["mesh"] = draw.choice(scene.meshes)
        if draw.chance(0.15):
            # a primitive fitted to the mesh
            made["type"] = draw.pick("box", "sphere", "capsule", "cylinder", "ellipsoid")
            made["fitscale"] = draw.maybe(0.5, lambda: draw.uniform(0.5, 1.5))
            made["size"] = draw.maybe(0.3, lambda: draw.positive(3, 0.03, 0.15))
    elif kind == "hfield":
        made["hfield"] = draw.choice(scene.hfields)
    elif kind == "plane":
        made["size"] = [draw.pick(0, 1, 2), draw.pick(0, 2), 0.1]
    elif kind in ("capsule", "cylinder", "box", "ellipsoid") and draw.chance(0.4):
        made |= {"size": [draw.uniform(0.02, 0.1) * size], "fromto": [0, 0, 0, *draw.vector(3, 0.3 * size)]}
    else:
        made["size"] = draw.positive(3, 0.03 * size, 0.15 * size)
    if "fromto" not in made:
        made |= draw.pose(0.1)
    made |= surface(draw, scene, kind)
    scene.names.geom.append(name)
    if made["type"] == "mesh":
        scene.names.mesh_geom.append(name)
    if made["type"] in ("sphere", "cylinder"):
        scene.names.wrap.append(name)
    return element("geom", **made)


def surface(draw, scene, kind):
    """Mass, contact parameters and appearance of a geom."""
    made = {}
    if draw.chance(0.1):
        made["mass"] = draw.uniform(0.1, 3)
    elif draw.chance(0.15):
        made["density"] = draw.uniform(100, 3000)
    if draw.chance(0.25):
        made["friction"] = [draw.uniform(0.1, 2), draw.uniform(0.001, 0.1), draw.uniform(0.0001, 0.01)]
    if draw.chance(0.4):
        made["condim"] = condim(draw, scene)
    if draw.chance(0.15):
        made["margin"] = draw.uniform(0, 0.05)
    if draw.chance(0.1):
        made["gap"] = draw.uniform(0, 0.03)
    if draw.chance(0.1):
        made["priority"] = draw.pick(0, 1, 2)
    if draw.chance(0.1):
        made["solmix"] = draw.uniform(0, 2)
    if draw.chance(0.12):
        made |= {"contype": draw.randrange(4), "conaffinity": draw.randrange(4)}
    if draw.chance(0.1):
        made["fluidshape"] = "ellipsoid"
        made["fluidcoef"] = draw.maybe(0.4, lambda: draw.positive(5, 0, 1.5))
    if kind not in ("mesh", "plane", "hfield") and draw.chance(0.06):
        made["shellinertia"] = True
    if draw.chance(0.1):
        made["group"] = draw.randrange(6)
    if scene.materials and draw.chance(0.2):
        made["material"] = draw.choice(scene.materials)
    if draw.chance(0.1):
        made["rgba"] = draw.positive(4, 0, 1)
    if draw.chance(0.05):
        made["user"] = draw.vector(draw.randint(1, 2))
    if scene.classes and draw.chance(0.25):
        made["class_"] = draw.choice(scene.classes)
    return made | draw.impedance()


def joint(draw, scene, kinds):
    kind, name = draw.choice(kinds), draw.name("j")
    made = {"name": name, "type": kind}
    if kind in ("slide", "hinge"):
        scene.coordinates(1, 1)
        scene.names.hinge.append(name)
        made["axis"] = draw.vector(3)
        made["springref"] = draw.maybe(0.3, lambda: draw.uniform(-1, 1))
        made["ref"] = draw.maybe(0.2, lambda: draw.uniform(-0.3, 0.3))
        if draw.chance(0.4):
            low = draw.uniform(-1, 0.2)
            scale = 50 if kind == "hinge" else 1
            made |= {"range": [low * scale, (low + draw.uniform(0.05, 2)) * scale], "limited": "true"}
            scene.names.limited.append(name)
        if draw.chance(0.15):
            made |= {"actuatorfrcrange": [-2, 3], "actuatorfrclimited": "true"}
        if draw.chance(0.08):
            made["springdamper"] = [draw.uniform(0.05, 0.5), draw.uniform(0.2, 1.5)]
    else:
        scene.coordinates(4, 3)
        scene.names.ball.append(name)
        if draw.chance(0.4):
            made |= {"range": [0, draw.uniform(5, 120)], "limited": "true"}
    if draw.chance(0.7):
        made["pos"] = draw.vector(3, 0.1)
    for attribute, p, high in (("stiffness", 0.3, 50), ("damping", 0.5, 3), ("armature", 0.25, 0.5), ("frictionloss", 0.2, 1), ("margin", 0.1, 0.1)):
        if draw.chance(p):
            made[attribute] = draw.uniform(0, high)
    made["actuatorgravcomp"] = draw.maybe(0.1, lambda: True)
    made["group"] = draw.maybe(0.05, lambda: draw.randrange(6))
    made["class_"] = draw.maybe(0.2, lambda: draw.choice(scene.classes)) if scene.classes else None
    return element("joint", **made, **draw.impedance("solreflimit", "solimplimit", 0.08), **draw.impedance("solreffriction", "solimpfriction", 0.08))


def joints(draw, scene, root):
    """The joints of one body."""
    kind = draw.random()
    if root and kind < 0.4:
        name = draw.name("j")
        scene.names.free.append(name)
        scene.coordinates(7, 6)
        if draw.chance(0.5):
            return element("freejoint", name=name, align=draw.maybe(0.2, lambda: draw.pick("true", "false", "auto")))
        return element("joint", name=name, type="free", damping=draw.uniform(0, 1), armature=draw.maybe(0.2, lambda: draw.uniform(0, 0.2)))
    if not root and kind < 0.5:
        return ""
    if kind < 0.65:
        return joint(draw, scene, ["ball"])
    return "".join(joint(draw, scene, ["slide", "hinge", "hinge"]) for _ in range(draw.pick(1, 1, 1, 2, 3)))


def site(draw, scene):
    name = draw.name("s")
    scene.names.site.append(name)
    made = {"type": draw.pick("sphere", "box", "ellipsoid", "cylinder", "capsule"), "size": draw.positive(3, 0.02, 0.2)}
    if made["type"] in ("cylinder", "capsule", "box") and draw.chance(0.1):
        made["fromto"] = draw.vector(6, 0.2)
    else:
        made |= draw.pose(0.2)
    return element("site", name=name, **made, group=draw.maybe(0.1, lambda: draw.randrange(6)))


def camera(draw, scene):
    name = draw.name("c")
    scene.names.camera.append(name)
    made = draw.pose(0.3)
    made["mode"] = draw.choice(MODES if scene.names.body else MODES[:3])
    if made["mode"].startswith("target"):
        made["target"] = draw.choice(scene.names.body)
    if draw.chance(0.25):
        made |= {"sensorsize": draw.positive(2, 0.01, 0.05), "focal": draw.positive(2, 0.01, 0.05), "principal": draw.vector(2, 0.005)}
    elif draw.chance(0.4):
        made["fovy"] = draw.uniform(20, 100)
    made["resolution"] = draw.pick([4, 3], [3, 3], [1, 1])
    if draw.chance(0.1):
        made["projection"] = "orthographic"
    return element("camera", name=name, **made)


def light(draw, scene):
    made = {"pos": draw.vector(3), "dir": draw.vector(3), "mode": draw.choice(MODES if scene.names.body else MODES[:3])}
    if made["mode"].startswith("target"):
        made["target"] = draw.choice(scene.names.body)
    name = draw.name("l")
    scene.names.light.append(name)
    return element("light", name=name, **made, type=draw.maybe(0.4, lambda: draw.pick("spot", "directional", "point")))


def inertial(draw):
    if draw.chance(0.4):
        diagonal = draw.positive(3, 0.02, 0.03)
        return element("inertial", pos=draw.vector(3, 0.1), mass=draw.uniform(0.1, 3), fullinertia=[*diagonal, *draw.vector(3, 0.004)])
    turned = draw.orientation() if draw.chance(0.6) else {}
    return element("inertial", pos=draw.vector(3, 0.1), mass=draw.uniform(0.1, 3), diaginertia=draw.positive(3, 0.02, 0.03), **turned)


def framed(draw, scene, content, p=0.12):
    """Wraps content in a frame, sometimes."""
    if not content or not draw.chance(p):
        return content
    childclass = draw.choice(scene.classes) if scene.classes and draw.chance(0.3) else None
    return element("frame", content, **draw.pose(0.2), childclass=childclass)


def body(draw, scene, depth, root):
    """A body with its elements and child bodies."""
    name = draw.name("b")
    where = [*draw.vector(2, 0.7), draw.uniform(0.05, 0.9)] if root else draw.vector(3, 0.3)
    made = {"name": name, "pos": where} | (draw.orientation() if draw.chance(0.4) else {})
    made["gravcomp"] = draw.maybe(0.1, lambda: draw.uniform(0, 1.5))
    if root and scene.sleep:
        made["sleep"] = draw.maybe(0.1, lambda: draw.pick("auto", "allowed", "never"))
    if scene.classes:
        made["childclass"] = draw.maybe(0.15, lambda: draw.choice(scene.classes))
    inside = [joints(draw, scene, root)]
    scene.names.body.append(name)
    if draw.chance(0.1):
        inside.append(inertial(draw))
    inside += [framed(draw, scene, geom(draw, scene)) for _ in range(draw.pick(1, 1, 1, 2, 3))]
    inside += [framed(draw, scene, site(draw, scene)) for _ in range(draw.pick(0, 1, 1, 2))]
    if draw.chance(0.15):
        inside.append(camera(draw, scene))
    if draw.chance(0.1):
        inside.append(light(draw, scene))
    if depth > 0:
        inside += [framed(draw, scene, body(draw, scene, depth - 1, False)) for _ in range(draw.pick(0, 1, 1, 1, 2))]
    return element("body", *inside, **made)
