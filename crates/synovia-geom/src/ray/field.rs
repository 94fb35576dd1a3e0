//! Rays against signed distance fields.
//!
//! No surface is nearer than the distance, so the ray may advance by it without passing a surface; it has arrived
//! when the distance is small. A field that only approximates a distance may keep the ray from arriving within the
//! maximum number of steps.

use synovia_math::Vec3;

use super::flat::cuboid;
use super::{GeomFrame, Hit, Ray};

/// Maximum number of steps.
const STEPS: usize = 40;
/// Points nearer than this are on the surface.
const NEAR: f64 = 1e-7;
/// At larger distances the ray has left the field.
const FAR: f64 = 1e6;

/// A field within the box of half sizes `size`; the field is given by its distance and gradient at points of its frame.
///
/// QUIRK(sdf-ray-unit): the distance is in metres, not in lengths of the ray's direction as for all other shapes.
pub fn distance_field(
    frame: &GeomFrame<'_>,
    size: Vec3,
    ray: &Ray,
    distance: impl Fn(Vec3) -> f64,
    gradient: impl Fn(Vec3) -> Vec3,
) -> Option<Hit> {
    cuboid(frame, size, ray)?;
    let mut local = ray.seen_from(frame);
    local.dir.normalize();
    let mut dist = 0.0;
    for _ in 0..STEPS {
        let free = distance(local.at(dist)).abs();
        dist += free;
        if free < NEAR {
            let normal = *frame.mat * gradient(local.at(dist)).normalized();
            return Some(Hit { dist, normal });
        }
        if free > FAR {
            break;
        }
    }
    None
}
