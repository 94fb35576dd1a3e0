"""Contact pairs and exclusions, tendons, and equalities."""

from random_models.bodies import condim
from random_models.draw import element


def contacts(draw, scene):
    names, parts = scene.names, []
    if len(names.geom) < 2 or not draw.chance(0.35):
        return ""
    for _ in range(draw.randint(1, 2)):
        first, second = draw.sample(names.geom, 2)
        made = {"geom1": first, "geom2": second, "condim": draw.maybe(0.6, lambda: condim(draw, scene))}
        made["friction"] = draw.maybe(0.4, lambda: draw.positive(draw.pick(1, 3, 5), 0.01, 1.5))
        made["margin"] = draw.maybe(0.3, lambda: draw.uniform(0, 0.05))
        made["gap"] = draw.maybe(0.1, lambda: draw.uniform(0, 0.02))
        made["solreffriction"] = draw.maybe(0.1, lambda: [draw.uniform(0.01, 0.1), 1])
        made["class_"] = draw.maybe(0.15, lambda: draw.choice(scene.classes)) if scene.classes else None
        parts.append(element("pair", **made, **draw.impedance()))
    if len(names.body) > 1 and draw.chance(0.5):
        first, second = draw.sample(names.body, 2)
        parts.append(element("exclude", body1=first, body2=second, name=draw.maybe(0.2, lambda: draw.name("e"))))
    return element("contact", *parts)


def path(draw, names):
    """The path of a spatial tendon: sites, wrapping geoms, pulleys."""
    inside, previous = [], None
    for site in draw.sample(names.site, min(len(names.site), draw.pick(2, 3, 4))):
        if previous and names.wrap and draw.chance(0.4):
            side = draw.choice(names.site) if draw.chance(0.5) else None
            inside.append(element("geom", geom=draw.choice(names.wrap), sidesite=side))
        inside.append(element("site", site=site))
        previous = site
    if draw.chance(0.15) and len(names.site) > 1:
        inside.append(element("pulley", divisor=draw.uniform(1, 4)))
        inside += [element("site", site=site) for site in draw.sample(names.site, 2)]
    return inside


def tendons(draw, scene):
    names, parts = scene.names, []
    if not draw.chance(0.5):
        return ""
    for _ in range(draw.pick(1, 1, 2, 3)):
        made = {"name": draw.name("t")}
        if draw.chance(0.4):
            made |= {"range": [draw.uniform(-0.5, 0.2), draw.uniform(0.25, 1.5)], "limited": "true"}
        for attribute, p, high in (("stiffness", 0.4, 50), ("damping", 0.4, 5), ("frictionloss", 0.2, 1), ("armature", 0.2, 0.2), ("margin", 0.15, 0.1)):
            made[attribute] = draw.maybe(p, lambda high=high: draw.uniform(0, high))
        made["springlength"] = draw.maybe(0.2, lambda: [draw.uniform(0.1, 0.3), draw.uniform(0.3, 0.6)])
        if draw.chance(0.1):
            made |= {"actuatorfrcrange": [-1, 1], "actuatorfrclimited": "true"}
        made["class_"] = draw.maybe(0.15, lambda: draw.choice(scene.classes)) if scene.classes else None
        if names.hinge and draw.chance(0.5):
            inside = [element("joint", joint=name, coef=draw.uniform(-2, 2)) for name in draw.some(names.hinge, 1, 3)]
            parts.append(element("fixed", *inside, **made))
        elif len(names.site) >= 2:
            route = path(draw, names)
            if any("<geom" in part for part in route):
                made["armature"] = None  # refused together with wrapping
            parts.append(element("spatial", *route, **made, width=0.01))
        else:
            continue
        names.tendon.append(made["name"])
    return element("tendon", *parts) if parts else ""


def equality(draw, scene):
    """One constraint of a type that the scene has the elements for, or None."""
    names = scene.names
    made = draw.impedance() | {"active": draw.maybe(0.1, lambda: False), "name": draw.maybe(0.2, lambda: draw.name("q"))}
    made["class_"] = draw.maybe(0.15, lambda: draw.choice(scene.classes)) if scene.classes else None
    kind = draw.pick("connect", "weld", "joint", "tendon", "sites", "world")
    if kind == "tendon" and scene.sleep:
        kind = "connect"  # constrained tendons and flexes cannot sleep
    pair = draw.sample(names.body, 2) if len(names.body) > 1 else None
    if kind == "connect" and pair:
        return element("connect", body1=pair[0], body2=pair[1], anchor=draw.vector(3, 0.3), **made)
    if kind == "weld" and pair:
        made["relpose"] = draw.maybe(0.3, lambda: [*draw.vector(3, 0.3), *draw.vector(4)])
        made["anchor"] = draw.maybe(0.2, lambda: draw.vector(3, 0.2))
        return element("weld", body1=pair[0], body2=pair[1], torquescale=draw.maybe(0.4, lambda: draw.uniform(0.1, 3)), **made)
    if kind in ("joint", "tendon"):
        known = names.hinge if kind == "joint" else names.tendon
        if known:
            first, *second = draw.some(known, 1, 2)
            made |= {f"{kind}1": first, f"{kind}2": second[0] if second else None}
            return element(kind, **made, polycoef=draw.vector(5, 0.4))
    if kind == "sites" and len(names.site) > 1:
        first, second = draw.sample(names.site, 2)
        return element(draw.pick("weld", "connect"), site1=first, site2=second, **made)
    if names.body:
        return element("connect", body1=draw.choice(names.body), anchor=draw.vector(3, 0.2), **made)
    return ""


def equalities(draw, scene):
    parts = scene.sections.pop("equality", [])
    if draw.chance(0.45):
        parts += [equality(draw, scene) for _ in range(draw.pick(1, 1, 2, 3))]
    return element("equality", *parts) if any(parts) else ""
