//! Questions that users ask about a simulation: nothing here is part of the step.
//!
//! | file         | answers                                                          |
//! |--------------|------------------------------------------------------------------|
//! | [`position`] | which velocity leads from one pose to another                    |
//! | [`inertia`]  | the inertia matrix in other forms, products with its root        |
//! | [`object`]   | how bodies, geoms, sites and cameras move, forces at points      |
//!
//! Jacobians are in [`crate::position::jacobian`], the way from a velocity to a pose in
//! [`crate::integrate::integrate_pos`].

pub mod inertia;
pub mod object;
pub mod position;
