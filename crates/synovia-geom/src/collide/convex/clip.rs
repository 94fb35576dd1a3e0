//! Clipping a flat polygon by the sides of another.
//!
//! Each edge of the clipping polygon, with the normal `n` of its plane, spans a wall `(e × n)·(p − v) = 0`. Sutherland
//! and Hodgman: what lies outside is cut away, wall after wall. Of a polygon with too many corners the quadrilateral
//! with the largest area is found by moving one corner at a time while the area grows.

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

/// Area of a flat quadrilateral.
fn area(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> f64 {
    0.5 * ((d - a).cross(b - d) + (c - b).cross(a - c)).norm()
}

/// A quadrilateral of large area among the corners of a polygon that has at least four.
pub(super) fn largest_quad(polygon: &[Vec3]) -> [Vec3; 4] {
    let n = polygon.len();
    let next = |k: usize| if k + 1 == n { 0 } else { k + 1 };
    let size = |[a, b, c, d]: [usize; 4]| area(polygon[a], polygon[b], polygon[c], polygon[d]);

    let mut at = [0, 1, 2, 3];
    let mut best = at;
    let mut largest = size(at);
    // moves one corner on if the area grows by it
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
