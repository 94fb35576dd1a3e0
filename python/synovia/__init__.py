"""Synovia: a physics engine that computes what MuJoCo computes, under MuJoCo's own names.

    import synovia
    model = synovia.MjModel.from_xml_path("arm.xml")
    model.body("hand").mass = 0.4
"""

from synovia import _constants
from synovia._compat import interface as _interface, missing as _missing
from synovia._calls.active_set import ActiveSetResult, active_set
from synovia._constants import *  # noqa: F403 - every constant is public
from synovia._calls.band import (
    mju_band2Dense,
    mju_bandDiag,
    mju_bandMulMatVec,
    mju_cholFactorBand,
    mju_cholSolveBand,
    mju_dense2Band,
)
from synovia._calls.callbacks import (
    get_mjcb_act_bias,
    get_mjcb_act_dyn,
    get_mjcb_act_gain,
    get_mjcb_contactfilter,
    get_mjcb_control,
    get_mjcb_passive,
    get_mjcb_sensor,
    get_mjcb_time,
    get_mju_user_free,
    get_mju_user_malloc,
    mj_resetCallbacks,
    set_mjcb_act_bias,
    set_mjcb_act_dyn,
    set_mjcb_act_gain,
    set_mjcb_contactfilter,
    set_mjcb_control,
    set_mjcb_passive,
    set_mjcb_sensor,
    set_mjcb_time,
    set_mju_user_free,
    set_mju_user_malloc,
)
from synovia._fields.data import MjContact, MjData, MjSolverStat, MjTimerStat, MjWarningStat
from synovia._enums import ENUMS
from synovia._calls.simulation import (
    mj_addContact,
    mj_addM,
    mj_angmomMat,
    mj_defaultSolRefImp,
    mj_defaultVisual,
    mj_initCtrlHistory,
    mj_initSensorHistory,
    mj_local2Global,
    mj_resetDataDebug,
    mju_standardNormal,
    mju_writeLog,
)
from synovia._calls.length_range import MjLROpt, mj_defaultLROpt, mj_setLengthRange
from synovia._calls.math import (
    mju_Halton,
    mju_d2n,
    mju_decodePyramid,
    mju_dense2sparse,
    mju_encodePyramid,
    mju_eye,
    mju_f2n,
    mju_insertionSort,
    mju_insertionSortInt,
    mju_n2d,
    mju_n2f,
    mju_sparse2dense,
    mju_springDamper,
    mju_str2Type,
    mju_symmetrize,
    mju_type2Str,
    mju_writeNumBytes,
)
from synovia._fields.model import (
    MjModel,
    mj_getTotalmass,
    mj_saveLastXML,
    mj_saveModel,
    mj_setTotalmass,
    mj_sizeModel,
    mju_getXMLDependencies,
)
from synovia._fields.options import MjOption, MjStatistic, MjVisual, MjVisualHeadlight, MjVisualRgba, mj_defaultOption
from synovia._calls.plugins import (
    PLUGIN_HANDLES,
    PLUGINS_DIR,
    mj_getPluginConfig,
    mj_loadAllPluginLibraries,
    mj_loadPluginLibrary,
    plugin,
    plugin_names,
)
from synovia._drawing.batch import BatchRenderer
from synovia._printing.matrix import mju_printMat, mju_printMatSparse
from synovia._printing.data import mj_printData, mj_printFormattedData
from synovia._printing.model import mj_printFormattedModel, mj_printModel
from synovia._printing.scene import mj_printFormattedScene, mj_printScene
from synovia._printing.schema import mj_printSchema
from synovia._drawing.context import *  # noqa: F403 - the mjr functions
from synovia._drawing.context import MjrContext, MjrRect
from synovia._drawing.scene import (
    MjvCamera,
    MjvFigure,
    MjvGeom,
    MjvGLCamera,
    MjvLight,
    MjvOption,
    MjvPerturb,
    MjvScene,
)
from synovia._drawing.scene_functions import *  # noqa: F403 - the mjv functions
from synovia._synovia import (
    FatalError,
    UnexpectedError,
    __version__,
    memory_limit,
    mj_Euler,
    mj_RungeKutta,
    mj_applyFT,
    mj_camlight,
    mj_checkAcc,
    mj_checkPos,
    mj_checkVel,
    mj_clearCache,
    mj_collision,
    mj_comPos,
    mj_comVel,
    mj_compareFwdInv,
    mj_constraintUpdate,
    mj_contactForce,
    mj_copyData,
    mj_copyState,
    mj_crb,
    mj_differentiatePos,
    mj_energyPos,
    mj_energyVel,
    mj_extractState,
    mj_factorM,
    mj_flex,
    mj_forward,
    mj_forwardSkip,
    mj_fullM,
    mj_fwdAcceleration,
    mj_fwdActuation,
    mj_fwdConstraint,
    mj_fwdKinematics,
    mj_fwdPosition,
    mj_fwdVelocity,
    mj_geomDistance,
    mj_getCache,
    mj_getCacheCapacity,
    mj_getCacheSize,
    mj_getState,
    mj_id2name,
    mj_implicit,
    mj_integratePos,
    mj_invConstraint,
    mj_invPosition,
    mj_invVelocity,
    mj_inverse,
    mj_inverseSkip,
    mj_isDual,
    mj_isPyramidal,
    mj_isSparse,
    mj_island,
    mj_jac,
    mj_jacBody,
    mj_jacBodyCom,
    mj_jacDot,
    mj_jacGeom,
    mj_jacPointAxis,
    mj_jacSite,
    mj_jacSubtreeCom,
    mj_kinematics,
    mj_makeConstraint,
    mj_makeM,
    mj_mulJacTVec,
    mj_mulJacVec,
    mj_mulM,
    mj_mulM2,
    mj_multiRay,
    mj_name2id,
    mj_normalizeQuat,
    mj_objectAcceleration,
    mj_objectVelocity,
    mj_passive,
    mj_projectConstraint,
    mj_ray,
    mj_rayFlex,
    mj_rayHfield,
    mj_rayMesh,
    mj_readCtrl,
    mj_readSensor,
    mj_referenceConstraint,
    mj_resetData,
    mj_resetDataKeyframe,
    mj_rne,
    mj_rnePostConstraint,
    mj_sensorAcc,
    mj_sensorPos,
    mj_sensorVel,
    mj_setCacheCapacity,
    mj_setConst,
    mj_setKeyframe,
    mj_setState,
    mj_solveM,
    mj_solveM2,
    mj_stateSize,
    mj_step,
    mj_step1,
    mj_step2,
    mj_subtreeVel,
    mj_tendon,
    mj_transmission,
    mjd_inverseFD,
    mjd_quatIntegrate,
    mjd_subQuat,
    mjd_transitionFD,
    mju_L1,
    mju_add,
    mju_add3,
    mju_addScl,
    mju_addScl3,
    mju_addTo,
    mju_addTo3,
    mju_addToScl,
    mju_addToScl3,
    mju_axisAngle2Quat,
    mju_boxQP,
    mju_cholFactor,
    mju_cholSolve,
    mju_cholUpdate,
    mju_clip,
    mju_copy,
    mju_copy3,
    mju_copy4,
    mju_cross,
    mju_derivQuat,
    mju_dist3,
    mju_dot,
    mju_dot3,
    mju_eig3,
    mju_euler2Quat,
    mju_fill,
    mju_isBad,
    mju_isZero,
    mju_mat2Quat,
    mju_mat2Rot,
    mju_max,
    mju_min,
    mju_mulMatMat,
    mju_mulMatMatT,
    mju_mulMatTMat,
    mju_mulMatTVec,
    mju_mulMatTVec3,
    mju_mulMatVec,
    mju_mulMatVec3,
    mju_mulPose,
    mju_mulQuat,
    mju_mulQuatAxis,
    mju_mulVecMatVec,
    mju_muscleBias,
    mju_muscleDynamics,
    mju_muscleGain,
    mju_negPose,
    mju_negQuat,
    mju_norm,
    mju_norm3,
    mju_normalize,
    mju_normalize3,
    mju_normalize4,
    mju_quat2Mat,
    mju_quat2Vel,
    mju_quatIntegrate,
    mju_quatZ2Vec,
    mju_rayGeom,
    mju_raySkin,
    mju_rotVecQuat,
    mju_round,
    mju_scl,
    mju_scl3,
    mju_sigmoid,
    mju_sign,
    mju_sqrMatTD,
    mju_sub,
    mju_sub3,
    mju_subFrom,
    mju_subFrom3,
    mju_subQuat,
    mju_sum,
    mju_transformSpatial,
    mju_transpose,
    mju_trnVecPose,
    mju_unit4,
    mju_zero,
    mju_zero3,
    mju_zero4,
    set_memory_limit,
    set_strict,
    strict,
)
from synovia._spec.elements import (
    MjsActuator,
    MjsBody,
    MjsCamera,
    MjsElement,
    MjsEquality,
    MjsExclude,
    MjsFlex,
    MjsFrame,
    MjsGeom,
    MjsHField,
    MjsJoint,
    MjsKey,
    MjsLight,
    MjsMaterial,
    MjsMesh,
    MjsNumeric,
    MjsOrientation,
    MjsPair,
    MjsSensor,
    MjsSite,
    MjsSkin,
    MjsTendon,
    MjsText,
    MjsTexture,
    MjsTuple,
)
from synovia._spec.methods import MjsTendonPath, MjsWrap
from synovia._spec.values import MjByteVec, MjCharVec, MjDoubleVec, MjFloatVec, MjIntVec, MjStringVec
from synovia._spec.specification import MjsCompiler, MjsDefault, MjSpec, MjsPlugin, MjStruct
from synovia.gl_context import GLContext
from synovia.renderer import Renderer
from synovia._calls.warnings import get_mju_user_warning, mju_warningText, set_mju_user_warning

globals().update(ENUMS)


def mj_version():
    """The version of MuJoCo that this module follows, as a number: 3.5.0 is 3005000.

    - returns int
    """
    return _constants.mjVERSION_HEADER


def mj_versionString():
    return "3.5.0"


mj_versionString.__doc__ = _interface.VERSION_STRING_DOC


def from_zip(file):
    """Reads a spec from a zip archive, given by path or as a file: one XML file and its assets."""
    return MjSpec.from_zip(file)


def to_zip(spec, file):
    """Writes a spec and its assets to a zip archive, given by path or as a file."""
    spec.to_zip(file)


def __getattr__(name):
    return _missing.find(name, __all__)


__all__ = [name for name in dir() if name.startswith(("mj", "Mj"))]
__all__ += ["from_zip", "memory_limit", "set_memory_limit", "set_strict", "strict", "to_zip"]
__all__ += ["ActiveSetResult", "FatalError", "UnexpectedError", "__version__", "active_set"]
__all__ += ["BatchRenderer", "GLContext", "Renderer"]
__all__ += ["PLUGINS_DIR", "PLUGIN_HANDLES", "plugin", "plugin_names"]
__all__ += [name for name in dir() if name.startswith(("get_mj", "set_mj"))]
