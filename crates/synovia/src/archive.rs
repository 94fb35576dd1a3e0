//! Zip archives: a model and the files that it names, in one.
//!
//! The layout is that of MuJoCo's `MjSpec.to_zip`: every asset under the name that the model's text calls it, and the text
//! last. What is read may be laid out in other ways: the last entry that ends with `.xml` or `.urdf` is the model, and all other
//! entries are the files around it, named from the folder that it is in.
//!
//! Archives come from strangers. Nothing is unpacked to the disk, no entry may be named outside of the archive, and what comes out
//! of all entries together is counted as it comes: it is never more than [`Limits::bytes`], whatever sizes are declared.

use std::io::{Cursor, Read, Write};

use synovia_mjcf::path::{is_absolute, join};
use synovia_model::budget::memory_limit;
use thiserror::Error;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// What an archive may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of all entries together, unpacked.
    pub bytes: u64,
    /// Entries.
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

/// A model in an archive, unpacked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Archive {
    /// What the model's file is called, without its folder.
    pub name: String,
    /// The text of the model.
    pub model: String,
    /// All other files, named from the folder of the model, with their contents.
    pub assets: Vec<(String, Vec<u8>)>,
}

/// Why an archive could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The bytes are no archive.
    #[error("not a zip file: {0}")]
    Format(String),
    /// There is no model in it.
    #[error("No XML file found in zip file.")]
    NoModel,
    /// An entry is packed in a way that is not read.
    #[error("entry '{name}' is packed with {method}; entries must be stored or deflated")]
    Packing {
        /// The entry.
        name: String,
        /// How it is packed.
        method: String,
    },
    /// An entry is damaged, encrypted, or packed in a way that is not known.
    #[error("entry '{name}': {reason}")]
    Entry {
        /// The entry.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// An entry is named outside of the archive.
    #[error("entry '{0}' lies outside of the archive")]
    Outside(String),
    /// Two entries have one name.
    #[error("entry '{0}' is there twice")]
    Twice(String),
    /// It was to be read without its files.
    #[error(
        "{count} files beside the model would be lost; Source::spec_with_files (Rust) and MjSpec.from_zip (Python) return them"
    )]
    Files {
        /// How many there are.
        count: usize,
    },
    /// It has too many entries.
    #[error("{found} entries, at most {limit} are read")]
    Crowded {
        /// How many there are.
        found: usize,
        /// How many may be.
        limit: usize,
    },
    /// It unpacks to too much.
    #[error(
        "entry '{name}': more than {limit} bytes come out of the archive; the limit is raised by Loader::memory_limit (Rust), \
         synovia.set_memory_limit (Python) or --memory-limit (command line)"
    )]
    Large {
        /// The entry at which it was too much.
        name: String,
        /// How much may be.
        limit: u64,
    },
}

/// Whether bytes are a zip archive: they begin as one, or have its directory at their end and are no text before it.
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

/// Like [`read()`], with other limits.
pub fn read_within(bytes: &[u8], limits: Limits) -> Result<Archive, ArchiveError> {
    let wrong = |error: zip::result::ZipError| ArchiveError::Format(error.to_string());
    // DIFFERENCE(archive-cut): a comment that is shorter than its length says is the mark of a file that was cut
    let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(wrong)?;
    if zip.len() > limits.entries {
        return Err(ArchiveError::Crowded {
            found: zip.len(),
            limit: limits.entries,
        });
    }

    // every file, under a name without detours
    let (mut files, mut left, mut model) = (Vec::new(), limits.bytes, None);
    for k in 0..zip.len() {
        let Some((name, content)) = unpack(bytes, &mut zip, k, left, limits.bytes)? else {
            continue;
        };
        left -= content.len() as u64;
        if is_model(&name) {
            model = Some(files.len());
        }
        files.push((name, content));
    }
    let (path, content) = files.remove(model.ok_or(ArchiveError::NoModel)?);
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
    // what is not UTF-8 is taken for Latin-1, as it is in files
    let text = String::from_utf8(content).unwrap_or_else(|wrong| {
        wrong
            .as_bytes()
            .iter()
            .map(|&byte| char::from(byte))
            .collect()
    });

    // the other files as the model calls them
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

/// The name and content of an entry; none for folders.
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
    if local_name(bytes, entry.header_start()) != Some(entry.name_raw()) {
        return Err(damaged(
            "its name is another one in the directory".to_owned(),
        ));
    }
    let name = inside(&known).ok_or_else(|| ArchiveError::Outside(known.clone()))?;
    // grows with what comes, not with what is declared
    let mut content = Vec::new();
    let read = entry.take(left.saturating_add(1)).read_to_end(&mut content);
    read.map_err(|error| damaged(error.to_string()))?;
    if content.len() as u64 > left {
        return Err(ArchiveError::Large { name, limit });
    }
    Ok(Some((name, content)))
}

/// The name that is written before the data of an entry.
fn local_name(bytes: &[u8], at: u64) -> Option<&[u8]> {
    // a signature, versions, flags, method, time, check sum and sizes before the length of the name, that of another field after it
    let header = bytes.get(usize::try_from(at).ok()?..)?;
    let len = u16::from_le_bytes(*header.get(26..)?.first_chunk()?);
    header.get(30..)?.get(..usize::from(len))
}

/// The name of a way of packing that is not read.
///
/// DIFFERENCE(archive-packing): the reference reads what its Python unpacks.
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

/// Packs a model and its files: the files first, the text under `name` last, all of them as they are.
#[doc(alias = "to_zip")]
pub fn write(
    name: &str,
    model: &str,
    assets: &[(String, Vec<u8>)],
) -> Result<Vec<u8>, ArchiveError> {
    // a file of the model's own name gives way to the model
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

/// Whether a file is a model by its name.
fn is_model(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.eq_ignore_ascii_case("xml") || ending.eq_ignore_ascii_case("urdf")
}

/// A path without detours; none if it leaves the archive.
///
/// DIFFERENCE(archive-outside): the reference takes such entries.
fn inside(path: &str) -> Option<String> {
    let clean = join("", path);
    let drive = path.as_bytes().get(1) == Some(&b':');
    let leaves = clean == ".." || clean.starts_with("../") || clean.ends_with("/..");
    (!leaves && !drive && !is_absolute(path) && !clean.is_empty()).then_some(clean)
}

/// A path as seen from a folder of the same archive.
fn seen_from(folder: &str, path: &str) -> String {
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
