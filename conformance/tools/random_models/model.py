"""Model number K, which depends only on K.

The themes share rigid trees; each adds one family of elements that public models seldom combine with others:

    rigid    trees with every relation, actuator and sensor, height fields, mocap bodies, sleep
    soft     flexcomps and flexes beside them
    cable    composites, with and without the plugin that bends them, and skins
    copies   replicates, attached models
    shape    signed distance fields of plugins
    urdf     a robot in URDF
"""

from dataclasses import dataclass

from random_models import assets, bodies, copies, drives, relations, sensing, settings, soft, urdf
from random_models.draw import Draw, element
from random_models.scene import Scene

THEMES = {"rigid": 30, "soft": 25, "cable": 12, "copies": 20, "shape": 1, "urdf": 10}
SDF = {"bolt": "radius", "bowl": "height", "gear": "diameter", "nut": "radius", "torus": "radius1"}


@dataclass
class Case:
    """A generated model: the document, the files beside it, and the callbacks that it needs."""

    number: int
    theme: str
    document: str
    files: dict
    callbacks: set

    @property
    def name(self):
        """The name of the main file."""
        return "model.urdf" if self.theme == "urdf" else "model.xml"

    def write(self, folder):
        """Puts all files into a folder; the path of the main one."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in self.files.items():
            (folder / name).write_bytes(content)
        (folder / self.name).write_text(self.document)
        return folder / self.name


def referring(draw, scene, plugins):
    """The sections that refer to bodies, ordered so that each may refer to the earlier ones."""
    contact, tendon = relations.contacts(draw, scene), relations.tendons(draw, scene)
    equality, actuator = relations.equalities(draw, scene), drives.section(draw, scene, plugins)
    return contact + tendon + equality + actuator + sensing.section(draw, scene, plugins)


def shaped(draw, scene):
    """A body with a signed distance field computed by a plugin; its mesh is added to the assets."""
    shape, name = draw.choice(sorted(SDF)), draw.name("m")
    scene.extensions.setdefault(f"mujoco.sdf.{shape}", [])
    config = element("config", key=SDF[shape], value=draw.uniform(0.2, 0.5)) if draw.chance(0.4) else ""
    if shape == "nut":
        config = ""
    plugin = element("plugin", config, plugin=f"mujoco.sdf.{shape}")
    scene.add("asset", element("mesh", plugin, name=name))
    geom = element("geom", plugin, type="sdf", mesh=name, name=draw.name("g"), condim=draw.maybe(0.3, lambda: draw.pick(1, 3)))
    scene.coordinates(7, 6)
    body = draw.name("b")
    scene.names.body.append(body)
    return element("body", element("freejoint"), geom, name=body, pos=[*draw.vector(2, 0.5), draw.uniform(0.2, 1)])


def world(draw, scene, theme):
    """Everything in the world body."""
    parts = []
    if draw.chance(0.8):
        parts.append(element("geom", name="floor", type="plane", size=[3, 3, 0.1]))
        scene.names.geom.append("floor")
    if draw.chance(0.5):
        parts.append(element("site", name="ws", pos=[0.3, 0.3, 0.5]))
        scene.names.site.append("ws")
    parts += [bodies.geom(draw, scene, static=True, big=True) for _ in range(draw.pick(0, 0, 1, 2))]
    trees = draw.pick(1, 1, 2, 3, 4) if theme == "rigid" else draw.pick(0, 1, 1, 2)
    parts += [bodies.framed(draw, scene, bodies.body(draw, scene, draw.randrange(4), True)) for _ in range(trees)]
    if theme == "soft":
        for _ in range(draw.pick(1, 1, 2)):
            made = draw.pick(soft.flexcomp, soft.flexcomp, soft.flexcomp, soft.flex)(draw, scene)
            if draw.chance(0.2):
                made = element("body", element("freejoint") + bodies.geom(draw, scene) if draw.chance(0.5) else "", made, name=draw.name("b"), pos=draw.vector(3, 0.3))
            parts.append(bodies.framed(draw, scene, made))
    if theme == "cable":
        parts += [bodies.framed(draw, scene, soft.cable(draw, scene)) for _ in range(draw.pick(1, 1, 2))]
    if theme == "copies":
        for _ in range(draw.pick(1, 1, 2)):
            if draw.chance(0.5):
                parts.append(bodies.framed(draw, scene, copies.replicate(draw, scene)))
            else:
                parts.append(copies.attached(draw, scene, lambda draw, part: referring(draw, part, False)))
    if theme == "shape":
        parts += [shaped(draw, scene) for _ in range(draw.pick(1, 1, 2))]
    if draw.chance(0.25):
        parts.append(element("body", element("geom", name="mcg", size=0.08), name="mc", mocap=True, pos=draw.vector(3)))
        scene.names.body.append("mc")
        scene.names.geom.append("mcg")
        scene.nmocap += 1
    parts += [bodies.camera(draw, scene) for _ in range(draw.pick(0, 0, 0, 1))]
    parts += [bodies.light(draw, scene) for _ in range(draw.pick(0, 0, 0, 1))]
    return element("worldbody", *parts)


def mjcf(draw, theme):
    """A document and the scene it describes."""
    scene = Scene(sleep=draw.chance(0.08 if theme == "soft" else 0.2), soft=theme == "soft" or theme == "copies" and draw.chance(0.15))
    head = settings.compiler(draw, scene) + settings.option(draw, scene) + settings.size(draw) + settings.statistic(draw) + settings.visual(draw)
    defaults, stored = settings.defaults(draw, scene), assets.section(draw, scene)
    tree = world(draw, scene, theme)
    # plugins beside flexes and inside copies are documented differences
    relations_ = referring(draw, scene, theme in ("rigid", "cable", "shape"))
    if scene.names.body and draw.chance(0.5 if theme == "cable" else 0.06):
        soft.skin(draw, scene)
    if draw.chance(0.1):
        scene.callbacks.add("control")
    if draw.chance(0.1):
        scene.callbacks.add("passive")
    custom, keys = settings.custom(draw, scene), settings.keyframes(draw, scene)
    plugins = (element("plugin", *instances, plugin=name) for name, instances in scene.extensions.items())
    extension = element("extension", *plugins) if scene.extensions else ""
    asset = element("asset", stored, *scene.sections.get("asset", []))
    deformable = element("deformable", *scene.sections["deformable"]) if "deformable" in scene.sections else ""
    if relations_ and draw.chance(0.06):
        scene.files["relations.xml"] = element("mujocoinclude", relations_).encode()
        relations_ = element("include", file="relations.xml")
    return element("mujoco", head, extension, defaults, asset, tree, deformable, relations_, custom, keys), scene


def make(number):
    """The case of a number."""
    draw = Draw(f"model {number}")
    theme = draw.choices(list(THEMES), list(THEMES.values()))[0]
    if theme == "urdf":
        files = {}
        return Case(number, theme, urdf.document(draw, files), files, set())
    document, scene = mjcf(draw, theme)
    return Case(number, theme, document, scene.files, scene.callbacks)
