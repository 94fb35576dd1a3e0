//! The compiled half of the Python module `synovia`.
//!
//! This half owns models and simulations, shares their memory with numpy without copying, and converts errors and
//! panics to Python exceptions. Names, classes and the rest are Python, in `python/synovia`.

mod active_set;
mod args;
mod cache;
mod callbacks;
mod calls;
mod data;
mod derivatives;
mod enter;
mod enumerations;
mod errors;
mod functions;
mod given;
mod host;
mod interface_messages;
mod last;
mod limits;
mod math_fixed;
mod math_long;
mod math_matrix;
mod math_scalar;
mod memory;
mod model;
mod pictures;
mod pixels;
mod plugins;
mod rays;
mod render_context;
mod rollout;
mod scene;
mod scene_functions;
mod schema;
mod solve;
mod spec;
mod stages;
mod state;
mod support;
mod text;
mod timer;
mod trial;
mod warnings;

use pyo3::prelude::*;

/// The contents of `synovia._synovia`; the package around it provides the public names.
#[pymodule]
mod _synovia {
    #[pymodule_export]
    use super::active_set::active_set;
    #[pymodule_export]
    use super::cache::{
        PyCache, mj_clearCache, mj_getCache, mj_getCacheCapacity, mj_getCacheSize,
        mj_setCacheCapacity,
    };
    #[pymodule_export]
    use super::callbacks::{_get_callback, _set_callback};
    #[pymodule_export]
    use super::data::PyData;
    #[pymodule_export]
    use super::derivatives::{mjd_inverseFD, mjd_quatIntegrate, mjd_subQuat, mjd_transitionFD};
    #[pymodule_export]
    use super::enumerations::enumerations;
    #[pymodule_export]
    use super::errors::{_caught_panics, FatalError, UnexpectedError};
    #[pymodule_export]
    use super::functions::{
        mj_fullM, mj_integratePos, mj_jac, mj_jacBody, mj_jacBodyCom, mj_jacGeom, mj_jacSite,
        mj_jacSubtreeCom, mj_mulM, mj_resetData, mj_resetDataKeyframe, mj_setConst, mj_solveM,
    };
    #[pymodule_export]
    use super::last::_last_xml;
    #[pymodule_export]
    use super::limits::{memory_limit, set_memory_limit, set_strict, strict};
    #[pymodule_export]
    use super::math_fixed::{
        mju_add3, mju_addScl3, mju_addTo3, mju_addToScl3, mju_axisAngle2Quat, mju_copy3, mju_copy4,
        mju_cross, mju_derivQuat, mju_dist3, mju_dot3, mju_eig3, mju_mat2Quat, mju_mat2Rot,
        mju_mulMatTVec3, mju_mulMatVec3, mju_mulPose, mju_mulQuat, mju_mulQuatAxis, mju_negPose,
        mju_negQuat, mju_norm3, mju_normalize3, mju_normalize4, mju_quat2Mat, mju_quat2Vel,
        mju_quatIntegrate, mju_quatZ2Vec, mju_rotVecQuat, mju_scl3, mju_sub3, mju_subFrom3,
        mju_subQuat, mju_transformSpatial, mju_trnVecPose, mju_unit4, mju_zero3, mju_zero4,
    };
    #[pymodule_export]
    use super::math_long::{
        mju_add, mju_addScl, mju_addTo, mju_addToScl, mju_cholFactor, mju_cholSolve,
        mju_cholUpdate, mju_dot, mju_mulMatTVec, mju_mulMatVec, mju_mulVecMatVec, mju_muscleBias,
        mju_muscleDynamics, mju_muscleGain, mju_norm, mju_normalize, mju_scl, mju_sqrMatTD,
        mju_sub, mju_subFrom, mju_sum,
    };
    #[pymodule_export]
    use super::math_matrix::{
        mju_euler2Quat, mju_mulMatMat, mju_mulMatMatT, mju_mulMatTMat, mju_transpose,
    };
    #[pymodule_export]
    use super::math_scalar::{
        mju_L1, mju_clip, mju_copy, mju_fill, mju_isBad, mju_isZero, mju_max, mju_min, mju_round,
        mju_sigmoid, mju_sign, mju_zero,
    };
    #[pymodule_export]
    use super::memory::ViewOwner;
    #[pymodule_export]
    use super::model::{
        ModelHandle, PyModel, blank, load_bytes, load_path, load_string, mj_id2name, mj_name2id,
        xml_dependencies,
    };
    #[pymodule_export]
    use super::pictures::PyPictures;
    #[pymodule_export]
    use super::plugins::{_plugin_names, _register_plugin};
    #[pymodule_export]
    use super::rays::{
        mj_geomDistance, mj_multiRay, mj_ray, mj_rayFlex, mj_rayHfield, mj_rayMesh, mju_rayGeom,
        mju_raySkin,
    };
    #[pymodule_export]
    use super::render_context::PyRenderContext;
    #[pymodule_export]
    use super::rollout::RolloutPool;
    #[pymodule_export]
    use super::scene::{PyScene, scene_default, scene_fields};
    #[pymodule_export]
    use super::scene_functions::{
        add_geoms, aligned_to_camera, connector, frame_of_camera, free_camera, frustum_height,
        frustum_of_camera, init_geom, init_perturb, make_lights, mean_camera, mean_eye,
        move_camera, move_model, move_perturb, perturb_force, perturb_pose, room_pose, select,
        update_camera, update_scene, update_skin,
    };
    #[pymodule_export]
    use super::schema::{grammar, schema, spec_schema};
    #[pymodule_export]
    use super::solve::{mj_constraintUpdate, mju_boxQP, set_length_range};
    #[pymodule_export]
    use super::spec::PySpec;
    #[pymodule_export]
    use super::spec::handle::Handle;
    #[pymodule_export]
    use super::stages::{
        mj_Euler, mj_RungeKutta, mj_camlight, mj_checkAcc, mj_checkPos, mj_checkVel, mj_collision,
        mj_comPos, mj_comVel, mj_compareFwdInv, mj_crb, mj_energyPos, mj_energyVel, mj_factorM,
        mj_flex, mj_forward, mj_forwardSkip, mj_fwdAcceleration, mj_fwdActuation, mj_fwdConstraint,
        mj_fwdKinematics, mj_fwdPosition, mj_fwdVelocity, mj_implicit, mj_invConstraint,
        mj_invPosition, mj_invVelocity, mj_inverse, mj_inverseSkip, mj_island, mj_kinematics,
        mj_makeConstraint, mj_makeM, mj_passive, mj_projectConstraint, mj_referenceConstraint,
        mj_rne, mj_rnePostConstraint, mj_sensorAcc, mj_sensorPos, mj_sensorVel, mj_step, mj_step1,
        mj_step2, mj_subtreeVel, mj_tendon, mj_transmission,
    };
    #[pymodule_export]
    use super::state::{
        mj_copyData, mj_copyState, mj_extractState, mj_getState, mj_setKeyframe, mj_setState,
        mj_stateSize,
    };
    #[pymodule_export]
    use super::support::{
        mj_applyFT, mj_contactForce, mj_differentiatePos, mj_isDual, mj_isPyramidal, mj_isSparse,
        mj_jacDot, mj_jacPointAxis, mj_mulJacTVec, mj_mulJacVec, mj_mulM2, mj_normalizeQuat,
        mj_objectAcceleration, mj_objectVelocity, mj_readCtrl, mj_readSensor, mj_solveM2,
        qfrc_frictionloss,
    };

    use super::{Bound, PyModule, PyResult};
    use pyo3::types::PyModuleMethods;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
