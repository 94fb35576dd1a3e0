//! Watching a step: a callback after each part.
//!
//! [`step_watched`] is [`step`](crate::step()) with a [`Probe`] that is called after every part. The probe `()` does nothing
//! and costs nothing in the compiled code.

use synovia_model::Model;

use crate::data::{Data, EngineError};
use crate::outcome::StepOutcome;
use crate::step::step_with;

/// A part of the step, in the order in which they run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StepPart {
    /// Checks of positions and velocities.
    Checks,
    /// Poses of bodies, geoms and sites.
    Kinematics,
    /// Centres of mass and motion axes.
    Com,
    /// Cameras and lights.
    CamLight,
    /// Flexes.
    Flex,
    /// Tendons.
    Tendon,
    /// `M` and its factor.
    Inertia,
    /// Contacts.
    Collision,
    /// Constraint rows.
    Rows,
    /// Islands.
    Island,
    /// Transmissions.
    Transmission,
    /// `J M⁻¹ Jᵀ`, for dual solvers.
    Projection,
    /// Velocities, reference accelerations, bias forces.
    Velocity,
    /// Passive forces.
    Passive,
    /// Actuator forces.
    Actuation,
    /// Unconstrained acceleration.
    Acceleration,
    /// Constraint forces.
    Solver,
    /// Sensors and energy.
    Sensor,
    /// The next state; with Runge–Kutta also the further evaluations.
    Integration,
}

impl StepPart {
    /// All parts.
    pub const ALL: [Self; 19] = [
        Self::Checks,
        Self::Kinematics,
        Self::Com,
        Self::CamLight,
        Self::Flex,
        Self::Tendon,
        Self::Inertia,
        Self::Collision,
        Self::Rows,
        Self::Island,
        Self::Transmission,
        Self::Projection,
        Self::Velocity,
        Self::Passive,
        Self::Actuation,
        Self::Acceleration,
        Self::Solver,
        Self::Sensor,
        Self::Integration,
    ];

    /// Its name in tables.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Checks => "checks",
            Self::Kinematics => "kinematics",
            Self::Com => "centre-of-mass frame",
            Self::CamLight => "cameras, lights",
            Self::Flex => "flexes",
            Self::Tendon => "tendons",
            Self::Inertia => "inertia",
            Self::Collision => "collision",
            Self::Rows => "constraint rows",
            Self::Island => "islands",
            Self::Transmission => "transmission",
            Self::Projection => "projection",
            Self::Velocity => "velocities",
            Self::Passive => "passive forces",
            Self::Actuation => "actuation",
            Self::Acceleration => "smooth acceleration",
            Self::Solver => "constraint solver",
            Self::Sensor => "sensors, energy",
            Self::Integration => "integration",
        }
    }
}

/// Called when a part of the step is done.
pub trait Probe {
    /// `part`, or one piece of it, is done: passive forces, velocities, sensors and checks come in several pieces.
    fn done(&mut self, part: StepPart);
}

/// No probe.
impl Probe for () {
    #[inline]
    fn done(&mut self, _: StepPart) {}
}

/// One time step with a probe.
///
/// ```
/// use synovia::engine::probe::{StepPart, Probe, step_watched};
///
/// struct Names(Vec<&'static str>);
/// impl Probe for Names {
///     fn done(&mut self, part: StepPart) {
///         self.0.push(part.label());
///     }
/// }
///
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let (mut plain, mut watched) = (synovia::Data::new(&model), synovia::Data::new(&model));
/// let mut names = Names(Vec::new());
/// synovia::step(&model, &mut plain)?;
/// step_watched(&model, &mut watched, &mut names)?;
/// assert_eq!(plain.state.qvel, watched.state.qvel);
/// assert!(names.0.contains(&"collision"));
/// assert_eq!(names.0.last(), Some(&"integration"));
/// # Ok::<(), synovia::Error>(())
/// ```
pub fn step_watched<P: Probe>(
    model: &Model,
    data: &mut Data,
    probe: &mut P,
) -> Result<StepOutcome, EngineError> {
    step_with(model, data, probe)
}
