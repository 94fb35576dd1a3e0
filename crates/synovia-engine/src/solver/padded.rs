//! The Hessian of a small or a dense problem: dense matrices in padded rows.
//!
//! ```text
//! H = M + Σ_r D_r J_rᵀ J_r + Σ_k J_kᵀ C_k J_k     r in their quadratic zone, k sliding contacts             (1)
//! ```
//!
//! Up to a few dozen dofs it is best to store the Jacobian and the inertia densely, whatever their format in the model, and
//! to recompute the factor from (1) whenever a row has changed. Dense models are treated like this at any size.
//!
//! | here  | in the code       | meaning                                               |
//! |-------|-------------------|-------------------------------------------------------|
//! | `J`   | `jac`             | Jacobian, rows padded to multiples of four            |
//! | `M`   | `inertia`         | inertia, both triangles                               |
//! | `D_r` | `weights`         | stiffness of row `r`, zero outside its quadratic zone |
//! | `C_k` | `contact.hessian` | Hessian of the cone of contact `k`                    |
//! | `H`   | `factor`          | factor of the Hessian                                 |
//!
//! DIFFERENCE(newton-order): the reference factors dense matrices from the first dof on, and updates factors by rank-one
//! changes, so the last digits of accelerations differ.

use synovia_math::chol_rev::Factor;
use synovia_math::padded::{self, Four, fours};
use synovia_math::{Csr, MIN_VAL};
use synovia_model::enums::ConstraintState;

use super::problem::Problem;
use super::sparse::Columns;
use super::system::{Nonzeros, weights};
use crate::data::{Contact, Jacobian};

/// Problems with up to this many dofs are small.
pub(super) const SMALL: usize = Dofs::BITS as usize;
/// A set of dofs of a small problem.
type Dofs = u64;

/// The system of a small problem, or of a dense model.
#[derive(Clone, Debug, Default)]
pub(super) struct PaddedSystem {
    /// The Jacobian in padded rows.
    jac: Vec<Four>,
    /// Inertias with the last patterns.
    inertias: [Inertia; PATTERNS],
    /// The inertia of the current problem.
    current: usize,
    /// Number of its dofs.
    nv: usize,
    /// The one that was laid out last.
    oldest: usize,
    /// Factor of equation (1).
    factor: Factor,
    /// True if the factor includes cones.
    sliding: bool,
    /// `D` of each row, zero outside the quadratic zone.
    weights: Vec<f64>,
    /// Entries that are reported as statistics.
    nonzeros: Nonzeros,
}

/// Number of patterns of inertias that are kept: islands alternate between a few.
const PATTERNS: usize = 4;

/// An inertia in padded rows, both triangles; outside of its pattern there are zeros.
#[derive(Clone, Debug, Default)]
struct Inertia {
    /// The pattern.
    pattern: Columns,
    /// The rows.
    rows: Vec<Four>,
    /// Both places of each entry in the rows, below and above the diagonal.
    places: Vec<[u32; 2]>,
}

impl Inertia {
    /// Finds the places of the entries of a pattern.
    fn lay_out(&mut self, pattern: Csr<'_>, nv: usize) {
        let width = fours(nv);
        self.pattern.follow(pattern, nv);
        self.rows.clear();
        self.rows.resize(nv * width, [0.0; 4]);
        self.places.clear();
        let stride = 4 * width as u32;
        for i in 0..nv {
            let columns = pattern.cols(i).iter();
            let places =
                columns.map(|&j| [i as u32 * stride + j as u32, j as u32 * stride + i as u32]);
            self.places.extend(places);
        }
    }

    /// Sets the values, whose pattern is laid out.
    fn set(&mut self, pattern: Csr<'_>, values: &[f64]) {
        let rows = self.rows.as_flattened_mut();
        let mut places = &self.places[..];
        for i in 0..pattern.nrow() {
            let values = &values[pattern.range(i)];
            let (row, rest) = places.split_at(values.len().min(places.len()));
            places = rest;
            for (&[lower, upper], &value) in row.iter().zip(values) {
                rows[lower as usize] = value;
                rows[upper as usize] = value;
            }
        }
    }
}

impl PaddedSystem {
    /// Lays out the matrices.
    pub(super) fn begin(&mut self, problem: &Problem<'_>) {
        // each row is padded to a multiple of four numbers
        let nv = problem.qacc_smooth.len();
        self.nv = nv;
        let width = fours(nv);
        let rows = problem.rows.counts.nefc;
        // the Jacobian, from either format
        self.jac.resize(rows * width, [0.0; 4]);
        match problem.jacobian {
            Jacobian::Dense { values, .. } => {
                padded::copy_rows(&mut self.jac, values, nv);
                self.nonzeros = Nonzeros {
                    factor: nv * nv,
                    matrix: 0,
                };
            }
            Jacobian::Sparse {
                pattern, values, ..
            } => {
                self.jac.fill([0.0; 4]);
                for (r, out) in self.jac.chunks_exact_mut(width.max(1)).enumerate() {
                    let out = out.as_flattened_mut();
                    for (&j, &value) in pattern.cols(r).iter().zip(&values[pattern.range(r)]) {
                        out[j as usize] = value;
                    }
                }
                self.nonzeros = count(nv, pattern, problem.inertia_pattern);
            }
        }

        // the inertia: many islands have the same pattern
        let pattern = problem.inertia_pattern;
        let known = |inertia: &Inertia| inertia.pattern.are_of(pattern, nv);
        self.current = if let Some(k) = self.inertias.iter().position(known) {
            k
        } else {
            self.oldest = (self.oldest + 1) % PATTERNS;
            self.inertias[self.oldest].lay_out(pattern, nv);
            self.oldest
        };
        self.inertias[self.current].set(pattern, problem.inertia);
    }

    /// Entries that a sparse factor of the matrix would have, and those of the matrix as if inertia and `JᵀJ` did not overlap.
    pub(super) const fn nonzeros(&self) -> Nonzeros {
        self.nonzeros
    }

    /// `out ← J x`.
    pub(super) fn mul_jac(&self, out: &mut [f64], x: &[f64]) {
        padded::mul_vec(out, &self.jac, x.as_chunks().0);
    }

    /// `out ← Jᵀ x`.
    pub(super) fn mul_jac_t(&self, out: &mut [f64], x: &[f64]) {
        padded::mul_t_vec(out.as_chunks_mut().0, &self.jac, x);
    }

    /// `out ← M x`.
    pub(super) fn mul_inertia(&self, out: &mut [f64], x: &[f64]) {
        let x = x.as_chunks().0;
        let inertia = &self.inertias[self.current].rows;
        padded::mul_vec(&mut out[..self.nv], inertia, x);
    }

    /// Computes and factors equation (1); returns its rank.
    pub(super) fn factor(
        &mut self,
        problem: &Problem<'_>,
        state: &[i32],
        contacts: &[Contact],
        cones: usize,
    ) -> usize {
        let nv = problem.qacc_smooth.len();
        let width = fours(nv);
        let Self {
            jac,
            inertias,
            current,
            weights: d,
            ..
        } = self;
        let inertia = &inertias[*current].rows;
        // weights of rows in their quadratic zone
        weights(d, problem, state);
        self.sliding = cones > 0;
        self.factor.set(nv, MIN_VAL, |out| {
            // equation (1): inertia, rows, then sliding contacts
            out.copy_from_slice(inertia);
            padded::add_gram(out, jac, d, nv);
            if cones == 0 {
                return;
            }
            let sliding = ConstraintState::Cone.to_i32();
            let mut r = problem.rows.cones;
            while r < state.len() {
                let dim = problem.rows.block_len(r, contacts);
                if state[r] == sliding {
                    let hessian = &contacts[problem.rows.id[r] as usize].hessian;
                    padded::add_block(out, &jac[r * width..], hessian, dim, nv);
                }
                r += dim;
            }
        })
    }

    /// Accounts for `count` changed rows; returns the rank if the factor was recomputed.
    pub(super) fn change(
        &mut self,
        problem: &Problem<'_>,
        state: &[i32],
        count: usize,
        contacts: &[Contact],
        cones: usize,
    ) -> Option<usize> {
        // without a change the factor is still valid
        (count > 0 || cones > 0 || self.sliding)
            .then(|| self.factor(problem, state, contacts, cones))
    }

    /// `x ← H⁻¹ x`.
    pub(super) fn solve(&self, x: &mut [f64]) {
        self.factor.solve(x.as_chunks_mut().0);
    }
}

/// Entries of a sparse factor, and of the inertia and `JᵀJ` together as if they did not overlap.
///
/// Row `r` of the factor passes its columns on to the row of the largest of them, see [`synovia_math::SparseChol`].
fn count(nv: usize, jac: Csr<'_>, inertia: Csr<'_>) -> Nonzeros {
    // columns as bits; `up_to(i)` selects the lower triangle
    let bits = |columns: &[i32]| columns.iter().fold(0, |bits: Dofs, &j| bits | 1 << j);
    let up_to = |i: usize| Dofs::MAX >> (SMALL - 1 - i);
    let mut rows: [Dofs; SMALL] = [0; SMALL];
    let rows = &mut rows[..nv];
    let mut last = 0;
    // columns of `JᵀJ`, row by row
    for r in 0..jac.nrow() {
        let columns = jac.cols(r);
        let all = bits(columns);
        // the rows of a contact have the same columns
        if all == last {
            continue;
        }
        last = all;
        for &i in columns {
            rows[i as usize] |= all & up_to(i as usize);
        }
    }
    // entries of both matrices as if they did not overlap
    let mut bound = if nv > 0 { inertia.range(nv - 1).end } else { 0 };
    for row in &*rows {
        bound += row.count_ones() as usize;
    }
    let mut entries = 0;
    // the union with the inertia
    for (i, row) in rows.iter_mut().enumerate() {
        *row |= bits(inertia.cols(i));
    }
    // elimination from the last dof: the other columns of a row are added to the row of the largest of them
    for i in (0..nv).rev() {
        let own = rows[i];
        entries += own.count_ones() as usize;
        let left = own & !(1 << i);
        if left != 0 {
            rows[left.ilog2() as usize] |= left;
        }
    }
    Nonzeros {
        factor: entries,
        matrix: bound,
    }
}
