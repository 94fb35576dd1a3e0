//! Triangles in the picture: transformed, clipped, rounded to a grid of 1/256 pixel.
//!
//! A vertex with homogeneous coordinates `(x, y, z, w)` is inside the picture if `−w ≤ x, y ≤ w` and `0 ≤ z ≤ w`. Triangles
//! are cut at the near plane `z = w`, where `w` may vanish, and far outside the picture, so that integers hold their edges.
//! The far plane needs no cut: what is behind it has a negative depth, and never passes.

use crate::items::{Cull, Item, Shape};
use crate::matrix::{Mat4, Vec3, Vec4};
use crate::surface::{Cluster, Surface};

/// Steps of a pixel.
pub(crate) const STEPS: f32 = 256.0;
/// So far outside the picture triangles are cut, in half widths.
const GUARD: f32 = 2.0;

/// Where the square of `x, y` from −1 to 1 lies in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// Lower left corner.
    pub(crate) origin: [f32; 2],
    /// Width and height.
    pub(crate) size: [f32; 2],
}

/// A triangle in the picture, counter-clockwise.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tri {
    /// Corners in 1/256 pixel.
    pub(crate) x: [i32; 3],
    /// The same upwards.
    pub(crate) y: [i32; 3],
    /// Depth at the origin, and its slopes per pixel.
    pub(crate) z: [f64; 3],
    /// Its item.
    pub(crate) item: u32,
    /// Its group in the item's surface.
    pub(crate) cluster: u32,
    /// Its triangle in the item's surface.
    pub(crate) face: u32,
}

/// How triangles come to the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stage {
    /// World to clip space.
    pub(crate) clip: Mat4,
    pub(crate) window: Window,
    /// Only the side of this plane (in the world) that its normal points to is drawn.
    pub(crate) plane: Option<Vec4>,
    /// Triangles turn around, as in a mirror.
    pub(crate) flip: bool,
    /// All faces are drawn.
    pub(crate) all: bool,
    /// Sides of polygons are drawn as lines, so many pixels wide.
    pub(crate) wire: Option<f32>,
    /// Samples are so far apart along each axis: a power of two, in 1/256 pixel.
    pub(crate) grid: u32,
}

/// The nearest integer, even between two: adding 1.5·2⁵² leaves it in the low bits.
#[inline]
fn nearest(x: f32) -> i32 {
    (f64::from(x) + 6755399441055744.0).to_bits() as i32
}

/// A vertex on its way.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Vertex {
    clip: Vec4,
    /// Distance from the plane.
    side: f32,
    code: u16,
    at: [i32; 2],
    z: f64,
}

const NEAR: u16 = 1 << 4;
const WIDE: u16 = 1 << 6;
const SIDE: u16 = 1 << 7;
/// Outside of what is drawn, if all corners share one of these.
const OUTSIDE: u16 = 0x3f | SIDE;
/// Not a number: never drawn.
const BROKEN: u16 = 1 << 8;

/// The six sides of the frustum in an item's own frame, with the lengths of their normals.
pub(crate) struct Frustum([[f32; 5]; 6]);

impl Frustum {
    /// The frustum of a matrix to clip space.
    pub(crate) fn new(m: &Mat4) -> Self {
        let m = &m.0;
        let row = |r: usize| [m[r], m[4 + r], m[8 + r], m[12 + r]];
        let (x, y, z, w) = (row(0), row(1), row(2), row(3));
        let mix = |s: f32, a: Vec4| -> [f32; 5] {
            let p: Vec4 = core::array::from_fn(|k| w[k] + s * a[k]);
            [
                p[0],
                p[1],
                p[2],
                p[3],
                (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt(),
            ]
        };
        let far = [
            z[0],
            z[1],
            z[2],
            z[3],
            (z[0] * z[0] + z[1] * z[1] + z[2] * z[2]).sqrt(),
        ];
        Self([
            mix(1.0, x),
            mix(-1.0, x),
            mix(1.0, y),
            mix(-1.0, y),
            mix(-1.0, z),
            far,
        ])
    }

    /// Whether a sphere is outside of it.
    #[inline]
    pub(crate) fn misses(&self, center: Vec3, radius: f32) -> bool {
        self.0.iter().any(|p| {
            let height = p[0] * center[0] + p[1] * center[1] + p[2] * center[2] + p[3];
            height < -radius * p[4] * 1.0001
        })
    }
}

impl Stage {
    /// Where a point in clip space is in the picture, in 1/256 pixel.
    #[inline]
    fn project(&self, clip: Vec4) -> ([i32; 2], f64) {
        let inverse = 1.0 / clip[3];
        let at = |k: usize| {
            let size = self.window.size[k];
            // what was cut badly, with numbers that are too large, stays near
            let from_left = ((clip[k] * inverse + 1.0) * (0.5 * size)).clamp(-size, 2.0 * size);
            nearest((self.window.origin[k] + from_left) * STEPS)
        };
        ([at(0), at(1)], f64::from(clip[2] * inverse))
    }

    /// A vertex of an item, transformed by `clip`, the item's matrix to clip space.
    #[inline]
    fn vertex(&self, clip: &Mat4, world: &Mat4, pos: Vec3) -> Vertex {
        let c = clip.point(pos);
        let w = c[3];
        let mut code = u16::from(c[0] < -w)
            | u16::from(c[0] > w) << 1
            | u16::from(c[1] < -w) << 2
            | u16::from(c[1] > w) << 3
            | u16::from(c[2] > w) << 4
            | u16::from(c[2] < 0.0) << 5;
        let wide = GUARD * w;
        if !(c[0].abs() <= wide && c[1].abs() <= wide && w > 0.0) {
            code |= WIDE;
            // what is not a number is here too: no comparison with it holds
            if !c.iter().all(|v| v.is_finite()) {
                code |= BROKEN;
            }
        }
        let mut side = 0.0;
        if let Some(p) = self.plane {
            let x = world.affine(pos);
            side = p[0] * x[0] + p[1] * x[1] + p[2] * x[2] + p[3];
            code |= if side < 0.0 { SIDE } else { 0 };
        }
        let mut out = Vertex {
            clip: c,
            side,
            code,
            at: [0; 2],
            z: 0.0,
        };
        if code & (NEAR | WIDE | BROKEN) == 0 {
            (out.at, out.z) = self.project(c);
        }
        out
    }

    /// Adds the triangles of one group of an item.
    pub(crate) fn group(&self, place: Place<'_>, verts: &mut Vec<Vertex>, out: &mut Vec<Tri>) {
        let Place {
            item,
            surface,
            group,
            ..
        } = place;
        let clip = self.clip.mul(&item.world);
        // the depth of a sheet that reaches far beyond the picture comes from its plane, not from its corners
        let flat = place.sheet.then(|| self.plane_depth(&clip)).flatten();
        verts.clear();
        let range = group.vert..group.vert + group.nvert;
        for &v in &surface.vert[range] {
            verts.push(self.vertex(&clip, &item.world, v));
        }
        for f in group.face..group.face + group.nface {
            let [a, b, c] = surface.face[f];
            let v = [&verts[a as usize], &verts[b as usize], &verts[c as usize]];
            if v[0].code & v[1].code & v[2].code & OUTSIDE != 0 {
                continue;
            }
            let any = v[0].code | v[1].code | v[2].code;
            if any & BROKEN != 0 {
                continue;
            }
            // the sky is always filled
            if let Some(width) = self.wire.filter(|_| item.geom != u32::MAX) {
                self.sides(place, f, &[*v[0], *v[1], *v[2]], width, out);
            } else if let Some(z) = flat {
                self.cut(place, f, &[*v[0], *v[1], *v[2]], out, Some(z));
            } else if any & (NEAR | WIDE | SIDE) == 0 {
                self.emit(
                    place,
                    f,
                    [v[0].at, v[1].at, v[2].at],
                    [v[0].z, v[1].z, v[2].z],
                    out,
                );
            } else {
                self.cut(place, f, &[*v[0], *v[1], *v[2]], out, None);
            }
        }
    }

    /// Depth at the origin of the picture and its slopes, on the plane `z = 0` of an item; `None` from its edge.
    fn plane_depth(&self, clip: &Mat4) -> Option<[f64; 3]> {
        let m = clip.0.map(f64::from);
        // clip coordinates of the plane's origin and of its two axes
        let column = |c: usize| [m[c], m[c + 1], m[c + 3], m[c + 2]];
        let (a, b, o) = (column(0), column(4), column(12));
        let cross = |p: [f64; 4], q: [f64; 4]| {
            [
                p[1] * q[2] - p[2] * q[1],
                p[2] * q[0] - p[0] * q[2],
                p[0] * q[1] - p[1] * q[0],
            ]
        };
        let (bo, oa, ab) = (cross(b, o), cross(o, a), cross(a, b));
        let det = a[0] * bo[0] + a[1] * bo[1] + a[2] * bo[2];
        // z = k · (x, y, w)
        let k: [f64; 3] =
            core::array::from_fn(|i| (a[3] * bo[i] + b[3] * oa[i] + o[3] * ab[i]) / det);
        let scale = [0, 1].map(|i| 2.0 / f64::from(self.window.size[i]));
        let origin = self.window.origin.map(f64::from);
        let zx = k[0] * scale[0];
        let zy = k[1] * scale[1];
        let z0 = k[2] - k[0] - k[1] - zx * origin[0] - zy * origin[1];
        (z0.is_finite() && zx.is_finite() && zy.is_finite()).then_some([z0, zx, zy])
    }

    /// Adds what is left of a triangle after cutting.
    fn cut(
        &self,
        place: Place<'_>,
        f: usize,
        v: &[Vertex; 3],
        out: &mut Vec<Tri>,
        z: Option<[f64; 3]>,
    ) {
        let start = out.len();
        let mut polygon = Polygon::new(v);
        polygon.clip_all(self.plane.is_some());
        let corners = polygon.corners();
        if corners.len() < 3 {
            return;
        }
        let first = self.project(corners[0].clip);
        let mut last = self.project(corners[1].clip);
        for corner in &corners[2..] {
            let next = self.project(corner.clip);
            self.emit(
                place,
                f,
                [first.0, last.0, next.0],
                [first.1, last.1, next.1],
                out,
            );
            last = next;
        }
        if let Some(z) = z {
            out[start..].iter_mut().for_each(|tri| tri.z = z);
        }
    }

    /// Whether no sample can be between the least and the greatest of three coordinates.
    #[inline]
    fn between(&self, a: i32, b: i32, c: i32) -> bool {
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        // samples are at odd multiples of half a step
        let half = 1 << (self.grid - 1);
        (high - half) >> self.grid < (low - half + (1 << self.grid) - 1) >> self.grid
    }

    /// Adds a triangle of the picture, if it looks the right way and is not empty.
    #[inline]
    fn emit(&self, place: Place<'_>, f: usize, p: [[i32; 2]; 3], z: [f64; 3], out: &mut Vec<Tri>) {
        let wide = |k: usize| (i64::from(p[k][0] - p[0][0]), i64::from(p[k][1] - p[0][1]));
        if self.between(p[0][0], p[1][0], p[2][0]) || self.between(p[0][1], p[1][1], p[2][1]) {
            return;
        }
        let ((x1, y1), (x2, y2)) = (wide(1), wide(2));
        let area = x1 * y2 - x2 * y1;
        if area == 0 {
            return;
        }
        let front = (area > 0) != self.flip;
        let hidden = match place.item.cull {
            Cull::Neither => false,
            Cull::Back => !front,
            Cull::Front => front,
        };
        if hidden && !self.all {
            return;
        }
        let scale = f64::from(STEPS) / area as f64;
        let (d1, d2) = (z[1] - z[0], z[2] - z[0]);
        let zx = (d1 * y2 as f64 - d2 * y1 as f64) * scale;
        let zy = (d2 * x1 as f64 - d1 * x2 as f64) * scale;
        let pixel = |c: i32| f64::from(c) / f64::from(STEPS);
        let z0 = z[0] - zx * pixel(p[0][0]) - zy * pixel(p[0][1]);
        let (b, c) = if area > 0 { (p[1], p[2]) } else { (p[2], p[1]) };
        out.push(Tri {
            x: [p[0][0], b[0], c[0]],
            y: [p[0][1], b[1], c[1]],
            z: [z0, zx, zy],
            item: place.number,
            cluster: place.cluster,
            face: f as u32,
        });
    }

    /// Adds the sides of a triangle that are sides of its polygon.
    fn sides(&self, place: Place<'_>, f: usize, v: &[Vertex; 3], width: f32, out: &mut Vec<Tri>) {
        // a polygon that looks away has no sides either
        let mut faces = Vec::new();
        self.cut(place, f, v, &mut faces, None);
        if faces.is_empty() {
            return;
        }
        for k in 0..3 {
            if place.surface.sides[f] >> k & 1 == 1 {
                self.segment(place, f, [v[k], v[(k + 1) % 3]], width, out);
            }
        }
    }

    /// Adds an item that is a line.
    pub(crate) fn line(&self, item: &Item<'_>, number: u32, out: &mut Vec<Tri>) {
        let Shape::Line(ends, width) = item.shape else {
            return;
        };
        let clip = self.clip.mul(&item.world);
        let v = ends.map(|p| self.vertex(&clip, &item.world, p));
        if (v[0].code | v[1].code) & BROKEN != 0 || v[0].code & v[1].code & OUTSIDE != 0 {
            return;
        }
        let place = Place {
            item,
            number,
            surface: &EMPTY,
            group: &Cluster::default(),
            cluster: 0,
            sheet: false,
        };
        self.segment(place, 0, v, width, out);
    }

    /// Adds a line of some width: a rectangle along it.
    fn segment(&self, place: Place<'_>, f: usize, v: [Vertex; 2], width: f32, out: &mut Vec<Tri>) {
        let mut polygon = Polygon::new(&v);
        polygon.clip_all(self.plane.is_some());
        let [a, b] = match polygon.corners() {
            [a, b, ..] => [self.project(a.clip), self.project(b.clip)],
            _ => return,
        };
        let (dx, dy) = (f64::from(b.0[0] - a.0[0]), f64::from(b.0[1] - a.0[1]));
        let square = dx * dx + dy * dy;
        if square == 0.0 {
            return;
        }
        let half = f64::from(width.clamp(1.0, 64.0)) * 0.5 * f64::from(STEPS) / square.sqrt();
        let off = [(-dy * half) as i32, (dx * half) as i32];
        let corner = |p: [i32; 2], s: i32| [p[0] + s * off[0], p[1] + s * off[1]];
        let p = [
            corner(a.0, -1),
            corner(b.0, -1),
            corner(b.0, 1),
            corner(a.0, 1),
        ];
        // depth changes along the line only
        let slope = (b.1 - a.1) / square * f64::from(STEPS);
        let (zx, zy) = (slope * dx, slope * dy);
        let pixel = |c: i32| f64::from(c) / f64::from(STEPS);
        let z0 = a.1 - zx * pixel(a.0[0]) - zy * pixel(a.0[1]);
        for [i, j, k] in [[0, 1, 2], [0, 2, 3]] {
            out.push(Tri {
                x: [p[i][0], p[j][0], p[k][0]],
                y: [p[i][1], p[j][1], p[k][1]],
                z: [z0, zx, zy],
                item: place.number,
                cluster: place.cluster,
                face: f as u32,
            });
        }
    }
}

/// The eye in the frame of a matrix to clip space: where `x`, `y` and `w` vanish; `None` in parallel projection.
pub(crate) fn eye_of(clip: &Mat4) -> Option<Vec3> {
    let m = clip.0.map(f64::from);
    let column = |c: usize| [m[c], m[c + 1], m[c + 3]];
    let cross = |p: [f64; 3], q: [f64; 3]| {
        [
            p[1] * q[2] - p[2] * q[1],
            p[2] * q[0] - p[0] * q[2],
            p[0] * q[1] - p[1] * q[0],
        ]
    };
    let dot = |p: [f64; 3], q: [f64; 3]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    let (a, b, c, t) = (column(0), column(4), column(8), column(12));
    let det = dot(a, cross(b, c));
    let eye = [
        dot(t, cross(b, c)),
        dot(t, cross(c, a)),
        dot(t, cross(a, b)),
    ]
    .map(|v| (-v / det) as f32);
    eye.iter()
        .all(|v| v.is_finite() && v.abs() < 1e6)
        .then_some(eye)
}

/// A surface without triangles.
static EMPTY: Surface = Surface {
    vert: Vec::new(),
    face: Vec::new(),
    normal: Vec::new(),
    texcoord: Vec::new(),
    fade: Vec::new(),
    sides: Vec::new(),
    cluster: Vec::new(),
    sheet: None,
};

/// A group of an item's surface, and their numbers.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) item: &'a Item<'a>,
    pub(crate) number: u32,
    pub(crate) surface: &'a Surface,
    pub(crate) group: &'a Cluster,
    pub(crate) cluster: u32,
    /// It is the outline of a sheet.
    pub(crate) sheet: bool,
}

/// A polygon that is being cut: Sutherland and Hodgman's algorithm.
struct Polygon {
    corner: [Vertex; 12],
    count: usize,
    /// Two corners: a line, not an area.
    open: bool,
}

impl Polygon {
    fn new(v: &[Vertex]) -> Self {
        let mut corner = [Vertex::default(); 12];
        let count = v.len().min(3);
        corner[..count].copy_from_slice(&v[..count]);
        Self {
            corner,
            count,
            open: count == 2,
        }
    }

    fn corners(&self) -> &[Vertex] {
        &self.corner[..self.count]
    }

    fn clip_all(&mut self, side: bool) {
        self.clip(|v| v.clip[3] - v.clip[2]);
        if side {
            self.clip(|v| v.side);
        }
        for axis in 0..2 {
            self.clip(|v| GUARD * v.clip[3] - v.clip[axis]);
            self.clip(|v| GUARD * v.clip[3] + v.clip[axis]);
        }
    }

    /// Keeps the part where `height` is not negative.
    fn clip(&mut self, height: impl Fn(&Vertex) -> f32) {
        let old = self.corner;
        let n = self.count;
        self.count = 0;
        let sides = if self.open { n.min(1) } else { n };
        if self.open && n == 2 && height(&old[0]) >= 0.0 {
            self.push(old[0]);
        }
        for k in 0..sides {
            let (a, b) = (&old[k], &old[(k + 1) % n]);
            let (ha, hb) = (height(a), height(b));
            if (ha >= 0.0) != (hb >= 0.0) {
                let t = ha / (ha - hb);
                let mut cut = Vertex {
                    side: a.side + t * (b.side - a.side),
                    ..*a
                };
                for c in 0..4 {
                    cut.clip[c] = a.clip[c] + t * (b.clip[c] - a.clip[c]);
                }
                self.push(cut);
            }
            if hb >= 0.0 {
                self.push(*b);
            }
        }
    }

    fn push(&mut self, v: Vertex) {
        if self.count < self.corner.len() {
            self.corner[self.count] = v;
            self.count += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::{frustum, reversed_depth};

    fn stage() -> Stage {
        Stage {
            clip: reversed_depth().mul(&frustum([-0.1, 0.1], [-0.1, 0.1], 0.1, 100.0)),
            window: Window {
                origin: [0.0, 0.0],
                size: [64.0, 64.0],
            },
            plane: None,
            flip: false,
            all: true,
            wire: None,
            grid: 6,
        }
    }

    fn draw(stage: &Stage, p: [Vec3; 3]) -> Vec<Tri> {
        let mut surface = Surface::default();
        surface.flat(p);
        surface.close();
        let item = Item {
            shape: Shape::Surface(&surface),
            world: Mat4::IDENTITY,
            look: 0,
            geom: 0,
            cull: Cull::Back,
        };
        let mut out = Vec::new();
        let place = Place {
            item: &item,
            number: 0,
            surface: &surface,
            group: &surface.cluster[0],
            cluster: 0,
            sheet: false,
        };
        stage.group(place, &mut Vec::new(), &mut out);
        out
    }

    #[test]
    fn a_triangle_through_the_eye_is_cut_at_the_near_plane() {
        let tris = draw(
            &stage(),
            [[-1.0, -1.0, 5.0], [1.0, -1.0, 5.0], [0.0, -1.0, -50.0]],
        );
        assert!(!tris.is_empty());
        for t in &tris {
            for k in 0..3 {
                let z = t.z[0]
                    + t.z[1] * f64::from(t.x[k]) / 256.0
                    + t.z[2] * f64::from(t.y[k]) / 256.0;
                assert!((-1e-3..=1.001).contains(&z), "{z}");
            }
        }
    }

    #[test]
    fn what_is_behind_the_eye_outside_or_not_a_number_is_not_drawn() {
        let s = stage();
        assert!(draw(&s, [[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]]).is_empty());
        assert!(draw(&s, [[9.0, 0.0, -2.0], [8.0, 0.0, -2.0], [9.0, 1.0, -2.0]]).is_empty());
        assert!(
            draw(
                &s,
                [[f32::NAN, 0.0, -2.0], [1.0, 0.0, -2.0], [0.0, 1.0, -2.0]]
            )
            .is_empty()
        );
        assert!(draw(&s, [[0.0, 0.0, -2.0], [1.0, 0.0, -2.0], [2.0, 0.0, -2.0]]).is_empty());
    }

    #[test]
    fn faces_that_look_away_are_left_out() {
        let front = [[0.0, 0.0, -2.0], [1.0, 0.0, -2.0], [0.0, 1.0, -2.0]];
        let back = [front[0], front[2], front[1]];
        let s = Stage {
            all: false,
            ..stage()
        };
        assert_eq!(draw(&s, front).len(), 1);
        assert!(draw(&s, back).is_empty());
        let mirrored = Stage { flip: true, ..s };
        assert!(draw(&mirrored, front).is_empty());
    }

    #[test]
    fn the_eye_is_where_it_was_put() {
        let clip = stage().clip.translate([1.0, -2.0, 3.0]);
        let eye = eye_of(&clip).unwrap();
        for (found, expected) in eye.into_iter().zip([-1.0f32, 2.0, -3.0]) {
            assert!((found - expected).abs() < 1e-4);
        }
    }

    #[test]
    fn integers_are_the_nearest_ones() {
        for x in [-3.5f32, -2.5, -0.4, 0.0, 0.5, 1.5, 7.49, 1e6, -16777215.0] {
            assert_eq!(nearest(x), x.round_ties_even() as i32);
        }
    }

    #[test]
    fn the_depth_of_a_sheet_is_that_of_its_triangles() {
        let s = stage();
        let mut clip = s.clip.translate([0.1, -0.5, -3.0]);
        clip = clip.mul(&Mat4::rigid(
            &[1.0, 0.0, 0.0, 0.0, 0.6, -0.8, 0.0, 0.8, 0.6],
            [0.0; 3],
        ));
        let z = s.plane_depth(&clip).unwrap();
        for p in [[0.0, 0.0, 0.0], [0.5, 0.2, 0.0], [-0.3, 0.4, 0.0]] {
            let c = clip.point(p);
            let pixel = |k: usize| f64::from((c[k] / c[3] + 1.0) * 32.0);
            let found = z[0] + z[1] * pixel(0) + z[2] * pixel(1);
            assert!((found - f64::from(c[2] / c[3])).abs() < 1e-6);
        }
    }

    #[test]
    fn a_wire_triangle_has_three_sides_of_two_triangles() {
        let s = Stage {
            wire: Some(1.0),
            ..stage()
        };
        let tris = draw(&s, [[0.0, 0.0, -2.0], [1.0, 0.0, -2.0], [0.0, 1.0, -2.0]]);
        assert_eq!(tris.len(), 6);
    }
}
