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
                    Kind::Rows => {
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
                    Kind::Rows => {
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
        // rows follow one another; each has one number more than the row before
        let (mut adr, mut len) = (self.rows[first].adr, depth);
        let Some(list) = ancestors else {
            // the ancestors are the rows before
            for k in first..end {
                let (above, own) = x.split_at_mut(k);
                let l = &factor[adr..adr + len];
                own[0] -= dot(simd, l, &above[k - len..], k < root_end);
                adr += len + 1;
                len += 1;
            }
            return;
        };
        for (path, &i) in path.iter_mut().zip(&self.ancestors[list..list + depth]) {
            *path = x[i as usize];
        }
        // the chain at the root has no list
        for x_k in &mut x[first..end] {
            let l = &factor[adr..adr + len];
            let Some((above, [own, ..])) = path.split_at_mut_checked(len) else {
                return;
            };
            *x_k -= dot(simd, l, above, false);
            *own = *x_k;
            adr += len + 1;
            len += 1;
        }
    }
}

/// `Σ lₖ xₖ` in the order of [`kernel::dot_sparse`]; in the chain at the root the first product is not added to zero.
#[inline(always)]
pub(super) fn dot<S: Simd>(simd: S, l: &[f64], x: &[f64], in_root: bool) -> f64 {
    let n = l.len();
    let x = &x[..n];
    if n >= 16 {
        return kernel::dots_row_rest_in(simd, [l], x)[0];
    }
    // below 8 no lane starts at zero: this decides the sign of a sum of zeros
    let (heads, xs) = (l.as_chunks::<4>().0, x.as_chunks::<4>().0);
    let zero = f64x4::splat(simd, 0.0);
    let head = match (heads, xs) {
        ([a], [x]) => total(product(simd, a, x)),
        ([a, b], [x, y]) => total((zero + product(simd, a, x)) + (zero + product(simd, b, y))),
        ([a, b, c], [x, y, z]) => {
            let pair = (zero + product(simd, a, x)) + (zero + product(simd, b, y));
            total(pair + product(simd, c, z))
        }
        _ => 0.0,
    };
    let done = n & !3;
    match (&l[done..], &x[done..]) {
        ([a], [x]) if in_root && n < 4 => a * x,
        ([a, b], [x, y]) if in_root && n < 4 => a * x + b * y,
        ([a, b, c], [x, y, z]) if in_root && n < 4 => a * x + b * y + c * z,
        ([a], [x]) => head + a * x,
        ([a, b], [x, y]) => head + a * x + b * y,
        ([a, b, c], [x, y, z]) => head + a * x + b * y + c * z,
        _ => head,
    }
}

/// Products lane by lane.
#[inline(always)]
fn product<S: Simd>(simd: S, a: &[f64; 4], x: &[f64; 4]) -> f64x4<S> {
    f64x4::load_array_ref(simd, a) * f64x4::load_array_ref(simd, x)
}

/// The sum of four lanes in the order of the vector kernels.
#[inline(always)]
fn total<S: Simd>(lanes: f64x4<S>) -> f64 {
    let [a, b, c, d] = lanes.to_array();
    (a + c) + (b + d)
}
