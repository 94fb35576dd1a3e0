//! The reference page of MJCF, which is generated from the declarations of elements.

use std::path::Path;

#[test]
fn the_page_of_mjcf_is_what_the_elements_declare() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/mjcf.md");
    let there = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        there == synovia_mjcf::reference::page(),
        "docs/mjcf.md is out of date: cargo run -p synovia-mjcf --example reference > docs/mjcf.md"
    );
}
