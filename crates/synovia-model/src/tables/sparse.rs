//! Sparsity of the inertia matrix and of body Jacobians.

use crate::column::Col;
use crate::id::{BodyId, DofId};
use crate::table::table;

table! {
    /// Where the nonzeros of constant sparse matrices are.
    pub struct SparseTable {
        /// Body × dof: nonzeros of each row.
        b_rownnz: Col<BodyId, i32> = "B_rownnz" ["nbody"],
        /// Body × dof: where each row begins.
        b_rowadr: Col<BodyId, i32> = "B_rowadr" ["nbody"],
        /// Body × dof: columns of the nonzeros.
        b_colind: Col<usize, i32> = "B_colind" ["nB"],
        /// Lower triangle of the inertia matrix, without dofs whose rows are diagonal: nonzeros of each row.
        m_rownnz: Col<DofId, i32> = "M_rownnz" ["nv"],
        /// The same: where each row begins.
        m_rowadr: Col<DofId, i32> = "M_rowadr" ["nv"],
        /// The same: columns of the nonzeros.
        m_colind: Col<usize, i32> = "M_colind" ["nC"],
        /// For each nonzero of that triangle its position in the legacy order.
        map_m2m: Col<usize, i32> = "mapM2M" ["nC"],
        /// Both triangles: nonzeros of each row.
        d_rownnz: Col<DofId, i32> = "D_rownnz" ["nv"],
        /// Both triangles: where each row begins.
        d_rowadr: Col<DofId, i32> = "D_rowadr" ["nv"],
        /// Both triangles: position of the diagonal within each row.
        d_diag: Col<DofId, i32> = "D_diag" ["nv"],
        /// Both triangles: columns of the nonzeros.
        d_colind: Col<usize, i32> = "D_colind" ["nD"],
        /// For each nonzero of both triangles its position in the lower triangle.
        map_m2d: Col<usize, i32> = "mapM2D" ["nD"],
        /// For each nonzero of the lower triangle its position in both triangles.
        map_d2m: Col<usize, i32> = "mapD2M" ["nC"],
    }
}

impl SparseTable {
    /// True if there is no body, hence no row.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.b_rownnz.is_empty()
    }
}
