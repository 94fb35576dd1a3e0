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
//! Whoever passes has an [`Admitted`], and stages take nothing else: that the checks were made is a matter of types.
//!
//! | function or method        | for                                                                             |
//! |---------------------------|---------------------------------------------------------------------------------|
//! | [`enter`]                 | a call that starts with positions, or reads no result of a stage that indexes   |
//! | [`enter_after`]           | a call that starts with a later stage                                           |
//! | [`check`]                 | a call that only reads                                                          |
//! | `Admitted::recheck`       | what follows code of the program in the middle of a call                        |
//!
//! The model is compared by the content numbers of its columns ([`Model::has_structure`]), which takes some ten nanoseconds.

mod derived;
mod pattern;

use synovia_model::{Model, Structure};

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

/// A model and a simulation of it that passed the gate.
///
/// ```
/// use synovia::engine::gate;
/// use synovia::model::id::BodyId;
/// let mut model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// assert!(gate::enter(&model, &mut data).is_ok());
/// model.body.parentid[BodyId(1)] = BodyId(1);
/// let error = gate::enter(&model, &mut data).unwrap_err();
/// assert!(error.to_string().contains("body_parentid[1] is 1"));
/// # Ok::<(), synovia::Error>(())
/// ```
#[derive(Debug)]
pub struct Admitted<'a> {
    model: &'a Model,
    data: &'a mut Data,
    /// True if one stage is called alone: what code of the program writes is checked by the call that reads it.
    alone: bool,
}

impl<'a> Admitted<'a> {
    /// A model and a simulation that need no check: the caller has made one for the other.
    pub(crate) fn unchecked(model: &'a Model, data: &'a mut Data) -> Self {
        Self {
            model,
            data,
            alone: false,
        }
    }

    /// The same, for one stage that is called alone.
    pub(crate) fn alone(self) -> Self {
        Self {
            alone: true,
            ..self
        }
    }

    /// Model and simulation.
    #[inline]
    pub fn parts(&mut self) -> (&'a Model, &mut Data) {
        (self.model, self.data)
    }

    /// The model.
    #[inline]
    pub fn model(&self) -> &'a Model {
        self.model
    }

    /// The simulation, to read.
    #[inline]
    pub fn data(&self) -> &Data {
        self.data
    }

    /// Checks what code of the program may have written, which may call any function with the simulation; if it is out of range the call
    /// [stops](Admitted::is_stopped).
    pub(crate) fn recheck(&mut self, reads: &[Derived]) {
        if self.alone {
            return;
        }
        let (model, data) = (self.model, &mut *self.data);
        let known =
            data.size_mismatch(model).is_none() && model.has_structure(&data.work.gate.known);
        let checked = if known { Ok(()) } else { admit(model, data) };
        if let Err(error) = checked.and_then(|()| derived::check(model, data, reads)) {
            data.diag.error = Some(error);
            data.work.gate.closed = true;
        }
    }

    /// True if a callback or a plugin failed, or left numbers that are out of range: no further stage may run.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        let Data { diag, work, .. } = &*self.data;
        work.gate.closed || matches!(diag.error, Some(EngineError::Extension { .. }))
    }

    /// What stopped the call, if it was a callback, a plugin, or what these wrote.
    pub(crate) fn stop(&mut self) -> Result<(), EngineError> {
        if self.is_stopped() {
            self.outcome()
        } else {
            Ok(())
        }
    }

    /// What went wrong in the call, if something did.
    pub fn outcome(&mut self) -> Result<(), EngineError> {
        self.data.outcome()
    }
}

/// Results of earlier stages that later ones index with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Derived {
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

impl Derived {
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

/// Admits a call that starts with the positions.
#[inline]
pub fn enter<'a>(model: &'a Model, data: &'a mut Data) -> Result<Admitted<'a>, EngineError> {
    data.work.gate.closed = false;
    if !model.has_structure(&data.work.gate.known) {
        admit(model, data)?;
    }
    Ok(Admitted::unchecked(model, data))
}

/// Admits a call that starts with a later stage, which `reads` results of earlier ones.
pub fn enter_after<'a>(
    model: &'a Model,
    data: &'a mut Data,
    reads: &[Derived],
) -> Result<Admitted<'a>, EngineError> {
    let at = enter(model, data)?;
    derived::check(model, at.data, reads)?;
    Ok(at)
}

/// Why a call that only reads is refused, if it is.
pub fn check(model: &Model, data: &Data) -> Result<(), EngineError> {
    if model.has_structure(&data.work.gate.known) {
        return Ok(());
    }
    let size_mismatch = data.size_mismatch(model).map(EngineError::OtherModel);
    refusal_of(model).or(size_mismatch).map_or(Ok(()), Err)
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
fn admit(model: &Model, data: &mut Data) -> Result<(), EngineError> {
    let size_mismatch = data.size_mismatch(model).map(EngineError::OtherModel);
    match refusal_of(model).or(size_mismatch) {
        None => {
            data.work.gate.known = model.structure();
            Ok(())
        }
        Some(error) => {
            data.work.gate.known = Structure::default();
            Err(error)
        }
    }
}
