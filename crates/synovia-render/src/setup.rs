//! What pixels of a triangle need: weights of its corners, and colours, texture coordinates and shadow coordinates there.
//!
//! With `(x_i, y_i, w_i)` the homogeneous positions of the corners in pixels, a point `(x, y)` of the picture has the weights
//!
//! ```text
//! b_i = λ_i / Σ_j λ_j,    λ_i(x, y) = (P_{i+1} × P_{i+2}) · (x, y, 1),    P_i = (x_i, y_i, w_i)                       (1)
//! ```
//!
//! correct in perspective also where a corner is behind the eye, so triangles that were cut need no corners of their own.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for several vector units"
)]

use synovia_math::fearless_simd::{Simd, f32x8, prelude::*};

use crate::corners::Corners;
use crate::geometry::{Tri, Window};
use crate::items::{Item, Shape};
use crate::light::EyeLight;
use crate::lines::Foot;
use crate::look::{Look, Shading, TextureUse};
use crate::matrix::{Mat4, Vec3, Vec4};
use crate::surface::{Sheet, Surface};
use crate::texture::Rgba;

/// Neighbouring pixels that are computed together.
pub(crate) const LANES: usize = 8;

/// Everything about a pass that its pixels share.
#[derive(Clone, Copy)]
pub(crate) struct Pass<'a> {
    pub(crate) items: &'a [Item<'a>],
    pub(crate) looks: &'a [Look<'a>],
    /// World to eye space, and eye to clip space.
    pub(crate) eye: Mat4,
    pub(crate) projection: Mat4,
    pub(crate) window: Window,
    pub(crate) lights: &'a [EyeLight],
    /// Light that is everywhere, of scenes without lights.
    pub(crate) ambient: f32,
    /// World to the map of each light that casts shadows, with the light's number.
    pub(crate) shadows: &'a [(usize, Mat4)],
    /// Sides of polygons are drawn, and have the colours of points so many pixels further to the right and up.
    pub(crate) wire: Option<f64>,
    /// Triangles of a box that are its mirroring face.
    pub(crate) mirror_faces: usize,
}

/// One triangle, ready for its pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setup {
    /// `λ_i = a x + b y + c`, from the middle of a pixel near the tile.
    pub(crate) weight: [[f32; 3]; 3],
    /// Colours at the corners, of lights that reach everything.
    pub(crate) color: [Rgba; 3],
    /// Texture coordinates at the corners.
    pub(crate) texture: [Vec3; 3],
    /// First of its colours of lights with shadows; all such lights follow.
    pub(crate) extra: u32,
    /// Lights with shadows whose light it may catch.
    pub(crate) catches: u8,
    pub(crate) look: u32,
    /// Adds what is mirrored in it.
    pub(crate) mirror: bool,
    /// Depth there, and its slopes.
    pub(crate) z: [f32; 3],
}

/// Colours of one triangle under one light with shadows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extra {
    /// Colours at the corners.
    pub(crate) color: [Vec3; 3],
    /// Where the corners are in the light's map, homogeneous.
    pub(crate) place: [Vec4; 3],
}

impl Pass<'_> {
    /// Prepares a triangle for pixels that are counted from `origin`.
    pub(crate) fn setup(
        &self,
        tri: &Tri,
        origin: [usize; 2],
        known: &mut Corners,
        extras: &mut Vec<Extra>,
    ) -> Setup {
        let item = &self.items[tri.item as usize];
        let look = &self.looks[item.look as usize];
        let middle = [origin[0] as f64 + 0.5, origin[1] as f64 + 0.5];
        let z0 = tri.z[0] + tri.z[1] * middle[0] + tri.z[2] * middle[1];
        let mut setup = Setup {
            weight: [[0.0, 0.0, 1.0]; 3],
            color: [look.rgba; 3],
            texture: [[0.0; 3]; 3],
            extra: extras.len() as u32,
            catches: 0,
            look: item.look,
            mirror: look.mirror && (tri.face as usize) < self.mirror_faces,
            z: [z0 as f32, tri.z[1] as f32, tri.z[2] as f32],
        };
        let surface = match item.shape {
            Shape::Surface(surface) => surface,
            Shape::Line(ends, _) => {
                self.add_line(item, ends, middle, &mut setup, extras);
                return setup;
            }
        };
        let Some(group) = surface.cluster.get(tri.cluster as usize) else {
            return setup;
        };
        let face = tri.face as usize;
        let corners = surface.corners(group, face);
        match look.shading {
            Shading::Lit => {
                let dark = Extra {
                    color: [[0.0; 3]; 3],
                    place: [[0.0; 4]; 3],
                };
                extras.resize(extras.len() + self.shadows.len(), dark);
                let extras = &mut extras[setup.extra as usize..];
                let mut pixels = [[0.0; 3]; 3];
                for k in 0..3 {
                    let vert = group.vert + surface.face[face][k] as usize;
                    let which = (vert, corners[k], surface.normal[face][k]);
                    let (corner, gains) = known.lit(self, (item, tri.item), which, middle);
                    pixels[k] = corner.pixel;
                    let [r, g, b] = corner.color;
                    setup.color[k] = [r, g, b, look.rgba[3].clamp(0.0, 1.0)];
                    for (n, (extra, gain)) in extras.iter_mut().zip(gains).enumerate() {
                        extra.color[k] = gain.color;
                        extra.place[k] = gain.place;
                        if gain.color.iter().any(|&c| c > 0.0) {
                            setup.catches |= 1 << n;
                        }
                    }
                }
                setup.weight = weights(&pixels);
            }
            Shading::Fade => {
                if let Some(fade) = surface.fade.get(face) {
                    for (color, opacity) in setup.color.iter_mut().zip(fade) {
                        color[3] = *opacity;
                    }
                }
            }
            Shading::Plain | Shading::Sky => {}
        }
        if matches!(look.shading, Shading::Sky | Shading::Fade) {
            let eye = known.eye(self, item, tri.item);
            setup.weight = weights(&corners.map(|p| self.pixel(eye.affine(p), middle)));
        }
        // the sky is always filled
        if let Some(shift) = self.wire.filter(|_| item.geom != u32::MAX)
            && let Some(foot) = Foot::new(tri, middle)
        {
            setup.weight = setup.weight.map(|w| foot.weight(w, shift));
        }
        setup.texture = texture_corners(look, surface, face, &corners);
        setup
    }

    /// A line has no light of its own: each light with shadows adds its colour once more, where it reaches it.
    ///
    /// With `t` the place along the line in the picture, from 0 to 1, its ends have the weights `(1 − t) w₁` and `t w₀`.
    fn add_line(
        &self,
        item: &Item<'_>,
        ends: [Vec3; 2],
        middle: [f64; 2],
        setup: &mut Setup,
        extras: &mut Vec<Extra>,
    ) {
        if self.shadows.is_empty() {
            return;
        }
        let rgb = self.looks[item.look as usize].rgba;
        let rgb = [rgb[0], rgb[1], rgb[2]].map(|c| c.clamp(0.0, 1.0));
        let world = ends.map(|p| item.world.affine(p));
        for (n, (_, map)) in self.shadows.iter().enumerate() {
            let [a, b] = world.map(|p| map.point(p));
            extras.push(Extra {
                color: [rgb; 3],
                place: [a, b, b],
            });
            setup.catches |= 1 << n;
        }
        let [a, b] = world.map(|p| self.pixel(self.eye.affine(p), middle));
        let at = |p: [f64; 3]| [p[0] / p[2], p[1] / p[2]];
        let (p, q) = (at(a), at(b));
        let d = [q[0] - p[0], q[1] - p[1]];
        let square = d[0] * d[0] + d[1] * d[1];
        let t = [d[0], d[1], -(p[0] * d[0] + p[1] * d[1])].map(|v| v / square);
        let first = [-t[0], -t[1], 1.0 - t[2]].map(|v| v * b[2]);
        let last = t.map(|v| v * a[2]);
        let most = first
            .iter()
            .chain(&last)
            .fold(0.0f64, |m, v| m.max(v.abs()));
        if most > 0.0 && most.is_finite() {
            setup.weight = [first, last, [0.0; 3]].map(|w| w.map(|v| (v / most) as f32));
        }
    }

    /// How a triangle is coloured.
    pub(crate) fn shading(&self, tri: &Tri) -> Shading {
        self.looks[self.items[tri.item as usize].look as usize].shading
    }

    /// The outline of a sheet, if `tri` is one and its light is needed.
    pub(crate) fn outline(&self, tri: &Tri, origin: [usize; 2]) -> Option<Outline<'_>> {
        let item = &self.items[tri.item as usize];
        let Shape::Surface(surface) = item.shape else {
            return None;
        };
        let sheet = surface.sheet.as_deref().filter(|_| self.wire.is_none())?;
        let plain = self.looks[item.look as usize].shading == Shading::Plain;
        let group = sheet.outline.cluster.first()?;
        let corners = sheet.outline.corners(group, tri.face as usize);
        let middle = [origin[0] as f64 + 0.5, origin[1] as f64 + 0.5];
        let eye = self.eye.mul(&item.world);
        let weight = weights(&corners.map(|p| self.pixel(eye.affine(p), middle)));
        Some(Outline {
            tri: *tri,
            surface,
            sheet,
            corners,
            weight,
            plain,
        })
    }

    /// `P` of equation (1) for a point in eye space, from the point `middle` of the picture.
    #[inline]
    pub(crate) fn pixel(&self, seen: Vec3, middle: [f64; 2]) -> [f64; 3] {
        let c = self.projection.point(seen);
        let w = f64::from(c[3]);
        let at = |k: usize| {
            let half = 0.5 * f64::from(self.window.size[k]);
            f64::from(c[k]) * half + w * (half + f64::from(self.window.origin[k]) - middle[k])
        };
        [at(0), at(1), w]
    }
}

/// `λ` of equation (1), up to a common factor.
fn weights(p: &[[f64; 3]; 3]) -> [[f32; 3]; 3] {
    // a common factor does not matter: it keeps single precision in range
    let mut all = [[0.0; 3]; 3];
    let mut most = 0.0f64;
    for i in 0..3 {
        let (a, b) = (p[(i + 1) % 3], p[(i + 2) % 3]);
        all[i] = [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ];
        most = all[i].iter().fold(most, |m, v| m.max(v.abs()));
    }
    let factor = if most > 0.0 { 1.0 / most } else { 0.0 };
    all.map(|row| row.map(|v| (v * factor) as f32))
}

/// Half of a sheet's outline, in which a pixel finds its triangle of the grid.
pub(crate) struct Outline<'a> {
    tri: Tri,
    surface: &'a Surface,
    sheet: &'a Sheet,
    corners: [Vec3; 3],
    weight: [[f32; 3]; 3],
    /// One colour is enough: any triangle will do.
    plain: bool,
}

impl Outline<'_> {
    /// The triangle of the grid at pixel `(x, y)`.
    pub(crate) fn tri_at(&self, x: f32, y: f32) -> Tri {
        let mut cell = [0; 2];
        let p = mix(normalized(&self.weight, x, y), &self.corners);
        self.tri_of(p[0], p[1], &mut cell)
    }

    /// The triangle of the grid at a place of the sheet; `cell` is where the one before was.
    #[inline(always)]
    fn tri_of(&self, x: f32, y: f32, cell: &mut [usize; 2]) -> Tri {
        let (cluster, face) = if self.plain {
            (0, 0)
        } else {
            self.sheet.face_at(x, y, self.surface, cell)
        };
        Tri {
            cluster,
            face,
            ..self.tri
        }
    }

    /// Calls `visit` with the triangles of the grid at the first `count` pixels from `(x, y)` to the right.
    #[inline(always)]
    pub(crate) fn tris_at<S: Simd>(
        &self,
        simd: S,
        (x, y): (f32, f32),
        count: usize,
        cell: &mut [usize; 2],
        mut visit: impl FnMut(usize, Tri),
    ) {
        let xs = count_from(simd, x);
        let p = mix_lanes(simd, lanes(simd, &self.weight, xs, y), &self.corners);
        let (px, py) = (p[0].to_array(), p[1].to_array());
        for i in 0..count.min(LANES) {
            visit(i, self.tri_of(px[i], py[i], cell));
        }
    }
}

fn texture_corners(look: &Look<'_>, surface: &Surface, face: usize, at: &[Vec3; 3]) -> [Vec3; 3] {
    match look.texture {
        TextureUse::None => [[0.0; 3]; 3],
        TextureUse::Corners(_) => {
            let coords = surface.texcoord.get(face).copied().unwrap_or([[0.0; 2]; 3]);
            coords.map(|t| [t[0], t[1], 0.0])
        }
        TextureUse::Flat { s, t, .. } => at.map(|p| [s[0] * p[0] + s[1], t[0] * p[1] + t[1], 0.0]),
        TextureUse::Cube { axes, .. } => at.map(|p| {
            core::array::from_fn(|r| axes[r][0] * p[0] + axes[r][1] * p[1] + axes[r][2] * p[2])
        }),
    }
}

impl Setup {
    /// Change of the texture coordinates, which are `at` at pixel `(x, y)`, per pixel to the right and upwards.
    #[inline]
    pub(crate) fn slopes(&self, x: f32, y: f32, at: Vec3) -> (Vec3, Vec3) {
        let w = &self.weight;
        let sum = |k: usize| w[0][k] + w[1][k] + w[2][k];
        let total = sum(0) * x + sum(1) * y + sum(2);
        let inverse = if total == 0.0 { 0.0 } else { 1.0 / total };
        let mut out = ([0.0; 3], [0.0; 3]);
        for k in 0..3 {
            let t = [self.texture[0][k], self.texture[1][k], self.texture[2][k]];
            let along = |d: usize| w[0][d] * t[0] + w[1][d] * t[1] + w[2][d] * t[2];
            out.0[k] = (along(0) - at[k] * sum(0)) * inverse;
            out.1[k] = (along(1) - at[k] * sum(1)) * inverse;
        }
        out
    }

    /// Weights of the corners at pixel `(x, y)`.
    #[inline]
    pub(crate) fn at(&self, x: f32, y: f32) -> Vec3 {
        normalized(&self.weight, x, y)
    }
}

/// `b` of equation (1).
#[inline]
fn normalized(w: &[[f32; 3]; 3], x: f32, y: f32) -> Vec3 {
    let l0 = w[0][0] * x + w[0][1] * y + w[0][2];
    let l1 = w[1][0] * x + w[1][1] * y + w[1][2];
    let l2 = w[2][0] * x + w[2][1] * y + w[2][2];
    let sum = l0 + l1 + l2;
    if sum == 0.0 {
        return [1.0 / 3.0; 3];
    }
    let inverse = 1.0 / sum;
    [l0 * inverse, l1 * inverse, l2 * inverse]
}

/// The weighted mean of values at the corners.
#[inline]
pub(crate) fn mix<const N: usize>(b: Vec3, v: &[[f32; N]; 3]) -> [f32; N] {
    let mut out = [0.0; N];
    for k in 0..N {
        out[k] = b[0] * v[0][k] + b[1] * v[1][k] + b[2] * v[2][k];
    }
    out
}

/// `b` of equation (1) at neighbouring pixels.
#[inline(always)]
pub(crate) fn lanes<S: Simd>(simd: S, w: &[[f32; 3]; 3], x: f32x8<S>, y: f32) -> [f32x8<S>; 3] {
    let l = [
        x * w[0][0] + w[0][1] * y + w[0][2],
        x * w[1][0] + w[1][1] * y + w[1][2],
        x * w[2][0] + w[2][1] * y + w[2][2],
    ];
    let sum = l[0] + l[1] + l[2];
    let third = f32x8::splat(simd, 1.0 / 3.0);
    let empty = sum.simd_eq(f32x8::splat(simd, 0.0));
    let inverse = f32x8::splat(simd, 1.0) / sum;
    [
        empty.select(third, l[0] * inverse),
        empty.select(third, l[1] * inverse),
        empty.select(third, l[2] * inverse),
    ]
}

/// `x` and the numbers after it in steps of 1.
#[inline(always)]
pub(crate) fn count_from<S: Simd>(simd: S, x: f32) -> f32x8<S> {
    f32x8::load_array(simd, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]) + x
}

/// As [`mix`], for neighbouring pixels.
#[inline(always)]
pub(crate) fn mix_lanes<S: Simd, const N: usize>(
    simd: S,
    b: [f32x8<S>; 3],
    v: &[[f32; N]; 3],
) -> [f32x8<S>; N] {
    let mut out = [f32x8::splat(simd, 0.0); N];
    for k in 0..N {
        out[k] = b[0] * v[0][k] + b[1] * v[1][k] + b[2] * v[2][k];
    }
    out
}
