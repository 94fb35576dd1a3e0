//! `Data` and the step: what follows from the state of a model, stage by stage.
//!
//! Every stage is a free function in a module named after it. Its public form takes `(&Model, &mut Data)`; inside it
//! borrows the groups of [`Data`] that it reads and mutably borrows the one it fills. The header of each module says in
//! mathematics what is computed. Nothing here reads files, prints or fails: trouble while stepping is counted in
//! `data.diag`.

pub mod actuation;
pub mod data;
pub mod passive;
pub mod position;
pub mod scratch;
pub mod set_const;
pub mod tendon;
pub mod transmission;

use synovia_model::Model;
use synovia_model::enums::Jacobian;

pub use data::Data;

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

/// The largest need of any stage for temporaries.
pub fn scratch_len(model: &Model) -> scratch::Need {
    tendon::scratch_len(model).or(transmission::scratch_len(model))
}
