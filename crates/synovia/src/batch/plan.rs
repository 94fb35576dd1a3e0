//! The specification of a batch: the number of simulations and steps, initial states, controls and models.
//!
//! Numbers are passed as slices, in row order, for `n` simulations of `t` steps:
//!
//! | rows        | one row                               | rows are          |
//! |-------------|---------------------------------------|-------------------|
//! | `initial`   | [`StateBit::FULLPHYSICS`]             | `n`, or 1 for all |
//! | `warmstart` | `qacc_warmstart`                      | `n`, or 1 for all |
//! | `controls`  | the components in their signature     | `n × t`, or fewer where [`Rows`] are shared |

use std::fmt;

use synovia_engine::Data;
use synovia_engine::callback::Callbacks;
use synovia_engine::data::size_mismatch;
use synovia_engine::state::state_size;
use synovia_model::Model;
use synovia_model::enums::StateBit;

use super::error::BatchError;
use super::outcome::Outcome;

/// How rows of controls are assigned to simulations and steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// One row for each step of each simulation: `n × t`.
    Each,
    /// One row for each step, the same for all simulations: `t`.
    PerStep,
    /// One row for each simulation, the same for all steps: `n`.
    PerSimulation,
    /// One row for all.
    One,
}

impl Rows {
    /// The number of rows, and its description.
    fn count(self, simulations: usize, steps: usize) -> (usize, String) {
        match self {
            Self::Each => (
                simulations.saturating_mul(steps),
                format!("{simulations} simulations × {steps} steps"),
            ),
            Self::PerStep => (steps, format!("{steps} steps")),
            Self::PerSimulation => (simulations, format!("{simulations} simulations")),
            Self::One => (1, "1 row".to_owned()),
        }
    }

    /// The row for step `t` of simulation `k`, where each simulation has `steps` steps.
    pub(super) fn index(self, k: usize, t: usize, steps: usize) -> usize {
        match self {
            Self::Each => k * steps + t,
            Self::PerStep => t,
            Self::PerSimulation => k,
            Self::One => 0,
        }
    }
}

/// A controller. Its arguments are the simulation, the step, the model, and the data to read and write.
pub type Controller<'a> = &'a (dyn Fn(usize, usize, &Model, &mut Data) + Sync);

/// A function called when a simulation has ended, with its number, outcome and data.
pub type Finished<'a> = &'a (dyn Fn(usize, &Outcome, &Data) + Sync);

/// The source of the controls.
#[derive(Clone, Copy)]
pub(super) enum Controls<'a> {
    /// No controls: actuators get zeros.
    None,
    /// Controls given in advance.
    Open {
        signature: i32,
        rows: Rows,
        values: &'a [f64],
    },
    /// Controls computed at every step.
    Closed(Controller<'a>),
}

/// The model of each simulation.
#[derive(Clone, Copy)]
pub(super) enum Models<'a> {
    /// The model of the batch.
    Same,
    /// One of several models.
    Chosen(&'a (dyn Fn(usize) -> &'a Model + Sync)),
    /// An edited copy of the batch's model.
    Edited(&'a (dyn Fn(usize, &mut Model) + Sync)),
}

/// Lengths of rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Widths {
    /// Length of a full state.
    pub state: usize,
    /// Length of the controls.
    pub control: usize,
    /// Length of a warm start.
    pub dof: usize,
    /// Length of all sensor readings.
    pub sensor: usize,
}

/// The specification of a batch: created by [`Batch::new`] and configured by its methods.
#[derive(Clone, Copy)]
pub struct Batch<'a> {
    pub(super) simulations: usize,
    pub(super) steps: usize,
    pub(super) initial: Option<&'a [f64]>,
    pub(super) warmstart: Option<&'a [f64]>,
    pub(super) controls: Controls<'a>,
    pub(super) kept: i32,
    pub(super) models: Models<'a>,
    pub(super) chunk: Option<usize>,
    pub(super) finished: Option<Finished<'a>>,
    pub(super) callbacks: Option<&'a Callbacks>,
}

impl fmt::Debug for Batch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batch")
            .field("simulations", &self.simulations)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

impl<'a> Batch<'a> {
    /// Creates a batch of `simulations` simulations of `steps` steps, from the reference configuration, without controls.
    pub fn new(simulations: usize, steps: usize) -> Self {
        Self {
            simulations,
            steps,
            initial: None,
            warmstart: None,
            controls: Controls::None,
            kept: 0,
            models: Models::Same,
            chunk: None,
            finished: None,
            callbacks: None,
        }
    }

    /// Starts from these states ([`StateBit::FULLPHYSICS`]): one per simulation, or one for all.
    #[must_use]
    pub fn initial(mut self, states: &'a [f64]) -> Self {
        self.initial = Some(states);
        self
    }

    /// Warm-starts the solver with these accelerations: one row of `nv` numbers per simulation, or one for all. The
    /// default is zero.
    #[must_use]
    pub fn warmstart(mut self, accelerations: &'a [f64]) -> Self {
        self.warmstart = Some(accelerations);
        self
    }

    /// Applies these controls (`ctrl`): one row of `nu` numbers per step of each simulation.
    #[must_use]
    pub fn controls(self, values: &'a [f64]) -> Self {
        self.inputs(StateBit::CTRL, Rows::Each, values)
    }

    /// Applies these inputs: the components of [`StateBit::USER`] in `signature`, in the order of their bits.
    #[must_use]
    pub fn inputs(mut self, signature: i32, rows: Rows, values: &'a [f64]) -> Self {
        self.controls = Controls::Open {
            signature,
            rows,
            values,
        };
        self
    }

    /// Keeps these inputs as they are in the `Data` passed to [`Pool::run`](super::Pool::run); all others are cleared
    /// before each simulation. They are the components of [`StateBit::USER`] in `signature`.
    #[must_use]
    pub fn keep(mut self, signature: i32) -> Self {
        self.kept = signature & StateBit::USER;
        self
    }

    /// Calls `controller` before each step; it sets `ctrl` or any other input of the data that it is passed.
    ///
    /// At step 0 all results of `forward` at the initial state are available; at later steps, those of the previous
    /// step, as in a loop of control and [`step`](crate::step()). The controller is called from several threads.
    #[must_use]
    pub fn controller(mut self, controller: Controller<'a>) -> Self {
        self.controls = Controls::Closed(controller);
        self
    }

    /// Uses the model `choose(k)` for simulation `k`. It must return the same model whenever called, and all models
    /// must have the sizes of the batch's model.
    #[must_use]
    pub fn models(mut self, choose: &'a (dyn Fn(usize) -> &'a Model + Sync)) -> Self {
        self.models = Models::Chosen(choose);
        self
    }

    /// Uses a copy of the batch's model, changed by `edit(k, copy)`, for simulation `k`.
    ///
    /// A copy whose sizes, ids or addresses are inconsistent is not simulated: see
    /// [`SimulationError`](super::SimulationError). Each thread has one copy at a time, so many variants need little
    /// memory. If `edit` changes values that constants are derived from, it must call
    /// [`set_const`](crate::engine::set_const::set_const).
    #[must_use]
    pub fn edit(mut self, edit: &'a (dyn Fn(usize, &mut Model) + Sync)) -> Self {
        self.models = Models::Edited(edit);
        self
    }

    /// Assigns this many simulations at a time to a thread. By default it is an eighth of the thread's share of the
    /// remaining ones, so that all threads finish at about the same time. Results do not depend on it.
    #[must_use]
    pub fn chunk_size(mut self, simulations: usize) -> Self {
        self.chunk = Some(simulations.max(1));
        self
    }

    /// Calls `finished` when a simulation has ended, on its thread.
    #[must_use]
    pub fn on_finished(mut self, finished: Finished<'a>) -> Self {
        self.finished = Some(finished);
        self
    }

    /// Uses these callbacks for all simulations while the batch runs, instead of their own; they are called from several
    /// threads.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use synovia::batch::{Batch, Rollout};
    /// use synovia::engine::callback::Callbacks;
    /// use synovia::model::id::DofId;
    /// let model = synovia::Model::from_xml_str(
    ///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
    /// )?;
    /// // a wind from behind
    /// let callbacks = Callbacks {
    ///     passive: Some(Arc::new(|_, data| {
    ///         data.force.qfrc_passive[DofId(0)] += 1.0;
    ///         Ok(())
    ///     })),
    ///     ..Callbacks::default()
    /// };
    /// let mut rollout = Rollout::with_threads(&model, 2)?;
    /// let made = rollout.run(&Batch::new(4, 10).callbacks(&callbacks))?;
    /// assert!((0..4).all(|k| made.state(k, 9)[1] > 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn callbacks(mut self, callbacks: &'a Callbacks) -> Self {
        self.callbacks = Some(callbacks);
        self
    }

    /// Checks that everything is consistent, and returns the lengths of all rows.
    pub(super) fn check(&self, model: &Model) -> Result<Widths, BatchError> {
        let mut widths = Widths {
            state: state_size(model, StateBit::FULLPHYSICS)?,
            control: 0,
            dof: model.dof.len(),
            sensor: usize::try_from(model.size.nsensordata).unwrap_or(0),
        };
        self.check_start("initial", self.initial, widths.state)?;
        self.check_start("warmstart", self.warmstart, widths.dof)?;
        if let Controls::Open {
            signature,
            rows,
            values,
        } = self.controls
        {
            widths.control = state_size(model, signature)?;
            if signature & !StateBit::USER != 0 {
                return Err(BatchError::NotControls(signature));
            }
            let (count, words) = rows.count(self.simulations, self.steps);
            check_len("controls", values.len(), (count, widths.control), &words)?;
        }
        self.check_models(model)?;
        Ok(widths)
    }

    /// Refuses models of other sizes.
    fn check_models(&self, model: &Model) -> Result<(), BatchError> {
        let Models::Chosen(choose) = self.models else {
            return Ok(());
        };
        let mut last: *const Model = model;
        for simulation in 0..self.simulations {
            let other = choose(simulation);
            if std::ptr::eq(other, last) {
                continue;
            }
            last = other;
            if let Some(size) = size_mismatch(&model.size, &other.size) {
                return Err(BatchError::Model {
                    simulation,
                    name: size.name,
                    expected: size.expected,
                    found: size.found,
                });
            }
        }
        Ok(())
    }

    /// Checks that there is a row per simulation, or one for all.
    fn check_start(
        &self,
        name: &'static str,
        values: Option<&[f64]>,
        width: usize,
    ) -> Result<(), BatchError> {
        match values {
            Some(values) if values.len() != width => {
                let words = format!("{} simulations", self.simulations);
                check_len(name, values.len(), (self.simulations, width), &words)
            }
            _ => Ok(()),
        }
    }
}

/// Refuses a slice that does not have the length of all its rows.
pub(super) fn check_len(
    name: &'static str,
    found: usize,
    (rows, width): (usize, usize),
    words: &str,
) -> Result<(), BatchError> {
    let expected = rows.saturating_mul(width);
    if found == expected {
        return Ok(());
    }
    Err(BatchError::Length {
        name,
        shape: format!("{words} × {width}"),
        expected,
        found,
    })
}
