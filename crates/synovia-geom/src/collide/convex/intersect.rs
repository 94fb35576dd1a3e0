//! The GJK intersection test: whether a convex set contains the origin, by tetrahedra with vertices on its boundary.
//!
//! In a tetrahedron without the origin, the facet that the origin is furthest outside of is kept, and the opposite vertex is
//! replaced by the support point `s` along its outer normal `n`. If `n·s < 0`, `n` is a separating direction; if the origin is
//! inside of all four facets, the tetrahedron contains it.
//!
//! Nothing guarantees termination, so it shares the iteration limit of the GJK search that it is part of.

use synovia_math::Vec3;

use super::difference::Difference;
use super::gjk::FAR;
use super::policy::NORMAL_BOUNDS;
use super::support::Point;

/// The result of an intersection test.
pub(super) enum Intersection {
    /// The tetrahedron contains the origin.
    Inside,
    /// The normal of a plane between the origin and the set.
    Separated(Vec3),
    /// A facet without a normal, or no iteration left.
    Unknown,
}

/// Corners of the facets opposite to each corner of a tetrahedron, all of one orientation.
const FACETS: [[usize; 3]; 4] = facets();

const fn facets() -> [[usize; 3]; 4] {
    let mut facets = [[0; 3]; 4];
    let mut opposite = 0;
    while opposite < 4 {
        // the others in order; the orientation of that alternates, as in the boundary of a simplex
        let mut k = 0;
        while k < 3 {
            facets[opposite][k] = k + (k >= opposite) as usize;
            k += 1;
        }
        if opposite % 2 == 0 {
            let [p, q, r] = facets[opposite];
            facets[opposite] = [q, p, r];
        }
        opposite += 1;
    }
    facets
}

/// Moves the tetrahedron of `corners` until it contains the origin, or a plane separates the origin from the difference. If
/// neither is found, the corners are restored; `round` counts the iterations.
pub(super) fn intersect(
    corners: &mut [Point; 4],
    difference: &mut Difference<'_, '_, '_>,
    round: &mut usize,
    iterations: usize,
) -> Intersection {
    let before = *corners;
    let tetrahedron = corners;
    while *round < iterations {
        let facet = |opposite: usize| {
            let [p, q, r] = FACETS[opposite];
            Facet::of(tetrahedron[p].gap, tetrahedron[q].gap, tetrahedron[r].gap)
        };
        let facets = [facet(0), facet(1), facet(2), facet(3)];
        // a facet through the origin is on no side of it
        if facets.iter().any(|facet| facet.height == 0.0) {
            break;
        }
        // the last of equals
        let lower = |p: usize, q: usize| {
            if facets[p].height < facets[q].height {
                p
            } else {
                q
            }
        };
        let worst = lower(lower(0, 1), lower(2, 3));
        let Facet { height, normal } = facets[worst];
        if height > 0.0 {
            return Intersection::Inside;
        }

        let corner = difference.support(normal);
        if normal.dot(corner.gap) < 0.0 {
            return Intersection::Separated(normal);
        }
        tetrahedron[worst] = corner;
        // the new corner is on the other side of the facet: two of its corners change places
        tetrahedron.swap((worst + 1) % 4, (worst + 2) % 4);
        *round += 1;
    }
    *tetrahedron = before;
    Intersection::Unknown
}

/// The plane of a facet.
struct Facet {
    /// How far it is from the origin along the normal; a facet too small or too large for a normal is far away.
    height: f64,
    /// Unit normal, outward.
    normal: Vec3,
}

impl Facet {
    #[inline]
    fn of(p: Vec3, q: Vec3, r: Vec3) -> Self {
        let normal = (r - p).cross(q - p);
        let norm2 = normal.norm_squared();
        if norm2 > NORMAL_BOUNDS.start && norm2 < NORMAL_BOUNDS.end {
            let normal = normal * (1.0 / norm2.sqrt());
            let height = normal.dot(p);
            Self { height, normal }
        } else {
            let height = FAR;
            Self { height, normal }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_facets_look_outward_or_all_inward() {
        let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        let sides = [0, 1, 2, 3].map(|opposite| {
            let [p, q, r] = FACETS[opposite].map(|k| corners[k]);
            (q - p).cross(r - p).dot(corners[opposite] - p) > 0.0
        });
        assert!(sides == [true; 4] || sides == [false; 4]);
        for (opposite, facet) in FACETS.iter().enumerate() {
            assert!(!facet.contains(&opposite));
        }
    }
}
