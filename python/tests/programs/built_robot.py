"""Builds a chain of links in code, attaches a second chain to it, edits and recompiles the model, and saves it as XML."""

from typing import Optional

import numpy as np

import synovia as mujoco


def chain(links: int, material: Optional[str] = None) -> mujoco.MjSpec:
    spec = mujoco.MjSpec()
    spec.modelname = "chain"
    spec.option.timestep = 0.001
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.compiler.degree = 0
    if material is not None:
        spec.add_material(name=material, rgba=[0.8, 0.3, 0.2, 1])
    body = spec.worldbody
    for k in range(links):
        body = body.add_body(name=f"link{k}", pos=[0, 0, -0.2 if k else 1.0])
        joint = body.add_joint(name=f"joint{k}", type=mujoco.mjtJoint.mjJNT_HINGE, axis=[0, 1, 0], damping=0.01)
        joint.range = np.array([-1.5, 1.5])
        geom = body.add_geom(name=f"geom{k}", type=mujoco.mjtGeom.mjGEOM_CAPSULE, fromto=[0, 0, 0, 0, 0, -0.2], size=[0.02, 0, 0])
        if material is not None:
            geom.material = material
    body.add_site(name="end", pos=(0, 0, -0.2))
    motor = spec.add_actuator(name="drive", target="joint0", trntype=mujoco.mjtTrn.mjTRN_JOINT)
    motor.set_to_position(kp=10, kv=1)
    return spec


def main() -> "tuple[mujoco.MjModel, str]":
    spec = chain(3, "paint")
    frame = spec.worldbody.add_frame(pos=[1, 0, 0], quat=[1, 0, 0, 0])
    branch = spec.attach(chain(2), prefix="other_", frame=frame)
    branch.pos = [1, 0.5, 0]
    model = spec.compile()
    data = mujoco.MjData(model)
    data.bind(spec.joint("joint0")).qpos = 0.3
    mujoco.mj_forward(model, data)
    for body in spec.bodies:
        if body.name.startswith("other_"):
            body.gravcomp = 1.0
    model, data = spec.recompile(model, data)
    assert data.joint("joint0").qpos[0] == 0.3
    first: Optional[mujoco.MjsBody] = spec.worldbody.first_body()
    assert first is not None and first.name == "link0"
    return model, spec.to_xml()


if __name__ == "__main__":
    model, xml = main()
    assert model.nbody == 6 and model.nv == 5 and "other_link1" in xml
