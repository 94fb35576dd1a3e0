//! Triangles in the picture: transformed, clipped, rounded to a grid of 1/256 pixel.
//!
//! A vertex with homogeneous coordinates `(x, y, z, w)` is inside the picture if `−w ≤ x, y ≤ w` and `0 ≤ z ≤ w`. Triangles
//! are cut at the near plane `z = w`, where `w` may vanish, and far outside the picture, so that integers hold their edges.
//! The far plane needs no cut: what is behind it has a negative depth, and never passes.

use synovia_math::fearless_simd::{Simd, f32x8, i32x8, mask32x8, prelude::*};
use synovia_math::wide;

use crate::items::{Cull, Item};
use crate::matrix::{Mat4, Vec3, Vec4};
use crate::polygon::Polygon;
use crate::setup::LANES;
use crate::surface::{Cluster, Surface};

/// Steps of a pixel.
pub(crate) const STEPS: f32 = 256.0;
/// So far outside the picture triangles are cut, in half widths.
pub(crate) const GUARD: f32 = 2.0;

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
    /// Lines are rectangles, as with several samples of a pixel.
    pub(crate) rectangles: bool,
    /// Every vertex alone, without vectors.
    pub(crate) plain: bool,
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
    pub(crate) clip: Vec4,
    /// Distance from the plane.
    pub(crate) side: f32,
    pub(crate) code: u16,
    pub(crate) at: [i32; 2],
    pub(crate) z: f64,
}

const NEAR: u16 = 1 << 4;
const WIDE: u16 = 1 << 6;
const SIDE: u16 = 1 << 7;
/// Outside of what is drawn, if all corners share one of these.
pub(crate) const OUTSIDE: u16 = 0x3f | SIDE;
/// Not a number: never drawn.
pub(crate) const BROKEN: u16 = 1 << 8;

impl Stage {
    /// Where a point in clip space is in the picture, in 1/256 pixel.
    #[inline]
    pub(crate) fn project(&self, clip: Vec4) -> ([i32; 2], f64) {
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
    pub(crate) fn vertex(&self, clip: &Mat4, world: &Mat4, pos: Vec3) -> Vertex {
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

    /// As [`Stage::vertex`] for many, several in the lanes of a vector.
    pub(crate) fn vertices(&self, clip: &Mat4, world: &Mat4, pos: &[Vec3], out: &mut Vec<Vertex>) {
        if self.plain {
            out.extend(pos.iter().map(|&p| self.vertex(clip, world, p)));
            return;
        }
        let (rows, rest) = pos.as_chunks::<LANES>();
        wide!(simd => {
            for row in rows {
                self.row(simd, clip, world, row, out);
            }
        });
        out.extend(rest.iter().map(|&p| self.vertex(clip, world, p)));
    }

    /// Several vertices.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several vector units")]
    fn row<S: Simd>(
        &self,
        simd: S,
        clip: &Mat4,
        world: &Mat4,
        pos: &[Vec3; LANES],
        out: &mut Vec<Vertex>,
    ) {
        let m = &clip.0;
        let axis = |k: usize| {
            let p = pos;
            let all = [
                p[0][k], p[1][k], p[2][k], p[3][k], p[4][k], p[5][k], p[6][k], p[7][k],
            ];
            f32x8::load_array(simd, all)
        };
        let (x, y, z) = (axis(0), axis(1), axis(2));
        let image = |r: usize| x * m[r] + y * m[4 + r] + z * m[8 + r] + m[12 + r];
        let c = [image(0), image(1), image(2), image(3)];
        let (w, wide) = (c[3], c[3] * GUARD);
        let bit = |mask: mask32x8<S>, bit: u16| {
            let set = i32x8::splat(simd, i32::from(bit));
            mask.select(set, i32x8::splat(simd, 0))
        };
        let zero = f32x8::splat(simd, 0.0);
        let inside = c[0].abs().simd_le(wide) & c[1].abs().simd_le(wide) & w.simd_gt(zero);
        let code = bit(c[0].simd_lt(-w), 1)
            | bit(c[0].simd_gt(w), 1 << 1)
            | bit(c[1].simd_lt(-w), 1 << 2)
            | bit(c[1].simd_gt(w), 1 << 3)
            | bit(c[2].simd_gt(w), NEAR)
            | bit(c[2].simd_lt(zero), 1 << 5)
            | bit(!inside, WIDE);
        let mut side = zero;
        let mut code = code;
        if let Some(p) = self.plane {
            let m = &world.0;
            let image = |r: usize| x * m[r] + y * m[4 + r] + z * m[8 + r] + m[12 + r];
            side = image(0) * p[0] + image(1) * p[1] + image(2) * p[2] + p[3];
            code |= bit(side.simd_lt(zero), SIDE);
        }
        let (code, side) = (code.to_array(), side.to_array());
        let inverse = f32x8::splat(simd, 1.0) / w;
        let place = |k: usize| {
            let size = self.window.size[k];
            let (low, high) = (f32x8::splat(simd, -size), f32x8::splat(simd, 2.0 * size));
            let v = (c[k] * inverse + 1.0) * (0.5 * size);
            let v = v.simd_lt(low).select(low, v);
            let v = v.simd_gt(high).select(high, v);
            let steps: i32x8<S> = ((v + self.window.origin[k]) * STEPS)
                .round_ties_even()
                .to_int();
            steps.to_array()
        };
        let (right, up) = (place(0), place(1));
        let depth = (c[2] * inverse).to_array();
        let c = [
            c[0].to_array(),
            c[1].to_array(),
            c[2].to_array(),
            w.to_array(),
        ];
        for i in 0..LANES {
            let clip = [c[0][i], c[1][i], c[2][i], c[3][i]];
            let mut v = Vertex {
                clip,
                side: side[i],
                code: code[i] as u16,
                at: [right[i], up[i]],
                z: f64::from(depth[i]),
            };
            if v.code & (NEAR | WIDE) != 0 {
                (v.at, v.z) = ([0; 2], 0.0);
                // what is not a number is here too: no comparison with it holds
                if v.code & WIDE != 0 && !clip.iter().all(|v| v.is_finite()) {
                    v.code |= BROKEN;
                }
            }
            out.push(v);
        }
    }

    /// Adds the triangles of one group of an item.
    pub(crate) fn group(&self, place: Place<'_>, verts: &mut Vec<Vertex>, out: &mut Vec<Tri>) {
        self.group_where(place, verts, out, |_, _| true);
    }

    /// As [`Stage::group`]; of triangles that need no cut only those whose corners and depths are `wanted`.
    #[inline]
    pub(crate) fn group_where(
        &self,
        place: Place<'_>,
        verts: &mut Vec<Vertex>,
        out: &mut Vec<Tri>,
        wanted: impl Fn([[i32; 2]; 3], [f64; 3]) -> bool,
    ) {
        let Place {
            item,
            surface,
            group,
            ..
        } = place;
        let clip = place.clip;
        // the depth of a sheet that reaches far beyond the picture comes from its plane, not from its corners
        let flat = place.sheet.then(|| self.plane_depth(clip)).flatten();
        verts.clear();
        let range = group.vert..group.vert + group.nvert;
        self.vertices(clip, &item.world, &surface.vert[range], verts);
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
                let (at, z) = ([v[0].at, v[1].at, v[2].at], [v[0].z, v[1].z, v[2].z]);
                if !self.between_samples(&at) && wanted(at, z) {
                    self.emit(place, f, at, z, out);
                }
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
    pub(crate) fn cut(
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
            let at = [first.0, last.0, next.0];
            if !self.between_samples(&at) {
                self.emit(place, f, at, [first.1, last.1, next.1], out);
            }
            last = next;
        }
        if let Some(z) = z {
            out[start..].iter_mut().for_each(|tri| tri.z = z);
        }
    }

    /// Whether the box around three corners surely has no sample.
    #[inline]
    fn between_samples(&self, p: &[[i32; 2]; 3]) -> bool {
        // samples are at odd multiples of half a step
        let (step, half) = (1 << self.grid, 1 << (self.grid - 1));
        let empty = |k: usize| {
            let (a, b, c) = (p[0][k], p[1][k], p[2][k]);
            let (low, high) = (a.min(b).min(c), a.max(b).max(c));
            (high - half) >> self.grid < (low - half + step - 1) >> self.grid
        };
        empty(0) || empty(1)
    }

    /// Adds a triangle of the picture, if it looks the right way and has an area.
    #[inline]
    fn emit(&self, place: Place<'_>, f: usize, p: [[i32; 2]; 3], z: [f64; 3], out: &mut Vec<Tri>) {
        let wide = |k: usize| (i64::from(p[k][0] - p[0][0]), i64::from(p[k][1] - p[0][1]));
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
}

/// A group of an item's surface, and their numbers.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) item: &'a Item<'a>,
    /// From the item to clip space.
    pub(crate) clip: &'a Mat4,
    pub(crate) number: u32,
    pub(crate) surface: &'a Surface,
    pub(crate) group: &'a Cluster,
    pub(crate) cluster: u32,
    /// It is the outline of a sheet.
    pub(crate) sheet: bool,
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::items::Shape;
    use crate::matrix::{frustum, reversed_depth};

    pub(crate) fn stage() -> Stage {
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
            rectangles: true,
            plain: false,
            grid: 6,
        }
    }

    impl Stage {
        /// Adds a triangle with these corners and depths.
        pub(crate) fn emit_for_tests(&self, p: [[i32; 2]; 3], z: [f64; 3], out: &mut Vec<Tri>) {
            let surface = Surface::default();
            let item = Item {
                shape: Shape::Surface(&surface),
                world: Mat4::IDENTITY,
                look: 0,
                geom: 0,
                cull: Cull::Neither,
            };
            let place = Place {
                item: &item,
                clip: &Mat4::IDENTITY,
                number: 0,
                surface: &surface,
                group: &Cluster::default(),
                cluster: 0,
                sheet: false,
            };
            if !self.between_samples(&p) {
                self.emit(place, 0, p, z, out);
            }
        }
    }

    pub(crate) fn draw(stage: &Stage, p: [Vec3; 3]) -> Vec<Tri> {
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
            clip: &stage.clip.mul(&item.world),
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
    fn integers_are_the_nearest_ones() {
        for x in [-3.5f32, -2.5, -0.4, 0.0, 0.5, 1.5, 7.49, 1e6, -16777215.0] {
            assert_eq!(nearest(x), x.round_ties_even() as i32);
        }
    }

    #[test]
    fn vertices_in_vectors_have_the_bits_of_single_ones() {
        vectors_have_the_bits(&stage());
        vectors_have_the_bits(&Stage {
            plane: Some([0.3, -0.2, 0.9, 1.5]),
            ..stage()
        });
    }

    fn vectors_have_the_bits(s: &Stage) {
        let world = Mat4::rigid(
            &[0.6, -0.8, 0.0, 0.8, 0.6, 0.0, 0.0, 0.0, 1.0],
            [0.1, 0.2, -0.3],
        );
        let odd = [
            0.0,
            -0.0,
            f32::NAN,
            f32::INFINITY,
            1e30,
            -1e-30,
            0.3,
            -2.5,
            7.0,
            -3.0,
        ];
        let pos: Vec<Vec3> = (0..1000)
            .map(|k| [odd[k % 10], odd[k / 10 % 10], odd[k / 100]])
            .chain((0..1000).map(|k| {
                let at = |n: usize| (k * 7919 % n) as f32 / n as f32 * 8.0 - 4.0;
                [at(101), at(103), at(107)]
            }))
            .collect();
        let mut many = Vec::new();
        s.vertices(&s.clip, &world, &pos, &mut many);
        for (p, found) in pos.iter().zip(&many) {
            let one = s.vertex(&s.clip, &world, *p);
            assert_eq!((one.code, one.at), (found.code, found.at), "{p:?}");
            assert!(one.side.to_bits() == found.side.to_bits() || one.side.is_nan());
            assert_eq!(one.z.to_bits(), found.z.to_bits());
            for k in 0..4 {
                let (a, b) = (one.clip[k], found.clip[k]);
                assert!(a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan());
            }
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
}
