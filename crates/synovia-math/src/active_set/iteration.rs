//! The two phases of [`super::active_set`], with reusable buffers.
//!
//! A row is either in the working set or at one of its bounds; both phases move one row at a time and update the
//! factor by that row.
//!
//! ```text
//! pass      solve A_WW λ_W = b_W − A_WN λ_N,  others at their bounds;   w = Aλ − b                  (1)
//! phase 1   drop the row furthest outside its bounds; if there is none, add the row that is violated most
//! phase 2   λ stays within the bounds: it moves towards the solution of (1) until a row hits a bound,       (2)
//!           which is dropped; once it has arrived, the row that is violated most is added
//! ```
//!
//! Phase 1 is fast and may cycle. In phase 2 the cost decreases with every row that is added, so no working set is
//! visited twice and it terminates. Ties go to the smallest index (Bland). Nocedal and Wright, *Numerical
//! Optimization* (2006), section 16.5.

use super::exact;
use super::factor::WorkingFactor;
use crate::{dense, kernel};

/// State of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowState {
    /// In the working set: its `w` is zero.
    Working,
    /// At its lower bound.
    Lower,
    /// At its upper bound.
    Upper,
}

/// Minimise `½λᵀAλ − bᵀλ` over `lower ≤ λ ≤ upper`; the matrix is symmetric, row-major, as wide as `b`.
#[derive(Clone, Copy, Debug)]
pub struct BoxProblem<'a> {
    /// The matrix.
    pub a: &'a [f64],
    /// The linear term.
    pub b: &'a [f64],
    /// Lower bounds; −∞ for none.
    pub lower: &'a [f64],
    /// Upper bounds; ∞ for none.
    pub upper: &'a [f64],
}

impl<'a> BoxProblem<'a> {
    fn row(&self, i: usize) -> &'a [f64] {
        let n = self.b.len();
        &self.a[i * n..(i + 1) * n]
    }

    fn bound(&self, i: usize, state: RowState) -> f64 {
        match state {
            RowState::Upper => self.upper[i],
            _ => self.lower[i],
        }
    }

    fn clamp(&self, i: usize, x: f64) -> f64 {
        x.max(self.lower[i]).min(self.upper[i])
    }

    fn is_fixed(&self, i: usize) -> bool {
        self.lower[i] == self.upper[i]
    }
}

/// Termination criteria.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// A row at its bound is violated if its `w` has the wrong sign by more than this.
    pub tolerance: f64,
    /// Maximum number of passes of phase 1.
    pub first: usize,
    /// Maximum number of passes of both phases together.
    pub total: usize,
    /// Maximum number of refinement rounds of the result.
    pub refine: usize,
}

/// Statistics of a solve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// True if the result is the minimum.
    pub converged: bool,
    /// Number of passes.
    pub iterations: usize,
    /// Number of passes of phase 2.
    pub second: usize,
}

/// Buffers of both phases, and their result.
#[derive(Clone, Debug, Default)]
pub struct ActiveSetSolver {
    lambda: Vec<f64>,
    state: Vec<RowState>,
    factor: WorkingFactor,
    /// A feasible point; in phase 1 the best so far.
    feasible: Vec<f64>,
    cost: f64,
    w: Vec<f64>,
    rhs: Vec<f64>,
    seen: Vec<u64>,
    key: u64,
    blocked: Vec<bool>,
}

/// The next move after a pass.
enum Next {
    Done,
    /// Rows are violated, but rounding prevents all of them from moving.
    Stuck,
    Drop(usize, RowState),
    Add(usize),
}

/// A hash of a row and its state.
fn state_hash(i: usize, state: RowState) -> u64 {
    let mut z = (3 * i as u64 + state as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl ActiveSetSolver {
    /// The minimiser, or the best point found.
    pub fn lambda(&self) -> &[f64] {
        &self.lambda
    }

    /// Number of rows in the working set.
    pub fn working(&self) -> usize {
        self.factor.order().len()
    }

    /// State of each row.
    pub fn row_states(&self) -> &[RowState] {
        &self.state
    }

    /// Solves the problem, starting with the working set given by `start`; if `None`, with all rows.
    pub fn solve(
        &mut self,
        problem: &BoxProblem<'_>,
        start: Option<&dyn Fn(usize) -> RowState>,
        limits: &Limits,
    ) -> Outcome {
        self.begin(problem, start);
        let mut outcome = Outcome::default();
        if problem.b.is_empty() {
            outcome.converged = true;
            return outcome;
        }
        let mut ok = self.refactor(problem);
        let mut second = false;
        while ok && outcome.iterations < limits.total {
            // phase 1 ends at its limit or when a working set repeats
            if !second && (outcome.iterations >= limits.first || self.seen.contains(&self.key)) {
                second = true;
                self.seen.clear();
                ok = self.begin_second(problem);
                continue;
            }
            outcome.iterations += 1;
            outcome.second += usize::from(second);
            // solve for the working set, then move one row
            self.pass(problem);
            let next = if second {
                self.descend(problem, limits)
            } else {
                self.seen.push(self.key);
                self.choose(problem, limits)
            };
            match next {
                Next::Done => {
                    self.refine(problem, limits.refine);
                    outcome.converged = true;
                    return outcome;
                }
                Next::Stuck => break,
                Next::Drop(i, state) => self.drop(i, state),
                Next::Add(i) => ok = self.add(i, problem),
            }
        }
        // not converged: the best feasible point
        let Self {
            lambda, feasible, ..
        } = self;
        lambda.copy_from_slice(feasible);
        outcome
    }

    /// Sets the initial states and the initial best point: the feasible point nearest to zero.
    fn begin(&mut self, problem: &BoxProblem<'_>, start: Option<&dyn Fn(usize) -> RowState>) {
        let n = problem.b.len();
        // a row with equal bounds is never in the working set, a row whose requested bound is infinite always is
        self.state.clear();
        self.state.extend((0..n).map(|i| {
            let asked = start.map_or(RowState::Working, |start| start(i));
            match asked {
                RowState::Working if problem.is_fixed(i) => RowState::Lower,
                state if state != RowState::Working && !problem.bound(i, state).is_finite() => {
                    RowState::Working
                }
                state => state,
            }
        }));
        self.seen.clear();
        for column in [&mut self.lambda, &mut self.w, &mut self.feasible] {
            column.clear();
            column.resize(n, 0.0);
        }
        for (i, x) in self.feasible.iter_mut().enumerate() {
            *x = problem.clamp(i, 0.0);
        }
        self.cost = self.cost_of_feasible(problem);
        self.blocked.clear();
        self.blocked.resize(n, false);
    }

    /// `½λᵀAλ − bᵀλ` of the feasible point; overwrites `w`.
    fn cost_of_feasible(&mut self, problem: &BoxProblem<'_>) -> f64 {
        dense::mul_vec(&mut self.w, problem.a, &self.feasible);
        0.5 * kernel::dot(&self.w, &self.feasible) - kernel::dot(problem.b, &self.feasible)
    }

    /// Computes the factor of the working set from scratch; false if it is not positive definite.
    fn refactor(&mut self, problem: &BoxProblem<'_>) -> bool {
        self.factor.clear();
        self.key = 0;
        for (i, &state) in self.state.iter().enumerate() {
            self.key ^= state_hash(i, state);
            if state == RowState::Working && !self.factor.enter(i, problem.row(i)) {
                return false;
            }
        }
        true
    }

    /// Solves equation (1).
    fn pass(&mut self, problem: &BoxProblem<'_>) {
        let Self {
            lambda,
            state,
            factor,
            w,
            rhs,
            ..
        } = self;
        // right-hand side: `b` without the contribution of rows at bounds
        w.copy_from_slice(problem.b);
        for (i, &state) in state.iter().enumerate() {
            if state == RowState::Working {
                continue;
            }
            lambda[i] = problem.bound(i, state);
            if lambda[i] != 0.0 {
                kernel::axpy(w, -lambda[i], problem.row(i));
            }
        }
        // the rows of the working set
        rhs.clear();
        rhs.extend(factor.order().iter().map(|&i| w[i]));
        factor.solve(rhs);
        for (&i, &x) in factor.order().iter().zip(&*rhs) {
            lambda[i] = x;
        }
    }

    /// The next move of phase 1; keeps the point, clamped to its bounds, if it is the best so far.
    fn choose(&mut self, problem: &BoxProblem<'_>, limits: &Limits) -> Next {
        // the row of the working set furthest outside its bounds
        let mut worst = 0.0;
        let mut next = Next::Done;
        for (i, &state) in self.state.iter().enumerate() {
            if state != RowState::Working {
                continue;
            }
            let x = self.lambda[i];
            let below = problem.lower[i] - x;
            let above = x - problem.upper[i];
            if below > worst {
                (worst, next) = (below, Next::Drop(i, RowState::Lower));
            }
            if above > worst {
                (worst, next) = (above, Next::Drop(i, RowState::Upper));
            }
        }
        if matches!(next, Next::Done) {
            next = self.most_violated(problem, limits.tolerance);
        }
        if !matches!(next, Next::Done) {
            self.remember(problem);
        }
        next
    }

    /// The row at its bound that is violated most.
    fn most_violated(&mut self, problem: &BoxProblem<'_>, tolerance: f64) -> Next {
        let mut worst = tolerance;
        let mut next = Next::Done;
        for (i, &state) in self.state.iter().enumerate() {
            if state == RowState::Working || problem.is_fixed(i) {
                continue;
            }
            let w = kernel::dot(problem.row(i), &self.lambda) - problem.b[i];
            let wrong = if state == RowState::Lower { -w } else { w };
            if self.blocked[i] {
                if wrong > tolerance && matches!(next, Next::Done) {
                    next = Next::Stuck;
                }
            } else if wrong > worst {
                (worst, next) = (wrong, Next::Add(i));
            }
        }
        next
    }

    /// Stores the current point, clamped to its bounds, if it costs less than the best so far.
    fn remember(&mut self, problem: &BoxProblem<'_>) {
        let before = self.cost;
        core::mem::swap(&mut self.lambda, &mut self.feasible);
        for i in 0..self.feasible.len() {
            self.feasible[i] = problem.clamp(i, self.feasible[i]);
        }
        let cost = self.cost_of_feasible(problem);
        if cost < before {
            self.cost = cost;
        } else {
            core::mem::swap(&mut self.lambda, &mut self.feasible);
        }
    }

    /// Starts phase 2 at the best point so far, with a working set of the rows strictly between their bounds.
    fn begin_second(&mut self, problem: &BoxProblem<'_>) -> bool {
        for (i, &x) in self.feasible.iter().enumerate() {
            self.state[i] = if x <= problem.lower[i] {
                RowState::Lower
            } else if x >= problem.upper[i] {
                RowState::Upper
            } else {
                RowState::Working
            };
        }
        self.refactor(problem)
    }

    /// One move of phase 2, equation (2).
    fn descend(&mut self, problem: &BoxProblem<'_>, limits: &Limits) -> Next {
        // the fraction of the way to the solution at which the first row hits a bound
        let mut reach = 1.0;
        let mut hit = None;
        for (i, &state) in self.state.iter().enumerate() {
            let (from, to) = (self.feasible[i], self.lambda[i]);
            let (bound, side) = if to < problem.lower[i] {
                (problem.lower[i], RowState::Lower)
            } else if to > problem.upper[i] {
                (problem.upper[i], RowState::Upper)
            } else {
                continue;
            };
            let t = ((bound - from) / (to - from)).max(0.0);
            if state == RowState::Working && (t < reach || hit.is_none()) {
                (reach, hit) = (t.min(1.0), Some((i, side)));
            }
        }
        // the feasible point moves that far
        for (x, to) in self.feasible.iter_mut().zip(&self.lambda) {
            *x += reach * (to - *x);
        }
        if reach > 0.0 {
            self.blocked.fill(false);
        }
        // the solution is reached: test the rows at bounds
        let Some((i, side)) = hit else {
            self.feasible.copy_from_slice(&self.lambda);
            return self.most_violated(problem, limits.tolerance);
        };
        self.feasible[i] = problem.bound(i, side);
        // a row that cannot move is not tried again until another row has moved
        self.blocked[i] = reach == 0.0;
        Next::Drop(i, side)
    }

    fn drop(&mut self, i: usize, state: RowState) {
        self.key ^= state_hash(i, RowState::Working) ^ state_hash(i, state);
        self.state[i] = state;
        self.factor.leave(i);
    }

    fn add(&mut self, i: usize, problem: &BoxProblem<'_>) -> bool {
        self.key ^= state_hash(i, self.state[i]) ^ state_hash(i, RowState::Working);
        self.state[i] = RowState::Working;
        self.factor.enter(i, problem.row(i))
    }

    /// Iterative refinement: corrects the solution by its residual, which is computed in twice the precision.
    fn refine(&mut self, problem: &BoxProblem<'_>, rounds: usize) {
        for _ in 0..rounds {
            let Self {
                lambda,
                factor,
                rhs,
                ..
            } = self;
            rhs.clear();
            let residual = |&i: &usize| exact::residual(problem.b[i], problem.row(i), lambda);
            rhs.extend(factor.order().iter().map(residual));
            factor.solve(rhs);
            let mut moved: f64 = 0.0;
            for (&i, &x) in factor.order().iter().zip(&*rhs) {
                let old = lambda[i];
                lambda[i] = problem.clamp(i, old + x);
                moved = moved.max((lambda[i] - old).abs() / old.abs().max(f64::MIN_POSITIVE));
            }
            if moved <= f64::EPSILON {
                break;
            }
        }
    }
}
