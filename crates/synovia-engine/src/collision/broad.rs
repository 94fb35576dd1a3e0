//! Broad phase: sweep and prune over bounding spheres of bodies.
//!
//! The ball of a body is centred at the mean of its geoms and contains their bounding spheres with margins. It is inflated
//! by the skin `s` of the [neighbour list](super::neighbours), so that the result holds until a geom has moved farther. Two
//! bodies are near each other if
//!
//! ```text
//! |c₁ − c₂| ≤ f (R₁ + R₂ + 2s)                                                                           (1)
//! ```
//!
//! with `f = 1` if contact points are searched. If the [boxes](super::body_boxes) of the bodies decide, whose axes are not
//! known beforehand, `f = √3`: on one of three orthogonal axes the centres are at least `|c₁ − c₂|/√3` apart.
//!
//! Balls are sorted by their lower end on the axis of the largest spread; each is compared with those that begin before it
//! ends. Static bodies with a plane, and the world, are near everything and are not swept.

use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::id::BodyId;

use super::filter::{Filter, has_hierarchies};
use super::policy::{BOX_ROUNDING, RESERVED, WIDER};

/// A bounding sphere of a geom with its share of the margin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sphere {
    /// Centre, world frame.
    pub at: Vec3,
    /// Radius plus margin; infinite for a plane.
    pub reach: f64,
}

/// Parameters of a sweep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweep {
    /// Distance that geoms may move before the next sweep \[m\].
    pub skin: f64,
    /// True if overlaps of boxes decide.
    pub boxes: bool,
}

impl Sweep {
    /// Boxes reach farther than balls.
    fn factor(self) -> f64 {
        if self.boxes { 3.0_f64.sqrt() } else { 1.0 }
    }

    /// True if the balls of two bodies are within the skin, equation (1), with room for rounding.
    #[inline]
    fn are_near(self, model: &Model, one: &Ball, two: &Ball) -> bool {
        let trees = self.boxes && has_hierarchies(model, [one.body, two.body]);
        let wide = WIDER * if trees { self.factor() } else { 1.0 };
        let bound = wide * (one.radius + two.radius + 2.0 * self.skin);
        let rounding = BOX_ROUNDING * (one.center.norm() + two.center.norm() + bound);
        let reach = bound + rounding;
        let far = (one.center - two.center).norm_squared() > reach * reach;
        !far
    }
}

/// A ball around a body, and its interval on the axis of the sweep.
#[derive(Clone, Copy, Debug)]
struct Ball {
    /// Lower end on the axis of the sweep.
    low: f64,
    /// Upper end on the axis of the sweep.
    high: f64,
    /// Mean position of the geoms.
    center: Vec3,
    /// Radius of the sphere that contains all bounding spheres.
    radius: f64,
    /// The body.
    body: BodyId,
}

impl Ball {
    /// The ball around all geoms of a body; its interval is set by the sort.
    fn of_body(model: &Model, spheres: &[Sphere], b: BodyId) -> Self {
        let geoms = || model.body.geoms(b).map(|g| &spheres[g.index()]);
        let sum = geoms().fold(Vec3::ZERO, |sum, sphere| sum + sphere.at);
        let center = sum * (1.0 / geoms().count().max(1) as f64);
        let reach = |sphere: &Sphere| (sphere.at - center).norm() + sphere.reach.abs();
        // NaN is treated as infinite
        let larger = |most: f64, reach: f64| if reach <= most { most } else { reach };
        Self {
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
            center,
            radius: geoms().map(reach).fold(0.0, larger),
            body: b,
        }
    }
}

/// Two bodies in one number that sorts by the first, then by the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BodyPair(u64);

impl BodyPair {
    /// From two bodies in any order.
    #[inline]
    pub(super) fn new(b1: BodyId, b2: BodyId) -> Self {
        let (low, high) = (b1.min(b2), b1.max(b2));
        Self(((low.0 as u64) << 32) | high.0 as u64)
    }

    /// The bodies, the smaller id first.
    #[inline]
    pub(super) const fn bodies(self) -> [BodyId; 2] {
        [BodyId((self.0 >> 32) as i32), BodyId(self.0 as i32)]
    }
}

/// Memory and results of the broad phase.
#[derive(Clone, Debug, Default)]
pub(super) struct Broad {
    /// The balls of the bodies that are swept.
    balls: Vec<Ball>,
    /// Pairs of bodies that may be in contact and are near each other, sorted.
    pub pairs: Vec<BodyPair>,
}

impl Broad {
    /// Reserves memory for the results.
    pub(super) fn reserve(&mut self, filter: &Filter) {
        let count = filter.bodies.len();
        self.balls.clear();
        self.balls.reserve(count);
        self.pairs.clear();
        let most = (count * count.saturating_sub(1) / 2).min(RESERVED);
        self.pairs.reserve(filter.everywhere_pairs.len() + most);
    }

    /// Finds all pairs of bodies that may be in contact and are near each other.
    #[doc(alias = "mj_broadphase")]
    pub(super) fn find(
        &mut self,
        model: &Model,
        filter: &Filter,
        spheres: &[Sphere],
        sweep: Sweep,
    ) {
        let Self { balls, pairs } = self;
        // pairs with a body that is near everything, then those of the sweep
        pairs.clear();
        pairs.extend_from_slice(&filter.everywhere_pairs);
        balls.clear();
        let swept = filter.bodies.iter().filter(|&&b| !filter.is_everywhere(b));
        balls.extend(swept.map(|&b| Ball::of_body(model, spheres, b)));
        // the interval of a ball is as wide as the largest bound it may need
        let factor = sweep.factor();
        sort_along_widest(balls, WIDER * factor, sweep.skin);
        // compare each ball with those that begin before it ends
        for (k, one) in balls.iter().enumerate() {
            for two in &balls[k + 1..] {
                // sorted by lower ends: no later ball can overlap
                if two.low > one.high {
                    break;
                }
                if sweep.are_near(model, one, two) && filter.may_collide(model, one.body, two.body)
                {
                    pairs.push(BodyPair::new(one.body, two.body));
                }
            }
        }
        pairs.sort_unstable();
    }

    /// [`Broad::find`] for the pairs of which at least one body `moves`; all others are where they were in the last search.
    pub(super) fn find_moving(
        &mut self,
        model: &Model,
        filter: &Filter,
        spheres: &[Sphere],
        sweep: Sweep,
        moves: impl Fn(BodyId) -> bool,
    ) {
        let Self { balls, pairs } = self;
        pairs.clear();
        let everywhere = filter.everywhere_pairs.iter().copied();
        pairs.extend(everywhere.filter(|pair| pair.bodies().into_iter().any(&moves)));
        // the balls of the moving bodies, which are no longer sorted
        for ball in balls.iter_mut().filter(|ball| moves(ball.body)) {
            *ball = Ball::of_body(model, spheres, ball.body);
        }
        for one in balls.iter().filter(|ball| moves(ball.body)) {
            for two in &*balls {
                // two moving bodies are one pair
                let first = one.body < two.body || !moves(two.body);
                if first
                    && sweep.are_near(model, one, two)
                    && filter.may_collide(model, one.body, two.body)
                {
                    pairs.push(BodyPair::new(one.body, two.body));
                }
            }
        }
        pairs.sort_unstable();
    }
}

/// Sorts balls by their lower ends on the axis on which their centres have the largest spread.
fn sort_along_widest(balls: &mut [Ball], factor: f64, skin: f64) {
    let (mut min, mut max) = (Vec3::splat(f64::INFINITY), Vec3::splat(f64::NEG_INFINITY));
    // bounds of all centres
    for ball in &*balls {
        min = min.min(ball.center);
        max = max.max(ball.center);
    }
    let Vec3 { x, y, z } = max - min;
    // order of ties: x, then y
    let axis = if x >= y && x >= z {
        0
    } else if y >= z {
        1
    } else {
        2
    };
    // intervals with room for the skin and for rounding
    for ball in &mut *balls {
        let at = ball.center[axis];
        let half = factor * (ball.radius + skin);
        let half = half + BOX_ROUNDING * (ball.center.norm() + half);
        // a ball that is not finite covers the whole axis
        if (at - half).is_finite() && (at + half).is_finite() {
            (ball.low, ball.high) = (at - half, at + half);
        }
    }
    balls.sort_unstable_by(|one, two| one.low.total_cmp(&two.low));
}
