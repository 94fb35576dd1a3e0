//! `synovia convert`: writes a model in another format.
//!
//! What comes in is recognised by its content: MJCF, URDF, or a binary model. What goes out is recognised by the ending of its name.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use synovia::{Loaded, Precision};

use crate::files::whole::WholeFile;
use crate::input::{self, complain};

/// Arguments of `synovia convert`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// MJCF, URDF or a binary model; `-` is standard input
    #[arg(value_name = "IN")]
    model: PathBuf,
    /// Where to write it; the ending says the format: .xml for MJCF with all digits, .mjb for a binary model of MuJoCo 3.5.0
    #[arg(value_name = "OUT", value_parser = output)]
    output: Output,
}

/// A format that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// MJCF.
    Text,
    /// A binary model.
    Binary,
}

impl Format {
    /// The format that the ending of a name stands for.
    fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?;
        match ending.to_ascii_lowercase().as_str() {
            "xml" => Some(Self::Text),
            "mjb" => Some(Self::Binary),
            _ => None,
        }
    }

    /// The bytes of a model.
    fn write(self, loaded: &Loaded) -> Result<Vec<u8>, String> {
        match self {
            Self::Text => match loaded.to_xml(Precision::Full) {
                Ok(text) => Ok(text.into_bytes()),
                Err(error) => Err(format!("it cannot be written as MJCF: {error}")),
            },
            Self::Binary => Ok(loaded.model.to_mjb()),
        }
    }
}

/// A file that is to be written.
#[derive(Clone, Debug)]
struct Output {
    path: PathBuf,
    format: Format,
}

/// Reads the name of a file that is to be written.
fn output(name: &str) -> Result<Output, String> {
    let path = PathBuf::from(name);
    match Format::of(&path) {
        Some(format) => Ok(Output { path, format }),
        None => Err("unknown format, expected a name that ends with .xml or .mjb".to_owned()),
    }
}

/// Converts a model; true if it was written.
pub(crate) fn run<E: Write + IsTerminal>(
    args: &Args,
    out: &mut impl Write,
    err: &mut E,
) -> io::Result<bool> {
    let loaded = match input::open(&args.model) {
        Ok(loaded) => loaded,
        Err(failure) => {
            complain(err, &failure, Some(&failure))?;
            return Ok(false);
        }
    };
    for line in &loaded.warnings {
        input::warn(err, line)?;
    }
    let Output { path, format } = &args.output;
    let bytes = match format.write(&loaded) {
        Ok(bytes) => bytes,
        Err(error) => {
            complain(err, &format!("{}: {error}", args.model.display()), None)?;
            return Ok(false);
        }
    };
    let written = WholeFile::create(path).and_then(|file| file.commit_with(&bytes));
    if let Err(error) = written {
        complain(err, &format!("{}: {error}", path.display()), None)?;
        return Ok(false);
    }
    writeln!(out, "{}: {} bytes", path.display(), bytes.len())?;
    Ok(true)
}
