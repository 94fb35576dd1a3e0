"""Synovia's extensions of MuJoCo's API are readable, and every way of saving keeps them."""

import numpy as np
import pytest

import synovia as mj

L = """<mesh name="l" vertex="0 0 0 3 0 0 3 1 0 1 1 0 1 2 0 0 2 0 0 0 1 3 0 1 3 1 1 1 1 1 1 2 1 0 2 1"
  face="0 2 1 6 7 8 0 3 2 6 8 9 0 4 3 6 9 10 0 5 4 6 10 11 0 1 7 0 7 6 1 2 8 1 8 7 2 3 9 2 9 8 3 4 10 3 10 9 4 5 11 4 11 10 5 0 6 5 6 11"/>"""
MODEL = f"""<mujoco model="l"><compiler exactmeshinertia="true"/><option solver="ActiveSet"/><asset>{L}</asset>
  <worldbody><body><freejoint/><geom type="mesh" mesh="l"/></body></worldbody></mujoco>"""


def by_xml(spec, folder):
    return mj.MjModel.from_xml_string(spec.to_xml())


def by_last_xml(spec, folder):
    model = mj.MjModel.from_xml_string(MODEL)
    mj.mj_saveLastXML(str(folder / "last.xml"), model)
    return mj.MjModel.from_xml_path(str(folder / "last.xml"))


def by_file(spec, folder):
    spec.to_file(str(folder / "file.xml"))
    return mj.MjModel.from_xml_path(str(folder / "file.xml"))


def by_zip(spec, folder):
    spec.to_zip(str(folder / "spec.zip"))
    return mj.MjSpec.from_zip(str(folder / "spec.zip")).compile()


def by_binary(spec, folder):
    mj.mj_saveModel(spec.compile(), str(folder / "model.mjb"))
    return mj.MjModel.from_binary_path(str(folder / "model.mjb"))


def by_copy(spec, folder):
    return spec.copy().compile()


@pytest.mark.parametrize("save", [by_xml, by_last_xml, by_file, by_zip, by_binary, by_copy])
def test_asm_30_inr_01_extensions_survive_saving(save, tmp_path):
    spec = mj.MjSpec.from_string(MODEL)
    assert spec.compile().body_mass[1] == pytest.approx(4000, rel=1e-12)
    again = save(spec, tmp_path)
    assert again.opt.solver == mj.mjtSolver.mjSOL_ACTIVESET
    assert again.body_mass[1] == pytest.approx(4000, rel=1e-6)


def test_inr_01_the_compiler_has_exactmeshinertia():
    spec = mj.MjSpec.from_string(MODEL)
    assert spec.compiler.exactmeshinertia == 1
    spec.compiler.exactmeshinertia = 0
    assert spec.compile().body_mass[1] == pytest.approx(4161.340544083906, rel=1e-12)
    assert mj.MjSpec().compiler.exactmeshinertia == 0


def test_inr_01_meshes_added_after_saving_are_exact():
    spec = mj.MjSpec.from_string(MODEL)
    spec.compile()
    again = mj.MjSpec.from_string(spec.to_xml())
    again.worldbody.add_body().add_geom(type=mj.mjtGeom.mjGEOM_MESH, meshname="other")
    old = again.mesh("l")
    again.add_mesh(name="other", uservert=old.uservert, userface=old.userface)
    assert again.compile().body_mass[2] == pytest.approx(4000, rel=1e-6)


def test_asm_30_the_active_set_solver_has_a_name():
    spec = mj.MjSpec()
    spec.option.solver = mj.mjtSolver.mjSOL_ACTIVESET
    assert spec.compile().opt.solver == 3
    assert 'solver="ActiveSet"' in spec.to_xml()


def test_frl_08_friction_is_a_part_of_the_constraint_force():
    xml = """<mujoco><option timestep=".002"/><worldbody><body><joint axis="0 1 0" frictionloss="1"/><geom size=".1" pos=".3 0 0" mass="10"/></body>
      <body pos="1 0 0"><joint type="slide" limited="true" range="0 1"/><geom size=".1" mass="1"/></body></worldbody></mujoco>"""
    model = mj.MjModel.from_xml_string(xml)
    data = mj.MjData(model)
    assert np.array_equal(data.qfrc_frictionloss, [0, 0])
    data.qvel[:] = [1, 0]
    data.qpos[1] = -0.1
    mj.mj_forward(model, data)
    assert data.qfrc_frictionloss == pytest.approx([-1, 0], abs=1e-9)
    # the limit force is part of the total constraint force only
    assert data.qfrc_constraint[1] > 1 and data.qfrc_constraint[0] == data.qfrc_frictionloss[0]
    with pytest.raises(AttributeError):
        data.qfrc_frictionloss = 1


STIFF = """<mujoco><option integrator="implicitspring" timestep=".01" gravity="0 0 0"/><worldbody>
  <body><joint type="slide" damping="2" stiffness="100" springref=".1"/><geom name="a" size=".1" mass="1"/><site name="s" pos="0 0 .3"/></body>
  <body pos="0 1 0"><joint axis="0 1 0"/><geom name="b" size=".1" pos=".3 0 0"/><site name="t" pos=".3 0 0"/></body></worldbody>
  <equality><distance name="e" geom1="a" geom2="b" distance=".7" solref=".03 1"/><distance name="f" site1="s" site2="t" active="false"/></equality>
</mujoco>"""


@pytest.mark.parametrize("save", [by_xml, by_last_xml, by_file, by_zip, by_binary, by_copy])
def test_springs_and_distances_survive_saving(save, tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "MODEL", STIFF)
    spec = mj.MjSpec.from_string(STIFF)
    model = spec.compile()
    again = save(spec, tmp_path)
    assert again.opt.integrator == mj.mjtIntegrator.mjINT_IMPLICITSPRING == 100
    for name in ("eq_type", "eq_objtype", "eq_obj1id", "eq_obj2id", "eq_active0"):
        assert np.array_equal(getattr(again, name), getattr(model, name)), name
    for name in ("eq_data", "eq_solref"):
        assert getattr(again, name) == pytest.approx(getattr(model, name), rel=1e-5), name
    assert list(model.eq_type) == [mj.mjtEq.mjEQ_DISTANCE] * 2
    assert model.eq_data[:, 0] == pytest.approx([0.7, np.sqrt(0.3**2 + 1 + 0.3**2)])


def test_a_distance_is_made_by_a_program():
    spec = mj.MjSpec()
    for k in range(2):
        body = spec.worldbody.add_body(pos=[k, 0, 0])
        body.add_freejoint()
        body.add_geom(name=f"g{k}", size=[0.1, 0, 0])
    data = np.zeros(11)
    data[0] = 1.5
    spec.add_equality(type=mj.mjtEq.mjEQ_DISTANCE, objtype=mj.mjtObj.mjOBJ_GEOM, name1="g0", name2="g1", data=data)
    model = spec.compile()
    assert list(model.eq_objtype) == [mj.mjtObj.mjOBJ_GEOM] and model.eq_data[0, 0] == 1.5
    simulation = mj.MjData(model)
    mj.mj_step(model, simulation, 500)
    assert np.linalg.norm(simulation.geom_xpos[1] - simulation.geom_xpos[0]) == pytest.approx(1.5, abs=1e-3)


def test_points_in_the_same_place_give_a_warning():
    body = '<body><freejoint/><geom name="{}" size=".1"/></body>'
    xml = f"""<mujoco><option><flag contact="disable"/></option><worldbody>{body.format("a")}{body.format("b")}</worldbody>
      <equality><distance geom1="a" geom2="b" distance=".5"/></equality></mujoco>"""
    model = mj.MjModel.from_xml_string(xml)
    data = mj.MjData(model)
    with pytest.warns(RuntimeWarning, match="the points coincide"):
        mj.mj_step(model, data)
    assert np.isfinite(data.qpos).all()


def test_a_stiff_spring_has_the_velocity_of_the_formula():
    model = mj.MjModel.from_xml_string(STIFF)
    model.eq_active0[:] = 0
    data = mj.MjData(model)
    data.qpos[0], data.qvel[0] = 0.3, 1
    mj.mj_step(model, data)
    assert data.qvel[0] == pytest.approx(0.8 / 1.03, abs=1e-15)


EXTENDED = [
    ('<option solver="ActiveSet"/>', r"<string>:1:25: .*solver=\"ActiveSet\""),
    ('<option integrator="implicitspring"/>', r"<string>:1:29: .*integrator=\"implicitspring\""),
    ('<compiler exactmeshinertia="true"/>', r"<string>:1:\d+: .*exactmeshinertia"),
    ('<worldbody><site name="s"/><site name="t" pos="1 0 0"/></worldbody><equality><distance site1="s" site2="t"/></equality>', "<string>:1:.*<equality><distance>"),
]


@pytest.mark.parametrize("inside, place", EXTENDED)
def test_pipe_34_strict_loading_refuses_extensions_by_name(inside, place, tmp_path):
    xml = f"<mujoco>{inside}</mujoco>"
    model = mj.MjModel.from_xml_string(xml)
    mj.mj_saveModel(model, str(tmp_path / "a.mjb"))
    assert mj.strict() is False
    mj.set_strict(True)
    try:
        with pytest.raises(ValueError, match=place) as caught:
            mj.MjModel.from_xml_string(xml)
        assert "is an extension of Synovia" in str(caught.value)
        with pytest.raises(ValueError, match="is an extension of Synovia"):
            mj.MjSpec.from_string(xml).compile()
        if "exactmeshinertia" not in xml:
            with pytest.raises(ValueError, match="is an extension of Synovia"):
                mj.MjModel.from_binary_path(str(tmp_path / "a.mjb"))
        mj.MjModel.from_xml_string("<mujoco><option integrator='implicitfast' solver='Newton'/></mujoco>")
    finally:
        mj.set_strict(False)
