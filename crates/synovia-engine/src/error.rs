//! Errors that stop a call.

use std::sync::Arc;

use synovia_model::ReferenceError;

/// An error of a step: its results are not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// A predefined pair of two static geoms touches.
    #[error("contact {0} is between two static bodies")]
    StaticContact(usize),
    /// A contact has fewer than one or more than six dimensions, or geoms that the model does not have.
    #[error("contact {0} has an invalid condim, or geoms that the model does not have")]
    UnsoundContact(usize),
    /// An option has an unknown value.
    ///
    /// DIFFERENCE(unknown-cone): the reference refuses such a solver or integrator, but takes any cone for a mixture of both.
    #[error("unknown option value: {option}={value}")]
    UnknownOption {
        /// Its name.
        option: &'static str,
        /// Its number.
        value: i32,
    },
    /// Forward and inverse dynamics are to be compared, but the stages of Runge–Kutta have no discrete inverse.
    #[error("discrete inverse dynamics is not supported by the RK4 integrator")]
    DiscreteRk4,
    /// A pivot of the Hessian of Newton's method vanishes, in a model with a sparse Jacobian: its numbers are badly scaled.
    #[error("rank-deficient sparse Hessian")]
    SingularHessian,
    /// The solver ActiveSet does not support elliptic cones.
    #[error(
        "the solver ActiveSet requires pyramidal cones, but the cone of the options is elliptic"
    )]
    EllipticActiveSet,
    /// The integrator `implicitspring` does not support elastic nodes of flexes.
    #[error(
        "the integrator implicitspring does not support elastic flexes with dof=\"trilinear\" or \"quadratic\": use implicitfast"
    )]
    ImplicitSpringFlex,
    /// A tree that should start asleep is coupled to one that is awake, or may not sleep.
    #[error("tree {0} should start asleep, but cannot be put to sleep")]
    CannotStartAsleep(usize),
    /// `tree_asleep` is not a closed cycle of trees.
    #[error("tree {0} is asleep, but not in a closed cycle of trees")]
    BrokenSleepCycle(usize),
    /// A sleeping tree has constraint rows: it is constrained by something that cannot wake it, such as a weld to a mocap
    /// body.
    #[error("tree {0} is asleep, but in an active island")]
    AsleepInIsland(usize),
    /// An id, address, count or kind of the model is out of range.
    #[error("{0}")]
    Structure(ReferenceError),
    /// An id, address or count in the results of a stage is out of range.
    #[error("{0}")]
    Derived(ReferenceError),
    /// A column of the model does not have the shape that its sizes require.
    #[error("the shape of {name} does not match the sizes of the model")]
    Shape {
        /// The reference's field name.
        name: &'static str,
    },
    /// The simulation was created for a model of other sizes.
    #[error("this simulation belongs to another model: its {} is {}, not {}", .0.name, .0.found, .0.expected)]
    OtherModel(SizeMismatch),
    /// Sleeping is enabled and an equality of tendons or flexes is active.
    #[error("equality {0} is between tendons or flexes, which does not support sleeping")]
    SleepingEquality(usize),
    /// A plugin, or a callback of the program, failed.
    #[error("{who}: {message}")]
    Extension {
        /// Its name for the user: `plugin mujoco.pid`, `callback control`.
        who: Arc<str>,
        /// Its message.
        message: Arc<str>,
    },
}

impl EngineError {
    /// The error of a plugin or of a callback.
    pub fn extension(who: impl Into<Arc<str>>, message: impl Into<Arc<str>>) -> Self {
        Self::Extension {
            who: who.into(),
            message: message.into(),
        }
    }
}

/// A size of simulation arrays in which two models differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeMismatch {
    /// Its name.
    pub name: &'static str,
    /// The required value.
    pub expected: usize,
    /// The value found.
    pub found: usize,
}
