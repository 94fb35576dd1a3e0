//! `actuator`: the general form and its shortcuts.
//!
//! A shortcut is kept as written: its own attributes (`kp`, `timeconst`, …) and its [`ActuatorKind`] say how it edits
//! the general record when classes are resolved.

use crate::attr::Lead;
use crate::element;
use crate::keyword::{Bool, Interp, Tri};
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
        /// Name.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Group.
        group: i32,
        /// Samples of the control history.
        nsample: i32,
        /// Interpolation of the control history.
        interp: Interp,
        /// Delay of the control.
        delay: f64,
        /// Controls are limited.
        ctrllimited: Tri [ctrl],
        /// Forces are limited.
        forcelimited: Tri,
        /// Activations are limited.
        actlimited: Tri [activation],
        /// Range of controls.
        ctrlrange: [f64; 2],
        /// Range of forces.
        forcerange: [f64; 2],
        /// Range of activations.
        actrange: [f64; 2] [actrange],
        /// Range of lengths.
        lengthrange: [f64; 2] [target],
        /// Gear.
        gear: Lead<6> [geared],
        /// Length of the connecting rod.
        cranklength: f64 [geared],
        /// Joint.
        joint: String [target],
        /// Joint, in the parent's frame.
        jointinparent: String [target],
        /// Tendon.
        tendon: String [target],
        /// Site at the slider.
        slidersite: String [target],
        /// Site at the crank.
        cranksite: String [target],
        /// Site.
        site: String [site],
        /// Reference site.
        refsite: String [refsite],
        /// Body.
        body: String [body],
        /// Number of activations.
        actdim: i32 [activation],
        /// Activation dynamics.
        dyntype: DynType [activation],
        /// Gain.
        gaintype: GainType [law],
        /// Bias.
        biastype: BiasType [law],
        /// Parameters of the dynamics.
        dynprm: Lead<10> [activation],
        /// Parameters of the gain.
        gainprm: Lead<10> [law],
        /// Parameters of the bias.
        biasprm: Lead<10> [law],
        /// Use the activation of the next step.
        actearly: Bool [activation],
        /// Position gain.
        kp: f64 [servo],
        /// Velocity gain.
        kv: f64 [kv],
        /// Damping ratio.
        dampratio: f64 [servo],
        /// Take the control range from the target's range, scaled.
        inheritrange: f64 [servo],
        /// Time constants: one for filters and cylinders, two for muscles.
        timeconst: Lead<2> [timeconst],
        /// Area of a cylinder.
        area: f64 [cylinder],
        /// Diameter of a cylinder.
        diameter: f64 [cylinder],
        /// Bias of a cylinder.
        bias: [f64; 3] [cylinder],
        /// Smoothing of a muscle's time constants.
        tausmooth: f64 [tausmooth],
        /// Operating range of a muscle.
        range: [f64; 2] [muscle],
        /// Peak force of a muscle.
        force: f64 [muscle],
        /// Scale of a muscle's force.
        scale: f64 [muscle],
        /// Least length of a muscle.
        lmin: f64 [muscle],
        /// Largest length of a muscle.
        lmax: f64 [muscle],
        /// Shortening velocity of a muscle.
        vmax: f64 [muscle],
        /// Passive force of a muscle.
        fpmax: f64 [muscle],
        /// Lengthening force of a muscle.
        fvmax: f64 [muscle],
        /// Gain of an adhesion.
        gain: f64 [adhesion],
        /// Plugin.
        plugin: String [plugin],
        /// Plugin instance.
        instance: String [plugin],
        /// User data.
        user: Vec<f64>,
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
