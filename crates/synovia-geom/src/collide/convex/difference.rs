//! The Minkowski difference of two bodies, known by its support map.
//!
//! ```text
//! A ⊖ B = { p − q : p in A, q in B },      s(u) = s_A(u) − s_B(−u)               (1)
//! ```
//!
//! The bodies overlap if the difference holds the origin. Their distance is that of the difference from the origin, the
//! depth of an overlap that of the origin from the boundary of the difference: every search here asks (1) and nothing else.

use synovia_math::{MIN_VAL, Vec3};

use super::support::{Body, Point};

/// Two bodies, taken as the set of all differences of their points.
pub(super) struct Difference<'s, 'a, 'b> {
    pub a: &'s mut Body<'a>,
    pub b: &'s mut Body<'b>,
}

impl Difference<'_, '_, '_> {
    /// The point of the difference that lies furthest along a unit vector, equation (1).
    #[expect(clippy::inline_always, reason = "its numbers stay in registers")]
    #[inline(always)]
    pub(super) fn support(&mut self, dir: Vec3) -> Point {
        Point::support(self.a, self.b, dir)
    }

    /// The same along a vector of length `norm`; along the first axis if that is too short to have a direction.
    #[expect(clippy::inline_always, reason = "its numbers stay in registers")]
    #[inline(always)]
    pub(super) fn support_along(&mut self, dir: Vec3, norm: f64) -> Point {
        let unit = if norm > MIN_VAL {
            Vec3::new(dir.x / norm, dir.y / norm, dir.z / norm)
        } else {
            Vec3::X
        };
        self.support(unit)
    }

    /// The furthest point as the search by portals takes it: in the middle of what is equally far.
    #[inline]
    pub(super) fn support_middle(&mut self, dir: Vec3) -> Point {
        let (a, b) = (self.a.support_middle(dir), self.b.support_middle(-dir));
        Point {
            gap: a - b,
            a,
            b,
            ..Point::ZERO
        }
    }

    /// True if both bodies have finitely many corners: then so has the difference, and a search ends exactly.
    pub(super) fn is_discrete(&self) -> bool {
        self.a.is_discrete() && self.b.is_discrete()
    }
}
