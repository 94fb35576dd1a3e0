//! Overlap test: whether a convex set contains the origin, by a sequence of tetrahedra with vertices on its boundary.
//!
//! If a tetrahedron does not contain the origin, the facet that the origin is furthest outside of is kept, and the
//! opposite vertex is replaced by the support point along its outward normal `n`. If the support point does not reach
//! the origin, `n·s < 0`, the plane with normal `n` separates; if the origin is behind all four facets, the
//! tetrahedron contains it.
//!
//! The sequence is not guaranteed to end, so it shares the iteration limit of the search that it belongs to.

use synovia_math::Vec3;
use synovia_math::fearless_simd::Simd;

use super::difference::Difference;
use super::gjk::FAR;
use super::policy::NORMAL_BOUNDS;
use super::support::Point;

/// The outcome of the test.
pub(super) enum Intersection {
    /// The tetrahedron contains the origin.
    Inside,
    /// The normal of a plane that separates the origin from the set.
    Separated(Vec3),
    /// A facet without a reliable normal, or no iteration left.
    Unknown,
}

/// Vertices of the facet opposite each vertex of a tetrahedron, all with the same orientation.
const FACETS: [[usize; 3]; 4] = facets();

const fn facets() -> [[usize; 3]; 4] {
    let mut facets = [[0; 3]; 4];
    let mut opposite = 0;
    while opposite < 4 {
        // the other vertices in order; the orientation of that alternates, as in the boundary of a simplex
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

/// Iterates until the tetrahedron of `corners` contains the origin, or a plane separates it from the difference. If
/// neither was found, the vertices are unchanged at the end; `round` counts the iterations.
#[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
#[inline(always)]
pub(super) fn intersect<S: Simd>(
    corners: &mut [Point; 4],
    difference: &mut Difference<'_, '_, '_, S>,
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
        // a facet whose plane contains the origin has no side for it
        if facets.iter().any(|facet| facet.height == 0.0) {
            break;
        }
        // the last of equals wins
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
        // the new vertex is on the other side of the facet: exchanging two vertices restores the orientation
        tetrahedron.swap((worst + 1) % 4, (worst + 2) % 4);
        *round += 1;
    }
    *tetrahedron = before;
    Intersection::Unknown
}

/// The plane of a facet.
struct Facet {
    /// Distance from the origin along the normal; a facet too small or too large for a reliable normal is infinitely far.
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
