//! Zip archives of a model and its assets.
//!
//! The layout is that of MuJoCo's `MjSpec.to_zip`: every asset under the name by which the model refers to it, and the model last.
//! Other layouts can be read, too: the last entry that ends with `.xml` or `.urdf` is the model, and all other entries are assets,
//! with paths relative to the folder of the model.
//!
//! Archives are untrusted input. Nothing is unpacked to disk, entry names may not leave the archive, and the total size of all
//! entries is limited while unpacking: it never exceeds [`Limits::bytes`], whatever sizes the archive declares.

use std::io::{Cursor, Read, Write};

use synovia_mjcf::path::{is_absolute, join};
use synovia_model::budget::memory_limit;
use thiserror::Error;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// Limits on the contents of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Total size of all unpacked entries \[bytes\].
    pub bytes: u64,
    /// Number of entries.
    pub entries: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: memory_limit(),
            entries: 100_000,
        }
    }
}

/// The unpacked contents of an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Archive {
    /// File name of the model, without its folder.
    pub name: String,
    /// The XML of the model.
    pub model: String,
    /// All other files, with paths relative to the folder of the model, and their contents.
    pub assets: Vec<(String, Vec<u8>)>,
}

/// Reasons why an archive could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The bytes are not a zip archive.
    #[error("not a zip file: {0}")]
    Format(String),
    /// The archive contains no model.
    #[error("No XML file found in zip file.")]
    NoModel,
    /// The compression method of an entry is not supported.
    #[error(
        "entry '{name}' is compressed with {method}; only stored and deflated entries are supported"
    )]
    Packing {
        /// The entry.
        name: String,
        /// Its compression method.
        method: String,
    },
    /// An entry is damaged or encrypted.
    #[error("entry '{name}': {reason}")]
    Entry {
        /// The entry.
        name: String,
        /// The reason.
        reason: String,
    },
    /// The name of an entry leads outside the archive.
    #[error("entry '{0}' is outside the archive")]
    Outside(String),
    /// Two entries have the same name.
    #[error("entry '{0}' occurs twice")]
    Twice(String),
    /// The archive has assets, but only the model was requested.
    #[error(
        "{count} assets of the archive would be lost; use Source::spec_with_files (Rust) or MjSpec.from_zip (Python)"
    )]
    Files {
        /// Number of assets.
        count: usize,
    },
    /// Too many entries.
    #[error("{found} entries, but the limit is {limit}")]
    Crowded {
        /// Number of entries.
        found: usize,
        /// Largest number allowed.
        limit: usize,
    },
    /// The unpacked size is too large.
    #[error(
        "entry '{name}': the archive unpacks to more than {limit} bytes; raise the limit with Loader::memory_limit (Rust), \
         synovia.set_memory_limit (Python) or --memory-limit (command line)"
    )]
    Large {
        /// The entry that exceeded the limit.
        name: String,
        /// Largest size allowed \[bytes\].
        limit: u64,
    },
}

/// True if `bytes` are a zip archive: they start like one, or they have a zip directory at the end and do not start with `<`.
pub fn is_zip(bytes: &[u8]) -> bool {
    let begins = bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06");
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    begins
        || (first.is_some_and(|&byte| byte != b'<') && ZipArchive::new(Cursor::new(bytes)).is_ok())
}

/// Unpacks a model from an archive, with the limits of [`Limits::default`].
///
/// ```
/// use synovia::archive;
///
/// let ball = "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>";
/// let bytes = archive::write("ball.xml", ball, &[("a/note.txt".to_owned(), b"round".to_vec())])?;
/// let read = archive::read(&bytes)?;
/// assert_eq!((read.name.as_str(), read.model.as_str()), ("ball.xml", ball));
/// assert_eq!(read.assets, [("a/note.txt".to_owned(), b"round".to_vec())]);
/// # Ok::<(), archive::ArchiveError>(())
/// ```
#[doc(alias = "from_zip")]
pub fn read(bytes: &[u8]) -> Result<Archive, ArchiveError> {
    read_within(bytes, Limits::default())
}

/// Like [`read()`], with explicit limits.
pub fn read_within(bytes: &[u8], limits: Limits) -> Result<Archive, ArchiveError> {
    let wrong = |error: zip::result::ZipError| ArchiveError::Format(error.to_string());
    // DIFFERENCE(archive-cut): an archive comment shorter than its declared length means that the file was truncated
    let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(wrong)?;
    if zip.len() > limits.entries {
        return Err(ArchiveError::Crowded {
            found: zip.len(),
            limit: limits.entries,
        });
    }

    // unpack every file under a normalised name; `left` is what remains of the size limit
    let (mut files, mut left, mut model) = (Vec::new(), limits.bytes, None);
    for k in 0..zip.len() {
        let Some((name, content)) = unpack(bytes, &mut zip, k, left, limits.bytes)? else {
            continue;
        };
        left -= content.len() as u64;
        // the last XML or URDF file is the model
        if is_model(&name) {
            model = Some(files.len());
        }
        files.push((name, content));
    }
    let (path, content) = files.remove(model.ok_or(ArchiveError::NoModel)?);
    // asset paths are relative to the folder of the model
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
    // text that is not UTF-8 is read as Latin-1, as in files
    let text = String::from_utf8(content).unwrap_or_else(|wrong| {
        wrong
            .as_bytes()
            .iter()
            .map(|&byte| char::from(byte))
            .collect()
    });

    // name the assets relative to the model, and refuse duplicates
    let assets: Vec<(String, Vec<u8>)> = files
        .into_iter()
        .map(|(path, content)| (seen_from(folder, &path), content))
        .collect();
    let mut names: Vec<&str> = assets.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(ArchiveError::Twice(pair[0].to_owned()));
    }
    Ok(Archive {
        name: name.to_owned(),
        model: text,
        assets,
    })
}

/// The name and content of entry `k`; `None` for folders.
fn unpack(
    bytes: &[u8],
    zip: &mut ZipArchive<Cursor<&[u8]>>,
    k: usize,
    left: u64,
    limit: u64,
) -> Result<Option<(String, Vec<u8>)>, ArchiveError> {
    let known = match zip.name_for_index(k) {
        Some(Ok(name)) => name.into_owned(),
        _ => format!("number {k}"),
    };
    let damaged = |reason: String| ArchiveError::Entry {
        name: known.clone(),
        reason,
    };
    let packed = zip.by_index_raw(k).map(|entry| entry.compression());
    // check the method first, because the error of an unsupported one is less specific
    if let Ok(method) = packed
        && let Some(method) = unread(method)
    {
        return Err(ArchiveError::Packing {
            name: known,
            method,
        });
    }
    let entry = zip
        .by_index(k)
        .map_err(|error| damaged(error.to_string()))?;
    if entry.is_dir() {
        return Ok(None);
    }
    // entries whose local header has another name could show different contents to different readers
    if local_name(bytes, entry.header_start()) != Some(entry.name_raw()) {
        return Err(damaged(
            "its name differs from the one in the directory".to_owned(),
        ));
    }
    let name = inside(&known).ok_or_else(|| ArchiveError::Outside(known.clone()))?;
    // read at most one byte more than allowed: the memory grows with the actual content, not with the declared size
    let mut content = Vec::new();
    let read = entry.take(left.saturating_add(1)).read_to_end(&mut content);
    read.map_err(|error| damaged(error.to_string()))?;
    if content.len() as u64 > left {
        return Err(ArchiveError::Large { name, limit });
    }
    Ok(Some((name, content)))
}

/// The entry name in the local header, which precedes the data.
fn local_name(bytes: &[u8], at: u64) -> Option<&[u8]> {
    // offset 26 has the length of the name, offset 28 that of the extra field, and offset 30 the name
    let header = bytes.get(usize::try_from(at).ok()?..)?;
    let len = u16::from_le_bytes(*header.get(26..)?.first_chunk()?);
    header.get(30..)?.get(..usize::from(len))
}

/// The name of an unsupported compression method; `None` for supported ones.
///
/// DIFFERENCE(archive-packing): the reference supports all methods of its Python.
fn unread(method: CompressionMethod) -> Option<String> {
    #[allow(deprecated, reason = "the only way to know the number of a method")]
    match method {
        CompressionMethod::Stored | CompressionMethod::Deflated => None,
        CompressionMethod::Unsupported(9) => Some("Deflate64".to_owned()),
        CompressionMethod::Unsupported(12) => Some("bzip2".to_owned()),
        CompressionMethod::Unsupported(14) => Some("LZMA".to_owned()),
        CompressionMethod::Unsupported(93) => Some("Zstandard".to_owned()),
        CompressionMethod::Unsupported(95) => Some("XZ".to_owned()),
        other => Some(format!("method {other}")),
    }
}

/// Packs a model and its assets without compression: the assets first, the model under `name` last.
#[doc(alias = "to_zip")]
pub fn write(
    name: &str,
    model: &str,
    assets: &[(String, Vec<u8>)],
) -> Result<Vec<u8>, ArchiveError> {
    // an asset with the model's own name is dropped
    let files = assets.iter().filter(|(path, _)| path != name);
    let files = files.map(|(path, content)| (path.as_str(), content.as_slice()));
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, content) in files.chain([(name, model.as_bytes())]) {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .large_file(u32::try_from(content.len()).is_err());
        let damaged = |reason: String| ArchiveError::Entry {
            name: path.to_owned(),
            reason,
        };
        let begun = zip.start_file(path, options);
        begun.map_err(|error| damaged(error.to_string()))?;
        let written = zip.write_all(content);
        written.map_err(|error| damaged(error.to_string()))?;
    }
    let done = zip.finish();
    let done = done.map_err(|error| ArchiveError::Format(error.to_string()))?;
    Ok(done.into_inner())
}

/// True if a file name has the extension of a model.
fn is_model(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.eq_ignore_ascii_case("xml") || ending.eq_ignore_ascii_case("urdf")
}

/// A normalised path; `None` if it leads outside the archive.
///
/// DIFFERENCE(archive-outside): the reference accepts such entries.
fn inside(path: &str) -> Option<String> {
    let clean = join("", path);
    let drive = path.as_bytes().get(1) == Some(&b':');
    let leaves = clean == ".." || clean.starts_with("../") || clean.ends_with("/..");
    (!leaves && !drive && !is_absolute(path) && !clean.is_empty()).then_some(clean)
}

/// A path relative to a folder of the same archive.
fn seen_from(folder: &str, path: &str) -> String {
    // strip the common leading folders, then go up from the remaining ones
    let mut folders = folder.split('/').filter(|part| !part.is_empty()).peekable();
    let mut rest = path;
    while let Some(&next) = folders.peek()
        && let Some((first, tail)) = rest.split_once('/')
        && first == next
    {
        rest = tail;
        folders.next();
    }
    format!("{}{rest}", "../".repeat(folders.count()))
}
