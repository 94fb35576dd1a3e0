//! Signed distance fields against each other and against simple shapes.
//!
//! With the distances `A` and `B` of a point from both shapes, they overlap where `max(A, B) < 0`. From points spread over
//! the common part of their bounding boxes one walks downhill: first on a function that is small where both are near,
//!
//! ```text
//! A + B + |max(A, B)|                                                                                   (1)
//! ```
//!
//! then one step on `max(A, B)`, whose value is the distance. A contact has the normal of the surface `A = B` there,
//!
//! ```text
//! n = −(∇A/|∇A| − ∇B/|∇B|), normalised                                                                  (2)
//! ```
//!
//! A step `−α ∇f` starts at `α = 1` and is halved until the decrease is at least a tenth of what the slope promises.

use synovia_math::{MIN_VAL, Mat3, Pose, Quat, Vec3};

use super::{ContactPoint, MAX_CONTACTS, Manifold};
use crate::sdf::{OctreeView, shape, slope};

/// The first step is half of this, in gradients.
const FIRST_STEP: f64 = 2.0;
/// Shorter steps are not tried.
const SHORTEST_STEP: f64 = 1e-4;
/// Part of the promised decrease that is enough.
const ENOUGH: f64 = 0.1;
/// Larger numbers are no gradients.
const HUGE: f64 = 1e10;

/// What has a signed distance everywhere.
#[derive(Clone, Copy, Debug)]
pub enum Field<'a> {
    /// Values on an octree.
    Octree(OctreeView<'a>),
    /// Radius in `x`.
    Sphere(Vec3),
    /// Radius in `x`, half length in `y`.
    Capsule(Vec3),
    /// Radii.
    Ellipsoid(Vec3),
    /// Radius in `x`, half height in `y`.
    Cylinder(Vec3),
    /// Half sizes.
    Box(Vec3),
}

impl Field<'_> {
    fn distance(&self, p: Vec3) -> f64 {
        match self {
            Self::Octree(tree) => tree.distance(p),
            Self::Sphere(size) => shape::sphere(*size, p),
            Self::Capsule(size) => shape::capsule(*size, p),
            Self::Ellipsoid(size) => shape::ellipsoid(*size, p),
            Self::Cylinder(size) => shape::cylinder(*size, p),
            Self::Box(size) => shape::cuboid(*size, p),
        }
    }

    fn gradient(&self, p: Vec3) -> Vec3 {
        match self {
            Self::Octree(tree) => tree.gradient(p),
            Self::Sphere(size) => slope::sphere(*size, p),
            Self::Capsule(size) => slope::capsule(*size, p),
            Self::Ellipsoid(size) => slope::ellipsoid(*size, p),
            Self::Cylinder(size) => slope::cylinder(*size, p),
            Self::Box(size) => slope::cuboid(*size, p),
        }
    }
}

/// A field in place.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// What it is.
    pub field: Field<'a>,
    /// Its bounding box in its frame: centre, half sizes \[m\].
    pub aabb: &'a [f64; 6],
    /// Where its frame is \[m\].
    pub pos: Vec3,
    /// Axes of its frame as columns.
    pub mat: &'a Mat3,
}

impl Placed<'_> {
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

/// How much is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldOptions {
    /// Points from which a search starts.
    #[doc(alias = "sdf_initpoints")]
    pub points: usize,
    /// Steps of each search.
    #[doc(alias = "sdf_iterations")]
    pub iterations: usize,
}

/// A map from one frame to another.
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

/// Both fields as functions of a point in the frame of one of them.
struct Both<'a> {
    near: &'a Field<'a>,
    far: &'a Field<'a>,
    /// To the frame of `far`.
    motion: Motion,
}

/// What is made small.
#[derive(Clone, Copy)]
enum Goal {
    /// Equation (1).
    Meeting,
    /// `max(A, B)`.
    Overlap,
}

impl Both<'_> {
    fn distances(&self, x: Vec3) -> (f64, f64) {
        let y = self.motion.apply(x);
        (self.near.distance(x), self.far.distance(y))
    }

    fn near_gradient(&self, x: Vec3) -> Vec3 {
        self.near.gradient(x)
    }

    fn far_gradient(&self, x: Vec3) -> Vec3 {
        (self.motion.mat).transpose_mul(self.far.gradient(self.motion.apply(x)))
    }

    fn value(&self, goal: Goal, x: Vec3) -> f64 {
        let (a, b) = self.distances(x);
        match goal {
            Goal::Meeting => a + b + a.max(b).abs(),
            Goal::Overlap => a.max(b),
        }
    }

    fn gradient(&self, goal: Goal, x: Vec3) -> Vec3 {
        let (a, b) = self.distances(x);
        match goal {
            Goal::Overlap if a > b => self.near_gradient(x),
            Goal::Overlap => self.far_gradient(x),
            Goal::Meeting => {
                let (near, far) = (self.near_gradient(x), self.far_gradient(x));
                let larger = if a > b { near } else { far };
                near + far + larger * if a.max(b) > 0.0 { 1.0 } else { -1.0 }
            }
        }
    }

    /// Walks downhill from `x` and returns the value where it ends; huge if there is no slope.
    fn descend(&self, goal: Goal, x: &mut Vec3, iterations: usize) -> f64 {
        let mut value = HUGE;
        for _ in 0..iterations {
            let slope = self.gradient(goal, *x);
            let bad = |s: &f64| s.is_nan() || s.abs() > HUGE;
            if slope.to_array().iter().any(bad) {
                return HUGE;
            }
            let (start, before) = (*x, self.value(goal, *x));
            let mut step = FIRST_STEP;
            let mut promised = -ENOUGH * step * slope.dot(slope);
            loop {
                step *= 0.5;
                promised *= 0.5;
                *x = start + slope * -step;
                value = self.value(goal, *x);
                let enough = value - before <= promised || value.is_nan();
                if step <= SHORTEST_STEP || enough {
                    break;
                }
            }
            if before < value {
                return value;
            }
        }
        value
    }

    /// The normal of the surface between both, equation (2), without its sign.
    fn between(&self, x: Vec3) -> Vec3 {
        let (near, far) = (self.near_gradient(x), self.far_gradient(x));
        (near.normalized() - far.normalized()).normalized()
    }
}

/// Number `index` of the sequence of van der Corput: its digits behind the point, in reverse order.
#[doc(alias = "mju_Halton")]
fn spread(mut index: usize, base: usize) -> f64 {
    let b = base as f64;
    let (mut digit, mut sum) = (1.0 / b, 0.0);
    while index > 0 {
        sum += digit * (index % base) as f64;
        digit /= b;
        index /= base;
    }
    sum
}

/// A field, or a simple shape, and a field.
#[doc(alias = "mjc_SDF")]
pub fn field_field(a: &Placed<'_>, b: &Placed<'_>, options: FieldOptions, out: &mut Manifold) {
    let (pose_a, pose_b) = (a.pose(), b.pose());
    let a_from_b = Motion::between(&pose_b, &pose_a);
    let b_from_a = Motion::between(&pose_a, &pose_b);
    let a_from_a = Motion::between(&pose_a, &pose_a);

    // the common part of the bounding boxes, in the frame of the first
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

    let both = Both {
        near: &b.field,
        far: &a.field,
        motion: a_from_b,
    };
    let mut known = [Vec3::ZERO; MAX_CONTACTS];
    let mut count = 0;
    for k in 0..options.points {
        let at = |axis: usize, base| low[axis] + (high[axis] - low[axis]) * spread(k, base);
        let start = Vec3::new(at(0, 2), at(1, 3), at(2, 5));
        let mut x = b_from_a.apply(a_from_a.apply(start));
        both.descend(Goal::Meeting, &mut x, options.iterations);
        let dist = both.descend(Goal::Overlap, &mut x, 1);
        let again = |p: &Vec3| x.distance(*p) < MIN_VAL;
        if dist.is_nan() || dist > 0.0 || known[..count].iter().any(again) || count == MAX_CONTACTS
        {
            continue;
        }
        known[count] = x;
        count += 1;
        let normal = pose_b.quat.rotate(-both.between(x)).normalized();
        let pos = pose_b.quat.rotate(x) + b.pos + normal * (-dist / 2.0);
        out.push(ContactPoint::new(dist, pos, normal));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let ball = |x: f64| Placed {
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
}
