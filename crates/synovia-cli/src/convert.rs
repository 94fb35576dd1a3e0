//! `synovia convert`: writes a model in another format.
//!
//! The input format is recognised by content: MJCF, URDF, a binary model, or a zip archive of an XML file and its assets. The output
//! format follows from the file name extension. MJCF written from an archive has its asset files unpacked beside it, as a
//! [`Bundle`](synovia::Bundle); MJCF written from an XML file refers to the assets where they are.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use synovia::model::extension::Extension;
use synovia::{BundleError, Loaded, Overwrite, WholeFile};

use crate::input::{self, Message, complain};

/// Arguments of `synovia convert`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// MJCF, URDF, a binary model or a zip archive; `-` is standard input
    #[arg(value_name = "IN")]
    model: PathBuf,
    /// Output file; the extension selects the format: .xml for MJCF with full precision, .mjb for a binary model of MuJoCo
    /// 3.5.0, .zip for an archive of the MJCF and all its assets. From an archive to .xml, the assets are unpacked beside the
    /// output
    #[arg(value_name = "OUT", value_parser = output)]
    output: Output,
    /// Overwrite OUT if it exists
    #[arg(short, long)]
    force: bool,
}

/// Refuses an output that is the input, by whatever path, or that already exists. `None` if it may be written.
fn refusal(args: &Args) -> Option<String> {
    let output = &args.output.path;
    let place = output.canonicalize().ok()?;
    if args
        .model
        .canonicalize()
        .is_ok_and(|model| is_same(&model, &place))
    {
        return Some("the output is the input; choose another output file".to_owned());
    }
    (!args.force).then(|| "the file exists; use --force to overwrite it".to_owned())
}

/// True if two canonical paths are the same file; a file with hard links has several paths.
fn is_same(a: &Path, b: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let id = |path: &Path| path.metadata().ok().map(|data| (data.dev(), data.ino()));
        if let (Some(a), Some(b)) = (id(a), id(b)) {
            return a == b;
        }
    }
    a == b
}

/// A format that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// MJCF.
    Text,
    /// A binary model.
    Binary,
    /// MJCF and its assets.
    Archive,
}

impl Format {
    /// The format of a file name extension.
    fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?;
        match ending.to_ascii_lowercase().as_str() {
            "xml" => Some(Self::Text),
            "mjb" => Some(Self::Binary),
            "zip" => Some(Self::Archive),
            _ => None,
        }
    }
}

/// The bytes to write to `path`.
fn bytes(args: &Args, loaded: &Loaded) -> Result<Vec<u8>, BundleError> {
    match args.output.format {
        Format::Text => {
            let text = loaded.to_xml_seen_from(&home(&args.model, &args.output.path));
            Ok(text?.into_bytes())
        }
        Format::Binary => Ok(loaded.model.to_mjb()),
        Format::Archive => loaded.to_zip(),
    }
}

/// Writes a model to a single file.
fn write(args: &Args, loaded: &Loaded) -> Result<Vec<PathBuf>, String> {
    let path = &args.output.path;
    let bytes = bytes(args, loaded).map_err(|error| reason(args, &error))?;
    let written = WholeFile::create(path).and_then(|file| file.commit_with(&bytes));
    written.map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(vec![path.clone()])
}

/// Writes the model of an archive as MJCF, with its assets beside it. Only the MJCF file may be overwritten.
fn unpack(args: &Args, loaded: &Loaded) -> Result<Vec<PathBuf>, String> {
    let overwrite = if args.force {
        Overwrite::Model
    } else {
        Overwrite::Nothing
    };
    let written = loaded.save(&args.output.path, overwrite);
    written.map_err(|error| reason(args, &error))
}

/// The message for a model that could not be written.
fn reason(args: &Args, error: &BundleError) -> String {
    let model = args.model.display();
    match error {
        BundleError::Write(error) => format!("{model}: cannot be written as MJCF: {error}"),
        BundleError::Exists(_) => format!("{error}; convert into another folder"),
        BundleError::File { .. } => error.to_string(),
        _ => format!("{model}: {error}"),
    }
}

/// An output file.
#[derive(Clone, Debug)]
struct Output {
    path: PathBuf,
    format: Format,
}

/// Parses the name of the output file.
fn output(name: &str) -> Result<Output, String> {
    let path = PathBuf::from(name);
    match Format::of(&path) {
        Some(format) => Ok(Output { path, format }),
        None => Err("unknown format; the file name must end with .xml, .mjb or .zip".to_owned()),
    }
}

/// The path from the folder of `file` to the folder of `model`; empty if they are the same.
///
/// Folders that cannot be resolved are treated as the same one: in that case the file cannot be written, either.
fn home(model: &Path, file: &Path) -> String {
    let folder = |path: &Path| {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        folder.canonicalize().ok()
    };
    let (Some(to), Some(from)) = (folder(model), folder(file)) else {
        return String::new();
    };
    let shared = to.components().zip(from.components());
    let shared = shared.take_while(|(a, b)| a == b).count();
    if shared == 0 {
        // they are on different drives
        return to.to_string_lossy().into_owned();
    }
    let up = from.components().skip(shared).map(|_| "..".into());
    let down = to.components().skip(shared);
    let down = down.map(|part| part.as_os_str().to_string_lossy());
    up.chain(down).collect::<Vec<_>>().join("/")
}

/// Converts a model and returns true if it was written.
pub(crate) fn run<E: Write + IsTerminal>(
    args: &Args,
    out: &mut impl Write,
    err: &mut E,
) -> io::Result<bool> {
    let Output { path, format } = &args.output;
    if let Some(reason) = refusal(args) {
        complain(err, &Message(format!("{}: {reason}", path.display())))?;
        return Ok(false);
    }
    let opened = if *format == Format::Binary {
        input::open(&args.model)
    } else {
        input::open_with_files(&args.model)
    };
    let loaded = match opened {
        Ok(loaded) => loaded,
        Err(failure) => {
            complain(err, &failure)?;
            return Ok(false);
        }
    };
    if loaded.format == synovia::Format::Binary && *format != Format::Binary {
        let reason = "a binary model cannot be written as MJCF; convert the file it was compiled from instead";
        complain(err, &Message(format!("{}: {reason}", args.model.display())))?;
        return Ok(false);
    }
    for line in &loaded.warnings {
        input::warn(err, line)?;
    }
    for extension in Extension::of(&loaded.model) {
        let text = extension.text();
        let warning =
            format!("{text} is an extension of Synovia; MuJoCo cannot run the converted model");
        input::warn(err, &warning)?;
    }
    let unpacks = *format == Format::Text && loaded.format == synovia::Format::Archive;
    let written = if unpacks {
        unpack(args, &loaded)
    } else {
        write(args, &loaded)
    };
    let written = match written {
        Ok(written) => written,
        Err(error) => {
            complain(err, &Message(error))?;
            return Ok(false);
        }
    };
    for path in &written {
        let size = path.metadata().map_or(0, |data| data.len());
        writeln!(out, "{}: {size} bytes", path.display())?;
    }
    if !written.contains(path) {
        writeln!(out, "{}: is up to date", path.display())?;
    }
    Ok(true)
}
