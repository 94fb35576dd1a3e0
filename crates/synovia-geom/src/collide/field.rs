//! Signed distance fields against each other and against primitives.
//!
//! Let `A` and `B` be the distances of a point from both shapes; they overlap where `max(A, B) < 0`. From points
//! spread over the intersection of their bounding boxes, gradient descent first minimises a function that is small
//! where both are near,
//!
//! ```text
//! A + B + |max(A, B)|                                                                                   (1)
//! ```
//!
//! and then takes one step on `max(A, B)`, whose value is the distance. The normal of the contact is that of the
//! surface `A = B`,
//!
//! ```text
//! n = −(∇A/|∇A| − ∇B/|∇B|), normalised                                                                  (2)
//! ```
//!
//! A step `−α ∇f` starts at `α = 1` and is halved until the decrease is at least a tenth of what the gradient predicts.

use synovia_math::{MIN_VAL, Mat3, Pose, Quat, Vec3};

use super::{ContactPoint, MAX_CONTACTS, Manifold};
use crate::sdf::{Field, Reading};

/// The first step is half of this, in multiples of the gradient.
const FIRST_STEP: f64 = 2.0;
/// Minimum step.
const SHORTEST_STEP: f64 = 1e-4;
/// Sufficient fraction of the predicted decrease.
const ENOUGH: f64 = 0.1;
/// Gradients with larger components are invalid.
const HUGE: f64 = 1e10;

/// A field with its pose.
#[derive(Clone, Copy, Debug)]
pub struct PosedField<'a> {
    /// The field.
    pub field: Field<'a>,
    /// Its bounding box in its frame: centre, half sizes \[m\].
    pub aabb: &'a [f64; 6],
    /// Origin of its frame \[m\].
    pub pos: Vec3,
    /// Axes of its frame as columns.
    pub mat: &'a Mat3,
}

impl PosedField<'_> {
    fn pose(&self) -> Pose {
        Pose::new(self.pos, Quat::from_mat(self.mat))
    }

    /// The corners of the bounding box.
    fn corners(&self) -> impl Iterator<Item = Vec3> {
        let [x, y, z, h0, h1, h2] = *self.aabb;
        (0..8).map(move |k: usize| {
            let end = |bit: usize, c: f64, h: f64| if k & bit == 0 { c - h } else { c + h };
            Vec3::new(end(1, x, h0), end(2, y, h1), end(4, z, h2))
        })
    }
}

/// Extent of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldOptions {
    /// Number of starting points.
    #[doc(alias = "sdf_initpoints")]
    pub points: usize,
    /// Number of descent steps of each search.
    #[doc(alias = "sdf_iterations")]
    pub iterations: usize,
}

/// A rigid transform from one frame to another.
struct Motion {
    pos: Vec3,
    mat: Mat3,
}

impl Motion {
    /// From the first frame to the second.
    fn between(from: &Pose, to: &Pose) -> Self {
        let pose = to.inverse().compose(from);
        Self {
            pos: pose.pos,
            mat: pose.quat.to_mat(),
        }
    }

    fn apply(&self, x: Vec3) -> Vec3 {
        self.mat * x + self.pos
    }
}

/// Both fields as functions of a point in the frame of `near`.
struct Both<'a> {
    near: &'a Field<'a>,
    far: &'a Field<'a>,
    /// From the frame of `near` to the frame of `far`.
    motion: Motion,
}

/// A point with the readings of both fields.
#[derive(Clone, Copy)]
struct Probe {
    /// Position in the frame of the near field.
    x: Vec3,
    near: Reading,
    far: Reading,
}

impl Probe {
    /// A probe without a position.
    const NOWHERE: Self = Self {
        x: Vec3::ZERO,
        near: Reading::NONE,
        far: Reading::NONE,
    };

    /// The distances `A` and `B`.
    fn distances(&self) -> (f64, f64) {
        (self.near.distance, self.far.distance)
    }
}

/// The function to minimise.
#[derive(Clone, Copy)]
enum Goal {
    /// Equation (1).
    Meeting,
    /// `max(A, B)`.
    Overlap,
}

impl Goal {
    fn value(self, probe: &Probe) -> f64 {
        let (a, b) = probe.distances();
        match self {
            Self::Meeting => a + b + larger(a, b).abs(),
            Self::Overlap => larger(a, b),
        }
    }
}

/// The larger of two numbers; the second one if either is NaN.
#[inline]
fn larger(a: f64, b: f64) -> f64 {
    if a >= b { a } else { b }
}

impl Both<'_> {
    /// Moves a probe to a point.
    #[inline]
    fn put(&self, at: &mut Probe, x: Vec3) {
        at.x = x;
        self.near.update(x, &mut at.near);
        self.far.update(self.motion.apply(x), &mut at.far);
    }

    fn near_gradient(&self, at: &Probe) -> Vec3 {
        self.near.slope(at.x, &at.near)
    }

    fn far_gradient(&self, at: &Probe) -> Vec3 {
        let slope = self.far.slope(self.motion.apply(at.x), &at.far);
        self.motion.mat.transpose_mul(slope)
    }

    fn gradient(&self, goal: Goal, at: &Probe) -> Vec3 {
        let (a, b) = at.distances();
        match goal {
            Goal::Overlap if a > b => self.near_gradient(at),
            Goal::Overlap => self.far_gradient(at),
            Goal::Meeting => {
                let (near, far) = (self.near_gradient(at), self.far_gradient(at));
                let steeper = if a > b { near } else { far };
                near + far + steeper * if larger(a, b) > 0.0 { 1.0 } else { -1.0 }
            }
        }
    }

    /// Gradient descent from a point; returns the final value, or [`HUGE`] if the gradient is invalid.
    fn descend(&self, goal: Goal, at: &mut Probe, iterations: usize) -> f64 {
        let mut value = HUGE;
        for _ in 0..iterations {
            let slope = self.gradient(goal, at);
            let bad = |s: &f64| s.is_nan() || s.abs() > HUGE;
            if slope.to_array().iter().any(bad) {
                return HUGE;
            }
            // halve the step until the decrease is sufficient
            let (start, before) = (at.x, goal.value(at));
            let mut step = FIRST_STEP;
            let mut promised = -ENOUGH * step * slope.dot(slope);
            loop {
                step *= 0.5;
                promised *= 0.5;
                self.put(at, start + slope * -step);
                value = goal.value(at);
                let short = value - before > promised;
                if step <= SHORTEST_STEP || !short {
                    break;
                }
            }
            // no decrease: done
            if before < value {
                return value;
            }
        }
        value
    }

    /// The normal of the surface between both fields, equation (2) without the minus sign.
    fn between(&self, at: &Probe) -> Vec3 {
        let (near, far) = (self.near_gradient(at), self.far_gradient(at));
        (near.normalized() - far.normalized()).normalized()
    }
}

/// Number of starting points computed at compile time, which covers usual models.
const PREPARED: usize = 64;
/// Positions of the starting points in the unit cube.
const STARTS: [[f64; 3]; PREPARED] = {
    let (mut all, mut k) = ([[0.0; 3]; PREPARED], 0);
    while k < PREPARED {
        all[k] = start(k);
        k += 1;
    }
    all
};

/// Point `index` of the Halton sequence in the unit cube.
const fn start(index: usize) -> [f64; 3] {
    [spread(index, 2), spread(index, 3), spread(index, 5)]
}

/// Number `index` of the van der Corput sequence: the digits of `index` after the point, in reverse order.
#[doc(alias = "mju_Halton")]
pub const fn spread(mut index: usize, base: usize) -> f64 {
    let b = base as f64;
    let (mut digit, mut sum) = (1.0 / b, 0.0);
    while index > 0 {
        sum += digit * (index % base) as f64;
        digit /= b;
        index /= base;
    }
    sum
}

/// A field or a primitive, and a field.
#[doc(alias = "mjc_SDF")]
pub fn field_field(
    a: &PosedField<'_>,
    b: &PosedField<'_>,
    options: FieldOptions,
    out: &mut Manifold,
) {
    let (pose_a, pose_b) = (a.pose(), b.pose());
    let a_from_b = Motion::between(&pose_b, &pose_a);
    let b_from_a = Motion::between(&pose_a, &pose_b);
    let a_from_a = Motion::between(&pose_a, &pose_a);

    // the intersection of the bounding boxes, in the frame of the first shape
    let (mut min, mut max) = (Vec3::splat(HUGE), Vec3::splat(-HUGE));
    let (mut min_b, mut max_b) = (min, max);
    for (p, q) in a.corners().zip(b.corners()) {
        let q = a_from_b.apply(q);
        (min, max) = (min.min(p), max.max(p));
        (min_b, max_b) = (min_b.min(q), max_b.max(q));
    }
    let (low, high) = (min.max(min_b), max.min(max_b));
    if high.x < low.x || high.y < low.y || high.z < low.z {
        return;
    }

    // points are in the frame of the second shape from here on
    let both = Both {
        near: &b.field,
        far: &a.field,
        motion: a_from_b,
    };
    let mut known = [Vec3::ZERO; MAX_CONTACTS];
    let mut count = 0;
    for k in 0..options.points {
        let share = STARTS.get(k).copied().unwrap_or_else(|| start(k));
        let place = |axis: usize| low[axis] + (high[axis] - low[axis]) * share[axis];
        let x = b_from_a.apply(a_from_a.apply(Vec3::new(place(0), place(1), place(2))));
        let mut at = Probe::NOWHERE;
        both.put(&mut at, x);
        // equation (1), then one step on the overlap; the result is a contact if it is new and not separated
        both.descend(Goal::Meeting, &mut at, options.iterations);
        let dist = both.descend(Goal::Overlap, &mut at, 1);
        let x = at.x;
        let again = |p: &Vec3| x.distance(*p) < MIN_VAL;
        if dist.is_nan() || dist > 0.0 || known[..count].iter().any(again) || count == MAX_CONTACTS
        {
            continue;
        }
        known[count] = x;
        count += 1;
        // equation (2)
        let normal = pose_b.quat.rotate(-both.between(&at)).normalized();
        let pos = pose_b.quat.rotate(x) + b.pos + normal * (-dist / 2.0);
        out.push(ContactPoint {
            // order: a tangent is computed here and completed with the frames of all other contacts
            tangent: Mat3::frame_around(normal, Vec3::ZERO).row(1),
            ..ContactPoint::new(dist, pos, normal)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sdf::Implicit;

    const OPTIONS: FieldOptions = FieldOptions {
        points: 40,
        iterations: 10,
    };

    #[test]
    fn the_sequence_fills_the_interval() {
        let found: Vec<f64> = (0..6).map(|k| spread(k, 2)).collect();
        assert_eq!(found, [0.0, 0.5, 0.25, 0.75, 0.125, 0.625]);
        assert!((spread(5, 3) - 7.0 / 9.0).abs() < 1e-15);
    }

    #[test]
    fn two_spheres_touch_between_their_centres() {
        let aabb = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0];
        let ball = |x: f64| PosedField {
            field: Field::Sphere(Vec3::X),
            aabb: &aabb,
            pos: Vec3::new(x, 0.0, 0.0),
            mat: &Mat3::IDENTITY,
        };
        let mut out = Manifold::default();
        field_field(&ball(0.0), &ball(1.8), OPTIONS, &mut out);
        assert!(!out.is_empty());
        for contact in out.iter() {
            assert!(contact.dist <= 0.0 && contact.dist > -0.25);
            assert!(contact.normal.x > 0.8, "{contact:?}");
            assert!(contact.pos.x > 0.6 && contact.pos.x < 1.2);
        }
        let mut out = Manifold::default();
        field_field(&ball(0.0), &ball(2.1), OPTIONS, &mut out);
        assert!(out.is_empty());
    }

    /// A ball as an implicit shape.
    #[derive(Debug)]
    struct Ball;

    impl Implicit for Ball {
        fn distance(&self, p: Vec3) -> f64 {
            p.norm() - 1.0
        }

        fn aabb(&self) -> [f64; 6] {
            [0.0, 0.0, 0.0, 1.0, 1.0, 1.0]
        }
    }

    #[test]
    fn a_ball_by_code_touches_like_one_by_formula() {
        let aabb = Ball.aabb();
        let ball = |field, x: f64| PosedField {
            field,
            aabb: &aabb,
            pos: Vec3::new(x, 0.1, -0.2),
            mat: &Mat3::IDENTITY,
        };
        let [mut plain, mut coded] = [Manifold::default(), Manifold::default()];
        let first = ball(Field::Sphere(Vec3::X), 0.0);
        field_field(
            &first,
            &ball(Field::Sphere(Vec3::X), 1.8),
            OPTIONS,
            &mut plain,
        );
        field_field(
            &first,
            &ball(Field::Implicit(&Ball), 1.8),
            OPTIONS,
            &mut coded,
        );
        assert!(plain.len() > 10);
        assert_eq!(plain.len(), coded.len());
        for (a, b) in plain.iter().zip(coded.iter()) {
            // gradients are finite differences with a step of 1e-8
            assert!((a.dist - b.dist).abs() < 1e-6 && (a.normal - b.normal).norm() < 1e-6);
            assert!((b.tangent.dot(b.normal)).abs() < 1e-15);
        }
    }

    #[test]
    fn starting_points_beyond_the_prepared_ones_go_on() {
        assert_eq!(STARTS[63], start(63));
        assert_eq!(start(64), [1.0 / 128.0, spread(64, 3), spread(64, 5)]);
    }
}
