//! The memory limit of a model.
//!
//! A few characters of a file can request any amount of memory: the width of a texture, the count of a grid, a size of a
//! binary model. Memory that a file requests by a number is taken from one [`Budget`] before it is allocated, and refused
//! with the name of the value if it is too much. Data that a file contains literally needs no budget: it is as large as the
//! file.
//!
//! A model may use at most [`DEFAULT_LIMIT`] bytes, and its compilation at most twice as much; one simulation of it may use
//! as much as the model. A program that trusts its files can raise the limit.
//!
//! DIFFERENCE(memory-limit): the reference allocates whatever the file requests.

use core::sync::atomic::{AtomicU64, Ordering};

/// Bytes that a model may use unless a program sets another limit: 1 GiB.
pub const DEFAULT_LIMIT: u64 = 1 << 30;

static LIMIT: AtomicU64 = AtomicU64::new(DEFAULT_LIMIT);

/// Bytes that a model may use, for the whole process.
pub fn memory_limit() -> u64 {
    LIMIT.load(Ordering::Relaxed)
}

/// Sets how many bytes a model may use, for the whole process.
pub fn set_memory_limit(bytes: u64) {
    LIMIT.store(bytes, Ordering::Relaxed);
}

/// The memory that a model may still use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    limit: u64,
    taken: u64,
}

impl Default for Budget {
    /// The budget with the process-wide limit.
    fn default() -> Self {
        Self::new(memory_limit())
    }
}

impl Budget {
    /// A budget of `limit` bytes.
    pub const fn new(limit: u64) -> Self {
        Self { limit, taken: 0 }
    }

    /// Bytes that the whole model may use.
    pub const fn limit(&self) -> u64 {
        self.limit
    }

    /// Sets how many bytes the whole model may use.
    pub const fn set_limit(&mut self, bytes: u64) {
        self.limit = bytes;
    }

    /// Bytes that are not yet taken.
    pub const fn left(&self) -> u64 {
        self.limit.saturating_sub(self.taken)
    }

    /// Takes `bytes`, or fails if fewer are left.
    pub fn take(&mut self, bytes: u64) -> Result<(), OverBudget> {
        self.check(bytes)?;
        self.taken += bytes;
        Ok(())
    }

    /// Takes `bytes` that a file contains literally: they are never refused, but reduce the rest.
    pub const fn note(&mut self, bytes: u64) {
        self.taken = self.taken.saturating_add(bytes);
    }

    /// Fails if `bytes` are more than is left.
    pub fn check(&self, bytes: u64) -> Result<(), OverBudget> {
        if bytes <= self.left() {
            return Ok(());
        }
        Err(OverBudget {
            asked: bytes,
            taken: self.taken,
            limit: self.limit,
        })
    }
}

/// A file requests more memory than a model may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "needs {asked} bytes in addition to the {taken} of the rest of the model, but a model may take {limit}; raise the limit with \
     Loader::memory_limit (Rust), synovia.set_memory_limit (Python) or --memory-limit (command line)"
)]
#[non_exhaustive]
pub struct OverBudget {
    /// Bytes that were requested.
    pub asked: u64,
    /// Bytes that the rest of the model uses.
    pub taken: u64,
    /// Bytes that a model may use.
    pub limit: u64,
}

/// Bytes of a table of `rows` by `width` numbers of `size` bytes; `u64::MAX` on overflow.
pub fn table_bytes(rows: u64, width: u64, size: usize) -> u64 {
    rows.saturating_mul(width).saturating_mul(size as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_spent_once() {
        let mut budget = Budget::new(100);
        assert_eq!(budget.take(60), Ok(()));
        assert_eq!((budget.left(), budget.check(40)), (40, Ok(())));
        let refused = budget.take(41).unwrap_err();
        assert_eq!((refused.asked, refused.taken, refused.limit), (41, 60, 100));
        assert!(
            budget.take(u64::MAX).is_err() && budget.take(40).is_ok() && budget.take(1).is_err()
        );
        assert_eq!(table_bytes(1 << 40, 1 << 40, 8), u64::MAX);
    }
}
