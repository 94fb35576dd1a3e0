//! What loading allows: how much memory a model may take, and extensions of MJCF.

use pyo3::prelude::*;

/// How many bytes a model may take.
///
/// - returns int; bytes
#[pyfunction]
pub fn memory_limit() -> u64 {
    synovia::memory_limit()
}

/// Sets how many bytes a model may take in this process, 1 GiB at first: numbers in a file that ask for more are refused. Compilation may
/// take twice as much, and a simulation as much again.
///
/// - `bytes`: int; bytes
#[pyfunction]
pub fn set_memory_limit(bytes: u64) {
    synovia::set_memory_limit(bytes);
}

/// Whether loading refuses models that use extensions of MJCF.
///
/// - returns bool
#[pyfunction]
pub fn strict() -> bool {
    synovia::strict()
}

/// Sets whether loading refuses models that use extensions of MJCF in this process: for models that must stay loadable in MuJoCo.
///
/// - `strict`: bool
#[pyfunction]
pub fn set_strict(strict: bool) {
    synovia::set_strict(strict);
}
