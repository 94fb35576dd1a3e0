//! The matrices of one problem: inertia, Jacobian, and the curvature of the cost with its factor.
//!
//! | form       | for                                               |
//! |------------|---------------------------------------------------|
//! | [`padded`] | Newton steps of small problems and of dense models|
//! | [`sparse`](super::sparse) | Newton steps of large problems in sparse models   |
//! | plain      | conjugate gradients, which need no curvature      |

pub use synovia_math::refill;
use synovia_math::{Csr, RowGroups, ldl};
use synovia_model::enums::{Cone, ConstraintState};

use super::padded::{self, PaddedSystem};
use super::primal::{Method, Problem};
use super::sparse::SparseSystem;
use crate::data::{Contact, Jacobian};

/// Memory that the solver keeps from one step to the next.
#[derive(Clone, Debug, Default)]
pub struct NewtonMemory {
    padded: PaddedSystem,
    sparse: SparseSystem,
    groups: RowGroups,
}

/// How the matrices of a problem are kept.
#[derive(Debug)]
enum Form<'a> {
    Padded(&'a mut PaddedSystem),
    Sparse(&'a mut SparseSystem),
    Plain,
}

/// The matrices of one solve.
#[derive(Debug)]
pub struct System<'a> {
    form: Form<'a>,
    /// Rows of a sparse Jacobian with the same columns, if they were looked for.
    groups: Option<&'a RowGroups>,
    updates: usize,
}

/// What became of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is now in its quadratic zone.
    Enters,
    /// It no longer is.
    Leaves,
}

/// Rows that entered or left their quadratic zone.
pub fn changes<'s>(old: &'s [i32], new: &'s [i32]) -> impl Iterator<Item = (usize, Change)> + 's {
    let quadratic = ConstraintState::Quadratic.to_i32();
    let pairs = old.iter().zip(new).enumerate();
    pairs.filter_map(
        move |(r, (&old, &new))| match (old == quadratic, new == quadratic) {
            (false, true) => Some((r, Change::Enters)),
            (true, false) => Some((r, Change::Leaves)),
            _ => None,
        },
    )
}

/// The constraint masses of rows in their quadratic zone, zero for the others.
pub fn weights(out: &mut Vec<f64>, problem: &Problem<'_>, state: &[i32]) {
    let quadratic = ConstraintState::Quadratic.to_i32();
    out.clear();
    let rows = state.iter().zip(problem.rows.d);
    out.extend(rows.map(|(&s, &d)| if s == quadratic { d } else { 0.0 }));
}

/// The groups, unless most rows are on their own.
fn worthwhile<'a>(groups: &'a RowGroups, pattern: Csr<'_>) -> Option<&'a RowGroups> {
    (2 * groups.rows().len() <= pattern.nrow()).then_some(groups)
}

impl<'a> System<'a> {
    /// The matrices as `method` needs them; nothing is factored yet.
    pub fn new(problem: &Problem<'_>, method: Method, memory: &'a mut NewtonMemory) -> Self {
        let small = problem.qacc_smooth.len() <= padded::SMALL;
        let NewtonMemory {
            padded,
            sparse,
            groups,
        } = memory;
        let (form, groups) = match (method, problem.jacobian) {
            (Method::Newton, Jacobian::Sparse { pattern, .. }) if !small => {
                groups.find(pattern);
                sparse.begin(problem, pattern, groups);
                (Form::Sparse(sparse), worthwhile(groups, pattern))
            }
            (Method::Newton, _) => {
                padded.begin(problem);
                (Form::Padded(padded), None)
            }
            (Method::ConjugateGradient, Jacobian::Sparse { pattern, .. }) => {
                groups.find(pattern);
                (Form::Plain, worthwhile(groups, pattern))
            }
            (Method::ConjugateGradient, Jacobian::Dense { .. }) => (Form::Plain, None),
        };
        Self {
            form,
            groups,
            updates: 0,
        }
    }

    /// The matrices as they are, without curvature.
    pub const fn plain() -> Self {
        Self {
            form: Form::Plain,
            groups: None,
            updates: 0,
        }
    }

    /// Rank-one changes of the last iteration, as if each row that changed were one; all rows if one of them failed.
    pub const fn updates(&self) -> usize {
        self.updates
    }

    /// Entries of the factor; in a sparse model with its copy for cones, if it has any, and with those of the matrix.
    ///
    /// The matrix is counted as the reference does, which does not know yet where inertia and `JᵀJ` overlap.
    pub fn nonzeros(&self, problem: &Problem<'_>, cone: Cone) -> usize {
        let (factor, bound) = match &self.form {
            Form::Padded(padded) => padded.nonzeros(),
            Form::Sparse(sparse) => sparse.nonzeros(),
            Form::Plain => return 0,
        };
        let sparse = matches!(problem.jacobian, Jacobian::Sparse { .. });
        let copies = 1 + usize::from(sparse && cone == Cone::Elliptic);
        copies * factor + bound
    }

    /// `out ← J x`.
    pub fn mul_jac(&self, problem: &Problem<'_>, out: &mut [f64], x: &[f64]) {
        let nv = problem.qacc_smooth.len();
        match (&self.form, self.groups, problem.jacobian) {
            (Form::Padded(padded), ..) => padded.mul_jac(out, x),
            (
                _,
                Some(groups),
                Jacobian::Sparse {
                    pattern, values, ..
                },
            ) => groups.mul_vec(out, values, &x[..nv], pattern),
            _ => problem.jacobian.mul_vec(out, &x[..nv]),
        }
    }

    /// `out ← Jᵀ x`.
    pub fn mul_jac_t(&self, problem: &Problem<'_>, out: &mut [f64], x: &[f64]) {
        let nv = problem.qacc_smooth.len();
        match (&self.form, self.groups, problem.jacobian) {
            (Form::Padded(padded), ..) => padded.mul_jac_t(out, x),
            (
                _,
                Some(groups),
                Jacobian::Sparse {
                    pattern, values, ..
                },
            ) => groups.mul_t_vec(&mut out[..nv], values, x, pattern),
            _ => problem.jacobian.mul_t_vec(&mut out[..nv], x),
        }
    }

    /// `out ← M x`.
    pub fn mul_inertia(&self, problem: &Problem<'_>, out: &mut [f64], x: &[f64]) {
        let nv = problem.qacc_smooth.len();
        match &self.form {
            Form::Padded(padded) => padded.mul_inertia(out, x),
            _ => problem.mul_inertia(&mut out[..nv], &x[..nv]),
        }
    }

    /// Computes and factors the curvature, if there is a use for it.
    pub fn factor(
        &mut self,
        problem: &Problem<'_>,
        state: &[i32],
        contacts: &[Contact],
        cones: usize,
    ) {
        match (&mut self.form, problem.jacobian) {
            (Form::Padded(padded), _) => padded.factor(problem, state, contacts, cones),
            (
                Form::Sparse(sparse),
                Jacobian::Sparse {
                    pattern, values, ..
                },
            ) => sparse.factor(problem, (pattern, values), state, contacts, cones),
            _ => {}
        }
    }

    /// Counts the changes from one iteration to the next and, if there is a next iteration, makes the factor follow them.
    pub fn change(
        &mut self,
        problem: &Problem<'_>,
        (old, new): (&[i32], &[i32]),
        contacts: &[Contact],
        cones: usize,
        goes_on: bool,
    ) {
        if matches!(self.form, Form::Plain) {
            return;
        }
        let count = changes(old, new).count();
        self.updates = count + cones;
        if !goes_on {
            return;
        }
        let states = (old, new);
        let followed = match (&mut self.form, problem.jacobian) {
            (Form::Padded(padded), _) => {
                padded.change(problem, new, count, contacts, cones);
                true
            }
            (
                Form::Sparse(sparse),
                Jacobian::Sparse {
                    pattern, values, ..
                },
            ) => sparse.change(problem, (pattern, values), states, contacts, cones),
            _ => true,
        };
        if !followed {
            self.updates = new.len() + cones;
        }
    }

    /// `x ← H⁻¹ x`, or `M⁻¹ x` without curvature.
    pub fn solve(&self, problem: &Problem<'_>, x: &mut [f64], cones: usize) {
        let nv = problem.qacc_smooth.len();
        match &self.form {
            Form::Padded(padded) => padded.solve(x),
            Form::Sparse(sparse) => sparse.solve(&mut x[..nv], cones),
            Form::Plain => ldl::solve(
                &mut x[..nv],
                problem.factor,
                problem.factor_diag_inv,
                problem.inertia_pattern,
            ),
        }
    }
}
