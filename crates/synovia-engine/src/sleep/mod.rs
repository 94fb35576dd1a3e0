//! Sleep: trees that have come to rest are skipped by the step until something moves them.
//!
//! With `<flag sleep="enable"/>` the step treats each tree in one of two ways. A tree that is awake is simulated. A tree
//! that is asleep has no velocity, no constraint rows and no cost: everything computed for it stays as it was.
//!
//! ```text
//! awake:   tree_asleep = −(1 + n)     n more quiet steps are needed, ten at first
//! asleep:  tree_asleep = next tree of the same sleeping island, in a closed cycle
//! ```
//!
//! | file         | contents                                                                                |
//! |--------------|-----------------------------------------------------------------------------------------|
//! | [`awake`]    | sleep states, as flags and as lists of awake elements                                   |
//! | [`sleepers`] | what sleeps, and whether a program has written to it                                    |
//! | [`visit`]    | loops over all bodies or over those that are awake                                      |
//! | [`rest`]     | falling asleep: an island falls asleep once all of its trees have been slow for a while |
//! | [`wake`]     | waking up: changes by the user, contacts, tendons at limits, equalities                 |
//! | [`object`]   | whether a tendon, an actuator, an equality or a sensor belongs to sleeping trees only   |

pub mod awake;
pub mod object;
pub mod rest;
pub mod sleepers;
pub mod visit;
pub mod wake;

pub use awake::Awake;

use synovia_model::Model;
use synovia_model::consts::MIN_AWAKE;
use synovia_model::enums::{Enable, SleepPolicy, SleepState, Stage};
use synovia_model::id::TreeId;

use crate::data::{Data, Diag, EfcCounts, EngineError, Islands, Kin, State};
use crate::forward::{Sensing, forward_with};
use crate::gate::Admitted;
use crate::position::{camlight, com, kinematics};
use crate::tendon;
use crate::workspace::Workspace;

/// `tree_asleep` of a tree that has just moved.
pub const WIDE_AWAKE: i32 = -(1 + MIN_AWAKE);

/// The groups that determine and list what is awake.
pub(crate) struct SleepGroups<'a> {
    /// `tree_asleep`; velocities and applied forces, which wake a tree.
    pub state: &'a mut State,
    /// Flags and lists of awake elements, for the user.
    pub island: &'a mut Islands,
    /// The same lists, for stages.
    pub awake: &'a mut Awake,
    /// Receives the error of a broken cycle.
    pub diag: &'a mut Diag,
}

impl SleepGroups<'_> {
    /// Builds the lists of awake elements, with `fixed` as the state of static bodies.
    pub(crate) fn update(&mut self, model: &Model, fixed: SleepState) {
        awake::update_with(model, self.state, self.island, self.awake, fixed);
    }

    /// Records the poses of sleeping trees, which were just compared body by body, if any tree sleeps.
    pub(crate) fn record_poses(&mut self, model: &Model, kin: &Kin) {
        if self.awake.skipped(model).is_some() {
            self.awake.sleepers.record(model, self.state, kin);
        }
    }
}

/// Part of a reset: all trees are awake, except those that start asleep.
///
/// Static bodies are not placed again while trees may sleep, so they are placed here.
pub(crate) fn reset(at: &mut Admitted<'_>) {
    let (model, data) = at.parts();
    data.state.tree_asleep.rows_mut().fill(WIDE_AWAKE);
    if !model.opt.enabled(Enable::SLEEP) {
        return awake::update(at);
    }
    data.work.awake.reserve(model);
    // all bodies are treated as awake, so that static ones are placed
    let (state, island, awake) = (&data.state, &mut data.island, &mut data.work.awake);
    awake::update_with(model, state, island, awake, SleepState::Awake);
    if model.tree.ids().any(|t| starts_asleep(model, t)) {
        start_asleep(at);
    } else {
        kinematics::kinematics(model, data);
        let Data {
            kin,
            com,
            island,
            work: Workspace { awake, .. },
            ..
        } = data;
        com::com_pos(model, kin, com, awake);
        camlight::camlight(model, com, island, awake, kin);
        tendon::tendons(model, data);
    }
    awake::update(at);
}

fn starts_asleep(model: &Model, t: TreeId) -> bool {
    model.tree.sleep_policy[t] == SleepPolicy::Init
}

/// Puts the trees to sleep that start asleep, at the reference pose.
fn start_asleep(at: &mut Admitted<'_>) {
    forward_with(at, Stage::None, Sensing::On, &mut ());
    let (model, data) = at.parts();
    for t in model.tree.ids().filter(|&t| starts_asleep(model, t)) {
        data.state.tree_asleep[t] = -1;
    }
    let Data {
        state,
        force,
        efc,
        island,
        diag,
        work: Workspace { awake, .. },
        ..
    } = data;
    rest::fall_asleep(model, efc, island, awake, state, force, diag);
    let mut wanted = model.tree.ids().filter(|&t| starts_asleep(model, t));
    if let Some(t) = wanted.find(|&t| data.state.tree_asleep[t] < 0) {
        data.diag.error = Some(EngineError::CannotStartAsleep(t.index()));
    }

    // intermediate results are not part of a reset
    data.force.qacc_smooth.rows_mut().fill(0.0);
    data.force.qfrc_smooth.rows_mut().fill(0.0);
    data.contact.list.clear();
    data.efc.counts = EfcCounts::default();
    data.efc.clear();
    (data.island.nisland, data.island.nidof) = (0, 0);
}
