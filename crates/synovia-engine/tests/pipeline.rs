//! The pipeline: closed forms, laws and recorded numbers.

mod support;

use support::{Numbers, TREE, at, close, load, near};
use synovia_engine::inertia::{mul_m, solve_m};
use synovia_engine::jacobian::{DenseJac, jac_body_com};
use synovia_engine::object::{Frame, object_velocity};
use synovia_engine::{Data, forward, step, step1, step2};
use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::enums::Warning;
use synovia_model::id::{BodyId, DofId};

/// One body with the given joints and a small geom.
fn body(attributes: &str, joints: &str) -> String {
    format!(
        r#"<mujoco><compiler angle="radian"/><option><flag contact="disable"/></option>
        <worldbody><body {attributes}>{joints}<geom size=".1"/></body></worldbody></mujoco>"#
    )
}

#[test]
fn pipe_01_forward_changes_no_state() {
    let model = load(TREE);
    let mut data = Data::new(&model);
    Numbers::new(1).state(&model, &mut data);
    let before = data.state.clone();
    forward(&model, &mut data).unwrap();
    assert_eq!(data.state, before);
    let first = data.clone();
    forward(&model, &mut data).unwrap();
    for ((info, a), (_, b)) in first.columns().into_iter().zip(data.columns()) {
        assert_eq!(a.bytes(), b.bytes(), "{}", info.name);
    }
}

#[test]
fn pipe_03_a_hinge_turns_about_its_anchor() {
    let xml = body(
        r#"pos="0 0 0""#,
        r#"<joint axis="0 0 1" pos="1 0 0" ref="0.5"/>"#,
    );
    let (_, data) = at(&xml, &[0.5 + core::f64::consts::FRAC_PI_2], &[]);
    close(
        &data.kin.xpos[BodyId(1)].to_array(),
        &[1.0, -1.0, 0.0],
        1e-15,
    );
    let half = 0.5_f64.sqrt();
    close(
        &data.kin.xquat[BodyId(1)].to_array(),
        &[half, 0.0, 0.0, half],
        1e-15,
    );
    let (_, data) = at(&xml, &[0.5], &[]);
    close(
        &data.kin.xquat[BodyId(1)].to_array(),
        &[1.0, 0.0, 0.0, 0.0],
        0.0,
    );
}

#[test]
fn pipe_04_joints_act_in_file_order() {
    let slide = r#"<joint type="slide" axis="1 0 0"/>"#;
    let hinge = r#"<joint axis="0 0 1"/>"#;
    let quarter = core::f64::consts::FRAC_PI_2;
    let (_, data) = at(&body("", &format!("{slide}{hinge}")), &[2.0, quarter], &[]);
    close(
        &data.kin.xpos[BodyId(1)].to_array(),
        &[2.0, 0.0, 0.0],
        1e-15,
    );
    let (_, data) = at(&body("", &format!("{hinge}{slide}")), &[quarter, 2.0], &[]);
    close(
        &data.kin.xpos[BodyId(1)].to_array(),
        &[0.0, 2.0, 0.0],
        1e-15,
    );
}

#[test]
fn pipe_05_a_ball_is_normalised_where_it_is_used() {
    let (_, data) = at(
        &body("", r#"<joint type="ball"/>"#),
        &[2.0, 0.0, 0.0, 1.0],
        &[],
    );
    close(
        &data.kin.xquat[BodyId(1)].to_array(),
        &[0.894427191, 0.0, 0.0, 0.447213595],
        1e-9,
    );
    assert_eq!(data.state.qpos.rows(), [2.0, 0.0, 0.0, 1.0]);
}

#[test]
fn pipe_06_a_free_body_is_where_qpos_says() {
    let xml = body(r#"pos="1 2 3" quat="0 1 0 0""#, "<freejoint/>");
    let (model, data) = at(&xml, &[4.0, 5.0, 6.0, 1.0, 0.0, 0.0, 0.0], &[]);
    close(&data.kin.xpos[BodyId(1)].to_array(), &[4.0, 5.0, 6.0], 0.0);
    close(
        &data.kin.xquat[BodyId(1)].to_array(),
        &[1.0, 0.0, 0.0, 0.0],
        0.0,
    );
    close(
        model.qpos0.rows(),
        &[1.0, 2.0, 3.0, 0.0, 1.0, 0.0, 0.0],
        0.0,
    );
}

#[test]
fn pipe_13_a_turning_base_moves_the_tip_by_its_distance() {
    let xml = r#"<mujoco><worldbody><body>
      <joint axis="0 0 1"/><geom type="capsule" fromto="0 0 0 1 0 0" size=".05"/>
      <body pos="1 0 0"><joint axis="0 0 1"/><geom type="capsule" fromto="0 0 0 1 0 0" size=".05"/></body>
    </body></worldbody><option><flag contact="disable"/></option></mujoco>"#;
    let (model, data) = at(xml, &[0.3, 1.1], &[1.0, 0.0]);
    let tip = data.kin.xpos[BodyId(2)] + data.kin.xmat[BodyId(2)] * Vec3::X;
    let frame = Frame {
        body: BodyId(2),
        pos: tip,
        axes: None,
    };
    let v = object_velocity(&model, &data.com, &data.vel, frame);
    near(v.lin().norm(), tip.norm(), 1e-14);
}

#[test]
fn pipe_14_free_velocities_are_world_and_body_frame() {
    let xml = body(r#"euler="0 0 1.5707963267948966""#, "<freejoint/>");
    let (model, data) = at(&xml, &[], &[1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    let frame = Frame {
        body: BodyId(1),
        pos: data.kin.xpos[BodyId(1)],
        axes: None,
    };
    let v = object_velocity(&model, &data.com, &data.vel, frame);
    close(&v.rot().to_array(), &[0.0, 1.0, 0.0], 1e-15);
    close(&v.lin().to_array(), &[1.0, 0.0, 0.0], 1e-15);
}

/// The inertia matrix in dense form.
fn dense_inertia(model: &Model, data: &Data) -> Vec<Vec<f64>> {
    let nv = model.dof.len();
    (0..nv)
        .map(|i| {
            let (mut unit, mut row) = (vec![0.0; nv], vec![0.0; nv]);
            unit[i] = 1.0;
            mul_m(model, &data.inertia, &mut row, &unit);
            row
        })
        .collect()
}

#[test]
fn pipe_19_the_inertia_is_the_sum_over_bodies() {
    let model = load(TREE);
    let nv = model.dof.len();
    let mut data = Data::new(&model);
    let mut numbers = Numbers::new(19);
    for _ in 0..100 {
        numbers.state(&model, &mut data);
        forward(&model, &mut data).unwrap();
        let mut expected = vec![vec![0.0; nv]; nv];
        let (mut lin, mut rot) = (vec![0.0; 3 * nv], vec![0.0; 3 * nv]);
        for b in model.body.ids().skip(1) {
            let out = DenseJac {
                translation: Some(&mut lin),
                rotation: Some(&mut rot),
            };
            jac_body_com(&model, &data, b, out);
            let axes = data.kin.ximat[b];
            for i in 0..nv {
                for j in 0..nv {
                    let col =
                        |jac: &[f64], i: usize| Vec3::new(jac[i], jac[nv + i], jac[2 * nv + i]);
                    let turn = |i: usize| axes.transpose_mul(col(&rot, i));
                    expected[i][j] += model.body.mass[b] * col(&lin, i).dot(col(&lin, j))
                        + turn(i).scale_by(model.body.inertia[b]).dot(turn(j));
                }
            }
        }
        let found = dense_inertia(&model, &data);
        for i in 0..nv {
            expected[i][i] += model.dof.armature[DofId::new(i)];
            close(&found[i], &expected[i], 1e-10);
            // PIPE-21: no entry between dofs of which neither moves the other
            for j in 0..i {
                let related = model.dof.to_root(DofId::new(i)).any(|k| k.index() == j);
                assert!(related || found[i][j] == 0.0);
            }
        }
    }
}

#[test]
fn pipe_20_armature_adds_to_its_diagonal_only() {
    let (plain, mut heavy) = (load(TREE), load(TREE));
    let i = heavy.dof.len() - 1;
    heavy.dof.armature[DofId::new(i)] += 0.3;
    let (mut a, mut b) = (Data::new(&plain), Data::new(&heavy));
    Numbers::new(20).state(&plain, &mut a);
    b.state.qpos.copy_from(&a.state.qpos);
    forward(&plain, &mut a).unwrap();
    forward(&heavy, &mut b).unwrap();
    let (m, n) = (dense_inertia(&plain, &a), dense_inertia(&heavy, &b));
    for r in 0..m.len() {
        for c in 0..m.len() {
            let added = if (r, c) == (i, i) { 0.3 } else { 0.0 };
            near(n[r][c] - m[r][c], added, 1e-15);
        }
    }
}

#[test]
fn pipe_22_and_23_the_factor_solves() {
    let model = load(TREE);
    let mut data = Data::new(&model);
    let mut numbers = Numbers::new(22);
    for _ in 0..20 {
        numbers.state(&model, &mut data);
        forward(&model, &mut data).unwrap();
        assert!(data.inertia.qld_diag_inv.iter().all(|&d| d > 0.0));
        let y: Vec<f64> = (0..model.dof.len()).map(|_| numbers.next()).collect();
        let mut x = y.clone();
        solve_m(&model, &data.inertia, &mut x);
        let mut back = vec![0.0; y.len()];
        mul_m(&model, &data.inertia, &mut back, &x);
        close(&back, &y, 1e-10);
    }
}

#[test]
fn pipe_26_a_pendulum_feels_its_weight() {
    let xml = r#"<mujoco><worldbody><body>
      <joint axis="0 1 0"/><inertial pos="0 0 -.7" mass="2" diaginertia="1e-9 1e-9 1e-9"/>
    </body></worldbody></mujoco>"#;
    let theta: f64 = 0.4;
    let (_, data) = at(xml, &[theta], &[]);
    near(
        data.force.qfrc_bias[DofId(0)],
        2.0 * 9.81 * 0.7 * theta.sin(),
        1e-12,
    );
    let off = xml.replace(
        "<worldbody>",
        r#"<option><flag gravity="disable"/></option><worldbody>"#,
    );
    near(
        at(&off, &[theta], &[]).1.force.qfrc_bias[DofId(0)],
        0.0,
        0.0,
    );
}

#[test]
fn pipe_27_a_spinning_box_feels_gyroscopic_torque() {
    let xml = r#"<mujoco><worldbody><body quat=".7 .1 .2 .3"><freejoint/>
      <geom type="box" size=".1 .2 .3"/></body></worldbody></mujoco>"#;
    let (_, data) = at(xml, &[], &[1.0, 2.0, 3.0, 0.4, 0.5, 0.6]);
    close(
        data.force.qfrc_bias.rows(),
        &[0.0, 0.0, 470.88, -0.24, 0.3072, -0.096],
        1e-10,
    );
}

#[test]
fn pipe_28_a_double_pendulum_has_the_textbook_bias() {
    let xml = r#"<mujoco><worldbody><body>
      <joint axis="0 -1 0"/><inertial pos="0 0 -.8" mass="1.5" diaginertia="1e-12 1e-12 1e-12"/>
      <body pos="0 0 -.8">
        <joint axis="0 -1 0"/><inertial pos="0 0 -.6" mass=".9" diaginertia="1e-12 1e-12 1e-12"/>
      </body>
    </body></worldbody></mujoco>"#;
    let (q, v) = ([0.7, -1.2], [1.1, 0.4]);
    let (_, data) = at(xml, &q, &v);
    let (m1, m2, l1, l2, g) = (1.5, 0.9, 0.8, 0.6, 9.81);
    let h = m2 * l1 * l2 * f64::sin(q[1]);
    let sum = f64::sin(q[0] + q[1]);
    let expected = [
        -h * (2.0 * v[0] * v[1] + v[1] * v[1])
            + (m1 + m2) * g * l1 * f64::sin(q[0])
            + m2 * g * l2 * sum,
        h * v[0] * v[0] + m2 * g * l2 * sum,
    ];
    close(data.force.qfrc_bias.rows(), &expected, 1e-10);
}

#[test]
fn pipe_29_forces_balance() {
    let model = load(TREE);
    let mut data = Data::new(&model);
    let mut numbers = Numbers::new(29);
    for _ in 0..20 {
        numbers.state(&model, &mut data);
        for f in &mut data.state.qfrc_applied {
            *f = numbers.next();
        }
        forward(&model, &mut data).unwrap();
        let mut momentum = vec![0.0; model.dof.len()];
        mul_m(&model, &data.inertia, &mut momentum, data.force.qacc.rows());
        for i in 0..momentum.len() {
            let force = data.force.qfrc_passive[DofId::new(i)]
                - data.force.qfrc_bias[DofId::new(i)]
                + data.state.qfrc_applied[DofId::new(i)]
                + data.force.qfrc_actuator[DofId::new(i)]
                + data.force.qfrc_constraint[DofId::new(i)];
            near(momentum[i], force, 1e-8);
        }
    }
}

#[test]
fn pipe_30_and_31_springs_and_dampers() {
    let joint = r#"<joint stiffness="3" springref="0.2" damping="0.5"/>"#;
    let (_, data) = at(&body("", joint), &[0.7], &[2.0]);
    near(data.force.qfrc_spring[DofId(0)], -1.5, 1e-15);
    near(data.force.qfrc_damper[DofId(0)], -1.0, 1e-15);
    near(data.force.qfrc_passive[DofId(0)], -2.5, 1e-15);
    let turned = [libm::cos(0.3), 0.0, 0.0, libm::sin(0.3)];
    let (_, data) = at(
        &body("", r#"<joint type="ball" stiffness="3"/>"#),
        &turned,
        &[],
    );
    close(data.force.qfrc_passive.rows(), &[0.0, 0.0, -1.8], 1e-14);
}

const SPRING: &str = r#"<mujoco><option timestep="0.01" gravity="0 0 0"/><worldbody><body>
  <joint type="slide" axis="1 0 0" damping="2" stiffness="100" springref=".1"/>
  <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body></worldbody></mujoco>"#;

#[test]
fn pipe_37_euler_damps_implicitly() {
    let (model, mut data) = at(SPRING, &[0.3], &[1.0]);
    step(&model, &mut data).unwrap();
    near(data.force.qacc[DofId(0)], -22.0, 1e-13);
    near(data.state.qvel[DofId(0)], 0.7843137254901961, 1e-15);
    near(data.state.qpos[0], 0.307843137254902, 1e-15);
    let explicit = SPRING.replace(
        "<worldbody>",
        r#"<option><flag eulerdamp="disable"/></option><worldbody>"#,
    );
    let (model, mut data) = at(&explicit, &[0.3], &[1.0]);
    step(&model, &mut data).unwrap();
    near(data.state.qvel[DofId(0)], 0.78, 1e-15);
}

#[test]
fn pipe_41_runge_kutta_is_explicit() {
    let xml = SPRING.replace("timestep", r#"integrator="RK4" timestep"#);
    let (model, mut data) = at(&xml, &[0.3], &[1.0]);
    step(&model, &mut data).unwrap();
    near(data.state.qpos[0], 0.30889163, 1e-8);
    near(data.state.qvel[DofId(0)], 0.77758574, 1e-8);
    // PIPE-45: the previous acceleration starts the next solve
    assert_eq!(data.state.qacc_warmstart.rows(), data.force.qacc.rows());
}

#[test]
fn pipe_43_the_order_of_the_integrators_shows() {
    let pendulum = |integrator: &str, h: f64| {
        let xml = format!(
            r#"<mujoco><option integrator="{integrator}" timestep="{h}"/><worldbody><body>
            <joint axis="0 1 0"/><inertial pos="0 0 -.5" mass="1" diaginertia=".02 .02 .02"/>
            </body></worldbody></mujoco>"#
        );
        let (model, mut data) = at(&xml, &[1.0], &[]);
        for _ in 0..(1.0 / h).round() as usize {
            step(&model, &mut data).unwrap();
        }
        data.state.qpos[0]
    };
    let exact = pendulum("RK4", 1e-4);
    for (integrator, low, high) in [("Euler", 1.9, 2.1), ("RK4", 12.0, 18.0)] {
        let errors = [0.02, 0.01, 0.005].map(|h| (pendulum(integrator, h) - exact).abs());
        for pair in errors.windows(2) {
            let ratio = pair[0] / pair[1];
            assert!((low..high).contains(&ratio), "{integrator}: {ratio}");
        }
    }
}

#[test]
fn pipe_44_runge_kutta_conserves_angular_momentum() {
    let xml = r#"<mujoco><option integrator="RK4" timestep="0.002" gravity="0 0 0"/><worldbody>
      <body><freejoint/><geom type="box" size=".1 .2 .3"/></body></worldbody></mujoco>"#;
    let (model, mut data) = at(xml, &[], &[0.0, 0.0, 0.0, 1.0, 5.0, 2.0]);
    let momentum = |model: &Model, data: &mut Data| {
        forward(model, data).unwrap();
        synovia_engine::stage::subtree_vel(model, data).unwrap();
        data.vel.subtree_angmom[BodyId(1)]
    };
    let start = momentum(&model, &mut data);
    for _ in 0..500 {
        step(&model, &mut data).unwrap();
    }
    let end = momentum(&model, &mut data);
    assert!((end - start).norm() < 1e-5 * start.norm());
    // PIPE-38: orientations keep unit length
    near(data.kin.xquat[BodyId(1)].norm(), 1.0, 1e-14);
}

#[test]
fn pipe_46_two_halves_make_a_step() {
    let model = load(TREE);
    let (mut whole, mut halves) = (Data::new(&model), Data::new(&model));
    Numbers::new(46).state(&model, &mut whole);
    halves.state = whole.state.clone();
    for _ in 0..50 {
        step(&model, &mut whole).unwrap();
        step1(&model, &mut halves).unwrap();
        step2(&model, &mut halves).unwrap();
    }
    assert_eq!(whole.state, halves.state);
}

#[test]
fn pipe_49_a_bad_state_resets_and_warns() {
    let model = load(TREE);
    for (warning, poison) in [
        (Warning::BadQpos, 0),
        (Warning::BadQvel, 1),
        (Warning::BadQacc, 2),
    ] {
        let mut data = Data::new(&model);
        match poison {
            0 => data.state.qpos[3] = f64::NAN,
            1 => data.state.qvel[DofId(2)] = 1e11,
            _ => data.state.qfrc_applied[DofId(1)] = f64::INFINITY,
        }
        data.state.time = 5.0;
        step(&model, &mut data).unwrap();
        assert!(data.diag.warning[warning.to_i32() as usize].number > 0);
        assert!(data.state.qpos.iter().all(|x| x.is_finite()));
        near(data.state.time, model.opt.timestep, 0.0);
    }
}

#[test]
fn pipe_50_runs_repeat_bit_by_bit_and_continue_from_a_saved_state() {
    let model = load(TREE);
    let mut first = Data::new(&model);
    Numbers::new(50).state(&model, &mut first);
    let mut second = Data::new(&model);
    second.state = first.state.clone();
    for _ in 0..100 {
        step(&model, &mut first).unwrap();
        step(&model, &mut second).unwrap();
    }
    assert_eq!(first.state, second.state);
    let mut continued = Data::new(&model);
    continued.state = first.state.clone();
    for _ in 0..100 {
        step(&model, &mut first).unwrap();
        step(&model, &mut continued).unwrap();
    }
    assert_eq!(first.state, continued.state);
}

#[test]
fn pipe_52_free_fall_follows_the_discrete_formula() {
    let xml = body(r#"pos="0 0 10""#, "<freejoint/>");
    let (model, mut data) = at(&xml, &[], &[]);
    let h = model.opt.timestep;
    for n in 1..=200 {
        step(&model, &mut data).unwrap();
        near(
            data.state.qpos[2],
            10.0 - 9.81 * h * h * f64::from(n * (n + 1)) / 2.0,
            1e-12,
        );
    }
}

#[test]
fn pipe_53_subtrees_have_their_mass_and_centre() {
    let model = load(TREE);
    let mut data = Data::new(&model);
    Numbers::new(53).state(&model, &mut data);
    forward(&model, &mut data).unwrap();
    for b in model.body.ids() {
        let mut mass = 0.0;
        let mut moment = Vec3::ZERO;
        for k in model.body.subtree(b) {
            mass += model.body.mass[k];
            moment += data.kin.xipos[k] * model.body.mass[k];
        }
        near(model.body.subtreemass[b], mass, 1e-12);
        if mass > 0.0 {
            close(
                &data.com.subtree_com[b].to_array(),
                &(moment * (1.0 / mass)).to_array(),
                1e-12,
            );
        }
    }
}

#[test]
fn pipe_54_nothing_that_moves_is_no_problem() {
    for xml in [
        "<mujoco/>",
        "<mujoco><worldbody><geom size='1'/><body><geom size='1'/><site/></body></worldbody></mujoco>",
    ] {
        let (model, mut data) = at(xml, &[], &[]);
        step(&model, &mut data).unwrap();
        near(data.state.time, model.opt.timestep, 0.0);
    }
}
