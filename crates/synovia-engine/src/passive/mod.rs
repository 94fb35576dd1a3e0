//! Passive forces: springs, dampers, gravity compensation, fluids.
//!
//! ```text
//! qfrc_passive = qfrc_spring + qfrc_damper + qfrc_fluid + qfrc_gravcomp + forces of plugins
//! ```
//!
//! Gravity compensation that is part of the actuator force (`actgravcomp`) is excluded from the sum. If springs and dampers
//! are both disabled there are no passive forces.

pub(crate) mod ellipsoid;
pub(crate) mod flex;
pub(crate) mod fluid;
pub(crate) mod gravcomp;
pub(crate) mod inertia_box;
pub(crate) mod spring;

use synovia_math::{kernel, wide};
use synovia_model::Model;
use synovia_model::enums::{Disable, SleepState};

use crate::callback;
use crate::data::{ComFrame, Contact, Data, Forces, Islands, Kin, State, TendonGroup, Velocities};
use crate::gate::Admitted;
use crate::plugin::instances::{self, Ask};
use crate::scratch::{Need, ScratchBuffer};
use crate::sleep::object;
use crate::sleep::visit::{Visit, visiting};
use crate::workspace::Workspace;

/// Temporaries of [`passive`].
pub(crate) fn scratch_len(model: &Model) -> Need {
    flex::scratch_len(model)
}

/// The groups that [`passive_of`] reads.
#[derive(Clone, Copy, Debug)]
struct Inputs<'a> {
    /// Positions and velocities of joints.
    state: &'a State,
    /// Poses.
    kin: &'a Kin,
    /// Motion axes.
    com: &'a ComFrame,
    /// Lengths and rates of tendons.
    tendon: &'a TendonGroup,
    /// Velocities of bodies and tendons.
    vel: &'a Velocities,
    /// Sleep states.
    island: &'a Islands,
}

/// All passive forces.
///
/// Takes the [`Admitted`] because a callback and plugins add forces to those of [`passive_of`], and may stop the call.
#[doc(alias = "mj_passive")]
pub(crate) fn passive(at: &mut Admitted<'_>) {
    let (model, data) = at.parts();
    let Data {
        state,
        kin,
        com,
        tendon,
        vel,
        force,
        contact,
        island,
        work: Workspace { scratch, awake, .. },
        ..
    } = data;
    let inputs = Inputs {
        state,
        kin,
        com,
        tendon,
        vel,
        island,
    };
    let contacts = &mut contact.list;
    visiting!(model, awake, who => passive_of(model, &inputs, who, scratch, contacts, force));
    // forces of the program and of plugins
    if !is_off(model) {
        callback::passive(at);
        instances::ask(at, Ask::Passive);
    }
}

/// True if passive forces are disabled altogether.
fn is_off(model: &Model) -> bool {
    model.opt.disabled(Disable::SPRING) && model.opt.disabled(Disable::DAMPER)
}

/// The passive forces of the model on the dofs that are visited, in the order of the sum.
///
/// Reads `state`, `kin`, `com`, `tendon`, `vel`, `contact`; writes the passive columns of `force`, and marks flex contacts
/// that move no dof.
fn passive_of(
    model: &Model,
    inputs: &Inputs<'_>,
    who: impl Visit,
    scratch: &mut ScratchBuffer,
    contacts: &mut [Contact],
    force: &mut Forces,
) {
    let &Inputs {
        state,
        kin,
        com,
        tendon,
        vel,
        island,
    } = inputs;
    // clear the forces of all dofs that are awake; the dampers of all dofs are written below, and their sums
    let whole = who.is_all() && !is_off(model);
    let written = if whole { 2 } else { 0 };
    for column in [
        &mut force.qfrc_damper,
        &mut force.qfrc_passive,
        &mut force.qfrc_spring,
        &mut force.qfrc_gravcomp,
        &mut force.qfrc_fluid,
    ]
    .into_iter()
    .skip(written)
    {
        if who.is_all() {
            column.rows_mut().fill(0.0);
        } else {
            who.dofs().for_each(|i| column[i] = 0.0);
        }
    }
    // no springs and no dampers: all columns are zero
    if is_off(model) {
        return;
    }

    let inputs = flex::FlexInputs {
        state,
        kin,
        com,
        vel,
    };
    // springs and dampers of joints, flexes and tendons
    spring::joint_springs(model, state, who, force.qfrc_spring.rows_mut());
    spring::dof_dampers(model, state, who, force.qfrc_damper.rows_mut());
    if !model.flex.is_empty() {
        let (spring, damper) = (force.qfrc_spring.rows_mut(), force.qfrc_damper.rows_mut());
        flex::flexes(
            model,
            &inputs,
            spring,
            damper,
            scratch.frame(scratch_len(model)),
        );
    }
    // tendons of sleeping trees exert no force, nor do tendons of static bodies while any tree sleeps
    let pulls = |t| who.is_all() || object::tendon(model, island, t) == SleepState::Awake;
    spring::tendon_springs(model, tendon, pulls, force.qfrc_spring.rows_mut());
    spring::tendon_dampers(model, tendon, vel, pulls, force.qfrc_damper.rows_mut());
    // gravity compensation, fluid, and contacts of flexes that act as springs
    let compensated =
        gravcomp::gravity_compensation(model, kin, com, who, force.qfrc_gravcomp.rows_mut());
    let in_fluid = fluid::fluid(model, kin, com, vel, who, force.qfrc_fluid.rows_mut());
    if !model.flex.is_empty() {
        let spring = force.qfrc_spring.rows_mut();
        let scratch = scratch.frame(scratch_len(model));
        flex::contact::add(model, &inputs, contacts, spring, scratch);
    }

    add_up(model, who, in_fluid, compensated, force);
}

/// The sum of passive forces, without those of fluid and gravity compensation if there are none.
///
/// Reads the other passive columns of `force`; writes `force.qfrc_passive`, which is clear unless all dofs are visited.
fn add_up(model: &Model, who: impl Visit, in_fluid: bool, compensated: bool, force: &mut Forces) {
    // order: springs, dampers, fluid, gravity compensation
    let total = force.qfrc_passive.rows_mut();
    let (spring, damper) = (force.qfrc_spring.rows(), force.qfrc_damper.rows());
    if who.is_all() {
        wide!(_simd => for (total, (spring, damper)) in total.iter_mut().zip(spring.iter().zip(damper)) {
            *total = 0.0 + spring + damper;
        });
        if in_fluid {
            kernel::add_to(total, force.qfrc_fluid.rows());
        }
    } else {
        let fluid = force.qfrc_fluid.rows();
        for i in who.places() {
            total[i] += spring[i];
            total[i] += damper[i];
            if in_fluid {
                total[i] += fluid[i];
            }
        }
    }
    if compensated {
        // compensation by actuators is added in the actuation stage instead
        for i in who.dofs() {
            if model.joint.actgravcomp[model.dof.jntid[i]] == 0 {
                total[i.index()] += force.qfrc_gravcomp[i];
            }
        }
    }
}
