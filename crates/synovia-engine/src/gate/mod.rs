//! The gate that every call with a model and a simulation goes through.
//!
//! Stages trust ids, addresses, counts and kinds: an index out of bounds would cause a panic, a cycle of parents an endless
//! loop. Programs can write all of them, so they are checked at the entry of a call, and nowhere else:
//!
//! ```text
//! model        its structure, if one of its columns was written since the last call of this simulation
//! simulation   results of earlier stages, if the call starts with a later stage
//! ```
//!
//! A model and a simulation that pass become an [`Admitted`]: the type guarantees that the checks were made. Stages inside the
//! crate take it apart, into the groups that they read and fill; those after which something must be checked again, because
//! they call code of the program, take it as it is.
//!
//! | function or method        | for                                                                             |
//! |---------------------------|---------------------------------------------------------------------------------|
//! | [`enter`]                 | a call that starts with positions, or reads no result that is used as an index  |
//! | [`enter_after`]           | a call that starts with a later stage                                           |
//! | [`check`]                 | a call that only reads                                                          |
//! | `Admitted::recheck`       | continuing a call after code of the program has run                             |
//!
//! The model is compared by the content numbers of its columns ([`Model::has_structure`]), which takes about ten
//! nanoseconds.

mod derived;
mod pattern;

use synovia_model::{Model, Structure};

use crate::data::{Data, EngineError};
pub use crate::workspace::Gate;

impl Gate {
    /// The error if a model is refused. Fast if the model has not changed.
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
    /// True if a single stage is called: columns that code of the program writes are checked by the call that reads them.
    alone: bool,
}

impl<'a> Admitted<'a> {
    /// A model and a simulation that need no check: the caller has created one for the other.
    pub(crate) fn unchecked(model: &'a Model, data: &'a mut Data) -> Self {
        Self {
            model,
            data,
            alone: false,
        }
    }

    /// The same, for a single stage.
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

    /// Checks everything that code of the program may have written, because it may call any function with the simulation;
    /// if something is out of range the call [stops](Admitted::is_stopped).
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

    /// The error that stopped the call, if a callback, a plugin, or their writes caused it.
    pub(crate) fn stop(&mut self) -> Result<(), EngineError> {
        if self.is_stopped() {
            self.outcome()
        } else {
            Ok(())
        }
    }

    /// The error of the call, if there is one.
    pub fn outcome(&mut self) -> Result<(), EngineError> {
        self.data.outcome()
    }
}

/// Results of earlier stages that later ones use as indices.
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
    /// All results that stages after the position stages read.
    pub const ALL: &'static [Self] = &[
        Self::Tendons,
        Self::Moments,
        Self::Contacts,
        Self::Rows,
        Self::Projection,
        Self::Islands,
    ];
}

/// Admits a call that starts with the position stage.
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

/// The error if a call that only reads is refused.
pub fn check(model: &Model, data: &Data) -> Result<(), EngineError> {
    if model.has_structure(&data.work.gate.known) {
        return Ok(());
    }
    let size_mismatch = data.size_mismatch(model).map(EngineError::OtherModel);
    refusal_of(model).or(size_mismatch).map_or(Ok(()), Err)
}

/// Why a model cannot be simulated; `None` if it can.
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
            // another structure: poses may follow from other numbers
            data.work.awake.sleepers.recorded = false;
            Ok(())
        }
        Some(error) => {
            data.work.gate.known = Structure::default();
            Err(error)
        }
    }
}
