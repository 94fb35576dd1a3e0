"""Actuators: every shortcut, general actuators with dynamics, callbacks and the PID plugin."""

from random_models.draw import element

DYNAMICS = ("none", "integrator", "filter", "filterexact")


def transmission(draw, names):
    """The transmission target of an actuator, as attributes; None if the scene has no suitable one."""
    found = []
    if names.hinge:
        found += [{"joint": draw.choice(names.hinge)}, {"joint": draw.choice(names.hinge)}, {"jointinparent": draw.choice(names.hinge)}]
    if names.ball:
        found.append({draw.pick("joint", "jointinparent"): draw.choice(names.ball), "gear": draw.vector(3)})
    if names.free:
        found.append({draw.pick("joint", "jointinparent"): draw.choice(names.free), "gear": draw.vector(6)})
    if names.tendon:
        found += [{"tendon": draw.choice(names.tendon)}] * 2
    if names.site:
        found.append({"site": draw.choice(names.site), "gear": draw.vector(6)})
    if len(names.site) > 1:
        first, second = draw.sample(names.site, 2)
        found.append({"site": first, "refsite": second, "gear": draw.vector(6)})
        found.append({"cranksite": first, "slidersite": second, "cranklength": draw.uniform(0.2, 1)})
    return dict(draw.choice(found)) if found else None


def limits(draw, made):
    if draw.chance(0.3):
        made |= {"ctrlrange": [-1, 1], "ctrllimited": "true"}
    if draw.chance(0.3):
        made |= {"forcerange": [-draw.uniform(0.5, 5), draw.uniform(0.5, 5)], "forcelimited": "true"}
    made["group"] = draw.maybe(0.1, lambda: draw.randrange(3))
    if draw.chance(0.12):
        made |= {"nsample": draw.pick(1, 2, 5), "delay": draw.pick(0.0, 0.002, 0.005, 0.01), "interp": draw.pick("zoh", "linear", "cubic")}
    made["user"] = draw.maybe(0.05, lambda: draw.vector(2))


def general(draw, scene, made):
    """A general actuator with explicit parameters; user types are computed by callbacks."""
    dynamics = draw.choice([*DYNAMICS, "muscle", "user"])
    gain, bias = draw.pick("fixed", "affine", "user"), draw.pick("none", "affine", "user")
    if "user" in (dynamics, gain, bias):
        scene.callbacks.add("actuators")
    made |= {"dyntype": dynamics, "gaintype": gain, "biastype": bias, "gainprm": draw.vector(3, 5), "biasprm": draw.vector(3, 5)}
    made["dynprm"] = [draw.uniform(0.01, 0.3)] if dynamics != "muscle" else [0.01, 0.04]
    if dynamics == "user":
        made["actdim"] = draw.maybe(0.5, lambda: draw.randint(1, 3))
    if dynamics != "none":
        if draw.chance(0.3):
            made |= {"actlimited": "true", "actrange": [-1, 1]}
        made["actearly"] = draw.maybe(0.3, lambda: True)
    return element("general", **made), 0 if dynamics == "none" else made.get("actdim") or 1


def pid(draw, scene, made):
    """An actuator computed by the PID plugin, with an inline configuration or an instance."""
    keys = {"kp": draw.uniform(1, 30), "ki": draw.uniform(0.1, 10), "kd": draw.uniform(0, 2), "slewmax": draw.uniform(0.5, 10), "imax": draw.uniform(0.1, 2)}
    chosen = [key for key in keys if draw.chance(0.6)]
    # a bound on the integral term without that term is refused
    if "imax" in chosen and "ki" not in chosen:
        chosen.remove("imax")
    config = [element("config", key=key, value=keys[key]) for key in chosen]
    instances = scene.extensions.setdefault("mujoco.pid", [])
    # one activation for the integral, one for the previous control of a slew limit
    activations = ("ki" in chosen) + ("slewmax" in chosen)
    made["actdim"] = activations or None
    if draw.chance(0.4):
        name = draw.name("i")
        instances.append(element("instance", *config, name=name))
        return element("plugin", **made, instance=name), activations
    return element("plugin", *config, **made, plugin="mujoco.pid"), activations


def actuator(draw, scene, plugins):
    """An actuator and its number of activations."""
    names = scene.names
    where = transmission(draw, names)
    if where is None or draw.chance(0.06) and names.body:
        if not names.body:
            return "", 0
        made = {"name": draw.name("a"), "body": draw.choice(names.body), "ctrlrange": [0, 1], "gain": draw.uniform(1, 20)}
        return element("adhesion", **made), 0
    made = {"name": draw.name("a")} | where
    limits(draw, made)
    if "gear" not in made and draw.chance(0.5):
        made["gear"] = draw.uniform(-3, 3)
    if scene.classes:
        made["class_"] = draw.maybe(0.15, lambda: draw.choice(scene.classes))
    kind = draw.pick("motor", "position", "velocity", "intvelocity", "damper", "cylinder", "muscle", "general", "general", "pid")
    if kind == "position":
        made["kp"] = draw.uniform(1, 50)
        made |= draw.choice([{"kv": draw.uniform(0, 5)}, {"dampratio": draw.uniform(0, 2)}, {}])
        made["timeconst"] = draw.maybe(0.3, lambda: draw.uniform(0.01, 0.1))
        return element(kind, **made), 1 if made["timeconst"] else 0
    if kind == "velocity":
        return element(kind, **made, kv=draw.uniform(0.1, 5)), 0
    if kind == "intvelocity":
        return element(kind, **made, kp=draw.uniform(1, 20), actrange=[-1, 1]), 1
    if kind == "damper":
        made.pop("ctrllimited", None)
        return element(kind, **made | {"ctrlrange": [0, 1]}, kv=draw.uniform(0.1, 5)), 0
    if kind == "cylinder":
        return element(kind, **made, timeconst=0.05, area=draw.uniform(0.01, 1), bias=draw.maybe(0.3, lambda: draw.vector(3))), 1
    if kind == "muscle" and "site" not in where:
        made["range"] = [0.75, 1.05]  # a class of other actuators may have set it
        made |= {"lengthrange": [draw.uniform(-0.5, 0.3), draw.uniform(0.5, 1.5)], "force": draw.uniform(1, 50)}
        return element(kind, **made, tausmooth=draw.maybe(0.3, lambda: 0.1)), 1
    if kind == "general":
        return general(draw, scene, made)
    if kind == "pid" and plugins and "refsite" not in made:
        return pid(draw, scene, made)
    return element("motor", **made), 0


def section(draw, scene, plugins=True):
    if not draw.chance(0.75):
        return ""
    parts = []
    for _ in range(draw.pick(1, 2, 3, 4)):
        made, activations = actuator(draw, scene, plugins)
        if not made:
            break
        parts.append(made)
        scene.names.actuator.append(made.split('name="', 1)[1].split('"', 1)[0])
        if scene.nu is not None:
            scene.nu += 1
        if scene.na is not None:
            scene.na += activations
    return element("actuator", *parts) if parts else ""
