//! Shadow maps: their projections, and the shadow test of a fragment against a caster triangle.
//!
//! Nothing is rasterized into a map; see the module header. With `z` the depth of a triangle at the centre of a texel, `m` its
//! steepest slope per texel and `r` the depth of the fragment, the fragment is in shadow if
//!
//! ```text
//! z − 1.5 m − 4·2⁻²⁴ > r                                                                                        (1)
//! ```
//!
//! where the left side has a slope-scaled depth bias and depth is greater nearer to the light.

use synovia_math::fearless_simd::{Simd, f32x8, prelude::*};
use synovia_model::LightType;
use synovia_scene::{Light, Scene};

use crate::geometry::triangle_assembly::ScreenTriangle;
use crate::geometry::vertex_transform::{GeometryStage, ViewportTransform};
use crate::matrix::{
    Mat4, Vec3, cross, dot, frustum, look_at, normalize, orthographic, reversed_depth,
};
use crate::resources::context::ShadowSettings;
use crate::resources::texture::floor;
use crate::shading::fragment_shader::saturate;
use crate::shading::triangle_setup::LANES;

/// The shadow map of a light: its projection only, nothing is stored in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShadowMap {
    /// Index of the light.
    pub(crate) light: usize,
    /// Clip space of the map from world space.
    pub(crate) matrix: Mat4,
}

/// A shadow query: a fragment in the shadow map of a light.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShadowQuery {
    /// Texel.
    pub(crate) x: i32,
    /// The same upwards.
    pub(crate) y: i32,
    /// Depth.
    pub(crate) depth: f32,
    /// Tile of the fragment.
    pub(crate) tile: u32,
    /// Index of the fragment in its tile.
    pub(crate) fragment: u32,
}

/// An up vector for the view along `dir`.
fn upright(dir: Vec3) -> Vec3 {
    let first = cross(dir, [-1.0, 0.0, 0.0]);
    if dot(first, first) > 0.01 {
        normalize(first)
    } else {
        normalize(cross(dir, [0.0, 1.0, 0.0]))
    }
}

/// The shadow matrix of a light: from world space to the clip space of its map. `range` is the near and far distance.
fn shadow_matrix(light: &Light, settings: &ShadowSettings, range: [f32; 2]) -> Mat4 {
    let [near, far] = range;
    let projection = if light.kind == LightType::Directional.0 {
        let side = [-settings.clip, settings.clip];
        orthographic(side, side, near, far)
    } else if light.kind == LightType::Spot.0 {
        let angle = (2.0 * light.cutoff * settings.scale).min(160.0);
        let half = libm::tan(f64::from(angle) / 360.0 * core::f64::consts::PI) * f64::from(near);
        let side = [-half as f32, half as f32];
        frustum(side, side, near, far)
    } else {
        Mat4::IDENTITY
    };
    let view = look_at(light.pos, light.dir, upright(light.dir));
    reversed_depth().mul(&projection).mul(&view)
}

/// The shadow maps of a scene's lights, of the first `max_lights`.
pub(crate) fn shadow_maps(
    scene: &Scene,
    settings: &ShadowSettings,
    range: [f32; 2],
    max_lights: usize,
) -> Vec<ShadowMap> {
    let count = (scene.nlight.max(0) as usize)
        .min(scene.lights.len())
        .min(max_lights);
    let lights = scene.lights[..count].iter().enumerate();
    let casting = lights.filter(|(_, l)| l.castshadow != 0);
    casting
        .map(|(light, l)| ShadowMap {
            light,
            matrix: shadow_matrix(l, settings, range),
        })
        .collect()
}

/// The texel and depth of a point in a map of `size` texels; `None` outside the map, where everything is lit.
#[inline]
pub(crate) fn texel(shadow_coord: [f32; 4], size: i32) -> Option<(i32, i32, f32)> {
    let inverse = 1.0 / shadow_coord[3];
    let at = |k: usize| {
        let s = shadow_coord[k] * inverse * 0.5 + 0.5;
        floor(s * size as f32)
    };
    let (x, y) = (at(0), at(1));
    // the map's border texels stay empty
    let inside = |v: i32| v >= 1 && v < size - 1;
    (shadow_coord[3] > 0.0 && inside(x) && inside(y))
        .then(|| (x, y, (shadow_coord[2] * inverse).clamp(0.0, 1.0)))
}

/// As [`texel`], for adjacent pixels.
pub(crate) struct Texels {
    x: [f32; LANES],
    y: [f32; LANES],
    depth: [f32; LANES],
    inside: u64,
}

impl Texels {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several vector units")]
    pub(crate) fn new<S: Simd>(simd: S, shadow_coord: [f32x8<S>; 4], size: i32) -> Self {
        let inverse = f32x8::splat(simd, 1.0) / shadow_coord[3];
        let at = |k: usize| ((shadow_coord[k] * inverse * 0.5 + 0.5) * size as f32).floor();
        let (x, y) = (at(0), at(1));
        let first = f32x8::splat(simd, 1.0);
        let end = f32x8::splat(simd, (size - 1) as f32);
        let within = |v: f32x8<S>| v.simd_ge(first) & v.simd_lt(end);
        let ahead = shadow_coord[3].simd_gt(f32x8::splat(simd, 0.0));
        Self {
            x: x.to_array(),
            y: y.to_array(),
            depth: saturate(simd, shadow_coord[2] * inverse).to_array(),
            inside: (ahead & within(x) & within(y)).to_bitmask(),
        }
    }

    /// The texel bounds of the first `count` pixels.
    #[inline]
    pub(crate) fn bounds(&self, count: usize) -> TexelBounds {
        let mut out = TexelBounds {
            low: [f32::INFINITY; 2],
            high: [f32::NEG_INFINITY; 2],
            least: f32::INFINITY,
        };
        for i in (0..count.min(LANES)).filter(|i| self.inside >> i & 1 == 1) {
            for (k, v) in [self.x[i], self.y[i]].into_iter().enumerate() {
                out.low[k] = if v < out.low[k] { v } else { out.low[k] };
                out.high[k] = if v > out.high[k] { v } else { out.high[k] };
            }
            // NaN is never certainly lit
            let d = self.depth[i];
            let d = if d.is_nan() { f32::NEG_INFINITY } else { d };
            out.least = if d < out.least { d } else { out.least };
        }
        out
    }

    /// The texel and depth of pixel `i`; `None` outside the map.
    #[inline]
    pub(crate) fn get(&self, i: usize) -> Option<(i32, i32, f32)> {
        let inside = self.inside >> i & 1 == 1;
        inside.then(|| (self.x[i] as i32, self.y[i] as i32, self.depth[i]))
    }
}

/// Bounds of the texels and depths of some fragments.
pub(crate) struct TexelBounds {
    pub(crate) low: [f32; 2],
    pub(crate) high: [f32; 2],
    pub(crate) least: f32,
}

/// The geometry stage of a shadow map.
pub(crate) fn shadow_stage(map: &Mat4, size: i32, wireframe: Option<f32>) -> GeometryStage {
    GeometryStage {
        clip: *map,
        viewport: ViewportTransform {
            origin: [1.0; 2],
            size: [(size - 2) as f32; 2],
        },
        clip_plane: None,
        flip_winding: false,
        no_culling: true,
        wireframe,
        rectangular_lines: false,
        scalar: false,
        sample_spacing_log2: 8,
    }
}

/// Steps of a 24-bit depth from 0 to 1.
const LEVELS: f64 = ((1 << 24) - 1) as f64;

/// The depth bias of shadow tests.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DepthBias {
    /// Slope-scaled bias for areas, equation (1): quantization does not matter.
    SlopeScaled(f64),
    /// No bias for lines: whether they shadow themselves depends on the quantization to 24 bits.
    Quantized,
}

/// The slope-scaled depth bias of a triangle, equation (1).
#[inline]
pub(crate) fn slope_scaled_bias(tri: &ScreenTriangle) -> f64 {
    let slope = tri.z[1].abs().max(tri.z[2].abs());
    1.5 * slope + 4.0 / f64::from(1 << 24)
}

/// The edge functions of a caster triangle at texel centres.
#[derive(Clone, Debug)]
pub(crate) struct CasterEdges([[i64; 3]; 3]);

impl CasterEdges {
    /// Whether the triangle occludes a point from the light, equation (1).
    #[inline]
    pub(crate) fn occludes(
        &self,
        tri: &ScreenTriangle,
        bias: DepthBias,
        x: i32,
        y: i32,
        depth: f32,
    ) -> bool {
        let px = f64::from(x) + 0.5;
        let py = f64::from(y) + 0.5;
        let z = tri.z[0] + tri.z[1] * px + tri.z[2] * py;
        let map = match bias {
            DepthBias::SlopeScaled(slope_scaled_bias) => z - slope_scaled_bias,
            DepthBias::Quantized => (z * LEVELS).round_ties_even() / LEVELS,
        };
        z >= 0.0 && map as f32 > depth && self.contains(x, y)
    }

    /// Whether the triangle certainly occludes none of the points within bounds. Rounding is monotonic, so the comparison holds.
    #[inline]
    pub(crate) fn misses_all(
        tri: &ScreenTriangle,
        slope_scaled_bias: f64,
        bounds: &TexelBounds,
    ) -> bool {
        let max_lights = |k: usize| {
            let [low, high] = [bounds.low[k], bounds.high[k]].map(|v| f64::from(v) + 0.5);
            (tri.z[k + 1] * low).max(tri.z[k + 1] * high)
        };
        let z = tri.z[0] + max_lights(0) + max_lights(1);
        (z - slope_scaled_bias) as f32 <= bounds.least
    }

    pub(crate) fn new(tri: &ScreenTriangle) -> Self {
        Self(core::array::from_fn(|k| {
            let (a, b) = (k, (k + 1) % 3);
            let dx = i64::from(tri.x[b] - tri.x[a]);
            let dy = i64::from(tri.y[b] - tri.y[a]);
            let closed = dy < 0 || (dy == 0 && dx < 0);
            let start = dx * i64::from(128 - tri.y[a]) - dy * i64::from(128 - tri.x[a]);
            [start - i64::from(!closed), -dy * 256, dx * 256]
        }))
    }

    #[inline]
    fn contains(&self, x: i32, y: i32) -> bool {
        self.0
            .iter()
            .all(|s| s[0] + s[1] * i64::from(x) + s[2] * i64::from(y) >= 0)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Triangles of all sizes, some without area, with their vertices and depths.
    pub(crate) fn random_casters(count: i32) -> Vec<([[i32; 2]; 3], [f64; 3], ScreenTriangle)> {
        let shadow_stage = shadow_stage(&Mat4::IDENTITY, 130, None);
        let at =
            |k: i32, n: i32| (k.wrapping_mul(7919).wrapping_add(n * 104_729)).rem_euclid(10_007);
        (0..count)
            .flat_map(|k| {
                let size = [300, 3_000, 20_000, 90_000][k as usize % 4];
                let corner = |n: i32| {
                    let from = [at(k, 1) * 3, at(k, 2) * 3];
                    [0, 1].map(|c| from[c] + (at(k, 10 * n + c as i32) - 5_000) * size / 10_000)
                };
                let p = [
                    corner(3),
                    corner(4),
                    if k % 17 == 0 { corner(3) } else { corner(5) },
                ];
                let z = [6, 7, 8].map(|n| f64::from(at(k, n)) / 10_007.0);
                let mut out = Vec::new();
                shadow_stage.emit_for_tests(p, z, &mut out);
                out.into_iter()
                    .map(move |tri| (p, z, tri))
                    .collect::<Vec<_>>()
            })
            .collect()
    }

    #[test]
    fn a_triangle_that_misses_bounds_occludes_no_point_within_them() {
        let mut missed = 0;
        for (k, (_, _, tri)) in random_casters(400).into_iter().enumerate() {
            let sides = CasterEdges::new(&tri);
            let low = [(k * 31 % 110) as f32, (k * 17 % 110) as f32];
            let bounds = TexelBounds {
                low,
                high: low.map(|v| v + 7.0),
                least: (k % 97) as f32 / 97.0,
            };
            if CasterEdges::misses_all(&tri, slope_scaled_bias(&tri), &bounds) {
                missed += 1;
                for n in 0..64 {
                    let [x, y] = [low[0] as i32 + n % 8, low[1] as i32 + n / 8];
                    assert!(!sides.occludes(
                        &tri,
                        DepthBias::SlopeScaled(slope_scaled_bias(&tri)),
                        x,
                        y,
                        bounds.least
                    ));
                }
            }
        }
        assert!(missed > 50);
    }

    #[test]
    fn a_light_straight_down_sees_its_axis_in_the_middle() {
        let light = Light {
            kind: LightType::Spot.0,
            pos: [1.0, 2.0, 3.0],
            dir: [0.0, 0.0, -1.0],
            cutoff: 45.0,
            ..Light::default()
        };
        let settings = ShadowSettings {
            clip: 1.0,
            scale: 0.6,
            size: 1024,
        };
        let map = shadow_matrix(&light, &settings, [0.01, 50.0]);
        let (x, y, _) = texel(map.point([1.001, 2.001, 0.0]), 1024).unwrap();
        assert!((x - 512).abs() <= 1 && (y - 512).abs() <= 1);
        assert!(texel(map.point([9.0, 2.0, 0.0]), 1024).is_none());
    }
}
