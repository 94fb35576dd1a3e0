//! What the tests of the program share: running it, and reading what it wrote.
#![allow(dead_code, reason = "each test binary uses its own part of this")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// The path of a model beside the tests.
pub fn model(name: &str) -> String {
    format!("{}/tests/models/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Runs the program.
pub fn synovia(args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_synovia");
    Command::new(program).args(args).output().unwrap()
}

/// Runs the program, which has to succeed, and reads the JSON that it prints.
pub fn synovia_json(args: &[&str]) -> Value {
    let output = synovia(args);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Runs the program, which has to fail, and returns what it complains about.
pub fn complaint(args: &[&str]) -> String {
    let output = synovia(args);
    assert!(matches!(output.status.code(), Some(1 | 2)), "{args:?}");
    assert_eq!(stdout(&output), "");
    stderr(&output).to_owned()
}

pub fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

pub fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// A folder that goes away with the test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("synovia-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// The path of a file in it.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// The names of the files in it.
    pub fn names(&self) -> Vec<String> {
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

/// An array of a recording: its sides and its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    pub shape: Vec<usize>,
    pub values: Vec<f64>,
}

impl Array {
    /// The numbers of row `k`.
    pub fn row(&self, k: usize) -> &[f64] {
        let width: usize = self.shape[1..].iter().product();
        &self.values[k * width..(k + 1) * width]
    }
}

/// Reads the arrays of an NPZ file, whose members are stored one after the other.
pub fn npz(path: impl AsRef<Path>) -> BTreeMap<String, Array> {
    let bytes = std::fs::read(path).unwrap();
    let word = |at: usize, n: usize| {
        let bytes = &bytes[at..at + n];
        bytes
            .iter()
            .rev()
            .fold(0, |sum, &b| sum << 8 | usize::from(b))
    };
    let (mut at, mut arrays) = (0, BTreeMap::new());
    while bytes[at..].starts_with(b"PK\x03\x04") {
        let (size, name, extra) = (word(at + 18, 4), word(at + 26, 2), word(at + 28, 2));
        let text = std::str::from_utf8(&bytes[at + 30..at + 30 + name]).unwrap();
        let start = at + 30 + name + extra;
        let content = &bytes[start..start + size];
        arrays.insert(text.trim_end_matches(".npy").to_owned(), npy(content));
        at = start + size;
    }
    assert!(bytes[at..].starts_with(b"PK\x01\x02"), "no directory");
    arrays
}

fn npy(bytes: &[u8]) -> Array {
    assert!(bytes.starts_with(b"\x93NUMPY\x01\x00"));
    let length = usize::from(bytes[8]) | usize::from(bytes[9]) << 8;
    let header = std::str::from_utf8(&bytes[10..10 + length]).unwrap();
    let sides = header.split_once('(').unwrap().1.split_once(')').unwrap().0;
    let shape = (sides.split(','))
        .filter(|side| !side.trim().is_empty())
        .map(|side| side.trim().parse().unwrap())
        .collect();
    let data = &bytes[10 + length..];
    let values = if header.contains("<f8") {
        let chunks = data.as_chunks().0.iter();
        chunks.map(|&b| f64::from_le_bytes(b)).collect()
    } else {
        let chunks = data.as_chunks().0.iter();
        chunks.map(|&b| f64::from(i32::from_le_bytes(b))).collect()
    };
    Array { shape, values }
}

/// True if elements are closed in the order in which they were opened, and attributes are in quotes.
pub fn well_formed(document: &str) -> bool {
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
