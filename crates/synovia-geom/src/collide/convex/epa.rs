//! How deep two bodies overlap: the expanding polytope algorithm.
//!
//! The depth is the distance of the origin from the boundary of the difference of the bodies. The nearest face of an
//! inner polytope bounds it from below, the support along the normal of that face from above:
//!
//! ```text
//! lower = |v|,      upper = v·w / |v|,      w = s(v)                             (1)
//! ```
//!
//! with `v` the origin projected on the face. Until the bounds meet, `w` becomes a corner: the faces it sees are replaced
//! by the cone from `w` to their horizon.
//!
//! Bergen, *Proximity queries and penetration depth computation on 3D game objects* (2001).

use synovia_math::{MIN_VAL, Vec3};

use super::polytope::{Face, Polytope};
use super::support::{Body, Point};

/// Grows the polytope until its nearest face lies on the boundary; that face, or nothing if the numbers give out.
pub(super) fn expand(
    polytope: &mut Polytope,
    a: &mut Body<'_>,
    b: &mut Body<'_>,
    tolerance: f64,
    iterations: usize,
    max_faces: usize,
) -> Option<Face> {
    let discrete = a.is_discrete() && b.is_discrete();
    let tolerance = if discrete { MIN_VAL } else { tolerance };
    let mut upper = f64::MAX;
    let mut upper2 = f64::MAX;
    let mut found: Option<usize> = None;

    for _ in 0..iterations {
        // no nearer face than the one before: that is it
        let Some((face, lower2)) = polytope.nearest_face() else {
            break;
        };
        if lower2 > upper2 {
            break;
        }
        found = Some(face);
        if lower2 <= 0.0 {
            break;
        }

        // bounds, equation (1)
        let lower = lower2.sqrt();
        let normal = polytope.faces[face].nearest;
        let unit = if lower > MIN_VAL {
            Vec3::new(normal.x / lower, normal.y / lower, normal.z / lower)
        } else {
            Vec3::X
        };
        let w = Point::support(a, b, unit);
        polytope.corners.push(w);
        let bound = normal.dot(w.gap) / lower;
        if bound < upper {
            upper = bound;
            upper2 = upper * upper;
        }
        if upper - lower < tolerance {
            break;
        }

        // a corner that is there already: nothing lies beyond
        if discrete && polytope.has_before(w.corner) {
            break;
        }

        polytope.find_horizon(face, w.gap);
        let edges = polytope.horizon_len();
        if edges < 3 {
            return None;
        }
        if polytope.faces.len() + edges > max_faces {
            break;
        }

        // the cone from the new corner to the horizon
        if !polytope.attach_cone(w.gap, lower2, upper2) {
            return None;
        }
        if polytope.is_closed() {
            break;
        }
    }
    found.map(|face| polytope.faces[face])
}
