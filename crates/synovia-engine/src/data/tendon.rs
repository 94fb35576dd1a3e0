//! Tendon lengths, their derivatives and their paths.

use synovia_math::{Vec3, dot_sparse_in_fours, kernel};
use synovia_model::column::{Col, Grid};
use synovia_model::id::TendonId;
use synovia_model::table;

table! {
    /// Written by the tendon stage.
    ///
    /// The Jacobian is stored as in the reference: in a sparse model ([`crate::is_sparse`]) as compressed rows packed one
    /// after the other, otherwise as a dense matrix. [`TendonGroup::row`] reads both.
    pub struct TendonGroup {
        /// First point of the path.
        wrapadr: Col<TendonId, i32> = "ten_wrapadr" ["ntendon"],
        /// Number of points of the path.
        wrapnum: Col<TendonId, i32> = "ten_wrapnum" ["ntendon"],
        /// Nonzeros of the Jacobian row; sparse only.
        jac_rownnz: Col<TendonId, i32> = "ten_J_rownnz" ["ntendon"],
        /// Address of the Jacobian row; sparse only.
        jac_rowadr: Col<TendonId, i32> = "ten_J_rowadr" ["ntendon"],
        /// Columns of the Jacobian, ascending; sparse only.
        jac_colind: Grid<TendonId, i32> = "ten_J_colind" ["ntendon x nv"],
        /// Derivative of the length with respect to velocity.
        jac: Grid<TendonId, f64> = "ten_J" ["ntendon x nv"],
        /// Length.
        length: Col<TendonId, f64> = "ten_length" ["ntendon"],
        /// Object of each path point: a geom, −1 for a site, −2 for a pulley.
        wrap_obj: Col<usize, [i32; 2]> = "wrap_obj" ["nwrap x 2"],
        /// Path points.
        wrap_xpos: Col<usize, [Vec3; 2]> = "wrap_xpos" ["nwrap x 6"],
    }
}

/// The derivative of one tendon's length: columns with their values.
#[derive(Clone, Copy, Debug)]
pub enum TendonRow<'a> {
    /// All columns.
    Dense(&'a [f64]),
    /// The listed columns.
    Sparse(&'a [i32], &'a [f64]),
}

impl TendonRow<'_> {
    /// Calls `f(dof, value)` for every nonzero entry, in ascending order of dofs.
    #[inline]
    pub fn for_each(&self, mut f: impl FnMut(usize, f64)) {
        match self {
            Self::Dense(values) => {
                for (i, &value) in values.iter().enumerate() {
                    if value != 0.0 {
                        f(i, value);
                    }
                }
            }
            Self::Sparse(columns, values) => {
                for (&i, &value) in columns.iter().zip(*values) {
                    if value != 0.0 {
                        f(i as usize, value);
                    }
                }
            }
        }
    }

    /// Calls `f(dof, value)` for every stored entry: in a sparse row even if it is zero.
    #[inline]
    pub fn for_each_stored(&self, mut f: impl FnMut(usize, f64)) {
        match self {
            Self::Dense(_) => self.for_each(f),
            Self::Sparse(columns, values) => {
                for (&i, &value) in columns.iter().zip(*values) {
                    f(i as usize, value);
                }
            }
        }
    }

    /// Inner product with a vector over all dofs.
    pub fn dot(&self, x: &[f64]) -> f64 {
        match self {
            Self::Dense(values) => kernel::dot_in_fours(values, x),
            Self::Sparse(columns, values) => dot_sparse_in_fours(values, columns, x),
        }
    }

    /// `x += s · row`; a NaN factor makes all entries of a dense row NaN, as in the reference.
    pub fn add_scaled_to(&self, x: &mut [f64], s: f64) {
        match self {
            Self::Dense(values) => kernel::axpy(x, s, values),
            Self::Sparse(..) => self.for_each(|i, value| x[i] += value * s),
        }
    }
}

impl TendonGroup {
    /// The Jacobian row of tendon `t` in a model with `nv` dofs.
    #[expect(clippy::inline_always, reason = "most callers know the format")]
    #[inline(always)]
    pub fn row(&self, sparse: bool, nv: usize, t: TendonId) -> TendonRow<'_> {
        if sparse {
            let adr = self.jac_rowadr[t] as usize;
            let range = adr..adr + self.jac_rownnz[t] as usize;
            TendonRow::Sparse(
                &self.jac_colind.cells()[range.clone()],
                &self.jac.cells()[range],
            )
        } else {
            let adr = t.index() * nv;
            TendonRow::Dense(&self.jac.cells()[adr..adr + nv])
        }
    }
}
