//! Derivative of the bias force with respect to velocity.
//!
//! Let `w_j` be the velocity just after the joint of dof `j`: that of the frame in which the following axes rotate. A
//! change of `q̇_j` changes the velocity of each body that `j` moves by `S_j` and, through the rates `Ṡ_i = v × S_i` of all
//! later axes, its acceleration:
//!
//! ```text
//! ∂v_b/∂q̇_j = S_j                                                                              (1)
//! ∂a_b/∂q̇_j = Ṡ_j + Σ_i (S_j × S_i) q̇_i = Ṡ_j + S_j × (v_b − w_j) = u_j − v_b × S_j            (2)
//! u_j = Ṡ_j + w_j × S_j                                                                        (3)
//! ```
//!
//! `i` runs over the dofs between the joint of `j` and `b`. With `f_b = I_b a_b + v_b ×* I_b v_b`
//!
//! ```text
//! ∂f_b/∂q̇_j = I_b u_j + C_b S_j
//! C_b x = −I_b (v_b × x) + x ×* (I_b v_b) + v_b ×* (I_b x)                                     (4)
//! ```
//!
//! Both parts are linear in the quantities of the body, so composites can be used: `Σ_b` replaces `I_b` by the composite
//! inertia and `C_b` by its own sum.

use synovia_math::{Inertia10, Spatial};
use synovia_model::Model;
use synovia_model::enums::JointType;

use super::Smooth;
use super::mat6::Mat6;
use crate::sleep::visit::Visit;

/// The part of the derivative that is not a matrix per body.
#[derive(Clone, Copy, Debug)]
pub struct AxisRates<'a> {
    /// Composite inertias.
    pub inertia: &'a [Inertia10],
    /// `u_j` of each dof, equation (3).
    pub rates: &'a [Spatial],
}

/// Subtracts `C_b` of equation (4) from the matrix of each body.
pub fn bodies(at: &Smooth<'_>, who: impl Visit, out: &mut [Mat6]) {
    for b in who.bodies() {
        let inertia = &at.com.cinert[b];
        let v = &at.vel.cvel[b];
        let momentum = inertia.mul_vec(v);
        out[b.index()] -= Mat6::from_map(|x| {
            let turned = x.cross_force(&momentum) + v.cross_force(&inertia.mul_vec(x));
            turned - inertia.mul_vec(&v.cross_motion(x))
        });
    }
}

/// Computes `u_j`, equation (3).
pub fn axis_rates(model: &Model, at: &Smooth<'_>, who: impl Visit, out: &mut [Spatial]) {
    let (cdof, qvel) = (at.com.cdof.rows(), at.state.qvel.rows());
    for b in who.bodies() {
        let mut v = at.vel.cvel[model.body.parentid[b]];
        for j in model.body.joints(b) {
            let dofs = model.joint.dofs(j).range();
            let mut turns = dofs.clone();
            if model.joint.type_[j] == JointType::Free {
                // translations along world axes: no axis rotates with them
                let shifts = dofs.start..dofs.start + 3;
                turns = dofs.start + 3..dofs.end;
                out[shifts.clone()].fill(Spatial::ZERO);
                v += Spatial::combine(&cdof[shifts.clone()], &qvel[shifts]);
            }
            v += Spatial::combine(&cdof[turns.clone()], &qvel[turns.clone()]);
            for i in turns {
                out[i] = at.vel.cdof_dot.rows()[i] + v.cross_motion(&cdof[i]);
            }
        }
    }
}
