//! The first six rows of a tree whose root is a free joint, in unrolled code.
//!
//! Six dofs, each the parent of the next, have rows of 1, 2 … 6 numbers: a lower triangle of 21 contiguous numbers.
//! The operations of [`ldl`](crate::ldl) on sparse rows are unrolled for them, with the same sums in the same order.
#![expect(
    clippy::inline_always,
    reason = "unrolled code in the loops of its caller"
)]

use crate::Csr;

/// Start of row `i` in the triangle.
const fn start(i: usize) -> usize {
    i * (i + 1) / 2
}

/// Address of the triangle whose first row is `first`; `None` if there is none.
#[inline(always)]
pub(crate) fn from(pattern: Csr<'_>, first: usize) -> Option<usize> {
    let last = first + 5;
    if pattern.rownnz[first] != 1 || last >= pattern.nrow() || pattern.rownnz[last] != 6 {
        return None;
    }
    up_to(pattern, last)
}

/// Address of the triangle whose last row is `last`; `None` if there is none.
#[inline(always)]
pub(crate) fn up_to(pattern: Csr<'_>, last: usize) -> Option<usize> {
    if pattern.rownnz[last] != 6 {
        return None;
    }
    // columns increase and end with the row itself
    let adr = pattern.rowadr[last] as usize;
    let first = pattern.colind[adr] as usize;
    (first + 5 == last && pattern.rowadr[first] as usize + 15 == adr).then(|| adr - 15)
}

/// `x ← L⁻ᵀ x`.
#[inline(always)]
pub(crate) fn solve_lower_t(x: &mut [f64; 6], l: &[f64; 21]) {
    for i in (1..6).rev() {
        let x_i = -x[i];
        for j in 0..i {
            x[j] += l[start(i) + j] * x_i;
        }
    }
}

/// `x ← L⁻¹ x`.
#[inline(always)]
pub(crate) fn solve_lower(x: &mut [f64; 6], l: &[f64; 21]) {
    for i in 1..6 {
        let at = |j: usize| l[start(i) + j] * x[j];
        // order: that of the vector kernels
        let sum = match i {
            1 => at(0),
            2 => at(0) + at(1),
            3 => at(0) + at(1) + at(2),
            4 => (at(0) + at(2)) + (at(1) + at(3)),
            _ => (at(0) + at(2)) + (at(1) + at(3)) + at(4),
        };
        x[i] -= sum;
    }
}

/// `out ← M x`, where `m` is the lower triangle of `M`.
#[inline(always)]
pub(crate) fn mul_sym(out: &mut [f64; 6], m: &[f64; 21], x: &[f64; 6]) {
    let mut sum = [0.0; 6];
    for i in 0..6 {
        // order: the diagonal, then from the parent to the root; descendants add their terms later
        sum[i] = m[start(i) + i] * x[i];
        for j in (0..i).rev() {
            sum[i] += m[start(i) + j] * x[j];
        }
        for j in 0..i {
            sum[j] += m[start(i) + j] * x[i];
        }
    }
    *out = sum;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ldl;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn straight_code_gives_the_bits_of_sparse_rows(
            values in prop::array::uniform21(-1.0..1.0_f64), y in prop::array::uniform6(-2.0..2.0_f64),
        ) {
            // the triangle, and the same with a gap after its first row
            let nnz = [1, 2, 3, 4, 5, 6];
            let adr: [i32; 6] = core::array::from_fn(|i| start(i) as i32);
            let apart = adr.map(|a| if a == 0 { 0 } else { a + 1 });
            let mut triangle = values;
            let mut col = vec![];
            for i in 0..6 {
                triangle[start(i) + i] += 12.0;
                col.extend(0..=i as i32);
            }
            let mut gap = triangle.to_vec();
            gap.insert(1, f64::NAN);
            let mut gap_col = col.clone();
            gap_col.insert(1, -1);
            let straight = Csr::new(&nnz, &adr, &col);
            let sparse = Csr::new(&nnz, &apart, &gap_col);
            prop_assert_eq!((from(straight, 0), up_to(straight, 5)), (Some(0), Some(0)));
            prop_assert_eq!((from(sparse, 0), up_to(sparse, 5), from(straight, 1)), (None, None, None));

            let (mut got, mut want) = (y, y);
            ldl::mul_sym(&mut got, &triangle, &y, straight);
            ldl::mul_sym(&mut want, &gap, &y, sparse);
            prop_assert_eq!(got, want);

            // any triangle is a valid factor
            let inv = [0.5, 0.25, 1.0, 3.0, 2.0, 0.1];
            let (mut got, mut want) = (y, y);
            ldl::solve(&mut got, &triangle, &inv, straight);
            ldl::solve(&mut want, &gap, &inv, sparse);
            prop_assert_eq!(got, want);
        }
    }
}
