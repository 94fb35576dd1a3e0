//! The asset cache of the process.
#![allow(non_snake_case, reason = "MuJoCo's names")]

use std::sync::Arc;

use pyo3::prelude::*;
use synovia::asset_cache;

/// An opaque asset cache, as returned by `mj_getCache`.
#[pyclass(frozen, name = "Cache", module = "synovia")]
pub struct PyCache(Arc<synovia::Cache>);

/// The cache of processed assets, shared by all models of this process.
///
/// - returns the cache
#[pyfunction]
pub fn mj_getCache() -> PyCache {
    PyCache(Arc::clone(asset_cache()))
}

/// Current size of the asset cache in bytes.
///
/// - `cache`: the cache; the result of `mj_getCache`
/// - returns int; bytes
#[pyfunction]
pub fn mj_getCacheSize(cache: Option<PyRef<'_, PyCache>>) -> usize {
    cache.map_or(0, |cache| cache.0.size())
}

/// Largest size of the asset cache in bytes.
///
/// - `cache`: the cache; the result of `mj_getCache`
/// - returns int; bytes
#[pyfunction]
pub fn mj_getCacheCapacity(cache: Option<PyRef<'_, PyCache>>) -> usize {
    cache.map_or(0, |cache| cache.0.capacity())
}

/// Sets the largest size of the asset cache in bytes, 0 to keep nothing; returns it.
///
/// - `cache`: the cache; the result of `mj_getCache`
/// - `size`: int; bytes
/// - returns int; the new capacity
#[pyfunction]
pub fn mj_setCacheCapacity(cache: Option<PyRef<'_, PyCache>>, size: usize) -> usize {
    cache.map_or(0, |cache| cache.0.set_capacity(size))
}

/// Clears the asset cache.
///
/// - `cache`: the cache; the result of `mj_getCache`
#[pyfunction]
pub fn mj_clearCache(cache: Option<PyRef<'_, PyCache>>) {
    if let Some(cache) = cache {
        cache.0.clear();
    }
}
