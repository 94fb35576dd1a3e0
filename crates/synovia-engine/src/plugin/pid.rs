//! PID control of actuators.
//!
//! ```text
//! f = k_p e + k_d ė + k_i s        e = u − l,   ė = a − l̇,   s = ∫ e             (1)
//! ```
//!
//! | here | meaning                                                                                          |
//! |------|--------------------------------------------------------------------------------------------------|
//! | `l`  | length of the actuator                                                                           |
//! | `u`  | the control, or the last activation of an actuator with dynamics; `a` its rate, 0 for a control  |
//! | `s`  | the integral, an activation; after each step it is clamped to `± imax / k_i`                     |
//!
//! With `slewmax`, `u` changes by at most `slewmax · h` per step: another activation stores its previous value, which is
//! used once time is positive. So an actuator needs one activation for `k_i ≠ 0`, one for `slewmax`, and one for its own
//! dynamics, in this order. The rates of these activations are chosen such that one Euler step reaches the next value.

use synovia_model::Model;
use synovia_model::enums::DynType;
use synovia_model::id::{ActuatorId, PluginId};

use super::{Capability, Config, ConfigError, Failure, Instance, Plugin};
use crate::actuation::clip;
use crate::actuation::dynamics::next_activation;
use crate::data::Data;

/// The plugin `mujoco.pid`.
pub(crate) struct Pid;

impl Plugin for Pid {
    fn name(&self) -> &'static str {
        "mujoco.pid"
    }

    fn attributes(&self) -> &[&str] {
        &["kp", "ki", "kd", "imax", "slewmax"]
    }

    fn is_builtin(&self) -> bool {
        true
    }

    fn capabilities(&self) -> Capability {
        Capability::ACTUATOR
    }

    fn instance(&self, model: &Model, at: PluginId) -> Result<Box<dyn Instance>, ConfigError> {
        let gains = Gains::read(&Config::of(model, at))?;
        let all = model.actuator.ids();
        let loops = all
            .filter(|&u| model.actuator.plugin[u] == at)
            .map(|u| Loop::new(model, &gains, u))
            .collect::<Result<Vec<_>, _>>()?;
        if loops.is_empty() {
            return Err(ConfigError::new("no actuator uses this instance"));
        }
        Ok(Box::new(Controller { gains, loops }))
    }
}

/// The configuration of an instance.
#[derive(Clone, Copy, Debug)]
struct Gains {
    proportional: f64,
    integral: f64,
    derivative: f64,
    /// Bound of the integral, in units of the integral.
    bound: Option<f64>,
    /// Bound of the rate of `u`.
    slew: Option<f64>,
}

impl Gains {
    fn read(config: &Config<'_>) -> Result<Self, ConfigError> {
        let integral = config.number("ki")?.unwrap_or(0.0);
        let bound = config.number("imax")?.filter(|_| integral != 0.0);
        let gains = Self {
            proportional: config.number("kp")?.unwrap_or(0.0),
            integral,
            derivative: config.number("kd")?.unwrap_or(0.0),
            bound: bound.map(|force| force / integral),
            slew: config.number("slewmax")?,
        };
        if gains.bound.is_some_and(|bound| bound < 0.0) {
            let message = "imax / ki bounds the integral and must not be negative";
            return Err(ConfigError::of("imax", message));
        }
        if gains.slew.is_some_and(|slew| slew < 0.0) {
            return Err(ConfigError::of("slewmax", "slewmax must not be negative"));
        }
        Ok(gains)
    }

    /// Number of activations of an actuator that belong to the controller.
    fn activations(&self) -> usize {
        usize::from(self.integral != 0.0) + usize::from(self.slew.is_some())
    }
}

/// One actuator and the addresses of its activations.
#[derive(Clone, Copy, Debug)]
struct Loop {
    actuator: ActuatorId,
    /// The integral.
    integral: Option<usize>,
    /// The previous `u`.
    before: Option<usize>,
    /// The activation that replaces the control.
    setpoint: Option<usize>,
}

impl Loop {
    fn new(model: &Model, gains: &Gains, u: ActuatorId) -> Result<Self, ConfigError> {
        let dynamics = model.actuator.dyntype[u];
        let own = matches!(
            dynamics,
            DynType::Filter | DynType::FilterExact | DynType::Integrator
        );
        let needed = gains.activations() + usize::from(own);
        let range = model.actuator.act(u);
        if range.len() != needed {
            return Err(ConfigError::new(format!(
                "actuator {} has actdim {}, expected {needed}: add actdim=\"{needed}\" to it",
                u.0,
                range.len()
            )));
        }
        let moves = dynamics != DynType::None;
        let setpoint = range.clone().next_back().filter(|_| moves);
        // DIFFERENCE(plugin-outside-arrays): there is no activation to read
        if moves && setpoint.is_none() {
            let message = format!("actuator {} has dynamics but no activation", u.0);
            return Err(ConfigError::new(message));
        }
        let mut free = range;
        Ok(Self {
            actuator: u,
            integral: if gains.integral == 0.0 {
                None
            } else {
                free.next()
            },
            before: gains.slew.and_then(|_| free.next()),
            setpoint,
        })
    }
}

/// An instance: a controller for each of its actuators.
#[derive(Clone, Debug)]
struct Controller {
    gains: Gains,
    loops: Vec<Loop>,
}

impl Controller {
    /// `u`, now or, with `early`, at the end of the step.
    fn setpoint(&self, model: &Model, data: &Data, of: &Loop, early: bool) -> f64 {
        let u = of.actuator;
        let wanted = match of.setpoint {
            None => {
                let ctrl = data.state.ctrl[u];
                if model.actuator.ctrllimited[u] != 0 {
                    clip(ctrl, model.actuator.ctrlrange[u])
                } else {
                    ctrl
                }
            }
            Some(k) if early => {
                next_activation(model, data.state.act[k], u, data.actuator.act_dot[k])
            }
            Some(k) => data.state.act[k],
        };
        match (of.before, self.gains.slew) {
            (Some(k), Some(slew)) if data.state.time > 0.0 => {
                let (before, reach) = (data.state.act[k], slew * model.opt.timestep);
                clip(wanted, [before - reach, before + reach])
            }
            _ => wanted,
        }
    }

    /// The integral at the end of this step, if it is used.
    fn integral(&self, model: &Model, data: &Data, of: &Loop, error: f64) -> Option<f64> {
        let next = data.state.act[of.integral?] + error * model.opt.timestep;
        Some(match self.gains.bound {
            Some(bound) => clip(next, [-bound, bound]),
            None => next,
        })
    }
}

impl Instance for Controller {
    fn copy(&self) -> Box<dyn Instance> {
        Box::new(self.clone())
    }

    fn act_dot(&mut self, model: &Model, data: &mut Data, _: PluginId) -> Result<(), Failure> {
        let step = model.opt.timestep;
        for of in &self.loops {
            let wanted = self.setpoint(model, data, of, false);
            let error = wanted - data.actuator.length[of.actuator];
            let integral = self.integral(model, data, of, error);
            let next = [(of.integral, integral.unwrap_or(0.0)), (of.before, wanted)];
            for (place, next) in next {
                if let Some(k) = place {
                    data.actuator.act_dot[k] = (next - data.state.act[k]) / step;
                }
            }
        }
        Ok(())
    }

    /// Equation (1).
    fn actuate(&mut self, model: &Model, data: &mut Data, _: PluginId) -> Result<(), Failure> {
        for of in &self.loops {
            let u = of.actuator;
            let early = model.actuator.actearly[u] != 0;
            let error = self.setpoint(model, data, of, early) - data.actuator.length[u];
            let rate = of.setpoint.map_or(0.0, |k| data.actuator.act_dot[k]);
            let error_rate = rate - data.vel.actuator_velocity[u];
            let integral = self.integral(model, data, of, error).unwrap_or(0.0);
            let gains = &self.gains;
            // order: as in equation (1)
            data.actuator.force[u] = gains.proportional * error
                + gains.derivative * error_rate
                + gains.integral * integral;
        }
        Ok(())
    }
}
