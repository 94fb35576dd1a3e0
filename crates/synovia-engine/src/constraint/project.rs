//! Constraints seen from each other: how the force of one row accelerates another.
//!
//! ```text
//! AR = J M⁻¹ Jᵀ + R = B Bᵀ + R,      B = J L⁻¹ D^(−½),   M = Lᵀ D L                             (1)
//! ```
//!
//! Only solvers that work with forces need this matrix: PGS, ActiveSet and the noslip pass. It is dense if the Jacobian is;
//! otherwise two rows have an entry if their trees of dofs meet, and a row of `B` has the columns of its Jacobian row
//! together with all their ancestors.

use synovia_math::{Csr, dense, ldl};
use synovia_model::Model;
use synovia_model::column::AnyColumn;
use synovia_model::enums::Solver;

use crate::data::{Data, Efc};
use crate::is_sparse;
use crate::position::inertia;

/// True if the solver of the model, or what follows it, works with forces.
#[doc(alias = "mj_isDual")]
pub fn is_dual(model: &Model) -> bool {
    matches!(model.opt.solver, Solver::Pgs | Solver::ActiveSet) || model.opt.noslip_iterations > 0
}

/// Memory of [`project_constraint`], kept between steps; no results.
#[derive(Clone, Debug, Default)]
pub struct ProjectMemory {
    root: Vec<f64>,
    values: Vec<f64>,
    ones: Vec<f64>,
    half: Packed,
    half_t: Packed,
    lower: Packed,
    touched: Vec<i32>,
    seen: Vec<i32>,
    sum: Vec<f64>,
}

/// A sparse matrix that grows row by row.
#[derive(Clone, Debug, Default)]
struct Packed {
    rownnz: Vec<i32>,
    rowadr: Vec<i32>,
    colind: Vec<i32>,
    values: Vec<f64>,
}

impl Packed {
    fn clear(&mut self) {
        self.rownnz.clear();
        self.rowadr.clear();
        self.colind.clear();
        self.values.clear();
    }

    /// Appends a row with these columns, whose values are picked from a dense vector.
    fn push(&mut self, columns: &[i32], from: &[f64]) {
        self.rowadr.push(self.colind.len() as i32);
        self.rownnz.push(columns.len() as i32);
        self.colind.extend_from_slice(columns);
        self.values
            .extend(columns.iter().map(|&c| from[c as usize]));
    }

    fn pattern(&self) -> Csr<'_> {
        Csr::new(&self.rownnz, &self.rowadr, &self.colind)
    }

    /// Becomes the transpose of a matrix with `ncol` columns; columns stay ascending.
    fn transpose(&mut self, of: &Self, ncol: usize) {
        self.clear();
        self.rownnz.resize(ncol, 0);
        self.rowadr.resize(ncol, 0);
        self.colind.resize(of.colind.len(), 0);
        self.values.resize(of.values.len(), 0.0);
        for &c in &of.colind {
            self.rownnz[c as usize] += 1;
        }
        starts(&self.rownnz, &mut self.rowadr);
        self.rownnz.fill(0);
        for r in 0..of.rownnz.len() {
            for k in of.pattern().range(r) {
                let c = of.colind[k] as usize;
                let at = (self.rowadr[c] + self.rownnz[c]) as usize;
                self.rownnz[c] += 1;
                self.colind[at] = r as i32;
                self.values[at] = of.values[k];
            }
        }
    }
}

/// Where rows of these lengths start.
fn starts(rownnz: &[i32], rowadr: &mut [i32]) {
    let mut sum = 0;
    for (adr, nnz) in rowadr.iter_mut().zip(rownnz) {
        *adr = sum;
        sum += nnz;
    }
}

/// Fills `efc.ar`, equation (1), if the model needs it.
///
/// Reads `efc.jac`, `efc.r`, `inertia.qld`; writes `efc.ar` and its pattern.
#[doc(alias = "mj_projectConstraint")]
pub fn project_constraint(model: &Model, data: &mut Data) {
    let Data {
        inertia,
        efc,
        counts,
        project,
        ..
    } = data;
    if counts.nefc == 0 || !is_dual(model) {
        return;
    }
    let pattern = inertia::pattern(model);
    let factor = inertia.qld.rows();
    project.root.clear();
    project
        .root
        .extend((0..pattern.nrow()).map(|i| 1.0 / factor[pattern.range(i).end - 1].sqrt()));
    if is_sparse(model) {
        sparse(model, pattern, factor, efc, project);
    } else {
        dense(pattern, factor, counts.nefc, efc, project);
    }
}

/// Every pair of rows.
fn dense(pattern: Csr<'_>, factor: &[f64], nefc: usize, efc: &mut Efc, memory: &mut ProjectMemory) {
    let nv = pattern.nrow();
    let ProjectMemory {
        root,
        values,
        ones,
        sum: transposed,
        ..
    } = memory;
    values.clear();
    values.extend_from_slice(efc.jac.rows());
    ldl::half_solve_many(values, factor, root, pattern);
    transposed.resize(nv * nefc, 0.0);
    for (r, row) in values.chunks_exact(nv.max(1)).enumerate() {
        for (i, &b) in row.iter().enumerate() {
            transposed[i * nefc + r] = b;
        }
    }

    ones.clear();
    ones.resize(nv, 1.0);
    efc.ar.reset(nefc * nefc, 0);
    let ar = efc.ar.rows_mut();
    dense::sqr_t(ar, &transposed[..nv * nefc], ones, nefc);
    for r in 0..nefc {
        for c in 0..r {
            ar[c * nefc + r] = ar[r * nefc + c];
        }
        ar[r * (nefc + 1)] += efc.r[r];
    }
}

/// Pairs of rows that share a dof.
fn sparse(
    model: &Model,
    pattern: Csr<'_>,
    factor: &[f64],
    efc: &mut Efc,
    memory: &mut ProjectMemory,
) {
    let nv = model.dof.len();
    let nefc = efc.kind.len();
    half_rows(pattern, factor, efc, memory);
    memory.half_t.transpose(&memory.half, nv);

    // the lower triangle; order: by dof
    let ProjectMemory {
        half,
        half_t,
        lower,
        touched,
        seen,
        sum,
        ..
    } = memory;
    lower.clear();
    fresh(seen, nefc);
    sum.clear();
    sum.resize(nefc, 0.0);
    for r in 0..nefc {
        touched.clear();
        touched.push(r as i32);
        seen[r] = 1;
        for k in half.pattern().range(r) {
            let b = half.values[k];
            let others = half_t.pattern().range(half.colind[k] as usize);
            let columns = &half_t.colind[others.clone()];
            let count = columns.partition_point(|&c| c <= r as i32);
            for (&c, &other) in columns[..count].iter().zip(&half_t.values[others]) {
                let c = c as usize;
                if seen[c] == 0 {
                    seen[c] = 1;
                    touched.push(c as i32);
                }
                sum[c] += b * other;
            }
        }
        touched.sort_unstable();
        sum[r] += efc.r[r];
        lower.push(touched, sum);
        for &c in &*touched {
            seen[c as usize] = 0;
            sum[c as usize] = 0.0;
        }
    }
    mirror(lower, efc);
}

/// `n` zeros.
fn fresh(v: &mut Vec<i32>, n: usize) {
    v.clear();
    v.resize(n, 0);
}

/// The rows of `B`.
fn half_rows(pattern: Csr<'_>, factor: &[f64], efc: &Efc, memory: &mut ProjectMemory) {
    let nv = pattern.nrow();
    let ProjectMemory {
        root,
        half,
        touched,
        seen,
        sum: row,
        ..
    } = memory;
    half.clear();
    fresh(seen, nv);
    row.clear();
    row.resize(nv, 0.0);
    for r in 0..efc.kind.len() {
        let start = efc.jac_rowadr[r] as usize;
        let range = start..start + efc.jac_rownnz[r] as usize;
        touched.clear();
        for (&i, &j) in efc.jac_colind[range.clone()].iter().zip(&efc.jac[range]) {
            row[i as usize] = j;
            for &ancestor in pattern.cols(i as usize) {
                if seen[ancestor as usize] == 0 {
                    seen[ancestor as usize] = 1;
                    touched.push(ancestor);
                }
            }
        }
        touched.sort_unstable();
        ldl::half_solve_rows(row, factor, root, pattern, touched);
        half.push(touched, row);
        for &i in &*touched {
            seen[i as usize] = 0;
            row[i as usize] = 0.0;
        }
    }
}

/// Both triangles, from the lower one.
fn mirror(lower: &Packed, efc: &mut Efc) {
    let nefc = lower.rownnz.len();
    efc.ar_rownnz.reset(nefc, 0);
    efc.ar_rowadr.reset(nefc, 0);
    for r in 0..nefc {
        for &c in lower.pattern().cols(r) {
            efc.ar_rownnz[r] += 1;
            if c as usize != r {
                efc.ar_rownnz[c as usize] += 1;
            }
        }
    }
    starts(efc.ar_rownnz.rows(), efc.ar_rowadr.rows_mut());
    let total = efc.ar_rownnz.iter().sum::<i32>() as usize;
    efc.ar.reset(total, 0);
    efc.ar_colind.reset(total, 0);

    // a row is complete up to its diagonal before later rows append to it
    efc.ar_rownnz.rows_mut().fill(0);
    let Efc {
        ar,
        ar_rownnz,
        ar_rowadr,
        ar_colind,
        ..
    } = efc;
    let mut put = |r: usize, c: usize, value: f64| {
        let at = (ar_rowadr[r] + ar_rownnz[r]) as usize;
        ar_rownnz[r] += 1;
        ar_colind[at] = c as i32;
        ar[at] = value;
    };
    for r in 0..nefc {
        for k in lower.pattern().range(r) {
            let (c, value) = (lower.colind[k] as usize, lower.values[k]);
            put(r, c, value);
            if c != r {
                put(c, r, value);
            }
        }
    }
}
