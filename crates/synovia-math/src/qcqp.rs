//! Small quadratic programs over an ellipsoid: friction forces within a friction cone.
//!
//! ```text
//! minimise  ½ xᵀAx + bᵀx     subject to     Σ (x_i / d_i)² ≤ r²                     (1)
//! ```
//!
//! With `x = Dy`, `D = diag(d)`, the ellipsoid becomes a ball and the minimiser for the multiplier λ is
//!
//! ```text
//! y(λ) = −(DAD + λ)⁻¹ Db,     φ(λ) = |y(λ)|² − r²,     φ'(λ) = −2 yᵀ(DAD + λ)⁻¹y    (2)
//! ```
//!
//! `φ` is decreasing and convex for λ ≥ 0, so Newton's method from λ = 0 approaches the root from below; if `φ(0)` is
//! not positive, the constraint is inactive and `y(0)` is the solution. The matrix must be positive definite: if a
//! determinant, or in more than three dimensions a pivot, is below 1e-10, the result is zero.

use crate::chol;
use crate::kernel;

/// Maximum number of Newton steps.
const ITERATIONS: usize = 20;
/// The search ends if `φ` or a step of λ is below this; a matrix with a determinant or pivot below this is not
/// positive definite.
const TOLERANCE: f64 = 1e-10;
/// The largest dimension of [`solve`].
pub const MAX_DIM: usize = 5;

/// `φ` and its derivative at one multiplier, as [`climb`] needs them.
struct Point<const N: usize> {
    /// `y(λ)`.
    y: [f64; N],
    /// `φ(λ)`.
    value: f64,
    /// `φ'(λ)`.
    slope: f64,
}

/// Newton's method on `φ`: the last `y` and whether the constraint is active; `None` if `eval` reports a matrix that
/// is not positive definite.
#[inline]
fn climb<const N: usize>(
    mut eval: impl FnMut(f64) -> Option<Point<N>>,
) -> Option<([f64; N], bool)> {
    let mut lambda = 0.0;
    let mut y = [0.0; N];
    for _ in 0..ITERATIONS {
        let point = eval(lambda)?;
        y = point.y;
        if point.value < TOLERANCE {
            break;
        }
        let step = -point.value / point.slope;
        if step < TOLERANCE {
            break;
        }
        lambda += step;
    }
    Some((y, lambda != 0.0))
}

/// Problem (1) in two dimensions: the minimiser, and whether the constraint is active.
#[doc(alias = "mju_QCQP2")]
pub fn solve2(mat: &[f64; 4], b: &[f64; 2], d: &[f64; 2], r: f64) -> ([f64; 2], bool) {
    let [b1, b2] = [b[0] * d[0], b[1] * d[1]];
    let a11 = mat[0] * d[0] * d[0];
    let a22 = mat[3] * d[1] * d[1];
    let a12 = mat[1] * d[0] * d[1];

    let found = climb(|lambda| {
        let det = (a11 + lambda) * (a22 + lambda) - a12 * a12;
        if det < TOLERANCE {
            return None;
        }
        // the inverse
        let det_inv = 1.0 / det;
        let p11 = (a22 + lambda) * det_inv;
        let p22 = (a11 + lambda) * det_inv;
        let p12 = -a12 * det_inv;

        let y1 = -p11 * b1 - p12 * b2;
        let y2 = -p12 * b1 - p22 * b2;
        Some(Point {
            y: [y1, y2],
            value: y1 * y1 + y2 * y2 - r * r,
            slope: -2.0 * (p11 * y1 * y1 + 2.0 * p12 * y1 * y2 + p22 * y2 * y2),
        })
    });
    let (y, active) = found.unwrap_or(([0.0; 2], false));
    ([y[0] * d[0], y[1] * d[1]], active)
}

/// Problem (1) in three dimensions: the minimiser, and whether the constraint is active.
#[doc(alias = "mju_QCQP3")]
pub fn solve3(mat: &[f64; 9], b: &[f64; 3], d: &[f64; 3], r: f64) -> ([f64; 3], bool) {
    let [b1, b2, b3] = [b[0] * d[0], b[1] * d[1], b[2] * d[2]];
    let a11 = mat[0] * d[0] * d[0];
    let a22 = mat[4] * d[1] * d[1];
    let a33 = mat[8] * d[2] * d[2];
    let a12 = mat[1] * d[0] * d[1];
    let a13 = mat[2] * d[0] * d[2];
    let a23 = mat[5] * d[1] * d[2];

    let found = climb(|lambda| {
        // cofactors
        let [m11, m22, m33] = [a11 + lambda, a22 + lambda, a33 + lambda];
        let [c11, c22, c33] = [
            m22 * m33 - a23 * a23,
            m11 * m33 - a13 * a13,
            m11 * m22 - a12 * a12,
        ];
        let [c12, c13, c23] = [
            a13 * a23 - a12 * m33,
            a12 * a23 - a13 * m22,
            a12 * a13 - a23 * m11,
        ];
        let det = m11 * c11 + a12 * c12 + a13 * c13;
        if det < TOLERANCE {
            return None;
        }
        // the inverse
        let det_inv = 1.0 / det;
        let [p11, p22, p33, p12, p13, p23] = [c11, c22, c33, c12, c13, c23].map(|c| c * det_inv);

        let y1 = -p11 * b1 - p12 * b2 - p13 * b3;
        let y2 = -p12 * b1 - p22 * b2 - p23 * b3;
        let y3 = -p13 * b1 - p23 * b2 - p33 * b3;
        Some(Point {
            y: [y1, y2, y3],
            value: y1 * y1 + y2 * y2 + y3 * y3 - r * r,
            slope: -2.0 * (p11 * y1 * y1 + p22 * y2 * y2 + p33 * y3 * y3)
                - 4.0 * (p12 * y1 * y2 + p13 * y1 * y3 + p23 * y2 * y3),
        })
    });
    let (y, active) = found.unwrap_or(([0.0; 3], false));
    ([y[0] * d[0], y[1] * d[1], y[2] * d[2]], active)
}

/// Problem (1) in up to [`MAX_DIM`] dimensions: fills `x` with the minimiser and returns whether the constraint is active.
///
/// The dimension is the length of `x`. If it exceeds [`MAX_DIM`], nothing is written and the result is `None`.
#[doc(alias = "mju_QCQP")]
pub fn solve(x: &mut [f64], mat: &[f64], b: &[f64], d: &[f64], r: f64) -> Option<bool> {
    let n = x.len();
    if n > MAX_DIM {
        return None;
    }

    // scale the ellipsoid to a ball
    let mut scaled = [0.0; MAX_DIM * MAX_DIM];
    let mut scaled_b = [0.0; MAX_DIM];
    for i in 0..n {
        scaled_b[i] = b[i] * d[i];
        for j in 0..n {
            scaled[i * n + j] = mat[i * n + j] * d[i] * d[j];
        }
    }

    let found = climb(|lambda| {
        let mut factor = scaled;
        for i in 0..n {
            factor[i * n + i] += lambda;
        }
        if chol::factor_small(&mut factor, n, TOLERANCE) < n {
            return None;
        }
        let mut y = scaled_b;
        chol::solve_small(&mut y[..n], &factor);
        kernel::scale(&mut y, -1.0);
        let mut solved = y;
        chol::solve_small(&mut solved[..n], &factor);
        Some(Point {
            y,
            value: kernel::dot(&y[..n], &y[..n]) - r * r,
            slope: -2.0 * kernel::dot(&y[..n], &solved[..n]),
        })
    });
    let (y, active) = found.unwrap_or(([0.0; MAX_DIM], false));
    for (x, (y, d)) in x.iter_mut().zip(y.iter().zip(d)) {
        *x = y * d;
    }
    Some(active)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::Config;

    /// A problem of dimension `n`, conditioned well enough that the thresholds do not matter.
    #[derive(Clone, Debug)]
    struct Problem {
        n: usize,
        mat: Vec<f64>,
        b: Vec<f64>,
        d: Vec<f64>,
        r: f64,
    }

    impl Problem {
        fn solve(&self) -> (Vec<f64>, bool) {
            let mut x = vec![f64::NAN; self.n];
            let active = solve(&mut x, &self.mat, &self.b, &self.d, self.r).unwrap();
            (x, active)
        }

        fn cost(&self, x: &[f64]) -> f64 {
            let rows = self.mat.chunks_exact(self.n);
            let quadratic: f64 = rows
                .zip(x)
                .map(|(row, x_r)| x_r * kernel::dot(row, x))
                .sum();
            0.5 * quadratic + kernel::dot(&self.b, x)
        }

        /// Amount by which `x` is outside the ellipsoid, in units of `r²`.
        fn violation(&self, x: &[f64]) -> f64 {
            x.iter()
                .zip(&self.d)
                .map(|(x, d)| (x / d) * (x / d))
                .sum::<f64>()
                - self.r * self.r
        }

        /// Minimises by projected gradient descent in the ball: slow, simple and independent.
        fn brute_force(&self) -> f64 {
            let n = self.n;
            let scaled = |k: usize| self.mat[k] * self.d[k / n] * self.d[k % n];
            let scaled: Vec<f64> = (0..n * n).map(scaled).collect();
            let b: Vec<f64> = self.b.iter().zip(&self.d).map(|(b, d)| b * d).collect();
            let step = 1.0 / (0..n).map(|k| scaled[k * n + k]).sum::<f64>();
            let mut y = vec![0.0; n];
            for _ in 0..6000 {
                let mut gradient = b.clone();
                for (g, row) in gradient.iter_mut().zip(scaled.chunks_exact(n)) {
                    *g += row.iter().zip(&y).map(|(a, y)| a * y).sum::<f64>();
                }
                for (y, g) in y.iter_mut().zip(&gradient) {
                    *y -= step * g;
                }
                let length = y.iter().map(|y| y * y).sum::<f64>().sqrt();
                if length > self.r {
                    kernel::scale(&mut y, self.r / length);
                }
            }
            let x: Vec<f64> = y.iter().zip(&self.d).map(|(y, d)| y * d).collect();
            self.cost(&x)
        }
    }

    /// The last step is shorter than 1e-10, so `‖y‖²` ends at most `1e-10 · 2 r²/λ_min` too long, where `λ_min` is the
    /// smallest eigenvalue of the scaled matrix: with `r ≤ 3` and `λ_min ≥ 0.3 · 0.8²` that is below 1e-8.
    fn any_problem(n: usize) -> impl Strategy<Value = Problem> {
        let root = prop::collection::vec(-1.0..1.0_f64, n * n);
        let b = prop::collection::vec(-2.0..2.0_f64, n);
        let d = prop::collection::vec(0.8..1.5_f64, n);
        (root, b, d, 0.1..3.0_f64).prop_map(move |(root, b, d, r)| {
            let at = |r: usize, c: usize| -> f64 {
                let own = if r == c { 0.3 } else { 0.0 };
                (0..n)
                    .map(|k| root[r * n + k] * root[c * n + k])
                    .sum::<f64>()
                    + own
            };
            let mat = (0..n * n).map(|k| at(k / n, k % n)).collect();
            Problem { n, mat, b, d, r }
        })
    }

    fn check(p: &Problem) -> Result<(), TestCaseError> {
        let (x, active) = p.solve();
        prop_assert!(p.violation(&x) <= 1e-8, "outside by {}", p.violation(&x));
        let (cost, want) = (p.cost(&x), p.brute_force());
        prop_assert!(
            (cost - want).abs() <= 1e-6 * want.abs().max(1.0),
            "{cost} against {want}"
        );
        if active {
            prop_assert!(p.violation(&x).abs() <= 1e-8);
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(Config::with_cases(1000))]

        #[test]
        fn sol_24_two_dimensions_against_brute_force(p in any_problem(2)) {
            check(&p)?;
        }

        #[test]
        fn sol_24_three_dimensions_against_brute_force(p in any_problem(3)) {
            check(&p)?;
        }

        #[test]
        fn sol_24_five_dimensions_against_brute_force(p in any_problem(5)) {
            check(&p)?;
        }

        #[test]
        fn sol_24_closed_inverses_agree_with_cholesky(p in any_problem(2), q in any_problem(3)) {
            let first = |v: &[f64]| [v[0], v[1]];
            let ((x, active), (want, want_active)) =
                (solve2(p.mat[..].try_into().unwrap(), &first(&p.b), &first(&p.d), p.r), p.solve());
            prop_assert_eq!(active, want_active);
            prop_assert!(x.iter().zip(&want).all(|(x, w)| (x - w).abs() < 1e-9));

            let first = |v: &[f64]| [v[0], v[1], v[2]];
            let ((x, active), (want, want_active)) =
                (solve3(q.mat[..].try_into().unwrap(), &first(&q.b), &first(&q.d), q.r), q.solve());
            prop_assert_eq!(active, want_active);
            prop_assert!(x.iter().zip(&want).all(|(x, w)| (x - w).abs() < 1e-9));
        }
    }

    #[test]
    fn sol_24_flat_matrices_give_zero_and_inactive() {
        assert_eq!(
            solve2(&[1.0, 1.0, 1.0, 1.0], &[1.0, 2.0], &[1.0; 2], 1.0),
            ([0.0; 2], false)
        );
        let flat = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1e-11];
        assert_eq!(solve3(&flat, &[1.0; 3], &[1.0; 3], 1.0), ([0.0; 3], false));
        let mut x = [9.0; 4];
        assert_eq!(
            solve(&mut x, &[0.0; 16], &[1.0; 4], &[1.0; 4], 1.0),
            Some(false)
        );
        assert_eq!(x, [0.0; 4]);
    }

    #[test]
    fn dimensions_beyond_five_are_refused() {
        assert_eq!(
            solve(&mut [0.0; 6], &[0.0; 36], &[0.0; 6], &[1.0; 6], 1.0),
            None
        );
    }
}
