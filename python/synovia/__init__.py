"""Synovia: a physics engine that computes what MuJoCo computes, under MuJoCo's own names.

    import synovia
    model = synovia.MjModel.from_xml_path("arm.xml")
    model.body("hand").mass = 0.4
"""

from synovia import _constants
from synovia._constants import *  # noqa: F403 - every constant is public
from synovia._data import MjContact, MjData, MjSolverStat, MjTimerStat, MjWarningStat, mj_copyData
from synovia._enums import ENUMS
from synovia._model import MjModel, mj_getTotalmass, mj_id2name, mj_name2id, mj_saveModel, mj_sizeModel
from synovia._options import MjOption, MjStatistic, MjVisual, MjVisualHeadlight, MjVisualRgba
from synovia._synovia import (
    FatalError,
    UnexpectedError,
    __version__,
    mj_camlight,
    mj_comPos,
    mj_comVel,
    mj_factorM,
    mj_fullM,
    mj_fwdAcceleration,
    mj_fwdActuation,
    mj_fwdConstraint,
    mj_fwdVelocity,
    mj_getState,
    mj_integratePos,
    mj_jac,
    mj_jacBody,
    mj_jacBodyCom,
    mj_jacGeom,
    mj_jacSite,
    mj_jacSubtreeCom,
    mj_kinematics,
    mj_makeConstraint,
    mj_makeM,
    mj_mulM,
    mj_passive,
    mj_referenceConstraint,
    mj_resetData,
    mj_resetDataKeyframe,
    mj_setConst,
    mj_setKeyframe,
    mj_setState,
    mj_solveM,
    mj_stateSize,
    mj_subtreeVel,
    mj_tendon,
    mj_transmission,
)

globals().update(ENUMS)


def mj_version():
    """The version of MuJoCo that this module follows, as a number: 3.5.0 is 3005000."""
    return _constants.mjVERSION_HEADER


def mj_versionString():
    """The version of MuJoCo that this module follows."""
    return "3.5.0"


__all__ = [name for name in dir() if name.startswith(("mj", "Mj"))]
__all__ += ["FatalError", "UnexpectedError", "__version__"]
