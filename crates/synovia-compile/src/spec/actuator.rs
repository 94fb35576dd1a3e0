//! The actuator record, which all actuator elements edit.
//!
//! An actuator is one record. `general` sets its fields; each shortcut (`motor`, `position`, …) is an edit that sets
//! gain, bias and dynamics so that
//!
//! ```text
//! force = gain(length, velocity) · (ctrl or act) + bias(length, velocity)          (1)
//! affine: p₀ + p₁ length + p₂ velocity                                              (2)
//! ```
//!
//! A class has a list of such edits. The record of an element is the built-in one, edited by every class from the root
//! down, and finally by the element itself; an edit sees the result of the earlier ones, so a shortcut may keep a gain
//! that it does not set.

use core::f64::consts::PI;

use synovia_mjcf::diag::Diagnostics;
use synovia_mjcf::keyword::{Interp, Limited};
use synovia_mjcf::spec::actuator::{Actuator, ActuatorKind};
use synovia_mjcf::{Attr, Span};
use synovia_model::enums::{BiasType, DynType, GainType, TrnType};

use super::record::record;

record! {
    /// An actuator with every value known.
    pub struct ActuatorRecord of Actuator {
        group: i32,
        nsample: i32,
        interp: Interp,
        delay: f64,
        ctrllimited: Limited,
        forcelimited: Limited,
        actlimited: Limited,
        ctrlrange: [f64; 2],
        forcerange: [f64; 2],
        actrange: [f64; 2],
        lengthrange: [f64; 2],
        gear: [f64; 6],
        cranklength: f64,
        inheritrange: f64,
        dyntype: DynType,
        gaintype: GainType,
        biastype: BiasType,
        dynprm: [f64; 10],
        gainprm: [f64; 10],
        biasprm: [f64; 10],
        actdim: i32,
        actearly: bool,
    }
    own {
        /// Where the element was written.
        span: Span = Span::default(),
        /// Name.
        name: Attr<String> = Attr::default(),
        /// Default class.
        class: Attr<String> = Attr::default(),
        /// What it acts on.
        trntype: TrnType = TrnType::Undefined,
        /// Name of what it acts on; for a slider-crank the site at the crank.
        target: Attr<String> = Attr::default(),
        /// Site at the slider.
        slidersite: Attr<String> = Attr::default(),
        /// Reference site.
        refsite: Attr<String> = Attr::default(),
        /// User data.
        user: Vec<f64> = Vec::new(),
    }
}

/// Copies an attribute into a plain value if it is set.
fn put<T: Clone>(value: &mut T, attr: &Attr<T>) {
    if let Some(written) = attr.get() {
        value.clone_from(written);
    }
}

/// `put!(record, el; a b c)` does so for fields of the same name.
macro_rules! put {
    ($record:expr, $el:expr; $($field:ident)*) => { $( put(&mut $record.$field, &$el.$field); )* };
}

impl ActuatorRecord {
    /// Applies an actuator element to this record; errors are reported.
    pub fn edit(&mut self, el: &Actuator, diag: &mut Diagnostics) {
        // attributes of all kinds first, then those of the shortcut
        self.span = el.span;
        self.common(el);
        self.transmission(el);

        let edited = match el.kind {
            ActuatorKind::General => {
                self.general(el);
                Ok(())
            }
            ActuatorKind::Motor => {
                self.motor();
                Ok(())
            }
            ActuatorKind::Position => self.position(el),
            ActuatorKind::IntVelocity => self.intvelocity(el),
            ActuatorKind::Velocity => {
                self.velocity(el);
                Ok(())
            }
            ActuatorKind::Damper => self.damper(el),
            ActuatorKind::Cylinder => {
                self.cylinder(el);
                Ok(())
            }
            ActuatorKind::Muscle => self.muscle(el),
            ActuatorKind::Adhesion => self.adhesion(el),
            ActuatorKind::Plugin => {
                self.dynamics(el);
                Ok(())
            }
        };
        if let Err((span, message)) = edited {
            diag.error(span, message)
                .element(el.kind.tag())
                .named(el.name.text());
        }
    }

    /// Attributes that all kinds have.
    fn common(&mut self, el: &Actuator) {
        self.class = el.class.clone();
        if el.name.is_set() {
            self.name = el.name.clone();
        }
        put!(
            self, el;
            group nsample interp delay ctrllimited forcelimited actlimited ctrlrange forcerange actrange lengthrange cranklength user
        );
        self.gear = el.gear.fill(self.gear);
    }

    /// The transmission target.
    fn transmission(&mut self, el: &Actuator) {
        if let Some((attr, trntype)) = el.targets().next() {
            self.target = attr.clone();
            self.trntype = trntype;
        }
        if el.slidersite.is_set() {
            self.slidersite = el.slidersite.clone();
        }
        if el.refsite.is_set() {
            self.refsite = el.refsite.clone();
        }
    }

    /// Activation dynamics.
    fn dynamics(&mut self, el: &Actuator) {
        put!(self, el; dyntype actdim);
        self.actearly = el.actearly.is_true_or(self.actearly);
        self.dynprm = el.dynprm.fill(self.dynprm);
    }

    /// All parameters are explicit.
    fn general(&mut self, el: &Actuator) {
        self.dynamics(el);
        put!(self, el; gaintype biastype);
        self.gainprm = el.gainprm.fill(self.gainprm);
        self.biasprm = el.biasprm.fill(self.biasprm);
    }

    /// `force = ctrl`.
    fn motor(&mut self) {
        self.gainprm[0] = 1.0;
        self.dyntype = DynType::None;
        self.gaintype = GainType::Fixed;
        self.biastype = BiasType::None;
    }

    /// `force = kp (ctrl − length) − kv velocity`; the control is filtered if there is a time constant.
    fn position(&mut self, el: &Actuator) -> Result<(), (Span, &'static str)> {
        let kp = el.kp.or(self.gainprm[0]);
        self.gainprm[0] = kp;
        self.biasprm[1] = -kp;

        if el.kv.is_set() && el.dampratio.is_set() {
            return Err((
                el.dampratio.span(),
                "both \"kv\" and \"dampratio\" are set; remove one of them",
            ));
        }
        // a damping ratio is stored with positive sign until `set_const` knows the mass
        if let Some(&kv) = el.kv.get() {
            if kv < 0.0 {
                return Err((el.kv.span(), "\"kv\" must not be negative"));
            }
            self.biasprm[2] = -kv;
        }
        if let Some(&ratio) = el.dampratio.get() {
            if ratio < 0.0 {
                return Err((el.dampratio.span(), "\"dampratio\" must not be negative"));
            }
            self.biasprm[2] = ratio;
        }
        if let Some(timeconst) = el.timeconst.get() {
            let t = timeconst.fill([0.0; 2])[0];
            if t < 0.0 {
                return Err((el.timeconst.span(), "\"timeconst\" must not be negative"));
            }
            self.dynprm[0] = t;
            self.dyntype = if t == 0.0 {
                DynType::None
            } else {
                DynType::FilterExact
            };
        }
        put(&mut self.inheritrange, &el.inheritrange);
        if self.inheritrange > 0.0 && self.ctrlrange != [0.0; 2] {
            return Err((
                el.inheritrange.span_or(el.span),
                "both \"ctrlrange\" and \"inheritrange\" are set; remove one of them",
            ));
        }
        self.gaintype = GainType::Fixed;
        self.biastype = BiasType::Affine;
        Ok(())
    }

    /// A position servo whose setpoint is the integral of the control.
    ///
    /// QUIRK(intvelocity-contradiction): if the servo's parameters contradict each other, those set so far are kept and no error is
    /// reported; a velocity range together with an inherited position range is such a case.
    fn intvelocity(&mut self, el: &Actuator) -> Result<(), (Span, &'static str)> {
        let _contradiction = self.position(el);
        self.dyntype = DynType::Integrator;
        self.actlimited = Limited::True;
        let inheritrange = el.inheritrange.or(self.inheritrange);
        if inheritrange > 0.0 && self.actrange != [0.0; 2] {
            return Err((
                el.inheritrange.span_or(el.span),
                "both \"actrange\" and \"inheritrange\" are set; remove one of them",
            ));
        }
        Ok(())
    }

    /// `force = kv (ctrl − velocity)`.
    fn velocity(&mut self, el: &Actuator) {
        let kv = el.kv.or(self.gainprm[0]);
        self.biasprm = [0.0; 10];
        self.gainprm[0] = kv;
        self.biasprm[2] = -kv;
        self.dyntype = DynType::None;
        self.gaintype = GainType::Fixed;
        self.biastype = BiasType::Affine;
    }

    /// `force = −kv velocity ctrl`, with controls that must not be negative.
    fn damper(&mut self, el: &Actuator) -> Result<(), (Span, &'static str)> {
        let kv = el.kv.get().copied().unwrap_or_default();
        self.gainprm = [0.0; 10];
        self.gainprm[2] = -kv;
        self.ctrllimited = Limited::True;
        self.dyntype = DynType::None;
        self.gaintype = GainType::Affine;
        self.biastype = BiasType::None;
        if kv < 0.0 {
            return Err((el.kv.span(), "\"kv\" must not be negative"));
        }
        self.nonnegative_controls(el)
    }

    /// A pneumatic or hydraulic cylinder.
    fn cylinder(&mut self, el: &Actuator) {
        if let Some(timeconst) = el.timeconst.get() {
            self.dynprm[0] = timeconst.fill([0.0; 2])[0];
        }
        if let Some(&bias) = el.bias.get() {
            self.biasprm[0] = bias[0];
        }
        put(&mut self.gainprm[0], &el.area);
        if let Some(&diameter) = el.diameter.get()
            && diameter >= 0.0
        {
            self.gainprm[0] = PI / 4.0 * diameter * diameter;
        }
        self.dyntype = DynType::Filter;
        self.gaintype = GainType::Fixed;
        self.biastype = BiasType::Affine;
    }

    /// A muscle.
    ///
    /// QUIRK(muscle-default-values): values equal to the defaults of a general actuator are replaced by those of a muscle, even if they
    /// were set explicitly.
    fn muscle(&mut self, el: &Actuator) -> Result<(), (Span, &'static str)> {
        let replace = |value: &mut f64, plain: f64, muscle: f64| {
            if *value == plain {
                *value = muscle;
            }
        };
        replace(&mut self.dynprm[0], 1.0, 0.01);
        replace(&mut self.dynprm[1], 0.0, 0.04);
        replace(&mut self.gainprm[0], 1.0, 0.75);
        for (k, muscle) in [1.05, -1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2]
            .into_iter()
            .enumerate()
        {
            replace(&mut self.gainprm[k + 1], 0.0, muscle);
        }

        if let Some(&smooth) = el.tausmooth.get() {
            if smooth < 0.0 {
                return Err((el.tausmooth.span(), "\"tausmooth\" must not be negative"));
            }
            self.dynprm[2] = smooth;
        }

        // negative values keep the current ones
        let own = el.values();
        let timeconst = own.timeconst;
        let given = [
            own.range[0],
            own.range[1],
            own.force,
            own.scale,
            own.lmin,
            own.lmax,
            own.vmax,
            own.fpmax,
            own.fvmax,
        ];
        for (value, given) in self.dynprm.iter_mut().zip(timeconst) {
            if given >= 0.0 {
                *value = given;
            }
        }
        for (value, given) in self.gainprm.iter_mut().zip(given) {
            if given >= 0.0 {
                *value = given;
            }
        }
        self.biasprm[..9].copy_from_slice(&self.gainprm[..9]);

        self.dyntype = DynType::Muscle;
        self.gaintype = GainType::Muscle;
        self.biastype = BiasType::Muscle;
        Ok(())
    }

    /// Adhesion: an attractive force at the contacts of a body.
    fn adhesion(&mut self, el: &Actuator) -> Result<(), (Span, &'static str)> {
        let gain = el.gain.or(self.gainprm[0]);
        self.gainprm[0] = gain;
        self.ctrllimited = Limited::True;
        self.gaintype = GainType::Fixed;
        self.biastype = BiasType::None;
        if gain < 0.0 {
            return Err((el.gain.span_or(el.span), "\"gain\" must not be negative"));
        }
        self.nonnegative_controls(el)
    }

    fn nonnegative_controls(&self, el: &Actuator) -> Result<(), (Span, &'static str)> {
        if self.ctrlrange.iter().any(|&c| c < 0.0) {
            let message = "\"ctrlrange\" must not be negative";
            return Err((el.ctrlrange.span_or(el.span), message));
        }
        Ok(())
    }
}
