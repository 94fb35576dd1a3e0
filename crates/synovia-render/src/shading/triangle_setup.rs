//! Triangle setup: what the fragments of a triangle interpolate. Barycentric weights, Gouraud colours, texture and shadow-map
//! coordinates of its vertices.
//!
//! With `(x_i, y_i, w_i)` the homogeneous vertex positions in pixels, a point `(x, y)` has the perspective-correct barycentrics
//!
//! ```text
//! b_i = λ_i / Σ_j λ_j,    λ_i(x, y) = (P_{i+1} × P_{i+2}) · (x, y, 1),    P_i = (x_i, y_i, w_i)                       (1)
//! ```
//!
//! which hold even where a vertex is behind the eye, so clipped triangles need no new vertices.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for several vector units"
)]

use synovia_math::fearless_simd::{Simd, f32x8, prelude::*};

use crate::draw::draw_item::{DrawItem, DrawShape};
use crate::draw::material::{Material, Shading, TextureMapping};
use crate::geometry::lines::LineAxis;
use crate::geometry::triangle_assembly::ScreenTriangle;
use crate::geometry::vertex_transform::ViewportTransform;
use crate::lighting::light::EyeLight;
use crate::lighting::vertex_cache::VertexCache;
use crate::matrix::{Mat4, Vec3, Vec4};
use crate::resources::mesh::{PlaneGrid, RenderMesh};
use crate::resources::texture::Rgba;
use crate::shadow::shadow_map::ShadowMap;

/// Adjacent pixels that are computed together.
pub(crate) const LANES: usize = 8;

/// What all fragments of a pass share.
#[derive(Clone, Copy)]
pub(crate) struct PassState<'a> {
    pub(crate) items: &'a [DrawItem<'a>],
    pub(crate) materials: &'a [Material<'a>],
    /// Eye space from world space.
    pub(crate) eye: Mat4,
    pub(crate) projection: Mat4,
    pub(crate) viewport: ViewportTransform,
    pub(crate) lights: &'a [EyeLight],
    /// Ambient light of scenes without lights.
    pub(crate) ambient: f32,
    /// Shadow maps of the lights that cast shadows.
    pub(crate) shadow_maps: &'a [ShadowMap],
    /// Wireframe: edges have the attributes of points this many pixels further to the right and up.
    pub(crate) wireframe: Option<f64>,
    /// The first triangles of the reflective geom are the ones that reflect, this many.
    pub(crate) reflective_faces: usize,
}

/// One triangle, ready for its fragments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TriangleSetup {
    /// `λ_i = a x + b y + c`, relative to the centre of a pixel near the tile.
    pub(crate) weight: [[f32; 3]; 3],
    /// Gouraud colours of the vertices, from the lights without shadows.
    pub(crate) color: [Rgba; 3],
    /// Texture coordinates of the vertices.
    pub(crate) texture: [Vec3; 3],
    /// First of its attributes for the additive light passes; there is one for each light with shadows.
    pub(crate) additive: u32,
    /// Bit mask of the lights with shadows that it faces.
    pub(crate) light_mask: u8,
    pub(crate) material: u32,
    /// The planar reflection is added to its colour.
    pub(crate) reflection: bool,
    /// Depth plane: at the origin, and its slopes.
    pub(crate) z: [f32; 3],
}

/// Vertex attributes of a triangle for the additive pass of one light with shadows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AdditiveTriangle {
    /// Colours of the vertices.
    pub(crate) color: [Vec3; 3],
    /// Homogeneous positions of the vertices in the light's shadow map.
    pub(crate) shadow_coord: [Vec4; 3],
}

impl PassState<'_> {
    /// Sets up a triangle for pixels relative to `origin`.
    pub(crate) fn setup(
        &self,
        tri: &ScreenTriangle,
        origin: [usize; 2],
        vertex_cache: &mut VertexCache,
        additive: &mut Vec<AdditiveTriangle>,
    ) -> TriangleSetup {
        let item = &self.items[tri.item as usize];
        let material = &self.materials[item.material as usize];
        let middle = [origin[0] as f64 + 0.5, origin[1] as f64 + 0.5];
        let z0 = tri.z[0] + tri.z[1] * middle[0] + tri.z[2] * middle[1];
        let mut setup = TriangleSetup {
            weight: [[0.0, 0.0, 1.0]; 3],
            color: [material.rgba; 3],
            texture: [[0.0; 3]; 3],
            additive: additive.len() as u32,
            light_mask: 0,
            material: item.material,
            reflection: material.reflection && (tri.face as usize) < self.reflective_faces,
            z: [z0 as f32, tri.z[1] as f32, tri.z[2] as f32],
        };
        let mesh = match item.shape {
            DrawShape::Mesh(mesh) => mesh,
            DrawShape::Line(ends, _) => {
                self.add_line(item, ends, middle, &mut setup, additive);
                return setup;
            }
        };
        let Some(cluster) = mesh.clusters.get(tri.cluster as usize) else {
            return setup;
        };
        let face = tri.face as usize;
        let corners = mesh.corners(cluster, face);
        match material.shading {
            Shading::Gouraud => {
                let dark = AdditiveTriangle {
                    color: [[0.0; 3]; 3],
                    shadow_coord: [[0.0; 4]; 3],
                };
                additive.resize(additive.len() + self.shadow_maps.len(), dark);
                let additive = &mut additive[setup.additive as usize..];
                let mut pixels = [[0.0; 3]; 3];
                for k in 0..3 {
                    let vert = cluster.vert + mesh.face[face][k] as usize;
                    let which = (vert, corners[k], mesh.normal[face][k]);
                    let (vertex, terms) = vertex_cache.fetch(self, (item, tri.item), which, middle);
                    pixels[k] = vertex.pixel;
                    let [r, g, b] = vertex.color;
                    setup.color[k] = [r, g, b, material.rgba[3].clamp(0.0, 1.0)];
                    for (n, (additive, term)) in additive.iter_mut().zip(terms).enumerate() {
                        additive.color[k] = term.color;
                        additive.shadow_coord[k] = term.shadow_coord;
                        if term.color.iter().any(|&c| c > 0.0) {
                            setup.light_mask |= 1 << n;
                        }
                    }
                }
                setup.weight = weights(&pixels);
            }
            Shading::Haze => {
                if let Some(fade) = mesh.alpha.get(face) {
                    for (color, opacity) in setup.color.iter_mut().zip(fade) {
                        color[3] = *opacity;
                    }
                }
            }
            Shading::Unlit | Shading::Skybox => {}
        }
        if matches!(material.shading, Shading::Skybox | Shading::Haze) {
            let eye = vertex_cache.eye(self, item, tri.item);
            setup.weight = weights(&corners.map(|p| self.pixel(eye.affine(p), middle)));
        }
        // the skybox and haze are always filled
        if let Some(shift) = self.wireframe.filter(|_| item.geom != u32::MAX)
            && let Some(axis) = LineAxis::new(tri, middle)
        {
            setup.weight = setup.weight.map(|w| axis.weight(w, shift));
        }
        setup.texture = texture_coordinates(material, mesh, face, &corners);
        setup
    }

    /// A line is unlit: the additive pass of each light with shadows adds its colour once more, where the light reaches it.
    ///
    /// With `t` the position along the line on screen, from 0 to 1, its ends have the weights `(1 − t) w₁` and `t w₀`.
    fn add_line(
        &self,
        item: &DrawItem<'_>,
        ends: [Vec3; 2],
        middle: [f64; 2],
        setup: &mut TriangleSetup,
        additive: &mut Vec<AdditiveTriangle>,
    ) {
        if self.shadow_maps.is_empty() {
            return;
        }
        let rgb = self.materials[item.material as usize].rgba;
        let rgb = [rgb[0], rgb[1], rgb[2]].map(|c| c.clamp(0.0, 1.0));
        let world = ends.map(|p| item.world.affine(p));
        for (n, map) in self.shadow_maps.iter().enumerate() {
            let [a, b] = world.map(|p| map.matrix.point(p));
            additive.push(AdditiveTriangle {
                color: [rgb; 3],
                shadow_coord: [a, b, b],
            });
            setup.light_mask |= 1 << n;
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

    /// The shading model of a triangle.
    pub(crate) fn shading(&self, tri: &ScreenTriangle) -> Shading {
        self.materials[self.items[tri.item as usize].material as usize].shading
    }

    /// The grid lookup of a plane, if `tri` is a plane's proxy and lighting is needed.
    pub(crate) fn plane_lookup(
        &self,
        tri: &ScreenTriangle,
        origin: [usize; 2],
    ) -> Option<PlaneLookup<'_>> {
        let item = &self.items[tri.item as usize];
        let DrawShape::Mesh(mesh) = item.shape else {
            return None;
        };
        let plane_grid = mesh
            .plane_grid
            .as_deref()
            .filter(|_| self.wireframe.is_none())?;
        let uniform = self.materials[item.material as usize].shading == Shading::Unlit;
        let cluster = plane_grid.proxy.clusters.first()?;
        let corners = plane_grid.proxy.corners(cluster, tri.face as usize);
        let middle = [origin[0] as f64 + 0.5, origin[1] as f64 + 0.5];
        let eye = self.eye.mul(&item.world);
        let weight = weights(&corners.map(|p| self.pixel(eye.affine(p), middle)));
        Some(PlaneLookup {
            tri: *tri,
            mesh,
            plane_grid,
            corners,
            weight,
            uniform,
        })
    }

    /// `P` of equation (1) for a point in eye space, relative to the pixel position `middle`.
    #[inline]
    pub(crate) fn pixel(&self, seen: Vec3, middle: [f64; 2]) -> [f64; 3] {
        let c = self.projection.point(seen);
        let w = f64::from(c[3]);
        let at = |k: usize| {
            let half = 0.5 * f64::from(self.viewport.size[k]);
            f64::from(c[k]) * half + w * (half + f64::from(self.viewport.origin[k]) - middle[k])
        };
        [at(0), at(1), w]
    }
}

/// `λ` of equation (1), up to a common factor.
fn weights(p: &[[f64; 3]; 3]) -> [[f32; 3]; 3] {
    // a common factor cancels: it keeps single precision in range
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

/// Half of a plane's proxy, in which each pixel looks up its triangle of the grid.
pub(crate) struct PlaneLookup<'a> {
    tri: ScreenTriangle,
    mesh: &'a RenderMesh,
    plane_grid: &'a PlaneGrid,
    corners: [Vec3; 3],
    weight: [[f32; 3]; 3],
    /// The plane is unlit: any triangle will do.
    uniform: bool,
}

impl PlaneLookup<'_> {
    /// The triangle of the grid at pixel `(x, y)`.
    pub(crate) fn triangle_at(&self, x: f32, y: f32) -> ScreenTriangle {
        let mut cell = [0; 2];
        let p = interpolate(barycentrics(&self.weight, x, y), &self.corners);
        self.triangle_in(p[0], p[1], &mut cell)
    }

    /// The triangle of the grid at a point of the plane; `cell` is the cell of the previous point.
    #[inline(always)]
    fn triangle_in(&self, x: f32, y: f32, cell: &mut [usize; 2]) -> ScreenTriangle {
        let (cluster, face) = if self.uniform {
            (0, 0)
        } else {
            self.plane_grid.triangle_at(x, y, self.mesh, cell)
        };
        ScreenTriangle {
            cluster,
            face,
            ..self.tri
        }
    }

    /// Calls `visit` with the triangles of the grid at the first `count` pixels from `(x, y)` to the right.
    #[inline(always)]
    pub(crate) fn triangles_at<S: Simd>(
        &self,
        simd: S,
        (x, y): (f32, f32),
        count: usize,
        cell: &mut [usize; 2],
        mut visit: impl FnMut(usize, ScreenTriangle),
    ) {
        let xs = lane_ramp(simd, x);
        let p = interpolate_simd(
            simd,
            barycentrics_simd(simd, &self.weight, xs, y),
            &self.corners,
        );
        let (px, py) = (p[0].to_array(), p[1].to_array());
        for i in 0..count.min(LANES) {
            visit(i, self.triangle_in(px[i], py[i], cell));
        }
    }
}

fn texture_coordinates(
    material: &Material<'_>,
    mesh: &RenderMesh,
    face: usize,
    at: &[Vec3; 3],
) -> [Vec3; 3] {
    match material.texture {
        TextureMapping::None => [[0.0; 3]; 3],
        TextureMapping::MeshCoords(_) => {
            let coords = mesh.texcoord.get(face).copied().unwrap_or([[0.0; 2]; 3]);
            coords.map(|t| [t[0], t[1], 0.0])
        }
        TextureMapping::Planar { s, t, .. } => {
            at.map(|p| [s[0] * p[0] + s[1], t[0] * p[1] + t[1], 0.0])
        }
        TextureMapping::CubeMap { axes, .. } => at.map(|p| {
            core::array::from_fn(|r| axes[r][0] * p[0] + axes[r][1] * p[1] + axes[r][2] * p[2])
        }),
    }
}

impl TriangleSetup {
    /// Screen-space derivatives of the texture coordinates, which are `at` at pixel `(x, y)`: per pixel to the right and upwards.
    #[inline]
    pub(crate) fn derivatives(&self, x: f32, y: f32, at: Vec3) -> (Vec3, Vec3) {
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

    /// Barycentric weights at pixel `(x, y)`.
    #[inline]
    pub(crate) fn barycentrics(&self, x: f32, y: f32) -> Vec3 {
        barycentrics(&self.weight, x, y)
    }
}

/// `b` of equation (1).
#[inline]
fn barycentrics(w: &[[f32; 3]; 3], x: f32, y: f32) -> Vec3 {
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

/// Interpolates values of the vertices.
#[inline]
pub(crate) fn interpolate<const N: usize>(b: Vec3, v: &[[f32; N]; 3]) -> [f32; N] {
    let mut out = [0.0; N];
    for k in 0..N {
        out[k] = b[0] * v[0][k] + b[1] * v[1][k] + b[2] * v[2][k];
    }
    out
}

/// `b` of equation (1) at adjacent pixels.
#[inline(always)]
pub(crate) fn barycentrics_simd<S: Simd>(
    simd: S,
    w: &[[f32; 3]; 3],
    x: f32x8<S>,
    y: f32,
) -> [f32x8<S>; 3] {
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

/// `x`, `x + 1`, … in the lanes of a vector.
#[inline(always)]
pub(crate) fn lane_ramp<S: Simd>(simd: S, x: f32) -> f32x8<S> {
    f32x8::load_array(simd, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]) + x
}

/// As [`interpolate`], for adjacent pixels.
#[inline(always)]
pub(crate) fn interpolate_simd<S: Simd, const N: usize>(
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
