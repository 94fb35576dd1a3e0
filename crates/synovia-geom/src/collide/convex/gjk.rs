//! The distance of two convex bodies: Gilbert, Johnson and Keerthi.
//!
//! The distance is that of the origin from the difference `D` of the bodies. From a point `x` of `D` the support `s` along
//! `−x` is a new corner; the nearest point of the simplex of old and new corners is the next `x`.
//!
//! ```text
//! |x|² − |x*|² ≤ 2 x·(x − s)         a bound of what can be gained: when small, x is the answer    (1)
//! x·s / |x| ≤ |x*|                   a plane across x keeps D at least so far from the origin      (2)
//! ```
//!
//! Where only overlaps matter, any plane of (2) that has the origin on one side ends the search, and the first tetrahedron
//! begins a [intersection test](super::intersect) that asks no more for nearest points.
//!
//! E. G. Gilbert, D. W. Johnson and S. S. Keerthi, *A fast procedure for computing the distance between complex objects in
//! three-dimensional space*, IEEE Journal of Robotics and Automation 4 (1988).

use synovia_math::{MIN_VAL, Vec3};

use super::affine::combine;
use super::difference::Difference;
use super::intersect::{Intersection, intersect};
use super::simplex::nearest;
use super::support::Point;

/// Distance of bodies that are further apart than what was asked.
pub(super) const FAR: f64 = f64::MAX;

/// When a search ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub tolerance: f64,
    pub iterations: usize,
    /// Distances are wanted up to here; 0 if only whether the bodies overlap.
    pub cutoff: f64,
}

impl Goal {
    fn is_overlap(&self) -> bool {
        // a cutoff that is no number counts as none
        let distances = self.cutoff > 0.0;
        !distances
    }

    /// True if the plane across `x`, at `reach = x·s`, is enough to know: equation (2).
    #[inline]
    fn is_beyond(&self, reach: f64, norm2: f64) -> bool {
        if self.is_overlap() {
            reach > 0.0
        } else {
            self.cutoff < FAR && reach > 0.0 && reach * reach / norm2 >= self.cutoff * self.cutoff
        }
    }
}

/// What a search has found.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// Distance; 0 if the bodies overlap, [`FAR`] if it was not needed.
    pub dist: f64,
    /// The nearest points of both bodies, if they were looked for.
    pub points: Option<[Vec3; 2]>,
    /// Corners of the difference around or next to the origin.
    pub simplex: [Point; 4],
    /// How many of them.
    pub len: usize,
    /// Unit vector from the first body to the second, across a plane between them, if one was found. A search that finds
    /// none leaves what was there.
    pub apart: Vec3,
}

/// How a search ended.
enum End {
    /// A plane across this vector keeps the bodies apart by what was asked; zero if the numbers gave out.
    Separated(Vec3),
    /// The simplex is a tetrahedron that holds the origin.
    Inside,
    /// At the point of the simplex with these weights of its first corners.
    Nearest {
        weights: [f64; 4],
        len: usize,
        dist: f64,
    },
}

impl Search {
    pub(super) const fn new() -> Self {
        Self {
            dist: FAR,
            points: None,
            simplex: [Point::ZERO; 4],
            len: 0,
            apart: Vec3::ZERO,
        }
    }

    /// Searches for the point of the difference that is nearest to the origin, from the centres of the bodies.
    pub(super) fn run(&mut self, difference: &mut Difference<'_, '_, '_>, goal: &Goal) {
        let centers = [difference.a.center(), difference.b.center()];
        match self.descend(difference, goal, centers[0] - centers[1]) {
            End::Separated(dir) => {
                self.dist = FAR;
                self.points = None;
                self.len = 0;
                self.apart = dir;
            }
            End::Inside => {
                self.dist = 0.0;
                self.points = None;
                self.len = 4;
            }
            End::Nearest { weights, len, dist } => {
                self.dist = dist;
                self.len = len;
                self.points = Some(if len > 0 {
                    [
                        self.weighted(weights, |point| point.a),
                        self.weighted(weights, |point| point.b),
                    ]
                } else {
                    centers
                });
            }
        }
    }

    /// The descent from a point `x` of the difference.
    #[expect(clippy::inline_always, reason = "its numbers stay in registers")]
    #[inline(always)]
    fn descend(
        &mut self,
        difference: &mut Difference<'_, '_, '_>,
        goal: &Goal,
        mut x: Vec3,
    ) -> End {
        // bodies with corners only: the search ends exactly
        let least_gain = if difference.is_discrete() {
            0.0
        } else {
            0.5 * goal.tolerance * goal.tolerance
        };
        let mut may_intersect = goal.is_overlap();
        let mut weights = [1.0, 0.0, 0.0, 0.0];
        let mut dist = 0.0;
        let (mut len, mut round) = (0, 0);
        while round < goal.iterations {
            let norm2 = x.norm_squared();
            // QUIRK(gjk-tiny-distance): a distance that counts as none is reported as its square
            dist = norm2;
            if norm2 < MIN_VAL * MIN_VAL {
                break;
            }
            dist = norm2.sqrt();
            let dir = -(x * (1.0 / dist));
            let newest = difference.support(dir);
            let s = newest.gap;
            self.simplex[len] = newest;

            // nothing to gain, equation (1)
            if x.dot(x - s) < least_gain {
                len = if round == 0 { 1 } else { len };
                self.apart = dir;
                break;
            }
            // far enough, equation (2)
            if goal.is_beyond(x.dot(s), norm2) {
                return End::Separated(dir);
            }
            if len == 3 && may_intersect {
                may_intersect = false;
                match intersect(&mut self.simplex, difference, &mut round, goal.iterations) {
                    Intersection::Inside => return End::Inside,
                    Intersection::Separated(dir) => return End::Separated(dir),
                    Intersection::Unknown => {}
                }
            }

            // the nearest point of the simplex, and the corners that it needs
            let foot = nearest(&self.simplex, len, s);
            weights = foot.weights;
            len = self.retain(&mut weights);
            if len == 0 {
                return End::Separated(Vec3::ZERO);
            }
            let step = (foot.point - x).abs();
            if step.x < MIN_VAL && step.y < MIN_VAL && step.z < MIN_VAL {
                self.apart = dir;
                break;
            }
            x = foot.point;
            if len == 4 {
                dist = 0.0;
                break;
            }
            round += 1;
        }
        End::Nearest { weights, len, dist }
    }

    /// Keeps the corners with a weight, in order, at the front, and the weights likewise; returns their number.
    #[inline]
    fn retain(&mut self, weights: &mut [f64; 4]) -> usize {
        let needed = weights.map(|weight| weight != 0.0);
        let len = needed.iter().map(|&kept| usize::from(kept)).sum();
        // most often they are where they belong
        let [p, q, r, s] = needed;
        if (p || !q) && (q || !r) && (r || !s) {
            return len;
        }
        let kept = (0..4).filter(|&k| needed[k]);
        for (to, from) in kept.enumerate() {
            self.simplex[to] = self.simplex[from];
            weights[to] = weights[from];
        }
        len
    }

    /// `Σ λᵢ pᵢ` over the corners there are.
    #[inline]
    fn weighted(&self, weights: [f64; 4], part: impl Fn(&Point) -> Vec3) -> Vec3 {
        let [a, b, c, _] = weights;
        let [p, q, r, s] = &self.simplex;
        match self.len {
            1 => part(p) * a,
            2 => combine([a, b], [part(p), part(q)]),
            3 => combine([a, b, c], [part(p), part(q), part(r)]),
            _ => combine(weights, [part(p), part(q), part(r), part(s)]),
        }
    }
}
