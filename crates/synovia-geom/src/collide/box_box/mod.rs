//! Two boxes.
//!
//! Two boxes are disjoint if and only if one of fifteen directions separates their projections: three face normals of
//! each box and nine cross products of an edge of one with an edge of the other (Gottschalk, Lin, Manocha, *OBBTree*,
//! 1996). The direction of least overlap determines the contacts:
//!
//! | direction     | contacts                                                                  | file      |
//! |---------------|---------------------------------------------------------------------------|-----------|
//! | face normal   | the other box's lowest corner, edge or face, clipped against the face     | `face.rs` |
//! | cross product | the two faces at the edges, one projected onto the other, clipped         | `edge.rs` |
//!
//! Both work in the frame of a face: its middle is the origin, its outward normal the third axis ([`Facing`]).
//! Finally, contacts outside of a box and duplicate contacts are removed (`prune.rs`).

#![expect(
    clippy::needless_bitwise_bool,
    reason = "unpredictable conditions are combined instead of branched on"
)]

mod axes;
mod edge;
mod face;
mod prune;

use synovia_math::{MIN_VAL, Mat3, Vec3, wide};

use super::{ContactPoint, Manifold, Solid};
use axes::{Overlap, Relative};

/// Two boxes: up to eight contacts, more in degenerate cases.
#[doc(alias = "mjc_BoxBox")]
pub fn box_box(a: &Solid<'_>, b: &Solid<'_>, margin: f64, out: &mut Manifold) {
    wide!(_simd => find(a, b, margin, out));
}

/// The same, compiled for the vector unit at hand.
#[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
#[inline(always)]
fn find(a: &Solid<'_>, b: &Solid<'_>, margin: f64, out: &mut Manifold) {
    // a face normal separates the boxes
    let Some(relative) = Relative::new(a, b, margin) else {
        return;
    };
    let rot = &relative.rot;
    let first = out.len();
    // contacts by the direction of least overlap; seen from the second box, the normal is reversed
    let face = match relative.least_overlap(a.size, b.size, margin) {
        None => return,
        Some(Overlap::FaceOfFirst(facing)) => {
            let other = face::Other {
                pos: &relative.pos21,
                axes: [rot.col(0), rot.col(1), rot.col(2)],
                size: b.size,
            };
            Some((a, facing, other, 1.0))
        }
        Some(Overlap::FaceOfSecond(facing)) => {
            let other = face::Other {
                pos: &relative.pos12,
                axes: [rot.row(0), rot.row(1), rot.row(2)],
                size: a.size,
            };
            Some((b, facing, other, -1.0))
        }
        Some(Overlap::Edges(pair)) => {
            edge::manifold(a, b, &relative, &pair, margin, out);
            None
        }
    };
    if let Some((owner, facing, other, sign)) = face {
        face::manifold(owner, &FACINGS[facing], &other, sign, margin, out);
    }
    prune::prune(a, b, margin, first, out);
}

/// Rotates the frame of a box so that the outward normal of a face is the third axis: axis `k` of the rotated frame
/// is `sign[k]` times axis `axis[k]` of the box.
struct Facing {
    axis: [usize; 3],
    sign: [f64; 3],
}

/// The faces +x, +y, +z, −x, −y, −z.
const FACINGS: [Facing; 6] = [
    Facing::new([2, 1, 0], [-1.0, 1.0, 1.0]),
    Facing::new([0, 2, 1], [1.0, -1.0, 1.0]),
    Facing::new([0, 1, 2], [1.0, 1.0, 1.0]),
    Facing::new([2, 1, 0], [1.0, 1.0, -1.0]),
    Facing::new([0, 2, 1], [1.0, 1.0, -1.0]),
    Facing::new([0, 1, 2], [-1.0, 1.0, -1.0]),
];

impl Facing {
    const fn new(axis: [usize; 3], sign: [f64; 3]) -> Self {
        Self { axis, sign }
    }

    /// A vector of the box's frame in the rotated frame.
    #[inline]
    fn turn(&self, v: Vec3) -> Vec3 {
        let along = |k: usize| v[self.axis[k]] * self.sign[k];
        Vec3::new(along(0), along(1), along(2))
    }

    /// The half sizes of the box along the rotated axes.
    #[inline]
    fn size(&self, size: Vec3) -> Vec3 {
        let [x, y, z] = self.axis;
        Vec3::new(size[x], size[y], size[z])
    }

    /// The rotated axes in the world.
    #[inline]
    fn world(&self, mat: &Mat3) -> Mat3 {
        let col = |k: usize| mat.col(self.axis[k]) * self.sign[k];
        Mat3::from_cols(col(0), col(1), col(2))
    }
}

/// A parallelogram: one corner and two sides.
#[derive(Clone, Copy)]
struct Patch {
    corner: Vec3,
    sides: [Vec3; 2],
}

impl Patch {
    /// Its border: start and span of each side.
    #[inline]
    fn border(&self) -> [(Vec3, Vec3); 4] {
        let Self {
            corner,
            sides: [a, b],
        } = *self;
        [(corner, a), (corner, b), (corner + a, b), (corner + b, a)]
    }

    /// The lines of the border that can cross the rectangle with half sizes `half`, and whether the whole patch is inside.
    ///
    /// A line with both ends inside, or both beyond the same side, does not cross. The slack is far above the
    /// rounding errors of crossings.
    #[inline]
    fn near(&self, half: [f64; 2]) -> ([bool; 4], bool) {
        const NOT_INSIDE: u8 = 16;
        let Self {
            corner,
            sides: [a, b],
        } = *self;
        let [x, y] = half;
        let extent = corner.abs() + a.abs() + b.abs();
        let slack = 1e-9 * (x + y + extent.x + extent.y);
        let place = |p: Vec3| {
            u8::from(p.x < -x - slack)
                | u8::from(p.x > x + slack) << 1
                | u8::from(p.y < -y - slack) << 2
                | u8::from(p.y > y + slack) << 3
                | u8::from((p.x.abs() >= x - slack) | (p.y.abs() >= y - slack)) << 4
        };
        let (p, pa) = (place(corner), place(corner + a));
        let (pb, pab) = (place(corner + b), place(corner + a + b));
        let crosses = |p: u8, q: u8| (p & q & !NOT_INSIDE == 0) & ((p | q) & NOT_INSIDE != 0);
        let lines = [
            crosses(p, pa),
            crosses(p, pb),
            crosses(pa, pab),
            crosses(pb, pab),
        ];
        (lines, (p | pa | pb | pab) & NOT_INSIDE == 0)
    }

    /// Signed area of its projection onto the plane `z = 0`.
    #[inline]
    fn area(&self) -> f64 {
        let [a, b] = self.sides;
        a.x * b.y - b.x * a.y
    }

    /// The coordinates `(u, v)` for which `corner + u a + v b` is directly above `(x, y)`.
    #[inline]
    fn coordinates(&self, x: f64, y: f64, area: f64) -> (f64, f64) {
        let [a, b] = self.sides;
        let (x, y) = (x - self.corner.x, y - self.corner.y);
        let inverse = 1.0 / area;
        ((x * b.y - y * b.x) * inverse, (y * a.x - x * a.y) * inverse)
    }
}

/// The crossing of a line with a side of a rectangle, in the projection along z.
struct Crossing {
    /// Coordinate on the line: 0 at its start, 1 at its end.
    along: f64,
    /// The position of the crossing.
    at: [f64; 2],
}

/// Calls `visit` with the crossings of `start + c·span` with the sides of the rectangle with half sizes `half`: first
/// the sides of constant x, then those of constant y, the negative one first. The flag is true if the crossing is on
/// the line, `c ∈ [0, 1]`, and on the side. Four flags are cheaper than four unpredictable branches.
#[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
#[inline(always)]
fn crossings(half: [f64; 2], start: Vec3, span: Vec3, mut visit: impl FnMut(bool, &Crossing)) {
    for q in 0..2 {
        let (a, b, c, d) = (start[q], span[q], start[1 - q], span[1 - q]);
        let inverse = 1.0 / b;
        for side in [-half[q], half[q]] {
            let along = (side - a) * inverse;
            let other = c + d * along;
            let counts =
                (b.abs() > MIN_VAL) & (0.0..=1.0).contains(&along) & (other.abs() <= half[1 - q]);
            let at = if q == 0 { [side, other] } else { [other, side] };
            visit(counts, &Crossing { along, at });
        }
    }
}

/// Transforms contacts from the frame of a face into the world; the middle of the face is `size.z` from the centre of `owner`.
#[inline]
fn to_world(
    manifold: &mut [ContactPoint],
    owner: &Solid<'_>,
    world: &Mat3,
    size: Vec3,
    normal: Vec3,
) {
    for contact in manifold {
        let local = Vec3::new(contact.pos.x, contact.pos.y, contact.pos.z + size.z);
        contact.pos = *world * local + *owner.pos;
        contact.normal = normal;
        contact.tangent = Vec3::ZERO;
    }
}

/// The corners of the rectangle with half sizes `half`.
#[inline]
fn corners([x, y]: [f64; 2]) -> [[f64; 2]; 4] {
    [[-x, -y], [-x, y], [x, -y], [x, y]]
}
