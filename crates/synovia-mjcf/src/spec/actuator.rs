//! `actuator`: the general form and its shortcuts.
//!
//! A shortcut is kept as written: its own attributes (`kp`, `timeconst`, …) and its [`ActuatorKind`] say how it edits
//! the general record when classes are resolved.

use crate::attr::Lead;
use crate::element;
use crate::keyword::{Bool, Interp, Limited};
use crate::spec::builtin::{leading_one, unset};
use crate::spec::plugin::{Config, Plugin};
use synovia_model::enums::{BiasType, DynType, GainType};

/// Which element an actuator was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)] // the variants are the elements
pub enum ActuatorKind {
    #[default]
    General,
    Motor,
    Position,
    Velocity,
    IntVelocity,
    Damper,
    Cylinder,
    Muscle,
    Adhesion,
    Plugin,
}

impl ActuatorKind {
    /// All kinds with their tags.
    const TAGS: [(&'static str, Self); 10] = [
        ("general", Self::General),
        ("motor", Self::Motor),
        ("position", Self::Position),
        ("velocity", Self::Velocity),
        ("intvelocity", Self::IntVelocity),
        ("damper", Self::Damper),
        ("cylinder", Self::Cylinder),
        ("muscle", Self::Muscle),
        ("adhesion", Self::Adhesion),
        ("plugin", Self::Plugin),
    ];

    /// The kind of the element with this tag.
    pub fn from_tag(tag: &str) -> Option<Self> {
        Self::TAGS
            .iter()
            .find(|(name, _)| *name == tag)
            .map(|&(_, kind)| kind)
    }

    /// The tag of this kind.
    pub fn tag(self) -> &'static str {
        Self::TAGS
            .iter()
            .find(|&&(_, kind)| kind == self)
            .map_or("general", |&(name, _)| name)
    }
}

element! {
    /// An actuator or one of its shortcuts.
    pub struct Actuator {
        /// Name, unique among actuators.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Group, 0 to 5, by which actuators are shown and switched off.
        group: i32,
        /// Number of past controls that are kept.
        nsample: i32,
        /// How a control between two samples of the past is found.
        interp: Interp { default: Interp::Zoh },
        /// Time after which a control acts.
        delay: f64 { unit: "s" },
        /// Whether `ctrlrange` is enforced; `auto` if a range is given.
        ctrllimited: Limited [ctrl] { default: Limited::Auto },
        /// Whether `forcerange` is enforced; `auto` if a range is given.
        forcelimited: Limited { default: Limited::Auto },
        /// Whether `actrange` is enforced; `auto` if a range is given.
        actlimited: Limited [activation] { default: Limited::Auto },
        /// Least and largest control.
        ctrlrange: [f64; 2],
        /// Least and largest force.
        forcerange: [f64; 2] { unit: "N or N m" },
        /// Least and largest activation.
        actrange: [f64; 2] [actrange],
        /// Least and largest length of the transmission; computed for muscles if absent.
        lengthrange: [f64; 2] [target] { unit: "m or rad" },
        /// Factors from the length of the target to that of the actuator: one for a scalar, forces and torques for joints and sites.
        gear: Lead<6> [geared] { default: leading_one() },
        /// Length of the connecting rod of a slider-crank.
        cranklength: f64 [geared] { unit: "m" },
        /// Name of the joint that it acts on.
        joint: String [target],
        /// Name of the joint that it acts on, with forces in the frame of the parent body.
        jointinparent: String [target],
        /// Name of the tendon that it acts on.
        tendon: String [target],
        /// Name of the site whose z axis the slider of a slider-crank moves along.
        slidersite: String [target],
        /// Name of the site where the crank and the rod of a slider-crank are joined.
        cranksite: String [target],
        /// Name of the site that it acts on.
        site: String [site],
        /// Name of the site relative to whose frame the site is moved.
        refsite: String [refsite],
        /// Name of the body whose contacts it pulls together.
        body: String [body],
        /// Number of activation variables; −1: what the dynamics need.
        actdim: i32 [activation] { default: -1 },
        /// Dynamics of the activation.
        dyntype: DynType [activation] { default: DynType::None },
        /// Form of the gain, by which the control is multiplied.
        gaintype: GainType [law] { default: GainType::Fixed },
        /// Form of the bias, which is added to the force.
        biastype: BiasType [law] { default: BiasType::None },
        /// Parameters of the dynamics; a time constant comes first.
        dynprm: Lead<10> [activation] { default: leading_one() },
        /// Parameters of the gain.
        gainprm: Lead<10> [law] { default: leading_one() },
        /// Parameters of the bias.
        biasprm: Lead<10> [law],
        /// True if the force follows the activation at the end of the step.
        actearly: Bool [activation],
        /// Position gain; by default that of the class, or 1.
        kp: f64 [servo] { unit: "N/m or N m/rad", default: f64::NAN },
        /// Velocity gain; by default that of the class.
        kv: f64 [kv] { unit: "N s/m or N m s/rad", default: f64::NAN },
        /// Damping ratio, in place of a velocity gain; 1 is critical.
        dampratio: f64 [servo] { default: f64::NAN },
        /// Size of the control range relative to the range of the target; 0: it has its own.
        inheritrange: f64 [servo],
        /// Time constants: one for filters and cylinders, activation and deactivation for muscles.
        timeconst: Lead<2> [timeconst] { unit: "s", default: [f64::NAN; 2] },
        /// Area of a cylinder.
        area: f64 [cylinder] { unit: "m²", default: f64::NAN },
        /// Diameter of a cylinder, in place of its area.
        diameter: f64 [cylinder] { unit: "m", default: f64::NAN },
        /// Bias of a cylinder.
        bias: [f64; 3] [cylinder] { default: unset() },
        /// Width of the transition between the time constants of a muscle.
        tausmooth: f64 [tausmooth] { default: f64::NAN },
        /// Operating range of lengths of a muscle, relative to its resting length; −1: that of the class, or 0.75 to 1.05.
        range: [f64; 2] [muscle] { default: [-1.0; 2] },
        /// Peak active force of a muscle; −1: computed from `scale`.
        force: f64 [muscle] { unit: "N", default: -1.0 },
        /// Peak force times the acceleration per unit force at the reference pose; −1: that of the class, or 200.
        scale: f64 [muscle] { unit: "N", default: -1.0 },
        /// Least length at which a muscle pulls; −1: that of the class, or 0.5.
        lmin: f64 [muscle] { default: -1.0 },
        /// Largest length at which a muscle pulls; −1: that of the class, or 1.6.
        lmax: f64 [muscle] { default: -1.0 },
        /// Shortening velocity at which a muscle exerts no force, in resting lengths per second; −1: that of the class, or 1.5.
        vmax: f64 [muscle] { unit: "1/s", default: -1.0 },
        /// Passive force of a muscle at `lmax`, relative to the peak force; −1: that of the class, or 1.3.
        fpmax: f64 [muscle] { default: -1.0 },
        /// Active force of a lengthening muscle, relative to the peak force; −1: that of the class, or 1.2.
        fvmax: f64 [muscle] { default: -1.0 },
        /// Force of adhesion per control; by default that of the class, or 1.
        gain: f64 [adhesion] { unit: "N", default: f64::NAN },
        /// Name of the plugin.
        plugin: String [plugin],
        /// Name of the plugin instance.
        instance: String [plugin],
        /// Numbers of the user, copied to `actuator_user`.
        user: Vec<f64> { member: "userdata" },
    }
    children {
        /// Which element it was.
        kind: ActuatorKind,
        /// `config` of a plugin.
        config: Vec<Config>,
    }
}

impl Actuator {
    /// The plugin that it uses, as other elements have it inside.
    pub fn used(&self) -> Option<Plugin> {
        (self.kind == ActuatorKind::Plugin).then(|| Plugin {
            span: self.span,
            plugin: self.plugin.clone(),
            instance: self.instance.clone(),
            config: self.config.clone(),
        })
    }
}
