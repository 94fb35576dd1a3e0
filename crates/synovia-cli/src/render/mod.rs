//! `synovia render`: images and videos of a model, a simulation or a recording.
//!
//! One thread simulates and draws, another encodes and writes.

mod instants;
mod output;
mod report;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

use synovia::engine::data::EngineError;
use synovia::model::Model;
use synovia::scene::SceneError;
use synovia::{Data, forward};

use crate::draw::{FrameRenderer, Picture, Size, style, view};
use crate::drive::health::FAILED;
use crate::drive::{self, DriveError, duration, finite, watch_ctrl_c};
use crate::input::{self, Failure};
use crate::progress::bar;
use crate::style::Style;
use instants::{Instants, Open, RecordingError, Source, StateFault};
use output::{Form, Output, OutputPath, Series};
use report::Report;

/// Number of frames that may wait to be written.
const WAITING: usize = 4;
/// Default frames per second.
const FPS: f64 = 30.0;
/// Default length of a video of a simulation \[s\].
const LENGTH: f64 = 5.0;

/// Arguments of `synovia render`.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  synovia render robot.xml -o robot.png                       the initial state
  synovia render robot.xml -o robot.png --key home --contacts a keyframe, with contact points
  synovia render robot.xml -o walk.mp4 --ctrl sine --time 3   three seconds of a simulation
  synovia render robot.xml -o walk.mp4 --from run.npz         what `synovia run --record run.npz` recorded
  synovia render robot.xml -o loop.webp --to-time 2 --fps 20  a lossless animation, for short loops
  synovia render robot.xml -o frames/ --depth                 a folder of depth images as 16-bit PNG files")]
pub(crate) struct Args {
    /// MJCF file; `-` is standard input; without MODEL, the built-in robot
    #[arg(value_name = "MODEL")]
    model: Option<PathBuf>,
    /// An image *.png or *.webp, a video *.mp4, an animation *.webp (with --from-time, --to-time or --fps), or a folder for
    /// numbered PNG files
    #[arg(short, long, value_parser = OutputPath::parse, value_name = "FILE|FOLDER")]
    output: OutputPath,
    /// Time of the image, or length of the video [s] [default: 0 for images; 5 for videos, or the whole recording]
    #[arg(short, long, value_parser = duration, allow_negative_numbers = true, conflicts_with_all = ["from_time", "to_time"], value_name = "SECONDS")]
    time: Option<f64>,
    /// Start of the video, after the start of the simulation [s]
    #[arg(long, value_parser = duration, allow_negative_numbers = true, value_name = "SECONDS")]
    from_time: Option<f64>,
    /// End of the video [s]
    #[arg(long, value_parser = duration, allow_negative_numbers = true, value_name = "SECONDS")]
    to_time: Option<f64>,
    /// Frames per second [default: 30]
    #[arg(long, value_parser = rate, value_name = "N")]
    fps: Option<f64>,
    /// Simulated seconds per second of video; below 1 is slow motion
    #[arg(long, default_value = "1", value_parser = rate, value_name = "X")]
    speed: f64,
    /// Size of the image
    #[arg(long, default_value = "640x480", value_parser = Size::parse, value_name = "WIDTHxHEIGHT")]
    size: Size,
    /// A recording *.npz or *.csv of `synovia run --record`, instead of a simulation
    #[arg(long, conflicts_with_all = ["ctrl", "frequency", "amplitude", "seed"], value_name = "FILE")]
    from: Option<PathBuf>,
    #[command(flatten)]
    drive: drive::Args,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// No progress bar and no summary
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    view: view::Args,
    #[command(flatten)]
    look: style::Args,
}

/// Parses a number from 0.001 to 1000.
fn rate(text: &str) -> Result<f64, String> {
    match finite(text)? {
        value if (1e-3..=1e3).contains(&value) => Ok(value),
        _ => Err("expected a number from 0.001 to 1000".to_owned()),
    }
}

/// Errors of rendering.
#[derive(Debug, thiserror::Error)]
enum RenderError {
    /// The model does not load.
    #[error("{0}")]
    Model(#[from] Failure),
    /// The simulation does not start.
    #[error("{0}")]
    Drive(#[from] DriveError),
    /// There is no such camera.
    #[error("{0}")]
    Camera(#[from] view::CameraError),
    /// The recording cannot be drawn.
    #[error("--from {file}: {error}")]
    Recording { file: String, error: RecordingError },
    /// A file for one image, but several frames are requested.
    #[error(
        "--output {0}: a *.png holds one image, chosen by --time; write a video to *.mp4, *.webp or a folder"
    )]
    One(String),
    /// The end is not after the start.
    #[error("--to-time: {to} s is not after {from} s, the start of the video")]
    Order { from: f64, to: f64 },
    /// Too many frames.
    #[error("a video of {0} s has too many frames; choose a shorter time or a lower --fps")]
    Many(f64),
    /// Too few frames.
    #[error("a video needs at least two frames; increase --time, or write a *.png")]
    Few,
    /// The frame is too small for the encoder.
    #[error("--size: a video must be at least {0} pixels wide and high")]
    Small(usize),
    /// A file cannot be written.
    #[error("{file}: {error}")]
    Write { file: String, error: io::Error },
    /// The simulation cannot be stepped.
    #[error("{0}")]
    State(#[from] StateFault),
    /// The state cannot be computed.
    #[error("{0}")]
    Engine(#[from] EngineError),
    /// The scene cannot be created.
    #[error("{0}")]
    Scene(#[from] SceneError),
    /// The writing thread ended unexpectedly.
    #[error("the frames could not be written")]
    Lost,
}

/// Draws the model.
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
            let failure = report.health.message();
            if let Some(message) = &failure {
                input::report_failure(err, message)?;
            }
            Ok(if report.interrupted {
                ExitCode::from(drive::INTERRUPTED)
            } else if failure.is_some() {
                ExitCode::from(FAILED)
            } else {
                ExitCode::SUCCESS
            })
        }
        Err(error) => input::complain(err, &error),
    }
}

impl Args {
    /// True if a single image is requested.
    fn is_still(&self) -> bool {
        let many = self.from_time.is_some() || self.to_time.is_some() || self.fps.is_some();
        match self.output.form {
            Form::Png => true,
            Form::Webp => !many,
            Form::Mp4 | Form::Folder => false,
        }
    }

    /// The instants of all frames; `recorded` is the length of a recording.
    fn instants(&self, recorded: Option<f64>) -> Result<Instants, RenderError> {
        if self.is_still() {
            if self.from_time.is_some() || self.to_time.is_some() {
                return Err(RenderError::One(self.output.path.display().to_string()));
            }
            return Ok(Instants::one(self.time.unwrap_or(0.0)));
        }
        let from = self.from_time.unwrap_or(0.0);
        let asked = self.to_time.or(self.time);
        let most = recorded.unwrap_or(f64::INFINITY);
        let to = asked.unwrap_or_else(|| recorded.unwrap_or(from + LENGTH));
        if asked.is_some() && to <= from && self.time.is_none() {
            return Err(RenderError::Order { from, to });
        }
        let every = self.speed / self.fps.unwrap_or(FPS);
        let instants = Instants::of_video(from, to.min(most), every);
        let instants = instants.ok_or(RenderError::Many(to - from))?;
        if instants.count < output::fewest(&self.output.form) {
            return Err(RenderError::Few);
        }
        Ok(instants)
    }

    /// The source of the states, and the instants of the frames.
    fn source(
        &self,
        model: &Model,
        start: drive::Start,
    ) -> Result<(Source, Instants), RenderError> {
        let Some(path) = &self.from else {
            let instants = self.instants(None)?;
            // refuse numbers of steps that overflow
            drive::steps(instants.at(instants.count), model.opt.timestep)?;
            let source = Source::simulation(model, start.data, start.control)?;
            return Ok((source, instants));
        };
        let wrong = |error| RenderError::Recording {
            file: path.display().to_string(),
            error,
        };
        let open = Open::new(path).map_err(wrong)?;
        let instants = self.instants(Some(open.length()))?;
        let source = open.read(model, &instants).map_err(wrong)?;
        Ok((source, instants))
    }
}

fn try_run(args: &Args) -> Result<Report, RenderError> {
    let (model, label) = input::load_to_step(args.model.as_deref())?;
    let built_in = args.model.is_none();
    let start = args.drive.start(&model, built_in)?;
    // the drawn state starts like the simulation: a recording has positions, but not everything a keyframe sets
    let mut shown = args.drive.start(&model, built_in)?.data;
    let key = start.key.clone();
    let camera = args.view.camera(&model)?;
    let (source, instants) = args.source(&model, start)?;
    let least = output::least(&args.output.form);
    if args.size.width < least || args.size.height < least {
        return Err(RenderError::Small(least));
    }
    let name = caption(&model, args.model.as_deref());
    let mut painter = FrameRenderer::new(&model, camera, args.look.look(&name), args.size);

    // from here on, Ctrl-C leaves no temporary files behind
    let stop = watch_ctrl_c()?;
    let fps = args.fps.unwrap_or(FPS);
    let series = Series {
        size: args.size,
        fps,
        count: (!args.is_still()).then_some(instants.count),
    };
    let started = Instant::now();
    let wrong = |error| RenderError::Write {
        file: args.output.path.display().to_string(),
        error,
    };
    let output = Output::new(&args.output, series).map_err(wrong)?;
    let mut work = Work {
        model: &model,
        source,
        instants,
        painter: &mut painter,
        visible: !args.quiet,
        stop: &stop,
    };
    let (output, done) = work.make(&mut shown, output, wrong)?;
    let health = work.source.health().clone();
    let interrupted = done < instants.count;
    // frames drawn before Ctrl-C make a complete file, too
    let kept = done >= output::fewest(&args.output.form);
    let replaced = kept && output.replaces();
    if kept {
        output.finish().map_err(wrong)?;
    }
    Ok(Report {
        model: label,
        key,
        camera: view::name(&model, &camera),
        output: args.output.clone(),
        kept,
        series,
        instants,
        done,
        shown: shown.state.time,
        wall: started.elapsed(),
        white: painter.white(),
        segments: report::segments(&model, &painter),
        interrupted,
        replaced,
        health,
    })
}

/// The name of the model in an image.
fn caption(model: &Model, path: Option<&Path>) -> String {
    let name = model.names.model();
    let file = path.and_then(Path::file_stem);
    match file {
        // unnamed models, or models with the default name, are called like their file
        Some(file) if name.is_empty() || name == "MuJoCo Model" => {
            file.to_string_lossy().into_owned()
        }
        _ => name.to_owned(),
    }
}

/// Everything needed to draw the frames.
struct Work<'a> {
    model: &'a Model,
    source: Source,
    instants: Instants,
    painter: &'a mut FrameRenderer,
    visible: bool,
    stop: &'a AtomicBool,
}

impl Work<'_> {
    /// Draws and writes all frames; returns their number.
    fn make(
        &mut self,
        shown: &mut Data,
        output: Output,
        wrong: impl Fn(io::Error) -> RenderError,
    ) -> Result<(Output, usize), RenderError> {
        thread::scope(|scope| {
            let (send, receive) = sync_channel(WAITING);
            let writer = scope.spawn(move || write(output, &receive));
            let drawn = self.draw(shown, &send);
            drop(send);
            let (output, written) = writer.join().map_err(|_| RenderError::Lost)?;
            written.map_err(wrong)?;
            Ok((output, drawn?))
        })
    }

    /// Draws frames until all are done or the writing thread has ended.
    fn draw(&mut self, shown: &mut Data, send: &SyncSender<Picture>) -> Result<usize, RenderError> {
        let count = self.instants.count;
        let bar = bar(count, self.visible && count > 1);
        for k in 0..count {
            let source = &mut self.source;
            if !source.show(self.model, &self.instants, k, shown, self.stop)? {
                bar.finish_and_clear();
                return Ok(k);
            }
            forward(self.model, shown)?;
            let picture = self.painter.draw(self.model, shown)?;
            if send.send(picture).is_err() {
                return Ok(k);
            }
            bar.set_message(format!("{} of {count} frames", k + 1));
            bar.set_position(k as u64 + 1);
        }
        bar.finish_and_clear();
        Ok(count)
    }
}

/// Writes frames as they arrive.
fn write(mut output: Output, receive: &Receiver<Picture>) -> (Output, io::Result<()>) {
    for picture in receive {
        if let Err(error) = output.add(picture) {
            return (output, Err(error));
        }
    }
    (output, Ok(()))
}
