"""The callbacks of generated models: functions of the state only, the same for both modules."""

import math

SETTERS = ("control", "passive", "sensor", "act_dyn", "act_gain", "act_bias")


def control(model, data):
    for k in range(model.nu):
        data.ctrl[k] = 0.5 * math.sin(3 * data.time + k) + 0.1 * (data.qvel[k % model.nv] if model.nv else 0)


def passive(model, data):
    for i in range(model.nv):
        data.qfrc_passive[i] -= 0.2 * data.qvel[i] + 0.01 * math.sin(data.time + i)


def sensor(user):
    """Fills the user sensors of a stage with sums of the results of that stage."""

    def fill(model, data, stage):
        source = {1: data.xpos, 2: data.cvel, 3: data.qacc}[int(stage)]
        total = math.fsum(float(x) for row in source for x in (row if hasattr(row, "__len__") else [row]))
        for k in range(model.nsensor):
            if model.sensor_type[k] == user and model.sensor_needstage[k] == stage:
                first = model.sensor_adr[k]
                for i in range(model.sensor_dim[k]):
                    data.sensordata[first + i] = math.sin(total + i + k) + 0.5 * i

    return fill


def act_dyn(model, data, k):
    first = model.actuator_actadr[k]
    return 2 * data.ctrl[k] - 3 * (data.act[first + model.actuator_actnum[k] - 1] if model.actuator_actnum[k] else 0)


def act_gain(model, data, k):
    return 1.5 + 0.3 * data.actuator_length[k]


def act_bias(model, data, k):
    return -0.7 * data.actuator_length[k] - 0.2 * data.actuator_velocity[k] + model.actuator_biasprm[k, 0] * 0.01


def install(module, wanted):
    """Sets the callbacks of a case and removes all others."""
    made = dict.fromkeys(SETTERS)
    if "actuators" in wanted:
        made |= {"act_dyn": act_dyn, "act_gain": act_gain, "act_bias": act_bias}
    if "sensors" in wanted:
        made["sensor"] = sensor(int(module.mjtSensor.mjSENS_USER))
    if "control" in wanted:
        made["control"] = control
    if "passive" in wanted:
        made["passive"] = passive
    for name, callback in made.items():
        getattr(module, f"set_mjcb_{name}")(callback)
