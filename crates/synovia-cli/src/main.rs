//! The `synovia` program: inspects and checks models.
//!
//! Results go to standard output and diagnostics to standard error. The exit code is 0 when everything asked for
//! worked, 1 when a model was refused or a file could not be read, and 2 when the command line was wrong.

mod check;
mod info;
mod input;
mod style;
mod summary;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Physics for robots, muscles, contacts and soft bodies.
#[derive(Parser)]
#[command(name = "synovia", version, about, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// What the program can do.
#[derive(Subcommand)]
enum Command {
    /// Show what is in a model
    Info(info::Args),
    /// Check models and explain every mistake
    Check(check::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let (mut out, mut err) = (io::stdout().lock(), io::stderr().lock());
    let done = match &cli.command {
        Command::Info(args) => info::run(args, &mut out, &mut err),
        Command::Check(args) => check::run(args, &mut out, &mut err),
    };
    match done.and_then(|ok| out.flush().map(|()| ok)) {
        Ok(true) => ExitCode::SUCCESS,
        // whoever reads our output may stop reading: that is no mistake worth a message
        Ok(false) | Err(_) => ExitCode::FAILURE,
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
