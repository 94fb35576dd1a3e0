//! Exact line search along a direction.
//!
//! Along `q̈ + α p` the cost is piecewise smooth and convex:
//!
//! ```text
//! φ(α) = q₀ + q₁ α + q₂ α² + Σ over friction, unilateral and cone rows
//! ```
//!
//! Quadratic rows contribute polynomials that are added once; the others change with `α`. The search takes Newton steps
//! from α = 0 until the slope changes sign, then narrows the bracket by Newton steps from both ends and bisection, until
//! the slope is below the tolerance.
//!
//! | here             | in the code                | meaning                                                  |
//! |------------------|----------------------------|----------------------------------------------------------|
//! | `α`              | `Point::alpha`             | position on the line                                     |
//! | `φ`, `φ'`, `φ''` | `cost`, `slope`, `hessian` | cost along the line and its derivatives                  |
//! | `x(α)`           | `start + α step`           | residual of a row: `J q̈ − a*` plus `α J p`               |
//! | `q₀ q₁ q₂`       | `quad`                     | polynomial `½ D x(α)²` of each row in its quadratic zone |

use synovia_math::unilateral::Polynomials;
use synovia_math::{DryRows, MIN_VAL, kernel};

use super::primal::Iterate;
use super::problem::Problem;
use super::system::System;
use crate::constraint::update::{Order, RowSet};
use crate::data::{Contact, EfcCounts};
use crate::scratch::Scratch;

/// Termination criteria.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Tolerance of the scaled slope.
    pub(super) tolerance: f64,
    /// Maximum number of evaluations.
    pub(super) iterations: usize,
}

/// A point on the line, with the cost and its first two derivatives.
#[derive(Clone, Copy, Debug, Default)]
struct Point {
    /// `α`.
    alpha: f64,
    /// `φ(α)`.
    cost: f64,
    /// `φ'(α)`.
    slope: f64,
    /// `φ''(α)`, positive.
    hessian: f64,
}

impl Point {
    /// The minimum of the parabola through this point.
    fn newton_step(&self) -> f64 {
        self.alpha - self.slope / self.hessian
    }
}

/// Scratch memory and results of a search.
#[derive(Debug)]
pub(super) struct LineSearch<'a> {
    /// `M p`.
    m_search: &'a mut [f64],
    /// `J p`.
    jac_search: &'a mut [f64],
    /// Polynomials of the rows.
    quad: Polynomials<'a>,
    /// The order in which costs are added.
    order: Order,
    /// Scaled slope at the end of the search.
    slope: f64,
    /// Number of evaluations.
    evaluations: usize,
}

/// The quantities that are constant along the line.
struct Line<'a> {
    /// The rows of the problem.
    rows: RowSet<'a>,
    /// Contacts, for their cones.
    contacts: &'a [Contact],
    /// Residuals at α = 0.
    start: &'a [f64],
    /// `J p`: the change of the residuals per unit of α.
    step: &'a [f64],
    /// Polynomials of the rows.
    quad: &'a Polynomials<'a>,
    /// The order in which costs are added.
    order: Order,
    /// Polynomial of inertia and equalities.
    fixed: [f64; 3],
}

impl<'a> LineSearch<'a> {
    /// Takes the memory for a problem with this many rows and padded dofs.
    pub(super) fn new(padded: usize, nefc: usize, order: Order, scratch: &mut Scratch<'a>) -> Self {
        Self {
            m_search: scratch.take(padded),
            jac_search: scratch.take_unset(nefc),
            quad: Polynomials {
                q0: scratch.take_unset(nefc),
                q1: scratch.take_unset(nefc),
                q2: scratch.take_unset(nefc),
            },
            order,
            slope: 1.0,
            evaluations: 0,
        }
    }

    /// `M p`.
    pub(super) fn m_search(&self) -> &[f64] {
        self.m_search
    }

    /// `J p`.
    pub(super) fn jac_search(&self) -> &[f64] {
        self.jac_search
    }

    /// Scaled slope at the end of the search; 1 if it was not computed.
    pub(super) const fn slope(&self) -> f64 {
        self.slope
    }

    /// Number of evaluations.
    pub(super) const fn evaluations(&self) -> usize {
        self.evaluations
    }

    /// Finds the step length along `search`; zero means no improvement.
    pub(super) fn search(
        &mut self,
        problem: &Problem<'_>,
        system: &System<'_>,
        at: &Iterate<'_>,
        search: &[f64],
        contacts: &[Contact],
        limits: &Limits,
    ) -> f64 {
        self.slope = 1.0;
        self.evaluations = 0;
        let nv = problem.qacc_smooth.len();
        let (line, ne) = (&search[..nv], problem.rows.counts.ne);
        // `M p`, and the products that give the polynomial of inertia
        system.mul_inertia(problem, self.m_search, search);
        let with = [line, at.m_qacc, problem.qfrc_smooth, self.m_search];
        let [squared, pull, smooth, mass] = match self.order {
            Order::Rows => kernel::dots_in_fours(with, line),
            Order::Lanes => kernel::dots(with, line),
        };
        // a zero direction has no minimum
        let length = squared.sqrt();
        if length < MIN_VAL {
            return 0.0;
        }
        // tolerances are relative to the length of the direction
        let tolerance = limits.tolerance * length / problem.scale;
        let scale = problem.scale / length;
        // `J p`, and the polynomial of each row
        system.mul_jac(problem, self.jac_search, search);
        let (start, step) = (&*at.residual, &*self.jac_search);
        prepare(&problem.rows, contacts, start, step, &mut self.quad);

        let quad = &self.quad;
        // the polynomial of `½ (M q̈ − qfrc_smooth)·(q̈ − q̈_s)` along the line
        let inertia = [at.gauss, pull - smooth, 0.5 * mass];
        // order: row by row, starting from the polynomial of inertia, or summed separately and then added to it
        let mut fixed = match self.order {
            Order::Rows => inertia,
            Order::Lanes => [0.0; 3],
        };
        let rows = quad.q0[..ne].iter().zip(&quad.q1[..ne]);
        for ((q0, q1), q2) in rows.zip(&quad.q2[..ne]) {
            fixed[0] += q0;
            fixed[1] += q1;
            fixed[2] += q2;
        }
        if self.order == Order::Lanes {
            fixed = core::array::from_fn(|k| inertia[k] + fixed[k]);
        }
        // everything that is constant along the line
        let line = Line {
            rows: problem.rows,
            contacts,
            start,
            step,
            quad,
            order: self.order,
            fixed,
        };
        let (alpha, slope) = descend(&line, tolerance, limits.iterations, &mut self.evaluations);
        if let Some(slope) = slope {
            self.slope = slope.abs() * scale;
        }
        alpha
    }
}

/// The search: returns the step, and the slope there unless there is no improvement.
fn descend(line: &Line<'_>, tolerance: f64, limit: usize, count: &mut usize) -> (f64, Option<f64>) {
    // counts evaluations
    let eval = |alpha: f64, count: &mut usize| {
        *count += 1;
        line.eval(alpha)
    };
    // one Newton step from α = 0
    let origin = eval(0.0, count);
    let mut p1 = eval(origin.newton_step(), count);
    if p1.slope.abs() < tolerance {
        return (p1.alpha, Some(p1.slope));
    }

    // Newton steps until the slope changes sign
    let direction = if p1.slope < 0.0 { 1.0 } else { -1.0 };
    let mut p2 = origin;
    while p1.slope * direction <= -tolerance && *count < limit {
        p2 = p1;
        p1 = eval(p1.newton_step(), count);
        if p1.slope.abs() < tolerance {
            return (p1.alpha, Some(p1.slope));
        }
    }
    // out of evaluations before the slope changed sign
    if *count >= limit {
        return (p1.alpha, Some(p1.slope));
    }

    // the minimum is between p1 and p2
    // the Newton step of p2 is p1 itself
    let mut next2 = p1;
    let mut next1 = eval(p1.newton_step(), count);
    while *count < limit {
        // candidates: a Newton step from each end, and the midpoint
        let middle = eval(0.5 * (p1.alpha + p2.alpha), count);
        let candidates = [next1, next2, middle];
        let mut best: Option<Point> = None;
        for c in candidates {
            if c.slope.abs() < tolerance && best.is_none_or(|b| c.cost < b.cost) {
                best = Some(c);
            }
        }
        // a candidate below the tolerance: the one with the lowest cost
        if let Some(best) = best {
            return (best.alpha, Some(best.slope));
        }

        // move the ends towards the minimum; if neither moves, the midpoint is the result
        let moved1 = tighten(&mut p1, &candidates);
        if moved1 {
            next1 = eval(p1.newton_step(), count);
        }
        let moved2 = tighten(&mut p2, &candidates);
        if moved2 {
            next2 = eval(p2.newton_step(), count);
        }
        if !moved1 && !moved2 {
            return (middle.alpha, Some(middle.slope));
        }
    }

    // not converged: the better end, if it improves the cost at all
    if p1.cost <= p2.cost && p1.cost < origin.cost {
        (p1.alpha, Some(p1.slope))
    } else if p2.cost <= p1.cost && p2.cost < origin.cost {
        (p2.alpha, Some(p2.slope))
    } else {
        (0.0, None)
    }
}

/// Moves an end of the bracket to a candidate on the same side of the minimum with a smaller slope.
fn tighten(end: &mut Point, candidates: &[Point; 3]) -> bool {
    let mut moved = false;
    for c in candidates {
        // slopes of the same sign are on the same side of the minimum
        let below = end.slope < 0.0 && c.slope < 0.0 && end.slope < c.slope;
        let above = end.slope > 0.0 && c.slope > 0.0 && end.slope > c.slope;
        if below || above {
            *end = *c;
            moved = true;
        }
    }
    moved
}

/// Computes the polynomial of each row; a cone stores its quantities in the slots of its second and third row.
fn prepare(
    rows: &RowSet<'_>,
    contacts: &[Contact],
    start: &[f64],
    step: &[f64],
    quad: &mut Polynomials<'_>,
) {
    // the quadratic of every row
    quad.set(rows.d, start, step);
    let mut r = rows.cones;
    while r < rows.counts.nefc {
        let size = rows.block_len(r, contacts);
        if rows.is_elliptic(r) {
            let contact = &contacts[rows.id[r] as usize];
            let mu = contact.mu;
            let (mut uu, mut uv, mut vv) = (0.0, 0.0, 0.0);
            // the quadratic zone of a cone is the sum over its rows; `u` and `v` are the scaled tangential residual and its
            // change
            for j in 1..size {
                let k = r + j;
                quad.q0[r] += quad.q0[k];
                quad.q1[r] += quad.q1[k];
                quad.q2[r] += quad.q2[k];
                let friction = contact.friction[j - 1];
                let (u, v) = (start[k] * friction, step[k] * friction);
                uu += u * u;
                uv += u * v;
                vv += v * v;
            }
            if size > 2 {
                // the quantities that the middle zone needs, see `cone`
                let stiffness = rows.d[r] / ((mu * mu) * (1.0 + mu * mu));
                let mut keep = |k: usize, values: [f64; 3]| {
                    [quad.q0[k], quad.q1[k], quad.q2[k]] = values;
                };
                keep(r + 1, [start[r] * mu, step[r] * mu, uu]);
                keep(r + 2, [uv, vv, stiffness]);
            }
        }
        r += size;
    }
}

impl Line<'_> {
    /// The polynomial of row `r`, or the quantities that a cone stores in its place.
    #[inline]
    fn kept(&self, r: usize) -> [f64; 3] {
        [self.quad.q0[r], self.quad.q1[r], self.quad.q2[r]]
    }

    /// Cost and derivatives at `alpha`.
    fn eval(&self, alpha: f64) -> Point {
        let EfcCounts { ne, nf, nefc, .. } = self.rows.counts;
        // equalities and inertia, then every row in its current zone
        let mut total = self.fixed;
        let in_order = self.order == Order::Rows;
        // dry friction: quadratic inside its bound, linear outside
        if nf > 0 {
            let dry = ne..ne + nf;
            let rows = DryRows {
                x: &self.start[dry.clone()],
                v: &self.step[dry.clone()],
                loss: &self.rows.frictionloss[dry.clone()],
                softness: &self.rows.r[dry.clone()],
                quad: [
                    &self.quad.q0[dry.clone()],
                    &self.quad.q1[dry.clone()],
                    &self.quad.q2[dry],
                ],
            };
            rows.add_to(&mut total, alpha);
        }
        let mut add = |q: [f64; 3]| {
            for k in 0..3 {
                total[k] += q[k];
            }
        };
        // limits and frictionless or pyramidal contacts: quadratic where violated
        let (first, end) = (ne + nf, self.rows.cones);
        if in_order {
            let (start, step) = (&self.start[first..end], &self.step[first..end]);
            let (q0, q1) = (&self.quad.q0[first..end], &self.quad.q1[first..end]);
            let rows = start.iter().zip(step).zip(q0).zip(q1);
            for ((((start, step), q0), q1), q2) in rows.zip(&self.quad.q2[first..end]) {
                if start + alpha * step < 0.0 {
                    add([*q0, *q1, *q2]);
                }
            }
        } else {
            add(self.quad.sum(first, end, self.start, self.step, alpha));
        }

        // elliptic contacts: three zones
        let mut point = Point {
            alpha,
            ..Point::default()
        };
        let mut r = end;
        while r < nefc {
            let size = self.rows.block_len(r, self.contacts);
            // a cone has three zones; a single row only pushes or not
            let pushes = if size > 2 {
                let mu = self.contacts[self.rows.id[r] as usize].mu;
                self.cone(alpha, r, mu, &mut point)
            } else {
                self.start[r] + alpha * self.step[r] < 0.0
            };
            if pushes {
                add(self.kept(r));
            }
            r += size;
        }

        // evaluate the polynomial; the second derivative stays positive
        let [q0, q1, q2] = total;
        point.cost += alpha * alpha * q2 + alpha * q1 + q0;
        point.slope += 2.0 * alpha * q2 + q1;
        point.hessian += 2.0 * q2;
        if point.hessian <= 0.0 {
            point.hessian = MIN_VAL;
        }
        point
    }

    /// Adds a sliding contact to `out`; returns true if the contact is in its quadratic zone instead.
    fn cone(&self, alpha: f64, r: usize, mu: f64, out: &mut Point) -> bool {
        let [u0, v0, uu] = self.kept(r + 1);
        let [uv, vv, stiffness] = self.kept(r + 2);
        // normal and tangential residual in the cone with unit friction
        let normal = u0 + alpha * v0;
        let squared = uu + alpha * (2.0 * uv + alpha * vv);
        // no tangential motion: the contact is open or sticks
        if squared <= 0.0 {
            return normal < 0.0;
        }
        // top zone: the contact separates
        let tangent = squared.sqrt();
        if normal >= mu * tangent {
            return false;
        }
        // bottom zone: the contact sticks
        if mu * normal + tangent <= 0.0 {
            return true;
        }
        // middle zone: the distance to the cone and its derivatives
        let t1 = (uv + alpha * vv) / tangent;
        let t2 = vv / tangent - (uv + alpha * vv) * t1 / (tangent * tangent);
        let gap = normal - mu * tangent;
        let rate = v0 - mu * t1;
        out.cost += 0.5 * stiffness * gap * gap;
        out.slope += stiffness * gap * rate;
        out.hessian += stiffness * (rate * rate + gap * (-mu * t2));
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::update::constraint_cost;
    use crate::constraint::update::tests::Sample;

    /// Calls `f` with the line from the residuals of the sample along a direction along which no zone is left immediately.
    fn with_line(order: Order, f: impl Fn(&Line<'_>, &dyn Fn(f64) -> f64)) {
        let sample = Sample::new();
        let rows = sample.rows();
        let n = rows.counts.nefc;
        let start = &sample.residual[..];
        let step: Vec<f64> = (0..n).map(|r| ((5 * r) % 7) as f64 / 3.5 - 0.9).collect();
        let [mut q0, mut q1, mut q2] = [0, 1, 2].map(|_| vec![f64::NAN; n]);
        let mut quad = Polynomials {
            q0: &mut q0,
            q1: &mut q1,
            q2: &mut q2,
        };
        prepare(&rows, &sample.contacts, start, &step, &mut quad);
        let sum = |q: &[f64]| q[..rows.counts.ne].iter().sum::<f64>();
        let line = Line {
            rows,
            contacts: &sample.contacts,
            start,
            step: &step,
            fixed: [sum(quad.q0), sum(quad.q1), sum(quad.q2)],
            quad: &quad,
            order,
        };
        f(&line, &|alpha| {
            let x: Vec<f64> = (0..n).map(|r| start[r] + alpha * step[r]).collect();
            constraint_cost(&rows, &x, &sample.contacts)
        });
    }

    #[test]
    fn the_line_is_the_cost_along_it_with_its_derivatives() {
        for order in [Order::Rows, Order::Lanes] {
            with_line(order, |line, cost| {
                for alpha in [-3.1, -1.3, -0.4, 0.0, 0.23, 0.71, 1.9, 4.3] {
                    let h = 1e-6;
                    let [behind, at, ahead] = [alpha - h, alpha, alpha + h].map(|a| line.eval(a));
                    assert!((at.cost - cost(alpha)).abs() < 1e-13 * at.cost, "{alpha}");
                    let slope = (ahead.cost - behind.cost) / (2.0 * h);
                    assert!((at.slope - slope).abs() < 1e-7, "{alpha}");
                    let hessian = (ahead.slope - behind.slope) / (2.0 * h);
                    assert!((at.hessian - hessian).abs() < 1e-6, "{alpha}");
                    assert_eq!(at.alpha, alpha);
                }
            });
        }
    }

    #[test]
    fn the_search_ends_where_the_line_is_level() {
        for order in [Order::Rows, Order::Lanes] {
            with_line(order, |line, cost| {
                let mut count = 0;
                let (alpha, slope) = descend(line, 1e-9, 50, &mut count);
                assert!(slope.unwrap().abs() < 1e-9 && count < 30);
                assert!(cost(alpha) < cost(0.0));
                for beside in [alpha - 1e-3, alpha + 1e-3] {
                    assert!(cost(alpha) < cost(beside));
                }
            });
        }
    }
}
