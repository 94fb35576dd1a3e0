//! A face of one box against the lowest part of the other.
//!
//! In the frame of the face, each axis of the other box either runs along the face (`|b_z| < ½`) or stands on it. The
//! corner that is lowest and the axes that run along make a corner, an edge or a parallelogram. Its touches are
//!
//! 1. where its border crosses the sides of the face,
//! 2. the corners of the face below it,
//! 3. its own corners over the face, the lowest one always,
//!
//! as far as they are not higher than the margin. A touch at height `z` has the distance `z` and the position at `z/2`.

use synovia_math::Vec3;

use super::super::{Solid, Touch, Touches};
use super::{Facing, Patch, corners, crossings};

/// The other box, in the frame of the one with the face.
pub(super) struct Other {
    pub pos: Vec3,
    pub axes: [Vec3; 3],
    pub size: Vec3,
}

/// Adds the touches of a face of `owner`; the normal is `sign` times that of the face.
pub(super) fn touches(
    owner: &Solid<'_>,
    facing: &Facing,
    other: &Other,
    sign: f64,
    margin: f64,
    out: &mut Touches,
) {
    let size = facing.size(owner.size);
    let half = [size.x, size.y];
    let world = facing.world(owner.mat);
    let normal = world.col(2) * sign;
    let mut touch = |x: f64, y: f64, z: f64| {
        if z <= margin {
            let pos = world * Vec3::new(x, y, z * 0.5 + size.z) + owner.pos;
            out.push(Touch::new(z, pos, normal));
        }
    };

    // the lowest corner, and the edges at it that run along the face
    let mut corner = facing.turn(other.pos);
    corner.z -= size.z;
    let mut sides = [Vec3::ZERO; 2];
    let mut count = 0;
    for k in 0..3 {
        let axis = facing.turn(other.axes[k]);
        let side = if axis.z < 0.0 { 1.0 } else { -1.0 };
        corner += axis * (other.size[k] * side);
        if axis.z.abs() < 0.5 && count < 2 {
            sides[count] = axis * (other.size[k] * (-2.0 * side));
            count += 1;
        }
    }
    let patch = Patch { corner, sides };

    // where the border crosses the sides of the face
    let border = patch.border();
    let visible = match count {
        0 => &border[..0],
        1 => &border[..1],
        _ => &border[..],
    };
    for &(start, span) in visible {
        crossings(half, start, span, |crossing| {
            let point = start + span * crossing.along;
            touch(point.x, point.y, point.z);
        });
    }

    // corners of the face below a parallelogram
    if count == 2 {
        let area = patch.area();
        for [x, y] in corners(half) {
            let (u, v) = patch.coordinates(x, y, area);
            if u > 0.0 && v > 0.0 && u < 1.0 && v < 1.0 {
                let [a, b] = patch.sides;
                touch(x, y, corner.z + u * a.z + v * b.z);
            }
        }
    }

    // corners over the face
    touch(corner.x, corner.y, corner.z);
    let beside = corner + patch.sides[0];
    let more = [beside, corner + patch.sides[1], beside + patch.sides[1]];
    for point in &more[..(1 << count) - 1] {
        if point.x.abs() < size.x && point.y.abs() < size.y {
            touch(point.x, point.y, point.z);
        }
    }
}
