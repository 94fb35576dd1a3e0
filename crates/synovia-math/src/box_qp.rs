//! Quadratic programs with bounds.
//!
//! ```text
//! minimise  ½ xᵀHx + gᵀx     subject to     l ≤ x ≤ u                                          (1)
//! ```
//!
//! by projected Newton steps. A dimension is clamped if it is at a bound and the gradient pushes it outwards; the
//! others move towards the minimum of the problem in which the clamped ones are constant,
//!
//! ```text
//! s_f = −H_ff⁻¹ (g_f + H_fc x_c) − x_f          f: free, c: clamped                            (2)
//! ```
//!
//! by a line search that projects onto the bounds. `H` is factored again only when the set of clamped dimensions
//! changes. Bertsekas, *SIAM J. Control and Optimization* 20 (1982); Tassa, Mansard and Todorov, *ICRA* (2014).

use crate::{MIN_VAL, chol, dense, kernel};

/// Maximum number of Newton steps.
const STEPS: usize = 100;
/// A squared gradient below this is treated as zero.
const MIN_GRADIENT: f64 = 1e-16;
/// Factor by which the line search shortens the step.
const SHORTER: f64 = 0.5;
/// Minimum step of the line search.
const MIN_STEP: f64 = 1e-22;
/// Sufficient fraction of the decrease predicted by the slope.
const ENOUGH: f64 = 0.1;

/// A problem, equation (1).
#[derive(Clone, Copy, Debug)]
pub struct BoxQp<'a> {
    /// `H`, row by row, symmetric.
    pub hessian: &'a [f64],
    /// `g`.
    pub linear: &'a [f64],
    /// `l`, if there is one.
    pub lower: Option<&'a [f64]>,
    /// `u`, if there is one.
    pub upper: Option<&'a [f64]>,
}

/// The free dimensions of a solution.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Free {
    /// Dimensions that are not clamped at a bound, in ascending order.
    pub index: Vec<usize>,
    /// Cholesky factor of the free part of `H`: the lower triangle of a square matrix, row by row.
    pub factor: Vec<f64>,
}

impl BoxQp<'_> {
    /// Improves `x`, which may start anywhere, to the solution; `None` if the free part of `H` is not positive
    /// definite or no descent is found.
    #[doc(alias = "mju_boxQP")]
    pub fn solve(&self, x: &mut [f64]) -> Option<Free> {
        let n = x.len();
        if self.lower.is_none() && self.upper.is_none() {
            let all = (0..n).collect();
            let free = self.factor(n, all)?;
            x.copy_from_slice(self.linear);
            chol::solve(x, &free.factor);
            kernel::scale(x, -1.0);
            return Some(free);
        }
        self.clamp(x);
        let mut gradient = vec![0.0; n];
        let mut known: Option<Free> = None;
        for _ in 0..STEPS {
            dense::mul_vec(&mut gradient, self.hessian, x);
            kernel::add_to(&mut gradient, self.linear);
            let index: Vec<usize> = (0..n)
                .filter(|&i| !self.is_held(i, x[i], gradient[i]))
                .collect();
            if index.is_empty() {
                return Some(Free::default());
            }
            let free = match known.take() {
                Some(same) if same.index == index => same,
                _ => self.factor(n, index)?,
            };
            let towards = self.newton(x, &free);
            let rest: f64 = free.index.iter().map(|&i| gradient[i] * gradient[i]).sum();
            if rest < MIN_GRADIENT {
                return Some(free);
            }
            let slope = kernel::dot(&towards, &gradient);
            if slope >= 0.0 {
                return None;
            }
            if !self.search(x, &towards, slope) {
                return Some(free);
            }
            known = Some(free);
        }
        known
    }

    /// True if dimension `i` is at a bound and its gradient points beyond.
    fn is_held(&self, i: usize, x: f64, gradient: f64) -> bool {
        self.lower.is_some_and(|l| x == l[i] && gradient > 0.0)
            || self.upper.is_some_and(|u| x == u[i] && gradient < 0.0)
    }

    fn clamp(&self, x: &mut [f64]) {
        for (i, x) in x.iter_mut().enumerate() {
            if let Some(lower) = self.lower {
                *x = x.max(lower[i]);
            }
            if let Some(upper) = self.upper {
                *x = x.min(upper[i]);
            }
        }
    }

    /// The objective, equation (1).
    fn value(&self, x: &[f64]) -> f64 {
        let n = x.len();
        let mut quadratic = 0.0;
        for (i, row) in self.hessian.chunks_exact(n.max(1)).enumerate() {
            // order: the diagonal, then twice the elements before it
            quadratic += x[i] * row[i] * x[i];
            quadratic += 2.0 * x[i] * kernel::dot(&row[..i], &x[..i]);
        }
        0.5 * quadratic + kernel::dot(x, self.linear)
    }

    /// The factor of the free part of `H`.
    fn factor(&self, n: usize, index: Vec<usize>) -> Option<Free> {
        let count = index.len();
        let mut factor = vec![0.0; count * count];
        for (r, &i) in index.iter().enumerate() {
            for (c, &j) in index[..=r].iter().enumerate() {
                factor[r * count + c] = self.hessian[i * n + j];
            }
        }
        let rank = chol::factor(&mut factor, count, MIN_VAL);
        (rank == count).then_some(Free { index, factor })
    }

    /// The step to the minimum over the free dimensions, equation (2).
    fn newton(&self, x: &[f64], free: &Free) -> Vec<f64> {
        let n = x.len();
        let mut held = x.to_vec();
        for &i in &free.index {
            held[i] = 0.0;
        }
        let mut pull = vec![0.0; n];
        dense::mul_vec(&mut pull, self.hessian, &held);
        kernel::add_to(&mut pull, self.linear);
        let mut target: Vec<f64> = free.index.iter().map(|&i| pull[i]).collect();
        chol::solve(&mut target, &free.factor);
        let mut towards = vec![0.0; n];
        for (&i, target) in free.index.iter().zip(target) {
            towards[i] = -target - x[i];
        }
        towards
    }

    /// Line search towards a minimum within the bounds; false if the step has become too small.
    fn search(&self, x: &mut [f64], towards: &[f64], slope: f64) -> bool {
        let before = self.value(x);
        let mut candidate = x.to_vec();
        let (mut step, mut progress) = (1.0, true);
        loop {
            for (i, candidate) in candidate.iter_mut().enumerate() {
                *candidate = towards[i] * step + x[i];
            }
            self.clamp(&mut candidate);
            let value = self.value(&candidate);
            step *= SHORTER;
            if step < MIN_STEP {
                progress = false;
                break;
            }
            if (value - before) / (step * slope) >= ENOUGH {
                break;
            }
        }
        x.copy_from_slice(&candidate);
        progress
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HESSIAN: [f64; 4] = [2.0, 1.0, 1.0, 3.0];
    const LINEAR: [f64; 2] = [-4.0, -9.0];

    fn problem<'a>(lower: Option<&'a [f64]>, upper: Option<&'a [f64]>) -> BoxQp<'a> {
        BoxQp {
            hessian: &HESSIAN,
            linear: &LINEAR,
            lower,
            upper,
        }
    }

    #[test]
    fn without_bounds_the_gradient_vanishes() {
        let mut x = [7.0, -3.0];
        let free = problem(None, None).solve(&mut x).unwrap();
        assert!(
            (x[0] - 0.6).abs() < 1e-15 && (x[1] - 2.8).abs() < 1e-15,
            "{x:?}"
        );
        assert_eq!(free.index, [0, 1]);
        let wide = [100.0; 2];
        let mut y = [7.0, -3.0];
        problem(Some(&[-100.0; 2]), Some(&wide))
            .solve(&mut y)
            .unwrap();
        assert!((x[0] - y[0]).abs() < 1e-12 && (x[1] - y[1]).abs() < 1e-12);
    }

    #[test]
    fn a_held_dimension_is_a_constant_for_the_others() {
        let mut x = [0.0, 0.0];
        let free = problem(Some(&[-1.0; 2]), Some(&[5.0, 1.0]))
            .solve(&mut x)
            .unwrap();
        // x₁ = 1 is clamped, 2 x₀ + 1 − 4 = 0
        assert!((x[0] - 1.5).abs() < 1e-12 && x[1] == 1.0, "{x:?}");
        assert_eq!((free.index, free.factor), (vec![0], vec![2.0_f64.sqrt()]));
        let mut x = [9.0, 9.0];
        let free = problem(Some(&[3.0; 2]), None).solve(&mut x).unwrap();
        assert_eq!((x, free.index.len()), ([3.0, 3.0], 0));
    }

    #[test]
    fn a_matrix_that_is_not_positive_has_no_solution() {
        let bad = BoxQp {
            hessian: &[1.0, 2.0, 2.0, 1.0],
            ..problem(None, Some(&[9.0; 2]))
        };
        assert_eq!(bad.solve(&mut [0.0; 2]), None);
        assert_eq!(BoxQp { upper: None, ..bad }.solve(&mut [0.0; 2]), None);
    }
}
