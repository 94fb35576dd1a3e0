//! Sensors and energies: closed forms, laws and recorded numbers.

mod support;

use core::f64::consts::FRAC_PI_2;

use support::{Numbers, TREE, close, load, near};
use synovia_engine::data::Contact;
use synovia_engine::stage::post_constraint;
use synovia_engine::state::integrate_pos;
use synovia_engine::{Data, forward, step, step1, step2};
use synovia_math::{Mat3, Vec3};
use synovia_model::Model;
use synovia_model::enums::{Disable, Enable, GeomType, ObjType};
use synovia_model::id::{BodyId, DofId, GeomId, SensorId};

/// A model without contacts, in radians.
fn scene(option: &str, bodies: &str, sensors: &str) -> Model {
    load(&format!(
        r#"<mujoco><compiler angle="radian"/><option {option}><flag contact="disable"/></option>
        <worldbody>{bodies}</worldbody><sensor>{sensors}</sensor></mujoco>"#
    ))
}

/// The readings after `forward` with these positions and velocities; empty if the model is refused.
fn readings(model: &Model, qpos: &[f64], qvel: &[f64]) -> Vec<f64> {
    let Ok(mut data) = Data::try_new(model) else {
        return Vec::new();
    };
    data.state.qpos.rows_mut()[..qpos.len()].copy_from_slice(qpos);
    data.state.qvel.rows_mut()[..qvel.len()].copy_from_slice(qvel);
    forward(model, &mut data).expect("the model is sound");
    data.sensor.sensordata.rows().to_vec()
}

#[test]
fn a_gyro_shows_the_spin_in_its_own_axes() {
    let body = r#"<body><freejoint/><geom size=".1"/>
        <site name="s" pos=".3 0 0" euler="0 0 1.5707963267948966"/></body>"#;
    let model = scene("", body, r#"<gyro site="s"/><velocimeter site="s"/>"#);
    let found = readings(&model, &[], &[1.0, 2.0, 3.0, 0.0, 0.0, 5.0]);
    // the site rotates with the body: v + ω × r = (1, 2 + 1.5, 3); its x axis is the y axis of the world
    close(&found, &[0.0, 0.0, 5.0, 3.5, -1.0, 3.0], 1e-14);
}

#[test]
fn an_accelerometer_at_rest_shows_gravity_and_nothing_while_falling() {
    let body = r#"<body><joint axis="0 1 0"/><geom size=".1" pos="0 0 -1"/><site name="s" pos="0 0 -1"/></body>
        <body pos="2 0 0"><freejoint/><geom size=".1"/><site name="f" pos=".1 .2 .3"/></body>"#;
    let model = scene(
        "",
        body,
        r#"<accelerometer site="s"/><accelerometer site="f"/>"#,
    );
    close(
        &readings(&model, &[], &[]),
        &[0.0, 0.0, 9.81, 0.0, 0.0, 0.0],
        1e-14,
    );
}

#[test]
fn an_accelerometer_on_a_wheel_shows_the_pull_to_the_centre() {
    let body = r#"<body><joint axis="0 0 1"/><geom type="cylinder" size=".5 .1"/><site name="s" pos=".4 0 0"/></body>"#;
    let sensors = r#"<accelerometer site="s"/><framelinacc objtype="site" objname="s"/>
        <frameangacc objtype="site" objname="s"/>"#;
    let model = scene(r#"gravity="0 0 0""#, body, sensors);
    let found = readings(&model, &[FRAC_PI_2], &[3.0]);
    // 9 · 0.4 inwards, which is −x of the wheel and −y of the world
    close(&found[..3], &[-3.6, 0.0, 0.0], 1e-14);
    close(&found[3..6], &[0.0, -3.6, 0.0], 1e-14);
    close(&found[6..], &[0.0; 3], 1e-14);
}

#[test]
fn a_force_sensor_carries_the_weight_below_it() {
    let body = r#"<body><joint axis="0 1 0"/><geom size=".1" mass="2" pos="0 0 -1"/><site name="s"/>
        <body pos="0 0 -1"><geom size=".1" mass="3" pos=".5 0 0"/><site name="t"/></body></body>"#;
    let sensors =
        r#"<force site="s"/><force site="t"/><torque site="t"/><force site="s" cutoff="10"/>"#;
    let mut model = scene("", body, sensors);
    model.opt.gravity = Vec3::new(0.0, 0.0, -10.0);
    let mut data = Data::new(&model);
    // held in place by a torque
    data.state.qfrc_applied[DofId(0)] = -15.0;
    forward(&model, &mut data).unwrap();
    near(data.force.qacc[DofId(0)], 0.0, 1e-14);
    let found = data.sensor.sensordata.rows();
    close(&found[..3], &[0.0, 0.0, 50.0], 1e-13);
    close(&found[3..6], &[0.0, 0.0, 30.0], 1e-13);
    // the moment of the weight about the site: the holding torque is opposite
    close(&found[6..9], &[0.0, -15.0, 0.0], 1e-13);
    close(&found[9..], &[0.0, 0.0, 10.0], 1e-13);
}

#[test]
fn frames_on_one_body_do_not_move_relative_to_each_other() {
    let body = r#"<body><freejoint/><geom name="g" size=".1" pos=".1 .2 .3"/>
        <site name="a" pos="1 2 3" euler=".1 .2 .3"/><site name="b" pos="-1 0 2"/></body>"#;
    let relative = r#"objtype="site" objname="a" reftype="site" refname="b""#;
    let sensors = format!(
        r#"<framepos {relative}/><framelinvel {relative}/><frameangvel {relative}/>
        <framepos objtype="site" objname="a" reftype="geom" refname="g"/><framequat objtype="site" objname="b" reftype="site" refname="b"/>"#
    );
    let model = scene("", body, &sensors);
    let mut data = Data::new(&model);
    Numbers::new(3).state(&model, &mut data);
    forward(&model, &mut data).unwrap();
    let expected = [
        2.0, 2.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.9, 1.8, 2.7, 1.0, 0.0, 0.0, 0.0,
    ];
    close(data.sensor.sensordata.rows(), &expected, 1e-14);
}

#[test]
fn relative_linear_velocity_is_the_derivative_of_relative_position() {
    let model = load(&TREE.replace(
        "</mujoco>",
        r#"<sensor><framepos objtype="site" objname="tip" reftype="site" refname="foot"/>
        <framelinvel objtype="site" objname="tip" reftype="site" refname="foot"/>
        <framepos objtype="body" objname="finger" reftype="xbody" refname="wheel"/>
        <framelinvel objtype="body" objname="finger" reftype="xbody" refname="wheel"/>
        <subtreecom body="base"/><subtreelinvel body="base"/></sensor></mujoco>"#,
    ));
    let mut data = Data::new(&model);
    let mut numbers = Numbers::new(4);
    for _ in 0..10 {
        numbers.state(&model, &mut data);
        forward(&model, &mut data).unwrap();
        let expected = data.sensor.sensordata.rows().to_vec();
        let (start, h) = (data.state.qpos.clone(), 1e-6);
        let mut at = |t: f64| {
            data.state.qpos.copy_from(&start);
            let qvel = data.state.qvel.rows().to_vec();
            integrate_pos(&model, data.state.qpos.rows_mut(), &qvel, t);
            forward(&model, &mut data).unwrap();
            data.sensor.sensordata.rows().to_vec()
        };
        let (before, after) = (at(-h), at(h));
        for k in [0, 6, 12] {
            for i in k..k + 3 {
                near((after[i] - before[i]) / (2.0 * h), expected[i + 3], 1e-8);
            }
        }
    }
}

#[test]
fn angular_momentum_of_a_spinning_box_is_inertia_times_spin() {
    let body = r#"<body name="b"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia=".1 .2 .25"/></body>"#;
    let sensors = r#"<subtreeangmom body="b"/><subtreecom body="b"/><e_kinetic/>"#;
    let model = scene("", body, sensors);
    let found = readings(&model, &[], &[1.0, 0.0, 0.0, 1.0, 2.0, 4.0]);
    let kinetic = 0.5 * (1.0 + 0.1 + 0.2 * 4.0 + 0.25 * 16.0);
    close(&found, &[0.1, 0.4, 1.0, 0.0, 0.0, 0.0, kinetic], 1e-14);
}

#[test]
fn potential_energy_counts_height_and_springs() {
    let model = load(
        r#"<mujoco><option gravity="0 0 -10"><flag contact="disable"/></option><worldbody>
        <body pos="0 0 3"><joint name="j" type="slide" axis="0 0 1" stiffness="4" springref="1"/>
          <geom size=".1" mass="2"/></body>
        <body><joint type="ball" stiffness="3"/><geom size=".1" mass="1"/></body>
        </worldbody><tendon><fixed stiffness="6" springlength="-.1 .1"><joint joint="j" coef="1"/></fixed></tendon>
        <sensor><e_potential/></sensor></mujoco>"#,
    );
    // a ball rotated by half a radian
    let ball = [0.25_f64.cos(), 0.0, 0.25_f64.sin(), 0.0];
    let found = readings(&model, &[0.5, ball[0], ball[1], ball[2], ball[3]], &[]);
    let expected = 2.0 * 10.0 * 3.5 + 0.5 * 4.0 * 0.25 + 0.5 * 3.0 * 0.25 + 0.5 * 6.0 * 0.16;
    near(found[0], expected, 1e-13);
}

#[test]
fn energy_is_computed_if_wanted_and_conserved() {
    let mut model = load(TREE);
    model.dof.damping.rows_mut().fill(0.0);
    model.opt.integrator = synovia_model::enums::Integrator::Rk4;
    let mut data = Data::new(&model);
    Numbers::new(5).state(&model, &mut data);
    forward(&model, &mut data).unwrap();
    assert_eq!(*data.energy, [0.0; 2]);
    model.opt.enableflags |= Enable::ENERGY;
    forward(&model, &mut data).unwrap();
    let total = |data: &Data| data.energy[0] + data.energy[1];
    let start = total(&data);
    assert!(data.energy[1] > 0.1);
    for _ in 0..200 {
        step(&model, &mut data).unwrap();
    }
    forward(&model, &mut data).unwrap();
    near(total(&data), start, 1e-5 * start.abs());
}

#[test]
fn a_limit_shows_how_far_it_is_overrun() {
    let body = r#"<body><joint name="j" axis="0 1 0" range="-1 .5" limited="true"/><geom size=".1" pos="1 0 0"/></body>"#;
    let sensors =
        r#"<jointlimitpos joint="j"/><jointlimitvel joint="j"/><jointlimitfrc joint="j"/>"#;
    let model = scene("", body, sensors);
    close(&readings(&model, &[0.3], &[2.0]), &[0.0; 3], 0.0);
    let found = readings(&model, &[0.6], &[2.0]);
    close(&found[..2], &[-0.1, -2.0], 1e-14);
    assert!(found[2] > 0.0);
    // at the lower end the sign is reversed
    close(&readings(&model, &[-1.2], &[2.0])[..2], &[-0.2, 2.0], 1e-14);
}

#[test]
fn a_cutoff_clamps_real_numbers_but_no_axes() {
    let body = r#"<body><freejoint/><geom name="g" size=".1"/><site name="s"/></body>"#;
    let frame = r#"objtype="geom" objname="g""#;
    let sensors = format!(
        r#"<gyro site="s" cutoff="2"/><framexaxis {frame}/><framequat {frame}/>
        <user dim="2" cutoff="1" needstage="pos"/>"#
    );
    let mut model = scene("", body, &sensors);
    // no file can specify it
    model.sensor.cutoff[SensorId(1)] = 0.5;
    model.sensor.cutoff[SensorId(2)] = 0.5;
    let found = readings(&model, &[], &[0.0, 0.0, 0.0, -5.0, 1.0, 3.0]);
    let expected = [-2.0, 1.0, 2.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    close(&found, &expected, 0.0);
}

#[test]
fn a_camera_sees_what_is_ahead_in_the_middle_and_its_field_of_view_ends_at_the_border() {
    let bodies = r#"<camera name="c" pos="1 2 3" fovy="90" resolution="200 100"/>
        <site name="ahead" pos="1 2 1"/><site name="top" pos="1 4 1"/><site name="right" pos="2 2 1"/><site name="on" pos="1 2 3"/>"#;
    let sensors: String = ["ahead", "top", "right", "on"]
        .map(|s| format!(r#"<camprojection site="{s}" camera="c"/>"#))
        .concat();
    let found = readings(&scene("", bodies, &sensors), &[], &[]);
    close(&found[..6], &[100.0, 50.0, 100.0, 0.0, 125.0, 50.0], 1e-12);
    assert!(found[6..].iter().all(|x| x.is_finite()));
}

#[test]
fn a_magnetometer_turns_with_its_site() {
    let body = r#"<body><freejoint/><geom size=".1"/><site name="s" euler="0 0 1.5707963267948966"/></body>"#;
    let model = scene(
        r#"magnetic="1 2 3""#,
        body,
        r#"<magnetometer site="s"/><clock/>"#,
    );
    close(&readings(&model, &[], &[]), &[2.0, -1.0, 3.0, 0.0], 1e-15);
}

#[test]
fn pipe_42_readings_belong_to_the_start_of_the_step() {
    let body = r#"<body><joint name="j" type="slide" axis="0 0 1"/><geom size=".1"/></body>"#;
    let sensors = r#"<jointpos joint="j"/><jointvel joint="j"/><clock/>"#;
    let model = scene(r#"integrator="RK4""#, body, sensors);
    let mut data = Data::new(&model);
    data.state.qvel[DofId(0)] = 1.0;
    step(&model, &mut data).unwrap();
    close(data.sensor.sensordata.rows(), &[0.0, 1.0, 0.0], 0.0);
    close(
        &[data.state.qpos[0], data.state.qvel[DofId(0)]],
        &[0.00198038, 0.98038],
        1e-15,
    );
    step(&model, &mut data).unwrap();
    near(data.sensor.sensordata[2], 0.002, 0.0);
}

#[test]
fn switched_off_sensors_keep_what_they_show() {
    let body = r#"<body><joint name="j" type="slide"/><geom size=".1"/></body>"#;
    let mut model = scene("", body, r#"<jointpos joint="j"/>"#);
    let mut data = Data::new(&model);
    data.state.qpos[0] = 0.5;
    forward(&model, &mut data).unwrap();
    model.opt.disableflags |= Disable::SENSOR;
    data.state.qpos[0] = 0.7;
    forward(&model, &mut data).unwrap();
    close(data.sensor.sensordata.rows(), &[0.5], 0.0);
}

#[test]
fn a_distance_field_that_is_not_there_is_nowhere() {
    let body = r#"<body><joint name="j" type="slide"/><geom name="g" size=".1"/><site name="s"/></body>
        <geom name="h" size=".1" pos="1 0 0"/>"#;
    let sensors = r#"<distance geom1="g" geom2="h" cutoff=".9"/><jointpos joint="j"/>"#;
    let mut model = scene("", body, sensors);
    model.geom.type_[GeomId(0)] = GeomType::Sdf;
    assert_eq!(readings(&model, &[0.3], &[]), [0.9, 0.3]);
}

#[test]
fn what_touches_is_felt_and_measured_as_by_the_oracle() {
    let model = load(include_str!("golden/touching.xml"));
    let mut data = Data::new(&model);
    let moving: Vec<f64> = pattern(model.dof.len(), 5, 13, 0.2).collect();
    data.state.qvel.rows_mut().copy_from_slice(&moving);
    forward(&model, &mut data).unwrap();
    let expected = numbers(include_str!("golden/touching.txt").trim_end());
    for s in model.sensor.ids() {
        let at = model.sensor.outputs(s);
        let (found, expected) = (&data.sensor.sensordata.rows()[at.clone()], &expected[at]);
        for (a, b) in found.iter().zip(expected) {
            let tolerance = 1e-7 * b.abs().max(1.0);
            let kind = model.sensor.type_[s];
            assert!(
                (a - b).abs() < tolerance,
                "{kind:?} {}: {found:?} {expected:?}",
                s.0
            );
        }
    }
}

#[test]
fn the_nearest_pair_of_two_bodies_counts_up_to_the_cutoff() {
    let body = r#"<body name="a"><joint type="slide" axis="1 0 0"/><geom name="g" size=".1"/><geom size=".1" pos="0 0 1"/></body>
        <body name="b" pos="1 0 0"><geom name="h" size=".2"/><geom size=".3" pos="0 0 2"/></body>"#;
    let sensors = r#"<distance body1="a" body2="b" cutoff="5"/><normal body1="b" body2="a" cutoff="5"/>
        <fromto geom1="g" body2="b" cutoff="5"/><distance body1="a" body2="b" cutoff=".3"/>
        <normal body1="a" body2="b" cutoff=".3"/><fromto geom1="g" geom2="h" cutoff=".3"/>"#;
    let model = scene("", body, sensors);
    let found = readings(&model, &[0.2], &[]);
    close(&found[..4], &[0.5, -1.0, 0.0, 0.0], 1e-15);
    close(&found[4..10], &[0.3, 0.0, 0.0, 0.8, 0.0, 0.0], 1e-15);
    close(
        &found[10..],
        &[0.3, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        0.0,
    );
    // overlapping: the segment points backwards
    let found = readings(&model, &[0.8], &[]);
    close(&found[..4], &[-0.1, 1.0, 0.0, 0.0], 1e-15);
}

#[test]
fn a_model_whose_sensors_read_what_they_cannot_is_refused() {
    let body = r#"<body><joint name="j" type="slide"/><geom name="g" size=".1"/><site name="s"/></body>
        <body><joint name="b" type="ball"/><geom size=".1"/></body>"#;
    let sensors = r#"<jointpos joint="j"/><ballquat joint="b"/><gyro site="s"/><framepos objtype="geom" objname="g"/>"#;
    let model = scene("", body, sensors);
    let loads = |edit: &dyn Fn(&mut Model)| {
        let mut edited = model.clone();
        edit(&mut edited);
        let loads = Model::from_mjb(&edited.to_mjb()).is_ok();
        // invalid objects yield no readings, and nothing worse
        let found = readings(&edited, &[], &[]);
        let numbers = !found.is_empty() && found.iter().all(|x| x.is_finite());
        assert_eq!(loads, numbers, "{found:?}");
        loads
    };
    assert!(loads(&|_| {}));
    assert!(!loads(&|m| m.sensor.objtype[SensorId(0)] = ObjType::Site));
    assert!(!loads(&|m| m.sensor.objtype[SensorId(2)] = ObjType::Tendon));
    assert!(!loads(&|m| m.sensor.objtype[SensorId(3)] = ObjType::Joint));
    assert!(!loads(&|m| m.sensor.objid[SensorId(0)] = 1));
    assert!(!loads(&|m| m.sensor.objid[SensorId(1)] = 0));
    assert!(!loads(&|m| m.sensor.objid[SensorId(1)] = 2));
    assert!(!loads(&|m| m.sensor.objid[SensorId(2)] = -1));
    assert!(!loads(&|m| {
        m.sensor.refid[SensorId(3)] = 0;
        m.sensor.reftype[SensorId(3)] = ObjType::Tendon;
    }));
}

#[test]
fn histories_survive_a_time_step_that_is_none() {
    let body = r#"<body><joint name="j" type="slide"/><geom size=".1"/></body>"#;
    let sensors = r#"<jointpos joint="j" nsample="5" delay=".01" interp="cubic"/>
        <jointpos joint="j" nsample="3" interval=".01 -.002"/>"#;
    let mut model = scene("", body, sensors);
    for timestep in [0.0, -0.01, f64::NAN, f64::INFINITY, 1e-300] {
        model.opt.timestep = timestep;
        let mut data = Data::new(&model);
        for _ in 0..10 {
            step(&model, &mut data).unwrap();
        }
        data.reset(&model).unwrap();
    }
}

#[test]
fn a_sensor_of_nothing_is_refused() {
    let body = r#"<body><joint name="j" type="slide"/><geom size=".1"/><site name="s"/></body>"#;
    let sensors = r#"<jointpos joint="j"/><gyro site="s"/><framepos objtype="site" objname="s" reftype="site" refname="s"/>"#;
    let mut model = scene("", body, sensors);
    model.sensor.objid[SensorId(0)] = 9;
    model.sensor.objid[SensorId(1)] = -1;
    model.sensor.refid[SensorId(2)] = 9;
    let error = Data::try_new(&model).unwrap_err().to_string();
    assert!(error.contains("sensor_objid[0] is 9"), "{error}");
}

#[test]
fn a_free_joint_transmits_nothing_whatever_acts_on_the_body() {
    let mut model = load(
        r#"<mujoco><worldbody>
        <geom name="floor" type="plane" size="1 1 1"/>
        <body name="a" pos="0 0 .09"><freejoint/><geom name="ball" size=".1"/><site name="s"/>
          <body pos=".3 0 0"><joint axis="0 1 0"/><geom type="box" size=".1 .05 .02"/></body></body>
        <body name="b" pos="0 .5 .5"><freejoint/><geom type="box" size=".1 .05 .02"/></body></worldbody>
        <equality><connect body1="a" body2="b" anchor="0 .2 .1"/></equality>
        <sensor><force site="s"/><torque site="s"/></sensor></mujoco>"#,
    );
    for cone in [
        synovia_model::enums::Cone::Pyramidal,
        synovia_model::enums::Cone::Elliptic,
    ] {
        model.opt.cone = cone;
        let mut data = Data::new(&model);
        Numbers::new(6).state(&model, &mut data);
        for b in model.body.ids().skip(1) {
            data.state.xfrc_applied[b] = [0.3, -0.2, 0.1, 0.05, 0.06, -0.07];
        }
        let contact = Contact {
            dist: -0.01,
            pos: Vec3::new(0.02, 0.01, -0.005),
            frame: Mat3::from_rows(Vec3::Z, Vec3::X, Vec3::Y),
            friction: [1.0, 1.0, 0.01, 0.001, 0.001],
            solref: [0.02, 1.0],
            solimp: [0.9, 0.95, 0.001, 0.5, 2.0],
            dim: 6,
            geom: [0, 1],
            flex: [-1; 2],
            elem: [-1; 2],
            vert: [-1; 2],
            efc_address: -1,
            ..bytemuck::Zeroable::zeroed()
        };
        data.contact.list.push(contact);
        forward(&model, &mut data).unwrap();
        assert!(data.force.cfrc_ext[BodyId(1)].lin().norm() > 1.0);
        close(data.sensor.sensordata.rows(), &[0.0; 6], 1e-9);
        post_constraint(&model, &mut data).unwrap();
        let whole: [f64; 6] = data.force.cfrc_int[BodyId(0)].into();
        close(&whole, &[0.0; 6], 1e-9);
    }
}

/// `n` numbers between −`scale` and `scale`, as in `conformance/tools/golden_sensors.py`.
fn pattern(n: usize, factor: usize, modulus: usize, scale: f64) -> impl Iterator<Item = f64> {
    let half = (modulus / 2) as f64;
    (0..n).map(move |i| (((factor * i) % modulus) as f64 - half) / half * scale)
}

/// The disturbed state of `conformance/tools/golden_sensors.py`.
fn disturbed(model: &Model) -> Data {
    let mut data = Data::new(model);
    let nv = model.dof.len();
    let moved: Vec<f64> = pattern(nv, 7, 11, 0.25).collect();
    integrate_pos(model, data.state.qpos.rows_mut(), &moved, 1.0);
    let state = &mut data.state;
    for (slot, value) in state.qvel.iter_mut().zip(pattern(nv, 5, 13, 0.75)) {
        *slot = value;
    }
    for (slot, value) in state.ctrl.iter_mut().zip(pattern(9, 3, 7, 0.5)) {
        *slot = value;
    }
    let wrenches = state.xfrc_applied.flat_mut::<f64>();
    let n = wrenches.len();
    for (slot, value) in wrenches.iter_mut().zip(pattern(n, 5, 17, 0.5)) {
        *slot = value;
    }
    data
}

fn numbers(line: &str) -> Vec<f64> {
    line.split(' ')
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// Asserts that each sensor agrees with the reference, relative to its largest output.
#[track_caller]
fn agree(model: &Model, found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for s in model.sensor.ids() {
        let at = model.sensor.outputs(s);
        let scale = expected[at.clone()]
            .iter()
            .fold(1.0_f64, |m, x| m.max(x.abs()));
        for (a, b) in found[at.clone()].iter().zip(&expected[at.clone()]) {
            let kind = model.sensor.type_[s];
            assert!(
                (a - b).abs() <= tolerance * scale,
                "{kind:?} {s}: {a} against {b}"
            );
        }
    }
}

#[test]
fn every_type_agrees_with_the_oracle() {
    let model = load(include_str!("golden/sensors.xml"));
    let mut data = disturbed(&model);
    forward(&model, &mut data).unwrap();
    let expected = numbers(include_str!("golden/sensors.txt").trim_end());
    agree(&model, data.sensor.sensordata.rows(), &expected, 1e-10);
}

#[test]
fn delays_and_intervals_agree_with_the_oracle() {
    let model = load(include_str!("golden/delays.xml"));
    let mut data = disturbed(&model);
    for (k, line) in include_str!("golden/delays.txt").lines().enumerate() {
        let nu = model.actuator.len();
        for (slot, value) in (data.state.ctrl.iter_mut()).zip(pattern(nu + k, 3, 7, 0.5).skip(k)) {
            *slot = value;
        }
        step(&model, &mut data).unwrap();
        agree(&model, data.sensor.sensordata.rows(), &numbers(line), 1e-10);
    }
}

/// A contact from its line in `golden/contacts.txt`.
fn contact(line: &str) -> Contact {
    let values = numbers(line);
    let mut rest = values.as_slice();
    let mut take = |n: usize| {
        let (piece, tail) = rest.split_at(n);
        rest = tail;
        piece
    };
    let mut contact: Contact = bytemuck::Zeroable::zeroed();
    contact.dist = take(1)[0];
    contact.pos = Vec3::new(take(1)[0], take(1)[0], take(1)[0]);
    contact.frame.0.copy_from_slice(take(9));
    contact.includemargin = take(1)[0];
    contact.friction.copy_from_slice(take(5));
    contact.solref.copy_from_slice(take(2));
    contact.solreffriction.copy_from_slice(take(2));
    contact.solimp.copy_from_slice(take(5));
    contact.dim = take(1)[0] as i32;
    contact.geom = [take(1)[0] as i32, take(1)[0] as i32];
    (contact.flex, contact.elem, contact.vert) = ([-1; 2], [-1; 2], [-1; 2]);
    contact.efc_address = -1;
    contact
}

#[test]
fn contacts_are_chosen_and_turned_as_by_the_oracle() {
    let model = load(include_str!("golden/contacts.xml"));
    let mut lines: Vec<&str> = include_str!("golden/contacts.txt").lines().collect();
    let expected = numbers(lines.pop().unwrap_or_default());
    let mut data = Data::new(&model);
    data.contact.list.extend(lines.into_iter().map(contact));
    forward(&model, &mut data).unwrap();
    agree(&model, data.sensor.sensordata.rows(), &expected, 1e-9);
}

#[test]
fn what_is_computed_on_demand_is_as_old_as_in_the_reference() {
    let mut model = scene(
        "",
        r#"<body><joint axis="0 1 0"/><geom size=".1" pos="1 0 0"/><site name="s" pos="1 0 0"/></body>"#,
        r#"<accelerometer site="s"/><e_kinetic/><e_potential/>"#,
    );
    model.opt.enableflags |= Enable::ENERGY;
    let (mut whole, mut halves) = (Data::new(&model), Data::new(&model));
    for _ in 0..3 {
        step(&model, &mut whole).unwrap();
        step1(&model, &mut halves).unwrap();
        step2(&model, &mut halves).unwrap();
    }
    // with energies enabled the kinetic energy is that of the previous step
    let expected = [-0.00267777, 0.0, 0.03908367, 0.00080301, -0.00481808];
    close(whole.sensor.sensordata.rows(), &expected, 1e-8);
    near(whole.energy[1], 0.00321205, 1e-8);
    // step2 uses the accelerations that it finds
    let expected = [-0.00153212, 0.0, 0.03908367, 0.00080301, -0.00481808];
    close(halves.sensor.sensordata.rows(), &expected, 1e-8);
}
