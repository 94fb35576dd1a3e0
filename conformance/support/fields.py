"""The fields of MjData by the stage that writes them, and how closely each must agree.

Every field of the reference's MjData is in one of the two tables, which a test checks: no field is omitted silently.
A field agrees if all its entries do: |a - b| <= tolerance * max(1, |b|) with the reference's b; integers must be equal.
"""

import numpy as np

from support.modules import oracle

# smooth quantities of one forward pass, and results of solvers and long sums
SMOOTH, SOLVED = 1e-10, 1e-8

# stage: its tolerance and the fields that it writes
STAGES = {
    "kinematics": (SMOOTH, "xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat"),
    "com": (SMOOTH, "subtree_com cdof cinert"),
    "cameras": (SMOOTH, "cam_xpos cam_xmat light_xpos light_xdir"),
    "flexes": (SMOOTH, "flexvert_xpos flexelem_aabb flexedge_J flexedge_length flexedge_velocity flexvert_J flexvert_length"),
    "tendons": (SMOOTH, "ten_length ten_J ten_J_rownnz ten_J_colind ten_wrapadr ten_wrapnum wrap_xpos wrap_obj"),
    "inertia": (SMOOTH, "crb M qM qLD qLDiagInv"),
    "collision": (SMOOTH, "ncon bvh_aabb_dyn bvh_active"),
    "rows": (
        SOLVED,
        "ne nf nl nefc efc_type efc_id efc_J efc_J_rownnz efc_J_rowadr efc_J_colind efc_J_rowsuper efc_pos efc_margin "
        "efc_frictionloss efc_diagApprox efc_KBIP efc_D efc_R efc_vel efc_aref tendon_efcadr",
    ),
    "islands": (
        SOLVED,
        "nisland nidof tree_island dof_island efc_island island_ntree island_itreeadr map_itree2tree island_nv island_idofadr "
        "island_dofadr map_dof2idof map_idof2dof island_ne island_nf island_nefc island_iefcadr map_efc2iefc map_iefc2efc",
    ),
    "projection": (SOLVED, "nA efc_AR efc_AR_rownnz efc_AR_rowadr efc_AR_colind"),
    "transmission": (SMOOTH, "actuator_length actuator_moment moment_rownnz moment_rowadr moment_colind"),
    "velocity": (SMOOTH, "cvel cdof_dot ten_velocity actuator_velocity qfrc_bias"),
    "passive": (SMOOTH, "qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_passive"),
    "actuation": (SMOOTH, "act_dot actuator_force qfrc_actuator"),
    "acceleration": (SMOOTH, "qfrc_smooth qacc_smooth"),
    "solver": (SOLVED, "qacc efc_b efc_force efc_state qfrc_constraint solver_niter contact.H"),
    "post_constraint": (SOLVED, "flg_rnepost flg_subtreevel cacc cfrc_int cfrc_ext subtree_linvel subtree_angmom"),
    "sensors": (SOLVED, "sensordata"),
    "energy": (SMOOTH, "energy flg_energypos flg_energyvel"),
    "sleep": (
        SMOOTH,
        "tree_asleep tree_awake body_awake body_awake_ind parent_awake_ind dof_awake_ind ntree_awake nbody_awake "
        "nparent_awake nv_awake",
    ),
}
# contacts are compared in order, field by field
CONTACT = "dim geom flex elem vert exclude efc_address dist pos frame includemargin friction solref solreffriction solimp mu"

STATE = "the state that both modules are given"
LATER = "written by a function other than mj_forward"
ISLANDS = "other fields reordered by island: a workspace of the solver"
MEMORY = "memory management of the implementation"
VIEW = "another view of fields that are compared"
PLACE = "row addresses: the reference keeps old ones for sleeping tendons; the rows themselves are compared"
# fields that no stage of the forward pass writes, and why they are not compared
NOT_COMPARED = {
    **dict.fromkeys("time qpos qvel act history qacc_warmstart ctrl qfrc_applied xfrc_applied eq_active mocap_pos".split(), STATE),
    **dict.fromkeys("mocap_quat userdata plugin_state plugin_data plugin nplugin".split(), STATE),
    **dict.fromkeys("qfrc_inverse solver_fwdinv qDeriv qLU qH qHDiagInv".split(), LATER),
    **dict.fromkeys("buffer arena narena nbuffer maxuse_arena maxuse_con maxuse_efc maxuse_stack parena pbase".split(), MEMORY),
    **dict.fromkeys("nJ pstack maxuse_threadstack threadpool timer solver solver_nnz signature model warning".split(), MEMORY),
    "ten_J_rowadr": PLACE,
    **dict.fromkeys("iLD iLDiagInv iM iM_colind iM_rowadr iM_rownnz iacc iacc_smooth ifrc_constraint ifrc_smooth".split(), ISLANDS),
    **dict.fromkeys("iefc_D iefc_J iefc_J_colind iefc_J_rowadr iefc_J_rownnz iefc_J_rowsuper iefc_R iefc_aref".split(), ISLANDS),
    **dict.fromkeys("iefc_force iefc_frictionloss iefc_id iefc_state iefc_type".split(), ISLANDS),
    **dict.fromkeys("actuator body cam camera contact geom jnt joint light sensor site ten tendon bind bind_scalar".split(), VIEW),
}


# structure of sparse matrices; with dense matrices the reference leaves old values there
SPARSE = "efc_J_rownnz efc_J_rowadr efc_J_colind efc_J_rowsuper".split()
DUAL = "nA efc_AR efc_AR_rownnz efc_AR_rowadr efc_AR_colind".split()
ISLAND = [name for name in STAGES["islands"][1].split() if name not in ("nisland", "nidof")]


# DIFFERENCE(ray-marks): nodes visited by a ray are not marked for a viewer
RAY_SENSORS = (oracle.mjtSensor.mjSENS_RANGEFINDER,)
SDF = int(oracle.mjtGeom.mjGEOM_SDF)  # intersects meshes with rays


def written(model, data, sparse, dual):
    """Names of the fields that the reference's forward pass has written; the others hold old values."""
    names = {name for _, listed in STAGES.values() for name in listed.split()}
    if not sparse:
        names -= {name for name in [*SPARSE, *DUAL] if name not in ("efc_AR", "nA")}
    if not dual:
        names -= set(DUAL)
    if data.nisland == 0:
        names -= set(ISLAND)
    if data.nefc == 0:
        names -= {"tendon_efcadr"}
    if np.isin(model.sensor_type, RAY_SENSORS).any() or (model.geom_type == SDF).any():
        names -= {"bvh_active"}
    return names


def in_use(name, value, data, nv, sparse):
    """The entries of a field that are in use."""
    if name == "actuator_moment":
        return value[: np.array(data.moment_rownnz).sum()]
    if name in ("efc_J", "efc_AR"):
        if not sparse:
            return value[: int(data.nefc) * (nv if name == "efc_J" else int(data.nefc))]
        return value[: np.array(getattr(data, f"{name}_rownnz")).sum()]
    if name in ("ten_J", "ten_J_colind") and sparse:
        rows = zip(np.array(data.ten_J_rowadr), np.array(data.ten_J_rownnz))
        return np.concatenate([value.ravel()[adr : adr + num] for adr, num in rows] or [value[:0].ravel()])
    return value
