//! Gravity compensation: a force at the centre of mass that cancels a part of the weight.
//!
//! ```text
//! qfrc_gravcomp = Σ_b J_bᵀ (−γ_b m_b g)                                                        (1)
//! ```
//!
//! with `γ_b` the compensated share of the weight, `body.gravcomp`, and `J_b` the Jacobian of the centre of mass.

use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::enums::Disable;

use crate::data::{ComFrame, Kin};
use crate::position::jacobian::{BodyPoint, apply_wrench};
use crate::sleep::visit::Visit;

/// True if gravity acts and some body is compensated.
pub(crate) fn is_active(model: &Model) -> bool {
    model.size.ngravcomp > 0
        && !model.opt.disabled(Disable::GRAVITY)
        && model.opt.gravity.norm() != 0.0
}

/// Adds equation (1) of all bodies to `out`; returns true if some body is compensated.
pub(crate) fn gravity_compensation(
    model: &Model,
    kin: &Kin,
    com: &ComFrame,
    who: impl Visit,
    out: &mut [f64],
) -> bool {
    if !is_active(model) {
        return false;
    }
    let mut any = false;
    for b in who.bodies() {
        let share = model.body.gravcomp[b];
        if share == 0.0 {
            continue;
        }
        any = true;
        // equation (1): the force at the centre of mass, mapped to the dofs that move the body
        let lift = model.opt.gravity * -(model.body.mass[b] * share);
        apply_wrench(
            model,
            com,
            BodyPoint::new(b, kin.xipos[b]),
            lift,
            Vec3::ZERO,
            out,
        );
    }
    any
}
