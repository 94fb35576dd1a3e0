//! Synovia: a physics engine for robots, muscles, contacts and soft bodies that computes what MuJoCo computes.
//!
//! This crate is the short way in: what a Rust program adds, and what the command line and the Python module call.

mod files;
mod load;
mod shared;

pub use files::{Disk, Memory};
pub use load::{Error, load_path, load_path_with, load_string};
pub use shared::Model;
pub use synovia_model as model;
