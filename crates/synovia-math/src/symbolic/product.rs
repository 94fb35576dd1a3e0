//! `M x`.

use fearless_simd::{Simd, f64x4, prelude::*};

use super::{Kind, LONGEST, Segment, Symbolic, chain, load};
use crate::root_chain;
use crate::simd::wide;

impl Symbolic {
    /// `out ← M x`, where `mat` is the lower triangle of `M`: the bits of [`ldl::mul_sym`](crate::ldl::mul_sym).
    #[doc(alias = "mju_mulSymVecSparse")]
    pub fn mul_sym(&self, out: &mut [f64], mat: &[f64], x: &[f64]) {
        let n = self.rows.len();
        let (out, x) = (&mut out[..n], &x[..n]);
        wide!(simd => {
            let mut path = [0.0; LONGEST];
            for tree in &self.trees {
                let adr = self.rows[tree.first].adr;
                match tree.kind {
                    Kind::Diagonal => {
                        let mat = &mat[adr..adr + tree.end - tree.first];
                        let x = &x[tree.first..tree.end];
                        for ((out, m), x) in out[tree.first..tree.end].iter_mut().zip(mat).zip(x) {
                            *out = m * x;
                        }
                    }
                    Kind::Chain2 => chain::mul_sym::<2, 3>(&mut out[tree.first..], &mat[adr..], &x[tree.first..]),
                    Kind::Chain3 => chain::mul_sym::<3, 6>(&mut out[tree.first..], &mat[adr..], &x[tree.first..]),
                    Kind::Chain4 => chain::mul_sym::<4, 10>(&mut out[tree.first..], &mat[adr..], &x[tree.first..]),
                    Kind::Chain5 => chain::mul_sym::<5, 15>(&mut out[tree.first..], &mat[adr..], &x[tree.first..]),
                    Kind::Root => {
                        let x = x[tree.first..tree.end].first_chunk();
                        let out = out[tree.first..tree.end].first_chunk_mut();
                        if let (Some(out), Some(x), Some(m)) = (out, x, mat[adr..].first_chunk()) {
                            root_chain::mul_sym(out, m, x);
                        }
                    }
                    Kind::Rows => {
                        let (first, end) = tree.segments;
                        for &segment in &self.segments[first..end] {
                            if segment.end - segment.first <= 4 {
                                self.multiply::<_, 1>(simd, segment, out, mat, x, &mut path);
                            } else {
                                self.multiply::<_, 2>(simd, segment, out, mat, x, &mut path);
                            }
                        }
                    }
                }
            }
        });
    }

    /// The elements of a segment of at most `4 N` rows.
    #[inline(always)]
    fn multiply<S: Simd, const N: usize>(
        &self,
        simd: S,
        segment: Segment,
        out: &mut [f64],
        mat: &[f64],
        x: &[f64],
        path: &mut [f64; LONGEST],
    ) {
        let Segment {
            first,
            end,
            below,
            depth,
            ancestors,
            ..
        } = segment;
        // the elements of the ancestors and of the segment, without gaps
        let along = if let Some(list) = ancestors {
            for (path, &i) in path.iter_mut().zip(&self.ancestors[list..list + depth]) {
                *path = x[i as usize];
            }
            for (path, x) in path[depth..].iter_mut().zip(&x[first..end]) {
                *path = *x;
            }
            &path[..depth + end - first]
        } else {
            &x[first - depth..end]
        };

        // order: the diagonal, then from the parent to the root
        let mut sums = [[0.0; 4]; N];
        let each = self.rows[first..end].iter().zip(sums.as_flattened_mut());
        for (row, sum) in each {
            let products = mat[row.adr..row.adr + row.len]
                .iter()
                .zip(&along[..row.len]);
            let mut products = products.rev().map(|(m, x)| m * x);
            *sum = products.next().unwrap_or(0.0);
            for product in products {
                *sum += product;
            }
        }
        // then the descendants within the segment, and those after it
        let own = sums.as_flattened_mut();
        for k in first + 1..end {
            let adr = self.rows[k].adr + depth;
            for (sum, m) in own.iter_mut().zip(&mat[adr..adr + k - first]) {
                *sum += m * x[k];
            }
        }
        if below > end {
            let mut acc = [f64x4::splat(simd, 0.0); N];
            for v in 0..N {
                acc[v] = f64x4::load_array_ref(simd, &sums[v]);
            }
            for (row, &x_k) in self.rows[end..below].iter().zip(&x[end..below]) {
                let m = load::<S, N>(simd, mat, row.adr + depth);
                let x_k = f64x4::splat(simd, x_k);
                for v in 0..N {
                    acc[v] += m[v] * x_k;
                }
            }
            for v in 0..N {
                acc[v].store_array(&mut sums[v]);
            }
        }
        for (out, sum) in out[first..end].iter_mut().zip(sums.as_flattened()) {
            *out = *sum;
        }
    }
}
