//! Functions for users that are not part of the step.
//!
//! | file         | contents                                                         |
//! |--------------|------------------------------------------------------------------|
//! | [`position`] | the velocity between two poses                                   |
//! | [`state`]    | the state as one vector, copies of parts of it                   |
//! | [`keyframe`] | states that are stored in the model                              |
//! | [`inertia`]  | the inertia matrix in other forms, products with its root        |
//!
//! Jacobians and forces at points are in [`crate::position::jacobian`], velocities and accelerations of objects in
//! [`crate::velocity::object`] and [`crate::post_constraint::object_acceleration`], integration of a velocity to a pose in
//! [`crate::integrate::integrate_pos`].

pub(crate) mod inertia;
pub(crate) mod keyframe;
pub(crate) mod position;
pub(crate) mod state;
