"""Type stubs of synovia, written by scripts/stubs from the field tables of the engine."""

from os import PathLike
from typing import Any, Callable, ClassVar, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Tuple, TypeVar, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

__version__: str

class FatalError(Exception): ...
class UnexpectedError(Exception): ...

mjDISABLESTRING: Tuple[Any, ...]
mjENABLESTRING: Tuple[Any, ...]
mjFRAMESTRING: Tuple[Any, ...]
mjLABELSTRING: Tuple[Any, ...]
mjMAXCONPAIR: int
mjMAXFLEXNODES: int
mjMAXIMP: float
mjMAXLIGHT: int
mjMAXLINE: int
mjMAXLINEPNT: int
mjMAXOVERLAY: int
mjMAXPLANEGRID: int
mjMAXTREEDEPTH: int
mjMAXVAL: float
mjMINAWAKE: int
mjMINIMP: float
mjMINMU: float
mjMINVAL: float
mjNBIAS: int
mjNDYN: int
mjNEQDATA: int
mjNFLUID: int
mjNGAIN: int
mjNGROUP: int
mjNIMP: int
mjNISLAND: int
mjNREF: int
mjNSENS: int
mjNSOLVER: int
mjPI: float
mjRNDSTRING: Tuple[Any, ...]
mjTIMERSTRING: Tuple[Any, ...]
mjVERSION_HEADER: int
mjVISSTRING: Tuple[Any, ...]

class _Enumeration:
    name: str
    value: int
    __members__: ClassVar[Dict[str, Any]]
    def __init__(self, value: int) -> None: ...
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    def __neg__(self) -> int: ...
    def __add__(self, other: _Int) -> int: ...
    def __radd__(self, other: int) -> int: ...
    def __sub__(self, other: _Int) -> int: ...
    def __rsub__(self, other: int) -> int: ...
    def __mul__(self, other: _Int) -> int: ...
    def __rmul__(self, other: int) -> int: ...
    def __floordiv__(self, other: _Int) -> int: ...
    def __rfloordiv__(self, other: int) -> int: ...
    def __mod__(self, other: _Int) -> int: ...
    def __rmod__(self, other: int) -> int: ...
    def __and__(self, other: _Int) -> int: ...
    def __rand__(self, other: int) -> int: ...
    def __or__(self, other: _Int) -> int: ...
    def __ror__(self, other: int) -> int: ...
    def __xor__(self, other: _Int) -> int: ...
    def __rxor__(self, other: int) -> int: ...
    def __lshift__(self, other: _Int) -> int: ...
    def __rshift__(self, other: _Int) -> int: ...

_Int = Union[int, _Enumeration]
_Class = TypeVar("_Class", bound=type)

class mjtDisableBit(_Enumeration):
    mjDSBL_CONSTRAINT: ClassVar[mjtDisableBit]
    mjDSBL_EQUALITY: ClassVar[mjtDisableBit]
    mjDSBL_FRICTIONLOSS: ClassVar[mjtDisableBit]
    mjDSBL_LIMIT: ClassVar[mjtDisableBit]
    mjDSBL_CONTACT: ClassVar[mjtDisableBit]
    mjDSBL_SPRING: ClassVar[mjtDisableBit]
    mjDSBL_DAMPER: ClassVar[mjtDisableBit]
    mjDSBL_GRAVITY: ClassVar[mjtDisableBit]
    mjDSBL_CLAMPCTRL: ClassVar[mjtDisableBit]
    mjDSBL_WARMSTART: ClassVar[mjtDisableBit]
    mjDSBL_FILTERPARENT: ClassVar[mjtDisableBit]
    mjDSBL_ACTUATION: ClassVar[mjtDisableBit]
    mjDSBL_REFSAFE: ClassVar[mjtDisableBit]
    mjDSBL_SENSOR: ClassVar[mjtDisableBit]
    mjDSBL_MIDPHASE: ClassVar[mjtDisableBit]
    mjDSBL_EULERDAMP: ClassVar[mjtDisableBit]
    mjDSBL_AUTORESET: ClassVar[mjtDisableBit]
    mjDSBL_NATIVECCD: ClassVar[mjtDisableBit]
    mjDSBL_ISLAND: ClassVar[mjtDisableBit]
    mjNDISABLE: ClassVar[mjtDisableBit]

class mjtEnableBit(_Enumeration):
    mjENBL_OVERRIDE: ClassVar[mjtEnableBit]
    mjENBL_ENERGY: ClassVar[mjtEnableBit]
    mjENBL_FWDINV: ClassVar[mjtEnableBit]
    mjENBL_INVDISCRETE: ClassVar[mjtEnableBit]
    mjENBL_MULTICCD: ClassVar[mjtEnableBit]
    mjENBL_SLEEP: ClassVar[mjtEnableBit]
    mjNENABLE: ClassVar[mjtEnableBit]

class mjtJoint(_Enumeration):
    mjJNT_FREE: ClassVar[mjtJoint]
    mjJNT_BALL: ClassVar[mjtJoint]
    mjJNT_SLIDE: ClassVar[mjtJoint]
    mjJNT_HINGE: ClassVar[mjtJoint]

class mjtGeom(_Enumeration):
    mjGEOM_PLANE: ClassVar[mjtGeom]
    mjGEOM_HFIELD: ClassVar[mjtGeom]
    mjGEOM_SPHERE: ClassVar[mjtGeom]
    mjGEOM_CAPSULE: ClassVar[mjtGeom]
    mjGEOM_ELLIPSOID: ClassVar[mjtGeom]
    mjGEOM_CYLINDER: ClassVar[mjtGeom]
    mjGEOM_BOX: ClassVar[mjtGeom]
    mjGEOM_MESH: ClassVar[mjtGeom]
    mjGEOM_SDF: ClassVar[mjtGeom]
    mjNGEOMTYPES: ClassVar[mjtGeom]
    mjGEOM_ARROW: ClassVar[mjtGeom]
    mjGEOM_ARROW1: ClassVar[mjtGeom]
    mjGEOM_ARROW2: ClassVar[mjtGeom]
    mjGEOM_LINE: ClassVar[mjtGeom]
    mjGEOM_LINEBOX: ClassVar[mjtGeom]
    mjGEOM_FLEX: ClassVar[mjtGeom]
    mjGEOM_SKIN: ClassVar[mjtGeom]
    mjGEOM_LABEL: ClassVar[mjtGeom]
    mjGEOM_TRIANGLE: ClassVar[mjtGeom]
    mjGEOM_NONE: ClassVar[mjtGeom]

class mjtProjection(_Enumeration):
    mjPROJ_PERSPECTIVE: ClassVar[mjtProjection]
    mjPROJ_ORTHOGRAPHIC: ClassVar[mjtProjection]

class mjtCamLight(_Enumeration):
    mjCAMLIGHT_FIXED: ClassVar[mjtCamLight]
    mjCAMLIGHT_TRACK: ClassVar[mjtCamLight]
    mjCAMLIGHT_TRACKCOM: ClassVar[mjtCamLight]
    mjCAMLIGHT_TARGETBODY: ClassVar[mjtCamLight]
    mjCAMLIGHT_TARGETBODYCOM: ClassVar[mjtCamLight]

class mjtLightType(_Enumeration):
    mjLIGHT_SPOT: ClassVar[mjtLightType]
    mjLIGHT_DIRECTIONAL: ClassVar[mjtLightType]
    mjLIGHT_POINT: ClassVar[mjtLightType]
    mjLIGHT_IMAGE: ClassVar[mjtLightType]

class mjtTexture(_Enumeration):
    mjTEXTURE_2D: ClassVar[mjtTexture]
    mjTEXTURE_CUBE: ClassVar[mjtTexture]
    mjTEXTURE_SKYBOX: ClassVar[mjtTexture]

class mjtTextureRole(_Enumeration):
    mjTEXROLE_USER: ClassVar[mjtTextureRole]
    mjTEXROLE_RGB: ClassVar[mjtTextureRole]
    mjTEXROLE_OCCLUSION: ClassVar[mjtTextureRole]
    mjTEXROLE_ROUGHNESS: ClassVar[mjtTextureRole]
    mjTEXROLE_METALLIC: ClassVar[mjtTextureRole]
    mjTEXROLE_NORMAL: ClassVar[mjtTextureRole]
    mjTEXROLE_OPACITY: ClassVar[mjtTextureRole]
    mjTEXROLE_EMISSIVE: ClassVar[mjtTextureRole]
    mjTEXROLE_RGBA: ClassVar[mjtTextureRole]
    mjTEXROLE_ORM: ClassVar[mjtTextureRole]
    mjNTEXROLE: ClassVar[mjtTextureRole]

class mjtColorSpace(_Enumeration):
    mjCOLORSPACE_AUTO: ClassVar[mjtColorSpace]
    mjCOLORSPACE_LINEAR: ClassVar[mjtColorSpace]
    mjCOLORSPACE_SRGB: ClassVar[mjtColorSpace]

class mjtIntegrator(_Enumeration):
    mjINT_EULER: ClassVar[mjtIntegrator]
    mjINT_RK4: ClassVar[mjtIntegrator]
    mjINT_IMPLICIT: ClassVar[mjtIntegrator]
    mjINT_IMPLICITFAST: ClassVar[mjtIntegrator]

class mjtCone(_Enumeration):
    mjCONE_PYRAMIDAL: ClassVar[mjtCone]
    mjCONE_ELLIPTIC: ClassVar[mjtCone]

class mjtJacobian(_Enumeration):
    mjJAC_DENSE: ClassVar[mjtJacobian]
    mjJAC_SPARSE: ClassVar[mjtJacobian]
    mjJAC_AUTO: ClassVar[mjtJacobian]

class mjtSolver(_Enumeration):
    mjSOL_PGS: ClassVar[mjtSolver]
    mjSOL_CG: ClassVar[mjtSolver]
    mjSOL_NEWTON: ClassVar[mjtSolver]

class mjtEq(_Enumeration):
    mjEQ_CONNECT: ClassVar[mjtEq]
    mjEQ_WELD: ClassVar[mjtEq]
    mjEQ_JOINT: ClassVar[mjtEq]
    mjEQ_TENDON: ClassVar[mjtEq]
    mjEQ_FLEX: ClassVar[mjtEq]
    mjEQ_FLEXVERT: ClassVar[mjtEq]
    mjEQ_DISTANCE: ClassVar[mjtEq]

class mjtWrap(_Enumeration):
    mjWRAP_NONE: ClassVar[mjtWrap]
    mjWRAP_JOINT: ClassVar[mjtWrap]
    mjWRAP_PULLEY: ClassVar[mjtWrap]
    mjWRAP_SITE: ClassVar[mjtWrap]
    mjWRAP_SPHERE: ClassVar[mjtWrap]
    mjWRAP_CYLINDER: ClassVar[mjtWrap]

class mjtTrn(_Enumeration):
    mjTRN_JOINT: ClassVar[mjtTrn]
    mjTRN_JOINTINPARENT: ClassVar[mjtTrn]
    mjTRN_SLIDERCRANK: ClassVar[mjtTrn]
    mjTRN_TENDON: ClassVar[mjtTrn]
    mjTRN_SITE: ClassVar[mjtTrn]
    mjTRN_BODY: ClassVar[mjtTrn]
    mjTRN_UNDEFINED: ClassVar[mjtTrn]

class mjtDyn(_Enumeration):
    mjDYN_NONE: ClassVar[mjtDyn]
    mjDYN_INTEGRATOR: ClassVar[mjtDyn]
    mjDYN_FILTER: ClassVar[mjtDyn]
    mjDYN_FILTEREXACT: ClassVar[mjtDyn]
    mjDYN_MUSCLE: ClassVar[mjtDyn]
    mjDYN_USER: ClassVar[mjtDyn]

class mjtGain(_Enumeration):
    mjGAIN_FIXED: ClassVar[mjtGain]
    mjGAIN_AFFINE: ClassVar[mjtGain]
    mjGAIN_MUSCLE: ClassVar[mjtGain]
    mjGAIN_USER: ClassVar[mjtGain]

class mjtBias(_Enumeration):
    mjBIAS_NONE: ClassVar[mjtBias]
    mjBIAS_AFFINE: ClassVar[mjtBias]
    mjBIAS_MUSCLE: ClassVar[mjtBias]
    mjBIAS_USER: ClassVar[mjtBias]

class mjtObj(_Enumeration):
    mjOBJ_UNKNOWN: ClassVar[mjtObj]
    mjOBJ_BODY: ClassVar[mjtObj]
    mjOBJ_XBODY: ClassVar[mjtObj]
    mjOBJ_JOINT: ClassVar[mjtObj]
    mjOBJ_DOF: ClassVar[mjtObj]
    mjOBJ_GEOM: ClassVar[mjtObj]
    mjOBJ_SITE: ClassVar[mjtObj]
    mjOBJ_CAMERA: ClassVar[mjtObj]
    mjOBJ_LIGHT: ClassVar[mjtObj]
    mjOBJ_FLEX: ClassVar[mjtObj]
    mjOBJ_MESH: ClassVar[mjtObj]
    mjOBJ_SKIN: ClassVar[mjtObj]
    mjOBJ_HFIELD: ClassVar[mjtObj]
    mjOBJ_TEXTURE: ClassVar[mjtObj]
    mjOBJ_MATERIAL: ClassVar[mjtObj]
    mjOBJ_PAIR: ClassVar[mjtObj]
    mjOBJ_EXCLUDE: ClassVar[mjtObj]
    mjOBJ_EQUALITY: ClassVar[mjtObj]
    mjOBJ_TENDON: ClassVar[mjtObj]
    mjOBJ_ACTUATOR: ClassVar[mjtObj]
    mjOBJ_SENSOR: ClassVar[mjtObj]
    mjOBJ_NUMERIC: ClassVar[mjtObj]
    mjOBJ_TEXT: ClassVar[mjtObj]
    mjOBJ_TUPLE: ClassVar[mjtObj]
    mjOBJ_KEY: ClassVar[mjtObj]
    mjOBJ_PLUGIN: ClassVar[mjtObj]
    mjNOBJECT: ClassVar[mjtObj]
    mjOBJ_FRAME: ClassVar[mjtObj]
    mjOBJ_DEFAULT: ClassVar[mjtObj]
    mjOBJ_MODEL: ClassVar[mjtObj]

class mjtSensor(_Enumeration):
    mjSENS_TOUCH: ClassVar[mjtSensor]
    mjSENS_ACCELEROMETER: ClassVar[mjtSensor]
    mjSENS_VELOCIMETER: ClassVar[mjtSensor]
    mjSENS_GYRO: ClassVar[mjtSensor]
    mjSENS_FORCE: ClassVar[mjtSensor]
    mjSENS_TORQUE: ClassVar[mjtSensor]
    mjSENS_MAGNETOMETER: ClassVar[mjtSensor]
    mjSENS_RANGEFINDER: ClassVar[mjtSensor]
    mjSENS_CAMPROJECTION: ClassVar[mjtSensor]
    mjSENS_JOINTPOS: ClassVar[mjtSensor]
    mjSENS_JOINTVEL: ClassVar[mjtSensor]
    mjSENS_TENDONPOS: ClassVar[mjtSensor]
    mjSENS_TENDONVEL: ClassVar[mjtSensor]
    mjSENS_ACTUATORPOS: ClassVar[mjtSensor]
    mjSENS_ACTUATORVEL: ClassVar[mjtSensor]
    mjSENS_ACTUATORFRC: ClassVar[mjtSensor]
    mjSENS_JOINTACTFRC: ClassVar[mjtSensor]
    mjSENS_TENDONACTFRC: ClassVar[mjtSensor]
    mjSENS_BALLQUAT: ClassVar[mjtSensor]
    mjSENS_BALLANGVEL: ClassVar[mjtSensor]
    mjSENS_JOINTLIMITPOS: ClassVar[mjtSensor]
    mjSENS_JOINTLIMITVEL: ClassVar[mjtSensor]
    mjSENS_JOINTLIMITFRC: ClassVar[mjtSensor]
    mjSENS_TENDONLIMITPOS: ClassVar[mjtSensor]
    mjSENS_TENDONLIMITVEL: ClassVar[mjtSensor]
    mjSENS_TENDONLIMITFRC: ClassVar[mjtSensor]
    mjSENS_FRAMEPOS: ClassVar[mjtSensor]
    mjSENS_FRAMEQUAT: ClassVar[mjtSensor]
    mjSENS_FRAMEXAXIS: ClassVar[mjtSensor]
    mjSENS_FRAMEYAXIS: ClassVar[mjtSensor]
    mjSENS_FRAMEZAXIS: ClassVar[mjtSensor]
    mjSENS_FRAMELINVEL: ClassVar[mjtSensor]
    mjSENS_FRAMEANGVEL: ClassVar[mjtSensor]
    mjSENS_FRAMELINACC: ClassVar[mjtSensor]
    mjSENS_FRAMEANGACC: ClassVar[mjtSensor]
    mjSENS_SUBTREECOM: ClassVar[mjtSensor]
    mjSENS_SUBTREELINVEL: ClassVar[mjtSensor]
    mjSENS_SUBTREEANGMOM: ClassVar[mjtSensor]
    mjSENS_INSIDESITE: ClassVar[mjtSensor]
    mjSENS_GEOMDIST: ClassVar[mjtSensor]
    mjSENS_GEOMNORMAL: ClassVar[mjtSensor]
    mjSENS_GEOMFROMTO: ClassVar[mjtSensor]
    mjSENS_CONTACT: ClassVar[mjtSensor]
    mjSENS_E_POTENTIAL: ClassVar[mjtSensor]
    mjSENS_E_KINETIC: ClassVar[mjtSensor]
    mjSENS_CLOCK: ClassVar[mjtSensor]
    mjSENS_TACTILE: ClassVar[mjtSensor]
    mjSENS_PLUGIN: ClassVar[mjtSensor]
    mjSENS_USER: ClassVar[mjtSensor]

class mjtStage(_Enumeration):
    mjSTAGE_NONE: ClassVar[mjtStage]
    mjSTAGE_POS: ClassVar[mjtStage]
    mjSTAGE_VEL: ClassVar[mjtStage]
    mjSTAGE_ACC: ClassVar[mjtStage]

class mjtDataType(_Enumeration):
    mjDATATYPE_REAL: ClassVar[mjtDataType]
    mjDATATYPE_POSITIVE: ClassVar[mjtDataType]
    mjDATATYPE_AXIS: ClassVar[mjtDataType]
    mjDATATYPE_QUATERNION: ClassVar[mjtDataType]

class mjtConDataField(_Enumeration):
    mjCONDATA_FOUND: ClassVar[mjtConDataField]
    mjCONDATA_FORCE: ClassVar[mjtConDataField]
    mjCONDATA_TORQUE: ClassVar[mjtConDataField]
    mjCONDATA_DIST: ClassVar[mjtConDataField]
    mjCONDATA_POS: ClassVar[mjtConDataField]
    mjCONDATA_NORMAL: ClassVar[mjtConDataField]
    mjCONDATA_TANGENT: ClassVar[mjtConDataField]
    mjNCONDATA: ClassVar[mjtConDataField]

class mjtRayDataField(_Enumeration):
    mjRAYDATA_DIST: ClassVar[mjtRayDataField]
    mjRAYDATA_DIR: ClassVar[mjtRayDataField]
    mjRAYDATA_ORIGIN: ClassVar[mjtRayDataField]
    mjRAYDATA_POINT: ClassVar[mjtRayDataField]
    mjRAYDATA_NORMAL: ClassVar[mjtRayDataField]
    mjRAYDATA_DEPTH: ClassVar[mjtRayDataField]
    mjNRAYDATA: ClassVar[mjtRayDataField]

class mjtCamOutBit(_Enumeration):
    mjCAMOUT_RGB: ClassVar[mjtCamOutBit]
    mjCAMOUT_DEPTH: ClassVar[mjtCamOutBit]
    mjCAMOUT_DIST: ClassVar[mjtCamOutBit]
    mjCAMOUT_NORMAL: ClassVar[mjtCamOutBit]
    mjCAMOUT_SEG: ClassVar[mjtCamOutBit]
    mjNCAMOUT: ClassVar[mjtCamOutBit]

class mjtSameFrame(_Enumeration):
    mjSAMEFRAME_NONE: ClassVar[mjtSameFrame]
    mjSAMEFRAME_BODY: ClassVar[mjtSameFrame]
    mjSAMEFRAME_INERTIA: ClassVar[mjtSameFrame]
    mjSAMEFRAME_BODYROT: ClassVar[mjtSameFrame]
    mjSAMEFRAME_INERTIAROT: ClassVar[mjtSameFrame]

class mjtSleepPolicy(_Enumeration):
    mjSLEEP_AUTO: ClassVar[mjtSleepPolicy]
    mjSLEEP_AUTO_NEVER: ClassVar[mjtSleepPolicy]
    mjSLEEP_AUTO_ALLOWED: ClassVar[mjtSleepPolicy]
    mjSLEEP_NEVER: ClassVar[mjtSleepPolicy]
    mjSLEEP_ALLOWED: ClassVar[mjtSleepPolicy]
    mjSLEEP_INIT: ClassVar[mjtSleepPolicy]

class mjtLRMode(_Enumeration):
    mjLRMODE_NONE: ClassVar[mjtLRMode]
    mjLRMODE_MUSCLE: ClassVar[mjtLRMode]
    mjLRMODE_MUSCLEUSER: ClassVar[mjtLRMode]
    mjLRMODE_ALL: ClassVar[mjtLRMode]

class mjtFlexSelf(_Enumeration):
    mjFLEXSELF_NONE: ClassVar[mjtFlexSelf]
    mjFLEXSELF_NARROW: ClassVar[mjtFlexSelf]
    mjFLEXSELF_BVH: ClassVar[mjtFlexSelf]
    mjFLEXSELF_SAP: ClassVar[mjtFlexSelf]
    mjFLEXSELF_AUTO: ClassVar[mjtFlexSelf]

class mjtSDFType(_Enumeration):
    mjSDFTYPE_SINGLE: ClassVar[mjtSDFType]
    mjSDFTYPE_INTERSECTION: ClassVar[mjtSDFType]
    mjSDFTYPE_MIDSURFACE: ClassVar[mjtSDFType]
    mjSDFTYPE_COLLISION: ClassVar[mjtSDFType]

class mjtTaskStatus(_Enumeration):
    mjTASK_NEW: ClassVar[mjtTaskStatus]
    mjTASK_QUEUED: ClassVar[mjtTaskStatus]
    mjTASK_COMPLETED: ClassVar[mjtTaskStatus]

class mjtState(_Enumeration):
    mjSTATE_TIME: ClassVar[mjtState]
    mjSTATE_QPOS: ClassVar[mjtState]
    mjSTATE_QVEL: ClassVar[mjtState]
    mjSTATE_ACT: ClassVar[mjtState]
    mjSTATE_HISTORY: ClassVar[mjtState]
    mjSTATE_WARMSTART: ClassVar[mjtState]
    mjSTATE_CTRL: ClassVar[mjtState]
    mjSTATE_QFRC_APPLIED: ClassVar[mjtState]
    mjSTATE_XFRC_APPLIED: ClassVar[mjtState]
    mjSTATE_EQ_ACTIVE: ClassVar[mjtState]
    mjSTATE_MOCAP_POS: ClassVar[mjtState]
    mjSTATE_MOCAP_QUAT: ClassVar[mjtState]
    mjSTATE_USERDATA: ClassVar[mjtState]
    mjSTATE_PLUGIN: ClassVar[mjtState]
    mjNSTATE: ClassVar[mjtState]
    mjSTATE_PHYSICS: ClassVar[mjtState]
    mjSTATE_FULLPHYSICS: ClassVar[mjtState]
    mjSTATE_USER: ClassVar[mjtState]
    mjSTATE_INTEGRATION: ClassVar[mjtState]

class mjtConstraint(_Enumeration):
    mjCNSTR_EQUALITY: ClassVar[mjtConstraint]
    mjCNSTR_FRICTION_DOF: ClassVar[mjtConstraint]
    mjCNSTR_FRICTION_TENDON: ClassVar[mjtConstraint]
    mjCNSTR_LIMIT_JOINT: ClassVar[mjtConstraint]
    mjCNSTR_LIMIT_TENDON: ClassVar[mjtConstraint]
    mjCNSTR_CONTACT_FRICTIONLESS: ClassVar[mjtConstraint]
    mjCNSTR_CONTACT_PYRAMIDAL: ClassVar[mjtConstraint]
    mjCNSTR_CONTACT_ELLIPTIC: ClassVar[mjtConstraint]

class mjtConstraintState(_Enumeration):
    mjCNSTRSTATE_SATISFIED: ClassVar[mjtConstraintState]
    mjCNSTRSTATE_QUADRATIC: ClassVar[mjtConstraintState]
    mjCNSTRSTATE_LINEARNEG: ClassVar[mjtConstraintState]
    mjCNSTRSTATE_LINEARPOS: ClassVar[mjtConstraintState]
    mjCNSTRSTATE_CONE: ClassVar[mjtConstraintState]

class mjtWarning(_Enumeration):
    mjWARN_INERTIA: ClassVar[mjtWarning]
    mjWARN_CONTACTFULL: ClassVar[mjtWarning]
    mjWARN_CNSTRFULL: ClassVar[mjtWarning]
    mjWARN_VGEOMFULL: ClassVar[mjtWarning]
    mjWARN_BADQPOS: ClassVar[mjtWarning]
    mjWARN_BADQVEL: ClassVar[mjtWarning]
    mjWARN_BADQACC: ClassVar[mjtWarning]
    mjWARN_BADCTRL: ClassVar[mjtWarning]
    mjNWARNING: ClassVar[mjtWarning]

class mjtTimer(_Enumeration):
    mjTIMER_STEP: ClassVar[mjtTimer]
    mjTIMER_FORWARD: ClassVar[mjtTimer]
    mjTIMER_INVERSE: ClassVar[mjtTimer]
    mjTIMER_POSITION: ClassVar[mjtTimer]
    mjTIMER_VELOCITY: ClassVar[mjtTimer]
    mjTIMER_ACTUATION: ClassVar[mjtTimer]
    mjTIMER_CONSTRAINT: ClassVar[mjtTimer]
    mjTIMER_ADVANCE: ClassVar[mjtTimer]
    mjTIMER_POS_KINEMATICS: ClassVar[mjtTimer]
    mjTIMER_POS_INERTIA: ClassVar[mjtTimer]
    mjTIMER_POS_COLLISION: ClassVar[mjtTimer]
    mjTIMER_POS_MAKE: ClassVar[mjtTimer]
    mjTIMER_POS_PROJECT: ClassVar[mjtTimer]
    mjTIMER_COL_BROAD: ClassVar[mjtTimer]
    mjTIMER_COL_NARROW: ClassVar[mjtTimer]
    mjNTIMER: ClassVar[mjtTimer]

class mjtSleepState(_Enumeration):
    mjS_STATIC: ClassVar[mjtSleepState]
    mjS_ASLEEP: ClassVar[mjtSleepState]
    mjS_AWAKE: ClassVar[mjtSleepState]

class mjtGeomInertia(_Enumeration):
    mjINERTIA_VOLUME: ClassVar[mjtGeomInertia]
    mjINERTIA_SHELL: ClassVar[mjtGeomInertia]

class mjtMeshInertia(_Enumeration):
    mjMESH_INERTIA_CONVEX: ClassVar[mjtMeshInertia]
    mjMESH_INERTIA_EXACT: ClassVar[mjtMeshInertia]
    mjMESH_INERTIA_LEGACY: ClassVar[mjtMeshInertia]
    mjMESH_INERTIA_SHELL: ClassVar[mjtMeshInertia]

class mjtMeshBuiltin(_Enumeration):
    mjMESH_BUILTIN_NONE: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_SPHERE: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_HEMISPHERE: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_CONE: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_SUPERSPHERE: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_SUPERTORUS: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_WEDGE: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_PLATE: ClassVar[mjtMeshBuiltin]

class mjtBuiltin(_Enumeration):
    mjBUILTIN_NONE: ClassVar[mjtBuiltin]
    mjBUILTIN_GRADIENT: ClassVar[mjtBuiltin]
    mjBUILTIN_CHECKER: ClassVar[mjtBuiltin]
    mjBUILTIN_FLAT: ClassVar[mjtBuiltin]

class mjtMark(_Enumeration):
    mjMARK_NONE: ClassVar[mjtMark]
    mjMARK_EDGE: ClassVar[mjtMark]
    mjMARK_CROSS: ClassVar[mjtMark]
    mjMARK_RANDOM: ClassVar[mjtMark]

class mjtLimited(_Enumeration):
    mjLIMITED_FALSE: ClassVar[mjtLimited]
    mjLIMITED_TRUE: ClassVar[mjtLimited]
    mjLIMITED_AUTO: ClassVar[mjtLimited]

class mjtAlignFree(_Enumeration):
    mjALIGNFREE_FALSE: ClassVar[mjtAlignFree]
    mjALIGNFREE_TRUE: ClassVar[mjtAlignFree]
    mjALIGNFREE_AUTO: ClassVar[mjtAlignFree]

class mjtInertiaFromGeom(_Enumeration):
    mjINERTIAFROMGEOM_FALSE: ClassVar[mjtInertiaFromGeom]
    mjINERTIAFROMGEOM_TRUE: ClassVar[mjtInertiaFromGeom]
    mjINERTIAFROMGEOM_AUTO: ClassVar[mjtInertiaFromGeom]

class mjtOrientation(_Enumeration):
    mjORIENTATION_QUAT: ClassVar[mjtOrientation]
    mjORIENTATION_AXISANGLE: ClassVar[mjtOrientation]
    mjORIENTATION_XYAXES: ClassVar[mjtOrientation]
    mjORIENTATION_ZAXIS: ClassVar[mjtOrientation]
    mjORIENTATION_EULER: ClassVar[mjtOrientation]

class mjtCatBit(_Enumeration):
    mjCAT_STATIC: ClassVar[mjtCatBit]
    mjCAT_DYNAMIC: ClassVar[mjtCatBit]
    mjCAT_DECOR: ClassVar[mjtCatBit]
    mjCAT_ALL: ClassVar[mjtCatBit]

class mjtMouse(_Enumeration):
    mjMOUSE_NONE: ClassVar[mjtMouse]
    mjMOUSE_ROTATE_V: ClassVar[mjtMouse]
    mjMOUSE_ROTATE_H: ClassVar[mjtMouse]
    mjMOUSE_MOVE_V: ClassVar[mjtMouse]
    mjMOUSE_MOVE_H: ClassVar[mjtMouse]
    mjMOUSE_ZOOM: ClassVar[mjtMouse]
    mjMOUSE_MOVE_V_REL: ClassVar[mjtMouse]
    mjMOUSE_MOVE_H_REL: ClassVar[mjtMouse]

class mjtPertBit(_Enumeration):
    mjPERT_TRANSLATE: ClassVar[mjtPertBit]
    mjPERT_ROTATE: ClassVar[mjtPertBit]

class mjtCamera(_Enumeration):
    mjCAMERA_FREE: ClassVar[mjtCamera]
    mjCAMERA_TRACKING: ClassVar[mjtCamera]
    mjCAMERA_FIXED: ClassVar[mjtCamera]
    mjCAMERA_USER: ClassVar[mjtCamera]

class mjtLabel(_Enumeration):
    mjLABEL_NONE: ClassVar[mjtLabel]
    mjLABEL_BODY: ClassVar[mjtLabel]
    mjLABEL_JOINT: ClassVar[mjtLabel]
    mjLABEL_GEOM: ClassVar[mjtLabel]
    mjLABEL_SITE: ClassVar[mjtLabel]
    mjLABEL_CAMERA: ClassVar[mjtLabel]
    mjLABEL_LIGHT: ClassVar[mjtLabel]
    mjLABEL_TENDON: ClassVar[mjtLabel]
    mjLABEL_ACTUATOR: ClassVar[mjtLabel]
    mjLABEL_CONSTRAINT: ClassVar[mjtLabel]
    mjLABEL_FLEX: ClassVar[mjtLabel]
    mjLABEL_SKIN: ClassVar[mjtLabel]
    mjLABEL_SELECTION: ClassVar[mjtLabel]
    mjLABEL_SELPNT: ClassVar[mjtLabel]
    mjLABEL_CONTACTPOINT: ClassVar[mjtLabel]
    mjLABEL_CONTACTFORCE: ClassVar[mjtLabel]
    mjLABEL_ISLAND: ClassVar[mjtLabel]
    mjNLABEL: ClassVar[mjtLabel]

class mjtFrame(_Enumeration):
    mjFRAME_NONE: ClassVar[mjtFrame]
    mjFRAME_BODY: ClassVar[mjtFrame]
    mjFRAME_GEOM: ClassVar[mjtFrame]
    mjFRAME_SITE: ClassVar[mjtFrame]
    mjFRAME_CAMERA: ClassVar[mjtFrame]
    mjFRAME_LIGHT: ClassVar[mjtFrame]
    mjFRAME_CONTACT: ClassVar[mjtFrame]
    mjFRAME_WORLD: ClassVar[mjtFrame]
    mjNFRAME: ClassVar[mjtFrame]

class mjtVisFlag(_Enumeration):
    mjVIS_CONVEXHULL: ClassVar[mjtVisFlag]
    mjVIS_TEXTURE: ClassVar[mjtVisFlag]
    mjVIS_JOINT: ClassVar[mjtVisFlag]
    mjVIS_CAMERA: ClassVar[mjtVisFlag]
    mjVIS_ACTUATOR: ClassVar[mjtVisFlag]
    mjVIS_ACTIVATION: ClassVar[mjtVisFlag]
    mjVIS_LIGHT: ClassVar[mjtVisFlag]
    mjVIS_TENDON: ClassVar[mjtVisFlag]
    mjVIS_RANGEFINDER: ClassVar[mjtVisFlag]
    mjVIS_CONSTRAINT: ClassVar[mjtVisFlag]
    mjVIS_INERTIA: ClassVar[mjtVisFlag]
    mjVIS_SCLINERTIA: ClassVar[mjtVisFlag]
    mjVIS_PERTFORCE: ClassVar[mjtVisFlag]
    mjVIS_PERTOBJ: ClassVar[mjtVisFlag]
    mjVIS_CONTACTPOINT: ClassVar[mjtVisFlag]
    mjVIS_ISLAND: ClassVar[mjtVisFlag]
    mjVIS_CONTACTFORCE: ClassVar[mjtVisFlag]
    mjVIS_CONTACTSPLIT: ClassVar[mjtVisFlag]
    mjVIS_TRANSPARENT: ClassVar[mjtVisFlag]
    mjVIS_AUTOCONNECT: ClassVar[mjtVisFlag]
    mjVIS_COM: ClassVar[mjtVisFlag]
    mjVIS_SELECT: ClassVar[mjtVisFlag]
    mjVIS_STATIC: ClassVar[mjtVisFlag]
    mjVIS_SKIN: ClassVar[mjtVisFlag]
    mjVIS_FLEXVERT: ClassVar[mjtVisFlag]
    mjVIS_FLEXEDGE: ClassVar[mjtVisFlag]
    mjVIS_FLEXFACE: ClassVar[mjtVisFlag]
    mjVIS_FLEXSKIN: ClassVar[mjtVisFlag]
    mjVIS_BODYBVH: ClassVar[mjtVisFlag]
    mjVIS_MESHBVH: ClassVar[mjtVisFlag]
    mjVIS_SDFITER: ClassVar[mjtVisFlag]
    mjNVISFLAG: ClassVar[mjtVisFlag]

class mjtRndFlag(_Enumeration):
    mjRND_SHADOW: ClassVar[mjtRndFlag]
    mjRND_WIREFRAME: ClassVar[mjtRndFlag]
    mjRND_REFLECTION: ClassVar[mjtRndFlag]
    mjRND_ADDITIVE: ClassVar[mjtRndFlag]
    mjRND_SKYBOX: ClassVar[mjtRndFlag]
    mjRND_FOG: ClassVar[mjtRndFlag]
    mjRND_HAZE: ClassVar[mjtRndFlag]
    mjRND_DEPTH: ClassVar[mjtRndFlag]
    mjRND_SEGMENT: ClassVar[mjtRndFlag]
    mjRND_IDCOLOR: ClassVar[mjtRndFlag]
    mjRND_CULL_FACE: ClassVar[mjtRndFlag]
    mjNRNDFLAG: ClassVar[mjtRndFlag]

class mjtStereo(_Enumeration):
    mjSTEREO_NONE: ClassVar[mjtStereo]
    mjSTEREO_QUADBUFFERED: ClassVar[mjtStereo]
    mjSTEREO_SIDEBYSIDE: ClassVar[mjtStereo]

class mjtPluginCapabilityBit(_Enumeration):
    mjPLUGIN_ACTUATOR: ClassVar[mjtPluginCapabilityBit]
    mjPLUGIN_SENSOR: ClassVar[mjtPluginCapabilityBit]
    mjPLUGIN_PASSIVE: ClassVar[mjtPluginCapabilityBit]
    mjPLUGIN_SDF: ClassVar[mjtPluginCapabilityBit]

class mjtGridPos(_Enumeration):
    mjGRID_TOPLEFT: ClassVar[mjtGridPos]
    mjGRID_TOPRIGHT: ClassVar[mjtGridPos]
    mjGRID_BOTTOMLEFT: ClassVar[mjtGridPos]
    mjGRID_BOTTOMRIGHT: ClassVar[mjtGridPos]
    mjGRID_TOP: ClassVar[mjtGridPos]
    mjGRID_BOTTOM: ClassVar[mjtGridPos]
    mjGRID_LEFT: ClassVar[mjtGridPos]
    mjGRID_RIGHT: ClassVar[mjtGridPos]

class mjtFramebuffer(_Enumeration):
    mjFB_WINDOW: ClassVar[mjtFramebuffer]
    mjFB_OFFSCREEN: ClassVar[mjtFramebuffer]

class mjtDepthMap(_Enumeration):
    mjDEPTH_ZERONEAR: ClassVar[mjtDepthMap]
    mjDEPTH_ZEROFAR: ClassVar[mjtDepthMap]

class mjtFontScale(_Enumeration):
    mjFONTSCALE_50: ClassVar[mjtFontScale]
    mjFONTSCALE_100: ClassVar[mjtFontScale]
    mjFONTSCALE_150: ClassVar[mjtFontScale]
    mjFONTSCALE_200: ClassVar[mjtFontScale]
    mjFONTSCALE_250: ClassVar[mjtFontScale]
    mjFONTSCALE_300: ClassVar[mjtFontScale]

class mjtFont(_Enumeration):
    mjFONT_NORMAL: ClassVar[mjtFont]
    mjFONT_SHADOW: ClassVar[mjtFont]
    mjFONT_BIG: ClassVar[mjtFont]

class mjtButton(_Enumeration):
    mjBUTTON_NONE: ClassVar[mjtButton]
    mjBUTTON_LEFT: ClassVar[mjtButton]
    mjBUTTON_RIGHT: ClassVar[mjtButton]
    mjBUTTON_MIDDLE: ClassVar[mjtButton]

class mjtEvent(_Enumeration):
    mjEVENT_NONE: ClassVar[mjtEvent]
    mjEVENT_MOVE: ClassVar[mjtEvent]
    mjEVENT_PRESS: ClassVar[mjtEvent]
    mjEVENT_RELEASE: ClassVar[mjtEvent]
    mjEVENT_SCROLL: ClassVar[mjtEvent]
    mjEVENT_KEY: ClassVar[mjtEvent]
    mjEVENT_RESIZE: ClassVar[mjtEvent]
    mjEVENT_REDRAW: ClassVar[mjtEvent]
    mjEVENT_FILESDROP: ClassVar[mjtEvent]

class mjtItem(_Enumeration):
    mjITEM_END: ClassVar[mjtItem]
    mjITEM_SECTION: ClassVar[mjtItem]
    mjITEM_SEPARATOR: ClassVar[mjtItem]
    mjITEM_STATIC: ClassVar[mjtItem]
    mjITEM_BUTTON: ClassVar[mjtItem]
    mjITEM_CHECKINT: ClassVar[mjtItem]
    mjITEM_CHECKBYTE: ClassVar[mjtItem]
    mjITEM_RADIO: ClassVar[mjtItem]
    mjITEM_RADIOLINE: ClassVar[mjtItem]
    mjITEM_SELECT: ClassVar[mjtItem]
    mjITEM_SLIDERINT: ClassVar[mjtItem]
    mjITEM_SLIDERNUM: ClassVar[mjtItem]
    mjITEM_EDITINT: ClassVar[mjtItem]
    mjITEM_EDITNUM: ClassVar[mjtItem]
    mjITEM_EDITFLOAT: ClassVar[mjtItem]
    mjITEM_EDITTXT: ClassVar[mjtItem]
    mjNITEM: ClassVar[mjtItem]

class mjtSection(_Enumeration):
    mjSECT_CLOSED: ClassVar[mjtSection]
    mjSECT_OPEN: ClassVar[mjtSection]
    mjSECT_FIXED: ClassVar[mjtSection]

class MjOption:
    """Simulation options; a new one has the defaults."""
    def __init__(self) -> None: ...
    timestep: float
    """Time step [s]."""
    impratio: float
    """Ratio of frictional to normal impedance of elliptic contacts."""
    tolerance: float
    """Improvement below which the solver stops."""
    ls_tolerance: float
    """Gradient below which the line search stops."""
    noslip_tolerance: float
    """Improvement below which the noslip solver stops."""
    ccd_tolerance: float
    """Distance tolerance of convex collision [m]."""
    sleep_tolerance: float
    """Speed below which a tree may fall asleep."""
    gravity: NDArray[np.float64]
    """Gravity [m/s²]."""
    wind: NDArray[np.float64]
    """Velocity of the medium [m/s]."""
    magnetic: NDArray[np.float64]
    """Magnetic flux."""
    density: float
    """Density of the medium [kg/m³]."""
    viscosity: float
    """Viscosity of the medium [Pa s]."""
    o_margin: float
    """Contact margin, if overridden [m]."""
    o_solref: NDArray[np.float64]
    """Contact reference dynamics, if overridden."""
    o_solimp: NDArray[np.float64]
    """Contact impedance, if overridden."""
    o_friction: NDArray[np.float64]
    """Contact friction, if overridden."""
    integrator: int
    """Time integrator."""
    cone: int
    """Friction cone."""
    jacobian: int
    """How constraint Jacobians are stored."""
    solver: int
    """Constraint solver."""
    iterations: int
    """Most iterations of the solver."""
    ls_iterations: int
    """Most iterations of a line search."""
    noslip_iterations: int
    """Most iterations of the noslip solver."""
    ccd_iterations: int
    """Most iterations of convex collision."""
    disableflags: int
    """Standard features that are off, bits of `mjtDisableBit`."""
    enableflags: int
    """Optional features that are on, bits of `mjtEnableBit`."""
    disableactuator: int
    """Actuator groups that are off, one bit each."""
    sdf_initpoints: int
    """Starting points of the descent between signed distance fields."""
    sdf_iterations: int
    """Most iterations of that descent."""

class MjStatistic:
    """Statistics of a model at its reference pose."""
    def __init__(self) -> None: ...
    meaninertia: float
    """Mean of the diagonal of the inertia matrix."""
    meanmass: float
    """Mean mass of bodies [kg]."""
    meansize: float
    """Mean size of bodies [m]."""
    extent: float
    """Extent of the model [m]."""
    center: NDArray[np.float64]
    """Center of the model [m]."""

class MjVisual:
    """Settings for drawing, in groups."""
    class Global:
        """Camera, window and other overall settings."""
        cameraid: int
        """Camera to start with; −1 is the free one."""
        orthographic: int
        """1 if the free camera is orthographic."""
        fovy: float
        """Vertical field of view of the free camera: an angle [deg], or a length [m] if orthographic."""
        ipd: float
        """Distance between the pupils of the free camera [m]."""
        azimuth: float
        """Azimuth of the free camera at the start [deg]."""
        elevation: float
        """Elevation of the free camera at the start [deg]."""
        linewidth: float
        """Width of lines."""
        glow: float
        """Glow of the selected body."""
        realtime: float
        """Speed at the start; 1 is real time."""
        offwidth: int
        """Width of the off-screen buffer in pixels."""
        offheight: int
        """Height of the off-screen buffer in pixels."""
        ellipsoidinertia: int
        """1 if inertias are drawn as ellipsoids, 0 as boxes."""
        bvactive: int
        """1 if bounding volumes in use are drawn."""

    class Quality:
        """Quality of drawing."""
        shadowsize: int
        """Pixels along a side of the shadow map."""
        offsamples: int
        """Samples per pixel off screen."""
        numslices: int
        """Slices of round shapes."""
        numstacks: int
        """Stacks of round shapes."""
        numquads: int
        """Quads along a side of boxes."""

    class Headlight:
        """The light of the viewer."""
        ambient: NDArray[np.float32]
        """Ambient color."""
        diffuse: NDArray[np.float32]
        """Diffuse color."""
        specular: NDArray[np.float32]
        """Specular color."""
        active: int
        """1 if it is on."""

    class Map:
        """How numbers become lengths on the screen."""
        stiffness: float
        """Stiffness of dragging with the mouse."""
        stiffnessrot: float
        """Stiffness of turning with the mouse."""
        force: float
        """Length of a unit of force."""
        torque: float
        """Length of a unit of torque."""
        alpha: float
        """Opacity when everything is made transparent."""
        fogstart: float
        """Distance where fog begins, in extents."""
        fogend: float
        """Distance where fog is full, in extents."""
        znear: float
        """Near clipping plane, in extents."""
        zfar: float
        """Far clipping plane, in extents."""
        haze: float
        """Share of the skybox's bottom that haze covers."""
        shadowclip: float
        """Range of shadows of directional lights, in extents."""
        shadowscale: float
        """Range of shadows of spots, in cutoffs."""
        actuatortendon: float
        """Width of actuated tendons, in tendon widths."""

    class Scale:
        """Sizes of decoration."""
        forcewidth: float
        """Width of force arrows."""
        contactwidth: float
        """Width of contact disks."""
        contactheight: float
        """Height of contact disks."""
        connect: float
        """Width of connectors between bodies."""
        com: float
        """Radius of centers of mass."""
        camera: float
        """Size of cameras."""
        light: float
        """Size of lights."""
        selectpoint: float
        """Size of the selection point."""
        jointlength: float
        """Length of joints."""
        jointwidth: float
        """Width of joints."""
        actuatorlength: float
        """Length of actuators."""
        actuatorwidth: float
        """Width of actuators."""
        framelength: float
        """Length of frame axes."""
        framewidth: float
        """Width of frame axes."""
        constraint: float
        """Width of constraints."""
        slidercrank: float
        """Width of slider-cranks."""
        frustum: float
        """Distance of the drawn end of camera frusta."""

    class Rgba:
        """Colors of decoration."""
        fog: NDArray[np.float32]
        """Fog."""
        haze: NDArray[np.float32]
        """Haze."""
        force: NDArray[np.float32]
        """External forces."""
        inertia: NDArray[np.float32]
        """Inertias."""
        joint: NDArray[np.float32]
        """Joints."""
        actuator: NDArray[np.float32]
        """Actuators at rest."""
        actuatornegative: NDArray[np.float32]
        """Actuators at the lower limit."""
        actuatorpositive: NDArray[np.float32]
        """Actuators at the upper limit."""
        com: NDArray[np.float32]
        """Centers of mass."""
        camera: NDArray[np.float32]
        """Cameras."""
        light: NDArray[np.float32]
        """Lights."""
        selectpoint: NDArray[np.float32]
        """The selection point."""
        connect: NDArray[np.float32]
        """Connectors between bodies."""
        contactpoint: NDArray[np.float32]
        """Contact points."""
        contactforce: NDArray[np.float32]
        """Contact forces."""
        contactfriction: NDArray[np.float32]
        """Frictional contact forces."""
        contacttorque: NDArray[np.float32]
        """Contact torques."""
        contactgap: NDArray[np.float32]
        """Contacts within the gap."""
        rangefinder: NDArray[np.float32]
        """Rangefinder rays."""
        constraint: NDArray[np.float32]
        """Constraints."""
        slidercrank: NDArray[np.float32]
        """Slider-cranks."""
        crankbroken: NDArray[np.float32]
        """Slider-cranks that cannot reach."""
        frustum: NDArray[np.float32]
        """Camera frusta."""
        bv: NDArray[np.float32]
        """Bounding volumes."""
        bvactive: NDArray[np.float32]
        """Bounding volumes in use."""

    global_: Global
    quality: Quality
    headlight: Headlight
    map: Map
    scale: Scale
    rgba: Rgba

MjVisualHeadlight = MjVisual.Headlight
MjVisualRgba = MjVisual.Rgba

class MjLROpt:
    """Options of length ranges; all zeros until `mj_defaultLROpt` fills it."""
    def __init__(self) -> None: ...
    mode: int
    useexisting: int
    uselimit: int
    accel: float
    maxforce: float
    timeconst: float
    timestep: float
    inttotal: float
    interval: float
    tolrange: float

class _MjModelActuatorViews:
    """The fields of one actuator of a MjModel."""
    id: int
    name: str
    acc0: NDArray[np.float64]
    actadr: NDArray[np.int32]
    actearly: NDArray[np.uint8]
    actlimited: NDArray[np.uint8]
    actnum: NDArray[np.int32]
    actrange: NDArray[np.float64]
    biasprm: NDArray[np.float64]
    biastype: NDArray[np.int32]
    cranklength: NDArray[np.float64]
    ctrllimited: NDArray[np.uint8]
    ctrlrange: NDArray[np.float64]
    delay: NDArray[np.float64]
    dynprm: NDArray[np.float64]
    dyntype: NDArray[np.int32]
    forcelimited: NDArray[np.uint8]
    forcerange: NDArray[np.float64]
    gainprm: NDArray[np.float64]
    gaintype: NDArray[np.int32]
    gear: NDArray[np.float64]
    group: NDArray[np.int32]
    history: NDArray[np.int32]
    historyadr: NDArray[np.int32]
    length0: NDArray[np.float64]
    lengthrange: NDArray[np.float64]
    plugin: NDArray[np.int32]
    trnid: NDArray[np.int32]
    trntype: NDArray[np.int32]
    user: NDArray[np.float64]

class _MjModelBodyViews:
    """The fields of one body of a MjModel."""
    id: int
    name: str
    bvhadr: NDArray[np.int32]
    bvhnum: NDArray[np.int32]
    conaffinity: NDArray[np.int32]
    contype: NDArray[np.int32]
    dofadr: NDArray[np.int32]
    dofnum: NDArray[np.int32]
    geomadr: NDArray[np.int32]
    geomnum: NDArray[np.int32]
    gravcomp: NDArray[np.float64]
    inertia: NDArray[np.float64]
    invweight0: NDArray[np.float64]
    ipos: NDArray[np.float64]
    iquat: NDArray[np.float64]
    jntadr: NDArray[np.int32]
    jntnum: NDArray[np.int32]
    margin: NDArray[np.float64]
    mass: NDArray[np.float64]
    mocapid: NDArray[np.int32]
    parentid: NDArray[np.int32]
    plugin: NDArray[np.int32]
    pos: NDArray[np.float64]
    quat: NDArray[np.float64]
    rootid: NDArray[np.int32]
    sameframe: NDArray[np.uint8]
    simple: NDArray[np.uint8]
    subtreemass: NDArray[np.float64]
    treeid: NDArray[np.int32]
    user: NDArray[np.float64]
    weldid: NDArray[np.int32]

class _MjModelCameraViews:
    """The fields of one camera of a MjModel."""
    id: int
    name: str
    bodyid: NDArray[np.int32]
    fovy: NDArray[np.float64]
    intrinsic: NDArray[np.float32]
    ipd: NDArray[np.float64]
    mat0: NDArray[np.float64]
    mode: NDArray[np.int32]
    output: NDArray[np.int32]
    pos: NDArray[np.float64]
    pos0: NDArray[np.float64]
    poscom0: NDArray[np.float64]
    projection: NDArray[np.int32]
    quat: NDArray[np.float64]
    resolution: NDArray[np.int32]
    sensorsize: NDArray[np.float32]
    targetbodyid: NDArray[np.int32]
    user: NDArray[np.float64]

class _MjModelEqualityViews:
    """The fields of one equality of a MjModel."""
    id: int
    name: str
    active0: NDArray[np.uint8]
    data: NDArray[np.float64]
    obj1id: NDArray[np.int32]
    obj2id: NDArray[np.int32]
    objtype: NDArray[np.int32]
    solimp: NDArray[np.float64]
    solref: NDArray[np.float64]
    type: NDArray[np.int32]

class _MjModelExcludeViews:
    """The fields of one exclude of a MjModel."""
    id: int
    name: str
    signature: NDArray[np.int32]

class _MjModelGeomViews:
    """The fields of one geom of a MjModel."""
    id: int
    name: str
    aabb: NDArray[np.float64]
    bodyid: NDArray[np.int32]
    conaffinity: NDArray[np.int32]
    condim: NDArray[np.int32]
    contype: NDArray[np.int32]
    dataid: NDArray[np.int32]
    fluid: NDArray[np.float64]
    friction: NDArray[np.float64]
    gap: NDArray[np.float64]
    group: NDArray[np.int32]
    margin: NDArray[np.float64]
    matid: NDArray[np.int32]
    plugin: NDArray[np.int32]
    pos: NDArray[np.float64]
    priority: NDArray[np.int32]
    quat: NDArray[np.float64]
    rbound: NDArray[np.float64]
    rgba: NDArray[np.float32]
    sameframe: NDArray[np.uint8]
    size: NDArray[np.float64]
    solimp: NDArray[np.float64]
    solmix: NDArray[np.float64]
    solref: NDArray[np.float64]
    type: NDArray[np.int32]
    user: NDArray[np.float64]

class _MjModelHfieldViews:
    """The fields of one hfield of a MjModel."""
    id: int
    name: str
    adr: NDArray[np.int32]
    data: NDArray[np.float32]
    ncol: NDArray[np.int32]
    nrow: NDArray[np.int32]
    pathadr: NDArray[np.int32]
    size: NDArray[np.float64]

class _MjModelJointViews:
    """The fields of one joint of a MjModel."""
    id: int
    name: str
    M0: NDArray[np.float64]
    Madr: NDArray[np.int32]
    actfrclimited: NDArray[np.uint8]
    actfrcrange: NDArray[np.float64]
    actgravcomp: NDArray[np.uint8]
    armature: NDArray[np.float64]
    axis: NDArray[np.float64]
    bodyid: NDArray[np.int32]
    damping: NDArray[np.float64]
    dofadr: NDArray[np.int32]
    frictionloss: NDArray[np.float64]
    group: NDArray[np.int32]
    invweight0: NDArray[np.float64]
    jntid: NDArray[np.int32]
    length: NDArray[np.float64]
    limited: NDArray[np.uint8]
    margin: NDArray[np.float64]
    parentid: NDArray[np.int32]
    pos: NDArray[np.float64]
    qpos0: NDArray[np.float64]
    qpos_spring: NDArray[np.float64]
    qposadr: NDArray[np.int32]
    range: NDArray[np.float64]
    simplenum: NDArray[np.int32]
    solimp: NDArray[np.float64]
    solref: NDArray[np.float64]
    stiffness: NDArray[np.float64]
    treeid: NDArray[np.int32]
    type: NDArray[np.int32]
    user: NDArray[np.float64]

class _MjModelLightViews:
    """The fields of one light of a MjModel."""
    id: int
    name: str
    active: NDArray[np.uint8]
    ambient: NDArray[np.float32]
    attenuation: NDArray[np.float32]
    bodyid: NDArray[np.int32]
    bulbradius: NDArray[np.float32]
    castshadow: NDArray[np.uint8]
    cutoff: NDArray[np.float32]
    diffuse: NDArray[np.float32]
    dir: NDArray[np.float64]
    dir0: NDArray[np.float64]
    exponent: NDArray[np.float32]
    intensity: NDArray[np.float32]
    mode: NDArray[np.int32]
    pos: NDArray[np.float64]
    pos0: NDArray[np.float64]
    poscom0: NDArray[np.float64]
    range: NDArray[np.float32]
    specular: NDArray[np.float32]
    targetbodyid: NDArray[np.int32]
    texid: NDArray[np.int32]
    type: NDArray[np.int32]

class _MjModelMaterialViews:
    """The fields of one material of a MjModel."""
    id: int
    name: str
    emission: NDArray[np.float32]
    metallic: NDArray[np.float32]
    reflectance: NDArray[np.float32]
    rgba: NDArray[np.float32]
    roughness: NDArray[np.float32]
    shininess: NDArray[np.float32]
    specular: NDArray[np.float32]
    texid: NDArray[np.int32]
    texrepeat: NDArray[np.float32]
    texuniform: NDArray[np.uint8]

class _MjModelMeshViews:
    """The fields of one mesh of a MjModel."""
    id: int
    name: str
    bvhadr: NDArray[np.int32]
    bvhnum: NDArray[np.int32]
    faceadr: NDArray[np.int32]
    facenum: NDArray[np.int32]
    graphadr: NDArray[np.int32]
    normaladr: NDArray[np.int32]
    normalnum: NDArray[np.int32]
    octadr: NDArray[np.int32]
    octnum: NDArray[np.int32]
    pathadr: NDArray[np.int32]
    polyadr: NDArray[np.int32]
    polynum: NDArray[np.int32]
    pos: NDArray[np.float64]
    quat: NDArray[np.float64]
    scale: NDArray[np.float64]
    texcoordadr: NDArray[np.int32]
    texcoordnum: NDArray[np.int32]
    vertadr: NDArray[np.int32]
    vertnum: NDArray[np.int32]

class _MjModelNumericViews:
    """The fields of one numeric of a MjModel."""
    id: int
    name: str
    adr: NDArray[np.int32]
    data: NDArray[np.float64]
    size: NDArray[np.int32]

class _MjModelPairViews:
    """The fields of one pair of a MjModel."""
    id: int
    name: str
    dim: NDArray[np.int32]
    friction: NDArray[np.float64]
    gap: NDArray[np.float64]
    geom1: NDArray[np.int32]
    geom2: NDArray[np.int32]
    margin: NDArray[np.float64]
    signature: NDArray[np.int32]
    solimp: NDArray[np.float64]
    solref: NDArray[np.float64]
    solreffriction: NDArray[np.float64]

class _MjModelSensorViews:
    """The fields of one sensor of a MjModel."""
    id: int
    name: str
    adr: NDArray[np.int32]
    cutoff: NDArray[np.float64]
    datatype: NDArray[np.int32]
    delay: NDArray[np.float64]
    dim: NDArray[np.int32]
    history: NDArray[np.int32]
    historyadr: NDArray[np.int32]
    interval: NDArray[np.float64]
    intprm: NDArray[np.int32]
    needstage: NDArray[np.int32]
    noise: NDArray[np.float64]
    objid: NDArray[np.int32]
    objtype: NDArray[np.int32]
    plugin: NDArray[np.int32]
    refid: NDArray[np.int32]
    reftype: NDArray[np.int32]
    type: NDArray[np.int32]
    user: NDArray[np.float64]

class _MjModelSiteViews:
    """The fields of one site of a MjModel."""
    id: int
    name: str
    bodyid: NDArray[np.int32]
    group: NDArray[np.int32]
    matid: NDArray[np.int32]
    pos: NDArray[np.float64]
    quat: NDArray[np.float64]
    rgba: NDArray[np.float32]
    sameframe: NDArray[np.uint8]
    size: NDArray[np.float64]
    type: NDArray[np.int32]
    user: NDArray[np.float64]

class _MjModelSkinViews:
    """The fields of one skin of a MjModel."""
    id: int
    name: str
    boneadr: NDArray[np.int32]
    bonenum: NDArray[np.int32]
    faceadr: NDArray[np.int32]
    facenum: NDArray[np.int32]
    group: NDArray[np.int32]
    inflate: NDArray[np.float32]
    matid: NDArray[np.int32]
    pathadr: NDArray[np.int32]
    rgba: NDArray[np.float32]
    texcoordadr: NDArray[np.int32]
    vertadr: NDArray[np.int32]
    vertnum: NDArray[np.int32]

class _MjModelTendonViews:
    """The fields of one tendon of a MjModel."""
    id: int
    name: str
    actfrclimited: NDArray[np.uint8]
    actfrcrange: NDArray[np.float64]
    adr: NDArray[np.int32]
    armature: NDArray[np.float64]
    damping: NDArray[np.float64]
    frictionloss: NDArray[np.float64]
    group: NDArray[np.int32]
    invweight0: NDArray[np.float64]
    length0: NDArray[np.float64]
    lengthspring: NDArray[np.float64]
    limited: NDArray[np.uint8]
    margin: NDArray[np.float64]
    matid: NDArray[np.int32]
    num: NDArray[np.int32]
    range: NDArray[np.float64]
    rgba: NDArray[np.float32]
    solimp_fri: NDArray[np.float64]
    solimp_lim: NDArray[np.float64]
    solref_fri: NDArray[np.float64]
    solref_lim: NDArray[np.float64]
    stiffness: NDArray[np.float64]
    treeid: NDArray[np.int32]
    treenum: NDArray[np.int32]
    user: NDArray[np.float64]
    width: NDArray[np.float64]

class _MjModelTextureViews:
    """The fields of one texture of a MjModel."""
    id: int
    name: str
    adr: NDArray[np.int64]
    colorspace: NDArray[np.int32]
    data: NDArray[np.uint8]
    height: NDArray[np.int32]
    nchannel: NDArray[np.int32]
    pathadr: NDArray[np.int32]
    type: NDArray[np.int32]
    width: NDArray[np.int32]

class _MjModelTextViews:
    """The fields of one text of a MjModel."""
    id: int
    name: str
    adr: NDArray[np.int32]
    data: NDArray[np.uint8]
    size: NDArray[np.int32]

class _MjModelTupleViews:
    """The fields of one tuple of a MjModel."""
    id: int
    name: str
    adr: NDArray[np.int32]
    objid: NDArray[np.int32]
    objprm: NDArray[np.float64]
    objtype: NDArray[np.int32]
    size: NDArray[np.int32]

class _MjModelFlexViews:
    """The fields of one flex of a MjModel."""
    id: int
    name: str
    activelayers: NDArray[np.int32]
    bvhadr: NDArray[np.int32]
    bvhnum: NDArray[np.int32]
    centered: NDArray[np.uint8]
    conaffinity: NDArray[np.int32]
    condim: NDArray[np.int32]
    contype: NDArray[np.int32]
    damping: NDArray[np.float64]
    dim: NDArray[np.int32]
    edgeadr: NDArray[np.int32]
    edgedamping: NDArray[np.float64]
    edgeequality: NDArray[np.int32]
    edgenum: NDArray[np.int32]
    edgestiffness: NDArray[np.float64]
    elemadr: NDArray[np.int32]
    elemdataadr: NDArray[np.int32]
    elemedgeadr: NDArray[np.int32]
    elemnum: NDArray[np.int32]
    evpairadr: NDArray[np.int32]
    evpairnum: NDArray[np.int32]
    flatskin: NDArray[np.uint8]
    friction: NDArray[np.float64]
    gap: NDArray[np.float64]
    group: NDArray[np.int32]
    internal: NDArray[np.uint8]
    interp: NDArray[np.int32]
    margin: NDArray[np.float64]
    matid: NDArray[np.int32]
    nodeadr: NDArray[np.int32]
    nodenum: NDArray[np.int32]
    passive: NDArray[np.int32]
    priority: NDArray[np.int32]
    radius: NDArray[np.float64]
    rgba: NDArray[np.float32]
    rigid: NDArray[np.uint8]
    selfcollide: NDArray[np.int32]
    shelldataadr: NDArray[np.int32]
    shellnum: NDArray[np.int32]
    size: NDArray[np.float64]
    solimp: NDArray[np.float64]
    solmix: NDArray[np.float64]
    solref: NDArray[np.float64]
    texcoordadr: NDArray[np.int32]
    vertadr: NDArray[np.int32]
    vertnum: NDArray[np.int32]

class _MjModelKeyframeViews:
    """The fields of one key of a MjModel."""
    id: int
    name: str
    act: NDArray[np.float64]
    ctrl: NDArray[np.float64]
    mpos: NDArray[np.float64]
    mquat: NDArray[np.float64]
    qpos: NDArray[np.float64]
    qvel: NDArray[np.float64]
    time: NDArray[np.float64]

class _MjModelPluginViews:
    """The fields of one plugin of a MjModel."""
    id: int
    name: str
    attradr: NDArray[np.int32]
    stateadr: NDArray[np.int32]
    statenum: NDArray[np.int32]

class MjModel:
    """A compiled model. Load one with `MjModel.from_xml_path` or `MjModel.from_xml_string`."""
    @classmethod
    def from_xml_path(cls, filename: Union[str, PathLike[str]], assets: Optional[Mapping[str, bytes]] = ...) -> MjModel: ...
    @classmethod
    def from_xml_string(cls, xml: str, assets: Optional[Mapping[str, bytes]] = ...) -> MjModel: ...
    @classmethod
    def from_binary_path(cls, filename: Union[str, PathLike[str]], assets: Optional[Mapping[str, bytes]] = ...) -> MjModel: ...
    opt: MjOption
    stat: MjStatistic
    vis: MjVisual
    signature: int
    @property
    def nq(self) -> int: ...
    @property
    def nv(self) -> int: ...
    @property
    def nu(self) -> int: ...
    @property
    def na(self) -> int: ...
    @property
    def nbody(self) -> int: ...
    @property
    def nbvh(self) -> int: ...
    @property
    def nbvhstatic(self) -> int: ...
    @property
    def nbvhdynamic(self) -> int: ...
    @property
    def noct(self) -> int: ...
    @property
    def njnt(self) -> int: ...
    @property
    def ntree(self) -> int: ...
    @property
    def nM(self) -> int: ...
    @property
    def nB(self) -> int: ...
    @property
    def nC(self) -> int: ...
    @property
    def nD(self) -> int: ...
    @property
    def ngeom(self) -> int: ...
    @property
    def nsite(self) -> int: ...
    @property
    def ncam(self) -> int: ...
    @property
    def nlight(self) -> int: ...
    @property
    def nflex(self) -> int: ...
    @property
    def nflexnode(self) -> int: ...
    @property
    def nflexvert(self) -> int: ...
    @property
    def nflexedge(self) -> int: ...
    @property
    def nflexelem(self) -> int: ...
    @property
    def nflexelemdata(self) -> int: ...
    @property
    def nflexelemedge(self) -> int: ...
    @property
    def nflexshelldata(self) -> int: ...
    @property
    def nflexevpair(self) -> int: ...
    @property
    def nflextexcoord(self) -> int: ...
    @property
    def nJfe(self) -> int: ...
    @property
    def nJfv(self) -> int: ...
    @property
    def nmesh(self) -> int: ...
    @property
    def nmeshvert(self) -> int: ...
    @property
    def nmeshnormal(self) -> int: ...
    @property
    def nmeshtexcoord(self) -> int: ...
    @property
    def nmeshface(self) -> int: ...
    @property
    def nmeshgraph(self) -> int: ...
    @property
    def nmeshpoly(self) -> int: ...
    @property
    def nmeshpolyvert(self) -> int: ...
    @property
    def nmeshpolymap(self) -> int: ...
    @property
    def nskin(self) -> int: ...
    @property
    def nskinvert(self) -> int: ...
    @property
    def nskintexvert(self) -> int: ...
    @property
    def nskinface(self) -> int: ...
    @property
    def nskinbone(self) -> int: ...
    @property
    def nskinbonevert(self) -> int: ...
    @property
    def nhfield(self) -> int: ...
    @property
    def nhfielddata(self) -> int: ...
    @property
    def ntex(self) -> int: ...
    @property
    def ntexdata(self) -> int: ...
    @property
    def nmat(self) -> int: ...
    @property
    def npair(self) -> int: ...
    @property
    def nexclude(self) -> int: ...
    @property
    def neq(self) -> int: ...
    @property
    def ntendon(self) -> int: ...
    @property
    def nwrap(self) -> int: ...
    @property
    def nsensor(self) -> int: ...
    @property
    def nnumeric(self) -> int: ...
    @property
    def nnumericdata(self) -> int: ...
    @property
    def ntext(self) -> int: ...
    @property
    def ntextdata(self) -> int: ...
    @property
    def ntuple(self) -> int: ...
    @property
    def ntupledata(self) -> int: ...
    @property
    def nkey(self) -> int: ...
    @property
    def nmocap(self) -> int: ...
    @property
    def nplugin(self) -> int: ...
    @property
    def npluginattr(self) -> int: ...
    @property
    def nuser_body(self) -> int: ...
    @property
    def nuser_jnt(self) -> int: ...
    @property
    def nuser_geom(self) -> int: ...
    @property
    def nuser_site(self) -> int: ...
    @property
    def nuser_cam(self) -> int: ...
    @property
    def nuser_tendon(self) -> int: ...
    @property
    def nuser_actuator(self) -> int: ...
    @property
    def nuser_sensor(self) -> int: ...
    @property
    def nnames(self) -> int: ...
    @property
    def npaths(self) -> int: ...
    @property
    def nnames_map(self) -> int: ...
    @property
    def nJmom(self) -> int: ...
    @property
    def ngravcomp(self) -> int: ...
    @property
    def nemax(self) -> int: ...
    @property
    def njmax(self) -> int: ...
    @property
    def nconmax(self) -> int: ...
    @property
    def nuserdata(self) -> int: ...
    @property
    def nsensordata(self) -> int: ...
    @property
    def npluginstate(self) -> int: ...
    @property
    def nhistory(self) -> int: ...
    @property
    def narena(self) -> int: ...
    @property
    def nbuffer(self) -> int: ...
    qpos0: NDArray[np.float64]
    """Positions at the reference pose."""
    qpos_spring: NDArray[np.float64]
    """Positions at which joint springs rest."""
    body_parentid: NDArray[np.int32]
    """Parent body; the world is its own parent."""
    body_rootid: NDArray[np.int32]
    """Ancestor that is a child of the world; the world for the world."""
    body_weldid: NDArray[np.int32]
    """Highest ancestor rigidly connected to this body, itself if it has dofs."""
    body_mocapid: NDArray[np.int32]
    """Row in the mocap arrays; −1 if the body is not a mocap body."""
    body_jntnum: NDArray[np.int32]
    """Number of joints of this body."""
    body_jntadr: NDArray[np.int32]
    """First joint of this body; −1 if it has none."""
    body_dofnum: NDArray[np.int32]
    """Number of dofs between this body and its parent."""
    body_dofadr: NDArray[np.int32]
    """First dof between this body and its parent; −1 if it has none."""
    body_treeid: NDArray[np.int32]
    """Kinematic tree of this body; −1 if it never moves."""
    body_geomnum: NDArray[np.int32]
    """Number of geoms of this body."""
    body_geomadr: NDArray[np.int32]
    """First geom of this body; −1 if it has none."""
    body_simple: NDArray[np.uint8]
    """1: the body's block of the inertia matrix is diagonal; 2: and all its joints are slides; 0: neither."""
    body_sameframe: NDArray[np.uint8]
    """Which frames coincide with the inertial frame (`mjtSameFrame`)."""
    body_pos: NDArray[np.float64]
    """Origin of the body in its parent's frame [m]."""
    body_quat: NDArray[np.float64]
    """Orientation of the body in its parent's frame."""
    body_ipos: NDArray[np.float64]
    """Center of mass in the body frame [m]."""
    body_iquat: NDArray[np.float64]
    """Principal axes of inertia in the body frame."""
    body_mass: NDArray[np.float64]
    """Mass [kg], without the subtree."""
    body_subtreemass: NDArray[np.float64]
    """Mass of the body and everything it carries [kg]."""
    body_inertia: NDArray[np.float64]
    """Principal moments of inertia about the center of mass, in the frame (ipos, iquat) [kg m²]."""
    body_invweight0: NDArray[np.float64]
    """Mean inverse inertia at the reference pose, for translation and rotation; scales constraints."""
    body_gravcomp: NDArray[np.float64]
    """Gravity compensation: share of the weight that is cancelled, 1 for all."""
    body_margin: NDArray[np.float64]
    """Largest contact margin among the body's geoms [m]."""
    body_user: NDArray[np.float64]
    """User data."""
    body_plugin: NDArray[np.int32]
    """Plugin instance of this body; −1 if none."""
    body_contype: NDArray[np.int32]
    """Union of the contact types of the body's geoms."""
    body_conaffinity: NDArray[np.int32]
    """Union of the contact affinities of the body's geoms."""
    body_bvhadr: NDArray[np.int32]
    """Root of the body's bounding volume hierarchy; −1 if none."""
    body_bvhnum: NDArray[np.int32]
    """Number of nodes of that hierarchy."""
    bvh_depth: NDArray[np.int32]
    """Depth of the node in its tree; the root has 0."""
    bvh_child: NDArray[np.int32]
    """The two children, counted from the root of the same tree; −1 for a leaf."""
    bvh_nodeid: NDArray[np.int32]
    """Geom, face or element of a leaf; −1 for an inner node."""
    bvh_aabb: NDArray[np.float64]
    """Center and half sizes of the box in the frame of its owner; rows of flexes are missing because they move."""
    oct_depth: NDArray[np.int32]
    """Depth of the cell; the root has 0."""
    oct_child: NDArray[np.int32]
    """The eight children; −1 where there is none."""
    oct_aabb: NDArray[np.float64]
    """Center and half sizes of the cell."""
    oct_coeff: NDArray[np.float64]
    """Distance at the eight corners, for trilinear interpolation."""
    jnt_type: NDArray[np.int32]
    """Kind of joint."""
    jnt_qposadr: NDArray[np.int32]
    """First number of the joint in `qpos`."""
    jnt_dofadr: NDArray[np.int32]
    """First number of the joint in `qvel`, its first dof."""
    jnt_bodyid: NDArray[np.int32]
    """Body that the joint moves."""
    jnt_group: NDArray[np.int32]
    """Visibility group."""
    jnt_limited: NDArray[np.uint8]
    """1 if `range` is enforced."""
    jnt_actfrclimited: NDArray[np.uint8]
    """1 if the sum of actuator forces is clamped to `actfrcrange`."""
    jnt_actgravcomp: NDArray[np.uint8]
    """1 if gravity compensation counts as actuator force."""
    jnt_solref: NDArray[np.float64]
    """Reference dynamics of the limit constraint."""
    jnt_solimp: NDArray[np.float64]
    """Impedance of the limit constraint."""
    jnt_pos: NDArray[np.float64]
    """Anchor in the body frame [m]."""
    jnt_axis: NDArray[np.float64]
    """Axis of a hinge or slide in the body frame, of unit length."""
    jnt_stiffness: NDArray[np.float64]
    """Spring constant [N m/rad or N/m]."""
    jnt_range: NDArray[np.float64]
    """Lower and upper limit [rad or m]; a ball joint uses the upper one."""
    jnt_actfrcrange: NDArray[np.float64]
    """Lower and upper limit of the sum of actuator forces."""
    jnt_margin: NDArray[np.float64]
    """Distance to a limit at which the constraint appears."""
    jnt_user: NDArray[np.float64]
    """User data."""
    dof_bodyid: NDArray[np.int32]
    """Body that the dof moves."""
    dof_jntid: NDArray[np.int32]
    """Joint that the dof belongs to."""
    dof_parentid: NDArray[np.int32]
    """Next dof towards the root of the tree; −1 for the first of a tree."""
    dof_treeid: NDArray[np.int32]
    """Kinematic tree of the dof."""
    dof_Madr: NDArray[np.int32]
    """Position of the diagonal element in the legacy order of the inertia matrix."""
    dof_simplenum: NDArray[np.int32]
    """Number of consecutive dofs from here on whose rows of the inertia matrix are diagonal."""
    dof_solref: NDArray[np.float64]
    """Reference dynamics of the friction-loss constraint."""
    dof_solimp: NDArray[np.float64]
    """Impedance of the friction-loss constraint."""
    dof_frictionloss: NDArray[np.float64]
    """Dry friction: largest force that friction can resist [N m or N]."""
    dof_armature: NDArray[np.float64]
    """Inertia added to the diagonal, such as of a rotor [kg m² or kg]."""
    dof_damping: NDArray[np.float64]
    """Viscous friction [N m s/rad or N s/m]."""
    dof_invweight0: NDArray[np.float64]
    """Diagonal of the inverse inertia matrix at the reference pose, averaged over the joint."""
    dof_M0: NDArray[np.float64]
    """Diagonal of the inertia matrix at the reference pose."""
    dof_length: NDArray[np.float64]
    """1 for translations; for rotations the length that turns an angle into a displacement [m]."""
    tree_bodyadr: NDArray[np.int32]
    """First body of the tree."""
    tree_bodynum: NDArray[np.int32]
    """Number of bodies."""
    tree_dofadr: NDArray[np.int32]
    """First dof of the tree."""
    tree_dofnum: NDArray[np.int32]
    """Number of dofs."""
    tree_sleep_policy: NDArray[np.int32]
    """Whether the tree may fall asleep."""
    geom_type: NDArray[np.int32]
    """Kind of shape."""
    geom_contype: NDArray[np.int32]
    """Contact type bits (`contype`)."""
    geom_conaffinity: NDArray[np.int32]
    """Contact affinity bits (`conaffinity`): the types that it can touch."""
    geom_condim: NDArray[np.int32]
    """Dimensions of the contact space: 1, 3, 4 or 6."""
    geom_bodyid: NDArray[np.int32]
    """Body that carries the geom."""
    geom_dataid: NDArray[np.int32]
    """Mesh or height field of the geom; −1 if it has none."""
    geom_matid: NDArray[np.int32]
    """Material; −1 if none."""
    geom_group: NDArray[np.int32]
    """Visibility group."""
    geom_priority: NDArray[np.int32]
    """The geom with the higher number alone sets the contact's parameters."""
    geom_plugin: NDArray[np.int32]
    """Plugin instance of this geom; −1 if none."""
    geom_sameframe: NDArray[np.uint8]
    """Which frames of the body the geom frame coincides with (`mjtSameFrame`)."""
    geom_solmix: NDArray[np.float64]
    """Weight of this geom when contact parameters of two geoms are averaged."""
    geom_solref: NDArray[np.float64]
    """Reference dynamics of contacts."""
    geom_solimp: NDArray[np.float64]
    """Impedance of contacts."""
    geom_size: NDArray[np.float64]
    """Sizes of the shape, by kind: radius; radius and half length; half sizes [m]."""
    geom_aabb: NDArray[np.float64]
    """Center and half sizes of the bounding box in the geom frame [m]."""
    geom_rbound: NDArray[np.float64]
    """Radius of the bounding sphere around the geom's origin; 0 for planes [m]."""
    geom_pos: NDArray[np.float64]
    """Origin in the body frame [m]."""
    geom_quat: NDArray[np.float64]
    """Orientation in the body frame."""
    geom_friction: NDArray[np.float64]
    """Sliding, torsional and rolling friction coefficient."""
    geom_margin: NDArray[np.float64]
    """Contacts appear when the distance is below this [m]."""
    geom_gap: NDArray[np.float64]
    """Contacts push only when the distance is below `margin - gap` [m]."""
    geom_fluid: NDArray[np.float64]
    """Coefficients of the ellipsoid model of fluid forces; the first one switches it on."""
    geom_user: NDArray[np.float64]
    """User data."""
    geom_rgba: NDArray[np.float32]
    """Color if there is no material."""
    site_type: NDArray[np.int32]
    """Shape that draws the site and bounds touch sensors."""
    site_bodyid: NDArray[np.int32]
    """Body that carries the site."""
    site_matid: NDArray[np.int32]
    """Material; −1 if none."""
    site_group: NDArray[np.int32]
    """Visibility group."""
    site_sameframe: NDArray[np.uint8]
    """Which frames of the body the site frame coincides with (`mjtSameFrame`)."""
    site_size: NDArray[np.float64]
    """Sizes of the shape, as of a geom [m]."""
    site_pos: NDArray[np.float64]
    """Origin in the body frame [m]."""
    site_quat: NDArray[np.float64]
    """Orientation in the body frame."""
    site_user: NDArray[np.float64]
    """User data."""
    site_rgba: NDArray[np.float32]
    """Color if there is no material."""
    cam_mode: NDArray[np.int32]
    """How the camera follows its body or target."""
    cam_bodyid: NDArray[np.int32]
    """Body that carries the camera."""
    cam_targetbodyid: NDArray[np.int32]
    """Body to look at in the targeting modes; −1 if none."""
    cam_pos: NDArray[np.float64]
    """Origin in the body frame [m]."""
    cam_quat: NDArray[np.float64]
    """Orientation in the body frame."""
    cam_poscom0: NDArray[np.float64]
    """World offset from the subtree's center of mass at the reference pose [m]."""
    cam_pos0: NDArray[np.float64]
    """World offset from the body at the reference pose [m]."""
    cam_mat0: NDArray[np.float64]
    """World orientation at the reference pose."""
    cam_projection: NDArray[np.int32]
    """Perspective or orthographic."""
    cam_fovy: NDArray[np.float64]
    """Vertical field of view: an angle [deg], or a length [m] if orthographic."""
    cam_ipd: NDArray[np.float64]
    """Distance between the pupils of a stereo pair [m]."""
    cam_resolution: NDArray[np.int32]
    """Width and height of the image in pixels."""
    cam_output: NDArray[np.int32]
    """What the camera renders, bits of `mjtCamOutBit`."""
    cam_sensorsize: NDArray[np.float32]
    """Width and height of the sensor [m]."""
    cam_intrinsic: NDArray[np.float32]
    """Focal lengths and principal point [m]."""
    cam_user: NDArray[np.float64]
    """User data."""
    light_mode: NDArray[np.int32]
    """How the light follows its body or target."""
    light_bodyid: NDArray[np.int32]
    """Body that carries the light."""
    light_targetbodyid: NDArray[np.int32]
    """Body to shine at in the targeting modes; −1 if none."""
    light_type: NDArray[np.int32]
    """Kind of light."""
    light_texid: NDArray[np.int32]
    """Texture of an image light; −1 if none."""
    light_castshadow: NDArray[np.uint8]
    """1 if the light casts shadows."""
    light_bulbradius: NDArray[np.float32]
    """Radius of the source, for soft shadows [m]."""
    light_intensity: NDArray[np.float32]
    """Luminous intensity [cd]."""
    light_range: NDArray[np.float32]
    """Distance up to which the light counts [m]."""
    light_active: NDArray[np.uint8]
    """1 if the light is on."""
    light_pos: NDArray[np.float64]
    """Origin in the body frame [m]."""
    light_dir: NDArray[np.float64]
    """Direction in the body frame."""
    light_poscom0: NDArray[np.float64]
    """World offset from the subtree's center of mass at the reference pose [m]."""
    light_pos0: NDArray[np.float64]
    """World offset from the body at the reference pose [m]."""
    light_dir0: NDArray[np.float64]
    """World direction at the reference pose."""
    light_attenuation: NDArray[np.float32]
    """Constant, linear and quadratic coefficient of the decay with distance."""
    light_cutoff: NDArray[np.float32]
    """Half angle of a spot's cone [deg]."""
    light_exponent: NDArray[np.float32]
    """How sharply a spot falls off towards the edge of its cone."""
    light_ambient: NDArray[np.float32]
    """Ambient color."""
    light_diffuse: NDArray[np.float32]
    """Diffuse color."""
    light_specular: NDArray[np.float32]
    """Specular color."""
    flex_contype: NDArray[np.int32]
    """Bits that say what this flex is to others."""
    flex_conaffinity: NDArray[np.int32]
    """Contact affinity bits (`conaffinity`): the types that it can touch."""
    flex_condim: NDArray[np.int32]
    """Dimensions of the contact space: 1, 3, 4 or 6."""
    flex_priority: NDArray[np.int32]
    """The side with the higher number alone sets the contact's parameters."""
    flex_solmix: NDArray[np.float64]
    """Weight of this flex when contact parameters are averaged."""
    flex_solref: NDArray[np.float64]
    """Reference dynamics of contacts."""
    flex_solimp: NDArray[np.float64]
    """Impedance of contacts."""
    flex_friction: NDArray[np.float64]
    """Sliding, torsional and rolling friction coefficient."""
    flex_margin: NDArray[np.float64]
    """Contacts appear when the distance is below this [m]."""
    flex_gap: NDArray[np.float64]
    """Contacts push only when the distance is below `margin - gap` [m]."""
    flex_internal: NDArray[np.uint8]
    """1 if elements keep their own vertices from passing through."""
    flex_selfcollide: NDArray[np.int32]
    """How the flex is tested against itself."""
    flex_activelayers: NDArray[np.int32]
    """How many layers of elements below the surface collide; solids only."""
    flex_passive: NDArray[np.int32]
    """1 if contacts act as passive forces instead of constraints."""
    flex_dim: NDArray[np.int32]
    """1: lines, 2: triangles, 3: tetrahedra."""
    flex_matid: NDArray[np.int32]
    """Material; −1 if none."""
    flex_group: NDArray[np.int32]
    """Visibility group."""
    flex_interp: NDArray[np.int32]
    """0: vertices move by themselves; otherwise the order of interpolation between nodes."""
    flex_nodeadr: NDArray[np.int32]
    """First node."""
    flex_nodenum: NDArray[np.int32]
    """Number of nodes."""
    flex_vertadr: NDArray[np.int32]
    """First vertex."""
    flex_vertnum: NDArray[np.int32]
    """Number of vertices."""
    flex_edgeadr: NDArray[np.int32]
    """First edge."""
    flex_edgenum: NDArray[np.int32]
    """Number of edges."""
    flex_elemadr: NDArray[np.int32]
    """First element."""
    flex_elemnum: NDArray[np.int32]
    """Number of elements."""
    flex_elemdataadr: NDArray[np.int32]
    """First vertex number of the elements, in `elem`."""
    flex_elemedgeadr: NDArray[np.int32]
    """First edge number of the elements, in `elemedge`."""
    flex_shellnum: NDArray[np.int32]
    """Number of shell fragments."""
    flex_shelldataadr: NDArray[np.int32]
    """First vertex number of the shell, in `shell`."""
    flex_evpairadr: NDArray[np.int32]
    """First (element, vertex) pair."""
    flex_evpairnum: NDArray[np.int32]
    """Number of (element, vertex) pairs."""
    flex_texcoordadr: NDArray[np.int32]
    """First texture coordinate; −1 if there are none."""
    flex_nodebodyid: NDArray[np.int32]
    """Body that each node moves with."""
    flex_vertbodyid: NDArray[np.int32]
    """Body that each vertex moves with."""
    flex_vertedgeadr: NDArray[np.int32]
    """First entry in `vertedge` of each vertex."""
    flex_vertedgenum: NDArray[np.int32]
    """Number of edges at each vertex."""
    flex_vertedge: NDArray[np.int32]
    """The edges at the vertices, one list after the other."""
    flex_edge: NDArray[np.int32]
    """The two vertices of each edge."""
    flex_edgeflap: NDArray[np.int32]
    """The vertices opposite to each edge in its two triangles; −1 where there is none."""
    flex_elem: NDArray[np.int32]
    """Vertices of the elements, `dim + 1` each."""
    flex_elemtexcoord: NDArray[np.int32]
    """Texture coordinates of the elements, `dim + 1` each."""
    flex_elemedge: NDArray[np.int32]
    """Edges of the elements."""
    flex_elemlayer: NDArray[np.int32]
    """How many elements lie between each element and the surface; solids only."""
    flex_shell: NDArray[np.int32]
    """Vertices of the surface fragments, `dim` each."""
    flex_evpair: NDArray[np.int32]
    """Elements and vertices that may collide within the flex."""
    flex_vert: NDArray[np.float64]
    """Vertices in the frames of their bodies [m]."""
    flex_vert0: NDArray[np.float64]
    """Vertices at the reference pose, scaled to the unit cube."""
    flex_vertmetric: NDArray[np.float64]
    """Inverse of the reference shape matrix at each vertex."""
    flex_node: NDArray[np.float64]
    """Nodes in the frames of their bodies [m]."""
    flex_node0: NDArray[np.float64]
    """Nodes at the reference pose, in the world [m]."""
    flexedge_length0: NDArray[np.float64]
    """Length of each edge at the reference pose [m]."""
    flexedge_invweight0: NDArray[np.float64]
    """Inverse inertia along each edge at the reference pose."""
    flex_radius: NDArray[np.float64]
    """Half thickness [m]."""
    flex_size: NDArray[np.float64]
    """Half sizes of the bounding box at the reference pose [m]."""
    flex_stiffness: NDArray[np.float64]
    """Stiffness matrix of each element, one triangle of it."""
    flex_bending: NDArray[np.float64]
    """Bending stiffness across each edge."""
    flex_damping: NDArray[np.float64]
    """Rayleigh damping [s]."""
    flex_edgestiffness: NDArray[np.float64]
    """Stiffness of edges as springs [N/m]."""
    flex_edgedamping: NDArray[np.float64]
    """Damping of edges [N s/m]."""
    flex_edgeequality: NDArray[np.int32]
    """Equality constraints on 0: nothing, 1: edges, 2: vertices."""
    flex_rigid: NDArray[np.uint8]
    """1 if all vertices move with one body."""
    flexedge_rigid: NDArray[np.uint8]
    """1 if both ends of the edge move with one body."""
    flex_centered: NDArray[np.uint8]
    """1 if every vertex is at the origin of its body."""
    flex_flatskin: NDArray[np.uint8]
    """1 if drawn with flat shading."""
    flex_bvhadr: NDArray[np.int32]
    """Root of the bounding volume hierarchy; −1 if none."""
    flex_bvhnum: NDArray[np.int32]
    """Number of nodes of that hierarchy."""
    flexedge_J_rownnz: NDArray[np.int32]
    """Nonzeros of each row of the edge Jacobian."""
    flexedge_J_rowadr: NDArray[np.int32]
    """Where each of these rows begins."""
    flexedge_J_colind: NDArray[np.int32]
    """Columns of these nonzeros."""
    flexvert_J_rownnz: NDArray[np.int32]
    """Nonzeros of each row of the vertex Jacobian."""
    flexvert_J_rowadr: NDArray[np.int32]
    """Where each of these rows begins."""
    flexvert_J_colind: NDArray[np.int32]
    """Columns of these nonzeros."""
    flex_rgba: NDArray[np.float32]
    """Color if there is no material."""
    flex_texcoord: NDArray[np.float32]
    """Texture coordinates of the vertices."""
    mesh_vertadr: NDArray[np.int32]
    """First vertex."""
    mesh_vertnum: NDArray[np.int32]
    """Number of vertices."""
    mesh_faceadr: NDArray[np.int32]
    """First face."""
    mesh_facenum: NDArray[np.int32]
    """Number of faces."""
    mesh_bvhadr: NDArray[np.int32]
    """Root of the bounding volume hierarchy; −1 if none."""
    mesh_bvhnum: NDArray[np.int32]
    """Number of nodes of that hierarchy."""
    mesh_octadr: NDArray[np.int32]
    """Root of the octree; −1 if none."""
    mesh_octnum: NDArray[np.int32]
    """Number of cells of the octree."""
    mesh_normaladr: NDArray[np.int32]
    """First normal."""
    mesh_normalnum: NDArray[np.int32]
    """Number of normals."""
    mesh_texcoordadr: NDArray[np.int32]
    """First texture coordinate; −1 if there are none."""
    mesh_texcoordnum: NDArray[np.int32]
    """Number of texture coordinates."""
    mesh_graphadr: NDArray[np.int32]
    """First number of the convex hull in `graph`; −1 if there is no hull."""
    mesh_vert: NDArray[np.float32]
    """Vertices in the frame of the mesh [m]."""
    mesh_normal: NDArray[np.float32]
    """Normals."""
    mesh_texcoord: NDArray[np.float32]
    """Texture coordinates."""
    mesh_face: NDArray[np.int32]
    """Vertices of each triangle, counted from the mesh's first."""
    mesh_facenormal: NDArray[np.int32]
    """Normals of each triangle, counted from the mesh's first."""
    mesh_facetexcoord: NDArray[np.int32]
    """Texture coordinates of each triangle, counted from the mesh's first."""
    mesh_graph: NDArray[np.int32]
    """Convex hulls: vertex and face counts, edge lists, vertex numbers and faces, one hull after the other."""
    mesh_scale: NDArray[np.float64]
    """Scaling that was applied to the asset."""
    mesh_pos: NDArray[np.float64]
    """Translation that was applied to the asset: the mesh's center before it [m]."""
    mesh_quat: NDArray[np.float64]
    """Rotation that was applied to the asset: its principal axes before it."""
    mesh_pathadr: NDArray[np.int32]
    """Where the file name begins in `paths`; −1 if none."""
    mesh_polynum: NDArray[np.int32]
    """Number of polygons: merged coplanar faces of the hull."""
    mesh_polyadr: NDArray[np.int32]
    """First polygon."""
    mesh_polynormal: NDArray[np.float64]
    """Normal of each polygon."""
    mesh_polyvertadr: NDArray[np.int32]
    """Where each polygon's vertices begin in `polyvert`."""
    mesh_polyvertnum: NDArray[np.int32]
    """Number of vertices of each polygon."""
    mesh_polyvert: NDArray[np.int32]
    """Vertices of the polygons, in order around them."""
    mesh_polymapadr: NDArray[np.int32]
    """Where each vertex's polygons begin in `polymap`."""
    mesh_polymapnum: NDArray[np.int32]
    """Number of polygons at each vertex."""
    mesh_polymap: NDArray[np.int32]
    """Polygons at the vertices."""
    skin_matid: NDArray[np.int32]
    """Material; −1 if none."""
    skin_group: NDArray[np.int32]
    """Visibility group."""
    skin_rgba: NDArray[np.float32]
    """Color if there is no material."""
    skin_inflate: NDArray[np.float32]
    """Offset along the normals [m]."""
    skin_vertadr: NDArray[np.int32]
    """First vertex."""
    skin_vertnum: NDArray[np.int32]
    """Number of vertices."""
    skin_texcoordadr: NDArray[np.int32]
    """First texture coordinate; −1 if there are none."""
    skin_faceadr: NDArray[np.int32]
    """First face."""
    skin_facenum: NDArray[np.int32]
    """Number of faces."""
    skin_boneadr: NDArray[np.int32]
    """First bone."""
    skin_bonenum: NDArray[np.int32]
    """Number of bones."""
    skin_vert: NDArray[np.float32]
    """Vertices [m]."""
    skin_texcoord: NDArray[np.float32]
    """Texture coordinates."""
    skin_face: NDArray[np.int32]
    """Vertices of each triangle."""
    skin_bonevertadr: NDArray[np.int32]
    """First vertex weight of each bone."""
    skin_bonevertnum: NDArray[np.int32]
    """Number of vertices that each bone moves."""
    skin_bonebindpos: NDArray[np.float32]
    """Position of each bone when it was bound [m]."""
    skin_bonebindquat: NDArray[np.float32]
    """Orientation of each bone when it was bound."""
    skin_bonebodyid: NDArray[np.int32]
    """Body that each bone moves with."""
    skin_bonevertid: NDArray[np.int32]
    """Vertices that the bones move."""
    skin_bonevertweight: NDArray[np.float32]
    """Their weights."""
    skin_pathadr: NDArray[np.int32]
    """Where the file name begins in `paths`; −1 if none."""
    hfield_size: NDArray[np.float64]
    """Half sizes in x and y, height of elevation 1, depth of the base [m]."""
    hfield_nrow: NDArray[np.int32]
    """Grid points along y."""
    hfield_ncol: NDArray[np.int32]
    """Grid points along x."""
    hfield_adr: NDArray[np.int32]
    """First elevation in `data`."""
    hfield_data: NDArray[np.float32]
    """Elevations between 0 and 1, row after row."""
    hfield_pathadr: NDArray[np.int32]
    """Where the file name begins in `paths`; −1 if none."""
    tex_type: NDArray[np.int32]
    """Flat, cube or skybox."""
    tex_colorspace: NDArray[np.int32]
    """Color space of the pixels."""
    tex_height: NDArray[np.int32]
    """Rows of pixels."""
    tex_width: NDArray[np.int32]
    """Columns of pixels."""
    tex_nchannel: NDArray[np.int32]
    """Numbers per pixel."""
    tex_adr: NDArray[np.int64]
    """First byte in `data`."""
    tex_data: NDArray[np.uint8]
    """Pixels."""
    tex_pathadr: NDArray[np.int32]
    """Where the file name begins in `paths`; −1 if none."""
    mat_texid: NDArray[np.int32]
    """Texture for each `TextureRole`; −1 where there is none."""
    mat_texuniform: NDArray[np.uint8]
    """1 if the texture keeps its size in space whatever the size of the geom."""
    mat_texrepeat: NDArray[np.float32]
    """Repetitions of the texture."""
    mat_emission: NDArray[np.float32]
    """Emitted share of the color."""
    mat_specular: NDArray[np.float32]
    """Strength of highlights."""
    mat_shininess: NDArray[np.float32]
    """Sharpness of highlights."""
    mat_reflectance: NDArray[np.float32]
    """Mirror strength; 0 is none."""
    mat_metallic: NDArray[np.float32]
    """Metallic share."""
    mat_roughness: NDArray[np.float32]
    """Roughness."""
    mat_rgba: NDArray[np.float32]
    """Color."""
    pair_dim: NDArray[np.int32]
    """Dimensions of the contact space: 1, 3, 4 or 6."""
    pair_geom1: NDArray[np.int32]
    """First geom."""
    pair_geom2: NDArray[np.int32]
    """Second geom."""
    pair_signature: NDArray[np.int32]
    """The two bodies in one number, `(body1 << 16) + body2`; the pairs are sorted by it."""
    pair_solref: NDArray[np.float64]
    """Reference dynamics along the normal."""
    pair_solreffriction: NDArray[np.float64]
    """Reference dynamics along the friction directions; zeros mean as `solref`."""
    pair_solimp: NDArray[np.float64]
    """Impedance."""
    pair_margin: NDArray[np.float64]
    """Contacts appear when the distance is below this [m]."""
    pair_gap: NDArray[np.float64]
    """Contacts push only when the distance is below `margin - gap` [m]."""
    pair_friction: NDArray[np.float64]
    """Two sliding, one torsional and two rolling friction coefficients."""
    exclude_signature: NDArray[np.int32]
    """The two bodies in one number, `(body1 << 16) + body2`; sorted."""
    eq_type: NDArray[np.int32]
    """Kind of constraint."""
    eq_obj1id: NDArray[np.int32]
    """First object: body, site, joint, tendon or flex."""
    eq_obj2id: NDArray[np.int32]
    """Second object; −1 if there is none."""
    eq_objtype: NDArray[np.int32]
    """What the two objects are."""
    eq_active0: NDArray[np.uint8]
    """1 if the constraint is on after a reset."""
    eq_solref: NDArray[np.float64]
    """Reference dynamics."""
    eq_solimp: NDArray[np.float64]
    """Impedance."""
    eq_data: NDArray[np.float64]
    """Anchors, relative pose or polynomial, by kind."""
    tendon_adr: NDArray[np.int32]
    """First element of the path."""
    tendon_num: NDArray[np.int32]
    """Number of elements of the path."""
    tendon_matid: NDArray[np.int32]
    """Material; −1 if none."""
    tendon_group: NDArray[np.int32]
    """Visibility group."""
    tendon_treenum: NDArray[np.int32]
    """Number of kinematic trees that the tendon connects."""
    tendon_treeid: NDArray[np.int32]
    """The first two of these trees; −1 where there is none."""
    tendon_limited: NDArray[np.uint8]
    """1 if `range` is enforced."""
    tendon_actfrclimited: NDArray[np.uint8]
    """1 if the sum of actuator forces is clamped to `actfrcrange`."""
    tendon_width: NDArray[np.float64]
    """Drawn width [m]."""
    tendon_solref_lim: NDArray[np.float64]
    """Reference dynamics of the limit constraint."""
    tendon_solimp_lim: NDArray[np.float64]
    """Impedance of the limit constraint."""
    tendon_solref_fri: NDArray[np.float64]
    """Reference dynamics of the friction-loss constraint."""
    tendon_solimp_fri: NDArray[np.float64]
    """Impedance of the friction-loss constraint."""
    tendon_range: NDArray[np.float64]
    """Shortest and longest length [m]."""
    tendon_actfrcrange: NDArray[np.float64]
    """Lower and upper limit of the sum of actuator forces [N]."""
    tendon_margin: NDArray[np.float64]
    """Distance to a limit at which the constraint appears [m]."""
    tendon_stiffness: NDArray[np.float64]
    """Spring constant [N/m]."""
    tendon_damping: NDArray[np.float64]
    """Viscous friction [N s/m]."""
    tendon_armature: NDArray[np.float64]
    """Inertia along the tendon [kg]."""
    tendon_frictionloss: NDArray[np.float64]
    """Dry friction [N]."""
    tendon_lengthspring: NDArray[np.float64]
    """Lengths between which the spring is slack [m]."""
    tendon_length0: NDArray[np.float64]
    """Length at the reference pose [m]."""
    tendon_invweight0: NDArray[np.float64]
    """Inverse inertia along the tendon at the reference pose."""
    tendon_user: NDArray[np.float64]
    """User data."""
    tendon_rgba: NDArray[np.float32]
    """Color if there is no material."""
    wrap_type: NDArray[np.int32]
    """Kind of element."""
    wrap_objid: NDArray[np.int32]
    """Joint, site or geom; −1 for a pulley."""
    wrap_prm: NDArray[np.float64]
    """Coefficient of a joint, divisor of a pulley, side site of a wrapping geom (−1: none)."""
    actuator_trntype: NDArray[np.int32]
    """Kind of transmission."""
    actuator_dyntype: NDArray[np.int32]
    """Kind of activation dynamics."""
    actuator_gaintype: NDArray[np.int32]
    """Kind of gain."""
    actuator_biastype: NDArray[np.int32]
    """Kind of bias."""
    actuator_trnid: NDArray[np.int32]
    """Joint, tendon, site or body that is driven, and the reference or slider site; −1 where there is none."""
    actuator_actadr: NDArray[np.int32]
    """First activation variable; −1 if the actuator has none."""
    actuator_actnum: NDArray[np.int32]
    """Number of activation variables."""
    actuator_group: NDArray[np.int32]
    """Group, for visibility and for disabling."""
    actuator_history: NDArray[np.int32]
    """Samples kept of the control, and the order of interpolation between them."""
    actuator_historyadr: NDArray[np.int32]
    """First number in the history buffer; −1 if there is no history."""
    actuator_delay: NDArray[np.float64]
    """Age of the control that acts [s]; 0 is now."""
    actuator_ctrllimited: NDArray[np.uint8]
    """1 if the control is clamped to `ctrlrange`."""
    actuator_forcelimited: NDArray[np.uint8]
    """1 if the force is clamped to `forcerange`."""
    actuator_actlimited: NDArray[np.uint8]
    """1 if the activation is clamped to `actrange`."""
    actuator_dynprm: NDArray[np.float64]
    """Parameters of the activation dynamics."""
    actuator_gainprm: NDArray[np.float64]
    """Parameters of the gain."""
    actuator_biasprm: NDArray[np.float64]
    """Parameters of the bias."""
    actuator_actearly: NDArray[np.uint8]
    """1 if the force uses the activation at the end of the step."""
    actuator_ctrlrange: NDArray[np.float64]
    """Lower and upper limit of the control."""
    actuator_forcerange: NDArray[np.float64]
    """Lower and upper limit of the force."""
    actuator_actrange: NDArray[np.float64]
    """Lower and upper limit of the activation."""
    actuator_gear: NDArray[np.float64]
    """Scale of length and force; a wrench direction for sites and free joints."""
    actuator_cranklength: NDArray[np.float64]
    """Length of the rod of a slider-crank [m]."""
    actuator_acc0: NDArray[np.float64]
    """Norm of the acceleration that unit force causes at the reference pose."""
    actuator_length0: NDArray[np.float64]
    """Actuator length at the reference pose."""
    actuator_lengthrange: NDArray[np.float64]
    """Shortest and longest feasible length."""
    actuator_user: NDArray[np.float64]
    """User data."""
    actuator_plugin: NDArray[np.int32]
    """Plugin instance; −1 if none."""
    sensor_type: NDArray[np.int32]
    """Kind of sensor."""
    sensor_datatype: NDArray[np.int32]
    """What numbers come out: real, positive, axis or quaternion."""
    sensor_needstage: NDArray[np.int32]
    """Stage of the step after which the value is known."""
    sensor_objtype: NDArray[np.int32]
    """What the sensed object is."""
    sensor_objid: NDArray[np.int32]
    """The sensed object; −1 if there is none."""
    sensor_reftype: NDArray[np.int32]
    """What the reference frame is."""
    sensor_refid: NDArray[np.int32]
    """The reference frame; −1 for the world."""
    sensor_intprm: NDArray[np.int32]
    """Integer parameters."""
    sensor_dim: NDArray[np.int32]
    """Number of outputs."""
    sensor_adr: NDArray[np.int32]
    """First output in `sensordata`."""
    sensor_cutoff: NDArray[np.float64]
    """Outputs are clamped to ± this; 0 is no clamp."""
    sensor_noise: NDArray[np.float64]
    """Standard deviation of noise, for the user."""
    sensor_history: NDArray[np.int32]
    """Samples kept of the output, and the order of interpolation between them."""
    sensor_historyadr: NDArray[np.int32]
    """First number in the history buffer; −1 if there is no history."""
    sensor_delay: NDArray[np.float64]
    """Age of the value that is reported [s]; 0 is now."""
    sensor_interval: NDArray[np.float64]
    """Sampling period and phase [s]."""
    sensor_user: NDArray[np.float64]
    """User data."""
    sensor_plugin: NDArray[np.int32]
    """Plugin instance; −1 if none."""
    plugin: NDArray[np.int32]
    """Number under which the plugin is registered."""
    plugin_stateadr: NDArray[np.int32]
    """First number in the plugin state."""
    plugin_statenum: NDArray[np.int32]
    """Number of state variables."""
    plugin_attr: NDArray[np.int8]
    """Configuration strings, each ended by 0."""
    plugin_attradr: NDArray[np.int32]
    """First character of each instance's configuration."""
    numeric_adr: NDArray[np.int32]
    """First number in `data`."""
    numeric_size: NDArray[np.int32]
    """Number of numbers."""
    numeric_data: NDArray[np.float64]
    """All numbers."""
    text_adr: NDArray[np.int32]
    """First character in `data`."""
    text_size: NDArray[np.int32]
    """Number of characters with the final 0."""
    @property
    def text_data(self) -> bytes:
        """All texts, each ended by 0."""
    tuple_adr: NDArray[np.int32]
    """First object of the tuple."""
    tuple_size: NDArray[np.int32]
    """Number of objects."""
    tuple_objtype: NDArray[np.int32]
    """What each object is."""
    tuple_objid: NDArray[np.int32]
    """Which one it is."""
    tuple_objprm: NDArray[np.float64]
    """A number with each object."""
    key_time: NDArray[np.float64]
    """Simulation time [s]."""
    key_qpos: NDArray[np.float64]
    """Positions."""
    key_qvel: NDArray[np.float64]
    """Velocities."""
    key_act: NDArray[np.float64]
    """Activations."""
    key_mpos: NDArray[np.float64]
    """Positions of mocap bodies."""
    key_mquat: NDArray[np.float64]
    """Orientations of mocap bodies."""
    key_ctrl: NDArray[np.float64]
    """Controls."""
    name_bodyadr: NDArray[np.int32]
    """Where the names of bodies begin."""
    name_jntadr: NDArray[np.int32]
    """Where the names of joints begin."""
    name_geomadr: NDArray[np.int32]
    """Where the names of geoms begin."""
    name_siteadr: NDArray[np.int32]
    """Where the names of sites begin."""
    name_camadr: NDArray[np.int32]
    """Where the names of cameras begin."""
    name_lightadr: NDArray[np.int32]
    """Where the names of lights begin."""
    name_flexadr: NDArray[np.int32]
    """Where the names of flexes begin."""
    name_meshadr: NDArray[np.int32]
    """Where the names of meshes begin."""
    name_skinadr: NDArray[np.int32]
    """Where the names of skins begin."""
    name_hfieldadr: NDArray[np.int32]
    """Where the names of height fields begin."""
    name_texadr: NDArray[np.int32]
    """Where the names of textures begin."""
    name_matadr: NDArray[np.int32]
    """Where the names of materials begin."""
    name_pairadr: NDArray[np.int32]
    """Where the names of geom pairs begin."""
    name_excludeadr: NDArray[np.int32]
    """Where the names of excluded pairs begin."""
    name_eqadr: NDArray[np.int32]
    """Where the names of equality constraints begin."""
    name_tendonadr: NDArray[np.int32]
    """Where the names of tendons begin."""
    name_actuatoradr: NDArray[np.int32]
    """Where the names of actuators begin."""
    name_sensoradr: NDArray[np.int32]
    """Where the names of sensors begin."""
    name_numericadr: NDArray[np.int32]
    """Where the names of numeric fields begin."""
    name_textadr: NDArray[np.int32]
    """Where the names of text fields begin."""
    name_tupleadr: NDArray[np.int32]
    """Where the names of tuples begin."""
    name_keyadr: NDArray[np.int32]
    """Where the names of keyframes begin."""
    name_pluginadr: NDArray[np.int32]
    """Where the names of plugin instances begin."""
    @property
    def names(self) -> bytes:
        """The model's name and all names, each ended by 0."""
    names_map: NDArray[np.int32]
    """One open-addressing hash map per kind of object; −1 marks a free slot."""
    @property
    def paths(self) -> bytes:
        """File names of assets, each ended by 0."""
    B_rownnz: NDArray[np.int32]
    """Body × dof: nonzeros of each row."""
    B_rowadr: NDArray[np.int32]
    """Body × dof: where each row begins."""
    B_colind: NDArray[np.int32]
    """Body × dof: columns of the nonzeros."""
    M_rownnz: NDArray[np.int32]
    """Lower triangle of the inertia matrix, without dofs whose rows are diagonal: nonzeros of each row."""
    M_rowadr: NDArray[np.int32]
    """The same: where each row begins."""
    M_colind: NDArray[np.int32]
    """The same: columns of the nonzeros."""
    mapM2M: NDArray[np.int32]
    """For each nonzero of that triangle its position in the legacy order."""
    D_rownnz: NDArray[np.int32]
    """Both triangles: nonzeros of each row."""
    D_rowadr: NDArray[np.int32]
    """Both triangles: where each row begins."""
    D_diag: NDArray[np.int32]
    """Both triangles: position of the diagonal within each row."""
    D_colind: NDArray[np.int32]
    """Both triangles: columns of the nonzeros."""
    mapM2D: NDArray[np.int32]
    """For each nonzero of both triangles its position in the lower triangle."""
    mapD2M: NDArray[np.int32]
    """For each nonzero of the lower triangle its position in both triangles."""
    def bind(self, elements: Any) -> Any: ...
    def actuator(self, name: Union[str, _Int] = ...) -> _MjModelActuatorViews: ...
    def body(self, name: Union[str, _Int] = ...) -> _MjModelBodyViews: ...
    def camera(self, name: Union[str, _Int] = ...) -> _MjModelCameraViews: ...
    def cam(self, name: Union[str, _Int] = ...) -> _MjModelCameraViews: ...
    def equality(self, name: Union[str, _Int] = ...) -> _MjModelEqualityViews: ...
    def eq(self, name: Union[str, _Int] = ...) -> _MjModelEqualityViews: ...
    def exclude(self, name: Union[str, _Int] = ...) -> _MjModelExcludeViews: ...
    def geom(self, name: Union[str, _Int] = ...) -> _MjModelGeomViews: ...
    def hfield(self, name: Union[str, _Int] = ...) -> _MjModelHfieldViews: ...
    def joint(self, name: Union[str, _Int] = ...) -> _MjModelJointViews: ...
    def jnt(self, name: Union[str, _Int] = ...) -> _MjModelJointViews: ...
    def light(self, name: Union[str, _Int] = ...) -> _MjModelLightViews: ...
    def material(self, name: Union[str, _Int] = ...) -> _MjModelMaterialViews: ...
    def mat(self, name: Union[str, _Int] = ...) -> _MjModelMaterialViews: ...
    def mesh(self, name: Union[str, _Int] = ...) -> _MjModelMeshViews: ...
    def numeric(self, name: Union[str, _Int] = ...) -> _MjModelNumericViews: ...
    def pair(self, name: Union[str, _Int] = ...) -> _MjModelPairViews: ...
    def sensor(self, name: Union[str, _Int] = ...) -> _MjModelSensorViews: ...
    def site(self, name: Union[str, _Int] = ...) -> _MjModelSiteViews: ...
    def skin(self, name: Union[str, _Int] = ...) -> _MjModelSkinViews: ...
    def tendon(self, name: Union[str, _Int] = ...) -> _MjModelTendonViews: ...
    def ten(self, name: Union[str, _Int] = ...) -> _MjModelTendonViews: ...
    def texture(self, name: Union[str, _Int] = ...) -> _MjModelTextureViews: ...
    def tex(self, name: Union[str, _Int] = ...) -> _MjModelTextureViews: ...
    def text(self, name: Union[str, _Int] = ...) -> _MjModelTextViews: ...
    def tuple(self, name: Union[str, _Int] = ...) -> _MjModelTupleViews: ...
    def flex(self, name: Union[str, _Int] = ...) -> _MjModelFlexViews: ...
    def key(self, name: Union[str, _Int] = ...) -> _MjModelKeyframeViews: ...
    def keyframe(self, name: Union[str, _Int] = ...) -> _MjModelKeyframeViews: ...

class MjContact:
    """One contact."""
    def __init__(self) -> None: ...
    dist: float
    pos: NDArray[np.float64]
    frame: NDArray[np.float64]
    includemargin: float
    friction: NDArray[np.float64]
    solref: NDArray[np.float64]
    solreffriction: NDArray[np.float64]
    solimp: NDArray[np.float64]
    mu: float
    H: NDArray[np.float64]
    dim: int
    geom1: int
    geom2: int
    geom: NDArray[np.int32]
    flex: NDArray[np.int32]
    elem: NDArray[np.int32]
    vert: NDArray[np.int32]
    exclude: int
    efc_address: int

class _MjContactList:
    def __len__(self) -> int: ...
    def __getitem__(self, k: _Int) -> MjContact: ...
    def __iter__(self) -> Iterator[MjContact]: ...
    dist: NDArray[np.float64]
    pos: NDArray[np.float64]
    frame: NDArray[np.float64]
    includemargin: NDArray[np.float64]
    friction: NDArray[np.float64]
    solref: NDArray[np.float64]
    solreffriction: NDArray[np.float64]
    solimp: NDArray[np.float64]
    mu: NDArray[np.float64]
    H: NDArray[np.float64]
    dim: NDArray[np.int32]
    geom1: NDArray[np.int32]
    geom2: NDArray[np.int32]
    geom: NDArray[np.int32]
    flex: NDArray[np.int32]
    elem: NDArray[np.int32]
    vert: NDArray[np.int32]
    exclude: NDArray[np.int32]
    efc_address: NDArray[np.int32]

class MjWarningStat:
    """How often something went wrong."""
    def __init__(self) -> None: ...
    lastinfo: int
    number: int

class _MjWarningStatList:
    def __len__(self) -> int: ...
    def __getitem__(self, k: _Int) -> MjWarningStat: ...
    def __iter__(self) -> Iterator[MjWarningStat]: ...
    lastinfo: NDArray[np.int32]
    number: NDArray[np.int32]

class MjTimerStat:
    """Time spent in a part of the step."""
    def __init__(self) -> None: ...
    duration: float
    number: int

class _MjTimerStatList:
    def __len__(self) -> int: ...
    def __getitem__(self, k: _Int) -> MjTimerStat: ...
    def __iter__(self) -> Iterator[MjTimerStat]: ...
    duration: NDArray[np.float64]
    number: NDArray[np.int32]

class MjSolverStat:
    """What one iteration of the solver did."""
    def __init__(self) -> None: ...
    improvement: float
    gradient: float
    lineslope: float
    nactive: int
    nchange: int
    neval: int
    nupdate: int

class _MjSolverStatList:
    def __len__(self) -> int: ...
    def __getitem__(self, k: _Int) -> MjSolverStat: ...
    def __iter__(self) -> Iterator[MjSolverStat]: ...
    improvement: NDArray[np.float64]
    gradient: NDArray[np.float64]
    lineslope: NDArray[np.float64]
    nactive: NDArray[np.int32]
    nchange: NDArray[np.int32]
    neval: NDArray[np.int32]
    nupdate: NDArray[np.int32]

class _MjDataActuatorViews:
    """The fields of one actuator of a MjData."""
    id: int
    name: str
    ctrl: NDArray[np.float64]
    force: NDArray[np.float64]
    length: NDArray[np.float64]
    moment: NDArray[np.float64]
    velocity: NDArray[np.float64]

class _MjDataBodyViews:
    """The fields of one body of a MjData."""
    id: int
    name: str
    cacc: NDArray[np.float64]
    cfrc_ext: NDArray[np.float64]
    cfrc_int: NDArray[np.float64]
    cinert: NDArray[np.float64]
    crb: NDArray[np.float64]
    cvel: NDArray[np.float64]
    subtree_angmom: NDArray[np.float64]
    subtree_com: NDArray[np.float64]
    subtree_linvel: NDArray[np.float64]
    xfrc_applied: NDArray[np.float64]
    ximat: NDArray[np.float64]
    xipos: NDArray[np.float64]
    xmat: NDArray[np.float64]
    xpos: NDArray[np.float64]
    xquat: NDArray[np.float64]

class _MjDataCameraViews:
    """The fields of one camera of a MjData."""
    id: int
    name: str
    xmat: NDArray[np.float64]
    xpos: NDArray[np.float64]

class _MjDataGeomViews:
    """The fields of one geom of a MjData."""
    id: int
    name: str
    xmat: NDArray[np.float64]
    xpos: NDArray[np.float64]

class _MjDataJointViews:
    """The fields of one joint of a MjData."""
    id: int
    name: str
    cdof: NDArray[np.float64]
    cdof_dot: NDArray[np.float64]
    qHDiagInv: NDArray[np.float64]
    qLDiagInv: NDArray[np.float64]
    qacc: NDArray[np.float64]
    qacc_smooth: NDArray[np.float64]
    qacc_warmstart: NDArray[np.float64]
    qfrc_actuator: NDArray[np.float64]
    qfrc_applied: NDArray[np.float64]
    qfrc_bias: NDArray[np.float64]
    qfrc_constraint: NDArray[np.float64]
    qfrc_damper: NDArray[np.float64]
    qfrc_fluid: NDArray[np.float64]
    qfrc_gravcomp: NDArray[np.float64]
    qfrc_inverse: NDArray[np.float64]
    qfrc_passive: NDArray[np.float64]
    qfrc_smooth: NDArray[np.float64]
    qfrc_spring: NDArray[np.float64]
    qpos: NDArray[np.float64]
    qvel: NDArray[np.float64]
    xanchor: NDArray[np.float64]
    xaxis: NDArray[np.float64]

class _MjDataLightViews:
    """The fields of one light of a MjData."""
    id: int
    name: str
    xdir: NDArray[np.float64]
    xpos: NDArray[np.float64]

class _MjDataSensorViews:
    """The fields of one sensor of a MjData."""
    id: int
    name: str
    data: NDArray[np.float64]

class _MjDataSiteViews:
    """The fields of one site of a MjData."""
    id: int
    name: str
    xmat: NDArray[np.float64]
    xpos: NDArray[np.float64]

class _MjDataTendonViews:
    """The fields of one tendon of a MjData."""
    id: int
    name: str
    J: NDArray[np.float64]
    J_colind: NDArray[np.int32]
    J_rowadr: NDArray[np.int32]
    J_rownnz: NDArray[np.int32]
    length: NDArray[np.float64]
    velocity: NDArray[np.float64]
    wrapadr: NDArray[np.int32]
    wrapnum: NDArray[np.int32]

class MjData:
    """One simulation of a model."""
    def __init__(self, model: MjModel) -> None: ...
    time: float
    @property
    def model(self) -> MjModel: ...
    @property
    def signature(self) -> int: ...
    @property
    def contact(self) -> _MjContactList: ...
    @property
    def warning(self) -> _MjWarningStatList: ...
    @property
    def timer(self) -> _MjTimerStatList: ...
    @property
    def solver(self) -> _MjSolverStatList: ...
    M: NDArray[np.float64]
    """Joint-space inertia, lower triangle, compressed rows: `sparse.m_rowadr` and so on."""
    act: NDArray[np.float64]
    """Activations of actuators with dynamics."""
    act_dot: NDArray[np.float64]
    """Rate of the activations."""
    actuator_force: NDArray[np.float64]
    """Force along the transmission."""
    actuator_length: NDArray[np.float64]
    """Length of the transmission."""
    actuator_moment: NDArray[np.float64]
    """Derivative of the length by velocity: the moment arms."""
    actuator_velocity: NDArray[np.float64]
    """Rate of each actuator length."""
    body_awake: NDArray[np.int32]
    """−1 static, 0 asleep, 1 awake."""
    body_awake_ind: NDArray[np.int32]
    """Bodies that are awake or static."""
    bvh_aabb_dyn: NDArray[np.float64]
    """Moving boxes of the flex hierarchies."""
    bvh_active: NDArray[np.uint8]
    """1 if the node of the hierarchy was visited by the last collision pass."""
    cacc: NDArray[np.float64]
    """Acceleration of each body, com-based."""
    cam_xmat: NDArray[np.float64]
    """Orientation of each camera: it looks along −z, up is y."""
    cam_xpos: NDArray[np.float64]
    """Position of each camera."""
    cdof: NDArray[np.float64]
    """Motion axis of each dof."""
    cdof_dot: NDArray[np.float64]
    """Rate of each motion axis, com-based."""
    cfrc_ext: NDArray[np.float64]
    """External force on each body, com-based."""
    cfrc_int: NDArray[np.float64]
    """Force that each body receives from its parent, com-based."""
    cinert: NDArray[np.float64]
    """Inertia of each body alone: six of the tensor, three of mass times offset, the mass."""
    crb: NDArray[np.float64]
    """Inertia of each body with everything it carries, com-based."""
    ctrl: NDArray[np.float64]
    """Controls."""
    cvel: NDArray[np.float64]
    """Velocity of each body, com-based: rotation, translation."""
    dof_awake_ind: NDArray[np.int32]
    """Dofs that are awake."""
    dof_island: NDArray[np.int32]
    """Island of each dof; −1 if unconstrained."""
    @property
    def efc_AR(self) -> NDArray[np.float64]:
        """J M⁻¹ Jᵀ + R; dual solvers only."""
    @property
    def efc_AR_colind(self) -> NDArray[np.int32]:
        """Columns of that matrix."""
    @property
    def efc_AR_rowadr(self) -> NDArray[np.int32]:
        """Where each row of that matrix starts."""
    @property
    def efc_AR_rownnz(self) -> NDArray[np.int32]:
        """Non-zeros of each row of J M⁻¹ Jᵀ + R; dual solvers only."""
    @property
    def efc_D(self) -> NDArray[np.float64]:
        """Constraint mass 1/R."""
    @property
    def efc_J(self) -> NDArray[np.float64]:
        """Derivative of the constrained quantity by velocity."""
    @property
    def efc_J_colind(self) -> NDArray[np.int32]:
        """Columns of the Jacobian; sparse only."""
    @property
    def efc_J_rowadr(self) -> NDArray[np.int32]:
        """Where the Jacobian row starts; sparse only."""
    @property
    def efc_J_rownnz(self) -> NDArray[np.int32]:
        """Non-zeros of the Jacobian row; sparse only."""
    @property
    def efc_J_rowsuper(self) -> NDArray[np.int32]:
        """How many of the following rows have the same columns; sparse only."""
    @property
    def efc_KBIP(self) -> NDArray[np.float64]:
        """Stiffness, damping, impedance and its derivative."""
    @property
    def efc_R(self) -> NDArray[np.float64]:
        """Regularisation."""
    @property
    def efc_aref(self) -> NDArray[np.float64]:
        """Reference acceleration."""
    @property
    def efc_b(self) -> NDArray[np.float64]:
        """J · qacc_smooth − aref."""
    @property
    def efc_diagApprox(self) -> NDArray[np.float64]:
        """Approximate diagonal of J M⁻¹ Jᵀ."""
    @property
    def efc_force(self) -> NDArray[np.float64]:
        """Constraint force."""
    @property
    def efc_frictionloss(self) -> NDArray[np.float64]:
        """Largest friction force."""
    @property
    def efc_id(self) -> NDArray[np.int32]:
        """The object that made the row: equality, dof, joint, tendon or contact."""
    @property
    def efc_island(self) -> NDArray[np.int32]:
        """Island of each constraint row."""
    @property
    def efc_margin(self) -> NDArray[np.float64]:
        """Distance at which the row becomes active."""
    @property
    def efc_pos(self) -> NDArray[np.float64]:
        """Position of the constrained quantity: violation, distance, angle."""
    @property
    def efc_state(self) -> NDArray[np.int32]:
        """State of the row in the solution: satisfied, quadratic, linear, on the cone."""
    @property
    def efc_type(self) -> NDArray[np.int32]:
        """Kind of row, an `mjtConstraint`."""
    @property
    def efc_vel(self) -> NDArray[np.float64]:
        """Velocity of the constrained quantity."""
    energy: NDArray[np.float64]
    """A small array of the simulation."""
    eq_active: NDArray[np.uint8]
    """1 if the equality constraint is enforced."""
    flexedge_J: NDArray[np.float64]
    """Derivatives of flex edge lengths by the velocities they depend on."""
    flexedge_length: NDArray[np.float64]
    """Length of each flex edge."""
    flexedge_velocity: NDArray[np.float64]
    """Rate of each flex edge length."""
    flexelem_aabb: NDArray[np.float64]
    """Bounding box (centre, half size) of each flex element."""
    flexvert_J: NDArray[np.float64]
    """Derivatives of flex vertex strains."""
    flexvert_length: NDArray[np.float64]
    """Strain invariants at each flex vertex."""
    flexvert_xpos: NDArray[np.float64]
    """Position of each flex vertex."""
    @property
    def flg_energypos(self) -> int:
        """1 if this is known for the current state."""
    @property
    def flg_energyvel(self) -> int:
        """1 if this is known for the current state."""
    @property
    def flg_rnepost(self) -> int:
        """1 if this is known for the current state."""
    @property
    def flg_subtreevel(self) -> int:
        """1 if this is known for the current state."""
    geom_xmat: NDArray[np.float64]
    """Orientation of each geom."""
    geom_xpos: NDArray[np.float64]
    """Centre of each geom."""
    history: NDArray[np.float64]
    """Delayed controls and sensor readings."""
    iLD: NDArray[np.float64]
    """Its factor."""
    @property
    def iLDiagInv(self) -> NDArray[np.float64]:
        """Reciprocals of the diagonal of the factor."""
    iM: NDArray[np.float64]
    """Inertia in island order."""
    iM_colind: NDArray[np.int32]
    """Columns of the inertia in island order."""
    @property
    def iM_rowadr(self) -> NDArray[np.int32]:
        """Where each row of the inertia in island order starts."""
    @property
    def iM_rownnz(self) -> NDArray[np.int32]:
        """Non-zeros of each row of the inertia in island order."""
    @property
    def iacc(self) -> NDArray[np.float64]:
        """`qacc` in island order."""
    @property
    def iacc_smooth(self) -> NDArray[np.float64]:
        """`qacc_smooth` in island order."""
    @property
    def iefc_D(self) -> NDArray[np.float64]:
        """`efc_D` in island order."""
    @property
    def iefc_J(self) -> NDArray[np.float64]:
        """`efc_J` in island order."""
    @property
    def iefc_J_colind(self) -> NDArray[np.int32]:
        """`efc_J_colind` in island order."""
    @property
    def iefc_J_rowadr(self) -> NDArray[np.int32]:
        """`efc_J_rowadr` in island order."""
    @property
    def iefc_J_rownnz(self) -> NDArray[np.int32]:
        """`efc_J_rownnz` in island order."""
    @property
    def iefc_J_rowsuper(self) -> NDArray[np.int32]:
        """`efc_J_rowsuper` in island order."""
    @property
    def iefc_R(self) -> NDArray[np.float64]:
        """`efc_R` in island order."""
    @property
    def iefc_aref(self) -> NDArray[np.float64]:
        """`efc_aref` in island order."""
    @property
    def iefc_force(self) -> NDArray[np.float64]:
        """`efc_force` in island order."""
    @property
    def iefc_frictionloss(self) -> NDArray[np.float64]:
        """`efc_frictionloss` in island order."""
    @property
    def iefc_id(self) -> NDArray[np.int32]:
        """`efc_id` in island order."""
    @property
    def iefc_state(self) -> NDArray[np.int32]:
        """`efc_state` in island order."""
    @property
    def iefc_type(self) -> NDArray[np.int32]:
        """`efc_type` in island order."""
    @property
    def ifrc_constraint(self) -> NDArray[np.float64]:
        """`qfrc_constraint` in island order."""
    @property
    def ifrc_smooth(self) -> NDArray[np.float64]:
        """`qfrc_smooth` in island order."""
    @property
    def island_dofadr(self) -> NDArray[np.int32]:
        """First dof of each island."""
    @property
    def island_idofadr(self) -> NDArray[np.int32]:
        """First dof of each island in island order."""
    @property
    def island_iefcadr(self) -> NDArray[np.int32]:
        """First row of each island in island order."""
    @property
    def island_itreeadr(self) -> NDArray[np.int32]:
        """First entry of each island in the list of trees."""
    @property
    def island_ne(self) -> NDArray[np.int32]:
        """Equality rows of each island."""
    @property
    def island_nefc(self) -> NDArray[np.int32]:
        """Rows of each island."""
    @property
    def island_nf(self) -> NDArray[np.int32]:
        """Friction rows of each island."""
    @property
    def island_ntree(self) -> NDArray[np.int32]:
        """Number of trees in each island."""
    @property
    def island_nv(self) -> NDArray[np.int32]:
        """Number of dofs in each island."""
    light_xdir: NDArray[np.float64]
    """Direction of each light, of unit length."""
    light_xpos: NDArray[np.float64]
    """Position of each light."""
    map_dof2idof: NDArray[np.int32]
    """Place of each dof in island order."""
    @property
    def map_efc2iefc(self) -> NDArray[np.int32]:
        """Place of each row in island order."""
    map_idof2dof: NDArray[np.int32]
    """Dof at each place in island order."""
    @property
    def map_iefc2efc(self) -> NDArray[np.int32]:
        """Row at each place in island order."""
    map_itree2tree: NDArray[np.int32]
    """Trees ordered by island."""
    @property
    def maxuse_arena(self) -> int:
        """Part of MuJoCo's memory management; always 0."""
    @property
    def maxuse_con(self) -> int:
        """Part of MuJoCo's memory management; always 0."""
    @property
    def maxuse_efc(self) -> int:
        """Part of MuJoCo's memory management; always 0."""
    @property
    def maxuse_stack(self) -> int:
        """Part of MuJoCo's memory management; always 0."""
    maxuse_threadstack: NDArray[np.uint64]
    """Always 0."""
    mocap_pos: NDArray[np.float64]
    """Positions of mocap bodies."""
    mocap_quat: NDArray[np.float64]
    """Orientations of mocap bodies."""
    moment_colind: NDArray[np.int32]
    """Dofs of the moment entries."""
    moment_rowadr: NDArray[np.int32]
    """Where the moment row starts."""
    moment_rownnz: NDArray[np.int32]
    """Non-zeros of the moment row."""
    @property
    def nA(self) -> int:
        """A number that the step sets."""
    @property
    def nJ(self) -> int:
        """A number that the step sets."""
    @property
    def narena(self) -> int:
        """As in the model."""
    @property
    def nbody_awake(self) -> int:
        """How many are awake."""
    @property
    def nbuffer(self) -> int:
        """As in the model."""
    @property
    def ncon(self) -> int:
        """A number that the step sets."""
    @property
    def ne(self) -> int:
        """A number that the step sets."""
    @property
    def nefc(self) -> int:
        """A number that the step sets."""
    @property
    def nf(self) -> int:
        """A number that the step sets."""
    @property
    def nidof(self) -> int:
        """A number that the step sets."""
    @property
    def nisland(self) -> int:
        """A number that the step sets."""
    @property
    def nl(self) -> int:
        """A number that the step sets."""
    @property
    def nparent_awake(self) -> int:
        """How many are awake."""
    @property
    def nplugin(self) -> int:
        """As in the model."""
    @property
    def ntree_awake(self) -> int:
        """How many are awake."""
    @property
    def nv_awake(self) -> int:
        """How many are awake."""
    @property
    def parena(self) -> int:
        """Part of MuJoCo's memory management; always 0."""
    parent_awake_ind: NDArray[np.int32]
    """Bodies whose parent is awake or static."""
    @property
    def pbase(self) -> int:
        """Part of MuJoCo's memory management; always 0."""
    plugin: NDArray[np.int32]
    """Plugins of the model."""
    plugin_data: NDArray[np.uint64]
    """Plugins of the model."""
    plugin_state: NDArray[np.float64]
    """State of plugins."""
    @property
    def pstack(self) -> int:
        """Part of MuJoCo's memory management; always 0."""
    qDeriv: NDArray[np.float64]
    """Derivative of the smooth forces by velocity, full sparse rows: `sparse.d_rowadr` and so on."""
    qH: NDArray[np.float64]
    """Factor of the inertia modified by an integrator."""
    qHDiagInv: NDArray[np.float64]
    """Reciprocals of its diagonal."""
    qLD: NDArray[np.float64]
    """Factor L'·D·L of the inertia in the same layout."""
    qLDiagInv: NDArray[np.float64]
    """Reciprocals of the diagonal D."""
    qLU: NDArray[np.float64]
    """LU factor of inertia minus timestep times that derivative."""
    qM: NDArray[np.float64]
    """Joint-space inertia, each row from the diagonal up to the root."""
    qacc: NDArray[np.float64]
    """Acceleration."""
    qacc_smooth: NDArray[np.float64]
    """Acceleration without constraints."""
    qacc_warmstart: NDArray[np.float64]
    """Acceleration of the last step: where the constraint solver starts."""
    qfrc_actuator: NDArray[np.float64]
    """Actuators."""
    qfrc_applied: NDArray[np.float64]
    """Generalised force applied by the user."""
    qfrc_bias: NDArray[np.float64]
    """Coriolis, centrifugal and gravitational force, on the side of the inertia."""
    qfrc_constraint: NDArray[np.float64]
    """Constraints."""
    qfrc_damper: NDArray[np.float64]
    """Dampers."""
    qfrc_fluid: NDArray[np.float64]
    """Fluid."""
    qfrc_gravcomp: NDArray[np.float64]
    """Gravity compensation."""
    qfrc_inverse: NDArray[np.float64]
    """What inverse dynamics found."""
    qfrc_passive: NDArray[np.float64]
    """All passive forces together."""
    qfrc_smooth: NDArray[np.float64]
    """Everything but constraints."""
    qfrc_spring: NDArray[np.float64]
    """Springs."""
    qpos: NDArray[np.float64]
    """Generalised positions; unit quaternions of ball and free joints are normalised where they are used."""
    qvel: NDArray[np.float64]
    """Generalised velocities."""
    sensordata: NDArray[np.float64]
    """Readings of all sensors, one after the other."""
    site_xmat: NDArray[np.float64]
    """Orientation of each site."""
    site_xpos: NDArray[np.float64]
    """Position of each site."""
    solver_fwdinv: NDArray[np.float64]
    """A small array of the simulation."""
    solver_niter: NDArray[np.int32]
    """A small array of the simulation."""
    solver_nnz: NDArray[np.int32]
    """A small array of the simulation."""
    subtree_angmom: NDArray[np.float64]
    """Angular momentum of each subtree about its centre of mass."""
    subtree_com: NDArray[np.float64]
    """Centre of mass of each body together with everything it carries."""
    subtree_linvel: NDArray[np.float64]
    """Velocity of the centre of mass of each subtree."""
    ten_J: NDArray[np.float64]
    """Derivative of the length by velocity."""
    ten_J_colind: NDArray[np.int32]
    """Columns of the Jacobian, ascending; sparse only."""
    ten_J_rowadr: NDArray[np.int32]
    """Where the Jacobian row starts; sparse only."""
    ten_J_rownnz: NDArray[np.int32]
    """Non-zeros of the Jacobian row; sparse only."""
    ten_length: NDArray[np.float64]
    """Length."""
    ten_velocity: NDArray[np.float64]
    """Rate of each tendon length."""
    ten_wrapadr: NDArray[np.int32]
    """First point of the path."""
    ten_wrapnum: NDArray[np.int32]
    """Number of points of the path."""
    tendon_efcadr: NDArray[np.int32]
    """First row of each tendon; −1 if it has none."""
    @property
    def threadpool(self) -> int:
        """Part of MuJoCo's memory management; always 0."""
    tree_asleep: NDArray[np.int32]
    """Sleep of each tree: negative while awake, else the next tree of its sleeping island."""
    tree_awake: NDArray[np.int32]
    """1 if the tree is awake."""
    tree_island: NDArray[np.int32]
    """Island of each tree; −1 if no constraint touches it."""
    userdata: NDArray[np.float64]
    """Free for the user."""
    wrap_obj: NDArray[np.int32]
    """What each path point lies on: a geom, −1 for a site, −2 for a pulley."""
    wrap_xpos: NDArray[np.float64]
    """Path points."""
    xanchor: NDArray[np.float64]
    """Anchor of each joint."""
    xaxis: NDArray[np.float64]
    """Axis of each joint."""
    xfrc_applied: NDArray[np.float64]
    """Cartesian force, then torque, applied by the user at the centre of mass of each body; world axes."""
    ximat: NDArray[np.float64]
    """Principal axes of inertia of each body."""
    xipos: NDArray[np.float64]
    """Centre of mass of each body."""
    xmat: NDArray[np.float64]
    """The same as a matrix whose columns are the axes of the body."""
    xpos: NDArray[np.float64]
    """Origin of each body."""
    xquat: NDArray[np.float64]
    """Orientation of each body."""
    def bind(self, elements: Any) -> Any: ...
    def actuator(self, name: Union[str, _Int] = ...) -> _MjDataActuatorViews: ...
    def body(self, name: Union[str, _Int] = ...) -> _MjDataBodyViews: ...
    def camera(self, name: Union[str, _Int] = ...) -> _MjDataCameraViews: ...
    def cam(self, name: Union[str, _Int] = ...) -> _MjDataCameraViews: ...
    def geom(self, name: Union[str, _Int] = ...) -> _MjDataGeomViews: ...
    def joint(self, name: Union[str, _Int] = ...) -> _MjDataJointViews: ...
    def jnt(self, name: Union[str, _Int] = ...) -> _MjDataJointViews: ...
    def light(self, name: Union[str, _Int] = ...) -> _MjDataLightViews: ...
    def sensor(self, name: Union[str, _Int] = ...) -> _MjDataSensorViews: ...
    def site(self, name: Union[str, _Int] = ...) -> _MjDataSiteViews: ...
    def tendon(self, name: Union[str, _Int] = ...) -> _MjDataTendonViews: ...
    def ten(self, name: Union[str, _Int] = ...) -> _MjDataTendonViews: ...

def get_mjcb_act_bias() -> Optional[Callable[[MjModel, MjData, int], float]]:
    """The function that returns biases of actuators, or None."""
def get_mjcb_act_dyn() -> Optional[Callable[[MjModel, MjData, int], float]]:
    """The function that returns rates of activations, or None."""
def get_mjcb_act_gain() -> Optional[Callable[[MjModel, MjData, int], float]]:
    """The function that returns gains of actuators, or None."""
def get_mjcb_contactfilter() -> Optional[Callable[[MjModel, MjData, int, int], int]]:
    """The function that rules contacts out, or None."""
def get_mjcb_control() -> Optional[Callable[[MjModel, MjData], Any]]:
    """The function that sets controls, or None."""
def get_mjcb_passive() -> Optional[Callable[[MjModel, MjData], Any]]:
    """The function that adds passive forces, or None."""
def get_mjcb_sensor() -> Optional[Callable[[MjModel, MjData, int], Any]]:
    """The function that reads user sensors, or None."""
def get_mjcb_time() -> Optional[Callable[[], float]]:
    """The clock, or None."""
def get_mju_user_free() -> Optional[Callable[..., Any]]:
    """What `set_mju_user_free` set, or None."""
def get_mju_user_malloc() -> Optional[Callable[..., Any]]:
    """What `set_mju_user_malloc` set, or None."""
def get_mju_user_warning() -> Optional[Callable[[str], Any]]:
    """The handler of warnings, or None."""
def mj_Euler(m: MjModel, d: MjData) -> None:
    """Moves the state one step ahead by the semi-implicit method of Euler."""
def mj_RungeKutta(m: MjModel, d: MjData, N: _Int) -> None:
    """Moves the state one step ahead by the method of Runge and Kutta of order `N`, which must be 4."""
def mj_addContact(m: MjModel, d: MjData, con: MjContact) -> int:
    """Appends a contact; `mj_makeConstraint` makes its rows. Returns 0, or 1 if there is no room."""
def mj_addM(m: MjModel, d: MjData, dst: NDArray[np.float64], rownnz: NDArray[np.int32], rowadr: NDArray[np.int32], colind: NDArray[np.int32]) -> None:
    """Adds the lower triangle of the inertia matrix to compressed rows, adding missing entries."""
def mj_angmomMat(m: MjModel, d: MjData, mat: NDArray[np.float64], body: _Int) -> None:
    """The matrix that takes velocities to the angular momentum of a subtree about its center of mass."""
def mj_applyFT(m: MjModel, d: MjData, force: ArrayLike, torque: ArrayLike, point: ArrayLike, body: _Int, qfrc_target: NDArray[np.float64]) -> None:
    """Adds the joint-space force of a force and a torque at a point of a body to `qfrc_target`."""
def mj_camlight(m: MjModel, d: MjData) -> None:
    """Computes the world poses of cameras and lights."""
def mj_checkAcc(m: MjModel, d: MjData) -> None:
    """Resets the simulation if an acceleration is not a number or too large, and computes it again."""
def mj_checkPos(m: MjModel, d: MjData) -> None:
    """Resets the simulation if a position is not a number or too large."""
def mj_checkVel(m: MjModel, d: MjData) -> None:
    """Resets the simulation if a velocity is not a number or too large."""
def mj_clearCache(cache: Any) -> None:
    """Empties the asset cache."""
def mj_collision(m: MjModel, d: MjData) -> None:
    """Finds all contacts of the current pose."""
def mj_comPos(m: MjModel, d: MjData) -> None:
    """Computes centers of mass, and inertias and motion axes about them."""
def mj_comVel(m: MjModel, d: MjData) -> None:
    """Computes velocities and motion axis rates about centers of mass."""
def mj_compareFwdInv(m: MjModel, d: MjData) -> None:
    """Compares forward and inverse dynamics; the differences go to `solver_fwdinv`."""
def mj_constraintUpdate(m: MjModel, d: MjData, jar: ArrayLike, cost: Optional[NDArray[np.float64]], flg_coneHessian: _Int) -> None:
    """Sets forces and states of all constraint rows from the residuals `jar` of their accelerations; the cost goes to `cost`."""
def mj_contactForce(m: MjModel, d: MjData, id: _Int, result: NDArray[np.float64]) -> None:
    """Force, then torque of a contact in its own frame; zero if there is no such contact or it has no rows."""
def mj_copyData(dest: MjData, model: MjModel, src: MjData) -> MjData:
    """Overwrites a simulation by another one of the same model."""
def mj_copyState(m: MjModel, src: MjData, dst: MjData, sig: _Int) -> None:
    """Copies the parts of the state that `sig` names from one simulation to another."""
def mj_crb(m: MjModel, d: MjData) -> None:
    """Computes composite inertias, and the joint-space inertia matrix without the armature of tendons."""
def mj_defaultLROpt(opt: MjLROpt) -> None:
    """Sets the options of length ranges to their defaults."""
def mj_defaultOption(opt: MjOption) -> None:
    """Sets all options to their defaults."""
def mj_defaultSolRefImp(solref: Optional[NDArray[np.float64]], solimp: Optional[NDArray[np.float64]]) -> None:
    """Writes the default `solref` and `solimp` of constraints; None skips one."""
def mj_defaultVisual(vis: MjVisual) -> None:
    """Sets all visual options to their defaults."""
def mj_differentiatePos(m: MjModel, qvel: NDArray[np.float64], dt: float, qpos1: ArrayLike, qpos2: ArrayLike) -> None:
    """Velocity that takes `qpos1` to `qpos2` in the time `dt`."""
def mj_energyPos(m: MjModel, d: MjData) -> None:
    """Computes potential energy."""
def mj_energyVel(m: MjModel, d: MjData) -> None:
    """Computes kinetic energy."""
def mj_extractState(m: MjModel, src: ArrayLike, srcsig: _Int, dst: NDArray[np.float64], dstsig: _Int) -> None:
    """Takes the parts that `dstsig` names out of a state with the parts that `srcsig` names."""
def mj_factorM(m: MjModel, d: MjData) -> None:
    """Factors the joint-space inertia matrix."""
def mj_flex(m: MjModel, d: MjData) -> None:
    """Computes everything about flexes: vertices, boxes, edges, strains."""
def mj_forward(m: MjModel, d: MjData) -> None:
    """Computes everything that follows from the state."""
def mj_forwardSkip(m: MjModel, d: MjData, skipstage: _Int, skipsensor: _Int) -> None:
    """Computes what follows from the state, without the stages up to `skipstage` (an `mjtStage`)."""
def mj_fullM(m: MjModel, dst: NDArray[np.float64], M: NDArray[np.float64]) -> None:
    """Writes the full inertia matrix from its legacy form `M`, that is `d.qM`."""
def mj_fwdAcceleration(m: MjModel, d: MjData) -> None:
    """Adds up smooth forces and computes the smooth acceleration."""
def mj_fwdActuation(m: MjModel, d: MjData) -> None:
    """Computes activation dynamics and actuator forces."""
def mj_fwdConstraint(m: MjModel, d: MjData) -> None:
    """Solves for constraint forces and the acceleration that they allow."""
def mj_fwdKinematics(m: MjModel, d: MjData) -> None:
    """Computes kinematics: poses, centers of mass, cameras, lights, flexes and tendons."""
def mj_fwdPosition(m: MjModel, d: MjData) -> None:
    """Computes everything that follows from the positions."""
def mj_fwdVelocity(m: MjModel, d: MjData) -> None:
    """Computes everything that follows from the velocities."""
def mj_geomDistance(m: MjModel, d: MjData, geom1: _Int, geom2: _Int, distmax: float, fromto: Optional[NDArray[np.float64]]) -> float:
    """Signed distance of two geoms, up to `distmax`; the segment from the first to the second goes to `fromto`."""
def mj_getCache() -> Any:
    """The cache of processed assets that all models of this process are loaded with."""
def mj_getCacheCapacity(cache: Any) -> int:
    """How many bytes the asset cache may hold."""
def mj_getCacheSize(cache: Any) -> int:
    """How many bytes the asset cache holds."""
def mj_getPluginConfig(m: MjModel, plugin_id: _Int, attrib: str) -> Optional[str]:
    """What an instance of a plugin was configured with for the key `attrib`: a string, empty if nothing was written, or None if the"""
def mj_getState(m: MjModel, d: MjData, state: NDArray[np.float64], sig: _Int) -> None:
    """Writes the parts of the state that `sig` names into `state`."""
def mj_getTotalmass(m: MjModel) -> float:
    """Sum of all body masses."""
def mj_id2name(m: MjModel, type: _Int, id: _Int) -> Optional[str]:
    """Name of an object, or None if there is no such object or it has no name."""
def mj_implicit(m: MjModel, d: MjData) -> None:
    """Moves the state one step ahead by the integrators implicit and implicitfast."""
def mj_initCtrlHistory(m: MjModel, d: MjData, id: _Int, times: Optional[ArrayLike], values: ArrayLike) -> None:
    """Fills the history of an actuator; `times` ascend, None keeps the present ones."""
def mj_initSensorHistory(m: MjModel, d: MjData, id: _Int, times: Optional[ArrayLike], values: ArrayLike, phase: float) -> None:
    """Fills the history of a sensor; `times` ascend, None keeps the present ones; `phase` is the time of its last tick."""
def mj_integratePos(m: MjModel, qpos: NDArray[np.float64], qvel: NDArray[np.float64], dt: float) -> None:
    """Moves `qpos` along `qvel` for the time `dt`."""
def mj_invConstraint(m: MjModel, d: MjData) -> None:
    """Computes constraint forces from the acceleration."""
def mj_invPosition(m: MjModel, d: MjData) -> None:
    """Computes everything that follows from the positions, for inverse dynamics."""
def mj_invVelocity(m: MjModel, d: MjData) -> None:
    """Computes everything that follows from the velocities, for inverse dynamics."""
def mj_inverse(m: MjModel, d: MjData) -> None:
    """Inverse dynamics: computes `qfrc_inverse`, the force for the acceleration `qacc`."""
def mj_inverseSkip(m: MjModel, d: MjData, skipstage: _Int, skipsensor: _Int) -> None:
    """Inverse dynamics without the stages up to `skipstage` (an `mjtStage`)."""
def mj_isDual(m: MjModel) -> int:
    """True if the solver works in constraint space: PGS, ActiveSet, or a noslip pass."""
def mj_isPyramidal(m: MjModel) -> int:
    """True if friction cones are pyramids."""
def mj_isSparse(m: MjModel) -> int:
    """True if Jacobians are stored as sparse rows."""
def mj_island(m: MjModel, d: MjData) -> None:
    """Finds islands: groups of trees that constraints couple."""
def mj_jac(m: MjModel, d: MjData, jacp: Optional[NDArray[np.float64]], jacr: Optional[NDArray[np.float64]], point: ArrayLike, body: _Int) -> None:
    """Jacobians of a point that is fixed to a body."""
def mj_jacBody(m: MjModel, d: MjData, jacp: Optional[NDArray[np.float64]], jacr: Optional[NDArray[np.float64]], body: _Int) -> None:
    """Jacobians of the origin of a body."""
def mj_jacBodyCom(m: MjModel, d: MjData, jacp: Optional[NDArray[np.float64]], jacr: Optional[NDArray[np.float64]], body: _Int) -> None:
    """Jacobians of the center of mass of a body."""
def mj_jacDot(m: MjModel, d: MjData, jacp: Optional[NDArray[np.float64]], jacr: Optional[NDArray[np.float64]], point: ArrayLike, body: _Int) -> None:
    """Time derivatives of the Jacobians of a point that is fixed to a body."""
def mj_jacGeom(m: MjModel, d: MjData, jacp: Optional[NDArray[np.float64]], jacr: Optional[NDArray[np.float64]], geom: _Int) -> None:
    """Jacobians of a geom."""
def mj_jacPointAxis(m: MjModel, d: MjData, jacPoint: Optional[NDArray[np.float64]], jacAxis: Optional[NDArray[np.float64]], point: ArrayLike, axis: ArrayLike, body: _Int) -> None:
    """Jacobians of a point that is fixed to a body, and of an axis fixed to the same body."""
def mj_jacSite(m: MjModel, d: MjData, jacp: Optional[NDArray[np.float64]], jacr: Optional[NDArray[np.float64]], site: _Int) -> None:
    """Jacobians of a site."""
def mj_jacSubtreeCom(m: MjModel, d: MjData, jacp: Optional[NDArray[np.float64]], body: _Int) -> None:
    """Jacobian of the center of mass of a subtree."""
def mj_kinematics(m: MjModel, d: MjData) -> None:
    """Computes the world poses of bodies, joints, geoms and sites."""
def mj_loadAllPluginLibraries(directory: str) -> None:
    """Does nothing, because compiled libraries of MuJoCo cannot be loaded; warns if the directory has any."""
def mj_loadPluginLibrary(path: str) -> None:
    """Raises an error: compiled libraries of MuJoCo cannot be loaded."""
def mj_local2Global(d: MjData, xpos: NDArray[np.float64], xmat: NDArray[np.float64], pos: ArrayLike, quat: ArrayLike, body: _Int, sameframe: _Int) -> None:
    """World pose of a frame that is fixed to a body; `sameframe` says what it shares with the body, `mjtSameFrame`."""
def mj_makeConstraint(m: MjModel, d: MjData) -> None:
    """Makes the rows of all constraints, from the contacts that there are."""
def mj_makeM(m: MjModel, d: MjData) -> None:
    """Computes the joint-space inertia matrix."""
def mj_mulJacTVec(m: MjModel, d: MjData, res: NDArray[np.float64], vec: ArrayLike) -> None:
    """`res = J' vec`, for the Jacobian of all constraint rows."""
def mj_mulJacVec(m: MjModel, d: MjData, res: NDArray[np.float64], vec: ArrayLike) -> None:
    """`res = J vec`, for the Jacobian of all constraint rows."""
def mj_mulM(m: MjModel, d: MjData, res: NDArray[np.float64], vec: ArrayLike) -> None:
    """`res = M vec`."""
def mj_mulM2(m: MjModel, d: MjData, res: NDArray[np.float64], vec: ArrayLike) -> None:
    """`res = sqrt(M) vec`, by the factor of `M`: `res' res = vec' M vec`."""
def mj_multiRay(m: MjModel, d: MjData, pnt: ArrayLike, vec: ArrayLike, geomgroup: Optional[ArrayLike], flg_static: _Int, bodyexclude: _Int, geomid: NDArray[np.int32], dist: NDArray[np.float64], normal: Optional[NDArray[np.float64]], nray: _Int, cutoff: float) -> None:
    """Distances to the first visible geoms on rays from one point; `cutoff` leaves out geoms that are further away."""
def mj_name2id(m: MjModel, type: _Int, name: str) -> int:
    """Number of the object of a type with this name, or -1."""
def mj_normalizeQuat(m: MjModel, qpos: NDArray[np.float64]) -> None:
    """Makes the quaternions in `qpos` one unit long."""
def mj_objectAcceleration(m: MjModel, d: MjData, objtype: _Int, objid: _Int, res: NDArray[np.float64], flg_local: _Int) -> None:
    """Acceleration of an object at its origin: rotation, then translation, in world axes or its own."""
def mj_objectVelocity(m: MjModel, d: MjData, objtype: _Int, objid: _Int, res: NDArray[np.float64], flg_local: _Int) -> None:
    """Velocity of an object at its origin: rotation, then translation, in world axes or its own."""
def mj_passive(m: MjModel, d: MjData) -> None:
    """Computes passive forces."""
def mj_printData(m: MjModel, d: MjData, filename: str) -> None:
    """Writes the fields of a simulation to a text file."""
def mj_printFormattedData(m: MjModel, d: MjData, filename: str, float_format: str) -> None:
    """Writes the fields of a simulation to a text file; `float_format` is a format of C for numbers."""
def mj_printFormattedModel(m: MjModel, filename: str, float_format: str) -> None:
    """Writes the fields of a model to a text file; `float_format` is a format of C for numbers."""
def mj_printModel(m: MjModel, filename: str) -> None:
    """Writes the fields of a model to a text file."""
def mj_projectConstraint(m: MjModel, d: MjData) -> None:
    """Builds the matrix by which constraint forces accelerate constraints, if the solver needs it."""
def mj_ray(m: MjModel, d: MjData, pnt: ArrayLike, vec: ArrayLike, geomgroup: Optional[ArrayLike], flg_static: _Int, bodyexclude: _Int, geomid: Optional[NDArray[np.int32]], normal: Optional[NDArray[np.float64]] = ...) -> float:
    """Distance to the first visible geom on a ray, in lengths of `vec`, or -1; the geom goes to `geomid`."""
def mj_rayFlex(m: MjModel, d: MjData, flex_layer: _Int, flg_vert: _Int, flg_edge: _Int, flg_face: _Int, flg_skin: _Int, flexid: _Int, pnt: ArrayLike, vec: ArrayLike, vertid: Optional[NDArray[np.int32]] = ..., normal: Optional[NDArray[np.float64]] = ...) -> float:
    """Distance to a flex as it is drawn, in lengths of `vec`, or -1; the vertex nearest to that point goes to `vertid`."""
def mj_rayHfield(m: MjModel, d: MjData, geomid: _Int, pnt: ArrayLike, vec: ArrayLike, normal: Optional[NDArray[np.float64]] = ...) -> float:
    """Distance to a height field, in lengths of `vec`, or -1."""
def mj_rayMesh(m: MjModel, d: MjData, geomid: _Int, pnt: ArrayLike, vec: ArrayLike, normal: Optional[NDArray[np.float64]] = ...) -> float:
    """Distance to a mesh, in lengths of `vec`, or -1."""
def mj_readCtrl(m: MjModel, d: MjData, id: _Int, time: float, interp: _Int) -> float:
    """The control of an actuator as it takes effect at a time; `interp` is an order of interpolation, -1 for the model's."""
def mj_readSensor(m: MjModel, d: MjData, id: _Int, time: float, result: NDArray[np.float64], interp: _Int) -> NDArray[np.float64]:
    """The reading of a sensor as it is reported at a time; `interp` is an order of interpolation, -1 for the model's."""
def mj_referenceConstraint(m: MjModel, d: MjData) -> None:
    """Computes the reference accelerations of all constraints."""
def mj_resetCallbacks() -> None:
    """Removes all callbacks of the step."""
def mj_resetData(m: MjModel, d: MjData) -> None:
    """Back to the reference pose, at rest."""
def mj_resetDataDebug(m: MjModel, d: MjData, debug_value: _Int) -> None:
    """Back to the reference pose, at rest; each byte of derived quantities is set to `debug_value`."""
def mj_resetDataKeyframe(m: MjModel, d: MjData, key: _Int) -> None:
    """Back to the reference pose, then to keyframe `key` if there is one with that number."""
def mj_rne(m: MjModel, d: MjData, flg_acc: _Int, result: NDArray[np.float64]) -> None:
    """Recursive Newton-Euler: `M qacc + qfrc_bias`, or only the bias if `flg_acc` is 0."""
def mj_rnePostConstraint(m: MjModel, d: MjData) -> None:
    """Computes accelerations of bodies and forces between them, after the constraints are solved."""
def mj_saveLastXML(filename: Optional[str], m: MjModel) -> None:
    """Saves the model that was loaded last from XML, with the numbers of `m`; prints it if there is no filename."""
def mj_saveModel(m: MjModel, filename: Optional[str] = ..., buffer: Optional[NDArray[np.uint8]] = ...) -> None:
    """Saves a model as MuJoCo 3.5.0 does (MJB), to a file or into a uint8 array, which has precedence."""
def mj_sensorAcc(m: MjModel, d: MjData) -> None:
    """Reads the sensors that depend on accelerations and forces."""
def mj_sensorPos(m: MjModel, d: MjData) -> None:
    """Reads the sensors that depend on positions."""
def mj_sensorVel(m: MjModel, d: MjData) -> None:
    """Reads the sensors that depend on velocities."""
def mj_setCacheCapacity(cache: Any, size: _Int) -> int:
    """Changes how many bytes the asset cache may hold, 0 to keep nothing; returns that."""
def mj_setConst(m: MjModel, d: MjData) -> None:
    """Sets every constant that was derived from other fields of the model; call it after changing those."""
def mj_setKeyframe(m: MjModel, d: MjData, k: _Int) -> None:
    """Saves the state in keyframe `k` of the model."""
def mj_setLengthRange(m: MjModel, d: MjData, index: _Int, opt: MjLROpt) -> None:
    """Finds the length range of an actuator by simulation, and writes it to the model; `d` is used for that."""
def mj_setState(m: MjModel, d: MjData, state: NDArray[np.float64], sig: _Int) -> None:
    """Takes the parts of the state that `sig` names from `state`."""
def mj_setTotalmass(m: MjModel, newmass: float) -> None:
    """Scales masses and inertias so that the masses add up to `newmass`; call `mj_setConst` afterwards."""
def mj_sizeModel(m: MjModel) -> int:
    """Number of bytes that `mj_saveModel` writes."""
def mj_solveM(m: MjModel, d: MjData, x: NDArray[np.float64], y: ArrayLike) -> None:
    """Solves `M x = y` for each row of `y`, by the factor of `M`."""
def mj_solveM2(m: MjModel, d: MjData, x: NDArray[np.float64], y: ArrayLike, sqrtInvD: ArrayLike) -> None:
    """Half a solution: `x' x = y' inv(M) y` for each row of `y`; `sqrtInvD` is `sqrt(d.qLDiagInv)`."""
def mj_stateSize(m: MjModel, sig: _Int) -> int:
    """Length of the state that `sig` names, bits of `mjtState`."""
def mj_step(m: MjModel, d: MjData, nstep: _Int = ...) -> None:
    """Advances the simulation by `nstep` time steps."""
def mj_step1(m: MjModel, d: MjData) -> None:
    """The first half of a step: everything that does not need controls."""
def mj_step2(m: MjModel, d: MjData) -> None:
    """The second half of a step, after controls were set."""
def mj_subtreeVel(m: MjModel, d: MjData) -> None:
    """Computes linear velocities and angular momenta of subtrees."""
def mj_tendon(m: MjModel, d: MjData) -> None:
    """Computes lengths, paths and Jacobians of tendons."""
def mj_transmission(m: MjModel, d: MjData) -> None:
    """Computes lengths and moment arms of actuators."""
def mj_version() -> int:
    """The version of MuJoCo that this module follows, as a number: 3.5.0 is 3005000."""
def mj_versionString() -> str:
    """The version of MuJoCo that this module follows."""
def mjd_inverseFD(m: MjModel, d: MjData, eps: float, flg_actuation: _Int, DfDq: Optional[NDArray[np.float64]], DfDv: Optional[NDArray[np.float64]], DfDa: Optional[NDArray[np.float64]], DsDq: Optional[NDArray[np.float64]], DsDv: Optional[NDArray[np.float64]], DsDa: Optional[NDArray[np.float64]], DmDq: Optional[NDArray[np.float64]]) -> None:
    """Derivatives of forces (Df), sensors (Ds) and inertia (Dm) of inverse dynamics by position (q), velocity (v) and"""
def mjd_quatIntegrate(vel: ArrayLike, scale: float, Dquat: Optional[NDArray[np.float64]], Dvel: Optional[NDArray[np.float64]], Dscale: Optional[NDArray[np.float64]]) -> None:
    """Derivatives of `mju_quatIntegrate` by orientation, velocity and time."""
def mjd_subQuat(qa: ArrayLike, qb: ArrayLike, Da: Optional[NDArray[np.float64]], Db: Optional[NDArray[np.float64]]) -> None:
    """Derivatives of `mju_subQuat` by either orientation."""
def mjd_transitionFD(m: MjModel, d: MjData, eps: float, flg_centered: _Int, A: Optional[NDArray[np.float64]], B: Optional[NDArray[np.float64]], C: Optional[NDArray[np.float64]], D: Optional[NDArray[np.float64]]) -> None:
    """Derivatives of the next state (A by state, B by control) and of the sensors (C, D), by finite differences."""
def mju_Halton(index: _Int, base: _Int) -> float:
    """Element of the Halton sequence: the digits of `index`, mirrored at the point."""
def mju_L1(vec: ArrayLike) -> float:
    """Sum of absolute values."""
def mju_add(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike) -> None:
    """`res = vec1 + vec2`."""
def mju_add3(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike) -> None:
    """`res = vec1 + vec2`."""
def mju_addScl(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike, scl: float) -> None:
    """`res = vec1 + scl * vec2`."""
def mju_addScl3(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike, scl: float) -> None:
    """`res = vec1 + scl * vec2`."""
def mju_addTo(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """`res = res + vec`."""
def mju_addTo3(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """`res = res + vec`."""
def mju_addToScl(res: NDArray[np.float64], vec: ArrayLike, scl: float) -> None:
    """`res = res + scl * vec`."""
def mju_addToScl3(res: NDArray[np.float64], vec: ArrayLike, scl: float) -> None:
    """`res = res + scl * vec`."""
def mju_axisAngle2Quat(res: NDArray[np.float64], axis: ArrayLike, angle: float) -> None:
    """Quaternion of a rotation about an axis by an angle."""
def mju_band2Dense(res: NDArray[np.float64], mat: ArrayLike, ntotal: _Int, nband: _Int, ndense: _Int, flg_sym: _Int) -> None:
    """The full matrix of a band matrix, or its lower triangle."""
def mju_bandDiag(i: _Int, ntotal: _Int, nband: _Int, ndense: _Int) -> int:
    """Where diagonal element `i` of a band matrix is stored."""
def mju_bandMulMatVec(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike, ntotal: _Int, nband: _Int, ndense: _Int, nvec: _Int, flg_sym: _Int) -> None:
    """Product of a band matrix, or of its lower triangle, with vectors one after the other."""
def mju_boxQP(res: NDArray[np.float64], R: NDArray[np.float64], index: Optional[NDArray[np.int32]], H: ArrayLike, g: ArrayLike, lower: Optional[ArrayLike], upper: Optional[ArrayLike]) -> int:
    """Minimises `x' H x / 2 + x' g` between bounds, from `res` to `res`; returns how many dimensions are free, -1 for failure."""
def mju_cholFactor(mat: NDArray[np.float64], mindiag: float) -> int:
    """Replaces a symmetric matrix by its Cholesky factor, in the lower triangle, and returns the rank."""
def mju_cholFactorBand(mat: NDArray[np.float64], ntotal: _Int, nband: _Int, ndense: _Int, diagadd: float, diagmul: float) -> float:
    """Replaces a band matrix by its Cholesky factor, after adding `diagadd + diagmul * diagonal` to its diagonal."""
def mju_cholSolve(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike) -> None:
    """Solves `(mat mat') res = vec`, for a Cholesky factor."""
def mju_cholSolveBand(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike, ntotal: _Int, nband: _Int, ndense: _Int) -> None:
    """Solves `(mat mat') res = vec`, for the Cholesky factor of a band matrix."""
def mju_cholUpdate(mat: NDArray[np.float64], x: NDArray[np.float64], flg_plus: _Int) -> int:
    """Changes a Cholesky factor as `x x'` is added to the matrix, or taken away, and returns the rank."""
def mju_clip(x: float, min: float, max: float) -> float:
    """`x`, or the end of the range that it is beyond."""
def mju_copy(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """`res = vec`."""
def mju_copy3(res: NDArray[np.float64], data: ArrayLike) -> None:
    """`res = data`."""
def mju_copy4(res: NDArray[np.float64], data: ArrayLike) -> None:
    """`res = data`."""
def mju_cross(res: NDArray[np.float64], a: ArrayLike, b: ArrayLike) -> None:
    """Cross product: `res = a x b`."""
def mju_d2n(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """Copies float64."""
def mju_decodePyramid(force: NDArray[np.float64], pyramid: ArrayLike, mu: ArrayLike) -> None:
    """Decodes forces along the edges of the friction pyramid to a contact force."""
def mju_dense2Band(res: NDArray[np.float64], mat: ArrayLike, ntotal: _Int, nband: _Int, ndense: _Int) -> None:
    """The band of a full matrix."""
def mju_dense2sparse(res: NDArray[np.float64], mat: ArrayLike, rownnz: NDArray[np.int32], rowadr: NDArray[np.int32], colind: NDArray[np.int32]) -> int:
    """Compressed rows of a matrix; returns 1 if `res` is too short for them, else 0."""
def mju_derivQuat(res: NDArray[np.float64], quat: ArrayLike, vel: ArrayLike) -> None:
    """Time derivative of a quaternion that turns with an angular velocity."""
def mju_dist3(pos1: ArrayLike, pos2: ArrayLike) -> float:
    """Distance of two points."""
def mju_dot(vec1: ArrayLike, vec2: ArrayLike) -> float:
    """Inner product."""
def mju_dot3(vec1: ArrayLike, vec2: ArrayLike) -> float:
    """Inner product."""
def mju_eig3(eigval: NDArray[np.float64], eigvec: NDArray[np.float64], quat: NDArray[np.float64], mat: ArrayLike) -> int:
    """Eigenvalues, largest first, and eigenvectors of a symmetric 3-by-3 matrix; returns the number of iterations."""
def mju_encodePyramid(pyramid: NDArray[np.float64], force: ArrayLike, mu: ArrayLike) -> None:
    """Encodes a contact force as forces along the edges of the friction pyramid."""
def mju_euler2Quat(quat: NDArray[np.float64], euler: ArrayLike, seq: str) -> None:
    """Quaternion of three turns about axes named by `seq`: xyz turn with the body, XYZ stay in the world."""
def mju_eye(mat: NDArray[np.float64]) -> None:
    """`mat` becomes the identity."""
def mju_f2n(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """Copies float32 to float64."""
def mju_fill(res: NDArray[np.float64], val: float) -> None:
    """`res = val`."""
def mju_getXMLDependencies(filename: str) -> List[str]:
    """All files that the model in a file consists of, itself first; only models are opened."""
def mju_insertionSort(list: NDArray[np.float64]) -> None:
    """Sorts numbers, smallest first."""
def mju_insertionSortInt(list: NDArray[np.int32]) -> None:
    """Sorts integers, smallest first."""
def mju_isBad(x: float) -> int:
    """1 if the number is bad: NaN, or larger than 1e10."""
def mju_isZero(vec: ArrayLike) -> int:
    """1 if all elements are zero."""
def mju_mat2Quat(quat: NDArray[np.float64], mat: ArrayLike) -> None:
    """Quaternion of a matrix."""
def mju_mat2Rot(quat: NDArray[np.float64], mat: ArrayLike) -> int:
    """Turns `quat` to the rotational part of any 3-by-3 matrix and returns the number of turns."""
def mju_max(a: float, b: float) -> float:
    """The larger number."""
def mju_min(a: float, b: float) -> float:
    """The smaller number."""
def mju_mulMatMat(res: NDArray[np.float64], mat1: ArrayLike, mat2: ArrayLike) -> None:
    """`res = mat1 mat2`."""
def mju_mulMatMatT(res: NDArray[np.float64], mat1: ArrayLike, mat2: ArrayLike) -> None:
    """`res = mat1 mat2'`."""
def mju_mulMatTMat(res: NDArray[np.float64], mat1: ArrayLike, mat2: ArrayLike) -> None:
    """`res = mat1' mat2`."""
def mju_mulMatTVec(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike) -> None:
    """`res = mat' vec`."""
def mju_mulMatTVec3(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike) -> None:
    """`res = mat' vec`, for a 3-by-3 matrix."""
def mju_mulMatVec(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike) -> None:
    """`res = mat vec`."""
def mju_mulMatVec3(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike) -> None:
    """`res = mat vec`, for a 3-by-3 matrix."""
def mju_mulPose(posres: NDArray[np.float64], quatres: NDArray[np.float64], pos1: ArrayLike, quat1: ArrayLike, pos2: ArrayLike, quat2: ArrayLike) -> None:
    """Product of poses."""
def mju_mulQuat(res: NDArray[np.float64], quat1: ArrayLike, quat2: ArrayLike) -> None:
    """Product of quaternions."""
def mju_mulQuatAxis(res: NDArray[np.float64], quat: ArrayLike, axis: ArrayLike) -> None:
    """Product of a quaternion and an axis."""
def mju_mulVecMatVec(vec1: ArrayLike, mat: ArrayLike, vec2: ArrayLike) -> float:
    """`vec1' mat vec2`."""
def mju_muscleBias(len: float, lengthrange: ArrayLike, acc0: float, prm: ArrayLike) -> float:
    """Passive force of a muscle."""
def mju_muscleDynamics(ctrl: float, act: float, prm: ArrayLike) -> float:
    """Rate of a muscle's activation."""
def mju_muscleGain(len: float, vel: float, lengthrange: ArrayLike, acc0: float, prm: ArrayLike) -> float:
    """Active force of a muscle per unit of activation."""
def mju_n2d(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """Copies float64."""
def mju_n2f(res: NDArray[np.float32], vec: ArrayLike) -> None:
    """Copies float64 to float32."""
def mju_negPose(posres: NDArray[np.float64], quatres: NDArray[np.float64], pos: ArrayLike, quat: ArrayLike) -> None:
    """Inverse of a pose."""
def mju_negQuat(res: NDArray[np.float64], quat: ArrayLike) -> None:
    """Conjugate of a quaternion: the inverse rotation."""
def mju_norm(res: NDArray[np.float64]) -> float:
    """Length of a vector."""
def mju_norm3(vec: ArrayLike) -> float:
    """Length of a vector."""
def mju_normalize(res: NDArray[np.float64]) -> float:
    """Makes a vector one unit long and returns its length; what is too short becomes (1, 0, 0, ...)."""
def mju_normalize3(vec: NDArray[np.float64]) -> float:
    """Makes a vector one unit long and returns its length; what is too short becomes (1, 0, 0)."""
def mju_normalize4(vec: NDArray[np.float64]) -> float:
    """Makes a quaternion one unit long and returns its length; what is too short becomes the identity."""
def mju_printMat(mat: ArrayLike) -> None:
    """Prints a matrix, a row a line."""
def mju_printMatSparse(mat: ArrayLike, rownnz: NDArray[np.int32], rowadr: NDArray[np.int32], colind: NDArray[np.int32]) -> None:
    """Prints a matrix of compressed rows: column and value of each element."""
def mju_quat2Mat(res: NDArray[np.float64], quat: ArrayLike) -> None:
    """Matrix of a quaternion."""
def mju_quat2Vel(res: NDArray[np.float64], quat: ArrayLike, dt: float) -> None:
    """Angular velocity that makes this rotation in the time `dt`."""
def mju_quatIntegrate(quat: NDArray[np.float64], vel: ArrayLike, scale: float) -> None:
    """Turns a quaternion with an angular velocity for the time `scale`."""
def mju_quatZ2Vec(quat: NDArray[np.float64], vec: ArrayLike) -> None:
    """Quaternion of the shortest rotation from the z-axis to a vector."""
def mju_rayGeom(pos: ArrayLike, mat: ArrayLike, size: ArrayLike, pnt: ArrayLike, vec: ArrayLike, geomtype: _Int, normal: Optional[NDArray[np.float64]] = ...) -> float:
    """Distance to a plane, sphere, capsule, ellipsoid, cylinder or box, in lengths of `vec`, or -1."""
def mju_raySkin(nface: _Int, nvert: _Int, face: ArrayLike, vert: ArrayLike, pnt: ArrayLike, vec: ArrayLike, vertid: Optional[NDArray[np.int32]]) -> float:
    """Distance to the triangles `face` between the points `vert`, in lengths of `vec`, or -1; the nearest vertex goes to"""
def mju_rotVecQuat(res: NDArray[np.float64], vec: ArrayLike, quat: ArrayLike) -> None:
    """Rotates a vector by a quaternion."""
def mju_round(x: float) -> int:
    """The nearest integer; halves go up."""
def mju_scl(res: NDArray[np.float64], vec: ArrayLike, scl: float) -> None:
    """`res = scl * vec`."""
def mju_scl3(res: NDArray[np.float64], vec: ArrayLike, scl: float) -> None:
    """`res = scl * vec`."""
def mju_sigmoid(x: float) -> float:
    """The quintic that rises from 0 to 1 over the unit interval."""
def mju_sign(x: float) -> float:
    """-1, 0 or 1."""
def mju_sparse2dense(res: NDArray[np.float64], mat: ArrayLike, rownnz: NDArray[np.int32], rowadr: NDArray[np.int32], colind: NDArray[np.int32]) -> None:
    """The matrix of compressed rows."""
def mju_springDamper(pos0: float, vel0: float, Kp: float, Kv: float, dt: float) -> float:
    """Position at time `dt` of a unit mass on a spring and a damper."""
def mju_sqrMatTD(res: NDArray[np.float64], mat: ArrayLike, diag: Optional[ArrayLike]) -> None:
    """`res = mat' diag(d) mat`, or `mat' mat` without `diag`."""
def mju_standardNormal(num2: Optional[NDArray[np.float64]] = ...) -> float:
    """A random number of the standard normal distribution; a second, independent one goes to `num2` if it is an array."""
def mju_str2Type(str: str) -> int:
    """Kind of object, `mjtObj`, with this name; 0 if there is none."""
def mju_sub(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike) -> None:
    """`res = vec1 - vec2`."""
def mju_sub3(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike) -> None:
    """`res = vec1 - vec2`."""
def mju_subFrom(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """`res = res - vec`."""
def mju_subFrom3(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """`res = res - vec`."""
def mju_subQuat(res: NDArray[np.float64], qa: ArrayLike, qb: ArrayLike) -> None:
    """Rotation from `qb` to `qa` as a vector, in the frame of `qb`."""
def mju_sum(vec: ArrayLike) -> float:
    """Sum of a vector."""
def mju_symmetrize(res: NDArray[np.float64], mat: ArrayLike) -> None:
    """`res = (mat + mat') / 2`."""
def mju_transformSpatial(res: NDArray[np.float64], vec: ArrayLike, flg_force: _Int, newpos: ArrayLike, oldpos: ArrayLike, rotnew2old: Optional[ArrayLike]) -> None:
    """A motion, or a force if `flg_force` is set, about another point and in other axes."""
def mju_transpose(res: NDArray[np.float64], mat: ArrayLike) -> None:
    """`res = mat'`."""
def mju_trnVecPose(res: NDArray[np.float64], pos: ArrayLike, quat: ArrayLike, vec: ArrayLike) -> None:
    """Transforms a point by a pose."""
def mju_type2Str(type: _Int) -> Optional[str]:
    """Name of a kind of object, `mjtObj`; None if there is none."""
def mju_unit4(res: NDArray[np.float64]) -> None:
    """The identity: `res = (1, 0, 0, 0)`."""
def mju_warningText(warning: _Int, info: _Int) -> str:
    """Text of a warning; `info` is its number, such as that of the dof."""
def mju_writeLog(type: str, msg: str) -> None:
    """Adds a message to the file MUJOCO_LOG.TXT in the working directory."""
def mju_writeNumBytes(nbytes: _Int) -> str:
    """A number of bytes, in the largest unit that divides it."""
def mju_zero(res: NDArray[np.float64]) -> None:
    """`res = 0`."""
def mju_zero3(res: NDArray[np.float64]) -> None:
    """`res = 0`."""
def mju_zero4(res: NDArray[np.float64]) -> None:
    """`res = 0`."""
def set_mjcb_act_bias(callback: Optional[Callable[[MjModel, MjData, int], float]]) -> None:
    """Sets the function of (m, d, id) that returns the bias of an actuator with `biastype="user"`; None for none: it is 0."""
def set_mjcb_act_dyn(callback: Optional[Callable[[MjModel, MjData, int], float]]) -> None:
    """Sets the function of (m, d, id) that returns the rate of the activation of an actuator with `dyntype="user"`; of several"""
def set_mjcb_act_gain(callback: Optional[Callable[[MjModel, MjData, int], float]]) -> None:
    """Sets the function of (m, d, id) that returns the gain of an actuator with `gaintype="user"`; None for none: it is 1."""
def set_mjcb_contactfilter(callback: Optional[Callable[[MjModel, MjData, int, int], int]]) -> None:
    """Sets the function of (m, d, geom1, geom2) that rules contacts out: not 0 if the geoms cannot touch. It is asked in place of"""
def set_mjcb_control(callback: Optional[Callable[[MjModel, MjData], Any]]) -> None:
    """Sets the function of (m, d) that sets controls: called by `mj_forward` before actuator forces are computed, and at the"""
def set_mjcb_passive(callback: Optional[Callable[[MjModel, MjData], Any]]) -> None:
    """Sets the function of (m, d) that adds its forces to `d.qfrc_passive`; None for none."""
def set_mjcb_sensor(callback: Optional[Callable[[MjModel, MjData, int], Any]]) -> None:
    """Sets the function of (m, d, stage) that writes the readings of user sensors of a stage; None for none."""
def set_mjcb_time(callback: Optional[Callable[[], float]]) -> None:
    """Sets the clock, a function that returns a number: it is read before and after computations, but Synovia does not fill"""
def set_mju_user_free(callback: Optional[Callable[..., Any]]) -> None:
    """Sets a function in C that frees memory, or None. It is kept, but Synovia does not call it."""
def set_mju_user_malloc(callback: Optional[Callable[..., Any]]) -> None:
    """Sets a function in C that allocates memory, or None. It is kept, but Synovia does not call it."""
def set_mju_user_warning(callback: Optional[Callable[[str], Any]]) -> None:
    """Sets the handler of warnings: a function of the text, in Python or in C (by ctypes), or None for Python's `warnings`."""
class ActiveSetResult(NamedTuple):
    """The result of `active_set`."""
    lambda_: NDArray[np.float64] = ...
    converged: bool = ...
    iterations: int = ...
    second_phase: int = ...
    active_set_size: int = ...
    residual: float = ...
def active_set(A: ArrayLike, b: ArrayLike, lower: Optional[ArrayLike] = ..., upper: Optional[ArrayLike] = ..., *,
               tolerance: float = ..., cap: int = ..., max_iterations: Optional[int] = ...) -> ActiveSetResult:
    """Minimises ½ λ'Aλ − b'λ over lower ≤ λ ≤ upper, by default λ ≥ 0, for a symmetric positive definite matrix."""
PLUGINS_DIR: str
PLUGIN_HANDLES: List[Any]
def plugin(name: str, *, attributes: Iterable[str] = ..., stage: _Int = ...) -> Callable[[_Class], _Class]:
    """Registers a class as the plugin `name`."""
def plugin_names() -> List[str]:
    """The names of all plugins that models can use."""
class MjsElement:
    """What all elements of a specification are."""

class MjByteVec:
    """Bytes of an element."""
    def __getitem__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __iter__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __len__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __setitem__(self, *args: Any, **kwargs: Any) -> Any: ...

class MjCharVec:
    """Letters of an element."""
    def __getitem__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __iter__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __len__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __setitem__(self, *args: Any, **kwargs: Any) -> Any: ...

class MjDoubleVec:
    """Real numbers of an element."""
    def __getitem__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __iter__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __len__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __setitem__(self, *args: Any, **kwargs: Any) -> Any: ...

class MjFloatVec:
    """Single precision numbers of an element."""
    def __getitem__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __iter__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __len__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __setitem__(self, *args: Any, **kwargs: Any) -> Any: ...

class MjIntVec:
    """Integers of an element."""
    def __getitem__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __iter__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __len__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __setitem__(self, *args: Any, **kwargs: Any) -> Any: ...

class MjSpec:
    """A model to be edited."""
    def activate_plugin(self, *args: Any, **kwargs: Any) -> Any: ...
    def actuator(self, *args: Any, **kwargs: Any) -> Any: ...
    actuators: Any
    def add_actuator(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_default(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_equality(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_exclude(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_flex(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_hfield(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_key(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_material(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_mesh(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_numeric(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_pair(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_plugin(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_sensor(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_skin(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_tendon(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_text(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_texture(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_tuple(self, *args: Any, **kwargs: Any) -> Any: ...
    assets: Any
    def attach(self, *args: Any, **kwargs: Any) -> Any: ...
    bodies: Any
    def body(self, *args: Any, **kwargs: Any) -> Any: ...
    def camera(self, *args: Any, **kwargs: Any) -> Any: ...
    cameras: Any
    comment: Any
    def compile(self, *args: Any, **kwargs: Any) -> Any: ...
    compiler: Any
    def copy(self, *args: Any, **kwargs: Any) -> Any: ...
    copy_during_attach: Any
    default: Any
    def delete(self, *args: Any, **kwargs: Any) -> Any: ...
    equalities: Any
    def equality(self, *args: Any, **kwargs: Any) -> Any: ...
    def exclude(self, *args: Any, **kwargs: Any) -> Any: ...
    excludes: Any
    def find_default(self, *args: Any, **kwargs: Any) -> Any: ...
    def flex(self, *args: Any, **kwargs: Any) -> Any: ...
    flexes: Any
    def frame(self, *args: Any, **kwargs: Any) -> Any: ...
    frames: Any
    @classmethod
    def from_file(cls, *args: Any, **kwargs: Any) -> Any: ...
    @classmethod
    def from_string(cls, *args: Any, **kwargs: Any) -> Any: ...
    @classmethod
    def from_zip(cls, *args: Any, **kwargs: Any) -> Any: ...
    def geom(self, *args: Any, **kwargs: Any) -> Any: ...
    geoms: Any
    def hfield(self, *args: Any, **kwargs: Any) -> Any: ...
    hfields: Any
    def joint(self, *args: Any, **kwargs: Any) -> Any: ...
    joints: Any
    def key(self, *args: Any, **kwargs: Any) -> Any: ...
    keys: Any
    def light(self, *args: Any, **kwargs: Any) -> Any: ...
    lights: Any
    def material(self, *args: Any, **kwargs: Any) -> Any: ...
    materials: Any
    memory: Any
    def mesh(self, *args: Any, **kwargs: Any) -> Any: ...
    meshdir: Any
    meshes: Any
    modelfiledir: Any
    modelname: Any
    nconmax: Any
    njmax: Any
    nkey: Any
    nstack: Any
    def numeric(self, *args: Any, **kwargs: Any) -> Any: ...
    numerics: Any
    nuser_actuator: Any
    nuser_body: Any
    nuser_cam: Any
    nuser_geom: Any
    nuser_jnt: Any
    nuser_sensor: Any
    nuser_site: Any
    nuser_tendon: Any
    nuserdata: Any
    option: Any
    def pair(self, *args: Any, **kwargs: Any) -> Any: ...
    pairs: Any
    parent: Any
    def plugin(self, *args: Any, **kwargs: Any) -> Any: ...
    plugins: Any
    def recompile(self, *args: Any, **kwargs: Any) -> Any: ...
    @staticmethod
    def resolve_orientation(*args: Any, **kwargs: Any) -> Any: ...
    def sensor(self, *args: Any, **kwargs: Any) -> Any: ...
    sensors: Any
    def site(self, *args: Any, **kwargs: Any) -> Any: ...
    sites: Any
    def skin(self, *args: Any, **kwargs: Any) -> Any: ...
    skins: Any
    stat: Any
    strippath: Any
    def tendon(self, *args: Any, **kwargs: Any) -> Any: ...
    tendons: Any
    def text(self, *args: Any, **kwargs: Any) -> Any: ...
    texts: Any
    def texture(self, *args: Any, **kwargs: Any) -> Any: ...
    texturedir: Any
    textures: Any
    def to_file(self, *args: Any, **kwargs: Any) -> Any: ...
    def to_xml(self, *args: Any, **kwargs: Any) -> Any: ...
    def to_zip(self, *args: Any, **kwargs: Any) -> Any: ...
    def tuple(self, *args: Any, **kwargs: Any) -> Any: ...
    tuples: Any
    visual: Any
    worldbody: Any

class MjStringVec:
    """Strings of an element."""
    def __getitem__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __iter__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __len__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __setitem__(self, *args: Any, **kwargs: Any) -> Any: ...

class MjsActuator(MjsElement):
    """An actuator."""
    actdim: int
    actearly: int
    actlimited: int
    actrange: NDArray[np.float64]
    biasprm: NDArray[np.float64]
    biastype: Union[mjtBias, int]
    classname: Any
    cranklength: float
    ctrllimited: int
    ctrlrange: NDArray[np.float64]
    delay: float
    dynprm: NDArray[np.float64]
    dyntype: Union[mjtDyn, int]
    forcelimited: int
    forcerange: NDArray[np.float64]
    gainprm: NDArray[np.float64]
    gaintype: Union[mjtGain, int]
    gear: NDArray[np.float64]
    group: int
    id: Any
    info: str
    inheritrange: float
    interp: int
    lengthrange: NDArray[np.float64]
    name: Any
    nsample: int
    plugin: Any
    refsite: str
    def set_to_adhesion(self, *args: Any, **kwargs: Any) -> Any: ...
    def set_to_cylinder(self, *args: Any, **kwargs: Any) -> Any: ...
    def set_to_damper(self, *args: Any, **kwargs: Any) -> Any: ...
    def set_to_intvelocity(self, *args: Any, **kwargs: Any) -> Any: ...
    def set_to_motor(self, *args: Any, **kwargs: Any) -> Any: ...
    def set_to_muscle(self, *args: Any, **kwargs: Any) -> Any: ...
    def set_to_position(self, *args: Any, **kwargs: Any) -> Any: ...
    def set_to_velocity(self, *args: Any, **kwargs: Any) -> Any: ...
    signature: Any
    slidersite: str
    target: str
    trntype: Union[mjtTrn, int]
    userdata: MjDoubleVec

class MjsBody(MjsElement):
    """A rigid body."""
    def add_body(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_camera(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_freejoint(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_geom(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_joint(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_light(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_site(self, *args: Any, **kwargs: Any) -> Any: ...
    alt: Any
    def attach_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    bodies: Any
    cameras: Any
    childclass: str
    classname: Any
    explicitinertial: int
    def find_all(self, *args: Any, **kwargs: Any) -> Any: ...
    def find_child(self, *args: Any, **kwargs: Any) -> Any: ...
    def first_body(self, *args: Any, **kwargs: Any) -> Any: ...
    def first_camera(self, *args: Any, **kwargs: Any) -> Any: ...
    def first_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    def first_geom(self, *args: Any, **kwargs: Any) -> Any: ...
    def first_joint(self, *args: Any, **kwargs: Any) -> Any: ...
    def first_light(self, *args: Any, **kwargs: Any) -> Any: ...
    def first_site(self, *args: Any, **kwargs: Any) -> Any: ...
    frame: Any
    frames: Any
    fullinertia: NDArray[np.float64]
    geoms: Any
    gravcomp: float
    ialt: Any
    id: Any
    inertia: NDArray[np.float64]
    info: str
    ipos: NDArray[np.float64]
    iquat: NDArray[np.float64]
    joints: Any
    lights: Any
    mass: float
    mocap: int
    name: Any
    def next_body(self, *args: Any, **kwargs: Any) -> Any: ...
    def next_camera(self, *args: Any, **kwargs: Any) -> Any: ...
    def next_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    def next_geom(self, *args: Any, **kwargs: Any) -> Any: ...
    def next_joint(self, *args: Any, **kwargs: Any) -> Any: ...
    def next_light(self, *args: Any, **kwargs: Any) -> Any: ...
    def next_site(self, *args: Any, **kwargs: Any) -> Any: ...
    parent: Any
    plugin: Any
    pos: NDArray[np.float64]
    quat: NDArray[np.float64]
    def set_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    signature: Any
    sites: Any
    sleep: Union[mjtSleepPolicy, int]
    def to_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    userdata: MjDoubleVec

class MjsCamera(MjsElement):
    """A camera."""
    alt: Any
    classname: Any
    focal_length: NDArray[np.float32]
    focal_pixel: NDArray[np.float32]
    fovy: float
    frame: Any
    id: Any
    info: str
    ipd: float
    mode: Union[mjtCamLight, int]
    name: Any
    output: int
    parent: Any
    plugin: Any
    pos: NDArray[np.float64]
    principal_length: NDArray[np.float32]
    principal_pixel: NDArray[np.float32]
    proj: Union[mjtProjection, int]
    quat: NDArray[np.float64]
    resolution: NDArray[np.int32]
    sensor_size: NDArray[np.float32]
    def set_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    signature: Any
    targetbody: str
    userdata: MjDoubleVec

class MjsCompiler(MjsElement):
    """How a specification is compiled."""
    alignfree: int
    autolimits: int
    balanceinertia: int
    boundinertia: float
    boundmass: float
    degree: int
    discardvisual: int
    eulerseq: MjCharVec
    fitaabb: int
    fusestatic: int
    inertiafromgeom: int
    inertiagrouprange: NDArray[np.int32]
    meshdir: str
    saveinertial: int
    settotalmass: float
    texturedir: str

class MjsDefault(MjsElement):
    """A default class: what it says about each kind of element."""
    actuator: Any
    camera: Any
    equality: Any
    geom: Any
    joint: Any
    light: Any
    material: Any
    mesh: Any
    name: Any
    pair: Any
    site: Any
    tendon: Any

class MjsEquality(MjsElement):
    """An equality constraint."""
    active: int
    classname: Any
    data: NDArray[np.float64]
    id: Any
    info: str
    name: Any
    name1: str
    name2: str
    objtype: Union[mjtObj, int]
    plugin: Any
    signature: Any
    solimp: NDArray[np.float64]
    solref: NDArray[np.float64]
    type: Union[mjtEq, int]

class MjsExclude(MjsElement):
    """Two bodies that do not collide."""
    bodyname1: str
    bodyname2: str
    classname: Any
    id: Any
    info: str
    name: Any
    plugin: Any
    signature: Any

class MjsFlex(MjsElement):
    """A deformable mesh."""
    activelayers: int
    classname: Any
    conaffinity: int
    condim: int
    contype: int
    damping: float
    dim: int
    edgedamping: float
    edgestiffness: float
    elastic2d: int
    elem: MjIntVec
    elemtexcoord: MjIntVec
    flatskin: int
    friction: NDArray[np.float64]
    gap: float
    group: int
    id: Any
    info: str
    internal: int
    margin: float
    material: str
    name: Any
    node: MjDoubleVec
    nodebody: MjStringVec
    passive: int
    plugin: Any
    poisson: float
    priority: int
    radius: float
    rgba: NDArray[np.float32]
    selfcollide: int
    signature: Any
    size: NDArray[np.float64]
    solimp: NDArray[np.float64]
    solmix: float
    solref: NDArray[np.float64]
    texcoord: MjFloatVec
    thickness: float
    vert: MjDoubleVec
    vertbody: MjStringVec
    vertcollide: int
    young: float

class MjsFrame(MjsElement):
    """A coordinate frame."""
    def add_body(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_camera(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_geom(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_joint(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_light(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_site(self, *args: Any, **kwargs: Any) -> Any: ...
    alt: Any
    def attach_body(self, *args: Any, **kwargs: Any) -> Any: ...
    childclass: str
    classname: Any
    frame: Any
    id: Any
    info: str
    name: Any
    parent: Any
    plugin: Any
    pos: NDArray[np.float64]
    quat: NDArray[np.float64]
    def set_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    signature: Any

class MjsGeom(MjsElement):
    """A shape of a body."""
    alt: Any
    classname: Any
    conaffinity: int
    condim: int
    contype: int
    density: float
    fitscale: float
    fluid_coefs: NDArray[np.float64]
    fluid_ellipsoid: float
    frame: Any
    friction: NDArray[np.float64]
    fromto: NDArray[np.float64]
    gap: float
    group: int
    hfieldname: str
    id: Any
    info: str
    margin: float
    mass: float
    material: str
    meshname: str
    name: Any
    parent: Any
    plugin: Any
    pos: NDArray[np.float64]
    priority: int
    quat: NDArray[np.float64]
    rgba: NDArray[np.float32]
    def set_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    signature: Any
    size: NDArray[np.float64]
    solimp: NDArray[np.float64]
    solmix: float
    solref: NDArray[np.float64]
    type: Union[mjtGeom, int]
    typeinertia: Union[mjtGeomInertia, int]
    userdata: MjDoubleVec

class MjsHField(MjsElement):
    """A height field."""
    classname: Any
    content_type: str
    file: str
    id: Any
    info: str
    name: Any
    ncol: int
    nrow: int
    plugin: Any
    signature: Any
    size: NDArray[np.float64]
    userdata: MjFloatVec

class MjsJoint(MjsElement):
    """Degrees of freedom of a body."""
    actfrclimited: int
    actfrcrange: NDArray[np.float64]
    actgravcomp: int
    align: int
    armature: float
    axis: NDArray[np.float64]
    classname: Any
    damping: float
    frame: Any
    frictionloss: float
    group: int
    id: Any
    info: str
    limited: int
    margin: float
    name: Any
    parent: Any
    plugin: Any
    pos: NDArray[np.float64]
    range: NDArray[np.float64]
    ref: float
    def set_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    signature: Any
    solimp_friction: NDArray[np.float64]
    solimp_limit: NDArray[np.float64]
    solref_friction: NDArray[np.float64]
    solref_limit: NDArray[np.float64]
    springdamper: NDArray[np.float64]
    springref: float
    stiffness: float
    type: Union[mjtJoint, int]
    userdata: MjDoubleVec

class MjsKey(MjsElement):
    """A keyframe."""
    act: MjDoubleVec
    classname: Any
    ctrl: MjDoubleVec
    id: Any
    info: str
    mpos: MjDoubleVec
    mquat: MjDoubleVec
    name: Any
    plugin: Any
    qpos: MjDoubleVec
    qvel: MjDoubleVec
    signature: Any
    time: float

class MjsLight(MjsElement):
    """A light."""
    active: int
    ambient: NDArray[np.float32]
    attenuation: NDArray[np.float32]
    bulbradius: float
    castshadow: int
    classname: Any
    cutoff: float
    diffuse: NDArray[np.float32]
    dir: NDArray[np.float64]
    exponent: float
    frame: Any
    id: Any
    info: str
    intensity: float
    mode: Union[mjtCamLight, int]
    name: Any
    parent: Any
    plugin: Any
    pos: NDArray[np.float64]
    range: float
    def set_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    signature: Any
    specular: NDArray[np.float32]
    targetbody: str
    texture: str
    type: Union[mjtLightType, int]

class MjsMaterial(MjsElement):
    """A material."""
    classname: Any
    emission: float
    id: Any
    info: str
    metallic: float
    name: Any
    plugin: Any
    reflectance: float
    rgba: NDArray[np.float32]
    roughness: float
    shininess: float
    signature: Any
    specular: float
    texrepeat: NDArray[np.float32]
    textures: MjStringVec
    texuniform: int

class MjsMesh(MjsElement):
    """A mesh."""
    classname: Any
    content_type: str
    file: str
    id: Any
    inertia: Union[mjtMeshInertia, int]
    info: str
    def make_cone(self, *args: Any, **kwargs: Any) -> Any: ...
    def make_hemisphere(self, *args: Any, **kwargs: Any) -> Any: ...
    def make_plate(self, *args: Any, **kwargs: Any) -> Any: ...
    def make_sphere(self, *args: Any, **kwargs: Any) -> Any: ...
    def make_supersphere(self, *args: Any, **kwargs: Any) -> Any: ...
    def make_supertorus(self, *args: Any, **kwargs: Any) -> Any: ...
    def make_wedge(self, *args: Any, **kwargs: Any) -> Any: ...
    material: str
    maxhullvert: int
    name: Any
    needsdf: int
    plugin: Any
    refpos: NDArray[np.float64]
    refquat: NDArray[np.float64]
    scale: NDArray[np.float64]
    signature: Any
    smoothnormal: int
    userface: MjIntVec
    userfacenormal: MjIntVec
    userfacetexcoord: MjIntVec
    usernormal: MjFloatVec
    usertexcoord: MjFloatVec
    uservert: MjFloatVec

class MjsNumeric(MjsElement):
    """A named array."""
    classname: Any
    data: MjDoubleVec
    id: Any
    info: str
    name: Any
    plugin: Any
    signature: Any
    size: int

class MjsOrientation(MjsElement):
    """Another form of an orientation."""
    axisangle: NDArray[np.float64]
    euler: NDArray[np.float64]
    type: Any
    xyaxes: NDArray[np.float64]
    zaxis: NDArray[np.float64]

class MjsPair(MjsElement):
    """Two geoms that collide."""
    classname: Any
    condim: int
    friction: NDArray[np.float64]
    gap: float
    geomname1: str
    geomname2: str
    id: Any
    info: str
    margin: float
    name: Any
    plugin: Any
    signature: Any
    solimp: NDArray[np.float64]
    solref: NDArray[np.float64]
    solreffriction: NDArray[np.float64]

class MjsPlugin(MjsElement):
    """An instance of a plugin, or what an element uses of one."""
    config: Any
    id: Any
    signature: Any

class MjsSensor(MjsElement):
    """A sensor."""
    classname: Any
    cutoff: float
    datatype: Union[mjtDataType, int]
    delay: float
    dim: int
    def get_data_size(self, *args: Any, **kwargs: Any) -> Any: ...
    id: Any
    info: str
    interp: int
    interval: NDArray[np.float64]
    intprm: NDArray[np.int32]
    name: Any
    needstage: Union[mjtStage, int]
    noise: float
    nsample: int
    objname: str
    objtype: Union[mjtObj, int]
    plugin: Any
    refname: str
    reftype: Union[mjtObj, int]
    signature: Any
    type: Union[mjtSensor, int]
    userdata: MjDoubleVec

class MjsSite(MjsElement):
    """A place on a body."""
    alt: Any
    def attach_body(self, *args: Any, **kwargs: Any) -> Any: ...
    classname: Any
    frame: Any
    fromto: NDArray[np.float64]
    group: int
    id: Any
    info: str
    material: str
    name: Any
    parent: Any
    plugin: Any
    pos: NDArray[np.float64]
    quat: NDArray[np.float64]
    rgba: NDArray[np.float32]
    def set_frame(self, *args: Any, **kwargs: Any) -> Any: ...
    signature: Any
    size: NDArray[np.float64]
    type: Union[mjtGeom, int]
    userdata: MjDoubleVec

class MjsSkin(MjsElement):
    """A skin."""
    bindpos: MjFloatVec
    bindquat: MjFloatVec
    bodyname: MjStringVec
    classname: Any
    face: MjIntVec
    file: str
    group: int
    id: Any
    inflate: float
    info: str
    material: str
    name: Any
    plugin: Any
    rgba: NDArray[np.float32]
    signature: Any
    texcoord: MjFloatVec
    vert: MjFloatVec
    vertid: Any
    vertweight: Any

class MjsTendon(MjsElement):
    """A tendon."""
    actfrclimited: int
    actfrcrange: NDArray[np.float64]
    armature: float
    classname: Any
    damping: float
    def default(self, *args: Any, **kwargs: Any) -> Any: ...
    frictionloss: float
    group: int
    id: Any
    info: str
    limited: int
    margin: float
    material: str
    name: Any
    path: Any
    plugin: Any
    range: NDArray[np.float64]
    rgba: NDArray[np.float32]
    signature: Any
    solimp_friction: NDArray[np.float64]
    solimp_limit: NDArray[np.float64]
    solref_friction: NDArray[np.float64]
    solref_limit: NDArray[np.float64]
    springlength: NDArray[np.float64]
    stiffness: float
    userdata: MjDoubleVec
    width: float
    def wrap_geom(self, *args: Any, **kwargs: Any) -> Any: ...
    def wrap_joint(self, *args: Any, **kwargs: Any) -> Any: ...
    def wrap_pulley(self, *args: Any, **kwargs: Any) -> Any: ...
    def wrap_site(self, *args: Any, **kwargs: Any) -> Any: ...

class MjsTendonPath(MjsElement):
    """The path of a tendon."""
    def __getitem__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __len__(self, *args: Any, **kwargs: Any) -> Any: ...

class MjsText(MjsElement):
    """A named text."""
    classname: Any
    data: str
    id: Any
    info: str
    name: Any
    plugin: Any
    signature: Any

class MjsTexture(MjsElement):
    """A texture."""
    builtin: int
    classname: Any
    colorspace: Union[mjtColorSpace, int]
    content_type: str
    cubefiles: MjStringVec
    data: bytes
    file: str
    gridlayout: MjCharVec
    gridsize: NDArray[np.int32]
    height: int
    hflip: int
    id: Any
    info: str
    mark: int
    markrgb: NDArray[np.float64]
    name: Any
    nchannel: int
    plugin: Any
    random: float
    rgb1: NDArray[np.float64]
    rgb2: NDArray[np.float64]
    signature: Any
    type: Union[mjtTexture, int]
    vflip: int
    width: int

class MjsTuple(MjsElement):
    """A named list of objects."""
    classname: Any
    id: Any
    info: str
    name: Any
    objname: MjStringVec
    objprm: MjDoubleVec
    objtype: MjIntVec
    plugin: Any
    signature: Any

class MjsWrap(MjsElement):
    """A part of the path of a tendon."""
    coef: Any
    divisor: Any
    sidesite: Any
    target: Any
    type: Any

MjStruct: Any
