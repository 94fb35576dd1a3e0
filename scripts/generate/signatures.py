"""Parameters and results of the functions of the Python module: one table for their docstrings and for the type stubs.

A line is `function | parameter: kind - meaning | … | -> result - meaning`. Parameters that are not listed there are as in COMMON.
A kind is a class, `int`, `float`, `str` or another Python type; or an array, `f8 (3, nv)`: element type and shape, with `out` if it
is written (then it must be a numpy array, otherwise anything that converts to one is accepted). `or None` may follow.
"""

import textwrap

import signatures_math
import signatures_scene

COMMON_TEXT = """
m: MjModel
d: MjData
jacp: f8 (3, nv) out or None - Jacobian of the position, in world axes
jacr: f8 (3, nv) out or None - Jacobian of the orientation, in world axes
point: f8 (3,) - in world coordinates, m
axis: f8 (3,) - in world axes
body: int - id of a body
geom: int - id of a geom
site: int - id of a site
sig: int - parts of the state, bits of `mjtState`
qpos: f8 (nq,) out - positions
qvel: f8 (nv,) - velocities
dt: float - time, s
eps: float - step of the finite differences
key: int - id of a keyframe
filename: str or None - path of the file
float_format: str - how a number is written, such as `% -9.2g`
pnt: f8 (3,) - origin of the ray, in world coordinates, m
vec: f8 (3,) - direction of the ray; distances are multiples of its length
normal: f8 (3,) out or None - normal of the surface that was hit
geomgroup: u1 (6,) or None - 1 for each group of geoms that is included
flg_static: int - 0 to exclude static geoms
bodyexclude: int - body whose geoms are excluded, -1 for none
interp: int - 0 holds, 1 linear, 2 cubic, -1 as in the model
times: f8 (n,) or None - ascending, s
time: float - s
id: int - id of the object
objtype: int - `mjtObj`
objid: int - id of the object
flg_local: int - 1 for the object's own axes, 0 for those of the world
skipstage: int - `mjtStage`: this stage and those before it are skipped
skipsensor: int - 1 to skip sensors
cache: capsule - the result of `mj_getCache`
"""

TABLE = """
mj_RungeKutta | N: int - 4
mj_addContact | con: MjContact | -> int - 0, or 1 if there is no room
mj_addM | dst: f8 (nnz,) out - values, added to | rownnz: i4 (nv,) out - entries of each row | rowadr: i4 (nv,) out - first entry of each row | colind: i4 (nnz,) out - column of each entry
mj_angmomMat | mat: f8 (3, nv) out - kg m²/s for each unit of velocity
mj_applyFT | force: f8 (3,) - N | torque: f8 (3,) - N m | qfrc_target: f8 (nv,) out - added to
mj_constraintUpdate | jar: f8 (nefc,) - `J qacc - aref` | cost: f8 (1,) out or None | flg_coneHessian: int - 1 to set `d.contact.H`
mj_contactForce | id: int - index of a contact | result: f8 (6,) out - force, torque, in the frame of the contact; N, N m
mj_copyData | dest: MjData - overwritten | src: MjData | -> MjData - `dest`
mj_copyState | src: MjData | dst: MjData - written
mj_defaultLROpt | opt: MjLROpt - written
mj_defaultOption | opt: MjOption - written
mj_defaultSolRefImp | solref: f8 (2,) out or None | solimp: f8 (5,) out or None
mj_defaultVisual | vis: MjVisual - written
mj_differentiatePos | qvel: f8 (nv,) out | qpos1: f8 (nq,) - start | qpos2: f8 (nq,) - end
mj_extractState | src: f8 (mj_stateSize(m, srcsig),) | srcsig: int - bits of `mjtState` | dst: f8 (mj_stateSize(m, dstsig),) out | dstsig: int - a part of `srcsig`
mj_fullM | dst: f8 (nv, nv) out | M: f8 (nM,) - `d.qM`
mj_geomDistance | geom1: int - id of a geom | geom2: int - id of a geom | distmax: float - largest distance of interest, m | fromto: f8 (6,) out or None - two points in world coordinates | -> float - m, negative if they overlap
mj_getCache | -> capsule
mj_getCacheCapacity | -> int - bytes
mj_getCacheSize | -> int - bytes
mj_setCacheCapacity | size: int - bytes | -> int - the new capacity
mj_getPluginConfig | plugin_id: int - id of the instance | attrib: str - key | -> str or None
mj_getState | state: f8 (mj_stateSize(m, sig),) out
mj_setState | state: f8 (mj_stateSize(m, sig),)
mj_stateSize | -> int - number of values
mj_getTotalmass | -> float - kg
mj_setTotalmass | newmass: float - kg
mj_id2name | type: int - `mjtObj` | -> str or None
mj_name2id | type: int - `mjtObj` | name: name | -> int
mj_initCtrlHistory | id: int - id of an actuator | values: f8 (n,) - controls
mj_initSensorHistory | id: int - id of a sensor | values: f8 (n, dim) - readings | phase: float - s
mj_integratePos | qvel: f8 (nv,)
mj_isDual | -> int
mj_isPyramidal | -> int
mj_isSparse | -> int
mj_jacDot | jacp: f8 (3, nv) out or None - rate of the Jacobian of the position | jacr: f8 (3, nv) out or None - rate of the Jacobian of the orientation
mj_jacPointAxis | jacPoint: f8 (3, nv) out or None - Jacobian of the point | jacAxis: f8 (3, nv) out or None - Jacobian of the axis
mj_jacSubtreeCom | body: int - root of the subtree
mj_loadAllPluginLibraries | directory: str
mj_loadPluginLibrary | path: str
mj_local2Global | xpos: f8 (3,) out - position in the world | xmat: f8 (9,) out - its axes, row-major | pos: f8 (3,) - position in the body | quat: f8 (4,) - orientation in the body | sameframe: int - `mjtSameFrame`
mj_mulJacTVec | res: f8 (nv,) out | vec: f8 (nefc,)
mj_mulJacVec | res: f8 (nefc,) out | vec: f8 (nv,)
mj_mulM | res: f8 (nv,) out | vec: f8 (nv,)
mj_mulM2 | res: f8 (nv,) out | vec: f8 (nv,)
mj_multiRay | vec: f8 (nray, 3) - directions | geomid: i4 (nray,) out - geoms that were hit, -1 for none | dist: f8 (nray,) out - distances in lengths of the directions, -1 for none | normal: f8 (nray, 3) out or None - normals of the surfaces that were hit | nray: int | cutoff: float - m
mj_normalizeQuat | qpos: f8 (nq,) out
mj_objectAcceleration | res: f8 (6,) out - angular, linear; rad/s², m/s²
mj_objectVelocity | res: f8 (6,) out - angular, linear; rad/s, m/s
mj_printModel
mj_printScene | s: MjvScene
mj_printFormattedScene | s: MjvScene
mj_printSchema | flg_html: flag - true for HTML, else plain text | flg_pad: flag - true pads the columns of HTML | -> str
mj_ray | geomid: i4 (1,) out or None - the geom that was hit, -1 for none | -> float
mj_rayFlex | flex_layer: int - layer of a solid flex | flg_vert: int - 1 to include vertices | flg_edge: int - 1 to include edges | flg_face: int - 1 to include faces | flg_skin: int - 1 to include the smooth surface | flexid: int - id of a flex | vertid: i4 (1,) out or None | -> float
mj_rayHfield | geomid: int - id of a geom | -> float
mj_rayMesh | geomid: int - id of a geom | -> float
mj_readCtrl | id: int - id of an actuator | -> float
mj_readSensor | id: int - id of a sensor | result: f8 (dim,) out | -> f8 (dim,) out
mj_resetDataDebug | debug_value: int - a byte
mj_rne | flg_acc: int - 1 to include `M qacc` | result: f8 (nv,) out
mj_saveLastXML | filename: str or None
mj_saveModel | buffer: u1 (mj_sizeModel(m),) out or None
mj_setKeyframe | k: int - id of a keyframe
mj_setLengthRange | index: int - id of an actuator | opt: MjLROpt
mj_sizeModel | -> int - bytes
mj_solveM | x: f8 (n, nv) out | y: f8 (n, nv)
mj_solveM2 | x: f8 (n, nv) out | y: f8 (n, nv) | sqrtInvD: f8 (nv,)
mj_step | nstep: int - number of steps
mj_version | -> int
mj_versionString | -> str
mjd_inverseFD | flg_actuation: int - 1 to subtract actuator forces | DfDq: f8 (nv, nv) out or None | DfDv: f8 (nv, nv) out or None | DfDa: f8 (nv, nv) out or None | DsDq: f8 (nv, nsensordata) out or None | DsDv: f8 (nv, nsensordata) out or None | DsDa: f8 (nv, nsensordata) out or None | DmDq: f8 (nv, nM) out or None
mjd_quatIntegrate | vel: f8 (3,) - angular velocity, rad/s | scale: float - time, s | Dquat: f8 (9,) out or None | Dvel: f8 (9,) out or None | Dscale: f8 (3,) out or None
mjd_subQuat | qa: f8 (4,) | qb: f8 (4,) | Da: f8 (3, 3) out or None | Db: f8 (3, 3) out or None
mjd_transitionFD | flg_centered: int - 1 for centred differences | A: f8 (2 nv + na, 2 nv + na) out or None | B: f8 (2 nv + na, nu) out or None | C: f8 (nsensordata, 2 nv + na) out or None | D: f8 (nsensordata, nu) out or None
mju_getXMLDependencies | filename: str - path of the model | -> List[str] - paths
"""

# fields of a simulation that the stages write, the last ones including everything that they call; tests check this
WRITES = {
    "mj_kinematics": "xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat",
    "mj_camlight": "cam_xpos cam_xmat light_xpos light_xdir",
    "mj_comPos": "subtree_com cinert cdof",
    "mj_flex": "flexvert_xpos flexelem_aabb flexedge_J flexedge_length flexvert_J flexvert_length bvh_aabb_dyn",
    "mj_tendon": "ten_wrapadr ten_wrapnum wrap_obj wrap_xpos ten_length ten_J ten_J_rownnz ten_J_rowadr ten_J_colind",
    "mj_crb": "crb M",
    "mj_makeM": "crb M qM",
    "mj_factorM": "qLD qLDiagInv",
    "mj_collision": "contact ncon bvh_active efc_* nefc",
    "mj_makeConstraint": "efc_* nefc tendon_efcadr contact",
    "mj_island": "nisland tree_island dof_island efc_island island_* map_* iefc_* iM* iLD*",
    "mj_projectConstraint": "efc_AR*",
    "mj_transmission": "actuator_length actuator_moment moment_rownnz moment_rowadr moment_colind",
    "mj_fwdVelocity": "ten_velocity flexedge_velocity actuator_velocity cvel cdof_dot qfrc_* efc_vel efc_aref",
    "mj_comVel": "cvel cdof_dot",
    "mj_referenceConstraint": "efc_vel efc_aref",
    "mj_passive": "qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_passive",
    "mj_fwdActuation": "act_dot actuator_force qfrc_actuator",
    "mj_fwdAcceleration": "qfrc_smooth qacc_smooth",
    "mj_fwdConstraint": "qacc qfrc_constraint efc_force efc_state efc_b iacc iefc_* solver solver_niter solver_nnz",
    "mj_rnePostConstraint": "cacc cfrc_int cfrc_ext",
    "mj_subtreeVel": "subtree_linvel subtree_angmom",
    "mj_energyPos": "energy",
    "mj_energyVel": "energy",
    "mj_sensorPos": "sensordata energy",
    "mj_sensorVel": "sensordata",
    "mj_sensorAcc": "sensordata",
    "mj_compareFwdInv": "solver_fwdinv qfrc_inverse",
    "mj_invConstraint": "qfrc_constraint efc_force efc_state",
    "mj_implicit": "qpos qvel act time qacc_warmstart qDeriv qH qHDiagInv qLU",
    "mj_inverse": "qfrc_inverse qfrc_constraint efc_force sensordata cacc cfrc_int cfrc_ext",
}

SCALARS = {"f8": "float64", "f4": "float32", "i4": "int32", "u1": "uint8"}
# type names that differ between docstrings and stubs: (docstring, stub)
NAMED = {
    "int": ("int", "_Int"),
    "capsule": ("the cache", "Any"),
    "name": ("str", "Union[str, bytes]"),
    "flag": ("bool", "Union[bool, int]"),
}


class Kind:
    """A parsed kind: its description for docstrings, and its type for stubs."""

    def __init__(self, text):
        kind, _, self.note = (part.strip() for part in text.partition(" - "))
        self.optional = kind.endswith(" or None")
        kind = kind.removesuffix(" or None")
        self.scalar = SCALARS.get(kind[:2]) if kind[2:4] == " (" else None
        if self.scalar is None:
            self.written, self.shape, self.name = False, None, kind
            return
        self.written = kind.endswith(" out")
        self.is_array = self.written or kind.endswith(" array")
        self.shape = kind[3 : kind.rindex(")") + 1]

    def words(self):
        """The description for a docstring."""
        text = f"{self.scalar} {self.shape}" if self.scalar else NAMED.get(self.name, (self.name,))[0]
        text += " or None" if self.optional else ""
        text += ", written" if self.written else ""
        return f"{text}; {self.note}" if self.note else text

    def annotation(self, result=False):
        """The type for a stub; integer results are plain `int`."""
        if self.scalar:
            text = f"NDArray[np.{self.scalar}]" if self.is_array else "ArrayLike"
        elif result and self.name == "int":
            text = "int"
        else:
            text = NAMED.get(self.name, ("", self.name))[1]
        return f"Optional[{text}]" if self.optional else text


def pair(text):
    name, _, kind = text.partition(":")
    return name.strip(), Kind(kind.strip())


def read(common, table):
    """Parameters of every function of a table that differ from the common ones, and the results."""
    shared = dict(pair(line) for line in common.strip().splitlines())
    own, results = {}, {}
    for line in table.strip().splitlines():
        name, *parts = (part.strip() for part in line.split("|"))
        own[name] = dict(pair(part) for part in parts if not part.startswith("->"))
        results.update({name: Kind(part[2:].strip()) for part in parts if part.startswith("->")})
    return shared, own, results


FAMILIES = {
    ("mj_", "mjd_", "mju_get"): read(COMMON_TEXT, TABLE),
    ("mju_",): read(signatures_math.COMMON, signatures_math.TABLE),
    ("mjv_", "mjr_"): read(signatures_scene.COMMON, signatures_scene.TABLE),
}


def family(function):
    return next(tables for prefixes, tables in FAMILIES.items() if function.startswith(prefixes))


def known(function):
    return function.startswith(("mj_", "mjd_", "mju_", "mjv_", "mjr_"))


def parameter(function, name):
    """The kind of a parameter of a function."""
    shared, own, _ = family(function)
    found = own.get(function, {}).get(name) or shared.get(name)
    if found is None:
        raise KeyError(f"scripts/generate/signatures.py does not know the parameter {name} of {function}")
    return found


def result(function):
    """The kind of a result, or None."""
    return family(function)[2].get(function)


def help_lines(function, names):
    """The part of a docstring that describes parameters, result and written fields."""
    lines = [f"- `{name}`: {parameter(function, name).words()}" for name in names]
    returned = result(function)
    if returned is not None:
        lines.append(f"- returns {returned.words().removesuffix(', written')}")
    if function in WRITES:
        text = "- sets " + ", ".join(f"`d.{name}`" for name in WRITES[function].split())
        lines += textwrap.wrap(text, 96, subsequent_indent="  ", break_long_words=False)
    return lines
