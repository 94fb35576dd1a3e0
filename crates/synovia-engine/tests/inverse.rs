//! Inverse dynamics and queries of users: laws.

mod support;

use support::{Numbers, TREE, close, load, near};
use synovia_engine::inertia::add_applied_wrenches;
use synovia_engine::inertia::mul_m;
use synovia_engine::object::object_acceleration;
use synovia_engine::object::{Object, object_velocity};
use synovia_engine::stage::post_constraint;
use synovia_engine::state::integrate_pos;
use synovia_engine::{Data, forward, inertia, inverse, state, step};
use synovia_engine::{EngineError, InverseError};
use synovia_math::{Spatial, Vec3};
use synovia_model::Model;
use synovia_model::enums::{Enable, Integrator, ObjType};

/// Limits, friction, equalities, tendons, actuators.
const ROWS: &str = r#"<mujoco>
  <option tolerance="0" iterations="100"><flag contact="disable"/></option>
  <default><geom type="capsule" size=".03"/></default>
  <worldbody>
    <body name="base" pos="0 0 1"><freejoint/><geom fromto="0 0 0 .3 0 0"/>
      <body pos=".3 0 0"><joint name="a" axis="0 1 0" range="-20 20" limited="true" frictionloss=".1" damping=".1"/>
        <geom fromto="0 0 0 .3 0 0"/><site name="s" pos=".1 0 .05"/>
        <body pos=".3 0 0"><joint name="b" type="ball" range="0 30" limited="true" stiffness="1"/>
          <geom fromto="0 0 0 .3 0 0"/><site name="t" pos=".2 0 .05"/></body></body></body>
    <body name="other" pos="0 1 1"><joint name="c" type="slide" axis="0 0 1"/><geom fromto="0 0 0 .3 0 0"/></body>
  </worldbody>
  <tendon><spatial name="rope" limited="true" range="0 .2" frictionloss=".05" stiffness="3" damping=".2" armature=".1">
    <site site="s"/><site site="t"/></spatial></tendon>
  <equality><connect body1="base" body2="other" anchor="0 .5 0"/></equality>
  <actuator><motor joint="a"/><position joint="c" kp="10" kv="1"/></actuator>
</mujoco>"#;

/// A state with all inputs that users may apply.
fn disturbed(model: &Model, seed: u64) -> Data {
    let mut numbers = Numbers::new(seed);
    let mut data = Data::new(model);
    numbers.state(model, &mut data);
    for force in &mut data.state.qfrc_applied {
        *force = numbers.next();
    }
    for wrench in data.state.xfrc_applied.iter_mut().skip(1) {
        *wrench = core::array::from_fn(|_| numbers.next());
    }
    for u in &mut data.state.ctrl {
        *u = numbers.next();
    }
    data
}

/// The force applied by the user and the actuators.
fn applied(model: &Model, data: &Data) -> Vec<f64> {
    let mut sum: Vec<f64> = (data.state.qfrc_applied.iter())
        .zip(data.force.qfrc_actuator.iter())
        .map(|(a, b)| a + b)
        .collect();
    add_applied_wrenches(model, &data.state, &data.kin, &data.com, &mut sum);
    sum
}

#[test]
fn pipe_29_inverse_undoes_forward() {
    for xml in [TREE, ROWS] {
        let model = load(xml);
        for seed in 1..20 {
            let mut data = disturbed(&model, seed);
            forward(&model, &mut data).unwrap();
            let expected = applied(&model, &data);
            let constraint = data.force.qfrc_constraint.rows().to_vec();
            let scale = constraint.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
            inverse(&model, &mut data).unwrap();
            close(data.force.qfrc_inverse.rows(), &expected, 1e-10 * scale);
            close(
                data.force.qfrc_constraint.rows(),
                &constraint,
                1e-10 * scale,
            );
        }
    }
}

#[test]
fn discrete_inverse_undoes_a_step() {
    for integrator in [
        Integrator::Euler,
        Integrator::Implicit,
        Integrator::ImplicitFast,
        Integrator::ImplicitSpring,
    ] {
        let mut model = load(TREE);
        model.opt.integrator = integrator;
        model.opt.enableflags |= Enable::INVDISCRETE;
        for seed in 1..10 {
            let mut data = disturbed(&model, seed);
            let mut next = data.clone();
            step(&model, &mut next).unwrap();
            forward(&model, &mut data).unwrap();
            let expected = applied(&model, &data);
            let (after, before) = (next.state.qvel.rows(), data.state.qvel.rows());
            let qacc: Vec<f64> = (after.iter().zip(before))
                .map(|(b, a)| (b - a) / model.opt.timestep)
                .collect();
            data.force.qacc.rows_mut().copy_from_slice(&qacc);
            inverse(&model, &mut data).unwrap();
            close(data.force.qfrc_inverse.rows(), &expected, 1e-9);
            assert_eq!(data.force.qacc.rows(), qacc);
        }
    }
}

#[test]
fn runge_kutta_has_no_discrete_inverse() {
    let mut model = load(TREE);
    model.opt.integrator = Integrator::Rk4;
    model.opt.enableflags |= Enable::INVDISCRETE;
    let mut data = Data::new(&model);
    assert_eq!(inverse(&model, &mut data), Err(InverseError::DiscreteRk4));
}

#[test]
fn a_step_that_cannot_compare_forward_and_inverse_is_an_error() {
    let mut model = load(ROWS);
    model.opt.integrator = Integrator::Rk4;
    model.opt.enableflags |= Enable::INVDISCRETE | Enable::FWDINV;
    let mut data = disturbed(&model, 3);
    let start = data.state.qpos.rows().to_vec();
    assert_eq!(step(&model, &mut data), Err(EngineError::DiscreteRk4));
    assert_eq!(data.state.qpos.rows(), start);
    assert_eq!(data.state.time, 0.0);
    model.opt.integrator = Integrator::Euler;
    assert!(step(&model, &mut data).unwrap().is_healthy());
}

#[test]
fn forward_and_inverse_are_compared_on_demand() {
    let mut model = load(ROWS);
    let mut plain = disturbed(&model, 3);
    let mut compared = plain.clone();
    step(&model, &mut plain).unwrap();
    assert_eq!(*plain.diag.solver_fwdinv, [0.0; 2]);
    model.opt.enableflags |= Enable::FWDINV;
    step(&model, &mut compared).unwrap();
    let [constraint, total] = *compared.diag.solver_fwdinv;
    assert!(constraint > 0.0 && constraint < 1e-6 && total > 0.0 && total < 1e-6);
    // and nothing else has changed
    assert_eq!(plain.state, compared.state);
    assert_eq!(plain.efc.force, compared.efc.force);
    assert_eq!(plain.force.qfrc_constraint, compared.force.qfrc_constraint);
}

#[test]
fn a_difference_of_poses_undoes_integration() {
    let model = load(TREE);
    let mut data = Data::new(&model);
    let mut numbers = Numbers::new(8);
    numbers.state(&model, &mut data);
    let start = data.state.qpos.rows().to_vec();
    let qvel = data.state.qvel.rows();
    let mut end = start.clone();
    integrate_pos(&model, &mut end, qvel, 0.3);
    let mut found = vec![f64::NAN; model.dof.len()];
    state::differentiate_pos(&model, &mut found, 0.3, &start, &end);
    close(&found, qvel, 1e-14);
}

#[test]
fn the_root_of_the_inertia_gives_the_kinetic_energy() {
    let model = load(TREE);
    let nv = model.dof.len();
    let mut data = Data::new(&model);
    Numbers::new(2).state(&model, &mut data);
    forward(&model, &mut data).unwrap();
    let qvel = data.state.qvel.rows();
    let (mut root, mut momentum) = (vec![0.0; nv], vec![0.0; nv]);
    inertia::mul_m2(&model, &data.inertia, &mut root, qvel);
    mul_m(&model, &data.inertia, &mut momentum, qvel);
    let twice: f64 = momentum.iter().zip(qvel).map(|(p, v)| p * v).sum();
    near(root.iter().map(|x| x * x).sum(), twice, 1e-13);

    let (mut full, mut sum) = (vec![f64::NAN; nv * nv], vec![0.0; nv * nv]);
    inertia::full_m(&model, &mut full, data.inertia.qm.rows());
    inertia::add_m(&model, &data, &mut sum);
    assert_eq!(full, sum);
}

#[test]
fn accelerations_of_objects_are_rates_of_their_velocities() {
    let model = load(TREE);
    let mut data = Data::new(&model);
    Numbers::new(6).state(&model, &mut data);
    forward(&model, &mut data).unwrap();
    post_constraint(&model, &mut data).unwrap();

    // the motion slightly before and slightly later
    let h = 1e-6;
    let moved = |dt: f64| {
        let mut moved = data.clone();
        let state = &mut moved.state;
        for (v, a) in state.qvel.iter_mut().zip(data.force.qacc.iter()) {
            *v += dt * a;
        }
        integrate_pos(&model, state.qpos.rows_mut(), data.state.qvel.rows(), dt);
        forward(&model, &mut moved).unwrap();
        moved
    };
    let (before, after) = (moved(-h), moved(h));
    let gravity = Spatial::new(Vec3::ZERO, -model.opt.gravity);
    let mut count = 0;
    for kind in [ObjType::Body, ObjType::XBody, ObjType::Geom, ObjType::Site] {
        for id in 0..20 {
            let Some(object) = Object::find(&model, &data.kin, kind, id) else {
                continue;
            };
            let (Data { com, vel, .. }, force) = (&data, &data.force);
            let found = object_acceleration(&model, com, vel, force, object.in_world());
            if model.body.weldid[object.body].index() == 0 {
                assert_eq!(found, Spatial::ZERO);
                continue;
            }
            let at = |data: &Data| {
                let object = Object::find(&model, &data.kin, kind, id).unwrap();
                object_velocity(&model, &data.com, &data.vel, object.in_world())
            };
            let rate = (at(&after) - at(&before)) * (0.5 / h) + gravity;
            close(&found.0, &rate.0, 1e-6);
            count += 1;
        }
    }
    assert!(count > 20);
    assert!(Object::find(&model, &data.kin, ObjType::Joint, 0).is_none());
    assert!(Object::find(&model, &data.kin, ObjType::Site, -1).is_none());
}
