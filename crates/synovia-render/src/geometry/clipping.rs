//! Clipping of triangles and lines in clip space: the Sutherland–Hodgman algorithm.

use crate::geometry::vertex_transform::{ClipVertex, GUARD_BAND};

/// A polygon or line that is being clipped.
pub(crate) struct ClipPolygon {
    vertices: [ClipVertex; 12],
    count: usize,
    /// It has two vertices: a line, not an area.
    open: bool,
}

impl ClipPolygon {
    pub(crate) fn new(v: &[ClipVertex]) -> Self {
        let mut vertices = [ClipVertex::default(); 12];
        let count = v.len().min(3);
        vertices[..count].copy_from_slice(&v[..count]);
        Self {
            vertices,
            count,
            open: count == 2,
        }
    }

    pub(crate) fn vertices(&self) -> &[ClipVertex] {
        &self.vertices[..self.count]
    }

    pub(crate) fn clip_all(&mut self, side: bool) {
        self.clip(|v| v.clip[3] - v.clip[2]);
        if side {
            self.clip(|v| v.plane_distance);
        }
        for axis in 0..2 {
            self.clip(|v| GUARD_BAND * v.clip[3] - v.clip[axis]);
            self.clip(|v| GUARD_BAND * v.clip[3] + v.clip[axis]);
        }
    }

    /// Keeps the part where `height` is not negative.
    fn clip(&mut self, height: impl Fn(&ClipVertex) -> f32) {
        let old = self.vertices;
        let n = self.count;
        self.count = 0;
        let sides = if self.open { n.min(1) } else { n };
        if self.open && n == 2 && height(&old[0]) >= 0.0 {
            self.push(old[0]);
        }
        for k in 0..sides {
            let (a, b) = (&old[k], &old[(k + 1) % n]);
            let (ha, hb) = (height(a), height(b));
            if (ha >= 0.0) != (hb >= 0.0) {
                let t = ha / (ha - hb);
                let mut cut = ClipVertex {
                    plane_distance: a.plane_distance + t * (b.plane_distance - a.plane_distance),
                    ..*a
                };
                for c in 0..4 {
                    cut.clip[c] = a.clip[c] + t * (b.clip[c] - a.clip[c]);
                }
                self.push(cut);
            }
            if hb >= 0.0 {
                self.push(*b);
            }
        }
    }

    fn push(&mut self, v: ClipVertex) {
        if self.count < self.vertices.len() {
            self.vertices[self.count] = v;
            self.count += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vertex(x: f32, y: f32, z: f32, w: f32) -> ClipVertex {
        ClipVertex {
            clip: [x, y, z, w],
            ..ClipVertex::default()
        }
    }

    #[test]
    fn what_is_left_is_inside_all_planes() {
        let far = vertex(0.0, 9.0, 0.5, 1.0);
        let behind = vertex(0.3, -0.5, 2.0, -1.0);
        let mut polygon = ClipPolygon::new(&[vertex(-0.5, -0.5, 0.5, 1.0), behind, far]);
        polygon.clip_all(false);
        assert!(polygon.vertices().len() >= 3);
        for v in polygon.vertices() {
            let [x, y, z, w] = v.clip;
            assert!(w - z > -1e-5);
            assert!(x.abs() <= GUARD_BAND * w + 1e-5 && y.abs() <= GUARD_BAND * w + 1e-5);
        }
    }

    #[test]
    fn a_line_keeps_two_ends_or_none() {
        let inside = vertex(0.0, 0.0, 0.5, 1.0);
        for (other, count) in [
            (vertex(0.5, 0.5, 0.2, 1.0), 2),
            (vertex(0.0, 0.0, 3.0, -1.0), 2),
            (vertex(9.0, 0.0, 0.5, 1.0), 2),
        ] {
            let mut line = ClipPolygon::new(&[inside, other]);
            line.clip_all(false);
            assert_eq!(line.vertices().len(), count);
        }
        let mut hidden =
            ClipPolygon::new(&[vertex(0.0, 0.0, 3.0, 1.0), vertex(1.0, 0.0, 2.0, 1.0)]);
        hidden.clip_all(false);
        assert!(hidden.vertices().is_empty());
    }
}
