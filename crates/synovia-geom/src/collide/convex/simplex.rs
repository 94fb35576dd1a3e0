//! The point of a simplex nearest to the origin, by signed volumes.
//!
//! Let `p` be the projection of the origin onto the affine hull of the vertices `s₁ … sₙ`. Its weights follow from cofactors,
//!
//! ```text
//! Σ λᵢ sᵢ = p,    Σ λᵢ = 1,    λᵢ = Cᵢ / M,    M = Σ Cᵢ                          (1)
//! ```
//!
//! where `M` is the volume of the simplex and `Cᵢ` that of the simplex with `sᵢ` replaced by `p`. If all `Cᵢ` have
//! the sign of `M`, `p` is inside and is the result. Otherwise the nearest point is on a facet opposite a vertex
//! whose `Cᵢ` has the other sign: the same problem in one dimension less. All such facets are tested; the nearest
//! point wins.
//!
//! | simplex     | projection `p`      | volumes in (1)                                                    |
//! |-------------|---------------------|-------------------------------------------------------------------|
//! | tetrahedron | the origin itself   | cofactors of the four vertices                                    |
//! | triangle    | origin on its plane | areas, in the coordinate plane in which its projection is largest |
//! | segment     | origin on its line  | lengths, on the coordinate axis along which it is longest         |
//!
//! M. Montanari, N. Petrinic and E. Barbieri, *Improving the GJK algorithm for faster and more reliable distance queries
//! between two convex objects*, ACM Transactions on Graphics 36 (2017).
//!
//! The orders of sums and products are those of the reference, see [`policy`](super::policy).

use synovia_math::Vec3;

use super::affine::{Volumes, areas, combine, origin_on_plane, volume};
use super::support::Point;

/// A point of a simplex with `N` vertices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foot<const N: usize> {
    /// Weights of the vertices; 0 for vertices that do not contribute.
    pub weights: [f64; N],
    pub point: Vec3,
}

/// A simplex with `N` vertices, in the order in which they were found.
trait Simplex<const N: usize> {
    fn corners(&self) -> [Vec3; N];

    /// Volumes with each vertex replaced by the projected origin; `None` if the simplex is flat.
    fn volumes(&self) -> Option<Volumes<N>>;

    /// The nearest point of the facet opposite a vertex.
    fn on_facet(&self, opposite: usize) -> Foot<N>;

    /// The nearest point of the facets opposite the vertices that are not `inside`.
    fn on_facets(&self, inside: [bool; N]) -> Foot<N>;
}

/// The nearest point of the facets tested so far.
struct Best<const N: usize> {
    foot: Foot<N>,
    dist2: f64,
}

impl<const N: usize> Best<N> {
    const NONE: Self = Self {
        foot: Foot {
            weights: [0.0; N],
            point: Vec3::ZERO,
        },
        dist2: f64::MAX,
    };

    /// Stores the point of the first facet unconditionally.
    #[inline]
    fn take(&mut self, foot: Foot<N>) {
        self.dist2 = foot.point.norm_squared();
        self.foot = foot;
    }

    /// Stores a point if it is nearer.
    #[inline]
    fn offer(&mut self, foot: Foot<N>) {
        let dist2 = foot.point.norm_squared();
        if dist2 < self.dist2 {
            *self = Self { foot, dist2 };
        }
    }
}

/// The point of a simplex nearest to the origin.
#[expect(clippy::inline_always, reason = "its values stay in registers")]
#[inline(always)]
fn foot<S: Simplex<N>, const N: usize>(simplex: &S) -> Foot<N> {
    let Some(volumes) = simplex.volumes() else {
        return simplex.on_facet(N - 1);
    };
    let inside = volumes.inside();
    if inside == [true; N] {
        let weights = volumes.weights();
        let point = combine(weights, simplex.corners());
        return Foot { weights, point };
    }
    simplex.on_facets(inside)
}

/// The old vertices, and the newest, which is not read from memory.
struct Tetrahedron<'a> {
    known: [&'a Vec3; 3],
    newest: Vec3,
}

impl Simplex<4> for Tetrahedron<'_> {
    #[inline]
    fn corners(&self) -> [Vec3; 4] {
        let [p, q, r] = self.known;
        [*p, *q, *r, self.newest]
    }

    #[inline]
    fn volumes(&self) -> Option<Volumes<4>> {
        let [p, q, r] = self.known;
        let (r_s, q_s) = (r.cross(self.newest), q.cross(self.newest));
        let parts = [-q.dot(r_s), p.dot(r_s), -p.dot(q_s), volume(*p, *q, *r)];
        let whole = parts[0] + parts[1] + parts[2] + parts[3];
        Some(Volumes { whole, parts })
    }

    #[expect(clippy::inline_always, reason = "its values stay in registers")]
    #[inline(always)]
    fn on_facet(&self, opposite: usize) -> Foot<4> {
        if opposite == 3 {
            let Foot { weights, point } = foot_of_known(self.known);
            let weights = [weights[0], weights[1], weights[2], 0.0];
            return Foot { weights, point };
        }
        // the two old vertices of the facet
        let (i, j) = (usize::from(opposite == 0), 2 - usize::from(opposite == 2));
        let triangle = Triangle {
            known: [self.known[i], self.known[j]],
            newest: self.newest,
        };
        let Foot { weights, point } = foot(&triangle);
        let mut all = [0.0, 0.0, 0.0, weights[2]];
        (all[i], all[j]) = (weights[0], weights[1]);
        Foot {
            weights: all,
            point,
        }
    }

    #[expect(clippy::inline_always, reason = "its values stay in registers")]
    #[inline(always)]
    fn on_facets(&self, inside: [bool; 4]) -> Foot<4> {
        let mut best = Best::NONE;
        for opposite in 0..3 {
            if inside[opposite] {
                continue;
            }
            let found = self.on_facet(opposite);
            if opposite == 0 {
                best.take(found);
            } else {
                best.offer(found);
            }
        }
        if !inside[3] {
            let found = foot_of_known(self.known);
            if found.point.norm_squared() < best.dist2 {
                // QUIRK(gjk-stale-weight): for the facet without the newest vertex, that vertex keeps the weight it
                // had on the best facet before. The weights then sum to more than 1, and a separated pair can be
                // mistaken for a touching one.
                let [a, b, c] = found.weights;
                let weights = [a, b, c, best.foot.weights[3]];
                let point = combine(weights, self.corners());
                return Foot { weights, point };
            }
        }
        best.foot
    }
}

/// The facet without the newest vertex is rarely the nearest.
#[cold]
#[inline(never)]
fn foot_of_known([p, q, r]: [&Vec3; 3]) -> Foot<3> {
    foot(&Triangle {
        known: [p, q],
        newest: *r,
    })
}

struct Triangle<'a> {
    known: [&'a Vec3; 2],
    newest: Vec3,
}

impl Simplex<3> for Triangle<'_> {
    #[inline]
    fn corners(&self) -> [Vec3; 3] {
        let [p, q] = self.known;
        [*p, *q, self.newest]
    }

    #[expect(clippy::inline_always, reason = "its values stay in registers")]
    #[inline(always)]
    fn volumes(&self) -> Option<Volumes<3>> {
        let corners = self.corners();
        let [p, q, r] = corners;
        let origin = origin_on_plane(&p, &q, &r)?;
        Some(areas(corners, origin))
    }

    #[expect(clippy::inline_always, reason = "its values stay in registers")]
    #[inline(always)]
    fn on_facet(&self, opposite: usize) -> Foot<3> {
        let [p, q, r] = self.corners();
        match opposite {
            0 => {
                let Foot { weights, point } = foot_of_segment(q, r);
                let weights = [0.0, weights[0], weights[1]];
                Foot { weights, point }
            }
            1 => {
                let Foot { weights, point } = foot_of_segment(p, r);
                let weights = [weights[0], 0.0, weights[1]];
                Foot { weights, point }
            }
            _ => {
                let Foot { weights, point } = foot_of_segment(p, q);
                let weights = [weights[0], weights[1], 0.0];
                Foot { weights, point }
            }
        }
    }

    #[expect(clippy::inline_always, reason = "its values stay in registers")]
    #[inline(always)]
    fn on_facets(&self, inside: [bool; 3]) -> Foot<3> {
        let mut best = Best::NONE;
        if !inside[0] {
            best.take(self.on_facet(0));
        }
        if !inside[1] {
            best.offer(self.on_facet(1));
        }
        if !inside[2] {
            best.offer(self.on_facet(2));
        }
        best.foot
    }
}

/// The nearest point of a segment; the end of the recursion.
#[inline]
fn foot_of_segment(p: Vec3, q: Vec3) -> Foot<2> {
    let edge = q - p;
    let t = -(q.dot(edge) / edge.dot(edge));

    // the axis along which the segment is longest, the last of equals
    let mut longest = (edge.x, p.x, q.x);
    for axis in [(edge.y, p.y, q.y), (edge.z, p.z, q.z)] {
        if axis.0.abs() >= longest.0.abs() {
            longest = axis;
        }
    }
    let (along, from, to) = longest;
    let origin = to + along * t;
    let volumes = Volumes {
        whole: -along,
        parts: [origin - to, from - origin],
    };
    let inside = volumes.inside();
    let weights = if inside == [true; 2] {
        volumes.weights()
    } else {
        // QUIRK(gjk-segment-end): beyond either end the second vertex is used
        [0.0, 1.0]
    };
    let point = combine(weights, [p, q]);
    Foot { weights, point }
}

/// The point nearest to the origin of the simplex of the first `n` points and the newest, which need not be read from memory.
#[expect(clippy::inline_always, reason = "its values stay in registers")]
#[inline(always)]
pub(super) fn nearest(points: &[Point; 4], n: usize, newest: Vec3) -> Foot<4> {
    let [p, q, r, _] = points;
    match n {
        3 => {
            let known = [&p.gap, &q.gap, &r.gap];
            foot(&Tetrahedron { known, newest })
        }
        2 => {
            let known = [&p.gap, &q.gap];
            let Foot { weights, point } = foot(&Triangle { known, newest });
            let weights = [weights[0], weights[1], weights[2], 0.0];
            Foot { weights, point }
        }
        1 => {
            let Foot { weights, point } = foot_of_segment(p.gap, newest);
            let weights = [weights[0], weights[1], 0.0, 0.0];
            Foot { weights, point }
        }
        _ => Foot {
            weights: [1.0, 0.0, 0.0, 0.0],
            point: newest,
        },
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_point() -> impl Strategy<Value = Vec3> {
        (-1.0..1.0, -1.0..1.0, -1.0..1.0).prop_map(|(x, y, z)| Vec3::new(x, y, z))
    }

    fn points(s: [Vec3; 4]) -> [Point; 4] {
        s.map(|gap| Point { gap, ..Point::ZERO })
    }

    proptest! {
        #[test]
        fn the_weights_of_an_inner_point_are_found_again(
            s in prop::array::uniform4(any_point()),
            parts in prop::array::uniform4(0.1..1.0),
            height in 0.0..1.0,
            n in 2_usize..5,
        ) {
            let edges = [s[1] - s[0], s[2] - s[0], s[3] - s[0]];
            let normal = edges[0].cross(edges[1]);
            prop_assume!(normal.norm() > 0.1 && normal.dot(edges[2]).abs() > 0.02);
            // a point inside, and the origin directly above it
            let mut weights = parts;
            weights[n..].fill(0.0);
            let total: f64 = weights.iter().sum();
            let weights = weights.map(|w| w / total);
            let above = if n == 4 { 0.0 } else { height };
            let origin = combine(weights, s) + normal.normalized() * above;
            let s = s.map(|corner| corner - origin);
            let found = nearest(&points(s), n - 1, s[n - 1]).weights;
            for k in 0..4 {
                prop_assert!((found[k] - weights[k]).abs() < 1e-9, "{found:?} {weights:?}");
            }
        }

        #[test]
        fn weights_sum_to_one_and_make_the_point(
            s in prop::array::uniform4(any_point()),
            n in 1_usize..4,
        ) {
            let Foot { weights, point } = nearest(&points(s), n - 1, s[n - 1]);
            prop_assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!(weights.iter().all(|&weight| weight >= 0.0));
            prop_assert!((combine(weights, s) - point).norm() < 1e-9);
        }
    }

    #[test]
    fn a_tetrahedron_around_the_origin_keeps_all_its_corners() {
        let s = [
            Vec3::new(1.0, 1.0, 1.0),
            Vec3::new(1.0, -1.0, -1.0),
            Vec3::new(-1.0, 1.0, -1.0),
            Vec3::new(-1.0, -1.0, 1.0),
        ];
        assert_eq!(nearest(&points(s), 3, s[3]).weights, [0.25; 4]);
    }
}
