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

use core::f64::consts::TAU;

use synovia_math::{MIN_VAL, nearest};

use super::planar::{Planar, Segment};
use super::{Contact, INFEASIBLE};

/// The direction in which a string runs around the circle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// With decreasing angle.
    Clockwise,
    /// With increasing angle.
    Counterclockwise,
}

impl Turn {
    /// Sign of an angle in this direction.
    fn sign(self) -> f64 {
        match self {
            Turn::Clockwise => -1.0,
            Turn::Counterclockwise => 1.0,
        }
    }

    /// The opposite direction.
    fn reversed(self) -> Self {
        match self {
            Turn::Clockwise => Turn::Counterclockwise,
            Turn::Counterclockwise => Turn::Clockwise,
        }
    }
}

/// The foot, equation (1), of the tangent from `p` that is in the direction `turn` from `p`.
fn tangent_foot(p: Planar, radius: f64, turn: Turn) -> Planar {
    // equation (1)
    let pp = p.dot(p);
    let rr = radius * radius;
    let length = (pp - rr).sqrt();
    (p * rr + p.perp() * (turn.sign() * radius) * length) / pp
}

/// A candidate: the string that runs around the circle in one direction.
#[derive(Clone, Copy)]
struct Arc {
    /// The direction of this candidate.
    turn: Turn,
    /// Points where the string arrives and where it leaves.
    feet: [Planar; 2],
}

impl Arc {
    /// The candidate that runs in the direction `turn`: the tangents from both ends.
    fn new(ends: [Planar; 2], radius: f64, turn: Turn) -> Self {
        let [start, end] = ends;
        Self {
            turn,
            feet: [
                tangent_foot(start, radius, turn),
                tangent_foot(end, radius, turn.reversed()),
            ],
        }
    }

    /// The score by which the candidate is chosen: greater is better.
    fn score(&self, ends: [Planar; 2], side: Option<Planar>) -> f64 {
        let [arrival, departure] = self.feet;
        let first = Segment::between(ends[0], arrival);
        let last = Segment::between(ends[1], departure);
        // tangents that intersect: a taut string would leave the circle
        if first.meets(last) {
            return INFEASIBLE;
        }
        // the midpoint of the arc nearest to the side site, or the shortest chord
        match side {
            Some(side) => (arrival + departure).unit().dot(side),
            None => -Segment::between(arrival, departure).length_squared(),
        }
    }

    /// The angle of the arc on the circle, from 0 to 2π.
    fn angle(&self) -> f64 {
        let [arrival, departure] = self.feet;
        // the angle between the feet, at most π
        let between = nearest::acos(arrival.unit().dot(departure.unit()).clamp(-1.0, 1.0));
        // more than half a circle if the smaller angle is in the other direction
        if arrival.cross(departure) * self.turn.sign() < 0.0 {
            TAU - between
        } else {
            between
        }
    }
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
    let clockwise = Arc::new(ends, radius, Turn::Clockwise);
    let counter = Arc::new(ends, radius, Turn::Counterclockwise);
    let scores = [clockwise.score(ends, side), counter.score(ends, side)];
    if scores[0].max(scores[1]) == INFEASIBLE {
        return None;
    }
    let arc = if scores[0] <= scores[1] {
        counter
    } else {
        clockwise
    };
    Some(Contact {
        points: arc.feet,
        length: radius * arc.angle(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tangent_is_perpendicular_to_the_radius_at_its_foot() {
        let p = Planar { x: 1.5, y: -0.7 };
        for turn in [Turn::Clockwise, Turn::Counterclockwise] {
            let foot = tangent_foot(p, 0.8, turn);
            assert!((foot.norm() - 0.8).abs() < 1e-15);
            assert!(foot.dot(p - foot).abs() < 1e-15);
            assert!(p.cross(foot) * turn.sign() > 0.0);
        }
    }

    #[test]
    fn the_two_ways_around_leave_out_the_angles_of_four_tangents() {
        // each direction: the angle between the ends in that direction, minus acos(r/|p|) at each end
        let ends = [Planar { x: -2.0, y: 0.3 }, Planar { x: 1.7, y: 0.4 }];
        let radius = 1.1;
        let total: f64 = [Turn::Clockwise, Turn::Counterclockwise]
            .map(|turn| Arc::new(ends, radius, turn).angle())
            .iter()
            .sum();
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
