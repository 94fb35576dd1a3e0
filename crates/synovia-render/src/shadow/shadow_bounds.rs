//! Conservative depth bounds of the shadow casters, a coarse hierarchical z-buffer (Hi-Z) of a shadow map.
//!
//! Each square of texels of a light's shadow map has an upper bound of the depth of its casters. With `c ± h` the bounding box of a
//! cluster of triangles and `m` a row of the shadow matrix, that clip coordinate of the cluster is within
//!
//! ```text
//! m·c + m₃ ± Σ_k |m_k| h_k                                                                                        (1)
//! ```
//!
//! which bounds its texels and its depth `z / w`, as long as `w > 0`. A fragment that is not farther from the light than the
//! bound of its square is lit and needs no shadow query.
//!
//! Planes, such as the ground, are below almost every fragment and would make the bounds useless. Their few triangles are tested
//! against each fragment directly.

use crate::draw::draw_item::{DrawItem, DrawShape};
use crate::geometry::triangle_assembly::{ClusterDraw, ScreenTriangle};
use crate::matrix::{Mat4, Vec4};
use crate::resources::mesh::Cluster;
use crate::shadow::shadow_map::{
    CasterEdges, DepthBias, TexelBounds, shadow_stage, slope_scaled_bias,
};

/// Most squares along a side of the map.
const MAX_SQUARES: usize = 128;
/// Most triangles of planes that are tested directly; further planes are treated like other meshes.
const MAX_PLANE_TRIANGLES: usize = 8;
/// Rounding errors are less than this share of the sum of the magnitudes.
const ROUNDING: f32 = 1e-5;

/// The result of a conservative shadow test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ShadowTest {
    Lit,
    Shadowed,
    /// A shadow query is needed.
    Unresolved,
}

/// A triangle of a plane, prepared for the shadow test.
#[derive(Clone, Debug)]
struct PlaneTriangle {
    tri: ScreenTriangle,
    sides: CasterEdges,
    slope_scaled_bias: f64,
}

/// Bounds of a cluster in a shadow map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClusterBounds {
    /// The range of texels along each axis, with a margin.
    pub(crate) low: [f32; 2],
    pub(crate) high: [f32; 2],
    /// Whether it overlaps the map, along each axis.
    pub(crate) inside: [bool; 2],
    /// Upper bound of its depth.
    pub(crate) depth: f32,
}

/// Bounds of a cluster in a map of `size` texels; `None` if it is unbounded because part of it is behind the light.
pub(crate) fn cluster_bounds(clip: &Mat4, size: i32, cluster: &Cluster) -> Option<ClusterBounds> {
    let m = &clip.0;
    let (c, h) = (cluster.center, cluster.half);
    // range of each clip coordinate, equation (1)
    let (mut low, mut high): (Vec4, Vec4) = ([0.0; 4], [0.0; 4]);
    for r in 0..4 {
        let middle = m[r] * c[0] + m[4 + r] * c[1] + m[8 + r] * c[2] + m[12 + r];
        let span = m[r].abs() * h[0] + m[4 + r].abs() * h[1] + m[8 + r].abs() * h[2];
        let terms = (m[r] * c[0]).abs()
            + (m[4 + r] * c[1]).abs()
            + (m[8 + r] * c[2]).abs()
            + m[12 + r].abs();
        let span = span + ROUNDING * (span + terms);
        (low[r], high[r]) = (middle - span, middle + span);
    }
    let (near, far) = (low[3], high[3]);
    let ends = low.iter().chain(&high);
    if !(near > 0.0 && ends.copied().all(f32::is_finite)) {
        return None;
    }
    let depth = high[2].max(0.0) / near * (1.0 + ROUNDING) + ROUNDING;
    let half = 0.5 * (size - 2) as f32;
    let mut out = ClusterBounds {
        low: [0.0; 2],
        high: [0.0; 2],
        inside: [true; 2],
        depth,
    };
    for k in 0..2 {
        let first = low[k] / if low[k] < 0.0 { near } else { far };
        let last = high[k] / if high[k] < 0.0 { far } else { near };
        // a margin of two texels
        let texel = |v: f32| 1.0 + (v.clamp(-2.0, 2.0) + 1.0) * half;
        out.inside[k] = last >= -1.1 && first <= 1.1;
        (out.low[k], out.high[k]) = (texel(first) - 2.0, texel(last) + 2.0);
    }
    Some(out)
}

/// Upper bounds of caster depths in the shadow map of one light.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShadowBounds {
    /// Upper bound of the casters' depth over each square.
    max_depth: Vec<f32>,
    columns: usize,
    /// Texels along a side of a square, as a power of two.
    shift: u32,
    planes: Vec<PlaneTriangle>,
    /// Items whose triangles are in `planes`.
    plane_items: Vec<u32>,
}

impl ShadowBounds {
    /// Nothing is known: every fragment needs a shadow query.
    pub(crate) fn fill_unknown(&mut self, size: i32) {
        self.clear(size, f32::INFINITY);
    }

    fn clear(&mut self, size: i32, depth: f32) {
        let size = size.max(1) as usize;
        self.shift = 0;
        while size >> self.shift > MAX_SQUARES {
            self.shift += 1;
        }
        self.columns = (size >> self.shift) + 1;
        self.max_depth.clear();
        self.max_depth.resize(self.columns * self.columns, depth);
        self.planes.clear();
        self.plane_items.clear();
    }

    /// Fills the bounds of a map of `size` texels from the items that cast shadows.
    pub(crate) fn fill(&mut self, map: &Mat4, size: i32, items: &[DrawItem<'_>]) {
        self.clear(size, f32::NEG_INFINITY);
        let mut tris = Vec::new();
        for (i, item) in items.iter().enumerate() {
            let DrawShape::Mesh(mesh) = item.shape else {
                continue;
            };
            if mesh.plane_grid.is_some() {
                tris.clear();
                plane_triangles(map, size, item, i as u32, &mut tris);
                if self.planes.len() + tris.len() <= MAX_PLANE_TRIANGLES {
                    self.plane_items.push(i as u32);
                    self.planes.extend(tris.iter().map(|&tri| PlaneTriangle {
                        tri,
                        sides: CasterEdges::new(&tri),
                        slope_scaled_bias: slope_scaled_bias(&tri),
                    }));
                    continue;
                }
            }
            let clip = map.mul(&item.world);
            for cluster in &mesh.proxy().clusters {
                self.add(&clip, size, cluster);
            }
        }
    }

    /// Raises the bounds where a cluster may be.
    fn add(&mut self, clip: &Mat4, size: i32, cluster: &Cluster) {
        let Some(bounds) = cluster_bounds(clip, size, cluster) else {
            self.max_depth.fill(f32::INFINITY);
            return;
        };
        let [xs, ys] = [0, 1].map(|k| {
            let cell = |v: f32| ((v.max(0.0) as usize) >> self.shift).min(self.columns - 1);
            let (first, last) = (cell(bounds.low[k]), cell(bounds.high[k]));
            if bounds.inside[k] {
                first..last + 1
            } else {
                0..0
            }
        });
        for y in ys {
            for max_depth in &mut self.max_depth[y * self.columns..][xs.clone()] {
                *max_depth = max_depth.max(bounds.depth);
            }
        }
    }

    /// Whether item `i` is a plane that is tested directly.
    pub(crate) fn covers_item(&self, i: usize) -> bool {
        self.plane_items.contains(&(i as u32))
    }

    /// Whether all fragments within bounds are certainly lit: [`ShadowBounds::test`] would return `Lit` for each.
    #[inline]
    pub(crate) fn lights_all(&self, bounds: &TexelBounds) -> bool {
        if bounds.high[0] < bounds.low[0] {
            return true;
        }
        let cell = |v: f32| v as usize >> self.shift;
        let [x, y] = bounds.low.map(cell);
        if [x, y] != bounds.high.map(cell) {
            return false;
        }
        self.max_depth
            .get(y * self.columns + x)
            .is_some_and(|&max_depth| bounds.least >= max_depth)
            && self
                .planes
                .iter()
                .all(|f| CasterEdges::misses_all(&f.tri, f.slope_scaled_bias, bounds))
    }

    /// The shadow test of a fragment at texel `(x, y)` with a depth.
    #[inline]
    pub(crate) fn test(&self, x: i32, y: i32, depth: f32) -> ShadowTest {
        if self.planes.iter().any(|f| {
            f.sides.occludes(
                &f.tri,
                DepthBias::SlopeScaled(f.slope_scaled_bias),
                x,
                y,
                depth,
            )
        }) {
            return ShadowTest::Shadowed;
        }
        let (i, j) = (x as usize >> self.shift, y as usize >> self.shift);
        match self.max_depth.get(j * self.columns + i) {
            Some(&max_depth) if depth >= max_depth => ShadowTest::Lit,
            _ => ShadowTest::Unresolved,
        }
    }
}

/// The triangles of a plane in the shadow map.
fn plane_triangles(
    map: &Mat4,
    size: i32,
    item: &DrawItem<'_>,
    item_index: u32,
    out: &mut Vec<ScreenTriangle>,
) {
    let DrawShape::Mesh(mesh) = item.shape else {
        return;
    };
    let mesh = mesh.proxy();
    let shadow_stage = shadow_stage(map, size, None);
    let clip = shadow_stage.clip.mul(&item.world);
    let mut verts = Vec::new();
    for (c, cluster) in mesh.clusters.iter().enumerate() {
        let draw = ClusterDraw {
            item,
            clip: &clip,
            item_index,
            mesh,
            cluster,
            cluster_index: c as u32,
            is_plane: true,
        };
        shadow_stage.assemble(draw, &mut verts, out);
    }
}
