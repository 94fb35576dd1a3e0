//! What a batch computes: how many simulations and steps, from where, with which controls and models.
//!
//! Numbers come as slices, row by row, with `n` simulations of `t` steps:
//!
//! | rows        | one row                               | rows are          |
//! |-------------|---------------------------------------|-------------------|
//! | `initial`   | [`StateBit::FULLPHYSICS`]             | `n`, or 1 for all |
//! | `warmstart` | `qacc_warmstart`                      | `n`, or 1 for all |
//! | `controls`  | the parts that their signature names  | `n × t`, or fewer where [`Rows`] are shared |

use std::fmt;

use synovia_engine::Data;
use synovia_engine::callback::Callbacks;
use synovia_engine::data::size_mismatch;
use synovia_engine::state::state_size;
use synovia_model::Model;
use synovia_model::enums::StateBit;

use super::error::BatchError;
use super::outcome::Outcome;

/// Which row of controls is whose.
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
    /// How many rows there are, and in words.
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

    /// The row of step `t` of simulation `k`, where each simulation has `steps`.
    pub(super) fn index(self, k: usize, t: usize, steps: usize) -> usize {
        match self {
            Self::Each => k * steps + t,
            Self::PerStep => t,
            Self::PerSimulation => k,
            Self::One => 0,
        }
    }
}

/// A controller: simulation, step, its model, and the simulation itself to read and to write.
pub type Controller<'a> = &'a (dyn Fn(usize, usize, &Model, &mut Data) + Sync);

/// Who is told that a simulation has ended: its number, how, and where it is.
pub type Finished<'a> = &'a (dyn Fn(usize, &Outcome, &Data) + Sync);

/// Where controls come from.
#[derive(Clone, Copy)]
pub(super) enum Controls<'a> {
    /// There are none: actuators get zeros.
    None,
    /// They are known beforehand.
    Open {
        signature: i32,
        rows: Rows,
        values: &'a [f64],
    },
    /// They are computed from step to step.
    Closed(Controller<'a>),
}

/// Which model a simulation has.
#[derive(Clone, Copy)]
pub(super) enum Models<'a> {
    /// That of the batch.
    Same,
    /// One of several.
    Chosen(&'a (dyn Fn(usize) -> &'a Model + Sync)),
    /// A copy of that of the batch, edited.
    Edited(&'a (dyn Fn(usize, &mut Model) + Sync)),
}

/// Lengths of rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Widths {
    /// Of a whole state.
    pub state: usize,
    /// Of the controls.
    pub control: usize,
    /// Of a warm start.
    pub dof: usize,
    /// Of the readings of all sensors.
    pub sensor: usize,
}

/// What to compute: made by [`Batch::new`] and the methods that follow it.
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
    /// So many simulations of so many steps, from the reference pose, without controls.
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

    /// Starts from these states ([`StateBit::FULLPHYSICS`]): one for each simulation, or one for all.
    #[must_use]
    pub fn initial(mut self, states: &'a [f64]) -> Self {
        self.initial = Some(states);
        self
    }

    /// Starts the solver from these accelerations: one row of `nv` for each simulation, or one for all. Without them it
    /// starts from zeros.
    #[must_use]
    pub fn warmstart(mut self, accelerations: &'a [f64]) -> Self {
        self.warmstart = Some(accelerations);
        self
    }

    /// Applies these controls (`ctrl`), a row of `nu` for each step of each simulation.
    #[must_use]
    pub fn controls(self, values: &'a [f64]) -> Self {
        self.inputs(StateBit::CTRL, Rows::Each, values)
    }

    /// Applies these inputs: those parts of [`StateBit::USER`] that `signature` names, in the order of their bits.
    #[must_use]
    pub fn inputs(mut self, signature: i32, rows: Rows, values: &'a [f64]) -> Self {
        self.controls = Controls::Open {
            signature,
            rows,
            values,
        };
        self
    }

    /// Leaves these inputs as they are in the memory that [`Pool::run`](super::Pool::run) is handed; others are cleared
    /// before each simulation. They are those parts of [`StateBit::USER`] that `signature` names.
    #[must_use]
    pub fn keep(mut self, signature: i32) -> Self {
        self.kept = signature & StateBit::USER;
        self
    }

    /// Calls `controller` before each step; it sets `ctrl` or any other input of the simulation it is handed.
    ///
    /// All results of `forward` at the initial state are there at step 0; at later steps those are there that the step
    /// before computed, as in a loop of control and [`step`](crate::step()). It is called from several threads.
    #[must_use]
    pub fn controller(mut self, controller: Controller<'a>) -> Self {
        self.controls = Controls::Closed(controller);
        self
    }

    /// Simulation `k` has the model `choose(k)`, the same whenever asked, which must have the sizes of the model of the
    /// batch.
    #[must_use]
    pub fn models(mut self, choose: &'a (dyn Fn(usize) -> &'a Model + Sync)) -> Self {
        self.models = Models::Chosen(choose);
        self
    }

    /// Simulation `k` has a copy of the model of the batch after `edit(k, copy)`.
    ///
    /// A copy whose sizes, ids or addresses no longer hold together is not simulated: see
    /// [`SimulationError`](super::SimulationError). Each thread has one copy at a time, so that many variants need little memory. Who changes what constants were
    /// derived from calls [`set_const`](crate::engine::set_const::set_const) in `edit`.
    #[must_use]
    pub fn edit(mut self, edit: &'a (dyn Fn(usize, &mut Model) + Sync)) -> Self {
        self.models = Models::Edited(edit);
        self
    }

    /// Hands out so many simulations at a time to a thread; by default an eighth of its share of what is left, so that all
    /// threads are done at about the same time. It changes no result.
    #[must_use]
    pub fn chunk_size(mut self, simulations: usize) -> Self {
        self.chunk = Some(simulations.max(1));
        self
    }

    /// Calls `finished` when a simulation has ended, from its thread.
    #[must_use]
    pub fn on_finished(mut self, finished: Finished<'a>) -> Self {
        self.finished = Some(finished);
        self
    }

    /// All simulations have these callbacks while the batch runs, in place of their own; they are called from several threads.
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

    /// The lengths of all rows; refuses what does not fit together.
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

    /// A row for each simulation, or one for all.
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

/// Refuses another length than that of all rows.
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
