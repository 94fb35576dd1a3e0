//! The curvature of the cost and its Cholesky factor.
//!
//! ```text
//! H = M + Σ_r D_r J_rᵀ J_r          r over the rows in their quadratic zone                    (1)
//! H ← H ± D_r J_rᵀ J_r              when a row enters or leaves that zone                      (2)
//! H_cone = H + Σ_k J_kᵀ C_k J_k     C_k = L Lᵀ the curvature of a sliding contact              (3)
//! ```
//!
//! The factor of (1) is computed once and then follows (2) by rank-one changes; where such a change loses accuracy, it is
//! computed anew. Cones change everywhere in each iteration, so (3) is added to a copy of the factor.

use synovia_math::chol::{self, RankOne};
use synovia_math::{Csr, MIN_VAL, SparseChol, chol_rev, dense, kernel};
use synovia_model::enums::{Cone, ConstraintState};

use super::primal::Problem;
use crate::data::{Contact, Jacobian};

/// Memory that the Hessian keeps from one step to the next.
#[derive(Clone, Debug, Default)]
pub struct NewtonMemory {
    factor: Vec<f64>,
    with_cones: Vec<f64>,
    row: Vec<f64>,
    turned: Vec<f64>,
    weights: Vec<f64>,
    sparse: SparseMemory,
}

/// The pattern and values of a sparse Hessian, lower triangle, and the transposed Jacobian that makes it.
#[derive(Clone, Debug, Default)]
struct SparseMemory {
    rownnz: Vec<i32>,
    rowadr: Vec<i32>,
    colind: Vec<i32>,
    values: Vec<f64>,
    /// For each dof the rows it occurs in, with the place of its entry there.
    users_adr: Vec<usize>,
    users: Vec<(u32, u32)>,
    dense: Vec<f64>,
    seen: Vec<bool>,
    chol: SparseChol,
    /// Entries of the inertia up to here and of `JᵀJ`, as if they did not overlap.
    bound: usize,
}

/// The Hessian of one solve.
#[derive(Debug)]
pub struct Hessian<'a> {
    memory: &'a mut NewtonMemory,
    nv: usize,
    sparse: bool,
    updates: usize,
}

fn refill<T: Clone>(vec: &mut Vec<T>, n: usize, value: T) {
    vec.clear();
    vec.resize(n, value);
}

impl<'a> Hessian<'a> {
    /// Nothing yet.
    pub fn new(problem: &Problem<'_>, memory: &'a mut NewtonMemory) -> Self {
        let sparse = matches!(problem.jacobian, Jacobian::Sparse { .. });
        Self {
            memory,
            nv: problem.qacc_smooth.len(),
            sparse,
            updates: 0,
        }
    }

    /// Rank-one changes of the last iteration; all rows if the factor was computed anew.
    pub const fn updates(&self) -> usize {
        self.updates
    }

    /// Entries of the factor; of a sparse one with its copy for cones, if the model has any, and with those of the matrix.
    ///
    /// The matrix is counted as the reference does, which does not know yet where inertia and `JᵀJ` overlap.
    pub fn nonzeros(&self, cone: Cone) -> usize {
        let n = self.memory.factor.len();
        if self.sparse {
            let copies = 1 + usize::from(cone == Cone::Elliptic);
            copies * n + self.memory.sparse.bound
        } else {
            n
        }
    }

    /// Makes room and, if sparse, finds where entries will be.
    pub fn analyze(&mut self, problem: &Problem<'_>) {
        let nv = self.nv;
        let memory = &mut *self.memory;
        refill(&mut memory.row, nv, 0.0);
        refill(&mut memory.turned, 6 * nv, 0.0);
        let Jacobian::Sparse { pattern, .. } = problem.jacobian else {
            refill(&mut memory.factor, nv * nv, 0.0);
            return;
        };
        memory.sparse.analyze(nv, pattern, problem.inertia_pattern);
        let size = memory.sparse.chol.nnz();
        refill(&mut memory.factor, size, 0.0);
    }

    /// Computes and factors equation (1), then adds cones.
    pub fn factor(
        &mut self,
        problem: &Problem<'_>,
        state: &[i32],
        contacts: &[Contact],
        cones: usize,
    ) {
        let quadratic = ConstraintState::Quadratic.to_i32();
        let memory = &mut *self.memory;
        memory.weights.clear();
        let weights = state.iter().zip(problem.rows.d);
        memory
            .weights
            .extend(weights.map(|(&s, &d)| if s == quadratic { d } else { 0.0 }));
        match problem.jacobian {
            Jacobian::Sparse {
                pattern, values, ..
            } => {
                let sparse = &mut memory.sparse;
                sparse.assemble(pattern, values, &memory.weights, problem);
                let h = Csr::new(&sparse.rownnz, &sparse.rowadr, &sparse.colind);
                sparse
                    .chol
                    .factor(&mut memory.factor, &sparse.values, h, MIN_VAL);
            }
            Jacobian::Dense { nv, values } => {
                assemble_dense(&mut memory.factor, nv, values, &memory.weights, problem);
                chol_rev::factor(&mut memory.factor, nv, MIN_VAL);
            }
        }
        self.updates = state.len();
        self.add_cones(problem, state, contacts, cones);
    }

    /// Follows the rows that changed, equation (2), then adds cones.
    pub fn change(
        &mut self,
        problem: &Problem<'_>,
        old: &[i32],
        new: &[i32],
        contacts: &[Contact],
        cones: usize,
    ) {
        let quadratic = ConstraintState::Quadratic.to_i32();
        self.updates = 0;
        for r in 0..new.len() {
            let change = match (old[r] == quadratic, new[r] == quadratic) {
                (false, true) => RankOne::Add,
                (true, false) => RankOne::Remove,
                _ => continue,
            };
            let root = problem.rows.d[r].sqrt();
            let values = problem.jacobian.values(r);
            let memory = &mut *self.memory;
            for (x, value) in memory.row.iter_mut().zip(values) {
                *x = value * root;
            }
            let rank = match problem.jacobian.columns(r) {
                None => chol_rev::update(&mut memory.factor, &mut memory.row, change),
                Some(columns) => {
                    let row = &memory.row[..columns.len()];
                    memory
                        .sparse
                        .chol
                        .update(&mut memory.factor, row, columns, change)
                }
            };
            self.updates += 1;
            if rank < self.nv {
                self.factor(problem, new, contacts, cones);
                return;
            }
        }
        self.add_cones(problem, new, contacts, cones);
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
        let memory = &mut *self.memory;
        memory.with_cones.clear();
        memory.with_cones.extend_from_slice(&memory.factor);
        let sliding = ConstraintState::Cone.to_i32();
        let mut r = 0;
        while r < state.len() {
            if state[r] != sliding {
                r += 1;
                continue;
            }
            let contact = &contacts[problem.rows.id[r] as usize];
            let dim = contact.dim as usize;
            let mut local = contact.hessian;
            chol::factor(&mut local[..dim * dim], dim, MIN_VAL);

            // rows of Lᵀ J
            let width = problem.jacobian.values(r).len();
            memory.turned[..dim * width].fill(0.0);
            for a in 0..dim {
                for b in 0..=a {
                    let row = &mut memory.turned[b * width..(b + 1) * width];
                    kernel::axpy(row, local[a * dim + b], problem.jacobian.values(r + a));
                }
            }
            for a in 0..dim {
                let row = &mut memory.turned[a * width..(a + 1) * width];
                let factor = &mut memory.with_cones;
                match problem.jacobian.columns(r) {
                    None => chol_rev::update(factor, row, RankOne::Add),
                    Some(columns) => memory
                        .sparse
                        .chol
                        .update(factor, row, columns, RankOne::Add),
                };
            }
            self.updates += dim;
            r += dim;
        }
    }

    /// `x ← H⁻¹ x`.
    pub fn solve(&self, x: &mut [f64], cones: usize) {
        let memory = &*self.memory;
        let factor = if cones > 0 {
            &memory.with_cones
        } else {
            &memory.factor
        };
        if self.sparse {
            memory.sparse.chol.solve(x, factor);
        } else {
            chol_rev::solve(x, factor);
        }
    }
}

/// Lower triangle of equation (1).
fn assemble_dense(out: &mut [f64], nv: usize, jac: &[f64], weights: &[f64], problem: &Problem<'_>) {
    dense::sqr_t(out, jac, weights, nv);
    let pattern = problem.inertia_pattern;
    for i in 0..nv {
        for (&j, value) in pattern
            .cols(i)
            .iter()
            .zip(&problem.inertia[pattern.range(i)])
        {
            out[i * nv + j as usize] += value;
        }
    }
}

impl SparseMemory {
    /// Finds the pattern of equation (1) with all rows, and of its factor.
    fn analyze(&mut self, nv: usize, jac: Csr<'_>, inertia: Csr<'_>) {
        // which rows use each dof
        refill(&mut self.users_adr, nv + 1, 0);
        let mut entries = 0;
        for r in 0..jac.nrow() {
            for &i in jac.cols(r) {
                self.users_adr[i as usize + 1] += 1;
            }
            entries += jac.cols(r).len();
        }
        for i in 0..nv {
            self.users_adr[i + 1] += self.users_adr[i];
        }
        refill(&mut self.users, entries, (0, 0));
        refill(&mut self.rownnz, nv, 0);
        for r in 0..jac.nrow() {
            for (k, &i) in jac.range(r).zip(jac.cols(r)) {
                let i = i as usize;
                self.users[self.users_adr[i] + self.rownnz[i] as usize] = (r as u32, k as u32);
                self.rownnz[i] += 1;
            }
        }

        // columns of each row of the lower triangle
        refill(&mut self.dense, nv, 0.0);
        refill(&mut self.seen, nv, false);
        self.rownnz.clear();
        self.rowadr.clear();
        self.colind.clear();
        self.bound = if nv > 0 { inertia.range(nv - 1).end } else { 0 };
        for i in 0..nv {
            let start = self.colind.len();
            let meet = |j: i32, seen: &mut [bool], colind: &mut Vec<i32>| {
                if !seen[j as usize] {
                    seen[j as usize] = true;
                    colind.push(j);
                }
            };
            for &(r, k) in &self.users[self.users_adr[i]..self.users_adr[i + 1]] {
                let first = jac.rowadr[r as usize] as usize;
                for &j in &jac.colind[first..=k as usize] {
                    meet(j, &mut self.seen, &mut self.colind);
                }
            }
            self.bound += self.colind.len() - start;
            for &j in inertia.cols(i) {
                meet(j, &mut self.seen, &mut self.colind);
            }
            let row = &mut self.colind[start..];
            row.sort_unstable();
            for &j in &*row {
                self.seen[j as usize] = false;
            }
            self.rowadr.push(start as i32);
            self.rownnz.push(row.len() as i32);
        }
        refill(&mut self.values, self.colind.len(), 0.0);
        self.chol
            .analyze(Csr::new(&self.rownnz, &self.rowadr, &self.colind));
    }

    /// Values of equation (1).
    fn assemble(&mut self, jac: Csr<'_>, values: &[f64], weights: &[f64], problem: &Problem<'_>) {
        let inertia = problem.inertia_pattern;
        for i in 0..self.rownnz.len() {
            let dense = &mut self.dense[..];
            for &(r, k) in &self.users[self.users_adr[i]..self.users_adr[i + 1]] {
                let weight = weights[r as usize];
                if weight == 0.0 {
                    continue;
                }
                let row = jac.rowadr[r as usize] as usize..=k as usize;
                let scaled = values[k as usize] * weight;
                kernel::axpy_sparse(dense, scaled, &values[row.clone()], &jac.colind[row]);
            }
            kernel::axpy_sparse(
                dense,
                1.0,
                &problem.inertia[inertia.range(i)],
                inertia.cols(i),
            );
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
