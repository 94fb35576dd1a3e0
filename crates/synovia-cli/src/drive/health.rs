//! The health of a simulation: the first bad number, where and when it occurred, and how many followed.

use serde_json::{Value, json};
use synovia::engine::is_bad;
use synovia::model::Model;
use synovia::model::enums::Warning;
use synovia::{BadNumber, Data, StepOutcome};

/// Exit code of a simulation that failed; its outputs are written anyway.
pub(crate) const FAILED: u8 = 3;

/// Bad numbers of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Health {
    first: Option<Incident>,
    /// Steps with a bad number.
    steps: u64,
    /// How often bad numbers reset the simulation to its initial state.
    pub resets: u64,
}

/// A bad number, and a description of its place.
#[derive(Clone, Debug)]
struct Incident {
    /// Number of the step, from 1; `None` for a state that is not the result of a step.
    step: Option<usize>,
    bad: BadNumber,
    place: String,
    joint: Option<String>,
    body: Option<String>,
}

impl Incident {
    fn new(model: &Model, step: Option<usize>, bad: BadNumber) -> Self {
        let joint = bad.joint(model);
        let name = |kind, id| model.name_of(kind, id).map(str::to_owned);
        Self {
            step,
            bad,
            place: bad.describe(model),
            joint: joint.and_then(|j| name(synovia::model::ObjType::Joint, j.index())),
            body: joint.and_then(|j| {
                let body = model.joint.bodyid[j];
                name(synovia::model::ObjType::Body, body.index())
            }),
        }
    }
}

impl Health {
    /// Records the outcome of step `done`, counted from 1.
    #[inline]
    pub(crate) fn watch(&mut self, model: &Model, done: usize, outcome: &StepOutcome) {
        if let Some(bad) = outcome.bad {
            self.note(model, Some(done), bad);
            self.resets += u64::from(outcome.reset);
        }
    }

    /// Checks a state that is drawn or saved at the end: only the next step would have found its bad numbers.
    pub(crate) fn watch_state(&mut self, model: &Model, done: Option<usize>, data: &Data) {
        if self.failed() {
            return;
        }
        let (state, time) = (&data.state, data.state.time);
        let parts = [
            (Warning::BadQpos, state.qpos.rows()),
            (Warning::BadQvel, state.qvel.rows()),
        ];
        for (warning, numbers) in parts {
            if let Some(index) = numbers.iter().position(|&x| is_bad(x)) {
                let value = numbers[index];
                let bad = BadNumber {
                    warning,
                    index,
                    value,
                    time,
                };
                return self.note(model, done, bad);
            }
        }
    }

    fn note(&mut self, model: &Model, step: Option<usize>, bad: BadNumber) {
        self.steps += 1;
        (self.first).get_or_insert_with(|| Incident::new(model, step, bad));
    }

    /// True if there was a bad number.
    pub(crate) fn failed(&self) -> bool {
        self.first.is_some()
    }

    /// The first bad number, when it occurred and what followed; `None` if there was none.
    pub(crate) fn message(&self) -> Option<String> {
        let Incident {
            step, bad, place, ..
        } = self.first.as_ref()?;
        let first = match step {
            Some(step) => format!("{place} at step {step}, time {} s", bad.time),
            None => format!("{place} at time {} s", bad.time),
        };
        let later = match self.steps - 1 {
            0 => String::new(),
            1 => "; bad numbers in a later step".to_owned(),
            n => format!("; bad numbers in {n} later steps"),
        };
        let resets = match self.resets {
            0 => String::new(),
            1 => "; reset to the initial state".to_owned(),
            n => format!("; reset to the initial state {n} times"),
        };
        Some(first + &later + &resets)
    }

    /// The same as JSON; null if there was no bad number.
    pub(crate) fn to_json(&self) -> Value {
        let Some(first) = &self.first else {
            return Value::Null;
        };
        json!({
            "field": first.bad.field(),
            "index": first.bad.index,
            // JSON has neither NaN nor infinity
            "value": first.bad.value.to_string(),
            "step": first.step,
            "time": first.bad.time,
            "joint": first.joint,
            "body": first.body,
            "message": self.message(),
            "steps": self.steps,
            "resets": self.resets,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bad_number_is_kept_and_later_ones_are_counted() {
        let model = synovia::Model::from_xml_str(
            "<mujoco><worldbody><body name='b'><joint name='j'/><geom size='.1'/></body></worldbody></mujoco>",
        )
        .unwrap();
        let mut health = Health::default();
        assert!(!health.failed() && health.message().is_none() && health.to_json().is_null());
        let outcome = |time| StepOutcome {
            bad: Some(BadNumber {
                warning: Warning::BadQacc,
                index: 0,
                value: f64::NAN,
                time,
            }),
            reset: true,
            ..StepOutcome::default()
        };
        health.watch(&model, 1, &StepOutcome::default());
        health.watch(&model, 7, &outcome(0.5));
        health.watch(&model, 9, &outcome(0.7));
        let expected = "NaN in qacc of joint \"j\" in body \"b\" (dof 0) at step 7, time 0.5 s; \
                        bad numbers in a later step; reset to the initial state 2 times";
        assert_eq!(health.message().as_deref(), Some(expected));
        let json = health.to_json();
        assert_eq!((&json["joint"], &json["step"]), (&json!("j"), &json!(7)));
    }
}
