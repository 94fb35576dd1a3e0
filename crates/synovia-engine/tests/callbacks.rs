//! Callbacks: code of the program that the step calls, against built-in features that compute the same.

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use support::{at_ctrl, load};
use synovia::batch::{Batch, Rollout};
use synovia_engine::callback::{Callbacks, Failure, General};
use synovia_engine::{Data, Sensing, forward, forward_from, inverse, stage, step, step1, step2};
use synovia_model::Model;
use synovia_model::enums::{Disable, Integrator, Stage};
use synovia_model::id::{ActuatorId, DofId, GeomId};

/// A double pendulum with the given actuators and the rest of the model.
fn arm(actuators: &str, rest: &str) -> String {
    format!(
        r#"<mujoco><worldbody>
    <body><joint name="a" axis="0 1 0" damping=".1"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".03"/>
      <body pos=".5 0 0"><joint name="b" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".03"/></body></body>
  </worldbody><actuator>{actuators}</actuator>{rest}</mujoco>"#
    )
}

const MOTORS: &str = r#"<motor joint="a"/><motor joint="b"/>"#;
const INTEGRATORS: [Integrator; 4] = [
    Integrator::Euler,
    Integrator::Rk4,
    Integrator::Implicit,
    Integrator::ImplicitFast,
];

fn run(model: &Model, data: &mut Data, steps: usize) {
    for _ in 0..steps {
        step(model, data).expect("no callback fails");
    }
}

fn same_run((m1, d1): (&Model, &mut Data), (m2, d2): (&Model, &mut Data), steps: usize) {
    for _ in 0..steps {
        run(m1, d1, 1);
        run(m2, d2, 1);
        assert_eq!(d1.state.qpos.rows(), d2.state.qpos.rows());
        assert_eq!(d1.state.qvel.rows(), d2.state.qvel.rows());
        assert_eq!(d1.state.act.rows(), d2.state.act.rows());
    }
}

fn failure(message: &str) -> Failure {
    message.to_owned().into()
}

#[test]
fn a_controller_in_the_step_is_a_servo() {
    let servo = r#"<position joint="a" kp="20" kv="2"/><position joint="b" kp="30" kv="3"/>"#;
    // implicit integrators know the damping of a servo, but not that of a callback
    for integrator in [Integrator::Euler, Integrator::Rk4] {
        let (mut by_servo, mut by_hand) = (load(&arm(servo, "")), load(&arm(MOTORS, "")));
        by_servo.opt.integrator = integrator;
        by_hand.opt.integrator = integrator;
        let mut expected = Data::new(&by_servo);
        let mut found = Data::new(&by_hand);
        expected.state.ctrl.rows_mut().copy_from_slice(&[0.5, -0.2]);
        found.callbacks.control = Some(Arc::new(|_, data| {
            let (q, v) = (&data.state.qpos, &data.state.qvel);
            // order: that of the servo
            let ctrl = [
                20.0 * 0.5 + (0.0 + -20.0 * q[0] + -2.0 * v[DofId(0)]),
                30.0 * -0.2 + (0.0 + -30.0 * q[1] + -3.0 * v[DofId(1)]),
            ];
            data.state.ctrl.rows_mut().copy_from_slice(&ctrl);
            Ok(())
        }));
        same_run((&by_servo, &mut expected), (&by_hand, &mut found), 300);
    }
}

#[test]
fn gains_and_biases_of_the_program_are_those_that_are_built_in() {
    let built_in = r#"<general joint="a" gaintype="affine" gainprm="3 .5 -.2" biastype="affine" biasprm=".1 -2 -.3"/>
        <general joint="b" dyntype="filter" dynprm=".1" gainprm="2"/>"#;
    let user = r#"<general joint="a" gaintype="user" gainprm="3 .5 -.2" biastype="user" biasprm=".1 -2 -.3"/>
        <general joint="b" dyntype="user" dynprm=".1" gainprm="2" actdim="1"/>"#;
    for integrator in [Integrator::Euler, Integrator::Rk4] {
        let (mut a, mut b) = (load(&arm(built_in, "")), load(&arm(user, "")));
        (a.opt.integrator, b.opt.integrator) = (integrator, integrator);
        let (mut expected, mut found) = (Data::new(&a), Data::new(&b));
        for data in [&mut expected, &mut found] {
            data.state.ctrl.rows_mut().copy_from_slice(&[0.7, 1.3]);
        }
        found.callbacks.act_gain = Some(Arc::new(|model, data, u| {
            let prm = model.actuator.gainprm[u];
            Ok(prm[0] + prm[1] * data.actuator.length[u] + prm[2] * data.vel.actuator_velocity[u])
        }));
        found.callbacks.act_bias = Some(Arc::new(|model, data, u| {
            let prm = model.actuator.biasprm[u];
            Ok(prm[0] + prm[1] * data.actuator.length[u] + prm[2] * data.vel.actuator_velocity[u])
        }));
        found.callbacks.act_dyn = Some(Arc::new(|model, data, u| {
            let act = model.actuator.act(u).start;
            Ok((data.state.ctrl[u] - data.state.act[act]) / model.actuator.dynprm[u][0])
        }));
        same_run((&a, &mut expected), (&b, &mut found), 200);
    }
}

#[test]
fn without_a_callback_the_gain_is_one_and_the_bias_zero() {
    let user = r#"<general joint="a" gaintype="user" biastype="user"/><general joint="b" dyntype="user" actdim="1"/>"#;
    let (model, mut data) = at_ctrl(&arm(user, ""), &[0.1, 0.2], &[], &[3.0, 4.0]);
    assert_eq!(data.actuator.force.rows(), [3.0, 0.0]);
    // a callback of another kind has no effect
    data.callbacks.act_dyn = Some(Arc::new(|_, _, _| Ok(5.0)));
    forward(&model, &mut data).unwrap();
    assert_eq!(data.actuator.force.rows(), [3.0, 0.0]);
    assert_eq!(data.actuator.act_dot.rows(), [5.0]);
}

#[test]
fn several_activations_are_written_by_the_callback_and_clamped() {
    let user = r#"<general joint="a" dyntype="user" actdim="2" actrange="-.01 .01" gainprm="1"/>"#;
    let model = load(&arm(user, ""));
    let mut data = Data::new(&model);
    data.callbacks.act_dyn = Some(Arc::new(|model, data, u| {
        let first = model.actuator.act(u).start;
        assert_eq!(data.actuator.act_dot.rows(), [0.0, 0.0]); // cleared before
        data.actuator.act_dot[first] = 2.0;
        data.actuator.act_dot[first + 1] = -50.0;
        Ok(f64::NAN) // not used
    }));
    step(&model, &mut data).unwrap();
    assert_eq!(data.state.act.rows(), [2.0 * model.opt.timestep, -0.01]);
    step(&model, &mut data).unwrap();
    // the last activation acts
    assert_eq!(data.actuator.force[ActuatorId(0)], -0.01);
}

#[test]
fn passive_forces_of_the_program_are_those_of_a_spring() {
    let xml = arm(MOTORS, "");
    let springy = xml.replace("name=\"b\"", "name=\"b\" stiffness=\"8\"");
    for integrator in INTEGRATORS {
        let (mut a, mut b) = (load(&springy), load(&xml));
        (a.opt.integrator, b.opt.integrator) = (integrator, integrator);
        let (mut expected, mut found) = (Data::new(&a), Data::new(&b));
        found.callbacks.passive = Some(Arc::new(|_, data| {
            data.force.qfrc_passive[DofId(1)] += -8.0 * data.state.qpos[1];
            Ok(())
        }));
        same_run((&a, &mut expected), (&b, &mut found), 100);
        // inverse dynamics includes them, too
        inverse(&b, &mut found).unwrap();
        inverse(&a, &mut expected).unwrap();
        let force = |data: &Data| data.force.qfrc_inverse.rows().to_vec();
        assert_eq!(force(&expected), force(&found));
    }
}

#[test]
fn passive_forces_are_switched_off_with_springs_and_dampers() {
    let mut model = load(&arm(MOTORS, ""));
    let mut data = Data::new(&model);
    let calls = count(
        |all, hit| {
            all.passive = Some(Arc::new(move |_, _| {
                hit();
                Ok(())
            }));
        },
        &mut data,
    );
    forward(&model, &mut data).unwrap();
    assert_eq!(calls.swap(0, Ordering::Relaxed), 1);
    model.opt.disableflags = Disable::SPRING;
    forward(&model, &mut data).unwrap();
    assert_eq!(calls.swap(0, Ordering::Relaxed), 1);
    model.opt.disableflags = Disable::SPRING | Disable::DAMPER;
    forward(&model, &mut data).unwrap();
    assert_eq!(calls.load(Ordering::Relaxed), 0);
}

/// Sets a callback that counts its calls.
fn count(
    set: impl FnOnce(&mut Callbacks, Box<dyn Fn() + Send + Sync>),
    data: &mut Data,
) -> Arc<AtomicUsize> {
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let hit = Box::new(move || {
        counted.fetch_add(1, Ordering::Relaxed);
    });
    set(&mut data.callbacks, hit);
    calls
}

#[test]
fn the_control_is_called_once_by_each_forward_pass() {
    let mut model = load(&arm(MOTORS, ""));
    let mut data = Data::new(&model);
    let calls = count(
        |all, hit| {
            all.control = Some(Arc::new(move |_, _| {
                hit();
                Ok(())
            }));
        },
        &mut data,
    );
    let mut calls_of = |model: &Model, f: &dyn Fn(&Model, &mut Data)| {
        f(model, &mut data);
        calls.swap(0, Ordering::Relaxed)
    };
    assert_eq!(
        calls_of(&model, &|m, d| {
            step(m, d).unwrap();
        }),
        1
    );
    assert_eq!(
        calls_of(&model, &|m, d| {
            step1(m, d).unwrap();
        }),
        1
    );
    assert_eq!(
        calls_of(&model, &|m, d| {
            step2(m, d).unwrap();
        }),
        0
    );
    assert_eq!(calls_of(&model, &|m, d| inverse(m, d).unwrap()), 0);
    assert_eq!(calls_of(&model, &|m, d| stage::actuation(m, d).unwrap()), 0);
    let late = |m: &Model, d: &mut Data| forward_from(m, d, Stage::Vel, Sensing::Off).unwrap();
    assert_eq!(calls_of(&model, &late), 1);
    model.opt.integrator = Integrator::Rk4;
    assert_eq!(
        calls_of(&model, &|m, d| {
            step(m, d).unwrap();
        }),
        4
    );
    // without actuation only `step1` calls it
    model.opt.disableflags = Disable::ACTUATION;
    assert_eq!(
        calls_of(&model, &|m, d| {
            step(m, d).unwrap();
        }),
        0
    );
    assert_eq!(
        calls_of(&model, &|m, d| {
            step1(m, d).unwrap();
        }),
        1
    );
}

#[test]
fn user_sensors_are_read_at_their_stage_and_cut_off() {
    let sensors = r#"<sensor>
        <user name="p" dim="2" needstage="pos" cutoff="1"/><jointpos joint="a"/>
        <user name="v" dim="1" needstage="vel" datatype="positive" cutoff="2"/>
        <user name="f" dim="1" needstage="acc"/></sensor>"#;
    let model = load(&arm(MOTORS, sensors));
    let mut data = Data::new(&model);
    data.state.qvel[DofId(0)] = 0.3;
    data.callbacks.sensor = Some(Arc::new(|_, data, stage| {
        let out = &mut data.sensor.sensordata;
        match stage {
            Stage::Pos => {
                assert_eq!(out.rows()[..2], [0.0; 2]);
                out.rows_mut()[..3].copy_from_slice(&[-3.0, 0.25, 7.0]);
            }
            // velocities of subtrees and accelerations of bodies are available
            Stage::Vel => {
                assert!(data.lazy.subtree_vel);
                out[3] = -5.0;
            }
            Stage::Acc => {
                assert!(data.lazy.rne_post);
                out[4] = data.force.qacc[DofId(0)];
            }
            _ => return Err(failure("no sensor belongs to this stage")),
        }
        Ok(())
    }));
    forward(&model, &mut data).unwrap();
    // cutoffs of user sensors only, positive ones only from above; other readings that were written stay
    let acc = data.force.qacc[DofId(0)];
    assert_eq!(data.sensor.sensordata.rows(), [-1.0, 0.25, 7.0, -5.0, acc]);
    let mut off = model.clone();
    off.opt.disableflags = Disable::SENSOR;
    data.callbacks.sensor = Some(Arc::new(|_, _, _| Err(failure("sensors are off"))));
    forward(&off, &mut data).unwrap();
}

/// Two bodies of two geoms each above a plane; geom `ghost` has no bits.
const HEAP: &str = r#"<mujoco><worldbody><geom name="floor" type="plane" size="2 2 1"/>
  <body pos="0 0 .09"><freejoint/><geom name="one" size=".1"/><geom name="ghost" size=".1" pos=".15 0 0" contype="0" conaffinity="0"/></body>
  <body pos="0 .15 .09"><freejoint/><geom name="two" type="box" size=".1 .1 .1"/><geom name="three" size=".1" pos=".15 0 0"/></body>
  </worldbody><contact><pair geom1="one" geom2="two"/></contact></mujoco>"#;

fn pairs(data: &Data) -> Vec<[i32; 2]> {
    let mut pairs: Vec<[i32; 2]> = data.contact.list.iter().map(|c| c.geom).collect();
    pairs.dedup();
    pairs
}

#[test]
fn a_contact_filter_takes_the_place_of_the_bits() {
    let (model, mut data) = at_ctrl(HEAP, &[], &[], &[]);
    let by_bits = pairs(&data);
    assert!(!by_bits.iter().flatten().any(|&g| g == 2), "{by_bits:?}");

    // everything may touch
    data.callbacks.contact_filter = Some(Arc::new(|model, data, g1, g2| {
        assert!(model.geom.type_[g1] <= model.geom.type_[g2]);
        assert_eq!(data.contact.list.len(), 0);
        assert!([g1, g2] != [GeomId(1), GeomId(3)], "a predefined pair");
        Ok(false)
    }));
    forward(&model, &mut data).unwrap();
    let all = pairs(&data);
    // but the hierarchy of its body does not contain it
    assert_eq!(all, by_bits);
    let mut flat = model.clone();
    flat.opt.disableflags = Disable::MIDPHASE;
    forward(&flat, &mut data).unwrap();
    let all = pairs(&data);
    let expected = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 3], [2, 3], [2, 4]];
    assert_eq!(all, expected);

    // only predefined pairs
    data.callbacks.contact_filter = Some(Arc::new(|_, _, _, _| Ok(true)));
    forward(&model, &mut data).unwrap();
    assert_eq!(pairs(&data), [[1, 3]]);

    // and back to the bits
    data.callbacks.contact_filter = None;
    forward(&model, &mut data).unwrap();
    assert_eq!(pairs(&data), by_bits);

    // a filter that is equivalent to the bits
    let bits = |model: &Model, _: &mut Data, g1: GeomId, g2: GeomId| {
        let (kind, affinity) = (&model.geom.contype, &model.geom.conaffinity);
        Ok(kind[g1] & affinity[g2] == 0 && kind[g2] & affinity[g1] == 0)
    };
    let mut found = data.clone();
    found.callbacks.contact_filter = Some(Arc::new(bits));
    same_run((&model, &mut data), (&model, &mut found), 100);
}

#[test]
fn a_callback_that_fails_stops_the_step_and_nothing_moves() {
    let xml = arm(
        r#"<motor joint="a"/><general joint="b" dyntype="user" actdim="1" gaintype="user" biastype="user"/>"#,
        r#"<sensor><user dim="1" needstage="pos"/></sensor>"#,
    );
    let fails = || Err(failure("out of order"));
    let number = || Err(failure("out of order"));
    let sets = [
        (
            "control",
            Callbacks {
                control: Some(Arc::new(move |_, _| fails())),
                ..Callbacks::default()
            },
        ),
        (
            "passive",
            Callbacks {
                passive: Some(Arc::new(move |_, _| fails())),
                ..Callbacks::default()
            },
        ),
        (
            "sensor",
            Callbacks {
                sensor: Some(Arc::new(move |_, _, _| fails())),
                ..Callbacks::default()
            },
        ),
        (
            "act_dyn",
            Callbacks {
                act_dyn: Some(Arc::new(move |_, _, _| number())),
                ..Callbacks::default()
            },
        ),
        (
            "act_gain",
            Callbacks {
                act_gain: Some(Arc::new(move |_, _, _| number())),
                ..Callbacks::default()
            },
        ),
        (
            "act_bias",
            Callbacks {
                act_bias: Some(Arc::new(move |_, _, _| number())),
                ..Callbacks::default()
            },
        ),
    ];
    for (name, set) in sets {
        for integrator in INTEGRATORS {
            let mut model = load(&xml);
            model.opt.integrator = integrator;
            let mut data = Data::new(&model);
            run(&model, &mut data, 2);
            let before = data.state.clone();
            data.callbacks = set.clone();
            let error = step(&model, &mut data).unwrap_err().to_string();
            assert_eq!(error, format!("callback {name}: out of order"));
            assert_eq!(data.state.qpos.rows(), before.qpos.rows());
            assert_eq!(data.state.time, before.time);
            data.callbacks = Callbacks::default();
            run(&model, &mut data, 2);
        }
    }
}

#[test]
fn a_failure_in_a_later_stage_of_runge_and_kutta_moves_nothing() {
    let mut model = load(&arm(MOTORS, ""));
    model.opt.integrator = Integrator::Rk4;
    for stage in 0..4 {
        let mut data = Data::new(&model);
        let calls = AtomicUsize::new(0);
        data.callbacks.control = Some(Arc::new(move |_, _| {
            if calls.fetch_add(1, Ordering::Relaxed) == stage {
                return Err(failure("now"));
            }
            Ok(())
        }));
        step(&model, &mut data).unwrap_err();
        assert_eq!(data.state.time, 0.0);
        assert_eq!(data.state.qpos.rows(), [0.0; 2]);
        assert_eq!(data.state.qvel.rows(), [0.0; 2]);
        step(&model, &mut data).unwrap();
    }
}

#[test]
fn callbacks_may_call_functions_and_are_not_called_by_these() {
    let model = load(&arm(MOTORS, ""));
    let (mut plain, mut data) = (Data::new(&model), Data::new(&model));
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    data.callbacks.control = Some(Arc::new(move |model, data| {
        counted.fetch_add(1, Ordering::Relaxed);
        forward(model, data)?;
        stage::energy_pos(model, data)?;
        inverse(model, data)?;
        Ok(())
    }));
    run(&model, &mut plain, 20);
    run(&model, &mut data, 20);
    assert_eq!(calls.load(Ordering::Relaxed), 20);
    assert_eq!(plain.state.qpos.rows(), data.state.qpos.rows());
}

#[test]
fn what_a_callback_breaks_is_an_error() {
    let model = load(HEAP);
    let other = load(&arm(MOTORS, ""));
    let breaks: [General; 3] = [
        Arc::new(|_, data| {
            data.contact.list[0].geom = [90, 91];
            Ok(())
        }),
        Arc::new(|_, data| {
            data.efc.counts.nefc += 1;
            Ok(())
        }),
        Arc::new(move |_, data| {
            *data = Data::new(&other);
            Ok(())
        }),
    ];
    for broken in breaks {
        for passive in [true, false] {
            let mut data = Data::new(&model);
            if passive {
                data.callbacks.passive = Some(Arc::clone(&broken));
            } else {
                data.callbacks.control = Some(Arc::clone(&broken));
            }
            step(&model, &mut data).unwrap_err();
        }
    }
}

#[test]
fn callbacks_stay_with_their_simulation() {
    let model = load(&arm(MOTORS, ""));
    let mut data = Data::new(&model);
    let bare = Data::new(&model);
    data.callbacks.control = Some(Arc::new(|_, data| {
        data.state.ctrl[ActuatorId(0)] = 2.0;
        Ok(())
    }));
    data.callbacks.host = Some(Arc::new(7_u32));
    assert_eq!(format!("{:?}", data.callbacks), r#"{"control", "host"}"#);
    assert_eq!(data.callbacks.host::<u32>().as_deref(), Some(&7));
    assert!(data.callbacks.host::<i64>().is_none());
    data.reset(&model).unwrap();
    assert!(data.assign(&bare));
    step(&model, &mut data).unwrap();
    assert_eq!(data.state.ctrl[ActuatorId(0)], 2.0);
    let mut bare = bare;
    assert!(bare.assign(&data));
    assert!(bare.callbacks.control.is_none());
    assert!(data.clone().callbacks.control.is_some());
}

#[test]
fn a_batch_has_callbacks_of_its_own_on_all_threads() {
    let model = synovia::Model::from_xml_str(&arm(MOTORS, "")).unwrap();
    let callbacks = Callbacks {
        control: Some(Arc::new(|_, data| {
            data.state.ctrl[ActuatorId(0)] = -3.0 * data.state.qpos[0];
            Ok(())
        })),
        ..Callbacks::default()
    };
    let mut alone = Data::new(&model);
    alone.callbacks = callbacks.clone();
    run(&model, &mut alone, 40);
    for threads in [1, 3] {
        let mut rollout = Rollout::with_threads(&model, threads).unwrap();
        let made = rollout
            .run(&Batch::new(9, 40).callbacks(&callbacks))
            .unwrap();
        for k in 0..9 {
            assert_eq!(made.state(k, 39)[1..3], *alone.state.qpos.rows());
        }
        let bare = rollout.run(&Batch::new(1, 40)).unwrap();
        assert_ne!(bare.state(0, 39), made.state(0, 39));
    }
}

#[test]
fn calls_do_not_allocate() {
    let user = r#"<general joint="a" dyntype="user" actdim="1" gaintype="user" biastype="user"/>"#;
    let sensors = r#"<sensor><user dim="1" needstage="acc"/></sensor>"#;
    for integrator in INTEGRATORS {
        let mut model = load(&arm(user, sensors));
        model.opt.integrator = integrator;
        let mut data = Data::new(&model);
        data.callbacks = Callbacks {
            control: Some(Arc::new(|_, _| Ok(()))),
            passive: Some(Arc::new(|_, _| Ok(()))),
            sensor: Some(Arc::new(|_, _, _| Ok(()))),
            act_dyn: Some(Arc::new(|_, _, _| Ok(0.0))),
            act_gain: Some(Arc::new(|_, _, _| Ok(0.0))),
            act_bias: Some(Arc::new(|_, _, _| Ok(0.0))),
            contact_filter: Some(Arc::new(|_, _, _, _| Ok(false))),
            host: None,
        };
        run(&model, &mut data, 10);
        let used = allocation_counter::measure(|| run(&model, &mut data, 50));
        assert_eq!(used.count_total, 0, "{integrator:?}");
    }
}
