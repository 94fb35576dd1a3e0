//! Shapes that models can ask for by name.
//!
//! | file      | shapes                                                                 |
//! |-----------|------------------------------------------------------------------------|
//! | `torus`   | a torus                                                                |
//! | `bowl`    | a part of a spherical shell                                            |
//! | `gear`    | a wheel with involute teeth                                            |
//! | `thread`  | a bolt and a nut, with a thread                                        |
//!
//! Shapes are combined by their distances: the union of two is `min(a, b)`, what they share `max(a, b)`, and what is in `a`
//! and not in `b` is `max(a, −b)`. The result is no exact distance, but it has the right sign and the right surface.

mod bowl;
mod gear;
mod thread;
mod torus;

pub use bowl::Bowl;
pub use gear::{Gear, GearSize};
pub use thread::{Bolt, Nut};
pub use torus::Torus;

/// What is in both shapes.
#[inline]
fn common(a: f64, b: f64) -> f64 {
    a.max(b)
}

/// What is in one of the shapes.
#[inline]
fn union(a: f64, b: f64) -> f64 {
    a.min(b)
}

/// What is in `a`, but not in `b`.
#[inline]
fn without(a: f64, b: f64) -> f64 {
    a.max(-b)
}
