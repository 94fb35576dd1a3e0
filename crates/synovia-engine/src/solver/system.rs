//! The matrices of one problem: inertia, Jacobian, and the Hessian of the cost with its factor.
//!
//! | form                      | for                                                |
//! |---------------------------|----------------------------------------------------|
//! | [`padded`]                | Newton steps of small problems and of dense models |
//! | [`sparse`](super::sparse) | Newton steps of large problems in sparse models    |
//! | transposed                | conjugate gradients in sparse models               |
//! | plain                     | conjugate gradients in dense models, warm starts   |
//!
//! Conjugate gradients need no Hessian, but the order of sums of the reference: see [`Transposed`].

pub(super) use synovia_math::refill;
use synovia_math::{Csr, Supernodes, Transposed, ldl};
use synovia_model::enums::{Cone, ConstraintState};

use super::padded::{self, PaddedSystem};
use super::primal::Direction;
use super::problem::Problem;
use super::sparse::{Columns, SparseJacobian, SparseSystem};
use crate::data::{Contact, Jacobian};

/// The workspace of descents, kept between steps; it holds no results.
#[derive(Clone, Debug, Default)]
pub(crate) struct NewtonWorkspace {
    /// Dense matrices in padded rows.
    padded: PaddedSystem,
    /// Sparse matrices and their symbolic analysis.
    sparse: SparseSystem,
    /// Groups of rows with the same columns.
    supernodes: Supernodes,
    /// The transposed Jacobian.
    transposed: Transposed,
    /// The Jacobian pattern for which supernodes and transpose were computed.
    transposed_for: Option<Columns>,
}

/// The storage format of the matrices of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Dense rows, padded for the vector unit.
    Padded,
    /// Compressed rows.
    Sparse,
    /// Compressed rows and their transpose.
    Transposed,
    /// The matrices of the problem itself.
    Plain,
}

/// The matrices of one part after the other.
#[derive(Debug)]
pub(super) struct System<'a> {
    /// The method that uses the matrices.
    direction: Direction,
    /// Memory and symbolic analysis, kept between steps.
    workspace: &'a mut NewtonWorkspace,
    /// The current storage format.
    form: Form,
    /// True if rows of a sparse Jacobian are multiplied by supernode.
    by_supernode: bool,
    /// The part whose matrices are laid out.
    laid_out: Option<usize>,
    /// Rank-one changes of the last iteration.
    updates: usize,
    /// True if the last factor was rank-deficient.
    deficient: bool,
}

/// Entries of a sparse factor, and of the matrix as if inertia and `JᵀJ` did not overlap.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Nonzeros {
    /// Entries of the factor.
    pub(super) factor: usize,
    /// Entries of the matrix.
    pub(super) matrix: usize,
}

/// The change of a row's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// It enters its quadratic zone.
    Enters,
    /// It leaves its quadratic zone.
    Leaves,
}

/// States of rows before and after an iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct StateChange<'a> {
    /// Before.
    pub(super) old: &'a [i32],
    /// After.
    pub(super) new: &'a [i32],
}

impl<'a> StateChange<'a> {
    /// Number of rows that entered or left their quadratic zone.
    fn count(self) -> usize {
        let quadratic = ConstraintState::Quadratic.to_i32();
        let pairs = self.old.iter().zip(self.new);
        pairs
            .map(|(&old, &new)| i32::from((old == quadratic) != (new == quadratic)))
            .sum::<i32>() as usize
    }

    /// Rows that entered or left their quadratic zone.
    pub(super) fn rows(self) -> impl Iterator<Item = (usize, Change)> + 'a {
        let quadratic = ConstraintState::Quadratic.to_i32();
        let pairs = self.old.iter().zip(self.new).enumerate();
        pairs.filter_map(
            move |(r, (&old, &new))| match (old == quadratic, new == quadratic) {
                (false, true) => Some((r, Change::Enters)),
                (true, false) => Some((r, Change::Leaves)),
                _ => None,
            },
        )
    }
}

/// The constraint masses `D` of rows in their quadratic zone, zero for the others.
pub(super) fn weights(out: &mut Vec<f64>, problem: &Problem<'_>, state: &[i32]) {
    let quadratic = ConstraintState::Quadratic.to_i32();
    out.clear();
    let rows = state.iter().zip(problem.rows.d);
    out.extend(rows.map(|(&s, &d)| if s == quadratic { d } else { 0.0 }));
}

/// True unless most supernodes have a single row.
fn worthwhile(supernodes: &Supernodes, pattern: Csr<'_>) -> bool {
    2 * supernodes.pieces() <= pattern.nrow()
}

/// True for a sparse Jacobian.
const fn is_sparse(problem: &Problem<'_>) -> bool {
    matches!(problem.jacobian, Jacobian::Sparse { .. })
}

/// True if all rows are so short that eight lanes sum them in the same order as four.
fn has_short_rows(pattern: Csr<'_>) -> bool {
    pattern.rownnz.iter().all(|&n| n < 16)
}

impl<'a> System<'a> {
    /// The plain matrices, without a Hessian.
    pub(super) const fn new(direction: Direction, workspace: &'a mut NewtonWorkspace) -> Self {
        Self {
            direction,
            workspace,
            form: Form::Plain,
            by_supernode: false,
            laid_out: None,
            updates: 0,
            deficient: false,
        }
    }

    /// True if the last factor was that of a sparse model and is rank-deficient.
    pub(super) const fn is_deficient(&self) -> bool {
        self.deficient
    }

    /// Lays out the matrices of part `k` in the format that the direction needs, unless they already are; nothing is
    /// factored yet.
    pub(super) fn lay_out(&mut self, problem: &Problem<'_>, k: usize) {
        // already laid out, for the warm start
        if self.laid_out == Some(k) {
            return;
        }
        self.laid_out = Some(k);
        self.updates = 0;
        let small = problem.qacc_smooth.len() <= padded::SMALL;
        let NewtonWorkspace {
            padded,
            sparse,
            supernodes,
            transposed,
            transposed_for,
        } = &mut *self.workspace;
        (self.form, self.by_supernode) = match (self.direction, problem.jacobian) {
            // Newton with many dofs: sparse factor
            (Direction::Newton, Jacobian::Sparse { pattern, .. }) if !small => {
                *transposed_for = None;
                supernodes.find(pattern);
                sparse.begin(problem, pattern, supernodes);
                (Form::Sparse, worthwhile(supernodes, pattern))
            }
            // Newton with few dofs or a dense Jacobian: dense factor
            (Direction::Newton, _) => {
                padded.begin(problem);
                (Form::Padded, false)
            }
            (
                Direction::ConjugateGradient,
                Jacobian::Sparse {
                    pattern, values, ..
                },
            ) => {
                // rows of a soft body have the same pattern in every step
                let nv = problem.qacc_smooth.len();
                // same pattern as before: copy the values only
                if transposed_for.get_or_insert_default().follow(pattern, nv) {
                    transposed.set_values(pattern, values);
                } else {
                    supernodes.find(pattern);
                    transposed.set(pattern, values, nv);
                }
                (
                    Form::Transposed,
                    worthwhile(supernodes, pattern) && has_short_rows(pattern),
                )
            }
            // conjugate gradients with a dense Jacobian use it directly
            (Direction::ConjugateGradient, Jacobian::Dense { .. }) => (Form::Plain, false),
        };
    }

    /// Rank-one changes of the last iteration, counted as one per changed row; all rows if one change failed.
    pub(super) const fn updates(&self) -> usize {
        self.updates
    }

    /// Entries of the factor; in a sparse model also those of its copy for cones, if any, and those of the matrix.
    ///
    /// The matrix is counted as in the reference, which does not yet know where inertia and `JᵀJ` overlap.
    pub(super) fn nonzeros(&self, problem: &Problem<'_>, cone: Cone) -> usize {
        // conjugate gradients have no factor
        let Nonzeros { factor, matrix } = match self.form {
            Form::Padded => self.workspace.padded.nonzeros(),
            Form::Sparse => self.workspace.sparse.nonzeros(),
            Form::Transposed | Form::Plain => return 0,
        };
        // with elliptic cones the reference stores a second factor
        let copies = 1 + usize::from(is_sparse(problem) && cone == Cone::Elliptic);
        copies * factor + matrix
    }

    /// `out ← J x`.
    pub(super) fn mul_jac(&self, problem: &Problem<'_>, out: &mut [f64], x: &[f64]) {
        let nv = problem.qacc_smooth.len();
        let NewtonWorkspace {
            padded, supernodes, ..
        } = &*self.workspace;
        // by format; order: each format sums as its method requires
        match (self.form, self.by_supernode, problem.jacobian) {
            (Form::Padded, ..) => padded.mul_jac(out, x),
            (
                _,
                true,
                Jacobian::Sparse {
                    pattern, values, ..
                },
            ) => supernodes.mul_vec(out, values, &x[..nv], pattern),
            (
                Form::Transposed,
                _,
                Jacobian::Sparse {
                    pattern, values, ..
                },
            ) => supernodes.mul_vec_in_fours(out, values, &x[..nv], pattern),
            _ if self.direction == Direction::ConjugateGradient => {
                problem.jacobian.mul_vec_in_fours(out, &x[..nv]);
            }
            _ => problem.jacobian.mul_vec(out, &x[..nv]),
        }
    }

    /// `out ← Jᵀ x`.
    pub(super) fn mul_jac_t(&self, problem: &Problem<'_>, out: &mut [f64], x: &[f64]) {
        let nv = problem.qacc_smooth.len();
        let NewtonWorkspace {
            padded,
            supernodes,
            transposed,
            ..
        } = &*self.workspace;
        match (self.form, self.by_supernode, problem.jacobian) {
            (Form::Padded, ..) => padded.mul_jac_t(out, x),
            (Form::Transposed, ..) => transposed.mul_vec(&mut out[..nv], x),
            (
                _,
                true,
                Jacobian::Sparse {
                    pattern, values, ..
                },
            ) => supernodes.mul_t_vec(&mut out[..nv], values, x, pattern),
            _ => problem.jacobian.mul_t_vec(&mut out[..nv], x),
        }
    }

    /// `out ← M x`.
    pub(super) fn mul_inertia(&self, problem: &Problem<'_>, out: &mut [f64], x: &[f64]) {
        let nv = problem.qacc_smooth.len();
        match self.form {
            Form::Padded => self.workspace.padded.mul_inertia(out, x),
            _ => problem.mul_inertia(&mut out[..nv], &x[..nv]),
        }
    }

    /// Computes and factors the Hessian, if the direction needs one.
    pub(super) fn factor(
        &mut self,
        problem: &Problem<'_>,
        state: &[i32],
        contacts: &[Contact],
        cones: usize,
    ) {
        let NewtonWorkspace { padded, sparse, .. } = &mut *self.workspace;
        let nv = problem.qacc_smooth.len();
        // only Newton steps have a Hessian
        let rank = match (self.form, SparseJacobian::of(problem)) {
            (Form::Padded, _) => padded.factor(problem, state, contacts, cones),
            (Form::Sparse, Some(jacobian)) => {
                sparse.factor(problem, jacobian, state, contacts, cones)
            }
            _ => nv,
        };
        // rank deficiency is an error in sparse models only, as in the reference
        self.deficient = rank < nv && is_sparse(problem);
    }

    /// Counts the changes from one iteration to the next and, if there is a next iteration, updates the factor.
    pub(super) fn change(
        &mut self,
        problem: &Problem<'_>,
        states: StateChange<'_>,
        contacts: &[Contact],
        cones: usize,
        continues: bool,
    ) {
        // conjugate gradients have no Hessian
        if matches!(self.form, Form::Transposed | Form::Plain) {
            return;
        }
        // each changed row is a rank-one change, each cone row another
        let count = states.count();
        self.updates = count + cones;
        if !continues {
            return;
        }
        let NewtonWorkspace { padded, sparse, .. } = &mut *self.workspace;
        // update the factor; the rank is returned if it had to be recomputed
        let anew = match (self.form, SparseJacobian::of(problem)) {
            (Form::Padded, _) => padded.change(problem, states.new, count, contacts, cones),
            (Form::Sparse, Some(jacobian)) => {
                let anew = sparse.change(problem, jacobian, states, contacts, cones);
                // a factor that was recomputed counts all rows
                if anew.is_some() {
                    self.updates = states.new.len() + cones;
                }
                anew
            }
            _ => None,
        };
        if let Some(rank) = anew {
            self.deficient = rank < problem.qacc_smooth.len() && is_sparse(problem);
        }
    }

    /// `x ← H⁻¹ x`, or `M⁻¹ x` without a Hessian.
    pub(super) fn solve(&self, problem: &Problem<'_>, x: &mut [f64], cones: usize) {
        let nv = problem.qacc_smooth.len();
        match self.form {
            Form::Padded => self.workspace.padded.solve(x),
            Form::Sparse => self.workspace.sparse.solve(&mut x[..nv], cones),
            Form::Transposed | Form::Plain => ldl::solve(
                &mut x[..nv],
                problem.factor,
                problem.factor_diag_inv,
                problem.inertia_pattern,
            ),
        }
    }
}
