//! `Data` and the step: everything that follows from the state of a model, stage by stage.
//!
//! Every stage is a free function in a module named after it. Its public form takes `(&Model, &mut Data)`; inside it
//! borrows the groups of [`Data`] that it reads and mutably borrows the one it fills. The header of each module states in
//! mathematics what is computed. Nothing here reads files or prints; warnings are counted in `data.diag`, and a call that
//! cannot continue returns an error.

mod acceleration;
mod actuation;
pub mod callback;
mod collision;
mod constraint;
pub mod data;
pub mod derivative;
pub mod distance;
mod energy;
mod error;
mod flex;
mod forward;
pub mod gate;
mod history;
mod integrate;
mod inverse;
mod island;
mod outcome;
mod passive;
pub mod plugin;
mod position;
mod post_constraint;
pub mod probe;
mod query;
pub mod ray;
mod reset;
mod row_buffer;
mod scratch;
mod sensor;
pub mod set_const;
pub mod sleep;
mod solver;
pub mod stage;
mod step;
mod support;
mod tendon;
mod transmission;
mod velocity;
mod workspace;

use synovia_model::Model;
use synovia_model::enums::Jacobian;

pub use actuation::{is_disabled, muscle};
pub use constraint::project::is_dual;
pub use data::Data;
pub use error::{EngineError, SizeMismatch};
pub use flex::vertices::basis;
pub use forward::{Sensing, forward, forward_from};
pub use inverse::{InverseError, inverse, inverse_from};
pub use outcome::{BadNumber, StepOutcome};
pub use position::jacobian;
pub use query::PointJacobian;
pub use step::{step, step1, step2};

/// Products with the joint-space inertia `M` and its inverse, and the force that produces a motion.
pub mod inertia {
    pub use crate::acceleration::add_applied_wrenches;
    pub use crate::position::inertia::{mul_m, pattern, solve_m};
    pub use crate::support::inertia::{add_m, full_m, mul_m2};
    pub use crate::velocity::rne::motion_force;
}

/// Contact forces, and constraint rows evaluated at a given acceleration.
pub mod contact {
    pub use crate::collision::policy::Policy;
    pub use crate::collision::{capacity, narrow, set_policy};
    pub use crate::constraint::contact_force::{contact_force, decode_pyramid, encode_pyramid};
    pub use crate::constraint::friction::qfrc_frictionloss;
    pub use crate::constraint::update::update_rows;
}

/// Velocities and accelerations of bodies, geoms, sites and cameras.
pub mod object {
    pub use crate::position::kinematics::Attached;
    pub use crate::post_constraint::object_acceleration;
    pub use crate::velocity::object::{Frame, Object, object_velocity};
}

/// States: the state of a saved run, keyframes, and arithmetic of positions.
pub mod state {
    pub use crate::history::Ring;
    pub use crate::integrate::integrate_pos;
    pub use crate::support::keyframe::reset_to_key;
    pub use crate::support::position::{differentiate_pos, normalize_quats};
    pub use crate::support::state::{StateError, copy_state, get_state, set_state, state_size};
}

/// True if Jacobians are stored as sparse rows: by option, or automatically from 60 dofs on.
#[doc(alias = "mj_isSparse")]
#[inline]
pub fn is_sparse(model: &Model) -> bool {
    match model.opt.jacobian {
        Jacobian::Sparse => true,
        Jacobian::Auto => model.dof.len() >= 60,
        _ => false,
    }
}

/// The largest need of any stage for temporaries.
fn scratch_len(model: &Model) -> scratch::Need {
    tendon::scratch_len(model)
        .or(transmission::scratch_len(model))
        .or(velocity::rne::scratch_len(model))
        .or(actuation::scratch_len(model))
        .or(constraint::scratch_len(model))
        .or(flex::scratch_len(model))
        .or(passive::scratch_len(model))
        .or(velocity::subtree::scratch_len(model))
        .or(energy::scratch_len(model))
        .or(ray::scratch_len(model))
        .or(derivative::scratch_len(model))
        .or(inverse::scratch_len(model, 0))
}

/// True for a number that indicates a diverged simulation: NaN, or larger than 1e10.
#[doc(alias = "mju_isBad")]
#[inline]
pub fn is_bad(x: f64) -> bool {
    x.is_nan() | (x.abs() > MAX_VAL)
}

/// A number in the state above this is treated as bad.
#[doc(alias = "mjMAXVAL")]
pub const MAX_VAL: f64 = 1e10;
