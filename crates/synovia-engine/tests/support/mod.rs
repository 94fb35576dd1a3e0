//! Models from XML, states, and comparison.
#![allow(dead_code, reason = "not every test needs everything")]

use synovia_engine::{Data, forward};
use synovia_model::Model;

/// The model that the XML describes.
pub(crate) fn load(xml: &str) -> Model {
    let model = synovia::Model::from_xml_str(xml);
    model
        .unwrap_or_else(|error| panic!("{error}\n{xml}"))
        .into()
}

/// The model with positions and velocities set, after `forward`.
pub(crate) fn at(xml: &str, qpos: &[f64], qvel: &[f64]) -> (Model, Data) {
    at_ctrl(xml, qpos, qvel, &[])
}

/// The same with controls.
pub(crate) fn at_ctrl(xml: &str, qpos: &[f64], qvel: &[f64], ctrl: &[f64]) -> (Model, Data) {
    let model = load(xml);
    let mut data = Data::new(&model);
    data.state.qpos.rows_mut()[..qpos.len()].copy_from_slice(qpos);
    data.state.qvel.rows_mut()[..qvel.len()].copy_from_slice(qvel);
    data.state.ctrl.rows_mut()[..ctrl.len()].copy_from_slice(ctrl);
    forward(&model, &mut data).expect("the model is sound");
    (model, data)
}

/// Asserts that numbers agree within `tolerance`.
#[track_caller]
pub(crate) fn close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(
        found.len(),
        expected.len(),
        "{found:?} against {expected:?}"
    );
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= tolerance, "{found:?} against {expected:?}");
    }
}

/// Asserts that two numbers agree within `tolerance`.
#[track_caller]
pub(crate) fn near(found: f64, expected: f64, tolerance: f64) {
    close(&[found], &[expected], tolerance);
}

/// Reproducible numbers in −1…1.
pub(crate) struct Numbers(u64);

impl Numbers {
    /// A separate sequence for each seed.
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next number.
    pub(crate) fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// A random pose with random velocities.
    pub(crate) fn state(&mut self, model: &Model, data: &mut Data) {
        let moved: Vec<f64> = (0..model.dof.len()).map(|_| self.next()).collect();
        data.state.qpos.copy_from(&model.qpos0);
        synovia_engine::state::integrate_pos(model, data.state.qpos.rows_mut(), &moved, 1.0);
        for v in &mut data.state.qvel {
            *v = self.next();
        }
    }
}

/// A tree with every kind of joint, several joints on a body, fixed and mocap bodies.
pub(crate) const TREE: &str = r#"
<mujoco>
  <worldbody>
    <body name="mocap" mocap="true" pos="0 0 2" quat="1 .2 .1 0">
      <geom size=".02" contype="0" conaffinity="0"/>
      <site name="m" pos=".1 0 0"/>
    </body>
    <body name="base" pos="0 0 1">
      <freejoint/>
      <geom type="box" size=".2 .1 .05" euler="10 20 30"/>
      <body name="arm" pos=".2 0 0" euler="0 30 0">
        <joint name="h1" axis="0 1 0" pos="-.02 0 0" armature=".1" damping=".3"/>
        <joint name="s1" type="slide" axis="1 0 .2" stiffness="5" springref=".1"/>
        <geom type="capsule" fromto="0 0 0 .3 0 .1" size=".03"/>
        <body name="fixed" pos=".3 0 .1">
          <geom size=".04" pos="0 .01 0"/>
          <site name="tip" pos=".05 0 0" euler="5 6 7"/>
          <body name="hand" pos="0 0 .1">
            <joint name="b1" type="ball" pos="0 .01 0" damping=".1"/>
            <geom type="cylinder" size=".02 .1" pos="0 0 .1"/>
            <body name="finger" pos="0 0 .2">
              <joint name="h2" axis="1 1 0"/>
              <geom type="ellipsoid" size=".02 .03 .05" pos="0 0 .05"/>
            </body>
          </body>
        </body>
      </body>
      <body name="leg" pos="-.2 0 0">
        <joint name="h3" axis="1 0 0"/>
        <joint name="h4" axis="0 0 1" pos="0 .1 0"/>
        <geom type="capsule" fromto="0 0 0 0 .1 -.4" size=".03"/>
        <site name="foot" pos="0 .1 -.4"/>
      </body>
    </body>
    <body name="slider" pos="1 1 1">
      <joint name="s2" type="slide" axis="0 0 1"/>
      <geom size=".1"/>
      <body name="wheel" pos=".1 0 0">
        <joint name="h5" axis="1 0 0"/>
        <geom type="cylinder" size=".1 .02" euler="0 90 0"/>
      </body>
    </body>
  </worldbody>
  <option><flag contact="disable"/></option>
</mujoco>"#;
