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

use synovia_math::MIN_VAL;

use super::polytope::{Face, Polytope};
use super::support::Body;

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
        polytope.push_support(a, b, normal, lower);
        let (w, before) = polytope.corners.split_last()?;
        let seen_from = w.gap;
        let bound = normal.dot(seen_from) / lower;
        if bound < upper {
            upper = bound;
            upper2 = upper * upper;
        }
        if upper - lower < tolerance {
            break;
        }

        // a corner that is there already: nothing lies beyond
        if discrete && before.iter().any(|corner| corner.corner == w.corner) {
            break;
        }

        polytope.find_horizon(face, seen_from);
        let edges = polytope.horizon.len();
        if edges < 3 {
            return None;
        }
        if polytope.faces.len() + edges > max_faces {
            break;
        }

        // the cone from the new corner to the horizon; a face that cannot be the nearest need not be looked at again
        let first = polytope.attach_cone();
        for face in first..polytope.faces.len() {
            let dist2 = polytope.faces[face].dist2;
            if dist2 == 0.0 {
                return None;
            }
            if dist2 >= lower2 && dist2 <= upper2 {
                polytope.open_face(face);
            }
        }
        if polytope.is_closed() {
            break;
        }
    }
    found.map(|face| polytope.faces[face])
}
