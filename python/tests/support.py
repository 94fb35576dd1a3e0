"""Models compiled by the reference in Synovia's memory: tests the Python module independently of the compiler."""

import mujoco
import numpy as np

import synovia
from synovia import _synovia
from synovia._fields.memory import SCHEMA

EVERYTHING = """
<mujoco model="everything">
  <size nuser_body="2" nuser_jnt="1"/>
  <option timestep="0.005" gravity="0 0 -3" integrator="implicitfast"/>
  <visual><global azimuth="20"/><rgba fog="0.1 0.2 0.3 0.4"/></visual>
  <asset>
    <mesh name="tetra" vertex="0 0 0  1 0 0  0 1 0  0 0 1"/>
    <hfield name="hills" nrow="3" ncol="4" size="1 1 0.2 0.1"/>
    <texture name="chess" builtin="checker" width="4" height="2" type="2d" rgb1="1 0 0" rgb2="0 1 0"/>
    <material name="wood" texture="chess" rgba="0.5 0.6 0.7 1"/>
  </asset>
  <worldbody>
    <light name="sun" pos="0 0 3"/>
    <camera name="eye" pos="0 -2 1"/>
    <geom name="floor" type="plane" size="5 5 0.1" material="wood"/>
    <geom name="ground" type="hfield" hfield="hills" pos="5 0 0"/>
    <body name="free" pos="0 0 1" user="1 2">
      <freejoint name="root"/>
      <geom name="core" type="box" size="0.1 0.2 0.3"/>
      <site name="tip" pos="0 0 0.3"/>
      <body name="arm" pos="0.2 0 0">
        <joint name="shoulder" type="ball" damping="0.1"/>
        <geom name="upper" type="capsule" size="0.05" fromto="0 0 0 0.4 0 0"/>
        <site name="grip" pos="0.4 0 0"/>
        <body name="hand" pos="0.4 0 0">
          <joint name="wrist" axis="0 1 0" range="-60 60" limited="true" armature="0.01" user="7"/>
          <joint name="slide" type="slide" axis="1 0 0" stiffness="3"/>
          <geom name="palm" type="mesh" mesh="tetra"/>
        </body>
      </body>
    </body>
    <body name="target" mocap="true" pos="1 1 1"><geom name="ghost" size="0.05" contype="0" conaffinity="0"/></body>
  </worldbody>
  <contact>
    <pair name="touch" geom1="core" geom2="palm"/>
    <exclude name="never" body1="free" body2="arm"/>
  </contact>
  <equality><weld name="glue" body1="hand" body2="target" active="false"/></equality>
  <tendon>
    <spatial name="rope"><site site="tip"/><site site="grip"/></spatial>
    <fixed name="mix"><joint joint="wrist" coef="2"/><joint joint="slide" coef="-1"/></fixed>
  </tendon>
  <actuator>
    <motor name="turn" joint="wrist" gear="3" ctrlrange="-1 1" ctrllimited="true"/>
    <general name="pull" tendon="rope" dyntype="filter" dynprm="0.1"/>
  </actuator>
  <sensor>
    <jointpos name="angle" joint="wrist"/>
    <framequat name="attitude" objtype="body" objname="hand"/>
  </sensor>
  <custom>
    <numeric name="gains" data="1 2 3"/>
    <text name="note" data="hello"/>
    <tuple name="both"><element objtype="body" objname="arm" prm="0.5"/><element objtype="geom" objname="core"/></tuple>
  </custom>
  <keyframe><key name="start" time="2" ctrl="0.5 0.25"/></keyframe>
</mujoco>
"""


def oracle(xml=EVERYTHING):
    """The model as MuJoCo compiles it."""
    return mujoco.MjModel.from_xml_string(xml)


def twin(reference):
    """A Synovia model with the numbers of a MuJoCo model."""
    model = synovia.MjModel._of(_synovia.blank([getattr(reference, name) for name in SCHEMA["sizes"]]))
    for k, (name, _, _, _) in enumerate(SCHEMA["model"]):
        value = getattr(reference, name)
        if isinstance(value, bytes):
            value = np.frombuffer(value, np.uint8)
        model._column(k)[...] = value
    for record in ("opt", "stat"):
        copy_record(getattr(model, record), getattr(reference, record))
    for group in synovia.MjVisual._CLASSES:
        copy_record(getattr(model.vis, group), getattr(reference.vis, group))
    model._check()
    return model


def copy_record(to, source):
    for name, _, width, _ in to._fields:
        value = getattr(source, name)
        # MuJoCo's Python module shows some colors as empty arrays
        if np.size(value) == max(width, 1):
            setattr(to, name, value)


def public(obj):
    """The public names of an object."""
    return [name for name in dir(obj) if not name.startswith("_")]
