//! The progress bar of a run.

use std::time::Instant;

use indicatif::ProgressBar;
use synovia::Data;

use crate::progress::{PERIOD, bar};

/// Shows simulated time, speed, contacts and energy during a run.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    timestep: f64,
    started: Instant,
    shown: Instant,
}

impl Progress {
    /// A bar for `steps` steps; hidden if `visible` is false or standard error is not a terminal.
    pub(super) fn new(steps: usize, timestep: f64, visible: bool) -> Self {
        let now = Instant::now();
        Self {
            bar: bar(steps, visible),
            timestep,
            started: now,
            shown: now,
        }
    }

    /// Updates the bar after `done` steps.
    pub(super) fn tick(&mut self, done: usize, data: &Data) {
        if self.bar.is_hidden() {
            return;
        }
        let now = Instant::now();
        if now - self.shown < PERIOD {
            return;
        }
        self.shown = now;
        let simulated = done as f64 * self.timestep;
        let speed = simulated / (now - self.started).as_secs_f64();
        let (contacts, energy) = (data.contact.list.len(), data.energy[0] + data.energy[1]);
        self.bar.set_message(format!(
            "{simulated:.2} s  {speed:.1}× real time  {contacts} contacts  {energy:.3} J"
        ));
        self.bar.set_position(done as u64);
    }

    /// Clears the bar: the summary follows.
    pub(super) fn finish(self) {
        self.bar.finish_and_clear();
    }
}
