//! Triangle meshes, divided into clusters (meshlets) of nearby triangles.
//!
//! A cluster has its own range of vertices, a bounding sphere, a bounding box and a normal cone. Clusters that are outside the view
//! frustum or face away are culled before any of their vertices is transformed.

use crate::matrix::{Vec3, add, cross, direction, dot, normal, scale, sub};

/// Most triangles of a cluster.
const CLUSTER_TRIANGLES: usize = 64;
/// A new vertex is compared with this many recent ones, to be shared.
const RECENT: usize = 48;

/// Triangles of a mesh that are culled or drawn together.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cluster {
    /// First vertex.
    pub(crate) vert: usize,
    /// Number of vertices.
    pub(crate) nvert: usize,
    /// First triangle.
    pub(crate) face: usize,
    /// Number of triangles.
    pub(crate) nface: usize,
    /// Centre of the bounding sphere and of the bounding box.
    pub(crate) center: Vec3,
    /// Its radius.
    pub(crate) radius: f32,
    /// Half sides of the bounding box.
    pub(crate) half: Vec3,
    /// Axis of the normal cone.
    pub(crate) cone_axis: Vec3,
    /// Cosine of the normal cone's half angle; not positive if normals spread too far for cone culling.
    pub(crate) cone_cos: f32,
}

impl Cluster {
    /// Back-face culling by the normal cone: whether all triangles face away from `eye`.
    ///
    /// A triangle faces away if `n·(v − e) ≥ 0`. With `n` within an angle `θ` of the cone's axis `a` and `v` within `r` of the
    /// centre `c`, the minimum of it is `(a·d) cos θ − |a × d| sin θ − r`, where `d = c − e`.
    pub(crate) fn is_back_facing(&self, eye: Vec3) -> bool {
        if self.cone_cos <= 0.0 {
            return false;
        }
        let d = sub(self.center, eye);
        let along = dot(self.cone_axis, d);
        let across = (dot(d, d) - along * along).max(0.0).sqrt();
        let sine = (1.0 - self.cone_cos * self.cone_cos).max(0.0).sqrt();
        along * self.cone_cos - across * sine > 1.001 * self.radius
    }
}

/// A triangle mesh in its own frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct RenderMesh {
    /// Vertices, cluster by cluster.
    pub(crate) vert: Vec<Vec3>,
    /// Vertices of each triangle, relative to its cluster.
    pub(crate) face: Vec<[u8; 3]>,
    /// Normals at the vertices of each triangle.
    pub(crate) normal: Vec<[Vec3; 3]>,
    /// Texture coordinates at the vertices of each triangle; may be empty.
    pub(crate) texcoord: Vec<[[f32; 2]; 3]>,
    /// Alpha at the vertices of each triangle, for haze; may be empty.
    pub(crate) alpha: Vec<[f32; 3]>,
    /// Edge flags, which sides are edges of the polygon that the triangle is part of: bit `k` for the side from vertex `k`.
    pub(crate) edge_flags: Vec<u8>,
    /// The clusters.
    pub(crate) clusters: Vec<Cluster>,
    /// The grid of a plane.
    pub(crate) plane_grid: Option<Box<PlaneGrid>>,
}

/// A plane divided by a grid. It is rasterized as one rectangle; the grid is needed for lighting only.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlaneGrid {
    /// The plane as two triangles.
    pub(crate) proxy: RenderMesh,
    /// Grid lines along x.
    pub(crate) x: Vec<f32>,
    /// Grid lines along y.
    pub(crate) y: Vec<f32>,
}

/// Quads of a cluster of a plane, along y, so that clusters in sequence have the quads in drawing order.
pub(crate) const STRIP_QUADS: usize = 25;

impl PlaneGrid {
    /// The cluster and triangle at `(x, y)`, the nearest one if the point is outside.
    ///
    /// `near` is the cell of the previous point, often the same; it becomes the cell of this one.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "called for every pixel of the ground")]
    pub(crate) fn triangle_at(
        &self,
        x: f32,
        y: f32,
        mesh: &RenderMesh,
        near: &mut [usize; 2],
    ) -> (u32, u32) {
        *near = [
            grid_interval(&self.x, x, near[0]),
            grid_interval(&self.y, y, near[1]),
        ];
        let [i, j] = *near;
        let strips = (self.y.len() - 1).div_ceil(STRIP_QUADS);
        let (cluster, quad) = (i * strips + j / STRIP_QUADS, j % STRIP_QUADS);
        // the quad's diagonal is from its second to its fourth vertex
        let u = (x - self.x[i]) / (self.x[i + 1] - self.x[i]);
        let v = (y - self.y[j]) / (self.y[j + 1] - self.y[j]);
        let half = usize::from(u + v > 1.0);
        let first = mesh.clusters.get(cluster).map_or(0, |c| c.face);
        (cluster as u32, (first + 2 * quad + half) as u32)
    }
}

/// The interval between grid lines that contains a number; `near` is tried first.
#[inline]
fn grid_interval(lines: &[f32], x: f32, near: usize) -> usize {
    if let Some(&[low, high]) = lines.get(near..near + 2)
        && low <= x
        && x < high
    {
        return near;
    }
    lines
        .partition_point(|&line| line <= x)
        .clamp(1, lines.len() - 1)
        - 1
}

/// A vertex of a triangle that is being added.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MeshVertex {
    /// Its position.
    pub(crate) pos: Vec3,
    /// Its normal.
    pub(crate) normal: Vec3,
    /// Its texture coordinates.
    pub(crate) texcoord: [f32; 2],
}

impl MeshVertex {
    /// A vertex without texture coordinates.
    pub(crate) fn new(pos: Vec3, normal: Vec3) -> Self {
        Self {
            pos,
            normal,
            texcoord: [0.0; 2],
        }
    }
}

impl RenderMesh {
    /// Removes everything and keeps the capacity.
    pub(crate) fn clear(&mut self) {
        self.vert.clear();
        self.face.clear();
        self.normal.clear();
        self.texcoord.clear();
        self.alpha.clear();
        self.edge_flags.clear();
        self.clusters.clear();
        self.plane_grid = None;
    }

    /// The proxy of a plane, two triangles, for passes that need depth only; the mesh itself if it is not a plane.
    pub(crate) fn proxy(&self) -> &Self {
        self.plane_grid
            .as_ref()
            .map_or(self, |plane_grid| &plane_grid.proxy)
    }

    /// Finishes the open cluster: its bounds and normal cone are computed.
    pub(crate) fn close_cluster(&mut self) {
        let Some(cluster) = self.clusters.last_mut() else {
            return;
        };
        let verts = &self.vert[cluster.vert..cluster.vert + cluster.nvert];
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for v in verts {
            for k in 0..3 {
                low[k] = low[k].min(v[k]);
                high[k] = high[k].max(v[k]);
            }
        }
        cluster.center = scale(add(low, high), 0.5);
        // a margin for the rounding of the centre
        cluster.half = scale(sub(high, low), 0.5001);
        let mut square = 0.0f32;
        for &v in verts {
            let d = sub(v, cluster.center);
            square = square.max(dot(d, d));
        }
        cluster.radius = square.sqrt() * 1.0001;
        let faces = &self.face[cluster.face..cluster.face + cluster.nface];
        let normal_of = |f: &[u8; 3]| {
            let at = |k: u8| verts[k as usize];
            direction(cross(sub(at(f[1]), at(f[0])), sub(at(f[2]), at(f[0]))))
        };
        let mut sum = [0.0; 3];
        for f in faces {
            sum = add(sum, normal_of(f));
        }
        cluster.cone_axis = direction(sum);
        cluster.cone_cos = 1.0;
        for f in faces {
            let n = normal_of(f);
            // triangles without area have no normal
            if dot(n, n) > 0.0 {
                cluster.cone_cos = cluster.cone_cos.min(dot(n, cluster.cone_axis) - 1e-4);
            }
        }
    }

    /// Opens a new cluster.
    pub(crate) fn open_cluster(&mut self) {
        self.close_cluster();
        self.clusters.push(Cluster {
            vert: self.vert.len(),
            face: self.face.len(),
            ..Cluster::default()
        });
    }

    /// The index of a vertex in the open cluster; a recent equal one is shared.
    fn vertex(&mut self, pos: Vec3) -> u8 {
        let Some(cluster) = self.clusters.last_mut() else {
            return 0;
        };
        let known = &self.vert[cluster.vert..];
        // a vertex is most often shared with a recent triangle
        let recent = known.len().saturating_sub(RECENT);
        if let Some(k) = known[recent..].iter().rposition(|v| v == &pos) {
            return (recent + k) as u8;
        }
        self.vert.push(pos);
        cluster.nvert += 1;
        (cluster.nvert - 1) as u8
    }

    /// Adds a triangle; `edge_flags` as in [`RenderMesh::edge_flags`].
    pub(crate) fn triangle(&mut self, corners: &[MeshVertex; 3], edge_flags: u8) {
        if self
            .clusters
            .last()
            .is_none_or(|c| c.nface >= CLUSTER_TRIANGLES || c.nvert + 3 > 255)
        {
            self.open_cluster();
        }
        let face = [
            self.vertex(corners[0].pos),
            self.vertex(corners[1].pos),
            self.vertex(corners[2].pos),
        ];
        self.face.push(face);
        self.normal.push(corners.map(|c| c.normal));
        self.edge_flags.push(edge_flags);
        if let Some(cluster) = self.clusters.last_mut() {
            cluster.nface += 1;
        }
    }

    /// Adds a triangle with texture coordinates.
    pub(crate) fn textured_triangle(&mut self, corners: &[MeshVertex; 3], edge_flags: u8) {
        self.triangle(corners, edge_flags);
        self.texcoord.push(corners.map(|c| c.texcoord));
    }

    /// Adds a quad as the triangles `0 1 3` and `1 2 3`.
    pub(crate) fn quad(&mut self, c: &[MeshVertex; 4]) {
        self.triangle(&[c[0], c[1], c[3]], 0b101);
        self.triangle(&[c[1], c[2], c[3]], 0b011);
    }

    /// Adds a triangle with its face normal.
    pub(crate) fn flat_triangle(&mut self, p: [Vec3; 3]) {
        let n = normal(p[0], p[1], p[2]);
        self.triangle(&p.map(|v| MeshVertex::new(v, n)), 0b111);
    }

    /// The vertices of triangle `f` of a cluster.
    #[inline]
    pub(crate) fn corners(&self, cluster: &Cluster, f: usize) -> [Vec3; 3] {
        self.face[f].map(|k| self.vert[cluster.vert + k as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cluster_is_back_facing_only_if_all_its_triangles_are() {
        let mut s = RenderMesh::default();
        s.flat_triangle([[0.0, 0.0, 0.0], [1.0, 0.0, 0.2], [0.0, 1.0, 0.1]]);
        s.flat_triangle([[1.0, 0.0, 0.2], [1.0, 1.0, 0.0], [0.0, 1.0, 0.1]]);
        s.close_cluster();
        let cluster = &s.clusters[0];
        assert!(cluster.is_back_facing([0.3, 0.2, -9.0]));
        let mut hidden = 0;
        for k in 0..4000 {
            let at = |n: i32| (k * 7919 % n) as f32 / n as f32 * 8.0 - 4.0;
            let eye = [at(101), at(103), at(107)];
            let away = |f: usize| {
                let [a, b, c] = s.corners(cluster, f);
                dot(cross(sub(b, a), sub(c, a)), sub(a, eye)) >= 0.0
            };
            if cluster.is_back_facing(eye) {
                hidden += 1;
                assert!(away(0) && away(1), "{eye:?}");
            }
        }
        assert!(hidden > 100);
    }

    #[test]
    fn a_plane_grid_finds_the_triangle_under_a_point() {
        let lines = [-1.0, -0.7, 0.0, 0.1, 0.5, 2.0, 2.5, 3.0];
        let mut s = RenderMesh::default();
        crate::resources::primitives::plane_grid(&mut s, &lines, &lines[..7]);
        let plane_grid = s.plane_grid.as_ref().unwrap();
        let mut near = [0; 2];
        for k in 0..1000 {
            let x = -0.999 + 3.998 * (k % 37) as f32 / 37.0;
            let y = -0.999 + 3.498 * (k % 41) as f32 / 41.0;
            let (cluster, face) = plane_grid.triangle_at(x, y, &s, &mut near);
            assert_eq!(
                (cluster, face),
                plane_grid.triangle_at(x, y, &s, &mut [0; 2])
            );
            let c = s.corners(&s.clusters[cluster as usize], face as usize);
            for i in 0..3 {
                let (a, b) = (c[i], c[(i + 1) % 3]);
                let e = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
                assert!(e > -1e-5, "{x} {y}");
            }
        }
    }

    #[test]
    fn clusters_share_vertices_and_bound_them() {
        let mut s = RenderMesh::default();
        for k in 0..100 {
            let x = k as f32;
            s.flat_triangle([[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x, 1.0, 0.0]]);
        }
        s.close_cluster();
        assert_eq!(s.clusters.len(), 2);
        assert_eq!(s.clusters[0].nvert, 2 * 64 + 1);
        for cluster in &s.clusters {
            for v in &s.vert[cluster.vert..cluster.vert + cluster.nvert] {
                let d = sub(*v, cluster.center);
                assert!(dot(d, d).sqrt() <= cluster.radius);
            }
        }
    }
}
