"""Unusual files, compared with the reference: whether they load, and every bit of the compiled model."""

import math
import struct
import warnings

import numpy as np
import pytest
from support import formats
from support.modules import oracle, subject
from support.pair import both as agree
from support.pair import mjcf
from support.scene import Pair

TETRA = 'vertex="0 0 0 1 0 0 0 1 0 0 0 1"'
CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], np.float32)


def both(xml):
    """The model in both modules; None where it is refused."""
    found = []
    for module in (subject, oracle):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found.append(module.MjModel.from_xml_string(xml))
        except ValueError:
            found.append(None)
    return found


def same_bits(xml, *fields):
    """Asserts that both modules refuse the document, or that the fields agree in every bit; NaN equals NaN."""
    ours, theirs = both(xml)
    assert (ours is None) == (theirs is None), xml
    if theirs is None:
        return None
    for field in fields:
        a, b = np.asarray(getattr(ours, field)), np.asarray(getattr(theirs, field))
        assert a.shape == b.shape, field
        assert a.tobytes() == b.tobytes() or np.array_equal(a, b, equal_nan=True), (field, xml, a, b)
    return theirs


OUTSIDE = {
    "<body/>": True,
    '<body name="a"><joint type="zzz"/><geom size="x"/></body>': True,
    '<frame childclass="nope"/>': True,
    "<replicate/>": True,
    '<replicate count="2"/>': False,
    '<body><joint foo="1"/></body>': False,
    "<body><foo/></body>": False,
    "<geom/>": False,
}


@pytest.mark.parametrize("part", OUTSIDE)
def test_parts_of_a_tree_outside_the_world_are_checked_and_not_read(part):
    model = same_bits(f'<mujoco>{part}<worldbody><geom size="1"/></worldbody></mujoco>', "nbody")
    assert (model is not None) == OUTSIDE[part]


@pytest.mark.extension
def test_a_part_outside_the_world_is_a_warning():
    with pytest.warns(RuntimeWarning, match="directly below the root"):
        subject.MjModel.from_xml_string("<mujoco><body/></mujoco>")


EXTENSIONS = {
    "<extension/>": True,
    '<extension><plugin plugin="mujoco.pid"/></extension>': True,
    '<extension><plugin plugin="mujoco.elasticity.cable"/></extension><extension/>': True,
    '<extension><plugin plugin="no.such"/></extension>': False,
    "<extension><plugin/></extension>": False,
}


@pytest.mark.parametrize("extension", EXTENSIONS)
def test_a_plugin_that_nothing_uses_changes_nothing(extension):
    model = same_bits(f"<mujoco>{extension}</mujoco>", "nplugin")
    assert (model is not None) == EXTENSIONS[extension]


@pytest.mark.parametrize("discard", ["false", "true"])
def test_a_primitive_fitted_to_a_mesh_keeps_its_id(discard):
    xml = f"""<mujoco><compiler discardvisual="{discard}"/>
      <asset><mesh name="a" {TETRA}/><mesh name="b" {TETRA}/></asset>
      <worldbody><geom type="box" mesh="b"/><geom type="capsule" mesh="a" contype="0" conaffinity="0"/></worldbody>
    </mujoco>"""
    model = same_bits(xml, "geom_dataid", "nmesh", "geom_type")
    assert model.geom_dataid[0] == model.nmesh - 1


def write_stl(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    triangles = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    faces = [bytes(12) + b"".join(CORNERS[k].tobytes() for k in t) + bytes(2) for t in triangles]
    path.write_bytes(bytes(80) + struct.pack("<I", 4) + b"".join(faces))


@pytest.mark.parametrize(
    "head",
    [
        '<asset><mesh file="./m/b.stl"/><mesh file="m/../a.stl"/></asset>',
        '<compiler meshdir="./m/"/><asset><mesh file="../a.stl"/><mesh file="./b.stl"/></asset>',
        '<compiler strippath="true"/><asset><mesh file="./a.stl"/><mesh name="k" file="x/../a.stl"/></asset>',
        '<include file="sub/part.xml"/>',
        '<asset><mesh file=".//m/b.stl"/></asset>',
    ],
)
def test_stored_paths_are_folded(tmp_path, head):
    for name in ("a.stl", "m/b.stl", "sub/c.stl", "sub/m/d.stl"):
        write_stl(tmp_path / name)
    (tmp_path / "sub/part.xml").write_text(
        '<mujoco><asset><mesh file="c.stl"/><mesh file="./m/d.stl"/></asset></mujoco>'
    )
    main = tmp_path / "main.xml"
    main.write_text(f"<mujoco>{head}</mujoco>")
    found = []
    for module in (subject, oracle):
        try:
            model = module.MjModel.from_xml_path(str(main))
            found.append((bytes(model.paths), model.mesh_pathadr.tolist(), model.npaths))
        except ValueError:
            found.append("refused")
    assert found[0] == found[1]


@pytest.mark.parametrize(
    "body",
    [
        '<joint/><joint/><geom size="1"/>',
        '<joint axis="1 0 0"/><joint axis="0 1 0"/><joint axis="1 0 0"/><geom size="1" pos=".1 .2 .3"/>',
        '<joint type="slide" axis="1 0 0"/><joint/><joint/><geom size="1"/>',
    ],
)
def test_constants_of_a_singular_inertia_are_nan(body):
    xml = mjcf(f'<body>{body}</body><body pos="3 0 0"><freejoint/><geom size="1"/></body>')
    model = same_bits(xml, "dof_M0")
    assert np.isnan(model.dof_invweight0).all()
    same_bits(xml, "dof_invweight0", "body_invweight0")


def near(rng):
    """An angle in degrees; about half of them are round numbers."""
    return float(rng.choice([0, 30, 45, 90, 120, -90, 180, 270, 360, rng.uniform(-400, 400)]))


def orientation(rng, form):
    """An orientation as authors write it: random, with small integers, or along an axis."""
    def some(n):
        return [rng.normal(size=n), rng.integers(-2, 3, n), np.eye(n)[rng.integers(n)]][rng.integers(3)]

    match form:
        case "axisangle":
            values = [*some(3), near(rng)]
        case "euler":
            values = [near(rng) for _ in range(3)]
        case "xyaxes":
            values = [*some(3), *some(3)]
        case "fromto":
            start = rng.integers(-2, 3, 3)
            values = [*start, *(start - [some(3), [0, 0, rng.integers(1, 4)]][rng.integers(2)])]
        case _:
            values = some(3)
    return f'{form}="{" ".join(repr(float(x)) for x in values)}"'


# about one in a thousand sines, cosines and arc tangents of the C library is not correctly rounded
ROUNDED = 0.02


@pytest.mark.parametrize("form", ["zaxis", "fromto", "euler", "axisangle", "xyaxes"])
def test_orientations_are_equal_to_the_last_bit(form):
    rng = np.random.default_rng(7)
    other = 0
    for _ in range(150):
        text = orientation(rng, form)
        ours, theirs = both(mjcf(f'<geom type="capsule" size=".1 .1" {text}/><site type="box" {text}/>'))
        assert (ours is None) == (theirs is None), text
        if theirs is None:
            continue
        for field in ("geom_quat", "site_quat", "geom_pos", "geom_size"):
            a, b = getattr(ours, field), getattr(theirs, field)
            np.testing.assert_allclose(a, b, rtol=0, atol=4e-16)
            other += a.tobytes() != b.tobytes()
    assert other <= ROUNDED * 4 * 150, other


def test_a_capsule_that_points_down_is_turned_by_a_hair_less_than_half_a_turn():
    xml = mjcf('<geom type="capsule" size=".1" fromto="0 0 0 0 0 1"/>')
    model = same_bits(xml, "geom_quat")
    assert model.geom_quat[0, 0] == math.cos(math.pi / 2) > 0


def lathe(rounds, heights):
    """A closed surface of revolution, which has many equidistant triangles."""
    turn = 2 * np.pi * np.arange(rounds) / rounds
    radius = 1 + 0.1 * np.arange(heights) * np.arange(heights)[::-1]
    points = [(r * np.cos(t), r * np.sin(t), h / 2) for h, r in enumerate(radius) for t in turn]
    faces = []
    for h in range(heights - 1):
        for k in range(rounds):
            a, b = h * rounds + k, h * rounds + (k + 1) % rounds
            faces += [a, b, b + rounds, a, b + rounds, a + rounds]
    top = (heights - 1) * rounds
    for k in range(1, rounds - 1):
        faces += [0, k + 1, k, top, top + k, top + k + 1]
    words = [" ".join(repr(float(x)) for x in np.ravel(points)), " ".join(map(str, faces))]
    return '<mesh name="m" vertex="{}" face="{}"/>'.format(*words)


TREES = ("bvh_nodeid", "bvh_child", "bvh_depth")


@pytest.mark.parametrize("seed", range(6))
def test_equal_places_split_a_tree_of_boxes_in_the_order_of_the_file(seed):
    rng = np.random.default_rng(seed)
    places = rng.integers(0, 4, (rng.integers(5, 60), 3)) / 10
    geoms = "".join('<geom size=".05" pos="{} {} {}"/>'.format(*p) for p in places)
    same_bits(mjcf(geoms), *TREES)
    same_bits(mjcf(f'<body euler="10 20 30"><joint/>{geoms}</body>'), *TREES)
    mesh = lathe(int(rng.integers(6, 30)), int(rng.integers(2, 6)))
    same_bits(mjcf('<body><joint/><geom type="mesh" mesh="m"/></body>', asset=mesh), *TREES)


NAN = {
    'geom size="1" pos="nan 0 0"': True,
    'geom size="nan"': False,
    'geom size="1" solmix="nan"': True,
    'geom type="capsule" size=".1 .2" fromto="nan 0 0 0 0 1"': True,
    'geom size="1" euler="nan 0 0"': True,
    'geom size="1" contype="nan"': False,
    'site size="nan"': True,
    'camera fovy="nan"': True,
    'light dir="nan 0 0"': True,
}


@pytest.mark.parametrize("element", NAN)
def test_nan_is_a_number_where_the_reference_does_not_refuse_it(element):
    xml = mjcf(f'<{element}/><body><joint/><geom size=".3"/></body>')
    model = same_bits(xml, "geom_pos", "geom_size", "body_mass", "body_ipos", "site_size", "cam_fovy", "light_dir")
    assert (model is not None) == NAN[element]


def test_a_mass_that_is_nan_is_no_mass():
    model = same_bits(mjcf('<body><joint/><geom size=".3" mass="nan"/></body>'), "body_mass", "dof_M0")
    assert model.body_mass[1] > 100


def test_a_number_that_its_type_cannot_hold_is_refused():
    for value in ("1e38", "1e39", "1e-37", "1e-39", "3.5e38"):
        model = same_bits(mjcf(f'<geom size="1" rgba="{value} 0 0 1"/>'), "geom_rgba")
        assert (model is None) == (value in ("1e39", "1e-39", "3.5e38"))


CONTENT = ["", "model/stl", "model/stl;a=b", "model/stl;a", "model/foo", "foo", "/", "a/", "MODEL/STL", "text/plain"]


@pytest.mark.parametrize("content", CONTENT)
def test_content_types_decide_as_in_the_reference(tmp_path, content):
    # a unique name for each, because the reference caches files
    name = f"mesh{CONTENT.index(content)}.stl"
    write_stl(tmp_path / name)
    same_bits(
        f'<mujoco><compiler meshdir="{tmp_path}"/><asset><mesh file="{name}" content_type="{content}"/></asset></mujoco>',
        "nmeshvert",
    )


@pytest.mark.parametrize("end", ["ktx", "bin", "foo"])
def test_a_texture_of_an_unknown_kind_is_a_file_of_the_reference_s_own_format(tmp_path, end):
    (tmp_path / f"good.{end}").write_bytes(struct.pack("<ii", 2, 2) + bytes(range(12)))
    (tmp_path / f"bad.{end}").write_bytes(b"\xabKTX 11\xbb\r\n\x1a\n" + bytes(100))
    for name, loads in (("good", True), ("bad", False)):
        texture = f'<texture name="t" type="2d" file="{tmp_path}/{name}.{end}"/>'
        model = same_bits(f"<mujoco><asset>{texture}</asset></mujoco>", "tex_data", "ntexdata")
        assert (model is not None) == loads


PART = '<inertial pos=".1 .2 .3" mass="2" fullinertia="1 2 2.5 .1 -.2 .3"/><geom size=".1"/>'
FUSED = {
    "turned inertia": f'<body><joint/>{PART}<body pos="1 2 3" euler="10 20 30">{PART}</body></body>',
    "several": f'<body><joint/>{PART}{"".join(f"""<body pos="{k} 0 0" euler="{k} 0 50">{PART}</body>""" for k in range(4))}</body>',
    "nested": f'<body pos="1 0 0">{PART}<body euler="0 90 0"><joint/>{PART}<body pos="0 1 0">{PART}<body euler="1 2 3">{PART}</body></body></body></body>',
    "boxes in the world": "".join(f'<geom size=".1" pos="0 {k} 0"/><body pos="{k} 0 0"><geom size=".1"/></body>' for k in range(5)),
    "free joint": '<body pos="1 0 0"><body><freejoint/><geom size=".1"/></body></body>',
}


@pytest.mark.parametrize("name", FUSED)
def test_fused_bodies_are_those_of_the_reference(name):
    agree(f'<mujoco><compiler fusestatic="true"/><worldbody>{FUSED[name]}</worldbody></mujoco>')


def test_meshes_keep_their_texture_coordinates_without_visual_geoms():
    mesh = f'<mesh name="m" {TETRA} face="0 2 1 0 1 3 0 3 2 1 2 3" texcoord="0 0 1 0 0 1 1 1"/>'
    world = '<worldbody><geom type="mesh" mesh="m"/></worldbody>'
    agree(f'<mujoco><compiler discardvisual="true"/><asset>{mesh}</asset>{world}</mujoco>')


@pytest.mark.extension
@pytest.mark.parametrize("attributes", [
    'builtin="flat" width="4" height="4" type="2d" nchannel="1"',
    'builtin="flat" width="4" height="4" type="cube" nchannel="1"',
    'file="a.png" type="cube" nchannel="1"',
    'file="a.png" type="skybox" nchannel="4"',
])
def test_textures_with_channels_that_do_not_fit_are_refused(attributes):
    # DIFFERENCE(texture-channels): the reference copies past the end of its arrays
    document = f'<mujoco><asset><texture name="t" {attributes}/></asset></mujoco>'
    with pytest.raises(ValueError, match="channels"):
        subject.MjModel.from_xml_string(document, {"a.png": formats.png(2, 2, 4, bytes(16))})


@pytest.mark.extension
def test_meshes_in_files_name_plugin_instances_that_exist(tmp_path):
    # DIFFERENCE(mesh-plugin-instance): the reference looks up the instance only if the vertices are inline
    (tmp_path / "m.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n", encoding="ascii")
    xml = f"""<mujoco><asset><mesh name="m" file="{tmp_path / 'm.obj'}"><plugin instance="none"/></mesh></asset></mujoco>"""
    oracle.MjModel.from_xml_string(xml)
    with pytest.raises(ValueError, match="unknown plugin instance 'none'"):
        subject.MjModel.from_xml_string(xml)


def test_points_keep_their_hull_when_they_are_loaded_again(tmp_path):
    # DIFFERENCE(cache-hulls): in the reference only the first load computes a hull
    corners = "\n".join(f"v {x} {y} {z}" for x in (-1, 1) for y in (-1, 1) for z in (-1, 1))
    (tmp_path / "points.obj").write_text(corners + "\n", encoding="ascii")
    xml = f"""<mujoco><asset><mesh name="m" file="{tmp_path / 'points.obj'}"/></asset><worldbody>
      <geom type="mesh" mesh="m" contype="0" conaffinity="0"/></worldbody></mujoco>"""
    first, theirs = both(xml)
    again, _ = both(xml)
    assert first.nmeshgraph == again.nmeshgraph == theirs.nmeshgraph > 0
    assert np.array_equal(first.mesh_graph, again.mesh_graph) and np.array_equal(first.mesh_graph, theirs.mesh_graph)


@pytest.mark.parametrize("rows", [True, False])
def test_a_comparison_that_the_first_step_cannot_make_is_refused(rows):
    limit = "range='10 20' limited='true'" if rows else ""
    ours, theirs = both(f"""<mujoco><option integrator="RK4"><flag fwdinv="enable" invdiscrete="enable"/></option><worldbody>
      <body><joint {limit}/><geom size=".1" pos="1 0 0"/></body></worldbody></mujoco>""")
    assert (ours is None) == (theirs is None) == rows


@pytest.mark.parametrize("nconmax", [1000, 3627, 3628, 5447, 5448])
def test_the_arena_has_room_for_contacts_of_the_size_of_the_reference(nconmax):
    # the arena size is rounded up to megabytes: these numbers of contacts are just below and above a step
    agree(f'<mujoco><size nconmax="{nconmax}" njmax="0"/></mujoco>')


def brick():
    """A mesh with faces, whose inertia does not need the hull."""
    points, triangles, _ = formats.block(1, [1, 2, 6])
    vertex, face = (" ".join(str(x) for row in rows for x in row) for rows in (points, triangles))
    return f'<mesh name="m" vertex="{vertex}" face="{face}"/>'


@pytest.mark.parametrize("kind", ["sphere", "capsule", "cylinder", "ellipsoid", "box"])
@pytest.mark.parametrize("fitaabb", ["true", "false"])
def test_fitted_shapes_keep_the_sizes_that_they_do_not_use(kind, fitaabb):
    geom = f'<geom type="{kind}" mesh="m" size=".7 .8 .9" fitscale="1.3"/>'
    world = f"<worldbody>{geom}<body><joint/>{geom}</body></worldbody>"
    agree(f'<mujoco><compiler fitaabb="{fitaabb}"/><asset>{brick()}</asset>{world}</mujoco>')


@pytest.mark.parametrize("kind", ['plane" size="1 1 1', 'hfield" hfield="h'])
def test_planes_and_terrain_are_not_fitted_to_meshes(kind):
    assets = f'<asset><mesh name="m" {TETRA}/><hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/></asset>'
    assert both(f'<mujoco>{assets}<worldbody><geom type="{kind}" mesh="m"/></worldbody></mujoco>') == [None, None]


def test_a_fitted_ellipsoid_touches_a_plane_with_vertices_of_its_mesh():
    # only if no other geom needs the hull of the mesh
    geoms = '<geom type="plane" size="3 3 .1"/><body><joint/><geom type="ellipsoid" mesh="m"/></body>'
    hull = '<geom type="mesh" mesh="m" pos="9 9 9"/>'
    counts = []
    for rest in ("", hull):
        pair = Pair(f"<mujoco><asset>{brick()}</asset><worldbody>{geoms}{rest}</worldbody></mujoco>")
        pair.place(qpos=[0.1]).forward().same("qacc", "efc_force", "efc_pos", tolerance=1e-8)
        counts.append(pair.ours.data.ncon)
    assert counts == [3, 1]
