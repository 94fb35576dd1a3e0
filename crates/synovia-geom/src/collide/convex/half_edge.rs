//! Closed surfaces of triangles, represented by half-edges.
//!
//! A triangle `(p, q, r)`, counter-clockwise seen from outside, has the half-edges `p→q`, `q→r` and `r→p`. On a closed
//! surface every half-edge `p→q` has one twin `q→p`, and
//!
//! ```text
//! twin(twin(h)) = h,        V − E + F = 2                                       (1)
//! ```
//!
//! Adjacency follows from the vertices: [`Surface`] pairs the half-edges that connect two vertices in opposite
//! directions. The two surfaces from which a polytope grows are cones: one over a triangle that closes it, or two
//! over one ring.

use super::policy::RING_ORDER;

/// A directed side of a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HalfEdge(u32);

impl HalfEdge {
    /// The half-edge that starts at vertex `number` of a face.
    #[inline]
    pub(super) const fn new(face: usize, number: usize) -> Self {
        Self((face as u32) << 2 | (number as u32 & 3))
    }

    /// The face it belongs to.
    #[inline]
    pub(super) const fn face(self) -> usize {
        (self.0 >> 2) as usize
    }

    /// Index of the vertex where it starts, below 4.
    #[inline]
    pub(super) const fn number(self) -> usize {
        (self.0 & 3) as usize
    }

    /// The next one around the face.
    #[inline]
    pub(super) const fn next(self) -> Self {
        let last = self.0 & 3 == 2;
        Self(if last { self.0 - 2 } else { self.0 + 1 })
    }
}

/// A closed surface of `N` triangles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surface<const N: usize> {
    /// Vertices of each triangle.
    pub corners: [[u16; 3]; N],
    /// Twins of the half-edges of each triangle.
    pub twins: [[HalfEdge; 3]; N],
}

impl<const N: usize> Surface<N> {
    /// Pairs the half-edges of triangles that form a closed surface.
    const fn close(corners: [[u16; 3]; N]) -> Self {
        let mut twins = [[HalfEdge::new(0, 0); 3]; N];
        let mut h = 0;
        while h < 3 * N {
            let mut t = 0;
            while t < 3 * N {
                let (here, there) = (corners[h / 3], corners[t / 3]);
                let (i, j) = (h % 3, t % 3);
                if here[i] == there[(j + 1) % 3] && here[(i + 1) % 3] == there[j] {
                    twins[h / 3][i] = HalfEdge::new(t / 3, j);
                }
                t += 1;
            }
            h += 1;
        }
        Self { corners, twins }
    }
}

impl Surface<6> {
    /// Two cones over a ring, with an apex on each side; seen from the first apex, the ring is counter-clockwise.
    pub(super) const fn bipyramid(apexes: [u16; 2], ring: [u16; 3]) -> Self {
        let mut corners = [[0; 3]; 6];
        let mut k = 0;
        while k < 3 {
            let from = ring[RING_ORDER[k]];
            let to = ring[(RING_ORDER[k] + 1) % 3];
            corners[k] = [apexes[0], from, to];
            corners[k + 3] = [apexes[1], to, from];
            k += 1;
        }
        Self::close(corners)
    }
}

impl Surface<4> {
    /// A triangle, and the cone over its other side. A face of the cone starts at the first vertex of the triangle if
    /// it contains that vertex, otherwise at the apex: the start of a face determines the rounding of its normal.
    pub(super) const fn tetrahedron(base: [u16; 3], apex: u16) -> Self {
        let mut corners = [base; 4];
        let mut k = 0;
        while k < 3 {
            let from = base[RING_ORDER[k]];
            let to = base[(RING_ORDER[k] + 1) % 3];
            corners[k + 1] = if from == base[0] {
                [from, apex, to]
            } else if to == base[0] {
                [to, from, apex]
            } else {
                [apex, to, from]
            };
            k += 1;
        }
        Self::close(corners)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const N: usize>(surface: &Surface<N>, vertices: usize) {
        // equation (1)
        assert_eq!(vertices + N, 3 * N / 2 + 2);
        let ends = |h: HalfEdge| {
            let corners = surface.corners[h.face()];
            (corners[h.number()], corners[h.next().number()])
        };
        for face in 0..N {
            for number in 0..3 {
                let h = HalfEdge::new(face, number);
                let twin = surface.twins[face][number];
                assert_eq!(surface.twins[twin.face()][twin.number()], h);
                assert_eq!(h.next().next().next(), h);
                let (from, to) = ends(h);
                assert_eq!(ends(twin), (to, from));
            }
        }
    }

    #[test]
    fn first_surfaces_are_closed() {
        check(&Surface::bipyramid([0, 1], [2, 3, 4]), 5);
        check(&Surface::bipyramid([4, 3], [0, 1, 2]), 5);
        check(&Surface::tetrahedron([0, 1, 2], 3), 4);
    }
}
