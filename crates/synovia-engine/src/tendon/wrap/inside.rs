//! The string held inside the circle: Alhazen's reflection problem.
//!
//! The circle is a ring that the string has to pass through. A straight string that does so is left alone. Otherwise the
//! shortest string that reaches the circle touches it in one point `c`, and there it makes the same angle `φ` with the
//! normal on both sides, like light at a mirror. In the triangle of the centre, `c` and an end `p` the law of sines gives
//! the angle at `p`, and with it the angle at the centre:
//!
//! ```text
//! at p:       asin(k sin φ),      k = r/|p|
//! at centre:  φ − asin(k sin φ)
//! ```
//!
//! The two angles at the centre sum to the angle `γ` between the ends. With `z = sin φ`:
//!
//! ```text
//! f(z) = asin(k₀ z) + asin(k₁ z) − 2 asin(z) + γ = 0                                          (2)
//! ```
//!
//! As `k₀, k₁ < 1`, `f` decreases and is concave on `0 < z < 1`, and `f(0) = γ > 0`. So there is at most one root, and
//! Newton's method from a point with `f ≤ 0` approaches it from the right without overshooting: neither the sign of the
//! slope nor that of the step needs a check.

use synovia_math::{MIN_VAL, nearest};

use super::planar::{Planar, Segment};
use super::{Contact, NEWTON_START, NEWTON_STEPS, NEWTON_TOLERANCE};

/// Equation (2).
struct Reflection {
    /// Radius over distance from the centre, for each end.
    ratios: [f64; 2],
    /// Angle between the ends, seen from the centre.
    between: f64,
}

impl Reflection {
    /// `f(z)`: the angle between the ends minus the angles at the centre.
    fn value(&self, z: f64) -> f64 {
        let [at_start, at_end] = self.ratios.map(|k| nearest::asin(k * z));
        at_start + at_end - 2.0 * nearest::asin(z) + self.between
    }

    /// `f′(z)`.
    fn slope(&self, z: f64) -> f64 {
        let rate = |k: f64| k / (1.0 - z * z * k * k).sqrt();
        rate(self.ratios[0]) + rate(self.ratios[1]) - 2.0 * rate(1.0)
    }

    /// The sine of the angle of incidence; `None` if it was not found.
    fn solve(&self) -> Option<f64> {
        let mut z = NEWTON_START;
        let mut value = self.value(z);
        // no root below the start
        if value > 0.0 {
            return None;
        }
        for _ in 0..NEWTON_STEPS {
            if value < -NEWTON_TOLERANCE {
                z -= value / self.slope(z);
                value = self.value(z);
            } else {
                return Some(z);
            }
        }
        None
    }
}

/// True if the straight string passes through the circle, and so is already inside.
fn is_inside(string: Segment, radius: f64) -> bool {
    let foot = string.foot();
    string.length_squared() > MIN_VAL
        && foot > 0.0
        && foot < 1.0
        && string.at(foot).norm() <= radius
}

/// The point where a string touches the inside of a circle; `None` if the string is straight.
///
/// An end inside the circle leaves the string straight, as do ends on opposite sides of the centre. If equation (2) has no
/// solution, the point in the direction of the midpoint of the ends is used.
pub(super) fn touching(ends: [Planar; 2], radius: f64) -> Option<Contact> {
    let distances = ends.map(Planar::norm);
    let string = Segment::between(ends[0], ends[1]);
    if radius < MIN_VAL
        || distances.into_iter().any(|distance| distance <= radius)
        || is_inside(string, radius)
    {
        return None;
    }

    // the law of cosines in the triangle of the centre and the ends
    let [d0, d1] = distances;
    let cosine = (d0 * d0 + d1 * d1 - string.length_squared()) / (2.0 * d0 * d1);
    if cosine < -1.0 + MIN_VAL {
        return None;
    }
    // equation (2), unless both ends are in the same direction
    let reflected = if cosine > 1.0 - MIN_VAL {
        None
    } else {
        let equation = Reflection {
            ratios: distances.map(|distance| radius / distance),
            between: nearest::acos(cosine),
        };
        equation.solve().map(|z| {
            // counterclockwise from the end that has the other one counterclockwise of it
            let first = 1 - usize::from(ends[0].cross(ends[1]) > 0.0);
            let at_centre = nearest::asin(z) - nearest::asin(equation.ratios[first] * z);
            ends[first].unit().rotated(at_centre)
        })
    };
    let direction = reflected.unwrap_or_else(|| ((ends[0] + ends[1]) * 0.5).unit());
    Some(Contact {
        points: [direction * radius; 2],
        length: 0.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_is_the_derivative_of_the_value() {
        let equation = Reflection {
            ratios: [0.3, 0.9],
            between: 0.4,
        };
        let h = 1e-6;
        for z in [0.1, 0.5, 0.9] {
            let difference = (equation.value(z + h) - equation.value(z - h)) / (2.0 * h);
            assert!((difference - equation.slope(z)).abs() < 1e-8);
        }
    }

    #[test]
    fn ends_at_equal_distance_touch_in_the_middle() {
        // φ − asin(k sin φ) = γ/2 at both ends
        let ends = [Planar { x: -1.0, y: 2.0 }, Planar { x: 1.0, y: 2.0 }];
        let [touch, _] = touching(ends, 0.5).unwrap().points;
        assert!(touch.x.abs() < 1e-6 && (touch.y - 0.5).abs() < 1e-12);
    }

    #[test]
    fn the_touching_point_makes_the_string_shortest() {
        let ends = [Planar { x: -1.0, y: 2.0 }, Planar { x: 3.0, y: 1.2 }];
        let length = |c: Planar| (c - ends[0]).norm() + (c - ends[1]).norm();
        let [touch, _] = touching(ends, 0.5).unwrap().points;
        for angle in [-1e-2, -1e-3, 1e-3, 1e-2] {
            assert!(length(touch) < length(touch.rotated(angle)));
        }
    }

    #[test]
    fn a_string_through_the_ring_is_straight() {
        let ends = [Planar { x: -2.0, y: 0.4 }, Planar { x: 2.0, y: 0.4 }];
        assert!(touching(ends, 0.5).is_none());
        assert!(touching(ends, 0.3).is_some());
    }
}
