//! The `synovia` program: simulates, draws, measures, inspects and checks models.
//!
//! Results go to standard output and diagnostics to standard error. [`EXIT_CODES`] lists the exit codes.

mod bench;
mod check;
mod convert;
mod demo;
mod draw;
mod drive;
mod files;
mod info;
mod input;
mod names;
mod plot;
mod progress;
mod render;
mod rollout;
mod run;
mod style;
mod summary;
mod table;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The exit codes, as `--help` prints them.
const EXIT_CODES: &str = "Exit codes:
    0  success
    1  error: a model was refused, or a file could not be read or written
    2  usage: the command line is invalid
    3  the simulation failed: a position, velocity or acceleration became NaN, infinite or huge, or an episode ended early
  130  interrupted by Ctrl-C";

/// Physics for robots, muscles, contacts and soft bodies.
#[derive(Parser)]
#[command(name = "synovia", version, about, arg_required_else_help = true, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Largest size of a model in bytes, with an optional suffix K, M or G [default: 1G]
    #[arg(long, global = true, value_parser = bytes, value_name = "BYTES")]
    memory_limit: Option<u64>,
    /// Refuse models that use extensions of MJCF that MuJoCo does not load
    #[arg(long, global = true)]
    strict: bool,
}

/// Parses a number of bytes.
fn bytes(text: &str) -> Result<u64, String> {
    let wrong = || "expected a number of bytes, such as 4G".to_owned();
    let shift = match text.as_bytes().last() {
        Some(b'K' | b'k') => 10,
        Some(b'M' | b'm') => 20,
        Some(b'G' | b'g') => 30,
        _ => 0,
    };
    let digits = if shift == 0 {
        text
    } else {
        &text[..text.len() - 1]
    };
    let count: u64 = digits.parse().map_err(|_| wrong())?;
    count.checked_mul(1 << shift).ok_or_else(wrong)
}

/// The subcommands.
#[derive(Subcommand)]
enum Command {
    /// Simulate a model, with progress, summary, recording and plots
    Run(run::Args),
    /// Render a model: an image, or a video of a simulation or a recording
    Render(Box<render::Args>),
    /// Measure how fast models are stepped and where the time goes
    Bench(bench::Args),
    /// Run many episodes with random controls in parallel, on all cores
    Rollout(rollout::Args),
    /// Show the contents of a model
    Info(info::Args),
    /// Check models and explain every error
    Check(check::Args),
    /// Convert a model to another format
    Convert(convert::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    if let Some(bytes) = cli.memory_limit {
        synovia::set_memory_limit(bytes);
    }
    if cli.strict {
        synovia::set_strict(true);
    }
    let (mut out, mut err) = (io::stdout().lock(), io::stderr().lock());
    let code = |ok| {
        if ok {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    };
    let done = match &cli.command {
        Command::Run(args) => run::run(args, &mut out, &mut err),
        Command::Render(args) => render::run(args, &mut out, &mut err),
        Command::Bench(args) => bench::run(args, &mut out, &mut err),
        Command::Rollout(args) => rollout::run(args, &mut out, &mut err),
        Command::Info(args) => info::run(args, &mut out, &mut err).map(code),
        Command::Check(args) => check::run(args, &mut out).map(code),
        Command::Convert(args) => convert::run(args, &mut out, &mut err).map(code),
    };
    // a closed output pipe is not an error worth a message
    done.and_then(|code| out.flush().map(|()| code))
        .unwrap_or(ExitCode::FAILURE)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn bytes_have_multiples() {
        assert_eq!(bytes("12"), Ok(12));
        assert_eq!(
            (bytes("3k"), bytes("2M"), bytes("4G")),
            (Ok(3 << 10), Ok(2 << 20), Ok(4 << 30))
        );
        for wrong in ["", "G", "-1", "1.5G", "1T", "99999999999G"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }
}
