"""Deformable elements: flexcomps of every type, flexes on bodies, cables, and skins."""

from random_models.bodies import condim
from random_models.draw import element
from support import formats

GRIDS = ("grid", "box", "cylinder", "ellipsoid", "square", "disc", "circle")


def contact(draw, scene, dim):
    made = {"selfcollide": draw.pick("none", "none", "auto", "narrow", "bvh", "sap")}
    made["internal"] = draw.maybe(0.3, lambda: draw.chance(0.5))
    made["condim"] = draw.maybe(0.3, lambda: condim(draw, scene))
    made["friction"] = draw.maybe(0.2, lambda: draw.positive(1, 0.1, 1.5))
    made["margin"] = draw.maybe(0.15, lambda: draw.uniform(0, 0.02))
    made["gap"] = draw.maybe(0.05, lambda: draw.uniform(0, 0.01))
    made["priority"] = draw.maybe(0.1, lambda: draw.pick(0, 1))
    made["solmix"] = draw.maybe(0.1, lambda: draw.uniform(0, 2))
    made["contype"] = draw.maybe(0.1, lambda: draw.randrange(4))
    made["conaffinity"] = draw.maybe(0.1, lambda: draw.randrange(4))
    if dim == 3:
        made["activelayers"] = draw.maybe(0.3, lambda: draw.randint(1, 3))
    made["vertcollide"] = draw.maybe(0.15, lambda: draw.chance(0.7))
    made["passive"] = draw.maybe(0.15, lambda: draw.chance(0.7))
    return element("contact", **made, **draw.impedance(p=0.1))


def stiffness(draw, dim, held):
    """Edge constraints or springs, or elasticity of the elements."""
    parts = []
    kind = draw.pick("none", "equality", "edge", "elastic", "both")
    if kind in ("equality", "both") and held:
        parts.append(element("edge", equality=draw.pick("true", "true", "vert") if dim == 2 else "true", **draw.impedance(p=0.3)))
    elif kind in ("edge", "both"):
        parts.append(element("edge", stiffness=draw.uniform(0, 100) if dim == 1 else None, damping=draw.uniform(0, 1)))
    if kind in ("elastic", "both") and dim > 1 and not any("equality" in part for part in parts):
        made = {"young": draw.uniform(1e2, 1e5), "poisson": draw.uniform(0, 0.45), "damping": draw.maybe(0.5, lambda: draw.uniform(0, 0.01))}
        if dim == 2:
            made["thickness"] = draw.uniform(0.001, 0.02)
            made["elastic2d"] = draw.maybe(0.7, lambda: draw.pick("none", "bend", "stretch", "both"))
        parts.append(element("elasticity", **made))
    return "".join(parts)


def shape_of(draw, scene):
    """Attributes of the shape of a flexcomp, its dimension, and the vertices of its grid, None for other shapes."""
    kind = draw.choice([*GRIDS, *GRIDS, "mesh", "gmsh", "direct"])
    if kind in ("mesh", "gmsh"):
        name = draw.name("f")
        points, triangles, cells = formats.block(draw.pick(1, 1, 2), draw.positive(3, 0.1, 0.4))
        if kind == "mesh":
            ending = draw.pick("stl", "obj")
            scene.files[f"{name}.{ending}"] = getattr(formats, ending)(points, triangles)
            return {"type": "mesh", "file": f"{name}.{ending}", "dim": 2}, 2, None
        dim = draw.pick(2, 3)
        version, binary = draw.pick("4.1", "2.2"), draw.chance(0.4)
        scene.files[f"{name}.msh"] = formats.gmsh(points, cells if dim == 3 else triangles, version, binary)
        return {"type": "gmsh", "file": f"{name}.msh", "dim": dim}, dim, None
    if kind == "direct":
        dim = draw.pick(1, 2, 3)
        points, triangles, cells = formats.block(1, draw.positive(3, 0.1, 0.4))
        chosen = {1: [(k, k + 1) for k in range(7)], 2: triangles, 3: cells}[dim]
        return {"type": "direct", "point": [x for p in points for x in p], "element": [i for c in chosen for i in c], "dim": dim}, dim, None
    dim = {"grid": draw.pick(1, 2, 3), "square": 2, "disc": 2, "circle": 1}.get(kind) or draw.pick(2, 3)
    count = [draw.randint(2, 4) for _ in range(3)]
    if kind in ("cylinder", "ellipsoid", "box"):
        count = [draw.randint(3, 4) for _ in range(3)]
    elif dim == 1:
        count = [draw.randint(3, 8), 1, 1]
    elif dim == 2:
        count = [draw.randint(2, 5), draw.randint(2, 5), 1]
    return {"type": kind, "count": count, "spacing": draw.positive(3, 0.05, 0.12), "dim": dim}, dim, count if kind == "grid" else None


def pins(draw, grid):
    kind = draw.pick("id", "range", "grid", "gridrange")
    if kind == "id" or kind.startswith("grid") and not grid:
        return element("pin", id=sorted({draw.randrange(4) for _ in range(draw.randint(1, 3))}))
    if kind == "range":
        low = draw.randrange(3)
        return element("pin", range=[low, low + draw.randrange(2)])
    dims = 1 if grid[1] == 1 else 2 if grid[2] == 1 else 3
    place = [draw.randrange(n) for n in grid[:dims]]
    if kind == "grid":
        return element("pin", grid=place)
    return element("pin", gridrange=[*place, *(draw.randrange(p, n) for p, n in zip(place, grid))])


def flexcomp(draw, scene):
    name = draw.name("f")
    made, dim, grid = shape_of(draw, scene)
    made |= {"name": name, "radius": draw.uniform(0.002, 0.02), "mass": draw.uniform(0.1, 3), "inertiabox": draw.uniform(0.001, 0.01)}
    made |= {"pos": [*draw.vector(2, 0.4), draw.uniform(0.1, 0.8)]} | (draw.orientation() if draw.chance(0.3) else {})
    made["dof"] = draw.maybe(0.4, lambda: draw.pick("full", "radial", "trilinear", "quadratic"))
    if draw.chance(0.08):
        made["rigid"] = True
    if made["type"] in ("mesh", "gmsh", "direct"):
        made["scale"] = draw.maybe(0.3, lambda: draw.positive(3, 0.5, 1.5))
        made["origin"] = draw.maybe(0.2, lambda: draw.vector(3, 0.1)) if dim == 3 and made["type"] == "mesh" else None
    made["flatskin"] = draw.maybe(0.2, lambda: True)
    made["rgba"] = draw.maybe(0.2, lambda: draw.positive(4, 0, 1))
    made["group"] = draw.maybe(0.1, lambda: draw.randrange(6))
    if scene.materials:
        made["material"] = draw.maybe(0.2, lambda: draw.choice(scene.materials))
    held = "rigid" not in made and made.get("dof") in (None, "full")
    touch, stiff = contact(draw, scene, dim), stiffness(draw, dim, held)
    if made["dof"] in ("trilinear", "quadratic"):
        # interpolated vertices cannot collide with each other
        touch = element("contact", selfcollide="none", condim=draw.maybe(0.3, lambda: condim(draw, scene)))
    if "rigid" in made:
        stiff = ""  # DIFFERENCE(flex-rigid-rows)
    inside = [touch, stiff]
    if draw.chance(0.4) and "bend" not in stiff and "both" not in stiff:
        inside += [pins(draw, grid) for _ in range(draw.randint(1, 2))]
    scene.names.flex.append(name)
    scene.unknown_coordinates()
    return element("flexcomp", *inside, **made)


def flex(draw, scene):
    """A flex with one body per vertex; returns the bodies and adds the flex to its section."""
    name, dim = draw.name("f"), draw.pick(1, 2, 3)
    points, triangles, cells = formats.block(1, draw.positive(3, 0.1, 0.4))
    chosen = {1: [(k, k + 1) for k in range(7)], 2: triangles, 3: cells}[dim]
    bodies, names = [], []
    for point in points:
        body = draw.name("v")
        names.append(body)
        if draw.chance(0.12):
            joints = ""
        elif draw.chance(0.85):
            joints = "".join(element("joint", type="slide", axis=axis) for axis in ([1, 0, 0], [0, 1, 0], [0, 0, 1]))
        else:
            joints = element("joint", type="slide", axis=draw.vector(3), damping=draw.uniform(0, 1))
        small = element("inertial", pos=[0, 0, 0], mass=draw.uniform(0.05, 0.3), diaginertia=[0.001, 0.001, 0.001])
        bodies.append(element("body", joints, small, name=body, pos=[x + 0.0 for x in point]))
    scene.unknown_coordinates()
    held = [element("edge", stiffness=draw.uniform(0, 100) if dim == 1 else None, damping=draw.uniform(0, 1))]
    if dim > 1:
        held = [element("elasticity", young=draw.uniform(1e2, 1e4), poisson=draw.uniform(0, 0.4), damping=draw.uniform(0, 0.01),
                        thickness=draw.uniform(0.002, 0.01) if dim == 2 else None,
                        elastic2d=draw.maybe(0.5, lambda: draw.pick("bend", "stretch", "both")) if dim == 2 else None)]  # fmt: skip
    # `passive` without other contact attributes is DIFFERENCE(flex-passive-alone)
    inside = contact(draw, scene, dim).replace(' passive="true"', "").replace(' passive="false"', "")
    made = {"name": name, "dim": dim, "radius": draw.uniform(0.002, 0.02), "body": names, "element": [i for c in chosen for i in c]}
    scene.add("deformable", element("flex", inside, *draw.some(held, 0, 1), **made, flatskin=draw.maybe(0.2, lambda: True)))
    scene.names.flex.append(name)
    if draw.chance(0.3):
        kind = draw.pick("flex", "flexvert") if dim == 2 else "flex"
        scene.add("equality", element(kind, flex=name, active=draw.maybe(0.15, lambda: False), **draw.impedance()))
    return element("body", *bodies, name=draw.name("b"), pos=[*draw.vector(2, 0.4), draw.uniform(0.2, 0.7)])


def cable(draw, scene, elastic=None):
    """A composite cable; some bend elastically by the cable plugin, unless `elastic` is False.

    With that plugin the reference's sleep states change from run to run, so the two are not combined.
    """
    prefix = draw.name("w")
    made = {"type": "cable", "prefix": prefix, "initial": draw.maybe(0.7, lambda: draw.pick("free", "ball", "none"))}
    # at least four points: shorter ones are DIFFERENCE(short-cable)
    if draw.chance(0.3):
        count = draw.randint(4, 7)
        points, at = [], [0.0, 0.0, 0.0]
        for _ in range(count):
            points += at
            at = [at[0] + draw.uniform(0.05, 0.15), at[1] + draw.uniform(-0.08, 0.08), at[2] + draw.uniform(-0.08, 0.08)]
        made["vertex"] = points
    else:
        count = draw.randint(4, 9)
        made |= {"curve": draw.pick("s", "s 0 0", "cos(s) sin(s) s", "sin(s) s 0", "0 0 s"), "count": [count, 1, 1]}
        made["size"] = [draw.uniform(0.3, 1), draw.uniform(0.1, 0.3), draw.uniform(0.5, 3)]
    made["offset"] = [*draw.vector(2, 0.3), draw.uniform(0.1, 0.6)]
    made["quat"] = draw.maybe(0.2, lambda: draw.vector(4))
    kind = draw.pick("capsule", "cylinder", "box")
    size = [draw.uniform(0.005, 0.02)] if kind != "box" else [0.02, draw.uniform(0.005, 0.02), draw.uniform(0.005, 0.02)]
    inside = [element("joint", kind="main", damping=draw.uniform(0, 0.1), armature=draw.maybe(0.3, lambda: draw.uniform(0, 0.01)),
                      stiffness=draw.maybe(0.2, lambda: draw.uniform(0, 1)))]  # fmt: skip
    inside.append(element("geom", type=kind, size=size, density=draw.uniform(300, 2000), condim=draw.maybe(0.3, lambda: condim(draw, scene))))
    if kind == "box" and draw.chance(0.6):
        inside.append(element("skin", texcoord=draw.chance(0.5), inflate=draw.uniform(0, 0.01), subgrid=draw.randrange(4)))
    if elastic is not False and not scene.sleep and draw.chance(0.6):
        scene.extensions.setdefault("mujoco.elasticity.cable", [])
        keys = {"twist": draw.uniform(1e4, 1e6), "bend": draw.uniform(1e4, 1e6), "flat": draw.chance(0.4)}
        config = [element("config", key=key, value=value) for key, value in keys.items() if draw.chance(0.8)]
        inside.insert(0, element("plugin", *config, plugin="mujoco.elasticity.cable"))
    scene.unknown_coordinates()
    last = "B_last"
    scene.names.body += [f"{prefix}B_first", f"{prefix}{last}"]
    scene.names.site += [f"{prefix}S_first", f"{prefix}S_last"]
    return element("composite", *inside, **made)


def skin(draw, scene):
    """A skin over bodies of the scene, inline or in a file."""
    points, triangles, _ = formats.block(1, draw.positive(3, 0.1, 0.4))
    bones, rest = [], list(range(len(points)))
    for body in draw.some(scene.names.body, 1, 3):
        vertices = draw.some(rest, 3, 8)
        bones.append((body, draw.vector(3, 0.2), draw.vector(4), vertices, draw.positive(len(vertices), 0.1, 1)))
    # a vertex without a bone is refused
    loose = set(rest) - {i for bone in bones for i in bone[3]}
    bones[0][3].extend(loose)
    bones[0][4].extend(draw.positive(len(loose), 0.1, 1))
    made = {"name": draw.name("q"), "inflate": draw.maybe(0.3, lambda: draw.uniform(0, 0.02)), "rgba": draw.maybe(0.3, lambda: draw.positive(4, 0, 1))}
    if scene.materials:
        made["material"] = draw.maybe(0.3, lambda: draw.choice(scene.materials))
    if draw.chance(0.4) and all(len(bone[0]) < 40 for bone in bones):
        file = draw.name("skin") + ".skn"
        scene.files[file] = formats.skin(points, triangles, bones)
        scene.add("deformable", element("skin", **made, file=file))
        return
    inside = [element("bone", body=b, bindpos=p, bindquat=q, vertid=v, vertweight=w) for b, p, q, v, w in bones]
    made |= {"vertex": [x for p in points for x in p], "face": [i for t in triangles for i in t]}
    made["texcoord"] = draw.maybe(0.4, lambda: draw.positive(2 * len(points), 0, 1))
    scene.add("deformable", element("skin", *inside, **made))
