//! A pool with one simulation per thread: the usual way to run batches.

use std::num::NonZero;
use std::thread::available_parallelism;

use synovia_engine::Data;
use synovia_engine::state::state_size;
use synovia_model::enums::StateBit;

use super::error::BatchError;
use super::outcome::Outcome;
use super::plan::Batch;
use super::pool::{Pool, Record};
use crate::Model;

/// Steps many simulations of one model on several threads, which are reused from batch to batch.
///
/// See the [module](super) for examples.
#[derive(Debug)]
pub struct Rollout {
    model: Model,
    pool: Pool,
    data: Vec<Data>,
}

impl Rollout {
    /// Uses all cores.
    ///
    /// # Errors
    /// If the operating system cannot start the threads.
    pub fn new(model: &Model) -> Result<Self, BatchError> {
        let cores = available_parallelism().map_or(1, NonZero::get);
        Self::with_threads(model, cores)
    }

    /// Uses `threads` threads, one of which is the calling thread.
    ///
    /// # Errors
    /// If the operating system cannot start the threads.
    pub fn with_threads(model: &Model, threads: usize) -> Result<Self, BatchError> {
        let threads = threads.max(1);
        Ok(Self {
            pool: Pool::new(threads)?,
            data: (0..threads).map(|_| Data::new(model)).collect(),
            model: model.clone(),
        })
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.data.len()
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Computes a batch and records all states and sensor readings.
    ///
    /// # Errors
    /// If the batch is inconsistent; the message has the details.
    pub fn run(&mut self, batch: &Batch<'_>) -> Result<Trajectories, BatchError> {
        let (simulations, steps) = (batch.simulations, batch.steps);
        let state_len = state_size(&self.model, StateBit::FULLPHYSICS)?;
        let sensor_len = usize::try_from(self.model.size.nsensordata).unwrap_or(0);
        let mut made = Trajectories {
            steps,
            state_len,
            sensor_len,
            states: vec![0.0; simulations * steps * state_len],
            sensors: vec![0.0; simulations * steps * sensor_len],
            outcomes: vec![Outcome::default(); simulations],
        };
        let record = Record {
            states: Some(&mut made.states),
            sensors: Some(&mut made.sensors),
            outcomes: Some(&mut made.outcomes),
        };
        self.run_into(batch, record)?;
        Ok(made)
    }

    /// Computes a batch and records into slices of the caller.
    ///
    /// # Errors
    /// If the batch is inconsistent; the message has the details.
    pub fn run_into(&mut self, batch: &Batch<'_>, record: Record<'_>) -> Result<(), BatchError> {
        let mut data: Vec<&mut Data> = self.data.iter_mut().collect();
        self.pool.run(&self.model, &mut data, batch, record)
    }
}

/// The results of a batch, in the order of its simulations.
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectories {
    steps: usize,
    state_len: usize,
    sensor_len: usize,
    /// The state after each step of each simulation, in row order.
    pub states: Vec<f64>,
    /// The sensor readings after each step of each simulation, in row order.
    pub sensors: Vec<f64>,
    /// The outcome of each simulation.
    pub outcomes: Vec<Outcome>,
}

impl Trajectories {
    /// The state ([`StateBit::FULLPHYSICS`]) after step `t` of simulation `k`; empty if out of range.
    pub fn state(&self, k: usize, t: usize) -> &[f64] {
        self.row(&self.states, self.state_len, k, t)
    }

    /// The sensor readings after step `t` of simulation `k`; empty if out of range.
    pub fn sensordata(&self, k: usize, t: usize) -> &[f64] {
        self.row(&self.sensors, self.sensor_len, k, t)
    }

    fn row<'a>(&self, rows: &'a [f64], width: usize, k: usize, t: usize) -> &'a [f64] {
        if t >= self.steps {
            return &[];
        }
        let first = (k * self.steps + t) * width;
        rows.get(first..first + width).unwrap_or_default()
    }
}
