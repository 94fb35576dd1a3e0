//! The distance of two convex bodies by the algorithm of Gilbert, Johnson and Keerthi (GJK).
//!
//! The distance is that of the origin from the Minkowski difference `D` of the bodies. For a point `x` of `D`, the
//! support point `s` along `−x` is a new vertex; the nearest point of the simplex of old and new vertices is the next
//! `x`.
//!
//! ```text
//! |x|² − |x*|² ≤ 2 x·(x − s)         bound on the possible gain: if small, x is the result          (1)
//! x·s / |x| ≤ |x*|                   the plane normal to x keeps D at least this far from 0      (2)
//! ```
//!
//! If only overlaps matter, any plane of (2) that separates the origin ends the search, and the first tetrahedron
//! starts an [overlap test](super::intersect) that does not compute nearest points.
//!
//! E. G. Gilbert, D. W. Johnson and S. S. Keerthi, *A fast procedure for computing the distance between complex objects in
//! three-dimensional space*, IEEE Journal of Robotics and Automation 4 (1988).

use synovia_math::fearless_simd::Simd;
use synovia_math::{MIN_VAL, Vec3};

use super::affine::combine;
use super::difference::Difference;
use super::intersect::{Intersection, intersect};
use super::simplex::nearest;
use super::support::Point;

/// Distance of bodies that are further apart than the cutoff.
pub(super) const FAR: f64 = f64::MAX;

/// Termination criteria of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub tolerance: f64,
    pub iterations: usize,
    /// Largest distance of interest; 0 if only overlaps matter.
    pub cutoff: f64,
}

impl Goal {
    fn is_overlap(&self) -> bool {
        // a cutoff that is NaN is treated as 0
        let distances = self.cutoff > 0.0;
        !distances
    }

    /// True if the plane normal to `x`, at `reach = x·s`, is sufficient: equation (2).
    #[inline]
    fn is_beyond(&self, reach: f64, norm2: f64) -> bool {
        if self.is_overlap() {
            reach > 0.0
        } else {
            self.cutoff < FAR && reach > 0.0 && reach * reach / norm2 >= self.cutoff * self.cutoff
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// Distance; 0 if the bodies overlap, [`FAR`] if it exceeds the cutoff.
    pub dist: f64,
    /// The nearest points of both bodies, if they were computed.
    pub points: Option<[Vec3; 2]>,
    /// Vertices of the difference around or next to the origin.
    pub simplex: [Point; 4],
    /// Number of valid vertices.
    pub len: usize,
    /// Unit normal of a separating plane, from the first body to the second, if one was found. A search that finds
    /// none leaves it unchanged.
    pub apart: Vec3,
}

/// The outcome of a search.
enum End {
    /// A plane with this normal separates the bodies by more than the cutoff; zero if the search failed numerically.
    Separated(Vec3),
    /// The simplex is a tetrahedron that contains the origin.
    Inside,
    /// The nearest point is that of the simplex with these weights of its first vertices.
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

    /// Searches for the point of the difference that is nearest to the origin, starting at the centres of the bodies.
    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    pub(super) fn run<S: Simd>(&mut self, difference: &mut Difference<'_, '_, '_, S>, goal: &Goal) {
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

    /// Descends from a point `x` of the difference.
    #[expect(clippy::inline_always, reason = "its values stay in registers")]
    #[inline(always)]
    fn descend<S: Simd>(
        &mut self,
        difference: &mut Difference<'_, '_, '_, S>,
        goal: &Goal,
        mut x: Vec3,
    ) -> End {
        // for bodies with finitely many vertices, the search terminates exactly
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
            // QUIRK(gjk-tiny-distance): a distance that is treated as zero is reported as its square
            dist = norm2;
            if norm2 < MIN_VAL * MIN_VAL {
                break;
            }
            dist = norm2.sqrt();
            // the support point towards the origin is the newest vertex
            let dir = -(x * (1.0 / dist));
            let newest = difference.support(dir);
            let s = newest.gap;
            self.simplex[len] = newest;

            // no further gain, equation (1)
            if x.dot(x - s) < least_gain {
                len = if round == 0 { 1 } else { len };
                self.apart = dir;
                break;
            }
            // far enough apart, equation (2)
            if goal.is_beyond(x.dot(s), norm2) {
                return End::Separated(dir);
            }
            // only overlaps matter: continue from the first tetrahedron without nearest points
            if len == 3 && may_intersect {
                may_intersect = false;
                match intersect(&mut self.simplex, difference, &mut round, goal.iterations) {
                    Intersection::Inside => return End::Inside,
                    Intersection::Separated(dir) => return End::Separated(dir),
                    Intersection::Unknown => {}
                }
            }

            // the nearest point of the simplex, and the vertices it depends on
            let foot = nearest(&self.simplex, len, s);
            weights = foot.weights;
            len = self.retain(&mut weights);
            if len == 0 {
                return End::Separated(Vec3::ZERO);
            }
            // no progress: `x` is the nearest point
            let step = (foot.point - x).abs();
            if step.x < MIN_VAL && step.y < MIN_VAL && step.z < MIN_VAL {
                self.apart = dir;
                break;
            }
            // all four vertices are needed: the origin is inside
            x = foot.point;
            if len == 4 {
                dist = 0.0;
                break;
            }
            round += 1;
        }
        End::Nearest { weights, len, dist }
    }

    /// Moves the vertices with non-zero weight to the front, in order, and the weights with them; returns their number.
    #[inline]
    fn retain(&mut self, weights: &mut [f64; 4]) -> usize {
        let needed = weights.map(|weight| weight != 0.0);
        let len = needed.iter().map(|&kept| usize::from(kept)).sum();
        // in most cases they are already in place
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

    /// `Σ λᵢ pᵢ` over the valid vertices.
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
