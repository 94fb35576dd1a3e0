//! The gate that every call with a model and a simulation goes through.
//!
//! Stages trust ids, addresses, counts and kinds: an index out of bounds would end in a panic, a cycle of parents in an
//! endless loop. Programs can write all of them, so they are checked where a call comes in, and nowhere else:
//!
//! ```text
//! model        its structure, if a column of it was written since this simulation saw it last
//! simulation   what stages left for later ones, if the call starts with such a later stage
//! ```
//!
//! The model is compared by the content numbers of its columns ([`Model::has_structure`]), which takes some ten
//! nanoseconds. An error is an [`EngineError`] in `data.diag`; the call then computes nothing.
#![expect(
    clippy::inline_always,
    reason = "every stage asks, and inside a step the answer is one flag"
)]

mod derived;
mod pattern;

use synovia_model::{Model, Structure};

use crate::constraint::complete;
use crate::data::{Data, EngineError};
pub use crate::workspace::Gate;

impl Gate {
    /// Why a model is refused, if it is. Quick if the answer is known.
    pub fn refusal(&mut self, model: &Model) -> Option<EngineError> {
        if model.has_structure(&self.known) {
            return None;
        }
        let error = refusal_of(model);
        if error.is_none() {
            self.known = model.structure();
        }
        error
    }

    /// The gate of a simulation of a model that passed the check.
    pub(crate) fn of(model: &Model) -> Self {
        Self {
            known: model.structure(),
            ..Self::default()
        }
    }
}

/// True if the call may go on: the model's ids and addresses stay within its tables, and the simulation has its sizes.
///
/// ```
/// use synovia::model::id::BodyId;
/// let mut model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// model.body.parentid[BodyId(1)] = BodyId(1);
/// let error = synovia::step(&model, &mut data).unwrap_err();
/// assert_eq!(data.state.time, 0.0); // no step was taken
/// assert!(error.to_string().contains("body_parentid[1] is 1"));
/// # Ok::<(), synovia::Error>(())
/// ```
#[inline(always)]
pub(crate) fn open(model: &Model, data: &mut Data) -> bool {
    data.work.gate.inside || open_from_outside(model, data)
}

#[inline(never)]
fn open_from_outside(model: &Model, data: &mut Data) -> bool {
    model.has_structure(&data.work.gate.known) || admit(model, data)
}

/// Results of earlier stages that later ones index with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// Rows of tendons.
    Tendons,
    /// Moment arms of actuators.
    Moments,
    /// Contacts.
    Contacts,
    /// Constraint rows.
    Rows,
    /// The matrix of dual solvers.
    Projection,
    /// Islands.
    Islands,
}

impl Left {
    /// All that stages after the position stages read.
    pub const ALL: &'static [Self] = &[
        Self::Tendons,
        Self::Moments,
        Self::Contacts,
        Self::Rows,
        Self::Projection,
        Self::Islands,
    ];
}

/// [`open`] for a stage that reads results of earlier ones.
#[inline(always)]
pub(crate) fn resume(model: &Model, data: &mut Data, reads: &[Left]) -> bool {
    data.work.gate.in_order || resume_from_outside(model, data, reads)
}

#[cold]
fn resume_from_outside(model: &Model, data: &mut Data, reads: &[Left]) -> bool {
    open(model, data) && is_coherent(model, data, reads)
}

/// Runs all stages of `f` in order, from the positions on, if the gate is [open](open()).
#[inline]
pub(crate) fn in_order<T>(
    model: &Model,
    data: &mut Data,
    f: impl FnOnce(&Model, &mut Data) -> T,
) -> Option<T> {
    if !open(model, data) {
        return None;
    }
    Some(within(model, data, f))
}

/// Runs `f`, whose stages follow others that ran before, if the results of those pass the check.
#[inline]
pub(crate) fn onward<T>(
    model: &Model,
    data: &mut Data,
    reads: &[Left],
    f: impl FnOnce(&Model, &mut Data) -> T,
) -> Option<T> {
    if !resume(model, data, reads) {
        return None;
    }
    Some(within(model, data, f))
}

#[inline]
fn within<T>(model: &Model, data: &mut Data, f: impl FnOnce(&Model, &mut Data) -> T) -> T {
    let before = (data.work.gate.inside, data.work.gate.in_order);
    (data.work.gate.inside, data.work.gate.in_order) = (true, true);
    let result = f(model, data);
    (data.work.gate.inside, data.work.gate.in_order) = before;
    result
}

/// Runs `f` without checking the model again: the caller has found the gate open.
pub fn held<T>(data: &mut Data, f: impl FnOnce(&mut Data) -> T) -> T {
    data.work.gate.inside = true;
    let result = f(data);
    data.work.gate.inside = false;
    result
}

/// What a call inside the gate knows, set aside while code of the program runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outside {
    inside: bool,
    in_order: bool,
}

/// Leaves the gate for code of the program, which may call any function with the simulation.
pub(crate) fn outside(data: &mut Data) -> Outside {
    let Gate {
        inside, in_order, ..
    } = data.work.gate;
    (data.work.gate.inside, data.work.gate.in_order) = (false, false);
    Outside { inside, in_order }
}

/// Goes on after [`outside`].
pub(crate) fn back(data: &mut Data, before: Outside) {
    (data.work.gate.inside, data.work.gate.in_order) = (before.inside, before.in_order);
}

/// After code of the program ran between stages: true if what it may have written still leads somewhere. Otherwise the
/// gate stays closed for the stages that follow. A stage that runs alone checks nothing here: the next one will.
pub(crate) fn recheck(model: &Model, data: &mut Data, reads: &[Left]) -> bool {
    if !data.work.gate.in_order {
        return data.diag.error.is_none();
    }
    let known = data.misfit(model).is_none() && model.has_structure(&data.work.gate.known);
    let sound = (known || admit(model, data)) && {
        let checked = derived::check(model, data, reads);
        checked
            .map_err(|error| data.diag.error = Some(error))
            .is_ok()
    };
    if !sound {
        (data.work.gate.inside, data.work.gate.in_order) = (false, false);
    }
    sound && data.diag.error.is_none()
}

/// Opens the gate for a call that is no part of another one, whatever became of the last.
#[inline]
pub fn enter(model: &Model, data: &mut Data) -> Result<(), EngineError> {
    (data.work.gate.inside, data.work.gate.in_order) = (false, false);
    open(model, data);
    data.outcome()
}

/// Opens the gate for a call that reads what earlier stages left.
pub fn enter_late(model: &Model, data: &mut Data, reads: &[Left]) -> Result<(), EngineError> {
    resume(model, data, reads);
    data.outcome()
}

/// True if the gate is [open](open()), for who only reads; nothing is told.
pub(crate) fn allows(model: &Model, data: &Data) -> bool {
    let known = data.work.gate.inside || model.has_structure(&data.work.gate.known);
    known || (data.misfit(model).is_none() && refusal_of(model).is_none())
}

/// Why the gate is closed for who only reads, if it is.
pub fn check(model: &Model, data: &Data) -> Result<(), EngineError> {
    if data.work.gate.inside || model.has_structure(&data.work.gate.known) {
        return Ok(());
    }
    let misfit = data.misfit(model).map(EngineError::OtherModel);
    refusal_of(model).or(misfit).map_or(Ok(()), Err)
}

/// Why a model cannot be computed with; nothing if it can.
pub fn refusal_of(model: &Model) -> Option<EngineError> {
    if let Err(error) = model.check_shapes() {
        let name = error.name;
        return Some(EngineError::Shape { name });
    }
    let structure = model.check_structure();
    let checked = structure.and_then(|()| pattern::check(model));
    checked.err().map(EngineError::Structure)
}

#[cold]
fn admit(model: &Model, data: &mut Data) -> bool {
    let misfit = data.misfit(model).map(EngineError::OtherModel);
    match refusal_of(model).or(misfit) {
        None => {
            data.work.gate.known = model.structure();
            true
        }
        error => {
            data.work.gate.known = Structure::default();
            data.diag.error = error;
            false
        }
    }
}

fn is_coherent(model: &Model, data: &mut Data, reads: &[Left]) -> bool {
    if let Err(error) = derived::check(model, data, reads) {
        data.diag.error = Some(error);
        return false;
    }
    // rows in another storage than the options select are made anew
    if reads.contains(&Left::Rows) && data.diag.error.is_none() {
        within(model, data, complete::rows);
    }
    true
}
