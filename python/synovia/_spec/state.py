"""A state that outlives the model it was made for: what is still there keeps its numbers, what is new stands at the reference."""

# numbers of qpos and qvel by type of joint: free, ball, slide, hinge
SIZES = ((7, 6), (4, 3), (1, 1), (1, 1))


def carry_over(rows, before, after):
    """Carries the state of a simulation over to one of an edited model.

    `rows` has the rows of joints, actuators and bodies in both models, −1 where they have none; `before` and `after` are a model and its
    simulation each.

    A joint that is of another type now takes as many numbers as it has now from where its own began, and an actuator the control that
    stood at the place where it stands now: the quirk `recompile-state`.
    """
    (old, was), (new, now) = before, after
    now.time = was.time
    for i, j in rows["joint"]:
        if min(i, j) >= 0:
            nq, nv = SIZES[int(new.jnt_type[j])]
            _copy(was.qpos, old.jnt_qposadr[i], now.qpos, new.jnt_qposadr[j], nq)
            _copy(was.qvel, old.jnt_dofadr[i], now.qvel, new.jnt_dofadr[j], nv)
    for i, j in rows["actuator"]:
        if min(i, j) >= 0:
            count = min(int(old.actuator_actnum[i]), int(new.actuator_actnum[j]))
            _copy(was.act, old.actuator_actadr[i], now.act, new.actuator_actadr[j], count)
    _copy(was.ctrl, 0, now.ctrl, 0, min(len(was.ctrl), len(now.ctrl)))
    for i, j in rows["body"]:
        if min(i, j) >= 0:
            a, b = int(old.body_mocapid[i]), int(new.body_mocapid[j])
            if min(a, b) >= 0:
                now.mocap_pos[b], now.mocap_quat[b] = was.mocap_pos[a], was.mocap_quat[a]


def _copy(source, start, target, place, count):
    """Copies numbers if both lists have them."""
    start, place = int(start), int(place)
    if count > 0 and min(start, place) >= 0 and start + count <= len(source) and place + count <= len(target):
        target[place : place + count] = source[start : start + count]
