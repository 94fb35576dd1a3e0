//! Fuzz targets: functions that take arbitrary bytes, and that panic only if Synovia panics or breaks a promise.
//!
//! | target        | the bytes are                                    | and are                                         |
//! |---------------|--------------------------------------------------|-------------------------------------------------|
//! | [`read_mjcf`] | MJCF files                                       | written and read again                          |
//! | [`step`]      | MJCF files                                       | compiled, stepped, saved and loaded             |
//! | [`mesh`]      | options and an STL, OBJ or MSH file              | processed, with hull and distance field         |
//! | [`asset`]     | an image, height field, texture or skin          | compiled into a model, which is stepped         |
//! | [`binary`]    | a binary model, or changes to the bytes of one   | loaded and stepped                              |
//! | [`edits`]     | values to write into arrays of a model and data  | written, then entry points are called           |
//!
//! The folder `seeds` has inputs for each: small ones written for this purpose, and inputs that once made a target fail.
//! `scripts/check/fuzz` runs the targets with libFuzzer; the program `mutate` runs them without it, on seeds that it changes at
//! random, with the same changes every time.

pub mod asset;
pub mod binary;
pub mod edits;
pub mod input;
pub mod mesh;
pub mod models;
pub mod read_mjcf;
pub mod step;

/// A target: its name, which is that of its folder of seeds, and its function.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 6] = [
    ("read_mjcf", read_mjcf::run),
    ("step", step::run),
    ("mesh", mesh::run),
    ("asset", asset::run),
    ("binary", binary::run),
    ("edits", edits::run),
];
