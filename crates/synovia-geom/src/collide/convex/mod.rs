//! Collisions of any two convex shapes, by their support functions.
//!
//! | file           | contents                                                          |
//! |----------------|-------------------------------------------------------------------|
//! | `support`      | support functions of shapes                                       |
//! | `hull`         | support functions of meshes                                       |
//! | `vertex_cache` | start nodes for searches on meshes                                |
//! | `small`        | hulls with few nodes                                              |
//! | `placed`       | the same in the poses of bodies                                   |
//! | `difference`   | the Minkowski difference of two bodies, used by all searches      |
//! | `policy`       | choices on which agreement with the reference depends             |
//! | `measure`      | distance or penetration depth of two bodies                       |
//! | `gjk`          | distance, by the nearest points of simplices (GJK)                |
//! | `simplex`, `affine` | the nearest point of a simplex, weights of its vertices      |
//! | `walk`         | overlap test by tetrahedra                                        |
//! | `epa`          | penetration depth, by an expanding polytope (EPA)                 |
//! | `polytope`, `planes`, `half_edge`, `candidates` | the polytope: faces, adjacency, nearest |
//! | `enclose`      | the first polytope                                                |
//! | `flat`, `facets`, `clip`, `reduce` | manifolds of flat features                    |
//! | `mpr`, `portal`| overlap by Minkowski portal refinement, if native CCD is off      |
//! | `contacts`     | from measurements to contact points                               |
//! | `normal_fix`   | normals of round shapes after portal refinement                   |
//! | `plane_convex` | planes with ellipsoids and meshes                                 |
//! | `hfield`       | height fields with convex shapes                                  |
//! | `element`      | elements of flexes                                                |
//! | `element_axes` | separating-axis test of elements, before a search                 |
//!
//! Shapes within a margin `m` of each other are found by inflating each by `m/2`: they are in contact if the inflated
//! shapes overlap by `d`, and their signed distance is `m − d`.

mod affine;
mod candidates;
mod clip;
mod contacts;
mod difference;
mod element;
mod element_axes;
mod enclose;
mod epa;
mod facets;
mod flat;
mod gjk;
mod half_edge;
mod hfield;
mod hull;
mod intersect;
mod measure;
mod mpr;
mod normal_fix;
mod placed;
mod plane_convex;
mod planes;
mod policy;
mod polytope;
mod portal;
mod reduce;
mod simplex;
mod small;
mod support;
mod vertex_cache;

use synovia_math::{Vec3, wide};

use self::contacts::{contacts, contacts_tilted, overlap};
use self::flat::FlatMemory;
use self::measure::{Question, measure};
use self::policy::SAME_POINT;
use self::polytope::Polytope;
use self::small::SmallHulls;
use self::support::{Body, NONE};
use self::vertex_cache::VertexCache;
use super::{Manifold, Policy, Shape, Solid};

pub use self::element::{Element, Partner, convex_element};
pub use self::hfield::{hfield_convex, hfield_element};
pub use self::plane_convex::{plane_convex, plane_convex_cached, plane_fitted};

/// Options of the searches on convex shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CcdOptions {
    /// Accuracy of distances and depths \[m\].
    #[doc(alias = "ccd_tolerance")]
    pub tolerance: f64,
    /// Maximum number of iterations of a search.
    #[doc(alias = "ccd_iterations")]
    pub iterations: usize,
    /// Search for more than one contact point.
    #[doc(alias = "mjENBL_MULTICCD")]
    pub multi: bool,
    /// Use GJK and EPA; if false, portal refinement as in earlier versions.
    #[doc(alias = "mjDSBL_NATIVECCD")]
    pub native: bool,
}

impl CcdOptions {
    /// A query for two bodies: at most `points` contact points, distances up to `cutoff`.
    const fn ask(&self, points: usize, cutoff: f64) -> Question {
        Question {
            tolerance: self.tolerance,
            iterations: self.iterations,
            points,
            cutoff,
        }
    }
}

impl Default for CcdOptions {
    fn default() -> Self {
        Self {
            tolerance: 1e-6,
            iterations: 35,
            multi: false,
            native: true,
        }
    }
}

/// Buffers of searches, kept between calls: after the first overlap with several points nothing is allocated, unless
/// more than 170 iterations are allowed and needed.
#[derive(Clone, Debug, Default)]
pub struct CcdMemory {
    search: SearchMemory,
    /// Support vertices of earlier searches.
    vertices: VertexCache,
    /// Copies of hulls with few nodes, valid during one pass.
    copies: SmallHulls,
    /// Keys of the bodies of the next search.
    keys: [usize; 2],
}

impl CcdMemory {
    /// Empty buffers with other thresholds.
    #[must_use]
    pub fn with_policy(policy: Policy) -> Self {
        Self {
            vertices: VertexCache::new(policy.vertex_entries),
            copies: SmallHulls::new(policy.scanned_nodes),
            ..Self::default()
        }
    }

    /// Begins a pass, during which an [`id`](super::ConvexMesh::id) always refers to the same mesh.
    pub fn begin(&mut self) {
        self.copies.forget();
    }

    /// Announces the bodies of the next search by numbers that refer to the same ones, in the same pose, during a pass. They
    /// only save work: a number may be used for other bodies.
    #[inline]
    pub fn announce(&mut self, bodies: [usize; 2]) {
        self.keys = bodies;
    }

    /// Gives bodies access to the caches of their hulls and returns the other buffers.
    fn guide<'a, const N: usize>(&'a mut self, bodies: [&mut Body<'a>; N]) -> &'a mut SearchMemory {
        let Self {
            search,
            vertices,
            copies,
            keys,
        } = self;
        let mut places = [None; 2];
        for ((body, &key), place) in bodies.iter().zip(&*keys).zip(&mut places) {
            *place = body.copy_hull(copies, key);
        }
        // the second one may have replaced the first
        if places[0] == places[1] {
            places[0] = None;
        }
        let vertices = vertices.lend();
        for (body, place) in bodies.into_iter().zip(places) {
            body.guide(vertices, copies, place);
        }
        search
    }
}

/// Buffers of one search.
#[derive(Clone, Debug, Default)]
struct SearchMemory {
    polytope: Polytope,
    flat: FlatMemory,
    /// Pairs of points, on the first and on the second body.
    points: Vec<[Vec3; 2]>,
}

/// State kept for a pair of shapes from one step to the next: it saves work and changes no result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hint {
    /// Unit normal of a plane that separated the shapes, from the first to the second; zero if there is none.
    pub direction: Vec3,
    /// Nodes at which the searches for support points ended on both, if they are meshes.
    nodes: [i32; 2],
}

impl Default for Hint {
    fn default() -> Self {
        Self {
            direction: Vec3::ZERO,
            nodes: [NONE; 2],
        }
    }
}

impl Hint {
    /// True if the plane with the cached normal still separates the shapes by more than the tolerance of a search.
    ///
    /// `min { u·q : q in b } − max { u·p : p in a }` is a lower bound of the distance.
    fn separates(&mut self, a: &mut Body<'_>, b: &mut Body<'_>, tolerance: f64) -> bool {
        if self.direction == Vec3::ZERO {
            return false;
        }
        // support searches start at the nodes of the last step
        [a.node, b.node] = self.nodes;
        let dir = self.direction;
        let reaches = wide!(simd => (a.reach(simd, dir), b.reach(simd, -dir)));
        self.nodes = [a.node, b.node];
        // the actual search starts from a clean state, as if these queries had not been made
        (a.node, a.corner) = (NONE, NONE);
        (b.node, b.corner) = (NONE, NONE);
        let (Some(reach_a), Some(reach_b)) = reaches else {
            return false;
        };
        are_apart([reach_a, reach_b], tolerance)
    }

    /// The same for two hulls with few nodes, if both were placed before; `None` if it is not known.
    fn separates_placed(
        &self,
        solids: [&Solid<'_>; 2],
        margin: f64,
        tolerance: f64,
        memory: &CcdMemory,
    ) -> Option<bool> {
        if self.direction == Vec3::ZERO {
            return None;
        }
        let placed = |k: usize| {
            let Solid {
                shape, pos, mat, ..
            } = solids[k];
            let Shape::Mesh(mesh) = shape else {
                return None;
            };
            memory.copies.placed(mesh.id, memory.keys[k], pos, mat)
        };
        let (a, b) = (placed(0)?, placed(1)?);
        let dir = self.direction;
        let tops = wide!(simd => [a.top(simd, dir), b.top(simd, -dir)]);
        Some(are_apart(
            tops.map(|top| top + 0.5 * margin.max(0.0)),
            tolerance,
        ))
    }
}

/// True if a plane separates two bodies by more than the tolerance of a search, given the reach of the first along its normal
/// and that of the second against it.
#[inline]
fn are_apart([reach_a, reach_b]: [f64; 2], tolerance: f64) -> bool {
    let rounding = 1e-12 * (reach_a.abs() + reach_b.abs());
    -reach_b - reach_a > 2.0 * tolerance + rounding
}

/// Contacts of two convex shapes, neither of which is a plane or a height field.
#[doc(alias = "mjc_Convex")]
pub fn convex(
    a: &Solid<'_>,
    b: &Solid<'_>,
    margin: f64,
    options: &CcdOptions,
    hint: &mut Hint,
    memory: &mut CcdMemory,
    out: &mut Manifold,
) {
    // small hulls that were placed before
    let quick = hint.separates_placed([a, b], margin, options.tolerance, memory);
    if quick == Some(true) {
        return;
    }
    // bodies with access to the caches of their hulls
    let (Some(mut body_a), Some(mut body_b)) = (Body::new(a, margin), Body::new(b, margin)) else {
        return;
    };
    let search = memory.guide([&mut body_a, &mut body_b]);
    // the separating plane of the last step may still separate them
    let known = quick.is_some();
    if !known && hint.separates(&mut body_a, &mut body_b, options.tolerance) {
        return;
    }
    let most = most_points(a, b, margin, options);
    let start = out.len();
    hint.direction = contacts(&mut body_a, &mut body_b, most, margin, options, search, out);

    // flat features were handled by the search, or one point is sufficient
    let round = |shape: &Shape<'_>| matches!(shape, Shape::Sphere | Shape::Ellipsoid);
    if (most > 1 && options.native) || !options.multi || round(&a.shape) || round(&b.shape) {
        return;
    }
    // one contact: search for more with slightly rotated bodies
    if out.len() == start + 1 {
        let smaller = if a.rbound < b.rbound {
            a.rbound
        } else {
            b.rbound
        };
        let near = SAME_POINT * smaller;
        contacts_tilted(&mut body_a, &mut body_b, near, start, options, search, out);
    }
}

/// Maximum number of points that one search can find.
fn most_points(a: &Solid<'_>, b: &Solid<'_>, margin: f64, options: &CcdOptions) -> usize {
    if margin > 0.0 {
        return 1;
    }
    match (&a.shape, &b.shape) {
        (Shape::Box, Shape::Box) => 8,
        (Shape::Box | Shape::Mesh(_), Shape::Box | Shape::Mesh(_)) if options.multi => 4,
        _ => 1,
    }
}

/// The distance of two shapes and where it is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// Signed distance, negative when they overlap; `max_dist` if they are further apart \[m\].
    pub dist: f64,
    /// Point on the first shape; zero if it was not found \[m\].
    pub from: Vec3,
    /// Point on the second shape; zero if it was not found \[m\].
    pub to: Vec3,
}

/// The distance of two convex shapes, up to `max_dist`, by GJK and EPA whatever `options.native` is.
#[doc(alias = "mj_geomDistance")]
pub fn distance(
    a: &Solid<'_>,
    b: &Solid<'_>,
    max_dist: f64,
    options: &CcdOptions,
    memory: &mut CcdMemory,
) -> Distance {
    let nowhere = Distance {
        dist: max_dist,
        from: Vec3::ZERO,
        to: Vec3::ZERO,
    };
    let (Some(mut body_a), Some(mut body_b)) = (Body::new(a, 0.0), Body::new(b, 0.0)) else {
        return nowhere;
    };
    memory.begin();
    let search = memory.guide([&mut body_a, &mut body_b]);
    let ask = options.ask(1, max_dist);
    let answer = measure(&mut body_a, &mut body_b, &ask, search);
    let [from, to] = search.points.first().copied().unwrap_or([Vec3::ZERO; 2]);
    Distance {
        dist: if answer.dist < max_dist {
            answer.dist
        } else {
            max_dist
        },
        from,
        to,
    }
}

#[cfg(test)]
mod tests {
    use synovia_math::Mat3;

    use super::*;

    fn solid<'a>(shape: Shape<'a>, size: &'a Vec3, pos: &'a Vec3, mat: &'a Mat3) -> Solid<'a> {
        Solid {
            shape,
            size,
            rbound: size.norm(),
            pos,
            mat,
        }
    }

    #[test]
    fn boxes_that_are_aligned_have_the_distance_or_depth_of_their_sides() {
        let mat = Mat3::IDENTITY;
        let size = Vec3::new(0.5, 0.4, 0.3);
        let mut memory = CcdMemory::default();
        let a = solid(Shape::Box, &size, &Vec3::ZERO, &mat);
        for (x, dist) in [(1.25, 0.25), (0.9, -0.1), (0.75, -0.25)] {
            let pos = Vec3::new(x, 0.02, 0.01);
            let b = solid(Shape::Box, &size, &pos, &mat);
            let found = distance(&a, &b, 10.0, &CcdOptions::default(), &mut memory);
            assert!((found.dist - dist).abs() < 1e-12, "{x}: {found:?}");
            assert!((found.from.x - 0.5).abs() < 1e-12 && (found.to.x - (x - 0.5)).abs() < 1e-12);
        }
    }

    #[test]
    fn balls_and_pills_have_closed_forms() {
        let mat = Mat3::IDENTITY;
        let mut memory = CcdMemory::default();
        let (radius, at) = (Vec3::new(0.5, 0.0, 0.0), Vec3::new(0.0, 2.0, 0.7));
        let ball = solid(Shape::Sphere, &radius, &at, &mat);
        let sizes = Vec3::new(0.25, 1.0, 0.0);
        let pill = solid(Shape::Capsule, &sizes, &Vec3::ZERO, &mat);
        let found = distance(&ball, &pill, 10.0, &CcdOptions::default(), &mut memory);
        assert!((found.dist - 1.25).abs() < 1e-12);
        assert!((found.to - Vec3::new(0.0, 0.25, 0.7)).norm() < 1e-12);
        assert!((found.from - Vec3::new(0.0, 1.5, 0.7)).norm() < 1e-12);
    }

    #[test]
    fn flat_terrain_is_a_plane() {
        let mat = Mat3::IDENTITY;
        let data = [0.5_f32; 30];
        let field = super::super::HeightField {
            size: [1.0, 1.2, 0.4, 0.1],
            nrow: 6,
            ncol: 5,
            data: &data,
        };
        let ground = solid(Shape::HeightField(&field), &Vec3::ZERO, &Vec3::ZERO, &mat);
        let (radius, at) = (Vec3::new(0.3, 0.0, 0.0), Vec3::new(0.1, 0.1, 0.45));
        let ball = solid(Shape::Sphere, &radius, &at, &mat);
        let mut out = Manifold::default();
        let (options, mut memory) = (CcdOptions::default(), CcdMemory::default());
        hfield_convex(&ground, &ball, 0.0, &options, &mut memory, &mut out);
        // the prism directly below has the whole depth: 0.2 + 0.3 − 0.45
        let deepest = out.iter().map(|contact| contact.dist).fold(0.0, f64::min);
        assert!((deepest + 0.05).abs() < 1e-6, "{out:?}");
        assert!(
            out.iter()
                .any(|contact| (contact.normal - Vec3::Z).norm() < 1e-6)
        );
    }

    #[test]
    fn a_hint_that_separates_ends_the_search_and_one_that_does_not_is_forgotten() {
        let mat = Mat3::IDENTITY;
        let size = Vec3::splat(0.5);
        let a = solid(Shape::Box, &size, &Vec3::ZERO, &mat);
        let (mut hint, mut memory, mut out) =
            (Hint::default(), CcdMemory::default(), Manifold::default());
        let options = CcdOptions::default();
        let there = Vec3::new(2.0, 0.0, 0.0);
        let far = solid(Shape::Ellipsoid, &size, &there, &mat);
        convex(&a, &far, 0.0, &options, &mut hint, &mut memory, &mut out);
        assert!(out.is_empty() && hint.direction.x > 0.5);
        let here = Vec3::new(0.9, 0.0, 0.0);
        let near = solid(Shape::Ellipsoid, &size, &here, &mat);
        convex(&a, &near, 0.0, &options, &mut hint, &mut memory, &mut out);
        assert_eq!(out.len(), 1);
        assert_eq!(hint.direction, Vec3::ZERO);
    }
}
