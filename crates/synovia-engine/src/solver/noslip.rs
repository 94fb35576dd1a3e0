//! The noslip pass: recomputes friction without regularisation.
//!
//! Soft friction creeps. After any solver this pass sweeps over the friction forces only, with fixed normal forces and
//! without regularisation:
//!
//! ```text
//! dry friction    f ← clamp(f − g / A)                                                            (1)
//! pyramid         p⁺ + p⁻ of each pair of facets stays, p± = m ± y, y ← best in [−m, m]             (2)
//! ellipse         f_T ← argmin within the ellipse at f₀                                            (3)
//! ```
//!
//! | here        | in the code              | meaning                                           |
//! |-------------|--------------------------|---------------------------------------------------|
//! | `A`         | `Softness::Hard`         | Delassus matrix without regularisation            |
//! | `g`         | `Residuals`              | residual with that matrix                         |
//! | `p⁺`, `p⁻`  | `force[r]`, `force[r+1]` | forces of two opposite facets                     |
//! | `m`, `y`    | `mid`, `y`               | their mean, and half their difference             |
//! | `f₀`, `f_T` | `force[r]`, `friction`   | normal and friction forces of an elliptic contact |

#![expect(
    clippy::inline_always,
    reason = "sweeps are compiled for the available vector unit"
)]

use synovia_math::fearless_simd::Simd;
use synovia_math::{MIN_VAL, kernel, wide};

use super::dual::{Dual, MAX_DIM, Softness, changed, friction_in_cone, guard, is_pyramidal};
use super::pgs::clamp;
use super::problem::{Task, Unknowns};
use super::residual::Residuals;
use crate::data::{EfcCounts, SolverStat};
use crate::scratch::{Need, Scratch};

/// Temporaries of [`solve`].
pub(super) fn scratch_len(nefc: usize) -> Need {
    Need::new(nefc, nefc)
}

/// Sweeps until the improvement is below the tolerance of this pass, or its iterations are used up.
#[doc(alias = "mj_solNoSlip")]
pub(super) fn solve(task: &mut Task<'_>, mut scratch: Scratch<'_>) {
    let Unknowns {
        force,
        state,
        contacts: of_rows,
        ..
    } = &mut task.unknowns;
    // the dual problem without regularisation
    let dual = &Dual::new(&task.problem, task.delassus, task.b, of_rows);
    let nefc = dual.rows.counts.nefc;
    let inv_diag = scratch.take(nefc);
    let old_state = scratch.take_ints(nefc);
    dual.inverse_diagonal(inv_diag, Softness::Hard);
    dual.states(force, state);
    let residuals = &mut Residuals::new(dual, Softness::Hard, force, &mut []);
    // its iterations are reported after those of the solver
    let before = task.report.iterations();

    let iterations = task.opt.noslip_iterations as usize;
    let mut iteration = 0;
    while iteration < iterations {
        let mut improvement = 0.0;
        if iteration == 0 {
            // the cost of regularisation is removed at once
            for (f, softness) in force.iter().zip(dual.rows.r) {
                improvement += 0.5 * f * f * softness;
            }
        }
        // equations (1) to (3)
        wide!(simd => {
            dry(simd, dual, inv_diag, force, residuals, &mut improvement);
            contacts(simd, dual, force, residuals, &mut improvement);
        });
        improvement *= dual.scale;

        // states and statistics
        old_state.copy_from_slice(state);
        let active = dual.states(force, state);
        let stat = SolverStat {
            improvement,
            nactive: active as i32,
            nchange: changed(old_state, state) as i32,
            ..SolverStat::default()
        };
        task.report.iteration(before + iteration, stat);
        iteration += 1;
        if improvement < task.opt.noslip_tolerance {
            break;
        }
    }
    // from forces to accelerations
    task.report.more(iteration);
    task.forces_to_joints();
}

/// Dry friction of dofs and tendons, equation (1); adds to the improvement.
#[inline(always)]
fn dry<S: Simd>(
    simd: S,
    dual: &Dual<'_>,
    inv_diag: &[f64],
    force: &mut [f64],
    residuals: &mut Residuals<'_>,
    improvement: &mut f64,
) {
    let EfcCounts { ne, nf, .. } = dual.rows.counts;
    for r in ne..ne + nf {
        let (old, residual) = (force[r], residuals.at(simd, r, force));
        let loss = dual.rows.frictionloss[r];
        // equation (1)
        force[r] = clamp(old - residual * inv_diag[r], -loss, loss);
        // the decrease of the cost, then the residuals of all other rows
        let delta = force[r] - old;
        *improvement -= 0.5 * delta * delta / inv_diag[r] + delta * residual;
        residuals.follow(r, &[old], &force[r..=r]);
    }
}

/// Friction of contacts; adds to the improvement.
#[inline(always)]
fn contacts<S: Simd>(
    simd: S,
    dual: &Dual<'_>,
    force: &mut [f64],
    residuals: &mut Residuals<'_>,
    improvement: &mut f64,
) {
    let EfcCounts { ne, nf, nefc, .. } = dual.rows.counts;
    let mut r = ne + nf;
    while r < nefc {
        if is_pyramidal(&dual.rows, r) {
            // pairs of opposite facets
            let facets = 2 * (dual.contact(r).dimension() - 1).max(1);
            for pair in (r..(r + facets).min(nefc - 1)).step_by(2) {
                *improvement -= facet_pair(simd, dual, pair, force, residuals);
            }
            r += facets;
        } else if dual.rows.is_elliptic(r) {
            // a cone without friction rows is skipped
            let dim = dual.dim(r);
            if dim > 1 {
                *improvement -= ellipse(simd, dual, r, dim, force, residuals);
            }
            r += dim;
        } else {
            r += 1;
        }
    }
}

/// Slope of the cost of a block at zero force: the residual without the contribution of the block itself.
fn slope_of(block: &[f64], residual: &[f64], old: &[f64], out: &mut [f64]) {
    let n = residual.len();
    for (j, out) in out.iter_mut().enumerate() {
        *out = residual[j] - kernel::dot(&block[j * n..(j + 1) * n], old);
    }
}

/// Two opposite facets, equation (2); returns the change of the cost.
#[inline(always)]
fn facet_pair<S: Simd>(
    simd: S,
    dual: &Dual<'_>,
    r: usize,
    force: &mut [f64],
    residuals: &mut Residuals<'_>,
) -> f64 {
    let residual = [
        residuals.at(simd, r, force),
        residuals.at(simd, r + 1, force),
    ];
    // the 2 × 2 block of both facets, and its slope at zero force
    let old = [force[r], force[r + 1]];
    let mut block = [0.0; 4];
    dual.block(&mut block, r, 2, Softness::Hard);
    let mut slope = [0.0; 2];
    slope_of(&block, &residual, &old, &mut slope);

    // the cost as a function of `y`: half the difference of the two forces
    let mid = 0.5 * (old[0] + old[1]);
    let hessian = block[0] + block[3] - block[1] - block[2];
    let tilt = mid * (block[0] - block[3]) + slope[0] - slope[1];
    // a flat cost: equal forces
    let pair = if hessian < MIN_VAL {
        [mid, mid]
    } else {
        // the minimum, bounded by nonnegative forces
        let y = -tilt / hessian;
        if y < -mid {
            [0.0, 2.0 * mid]
        } else if y > mid {
            [2.0 * mid, 0.0]
        } else {
            [mid + y, mid - y]
        }
    };
    // accept the pair unless it raises the cost
    let force = &mut force[r..r + 2];
    force.copy_from_slice(&pair);
    let change = guard(&block, force, &old, &residual);
    residuals.follow(r, &old, force);
    change
}

/// Friction of an elliptic contact, equation (3); returns the change of the cost.
#[inline(always)]
fn ellipse<S: Simd>(
    simd: S,
    dual: &Dual<'_>,
    r: usize,
    dim: usize,
    force: &mut [f64],
    residuals: &mut Residuals<'_>,
) -> f64 {
    // friction rows of the contact: residuals, forces, matrix and slope
    let n = dim - 1;
    let mut residual = [0.0; MAX_DIM - 1];
    let residual = &mut residual[..n];
    residuals.read(simd, residual, r + 1, force);
    let mut old = [0.0; MAX_DIM - 1];
    let old = &mut old[..n];
    old.copy_from_slice(&force[r + 1..r + dim]);
    let mut block = [0.0; (MAX_DIM - 1) * (MAX_DIM - 1)];
    let block = &mut block[..n * n];
    dual.block(block, r + 1, n, Softness::Hard);
    let mut slope = [0.0; MAX_DIM - 1];
    slope_of(block, residual, old, &mut slope[..n]);

    // the minimum within the ellipse, accepted unless it raises the cost
    let normal = force[r];
    let friction = &mut force[r + 1..r + dim];
    friction_in_cone(friction, block, &slope[..n], dual.contact(r), normal);
    let change = guard(block, friction, old, residual);
    residuals.follow(r + 1, old, friction);
    change
}
