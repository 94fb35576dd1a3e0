"""The text listing of a simulation: MuJoCo's layout, in the order of the pipeline.

The memory layout is not MuJoCo's, so its numbers differ; timers are listed if the program has accessed them.
"""

import numpy as np

from synovia._compat.interface import DELASSUS, FLEX_EDGES, ISLAND_INERTIA, ISLAND_JACOBIAN
from synovia._fields.data import FLAGS
from synovia._printing.text import (
    FORMAT,
    block_matrix,
    block_pattern,
    compressed,
    inline,
    integers,
    matrix,
    memory,
    number_format,
    pattern,
    sparse,
    triangle,
    vector,
    write,
)
from synovia._synovia import FatalError, mj_contactForce, mj_isDual, mj_isSparse

_SIZES = "narena nbuffer nplugin maxuse_stack maxuse_arena maxuse_con maxuse_efc ncon ne nf nl nefc nJ nA nisland nidof"
_SIZES += " ntree_awake nbody_awake nparent_awake nv_awake"
# fields that are rows of numbers, in the order of the listing; special parts are between the groups
_STATE = "qpos qvel act"
_INPUT = "qacc_warmstart ctrl qfrc_applied xfrc_applied"
_REST = "mocap_pos mocap_quat qacc act_dot userdata"
_POSES = "xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat light_xpos light_xdir"
_POSES += " subtree_com cdof cinert flexvert_xpos flexelem_aabb"
_ROWS = "efc_pos efc_margin efc_frictionloss efc_diagApprox efc_KBIP efc_D efc_R flexedge_velocity ten_velocity actuator_velocity"
_ROWS += " cvel cdof_dot qfrc_bias qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_passive efc_vel efc_aref subtree_linvel"
_ROWS += " subtree_angmom actuator_force qfrc_actuator qfrc_smooth qacc_smooth efc_b efc_force"
_FORCES = "qfrc_constraint qfrc_inverse cacc cfrc_int cfrc_ext"


def mj_printFormattedData(m, d, filename, float_format):
    """Writes the fields of a simulation to a text file, or to standard output for None; `float_format` is a C format.

    - `m`: MjModel
    - `d`: MjData
    - `filename`: str or None; path of the file
    - `float_format`: str; how a number is written, such as `% -9.2g`
    """
    if d.pstack:
        raise FatalError("mj_printFormattedData: another call is using the stack of this simulation; print it after that call")
    form = number_format(float_format)
    parts = [*_memory(m, d), *_statistics(d, form)]
    parts.append(vector("ENERGY = ", d.energy, form) + f"\nTIME = {form % d.time}\n\n")
    parts += [*_many(d, _STATE, form), *_histories(m, d, form), *_many(d, _INPUT, form)]
    parts += [inline("EQ_ACTIVE", d.eq_active), *_many(d, _REST, form), matrix("SENSOR", d.sensordata, form)]
    parts += [integers("TREE_ASLEEP", d.tree_asleep.reshape(-1, 1)), *_many(d, _POSES, form)]
    parts += [*_tendons(m, d, form), *_inertia(m, d, form), *_contacts(m, d, form), *_constraints(m, d, form)]
    parts += [*_many(d, _ROWS, form), integers("EFC_STATE", d.efc_state.reshape(-1, 1)), *_many(d, _FORCES, form)]
    parts += [*_islands(d), inline("TENDON_EFCADR", d.tendon_efcadr)]
    write(filename, parts)


def mj_printData(m, d, filename):
    """Writes the fields of a simulation to a text file, or to standard output for None.

    - `m`: MjModel
    - `d`: MjData
    - `filename`: str or None; path of the file
    """
    mj_printFormattedData(m, d, filename, FORMAT)


def _many(d, names, form):
    return [matrix(name.upper(), getattr(d, name), form) for name in names.split()]


def _memory(m, d):
    buffer, arena = int(d.nbuffer), int(d.narena)
    struct = 8 * np.size(d.warning.number) + d._array("solver").nbytes
    used = 100 * d.maxuse_arena / arena if arena else 0.0
    yield f"MEMORY\n  total         {memory(struct + buffer + arena)}\n  struct        {memory(struct)}\n"
    yield f"  buffer        {memory(buffer)}\n  arena         {memory(arena)}, used {used:.1f}%\n\nSIZES\n"
    for name in (*_SIZES.split(), *FLAGS, "threadpool"):
        yield f"  {name:<21} {int(getattr(d, name))}\n"
    yield "\n"


def _statistics(d, form):
    warned = [(k, one) for k, one in enumerate(d.warning) if one.number]
    if warned:
        lines = (f"    {k}:  lastinfo = {one.lastinfo}   number = {one.number}\n" for k, one in warned)
        yield "WARNING\n" + "".join(lines) + "\n"
    # only if the program has accessed it: the first access starts the timers
    timers = d.__dict__.get("timer")
    if timers is not None and timers.duration.any():
        lines = (f"    {k}:  duration = {form % one.duration}   number = {one.number}\n" for k, one in enumerate(timers))
        yield "TIMER\n" + "".join(lines) + "\n"
    if not d.nefc:
        return
    yield "SOLVER STAT\n" + vector("  solver_fwdinv = ", d.solver_fwdinv, form)
    for island in range(max(1, min(d.nisland, 20))):
        count = min(200, int(d.solver_niter[island]))
        if not count:
            continue
        yield f"  ISLAND {island}\n    solver_niter = {d.solver_niter[island]}\n    solver_nnz = {d.solver_nnz[island]}\n"
        for k in range(count):
            one = d.solver[island * 200 + k]
            yield f"      {k}:  improvement = {form % one.improvement}    gradient = {form % one.gradient}"
            yield f"    lineslope = {form % one.lineslope}\n          nactive = {one.nactive}   nchange = {one.nchange}"
            yield f"   neval = {one.neval}   nupdate = {one.nupdate}\n"
        yield "\n"


def _histories(m, d, form):
    """Ring buffers of past controls and sensor readings: phase, cursor, times, values."""
    if not m.nhistory:
        return
    yield "DELAY\n"
    kinds = (("actuator", m.nu, m.actuator_historyadr, m.actuator_history, np.ones(m.nu, int), ""),)
    kinds += (("sensor", m.nsensor, m.sensor_historyadr, m.sensor_history, m.sensor_dim, " "),)
    for kind, count, addresses, history, dims, space in kinds:
        for k in range(count):
            first, samples, dim = int(addresses[k]), int(history[k][0]), int(dims[k])
            if first < 0 or samples <= 0:
                continue
            ring = d.history[first : first + 2 + samples * (1 + dim)].tolist()
            times, values = ring[2 : 2 + samples], ring[2 + samples :]
            name = getattr(m, kind)(k).name
            yield f"  {kind} {k}{space} '{name}':\n    phase  = {form % ring[0]}\n    cursor =  {int(ring[1])}\n"
            yield "    times  = " + "".join(form % x for x in times) + "\n"
            if dim == 1:
                yield "    values = " + "".join(form % x for x in values) + "\n"
                continue
            yield "    values:\n"
            for j in range(samples):
                yield f"      [{j}] =" + "".join(form % x for x in values[j * dim : (j + 1) * dim]) + "\n"
    yield "\n"


def _tendons(m, d, form):
    edges = compressed(m.flexedge_J_rownnz, m.flexedge_J_rowadr, m.flexedge_J_colind)
    yield pattern(FLEX_EDGES, m.nv, edges)
    yield sparse("FLEXEDGE_J", d.flexedge_J, (m.flexedge_J_rownnz, m.flexedge_J_rowadr, m.flexedge_J_colind), form)
    yield from _many(d, "flexedge_length ten_length", form)
    if mj_isSparse(m):
        where = (d.ten_J_rownnz, d.ten_J_rowadr, d.ten_J_colind.ravel())
        yield pattern("TEN_J: tendon moments", m.nv, compressed(*where))
        yield integers("TEN_J_ROWNNZ", d.ten_J_rownnz.reshape(-1, 1)) + integers("TEN_J_ROWADR", d.ten_J_rowadr.reshape(-1, 1))
        yield sparse("TEN_J", d.ten_J.ravel(), where, form)
    else:
        yield matrix("TEN_MOMENT", d.ten_J, form)
    objects, points = d.wrap_obj.ravel(), d.wrap_xpos.reshape(-1, 3)
    for k in range(m.ntendon):
        count, first = int(d.ten_wrapnum[k]), int(d.ten_wrapadr[k])
        yield f"TENDON {k}: {count} wrap points\n"
        for j in range(first, first + count):
            yield f"    {objects[j]}:  " + vector("", points[j], form)
        yield "\n"
    yield matrix("ACTUATOR_LENGTH", d.actuator_length, form)
    where = (d.moment_rownnz, d.moment_rowadr, d.moment_colind)
    yield pattern("actuator_moment", m.nv, compressed(*where)) + sparse("ACTUATOR_MOMENT", d.actuator_moment, where, form)


def _inertia(m, d, form):
    where = (m.M_rownnz, m.M_rowadr, m.M_colind)
    yield matrix("CRB", d.crb, form) + triangle("QM", d.qM, m.dof_parentid, m.dof_Madr, form)
    yield sparse("M", d.M, where, form) + sparse("QLD", d.qLD, where, form) + matrix("QLDIAGINV", d.qLDiagInv, form)
    if d.nisland:
        yield pattern("M: inertia structure", m.nv, compressed(*where))
        blocks = (d.dof_island[d.map_idof2dof[: d.nidof]], d.island_idofadr)
        rows = compressed(d.iM_rownnz, d.iM_rowadr, d.iM_colind)
        yield block_pattern(ISLAND_INERTIA, d.nidof, rows[: d.nidof], blocks)
    if d.qHDiagInv.any():
        yield sparse("QH", d.qH, where, form) + matrix("QHDIAGINV", d.qHDiagInv, form)
    yield integers("TREE_AWAKE", d.tree_awake) + integers("BODY_AWAKE", d.body_awake)
    for name, count in (("body_awake_ind", d.nbody_awake), ("parent_awake_ind", d.nparent_awake), ("dof_awake_ind", d.nv_awake)):
        yield integers(name.upper(), getattr(d, name)[:count])
    where = (m.D_rownnz, m.D_rowadr, m.D_colind)
    for name in ("qDeriv", "qLU"):
        if getattr(d, name).any():
            yield sparse(name.upper(), getattr(d, name), where, form)


def _contacts(m, d, form):
    if not d.ncon:
        return
    yield "CONTACT\n"
    for k, one in enumerate(d.contact):
        yield f"  {k}:\n     dim           {one.dim}\n"
        if min(one.geom) >= 0:
            names = [m.geom(int(g)).name or str(g) for g in one.geom]
            yield f"     geoms         {names[0]} : {names[1]}\n"
        else:
            sides = (f"{one.geom[s]} {one.flex[s]} {one.elem[s]} {one.vert[s]}" for s in (0, 1))
            yield f"     gfev          {' : '.join(sides)}\n"
        yield f"     exclude       {one.exclude}\n     efc_address   {one.efc_address}\n"
        force = np.zeros(6)
        mj_contactForce(m, d, k, force)
        for name in "solref solimp dist includemargin pos frame friction mu force".split():
            yield vector(f"     {name:<13}", force if name == "force" else getattr(one, name), form)
    yield "\n"


def _constraints(m, d, form):
    nefc = d.nefc
    yield integers("EFC_TYPE", d.efc_type.reshape(-1, 1)) + integers("EFC_ID", d.efc_id.reshape(-1, 1))
    if not nefc:
        return
    if not mj_isSparse(m):
        yield matrix("EFC_J", d.efc_J.reshape(nefc, -1), form)
        if d.nisland:
            places = (d.island_nefc, d.island_nv, d.island_idofadr)
            yield block_matrix("IEFC_J", d.iefc_J, d.nidof, places, form)
        if d.efc_AR.size:
            yield matrix("EFC_AR", d.efc_AR.reshape(nefc, -1), form)
        return
    where = (d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind)
    yield integers("EFC_J_ROWNNZ", d.efc_J_rownnz.reshape(-1, 1)) + integers("EFC_J_ROWADR", d.efc_J_rowadr.reshape(-1, 1))
    yield sparse("EFC_J", d.efc_J, where, form)
    yield pattern("J: constraint Jacobian", m.nv, compressed(*where), supers=d.efc_J_rowsuper)
    if d.nisland:
        title = ISLAND_JACOBIAN
        rows = compressed(d.iefc_J_rownnz, d.iefc_J_rowadr, d.iefc_J_colind)
        blocks = (d.efc_island[d.map_iefc2efc], d.island_idofadr)
        yield block_pattern(title, d.nidof, rows, blocks, d.iefc_J_rowsuper)
    if mj_isDual(m):
        where = (d.efc_AR_rownnz, d.efc_AR_rowadr, d.efc_AR_colind)
        for name in ("efc_AR_rownnz", "efc_AR_rowadr"):
            yield integers(name.upper(), getattr(d, name).reshape(-1, 1))
        yield sparse("EFC_AR", d.efc_AR, where, form)
        yield pattern(DELASSUS, nefc, compressed(*where))


def _islands(d):
    if not d.nisland:
        return
    for name in ("tree_island", "island_ntree", "island_itreeadr", "map_itree2tree"):
        yield integers(name.upper(), getattr(d, name))
    for name, order, island in (
        ("dof_island", None, None),
        ("island_nv", None, None),
        ("island_idofadr", None, None),
        ("map_idof2dof", d.map_idof2dof, d.dof_island),
        ("efc_island", None, None),
        ("island_nefc", None, None),
        ("island_iefcadr", None, None),
        ("map_iefc2efc", d.map_iefc2efc, d.efc_island),
    ):
        # a bar at the end of each island
        ends = None if order is None else np.flatnonzero(np.diff(island[order])) + 1
        yield inline(name.upper(), getattr(d, name), ends)
