"""The text listing of a model: MuJoCo's layout, from the tables of the fields."""

import numpy as np

from synovia._compat.interface import BVH_ROW, REDUCED_INERTIA
from synovia._fields.memory import SCHEMA
from synovia._calls.math import mju_type2Str
from synovia._printing.text import FORMAT, column, compressed, integers, memory, named, number_format, pattern, write

# title, size, prefix of fields, suffix of the field with name addresses
_OBJECTS = (
    ("BODY", "nbody", "body_", "body"),
    ("JOINT", "njnt", "jnt_", "jnt"),
    ("DOF", "nv", "dof_", None),
    ("TREE", "ntree", "tree_", None),
    ("GEOM", "ngeom", "geom_", "geom"),
    ("SITE", "nsite", "site_", "site"),
    ("CAMERA", "ncam", "cam_", "cam"),
    ("LIGHT", "nlight", "light_", "light"),
    ("FLEX", "nflex", "flex_", "flex"),
    ("MESH", "nmesh", "mesh_", "mesh"),
    ("SKIN", "nskin", "skin_", "skin"),
    ("HEIGHTFIELD", "nhfield", "hfield_", "hfield"),
    ("TEXTURE", "ntex", "tex_", "tex"),
    ("MATERIAL", "nmat", "mat_", "mat"),
    ("PAIR", "npair", "pair_", "pair"),
    ("EXCLUDE", "nexclude", "exclude_", "exclude"),
    ("EQUALITY", "neq", "eq_", "eq"),
    ("TENDON", "ntendon", "tendon_", "tendon"),
    ("ACTUATOR", "nu", "actuator_", "actuator"),
    ("SENSOR", "nsensor", "sensor_", "sensor"),
)
# fields that are counted as memory of meshes, bounding volumes and skins
_MESHES = "vert normal texcoord face facenormal facetexcoord graph polynormal polyvertadr polyvertnum polyvert polymapadr polymapnum"
_MEMORY = {
    "meshes": [f"mesh_{name}" for name in f"{_MESHES} polymap".split()],
    "bvhs": "bvh_depth bvh_child bvh_nodeid bvh_aabb oct_depth oct_child oct_aabb oct_coeff".split(),
    "textures": ["tex_data"],
    "skins": [f"skin_{name}" for name in "vert texcoord face bonevertadr bonevertnum bonebindpos bonebindquat bonebodyid "
              "bonevertid bonevertweight".split()],
}
_HEADS = ("id", "depth", "nodeid", "child[0]", "child[1]")


def mj_printFormattedModel(m, filename, float_format):
    """Writes the fields of a model to a text file, or to standard output for None; `float_format` is a C format.

    - `m`: MjModel
    - `filename`: str or None; path of the file
    - `float_format`: str; how a number is written, such as `% -9.2g`
    """
    form = number_format(float_format)
    parts = [f"MuJoCo version 3.5.0\nmodel name     {_name(m, 0)}\n\n", *_memory(m), "SIZES\n"]
    # sizes that MuJoCo has and the engine does not need are not listed
    parts += [named(name, int(getattr(m, name)), form) for name in SCHEMA["sizes"] if getattr(m, name)]
    parts += ["\n", *_options(m, form)]
    for title, size, prefix, names in _OBJECTS:
        parts += _objects(m, (title, size, prefix, names), form)
    parts += [*_custom(m, form), *_keys(m, form), *_sparse(m), f"\nSIGNATURE\n  {m.signature}\n\n", *_boxes(m)]
    write(filename, parts)


def mj_printModel(m, filename):
    """Writes the fields of a model to a text file, or to standard output for None.

    - `m`: MjModel
    - `filename`: str or None; path of the file
    """
    mj_printFormattedModel(m, filename, FORMAT)


def _name(m, address):
    names = m.names
    return names[address : names.index(b"\0", address)].decode("utf-8", "surrogateescape")


def _memory(m):
    total = m._len_bytes()
    sizes = {title: sum(getattr(m, name).nbytes for name in names) for title, names in _MEMORY.items()}
    sizes["other"] = total - sum(sizes.values())
    rows = [f"  {title:<12}{memory(count)}\n" for title, count in sizes.items() if count]
    return ["MEMORY\n", f"  {'total':<12}{memory(total)}\n", *rows, "\n"]


def _options(m, form):
    fields = SCHEMA["records"]["opt"]
    floats = [name for name, dtype, width, _ in fields if not width and dtype.startswith("float")]
    whole = [name for name, dtype, width, _ in fields if not width and not dtype.startswith("float")]
    vectors = [name for name, _, width, _ in fields if width]
    yield "OPTION\n"
    for name in (*floats, *whole, *vectors):
        yield named(name, getattr(m.opt, name), form)
    yield "\n" + named("totalmass", float(sum(m.body_mass.tolist())), form, "") + "\nSTATISTIC\n"
    for name in ("meaninertia", "meanmass", "meansize", "extent"):
        yield named(name, getattr(m.stat, name), form)
    yield f"{'  center':<21}" + "".join(form % x for x in m.stat.center.tolist()) + "\n\n"
    for name in ("qpos0", "qpos_spring"):
        yield named(name, getattr(m, name), form, "") + "\n"


def _objects(m, kind, form):
    title, size, prefix, names = kind
    fields = [name for name, _, shape, _ in SCHEMA["model"] if name.startswith(prefix) and shape.split(" x ")[0] == size]
    count = getattr(m, size)
    for k in range(count):
        yield f"\n{title} {k}:\n"
        if names is not None:
            space = "  " if title == "HEIGHTFIELD" else " "
            yield f"  {'name':<21}{space}{_name(m, int(getattr(m, f'name_{names}adr')[k]))}\n"
        for name in fields:
            value = getattr(m, name)[k]
            if np.size(value):
                yield column(name, value, form)
        if title == "MESH" and m.mesh_graphadr[k] >= 0:
            first = int(m.mesh_graphadr[k])
            for word, at in (("qhull face", first + 1), ("qhull vert", first)):
                yield f"  {word:<21} {m.mesh_graph[at]}\n"
        if title == "TENDON":
            yield from _path(m, k, form)
    if count:
        yield "\n"


def _path(m, tendon, form):
    yield "  path\n    type  objid  prm\n"
    first = int(m.tendon_adr[tendon])
    for k in range(first, first + int(m.tendon_num[tendon])):
        yield f"    {m.wrap_type[k]}     {m.wrap_objid[k]}     {form % m.wrap_prm[k]}\n"
    yield "\n"


def _custom(m, form):
    for k in range(m.nnumeric):
        numbers = m.numeric(k).data.tolist()
        yield f"\nNUMERIC {k}:\n  name         {_name(m, int(m.name_numericadr[k]))}\n  size         {len(numbers)}\n"
        yield "  value       " + "".join(form % x for x in numbers) + "\n"
    yield "\n" if m.nnumeric else ""
    for k in range(m.ntext):
        text = m.text_data[int(m.text_adr[k]) :].split(b"\0", 1)[0].decode("utf-8", "surrogateescape")
        yield f"\nTEXT {k}:\n  name         {_name(m, int(m.name_textadr[k]))}\n  size         {m.text_size[k]}\n"
        yield f"  value        {text}\n"
    yield "\n" if m.ntext else ""
    for k in range(m.ntuple):
        yield f"\nTUPLE {k}:\n  name         {_name(m, int(m.name_tupleadr[k]))}\n  size         {m.tuple_size[k]}\n"
        yield "  elements\n"
        first = int(m.tuple_adr[k])
        for j in range(first, first + int(m.tuple_size[k])):
            kind = mju_type2Str(m.tuple_objtype[j])
            yield f"       {kind} {m.tuple_objid[j]}, prm = {form % m.tuple_objprm[j]}\n"
    yield "\n" if m.ntuple else ""


def _keys(m, form):
    """Keyframes: the fields that differ from the reference configuration or from zero."""
    bodies = [int(np.flatnonzero(m.body_mocapid == k)[0]) for k in range(m.nmocap)]
    usual = {
        "qpos": m.qpos0,
        "qvel": np.zeros(m.nv),
        "act": np.zeros(m.na),
        "mpos": m.body_pos[bodies].ravel(),
        "mquat": m.body_quat[bodies].ravel(),
        "ctrl": np.zeros(m.nu),
    }
    for k in range(m.nkey):
        name, time = _name(m, int(m.name_keyadr[k])), float(m.key_time[k])
        if name:
            yield f"key_name{k}    {name}\n"
        if time != 0:
            yield f"key_time{k}    {time:.4f}\n"
        any_differs = False
        for field, expected in usual.items():
            value = getattr(m, f"key_{field}")[k].ravel()
            if not np.array_equal(value, expected):
                any_differs = True
                yield f"key_{field}{k}   " + "".join(form % x for x in value.tolist()) + "\n"
        if any_differs:
            yield "\n"


def _sparse(m):
    for letter, title, extra in (
        ("B", "B: body-dof matrix", ()),
        ("M", REDUCED_INERTIA, ("mapM2M",)),
        ("D", "D: dof-dof matrix", ("mapM2D", "mapD2M")),
    ):
        rownnz, rowadr, colind = (getattr(m, f"{letter}_{name}") for name in ("rownnz", "rowadr", "colind"))
        yield pattern(title, m.nv, compressed(rownnz, rowadr, colind), m.D_diag if letter == "D" else None)
        for name in ("rownnz", "rowadr", "colind"):
            yield integers(f"{letter}_{name.upper()}", getattr(m, f"{letter}_{name}"))
        for name in extra:
            yield integers(name.upper(), getattr(m, name))


def _boxes(m):
    yield "BVH:\n  " + "%-8s%-8s%-8s%-10s%-s\n" % _HEADS
    for k in range(m.nbvh):
        yield BVH_ROW % (k, m.bvh_depth[k], m.bvh_nodeid[k], *m.bvh_child[k])
    yield "\n"


