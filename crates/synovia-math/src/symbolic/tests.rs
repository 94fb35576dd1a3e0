//! The plain functions of [`ldl`] give the same bits.

use super::*;
use crate::ldl;
use proptest::prelude::*;

/// A forest in depth-first order with a positive definite matrix of its pattern.
#[derive(Clone, Debug)]
struct Forest {
    rownnz: Vec<i32>,
    rowadr: Vec<i32>,
    colind: Vec<i32>,
    mat: Vec<f64>,
}

impl Forest {
    /// `up[k]` is how many rows are left on the path from row `k − 1` to its root before row `k` is attached; too many
    /// start a new tree.
    fn new(up: &[usize], values: &[f64]) -> Self {
        let mut path: Vec<i32> = vec![];
        let (mut rownnz, mut rowadr, mut colind, mut mat) = (vec![], vec![], vec![], vec![]);
        for (k, &up) in up.iter().enumerate() {
            path.truncate(path.len().saturating_sub(up));
            if path.len() == LONGEST {
                path.clear();
            }
            path.push(k as i32);
            rowadr.push(colind.len() as i32);
            rownnz.push(path.len() as i32);
            for &c in &path {
                let v = values[(7 * k + 3 * c as usize) % values.len()];
                mat.push(if c as usize == k { 40.0 + v } else { v });
            }
            colind.extend_from_slice(&path);
        }
        Self {
            rownnz,
            rowadr,
            colind,
            mat,
        }
    }

    fn pattern(&self) -> Csr<'_> {
        Csr::new(&self.rownnz, &self.rowadr, &self.colind)
    }
}

fn any_forest() -> impl Strategy<Value = Forest> {
    let up = prop_oneof![
        6 => Just(0_usize),
        2 => 0..4_usize,
        1 => 0..99_usize,
        1 => Just(99_usize),
    ];
    // chains of six and of any length, rows without ancestors
    let piece = prop_oneof![
        Just(vec![99, 0, 0, 0, 0, 0]),
        Just(vec![99, 99, 99]),
        prop::collection::vec(up, 1..30),
        (1..40_usize).prop_map(|n| vec![0; n]),
    ];
    let shape = prop::collection::vec(piece, 1..6).prop_map(|all| all.concat());
    let value = prop_oneof![8 => -1.0..1.0_f64, 1 => Just(0.0), 1 => Just(-0.0)];
    (shape, prop::collection::vec(value, 37)).prop_map(|(up, values)| Forest::new(&up, &values))
}

/// Numbers with zeros of both signs.
fn right_side(n: usize, seed: usize) -> Vec<f64> {
    let number = |k: usize| match (k * 7 + seed) % 11 {
        2 => 0.0,
        5 => -0.0,
        _ => libm::sin((3 * k + seed) as f64 + 1.0),
    };
    (0..n).map(number).collect()
}

/// Bits, with one NaN for all: its sign and payload are not specified.
fn bits(x: &[f64]) -> Vec<u64> {
    x.iter()
        .map(|x| if x.is_nan() { f64::NAN } else { *x }.to_bits())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn factor_solution_and_product_have_the_bits_of_the_plain_ones(
        forest in any_forest(), seed in 0..11_usize, zeros in 0..5_usize, wrong in prop::option::of((0..999_usize, prop_oneof![Just(0.0), Just(f64::NAN), Just(f64::INFINITY)])),
    ) {
        let (pattern, n) = (forest.pattern(), forest.rownnz.len());
        let mut all = Symbolic::new(pattern).unwrap();
        let mut mat = forest.mat.clone();
        if let Some((at, value)) = wrong {
            let at = at % mat.len();
            mat[at] = value;
        }
        let (mut want, mut want_inv) = (mat.clone(), vec![0.0; n]);
        ldl::factor(&mut want, &mut want_inv, pattern);
        let (mut got, mut got_inv) = (mat.clone(), vec![0.0; n]);
        all.factor(&mut got, &mut got_inv);
        prop_assert_eq!(bits(&got), bits(&want));
        prop_assert_eq!(bits(&got_inv), bits(&want_inv));

        let mut x = right_side(n, seed);
        // tails of zeros, as forces of a single joint have
        x[n - (zeros * n / 4)..].fill(if zeros == 1 { -0.0 } else { 0.0 });
        let (mut want_x, mut got_x) = (x.clone(), x.clone());
        ldl::solve(&mut want_x, &want, &want_inv, pattern);
        all.solve(&mut got_x, &want, &want_inv);
        prop_assert_eq!(bits(&got_x), bits(&want_x));

        let (mut want_y, mut got_y) = (vec![0.0; n], vec![1.0; n]);
        ldl::mul_sym(&mut want_y, &mat, &x, pattern);
        all.mul_sym(&mut got_y, &mat, &x);
        prop_assert_eq!(bits(&got_y), bits(&want_y));
    }
}

#[test]
fn other_orders_of_rows_are_refused() {
    // row 2 is a child of row 0, row 3 one of row 1
    let (nnz, adr) = ([1, 2, 2, 3], [0, 1, 3, 5]);
    assert!(Symbolic::new(Csr::new(&nnz, &adr, &[0, 0, 1, 0, 2, 0, 1, 3])).is_none());
    assert!(Symbolic::new(Csr::new(&nnz, &adr, &[0, 0, 1, 0, 2, 0, 2, 3])).is_some());
    // a gap between rows, and a row that is too long
    assert!(Symbolic::new(Csr::new(&[1, 1], &[0, 2], &[0, 9, 1])).is_none());
    let chain = Forest::new(&[0; LONGEST], &[0.5]);
    assert!(Symbolic::new(chain.pattern()).is_some());
}
