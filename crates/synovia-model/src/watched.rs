//! Columns that know whether they may have been written since something was derived from them.
//!
//! What is costly to derive from a column, such as how convex the hulls of meshes are, is derived once and used for as
//! long as the column is [settled](Watched::is_settled). Whoever can write to it unsettles it: a mutable borrow does, and
//! who shows the memory to another language, which may write at any later time, clears the [flag](AnyColumn::watch).

use core::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::column::{AnyColumn, ColumnType, DType};

/// A column and whether nobody had a way to write to it since [`Watched::settle`].
#[derive(Debug, Default)]
pub struct Watched<C> {
    column: C,
    settled: Arc<AtomicBool>,
}

impl<C> Watched<C> {
    /// True if the column holds what it held when it was settled.
    #[inline]
    pub fn is_settled(&self) -> bool {
        self.settled.load(Ordering::Relaxed)
    }

    /// Says that what is derived from the column is of its present content.
    ///
    /// Only for whoever has just derived it, from a model that nobody else can write to.
    pub fn settle(&mut self) {
        self.settled.store(true, Ordering::Relaxed);
    }
}

/// A copy is settled if the original is, and is watched by itself from then on.
impl<C: Clone> Clone for Watched<C> {
    fn clone(&self) -> Self {
        Self {
            column: self.column.clone(),
            settled: Arc::new(AtomicBool::new(self.is_settled())),
        }
    }
}

/// Columns are equal if their content is.
impl<C: PartialEq> PartialEq for Watched<C> {
    fn eq(&self, other: &Self) -> bool {
        self.column == other.column
    }
}

impl<C> From<C> for Watched<C> {
    fn from(column: C) -> Self {
        Self {
            column,
            settled: Arc::default(),
        }
    }
}

impl<C> Deref for Watched<C> {
    type Target = C;
    #[inline]
    fn deref(&self) -> &C {
        &self.column
    }
}

impl<C> DerefMut for Watched<C> {
    #[inline]
    fn deref_mut(&mut self) -> &mut C {
        self.settled.store(false, Ordering::Relaxed);
        &mut self.column
    }
}

impl<C: AnyColumn> AnyColumn for Watched<C> {
    fn dtype(&self) -> DType {
        self.column.dtype()
    }
    fn rows_len(&self) -> usize {
        self.column.rows_len()
    }
    fn width(&self) -> Option<usize> {
        self.column.width()
    }
    fn bytes(&self) -> &[u8] {
        self.column.bytes()
    }
    fn bytes_mut(&mut self) -> &mut [u8] {
        self.deref_mut().bytes_mut()
    }
    fn as_mut_ptr(&mut self) -> *mut u8 {
        // where the memory is tells nobody to write there: who does so clears the flag
        self.column.as_mut_ptr()
    }
    fn watch(&self) -> Option<Arc<AtomicBool>> {
        Some(Arc::clone(&self.settled))
    }
    fn reset(&mut self, rows: usize, width: usize) {
        self.deref_mut().reset(rows, width);
    }
}

impl<C: ColumnType> ColumnType for Watched<C> {
    const DTYPE: DType = C::DTYPE;
    const WIDTH: usize = C::WIDTH;
    const RANK: usize = C::RANK;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column::Col;

    #[test]
    fn reading_keeps_a_column_settled_and_every_way_to_write_unsettles_it() {
        let mut column: Watched<Col<usize, f64>> = Col::from(vec![1.0, 2.0]).into();
        assert!(!column.is_settled());
        let settled = |column: &mut Watched<Col<usize, f64>>| {
            column.settle();
            assert!(column.is_settled());
        };
        settled(&mut column);
        assert_eq!((column.rows().len(), column.bytes().len()), (2, 16));
        assert!(column.is_settled() && column.clone().is_settled());
        column[1] = 3.0;
        assert!(!column.is_settled());
        settled(&mut column);
        let _ = column.bytes_mut();
        assert!(!column.is_settled());
        settled(&mut column);
        column.rows_mut()[0] = 0.0;
        assert!(!column.is_settled());
        settled(&mut column);
        column.watch().unwrap().store(false, Ordering::Relaxed);
        assert!(!column.is_settled());
        settled(&mut column);
        let copy = column.clone();
        column[0] = 1.0;
        assert!(copy.is_settled() && !column.is_settled());
        settled(&mut column);
        AnyColumn::reset(&mut column, 1, 0);
        assert!(!column.is_settled());
        assert_eq!(column, Col::from(vec![0.0]).into());
    }
}
