//! Constants: what a model holds that follows from the rest of it.
//!
//! [`set_structure`] derives the shape of things from the tree alone: chains of dofs, kinematic trees, where the entries of
//! sparse matrices are. [`set_const`] derives numbers: from the masses (`fixed`), at the reference pose (`reference`), about
//! the whole (`statistics`), and at the pose where springs rest. [`set_length_range`] finds how far actuators can move.
//! [`set_hulls`] measures meshes.
//!
//! The compiler calls all of them; they are called again after a change of what they were derived from.

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
use crate::gate::Admitted;
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
    /// A sheet whose strain is constrained has to lie in a plane at rest.
    #[error("the vertices of flex {flex} are not in one plane")]
    FlexNotPlanar {
        /// The flex.
        flex: FlexId,
    },
    /// A tree that the user allows to sleep is tied to others.
    #[error("tree {tree} may not sleep: tendon {tendon} {}", tie(*many))]
    SleepRefused {
        /// The tree.
        tree: TreeId,
        /// The tendon that ties it.
        tendon: TendonId,
        /// The tendon spans more than two trees.
        many: bool,
    },
}

/// How a tendon keeps a tree awake.
const fn tie(many: bool) -> &'static str {
    if many {
        "spans more than two trees"
    } else {
        "ties it to another tree by a spring or damper"
    }
}

/// Sets every constant that does not need simulation.
///
/// Writes `body.subtreemass`, `body.invweight0`, `dof.m0`, `dof.length`, `dof.invweight0`, the tree, tendon, actuator, camera,
/// light and equality columns named after the reference pose, `stat`, and turns the damping ratio of position actuators into
/// damping.
#[doc(alias = "mj_setConst")]
pub fn set_const(model: &mut Model) -> Result<(), ConstError> {
    forget(model);
    if let Some(error) = gate::refusal_of(model) {
        return Err(ConstError::Refused(error));
    }
    fixed::set_fixed(model)?;
    flex::set_structure(model)?;
    let mut data = Data::new(model);
    if let Some(error) = data.diag.error.take() {
        return Err(ConstError::Refused(error));
    }
    compute(model, &mut data)
}

/// [`set_const`], computed with a simulation of the model, which is left at the pose where springs rest. The gate must be open
/// for both.
pub fn set_const_with(model: &mut Model, data: &mut Data) -> Result<(), ConstError> {
    // trees that sleep would be left out, and flexes change the structure
    if data.asleep() > 0 || !model.flex.is_empty() {
        set_const(model)?;
        set_springs(model, data);
        return Ok(());
    }
    forget(model);
    fixed::set_fixed(model)?;
    compute(model, data)?;
    data.work.gate.known = model.structure();
    Ok(())
}

/// What is set below, and was zero before the first time.
fn forget(model: &mut Model) {
    if !model.tendon.is_empty() {
        model.tendon.treeid.rows_mut().fill([TreeId::NONE; 2]);
    }
    if !model.flex.is_empty() {
        flex::forget(model);
    }
}

/// What needs kinematics.
fn compute(model: &mut Model, data: &mut Data) -> Result<(), ConstError> {
    reference::set_reference(model, data)?;
    statistics::set_statistics(model, data);
    set_springs(model, data);
    Ok(())
}

/// Rest lengths of tendons that have none (−1, −1): their length where joint springs rest.
fn set_springs(model: &mut Model, data: &mut Data) {
    data.state.qpos.copy_from(&model.qpos_spring);
    let at = &mut Admitted::unchecked(model, data);
    kinematics::kinematics(at);
    let (_, parts) = at.parts();
    com::com_pos(model, &parts.kin, &mut parts.com, &parts.work.awake);
    tendon::tendons(at);
    transmission::transmission(at);
    for t in model.tendon.ids() {
        if model.tendon.lengthspring[t] == [-1.0, -1.0] {
            model.tendon.lengthspring[t] = [data.tendon.length[t]; 2];
        }
    }
}
