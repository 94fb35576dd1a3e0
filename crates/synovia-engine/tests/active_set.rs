//! The solver ActiveSet: exact, independent of the order of rows and of mass ratios.

mod support;

use support::{close, load, near};
use synovia_engine::contact::contact_force;
use synovia_engine::data::EngineError;
use synovia_engine::{Data, forward, step};
use synovia_model::Model;
use synovia_model::enums::{Cone, ConstraintState, Disable, Jacobian, Solver};
use synovia_model::id::DofId;

const GROUND: &str = r#"<geom name="ground" type="plane" size="9 9 1"/>"#;

fn world(bodies: &str) -> Model {
    load(&format!(
        "<mujoco><worldbody>{GROUND}{bodies}</worldbody></mujoco>"
    ))
}

fn cube(x: f64, z: f64, more: &str) -> String {
    format!(r#"<body pos="{x} 0 {z}"><freejoint/><geom type="box" size=".1 .1 .1" {more}/></body>"#)
}

/// Boxes on top of each other, each slightly penetrating the one below.
fn stack(n: usize) -> Model {
    let bodies: String = (0..n)
        .map(|k| cube(0.0, 0.0999 + 0.1998 * k as f64, ""))
        .collect();
    world(&bodies)
}

/// Legs, arms and a torso, with limits and friction in the joints.
fn walker() -> Model {
    let limb = |name: &str, x: f64, y: f64, z: f64, foot: &str| {
        format!(
            r#"<body pos="{x} {y} {z}"><joint name="{name}1" axis="0 1 0" range="-30 90"/><joint name="{name}2" axis="1 0 0" range="-20 20" frictionloss=".3"/>
  <geom type="capsule" fromto="0 0 0 0 0 -.35" size=".05"/>
  <body pos="0 0 -.4"><joint name="{name}3" axis="0 1 0" range="-5 120" stiffness="5"/>
    <geom type="capsule" fromto="0 0 0 0 0 -.32" size=".04"/>{foot}</body></body>"#
        )
    };
    let foot = r#"<body pos=".04 0 -.38"><joint axis="0 1 0" range="-40 40" damping="1"/><geom type="box" size=".1 .05 .03"/></body>"#;
    let bodies = format!(
        r#"<body name="torso" pos="0 0 .87"><freejoint/><geom type="box" size=".1 .15 .25" pos="0 0 .27"/>
<geom size=".1" pos="0 0 .65"/>{}{}{}{}</body>"#,
        limb("l", 0.0, 0.1, 0.02, foot),
        limb("r", 0.0, -0.1, 0.02, foot),
        limb("a", 0.0, 0.24, 0.5, ""),
        limb("b", 0.0, -0.24, 0.5, ""),
    );
    load(&format!(
        r#"<mujoco><default><joint limited="true" damping=".5"/></default><worldbody>{GROUND}{bodies}</worldbody></mujoco>"#
    ))
}

fn solved(model: &Model, solver: Solver, from: &Data) -> Data {
    let mut model = model.clone();
    model.opt.solver = solver;
    if solver == Solver::Newton {
        model.opt.tolerance = 1e-14;
    }
    let mut data = from.clone();
    forward(&model, &mut data).expect("the model is sound");
    data
}

/// Asserts that numbers agree relative to `max(1, |x|)`, one by one.
#[track_caller]
fn relative(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (x, y) in found.iter().zip(expected) {
        assert!((x - y).abs() <= tolerance * y.abs().max(1.0), "{x} {y}");
    }
}

/// Asserts that both solvers find the same result; returns that of ActiveSet.
#[track_caller]
fn as_newton(model: &Model, from: &Data, tolerance: f64) -> Data {
    let (found, expected) = (
        solved(model, Solver::ActiveSet, from),
        solved(model, Solver::Newton, from),
    );
    relative(found.efc.force.rows(), expected.efc.force.rows(), tolerance);
    relative(
        found.force.qacc.rows(),
        expected.force.qacc.rows(),
        tolerance,
    );
    assert_eq!(found.diag.unsolved.number, 0);
    found
}

fn moving(model: &Model, qvel: &[f64]) -> Data {
    let mut data = Data::new(model);
    for (v, &x) in data.state.qvel.iter_mut().zip(qvel.iter().cycle()) {
        *v = x;
    }
    data
}

fn cold(mut model: Model) -> Model {
    model.opt.disableflags |= Disable::WARMSTART;
    model
}

/// `AR f + b`.
fn residual(model: &Model, data: &Data) -> Vec<f64> {
    let n = data.efc.counts.nefc;
    let ar = dual_matrix(model, data);
    (0..n)
        .map(|r| {
            let row = &ar[r * n..(r + 1) * n];
            let sum: f64 = row.iter().zip(&data.efc.force).map(|(a, f)| a * f).sum();
            sum + data.efc.b[r]
        })
        .collect()
}

fn dual_matrix(model: &Model, data: &Data) -> Vec<f64> {
    assert!(!synovia_engine::is_sparse(model));
    data.efc.ar.rows().to_vec()
}

fn dual_cost(model: &Model, data: &Data) -> f64 {
    let force = &data.efc.force;
    let terms = force.iter().zip(residual(model, data)).zip(&data.efc.b);
    terms.map(|((f, g), b)| 0.5 * f * (g + b)).sum()
}

const ROWS: &str = r#"<mujoco><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 .09"><joint name="z" type="slide" axis="0 0 1" frictionloss="1" range=".01 1" limited="true"/>
    <joint name="h" frictionloss=".5"/><geom size=".1"/></body>
  <body pos="1 0 1"><joint name="y" type="slide" axis="0 0 1"/><geom size=".1"/></body></worldbody>
  <tendon><fixed name="t" frictionloss=".2" range=".1 1" limited="true"><joint joint="z" coef="1"/></fixed></tendon>
  <equality><joint joint1="z" joint2="y"/><tendon tendon1="t"/></equality></mujoco>"#;

#[test]
fn asm_31_elliptic_cones_are_an_error_and_never_an_answer() {
    let mut model = stack(1);
    model.opt.solver = Solver::ActiveSet;
    model.opt.cone = Cone::Elliptic;
    let mut data = Data::new(&model);
    let refused = forward(&model, &mut data);
    assert_eq!(refused, Err(EngineError::EllipticActiveSet));
    let told = EngineError::EllipticActiveSet.to_string();
    assert!(told.contains("ActiveSet") && told.contains("pyramidal") && told.contains("cone"));
    assert!(data.force.qacc.iter().all(|x| x.is_nan()));
    assert_eq!(step(&model, &mut data).map(|_| ()), refused);
    assert_eq!(data.state.time, 0.0, "nothing moves");
    model.opt.cone = Cone::Pyramidal;
    forward(&model, &mut data).unwrap();
    assert!(data.force.qacc.iter().all(|x| x.is_finite()));
}

#[test]
fn asm_32_forces_are_those_of_newton() {
    // at rest every facet carries force, and the first pass finds it
    let model = cold(stack(1));
    let found = as_newton(&model, &moving(&model, &[]), 1e-8);
    assert_eq!((found.efc.counts.nefc, found.diag.solver_niter[0]), (16, 1));
    let slide = [1.0, 0.5, 0.0, 0.0, 0.0, 0.0];
    let model = cold(world(&cube(0.0, 0.0995, "")));
    let found = as_newton(&model, &moving(&model, &slide), 1e-8);
    let carrying = found.efc.force.iter().filter(|&&f| f > 0.0).count();
    assert_eq!((found.efc.counts.nefc, carrying), (16, 6));
    for n in [3, 10] {
        let model = stack(n);
        as_newton(&model, &moving(&model, &[]), 1e-8);
        as_newton(&cold(model.clone()), &moving(&model, &slide), 1e-8);
    }

    // a walker standing, fallen, and lying with its limbs in the ground
    let mut model = walker();
    let mut data = Data::new(&model);
    as_newton(&model, &data, 1e-8);
    for _ in 0..300 {
        step(&model, &mut data).unwrap();
    }
    as_newton(&model, &data, 1e-8);
    model.opt.jacobian = Jacobian::Sparse;
    data.reset(&model).unwrap();
    data.state.qpos.rows_mut()[2..7].copy_from_slice(&[
        0.02,
        0.5_f64.sqrt(),
        0.0,
        0.5_f64.sqrt(),
        0.0,
    ]);
    let found = as_newton(&model, &data, 1e-8);
    assert!(found.efc.counts.nefc >= 120, "{}", found.efc.counts.nefc);
}

#[test]
fn asm_33_every_kind_of_row_is_solved() {
    let model = load(ROWS);
    for qvel in [[0.0; 3], [-0.3, 2.0, 0.5]] {
        let found = as_newton(&model, &moving(&model, &qvel), 1e-9);
        assert_eq!(found.efc.counts.nefc, 11);
        for r in 2..5 {
            assert!(found.efc.force[r].abs() <= found.efc.frictionloss[r]);
        }
    }
}

#[test]
fn asm_34_a_heavy_box_on_a_light_one() {
    let boxes = cube(0.0, 0.0999, r#"mass=".001""#) + &cube(0.0, 0.2997, r#"mass="1000""#);
    let model = world(&boxes);
    let normals = |data: &Data| {
        let mut sums = [0.0; 2];
        for contact in &data.contact.list {
            sums[contact.geom[0] as usize] += contact_force(&model, &data.efc, contact)[0];
        }
        sums
    };
    let start = Data::new(&model);
    let found = as_newton(&model, &start, 1e-8);
    close(&normals(&found), &[0.1977679324, 0.1931409298], 1e-8);
    // a hundred sweeps, the default, are 4 % off, with the same digits as in the reference
    let swept = normals(&solved(&model, Solver::Pgs, &start));
    close(&swept, &[0.2056305119430953, 0.2008883046656104], 1e-8);
    for (swept, exact) in swept.iter().zip(normals(&found)) {
        assert!((swept / exact - 1.04).abs() < 5e-4, "{swept} {exact}");
    }
}

#[test]
fn asm_35_the_conditions_of_a_minimum_hold_in_every_step() {
    let mut model = stack(3);
    model.opt.solver = Solver::ActiveSet;
    let mut data = moving(&model, &[0.2, 0.1, 0.0, 0.0, 0.0, 0.3]);
    for _ in 0..500 {
        step(&model, &mut data).unwrap();
        for (f, g) in data.efc.force.iter().zip(residual(&model, &data)) {
            assert!(*f >= 0.0 && g >= -1e-8, "{f} {g}");
            assert!(*f == 0.0 || g.abs() <= 1e-8, "{f} {g}");
        }
    }
    let mut model = load(ROWS);
    model.opt.solver = Solver::ActiveSet;
    let mut data = moving(&model, &[-0.3, 2.0, 0.5]);
    for _ in 0..500 {
        step(&model, &mut data).unwrap();
        let g = residual(&model, &data);
        let (ne, nf) = (data.efc.counts.ne, data.efc.counts.nf);
        for r in 0..data.efc.counts.nefc {
            let (f, loss) = (data.efc.force[r], data.efc.frictionloss[r]);
            let fine = if r < ne {
                g[r].abs() <= 1e-8
            } else if r < ne + nf {
                (f >= loss && g[r] <= 1e-8) || (f <= -loss && g[r] >= -1e-8) || g[r].abs() <= 1e-8
            } else {
                f >= 0.0 && g[r] >= -1e-8 && (f == 0.0 || g[r].abs() <= 1e-8)
            };
            assert!(fine, "row {r}: {f} {}", g[r]);
        }
    }
}

#[test]
fn asm_36_no_sweep_costs_less() {
    let model = cold(stack(3));
    let start = moving(&model, &[0.3, -0.2, -0.1, 0.5, 0.0, 1.0]);
    let best = dual_cost(&model, &solved(&model, Solver::ActiveSet, &start));
    for iterations in [1, 3, 10, 100, 1000] {
        let mut model = model.clone();
        model.opt.iterations = iterations;
        model.opt.tolerance = 0.0;
        let cost = dual_cost(&model, &solved(&model, Solver::Pgs, &start));
        assert!(best <= cost + 1e-10, "{best} {cost}");
    }
}

#[test]
fn asm_37_the_order_of_bodies_does_not_matter() {
    let bodies = [
        cube(0.0, 0.0999, ""),
        cube(0.03, 0.2997, r#"mass="50""#),
        cube(-0.02, 0.4995, ""),
    ];
    let accelerations = |order: [usize; 3]| {
        let text: String = order.iter().map(|&k| bodies[k].as_str()).collect();
        let mut model = cold(world(&text));
        model.opt.solver = Solver::ActiveSet;
        let mut data = moving(&model, &[0.3, -0.2, -0.1, 0.5, 0.0, 1.0]);
        forward(&model, &mut data).unwrap();
        let mut by_body = vec![0.0; 18];
        for (place, &k) in order.iter().enumerate() {
            by_body[6 * k..6 * k + 6].copy_from_slice(&data.force.qacc[6 * place..6 * place + 6]);
        }
        by_body
    };
    let first = accelerations([0, 1, 2]);
    for order in [[2, 1, 0], [1, 0, 2], [1, 2, 0]] {
        close(&accelerations(order), &first, 1e-10);
    }
}

#[test]
fn asm_38_results_are_set_as_pgs_sets_them() {
    let mut model = world(&cube(0.0, 0.0995, r#"friction=".3" priority="1""#));
    model.opt.solver = Solver::ActiveSet;
    let mut data = moving(&model, &[1.0, 0.5, 0.0, 0.0, 0.0, 0.0]);
    forward(&model, &mut data).unwrap();
    let jacobian = data.efc.jacobian(false, 6);
    let mut qfrc = vec![0.0; 6];
    jacobian.mul_t_vec(&mut qfrc, data.efc.force.rows());
    close(&qfrc, data.force.qfrc_constraint.rows(), 0.0);
    let mut product = vec![0.0; 6];
    let away: Vec<f64> = (0..6)
        .map(|i| data.force.qacc[DofId::new(i)] - data.force.qacc_smooth[DofId::new(i)])
        .collect();
    synovia_engine::inertia::mul_m(&model, &data.inertia, &mut product, &away);
    close(&product, &qfrc, 1e-10);
    for (f, s) in data.efc.force.iter().zip(&data.efc.state) {
        let expected = if *f > 0.0 {
            ConstraintState::Quadratic
        } else {
            ConstraintState::Satisfied
        };
        assert_eq!(*s, expected.to_i32());
    }
    let creeping = data.force.qacc[DofId(0)];
    model.opt.noslip_iterations = 10;
    forward(&model, &mut data).unwrap();
    assert!(data.force.qacc[DofId(0)].is_finite() && data.force.qacc[DofId(0)] <= creeping + 1e-9);
}

#[test]
fn asm_39_a_head_on_collision_has_a_closed_form() {
    let model = load(
        r#"<mujoco><option gravity="0 0 0"/><worldbody>
  <body pos="0 0 0"><freejoint/><geom size=".1" condim="1"/></body>
  <body pos=".199 0 0"><freejoint/><geom size=".1" condim="1"/></body></worldbody></mujoco>"#,
    );
    let mut start = Data::new(&model);
    start.state.qvel[DofId(0)] = 1.0;
    start.state.qvel[DofId(6)] = -1.0;
    let found = as_newton(&model, &start, 1e-10);
    assert_eq!(found.efc.counts.nefc, 1);
    near(found.efc.force[0], -found.efc.b[0] / found.efc.ar[0], 1e-10);
}

#[test]
fn asm_40_what_parts_is_not_pushed() {
    let mut model = load(
        r#"<mujoco><option gravity="0 0 0"/><worldbody>
  <body pos="0 0 0"><freejoint/><geom size=".1" margin=".02"/></body>
  <body pos=".21 0 0"><freejoint/><geom size=".1" margin=".02"/></body></worldbody></mujoco>"#,
    );
    model.opt.solver = Solver::ActiveSet;
    let mut data = Data::new(&model);
    data.state.qvel[DofId(0)] = -10.0;
    data.state.qvel[DofId(6)] = 10.0;
    forward(&model, &mut data).unwrap();
    assert_eq!(data.efc.counts.nefc, 4);
    assert!(data.efc.force.iter().all(|&f| f == 0.0));
    assert_eq!(
        data.diag.solver[data.diag.solver_niter[0] as usize - 1].nactive,
        0
    );
}

#[test]
fn asm_41_warm_starts_change_the_work_and_not_the_result() {
    let mut model = stack(3);
    model.opt.solver = Solver::ActiveSet;
    let mut data = moving(&model, &[0.2, 0.1]);
    for k in 0..200 {
        step(&model, &mut data).unwrap();
        if k % 10 == 0 {
            let warm = solved(&model, Solver::ActiveSet, &data);
            let start = solved(&cold(model.clone()), Solver::ActiveSet, &data);
            let scale = start.force.qacc.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
            close(
                warm.force.qacc.rows(),
                start.force.qacc.rows(),
                1e-10 * scale,
            );
        }
    }
    let mut model = stack(4);
    model.opt.solver = Solver::ActiveSet;
    let mut data = Data::new(&model);
    for _ in 0..1000 {
        step(&model, &mut data).unwrap();
    }
    assert_eq!(data.diag.solver_niter[0], 1);
}

#[test]
fn asm_41_warm_starts_need_fewer_passes_where_the_working_set_changes() {
    let mut model = stack(3);
    model.opt.solver = Solver::ActiveSet;
    let cold = cold(model.clone());
    let passes = |data: &Data| -> i32 { data.diag.solver_niter.iter().sum() };
    // slow sliding, fast sliding, tumbling
    for qvel in [
        [0.2, 0.1, 0.2, 0.1, 0.2, 0.1],
        [3.0, 1.0, 0.0, 0.0, 0.0, 0.0],
        [1.0, 0.5, 0.2, 1.0, -2.0, 0.5],
    ] {
        let mut data = moving(&model, &qvel);
        let (mut with, mut without) = (0, 0);
        for _ in 0..200 {
            step(&model, &mut data).unwrap();
            with += passes(&solved(&model, Solver::ActiveSet, &data));
            without += passes(&solved(&cold, Solver::ActiveSet, &data));
        }
        // one pass per step is the minimum
        assert!(
            with - 200 < (without - 200) * 19 / 20,
            "{qvel:?}: {with} passes, without warm start {without}"
        );
    }
}

#[test]
fn asm_42_passes_are_reported_and_unfinished_problems_counted() {
    let mut model = cold(stack(3));
    model.opt.solver = Solver::ActiveSet;
    let start = moving(&model, &[1.0, 0.5, 0.2, 1.0, -2.0, 0.5]);
    let mut data = start.clone();
    forward(&model, &mut data).unwrap();
    let passes = data.diag.solver_niter[0];
    assert!(passes > 1);
    assert_eq!(data.diag.unsolved.number, 0);
    // one island with a dense matrix; the last pass has the rows that carry force
    let nefc = data.efc.counts.nefc as i32;
    assert_eq!(
        (data.island.nisland, data.diag.solver_nnz[0]),
        (1, nefc * nefc)
    );
    let carrying = data.efc.force.iter().filter(|&&f| f > 0.0).count();
    let last = data.diag.solver[passes as usize - 1];
    assert_eq!(last.nactive, carrying as i32);
    assert!(carrying > 0);

    let mut data = start;
    model.opt.iterations = 1;
    data.limit_second_phase(Some(0));
    forward(&model, &mut data).unwrap();
    assert_eq!(
        (data.diag.unsolved.number, data.diag.solver_niter[0]),
        (1, 1)
    );
    assert!(data.efc.force.iter().all(|f| f.is_finite() && *f >= 0.0));
    assert!(data.force.qacc.iter().all(|x| x.is_finite()));
}

#[test]
fn asm_43_nothing_to_solve_is_no_work() {
    let mut model = world(&cube(0.0, 1.0, ""));
    model.opt.solver = Solver::ActiveSet;
    let mut data = Data::new(&model);
    forward(&model, &mut data).unwrap();
    assert_eq!(data.diag.solver_niter[0], 0);
    assert_eq!(data.force.qacc.rows(), data.force.qacc_smooth.rows());
}

#[test]
fn asm_44_motions_are_those_of_newton() {
    let falling: String = (0..5)
        .map(|k| cube(0.3 * f64::from(k), 0.12 + 0.03 * f64::from(k), ""))
        .collect();
    let compare = |model: &Model, steps: usize| {
        let [one, other] = [Solver::ActiveSet, Solver::Newton].map(|solver| {
            let mut model = model.clone();
            model.opt.solver = solver;
            model.opt.tolerance = 1e-14;
            let mut data = Data::new(&model);
            for _ in 0..steps {
                step(&model, &mut data).unwrap();
            }
            data.state.qpos.rows().to_vec()
        });
        // starting from a state that differs by 1e-13, orientations differ by some 1e-6, with either solver
        for (one, other) in one.chunks_exact(7).zip(other.chunks_exact(7)) {
            close(&one[..3], &other[..3], 1e-6);
            close(&one[3..], &other[3..], 1e-5);
        }
    };
    compare(&stack(3), 1000);
    compare(&world(&falling), 200);
}

#[test]
fn asm_45_runs_repeat_to_the_bit() {
    let run = || {
        let mut model = walker();
        model.opt.solver = Solver::ActiveSet;
        let mut data = Data::new(&model);
        for _ in 0..300 {
            step(&model, &mut data).unwrap();
        }
        data.state
            .qpos
            .iter()
            .map(|x| x.to_bits())
            .collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}

#[test]
fn asm_46_other_solvers_do_not_notice() {
    for solver in [Solver::Pgs, Solver::Cg, Solver::Newton] {
        let run = |visit: bool| {
            let mut model = stack(2);
            model.opt.solver = solver;
            let mut data = moving(&model, &[0.3]);
            for _ in 0..20 {
                if visit {
                    model.opt.solver = Solver::ActiveSet;
                    let mut other = data.clone();
                    forward(&model, &mut other).unwrap();
                    model.opt.solver = solver;
                    data.take_workspace(&mut other);
                }
                step(&model, &mut data).unwrap();
            }
            data.state
                .qpos
                .iter()
                .map(|x| x.to_bits())
                .collect::<Vec<_>>()
        };
        assert_eq!(run(false), run(true));
    }
}
