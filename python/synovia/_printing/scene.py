"""The text listing of a scene, in MuJoCo's layout."""

import numpy as np

from synovia._constants import mjRNDSTRING
from synovia._printing.text import FORMAT, named, number_format, write

_SHAPE = "type category label objtype objid pos mat size segid dataid matid texcoord rgba emission specular shininess reflectance"
_LIGHT = "id pos dir type castshadow headlight intensity range ambient diffuse specular texid exponent attenuation cutoff bulbradius"
_CAMERA = "pos forward up orthographic frustum_center frustum_width frustum_bottom frustum_top frustum_near frustum_far"
# the name of a field in the listing, and in the scene
_FLEX = {"face_used": "flexfaceused", **{f"{a}_{b}": f"flex{a}{b}" for a in ("edge", "vert", "face") for b in ("adr", "num")}}
_SKIN = {"face_num": "skinfacenum", "vert_adr": "skinvertadr", "vert_num": "skinvertnum"}


def mj_printFormattedScene(s, filename, float_format):
    """Writes the contents of a scene to a text file, or to standard output for None; `float_format` is a C format.

    - `s`: MjvScene
    - `filename`: str or None; path of the file
    - `float_format`: str; how a number is written, such as `% -9.2g`
    """
    form = number_format(float_format)
    parts = []
    for title, records, names in (
        ("GEOM", s.geoms[: s.ngeom], _SHAPE.split()),
        ("LIGHT", s.lights[: s.nlight], _LIGHT.split()),
        ("CAMERA", s.camera, _CAMERA.split()),
    ):
        parts.append(f"{title}S {len(records)}\n")
        for k, record in enumerate(records):
            parts.append(f"  {title} {k}\n")
            parts += [_line(name, getattr(record, name), form) for name in names]
            parts.append("\n")
        parts.append("\n")
    flexes = ("edges", "verts", "faces", "normals", "texcoords")
    parts += [*_surfaces(s, "FLEX", s.nflex, _FLEX, flexes), *_surfaces(s, "SKIN", s.nskin, _SKIN, ("verts", "normals"))]

    parts.append("FLAGS\n")
    for (name, *_), flag in zip(mjRNDSTRING, s.flags.tolist()):
        parts.append(f"  {name:<21} {flag}\n")
    for name in ("flexvertopt", "flexedgeopt", "flexfaceopt", "flexskinopt", "stereo"):
        parts.append(_line(name, int(getattr(s, name)), form, "  "))
    parts.append(f"\n\nTRANSFORM {int(s.enabletransform)}\n")
    if s.enabletransform:
        parts += [_line(name, getattr(s, name), form, "  ") for name in ("translate", "rotate", "scale")]
        parts.append("\n")
    write(filename, [*parts, "\n"])


def mj_printScene(s, filename):
    """Writes the contents of a scene to a text file, or to standard output for None.

    - `s`: MjvScene
    - `filename`: str or None; path of the file
    """
    mj_printFormattedScene(s, filename, FORMAT)


def _line(name, value, form, indent="    "):
    if isinstance(value, str):
        return f"{indent + name:<21} {value}\n"
    return named(name, np.asarray(value), form, indent)


def _surfaces(s, title, count, numbers, lists):
    """The addresses and sizes of the surfaces of flexes or skins; vertices are omitted."""
    yield f"{title} DATA {count}\n"
    for k in range(count):
        yield f"  {title} DATA {k}\n"
        for name, field in numbers.items():
            yield _line(name, int(getattr(s, field)[k]), FORMAT)
        for name in lists:
            yield _line(name, "...", FORMAT)
        yield "\n"
    yield "\n"
