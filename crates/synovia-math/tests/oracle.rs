//! Values recorded from the reference, compared to the last bits.

#![expect(clippy::unwrap_used, reason = "a broken table must stop the test")]

use synovia_math::{Mat3, Pose, Quat, Vec3, eig3};

/// The numbers of one recorded call, handed out in order.
struct Row<'a>(std::str::SplitWhitespace<'a>);

impl Row<'_> {
    fn array<const N: usize>(&mut self) -> [f64; N] {
        std::array::from_fn(|_| self.0.next().unwrap().parse().unwrap())
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

/// The rows of a table without its comments.
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

/// Position, then orientation.
fn flat(pose: Pose) -> Vec<f64> {
    [&pose.pos.to_array()[..], &pose.quat.to_array()[..]].concat()
}
