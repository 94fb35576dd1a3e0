//! Smooth acceleration: the acceleration without constraints.
//!
//! ```text
//! qfrc_smooth = qfrc_passive − qfrc_bias + qfrc_applied + qfrc_actuator + Jᵀ xfrc_applied      (1)
//! qacc_smooth = M⁻¹ qfrc_smooth                                                                (2)
//! ```

use synovia_math::{Vec3, wide};
use synovia_model::Model;
use synovia_model::id::BodyId;

use crate::data::{ComFrame, Forces, InertiaGroup, Kin, State};
use crate::position::jacobian::{BodyPoint, apply_wrench};
use crate::sleep::visit::Visit;
use crate::workspace::Workspace;

/// Sum of all forces except constraints, and the resulting acceleration.
///
/// Reads `state`, `kin`, `com`, `inertia`, and the parts of `force`; writes `force.qfrc_smooth`, `force.qacc_smooth`.
#[doc(alias = "mj_fwdAcceleration")]
pub(crate) fn acceleration(
    model: &Model,
    state: &State,
    kin: &Kin,
    com: &ComFrame,
    inertia: &InertiaGroup,
    work: &mut Workspace,
    force: &mut Forces,
) {
    let Workspace {
        awake, elimination, ..
    } = work;
    if let Some(who) = awake.listed(model) {
        // some trees sleep: equation (1) at the dofs that are awake
        for i in who.dofs() {
            force.qfrc_smooth[i] = force.qfrc_passive[i] - force.qfrc_bias[i]
                + state.qfrc_applied[i]
                + force.qfrc_actuator[i];
        }
        // a program may have applied a force to a sleeping body since it was found to rest
        let out = force.qfrc_smooth.rows_mut();
        match awake.skipped(model) {
            Some(who) if awake.sleepers.have_no_wrench(state) => {
                add_wrenches(model, state, kin, com, who.bodies(), out);
            }
            _ => add_applied_wrenches(model, state, kin, com, out),
        }
        // equation (2), for awake rows of the factor
        for i in who.dofs() {
            force.qacc_smooth[i] = force.qfrc_smooth[i];
        }
        let qacc = force.qacc_smooth.rows_mut();
        return elimination.solve(
            model,
            awake,
            qacc,
            inertia.qld.rows(),
            inertia.qld_diag_inv.rows(),
        );
    }
    // equation (1)
    wide!(_simd => {
        let terms = force.qfrc_passive.iter().zip(&force.qfrc_bias);
        let terms = terms.zip(state.qfrc_applied.iter().zip(&force.qfrc_actuator));
        for (sum, ((passive, bias), (applied, actuator))) in force.qfrc_smooth.iter_mut().zip(terms)
        {
            // order: as in equation (1)
            *sum = passive - bias + applied + actuator;
        }
    });
    // equation (2)
    add_applied_wrenches(model, state, kin, com, force.qfrc_smooth.rows_mut());
    force.qacc_smooth.copy_from(&force.qfrc_smooth);
    elimination.solve(
        model,
        awake,
        force.qacc_smooth.rows_mut(),
        inertia.qld.rows(),
        inertia.qld_diag_inv.rows(),
    );
}

/// Adds the generalised force of `xfrc_applied`, which acts at the centres of mass.
#[doc(alias = "mj_xfrcAccumulate")]
pub fn add_applied_wrenches(
    model: &Model,
    state: &State,
    kin: &Kin,
    com: &ComFrame,
    out: &mut [f64],
) {
    // most simulations have no applied force: all bits are zero, except those of signs
    let numbers = state.xfrc_applied.rows().as_flattened();
    let any = wide!(_simd => numbers.iter().fold(0, |any, x| any | x.to_bits() << 1));
    if any == 0 {
        return;
    }
    add_wrenches(model, state, kin, com, model.body.ids().skip(1), out);
}

/// [`add_applied_wrenches`] of some bodies.
fn add_wrenches(
    model: &Model,
    state: &State,
    kin: &Kin,
    com: &ComFrame,
    bodies: impl Iterator<Item = BodyId>,
    out: &mut [f64],
) {
    for b in bodies {
        // most bodies have no applied force
        let wrench = state.xfrc_applied[b];
        if wrench == [0.0; 6] {
            continue;
        }
        let [fx, fy, fz, tx, ty, tz] = wrench;
        let (force, torque) = (Vec3::new(fx, fy, fz), Vec3::new(tx, ty, tz));
        apply_wrench(
            model,
            com,
            BodyPoint::new(b, kin.xipos[b]),
            force,
            torque,
            out,
        );
    }
}
