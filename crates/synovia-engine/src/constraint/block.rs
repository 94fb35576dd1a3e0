//! Blocks: up to six rows of the Jacobian over the same dofs, before they become constraint rows.
//!
//! The components of one relative velocity depend on the same dofs. Each component is a contiguous row in the format of the
//! Jacobian, so that constraint rows are sums of whole rows:
//!
//! | Jacobian | a row has                  | the entry of a dof is at                |
//! |----------|----------------------------|-----------------------------------------|
//! | dense    | `nv` numbers               | the dof; all other entries are zero     |
//! | sparse   | one number for each dof    | its place among the dofs, in ascending order |
//!
//! Chains are visited from the last dof to the first, so that places are filled from the end.
#![expect(
    clippy::inline_always,
    reason = "columns are pushed by loops that are compiled for the available vector unit"
)]

use synovia_math::fearless_simd::{Simd, f64x4, prelude::*};
use synovia_math::{Spatial, Vec3};
use synovia_model::id::DofId;

use crate::scratch::Scratch;

/// Up to six rows over the same dofs.
#[derive(Debug)]
pub(crate) struct Block<'a> {
    /// The dofs, stored from the end.
    dofs: &'a mut [i32],
    /// Six rows of `nv` numbers each.
    values: &'a mut [f64],
    /// Position of the first dof.
    first: usize,
    /// Number of rows that may have entries other than zero.
    used: usize,
    /// The storage format.
    sparse: bool,
}

impl<'a> Block<'a> {
    /// An empty block with room for `nv` dofs; takes `6 nv` numbers and `nv` indices.
    pub(crate) fn new(nv: usize, sparse: bool, scratch: &mut Scratch<'a>) -> Self {
        let values = if sparse {
            scratch.take_unset(6 * nv)
        } else {
            scratch.take(6 * nv)
        };
        Self {
            dofs: scratch.take_ints_unset(nv),
            values,
            first: nv,
            used: 0,
            sparse,
        }
    }

    /// Removes all entries.
    #[inline]
    pub(crate) fn clear(&mut self) {
        let nv = self.dofs.len();
        if !self.sparse {
            self.values[..self.used * nv].fill(0.0);
        }
        (self.first, self.used) = (nv, 0);
    }

    /// Prepends a dof, whose entries are at the returned position of each row.
    #[inline(always)]
    fn place(&mut self, i: DofId) -> usize {
        self.first -= 1;
        self.dofs[self.first] = i.0;
        if self.sparse { self.first } else { i.index() }
    }

    /// Prepends the entries of dof `i` in three rows.
    #[inline(always)]
    pub(crate) fn push(&mut self, i: DofId, column: Vec3) {
        let (nv, at) = (self.dofs.len(), self.place(i));
        self.used = self.used.max(3);
        self.values[at] = column.x;
        self.values[nv + at] = column.y;
        self.values[2 * nv + at] = column.z;
    }

    /// Prepends the dofs of a chain, given its last one, as long as they are above `stop`; returns where the chain continues.
    ///
    /// Their entries follow by [`Block::fill`].
    #[inline(always)]
    pub(crate) fn prepend_chain(
        &mut self,
        parents: &[DofId],
        last: Option<DofId>,
        stop: Option<DofId>,
    ) -> Option<DofId> {
        // `None` is −1, which is below any dof
        let (mut dof, stop) = (last.map_or(-1, |i| i.0), stop.map_or(-1, |i| i.0));
        let mut first = self.first;
        while dof > stop {
            first -= 1;
            self.dofs[first] = dof;
            dof = parents[dof as usize].0.max(-1);
        }
        self.first = first;
        DofId(dof).get()
    }

    /// Number of dofs.
    #[inline(always)]
    pub(crate) const fn count(&self) -> usize {
        self.dofs.len() - self.first
    }

    /// Sets `K` rows of the entries of all dofs but the last `done`: `entries` computes them from the motion axes of four dofs
    /// at once, the components of which it gets as vectors.
    #[inline(always)]
    pub(crate) fn fill<S: Simd, const K: usize>(
        &mut self,
        simd: S,
        done: usize,
        axes: &[Spatial],
        entries: impl Fn(&[f64x4<S>; 6]) -> [f64x4<S>; K],
    ) {
        let (nv, sparse) = (self.dofs.len(), self.sparse);
        let dofs = &self.dofs[self.first..nv - done];
        self.used = self.used.max(K);
        let values = &mut self.values[..K * nv];
        let mut place = self.first;
        let (fours, rest) = dofs.as_chunks::<4>();
        for four in fours {
            let rows = entries(&lanes(simd, axes, *four)).map(SimdBase::to_array);
            // places are consecutive in a sparse row, and usually in a dense one
            let at = if sparse { place } else { four[0] as usize };
            if sparse || four[3] == four[0] + 3 {
                for (r, row) in rows.iter().enumerate() {
                    values[r * nv + at..][..4].copy_from_slice(row);
                }
            } else {
                for (lane, &i) in four.iter().enumerate() {
                    for (r, row) in rows.iter().enumerate() {
                        values[r * nv + i as usize] = row[lane];
                    }
                }
            }
            place += 4;
        }
        // the last dof fills the lanes of a chunk that is shorter
        if let Some(&last) = rest.last() {
            let mut four = [last; 4];
            four[0] = rest[0];
            if let [_, second, _] = *rest {
                four[1] = second;
            }
            // two dofs are in lanes 0 and 1, three in lanes 0 to 2
            let rows = entries(&lanes(simd, axes, four)).map(SimdBase::to_array);
            for (lane, &i) in rest.iter().enumerate() {
                let at = if sparse { place + lane } else { i as usize };
                for (r, row) in rows.iter().enumerate() {
                    values[r * nv + at] = row[lane];
                }
            }
        }
    }

    /// Prepends the entries of dof `i` in six rows.
    #[inline(always)]
    pub(crate) fn push_both(&mut self, i: DofId, column: Vec3, turn: Vec3) {
        self.push(i, column);
        let nv = self.dofs.len();
        let at = if self.sparse { self.first } else { i.index() };
        self.used = 6;
        self.values[3 * nv + at] = turn.x;
        self.values[4 * nv + at] = turn.y;
        self.values[5 * nv + at] = turn.z;
    }

    /// The dofs, ascending.
    #[inline]
    pub(crate) fn dofs(&self) -> &[i32] {
        &self.dofs[self.first..]
    }

    /// Row `k` in the format of the Jacobian.
    #[inline]
    pub(crate) fn row(&self, k: usize) -> &[f64] {
        let nv = self.dofs.len();
        let row = &self.values[k * nv..(k + 1) * nv];
        if self.sparse { &row[self.first..] } else { row }
    }

    /// The entries of row `k`, one for each dof.
    pub(crate) fn entries(&self, k: usize) -> impl Iterator<Item = f64> + '_ {
        let row = self.row(k);
        let at =
            move |(place, &i): (usize, &i32)| row[if self.sparse { place } else { i as usize }];
        self.dofs().iter().enumerate().map(at)
    }

    /// Sets the entries of a dense row at all other dofs to zero.
    #[cold]
    pub(crate) fn clear_others(&self, row: &mut [f64]) {
        let mut next = self.dofs().iter().peekable();
        for (i, entry) in row.iter_mut().enumerate() {
            if next.next_if(|&&dof| dof as usize == i).is_none() {
                *entry = 0.0;
            }
        }
    }

    /// True if rows up to `size` constrain nothing.
    pub(crate) fn is_nothing(&self, size: usize) -> bool {
        if self.sparse {
            return self.first == self.dofs.len();
        }
        self.values[..size * self.dofs.len()]
            .iter()
            .all(|&x| x == 0.0)
    }
}

/// The components of the motion axes of four dofs.
#[inline(always)]
fn lanes<S: Simd>(simd: S, axes: &[Spatial], [a, b, c, d]: [i32; 4]) -> [f64x4<S>; 6] {
    let (a, b) = (&axes[a as usize].0, &axes[b as usize].0);
    let (c, d) = (&axes[c as usize].0, &axes[d as usize].0);
    [
        f64x4::load_array_ref(simd, &[a[0], b[0], c[0], d[0]]),
        f64x4::load_array_ref(simd, &[a[1], b[1], c[1], d[1]]),
        f64x4::load_array_ref(simd, &[a[2], b[2], c[2], d[2]]),
        f64x4::load_array_ref(simd, &[a[3], b[3], c[3], d[3]]),
        f64x4::load_array_ref(simd, &[a[4], b[4], c[4], d[4]]),
        f64x4::load_array_ref(simd, &[a[5], b[5], c[5], d[5]]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::{Need, ScratchBuffer};

    /// Fills a block of six dofs with the columns of dofs 4, 3 and 1.
    fn with_columns(sparse: bool, check: impl Fn(&Block<'_>)) {
        let mut buffer = ScratchBuffer::new(Need::new(36, 6));
        let mut scratch = buffer.frame(Need::new(36, 6));
        let mut block = Block::new(6, sparse, &mut scratch);
        let column = |i: i32| Vec3::new(1.0, 2.0, 3.0) * f64::from(i);
        // what was there before leaves no trace
        block.push_both(DofId(5), column(7), column(9));
        block.clear();
        for i in [4, 3, 1] {
            block.push_both(DofId(i), column(i), column(-i));
        }
        check(&block);
    }

    #[test]
    fn rows_have_the_format_of_the_jacobian() {
        for sparse in [false, true] {
            with_columns(sparse, |block| {
                assert_eq!(block.dofs(), [1, 3, 4]);
                for k in 0..6 {
                    let scale = [1.0, 2.0, 3.0, -1.0, -2.0, -3.0][k];
                    let expected = [1.0, 3.0, 4.0].map(|i| scale * i);
                    assert!(block.entries(k).eq(expected));
                    let [a, b, c] = expected;
                    if sparse {
                        assert_eq!(block.row(k), expected);
                    } else {
                        assert_eq!(block.row(k), [0.0, a, 0.0, b, c, 0.0]);
                    }
                }
                assert!(!block.is_nothing(3));
            });
        }
    }

    #[test]
    fn four_dofs_at_once_are_the_same_as_dof_by_dof() {
        let axis = |i: usize| Spatial([1.0, -2.0, 3.0, 0.5, 7.0, -0.1].map(|x| x * (i + 1) as f64));
        let axes: Vec<_> = (0..9).map(axis).collect();
        // chains with and without gaps, of every length
        let chains: [&[i32]; 3] = [
            &[-1, 0, 1, 2, 3, 4, 5, 6, 7],
            &[-1, 0, 1, 0, 3, 4, 3, 6, 7],
            &[-1, -1, -1, 1, 2, 2, 5, 6, 7],
        ];
        for (parents, sparse) in chains.into_iter().flat_map(|c| [(c, false), (c, true)]) {
            let parents: Vec<_> = parents.iter().copied().map(DofId).collect();
            for last in 0..9 {
                let mut buffer = ScratchBuffer::new(Need::new(108, 18));
                let mut scratch = buffer.frame(Need::new(108, 18));
                let mut one = Block::new(9, sparse, &mut scratch);
                let mut four = Block::new(9, sparse, &mut scratch);
                let mut dof = Some(DofId(last));
                while let Some(i) = dof {
                    let axis = &axes[i.index()];
                    one.push_both(i, axis.rot(), axis.lin());
                    dof = parents[i.index()].get();
                }
                let end = four.prepend_chain(&parents, Some(DofId(last)), None);
                assert_eq!(end, None);
                synovia_math::wide!(simd => four.fill(simd, 0, &axes, |c| *c));
                assert_eq!(one.dofs(), four.dofs());
                for k in 0..6 {
                    assert_eq!(one.row(k), four.row(k));
                }
            }
        }
    }

    #[test]
    fn entries_at_other_dofs_are_cleared() {
        with_columns(false, |block| {
            let mut row = [f64::NAN, 1.0, f64::NAN, 2.0, 3.0, f64::NAN];
            block.clear_others(&mut row);
            assert_eq!(row, [0.0, 1.0, 0.0, 2.0, 3.0, 0.0]);
        });
    }

    #[test]
    fn a_dense_block_of_zeros_and_a_sparse_one_without_dofs_are_nothing() {
        for sparse in [false, true] {
            let mut buffer = ScratchBuffer::new(Need::new(12, 2));
            let mut scratch = buffer.frame(Need::new(12, 2));
            let mut block = Block::new(2, sparse, &mut scratch);
            assert!(block.is_nothing(3));
            block.push(DofId(1), Vec3::ZERO);
            assert_eq!(block.is_nothing(3), !sparse);
        }
    }
}
