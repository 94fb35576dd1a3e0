//! Reduction of a convex polygon to four vertices.
//!
//! As in the search for the largest inscribed quadrilateral by rotating calipers, the first vertex moves around the
//! polygon and the others follow, one at a time and ahead of each other, while this increases the size
//!
//! ```text
//! ½ |(d − a) × (b − d) + (c − b) × (a − c)| = | △abc − △abd |                    (1)
//! ```
//!
//! QUIRK(multiccd-quad-size): (1) is not the area of the quadrilateral `abcd`, but it determines the reported points.

use synovia_math::Vec3;

use super::policy::REDUCED;

/// Size of a quadrilateral, equation (1).
fn size(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> f64 {
    0.5 * ((d - a).cross(b - d) + (c - b).cross(a - c)).norm()
}

/// Four vertices that move around a polygon, and the best four so far.
struct Calipers<'a> {
    polygon: &'a [Vec3],
    at: [usize; REDUCED],
    best: [usize; REDUCED],
    largest: f64,
}

impl<'a> Calipers<'a> {
    fn new(polygon: &'a [Vec3]) -> Self {
        let at = [0, 1, 2, 3];
        let mut calipers = Self {
            polygon,
            at,
            best: at,
            largest: 0.0,
        };
        calipers.largest = calipers.size(at);
        calipers
    }

    fn after(&self, vertex: usize) -> usize {
        let next = vertex + 1;
        if next == self.polygon.len() { 0 } else { next }
    }

    fn size(&self, at: [usize; REDUCED]) -> f64 {
        let [a, b, c, d] = at.map(|vertex| self.polygon[vertex]);
        size(a, b, c, d)
    }

    /// Moves one of the four to the next vertex if the size becomes a new maximum; false if it stays.
    fn advance(&mut self, which: usize) -> bool {
        let mut moved = self.at;
        moved[which] = self.after(moved[which]);
        let size = self.size(moved);
        let larger = size > self.largest;
        if larger {
            (self.at, self.best, self.largest) = (moved, moved, size);
        }
        larger
    }

    /// Moves those that share the vertex of their predecessor one step on.
    fn separate(&mut self) {
        for k in 1..REDUCED {
            if self.at[k] != self.at[k - 1] {
                break;
            }
            self.at[k] = self.after(self.at[k]);
        }
    }
}

/// Four vertices of a polygon that has at least four.
pub(super) fn four_vertices(polygon: &[Vec3]) -> [Vec3; REDUCED] {
    let mut calipers = Calipers::new(polygon);
    for first in 0..polygon.len() {
        calipers.at[0] = first;
        while calipers.advance(3) {
            while calipers.advance(2) {}
            while calipers.advance(1) {}
        }
        calipers.separate();
    }
    calipers.best.map(|vertex| polygon[vertex])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_vertices_are_of_the_polygon_and_no_smaller_than_the_first_four() {
        let cut = [
            (1.0, 0.9),
            (1.0, -1.0),
            (-1.0, -1.0),
            (-1.0, 1.0),
            (0.9, 1.0),
        ];
        let polygon = cut.map(|(x, y)| Vec3::new(x, y, 0.0));
        let [a, b, c, d] = four_vertices(&polygon);
        assert!([a, b, c, d].iter().all(|p| polygon.contains(p)));
        let [p, q, r, s, _] = polygon;
        assert!(size(a, b, c, d) >= size(p, q, r, s));
        let triangle = |a: Vec3, b: Vec3, c: Vec3| 0.5 * (b - a).cross(c - a).norm();
        let difference = (triangle(p, q, r) - triangle(p, q, s)).abs();
        assert!((size(p, q, r, s) - difference).abs() < 1e-15);
    }
}
