//! Transmissions: how an actuator acts on the system.
//!
//! Each actuator has a length `l(q)` and a row of moment arms `m = ∂l/∂q̇`, both scaled by its gear. The kinds differ in
//! the definition of the length; each has its own file. [`transmission`] loops over the actuators and packs the rows.
//!
//! | here | in the code       | meaning                                        |
//! |------|-------------------|------------------------------------------------|
//! | `l`  | `actuator.length` | length of the transmission, scaled by the gear |
//! | `m`  | `actuator.moment` | moment arms, compressed rows                   |

pub(crate) mod body;
pub(crate) mod joint;
pub(crate) mod site;
pub(crate) mod slidercrank;
pub(crate) mod tendon;

use synovia_model::Model;
use synovia_model::enums::{SleepState, TrnType};

use crate::data::{ActuatorGroup, ComFrame, Contacts, Data, Efc, Islands, Kin, State, TendonGroup};
use crate::scratch::{Need, ScratchBuffer};
use crate::sleep::object;
use crate::workspace::Workspace;

/// Temporaries of [`transmission`].
pub(crate) fn scratch_len(model: &Model) -> Need {
    body::scratch_len(model)
}

/// The groups that [`length_and_moment`] reads.
#[derive(Clone, Copy, Debug)]
struct Inputs<'a> {
    /// Positions of joints.
    state: &'a State,
    /// Poses of sites.
    kin: &'a Kin,
    /// Motion axes.
    com: &'a ComFrame,
    /// Lengths of tendons and their derivatives.
    tendon: &'a TendonGroup,
    /// Contacts, for adhesion.
    contact: &'a Contacts,
    /// Constraint rows, for adhesion.
    efc: &'a Efc,
    /// Sleep states; `None` if all trees are awake.
    resting: Option<&'a Islands>,
}

/// Lengths and moment arms of all actuators: [`length_and_moment`] with the groups of a simulation.
#[doc(alias = "mj_transmission")]
pub(crate) fn transmission(model: &Model, data: &mut Data) {
    let Data {
        state,
        kin,
        com,
        tendon,
        actuator,
        contact,
        efc,
        island,
        work: Workspace { scratch, awake, .. },
        ..
    } = data;
    let inputs = Inputs {
        state,
        kin,
        com,
        tendon,
        contact,
        efc,
        resting: awake.resting(model, island),
    };
    length_and_moment(model, &inputs, scratch, actuator);
}

/// Lengths and moment arms of all actuators.
///
/// Reads `state.qpos`, `kin`, `com`, `tendon`, and for adhesion `contact` and `efc`; writes the transmission columns of
/// `actuator`.
fn length_and_moment(
    model: &Model,
    inputs: &Inputs<'_>,
    scratch: &mut ScratchBuffer,
    actuator: &mut ActuatorGroup,
) {
    let &Inputs {
        state,
        kin,
        com,
        tendon,
        contact,
        efc,
        resting,
    } = inputs;
    // slices of one length: one check of an index is enough for all of them
    let n = model.actuator.len();
    let lengths = &mut actuator.length.rows_mut()[..n];
    let rowadr = &mut actuator.moment_rowadr.rows_mut()[..n];
    let rownnz = &mut actuator.moment_rownnz.rows_mut()[..n];
    let (trntype, trnid) = (
        &model.actuator.trntype.rows()[..n],
        &model.actuator.trnid.rows()[..n],
    );
    let gear = &model.actuator.gear.rows()[..n];
    let joints = joint::Joints::new(model, state);
    // the rows are packed one after the other
    let mut row = Moment {
        colind: actuator.moment_colind.rows_mut(),
        value: actuator.moment.rows_mut(),
        start: 0,
        count: 0,
    };
    let asleep =
        |u| resting.is_some_and(|island| object::actuator(model, island, u) == SleepState::Asleep);
    for u in model.actuator.ids() {
        let k = u.index();
        if asleep(u) {
            // a sleeping actuator has no row; its length is unchanged
            rowadr[k] = row.start as i32;
            rownnz[k] = 0;
            continue;
        }
        // the length; the moment arms are appended to the row
        let length = match trntype[k] {
            TrnType::Joint | TrnType::JointInParent => {
                // most actuators act on a single dof
                match joints.single(trnid[k][0] as usize, gear[k][0], &mut row) {
                    Some(length) => length,
                    None => joint::of_several_dofs(model, state, u, &mut row),
                }
            }
            TrnType::SliderCrank => slidercrank::length(model, kin, com, u, &mut row),
            TrnType::Tendon => tendon::length(model, tendon, u, &mut row),
            TrnType::Site => site::length(model, kin, com, u, &mut row),
            TrnType::Body => {
                let scene = body::Touching {
                    com,
                    contacts: &contact.list,
                    efc,
                    counts: efc.counts,
                };
                body::length(
                    model,
                    &scene,
                    u,
                    &mut row,
                    scratch.frame(scratch_len(model)),
                )
            }
            _ => 0.0,
        };
        // close the row
        lengths[k] = length;
        rowadr[k] = row.start as i32;
        rownnz[k] = row.count as i32;
        row.start += row.count;
        row.count = 0;
    }
}

/// The moment arms of one actuator while they are accumulated.
#[derive(Debug)]
pub(crate) struct Moment<'a> {
    /// Dofs of the arms of all actuators.
    colind: &'a mut [i32],
    /// The arms.
    value: &'a mut [f64],
    /// Where the row of this actuator starts.
    start: usize,
    /// Number of arms in this row.
    count: usize,
}

impl Moment<'_> {
    /// Appends an arm.
    #[inline]
    pub(crate) fn push(&mut self, i: usize, value: f64) {
        let slot = self.start + self.count;
        self.colind[slot] = i as i32;
        self.value[slot] = value;
        self.count += 1;
    }

    /// Appends an arm unless it is zero.
    #[inline]
    pub(crate) fn push_nonzero(&mut self, i: usize, value: f64) {
        if value != 0.0 {
            self.push(i, value);
        }
    }

    /// Reverses the order of the arms: chains are visited from the last dof to the first.
    pub(crate) fn reverse(&mut self) {
        let range = self.start..self.start + self.count;
        self.colind[range.clone()].reverse();
        self.value[range].reverse();
    }
}
