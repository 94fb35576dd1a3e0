//! `x ← M⁻¹ x`.

use fearless_simd::{Simd, f64x4, prelude::*};

use super::{Kind, LONGEST, ROOT, Segment, Symbolic, chain, load};
use crate::simd::wide;
use crate::{kernel, root_chain};

impl Symbolic {
    /// `x ← M⁻¹ x`: the bits of [`ldl::solve`](crate::ldl::solve) for the same factor.
    #[doc(alias = "mj_solveLD")]
    pub fn solve(&self, x: &mut [f64], factor: &[f64], diag_inv: &[f64]) {
        let x = &mut x[..self.rows.len()];
        wide!(simd => {
            // x ← L⁻ᵀ x
            for tree in &self.trees {
                match tree.kind {
                    Kind::Diagonal => {}
                    Kind::Chain2 => chain::solve_lower_t::<2, 3>(&mut x[tree.first..], &factor[self.rows[tree.first].adr..]),
                    Kind::Chain3 => chain::solve_lower_t::<3, 6>(&mut x[tree.first..], &factor[self.rows[tree.first].adr..]),
                    Kind::Chain4 => chain::solve_lower_t::<4, 10>(&mut x[tree.first..], &factor[self.rows[tree.first].adr..]),
                    Kind::Chain5 => chain::solve_lower_t::<5, 15>(&mut x[tree.first..], &factor[self.rows[tree.first].adr..]),
                    Kind::Root => {
                        let adr = self.rows[tree.first].adr;
                        let l = factor[adr..adr + 21].first_chunk();
                        let x = x[tree.first..tree.end].first_chunk_mut();
                        if let (Some(x), Some(l)) = (x, l) {
                            root_chain::solve_lower_t(x, l);
                        }
                    }
                    _ => {
                        let (first, end) = tree.segments;
                        for segment in self.segments[first..end].iter().rev() {
                            if segment.end - segment.first <= 4 {
                                self.subtract_below::<_, 1>(simd, *segment, x, factor);
                            } else {
                                self.subtract_below::<_, 2>(simd, *segment, x, factor);
                            }
                        }
                    }
                }
            }
            // x ← D⁻¹ x
            for (x, inv) in x.iter_mut().zip(diag_inv) {
                *x *= inv;
            }
            // x ← L⁻¹ x
            let mut path = [0.0; LONGEST];
            for tree in &self.trees {
                match tree.kind {
                    Kind::Diagonal => {}
                    Kind::Chain2 => chain::solve_lower::<_, 2, 3>(simd, &mut x[tree.first..], &factor[self.rows[tree.first].adr..]),
                    Kind::Chain3 => chain::solve_lower::<_, 3, 6>(simd, &mut x[tree.first..], &factor[self.rows[tree.first].adr..]),
                    Kind::Chain4 => chain::solve_lower::<_, 4, 10>(simd, &mut x[tree.first..], &factor[self.rows[tree.first].adr..]),
                    Kind::Chain5 => chain::solve_lower::<_, 5, 15>(simd, &mut x[tree.first..], &factor[self.rows[tree.first].adr..]),
                    Kind::Root => {
                        let adr = self.rows[tree.first].adr;
                        let l = factor[adr..adr + 21].first_chunk();
                        let x = x[tree.first..tree.end].first_chunk_mut();
                        if let (Some(x), Some(l)) = (x, l) {
                            root_chain::solve_lower(x, l);
                        }
                    }
                    _ => {
                        let (first, end) = tree.segments;
                        for segment in &self.segments[first..end] {
                            self.subtract_above(simd, *segment, x, factor, &mut path);
                        }
                    }
                }
            }
        });
    }

    /// Subtracts the terms of all descendants from the elements of a segment of at most `4 N` rows, then those within the
    /// segment.
    #[inline(always)]
    fn subtract_below<S: Simd, const N: usize>(
        &self,
        simd: S,
        segment: Segment,
        x: &mut [f64],
        factor: &[f64],
    ) {
        let Segment {
            first,
            end,
            below,
            depth,
            root_end,
            ..
        } = segment;
        let mut acc = load::<S, N>(simd, x, first);
        // the last descendant first; zeros are skipped, except in the chain at the root
        let ordinary = end.max(root_end.min(below));
        let descendants = self.rows[ordinary..below].iter().zip(&x[ordinary..below]);
        for (row, &x_k) in descendants.rev() {
            if x_k == 0.0 {
                continue;
            }
            let l = load::<S, N>(simd, factor, row.adr + depth);
            let x_k = f64x4::splat(simd, x_k);
            for v in 0..N {
                acc[v] -= l[v] * x_k;
            }
        }
        let in_chain = self.rows[end..ordinary].iter().zip(&x[end..ordinary]);
        for (row, &x_k) in in_chain.rev() {
            let l = load::<S, N>(simd, factor, row.adr + depth);
            let x_k = f64x4::splat(simd, x_k);
            for v in 0..N {
                acc[v] -= l[v] * x_k;
            }
        }
        let mut own = [[0.0; 4]; N];
        for v in 0..N {
            acc[v].store_array(&mut own[v]);
        }

        // within the segment, from the last row to the first
        let count = end - first;
        if end == root_end && count == ROOT {
            let adr = self.rows[first].adr;
            let l = factor[adr..adr + 21].first_chunk();
            let own = own.as_flattened().first_chunk::<ROOT>();
            let x = x[first..end].first_chunk_mut();
            if let (Some(x), Some(own), Some(l)) = (x, own, l) {
                *x = *own;
                root_chain::solve_lower_t(x, l);
            }
            return;
        }
        let rows = &self.rows[first..end];
        let x = &mut x[first..end];
        for k in (0..count).rev() {
            let x_k = own.as_flattened()[k];
            x[k] = x_k;
            if k == 0 || (x_k == 0.0 && first + k >= root_end) {
                continue;
            }
            // the elements from `k` on are changed as well, but not used any more
            let l = load::<S, N>(simd, factor, rows[k].adr + depth);
            let x_k = f64x4::splat(simd, x_k);
            for v in 0..N {
                let rest = f64x4::load_array_ref(simd, &own[v]) - l[v] * x_k;
                rest.store_array(&mut own[v]);
            }
        }
    }

    /// Subtracts the terms of all ancestors from the elements of a segment, in order.
    #[inline(always)]
    fn subtract_above<S: Simd>(
        &self,
        simd: S,
        segment: Segment,
        x: &mut [f64],
        factor: &[f64],
        path: &mut [f64; LONGEST],
    ) {
        let Segment {
            first,
            end,
            depth,
            ancestors,
            root_end,
            ..
        } = segment;
        if end == root_end && end - first == ROOT {
            let adr = self.rows[first].adr;
            let l = factor[adr..adr + 21].first_chunk();
            if let (Some(x), Some(l)) = (x[first..end].first_chunk_mut(), l) {
                root_chain::solve_lower(x, l);
            }
            return;
        }
        let Some(list) = ancestors else {
            // the ancestors are the rows before
            for k in first..end {
                let row = self.rows[k];
                let (above, own) = x.split_at_mut(k);
                let l = &factor[row.adr..row.adr + row.len - 1];
                own[0] -= dot(simd, l, &above[k - l.len()..], k < root_end);
            }
            return;
        };
        for (path, &i) in path.iter_mut().zip(&self.ancestors[list..list + depth]) {
            *path = x[i as usize];
        }
        for k in first..end {
            let row = self.rows[k];
            let l = &factor[row.adr..row.adr + row.len - 1];
            x[k] -= dot(simd, l, &path[..l.len()], k < root_end);
            path[row.len - 1] = x[k];
        }
    }
}

/// `Σ lₖ xₖ` in the order of [`kernel::dot_sparse`]; in the chain at the root the first product is not added to zero.
#[inline(always)]
pub(super) fn dot<S: Simd>(simd: S, l: &[f64], x: &[f64], in_root: bool) -> f64 {
    let x = &x[..l.len()];
    if l.len() >= kernel::SHORT {
        return kernel::dots_row_rest_in(simd, [l], x)[0];
    }
    // below that length no lane starts at zero: this decides the sign of a sum of zeros
    let products = |from: usize| l[from..].iter().zip(&x[from..]).map(|(l, x)| l * x);
    match (l, x) {
        ([l0, l1, l2, l3, ..], [x0, x1, x2, x3, ..]) => {
            let head = (l0 * x0 + l2 * x2) + (l1 * x1 + l3 * x3);
            products(4).fold(head, |sum, p| sum + p)
        }
        ([l0, ..], [x0, ..]) if in_root => products(1).fold(l0 * x0, |sum, p| sum + p),
        _ => products(0).fold(0.0, |sum, p| sum + p),
    }
}
