//! Built-in plugins against recorded numbers, laws and their configuration errors.

mod support;

use support::{Numbers, close, load, near};
use synovia_engine::plugin::{ConfigError, Instance, Registry, registry};
use synovia_engine::state::integrate_pos;
use synovia_engine::{Data, forward};
use synovia_math::Quat;
use synovia_model::enums::{DynType, JointType, SensorType};
use synovia_model::id::{ActuatorId, PluginId, SensorId};
use synovia_model::{Brought, Model, Plugins};

const AT: PluginId = PluginId(0);

/// Gives a model one instance of a built-in plugin, with this configuration.
fn extend(model: &mut Model, name: &str, config: &[(&str, &str)]) {
    let builtin = Registry::builtin();
    let (slot, plugin) = builtin.find(name).unwrap();
    let mut attr = Vec::new();
    for key in plugin.attributes() {
        let entry = config.iter().find(|(k, _)| k == key);
        attr.extend(entry.map_or("", |(_, value)| value).bytes());
        attr.push(0);
    }
    model.plugin.slot = vec![slot as i32].into();
    model.plugin.stateadr = vec![-1].into();
    model.plugin.statenum = vec![0].into();
    model.plugin.attradr = vec![0].into();
    model.plugin.attr = attr.into();
    model.plugins = Plugins::new(vec![Brought {
        plugin: registry::keep(plugin.clone()),
        shape: None,
    }]);
}

/// An instance of the model's plugin.
fn instance(model: &Model) -> Result<Box<dyn Instance>, ConfigError> {
    registry::kind(model, AT).unwrap().instance(model, AT)
}

/// A chain of capsules, boxes and a cylinder, with turns in its reference pose.
fn chain(first: &str) -> Model {
    load(&format!(
        r#"<mujoco>
  <worldbody>
    <body pos="0 0 1" quat="1 .1 .2 .3">
      {first}<geom type="capsule" fromto="0 0 0 .1 0 0" size=".01"/>
      <body pos=".1 0 0" quat="1 .05 0 .1">
        <joint type="ball"/><geom type="capsule" fromto="0 0 0 .1 0 0" size=".01"/>
        <body pos=".1 0 0" quat="1 0 -.1 .1">
          <joint type="ball"/><geom type="box" pos=".05 0 0" size=".05 .01 .004"/>
          <body pos=".1 .01 0" quat="1 0 .2 0">
            <joint type="slide" axis="1 0 0"/><joint type="ball"/>
            <geom type="cylinder" fromto="0 0 0 .1 0 0" size=".008"/>
            <body pos=".1 0 0">
              <joint type="ball"/><geom type="box" pos=".05 0 0" size=".05 .003 .009"/>
            </body>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>"#
    ))
}

/// The chain as a cable.
fn cable(first: &str, flat: &str) -> Model {
    let mut model = chain(first);
    let config = [("twist", "1e6"), ("bend", "4e6"), ("flat", flat)];
    extend(&mut model, "mujoco.elasticity.cable", &config);
    for b in model.body.ids().skip(1) {
        model.body.plugin[b] = AT;
    }
    model
}

/// The forces of a cable at `qpos`; `bare` is the model without it.
fn cable_force(model: &Model, bare: &Model, qpos: &[f64]) -> Vec<f64> {
    let mut data = Data::new(bare);
    data.state.qpos.rows_mut().copy_from_slice(qpos);
    forward(bare, &mut data).unwrap();
    data.force.qfrc_passive.rows_mut().fill(0.0);
    let mut rod = instance(model).unwrap();
    rod.passive(model, &mut data, AT).unwrap();
    data.force.qfrc_passive.rows().to_vec()
}

#[test]
fn plg_01_cables_push_as_in_the_reference() {
    for (first, flat, expected) in [
        ("", "false", &FIXED[..]),
        ("<freejoint/>", "true", &FREE[..]),
    ] {
        let (model, bare) = (cable(first, flat), chain(first));
        let turned = |(k, q): (usize, &f64)| {
            let sine = libm::sin(1.3 * k as f64 + 1.0);
            q + 0.3 * ((sine * 1000.0).round() / 1000.0)
        };
        let qpos: Vec<f64> = model.qpos0.iter().enumerate().map(turned).collect();
        close(&cable_force(&model, &bare, &qpos), expected, 1e-16);
    }
}

// numbers from 3.5.0
const FIXED: [f64; 13] = [
    -0.06145282743135144,
    0.14299258279302635,
    0.10909487952057706,
    -0.03582559575018064,
    0.03268308704190222,
    0.05687571771541483,
    0.0,
    -0.06026862154989865,
    -0.017912972378452977,
    0.041782965413437435,
    -0.014225367897241336,
    -0.0851284396187362,
    0.007901499678928003,
];
const FREE: [f64; 19] = [
    0.0,
    0.0,
    0.0,
    -0.006887392284440302,
    -0.028843568988079847,
    -0.0027994769210596404,
    0.09071500686467884,
    0.055261168840677694,
    -0.2681584465949738,
    -0.04009087952506456,
    0.05948067704009314,
    -0.04708300668357171,
    0.0,
    0.021564231767484995,
    0.010727248267507164,
    -0.04807459558773889,
    -0.017143215299077887,
    0.04963694919580245,
    0.007816548923375346,
];

#[test]
fn plg_02_a_cable_at_rest_does_not_push() {
    let (model, bare) = (cable("<freejoint/>", "false"), chain("<freejoint/>"));
    let force = cable_force(&model, &bare, model.qpos0.rows());
    assert!(force.iter().all(|f| f.abs() < 1e-14), "{force:?}");

    // a flat one is at rest when its joints undo the turns between its bodies
    let flat = cable("<freejoint/>", "true");
    let mut qpos = model.qpos0.rows().to_vec();
    for b in model.body.ids().skip(2) {
        for j in model.body.joints(b) {
            if model.joint.type_[j] == JointType::Ball {
                let adr = model.joint.qposadr[j] as usize;
                let Quat { w, x, y, z } = model.body.quat[b].conj();
                qpos[adr..adr + 4].copy_from_slice(&[w, x, y, z]);
            }
        }
    }
    let force = cable_force(&flat, &bare, &qpos);
    assert!(force.iter().all(|f| f.abs() < 1e-14), "{force:?}");
}

#[test]
fn plg_03_twist_and_bending_about_an_axis_have_the_stiffness_of_the_section() {
    let xml = r#"<mujoco><worldbody><body>
        <geom type="box" pos=".05 0 0" size=".05 .01 .004"/>
        <body pos=".1 0 0"><joint type="ball"/>
          <geom type="box" pos=".05 0 0" size=".05 .01 .004"/></body>
      </body></worldbody></mujoco>"#;
    let bare = load(xml);
    let mut model = load(xml);
    let config = [("twist", "1e6"), ("bend", "4e6")];
    extend(&mut model, "mujoco.elasticity.cable", &config);
    for b in model.body.ids().skip(1) {
        model.body.plugin[b] = AT;
    }
    // stiffness of a rectangle, half sizes 0.01 and 0.004 along y and z
    let (h, w) = (0.01_f64, 0.004_f64);
    let torsion = h * w.powi(3) * (16.0 / 3.0 - 3.36 * w / h * (1.0 - (w / h).powi(4) / 12.0));
    let stiffness = [
        1e6 * torsion,
        4e6 * (2.0 * w).powi(3) * 2.0 * h / 12.0,
        4e6 * (2.0 * h).powi(3) * 2.0 * w / 12.0,
    ];
    // the energy is ½ K φ² / L
    for (axis, k) in stiffness.into_iter().enumerate() {
        let angle = 0.4_f64;
        let mut qpos = [libm::cos(angle / 2.0), 0.0, 0.0, 0.0];
        qpos[axis + 1] = libm::sin(angle / 2.0);
        let force = cable_force(&model, &bare, &qpos);
        for (i, f) in force.into_iter().enumerate() {
            let expected = if i == axis { -k * angle / 0.1 } else { 0.0 };
            near(f, expected, 1e-12);
        }
    }
}

/// Three capsules in a curve, hanging from a free one.
const ROUND: &str = r#"<mujoco><worldbody><body quat="1 .3 0 0">
    <freejoint/><geom type="capsule" fromto="0 0 0 .1 0 0" size=".02"/>
    <body pos=".1 0 0" quat="1 .1 .2 .1"><joint type="ball"/>
      <geom type="capsule" fromto="0 0 0 .1 0 0" size=".02"/>
      <body pos=".15 0 0" quat="1 0 -.2 .1"><joint type="ball"/>
        <geom type="capsule" fromto="0 0 0 .1 0 0" size=".03"/></body></body>
  </body></worldbody></mujoco>"#;

#[test]
fn plg_04_cables_push_down_the_slope_of_their_energy() {
    // with equal stiffness for twist and bending, and straight at rest, the moment is along the turn: then it is exact
    let bare = load(ROUND);
    let mut model = load(ROUND);
    let config = [("twist", "1e3"), ("bend", "2e3"), ("flat", "true")];
    extend(&mut model, "mujoco.elasticity.cable", &config);
    for b in model.body.ids().skip(1) {
        model.body.plugin[b] = AT;
    }
    let energy = |qpos: &[f64]| {
        let links = bare.body.ids().skip(2).map(|b| {
            let joint = bare.body.joints(b).next().unwrap();
            let adr = bare.joint.qposadr[joint] as usize;
            let turn = Quat::new(qpos[adr], qpos[adr + 1], qpos[adr + 2], qpos[adr + 3]);
            let bent = (bare.body.quat[b] * turn).to_vel(1.0);
            let geom = bare.body.geoms(b).next().unwrap();
            let polar = core::f64::consts::PI * bare.geom.size[geom].x.powi(4) / 2.0;
            0.5 * 1e3 * polar * bent.dot(bent) / bare.body.pos[b].norm()
        });
        links.sum::<f64>()
    };
    let mut data = Data::new(&bare);
    Numbers::new(7).state(&bare, &mut data);
    let start = data.state.qpos.rows().to_vec();
    let force = cable_force(&model, &bare, &start);
    for (i, force) in force.into_iter().enumerate() {
        let after = |step: f64| {
            let mut qpos = start.clone();
            let mut along = vec![0.0; bare.dof.len()];
            along[i] = 1.0;
            integrate_pos(&bare, &mut qpos, &along, step);
            energy(&qpos)
        };
        let h = 1e-4;
        near(force, -(after(h) - after(-h)) / (2.0 * h), 1e-10);
    }
}

#[test]
fn plg_05_cables_that_make_no_sense_are_refused() {
    let fails = |change: fn(&mut Model), config: &[(&str, &str)]| {
        let mut model = cable("", "false");
        extend(&mut model, "mujoco.elasticity.cable", config);
        change(&mut model);
        instance(&model).err().unwrap()
    };
    let error = fails(|_| (), &[("twist", "1e6 Pa")]);
    assert_eq!(error.key.as_deref(), Some("twist"));
    let error = fails(|model| model.body.plugin.rows_mut()[2] = PluginId(-1), &[]);
    assert!(error.message.contains("follow each other"), "{error}");
    let error = fails(
        |model| model.joint.type_.rows_mut()[0] = JointType::Hinge,
        &[],
    );
    assert!(error.message.contains("ball joint"), "{error}");
}

/// A hinge with an actuator of the plugin: its attributes, configuration and dynamics.
fn servo(attributes: &str, config: &[(&str, &str)], dynamics: DynType) -> Model {
    let mut model = load(&format!(
        r#"<mujoco><option timestep=".01"/>
          <worldbody><body><joint name="j" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body></worldbody>
          <actuator><general joint="j" gear="2" {attributes}/></actuator></mujoco>"#
    ));
    extend(&mut model, "mujoco.pid", config);
    model.actuator.plugin[0] = AT;
    model.actuator.dyntype[0] = dynamics;
    model.actuator.dynprm[0][0] = 0.1;
    model
}

/// The state in which [`servo`] is asked: activations, control, time.
type At<'a> = (&'a [f64], f64, f64);

/// Rates of activations, and the force.
fn answer(model: &Model, (act, ctrl, time): At<'_>) -> (Vec<f64>, f64) {
    let mut bare = model.clone();
    bare.plugins = Plugins::default();
    bare.plugin = synovia_model::tables::PluginTable::default();
    bare.actuator.plugin[0] = PluginId(-1);
    let mut data = Data::new(&bare);
    (data.state.qpos[0], data.state.qvel.rows_mut()[0]) = (0.3, 0.7);
    data.state.act.rows_mut().copy_from_slice(act);
    data.state.ctrl.rows_mut()[0] = ctrl;
    data.state.time = time;
    forward(&bare, &mut data).unwrap();
    let mut pid = instance(model).unwrap();
    pid.act_dot(model, &mut data, AT).unwrap();
    pid.actuate(model, &mut data, AT).unwrap();
    (
        data.actuator.act_dot.rows().to_vec(),
        data.actuator.force[ActuatorId(0)],
    )
}

const P: (&str, &str) = ("kp", "40");
const I: (&str, &str) = ("ki", "30");
const D: (&str, &str) = ("kd", "4");
const SLEW: (&str, &str) = ("slewmax", "3");

#[test]
fn plg_06_pid_control_is_that_of_the_reference() {
    type Row<'a> = (
        &'a str,
        &'a [(&'a str, &'a str)],
        DynType,
        At<'a>,
        &'a [f64],
        f64,
    );
    let one = r#"dyntype="user" actdim="1""#;
    let limited = r#"dyntype="user" actdim="1" ctrllimited="true" ctrlrange="-1 1""#;
    let (two, three) = (
        r#"dyntype="user" actdim="2""#,
        r#"dyntype="user" actdim="3""#,
    );
    let early = r#"dyntype="user" actdim="3" actearly="true""#;
    let early1 = r#"dyntype="user" actdim="1" actearly="true""#;
    let bounded = [P, I, D, ("imax", "5")];
    // numbers from 3.5.0
    let rows: [Row<'_>; 8] = [
        (
            "",
            &[P, D],
            DynType::None,
            (&[], 1.1, 0.0),
            &[],
            14.400000000000004,
        ),
        (
            one,
            &bounded,
            DynType::None,
            (&[0.1], 1.1, 0.0),
            &[0.5000000000000004],
            17.550000000000004,
        ),
        (
            limited,
            &bounded,
            DynType::None,
            (&[0.2], 1.7, 0.0),
            &[-3.3333333333333353],
            15.4,
        ),
        (
            two,
            &[P, ("ki", "-30"), SLEW],
            DynType::None,
            (&[0.1, 0.5], 1.1, 0.0),
            &[0.5000000000000004, 60.00000000000001],
            16.85,
        ),
        (
            two,
            &[P, I, SLEW],
            DynType::None,
            (&[0.1, 0.5], 1.1, 1.0),
            &[-0.07000000000000062, 3.0000000000000027],
            0.17900000000000205,
        ),
        (
            three,
            &[P, I, D, SLEW],
            DynType::FilterExact,
            (&[0.1, 0.5, 0.52], 1.1, 1.0),
            &[-0.07999999999999952, 2.0000000000000018, 5.800000000000001],
            17.376,
        ),
        (
            early,
            &[P, I, D, SLEW],
            DynType::FilterExact,
            (&[0.1, 0.5, 0.52], 1.1, 1.0),
            &[-0.07999999999999952, 2.0000000000000018, 5.800000000000001],
            17.779000000000003,
        ),
        (
            early1,
            &[P, D],
            DynType::Integrator,
            (&[0.52], 1.1, 1.0),
            &[1.1],
            -3.9599999999999973,
        ),
    ];
    for (attributes, config, dynamics, at, rates, force) in rows {
        let model = servo(attributes, config, dynamics);
        let found = answer(&model, at);
        assert_eq!(found, (rates.to_vec(), force), "{attributes} {config:?}");
    }
}

#[test]
fn plg_07_pid_settings_that_make_no_sense_are_refused() {
    let fails = |attributes: &str, config: &[(&str, &str)]| {
        let model = servo(attributes, config, DynType::None);
        instance(&model).err().unwrap()
    };
    let key = |config: &[(&str, &str)]| fails("", config).key.unwrap();
    assert_eq!(key(&[P, I, ("imax", "-1")]), "imax");
    assert_eq!(key(&[P, ("ki", "-2"), ("imax", "1")]), "imax");
    assert_eq!(key(&[P, ("slewmax", "-1")]), "slewmax");
    assert_eq!(key(&[("kp", "fast")]), "kp");
    let error = fails("", &[P, I]).message;
    assert_eq!(
        error,
        "actuator 0 has actdim 0, expected 1: add actdim=\"1\" to it"
    );

    let mut idle = servo("", &[P], DynType::None);
    idle.actuator.plugin[0] = PluginId(-1);
    assert!(instance(&idle).is_err());
    // without ki the bound is not used, whatever it is
    assert!(instance(&servo("", &[P, ("imax", "-1")], DynType::None)).is_ok());
}

/// A box between the floor and a capsule, with a site that looks down; a sensor of `dim` numbers.
fn touched(dim: usize, config: &[(&str, &str)]) -> Model {
    let mut model = load(&format!(
        r#"<mujoco><worldbody>
          <geom type="plane" size="1 1 1"/>
          <body pos="0 0 .095"><freejoint/><geom type="box" size=".2 .15 .1" condim="6" euler="0 3 2"/>
            <site name="s" pos="0.02 .01 .1" euler="5 10 20"/></body>
          <body pos=".1 .05 .29"><freejoint/><geom type="capsule" size=".1 .05" euler="0 80 0"/></body>
        </worldbody>
        <sensor><user objtype="site" objname="s" datatype="real" needstage="acc" dim="{dim}"/></sensor></mujoco>"#
    ));
    extend(&mut model, "mujoco.sensor.touch_grid", config);
    let first = SensorId(0);
    model.sensor.type_[first] = SensorType::Plugin;
    model.sensor.plugin[first] = AT;
    model
}

#[test]
fn plg_08_touch_grids_are_those_of_the_reference() {
    // numbers from 3.5.0: what is not zero
    let all = [
        (3, 246.37181850533062),
        (14, 317.48564672893167),
        (19, 263.12148241748366),
        (23, -230.14939100098678),
        (34, -230.8818927073009),
        (39, -43.44279207603307),
        (43, 107.4039034326446),
        (54, 115.32110424592302),
        (59, 40.28898439212624),
        (63, -0.0022416572897898546),
        (74, -0.0022416572897898455),
        (79, 0.00017580807997512782),
        (83, 0.00043924932182135484),
        (94, 0.000439249321821354),
        (99, -0.00010002501602198133),
        (103, 5.829603110918207e-5),
        (114, 5.8296031109183316e-5),
        (119, -0.00021246884667137534),
    ];
    let some = [
        (34, 317.48564672893167),
        (83, -230.8818927073009),
        (132, 115.32110424592302),
    ];
    let wide = [
        ("nchannel", "6"),
        ("size", "5 4"),
        ("fov", "180 90"),
        ("gamma", "0.7"),
    ];
    let narrow = [("nchannel", "3"), ("size", "7 7"), ("fov", "60 45")];
    let rows: [(usize, &[(&str, &str)], &[(usize, f64)]); 2] =
        [(120, &wide, &all), (147, &narrow, &some)];
    for (dim, config, expected) in rows {
        let model = touched(dim, config);
        let len = registry::kind(&model, AT).unwrap();
        assert_eq!(len.sensor_len(&model, AT, SensorId(0)), Ok(dim));

        let mut bare = touched(dim, config);
        bare.plugins = Plugins::default();
        bare.plugin = synovia_model::tables::PluginTable::default();
        bare.sensor.type_[SensorId(0)] = SensorType::User;
        bare.sensor.plugin[SensorId(0)] = PluginId(-1);
        let mut data = Data::new(&bare);
        forward(&bare, &mut data).unwrap();
        data.sensor.sensordata.rows_mut().fill(7.0);
        let mut grid = instance(&model).unwrap();
        grid.sense(&model, &mut data, AT).unwrap();
        let mut whole = vec![0.0; dim];
        for &(k, value) in expected {
            whole[k] = value;
        }
        close(data.sensor.sensordata.rows(), &whole, 1e-9);
    }
}

#[test]
fn plg_09_touch_grids_that_make_no_sense_are_refused() {
    let key = |config: &[(&str, &str)]| {
        let model = touched(1, config);
        let error = instance(&model).err().unwrap();
        assert_eq!(
            registry::kind(&model, AT)
                .unwrap()
                .sensor_len(&model, AT, SensorId(0)),
            Err(error.clone())
        );
        error.key.unwrap()
    };
    let (size, fov) = (("size", "7 7"), ("fov", "45 45"));
    assert_eq!(key(&[size, fov, ("nchannel", "7")]), "nchannel");
    assert_eq!(key(&[size, fov, ("nchannel", "-1")]), "nchannel");
    assert_eq!(key(&[fov]), "size");
    for text in [
        "7", "7 7 7", "7  7", "0 7", "7 -1", "7 x", "nan 7", "1e9 1e9",
    ] {
        assert_eq!(key(&[("size", text), fov]), "size", "{text}");
    }
    for text in ["45", "0 45", "181 45", "45 91", "45 nan"] {
        assert_eq!(key(&[size, ("fov", text)]), "fov", "{text}");
    }
    assert_eq!(key(&[size, fov, ("gamma", "1.1")]), "gamma");

    let mut model = touched(49, &[size, fov]);
    assert!(instance(&model).is_ok());
    model.sensor.objtype[SensorId(0)] = synovia_model::enums::ObjType::Body;
    assert!(instance(&model).is_err());
}

#[test]
fn plg_10_built_in_plugins_have_the_numbers_of_the_reference() {
    let names: Vec<String> = Registry::builtin().names().map(str::to_owned).collect();
    assert_eq!(
        names,
        [
            "mujoco.pid",
            "mujoco.elasticity.cable",
            "mujoco.sensor.touch_grid",
            "mujoco.sdf.bolt",
            "mujoco.sdf.bowl",
            "mujoco.sdf.gear",
            "mujoco.sdf.nut",
            "mujoco.sdf.torus",
        ]
    );
}
