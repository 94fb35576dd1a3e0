//! Cables: recorded forces, stiffness of sections, energy.

use synovia_engine::state::integrate_pos;
use synovia_engine::{Data, forward};
use synovia_math::Quat;
use synovia_model::Model;
use synovia_model::enums::JointType;
use synovia_model::id::PluginId;

use crate::support::{Numbers, close, load, near};
use crate::{AT, allocates_nothing, extend, instance};

/// A chain of capsules, boxes and a cylinder, with rotations in its reference pose.
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
    forward(bare, &mut data).expect("the model is sound");
    data.force.qfrc_passive.rows_mut().fill(0.0);
    let mut rod = instance(model).expect("the cable is sound");
    rod.passive(model, &mut data, AT)
        .expect("cables do not fail");
    let force = data.force.qfrc_passive.rows().to_vec();
    allocates_nothing(|| drop(rod.passive(model, &mut data, AT)));
    force
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

    // a flat one is at rest when its joints undo the rotations between its bodies
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
    // with equal stiffness for twist and bending, and straight at rest, the moment is along the rotation: then it is exact
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
    assert!(error.message.contains("consecutive"), "{error}");
    let error = fails(
        |model| model.joint.type_.rows_mut()[0] = JointType::Hinge,
        &[],
    );
    assert!(error.message.contains("ball joint"), "{error}");
}
