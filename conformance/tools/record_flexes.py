"""Records results of the reference for small models with flexes, for the tests of the engine.

    python conformance/tools/record_flexes.py [OUT_DIR]

Each file holds a compiled model without all-zero arrays, one state after some steps, its contacts, and the values that the reference
derives from them, in the format of `record.py`. Names of arrays are those of `record.py`, for state 0.
"""

import pathlib
import sys

import mujoco
import numpy as np

from record import CODES, STATE, write

HERE = pathlib.Path(__file__).parent
TARGET = HERE.parent / "crates/synovia-engine/tests/golden/flexes"
DERIVED = """flexvert_xpos flexedge_length flexedge_velocity flexedge_J flexvert_length flexvert_J flexelem_aabb bvh_aabb_dyn
  qfrc_spring qfrc_damper qfrc_passive qacc_smooth efc_type efc_id efc_J efc_pos efc_margin efc_diagApprox efc_KBIP efc_D efc_R
  efc_aref efc_force efc_island dof_island tree_island qfrc_constraint qacc cfrc_ext energy sensordata""".split()

FLOOR = """<geom type="plane" size="1 1 .1"/>
    <body pos=".02 .01 .06"><freejoint/><geom name="ball" type="sphere" size=".05" mass=".2"/>
      <site name="skin" size=".06"/></body>"""
SENSORS = """<sensor><touch site="skin"/><contact geom1="ball" data="found force dist" reduce="netforce"/>
    <accelerometer site="skin"/></sensor>"""

MODELS = {
    # a sheet that stretches and bends, with damped edges, across a ball
    "sheet": (150, f"""<mujoco><option timestep=".002"/>
  <worldbody>{FLOOR}
    <flexcomp name="sheet" type="grid" dim="2" count="4 4 1" spacing=".04 .04 .04" pos="0 0 .125" radius=".005" mass=".1">
      <edge equality="false" damping=".05"/>
      <elasticity young="3e3" poisson=".2" thickness="1e-2" damping=".003" elastic2d="both"/>
      <contact condim="3" selfcollide="none" margin=".002"/></flexcomp>
  </worldbody>{SENSORS}</mujoco>"""),
    # a sheet whose strain is constrained, in a viscous fluid
    "strain": (200, f"""<mujoco><option timestep=".002" integrator="implicitfast" viscosity=".1"/>
  <worldbody>{FLOOR}
    <flexcomp name="sheet" type="grid" dim="2" count="4 4 1" spacing=".04 .04 .04" pos="0 0 .125" radius=".005" mass=".1">
      <edge equality="vert" damping=".01"/><contact condim="1" selfcollide="none"/></flexcomp>
  </worldbody>{SENSORS}</mujoco>"""),
    # a solid with tetrahedra on an elliptic cone, with a dense Jacobian
    "solid": (200, f"""<mujoco><option timestep=".001" cone="elliptic" jacobian="dense"/>
  <worldbody>{FLOOR}
    <flexcomp name="solid" type="grid" dim="3" count="3 3 3" spacing=".04 .04 .04" pos="0 0 .17" radius=".005" mass=".3">
      <edge equality="false"/><elasticity young="5e3" poisson=".1" damping=".001"/>
      <contact condim="3" selfcollide="none"/></flexcomp>
  </worldbody>{SENSORS}</mujoco>"""),
    # an interpolated solid, implicit in the positions of its nodes
    "trilinear": (231, f"""<mujoco><option timestep=".002" integrator="implicitfast" jacobian="sparse"/>
  <worldbody>{FLOOR}
    <flexcomp name="solid" type="grid" dim="3" count="4 4 4" spacing=".03 .03 .03" pos="0 0 .17" radius=".005" mass=".3" dof="trilinear">
      <elasticity young="2e4" poisson=".1" damping=".01"/><contact condim="3" selfcollide="none"/></flexcomp>
  </worldbody>{SENSORS}</mujoco>"""),
    # a cable of edges that keep their length, and one of springs
    "cables": (200, f"""<mujoco><option timestep=".002" integrator="implicit"/>
  <worldbody>{FLOOR}
    <flexcomp name="stiff" type="grid" dim="1" count="6 1 1" spacing=".04 .04 .04" pos="0 0 .13" radius=".01" mass=".05">
      <edge equality="true"/><contact condim="3" selfcollide="none"/></flexcomp>
    <flexcomp name="soft" type="grid" dim="1" count="6 1 1" spacing=".04 .04 .04" pos="0 .05 .2" radius=".01" mass=".05">
      <edge equality="false" stiffness="50" damping=".1"/><contact condim="3" selfcollide="none"/></flexcomp>
  </worldbody>{SENSORS}</mujoco>"""),
    # contacts handled as passive forces
    "passive": (99, f"""<mujoco><option timestep=".001" integrator="implicitfast"/>
  <worldbody>{FLOOR}
    <flexcomp name="sheet" type="grid" dim="2" count="4 4 1" spacing=".03 .03 .03" pos="0 0 .125" radius=".005" mass=".1">
      <edge equality="true" damping=".1"/><contact condim="1" selfcollide="none" passive="true"/></flexcomp>
  </worldbody>{SENSORS}</mujoco>"""),
}


def write_nonzero(out, prefix, obj):
    for name in dir(obj):
        if name.startswith("_") or name in ("signature", "names", "paths"):
            continue
        try:
            value = getattr(obj, name)
        except Exception:
            continue
        if isinstance(value, (bool, int)):
            write(out, prefix + name, np.int64(value))
        elif isinstance(value, float):
            write(out, prefix + name, np.float64(value))
        elif isinstance(value, np.ndarray) and value.dtype.name in CODES and np.any(value):
            write(out, prefix + name, value)


def record(name, steps, xml, out):
    model = mujoco.MjModel.from_xml_string(xml)
    data = mujoco.MjData(model)
    rng = np.random.default_rng(3)
    data.qvel[:] = 0.05 * rng.normal(size=model.nv)
    mujoco.mj_step(model, data, nstep=steps)
    data.qfrc_applied[:] = 0.01 * rng.normal(size=model.nv)
    mujoco.mj_forward(model, data)
    write_nonzero(out, "m.", model)
    write_nonzero(out, "m.opt.", model.opt)
    write_nonzero(out, "m.stat.", model.stat)
    write(out, "states", np.int64(1))
    for field in STATE:
        write(out, f"s0.{field}", getattr(data, field))
    for field in dir(data.contact):
        value = getattr(data.contact, field)
        if not field.startswith("_") and isinstance(value, np.ndarray) and field != "H":
            write(out, f"c0.{field}", value)
    mujoco.mj_rnePostConstraint(model, data)
    mujoco.mj_energyPos(model, data)
    mujoco.mj_energyVel(model, data)
    for field in DERIVED:
        write(out, f"d0.{field}", getattr(data, field))
    mujoco.mj_step(model, data)
    for field in ["qpos", "qvel"]:
        write(out, f"n0.{field}", getattr(data, field))
    print(f"{name}: {model.nv} dofs, {data.ncon} contacts, {data.nefc} rows, {data.nisland} islands")


def main():
    target = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    target.mkdir(parents=True, exist_ok=True)
    for name, (steps, xml) in MODELS.items():
        with (target / f"{name}.rec").open("wb") as out:
            record(name, steps, xml, out)


if __name__ == "__main__":
    main()
