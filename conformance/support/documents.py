"""Small models with one feature each, as starting points of edits."""


def _model(name, world, rest=""):
    return f'<mujoco model="{name}">{rest}<worldbody><frame name="f-{name}" pos="0 0 0.5"/>{world}</worldbody></mujoco>'


_LINK = '<geom name="{0}-geom" type="capsule" size="0.05 0.2"/><site name="{0}-site" pos="0 0 0.2"/>'

DOCUMENTS = {
    "pendulum": _model(
        "pendulum",
        '<body name="rod" pos="0 0 1"><joint name="swing" axis="0 1 0"/>' + _LINK.format("rod")
        + '<body name="bob" pos="0 0 -0.5"><joint name="bend" axis="1 0 0" range="-60 60"/>' + _LINK.format("bob") + "</body></body>",
        '<actuator><motor name="torque" joint="swing"/></actuator><sensor><jointvel name="speed" joint="bend"/></sensor>',
    ),
    "free": _model("free", '<body name="ball"><freejoint name="fly"/>' + _LINK.format("ball") + '<camera name="on"/></body>'),
    "mocap": _model("mocap", '<body name="hand" mocap="true" pos="1 0 0" quat="0 1 0 0"/><body name="held"><freejoint/>' + _LINK.format("held") + "</body>",
        '<equality><weld name="grip" body1="hand" body2="held"/></equality>'),
    "classes": _model(
        "classes",
        '<body name="one" childclass="big"><joint name="j1"/><geom name="g1"/><body name="two" childclass="small"><geom name="g2"/>'
        '<frame name="inner" childclass="big" euler="0 0 45"><geom name="g3" pos="1 0 0"/></frame></body></body>',
        '<default><default class="big"><geom type="box" size="0.3 0.3 0.3" condim="4"/><joint damping="1"/></default>'
        '<default class="small"><geom size="0.1" rgba="1 0 0 1"/></default></default>',
    ),
    "cord": _model(
        "cord",
        '<site name="start"/><geom name="drum" type="cylinder" size="0.1 0.2" pos="0.5 0 0"/><body name="weight" pos="1 0 -1">'
        '<joint name="slide" type="slide"/>' + _LINK.format("weight") + "</body>",
        '<tendon><spatial name="cord"><site site="start"/><geom geom="drum"/><site site="weight-site"/></spatial></tendon>'
        '<actuator><motor name="winch" tendon="cord"/></actuator><sensor><tendonpos name="length" tendon="cord"/></sensor>',
    ),
    "keys": _model(
        "keys",
        '<body name="cart"><joint name="x" type="slide" axis="1 0 0"/>' + _LINK.format("cart") + "</body>"
        '<body name="ball"><joint name="b" type="ball"/>' + _LINK.format("ball") + "</body>",
        '<actuator><general name="act" joint="x" dyntype="filter" dynprm="0.1"/></actuator>'
        '<keyframe><key name="home" qpos="0.5 1 0 0 0" ctrl="1"/><key name="far" qpos="2 0 1 0 0" qvel="1 2 3 4" act="0.5"/></keyframe>',
    ),
    "copies": _model("copies", '<replicate count="3" offset="0.5 0 0"><body name="post"><joint name="tilt"/>' + _LINK.format("post") + "</body></replicate>"),
    "inertial": _model(
        "inertial",
        '<body name="heavy"><inertial mass="2" pos="0.1 0 0" diaginertia="1 1 1.5"/><joint name="turn"/><body name="light" pos="1 0 0">'
        '<inertial mass="1" pos="0 0 0" fullinertia="1 1 1 0.1 0 0"/><joint name="wave"/></body></body>',
    ),
    "look": _model(
        "look", '<light name="sun" dir="0 0 -1" directional="true"/><camera name="eye" xyaxes="1 0 0 0 0 1"/><geom name="wall" type="plane" size="1 1 1" material="tiles"/>',
        '<asset><texture name="sky" type="skybox" builtin="gradient" rgb1="0 0 1" width="8" height="8"/>'
        '<texture name="check" type="2d" builtin="checker" width="8" height="8"/><material name="tiles" texture="check"/></asset>',
    ),
}
