//! Shapes on a plane.
//!
//! The plane through `p` with unit normal `n` is solid below. A point `x` of the other shape has the height
//!
//! ```text
//! h(x) = (x − p)·n                                                                  (1)
//! ```
//!
//! and a contact at `x` has the distance `h`, the normal `n` and the position `x − n h/2`. Shapes differ only in the
//! points that are tested:
//!
//! | shape    | points                                                                                 |
//! |----------|----------------------------------------------------------------------------------------|
//! | sphere   | the lowest point                                                                       |
//! | capsule  | the lowest point of each end                                                           |
//! | cylinder | the lowest point of each rim, then two more on the lower rim, a third of a turn apart  |
//! | box      | up to four corners below its centre                                                    |

use synovia_math::{MIN_VAL, Vec3};

use super::{ContactPoint, Manifold, Solid};

/// `√3 / 2`, the height of a triangle with unit side, for the other two corners of the cylinder's support triangle.
const HALF_SQRT_3: f64 = 0.866_025_403_784_438_6;

/// The plane's normal, its third axis.
#[inline]
fn normal_of(plane: &Solid<'_>) -> Vec3 {
    plane.mat.col(2)
}

/// The contact of the lowest point of a ball, if its height does not exceed the margin.
#[inline]
pub(super) fn ball_above(
    point: Vec3,
    normal: Vec3,
    centre: Vec3,
    radius: f64,
    margin: f64,
) -> Option<ContactPoint> {
    let height = (centre - point).dot(normal);
    if height > margin + radius {
        return None;
    }
    let dist = height - radius;
    let pos = centre + normal * (-dist / 2.0 - radius);
    Some(ContactPoint::new(dist, pos, normal))
}

/// The contact at a point with this height.
#[inline]
fn at_height(height: f64, point: Vec3, normal: Vec3) -> ContactPoint {
    ContactPoint::new(height, point + normal * (-height * 0.5), normal)
}

/// Plane and sphere: one contact.
#[doc(alias = "mjc_PlaneSphere")]
#[inline]
pub fn plane_sphere(plane: &Solid<'_>, sphere: &Solid<'_>, margin: f64, out: &mut Manifold) {
    let normal = normal_of(plane);
    if let Some(contact) = ball_above(*plane.pos, normal, *sphere.pos, sphere.size.x, margin) {
        out.push(contact);
    }
}

/// Plane and capsule: one contact for each end; the first tangent is along the capsule.
#[doc(alias = "mjc_PlaneCapsule")]
#[inline]
pub fn plane_capsule(plane: &Solid<'_>, capsule: &Solid<'_>, margin: f64, out: &mut Manifold) {
    let normal = normal_of(plane);
    let axis = capsule.mat.col(2);
    let half = axis * capsule.size.y;
    for end in [*capsule.pos + half, *capsule.pos - half] {
        if let Some(contact) = ball_above(*plane.pos, normal, end, capsule.size.x, margin) {
            out.push(ContactPoint {
                tangent: axis,
                ..contact
            });
        }
    }
}

/// Plane and cylinder: up to four contacts.
///
/// Let `a` be the half axis that points down and `r` the radius vector that points down most steeply. The points are
/// `a + r`, `−a + r`, and the two points on the lower rim that form a regular triangle with the first, `a − r/2 ± w`.
#[doc(alias = "mjc_PlaneCylinder")]
pub fn plane_cylinder(plane: &Solid<'_>, cylinder: &Solid<'_>, margin: f64, out: &mut Manifold) {
    let normal = normal_of(plane);
    let (radius, half_height) = (cylinder.size.x, cylinder.size.y);
    let centre = *cylinder.pos;

    // the axis, oriented downwards
    let mut axis = cylinder.mat.col(2);
    let mut sink = normal.dot(axis);
    if sink > 0.0 {
        axis = -axis;
        sink = -sink;
    }
    let height = (centre - *plane.pos).dot(normal);

    // too high for any direction of the radius; the tolerance is far above rounding
    if height + sink * half_height > margin + radius * (1.0 + 1e-9) {
        return;
    }

    // the radius vector that points down most steeply; any direction if the rim is horizontal
    let level = axis * sink - normal;
    let level_squared = level.norm_squared();
    let rim = if level_squared >= MIN_VAL * MIN_VAL {
        level * (radius / level_squared.sqrt())
    } else {
        cylinder.mat.col(0) * radius
    };
    let rim_sink = rim.dot(normal);
    let axis = axis * half_height;
    sink *= half_height;

    // lower rim; no other point is lower
    let lowest = height + sink + rim_sink;
    if lowest > margin || lowest.is_nan() {
        return;
    }
    out.push(at_height(lowest, centre + rim + axis, normal));

    // upper rim
    let upper = height - sink + rim_sink;
    if upper <= margin {
        out.push(at_height(upper, centre + rim - axis, normal));
    }

    // the other two points of the triangle on the lower rim
    let side = height + sink + -rim_sink * 0.5;
    if side <= margin {
        let across = rim.cross(axis).normalized() * (radius * HALF_SQRT_3);
        for corner in [centre + across, centre - across] {
            out.push(at_height(side, corner + axis + rim * -0.5, normal));
        }
    }
}

/// Plane and box: up to four contacts, at corners that are not higher than the centre of the box.
#[doc(alias = "mjc_PlaneBox")]
pub fn plane_box(plane: &Solid<'_>, cuboid: &Solid<'_>, margin: f64, out: &mut Manifold) {
    let normal = normal_of(plane);
    let height = (*cuboid.pos - *plane.pos).dot(normal);

    // the four corners with −z, relative to the centre; those with +z are their opposites, in reverse order
    let (mat, size) = (cuboid.mat, *cuboid.size);
    let (x, y, z) = (
        mat.col(0) * size.x,
        mat.col(1) * size.y,
        mat.col(2) * size.z,
    );
    let below = [-x - y - z, x - y - z, -x + y - z, x + y - z];
    let rise = below.map(|corner| normal.dot(corner));

    // no point is lower than the lowest corner
    let reach = rise.iter().fold(0.0_f64, |most, rise| most.max(rise.abs()));
    if height - reach > margin {
        return;
    }

    // order: corners with −z, then with +z; four contacts at most
    let mut room = 4;
    for k in 0..8 {
        let (corner, rise) = if k < 4 {
            (below[k], rise[k])
        } else {
            (-below[7 - k], -rise[7 - k])
        };
        let dist = height + rise;
        if dist > margin || rise > 0.0 {
            continue;
        }
        out.push(at_height(dist, corner + *cuboid.pos, normal));
        room -= 1;
        if room == 0 {
            return;
        }
    }
}
