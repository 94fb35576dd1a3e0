//! `synovia run`: simulates a model with a progress bar and a summary, and records, plots and renders the results.

mod progress;
pub(crate) mod record;
mod report;
mod simulate;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use synovia::engine::data::EngineError;
use synovia::model::enums::Enable;
use synovia::scene::{Camera, SceneError};
use synovia::{Data, Model, WholeFile, forward};

use crate::draw::style::DrawStyle;
use crate::draw::view::{self, CameraError};
use crate::draw::{FrameRenderer, Size};
use crate::drive::health::FAILED;
use crate::drive::{self, DriveError, duration, watch_ctrl_c};
use crate::files::png;
use crate::input::{self, Failure};
use crate::plot::Plot;
use crate::style::Style;
use progress::Progress;
use record::{RecordError, Recording};
use report::{Report, Written};
use simulate::{End, Watchers, simulate};

/// Arguments of `synovia run`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// MJCF file; `-` is standard input; without MODEL, the built-in robot
    #[arg(value_name = "MODEL")]
    model: Option<PathBuf>,
    /// Simulated time [s]
    #[arg(short, long, default_value = "10", value_parser = duration, allow_negative_numbers = true, value_name = "SECONDS")]
    time: f64,
    #[command(flatten)]
    drive: drive::Args,
    /// Record to a file *.npz or *.csv
    #[arg(short, long, value_parser = recording_file, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Record every Nth step
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u32).range(1..), value_name = "N")]
    every: u32,
    /// Plot positions, energy, contacts and solver iterations to a file *.svg
    #[arg(short, long, value_parser = plot_file, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Render the final state to a file *.png
    #[arg(long, value_parser = picture_file, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Camera of the image, by name or number, or free [default: the model's default camera, else free]
    #[arg(long, requires = "picture", value_name = "NAME")]
    camera: Option<String>,
    /// Size of the image
    #[arg(long, default_value = "960x540", value_parser = Size::parse, value_name = "WIDTHxHEIGHT")]
    size: Size,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// No progress bar and no summary
    #[arg(short, long)]
    quiet: bool,
}

/// Parses the file name of a recording.
fn recording_file(text: &str) -> Result<PathBuf, String> {
    input::file_of(text, &["npz", "csv"])
}

/// Parses the file name of a plot.
fn plot_file(text: &str) -> Result<PathBuf, String> {
    input::file_of(text, &["svg"])
}

/// Parses the file name of an image.
fn picture_file(text: &str) -> Result<PathBuf, String> {
    input::file_of(text, &["png"])
}

/// Errors of a run.
#[derive(Debug, thiserror::Error)]
enum RunError {
    /// The model does not load.
    #[error("{0}")]
    Model(#[from] Failure),
    /// The simulation cannot start.
    #[error("{0}")]
    Drive(#[from] DriveError),
    /// The model has no such camera.
    #[error("{0}")]
    Camera(#[from] CameraError),
    /// The recording cannot be created, or was cut short.
    #[error("--record {file}: {error}")]
    Record { file: String, error: RecordError },
    /// Not enough memory for a plot.
    #[error("--plot: not enough memory for {0} positions")]
    Plot(i64),
    /// A file cannot be written.
    #[error("{file}: {error}")]
    Write { file: String, error: String },
    /// The final state cannot be computed.
    #[error("{0}")]
    Engine(#[from] EngineError),
    /// The final state cannot be rendered.
    #[error("{0}")]
    Scene(#[from] SceneError),
}

/// Runs the model.
pub(crate) fn run<E: Write + IsTerminal>(
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
            let failure = report.failure();
            if let Some(message) = &failure {
                input::report_failure(err, message)?;
            }
            Ok(match report.outcome.end {
                End::Complete if failure.is_some() => ExitCode::from(FAILED),
                End::Complete => ExitCode::SUCCESS,
                End::Interrupted => ExitCode::from(drive::INTERRUPTED),
                // write errors were reported above
                End::Unwritten => ExitCode::FAILURE,
                End::Error(error) => {
                    writeln!(err, "{}: {error}", Style::of(err).bad("error"))?;
                    ExitCode::FAILURE
                }
            })
        }
        Err(error) => input::complain(err, &error),
    }
}

/// Loads the model, and its label.
fn load(args: &Args) -> Result<(Model, String), RunError> {
    let (mut model, label) = input::load_to_step(args.model.as_deref())?;
    // computing energies does not change the motion
    model.opt.enableflags |= Enable::ENERGY;
    Ok((model, label))
}

/// Opens a file before the work starts.
fn open(path: &Path) -> Result<WholeFile, RunError> {
    WholeFile::create(path).map_err(|error| RunError::Write {
        file: path.display().to_string(),
        error: error.to_string(),
    })
}

/// Writes a file at the end of the work.
fn close(file: WholeFile, content: &[u8]) -> Result<Written, RunError> {
    let name = file.path().display().to_string();
    let replaced = file.replaces();
    match file.commit_with(content) {
        Ok(()) => Ok(Written { name, replaced }),
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

/// Moves a recording into place; returns the file and the number of rows.
fn end_recording(recording: Recording) -> Result<(Written, u64), RunError> {
    let (name, replaced) = (recording.name(), recording.replaces());
    match recording.finish() {
        Ok(rows) => Ok((Written { name, replaced }, rows)),
        Err(error) => Err(RunError::Record { file: name, error }),
    }
}

fn try_run(args: &Args) -> Result<Report, RunError> {
    let (model, label) = load(args)?;
    let start = args.drive.start(&model, args.model.is_none())?;
    let (mut data, mut control) = (start.data, start.control);
    let asked = drive::steps(args.time, model.opt.timestep)?;
    let camera = view::camera(&model, args.camera.as_deref())?;

    // from here on, Ctrl-C leaves no temporary files behind
    let stop = watch_ctrl_c()?;
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

    let recording = watchers.recording.map(end_recording).transpose()?;
    let plot = match (plot_file, &watchers.plot) {
        (Some(file), Some(plot)) => {
            let svg = plot.chart(&label, &model);
            Some(close(file, svg.as_bytes())?)
        }
        _ => None,
    };
    let picture = match picture_file {
        Some(file) => Some(take_picture(file, &model, &mut data, camera, args.size)?),
        None => None,
    };
    let state = data.state.qpos.iter().chain(data.state.qvel.iter());
    Ok(Report {
        model: label,
        key: start.key,
        sizes: [model.size.nq, model.size.nv, model.size.nu],
        timestep: model.opt.timestep,
        asked,
        outcome,
        finite: state.chain(data.state.act.iter()).all(|x| x.is_finite()),
        recording,
        plot,
        picture,
    })
}

/// Renders the final state of a run.
fn take_picture(
    file: WholeFile,
    model: &Model,
    data: &mut Data,
    camera: Camera,
    size: Size,
) -> Result<Written, RunError> {
    // compute the poses of the final state, not of the beginning of the last step
    forward(model, data)?;
    let mut painter = FrameRenderer::new(model, camera, DrawStyle::default(), size);
    let picture = painter.draw(model, data)?;
    match png::encode(&picture, png::Effort::Small) {
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
    fn names_of_files_are_checked() {
        assert!(recording_file("a.txt").is_err() && recording_file("a.npz").is_ok());
        assert!(plot_file("a.png").is_err() && plot_file("a.svg").is_ok());
    }
}
