//! The outcome of a step besides the next state.
//!
//! A step cannot fail because of numbers: NaN, infinite or huge ones are counted as warnings and, unless `autoreset` is
//! disabled, reset the simulation to its initial state. [`StepOutcome`] reports this to the caller, so that no counters
//! need to be compared before and after.

use synovia_model::enums::Warning;
use synovia_model::id::JointId;
use synovia_model::{Model, ObjType};

/// Number of kinds of warnings of the reference.
const KINDS: usize = Warning::VALUES.len();

/// The outcome of a step. The default is a step without incident.
///
/// ```
/// use synovia::model::id::DofId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody>
///        <body name='arm'><joint name='elbow'/><geom size='.1' pos='.2 0 0'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// assert!(synovia::step(&model, &mut data)?.is_healthy());
///
/// data.state.qvel[DofId(0)] = f64::NAN;
/// let outcome = synovia::step(&model, &mut data)?;
/// assert!(outcome.reset); // back at the initial state, then one step from there
/// let bad = outcome.bad.unwrap();
/// assert_eq!(bad.describe(&model), "NaN in qvel of joint \"elbow\" in body \"arm\" (dof 0)");
/// # Ok::<(), synovia::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepOutcome {
    /// The first bad number that the step found, if any.
    pub bad: Option<BadNumber>,
    /// True if bad numbers reset the simulation to its initial state.
    pub reset: bool,
    /// Number of occurrences of each [`Warning`] in this step, by its number.
    pub warnings: [u32; KINDS],
}

impl StepOutcome {
    /// True if no bad number was found. Other warnings, such as a full contact buffer, do not make a step unhealthy.
    pub fn is_healthy(&self) -> bool {
        self.bad.is_none()
    }

    /// Number of occurrences of a warning in this step.
    pub fn count(&self, warning: Warning) -> u32 {
        let kind = usize::try_from(warning.to_i32()).ok();
        kind.and_then(|kind| self.warnings.get(kind))
            .copied()
            .unwrap_or(0)
    }

    /// Counts an occurrence.
    pub(crate) fn add(&mut self, warning: usize) {
        if let Some(count) = self.warnings.get_mut(warning) {
            *count = count.saturating_add(1);
        }
    }
}

/// A number that indicates a diverged simulation: NaN, infinite, or larger than [`MAX_VAL`](crate::MAX_VAL).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BadNumber {
    /// [`Warning::BadQpos`], [`Warning::BadQvel`] or [`Warning::BadQacc`].
    pub warning: Warning,
    /// Its index in that array.
    pub index: usize,
    /// The number.
    pub value: f64,
    /// Simulated time \[s\] at which it was found.
    pub time: f64,
}

impl BadNumber {
    /// The array that contains it.
    pub fn field(&self) -> &'static str {
        match self.warning {
            Warning::BadQpos => "qpos",
            Warning::BadQvel => "qvel",
            _ => "qacc",
        }
    }

    /// The joint that it belongs to.
    pub fn joint(&self, model: &Model) -> Option<JointId> {
        let start = |j: JointId| match self.warning {
            Warning::BadQpos => model.joint.qposadr[j],
            _ => model.joint.dofadr[j],
        };
        let before = |&j: &JointId| usize::try_from(start(j)).is_ok_and(|adr| adr <= self.index);
        model.joint.ids().take_while(before).last()
    }

    /// The number, the array, and the names of the joint and the body.
    pub fn describe(&self, model: &Model) -> String {
        let what = if self.value.is_nan() {
            "NaN".to_owned()
        } else {
            format!("{:e}", self.value)
        };
        let called = |kind, id: usize| match model.name_of(kind, id) {
            Some(name) if !name.is_empty() => format!("{name:?}"),
            _ => id.to_string(),
        };
        let (field, index) = (self.field(), self.index);
        let unit = if self.warning == Warning::BadQpos {
            "position"
        } else {
            "dof"
        };
        match self.joint(model) {
            Some(j) => {
                let joint = called(ObjType::Joint, j.index());
                let body = called(ObjType::Body, model.joint.bodyid[j].index());
                format!("{what} in {field} of joint {joint} in body {body} ({unit} {index})")
            }
            None => format!("{what} in {field} ({unit} {index})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_are_counted_by_kind() {
        let mut outcome = StepOutcome::default();
        outcome.add(Warning::ContactFull.to_i32() as usize);
        outcome.add(Warning::ContactFull.to_i32() as usize);
        outcome.add(KINDS);
        assert_eq!(outcome.count(Warning::ContactFull), 2);
        assert_eq!(outcome.count(Warning::BadQacc), 0);
        assert_eq!(outcome.count(Warning(-1)), 0);
        assert!(outcome.is_healthy());
    }
}
