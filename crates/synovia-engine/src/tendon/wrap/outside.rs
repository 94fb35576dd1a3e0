//! The string around the outside of the circle: tangent, arc, tangent.
//!
//! From a point `p` outside, two tangents reach a circle of radius `r`. Their feet are at the angle `± acos(r/|p|)` from
//! `p`, which in coordinates needs no angle:
//!
//! ```text
//! foot = (r² p ± r √(|p|² − r²) p⊥) / |p|²                                                    (1)
//! ```
//!
//! `p⊥` is `p` rotated by a quarter turn, and the sign selects one of the two feet.
//!
//! A string that runs clockwise arrives at the foot clockwise of its start and leaves at the foot counterclockwise of its
//! end; one that runs counterclockwise is its mirror image. With a side site, the candidate whose midpoint is nearer to the
//! site is chosen, otherwise the one with the shorter chord. If the two tangents of a candidate intersect, a taut string
//! would leave the circle, and the candidate is infeasible.
#![expect(
    clippy::inline_always,
    reason = "compiled for the available vector unit"
)]

use core::f64::consts::TAU;

use synovia_math::fearless_simd::{Simd, f64x4, prelude::*};
use synovia_math::{MIN_VAL, nearest, wide};

use super::planar::{Planar, Segment};
use super::{Contact, INFEASIBLE};

/// The four tangents: those of the candidate that runs clockwise, at the start and at the end of the string, then those of the
/// one that runs counterclockwise.
struct Feet {
    /// The feet.
    points: [Planar; 4],
    /// Their directions from the centre.
    units: [Planar; 4],
}

/// Signs in equation (1) of the four tangents.
const SIGNS: [f64; 4] = [-1.0, 1.0, 1.0, -1.0];

impl Feet {
    /// Both candidates at once: roots and quotients in four lanes take as long as one.
    #[inline(always)]
    fn new<S: Simd>(simd: S, [start, end]: [Planar; 2], radius: f64) -> Self {
        let lanes = |x: [f64; 4]| f64x4::load_array_ref(simd, &x);
        let x = lanes([start.x, end.x, start.x, end.x]);
        let y = lanes([start.y, end.y, start.y, end.y]);
        // equation (1)
        let pp = x * x + y * y;
        let rr = f64x4::splat(simd, radius * radius);
        let length = (pp - rr).sqrt();
        let turn = lanes(SIGNS.map(|sign| sign * radius));
        let (x, y) = (
            (x * rr + -y * turn * length) / pp,
            (y * rr + x * turn * length) / pp,
        );
        Self {
            points: planar(x, y),
            units: units(simd, x, y),
        }
    }

    /// The feet of candidate `c`: where the string arrives, and where it leaves.
    #[inline(always)]
    fn of(&self, c: usize) -> [Planar; 2] {
        [self.points[2 * c], self.points[2 * c + 1]]
    }

    /// The scores by which a candidate is chosen: greater is better.
    #[inline(always)]
    fn scores<S: Simd>(&self, simd: S, ends: [Planar; 2], side: Option<Planar>) -> [f64; 2] {
        // the midpoint of the arc nearest to the side site, or the shortest chord
        let scores = match side {
            Some(side) => {
                let [a, b] = [0, 1].map(|c| self.points[2 * c] + self.points[2 * c + 1]);
                let x = f64x4::load_array_ref(simd, &[a.x, b.x, a.x, b.x]);
                let y = f64x4::load_array_ref(simd, &[a.y, b.y, a.y, b.y]);
                let [a, b, ..] = units(simd, x, y);
                [a.dot(side), b.dot(side)]
            }
            None => [0, 1].map(|c| {
                let [arrival, departure] = self.of(c);
                -Segment::between(arrival, departure).length_squared()
            }),
        };
        core::array::from_fn(|c| {
            let [arrival, departure] = self.of(c);
            let first = Segment::between(ends[0], arrival);
            let last = Segment::between(ends[1], departure);
            // tangents that intersect: a taut string would leave the circle
            if first.meets(last) {
                INFEASIBLE
            } else {
                scores[c]
            }
        })
    }

    /// The angle of the arc of candidate `c` on the circle, from 0 to 2π.
    #[inline(always)]
    fn angle(&self, c: usize) -> f64 {
        let [arrival, departure] = self.of(c);
        // the angle between the feet, at most π
        let cos = self.units[2 * c].dot(self.units[2 * c + 1]);
        let between = nearest::acos(cos.clamp(-1.0, 1.0));
        // more than half a circle if the smaller angle is in the other direction
        if arrival.cross(departure) * SIGNS[2 * c] < 0.0 {
            TAU - between
        } else {
            between
        }
    }
}

/// Four vectors of the plane.
#[inline(always)]
fn planar<S: Simd>(x: f64x4<S>, y: f64x4<S>) -> [Planar; 4] {
    let (x, y) = (x.to_array(), y.to_array());
    core::array::from_fn(|k| Planar { x: x[k], y: y[k] })
}

/// [`Planar::unit`] of four vectors.
#[inline(always)]
fn units<S: Simd>(simd: S, x: f64x4<S>, y: f64x4<S>) -> [Planar; 4] {
    let one = f64x4::splat(simd, 1.0);
    let norm = (x * x + y * y).sqrt();
    let is_zero = norm.simd_lt(f64x4::splat(simd, MIN_VAL));
    let inverse = one / norm;
    planar(
        is_zero.select(one, x * inverse),
        is_zero.select(f64x4::splat(simd, 0.0), y * inverse),
    )
}

/// True if the straight string misses the circle and, with a side site, passes on that side.
fn is_free(string: Segment, side: Option<Planar>, radius: f64) -> bool {
    // the point of the string that is nearest to the centre
    let nearest = string.at(string.foot().clamp(0.0, 1.0));
    nearest.dot(nearest) > radius * radius && side.is_none_or(|side| side.dot(nearest) >= 0.0)
}

/// The path around the outside of a circle; `None` if the string is straight.
///
/// `side` is a point on the circle. An end inside the circle, or coincident ends, leave the string straight.
pub(super) fn around(ends: [Planar; 2], side: Option<Planar>, radius: f64) -> Option<Contact> {
    // an invalid circle, an end inside it, coincident ends, or a free string
    let string = Segment::between(ends[0], ends[1]);
    let is_inside = |end: Planar| end.dot(end) < radius * radius;
    if radius < MIN_VAL
        || ends.into_iter().any(is_inside)
        || string.length_squared() < MIN_VAL
        || is_free(string, side, radius)
    {
        return None;
    }

    // the two candidates; on equal scores the counterclockwise one wins
    wide!(simd => {
        let feet = Feet::new(simd, ends, radius);
        let scores = feet.scores(simd, ends, side);
        if scores[0].max(scores[1]) == INFEASIBLE {
            return None;
        }
        let c = usize::from(scores[0] <= scores[1]);
        Some(Contact {
            points: feet.of(c),
            length: radius * feet.angle(c),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The foot, equation (1), of the tangent from `p`, one at a time.
    fn tangent_foot(p: Planar, radius: f64, sign: f64) -> Planar {
        let pp = p.dot(p);
        let rr = radius * radius;
        let length = (pp - rr).sqrt();
        (p * rr + p.perp() * (sign * radius) * length) / pp
    }

    fn bits(p: Planar) -> [u64; 2] {
        [p.x, p.y].map(f64::to_bits)
    }

    #[test]
    fn four_feet_at_once_are_the_same_as_one_after_the_other() {
        let points = [
            (1.5, -0.7),
            (-0.8, 0.0),
            (1e200, 3.0),
            (0.0, 0.0),
            (f64::NAN, 1.0),
            (1e-16, -1e-17),
        ];
        for (start, end) in points.iter().flat_map(|a| points.map(|b| (*a, b))) {
            let ends = [start, end].map(|(x, y)| Planar { x, y });
            for radius in [0.8, 1e-17, 1e150, 0.0] {
                let feet = wide!(simd => Feet::new(simd, ends, radius));
                for (k, sign) in SIGNS.into_iter().enumerate() {
                    let foot = tangent_foot(ends[k % 2], radius, sign);
                    if foot.norm().is_nan() {
                        assert!(feet.points[k].norm().is_nan());
                        continue;
                    }
                    assert_eq!(bits(feet.points[k]), bits(foot));
                    assert_eq!(bits(feet.units[k]), bits(foot.unit()));
                }
            }
        }
    }

    #[test]
    fn a_tangent_is_perpendicular_to_the_radius_at_its_foot() {
        let p = Planar { x: 1.5, y: -0.7 };
        let feet = wide!(simd => Feet::new(simd, [p; 2], 0.8));
        for (foot, sign) in feet.points.into_iter().zip(SIGNS) {
            assert!((foot.norm() - 0.8).abs() < 1e-15);
            assert!(foot.dot(p - foot).abs() < 1e-15);
            assert!(p.cross(foot) * sign > 0.0);
        }
    }

    #[test]
    fn the_two_ways_around_leave_out_the_angles_of_four_tangents() {
        // each direction: the angle between the ends in that direction, minus acos(r/|p|) at each end
        let ends = [Planar { x: -2.0, y: 0.3 }, Planar { x: 1.7, y: 0.4 }];
        let radius = 1.1;
        let feet = wide!(simd => Feet::new(simd, ends, radius));
        let total: f64 = [0, 1].map(|c| feet.angle(c)).iter().sum();
        let tangents: f64 = ends.iter().map(|p| nearest::acos(radius / p.norm())).sum();
        assert!((total - (TAU - 2.0 * tangents)).abs() < 1e-14);
    }

    #[test]
    fn a_site_on_either_side_selects_the_way_past_it() {
        let ends = [Planar { x: -2.0, y: 0.1 }, Planar { x: 2.0, y: 0.1 }];
        for y in [1.0, -1.0] {
            let contact = around(ends, Some(Planar { x: 0.0, y }), 1.0).unwrap();
            assert!(contact.points.iter().all(|point| point.y * y > 0.0));
        }
    }

    #[test]
    fn a_path_around_a_very_large_circle_may_score_below_one_that_crosses_itself() {
        let way = |radius: f64| {
            let ends = [Planar { x: -3.0, y: 1.01 }, Planar { x: 0.05, y: 1.01 }];
            let side = Planar { x: 0.8, y: -0.6 };
            around(ends.map(|end| end * radius), Some(side * radius), radius)
        };
        assert!(way(1.0).is_some());
        assert!(way(1e6).is_none());
    }
}
