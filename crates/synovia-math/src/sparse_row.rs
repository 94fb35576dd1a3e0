//! Sums of sparse rows: values with increasing indices, in buffers with spare capacity.

/// The union of two increasing lists of indices; returns its length.
///
/// `out` must have sufficient capacity: at most the lengths of both lists together.
#[doc(alias = "mj_mergeSorted")]
pub fn merge(out: &mut [i32], a: &[i32], b: &[i32]) -> usize {
    let (mut i, mut j, mut n) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let (from_a, from_b) = (a[i] <= b[j], b[j] <= a[i]);
        out[n] = if from_a { a[i] } else { b[j] };
        i += usize::from(from_a);
        j += usize::from(from_b);
        n += 1;
    }
    for rest in [&a[i..], &b[j..]] {
        out[n..n + rest.len()].copy_from_slice(rest);
        n += rest.len();
    }
    n
}

/// Number of distinct indices of two increasing lists.
#[doc(alias = "mju_combineSparseCount")]
pub fn union_len(a: &[i32], b: &[i32]) -> usize {
    let (mut i, mut j, mut common) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let (from_a, from_b) = (a[i] <= b[j], b[j] <= a[i]);
        i += usize::from(from_a);
        j += usize::from(from_b);
        common += usize::from(from_a && from_b);
    }
    a.len() + b.len() - common
}

/// `row ← a row + b src`, where the row is the first `nnz` elements of `val` and `ind`; returns its new length.
///
/// `val` and `ind` must have capacity for the union of both patterns.
#[doc(alias = "mju_combineSparse")]
pub fn combine(
    val: &mut [f64],
    ind: &mut [i32],
    nnz: usize,
    a: f64,
    b: f64,
    src_val: &[f64],
    src_ind: &[i32],
) -> usize {
    // equal patterns: no element moves
    if ind[..nnz] == *src_ind {
        for (val, src) in val.iter_mut().zip(src_val) {
            *val = *val * a + src * b;
        }
        return nnz;
    }

    // from the end, so that no element is overwritten before it is moved
    let total = union_len(&ind[..nnz], src_ind);
    let (mut row, mut src) = (nnz, src_ind.len());
    for to in (0..total).rev() {
        let last = row.checked_sub(1).map(|k| ind[k]);
        let src_last = src.checked_sub(1).map(|k| src_ind[k]);
        // a missing index compares as smaller than any other
        let (from_row, from_src) = (last >= src_last, src_last >= last);
        row -= usize::from(from_row);
        src -= usize::from(from_src);
        (val[to], ind[to]) = match (from_row, from_src) {
            (true, true) => (a * val[row] + b * src_val[src], ind[row]),
            (true, false) => (a * val[row], ind[row]),
            _ => (b * src_val[src], src_ind[src]),
        };
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn any_row() -> impl Strategy<Value = BTreeMap<i32, f64>> {
        prop::collection::btree_map(0..20_i32, -2.0..2.0_f64, 0..10)
    }

    fn parts(row: &BTreeMap<i32, f64>) -> (Vec<i32>, Vec<f64>) {
        row.iter().map(|(i, v)| (*i, *v)).unzip()
    }

    proptest! {
        #[test]
        fn combination_is_that_of_maps(x in any_row(), y in any_row(), a in -2.0..2.0_f64, b in -2.0..2.0_f64) {
            let ((mut ind, mut val), (src_ind, src_val)) = (parts(&x), parts(&y));
            let nnz = ind.len();
            ind.resize(30, -1);
            val.resize(30, f64::NAN);
            let total = combine(&mut val, &mut ind, nnz, a, b, &src_val, &src_ind);

            let mut want: BTreeMap<i32, f64> = x.iter().map(|(i, v)| (*i, a * v)).collect();
            for (i, v) in &y {
                *want.entry(*i).or_insert(0.0) += b * v;
            }
            let (want_ind, want_val) = parts(&want);
            prop_assert_eq!(&ind[..total], &want_ind[..]);
            prop_assert_eq!(&val[..total], &want_val[..]);
        }

        #[test]
        fn equal_patterns_add_in_place(x in any_row(), b in -2.0..2.0_f64) {
            let (mut ind, mut val) = parts(&x);
            let (src_ind, src_val) = parts(&x);
            let total = combine(&mut val, &mut ind, src_ind.len(), 1.0, b, &src_val, &src_ind);
            prop_assert_eq!(total, src_ind.len());
            for (got, src) in val.iter().zip(&src_val) {
                prop_assert_eq!(*got, src + src * b);
            }
        }

        #[test]
        fn union_is_that_of_sets(a in prop::collection::btree_set(0..30_i32, 0..15),
                                 b in prop::collection::btree_set(0..30_i32, 0..15)) {
            let want: Vec<i32> = a.union(&b).copied().collect();
            let [a, b] = [a, b].map(|s: BTreeSet<i32>| s.into_iter().collect::<Vec<_>>());
            let mut out = [0; 40];
            let n = merge(&mut out, &a, &b);
            prop_assert_eq!(&out[..n], &want[..]);
            prop_assert_eq!(union_len(&a, &b), n);
        }
    }
}
