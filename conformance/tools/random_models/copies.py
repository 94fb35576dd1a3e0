"""Replicates, attached models and included files."""

from random_models import assets, settings, soft
from random_models.bodies import body, framed, geom, site
from random_models.draw import element
from random_models.scene import Names, Scene


def replicate(draw, scene):
    """Copies of bodies, geoms or sites, named by their numbers."""
    kind, count = draw.pick("body", "body", "geoms", "nested", "cable"), draw.randint(1, 5)
    separator = draw.pick("", "-", "_")
    around, outer = scene.names, scene.nq
    scene.names = Names()
    if kind == "geoms":
        inside = geom(draw, scene, static=True) + site(draw, scene)
    elif kind == "nested":
        inner = body(draw, scene, 0, True)
        inside = element("replicate", inner, count=2, offset=draw.vector(3, 0.2), sep="+")
        copies = [scene.names.renamed(lambda name, k=k: f"{name}+{k}") for k in range(2)]
        scene.names = copies[0]
        scene.names.extend(copies[1])
    elif kind == "cable":
        # replicates that contain a plugin are DIFFERENCE(plugin-copies)
        inside, count = soft.cable(draw, scene, elastic=False), min(count, 3)
    else:
        inside = body(draw, scene, draw.pick(0, 1), True)
    copied, scene.names = scene.names, around
    digits = len(str(count - 1))
    for k in range(count):
        scene.names.extend(copied.renamed(lambda name, k=k: f"{name}{separator}{k:0{digits}d}"))
    if scene.nq is not None and scene.nq > outer:
        # the length of a keyframe is checked against the copies made before it
        scene.unknown_coordinates()
    made = {"count": count, "sep": separator or None, "offset": draw.vector(3, 0.4)}
    made["euler"] = draw.maybe(0.5, lambda: draw.vector(3, 60))
    return element("replicate", inside, **made)


def attached(draw, scene, sections):
    """A model in a separate file, attached to the world or a body; `sections` adds elements that refer to it."""
    name, prefix = draw.name("part"), draw.name("p") + "_"
    part = Scene(sleep=scene.sleep, soft=scene.soft)
    head = settings.defaults(draw, part)
    stored = assets.section(draw, part)
    roots = [body(draw, part, draw.pick(0, 1, 2), True) for _ in range(draw.pick(1, 1, 2))]
    tops = [root.split('name="', 1)[1].split('"', 1)[0] for root in roots]
    bending = soft.flexcomp(draw, part) if scene.soft else soft.cable(draw, part, elastic=False) if draw.chance(0.1) else ""
    if bending and draw.chance(0.5):
        top = draw.name("b")
        bending = element("body", element("geom", size=0.05), bending, name=top)
        roots.insert(0, bending)
        tops.insert(0, top)
    else:
        roots.append(bending)
    whole = bool(bending) or draw.chance(0.25)
    rest = "" if not draw.chance(0.7) else sections(draw, part)
    compiler = element("compiler", angle=draw.maybe(0.3, lambda: "radian"), eulerseq=draw.maybe(0.2, lambda: "zyx"),
                       autolimits=draw.maybe(0.1, lambda: False))  # fmt: skip
    deformable = element("deformable", *part.sections["deformable"]) if "deformable" in part.sections else ""
    document = element("mujoco", compiler, head, element("asset", stored), element("worldbody", *roots), deformable, rest, model=name)
    scene.files[f"{name}.xml"] = document.encode()
    scene.files |= part.files
    scene.add("asset", element("model", name=name, file=f"{name}.xml"))
    scene.callbacks |= part.callbacks
    for plugin in part.extensions:
        scene.extensions.setdefault(plugin, [])
    if whole:
        scene.unknown_coordinates()
        taken = element("attach", model=name, prefix=prefix)
    else:
        taken = element("attach", model=name, body=tops[0], prefix=prefix)
        scene.unknown_coordinates()
    # if only a part is attached, only the names of its first tree are known to exist
    names = part.names if whole or len(roots) == 1 else Names(body=[tops[0]])
    scene.names.extend(names.renamed(lambda inner: prefix + inner))
    scene.na = scene.nu = None
    return framed(draw, scene, taken, 0.4)
