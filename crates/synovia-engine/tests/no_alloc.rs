//! After the first steps of a scene of a given size, the step does not allocate.

mod support;

use support::{Numbers, TREE, load};
use synovia_engine::{Data, step};
use synovia_model::enums::{Cone, Integrator, Jacobian, Solver};
use synovia_model::id::BodyId;

/// A tree with everything that has rows or moves: limits, friction, equalities, tendons, muscles, a fluid, sensors, delays.
const BUSY: &str = r#"<mujoco>
  <option density="1.2" viscosity=".01"><flag contact="disable"/></option>
  <default><geom type="capsule" size=".03" density="500"/></default>
  <worldbody>
    <site name="fixed" pos=".3 0 1"/>
    <body name="base" pos="0 0 1"><freejoint/><geom fromto="0 0 0 .3 0 0"/>
      <body name="upper" pos=".3 0 0"><joint name="a" axis="0 1 0" range="-40 40" frictionloss=".1" damping=".1"/>
        <geom fromto="0 0 0 .3 0 0" fluidshape="ellipsoid"/><site name="s" pos=".1 0 .05"/>
        <body name="lower" pos=".3 0 0"><joint name="b" type="ball" range="0 30" stiffness="1"/>
          <geom fromto="0 0 0 .3 0 0"/><site name="t" pos=".2 0 .05"/></body></body></body>
    <body name="other" pos="0 1 1"><joint name="c" type="slide" axis="0 0 1" springdamper=".1 1"/><geom fromto="0 0 0 .3 0 0"/></body>
  </worldbody>
  <tendon><spatial name="rope" limited="true" range="0 .3" frictionloss=".05" stiffness="3" damping=".2">
    <site site="s"/><site site="t"/></spatial>
    <fixed name="sum" armature=".01"><joint joint="a" coef="1"/><joint joint="c" coef="-2"/></fixed></tendon>
  <equality><connect body1="base" body2="other" anchor="0 .5 0" solref=".1 1"/><joint joint1="a" joint2="c"/></equality>
  <sensor><accelerometer site="t"/><force site="s"/><gyro site="t" delay=".01" nsample="6"/><framepos objtype="site" objname="t" interval=".01" nsample="3"/>
    <subtreeangmom body="base"/><e_potential/><e_kinetic/><jointlimitfrc joint="a"/><tendonpos tendon="rope"/></sensor>
  <actuator><motor joint="a" ctrlrange="-1 1" delay=".01" nsample="6"/><position joint="c" kp="10"/><muscle tendon="rope" lengthrange=".1 .4"/></actuator>
</mujoco>"#;

/// Every kind of geom in a heap, with changing contacts.
const HEAP: &str = r#"<mujoco>
  <asset><mesh name="m" vertex="0 0 .1 .1 0 -.1 -.1 .1 -.1 -.1 -.1 -.1"/>
    <hfield name="h" nrow="3" ncol="3" size="2 2 .1 .1" elevation="0 0 0 0 1 0 0 0 0"/></asset>
  <worldbody><geom type="hfield" hfield="h"/><geom type="plane" size="3 3 1"/>
    <body pos="0 0 .2"><freejoint/><geom type="box" size=".1 .1 .1"/><geom type="box" size=".1 .1 .1" pos=".1 0 0"/></body>
    <body pos="0 0 .5"><freejoint/><geom type="capsule" size=".1 .1"/><geom size=".1" pos=".1 0 0"/></body>
    <body pos="0 .1 .7"><freejoint/><geom type="mesh" mesh="m"/></body>
    <body pos=".1 .1 .9"><freejoint/><geom type="ellipsoid" size=".1 .1 .2"/></body>
    <body pos=".1 0 1.1"><freejoint/><geom type="cylinder" size=".1 .1"/></body>
    <body pos="0 0 1.3"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  </worldbody>
</mujoco>"#;

/// Boxes, spheres and capsules of every contact dimension that fall onto each other and come to rest.
const PILE: &str = r#"<mujoco><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos=".03 0 .3"><freejoint/><geom type="box" size=".1 .1 .1" condim="4"/></body>
  <body pos="0 .02 .5"><freejoint/><geom type="sphere" size=".1" condim="6" friction="1 .05 .02"/></body>
  <body pos=".5 0 .2" euler="80 10 0"><freejoint/><geom type="capsule" size=".1 .1" condim="1"/></body>
  <body pos="1 0 .2"><freejoint/><geom type="sphere" size=".1"/></body></worldbody></mujoco>"#;

#[test]
fn contacts_and_solvers_do_not_allocate() {
    for cone in [Cone::Pyramidal, Cone::Elliptic] {
        for jacobian in [Jacobian::Dense, Jacobian::Sparse] {
            for (solver, noslip) in [
                (Solver::Newton, 0),
                (Solver::Cg, 0),
                (Solver::Pgs, 0),
                (Solver::Newton, 3),
                (Solver::Pgs, 3),
                (Solver::ActiveSet, 0),
                (Solver::ActiveSet, 3),
            ] {
                if solver == Solver::ActiveSet && cone == Cone::Elliptic {
                    continue;
                }
                let mut model = load(PILE);
                model.opt.cone = cone;
                model.opt.jacobian = jacobian;
                model.opt.solver = solver;
                model.opt.noslip_iterations = noslip;
                let mut data = Data::new(&model);
                for _ in 0..500 {
                    step(&model, &mut data).unwrap();
                }
                assert!(data.efc.counts.nefc > 20);
                let used = allocation_counter::measure(|| {
                    for _ in 0..100 {
                        step(&model, &mut data).unwrap();
                    }
                });
                assert!(data.state.qpos.iter().all(|x| x.is_finite()));
                assert_eq!(
                    used.count_total, 0,
                    "{cone:?} {jacobian:?} {solver:?} {noslip}"
                );
            }
        }
    }
}

#[test]
fn falling_asleep_and_waking_up_do_not_allocate() {
    for integrator in [Integrator::Euler, Integrator::Rk4, Integrator::Implicit] {
        let mut model = load(include_str!("golden/sleep.xml"));
        model.opt.integrator = integrator;
        let mut data = Data::new(&model);
        let mut least_and_most = [usize::MAX, 0];
        let mut run = |data: &mut Data| {
            for k in 0..600 {
                // an occasional push to one of the balls in turn
                let pushed = 1 + k / 50 % 3;
                data.state.xfrc_applied[BodyId::new(pushed)][0] = f64::from(u8::from(k % 50 < 3));
                step(&model, data).unwrap();
                let asleep = data.asleep();
                least_and_most[0] = least_and_most[0].min(asleep);
                least_and_most[1] = least_and_most[1].max(asleep);
            }
        };
        run(&mut data);
        run(&mut data);
        let used = allocation_counter::measure(|| run(&mut data));
        assert!(least_and_most[0] < least_and_most[1]);
        assert!(data.state.qpos.iter().all(|x| x.is_finite()));
        assert_eq!(used.count_total, 0, "{integrator:?}");
    }
}

#[test]
fn sensors_that_look_and_feel_do_not_allocate() {
    let scenes = [
        include_str!("golden/rays.xml"),
        include_str!("golden/touching.xml"),
    ];
    for xml in scenes {
        let model = load(xml);
        let mut data = Data::new(&model);
        for _ in 0..200 {
            step(&model, &mut data).unwrap();
        }
        let used = allocation_counter::measure(|| {
            for _ in 0..50 {
                step(&model, &mut data).unwrap();
            }
        });
        assert!(data.sensor.sensordata.iter().all(|x| x.is_finite()));
        assert_eq!(used.count_total, 0);
    }
}

#[test]
fn the_step_does_not_allocate() {
    for xml in [TREE, BUSY, HEAP] {
        for integrator in [
            Integrator::Euler,
            Integrator::Rk4,
            Integrator::Implicit,
            Integrator::ImplicitFast,
            Integrator::ImplicitSpring,
        ] {
            for solver in [Solver::Newton, Solver::Cg, Solver::Pgs, Solver::ActiveSet] {
                let mut model = load(xml);
                model.opt.integrator = integrator;
                model.opt.solver = solver;
                let mut data = Data::new(&model);
                Numbers::new(7).state(&model, &mut data);
                let warm_up = if xml == HEAP { 400 } else { 50 };
                for _ in 0..warm_up {
                    step(&model, &mut data).unwrap();
                }
                let used = allocation_counter::measure(|| {
                    for _ in 0..50 {
                        step(&model, &mut data).unwrap();
                    }
                });
                assert!(data.state.qpos.iter().all(|x| x.is_finite()));
                assert_eq!(used.count_total, 0, "{integrator:?} {solver:?}");
            }
        }
    }
}
