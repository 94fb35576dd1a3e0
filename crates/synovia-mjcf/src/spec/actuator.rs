//! `actuator`: the general form and its shortcuts.
//!
//! A shortcut is kept as written: its own attributes (`kp`, `timeconst`, …) and its [`ActuatorKind`] determine how it edits
//! the general record when classes are resolved.

use crate::attr::{Attr, Lead};
use crate::diag::{Diagnostics, SchemaError};
use crate::element;
use crate::keyword::{Bool, Interp, Limited};
use crate::spec::builtin::{leading_one, unset};
use crate::spec::plugin::{Config, Plugin};
use crate::spec::tags;
use synovia_model::TrnType;
use synovia_model::enums::{BiasType, DynType, GainType};

tags! {
    /// The element that an actuator was specified by.
    ActuatorKind:
    General = "general", Motor = "motor", Position = "position", Velocity = "velocity", IntVelocity = "intvelocity", Damper = "damper",
    Cylinder = "cylinder", Muscle = "muscle", Adhesion = "adhesion", Plugin = "plugin",
}

element! {
    /// An actuator or one of its shortcuts.
    pub struct Actuator {
        /// Name, unique among actuators.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Group by which actuators are shown (0 to 5) and disabled.
        group: i32,
        /// Number of samples in the control history.
        nsample: i32,
        /// Interpolation between samples of the control history.
        interp: Interp { default: Interp::Zoh },
        /// Delay of the control.
        delay: f64 { unit: "s" },
        /// Whether `ctrlrange` is enforced; `auto`: if a range is set.
        ctrllimited: Limited [ctrl] { default: Limited::Auto },
        /// Whether `forcerange` is enforced; `auto`: if a range is set.
        forcelimited: Limited { default: Limited::Auto },
        /// Whether `actrange` is enforced; `auto`: if a range is set.
        actlimited: Limited [activation] { default: Limited::Auto },
        /// Minimum and maximum control.
        ctrlrange: [f64; 2],
        /// Minimum and maximum force.
        forcerange: [f64; 2] { unit: "N or N m" },
        /// Minimum and maximum activation.
        actrange: [f64; 2] [actrange],
        /// Minimum and maximum length of the transmission; computed for muscles if absent.
        lengthrange: [f64; 2] [target] { unit: "m or rad" },
        /// Ratio of the actuator length to the length of its target: one number for a scalar target, forces and torques for joints and sites.
        gear: Lead<6> [geared] { default: leading_one() },
        /// Length of the connecting rod of a slider-crank.
        cranklength: f64 [geared] { unit: "m" },
        /// Name of the joint that it acts on.
        joint: String [target],
        /// Name of the joint that it acts on, with forces specified in the frame of the parent body.
        jointinparent: String [target],
        /// Name of the tendon that it acts on.
        tendon: String [target],
        /// Name of the site of a slider-crank along whose z axis the slider moves.
        slidersite: String [target],
        /// Name of the site where the crank and the rod of a slider-crank are joined.
        cranksite: String [target],
        /// Name of the site that it acts on.
        site: String [site],
        /// Name of the reference site, in whose frame the pose of the site is measured.
        refsite: String [refsite],
        /// Name of the body whose contacts it attracts.
        body: String [body],
        /// Number of activation variables; −1: as many as the dynamics need.
        actdim: i32 [activation] { default: -1 },
        /// Activation dynamics.
        dyntype: DynType [activation] { default: DynType::None },
        /// Type of the gain, which multiplies the control or activation.
        gaintype: GainType [law] { default: GainType::Fixed },
        /// Type of the bias, which is added to the force.
        biastype: BiasType [law] { default: BiasType::None },
        /// Parameters of the dynamics; the first is a time constant.
        dynprm: Lead<10> [activation] { default: leading_one() },
        /// Parameters of the gain.
        gainprm: Lead<10> [law] { default: leading_one() },
        /// Parameters of the bias.
        biasprm: Lead<10> [law],
        /// True if the force is computed from the activation of the next step.
        actearly: Bool [activation],
        /// Position gain; by default that of the class, or 1.
        kp: f64 [servo] { unit: "N/m or N m/rad", default: f64::NAN },
        /// Velocity gain; by default that of the class.
        kv: f64 [kv] { unit: "N s/m or N m s/rad", default: f64::NAN },
        /// Damping ratio, instead of a velocity gain; 1: critical damping.
        dampratio: f64 [servo] { default: f64::NAN },
        /// Size of the control range relative to the range of the target; 0: not inherited.
        inheritrange: f64 [servo],
        /// Time constants: one for filters and cylinders, activation and deactivation for muscles.
        timeconst: Lead<2> [timeconst] { unit: "s", default: [f64::NAN; 2] },
        /// Area of a cylinder.
        area: f64 [cylinder] { unit: "m²", default: f64::NAN },
        /// Diameter of a cylinder, instead of its area.
        diameter: f64 [cylinder] { unit: "m", default: f64::NAN },
        /// Bias of a cylinder.
        bias: [f64; 3] [cylinder] { default: unset() },
        /// Width of the smooth transition between the time constants of a muscle.
        tausmooth: f64 [tausmooth] { default: f64::NAN },
        /// Operating length range of a muscle, relative to its resting length; −1: that of the class, or 0.75 to 1.05.
        range: [f64; 2] [muscle] { default: [-1.0; 2] },
        /// Peak active force of a muscle; −1: computed from `scale`.
        force: f64 [muscle] { unit: "N", default: -1.0 },
        /// Peak force times the acceleration per unit force in the reference configuration; −1: that of the class, or 200.
        scale: f64 [muscle] { unit: "N", default: -1.0 },
        /// Minimum length at which a muscle exerts force; −1: that of the class, or 0.5.
        lmin: f64 [muscle] { default: -1.0 },
        /// Maximum length at which a muscle exerts force; −1: that of the class, or 1.6.
        lmax: f64 [muscle] { default: -1.0 },
        /// Shortening velocity at which a muscle exerts no force, in resting lengths per second; −1: that of the class, or 1.5.
        vmax: f64 [muscle] { unit: "1/s", default: -1.0 },
        /// Passive force of a muscle at `lmax`, relative to the peak force; −1: that of the class, or 1.3.
        fpmax: f64 [muscle] { default: -1.0 },
        /// Active force of a lengthening muscle, relative to the peak force; −1: that of the class, or 1.2.
        fvmax: f64 [muscle] { default: -1.0 },
        /// Adhesion force per unit of control; by default that of the class, or 1.
        gain: f64 [adhesion] { unit: "N", default: f64::NAN },
        /// Name of the plugin.
        plugin: String [plugin],
        /// Name of the plugin instance.
        instance: String [plugin],
        /// User data, copied to `actuator_user`.
        user: Vec<f64> { member: "userdata" },
    }
    children {
        /// Its element.
        kind: ActuatorKind,
        /// `config` of a plugin.
        config: Vec<Config>,
    }
}

impl Actuator {
    /// The plugin that it uses, in the form of a `plugin` element inside other elements.
    pub fn used(&self) -> Option<Plugin> {
        (self.kind == ActuatorKind::Plugin).then(|| Plugin {
            span: self.span,
            plugin: self.plugin.clone(),
            instance: self.instance.clone(),
            config: self.config.clone(),
        })
    }
}

impl Actuator {
    /// The targets that are set, each with the type of transmission that it stands for.
    pub fn targets(&self) -> impl Iterator<Item = (&Attr<String>, TrnType)> {
        let targets = [
            (&self.joint, TrnType::Joint),
            (&self.jointinparent, TrnType::JointInParent),
            (&self.tendon, TrnType::Tendon),
            (&self.cranksite, TrnType::SliderCrank),
            (&self.site, TrnType::Site),
            (&self.body, TrnType::Body),
        ];
        targets.into_iter().filter(|(attr, _)| attr.is_set())
    }

    /// Reports more than one target, and attributes of slider-cranks and sites that the target does not have; `known` is the type of
    /// transmission if the element has no target.
    pub fn check(&self, known: TrnType, diag: &mut Diagnostics) {
        let mut conflict = |text: &str| {
            let report = diag.error(self.span, SchemaError::Conflict(text.to_owned()));
            report.element(self.kind.tag()).named(self.name.text());
        };
        let mut targets = self.targets();
        let trntype = targets.next().map_or(known, |(_, trntype)| trntype);
        if targets.next().is_some() {
            conflict("an actuator can have only one transmission target; remove the others");
            return;
        }
        if trntype == TrnType::Undefined {
            return;
        }
        let crank = self.cranklength.is_set() || self.slidersite.is_set();
        if crank && trntype != TrnType::SliderCrank {
            conflict(
                "cranklength and slidersite apply to a slider-crank only; add cranksite, or remove them",
            );
        }
        if self.refsite.is_set() && trntype != TrnType::Site {
            conflict("refsite applies to a site transmission only; add site, or remove it");
        }
    }
}
