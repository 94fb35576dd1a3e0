//! Limits of loading: the memory of a model, and extensions of MJCF.

use pyo3::prelude::*;

/// The memory limit of a model in bytes.
///
/// - returns int; bytes
#[pyfunction]
pub fn memory_limit() -> u64 {
    synovia::memory_limit()
}

/// Sets the memory limit of models in this process in bytes, 1 GiB by default: files that require more are refused. Compilation may take
/// twice as much, and a simulation as much again.
///
/// - `bytes`: int; bytes
#[pyfunction]
pub fn set_memory_limit(bytes: u64) {
    synovia::set_memory_limit(bytes);
}

/// True if loading refuses models that use extensions of MJCF.
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
