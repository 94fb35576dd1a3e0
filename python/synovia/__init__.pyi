"""Type stubs of synovia, written by scripts/generate/stubs from the field tables of the engine."""

from os import PathLike
from typing import IO, Any, Callable, ClassVar, Dict, Generic, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Tuple, TypeVar, Union

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

_Scalar = TypeVar("_Scalar", bound=np.generic)

class _Array(Generic[_Scalar]):
    def __get__(self, obj: Any, owner: Any = ...) -> NDArray[_Scalar]: ...
    def __set__(self, obj: Any, value: ArrayLike) -> None: ...

class _Whole:
    def __get__(self, obj: Any, owner: Any = ...) -> int: ...
    def __set__(self, obj: Any, value: _Int) -> None: ...

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
    mjINT_IMPLICITSPRING: ClassVar[mjtIntegrator]

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
    mjSOL_ACTIVESET: ClassVar[mjtSolver]

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

class mjtCamOutBit(_Enumeration):
    mjCAMOUT_RGB: ClassVar[mjtCamOutBit]
    mjCAMOUT_DEPTH: ClassVar[mjtCamOutBit]
    mjCAMOUT_DIST: ClassVar[mjtCamOutBit]
    mjCAMOUT_NORMAL: ClassVar[mjtCamOutBit]
    mjCAMOUT_SEG: ClassVar[mjtCamOutBit]
    mjNCAMOUT: ClassVar[mjtCamOutBit]

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

class mjtTaskStatus(_Enumeration):
    mjTASK_NEW: ClassVar[mjtTaskStatus]
    mjTASK_QUEUED: ClassVar[mjtTaskStatus]
    mjTASK_COMPLETED: ClassVar[mjtTaskStatus]

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
    gravity: _Array[np.float64]
    """Gravity [m/s²]."""
    wind: _Array[np.float64]
    """Velocity of the medium [m/s]."""
    magnetic: _Array[np.float64]
    """Magnetic flux."""
    density: float
    """Density of the medium [kg/m³]."""
    viscosity: float
    """Viscosity of the medium [Pa s]."""
    o_margin: float
    """Contact margin, if overridden [m]."""
    o_solref: _Array[np.float64]
    """Contact reference dynamics, if overridden."""
    o_solimp: _Array[np.float64]
    """Contact impedance, if overridden."""
    o_friction: _Array[np.float64]
    """Contact friction, if overridden."""
    integrator: _Whole
    """Time integrator."""
    cone: _Whole
    """Friction cone."""
    jacobian: _Whole
    """How constraint Jacobians are stored."""
    solver: _Whole
    """Constraint solver."""
    iterations: _Whole
    """Maximum number of solver iterations."""
    ls_iterations: _Whole
    """Maximum number of line search iterations."""
    noslip_iterations: _Whole
    """Maximum number of noslip iterations."""
    ccd_iterations: _Whole
    """Maximum number of iterations of convex collision."""
    disableflags: _Whole
    """Standard features that are disabled, bits of `mjtDisableBit`."""
    enableflags: _Whole
    """Optional features that are enabled, bits of `mjtEnableBit`."""
    disableactuator: _Whole
    """Actuator groups that are disabled, one bit each."""
    sdf_initpoints: _Whole
    """Starting points of the descent between signed distance fields."""
    sdf_iterations: _Whole
    """Maximum number of iterations of that descent."""

class MjStatistic:
    """Statistics of a model in its reference configuration."""
    def __init__(self) -> None: ...
    meaninertia: float
    """Mean of the diagonal of the inertia matrix."""
    meanmass: float
    """Mean mass of bodies [kg]."""
    meansize: float
    """Mean size of bodies [m]."""
    extent: float
    """Extent of the model [m]."""
    center: _Array[np.float64]
    """Center of the model [m]."""

class MjVisual:
    """Visualisation settings, in groups."""
    class Global:
        """Camera, window and other overall settings."""
        cameraid: _Whole
        """Camera to start with; −1 is the free one."""
        orthographic: _Whole
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
        offwidth: _Whole
        """Width of the off-screen buffer in pixels."""
        offheight: _Whole
        """Height of the off-screen buffer in pixels."""
        ellipsoidinertia: _Whole
        """1 if inertias are drawn as ellipsoids, 0 as boxes."""
        bvactive: _Whole
        """1 if bounding volumes in use are drawn."""

    class Quality:
        """Rendering quality."""
        shadowsize: _Whole
        """Pixels along a side of the shadow map."""
        offsamples: _Whole
        """Samples per pixel off screen."""
        numslices: _Whole
        """Slices of round shapes."""
        numstacks: _Whole
        """Stacks of round shapes."""
        numquads: _Whole
        """Quads along a side of boxes."""

    class Headlight:
        """The headlight of the viewer."""
        ambient: _Array[np.float32]
        """Ambient color."""
        diffuse: _Array[np.float32]
        """Diffuse color."""
        specular: _Array[np.float32]
        """Specular color."""
        active: _Whole
        """1 if it is on."""

    class Map:
        """Scale factors of visualised quantities."""
        stiffness: float
        """Stiffness of dragging with the mouse."""
        stiffnessrot: float
        """Stiffness of rotating with the mouse."""
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
        """Sizes of decorative elements."""
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
        """Colors of decorative elements."""
        fog: _Array[np.float32]
        """Fog."""
        haze: _Array[np.float32]
        """Haze."""
        force: _Array[np.float32]
        """External forces."""
        inertia: _Array[np.float32]
        """Inertias."""
        joint: _Array[np.float32]
        """Joints."""
        actuator: _Array[np.float32]
        """Actuators at rest."""
        actuatornegative: _Array[np.float32]
        """Actuators at the lower limit."""
        actuatorpositive: _Array[np.float32]
        """Actuators at the upper limit."""
        com: _Array[np.float32]
        """Centers of mass."""
        camera: _Array[np.float32]
        """Cameras."""
        light: _Array[np.float32]
        """Lights."""
        selectpoint: _Array[np.float32]
        """The selection point."""
        connect: _Array[np.float32]
        """Connectors between bodies."""
        contactpoint: _Array[np.float32]
        """Contact points."""
        contactforce: _Array[np.float32]
        """Contact forces."""
        contactfriction: _Array[np.float32]
        """Frictional contact forces."""
        contacttorque: _Array[np.float32]
        """Contact torques."""
        contactgap: _Array[np.float32]
        """Contacts within the gap."""
        rangefinder: _Array[np.float32]
        """Rangefinder rays."""
        constraint: _Array[np.float32]
        """Constraints."""
        slidercrank: _Array[np.float32]
        """Slider-cranks."""
        crankbroken: _Array[np.float32]
        """Slider-cranks that cannot reach."""
        frustum: _Array[np.float32]
        """Camera frusta."""
        bv: _Array[np.float32]
        """Bounding volumes."""
        bvactive: _Array[np.float32]
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
    mode: _Whole
    """Actuators to process: an `mjtLRMode`. int"""
    useexisting: _Whole
    """1 to keep existing length ranges of the model. int"""
    uselimit: _Whole
    """1 to use the limits of a joint or tendon, if there are any. int"""
    accel: float
    """Target acceleration of the applied force [m/s²]. float"""
    maxforce: float
    """Largest force [N]; 0 for no limit. float"""
    timeconst: float
    """Time constant of velocity damping [s]. float"""
    timestep: float
    """Timestep [s]; 0 for that of the model. float"""
    inttotal: float
    """Simulated time in each direction [s]. float"""
    interval: float
    """Time at the end during which the length is measured [s]. float"""
    tolrange: float
    """Largest variation of the length during that time, relative to the range. float"""

class _MjModelActuatorViews:
    """The fields of one actuator of a MjModel."""
    id: int
    name: str
    acc0: _Array[np.float64]
    """Norm of the acceleration that unit force causes at the reference pose."""
    actadr: _Array[np.int32]
    """First activation variable; −1 if the actuator has none."""
    actearly: _Array[np.uint8]
    """1 if the force uses the activation at the end of the step."""
    actlimited: _Array[np.uint8]
    """1 if the activation is clamped to `actrange`."""
    actnum: _Array[np.int32]
    """Number of activation variables."""
    actrange: _Array[np.float64]
    """Lower and upper limit of the activation."""
    biasprm: _Array[np.float64]
    """Parameters of the bias."""
    biastype: _Array[np.int32]
    """Kind of bias."""
    cranklength: _Array[np.float64]
    """Length of the rod of a slider-crank [m]."""
    ctrllimited: _Array[np.uint8]
    """1 if the control is clamped to `ctrlrange`."""
    ctrlrange: _Array[np.float64]
    """Lower and upper limit of the control."""
    delay: _Array[np.float64]
    """Age of the control that acts [s]; 0 is now."""
    dynprm: _Array[np.float64]
    """Parameters of the activation dynamics."""
    dyntype: _Array[np.int32]
    """Kind of activation dynamics."""
    forcelimited: _Array[np.uint8]
    """1 if the force is clamped to `forcerange`."""
    forcerange: _Array[np.float64]
    """Lower and upper limit of the force."""
    gainprm: _Array[np.float64]
    """Parameters of the gain."""
    gaintype: _Array[np.int32]
    """Kind of gain."""
    gear: _Array[np.float64]
    """Scale of length and force; a wrench direction for sites and free joints."""
    group: _Array[np.int32]
    """Group, for visibility and for disabling."""
    history: _Array[np.int32]
    """Samples kept of the control, and the order of interpolation between them."""
    historyadr: _Array[np.int32]
    """First number in the history buffer; −1 if there is no history."""
    length0: _Array[np.float64]
    """Actuator length at the reference pose."""
    lengthrange: _Array[np.float64]
    """Shortest and longest feasible length."""
    plugin: _Array[np.int32]
    """Plugin instance; −1 if none."""
    trnid: _Array[np.int32]
    """Joint, tendon, site or body that is driven, and the reference or slider site; −1 where there is none."""
    trntype: _Array[np.int32]
    """Kind of transmission."""
    user: _Array[np.float64]
    """User data."""

class _MjModelBodyViews:
    """The fields of one body of a MjModel."""
    id: int
    name: str
    bvhadr: _Array[np.int32]
    """Root of the body's bounding volume hierarchy; −1 if none."""
    bvhnum: _Array[np.int32]
    """Number of nodes of that hierarchy."""
    conaffinity: _Array[np.int32]
    """Union of the contact affinities of the body's geoms."""
    contype: _Array[np.int32]
    """Union of the contact types of the body's geoms."""
    dofadr: _Array[np.int32]
    """First dof between this body and its parent; −1 if it has none."""
    dofnum: _Array[np.int32]
    """Number of dofs between this body and its parent."""
    geomadr: _Array[np.int32]
    """First geom of this body; −1 if it has none."""
    geomnum: _Array[np.int32]
    """Number of geoms of this body."""
    gravcomp: _Array[np.float64]
    """Gravity compensation: share of the weight that is cancelled, 1 for all."""
    inertia: _Array[np.float64]
    """Principal moments of inertia about the center of mass, in the frame (ipos, iquat) [kg m²]."""
    invweight0: _Array[np.float64]
    """Mean inverse inertia at the reference pose, for translation and rotation; scales constraints."""
    ipos: _Array[np.float64]
    """Center of mass in the body frame [m]."""
    iquat: _Array[np.float64]
    """Principal axes of inertia in the body frame."""
    jntadr: _Array[np.int32]
    """First joint of this body; −1 if it has none."""
    jntnum: _Array[np.int32]
    """Number of joints of this body."""
    margin: _Array[np.float64]
    """Largest contact margin among the body's geoms [m]."""
    mass: _Array[np.float64]
    """Mass [kg], without the subtree."""
    mocapid: _Array[np.int32]
    """Row in the mocap arrays; −1 if the body is not a mocap body."""
    parentid: _Array[np.int32]
    """Parent body; the world is its own parent."""
    plugin: _Array[np.int32]
    """Plugin instance of this body; −1 if none."""
    pos: _Array[np.float64]
    """Origin of the body in its parent's frame [m]."""
    quat: _Array[np.float64]
    """Orientation of the body in its parent's frame."""
    rootid: _Array[np.int32]
    """Ancestor that is a child of the world; the world for the world."""
    sameframe: _Array[np.uint8]
    """Which frames coincide with the inertial frame (`mjtSameFrame`)."""
    simple: _Array[np.uint8]
    """1: the body's block of the inertia matrix is diagonal; 2: and all its joints are slides; 0: neither."""
    subtreemass: _Array[np.float64]
    """Mass of the body and everything it carries [kg]."""
    treeid: _Array[np.int32]
    """Kinematic tree of this body; −1 if it never moves."""
    user: _Array[np.float64]
    """User data."""
    weldid: _Array[np.int32]
    """Highest ancestor rigidly connected to this body, itself if it has dofs."""

class _MjModelCameraViews:
    """The fields of one camera of a MjModel."""
    id: int
    name: str
    bodyid: _Array[np.int32]
    """Body that carries the camera."""
    fovy: _Array[np.float64]
    """Vertical field of view: an angle [deg], or a length [m] if orthographic."""
    intrinsic: _Array[np.float32]
    """Focal lengths and principal point [m]."""
    ipd: _Array[np.float64]
    """Distance between the pupils of a stereo pair [m]."""
    mat0: _Array[np.float64]
    """World orientation at the reference pose."""
    mode: _Array[np.int32]
    """How the camera follows its body or target."""
    output: _Array[np.int32]
    """What the camera renders, bits of `mjtCamOutBit`."""
    pos: _Array[np.float64]
    """Origin in the body frame [m]."""
    pos0: _Array[np.float64]
    """World offset from the body at the reference pose [m]."""
    poscom0: _Array[np.float64]
    """World offset from the subtree's center of mass at the reference pose [m]."""
    projection: _Array[np.int32]
    """Perspective or orthographic."""
    quat: _Array[np.float64]
    """Orientation in the body frame."""
    resolution: _Array[np.int32]
    """Width and height of the image in pixels."""
    sensorsize: _Array[np.float32]
    """Width and height of the sensor [m]."""
    targetbodyid: _Array[np.int32]
    """Body to look at in the targeting modes; −1 if none."""
    user: _Array[np.float64]
    """User data."""

class _MjModelEqualityViews:
    """The fields of one equality of a MjModel."""
    id: int
    name: str
    active0: _Array[np.uint8]
    """1 if the constraint is on after a reset."""
    data: _Array[np.float64]
    """Anchors, relative pose or polynomial, by kind."""
    obj1id: _Array[np.int32]
    """First object: body, site, joint, tendon or flex."""
    obj2id: _Array[np.int32]
    """Second object; −1 if there is none."""
    objtype: _Array[np.int32]
    """Kind of the two objects."""
    solimp: _Array[np.float64]
    """Impedance."""
    solref: _Array[np.float64]
    """Reference dynamics."""
    type: _Array[np.int32]
    """Kind of constraint."""

class _MjModelExcludeViews:
    """The fields of one exclude of a MjModel."""
    id: int
    name: str
    signature: _Array[np.int32]
    """Signature of the two bodies, `(body1 << 16) + body2`; sorted."""

class _MjModelGeomViews:
    """The fields of one geom of a MjModel."""
    id: int
    name: str
    aabb: _Array[np.float64]
    """Center and half sizes of the bounding box in the geom frame [m]."""
    bodyid: _Array[np.int32]
    """Body that carries the geom."""
    conaffinity: _Array[np.int32]
    """Contact affinity bits (`conaffinity`): the types that it can touch."""
    condim: _Array[np.int32]
    """Dimensions of the contact space: 1, 3, 4 or 6."""
    contype: _Array[np.int32]
    """Contact type bits (`contype`)."""
    dataid: _Array[np.int32]
    """Mesh or height field of the geom; −1 if it has none."""
    fluid: _Array[np.float64]
    """Coefficients of the ellipsoid model of fluid forces; the first one switches it on."""
    friction: _Array[np.float64]
    """Sliding, torsional and rolling friction coefficient."""
    gap: _Array[np.float64]
    """Contacts push only when the distance is below `margin - gap` [m]."""
    group: _Array[np.int32]
    """Visibility group."""
    margin: _Array[np.float64]
    """Contacts appear when the distance is below this [m]."""
    matid: _Array[np.int32]
    """Material; −1 if none."""
    plugin: _Array[np.int32]
    """Plugin instance of this geom; −1 if none."""
    pos: _Array[np.float64]
    """Origin in the body frame [m]."""
    priority: _Array[np.int32]
    """The geom with the higher number alone sets the contact's parameters."""
    quat: _Array[np.float64]
    """Orientation in the body frame."""
    rbound: _Array[np.float64]
    """Radius of the bounding sphere around the geom's origin; 0 for planes [m]."""
    rgba: _Array[np.float32]
    """Color if there is no material."""
    sameframe: _Array[np.uint8]
    """Which frames of the body the geom frame coincides with (`mjtSameFrame`)."""
    size: _Array[np.float64]
    """Sizes of the shape, by kind: radius; radius and half length; half sizes [m]."""
    solimp: _Array[np.float64]
    """Impedance of contacts."""
    solmix: _Array[np.float64]
    """Weight of this geom when contact parameters of two geoms are averaged."""
    solref: _Array[np.float64]
    """Reference dynamics of contacts."""
    type: _Array[np.int32]
    """Kind of shape."""
    user: _Array[np.float64]
    """User data."""

class _MjModelHfieldViews:
    """The fields of one hfield of a MjModel."""
    id: int
    name: str
    adr: _Array[np.int32]
    """First elevation in `data`."""
    data: _Array[np.float32]
    """Elevations between 0 and 1, row after row."""
    ncol: _Array[np.int32]
    """Grid points along x."""
    nrow: _Array[np.int32]
    """Grid points along y."""
    pathadr: _Array[np.int32]
    """Where the file name begins in `paths`; −1 if none."""
    size: _Array[np.float64]
    """Half sizes in x and y, height of elevation 1, depth of the base [m]."""

class _MjModelJointViews:
    """The fields of one joint of a MjModel."""
    id: int
    name: str
    M0: _Array[np.float64]
    """Diagonal of the inertia matrix at the reference pose."""
    Madr: _Array[np.int32]
    """Position of the diagonal element in the legacy order of the inertia matrix."""
    actfrclimited: _Array[np.uint8]
    """1 if the sum of actuator forces is clamped to `actfrcrange`."""
    actfrcrange: _Array[np.float64]
    """Lower and upper limit of the sum of actuator forces."""
    actgravcomp: _Array[np.uint8]
    """1 if gravity compensation is part of the actuator force."""
    armature: _Array[np.float64]
    """Inertia added to the diagonal, such as of a rotor [kg m² or kg]."""
    axis: _Array[np.float64]
    """Axis of a hinge or slide in the body frame, of unit length."""
    bodyid: _Array[np.int32]
    """Body that the dof moves."""
    damping: _Array[np.float64]
    """Viscous friction [N m s/rad or N s/m]."""
    dofadr: _Array[np.int32]
    """First number of the joint in `qvel`, its first dof."""
    frictionloss: _Array[np.float64]
    """Dry friction: largest force that friction can resist [N m or N]."""
    group: _Array[np.int32]
    """Visibility group."""
    invweight0: _Array[np.float64]
    """Diagonal of the inverse inertia matrix at the reference pose, averaged over the joint."""
    jntid: _Array[np.int32]
    """Joint that the dof belongs to."""
    length: _Array[np.float64]
    """1 for translations; for rotations the length that turns an angle into a displacement [m]."""
    limited: _Array[np.uint8]
    """1 if `range` is enforced."""
    margin: _Array[np.float64]
    """Distance to a limit at which the constraint appears."""
    parentid: _Array[np.int32]
    """Next dof towards the root of the tree; −1 for the first of a tree."""
    pos: _Array[np.float64]
    """Anchor in the body frame [m]."""
    qpos0: _Array[np.float64]
    """Positions at the reference pose."""
    qpos_spring: _Array[np.float64]
    """Positions at which joint springs rest."""
    qposadr: _Array[np.int32]
    """First number of the joint in `qpos`."""
    range: _Array[np.float64]
    """Lower and upper limit [rad or m]; a ball joint uses the upper one."""
    simplenum: _Array[np.int32]
    """Number of consecutive dofs from here on whose rows of the inertia matrix are diagonal."""
    solimp: _Array[np.float64]
    """Impedance of the limit constraint."""
    solref: _Array[np.float64]
    """Reference dynamics of the limit constraint."""
    stiffness: _Array[np.float64]
    """Spring constant [N m/rad or N/m]."""
    treeid: _Array[np.int32]
    """Kinematic tree of the dof."""
    type: _Array[np.int32]
    """Kind of joint."""
    user: _Array[np.float64]
    """User data."""

class _MjModelLightViews:
    """The fields of one light of a MjModel."""
    id: int
    name: str
    active: _Array[np.uint8]
    """1 if the light is on."""
    ambient: _Array[np.float32]
    """Ambient color."""
    attenuation: _Array[np.float32]
    """Constant, linear and quadratic coefficient of the decay with distance."""
    bodyid: _Array[np.int32]
    """Body that carries the light."""
    bulbradius: _Array[np.float32]
    """Radius of the source, for soft shadows [m]."""
    castshadow: _Array[np.uint8]
    """1 if the light casts shadows."""
    cutoff: _Array[np.float32]
    """Half angle of a spot's cone [deg]."""
    diffuse: _Array[np.float32]
    """Diffuse color."""
    dir: _Array[np.float64]
    """Direction in the body frame."""
    dir0: _Array[np.float64]
    """World direction at the reference pose."""
    exponent: _Array[np.float32]
    """How sharply a spot falls off towards the edge of its cone."""
    intensity: _Array[np.float32]
    """Luminous intensity [cd]."""
    mode: _Array[np.int32]
    """How the light follows its body or target."""
    pos: _Array[np.float64]
    """Origin in the body frame [m]."""
    pos0: _Array[np.float64]
    """World offset from the body at the reference pose [m]."""
    poscom0: _Array[np.float64]
    """World offset from the subtree's center of mass at the reference pose [m]."""
    range: _Array[np.float32]
    """Distance beyond which the light has no effect [m]."""
    specular: _Array[np.float32]
    """Specular color."""
    targetbodyid: _Array[np.int32]
    """Body to shine at in the targeting modes; −1 if none."""
    texid: _Array[np.int32]
    """Texture of an image light; −1 if none."""
    type: _Array[np.int32]
    """Kind of light."""

class _MjModelMaterialViews:
    """The fields of one material of a MjModel."""
    id: int
    name: str
    emission: _Array[np.float32]
    """Emitted share of the color."""
    metallic: _Array[np.float32]
    """Metallic share."""
    reflectance: _Array[np.float32]
    """Mirror strength; 0 disables reflection."""
    rgba: _Array[np.float32]
    """Color."""
    roughness: _Array[np.float32]
    """Roughness."""
    shininess: _Array[np.float32]
    """Sharpness of highlights."""
    specular: _Array[np.float32]
    """Strength of highlights."""
    texid: _Array[np.int32]
    """Texture for each `TextureRole`; −1 where there is none."""
    texrepeat: _Array[np.float32]
    """Repetitions of the texture."""
    texuniform: _Array[np.uint8]
    """1 if the texture keeps its size in space whatever the size of the geom."""

class _MjModelMeshViews:
    """The fields of one mesh of a MjModel."""
    id: int
    name: str
    bvhadr: _Array[np.int32]
    """Root of the bounding volume hierarchy; −1 if none."""
    bvhnum: _Array[np.int32]
    """Number of nodes of that hierarchy."""
    faceadr: _Array[np.int32]
    """First face."""
    facenum: _Array[np.int32]
    """Number of faces."""
    graphadr: _Array[np.int32]
    """First number of the convex hull in `graph`; −1 if there is no hull."""
    normaladr: _Array[np.int32]
    """First normal."""
    normalnum: _Array[np.int32]
    """Number of normals."""
    octadr: _Array[np.int32]
    """Root of the octree; −1 if none."""
    octnum: _Array[np.int32]
    """Number of cells of the octree."""
    pathadr: _Array[np.int32]
    """Where the file name begins in `paths`; −1 if none."""
    polyadr: _Array[np.int32]
    """First polygon."""
    polynum: _Array[np.int32]
    """Number of polygons: merged coplanar faces of the hull."""
    pos: _Array[np.float64]
    """Translation that was applied to the asset: the mesh's center before it [m]."""
    quat: _Array[np.float64]
    """Rotation that was applied to the asset: its principal axes before it."""
    scale: _Array[np.float64]
    """Scaling that was applied to the asset."""
    texcoordadr: _Array[np.int32]
    """First texture coordinate; −1 if there are none."""
    texcoordnum: _Array[np.int32]
    """Number of texture coordinates."""
    vertadr: _Array[np.int32]
    """First vertex."""
    vertnum: _Array[np.int32]
    """Number of vertices."""

class _MjModelNumericViews:
    """The fields of one numeric of a MjModel."""
    id: int
    name: str
    adr: _Array[np.int32]
    """First number in `data`."""
    data: _Array[np.float64]
    """All numbers."""
    size: _Array[np.int32]
    """Number of numbers."""

class _MjModelPairViews:
    """The fields of one pair of a MjModel."""
    id: int
    name: str
    dim: _Array[np.int32]
    """Dimensions of the contact space: 1, 3, 4 or 6."""
    friction: _Array[np.float64]
    """Two sliding, one torsional and two rolling friction coefficients."""
    gap: _Array[np.float64]
    """Contacts push only when the distance is below `margin - gap` [m]."""
    geom1: _Array[np.int32]
    """First geom."""
    geom2: _Array[np.int32]
    """Second geom."""
    margin: _Array[np.float64]
    """Contacts appear when the distance is below this [m]."""
    signature: _Array[np.int32]
    """Signature of the two bodies, `(body1 << 16) + body2`; the pairs are sorted by it."""
    solimp: _Array[np.float64]
    """Impedance."""
    solref: _Array[np.float64]
    """Reference dynamics along the normal."""
    solreffriction: _Array[np.float64]
    """Reference dynamics along the friction directions; zeros mean the same as `solref`."""

class _MjModelSensorViews:
    """The fields of one sensor of a MjModel."""
    id: int
    name: str
    adr: _Array[np.int32]
    """First output in `sensordata`."""
    cutoff: _Array[np.float64]
    """Outputs are clamped to ± this; 0 means no clamp."""
    datatype: _Array[np.int32]
    """Kind of output: real, positive, axis or quaternion."""
    delay: _Array[np.float64]
    """Age of the value that is reported [s]; 0 is now."""
    dim: _Array[np.int32]
    """Number of outputs."""
    history: _Array[np.int32]
    """Samples kept of the output, and the order of interpolation between them."""
    historyadr: _Array[np.int32]
    """First number in the history buffer; −1 if there is no history."""
    interval: _Array[np.float64]
    """Sampling period and phase [s]."""
    intprm: _Array[np.int32]
    """Integer parameters."""
    needstage: _Array[np.int32]
    """Stage of the step after which the value is known."""
    noise: _Array[np.float64]
    """Standard deviation of noise, for the user."""
    objid: _Array[np.int32]
    """The sensed object; −1 if there is none."""
    objtype: _Array[np.int32]
    """Kind of the sensed object."""
    plugin: _Array[np.int32]
    """Plugin instance; −1 if none."""
    refid: _Array[np.int32]
    """The reference frame; −1 for the world."""
    reftype: _Array[np.int32]
    """Kind of the reference frame."""
    type: _Array[np.int32]
    """Kind of sensor."""
    user: _Array[np.float64]
    """User data."""

class _MjModelSiteViews:
    """The fields of one site of a MjModel."""
    id: int
    name: str
    bodyid: _Array[np.int32]
    """Body that carries the site."""
    group: _Array[np.int32]
    """Visibility group."""
    matid: _Array[np.int32]
    """Material; −1 if none."""
    pos: _Array[np.float64]
    """Origin in the body frame [m]."""
    quat: _Array[np.float64]
    """Orientation in the body frame."""
    rgba: _Array[np.float32]
    """Color if there is no material."""
    sameframe: _Array[np.uint8]
    """Which frames of the body the site frame coincides with (`mjtSameFrame`)."""
    size: _Array[np.float64]
    """Sizes of the shape, as of a geom [m]."""
    type: _Array[np.int32]
    """Shape that draws the site and bounds touch sensors."""
    user: _Array[np.float64]
    """User data."""

class _MjModelSkinViews:
    """The fields of one skin of a MjModel."""
    id: int
    name: str
    boneadr: _Array[np.int32]
    """First bone."""
    bonenum: _Array[np.int32]
    """Number of bones."""
    faceadr: _Array[np.int32]
    """First face."""
    facenum: _Array[np.int32]
    """Number of faces."""
    group: _Array[np.int32]
    """Visibility group."""
    inflate: _Array[np.float32]
    """Offset along the normals [m]."""
    matid: _Array[np.int32]
    """Material; −1 if none."""
    pathadr: _Array[np.int32]
    """Where the file name begins in `paths`; −1 if none."""
    rgba: _Array[np.float32]
    """Color if there is no material."""
    texcoordadr: _Array[np.int32]
    """First texture coordinate; −1 if there are none."""
    vertadr: _Array[np.int32]
    """First vertex."""
    vertnum: _Array[np.int32]
    """Number of vertices."""

class _MjModelTendonViews:
    """The fields of one tendon of a MjModel."""
    id: int
    name: str
    actfrclimited: _Array[np.uint8]
    """1 if the sum of actuator forces is clamped to `actfrcrange`."""
    actfrcrange: _Array[np.float64]
    """Lower and upper limit of the sum of actuator forces [N]."""
    adr: _Array[np.int32]
    """First element of the path."""
    armature: _Array[np.float64]
    """Inertia along the tendon [kg]."""
    damping: _Array[np.float64]
    """Viscous friction [N s/m]."""
    frictionloss: _Array[np.float64]
    """Dry friction [N]."""
    group: _Array[np.int32]
    """Visibility group."""
    invweight0: _Array[np.float64]
    """Inverse inertia along the tendon at the reference pose."""
    length0: _Array[np.float64]
    """Length at the reference pose [m]."""
    lengthspring: _Array[np.float64]
    """Lengths between which the spring is slack [m]."""
    limited: _Array[np.uint8]
    """1 if `range` is enforced."""
    margin: _Array[np.float64]
    """Distance to a limit at which the constraint appears [m]."""
    matid: _Array[np.int32]
    """Material; −1 if none."""
    num: _Array[np.int32]
    """Number of elements of the path."""
    range: _Array[np.float64]
    """Shortest and longest length [m]."""
    rgba: _Array[np.float32]
    """Color if there is no material."""
    solimp_fri: _Array[np.float64]
    """Impedance of the friction-loss constraint."""
    solimp_lim: _Array[np.float64]
    """Impedance of the limit constraint."""
    solref_fri: _Array[np.float64]
    """Reference dynamics of the friction-loss constraint."""
    solref_lim: _Array[np.float64]
    """Reference dynamics of the limit constraint."""
    stiffness: _Array[np.float64]
    """Spring constant [N/m]."""
    treeid: _Array[np.int32]
    """The first two of these trees; −1 where there is none."""
    treenum: _Array[np.int32]
    """Number of kinematic trees that the tendon connects."""
    user: _Array[np.float64]
    """User data."""
    width: _Array[np.float64]
    """Drawn width [m]."""

class _MjModelTextureViews:
    """The fields of one texture of a MjModel."""
    id: int
    name: str
    adr: _Array[np.int64]
    """First byte in `data`."""
    colorspace: _Array[np.int32]
    """Color space of the pixels."""
    data: _Array[np.uint8]
    """Pixels."""
    height: _Array[np.int32]
    """Rows of pixels."""
    nchannel: _Array[np.int32]
    """Numbers per pixel."""
    pathadr: _Array[np.int32]
    """Where the file name begins in `paths`; −1 if none."""
    type: _Array[np.int32]
    """Flat, cube or skybox."""
    width: _Array[np.int32]
    """Columns of pixels."""

class _MjModelTextViews:
    """The fields of one text of a MjModel."""
    id: int
    name: str
    adr: _Array[np.int32]
    """First character in `data`."""
    data: _Array[np.uint8]
    """All strings, each terminated by 0."""
    size: _Array[np.int32]
    """Number of characters with the final 0."""

class _MjModelTupleViews:
    """The fields of one tuple of a MjModel."""
    id: int
    name: str
    adr: _Array[np.int32]
    """First object of the tuple."""
    objid: _Array[np.int32]
    """Id of each object."""
    objprm: _Array[np.float64]
    """A number for each object."""
    objtype: _Array[np.int32]
    """Kind of each object."""
    size: _Array[np.int32]
    """Number of objects."""

class _MjModelFlexViews:
    """The fields of one flex of a MjModel."""
    id: int
    name: str
    activelayers: _Array[np.int32]
    """How many layers of elements below the surface collide; solids only."""
    bvhadr: _Array[np.int32]
    """Root of the bounding volume hierarchy; −1 if none."""
    bvhnum: _Array[np.int32]
    """Number of nodes of that hierarchy."""
    centered: _Array[np.uint8]
    """1 if every vertex is at the origin of its body."""
    conaffinity: _Array[np.int32]
    """Contact affinity bits (`conaffinity`): the types that it can touch."""
    condim: _Array[np.int32]
    """Dimensions of the contact space: 1, 3, 4 or 6."""
    contype: _Array[np.int32]
    """Contact type bits (`contype`)."""
    damping: _Array[np.float64]
    """Rayleigh damping [s]."""
    dim: _Array[np.int32]
    """1: lines, 2: triangles, 3: tetrahedra."""
    edgeadr: _Array[np.int32]
    """First edge."""
    edgedamping: _Array[np.float64]
    """Damping of edges [N s/m]."""
    edgeequality: _Array[np.int32]
    """Equality constraints on 0: nothing, 1: edges, 2: vertices."""
    edgenum: _Array[np.int32]
    """Number of edges."""
    edgestiffness: _Array[np.float64]
    """Stiffness of edges as springs [N/m]."""
    elemadr: _Array[np.int32]
    """First element."""
    elemdataadr: _Array[np.int32]
    """First vertex number of the elements, in `elem`."""
    elemedgeadr: _Array[np.int32]
    """First edge number of the elements, in `elemedge`."""
    elemnum: _Array[np.int32]
    """Number of elements."""
    evpairadr: _Array[np.int32]
    """First (element, vertex) pair."""
    evpairnum: _Array[np.int32]
    """Number of (element, vertex) pairs."""
    flatskin: _Array[np.uint8]
    """1 if drawn with flat shading."""
    friction: _Array[np.float64]
    """Sliding, torsional and rolling friction coefficient."""
    gap: _Array[np.float64]
    """Contacts push only when the distance is below `margin - gap` [m]."""
    group: _Array[np.int32]
    """Visibility group."""
    internal: _Array[np.uint8]
    """1 if elements keep their own vertices from passing through."""
    interp: _Array[np.int32]
    """0: vertices move by themselves; otherwise the order of interpolation between nodes."""
    margin: _Array[np.float64]
    """Contacts appear when the distance is below this [m]."""
    matid: _Array[np.int32]
    """Material; −1 if none."""
    nodeadr: _Array[np.int32]
    """First node."""
    nodenum: _Array[np.int32]
    """Number of nodes."""
    passive: _Array[np.int32]
    """1 if contacts act as passive forces instead of constraints."""
    priority: _Array[np.int32]
    """The flex or geom with the higher number alone sets the contact's parameters."""
    radius: _Array[np.float64]
    """Half thickness [m]."""
    rgba: _Array[np.float32]
    """Color if there is no material."""
    rigid: _Array[np.uint8]
    """1 if all vertices move with one body."""
    selfcollide: _Array[np.int32]
    """How the flex is tested against itself."""
    shelldataadr: _Array[np.int32]
    """First vertex number of the shell, in `shell`."""
    shellnum: _Array[np.int32]
    """Number of shell fragments."""
    size: _Array[np.float64]
    """Half sizes of the bounding box at the reference pose [m]."""
    solimp: _Array[np.float64]
    """Impedance of contacts."""
    solmix: _Array[np.float64]
    """Weight of this flex when contact parameters are averaged."""
    solref: _Array[np.float64]
    """Reference dynamics of contacts."""
    texcoordadr: _Array[np.int32]
    """First texture coordinate; −1 if there are none."""
    vertadr: _Array[np.int32]
    """First vertex."""
    vertnum: _Array[np.int32]
    """Number of vertices."""

class _MjModelKeyframeViews:
    """The fields of one key of a MjModel."""
    id: int
    name: str
    act: _Array[np.float64]
    """Activations."""
    ctrl: _Array[np.float64]
    """Controls."""
    mpos: _Array[np.float64]
    """Position of each mocap body, in the world."""
    mquat: _Array[np.float64]
    """Orientation of each mocap body, in the world."""
    qpos: _Array[np.float64]
    """Positions."""
    qvel: _Array[np.float64]
    """Velocities."""
    time: _Array[np.float64]
    """Simulation time [s]."""

class _MjModelPluginViews:
    """The fields of one plugin of a MjModel."""
    id: int
    name: str
    attradr: _Array[np.int32]
    """First character of each instance's configuration."""
    stateadr: _Array[np.int32]
    """First number in the plugin state."""
    statenum: _Array[np.int32]
    """Number of state variables."""

class MjModel:
    """A compiled model. Load one with `MjModel.from_xml_path` or `MjModel.from_xml_string`."""
    @classmethod
    def from_xml_path(cls, filename: Union[str, bytes, PathLike[str]], assets: Optional[Mapping[str, bytes]] = ...) -> MjModel: ...
    @classmethod
    def from_xml_string(cls, xml: Union[str, bytes], assets: Optional[Mapping[str, bytes]] = ...) -> MjModel: ...
    @classmethod
    def from_binary_path(cls, filename: Union[str, bytes, PathLike[str]], assets: Optional[Mapping[str, bytes]] = ...) -> MjModel: ...
    opt: MjOption
    stat: MjStatistic
    vis: MjVisual
    signature: int
    @property
    def nq(self) -> int:
        """Numbers in `qpos`."""
    @property
    def nv(self) -> int:
        """Numbers in `qvel`: dofs."""
    @property
    def nu(self) -> int:
        """Actuators: numbers in `ctrl`."""
    @property
    def na(self) -> int:
        """Activation variables: numbers in `act`."""
    @property
    def nbody(self) -> int:
        """Bodies, with the world."""
    @property
    def nbvh(self) -> int:
        """Nodes of all bounding volume hierarchies."""
    @property
    def nbvhstatic(self) -> int:
        """Nodes whose boxes are constant."""
    @property
    def nbvhdynamic(self) -> int:
        """Nodes whose boxes move: those of flexes."""
    @property
    def noct(self) -> int:
        """Cells of all octrees."""
    @property
    def njnt(self) -> int:
        """Joints."""
    @property
    def ntree(self) -> int:
        """Kinematic trees."""
    @property
    def nM(self) -> int:
        """Nonzeros of the inertia matrix in the legacy order."""
    @property
    def nB(self) -> int:
        """Nonzeros of the body × dof matrix."""
    @property
    def nC(self) -> int:
        """Nonzeros of the lower triangle of the inertia matrix, without dofs whose rows are diagonal."""
    @property
    def nD(self) -> int:
        """Nonzeros of both triangles of the inertia matrix."""
    @property
    def ngeom(self) -> int:
        """Geoms."""
    @property
    def nsite(self) -> int:
        """Sites."""
    @property
    def ncam(self) -> int:
        """Cameras."""
    @property
    def nlight(self) -> int:
        """Lights."""
    @property
    def nflex(self) -> int:
        """Flexes."""
    @property
    def nflexnode(self) -> int:
        """Nodes of all flexes."""
    @property
    def nflexvert(self) -> int:
        """Vertices of all flexes."""
    @property
    def nflexedge(self) -> int:
        """Edges of all flexes."""
    @property
    def nflexelem(self) -> int:
        """Elements of all flexes."""
    @property
    def nflexelemdata(self) -> int:
        """Vertex numbers of the elements of all flexes."""
    @property
    def nflexelemedge(self) -> int:
        """Edge numbers of the elements of all flexes."""
    @property
    def nflexshelldata(self) -> int:
        """Vertex numbers of the shells of all flexes."""
    @property
    def nflexevpair(self) -> int:
        """Pairs of element and vertex of all flexes."""
    @property
    def nflextexcoord(self) -> int:
        """Texture coordinates of all flexes."""
    @property
    def nJfe(self) -> int:
        """Nonzeros of the flex edge Jacobian."""
    @property
    def nJfv(self) -> int:
        """Nonzeros of the flex vertex Jacobian."""
    @property
    def nmesh(self) -> int:
        """Meshes."""
    @property
    def nmeshvert(self) -> int:
        """Vertices of all meshes."""
    @property
    def nmeshnormal(self) -> int:
        """Normals of all meshes."""
    @property
    def nmeshtexcoord(self) -> int:
        """Texture coordinates of all meshes."""
    @property
    def nmeshface(self) -> int:
        """Triangles of all meshes."""
    @property
    def nmeshgraph(self) -> int:
        """Numbers in the convex hulls of all meshes."""
    @property
    def nmeshpoly(self) -> int:
        """Polygons of all meshes."""
    @property
    def nmeshpolyvert(self) -> int:
        """Vertex numbers of all polygons."""
    @property
    def nmeshpolymap(self) -> int:
        """Polygon numbers at all vertices."""
    @property
    def nskin(self) -> int:
        """Skins."""
    @property
    def nskinvert(self) -> int:
        """Vertices of all skins."""
    @property
    def nskintexvert(self) -> int:
        """Texture coordinates of all skins."""
    @property
    def nskinface(self) -> int:
        """Triangles of all skins."""
    @property
    def nskinbone(self) -> int:
        """Bones of all skins."""
    @property
    def nskinbonevert(self) -> int:
        """Vertex weights of all bones."""
    @property
    def nhfield(self) -> int:
        """Height fields."""
    @property
    def nhfielddata(self) -> int:
        """Elevations of all height fields."""
    @property
    def ntex(self) -> int:
        """Textures."""
    @property
    def ntexdata(self) -> int:
        """Bytes of all textures."""
    @property
    def nmat(self) -> int:
        """Materials."""
    @property
    def npair(self) -> int:
        """Predefined geom pairs."""
    @property
    def nexclude(self) -> int:
        """Excluded body pairs."""
    @property
    def neq(self) -> int:
        """Equality constraints."""
    @property
    def ntendon(self) -> int:
        """Tendons."""
    @property
    def nwrap(self) -> int:
        """Elements of all tendon paths."""
    @property
    def nsensor(self) -> int:
        """Sensors."""
    @property
    def nnumeric(self) -> int:
        """Custom numeric fields."""
    @property
    def nnumericdata(self) -> int:
        """Numbers in all custom numeric fields."""
    @property
    def ntext(self) -> int:
        """Custom text fields."""
    @property
    def ntextdata(self) -> int:
        """Characters in all custom text fields, with the final zeros."""
    @property
    def ntuple(self) -> int:
        """Custom tuples."""
    @property
    def ntupledata(self) -> int:
        """Objects in all custom tuples."""
    @property
    def nkey(self) -> int:
        """Keyframes."""
    @property
    def nmocap(self) -> int:
        """Mocap bodies."""
    @property
    def nplugin(self) -> int:
        """Plugin instances."""
    @property
    def npluginattr(self) -> int:
        """Characters of all plugin configurations."""
    @property
    def nuser_body(self) -> int:
        """User data per body."""
    @property
    def nuser_jnt(self) -> int:
        """User data per joint."""
    @property
    def nuser_geom(self) -> int:
        """User data per geom."""
    @property
    def nuser_site(self) -> int:
        """User data per site."""
    @property
    def nuser_cam(self) -> int:
        """User data per camera."""
    @property
    def nuser_tendon(self) -> int:
        """User data per tendon."""
    @property
    def nuser_actuator(self) -> int:
        """User data per actuator."""
    @property
    def nuser_sensor(self) -> int:
        """User data per sensor."""
    @property
    def nnames(self) -> int:
        """Characters of all names, with the final zeros."""
    @property
    def npaths(self) -> int:
        """Characters of all file names, with the final zeros."""
    @property
    def nnames_map(self) -> int:
        """Slots of all name maps."""
    @property
    def nJmom(self) -> int:
        """Nonzeros of the actuator moment matrix."""
    @property
    def ngravcomp(self) -> int:
        """Bodies with gravity compensation."""
    @property
    def nemax(self) -> int:
        """Upper bound on the rows of equality constraints."""
    @property
    def njmax(self) -> int:
        """Rows of the constraint Jacobian as set by `<size>`; −1 if not set."""
    @property
    def nconmax(self) -> int:
        """Contacts as set by `<size>`; −1 if not set."""
    @property
    def nuserdata(self) -> int:
        """Numbers reserved for the user in the state."""
    @property
    def nsensordata(self) -> int:
        """Numbers in `sensordata`."""
    @property
    def npluginstate(self) -> int:
        """Numbers in the plugin state."""
    @property
    def nhistory(self) -> int:
        """Numbers in the history buffer."""
    @property
    def narena(self) -> int:
        """Bytes of the reference's arena."""
    @property
    def nbuffer(self) -> int:
        """Bytes of the reference's model buffer."""
    qpos0: _Array[np.float64]
    """Positions at the reference pose; shape (nq,)"""
    qpos_spring: _Array[np.float64]
    """Positions at which joint springs rest; shape (nq,)"""
    body_parentid: _Array[np.int32]
    """Parent body; the world is its own parent; shape (nbody,)"""
    body_rootid: _Array[np.int32]
    """Ancestor that is a child of the world; the world for the world; shape (nbody,)"""
    body_weldid: _Array[np.int32]
    """Highest ancestor rigidly connected to this body, itself if it has dofs; shape (nbody,)"""
    body_mocapid: _Array[np.int32]
    """Row in the mocap arrays; −1 if the body is not a mocap body; shape (nbody,)"""
    body_jntnum: _Array[np.int32]
    """Number of joints of this body; shape (nbody,)"""
    body_jntadr: _Array[np.int32]
    """First joint of this body; −1 if it has none; shape (nbody,)"""
    body_dofnum: _Array[np.int32]
    """Number of dofs between this body and its parent; shape (nbody,)"""
    body_dofadr: _Array[np.int32]
    """First dof between this body and its parent; −1 if it has none; shape (nbody,)"""
    body_treeid: _Array[np.int32]
    """Kinematic tree of this body; −1 if it never moves; shape (nbody,)"""
    body_geomnum: _Array[np.int32]
    """Number of geoms of this body; shape (nbody,)"""
    body_geomadr: _Array[np.int32]
    """First geom of this body; −1 if it has none; shape (nbody,)"""
    body_simple: _Array[np.uint8]
    """1: the body's block of the inertia matrix is diagonal; 2: and all its joints are slides; 0: neither; shape (nbody,)"""
    body_sameframe: _Array[np.uint8]
    """Which frames coincide with the inertial frame (`mjtSameFrame`); shape (nbody,)"""
    body_pos: _Array[np.float64]
    """Origin of the body in its parent's frame [m]; shape (nbody, 3)"""
    body_quat: _Array[np.float64]
    """Orientation of the body in its parent's frame; shape (nbody, 4)"""
    body_ipos: _Array[np.float64]
    """Center of mass in the body frame [m]; shape (nbody, 3)"""
    body_iquat: _Array[np.float64]
    """Principal axes of inertia in the body frame; shape (nbody, 4)"""
    body_mass: _Array[np.float64]
    """Mass [kg], without the subtree; shape (nbody,)"""
    body_subtreemass: _Array[np.float64]
    """Mass of the body and everything it carries [kg]; shape (nbody,)"""
    body_inertia: _Array[np.float64]
    """Principal moments of inertia about the center of mass, in the frame (ipos, iquat) [kg m²]; shape (nbody, 3)"""
    body_invweight0: _Array[np.float64]
    """Mean inverse inertia at the reference pose, for translation and rotation; scales constraints; shape (nbody, 2)"""
    body_gravcomp: _Array[np.float64]
    """Gravity compensation: share of the weight that is cancelled, 1 for all; shape (nbody,)"""
    body_margin: _Array[np.float64]
    """Largest contact margin among the body's geoms [m]; shape (nbody,)"""
    body_user: _Array[np.float64]
    """User data; shape (nbody, nuser_body)"""
    body_plugin: _Array[np.int32]
    """Plugin instance of this body; −1 if none; shape (nbody,)"""
    body_contype: _Array[np.int32]
    """Union of the contact types of the body's geoms; shape (nbody,)"""
    body_conaffinity: _Array[np.int32]
    """Union of the contact affinities of the body's geoms; shape (nbody,)"""
    body_bvhadr: _Array[np.int32]
    """Root of the body's bounding volume hierarchy; −1 if none; shape (nbody,)"""
    body_bvhnum: _Array[np.int32]
    """Number of nodes of that hierarchy; shape (nbody,)"""
    bvh_depth: _Array[np.int32]
    """Depth of the node in its tree; the root has 0; shape (nbvh,)"""
    bvh_child: _Array[np.int32]
    """The two children, counted from the root of the same tree; −1 for a leaf; shape (nbvh, 2)"""
    bvh_nodeid: _Array[np.int32]
    """Geom, face or element of a leaf; −1 for an inner node; shape (nbvh,)"""
    bvh_aabb: _Array[np.float64]
    """Center and half sizes of the box in the frame of its owner; rows of flexes are missing because they move; shape (nbvhstatic, 6)"""
    oct_depth: _Array[np.int32]
    """Depth of the cell; the root has 0; shape (noct,)"""
    oct_child: _Array[np.int32]
    """The eight children; −1 where there is none; shape (noct, 8)"""
    oct_aabb: _Array[np.float64]
    """Center and half sizes of the cell; shape (noct, 6)"""
    oct_coeff: _Array[np.float64]
    """Distance at the eight corners, for trilinear interpolation; shape (noct, 8)"""
    jnt_type: _Array[np.int32]
    """Kind of joint; shape (njnt,)"""
    jnt_qposadr: _Array[np.int32]
    """First number of the joint in `qpos`; shape (njnt,)"""
    jnt_dofadr: _Array[np.int32]
    """First number of the joint in `qvel`, its first dof; shape (njnt,)"""
    jnt_bodyid: _Array[np.int32]
    """Body that the joint moves; shape (njnt,)"""
    jnt_group: _Array[np.int32]
    """Visibility group; shape (njnt,)"""
    jnt_limited: _Array[np.uint8]
    """1 if `range` is enforced; shape (njnt,)"""
    jnt_actfrclimited: _Array[np.uint8]
    """1 if the sum of actuator forces is clamped to `actfrcrange`; shape (njnt,)"""
    jnt_actgravcomp: _Array[np.uint8]
    """1 if gravity compensation is part of the actuator force; shape (njnt,)"""
    jnt_solref: _Array[np.float64]
    """Reference dynamics of the limit constraint; shape (njnt, mjNREF)"""
    jnt_solimp: _Array[np.float64]
    """Impedance of the limit constraint; shape (njnt, mjNIMP)"""
    jnt_pos: _Array[np.float64]
    """Anchor in the body frame [m]; shape (njnt, 3)"""
    jnt_axis: _Array[np.float64]
    """Axis of a hinge or slide in the body frame, of unit length; shape (njnt, 3)"""
    jnt_stiffness: _Array[np.float64]
    """Spring constant [N m/rad or N/m]; shape (njnt,)"""
    jnt_range: _Array[np.float64]
    """Lower and upper limit [rad or m]; a ball joint uses the upper one; shape (njnt, 2)"""
    jnt_actfrcrange: _Array[np.float64]
    """Lower and upper limit of the sum of actuator forces; shape (njnt, 2)"""
    jnt_margin: _Array[np.float64]
    """Distance to a limit at which the constraint appears; shape (njnt,)"""
    jnt_user: _Array[np.float64]
    """User data; shape (njnt, nuser_jnt)"""
    dof_bodyid: _Array[np.int32]
    """Body that the dof moves; shape (nv,)"""
    dof_jntid: _Array[np.int32]
    """Joint that the dof belongs to; shape (nv,)"""
    dof_parentid: _Array[np.int32]
    """Next dof towards the root of the tree; −1 for the first of a tree; shape (nv,)"""
    dof_treeid: _Array[np.int32]
    """Kinematic tree of the dof; shape (nv,)"""
    dof_Madr: _Array[np.int32]
    """Position of the diagonal element in the legacy order of the inertia matrix; shape (nv,)"""
    dof_simplenum: _Array[np.int32]
    """Number of consecutive dofs from here on whose rows of the inertia matrix are diagonal; shape (nv,)"""
    dof_solref: _Array[np.float64]
    """Reference dynamics of the friction-loss constraint; shape (nv, mjNREF)"""
    dof_solimp: _Array[np.float64]
    """Impedance of the friction-loss constraint; shape (nv, mjNIMP)"""
    dof_frictionloss: _Array[np.float64]
    """Dry friction: largest force that friction can resist [N m or N]; shape (nv,)"""
    dof_armature: _Array[np.float64]
    """Inertia added to the diagonal, such as of a rotor [kg m² or kg]; shape (nv,)"""
    dof_damping: _Array[np.float64]
    """Viscous friction [N m s/rad or N s/m]; shape (nv,)"""
    dof_invweight0: _Array[np.float64]
    """Diagonal of the inverse inertia matrix at the reference pose, averaged over the joint; shape (nv,)"""
    dof_M0: _Array[np.float64]
    """Diagonal of the inertia matrix at the reference pose; shape (nv,)"""
    dof_length: _Array[np.float64]
    """1 for translations; for rotations the length that turns an angle into a displacement [m]; shape (nv,)"""
    tree_bodyadr: _Array[np.int32]
    """First body of the tree; shape (ntree,)"""
    tree_bodynum: _Array[np.int32]
    """Number of bodies; shape (ntree,)"""
    tree_dofadr: _Array[np.int32]
    """First dof of the tree; shape (ntree,)"""
    tree_dofnum: _Array[np.int32]
    """Number of dofs; shape (ntree,)"""
    tree_sleep_policy: _Array[np.int32]
    """Whether the tree may fall asleep; shape (ntree,)"""
    geom_type: _Array[np.int32]
    """Kind of shape; shape (ngeom,)"""
    geom_contype: _Array[np.int32]
    """Contact type bits (`contype`); shape (ngeom,)"""
    geom_conaffinity: _Array[np.int32]
    """Contact affinity bits (`conaffinity`): the types that it can touch; shape (ngeom,)"""
    geom_condim: _Array[np.int32]
    """Dimensions of the contact space: 1, 3, 4 or 6; shape (ngeom,)"""
    geom_bodyid: _Array[np.int32]
    """Body that carries the geom; shape (ngeom,)"""
    geom_dataid: _Array[np.int32]
    """Mesh or height field of the geom; −1 if it has none; shape (ngeom,)"""
    geom_matid: _Array[np.int32]
    """Material; −1 if none; shape (ngeom,)"""
    geom_group: _Array[np.int32]
    """Visibility group; shape (ngeom,)"""
    geom_priority: _Array[np.int32]
    """The geom with the higher number alone sets the contact's parameters; shape (ngeom,)"""
    geom_plugin: _Array[np.int32]
    """Plugin instance of this geom; −1 if none; shape (ngeom,)"""
    geom_sameframe: _Array[np.uint8]
    """Which frames of the body the geom frame coincides with (`mjtSameFrame`); shape (ngeom,)"""
    geom_solmix: _Array[np.float64]
    """Weight of this geom when contact parameters of two geoms are averaged; shape (ngeom,)"""
    geom_solref: _Array[np.float64]
    """Reference dynamics of contacts; shape (ngeom, mjNREF)"""
    geom_solimp: _Array[np.float64]
    """Impedance of contacts; shape (ngeom, mjNIMP)"""
    geom_size: _Array[np.float64]
    """Sizes of the shape, by kind: radius; radius and half length; half sizes [m]; shape (ngeom, 3)"""
    geom_aabb: _Array[np.float64]
    """Center and half sizes of the bounding box in the geom frame [m]; shape (ngeom, 6)"""
    geom_rbound: _Array[np.float64]
    """Radius of the bounding sphere around the geom's origin; 0 for planes [m]; shape (ngeom,)"""
    geom_pos: _Array[np.float64]
    """Origin in the body frame [m]; shape (ngeom, 3)"""
    geom_quat: _Array[np.float64]
    """Orientation in the body frame; shape (ngeom, 4)"""
    geom_friction: _Array[np.float64]
    """Sliding, torsional and rolling friction coefficient; shape (ngeom, 3)"""
    geom_margin: _Array[np.float64]
    """Contacts appear when the distance is below this [m]; shape (ngeom,)"""
    geom_gap: _Array[np.float64]
    """Contacts push only when the distance is below `margin - gap` [m]; shape (ngeom,)"""
    geom_fluid: _Array[np.float64]
    """Coefficients of the ellipsoid model of fluid forces; the first one switches it on; shape (ngeom, mjNFLUID)"""
    geom_user: _Array[np.float64]
    """User data; shape (ngeom, nuser_geom)"""
    geom_rgba: _Array[np.float32]
    """Color if there is no material; shape (ngeom, 4)"""
    site_type: _Array[np.int32]
    """Shape that draws the site and bounds touch sensors; shape (nsite,)"""
    site_bodyid: _Array[np.int32]
    """Body that carries the site; shape (nsite,)"""
    site_matid: _Array[np.int32]
    """Material; −1 if none; shape (nsite,)"""
    site_group: _Array[np.int32]
    """Visibility group; shape (nsite,)"""
    site_sameframe: _Array[np.uint8]
    """Which frames of the body the site frame coincides with (`mjtSameFrame`); shape (nsite,)"""
    site_size: _Array[np.float64]
    """Sizes of the shape, as of a geom [m]; shape (nsite, 3)"""
    site_pos: _Array[np.float64]
    """Origin in the body frame [m]; shape (nsite, 3)"""
    site_quat: _Array[np.float64]
    """Orientation in the body frame; shape (nsite, 4)"""
    site_user: _Array[np.float64]
    """User data; shape (nsite, nuser_site)"""
    site_rgba: _Array[np.float32]
    """Color if there is no material; shape (nsite, 4)"""
    cam_mode: _Array[np.int32]
    """How the camera follows its body or target; shape (ncam,)"""
    cam_bodyid: _Array[np.int32]
    """Body that carries the camera; shape (ncam,)"""
    cam_targetbodyid: _Array[np.int32]
    """Body to look at in the targeting modes; −1 if none; shape (ncam,)"""
    cam_pos: _Array[np.float64]
    """Origin in the body frame [m]; shape (ncam, 3)"""
    cam_quat: _Array[np.float64]
    """Orientation in the body frame; shape (ncam, 4)"""
    cam_poscom0: _Array[np.float64]
    """World offset from the subtree's center of mass at the reference pose [m]; shape (ncam, 3)"""
    cam_pos0: _Array[np.float64]
    """World offset from the body at the reference pose [m]; shape (ncam, 3)"""
    cam_mat0: _Array[np.float64]
    """World orientation at the reference pose; shape (ncam, 9)"""
    cam_projection: _Array[np.int32]
    """Perspective or orthographic; shape (ncam,)"""
    cam_fovy: _Array[np.float64]
    """Vertical field of view: an angle [deg], or a length [m] if orthographic; shape (ncam,)"""
    cam_ipd: _Array[np.float64]
    """Distance between the pupils of a stereo pair [m]; shape (ncam,)"""
    cam_resolution: _Array[np.int32]
    """Width and height of the image in pixels; shape (ncam, 2)"""
    cam_output: _Array[np.int32]
    """What the camera renders, bits of `mjtCamOutBit`; shape (ncam,)"""
    cam_sensorsize: _Array[np.float32]
    """Width and height of the sensor [m]; shape (ncam, 2)"""
    cam_intrinsic: _Array[np.float32]
    """Focal lengths and principal point [m]; shape (ncam, 4)"""
    cam_user: _Array[np.float64]
    """User data; shape (ncam, nuser_cam)"""
    light_mode: _Array[np.int32]
    """How the light follows its body or target; shape (nlight,)"""
    light_bodyid: _Array[np.int32]
    """Body that carries the light; shape (nlight,)"""
    light_targetbodyid: _Array[np.int32]
    """Body to shine at in the targeting modes; −1 if none; shape (nlight,)"""
    light_type: _Array[np.int32]
    """Kind of light; shape (nlight,)"""
    light_texid: _Array[np.int32]
    """Texture of an image light; −1 if none; shape (nlight,)"""
    light_castshadow: _Array[np.uint8]
    """1 if the light casts shadows; shape (nlight,)"""
    light_bulbradius: _Array[np.float32]
    """Radius of the source, for soft shadows [m]; shape (nlight,)"""
    light_intensity: _Array[np.float32]
    """Luminous intensity [cd]; shape (nlight,)"""
    light_range: _Array[np.float32]
    """Distance beyond which the light has no effect [m]; shape (nlight,)"""
    light_active: _Array[np.uint8]
    """1 if the light is on; shape (nlight,)"""
    light_pos: _Array[np.float64]
    """Origin in the body frame [m]; shape (nlight, 3)"""
    light_dir: _Array[np.float64]
    """Direction in the body frame; shape (nlight, 3)"""
    light_poscom0: _Array[np.float64]
    """World offset from the subtree's center of mass at the reference pose [m]; shape (nlight, 3)"""
    light_pos0: _Array[np.float64]
    """World offset from the body at the reference pose [m]; shape (nlight, 3)"""
    light_dir0: _Array[np.float64]
    """World direction at the reference pose; shape (nlight, 3)"""
    light_attenuation: _Array[np.float32]
    """Constant, linear and quadratic coefficient of the decay with distance; shape (nlight, 3)"""
    light_cutoff: _Array[np.float32]
    """Half angle of a spot's cone [deg]; shape (nlight,)"""
    light_exponent: _Array[np.float32]
    """How sharply a spot falls off towards the edge of its cone; shape (nlight,)"""
    light_ambient: _Array[np.float32]
    """Ambient color; shape (nlight, 3)"""
    light_diffuse: _Array[np.float32]
    """Diffuse color; shape (nlight, 3)"""
    light_specular: _Array[np.float32]
    """Specular color; shape (nlight, 3)"""
    flex_contype: _Array[np.int32]
    """Contact type bits (`contype`); shape (nflex,)"""
    flex_conaffinity: _Array[np.int32]
    """Contact affinity bits (`conaffinity`): the types that it can touch; shape (nflex,)"""
    flex_condim: _Array[np.int32]
    """Dimensions of the contact space: 1, 3, 4 or 6; shape (nflex,)"""
    flex_priority: _Array[np.int32]
    """The flex or geom with the higher number alone sets the contact's parameters; shape (nflex,)"""
    flex_solmix: _Array[np.float64]
    """Weight of this flex when contact parameters are averaged; shape (nflex,)"""
    flex_solref: _Array[np.float64]
    """Reference dynamics of contacts; shape (nflex, mjNREF)"""
    flex_solimp: _Array[np.float64]
    """Impedance of contacts; shape (nflex, mjNIMP)"""
    flex_friction: _Array[np.float64]
    """Sliding, torsional and rolling friction coefficient; shape (nflex, 3)"""
    flex_margin: _Array[np.float64]
    """Contacts appear when the distance is below this [m]; shape (nflex,)"""
    flex_gap: _Array[np.float64]
    """Contacts push only when the distance is below `margin - gap` [m]; shape (nflex,)"""
    flex_internal: _Array[np.uint8]
    """1 if elements keep their own vertices from passing through; shape (nflex,)"""
    flex_selfcollide: _Array[np.int32]
    """How the flex is tested against itself; shape (nflex,)"""
    flex_activelayers: _Array[np.int32]
    """How many layers of elements below the surface collide; solids only; shape (nflex,)"""
    flex_passive: _Array[np.int32]
    """1 if contacts act as passive forces instead of constraints; shape (nflex,)"""
    flex_dim: _Array[np.int32]
    """1: lines, 2: triangles, 3: tetrahedra; shape (nflex,)"""
    flex_matid: _Array[np.int32]
    """Material; −1 if none; shape (nflex,)"""
    flex_group: _Array[np.int32]
    """Visibility group; shape (nflex,)"""
    flex_interp: _Array[np.int32]
    """0: vertices move by themselves; otherwise the order of interpolation between nodes; shape (nflex,)"""
    flex_nodeadr: _Array[np.int32]
    """First node; shape (nflex,)"""
    flex_nodenum: _Array[np.int32]
    """Number of nodes; shape (nflex,)"""
    flex_vertadr: _Array[np.int32]
    """First vertex; shape (nflex,)"""
    flex_vertnum: _Array[np.int32]
    """Number of vertices; shape (nflex,)"""
    flex_edgeadr: _Array[np.int32]
    """First edge; shape (nflex,)"""
    flex_edgenum: _Array[np.int32]
    """Number of edges; shape (nflex,)"""
    flex_elemadr: _Array[np.int32]
    """First element; shape (nflex,)"""
    flex_elemnum: _Array[np.int32]
    """Number of elements; shape (nflex,)"""
    flex_elemdataadr: _Array[np.int32]
    """First vertex number of the elements, in `elem`; shape (nflex,)"""
    flex_elemedgeadr: _Array[np.int32]
    """First edge number of the elements, in `elemedge`; shape (nflex,)"""
    flex_shellnum: _Array[np.int32]
    """Number of shell fragments; shape (nflex,)"""
    flex_shelldataadr: _Array[np.int32]
    """First vertex number of the shell, in `shell`; shape (nflex,)"""
    flex_evpairadr: _Array[np.int32]
    """First (element, vertex) pair; shape (nflex,)"""
    flex_evpairnum: _Array[np.int32]
    """Number of (element, vertex) pairs; shape (nflex,)"""
    flex_texcoordadr: _Array[np.int32]
    """First texture coordinate; −1 if there are none; shape (nflex,)"""
    flex_nodebodyid: _Array[np.int32]
    """Body that each node moves with; shape (nflexnode,)"""
    flex_vertbodyid: _Array[np.int32]
    """Body that each vertex moves with; shape (nflexvert,)"""
    flex_vertedgeadr: _Array[np.int32]
    """First entry in `vertedge` of each vertex; shape (nflexvert,)"""
    flex_vertedgenum: _Array[np.int32]
    """Number of edges at each vertex; shape (nflexvert,)"""
    flex_vertedge: _Array[np.int32]
    """The edges at each vertex, one list after the other; shape (nflexedge, 2)"""
    flex_edge: _Array[np.int32]
    """The two vertices of each edge; shape (nflexedge, 2)"""
    flex_edgeflap: _Array[np.int32]
    """The vertices opposite to each edge in its two triangles; −1 where there is none; shape (nflexedge, 2)"""
    flex_elem: _Array[np.int32]
    """Vertices of the elements, `dim + 1` each; shape (nflexelemdata,)"""
    flex_elemtexcoord: _Array[np.int32]
    """Texture coordinates of the elements, `dim + 1` each; shape (nflexelemdata,)"""
    flex_elemedge: _Array[np.int32]
    """Edges of the elements; shape (nflexelemedge,)"""
    flex_elemlayer: _Array[np.int32]
    """Number of elements between each element and the surface; solids only; shape (nflexelem,)"""
    flex_shell: _Array[np.int32]
    """Vertices of the surface fragments, `dim` each; shape (nflexshelldata,)"""
    flex_evpair: _Array[np.int32]
    """Elements and vertices that may collide within the flex; shape (nflexevpair, 2)"""
    flex_vert: _Array[np.float64]
    """Vertices in the frames of their bodies [m]; shape (nflexvert, 3)"""
    flex_vert0: _Array[np.float64]
    """Vertices at the reference pose, scaled to the unit cube; shape (nflexvert, 3)"""
    flex_vertmetric: _Array[np.float64]
    """Inverse of the reference shape matrix at each vertex; shape (nflexvert, 4)"""
    flex_node: _Array[np.float64]
    """Nodes in the frames of their bodies [m]; shape (nflexnode, 3)"""
    flex_node0: _Array[np.float64]
    """Nodes at the reference pose, in the world [m]; shape (nflexnode, 3)"""
    flexedge_length0: _Array[np.float64]
    """Length of each edge at the reference pose [m]; shape (nflexedge,)"""
    flexedge_invweight0: _Array[np.float64]
    """Inverse inertia along each edge at the reference pose; shape (nflexedge,)"""
    flex_radius: _Array[np.float64]
    """Half thickness [m]; shape (nflex,)"""
    flex_size: _Array[np.float64]
    """Half sizes of the bounding box at the reference pose [m]; shape (nflex, 3)"""
    flex_stiffness: _Array[np.float64]
    """Stiffness matrix of each element, one triangle of it; shape (nflexelem, 21)"""
    flex_bending: _Array[np.float64]
    """Bending stiffness across each edge; shape (nflexedge, 17)"""
    flex_damping: _Array[np.float64]
    """Rayleigh damping [s]; shape (nflex,)"""
    flex_edgestiffness: _Array[np.float64]
    """Stiffness of edges as springs [N/m]; shape (nflex,)"""
    flex_edgedamping: _Array[np.float64]
    """Damping of edges [N s/m]; shape (nflex,)"""
    flex_edgeequality: _Array[np.int32]
    """Equality constraints on 0: nothing, 1: edges, 2: vertices; shape (nflex,)"""
    flex_rigid: _Array[np.uint8]
    """1 if all vertices move with one body; shape (nflex,)"""
    flexedge_rigid: _Array[np.uint8]
    """1 if both ends of the edge move with one body; shape (nflexedge,)"""
    flex_centered: _Array[np.uint8]
    """1 if every vertex is at the origin of its body; shape (nflex,)"""
    flex_flatskin: _Array[np.uint8]
    """1 if drawn with flat shading; shape (nflex,)"""
    flex_bvhadr: _Array[np.int32]
    """Root of the bounding volume hierarchy; −1 if none; shape (nflex,)"""
    flex_bvhnum: _Array[np.int32]
    """Number of nodes of that hierarchy; shape (nflex,)"""
    flexedge_J_rownnz: _Array[np.int32]
    """Nonzeros of each row of the edge Jacobian; shape (nflexedge,)"""
    flexedge_J_rowadr: _Array[np.int32]
    """Where each of these rows begins; shape (nflexedge,)"""
    flexedge_J_colind: _Array[np.int32]
    """Columns of these nonzeros; shape (nJfe,)"""
    flexvert_J_rownnz: _Array[np.int32]
    """Nonzeros of each row of the vertex Jacobian; shape (nflexvert, 2)"""
    flexvert_J_rowadr: _Array[np.int32]
    """Where each of these rows begins; shape (nflexvert, 2)"""
    flexvert_J_colind: _Array[np.int32]
    """Columns of these nonzeros; shape (nJfv, 2)"""
    flex_rgba: _Array[np.float32]
    """Color if there is no material; shape (nflex, 4)"""
    flex_texcoord: _Array[np.float32]
    """Texture coordinates of the vertices; shape (nflextexcoord, 2)"""
    mesh_vertadr: _Array[np.int32]
    """First vertex; shape (nmesh,)"""
    mesh_vertnum: _Array[np.int32]
    """Number of vertices; shape (nmesh,)"""
    mesh_faceadr: _Array[np.int32]
    """First face; shape (nmesh,)"""
    mesh_facenum: _Array[np.int32]
    """Number of faces; shape (nmesh,)"""
    mesh_bvhadr: _Array[np.int32]
    """Root of the bounding volume hierarchy; −1 if none; shape (nmesh,)"""
    mesh_bvhnum: _Array[np.int32]
    """Number of nodes of that hierarchy; shape (nmesh,)"""
    mesh_octadr: _Array[np.int32]
    """Root of the octree; −1 if none; shape (nmesh,)"""
    mesh_octnum: _Array[np.int32]
    """Number of cells of the octree; shape (nmesh,)"""
    mesh_normaladr: _Array[np.int32]
    """First normal; shape (nmesh,)"""
    mesh_normalnum: _Array[np.int32]
    """Number of normals; shape (nmesh,)"""
    mesh_texcoordadr: _Array[np.int32]
    """First texture coordinate; −1 if there are none; shape (nmesh,)"""
    mesh_texcoordnum: _Array[np.int32]
    """Number of texture coordinates; shape (nmesh,)"""
    mesh_graphadr: _Array[np.int32]
    """First number of the convex hull in `graph`; −1 if there is no hull; shape (nmesh,)"""
    mesh_vert: _Array[np.float32]
    """Vertices in the frame of the mesh [m]; shape (nmeshvert, 3)"""
    mesh_normal: _Array[np.float32]
    """Normals; shape (nmeshnormal, 3)"""
    mesh_texcoord: _Array[np.float32]
    """Texture coordinates; shape (nmeshtexcoord, 2)"""
    mesh_face: _Array[np.int32]
    """Vertices of each triangle, counted from the mesh's first; shape (nmeshface, 3)"""
    mesh_facenormal: _Array[np.int32]
    """Normals of each triangle, counted from the mesh's first; shape (nmeshface, 3)"""
    mesh_facetexcoord: _Array[np.int32]
    """Texture coordinates of each triangle, counted from the mesh's first; shape (nmeshface, 3)"""
    mesh_graph: _Array[np.int32]
    """Convex hulls: vertex and face counts, edge lists, vertex numbers and faces, one hull after the other; shape (nmeshgraph,)"""
    mesh_scale: _Array[np.float64]
    """Scaling that was applied to the asset; shape (nmesh, 3)"""
    mesh_pos: _Array[np.float64]
    """Translation that was applied to the asset: the mesh's center before it [m]; shape (nmesh, 3)"""
    mesh_quat: _Array[np.float64]
    """Rotation that was applied to the asset: its principal axes before it; shape (nmesh, 4)"""
    mesh_pathadr: _Array[np.int32]
    """Where the file name begins in `paths`; −1 if none; shape (nmesh,)"""
    mesh_polynum: _Array[np.int32]
    """Number of polygons: merged coplanar faces of the hull; shape (nmesh,)"""
    mesh_polyadr: _Array[np.int32]
    """First polygon; shape (nmesh,)"""
    mesh_polynormal: _Array[np.float64]
    """Normal of each polygon; shape (nmeshpoly, 3)"""
    mesh_polyvertadr: _Array[np.int32]
    """Where each polygon's vertices begin in `polyvert`; shape (nmeshpoly,)"""
    mesh_polyvertnum: _Array[np.int32]
    """Number of vertices of each polygon; shape (nmeshpoly,)"""
    mesh_polyvert: _Array[np.int32]
    """Vertices of the polygons, in order around them; shape (nmeshpolyvert,)"""
    mesh_polymapadr: _Array[np.int32]
    """Where each vertex's polygons begin in `polymap`; shape (nmeshvert,)"""
    mesh_polymapnum: _Array[np.int32]
    """Number of polygons at each vertex; shape (nmeshvert,)"""
    mesh_polymap: _Array[np.int32]
    """Polygons at the vertices; shape (nmeshpolymap,)"""
    skin_matid: _Array[np.int32]
    """Material; −1 if none; shape (nskin,)"""
    skin_group: _Array[np.int32]
    """Visibility group; shape (nskin,)"""
    skin_rgba: _Array[np.float32]
    """Color if there is no material; shape (nskin, 4)"""
    skin_inflate: _Array[np.float32]
    """Offset along the normals [m]; shape (nskin,)"""
    skin_vertadr: _Array[np.int32]
    """First vertex; shape (nskin,)"""
    skin_vertnum: _Array[np.int32]
    """Number of vertices; shape (nskin,)"""
    skin_texcoordadr: _Array[np.int32]
    """First texture coordinate; −1 if there are none; shape (nskin,)"""
    skin_faceadr: _Array[np.int32]
    """First face; shape (nskin,)"""
    skin_facenum: _Array[np.int32]
    """Number of faces; shape (nskin,)"""
    skin_boneadr: _Array[np.int32]
    """First bone; shape (nskin,)"""
    skin_bonenum: _Array[np.int32]
    """Number of bones; shape (nskin,)"""
    skin_vert: _Array[np.float32]
    """Vertices [m]; shape (nskinvert, 3)"""
    skin_texcoord: _Array[np.float32]
    """Texture coordinates; shape (nskintexvert, 2)"""
    skin_face: _Array[np.int32]
    """Vertices of each triangle; shape (nskinface, 3)"""
    skin_bonevertadr: _Array[np.int32]
    """First vertex weight of each bone; shape (nskinbone,)"""
    skin_bonevertnum: _Array[np.int32]
    """Number of vertices that each bone moves; shape (nskinbone,)"""
    skin_bonebindpos: _Array[np.float32]
    """Position of each bone when it was bound [m]; shape (nskinbone, 3)"""
    skin_bonebindquat: _Array[np.float32]
    """Orientation of each bone when it was bound; shape (nskinbone, 4)"""
    skin_bonebodyid: _Array[np.int32]
    """Body that each bone moves with; shape (nskinbone,)"""
    skin_bonevertid: _Array[np.int32]
    """Vertices that the bones move; shape (nskinbonevert,)"""
    skin_bonevertweight: _Array[np.float32]
    """Their weights; shape (nskinbonevert,)"""
    skin_pathadr: _Array[np.int32]
    """Where the file name begins in `paths`; −1 if none; shape (nskin,)"""
    hfield_size: _Array[np.float64]
    """Half sizes in x and y, height of elevation 1, depth of the base [m]; shape (nhfield, 4)"""
    hfield_nrow: _Array[np.int32]
    """Grid points along y; shape (nhfield,)"""
    hfield_ncol: _Array[np.int32]
    """Grid points along x; shape (nhfield,)"""
    hfield_adr: _Array[np.int32]
    """First elevation in `data`; shape (nhfield,)"""
    hfield_data: _Array[np.float32]
    """Elevations between 0 and 1, row after row; shape (nhfielddata,)"""
    hfield_pathadr: _Array[np.int32]
    """Where the file name begins in `paths`; −1 if none; shape (nhfield,)"""
    tex_type: _Array[np.int32]
    """Flat, cube or skybox; shape (ntex,)"""
    tex_colorspace: _Array[np.int32]
    """Color space of the pixels; shape (ntex,)"""
    tex_height: _Array[np.int32]
    """Rows of pixels; shape (ntex,)"""
    tex_width: _Array[np.int32]
    """Columns of pixels; shape (ntex,)"""
    tex_nchannel: _Array[np.int32]
    """Numbers per pixel; shape (ntex,)"""
    tex_adr: _Array[np.int64]
    """First byte in `data`; shape (ntex,)"""
    tex_data: _Array[np.uint8]
    """Pixels; shape (ntexdata,)"""
    tex_pathadr: _Array[np.int32]
    """Where the file name begins in `paths`; −1 if none; shape (ntex,)"""
    mat_texid: _Array[np.int32]
    """Texture for each `TextureRole`; −1 where there is none; shape (nmat, mjNTEXROLE)"""
    mat_texuniform: _Array[np.uint8]
    """1 if the texture keeps its size in space whatever the size of the geom; shape (nmat,)"""
    mat_texrepeat: _Array[np.float32]
    """Repetitions of the texture; shape (nmat, 2)"""
    mat_emission: _Array[np.float32]
    """Emitted share of the color; shape (nmat,)"""
    mat_specular: _Array[np.float32]
    """Strength of highlights; shape (nmat,)"""
    mat_shininess: _Array[np.float32]
    """Sharpness of highlights; shape (nmat,)"""
    mat_reflectance: _Array[np.float32]
    """Mirror strength; 0 disables reflection; shape (nmat,)"""
    mat_metallic: _Array[np.float32]
    """Metallic share; shape (nmat,)"""
    mat_roughness: _Array[np.float32]
    """Roughness; shape (nmat,)"""
    mat_rgba: _Array[np.float32]
    """Color; shape (nmat, 4)"""
    pair_dim: _Array[np.int32]
    """Dimensions of the contact space: 1, 3, 4 or 6; shape (npair,)"""
    pair_geom1: _Array[np.int32]
    """First geom; shape (npair,)"""
    pair_geom2: _Array[np.int32]
    """Second geom; shape (npair,)"""
    pair_signature: _Array[np.int32]
    """Signature of the two bodies, `(body1 << 16) + body2`; the pairs are sorted by it; shape (npair,)"""
    pair_solref: _Array[np.float64]
    """Reference dynamics along the normal; shape (npair, mjNREF)"""
    pair_solreffriction: _Array[np.float64]
    """Reference dynamics along the friction directions; zeros mean the same as `solref`; shape (npair, mjNREF)"""
    pair_solimp: _Array[np.float64]
    """Impedance; shape (npair, mjNIMP)"""
    pair_margin: _Array[np.float64]
    """Contacts appear when the distance is below this [m]; shape (npair,)"""
    pair_gap: _Array[np.float64]
    """Contacts push only when the distance is below `margin - gap` [m]; shape (npair,)"""
    pair_friction: _Array[np.float64]
    """Two sliding, one torsional and two rolling friction coefficients; shape (npair, 5)"""
    exclude_signature: _Array[np.int32]
    """Signature of the two bodies, `(body1 << 16) + body2`; sorted; shape (nexclude,)"""
    eq_type: _Array[np.int32]
    """Kind of constraint; shape (neq,)"""
    eq_obj1id: _Array[np.int32]
    """First object: body, site, joint, tendon or flex; shape (neq,)"""
    eq_obj2id: _Array[np.int32]
    """Second object; −1 if there is none; shape (neq,)"""
    eq_objtype: _Array[np.int32]
    """Kind of the two objects; shape (neq,)"""
    eq_active0: _Array[np.uint8]
    """1 if the constraint is on after a reset; shape (neq,)"""
    eq_solref: _Array[np.float64]
    """Reference dynamics; shape (neq, mjNREF)"""
    eq_solimp: _Array[np.float64]
    """Impedance; shape (neq, mjNIMP)"""
    eq_data: _Array[np.float64]
    """Anchors, relative pose or polynomial, by kind; shape (neq, mjNEQDATA)"""
    tendon_adr: _Array[np.int32]
    """First element of the path; shape (ntendon,)"""
    tendon_num: _Array[np.int32]
    """Number of elements of the path; shape (ntendon,)"""
    tendon_matid: _Array[np.int32]
    """Material; −1 if none; shape (ntendon,)"""
    tendon_group: _Array[np.int32]
    """Visibility group; shape (ntendon,)"""
    tendon_treenum: _Array[np.int32]
    """Number of kinematic trees that the tendon connects; shape (ntendon,)"""
    tendon_treeid: _Array[np.int32]
    """The first two of these trees; −1 where there is none; shape (ntendon, 2)"""
    tendon_limited: _Array[np.uint8]
    """1 if `range` is enforced; shape (ntendon,)"""
    tendon_actfrclimited: _Array[np.uint8]
    """1 if the sum of actuator forces is clamped to `actfrcrange`; shape (ntendon,)"""
    tendon_width: _Array[np.float64]
    """Drawn width [m]; shape (ntendon,)"""
    tendon_solref_lim: _Array[np.float64]
    """Reference dynamics of the limit constraint; shape (ntendon, mjNREF)"""
    tendon_solimp_lim: _Array[np.float64]
    """Impedance of the limit constraint; shape (ntendon, mjNIMP)"""
    tendon_solref_fri: _Array[np.float64]
    """Reference dynamics of the friction-loss constraint; shape (ntendon, mjNREF)"""
    tendon_solimp_fri: _Array[np.float64]
    """Impedance of the friction-loss constraint; shape (ntendon, mjNIMP)"""
    tendon_range: _Array[np.float64]
    """Shortest and longest length [m]; shape (ntendon, 2)"""
    tendon_actfrcrange: _Array[np.float64]
    """Lower and upper limit of the sum of actuator forces [N]; shape (ntendon, 2)"""
    tendon_margin: _Array[np.float64]
    """Distance to a limit at which the constraint appears [m]; shape (ntendon,)"""
    tendon_stiffness: _Array[np.float64]
    """Spring constant [N/m]; shape (ntendon,)"""
    tendon_damping: _Array[np.float64]
    """Viscous friction [N s/m]; shape (ntendon,)"""
    tendon_armature: _Array[np.float64]
    """Inertia along the tendon [kg]; shape (ntendon,)"""
    tendon_frictionloss: _Array[np.float64]
    """Dry friction [N]; shape (ntendon,)"""
    tendon_lengthspring: _Array[np.float64]
    """Lengths between which the spring is slack [m]; shape (ntendon, 2)"""
    tendon_length0: _Array[np.float64]
    """Length at the reference pose [m]; shape (ntendon,)"""
    tendon_invweight0: _Array[np.float64]
    """Inverse inertia along the tendon at the reference pose; shape (ntendon,)"""
    tendon_user: _Array[np.float64]
    """User data; shape (ntendon, nuser_tendon)"""
    tendon_rgba: _Array[np.float32]
    """Color if there is no material; shape (ntendon, 4)"""
    wrap_type: _Array[np.int32]
    """Kind of element; shape (nwrap,)"""
    wrap_objid: _Array[np.int32]
    """Joint, site or geom; −1 for a pulley; shape (nwrap,)"""
    wrap_prm: _Array[np.float64]
    """Coefficient of a joint, divisor of a pulley, side site of a wrapping geom (−1: none); shape (nwrap,)"""
    actuator_trntype: _Array[np.int32]
    """Kind of transmission; shape (nu,)"""
    actuator_dyntype: _Array[np.int32]
    """Kind of activation dynamics; shape (nu,)"""
    actuator_gaintype: _Array[np.int32]
    """Kind of gain; shape (nu,)"""
    actuator_biastype: _Array[np.int32]
    """Kind of bias; shape (nu,)"""
    actuator_trnid: _Array[np.int32]
    """Joint, tendon, site or body that is driven, and the reference or slider site; −1 where there is none; shape (nu, 2)"""
    actuator_actadr: _Array[np.int32]
    """First activation variable; −1 if the actuator has none; shape (nu,)"""
    actuator_actnum: _Array[np.int32]
    """Number of activation variables; shape (nu,)"""
    actuator_group: _Array[np.int32]
    """Group, for visibility and for disabling; shape (nu,)"""
    actuator_history: _Array[np.int32]
    """Samples kept of the control, and the order of interpolation between them; shape (nu, 2)"""
    actuator_historyadr: _Array[np.int32]
    """First number in the history buffer; −1 if there is no history; shape (nu,)"""
    actuator_delay: _Array[np.float64]
    """Age of the control that acts [s]; 0 is now; shape (nu,)"""
    actuator_ctrllimited: _Array[np.uint8]
    """1 if the control is clamped to `ctrlrange`; shape (nu,)"""
    actuator_forcelimited: _Array[np.uint8]
    """1 if the force is clamped to `forcerange`; shape (nu,)"""
    actuator_actlimited: _Array[np.uint8]
    """1 if the activation is clamped to `actrange`; shape (nu,)"""
    actuator_dynprm: _Array[np.float64]
    """Parameters of the activation dynamics; shape (nu, mjNDYN)"""
    actuator_gainprm: _Array[np.float64]
    """Parameters of the gain; shape (nu, mjNGAIN)"""
    actuator_biasprm: _Array[np.float64]
    """Parameters of the bias; shape (nu, mjNBIAS)"""
    actuator_actearly: _Array[np.uint8]
    """1 if the force uses the activation at the end of the step; shape (nu,)"""
    actuator_ctrlrange: _Array[np.float64]
    """Lower and upper limit of the control; shape (nu, 2)"""
    actuator_forcerange: _Array[np.float64]
    """Lower and upper limit of the force; shape (nu, 2)"""
    actuator_actrange: _Array[np.float64]
    """Lower and upper limit of the activation; shape (nu, 2)"""
    actuator_gear: _Array[np.float64]
    """Scale of length and force; a wrench direction for sites and free joints; shape (nu, 6)"""
    actuator_cranklength: _Array[np.float64]
    """Length of the rod of a slider-crank [m]; shape (nu,)"""
    actuator_acc0: _Array[np.float64]
    """Norm of the acceleration that unit force causes at the reference pose; shape (nu,)"""
    actuator_length0: _Array[np.float64]
    """Actuator length at the reference pose; shape (nu,)"""
    actuator_lengthrange: _Array[np.float64]
    """Shortest and longest feasible length; shape (nu, 2)"""
    actuator_user: _Array[np.float64]
    """User data; shape (nu, nuser_actuator)"""
    actuator_plugin: _Array[np.int32]
    """Plugin instance; −1 if none; shape (nu,)"""
    sensor_type: _Array[np.int32]
    """Kind of sensor; shape (nsensor,)"""
    sensor_datatype: _Array[np.int32]
    """Kind of output: real, positive, axis or quaternion; shape (nsensor,)"""
    sensor_needstage: _Array[np.int32]
    """Stage of the step after which the value is known; shape (nsensor,)"""
    sensor_objtype: _Array[np.int32]
    """Kind of the sensed object; shape (nsensor,)"""
    sensor_objid: _Array[np.int32]
    """The sensed object; −1 if there is none; shape (nsensor,)"""
    sensor_reftype: _Array[np.int32]
    """Kind of the reference frame; shape (nsensor,)"""
    sensor_refid: _Array[np.int32]
    """The reference frame; −1 for the world; shape (nsensor,)"""
    sensor_intprm: _Array[np.int32]
    """Integer parameters; shape (nsensor, mjNSENS)"""
    sensor_dim: _Array[np.int32]
    """Number of outputs; shape (nsensor,)"""
    sensor_adr: _Array[np.int32]
    """First output in `sensordata`; shape (nsensor,)"""
    sensor_cutoff: _Array[np.float64]
    """Outputs are clamped to ± this; 0 means no clamp; shape (nsensor,)"""
    sensor_noise: _Array[np.float64]
    """Standard deviation of noise, for the user; shape (nsensor,)"""
    sensor_history: _Array[np.int32]
    """Samples kept of the output, and the order of interpolation between them; shape (nsensor, 2)"""
    sensor_historyadr: _Array[np.int32]
    """First number in the history buffer; −1 if there is no history; shape (nsensor,)"""
    sensor_delay: _Array[np.float64]
    """Age of the value that is reported [s]; 0 is now; shape (nsensor,)"""
    sensor_interval: _Array[np.float64]
    """Sampling period and phase [s]; shape (nsensor, 2)"""
    sensor_user: _Array[np.float64]
    """User data; shape (nsensor, nuser_sensor)"""
    sensor_plugin: _Array[np.int32]
    """Plugin instance; −1 if none; shape (nsensor,)"""
    plugin: _Array[np.int32]
    """Number under which the plugin is registered; shape (nplugin,)"""
    plugin_stateadr: _Array[np.int32]
    """First number in the plugin state; shape (nplugin,)"""
    plugin_statenum: _Array[np.int32]
    """Number of state variables; shape (nplugin,)"""
    plugin_attr: _Array[np.int8]
    """Configuration strings, each terminated by 0; shape (npluginattr,)"""
    plugin_attradr: _Array[np.int32]
    """First character of each instance's configuration; shape (nplugin,)"""
    numeric_adr: _Array[np.int32]
    """First number in `data`; shape (nnumeric,)"""
    numeric_size: _Array[np.int32]
    """Number of numbers; shape (nnumeric,)"""
    numeric_data: _Array[np.float64]
    """All numbers; shape (nnumericdata,)"""
    text_adr: _Array[np.int32]
    """First character in `data`; shape (ntext,)"""
    text_size: _Array[np.int32]
    """Number of characters with the final 0; shape (ntext,)"""
    @property
    def text_data(self) -> bytes:
        """All strings, each terminated by 0."""
    tuple_adr: _Array[np.int32]
    """First object of the tuple; shape (ntuple,)"""
    tuple_size: _Array[np.int32]
    """Number of objects; shape (ntuple,)"""
    tuple_objtype: _Array[np.int32]
    """Kind of each object; shape (ntupledata,)"""
    tuple_objid: _Array[np.int32]
    """Id of each object; shape (ntupledata,)"""
    tuple_objprm: _Array[np.float64]
    """A number for each object; shape (ntupledata,)"""
    key_time: _Array[np.float64]
    """Simulation time [s]; shape (nkey,)"""
    key_qpos: _Array[np.float64]
    """Positions; shape (nkey, nq)"""
    key_qvel: _Array[np.float64]
    """Velocities; shape (nkey, nv)"""
    key_act: _Array[np.float64]
    """Activations; shape (nkey, na)"""
    key_mpos: _Array[np.float64]
    """Position of each mocap body, in the world; shape (nkey, nmocap*3)"""
    key_mquat: _Array[np.float64]
    """Orientation of each mocap body, in the world; shape (nkey, nmocap*4)"""
    key_ctrl: _Array[np.float64]
    """Controls; shape (nkey, nu)"""
    name_bodyadr: _Array[np.int32]
    """Where the names of bodies begin; shape (nbody,)"""
    name_jntadr: _Array[np.int32]
    """Where the names of joints begin; shape (njnt,)"""
    name_geomadr: _Array[np.int32]
    """Where the names of geoms begin; shape (ngeom,)"""
    name_siteadr: _Array[np.int32]
    """Where the names of sites begin; shape (nsite,)"""
    name_camadr: _Array[np.int32]
    """Where the names of cameras begin; shape (ncam,)"""
    name_lightadr: _Array[np.int32]
    """Where the names of lights begin; shape (nlight,)"""
    name_flexadr: _Array[np.int32]
    """Where the names of flexes begin; shape (nflex,)"""
    name_meshadr: _Array[np.int32]
    """Where the names of meshes begin; shape (nmesh,)"""
    name_skinadr: _Array[np.int32]
    """Where the names of skins begin; shape (nskin,)"""
    name_hfieldadr: _Array[np.int32]
    """Where the names of height fields begin; shape (nhfield,)"""
    name_texadr: _Array[np.int32]
    """Where the names of textures begin; shape (ntex,)"""
    name_matadr: _Array[np.int32]
    """Where the names of materials begin; shape (nmat,)"""
    name_pairadr: _Array[np.int32]
    """Where the names of geom pairs begin; shape (npair,)"""
    name_excludeadr: _Array[np.int32]
    """Where the names of excluded pairs begin; shape (nexclude,)"""
    name_eqadr: _Array[np.int32]
    """Where the names of equality constraints begin; shape (neq,)"""
    name_tendonadr: _Array[np.int32]
    """Where the names of tendons begin; shape (ntendon,)"""
    name_actuatoradr: _Array[np.int32]
    """Where the names of actuators begin; shape (nu,)"""
    name_sensoradr: _Array[np.int32]
    """Where the names of sensors begin; shape (nsensor,)"""
    name_numericadr: _Array[np.int32]
    """Where the names of numeric fields begin; shape (nnumeric,)"""
    name_textadr: _Array[np.int32]
    """Where the names of text fields begin; shape (ntext,)"""
    name_tupleadr: _Array[np.int32]
    """Where the names of tuples begin; shape (ntuple,)"""
    name_keyadr: _Array[np.int32]
    """Where the names of keyframes begin; shape (nkey,)"""
    name_pluginadr: _Array[np.int32]
    """Where the names of plugin instances begin; shape (nplugin,)"""
    @property
    def names(self) -> bytes:
        """The model's name and all names, each terminated by 0."""
    names_map: _Array[np.int32]
    """One open-addressing hash map per kind of object; −1 marks a free slot; shape (nnames_map,)"""
    @property
    def paths(self) -> bytes:
        """File names of assets, each terminated by 0."""
    B_rownnz: _Array[np.int32]
    """Body × dof: nonzeros of each row; shape (nbody,)"""
    B_rowadr: _Array[np.int32]
    """Body × dof: where each row begins; shape (nbody,)"""
    B_colind: _Array[np.int32]
    """Body × dof: columns of the nonzeros; shape (nB,)"""
    M_rownnz: _Array[np.int32]
    """Lower triangle of the inertia matrix, without dofs whose rows are diagonal: nonzeros of each row; shape (nv,)"""
    M_rowadr: _Array[np.int32]
    """The same: where each row begins; shape (nv,)"""
    M_colind: _Array[np.int32]
    """The same: columns of the nonzeros; shape (nC,)"""
    mapM2M: _Array[np.int32]
    """For each nonzero of that triangle its position in the legacy order; shape (nC,)"""
    D_rownnz: _Array[np.int32]
    """Both triangles: nonzeros of each row; shape (nv,)"""
    D_rowadr: _Array[np.int32]
    """Both triangles: where each row begins; shape (nv,)"""
    D_diag: _Array[np.int32]
    """Both triangles: position of the diagonal within each row; shape (nv,)"""
    D_colind: _Array[np.int32]
    """Both triangles: columns of the nonzeros; shape (nD,)"""
    mapM2D: _Array[np.int32]
    """For each nonzero of both triangles its position in the lower triangle; shape (nD,)"""
    mapD2M: _Array[np.int32]
    """For each nonzero of the lower triangle its position in both triangles; shape (nC,)"""
    def bind(self, elements: Union[MjsElement, Iterable[MjsElement]]) -> Any: ...
    def actuator(self, name: Union[str, bytes, _Int] = ...) -> _MjModelActuatorViews: ...
    def body(self, name: Union[str, bytes, _Int] = ...) -> _MjModelBodyViews: ...
    def camera(self, name: Union[str, bytes, _Int] = ...) -> _MjModelCameraViews: ...
    def cam(self, name: Union[str, bytes, _Int] = ...) -> _MjModelCameraViews: ...
    def equality(self, name: Union[str, bytes, _Int] = ...) -> _MjModelEqualityViews: ...
    def eq(self, name: Union[str, bytes, _Int] = ...) -> _MjModelEqualityViews: ...
    def exclude(self, name: Union[str, bytes, _Int] = ...) -> _MjModelExcludeViews: ...
    def geom(self, name: Union[str, bytes, _Int] = ...) -> _MjModelGeomViews: ...
    def hfield(self, name: Union[str, bytes, _Int] = ...) -> _MjModelHfieldViews: ...
    def joint(self, name: Union[str, bytes, _Int] = ...) -> _MjModelJointViews: ...
    def jnt(self, name: Union[str, bytes, _Int] = ...) -> _MjModelJointViews: ...
    def light(self, name: Union[str, bytes, _Int] = ...) -> _MjModelLightViews: ...
    def material(self, name: Union[str, bytes, _Int] = ...) -> _MjModelMaterialViews: ...
    def mat(self, name: Union[str, bytes, _Int] = ...) -> _MjModelMaterialViews: ...
    def mesh(self, name: Union[str, bytes, _Int] = ...) -> _MjModelMeshViews: ...
    def numeric(self, name: Union[str, bytes, _Int] = ...) -> _MjModelNumericViews: ...
    def pair(self, name: Union[str, bytes, _Int] = ...) -> _MjModelPairViews: ...
    def sensor(self, name: Union[str, bytes, _Int] = ...) -> _MjModelSensorViews: ...
    def site(self, name: Union[str, bytes, _Int] = ...) -> _MjModelSiteViews: ...
    def skin(self, name: Union[str, bytes, _Int] = ...) -> _MjModelSkinViews: ...
    def tendon(self, name: Union[str, bytes, _Int] = ...) -> _MjModelTendonViews: ...
    def ten(self, name: Union[str, bytes, _Int] = ...) -> _MjModelTendonViews: ...
    def texture(self, name: Union[str, bytes, _Int] = ...) -> _MjModelTextureViews: ...
    def tex(self, name: Union[str, bytes, _Int] = ...) -> _MjModelTextureViews: ...
    def text(self, name: Union[str, bytes, _Int] = ...) -> _MjModelTextViews: ...
    def tuple(self, name: Union[str, bytes, _Int] = ...) -> _MjModelTupleViews: ...
    def flex(self, name: Union[str, bytes, _Int] = ...) -> _MjModelFlexViews: ...
    def key(self, name: Union[str, bytes, _Int] = ...) -> _MjModelKeyframeViews: ...
    def keyframe(self, name: Union[str, bytes, _Int] = ...) -> _MjModelKeyframeViews: ...

class MjContact:
    """One contact."""
    def __init__(self) -> None: ...
    dist: float
    """Distance between the surfaces [m]; negative if they overlap."""
    pos: _Array[np.float64]
    """Point of contact, midway between the surfaces [m]; shape (3,)"""
    frame: _Array[np.float64]
    """Axes of the contact, row by row; the first is the normal, from the first to the second object; shape (9,)"""
    includemargin: float
    """Distance below which the contact generates forces [m]."""
    friction: _Array[np.float64]
    """Friction coefficients: sliding (2), torsional [m], rolling (2) [m]; shape (5,)"""
    solref: _Array[np.float64]
    """Reference acceleration parameters in the normal direction; shape (2,)"""
    solreffriction: _Array[np.float64]
    """The same in the friction directions; zeros: as in the normal direction; shape (2,)"""
    solimp: _Array[np.float64]
    """Parameters of the impedance; shape (5,)"""
    mu: float
    """Friction of the regularised cone, set by the solver."""
    H: _Array[np.float64]
    """Hessian of the cone, row by row, set by the solver; shape (36,)"""
    dim: _Whole
    """Dimension of the contact force: 1, 3, 4 or 6."""
    geom1: _Whole
    """First geom; as `geom[0]`."""
    geom2: _Whole
    """Second geom; as `geom[1]`."""
    geom: _Array[np.int32]
    """The geoms; -1 for a flex; shape (2,)"""
    flex: _Array[np.int32]
    """The flexes; -1 for a geom; shape (2,)"""
    elem: _Array[np.int32]
    """Elements of the flexes; -1 for none; shape (2,)"""
    vert: _Array[np.int32]
    """Vertices of the flexes; -1 for none; shape (2,)"""
    exclude: _Whole
    """Reason for exclusion from the solver: 0 included, 1 in the gap, 2 fused, 3 no dofs."""
    efc_address: _Whole
    """Its first constraint row; -1 for none."""

class _MjContactList:
    def __len__(self) -> int: ...
    def __getitem__(self, k: _Int) -> MjContact: ...
    def __iter__(self) -> Iterator[MjContact]: ...
    dist: _Array[np.float64]
    pos: _Array[np.float64]
    frame: _Array[np.float64]
    includemargin: _Array[np.float64]
    friction: _Array[np.float64]
    solref: _Array[np.float64]
    solreffriction: _Array[np.float64]
    solimp: _Array[np.float64]
    mu: _Array[np.float64]
    H: _Array[np.float64]
    dim: _Array[np.int32]
    geom1: _Array[np.int32]
    geom2: _Array[np.int32]
    geom: _Array[np.int32]
    flex: _Array[np.int32]
    elem: _Array[np.int32]
    vert: _Array[np.int32]
    exclude: _Array[np.int32]
    efc_address: _Array[np.int32]

class MjWarningStat:
    """Statistics of one warning."""
    def __init__(self) -> None: ...
    lastinfo: _Whole
    """Information about the last one, such as a dof."""
    number: _Whole
    """Count since the last reset."""

class _MjWarningStatList:
    def __len__(self) -> int: ...
    def __getitem__(self, k: _Int) -> MjWarningStat: ...
    def __iter__(self) -> Iterator[MjWarningStat]: ...
    lastinfo: _Array[np.int32]
    number: _Array[np.int32]

class MjTimerStat:
    """Time spent in one part of the step."""
    def __init__(self) -> None: ...
    duration: float
    """Total time [s]."""
    number: _Whole
    """Number of calls."""

class _MjTimerStatList:
    def __len__(self) -> int: ...
    def __getitem__(self, k: _Int) -> MjTimerStat: ...
    def __iter__(self) -> Iterator[MjTimerStat]: ...
    duration: _Array[np.float64]
    number: _Array[np.int32]

class MjSolverStat:
    """Statistics of one solver iteration."""
    def __init__(self) -> None: ...
    improvement: float
    """Cost reduction, scaled."""
    gradient: float
    """Gradient norm, scaled."""
    lineslope: float
    """Slope at the end of the line search, scaled."""
    nactive: _Whole
    """Number of active rows."""
    nchange: _Whole
    """Number of rows whose state changed."""
    neval: _Whole
    """Number of line-search evaluations."""
    nupdate: _Whole
    """Number of updates of the Cholesky factor."""

class _MjSolverStatList:
    def __len__(self) -> int: ...
    def __getitem__(self, k: _Int) -> MjSolverStat: ...
    def __iter__(self) -> Iterator[MjSolverStat]: ...
    improvement: _Array[np.float64]
    gradient: _Array[np.float64]
    lineslope: _Array[np.float64]
    nactive: _Array[np.int32]
    nchange: _Array[np.int32]
    neval: _Array[np.int32]
    nupdate: _Array[np.int32]

class _MjDataActuatorViews:
    """The fields of one actuator of a MjData."""
    id: int
    name: str
    ctrl: _Array[np.float64]
    """Controls."""
    force: _Array[np.float64]
    """Force along the transmission."""
    length: _Array[np.float64]
    """Length of the transmission."""
    moment: _Array[np.float64]
    """Derivative of the length with respect to velocity: the moment arms."""
    velocity: _Array[np.float64]
    """Rate of each actuator length."""

class _MjDataBodyViews:
    """The fields of one body of a MjData."""
    id: int
    name: str
    cacc: _Array[np.float64]
    """Acceleration of each body, com-based."""
    cfrc_ext: _Array[np.float64]
    """External force on each body, com-based."""
    cfrc_int: _Array[np.float64]
    """Force that each body receives from its parent, com-based."""
    cinert: _Array[np.float64]
    """Inertia of each body alone: six of the tensor, three of mass times offset, the mass."""
    crb: _Array[np.float64]
    """Inertia of each body with its subtree, com-based."""
    cvel: _Array[np.float64]
    """Velocity of each body, com-based: rotation, translation."""
    subtree_angmom: _Array[np.float64]
    """Angular momentum of each subtree about its centre of mass."""
    subtree_com: _Array[np.float64]
    """Centre of mass of each body together with everything it carries."""
    subtree_linvel: _Array[np.float64]
    """Velocity of the centre of mass of each subtree."""
    xfrc_applied: _Array[np.float64]
    """Cartesian force, then torque, applied by the user at the centre of mass of each body; world axes."""
    ximat: _Array[np.float64]
    """Principal axes of inertia of each body."""
    xipos: _Array[np.float64]
    """Centre of mass of each body."""
    xmat: _Array[np.float64]
    """The same as a matrix whose columns are the axes of the body."""
    xpos: _Array[np.float64]
    """Origin of each body."""
    xquat: _Array[np.float64]
    """Orientation of each body."""

class _MjDataCameraViews:
    """The fields of one camera of a MjData."""
    id: int
    name: str
    xmat: _Array[np.float64]
    """Orientation of each camera: it looks along −z, up is y."""
    xpos: _Array[np.float64]
    """Position of each camera."""

class _MjDataGeomViews:
    """The fields of one geom of a MjData."""
    id: int
    name: str
    xmat: _Array[np.float64]
    """Orientation of each geom."""
    xpos: _Array[np.float64]
    """Centre of each geom."""

class _MjDataJointViews:
    """The fields of one joint of a MjData."""
    id: int
    name: str
    cdof: _Array[np.float64]
    """Motion axis of each dof."""
    cdof_dot: _Array[np.float64]
    """Rate of each motion axis, com-based."""
    qHDiagInv: _Array[np.float64]
    """Reciprocals of its diagonal."""
    qLDiagInv: _Array[np.float64]
    """Reciprocals of the diagonal D."""
    qacc: _Array[np.float64]
    """Acceleration."""
    qacc_smooth: _Array[np.float64]
    """Acceleration without constraints."""
    qacc_warmstart: _Array[np.float64]
    """Acceleration of the previous step: the starting point of the constraint solver."""
    qfrc_actuator: _Array[np.float64]
    """Actuators."""
    qfrc_applied: _Array[np.float64]
    """Generalised force applied by the user."""
    qfrc_bias: _Array[np.float64]
    """Coriolis, centrifugal and gravitational force, with the sign of the inertial force."""
    qfrc_constraint: _Array[np.float64]
    """Constraints."""
    qfrc_damper: _Array[np.float64]
    """Dampers."""
    qfrc_fluid: _Array[np.float64]
    """Fluid."""
    qfrc_gravcomp: _Array[np.float64]
    """Gravity compensation."""
    qfrc_inverse: _Array[np.float64]
    """Result of inverse dynamics."""
    qfrc_passive: _Array[np.float64]
    """All passive forces together."""
    qfrc_smooth: _Array[np.float64]
    """All forces except constraints."""
    qfrc_spring: _Array[np.float64]
    """Springs."""
    qpos: _Array[np.float64]
    """Generalised positions; unit quaternions of ball and free joints are normalised where they are used."""
    qvel: _Array[np.float64]
    """Generalised velocities."""
    xanchor: _Array[np.float64]
    """Anchor of each joint."""
    xaxis: _Array[np.float64]
    """Axis of each joint."""

class _MjDataLightViews:
    """The fields of one light of a MjData."""
    id: int
    name: str
    xdir: _Array[np.float64]
    """Direction of each light, of unit length."""
    xpos: _Array[np.float64]
    """Position of each light."""

class _MjDataSensorViews:
    """The fields of one sensor of a MjData."""
    id: int
    name: str
    data: _Array[np.float64]
    """Readings of all sensors, one after the other."""

class _MjDataSiteViews:
    """The fields of one site of a MjData."""
    id: int
    name: str
    xmat: _Array[np.float64]
    """Orientation of each site."""
    xpos: _Array[np.float64]
    """Position of each site."""

class _MjDataTendonViews:
    """The fields of one tendon of a MjData."""
    id: int
    name: str
    J: _Array[np.float64]
    """Derivative of the length with respect to velocity."""
    J_colind: _Array[np.int32]
    """Columns of the Jacobian, ascending; sparse only."""
    J_rowadr: _Array[np.int32]
    """Address of the Jacobian row; sparse only."""
    J_rownnz: _Array[np.int32]
    """Nonzeros of the Jacobian row; sparse only."""
    length: _Array[np.float64]
    """Length."""
    velocity: _Array[np.float64]
    """Rate of each tendon length."""
    wrapadr: _Array[np.int32]
    """First point of the path."""
    wrapnum: _Array[np.int32]
    """Number of points of the path."""

class MjData:
    """One simulation of a model."""
    def __init__(self, model: MjModel) -> None: ...
    time: float
    pstack: int
    @property
    def maxuse_con(self) -> int:
        """Largest number of contacts since the last reset."""
    @property
    def maxuse_efc(self) -> int:
        """Largest number of constraint rows since the last reset."""
    @property
    def maxuse_arena(self) -> int:
        """Largest number of bytes taken by contacts, constraint rows, islands and temporaries."""
    @property
    def maxuse_stack(self) -> int:
        """Largest number of bytes of temporaries requested by the stages."""
    @property
    def ncon(self) -> int: ...
    @property
    def nefc(self) -> int: ...
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
    @property
    def qfrc_frictionloss(self) -> NDArray[np.float64]:
        """The part of `qfrc_constraint` due to dry friction of dofs and tendons. An extension; computed on each access; shape (nv,)"""
    M: _Array[np.float64]
    """Joint-space inertia, lower triangle, compressed sparse rows (CSR): `sparse.m_rowadr` and so on; shape (nC,)"""
    act: _Array[np.float64]
    """Activations of actuators with dynamics; shape (na,)"""
    act_dot: _Array[np.float64]
    """Rate of the activations; shape (na,)"""
    actuator_force: _Array[np.float64]
    """Force along the transmission; shape (nu,)"""
    actuator_length: _Array[np.float64]
    """Length of the transmission; shape (nu,)"""
    actuator_moment: _Array[np.float64]
    """Derivative of the length with respect to velocity: the moment arms; shape (nJmom,)"""
    actuator_velocity: _Array[np.float64]
    """Rate of each actuator length; shape (nu,)"""
    body_awake: _Array[np.int32]
    """−1 static, 0 asleep, 1 awake; shape (nbody,)"""
    body_awake_ind: _Array[np.int32]
    """Bodies that are awake or static; shape (nbody,)"""
    bvh_aabb_dyn: _Array[np.float64]
    """Moving boxes of the flex hierarchies; shape (nbvhdynamic, 6)"""
    bvh_active: _Array[np.uint8]
    """1 if the node of the hierarchy was visited by the last collision pass; shape (nbvh,)"""
    cacc: _Array[np.float64]
    """Acceleration of each body, com-based; shape (nbody, 6)"""
    cam_xmat: _Array[np.float64]
    """Orientation of each camera: it looks along −z, up is y; shape (ncam, 9)"""
    cam_xpos: _Array[np.float64]
    """Position of each camera; shape (ncam, 3)"""
    cdof: _Array[np.float64]
    """Motion axis of each dof; shape (nv, 6)"""
    cdof_dot: _Array[np.float64]
    """Rate of each motion axis, com-based; shape (nv, 6)"""
    cfrc_ext: _Array[np.float64]
    """External force on each body, com-based; shape (nbody, 6)"""
    cfrc_int: _Array[np.float64]
    """Force that each body receives from its parent, com-based; shape (nbody, 6)"""
    cinert: _Array[np.float64]
    """Inertia of each body alone: six of the tensor, three of mass times offset, the mass; shape (nbody, 10)"""
    crb: _Array[np.float64]
    """Inertia of each body with its subtree, com-based; shape (nbody, 10)"""
    ctrl: _Array[np.float64]
    """Controls; shape (nu,)"""
    cvel: _Array[np.float64]
    """Velocity of each body, com-based: rotation, translation; shape (nbody, 6)"""
    dof_awake_ind: _Array[np.int32]
    """Dofs that are awake; shape (nv,)"""
    dof_island: _Array[np.int32]
    """Island of each dof; −1 if unconstrained; shape (nv,)"""
    @property
    def efc_AR(self) -> NDArray[np.float64]:
        """J M⁻¹ Jᵀ + R; dual solvers only; shape (nA,)"""
    @property
    def efc_AR_colind(self) -> NDArray[np.int32]:
        """Columns of that matrix; shape (nA,)"""
    @property
    def efc_AR_rowadr(self) -> NDArray[np.int32]:
        """Address of each row of that matrix; shape (nefc,)"""
    @property
    def efc_AR_rownnz(self) -> NDArray[np.int32]:
        """Nonzeros of each row of J M⁻¹ Jᵀ + R; dual solvers only; shape (nefc,)"""
    @property
    def efc_D(self) -> NDArray[np.float64]:
        """Constraint mass 1/R; shape (nefc,)"""
    @property
    def efc_J(self) -> NDArray[np.float64]:
        """Derivative of the constrained quantity with respect to velocity; shape (nJ,)"""
    @property
    def efc_J_colind(self) -> NDArray[np.int32]:
        """Columns of the Jacobian; sparse only; shape (nJ,)"""
    @property
    def efc_J_rowadr(self) -> NDArray[np.int32]:
        """Address of the Jacobian row; sparse only; shape (nefc,)"""
    @property
    def efc_J_rownnz(self) -> NDArray[np.int32]:
        """Nonzeros of the Jacobian row; sparse only; shape (nefc,)"""
    @property
    def efc_J_rowsuper(self) -> NDArray[np.int32]:
        """Number of following rows with the same columns; sparse only; shape (nefc,)"""
    @property
    def efc_KBIP(self) -> NDArray[np.float64]:
        """Stiffness, damping, impedance and its derivative; shape (nefc, 4)"""
    @property
    def efc_R(self) -> NDArray[np.float64]:
        """Regularisation; shape (nefc,)"""
    @property
    def efc_aref(self) -> NDArray[np.float64]:
        """Reference acceleration; shape (nefc,)"""
    @property
    def efc_b(self) -> NDArray[np.float64]:
        """J · qacc_smooth − aref; shape (nefc,)"""
    @property
    def efc_diagApprox(self) -> NDArray[np.float64]:
        """Approximate diagonal of J M⁻¹ Jᵀ; shape (nefc,)"""
    @property
    def efc_force(self) -> NDArray[np.float64]:
        """Constraint force; shape (nefc,)"""
    @property
    def efc_frictionloss(self) -> NDArray[np.float64]:
        """Largest friction force; shape (nefc,)"""
    @property
    def efc_id(self) -> NDArray[np.int32]:
        """The object of the row: equality, dof, joint, tendon or contact; shape (nefc,)"""
    @property
    def efc_island(self) -> NDArray[np.int32]:
        """Island of each constraint row; shape (nefc,)"""
    @property
    def efc_margin(self) -> NDArray[np.float64]:
        """Distance at which the row becomes active; shape (nefc,)"""
    @property
    def efc_pos(self) -> NDArray[np.float64]:
        """Position of the constrained quantity: violation, distance, angle; shape (nefc,)"""
    @property
    def efc_state(self) -> NDArray[np.int32]:
        """State of the row in the solution: satisfied, quadratic, linear, on the cone; shape (nefc,)"""
    @property
    def efc_type(self) -> NDArray[np.int32]:
        """Kind of row, an `mjtConstraint`; shape (nefc,)"""
    @property
    def efc_vel(self) -> NDArray[np.float64]:
        """Velocity of the constrained quantity; shape (nefc,)"""
    energy: _Array[np.float64]
    """Potential and kinetic energy [J]; shape (2,)"""
    eq_active: _Array[np.uint8]
    """1 if the equality constraint is enforced; shape (neq,)"""
    flexedge_J: _Array[np.float64]
    """Derivatives of flex edge lengths with respect to the velocities they depend on; shape (nJfe,)"""
    flexedge_length: _Array[np.float64]
    """Length of each flex edge; shape (nflexedge,)"""
    flexedge_velocity: _Array[np.float64]
    """Rate of each flex edge length; shape (nflexedge,)"""
    flexelem_aabb: _Array[np.float64]
    """Bounding box (centre, half size) of each flex element; shape (nflexelem, 6)"""
    flexvert_J: _Array[np.float64]
    """Derivatives of flex vertex strains; shape (nJfv, 2)"""
    flexvert_length: _Array[np.float64]
    """Strain invariants at each flex vertex; shape (nflexvert, 2)"""
    flexvert_xpos: _Array[np.float64]
    """Position of each flex vertex; shape (nflexvert, 3)"""
    @property
    def flg_energypos(self) -> int:
        """1 if potential energy is up to date."""
    @property
    def flg_energyvel(self) -> int:
        """1 if kinetic energy is up to date."""
    @property
    def flg_rnepost(self) -> int:
        """1 if accelerations of bodies and forces between them are up to date."""
    @property
    def flg_subtreevel(self) -> int:
        """1 if velocities of subtrees are up to date."""
    geom_xmat: _Array[np.float64]
    """Orientation of each geom; shape (ngeom, 9)"""
    geom_xpos: _Array[np.float64]
    """Centre of each geom; shape (ngeom, 3)"""
    history: _Array[np.float64]
    """Delayed controls and sensor readings; shape (nhistory,)"""
    iLD: _Array[np.float64]
    """Its factor; shape (nC,)"""
    @property
    def iLDiagInv(self) -> NDArray[np.float64]:
        """Reciprocals of the diagonal of the factor; shape (nidof,)"""
    iM: _Array[np.float64]
    """Inertia in island order; shape (nC,)"""
    iM_colind: _Array[np.int32]
    """Columns of the inertia in island order; shape (nC,)"""
    @property
    def iM_rowadr(self) -> NDArray[np.int32]:
        """Address of each row of the inertia in island order; shape (nidof,)"""
    @property
    def iM_rownnz(self) -> NDArray[np.int32]:
        """Nonzeros of each row of the inertia in island order; shape (nidof,)"""
    @property
    def iacc(self) -> NDArray[np.float64]:
        """`qacc` in island order; shape (nidof,)"""
    @property
    def iacc_smooth(self) -> NDArray[np.float64]:
        """`qacc_smooth` in island order; shape (nidof,)"""
    @property
    def iefc_D(self) -> NDArray[np.float64]:
        """`efc_D` in island order; shape (nefc,)"""
    @property
    def iefc_J(self) -> NDArray[np.float64]:
        """`efc_J` in island order; shape (nJ,)"""
    @property
    def iefc_J_colind(self) -> NDArray[np.int32]:
        """`efc_J_colind` in island order; shape (nJ,)"""
    @property
    def iefc_J_rowadr(self) -> NDArray[np.int32]:
        """`efc_J_rowadr` in island order; shape (nefc,)"""
    @property
    def iefc_J_rownnz(self) -> NDArray[np.int32]:
        """`efc_J_rownnz` in island order; shape (nefc,)"""
    @property
    def iefc_J_rowsuper(self) -> NDArray[np.int32]:
        """`efc_J_rowsuper` in island order; shape (nefc,)"""
    @property
    def iefc_R(self) -> NDArray[np.float64]:
        """`efc_R` in island order; shape (nefc,)"""
    @property
    def iefc_aref(self) -> NDArray[np.float64]:
        """`efc_aref` in island order; shape (nefc,)"""
    @property
    def iefc_force(self) -> NDArray[np.float64]:
        """`efc_force` in island order; shape (nefc,)"""
    @property
    def iefc_frictionloss(self) -> NDArray[np.float64]:
        """`efc_frictionloss` in island order; shape (nefc,)"""
    @property
    def iefc_id(self) -> NDArray[np.int32]:
        """`efc_id` in island order; shape (nefc,)"""
    @property
    def iefc_state(self) -> NDArray[np.int32]:
        """`efc_state` in island order; shape (nefc,)"""
    @property
    def iefc_type(self) -> NDArray[np.int32]:
        """`efc_type` in island order; shape (nefc,)"""
    @property
    def ifrc_constraint(self) -> NDArray[np.float64]:
        """`qfrc_constraint` in island order; shape (nidof,)"""
    @property
    def ifrc_smooth(self) -> NDArray[np.float64]:
        """`qfrc_smooth` in island order; shape (nidof,)"""
    @property
    def island_dofadr(self) -> NDArray[np.int32]:
        """First dof of each island; shape (nisland,)"""
    @property
    def island_idofadr(self) -> NDArray[np.int32]:
        """First dof of each island in island order; shape (nisland,)"""
    @property
    def island_iefcadr(self) -> NDArray[np.int32]:
        """First row of each island in island order; shape (nisland,)"""
    @property
    def island_itreeadr(self) -> NDArray[np.int32]:
        """First entry of each island in the list of trees; shape (nisland,)"""
    @property
    def island_ne(self) -> NDArray[np.int32]:
        """Equality rows of each island; shape (nisland,)"""
    @property
    def island_nefc(self) -> NDArray[np.int32]:
        """Rows of each island; shape (nisland,)"""
    @property
    def island_nf(self) -> NDArray[np.int32]:
        """Friction rows of each island; shape (nisland,)"""
    @property
    def island_ntree(self) -> NDArray[np.int32]:
        """Number of trees in each island; shape (nisland,)"""
    @property
    def island_nv(self) -> NDArray[np.int32]:
        """Number of dofs in each island; shape (nisland,)"""
    light_xdir: _Array[np.float64]
    """Direction of each light, of unit length; shape (nlight, 3)"""
    light_xpos: _Array[np.float64]
    """Position of each light; shape (nlight, 3)"""
    map_dof2idof: _Array[np.int32]
    """Position of each dof in island order; shape (nv,)"""
    @property
    def map_efc2iefc(self) -> NDArray[np.int32]:
        """Position of each row in island order; shape (nefc,)"""
    map_idof2dof: _Array[np.int32]
    """Dof at each position in island order; shape (nv,)"""
    @property
    def map_iefc2efc(self) -> NDArray[np.int32]:
        """Row at each position in island order; shape (nefc,)"""
    map_itree2tree: _Array[np.int32]
    """Trees ordered by island; shape (ntree,)"""
    maxuse_threadstack: _Array[np.uint64]
    """Bytes of the stacks of threads; always 0; shape (128,)"""
    mocap_pos: _Array[np.float64]
    """Position of each mocap body, in the world; shape (nmocap, 3)"""
    mocap_quat: _Array[np.float64]
    """Orientation of each mocap body, in the world; shape (nmocap, 4)"""
    moment_colind: _Array[np.int32]
    """Dofs of the moment entries; shape (nJmom,)"""
    moment_rowadr: _Array[np.int32]
    """Address of the moment row; shape (nu,)"""
    moment_rownnz: _Array[np.int32]
    """Nonzeros of the moment row; shape (nu,)"""
    @property
    def nA(self) -> int:
        """Number of stored elements of the matrix of the dual solvers."""
    @property
    def nJ(self) -> int:
        """Number of stored elements of the constraint Jacobian."""
    @property
    def narena(self) -> int:
        """Memory limit of contacts and constraint rows in bytes; as in the model."""
    @property
    def nbody_awake(self) -> int:
        """Number of awake bodies."""
    @property
    def nbuffer(self) -> int:
        """Size of the fields of the model in bytes."""
    @property
    def ne(self) -> int:
        """Number of equality constraint rows."""
    @property
    def nf(self) -> int:
        """Number of friction loss constraint rows, of dofs and tendons."""
    @property
    def nidof(self) -> int:
        """Number of dofs in islands."""
    @property
    def nisland(self) -> int:
        """Number of islands: groups of trees coupled by constraints."""
    @property
    def nl(self) -> int:
        """Number of limit constraint rows, of joints and tendons."""
    @property
    def nparent_awake(self) -> int:
        """Number of awake bodies whose parents are awake."""
    @property
    def nplugin(self) -> int:
        """Number of plugin instances; as in the model."""
    @property
    def ntree_awake(self) -> int:
        """Number of awake trees."""
    @property
    def nv_awake(self) -> int:
        """Number of awake dofs."""
    @property
    def parena(self) -> int:
        """Part of MuJoCo's memory management; always 0."""
    parent_awake_ind: _Array[np.int32]
    """Bodies whose parent is awake or static; shape (nbody,)"""
    @property
    def pbase(self) -> int:
        """Part of MuJoCo's memory management; always 0."""
    plugin: _Array[np.int32]
    """Plugins of the model; always 0; shape (nplugin,)"""
    plugin_data: _Array[np.uint64]
    """Plugins of the model; always 0; shape (nplugin,)"""
    plugin_state: _Array[np.float64]
    """State of plugins; shape (npluginstate,)"""
    qDeriv: _Array[np.float64]
    """Derivative of the smooth forces with respect to velocity, full sparse rows: `sparse.d_rowadr` and so on; shape (nD,)"""
    qH: _Array[np.float64]
    """Factor of the inertia modified by an integrator; shape (nC,)"""
    qHDiagInv: _Array[np.float64]
    """Reciprocals of its diagonal; shape (nv,)"""
    qLD: _Array[np.float64]
    """Factor L'·D·L of the inertia in the same layout; shape (nC,)"""
    qLDiagInv: _Array[np.float64]
    """Reciprocals of the diagonal D; shape (nv,)"""
    qLU: _Array[np.float64]
    """LU factor of inertia minus timestep times that derivative; shape (nD,)"""
    qM: _Array[np.float64]
    """Joint-space inertia, each row from the diagonal up to the root; shape (nM,)"""
    qacc: _Array[np.float64]
    """Acceleration; shape (nv,)"""
    qacc_smooth: _Array[np.float64]
    """Acceleration without constraints; shape (nv,)"""
    qacc_warmstart: _Array[np.float64]
    """Acceleration of the previous step: the starting point of the constraint solver; shape (nv,)"""
    qfrc_actuator: _Array[np.float64]
    """Actuators; shape (nv,)"""
    qfrc_applied: _Array[np.float64]
    """Generalised force applied by the user; shape (nv,)"""
    qfrc_bias: _Array[np.float64]
    """Coriolis, centrifugal and gravitational force, with the sign of the inertial force; shape (nv,)"""
    qfrc_constraint: _Array[np.float64]
    """Constraints; shape (nv,)"""
    qfrc_damper: _Array[np.float64]
    """Dampers; shape (nv,)"""
    qfrc_fluid: _Array[np.float64]
    """Fluid; shape (nv,)"""
    qfrc_gravcomp: _Array[np.float64]
    """Gravity compensation; shape (nv,)"""
    qfrc_inverse: _Array[np.float64]
    """Result of inverse dynamics; shape (nv,)"""
    qfrc_passive: _Array[np.float64]
    """All passive forces together; shape (nv,)"""
    qfrc_smooth: _Array[np.float64]
    """All forces except constraints; shape (nv,)"""
    qfrc_spring: _Array[np.float64]
    """Springs; shape (nv,)"""
    qpos: _Array[np.float64]
    """Generalised positions; unit quaternions of ball and free joints are normalised where they are used; shape (nq,)"""
    qvel: _Array[np.float64]
    """Generalised velocities; shape (nv,)"""
    sensordata: _Array[np.float64]
    """Readings of all sensors, one after the other; shape (nsensordata,)"""
    site_xmat: _Array[np.float64]
    """Orientation of each site; shape (nsite, 9)"""
    site_xpos: _Array[np.float64]
    """Position of each site; shape (nsite, 3)"""
    solver_fwdinv: _Array[np.float64]
    """Difference between forward and inverse dynamics: constraint forces, applied forces; shape (2,)"""
    solver_niter: _Array[np.int32]
    """Solver iterations in each island; shape (20,)"""
    solver_nnz: _Array[np.int32]
    """Number of nonzeros of the Hessian or of the matrix of the dual solvers, in each island; shape (20,)"""
    subtree_angmom: _Array[np.float64]
    """Angular momentum of each subtree about its centre of mass; shape (nbody, 3)"""
    subtree_com: _Array[np.float64]
    """Centre of mass of each body together with everything it carries; shape (nbody, 3)"""
    subtree_linvel: _Array[np.float64]
    """Velocity of the centre of mass of each subtree; shape (nbody, 3)"""
    ten_J: _Array[np.float64]
    """Derivative of the length with respect to velocity; shape (ntendon, nv)"""
    ten_J_colind: _Array[np.int32]
    """Columns of the Jacobian, ascending; sparse only; shape (ntendon, nv)"""
    ten_J_rowadr: _Array[np.int32]
    """Address of the Jacobian row; sparse only; shape (ntendon,)"""
    ten_J_rownnz: _Array[np.int32]
    """Nonzeros of the Jacobian row; sparse only; shape (ntendon,)"""
    ten_length: _Array[np.float64]
    """Length; shape (ntendon,)"""
    ten_velocity: _Array[np.float64]
    """Rate of each tendon length; shape (ntendon,)"""
    ten_wrapadr: _Array[np.int32]
    """First point of the path; shape (ntendon,)"""
    ten_wrapnum: _Array[np.int32]
    """Number of points of the path; shape (ntendon,)"""
    tendon_efcadr: _Array[np.int32]
    """First row of each tendon; −1 if it has none; shape (ntendon,)"""
    @property
    def threadpool(self) -> int:
        """Part of MuJoCo's memory management; always 0."""
    tree_asleep: _Array[np.int32]
    """Sleep of each tree: negative while awake, else the next tree of its sleeping island; shape (ntree,)"""
    tree_awake: _Array[np.int32]
    """1 if the tree is awake; shape (ntree,)"""
    tree_island: _Array[np.int32]
    """Island of each tree; −1 if no constraint touches it; shape (ntree,)"""
    userdata: _Array[np.float64]
    """Free for the user; shape (nuserdata,)"""
    wrap_obj: _Array[np.int32]
    """Object of each path point: a geom, −1 for a site, −2 for a pulley; shape (nwrap, 2)"""
    wrap_xpos: _Array[np.float64]
    """Path points; shape (nwrap, 6)"""
    xanchor: _Array[np.float64]
    """Anchor of each joint; shape (njnt, 3)"""
    xaxis: _Array[np.float64]
    """Axis of each joint; shape (njnt, 3)"""
    xfrc_applied: _Array[np.float64]
    """Cartesian force, then torque, applied by the user at the centre of mass of each body; world axes; shape (nbody, 6)"""
    ximat: _Array[np.float64]
    """Principal axes of inertia of each body; shape (nbody, 9)"""
    xipos: _Array[np.float64]
    """Centre of mass of each body; shape (nbody, 3)"""
    xmat: _Array[np.float64]
    """The same as a matrix whose columns are the axes of the body; shape (nbody, 9)"""
    xpos: _Array[np.float64]
    """Origin of each body; shape (nbody, 3)"""
    xquat: _Array[np.float64]
    """Orientation of each body; shape (nbody, 4)"""
    def bind(self, elements: Union[MjsElement, Iterable[MjsElement]]) -> Any: ...
    def actuator(self, name: Union[str, bytes, _Int] = ...) -> _MjDataActuatorViews: ...
    def body(self, name: Union[str, bytes, _Int] = ...) -> _MjDataBodyViews: ...
    def camera(self, name: Union[str, bytes, _Int] = ...) -> _MjDataCameraViews: ...
    def cam(self, name: Union[str, bytes, _Int] = ...) -> _MjDataCameraViews: ...
    def geom(self, name: Union[str, bytes, _Int] = ...) -> _MjDataGeomViews: ...
    def joint(self, name: Union[str, bytes, _Int] = ...) -> _MjDataJointViews: ...
    def jnt(self, name: Union[str, bytes, _Int] = ...) -> _MjDataJointViews: ...
    def light(self, name: Union[str, bytes, _Int] = ...) -> _MjDataLightViews: ...
    def sensor(self, name: Union[str, bytes, _Int] = ...) -> _MjDataSensorViews: ...
    def site(self, name: Union[str, bytes, _Int] = ...) -> _MjDataSiteViews: ...
    def tendon(self, name: Union[str, bytes, _Int] = ...) -> _MjDataTendonViews: ...
    def ten(self, name: Union[str, bytes, _Int] = ...) -> _MjDataTendonViews: ...

def get_mjcb_act_bias() -> Optional[Callable[[MjModel, MjData, int], float]]:
    """The callback that returns biases of actuators, or None."""
def get_mjcb_act_dyn() -> Optional[Callable[[MjModel, MjData, int], float]]:
    """The callback that returns time derivatives of activations, or None."""
def get_mjcb_act_gain() -> Optional[Callable[[MjModel, MjData, int], float]]:
    """The callback that returns gains of actuators, or None."""
def get_mjcb_contactfilter() -> Optional[Callable[[MjModel, MjData, int, int], int]]:
    """The callback that filters contacts, or None."""
def get_mjcb_control() -> Optional[Callable[[MjModel, MjData], Any]]:
    """The callback that sets controls, or None."""
def get_mjcb_passive() -> Optional[Callable[[MjModel, MjData], Any]]:
    """The callback that adds passive forces, or None."""
def get_mjcb_sensor() -> Optional[Callable[[MjModel, MjData, int], Any]]:
    """The callback that computes user sensors, or None."""
def get_mjcb_time() -> Optional[Callable[[], float]]:
    """The clock, or None."""
def get_mju_user_free() -> Optional[Callable[..., Any]]:
    """The function set by `set_mju_user_free`, or None."""
def get_mju_user_malloc() -> Optional[Callable[..., Any]]:
    """The function set by `set_mju_user_malloc`, or None."""
def get_mju_user_warning() -> Optional[Callable[[str], Any]]:
    """The handler of warnings, or None."""
def mj_Euler(m: MjModel, d: MjData) -> None:
    """mj_Euler(m: mujoco._structs.MjModel, d: mujoco._structs.MjData) -> None

    Euler integrator, semi-implicit in velocity.
    """
def mj_RungeKutta(m: MjModel, d: MjData, N: _Int) -> None:
    """Moves the state one step ahead by the method of Runge and Kutta of order `N`, which must be 4.

    - `m`: MjModel
    - `d`: MjData
    - `N`: int; 4
    """
def mj_addContact(m: MjModel, d: MjData, con: MjContact) -> int:
    """Appends a contact; `mj_makeConstraint` creates its rows. Returns 0, or 1 if the buffer is full.

    - `m`: MjModel
    - `d`: MjData
    - `con`: MjContact
    - returns int; 0, or 1 if there is no room
    """
def mj_addM(m: MjModel, d: MjData, dst: NDArray[np.float64], rownnz: NDArray[np.int32], rowadr: NDArray[np.int32], colind: NDArray[np.int32]) -> None:
    """Adds the lower triangle of the inertia matrix to compressed rows, adding missing entries.

    - `m`: MjModel
    - `d`: MjData
    - `dst`: float64 (nnz,), written; values, added to
    - `rownnz`: int32 (nv,), written; entries of each row
    - `rowadr`: int32 (nv,), written; first entry of each row
    - `colind`: int32 (nnz,), written; column of each entry
    """
def mj_angmomMat(m: MjModel, d: MjData, mat: NDArray[np.float64], body: _Int) -> None:
    """The matrix that maps velocities to the angular momentum of a subtree about its center of mass.

    - `m`: MjModel
    - `d`: MjData
    - `mat`: float64 (3, nv), written; kg m²/s for each unit of velocity
    - `body`: int; id of a body
    """
def mj_applyFT(m: MjModel, d: MjData, force: ArrayLike, torque: ArrayLike, point: ArrayLike, body: _Int, qfrc_target: NDArray[np.float64]) -> None:
    """Adds the generalised force of a force and a torque at a point of a body to `qfrc_target`.

    - `m`: MjModel
    - `d`: MjData
    - `force`: float64 (3,); N
    - `torque`: float64 (3,); N m
    - `point`: float64 (3,); in world coordinates, m
    - `body`: int; id of a body
    - `qfrc_target`: float64 (nv,), written; added to
    """
def mj_camlight(m: MjModel, d: MjData) -> None:
    """Computes the world poses of cameras and lights.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.cam_xpos`, `d.cam_xmat`, `d.light_xpos`, `d.light_xdir`
    """
def mj_checkAcc(m: MjModel, d: MjData) -> None:
    """Resets the simulation if an acceleration is not a number or too large, and computes it again.

    - `m`: MjModel
    - `d`: MjData
    """
def mj_checkPos(m: MjModel, d: MjData) -> None:
    """Resets the simulation if a position is not a number or too large.

    - `m`: MjModel
    - `d`: MjData
    """
def mj_checkVel(m: MjModel, d: MjData) -> None:
    """Resets the simulation if a velocity is not a number or too large.

    - `m`: MjModel
    - `d`: MjData
    """
def mj_clearCache(cache: Any) -> None:
    """Clears the asset cache.

    - `cache`: the cache; the result of `mj_getCache`
    """
def mj_collision(m: MjModel, d: MjData) -> None:
    """Finds all contacts of the current pose.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.contact`, `d.ncon`, `d.bvh_active`, `d.efc_*`, `d.nefc`
    """
def mj_comPos(m: MjModel, d: MjData) -> None:
    """Computes centers of mass, and inertias and motion axes about them.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.subtree_com`, `d.cinert`, `d.cdof`
    """
def mj_comVel(m: MjModel, d: MjData) -> None:
    """Computes velocities and motion axis rates about centers of mass.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.cvel`, `d.cdof_dot`
    """
def mj_compareFwdInv(m: MjModel, d: MjData) -> None:
    """Compares forward and inverse dynamics; the differences go to `solver_fwdinv`.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.solver_fwdinv`, `d.qfrc_inverse`
    """
def mj_constraintUpdate(m: MjModel, d: MjData, jar: ArrayLike, cost: Optional[NDArray[np.float64]], flg_coneHessian: _Int) -> None:
    """Computes forces and states of all constraint rows from the residuals `jar` of their accelerations; the cost is written
    to `cost`.

    With `flg_coneHessian`, the Hessians of sliding contacts are written to the contacts.

    - `m`: MjModel
    - `d`: MjData
    - `jar`: float64 (nefc,); `J qacc - aref`
    - `cost`: float64 (1,) or None, written
    - `flg_coneHessian`: int; 1 to set `d.contact.H`
    """
def mj_contactForce(m: MjModel, d: MjData, id: _Int, result: NDArray[np.float64]) -> None:
    """Force, then torque of a contact in its own frame; zero if the contact does not exist or has no rows.

    - `m`: MjModel
    - `d`: MjData
    - `id`: int; index of a contact
    - `result`: float64 (6,), written; force, torque, in the frame of the contact; N, N m
    """
def mj_copyData(dest: MjData, m: MjModel, src: MjData) -> MjData:
    """Overwrites a simulation with another one of the same model.

    - `dest`: MjData; overwritten
    - `m`: MjModel
    - `src`: MjData
    - returns MjData; `dest`
    """
def mj_copyState(m: MjModel, src: MjData, dst: MjData, sig: _Int) -> None:
    """Copies the state components in `sig` from one simulation to another.

    - `m`: MjModel
    - `src`: MjData
    - `dst`: MjData; written
    - `sig`: int; parts of the state, bits of `mjtState`
    """
def mj_crb(m: MjModel, d: MjData) -> None:
    """Computes composite inertias, and the joint-space inertia matrix without the armature of tendons.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.crb`, `d.M`
    """
def mj_defaultLROpt(opt: MjLROpt) -> None:
    """Sets the options of length ranges to their defaults.

    - `opt`: MjLROpt; written
    """
def mj_defaultOption(opt: MjOption) -> None:
    """Sets all options to their defaults.

    - `opt`: MjOption; written
    """
def mj_defaultSolRefImp(solref: Optional[NDArray[np.float64]], solimp: Optional[NDArray[np.float64]]) -> None:
    """Writes the default `solref` and `solimp` of constraints; None skips one.

    - `solref`: float64 (2,) or None, written
    - `solimp`: float64 (5,) or None, written
    """
def mj_defaultVisual(vis: MjVisual) -> None:
    """Sets all visual options to their defaults.

    - `vis`: MjVisual; written
    """
def mj_differentiatePos(m: MjModel, qvel: NDArray[np.float64], dt: float, qpos1: ArrayLike, qpos2: ArrayLike) -> None:
    """Velocity that moves `qpos1` to `qpos2` in the time `dt`.

    - `m`: MjModel
    - `qvel`: float64 (nv,), written
    - `dt`: float; time, s
    - `qpos1`: float64 (nq,); start
    - `qpos2`: float64 (nq,); end
    """
def mj_energyPos(m: MjModel, d: MjData) -> None:
    """Computes potential energy.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.energy`
    """
def mj_energyVel(m: MjModel, d: MjData) -> None:
    """Computes kinetic energy.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.energy`
    """
def mj_extractState(m: MjModel, src: ArrayLike, srcsig: _Int, dst: NDArray[np.float64], dstsig: _Int) -> None:
    """Extracts the components in `dstsig` from a state with the components in `srcsig`.

    - `m`: MjModel
    - `src`: float64 (mj_stateSize(m, srcsig),)
    - `srcsig`: int; bits of `mjtState`
    - `dst`: float64 (mj_stateSize(m, dstsig),), written
    - `dstsig`: int; a part of `srcsig`
    """
def mj_factorM(m: MjModel, d: MjData) -> None:
    """Factors the joint-space inertia matrix.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.qLD`, `d.qLDiagInv`
    """
def mj_flex(m: MjModel, d: MjData) -> None:
    """Computes everything about flexes: vertices, boxes, edges, strains.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.flexvert_xpos`, `d.flexelem_aabb`, `d.flexedge_J`, `d.flexedge_length`,
      `d.flexvert_J`, `d.flexvert_length`, `d.bvh_aabb_dyn`
    """
def mj_forward(m: MjModel, d: MjData) -> None:
    """Computes everything that follows from the state: all fields of `d` but those of the state and the inputs.

    - `m`: MjModel
    - `d`: MjData
    """
def mj_forwardSkip(m: MjModel, d: MjData, skipstage: _Int, skipsensor: _Int) -> None:
    """Computes what follows from the state, without the stages up to `skipstage` (an `mjtStage`).

    - `m`: MjModel
    - `d`: MjData
    - `skipstage`: int; `mjtStage`: this stage and those before it are skipped
    - `skipsensor`: int; 1 to skip sensors
    """
def mj_fullM(m: MjModel, dst: NDArray[np.float64], M: ArrayLike) -> None:
    """Converts the inertia matrix from its legacy format `M`, that is `d.qM`, to a full matrix.

    - `m`: MjModel
    - `dst`: float64 (nv, nv), written
    - `M`: float64 (nM,); `d.qM`
    """
def mj_fwdAcceleration(m: MjModel, d: MjData) -> None:
    """Adds up smooth forces and computes the smooth acceleration.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.qfrc_smooth`, `d.qacc_smooth`
    """
def mj_fwdActuation(m: MjModel, d: MjData) -> None:
    """Computes activation dynamics and actuator forces.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.act_dot`, `d.actuator_force`, `d.qfrc_actuator`
    """
def mj_fwdConstraint(m: MjModel, d: MjData) -> None:
    """Solves for constraint forces and the acceleration that they allow.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.qacc`, `d.qfrc_constraint`, `d.efc_force`, `d.efc_state`, `d.efc_b`, `d.iacc`,
      `d.iefc_*`, `d.solver`, `d.solver_niter`, `d.solver_nnz`
    """
def mj_fwdKinematics(m: MjModel, d: MjData) -> None:
    """Computes kinematics: poses, centers of mass, cameras, lights, flexes and tendons.

    - `m`: MjModel
    - `d`: MjData
    """
def mj_fwdPosition(m: MjModel, d: MjData) -> None:
    """Computes everything that follows from the positions.

    - `m`: MjModel
    - `d`: MjData
    """
def mj_fwdVelocity(m: MjModel, d: MjData) -> None:
    """Computes everything that follows from the velocities.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.ten_velocity`, `d.flexedge_velocity`, `d.actuator_velocity`, `d.cvel`, `d.cdof_dot`,
      `d.qfrc_*`, `d.efc_vel`, `d.efc_aref`
    """
def mj_geomDistance(m: MjModel, d: MjData, geom1: _Int, geom2: _Int, distmax: float, fromto: Optional[NDArray[np.float64]]) -> float:
    """Signed distance between two geoms, up to `distmax`; the segment from the first to the second is written to `fromto`.

    - `m`: MjModel
    - `d`: MjData
    - `geom1`: int; id of a geom
    - `geom2`: int; id of a geom
    - `distmax`: float; largest distance of interest, m
    - `fromto`: float64 (6,) or None, written; two points in world coordinates
    - returns float; m, negative if they overlap
    """
def mj_getCache() -> Any:
    """The cache of processed assets, shared by all models of this process.

    - returns the cache
    """
def mj_getCacheCapacity(cache: Any) -> int:
    """Largest size of the asset cache in bytes.

    - `cache`: the cache; the result of `mj_getCache`
    - returns int; bytes
    """
def mj_getCacheSize(cache: Any) -> int:
    """Current size of the asset cache in bytes.

    - `cache`: the cache; the result of `mj_getCache`
    - returns int; bytes
    """
def mj_getPluginConfig(m: MjModel, plugin_id: _Int, attrib: str) -> Optional[str]:
    """The configuration of a plugin instance for the key `attrib`: a string, empty if it is not set, or None if the
    plugin has no such key.

    - `m`: MjModel
    - `plugin_id`: int; id of the instance
    - `attrib`: str; key
    - returns str or None
    """
def mj_getState(m: MjModel, d: MjData, state: NDArray[np.float64], sig: _Int) -> None:
    """Writes the state components in `sig` to `state`.

    - `m`: MjModel
    - `d`: MjData
    - `state`: float64 (mj_stateSize(m, sig),), written
    - `sig`: int; parts of the state, bits of `mjtState`
    """
def mj_getTotalmass(m: MjModel) -> float:
    """Sum of all body masses.

    - `m`: MjModel
    - returns float; kg
    """
def mj_id2name(m: MjModel, type: _Int, id: _Int) -> Optional[str]:
    """Name of an object, or None if there is no such object or it has no name.

    - `m`: MjModel
    - `type`: int; `mjtObj`
    - `id`: int; id of the object
    - returns str or None
    """
def mj_implicit(m: MjModel, d: MjData) -> None:
    """Moves the state one step ahead by the integrators implicit and implicitfast.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.qpos`, `d.qvel`, `d.act`, `d.time`, `d.qacc_warmstart`, `d.qDeriv`, `d.qH`,
      `d.qHDiagInv`, `d.qLU`
    """
def mj_initCtrlHistory(m: MjModel, d: MjData, id: _Int, times: Optional[ArrayLike], values: ArrayLike) -> None:
    """Fills the history buffer of an actuator; `times` must ascend, None keeps the current ones.

    - `m`: MjModel
    - `d`: MjData
    - `id`: int; id of an actuator
    - `times`: float64 (n,) or None; ascending, s
    - `values`: float64 (n,); controls
    """
def mj_initSensorHistory(m: MjModel, d: MjData, id: _Int, times: Optional[ArrayLike], values: ArrayLike, phase: float) -> None:
    """Fills the history buffer of a sensor; `times` must ascend, None keeps the current ones; `phase` is the time of its last tick.

    - `m`: MjModel
    - `d`: MjData
    - `id`: int; id of a sensor
    - `times`: float64 (n,) or None; ascending, s
    - `values`: float64 (n, dim); readings
    - `phase`: float; s
    """
def mj_integratePos(m: MjModel, qpos: NDArray[np.float64], qvel: ArrayLike, dt: float) -> None:
    """Integrates `qpos` with velocity `qvel` over the time `dt`.

    - `m`: MjModel
    - `qpos`: float64 (nq,), written; positions
    - `qvel`: float64 (nv,)
    - `dt`: float; time, s
    """
def mj_invConstraint(m: MjModel, d: MjData) -> None:
    """Computes constraint forces from the acceleration.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.qfrc_constraint`, `d.efc_force`, `d.efc_state`
    """
def mj_invPosition(m: MjModel, d: MjData) -> None:
    """Computes everything that follows from the positions, for inverse dynamics.

    - `m`: MjModel
    - `d`: MjData
    """
def mj_invVelocity(m: MjModel, d: MjData) -> None:
    """Computes everything that follows from the velocities, for inverse dynamics.

    - `m`: MjModel
    - `d`: MjData
    """
def mj_inverse(m: MjModel, d: MjData) -> None:
    """Inverse dynamics: computes `qfrc_inverse`, the force for the acceleration `qacc`.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.qfrc_inverse`, `d.qfrc_constraint`, `d.efc_force`, `d.sensordata`, `d.cacc`,
      `d.cfrc_int`, `d.cfrc_ext`
    """
def mj_inverseSkip(m: MjModel, d: MjData, skipstage: _Int, skipsensor: _Int) -> None:
    """Inverse dynamics without the stages up to `skipstage` (an `mjtStage`).

    - `m`: MjModel
    - `d`: MjData
    - `skipstage`: int; `mjtStage`: this stage and those before it are skipped
    - `skipsensor`: int; 1 to skip sensors
    """
def mj_isDual(m: MjModel) -> int:
    """True if the solver works in constraint space: PGS, ActiveSet, or a noslip pass.

    - `m`: MjModel
    - returns int
    """
def mj_isPyramidal(m: MjModel) -> int:
    """True if friction cones are pyramidal.

    - `m`: MjModel
    - returns int
    """
def mj_isSparse(m: MjModel) -> int:
    """True if Jacobians are sparse.

    - `m`: MjModel
    - returns int
    """
def mj_island(m: MjModel, d: MjData) -> None:
    """Finds islands: groups of trees that constraints couple.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.nisland`, `d.tree_island`, `d.dof_island`, `d.efc_island`, `d.island_*`, `d.map_*`,
      `d.iefc_*`, `d.iM*`, `d.iLD*`
    """
def mj_jac(m: MjModel, d: MjData, jacp: Optional[NDArray[np.float64]], jacr: Optional[NDArray[np.float64]], point: ArrayLike, body: _Int) -> None:
    """Jacobians of a point that is fixed to a body.

    - `m`: MjModel
    - `d`: MjData
    - `jacp`: float64 (3, nv) or None, written; Jacobian of the position, in world axes
    - `jacr`: float64 (3, nv) or None, written; Jacobian of the orientation, in world axes
    - `point`: float64 (3,); in world coordinates, m
    - `body`: int; id of a body
    """
def mj_jacBody(m: MjModel, d: MjData, jacp: Optional[NDArray[np.float64]], jacr: Optional[NDArray[np.float64]], body: _Int) -> None:
    """Jacobians of the origin of a body.

    - `m`: MjModel
    - `d`: MjData
    - `jacp`: float64 (3, nv) or None, written; Jacobian of the position, in world axes
    - `jacr`: float64 (3, nv) or None, written; Jacobian of the orientation, in world axes
    - `body`: int; id of a body
    """
def mj_jacBodyCom(m: MjModel, d: MjData, jacp: Optional[NDArray[np.float64]], jacr: Optional[NDArray[np.float64]], body: _Int) -> None:
    """Jacobians of the center of mass of a body.

    - `m`: MjModel
    - `d`: MjData
    - `jacp`: float64 (3, nv) or None, written; Jacobian of the position, in world axes
    - `jacr`: float64 (3, nv) or None, written; Jacobian of the orientation, in world axes
    - `body`: int; id of a body
    """
def mj_jacDot(m: MjModel, d: MjData, jacp: Optional[NDArray[np.float64]], jacr: Optional[NDArray[np.float64]], point: ArrayLike, body: _Int) -> None:
    """Time derivatives of the Jacobians of a point that is fixed to a body.

    - `m`: MjModel
    - `d`: MjData
    - `jacp`: float64 (3, nv) or None, written; rate of the Jacobian of the position
    - `jacr`: float64 (3, nv) or None, written; rate of the Jacobian of the orientation
    - `point`: float64 (3,); in world coordinates, m
    - `body`: int; id of a body
    """
def mj_jacGeom(m: MjModel, d: MjData, jacp: Optional[NDArray[np.float64]], jacr: Optional[NDArray[np.float64]], geom: _Int) -> None:
    """Jacobians of a geom.

    - `m`: MjModel
    - `d`: MjData
    - `jacp`: float64 (3, nv) or None, written; Jacobian of the position, in world axes
    - `jacr`: float64 (3, nv) or None, written; Jacobian of the orientation, in world axes
    - `geom`: int; id of a geom
    """
def mj_jacPointAxis(m: MjModel, d: MjData, jacPoint: Optional[NDArray[np.float64]], jacAxis: Optional[NDArray[np.float64]], point: ArrayLike, axis: ArrayLike, body: _Int) -> None:
    """Jacobians of a point and of an axis that are fixed to a body.

    - `m`: MjModel
    - `d`: MjData
    - `jacPoint`: float64 (3, nv) or None, written; Jacobian of the point
    - `jacAxis`: float64 (3, nv) or None, written; Jacobian of the axis
    - `point`: float64 (3,); in world coordinates, m
    - `axis`: float64 (3,); in world axes
    - `body`: int; id of a body
    """
def mj_jacSite(m: MjModel, d: MjData, jacp: Optional[NDArray[np.float64]], jacr: Optional[NDArray[np.float64]], site: _Int) -> None:
    """Jacobians of a site.

    - `m`: MjModel
    - `d`: MjData
    - `jacp`: float64 (3, nv) or None, written; Jacobian of the position, in world axes
    - `jacr`: float64 (3, nv) or None, written; Jacobian of the orientation, in world axes
    - `site`: int; id of a site
    """
def mj_jacSubtreeCom(m: MjModel, d: MjData, jacp: Optional[NDArray[np.float64]], body: _Int) -> None:
    """Jacobian of the center of mass of a subtree.

    - `m`: MjModel
    - `d`: MjData
    - `jacp`: float64 (3, nv) or None, written; Jacobian of the position, in world axes
    - `body`: int; root of the subtree
    """
def mj_kinematics(m: MjModel, d: MjData) -> None:
    """Computes the world poses of bodies, joints, geoms and sites.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.xpos`, `d.xquat`, `d.xmat`, `d.xipos`, `d.ximat`, `d.xanchor`, `d.xaxis`,
      `d.geom_xpos`, `d.geom_xmat`, `d.site_xpos`, `d.site_xmat`
    """
def mj_loadAllPluginLibraries(directory: str) -> None:
    """Does nothing, because compiled libraries of MuJoCo cannot be loaded; warns if the directory has any.

    - `directory`: str
    """
def mj_loadPluginLibrary(path: str) -> None:
    """Raises an error: compiled libraries of MuJoCo cannot be loaded.

    - `path`: str
    """
def mj_local2Global(d: MjData, xpos: NDArray[np.float64], xmat: NDArray[np.float64], pos: ArrayLike, quat: ArrayLike, body: _Int, sameframe: _Int) -> None:
    """World pose of a frame that is fixed to a body; `sameframe`, an `mjtSameFrame`, is what it has in common with the body frame.

    - `d`: MjData
    - `xpos`: float64 (3,), written; position in the world
    - `xmat`: float64 (9,), written; its axes, row-major
    - `pos`: float64 (3,); position in the body
    - `quat`: float64 (4,); orientation in the body
    - `body`: int; id of a body
    - `sameframe`: int; `mjtSameFrame`
    """
def mj_makeConstraint(m: MjModel, d: MjData) -> None:
    """Makes the rows of all constraints, from the contacts that there are.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.efc_*`, `d.nefc`, `d.tendon_efcadr`, `d.contact`
    """
def mj_makeM(m: MjModel, d: MjData) -> None:
    """Computes the joint-space inertia matrix.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.crb`, `d.M`, `d.qM`
    """
def mj_mulJacTVec(m: MjModel, d: MjData, res: NDArray[np.float64], vec: ArrayLike) -> None:
    """`res = J' vec`, for the Jacobian of all constraint rows.

    - `m`: MjModel
    - `d`: MjData
    - `res`: float64 (nv,), written
    - `vec`: float64 (nefc,)
    """
def mj_mulJacVec(m: MjModel, d: MjData, res: NDArray[np.float64], vec: ArrayLike) -> None:
    """`res = J vec`, for the Jacobian of all constraint rows.

    - `m`: MjModel
    - `d`: MjData
    - `res`: float64 (nefc,), written
    - `vec`: float64 (nv,)
    """
def mj_mulM(m: MjModel, d: MjData, res: NDArray[np.float64], vec: ArrayLike) -> None:
    """`res = M vec`.

    - `m`: MjModel
    - `d`: MjData
    - `res`: float64 (nv,), written
    - `vec`: float64 (nv,)
    """
def mj_mulM2(m: MjModel, d: MjData, res: NDArray[np.float64], vec: ArrayLike) -> None:
    """`res = sqrt(M) vec`, using the factor of `M`: `res' res = vec' M vec`.

    - `m`: MjModel
    - `d`: MjData
    - `res`: float64 (nv,), written
    - `vec`: float64 (nv,)
    """
def mj_multiRay(m: MjModel, d: MjData, pnt: ArrayLike, vec: ArrayLike, geomgroup: Optional[ArrayLike], flg_static: _Int, bodyexclude: _Int, geomid: NDArray[np.int32], dist: NDArray[np.float64], normal: Optional[NDArray[np.float64]], nray: _Int, cutoff: float) -> None:
    """Distances to the first visible geoms on rays from one point; geoms farther away than `cutoff` are skipped.

    The arguments are those of `mj_ray`, concatenated for all rays; a zero-length ray has the distance -1 and leaves
    the other results unchanged.

    - `m`: MjModel
    - `d`: MjData
    - `pnt`: float64 (3,); origin of the ray, in world coordinates, m
    - `vec`: float64 (nray, 3); directions
    - `geomgroup`: uint8 (6,) or None; 1 for each group of geoms that is included
    - `flg_static`: int; 0 to exclude static geoms
    - `bodyexclude`: int; body whose geoms are excluded, -1 for none
    - `geomid`: int32 (nray,), written; geoms that were hit, -1 for none
    - `dist`: float64 (nray,), written; distances in lengths of the directions, -1 for none
    - `normal`: float64 (nray, 3) or None, written; normals of the surfaces that were hit
    - `nray`: int
    - `cutoff`: float; m
    """
def mj_name2id(m: MjModel, type: _Int, name: Union[str, bytes]) -> int:
    """Id of the object of a type with this name, or -1.

    - `m`: MjModel
    - `type`: int; `mjtObj`
    - `name`: str
    - returns int
    """
def mj_normalizeQuat(m: MjModel, qpos: NDArray[np.float64]) -> None:
    """Normalises the quaternions in `qpos`.

    - `m`: MjModel
    - `qpos`: float64 (nq,), written
    """
def mj_objectAcceleration(m: MjModel, d: MjData, objtype: _Int, objid: _Int, res: NDArray[np.float64], flg_local: _Int) -> None:
    """Acceleration of an object at its origin: angular, then linear, in world or local axes.

    Requires `mj_rnePostConstraint`.

    - `m`: MjModel
    - `d`: MjData
    - `objtype`: int; `mjtObj`
    - `objid`: int; id of the object
    - `res`: float64 (6,), written; angular, linear; rad/s², m/s²
    - `flg_local`: int; 1 for the object's own axes, 0 for those of the world
    """
def mj_objectVelocity(m: MjModel, d: MjData, objtype: _Int, objid: _Int, res: NDArray[np.float64], flg_local: _Int) -> None:
    """Velocity of an object at its origin: angular, then linear, in world or local axes.

    - `m`: MjModel
    - `d`: MjData
    - `objtype`: int; `mjtObj`
    - `objid`: int; id of the object
    - `res`: float64 (6,), written; angular, linear; rad/s, m/s
    - `flg_local`: int; 1 for the object's own axes, 0 for those of the world
    """
def mj_passive(m: MjModel, d: MjData) -> None:
    """Computes passive forces.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.qfrc_spring`, `d.qfrc_damper`, `d.qfrc_gravcomp`, `d.qfrc_fluid`, `d.qfrc_passive`
    """
def mj_printData(m: MjModel, d: MjData, filename: Optional[str]) -> None:
    """Writes the fields of a simulation to a text file, or to standard output for None.

    - `m`: MjModel
    - `d`: MjData
    - `filename`: str or None; path of the file
    """
def mj_printFormattedData(m: MjModel, d: MjData, filename: Optional[str], float_format: str) -> None:
    """Writes the fields of a simulation to a text file, or to standard output for None; `float_format` is a C format.

    - `m`: MjModel
    - `d`: MjData
    - `filename`: str or None; path of the file
    - `float_format`: str; how a number is written, such as `% -9.2g`
    """
def mj_printFormattedModel(m: MjModel, filename: Optional[str], float_format: str) -> None:
    """Writes the fields of a model to a text file, or to standard output for None; `float_format` is a C format.

    - `m`: MjModel
    - `filename`: str or None; path of the file
    - `float_format`: str; how a number is written, such as `% -9.2g`
    """
def mj_printFormattedScene(s: MjvScene, filename: Optional[str], float_format: str) -> None:
    """Writes the contents of a scene to a text file, or to standard output for None; `float_format` is a C format.

    - `s`: MjvScene
    - `filename`: str or None; path of the file
    - `float_format`: str; how a number is written, such as `% -9.2g`
    """
def mj_printModel(m: MjModel, filename: Optional[str]) -> None:
    """Writes the fields of a model to a text file, or to standard output for None.

    - `m`: MjModel
    - `filename`: str or None; path of the file
    """
def mj_printScene(s: MjvScene, filename: Optional[str]) -> None:
    """Writes the contents of a scene to a text file, or to standard output for None.

    - `s`: MjvScene
    - `filename`: str or None; path of the file
    """
def mj_printSchema(flg_html: Union[bool, int], flg_pad: Union[bool, int]) -> str:
    """The grammar of MJCF: elements, how often each may occur (! once, ? at most once, * any number of times, R the same and
    recursively) and their attributes; as text, or with `flg_html` as an HTML table, indented by styles with `flg_pad`.

    - `flg_html`: bool; true for HTML, else plain text
    - `flg_pad`: bool; true pads the columns of HTML
    - returns str
    """
def mj_projectConstraint(m: MjModel, d: MjData) -> None:
    """Builds the matrix by which constraint forces accelerate constraints, if the solver needs it.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.efc_AR*`
    """
def mj_ray(m: MjModel, d: MjData, pnt: ArrayLike, vec: ArrayLike, geomgroup: Optional[ArrayLike], flg_static: _Int, bodyexclude: _Int, geomid: Optional[NDArray[np.int32]], normal: Optional[NDArray[np.float64]] = ...) -> float:
    """Distance to the first visible geom on a ray, in units of `vec`, or -1; the geom is written to `geomid`.

    `geomgroup` selects groups (None: all), `flg_static` includes geoms that cannot move; geoms of body
    `bodyexclude` are skipped.

    - `m`: MjModel
    - `d`: MjData
    - `pnt`: float64 (3,); origin of the ray, in world coordinates, m
    - `vec`: float64 (3,); direction of the ray; distances are multiples of its length
    - `geomgroup`: uint8 (6,) or None; 1 for each group of geoms that is included
    - `flg_static`: int; 0 to exclude static geoms
    - `bodyexclude`: int; body whose geoms are excluded, -1 for none
    - `geomid`: int32 (1,) or None, written; the geom that was hit, -1 for none
    - `normal`: float64 (3,) or None, written; normal of the surface that was hit
    - returns float
    """
def mj_rayFlex(m: MjModel, d: MjData, flex_layer: _Int, flg_vert: _Int, flg_edge: _Int, flg_face: _Int, flg_skin: _Int, flexid: _Int, pnt: ArrayLike, vec: ArrayLike, vertid: Optional[NDArray[np.int32]] = ..., normal: Optional[NDArray[np.float64]] = ...) -> float:
    """Distance to a flex as it is drawn, in units of `vec`, or -1; the vertex nearest to the hit point is written to `vertid`.

    - `m`: MjModel
    - `d`: MjData
    - `flex_layer`: int; layer of a solid flex
    - `flg_vert`: int; 1 to include vertices
    - `flg_edge`: int; 1 to include edges
    - `flg_face`: int; 1 to include faces
    - `flg_skin`: int; 1 to include the smooth surface
    - `flexid`: int; id of a flex
    - `pnt`: float64 (3,); origin of the ray, in world coordinates, m
    - `vec`: float64 (3,); direction of the ray; distances are multiples of its length
    - `vertid`: int32 (1,) or None, written
    - `normal`: float64 (3,) or None, written; normal of the surface that was hit
    - returns float
    """
def mj_rayHfield(m: MjModel, d: MjData, geomid: _Int, pnt: ArrayLike, vec: ArrayLike, normal: Optional[NDArray[np.float64]] = ...) -> float:
    """Distance to a height field, in units of `vec`, or -1.

    - `m`: MjModel
    - `d`: MjData
    - `geomid`: int; id of a geom
    - `pnt`: float64 (3,); origin of the ray, in world coordinates, m
    - `vec`: float64 (3,); direction of the ray; distances are multiples of its length
    - `normal`: float64 (3,) or None, written; normal of the surface that was hit
    - returns float
    """
def mj_rayMesh(m: MjModel, d: MjData, geomid: _Int, pnt: ArrayLike, vec: ArrayLike, normal: Optional[NDArray[np.float64]] = ...) -> float:
    """Distance to a mesh, in units of `vec`, or -1.

    - `m`: MjModel
    - `d`: MjData
    - `geomid`: int; id of a geom
    - `pnt`: float64 (3,); origin of the ray, in world coordinates, m
    - `vec`: float64 (3,); direction of the ray; distances are multiples of its length
    - `normal`: float64 (3,) or None, written; normal of the surface that was hit
    - returns float
    """
def mj_readCtrl(m: MjModel, d: MjData, id: _Int, time: float, interp: _Int) -> float:
    """The control of an actuator that is effective at a time; `interp` is the interpolation order, -1 for the model's.

    - `m`: MjModel
    - `d`: MjData
    - `id`: int; id of an actuator
    - `time`: float; s
    - `interp`: int; 0 holds, 1 linear, 2 cubic, -1 as in the model
    - returns float
    """
def mj_readSensor(m: MjModel, d: MjData, id: _Int, time: float, result: NDArray[np.float64], interp: _Int) -> NDArray[np.float64]:
    """The reading of a sensor that is reported at a time; `interp` is the interpolation order, -1 for the model's.

    - `m`: MjModel
    - `d`: MjData
    - `id`: int; id of a sensor
    - `time`: float; s
    - `result`: float64 (dim,), written
    - `interp`: int; 0 holds, 1 linear, 2 cubic, -1 as in the model
    - returns float64 (dim,)
    """
def mj_referenceConstraint(m: MjModel, d: MjData) -> None:
    """Computes the reference accelerations of all constraints.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.efc_vel`, `d.efc_aref`
    """
def mj_resetCallbacks() -> None:
    """Removes all callbacks of the step."""
def mj_resetData(m: MjModel, d: MjData) -> None:
    """Resets to the reference configuration, at rest.

    - `m`: MjModel
    - `d`: MjData
    """
def mj_resetDataDebug(m: MjModel, d: MjData, debug_value: _Int) -> None:
    """Resets to the reference configuration, at rest; each byte of derived quantities is set to `debug_value`.

    - `m`: MjModel
    - `d`: MjData
    - `debug_value`: int; a byte
    """
def mj_resetDataKeyframe(m: MjModel, d: MjData, key: _Int) -> None:
    """Resets to the reference configuration, then to keyframe `key` if it exists.

    - `m`: MjModel
    - `d`: MjData
    - `key`: int; id of a keyframe
    """
def mj_rne(m: MjModel, d: MjData, flg_acc: _Int, result: NDArray[np.float64]) -> None:
    """Recursive Newton-Euler: `M qacc + qfrc_bias`, or only the bias if `flg_acc` is 0.

    - `m`: MjModel
    - `d`: MjData
    - `flg_acc`: int; 1 to include `M qacc`
    - `result`: float64 (nv,), written
    """
def mj_rnePostConstraint(m: MjModel, d: MjData) -> None:
    """Computes accelerations of bodies and forces between them, after the constraints are solved.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.cacc`, `d.cfrc_int`, `d.cfrc_ext`
    """
def mj_saveLastXML(filename: Optional[str], m: MjModel) -> None:
    """Saves the model that was last loaded from XML, with the values of `m`; prints it if there is no filename.

    - `filename`: str or None
    - `m`: MjModel
    """
def mj_saveModel(m: MjModel, filename: Optional[str] = ..., buffer: Optional[NDArray[np.uint8]] = ...) -> None:
    """Saves a model in MuJoCo 3.5.0's binary format (MJB), to a file or into a uint8 array, which takes precedence.

    - `m`: MjModel
    - `filename`: str or None; path of the file
    - `buffer`: uint8 (mj_sizeModel(m),) or None, written
    """
def mj_sensorAcc(m: MjModel, d: MjData) -> None:
    """Reads the sensors that depend on accelerations and forces.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.sensordata`
    """
def mj_sensorPos(m: MjModel, d: MjData) -> None:
    """Reads the sensors that depend on positions.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.sensordata`, `d.energy`
    """
def mj_sensorVel(m: MjModel, d: MjData) -> None:
    """Reads the sensors that depend on velocities.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.sensordata`
    """
def mj_setCacheCapacity(cache: Any, size: _Int) -> int:
    """Sets the largest size of the asset cache in bytes, 0 to keep nothing; returns it.

    - `cache`: the cache; the result of `mj_getCache`
    - `size`: int; bytes
    - returns int; the new capacity
    """
def mj_setConst(m: MjModel, d: MjData) -> None:
    """Recomputes every constant that is derived from other fields of the model; call it after changing those. It uses the
    simulation, and leaves it in the rest configuration of the springs.

    - `m`: MjModel
    - `d`: MjData
    """
def mj_setKeyframe(m: MjModel, d: MjData, k: _Int) -> None:
    """Saves the state to keyframe `k` of the model.

    - `m`: MjModel
    - `d`: MjData
    - `k`: int; id of a keyframe
    """
def mj_setLengthRange(m: MjModel, d: MjData, index: _Int, opt: MjLROpt) -> None:
    """Computes the length range of an actuator by simulation in `d`, and writes it to the model.

    - `m`: MjModel
    - `d`: MjData
    - `index`: int; id of an actuator
    - `opt`: MjLROpt
    """
def mj_setState(m: MjModel, d: MjData, state: ArrayLike, sig: _Int) -> None:
    """Sets the state components in `sig` from `state`.

    - `m`: MjModel
    - `d`: MjData
    - `state`: float64 (mj_stateSize(m, sig),)
    - `sig`: int; parts of the state, bits of `mjtState`
    """
def mj_setTotalmass(m: MjModel, newmass: float) -> None:
    """Scales masses and inertias so that the total mass is `newmass`; call `mj_setConst` afterwards.

    - `m`: MjModel
    - `newmass`: float; kg
    """
def mj_sizeModel(m: MjModel) -> int:
    """Number of bytes that `mj_saveModel` writes.

    - `m`: MjModel
    - returns int; bytes
    """
def mj_solveM(m: MjModel, d: MjData, x: NDArray[np.float64], y: ArrayLike) -> None:
    """Solves `M x = y` for each row of `y`, using the factor of `M`.

    - `m`: MjModel
    - `d`: MjData
    - `x`: float64 (n, nv), written
    - `y`: float64 (n, nv)
    """
def mj_solveM2(m: MjModel, d: MjData, x: NDArray[np.float64], y: ArrayLike, sqrtInvD: ArrayLike) -> None:
    """Half of the solution: `x' x = y' inv(M) y` for each row of `y`; `sqrtInvD` is `sqrt(d.qLDiagInv)`.

    - `m`: MjModel
    - `d`: MjData
    - `x`: float64 (n, nv), written
    - `y`: float64 (n, nv)
    - `sqrtInvD`: float64 (nv,)
    """
def mj_stateSize(m: MjModel, sig: _Int) -> int:
    """Length of the state components in `sig`, bits of `mjtState`.

    - `m`: MjModel
    - `sig`: int; parts of the state, bits of `mjtState`
    - returns int; number of values
    """
def mj_step(m: MjModel, d: MjData, nstep: _Int = ...) -> None:
    """Advances the simulation by one time step. Optionally, repeat nstep times.

    The state (`d.time`, `d.qpos`, `d.qvel`, `d.act`) is moved, with the inputs `d.ctrl`, `d.qfrc_applied` and `d.xfrc_applied`; all
    other fields are then those of the state before the last move.

    - `m`: MjModel
    - `d`: MjData
    - `nstep`: int; number of steps
    """
def mj_step1(m: MjModel, d: MjData) -> None:
    """The first half of a step: everything that does not need controls. Set `d.ctrl` after it, and call `mj_step2`.

    - `m`: MjModel
    - `d`: MjData
    """
def mj_step2(m: MjModel, d: MjData) -> None:
    """The second half of a step, after controls were set: forces, and the state a time step later.

    - `m`: MjModel
    - `d`: MjData
    """
def mj_subtreeVel(m: MjModel, d: MjData) -> None:
    """Computes linear velocities and angular momenta of subtrees.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.subtree_linvel`, `d.subtree_angmom`
    """
def mj_tendon(m: MjModel, d: MjData) -> None:
    """Computes lengths, paths and Jacobians of tendons.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.ten_wrapadr`, `d.ten_wrapnum`, `d.wrap_obj`, `d.wrap_xpos`, `d.ten_length`, `d.ten_J`,
      `d.ten_J_rownnz`, `d.ten_J_rowadr`, `d.ten_J_colind`
    """
def mj_transmission(m: MjModel, d: MjData) -> None:
    """Computes lengths and moment arms of actuators.

    - `m`: MjModel
    - `d`: MjData
    - sets `d.actuator_length`, `d.actuator_moment`, `d.moment_rownnz`, `d.moment_rowadr`,
      `d.moment_colind`
    """
def mj_version() -> int:
    """The version of MuJoCo that this module follows, as a number: 3.5.0 is 3005000.

    - returns int
    """
def mj_versionString() -> str:
    """mj_versionString() -> str

    Return the current version of MuJoCo as a null-terminated string.
    """
def mjd_inverseFD(m: MjModel, d: MjData, eps: float, flg_actuation: _Int, DfDq: Optional[NDArray[np.float64]], DfDv: Optional[NDArray[np.float64]], DfDa: Optional[NDArray[np.float64]], DsDq: Optional[NDArray[np.float64]], DsDv: Optional[NDArray[np.float64]], DsDa: Optional[NDArray[np.float64]], DmDq: Optional[NDArray[np.float64]]) -> None:
    """Derivatives of forces (Df), sensors (Ds) and inertia (Dm) of inverse dynamics with respect to position (q),
    velocity (v) and acceleration (a), by finite differences.

    - `m`: MjModel
    - `d`: MjData
    - `eps`: float; step of the finite differences
    - `flg_actuation`: int; 1 to subtract actuator forces
    - `DfDq`: float64 (nv, nv) or None, written
    - `DfDv`: float64 (nv, nv) or None, written
    - `DfDa`: float64 (nv, nv) or None, written
    - `DsDq`: float64 (nv, nsensordata) or None, written
    - `DsDv`: float64 (nv, nsensordata) or None, written
    - `DsDa`: float64 (nv, nsensordata) or None, written
    - `DmDq`: float64 (nv, nM) or None, written
    """
def mjd_quatIntegrate(vel: ArrayLike, scale: float, Dquat: Optional[NDArray[np.float64]], Dvel: Optional[NDArray[np.float64]], Dscale: Optional[NDArray[np.float64]]) -> None:
    """Derivatives of `mju_quatIntegrate` with respect to orientation, velocity and time.

    - `vel`: float64 (3,); angular velocity, rad/s
    - `scale`: float; time, s
    - `Dquat`: float64 (9,) or None, written
    - `Dvel`: float64 (9,) or None, written
    - `Dscale`: float64 (3,) or None, written
    """
def mjd_subQuat(qa: ArrayLike, qb: ArrayLike, Da: Optional[NDArray[np.float64]], Db: Optional[NDArray[np.float64]]) -> None:
    """Derivatives of `mju_subQuat` with respect to each orientation.

    - `qa`: float64 (4,)
    - `qb`: float64 (4,)
    - `Da`: float64 (3, 3) or None, written
    - `Db`: float64 (3, 3) or None, written
    """
def mjd_transitionFD(m: MjModel, d: MjData, eps: float, flg_centered: _Int, A: Optional[NDArray[np.float64]], B: Optional[NDArray[np.float64]], C: Optional[NDArray[np.float64]], D: Optional[NDArray[np.float64]]) -> None:
    """Derivatives of the next state (A with respect to the state, B to the control) and of the sensors (C, D), by
    finite differences.

    - `m`: MjModel
    - `d`: MjData
    - `eps`: float; step of the finite differences
    - `flg_centered`: int; 1 for centred differences
    - `A`: float64 (2 nv + na, 2 nv + na) or None, written
    - `B`: float64 (2 nv + na, nu) or None, written
    - `C`: float64 (nsensordata, 2 nv + na) or None, written
    - `D`: float64 (nsensordata, nu) or None, written
    """
def mjr_addAux(index: _Int, width: _Int, height: _Int, samples: _Int, con: MjrContext) -> None:
    """Adds an auxiliary buffer.

    - `index`: int; index of the auxiliary buffer
    - `width`: int; pixels
    - `height`: int; pixels
    - `samples`: int; for each pixel
    - `con`: MjrContext
    """
def mjr_blitAux(index: _Int, src: MjrRect, left: _Int, bottom: _Int, con: MjrContext) -> None:
    """Copies a rectangle of an auxiliary buffer to the current one.

    - `index`: int; index of the auxiliary buffer
    - `src`: MjrRect
    - `left`: int; pixels
    - `bottom`: int; pixels
    - `con`: MjrContext
    """
def mjr_blitBuffer(src: MjrRect, dst: MjrRect, flg_color: _Int, flg_depth: _Int, con: MjrContext) -> None:
    """Copies a rectangle of the current buffer to the other one.

    - `src`: MjrRect
    - `dst`: MjrRect
    - `flg_color`: int; 1 to copy colours
    - `flg_depth`: int; 1 to copy depth
    - `con`: MjrContext
    """
def mjr_changeFont(fontscale: _Int, con: MjrContext) -> None:
    """Changes the size of the font, in percent.

    - `fontscale`: int; percent
    - `con`: MjrContext
    """
def mjr_drawPixels(rgb: Optional[NDArray[np.uint8]], depth: Optional[NDArray[np.float32]], viewport: MjrRect, con: MjrContext) -> None:
    """Writes colours and depth of a rectangle, bottom row first; None skips one.

    - `rgb`: uint8 (height, width, 3) or None
    - `depth`: float32 (height, width) or None
    - `viewport`: MjrRect; pixels, from the lower left corner
    - `con`: MjrContext
    """
def mjr_figure(viewport: MjrRect, fig: MjvFigure, con: MjrContext) -> None:
    """Draws a diagram; its axes' ranges are written into it.

    - `viewport`: MjrRect; pixels, from the lower left corner
    - `fig`: MjvFigure; only the ranges are written
    - `con`: MjrContext
    """
def mjr_findRect(x: _Int, y: _Int, nrect: _Int, rect: Iterable[MjrRect]) -> int:
    """Which rectangle holds the point, -1 if none does.

    - `x`: int; pixels
    - `y`: int; pixels
    - `nrect`: int; number of rectangles to test
    - `rect`: Iterable[MjrRect]
    - returns int
    """
def mjr_finish() -> None:
    """Waits until everything is drawn, which it always is."""
def mjr_getError() -> int:
    """The last error of drawing: there is none, errors are exceptions.

    - returns int
    """
def mjr_label(viewport: MjrRect, font: _Int, txt: str, r: float, g: float, b: float, a: float, rt: float, gt: float, bt: float, con: MjrContext) -> None:
    """Fills a rectangle and draws a text in its middle.

    - `viewport`: MjrRect; pixels, from the lower left corner
    - `font`: int; `mjtFont`
    - `txt`: str
    - `r`: float; red, 0 to 1
    - `g`: float; green, 0 to 1
    - `b`: float; blue, 0 to 1
    - `a`: float; opacity, 0 to 1
    - `rt`: float; red of the text
    - `gt`: float; green of the text
    - `bt`: float; blue of the text
    - `con`: MjrContext
    """
def mjr_maxViewport(con: MjrContext) -> MjrRect:
    """All of the current buffer.

    - `con`: MjrContext
    - returns MjrRect
    """
def mjr_overlay(font: _Int, gridpos: _Int, viewport: MjrRect, overlay: str, overlay2: str, con: MjrContext) -> None:
    """Draws a block of text, or two side by side, in a corner of a rectangle.

    - `font`: int; `mjtFont`
    - `gridpos`: int; `mjtGridPos`
    - `viewport`: MjrRect; pixels, from the lower left corner
    - `overlay`: str
    - `overlay2`: str; second column
    - `con`: MjrContext
    """
def mjr_readPixels(rgb: Optional[NDArray[np.uint8]], depth: Optional[NDArray[np.float32]], viewport: MjrRect, con: MjrContext) -> None:
    """Copies colours and depth of a rectangle, bottom row first; None skips one.

    Depth is 0 at the near and 1 at the far plane, or the other way round if `con.readDepthMap` says so.

    - `rgb`: uint8 (height, width, 3) or None, written
    - `depth`: float32 (height, width) or None, written
    - `viewport`: MjrRect; pixels, from the lower left corner
    - `con`: MjrContext
    """
def mjr_rectangle(viewport: MjrRect, r: float, g: float, b: float, a: float) -> None:
    """Fills a rectangle of the context that was used last.

    - `viewport`: MjrRect; pixels, from the lower left corner
    - `r`: float; red, 0 to 1
    - `g`: float; green, 0 to 1
    - `b`: float; blue, 0 to 1
    - `a`: float; opacity, 0 to 1
    """
def mjr_render(viewport: MjrRect, scn: MjvScene, con: MjrContext) -> None:
    """Draws a scene into a rectangle of the current buffer.

    - `viewport`: MjrRect; pixels, from the lower left corner
    - `scn`: MjvScene
    - `con`: MjrContext
    """
def mjr_resizeOffscreen(width: _Int, height: _Int, con: MjrContext) -> None:
    """Changes the size of the buffer off screen, which becomes empty.

    - `width`: int; pixels
    - `height`: int; pixels
    - `con`: MjrContext
    """
def mjr_restoreBuffer(con: MjrContext) -> None:
    """Draws to the buffer again that was set before an auxiliary one.

    - `con`: MjrContext
    """
def mjr_setAux(index: _Int, con: MjrContext) -> None:
    """Draws to an auxiliary buffer until `mjr_restoreBuffer`.

    - `index`: int; index of the auxiliary buffer
    - `con`: MjrContext
    """
def mjr_setBuffer(framebuffer: _Int, con: MjrContext) -> None:
    """Draws to the window or off screen from now on, `mjtFramebuffer`.

    - `framebuffer`: int; `mjtFramebuffer`
    - `con`: MjrContext
    """
def mjr_text(font: _Int, txt: str, con: MjrContext, x: float, y: float, r: float, g: float, b: float) -> None:
    """Draws a line of text at (x, y), fractions of the viewport that was drawn last.

    - `font`: int; `mjtFont`
    - `txt`: str
    - `con`: MjrContext
    - `x`: float; 0 to 1
    - `y`: float; 0 to 1
    - `r`: float; red, 0 to 1
    - `g`: float; green, 0 to 1
    - `b`: float; blue, 0 to 1
    """
def mjr_uploadHField(m: MjModel, con: MjrContext, hfieldid: _Int) -> None:
    """Takes a height field from the model again, after it was changed there.

    - `m`: MjModel
    - `con`: MjrContext
    - `hfieldid`: int; id of a height field
    """
def mjr_uploadMesh(m: MjModel, con: MjrContext, meshid: _Int) -> None:
    """Takes a mesh from the model again, after it was changed there.

    - `m`: MjModel
    - `con`: MjrContext
    - `meshid`: int; id of a mesh
    """
def mjr_uploadTexture(m: MjModel, con: MjrContext, texid: _Int) -> None:
    """Takes a texture from the model again, after it was changed there.

    - `m`: MjModel
    - `con`: MjrContext
    - `texid`: int; id of a texture
    """
def mju_Halton(index: _Int, base: _Int) -> float:
    """Element of the Halton sequence: the digits of `index`, mirrored at the radix point.

    - `index`: int
    - `base`: int; a prime number
    - returns float
    """
def mju_L1(vec: ArrayLike) -> float:
    """Sum of absolute values.

    - `vec`: float64 (n,)
    - returns float
    """
def mju_add(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike) -> None:
    """`res = vec1 + vec2`.

    - `res`: float64 (n,), written
    - `vec1`: float64 (n,)
    - `vec2`: float64 (n,)
    """
def mju_add3(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike) -> None:
    """`res = vec1 + vec2`.

    - `res`: float64 (3,), written
    - `vec1`: float64 (3,)
    - `vec2`: float64 (3,)
    """
def mju_addScl(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike, scl: float) -> None:
    """`res = vec1 + scl * vec2`.

    - `res`: float64 (n,), written
    - `vec1`: float64 (n,)
    - `vec2`: float64 (n,)
    - `scl`: float
    """
def mju_addScl3(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike, scl: float) -> None:
    """`res = vec1 + scl * vec2`.

    - `res`: float64 (3,), written
    - `vec1`: float64 (3,)
    - `vec2`: float64 (3,)
    - `scl`: float
    """
def mju_addTo(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """`res = res + vec`.

    - `res`: float64 (n,), written
    - `vec`: float64 (n,)
    """
def mju_addTo3(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """`res = res + vec`.

    - `res`: float64 (3,), written
    - `vec`: float64 (3,)
    """
def mju_addToScl(res: NDArray[np.float64], vec: ArrayLike, scl: float) -> None:
    """`res = res + scl * vec`.

    - `res`: float64 (n,), written
    - `vec`: float64 (n,)
    - `scl`: float
    """
def mju_addToScl3(res: NDArray[np.float64], vec: ArrayLike, scl: float) -> None:
    """`res = res + scl * vec`.

    - `res`: float64 (3,), written
    - `vec`: float64 (3,)
    - `scl`: float
    """
def mju_axisAngle2Quat(res: NDArray[np.float64], axis: ArrayLike, angle: float) -> None:
    """Quaternion of a rotation by an angle about an axis.

    - `res`: float64 (4,), written
    - `axis`: float64 (3,); a unit vector
    - `angle`: float; rad
    """
def mju_band2Dense(res: NDArray[np.float64], mat: ArrayLike, ntotal: _Int, nband: _Int, ndense: _Int, flg_sym: _Int) -> None:
    """Converts a band matrix to a dense matrix, or to its lower triangle.

    - `res`: float64 (ntotal, ntotal), written
    - `mat`: float64 (nB,); the band, then the dense rows
    - `ntotal`: int; rows of the matrix
    - `nband`: int; width of the band, with the diagonal
    - `ndense`: int; dense rows at the end
    - `flg_sym`: int; 1 for both triangles, 0 for the lower one
    """
def mju_bandDiag(i: _Int, ntotal: _Int, nband: _Int, ndense: _Int) -> int:
    """Address of diagonal element `i` of a band matrix.

    - `i`: int; index of the row
    - `ntotal`: int; rows of the matrix
    - `nband`: int; width of the band, with the diagonal
    - `ndense`: int; dense rows at the end
    - returns int
    """
def mju_bandMulMatVec(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike, ntotal: _Int, nband: _Int, ndense: _Int, nvec: _Int, flg_sym: _Int) -> None:
    """Multiplies a band matrix, or its lower triangle, by consecutive vectors.

    - `res`: float64 (ntotal nvec,), written
    - `mat`: float64 (nB,)
    - `vec`: float64 (ntotal nvec,)
    - `ntotal`: int; rows of the matrix
    - `nband`: int; width of the band, with the diagonal
    - `ndense`: int; dense rows at the end
    - `nvec`: int; number of vectors
    - `flg_sym`: int; 1 for both triangles, 0 for the lower one
    """
def mju_boxQP(res: NDArray[np.float64], R: NDArray[np.float64], index: Optional[NDArray[np.int32]], H: ArrayLike, g: ArrayLike, lower: Optional[ArrayLike], upper: Optional[ArrayLike]) -> int:
    """Minimises `x' H x / 2 + x' g` within bounds, starting from `res` and writing the result to it; returns the number of
    free dimensions, -1 for failure.

    The factor of the free part of `H` is written to the beginning of `R`, which has `n (n + 7)` elements, and the indices
    of the free dimensions to `index`.

    - `res`: float64 (n,), written; start, then solution
    - `R`: float64 (n, n + 7), written; factor of the free part
    - `index`: int32 (n,) or None, written; which dimensions are free
    - `H`: float64 (n, n); symmetric, positive definite
    - `g`: float64 (n,)
    - `lower`: float64 (n,) or None
    - `upper`: float64 (n,) or None
    - returns int
    """
def mju_cholFactor(mat: NDArray[np.float64], mindiag: float) -> int:
    """Replaces a symmetric matrix with its Cholesky factor, in the lower triangle, and returns the rank.

    - `mat`: float64 (n, n), written
    - `mindiag`: float; smallest pivot
    - returns int
    """
def mju_cholFactorBand(mat: NDArray[np.float64], ntotal: _Int, nband: _Int, ndense: _Int, diagadd: float, diagmul: float) -> float:
    """Replaces a band matrix by its Cholesky factor, after adding `diagadd + diagmul * diagonal` to its diagonal.

    Returns the smallest squared pivot, or 0 if the matrix is not positive definite; in that case `mat` is unchanged.

    - `mat`: float64 (nB,), written
    - `ntotal`: int; rows of the matrix
    - `nband`: int; width of the band, with the diagonal
    - `ndense`: int; dense rows at the end
    - `diagadd`: float
    - `diagmul`: float
    - returns float
    """
def mju_cholSolve(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike) -> None:
    """Solves `(mat mat') res = vec` for a Cholesky factor.

    - `res`: float64 (n,), written
    - `mat`: float64 (n, n); the factor
    - `vec`: float64 (n,)
    """
def mju_cholSolveBand(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike, ntotal: _Int, nband: _Int, ndense: _Int) -> None:
    """Solves `(mat mat') res = vec`, for the Cholesky factor of a band matrix.

    - `res`: float64 (ntotal,), written
    - `mat`: float64 (nB,); the factor
    - `vec`: float64 (ntotal,)
    - `ntotal`: int; rows of the matrix
    - `nband`: int; width of the band, with the diagonal
    - `ndense`: int; dense rows at the end
    """
def mju_cholUpdate(mat: NDArray[np.float64], x: NDArray[np.float64], flg_plus: _Int) -> int:
    """Updates a Cholesky factor after adding `x x'` to the matrix, or subtracting it, and returns the rank.

    - `mat`: float64 (n, n), written; the factor
    - `x`: float64 (n,), written; overwritten
    - `flg_plus`: int; 1 adds, 0 subtracts
    - returns int
    """
def mju_clip(x: float, min: float, max: float) -> float:
    """Clamps `x` to the range.

    - `x`: float
    - `min`: float
    - `max`: float
    - returns float
    """
def mju_copy(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """`res = vec`.

    - `res`: float64 (n,), written
    - `vec`: float64 (n,)
    """
def mju_copy3(res: NDArray[np.float64], data: ArrayLike) -> None:
    """`res = data`.

    - `res`: float64 (3,), written
    - `data`: float64 (3,)
    """
def mju_copy4(res: NDArray[np.float64], data: ArrayLike) -> None:
    """`res = data`.

    - `res`: float64 (4,), written
    - `data`: float64 (4,)
    """
def mju_cross(res: NDArray[np.float64], a: ArrayLike, b: ArrayLike) -> None:
    """Cross product: `res = a x b`.

    - `res`: float64 (3,), written
    - `a`: float64 (3,)
    - `b`: float64 (3,)
    """
def mju_d2n(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """Copies float64.

    - `res`: float64 (n,), written
    - `vec`: float64 (n,)
    """
def mju_decodePyramid(force: NDArray[np.float64], pyramid: ArrayLike, mu: ArrayLike) -> None:
    """Decodes forces along the edges of the friction pyramid to a contact force.

    - `force`: float64 (dim,), written
    - `pyramid`: float64 (2 dim-2,)
    - `mu`: float64 (dim-1,); friction coefficients
    """
def mju_dense2Band(res: NDArray[np.float64], mat: ArrayLike, ntotal: _Int, nband: _Int, ndense: _Int) -> None:
    """Converts a dense matrix to a band matrix.

    - `res`: float64 (nB,), written
    - `mat`: float64 (ntotal, ntotal)
    - `ntotal`: int; rows of the matrix
    - `nband`: int; width of the band, with the diagonal
    - `ndense`: int; dense rows at the end
    """
def mju_dense2sparse(res: NDArray[np.float64], mat: ArrayLike, rownnz: NDArray[np.int32], rowadr: NDArray[np.int32], colind: NDArray[np.int32]) -> int:
    """Converts a dense matrix to compressed sparse rows; returns 1 if `res` is too short for them, else 0.

    - `res`: float64 (nnz,), written
    - `mat`: float64 (nr, nc)
    - `rownnz`: int32 (nr,), written; entries of each row
    - `rowadr`: int32 (nr,), written; first entry of each row
    - `colind`: int32 (nnz,), written; column of each entry
    - returns int
    """
def mju_derivQuat(res: NDArray[np.float64], quat: ArrayLike, vel: ArrayLike) -> None:
    """Time derivative of a quaternion that rotates with an angular velocity.

    - `res`: float64 (4,), written
    - `quat`: float64 (4,); a unit quaternion, real part first
    - `vel`: float64 (3,); angular velocity, rad/s
    """
def mju_dist3(pos1: ArrayLike, pos2: ArrayLike) -> float:
    """Distance between two points.

    - `pos1`: float64 (3,)
    - `pos2`: float64 (3,)
    - returns float
    """
def mju_dot(vec1: ArrayLike, vec2: ArrayLike) -> float:
    """Inner product.

    - `vec1`: float64 (n,)
    - `vec2`: float64 (n,)
    - returns float
    """
def mju_dot3(vec1: ArrayLike, vec2: ArrayLike) -> float:
    """Inner product.

    - `vec1`: float64 (3,)
    - `vec2`: float64 (3,)
    - returns float
    """
def mju_eig3(eigval: NDArray[np.float64], eigvec: NDArray[np.float64], quat: NDArray[np.float64], mat: ArrayLike) -> int:
    """Eigenvalues, largest first, and eigenvectors of a symmetric 3-by-3 matrix; returns the number of iterations.

    - `eigval`: float64 (3,), written
    - `eigvec`: float64 (9,), written; in columns
    - `quat`: float64 (4,), written; the eigenvectors as a rotation
    - `mat`: float64 (9,)
    - returns int
    """
def mju_encodePyramid(pyramid: NDArray[np.float64], force: ArrayLike, mu: ArrayLike) -> None:
    """Encodes a contact force as forces along the edges of the friction pyramid.

    - `pyramid`: float64 (2 dim-2,), written
    - `force`: float64 (dim,)
    - `mu`: float64 (dim-1,); friction coefficients
    """
def mju_euler2Quat(quat: NDArray[np.float64], euler: ArrayLike, seq: Union[str, bytes]) -> None:
    """Quaternion of three rotations about axes given by `seq`: xyz rotate with the body, XYZ are fixed in the world.

    - `quat`: float64 (4,), written
    - `euler`: float64 (3,); angles, rad
    - `seq`: str; three characters
    """
def mju_eye(mat: NDArray[np.float64]) -> None:
    """Sets `mat` to the identity.

    - `mat`: float64 (n, n), written
    """
def mju_f2n(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """Copies float32 to float64.

    - `res`: float64 (n,), written
    - `vec`: float32 (n,)
    """
def mju_fill(res: NDArray[np.float64], val: float) -> None:
    """`res = val`.

    - `res`: float64 (n,), written
    - `val`: float
    """
def mju_getXMLDependencies(filename: str) -> List[str]:
    """All files that a model consists of, starting with its own; only model files are opened.

    - `filename`: str; path of the model
    - returns List[str]; paths
    """
def mju_insertionSort(list: NDArray[np.float64]) -> None:
    """Sorts numbers in ascending order.

    - `list`: float64 (n,), written
    """
def mju_insertionSortInt(list: NDArray[np.int32]) -> None:
    """Sorts integers in ascending order.

    - `list`: int32 (n,), written
    """
def mju_isBad(x: float) -> int:
    """1 if the number is bad: NaN, or larger than 1e10 in magnitude.

    - `x`: float
    - returns int
    """
def mju_isZero(vec: ArrayLike) -> int:
    """1 if all elements are zero.

    - `vec`: float64 (n,)
    - returns int
    """
def mju_mat2Quat(quat: NDArray[np.float64], mat: ArrayLike) -> None:
    """Quaternion of a matrix.

    - `quat`: float64 (4,), written
    - `mat`: float64 (9,); row-major
    """
def mju_mat2Rot(quat: NDArray[np.float64], mat: ArrayLike) -> int:
    """Rotates `quat` to the rotational part of any 3-by-3 matrix and returns the number of iterations.

    - `quat`: float64 (4,), written; start, then result
    - `mat`: float64 (9,); row-major
    - returns int
    """
def mju_max(a: float, b: float) -> float:
    """The larger number.

    - `a`: float
    - `b`: float
    - returns float
    """
def mju_min(a: float, b: float) -> float:
    """The smaller number.

    - `a`: float
    - `b`: float
    - returns float
    """
def mju_mulMatMat(res: NDArray[np.float64], mat1: ArrayLike, mat2: ArrayLike) -> None:
    """`res = mat1 mat2`.

    - `res`: float64 (r1, c2), written
    - `mat1`: float64 (r1, c1)
    - `mat2`: float64 (c1, c2)
    """
def mju_mulMatMatT(res: NDArray[np.float64], mat1: ArrayLike, mat2: ArrayLike) -> None:
    """`res = mat1 mat2'`.

    - `res`: float64 (r1, r2), written
    - `mat1`: float64 (r1, c1)
    - `mat2`: float64 (r2, c1)
    """
def mju_mulMatTMat(res: NDArray[np.float64], mat1: ArrayLike, mat2: ArrayLike) -> None:
    """`res = mat1' mat2`.

    - `res`: float64 (c1, c2), written
    - `mat1`: float64 (r1, c1)
    - `mat2`: float64 (r1, c2)
    """
def mju_mulMatTVec(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike) -> None:
    """`res = mat' vec`.

    - `res`: float64 (nc,), written
    - `mat`: float64 (nr, nc)
    - `vec`: float64 (nr,)
    """
def mju_mulMatTVec3(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike) -> None:
    """`res = mat' vec`, for a 3-by-3 matrix.

    - `res`: float64 (3,), written
    - `mat`: float64 (9,); row-major
    - `vec`: float64 (3,)
    """
def mju_mulMatVec(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike) -> None:
    """`res = mat vec`.

    - `res`: float64 (nr,), written
    - `mat`: float64 (nr, nc)
    - `vec`: float64 (nc,)
    """
def mju_mulMatVec3(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike) -> None:
    """`res = mat vec`, for a 3-by-3 matrix.

    - `res`: float64 (3,), written
    - `mat`: float64 (9,); row-major
    - `vec`: float64 (3,)
    """
def mju_mulPose(posres: NDArray[np.float64], quatres: NDArray[np.float64], pos1: ArrayLike, quat1: ArrayLike, pos2: ArrayLike, quat2: ArrayLike) -> None:
    """Product of poses.

    - `posres`: float64 (3,), written
    - `quatres`: float64 (4,), written
    - `pos1`: float64 (3,)
    - `quat1`: float64 (4,)
    - `pos2`: float64 (3,)
    - `quat2`: float64 (4,)
    """
def mju_mulQuat(res: NDArray[np.float64], quat1: ArrayLike, quat2: ArrayLike) -> None:
    """Product of quaternions.

    - `res`: float64 (4,), written
    - `quat1`: float64 (4,)
    - `quat2`: float64 (4,)
    """
def mju_mulQuatAxis(res: NDArray[np.float64], quat: ArrayLike, axis: ArrayLike) -> None:
    """Product of a quaternion and an axis.

    - `res`: float64 (4,), written
    - `quat`: float64 (4,); a unit quaternion, real part first
    - `axis`: float64 (3,)
    """
def mju_mulVecMatVec(vec1: ArrayLike, mat: ArrayLike, vec2: ArrayLike) -> float:
    """`vec1' mat vec2`.

    - `vec1`: float64 (n,)
    - `mat`: float64 (n, n)
    - `vec2`: float64 (n,)
    - returns float
    """
def mju_muscleBias(len: float, lengthrange: ArrayLike, acc0: float, prm: ArrayLike) -> float:
    """Passive force of a muscle.

    - `len`: float; length of the actuator
    - `lengthrange`: float64 (2,); shortest and longest length
    - `acc0`: float; acceleration for a unit force at the reference pose
    - `prm`: float64 (9,); parameters of the muscle: range (2), force, scale, lmin, lmax, vmax, fpmax, fvmax
    - returns float; N
    """
def mju_muscleDynamics(ctrl: float, act: float, prm: ArrayLike) -> float:
    """Time derivative of a muscle's activation.

    - `ctrl`: float
    - `act`: float; activation
    - `prm`: float64 (3,); time constants of activation and deactivation, width of the smooth change
    - returns float; 1/s
    """
def mju_muscleGain(len: float, vel: float, lengthrange: ArrayLike, acc0: float, prm: ArrayLike) -> float:
    """Active force of a muscle per unit of activation.

    - `len`: float; length of the actuator
    - `vel`: float; velocity of the actuator
    - `lengthrange`: float64 (2,); shortest and longest length
    - `acc0`: float; acceleration for a unit force at the reference pose
    - `prm`: float64 (9,); parameters of the muscle: range (2), force, scale, lmin, lmax, vmax, fpmax, fvmax
    - returns float; N
    """
def mju_n2d(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """Copies float64.

    - `res`: float64 (n,), written
    - `vec`: float64 (n,)
    """
def mju_n2f(res: NDArray[np.float32], vec: ArrayLike) -> None:
    """Copies float64 to float32.

    - `res`: float32 (n,), written
    - `vec`: float64 (n,)
    """
def mju_negPose(posres: NDArray[np.float64], quatres: NDArray[np.float64], pos: ArrayLike, quat: ArrayLike) -> None:
    """Inverse of a pose.

    - `posres`: float64 (3,), written
    - `quatres`: float64 (4,), written
    - `pos`: float64 (3,)
    - `quat`: float64 (4,); a unit quaternion, real part first
    """
def mju_negQuat(res: NDArray[np.float64], quat: ArrayLike) -> None:
    """Conjugate of a quaternion: the inverse rotation.

    - `res`: float64 (4,), written
    - `quat`: float64 (4,); a unit quaternion, real part first
    """
def mju_norm(res: NDArray[np.float64]) -> float:
    """Length of a vector.

    - `res`: float64 (n,)
    - returns float
    """
def mju_norm3(vec: ArrayLike) -> float:
    """Length of a vector.

    - `vec`: float64 (3,)
    - returns float
    """
def mju_normalize(res: NDArray[np.float64]) -> float:
    """Normalises a vector and returns its length; a vector that is too short becomes (1, 0, 0, ...).

    - `res`: float64 (n,), written
    - returns float
    """
def mju_normalize3(vec: NDArray[np.float64]) -> float:
    """Normalises a vector and returns its length; a vector that is too short becomes (1, 0, 0).

    - `vec`: float64 (3,), written
    - returns float
    """
def mju_normalize4(vec: NDArray[np.float64]) -> float:
    """Normalises a quaternion and returns its length; a quaternion that is too short becomes the identity.

    - `vec`: float64 (4,), written
    - returns float
    """
def mju_printMat(mat: ArrayLike) -> None:
    """Prints a matrix, one row per line.

    - `mat`: float64 (nr, nc)
    """
def mju_printMatSparse(mat: ArrayLike, rownnz: NDArray[np.int32], rowadr: NDArray[np.int32], colind: NDArray[np.int32]) -> None:
    """Prints a matrix in compressed sparse rows: column and value of each element.

    - `mat`: float64 (nnz,)
    - `rownnz`: int32 (nr,); entries of each row
    - `rowadr`: int32 (nr,); first entry of each row
    - `colind`: int32 (nnz,); column of each entry
    """
def mju_quat2Mat(res: NDArray[np.float64], quat: ArrayLike) -> None:
    """Matrix of a quaternion.

    - `res`: float64 (9,), written; row-major
    - `quat`: float64 (4,); a unit quaternion, real part first
    """
def mju_quat2Vel(res: NDArray[np.float64], quat: ArrayLike, dt: float) -> None:
    """Angular velocity of this rotation over the time `dt`.

    - `res`: float64 (3,), written; rad/s
    - `quat`: float64 (4,); a unit quaternion, real part first
    - `dt`: float; time, s
    """
def mju_quatIntegrate(quat: NDArray[np.float64], vel: ArrayLike, scale: float) -> None:
    """Rotates a quaternion with an angular velocity for the time `scale`.

    - `quat`: float64 (4,), written
    - `vel`: float64 (3,); angular velocity, rad/s
    - `scale`: float; time, s
    """
def mju_quatZ2Vec(quat: NDArray[np.float64], vec: ArrayLike) -> None:
    """Quaternion of the smallest rotation from the z-axis to a vector.

    - `quat`: float64 (4,), written
    - `vec`: float64 (3,)
    """
def mju_rayGeom(pos: ArrayLike, mat: ArrayLike, size: ArrayLike, pnt: ArrayLike, vec: ArrayLike, geomtype: _Int, normal: Optional[NDArray[np.float64]] = ...) -> float:
    """Distance to a plane, sphere, capsule, ellipsoid, cylinder or box, in units of `vec`, or -1.

    - `pos`: float64 (3,); position of the shape, m
    - `mat`: float64 (9,); its axes
    - `size`: float64 (3,); as in `geom_size`, m
    - `pnt`: float64 (3,); origin of the ray, m
    - `vec`: float64 (3,); direction of the ray
    - `geomtype`: int; `mjtGeom`
    - `normal`: float64 (3,) or None, written; normal of the surface that was hit
    - returns float
    """
def mju_raySkin(nface: _Int, nvert: _Int, face: ArrayLike, vert: ArrayLike, pnt: ArrayLike, vec: ArrayLike, vertid: Optional[NDArray[np.int32]]) -> float:
    """Distance to the triangles `face` with vertices `vert`, in units of `vec`, or -1; the nearest vertex is written to
    `vertid`.

    - `nface`: int
    - `nvert`: int
    - `face`: int32 (3 nface,); vertices of the triangles
    - `vert`: float32 (3 nvert,); points, m
    - `pnt`: float64 (3,); origin of the ray, m
    - `vec`: float64 (3,); direction of the ray
    - `vertid`: int32 (1,) or None, written; the nearest vertex
    - returns float
    """
def mju_rotVecQuat(res: NDArray[np.float64], vec: ArrayLike, quat: ArrayLike) -> None:
    """Rotates a vector by a quaternion.

    - `res`: float64 (3,), written
    - `vec`: float64 (3,)
    - `quat`: float64 (4,); a unit quaternion, real part first
    """
def mju_round(x: float) -> int:
    """The nearest integer; halves are rounded up. Numbers outside 32 bits, and NaN, become the lowest integer.

    - `x`: float
    - returns int
    """
def mju_scl(res: NDArray[np.float64], vec: ArrayLike, scl: float) -> None:
    """`res = scl * vec`.

    - `res`: float64 (n,), written
    - `vec`: float64 (n,)
    - `scl`: float
    """
def mju_scl3(res: NDArray[np.float64], vec: ArrayLike, scl: float) -> None:
    """`res = scl * vec`.

    - `res`: float64 (3,), written
    - `vec`: float64 (3,)
    - `scl`: float
    """
def mju_sigmoid(x: float) -> float:
    """The quintic polynomial that rises from 0 to 1 over the unit interval.

    - `x`: float
    - returns float
    """
def mju_sign(x: float) -> float:
    """-1, 0 or 1.

    - `x`: float
    - returns float
    """
def mju_sparse2dense(res: NDArray[np.float64], mat: ArrayLike, rownnz: NDArray[np.int32], rowadr: NDArray[np.int32], colind: NDArray[np.int32]) -> None:
    """Converts compressed sparse rows to a dense matrix.

    - `res`: float64 (nr, nc), written
    - `mat`: float64 (nnz,)
    - `rownnz`: int32 (nr,); entries of each row
    - `rowadr`: int32 (nr,); first entry of each row
    - `colind`: int32 (nnz,); column of each entry
    """
def mju_springDamper(pos0: float, vel0: float, Kp: float, Kv: float, dt: float) -> float:
    """Position at time `dt` of a unit mass on a spring and a damper.

    - `pos0`: float; position at the start
    - `vel0`: float; velocity at the start
    - `Kp`: float; stiffness
    - `Kv`: float; damping
    - `dt`: float; time, s
    - returns float
    """
def mju_sqrMatTD(res: NDArray[np.float64], mat: ArrayLike, diag: Optional[ArrayLike]) -> None:
    """`res = mat' diag(d) mat`, or `mat' mat` without `diag`.

    - `res`: float64 (nc, nc), written
    - `mat`: float64 (nr, nc)
    - `diag`: float64 (nr,) or None
    """
def mju_standardNormal(num2: Optional[NDArray[np.float64]] = ...) -> float:
    """A random number of the standard normal distribution; a second, independent one goes to `num2` if it is an array.

    - `num2`: float64 (1,) or None, written
    - returns float
    """
def mju_str2Type(str: Union[str, bytes]) -> int:
    """Object type, `mjtObj`, with this name; 0 if there is none.

    - `str`: str
    - returns int
    """
def mju_sub(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike) -> None:
    """`res = vec1 - vec2`.

    - `res`: float64 (n,), written
    - `vec1`: float64 (n,)
    - `vec2`: float64 (n,)
    """
def mju_sub3(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike) -> None:
    """`res = vec1 - vec2`.

    - `res`: float64 (3,), written
    - `vec1`: float64 (3,)
    - `vec2`: float64 (3,)
    """
def mju_subFrom(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """`res = res - vec`.

    - `res`: float64 (n,), written
    - `vec`: float64 (n,)
    """
def mju_subFrom3(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """`res = res - vec`.

    - `res`: float64 (3,), written
    - `vec`: float64 (3,)
    """
def mju_subQuat(res: NDArray[np.float64], qa: ArrayLike, qb: ArrayLike) -> None:
    """Rotation vector from `qb` to `qa`, in the frame of `qb`.

    - `res`: float64 (3,), written; axis times angle, rad
    - `qa`: float64 (4,)
    - `qb`: float64 (4,)
    """
def mju_sum(vec: ArrayLike) -> float:
    """Sum of a vector.

    - `vec`: float64 (n,)
    - returns float
    """
def mju_symmetrize(res: NDArray[np.float64], mat: ArrayLike) -> None:
    """`res = (mat + mat') / 2`.

    - `res`: float64 (n, n), written
    - `mat`: float64 (n, n)
    """
def mju_transformSpatial(res: NDArray[np.float64], vec: ArrayLike, flg_force: _Int, newpos: ArrayLike, oldpos: ArrayLike, rotnew2old: Optional[ArrayLike]) -> None:
    """Transforms a spatial motion, or a force if `flg_force` is set, to another point and other axes.

    - `res`: float64 (6,), written; rotation, translation
    - `vec`: float64 (6,); rotation, translation
    - `flg_force`: int; 1 for a force
    - `newpos`: float64 (3,); the new point
    - `oldpos`: float64 (3,); the old point
    - `rotnew2old`: float64 (9,) or None; rotation from the new to the old axes
    """
def mju_transpose(res: NDArray[np.float64], mat: ArrayLike) -> None:
    """`res = mat'`.

    - `res`: float64 (nc, nr), written
    - `mat`: float64 (nr, nc)
    """
def mju_trnVecPose(res: NDArray[np.float64], pos: ArrayLike, quat: ArrayLike, vec: ArrayLike) -> None:
    """Transforms a point by a pose.

    - `res`: float64 (3,), written
    - `pos`: float64 (3,)
    - `quat`: float64 (4,); a unit quaternion, real part first
    - `vec`: float64 (3,)
    """
def mju_type2Str(type: _Int) -> Optional[str]:
    """Name of an object type, `mjtObj`; None if it has no name.

    - `type`: int; `mjtObj`
    - returns str or None
    """
def mju_unit4(res: NDArray[np.float64]) -> None:
    """The identity: `res = (1, 0, 0, 0)`.

    - `res`: float64 (4,), written
    """
def mju_warningText(warning: _Int, info: _Int) -> str:
    """The message of a warning; `info` is its parameter, such as the index of a dof.

    - `warning`: int; `mjtWarning`
    - `info`: int
    - returns str
    """
def mju_writeLog(type: str, msg: str) -> None:
    """Appends a message to the file MUJOCO_LOG.TXT in the working directory.

    - `type`: str; such as `WARNING`
    - `msg`: str
    """
def mju_writeNumBytes(nbytes: _Int) -> str:
    """A number of bytes, in the largest unit that divides it.

    - `nbytes`: int
    - returns str
    """
def mju_zero(res: NDArray[np.float64]) -> None:
    """`res = 0`.

    - `res`: float64 (n,), written
    """
def mju_zero3(res: NDArray[np.float64]) -> None:
    """`res = 0`.

    - `res`: float64 (3,), written
    """
def mju_zero4(res: NDArray[np.float64]) -> None:
    """`res = 0`.

    - `res`: float64 (4,), written
    """
def mjv_addGeoms(m: MjModel, d: MjData, opt: MjvOption, pert: Optional[MjvPerturb], catmask: _Int, scn: MjvScene) -> None:
    """Adds the shapes of the categories in `catmask` to those in the scene.

    - `m`: MjModel
    - `d`: MjData
    - `opt`: MjvOption
    - `pert`: MjvPerturb or None
    - `catmask`: int; bits of `mjtCatBit`
    - `scn`: MjvScene; written
    """
def mjv_alignToCamera(res: NDArray[np.float64], vec: ArrayLike, forward: ArrayLike) -> None:
    """Turns a horizontal movement to where the camera looks.

    - `res`: float64 (3,), written
    - `vec`: float64 (3,)
    - `forward`: float64 (3,); direction of view
    """
def mjv_applyPerturbForce(m: MjModel, d: MjData, pert: MjvPerturb) -> None:
    """Pulls the selected object to where it shall be, by `xfrc_applied`.

    - `m`: MjModel
    - `d`: MjData; `xfrc_applied` is written
    - `pert`: MjvPerturb
    """
def mjv_applyPerturbPose(m: MjModel, d: MjData, pert: MjvPerturb, flg_paused: _Int) -> None:
    """Puts the selected object where it shall be: mocap bodies, and others while paused.

    - `m`: MjModel
    - `d`: MjData; `qpos` and mocap poses are written
    - `pert`: MjvPerturb
    - `flg_paused`: int; 1 to move all bodies
    """
def mjv_averageCamera(cam1: MjvGLCamera, cam2: MjvGLCamera) -> MjvGLCamera:
    """The camera in the middle of two.

    - `cam1`: MjvGLCamera
    - `cam2`: MjvGLCamera
    - returns MjvGLCamera
    """
def mjv_cameraFrame(headpos: Optional[NDArray[np.float64]], forward: Optional[NDArray[np.float64]], up: Optional[NDArray[np.float64]], right: Optional[NDArray[np.float64]], d: MjData, cam: MjvCamera) -> None:
    """Position, direction of view, up and right of a camera; None skips one.

    - `headpos`: float64 (3,) or None, written; where the eyes are, m
    - `forward`: float64 (3,) or None, written; direction of view
    - `up`: float64 (3,) or None, written; direction up
    - `right`: float64 (3,) or None, written; direction to the right
    - `d`: MjData
    - `cam`: MjvCamera
    """
def mjv_cameraFrustum(zver: Optional[NDArray[np.float32]], zhor: Optional[NDArray[np.float32]], zclip: Optional[NDArray[np.float32]], m: MjModel, cam: MjvCamera) -> None:
    """What a camera sees: bounds on the near plane and distances of the clipping planes; None skips one.

    - `zver`: float32 (2,) or None, written; bottom and top
    - `zhor`: float32 (2,) or None, written; left and right
    - `zclip`: float32 (2,) or None, written; near and far, m
    - `m`: MjModel
    - `cam`: MjvCamera
    """
def mjv_cameraInModel(headpos: Optional[NDArray[np.float64]], forward: Optional[NDArray[np.float64]], up: Optional[NDArray[np.float64]], scn: MjvScene) -> None:
    """Position, direction of view and up of the scene's cameras, in the model.

    - `headpos`: float64 (3,) or None, written; where the eyes are, m
    - `forward`: float64 (3,) or None, written; direction of view
    - `up`: float64 (3,) or None, written; direction up
    - `scn`: MjvScene
    """
def mjv_cameraInRoom(headpos: Optional[NDArray[np.float64]], forward: Optional[NDArray[np.float64]], up: Optional[NDArray[np.float64]], scn: MjvScene) -> None:
    """Position, direction of view and up of the scene's cameras, in the room.

    - `headpos`: float64 (3,) or None, written; where the eyes are, m
    - `forward`: float64 (3,) or None, written; direction of view
    - `up`: float64 (3,) or None, written; direction up
    - `scn`: MjvScene
    """
def mjv_connector(geom: MjvGeom, type: _Int, width: float, from_: ArrayLike, to: ArrayLike) -> None:
    """Makes a shape reach from one point to another.

    - `geom`: MjvGeom; written
    - `type`: int; `mjtGeom`
    - `width`: float; m
    - `from_`: float64 (3,)
    - `to`: float64 (3,)
    """
def mjv_defaultCamera(cam: MjvCamera) -> None:
    """Sets a camera to its defaults.

    - `cam`: MjvCamera; written
    """
def mjv_defaultFigure(fig: MjvFigure) -> None:
    """Sets a diagram to its defaults.

    - `fig`: MjvFigure; written
    """
def mjv_defaultFreeCamera(m: MjModel, cam: MjvCamera) -> None:
    """Sets a camera to the free camera of a model.

    - `m`: MjModel
    - `cam`: MjvCamera; written
    """
def mjv_defaultOption(opt: MjvOption) -> None:
    """Sets what is drawn to the defaults.

    - `opt`: MjvOption; written
    """
def mjv_defaultPerturb(pert: MjvPerturb) -> None:
    """Sets a perturbation to its defaults.

    - `pert`: MjvPerturb; written
    """
def mjv_frustumHeight(scn: MjvScene) -> float:
    """Height of what the scene's cameras see at distance 1.

    - `scn`: MjvScene
    - returns float
    """
def mjv_initGeom(geom: MjvGeom, type: _Int, size: Optional[ArrayLike], pos: Optional[ArrayLike], mat: Optional[ArrayLike], rgba: Optional[ArrayLike]) -> None:
    """Sets the parts of a shape; None gives the default.

    - `geom`: MjvGeom; written
    - `type`: int; `mjtGeom`
    - `size`: float64 (3,) or None
    - `pos`: float64 (3,) or None
    - `mat`: float64 (9,) or None
    - `rgba`: float32 (4,) or None
    """
def mjv_initPerturb(m: MjModel, d: MjData, scn: MjvScene, pert: MjvPerturb) -> None:
    """Begins to drag the selected object.

    - `m`: MjModel
    - `d`: MjData
    - `scn`: MjvScene
    - `pert`: MjvPerturb; written
    """
def mjv_makeLights(m: MjModel, d: MjData, scn: MjvScene) -> None:
    """Fills the lights of the scene.

    - `m`: MjModel
    - `d`: MjData
    - `scn`: MjvScene; written
    """
def mjv_model2room(roompos: NDArray[np.float64], roomquat: NDArray[np.float64], modelpos: ArrayLike, modelquat: ArrayLike, scn: MjvScene) -> None:
    """A pose in the model as one in the room.

    - `roompos`: float64 (3,), written
    - `roomquat`: float64 (4,), written
    - `modelpos`: float64 (3,)
    - `modelquat`: float64 (4,)
    - `scn`: MjvScene
    """
def mjv_moveCamera(m: MjModel, action: _Int, reldx: float, reldy: float, scn: MjvScene, cam: MjvCamera) -> None:
    """Moves a camera with the mouse; movements are fractions of the window's height.

    - `m`: MjModel
    - `action`: int; `mjtMouse`
    - `reldx`: float; movement to the right, over the height of the window
    - `reldy`: float; movement down, over the height of the window
    - `scn`: MjvScene
    - `cam`: MjvCamera; written
    """
def mjv_moveModel(m: MjModel, action: _Int, reldx: float, reldy: float, roomup: ArrayLike, scn: MjvScene) -> None:
    """Moves the model with the mouse.

    - `m`: MjModel
    - `action`: int; `mjtMouse`
    - `reldx`: float; movement to the right, over the height of the window
    - `reldy`: float; movement down, over the height of the window
    - `roomup`: float64 (3,); direction up in the room
    - `scn`: MjvScene; written
    """
def mjv_movePerturb(m: MjModel, d: MjData, action: _Int, reldx: float, reldy: float, scn: MjvScene, pert: MjvPerturb) -> None:
    """Moves the selected object with the mouse.

    - `m`: MjModel
    - `d`: MjData
    - `action`: int; `mjtMouse`
    - `reldx`: float; movement to the right, over the height of the window
    - `reldy`: float; movement down, over the height of the window
    - `scn`: MjvScene
    - `pert`: MjvPerturb; written
    """
def mjv_room2model(modelpos: NDArray[np.float64], modelquat: NDArray[np.float64], roompos: ArrayLike, roomquat: ArrayLike, scn: MjvScene) -> None:
    """A pose in the room as one in the model.

    - `modelpos`: float64 (3,), written
    - `modelquat`: float64 (4,), written
    - `roompos`: float64 (3,)
    - `roomquat`: float64 (4,)
    - `scn`: MjvScene
    """
def mjv_select(m: MjModel, d: MjData, vopt: MjvOption, aspectratio: float, relx: float, rely: float, scn: MjvScene, selpnt: NDArray[np.float64], geomid: NDArray[np.int32], flexid: NDArray[np.int32], skinid: NDArray[np.int32]) -> int:
    """The body at a point of the picture, −1 if there is none; where it is, and which geom, flex or skin.

    - `m`: MjModel
    - `d`: MjData
    - `vopt`: MjvOption
    - `aspectratio`: float; width over height
    - `relx`: float; 0 left to 1 right
    - `rely`: float; 0 bottom to 1 top
    - `scn`: MjvScene
    - `selpnt`: float64 (3,), written; in world coordinates
    - `geomid`: int32 (1,), written
    - `flexid`: int32 (1,), written
    - `skinid`: int32 (1,), written
    - returns int
    """
def mjv_updateCamera(m: MjModel, d: MjData, cam: MjvCamera, scn: MjvScene) -> None:
    """Sets the two cameras of the scene.

    - `m`: MjModel
    - `d`: MjData
    - `cam`: MjvCamera
    - `scn`: MjvScene; written
    """
def mjv_updateScene(m: MjModel, d: MjData, opt: MjvOption, pert: Optional[MjvPerturb], cam: MjvCamera, catmask: _Int, scn: MjvScene) -> None:
    """Fills the scene with all that there is to draw of a simulation, seen by a camera.

    - `m`: MjModel
    - `d`: MjData
    - `opt`: MjvOption
    - `pert`: MjvPerturb or None
    - `cam`: MjvCamera
    - `catmask`: int; bits of `mjtCatBit`
    - `scn`: MjvScene; written
    """
def mjv_updateSkin(m: MjModel, d: MjData, scn: MjvScene) -> None:
    """Sets the surfaces of all skins.

    - `m`: MjModel
    - `d`: MjData
    - `scn`: MjvScene; written
    """
def set_mjcb_act_bias(callback: Optional[Callable[[MjModel, MjData, int], float]]) -> None:
    """Sets the function of (m, d, id) that returns the bias of an actuator with `biastype="user"`; None to remove it: the bias is then 0."""
def set_mjcb_act_dyn(callback: Optional[Callable[[MjModel, MjData, int], float]]) -> None:
    """Sets the function of (m, d, id) that returns the time derivative of the activation of an actuator with `dyntype="user"`; for
    several activations it writes to `d.act_dot`. None to remove it: derivatives are then zero.
    """
def set_mjcb_act_gain(callback: Optional[Callable[[MjModel, MjData, int], float]]) -> None:
    """Sets the function of (m, d, id) that returns the gain of an actuator with `gaintype="user"`; None to remove it: the gain is then 1."""
def set_mjcb_contactfilter(callback: Optional[Callable[[MjModel, MjData, int, int], int]]) -> None:
    """Sets the function of (m, d, geom1, geom2) that filters contacts: it returns nonzero if the geoms cannot collide. It replaces
    `contype` and `conaffinity` of geoms; None restores these.
    """
def set_mjcb_control(callback: Optional[Callable[[MjModel, MjData], Any]]) -> None:
    """Sets the function of (m, d) that sets controls: called by `mj_forward` before actuator forces are computed, and at the
    end of `mj_step1`; None to remove it.
    """
def set_mjcb_passive(callback: Optional[Callable[[MjModel, MjData], Any]]) -> None:
    """Sets the function of (m, d) that adds forces to `d.qfrc_passive`; None to remove it."""
def set_mjcb_sensor(callback: Optional[Callable[[MjModel, MjData, int], Any]]) -> None:
    """Sets the function of (m, d, stage) that writes the user sensors of a stage; None to remove it."""
def set_mjcb_time(callback: Optional[Callable[[], float]]) -> None:
    """Sets the clock, a function that returns a number: it is read before and after computations, but `d.timer`
    uses the system clock. None to remove it.
    """
def set_mju_user_free(callback: Optional[Callable[..., Any]]) -> None:
    """Sets a C function that frees memory, or None. It is stored, but Synovia does not call it."""
def set_mju_user_malloc(callback: Optional[Callable[..., Any]]) -> None:
    """Sets a C function that allocates memory, or None. It is stored, but Synovia does not call it."""
def set_mju_user_warning(callback: Optional[Callable[[str], Any]]) -> None:
    """Sets the handler of warnings: a function of the message, in Python or in C (by ctypes), or None for Python's `warnings`.

    It is called on the thread of the call that warned, after that call, and may call any function; an exception in it
    is raised by that call.
    """
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
def from_zip(file: Union[str, IO[bytes]]) -> MjSpec:
    """Reads a spec from a zip archive, given by path or as a file: one XML file and its assets."""
def memory_limit() -> int:
    """The memory limit of a model in bytes."""
def set_memory_limit(bytes: _Int) -> None:
    """Sets the memory limit of models in this process in bytes, 1 GiB by default: files that require more are refused. Compilation may take"""
def strict() -> bool:
    """True if loading refuses models that use extensions of MJCF."""
def set_strict(strict: bool) -> None:
    """Sets whether loading refuses models that use extensions of MJCF in this process: for models that must stay loadable in MuJoCo."""
def to_zip(spec: MjSpec, file: Union[str, IO[bytes]]) -> None:
    """Writes a spec and its assets to a zip archive, given by path or as a file."""
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
    def __getitem__(self, index: _Int) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __len__(self) -> int: ...
    def __setitem__(self, index: _Int, value: int) -> None: ...

class MjCharVec:
    """Letters of an element."""
    def __getitem__(self, index: _Int) -> str: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def __setitem__(self, index: _Int, value: str) -> None: ...

class MjDoubleVec:
    """Real numbers of an element."""
    def __getitem__(self, index: _Int) -> float: ...
    def __iter__(self) -> Iterator[float]: ...
    def __len__(self) -> int: ...
    def __setitem__(self, index: _Int, value: float) -> None: ...

class MjFloatVec:
    """Single precision numbers of an element."""
    def __getitem__(self, index: _Int) -> float: ...
    def __iter__(self) -> Iterator[float]: ...
    def __len__(self) -> int: ...
    def __setitem__(self, index: _Int, value: float) -> None: ...

class MjIntVec:
    """Integers of an element."""
    def __getitem__(self, index: _Int) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __len__(self) -> int: ...
    def __setitem__(self, index: _Int, value: int) -> None: ...

class MjSpec:
    """A model to be edited."""
    def __init__(self) -> None: ...
    def activate_plugin(self, name: str) -> None: ...
    def actuator(self, name: str) -> MjsActuator: ...
    @property
    def actuators(self) -> List[MjsActuator]:
        """All actuators."""
    def add_actuator(self, default: Optional[MjsDefault] = ..., *, actdim: Optional[_Int] = ..., actearly: Optional[_Int] = ..., actlimited: Optional[_Int] = ..., actrange: Optional[ArrayLike] = ..., biasprm: Optional[ArrayLike] = ..., biastype: Optional[_Int] = ..., cranklength: Optional[float] = ..., ctrllimited: Optional[_Int] = ..., ctrlrange: Optional[ArrayLike] = ..., delay: Optional[float] = ..., dynprm: Optional[ArrayLike] = ..., dyntype: Optional[_Int] = ..., forcelimited: Optional[_Int] = ..., forcerange: Optional[ArrayLike] = ..., gainprm: Optional[ArrayLike] = ..., gaintype: Optional[_Int] = ..., gear: Optional[ArrayLike] = ..., group: Optional[_Int] = ..., info: Optional[str] = ..., inheritrange: Optional[float] = ..., interp: Optional[_Int] = ..., lengthrange: Optional[ArrayLike] = ..., name: Optional[str] = ..., nsample: Optional[_Int] = ..., plugin: Optional[MjsPlugin] = ..., refsite: Optional[str] = ..., slidersite: Optional[str] = ..., target: Optional[str] = ..., trntype: Optional[_Int] = ..., userdata: Optional[ArrayLike] = ...) -> MjsActuator: ...
    def add_default(self, classname: str, parent: Optional[MjsDefault] = ...) -> MjsDefault: ...
    def add_equality(self, default: Optional[MjsDefault] = ..., *, active: Optional[_Int] = ..., data: Optional[ArrayLike] = ..., info: Optional[str] = ..., name: Optional[str] = ..., name1: Optional[str] = ..., name2: Optional[str] = ..., objtype: Optional[_Int] = ..., solimp: Optional[ArrayLike] = ..., solref: Optional[ArrayLike] = ..., type: Optional[_Int] = ...) -> MjsEquality: ...
    def add_exclude(self, *, bodyname1: Optional[str] = ..., bodyname2: Optional[str] = ..., info: Optional[str] = ..., name: Optional[str] = ...) -> MjsExclude: ...
    def add_flex(self, *, activelayers: Optional[_Int] = ..., conaffinity: Optional[_Int] = ..., condim: Optional[_Int] = ..., contype: Optional[_Int] = ..., damping: Optional[float] = ..., dim: Optional[_Int] = ..., edgedamping: Optional[float] = ..., edgestiffness: Optional[float] = ..., elastic2d: Optional[_Int] = ..., elem: Optional[ArrayLike] = ..., elemtexcoord: Optional[ArrayLike] = ..., flatskin: Optional[_Int] = ..., friction: Optional[ArrayLike] = ..., gap: Optional[float] = ..., group: Optional[_Int] = ..., info: Optional[str] = ..., internal: Optional[_Int] = ..., margin: Optional[float] = ..., material: Optional[str] = ..., name: Optional[str] = ..., node: Optional[ArrayLike] = ..., nodebody: Optional[Iterable[str]] = ..., passive: Optional[_Int] = ..., poisson: Optional[float] = ..., priority: Optional[_Int] = ..., radius: Optional[float] = ..., rgba: Optional[ArrayLike] = ..., selfcollide: Optional[_Int] = ..., size: Optional[ArrayLike] = ..., solimp: Optional[ArrayLike] = ..., solmix: Optional[float] = ..., solref: Optional[ArrayLike] = ..., texcoord: Optional[ArrayLike] = ..., thickness: Optional[float] = ..., vert: Optional[ArrayLike] = ..., vertbody: Optional[Iterable[str]] = ..., vertcollide: Optional[_Int] = ..., young: Optional[float] = ...) -> MjsFlex: ...
    def add_hfield(self, *, content_type: Optional[str] = ..., file: Optional[str] = ..., info: Optional[str] = ..., name: Optional[str] = ..., ncol: Optional[_Int] = ..., nrow: Optional[_Int] = ..., size: Optional[ArrayLike] = ..., userdata: Optional[ArrayLike] = ...) -> MjsHField: ...
    def add_key(self, *, act: Optional[ArrayLike] = ..., ctrl: Optional[ArrayLike] = ..., info: Optional[str] = ..., mpos: Optional[ArrayLike] = ..., mquat: Optional[ArrayLike] = ..., name: Optional[str] = ..., qpos: Optional[ArrayLike] = ..., qvel: Optional[ArrayLike] = ..., time: Optional[float] = ...) -> MjsKey: ...
    def add_material(self, default: Optional[MjsDefault] = ..., *, emission: Optional[float] = ..., info: Optional[str] = ..., metallic: Optional[float] = ..., name: Optional[str] = ..., reflectance: Optional[float] = ..., rgba: Optional[ArrayLike] = ..., roughness: Optional[float] = ..., shininess: Optional[float] = ..., specular: Optional[float] = ..., texrepeat: Optional[ArrayLike] = ..., textures: Optional[Iterable[str]] = ..., texuniform: Optional[_Int] = ...) -> MjsMaterial: ...
    def add_mesh(self, default: Optional[MjsDefault] = ..., *, content_type: Optional[str] = ..., file: Optional[str] = ..., inertia: Optional[_Int] = ..., info: Optional[str] = ..., material: Optional[str] = ..., maxhullvert: Optional[_Int] = ..., name: Optional[str] = ..., needsdf: Optional[_Int] = ..., plugin: Optional[MjsPlugin] = ..., refpos: Optional[ArrayLike] = ..., refquat: Optional[ArrayLike] = ..., scale: Optional[ArrayLike] = ..., smoothnormal: Optional[_Int] = ..., userface: Optional[ArrayLike] = ..., userfacenormal: Optional[ArrayLike] = ..., userfacetexcoord: Optional[ArrayLike] = ..., usernormal: Optional[ArrayLike] = ..., usertexcoord: Optional[ArrayLike] = ..., uservert: Optional[ArrayLike] = ...) -> MjsMesh: ...
    def add_numeric(self, *, data: Optional[ArrayLike] = ..., info: Optional[str] = ..., name: Optional[str] = ..., size: Optional[_Int] = ...) -> MjsNumeric: ...
    def add_pair(self, default: Optional[MjsDefault] = ..., *, condim: Optional[_Int] = ..., friction: Optional[ArrayLike] = ..., gap: Optional[float] = ..., geomname1: Optional[str] = ..., geomname2: Optional[str] = ..., info: Optional[str] = ..., margin: Optional[float] = ..., name: Optional[str] = ..., solimp: Optional[ArrayLike] = ..., solref: Optional[ArrayLike] = ..., solreffriction: Optional[ArrayLike] = ...) -> MjsPair: ...
    def add_plugin(self, *, name: str = ..., plugin_name: str = ..., active: _Int = ..., info: str = ..., config: Mapping[str, str] = ...) -> MjsPlugin: ...
    def add_sensor(self, *, cutoff: Optional[float] = ..., datatype: Optional[_Int] = ..., delay: Optional[float] = ..., dim: Optional[_Int] = ..., info: Optional[str] = ..., interp: Optional[_Int] = ..., interval: Optional[ArrayLike] = ..., intprm: Optional[ArrayLike] = ..., name: Optional[str] = ..., needstage: Optional[_Int] = ..., noise: Optional[float] = ..., nsample: Optional[_Int] = ..., objname: Optional[str] = ..., objtype: Optional[_Int] = ..., plugin: Optional[MjsPlugin] = ..., refname: Optional[str] = ..., reftype: Optional[_Int] = ..., type: Optional[_Int] = ..., userdata: Optional[ArrayLike] = ...) -> MjsSensor: ...
    def add_skin(self, *, bindpos: Optional[ArrayLike] = ..., bindquat: Optional[ArrayLike] = ..., bodyname: Optional[Iterable[str]] = ..., face: Optional[ArrayLike] = ..., file: Optional[str] = ..., group: Optional[_Int] = ..., inflate: Optional[float] = ..., info: Optional[str] = ..., material: Optional[str] = ..., name: Optional[str] = ..., rgba: Optional[ArrayLike] = ..., texcoord: Optional[ArrayLike] = ..., vert: Optional[ArrayLike] = ..., vertid: Optional[Iterable[ArrayLike]] = ..., vertweight: Optional[Iterable[ArrayLike]] = ...) -> MjsSkin: ...
    def add_tendon(self, default: Optional[MjsDefault] = ..., *, actfrclimited: Optional[_Int] = ..., actfrcrange: Optional[ArrayLike] = ..., armature: Optional[float] = ..., damping: Optional[float] = ..., frictionloss: Optional[float] = ..., group: Optional[_Int] = ..., info: Optional[str] = ..., limited: Optional[_Int] = ..., margin: Optional[float] = ..., material: Optional[str] = ..., name: Optional[str] = ..., range: Optional[ArrayLike] = ..., rgba: Optional[ArrayLike] = ..., solimp_friction: Optional[ArrayLike] = ..., solimp_limit: Optional[ArrayLike] = ..., solref_friction: Optional[ArrayLike] = ..., solref_limit: Optional[ArrayLike] = ..., springlength: Optional[ArrayLike] = ..., stiffness: Optional[float] = ..., userdata: Optional[ArrayLike] = ..., width: Optional[float] = ...) -> MjsTendon: ...
    def add_text(self, *, data: Optional[str] = ..., info: Optional[str] = ..., name: Optional[str] = ...) -> MjsText: ...
    def add_texture(self, *, builtin: Optional[_Int] = ..., colorspace: Optional[_Int] = ..., content_type: Optional[str] = ..., cubefiles: Optional[Iterable[str]] = ..., data: Optional[Union[bytes, Iterable[int]]] = ..., file: Optional[str] = ..., gridlayout: Optional[Iterable[str]] = ..., gridsize: Optional[ArrayLike] = ..., height: Optional[_Int] = ..., hflip: Optional[_Int] = ..., info: Optional[str] = ..., mark: Optional[_Int] = ..., markrgb: Optional[ArrayLike] = ..., name: Optional[str] = ..., nchannel: Optional[_Int] = ..., random: Optional[float] = ..., rgb1: Optional[ArrayLike] = ..., rgb2: Optional[ArrayLike] = ..., type: Optional[_Int] = ..., vflip: Optional[_Int] = ..., width: Optional[_Int] = ...) -> MjsTexture: ...
    def add_tuple(self, *, info: Optional[str] = ..., name: Optional[str] = ..., objname: Optional[Iterable[str]] = ..., objprm: Optional[ArrayLike] = ..., objtype: Optional[ArrayLike] = ...) -> MjsTuple: ...
    @property
    def assets(self) -> Dict[str, Any]:
        """Files by name."""
    @assets.setter
    def assets(self, value: Mapping[str, Union[bytes, str]]) -> None: ...
    def attach(self, child: MjSpec, prefix: Optional[str] = ..., suffix: Optional[str] = ..., site: Optional[Union[MjsSite, str]] = ..., frame: Optional[Union[MjsFrame, str]] = ...) -> MjsFrame: ...
    @property
    def bodies(self) -> List[MjsBody]:
        """All bodies."""
    def body(self, name: str) -> MjsBody: ...
    def camera(self, name: str) -> MjsCamera: ...
    @property
    def cameras(self) -> List[MjsCamera]:
        """All cameras."""
    @property
    def comment(self) -> str:
        """Comment at the beginning of the XML. str"""
    @comment.setter
    def comment(self, value: str) -> None: ...
    def compile(self) -> MjModel: ...
    @property
    def compiler(self) -> MjsCompiler:
        """How it is compiled."""
    @compiler.setter
    def compiler(self, value: MjsCompiler) -> None: ...
    def copy(self) -> MjSpec: ...
    @property
    def copy_during_attach(self) -> bool:
        """Attached elements are copied; can only be set."""
    @copy_during_attach.setter
    def copy_during_attach(self, value: bool) -> None: ...
    @property
    def default(self) -> MjsDefault:
        """The root class."""
    def delete(self, element: MjsElement) -> None: ...
    @property
    def equalities(self) -> List[MjsEquality]:
        """All equalities."""
    def equality(self, name: str) -> MjsEquality: ...
    def exclude(self, name: str) -> MjsExclude: ...
    @property
    def excludes(self) -> List[MjsExclude]:
        """All excludes."""
    def find_default(self, classname: str) -> Optional[MjsDefault]: ...
    def flex(self, name: str) -> MjsFlex: ...
    @property
    def flexes(self) -> List[MjsFlex]:
        """All flexes."""
    def frame(self, name: str) -> MjsFrame: ...
    @property
    def frames(self) -> List[MjsFrame]:
        """All frames."""
    @classmethod
    def from_file(cls, filename: Union[str, PathLike[str]], include: Optional[Mapping[str, Union[bytes, str]]] = ..., assets: Optional[Mapping[str, Union[bytes, str]]] = ...) -> MjSpec: ...
    @classmethod
    def from_string(cls, xml: str, include: Optional[Mapping[str, Union[bytes, str]]] = ..., assets: Optional[Mapping[str, Union[bytes, str]]] = ...) -> MjSpec: ...
    @classmethod
    def from_zip(cls, file: Union[Union[str, PathLike[str]], IO[bytes]]) -> MjSpec: ...
    def geom(self, name: str) -> MjsGeom: ...
    @property
    def geoms(self) -> List[MjsGeom]:
        """All geoms."""
    @property
    def hasImplicitPluginElem(self) -> int:
        """Whether an element uses an instance of a plugin by its name."""
    @hasImplicitPluginElem.setter
    def hasImplicitPluginElem(self, value: _Int) -> None: ...
    def hfield(self, name: str) -> MjsHField: ...
    @property
    def hfields(self) -> List[MjsHField]:
        """All hfields."""
    def joint(self, name: str) -> MjsJoint: ...
    @property
    def joints(self) -> List[MjsJoint]:
        """All joints."""
    def key(self, name: str) -> MjsKey: ...
    @property
    def keys(self) -> List[MjsKey]:
        """All keys."""
    def light(self, name: str) -> MjsLight: ...
    @property
    def lights(self) -> List[MjsLight]:
        """All lights."""
    def material(self, name: str) -> MjsMaterial: ...
    @property
    def materials(self) -> List[MjsMaterial]:
        """All materials."""
    @property
    def memory(self) -> int:
        """Memory of the arena, with an optional suffix K, M, G, T, P or E; −1: chosen automatically. int"""
    @memory.setter
    def memory(self, value: _Int) -> None: ...
    def mesh(self, name: str) -> MjsMesh: ...
    @property
    def meshdir(self) -> str:
        """Directory of meshes and height fields. str"""
    @meshdir.setter
    def meshdir(self, value: str) -> None: ...
    @property
    def meshes(self) -> List[MjsMesh]:
        """All meshes."""
    @property
    def modelfiledir(self) -> str:
        """Directory of the file that the model was read from. str"""
    @modelfiledir.setter
    def modelfiledir(self, value: str) -> None: ...
    @property
    def modelname(self) -> str:
        """Name of the model. str"""
    @modelname.setter
    def modelname(self, value: str) -> None: ...
    @property
    def nconmax(self) -> int:
        """Maximum number of contacts, for older files. int"""
    @nconmax.setter
    def nconmax(self, value: _Int) -> None: ...
    @property
    def nemax(self) -> int:
        """Rows of equality constraints in addition to those of the model. int"""
    @nemax.setter
    def nemax(self, value: _Int) -> None: ...
    @property
    def njmax(self) -> int:
        """Maximum number of constraint rows, for older files. int"""
    @njmax.setter
    def njmax(self, value: _Int) -> None: ...
    @property
    def nkey(self) -> int:
        """Minimum number of keyframes; missing ones are added. int"""
    @nkey.setter
    def nkey(self, value: _Int) -> None: ...
    @property
    def nstack(self) -> int:
        """Size of the stack, for older files. int"""
    @nstack.setter
    def nstack(self, value: _Int) -> None: ...
    def numeric(self, name: str) -> MjsNumeric: ...
    @property
    def numerics(self) -> List[MjsNumeric]:
        """All numerics."""
    @property
    def nuser_actuator(self) -> int:
        """Length of the user data of each actuator; −1: as long as needed. int"""
    @nuser_actuator.setter
    def nuser_actuator(self, value: _Int) -> None: ...
    @property
    def nuser_body(self) -> int:
        """Length of the user data of each body; −1: as long as needed. int"""
    @nuser_body.setter
    def nuser_body(self, value: _Int) -> None: ...
    @property
    def nuser_cam(self) -> int:
        """Length of the user data of each camera; −1: as long as needed. int"""
    @nuser_cam.setter
    def nuser_cam(self, value: _Int) -> None: ...
    @property
    def nuser_geom(self) -> int:
        """Length of the user data of each geom; −1: as long as needed. int"""
    @nuser_geom.setter
    def nuser_geom(self, value: _Int) -> None: ...
    @property
    def nuser_jnt(self) -> int:
        """Length of the user data of each joint; −1: as long as needed. int"""
    @nuser_jnt.setter
    def nuser_jnt(self, value: _Int) -> None: ...
    @property
    def nuser_sensor(self) -> int:
        """Length of the user data of each sensor; −1: as long as needed. int"""
    @nuser_sensor.setter
    def nuser_sensor(self, value: _Int) -> None: ...
    @property
    def nuser_site(self) -> int:
        """Length of the user data of each site; −1: as long as needed. int"""
    @nuser_site.setter
    def nuser_site(self, value: _Int) -> None: ...
    @property
    def nuser_tendon(self) -> int:
        """Length of the user data of each tendon; −1: as long as needed. int"""
    @nuser_tendon.setter
    def nuser_tendon(self, value: _Int) -> None: ...
    @property
    def nuserdata(self) -> int:
        """Size of the `userdata` of simulations. int"""
    @nuserdata.setter
    def nuserdata(self, value: _Int) -> None: ...
    @property
    def option(self) -> MjOption:
        """Simulation options."""
    @option.setter
    def option(self, value: MjOption) -> None: ...
    @property
    def override_assets(self) -> bool:
        """Assets of an attached model take the place of those of the same name."""
    @override_assets.setter
    def override_assets(self, value: bool) -> None: ...
    def pair(self, name: str) -> MjsPair: ...
    @property
    def pairs(self) -> List[MjsPair]:
        """All pairs."""
    @property
    def parent(self) -> Optional[MjSpec]:
        """The specification that this one was attached to."""
    def plugin(self, name: str) -> Optional[MjsPlugin]: ...
    @property
    def plugins(self) -> List[MjsPlugin]:
        """The instances of plugins."""
    def recompile(self, model: MjModel, data: MjData) -> Tuple[MjModel, MjData]: ...
    @staticmethod
    def resolve_orientation(degree: Union[bool, int], sequence: Optional[Iterable[str]] = ..., orientation: Optional[MjsOrientation] = ...) -> NDArray[np.float64]: ...
    def save(self, filename: Union[str, PathLike[str]], overwrite: bool = ...) -> List[str]: ...
    def sensor(self, name: str) -> MjsSensor: ...
    @property
    def sensors(self) -> List[MjsSensor]:
        """All sensors."""
    def site(self, name: str) -> MjsSite: ...
    @property
    def sites(self) -> List[MjsSite]:
        """All sites."""
    def skin(self, name: str) -> MjsSkin: ...
    @property
    def skins(self) -> List[MjsSkin]:
        """All skins."""
    @property
    def stat(self) -> MjStatistic:
        """Statistics; NaN stands for what is computed."""
    @stat.setter
    def stat(self, value: MjStatistic) -> None: ...
    @property
    def strippath(self) -> int:
        """True if directories are removed from file names. int"""
    @strippath.setter
    def strippath(self, value: _Int) -> None: ...
    def tendon(self, name: str) -> MjsTendon: ...
    @property
    def tendons(self) -> List[MjsTendon]:
        """All tendons."""
    def text(self, name: str) -> MjsText: ...
    @property
    def texts(self) -> List[MjsText]:
        """All texts."""
    def texture(self, name: str) -> MjsTexture: ...
    @property
    def texturedir(self) -> str:
        """Directory of textures. str"""
    @texturedir.setter
    def texturedir(self, value: str) -> None: ...
    @property
    def textures(self) -> List[MjsTexture]:
        """All textures."""
    def to_file(self, filename: Union[str, PathLike[str]]) -> None: ...
    def to_xml(self) -> str: ...
    def to_zip(self, file: Union[Union[str, PathLike[str]], IO[bytes]]) -> None: ...
    def tuple(self, name: str) -> MjsTuple: ...
    @property
    def tuples(self) -> List[MjsTuple]:
        """All tuples."""
    @property
    def visual(self) -> MjVisual:
        """Settings for drawing."""
    @visual.setter
    def visual(self, value: MjVisual) -> None: ...
    @property
    def worldbody(self) -> MjsBody:
        """The world."""

class MjStringVec:
    """Strings of an element."""
    def __getitem__(self, index: _Int) -> str: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def __setitem__(self, index: _Int, value: str) -> None: ...

class MjsActuator(MjsElement):
    """An actuator."""
    @property
    def actdim(self) -> int:
        """Number of activation variables; −1: as many as the dynamics need."""
    @actdim.setter
    def actdim(self, value: _Int) -> None: ...
    @property
    def actearly(self) -> int:
        """True if the force is computed from the activation of the next step."""
    @actearly.setter
    def actearly(self, value: _Int) -> None: ...
    @property
    def actlimited(self) -> int:
        """Whether `actrange` is enforced; `auto`: if a range is set."""
    @actlimited.setter
    def actlimited(self, value: _Int) -> None: ...
    @property
    def actrange(self) -> NDArray[np.float64]:
        """Minimum and maximum activation."""
    @actrange.setter
    def actrange(self, value: ArrayLike) -> None: ...
    @property
    def biasprm(self) -> NDArray[np.float64]:
        """Parameters of the bias."""
    @biasprm.setter
    def biasprm(self, value: ArrayLike) -> None: ...
    @property
    def biastype(self) -> mjtBias:
        """Type of the bias, which is added to the force."""
    @biastype.setter
    def biastype(self, value: mjtBias) -> None: ...
    @property
    def classname(self) -> MjsDefault:
        """Default class."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def cranklength(self) -> float:
        """Length of the connecting rod of a slider-crank [m]."""
    @cranklength.setter
    def cranklength(self, value: float) -> None: ...
    @property
    def ctrllimited(self) -> int:
        """Whether `ctrlrange` is enforced; `auto`: if a range is set."""
    @ctrllimited.setter
    def ctrllimited(self, value: _Int) -> None: ...
    @property
    def ctrlrange(self) -> NDArray[np.float64]:
        """Minimum and maximum control."""
    @ctrlrange.setter
    def ctrlrange(self, value: ArrayLike) -> None: ...
    @property
    def delay(self) -> float:
        """Delay of the control [s]."""
    @delay.setter
    def delay(self, value: float) -> None: ...
    @property
    def dynprm(self) -> NDArray[np.float64]:
        """Parameters of the dynamics; the first is a time constant."""
    @dynprm.setter
    def dynprm(self, value: ArrayLike) -> None: ...
    @property
    def dyntype(self) -> mjtDyn:
        """Activation dynamics."""
    @dyntype.setter
    def dyntype(self, value: mjtDyn) -> None: ...
    @property
    def forcelimited(self) -> int:
        """Whether `forcerange` is enforced; `auto`: if a range is set."""
    @forcelimited.setter
    def forcelimited(self, value: _Int) -> None: ...
    @property
    def forcerange(self) -> NDArray[np.float64]:
        """Minimum and maximum force [N or N m]."""
    @forcerange.setter
    def forcerange(self, value: ArrayLike) -> None: ...
    @property
    def gainprm(self) -> NDArray[np.float64]:
        """Parameters of the gain."""
    @gainprm.setter
    def gainprm(self, value: ArrayLike) -> None: ...
    @property
    def gaintype(self) -> mjtGain:
        """Type of the gain, which multiplies the control or activation."""
    @gaintype.setter
    def gaintype(self, value: mjtGain) -> None: ...
    @property
    def gear(self) -> NDArray[np.float64]:
        """Ratio of the actuator length to the length of its target: one number for a scalar target, forces and torques for joints and sites."""
    @gear.setter
    def gear(self, value: ArrayLike) -> None: ...
    @property
    def group(self) -> int:
        """Group by which actuators are shown (0 to 5) and disabled."""
    @group.setter
    def group(self, value: _Int) -> None: ...
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def inheritrange(self) -> float:
        """Size of the control range relative to the range of the target; 0: not inherited."""
    @inheritrange.setter
    def inheritrange(self, value: float) -> None: ...
    @property
    def interp(self) -> int:
        """Interpolation between samples of the control history."""
    @interp.setter
    def interp(self, value: _Int) -> None: ...
    @property
    def lengthrange(self) -> NDArray[np.float64]:
        """Minimum and maximum length of the transmission; computed for muscles if absent [m or rad]."""
    @lengthrange.setter
    def lengthrange(self, value: ArrayLike) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def nsample(self) -> int:
        """Number of samples in the control history."""
    @nsample.setter
    def nsample(self, value: _Int) -> None: ...
    @property
    def plugin(self) -> MjsPlugin:
        """The plugin that it uses."""
    @plugin.setter
    def plugin(self, value: MjsPlugin) -> None: ...
    @property
    def refsite(self) -> str:
        """Name of the reference site, in whose frame the pose of the site is measured."""
    @refsite.setter
    def refsite(self, value: str) -> None: ...
    def set_to_adhesion(self, gain: float) -> None: ...
    def set_to_cylinder(self, timeconst: float, bias: float, area: float, diameter: float = ...) -> None: ...
    def set_to_damper(self, kv: float) -> None: ...
    def set_to_intvelocity(self, kp: float, kv: float = ..., dampratio: float = ..., timeconst: float = ..., inheritrange: Union[bool, float] = ...) -> None: ...
    def set_to_motor(self) -> None: ...
    def set_to_muscle(self, timeconst: Union[float, ArrayLike] = ..., tausmooth: float = ..., range: ArrayLike = ..., force: float = ..., scale: float = ..., lmin: float = ..., lmax: float = ..., vmax: float = ..., fpmax: float = ..., fvmax: float = ...) -> None: ...
    def set_to_position(self, kp: float, kv: float = ..., dampratio: float = ..., timeconst: float = ..., inheritrange: Union[bool, float] = ...) -> None: ...
    def set_to_velocity(self, kv: float) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""
    @property
    def slidersite(self) -> str:
        """Name of the site of a slider-crank along whose z axis the slider moves."""
    @slidersite.setter
    def slidersite(self, value: str) -> None: ...
    @property
    def target(self) -> str:
        """Name of its target; for a slider-crank the site at the crank."""
    @target.setter
    def target(self, value: str) -> None: ...
    @property
    def trntype(self) -> mjtTrn:
        """Type of the transmission."""
    @trntype.setter
    def trntype(self, value: mjtTrn) -> None: ...
    @property
    def userdata(self) -> MjDoubleVec:
        """User data, copied to `actuator_user`."""
    @userdata.setter
    def userdata(self, value: ArrayLike) -> None: ...

class MjsBody(MjsElement):
    """A rigid body."""
    def add_body(self, default: Optional[MjsDefault] = ..., *, axisangle: Optional[ArrayLike] = ..., childclass: Optional[str] = ..., euler: Optional[ArrayLike] = ..., explicitinertial: Optional[_Int] = ..., fullinertia: Optional[ArrayLike] = ..., gravcomp: Optional[float] = ..., iaxisangle: Optional[ArrayLike] = ..., ieuler: Optional[ArrayLike] = ..., inertia: Optional[ArrayLike] = ..., info: Optional[str] = ..., ipos: Optional[ArrayLike] = ..., iquat: Optional[ArrayLike] = ..., ixyaxes: Optional[ArrayLike] = ..., izaxis: Optional[ArrayLike] = ..., mass: Optional[float] = ..., mocap: Optional[_Int] = ..., name: Optional[str] = ..., plugin: Optional[MjsPlugin] = ..., pos: Optional[ArrayLike] = ..., quat: Optional[ArrayLike] = ..., sleep: Optional[_Int] = ..., userdata: Optional[ArrayLike] = ..., xyaxes: Optional[ArrayLike] = ..., zaxis: Optional[ArrayLike] = ...) -> MjsBody: ...
    def add_camera(self, default: Optional[MjsDefault] = ..., *, axisangle: Optional[ArrayLike] = ..., euler: Optional[ArrayLike] = ..., focal_length: Optional[ArrayLike] = ..., focal_pixel: Optional[ArrayLike] = ..., fovy: Optional[float] = ..., info: Optional[str] = ..., intrinsic: Optional[ArrayLike] = ..., ipd: Optional[float] = ..., mode: Optional[_Int] = ..., name: Optional[str] = ..., output: Optional[_Int] = ..., pos: Optional[ArrayLike] = ..., principal_length: Optional[ArrayLike] = ..., principal_pixel: Optional[ArrayLike] = ..., proj: Optional[_Int] = ..., quat: Optional[ArrayLike] = ..., resolution: Optional[ArrayLike] = ..., sensor_size: Optional[ArrayLike] = ..., targetbody: Optional[str] = ..., userdata: Optional[ArrayLike] = ..., xyaxes: Optional[ArrayLike] = ..., zaxis: Optional[ArrayLike] = ...) -> MjsCamera: ...
    def add_frame(self, frame: Optional[MjsFrame] = ..., *, axisangle: Optional[ArrayLike] = ..., childclass: Optional[str] = ..., euler: Optional[ArrayLike] = ..., info: Optional[str] = ..., name: Optional[str] = ..., pos: Optional[ArrayLike] = ..., quat: Optional[ArrayLike] = ..., xyaxes: Optional[ArrayLike] = ..., zaxis: Optional[ArrayLike] = ...) -> MjsFrame: ...
    def add_freejoint(self, *, align: _Int = ..., group: _Int = ..., name: str = ...) -> MjsJoint: ...
    def add_geom(self, default: Optional[MjsDefault] = ..., *, axisangle: Optional[ArrayLike] = ..., conaffinity: Optional[_Int] = ..., condim: Optional[_Int] = ..., contype: Optional[_Int] = ..., density: Optional[float] = ..., euler: Optional[ArrayLike] = ..., fitscale: Optional[float] = ..., fluid_coefs: Optional[ArrayLike] = ..., fluid_ellipsoid: Optional[float] = ..., friction: Optional[ArrayLike] = ..., fromto: Optional[ArrayLike] = ..., gap: Optional[float] = ..., group: Optional[_Int] = ..., hfieldname: Optional[str] = ..., info: Optional[str] = ..., margin: Optional[float] = ..., mass: Optional[float] = ..., material: Optional[str] = ..., meshname: Optional[str] = ..., name: Optional[str] = ..., plugin: Optional[MjsPlugin] = ..., pos: Optional[ArrayLike] = ..., priority: Optional[_Int] = ..., quat: Optional[ArrayLike] = ..., rgba: Optional[ArrayLike] = ..., size: Optional[ArrayLike] = ..., solimp: Optional[ArrayLike] = ..., solmix: Optional[float] = ..., solref: Optional[ArrayLike] = ..., type: Optional[_Int] = ..., typeinertia: Optional[_Int] = ..., userdata: Optional[ArrayLike] = ..., xyaxes: Optional[ArrayLike] = ..., zaxis: Optional[ArrayLike] = ...) -> MjsGeom: ...
    def add_joint(self, default: Optional[MjsDefault] = ..., *, actfrclimited: Optional[_Int] = ..., actfrcrange: Optional[ArrayLike] = ..., actgravcomp: Optional[_Int] = ..., align: Optional[_Int] = ..., armature: Optional[float] = ..., axis: Optional[ArrayLike] = ..., damping: Optional[float] = ..., frictionloss: Optional[float] = ..., group: Optional[_Int] = ..., info: Optional[str] = ..., limited: Optional[_Int] = ..., margin: Optional[float] = ..., name: Optional[str] = ..., pos: Optional[ArrayLike] = ..., range: Optional[ArrayLike] = ..., ref: Optional[float] = ..., solimp_friction: Optional[ArrayLike] = ..., solimp_limit: Optional[ArrayLike] = ..., solref_friction: Optional[ArrayLike] = ..., solref_limit: Optional[ArrayLike] = ..., springdamper: Optional[ArrayLike] = ..., springref: Optional[float] = ..., stiffness: Optional[float] = ..., type: Optional[_Int] = ..., userdata: Optional[ArrayLike] = ...) -> MjsJoint: ...
    def add_light(self, default: Optional[MjsDefault] = ..., *, active: Optional[_Int] = ..., ambient: Optional[ArrayLike] = ..., attenuation: Optional[ArrayLike] = ..., bulbradius: Optional[float] = ..., castshadow: Optional[_Int] = ..., cutoff: Optional[float] = ..., diffuse: Optional[ArrayLike] = ..., dir: Optional[ArrayLike] = ..., exponent: Optional[float] = ..., info: Optional[str] = ..., intensity: Optional[float] = ..., mode: Optional[_Int] = ..., name: Optional[str] = ..., pos: Optional[ArrayLike] = ..., range: Optional[float] = ..., specular: Optional[ArrayLike] = ..., targetbody: Optional[str] = ..., texture: Optional[str] = ..., type: Optional[_Int] = ...) -> MjsLight: ...
    def add_site(self, default: Optional[MjsDefault] = ..., *, axisangle: Optional[ArrayLike] = ..., euler: Optional[ArrayLike] = ..., fromto: Optional[ArrayLike] = ..., group: Optional[_Int] = ..., info: Optional[str] = ..., material: Optional[str] = ..., name: Optional[str] = ..., pos: Optional[ArrayLike] = ..., quat: Optional[ArrayLike] = ..., rgba: Optional[ArrayLike] = ..., size: Optional[ArrayLike] = ..., type: Optional[_Int] = ..., userdata: Optional[ArrayLike] = ..., xyaxes: Optional[ArrayLike] = ..., zaxis: Optional[ArrayLike] = ...) -> MjsSite: ...
    @property
    def alt(self) -> MjsOrientation:
        """Orientation in another form."""
    @alt.setter
    def alt(self, value: MjsOrientation) -> None: ...
    def attach_frame(self, frame: MjsFrame, prefix: Optional[str] = ..., suffix: Optional[str] = ...) -> MjsFrame: ...
    @property
    def bodies(self) -> List[MjsBody]:
        """The bodies of the body."""
    @property
    def cameras(self) -> List[MjsCamera]:
        """The cameras of the body."""
    @property
    def childclass(self) -> str:
        """Default class of the elements inside that do not name one."""
    @childclass.setter
    def childclass(self, value: str) -> None: ...
    @property
    def classname(self) -> MjsDefault:
        """Default class of what is inside."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def explicitinertial(self) -> int:
        """1 if the explicit mass and inertia are used regardless of geoms."""
    @explicitinertial.setter
    def explicitinertial(self, value: _Int) -> None: ...
    def find_all(self, kind: Union[str, mjtObj]) -> List[Any]: ...
    def find_child(self, name: str) -> Optional[MjsBody]: ...
    def first_body(self) -> Optional[MjsBody]: ...
    def first_camera(self) -> Optional[MjsCamera]: ...
    def first_frame(self) -> Optional[MjsFrame]: ...
    def first_geom(self) -> Optional[MjsGeom]: ...
    def first_joint(self) -> Optional[MjsJoint]: ...
    def first_light(self) -> Optional[MjsLight]: ...
    def first_site(self) -> Optional[MjsSite]: ...
    @property
    def frame(self) -> Optional[MjsFrame]:
        """The frame around it."""
    @property
    def frames(self) -> List[MjsFrame]:
        """The frames of the body."""
    @property
    def fullinertia(self) -> NDArray[np.float64]:
        """Inertia in the body frame, instead of principal axes and moments: xx, yy, zz, xy, xz, yz [kg m²]."""
    @fullinertia.setter
    def fullinertia(self, value: ArrayLike) -> None: ...
    @property
    def geoms(self) -> List[MjsGeom]:
        """The geoms of the body."""
    @property
    def gravcomp(self) -> float:
        """Fraction of the body's weight that is compensated by an upward force; 1: it floats."""
    @gravcomp.setter
    def gravcomp(self, value: float) -> None: ...
    @property
    def ialt(self) -> MjsOrientation:
        """Orientation of the inertia in another form."""
    @ialt.setter
    def ialt(self, value: MjsOrientation) -> None: ...
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def inertia(self) -> NDArray[np.float64]:
        """Moments of inertia about the principal axes [kg m²]."""
    @inertia.setter
    def inertia(self, value: ArrayLike) -> None: ...
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def ipos(self) -> NDArray[np.float64]:
        """Centre of mass in the body frame [m]."""
    @ipos.setter
    def ipos(self, value: ArrayLike) -> None: ...
    @property
    def iquat(self) -> NDArray[np.float64]:
        """Orientation of the principal axes in the body frame, a quaternion (w, x, y, z)."""
    @iquat.setter
    def iquat(self, value: ArrayLike) -> None: ...
    @property
    def joints(self) -> List[MjsJoint]:
        """The joints of the body."""
    @property
    def lights(self) -> List[MjsLight]:
        """The lights of the body."""
    @property
    def mass(self) -> float:
        """Mass of the body [kg]."""
    @mass.setter
    def mass(self, value: float) -> None: ...
    @property
    def mocap(self) -> int:
        """True if programs set the pose of the body; possible for static children of the world only."""
    @mocap.setter
    def mocap(self, value: _Int) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    def next_body(self, element: MjsBody) -> Optional[MjsBody]: ...
    def next_camera(self, element: MjsCamera) -> Optional[MjsCamera]: ...
    def next_frame(self, element: MjsFrame) -> Optional[MjsFrame]: ...
    def next_geom(self, element: MjsGeom) -> Optional[MjsGeom]: ...
    def next_joint(self, element: MjsJoint) -> Optional[MjsJoint]: ...
    def next_light(self, element: MjsLight) -> Optional[MjsLight]: ...
    def next_site(self, element: MjsSite) -> Optional[MjsSite]: ...
    @property
    def parent(self) -> MjsBody:
        """The body that carries it."""
    @property
    def plugin(self) -> MjsPlugin:
        """The plugin that it uses."""
    @plugin.setter
    def plugin(self, value: MjsPlugin) -> None: ...
    @property
    def pos(self) -> NDArray[np.float64]:
        """Position of the body frame in the frame of its parent [m]."""
    @pos.setter
    def pos(self, value: ArrayLike) -> None: ...
    @property
    def quat(self) -> NDArray[np.float64]:
        """Orientation of the body frame in the frame of its parent, a quaternion (w, x, y, z)."""
    @quat.setter
    def quat(self, value: ArrayLike) -> None: ...
    def set_frame(self, frame: MjsFrame) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""
    @property
    def sites(self) -> List[MjsSite]:
        """The sites of the body."""
    @property
    def sleep(self) -> mjtSleepPolicy:
        """Whether the kinematic tree of this body may be put to sleep."""
    @sleep.setter
    def sleep(self, value: mjtSleepPolicy) -> None: ...
    def to_frame(self) -> MjsFrame: ...
    @property
    def userdata(self) -> MjDoubleVec:
        """User data, copied to `body_user`."""
    @userdata.setter
    def userdata(self, value: ArrayLike) -> None: ...

class MjsCamera(MjsElement):
    """A camera."""
    @property
    def alt(self) -> MjsOrientation:
        """Orientation in another form."""
    @alt.setter
    def alt(self, value: MjsOrientation) -> None: ...
    @property
    def classname(self) -> MjsDefault:
        """Default class."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def focal_length(self) -> NDArray[np.float32]:
        """Focal lengths along x and y [m]."""
    @focal_length.setter
    def focal_length(self, value: ArrayLike) -> None: ...
    @property
    def focal_pixel(self) -> NDArray[np.float32]:
        """Focal lengths along x and y, in pixels [pixel]."""
    @focal_pixel.setter
    def focal_pixel(self, value: ArrayLike) -> None: ...
    @property
    def fovy(self) -> float:
        """Vertical field of view; for an orthographic camera the height of its view [deg or m]."""
    @fovy.setter
    def fovy(self, value: float) -> None: ...
    @property
    def frame(self) -> Optional[MjsFrame]:
        """The frame around it."""
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def intrinsic(self) -> NDArray[np.float32]:
        """Focal lengths and principal point, in pixels [pixel]."""
    @intrinsic.setter
    def intrinsic(self, value: ArrayLike) -> None: ...
    @property
    def ipd(self) -> float:
        """Distance between the eyes, for stereo rendering [m]."""
    @ipd.setter
    def ipd(self, value: float) -> None: ...
    @property
    def mode(self) -> mjtCamLight:
        """Whether it is fixed to its body, tracks its motion, or looks at a body."""
    @mode.setter
    def mode(self, value: mjtCamLight) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def output(self) -> int:
        """Kinds of images that it renders."""
    @output.setter
    def output(self, value: _Int) -> None: ...
    @property
    def parent(self) -> MjsBody:
        """The body that carries it."""
    @property
    def pos(self) -> NDArray[np.float64]:
        """Position in the body frame [m]."""
    @pos.setter
    def pos(self, value: ArrayLike) -> None: ...
    @property
    def principal_length(self) -> NDArray[np.float32]:
        """Principal point, from the centre of the sensor [m]."""
    @principal_length.setter
    def principal_length(self, value: ArrayLike) -> None: ...
    @property
    def principal_pixel(self) -> NDArray[np.float32]:
        """Principal point, from the centre of the sensor, in pixels [pixel]."""
    @principal_pixel.setter
    def principal_pixel(self, value: ArrayLike) -> None: ...
    @property
    def proj(self) -> mjtProjection:
        """Perspective or orthographic projection."""
    @proj.setter
    def proj(self, value: mjtProjection) -> None: ...
    @property
    def quat(self) -> NDArray[np.float64]:
        """Orientation in the body frame, a quaternion (w, x, y, z); it looks along its negative z axis."""
    @quat.setter
    def quat(self, value: ArrayLike) -> None: ...
    @property
    def resolution(self) -> NDArray[np.int32]:
        """Width and height of its images [pixel]."""
    @resolution.setter
    def resolution(self, value: ArrayLike) -> None: ...
    @property
    def sensor_size(self) -> NDArray[np.float32]:
        """Width and height of the sensor; with it, focal lengths replace the field of view [m]."""
    @sensor_size.setter
    def sensor_size(self, value: ArrayLike) -> None: ...
    def set_frame(self, frame: MjsFrame) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""
    @property
    def targetbody(self) -> str:
        """Name of the body that it looks at."""
    @targetbody.setter
    def targetbody(self, value: str) -> None: ...
    @property
    def userdata(self) -> MjDoubleVec:
        """User data, copied to `cam_user`."""
    @userdata.setter
    def userdata(self, value: ArrayLike) -> None: ...

class MjsCompiler(MjsElement):
    """How a specification is compiled."""
    @property
    def LRopt(self) -> MjLROpt:
        """How length ranges of actuators are computed."""
    @LRopt.setter
    def LRopt(self, value: MjLROpt) -> None: ...
    @property
    def alignfree(self) -> int:
        """True if frames of free bodies are aligned with their inertia."""
    @alignfree.setter
    def alignfree(self, value: _Int) -> None: ...
    @property
    def autolimits(self) -> int:
        """True if `limited="auto"` is inferred from the presence of a range."""
    @autolimits.setter
    def autolimits(self, value: _Int) -> None: ...
    @property
    def balanceinertia(self) -> int:
        """True if principal inertias that violate the triangle inequality are replaced by their mean."""
    @balanceinertia.setter
    def balanceinertia(self, value: _Int) -> None: ...
    @property
    def boundinertia(self) -> float:
        """Minimum principal inertia of a moving body [kg m²]."""
    @boundinertia.setter
    def boundinertia(self, value: float) -> None: ...
    @property
    def boundmass(self) -> float:
        """Minimum mass of a moving body [kg]."""
    @boundmass.setter
    def boundmass(self, value: float) -> None: ...
    @property
    def degree(self) -> int:
        """1 if angles are in degrees, 0 in radians."""
    @degree.setter
    def degree(self, value: _Int) -> None: ...
    @property
    def discardvisual(self) -> int:
        """True if elements that do not affect the physics are discarded."""
    @discardvisual.setter
    def discardvisual(self, value: _Int) -> None: ...
    @property
    def eulerseq(self) -> MjCharVec:
        """Axes of the three Euler rotations; lower case: axes move with the body, upper case: axes are fixed."""
    @eulerseq.setter
    def eulerseq(self, value: Iterable[str]) -> None: ...
    @property
    def exactmeshinertia(self) -> int:
        """Extension: true if the default of a mesh's `inertia` is `exact`."""
    @exactmeshinertia.setter
    def exactmeshinertia(self, value: _Int) -> None: ...
    @property
    def fitaabb(self) -> int:
        """True if primitive shapes are fitted to the bounding box of a mesh, not to its inertia box."""
    @fitaabb.setter
    def fitaabb(self, value: _Int) -> None: ...
    @property
    def fusestatic(self) -> int:
        """True if bodies without joints are fused with their parents."""
    @fusestatic.setter
    def fusestatic(self, value: _Int) -> None: ...
    @property
    def inertiafromgeom(self) -> int:
        """Whether inertias are computed from geoms; `auto`: for bodies without explicit inertia."""
    @inertiafromgeom.setter
    def inertiafromgeom(self, value: _Int) -> None: ...
    @property
    def inertiagrouprange(self) -> NDArray[np.int32]:
        """First and last group of geoms from which inertias are computed."""
    @inertiagrouprange.setter
    def inertiagrouprange(self, value: ArrayLike) -> None: ...
    @property
    def meshdir(self) -> str:
        """Directory of meshes and height fields."""
    @meshdir.setter
    def meshdir(self, value: str) -> None: ...
    @property
    def saveinertial(self) -> int:
        """True if saved models have explicit inertias for all bodies."""
    @saveinertial.setter
    def saveinertial(self, value: _Int) -> None: ...
    @property
    def settotalmass(self) -> float:
        """Total mass that all masses are scaled to; zero or negative: not scaled [kg]."""
    @settotalmass.setter
    def settotalmass(self, value: float) -> None: ...
    @property
    def texturedir(self) -> str:
        """Directory of textures."""
    @texturedir.setter
    def texturedir(self, value: str) -> None: ...
    @property
    def usethread(self) -> int:
        """True if assets are compiled on several threads."""
    @usethread.setter
    def usethread(self, value: _Int) -> None: ...

class MjsDefault(MjsElement):
    """A default class: what it says about each kind of element."""
    @property
    def actuator(self) -> MjsActuator:
        """What it says about a actuator."""
    @actuator.setter
    def actuator(self, value: Optional[MjsActuator]) -> None: ...
    @property
    def camera(self) -> MjsCamera:
        """What it says about a camera."""
    @camera.setter
    def camera(self, value: Optional[MjsCamera]) -> None: ...
    @property
    def equality(self) -> MjsEquality:
        """What it says about a equality."""
    @equality.setter
    def equality(self, value: Optional[MjsEquality]) -> None: ...
    @property
    def flex(self) -> MjsFlex:
        """What it says about a flex."""
    @flex.setter
    def flex(self, value: Optional[MjsFlex]) -> None: ...
    @property
    def geom(self) -> MjsGeom:
        """What it says about a geom."""
    @geom.setter
    def geom(self, value: Optional[MjsGeom]) -> None: ...
    @property
    def joint(self) -> MjsJoint:
        """What it says about a joint."""
    @joint.setter
    def joint(self, value: Optional[MjsJoint]) -> None: ...
    @property
    def light(self) -> MjsLight:
        """What it says about a light."""
    @light.setter
    def light(self, value: Optional[MjsLight]) -> None: ...
    @property
    def material(self) -> MjsMaterial:
        """What it says about a material."""
    @material.setter
    def material(self, value: Optional[MjsMaterial]) -> None: ...
    @property
    def mesh(self) -> MjsMesh:
        """What it says about a mesh."""
    @mesh.setter
    def mesh(self, value: Optional[MjsMesh]) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def pair(self) -> MjsPair:
        """What it says about a pair."""
    @pair.setter
    def pair(self, value: Optional[MjsPair]) -> None: ...
    @property
    def site(self) -> MjsSite:
        """What it says about a site."""
    @site.setter
    def site(self, value: Optional[MjsSite]) -> None: ...
    @property
    def tendon(self) -> MjsTendon:
        """What it says about a tendon."""
    @tendon.setter
    def tendon(self, value: Optional[MjsTendon]) -> None: ...

class MjsEquality(MjsElement):
    """An equality constraint."""
    @property
    def active(self) -> int:
        """True if it is active initially."""
    @active.setter
    def active(self, value: _Int) -> None: ...
    @property
    def classname(self) -> MjsDefault:
        """Default class."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def data(self) -> NDArray[np.float64]:
        """Numbers of the constraint: anchors, relative pose or coefficients, depending on its type."""
    @data.setter
    def data(self, value: ArrayLike) -> None: ...
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def name1(self) -> str:
        """Name of the first object."""
    @name1.setter
    def name1(self, value: str) -> None: ...
    @property
    def name2(self) -> str:
        """Name of the second object."""
    @name2.setter
    def name2(self, value: str) -> None: ...
    @property
    def objtype(self) -> mjtObj:
        """Type of the objects of connect and weld: bodies or sites."""
    @objtype.setter
    def objtype(self, value: mjtObj) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""
    @property
    def solimp(self) -> NDArray[np.float64]:
        """Impedance parameters: minimum and maximum value, width, midpoint, power."""
    @solimp.setter
    def solimp(self, value: ArrayLike) -> None: ...
    @property
    def solref(self) -> NDArray[np.float64]:
        """Reference parameters: time constant and damping ratio, or negative stiffness and damping [s, 1]."""
    @solref.setter
    def solref(self, value: ArrayLike) -> None: ...
    @property
    def type(self) -> mjtEq:
        """Type of the constraint."""
    @type.setter
    def type(self, value: mjtEq) -> None: ...

class MjsExclude(MjsElement):
    """Two bodies that do not collide."""
    @property
    def bodyname1(self) -> str:
        """Name of the first body."""
    @bodyname1.setter
    def bodyname1(self, value: str) -> None: ...
    @property
    def bodyname2(self) -> str:
        """Name of the second body."""
    @bodyname2.setter
    def bodyname2(self, value: str) -> None: ...
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""

class MjsFlex(MjsElement):
    """A deformable mesh."""
    @property
    def activelayers(self) -> int:
        """Number of element layers at the surface that take part in self-collision."""
    @activelayers.setter
    def activelayers(self, value: _Int) -> None: ...
    @property
    def conaffinity(self) -> int:
        """Bit mask of the types it collides with, see `contype`."""
    @conaffinity.setter
    def conaffinity(self, value: _Int) -> None: ...
    @property
    def condim(self) -> int:
        """Contact dimension: 1 frictionless, 3 with sliding, 4 with torsional too, 6 with rolling friction too."""
    @condim.setter
    def condim(self, value: _Int) -> None: ...
    @property
    def contype(self) -> int:
        """Bit mask of its collision type; it collides with objects that have one of these bits in `conaffinity`."""
    @contype.setter
    def contype(self, value: _Int) -> None: ...
    @property
    def damping(self) -> float:
        """Damping, proportional to the stiffness [s]."""
    @damping.setter
    def damping(self, value: float) -> None: ...
    @property
    def dim(self) -> int:
        """Dimension of the elements: 1 lines, 2 triangles, 3 tetrahedra."""
    @dim.setter
    def dim(self, value: _Int) -> None: ...
    @property
    def edgedamping(self) -> float:
        """Damping of edges [N s/m]."""
    @edgedamping.setter
    def edgedamping(self, value: float) -> None: ...
    @property
    def edgestiffness(self) -> float:
        """Stiffness of edge springs; for lines only [N/m]."""
    @edgestiffness.setter
    def edgestiffness(self, value: float) -> None: ...
    @property
    def elastic2d(self) -> int:
        """Deformations that a sheet resists: bending, stretching, both or none."""
    @elastic2d.setter
    def elastic2d(self, value: _Int) -> None: ...
    @property
    def elem(self) -> MjIntVec:
        """Elements, `dim` + 1 vertex indices each."""
    @elem.setter
    def elem(self, value: ArrayLike) -> None: ...
    @property
    def elemtexcoord(self) -> MjIntVec:
        """Texture coordinate indices of the vertices of the elements."""
    @elemtexcoord.setter
    def elemtexcoord(self, value: ArrayLike) -> None: ...
    @property
    def flatskin(self) -> int:
        """True if faces are drawn flat, not smooth."""
    @flatskin.setter
    def flatskin(self, value: _Int) -> None: ...
    @property
    def friction(self) -> NDArray[np.float64]:
        """Friction coefficients: sliding, torsional, rolling [1, m, m]."""
    @friction.setter
    def friction(self, value: ArrayLike) -> None: ...
    @property
    def gap(self) -> float:
        """Part of the margin in which contacts are detected but exert no force [m]."""
    @gap.setter
    def gap(self, value: float) -> None: ...
    @property
    def group(self) -> int:
        """Visibility group, 0 to 5."""
    @group.setter
    def group(self, value: _Int) -> None: ...
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def internal(self) -> int:
        """True if internal contacts prevent elements from inverting."""
    @internal.setter
    def internal(self, value: _Int) -> None: ...
    @property
    def margin(self) -> float:
        """Distance at which contacts are detected [m]."""
    @margin.setter
    def margin(self, value: float) -> None: ...
    @property
    def material(self) -> str:
        """Name of the material, for drawing."""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def node(self) -> MjDoubleVec:
        """Positions of the nodes in the frames of their bodies, three numbers each [m]."""
    @node.setter
    def node(self, value: ArrayLike) -> None: ...
    @property
    def nodebody(self) -> MjStringVec:
        """Names of the bodies of nodes."""
    @nodebody.setter
    def nodebody(self, value: Iterable[str]) -> None: ...
    @property
    def passive(self) -> int:
        """True if contacts exert passive forces instead of constraint forces."""
    @passive.setter
    def passive(self, value: _Int) -> None: ...
    @property
    def poisson(self) -> float:
        """Poisson's ratio, at least 0 and less than 0.5."""
    @poisson.setter
    def poisson(self, value: float) -> None: ...
    @property
    def priority(self) -> int:
        """The object with the higher priority determines the contact parameters."""
    @priority.setter
    def priority(self, value: _Int) -> None: ...
    @property
    def radius(self) -> float:
        """Radius around the elements, used for contacts [m]."""
    @radius.setter
    def radius(self, value: float) -> None: ...
    @property
    def rgba(self) -> NDArray[np.float32]:
        """Colour and opacity, unless the material has one."""
    @rgba.setter
    def rgba(self, value: ArrayLike) -> None: ...
    @property
    def selfcollide(self) -> int:
        """Method of self-collision."""
    @selfcollide.setter
    def selfcollide(self, value: _Int) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""
    @property
    def size(self) -> NDArray[np.float64]:
        """Half sizes of the box around the vertices [m]."""
    @size.setter
    def size(self, value: ArrayLike) -> None: ...
    @property
    def solimp(self) -> NDArray[np.float64]:
        """Impedance parameters of contacts: minimum and maximum value, width, midpoint, power."""
    @solimp.setter
    def solimp(self, value: ArrayLike) -> None: ...
    @property
    def solmix(self) -> float:
        """Weight when the solver parameters of two objects are averaged."""
    @solmix.setter
    def solmix(self, value: float) -> None: ...
    @property
    def solref(self) -> NDArray[np.float64]:
        """Reference parameters of contacts: time constant and damping ratio, or negative stiffness and damping [s, 1]."""
    @solref.setter
    def solref(self, value: ArrayLike) -> None: ...
    @property
    def texcoord(self) -> MjFloatVec:
        """Texture coordinates, two numbers each."""
    @texcoord.setter
    def texcoord(self, value: ArrayLike) -> None: ...
    @property
    def thickness(self) -> float:
        """Thickness of a sheet; −1: unset [m]."""
    @thickness.setter
    def thickness(self, value: float) -> None: ...
    @property
    def vert(self) -> MjDoubleVec:
        """Positions of the vertices in the frames of their bodies; all zero if absent [m]."""
    @vert.setter
    def vert(self, value: ArrayLike) -> None: ...
    @property
    def vertbody(self) -> MjStringVec:
        """Names of the bodies of vertices."""
    @vertbody.setter
    def vertbody(self, value: Iterable[str]) -> None: ...
    @property
    def vertcollide(self) -> int:
        """True if spheres at the vertices collide instead of the elements."""
    @vertcollide.setter
    def vertcollide(self, value: _Int) -> None: ...
    @property
    def young(self) -> float:
        """Young's modulus; 0: no elasticity [Pa]."""
    @young.setter
    def young(self, value: float) -> None: ...

class MjsFrame(MjsElement):
    """A coordinate frame."""
    def add_body(self, default: Optional[MjsDefault] = ..., *, axisangle: Optional[ArrayLike] = ..., childclass: Optional[str] = ..., euler: Optional[ArrayLike] = ..., explicitinertial: Optional[_Int] = ..., fullinertia: Optional[ArrayLike] = ..., gravcomp: Optional[float] = ..., iaxisangle: Optional[ArrayLike] = ..., ieuler: Optional[ArrayLike] = ..., inertia: Optional[ArrayLike] = ..., info: Optional[str] = ..., ipos: Optional[ArrayLike] = ..., iquat: Optional[ArrayLike] = ..., ixyaxes: Optional[ArrayLike] = ..., izaxis: Optional[ArrayLike] = ..., mass: Optional[float] = ..., mocap: Optional[_Int] = ..., name: Optional[str] = ..., plugin: Optional[MjsPlugin] = ..., pos: Optional[ArrayLike] = ..., quat: Optional[ArrayLike] = ..., sleep: Optional[_Int] = ..., userdata: Optional[ArrayLike] = ..., xyaxes: Optional[ArrayLike] = ..., zaxis: Optional[ArrayLike] = ...) -> MjsBody: ...
    def add_camera(self, default: Optional[MjsDefault] = ..., *, axisangle: Optional[ArrayLike] = ..., euler: Optional[ArrayLike] = ..., focal_length: Optional[ArrayLike] = ..., focal_pixel: Optional[ArrayLike] = ..., fovy: Optional[float] = ..., info: Optional[str] = ..., intrinsic: Optional[ArrayLike] = ..., ipd: Optional[float] = ..., mode: Optional[_Int] = ..., name: Optional[str] = ..., output: Optional[_Int] = ..., pos: Optional[ArrayLike] = ..., principal_length: Optional[ArrayLike] = ..., principal_pixel: Optional[ArrayLike] = ..., proj: Optional[_Int] = ..., quat: Optional[ArrayLike] = ..., resolution: Optional[ArrayLike] = ..., sensor_size: Optional[ArrayLike] = ..., targetbody: Optional[str] = ..., userdata: Optional[ArrayLike] = ..., xyaxes: Optional[ArrayLike] = ..., zaxis: Optional[ArrayLike] = ...) -> MjsCamera: ...
    def add_frame(self, frame: Optional[MjsFrame] = ..., *, axisangle: Optional[ArrayLike] = ..., childclass: Optional[str] = ..., euler: Optional[ArrayLike] = ..., info: Optional[str] = ..., name: Optional[str] = ..., pos: Optional[ArrayLike] = ..., quat: Optional[ArrayLike] = ..., xyaxes: Optional[ArrayLike] = ..., zaxis: Optional[ArrayLike] = ...) -> MjsFrame: ...
    def add_geom(self, default: Optional[MjsDefault] = ..., *, axisangle: Optional[ArrayLike] = ..., conaffinity: Optional[_Int] = ..., condim: Optional[_Int] = ..., contype: Optional[_Int] = ..., density: Optional[float] = ..., euler: Optional[ArrayLike] = ..., fitscale: Optional[float] = ..., fluid_coefs: Optional[ArrayLike] = ..., fluid_ellipsoid: Optional[float] = ..., friction: Optional[ArrayLike] = ..., fromto: Optional[ArrayLike] = ..., gap: Optional[float] = ..., group: Optional[_Int] = ..., hfieldname: Optional[str] = ..., info: Optional[str] = ..., margin: Optional[float] = ..., mass: Optional[float] = ..., material: Optional[str] = ..., meshname: Optional[str] = ..., name: Optional[str] = ..., plugin: Optional[MjsPlugin] = ..., pos: Optional[ArrayLike] = ..., priority: Optional[_Int] = ..., quat: Optional[ArrayLike] = ..., rgba: Optional[ArrayLike] = ..., size: Optional[ArrayLike] = ..., solimp: Optional[ArrayLike] = ..., solmix: Optional[float] = ..., solref: Optional[ArrayLike] = ..., type: Optional[_Int] = ..., typeinertia: Optional[_Int] = ..., userdata: Optional[ArrayLike] = ..., xyaxes: Optional[ArrayLike] = ..., zaxis: Optional[ArrayLike] = ...) -> MjsGeom: ...
    def add_joint(self, default: Optional[MjsDefault] = ..., *, actfrclimited: Optional[_Int] = ..., actfrcrange: Optional[ArrayLike] = ..., actgravcomp: Optional[_Int] = ..., align: Optional[_Int] = ..., armature: Optional[float] = ..., axis: Optional[ArrayLike] = ..., damping: Optional[float] = ..., frictionloss: Optional[float] = ..., group: Optional[_Int] = ..., info: Optional[str] = ..., limited: Optional[_Int] = ..., margin: Optional[float] = ..., name: Optional[str] = ..., pos: Optional[ArrayLike] = ..., range: Optional[ArrayLike] = ..., ref: Optional[float] = ..., solimp_friction: Optional[ArrayLike] = ..., solimp_limit: Optional[ArrayLike] = ..., solref_friction: Optional[ArrayLike] = ..., solref_limit: Optional[ArrayLike] = ..., springdamper: Optional[ArrayLike] = ..., springref: Optional[float] = ..., stiffness: Optional[float] = ..., type: Optional[_Int] = ..., userdata: Optional[ArrayLike] = ...) -> MjsJoint: ...
    def add_light(self, default: Optional[MjsDefault] = ..., *, active: Optional[_Int] = ..., ambient: Optional[ArrayLike] = ..., attenuation: Optional[ArrayLike] = ..., bulbradius: Optional[float] = ..., castshadow: Optional[_Int] = ..., cutoff: Optional[float] = ..., diffuse: Optional[ArrayLike] = ..., dir: Optional[ArrayLike] = ..., exponent: Optional[float] = ..., info: Optional[str] = ..., intensity: Optional[float] = ..., mode: Optional[_Int] = ..., name: Optional[str] = ..., pos: Optional[ArrayLike] = ..., range: Optional[float] = ..., specular: Optional[ArrayLike] = ..., targetbody: Optional[str] = ..., texture: Optional[str] = ..., type: Optional[_Int] = ...) -> MjsLight: ...
    def add_site(self, default: Optional[MjsDefault] = ..., *, axisangle: Optional[ArrayLike] = ..., euler: Optional[ArrayLike] = ..., fromto: Optional[ArrayLike] = ..., group: Optional[_Int] = ..., info: Optional[str] = ..., material: Optional[str] = ..., name: Optional[str] = ..., pos: Optional[ArrayLike] = ..., quat: Optional[ArrayLike] = ..., rgba: Optional[ArrayLike] = ..., size: Optional[ArrayLike] = ..., type: Optional[_Int] = ..., userdata: Optional[ArrayLike] = ..., xyaxes: Optional[ArrayLike] = ..., zaxis: Optional[ArrayLike] = ...) -> MjsSite: ...
    @property
    def alt(self) -> MjsOrientation:
        """Orientation in another form."""
    @alt.setter
    def alt(self, value: MjsOrientation) -> None: ...
    def attach_body(self, body: MjsBody, prefix: Optional[str] = ..., suffix: Optional[str] = ...) -> MjsBody: ...
    @property
    def childclass(self) -> str:
        """Default class of the elements inside that do not name one."""
    @childclass.setter
    def childclass(self, value: str) -> None: ...
    @property
    def frame(self) -> Optional[MjsFrame]:
        """The frame around it."""
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def parent(self) -> MjsBody:
        """The body that carries it."""
    @property
    def pos(self) -> NDArray[np.float64]:
        """Position in the enclosing frame or body [m]."""
    @pos.setter
    def pos(self, value: ArrayLike) -> None: ...
    @property
    def quat(self) -> NDArray[np.float64]:
        """Orientation in the enclosing frame or body, a quaternion (w, x, y, z)."""
    @quat.setter
    def quat(self, value: ArrayLike) -> None: ...
    def set_frame(self, frame: MjsFrame) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""

class MjsGeom(MjsElement):
    """A shape of a body."""
    @property
    def alt(self) -> MjsOrientation:
        """Orientation in another form."""
    @alt.setter
    def alt(self, value: MjsOrientation) -> None: ...
    @property
    def classname(self) -> MjsDefault:
        """Default class."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def conaffinity(self) -> int:
        """Bit mask of the types it collides with, see `contype`."""
    @conaffinity.setter
    def conaffinity(self, value: _Int) -> None: ...
    @property
    def condim(self) -> int:
        """Contact dimension: 1 frictionless, 3 with sliding, 4 with torsional too, 6 with rolling friction too."""
    @condim.setter
    def condim(self, value: _Int) -> None: ...
    @property
    def contype(self) -> int:
        """Bit mask of its collision type; it collides with geoms that have one of these bits in `conaffinity`."""
    @contype.setter
    def contype(self, value: _Int) -> None: ...
    @property
    def density(self) -> float:
        """Density of the material, for bodies without explicit inertia [kg/m³]."""
    @density.setter
    def density(self, value: float) -> None: ...
    @property
    def fitscale(self) -> float:
        """Scale of a primitive shape that is fitted to a mesh."""
    @fitscale.setter
    def fitscale(self, value: float) -> None: ...
    @property
    def fluid_coefs(self) -> NDArray[np.float64]:
        """Fluid coefficients of the ellipsoid: blunt drag, slender drag, angular drag, Kutta lift, Magnus lift."""
    @fluid_coefs.setter
    def fluid_coefs(self, value: ArrayLike) -> None: ...
    @property
    def fluid_ellipsoid(self) -> float:
        """Whether fluid forces are those of an ellipsoid; otherwise they act on the inertia box of the body."""
    @fluid_ellipsoid.setter
    def fluid_ellipsoid(self, value: float) -> None: ...
    @property
    def frame(self) -> Optional[MjsFrame]:
        """The frame around it."""
    @property
    def friction(self) -> NDArray[np.float64]:
        """Friction coefficients: sliding, torsional, rolling [1, m, m]."""
    @friction.setter
    def friction(self, value: ArrayLike) -> None: ...
    @property
    def fromto(self) -> NDArray[np.float64]:
        """The two end points of its axis in the body frame, instead of position, orientation and length [m]."""
    @fromto.setter
    def fromto(self, value: ArrayLike) -> None: ...
    @property
    def gap(self) -> float:
        """Part of the margin in which contacts are detected but exert no force [m]."""
    @gap.setter
    def gap(self, value: float) -> None: ...
    @property
    def group(self) -> int:
        """Visibility group, 0 to 5."""
    @group.setter
    def group(self, value: _Int) -> None: ...
    @property
    def hfieldname(self) -> str:
        """Name of the height field, if that is its shape."""
    @hfieldname.setter
    def hfieldname(self, value: str) -> None: ...
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def margin(self) -> float:
        """Distance at which contacts are detected [m]."""
    @margin.setter
    def margin(self, value: float) -> None: ...
    @property
    def mass(self) -> float:
        """Mass; computed from the density if absent [kg]."""
    @mass.setter
    def mass(self, value: float) -> None: ...
    @property
    def material(self) -> str:
        """Name of the material, for drawing."""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def meshname(self) -> str:
        """Name of the mesh, or of the mesh that a primitive shape is fitted to."""
    @meshname.setter
    def meshname(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def parent(self) -> MjsBody:
        """The body that carries it."""
    @property
    def plugin(self) -> MjsPlugin:
        """The plugin that it uses."""
    @plugin.setter
    def plugin(self, value: MjsPlugin) -> None: ...
    @property
    def pos(self) -> NDArray[np.float64]:
        """Position of its centre in the body frame [m]."""
    @pos.setter
    def pos(self, value: ArrayLike) -> None: ...
    @property
    def priority(self) -> int:
        """Of two geoms, the one with the higher priority determines the contact parameters."""
    @priority.setter
    def priority(self, value: _Int) -> None: ...
    @property
    def quat(self) -> NDArray[np.float64]:
        """Orientation in the body frame, a quaternion (w, x, y, z)."""
    @quat.setter
    def quat(self, value: ArrayLike) -> None: ...
    @property
    def rgba(self) -> NDArray[np.float32]:
        """Colour and opacity, unless the material has one."""
    @rgba.setter
    def rgba(self, value: ArrayLike) -> None: ...
    def set_frame(self, frame: MjsFrame) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""
    @property
    def size(self) -> NDArray[np.float64]:
        """Half sizes: radius, then half length; for a box or ellipsoid along x, y, z; for a plane x, y and the spacing of its grid [m]."""
    @size.setter
    def size(self, value: ArrayLike) -> None: ...
    @property
    def solimp(self) -> NDArray[np.float64]:
        """Impedance parameters of contacts: minimum and maximum value, width, midpoint, power."""
    @solimp.setter
    def solimp(self, value: ArrayLike) -> None: ...
    @property
    def solmix(self) -> float:
        """Weight of this geom when the solver parameters of two geoms are averaged."""
    @solmix.setter
    def solmix(self, value: float) -> None: ...
    @property
    def solref(self) -> NDArray[np.float64]:
        """Reference parameters of contacts: time constant and damping ratio, or negative stiffness and damping [s, 1]."""
    @solref.setter
    def solref(self, value: ArrayLike) -> None: ...
    @property
    def type(self) -> mjtGeom:
        """Shape."""
    @type.setter
    def type(self, value: mjtGeom) -> None: ...
    @property
    def typeinertia(self) -> mjtGeomInertia:
        """True if the mass is distributed over the surface."""
    @typeinertia.setter
    def typeinertia(self, value: mjtGeomInertia) -> None: ...
    @property
    def userdata(self) -> MjDoubleVec:
        """User data, copied to `geom_user`."""
    @userdata.setter
    def userdata(self, value: ArrayLike) -> None: ...

class MjsHField(MjsElement):
    """A height field."""
    @property
    def content_type(self) -> str:
        """Media type of the file, such as `image/png`; empty: from its extension."""
    @content_type.setter
    def content_type(self, value: str) -> None: ...
    @property
    def file(self) -> str:
        """File to read it from."""
    @file.setter
    def file(self, value: str) -> None: ...
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def ncol(self) -> int:
        """Number of columns of the grid, along x; read from the file if there is one."""
    @ncol.setter
    def ncol(self, value: _Int) -> None: ...
    @property
    def nrow(self) -> int:
        """Number of rows of the grid, along y; read from the file if there is one."""
    @nrow.setter
    def nrow(self, value: _Int) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""
    @property
    def size(self) -> NDArray[np.float64]:
        """Half sizes along x and y, elevation of the highest point, thickness of the base [m]."""
    @size.setter
    def size(self, value: ArrayLike) -> None: ...
    @property
    def userdata(self) -> MjFloatVec:
        """Elevations, top row first; they are scaled to the range from 0 to 1."""
    @userdata.setter
    def userdata(self, value: ArrayLike) -> None: ...

class MjsJoint(MjsElement):
    """Degrees of freedom of a body."""
    @property
    def actfrclimited(self) -> int:
        """Whether `actuatorfrcrange` is enforced; `auto`: if a range is set."""
    @actfrclimited.setter
    def actfrclimited(self, value: _Int) -> None: ...
    @property
    def actfrcrange(self) -> NDArray[np.float64]:
        """Minimum and maximum total actuator force on the joint [N m or N]."""
    @actfrcrange.setter
    def actfrcrange(self, value: ArrayLike) -> None: ...
    @property
    def actgravcomp(self) -> int:
        """True if gravity compensation is part of the actuator force."""
    @actgravcomp.setter
    def actgravcomp(self, value: _Int) -> None: ...
    @property
    def align(self) -> int:
        """Whether the body frame is aligned with the inertial frame; `auto`: as `alignfree` of the compiler specifies."""
    @align.setter
    def align(self, value: _Int) -> None: ...
    @property
    def armature(self) -> float:
        """Inertia of rotors and gears, added to the diagonal of the inertia matrix [kg m² or kg]."""
    @armature.setter
    def armature(self, value: float) -> None: ...
    @property
    def axis(self) -> NDArray[np.float64]:
        """Axis of rotation or sliding in the body frame; it is normalized."""
    @axis.setter
    def axis(self, value: ArrayLike) -> None: ...
    @property
    def classname(self) -> MjsDefault:
        """Default class."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def damping(self) -> float:
        """Damping coefficient: force per velocity, against the motion [N m s/rad or N s/m]."""
    @damping.setter
    def damping(self, value: float) -> None: ...
    @property
    def frame(self) -> Optional[MjsFrame]:
        """The frame around it."""
    @property
    def frictionloss(self) -> float:
        """Maximum force of dry friction [N m or N]."""
    @frictionloss.setter
    def frictionloss(self, value: float) -> None: ...
    @property
    def group(self) -> int:
        """Visibility group, 0 to 5."""
    @group.setter
    def group(self, value: _Int) -> None: ...
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def limited(self) -> int:
        """Whether `range` is enforced; `auto`: if a range is set."""
    @limited.setter
    def limited(self, value: _Int) -> None: ...
    @property
    def margin(self) -> float:
        """Distance from the limit at which it becomes active [rad or m]."""
    @margin.setter
    def margin(self, value: float) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def parent(self) -> MjsBody:
        """The body that carries it."""
    @property
    def pos(self) -> NDArray[np.float64]:
        """Anchor of the joint in the body frame; ignored by free joints [m]."""
    @pos.setter
    def pos(self, value: ArrayLike) -> None: ...
    @property
    def range(self) -> NDArray[np.float64]:
        """Minimum and maximum position; for a ball joint 0 and the maximum angle [angle or m]."""
    @range.setter
    def range(self, value: ArrayLike) -> None: ...
    @property
    def ref(self) -> float:
        """Position in the reference configuration [angle or m]."""
    @ref.setter
    def ref(self, value: float) -> None: ...
    def set_frame(self, frame: MjsFrame) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""
    @property
    def solimp_friction(self) -> NDArray[np.float64]:
        """Impedance parameters of dry friction: minimum and maximum value, width, midpoint, power."""
    @solimp_friction.setter
    def solimp_friction(self, value: ArrayLike) -> None: ...
    @property
    def solimp_limit(self) -> NDArray[np.float64]:
        """Impedance parameters of the limit: minimum and maximum value, width, midpoint, power."""
    @solimp_limit.setter
    def solimp_limit(self, value: ArrayLike) -> None: ...
    @property
    def solref_friction(self) -> NDArray[np.float64]:
        """Reference parameters of dry friction: time constant and damping ratio, or negative stiffness and damping [s, 1]."""
    @solref_friction.setter
    def solref_friction(self, value: ArrayLike) -> None: ...
    @property
    def solref_limit(self) -> NDArray[np.float64]:
        """Reference parameters of the limit: time constant and damping ratio, or negative stiffness and damping [s, 1]."""
    @solref_limit.setter
    def solref_limit(self, value: ArrayLike) -> None: ...
    @property
    def springdamper(self) -> NDArray[np.float64]:
        """Time constant and damping ratio, from which stiffness and damping are computed in the reference configuration; used if both are positive [s, 1]."""
    @springdamper.setter
    def springdamper(self, value: ArrayLike) -> None: ...
    @property
    def springref(self) -> float:
        """Position at which the spring is at rest [angle or m]."""
    @springref.setter
    def springref(self, value: float) -> None: ...
    @property
    def stiffness(self) -> float:
        """Stiffness of the spring towards `springref` [N m/rad or N/m]."""
    @stiffness.setter
    def stiffness(self, value: float) -> None: ...
    @property
    def type(self) -> mjtJoint:
        """Type of motion: free, ball, slide or hinge."""
    @type.setter
    def type(self, value: mjtJoint) -> None: ...
    @property
    def userdata(self) -> MjDoubleVec:
        """User data, copied to `jnt_user`."""
    @userdata.setter
    def userdata(self, value: ArrayLike) -> None: ...

class MjsKey(MjsElement):
    """A keyframe."""
    @property
    def act(self) -> MjDoubleVec:
        """Activations of all actuators that have one; zero if absent."""
    @act.setter
    def act(self, value: ArrayLike) -> None: ...
    @property
    def ctrl(self) -> MjDoubleVec:
        """Controls of all actuators; zero if absent."""
    @ctrl.setter
    def ctrl(self, value: ArrayLike) -> None: ...
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def mpos(self) -> MjDoubleVec:
        """Position of each mocap body in the world, three numbers each; that of the model if absent [m]."""
    @mpos.setter
    def mpos(self, value: ArrayLike) -> None: ...
    @property
    def mquat(self) -> MjDoubleVec:
        """Quaternion of each mocap body in the world, four numbers each; that of the model if absent."""
    @mquat.setter
    def mquat(self, value: ArrayLike) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def qpos(self) -> MjDoubleVec:
        """Positions of all joints; those of the reference configuration if absent."""
    @qpos.setter
    def qpos(self, value: ArrayLike) -> None: ...
    @property
    def qvel(self) -> MjDoubleVec:
        """Velocities of all degrees of freedom; zero if absent."""
    @qvel.setter
    def qvel(self, value: ArrayLike) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""
    @property
    def time(self) -> float:
        """Time of the simulation [s]."""
    @time.setter
    def time(self, value: float) -> None: ...

class MjsLight(MjsElement):
    """A light."""
    @property
    def active(self) -> int:
        """True if it is on."""
    @active.setter
    def active(self, value: _Int) -> None: ...
    @property
    def ambient(self) -> NDArray[np.float32]:
        """Ambient colour."""
    @ambient.setter
    def ambient(self, value: ArrayLike) -> None: ...
    @property
    def attenuation(self) -> NDArray[np.float32]:
        """Attenuation coefficients: constant, linear and quadratic in the distance [1, 1/m, 1/m²]."""
    @attenuation.setter
    def attenuation(self, value: ArrayLike) -> None: ...
    @property
    def bulbradius(self) -> float:
        """Radius of the bulb, which softens shadows [m]."""
    @bulbradius.setter
    def bulbradius(self, value: float) -> None: ...
    @property
    def castshadow(self) -> int:
        """True if it casts shadows."""
    @castshadow.setter
    def castshadow(self, value: _Int) -> None: ...
    @property
    def classname(self) -> MjsDefault:
        """Default class."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def cutoff(self) -> float:
        """Half angle of the cone of a spot light [deg]."""
    @cutoff.setter
    def cutoff(self, value: float) -> None: ...
    @property
    def diffuse(self) -> NDArray[np.float32]:
        """Diffuse colour."""
    @diffuse.setter
    def diffuse(self, value: ArrayLike) -> None: ...
    @property
    def dir(self) -> NDArray[np.float64]:
        """Direction in the body frame."""
    @dir.setter
    def dir(self, value: ArrayLike) -> None: ...
    @property
    def exponent(self) -> float:
        """Exponent of the falloff towards the edge of a spot light's cone."""
    @exponent.setter
    def exponent(self, value: float) -> None: ...
    @property
    def frame(self) -> Optional[MjsFrame]:
        """The frame around it."""
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def intensity(self) -> float:
        """Luminous intensity [cd]."""
    @intensity.setter
    def intensity(self, value: float) -> None: ...
    @property
    def mode(self) -> mjtCamLight:
        """Whether it is fixed to its body, tracks its motion, or points at a body."""
    @mode.setter
    def mode(self, value: mjtCamLight) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def parent(self) -> MjsBody:
        """The body that carries it."""
    @property
    def pos(self) -> NDArray[np.float64]:
        """Position in the body frame [m]."""
    @pos.setter
    def pos(self, value: ArrayLike) -> None: ...
    @property
    def range(self) -> float:
        """Effective range [m]."""
    @range.setter
    def range(self, value: float) -> None: ...
    def set_frame(self, frame: MjsFrame) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""
    @property
    def specular(self) -> NDArray[np.float32]:
        """Specular colour."""
    @specular.setter
    def specular(self, value: ArrayLike) -> None: ...
    @property
    def targetbody(self) -> str:
        """Name of the body that it points at."""
    @targetbody.setter
    def targetbody(self, value: str) -> None: ...
    @property
    def texture(self) -> str:
        """Texture of an image light."""
    @texture.setter
    def texture(self, value: str) -> None: ...
    @property
    def type(self) -> mjtLightType:
        """Spot, directional, point or image light; older files have the attribute `directional` instead."""
    @type.setter
    def type(self, value: mjtLightType) -> None: ...

class MjsMaterial(MjsElement):
    """A material."""
    @property
    def classname(self) -> MjsDefault:
        """Default class."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def emission(self) -> float:
        """Emitted light, relative to its colour."""
    @emission.setter
    def emission(self, value: float) -> None: ...
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def metallic(self) -> float:
        """Metallicity for physically based renderers; negative: unset."""
    @metallic.setter
    def metallic(self, value: float) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def reflectance(self) -> float:
        """Reflectance of planes and boxes, 0 to 1."""
    @reflectance.setter
    def reflectance(self, value: float) -> None: ...
    @property
    def rgba(self) -> NDArray[np.float32]:
        """Colour and opacity, multiplied with the texture."""
    @rgba.setter
    def rgba(self, value: ArrayLike) -> None: ...
    @property
    def roughness(self) -> float:
        """Roughness for physically based renderers; negative: unset."""
    @roughness.setter
    def roughness(self, value: float) -> None: ...
    @property
    def shininess(self) -> float:
        """Sharpness of highlights, 0 to 1."""
    @shininess.setter
    def shininess(self, value: float) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""
    @property
    def specular(self) -> float:
        """Strength of highlights, 0 to 1."""
    @specular.setter
    def specular(self, value: float) -> None: ...
    @property
    def texrepeat(self) -> NDArray[np.float32]:
        """Repetitions of a flat texture along x and y."""
    @texrepeat.setter
    def texrepeat(self, value: ArrayLike) -> None: ...
    @property
    def textures(self) -> MjStringVec:
        """Names of the textures, one per role."""
    @textures.setter
    def textures(self, value: Iterable[str]) -> None: ...
    @property
    def texuniform(self) -> int:
        """True if the texture repeats per metre, not per object."""
    @texuniform.setter
    def texuniform(self, value: _Int) -> None: ...

class MjsMesh(MjsElement):
    """A mesh."""
    @property
    def classname(self) -> MjsDefault:
        """Default class."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def content_type(self) -> str:
        """Media type of the file, such as `model/obj`; empty: from its extension."""
    @content_type.setter
    def content_type(self, value: str) -> None: ...
    @property
    def file(self) -> str:
        """File to read it from."""
    @file.setter
    def file(self, value: str) -> None: ...
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def inertia(self) -> mjtMeshInertia:
        """Method by which mass and inertia are computed from the triangles."""
    @inertia.setter
    def inertia(self, value: mjtMeshInertia) -> None: ...
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    def make_cone(self, nedge: int, radius: float) -> None: ...
    def make_hemisphere(self, resolution: int) -> None: ...
    def make_plate(self, resolution: ArrayLike) -> None: ...
    def make_sphere(self, subdivision: int) -> None: ...
    def make_supersphere(self, resolution: int, e: float, n: float) -> None: ...
    def make_supertorus(self, resolution: int, radius: float, s: float, t: float) -> None: ...
    def make_wedge(self, resolution: ArrayLike, fov: ArrayLike, gamma: float) -> None: ...
    @property
    def material(self) -> str:
        """Material of geoms of this mesh that do not name one."""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def maxhullvert(self) -> int:
        """Maximum number of vertices of the convex hull; −1: not limited."""
    @maxhullvert.setter
    def maxhullvert(self, value: _Int) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def needsdf(self) -> int:
        """1 if a signed distance field is computed."""
    @needsdf.setter
    def needsdf(self, value: _Int) -> None: ...
    @property
    def plugin(self) -> MjsPlugin:
        """The plugin that it uses."""
    @plugin.setter
    def plugin(self, value: MjsPlugin) -> None: ...
    @property
    def refpos(self) -> NDArray[np.float64]:
        """Position that is subtracted from all vertices [m]."""
    @refpos.setter
    def refpos(self, value: ArrayLike) -> None: ...
    @property
    def refquat(self) -> NDArray[np.float64]:
        """Orientation whose inverse is applied to all vertices, a quaternion (w, x, y, z)."""
    @refquat.setter
    def refquat(self, value: ArrayLike) -> None: ...
    @property
    def scale(self) -> NDArray[np.float64]:
        """Scale along the axes; negative values mirror."""
    @scale.setter
    def scale(self, value: ArrayLike) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""
    @property
    def smoothnormal(self) -> int:
        """True if normals are averaged over all faces at a vertex, even across sharp edges."""
    @smoothnormal.setter
    def smoothnormal(self, value: _Int) -> None: ...
    @property
    def userface(self) -> MjIntVec:
        """Triangles, three vertex indices each."""
    @userface.setter
    def userface(self, value: ArrayLike) -> None: ...
    @property
    def userfacenormal(self) -> MjIntVec:
        """Triangles, three normal indices each."""
    @userfacenormal.setter
    def userfacenormal(self, value: ArrayLike) -> None: ...
    @property
    def userfacetexcoord(self) -> MjIntVec:
        """Triangles, three texture coordinate indices each."""
    @userfacetexcoord.setter
    def userfacetexcoord(self, value: ArrayLike) -> None: ...
    @property
    def usernormal(self) -> MjFloatVec:
        """Normals, three numbers each."""
    @usernormal.setter
    def usernormal(self, value: ArrayLike) -> None: ...
    @property
    def usertexcoord(self) -> MjFloatVec:
        """Texture coordinates, two numbers each."""
    @usertexcoord.setter
    def usertexcoord(self, value: ArrayLike) -> None: ...
    @property
    def uservert(self) -> MjFloatVec:
        """Positions of the vertices, three numbers each [m]."""
    @uservert.setter
    def uservert(self, value: ArrayLike) -> None: ...

class MjsNumeric(MjsElement):
    """A named array."""
    @property
    def data(self) -> MjDoubleVec:
        """The numbers."""
    @data.setter
    def data(self, value: ArrayLike) -> None: ...
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""
    @property
    def size(self) -> int:
        """Number of entries, padded with zeros."""
    @size.setter
    def size(self, value: _Int) -> None: ...

class MjsOrientation(MjsElement):
    """Another form of an orientation."""
    @property
    def axisangle(self) -> NDArray[np.float64]:
        """Axis and angle."""
    @axisangle.setter
    def axisangle(self, value: ArrayLike) -> None: ...
    @property
    def euler(self) -> NDArray[np.float64]:
        """Euler angles."""
    @euler.setter
    def euler(self, value: ArrayLike) -> None: ...
    @property
    def type(self) -> mjtOrientation:
        """Which form counts."""
    @type.setter
    def type(self, value: mjtOrientation) -> None: ...
    @property
    def xyaxes(self) -> NDArray[np.float64]:
        """X- and y-axis."""
    @xyaxes.setter
    def xyaxes(self, value: ArrayLike) -> None: ...
    @property
    def zaxis(self) -> NDArray[np.float64]:
        """Z-axis."""
    @zaxis.setter
    def zaxis(self, value: ArrayLike) -> None: ...

class MjsPair(MjsElement):
    """Two geoms that collide."""
    @property
    def classname(self) -> MjsDefault:
        """Default class."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def condim(self) -> int:
        """Contact dimension: 1 frictionless, 3 with sliding, 4 with torsional too, 6 with rolling friction too."""
    @condim.setter
    def condim(self, value: _Int) -> None: ...
    @property
    def friction(self) -> NDArray[np.float64]:
        """Friction coefficients: sliding along two directions, torsional, rolling about two directions [1, 1, m, m, m]."""
    @friction.setter
    def friction(self, value: ArrayLike) -> None: ...
    @property
    def gap(self) -> float:
        """Part of the margin in which contacts are detected but exert no force [m]."""
    @gap.setter
    def gap(self, value: float) -> None: ...
    @property
    def geomname1(self) -> str:
        """Name of the first geom."""
    @geomname1.setter
    def geomname1(self, value: str) -> None: ...
    @property
    def geomname2(self) -> str:
        """Name of the second geom."""
    @geomname2.setter
    def geomname2(self, value: str) -> None: ...
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def margin(self) -> float:
        """Distance at which contacts are detected [m]."""
    @margin.setter
    def margin(self, value: float) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""
    @property
    def solimp(self) -> NDArray[np.float64]:
        """Impedance parameters of contacts: minimum and maximum value, width, midpoint, power."""
    @solimp.setter
    def solimp(self, value: ArrayLike) -> None: ...
    @property
    def solref(self) -> NDArray[np.float64]:
        """Reference parameters of contacts: time constant and damping ratio, or negative stiffness and damping [s, 1]."""
    @solref.setter
    def solref(self, value: ArrayLike) -> None: ...
    @property
    def solreffriction(self) -> NDArray[np.float64]:
        """Reference parameters of the frictional directions; zero: those of `solref` [s, 1]."""
    @solreffriction.setter
    def solreffriction(self, value: ArrayLike) -> None: ...

class MjsPlugin(MjsElement):
    """An instance of a plugin, or what an element uses of one."""
    @property
    def active(self) -> int:
        """Whether the element uses a plugin."""
    @active.setter
    def active(self, value: _Int) -> None: ...
    @property
    def config(self) -> Dict[str, str]:
        """Its configuration."""
    @config.setter
    def config(self, value: Mapping[str, str]) -> None: ...
    @property
    def id(self) -> int:
        """Number of the instance."""
    @property
    def info(self) -> str:
        """What is added to messages about it."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """Name of the instance."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def plugin_name(self) -> str:
        """Name of the plugin."""
    @plugin_name.setter
    def plugin_name(self, value: str) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""

class MjsSensor(MjsElement):
    """A sensor."""
    @property
    def cutoff(self) -> float:
        """Maximum magnitude of the output, to which it is clamped; 0: not limited."""
    @cutoff.setter
    def cutoff(self, value: float) -> None: ...
    @property
    def datatype(self) -> mjtDataType:
        """Type of the outputs of a user sensor: real numbers, positive numbers, an axis or a quaternion."""
    @datatype.setter
    def datatype(self, value: mjtDataType) -> None: ...
    @property
    def delay(self) -> float:
        """Delay of the output [s]."""
    @delay.setter
    def delay(self, value: float) -> None: ...
    @property
    def dim(self) -> int:
        """Number of outputs of a user sensor."""
    @dim.setter
    def dim(self, value: _Int) -> None: ...
    def get_data_size(self) -> int: ...
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def interp(self) -> int:
        """Interpolation between samples of the output history."""
    @interp.setter
    def interp(self, value: _Int) -> None: ...
    @property
    def interval(self) -> NDArray[np.float64]:
        """Time between samples, and the time of the first [s]."""
    @interval.setter
    def interval(self, value: ArrayLike) -> None: ...
    @property
    def intprm(self) -> NDArray[np.int32]:
        """For a contact sensor the bits of its data fields, the reduction and the number of contacts; for a rangefinder the bits."""
    @intprm.setter
    def intprm(self, value: ArrayLike) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def needstage(self) -> mjtStage:
        """Stage of the computation after which a user sensor is evaluated."""
    @needstage.setter
    def needstage(self, value: mjtStage) -> None: ...
    @property
    def noise(self) -> float:
        """Standard deviation of the noise; information for programs, the engine adds no noise."""
    @noise.setter
    def noise(self, value: float) -> None: ...
    @property
    def nsample(self) -> int:
        """Number of samples in the output history."""
    @nsample.setter
    def nsample(self, value: _Int) -> None: ...
    @property
    def objname(self) -> str:
        """Name of the object that it measures."""
    @objname.setter
    def objname(self, value: str) -> None: ...
    @property
    def objtype(self) -> mjtObj:
        """Type of the object that it measures."""
    @objtype.setter
    def objtype(self, value: mjtObj) -> None: ...
    @property
    def plugin(self) -> MjsPlugin:
        """The plugin that it uses."""
    @plugin.setter
    def plugin(self, value: MjsPlugin) -> None: ...
    @property
    def refname(self) -> str:
        """Name of the object in whose frame it measures."""
    @refname.setter
    def refname(self, value: str) -> None: ...
    @property
    def reftype(self) -> mjtObj:
        """Type of the object in whose frame it measures."""
    @reftype.setter
    def reftype(self, value: mjtObj) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""
    @property
    def type(self) -> mjtSensor:
        """Type of the sensor."""
    @type.setter
    def type(self, value: mjtSensor) -> None: ...
    @property
    def userdata(self) -> MjDoubleVec:
        """User data, copied to `sensor_user`."""
    @userdata.setter
    def userdata(self, value: ArrayLike) -> None: ...

class MjsSite(MjsElement):
    """A place on a body."""
    @property
    def alt(self) -> MjsOrientation:
        """Orientation in another form."""
    @alt.setter
    def alt(self, value: MjsOrientation) -> None: ...
    def attach_body(self, body: MjsBody, prefix: Optional[str] = ..., suffix: Optional[str] = ...) -> MjsBody: ...
    @property
    def classname(self) -> MjsDefault:
        """Default class."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def frame(self) -> Optional[MjsFrame]:
        """The frame around it."""
    @property
    def fromto(self) -> NDArray[np.float64]:
        """The two end points of its axis in the body frame, instead of position, orientation and length [m]."""
    @fromto.setter
    def fromto(self, value: ArrayLike) -> None: ...
    @property
    def group(self) -> int:
        """Visibility group, 0 to 5."""
    @group.setter
    def group(self, value: _Int) -> None: ...
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def material(self) -> str:
        """Name of the material, for drawing."""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def parent(self) -> MjsBody:
        """The body that carries it."""
    @property
    def pos(self) -> NDArray[np.float64]:
        """Position in the body frame [m]."""
    @pos.setter
    def pos(self, value: ArrayLike) -> None: ...
    @property
    def quat(self) -> NDArray[np.float64]:
        """Orientation in the body frame, a quaternion (w, x, y, z)."""
    @quat.setter
    def quat(self, value: ArrayLike) -> None: ...
    @property
    def rgba(self) -> NDArray[np.float32]:
        """Colour and opacity, unless the material has one."""
    @rgba.setter
    def rgba(self, value: ArrayLike) -> None: ...
    def set_frame(self, frame: MjsFrame) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""
    @property
    def size(self) -> NDArray[np.float64]:
        """Half sizes, like those of a geom of the same shape [m]."""
    @size.setter
    def size(self, value: ArrayLike) -> None: ...
    @property
    def type(self) -> mjtGeom:
        """Shape, for drawing and for touch sensors."""
    @type.setter
    def type(self, value: mjtGeom) -> None: ...
    @property
    def userdata(self) -> MjDoubleVec:
        """User data, copied to `site_user`."""
    @userdata.setter
    def userdata(self, value: ArrayLike) -> None: ...

class MjsSkin(MjsElement):
    """A skin."""
    @property
    def bindpos(self) -> MjFloatVec:
        """Positions of the bodies in the bind pose, three numbers each [m]."""
    @bindpos.setter
    def bindpos(self, value: ArrayLike) -> None: ...
    @property
    def bindquat(self) -> MjFloatVec:
        """Orientations of the bodies in the bind pose, four numbers each."""
    @bindquat.setter
    def bindquat(self, value: ArrayLike) -> None: ...
    @property
    def bodyname(self) -> MjStringVec:
        """Names of the bodies of bones."""
    @bodyname.setter
    def bodyname(self, value: Iterable[str]) -> None: ...
    @property
    def face(self) -> MjIntVec:
        """Triangles, three vertex indices each."""
    @face.setter
    def face(self, value: ArrayLike) -> None: ...
    @property
    def file(self) -> str:
        """File to read it from."""
    @file.setter
    def file(self, value: str) -> None: ...
    @property
    def group(self) -> int:
        """Visibility group, 0 to 5."""
    @group.setter
    def group(self, value: _Int) -> None: ...
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def inflate(self) -> float:
        """Distance by which vertices are moved along their normals [m]."""
    @inflate.setter
    def inflate(self, value: float) -> None: ...
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def material(self) -> str:
        """Name of the material, for drawing."""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def rgba(self) -> NDArray[np.float32]:
        """Colour and opacity, unless the material has one."""
    @rgba.setter
    def rgba(self, value: ArrayLike) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""
    @property
    def texcoord(self) -> MjFloatVec:
        """Texture coordinates of the vertices, two numbers each."""
    @texcoord.setter
    def texcoord(self, value: ArrayLike) -> None: ...
    @property
    def vert(self) -> MjFloatVec:
        """Positions of the vertices, three numbers each [m]."""
    @vert.setter
    def vert(self, value: ArrayLike) -> None: ...
    @property
    def vertid(self) -> List[List[int]]:
        """The vertex indices of each bone."""
    @vertid.setter
    def vertid(self, value: Iterable[ArrayLike]) -> None: ...
    @property
    def vertweight(self) -> List[List[float]]:
        """The weights of these vertices."""
    @vertweight.setter
    def vertweight(self, value: Iterable[ArrayLike]) -> None: ...

class MjsTendon(MjsElement):
    """A tendon."""
    @property
    def actfrclimited(self) -> int:
        """Whether `actuatorfrcrange` is enforced."""
    @actfrclimited.setter
    def actfrclimited(self, value: _Int) -> None: ...
    @property
    def actfrcrange(self) -> NDArray[np.float64]:
        """Minimum and maximum total actuator force on the tendon [N or N m]."""
    @actfrcrange.setter
    def actfrcrange(self, value: ArrayLike) -> None: ...
    @property
    def armature(self) -> float:
        """Inertia associated with changes of length [kg or kg m²]."""
    @armature.setter
    def armature(self, value: float) -> None: ...
    @property
    def damping(self) -> float:
        """Damping coefficient: force per rate of change of the length [N s/m or N m s/rad]."""
    @damping.setter
    def damping(self, value: float) -> None: ...
    def default(self) -> MjsDefault: ...
    @property
    def frictionloss(self) -> float:
        """Maximum force of dry friction [N or N m]."""
    @frictionloss.setter
    def frictionloss(self, value: float) -> None: ...
    @property
    def group(self) -> int:
        """Visibility group, 0 to 5."""
    @group.setter
    def group(self, value: _Int) -> None: ...
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def limited(self) -> int:
        """Whether `range` is enforced; `auto`: if a range is set."""
    @limited.setter
    def limited(self, value: _Int) -> None: ...
    @property
    def margin(self) -> float:
        """Distance from the limit at which it becomes active [m or rad]."""
    @margin.setter
    def margin(self, value: float) -> None: ...
    @property
    def material(self) -> str:
        """Name of the material, for drawing."""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def path(self) -> MjsTendonPath:
        """The path."""
    @property
    def range(self) -> NDArray[np.float64]:
        """Minimum and maximum length [m or rad]."""
    @range.setter
    def range(self, value: ArrayLike) -> None: ...
    @property
    def rgba(self) -> NDArray[np.float32]:
        """Colour and opacity, unless the material has one."""
    @rgba.setter
    def rgba(self, value: ArrayLike) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""
    @property
    def solimp_friction(self) -> NDArray[np.float64]:
        """Impedance parameters of dry friction: minimum and maximum value, width, midpoint, power."""
    @solimp_friction.setter
    def solimp_friction(self, value: ArrayLike) -> None: ...
    @property
    def solimp_limit(self) -> NDArray[np.float64]:
        """Impedance parameters of the limit: minimum and maximum value, width, midpoint, power."""
    @solimp_limit.setter
    def solimp_limit(self, value: ArrayLike) -> None: ...
    @property
    def solref_friction(self) -> NDArray[np.float64]:
        """Reference parameters of dry friction: time constant and damping ratio, or negative stiffness and damping [s, 1]."""
    @solref_friction.setter
    def solref_friction(self, value: ArrayLike) -> None: ...
    @property
    def solref_limit(self) -> NDArray[np.float64]:
        """Reference parameters of the limit: time constant and damping ratio, or negative stiffness and damping [s, 1]."""
    @solref_limit.setter
    def solref_limit(self, value: ArrayLike) -> None: ...
    @property
    def springlength(self) -> NDArray[np.float64]:
        """Dead band of the spring: lengths between which it exerts no force; one number sets both, −1: the length in the reference configuration [m or rad]."""
    @springlength.setter
    def springlength(self, value: ArrayLike) -> None: ...
    @property
    def stiffness(self) -> float:
        """Stiffness of the spring outside `springlength` [N/m or N m/rad]."""
    @stiffness.setter
    def stiffness(self, value: float) -> None: ...
    @property
    def userdata(self) -> MjDoubleVec:
        """User data, copied to `tendon_user`."""
    @userdata.setter
    def userdata(self, value: ArrayLike) -> None: ...
    @property
    def width(self) -> float:
        """Width for drawing [m]."""
    @width.setter
    def width(self, value: float) -> None: ...
    def wrap_geom(self, name: str, extra: str) -> MjsWrap: ...
    def wrap_joint(self, name: str, extra: float) -> MjsWrap: ...
    def wrap_pulley(self, name: float) -> MjsWrap: ...
    def wrap_site(self, name: str) -> MjsWrap: ...

class MjsTendonPath(MjsElement):
    """The path of a tendon."""
    def __getitem__(self, index: _Int) -> MjsWrap: ...
    def __len__(self) -> int: ...

class MjsText(MjsElement):
    """A named text."""
    @property
    def data(self) -> str:
        """The text."""
    @data.setter
    def data(self, value: str) -> None: ...
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""

class MjsTexture(MjsElement):
    """A texture."""
    @property
    def builtin(self) -> int:
        """Pattern to generate: gradient, checker or flat."""
    @builtin.setter
    def builtin(self, value: _Int) -> None: ...
    @property
    def colorspace(self) -> mjtColorSpace:
        """Whether its colours are linear or sRGB; `auto`: as declared by the file."""
    @colorspace.setter
    def colorspace(self, value: mjtColorSpace) -> None: ...
    @property
    def content_type(self) -> str:
        """Media type of the file, such as `image/png`; empty: from its extension."""
    @content_type.setter
    def content_type(self, value: str) -> None: ...
    @property
    def cubefiles(self) -> MjStringVec:
        """Files of the six faces of a cube: right, left, up, down, front, back."""
    @cubefiles.setter
    def cubefiles(self, value: Iterable[str]) -> None: ...
    @property
    def data(self) -> bytes:
        """Pixels, row by row, each of `nchannel` bytes."""
    @data.setter
    def data(self, value: bytes) -> None: ...
    @property
    def file(self) -> str:
        """File to read it from."""
    @file.setter
    def file(self, value: str) -> None: ...
    @property
    def gridlayout(self) -> MjCharVec:
        """The cube face in each of the twelve cells of a grid: R, L, U, D, F, B, or a dot for an unused cell."""
    @gridlayout.setter
    def gridlayout(self, value: Iterable[str]) -> None: ...
    @property
    def gridsize(self) -> NDArray[np.int32]:
        """Rows and columns of the grid of images in a file."""
    @gridsize.setter
    def gridsize(self, value: ArrayLike) -> None: ...
    @property
    def height(self) -> int:
        """Height of the generated image [pixel]."""
    @height.setter
    def height(self, value: _Int) -> None: ...
    @property
    def hflip(self) -> int:
        """True if the image is mirrored left to right."""
    @hflip.setter
    def hflip(self, value: _Int) -> None: ...
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def mark(self) -> int:
        """Marks that are drawn over the pattern: edges, a cross, or random dots."""
    @mark.setter
    def mark(self, value: _Int) -> None: ...
    @property
    def markrgb(self) -> NDArray[np.float64]:
        """Colour of the marks."""
    @markrgb.setter
    def markrgb(self, value: ArrayLike) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def nchannel(self) -> int:
        """Bytes per pixel: 1 grey, 3 colour, 4 colour and opacity."""
    @nchannel.setter
    def nchannel(self, value: _Int) -> None: ...
    @property
    def random(self) -> float:
        """Probability of a random dot at each pixel."""
    @random.setter
    def random(self, value: float) -> None: ...
    @property
    def rgb1(self) -> NDArray[np.float64]:
        """First colour of the pattern."""
    @rgb1.setter
    def rgb1(self, value: ArrayLike) -> None: ...
    @property
    def rgb2(self) -> NDArray[np.float64]:
        """Second colour of the pattern."""
    @rgb2.setter
    def rgb2(self, value: ArrayLike) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""
    @property
    def type(self) -> mjtTexture:
        """Whether it is a flat image, a cube map, or a skybox."""
    @type.setter
    def type(self, value: mjtTexture) -> None: ...
    @property
    def vflip(self) -> int:
        """True if the image is mirrored upside down."""
    @vflip.setter
    def vflip(self, value: _Int) -> None: ...
    @property
    def width(self) -> int:
        """Width of the generated image; for a cube also the height of its faces [pixel]."""
    @width.setter
    def width(self, value: _Int) -> None: ...

class MjsTuple(MjsElement):
    """A named list of objects."""
    @property
    def id(self) -> int:
        """Row in the compiled model; −1 if there is none."""
    @property
    def info(self) -> str:
        """Text that is added to messages about the element."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """Name."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def objname(self) -> MjStringVec:
        """Names of the objects."""
    @objname.setter
    def objname(self, value: Iterable[str]) -> None: ...
    @property
    def objprm(self) -> MjDoubleVec:
        """A user parameter for each object."""
    @objprm.setter
    def objprm(self, value: ArrayLike) -> None: ...
    @property
    def objtype(self) -> MjIntVec:
        """Types of the objects."""
    @objtype.setter
    def objtype(self, value: ArrayLike) -> None: ...
    @property
    def signature(self) -> int:
        """A number that distinguishes models of different structure."""

class MjsWrap(MjsElement):
    """A part of the path of a tendon."""
    @property
    def coef(self) -> Optional[float]:
        """Coefficient of a joint."""
    @property
    def divisor(self) -> Optional[float]:
        """Divisor of a pulley."""
    @property
    def info(self) -> str:
        """What is added to messages about it."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def sidesite(self) -> Optional[MjsSite]:
        """On which side of a geom it passes."""
    @property
    def target(self) -> Any:
        """What the tendon passes: a site, geom or joint."""
    @property
    def type(self) -> mjtWrap:
        """Type of path; a program may set another one, which has no other effect."""
    @type.setter
    def type(self, value: mjtWrap) -> None: ...

MjStruct = Union[MjsBody, MjsFrame, MjsGeom, MjsJoint, MjsSite, MjsCamera, MjsLight, MjsMesh, MjsHField, MjsTexture, MjsMaterial, MjsSkin, MjsFlex, MjsPair, MjsExclude, MjsEquality, MjsTendon, MjsActuator, MjsSensor, MjsNumeric, MjsText, MjsTuple, MjsKey, MjsPlugin]
class MjvGeom:
    """One shape of a scene."""
    def __init__(self) -> None: ...
    type: _Whole
    """Kind of shape."""
    dataid: _Whole
    """Height field or plane; for a mesh twice its id, plus 1 for its convex hull; −1 if there is none."""
    objtype: _Whole
    """Type of its model element (`mjtObj`); 0 for decoration."""
    objid: _Whole
    """Id of its model element; −1 for decoration."""
    category: _Whole
    """`category` bits."""
    matid: _Whole
    """Material with a texture; −1 if there is none."""
    texcoord: _Whole
    """1 if a mesh or flex has texture coordinates."""
    segid: _Whole
    """Id for segmentation; −1 if it is not shown there."""
    size: _Array[np.float32]
    """Size, as for the model's geoms."""
    pos: _Array[np.float32]
    """Position in the world."""
    mat: _Array[np.float32]
    """Orientation, row-major."""
    rgba: _Array[np.float32]
    """Colour and alpha."""
    emission: float
    """Emission."""
    specular: float
    """Specular reflection."""
    shininess: float
    """Shininess."""
    reflectance: float
    """Reflectance, of planes and boxes."""
    label: str
    """Label, zero-terminated."""
    camdist: float
    """Distance to the camera, by which transparent shapes are sorted."""
    modelrbound: float
    """Radius of the model geom's bounding sphere; 0 if it is not a model geom."""
    transparent: _Whole
    """1 if drawn after opaque shapes."""

class MjvLight:
    """One light of a scene."""
    def __init__(self) -> None: ...
    id: _Whole
    """Light of the model; −1 for the headlight."""
    pos: _Array[np.float32]
    """Position in the world."""
    dir: _Array[np.float32]
    """Direction in the world."""
    type: _Whole
    """Kind (`mjtLightType`)."""
    texid: _Whole
    """Texture of an image light."""
    attenuation: _Array[np.float32]
    """Attenuation: constant, linear and quadratic in distance."""
    cutoff: float
    """Half angle of a spot light's cone [deg]."""
    exponent: float
    """Spot exponent: how fast the light fades away from its axis."""
    ambient: _Array[np.float32]
    """Ambient colour."""
    diffuse: _Array[np.float32]
    """Diffuse colour."""
    specular: _Array[np.float32]
    """Specular colour."""
    headlight: _Whole
    """1 for the headlight."""
    castshadow: _Whole
    """1 if it casts shadows."""
    bulbradius: float
    """Radius of the light, for soft shadows."""
    intensity: float
    """Intensity [cd]."""
    range: float
    """Range of effect [m]."""

class MjvGLCamera:
    """The camera of one eye: frame and projection."""
    def __init__(self) -> None: ...
    pos: _Array[np.float32]
    """Position."""
    forward: _Array[np.float32]
    """View direction."""
    up: _Array[np.float32]
    """Up direction of the image."""
    frustum_center: float
    """Horizontal centre of the near plane; its left and right follow from the aspect ratio."""
    frustum_width: float
    """Half width of the near plane; 0 if it follows from the aspect ratio."""
    frustum_bottom: float
    """Bottom of the near plane."""
    frustum_top: float
    """Top of the near plane."""
    frustum_near: float
    """Distance of the near plane."""
    frustum_far: float
    """Distance of the far plane."""
    orthographic: _Whole
    """1 if orthographic."""

class MjvCamera:
    """A camera as people move it: free, tracking or one of the model."""
    def __init__(self) -> None: ...
    type: _Whole
    """Kind, of `camera`."""
    fixedcamid: _Whole
    """Camera of the model, for the fixed kind."""
    trackbodyid: _Whole
    """Body to follow, for the tracking kind."""
    orthographic: _Whole
    """1 if orthographic."""
    lookat: _Array[np.float64]
    """Point to look at."""
    distance: float
    """Distance to that point or body."""
    azimuth: float
    """Azimuth [deg]."""
    elevation: float
    """Elevation [deg]."""

class MjvOption:
    """What is to be drawn: groups, flags, labels, frames."""
    def __init__(self) -> None: ...
    label: _Whole
    """Elements that get labels, of `label`."""
    frame: _Whole
    """Elements whose frames are drawn, of `frame`."""
    geomgroup: _Array[np.uint8]
    """Groups of geoms that are shown."""
    sitegroup: _Array[np.uint8]
    """Groups of sites that are shown."""
    jointgroup: _Array[np.uint8]
    """Groups of joints that are shown."""
    tendongroup: _Array[np.uint8]
    """Groups of tendons that are shown."""
    actuatorgroup: _Array[np.uint8]
    """Groups of actuators that are shown."""
    flexgroup: _Array[np.uint8]
    """Groups of flexes that are shown."""
    skingroup: _Array[np.uint8]
    """Groups of skins that are shown."""
    flags: _Array[np.uint8]
    """Kinds of elements that are shown, indexed by `vis`."""
    bvh_depth: _Whole
    """Depth of bounding volumes that are shown."""
    flex_layer: _Whole
    """Layer of a solid flex that is shown."""

class MjvPerturb:
    """What is selected, and how it is dragged."""
    def __init__(self) -> None: ...
    select: _Whole
    """Selected body; not positive if there is none."""
    flexselect: _Whole
    """Selected flex; −1 if there is none."""
    skinselect: _Whole
    """Selected skin; −1 if there is none."""
    active: _Whole
    """Active perturbation, `perturb` bits."""
    active2: _Whole
    """The same for a second hand."""
    refpos: _Array[np.float64]
    """Reference position of the selected object."""
    refquat: _Array[np.float64]
    """Reference orientation of the selected object."""
    refselpos: _Array[np.float64]
    """Reference position of the selected point."""
    localpos: _Array[np.float64]
    """The selected point in the object's frame."""
    localmass: float
    """Effective mass at that point."""
    scale: float
    """Scale from mouse movements to movements in space."""

class MjvFigure:
    """A diagram of lines."""
    def __init__(self) -> None: ...
    flg_legend: _Whole
    """1 if there is a legend."""
    flg_ticklabel: _Array[np.int32]
    """1 if ticks of the axes have labels."""
    flg_extend: _Whole
    """1 if ranges are extended by the data."""
    flg_barplot: _Whole
    """1 for separate segments."""
    flg_selection: _Whole
    """1 for a vertical line at `selection`."""
    flg_symmetric: _Whole
    """1 if the vertical range is symmetric."""
    linewidth: float
    """Width of lines."""
    gridwidth: float
    """Width of the grid's lines."""
    gridsize: _Array[np.int32]
    """Number of grid points of each axis."""
    gridrgb: _Array[np.float32]
    """Colour of the grid."""
    figurergba: _Array[np.float32]
    """Colour of the figure."""
    panergba: _Array[np.float32]
    """Colour of the pane."""
    legendrgba: _Array[np.float32]
    """Colour of the legend."""
    textrgb: _Array[np.float32]
    """Colour of text."""
    linergb: _Array[np.float32]
    """Colours of lines."""
    range: _Array[np.float32]
    """Ranges of the axes; computed from the data if the lower end is not below the upper one."""
    xformat: str
    """Number format of the horizontal axis."""
    yformat: str
    """Number format of the vertical axis."""
    minwidth: str
    """A text that specifies the minimum width of the vertical axis' labels."""
    title: str
    """Title."""
    xlabel: str
    """Label of the horizontal axis."""
    linename: Any
    """Names of lines."""
    legendoffset: _Whole
    """Lines by which the legend is scrolled."""
    subplot: _Whole
    """Selected subplot."""
    highlight: _Array[np.int32]
    """A pixel: if it is in the legend, its line is highlighted."""
    highlightid: _Whole
    """The line to highlight otherwise; −1 for none."""
    selection: float
    """Position of the selection line."""
    linepnt: _Array[np.int32]
    """Number of points of each line."""
    linedata: _Array[np.float32]
    """Coordinates of the points of each line."""
    xaxispixel: _Array[np.int32]
    """Range of the horizontal axis in pixels, from the renderer."""
    yaxispixel: _Array[np.int32]
    """Range of the vertical axis in pixels, from the renderer."""
    xaxisdata: _Array[np.float32]
    """Range of the horizontal axis, from the renderer."""
    yaxisdata: _Array[np.float32]
    """Range of the vertical axis, from the renderer."""

class MjvScene:
    """What is drawn of a model and its simulation at one moment."""
    def __init__(self, model: Optional[MjModel] = ..., maxgeom: _Int = ...) -> None: ...
    @property
    def camera(self) -> Tuple[MjvGLCamera, ...]: ...
    enabletransform: _Whole
    flags: _Array[np.uint8]
    flexedge: _Array[np.int32]
    flexedgeadr: _Array[np.int32]
    flexedgenum: _Array[np.int32]
    flexedgeopt: _Whole
    flexface: _Array[np.float32]
    flexfaceadr: _Array[np.int32]
    flexfacenum: _Array[np.int32]
    flexfaceopt: _Whole
    flexfaceused: _Array[np.int32]
    flexnormal: _Array[np.float32]
    flexskinopt: _Whole
    flextexcoord: _Array[np.float32]
    flexvert: _Array[np.float32]
    flexvertadr: _Array[np.int32]
    flexvertnum: _Array[np.int32]
    flexvertopt: _Whole
    framergb: _Array[np.float32]
    framewidth: _Whole
    geomorder: _Array[np.int32]
    @property
    def geoms(self) -> Tuple[MjvGeom, ...]: ...
    @property
    def lights(self) -> Tuple[MjvLight, ...]: ...
    @property
    def maxgeom(self) -> int: ...
    @property
    def nflex(self) -> int: ...
    ngeom: _Whole
    nlight: _Whole
    @property
    def nskin(self) -> int: ...
    rotate: _Array[np.float32]
    scale: float
    skinfacenum: _Array[np.int32]
    skinnormal: _Array[np.float32]
    skinvert: _Array[np.float32]
    skinvertadr: _Array[np.int32]
    skinvertnum: _Array[np.int32]
    status: _Whole
    stereo: _Whole
    translate: _Array[np.float32]

class MjrRect:
    """A rectangle of pixels, from the lower left."""
    def __init__(self, left: _Int, bottom: _Int, width: _Int, height: _Int) -> None: ...
    bottom: Any
    height: Any
    left: Any
    width: Any

class MjrContext:
    """The resources to render a model: its meshes and textures, the font, and frame buffers."""
    def __init__(self, model: MjModel = ..., fontscale: _Int = ...) -> None: ...
    def free(self) -> None:
        """Frees what the context has; it is safe to do so twice."""
    def __getattr__(self, name: str) -> Any: ...

class GLContext:
    """An invisible window of `max_width` by `max_height` pixels."""
    def __init__(self, max_width: _Int, max_height: _Int) -> None: ...
    def __enter__(self) -> GLContext: ...
    def __exit__(self, *error: Any) -> None: ...
    def free(self) -> None:
        """Frees the context; it is safe to call this twice."""
    def make_current(self) -> None:
        """Makes this the current context of the thread: rendering contexts created from now on have a window of its size."""

class Renderer:
    """Renders a model: `update_scene` takes the shapes of a simulation, `render` returns pixels."""
    def __init__(self, model: MjModel, height: _Int = ..., width: _Int = ..., max_geom: _Int = ..., font_scale: _Int = ...) -> None: ...
    def __enter__(self) -> Renderer: ...
    def __exit__(self, *error: Any) -> None: ...
    def close(self) -> None:
        """Frees the resources of the renderer; may be called twice."""
    def disable_depth_rendering(self) -> None:
        """Makes `render` return colours."""
    def disable_segmentation_rendering(self) -> None:
        """Makes `render` return colours."""
    def enable_depth_rendering(self) -> None:
        """Makes `render` return distances along the view direction [m]."""
    def enable_segmentation_rendering(self) -> None:
        """Makes `render` return ids and types of the visible objects."""
    @property
    def height(self) -> int: ...
    @property
    def model(self) -> MjModel: ...
    def render(self, *, out: Any = ...) -> NDArray[Any]:
        """The image, top row first: colours `(H, W, 3)`, distances `(H, W)`, or ids and types `(H, W, 2)`."""
    @property
    def scene(self) -> MjvScene: ...
    def update_scene(self, data: Any, camera: Union[str, _Int, MjvCamera, None] = ..., scene_option: Optional[MjvOption] = ...) -> None:
        """Updates the scene from a simulation."""
    @property
    def width(self) -> int: ...

class BatchRenderer:
    """Renders many simulations of one model at once, on all cores."""
    def __init__(self, model: MjModel, height: _Int = ..., width: _Int = ..., camera: Union[str, _Int, MjvCamera, None] = ..., max_geom: _Int = ..., scene_option: Optional[MjvOption] = ...) -> None: ...
    @property
    def height(self) -> int: ...
    @property
    def model(self) -> MjModel: ...
    def render(self, data: Any, camera: Union[str, _Int, MjvCamera, None] = ..., *, out: Any = ...) -> NDArray[Any]:
        """Colours of each simulation, `(N, H, W, 3)`, top row first."""
    def render_depth(self, data: Any, camera: Union[str, _Int, MjvCamera, None] = ..., *, out: Any = ...) -> NDArray[np.float32]:
        """Distances along the view direction [m] of each simulation, `(N, H, W)`."""
    def render_segmentation(self, data: Any, camera: Union[str, _Int, MjvCamera, None] = ..., *, out: Any = ...) -> NDArray[np.int32]:
        """Id and type (`mjtObj`) of the object at each pixel, `(N, H, W, 2)`; -1 for the background."""
    def set_flag(self, flag: _Int, value: Any) -> None:
        """Switches a rendering effect, `mjtRndFlag`: shadows, reflections, the skybox and others."""
    @property
    def width(self) -> int: ...

