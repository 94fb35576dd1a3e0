//! How a simulation of a batch ended.

use std::fmt;

use synovia_engine::BadNumber;
use synovia_engine::data::{Diag, EngineError};
use synovia_model::enums::Warning;

/// What stopped a simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SimulationError {
    /// The step counted a warning; `info` is what it was about, such as the index of a dof.
    Warning {
        /// The first kind of warning that was counted.
        kind: Warning,
        /// What its last occurrence was about.
        info: i32,
    },
    /// The step was asked for what it must not be asked for.
    Engine(EngineError),
    /// The last state holds something that is no number, or is too large; the next step would have warned of it.
    NotFinite,
    /// The edited model has no longer the sizes of the model of the batch; nothing was computed, and no row is a number.
    Misshapen,
}

impl fmt::Display for SimulationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Warning { kind, info } => {
                let names = Warning::VALUES.iter().find(|(_, value)| value == kind);
                let name = names.map_or("warning", |(name, _)| name);
                write!(f, "{name} at {info}")
            }
            Self::Engine(error) => error.fmt(f),
            Self::NotFinite => f.write_str("the state is not finite"),
            Self::Misshapen => f.write_str("the edited model changed its sizes"),
        }
    }
}

/// How a simulation ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Steps that were computed; after an error fewer than were asked for, and the last row, if any, is repeated.
    pub steps: usize,
    /// Why it ended early, if it did.
    pub error: Option<SimulationError>,
    /// The bad number that ended it, if one did.
    pub bad: Option<BadNumber>,
    /// True if its last row is the initial state of the model, to which bad numbers sent it back.
    pub reset: bool,
}

impl Outcome {
    /// True if all went well.
    pub fn is_healthy(&self) -> bool {
        self.error.is_none()
    }
}

/// What stops a simulation after a call: its error, or the first warning that was counted.
pub(super) fn error_of(call: Result<(), EngineError>, diag: &Diag) -> Option<SimulationError> {
    if let Err(error) = call {
        return Some(SimulationError::Engine(error));
    }
    let mut stats = (0..).zip(diag.warning.iter());
    let (kind, stat) = stats.find(|(_, stat)| stat.number != 0)?;
    Some(SimulationError::Warning {
        kind: Warning(kind),
        info: stat.lastinfo,
    })
}
