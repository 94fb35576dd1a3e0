//! Loading models from a file, or from standard input for `-`, and reporting errors.

use std::error::Error;
use std::fmt;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::{Value, json};
use synovia::{Loaded, Loader, Model};

use crate::demo;
use crate::style::Style;

/// The name that means standard input.
pub(crate) const STDIN: &str = "-";

/// Reasons why a model was not loaded.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Standard input could not be read.
    Unread(io::Error),
    /// The model has errors.
    Refused(synovia::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unread(error) => write!(f, "standard input: {error}"),
            Self::Refused(error) => f.write_str(error.to_string().trim_end()),
        }
    }
}

impl Error for Failure {}

impl Failure {
    /// The message for a terminal, with coloured excerpts if `style` has colours.
    pub(crate) fn styled(&self, style: Style) -> String {
        match self {
            Self::Refused(error) if style.has_colour() => match error.mistakes() {
                Some(errors) => errors.colored().trim_end().to_owned(),
                None => self.to_string(),
            },
            _ => self.to_string(),
        }
    }

    /// The errors as JSON, each with its position if it has one.
    pub(crate) fn mistakes(&self) -> Vec<Value> {
        let Self::Refused(error) = self else {
            return vec![json!({ "message": self.to_string() })];
        };
        let Some(errors) = error.mistakes() else {
            return vec![json!({ "message": error.to_string() })];
        };
        let told = errors.list.iter().map(|mistake| {
            let place = mistake.span.and_then(|span| errors.sources.location(span));
            json!({
                "file": place.as_ref().map(|p| p.file),
                "line": place.as_ref().map(|p| p.line),
                "column": place.as_ref().map(|p| p.column),
                "element": mistake.element,
                "name": mistake.name,
                "attribute": mistake.attr,
                "message": mistake.message(),
            })
        });
        told.collect()
    }
}

/// Loads the model `name` from the command line and prints its warnings.
pub(crate) fn load(name: &Path) -> Result<Model, Failure> {
    let loaded = open(name)?;
    let mut err = io::stderr();
    for line in &loaded.warnings {
        // a warning that cannot be printed does not stop the command
        let _unheard = warn(&mut err, line);
    }
    Ok(loaded.model)
}

/// Prints one warning.
pub(crate) fn warn(err: &mut (impl Write + IsTerminal), line: &str) -> io::Result<()> {
    let style = Style::of(err);
    writeln!(err, "{}: {line}", style.bad("warning"))
}

/// Loads the model `name` from the command line, with its warnings.
pub(crate) fn open(name: &Path) -> Result<Loaded, Failure> {
    open_with(&Loader::new(), name)
}

fn open_with(loader: &Loader, name: &Path) -> Result<Loaded, Failure> {
    let loaded = if name.as_os_str() == STDIN {
        loader.bytes("<string>", &stdin()?).load()
    } else {
        loader.path(name).load()
    };
    loaded.map_err(Failure::Refused)
}

/// Reads all of standard input.
fn stdin() -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    io::stdin()
        .read_to_end(&mut bytes)
        .map_err(Failure::Unread)?;
    Ok(bytes)
}

/// Like [`open`], but keeps the contents of all files that were read.
pub(crate) fn open_with_files(name: &Path) -> Result<Loaded, Failure> {
    open_with(&Loader::new().keep_files(true), name)
}

/// The label of a model in the program's output.
pub(crate) fn label(name: &Path) -> String {
    if name.as_os_str() == STDIN {
        "standard input".to_owned()
    } else {
        name.display().to_string()
    }
}

/// Loads the model `name`, or the built-in one, and its label.
pub(crate) fn load_to_step(name: Option<&Path>) -> Result<(Model, String), Failure> {
    let (model, label) = match name {
        Some(name) => (load(name)?, label(name)),
        None => (
            demo::model().map_err(Failure::Refused)?,
            demo::LABEL.to_owned(),
        ),
    };
    Ok((model, label))
}

/// Prints that a simulation failed.
pub(crate) fn report_failure(err: &mut (impl Write + IsTerminal), message: &str) -> io::Result<()> {
    let heading = Style::of(err).bad("error");
    writeln!(err, "{heading}: the simulation failed: {message}")
}

/// Prints why a command failed; errors of a model have their own heading.
pub(crate) fn complain(
    err: &mut (impl Write + IsTerminal),
    error: &(dyn Error + 'static),
) -> io::Result<ExitCode> {
    let cause = error.source().unwrap_or(error);
    if !cause.is::<Failure>() {
        write!(err, "{}: ", Style::of(err).bad("error"))?;
    }
    writeln!(err, "{error}")?;
    Ok(ExitCode::FAILURE)
}

/// The message of an error that has no type of its own.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Message(pub String);

/// Parses the name of a file that must have one of these extensions.
pub(crate) fn file_of(text: &str, endings: &[&str]) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension().and_then(|ending| ending.to_str()) {
        Some(ending) if endings.contains(&ending) => Ok(path),
        _ => Err(format!("expected a file *.{}", endings.join(" or *."))),
    }
}
