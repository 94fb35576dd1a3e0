//! Helpers of the tests: running the program, and reading its output files.
#![allow(dead_code, reason = "each test binary uses its own part of this")]

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use ndarray::ArrayD;
use ndarray_npy::{ReadNpyError, ReadNpyExt};
use serde_json::Value;

/// The path of a model in the tests folder.
pub(crate) fn model(name: &str) -> String {
    format!("{}/tests/models/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Runs the program.
pub(crate) fn synovia(args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_synovia");
    Command::new(program).args(args).output().unwrap()
}

/// Runs the program, which must succeed, and parses the JSON that it prints.
pub(crate) fn synovia_json(args: &[&str]) -> Value {
    synovia_json_and(0, args)
}

/// Runs the program, which must exit with `code`, and parses the JSON that it prints.
pub(crate) fn synovia_json_and(code: i32, args: &[&str]) -> Value {
    let output = synovia(args);
    assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Runs the program, which must fail, and returns its error message.
pub(crate) fn complaint(args: &[&str]) -> String {
    let output = synovia(args);
    assert!(matches!(output.status.code(), Some(1 | 2)), "{args:?}");
    assert_eq!(stdout(&output), "");
    stderr(&output).to_owned()
}

pub(crate) fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

pub(crate) fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// A folder that is deleted after the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("synovia-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// The path of a file in it.
    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// The names of the files in it.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// An array of a recording: its shape and its numbers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Array {
    pub(crate) shape: Vec<usize>,
    pub(crate) values: Vec<f64>,
}

impl Array {
    /// The numbers of row `k`.
    pub(crate) fn row(&self, k: usize) -> &[f64] {
        let width: usize = self.shape[1..].iter().product();
        &self.values[k * width..(k + 1) * width]
    }
}

/// Reads the arrays of an NPZ file; check sums are verified.
pub(crate) fn npz(path: impl AsRef<Path>) -> BTreeMap<String, Array> {
    let file = std::fs::File::open(path).unwrap();
    let mut zip = zip::ZipArchive::new(file).unwrap();
    let mut arrays = BTreeMap::new();
    for k in 0..zip.len() {
        let mut bytes = Vec::new();
        let mut member = zip.by_index(k).unwrap();
        member.read_to_end(&mut bytes).unwrap();
        let name = member.name().unwrap().trim_end_matches(".npy").to_owned();
        arrays.insert(name, npy(&bytes));
    }
    arrays
}

fn npy(bytes: &[u8]) -> Array {
    let array = ArrayD::<f64>::read_npy(bytes)
        .or_else(|_| Ok::<_, ReadNpyError>(ArrayD::<i32>::read_npy(bytes)?.mapv(f64::from)));
    let array = array.unwrap();
    let shape = array.shape().to_vec();
    let values = array.iter().copied().collect();
    Array { shape, values }
}

/// True if elements are closed in the order in which they were opened, and attributes are quoted.
pub(crate) fn well_formed(document: &str) -> bool {
    let mut open = Vec::new();
    let mut rest = document;
    while let Some(start) = rest.find('<') {
        let Some(end) = rest[start..].find('>') else {
            return false;
        };
        let tag = &rest[start + 1..start + end];
        rest = &rest[start + end + 1..];
        let name = tag
            .trim_matches('/')
            .split_whitespace()
            .next()
            .unwrap_or("");
        if tag.starts_with('/') {
            if open.pop() != Some(name) {
                return false;
            }
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        if !tag.matches('"').count().is_multiple_of(2) || tag.contains('&') && !tag.contains(';') {
            return false;
        }
    }
    open.is_empty()
}
