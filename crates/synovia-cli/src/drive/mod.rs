//! The initial state of a simulation and its controls: the command-line arguments that `run` and `render` share.

pub(crate) mod control;
pub(crate) mod health;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use synovia::Data;
use synovia::engine::data::EngineError;
use synovia::engine::state::reset_to_key;
use synovia::model::id::KeyId;
use synovia::model::{Model, ObjType};

use crate::{demo, names};
use control::{Choice, Control, ControlError, Wave};

/// The exit code that shells expect of a program stopped by Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

/// Arguments for controls and the initial state.
#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    /// Controls: hold (as at the start), zero, sine, random, or a file *.csv, *.npy or *.npz with one
    /// row per step [default: sine for the built-in robot, else hold]
    #[arg(short, long, value_parser = Choice::parse, value_name = "KIND|FILE")]
    ctrl: Option<Choice>,
    /// Frequency of the sine [Hz]
    #[arg(long, default_value = "1", value_parser = finite, allow_negative_numbers = true, value_name = "HZ")]
    frequency: f64,
    /// Amplitude of the sine, as a fraction of the distance to the nearer end of the control range
    #[arg(long, default_value = "0.5", value_parser = finite, allow_negative_numbers = true, value_name = "SHARE")]
    amplitude: f64,
    /// Keyframe to start from, by name or number
    #[arg(short, long, value_name = "NAME")]
    key: Option<String>,
    /// Seed of random controls
    #[arg(long, default_value = "0", value_name = "N")]
    seed: u64,
}

/// Reasons why a simulation cannot start.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DriveError {
    /// No keyframe has that name or number.
    #[error("--key: the model has no keyframe {found:?}{meant}")]
    Key { found: String, meant: String },
    /// A file of controls is invalid.
    #[error("--ctrl {file}: {error}")]
    Control { file: String, error: ControlError },
    /// Too many steps.
    #[error("--time: {0} s takes too many steps; choose a shorter time")]
    Steps(f64),
    /// The engine refuses the model or the simulation.
    #[error("{0}")]
    Engine(#[from] EngineError),
    /// The handler for Ctrl-C cannot be installed.
    #[error("cannot install the handler for Ctrl-C: {0}")]
    Signal(#[from] ctrlc::Error),
}

/// A simulation before its first step.
#[derive(Debug)]
pub(crate) struct Start {
    /// The simulation.
    pub data: Data,
    /// The keyframe it starts from.
    pub key: Option<String>,
    /// The controls of its steps.
    pub control: Control,
}

impl Args {
    /// The simulation before its first step; `built_in` if the model is the built-in one.
    pub(crate) fn start(&self, model: &Model, built_in: bool) -> Result<Start, DriveError> {
        let (data, key) = self.reset(model, built_in)?;
        let default = if built_in { Choice::Sine } else { Choice::Hold };
        let choice = self.ctrl.as_ref().unwrap_or(&default);
        let wave = Wave {
            frequency: self.frequency,
            amplitude: self.amplitude,
        };
        let control = Control::new(choice, wave, self.seed, model, &data);
        let control = control.map_err(|error| DriveError::Control {
            file: match choice {
                Choice::File(path) => path.display().to_string(),
                _ => String::new(),
            },
            error,
        })?;
        Ok(Start { data, key, control })
    }

    /// The simulation at its keyframe, and the name of that keyframe.
    fn reset(&self, model: &Model, built_in: bool) -> Result<(Data, Option<String>), DriveError> {
        let mut data = Data::new(model);
        let wanted = match &self.key {
            Some(key) => key.as_str(),
            None if built_in => demo::KEY,
            None => return Ok((data, None)),
        };
        let nkey = model.size.nkey as usize;
        let Some(key) = names::find(model, ObjType::Key, nkey, wanted) else {
            return Err(DriveError::Key {
                found: wanted.to_owned(),
                meant: names::meant(wanted, &names::all(model, ObjType::Key, nkey)),
            });
        };
        reset_to_key(model, &mut data, KeyId::new(key))?;
        Ok((data, Some(names::of(model, ObjType::Key, key))))
    }
}

/// Number of steps that `time` takes.
pub(crate) fn steps(time: f64, timestep: f64) -> Result<usize, DriveError> {
    // the tolerance keeps a whole number of steps whole despite rounding
    let steps = (time / timestep - 1e-6).ceil().max(0.0);
    if steps < 2_f64.powi(52) {
        Ok(steps as usize)
    } else {
        Err(DriveError::Steps(time))
    }
}

/// A flag that Ctrl-C sets from now on, instead of ending the program.
pub(crate) fn watch_ctrl_c() -> Result<Arc<AtomicBool>, DriveError> {
    let stop = Arc::new(AtomicBool::new(false));
    let raise = Arc::clone(&stop);
    ctrlc::set_handler(move || raise.store(true, Ordering::Relaxed))?;
    Ok(stop)
}

/// Parses a finite number.
pub(crate) fn finite(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err("expected a finite number".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Parses a number of seconds.
pub(crate) fn duration(text: &str) -> Result<f64, String> {
    match finite(text)? {
        value if value >= 0.0 => Ok(value),
        _ => Err("expected a time of zero or more".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_whole_number_of_steps() {
        assert_eq!(steps(10.0, 0.002).unwrap(), 5000);
        assert_eq!(steps(0.3, 0.1).unwrap(), 3);
        assert_eq!(steps(0.31, 0.1).unwrap(), 4);
        assert_eq!(steps(0.0, 0.1).unwrap(), 0);
        assert!(steps(1e300, 1e-3).is_err());
    }

    #[test]
    fn numbers_on_the_command_line_are_checked() {
        assert!(duration("-1").is_err() && duration("nan").is_err() && duration("x").is_err());
        assert_eq!(duration("2.5"), Ok(2.5));
    }
}
