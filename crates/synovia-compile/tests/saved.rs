//! Documents are saved in the format of the reference: `NAME.xml` is written as `NAME.saved`, with all digits as `NAME.full`.
//!
//! `conformance/record_saved.py` records the expected XML.

use std::fs;
use std::path::{Path, PathBuf};

use synovia_compile::write::{WriteError, write};
use synovia_compile::{Compiled, Compiler};
use synovia_engine::plugin::Registry;
use synovia_mjcf::diag::FileError;
use synovia_mjcf::write::Precision;
use synovia_mjcf::{Files, NoFiles, parse_str};
use synovia_model::id::GeomId;

/// The folder of the documents.
struct Folder;

impl Files for Folder {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let name = Path::new(path).file_name().unwrap_or_default();
        let path = path.to_owned();
        fs::read(folder().join(name)).map_err(|_| FileError::NotFound { path })
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/saved")
}

fn compiled(xml: &str, files: &dyn Files) -> Compiled {
    let spec = parse_str("document.xml", xml, files).unwrap_or_else(|error| panic!("{error}"));
    Compiler::new()
        .plugins(Registry::builtin())
        .document(&spec, files)
        .unwrap_or_else(|error| panic!("{error}"))
}

fn documents() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).into_iter().flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut documents: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|e| e == "xml"))
        .collect();
    documents.sort();
    documents
}

#[test]
fn documents_are_saved_as_the_reference_saves_them() {
    let documents = documents();
    assert!(documents.len() > 20);
    for path in documents {
        let made = compiled(&fs::read_to_string(&path).unwrap(), &Folder);
        for (precision, extension) in [(Precision::Short, "saved"), (Precision::Full, "full")] {
            let text = write(&made.origin, &made.model, precision).unwrap();
            let wanted = fs::read_to_string(path.with_extension(extension)).unwrap();
            let differ = |(a, b): (&str, &str)| (a != b).then(|| format!("{a}\n{b}"));
            let first = text.lines().zip(wanted.lines()).find_map(differ);
            assert_eq!(first, None, "{} {extension}", path.display());
            assert_eq!(text, wanted, "{} {extension}", path.display());
        }
    }
}

/// Documents whose saved text is a different model, or invalid, and why.
const LOST: [(&str, &str); 4] = [
    (
        "attach",
        "elements of frames that are not written come after those of the body",
    ),
    (
        "defaults",
        "a value of zero is not written over the reference angle of a class",
    ),
    ("discard3", "a class names a material that was dropped"),
    ("nan", "a position that is almost zero is written as zero"),
];

#[test]
fn what_is_saved_is_read_and_saved_again_as_the_same_text() {
    for path in documents() {
        let name = path.file_stem().unwrap_or_default();
        if LOST.iter().any(|(lost, _)| name == *lost) {
            continue;
        }
        let made = compiled(&fs::read_to_string(&path).unwrap(), &Folder);
        let first = write(&made.origin, &made.model, Precision::Short).unwrap();
        let again = compiled(&first, &Folder);
        let second = write(&again.origin, &again.model, Precision::Short).unwrap();
        assert_eq!(first, second, "{}", path.display());
    }
}

#[test]
fn another_model_is_refused() {
    let one = compiled(
        "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>",
        &NoFiles,
    );
    let two = compiled("<mujoco><worldbody><site/></worldbody></mujoco>", &NoFiles);
    let refused = write(&one.origin, &two.model, Precision::Short);
    assert!(matches!(refused, Err(WriteError::OtherModel { .. })));

    let mut damaged = one.model.clone();
    damaged.geom.bodyid[GeomId(0)] = synovia_model::BodyId(7);
    let refused = write(&one.origin, &damaged, Precision::Short);
    assert!(matches!(refused, Err(WriteError::Damaged(_))));
}

#[test]
fn nothing_is_nested_too_deep_to_be_saved() {
    // as deep as the reader allows
    let depth = 200;
    let open = "<body><frame name='f@'>";
    let bodies: String = (0..depth)
        .map(|k| open.replace('@', &k.to_string()))
        .collect();
    let xml = format!(
        "<mujoco><worldbody>{bodies}<geom size='1'/>{}</worldbody></mujoco>",
        "</frame></body>".repeat(depth)
    );
    let made = compiled(&xml, &NoFiles);
    let text = write(&made.origin, &made.model, Precision::Short).unwrap();
    assert_eq!(text.matches("<body>").count(), depth);
}
