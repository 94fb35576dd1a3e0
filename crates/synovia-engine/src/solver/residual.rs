//! Residuals while a sweep changes one force after the other.
//!
//! ```text
//! g = AR f + b          soft rows; without R for hard ones
//! ```
//!
//! With many soft rows all residuals are stored and updated with each change: a row whose force does not change costs
//! nothing, and the next row does not wait for a sum over all forces. With few rows a residual is computed as that sum, in
//! the order of the reference: the motion of a body at rest under a solver that has not converged consists of rounding
//! errors, which are then the same. This also holds for hard rows: the noslip pass has few sweeps, and the force of facets
//! that are indistinguishable is divided according to the rounding errors of their residuals.
//!
//! DIFFERENCE(kept-residuals): so from seventeen rows on, on every machine, forces of PGS equal those of the reference up
//! to the order of a sum: 4e-13 of a force after a hundred sweeps over 144 rows; with up to sixteen rows they have the same
//! bits.
#![expect(
    clippy::inline_always,
    reason = "sweeps are compiled for the available vector unit"
)]

use synovia_math::fearless_simd::Simd;
use synovia_math::kernel;

use super::dual::{Dual, Softness};

/// Up to this many soft rows residuals are not stored.
pub(super) const FEW: usize = 16;

/// The residuals of all rows.
pub(super) struct Residuals<'a> {
    dual: &'a Dual<'a>,
    softness: Softness,
    kept: Option<&'a mut [f64]>,
}

impl<'a> Residuals<'a> {
    /// The residuals for some forces; `room` has one number per row.
    pub(super) fn new(
        dual: &'a Dual<'a>,
        softness: Softness,
        force: &[f64],
        room: &'a mut [f64],
    ) -> Self {
        let mut kept = None;
        if softness == Softness::Soft && room.len() > FEW {
            dual.ar.mul_vec(room, force);
            kernel::add_to(room, dual.b);
            kept = Some(room);
        }
        Self {
            dual,
            softness,
            kept,
        }
    }

    /// The residual of row `r` with the current forces.
    #[inline(always)]
    pub(super) fn at<S: Simd>(&self, simd: S, r: usize, force: &[f64]) -> f64 {
        if let Some(kept) = &self.kept {
            return kept[r];
        }
        let mut g = self.dual.ar.mul_row(simd, r, force) + self.dual.b[r];
        if self.softness == Softness::Hard {
            g -= self.dual.rows.r[r] * force[r];
        }
        g
    }

    /// The residuals of the rows from `start` on, as many as `out` has elements.
    #[inline(always)]
    pub(super) fn read<S: Simd>(&self, simd: S, out: &mut [f64], start: usize, force: &[f64]) {
        for (r, out) in (start..).zip(out) {
            *out = self.at(simd, r, force);
        }
    }

    /// Accounts for forces from row `start` on that changed from `old` to `new`.
    #[inline(always)]
    pub(super) fn follow(&mut self, start: usize, old: &[f64], new: &[f64]) {
        let Some(kept) = &mut self.kept else { return };
        for (r, (old, new)) in (start..).zip(old.iter().zip(new)) {
            let delta = new - old;
            if delta != 0.0 {
                self.dual.ar.add_row(kept, r, delta);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::update::{RowColumns, RowSet};
    use crate::data::EfcCounts;
    use crate::solver::dual::Delassus;
    use synovia_math::{Csr, wide};

    #[test]
    fn kept_residuals_are_those_of_the_forces_at_hand() {
        const N: usize = FEW + 7;
        let number = |k: usize| libm::sin(3.0 * k as f64 + 1.0);
        let mut values = vec![0.0; N * N];
        for r in 0..N {
            for c in 0..=r {
                values[r * N + c] = number(r * N + c);
                values[c * N + r] = values[r * N + c];
            }
        }
        let b: Vec<f64> = (0..N).map(number).collect();
        let softness: Vec<f64> = b.iter().map(|b| b * b).collect();
        let counts = EfcCounts {
            nefc: N,
            ..EfcCounts::default()
        };
        let kind = vec![0; N];
        let columns = RowColumns {
            kind: &kind,
            id: &kind,
            d: &b,
            r: &softness,
            frictionloss: &b,
        };
        let dual = Dual {
            rows: RowSet::new(counts, columns, 0..N),
            ar: Delassus::new(false, N, Csr::new(&[], &[], &[]), &values),
            b: &b,
            contacts: &[],
            scale: 1.0,
        };
        for soft in [Softness::Soft, Softness::Hard] {
            let mut force: Vec<f64> = (0..N).map(|k| number(k + 5)).collect();
            let mut room = vec![0.0; N];
            let mut residuals = Residuals::new(&dual, soft, &force, &mut room);
            for r in 0..N {
                let old = force[r];
                force[r] += number(7 * r);
                residuals.follow(r, &[old], &force[r..=r]);
            }
            for r in 0..N {
                let row: f64 = (0..N).map(|c| values[r * N + c] * force[c]).sum();
                let hard = if soft == Softness::Hard {
                    softness[r] * force[r]
                } else {
                    0.0
                };
                let expected = row + b[r] - hard;
                let found = wide!(simd => residuals.at(simd, r, &force));
                assert!((found - expected).abs() < 1e-12);
            }
        }
    }
}
