//! Errors of scenes and cameras.

use synovia_engine::EngineError;

/// Why a scene cannot be updated, or a camera cannot be moved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// The simulation belongs to another model, or the model is invalid.
    #[error("{0}")]
    Engine(#[from] EngineError),
    /// The scene was made for a model with other flexes or skins.
    #[error("this scene belongs to another model: its {what} is {found}, not {expected}")]
    OtherModel {
        /// What differs.
        what: &'static str,
        /// How many the scene has.
        found: usize,
        /// How many the model has.
        expected: usize,
    },
    /// There is no such camera in the model.
    #[error("fixedcamid is {0}, expected the id of a camera of the model")]
    FixedCamera(i32),
    /// There is no such body in the model.
    #[error("trackbodyid is {0}, expected the id of a body of the model")]
    TrackBody(i32),
    /// A number that is not a kind of camera.
    #[error("unknown camera type: {0}")]
    CameraKind(i32),
    /// A number that is not a mouse action.
    #[error("unexpected mouse action: {0}")]
    MouseAction(i32),
    /// Only capsules, cylinders, arrows and lines connect points.
    #[error("invalid geom type for connector: {0}")]
    ConnectorKind(i32),
    /// The scale of the model is zero or negative.
    #[error("scale of the scene is too small")]
    Scale,
    /// The near plane of a camera is at its eye: the cameras of the scene were not set.
    #[error("frustum_near of the scene's cameras is too small")]
    FrustumNear,
    /// One eye has a perspective projection, the other an orthographic one.
    #[error("cannot average a perspective and an orthographic camera")]
    MixedProjections,
}
