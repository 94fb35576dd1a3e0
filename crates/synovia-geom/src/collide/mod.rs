//! Narrow phase: the contact points of two shapes.
//!
//! A shape with its pose is a [`Solid`]; each pair of solids reports its [`ContactPoint`]s: signed distance, midpoint
//! of the two nearest surface points, unit normal from the first shape to the second. Shapes further apart than a
//! margin report nothing.
//!
//! ```text
//! p₁ = pos − n dist/2   on the first,        p₂ = pos + n dist/2   on the second
//! ```
//!
//! Each family of pairs has its own file with one function per pair; arguments are in the order of the function's name.

mod box_box;
mod capsule;
mod capsule_box;
pub mod convex;
pub mod field;
mod manifold;
mod plane;
mod policy;
mod shape;
mod sphere;
mod triangle;

pub use box_box::box_box;
pub use capsule::capsule_capsule;
pub use capsule_box::capsule_box;
pub use manifold::{ContactPoint, MAX_CONTACTS, Manifold};
pub use plane::{plane_box, plane_capsule, plane_cylinder, plane_sphere};
pub use policy::Policy;
pub use shape::{ConvexMesh, HeightField, Shape, Solid};
pub use sphere::{sphere_box, sphere_capsule, sphere_cylinder, sphere_sphere};
pub use triangle::{Triangle, box_triangle, capsule_triangle, sphere_triangle};
