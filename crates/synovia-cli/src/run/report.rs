//! The summary printed at the end of a run: an aligned table, or JSON.

use serde_json::{Map, Value, json};

use super::simulate::{End, Outcome, warning};
use crate::style::Style;
use crate::table;

/// A label and its value.
type Row = (&'static str, String);

/// The contents of the summary.
#[derive(Debug)]
pub(super) struct Report {
    /// The model.
    pub model: String,
    /// The keyframe that the run started from.
    pub key: Option<String>,
    /// Number of positions, dofs and controls.
    pub sizes: [i64; 3],
    /// Timestep \[s\].
    pub timestep: f64,
    /// Requested number of steps.
    pub asked: usize,
    /// What happened.
    pub outcome: Outcome,
    /// True if all numbers of the final state are finite.
    pub finite: bool,
    /// The recording, and its number of rows.
    pub recording: Option<(Written, u64)>,
    /// The plot.
    pub plot: Option<Written>,
    /// The image.
    pub picture: Option<Written>,
}

/// A file that was written.
#[derive(Debug)]
pub(super) struct Written {
    /// Its name.
    pub name: String,
    /// True if it replaced an existing file.
    pub replaced: bool,
}

impl std::fmt::Display for Written {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { name, replaced } = self;
        let how = if *replaced {
            ", replacing an existing file"
        } else {
            ""
        };
        write!(f, "written to {name}{how}")
    }
}

impl Report {
    fn simulated(&self) -> f64 {
        self.outcome.steps as f64 * self.timestep
    }

    fn steps_per_second(&self) -> f64 {
        let wall = self.outcome.wall.as_secs_f64();
        if wall > 0.0 {
            self.outcome.steps as f64 / wall
        } else {
            0.0
        }
    }

    /// The summary as JSON.
    pub(super) fn to_json(&self) -> Value {
        let outcome = &self.outcome;
        let warnings: Map<String, Value> = (outcome.warnings.iter().enumerate())
            .filter(|(_, (n, _))| *n > 0)
            .map(|(k, &(n, info))| (warning(k).to_owned(), json!({ "count": n, "last": info })))
            .collect();
        let energy =
            |[potential, kinetic]: [f64; 2]| json!({ "potential": potential, "kinetic": kinetic });
        json!({
            "model": self.model,
            "key": self.key,
            "timestep": self.timestep,
            "steps": outcome.steps,
            "steps_asked": self.asked,
            "simulated": self.simulated(),
            "wall": outcome.wall.as_secs_f64(),
            "steps_per_second": self.steps_per_second(),
            "realtime_factor": self.steps_per_second() * self.timestep,
            "contacts": { "mean": outcome.contacts.mean(), "max": outcome.contacts.max },
            "solver_iterations": { "mean": outcome.iterations.mean(), "max": outcome.iterations.max },
            "energy": { "start": energy(outcome.energy[0]), "end": energy(outcome.energy[1]) },
            "warnings": warnings,
            "failed": self.failed(),
            "failure": outcome.health.to_json(),
            "resets": outcome.health.resets,
            "finite": self.finite,
            "interrupted": outcome.end == End::Interrupted,
            "error": match &outcome.end {
                End::Error(error) => Some(error.to_string()),
                _ => None,
            },
            "recording": self.recording.as_ref().map(|(file, rows)| json!({ "file": file.name, "rows": rows, "replaced": file.replaced })),
            "plot": self.plot.as_ref().map(|file| &file.name),
            "picture": self.picture.as_ref().map(|file| &file.name),
        })
    }

    /// The summary as a table.
    pub(super) fn table(&self, style: Style) -> String {
        table::labelled(&self.rows(style), style)
    }

    fn rows(&self, style: Style) -> Vec<Row> {
        let outcome = &self.outcome;
        let start = match &self.key {
            Some(key) => format!("{} from keyframe {key}", self.model),
            None => self.model.clone(),
        };
        let factor = self.steps_per_second() * self.timestep;
        let [nq, nv, nu] = self.sizes;
        let mut rows = vec![
            ("model", start),
            (
                "size",
                format!("{nq} positions (nq), {nv} dofs (nv), {nu} controls (nu)"),
            ),
            (
                "simulated",
                format!("{:.3} s in {} steps", self.simulated(), outcome.steps),
            ),
            (
                "wall time",
                format!(
                    "{:.3} s, {factor:.1}× real time",
                    outcome.wall.as_secs_f64()
                ),
            ),
            (
                "speed",
                format!("{:.0} steps per second", self.steps_per_second()),
            ),
            (
                "contacts",
                format!(
                    "{:.1} on average, {} at most",
                    outcome.contacts.mean(),
                    outcome.contacts.max
                ),
            ),
            (
                "solver",
                format!(
                    "{:.2} iterations on average, {} at most",
                    outcome.iterations.mean(),
                    outcome.iterations.max
                ),
            ),
            ("energy", self.energy()),
        ];
        self.warnings(style, &mut rows);
        self.ending(style, &mut rows);
        rows
    }

    /// Warnings of the run, and the reason if it failed.
    fn warnings(&self, style: Style, rows: &mut Vec<Row>) {
        let outcome = &self.outcome;
        if let Some(message) = self.failure() {
            rows.push(("failed", style.bad(&message)));
        }
        for (k, &(n, info)) in outcome.warnings.iter().enumerate() {
            if n > 0 {
                let times = if n == 1 {
                    "once"
                } else {
                    &format!("{n} times")
                };
                let message = format!("{}, {times}, last at {info}", warning(k));
                rows.push(("warning", style.bad(&message)));
            }
        }
        if outcome.warnings.iter().all(|(n, _)| *n == 0) && !self.failed() {
            rows.push(("warnings", style.good("none")));
        }
    }

    /// The reason why the simulation failed, if it did.
    pub(super) fn failure(&self) -> Option<String> {
        let unfinished = || "the final state has numbers that are not finite".to_owned();
        let health = self.outcome.health.message();
        health.or_else(|| (!self.finite).then(unfinished))
    }

    /// True if the simulation failed.
    fn failed(&self) -> bool {
        self.outcome.health.failed() || !self.finite
    }

    /// How the run ended, and the files that it wrote.
    fn ending(&self, style: Style, rows: &mut Vec<Row>) {
        let outcome = &self.outcome;
        match &outcome.end {
            End::Complete | End::Unwritten => {}
            End::Interrupted => {
                let told = format!("after {} of {} steps", outcome.steps, self.asked);
                rows.push(("interrupted", style.bad(&told)));
            }
            End::Error(error) => rows.push(("error", style.bad(&error.to_string()))),
        }
        if let Some((file, n)) = &self.recording {
            rows.push(("recording", format!("{n} rows {file}")));
        }
        if let Some(file) = &self.plot {
            rows.push(("plot", file.to_string()));
        }
        if let Some(file) = &self.picture {
            rows.push(("image", file.to_string()));
        }
    }

    fn energy(&self) -> String {
        let [first, last] = self
            .outcome
            .energy
            .map(|[potential, kinetic]| potential + kinetic);
        let [potential, kinetic] = self.outcome.energy[1];
        format!(
            "{first:.4} J at the start, {last:.4} J at the end ({potential:.4} potential, {kinetic:.4} kinetic)"
        )
    }
}
