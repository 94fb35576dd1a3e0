"""Damaged assets in small models that use them: meshes, images, height fields, skins, archives, robots."""

import io
import struct
import warnings
import zipfile

from mutate_models import damage, pictures
from random_models import urdf
from random_models.draw import element
from support import formats

INERTIA = ({}, {}, {"inertia": "shell"}, {"inertia": "exact"}, {"inertia": "legacy"}, {"inertia": "convex"})
SHAPE = ({}, {}, {"scale": "-1 1 1"}, {"smoothnormal": "true"}, {"maxhullvert": "6"}, {"scale": "1 1 0"})
CORNERS = ("{0}", "{0}", "{0}/1", "{0}//1", "{0}/{0}", "{0}/2/1", "{0}/")
TEXTURE = ({}, {}, {"nchannel": "1"}, {"nchannel": "4"}, {"gridsize": "1 2"}, {"hflip": "true"}, {"vflip": "true"}, {"colorspace": "sRGB"})


def model(asset, body="", world="", rest=""):
    """A ball above a floor, with an asset."""
    ball = element("body", element("freejoint"), element("geom", size=0.2), body, name="b", pos=[0, 0, 0.6])
    floor = element("geom", name="floor", type="plane", size=[3, 3, 0.1])
    return element("mujoco", element("asset", asset), element("worldbody", floor, world, ball), rest)


def shape(draw):
    """Points, triangles and tetrahedra of a bent box."""
    points, triangles, cells = formats.block(draw.pick(1, 1, 2, 3), draw.positive(3, 0.2, 0.5))
    return [[x * draw.uniform(0.9, 1.1) for x in p] for p in points], triangles, cells


def mesh(draw, kind):
    points, triangles, _ = shape(draw)
    if kind == "obj":
        content, done = damage.several(draw, formats.obj(points, triangles, draw.choice(CORNERS)), damage.text)
    else:
        content, done = damage.several(draw, getattr(formats, kind)(points, triangles), damage.binary)
    asset = element("mesh", name="m", file=f"asset.{kind}", **draw.choice(INERTIA) | draw.choice(SHAPE))
    geom = element("geom", type=draw.pick("mesh", "mesh", "box", "capsule"), mesh="m", contype=draw.pick(0, 1), mass=1)
    return {f"asset.{kind}": content, "model.xml": model(asset, geom)}, done


def flex(draw, kind):
    """A flexcomp from a file: GMSH of both versions, as text or binary, or a mesh."""
    points, triangles, cells = shape(draw)
    dim = draw.pick(2, 3) if kind == "gmsh" else 2
    if kind == "gmsh":
        version, binary = draw.pick("4.1", "2.2"), draw.chance(0.4)
        content, name = formats.gmsh(points, cells if dim == 3 else triangles, version, binary), "asset.msh"
    else:
        name, binary = f"asset.{kind}", kind == "stl"
        content = getattr(formats, kind)(points, triangles)
    content, done = damage.several(draw, content, damage.binary if binary else damage.text)
    made = {"name": "f", "type": "gmsh" if kind == "gmsh" else "mesh", "file": name, "dim": dim if draw.chance(0.93) else draw.pick(1, 2, 3)}
    made |= {"pos": [0, 0, 0.4], "mass": 1, "radius": 0.01, "dof": draw.maybe(0.3, lambda: draw.pick("trilinear", "quadratic", "radial"))}
    made["rigid"] = draw.maybe(0.1, lambda: True)
    inside = element("contact", selfcollide=draw.pick("none", "auto", "bvh", "sap"), internal=draw.chance(0.5))
    inside += draw.pick("", element("edge", equality=True), element("elasticity", young=1e4, poisson=0.1))
    floor = element("geom", type="plane", size=[3, 3, 0.1])
    return {name: content, "model.xml": element("mujoco", element("worldbody", floor, element("flexcomp", inside, **made)))}, done


def texture(draw, content, done, **attributes):
    name = "asset" + attributes.pop("ending")
    made = element("texture", name="t", type=draw.pick("2d", "2d", "cube"), file=name, **attributes)
    document = model(made + element("material", name="q", texture="t"), element("geom", size=0.1, material="q"))
    return {name: content, "model.xml": document}, done


def picture(draw):
    content, done = pictures.make(draw)
    return texture(draw, content, done, ending=".png", **draw.choice(TEXTURE))


def terrain(draw, content, done, name):
    asset = element("hfield", name="h", file=name, size=[1, 1, 0.3, 0.1])
    return {name: content, "model.xml": model(asset, world=element("geom", type="hfield", hfield="h"))}, done


def height_picture(draw):
    return terrain(draw, *pictures.make(draw), "asset.png")


def heights(draw):
    rows, columns = draw.randint(2, 6), draw.randint(2, 6)
    content = formats.height_field(rows, columns, draw.positive(rows * columns, 0, 1))
    return terrain(draw, *damage.several(draw, content, damage.binary), "asset.bin")


def raw_texture(draw):
    height, width = draw.randint(1, 6), draw.randint(1, 6)
    content = struct.pack("<2i", height, width) + pictures.noise(draw, 3 * height * width)
    content, done = damage.several(draw, content, damage.binary)
    return texture(draw, content, done, ending=".bin", content_type="image/vnd.mujoco.texture")


def ktx(draw):
    content = b"\xabKTX 11\xbb\r\n\x1a\n" + pictures.noise(draw, 64)
    return texture(draw, *damage.several(draw, content, damage.binary), ending=".ktx")


def skin(draw):
    points, triangles, _ = formats.block(1, [0.3, 0.3, 0.3])
    everything = list(range(len(points)))
    pose = ([0, 0, 0], [1, 0, 0, 0])
    bones = [("b", *pose, everything, [1.0] * 8)]
    if draw.chance(0.5):
        bones = [("b", *pose, everything[:3], [1.0] * 3), ("world", *pose, everything[3:], [1.0] * 5)]
    content, done = damage.several(draw, formats.skin(points, triangles, bones), damage.binary)
    rest = element("deformable", element("skin", name="s", file="asset.skn"))
    return {"asset.skn": content, "model.xml": model("", rest=rest)}, done


def robot(draw):
    files = {}
    # one element per line, so that lines can be damaged
    content = urdf.document(draw, files).replace("><", ">\n<").encode()
    content, done = damage.several(draw, content, damage.text, (1, 1, 2, 3))
    return files | {"model.urdf": content}, done


def archive(draw):
    """A zip file with a model and its mesh, varying folders, compression methods, number of models and comments."""
    points, triangles, _ = shape(draw)
    inner = model(element("mesh", name="m", file="c.stl"), element("geom", type="mesh", mesh="m"))
    # names that refer to places outside the archive are DIFFERENCE(archive-outside)
    folder, kind = draw.pick("", "", "", "d/", "./"), draw.pick("stored", "deflated", "bzip2", "lzma", "two", "none", "folder", "twice", "comment")
    methods = {"deflated": zipfile.ZIP_DEFLATED, "bzip2": zipfile.ZIP_BZIP2, "lzma": zipfile.ZIP_LZMA}
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", methods.get(kind, zipfile.ZIP_STORED)) as packed:
        warnings.simplefilter("ignore")

        def put(name, content):
            # a fixed date: the file depends only on the draw
            entry = zipfile.ZipInfo(name)
            entry.compress_type = methods.get(kind, zipfile.ZIP_STORED)
            packed.writestr(entry, content)

        if kind == "folder":
            put(folder + "e/", b"")
        if kind != "none":
            put(folder + "model.xml", inner)
        put(folder + "c.stl", formats.stl(points, triangles))
        if kind == "two":
            put("other.xml", inner)
        if kind == "twice":
            put(folder + "c.stl", formats.stl(points, triangles))
        if kind == "comment":
            packed.comment = b"x" * draw.pick(1, 70, 60_000)
    content, done = damage.several(draw, out.getvalue(), damage.binary, (0, 1, 1, 2))
    if draw.chance(0.1):
        content = bytes(draw.pick(1, 10)) + content
        done.append("bytes in front")
    return {"model.zip": content}, [f"{kind} {folder}", *done]


KINDS = {
    "stl": lambda draw: mesh(draw, "stl"),
    "obj": lambda draw: mesh(draw, "obj"),
    "msh": lambda draw: mesh(draw, "msh"),
    "gmsh": lambda draw: flex(draw, "gmsh"),
    "flex obj": lambda draw: flex(draw, "obj"),
    "flex stl": lambda draw: flex(draw, "stl"),
    "png": picture,
    "height png": height_picture,
    "heights": heights,
    "texture": raw_texture,
    "ktx": ktx,
    "skin": skin,
    "urdf": robot,
    "zip": archive,
}
WEIGHTS = {"png": 3, "gmsh": 2, "obj": 2, "urdf": 2, "zip": 2}


def make(draw, folder):
    """Writes a model with a damaged asset; returns the path of the model and the list of changes."""
    kind = draw.choices(list(KINDS), [WEIGHTS.get(kind, 1) for kind in KINDS])[0]
    files, done = KINDS[kind](draw)
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    main = next(name for name in ("model.zip", "model.urdf", "model.xml") if name in files)
    return folder / main, [kind, *done]
