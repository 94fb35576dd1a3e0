//! The same measurement with the reference, which runs in a Python of the user.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use super::measure::{Timing, UNTIMED, WARM_UP};

/// What measures the reference.
const SCRIPT: &str = include_str!("compare.py");

/// What the reference took.
#[derive(Clone, Debug)]
pub struct Reference {
    /// Its version.
    pub version: String,
    /// For each step \[s\].
    pub timing: Timing,
}

/// Why there is nothing to compare with.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// No Python.
    #[error("--compare: {python} does not start ({error}); name a Python with PYTHON=…")]
    Python {
        /// The program that was tried.
        python: String,
        /// What the system said.
        error: std::io::Error,
    },
    /// No reference.
    #[error(
        "--compare: {0} has no module mujoco; install it with `{0} -m pip install mujoco==3.5.0`, or name another Python \
         with PYTHON=…"
    )]
    Module(String),
    /// Anything else, in the words of the script.
    #[error("--compare: {0}")]
    Script(String),
}

/// Where the reference finds the model.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// In a file.
    Path(&'a str),
    /// In a text.
    Text(&'a str),
}

/// Exit code of the script if the module is not there.
const NO_MODULE: i32 = 3;

/// Measures the reference with bursts of `burst` steps, for about `time`.
pub fn reference(
    source: Source<'_>,
    burst: usize,
    time: Duration,
) -> Result<Reference, CompareError> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let (path, text) = match source {
        Source::Path(path) => (Some(path), None),
        Source::Text(text) => (None, Some(text)),
    };
    let order = json!({
        "path": path,
        "text": text,
        "warm_up": WARM_UP,
        "untimed": UNTIMED,
        "burst": burst,
        "seconds": time.as_secs_f64(),
    });
    let failed = |error| CompareError::Python {
        python: python.clone(),
        error,
    };
    let mut child = Command::new(&python)
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    if let Some(mut input) = child.stdin.take() {
        // a script that ends early says why itself
        let _ = input.write_all(order.to_string().as_bytes());
    }
    let output = child.wait_with_output().map_err(failed)?;
    if output.status.code() == Some(NO_MODULE) {
        return Err(CompareError::Module(python));
    }
    let complaint = || {
        let text = String::from_utf8_lossy(&output.stderr);
        let last = text.lines().rfind(|line| !line.trim().is_empty());
        CompareError::Script(last.unwrap_or("the reference told nothing").to_owned())
    };
    let told: Value = serde_json::from_slice(&output.stdout).map_err(|_| complaint())?;
    let number = |key: &str| told[key].as_f64().ok_or_else(complaint);
    Ok(Reference {
        version: told["version"].as_str().unwrap_or("?").to_owned(),
        timing: Timing {
            best: number("best")?,
            mean: number("mean")?,
        },
    })
}
