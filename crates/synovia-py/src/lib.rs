//! The compiled half of the Python module `synovia`.
//!
//! This half owns models and simulations, lends their memory to numpy without a copy, and turns errors and panics
//! into Python exceptions. Names, classes and everything else that Python says better lives in `python/synovia`.

mod data;
mod errors;
mod functions;
mod memory;
mod model;
mod schema;
mod state;

use pyo3::prelude::*;

/// What `synovia._synovia` offers; the package around it gives it its public names.
#[pymodule]
mod _synovia {
    #[pymodule_export]
    use super::data::PyData;
    #[pymodule_export]
    use super::errors::{FatalError, UnexpectedError};
    #[pymodule_export]
    use super::functions::{
        mj_camlight, mj_comPos, mj_comVel, mj_factorM, mj_fullM, mj_fwdAcceleration,
        mj_fwdActuation, mj_fwdConstraint, mj_fwdVelocity, mj_integratePos, mj_jac, mj_jacBody,
        mj_jacBodyCom, mj_jacGeom, mj_jacSite, mj_jacSubtreeCom, mj_kinematics, mj_makeConstraint,
        mj_makeM, mj_mulM, mj_passive, mj_referenceConstraint, mj_resetData, mj_resetDataKeyframe,
        mj_setConst, mj_solveM, mj_subtreeVel, mj_tendon, mj_transmission,
    };
    #[pymodule_export]
    use super::memory::Keeper;
    #[pymodule_export]
    use super::model::{ModelHandle, PyModel, blank, load_bytes, load_path, load_string};
    #[pymodule_export]
    use super::schema::schema;
    #[pymodule_export]
    use super::state::{mj_getState, mj_setKeyframe, mj_setState, mj_stateSize};

    use super::{Bound, PyModule, PyResult};
    use pyo3::types::PyModuleMethods;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
