//! Quadratic programs with bounds: closed forms, laws, and an independent solver.

use rand::distr::Open01;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use synovia_math::active_set::{
    ActiveSetSolver, BoxProblem, Invalid, Limits, Options, RowState, Solution, active_set,
    second_phase,
};

/// Reproducible random numbers.
struct Random(SplitMix64);

impl Random {
    fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    fn uniform(&mut self) -> f64 {
        self.0.sample(Open01)
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n)
    }

    fn normal(&mut self) -> f64 {
        let (u, v) = (self.uniform(), self.uniform());
        libm::sqrt(-2.0 * libm::log(u)) * libm::cos(core::f64::consts::TAU * v)
    }

    fn normals(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.normal()).collect()
    }
}

/// `JJᵀ + r`, for `n` rows.
fn gram(jac: &[f64], n: usize, r: f64) -> Vec<f64> {
    let m = jac.len() / n;
    let mut a = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..n {
            a[i * n + j] = (0..m).map(|k| jac[i * m + k] * jac[j * m + k]).sum();
        }
        a[i * n + i] += r;
    }
    a
}

fn mul(a: &[f64], x: &[f64]) -> Vec<f64> {
    let row = |row: &[f64]| row.iter().zip(x).map(|(a, x)| a * x).sum();
    a.chunks_exact(x.len()).map(row).collect()
}

fn solve(a: &[f64], b: &[f64]) -> Solution {
    active_set(a, b, &Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (x, y) in found.iter().zip(expected) {
        assert!((x - y).abs() <= tolerance, "{found:?} against {expected:?}");
    }
}

/// Checks that a converged solution satisfies the optimality (KKT) conditions.
#[track_caller]
fn check_kkt(a: &[f64], b: &[f64], found: &Solution, tolerance: f64) {
    assert!(found.converged);
    let w: Vec<f64> = mul(a, &found.lambda)
        .iter()
        .zip(b)
        .map(|(x, b)| x - b)
        .collect();
    let norm = found.lambda.iter().map(|x| x * x).sum::<f64>().sqrt();
    assert!(found.lambda.iter().all(|&x| x >= 0.0));
    assert!(w.iter().all(|&w| w >= -tolerance), "{w:?}");
    let gap: f64 = w.iter().zip(&found.lambda).map(|(w, x)| w * x).sum();
    assert!(gap.abs() < tolerance * norm.max(1.0), "{gap}");
}

const TRAP: [f64; 15] = [
    -1.0, -3.0, 2.0, 3.0, -2.0, 3.0, -3.0, 2.0, -2.0, 0.0, 3.0, -1.0, 2.0, 3.0, 1.0,
];
const TRAP_B: [f64; 5] = [4.0, 3.0, -2.0, -1.0, 2.0];
const READDING: [f64; 9] = [5.0, -3.0, 0.0, -3.0, 2.0, -1.0, 0.0, -1.0, 6.0];

#[test]
fn asm_01_a_default_result_is_empty() {
    let empty = Solution::default();
    assert!(empty.lambda.is_empty() && !empty.converged);
    assert_eq!((empty.iterations, empty.active_set_size), (0, 0));
}

#[test]
fn asm_02_a_single_contact_is_a_quotient() {
    let found = solve(&[2.0], &[3.0]);
    close(&found.lambda, &[1.5], 1e-12);
    assert!(found.converged);
    assert_eq!((found.iterations, found.active_set_size), (1, 1));
}

#[test]
fn asm_03_the_order_of_rows_does_not_matter() {
    let mut random = Random::new(3);
    for _ in 0..100 {
        let n = 2 + random.below(19);
        let jac = random.normals(n * n);
        let (a, b) = (gram(&jac, n, 0.1), random.normals(n));
        let mut order: Vec<usize> = (0..n).collect();
        for k in (1..n).rev() {
            order.swap(k, random.below(k + 1));
        }
        let mut permuted = vec![0.0; n * n];
        for i in 0..n {
            for j in 0..n {
                permuted[i * n + j] = a[order[i] * n + order[j]];
            }
        }
        let permuted_b: Vec<f64> = order.iter().map(|&i| b[i]).collect();
        let (one, other) = (solve(&a, &b), solve(&permuted, &permuted_b));
        let back: Vec<f64> = order.iter().map(|&i| one.lambda[i]).collect();
        close(&other.lambda, &back, 1e-12);
    }
}

/// A stack of masses, from the ground up.
fn stack(masses: [f64; 4]) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
    let jac: Vec<f64> = (0..16)
        .map(|k| match (k / 4, k % 4) {
            (i, j) if i == j => 1.0 / masses[j].sqrt(),
            (i, j) if i == j + 1 => -1.0 / masses[j].sqrt(),
            _ => 0.0,
        })
        .collect();
    let carried = |i: usize| 9.81 * masses[i..].iter().rev().sum::<f64>();
    (
        gram(&jac, 4, 0.0),
        vec![9.81, 0.0, 0.0, 0.0],
        (0..4).map(carried).collect(),
    )
}

#[test]
fn asm_04_a_mass_ratio_of_a_million_takes_one_pass() {
    let (a, b, carried) = stack([1.0, 1e2, 1e4, 1e6]);
    let found = solve(&a, &b);
    assert!(found.converged);
    assert_eq!(found.iterations, 1);
    for (x, expected) in found.lambda.iter().zip(&carried) {
        assert!((x / expected - 1.0).abs() < 1e-9, "{x} {expected}");
    }
}

#[test]
fn asm_05_a_mass_ratio_of_a_trillion_still_converges() {
    let (a, b, carried) = stack([1.0, 1e4, 1e8, 1e12]);
    let found = solve(&a, &b);
    assert!(found.converged);
    for (x, expected) in found.lambda.iter().zip(&carried) {
        assert!((x / expected - 1.0).abs() < 1e-3, "{x} {expected}");
    }
}

#[test]
fn asm_06_separating_rows_carry_nothing() {
    let found = solve(&[2.0, 0.5, 0.5, 1.0], &[-1.0, -2.0]);
    assert_eq!(found.lambda, [0.0, 0.0]);
    assert!(found.converged);
    assert_eq!((found.active_set_size, found.iterations), (0, 3));
}

#[test]
fn asm_07_compressive_rows_all_carry() {
    let found = solve(&[2.0, 0.5, 0.5, 1.0], &[3.0, 2.0]);
    close(&found.lambda, &[1.142857142857, 1.428571428571], 1e-12);
    assert_eq!((found.active_set_size, found.iterations), (2, 1));
}

#[test]
fn asm_08_asm_26_a_separating_row_has_a_residual() {
    let found = solve(&[2.0, 1.0, 1.0, 2.0], &[3.0, -1.0]);
    close(&found.lambda, &[1.5, 0.0], 1e-14);
    assert_eq!((found.active_set_size, found.iterations), (1, 2));
    let w = mul(&[2.0, 1.0, 1.0, 2.0], &found.lambda);
    close(&[w[0] - 3.0, w[1] + 1.0], &[0.0, 2.5], 1e-10);
    close(&[found.residual], &[2.5], 1e-12);
}

#[test]
fn asm_09_asm_21_a_dropped_row_comes_back_to_an_empty_set() {
    let found = solve(&READDING, &[-2.0, 1.0, -3.0]);
    close(&found.lambda, &[0.0, 0.5, 0.0], 1e-15);
    assert!(found.converged);
    assert_eq!((found.active_set_size, found.iterations), (1, 5));
}

#[test]
fn asm_10_redundant_contacts_share() {
    for n in [2, 10] {
        let a = gram(&vec![1.0; n], n, 1e-8);
        let found = solve(&a, &vec![1.0; n]);
        assert!(found.converged);
        let share = 1.0 / (n as f64 + 1e-8);
        let tolerance = if n == 2 { 1e-7 } else { 1e-6 };
        close(&found.lambda, &vec![share; n], tolerance);
    }
}

#[test]
fn asm_11_the_cap_ends_the_search() {
    let one = Options {
        max_iterations: Some(1),
        ..Options::default()
    };
    let found = active_set(&[2.0, 1.0, 1.0, 2.0], &[3.0, -1.0], &one).unwrap();
    assert!(!found.converged);
    assert_eq!(found.iterations, 1);
    assert!(found.lambda.iter().all(|x| x.is_finite() && *x >= 0.0));
    let found = active_set(&[2.0, 0.5, 0.5, 1.0], &[3.0, 2.0], &one).unwrap();
    assert!(found.converged);
}

#[test]
fn asm_12_asm_13_asm_14_random_systems_end_in_the_first_phase() {
    let mut random = Random::new(12);
    for _ in 0..1000 {
        let n = 2 + random.below(19);
        let jac = random.normals(n * n);
        let (a, b) = (gram(&jac, n, 0.01), random.normals(n));
        let found = solve(&a, &b);
        check_kkt(&a, &b, &found, 1e-6);
        assert!(found.iterations <= 2 * n);
        assert_eq!(found.second_phase, 0);
        let carrying = found.lambda.iter().filter(|&&x| x > 0.0).count();
        assert_eq!(found.active_set_size, carrying);
    }
}

#[test]
fn asm_15_ties_go_to_the_smallest_index() {
    let run = |max_iterations| {
        let options = Options {
            max_iterations,
            ..Options::default()
        };
        active_set(&[1.0, 0.0, 0.0, 1.0], &[-1.0, -1.0], &options).unwrap()
    };
    let found = run(None);
    assert_eq!(found.lambda, [0.0, 0.0]);
    assert_eq!(found.iterations, 3);
    // after one pass the first of two equal rows has left the working set
    let problem = BoxProblem {
        a: &[1.0, 0.0, 0.0, 1.0],
        b: &[-1.0, -1.0],
        lower: &[0.0; 2],
        upper: &[f64::INFINITY; 2],
    };
    let limits = Limits {
        tolerance: 1e-6,
        first: 4,
        total: 1,
        refine: 0,
    };
    let mut solver = ActiveSetSolver::default();
    solver.solve(&problem, None, &limits);
    assert_eq!(solver.row_states(), [RowState::Lower, RowState::Working]);
    assert_eq!(run(None), run(Some(7)));

    // the same with upper bounds
    let above = BoxProblem {
        b: &[2.0, 2.0],
        upper: &[1.0; 2],
        ..problem
    };
    solver.solve(&above, None, &limits);
    assert_eq!(solver.row_states(), [RowState::Upper, RowState::Working]);
}

#[test]
fn the_second_phase_moves_until_a_row_hits_its_bound() {
    // from zero towards (4, 2, ½): a quarter of the way to the bound of the first row, then a third of the way to
    // that of the second
    let problem = BoxProblem {
        a: &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        b: &[4.0, 2.0, 0.5],
        lower: &[-1.0; 3],
        upper: &[1.0; 3],
    };
    let mut solver = ActiveSetSolver::default();
    for (total, expected) in [
        (1, [1.0, 0.5, 0.125]),
        (2, [1.0, 1.0, 0.25]),
        (3, [1.0, 1.0, 0.5]),
    ] {
        let limits = Limits {
            tolerance: 1e-6,
            first: 0,
            total,
            refine: 0,
        };
        let outcome = solver.solve(&problem, None, &limits);
        assert_eq!((outcome.converged, outcome.second), (total == 3, total));
        close(solver.lambda(), &expected, 1e-15);
    }
}

#[test]
fn asm_16_the_trap_does_not_cycle() {
    for (r, expected) in [
        (1e-8, [1.56944443, 0.0, 0.0, 1.29861109, 0.40972222]),
        (0.01, [1.55389797, 0.0, 0.0, 1.27991126, 0.41012075]),
    ] {
        let found = solve(&gram(&TRAP, 5, r), &TRAP_B);
        assert!(found.converged);
        close(&found.lambda, &expected, 1e-8);
        assert_eq!(found.active_set_size, 3);
        // the cycle is detected when its first working set repeats, before the cap of ten passes
        assert_eq!((found.iterations, found.second_phase), (12, 3));
    }
}

#[test]
fn asm_17_the_trap_with_a_cap_stops() {
    let options = Options {
        max_iterations: Some(10),
        ..Options::default()
    };
    let found = active_set(&gram(&TRAP, 5, 1e-8), &TRAP_B, &options).unwrap();
    assert!(!found.converged);
    assert_eq!(found.iterations, 10);
    assert!(found.lambda.iter().all(|x| x.is_finite()));
}

#[test]
fn asm_18_redundant_systems_all_converge() {
    let mut random = Random::new(18);
    let mut second = 0;
    for k in 0..10_000 {
        let m = 5 + random.below(3);
        let jac = random.normals(10 * m);
        let a = gram(&jac, 10, 1e-8);
        let b = if k % 2 == 0 {
            random.normals(10)
        } else {
            mul(&jac, &random.normals(m))
        };
        let found = solve(&a, &b);
        check_kkt(&a, &b, &found, 1e-6);
        assert!(found.iterations <= 30, "{}", found.iterations);
        second += usize::from(found.second_phase > 0);
    }
    assert!(second > 0, "no system needed the second phase");
}

#[test]
fn asm_19_singular_and_indefinite_matrices_do_not_converge() {
    for a in [
        [1.0, 1.0, 1.0, 1.0],
        [1.0, 2.0, 2.0, 1.0],
        [-1.0, 0.0, 0.0, 1.0],
        [0.0; 4],
    ] {
        let found = solve(&a, &[1.0, 1.0]);
        assert!(!found.converged);
        assert!(found.lambda.iter().all(|x| x.is_finite()));
    }
}

#[test]
fn asm_20_nothing_is_solved_at_once() {
    let found = solve(&[], &[]);
    assert!(found.converged && found.lambda.is_empty());
    assert_eq!((found.iterations, found.active_set_size), (0, 0));
}

#[test]
fn asm_22_static_bodies_take_any_force() {
    // two contacts of bodies with infinite mass: J M⁻¹ Jᵀ is zero, only the regularisation remains
    let inverse_masses = [0.0, 0.0];
    let found = solve(&[1e-8, 0.0, 0.0, 1e-8], &[0.5, -0.5]);
    assert!(found.converged);
    assert_eq!((found.iterations, found.active_set_size), (2, 1));
    close(&found.lambda, &[0.5 / 1e-8, 0.0], 1e-6);
    for (velocity, inverse) in [1.5, -0.25].into_iter().zip(inverse_masses) {
        let after = found.lambda.iter().fold(velocity, |v, x| v + inverse * x);
        assert_eq!(after, velocity);
    }
}

#[test]
fn asm_47_ties_on_adding_go_to_the_smallest_index() {
    // all rows at their bounds, all violated equally
    let a = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    for (b, lower, upper, at) in [
        ([1.0; 3], [0.0; 3], [f64::INFINITY; 3], RowState::Lower),
        ([-1.0; 3], [f64::NEG_INFINITY; 3], [0.0; 3], RowState::Upper),
    ] {
        let problem = BoxProblem {
            a: &a,
            b: &b,
            lower: &lower,
            upper: &upper,
        };
        for passes in 0..=3 {
            let limits = Limits {
                tolerance: 1e-6,
                first: 6,
                total: passes,
                refine: 0,
            };
            let mut solver = ActiveSetSolver::default();
            solver.solve(&problem, Some(&|_| at), &limits);
            let added: Vec<bool> = solver
                .row_states()
                .iter()
                .map(|&p| p == RowState::Working)
                .collect();
            let expected: Vec<bool> = (0..3).map(|i| i < passes).collect();
            assert_eq!(added, expected);
        }
    }
}

#[test]
fn asm_29_asymmetric_matrices_are_refused() {
    let mut random = Random::new(29);
    for _ in 0..3000 {
        let n = 2 + random.below(4);
        let mut a = gram(&random.normals(n * n), n, 0.1);
        let b = random.normals(n);
        // an asymmetry of the size of rounding errors is accepted
        a[1] *= 1.0 + 1e-13;
        check_kkt(&a, &b, &solve(&a, &b), 1e-6);
        let (row, column) = (random.below(n), random.below(n));
        if row == column {
            continue;
        }
        a[row * n + column] += 1e-3 + random.uniform();
        let refused = active_set(&a, &b, &Options::default());
        let (row, column) = (row.min(column), row.max(column));
        let named = matches!(
            refused,
            Err(Invalid::NotSymmetric { row: r, column: c, above, below })
                if (r, c) == (row, column) && above == a[row * n + column] && below == a[column * n + row]
        );
        assert!(named, "{refused:?}");
    }
}

#[test]
fn asm_29_asymmetry_is_relative_to_the_diagonal() {
    let refused = |a: &[f64]| active_set(a, &[1.0; 3], &Options::default()).is_err();
    // √(1e12 · 1) and √(1 · 4) times 1e-10
    for (row, column, most) in [(0, 1, 1e-4), (2, 1, 2e-10)] {
        for (factor, wrong) in [(0.9, false), (1.1, true)] {
            let mut a = [1e12, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 4.0];
            a[3 * row + column] = most * factor;
            assert_eq!(refused(&a), wrong, "{row} {column} {factor}");
        }
    }
    // exactly the largest accepted difference
    assert!(active_set(&[1.0, 1e-10, 0.0, 1.0], &[1.0; 2], &Options::default()).is_ok());
}

#[test]
fn asm_23_a_head_on_collision_reverses_momentum() {
    let (m, v, e) = (2.0, 2.0, 0.5);
    let found = solve(&[2.0 / m], &[(1.0 + e) * v]);
    close(&found.lambda, &[3.0], 1e-10);
}

#[test]
fn asm_24_caps_are_twice_the_rows_or_less() {
    let options = Options::default();
    assert_eq!((options.tolerance, options.cap), (1e-6, 100));
    for (n, cap) in [(1, 2), (5, 10), (10, 20), (50, 100), (200, 100)] {
        assert_eq!(options.first_phase(n), cap);
        assert_eq!(second_phase(n), 100 + 20 * n);
    }
    let five = Options { cap: 5, ..options };
    let found = active_set(&[2.0], &[3.0], &five).unwrap();
    assert!(found.iterations <= 5);
    let found = solve(&[2.0], &[3.0]);
    assert!(found.iterations > 0 && found.iterations < 10);
}

#[test]
fn asm_25_the_tolerance_decides_who_is_violated() {
    let run = |a: &[f64], b: &[f64], tolerance| {
        let options = Options {
            tolerance,
            ..Options::default()
        };
        active_set(a, b, &options).unwrap()
    };
    let b = [-2.0, 1e-5, -3.0];
    let loose = run(&READDING, &b, 1e-4);
    assert_eq!((loose.lambda, loose.iterations), (vec![0.0; 3], 4));
    let tight = run(&READDING, &b, 1e-6);
    close(&tight.lambda, &[0.0, 5e-6, 0.0], 1e-18);
    assert_eq!(tight.iterations, 5);
    let one = |tolerance| run(&[2.0], &[3.0], tolerance).iterations;
    assert!(one(1e-8) >= one(1e-2));
}

#[test]
fn asm_27_boxes_and_free_rows() {
    let run = |b: f64, lower: f64, upper: f64| {
        let options = Options {
            lower: &[lower],
            upper: &[upper],
            ..Options::default()
        };
        active_set(&[2.0], &[b], &options).unwrap().lambda[0]
    };
    assert_eq!(run(3.0, -1.0, 1.0), 1.0);
    assert_eq!(run(-3.0, -1.0, 1.0), -1.0);
    assert_eq!(run(1.0, -1.0, 1.0), 0.5);
    assert_eq!(run(-3.0, f64::NEG_INFINITY, f64::INFINITY), -1.5);
    assert_eq!(run(-3.0, 0.25, 0.25), 0.25);
}

#[test]
fn asm_28_mixed_bounds_agree_with_projected_gradients() {
    let mut random = Random::new(28);
    for _ in 0..1000 {
        let n = 1 + random.below(8);
        let jac = random.normals(n * n);
        let (a, b) = (gram(&jac, n, 0.5), random.normals(n));
        let mut lower = vec![0.0; n];
        let mut upper = vec![f64::INFINITY; n];
        for i in 0..n {
            match random.below(4) {
                0 => lower[i] = f64::NEG_INFINITY,
                1 => (lower[i], upper[i]) = (-random.uniform(), random.uniform()),
                2 => (lower[i], upper[i]) = (f64::NEG_INFINITY, -random.uniform()),
                _ => {}
            }
        }
        let options = Options {
            lower: &lower,
            upper: &upper,
            tolerance: 1e-10,
            ..Options::default()
        };
        let found = active_set(&a, &b, &options).unwrap();
        assert!(found.converged);

        let step = 1.0 / (0..n).map(|i| a[i * n + i]).sum::<f64>();
        let mut x: Vec<f64> = (0..n).map(|i| 0.0_f64.clamp(lower[i], upper[i])).collect();
        for _ in 0..200_000 {
            let product = mul(&a, &x);
            let mut moved: f64 = 0.0;
            for i in 0..n {
                let next = (x[i] - step * (product[i] - b[i])).clamp(lower[i], upper[i]);
                moved = moved.max((next - x[i]).abs());
                x[i] = next;
            }
            if moved < 1e-13 {
                break;
            }
        }
        close(&found.lambda, &x, 1e-8);
    }
}

#[test]
fn asm_29_wrong_input_is_an_error_and_input_stays() {
    let (a, b) = (gram(&TRAP, 5, 0.01), TRAP_B);
    let before = a.clone();
    let one = solve(&a, &b);
    assert_eq!(a, before);
    let many: Vec<Solution> = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| solve(&a, &b))).collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    assert!(many.iter().all(|other| *other == one));

    let run = |a: &[f64], b: &[f64], lower: &[f64], upper: &[f64]| {
        let options = Options {
            lower,
            upper,
            ..Options::default()
        };
        active_set(a, b, &options).unwrap_err()
    };
    let wrong = run(&[1.0, 2.0], &[1.0], &[], &[]);
    assert_eq!(wrong.to_string(), "A has 2 numbers, expected 1");
    assert!(matches!(
        run(&[1.0], &[1.0], &[0.0, 0.0], &[]),
        Invalid::Length { what: "lower", .. }
    ));
    assert!(matches!(
        run(&[1.0], &[1.0], &[1.0], &[0.0]),
        Invalid::Bounds { row: 0, .. }
    ));
    for wrong in [
        run(&[f64::NAN], &[1.0], &[], &[]),
        run(&[1.0], &[f64::NAN], &[], &[]),
        run(&[1.0], &[1.0], &[f64::NAN], &[]),
        run(&[1.0], &[1.0], &[], &[f64::NAN]),
        run(&[f64::INFINITY], &[1.0], &[], &[]),
    ] {
        assert!(matches!(wrong, Invalid::NotFinite { .. }));
    }
}

#[test]
fn large_systems_end_after_about_as_many_passes_as_rows() {
    let mut random = Random::new(200);
    for _ in 0..5 {
        let n = 200;
        let jac = random.normals(n * n / 2);
        let a = gram(&jac, n, 1e-3);
        let b = mul(&jac, &random.normals(n / 2));
        let found = solve(&a, &b);
        check_kkt(&a, &b, &found, 1e-5);
        assert!(found.iterations < 1000, "{}", found.iterations);
    }
}
