//! Constants: the fields of a model that are derived from its other fields.
//!
//! [`set_structure`] derives structure from the tree alone: chains of dofs, kinematic trees, patterns of sparse matrices.
//! [`set_const`] derives numbers: from the masses (`fixed`), at the reference pose (`reference`), for the whole model
//! (`statistics`), and at the pose where springs rest. [`set_length_range`] finds the length ranges of actuators.
//! [`set_hulls`] measures meshes.
//!
//! The compiler calls all of them; call them again after changing a field from which they derive constants.

mod fixed;
mod flex;
mod hulls;
mod length_range;
mod reference;
mod statistics;
pub(crate) mod structure;

pub use hulls::set_hulls;
pub use length_range::{
    LengthRangeError, LengthRangeOptions, set_length_range, set_length_range_of,
};
pub use structure::{set_structure, set_trees};

use synovia_model::Model;
use synovia_model::id::{BodyId, FlexId, TendonId, TreeId};

use crate::data::{Data, EngineError};
use crate::gate;
use crate::position::{com, kinematics};
use crate::{tendon, transmission};

/// Why constants cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConstError {
    /// The gate refuses the model.
    #[error("{0}")]
    Refused(EngineError),
    /// A moving body needs mass.
    #[error("body {body} moves but has no mass")]
    Massless {
        /// The body.
        body: BodyId,
    },
    /// A sheet whose strain is constrained must be planar at rest.
    #[error("the vertices of flex {flex} are not in one plane")]
    FlexNotPlanar {
        /// The flex.
        flex: FlexId,
    },
    /// The user allows a tree to sleep, but a tendon connects it to others.
    #[error("tree {tree} may not sleep: tendon {tendon} {}", tie(*many))]
    SleepRefused {
        /// The tree.
        tree: TreeId,
        /// The tendon that connects it.
        tendon: TendonId,
        /// True if the tendon spans more than two trees.
        many: bool,
    },
}

/// How a tendon keeps a tree awake.
const fn tie(many: bool) -> &'static str {
    if many {
        "spans more than two trees"
    } else {
        "connects it to another tree by a spring or damper"
    }
}

/// Sets every constant that does not need simulation.
///
/// Writes `body.subtreemass`, `body.invweight0`, `dof.m0`, `dof.length`, `dof.invweight0`, the tree, tendon, actuator,
/// camera, light and equality columns named after the reference pose, and `stat`; replaces the damping ratio of position
/// actuators by damping.
#[doc(alias = "mj_setConst")]
pub fn set_const(model: &mut Model) -> Result<(), ConstError> {
    forget(model);
    if let Some(error) = gate::refusal_of(model) {
        return Err(ConstError::Refused(error));
    }
    // constants that need no pose
    fixed::set_fixed(model)?;
    flex::set_structure(model)?;
    let mut data = Data::new(model);
    if let Some(error) = data.diag.error.take() {
        return Err(ConstError::Refused(error));
    }
    // constants that need kinematics, computed in a temporary simulation
    compute(model, &mut data)
}

/// [`set_const`], computed in a given simulation of the model, which is left at the pose where springs rest. Both must have
/// passed the gate.
pub fn set_const_with(model: &mut Model, data: &mut Data) -> Result<(), ConstError> {
    // sleeping trees would be skipped, and flexes change the structure: both need a new simulation
    if data.asleep() > 0 || !model.flex.is_empty() {
        set_const(model)?;
        set_springs(model, data);
        return Ok(());
    }
    forget(model);
    fixed::set_fixed(model)?;
    compute(model, data)?;
    data.work.gate.known = model.structure();
    data.work.awake.sleepers.recorded = false;
    Ok(())
}

/// Clears columns that are set below and are zero in a new model.
fn forget(model: &mut Model) {
    if !model.tendon.is_empty() {
        model.tendon.treeid.rows_mut().fill([TreeId::NONE; 2]);
    }
    if !model.flex.is_empty() {
        flex::forget(model);
    }
}

/// The constants that need kinematics.
fn compute(model: &mut Model, data: &mut Data) -> Result<(), ConstError> {
    reference::set_reference(model, data)?;
    statistics::set_statistics(model, data);
    set_springs(model, data);
    Ok(())
}

/// Rest lengths of tendons that leave them open (−1, −1): their length at the pose where joint springs rest.
fn set_springs(model: &mut Model, data: &mut Data) {
    data.state.qpos.copy_from(&model.qpos_spring);
    // tendon lengths at `qpos_spring`
    kinematics::kinematics(model, data);
    com::com_pos(model, &data.kin, &mut data.com, &data.work.awake);
    tendon::tendons(model, data);
    transmission::transmission(model, data);
    for t in model.tendon.ids() {
        if model.tendon.lengthspring[t] == [-1.0, -1.0] {
            model.tendon.lengthspring[t] = [data.tendon.length[t]; 2];
        }
    }
}
