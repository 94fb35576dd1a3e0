//! How much memory a file may ask for.
//!
//! A few characters of a file can ask for any amount of memory: the width of a texture, the count of a grid, a size of a binary model.
//! What a file asks for by a number is taken from one [`Budget`] before memory is made for it, and refused by name if it is too much.
//! What a file contains literally needs no budget: it is as large as the file.
//!
//! A model takes at most [`DEFAULT_LIMIT`] bytes, and its compilation at most twice as much; one simulation of it takes at most as much
//! as the model may. A program that trusts its files raises the limit.
//!
//! DIFFERENCE(memory-limit): the reference asks the machine for whatever is written.

use core::sync::atomic::{AtomicU64, Ordering};

/// Bytes that a model may take unless a program sets another limit: 1 GiB.
pub const DEFAULT_LIMIT: u64 = 1 << 30;

static LIMIT: AtomicU64 = AtomicU64::new(DEFAULT_LIMIT);

/// Bytes that a model may take, in all of this process.
pub fn memory_limit() -> u64 {
    LIMIT.load(Ordering::Relaxed)
}

/// Sets how many bytes a model may take, in all of this process.
pub fn set_memory_limit(bytes: u64) {
    LIMIT.store(bytes, Ordering::Relaxed);
}

/// What is left of the memory that a model may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    limit: u64,
    taken: u64,
}

impl Default for Budget {
    /// The limit of the process.
    fn default() -> Self {
        Self::new(memory_limit())
    }
}

impl Budget {
    /// A model that may take `limit` bytes.
    pub const fn new(limit: u64) -> Self {
        Self { limit, taken: 0 }
    }

    /// Bytes that the whole model may take.
    pub const fn limit(&self) -> u64 {
        self.limit
    }

    /// Sets how many bytes the whole model may take.
    pub const fn set_limit(&mut self, bytes: u64) {
        self.limit = bytes;
    }

    /// Bytes that are left.
    pub const fn left(&self) -> u64 {
        self.limit.saturating_sub(self.taken)
    }

    /// Takes `bytes`, or reports that they are too many.
    pub fn take(&mut self, bytes: u64) -> Result<(), OverBudget> {
        self.check(bytes)?;
        self.taken += bytes;
        Ok(())
    }

    /// Takes `bytes` that a file contains literally, which are not refused; others find less left.
    pub const fn note(&mut self, bytes: u64) {
        self.taken = self.taken.saturating_add(bytes);
    }

    /// Reports if `bytes` are more than is left.
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

/// A file asks for more memory than a model may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "needs {asked} bytes beside {taken} of the rest of the model, but a model may take {limit}; the limit is raised by \
     Loader::memory_limit (Rust), synovia.set_memory_limit (Python) or --memory-limit (command line)"
)]
#[non_exhaustive]
pub struct OverBudget {
    /// Bytes that were asked for.
    pub asked: u64,
    /// Bytes that the rest of the model takes.
    pub taken: u64,
    /// Bytes that a model may take.
    pub limit: u64,
}

/// Bytes of a table of `rows` by `width` numbers of `size` bytes; the largest number if there are more.
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
