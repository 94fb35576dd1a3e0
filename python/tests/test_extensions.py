"""What Synovia adds to MuJoCo's names is readable, and survives every way of saving."""

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
    # the limit is in the whole force alone
    assert data.qfrc_constraint[1] > 1 and data.qfrc_constraint[0] == data.qfrc_frictionloss[0]
    with pytest.raises(AttributeError):
        data.qfrc_frictionloss = 1
