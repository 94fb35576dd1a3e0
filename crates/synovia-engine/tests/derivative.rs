//! Derivatives with respect to velocity and implicit integration: differences, closed forms, recorded numbers.

mod support;

use support::{Numbers, TREE, at_ctrl, close, load, near};
use synovia_engine::derivative::finite::{
    Difference, FiniteError, InverseDerivatives, Transition, inverse, transition,
};
use synovia_engine::derivative::smooth_vel;
use synovia_engine::stage::actuation;
use synovia_engine::stage::forward_velocity;
use synovia_engine::{Data, forward, step, step1, step2};
use synovia_model::Model;
use synovia_model::enums::Integrator;
use synovia_model::id::{ActuatorId, DofId, TreeId};

/// A tree in a fluid with tendons, muscles and actuators whose force depends on velocity.
const DAMPED: &str = r#"<mujoco>
  <option density="40" viscosity=".3" wind="1 .5 0"><flag contact="disable" constraint="disable"/></option>
  <default><geom type="capsule" size=".03" density="500"/></default>
  <worldbody>
    <site name="fixed" pos=".3 0 1"/>
    <body pos="0 0 1"><freejoint/><geom fromto="0 0 0 .3 0 0"/>
      <body pos=".3 0 0"><joint name="a" axis="0 1 0" damping=".1"/>
        <geom type="ellipsoid" size=".1 .2 .05" fluidshape="ellipsoid"/><site name="s" pos=".1 0 .05"/>
        <body pos=".3 0 0"><joint name="b" type="ball" damping=".2"/>
          <geom fromto="0 0 0 .3 0 0"/><site name="t" pos=".2 0 .05"/></body></body></body>
    <body pos="0 1 1"><joint name="c" type="slide" axis="0 0 1" damping="2"/><geom fromto="0 0 0 .3 0 0"/>
      <joint name="d" axis="1 1 0" pos=".1 0 0"/></body>
  </worldbody>
  <tendon><spatial name="rope" damping=".7"><site site="s"/><site site="t"/></spatial>
    <fixed name="pair" damping=".5"><joint joint="c" coef="1"/><joint joint="d" coef="-2"/></fixed></tendon>
  <actuator><velocity joint="a" kv="2"/><position joint="c" kp="10" kv="1"/>
    <muscle tendon="rope" lengthrange=".1 .5" ctrlrange="0 1"/>
    <general tendon="pair" gaintype="affine" gainprm="1 2 3" biastype="affine" biasprm="0 1 -2"/>
    <general joint="d" gaintype="affine" gainprm="0 0 5" dyntype="filter" dynprm=".1" actearly="true"/></actuator>
</mujoco>"#;

/// Actuators, passive and bias forces at the velocity in `data`.
fn smooth_force(model: &Model, data: &mut Data) -> Vec<f64> {
    forward_velocity(model, data).expect("the model is sound");
    actuation(model, data).expect("the model is sound");
    model
        .dof
        .ids()
        .map(|i| {
            let force = &data.force;
            force.qfrc_passive[i] + force.qfrc_actuator[i] - force.qfrc_bias[i]
        })
        .collect()
}

// DIFFERENCE(derivative-order): the result must be this in any order of summation
#[test]
fn velocity_derivatives_are_limits_of_differences() {
    for (xml, seeds) in [(TREE, 20), (DAMPED, 20)] {
        let model = load(xml);
        for seed in 1..=seeds {
            let mut numbers = Numbers::new(seed);
            let mut data = Data::new(&model);
            numbers.state(&model, &mut data);
            for u in &mut data.state.ctrl {
                *u = 0.5 * numbers.next();
            }
            for a in &mut data.state.act {
                *a = 0.5 + 0.5 * numbers.next();
            }
            forward(&model, &mut data).unwrap();
            smooth_vel(&model, &mut data, true);
            let found = data.inertia.qderiv.rows().to_vec();
            let scale = found.iter().fold(1.0_f64, |m, x| m.max(x.abs()));

            let h = 1e-6;
            for j in model.dof.ids() {
                let start = data.state.qvel[j];
                data.state.qvel[j] = start + h;
                let plus = smooth_force(&model, &mut data);
                data.state.qvel[j] = start - h;
                let minus = smooth_force(&model, &mut data);
                data.state.qvel[j] = start;
                for i in model.dof.ids() {
                    let adr = model.sparse.d_rowadr[i] as usize;
                    for k in adr..adr + model.sparse.d_rownnz[i] as usize {
                        if model.sparse.d_colind[k] == j.0 {
                            let slope = (plus[i.index()] - minus[i.index()]) / (2.0 * h);
                            near(found[k], slope, 2e-7 * scale);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn without_bias_the_derivative_of_a_damped_tree_is_symmetric() {
    let mut model = load(DAMPED);
    model.opt.integrator = Integrator::ImplicitFast;
    let mut data = Data::new(&model);
    Numbers::new(3).state(&model, &mut data);
    forward(&model, &mut data).unwrap();
    smooth_vel(&model, &mut data, false);
    let nv = model.dof.len();
    let mut dense = vec![0.0; nv * nv];
    synovia_engine::derivative::pattern(&model).to_dense(
        &mut dense,
        data.inertia.qderiv.rows(),
        nv,
    );
    for i in 0..nv {
        for j in 0..i {
            near(dense[i * nv + j], dense[j * nv + i], 1e-12);
        }
    }
}

#[test]
fn pipe_39_implicit_damping_of_a_slide() {
    for integrator in ["implicit", "implicitfast"] {
        let xml = format!(
            r#"<mujoco><option timestep="0.01" gravity="0 0 0" integrator="{integrator}"/><worldbody>
            <body><joint type="slide" damping="2" stiffness="100" springref=".1"/>
            <geom size=".1" mass="1"/></body></worldbody></mujoco>"#
        );
        let (model, mut data) = at_ctrl(&xml, &[0.3], &[1.0], &[]);
        step(&model, &mut data).unwrap();
        near(data.force.qacc[DofId::new(0_usize)], -22.0, 1e-12);
        near(
            data.state.qvel[DofId::new(0_usize)],
            0.7843137254901961,
            1e-15,
        );
        near(data.state.qpos[0], 0.307843137254902, 1e-15);
    }
}

#[test]
fn pipe_39_velocity_actuators_and_tendon_damping_equal_the_oracle() {
    for (integrator, qpos, qvel) in [
        (
            "implicit",
            [1.8473849886736236, -0.47826834895659975],
            [-0.49201161827044, -1.498045106769388],
        ),
        (
            "implicitfast",
            [1.8469424429668821, -0.4764014003346537],
            [-0.4931350695860024, -1.4763541113892815],
        ),
    ] {
        let xml = format!(
            r#"<mujoco><option timestep="0.01" integrator="{integrator}"><flag contact="disable"/></option><worldbody>
            <body><joint name="a" axis="0 1 0" damping=".2"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".04"/>
              <site name="s" pos=".1 0 .1"/>
              <body pos=".4 0 0"><joint name="b" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 .1 0" size=".03"/>
                <site name="t" pos=".1 0 .1"/></body></body></worldbody>
            <tendon><spatial name="n" damping="3" stiffness="20"><site site="s"/><site site="t"/></spatial></tendon>
            <actuator><velocity joint="a" kv="2"/><position tendon="n" kp="10" kv="1"/></actuator></mujoco>"#
        );
        let (model, mut data) = at_ctrl(&xml, &[0.3, 0.7], &[1.0, -2.0], &[0.5, 0.1]);
        for _ in 0..100 {
            step(&model, &mut data).unwrap();
        }
        close(data.state.qpos.rows(), &qpos, 1e-9);
        close(data.state.qvel.rows(), &qvel, 1e-9);
    }
}

#[test]
fn pipe_40_only_implicit_knows_gyroscopic_forces() {
    for (integrator, quat, spin) in [
        (
            "implicit",
            [
                0.2024313840208212,
                0.5309715634319665,
                0.7150076791763639,
                0.407252688522567,
            ],
            [3.2794441453720244, 2.1210709999834085, 4.386461373723818],
        ),
        (
            "implicitfast",
            [
                0.1989556375262424,
                0.5287114347104714,
                0.7183992352814219,
                0.40593523110219176,
            ],
            [3.2926461576462334, 2.1775412480738745, 4.396490995576183],
        ),
    ] {
        let xml = format!(
            r#"<mujoco><option timestep="0.005" integrator="{integrator}"><flag contact="disable"/></option>
            <worldbody><body><freejoint/><geom type="box" size=".1 .2 .3"/></body></worldbody></mujoco>"#
        );
        let (model, mut data) = at_ctrl(&xml, &[], &[0.1, 0.2, 0.3, 1.0, 5.0, 2.0], &[]);
        for _ in 0..100 {
            step(&model, &mut data).unwrap();
        }
        close(
            &data.state.qpos.rows()[..3],
            &[0.05, 0.1, -1.0885125],
            1e-10,
        );
        close(&data.state.qpos.rows()[3..], &quat, 1e-10);
        close(&data.state.qvel.rows()[3..], &spin, 1e-10);
    }
}

#[test]
fn pipe_43_implicit_integrators_are_of_first_order() {
    let swing = |integrator: Integrator, h: f64| {
        let xml = r#"<mujoco><worldbody><body><joint axis="0 1 0"/><geom pos="0 0 -1" size=".1"/></body></worldbody>
          <option><flag contact="disable"/></option></mujoco>"#;
        let mut model = load(xml);
        model.opt.integrator = integrator;
        model.opt.timestep = h;
        let mut data = Data::new(&model);
        data.state.qpos[0] = 1.0;
        for _ in 0..(1.0 / h).round() as usize {
            step(&model, &mut data).unwrap();
        }
        data.state.qpos[0]
    };
    let exact = swing(Integrator::Rk4, 0.0005);
    for integrator in [Integrator::Implicit, Integrator::ImplicitFast] {
        let errors = [0.02, 0.01, 0.005].map(|h| (swing(integrator, h) - exact).abs());
        for pair in errors.windows(2) {
            let ratio = pair[0] / pair[1];
            assert!((1.9..2.1).contains(&ratio), "{integrator:?}: {errors:?}");
        }
    }
}

#[test]
fn pipe_46_two_halves_are_a_step_for_implicit_integrators() {
    for integrator in [
        Integrator::Implicit,
        Integrator::ImplicitFast,
        Integrator::ImplicitSpring,
    ] {
        let mut model = load(DAMPED);
        model.opt.integrator = integrator;
        let mut whole = Data::new(&model);
        Numbers::new(5).state(&model, &mut whole);
        let mut halves = whole.clone();
        for _ in 0..20 {
            step(&model, &mut whole).unwrap();
            step1(&model, &mut halves).unwrap();
            step2(&model, &mut halves).unwrap();
        }
        assert_eq!(whole.state, halves.state);
    }
}

/// The matrices `A` and `B` of the step.
fn linearise(model: &Model, data: &mut Data, centered: bool) -> (Vec<f64>, Vec<f64>) {
    let ndx = 2 * model.dof.len() + model.size.na as usize;
    let (mut a, mut b) = (
        vec![f64::NAN; ndx * ndx],
        vec![f64::NAN; ndx * model.actuator.len()],
    );
    let out = Transition {
        a: Some(&mut a),
        b: Some(&mut b),
        ..Transition::default()
    };
    let how = Difference {
        eps: 1e-6,
        centered,
    };
    transition(model, data, how, out).unwrap_or_else(|error| panic!("{error}"));
    (a, b)
}

#[test]
fn a_linear_system_has_the_transition_matrices_of_its_formula() {
    // m x'' = −k x − b x' + g u, integrated by (m + h b) a = −k x − b v + g u
    let xml = r#"<mujoco><option timestep="0.01" gravity="0 0 0"><flag contact="disable"/></option><worldbody><body>
        <joint name="j" type="slide" stiffness="100" damping="3"/><geom size=".1" mass="2"/></body></worldbody>
        <actuator><motor joint="j" gear="4" ctrlrange="-1 1"/></actuator></mujoco>"#;
    let (h, m, k, d, g) = (0.01, 2.0, 100.0, 3.0, 4.0);
    let gain = h / (m + h * d);
    let (vx, vv, vu) = (-k * gain, 1.0 - d * gain, g * gain);
    let expected = [1.0 + h * vx, h * vv, vx, vv];
    for integrator in [
        Integrator::Euler,
        Integrator::Implicit,
        Integrator::ImplicitFast,
    ] {
        // at the end of the range only one direction can be tried
        for ctrl in [0.2, 1.0, -1.0] {
            for centered in [false, true] {
                let mut model = load(xml);
                model.opt.integrator = integrator;
                let mut data = Data::new(&model);
                data.state.qpos[0] = 0.3;
                data.state.qvel[DofId::new(0_usize)] = -0.7;
                data.state.ctrl[ActuatorId::new(0_usize)] = ctrl;
                let before = data.state.clone();
                let (a, b) = linearise(&model, &mut data, centered);
                close(&a, &expected, 1e-9);
                close(&b, &[h * vu, vu], 1e-9);
                assert_eq!(data.state, before);
                assert_eq!(data.state.time, 0.0);
            }
        }
    }
}

#[test]
fn transition_matrices_predict_the_next_step() {
    let mut model = load(DAMPED);
    let nv = model.dof.len();
    for integrator in [
        Integrator::Euler,
        Integrator::Implicit,
        Integrator::ImplicitFast,
        Integrator::ImplicitSpring,
    ] {
        model.opt.integrator = integrator;
        let mut data = Data::new(&model);
        Numbers::new(9).state(&model, &mut data);
        let (a, _) = linearise(&model, &mut data, true);
        let ndx = 2 * nv + model.size.na as usize;

        let step_from = |nudge: f64| {
            let mut moved = data.clone();
            moved.state.qvel[DofId::new(2_usize)] += nudge;
            step(&model, &mut moved).unwrap();
            moved.state.qvel.rows().to_vec()
        };
        let h = 1e-5;
        let (plus, minus) = (step_from(h), step_from(-h));
        for i in 0..nv {
            let slope = (plus[i] - minus[i]) / (2.0 * h);
            near(a[(nv + i) * ndx + nv + 2], slope, 1e-7);
        }
    }
}

#[test]
fn inverse_dynamics_by_acceleration_is_the_inertia() {
    let model = load(TREE);
    let nv = model.dof.len();
    let mut data = Data::new(&model);
    Numbers::new(4).state(&model, &mut data);
    forward(&model, &mut data).unwrap();
    let mut by_acc = vec![0.0; nv * nv];
    let out = InverseDerivatives {
        force_by_acc: Some(&mut by_acc),
        ..InverseDerivatives::default()
    };
    inverse(&model, &mut data, 1e-3, out).unwrap();
    let mut full = vec![0.0; nv * nv];
    synovia_engine::inertia::full_m(&model, &mut full, data.inertia.qm.rows());
    close(&by_acc, &full, 1e-8);
}

#[test]
fn what_cannot_be_differentiated_is_refused_by_name() {
    let mut model = load(TREE);
    let mut data = Data::new(&model);
    let how = Difference {
        eps: 1e-6,
        centered: false,
    };
    let mut short = [0.0; 3];
    let out = Transition {
        a: Some(&mut short),
        ..Transition::default()
    };
    let error = transition(&model, &mut data, how, out).unwrap_err();
    let size = 4 * model.dof.len() * model.dof.len();
    assert_eq!(
        error.to_string(),
        format!("A has 3 numbers, expected {size}")
    );
    model.opt.integrator = Integrator::Rk4;
    let error = transition(&model, &mut data, how, Transition::default()).unwrap_err();
    assert_eq!(error, FiniteError::Rk4);
    model.opt.integrator = Integrator(12);
    let error = transition(&model, &mut data, how, Transition::default()).unwrap_err();
    assert_eq!(error.to_string(), "unknown option value: integrator=12");
    assert_eq!(data.state.time, 0.0);
}

#[test]
fn sensors_are_differentiated_with_the_step() {
    let xml = r#"<mujoco><option timestep="0.01" gravity="0 0 0"><flag contact="disable"/></option><worldbody>
        <body><joint name="j" type="slide"/><geom size=".1" mass="2"/></body></worldbody>
        <actuator><motor joint="j" gear="4"/></actuator>
        <sensor><jointpos joint="j"/><jointvel joint="j"/><jointactuatorfrc joint="j"/></sensor></mujoco>"#;
    let model = load(xml);
    for centered in [false, true] {
        let (mut c, mut d) = ([f64::NAN; 6], [f64::NAN; 3]);
        let out = Transition {
            c: Some(&mut c),
            d: Some(&mut d),
            ..Transition::default()
        };
        let how = Difference {
            eps: 1e-6,
            centered,
        };
        let found = transition(&model, &mut Data::new(&model), how, out);
        assert_eq!(found, Ok(()));
        close(&c, &[1.0, 0.0, 0.0, 1.0, 0.0, 0.0], 1e-9);
        // the reference's centred differences by controls have the opposite sign
        let sign = if centered { -1.0 } else { 1.0 };
        close(&d, &[0.0, 0.0, sign * 4.0], 1e-9);
    }
}

/// A double pendulum with a motor whose control has no room to change, and one without limits.
const NO_ROOM: &str = r#"<mujoco><option><flag autoreset="disable"/></option><worldbody>
    <body><joint name="j" axis="0 1 0" damping=".1"/><geom size=".1" pos=".3 0 0"/>
      <body pos=".6 0 0"><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></body></worldbody>
    <actuator><motor joint="j" ctrlrange="0 1e-9"/><motor joint="j"/></actuator></mujoco>"#;

#[test]
fn a_control_without_room_has_a_column_of_zeros() {
    let model = load(NO_ROOM);
    for (velocity, centered) in [(0.0, false), (f64::NAN, false), (f64::NAN, true)] {
        let mut data = Data::new(&model);
        data.state.qvel[DofId(0)] = velocity;
        let (_, b) = linearise(&model, &mut data, centered);
        for row in b.chunks_exact(2) {
            assert_eq!(row[0], 0.0);
            assert_eq!(row[1].is_nan(), velocity.is_nan());
        }
    }
}

#[test]
fn a_step_that_resets_does_not_disturb_the_next_difference() {
    // DIFFERENCE(transition-reset)
    let xml = NO_ROOM.replace(r#"autoreset="disable""#, "");
    let model = load(&xml);
    let mut data = Data::new(&model);
    data.state.qvel[DofId(0)] = 1e11;
    // every trial is reset, so all have the same result
    let (a, b) = linearise(&model, &mut data, false);
    assert!(a.iter().chain(&b).all(|&x| x == 0.0), "{a:?} {b:?}");
    assert_eq!(data.state.qvel[DofId(0)], 1e11);
    assert_eq!((data.state.qpos[0], data.state.time), (0.0, 0.0));

    // for a state at the limit only some are reset: the others are unaffected
    let (mut edge, mut below) = (Data::new(&model), Data::new(&model));
    edge.state.qvel[DofId(1)] = 1e10;
    below.state.qvel[DofId(1)] = 1e10 * (1.0 - 1e-15);
    let ((_, edge), (_, below)) = (
        linearise(&model, &mut edge, false),
        linearise(&model, &mut below, false),
    );
    close(&edge, &below, 1e-9);
}

#[test]
fn counters_of_sleep_do_not_advance_from_trial_to_trial() {
    // DIFFERENCE(transition-sleep)
    let xml = r#"<mujoco><option sleep_tolerance="1"><flag sleep="enable"/></option><worldbody>
        <geom type="plane" size="1 1 .1"/>
        <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>"#;
    let model = load(xml);
    let mut data = Data::new(&model);
    for _ in 0..3 {
        step(&model, &mut data).unwrap();
    }
    let before = data.state.tree_asleep[TreeId(0)];
    assert!(before < -1);
    let (first, _) = linearise(&model, &mut data, false);
    assert_eq!(data.state.tree_asleep[TreeId(0)], before);
    let (second, _) = linearise(&model, &mut data, false);
    assert_eq!(first, second);
    // the last column, spin about the vertical, is no larger than those of the other two axes
    let column = |k: usize| {
        first
            .iter()
            .skip(k)
            .step_by(12)
            .map(|x| x.abs())
            .sum::<f64>()
    };
    assert!(column(11) < 1.1 * column(10));
}
