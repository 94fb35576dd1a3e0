//! `synovia convert`: writes a model in another format.
//!
//! What comes in is recognised by its content: MJCF, URDF, a binary model, or a zip archive of a text and its files. What goes out is
//! recognised by the ending of its name. A text that comes out of an archive has the files that it names unpacked beside it.

use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use synovia::model::extension::Extension;
use synovia::model::mjb::is_mjb;
use synovia::{Assets, Loaded, archive};

use crate::files::whole::WholeFile;
use crate::input::{self, complain};

/// Arguments of `synovia convert`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// MJCF, URDF, a binary model or a zip archive; `-` is standard input
    #[arg(value_name = "IN")]
    model: PathBuf,
    /// Where to write it; the ending says the format: .xml for MJCF with all digits, .mjb for a binary model of MuJoCo 3.5.0,
    /// .zip for an archive of the text and all its files. The files of an archive that becomes a text are unpacked beside it
    #[arg(value_name = "OUT", value_parser = output)]
    output: Output,
    /// Replace OUT if it exists
    #[arg(short, long)]
    force: bool,
}

/// Refuses an output that is the input, by whatever path, or that exists already; none if it may be written.
fn refusal(args: &Args) -> Option<String> {
    let output = &args.output.path;
    let place = output.canonicalize().ok()?;
    if args
        .model
        .canonicalize()
        .is_ok_and(|model| is_same(&model, &place))
    {
        return Some("the output is the input; write to another file".to_owned());
    }
    (!args.force).then(|| "the file exists; --force replaces it".to_owned())
}

/// Whether two paths without links lead to the same file; hard links have two names.
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
    /// A text and its files.
    Archive,
}

impl Format {
    /// The format that the ending of a name stands for.
    fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?;
        match ending.to_ascii_lowercase().as_str() {
            "xml" => Some(Self::Text),
            "mjb" => Some(Self::Binary),
            "zip" => Some(Self::Archive),
            _ => None,
        }
    }

    /// The bytes of a model, whose folder is called `home` from where they go.
    fn write(
        self,
        loaded: &Loaded,
        files: &[(String, Vec<u8>)],
        home: &str,
    ) -> Result<Vec<u8>, String> {
        let text = |home: &str| {
            let text = loaded.to_xml_seen_from(home);
            text.map_err(|error| format!("it cannot be written as MJCF: {error}"))
        };
        match self {
            Self::Text => text(home).map(String::into_bytes),
            Self::Binary => Ok(loaded.model.to_mjb()),
            Self::Archive => {
                // files are named from the top of the archive, where the text is, too
                let name = loaded.origin.model_name().replace(['/', '\\'], "_");
                let packed = archive::write(&format!("{name}.xml"), &text("")?, files);
                packed.map_err(|error| error.to_string())
            }
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
        None => Err("unknown format, expected a name that ends with .xml, .mjb or .zip".to_owned()),
    }
}

/// What the folder of a model is called from the folder of another file; empty if they are the same.
///
/// Folders that cannot be looked up are taken for the same one: the file cannot be written then, either.
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
        // on another drive
        return to.to_string_lossy().into_owned();
    }
    let up = from.components().skip(shared).map(|_| "..".into());
    let down = to.components().skip(shared);
    let down = down.map(|part| part.as_os_str().to_string_lossy());
    up.chain(down).collect::<Vec<_>>().join("/")
}

/// The files of an archive that are to be unpacked beside a text: those that the model uses and that are not there yet.
///
/// Nothing that is there is replaced, and nothing is written outside of the folder of the text.
fn unpacked(archive: &Path, text: &Path, files: Assets) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    let around = std::fs::read(archive).map_err(|error| error.to_string())?;
    let around = archive::read(&around).map_err(|error| error.to_string())?;
    let folder = text.parent().unwrap_or(Path::new(""));
    let mut new = Vec::new();
    for (name, content) in files {
        let outside = |entry: &str| {
            let mut parts = entry.rsplit(['/', '\\']);
            entry.starts_with("../") && parts.next() == Some(name.as_str())
        };
        if let Some((entry, _)) = around.assets.iter().find(|(entry, _)| outside(entry)) {
            return Err(format!(
                "the model's file '{entry}' cannot be unpacked beside {}: it is outside of the model's folder; unpack the archive with another program",
                text.display()
            ));
        }
        let place = folder.join(&name);
        match std::fs::read(&place) {
            Ok(there) if there == content => {}
            Ok(_) => {
                return Err(format!(
                    "{} is there with another content and would be replaced: convert into another folder",
                    place.display()
                ));
            }
            Err(_) => new.push((place, content)),
        }
    }
    Ok(new)
}

/// Writes a file.
fn put(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let written = WholeFile::create(path).and_then(|file| file.commit_with(bytes));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a file below the folder of a text, and the folders in between.
fn put_below(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let folder = path.parent().unwrap_or(Path::new(""));
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    put(path, bytes)
}

/// The first bytes of a file, by which its format is recognised; none if it cannot be read.
fn start(path: &Path) -> Vec<u8> {
    let mut start = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(64).read_to_end(&mut start));
    read.map(|_| start).unwrap_or_default()
}

/// Converts a model; true if it was written.
pub(crate) fn run<E: Write + IsTerminal>(
    args: &Args,
    out: &mut impl Write,
    err: &mut E,
) -> io::Result<bool> {
    let Output { path, format } = &args.output;
    if let Some(reason) = refusal(args) {
        complain(err, &format!("{}: {reason}", path.display()), None)?;
        return Ok(false);
    }
    let start = start(&args.model);
    if is_mjb(&start) && *format != Format::Binary {
        let reason = "a binary model has no source: it cannot be written as MJCF; convert the file that it was compiled from";
        complain(err, &format!("{}: {reason}", args.model.display()), None)?;
        return Ok(false);
    }
    let unpack = *format == Format::Text && archive::is_zip(&start);
    let opened = if unpack || *format == Format::Archive {
        input::open_with_files(&args.model)
    } else {
        input::open(&args.model).map(|loaded| (loaded, Assets::new()))
    };
    let (loaded, files) = match opened {
        Ok(opened) => opened,
        Err(failure) => {
            complain(err, &failure, Some(&failure))?;
            return Ok(false);
        }
    };
    for line in &loaded.warnings {
        input::warn(err, line)?;
    }
    for extension in Extension::of(&loaded.model) {
        let text = extension.text();
        let warning = format!("{text} is an extension: MuJoCo does not run the written model");
        input::warn(err, &warning)?;
    }
    // the folder of a model in an archive is going to be that of the text
    let home = if unpack {
        String::new()
    } else {
        home(&args.model, path)
    };
    let made = format.write(&loaded, &files, &home).and_then(|bytes| {
        let beside = if unpack {
            unpacked(&args.model, path, files)?
        } else {
            Vec::new()
        };
        Ok((bytes, beside))
    });
    let (bytes, beside) = match made {
        Ok(made) => made,
        Err(error) => {
            complain(err, &format!("{}: {error}", args.model.display()), None)?;
            return Ok(false);
        }
    };
    // the text last: when it is there, all that it names is there, too
    let files = beside.iter().map(|(path, bytes)| (path, bytes));
    for (k, (path, bytes)) in files.chain([(path, &bytes)]).enumerate() {
        let written = if k < beside.len() {
            put_below(path, bytes)
        } else {
            put(path, bytes)
        };
        if let Err(error) = written {
            complain(err, &error, None)?;
            return Ok(false);
        }
        writeln!(out, "{}: {} bytes", path.display(), bytes.len())?;
    }
    Ok(true)
}
