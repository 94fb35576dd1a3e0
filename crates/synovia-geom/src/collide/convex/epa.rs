//! How deep two bodies overlap: the expanding polytope algorithm.
//!
//! The depth is the distance of the origin from the boundary of the difference of the bodies. With `v` the origin projected
//! on the nearest face of a polytope inside, and `w` the support along `v`,
//!
//! ```text
//! lower = |v|   ≤   depth   ≤   v·w / |v| = upper                               (1)
//! ```
//!
//! While the bounds differ, `w` lies beyond the face and becomes a corner of the polytope.
//!
//! G. van den Bergen, *Proximity queries and penetration depth computation on 3D game objects*, Game Developers Conference
//! 2001; *Collision detection in interactive 3D environments* (2003), section 4.3.8.

use synovia_math::MIN_VAL;

use super::difference::Difference;
use super::polytope::{Bounds, Face, Polytope};

/// When an expansion ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The bounds of the depth may differ by this much.
    pub tolerance: f64,
    pub iterations: usize,
    pub faces: usize,
}

/// How an attempt to move the nearest face outward ended.
enum Step {
    /// The polytope has grown.
    Grown,
    /// The face is on the boundary, or there is no room to go on.
    Final,
    /// Rounding has torn the polytope.
    Torn,
}

/// Upper bounds of the depth so far, and what counts as reaching them.
struct Expansion {
    upper: f64,
    upper2: f64,
    tolerance: f64,
    discrete: bool,
    max_faces: usize,
}

/// Expands a polytope around the origin until its nearest face lies on the boundary of the difference. Returns that face,
/// or the best there was when the iterations ended; nothing if the polytope was torn by rounding.
pub(super) fn expand(
    polytope: &mut Polytope,
    difference: &mut Difference<'_, '_, '_>,
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
        // all others are beyond what the last one reached
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
    /// Moves the boundary beyond a face, whose squared distance is `lower2`, if there is anything beyond it.
    #[expect(clippy::inline_always, reason = "its numbers stay in registers")]
    #[inline(always)]
    fn advance(
        &mut self,
        polytope: &mut Polytope,
        difference: &mut Difference<'_, '_, '_>,
        face: usize,
        lower2: f64,
    ) -> Step {
        // equation (1)
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
        // a corner that is there already: nothing lies beyond
        if self.discrete && polytope.has_before(w.corner) {
            return Step::Final;
        }

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
        if !polytope.close_cone(w.gap, bounds) {
            return Step::Torn;
        }
        if polytope.candidates.is_empty() {
            return Step::Final;
        }
        Step::Grown
    }
}
