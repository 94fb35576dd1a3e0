//! The Hessian of a large problem: sparse, with a sparse factor.
//!
//! ```text
//! H = M + Σ_r D_r J_rᵀ J_r          r over the rows in their quadratic zone                    (1)
//! H ← H ± D_r J_rᵀ J_r              when a row enters or leaves that zone                      (2)
//! H_cone = H + Σ_k J_kᵀ C_k J_k     C_k = L Lᵀ the Hessian of a sliding contact                (3)
//! ```
//!
//! The factor of (1) is computed once and then updated by rank-one changes (2); if such a change loses accuracy, it is
//! recomputed. Cones change everywhere in each iteration, so (3) is added to a copy of the factor.
//!
//! | here     | in the code        | meaning                                               |
//! |----------|--------------------|-------------------------------------------------------|
//! | `M`      | `problem.inertia`  | inertia, lower triangle                               |
//! | `D_r`    | `weights`          | stiffness of row `r`, zero outside its quadratic zone |
//! | `J_r`    | `jacobian.values`  | row `r` of the Jacobian                               |
//! | `H`      | `values`, `factor` | the Hessian and its factor                            |
//! | `H_cone` | `with_cones`       | factor that includes sliding contacts                 |
//! | `C_k`    | `contact.hessian`  | Hessian of the cone of contact `k`, in its frame      |

use synovia_math::chol::{self, RankOne};
use synovia_math::{Csr, MIN_VAL, SparseChol, Supernodes, kernel};
use synovia_model::enums::ConstraintState;

use super::problem::Problem;
use super::system::{Change, Nonzeros, StateChange, refill, weights};
use crate::data::{Contact, Jacobian};

/// The pattern and values of a sparse Hessian, lower triangle, and the transposed Jacobian from which it is assembled.
#[derive(Clone, Debug, Default)]
pub(super) struct SparseSystem {
    /// Factor of equation (1).
    factor: Vec<f64>,
    /// The same with the cones of equation (3).
    with_cones: Vec<f64>,
    /// A scaled row of a rank-one change.
    row: Vec<f64>,
    /// Rows `Lᵀ J` of a sliding contact, at most six.
    cone_rows: Vec<f64>,
    /// `D` of each row, zero outside the quadratic zone.
    weights: Vec<f64>,
    /// Pattern of the lower triangle: entries per row.
    rownnz: Vec<i32>,
    /// Addresses of its rows.
    rowadr: Vec<i32>,
    /// Its columns.
    colind: Vec<i32>,
    /// The entries of equation (1).
    values: Vec<f64>,
    /// For each dof, the supernodes of rows that contain it, with its position among their columns.
    users_adr: Vec<usize>,
    /// Pairs of supernode and position, in the order of dofs.
    users: Vec<(u32, u32)>,
    /// The first row and the number of rows of each supernode.
    supernodes: Vec<(u32, u32)>,
    /// The columns of each supernode, and those of the current row, as bit sets.
    node_sets: Vec<u64>,
    /// The columns of the current row.
    set: Vec<u64>,
    /// The current row, dense.
    dense: Vec<f64>,
    /// Symbolic analysis of the factor.
    chol: SparseChol,
    /// The patterns for which the analysis is valid: columns of each row of the Jacobian and of the inertia.
    found_for: [Columns; 2],
    /// The pattern of the Hessian for which the factor was analysed.
    analyzed_for: Columns,
    /// Entries of the inertia up to here and of `JᵀJ`, as if they did not overlap.
    bound: usize,
}

/// A sparse Jacobian.
#[derive(Clone, Copy, Debug)]
pub(super) struct SparseJacobian<'a> {
    /// Sparsity pattern.
    pub(super) pattern: Csr<'a>,
    /// The entries.
    pub(super) values: &'a [f64],
}

impl<'a> SparseJacobian<'a> {
    /// The Jacobian of a problem, if it is sparse.
    pub(super) const fn of(problem: &Problem<'a>) -> Option<Self> {
        match problem.jacobian {
            Jacobian::Sparse {
                pattern, values, ..
            } => Some(Self { pattern, values }),
            Jacobian::Dense { .. } => None,
        }
    }
}

/// The columns of all rows of a sparse matrix.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    /// Entries per row.
    rownnz: Vec<i32>,
    /// Columns of all rows.
    colind: Vec<i32>,
    /// Address of the first row, and number of columns.
    shape: [usize; 2],
}

impl Columns {
    /// True if rows have these counts and columns.
    fn has(&self, rownnz: &[i32], colind: &[i32]) -> bool {
        self.rownnz == rownnz && self.colind == colind
    }

    /// True if these are the columns of `pattern`, wherever its rows are stored, one after the other.
    pub(super) fn are_of(&self, pattern: Csr<'_>, ncol: usize) -> bool {
        let start = pattern.rowadr.first().map_or(0, |&adr| adr as usize);
        let colind = pattern.colind.get(start..start + self.colind.len());
        // rows with these counts are stored one after the other if the last one ends where all columns do
        let end = pattern
            .nrow()
            .checked_sub(1)
            .map_or(0, |r| pattern.range(r).end);
        self.shape[1] == ncol
            && end == start + self.colind.len()
            && colind.is_some_and(|colind| self.has(pattern.rownnz, colind))
    }

    /// Stores the columns of `pattern`, with `ncol` columns in total; returns true if they are unchanged, which is known
    /// only if rows are stored consecutively.
    pub(super) fn follow(&mut self, pattern: Csr<'_>, ncol: usize) -> bool {
        // the range of entries of all rows
        let (first, last) = match pattern.nrow() {
            0 => (0, 0),
            n => (pattern.range(0).start, pattern.range(n - 1).end),
        };
        let colind = &pattern.colind[first..last];
        let packed = pattern.rownnz.iter().sum::<i32>() as usize == colind.len();
        let same = packed && self.shape == [first, ncol] && self.has(pattern.rownnz, colind);
        if !same {
            self.shape = [first, ncol];
            self.rownnz.clear();
            self.rownnz.extend_from_slice(pattern.rownnz);
            self.colind.clear();
            self.colind.extend_from_slice(colind);
        }
        same
    }
}

impl SparseSystem {
    /// Symbolic analysis: finds the pattern of the Hessian and of its factor, for the Jacobian `jac` and its supernodes.
    pub(super) fn begin(&mut self, problem: &Problem<'_>, jac: Csr<'_>, supernodes: &Supernodes) {
        let nv = problem.qacc_smooth.len();
        // the patterns of the previous step are still valid
        let [own, other] = &mut self.found_for;
        let same = [
            own.follow(jac, nv),
            other.follow(problem.inertia_pattern, nv),
        ];
        if same == [true, true] {
            return;
        }
        // the rows of each supernode have the same columns
        self.supernodes.clear();
        let rows = supernodes.rows().map(|g| (g.start as u32, g.len() as u32));
        self.supernodes.extend(rows);
        // buffers, then the analysis, which determines the size of the factor
        self.row.resize(nv, 0.0);
        self.cone_rows.resize(6 * nv, 0.0);
        self.analyze(nv, jac, problem.inertia_pattern);
        self.factor.resize(self.chol.nnz(), 0.0);
    }

    /// Entries of the factor, and those of the matrix as if inertia and `JᵀJ` did not overlap.
    pub(super) fn nonzeros(&self) -> Nonzeros {
        Nonzeros {
            factor: self.factor.len(),
            matrix: self.bound,
        }
    }

    /// Computes and factors equation (1), then adds cones; returns the rank of (1).
    pub(super) fn factor(
        &mut self,
        problem: &Problem<'_>,
        jacobian: SparseJacobian<'_>,
        state: &[i32],
        contacts: &[Contact],
        cones: usize,
    ) -> usize {
        // equation (1): weights, values, factor
        weights(&mut self.weights, problem, state);
        self.assemble(jacobian, problem);
        let h = Csr::new(&self.rownnz, &self.rowadr, &self.colind);
        let rank = self.chol.factor(&mut self.factor, &self.values, h, MIN_VAL);
        self.add_cones(problem, state, contacts, cones);
        rank
    }

    /// Accounts for the changed rows, equation (2), then adds cones; returns the rank if the factor had to be recomputed.
    pub(super) fn change(
        &mut self,
        problem: &Problem<'_>,
        jacobian: SparseJacobian<'_>,
        states: StateChange<'_>,
        contacts: &[Contact],
        cones: usize,
    ) -> Option<usize> {
        let nv = problem.qacc_smooth.len();
        let SparseJacobian { pattern, values } = jacobian;
        // equation (2), one row after the other
        for (r, change) in states.rows() {
            let root = problem.rows.d[r].sqrt();
            let range = pattern.range(r);
            let columns = &pattern.colind[range.clone()];
            let row = &mut self.row[..columns.len()];
            for (x, value) in row.iter_mut().zip(&values[range]) {
                *x = value * root;
            }
            // a row that enters its quadratic zone is added, one that leaves is removed
            let change = match change {
                Change::Enters => RankOne::Add,
                Change::Leaves => RankOne::Remove,
            };
            let rank = self.chol.update(&mut self.factor, row, columns, change);
            // the factor has lost rank: recompute it
            if rank < nv {
                return Some(self.factor(problem, jacobian, states.new, contacts, cones));
            }
        }
        self.add_cones(problem, states.new, contacts, cones);
        None
    }

    /// Equation (3).
    fn add_cones(
        &mut self,
        problem: &Problem<'_>,
        state: &[i32],
        contacts: &[Contact],
        cones: usize,
    ) {
        if cones == 0 {
            return;
        }
        // cones are added to a copy
        self.with_cones.clear();
        self.with_cones.extend_from_slice(&self.factor);
        let sliding = ConstraintState::Cone.to_i32();
        let mut r = problem.rows.cones;
        while r < state.len() {
            // all rows of a contact are one block
            let dim = problem.rows.block_len(r, contacts);
            if state[r] != sliding {
                r += dim;
                continue;
            }
            // factor of the Hessian of the cone
            let contact = &contacts[problem.rows.id[r] as usize];
            let mut local = contact.hessian;
            chol::factor(&mut local[..dim * dim], dim, MIN_VAL);

            // rows of Lᵀ J
            let width = problem.jacobian.values(r).len();
            self.cone_rows[..dim * width].fill(0.0);
            for a in 0..dim {
                for b in 0..=a {
                    let row = &mut self.cone_rows[b * width..(b + 1) * width];
                    kernel::axpy(row, local[a * dim + b], problem.jacobian.values(r + a));
                }
            }
            // one rank-one change for each row
            let columns = problem.jacobian.columns(r).unwrap_or(&[]);
            for row in self.cone_rows.chunks_exact(width.max(1)).take(dim) {
                let factor = &mut self.with_cones;
                self.chol.update(factor, row, columns, RankOne::Add);
            }
            r += dim;
        }
    }

    /// `x ← H⁻¹ x`.
    pub(super) fn solve(&self, x: &mut [f64], cones: usize) {
        let factor = if cones > 0 {
            &self.with_cones
        } else {
            &self.factor
        };
        self.chol.solve(x, factor);
    }

    /// Symbolic analysis: finds the pattern of equation (1) with all rows, and of its factor.
    fn analyze(&mut self, nv: usize, jac: Csr<'_>, inertia: Csr<'_>) {
        // the supernodes that use each dof
        let words = nv.div_ceil(64);
        refill(&mut self.node_sets, words * self.supernodes.len(), 0);
        refill(&mut self.users_adr, nv + 1, 0);
        let mut entries = 0;
        let sets = self.node_sets.chunks_exact_mut(words.max(1));
        for (&(r, _), set) in self.supernodes.iter().zip(sets) {
            for &i in jac.cols(r as usize) {
                self.users_adr[i as usize + 1] += 1;
                set[i as usize / 64] |= 1 << (i % 64);
            }
            entries += jac.cols(r as usize).len();
        }
        // addresses: running sum of the counts
        for i in 0..nv {
            self.users_adr[i + 1] += self.users_adr[i];
        }
        // each dof lists its supernodes
        self.users.resize(entries, (0, 0));
        refill(&mut self.rownnz, nv, 0);
        for (g, &(r, _)) in self.supernodes.iter().enumerate() {
            for (k, &i) in jac.cols(r as usize).iter().enumerate() {
                let i = i as usize;
                self.users[self.users_adr[i] + self.rownnz[i] as usize] = (g as u32, k as u32);
                self.rownnz[i] += 1;
            }
        }

        // columns of each row of the lower triangle
        refill(&mut self.dense, nv, 0.0);
        refill(&mut self.set, words, 0);
        self.rownnz.clear();
        self.rowadr.clear();
        self.colind.clear();
        self.bound = if nv > 0 { inertia.range(nv - 1).end } else { 0 };
        for i in 0..nv {
            let set = &mut self.set[..=i / 64];
            set.fill(0);
            // union of the supernodes that contain dof `i`
            for &(g, _) in &self.users[self.users_adr[i]..self.users_adr[i + 1]] {
                let first = g as usize * words;
                let node = &self.node_sets[first..first + set.len()];
                for (set, node) in set.iter_mut().zip(node) {
                    *set |= node;
                }
            }
            // only columns up to the diagonal
            set[i / 64] &= u64::MAX >> (63 - i % 64);
            self.bound += set.iter().map(|s| s.count_ones() as usize).sum::<usize>();
            // the row of the inertia
            for &j in inertia.cols(i) {
                set[j as usize / 64] |= 1 << (j % 64);
            }

            // from bits to columns
            let start = self.colind.len();
            let count = set.iter().map(|s| s.count_ones() as usize).sum::<usize>();
            self.colind.resize(start + count, 0);
            let mut out = self.colind[start..].iter_mut();
            for (w, &set) in set.iter().enumerate() {
                let mut left = set;
                while left != 0
                    && let Some(out) = out.next()
                {
                    *out = (64 * w) as i32 + left.trailing_zeros() as i32;
                    left &= left - 1;
                }
            }
            self.rowadr.push(start as i32);
            self.rownnz.push(count as i32);
        }
        self.values.resize(self.colind.len(), 0.0);
        // the factor has more entries: fill-in; contacts come and go, but rarely couple other dofs than before
        let hessian = Csr::new(&self.rownnz, &self.rowadr, &self.colind);
        if !self.analyzed_for.follow(hessian, nv) {
            self.chol.analyze(hessian);
        }
    }

    /// Computes the values of equation (1).
    fn assemble(&mut self, jacobian: SparseJacobian<'_>, problem: &Problem<'_>) {
        let SparseJacobian {
            pattern: jac,
            values,
        } = jacobian;
        let inertia = problem.inertia_pattern;
        let weights = &self.weights;
        for i in 0..self.rownnz.len() {
            let dense = &mut self.dense[..];
            // `Σ_r D_r J_ri J_r` over the rows that contain dof `i`
            for &(g, k) in &self.users[self.users_adr[i]..self.users_adr[i + 1]] {
                let (first, count) = self.supernodes[g as usize];
                for r in first as usize..(first + count) as usize {
                    let weight = weights[r];
                    if weight == 0.0 {
                        continue;
                    }
                    let start = jac.rowadr[r] as usize;
                    let row = start..=start + k as usize;
                    let scaled = values[start + k as usize] * weight;
                    kernel::axpy_sparse(dense, scaled, &values[row.clone()], &jac.colind[row]);
                }
            }
            // the row of the inertia
            kernel::axpy_sparse(
                dense,
                1.0,
                &problem.inertia[inertia.range(i)],
                inertia.cols(i),
            );
            // from the dense row to the pattern; the buffer is zero again
            let start = self.rowadr[i] as usize;
            let range = start..start + self.rownnz[i] as usize;
            for (value, &j) in self.values[range.clone()]
                .iter_mut()
                .zip(&self.colind[range])
            {
                *value = dense[j as usize];
                dense[j as usize] = 0.0;
            }
        }
    }
}
