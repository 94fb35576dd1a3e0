//! Transmissions and actuators against recorded numbers and their own derivatives.

mod support;

use support::{Numbers, at_ctrl, close, load, near};
use synovia_engine::jacobian::{BodyPoint, apply_wrench};
use synovia_engine::{Data, forward};
use synovia_math::Vec3;
use synovia_model::id::{ActuatorId, DofId, SiteId};

/// Two links, a site at the tip, a reference site in the world.
fn arm(actuator: &str) -> String {
    format!(
        r#"<mujoco>
  <option><flag contact="disable"/></option>
  <worldbody>
    <site name="ref" pos=".1 .2 .3" euler="0 0 30"/>
    <body>
      <joint axis="0 0 1"/>
      <geom type="capsule" fromto="0 0 0 1 0 0" size=".05"/>
      <body pos="1 0 0">
        <joint axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 1 0 0" size=".05"/>
        <site name="s" pos="1 0 0" euler="0 0 40"/>
      </body>
    </body>
  </worldbody>
  <actuator>{actuator}</actuator>
</mujoco>"#
    )
}

const Q: [f64; 2] = [0.3, -0.4];
const V: [f64; 2] = [0.5, 0.6];

#[test]
fn act_01_without_a_reference_site_the_gear_is_a_wrench() {
    let xml = arm(r#"<motor site="s" gear="1 2 3 4 5 6"/>"#);
    let (_, data) = at_ctrl(&xml, &Q, &V, &[2.0]);
    assert_eq!(data.actuator.length[ActuatorId(0)], 0.0);
    near(data.vel.actuator_velocity[ActuatorId(0)], 6.863882077, 1e-9);
    close(
        data.actuator.row(ActuatorId(0)).1,
        &[9.6461169687, 3.4013726543],
        1e-9,
    );
    close(
        data.force.qfrc_actuator.rows(),
        &[19.2922339374, 6.8027453087],
        1e-9,
    );
}

#[test]
fn act_02_the_position_in_the_reference_frame_is_the_length() {
    let xml = arm(r#"<motor site="s" refsite="ref" gear="1 2 3 0 0 0"/>"#);
    let (_, data) = at_ctrl(&xml, &Q, &V, &[0.0]);
    near(
        data.actuator.length[ActuatorId(0)],
        0.8565269437415707,
        1e-14,
    );
    close(
        data.actuator.row(ActuatorId(0)).1,
        &[4.1724518501, -2.5561583407],
        1e-9,
    );
}

#[test]
fn act_03_the_orientation_in_the_reference_frame_is_the_length() {
    let xml = arm(r#"<motor site="s" refsite="ref" gear="0 0 0 1 2 3"/>"#);
    let (_, data) = at_ctrl(&xml, &Q, &V, &[0.0]);
    near(data.actuator.length[ActuatorId(0)], 0.7144694802, 1e-9);
    close(
        data.actuator.row(ActuatorId(0)).1,
        &[3.0, 2.1719517824],
        1e-9,
    );
}

#[test]
fn act_04_what_carries_both_sites_has_no_arm() {
    let xml = r#"<mujoco>
  <worldbody>
    <body>
      <freejoint/><geom size=".1"/>
      <site name="r"/><site name="s" pos="2 0 0"/>
    </body>
  </worldbody>
  <actuator><motor site="s" refsite="r" gear="1 0 0 0 0 0"/></actuator>
</mujoco>"#;
    let (_, data) = at_ctrl(xml, &[], &[], &[1.0]);
    near(data.actuator.length[ActuatorId(0)], 2.0, 1e-15);
    assert_eq!(data.actuator.moment_rownnz[ActuatorId(0)], 0);
    assert_eq!(data.force.qfrc_actuator.rows(), [0.0; 6]);
}

#[test]
fn act_05_a_motor_pushes_with_its_control() {
    let xml = arm(r#"<motor site="s" gear="0 0 1 0 0 0"/>"#);
    let (_, data) = at_ctrl(&xml, &Q, &V, &[0.7]);
    near(data.actuator.force[ActuatorId(0)], 0.7, 0.0);
    close(data.force.qfrc_actuator.rows(), &[0.0, -0.7], 1e-15);
}

#[test]
fn act_06_gains_and_biases_are_affine_in_length_and_velocity() {
    let xml = arm(r#"<position site="s" refsite="ref" gear="0 0 1 0 0 0" kp="10"/>"#);
    let (_, data) = at_ctrl(&xml, &Q, &V, &[0.7]);
    near(data.actuator.length[ActuatorId(0)], 0.0894183423, 1e-10);
    near(data.actuator.force[ActuatorId(0)], 6.1058165769, 1e-9);
    let xml = arm(
        r#"<general site="s" refsite="ref" gear="0 0 1 0 0 0" gaintype="affine" gainprm="2 3 4"
            biastype="affine" biasprm="1 2 3"/>"#,
    );
    let (_, data) = at_ctrl(&xml, &Q, &V, &[0.7]);
    near(data.actuator.force[ActuatorId(0)], -0.4386770557, 1e-9);
}

#[test]
fn act_07_muscles_may_act_on_sites() {
    let muscle = |target: &str| {
        arm(&format!(
            r#"<general {target} gaintype="muscle" biastype="muscle" dyntype="muscle"
            gainprm="0.75 1.05 -1 200 0.5 1.6 1.5 1.3 1.2" biasprm="0.75 1.05 -1 200 0.5 1.6 1.5 1.3 1.2"
            dynprm="0.01 0.04" lengthrange="0.05 1.05" gear="0 0 1 0 0 0"/>"#
        ))
    };
    let run = |xml: &str| {
        let model = load(xml);
        let mut data = Data::new(&model);
        data.state.qpos.rows_mut().copy_from_slice(&Q);
        data.state.qvel.rows_mut().copy_from_slice(&V);
        data.state.act[0] = 0.5;
        data.state.ctrl[ActuatorId(0)] = 0.8;
        forward(&model, &mut data).unwrap();
        data
    };
    let alone = run(&muscle(r#"site="s""#));
    let relative = run(&muscle(r#"site="s" refsite="ref""#));
    near(alone.actuator.act_dot[0], 24.0, 1e-12);
    near(alone.actuator.force[ActuatorId(0)], -99.0480857401, 1e-9);
    near(
        relative.actuator.force[ActuatorId(0)],
        -125.1003866154,
        1e-9,
    );
}

#[test]
fn act_08_moment_arms_are_the_wrench_at_the_site() {
    let xml = arm(r#"<motor site="s" gear="1 2 3 4 5 6"/>"#);
    let model = load(&xml);
    let mut data = Data::new(&model);
    let mut numbers = Numbers::new(1);
    for _ in 0..100 {
        numbers.state(&model, &mut data);
        data.state.ctrl[ActuatorId(0)] = numbers.next();
        forward(&model, &mut data).unwrap();
        let s = SiteId(0);
        let s = if model.site.bodyid[s].index() == 0 {
            SiteId(1)
        } else {
            s
        };
        let at = BodyPoint::new(model.site.bodyid[s], data.kin.site_xpos[s]);
        let frame = data.kin.site_xmat[s];
        let f = data.actuator.force[ActuatorId(0)];
        let mut expected = [0.0; 2];
        let (force, torque) = (Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, 5.0, 6.0));
        apply_wrench(
            &model,
            &data.com,
            at,
            frame * force * f,
            frame * torque * f,
            &mut expected,
        );
        close(data.force.qfrc_actuator.rows(), &expected, 1e-12);
    }
}

#[test]
fn act_09_the_velocity_is_the_rate_of_the_length() {
    let xml = arm(r#"<motor site="s" refsite="ref" gear="1 2 3 0 0 0"/>"#);
    let model = load(&xml);
    let mut data = Data::new(&model);
    let mut numbers = Numbers::new(2);
    for _ in 0..100 {
        numbers.state(&model, &mut data);
        forward(&model, &mut data).unwrap();
        let rate = data.vel.actuator_velocity[ActuatorId(0)];
        let start = data.state.qpos.clone();
        let ends = [-1e-6, 1e-6].map(|h| {
            for i in 0..2 {
                data.state.qpos[i] = start[i] + h * data.state.qvel[DofId::new(i)];
            }
            forward(&model, &mut data).unwrap();
            data.actuator.length[ActuatorId(0)]
        });
        near((ends[1] - ends[0]) / 2e-6, rate, 1e-6);
    }
}

#[test]
fn a_slider_crank_follows_its_derivative_and_its_geometry() {
    let xml = r#"<mujoco>
  <worldbody>
    <site name="axis" pos="0 0 0" euler="0 90 0"/>
    <body pos="-1 0 0"><joint axis="0 1 0"/><geom size=".1" pos=".1 0 0"/><site name="pin" pos="0 0 .2"/></body>
  </worldbody>
  <actuator><motor cranksite="pin" slidersite="axis" cranklength=".5" gear="2"/></actuator>
</mujoco>"#;
    let (model, mut data) = at_ctrl(xml, &[0.0], &[1.0], &[0.0]);
    // the pin is .2 above the axis, the rod covers the rest
    near(
        data.actuator.length[ActuatorId(0)],
        2.0 * (-1.0 - (0.25_f64 - 0.04).sqrt()),
        1e-14,
    );
    let rate = data.vel.actuator_velocity[ActuatorId(0)];
    let ends = [-1e-6, 1e-6].map(|q| {
        data.state.qpos[0] = q;
        forward(&model, &mut data).unwrap();
        data.actuator.length[ActuatorId(0)]
    });
    near((ends[1] - ends[0]) / 2e-6, rate, 1e-8);
}

#[test]
fn pipe_16_limits_apply_to_controls_forces_and_joints() {
    let xml = r#"<mujoco>
  <worldbody>
    <body><joint name="j" actuatorfrcrange="-3 3"/><geom size=".1" pos=".1 0 0"/></body>
  </worldbody>
  <actuator>
    <motor joint="j" gear="10" ctrlrange="-1 1" forcerange="-.5 .5"/>
    <position joint="j" kp="2" kv="1"/>
  </actuator>
</mujoco>"#;
    let (_, data) = at_ctrl(xml, &[0.1], &[0.2], &[5.0, 0.3]);
    close(data.actuator.force.rows(), &[0.5, 0.2], 1e-15);
    near(data.force.qfrc_actuator[DofId(0)], 3.0, 1e-15);
}

#[test]
fn pipe_18_a_bad_control_zeroes_all_and_warns() {
    let xml = arm(r#"<motor site="s" gear="1"/><motor site="s" gear="0 1"/>"#);
    let (_, data) = at_ctrl(&xml, &Q, &V, &[1.0, f64::NAN]);
    assert_eq!(data.actuator.force.rows(), [0.0; 2]);
    let warning = data.diag.warning[synovia_model::enums::Warning::BadCtrl.to_i32() as usize];
    assert_eq!((warning.number, warning.lastinfo), (1, 1));
}

#[test]
fn length_ranges_of_muscles_are_the_limits_of_their_joints() {
    let xml = r#"<mujoco>
  <worldbody>
    <site name="o" pos="-.3 0 .1"/>
    <body>
      <joint axis="0 1 0" limited="true" range="-30 60" solimplimit=".99 .999"/>
      <geom type="capsule" fromto="0 0 0 .3 0 0" size=".02"/>
      <site name="i" pos=".2 0 .1"/>
    </body>
  </worldbody>
  <tendon><spatial name="t"><site site="o"/><site site="i"/></spatial></tendon>
  <actuator><muscle tendon="t"/></actuator>
</mujoco>"#;
    let model = load(xml);
    let length = |angle: f64| {
        let (sin, cos) = (angle.to_radians().sin(), angle.to_radians().cos());
        let (x, z) = (0.2 * cos + 0.1 * sin, 0.1 * cos - 0.2 * sin);
        ((x + 0.3).powi(2) + (z - 0.1).powi(2)).sqrt()
    };
    let [low, high] = model.actuator.lengthrange[ActuatorId(0)];
    // soft limits yield a little
    near(low, length(-30.0).min(length(60.0)), 2e-3);
    near(high, length(0.0).max(length(-30.0)).max(length(60.0)), 2e-2);
}

#[test]
fn two_sites_of_one_body_do_not_move_apart_wherever_it_is() {
    // DIFFERENCE(nan-spread)
    let xml = r#"<mujoco><option><flag autoreset="disable"/></option><worldbody>
        <body><freejoint/><geom size=".1"/><site name="a"/><site name="b" pos=".1 0 0"/></body></worldbody>
        <actuator><motor site="a" refsite="b" gear="1 2 3 4 5 6"/><motor site="a" gear="1 0 0 0 0 0"/></actuator>
        </mujoco>"#;
    let model = load(xml);
    let mut data = Data::new(&model);
    data.state.qpos.rows_mut().fill(f64::NAN);
    data.state.qvel.rows_mut().fill(f64::NAN);
    forward(&model, &mut data).unwrap();
    let velocity = &data.vel.actuator_velocity;
    assert_eq!(velocity[ActuatorId(0)], 0.0);
    assert!(velocity[ActuatorId(1)].is_nan());
}
