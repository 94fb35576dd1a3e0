//! Two capsules.
//!
//! Their segments are `p₁ + x₁a₁` and `p₂ + x₂a₂` with half axes `a` and `x ∈ [−1, 1]`. The squared distance of two
//! points is quadratic in `(x₁, x₂)` and stationary where
//!
//! ```text
//! ⎡ a₁·a₁  −a₁·a₂ ⎤ ⎡x₁⎤   ⎡ −a₁·d ⎤
//! ⎣−a₁·a₂   a₂·a₂ ⎦ ⎣x₂⎦ = ⎣  a₂·d ⎦,      d = p₁ − p₂                               (1)
//! ```
//!
//! A solution outside the square is moved to its border, where one unknown remains: row one of (1) gives `x₁` from
//! `x₂`, row two `x₂` from `x₁`. For parallel segments (1) is singular; then each end is tested against the other
//! segment in turn, until there are two contacts.

use synovia_math::{MIN_VAL, Vec3};

use super::sphere::{Ball, balls};
use super::{Manifold, Solid};

/// The system of equations (1).
struct Normal {
    /// `a₁·a₁`
    aa: f64,
    /// `−a₁·a₂`
    ab: f64,
    /// `a₂·a₂`
    bb: f64,
    /// `−a₁·d`
    u: f64,
    /// `a₂·d`
    v: f64,
}

impl Normal {
    /// Row one: the best `x₁` for a given `x₂` at an end, ±1.
    #[inline]
    fn first_at(&self, x2: f64) -> f64 {
        clip(self.u - x2 * self.ab, self.aa)
    }

    /// Row two: the best `x₂` for a given `x₁` at an end, ±1.
    #[inline]
    fn second_at(&self, x1: f64) -> f64 {
        clip(self.v - x1 * self.ab, self.bb)
    }
}

/// The quotient, clamped to the segment; 0, its middle, if the segment has no length.
#[inline]
fn clip(numerator: f64, denominator: f64) -> f64 {
    if denominator > 0.0 {
        (numerator / denominator).clamp(-1.0, 1.0)
    } else {
        0.0
    }
}

/// Two capsules: one contact, two if they are parallel.
#[doc(alias = "mjc_CapsuleCapsule")]
#[inline]
pub fn capsule_capsule(a: &Solid<'_>, b: &Solid<'_>, margin: f64, out: &mut Manifold) {
    let axis1 = a.mat.col(2) * a.size.y;
    let axis2 = b.mat.col(2) * b.size.y;
    let between = *a.pos - *b.pos;
    let normal = Normal {
        aa: axis1.dot(axis1),
        ab: -axis1.dot(axis2),
        bb: axis2.dot(axis2),
        u: -axis1.dot(between),
        v: axis2.dot(between),
    };
    let det = normal.aa * normal.bb - normal.ab * normal.ab;

    // parallel segments
    if det.abs() < MIN_VAL {
        parallel(a, b, &normal, margin, out);
        return;
    }
    // balls around the nearest points of both segments
    let (x1, x2) = nearest(&normal, det);
    let ball1 = Ball::of(a, axis1 * x1 + *a.pos);
    let ball2 = Ball::of(b, axis2 * x2 + *b.pos);
    if let Some(contact) = balls(&ball1, &ball2, margin) {
        out.push(contact);
    }
}

/// Parallel capsules: ends of the first, then of the second, until there are two contacts.
fn parallel(a: &Solid<'_>, b: &Solid<'_>, normal: &Normal, margin: f64, out: &mut Manifold) {
    let axis1 = a.mat.col(2) * a.size.y;
    let axis2 = b.mat.col(2) * b.size.y;
    let mut contact = |point1: Vec3, point2: Vec3| {
        let found = balls(&Ball::of(a, point1), &Ball::of(b, point2), margin);
        found.is_some_and(|contact| out.push(contact))
    };

    let mut count = 0;
    for (end, x1) in [(*a.pos + axis1, 1.0), (*a.pos - axis1, -1.0)] {
        let x2 = normal.second_at(x1);
        count += usize::from(contact(end, axis2 * x2 + *b.pos));
    }
    for (end, x2) in [(*b.pos + axis2, 1.0), (*b.pos - axis2, -1.0)] {
        if count >= 2 {
            return;
        }
        let x1 = normal.first_at(x2);
        count += usize::from(contact(axis1 * x1 + *a.pos, end));
    }
}

/// The nearest points of segments that are not parallel.
///
/// The limits are constants behind branches, so that the code after them does not wait for the division.
#[inline]
fn nearest(normal: &Normal, det: f64) -> (f64, f64) {
    let Normal { aa, ab, bb, u, v } = *normal;
    let mut x1 = (bb * u - ab * v) / det;
    let mut x2 = (aa * v - ab * u) / det;
    if x1 > 1.0 {
        x1 = 1.0;
        x2 = (v - ab) / bb;
    } else if x1 < -1.0 {
        x1 = -1.0;
        x2 = (v + ab) / bb;
    }
    if x2 > 1.0 {
        (normal.first_at(1.0), 1.0)
    } else if x2 < -1.0 {
        (normal.first_at(-1.0), -1.0)
    } else {
        (x1, x2)
    }
}
