//! Saves models like MuJoCo: `save MODEL.xml OUT.xml [MODEL.xml OUT.xml …]`; `--full` writes all digits.
//!
//! Models that cannot be loaded or written are reported on standard error, and the exit code is 1.

#![allow(clippy::print_stderr, reason = "this is a program")]

use std::process::ExitCode;

use synovia::{Loader, Precision};

fn save(model: &str, out: &str, precision: Precision) -> Result<(), String> {
    let loaded = Loader::new()
        .path(model)
        .load()
        .map_err(|e| e.to_string())?;
    let text = loaded.to_xml(precision).map_err(|e| e.to_string())?;
    std::fs::write(out, text).map_err(|e| e.to_string())
}

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let full = args.first().is_some_and(|arg| arg == "--full");
    if full {
        args.remove(0);
    }
    let precision = if full {
        Precision::Full
    } else {
        Precision::Short
    };
    let mut code = ExitCode::SUCCESS;
    for pair in args.chunks(2) {
        let [model, out] = pair else { continue };
        if let Err(error) = save(model, out, precision) {
            eprintln!("{model}: {error}");
            code = ExitCode::FAILURE;
        }
    }
    code
}
