//! Triangle assembly: from the transformed vertices of a cluster to screen triangles.
//!
//! Triangles outside the frustum and back faces are culled, those across the near plane or the guard band are clipped, and those
//! whose bounding box contains no sample are dropped. Depth is linear in screen space:
//!
//! ```text
//! z(x, y) = z₀ + zₓ x + zᵧ y                                                                                          (1)
//! ```

use crate::draw::draw_item::{Cull, DrawItem};
use crate::geometry::clipping::ClipPolygon;
use crate::geometry::vertex_transform::{
    BEYOND_GUARD, CLIP_PLANE, ClipVertex, GeometryStage, NEAR, NOT_FINITE, OUTSIDE, SUBPIXELS,
};
use crate::matrix::Mat4;
use crate::resources::mesh::{Cluster, RenderMesh};

/// A triangle in screen space, counter-clockwise.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ScreenTriangle {
    /// Vertices in 1/256 pixel.
    pub(crate) x: [i32; 3],
    /// The same upwards.
    pub(crate) y: [i32; 3],
    /// Depth plane, equation (1): at the origin, and its slopes per pixel.
    pub(crate) z: [f64; 3],
    /// Index of its draw item.
    pub(crate) item: u32,
    /// Index of its cluster in the item's mesh.
    pub(crate) cluster: u32,
    /// Index of its triangle in the item's mesh.
    pub(crate) face: u32,
}

impl GeometryStage {
    /// Adds the triangles of one cluster of an item.
    pub(crate) fn assemble(
        &self,
        draw: ClusterDraw<'_>,
        verts: &mut Vec<ClipVertex>,
        out: &mut Vec<ScreenTriangle>,
    ) {
        self.assemble_where(draw, verts, out, |_, _| true);
    }

    /// As [`GeometryStage::assemble`]; unclipped triangles only if their vertices and depths are `wanted`.
    #[inline]
    pub(crate) fn assemble_where(
        &self,
        draw: ClusterDraw<'_>,
        verts: &mut Vec<ClipVertex>,
        out: &mut Vec<ScreenTriangle>,
        wanted: impl Fn([[i32; 2]; 3], [f64; 3]) -> bool,
    ) {
        let ClusterDraw {
            item,
            mesh,
            cluster,
            ..
        } = draw;
        let clip = draw.clip;
        // a large plane takes its depth from the plane itself, which is more accurate than its far vertices
        let flat = draw.is_plane.then(|| self.plane_depth(clip)).flatten();
        verts.clear();
        let range = cluster.vert..cluster.vert + cluster.nvert;
        self.vertices(clip, &item.world, &mesh.vert[range], verts);
        for f in cluster.face..cluster.face + cluster.nface {
            let [a, b, c] = mesh.face[f];
            let v = [&verts[a as usize], &verts[b as usize], &verts[c as usize]];
            if v[0].outcode & v[1].outcode & v[2].outcode & OUTSIDE != 0 {
                continue;
            }
            let any = v[0].outcode | v[1].outcode | v[2].outcode;
            if any & NOT_FINITE != 0 {
                continue;
            }
            // the skybox and haze are always filled
            if let Some(width) = self.wireframe.filter(|_| item.geom != u32::MAX) {
                self.triangle_edges(draw, f, &[*v[0], *v[1], *v[2]], width, out);
            } else if let Some(z) = flat {
                self.clip_and_emit(draw, f, &[*v[0], *v[1], *v[2]], out, Some(z));
            } else if any & (NEAR | BEYOND_GUARD | CLIP_PLANE) == 0 {
                let (at, z) = ([v[0].at, v[1].at, v[2].at], [v[0].z, v[1].z, v[2].z]);
                if !self.misses_samples(&at) && wanted(at, z) {
                    self.emit(draw, f, at, z, out);
                }
            } else {
                self.clip_and_emit(draw, f, &[*v[0], *v[1], *v[2]], out, None);
            }
        }
    }

    /// The depth plane, equation (1), of the plane `z = 0` of an item; `None` if the plane is seen edge-on.
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
        let scale = [0, 1].map(|i| 2.0 / f64::from(self.viewport.size[i]));
        let origin = self.viewport.origin.map(f64::from);
        let zx = k[0] * scale[0];
        let zy = k[1] * scale[1];
        let z0 = k[2] - k[0] - k[1] - zx * origin[0] - zy * origin[1];
        (z0.is_finite() && zx.is_finite() && zy.is_finite()).then_some([z0, zx, zy])
    }

    /// Clips a triangle and adds what is left of it.
    pub(crate) fn clip_and_emit(
        &self,
        draw: ClusterDraw<'_>,
        f: usize,
        v: &[ClipVertex; 3],
        out: &mut Vec<ScreenTriangle>,
        z: Option<[f64; 3]>,
    ) {
        let start = out.len();
        let mut polygon = ClipPolygon::new(v);
        polygon.clip_all(self.clip_plane.is_some());
        let corners = polygon.vertices();
        if corners.len() < 3 {
            return;
        }
        let first = self.project(corners[0].clip);
        let mut last = self.project(corners[1].clip);
        for corner in &corners[2..] {
            let next = self.project(corner.clip);
            let at = [first.0, last.0, next.0];
            if !self.misses_samples(&at) {
                self.emit(draw, f, at, [first.1, last.1, next.1], out);
            }
            last = next;
        }
        if let Some(z) = z {
            out[start..].iter_mut().for_each(|tri| tri.z = z);
        }
    }

    /// Whether the bounding box of three vertices contains no sample.
    #[inline]
    fn misses_samples(&self, p: &[[i32; 2]; 3]) -> bool {
        // samples are at odd multiples of half the spacing
        let (step, half) = (
            1 << self.sample_spacing_log2,
            1 << (self.sample_spacing_log2 - 1),
        );
        let empty = |k: usize| {
            let (a, b, c) = (p[0][k], p[1][k], p[2][k]);
            let (low, high) = (a.min(b).min(c), a.max(b).max(c));
            (high - half) >> self.sample_spacing_log2
                < (low - half + step - 1) >> self.sample_spacing_log2
        };
        empty(0) || empty(1)
    }

    /// Adds a triangle to the output, unless it is culled or has no area.
    #[inline]
    fn emit(
        &self,
        draw: ClusterDraw<'_>,
        f: usize,
        p: [[i32; 2]; 3],
        z: [f64; 3],
        out: &mut Vec<ScreenTriangle>,
    ) {
        let wide = |k: usize| (i64::from(p[k][0] - p[0][0]), i64::from(p[k][1] - p[0][1]));
        let ((x1, y1), (x2, y2)) = (wide(1), wide(2));
        let area = x1 * y2 - x2 * y1;
        if area == 0 {
            return;
        }
        let front = (area > 0) != self.flip_winding;
        let hidden = match draw.item.cull {
            Cull::None => false,
            Cull::Back => !front,
            Cull::Front => front,
        };
        if hidden && !self.no_culling {
            return;
        }
        let scale = f64::from(SUBPIXELS) / area as f64;
        let (d1, d2) = (z[1] - z[0], z[2] - z[0]);
        let zx = (d1 * y2 as f64 - d2 * y1 as f64) * scale;
        let zy = (d2 * x1 as f64 - d1 * x2 as f64) * scale;
        let pixel = |c: i32| f64::from(c) / f64::from(SUBPIXELS);
        let z0 = z[0] - zx * pixel(p[0][0]) - zy * pixel(p[0][1]);
        let (b, c) = if area > 0 { (p[1], p[2]) } else { (p[2], p[1]) };
        out.push(ScreenTriangle {
            x: [p[0][0], b[0], c[0]],
            y: [p[0][1], b[1], c[1]],
            z: [z0, zx, zy],
            item: draw.item_index,
            cluster: draw.cluster_index,
            face: f as u32,
        });
    }
}

/// A cluster of an item's mesh to be drawn.
#[derive(Clone, Copy)]
pub(crate) struct ClusterDraw<'a> {
    pub(crate) item: &'a DrawItem<'a>,
    /// Clip space from the item's frame.
    pub(crate) clip: &'a Mat4,
    pub(crate) item_index: u32,
    pub(crate) mesh: &'a RenderMesh,
    pub(crate) cluster: &'a Cluster,
    pub(crate) cluster_index: u32,
    /// The mesh is the two-triangle proxy of a plane.
    pub(crate) is_plane: bool,
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::draw::draw_item::DrawShape;
    use crate::geometry::vertex_transform::ViewportTransform;
    use crate::matrix::{Vec3, frustum, reversed_depth};

    pub(crate) fn stage() -> GeometryStage {
        GeometryStage {
            clip: reversed_depth().mul(&frustum([-0.1, 0.1], [-0.1, 0.1], 0.1, 100.0)),
            viewport: ViewportTransform {
                origin: [0.0, 0.0],
                size: [64.0, 64.0],
            },
            clip_plane: None,
            flip_winding: false,
            no_culling: true,
            wireframe: None,
            rectangular_lines: true,
            scalar: false,
            sample_spacing_log2: 6,
        }
    }

    impl GeometryStage {
        /// Adds a triangle with these corners and depths.
        pub(crate) fn emit_for_tests(
            &self,
            p: [[i32; 2]; 3],
            z: [f64; 3],
            out: &mut Vec<ScreenTriangle>,
        ) {
            let mesh = RenderMesh::default();
            let item = DrawItem {
                shape: DrawShape::Mesh(&mesh),
                world: Mat4::IDENTITY,
                material: 0,
                geom: 0,
                cull: Cull::None,
            };
            let draw = ClusterDraw {
                item: &item,
                clip: &Mat4::IDENTITY,
                item_index: 0,
                mesh: &mesh,
                cluster: &Cluster::default(),
                cluster_index: 0,
                is_plane: false,
            };
            if !self.misses_samples(&p) {
                self.emit(draw, 0, p, z, out);
            }
        }
    }

    pub(crate) fn draw(stage: &GeometryStage, p: [Vec3; 3]) -> Vec<ScreenTriangle> {
        let mut mesh = RenderMesh::default();
        mesh.flat_triangle(p);
        mesh.close_cluster();
        let item = DrawItem {
            shape: DrawShape::Mesh(&mesh),
            world: Mat4::IDENTITY,
            material: 0,
            geom: 0,
            cull: Cull::Back,
        };
        let mut out = Vec::new();
        let draw = ClusterDraw {
            item: &item,
            clip: &stage.clip.mul(&item.world),
            item_index: 0,
            mesh: &mesh,
            cluster: &mesh.clusters[0],
            cluster_index: 0,
            is_plane: false,
        };
        stage.assemble(draw, &mut Vec::new(), &mut out);
        out
    }

    #[test]
    fn a_triangle_through_the_eye_is_clipped_at_the_near_plane() {
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
    fn back_faces_are_culled() {
        let front = [[0.0, 0.0, -2.0], [1.0, 0.0, -2.0], [0.0, 1.0, -2.0]];
        let back = [front[0], front[2], front[1]];
        let s = GeometryStage {
            no_culling: false,
            ..stage()
        };
        assert_eq!(draw(&s, front).len(), 1);
        assert!(draw(&s, back).is_empty());
        let mirrored = GeometryStage {
            flip_winding: true,
            ..s
        };
        assert!(draw(&mirrored, front).is_empty());
    }

    #[test]
    fn the_depth_of_a_plane_is_that_of_its_triangles() {
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
