//! The same measurement with the reference, which runs in a Python of the user.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use super::measure::WARM_UP;

/// What measures the reference.
const SCRIPT: &str = include_str!("compare.py");

/// The reference at work: it makes a burst whenever it is told to, so that both sides are measured in turns.
#[derive(Debug)]
pub(super) struct Reference {
    /// Its version.
    pub version: String,
    child: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// Why there is nothing to compare with.
#[derive(Debug, thiserror::Error)]
pub(super) enum CompareError {
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
pub(super) enum Source<'a> {
    /// In a file.
    Path(&'a str),
    /// In a text.
    Text(&'a str),
}

/// Exit code of the script if the module is not there.
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
            return Err(CompareError::Script("no way to talk to Python".to_owned()));
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

    /// One burst; what a step took \[s\].
    pub(super) fn time(&mut self) -> Result<f64, CompareError> {
        let told = self.ask("")?;
        let each = told["each"].as_f64();
        each.ok_or_else(|| CompareError::Script(format!("an answer without a time: {told}")))
    }

    /// Sends a line and reads one.
    fn ask(&mut self, order: &str) -> Result<Value, CompareError> {
        // a script that has ended says why itself
        let _ = writeln!(self.orders, "{order}").and_then(|()| self.orders.flush());
        let mut answer = String::new();
        let read = self.answers.read_line(&mut answer);
        match (read, serde_json::from_str(&answer)) {
            (Ok(1..), Ok(told)) => Ok(told),
            _ => Err(CompareError::Script(self.last_words())),
        }
    }

    /// The last line of what the script complained about, once it has ended.
    fn last_words(&mut self) -> String {
        let mut text = String::new();
        if let Some(mut complaints) = self.child.stderr.take() {
            let _ = complaints.read_to_string(&mut text);
        }
        let last = text.lines().rfind(|line| !line.trim().is_empty());
        last.unwrap_or("the reference told nothing").to_owned()
    }
}

impl Drop for Reference {
    fn drop(&mut self) {
        // it may have ended already
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
