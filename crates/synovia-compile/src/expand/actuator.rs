//! The actuator record: what all actuator elements edit.
//!
//! An actuator is one record. `general` writes its fields; each shortcut (`motor`, `position`, …) is an edit that sets
//! gain, bias and dynamics so that
//!
//! ```text
//! force = gain(length, velocity) · (ctrl or act) + bias(length, velocity)          (1)
//! affine: p₀ + p₁ length + p₂ velocity                                              (2)
//! ```
//!
//! A class holds a list of such edits. The record of an element is the built-in one, edited by every class from the root
//! down, and at last by the element itself; an edit sees what the earlier ones left, so a shortcut may keep a gain
//! that it does not mention.

use synovia_mjcf::keyword::{BiasType, DynType, GainType, Interp, Tri};
use synovia_mjcf::{Attr, Span};

/// What an actuator acts on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Transmission {
    /// Nothing was named.
    #[default]
    Undefined,
    /// A joint.
    Joint,
    /// A joint, with the force in the parent's frame.
    JointInParent,
    /// A slider driven by a crank.
    SliderCrank,
    /// A tendon.
    Tendon,
    /// A site.
    Site,
    /// A body, for adhesion.
    Body,
}

/// An actuator with every value known.
#[derive(Clone, Debug, PartialEq)]
pub struct ActuatorRecord {
    /// Where the element was written.
    pub span: Span,
    /// Final name.
    pub name: Attr<String>,
    /// Group.
    pub group: i32,
    /// Samples of the control history.
    pub nsample: i32,
    /// Interpolation of the control history.
    pub interp: Interp,
    /// Delay of the control \[s\].
    pub delay: f64,
    /// Controls are limited.
    pub ctrllimited: Tri,
    /// Forces are limited.
    pub forcelimited: Tri,
    /// Activations are limited.
    pub actlimited: Tri,
    /// Range of controls.
    pub ctrlrange: [f64; 2],
    /// Range of forces.
    pub forcerange: [f64; 2],
    /// Range of activations.
    pub actrange: [f64; 2],
    /// Range of lengths.
    pub lengthrange: [f64; 2],
    /// Gear.
    pub gear: [f64; 6],
    /// What it acts on.
    pub trntype: Transmission,
    /// Name of what it acts on; for a slider-crank the site at the crank.
    pub target: Attr<String>,
    /// Site at the slider.
    pub slidersite: Attr<String>,
    /// Reference site.
    pub refsite: Attr<String>,
    /// Length of the connecting rod.
    pub cranklength: f64,
    /// Take the control range from the target's range, scaled; not positive means no.
    pub inheritrange: f64,
    /// Activation dynamics.
    pub dyntype: DynType,
    /// Gain.
    pub gaintype: GainType,
    /// Bias.
    pub biastype: BiasType,
    /// Parameters of the dynamics.
    pub dynprm: [f64; 10],
    /// Parameters of the gain.
    pub gainprm: [f64; 10],
    /// Parameters of the bias.
    pub biasprm: [f64; 10],
    /// Number of activations; −1 to infer.
    pub actdim: i32,
    /// Use the activation of the next step.
    pub actearly: bool,
    /// User data.
    pub user: Vec<f64>,
}

impl Default for ActuatorRecord {
    fn default() -> Self {
        let leading_one = core::array::from_fn(|k| if k == 0 { 1.0 } else { 0.0 });
        Self {
            span: Span::default(),
            name: Attr::default(),
            group: 0,
            nsample: 0,
            interp: Interp::Zoh,
            delay: 0.0,
            ctrllimited: Tri::Auto,
            forcelimited: Tri::Auto,
            actlimited: Tri::Auto,
            ctrlrange: [0.0; 2],
            forcerange: [0.0; 2],
            actrange: [0.0; 2],
            lengthrange: [0.0; 2],
            gear: [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            trntype: Transmission::Undefined,
            target: Attr::default(),
            slidersite: Attr::default(),
            refsite: Attr::default(),
            cranklength: 0.0,
            inheritrange: 0.0,
            dyntype: DynType::None,
            gaintype: GainType::Fixed,
            biastype: BiasType::None,
            dynprm: leading_one,
            gainprm: leading_one,
            biasprm: [0.0; 10],
            actdim: -1,
            actearly: false,
            user: Vec::new(),
        }
    }
}
