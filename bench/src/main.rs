//! Compares the stages of Synovia with those of MuJoCo 3.5.0, in one process.
//!
//! ```text
//! synovia-bench time ROUNDS MODEL...          nanoseconds of the step and of its rows, one JSON object per model
//! synovia-bench pack MODEL FOLDER             writes the compiled model for `count`, under which compiling would take too long
//! synovia-bench count ours FOLDER STEPS       makes steps for an instruction counter, with marks between rows
//! synovia-bench count reference FOLDER STEPS
//! ```

mod count;
mod pair;
mod reference;
mod rows;
mod time;

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["time", rounds, ref models @ ..] => time::run(rounds, models),
        ["pack", model, folder] => count::pack(model, folder),
        ["count", "ours", folder, steps] => count::ours(folder, steps),
        ["count", "reference", folder, steps] => count::reference(folder, steps),
        _ => Err("usage: synovia-bench time ROUNDS MODEL... | pack MODEL FOLDER | count SIDE FOLDER STEPS".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("{what}");
            ExitCode::FAILURE
        }
    }
}

/// An error to print.
type Failure = Box<dyn std::error::Error>;
