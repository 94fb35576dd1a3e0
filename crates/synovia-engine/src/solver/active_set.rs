//! ActiveSet: the dual problem solved exactly, for rows that have bounds and not cones.
//!
//! ```text
//! minimise ½ fᵀ AR f + fᵀ b      equality free, dry friction |f| ≤ loss, limits and contacts f ≥ 0        (1)
//! ```
//!
//! The reference has no such solver. Equation (1) is what PGS approaches row by row; here the rows that carry are found one by
//! one and their forces solved for, see [`synovia_math::active_set`]. The result does not depend on the order of the rows or on the
//! ratio of masses. Pyramids only: the facets of a pyramid are rows with bounds, an ellipse is not. Each island is a problem
//! of its own.

use synovia_math::active_set::{self, BoxProblem, Limits, Outcome, Place, Walk};
use synovia_model::Model;
use synovia_model::enums::{Cone, ConstraintState, Solver};

use super::dual::{Dual, DualMatrix};
use crate::data::EfcCounts;

/// A row at its bound is violated if its acceleration is wrong by more than this…
const TOLERANCE: f64 = 1e-10;
/// …and this times the largest acceleration there is.
const RELATIVE_TOLERANCE: f64 = 1e-13;

/// Memory of [`solve`], kept between steps; no results.
#[derive(Clone, Debug, Default)]
pub struct ActiveSetMemory {
    walk: Walk,
    a: Vec<f64>,
    b: Vec<f64>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    /// Passes of the second phase after which a problem is left unfinished; `None` is more than rounding should ever need.
    pub second_phase: Option<usize>,
}

/// Says that the model asks for elliptic cones, which this solver does not have.
pub fn asks_for_ellipses(model: &Model) -> bool {
    model.opt.solver == Solver::ActiveSet && model.opt.cone == Cone::Elliptic
}

/// Some of the rows: those of an island, or all.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Rows of the part; `None` is all.
    pub rows: Option<&'a [i32]>,
    /// Place of each row in the order of islands, and where this island starts there.
    pub order: (&'a [i32], usize),
    /// Number of rows.
    pub len: usize,
}

impl Part<'_> {
    /// All rows.
    pub const fn all(len: usize) -> Self {
        Self {
            rows: None,
            order: (&[], 0),
            len,
        }
    }

    fn row(&self, k: usize) -> usize {
        self.rows.map_or(k, |rows| rows[k] as usize)
    }

    fn place(&self, r: usize) -> usize {
        let (order, first) = self.order;
        self.rows.map_or(r, |_| order[r] as usize - first)
    }
}

/// Where the search starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// With all rows in the working set.
    All,
    /// With the rows whose state says that they carry.
    States,
}

/// Finds the forces of a part, with at most `first` passes of the first phase.
pub fn solve(
    dual: &Dual<'_>,
    part: Part<'_>,
    start: Start,
    first: usize,
    force: &mut [f64],
    state: &[i32],
    memory: &mut ActiveSetMemory,
) -> Outcome {
    memory.gather(dual, part);
    let ActiveSetMemory {
        walk,
        a,
        b,
        lower,
        upper,
        second_phase,
    } = memory;
    let problem = BoxProblem { a, b, lower, upper };
    let first = first.min(2 * part.len);
    let largest = b.iter().fold(0.0_f64, |m, b| m.max(b.abs()));
    let limits = Limits {
        tolerance: TOLERANCE + RELATIVE_TOLERANCE * largest,
        first,
        total: first + second_phase.unwrap_or_else(|| active_set::second_phase(part.len)),
        refine: 0,
    };
    let carried = |k: usize| match ConstraintState(state[part.row(k)]) {
        ConstraintState::Satisfied | ConstraintState::LinearPos => Place::Lower,
        ConstraintState::LinearNeg => Place::Upper,
        _ => Place::Working,
    };
    let outcome = match start {
        Start::All => walk.solve(&problem, None, &limits),
        Start::States => walk.solve(&problem, Some(&carried), &limits),
    };
    for (k, &f) in walk.lambda().iter().enumerate() {
        force[part.row(k)] = f;
    }
    outcome
}

impl ActiveSetMemory {
    /// The dense problem of a part.
    fn gather(&mut self, dual: &Dual<'_>, part: Part<'_>) {
        let n = part.len;
        let EfcCounts { ne, nf, .. } = dual.rows.counts;
        self.a.clear();
        self.a.resize(n * n, 0.0);
        for column in [&mut self.b, &mut self.lower, &mut self.upper] {
            column.clear();
        }
        for (k, out) in self.a.chunks_exact_mut(n.max(1)).enumerate() {
            let r = part.row(k);
            match dual.ar {
                DualMatrix::Dense { n: width, values } => {
                    let from = &values[r * width..(r + 1) * width];
                    for (j, out) in out.iter_mut().enumerate() {
                        *out = from[part.row(j)];
                    }
                }
                DualMatrix::Sparse { pattern, values } => {
                    for (&c, &value) in pattern.cols(r).iter().zip(&values[pattern.range(r)]) {
                        out[part.place(c as usize)] = value;
                    }
                }
            }
            self.b.push(-dual.b[r]);
            let (lower, upper) = if r < ne {
                (f64::NEG_INFINITY, f64::INFINITY)
            } else if r < ne + nf {
                (-dual.rows.frictionloss[r], dual.rows.frictionloss[r])
            } else {
                (0.0, f64::INFINITY)
            };
            self.lower.push(lower);
            self.upper.push(upper);
        }
    }

    /// Rows in the working set of the last problem.
    pub fn working(&self) -> usize {
        self.walk.working()
    }
}
