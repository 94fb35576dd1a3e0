//! The Cholesky factor of a working set: rows are appended at the end and removed from anywhere.
//!
//! The factor of the rows `W = (w₀, w₁, …)` of `A`, in the order in which they were added, is stored row after row in
//! packed form. A row is added by one forward substitution, `O(k²)`:
//!
//! ```text
//! L y = A_Wi,     l_ii = √(A_ii − y·y)                                                            (1)
//! ```
//!
//! When row `p` is removed, its column `v` below remains, and `T Tᵀ + v vᵀ` of the later rows is made triangular
//! again by one rotation per row, which is also `O(k²)`:
//!
//! ```text
//! (l_ik, v_i) ← (c l_ik + s v_i, c v_i − s l_ik),     c = l_kk/ρ,  s = v_k/ρ,  ρ² = l_kk² + v_k²      (2)
//! ```

use crate::kernel;

/// A pivot below this times the size of the set and the diagonal is treated as not positive.
const PIVOT: f64 = 8.0 * f64::EPSILON;

/// The factor of `A` restricted to some rows.
#[derive(Clone, Debug, Default)]
pub struct WorkingFactor {
    /// Rows of the working set, in the order of the factor.
    order: Vec<usize>,
    /// Row `k` of the factor: `k + 1` numbers.
    packed: Vec<f64>,
    rotations: Vec<(f64, f64)>,
}

/// Start of row `k` in packed form.
const fn start(k: usize) -> usize {
    k * (k + 1) / 2
}

impl WorkingFactor {
    /// Removes all rows.
    pub fn clear(&mut self) {
        self.order.clear();
        self.packed.clear();
    }

    /// The rows of the set, in the order of the factor.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Adds row `i` of the symmetric matrix, equation (1); returns false without change if the pivot is not positive.
    pub fn enter(&mut self, i: usize, row: &[f64]) -> bool {
        let k = self.order.len();
        let Self { order, packed, .. } = self;
        packed.extend(order.iter().map(|&j| row[j]));
        packed.push(row[i]);
        let (known, new) = packed.split_at_mut(start(k));
        for j in 0..k {
            let factor = &known[start(j)..=start(j) + j];
            let (done, open) = new.split_at_mut(j);
            open[0] = (open[0] - kernel::dot(&factor[..j], done)) / factor[j];
        }
        let diag = new[k];
        let pivot = diag - kernel::dot(&new[..k], &new[..k]);
        if pivot > PIVOT * (k + 1) as f64 * diag {
            new[k] = pivot.sqrt();
            order.push(i);
            true
        } else {
            packed.truncate(start(k));
            false
        }
    }

    /// Removes row `i`, equation (2).
    pub fn leave(&mut self, i: usize) {
        let Some(p) = self.order.iter().position(|&j| j == i) else {
            return;
        };
        let k = self.order.len();
        self.order.remove(p);
        self.rotations.clear();
        let packed = &mut self.packed;
        for row in p + 1..k {
            // the read position is always ahead of the write position
            let (from, to) = (start(row), start(row - 1));
            packed.copy_within(from..from + p, to);
            let mut rest = packed[from + p];
            for (column, &(c, s)) in self.rotations.iter().enumerate() {
                let value = packed[from + p + 1 + column];
                packed[to + p + column] = c * value + s * rest;
                rest = c * rest - s * value;
            }
            let diag = packed[from + row];
            let rho = (diag * diag + rest * rest).sqrt();
            packed[to + row - 1] = rho;
            self.rotations.push((diag / rho, rest / rho));
        }
        packed.truncate(start(k - 1));
    }

    /// `x ← A_WW⁻¹ x`, in the order of the factor.
    pub fn solve(&self, x: &mut [f64]) {
        for k in 0..x.len() {
            let row = &self.packed[start(k)..=start(k) + k];
            let (known, open) = x.split_at_mut(k);
            open[0] = (open[0] - kernel::dot(&row[..k], known)) / row[k];
        }
        for k in (0..x.len()).rev() {
            let row = &self.packed[start(k)..=start(k) + k];
            let (open, known) = x.split_at_mut(k);
            known[0] /= row[k];
            kernel::axpy(open, -known[0], &row[..k]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{any_spd, close};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_factor_follows_the_set((n, a) in any_spd(), moves in prop::collection::vec(0..64_usize, 0..40)) {
            let mut factor = WorkingFactor::default();
            for i in moves {
                let i = i % n;
                if factor.order().contains(&i) {
                    factor.leave(i);
                } else {
                    prop_assert!(factor.enter(i, &a[i * n..(i + 1) * n]));
                }
            }
            let order = factor.order().to_vec();
            let want: Vec<f64> = (0..order.len()).map(|k| k as f64 - 1.5).collect();
            let mut x: Vec<f64> = order
                .iter()
                .map(|&i| order.iter().zip(&want).map(|(&j, w)| a[i * n + j] * w).sum())
                .collect();
            factor.solve(&mut x);
            for (x, want) in x.iter().zip(&want) {
                prop_assert!(close(*x, *want, 1e-8), "{x} {want}");
            }
        }
    }

    #[test]
    fn what_is_not_positive_stays_outside() {
        let a = [1.0, 1.0, 1.0, 1.0];
        let mut factor = WorkingFactor::default();
        assert!(factor.enter(0, &a[..2]));
        assert!(!factor.enter(1, &a[2..]));
        assert_eq!(factor.order(), [0]);
        assert!(!factor.enter(1, &[f64::NAN; 2]));
        let mut x = [3.0];
        factor.solve(&mut x);
        assert_eq!(x, [3.0]);
    }

    #[test]
    fn pivots_grow_with_the_set() {
        // the second pivot is 1 − c²; sixteen rounding errors are not enough, one more is
        let enters = |pivot: f64| {
            let c = 1.0 - 0.5 * pivot * f64::EPSILON;
            let mut factor = WorkingFactor::default();
            factor.enter(0, &[1.0, c]) && factor.enter(1, &[c, 1.0])
        };
        assert!(!enters(8.0) && !enters(16.0));
        assert!(enters(17.0) && enters(32.0));
    }
}
