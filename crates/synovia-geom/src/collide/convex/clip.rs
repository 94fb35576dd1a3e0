//! Clipping a flat polygon by the sides of another.
//!
//! Each edge of the clipping polygon, with the normal `n` of its plane, spans a wall `(e × n)·(p − v) = 0`. Sutherland
//! and Hodgman: what lies outside is cut away, wall after wall. Of a polygon with too many corners four are kept: one
//! corner `a`, `b`, `c` or `d` at a time moves on while the measure of the reference grows,
//!
//! ```text
//! ½ |(d − a) × (b − d) + (c − b) × (a − c)| = | △abc − △abd |
//! ```
//!
//! which is not the area of the quadrilateral, but decides which points are reported.

use synovia_math::{MIN_VAL, Vec3};

/// Cuts `polygon` by the walls on the edges of `by`, whose plane has the normal `normal`; `spare` is memory.
pub(super) fn clip(polygon: &mut Vec<Vec3>, by: &[Vec3], normal: Vec3, spare: &mut Vec<Vec3>) {
    for (k, &corner) in by.iter().enumerate() {
        let next = by[(k + 1) % by.len()];
        // order: the difference of sums is what the reference takes
        let wall = (next - corner).cross((corner + normal) - corner);
        let height = wall.dot(corner);
        let inside = |p: Vec3| (p - corner).dot(wall) > -MIN_VAL;

        spare.clear();
        for (i, &p) in polygon.iter().enumerate() {
            let q = polygon[if i + 1 < polygon.len() { i + 1 } else { 0 }];
            let (p_inside, q_inside) = (inside(p), inside(q));
            if p_inside != q_inside {
                spare.extend(cross(wall, height, p, q));
            }
            if q_inside {
                spare.push(q);
            }
        }
        core::mem::swap(polygon, spare);
    }
}

/// Where the segment from `p` to `q` crosses the plane `wall·x = height`.
fn cross(wall: Vec3, height: f64, p: Vec3, q: Vec3) -> Option<Vec3> {
    let along = q - p;
    let speed = wall.dot(along);
    if speed == 0.0 {
        return None;
    }
    let t = (height - wall.dot(p)) / speed;
    (0.0..=1.0).contains(&t).then(|| p + along * t)
}

/// The measure by which four corners are chosen.
fn measure(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> f64 {
    0.5 * ((d - a).cross(b - d) + (c - b).cross(a - c)).norm()
}

/// Four corners of a polygon that has at least four.
pub(super) fn four_corners(polygon: &[Vec3]) -> [Vec3; 4] {
    let n = polygon.len();
    let next = |k: usize| if k + 1 == n { 0 } else { k + 1 };
    let size = |[a, b, c, d]: [usize; 4]| measure(polygon[a], polygon[b], polygon[c], polygon[d]);

    let mut at = [0, 1, 2, 3];
    let mut best = at;
    let mut largest = size(at);
    // moves one corner on if the measure grows by it
    let mut advance = |at: &mut [usize; 4], which: usize, best: &mut [usize; 4]| {
        let mut moved = *at;
        moved[which] = next(moved[which]);
        let grown = size(moved);
        if grown > largest {
            largest = grown;
            *at = moved;
            *best = moved;
            return true;
        }
        false
    };

    for first in 0..n {
        at[0] = first;
        while advance(&mut at, 3, &mut best) {
            while advance(&mut at, 2, &mut best) {}
            while advance(&mut at, 1, &mut best) {}
        }
        // corners stay in order
        for k in 1..4 {
            if at[k] != at[k - 1] {
                break;
            }
            at[k] = next(at[k]);
        }
    }
    best.map(|k| polygon[k])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(half: f64, x: f64) -> Vec<Vec3> {
        [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)]
            .map(|(u, v)| Vec3::new(x + half * u, half * v, 0.0))
            .to_vec()
    }

    #[test]
    fn two_squares_share_a_rectangle() {
        // clockwise seen from above: the walls look inward with the normal up
        let mut polygon = square(1.0, 1.5);
        clip(&mut polygon, &square(1.0, 0.0), Vec3::Z, &mut Vec::new());
        assert_eq!(polygon.len(), 4);
        for p in polygon {
            assert!((p.x - 0.5).abs() < 1e-12 || (p.x - 1.0).abs() < 1e-12);
            assert!((p.y.abs() - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn nothing_is_left_of_a_square_beside_another() {
        let mut polygon = square(1.0, 3.0);
        clip(&mut polygon, &square(1.0, 0.0), Vec3::Z, &mut Vec::new());
        assert!(polygon.is_empty());
    }

    #[test]
    fn four_corners_are_of_the_polygon_and_measure_no_less_than_the_first_four() {
        let cut = [
            (1.0, 0.9),
            (1.0, -1.0),
            (-1.0, -1.0),
            (-1.0, 1.0),
            (0.9, 1.0),
        ];
        let polygon = cut.map(|(x, y)| Vec3::new(x, y, 0.0));
        let [a, b, c, d] = four_corners(&polygon);
        assert!([a, b, c, d].iter().all(|p| polygon.contains(p)));
        let [p, q, r, s, _] = polygon;
        assert!(measure(a, b, c, d) >= measure(p, q, r, s));
        let triangles = |a: Vec3, b: Vec3, c: Vec3| 0.5 * (b - a).cross(c - a).norm();
        let difference = (triangles(p, q, r) - triangles(p, q, s)).abs();
        assert!((measure(p, q, r, s) - difference).abs() < 1e-15);
    }
}
