//! `synovia run`: simulates a model, shows how it goes, and records, plots and draws what happened.

mod control;
mod progress;
pub mod record;
mod report;
mod simulate;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use synovia::engine::data::EngineError;
use synovia::engine::state::reset_to_key;
use synovia::model::ObjType;
use synovia::model::enums::Enable;
use synovia::model::id::{CameraId, KeyId};
use synovia::{Data, Model, forward};

use crate::files::whole::WholeFile;
use crate::input::{self, Failure};
use crate::picture::{Camera, Size};
use crate::plot::Plot;
use crate::style::Style;
use crate::{demo, names, picture};
use control::{Choice, Control, ControlError, Wave};
use progress::Progress;
use record::{RecordError, Recording};
use report::Report;
use simulate::{End, Watchers, simulate};

/// What a shell expects of a program that Ctrl-C has stopped.
const INTERRUPTED: u8 = 130;

/// Arguments of `synovia run`.
#[derive(clap::Args)]
pub struct Args {
    /// MJCF file; `-` is standard input, and without one the built-in robot runs
    #[arg(value_name = "MODEL")]
    model: Option<PathBuf>,
    /// Simulated time [s]
    #[arg(short, long, default_value = "10", value_parser = duration, allow_negative_numbers = true, value_name = "SECONDS")]
    time: f64,
    /// Controls: hold (those of the start), zero, sine, random, or rows of a file *.csv or *.npy
    /// [default: sine for the built-in robot, else hold]
    #[arg(short, long, value_parser = Choice::parse, value_name = "KIND|FILE")]
    ctrl: Option<Choice>,
    /// Frequency of the sine [Hz]
    #[arg(long, default_value = "1", value_parser = finite, allow_negative_numbers = true, value_name = "HZ")]
    frequency: f64,
    /// Amplitude of the sine, as a share of the way to the nearer end of the range
    #[arg(long, default_value = "0.5", value_parser = finite, allow_negative_numbers = true, value_name = "SHARE")]
    amplitude: f64,
    /// Keyframe to start from, by name or number
    #[arg(short, long, value_name = "NAME")]
    key: Option<String>,
    /// Seed of random controls
    #[arg(long, default_value = "0", value_name = "N")]
    seed: u64,
    /// Record to a file *.npz or *.csv
    #[arg(short, long, value_parser = recording_file, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Record every Nth step
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u32).range(1..), value_name = "N")]
    every: u32,
    /// Plot positions, energy, contacts and solver iterations to a file *.svg
    #[arg(short, long, value_parser = plot_file, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Draw the end of the run to a file *.png
    #[arg(long, value_parser = picture_file, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Camera of the picture, by name or number [default: the free camera of the model]
    #[arg(long, requires = "picture", value_name = "NAME")]
    camera: Option<String>,
    /// Size of the picture
    #[arg(long, default_value = "960x540", value_parser = Size::parse, value_name = "WIDTHxHEIGHT")]
    size: Size,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// No progress bar and no summary
    #[arg(short, long)]
    quiet: bool,
}

/// Reads a finite number.
fn finite(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err("expected a finite number".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Reads a number of seconds.
pub fn duration(text: &str) -> Result<f64, String> {
    match finite(text)? {
        value if value >= 0.0 => Ok(value),
        _ => Err("expected a time that is not negative".to_owned()),
    }
}

/// Reads the name of a recording.
fn recording_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension().and_then(|ext| ext.to_str()) {
        Some("npz" | "csv") => Ok(path),
        _ => Err("expected a file *.npz or *.csv".to_owned()),
    }
}

/// Reads the name of a plot.
fn plot_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension().and_then(|ext| ext.to_str()) {
        Some("svg") => Ok(path),
        _ => Err("expected a file *.svg".to_owned()),
    }
}

/// Reads the name of a picture.
fn picture_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension().and_then(|ext| ext.to_str()) {
        Some("png") => Ok(path),
        _ => Err("expected a file *.png".to_owned()),
    }
}

/// Why a run does not start, or its results are not there.
#[derive(Debug, thiserror::Error)]
enum RunError {
    /// The model does not load.
    #[error("{0}")]
    Model(#[from] Failure),
    /// No keyframe of that name.
    #[error("--key: the model has no keyframe {found:?}{meant}")]
    Key { found: String, meant: String },
    /// No camera of that name.
    #[error("--camera: the model has no camera {found:?}{meant}")]
    Camera { found: String, meant: String },
    /// A file of controls is wrong.
    #[error("--ctrl {file}: {error}")]
    Control { file: String, error: ControlError },
    /// The recording cannot be made, or not to its end.
    #[error("--record {file}: {error}")]
    Record { file: String, error: RecordError },
    /// There is no memory for a plot.
    #[error("--plot: {0} positions do not fit into memory")]
    Plot(i64),
    /// A file cannot be written.
    #[error("{file}: {error}")]
    Write { file: String, error: String },
    /// The end of the run cannot be computed.
    #[error("{0}")]
    Engine(#[from] EngineError),
    /// More steps than can be counted.
    #[error("--time: {0} s is more steps than can be made")]
    Steps(f64),
    /// Ctrl-C cannot be watched.
    #[error("Ctrl-C cannot be watched: {0}")]
    Signal(#[from] ctrlc::Error),
}

/// Runs the model.
pub fn run<E: Write + IsTerminal>(
    args: &Args,
    out: &mut (impl Write + IsTerminal),
    err: &mut E,
) -> io::Result<ExitCode> {
    match try_run(args) {
        Ok(report) => {
            if args.json {
                writeln!(out, "{:#}", report.to_json())?;
            } else if !args.quiet {
                out.write_all(report.table(Style::of(out)).as_bytes())?;
            }
            Ok(match report.outcome.end {
                End::Complete => ExitCode::SUCCESS,
                End::Interrupted => ExitCode::from(INTERRUPTED),
                // what could not be written is an error before this
                End::Unwritten => ExitCode::FAILURE,
                End::Fault(fault) => {
                    writeln!(err, "{}: {fault}", Style::of(err).bad("error"))?;
                    ExitCode::FAILURE
                }
            })
        }
        Err(error) => {
            let model = match &error {
                RunError::Model(failure) => Some(failure),
                _ => None,
            };
            input::complain(err, &error, model)
        }
    }
}

/// The model, and what it is called.
fn load(args: &Args) -> Result<(Model, String), RunError> {
    let (mut model, label) = input::load_to_step(args.model.as_deref())?;
    // energies change nothing in the motion
    model.opt.enableflags |= Enable::ENERGY;
    Ok((model, label))
}

/// The simulation before its first step, and the keyframe it starts from.
fn start(args: &Args, model: &Model) -> Result<(Data, Option<String>), RunError> {
    let mut data = Data::new(model);
    let wanted = match (&args.key, &args.model) {
        (Some(key), _) => key.as_str(),
        (None, None) => demo::KEY,
        (None, Some(_)) => return Ok((data, None)),
    };
    let nkey = model.size.nkey as usize;
    let Some(key) = names::find(model, ObjType::Key, nkey, wanted) else {
        return Err(RunError::Key {
            found: wanted.to_owned(),
            meant: names::meant(wanted, &names::all(model, ObjType::Key, nkey)),
        });
    };
    reset_to_key(model, &mut data, KeyId::new(key))?;
    Ok((data, Some(names::of(model, ObjType::Key, key))))
}

/// The camera that was asked for; none is the free one.
fn camera(args: &Args, model: &Model) -> Result<Option<CameraId>, RunError> {
    let Some(wanted) = &args.camera else {
        return Ok(None);
    };
    let ncam = model.size.ncam as usize;
    match names::find(model, ObjType::Camera, ncam, wanted) {
        Some(camera) => Ok(Some(CameraId::new(camera))),
        None => Err(RunError::Camera {
            found: wanted.clone(),
            meant: names::meant(wanted, &names::all(model, ObjType::Camera, ncam)),
        }),
    }
}

/// How many steps `time` is.
fn steps(time: f64, timestep: f64) -> Result<usize, RunError> {
    // a whole number of steps stays one, whatever the rounding
    let steps = (time / timestep - 1e-6).ceil().max(0.0);
    if steps < 2_f64.powi(52) {
        Ok(steps as usize)
    } else {
        Err(RunError::Steps(time))
    }
}

/// Opens a file before the work starts.
fn open(path: &Path) -> Result<WholeFile, RunError> {
    WholeFile::create(path).map_err(|error| RunError::Write {
        file: path.display().to_string(),
        error: error.to_string(),
    })
}

/// Writes a file at the end of the work; returns its name.
fn close(file: WholeFile, content: &[u8]) -> Result<String, RunError> {
    let name = file.path().display().to_string();
    match file.commit_with(content) {
        Ok(()) => Ok(name),
        Err(error) => Err(RunError::Write {
            file: name,
            error: error.to_string(),
        }),
    }
}

/// Opens a recording before the work starts.
fn start_recording(path: &Path, model: &Model, rows: u64) -> Result<Recording, RunError> {
    let file = open(path)?;
    Recording::new(file, model, rows).map_err(|error| RunError::Record {
        file: path.display().to_string(),
        error,
    })
}

/// Puts a recording in its place; returns its name and its rows.
fn end_recording(recording: Recording) -> Result<(String, u64), RunError> {
    let file = recording.name();
    match recording.finish() {
        Ok(rows) => Ok((file, rows)),
        Err(error) => Err(RunError::Record { file, error }),
    }
}

fn try_run(args: &Args) -> Result<Report, RunError> {
    let (model, label) = load(args)?;
    let (mut data, key) = start(args, &model)?;
    let asked = steps(args.time, model.opt.timestep)?;
    let default = if args.model.is_some() {
        Choice::Hold
    } else {
        Choice::Sine
    };
    let choice = args.ctrl.as_ref().unwrap_or(&default);
    let wave = Wave {
        frequency: args.frequency,
        amplitude: args.amplitude,
    };
    let control = Control::new(choice, wave, args.seed, &model, &data);
    let mut control = control.map_err(|error| RunError::Control {
        file: match choice {
            Choice::File(path) => path.display().to_string(),
            _ => String::new(),
        },
        error,
    })?;
    let camera = camera(args, &model)?;

    // from here on Ctrl-C leaves no drafts behind
    let stop = Arc::new(AtomicBool::new(false));
    let raise = Arc::clone(&stop);
    ctrlc::set_handler(move || raise.store(true, Ordering::Relaxed))?;
    let every = args.every as usize;
    let rows = asked.div_ceil(every) as u64 + 1;
    let record = args.record.as_deref();
    let recording = record.map(|path| start_recording(path, &model, rows));
    let recording = recording.transpose()?;
    let plot_file = args.plot.as_deref().map(open).transpose()?;
    let picture_file = args.picture.as_deref().map(open).transpose()?;
    let plot = match &plot_file {
        Some(_) => Some(Plot::new(&model).ok_or(RunError::Plot(model.size.nq))?),
        None => None,
    };
    let mut watchers = Watchers {
        recording,
        plot,
        every,
    };

    let mut progress = Progress::new(asked, model.opt.timestep, !args.quiet);
    let outcome = simulate(
        &model,
        &mut data,
        &mut control,
        asked,
        &mut watchers,
        &mut progress,
        &stop,
    );
    progress.finish();

    let recorded = watchers.recording.map(end_recording).transpose()?;
    let plotted = match (plot_file, &watchers.plot) {
        (Some(file), Some(plot)) => {
            let svg = plot.chart(&label, &model);
            Some(close(file, svg.as_bytes())?)
        }
        _ => None,
    };
    let pictured = match picture_file {
        Some(file) => Some(take_picture(file, &model, &mut data, camera, args.size)?),
        None => None,
    };
    let state = data.state.qpos.iter().chain(data.state.qvel.iter());
    Ok(Report {
        model: label,
        key,
        timestep: model.opt.timestep,
        asked,
        outcome,
        finite: state.chain(data.state.act.iter()).all(|x| x.is_finite()),
        recorded,
        plotted,
        pictured,
    })
}

/// Draws the end of a run.
fn take_picture(
    file: WholeFile,
    model: &Model,
    data: &mut Data,
    camera: Option<CameraId>,
    size: Size,
) -> Result<String, RunError> {
    // poses of the end, not of the beginning of the last step
    forward(model, data)?;
    let camera = match camera {
        Some(camera) => Camera::fixed(model, data, camera),
        None => Camera::free(model),
    };
    match picture::draw(model, data, &camera, size) {
        Ok(bytes) => close(file, &bytes),
        Err(error) => Err(RunError::Write {
            file: file.path().display().to_string(),
            error: error.to_string(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_whole_number_of_steps() {
        assert_eq!(steps(10.0, 0.002).unwrap(), 5000);
        assert_eq!(steps(0.3, 0.1).unwrap(), 3);
        assert_eq!(steps(0.31, 0.1).unwrap(), 4);
        assert_eq!(steps(0.0, 0.1).unwrap(), 0);
        assert!(steps(1e300, 1e-3).is_err());
    }

    #[test]
    fn numbers_on_the_command_line_are_checked() {
        assert!(duration("-1").is_err() && duration("nan").is_err() && duration("x").is_err());
        assert_eq!(duration("2.5"), Ok(2.5));
        assert!(recording_file("a.txt").is_err() && recording_file("a.npz").is_ok());
        assert!(plot_file("a.png").is_err() && plot_file("a.svg").is_ok());
    }
}
