//! The outcome of a simulation of a batch.

use std::fmt;

use synovia_engine::BadNumber;
use synovia_engine::data::{Diag, EngineError};
use synovia_model::enums::Warning;

/// Reasons why a simulation stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SimulationError {
    /// The step raised a warning; `info` identifies its cause, such as the index of a dof.
    Warning {
        /// The first kind of warning raised.
        kind: Warning,
        /// The info of its last occurrence.
        info: i32,
    },
    /// The engine refused the step.
    Engine(EngineError),
    /// The final state has a number that is NaN or too large; the next step would have raised a warning.
    NotFinite,
    /// The edited model no longer has the sizes of the batch's model; nothing was computed, and all rows are NaN.
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

/// The outcome of a simulation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Number of steps computed. After an error there are fewer than requested, and the last row, if any, is repeated.
    pub steps: usize,
    /// The reason why it ended early, if it did.
    pub error: Option<SimulationError>,
    /// The bad number that ended it, if any.
    pub bad: Option<BadNumber>,
    /// True if its last row is the initial state, to which bad numbers reset it.
    pub reset: bool,
}

impl Outcome {
    /// True if there was no error.
    pub fn is_healthy(&self) -> bool {
        self.error.is_none()
    }
}

/// The reason to stop a simulation after a call: its error, or the first warning raised.
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
