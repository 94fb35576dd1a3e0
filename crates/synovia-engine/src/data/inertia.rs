//! The joint-space inertia and its factors.

use synovia_math::Inertia10;
use synovia_model::column::Col;
use synovia_model::id::{BodyId, DofId};
use synovia_model::table;

table! {
    /// Written by the inertia stage and, for the modified inertia, by the implicit integrators.
    pub struct InertiaGroup {
        /// Inertia of each body with its subtree, com-based.
        crb: Col<BodyId, Inertia10> = "crb" ["nbody x 10"],
        /// Joint-space inertia, each row from the diagonal up to the root.
        qm: Col<usize, f64> = "qM" ["nM"],
        /// Joint-space inertia, lower triangle, compressed sparse rows (CSR): `sparse.m_rowadr` and so on.
        m: Col<usize, f64> = "M" ["nC"],
        /// Factor L'·D·L of the inertia in the same layout.
        qld: Col<usize, f64> = "qLD" ["nC"],
        /// Reciprocals of the diagonal D.
        qld_diag_inv: Col<DofId, f64> = "qLDiagInv" ["nv"],
        /// Factor of the inertia modified by an integrator.
        qh: Col<usize, f64> = "qH" ["nC"],
        /// Reciprocals of its diagonal.
        qh_diag_inv: Col<DofId, f64> = "qHDiagInv" ["nv"],
        /// Derivative of the smooth forces with respect to velocity, full sparse rows: `sparse.d_rowadr` and so on.
        qderiv: Col<usize, f64> = "qDeriv" ["nD"],
        /// LU factor of inertia minus timestep times that derivative.
        qlu: Col<usize, f64> = "qLU" ["nD"],
    }
}
