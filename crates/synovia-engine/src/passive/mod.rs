//! Passive forces: springs, dampers, gravity compensation, fluids.
//!
//! ```text
//! qfrc_passive = qfrc_spring + qfrc_damper + qfrc_fluid + qfrc_gravcomp
//! ```
//!
//! Gravity compensation of joints that hand it to their actuators is left out of the sum. With springs and dampers both
//! switched off there is no passive force at all.

pub mod ellipsoid;
pub mod flex;
pub mod fluid;
pub mod gravcomp;
pub mod inertia_box;
pub mod spring;

use synovia_math::kernel;
use synovia_model::Model;
use synovia_model::enums::Disable;

use crate::data::Data;
use crate::scratch::Need;

/// Temporaries of [`passive`].
pub fn scratch_len(model: &Model) -> Need {
    flex::scratch_len(model)
}

/// All passive forces.
///
/// Reads `state`, `kin`, `com`, `tendon`, `vel`; writes the passive columns of `force`.
#[doc(alias = "mj_passive")]
pub fn passive(model: &Model, data: &mut Data) {
    let Data {
        state,
        kin,
        com,
        tendon,
        vel,
        force,
        scratch,
        ..
    } = data;
    for column in [
        &mut force.qfrc_spring,
        &mut force.qfrc_damper,
        &mut force.qfrc_gravcomp,
        &mut force.qfrc_fluid,
        &mut force.qfrc_passive,
    ] {
        column.rows_mut().fill(0.0);
    }
    if model.opt.disabled(Disable::SPRING) && model.opt.disabled(Disable::DAMPER) {
        return;
    }

    spring::joint_springs(model, state, force.qfrc_spring.rows_mut());
    spring::dof_dampers(model, state, force.qfrc_damper.rows_mut());
    if !model.flex.is_empty() {
        let scene = flex::Scene {
            state,
            kin,
            com,
            vel,
        };
        let (spring, damper) = (force.qfrc_spring.rows_mut(), force.qfrc_damper.rows_mut());
        flex::flexes(
            model,
            &scene,
            spring,
            damper,
            scratch.frame(scratch_len(model)),
        );
    }
    spring::tendon_springs(model, tendon, force.qfrc_spring.rows_mut());
    spring::tendon_dampers(model, tendon, vel, force.qfrc_damper.rows_mut());
    let compensated =
        gravcomp::gravity_compensation(model, kin, com, force.qfrc_gravcomp.rows_mut());
    let in_fluid = fluid::fluid(model, kin, com, vel, force.qfrc_fluid.rows_mut());

    let total = force.qfrc_passive.rows_mut();
    kernel::add_to(total, force.qfrc_spring.rows());
    kernel::add_to(total, force.qfrc_damper.rows());
    if in_fluid {
        kernel::add_to(total, force.qfrc_fluid.rows());
    }
    if compensated {
        for i in model.dof.ids() {
            if model.joint.actgravcomp[model.dof.jntid[i]] == 0 {
                total[i.index()] += force.qfrc_gravcomp[i];
            }
        }
    }
}
