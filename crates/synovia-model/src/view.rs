//! Borrowed columns, for loops that run often.
//!
//! A column owns its memory: the compiler cannot prove that writing a row leaves the column's address and length unchanged,
//! and reloads both after every write. A view holds them by value. A stage takes views of the columns it writes before its
//! loop and indexes them like the columns.

use core::marker::PhantomData;
use core::ops::{Deref, DerefMut, Index, IndexMut};

use crate::column::Col;
use crate::id::TableId;

/// The rows of a [`Col`], read-only.
#[derive(Debug)]
pub struct Rows<'a, Id, T> {
    rows: &'a [T],
    id: PhantomData<Id>,
}

/// The rows of a [`Col`], writable.
#[derive(Debug)]
pub struct RowsMut<'a, Id, T> {
    rows: &'a mut [T],
    id: PhantomData<Id>,
}

impl<Id, T> Clone for Rows<'_, Id, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Id, T> Copy for Rows<'_, Id, T> {}

impl<Id, T> Col<Id, T> {
    /// The rows with their typed index, read-only.
    #[inline]
    pub fn view(&self) -> Rows<'_, Id, T> {
        Rows {
            rows: self.rows(),
            id: PhantomData,
        }
    }

    /// The rows with their typed index, writable.
    #[inline]
    pub fn view_mut(&mut self) -> RowsMut<'_, Id, T> {
        RowsMut {
            rows: self.rows_mut(),
            id: PhantomData,
        }
    }
}

impl<Id, T> Deref for Rows<'_, Id, T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        self.rows
    }
}

impl<Id, T> Deref for RowsMut<'_, Id, T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        self.rows
    }
}

impl<Id, T> DerefMut for RowsMut<'_, Id, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        self.rows
    }
}

impl<Id: TableId, T> Index<Id> for Rows<'_, Id, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: Id) -> &T {
        &self.rows[id.index()]
    }
}

impl<Id: TableId, T> Index<Id> for RowsMut<'_, Id, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: Id) -> &T {
        &self.rows[id.index()]
    }
}

impl<Id: TableId, T> IndexMut<Id> for RowsMut<'_, Id, T> {
    #[inline]
    fn index_mut(&mut self, id: Id) -> &mut T {
        &mut self.rows[id.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::BodyId;

    #[test]
    fn a_view_shows_and_changes_the_column() {
        let mut column: Col<BodyId, f64> = Col::from(vec![1.0, 2.0]);
        let mut view = column.view_mut();
        view[BodyId(1)] += view[BodyId(0)];
        assert_eq!(view.len(), 2);
        assert_eq!(column.view()[BodyId(1)], 3.0);
        assert_eq!(column.rows(), [1.0, 3.0]);
    }
}
