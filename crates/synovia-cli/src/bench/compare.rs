//! The same measurement for the reference, which runs in the user's Python.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use super::measure::WARM_UP;

/// The script that measures the reference.
const SCRIPT: &str = include_str!("compare.py");

/// A running reference process. It times one burst per request, so that bursts of both engines alternate.
#[derive(Debug)]
pub(super) struct Reference {
    /// Version of the reference.
    pub version: String,
    child: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// Reasons why the reference cannot be measured.
#[derive(Debug, thiserror::Error)]
pub(super) enum CompareError {
    /// Python does not start.
    #[error("--compare: {python} does not start ({error}); name a Python with PYTHON=…")]
    Python {
        /// The command that was tried.
        python: String,
        /// The error of the operating system.
        error: std::io::Error,
    },
    /// Python has no module `mujoco`.
    #[error(
        "--compare: {0} has no module mujoco; install it with `{0} -m pip install mujoco==3.5.0`, or name another Python \
         with PYTHON=…"
    )]
    Module(String),
    /// Any other failure, with the script's own message.
    #[error("--compare: {0}")]
    Script(String),
}

/// Where the reference loads the model from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source<'a> {
    /// A file.
    Path(&'a str),
    /// A string of MJCF.
    Text(&'a str),
}

/// Exit code of the script if the module is missing.
const NO_MODULE: i32 = 3;

impl Reference {
    /// Starts the reference, ready for bursts of `burst` steps.
    pub(super) fn start(source: Source<'_>, burst: usize) -> Result<Self, CompareError> {
        let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let (path, text) = match source {
            Source::Path(path) => (Some(path), None),
            Source::Text(text) => (None, Some(text)),
        };
        let spawned = Command::new(&python)
            .args(["-c", SCRIPT])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = spawned.map_err(|error| CompareError::Python {
            python: python.clone(),
            error,
        })?;
        let (Some(orders), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(CompareError::Script(
                "Python has no standard input or output".to_owned(),
            ));
        };
        let mut reference = Self {
            version: String::new(),
            child,
            orders,
            answers: BufReader::new(answers),
        };
        let order = json!({ "path": path, "text": text, "warm_up": WARM_UP, "burst": burst });
        match reference.ask(&order.to_string()) {
            Ok(told) => {
                told["version"]
                    .as_str()
                    .unwrap_or("?")
                    .clone_into(&mut reference.version);
                Ok(reference)
            }
            Err(error) => Err(match reference.child.wait() {
                Ok(status) if status.code() == Some(NO_MODULE) => CompareError::Module(python),
                _ => error,
            }),
        }
    }

    /// Runs one burst and returns the time per step \[s\].
    pub(super) fn time(&mut self) -> Result<f64, CompareError> {
        let told = self.ask("")?;
        let each = told["each"].as_f64();
        each.ok_or_else(|| CompareError::Script(format!("the reply has no time: {told}")))
    }

    /// Sends one line and reads the reply.
    fn ask(&mut self, order: &str) -> Result<Value, CompareError> {
        // a failed write is ignored: if the script has ended, its stderr has the reason
        let _ = writeln!(self.orders, "{order}").and_then(|()| self.orders.flush());
        let mut answer = String::new();
        let read = self.answers.read_line(&mut answer);
        match (read, serde_json::from_str(&answer)) {
            (Ok(1..), Ok(told)) => Ok(told),
            _ => Err(CompareError::Script(self.last_words())),
        }
    }

    /// The last line of the script's stderr, read once the script has ended.
    fn last_words(&mut self) -> String {
        let mut text = String::new();
        if let Some(mut complaints) = self.child.stderr.take() {
            let _ = complaints.read_to_string(&mut text);
        }
        let last = text.lines().rfind(|line| !line.trim().is_empty());
        last.unwrap_or("the reference printed no error message")
            .to_owned()
    }
}

impl Drop for Reference {
    fn drop(&mut self) {
        // the process may have ended already
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
