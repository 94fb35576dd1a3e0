//! Wide lines: line items, and in wireframe the edges of polygons.

use crate::draw::draw_item::{Cull, DrawItem, DrawShape};
use crate::geometry::clipping::ClipPolygon;
use crate::geometry::triangle_assembly::{ClusterDraw, ScreenTriangle};
use crate::geometry::vertex_transform::{
    ClipVertex, GeometryStage, NOT_FINITE, OUTSIDE, SUBPIXELS,
};
use crate::matrix::{Vec3, Vec4};
use crate::resources::mesh::{Cluster, RenderMesh};

/// Largest width of a line in pixels.
const WIDEST: f32 = 255.0;

impl GeometryStage {
    /// Adds the edges of a triangle that are edges of its polygon.
    pub(crate) fn triangle_edges(
        &self,
        draw: ClusterDraw<'_>,
        f: usize,
        v: &[ClipVertex; 3],
        width: f32,
        out: &mut Vec<ScreenTriangle>,
    ) {
        // a culled polygon has no edges either
        if !self.passes_culling(draw.item.cull, v) {
            return;
        }
        // order: the edge that ends at the first vertex comes first
        for k in [2, 0, 1] {
            if draw.mesh.edge_flags[f] >> k & 1 == 1 {
                self.wide_line(draw, f, [v[k], v[(k + 1) % 3]], width, out);
            }
        }
    }

    /// Face culling of a triangle, however small it is.
    fn passes_culling(&self, cull: Cull, v: &[ClipVertex; 3]) -> bool {
        let mut polygon = ClipPolygon::new(v);
        polygon.clip_all(self.clip_plane.is_some());
        let mut area = 0.0;
        if let [first, rest @ ..] = polygon.vertices() {
            let at = |v: &ClipVertex| {
                let inverse = 1.0 / f64::from(v.clip[3]);
                [0, 1].map(|k| f64::from(v.clip[k]) * inverse * f64::from(self.viewport.size[k]))
            };
            let o = at(first);
            for pair in rest.windows(2) {
                let (a, b) = (at(&pair[0]), at(&pair[1]));
                area += (a[0] - o[0]) * (b[1] - o[1]) - (b[0] - o[0]) * (a[1] - o[1]);
            }
        }
        let front = (area > 0.0) != self.flip_winding;
        match cull {
            Cull::None => true,
            _ if self.no_culling => true,
            Cull::Back => area != 0.0 && front,
            Cull::Front => area != 0.0 && !front,
        }
    }

    /// Adds an item that is a line.
    pub(crate) fn line(&self, item: &DrawItem<'_>, item_index: u32, out: &mut Vec<ScreenTriangle>) {
        let DrawShape::Line(ends, width) = item.shape else {
            return;
        };
        let clip = self.clip.mul(&item.world);
        let v = ends.map(|p| self.vertex(&clip, &item.world, p));
        if (v[0].outcode | v[1].outcode) & NOT_FINITE != 0
            || v[0].outcode & v[1].outcode & OUTSIDE != 0
        {
            return;
        }
        let draw = ClusterDraw {
            item,
            clip: &clip,
            item_index,
            mesh: &EMPTY,
            cluster: &Cluster::default(),
            cluster_index: 0,
            is_plane: false,
        };
        self.wide_line(draw, 0, v, width, out);
    }

    /// Adds a wide line as two triangles.
    fn wide_line(
        &self,
        draw: ClusterDraw<'_>,
        f: usize,
        v: [ClipVertex; 2],
        width: f32,
        out: &mut Vec<ScreenTriangle>,
    ) {
        let mut polygon = ClipPolygon::new(&v);
        polygon.clip_all(self.clip_plane.is_some());
        let [a, b] = match polygon.vertices() {
            [a, b, ..] => [self.end(a.clip), self.end(b.clip)],
            _ => return,
        };
        let shape = if self.rectangular_lines {
            rectangle(a, b, width.clamp(1.0, WIDEST))
        } else {
            parallelogram(a, b, width.clamp(1.0, WIDEST))
        };
        let Some((p, z)) = shape else {
            return;
        };
        // the first edge of both is along the line: see `LineAxis`
        for [i, j, k] in [[0, 1, 2], [2, 3, 0]] {
            out.push(ScreenTriangle {
                x: [p[i][0], p[j][0], p[k][0]],
                y: [p[i][1], p[j][1], p[k][1]],
                z,
                item: draw.item_index,
                cluster: draw.cluster_index,
                face: f as u32,
            });
        }
    }

    /// Position of the end of a line in pixels, and its depth.
    fn end(&self, clip: Vec4) -> Vec3 {
        let inverse = 1.0 / clip[3];
        let at = |k: usize| {
            let (size, origin) = (self.viewport.size[k], self.viewport.origin[k]);
            let half = f64::from(0.5 * size);
            let at = f64::from(clip[k] * inverse) * half + half + f64::from(origin);
            // after clipping with very large numbers the result may be far outside: it is clamped
            (at as f32).clamp(origin - size, origin + 2.0 * size)
        };
        [at(0), at(1), clip[2] * inverse]
    }
}

/// Vertices of a wide line in 1/256 pixel, and its depth plane: the value at the origin, and the slopes per pixel.
type LineQuad = ([[i32; 2]; 4], [f64; 3]);

fn snap(x: f32) -> i32 {
    (x * SUBPIXELS).round_ties_even() as i32
}

/// The depth plane of a line with an end and slopes: the value at the centre of the first pixel in single precision, and the slopes.
fn depth(from: Vec3, slope: [f32; 2]) -> [f64; 3] {
    let across = slope[0] * (from[0] - 0.5) + slope[1] * (from[1] - 0.5);
    [from[2] - across, slope[0], slope[1]].map(f64::from)
}

/// A line with multisampling: a rectangle along it.
///
/// QUIRK(shifted-lines): in the rasterizer that images are compared with, a point of a line has the attributes of the point half
/// a pixel further to the right and up. So here the depth at the origin is the one at the centre of the first pixel.
fn rectangle(a: Vec3, b: Vec3, width: f32) -> Option<LineQuad> {
    let (dx, dy) = (a[0] - b[0], a[1] - b[1]);
    let square = dx * dx + dy * dy;
    if square == 0.0 || !square.is_finite() {
        return None;
    }
    let half = width * 0.5 / square.sqrt();
    let off = [snap(dy * half), snap(-dx * half)];
    let corner = |p: Vec3, s: i32| [snap(p[0]) + s * off[0], snap(p[1]) + s * off[1]];
    let p = [corner(a, -1), corner(b, -1), corner(b, 1), corner(a, 1)];
    // depth changes along the line only
    let rise = a[2] - b[2];
    let inverse = 1.0 / square;
    Some((p, depth(a, [rise * dx * inverse, rise * dy * inverse])))
}

/// A line with one sample per pixel: a parallelogram whose ends are parallel to the minor axis.
///
/// The diamond-exit rule: it begins in the pixel whose diamond, the points less than ½ from the centre in the 1-norm, its start
/// exits, and ends before the one whose diamond its end does not exit.
fn parallelogram(a: Vec3, b: Vec3, width: f32) -> Option<LineQuad> {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    if (dx == 0.0 && dy == 0.0) || !(dx.is_finite() && dy.is_finite()) {
        return None;
    }
    // major and minor axis
    let (m, n) = if dx.abs() >= dy.abs() { (0, 1) } else { (1, 0) };
    let (run, rise) = (b[m] - a[m], b[n] - a[n]);
    let tilt = rise / run;
    let ahead = if run > 0.0 { 1.0 } else { -1.0 };
    let ends = [a, b].map(|p| {
        let off = |k: usize| p[k] - p[k].floor() - 0.5;
        [off(m), off(n)]
    });
    let wanted = [
        exits_diamond(ends[0], a[n], tilt, ahead, rise, true),
        exits_diamond(ends[1], b[n], tilt, ahead, rise, false),
    ];
    let mut moved = [a, b];
    for (k, p) in moved.iter_mut().enumerate() {
        let [along, _] = ends[k];
        // the pixel of the lower end is covered if its centre is not below, that of the upper end if it is below
        let lower = (k == 0) == (ahead > 0.0);
        let steps = snap(along);
        let covered = match (m, lower) {
            (0, true) => steps <= 0,
            (0, false) => steps > 0,
            (_, true) => steps < 0,
            (_, false) => steps >= 0,
        };
        if covered != wanted[k] {
            let shift = -along - 0.5 * ahead;
            p[m] += shift;
            p[n] += shift * tilt;
        }
    }
    let half = (width.round() * 0.5 * SUBPIXELS) as i32;
    let corner = |p: Vec3, s: i32| {
        let mut at = [snap(p[0]), snap(p[1])];
        at[n] += s * half;
        at
    };
    let [low, high] = if (m == 0) == (ahead > 0.0) {
        [-1, 1]
    } else {
        [1, -1]
    };
    let p = [
        corner(moved[0], low),
        corner(moved[1], low),
        corner(moved[1], high),
        corner(moved[0], high),
    ];
    let mut slope = [0.0; 2];
    slope[m] = (b[2] - a[2]) / run;
    let [z, zx, zy] = depth(a, slope);
    Some((p, [z - 0.5 * (zx + zy), zx, zy]))
}

/// Whether a line covers the pixel of its first or last end, which is `off` from the pixel's centre.
fn exits_diamond(off: [f32; 2], other: f32, tilt: f32, ahead: f32, rise: f32, first: bool) -> bool {
    let [along, across] = off;
    if along.abs() + across.abs() < 0.5 {
        return first;
    }
    // past the centre already, or not there yet
    let past = along * ahead > 0.0;
    if past == first {
        return !first && past;
    }
    let away = across * rise > 0.0;
    if away != first {
        return true;
    }
    let middle = other - other.floor() + along * tilt;
    0.0 < middle && middle < 1.0
}

/// The centre line of a triangle that is half of a wide line.
///
/// Attributes are constant across a line: colours and texture coordinates at a point `p = a + α d + β e` are those at its foot
/// `a + α d`, where `a` is a point of the centre line, `d` its direction and `e` that of its ends. So `λ = A x + B y + C`
/// becomes
///
/// ```text
/// λ(a) + (A dₓ + B dᵧ) α,    α = (p − a) × e / (d × e)                                                              (1)
/// ```
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineAxis {
    a: [f64; 2],
    d: [f64; 2],
    /// `α` per pixel along each axis.
    alpha: [f64; 2],
}

impl LineAxis {
    /// The centre line in pixels from `middle`; `None` if it has no length.
    pub(crate) fn new(tri: &ScreenTriangle, middle: [f64; 2]) -> Option<Self> {
        let pixel = |c: i32| f64::from(c) / f64::from(SUBPIXELS);
        let (x, y) = (tri.x.map(pixel), tri.y.map(pixel));
        let d = [x[1] - x[0], y[1] - y[0]];
        let e = [x[2] - x[1], y[2] - y[1]];
        let a = [x[0] + 0.5 * e[0] - middle[0], y[0] + 0.5 * e[1] - middle[1]];
        let area = d[0] * e[1] - d[1] * e[0];
        let alpha = [e[1] / area, -e[0] / area];
        (area != 0.0).then_some(Self { a, d, alpha })
    }

    /// Equation (1), for points that are `shift` pixels further to the right and up.
    pub(crate) fn weight(&self, w: [f32; 3], shift: f64) -> [f32; 3] {
        let [wx, wy, w0] = w.map(f64::from);
        let ([ax, ay], [ux, uy]) = (self.a, self.alpha);
        let along = wx * self.d[0] + wy * self.d[1];
        let at = wx * ax + wy * ay + w0 - along * (ux * (ax - shift) + uy * (ay - shift));
        [along * ux, along * uy, at].map(|v| v as f32)
    }
}

/// A mesh without triangles.
static EMPTY: RenderMesh = RenderMesh {
    vert: Vec::new(),
    face: Vec::new(),
    normal: Vec::new(),
    texcoord: Vec::new(),
    alpha: Vec::new(),
    edge_flags: Vec::new(),
    clusters: Vec::new(),
    plane_grid: None,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::triangle_assembly::tests::{draw, stage};

    #[test]
    fn a_wireframe_triangle_has_three_edges_of_two_triangles() {
        let s = GeometryStage {
            wireframe: Some(1.0),
            ..stage()
        };
        let tris = draw(&s, [[0.0, 0.0, -2.0], [1.0, 0.0, -2.0], [0.0, 1.0, -2.0]]);
        assert_eq!(tris.len(), 6);
    }

    #[test]
    fn attributes_change_along_a_line_only() {
        let s = GeometryStage {
            wireframe: Some(1.0),
            ..stage()
        };
        let tris = draw(&s, [[0.0, 0.0, -2.0], [1.0, 0.3, -2.0], [0.0, 1.0, -2.0]]);
        let w = [0.3f32, -0.2, 4.0];
        let at = |w: [f32; 3], x: f64, y: f64| {
            f64::from(w[0]) * x + f64::from(w[1]) * y + f64::from(w[2])
        };
        let axes: Vec<LineAxis> = tris
            .iter()
            .map(|tri| LineAxis::new(tri, [0.5, 0.5]).unwrap())
            .collect();
        for axis in &axes {
            let new = axis.weight(w, 0.0);
            let length = (axis.d[0] * axis.d[0] + axis.d[1] * axis.d[1]).sqrt();
            let ([ax, ay], [tx, ty]) = (axis.a, axis.d.map(|c| c / length));
            for (along, across) in [(0.0, 0.0), (5.0, 0.0), (3.0, 0.7), (-2.0, -1.5)] {
                let on_line = (ax + along * tx, ay + along * ty);
                let beside = (on_line.0 - across * ty, on_line.1 + across * tx);
                let expected = at(w, on_line.0, on_line.1);
                assert!((at(new, beside.0, beside.1) - expected).abs() < 1e-2);
            }
        }
        // both halves of a line have the same centre line
        for pair in axes.chunks_exact(2) {
            let d = [pair[1].a[0] - pair[0].a[0], pair[1].a[1] - pair[0].a[1]];
            assert!((d[0] * pair[0].d[1] - d[1] * pair[0].d[0]).abs() < 1e-9);
        }
    }
}
