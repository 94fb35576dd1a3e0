"""Rays, distances and separate solvers compute what MuJoCo computes."""

import mujoco
import numpy as np
import pytest

import synovia
from support import oracle, twin
from synovia._fields.memory import SCHEMA

SCENE = """
<mujoco>
  <asset>
    <hfield name="hills" nrow="3" ncol="4" size="1 1 .4 .1" elevation="0 1 2 1  2 3 1 0  1 0 4 3"/>
    <mesh name="wedge" vertex="0 0 0  .6 0 0  0 .5 0  0 0 .4  .6 0 .2"/>
  </asset>
  <worldbody>
    <geom name="floor" type="plane" size="3 2 1" pos="0 0 -.5"/>
    <geom name="hills" type="hfield" hfield="hills" pos="-.5 .3 -.4" group="2"/>
    <body name="a" pos=".4 -.3 1"><freejoint/>
      <geom name="ball" size=".2" group="2"/>
      <geom name="rod" type="capsule" size=".08 .3" pos=".4 0 0" euler="40 0 0"/>
      <geom name="wedge" type="mesh" mesh="wedge" pos="0 .6 0"/>
    </body>
    <body name="b" pos="-.8 .2 .9"><joint name="h" axis="1 0 0" range="-1 1"/>
      <geom name="drum" type="cylinder" size=".2 .15"/><geom name="brick" type="box" size=".1 .2 .3" pos=".2 -.4 .1"/>
      <site name="s" pos="0 .2 0"/></body>
    <site name="t" pos="-.8 .5 1.2"/>
  </worldbody>
  <tendon><spatial name="rope"><site site="s"/><site site="t"/></spatial></tendon>
  <actuator><muscle name="m" tendon="rope" lengthrange=".1 1"/></actuator>
</mujoco>
"""


@pytest.fixture(scope="module")
def both():
    """The same scene in both modules, after a forward pass."""
    pairs = []
    for module in (mujoco, synovia):
        m = module.MjModel.from_xml_string(SCENE)
        d = module.MjData(m)
        d.qpos[3:7] = [0.8, 0.36, 0.48, 0]
        module.mj_forward(m, d)
        pairs.append((module, m, d))
    return pairs


def rays(seed, n=60):
    rng = np.random.default_rng(seed)
    for _ in range(n):
        start = rng.uniform(-2, 2, 3) + [0, 0, 1]
        yield start, rng.uniform(-1, 1, 3) + [0, 0, 0.5] - start


@pytest.mark.parametrize("group", [None, np.array([1, 0, 1, 0, 0, 0], np.uint8)])
def test_rays_meet_the_same_geoms(both, group):
    seen = set()
    for start, vec in rays(1):
        answers = []
        for module, m, d in both:
            geom, normal = np.array([7], np.int32), np.ones(3)
            dist = module.mj_ray(m, d, start, vec, group, 1, 2, geom, normal)
            answers.append([dist, geom[0], *normal])
            assert module.mj_ray(m, d, start, vec, group, 1, 2, None) == dist
        np.testing.assert_allclose(answers[1], answers[0], rtol=0, atol=1e-13)
        seen.add(int(answers[0][1]))
    assert len(seen) > 2


def test_many_rays_at_once_meet_the_same_geoms(both):
    directions = np.array([vec for _, vec in rays(2)] + [np.zeros(3)])
    n = len(directions)
    answers = []
    for module, m, d in both:
        geoms, dist, normal = np.full(n, 5, np.int32), np.ones(n), np.ones(3 * n)
        module.mj_multiRay(m, d, np.array([0.1, 0, 2]), directions.ravel(), None, 1, -1, geoms, dist, normal, n, 1.5)
        answers.append((geoms, dist, normal))
        module.mj_multiRay(m, d, np.array([0.1, 0, 2]), directions.ravel(), None, 1, -1, geoms, dist, None, n, 1e10)
        answers[-1] += (dist.copy(),)
    for ours, theirs in zip(answers[1], answers[0]):
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-13)


def test_rays_against_one_geom_agree(both):
    for start, vec in rays(3):
        answers = []
        for module, m, d in both:
            row = []
            for function, name in ((module.mj_rayHfield, "hills"), (module.mj_rayMesh, "wedge")):
                normal = np.zeros(3)
                row += [function(m, d, m.geom(name).id, start, vec, normal), *normal]
            for kind in (0, 2, 3, 4, 5, 6):
                normal = np.zeros(3)
                size, mat = np.array([0.3, 0.4, 0.5]), np.eye(3).ravel()
                row += [module.mju_rayGeom(np.array([0.1, 0, 0.5]), mat, size, start, vec, kind, normal), *normal]
            answers.append(row)
        np.testing.assert_allclose(answers[1], answers[0], rtol=0, atol=1e-13)


def test_what_has_no_ray_is_refused(both):
    _, m, d = both[1]
    start, vec = np.zeros(3), np.array([0, 0, 1.0])
    with pytest.raises(ValueError, match="too short"):
        synovia.mj_ray(m, d, start, np.zeros(3), None, 1, -1, None)
    with pytest.raises(ValueError, match="geom 0 is not a mesh"):
        synovia.mj_rayMesh(m, d, 0, start, vec)
    with pytest.raises(ValueError, match="type 7"):
        synovia.mju_rayGeom(start, np.eye(3).ravel(), vec, start, vec, 7)
    with pytest.raises(TypeError, match="geomid"):
        synovia.mj_multiRay(m, d, start, np.ones(6), None, 1, -1, np.zeros(1, np.int32), np.ones(2), None, 2, 1.0)


def test_skins_are_met_at_their_triangles():
    face, vert = np.array([0, 1, 2, 0, 2, 3]), np.array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0.0])
    vertex = np.array([-1], np.int32)
    assert synovia.mju_raySkin(2, 4, face, vert, [0.7, 0.2, 2], [0, 0, -1], vertex) == 2
    assert vertex[0] == 1
    assert synovia.mju_raySkin(2, 4, face, vert, [1.7, 0.2, 2], [0, 0, -1], vertex) == -1


def test_distances_agree(both):
    for first in range(both[0][1].ngeom):
        for second in range(both[0][1].ngeom):
            if first == second:
                continue
            answers = []
            for module, m, d in both:
                segment = np.ones(6)
                answers.append([module.mj_geomDistance(m, d, first, second, 1.5, segment), *segment])
                assert module.mj_geomDistance(m, d, first, second, 1.5, None) == answers[-1][0]
            np.testing.assert_allclose(answers[1], answers[0], rtol=0, atol=1e-6)
            assert abs(answers[1][0] - answers[0][0]) < 1e-9


def test_quadratic_programs_agree():
    rng = np.random.default_rng(4)
    for n in (1, 2, 5, 9):
        for bounds in range(4):
            root, g = rng.normal(size=(n, n)), rng.normal(size=n) * 3
            h = root @ root.T + np.eye(n) * 0.1
            lower = -rng.uniform(0, 1, n) if bounds & 1 else None
            upper = rng.uniform(0, 1, n) if bounds & 2 else None
            answers = []
            for module in (mujoco, synovia):
                res, room, index = np.zeros(n), np.zeros((n, n + 7)), np.zeros(n, np.int32)
                free = module.mju_boxQP(res, room, index, h, g, lower, upper)
                factor = np.tril(room.ravel()[: free * free].reshape(free, free))
                answers.append((free, res, index[:free], factor))
            for ours, theirs in zip(answers[1], answers[0]):
                np.testing.assert_allclose(ours, theirs, rtol=1e-10, atol=1e-10)
    assert synovia.mju_boxQP(np.zeros(2), np.zeros((2, 9)), None, np.array([[1, 2], [2, 1.0]]), np.ones(2), None, None) == -1
    with pytest.raises(ValueError, match="below"):
        synovia.mju_boxQP(np.zeros(1), np.zeros((1, 8)), None, np.eye(1), np.ones(1), np.ones(1), np.zeros(1))


def test_rows_are_updated_from_their_residuals(both):
    answers = []
    for module, m, d in both:
        d.qpos[7] = 1.2
        module.mj_forward(m, d)
        jar, cost = np.linspace(-3, 2, d.nefc), np.zeros(1)
        module.mj_constraintUpdate(m, d, jar, cost, 1)
        answers.append((cost, np.array(d.efc_force), np.array(d.qfrc_constraint), np.array(d.efc_state)))
        module.mj_projectConstraint(m, d)
    assert len(answers[0][1])
    for ours, theirs in zip(answers[1], answers[0]):
        np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-9)


def test_length_ranges_agree():
    found = []
    for module in (mujoco, synovia):
        m = module.MjModel.from_xml_string(SCENE)
        d = module.MjData(m)
        opt = module.MjLROpt()
        assert opt.accel == 0
        module.mj_defaultLROpt(opt)
        opt.useexisting = 0
        m.opt.disableflags = 1 << 4 | 1 << 5 | 1 << 6 | 1 << 7
        module.mj_setLengthRange(m, d, 0, opt)
        found.append(m.actuator_lengthrange.copy())
    np.testing.assert_allclose(found[1], found[0], rtol=1e-9)
    assert found[0][0, 0] < found[0][0, 1]
    with pytest.raises(ValueError, match="index"):
        synovia.mj_setLengthRange(m, d, 1, opt)


def test_listings_name_every_field(both, tmp_path, capsys):
    _, m, d = both[1]
    synovia.mj_printModel(m, str(tmp_path / "model.txt"))
    synovia.mj_printData(m, d, str(tmp_path / "data.txt"))
    model, data = (tmp_path / "model.txt").read_text(), (tmp_path / "data.txt").read_text()
    assert "geom_size" in model and "timestep" in model and "QPOS" in data and "XPOS" in data
    synovia.mj_printFormattedData(m, d, str(tmp_path / "short.txt"), "%.2f")
    assert "0.36" in (tmp_path / "short.txt").read_text()
    synovia.mju_printMat(np.array([[1, 2.5]]))
    synovia.mju_printMatSparse(np.array([3.0]), np.array([1]), np.array([0]), np.array([4]))
    assert capsys.readouterr().out.split() == ["1.00000000", "2.50000000", "4:", "3.00000000"]


def test_defaults_are_those_of_mujoco():
    ours, theirs = synovia.MjModel.from_xml_string("<mujoco/>"), mujoco.MjModel.from_xml_string("<mujoco/>")
    ours.vis.map.znear, theirs.vis.map.znear = 7, 7
    synovia.mj_defaultVisual(ours.vis)
    mujoco.mj_defaultVisual(theirs.vis)
    for group in ("global_", "quality", "headlight", "map", "scale", "rgba"):
        for name, *_ in getattr(ours.vis, group)._fields:
            found, expected = (getattr(getattr(m.vis, group), name) for m in (ours, theirs))
            # the reference does not expose all of its colors
            if np.size(expected):
                np.testing.assert_array_equal(found, expected)
    solref, solimp = np.zeros(2), np.zeros(5)
    synovia.mj_defaultSolRefImp(solref, solimp)
    np.testing.assert_array_equal(solref, theirs.opt.o_solref)
    np.testing.assert_array_equal(solimp, theirs.opt.o_solimp)


def test_warnings_have_a_text_and_random_numbers_a_spread():
    for warning in range(8):
        assert synovia.mju_warningText(warning, 17) == mujoco.mju_warningText(warning, 17)
    with pytest.raises(ValueError, match="warning 8"):
        synovia.mju_warningText(8, 0)
    second = np.zeros(1)
    numbers = [synovia.mju_standardNormal(second) for _ in range(4000)]
    assert abs(np.mean(numbers)) < 0.1 and abs(np.std(numbers) - 1) < 0.1 and second[0] != 0


FLEXES = """
<mujoco>
  <worldbody>
    <flexcomp name="cloth" type="grid" dim="2" count="4 3 1" spacing=".2 .2 .1" radius=".02" mass="1" pos="0 0 1"/>
    <flexcomp name="brick" type="grid" dim="3" count="3 3 3" spacing=".1 .1 .1" radius=".01" mass="1" pos="1 0 1"/>
    <flexcomp name="rope" type="grid" dim="1" count="5 1 1" spacing=".2 .1 .1" radius=".03" mass="1" pos="-1 0 1"/>
  </worldbody>
</mujoco>
"""


def test_rays_meet_the_same_parts_of_flexes():
    reference = oracle(FLEXES)
    model = twin(reference)
    theirs, ours = mujoco.MjData(reference), synovia.MjData(model)
    theirs.qpos[:] += np.random.default_rng(5).normal(size=model.nq) * 0.01
    ours.qpos = theirs.qpos
    mujoco.mj_fwdPosition(reference, theirs)
    synovia.mj_kinematics(model, ours)
    synovia.mj_comPos(model, ours)
    synovia.mj_flex(model, ours)
    rng, hits = np.random.default_rng(6), 0
    for k in range(300):
        flex, parts = k % 3, [(k >> bit) & 1 for bit in range(4)]
        start = rng.normal(size=3) + [0, 0, 1]
        vec = theirs.flexvert_xpos[rng.integers(model.nflexvert)] + rng.normal(size=3) * 0.02 - start
        answers = []
        for module, m, d in ((mujoco, reference, theirs), (synovia, model, ours)):
            vertex, normal = np.array([-1], np.int32), np.zeros(3)
            dist = module.mj_rayFlex(m, d, k % 2, *parts, flex, start, vec, vertex, normal)
            answers.append([dist, vertex[0], *normal])
        np.testing.assert_allclose(answers[1], answers[0], rtol=0, atol=1e-10)
        hits += answers[0][0] >= 0
    assert hits > 50


def test_rays_march_through_distance_fields():
    xml = """<mujoco><asset><mesh name="w" vertex="0 0 0  .6 0 0  0 .5 0  0 0 .4  .6 0 .2"/></asset>
      <worldbody><body pos=".1 .2 .3" euler="10 20 30"><geom type="sdf" mesh="w"/></body></worldbody></mujoco>"""
    both = []
    for module in (mujoco, synovia):
        m = module.MjModel.from_xml_string(xml)
        both.append((module, m, module.MjData(m)))
        module.mj_kinematics(m, both[-1][2])
    rng, hits = np.random.default_rng(7), 0
    for _ in range(100):
        start = rng.normal(size=3)
        vec = both[0][2].geom_xpos[0] + rng.normal(size=3) * 0.2 - start
        answers = []
        for module, m, d in both:
            normal = np.zeros(3)
            answers.append([module.mj_ray(m, d, start, vec, None, 1, -1, None, normal), *normal])
        np.testing.assert_allclose(answers[1], answers[0], rtol=0, atol=1e-10)
        hits += answers[0][0] >= 0
    assert hits > 20


def test_a_reset_for_debugging_marks_what_is_derived(both, tmp_path, monkeypatch):
    filled = []
    for module, m, _ in both:
        d = module.MjData(m)
        module.mj_forward(m, d)
        module.mj_resetDataDebug(m, d, 7)
        names = [name for name, dtype, *_ in SCHEMA["data"] if dtype == "float64" and getattr(d, name).size]
        names = [name for name in names if not name.startswith(("efc_", "i"))]
        filled.append({name for name in names if (np.ascontiguousarray(getattr(d, name)).view(np.uint8) == 7).all()})
        module.mj_forward(m, d)
        assert np.isfinite(d.qacc).all()
    assert filled[1] == filled[0]
    assert "xpos" in filled[1] and "qpos" not in filled[1]
    with pytest.raises(ValueError, match="256"):
        synovia.mj_resetDataDebug(m, d, 256)
    monkeypatch.chdir(tmp_path)
    synovia.mju_writeLog("NOTE", "hello")
    assert "NOTE: hello" in (tmp_path / "MUJOCO_LOG.TXT").read_text()
