//! MJCF: from XML text to an [`Document`], and back.
//!
//! A `Document` is what the author wrote, typed: every attribute knows whether it was written and where, default classes
//! stay classes, frames stay frames. Nothing is derived here. What a value means (angles in degrees, classes merged
//! into elements, frames folded into poses) is decided one layer up, in the compiler.
//!
//! This crate is handed bytes and names; it opens no file by itself.

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
