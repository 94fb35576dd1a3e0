//! Rays against planes and boxes.

use synovia_math::{MIN_VAL, Vec3};

use super::round::meets_ball;
use super::{GeomFrame, Hit, Nearest, Ray};

/// The plane `z = 0`, hit only from its front, within the rectangle of half sizes `size.x` and `size.y`; a size of
/// zero or less is infinite.
pub fn plane(frame: &GeomFrame<'_>, size: Vec3, ray: &Ray) -> Option<Hit> {
    let Ray { from: p, dir: v } = ray.seen_from(frame);
    if v.z > -MIN_VAL {
        return None;
    }
    let dist = -p.z / v.z;
    let within = |size: f64, p: f64, v: f64| size <= 0.0 || (p + dist * v).abs() <= size;
    let hit = dist >= 0.0 && within(size.x, p.x, v.x) && within(size.y, p.y, v.y);
    hit.then(|| Hit {
        dist,
        normal: frame.mat.col(2),
    })
}

/// A box with half sizes `size`.
pub fn cuboid(frame: &GeomFrame<'_>, size: Vec3, ray: &Ray) -> Option<Hit> {
    let (dist, side) = nearest_side(&sides(frame, size, ray)?)?;
    let mut out = Vec3::ZERO;
    out[side / 2] = if side % 2 == 0 { -1.0 } else { 1.0 };
    let normal = *frame.mat * out;
    Some(Hit { dist, normal })
}

/// Where the ray meets the plane of each face of a box, if within the face: −x, +x, −y, +y, −z, +z; `None` if it
/// misses the bounding sphere.
pub(super) fn sides(frame: &GeomFrame<'_>, size: Vec3, ray: &Ray) -> Option<[Option<f64>; 6]> {
    let reach = size.x * size.x + size.y * size.y + size.z * size.z;
    if !meets_ball(frame.pos, reach, ray) {
        return None;
    }
    let Ray { from: p, dir: v } = ray.seen_from(frame);
    let mut all = [None; 6];
    for k in 0..3 {
        if v[k].abs() <= MIN_VAL {
            continue;
        }
        for (side, sign) in [(2 * k, -1.0), (2 * k + 1, 1.0)] {
            let x = (sign * size[k] - p[k]) / v[k];
            let within = |i: usize| (p[i] + x * v[i]).abs() <= size[i];
            if x >= 0.0 && within((k + 1) % 3) && within((k + 2) % 3) {
                all[side] = Some(x);
            }
        }
    }
    Some(all)
}

/// The nearest of the faces that are hit, and its index.
pub(super) fn nearest_side(sides: &[Option<f64>; 6]) -> Option<(f64, usize)> {
    let mut nearest = Nearest(None);
    for (side, x) in sides.iter().enumerate() {
        if let Some(x) = *x {
            nearest.offer(x, side);
        }
    }
    nearest.0
}
