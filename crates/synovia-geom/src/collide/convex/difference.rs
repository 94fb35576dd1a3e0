//! The Minkowski difference of two bodies, given by its support function.
//!
//! ```text
//! A ⊖ B = { p − q : p in A, q in B },      s(u) = s_A(u) − s_B(−u)               (1)
//! ```
//!
//! The bodies overlap if the difference contains the origin. Their distance is that of the difference from the
//! origin; the penetration depth is the distance of the origin from the boundary of the difference. All searches use
//! only (1).

use synovia_math::fearless_simd::Simd;
use synovia_math::{MIN_VAL, Vec3};

use super::support::{Body, Point};

/// The Minkowski difference of two bodies, searched with the vector unit `simd`.
pub(super) struct Difference<'s, 'a, 'b, S> {
    pub simd: S,
    pub a: &'s mut Body<'a>,
    pub b: &'s mut Body<'b>,
}

impl<S: Simd> Difference<'_, '_, '_, S> {
    /// The support point of the difference along a unit vector, equation (1): the furthest point of `a` along `dir` minus
    /// the furthest of `b` along `−dir`.
    #[expect(clippy::inline_always, reason = "its values stay in registers")]
    #[inline(always)]
    pub(super) fn support(&mut self, dir: Vec3) -> Point {
        let on_a = self.a.support(self.simd, dir);
        let on_b = self.b.support(self.simd, -dir);
        Point {
            gap: on_a - on_b,
            a: on_a,
            b: on_b,
            corner: [self.a.corner, self.b.corner],
        }
    }

    /// The support point along a vector of length `norm`; along the first axis if the vector is too short to have a direction.
    #[expect(clippy::inline_always, reason = "its values stay in registers")]
    #[inline(always)]
    pub(super) fn support_along(&mut self, dir: Vec3, norm: f64) -> Point {
        let unit = if norm > MIN_VAL {
            Vec3::new(dir.x / norm, dir.y / norm, dir.z / norm)
        } else {
            Vec3::X
        };
        self.support(unit)
    }

    /// The support point as defined by portal refinement: the middle of all points that are equally far.
    #[inline]
    pub(super) fn support_middle(&mut self, dir: Vec3) -> Point {
        let a = self.a.support_middle(self.simd, dir);
        let b = self.b.support_middle(self.simd, -dir);
        Point {
            gap: a - b,
            a,
            b,
            ..Point::ZERO
        }
    }

    /// True if both bodies have finitely many vertices: then so has the difference, and a search terminates exactly.
    pub(super) fn is_discrete(&self) -> bool {
        self.a.is_discrete() && self.b.is_discrete()
    }
}
