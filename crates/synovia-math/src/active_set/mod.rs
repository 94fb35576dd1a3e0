//! Exact solution of quadratic programs with bounds, by an active-set method.
//!
//! ```text
//! minimise ½ λᵀAλ − bᵀλ      lo ≤ λ ≤ hi,   A symmetric positive definite                            (1)
//! w = Aλ − b                 at the minimum w ≥ 0 at lo, w ≤ 0 at hi, w = 0 between
//! ```
//!
//! With `lo = 0` and `hi = ∞` this is the linear complementarity problem of contacts. It has no regularisation of its
//! own: the caller adds one to the diagonal of `A`, usually 1e-8. An iterative solver approaches the solution; this
//! one finds the rows that are at a bound, solves for the others, and terminates after finitely many steps. The
//! Cholesky factor of the working set is updated with each row that enters or leaves ([`WorkingFactor`]); the two
//! phases are in [`iteration`].

mod exact;
mod factor;
pub mod iteration;

pub use factor::WorkingFactor;
pub use iteration::{ActiveSetSolver, BoxProblem, Limits, Outcome, RowState};

use core::fmt;

use crate::kernel;

/// Options of [`active_set`].
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Lower bounds; if empty, 0 for all rows; −∞ for a row without a bound.
    pub lower: &'a [f64],
    /// Upper bounds; if empty, there are none.
    pub upper: &'a [f64],
    /// A row at its bound is violated if its `w` has the wrong sign by more than this.
    pub tolerance: f64,
    /// Maximum number of passes of the first phase, which is also limited to twice the number of rows.
    pub cap: usize,
    /// Maximum number of passes of both phases together.
    pub max_iterations: Option<usize>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            lower: &[],
            upper: &[],
            tolerance: 1e-6,
            cap: 100,
            max_iterations: None,
        }
    }
}

impl Options<'_> {
    /// Maximum number of passes of the first phase for `n` rows.
    pub fn first_phase(&self, n: usize) -> usize {
        self.cap.min(2 * n)
    }
}

/// Maximum number of passes of the second phase for `n` rows: more than rounding should ever require.
pub const fn second_phase(n: usize) -> usize {
    20 * n + 100
}

/// The result of [`active_set`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solution {
    /// The minimiser if `converged`, otherwise the best point found.
    pub lambda: Vec<f64>,
    /// True if `lambda` is the minimiser.
    pub converged: bool,
    /// Number of passes, each of which solves one linear system.
    pub iterations: usize,
    /// Number of passes in the second phase.
    pub second_phase: usize,
    /// Number of rows in the working set.
    pub active_set_size: usize,
    /// `|Aλ − b|`: not zero if rows are at bounds, and therefore not a convergence test.
    pub residual: f64,
}

/// Invalid input of problem (1).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Invalid {
    /// An array has the wrong length.
    Length {
        /// Name of the array.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The required length.
        expected: usize,
    },
    /// A number is NaN, or infinite where it must not be.
    NotFinite {
        /// Name of the array.
        what: &'static str,
        /// Index of the number.
        index: usize,
    },
    /// The matrix differs from its transpose by more than rounding explains ([`ASYMMETRY`]).
    NotSymmetric {
        /// Row of the first such element above the diagonal.
        row: usize,
        /// Its column.
        column: usize,
        /// The element.
        above: f64,
        /// The element with row and column exchanged.
        below: f64,
    },
    /// A lower bound exceeds its upper bound.
    Bounds {
        /// The row.
        row: usize,
        /// Its lower bound.
        lower: f64,
        /// Its upper bound.
        upper: f64,
    },
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length {
                what,
                found,
                expected,
            } => write!(f, "{what} has {found} numbers, expected {expected}"),
            Self::NotFinite { what, index } => {
                write!(f, "{what} has an invalid number at index {index}")
            }
            Self::NotSymmetric {
                row,
                column,
                above,
                below,
            } => write!(
                f,
                "A is not symmetric: A[{row}, {column}] is {above}, A[{column}, {row}] is {below}"
            ),
            Self::Bounds { row, lower, upper } => {
                write!(
                    f,
                    "row {row}: lower bound {lower} is above upper bound {upper}"
                )
            }
        }
    }
}

impl core::error::Error for Invalid {}

/// Largest difference of the elements `ij` and `ji` of a matrix, relative to `√(A_ii A_jj)`: rounding of a product
/// such as `J M⁻¹ Jᵀ`.
pub const ASYMMETRY: f64 = 1e-10;

/// Solves problem (1) for the matrix `a`, row-major with `b.len()` columns.
///
/// # Errors
/// Returns an error if lengths do not match, a number is not finite, the matrix is not symmetric, or bounds cross.
///
/// ```
/// use synovia_math::active_set::{Options, active_set};
///
/// // of two rows, the second separates
/// let found = active_set(&[2.0, 1.0, 1.0, 2.0], &[3.0, -1.0], &Options::default()).unwrap();
/// assert_eq!(found.lambda, [1.5, 0.0]);
/// assert!(found.converged);
/// ```
pub fn active_set(a: &[f64], b: &[f64], options: &Options<'_>) -> Result<Solution, Invalid> {
    let n = b.len();
    let lower = filled(options.lower, n, 0.0);
    let upper = filled(options.upper, n, f64::INFINITY);
    let problem = BoxProblem {
        a,
        b,
        lower: &lower,
        upper: &upper,
    };
    check(&problem)?;

    let first = options.first_phase(n);
    let limits = Limits {
        tolerance: options.tolerance,
        first,
        total: options.max_iterations.unwrap_or(first + second_phase(n)),
        refine: 3,
    };
    let mut solver = ActiveSetSolver::default();
    let outcome = solver.solve(&problem, None, &limits);
    let lambda = solver.lambda().to_vec();
    let mut squared = 0.0;
    for (row, b) in a.chunks_exact(n.max(1)).zip(b) {
        let w = kernel::dot(row, &lambda) - b;
        squared += w * w;
    }
    Ok(Solution {
        converged: outcome.converged,
        iterations: outcome.iterations,
        second_phase: outcome.second,
        active_set_size: solver.working(),
        residual: squared.sqrt(),
        lambda,
    })
}

fn filled(given: &[f64], n: usize, default: f64) -> Vec<f64> {
    if given.is_empty() {
        vec![default; n]
    } else {
        given.to_vec()
    }
}

fn check(problem: &BoxProblem<'_>) -> Result<(), Invalid> {
    let n = problem.b.len();
    let lengths = [
        ("A", problem.a.len(), n.checked_mul(n)),
        ("lower", problem.lower.len(), Some(n)),
        ("upper", problem.upper.len(), Some(n)),
    ];
    for (what, found, expected) in lengths {
        let expected = expected.unwrap_or(usize::MAX);
        if found != expected {
            return Err(Invalid::Length {
                what,
                found,
                expected,
            });
        }
    }
    for (what, values) in [("A", problem.a), ("b", problem.b)] {
        if let Some(index) = values.iter().position(|x| !x.is_finite()) {
            return Err(Invalid::NotFinite { what, index });
        }
    }
    check_symmetry(problem.a, n)?;
    for row in 0..n {
        let (lower, upper) = (problem.lower[row], problem.upper[row]);
        for (what, bound, wrong) in [
            ("lower", lower, f64::INFINITY),
            ("upper", upper, f64::NEG_INFINITY),
        ] {
            if bound.is_nan() || bound == wrong {
                return Err(Invalid::NotFinite { what, index: row });
            }
        }
        if lower > upper {
            return Err(Invalid::Bounds { row, lower, upper });
        }
    }
    Ok(())
}

/// Checks symmetry: the factor reads one triangle and the products read both, so an asymmetric matrix would mix two problems.
fn check_symmetry(a: &[f64], n: usize) -> Result<(), Invalid> {
    for row in 0..n {
        for column in row + 1..n {
            let (above, below) = (a[row * n + column], a[column * n + row]);
            // test for equal bits first: the usual case, and the product below may overflow
            if above == below {
                continue;
            }
            let diagonal = a[row * n + row].abs().sqrt() * a[column * n + column].abs().sqrt();
            let scale = diagonal.max(above.abs()).max(below.abs());
            if (above - below).abs() > ASYMMETRY * scale {
                return Err(Invalid::NotSymmetric {
                    row,
                    column,
                    above,
                    below,
                });
            }
        }
    }
    Ok(())
}
