//! Spheres with spheres, capsules, cylinders and boxes.
//!
//! Let `q` be the point of the other shape nearest to the centre `c` of the sphere; then
//!
//! ```text
//! dist = |q − c| − r,        n = (q − c)/|q − c|                                     (1)
//! ```
//!
//! If `q` is on the axis of the other shape, the radius of that shape is subtracted as well. The centre can be inside
//! a cylinder or a box; then `n` points inwards from the nearest face.

use synovia_math::{MIN_VAL, Mat3, Vec3};

use super::plane::ball_above;
use super::{ContactPoint, Manifold, Solid};

/// A ball that represents a shape around the point nearest to the other shape.
#[derive(Clone, Copy)]
pub(super) struct Ball<'a> {
    pub centre: Vec3,
    pub radius: f64,
    /// Frame of the shape that the ball represents; its third axis defines the normal if both centres coincide.
    pub mat: &'a Mat3,
}

impl<'a> Ball<'a> {
    /// The ball with the radius of `solid` around one of its points.
    #[inline]
    pub(super) fn of(solid: &Solid<'a>, centre: Vec3) -> Self {
        Self {
            centre,
            radius: solid.size.x,
            mat: solid.mat,
        }
    }
}

/// `x`, clamped to `±bound`.
#[inline]
fn limit(x: f64, bound: f64) -> f64 {
    let x = if x < -bound { -bound } else { x };
    if x > bound { bound } else { x }
}

/// The point of a box with half sizes `size` that is nearest to `point`, in the frame of the box.
#[inline]
pub(super) fn in_box(point: Vec3, size: Vec3) -> Vec3 {
    Vec3::new(
        limit(point.x, size.x),
        limit(point.y, size.y),
        limit(point.z, size.z),
    )
}

/// Two balls, if they are not further apart than the margin: equation (1).
#[inline]
pub(super) fn balls(a: &Ball<'_>, b: &Ball<'_>, margin: f64) -> Option<ContactPoint> {
    let between = b.centre - a.centre;
    let squared = between.norm_squared();
    let reach = margin + a.radius + b.radius;
    if squared > reach * reach {
        return None;
    }

    // equation (1); concentric balls have no direction between them, so the axes of the shapes define one
    let length = squared.sqrt();
    let dist = length - a.radius - b.radius;
    let normal = if length < MIN_VAL {
        a.mat.col(2).cross(b.mat.col(2)).normalized()
    } else {
        between * (1.0 / length)
    };
    let pos = normal * (a.radius + dist / 2.0) + a.centre;
    Some(ContactPoint::new(dist, pos, normal))
}

/// Two spheres: one contact.
#[doc(alias = "mjc_SphereSphere")]
#[inline]
pub fn sphere_sphere(a: &Solid<'_>, b: &Solid<'_>, margin: f64, out: &mut Manifold) {
    if let Some(contact) = balls(&Ball::of(a, *a.pos), &Ball::of(b, *b.pos), margin) {
        out.push(contact);
    }
}

/// Sphere and capsule: one contact, at the nearest point of the segment.
#[doc(alias = "mjc_SphereCapsule")]
#[inline]
pub fn sphere_capsule(sphere: &Solid<'_>, capsule: &Solid<'_>, margin: f64, out: &mut Manifold) {
    // the nearest point of the segment to the centre of the sphere
    let axis = capsule.mat.col(2);
    let half_length = capsule.size.y;
    let along = axis.dot(*sphere.pos - *capsule.pos);
    let nearest = axis * limit(along, half_length) + *capsule.pos;
    let contact = balls(
        &Ball::of(sphere, *sphere.pos),
        &Ball::of(capsule, nearest),
        margin,
    );
    if let Some(contact) = contact {
        out.push(contact);
    }
}

/// Sphere and cylinder: one contact, with the lateral surface, a cap or a rim.
#[doc(alias = "mjc_SphereCylinder")]
#[inline]
pub fn sphere_cylinder(sphere: &Solid<'_>, cylinder: &Solid<'_>, margin: f64, out: &mut Manifold) {
    let (radius, half_height) = (cylinder.size.x, cylinder.size.y);
    let axis = cylinder.mat.col(2);
    let ball = Ball::of(sphere, *sphere.pos);

    // the centre of the sphere, decomposed along the axis and perpendicular to it
    let centre = *sphere.pos - *cylinder.pos;
    let along = axis.dot(centre);
    let on_axis = axis * along;
    let away = centre - on_axis;
    let away_squared = away.norm_squared();

    // the regions that the centre is in; a centre inside the cylinder uses the nearer surface
    let mut barrel = along.abs() < half_height;
    let mut cap = away_squared < radius * radius;
    if barrel && cap {
        cap = half_height - along.abs() < radius - away_squared.sqrt();
        barrel = !cap;
    }

    // lateral surface: like a ball on the axis
    let contact = if barrel {
        balls(&ball, &Ball::of(cylinder, on_axis + *cylinder.pos), margin)
    } else if cap {
        // cap: like a plane, with the normal reversed
        let outwards = if along > 0.0 { axis } else { -axis };
        let cap_centre = *cylinder.pos + outwards * half_height;
        ball_above(cap_centre, outwards, *sphere.pos, sphere.size.x, margin).map(|contact| {
            ContactPoint {
                normal: -contact.normal,
                ..contact
            }
        })
    } else {
        // rim: like a point; a cylinder without radius has its rim on the axis
        let spread = if away_squared > 0.0 {
            radius / away_squared.sqrt()
        } else {
            0.0
        };
        let end = if along > 0.0 {
            half_height
        } else {
            -half_height
        };
        let rim = Ball {
            centre: axis * end + away * spread + *cylinder.pos,
            radius: 0.0,
            mat: cylinder.mat,
        };
        balls(&ball, &rim, margin)
    };
    if let Some(contact) = contact {
        out.push(contact);
    }
}

/// Sphere and box: one contact.
#[doc(alias = "mjc_SphereBox")]
#[inline]
pub fn sphere_box(sphere: &Solid<'_>, cuboid: &Solid<'_>, margin: f64, out: &mut Manifold) {
    ball_box(*sphere.pos, sphere.size.x, cuboid, margin, out);
}

/// A ball and a box: one contact.
#[inline]
pub(super) fn ball_box(
    centre: Vec3,
    radius: f64,
    cuboid: &Solid<'_>,
    margin: f64,
    out: &mut Manifold,
) {
    let size = *cuboid.size;
    // the point of the box nearest to the centre, in the frame of the box
    let centre = cuboid.mat.transpose_mul(centre - *cuboid.pos);
    let nearest = in_box(centre, size);
    let towards = nearest - centre;
    let squared = towards.norm_squared();

    // too far apart; the squared test avoids a root, and its slack is far above rounding
    let reach = radius + margin;
    if squared > reach * reach * (1.0 + 1e-9) {
        return;
    }
    let gap = squared.sqrt();
    if gap - radius > margin {
        return;
    }

    // the centre is in the box, or the normal points to the nearest point
    let (dist, pos, normal) = if gap <= MIN_VAL {
        inside_box(centre, radius, cuboid)
    } else {
        let towards = towards * (1.0 / gap);
        let deepest = centre + towards * radius;
        (gap, nearest * 0.5 + deepest * 0.5, *cuboid.mat * towards)
    };
    out.push(ContactPoint::new(
        dist - radius,
        *cuboid.mat * pos + *cuboid.pos,
        normal,
    ));
}

/// A ball whose centre is in the box leaves it through the nearest face. Returns the distance of the centre, the
/// position in the frame of the box and the normal in the world.
#[inline]
fn inside_box(centre: Vec3, radius: f64, cuboid: &Solid<'_>) -> (f64, Vec3, Vec3) {
    const AXES: [Vec3; 3] = [Vec3::X, Vec3::Y, Vec3::Z];
    let size = *cuboid.size;
    let mut depth = (size.x + size.y + size.z) * 2.0;
    let (mut axis, mut sign) = (0, 1.0);
    // order: negative faces before positive ones, the first of equals wins
    for k in 0..3 {
        let low = (-size[k] - centre[k]).abs();
        let high = (size[k] - centre[k]).abs();
        let (least, inwards) = if high < low { (high, -1.0) } else { (low, 1.0) };
        let nearer = least < depth;
        depth = if nearer { least } else { depth };
        axis = if nearer { k } else { axis };
        sign = if nearer { inwards } else { sign };
    }
    let inwards = AXES[axis] * sign;
    let pos = centre + inwards * ((radius - depth) / 2.0);
    (-depth, pos, *cuboid.mat * inwards)
}
