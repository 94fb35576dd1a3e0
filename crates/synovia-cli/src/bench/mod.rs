//! `synovia bench`: how fast models are stepped, where the time goes, and how fast the reference is.

mod compare;
mod measure;
mod table;

use std::io::{self, IsTerminal, Read, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use synovia::Model;
use synovia::batch::BatchError;
use synovia::engine::probe::StepPart;

use crate::demo;
use crate::input::{self, Failure};
use crate::style::Style;
use compare::{CompareError, Reference, Source};
use measure::{Bench, MeasureError, Timing, Work};

/// Arguments of `synovia bench`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// MJCF files; `-` is standard input; without MODEL, the built-in robot
    #[arg(value_name = "MODEL")]
    models: Vec<PathBuf>,
    /// Duration of each measurement [s]
    #[arg(short = 't', long, default_value = "1", value_parser = crate::drive::duration, allow_negative_numbers = true, value_name = "SECONDS")]
    seconds: f64,
    /// Largest number of threads [default: the number of processors]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Also measure MuJoCo, in the Python given by the environment variable PYTHON [default: python3]
    #[arg(long)]
    compare: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// All results for one model.
#[derive(Debug)]
struct Measured {
    label: String,
    bodies: i32,
    dofs: i32,
    timestep: f64,
    timing: Timing,
    work: Work,
    profile: Vec<(StepPart, f64)>,
    /// Number of threads, and steps per second on them.
    threads: Vec<(usize, f64)>,
    /// Version of the reference, and its timing.
    reference: Option<(String, Timing)>,
}

impl Measured {
    fn steps_per_second(&self) -> f64 {
        1.0 / self.timing.best
    }

    /// Speed as a multiple of the reference's.
    fn ratio(&self) -> Option<f64> {
        let (_, timing) = self.reference.as_ref()?;
        Some(timing.best / self.timing.best)
    }

    fn to_json(&self) -> Value {
        let timing = |t: &Timing| json!({ "best": t.best, "mean": t.mean });
        let profile: serde_json::Map<String, Value> = (self.profile.iter())
            .map(|(part, spent)| (part.label().to_owned(), json!(spent)))
            .collect();
        let threads: Vec<Value> = (self.threads.iter())
            .map(|(n, speed)| json!({ "threads": n, "steps_per_second": speed }))
            .collect();
        json!({
            "model": self.label,
            "bodies": self.bodies,
            "dofs": self.dofs,
            "timestep": self.timestep,
            "seconds_per_step": timing(&self.timing),
            "steps_per_second": self.steps_per_second(),
            "realtime_factor": self.steps_per_second() * self.timestep,
            "contacts": self.work.contacts,
            "solver_iterations": self.work.iterations,
            "allocations_per_step": self.work.allocations,
            "profile": profile,
            "threads": threads,
            "reference": self.reference.as_ref().map(|(version, spent)| json!({
                "version": version,
                "seconds_per_step": timing(spent),
                "ratio": self.ratio(),
            })),
        })
    }
}

/// Reasons why a model cannot be measured.
#[derive(Debug, thiserror::Error)]
enum BenchError {
    #[error("{0}")]
    Model(#[from] Failure),
    #[error(transparent)]
    Batch(#[from] BatchError),
    #[error(transparent)]
    Measure(#[from] MeasureError),
    #[error(transparent)]
    Compare(#[from] CompareError),
}

/// A model to measure, and where the reference loads it from.
struct Input {
    label: String,
    model: Model,
    path: Option<String>,
    text: Option<String>,
}

fn load(name: Option<&Path>) -> Result<Input, BenchError> {
    let refused = |error| BenchError::Model(Failure::Refused(error));
    let Some(name) = name else {
        return Ok(Input {
            label: demo::LABEL.to_owned(),
            model: demo::model().map_err(refused)?,
            path: None,
            text: Some(demo::XML.to_owned()),
        });
    };
    if name.as_os_str() == input::STDIN {
        let mut text = String::new();
        let read = io::stdin().read_to_string(&mut text);
        read.map_err(|error| BenchError::Model(Failure::Unread(error)))?;
        return Ok(Input {
            label: input::label(name),
            model: Model::from_xml_str(&text).map_err(refused)?,
            path: None,
            text: Some(text),
        });
    }
    Ok(Input {
        label: input::label(name),
        model: input::load(name).map_err(BenchError::Model)?,
        path: Some(name.display().to_string()),
        text: None,
    })
}

/// 1, 2, 4, … up to `most`, and `most` itself.
fn thread_counts(most: usize) -> Vec<usize> {
    let powers = std::iter::successors(Some(1), |n: &usize| n.checked_mul(2));
    let mut counts: Vec<usize> = powers.take_while(|&n| n < most).collect();
    counts.push(most);
    counts
}

fn measure(args: &Args, name: Option<&Path>) -> Result<Measured, BenchError> {
    let input = load(name)?;
    let model = &input.model;
    let time = Duration::try_from_secs_f64(args.seconds.min(1e6)).unwrap_or_default();
    let cores = std::thread::available_parallelism();
    let most = args
        .threads
        .map_or_else(|| cores.map_or(1, Into::into), Into::into);
    let mut bench = Bench::new(model)?;
    let source = match (&input.path, &input.text) {
        (Some(path), _) => Source::Path(path),
        (None, text) => Source::Text(text.as_deref().unwrap_or_default()),
    };
    let reference = (args.compare.then(|| Reference::start(source, bench.burst))).transpose()?;
    let (timing, reference) = in_turns(&mut bench, reference, time)?;
    Ok(Measured {
        label: input.label.clone(),
        bodies: model.size.nbody as i32,
        dofs: model.size.nv as i32,
        timestep: model.opt.timestep,
        timing,
        work: bench.work()?,
        profile: bench.profile(time / 2)?,
        threads: (thread_counts(most).into_iter())
            .map(|n| bench.threads(n, time).map(|speed| (n, speed)))
            .collect::<Result<_, _>>()?,
        reference,
    })
}

/// Alternates bursts of Synovia and of the reference, for about `time` each.
fn in_turns(
    bench: &mut Bench<'_>,
    mut reference: Option<Reference>,
    time: Duration,
) -> Result<(Timing, Option<(String, Timing)>), BenchError> {
    let (mut ours, mut theirs) = (Timing::default(), Timing::default());
    let time = if reference.is_some() { time * 2 } else { time };
    let begin = Instant::now();
    loop {
        ours.add(bench.time()?);
        if let Some(reference) = &mut reference {
            theirs.add(reference.time()?);
        }
        if begin.elapsed() >= time {
            break;
        }
    }
    let told = reference.map(|reference| (reference.version.clone(), theirs));
    Ok((ours, told))
}

/// Measures all models.
pub(crate) fn run<E: Write + IsTerminal>(
    args: &Args,
    out: &mut (impl Write + IsTerminal),
    err: &mut E,
) -> io::Result<ExitCode> {
    let names: Vec<Option<&Path>> = if args.models.is_empty() {
        vec![None]
    } else {
        args.models
            .iter()
            .map(|name| Some(name.as_path()))
            .collect()
    };
    let (mut all, mut code) = (Vec::new(), ExitCode::SUCCESS);
    for name in names {
        match measure(args, name) {
            Ok(measured) => {
                if !args.json {
                    if !all.is_empty() {
                        writeln!(out)?;
                    }
                    out.write_all(table::one(&measured, Style::of(out)).as_bytes())?;
                    out.flush()?;
                }
                all.push(measured);
            }
            Err(error) => {
                code = input::complain(err, &error)?;
                // a reference that is missing for one model is missing for all
                if matches!(error, BenchError::Compare(_)) {
                    break;
                }
            }
        }
    }
    if args.json {
        let list: Vec<Value> = all.iter().map(Measured::to_json).collect();
        writeln!(out, "{:#}", json!({ "models": list }))?;
    } else if all.len() > 1 {
        out.write_all(table::overview(&all, Style::of(out)).as_bytes())?;
    }
    Ok(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thread_counts_double_up_to_the_most() {
        assert_eq!(thread_counts(1), [1]);
        assert_eq!(thread_counts(6), [1, 2, 4, 6]);
        assert_eq!(thread_counts(8), [1, 2, 4, 8]);
    }
}
