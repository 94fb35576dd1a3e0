//! Values recorded from the reference, compared to the last bits.

#![expect(clippy::unwrap_used, reason = "a broken table must stop the test")]

use synovia_math::chol::{self, RankOne};
use synovia_math::{Csr, Inertia10, Mat3, Pose, Quat, Spatial, Vec3, eig3, kernel, ldl, qcqp};

/// The numbers of one recorded call, read in order.
struct Row<'a>(std::str::SplitWhitespace<'a>);

impl Row<'_> {
    fn array<const N: usize>(&mut self) -> [f64; N] {
        std::array::from_fn(|_| self.0.next().unwrap().parse().unwrap())
    }
    fn list(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.number()).collect()
    }
    fn int(&mut self) -> usize {
        self.0.next().unwrap().parse().unwrap()
    }
    fn number(&mut self) -> f64 {
        self.array::<1>()[0]
    }
    fn vec3(&mut self) -> Vec3 {
        self.array().into()
    }
    fn quat(&mut self) -> Quat {
        self.array().into()
    }
    fn mat(&mut self) -> Mat3 {
        Mat3(self.array())
    }
}

/// The rows of a table without comments.
fn rows(table: &str) -> impl Iterator<Item = Row<'_>> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| Row(line.split_whitespace()))
}

/// Fails unless every number agrees to `tol`, relative to the larger of one and the number itself.
fn assert_close(what: &str, got: &[f64], want: &[f64], tol: f64) {
    assert_eq!(got.len(), want.len(), "{what}");
    for (k, (g, w)) in got.iter().zip(want).enumerate() {
        assert!(
            (g - w).abs() <= tol * w.abs().max(1.0),
            "{what}[{k}]: {g:e}, expected {w:e}"
        );
    }
}

#[test]
fn eig3_gives_the_eigenvalues_and_the_quaternion_of_the_reference() {
    let mut count = 0;
    for mut row in rows(include_str!("data/eig3.txt")) {
        let mat = row.mat();
        let found = eig3(&mat);
        let scale = mat.0.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
        assert_close(
            "values",
            &found.values.to_array(),
            &row.array::<3>(),
            1e-15 * scale,
        );
        assert_close("quat", &found.quat.to_array(), &row.array::<4>(), 1e-15);
        count += 1;
    }
    assert!(count >= 50);
}

#[test]
fn rotations_give_the_numbers_of_the_reference() {
    let mut count = 0;
    for mut row in rows(include_str!("data/rotations.txt")) {
        let name = row.0.next().unwrap();
        let got: Vec<f64> = match name {
            "mat2quat" => Quat::from_mat(&row.mat()).to_array().to_vec(),
            "quat2vel" => row.quat().to_vel(row.number()).to_array().to_vec(),
            "subquat" => row.quat().sub_quat(row.quat()).to_array().to_vec(),
            "integrate" => {
                let mut q = row.quat();
                q.integrate(row.vec3(), row.number());
                q.to_array().to_vec()
            }
            "deriv" => row.quat().deriv(row.vec3()).to_vec(),
            "mulpose" => {
                let outer = Pose::new(row.vec3(), row.quat());
                flat(outer * Pose::new(row.vec3(), row.quat()))
            }
            "negpose" => flat(Pose::new(row.vec3(), row.quat()).inverse()),
            "z2vec" => Quat::z_to_vec(row.vec3()).to_array().to_vec(),
            "mat2rot" => {
                let mat = row.mat();
                let mut q = row.quat();
                q.fit(&mat);
                q.to_array().to_vec()
            }
            other => panic!("unknown function {other}"),
        };
        let want: Vec<f64> = row.0.map(|word| word.parse().unwrap()).collect();
        let tol = if name == "mat2rot" { 1e-13 } else { 1e-15 };
        assert_close(name, &got, &want, tol);
        count += 1;
    }
    assert!(count >= 150);
}

/// Position and orientation as one list.
fn flat(pose: Pose) -> Vec<f64> {
    [&pose.pos.to_array()[..], &pose.quat.to_array()[..]].concat()
}

/// Reproducible inputs: multiples of 1/256 within ±4.
fn pseudo(seed: usize, n: usize) -> Vec<f64> {
    let at = |k: usize| (k * 7919 + seed * 104_729 + k * k * 31) % 2048;
    (0..n).map(|k| (at(k) as f64 - 1024.0) / 256.0).collect()
}

/// A positive definite matrix from [`pseudo`] numbers.
fn spd(seed: usize, n: usize) -> Vec<f64> {
    let root: Vec<f64> = pseudo(seed, n * n).iter().map(|x| x / 4.0).collect();
    let at = |r: usize, c: usize| {
        let products = (0..n).map(|k| root[r * n + k] * root[c * n + k]);
        products.fold(0.0, |sum, p| sum + p) + if r == c { 0.5 } else { 0.0 }
    };
    (0..n * n).map(|k| at(k / n, k % n)).collect()
}

/// The lower triangle, row by row.
fn lower(mat: &[f64], n: usize) -> Vec<f64> {
    (0..n)
        .flat_map(|r| mat[r * n..=r * n + r].to_vec())
        .collect()
}

#[test]
fn linear_algebra_gives_the_numbers_of_the_reference() {
    let mut count = 0;
    for mut row in rows(include_str!("data/algebra.txt")) {
        match row.0.next().unwrap() {
            "dot" => check_dot(&mut row),
            "chol" => check_chol(&mut row),
            "ldl" => check_ldl(&mut row),
            "qcqp" => check_qcqp(&mut row),
            "inert" => {
                let seed = row.int();
                let inertia = Inertia10(pseudo(seed, 10).try_into().unwrap());
                let motion = Spatial(pseudo(seed + 1, 6).try_into().unwrap());
                assert_eq!(inertia.mul_vec(&motion).0, row.array());
            }
            "transform" => {
                let (seed, force) = (row.int(), row.int() == 1);
                let axes = row.mat();
                let v = Spatial(pseudo(seed + 1, 6).try_into().unwrap());
                let shift = Vec3::from(<[f64; 3]>::try_from(pseudo(seed + 2, 3)).unwrap());
                let got = if force {
                    v.transform_force(shift, Some(&axes))
                } else {
                    v.transform_motion(shift, Some(&axes))
                };
                assert_eq!(got.0, row.array());
            }
            other => panic!("unknown function {other}"),
        }
        assert!(row.0.next().is_none());
        count += 1;
    }
    assert!(count >= 60);
}

fn check_dot(row: &mut Row<'_>) {
    let n = row.int();
    let a: Vec<f64> = pseudo(n, n).iter().map(|x| x / 3.0).collect();
    let b: Vec<f64> = pseudo(n + 50, n).iter().map(|x| x / 7.0).collect();
    let (got, want) = (kernel::dot(&a, &b), row.number());
    // from sixteen elements on the lanes differ
    assert!(
        if n < 16 {
            got == want
        } else {
            (got - want).abs() < 1e-14
        },
        "{n}: {got} {want}"
    );
}

fn check_chol(row: &mut Row<'_>) {
    let n = row.int();
    let size = n * (n + 1) / 2;
    let mut factor = spd(n, n);
    assert_eq!(chol::factor(&mut factor, n, 1e-15), row.number() as usize);
    assert_close("factor", &lower(&factor, n), &row.list(size), 1e-14);

    let mut x = pseudo(n + 7, n);
    chol::solve(&mut x, &factor);
    assert_close("solution", &x, &row.list(n), 1e-12);

    let mut v: Vec<f64> = pseudo(n + 9, n).iter().map(|x| x / 8.0).collect();
    assert_eq!(
        chol::update(&mut factor, &mut v, RankOne::Add),
        row.number() as usize
    );
    assert_close("update", &lower(&factor, n), &row.list(size), 1e-13);
}

fn check_ldl(row: &mut Row<'_>) {
    let (n, jump) = (row.int(), row.int());
    let mut chains: Vec<Vec<i32>> = Vec::new();
    for k in 0..n {
        let mut chain = k
            .checked_sub(1 + (k * k) % jump)
            .map_or(vec![], |p| chains[p].clone());
        chain.push(k as i32);
        chains.push(chain);
    }
    let colind = chains.concat();
    let rownnz: Vec<i32> = chains.iter().map(|c| c.len() as i32).collect();
    let rowadr: Vec<i32> = (0..n).map(|k| rownnz[..k].iter().sum()).collect();
    let pattern = Csr::new(&rownnz, &rowadr, &colind);

    let mut mat: Vec<f64> = pseudo(n + jump, colind.len())
        .iter()
        .map(|x| x / 8.0)
        .collect();
    for k in 0..n {
        mat[pattern.range(k).end - 1] = (n + k) as f64;
    }

    // the order of operations is that of the reference, so the results are equal
    let x = pseudo(n, n);
    let mut product = vec![0.0; n];
    ldl::mul_sym(&mut product, &mat, &x, pattern);
    assert_eq!(product, row.list(n));
    let mut inv = vec![0.0; n];
    ldl::factor(&mut mat, &mut inv, pattern);
    assert_eq!(mat, row.list(mat.len()));
    assert_eq!(inv, row.list(n));
    let mut solution = x;
    ldl::solve(&mut solution, &mat, &inv, pattern);
    assert_close("solution", &solution, &row.list(n), 1e-15);
}

fn check_qcqp(row: &mut Row<'_>) {
    let (n, seed) = (row.int(), row.int());
    let (mat, b) = (spd(seed + 60, n), pseudo(seed, n));
    let d: Vec<f64> = pseudo(seed + 3, n)
        .iter()
        .map(|x| x.abs() / 4.0 + 0.1)
        .collect();
    let r = 0.25 + seed as f64 / 4.0;
    let (got, active) = if n == 2 {
        let arrays = (mat[..].try_into(), b[..].try_into(), d[..].try_into());
        let (x, active) = qcqp::solve2(arrays.0.unwrap(), arrays.1.unwrap(), arrays.2.unwrap(), r);
        (x.to_vec(), active)
    } else {
        let arrays = (mat[..].try_into(), b[..].try_into(), d[..].try_into());
        let (x, active) = qcqp::solve3(arrays.0.unwrap(), arrays.1.unwrap(), arrays.2.unwrap(), r);
        (x.to_vec(), active)
    };
    assert_eq!(got, row.list(n));
    assert_eq!(active, row.number() == 1.0);
}
