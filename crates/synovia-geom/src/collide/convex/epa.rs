//! Penetration depth of two bodies: the expanding polytope algorithm (EPA).
//!
//! The depth is the distance of the origin from the boundary of the Minkowski difference of the bodies. Let `v` be
//! the projection of the origin onto the nearest face of a polytope inside the difference, and `w` the support point
//! along `v`; then
//!
//! ```text
//! lower = |v|   ≤   depth   ≤   v·w / |v| = upper                               (1)
//! ```
//!
//! While the bounds differ, `w` is beyond the face and becomes a vertex of the polytope.
//!
//! G. van den Bergen, *Proximity queries and penetration depth computation on 3D game objects*, Game Developers Conference
//! 2001; *Collision detection in interactive 3D environments* (2003), section 4.3.8.

use synovia_math::MIN_VAL;
use synovia_math::fearless_simd::Simd;

use super::difference::Difference;
use super::polytope::{Bounds, Face, Polytope};

/// Termination criteria of an expansion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Largest difference of the bounds of the depth.
    pub tolerance: f64,
    pub iterations: usize,
    pub faces: usize,
}

/// The outcome of moving the nearest face outward.
enum Step {
    /// The polytope has grown.
    Grown,
    /// The face is on the boundary, or the limit of faces is reached.
    Final,
    /// Rounding has made the polytope inconsistent.
    Torn,
}

/// Upper bounds of the depth so far, with the criteria for reaching them.
struct Expansion {
    upper: f64,
    upper2: f64,
    tolerance: f64,
    discrete: bool,
    max_faces: usize,
}

/// Expands a polytope around the origin until its nearest face is on the boundary of the difference. Returns that
/// face, or the best one when the iterations ended; `None` if the polytope became inconsistent by rounding.
#[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
#[inline(always)]
pub(super) fn expand<S: Simd>(
    polytope: &mut Polytope,
    difference: &mut Difference<'_, '_, '_, S>,
    limits: &Limits,
) -> Option<Face> {
    let discrete = difference.is_discrete();
    let mut expansion = Expansion {
        upper: f64::MAX,
        upper2: f64::MAX,
        tolerance: if discrete { MIN_VAL } else { limits.tolerance },
        discrete,
        max_faces: limits.faces,
    };
    let mut found = None;
    for _ in 0..limits.iterations {
        let Some((face, lower2)) = polytope.candidates.nearest() else {
            break;
        };
        // all other faces are beyond the upper bound
        if lower2 > expansion.upper2 {
            break;
        }
        found = Some(face);
        if lower2 <= 0.0 {
            break;
        }
        match expansion.advance(polytope, difference, face, lower2) {
            Step::Grown => {}
            Step::Final => break,
            Step::Torn => return None,
        }
    }
    found.map(|face| polytope.faces[face])
}

impl Expansion {
    /// Moves the boundary beyond a face with squared distance `lower2`, if the difference extends beyond it.
    #[expect(clippy::inline_always, reason = "its values stay in registers")]
    #[inline(always)]
    fn advance<S: Simd>(
        &mut self,
        polytope: &mut Polytope,
        difference: &mut Difference<'_, '_, '_, S>,
        face: usize,
        lower2: f64,
    ) -> Step {
        // both bounds of equation (1)
        let lower = lower2.sqrt();
        let v = polytope.faces[face].nearest;
        let w = difference.support_along(v, lower);
        polytope.corners.push(w);
        let reach = v.dot(w.gap) / lower;
        if reach < self.upper {
            self.upper = reach;
            self.upper2 = reach * reach;
        }
        if self.upper - lower < self.tolerance {
            return Step::Final;
        }
        // the vertex is already part of the polytope: nothing is beyond the face
        if self.discrete && polytope.has_before(w.corner) {
            return Step::Final;
        }

        // the faces visible from `w` are replaced by a cone
        let edges = polytope.remove_cap(face, w.gap);
        if edges < 3 {
            return Step::Torn;
        }
        if polytope.faces.len() + edges > self.max_faces {
            return Step::Final;
        }
        let bounds = Bounds {
            lower2,
            upper2: self.upper2,
        };
        if !polytope.close_cone(difference.simd, bounds) {
            return Step::Torn;
        }
        if polytope.candidates.is_empty() {
            return Step::Final;
        }
        Step::Grown
    }
}
