//! The problem in terms of forces.
//!
//! ```text
//! minimise ½ fᵀ AR f + fᵀ b        equality free, friction |f| ≤ loss, limits and contacts f ≥ 0,     (1)
//!                                  elliptic contacts f₀ ≥ 0, Σ (f_j/μ_j)² ≤ f₀²
//! g = AR f + b                     residuals J q̈ − a* + R f at these forces                          (2)
//! q̈ = q̈_s + M⁻¹ Jᵀ f                                                                                 (3)
//! ```
//!
//! This is the dual of the cost over accelerations. [`super::pgs`], [`super::noslip`] and [`super::active_set`] solve it;
//! here is their common part: the matrix and its blocks, the residual, the states that follow from forces, and the
//! projection of friction.
//!
//! | here     | in the code         | meaning                                |
//! |----------|---------------------|----------------------------------------|
//! | `AR`     | `Delassus`          | `J M⁻¹ Jᵀ + R`, dense or sparse        |
//! | `b`      | `Dual::b`           | residuals without forces, `J q̈_s − a*` |
//! | `f`, `g` | `force`, `residual` | forces and residuals of the rows       |
//! | `loss`   | `frictionloss`      | largest force of dry friction          |
//! | `μ_j`    | `contact.friction`  | friction coefficients of a contact     |

#![expect(
    clippy::inline_always,
    reason = "sweeps are compiled for the available vector unit"
)]

use synovia_math::fearless_simd::Simd;
use synovia_math::{Csr, dense, dot_sparse_in_fours, kernel, qcqp};
use synovia_model::enums::{ConstraintState, ConstraintType};

use super::problem::Problem;
use crate::constraint::update::RowSet;
use crate::data::{Contact, EfcCounts};

/// Rounding may raise the cost by this much before an update is rejected.
pub(super) const COST_SLACK: f64 = 1e-10;
/// Smallest diagonal of a block without regularisation.
const MIN_BLOCK_DIAG: f64 = 1e-10;
/// Maximum number of rows of a contact.
pub(super) const MAX_DIM: usize = Contact::MAX_DIM;

/// The matrix `AR` of equation (1): the Delassus matrix `A = J M⁻¹ Jᵀ` with the regularisation `R` on its diagonal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Delassus<'a> {
    /// All entries.
    Dense {
        /// Number of rows.
        n: usize,
        /// The entries.
        values: &'a [f64],
    },
    /// Entries of rows that share a dof.
    Sparse {
        /// Sparsity pattern.
        pattern: Csr<'a>,
        /// The entries.
        values: &'a [f64],
    },
}

impl<'a> Delassus<'a> {
    /// A view of `values`, sparse or dense.
    pub(super) const fn new(sparse: bool, n: usize, pattern: Csr<'a>, values: &'a [f64]) -> Self {
        if sparse {
            Self::Sparse { pattern, values }
        } else {
            Self::Dense { n, values }
        }
    }

    /// Number of stored entries.
    #[doc(alias = "solver_nnz")]
    pub(super) fn nonzeros(&self) -> usize {
        match self {
            Self::Dense { n, .. } => n * n,
            Self::Sparse { pattern, .. } => pattern.rownnz.iter().sum::<i32>() as usize,
        }
    }

    /// Row `r` of `A x`, in the reference's order of summation.
    #[inline(always)]
    pub(super) fn mul_row<S: Simd>(&self, simd: S, r: usize, x: &[f64]) -> f64 {
        match self {
            Self::Dense { n, values } => {
                kernel::dot_in_fours_in(simd, &values[r * n..(r + 1) * n], x)
            }
            Self::Sparse { pattern, values } => {
                dot_sparse_in_fours(&values[pattern.range(r)], pattern.cols(r), x)
            }
        }
    }

    /// `out ← out + s A_r`, row and column `r`.
    #[inline(always)]
    pub(super) fn add_row(&self, out: &mut [f64], r: usize, s: f64) {
        match self {
            Self::Dense { n, values } => {
                for (out, a) in out.iter_mut().zip(&values[r * n..(r + 1) * n]) {
                    *out += a * s;
                }
            }
            Self::Sparse { pattern, values } => {
                for (&c, a) in pattern.cols(r).iter().zip(&values[pattern.range(r)]) {
                    out[c as usize] += a * s;
                }
            }
        }
    }

    /// `out ← A x`.
    pub(super) fn mul_vec(&self, out: &mut [f64], x: &[f64]) {
        match self {
            Self::Dense { values, .. } => dense::mul_vec(out, values, x),
            Self::Sparse { pattern, values } => pattern.mul_vec(out, values, x),
        }
    }

    /// Entry `(r, c)`.
    pub(super) fn entry(&self, r: usize, c: usize) -> f64 {
        match self {
            Self::Dense { n, values } => values[r * n + c],
            Self::Sparse { pattern, values } => pattern
                .cols(r)
                .binary_search(&(c as i32))
                .map_or(0.0, |k| values[pattern.range(r)][k]),
        }
    }

    /// The square block of `n` rows and columns from `start` on, packed.
    pub(super) fn block(&self, out: &mut [f64], start: usize, n: usize) {
        match self {
            Self::Dense { n: width, values } => {
                for (j, out) in out.chunks_exact_mut(n).take(n).enumerate() {
                    let from = (start + j) * width + start;
                    out.copy_from_slice(&values[from..from + n]);
                }
            }
            Self::Sparse { pattern, values } => {
                for (j, out) in out.chunks_exact_mut(n).take(n).enumerate() {
                    out.fill(0.0);
                    let (columns, values) =
                        (pattern.cols(start + j), &values[pattern.range(start + j)]);
                    // columns are ascending: skip those before the block, stop after it
                    let first = columns.partition_point(|&c| (c as usize) < start);
                    for (&c, &value) in columns[first..].iter().zip(&values[first..]) {
                        let Some(slot) = out.get_mut(c as usize - start) else {
                            break;
                        };
                        *slot = value;
                    }
                }
            }
        }
    }
}

/// Problem (1).
#[derive(Clone, Copy, Debug)]
pub(super) struct Dual<'a> {
    /// Rows.
    pub(super) rows: RowSet<'a>,
    /// The matrix.
    pub(super) ar: Delassus<'a>,
    /// Residuals without forces.
    pub(super) b: &'a [f64],
    /// Contacts, for their cones.
    pub(super) contacts: &'a [Contact],
    /// Scales costs such that they do not depend on the size of the model.
    pub(super) scale: f64,
}

/// Whether rows are regularised, as constraints are, or not, as in the noslip pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Softness {
    /// With the regularisation `R`.
    Soft,
    /// Without it.
    Hard,
}

impl<'a> Dual<'a> {
    /// The dual of a problem over accelerations, with its matrix and its residuals without forces.
    pub(super) const fn new(
        problem: &Problem<'a>,
        ar: Delassus<'a>,
        b: &'a [f64],
        contacts: &'a [Contact],
    ) -> Self {
        Self {
            rows: problem.rows,
            ar,
            b,
            contacts,
            scale: problem.scale,
        }
    }

    /// The contact that owns row `r`.
    #[inline]
    pub(super) fn contact(&self, r: usize) -> &Contact {
        &self.contacts[self.rows.id[r] as usize]
    }

    /// Rows of the elliptic contact that begins with row `r`; 1 for all other rows.
    #[inline]
    pub(super) fn dim(&self, r: usize) -> usize {
        self.rows.block_len(r, self.contacts)
    }

    /// The block of `n` rows from `start` on.
    pub(super) fn block(&self, out: &mut [f64], start: usize, n: usize, softness: Softness) {
        self.ar.block(out, start, n);
        // subtract the regularisation from the diagonal
        if softness == Softness::Hard {
            for j in 0..n {
                let diag = &mut out[j * (n + 1)];
                *diag = (*diag - self.rows.r[start + j]).max(MIN_BLOCK_DIAG);
            }
        }
    }

    /// `out ← 1 / diagonal`.
    pub(super) fn inverse_diagonal(&self, out: &mut [f64], softness: Softness) {
        for (r, out) in out.iter_mut().enumerate() {
            // without regularisation a small diagonal is bounded from below
            let diag = self.ar.entry(r, r);
            *out = match softness {
                Softness::Soft => 1.0 / diag,
                Softness::Hard => 1.0 / (diag - self.rows.r[r]).max(synovia_math::MIN_VAL),
            };
        }
    }

    /// The cost (1) of forces; `product` is scratch memory.
    pub(super) fn cost(&self, force: &[f64], product: &mut [f64]) -> f64 {
        self.ar.mul_vec(product, force);
        // order: the linear part first
        kernel::dot(force, self.b) + 0.5 * kernel::dot(force, product)
    }

    /// Computes the states that correspond to forces; returns the number of active rows.
    #[inline(always)]
    pub(super) fn states(&self, force: &[f64], state: &mut [i32]) -> usize {
        let EfcCounts { ne, nf, nefc, .. } = self.rows.counts;
        let mut active = ne + nf;
        // equalities are always active
        state[..ne].fill(ConstraintState::Quadratic.to_i32());
        // dry friction: saturated at either bound, or in between
        for r in ne..ne + nf {
            let loss = self.rows.frictionloss[r];
            let zone = if force[r] <= -loss {
                ConstraintState::LinearPos
            } else if force[r] >= loss {
                ConstraintState::LinearNeg
            } else {
                ConstraintState::Quadratic
            };
            state[r] = zone.to_i32();
        }
        // limits, frictionless and pyramidal contacts: active if they push
        let plain = ne + nf..self.rows.cones;
        let rows = state[plain.clone()].iter_mut().zip(&force[plain]);
        for (state, force) in rows {
            let idle = *force <= 0.0;
            *state = if idle {
                ConstraintState::Satisfied.to_i32()
            } else {
                ConstraintState::Quadratic.to_i32()
            };
            active += usize::from(!idle);
        }
        // the rest: a cone has one state for all its rows
        let mut r = self.rows.cones;
        while r < nefc {
            let dim = self.dim(r);
            let zone = if self.rows.is_elliptic(r) {
                cone_state(self.contact(r), &force[r..r + dim])
            } else if force[r] <= 0.0 {
                ConstraintState::Satisfied
            } else {
                ConstraintState::Quadratic
            };
            if zone != ConstraintState::Satisfied {
                active += dim;
            }
            state[r..r + dim].fill(zone.to_i32());
            r += dim;
        }
        active
    }
}

/// The zone of the force of an elliptic contact, in the cone with unit friction.
fn cone_state(contact: &Contact, force: &[f64]) -> ConstraintState {
    let mu = contact.mu;
    let mut scaled = [0.0; MAX_DIM];
    let n = force.len() - 1;
    // tangential forces in units of their friction coefficients
    for j in 0..n {
        scaled[j] = force[j + 1] / contact.friction[j];
    }
    // normal and tangential force, scaled by friction
    let normal = force[0] / mu;
    let tangent = kernel::norm(&scaled[..n]);
    if mu * normal >= tangent {
        ConstraintState::Satisfied
    } else if normal + mu * tangent <= 0.0 {
        ConstraintState::Quadratic
    } else {
        ConstraintState::Cone
    }
}

/// `out ← block · x`, for the few rows of a contact.
#[inline]
pub(super) fn mul_small(out: &mut [f64], block: &[f64], x: &[f64]) {
    for (out, row) in out.iter_mut().zip(block.chunks_exact(x.len())) {
        *out = kernel::dot(row, x);
    }
}

/// Change of the cost when a block of forces changes from `old` to `force`; a change that raises the cost is rejected.
pub(super) fn guard(block: &[f64], force: &mut [f64], old: &[f64], residual: &[f64]) -> f64 {
    let n = force.len();
    let mut delta = [0.0; MAX_DIM];
    let mut product = [0.0; MAX_DIM];
    let (delta, product) = (&mut delta[..n], &mut product[..n]);
    // `½ δᵀ A δ + δᵀ g`
    kernel::sub(delta, force, old);
    let change = if let ([delta], [a], [g]) = (&*delta, &block[..1], residual) {
        0.5 * delta * delta * a + delta * g
    } else {
        mul_small(product, block, delta);
        0.5 * kernel::dot(delta, product) + kernel::dot(delta, residual)
    };
    // reject a change that raises the cost by more than rounding
    if change > COST_SLACK {
        force.copy_from_slice(old);
        return 0.0;
    }
    change
}

/// Minimises the quadratic with matrix `block` and slope `b` over friction forces within the ellipse at a fixed normal
/// force.
pub(super) fn friction_in_cone(
    friction: &mut [f64],
    block: &[f64],
    b: &[f64],
    contact: &Contact,
    normal: f64,
) {
    // without normal force there is no friction
    if normal < synovia_math::MIN_VAL {
        friction.fill(0.0);
        return;
    }
    let n = friction.len();
    let mu = &contact.friction[..n];
    // specialised solvers for two and three dimensions
    let on_rim = match (block, b, mu) {
        (&[a, b2, c, d], &[b0, b1], &[m0, m1]) => {
            let (v, on_rim) = qcqp::solve2(&[a, b2, c, d], &[b0, b1], &[m0, m1], normal);
            friction.copy_from_slice(&v);
            on_rim
        }
        (block, &[b0, b1, b2], &[m0, m1, m2]) if block.len() == 9 => {
            let mut a = [0.0; 9];
            a.copy_from_slice(block);
            let (v, on_rim) = qcqp::solve3(&a, &[b0, b1, b2], &[m0, m1, m2], normal);
            friction.copy_from_slice(&v);
            on_rim
        }
        // at most five dimensions, so there is always a solution
        _ => qcqp::solve(friction, block, b, mu, normal).unwrap_or(false),
    };

    // the multiplier is approximate: scale the force onto the ellipse exactly
    if on_rim {
        let mut reach = 0.0;
        for (v, mu) in friction.iter().zip(mu) {
            reach += v * v / (mu * mu);
        }
        let s = (normal * normal / reach.max(synovia_math::MIN_VAL)).sqrt();
        kernel::scale(friction, s);
    }
}

/// Number of rows whose state differs.
pub(super) fn changed(old: &[i32], new: &[i32]) -> usize {
    old.iter().zip(new).filter(|(a, b)| a != b).count()
}

/// True for the facets of a pyramidal contact.
#[inline]
pub(super) fn is_pyramidal(rows: &RowSet<'_>, r: usize) -> bool {
    rows.kind[r] == ConstraintType::ContactPyramidal.to_i32()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sol_25_sol_48_the_guard_takes_back_what_raises_the_cost() {
        // ½·2·1² + 1·g for one row; for three rows the sum of such terms
        for (g, change) in [(-3.0, -2.0), (-1.0, 0.0), (-0.5, 0.5)] {
            let mut force = [1.5];
            let found = guard(&[2.0], &mut force, &[0.5], &[g]);
            assert_eq!(found, if change > 0.0 { 0.0 } else { change });
            assert_eq!(force, if change > 0.0 { [0.5] } else { [1.5] });
        }
        let block = [2.0, 1.0, 0.0, 1.0, 4.0, 0.0, 0.0, 0.0, 2.0];
        let old = [1.0, 2.0, 3.0];
        for (g, change) in [(-5.0, 4.0 - 10.0), (-1.0, 4.0 - 2.0)] {
            let mut force = [2.0, 3.0, 3.0];
            let found = guard(&block, &mut force, &old, &[g, g, 7.0]);
            assert_eq!(found, f64::min(change, 0.0));
            assert_eq!(force, if change > 0.0 { old } else { [2.0, 3.0, 3.0] });
        }
        // a rise within rounding is accepted
        let mut force = [1e-6];
        assert!(guard(&[1.0], &mut force, &[0.0], &[0.0]) > 0.0);
        assert_eq!(force, [1e-6]);
    }
}
