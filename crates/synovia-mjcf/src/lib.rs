//! MJCF: reads XML text to a [`Document`], and writes it.
//!
//! A `Document` is the typed content of a file: every attribute knows whether it was set and where, default classes
//! stay classes, frames stay frames. Nothing is derived here. The meaning of values (angles in degrees, classes merged
//! into elements, frames composed with poses) is decided one layer up, in the compiler.
//!
//! This crate is given bytes and names; it does not open files itself.

pub mod attr;
mod band;
pub mod diag;
mod element;
pub mod files;
mod given;
pub mod grammar;
pub mod keyword;
mod make;
pub mod member;
pub mod path;
mod read;
pub mod reference;
pub mod source;
mod span;
pub mod spec;
mod value;
pub mod write;

pub use attr::{Attr, Blank, Lead, Value, ValueError};
pub use band::Band;
pub use diag::{Diagnostics, Error, ErrorKind, Errors};
pub use element::{Attribute, Element};
pub use files::{Files, NoFiles};
pub use given::IntoValue;
pub use read::{dependencies, parse_bytes, parse_file, parse_str};
pub use span::{FileId, Span};
pub use spec::Document;
pub use value::Outputs;
