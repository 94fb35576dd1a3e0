//! `Data` and the step: what follows from the state of a model, stage by stage.
//!
//! Every stage is a free function in a module named after it. Its public form takes `(&Model, &mut Data)`; inside it
//! borrows the groups of [`Data`] that it reads and mutably borrows the one it fills. The header of each module says in
//! mathematics what is computed. Nothing here reads files, prints or fails: warnings and errors of a step are
//! in `data.diag`.

pub mod acceleration;
pub mod actuation;
pub mod collision;
pub mod constraint;
pub mod data;
pub mod derivative;
pub mod distance;
pub mod energy;
pub mod flex;
pub mod forward;
pub mod gate;
pub mod history;
pub mod integrate;
pub mod inverse;
pub mod island;
pub mod passive;
pub mod position;
pub mod post_constraint;
pub mod probe;
pub mod ray;
mod reset;
pub mod row_buffer;
pub mod scratch;
pub mod sensor;
pub mod set_const;
pub mod sleep;
pub mod solver;
pub mod step;
pub mod support;
pub mod tendon;
pub mod transmission;
pub mod velocity;
mod workspace;

use synovia_model::Model;
use synovia_model::enums::Jacobian;

pub use data::Data;
pub use forward::forward;
pub use inverse::inverse;
pub use step::{step, step1, step2};

/// True if Jacobians are stored as sparse rows: on demand, or automatically from 60 dofs on.
#[doc(alias = "mj_isSparse")]
#[inline]
pub fn is_sparse(model: &Model) -> bool {
    match model.opt.jacobian {
        Jacobian::Sparse => true,
        Jacobian::Auto => model.dof.len() >= 60,
        _ => false,
    }
}

/// Room for the temporaries of any stage.
pub fn scratch_len(model: &Model) -> scratch::Need {
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

/// True for a number that marks a diverged simulation: NaN, or larger than 1e10.
#[doc(alias = "mju_isBad")]
#[inline]
pub fn is_bad(x: f64) -> bool {
    x.is_nan() | (x.abs() > MAX_VAL)
}

/// Above this a number in the state counts as bad.
#[doc(alias = "mjMAXVAL")]
pub const MAX_VAL: f64 = 1e10;
