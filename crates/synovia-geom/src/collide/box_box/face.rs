//! A face of one box against the lowest part of the other.
//!
//! In the frame of the face, each axis of the other box is either nearly parallel to the face (`|b_z| < ½`) or steep.
//! The lowest corner and the parallel axes span a corner, an edge or a parallelogram. Its contacts are
//!
//! 1. the points where its border crosses the sides of the face,
//! 2. the corners of the face below it,
//! 3. its own corners over the face, the lowest one always,
//!
//! if they are not higher than the margin. A contact at height `z` has the distance `z` and the position at `z/2`.

use synovia_math::Vec3;

use super::super::{Manifold, Solid};
use super::{Facing, Patch, corners, crossings, to_world};

/// The other box, in the frame of the one with the face.
pub(super) struct Other<'a> {
    pub pos: &'a Vec3,
    pub axes: [Vec3; 3],
    pub size: &'a Vec3,
}

/// Adds the contacts of a face of `owner`; the normal is `sign` times that of the face.
#[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
#[inline(always)]
pub(super) fn manifold(
    owner: &Solid<'_>,
    facing: &Facing,
    other: &Other<'_>,
    sign: f64,
    margin: f64,
    out: &mut Manifold,
) {
    let size = facing.size(*owner.size);
    let half = [size.x, size.y];

    // the lowest corner, and the edges at it that are nearly parallel to the face
    let mut corner = facing.turn(*other.pos);
    corner.z -= size.z;
    let mut sides = [Vec3::ZERO; 3];
    let mut count = 0;
    for k in 0..3 {
        let axis = facing.turn(other.axes[k]);
        let side = if axis.z < 0.0 { 1.0 } else { -1.0 };
        corner += axis * (other.size[k] * side);
        sides[count] = axis * (other.size[k] * (-2.0 * side));
        count += usize::from(axis.z.abs() < 0.5);
    }
    let count = count.min(2);
    let patch = Patch {
        corner,
        sides: [sides[0], sides[1]],
    };

    let first = out.len();
    let mut contact = |counts: bool, x: f64, y: f64, z: f64| {
        out.offer(counts & (z <= margin), z, Vec3::new(x, y, z * 0.5));
    };

    // 1. the border crosses the sides of the face
    let (near, inside) = match count {
        0 => ([false; 4], true),
        1 => ([true, false, false, false], true),
        _ => patch.near(half),
    };
    for ((start, span), _) in patch
        .border()
        .into_iter()
        .zip(near)
        .filter(|(_, near)| *near)
    {
        crossings(half, start, span, |counts, crossing| {
            let point = start + span * crossing.along;
            contact(counts, point.x, point.y, point.z);
        });
    }

    // 2. corners of the face below a parallelogram
    if !inside {
        let [a, b] = patch.sides;
        let area = patch.area();
        for [x, y] in corners(half) {
            let (u, v) = patch.coordinates(x, y, area);
            let z = corner.z + u * a.z + v * b.z;
            contact((u > 0.0) & (v > 0.0) & (u < 1.0) & (v < 1.0), x, y, z);
        }
    }

    // 3. corners over the face
    contact(true, corner.x, corner.y, corner.z);
    let beside = corner + sides[0];
    let more = [beside, corner + sides[1], beside + sides[1]];
    for point in more.into_iter().take((1 << count) - 1) {
        let over = (point.x.abs() < size.x) & (point.y.abs() < size.y);
        contact(over, point.x, point.y, point.z);
    }

    // from the frame of the face to the world
    let world = facing.world(owner.mat);
    let normal = world.col(2) * sign;
    to_world(&mut out[first..], owner, &world, size, normal);
}
