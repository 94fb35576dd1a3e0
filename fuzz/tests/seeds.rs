//! Every seed passes its target, including all inputs that once made a target fail.
#![allow(
    clippy::unwrap_used,
    reason = "a test must stop at an unexpected result"
)]

use std::fs;
use std::path::Path;

use synovia_fuzz::TARGETS;

/// Runs a target on its seeds.
fn replay(name: &str) {
    let (_, target) = TARGETS.into_iter().find(|(k, _)| *k == name).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("seeds")
        .join(name);
    let mut seeds = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let content = fs::read(&path).unwrap();
        assert!(
            content.len() <= 1 << 14,
            "{}: a seed must be small",
            path.display()
        );
        target(&content);
        seeds += 1;
    }
    assert!(seeds > 2);
}

#[test]
fn seeds_of_texts_are_read() {
    replay("read_mjcf");
}

#[test]
fn seeds_of_models_are_stepped() {
    replay("step");
}

#[test]
fn seeds_of_meshes_are_processed() {
    replay("mesh");
}

#[test]
fn seeds_of_pictures_and_fields_are_compiled() {
    replay("asset");
}

#[test]
fn seeds_of_binary_models_are_loaded() {
    replay("binary");
}

#[test]
fn seeds_of_edits_are_written() {
    replay("edits");
}
