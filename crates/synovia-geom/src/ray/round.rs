//! Rays against sphere, capsule, ellipsoid and cylinder.
//!
//! Capsule and cylinder consist of a lateral surface and two ends, each of which is used only where it is part of the
//! surface of the whole. A ray that misses the bounding sphere is rejected first.

use synovia_math::{MIN_VAL, Vec3};

use super::{GeomFrame, Hit, Nearest, Ray, first, roots};

/// Distance to a ball around `center`, given the square of its radius.
#[inline]
pub fn ball(center: Vec3, radius_squared: f64, ray: &Ray) -> Option<f64> {
    first(sphere_roots(ray.from - center, ray.dir, radius_squared)?)
}

/// True if the ray meets that ball: like [`ball`], without the distance.
#[inline]
pub fn meets_ball(center: Vec3, radius_squared: f64, ray: &Ray) -> bool {
    let (p, v) = (ray.from - center, ray.dir);
    let (a, b, c) = (v.dot(v), v.dot(p), p.dot(p) - radius_squared);
    let det = b * b - a * c;
    // the larger solution, (−b + √det) / a, decides whether any is ahead
    det >= 0.0 && a >= MIN_VAL && (b <= 0.0 || det.sqrt() >= b)
}

fn sphere_roots(p: Vec3, v: Vec3, radius_squared: f64) -> Option<[f64; 2]> {
    roots(v.dot(v), v.dot(p), p.dot(p) - radius_squared)
}

/// A sphere of radius `size.x`.
pub fn sphere(frame: &GeomFrame<'_>, size: Vec3, ray: &Ray) -> Option<Hit> {
    let dist = ball(frame.pos, size.x * size.x, ray)?;
    let normal = (ray.at(dist) - frame.pos).normalized();
    Some(Hit { dist, normal })
}

/// Lateral surface of capsule and cylinder, between the ends.
fn round_side(size: Vec3, local: &Ray) -> Option<f64> {
    let (p, v) = (local.from, local.dir);
    let a = v.x * v.x + v.y * v.y;
    let b = v.x * p.x + v.y * p.y;
    let c = p.x * p.x + p.y * p.y - size.x * size.x;
    let x = first(roots(a, b, c)?)?;
    ((p.z + x * v.z).abs() <= size.y).then_some(x)
}

/// A capsule along z: radius `size.x`, half length `size.y` without the caps.
pub fn capsule(frame: &GeomFrame<'_>, size: Vec3, ray: &Ray) -> Option<Hit> {
    let reach = size.x + size.y;
    if !meets_ball(frame.pos, reach * reach, ray) {
        return None;
    }
    let local = ray.seen_from(frame);
    let (p, v) = (local.from, local.dir);

    // sphere centre of the cap that is hit, in half lengths along the axis (−1 or 1); none on the lateral surface
    let mut nearest = Nearest(None);
    if let Some(x) = round_side(size, &local) {
        nearest.offer(x, None);
    }
    for end in [1.0, -1.0] {
        let center = Vec3::new(p.x, p.y, p.z - end * size.y);
        for x in sphere_roots(center, v, size.x * size.x)
            .into_iter()
            .flatten()
        {
            // only the outer half of the sphere
            if end * (p.z + x * v.z) >= size.y {
                nearest.offer(x, Some(end));
            }
        }
    }
    let (dist, end) = nearest.0?;
    let mut out = local.at(dist);
    out.z = end.map_or(0.0, |end| out.z - size.y * end);
    let normal = *frame.mat * out.normalized();
    Some(Hit { dist, normal })
}

/// An ellipsoid with the radii `size`.
pub fn ellipsoid(frame: &GeomFrame<'_>, size: Vec3, ray: &Ray) -> Option<Hit> {
    let local = ray.seen_from(frame);
    let weight = Vec3::new(
        1.0 / (size.x * size.x),
        1.0 / (size.y * size.y),
        1.0 / (size.z * size.z),
    );
    let product = |a: Vec3, b: Vec3| weight.scale_by(a).dot(b);
    let (p, v) = (local.from, local.dir);
    let dist = first(roots(product(v, v), product(v, p), product(p, p) - 1.0)?)?;
    let gradient = weight.scale_by(local.at(dist));
    let normal = *frame.mat * gradient.normalized();
    Some(Hit { dist, normal })
}

/// A cylinder along z: radius `size.x`, half height `size.y`.
pub fn cylinder(frame: &GeomFrame<'_>, size: Vec3, ray: &Ray) -> Option<Hit> {
    if !meets_ball(frame.pos, size.x * size.x + size.y * size.y, ray) {
        return None;
    }
    let local = ray.seen_from(frame);
    let (p, v) = (local.from, local.dir);
    let mut nearest = Nearest(None);
    if v.z.abs() > MIN_VAL {
        for end in [-1.0, 1.0] {
            let x = (end * size.y - p.z) / v.z;
            let at = [p.x + x * v.x, p.y + x * v.y];
            if at[0] * at[0] + at[1] * at[1] <= size.x * size.x {
                nearest.offer(x, Some(end));
            }
        }
    }
    if let Some(x) = round_side(size, &local) {
        nearest.offer(x, None);
    }
    let (dist, end) = nearest.0?;
    let out = match end {
        Some(end) => Vec3::new(0.0, 0.0, end),
        None => Vec3::new(p.x + v.x * dist, p.y + v.y * dist, 0.0).normalized(),
    };
    let normal = *frame.mat * out;
    Some(Hit { dist, normal })
}
