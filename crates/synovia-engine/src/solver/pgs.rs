//! Projected Gauss–Seidel: one row or cone after the other is set to its optimal force, with all others fixed.
//!
//! ```text
//! f_r ← clamp(f_r − g_r / AR_rr)                        rows on their own                           (1)
//! f ← f + x f,   x = −fᵀg / fᵀA f                       elliptic contacts: along the ray of the force,     (2)
//! f_T ← argmin within the ellipse at the new f₀         then friction alone
//! ```
//!
//! An update that raises the cost is rejected. The iteration ends when one sweep improves the cost by less than the
//! tolerance.
//!
//! | here        | in the code              | meaning                                 |
//! |-------------|--------------------------|-----------------------------------------|
//! | `f_r`       | `force[r]`               | force of row `r`                        |
//! | `g_r`       | `Residuals::at`          | residual `AR f + b` of row `r`          |
//! | `AR_rr`     | `Diagonal::inverse`      | diagonal, stored as its reciprocal      |
//! | `A`         | `Diagonal::blocks`       | diagonal block of an elliptic contact   |
//! | `f₀`, `f_T` | `force[0]`, `force[1..]` | normal and friction forces of a contact |

#![expect(
    clippy::inline_always,
    reason = "sweeps are compiled for the available vector unit"
)]

use synovia_math::fearless_simd::Simd;
use synovia_math::{MIN_VAL, kernel, wide};

use super::dual::{
    COST_SLACK, Dual, MAX_DIM, Softness, changed, friction_in_cone, guard, mul_small,
};
use super::few::{self, FewRows};
use super::problem::{Task, Unknowns};
use super::residual::Residuals;
use super::warm_start;
use crate::data::{Contact, EfcCounts, SolverStat};
use crate::scratch::{Need, Scratch};

/// Temporaries of [`solve`].
pub(super) fn scratch_len(nefc: usize) -> Need {
    Need::new((3 + MAX_DIM) * nefc + few::SCRATCH, nefc)
}

/// Solves by sweeps, starting from a warm start, until the improvement is below the tolerance.
#[doc(alias = "mj_solPGS")]
pub(super) fn solve(task: &mut Task<'_>, mut scratch: Scratch<'_>) {
    warm_start::dual(task, scratch.reborrow());
    let Unknowns {
        force,
        state,
        contacts,
        ..
    } = &mut task.unknowns;
    // the dual problem, the diagonal of its matrix, and the residuals of the initial forces
    let dual = &Dual::new(&task.problem, task.delassus, task.b, contacts);
    let nefc = dual.rows.counts.nefc;
    let matrix = Diagonal::new(dual, &mut scratch);
    let old_state = scratch.take_ints(nefc);
    dual.states(force, state);
    // few rows keep their forces in registers
    let room = scratch.take_unset(few::SCRATCH);
    let few = FewRows::new(dual, matrix.inverse, matrix.entries, room);
    let mut residuals = Residuals::new(dual, Softness::Soft, force, scratch.take_unset(nefc));

    let iterations = task.opt.iterations.max(0) as usize;
    let mut iteration = 0;
    while iteration < iterations {
        // one sweep over all rows
        let stat = wide!(simd => {
            let improvement = dual.scale * match &few {
                Some(few) => few.sweep(simd, force),
                None => sweep(simd, dual, &matrix, force, &mut residuals),
            };
            // states and statistics
            old_state.copy_from_slice(state);
            let active = dual.states(force, state);
            SolverStat {
                improvement,
                nactive: active as i32,
                nchange: changed(old_state, state) as i32,
                ..SolverStat::default()
            }
        });
        task.report.iteration(iteration, stat);
        iteration += 1;
        if stat.improvement < task.opt.tolerance {
            break;
        }
    }
    // from forces to accelerations
    task.report.end(iteration, dual.ar.nonzeros());
    task.forces_to_joints();
}

/// The diagonal and the diagonal blocks of the matrix.
struct Diagonal<'a> {
    /// Reciprocals of the diagonal.
    inverse: &'a [f64],
    /// Their reciprocals.
    entries: &'a [f64],
    /// The blocks of elliptic contacts, each starting at `MAX_DIM` times its first row.
    blocks: &'a [f64],
}

impl<'a> Diagonal<'a> {
    /// Copies the diagonal and the blocks of elliptic contacts once per solve.
    fn new(dual: &Dual<'_>, scratch: &mut Scratch<'a>) -> Self {
        let nefc = dual.rows.counts.nefc;
        let inverse = scratch.take_unset(nefc);
        dual.inverse_diagonal(inverse, Softness::Soft);
        // order: the reference divides by the reciprocal
        let diagonal = scratch.take_unset(nefc);
        for (diagonal, inverse) in diagonal.iter_mut().zip(&*inverse) {
            *diagonal = 1.0 / inverse;
        }
        let mut r = dual.rows.cones;
        let blocks = scratch.take_unset(if r < nefc { MAX_DIM * nefc } else { 0 });
        while r < nefc {
            let dim = dual.dim(r);
            if dual.rows.is_elliptic(r) {
                let block = &mut blocks[MAX_DIM * r..][..dim * dim];
                dual.block(block, r, dim, Softness::Soft);
            }
            r += dim;
        }
        Self {
            inverse,
            entries: diagonal,
            blocks,
        }
    }

    /// The block of the contact that begins with row `r`.
    #[inline(always)]
    fn block(&self, r: usize, dim: usize) -> &[f64] {
        &self.blocks[MAX_DIM * r..][..dim * dim]
    }
}

/// Updates every row once, in order; returns the decrease of the cost.
#[inline(always)]
fn sweep<S: Simd>(
    simd: S,
    dual: &Dual<'_>,
    matrix: &Diagonal<'_>,
    force: &mut [f64],
    residuals: &mut Residuals<'_>,
) -> f64 {
    let EfcCounts { ne, nf, nefc, .. } = dual.rows.counts;
    let mut improvement = 0.0;
    // equalities are free, dry friction is bounded on both sides, limits and plain contacts push
    for r in 0..ne {
        improvement -= single(simd, matrix, force, residuals, r, |new| new);
    }
    for r in ne..ne + nf {
        let loss = dual.rows.frictionloss[r];
        improvement -= single(simd, matrix, force, residuals, r, |new| {
            clamp(new, -loss, loss)
        });
    }
    for r in ne + nf..dual.rows.cones {
        improvement -= single(simd, matrix, force, residuals, r, push);
    }
    // cones, and frictionless contacts between them
    let mut r = dual.rows.cones;
    while r < nefc {
        if !dual.rows.is_elliptic(r) {
            improvement -= single(simd, matrix, force, residuals, r, push);
            r += 1;
            continue;
        }
        // equation (2): all rows of the contact together
        let dim = dual.dim(r);
        let (mut old, mut residual) = ([0.0; MAX_DIM], [0.0; MAX_DIM]);
        let (old, residual) = (&mut old[..dim], &mut residual[..dim]);
        // residuals and forces of the contact before the update
        residuals.read(simd, residual, r, force);
        let force = &mut force[r..r + dim];
        old.copy_from_slice(force);
        let (block, inv_diag) = (matrix.block(r, dim), matrix.inverse[r]);
        // a rejected change leaves the force unchanged
        improvement -= cone(dual.contact(r), block, inv_diag, residual, old, force);
        residuals.follow(r, old, force);
        r += dim;
    }
    improvement
}

/// Updates one row, equation (1), with its projection to the bounds; returns the change of the cost.
#[inline(always)]
fn single<S: Simd>(
    simd: S,
    matrix: &Diagonal<'_>,
    force: &mut [f64],
    residuals: &mut Residuals<'_>,
    r: usize,
    project: impl Fn(f64) -> f64,
) -> f64 {
    let residual = residuals.at(simd, r, force);
    let old = force[r];
    let new = project(old - residual * matrix.inverse[r]);
    // accept the change unless it raises the cost
    let delta = new - old;
    let change = 0.5 * delta * delta * matrix.entries[r] + delta * residual;
    if change <= COST_SLACK || change.is_nan() {
        force[r] = new;
        residuals.follow(r, &[old], &[new]);
        change
    } else {
        0.0
    }
}

/// A force that is not negative; NaN is returned unchanged.
#[inline(always)]
fn push(x: f64) -> f64 {
    if x < 0.0 { 0.0 } else { x }
}

/// `x` clamped to bounds; NaN is returned unchanged.
#[inline]
pub(super) fn clamp(x: f64, low: f64, high: f64) -> f64 {
    if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    }
}

/// Updates one elliptic contact, equation (2), whose force is still `old`; returns the change of the cost.
fn cone(
    contact: &Contact,
    block: &[f64],
    inv_diag: f64,
    residual: &[f64],
    old: &[f64],
    force: &mut [f64],
) -> f64 {
    let dim = force.len();
    if force[0] < MIN_VAL {
        // no ray yet: the normal force alone
        force[0] -= residual[0] * inv_diag;
        if force[0] < 0.0 {
            force[0] = 0.0;
        }
        force[1..].fill(0.0);
    } else {
        // equation (2): the optimal step along the ray of the force, with the normal force not negative
        let mut product = [0.0; MAX_DIM];
        mul_small(&mut product[..dim], block, old);
        let hessian = kernel::dot(old, &product[..dim]);
        // a flat direction is skipped
        if hessian >= MIN_VAL {
            let mut x = -kernel::dot(old, residual) / hessian;
            if force[0] + x * old[0] < 0.0 {
                x = -old[0] / force[0];
            }
            for (f, ray) in force.iter_mut().zip(old) {
                *f += x * ray;
            }
        }
    }

    // friction at the new normal force: the slope includes the change of the normal force
    let n = dim - 1;
    let mut tangent = [0.0; (MAX_DIM - 1) * (MAX_DIM - 1)];
    let mut slope = [0.0; MAX_DIM - 1];
    // the friction block, and the slope at zero friction: `g − A_TT f_T + A_T0 Δf₀`
    for j in 0..n {
        let row = &mut tangent[j * n..(j + 1) * n];
        row.copy_from_slice(&block[(j + 1) * dim + 1..(j + 2) * dim]);
        slope[j] = residual[j + 1];
        slope[j] -= kernel::dot(row, &old[1..]);
        slope[j] += block[(j + 1) * dim] * (force[0] - old[0]);
    }
    let normal = force[0];
    friction_in_cone(
        &mut force[1..],
        &tangent[..n * n],
        &slope[..n],
        contact,
        normal,
    );
    // reject the update if it raises the cost
    guard(block, force, old, residual)
}

#[cfg(test)]
mod tests {
    use bytemuck::Zeroable;
    use proptest::prelude::*;
    use synovia_math::Csr;

    use super::*;
    use crate::constraint::update::{RowColumns, RowSet};
    use crate::solver::dual::Delassus;

    proptest! {
        /// Few rows in registers: the bits of the sweep over any number of rows.
        #[test]
        fn few_rows_have_the_bits_of_all_rows(
            (n, numbers) in (1..=16_usize).prop_flat_map(|n| {
                let number = prop_oneof![
                    20 => -2.0..2.0_f64, 3 => Just(0.0), 3 => Just(-0.0), 1 => -1e-9..1e-9_f64,
                ];
                (Just(n), prop::collection::vec(number, n * n + 4 * n))
            }),
            odd in (0..600_usize, prop_oneof![Just(f64::NAN), Just(f64::INFINITY)]),
            (ne, nf) in (0..4_usize, 0..4_usize),
        ) {
            let mut numbers = numbers;
            if let Some(number) = numbers.get_mut(odd.0) {
                *number = odd.1;
            }
            let (values, rest) = numbers.split_at(n * n);
            let [b, loss, start, diagonal] = [0, 1, 2, 3].map(|k| &rest[k * n..(k + 1) * n]);
            let ne = ne.min(n);
            let counts = EfcCounts { ne, nf: nf.min(n - ne), nefc: n, ..EfcCounts::default() };
            let kind = vec![0; n];
            let columns = RowColumns { kind: &kind, id: &kind, d: b, r: b, frictionloss: loss };
            let rows = RowSet::new(counts, columns, 0..n);
            let ar = Delassus::new(false, n, Csr::new(&[], &[], &[]), values);
            let dual = &Dual { rows, ar, b, contacts: &[], scale: 1.0 };
            let inverse: Vec<f64> = diagonal.iter().map(|d| 1.0 / d).collect();
            let matrix = Diagonal { inverse: &inverse, entries: diagonal, blocks: &[] };
            let mut room = vec![f64::NAN; few::SCRATCH];
            let few = FewRows::new(dual, &inverse, diagonal, &mut room);
            prop_assert!(few.is_some());
            let Some(few) = few else { return Ok(()) };
            let (mut got, mut want) = (start.to_vec(), start.to_vec());
            let mut residuals = Residuals::new(dual, Softness::Soft, &want, &mut []);
            let bits = |x: &f64| if x.is_nan() { u64::MAX } else { x.to_bits() };
            for _ in 0..3 {
                let (here, there) = wide!(simd => (
                    few.sweep(simd, &mut got),
                    sweep(simd, dual, &matrix, &mut want, &mut residuals),
                ));
                prop_assert_eq!(bits(&here), bits(&there));
                prop_assert!(got.iter().map(bits).eq(want.iter().map(bits)), "{:?} {:?}", got, want);
            }
        }
    }

    #[test]
    fn a_contact_moves_along_the_ray_of_its_force_and_not_beyond_zero() {
        // x = −fᵀg / fᵀA f of equation (2): the normal force 4 with A = 2 changes by −g/2
        let contact = Contact {
            dim: 3,
            friction: [0.8, 0.8, 0.01, 0.01, 0.01],
            ..Contact::zeroed()
        };
        let block = [2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0];
        let old = [4.0, 0.0, 0.0];
        for (slope, normal) in [(4.0, 2.0), (-4.0, 6.0), (8.0, 0.0), (12.0, 0.0)] {
            let mut force = old;
            let residual = [slope, 0.0, 0.0];
            let change = cone(&contact, &block, 0.5, &residual, &old, &mut force);
            assert_eq!(force, [normal, 0.0, 0.0]);
            let delta: f64 = normal - 4.0;
            assert_eq!(change, delta * delta + delta * slope);
        }
    }
}
