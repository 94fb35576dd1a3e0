//! Creating, resetting and copying a simulation.

use synovia_model::Model;

use crate::data::{COLUMNS, Data, EfcCounts, EngineError, Lazy};
use crate::gate::{self, Admitted, Gate};
use crate::outcome::StepOutcome;
use crate::scratch::ScratchBuffer;
use crate::{history, sleep};

impl Data {
    /// A simulation of `model` at its reference pose, at rest.
    ///
    /// If the structure of the model is invalid, the simulation is empty, and every call with it returns the error; so does
    /// [`Data::try_new`].
    #[doc(alias = "mj_makeData")]
    pub fn new(model: &Model) -> Self {
        let mut data = Self::default();
        data.begin(model);
        data.diag.error = None;
        data
    }

    /// A simulation of `model` at its reference pose, or the error if the model is invalid.
    pub fn try_new(model: &Model) -> Result<Self, EngineError> {
        let mut data = Self::default();
        data.begin(model);
        data.outcome().map(|()| data)
    }

    /// Allocates the memory that a model needs.
    fn begin(&mut self, model: &Model) {
        self.diag.error = gate::refusal_of(model);
        if self.diag.error.is_some() {
            return;
        }
        self.work.made_for = model.size;
        self.work.gate = Gate::of(model);
        let (mut infos, mut last) = (COLUMNS.iter(), ("", 0));
        self.each_column_mut(&mut |column| {
            let Some((info, _)) = infos.next() else {
                return;
            };
            // columns that grow during the run are initially empty: see [`grows`]; most columns have the same number of
            // rows as the one before
            let side = |symbol: &str| model.size.resolve(symbol).unwrap_or(0);
            let rows = info.rows_symbol();
            if rows != last.0 {
                last = (rows, side(rows));
            }
            // the width of most columns is part of their type
            let width = match info.width {
                0 => info.width_symbol().map_or(0, side),
                width => width,
            };
            column.reset(last.1, width);
        });
        self.work.scratch = ScratchBuffer::new(crate::scratch_len(model));
        // reserve memory for as many contacts as fit, so that they never move; if that fails they move when they
        // grow
        let _ = (self.contact.list).try_reserve_exact(crate::collision::capacity(model));
        let made = self.make_instances(model);
        // a new simulation is clear
        start(&mut Admitted::unchecked(model, self));
        self.diag.error = self.diag.error.take().or(made.err());
    }

    /// Resets to the reference pose, at rest; all memory is kept.
    #[doc(alias = "mj_resetData")]
    pub fn reset(&mut self, model: &Model) -> Result<(), EngineError> {
        let mut at = gate::enter(model, self)?;
        clear(&mut at);
        at.outcome()
    }

    /// Overwrites this simulation by another one of the same model; columns keep their addresses.
    ///
    /// Returns false, and changes nothing, if its contacts do not fit.
    #[doc(alias = "mj_copyData")]
    pub fn assign(&mut self, source: &Self) -> bool {
        if source.contact.list.len() > self.contact.list.capacity() {
            return false;
        }
        self.state.time = source.state.time;
        *self.energy = *source.energy;
        self.efc.counts = source.efc.counts;
        (self.island.nisland, self.island.nidof) = (source.island.nisland, source.island.nidof);
        self.work.awake.copy_lists(&source.work.awake);
        self.plugins.clone_from(&source.plugins);
        self.lazy = source.lazy;
        self.contact.list.clone_from(&source.contact.list);
        *self.diag.warning = *source.diag.warning;
        self.diag.solver.copy_from_slice(&source.diag.solver);
        *self.diag.solver_niter = *source.diag.solver_niter;
        *self.diag.solver_nnz = *source.diag.solver_nnz;
        *self.diag.solver_fwdinv = *source.diag.solver_fwdinv;
        let mut infos = COLUMNS.iter();
        self.each_pair(source, &mut |to, from| {
            let grows = infos.next().is_some_and(|(_, grows)| *grows);
            if grows && (to.rows_len(), to.width()) != (from.rows_len(), from.width()) {
                to.reset(from.rows_len(), from.width().unwrap_or(0));
            }
            to.bytes_mut().copy_from_slice(from.bytes());
        });
        true
    }

    /// The error that stopped a call, at its end.
    pub(crate) fn outcome(&mut self) -> Result<(), EngineError> {
        self.diag.error.take().map_or(Ok(()), Err)
    }

    /// The error that stopped a step, or its outcome.
    pub(crate) fn step_outcome(&mut self) -> Result<StepOutcome, EngineError> {
        self.outcome().map(|()| self.diag.step)
    }

    /// Records that `state.tree_asleep` has been overwritten as a whole.
    pub fn sleep_was_written(&mut self) {
        self.work.awake.forget();
    }

    /// Number of trees that are asleep, whether or not sleeping is enabled.
    pub fn asleep(&self) -> usize {
        self.work.awake.asleep()
    }
}

/// [`Data::reset`], as part of a call.
pub(crate) fn clear(at: &mut Admitted<'_>) {
    let (_, data) = at.parts();
    let mut infos = COLUMNS.iter();
    data.each_column_mut(&mut |column| match infos.next() {
        Some((_, true)) => column.reset(0, 0),
        _ => column.bytes_mut().fill(0),
    });
    data.state.time = 0.0;
    *data.energy = [0.0; 2];
    data.contact.list.clear();
    data.efc.counts = EfcCounts::default();
    (data.island.nisland, data.island.nidof) = (0, 0);
    data.lazy = Lazy::default();
    data.diag.clear();
    start(at);
}

/// Sets the initial state of a simulation that is otherwise zero.
fn start(at: &mut Admitted<'_>) {
    let (model, data) = at.parts();
    data.state.qpos.copy_from(&model.qpos0);
    history::reset(model, data.state.history.rows_mut());
    data.state.eq_active.copy_from(&model.equality.active0);
    // QUIRK(reset-mocap-origin): mocap bodies are still at the origin when static bodies are placed
    sleep::reset(at);
    let (_, data) = at.parts();
    for b in model.body.ids() {
        if let Some(k) = model.body.mocapid[b].get() {
            data.state.mocap_pos[k] = model.body.pos[b];
            data.state.mocap_quat[k] = model.body.quat[b];
        }
    }
    data.reset_instances(model);
}
