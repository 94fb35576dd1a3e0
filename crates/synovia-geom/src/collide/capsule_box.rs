//! Capsule and box.
//!
//! In the frame of the box, the capsule's segment is `m + t h` with `t ∈ [−1, 1]`. Candidates for the point of the
//! segment that is nearest to the box are
//!
//! - its two ends, if they are inside the box or directly above one of its faces;
//! - the twelve edges `c + s e` of the box with `s ∈ [−1, 1]`: along axis `j` of the box, of half size `b`, the
//!   stationary point is that of two segments,
//!
//! ```text
//! ⎡  b²    −b h_j ⎤ ⎡s⎤   ⎡ −b (c − m)_j ⎤
//! ⎣−b h_j   h·h   ⎦ ⎣t⎦ = ⎣  h·(c − m)   ⎦,      c_j = 0                             (1)
//! ```
//!
//! whose matrix and determinant are the same for the four edges along `j`.
//!
//! A capsule lying on the box needs a second contact. It is found by moving along the segment from the nearest point,
//! in the direction that stays above the box, until the segment ends or has crossed the box. At both points the
//! capsule is treated as a ball of its radius.

use synovia_math::{MIN_VAL, Vec3};

use super::sphere::{ball_box, in_box};
use super::{Manifold, Solid};

/// The axis of a capsule, in the frame of the box.
struct Segment {
    middle: Vec3,
    /// Vector from the middle to the end `t = 1`.
    half: Vec3,
    /// Direction of `half`.
    axis: Vec3,
    half_length: f64,
}

/// The part of the box nearest to the segment. Corners are three bits: set on the positive side of x, y, z.
enum BoxFeature {
    /// The end of the segment is in the box.
    Inside,
    /// The end of the segment is above a face of this axis.
    Face(usize),
    /// The interior of an edge: its axis, one of its corners, the coordinate `s` on it.
    Edge(usize, u8, f64),
    /// A corner.
    Corner(u8),
}

/// The point of the segment nearest to the box.
struct Nearest {
    t: f64,
    feature: BoxFeature,
}

/// Capsule and box: one contact or two.
#[doc(alias = "mjc_CapsuleBox")]
pub fn capsule_box(capsule: &Solid<'_>, cuboid: &Solid<'_>, margin: f64, out: &mut Manifold) {
    let (radius, half_length) = (capsule.size.x, capsule.size.y);
    let size = *cuboid.size;
    let middle = cuboid.mat.transpose_mul(*capsule.pos - *cuboid.pos);
    let axis = cuboid.mat.transpose_mul(capsule.mat.col(2));
    let half = axis * half_length;

    // reject if no point of the segment is near enough; the slack is far above rounding
    let reach = half.abs() + size;
    let slack = 1e-9 * (reach.x + reach.y + reach.z + radius);
    let apart = middle.abs() - reach;
    if apart.x.max(apart.y).max(apart.z) > radius + margin + slack {
        return;
    }

    let segment = Segment {
        middle,
        half,
        axis,
        half_length,
    };
    let bound = margin + 2.0 * (radius + half_length + size.x + size.y + size.z);
    let Some(nearest) = nearest(&segment, size, bound) else {
        return;
    };

    // the capsule is a ball at both points
    let mut contact = |t: f64| {
        let centre = *cuboid.mat * (segment.middle + segment.half * t) + *cuboid.pos;
        ball_box(centre, radius, cuboid, margin, out);
    };
    contact(nearest.t);
    if let Some(second_contact) = second_contact(&segment, size, &nearest) {
        contact(second_contact + nearest.t);
    }
}

/// The point nearest to the box, if its squared distance is below `bound`.
fn nearest(segment: &Segment, size: Vec3, bound: f64) -> Option<Nearest> {
    let Segment { middle, half, .. } = *segment;
    let mut best = bound;
    let mut found = None;

    // ends that are in the box or directly above a face
    let slack = 1e-6 * (size.x + size.y + size.z + segment.half_length);
    let mut above = [None; 2];
    for (t, above) in [-1.0, 1.0].into_iter().zip(&mut above) {
        let end = middle + half * t;
        let gap = in_box(end, size) - end;
        let feature = match [gap.x != 0.0, gap.y != 0.0, gap.z != 0.0] {
            [false, false, false] => BoxFeature::Inside,
            [true, false, false] => BoxFeature::Face(0),
            [false, true, false] => BoxFeature::Face(1),
            [false, false, true] => BoxFeature::Face(2),
            _ => continue,
        };
        if let BoxFeature::Face(face) = feature {
            let (k, l) = ((face + 1) % 3, (face + 2) % 3);
            let clear = |k: usize| end[k].abs() < size[k] - slack;
            *above = (clear(k) && clear(l)).then_some((face, end[face] > 0.0));
        }
        let squared = gap.norm_squared();
        if squared < best {
            best = squared;
            found = Some(Nearest { t, feature });
        }
    }

    // no edge is nearer than an end inside, or than the face that the whole segment is above
    if best <= MIN_VAL || (above[0].is_some() && above[0] == above[1] && found.is_some()) {
        return found;
    }

    // the nearest of the twelve edges, if it is nearer than the ends
    let edges = [
        near_edges::<0>(segment, size),
        near_edges::<1>(segment, size),
        near_edges::<2>(segment, size),
    ];
    let mut nearest = None;
    for (j, four) in edges.iter().enumerate() {
        for (k, edge) in four.iter().enumerate() {
            let nearer = edge.squared < best - MIN_VAL;
            best = if nearer { edge.squared } else { best };
            nearest = if nearer { Some((j, k)) } else { nearest };
        }
    }
    let Some((j, k)) = nearest else {
        return found;
    };
    let NearEdge { s, t, end, .. } = edges[j][k];
    let corner = CORNERS[j][k];
    let feature = if end == 0.0 {
        BoxFeature::Edge(j, corner, s)
    } else {
        BoxFeature::Corner(corner | u8::from(end > 0.0) << j)
    };
    Some(Nearest { t, feature })
}

/// The four edges along each axis, given by the corner at their negative end.
const CORNERS: [[u8; 4]; 3] = [[0, 2, 4, 6], [0, 1, 4, 5], [0, 1, 2, 3]];

/// The nearest points of an edge and of the segment.
#[derive(Clone, Copy)]
struct NearEdge {
    /// Squared distance.
    squared: f64,
    /// Coordinate on the edge.
    s: f64,
    /// Coordinate on the segment.
    t: f64,
    /// The end of the edge that `s` was clamped to, 0 if it was not. It is kept even if `s` changes with `t` afterwards.
    end: f64,
}

/// Equation (1) for the four edges along axis `J`, without branches because they would be unpredictable.
#[inline]
fn near_edges<const J: usize>(segment: &Segment, size: Vec3) -> [NearEdge; 4] {
    let Segment {
        middle,
        half,
        half_length,
        ..
    } = *segment;
    let b = size[J];
    let (bb, bh, hh) = (b * b, -b * half[J], half_length * half_length);
    let det = bb * hh - bh * bh;
    let inverse = 1.0 / det;
    let (inverse_bb, inverse_hh) = (1.0 / bb, 1.0 / hh);
    let u = b * middle[J];

    CORNERS[J].map(|corner| {
        let mut between = at_corner(corner, size) - middle;
        between[J] = -middle[J];
        let v = half.dot(between);

        // the stationary point; `s` clamped, then `t` for it; `t` clamped, then `s` for it
        let free_s = (hh * u - bh * v) * inverse;
        let s = free_s.clamp(-1.0, 1.0);
        let past_edge = free_s.abs() > 1.0;
        let free_t = if past_edge {
            (v - s * bh) * inverse_hh
        } else {
            (bb * v - bh * u) * inverse
        };
        let t = free_t.clamp(-1.0, 1.0);
        let past_segment = free_t.abs() > 1.0;
        let s_again = (u - t * bh) * inverse_bb;
        let end = if past_edge { s } else { 0.0 };
        let end = if past_segment && s_again.abs() > 1.0 {
            s_again.clamp(-1.0, 1.0)
        } else {
            end
        };
        let s = if past_segment {
            s_again.clamp(-1.0, 1.0)
        } else {
            s
        };

        let mut gap = between + half * -t;
        gap[J] += b * s;
        // parallel to the edge: other candidates are equally near
        let squared = if det.abs() < MIN_VAL {
            f64::INFINITY
        } else {
            gap.norm_squared()
        };
        NearEdge { squared, s, t, end }
    })
}

/// The position of a corner of a box with half sizes `size`.
#[inline]
fn at_corner(corner: u8, size: Vec3) -> Vec3 {
    let side = |k: u8, size: f64| if corner & k != 0 { size } else { -size };
    Vec3::new(side(1, size.x), side(2, size.y), side(4, size.z))
}

/// Distance from the nearest point to the second contact, in `t`; `None` if there is only one contact.
fn second_contact(segment: &Segment, size: Vec3, nearest: &Nearest) -> Option<f64> {
    let Segment {
        middle, half, axis, ..
    } = *segment;
    let t = nearest.t;
    // distances to the end of the segment, and to the other side of the box along one of its axes
    let to_end = |direction: f64| 1.0 - direction * t;
    let across = |k: usize| 2.0 * size[k] / half[k].abs();
    // bit mask of the axes along which `+h` points over the box from a corner; along the others `−h` does
    let inwards = |corner: u8| {
        let positive = |k: usize| u8::from(half[k] > 0.0) << k;
        (positive(0) | positive(1) | positive(2)) ^ corner
    };

    match nearest.feature {
        BoxFeature::Inside => None,

        BoxFeature::Corner(corner) => {
            // one axis points over the box in one direction, the other two in the opposite one
            let inwards = inwards(corner);
            let (direction, bit) = match inwards {
                0 | 7 => return None,
                1 | 2 | 4 => (1.0, inwards),
                _ => (-1.0, 7 - inwards),
            };
            let alone = bit.trailing_zeros() as usize;
            Some(if axis[alone] * axis[alone] > 0.5 {
                direction * shorter(to_end(direction), across(alone))
            } else {
                let way = shorter(to_end(-direction), across((alone + 1) % 3));
                -direction * shorter(way, across((alone + 2) % 3))
            })
        }

        BoxFeature::Edge(edge, corner, s) => {
            // over the box along both of the other axes, or along none: only the edge point touches
            let inwards = inwards(corner) & !(1 << edge);
            if inwards.count_ones() != 1 {
                return None;
            }
            // the face to which the segment is less inclined
            let (one, other) = ((edge + 1) % 3, (edge + 2) % 3);
            let run = if axis[one].abs() > axis[other].abs() {
                one
            } else {
                other
            };
            let direction = if inwards & (1 << run) != 0 { 1.0 } else { -1.0 };
            let way = shorter(to_end(direction), across(run));
            // not past the end of the edge
            let forward = (half[edge] > 0.0) == (direction > 0.0);
            let left = if forward { 1.0 - s } else { 1.0 + s };
            Some(direction * shorter(way, size[edge] * left / half[edge].abs()))
        }

        BoxFeature::Face(face) => {
            // from one end to the point where the segment leaves the space above the face
            let direction = -t;
            let start = middle + half * t;
            let mut way = 2.0;
            for k in (0..3).filter(|&k| k != face) {
                for side in [size[k], -size[k]] {
                    let leave = (side - start[k]) / half[k] * direction;
                    if leave > 0.0 {
                        way = shorter(way, leave);
                    }
                }
            }
            Some(direction * way)
        }
    }
}

/// The smaller of two distances; a NaN does not limit.
#[inline]
fn shorter(way: f64, limit: f64) -> f64 {
    if limit < way { limit } else { way }
}
