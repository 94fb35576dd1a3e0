//! Contacts of two boxes at edges.
//!
//! Each edge belongs to a face: on each box, the one spanned by the edge and by the axis that is most parallel to the
//! other edge. In the frame of the first box's face, the second box's face is a parallelogram above or below it. It
//! is projected along the direction `n` of least overlap onto the plane of the first face, `z = 0`:
//!
//! ```text
//! x ↦ x − n z/n_z                                                                    (1)
//! ```
//!
//! Contacts pair a point of one face with a point of the other:
//!
//! 1. the points where the border of the projection crosses the sides of the face, with the points that are projected there,
//! 2. the corners of the face inside the projection, with the point of the parallelogram of the same coordinates,
//! 3. the corners of the parallelogram with the point of the face that is nearest to their projection.
//!
//! If the border does not cross the sides, 2 and 3 are less strict: a pair is used if it is inside in one of the two
//! coordinates.

use synovia_math::{MIN_VAL, Vec3};

use super::super::{Manifold, Solid};
use super::axes::{EdgePair, Relative};
use super::{FACINGS, Patch, corners, crossings, to_world};

/// Adds the contacts of two edges.
#[expect(
    clippy::too_many_lines,
    reason = "three phases over the same values; as three functions they take 1.8 % more instructions"
)]
#[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
#[inline(always)]
pub(super) fn manifold(
    first: &Solid<'_>,
    second: &Solid<'_>,
    relative: &Relative,
    pair: &EdgePair,
    margin: f64,
    out: &mut Manifold,
) {
    let rot = &relative.rot;
    let rot_abs = &relative.rot_abs;
    let (axis1, axis2) = (pair.axis1, pair.axis2);

    // the faces: that of the first box by its normal, that of the second by the axis that spans it with the edge
    let (_, normal1) = by_weight(axis1, |k| rot_abs[(k, axis2)]);
    let (span2, normal2) = by_weight(axis2, |k| rot_abs[(axis1, k)]);
    let facing = if pair.side1(normal1) {
        &FACINGS[normal1]
    } else {
        &FACINGS[normal1 + 3]
    };

    let size = facing.size(*first.size);
    let half = [size.x, size.y];
    let n = facing.turn(pair.direction);
    if n.z.abs() < MIN_VAL {
        return;
    }
    let sign = if pair.backwards { -1.0 } else { 1.0 };
    let inverse = 1.0 / n.z;
    // distance along `n` per unit of height
    let slant = inverse * sign;

    // the second face: two corners at the edge, two on the other side, and their projections, equation (1)
    let mut centre = facing.turn(relative.pos21);
    centre.z -= size.z;
    let signed = |k: usize| {
        let side = if pair.side2(k, rot) { 1.0 } else { -1.0 };
        facing.turn(rot.col(k)) * (second.size[k] * side)
    };
    let (over, out_of) = (signed(span2), signed(normal2));
    let along = facing.turn(rot.col(axis2)) * second.size[axis2];
    let near = centre + over + out_of;
    let far = centre - over + out_of;
    let points = [near + along, near - along, far + along, far - along];
    let shadows = points.map(|p| p + n * (-p.z * inverse));

    let patch = Patch {
        corner: points[0],
        sides: [points[1] - points[0], points[2] - points[0]],
    };
    let shadow = Patch {
        corner: shadows[0],
        sides: [shadows[1] - shadows[0], shadows[2] - shadows[0]],
    };

    // 1. the border of the projection crosses the sides of the face
    let first_touch = out.len();
    let (near, _) = shadow.near(half);
    let borders = patch.border().into_iter().zip(shadow.border());
    for (((start, span), (low_start, low_span)), _) in borders.zip(near).filter(|(_, near)| *near) {
        crossings(half, low_start, low_span, |counts, crossing| {
            let c = crossing.along;
            let [x, y] = crossing.at;
            let mut point = start * 0.5 + span * (0.5 * c);
            point.x += 0.5 * x;
            point.y += 0.5 * y;
            let near = (start.z + span.z * c) * slant <= margin;
            out.offer(counts & near, point.z * slant * 2.0, point);
        });
    }
    let crossed = out.len() > first_touch;

    // 2. corners of the face inside the projection
    let mut area = shadow.area();
    for [x, y] in corners(half) {
        let (u, v) = shadow.coordinates(x, y, area);
        let (u_in, v_in) = ((0.0..=1.0).contains(&u), (0.0..=1.0).contains(&v));
        let inside = if crossed { u_in && v_in } else { u_in || v_in };
        if !inside || u.is_nan() || v.is_nan() {
            continue;
        }
        let (u, v) = (u.clamp(0.0, 1.0), v.clamp(0.0, 1.0));
        let above = points[0] * (1.0 - u - v) + points[1] * u + points[2] * v;
        let corner = Vec3::new(x, y, 0.0);
        let squared = (corner - above).norm_squared();
        // QUIRK(box-edge-area): from here on, coordinates are divided by this squared distance instead of the area
        area = squared;
        let near = (above.z <= 0.0) | (squared <= margin * margin);
        let dist = with_sign(squared.sqrt(), above.z);
        out.offer(near, dist, (corner + above) * 0.5);
    }
    let any = out.len() > first_touch;

    // 3. corners of the parallelogram over the face; all of them if nothing was found so far
    for (point, shadow) in points.iter().zip(shadows) {
        let (x_in, y_in) = (shadow.x.abs() <= size.x, shadow.y.abs() <= size.y);
        let over = !any | (x_in & y_in) | (!crossed & (x_in | y_in));
        let x = shadow.x.max(-size.x).min(size.x);
        let y = shadow.y.max(-size.y).min(size.y);
        let (dx, dy) = (shadow.x - x, shadow.y - y);
        let squared = dx * dx + dy * dy + point.z * slant * point.z * slant;
        let near = (point.z <= 0.0) | (squared <= margin * margin);
        let foot = Vec3::new(x * 0.5, y * 0.5, 0.0);
        let dist = with_sign(squared.sqrt(), point.z);
        out.offer(over & near, dist, foot + *point * 0.5);
    }

    // from the frame of the face to the world
    let world = facing.world(first.mat);
    let normal = world * n * sign;
    to_world(&mut out[first_touch..], first, &world, size, normal);
}

/// The distance, negative for points below the face.
#[inline]
fn with_sign(dist: f64, height: f64) -> f64 {
    if height < 0.0 { -dist } else { dist }
}

/// The two axes other than `k`, the one with the greater weight first.
#[inline]
fn by_weight(k: usize, weight: impl Fn(usize) -> f64) -> (usize, usize) {
    // order: of equal weights, the first of these pairs wins
    let (a, b) = match k {
        0 => (1, 2),
        1 => (0, 2),
        _ => (1, 0),
    };
    if weight(a) < weight(b) {
        (b, a)
    } else {
        (a, b)
    }
}
