"""The states at which whole models are compared, and small perturbations of them.

A state is made by one module and copied to both, bit for bit. States of a model, each from a seed:

    0 … 2       keyframe 0 for even numbers, otherwise the reference pose; moved by 0.05 k times a random velocity, with random
                velocities, controls, activations, and forces on dofs and bodies
    settled     the state that the reference reaches after a run under moving controls: contacts that carry weight
"""

import numpy as np

FREE, BALL = 0, 1
COPIED = "qpos qvel act ctrl qfrc_applied xfrc_applied mocap_pos mocap_quat eq_active qacc_warmstart history".split()


def times(p, q):
    """The product of two quaternions."""
    a, b, c, d = p
    w, x, y, z = q
    return np.array(
        [
            a * w - b * x - c * y - d * z,
            a * x + b * w + c * z - d * y,
            a * y - b * z + c * w + d * x,
            a * z + b * y - c * x + d * w,
        ]
    )


def displaced(model, qpos, velocity):
    """Coordinates after one unit of time at a velocity."""
    moved = np.array(qpos)
    for j in range(model.njnt):
        q, v, kind = int(model.jnt_qposadr[j]), int(model.jnt_dofadr[j]), int(model.jnt_type[j])
        if kind == FREE:
            moved[q : q + 3] += velocity[v : v + 3]
            q, v = q + 3, v + 3
        if kind in (FREE, BALL):
            turn = velocity[v : v + 3]
            angle = np.linalg.norm(turn)
            if angle > 0:
                step = np.concatenate([[np.cos(angle / 2)], np.sin(angle / 2) / angle * turn])
                moved[q : q + 4] = times(moved[q : q + 4], step)
                moved[q : q + 4] /= np.linalg.norm(moved[q : q + 4])
        else:
            moved[q] += velocity[v]
    return moved


def start(module, model, keyframe):
    """A new simulation, at keyframe 0 where the model has one."""
    data = module.MjData(model)
    if keyframe and model.nkey:
        module.mj_resetDataKeyframe(model, data, 0)
    return data


def controls(model, wish):
    """Controls from numbers around 0, scaled into the range of actuators that have one."""
    low, high = np.array(model.actuator_ctrlrange).T if model.nu else (np.zeros(0), np.zeros(0))
    limited = np.array(model.actuator_ctrllimited, bool)
    return np.where(limited, low + (high - low) / (1 + np.exp(-wish)), 0.3 * wish)


def seeded(module, model, k):
    """The simulation at state `k`, before its forward pass."""
    random = np.random.RandomState(k)
    data = start(module, model, k % 2 == 0)
    data.qpos[:] = displaced(model, data.qpos, 0.05 * k * random.randn(model.nv))
    data.qvel[:] = 0.2 * random.randn(model.nv)
    data.ctrl[:] = controls(model, random.randn(model.nu))
    data.act[:] = 0.5 * random.rand(model.na)
    data.qfrc_applied[:] = 0.01 * random.randn(model.nv)
    data.xfrc_applied[1:] = 0.01 * random.randn(model.nbody - 1, 6)
    return data


def copied(source, module, model):
    """A simulation of another module in the same state."""
    data = module.MjData(model)
    put(source, data)
    return data


def put(source, data):
    """Puts a simulation into the state of another."""
    data.time = source.time
    for name in COPIED:
        getattr(data, name)[...] = getattr(source, name)


class Drive:
    """Controls that oscillate in time, the same for both modules."""

    def __init__(self, model):
        random = np.random.RandomState(77)
        self.size, self.phase = 0.3 * random.rand(model.nu), 6 * random.rand(model.nu)
        low, high = np.array(model.actuator_ctrlrange).T if model.nu else (np.zeros(0), np.zeros(0))
        limited = np.array(model.actuator_ctrllimited, bool)
        self.middle, self.half = np.where(limited, (low + high) / 2, 0.0), np.where(limited, (high - low) / 2, 1.0)

    def at(self, time):
        return self.middle + self.half * self.size * np.sin(3 * time + self.phase)


# lengths, directions and masses read by kinematics and dynamics; perturbing them models rounding in the compiler
GEOMETRY = (
    "body_pos body_quat body_ipos body_iquat body_mass body_inertia jnt_pos jnt_axis geom_pos geom_quat geom_size "
    "site_pos site_quat"
).split()


def nudge(array, size, random):
    """Perturbs every entry by up to `size`, relative to max(1, |x|)."""
    array[...] += size * random.uniform(-1, 1, array.shape) * np.maximum(1.0, np.abs(array))


def nudged_state(data, size, seed):
    """Perturbs positions and velocities."""
    random = np.random.RandomState(1000 + seed)
    nudge(data.qpos, size, random)
    nudge(data.qvel, size, random)


def nudged_model(model, size, seed):
    """Perturbs the non-zero lengths, directions and masses of a model."""
    random = np.random.RandomState(2000 + seed)
    for name in GEOMETRY:
        array = np.array(getattr(model, name))
        there = array != 0
        nudge(array, size, random)
        getattr(model, name)[there] = array[there]
