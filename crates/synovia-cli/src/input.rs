//! Where models come from: a file, or standard input for `-`; and why one did not come.

use std::fmt;
use std::io::{self, Read};
use std::path::Path;

use serde_json::{Value, json};
use synovia::Model;

/// The name that stands for standard input.
pub const STDIN: &str = "-";

/// Why there is no model.
#[derive(Debug)]
pub enum Failure {
    /// Standard input could not be read.
    Unread(io::Error),
    /// The model has mistakes.
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

impl Failure {
    /// The mistakes for machines, each with its place as far as it has one.
    pub fn mistakes(&self) -> Vec<Value> {
        let Self::Refused(error) = self else {
            return vec![json!({ "message": self.to_string() })];
        };
        let errors = error.errors();
        let told = errors.list.iter().map(|mistake| {
            let place = mistake.span.and_then(|span| errors.sources.place(span));
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

/// Loads the model called `name` on the command line.
pub fn load(name: &Path) -> Result<Model, Failure> {
    if name.as_os_str() != STDIN {
        return Model::from_xml_path(name).map_err(Failure::Refused);
    }
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .map_err(Failure::Unread)?;
    Model::from_xml_str(&text).map_err(Failure::Refused)
}

/// How a model is called in what the program prints.
pub fn label(name: &Path) -> String {
    if name.as_os_str() == STDIN {
        "standard input".to_owned()
    } else {
        name.display().to_string()
    }
}
