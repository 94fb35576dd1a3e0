//! `x ← M⁻¹ x`.

use fearless_simd::{Simd, f64x4, prelude::*};

use super::{Kind, LONGEST, ROOT, Segment, Symbolic, load};
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
                            self.subtract_below(simd, *segment, x, factor);
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

    /// Subtracts the terms of all descendants from the elements of a segment, then those within the segment.
    #[inline(always)]
    fn subtract_below<S: Simd>(&self, simd: S, segment: Segment, x: &mut [f64], factor: &[f64]) {
        let Segment {
            first,
            end,
            below,
            depth,
            root_end,
            ..
        } = segment;
        if below > end {
            if end - first <= 4 {
                self.subtract_columns::<S, 1>(simd, segment, x, factor);
            } else {
                self.subtract_columns::<S, 2>(simd, segment, x, factor);
            }
        }
        // within the segment, from the last row to the first
        if end == root_end && end - first == ROOT {
            let adr = self.rows[first].adr;
            let l = factor[adr..adr + 21].first_chunk();
            if let (Some(x), Some(l)) = (x[first..end].first_chunk_mut(), l) {
                root_chain::solve_lower_t(x, l);
            }
            return;
        }
        for k in (first + 1..end).rev() {
            let x_k = x[k];
            // zeros are skipped, except in the chain at the root
            if x_k == 0.0 && k >= root_end {
                continue;
            }
            let adr = self.rows[k].adr + depth;
            for (x, l) in x[first..k].iter_mut().zip(&factor[adr..adr + k - first]) {
                *x += l * -x_k;
            }
        }
    }

    /// Subtracts the terms of all descendants from the elements of a segment of at most `4 N` rows.
    #[inline(always)]
    fn subtract_columns<S: Simd, const N: usize>(
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
        let start = load::<S, N>(simd, x, first);
        let mut acc = start;
        // the last descendant first; zeros are skipped, except in the chain at the root
        let ordinary = end.max(root_end.min(below));
        for (row, &x_k) in self.rows[ordinary..below]
            .iter()
            .zip(&x[ordinary..below])
            .rev()
        {
            if x_k == 0.0 {
                continue;
            }
            let l = load::<S, N>(simd, factor, row.adr + depth);
            let x_k = f64x4::splat(simd, x_k);
            for v in 0..N {
                acc[v] -= l[v] * x_k;
            }
        }
        for (row, &x_k) in self.rows[end..ordinary].iter().zip(&x[end..ordinary]).rev() {
            let l = load::<S, N>(simd, factor, row.adr + depth);
            let x_k = f64x4::splat(simd, x_k);
            for v in 0..N {
                acc[v] -= l[v] * x_k;
            }
        }
        // only the elements of the segment
        let mut new = [[0.0; 4]; N];
        for v in 0..N {
            acc[v].store_array(&mut new[v]);
        }
        for (x, new) in x[first..end].iter_mut().zip(new.as_flattened()) {
            *x = *new;
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
fn dot<S: Simd>(simd: S, l: &[f64], x: &[f64], in_root: bool) -> f64 {
    let x = &x[..l.len()];
    if let ([l0, l_rest @ ..], [x0, x_rest @ ..]) = (l, x)
        && l.len() < 4
    {
        let start = if in_root { l0 * x0 } else { 0.0 + l0 * x0 };
        return (l_rest.iter().zip(x_rest)).fold(start, |sum, (l, x)| sum + l * x);
    }
    kernel::dots_row_rest_in(simd, [l], x)[0]
}
