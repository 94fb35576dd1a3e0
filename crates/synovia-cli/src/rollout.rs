//! `synovia rollout`: many episodes with random controls in parallel, and their throughput.
//!
//! The controls of an episode depend only on the seed, the episode's number and the step, so the results do not depend
//! on the number of threads.

use std::io::{self, IsTerminal, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use serde_json::{Value, json};
use synovia::batch::{Batch, BatchError, Outcome, Record, Rollout};
use synovia::engine::state::reset_to_key;
use synovia::engine::state::{get_state, state_size};
use synovia::model::ObjType;
use synovia::model::enums::StateBit;
use synovia::model::id::KeyId;
use synovia::{Data, Model};

use crate::demo;
use crate::drive::health::FAILED;
use crate::drive::{self, DriveError};
use crate::input::{self, Failure};
use crate::progress::{PERIOD, bar};
use crate::style::Style;
use crate::table;

/// Largest number of failed episodes that are listed individually.
const LISTED: usize = 5;

/// Arguments of `synovia rollout`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// MJCF file; `-` is standard input; without MODEL, the built-in robot
    #[arg(value_name = "MODEL")]
    model: Option<PathBuf>,
    /// Number of episodes
    #[arg(short, long, default_value = "64", value_name = "N")]
    episodes: usize,
    /// Steps per episode
    #[arg(long, default_value = "500", value_name = "N")]
    steps: usize,
    /// Simulated time per episode [s], instead of --steps
    #[arg(short, long, conflicts_with = "steps", value_parser = drive::duration, allow_negative_numbers = true, value_name = "SECONDS")]
    time: Option<f64>,
    /// Number of threads [default: one per core]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Seed of the controls
    #[arg(long, default_value = "0", value_name = "N")]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Errors of a rollout.
#[derive(Debug, thiserror::Error)]
enum RolloutError {
    /// The model does not load.
    #[error("{0}")]
    Model(#[from] Failure),
    /// An episode has too many steps.
    #[error("{0}")]
    Drive(#[from] DriveError),
    /// The batch was rejected.
    #[error("{0}")]
    Batch(#[from] BatchError),
    /// The thread that runs the batch ended unexpectedly.
    #[error("the episodes ended unexpectedly")]
    Lost,
}

/// Runs the episodes; an episode that ended early is a failure.
pub(crate) fn run<E: Write + IsTerminal>(
    args: &Args,
    out: &mut (impl Write + IsTerminal),
    err: &mut E,
) -> io::Result<ExitCode> {
    match try_run(args) {
        Ok(report) => {
            if args.json {
                writeln!(out, "{:#}", report.to_json())?;
            } else {
                out.write_all(report.table(Style::of(out)).as_bytes())?;
            }
            let Some(message) = report.failure() else {
                return Ok(ExitCode::SUCCESS);
            };
            input::report_failure(err, &message)?;
            Ok(ExitCode::from(FAILED))
        }
        Err(error) => input::complain(err, &error),
    }
}

fn try_run(args: &Args) -> Result<Report, RolloutError> {
    let (model, label) = input::load_to_step(args.model.as_deref())?;
    let mut rollout = match args.threads {
        Some(threads) => Rollout::with_threads(&model, threads.get())?,
        None => Rollout::new(&model)?,
    };
    let steps = match args.time {
        Some(time) => drive::steps(time, model.opt.timestep)?,
        None => args.steps,
    };
    let initial = start(args, &model);
    let ranges = ranges(&model);

    // counters, updated while the episodes run
    let (stepped, contacts, most) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let control = |episode: usize, step: usize, _: &_, data: &mut Data| {
        let number = (episode as u64) << 32 | step as u64;
        let mut random = SplitMix64::seed_from_u64(args.seed ^ scatter(number));
        for (ctrl, &[low, high]) in data.state.ctrl.iter_mut().zip(&ranges) {
            *ctrl = low + (high - low) * random.random::<f64>();
        }
        let now = data.contact.list.len() as u64;
        stepped.fetch_add(1, Relaxed);
        contacts.fetch_add(now, Relaxed);
        most.fetch_max(now, Relaxed);
    };
    // a digest of all final states that does not depend on the order in which episodes end
    let digest = AtomicU64::new(0);
    let finish = |episode: usize, outcome: &Outcome, data: &Data| {
        let mut sum = scatter(episode as u64 ^ outcome.steps as u64);
        for x in data.state.qpos.iter().chain(&data.state.qvel) {
            sum = scatter(sum ^ x.to_bits());
        }
        digest.fetch_xor(sum, Relaxed);
    };
    let mut outcomes = vec![Outcome::default(); args.episodes];
    let batch = Batch::new(args.episodes, steps)
        .initial(&initial)
        .controller(&control)
        .on_finished(&finish);
    let record = Record {
        outcomes: Some(&mut outcomes),
        ..Record::default()
    };
    let threads = rollout.threads();
    let work = || {
        let started = Instant::now();
        rollout.run_into(&batch, record).map(|()| started.elapsed())
    };
    let bar = Bar::new((args.episodes as u64).saturating_mul(steps as u64));
    let wall = watched(work, || bar.show(stepped.load(Relaxed)))?;
    bar.bar.finish_and_clear();

    let steps: usize = outcomes.iter().map(|outcome| outcome.steps).sum();
    let errors = outcomes.iter().enumerate();
    let errors = errors.filter_map(|(k, outcome)| Stopped::of(&model, k, outcome));
    Ok(Report {
        errors: errors.collect(),
        episodes: outcomes.len(),
        model: label,
        timestep: model.opt.timestep,
        threads,
        seed: args.seed,
        steps,
        wall,
        contacts: contacts.into_inner(),
        most_contacts: most.into_inner(),
        digest: digest.into_inner(),
    })
}

/// The first number of a random stream: a bijection that maps neighbouring seeds far apart.
fn scatter(seed: u64) -> u64 {
    SplitMix64::seed_from_u64(seed).next_u64()
}

/// Runs `work` on another thread and `watch` meanwhile on this one, which owns standard error and draws the progress bar.
fn watched<T: Send>(
    work: impl FnOnce() -> Result<T, BatchError> + Send,
    watch: impl Fn(),
) -> Result<T, RolloutError> {
    let watcher = thread::current();
    thread::scope(|scope| {
        let job = scope.spawn(move || {
            let done = work();
            watcher.unpark();
            done
        });
        while !job.is_finished() {
            thread::park_timeout(PERIOD);
            watch();
        }
        Ok(job.join().map_err(|_| RolloutError::Lost)??)
    })
}

/// The initial state of all episodes: the keyframe of the built-in robot, or `qpos0` of any other model.
fn start(args: &Args, model: &Model) -> Vec<f64> {
    let mut data = Data::new(model);
    if let (None, Some(key)) = (&args.model, model.id_of(ObjType::Key, demo::KEY)) {
        let reset = reset_to_key(model, &mut data, KeyId::new(key));
        debug_assert!(reset.is_ok(), "{reset:?}");
    }
    let mut state = vec![0.0; state_size(model, StateBit::FULLPHYSICS).unwrap_or(0)];
    let got = get_state(&data, StateBit::FULLPHYSICS, &mut state);
    debug_assert!(got.is_ok(), "{got:?}");
    state
}

/// The control range of each actuator, or −1 to 1 if it is not limited.
fn ranges(model: &Model) -> Vec<[f64; 2]> {
    let actuators = model.actuator.ids();
    let range = |i| match model.actuator.ctrllimited[i] {
        0 => [-1.0, 1.0],
        _ => model.actuator.ctrlrange[i],
    };
    actuators.map(range).collect()
}

/// The progress bar, shown on a terminal only.
struct Bar {
    bar: ProgressBar,
    started: Instant,
}

impl Bar {
    fn new(steps: u64) -> Self {
        let bar = bar(usize::try_from(steps).unwrap_or(usize::MAX), true);
        Self {
            bar,
            started: Instant::now(),
        }
    }

    fn show(&self, steps: u64) {
        let rate = steps as f64 / self.started.elapsed().as_secs_f64().max(1e-9);
        self.bar.set_position(steps);
        self.bar.set_message(format!("{} steps/s", thousands(rate)));
    }
}

/// The summary printed at the end.
struct Report {
    model: String,
    timestep: f64,
    threads: usize,
    seed: u64,
    steps: usize,
    wall: Duration,
    contacts: u64,
    most_contacts: u64,
    digest: u64,
    episodes: usize,
    errors: Vec<Stopped>,
}

/// An episode that ended early.
struct Stopped {
    episode: usize,
    /// Number of steps made.
    step: usize,
    reset: bool,
    message: String,
}

impl Stopped {
    /// Episode `k`, if it ended early.
    fn of(model: &Model, k: usize, outcome: &Outcome) -> Option<Self> {
        let error = outcome.error.as_ref()?;
        let message = match outcome.bad {
            Some(bad) => format!("{} at time {} s", bad.describe(model), bad.time),
            None => error.to_string(),
        };
        Some(Self {
            episode: k,
            step: outcome.steps,
            reset: outcome.reset,
            message,
        })
    }
}

impl Report {
    fn rate(&self) -> f64 {
        self.steps as f64 / self.wall.as_secs_f64().max(1e-9)
    }

    fn mean_contacts(&self) -> f64 {
        self.contacts as f64 / self.steps.max(1) as f64
    }

    /// A message with the number of failed episodes and the first of them; `None` if none failed.
    fn failure(&self) -> Option<String> {
        let first = self.errors.first()?;
        let Stopped {
            episode,
            step,
            message,
            ..
        } = first;
        Some(format!(
            "{} of {} episodes ended early; episode {episode}, step {step}: {message}",
            self.errors.len(),
            self.episodes
        ))
    }

    /// The summary as JSON.
    fn to_json(&self) -> Value {
        let error = |stopped: &Stopped| {
            json!({
                "episode": stopped.episode,
                "step": stopped.step,
                "reset": stopped.reset,
                "error": stopped.message,
            })
        };
        json!({
            "model": self.model,
            "timestep": self.timestep,
            "threads": self.threads,
            "seed": self.seed,
            "episodes": self.episodes,
            "steps": self.steps,
            "wall": self.wall.as_secs_f64(),
            "steps_per_second": self.rate(),
            "realtime_factor": self.rate() * self.timestep,
            "contacts": { "mean": self.mean_contacts(), "max": self.most_contacts },
            "state": format!("{:016x}", self.digest),
            "failed": !self.errors.is_empty(),
            "errors": self.errors.iter().map(error).collect::<Vec<_>>(),
        })
    }

    /// The summary as a table.
    fn table(&self, style: Style) -> String {
        let simulated = self.steps as f64 * self.timestep;
        let errors = self.errors.len();
        let mut rows = vec![
            ("model", self.model.clone()),
            ("episodes", self.episodes.to_string()),
            ("threads", self.threads.to_string()),
            (
                "steps",
                format!("{} ({simulated:.1} s simulated)", self.steps),
            ),
            ("wall time", format!("{:.2} s", self.wall.as_secs_f64())),
            ("throughput", format!("{} steps/s", thousands(self.rate()))),
            ("real time", format!("{:.1}×", self.rate() * self.timestep)),
            (
                "contacts",
                format!(
                    "{:.1} on average, {} at most",
                    self.mean_contacts(),
                    self.most_contacts
                ),
            ),
        ];
        rows.push(match errors {
            0 => ("errors", style.good("none")),
            n => ("errors", style.bad(&format!("{n} episodes"))),
        });
        for stopped in self.errors.iter().take(LISTED) {
            let Stopped {
                episode,
                step,
                message,
                ..
            } = stopped;
            rows.push(("", format!("episode {episode}, step {step}: {message}")));
        }
        if errors > LISTED {
            rows.push(("", format!("and {} more", errors - LISTED)));
        }
        table::labelled(&rows, style)
    }
}

/// An integer with a space between groups of three digits.
fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k) % 3 == 0 {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        assert_eq!(thousands(7.2), "7");
        assert_eq!(thousands(1000.0), "1 000");
        assert_eq!(thousands(1234567.0), "1 234 567");
    }

    #[test]
    fn controls_stay_in_their_ranges() {
        let xml = "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>
          <actuator><motor joint='j' ctrlrange='0 3'/><motor joint='j'/></actuator></mujoco>";
        let model = Model::from_xml_str(xml).unwrap();
        assert_eq!(ranges(&model), [[0.0, 3.0], [-1.0, 1.0]]);
    }
}
