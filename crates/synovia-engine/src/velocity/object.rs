//! Velocities of frames.

use synovia_math::{Mat3, Spatial, Vec3};
use synovia_model::Model;
use synovia_model::id::BodyId;

use crate::data::{ComFrame, Velocities};

/// A frame fixed to a body.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The body.
    pub body: BodyId,
    /// Origin, world frame.
    pub pos: Vec3,
    /// Axes to express the result in; world axes if absent.
    pub axes: Option<&'a Mat3>,
}

/// Velocity of a frame at its origin: rotation, translation. A body that cannot move has none.
#[doc(alias = "mj_objectVelocity")]
pub fn object_velocity(model: &Model, com: &ComFrame, vel: &Velocities, at: Frame<'_>) -> Spatial {
    if model.body.weldid[at.body].index() == 0 {
        return Spatial::ZERO;
    }
    let shift = at.pos - com.subtree_com[model.body.rootid[at.body]];
    vel.cvel[at.body].transform_motion(shift, at.axes)
}
