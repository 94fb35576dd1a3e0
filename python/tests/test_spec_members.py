"""Members of a specification: types, defaults, accepted and refused values, and their effect on the model."""

import io
import zipfile

import numpy as np
import pytest

import synovia as mj

TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
VERTICES = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
FACES = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]


def geom():
    spec = mj.MjSpec()
    return spec, spec.worldbody.add_geom(name="g", size=[0.1])


@pytest.mark.parametrize(
    "name, value",
    [
        ("type", 2),
        ("type", 1.5),
        ("contype", 1.5),
        ("contype", 2**40),
        ("contype", "x"),
        ("mass", None),
        ("mass", [1.0]),
        ("mass", np.array([1.0])),
        ("pos", [1, 2]),
        ("pos", 1.0),
        ("pos", None),
        ("pos", ["a", "b", "c"]),
        ("pos", np.zeros((1, 3))),
        ("size", [0.1]),
        ("material", 3),
        ("userdata", 1.0),
        ("alt", 3),
        ("classname", "main"),
        ("plugin", 3),
    ],
)
def test_a_value_of_another_type_is_a_type_error(name, value):
    with pytest.raises(TypeError):
        setattr(geom()[1], name, value)


@pytest.mark.parametrize("value", ["x", ["a"], np.ones((2, 3))])
def test_entries_of_another_type_are_a_runtime_error(value):
    with pytest.raises(RuntimeError):
        geom()[1].userdata = value


def test_keywords_take_more_than_attributes():
    spec = mj.MjSpec()
    shape = spec.worldbody.add_geom(type=6, size=[0.1], pos=None, material=None)
    assert shape.type is mj.mjtGeom.mjGEOM_BOX and list(shape.size) == [0.1, 0, 0]
    for wrong in ({"pos": [1]}, {"size": [1, 2, 3, 4]}, {"rgba": [1, 2]}):
        with pytest.raises(ValueError, match="should be a list/array of size"):
            spec.worldbody.add_geom(**wrong)
    for wrong in ({"type": 1.5}, {"pos": "x"}, {"userdata": ["a"]}, {"userdata": ""}, {"id": 3}, {"alt": 3}):
        with pytest.raises(TypeError):
            spec.worldbody.add_geom(**wrong)
    assert len(spec.geoms) == 1


def test_bytes_keep_the_number_that_was_written():
    spec, _ = geom()
    spec.compiler.fusestatic = 3
    assert spec.compiler.fusestatic == 3
    with pytest.raises(TypeError):
        spec.compiler.fusestatic = -1
    assert (spec.compiler.usethread, spec.hasImplicitPluginElem, spec.nemax) == (1, 0, 0)
    spec.nemax = 5
    assert spec.compile().nemax == 5


def test_numbers_that_stand_for_no_keyword_are_refused():
    spec = mj.MjSpec()
    joint = spec.worldbody.add_body().add_joint()
    with pytest.raises(ValueError, match="limited takes one of false, true, auto, not 3"):
        joint.limited = 3
    assert joint.limited == 2


def test_length_range_options_are_those_of_the_compiler():
    spec = mj.MjSpec.from_string("<mujoco><compiler><lengthrange inttotal='4'/></compiler></mujoco>")
    options = spec.compiler.LRopt
    assert isinstance(options, mj.MjLROpt) and (options.inttotal, options.tolrange, options.mode) == (4.0, 0.05, 1)
    options.inttotal = 5
    assert spec.copy().compiler.LRopt.inttotal == 5
    with pytest.raises(TypeError):
        spec.compiler.LRopt = 3


def test_lines_and_places_are_known_before_anything_is_compiled():
    spec = mj.MjSpec.from_string("<mujoco>\n<worldbody>\n<geom name='g' size='1'/>\n</worldbody><asset><material name='a'/><material name='b'/></asset></mujoco>")
    assert spec.geom("g").info == "line 3" and spec.material("b").id == 1
    assert spec.worldbody.add_body().childclass == "main"


def test_the_principal_point_of_a_camera_without_a_sensor():
    spec = mj.MjSpec()
    camera = spec.worldbody.add_camera()
    assert camera.intrinsic.dtype == np.float32 and not camera.intrinsic.any()
    camera.intrinsic = [0.5, 0.6, 0.7, 0.8]
    np.testing.assert_array_equal(spec.compile().cam_intrinsic[0], np.float32([0.01, 0.01, 0.7, 0.8]))


def mesh(**values):
    spec = mj.MjSpec()
    spec.add_mesh(name="m", uservert=VERTICES, userface=FACES, **values)
    spec.worldbody.add_geom(type=mj.mjtGeom.mjGEOM_MESH, meshname="m")
    return spec.compile()


def test_faces_name_their_texture_coordinates():
    faces = [0, 1, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1]
    model = mesh(usertexcoord=[0.1, 0.2, 0.3, 0.4], userfacetexcoord=faces)
    assert model.nmeshtexcoord == 2
    np.testing.assert_array_equal(model.mesh_facetexcoord.ravel(), faces)
    assert mesh(userfacetexcoord=[0] * 12).nmeshtexcoord == 0


def test_a_mesh_is_asked_for_its_distance_field():
    assert mesh().noct == 0 and mesh(needsdf=1).noct == 30873


# number of vertex coordinates, face indices and normal coordinates, and the first three vertex coordinates
SHAPES = [
    ("sphere", {"subdivision": 1}, (126, 240, 0), [-0.525731086730957, 0.8506507873535156, 0.0]),
    ("hemisphere", {"resolution": 3}, (126, 240, 0), [0.0, 0.0, 1.0]),
    ("cone", {"nedge": 5, "radius": 0.5}, (30, 0, 0), [1.0, 0.0, -1.0]),
    ("supertorus", {"resolution": 5, "radius": 0.3, "s": 1, "t": 1}, (75, 150, 0), [1.2999999523162842, 0.0, 0.0]),
    ("plate", {"resolution": [3, 3]}, (27, 24, 81), [-0.6666666865348816, -0.6666666865348816, -1.0]),
]


@pytest.mark.parametrize("name, arguments, counts, first", SHAPES)
def test_a_built_in_shape_shows_its_arrays(name, arguments, counts, first):
    made = mj.MjSpec().add_mesh(name="m")
    getattr(made, f"make_{name}")(**arguments)
    assert (len(made.uservert), len(made.userface), len(made.usernormal)) == counts
    np.testing.assert_allclose(list(made.uservert)[:3], first, atol=1e-7)


def test_a_built_in_shape_can_be_changed():
    spec = mj.MjSpec()
    made = spec.add_mesh(name="m")
    made.make_sphere(subdivision=0)
    spec.worldbody.add_geom(type=mj.mjtGeom.mjGEOM_MESH, meshname="m")
    before = spec.compile()
    made.uservert[0] = -0.9
    after = spec.compile()
    assert before.nmeshvert == after.nmeshvert == 12 and before.geom_rbound[0] != after.geom_rbound[0]


# mass, inertia and position keywords of a body with and without a geom of radius 0.1 -> mass of the compiled body, None if it is refused
INERTIAS = [
    ({"mass": 2.0}, None, 4.188790204786391),
    ({"mass": 2.0, "inertia": [1, 1, 1]}, 2.0, 4.188790204786391),
    ({"explicitinertial": 1, "mass": 2.0, "inertia": [1, 1, 1]}, 2.0, 2.0),
    ({"explicitinertial": True, "mass": 2.0}, None, None),
    ({"ipos": [1, 0, 0]}, None, None),
    ({"fullinertia": [1, 1, 1, 0, 0, 0], "mass": 3}, 3.0, 4.188790204786391),
]


@pytest.mark.parametrize("values, alone, with_geom", INERTIAS)
def test_an_inertia_counts_if_its_position_is_said(values, alone, with_geom):
    for expected, shape in ((alone, False), (with_geom, True)):
        spec = mj.MjSpec()
        body = spec.worldbody.add_body(**values)
        body.add_joint()
        if shape:
            body.add_geom(size=[0.1])
        if expected is None:
            with pytest.raises(ValueError, match="has joints but no mass"):
                spec.compile()
        else:
            np.testing.assert_allclose(spec.compile().body_mass[1], expected, rtol=1e-14)


def test_a_class_has_a_flex_that_nothing_starts_from():
    spec = mj.MjSpec()
    spec.default.flex.contype = 3
    assert spec.default.flex.contype == 3 and spec.add_flex().contype == 1
    spec.default.geom = spec.worldbody.add_geom(size=[0.3])
    assert spec.default.geom.size[0] == 0.3
    with pytest.raises(TypeError):
        spec.default.geom = 3


def test_a_path_says_what_belongs_to_its_kind():
    spec = mj.MjSpec()
    tendon = spec.add_tendon()
    tendon.wrap_joint("j", 2.0)
    wrap = tendon.path[0]
    assert (wrap.coef, wrap.divisor) == (2.0, None)
    wrap.info = "here"
    assert tendon.path[0].info == "here"
    with pytest.raises(AttributeError):
        wrap.coef = 3.0


@pytest.mark.parametrize(
    "xml, phrase",
    [
        ("<worldbody><geom type='box' size='1 0 1'/></worldbody>", "size 1 must be positive in geom"),
        (
            "<asset><hfield name='h' nrow='2' ncol='2' size='1 1 1 1' elevation='1 2 3'/></asset>",
            "found 3 heights for 2 rows of 2 columns, expected 4",
        ),
        (
            "<extension><plugin plugin='mujoco.pid'><instance name='i'><config key='foo' value='1'/></instance></plugin></extension>",
            "unrecognized attribute 'plugin:foo'",
        ),
    ],
)
def test_messages_have_words_and_the_place(xml, phrase):
    with pytest.raises(ValueError) as caught:
        mj.MjSpec.from_string(f"<mujoco>{xml}</mujoco>").compile()
    assert phrase in str(caught.value) and "<string>:1:" in str(caught.value)


def tetrahedron():
    spec = mj.MjSpec.from_string(
        "<mujoco model='tetra'><compiler meshdir='meshes'/><asset><mesh name='m' file='t.obj'/></asset>"
        "<worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>",
        assets={"meshes/t.obj": TETRAHEDRON.encode()},
    )
    return spec


def test_an_archive_has_the_assets_and_then_the_text(tmp_path):
    spec = tetrahedron()
    path = tmp_path / "new" / "tetra.zip"
    spec.to_zip(str(path))
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == ["meshes/t.obj", "tetra.xml"]
        assert archive.read("tetra.xml").decode() == spec.to_xml()
    again = mj.MjSpec.from_zip(str(path))
    assert list(again.assets) == ["meshes/t.obj"] and again.compile().nmeshvert == 4


def test_archives_of_others_are_read():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("robot/meshes/t.obj", TETRAHEDRON)
        archive.writestr("robot/scene.xml", tetrahedron().to_xml())
    packed.seek(0)
    assert mj.MjSpec.from_zip(packed).compile().nmeshvert == 4
    with pytest.raises(ValueError, match="is not a zip file"):
        mj.MjSpec.from_zip(io.BytesIO(b"no archive"))
    empty = io.BytesIO()
    with zipfile.ZipFile(empty, "w") as archive:
        archive.writestr("a.txt", "x")
    empty.seek(0)
    with pytest.raises(ValueError, match="No XML file found in zip file."):
        mj.MjSpec.from_zip(empty)
    outside = io.BytesIO()
    with zipfile.ZipFile(outside, "w") as archive:
        archive.writestr("../t.obj", TETRAHEDRON)
        archive.writestr("m.xml", "<mujoco/>")
    outside.seek(0)
    with pytest.raises(ValueError, match="entry '../t.obj' is outside the archive"):
        mj.MjSpec.from_zip(outside)
