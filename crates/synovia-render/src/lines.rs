//! Lines in the picture: items that are lines, and sides of polygons where only those are drawn.

use crate::geometry::{BROKEN, OUTSIDE, Place, STEPS, Stage, Tri, Vertex};
use crate::items::{Item, Shape};
use crate::polygon::Polygon;
use crate::surface::{Cluster, Surface};

impl Stage {
    /// Adds the sides of a triangle that are sides of its polygon.
    pub(crate) fn sides(
        &self,
        place: Place<'_>,
        f: usize,
        v: &[Vertex; 3],
        width: f32,
        out: &mut Vec<Tri>,
    ) {
        // a polygon that looks away has no sides either
        let mut faces = Vec::new();
        self.cut(place, f, v, &mut faces, None);
        if faces.is_empty() {
            return;
        }
        for k in 0..3 {
            if place.surface.sides[f] >> k & 1 == 1 {
                self.segment(place, f, [v[k], v[(k + 1) % 3]], width, out);
            }
        }
    }

    /// Adds an item that is a line.
    pub(crate) fn line(&self, item: &Item<'_>, number: u32, out: &mut Vec<Tri>) {
        let Shape::Line(ends, width) = item.shape else {
            return;
        };
        let clip = self.clip.mul(&item.world);
        let v = ends.map(|p| self.vertex(&clip, &item.world, p));
        if (v[0].code | v[1].code) & BROKEN != 0 || v[0].code & v[1].code & OUTSIDE != 0 {
            return;
        }
        let place = Place {
            item,
            number,
            surface: &EMPTY,
            group: &Cluster::default(),
            cluster: 0,
            sheet: false,
        };
        self.segment(place, 0, v, width, out);
    }

    /// Adds a line of some width: a rectangle along it.
    fn segment(&self, place: Place<'_>, f: usize, v: [Vertex; 2], width: f32, out: &mut Vec<Tri>) {
        let mut polygon = Polygon::new(&v);
        polygon.clip_all(self.plane.is_some());
        let [a, b] = match polygon.corners() {
            [a, b, ..] => [self.project(a.clip), self.project(b.clip)],
            _ => return,
        };
        let (dx, dy) = (f64::from(b.0[0] - a.0[0]), f64::from(b.0[1] - a.0[1]));
        let square = dx * dx + dy * dy;
        if square == 0.0 {
            return;
        }
        let half = f64::from(width.clamp(1.0, 64.0)) * 0.5 * f64::from(STEPS) / square.sqrt();
        let off = [(-dy * half) as i32, (dx * half) as i32];
        let corner = |p: [i32; 2], s: i32| [p[0] + s * off[0], p[1] + s * off[1]];
        let p = [
            corner(a.0, -1),
            corner(b.0, -1),
            corner(b.0, 1),
            corner(a.0, 1),
        ];
        // depth changes along the line only
        let slope = (b.1 - a.1) / square * f64::from(STEPS);
        let (zx, zy) = (slope * dx, slope * dy);
        let pixel = |c: i32| f64::from(c) / f64::from(STEPS);
        let z0 = a.1 - zx * pixel(a.0[0]) - zy * pixel(a.0[1]);
        // the first side of both goes along the line: see `Foot`
        for [i, j, k] in [[0, 1, 2], [2, 3, 0]] {
            out.push(Tri {
                x: [p[i][0], p[j][0], p[k][0]],
                y: [p[i][1], p[j][1], p[k][1]],
                z: [z0, zx, zy],
                item: place.number,
                cluster: place.cluster,
                face: f as u32,
            });
        }
    }
}

/// The middle line of a triangle that is half of a wide line.
///
/// Across a line nothing changes: colours and texture coordinates at a point `p` are those at its foot
/// `f = a + t (t·(p − a))`, where `a` is a point of the middle line and `t` its unit direction. So `λ = A x + B y + C` becomes
///
/// ```text
/// λ(f) = (A tₓ + B tᵧ)(t·(p − a)) + λ(a)                                                                          (1)
/// ```
#[derive(Clone, Copy, Debug)]
pub(crate) struct Foot {
    a: [f64; 2],
    t: [f64; 2],
}

impl Foot {
    /// The middle line in pixels from `middle`; `None` if it has no length.
    pub(crate) fn new(tri: &Tri, middle: [f64; 2]) -> Option<Self> {
        let pixel = |c: i32| f64::from(c) / f64::from(STEPS);
        let (x, y) = (tri.x.map(pixel), tri.y.map(pixel));
        let (dx, dy) = (x[1] - x[0], y[1] - y[0]);
        let length = (dx * dx + dy * dy).sqrt();
        let a = [
            x[0] + 0.5 * (x[2] - x[1]) - middle[0],
            y[0] + 0.5 * (y[2] - y[1]) - middle[1],
        ];
        let t = [dx / length, dy / length];
        (length > 0.0).then_some(Self { a, t })
    }

    /// Equation (1).
    pub(crate) fn weight(&self, w: [f32; 3]) -> [f32; 3] {
        let [wx, wy, w0] = w.map(f64::from);
        let ([ax, ay], [tx, ty]) = (self.a, self.t);
        let along = wx * tx + wy * ty;
        let at = wx * ax + wy * ay + w0 - along * (tx * ax + ty * ay);
        [along * tx, along * ty, at].map(|v| v as f32)
    }
}

/// A surface without triangles.
static EMPTY: Surface = Surface {
    vert: Vec::new(),
    face: Vec::new(),
    normal: Vec::new(),
    texcoord: Vec::new(),
    fade: Vec::new(),
    sides: Vec::new(),
    cluster: Vec::new(),
    sheet: None,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::tests::{draw, stage};

    #[test]
    fn a_wire_triangle_has_three_sides_of_two_triangles() {
        let s = Stage {
            wire: Some(1.0),
            ..stage()
        };
        let tris = draw(&s, [[0.0, 0.0, -2.0], [1.0, 0.0, -2.0], [0.0, 1.0, -2.0]]);
        assert_eq!(tris.len(), 6);
    }

    #[test]
    fn across_a_line_nothing_changes_and_along_it_everything_does() {
        let s = Stage {
            wire: Some(1.0),
            ..stage()
        };
        let tris = draw(&s, [[0.0, 0.0, -2.0], [1.0, 0.3, -2.0], [0.0, 1.0, -2.0]]);
        let w = [0.3f32, -0.2, 4.0];
        let at = |w: [f32; 3], x: f64, y: f64| {
            f64::from(w[0]) * x + f64::from(w[1]) * y + f64::from(w[2])
        };
        let feet: Vec<Foot> = tris
            .iter()
            .map(|tri| Foot::new(tri, [0.5, 0.5]).unwrap())
            .collect();
        for foot in &feet {
            let new = foot.weight(w);
            let ([ax, ay], [tx, ty]) = (foot.a, foot.t);
            for (along, across) in [(0.0, 0.0), (5.0, 0.0), (3.0, 0.7), (-2.0, -1.5)] {
                let on_line = (ax + along * tx, ay + along * ty);
                let beside = (on_line.0 - across * ty, on_line.1 + across * tx);
                let expected = at(w, on_line.0, on_line.1);
                assert!((at(new, beside.0, beside.1) - expected).abs() < 1e-5);
            }
        }
        // both halves of a line have the same middle
        for pair in feet.chunks_exact(2) {
            let d = [pair[1].a[0] - pair[0].a[0], pair[1].a[1] - pair[0].a[1]];
            assert!((d[0] * pair[0].t[1] - d[1] * pair[0].t[0]).abs() < 1e-9);
        }
    }
}
