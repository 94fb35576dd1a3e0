//! A polytope of triangles inside the Minkowski difference of two bodies, around the origin.
//!
//! Each face stores the projection of the origin onto its plane, `v = n (n·p)` with the unit normal `n` and any
//! vertex `p`: `v` is a multiple of the outward normal, and `|v|` the distance of the plane. A point `w` is outside
//! of the face, so that the face is visible from `w`, if
//!
//! ```text
//! v·w − v·v > 0                                                                  (1)
//! ```
//!
//! A new vertex is added in two steps: the faces visible from it, a cap, are removed, and the hole is closed by the
//! cone from the vertex to the surrounding half-edges, the horizon. The polytope remains a closed convex surface.

use synovia_math::fearless_simd::Simd;
use synovia_math::{MIN_VAL, Vec3};

use super::affine::{affine, combine};
use super::candidates::Candidates;
use super::half_edge::{HalfEdge, Surface};
use super::planes::{LANES, planes};
use super::policy::FACES_PER_ITERATION;
use super::support::Point;

/// Candidate index of a face that was removed.
const REMOVED: u32 = u32::MAX;
/// Candidate index of a face that cannot be the nearest.
const BEYOND_BOUNDS: u32 = u32::MAX - 1;

/// A triangle of the polytope; it fills a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Face {
    /// The projection of the origin onto its plane.
    pub nearest: Vec3,
    /// Squared distance of its plane from the origin.
    pub dist2: f64,
    /// Its three vertices; an unused fourth entry makes every [`HalfEdge::number`] a valid index.
    corners: [u16; 4],
    /// Twins of its half-edges, with an unused fourth entry as well.
    twins: [HalfEdge; 4],
    /// Index among the candidates, or the reason why it has none.
    place: u32,
}

impl Face {
    /// The face in a lane of [`planes`].
    #[expect(clippy::inline_always, reason = "its values stay in registers")]
    #[inline(always)]
    fn of_lane(
        planes: &[[f64; LANES]; 4],
        lane: usize,
        corners: [u16; 3],
        twins: [HalfEdge; 3],
    ) -> Self {
        let [x, y, z, dist2] = planes.each_ref().map(|lanes| lanes[lane]);
        Self {
            nearest: Vec3::new(x, y, z),
            dist2,
            corners: [corners[0], corners[1], corners[2], 0],
            twins: [twins[0], twins[1], twins[2], twins[2]],
            place: BEYOND_BOUNDS,
        }
    }

    /// Its vertices.
    pub(super) fn corners(&self) -> [usize; 3] {
        [0, 1, 2].map(|k| usize::from(self.corners[k]))
    }

    /// True if it is visible from a point, equation (1).
    #[inline]
    fn is_visible_from(&self, w: Vec3) -> bool {
        self.nearest.dot(w) - self.dist2 > MIN_VAL
    }
}

/// Bounds on the squared distance of the boundary from the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub lower2: f64,
    pub upper2: f64,
}

/// A face that contains the origin in its plane, given by its vertices.
#[derive(Clone, Copy, Debug)]
pub(super) struct OnOrigin(pub [u16; 3]);

/// A half-edge of the horizon, and the vertices where it starts and ends.
#[derive(Clone, Copy, Debug)]
struct Ridge {
    base: HalfEdge,
    from: u16,
    to: u16,
}

/// The polytope; its buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Polytope {
    pub corners: Vec<Point>,
    pub faces: Vec<Face>,
    pub candidates: Candidates,
    /// Half-edges around the cap that was removed last, belonging to the remaining faces.
    horizon: Vec<Ridge>,
    /// Half-edges of removed faces that are not yet crossed.
    pending: Vec<HalfEdge>,
}

impl Polytope {
    /// Clears the polytope and reserves buffers for this many expansions.
    pub(super) fn reset(&mut self, iterations: usize) {
        let faces = FACES_PER_ITERATION * iterations;
        self.clear();
        self.horizon.clear();
        self.pending.clear();
        self.corners.reserve(iterations + 5);
        self.faces.reserve(faces);
        self.candidates.reserve(faces);
        self.horizon.reserve(faces);
        self.pending.reserve(faces);
    }

    /// Clears the polytope.
    pub(super) fn clear(&mut self) {
        self.corners.clear();
        self.faces.clear();
        self.candidates.clear();
    }

    /// Adds the faces of a surface with vertices at `places`, all of them candidates; an error if the plane of one
    /// contains the origin, so that it has no outer side.
    #[expect(clippy::inline_always, reason = "the surface is a constant")]
    #[inline(always)]
    pub(super) fn build<const N: usize, const V: usize, S: Simd>(
        &mut self,
        simd: S,
        surface: &Surface<N>,
        places: &[Vec3; V],
    ) -> Result<(), OnOrigin> {
        for start in (0..N).step_by(LANES) {
            // lanes after the last face repeat it
            let place = |corner: u16| &places[usize::from(corner)];
            let lane = |k: usize| surface.corners[(start + k).min(N - 1)].map(place);
            let planes = planes(simd, [lane(0), lane(1), lane(2), lane(3)]);
            for k in start..N.min(start + LANES) {
                let corners = surface.corners[k];
                let face = Face::of_lane(&planes, k - start, corners, surface.twins[k]);
                self.faces.push(face);
                if face.dist2 < MIN_VAL * MIN_VAL {
                    return Err(OnOrigin(corners));
                }
            }
        }
        for (k, face) in self.faces.iter_mut().enumerate() {
            face.place = self.candidates.add(k, face.dist2);
        }
        Ok(())
    }

    /// [`build`](Self::build) for surfaces that are rare, as a call.
    #[inline(never)]
    pub(super) fn build_bipyramid<const V: usize, S: Simd>(
        &mut self,
        simd: S,
        surface: &Surface<6>,
        places: &[Vec3; V],
    ) -> Result<(), OnOrigin> {
        simd.vectorize(
            #[inline(always)]
            || self.build(simd, surface, places),
        )
    }

    /// True if a vertex before the last results from the same vertices of the bodies.
    pub(super) fn has_before(&self, corner: [i32; 2]) -> bool {
        let before = self.corners.split_last().map_or(&[][..], |(_, rest)| rest);
        before.iter().any(|known| known.corner == corner)
    }

    #[inline]
    fn remove(&mut self, face: usize) {
        let place = core::mem::replace(&mut self.faces[face].place, REMOVED);
        if let Some(moved) = self.candidates.remove(place) {
            self.faces[moved].place = place;
        }
    }

    /// Removes the cap visible from `w`, which contains the face `start`; returns the number of half-edges of the horizon.
    ///
    /// The cap is searched depth first, around each face from the half-edge at which it was entered, so the horizon
    /// is found in the order in which it surrounds the cap, clockwise seen from outside. Its twins become the faces of the
    /// cone that closes the hole, in the same order.
    #[expect(clippy::inline_always, reason = "its values stay in registers")]
    #[inline(always)]
    pub(super) fn remove_cap(&mut self, start: usize, w: Vec3) -> usize {
        self.horizon.clear();
        self.pending.clear();
        self.remove(start);
        // the face of the cone over the next half-edge of the horizon
        let mut over = self.faces.len();
        let mut crossing = HalfEdge::new(start, 0);
        let second = crossing.next();
        self.pending.extend([second.next(), second]);
        loop {
            let entry = self.faces[crossing.face()].twins[crossing.number()];
            let beyond = &mut self.faces[entry.face()];
            if beyond.place != REMOVED {
                // a visible face joins the cap; the half-edge at any other face is part of the horizon
                if beyond.is_visible_from(w) {
                    self.remove(entry.face());
                    crossing = entry.next();
                    self.pending.push(crossing.next());
                    continue;
                }
                let ridge = Ridge {
                    base: entry,
                    from: beyond.corners[entry.number()],
                    to: beyond.corners[entry.next().number()],
                };
                beyond.twins[entry.number()] = HalfEdge::new(over, 1);
                over += 1;
                self.horizon.push(ridge);
            }
            let Some(next) = self.pending.pop() else {
                return self.horizon.len();
            };
            crossing = next;
        }
    }

    /// Closes the hole of the last cap by the cone to the last vertex. Faces within the bounds become candidates. False if the plane of a face of the cone contains the origin.
    ///
    /// The face over a half-edge `p→q` of the horizon is `(tip, q, p)`; it is entered from there by `q→p`, from the face
    /// before it by `tip→q`, from the one after it by `p→tip`.
    #[expect(clippy::inline_always, reason = "its values stay in registers")]
    #[inline(always)]
    pub(super) fn close_cone<S: Simd>(&mut self, simd: S, bounds: Bounds) -> bool {
        let Self {
            corners,
            faces,
            candidates,
            horizon,
            ..
        } = self;
        let (Some((tip, others)), Some(&last)) = (corners.split_last(), horizon.last()) else {
            return false;
        };
        let apex = others.len() as u16;

        // one face per half-edge of the horizon, with twins in the faces beside it and behind it
        let first = faces.len();
        let mut before_to = last.to;
        for (group, block) in horizon.chunks(LANES).enumerate() {
            // lanes after the last half-edge repeat it
            let lane = |k: usize| {
                let Ridge { from, to, .. } = block[k.min(block.len() - 1)];
                [to, from].map(|corner| &corners[usize::from(corner)].gap)
            };
            let triangles = [lane(0), lane(1), lane(2), lane(3)].map(|[q, p]| [&tip.gap, q, p]);
            let planes = planes(simd, triangles);
            for (k, &Ridge { base, from, to }) in block.iter().enumerate() {
                let this = first + LANES * group + k;
                // QUIRK(epa-open-horizon): rounding can produce a horizon of several loops, which are connected as if
                // they were one; neighbours that end at the same vertex are then entered by their base
                let entry = if before_to == to { 1 } else { 2 };
                let before = HalfEdge::new(this - 1, entry);
                let twins = [before, base, HalfEdge::new(this + 1, 0)];
                faces.push(Face::of_lane(&planes, k, [apex, to, from], twins));
                before_to = to;
            }
        }
        // the last one is beside the first
        let end = faces.len() - 1;
        let twins = &mut faces[first].twins;
        twins[0] = HalfEdge::new(end, twins[0].number());
        faces[end].twins[2] = HalfEdge::new(first, 0);

        // a face outside of the bounds is never the nearest
        for (k, face) in faces.iter_mut().enumerate().skip(first) {
            if face.dist2 == 0.0 {
                return false;
            }
            if face.dist2 >= bounds.lower2 && face.dist2 <= bounds.upper2 {
                face.place = candidates.add(k, face.dist2);
            }
        }
        true
    }

    /// Points of both bodies at the point of a face nearest to the origin.
    pub(super) fn witnesses(&self, face: &Face) -> [Vec3; 2] {
        let points = face.corners().map(|k| &self.corners[k]);
        let weights = affine(points.map(|point| point.gap), face.nearest);
        [
            combine(weights, points.map(|point| point.a)),
            combine(weights, points.map(|point| point.b)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use synovia_math::fearless_simd::Simd;
    use synovia_math::{Mat3, narrow};

    use super::super::affine::origin_on_plane;
    use super::super::difference::Difference;
    use super::super::support::Body;
    use super::*;
    use crate::collide::{Shape, Solid};

    /// Checks that the surface is closed, equation (1) of `half_edge`, and that all faces look away from the origin.
    fn check(polytope: &Polytope) {
        let kept = |face: &Face| face.place != REMOVED;
        let faces = polytope.faces.iter().filter(|face| kept(face)).count();
        let mut on_surface = vec![false; polytope.corners.len()];
        for (k, face) in polytope.faces.iter().enumerate() {
            if !kept(face) {
                continue;
            }
            for number in 0..3 {
                let h = HalfEdge::new(k, number);
                let twin = face.twins[number];
                let other = &polytope.faces[twin.face()];
                assert!(kept(other));
                assert_eq!(other.twins[twin.number()], h);
                assert_eq!(other.corners[twin.next().number()], face.corners[number]);
                let corner = usize::from(face.corners[number]);
                on_surface[corner] = true;
                let height = polytope.corners[corner].gap.dot(face.nearest);
                assert!((height - face.dist2).abs() < 1e-9);
            }
        }
        let vertices = on_surface.iter().filter(|&&on| on).count();
        assert_eq!(vertices + faces, 3 * faces / 2 + 2);
    }

    /// Checks that the planes of the faces from `first` on have the bits of those computed one by one.
    fn check_planes(polytope: &Polytope, first: usize) {
        for face in &polytope.faces[first..] {
            let corners = face.corners().map(|k| &polytope.corners[k].gap);
            let numbers = |face: &Face| {
                let [x, y, z] = face.nearest.to_array();
                [x, y, z, face.dist2].map(f64::to_bits)
            };
            let [p, q, r] = corners;
            let nearest = origin_on_plane(r, q, p).unwrap_or(Vec3::ZERO);
            let alone = Face {
                nearest,
                dist2: nearest.norm_squared(),
                ..*face
            };
            assert_eq!(numbers(face), numbers(&alone));
        }
    }

    /// Vertices of the difference around the origin.
    fn tetrahedron<S: Simd>(difference: &mut Difference<'_, '_, '_, S>) -> [Point; 4] {
        [
            Vec3::new(1.0, 1.0, 1.0),
            Vec3::new(-1.0, -1.0, 1.0),
            Vec3::new(-1.0, 1.0, -1.0),
            Vec3::new(1.0, -1.0, -1.0),
        ]
        .map(|dir| difference.support(dir.normalized()))
    }

    /// Expands a polytope step by step.
    fn grow<S: Simd>(difference: &mut Difference<'_, '_, '_, S>) -> Result<(), TestCaseError> {
        let mut polytope = Polytope::default();
        polytope.reset(40);
        let simplex = tetrahedron(difference);
        for count in 2..5 {
            polytope.clear();
            let enclosed = polytope.enclose(&simplex[..count], difference);
            if enclosed {
                check(&polytope);
            }
            // only a tetrahedron is certain to be convex
            prop_assume!(enclosed || count < 4);
        }
        let mut depth = 0.0;
        for _ in 0..40 {
            let (face, dist2) = polytope.candidates.nearest().unwrap();
            prop_assume!(dist2 > 1e-12);
            // the polytope grows, and so does the distance of its nearest face
            prop_assert!(dist2.sqrt() > depth - 1e-9);
            depth = dist2.sqrt();
            let w = difference.support_along(polytope.faces[face].nearest, depth);
            if polytope.faces[face].nearest.dot(w.gap) / depth - depth < 1e-6 {
                break;
            }
            polytope.corners.push(w);
            prop_assert!(polytope.remove_cap(face, w.gap) >= 3);
            let bounds = Bounds {
                lower2: 0.0,
                upper2: f64::MAX,
            };
            let first = polytope.faces.len();
            prop_assert!(polytope.close_cone(difference.simd, bounds));
            check_planes(&polytope, first);
            check(&polytope);
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn a_polytope_is_a_closed_surface_after_every_expansion(
            radii in prop::array::uniform3(0.2..0.6),
            offset in prop::array::uniform3(-0.1..0.1),
            shape in prop_oneof![Just(Shape::Box), Just(Shape::Ellipsoid), Just(Shape::Cylinder)],
        ) {
            let (size, pos, mat) = (Vec3::from(radii), Vec3::from(offset), Mat3::IDENTITY);
            let solid = |shape, pos| Solid { shape, size: &size, rbound: 1.0, pos, mat: &mat };
            let mut a = Body::new(&solid(shape, &Vec3::ZERO), 0.0).unwrap();
            let mut b = Body::new(&solid(Shape::Ellipsoid, &pos), 0.0).unwrap();
            narrow!(simd => grow(&mut Difference { simd, a: &mut a, b: &mut b }))?;
        }
    }

    #[test]
    fn cones_over_any_horizon_have_the_planes_of_single_faces() {
        // points on a small grid: thin, flat and repeated triangles are frequent
        let mut seed = 1_u64;
        let mut number = |count: u64| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) % count
        };
        for round in 0..500 {
            let mut polytope = Polytope::default();
            for _ in 0..8 {
                let gap = Vec3::from([(); 3].map(|()| number(4) as f64 - 1.5));
                let gap = if round % 7 == 0 { gap * f64::NAN } else { gap };
                polytope.corners.push(Point { gap, ..Point::ZERO });
            }
            for _ in 0..=number(9) {
                let [from, to] = [(); 2].map(|()| number(8) as u16);
                let base = HalfEdge::new(0, 0);
                polytope.horizon.push(Ridge { base, from, to });
            }
            let face = Face::of_lane(&[[1.0; LANES]; 4], 0, [0; 3], [HalfEdge::new(0, 0); 3]);
            polytope.faces.push(face);
            let bounds = Bounds {
                lower2: 0.0,
                upper2: f64::MAX,
            };
            synovia_math::wide!(simd => polytope.close_cone(simd, bounds));
            check_planes(&polytope, 1);
        }
    }

    #[test]
    fn witnesses_differ_by_the_nearest_point() {
        let corner = |x: f64, y: f64, z: f64| {
            let b = Vec3::new(0.1 * y, 0.2 * z, 0.3 * x);
            let gap = Vec3::new(x, y, z);
            Point {
                gap,
                a: gap + b,
                b,
                ..Point::ZERO
            }
        };
        let mut polytope = Polytope::default();
        polytope.corners.extend([
            corner(1.0, 0.0, 0.5),
            corner(-1.0, 1.0, 0.75),
            corner(-1.0, -1.0, 1.0),
            corner(0.1, 0.1, -1.0),
        ]);
        let places = [0, 1, 2, 3].map(|k| polytope.corners[k].gap);
        let surface = Surface::tetrahedron([0, 1, 2], 3);
        assert!(narrow!(simd => polytope.build(simd, &surface, &places)).is_ok());
        let face = polytope.faces[0];
        let [on_a, on_b] = polytope.witnesses(&face);
        assert!((on_a - on_b - face.nearest).norm() < 1e-12);
    }
}
