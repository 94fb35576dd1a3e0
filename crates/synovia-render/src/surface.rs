//! Surfaces: triangles with normals, in groups that are near each other.
//!
//! A group (cluster) has its own run of vertices and a bounding sphere. What lies outside the picture is left out group by
//! group, before any of its vertices is transformed.

use crate::matrix::{Vec3, add, cross, direction, dot, normal, scale, sub};

/// Most triangles of a group.
const GROUP: usize = 64;
/// So many vertices are looked through for one that is there already.
const RECENT: usize = 48;

/// Triangles of a surface that are drawn or left out together.
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
    /// Middle of the bounding sphere.
    pub(crate) center: Vec3,
    /// Its radius.
    pub(crate) radius: f32,
    /// Half sides of the box around the vertices, which has the same middle.
    pub(crate) half: Vec3,
    /// Middle of the normals of its triangles.
    pub(crate) axis: Vec3,
    /// Cosine of the angle to the farthest of them; not positive if they point everywhere.
    pub(crate) spread: f32,
}

impl Cluster {
    /// Whether all triangles look away from `eye`.
    ///
    /// A triangle looks away if `n·(v − e) ≥ 0`. With `n` within an angle `θ` of the axis `a` and `v` within `r` of the
    /// middle `c`, the least of it is `(a·d) cos θ − |a × d| sin θ − r`, where `d = c − e`.
    pub(crate) fn looks_away(&self, eye: Vec3) -> bool {
        if self.spread <= 0.0 {
            return false;
        }
        let d = sub(self.center, eye);
        let along = dot(self.axis, d);
        let across = (dot(d, d) - along * along).max(0.0).sqrt();
        let sine = (1.0 - self.spread * self.spread).max(0.0).sqrt();
        along * self.spread - across * sine > 1.001 * self.radius
    }
}

/// A surface of triangles, in its own frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surface {
    /// Vertices, group by group.
    pub(crate) vert: Vec<Vec3>,
    /// Corners of each triangle, as vertices of its group.
    pub(crate) face: Vec<[u8; 3]>,
    /// Normals at the corners.
    pub(crate) normal: Vec<[Vec3; 3]>,
    /// Texture coordinates at the corners; empty if there are none.
    pub(crate) texcoord: Vec<[[f32; 2]; 3]>,
    /// Opacity at the corners, for surfaces that fade; empty if there is none.
    pub(crate) fade: Vec<[f32; 3]>,
    /// Which sides are edges of the polygon that the triangle is part of: bit `k` for the side from corner `k`.
    pub(crate) sides: Vec<u8>,
    /// The groups.
    pub(crate) cluster: Vec<Cluster>,
    /// The grid of a flat sheet.
    pub(crate) sheet: Option<Box<Sheet>>,
}

/// A flat sheet over a grid: one rectangle, as long as only its place matters.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sheet {
    /// The whole as two triangles.
    pub(crate) outline: Surface,
    /// Grid lines along x.
    pub(crate) x: Vec<f32>,
    /// Grid lines along y.
    pub(crate) y: Vec<f32>,
}

/// Quads of a group of a sheet, along y: groups one after the other have the quads in the order of drawing.
pub(crate) const STRIP: usize = 25;

impl Sheet {
    /// The group and triangle of the sheet's surface at `(x, y)`, the nearest if it is outside.
    ///
    /// `near` is the cell where the point before was, often the same, and then the cell of this one.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "called for every pixel of the ground")]
    pub(crate) fn face_at(
        &self,
        x: f32,
        y: f32,
        surface: &Surface,
        near: &mut [usize; 2],
    ) -> (u32, u32) {
        *near = [cell(&self.x, x, near[0]), cell(&self.y, y, near[1])];
        let [i, j] = *near;
        let strips = (self.y.len() - 1).div_ceil(STRIP);
        let (group, quad) = (i * strips + j / STRIP, j % STRIP);
        // the quad is cut from its second to its fourth corner
        let u = (x - self.x[i]) / (self.x[i + 1] - self.x[i]);
        let v = (y - self.y[j]) / (self.y[j + 1] - self.y[j]);
        let half = usize::from(u + v > 1.0);
        let first = surface.cluster.get(group).map_or(0, |c| c.face);
        (group as u32, (first + 2 * quad + half) as u32)
    }
}

/// The interval between lines that a number is in; `near` is looked at first.
#[inline]
fn cell(lines: &[f32], x: f32, near: usize) -> usize {
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

/// One corner of a triangle that is being added.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Corner {
    /// Where it is.
    pub(crate) pos: Vec3,
    /// Normal there.
    pub(crate) normal: Vec3,
    /// Texture coordinates there.
    pub(crate) texcoord: [f32; 2],
}

impl Corner {
    /// A corner without texture.
    pub(crate) fn new(pos: Vec3, normal: Vec3) -> Self {
        Self {
            pos,
            normal,
            texcoord: [0.0; 2],
        }
    }
}

impl Surface {
    /// Nothing, keeping the room.
    pub(crate) fn clear(&mut self) {
        self.vert.clear();
        self.face.clear();
        self.normal.clear();
        self.texcoord.clear();
        self.fade.clear();
        self.sides.clear();
        self.cluster.clear();
        self.sheet = None;
    }

    /// What stands for the surface where only its place matters.
    pub(crate) fn outline(&self) -> &Self {
        self.sheet.as_ref().map_or(self, |sheet| &sheet.outline)
    }

    /// Closes the group that is being filled.
    pub(crate) fn close(&mut self) {
        let Some(group) = self.cluster.last_mut() else {
            return;
        };
        let verts = &self.vert[group.vert..group.vert + group.nvert];
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for v in verts {
            for k in 0..3 {
                low[k] = low[k].min(v[k]);
                high[k] = high[k].max(v[k]);
            }
        }
        group.center = scale(add(low, high), 0.5);
        // rounding of the middle is made up for
        group.half = scale(sub(high, low), 0.5001);
        let mut square = 0.0f32;
        for &v in verts {
            let d = sub(v, group.center);
            square = square.max(dot(d, d));
        }
        group.radius = square.sqrt() * 1.0001;
        let faces = &self.face[group.face..group.face + group.nface];
        let normal_of = |f: &[u8; 3]| {
            let at = |k: u8| verts[k as usize];
            direction(cross(sub(at(f[1]), at(f[0])), sub(at(f[2]), at(f[0]))))
        };
        let mut sum = [0.0; 3];
        for f in faces {
            sum = add(sum, normal_of(f));
        }
        group.axis = direction(sum);
        group.spread = 1.0;
        for f in faces {
            let n = normal_of(f);
            // triangles without area look nowhere
            if dot(n, n) > 0.0 {
                group.spread = group.spread.min(dot(n, group.axis) - 1e-4);
            }
        }
    }

    /// Begins a group.
    pub(crate) fn open(&mut self) {
        self.close();
        self.cluster.push(Cluster {
            vert: self.vert.len(),
            face: self.face.len(),
            ..Cluster::default()
        });
    }

    /// The number of a vertex in the open group; one that is there already is found again.
    fn vertex(&mut self, pos: Vec3) -> u8 {
        let Some(group) = self.cluster.last_mut() else {
            return 0;
        };
        let known = &self.vert[group.vert..];
        // a vertex is most often shared with a recent triangle
        let recent = known.len().saturating_sub(RECENT);
        if let Some(k) = known[recent..].iter().rposition(|v| v == &pos) {
            return (recent + k) as u8;
        }
        self.vert.push(pos);
        group.nvert += 1;
        (group.nvert - 1) as u8
    }

    /// Adds a triangle; `sides` as in [`Surface::sides`].
    pub(crate) fn triangle(&mut self, corners: &[Corner; 3], sides: u8) {
        if self
            .cluster
            .last()
            .is_none_or(|c| c.nface >= GROUP || c.nvert + 3 > 255)
        {
            self.open();
        }
        let face = [
            self.vertex(corners[0].pos),
            self.vertex(corners[1].pos),
            self.vertex(corners[2].pos),
        ];
        self.face.push(face);
        self.normal.push(corners.map(|c| c.normal));
        self.sides.push(sides);
        if let Some(group) = self.cluster.last_mut() {
            group.nface += 1;
        }
    }

    /// Adds a triangle with texture coordinates.
    pub(crate) fn textured(&mut self, corners: &[Corner; 3], sides: u8) {
        self.triangle(corners, sides);
        self.texcoord.push(corners.map(|c| c.texcoord));
    }

    /// Adds a polygon of four corners, as the triangles `0 1 3` and `1 2 3`.
    pub(crate) fn quad(&mut self, c: &[Corner; 4]) {
        self.triangle(&[c[0], c[1], c[3]], 0b101);
        self.triangle(&[c[1], c[2], c[3]], 0b011);
    }

    /// Adds a flat triangle.
    pub(crate) fn flat(&mut self, p: [Vec3; 3]) {
        let n = normal(p[0], p[1], p[2]);
        self.triangle(&p.map(|v| Corner::new(v, n)), 0b111);
    }

    /// The corners of triangle `f` of group `group`.
    #[inline]
    pub(crate) fn corners(&self, group: &Cluster, f: usize) -> [Vec3; 3] {
        self.face[f].map(|k| self.vert[group.vert + k as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_looks_away_only_if_all_its_triangles_do() {
        let mut s = Surface::default();
        s.flat([[0.0, 0.0, 0.0], [1.0, 0.0, 0.2], [0.0, 1.0, 0.1]]);
        s.flat([[1.0, 0.0, 0.2], [1.0, 1.0, 0.0], [0.0, 1.0, 0.1]]);
        s.close();
        let group = &s.cluster[0];
        assert!(group.looks_away([0.3, 0.2, -9.0]));
        let mut hidden = 0;
        for k in 0..4000 {
            let at = |n: i32| (k * 7919 % n) as f32 / n as f32 * 8.0 - 4.0;
            let eye = [at(101), at(103), at(107)];
            let away = |f: usize| {
                let [a, b, c] = s.corners(group, f);
                dot(cross(sub(b, a), sub(c, a)), sub(a, eye)) >= 0.0
            };
            if group.looks_away(eye) {
                hidden += 1;
                assert!(away(0) && away(1), "{eye:?}");
            }
        }
        assert!(hidden > 100);
    }

    #[test]
    fn a_sheet_finds_the_triangle_under_a_point() {
        let lines = [-1.0, -0.7, 0.0, 0.1, 0.5, 2.0, 2.5, 3.0];
        let mut s = Surface::default();
        crate::primitives::sheet(&mut s, &lines, &lines[..7]);
        let sheet = s.sheet.as_ref().unwrap();
        let mut near = [0; 2];
        for k in 0..1000 {
            let x = -0.999 + 3.998 * (k % 37) as f32 / 37.0;
            let y = -0.999 + 3.498 * (k % 41) as f32 / 41.0;
            let (group, face) = sheet.face_at(x, y, &s, &mut near);
            assert_eq!((group, face), sheet.face_at(x, y, &s, &mut [0; 2]));
            let c = s.corners(&s.cluster[group as usize], face as usize);
            for i in 0..3 {
                let (a, b) = (c[i], c[(i + 1) % 3]);
                let e = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
                assert!(e > -1e-5, "{x} {y}");
            }
        }
    }

    #[test]
    fn groups_share_vertices_and_bound_them() {
        let mut s = Surface::default();
        for k in 0..100 {
            let x = k as f32;
            s.flat([[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x, 1.0, 0.0]]);
        }
        s.close();
        assert_eq!(s.cluster.len(), 2);
        assert_eq!(s.cluster[0].nvert, 2 * 64 + 1);
        for group in &s.cluster {
            for v in &s.vert[group.vert..group.vert + group.nvert] {
                let d = sub(*v, group.center);
                assert!(dot(d, d).sqrt() <= group.radius);
            }
        }
    }
}
