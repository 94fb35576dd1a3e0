//! Shortcuts: convert an actuator to a motor, a servo, a muscle and so on.
//!
//! A shortcut sets gain, bias and dynamics (equation (1) of [`crate::spec::actuator`]) and does not change the rest.
//!
//! ```
//! use synovia_compile::spec::Spec;
//! use synovia_mjcf::spec::actuator::Actuator;
//!
//! let mut spec = Spec::new();
//! let id = spec.add(Actuator::motor("a").joint("elbow"))?;
//! spec.edit(id)?.to_position(20.0, 1.0)?;
//! assert_eq!(spec.edit(id)?.biasprm[..3], [0.0, -20.0, -1.0]);
//!
// other parameters of a shortcut are set as in a file
//! spec.edit(id)?.to(&Actuator::position("").kp(20.0).dampratio(0.7))?;
//! assert_eq!(spec.edit(id)?.biasprm[2], 0.7);
//! assert!(spec.edit(id)?.to_damper(-1.0).is_err());
//! # Ok::<(), synovia_compile::spec::edit::EditError>(())
//! ```

use synovia_mjcf::Element;
use synovia_mjcf::diag::Diagnostics;
use synovia_mjcf::member::Value;
use synovia_mjcf::spec::actuator::{Actuator, ActuatorKind};

use crate::spec::actuator::ActuatorRecord;
use crate::spec::arena::Id;
use crate::spec::edit::EditError;
use crate::spec::store::Spec;

impl ActuatorRecord {
    /// Applies an actuator element: its shortcut and every value that it sets.
    pub fn to(&mut self, el: &Actuator) -> Result<(), EditError> {
        let (span, class, name) = (self.span, self.class.clone(), self.name.clone());
        let mut diag = Diagnostics::new();
        el.check(self.trntype, &mut diag);
        self.edit(el, &mut diag);
        self.span = span;
        self.class = class;
        if self.name.text().is_empty() {
            self.name = name;
        }
        Spec::said(&diag)
    }

    /// The control is a force.
    #[doc(alias = "mjs_setToMotor")]
    pub fn to_motor(&mut self) -> Result<(), EditError> {
        self.to(&Actuator::motor(""))
    }

    /// The control is a position: `force = kp (ctrl − length) − kv velocity`.
    #[doc(alias = "mjs_setToPosition")]
    pub fn to_position(&mut self, kp: f64, kv: f64) -> Result<(), EditError> {
        self.to(&Actuator::position("").kp(kp).kv(kv))
    }

    /// The control is the rate of change of a position, which a servo tracks.
    #[doc(alias = "mjs_setToIntVelocity")]
    pub fn to_intvelocity(&mut self, kp: f64, kv: f64) -> Result<(), EditError> {
        self.to(&Actuator::intvelocity("").kp(kp).kv(kv))
    }

    /// The control is a velocity: `force = kv (ctrl − velocity)`.
    #[doc(alias = "mjs_setToVelocity")]
    pub fn to_velocity(&mut self, kv: f64) -> Result<(), EditError> {
        self.to(&Actuator::velocity("").kv(kv))
    }

    /// The control scales a damping: `force = −kv velocity ctrl`.
    #[doc(alias = "mjs_setToDamper")]
    pub fn to_damper(&mut self, kv: f64) -> Result<(), EditError> {
        self.to(&Actuator::damper("").kv(kv))
    }

    /// A cylinder: the control is a filtered pressure that acts on an area.
    #[doc(alias = "mjs_setToCylinder")]
    pub fn to_cylinder(&mut self, timeconst: f64, bias: f64, area: f64) -> Result<(), EditError> {
        let el = Actuator::cylinder("").timeconst(timeconst).area(area);
        self.to(&el.bias([bias, 0.0, 0.0]))
    }

    /// A muscle; values equal to those of a plain actuator are replaced by those of a muscle.
    #[doc(alias = "mjs_setToMuscle")]
    pub fn to_muscle(&mut self) -> Result<(), EditError> {
        self.to(&Actuator::muscle(""))
    }

    /// A body that attracts what it touches.
    #[doc(alias = "mjs_setToAdhesion")]
    pub fn to_adhesion(&mut self, gain: f64) -> Result<(), EditError> {
        self.to(&Actuator::adhesion("").gain(gain))
    }
}

/// The element of a shortcut named by a program, with its parameters; a negative value means an unset parameter where the
/// reference treats it so.
fn shortcut(word: &str, values: &[(String, Vec<f64>)]) -> Result<Actuator, EditError> {
    let kind = ActuatorKind::from_tag(word).ok_or(EditError::Unknown("kind of actuator"))?;
    let mut el = Actuator {
        kind,
        ..Actuator::default()
    };
    for (name, numbers) in values {
        let &[first, ..] = &numbers[..] else {
            return Err(EditError::Unknown("parameter of actuators"));
        };
        let pair = [first, numbers.get(1).copied().unwrap_or(first)];
        let mut value = Some(match name.as_str() {
            "timeconst" | "range" => Value::Reals(pair.to_vec()),
            "bias" => Value::Reals(vec![first, 0.0, 0.0]),
            _ => Value::Real(first),
        });
        let mut known = false;
        el.slot(name, &mut |slot| {
            known = value.take().is_some_and(|value| slot.write(value).is_ok());
        });
        if !known {
            return Err(EditError::Unknown("parameter of actuators"));
        }
    }
    Ok(el)
}

/// Applies a shortcut; nothing is changed if it is refused.
fn apply(
    record: &mut ActuatorRecord,
    word: &str,
    values: &[(String, Vec<f64>)],
) -> Result<(), EditError> {
    let mut changed = record.clone();
    changed.to(&shortcut(word, values)?)?;
    *record = changed;
    Ok(())
}

impl Spec {
    /// Converts an actuator to the shortcut with this name, with parameters by name.
    pub fn set_to(
        &mut self,
        actuator: usize,
        word: &str,
        values: &[(String, Vec<f64>)],
    ) -> Result<(), EditError> {
        apply(self.edit(Id::new(actuator))?, word, values)
    }

    /// The same for the actuators of a class.
    pub fn class_set_to(
        &mut self,
        class: usize,
        word: &str,
        values: &[(String, Vec<f64>)],
    ) -> Result<(), EditError> {
        let class = self.classes.get_mut(class);
        let class = class.ok_or(EditError::Unknown("default class"))?;
        apply(&mut class.actuator, word, values)
    }
}
