//! Sweeps of PGS over few rows: forces stay in registers.
//!
//! A sweep is a chain: the residual of a row needs the force of the row before. If that force is stored as one number and
//! read back as part of a vector, each row waits for memory. Here the forces of up to sixteen rows are vectors of four that
//! are changed lane by lane, and the matrix is copied to rows of as many groups.
//!
//! The order of additions is that of [`kernel::dot_in_fours`](synovia_math::kernel::dot_in_fours): four lanes over all
//! complete groups, then the sum of the rest. The rest is always one group; its missing products are negative zeros, which
//! change no sum.
#![expect(
    clippy::inline_always,
    reason = "sweeps are compiled for the available vector unit"
)]

use synovia_math::fearless_simd::{Simd, f64x4, prelude::*};
use synovia_math::padded::Four;

use super::dual::{COST_SLACK, Delassus, Dual};
use super::pgs::clamp;
use super::residual::FEW;
use crate::data::EfcCounts;

/// Groups of a row: complete ones, and the rest.
const GROUPS: usize = FEW / 4 + 1;

/// What a row needs besides its part of the matrix.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    /// Residual without forces.
    b: f64,
    /// Reciprocal of the diagonal.
    inverse: f64,
    /// Reciprocal of that.
    diagonal: f64,
    /// Bounds of the force.
    low: f64,
    /// The upper bound.
    high: f64,
}

/// Up to sixteen rows with bounds, and a dense matrix.
#[derive(Debug)]
pub(super) struct FewRows<'a> {
    /// Number of rows.
    n: usize,
    /// Rows of the matrix, with `n / 4 + 1` groups each.
    matrix: &'a [Four],
    /// The rows.
    rows: [Row; FEW],
}

/// Temporaries of [`FewRows`].
pub(super) const SCRATCH: usize = 4 * FEW * GROUPS;

impl<'a> FewRows<'a> {
    /// The rows of a problem with the diagonal `diagonal` and its reciprocals; `None` if there are too many rows, cones, or
    /// a sparse matrix. `room` has [`SCRATCH`] numbers.
    pub(super) fn new(
        dual: &Dual<'_>,
        inverse: &[f64],
        diagonal: &[f64],
        room: &'a mut [f64],
    ) -> Option<Self> {
        let EfcCounts { ne, nf, nefc, .. } = dual.rows.counts;
        let Delassus::Dense { n, values } = dual.ar else {
            return None;
        };
        if nefc > FEW || n != nefc || nefc == 0 || dual.rows.cones < nefc {
            return None;
        }
        let (full, rest) = (n / 4, n % 4);
        let matrix = room.as_chunks_mut::<4>().0.get_mut(..n * (full + 1))?;
        for (out, values) in matrix
            .chunks_exact_mut(full + 1)
            .zip(values.chunks_exact(n))
        {
            let (groups, last) = values.as_chunks::<4>();
            let (out, out_rest) = out.split_at_mut(full);
            out.copy_from_slice(groups);
            // order: from eight numbers on, a rest without elements is a zero that is added
            let none = if rest == 0 && n >= 8 { 0.0 } else { -0.0 };
            let mut padded = [none, -0.0, -0.0, -0.0];
            padded[..rest].copy_from_slice(last);
            out_rest.copy_from_slice(&[padded]);
        }
        let mut rows = [Row::default(); FEW];
        for (r, row) in rows[..n].iter_mut().enumerate() {
            // equalities are free, dry friction is bounded on both sides, limits and contacts push
            let (low, high) = if r < ne {
                (f64::NEG_INFINITY, f64::INFINITY)
            } else if r < ne + nf {
                let loss = dual.rows.frictionloss[r];
                (-loss, loss)
            } else {
                (0.0, f64::INFINITY)
            };
            *row = Row {
                b: dual.b[r],
                inverse: inverse[r],
                diagonal: diagonal[r],
                low,
                high,
            };
        }
        Some(Self { n, matrix, rows })
    }

    /// Updates every row once, in order; returns the decrease of the cost.
    #[inline(always)]
    pub(super) fn sweep<S: Simd>(&self, simd: S, force: &mut [f64]) -> f64 {
        match self.n / 4 {
            0 => self.sweep_groups::<S, 0, 1>(simd, force),
            1 => self.sweep_groups::<S, 1, 2>(simd, force),
            2 => self.sweep_groups::<S, 2, 3>(simd, force),
            3 => self.sweep_groups::<S, 3, 4>(simd, force),
            _ => self.sweep_groups::<S, 4, 5>(simd, force),
        }
    }

    /// [`FewRows::sweep`] for `FULL` complete groups, `WIDTH` with the rest.
    #[inline(always)]
    fn sweep_groups<S: Simd, const FULL: usize, const WIDTH: usize>(
        &self,
        simd: S,
        force: &mut [f64],
    ) -> f64 {
        let rows = &self.matrix.as_chunks::<WIDTH>().0[..self.n];
        let mut sweep = Sweep {
            rows,
            each: &self.rows[..self.n],
            lanes: [f64x4::splat(simd, 0.0); GROUPS],
            improvement: 0.0,
        };
        let force = &mut force[..self.n];
        let (groups, last) = force.as_chunks::<4>();
        for (lanes, group) in sweep.lanes.iter_mut().zip(groups) {
            *lanes = f64x4::load_array_ref(simd, group);
        }
        let mut padded = [0.0; 4];
        padded[..last.len()].copy_from_slice(last);
        sweep.lanes[FULL] = f64x4::load_array(simd, padded);

        // every place of a group is its own code, so that forces are registers
        macro_rules! groups {
            ($($group:literal)*) => {
                $(if $group < FULL {
                    sweep.update::<$group, 0>(simd, force);
                    sweep.update::<$group, 1>(simd, force);
                    sweep.update::<$group, 2>(simd, force);
                    sweep.update::<$group, 3>(simd, force);
                })*
            };
        }
        groups!(0 1 2 3);
        sweep.update::<FULL, 0>(simd, force);
        sweep.update::<FULL, 1>(simd, force);
        sweep.update::<FULL, 2>(simd, force);
        sweep.improvement
    }
}

/// A sweep in progress.
struct Sweep<'a, S: Simd, const WIDTH: usize> {
    /// The matrix.
    rows: &'a [[Four; WIDTH]],
    /// The rows.
    each: &'a [Row],
    /// The forces.
    lanes: [f64x4<S>; GROUPS],
    /// The decrease of the cost so far.
    improvement: f64,
}

impl<S: Simd, const WIDTH: usize> Sweep<'_, S, WIDTH> {
    /// Updates the row at a place of a group, if there is one, as [`pgs`](super::pgs) does.
    #[inline(always)]
    fn update<const GROUP: usize, const PLACE: usize>(&mut self, simd: S, force: &mut [f64]) {
        let r = 4 * GROUP + PLACE;
        let (Some(matrix), Some(row), Some(force)) =
            (self.rows.get(r), self.each.get(r), force.get_mut(r))
        else {
            return;
        };
        // order: four lanes, then the rest
        let mut sum = f64x4::splat(simd, 0.0);
        for k in 0..WIDTH - 1 {
            sum += f64x4::load_array_ref(simd, &matrix[k]) * self.lanes[k];
        }
        let last = f64x4::load_array_ref(simd, &matrix[WIDTH - 1]) * self.lanes[WIDTH - 1];
        let ([a, b, c, d], [p, q, s, _]) = (sum.to_array(), last.to_array());
        let residual = (((a + c) + (b + d)) + ((p + q) + s)) + row.b;
        let old = *force;
        let new = clamp(old - residual * row.inverse, row.low, row.high);
        // accept the change unless it raises the cost
        let delta = new - old;
        let change = 0.5 * delta * delta * row.diagonal + delta * residual;
        if change <= COST_SLACK || change.is_nan() {
            *force = new;
            let here = f64x4::load_array(simd, [0.0, 1.0, 2.0, 3.0])
                .simd_eq(f64x4::splat(simd, PLACE as f64));
            self.lanes[GROUP] = here.select(f64x4::splat(simd, new), self.lanes[GROUP]);
            self.improvement -= change;
        }
    }
}
