//! A sparse row while its parts are summed.

use crate::scratch::Scratch;

/// Values by dof, and which of them belong to the row.
#[derive(Debug)]
pub(crate) struct RowBuffer<'a> {
    values: &'a mut [f64],
    seen: &'a mut [i32],
    touched: &'a mut [i32],
    count: usize,
}

impl<'a> RowBuffer<'a> {
    /// An empty row over `nv` dofs; takes `nv` numbers and `2 nv` indices.
    pub(crate) fn new(nv: usize, scratch: &mut Scratch<'a>) -> Self {
        Self {
            values: scratch.take(nv),
            seen: scratch.take_ints(nv),
            touched: scratch.take_ints(nv),
            count: 0,
        }
    }

    /// Adds to the entry of dof `i`, which becomes part of the row even if the sum is zero.
    #[inline]
    pub(crate) fn add(&mut self, i: usize, value: f64) {
        if self.seen[i] == 0 {
            self.seen[i] = 1;
            self.touched[self.count] = i as i32;
            self.count += 1;
        }
        self.values[i] += value;
    }

    /// The dofs of the row, ascending, and the values of all dofs.
    pub(crate) fn sorted(&mut self) -> (&[i32], &[f64]) {
        let touched = &mut self.touched[..self.count];
        touched.sort_unstable();
        (touched, self.values)
    }

    /// The values of all dofs, zero for those that do not belong to the row.
    pub(crate) const fn values(&self) -> &[f64] {
        self.values
    }

    /// Clears the row.
    pub(crate) fn clear(&mut self) {
        for &i in &self.touched[..self.count] {
            self.values[i as usize] = 0.0;
            self.seen[i as usize] = 0;
        }
        self.count = 0;
    }
}
