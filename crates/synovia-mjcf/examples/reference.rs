//! Prints the reference page of MJCF, `docs/mjcf.md`.

use std::io::{Write, stdout};

fn main() -> std::io::Result<()> {
    stdout().write_all(synovia_mjcf::reference::page().as_bytes())
}
