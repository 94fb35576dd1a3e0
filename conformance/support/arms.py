"""Small models for edits: one to attach, one to attach it to, and models for the remaining features."""

# a model with one of nearly every element; its body `arm` is attached to others
ARM = """
<mujoco model="arm">
  <compiler autolimits="true"/>
  <default>
    <geom rgba="0.5 0.5 0.5 1"/>
    <default class="rod">
      <geom type="capsule" size="0.05 0.4" density="500"/>
      <joint damping="0.2"/>
      <default class="thin"><geom size="0.02 0.3"/></default>
    </default>
  </default>
  <asset>
    <texture name="squares" type="2d" builtin="checker" width="16" height="16" rgb1="1 0 0" rgb2="0 0 1"/>
    <material name="paint" texture="squares" specular="0.25"/>
  </asset>
  <custom>
    <numeric name="gains" size="3" data="1 2"/>
    <text name="note" data="two rods"/>
    <tuple name="pair"><element objtype="body" objname="arm"/><element objtype="geom" objname="upper" prm="2"/></tuple>
  </custom>
  <worldbody>
    <light name="lamp" pos="0 0 3" dir="0 0 -1"/>
    <frame name="outer" pos="0.1 0 0">
      <frame name="inner" euler="0 0 30" childclass="thin">
        <body name="arm" childclass="rod" pos="0 0 0.5">
          <joint name="shoulder" type="hinge" axis="0 1 0" range="-90 90"/>
          <geom name="upper" material="paint"/>
          <site name="elbow" pos="0 0 -0.4" euler="0 20 0"/>
          <camera name="eye" pos="0.3 0 0" mode="targetbody" target="hand"/>
          <body name="forearm" pos="0 0 -0.8">
            <joint name="bend" axis="0 1 0" range="-120 10"/>
            <geom name="lower" class="thin"/>
            <geom name="spool" type="cylinder" size="0.03 0.1"/>
            <body name="hand" pos="0 0 -0.6">
              <joint name="wrist" type="ball"/>
              <geom name="palm" type="box" size="0.05 0.05 0.02"/>
              <site name="tip" pos="0 0 -0.1"/>
            </body>
          </body>
        </body>
      </frame>
    </frame>
    <body name="other" pos="1 0 0"><joint name="rail" type="slide"/><geom name="block" type="box" size="0.1 0.1 0.1"/></body>
    <body name="marker" mocap="true" pos="0 1 0" quat="0 1 0 0"><site name="goal"/></body>
  </worldbody>
  <contact><exclude name="near" body1="arm" body2="hand"/><pair name="touch" geom1="upper" geom2="block"/></contact>
  <tendon>
    <fixed name="sum"><joint joint="shoulder" coef="1"/><joint joint="bend" coef="0.5"/></fixed>
    <spatial name="cord"><site site="elbow"/><geom geom="spool"/><site site="tip"/></spatial>
    <spatial name="far"><site site="tip"/><site site="elbow"/><pulley divisor="2"/><site site="tip"/><site site="goal"/></spatial>
  </tendon>
  <equality>
    <connect name="pin" body1="hand" body2="other" anchor="0 0 0.1" active="false"/>
    <joint name="mirror" joint1="shoulder" joint2="bend" polycoef="0 1 0 0 0"/>
  </equality>
  <actuator>
    <position name="turn" joint="shoulder" kp="20" timeconst="0.05"/>
    <motor name="pull" tendon="cord" gear="3"/>
    <general name="push" joint="rail" dyntype="integrator" gainprm="2" actlimited="true" actrange="-1 1"/>
    <motor name="aim" site="tip" refsite="elbow" gear="0 0 1 0 0 0"/>
  </actuator>
  <sensor>
    <jointpos name="angle" joint="shoulder"/>
    <framepos name="where" objtype="site" objname="tip"/>
    <framepos name="apart" objtype="body" objname="other" reftype="body" refname="arm"/>
    <clock name="now"/>
    <tendonpos name="length" tendon="cord"/>
  </sensor>
  <keyframe>
    <key name="up" time="1" qpos="0.1 0.2 1 0 0 0 0.3" qvel="1 2 3 4 5 6" act="0.5 0.25" ctrl="1 2 3 4" mpos="0 0 2" mquat="1 0 0 0"/>
    <key name="down" qpos="-0.1 -0.2 0 1 0 0 0.7"/>
  </keyframe>
</mujoco>
"""

# the model that it is attached to
BASE = """
<mujoco model="base">
  <option timestep="0.004"/>
  <default><default class="wheel"><geom type="cylinder" size="0.1 0.02"/></default></default>
  <worldbody>
    <geom name="floor" type="plane" size="2 2 0.1"/>
    <frame name="mount" pos="0 0 1" euler="90 0 0"/>
    <body name="cart">
      <freejoint name="free"/>
      <geom name="box" type="box" size="0.3 0.2 0.1"/>
      <site name="socket" pos="0 0 0.1" quat="0.5 0.5 0.5 0.5"/>
      <frame name="top" pos="0 0 0.2"><geom name="knob" class="wheel"/></frame>
      <body name="axle" pos="0.3 0 0"><joint name="spin"/><geom name="tyre" class="wheel"/></body>
    </body>
    <body name="target" mocap="true"/>
  </worldbody>
  <actuator><velocity name="drive" joint="spin" kv="2"/></actuator>
  <sensor><gyro name="gyro" site="socket"/></sensor>
  <keyframe><key name="start" time="2" qpos="1 2 3 1 0 0 0 0.5" ctrl="4" mpos="1 1 1"/></keyframe>
</mujoco>
"""

# angles in other units, another order of Euler angles
RADIAN = """
<mujoco model="radian">
  <compiler angle="radian" eulerseq="zyx"/>
  <worldbody>
    <frame name="spot" euler="0.5 0.25 0.125"><site name="dot" euler="0.1 0.2 0.3"/></frame>
    <body name="link" euler="0.3 0.2 0.1">
      <joint name="hinge" range="-1 1.5" ref="0.25"/>
      <geom name="shape" size="0.1" axisangle="0 1 0 0.5"/>
      <frame name="grip" euler="1 0 0"/>
    </body>
  </worldbody>
</mujoco>
"""

CUBE = "\n".join(f"v {x} {y} {z}" for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)).encode()
MESH = """
<mujoco model="mesh">
  <default><default class="small"><mesh scale="0.1 0.1 0.1"/></default></default>
  <asset><mesh file="cube.obj" class="small"/></asset>
  <worldbody><body name="lump"><freejoint/><geom type="mesh" mesh="cube"/></body></worldbody>
</mujoco>
"""

PID = """
<mujoco model="pid">
  <extension><plugin plugin="mujoco.pid">
    <instance name="slow"><config key="kp" value="4"/><config key="ki" value="1"/></instance>
    <instance name="fast"><config key="kp" value="40"/></instance>
  </plugin></extension>
  <worldbody>
    <body name="first"><joint name="one" type="slide"/><geom size="0.1"/></body>
    <body name="second" pos="1 0 0"><joint name="two" type="slide"/><geom size="0.1"/></body>
  </worldbody>
  <actuator>
    <plugin name="a" plugin="mujoco.pid" instance="slow" joint="one" actdim="1"/>
    <plugin name="b" plugin="mujoco.pid" instance="fast" joint="two"/>
  </actuator>
</mujoco>
"""
# an actuator with its own plugin configuration
OWN = PID.replace("</actuator>", '<plugin name="c" plugin="mujoco.pid" joint="two"><config key="kp" value="7"/></plugin></actuator>')
