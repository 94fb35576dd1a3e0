"""Meshes, height fields, textures and materials: written inline, built in, or in files beside the document."""

from random_models.draw import element
from support import formats

BUILTIN = {
    "sphere": lambda draw: [draw.randint(0, 2)],
    "hemisphere": lambda draw: [draw.randint(1, 3)],
    "cone": lambda draw: [draw.randint(3, 8), draw.uniform(0, 1)],
    "supersphere": lambda draw: [draw.randint(4, 8), draw.uniform(0.3, 1.5), draw.uniform(0.3, 1.5)],
    "supertorus": lambda draw: [draw.randint(4, 8), draw.uniform(0.2, 0.6), draw.uniform(0.5, 1.5), draw.uniform(0.5, 1.5)],
    "wedge": lambda draw: [draw.randint(2, 5), draw.randint(2, 5), draw.uniform(20, 90), draw.uniform(10, 60), 0],
    "plate": lambda draw: [draw.randint(2, 5), draw.randint(2, 5)],
}


def shape(draw):
    """Vertices and outward triangles of a random closed surface: a box, a prism or a spiky ball."""
    kind = draw.pick("box", "prism", "ball")
    if kind == "box":
        points, triangles, _ = formats.block(draw.pick(1, 1, 2), [x * 2 for x in draw.positive(3, 0.05, 0.15)])
    elif kind == "prism":
        points, triangles = formats.prism(draw.randint(3, 7), draw.uniform(0.05, 0.15), draw.uniform(0.05, 0.2))
    else:
        points, triangles = formats.ball(draw.randint(3, 5), draw.randint(4, 7))
        points = [[x * draw.uniform(0.08, 0.16) for x in p] for p in points]
    return [[x + draw.uniform(-0.01, 0.01) for x in p] for p in points], triangles


def mesh(draw, scene):
    name = draw.name("m")
    made = {"name": name}
    kind = draw.pick("hull", "hull", "faces", "stl", "obj", "builtin", "msh")
    if kind == "hull":
        made["vertex"] = draw.vector(3 * draw.randint(5, 24), 0.15)
    elif kind == "builtin":
        builtin = draw.choice(sorted(BUILTIN))
        made |= {"builtin": builtin, "params": BUILTIN[builtin](draw), "scale": draw.positive(3, 0.05, 0.15)}
    else:
        points, triangles = shape(draw)
        if kind == "faces":
            made |= {"vertex": [x for p in points for x in p], "face": [i for t in triangles for i in t]}
        else:
            scene.files[f"{name}.{kind}"] = getattr(formats, kind)(points, triangles)
            made["file"] = f"{name}.{kind}"
        if draw.chance(0.2):
            made["smoothnormal"] = True
    if kind != "builtin":
        made["scale"] = draw.maybe(0.15, lambda: [s * draw.pick(1, 1, -1) for s in draw.positive(3, 0.5, 1.5)])
        made["refpos"] = draw.maybe(0.15, lambda: draw.vector(3, 0.1))
        made["refquat"] = draw.maybe(0.1, lambda: draw.vector(4))
    inertias = ["convex", "shell", "legacy"] + (["exact"] if kind in ("faces", "stl", "obj", "msh") else [])
    made["inertia"] = draw.maybe(0.3, lambda: draw.choice(inertias))
    made["maxhullvert"] = draw.maybe(0.1, lambda: draw.randint(4, 12))
    if scene.classes:
        made["class_"] = draw.maybe(0.1, lambda: draw.choice(scene.classes))
    scene.meshes.append(name)
    return element("mesh", **made)


def hfield(draw, scene):
    name, rows, columns = draw.name("h"), draw.randint(2, 6), draw.randint(2, 6)
    scene.hfields.append(name)
    made = {"name": name, "size": [1.5, 1.5, draw.uniform(0.1, 0.5), 0.1]}
    kind = draw.pick("inline", "binary", "png")
    if kind == "inline":
        return element("hfield", **made, nrow=rows, ncol=columns, elevation=draw.positive(rows * columns, 0, 1))
    if kind == "binary":
        scene.files[f"{name}.bin"] = formats.height_field(rows, columns, draw.positive(rows * columns, 0, 1))
        return element("hfield", **made, file=f"{name}.bin")
    scene.files[f"{name}.png"] = formats.png(columns, rows, 1, bytes(draw.randrange(256) for _ in range(rows * columns)))
    return element("hfield", **made, file=f"{name}.png")


def texture(draw, scene):
    name = draw.name("t")
    kind = draw.pick("2d", "cube")
    made = {"name": name, "type": kind}
    if draw.chance(0.25):
        channels, side = draw.pick(1, 3, 4), draw.randint(1, 6)
        width = side if kind == "cube" else draw.randint(1, 6)
        scene.files[f"{name}.png"] = formats.png(width, side, channels, bytes(draw.randrange(256) for _ in range(width * side * channels)))
        made["file"] = f"{name}.png"
        # cube textures from files have three channels, built-in textures three or four: DIFFERENCE(texture-channels)
        made["nchannel"] = draw.maybe(0.3, lambda: draw.pick(1, 4)) if kind == "2d" else None
        made["hflip"] = draw.maybe(0.2, lambda: True)
        made["vflip"] = draw.maybe(0.2, lambda: True)
    else:
        made |= {"builtin": draw.pick("checker", "gradient", "flat"), "width": draw.randint(2, 12), "height": draw.randint(2, 12)}
        made |= {"rgb1": draw.positive(3, 0, 1), "rgb2": draw.positive(3, 0, 1)}
        made["nchannel"] = draw.maybe(0.1, lambda: 4)
        made["mark"] = draw.maybe(0.4, lambda: draw.pick("edge", "cross", "random"))
    scene.textures.append(name)
    return element("texture", **made)


def material(draw, scene):
    name = draw.name("a")
    scene.materials.append(name)
    made = {"name": name, "rgba": draw.maybe(0.5, lambda: draw.positive(4, 0, 1)), "texuniform": draw.maybe(0.2, lambda: True)}
    if scene.textures:
        made["texture"] = draw.maybe(0.6, lambda: draw.choice(scene.textures))
    made["texrepeat"] = draw.maybe(0.3, lambda: draw.positive(2, 0.5, 4))
    made["reflectance"] = draw.maybe(0.2, draw.random)
    return element("material", **made)


def section(draw, scene):
    parts = [mesh(draw, scene) for _ in range(draw.several([2, 3, 3, 2]))]
    if draw.chance(0.2) and not scene.soft:
        # contacts between height fields and flexes are DIFFERENCE(terrain-element)
        parts.append(hfield(draw, scene))
    if draw.chance(0.25):
        parts += [texture(draw, scene) for _ in range(draw.randint(1, 2))]
        parts += [material(draw, scene) for _ in range(draw.randint(1, 2))]
    return "".join(parts)
