//! The Delassus matrix `A = J M⁻¹ Jᵀ`: the acceleration of one row due to the force of another.
//!
//! ```text
//! AR = J M⁻¹ Jᵀ + R = B Bᵀ + R,      B = J L⁻¹ D^(−½),   M = Lᵀ D L                             (1)
//! ```
//!
//! Only solvers that work with forces need this matrix: PGS, ActiveSet and the noslip pass. It is dense if the Jacobian is;
//! otherwise two rows have an entry if they share a tree of dofs: a row of `B` has the columns of its Jacobian row together
//! with all their ancestors, including the root. With few trees and rows it is nevertheless computed like a dense one.
//!
//! DIFFERENCE(sparse-dual): the reference counts the entries of `B` twice, in different ways, for dofs with a diagonal
//! inertia.
//!
//! | here     | in the code     | meaning                                                        |
//! |----------|-----------------|----------------------------------------------------------------|
//! | `B`      | `lanes`, `half` | half of the product, one row per constraint row                |
//! | `L`, `D` | `inertia.qld`   | factor of the inertia                                          |
//! | `R`      | `efc.r`         | regularisation                                                 |
//! | `AR`     | `efc.ar`        | the result, dense or with the pattern `ar_rowadr`, `ar_colind` |

use core::ops::Range;

use synovia_math::{Csr, LaneRows, kernel, ldl, refill};
use synovia_model::Model;
use synovia_model::column::AnyColumn;
use synovia_model::enums::{Solver, Warning};

use super::arena;
use crate::data::{Data, Efc, InertiaGroup, Jacobian};
use crate::is_sparse;
use crate::position::inertia;
use crate::workspace::Workspace;

/// True if the solver of the model, or the noslip pass after it, works with forces.
#[doc(alias = "mj_isDual")]
pub fn is_dual(model: &Model) -> bool {
    matches!(model.opt.solver, Solver::Pgs | Solver::ActiveSet) || model.opt.noslip_iterations > 0
}

/// The workspace of [`project_constraint`], kept between steps; it holds no results.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProjectWorkspace {
    /// `D^(−½)`, one number per dof.
    root: Vec<f64>,
    /// Rows of `B`, interleaved for the vector unit.
    lanes: LaneRows,
    /// Rows grouped by the trees they involve.
    runs: Vec<Run>,
    /// Trees of each block of four rows.
    block_trees: Vec<Trees>,
    /// `B` by rows.
    half: Packed,
    /// `B` by columns.
    half_t: Packed,
    /// Lower triangle of `B Bᵀ`.
    lower: Packed,
    /// Columns of the current row.
    touched: Vec<i32>,
    /// 1 for columns that are in that list.
    seen: Vec<i32>,
    /// Sums of the current row, dense.
    sum: Vec<f64>,
}

/// Sparse models with at most this many rows are projected in lanes, through a dense matrix of all pairs of rows (32 MB).
///
/// Instructions per step with PGS, by rows and in lanes: a soft box with 866 rows 135 and 37 million, a gripper with 1492 rows 474
/// and 318 million.
const FEW_ROWS: usize = 2048;
/// A set of trees, one bit each.
type Trees = u64;

/// Consecutive rows that involve the same trees.
#[derive(Clone, Debug)]
struct Run {
    /// The rows.
    rows: Range<usize>,
    /// Their trees.
    trees: Trees,
}

/// A sparse matrix that grows row by row.
#[derive(Clone, Debug, Default)]
struct Packed {
    /// Entries per row.
    rownnz: Vec<i32>,
    /// Addresses of the rows.
    rowadr: Vec<i32>,
    /// Columns of the entries.
    colind: Vec<i32>,
    /// The entries.
    values: Vec<f64>,
}

impl Packed {
    /// Removes all rows; memory is kept.
    fn clear(&mut self) {
        self.rownnz.clear();
        self.rowadr.clear();
        self.colind.clear();
        self.values.clear();
    }

    /// Appends a row with these columns, whose values are taken from a dense vector.
    fn push(&mut self, columns: &[i32], from: &[f64]) {
        self.rowadr.push(self.colind.len() as i32);
        self.rownnz.push(columns.len() as i32);
        self.colind.extend_from_slice(columns);
        self.values
            .extend(columns.iter().map(|&c| from[c as usize]));
    }

    /// The pattern of the rows so far.
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
        // entries per column, then addresses
        for &c in &of.colind {
            self.rownnz[c as usize] += 1;
        }
        starts(&self.rownnz, &mut self.rowadr);
        self.rownnz.fill(0);
        // row by row, so that columns ascend
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

/// Addresses of consecutive rows of these lengths.
fn starts(rownnz: &[i32], rowadr: &mut [i32]) {
    // running sum
    let mut sum = 0;
    for (adr, nnz) in rowadr.iter_mut().zip(rownnz) {
        *adr = sum;
        sum += nnz;
    }
}

/// Computes the Delassus matrix of a simulation, [`delassus`].
///
/// If it does not fit into the arena of the model, all rows are dropped with a warning.
#[doc(alias = "mj_projectConstraint")]
pub(crate) fn project_constraint(model: &Model, data: &mut Data) {
    let Data {
        inertia,
        state,
        efc,
        contact,
        island,
        diag,
        work: Workspace { project, .. },
        ..
    } = data;
    let fits = delassus(model, inertia, contact.list.len(), efc, project);
    // too large for the arena: there are no rows
    if !fits {
        efc.clear();
        efc.jac_colind.reset(0, 0);
        (island.nisland, island.nidof) = (0, 0);
        for contact in &mut contact.list {
            contact.efc_address = -1;
        }
        let bytes = usize::try_from(model.size.narena).unwrap_or(0);
        diag.warn(Warning::ConstraintFull, bytes, state.time);
    }
}

/// Computes `efc.ar`, equation (1), if the model needs it; false if it does not fit into the arena of the model next to this
/// many contacts.
///
/// Reads `efc.jac`, `efc.r`, `inertia.qld`; writes `efc.ar` and its pattern.
fn delassus(
    model: &Model,
    inertia: &InertiaGroup,
    contacts: usize,
    efc: &mut Efc,
    project: &mut ProjectWorkspace,
) -> bool {
    let nefc = efc.counts.nefc;
    if nefc == 0 || !is_dual(model) {
        return true;
    }
    // `D^(−½)` of the factor of `M`
    let pattern = inertia::pattern(model);
    let factor = inertia.qld.rows();
    project.root.clear();
    project
        .root
        .extend((0..pattern.nrow()).map(|i| 1.0 / factor[pattern.range(i).end - 1].sqrt()));
    // memory of the arena that is left for the matrix
    let sizes = arena::Sizes {
        contacts,
        rows: nefc,
        entries: efc.jac.len(),
    };
    let room = arena::delassus_entries(model, sizes, is_sparse(model));
    // dense; sparse with few rows, in lanes; or sparse by rows
    if !is_sparse(model) && nefc * nefc > room {
        false
    } else if !is_sparse(model) {
        half_lanes(pattern, factor, false, efc, project);
        efc.ar.reset(nefc * nefc, 0);
        let ar = efc.ar.rows_mut();
        project.lanes.gram(ar, |_, _| true);
        // the regularisation on the diagonal
        for r in 0..nefc {
            ar[r * (nefc + 1)] += efc.r[r];
        }
        true
    } else if nefc <= FEW_ROWS && model.size.ntree as u32 <= Trees::BITS {
        half_lanes(pattern, factor, true, efc, project);
        by_trees(model, pattern, efc, project);
        efc.ar.len() <= room
    } else {
        sparse(model, pattern, factor, efc, project, room)
    }
}

/// All rows of `B`, four at a time.
fn half_lanes(
    pattern: Csr<'_>,
    factor: &[f64],
    sparse: bool,
    efc: &Efc,
    workspace: &mut ProjectWorkspace,
) {
    // four rows per block, one in each lane
    let nefc = efc.kind.len();
    let lanes = &mut workspace.lanes;
    let nv = pattern.nrow();
    // interleave the rows of `J`
    match efc.jacobian(sparse, nv) {
        Jacobian::Dense { values, .. } => lanes.set_dense(&values[..nefc * nv], nv),
        Jacobian::Sparse {
            pattern, values, ..
        } => {
            lanes.reset(nefc, nv);
            for r in 0..nefc {
                let columns = pattern.cols(r).iter().map(|&i| i as usize);
                let values = values[pattern.range(r)].iter().copied();
                lanes.set(r, columns.zip(values));
            }
        }
    }
    // `J L⁻¹ D^(−½)` for all rows at once
    lanes.half_solve(factor, &workspace.root, pattern);
}

/// Pairs of rows that share a tree, from the rows of `B` in lanes.
fn by_trees(model: &Model, pattern: Csr<'_>, efc: &mut Efc, workspace: &mut ProjectWorkspace) {
    let nefc = efc.kind.len();
    let ProjectWorkspace {
        lanes,
        runs,
        block_trees,
        sum: all,
        touched: columns,
        seen,
        ..
    } = workspace;

    // group rows by the trees they involve; a row without dofs is coupled only to itself
    runs.clear();
    block_trees.clear();
    block_trees.resize(nefc.div_ceil(4), 0);
    for r in 0..nefc {
        // the set of trees of the row
        let start = efc.jac_rowadr[r] as usize;
        let dofs = &efc.jac_colind[start..start + efc.jac_rownnz[r] as usize];
        let trees = dofs.iter().fold(0, |trees: Trees, &i| {
            trees | Trees::wrapping_shl(1, model.dof.treeid.rows()[i as usize].0 as u32)
        });
        block_trees[r / 4] |= trees;
        // extend the current run, or start a new one
        match runs.last_mut() {
            Some(run) if run.trees == trees && trees != 0 => run.rows.end = r + 1,
            _ => runs.push(Run {
                rows: r..r + 1,
                trees,
            }),
        }
    }
    // uncoupled pairs are not initialised
    all.resize(nefc * nefc, 0.0);
    for run in runs.iter().filter(|run| run.trees == 0) {
        all[run.rows.start * (nefc + 1)] = 0.0;
    }
    // products of coupled blocks
    lanes.gram(all, |p, q| block_trees[p] & block_trees[q] != 0);
    // order: the reference sums the diagonal of a sparse matrix in lanes over the entries of the row
    refill(seen, pattern.nrow(), 0);
    columns.clear();
    let dofs_of = |r: usize| {
        let start = efc.jac_rowadr[r] as usize;
        &efc.jac_colind[start..start + efc.jac_rownnz[r] as usize]
    };
    for r in 0..nefc {
        if r == 0 || dofs_of(r) != dofs_of(r - 1) {
            with_ancestors(dofs_of(r), pattern, seen, columns);
        }
        all[r * (nefc + 1)] = lanes.square(r, columns) + efc.r[r];
    }

    // all rows of a run have the same columns: count them, then copy
    efc.ar_rownnz.reset(nefc, 0);
    efc.ar_rowadr.reset(nefc, 0);
    let coupled = |a: &Run, b: &Run| a.trees & b.trees != 0 || a.rows == b.rows;
    for run in &*runs {
        let others = runs.iter().filter(|other| coupled(run, other));
        let nnz = others.map(|other| other.rows.len()).sum::<usize>();
        efc.ar_rownnz.rows_mut()[run.rows.clone()].fill(nnz as i32);
    }
    starts(efc.ar_rownnz.rows(), efc.ar_rowadr.rows_mut());
    let total = efc.ar_rownnz.iter().sum::<i32>() as usize;
    efc.ar.reset(total, 0);
    efc.ar_colind.reset(total, 0);
    let (mut at, ar, colind) = (0, efc.ar.rows_mut(), efc.ar_colind.rows_mut());
    // copy the coupled parts of each row
    for run in &*runs {
        columns.clear();
        for other in runs.iter().filter(|other| coupled(run, other)) {
            columns.extend(other.rows.clone().map(|c| c as i32));
        }
        for r in run.rows.clone() {
            colind[at..at + columns.len()].copy_from_slice(columns);
            for other in runs.iter().filter(|other| coupled(run, other)) {
                let from = r * nefc + other.rows.start;
                let len = other.rows.len();
                ar[at..at + len].copy_from_slice(&all[from..from + len]);
                at += len;
            }
        }
    }
}

/// Pairs of rows that share a dof; false if the matrix does not fit into `room` entries.
fn sparse(
    model: &Model,
    pattern: Csr<'_>,
    factor: &[f64],
    efc: &mut Efc,
    workspace: &mut ProjectWorkspace,
    room: usize,
) -> bool {
    let nv = model.dof.len();
    let nefc = efc.kind.len();
    // `B` by rows and by columns
    half_rows(pattern, factor, efc, workspace);
    workspace.half_t.transpose(&workspace.half, nv);

    // the lower triangle of `B Bᵀ`; order: by dof
    let ProjectWorkspace {
        half,
        half_t,
        lower,
        touched,
        seen,
        sum,
        ..
    } = workspace;
    lower.clear();
    refill(seen, nefc, 0);
    sum.clear();
    sum.resize(nefc, 0.0);
    for r in 0..nefc {
        touched.clear();
        touched.push(r as i32);
        seen[r] = 1;
        // for each entry of the row, all earlier rows with the same dof
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
        // order: as in `by_trees`
        let row = &half.values[half.pattern().range(r)];
        sum[r] = kernel::dot_in_fours(row, row) + efc.r[r];
        // store the row, clear the buffers
        lower.push(touched, sum);
        for &c in &*touched {
            seen[c as usize] = 0;
            sum[c as usize] = 0.0;
        }
        // finally every entry except those on the diagonal is stored twice
        if 2 * lower.colind.len() - (r + 1) > room {
            return false;
        }
    }
    mirror(lower, efc);
    true
}

/// The rows of `B`, one after the other.
fn half_rows(pattern: Csr<'_>, factor: &[f64], efc: &Efc, workspace: &mut ProjectWorkspace) {
    // buffers: the dense row, and marks for its columns
    let nv = pattern.nrow();
    let ProjectWorkspace {
        root,
        half,
        touched,
        seen,
        sum: row,
        ..
    } = workspace;
    half.clear();
    refill(seen, nv, 0);
    row.clear();
    row.resize(nv, 0.0);
    // scatter the row of `J`
    for r in 0..efc.kind.len() {
        let start = efc.jac_rowadr[r] as usize;
        let range = start..start + efc.jac_rownnz[r] as usize;
        for (&i, &j) in efc.jac_colind[range.clone()]
            .iter()
            .zip(&efc.jac[range.clone()])
        {
            row[i as usize] = j;
        }
        // `J L⁻¹ D^(−½)` at the dofs of the row and their ancestors
        with_ancestors(&efc.jac_colind[range], pattern, seen, touched);
        ldl::half_solve_rows(row, factor, root, pattern, touched);
        half.push(touched, row);
        for &i in &*touched {
            row[i as usize] = 0.0;
        }
    }
}

/// Sets `all` to some dofs and all their ancestors, ascending; `seen` is zero before and after.
fn with_ancestors(dofs: &[i32], pattern: Csr<'_>, seen: &mut [i32], all: &mut Vec<i32>) {
    // rows of `M` list the ancestors of a dof, and the dof itself
    all.clear();
    for &i in dofs {
        for &ancestor in pattern.cols(i as usize) {
            if seen[ancestor as usize] == 0 {
                seen[ancestor as usize] = 1;
                all.push(ancestor);
            }
        }
    }
    all.sort_unstable();
    // leave `seen` clear for the next call
    for &i in &*all {
        seen[i as usize] = 0;
    }
}

/// Copies the lower triangle to both triangles.
fn mirror(lower: &Packed, efc: &mut Efc) {
    let nefc = lower.rownnz.len();
    efc.ar_rownnz.reset(nefc, 0);
    efc.ar_rowadr.reset(nefc, 0);
    // entries per row, then addresses
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
    // each entry below the diagonal also appears above it
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
