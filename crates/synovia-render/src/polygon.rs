//! Polygons and lines cut at planes of clip space: Sutherland and Hodgman's algorithm.

use crate::geometry::{GUARD, Vertex};

/// A polygon or line that is being cut.
pub(crate) struct Polygon {
    corner: [Vertex; 12],
    count: usize,
    /// Two corners: a line, not an area.
    open: bool,
}

impl Polygon {
    pub(crate) fn new(v: &[Vertex]) -> Self {
        let mut corner = [Vertex::default(); 12];
        let count = v.len().min(3);
        corner[..count].copy_from_slice(&v[..count]);
        Self {
            corner,
            count,
            open: count == 2,
        }
    }

    pub(crate) fn corners(&self) -> &[Vertex] {
        &self.corner[..self.count]
    }

    pub(crate) fn clip_all(&mut self, side: bool) {
        self.clip(|v| v.clip[3] - v.clip[2]);
        if side {
            self.clip(|v| v.side);
        }
        for axis in 0..2 {
            self.clip(|v| GUARD * v.clip[3] - v.clip[axis]);
            self.clip(|v| GUARD * v.clip[3] + v.clip[axis]);
        }
    }

    /// Keeps the part where `height` is not negative.
    fn clip(&mut self, height: impl Fn(&Vertex) -> f32) {
        let old = self.corner;
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
                let mut cut = Vertex {
                    side: a.side + t * (b.side - a.side),
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

    fn push(&mut self, v: Vertex) {
        if self.count < self.corner.len() {
            self.corner[self.count] = v;
            self.count += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vertex(x: f32, y: f32, z: f32, w: f32) -> Vertex {
        Vertex {
            clip: [x, y, z, w],
            ..Vertex::default()
        }
    }

    #[test]
    fn what_is_left_is_inside_all_planes() {
        let far = vertex(0.0, 9.0, 0.5, 1.0);
        let behind = vertex(0.3, -0.5, 2.0, -1.0);
        let mut polygon = Polygon::new(&[vertex(-0.5, -0.5, 0.5, 1.0), behind, far]);
        polygon.clip_all(false);
        assert!(polygon.corners().len() >= 3);
        for v in polygon.corners() {
            let [x, y, z, w] = v.clip;
            assert!(w - z > -1e-5);
            assert!(x.abs() <= GUARD * w + 1e-5 && y.abs() <= GUARD * w + 1e-5);
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
            let mut line = Polygon::new(&[inside, other]);
            line.clip_all(false);
            assert_eq!(line.corners().len(), count);
        }
        let mut hidden = Polygon::new(&[vertex(0.0, 0.0, 3.0, 1.0), vertex(1.0, 0.0, 2.0, 1.0)]);
        hidden.clip_all(false);
        assert!(hidden.corners().is_empty());
    }
}
