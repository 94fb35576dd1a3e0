//! Collision of a height field with a convex body.
//!
//! Each cell of the grid is split into two triangles; below each of them is a prism down to the base. The prisms
//! under the bounding box of the body are tested one after the other, row by row, and each one that overlaps the body
//! yields one contact point. All computations are in the frame of the height field.
//!
//! The margin `m` raises the tops of the prisms and inflates the body by `m/2`; the depth is reported without correction.

use synovia_math::{Vec3, narrow};

use super::element::Element;
use super::normal_fix::fix_normal;
use super::support::Body;
use super::{CcdMemory, CcdOptions, SearchMemory, overlap};
use crate::collide::{ContactPoint, HeightField, Manifold, Shape, Solid};

/// Half sizes of the height field around its frame: `[x, y, up, down]`.
type Extent = [f64; 4];

/// A prism that moves along a row of the grid, one vertex at a time.
struct Column<'a> {
    field: &'a HeightField<'a>,
    step: [f64; 2],
    margin: f64,
    /// Three vertices on the base and three above them, oldest first.
    corners: [[Vec3; 3]; 2],
}

impl<'a> Column<'a> {
    fn new(field: &'a HeightField<'a>, margin: f64) -> Self {
        let step = [
            2.0 * field.size[0] / (field.ncol as f64 - 1.0),
            2.0 * field.size[1] / (field.nrow as f64 - 1.0),
        ];
        let corners = [[Vec3::new(0.0, 0.0, -field.size[3]); 3]; 2];
        Self {
            field,
            step,
            margin,
            corners,
        }
    }

    /// Replaces the oldest vertex by the one at a grid point.
    fn advance(&mut self, row: usize, col: usize) {
        let size = &self.field.size;
        let x = self.step[0] * col as f64 - size[0];
        let y = self.step[1] * row as f64 - size[1];
        let elevation = self
            .field
            .data
            .get(row * self.field.ncol + col)
            .copied()
            .unwrap_or(0.0);
        let z = f64::from(elevation) * size[2] + self.margin;
        let [below, above] = &mut self.corners;
        *below = [below[1], below[2], Vec3::new(x, y, below[2].z)];
        *above = [above[1], above[2], Vec3::new(x, y, z)];
    }

    fn is_below(&self, height: f64) -> bool {
        self.corners[1].iter().all(|corner| corner.z < height)
    }
}

/// Contacts of a height field and a convex shape.
#[doc(alias = "mjc_ConvexHField")]
pub fn hfield_convex(
    a: &Solid<'_>,
    b: &Solid<'_>,
    margin: f64,
    options: &CcdOptions,
    memory: &mut CcdMemory,
    out: &mut Manifold,
) {
    let Shape::HeightField(field) = a.shape else {
        return;
    };
    let extent = field.size;

    // the bounding sphere of the body against the bounding box of the height field
    let center = a.mat.transpose_mul(*b.pos - *a.pos);
    let reach = Vec3::splat(b.rbound + margin);
    if misses(&extent, center - reach, center + reach) {
        return;
    }

    // the bounding box of the body, in the frame of the height field
    let local = a.mat.transpose() * *b.mat;
    let placed = Solid {
        pos: &center,
        mat: &local,
        ..*b
    };
    let Some(mut body) = Body::new(&placed, 0.0) else {
        return;
    };
    let search = memory.guide([&mut body]);
    let mut low = Vec3::ZERO;
    let mut high = Vec3::ZERO;
    for (axis, dir) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().enumerate() {
        high[axis] = narrow!(simd => body.support(simd, dir))[axis];
        low[axis] = narrow!(simd => body.support(simd, -dir))[axis];
    }
    let grown = Vec3::splat(margin);
    if misses(&extent, low - grown, high + grown) {
        return;
    }

    // only portal refinement needs the normals of round shapes
    body.margin = margin;
    let round = Body::new(b, 0.0).filter(|_| !options.native);
    let ground = Ground {
        solid: a,
        field,
        margin,
        options,
    };
    ground.collide(&mut body, low, high, round.as_ref(), search, out);
}

/// Contacts of a height field and an element of a flex.
///
/// `DIFFERENCE(terrain-element)`: the prisms have no margin of their own. The native search of the reference reads
/// uninitialised memory there, so that its result for tetrahedra depends on what was computed before.
#[doc(alias = "mjc_HFieldElem")]
pub fn hfield_element(
    a: &Solid<'_>,
    b: &Element,
    margin: f64,
    options: &CcdOptions,
    memory: &mut CcdMemory,
    out: &mut Manifold,
) {
    let Shape::HeightField(field) = a.shape else {
        return;
    };
    // the element and the bounding box of its vertices, in the frame of the height field
    let mut local = *b;
    for corner in local.corners.iter_mut().chain([&mut local.center]) {
        *corner = a.mat.transpose_mul(*corner - *a.pos);
    }
    let (mut low, mut high) = (local.corners[0], local.corners[0]);
    for &corner in local.corners() {
        low = low.min(corner);
        high = high.max(corner);
    }
    let grown = Vec3::splat(margin);
    if misses(&field.size, low - grown, high + grown) {
        return;
    }
    let mut body = Body::element(&local, margin);
    let ground = Ground {
        solid: a,
        field,
        margin,
        options,
    };
    ground.collide(&mut body, low, high, None, &mut memory.search, out);
}

/// A height field with its pose, and the search options.
struct Ground<'a> {
    solid: &'a Solid<'a>,
    field: &'a HeightField<'a>,
    margin: f64,
    options: &'a CcdOptions,
}

impl Ground<'_> {
    /// Adds the contact points of a body with the prisms under a box; if the body is `round`, the normals are corrected.
    fn collide(
        &self,
        body: &mut Body<'_>,
        low: Vec3,
        high: Vec3,
        round: Option<&Body<'_>>,
        memory: &mut SearchMemory,
        out: &mut Manifold,
    ) {
        // the grid points under the box
        let Self {
            solid: Solid { pos, mat, .. },
            field,
            ..
        } = *self;
        let cols = span(low.x, high.x, field.size[0], field.ncol);
        let rows = span(low.y, high.y, field.size[1], field.nrow);

        let mut column = Column::new(field, self.margin);
        for r in rows.0..rows.1 {
            // order: two vertices start a row; then each vertex completes a triangle
            column.advance(r + 1, cols.0);
            column.advance(r, cols.0);
            for c in cols.0 + 1..=cols.1 {
                for row in [r + 1, r] {
                    column.advance(row, c);
                    if column.is_below(low.z) {
                        continue;
                    }
                    // one contact for each prism that overlaps the body, in the world
                    let mut prism = Body::prism(&column.corners);
                    let Some(found) = overlap(&mut prism, body, self.options, memory) else {
                        continue;
                    };
                    let place = **mat * found.pos + **pos;
                    let mut contact = ContactPoint::new(-found.depth, place, **mat * found.normal);
                    fix_normal(&mut contact, None, round);
                    if !out.push(contact) {
                        return;
                    }
                }
            }
        }
    }
}

/// True if a box is outside of the bounding box of the height field.
fn misses(extent: &Extent, low: Vec3, high: Vec3) -> bool {
    let [x, y, up, down] = *extent;
    low.x > x || high.x < -x || low.y > y || high.y < -y || low.z > up || high.z < -down
}

/// First and last grid point around an interval, along an axis with `count` points.
fn span(low: f64, high: f64, half: f64, count: usize) -> (usize, usize) {
    let last = count.saturating_sub(1);
    let place = |x: f64| (x + half) / (2.0 * half) * last as f64;
    let from = place(low).floor().max(0.0) as usize;
    let to = place(high).ceil().max(0.0) as usize;
    (from, to.min(last))
}
