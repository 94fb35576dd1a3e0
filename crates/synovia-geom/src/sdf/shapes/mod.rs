//! Shapes that models can refer to by name.
//!
//! | file      | shapes                                                                 |
//! |-----------|------------------------------------------------------------------------|
//! | `torus`   | a torus                                                                |
//! | `bowl`    | a part of a spherical shell                                            |
//! | `gear`    | a spur gear with involute teeth                                        |
//! | `thread`  | a bolt and a nut, with a thread                                        |
//!
//! Shapes are combined by their distances: the union of two is `min(a, b)`, the intersection `max(a, b)`, and the
//! difference of `a` and `b` is `max(a, −b)`. The result is not an exact distance, but it has the right sign and the
//! right surface.

mod bowl;
mod gear;
mod thread;
mod torus;

pub use bowl::Bowl;
pub use gear::{Gear, GearSize};
pub use thread::{Bolt, Nut};
pub use torus::Torus;

/// Intersection of two shapes.
#[inline]
fn common(a: f64, b: f64) -> f64 {
    a.max(b)
}

/// Union of two shapes.
#[inline]
fn union(a: f64, b: f64) -> f64 {
    a.min(b)
}

/// Difference: the part of `a` outside `b`.
#[inline]
fn without(a: f64, b: f64) -> f64 {
    a.max(-b)
}
