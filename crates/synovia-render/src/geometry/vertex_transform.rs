//! Vertex transform: from object space to clip space, outcodes, and the viewport transform to 1/256 pixel.
//!
//! A vertex with homogeneous coordinates `(x, y, z, w)` is inside the view volume if `−w ≤ x, y ≤ w` and `0 ≤ z ≤ w`. Triangles
//! are clipped at the near plane `z = w`, where `w` may vanish, and at a guard band outside the image, so that edge functions fit
//! into integers. The far plane needs no clipping: what is behind it has a negative depth, and fails the depth test.

use synovia_math::fearless_simd::{Simd, f32x8, i32x8, mask32x8, prelude::*};
use synovia_math::wide;

use crate::matrix::{Mat4, Vec3, Vec4};
use crate::shading::triangle_setup::LANES;

/// Sub-pixels of a pixel along an axis.
pub(crate) const SUBPIXELS: f32 = 256.0;
/// Triangles are clipped this far from the centre of the image, in half widths.
pub(crate) const GUARD_BAND: f32 = 2.0;

/// The viewport transform: the pixels of the square of `x, y` from −1 to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ViewportTransform {
    /// Lower left corner.
    pub(crate) origin: [f32; 2],
    /// Width and height.
    pub(crate) size: [f32; 2],
}

/// The settings of the geometry pass for one draw list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GeometryStage {
    /// Clip space from world space.
    pub(crate) clip: Mat4,
    pub(crate) viewport: ViewportTransform,
    /// A user clip plane in world space: only the side that its normal points to is drawn.
    pub(crate) clip_plane: Option<Vec4>,
    /// The winding of triangles is flipped, as by a reflected camera.
    pub(crate) flip_winding: bool,
    /// Back faces are drawn, too.
    pub(crate) no_culling: bool,
    /// Wireframe: edges of polygons are drawn as lines of this width in pixels.
    pub(crate) wireframe: Option<f32>,
    /// Lines are rectangles, as with multisampling.
    pub(crate) rectangular_lines: bool,
    /// Scalar reference path: one vertex at a time, without SIMD.
    pub(crate) scalar: bool,
    /// Distance of sample positions along each axis, in 1/256 pixel, as a power of two.
    pub(crate) sample_spacing_log2: u32,
}

/// The nearest integer, ties to even: adding 1.5·2⁵² leaves it in the low bits.
#[inline]
fn nearest(x: f32) -> i32 {
    (f64::from(x) + 6755399441055744.0).to_bits() as i32
}

/// A transformed vertex.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ClipVertex {
    pub(crate) clip: Vec4,
    /// Signed distance from the user clip plane.
    pub(crate) plane_distance: f32,
    pub(crate) outcode: u16,
    pub(crate) at: [i32; 2],
    pub(crate) z: f64,
}

pub(crate) const NEAR: u16 = 1 << 4;
pub(crate) const BEYOND_GUARD: u16 = 1 << 6;
pub(crate) const CLIP_PLANE: u16 = 1 << 7;
/// A triangle is outside if all its vertices have one of these bits.
pub(crate) const OUTSIDE: u16 = 0x3f | CLIP_PLANE;
/// Not a finite number: never drawn.
pub(crate) const NOT_FINITE: u16 = 1 << 8;

impl GeometryStage {
    /// The viewport transform of a point in clip space: position in 1/256 pixel, and depth.
    #[inline]
    pub(crate) fn project(&self, clip: Vec4) -> ([i32; 2], f64) {
        let inverse = 1.0 / clip[3];
        let at = |k: usize| {
            let size = self.viewport.size[k];
            // after clipping with very large numbers the result may be far outside: it is clamped
            let from_left = ((clip[k] * inverse + 1.0) * (0.5 * size)).clamp(-size, 2.0 * size);
            nearest((self.viewport.origin[k] + from_left) * SUBPIXELS)
        };
        ([at(0), at(1)], f64::from(clip[2] * inverse))
    }

    /// Transforms a vertex of an item by `clip`, the item's matrix to clip space.
    #[inline]
    pub(crate) fn vertex(&self, clip: &Mat4, world: &Mat4, pos: Vec3) -> ClipVertex {
        let c = clip.point(pos);
        let w = c[3];
        let mut outcode = u16::from(c[0] < -w)
            | u16::from(c[0] > w) << 1
            | u16::from(c[1] < -w) << 2
            | u16::from(c[1] > w) << 3
            | u16::from(c[2] > w) << 4
            | u16::from(c[2] < 0.0) << 5;
        let wide = GUARD_BAND * w;
        if !(c[0].abs() <= wide && c[1].abs() <= wide && w > 0.0) {
            outcode |= BEYOND_GUARD;
            // NaN gets here as well: no comparison with it is true
            if !c.iter().all(|v| v.is_finite()) {
                outcode |= NOT_FINITE;
            }
        }
        let mut side = 0.0;
        if let Some(p) = self.clip_plane {
            let x = world.affine(pos);
            side = p[0] * x[0] + p[1] * x[1] + p[2] * x[2] + p[3];
            outcode |= if side < 0.0 { CLIP_PLANE } else { 0 };
        }
        let mut out = ClipVertex {
            clip: c,
            plane_distance: side,
            outcode,
            at: [0; 2],
            z: 0.0,
        };
        if outcode & (NEAR | BEYOND_GUARD | NOT_FINITE) == 0 {
            (out.at, out.z) = self.project(c);
        }
        out
    }

    /// As [`GeometryStage::vertex`] for many vertices, eight in the lanes of a vector.
    pub(crate) fn vertices(
        &self,
        clip: &Mat4,
        world: &Mat4,
        pos: &[Vec3],
        out: &mut Vec<ClipVertex>,
    ) {
        if self.scalar {
            out.extend(pos.iter().map(|&p| self.vertex(clip, world, p)));
            return;
        }
        let (rows, rest) = pos.as_chunks::<LANES>();
        wide!(simd => {
            for vertices_simd in rows {
                self.vertices_simd(simd, clip, world, vertices_simd, out);
            }
        });
        out.extend(rest.iter().map(|&p| self.vertex(clip, world, p)));
    }

    /// Transforms eight vertices.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several vector units")]
    fn vertices_simd<S: Simd>(
        &self,
        simd: S,
        clip: &Mat4,
        world: &Mat4,
        pos: &[Vec3; LANES],
        out: &mut Vec<ClipVertex>,
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
        let (w, wide) = (c[3], c[3] * GUARD_BAND);
        let bit = |mask: mask32x8<S>, bit: u16| {
            let set = i32x8::splat(simd, i32::from(bit));
            mask.select(set, i32x8::splat(simd, 0))
        };
        let zero = f32x8::splat(simd, 0.0);
        let inside = c[0].abs().simd_le(wide) & c[1].abs().simd_le(wide) & w.simd_gt(zero);
        let outcode = bit(c[0].simd_lt(-w), 1)
            | bit(c[0].simd_gt(w), 1 << 1)
            | bit(c[1].simd_lt(-w), 1 << 2)
            | bit(c[1].simd_gt(w), 1 << 3)
            | bit(c[2].simd_gt(w), NEAR)
            | bit(c[2].simd_lt(zero), 1 << 5)
            | bit(!inside, BEYOND_GUARD);
        let mut side = zero;
        let mut outcode = outcode;
        if let Some(p) = self.clip_plane {
            let m = &world.0;
            let image = |r: usize| x * m[r] + y * m[4 + r] + z * m[8 + r] + m[12 + r];
            side = image(0) * p[0] + image(1) * p[1] + image(2) * p[2] + p[3];
            outcode |= bit(side.simd_lt(zero), CLIP_PLANE);
        }
        let (outcode, side) = (outcode.to_array(), side.to_array());
        let inverse = f32x8::splat(simd, 1.0) / w;
        let place = |k: usize| {
            let size = self.viewport.size[k];
            let (low, high) = (f32x8::splat(simd, -size), f32x8::splat(simd, 2.0 * size));
            let v = (c[k] * inverse + 1.0) * (0.5 * size);
            let v = v.simd_lt(low).select(low, v);
            let v = v.simd_gt(high).select(high, v);
            let steps: i32x8<S> = ((v + self.viewport.origin[k]) * SUBPIXELS)
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
            let mut v = ClipVertex {
                clip,
                plane_distance: side[i],
                outcode: outcode[i] as u16,
                at: [right[i], up[i]],
                z: f64::from(depth[i]),
            };
            if v.outcode & (NEAR | BEYOND_GUARD) != 0 {
                (v.at, v.z) = ([0; 2], 0.0);
                // NaN gets here as well: no comparison with it is true
                if v.outcode & BEYOND_GUARD != 0 && !clip.iter().all(|v| v.is_finite()) {
                    v.outcode |= NOT_FINITE;
                }
            }
            out.push(v);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::triangle_assembly::tests::stage;

    #[test]
    fn integers_are_the_nearest_ones() {
        for x in [-3.5f32, -2.5, -0.4, 0.0, 0.5, 1.5, 7.49, 1e6, -16777215.0] {
            assert_eq!(nearest(x), x.round_ties_even() as i32);
        }
    }

    #[test]
    fn simd_vertices_have_the_bits_of_scalar_ones() {
        simd_has_the_bits(&stage());
        simd_has_the_bits(&GeometryStage {
            clip_plane: Some([0.3, -0.2, 0.9, 1.5]),
            ..stage()
        });
    }

    fn simd_has_the_bits(s: &GeometryStage) {
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
            assert_eq!((one.outcode, one.at), (found.outcode, found.at), "{p:?}");
            assert!(
                one.plane_distance.to_bits() == found.plane_distance.to_bits()
                    || one.plane_distance.is_nan()
            );
            assert_eq!(one.z.to_bits(), found.z.to_bits());
            for k in 0..4 {
                let (a, b) = (one.clip[k], found.clip[k]);
                assert!(a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan());
            }
        }
    }
}
