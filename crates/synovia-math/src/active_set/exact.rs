//! Residuals in twice the working precision, so that a refined solution is accurate to the last bits.
//!
//! Products and sums each have a rounding error that is itself a floating-point number; accumulating these errors
//! separately yields the product of two vectors as if computed with twice as many digits and rounded once. Ogita,
//! Rump and Oishi, *Accurate sum and dot product* (2005); Dekker (1971) for splitting a number, since fused
//! operations are not used.

/// `a + b`, and its rounding error.
#[inline]
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}

/// The upper and lower half of the digits.
#[inline]
fn halves(a: f64) -> (f64, f64) {
    let shifted = 134_217_729.0 * a;
    let high = shifted - (shifted - a);
    (high, a - high)
}

/// `a · b`, and its rounding error.
#[inline]
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let ((a_high, a_low), (b_high, b_low)) = (halves(a), halves(b));
    let lost = a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low);
    (product, lost)
}

/// `b − Σ aₖ xₖ`.
pub(super) fn residual(b: f64, a: &[f64], x: &[f64]) -> f64 {
    let (mut sum, mut lost) = (b, 0.0);
    for (&a, &x) in a.iter().zip(x) {
        if x == 0.0 {
            continue;
        }
        let (product, product_lost) = two_product(-a, x);
        let (next, sum_lost) = two_sum(sum, product);
        sum = next;
        lost += sum_lost + product_lost;
    }
    sum + lost
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancellation_leaves_the_digits_behind() {
        let third = 1.0 / 3.0;
        // 1 − 3·fl(1/3) is 2⁻⁵⁴, which is lost by a product in working precision
        assert_eq!(residual(1.0, &[3.0], &[third]), 2.0_f64.powi(-54));
        assert_eq!(residual(0.0, &[1e16, 1.0, -1e16], &[1.0, 1.0, 1.0]), -1.0);
    }
}
