//! Separating-axis test of elements: most elements with overlapping boxes are neighbours in a sheet and need no search.
//!
//! Along a vector `u` the vertices `p` of an element extend from `min u·p` to `max u·p`. Two elements with radii `r`,
//! inflated by half of the margin `m` each, are disjoint if
//!
//! ```text
//! min_b − max_a > (r_a + r_b + m + 2ε) |u|        or the same with a and b exchanged                       (1)
//! ```
//!
//! for some `u`; because the tolerance `ε` of the search is included twice, the search would not find an overlap
//! either. The tested vectors are the line of centres, the normals of the faces, and in the plane of a triangle the
//! normals of its edges.

use synovia_math::{Vec3, wide};

use super::element::Element;
use super::support::{Body, NONE};

/// Bound on the rounding error of a few products, relative to the compared values.
const ROUNDING: f64 = 1e-12;

/// Minimum and maximum of `u·p` over the vertices.
#[inline]
fn interval(element: &Element, u: Vec3) -> [f64; 2] {
    let [first, others @ ..] = element.corners() else {
        return [f64::NEG_INFINITY, f64::INFINITY];
    };
    let start = first.dot(u);
    others.iter().fold([start; 2], |[low, high], corner| {
        let at = corner.dot(u);
        [low.min(at), high.max(at)]
    })
}

/// Normals of the faces of a tetrahedron or triangle, and for a triangle those of its edges in its plane; not
/// normalised. The second value is their number.
#[inline]
fn normals(element: &Element) -> ([Vec3; 4], usize) {
    let [a, b, c, d] = element.corners;
    let normal = (b - a).cross(c - a);
    match element.count {
        3 => (
            [
                normal,
                normal.cross(b - a),
                normal.cross(c - b),
                normal.cross(a - c),
            ],
            4,
        ),
        4 => (
            [
                normal,
                (b - a).cross(d - a),
                (c - a).cross(d - a),
                (c - b).cross(d - b),
            ],
            4,
        ),
        _ => ([Vec3::ZERO; 4], 0),
    }
}

/// True if a vector proves that two elements are disjoint, by their radii and `clear`: equation (1).
pub(super) fn apart_from_element(a: &Element, b: &Element, clear: f64) -> bool {
    let reach = a.radius + b.radius + clear;
    let separates = |u: Vec3| {
        let ([low_a, high_a], [low_b, high_b]) = (interval(a, u), interval(b, u));
        let gap = (low_b - high_a).max(low_a - high_b);
        let rounding = ROUNDING * (low_a.abs() + high_a.abs() + low_b.abs() + high_b.abs());
        let sure = gap - rounding;
        sure > 0.0 && sure * sure > reach * reach * u.norm_squared() * (1.0 + ROUNDING)
    };
    if separates(b.center - a.center) {
        return true;
    }
    [a, b].into_iter().any(|element| {
        let (list, count) = normals(element);
        list[..count].iter().any(|&u| separates(u))
    })
}

/// The same for a convex shape and an element: the line of centres, and the normal on whose side the shape is furthest.
pub(super) fn apart_from_body(a: &mut Body<'_>, b: &Element, clear: f64) -> bool {
    let center = a.center();
    let mut separates = |u: Vec3| {
        let mut u = u;
        if u.normalize() == 0.0 {
            return false;
        }
        let Some(high_a) = wide!(simd => a.reach(simd, u)) else {
            return false;
        };
        let [low_b, _] = interval(b, u);
        let rounding = ROUNDING * (high_a.abs() + low_b.abs() + b.radius);
        // the margin of the shape is included in its extent
        low_b - b.radius - high_a > clear + rounding
    };
    let direct = separates(b.center - center);
    let apart = direct || {
        let (list, count) = normals(b);
        // oriented from the centre of the shape towards the element
        let mut best = (0.0, Vec3::ZERO);
        for &u in &list[..count] {
            let (at, [low, high]) = (center.dot(u), interval(b, u));
            let (beyond, u) = if at < low {
                (low - at, u)
            } else {
                (at - high, -u)
            };
            let score = beyond / u.norm().max(f64::MIN_POSITIVE);
            if score > best.0 {
                best = (score, u);
            }
        }
        best.0 > 0.0 && separates(best.1)
    };
    // the search starts from a clean state, as if these queries had not been made
    (a.node, a.corner) = (NONE, NONE);
    apart
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle(corners: [[f64; 3]; 3], radius: f64) -> Element {
        let [a, b, c] = corners.map(|[x, y, z]| Vec3::new(x, y, z));
        Element {
            corners: [a, b, c, Vec3::ZERO],
            count: 3,
            center: (a + b + c) * (1.0 / 3.0),
            radius,
        }
    }

    #[test]
    fn neighbours_in_a_sheet_are_apart_by_the_cell_between_them() {
        let a = triangle([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], 0.1);
        let b = triangle([[2.0, 0.0, 0.0], [2.0, 1.0, 0.0], [1.0, 1.0, 0.0]], 0.1);
        // the diagonals are √½ apart
        assert!(apart_from_element(&a, &b, 0.0) && apart_from_element(&b, &a, 0.0));
        assert!(apart_from_element(&a, &b, 0.5) && !apart_from_element(&a, &b, 0.51));
        assert!(apart_from_element(&b, &a, 0.5) && !apart_from_element(&b, &a, 0.51));
    }

    #[test]
    fn elements_that_share_a_corner_are_not_apart() {
        let a = triangle([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], 0.0);
        let b = triangle([[1.0, 0.0, 0.0], [2.0, 1.0, 0.0], [2.0, 0.0, 0.3]], 0.0);
        assert!(!apart_from_element(&a, &b, 0.0));
    }
}
