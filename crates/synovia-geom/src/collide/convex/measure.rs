//! Distance or penetration depth of two convex bodies, and the points where it is measured.
//!
//! A sphere or capsule is a core, a point or segment, inflated by a radius `r`, to which half of the margin is added.
//! If the cores are disjoint, with nearest points `x₁` and `x₂`,
//!
//! ```text
//! dist = |x₂ − x₁| − r₁ − r₂,    p₁ = x₁ + r₁ n,    p₂ = x₂ − r₂ n,    n = (x₂ − x₁)/|x₂ − x₁|     (1)
//! ```
//!
//! and a single search yields both distance and depth. If the cores overlap, and for all other shapes, the bodies are
//! searched as they are, and an overlap is measured by the expanding polytope.

use synovia_math::{Vec3, wide};

use super::SearchMemory;
use super::difference::Difference;
use super::epa::{Limits, expand};
use super::flat;
use super::gjk::{FAR, Goal, Search};
use super::policy::{COMMON_ITERATIONS, FACES_PER_ITERATION, MAX_FACES};
use super::support::{Body, Form, Point};
use crate::collide::MAX_CONTACTS;

/// A query about two bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub tolerance: f64,
    pub iterations: usize,
    /// Maximum number of points.
    pub points: usize,
    /// Largest distance of interest; 0 if only overlaps matter.
    pub cutoff: f64,
}

impl Question {
    const fn goal(&self, cutoff: f64) -> Goal {
        Goal {
            tolerance: self.tolerance,
            iterations: self.iterations,
            cutoff,
        }
    }
}

/// The result; the points are in [`SearchMemory`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    /// Distance, negative for a depth, [`FAR`] if it exceeds the cutoff.
    pub dist: f64,
    /// Unit normal of a separating plane, from the first to the second, if one was found.
    pub apart: Vec3,
}

/// Distance or depth of two bodies; `memory.points` receives the pairs of points.
pub(super) fn measure(
    a: &mut Body<'_>,
    b: &mut Body<'_>,
    ask: &Question,
    memory: &mut SearchMemory,
) -> Answer {
    memory.points.clear();
    memory.points.reserve(MAX_CONTACTS);
    let mut search = Search::new();

    // round bodies: if their cores are disjoint, equation (1) is the result
    if (a.is_round() || b.is_round()) && cores_are_apart(a, b, ask, &mut search) {
        memory.points.extend(search.points);
        return Answer {
            dist: search.dist,
            apart: search.apart,
        };
    }

    // the bodies themselves
    run(&mut search, a, b, &ask.goal(ask.cutoff));

    // the bodies touch or overlap
    if search.dist <= ask.tolerance && search.len > 1 {
        search.dist = 0.0;
        let simplex = &search.simplex[..search.len];
        match depth(a, b, simplex, ask, memory) {
            Depth::Found(depth) => {
                return Answer {
                    dist: -depth,
                    apart: Vec3::ZERO,
                };
            }
            Depth::Unknown => search.points = None,
            Depth::NotEnclosed => {}
        }
    }
    memory.points.extend(search.points.filter(are_finite));
    Answer {
        dist: search.dist,
        apart: search.apart,
    }
}

/// Runs a search with the vector unit at hand.
fn run(search: &mut Search, a: &mut Body<'_>, b: &mut Body<'_>, goal: &Goal) {
    wide!(simd => search.run(&mut Difference { simd, a, b }, goal));
}

/// True if both points are finite.
fn are_finite(points: &[Vec3; 2]) -> bool {
    points[0].is_finite() && points[1].is_finite()
}

/// The outcome of a depth search.
enum Depth {
    Found(f64),
    /// The polytope became inconsistent because of numbers of very different magnitude.
    Unknown,
    /// No polytope encloses the origin: the bodies touch with zero depth.
    NotEnclosed,
}

/// The depth of an overlap, given a simplex that has the origin on or in it; the points are stored in `memory.points`.
fn depth(
    a: &mut Body<'_>,
    b: &mut Body<'_>,
    simplex: &[Point],
    ask: &Question,
    memory: &mut SearchMemory,
) -> Depth {
    let room = ask.iterations.max(COMMON_ITERATIONS);
    let limits = Limits {
        tolerance: ask.tolerance,
        iterations: ask.iterations,
        faces: FACES_PER_ITERATION.saturating_mul(room).min(MAX_FACES),
    };

    // a polytope around the origin, expanded to the boundary of the difference
    let polytope = &mut memory.polytope;
    polytope.reset(COMMON_ITERATIONS);
    let found = wide!(simd => {
        let mut difference = Difference { simd, a, b };
        if polytope.enclose(simplex, &mut difference) {
            Ok(expand(polytope, &mut difference, &limits))
        } else {
            Err(Depth::NotEnclosed)
        }
    });
    let face = match found {
        Ok(Some(face)) => face,
        Ok(None) => return Depth::Unknown,
        Err(depth) => return depth,
    };

    // one pair of points at the nearest face, or several if flat features touch
    let points = polytope.witnesses(&face);
    if !are_finite(&points) {
        return Depth::Unknown;
    }
    memory.points.push(points);
    if ask.points > 1 {
        flat::spread(a, b, &face, ask.points, memory);
    }
    Depth::Found(face.dist2.sqrt())
}

/// Searches the cores of two bodies, of which at least one is round. True if the cores are disjoint; then `search` is
/// the result for the bodies.
fn cores_are_apart(
    a: &mut Body<'_>,
    b: &mut Body<'_>,
    ask: &Question,
    search: &mut Search,
) -> bool {
    let (whole_a, whole_b) = ((a.form, a.margin), (b.form, b.margin));
    let radii = [take_core(a), take_core(b)];
    let cutoff = ask.cutoff + (radii[0] + radii[1]);
    run(search, a, b, &ask.goal(cutoff));
    (a.form, a.margin) = whole_a;
    (b.form, b.margin) = whole_b;
    let apart = search.dist > ask.tolerance;
    if apart {
        grow(search, radii);
        if search.dist > ask.cutoff {
            search.dist = FAR;
        }
    }
    apart
}

/// Replaces a round body by its core; returns the radius of the inflation. Other bodies are their own cores.
fn take_core(body: &mut Body<'_>) -> f64 {
    body.form = match body.form {
        Form::Sphere => Form::Point,
        Form::Capsule => Form::Segment,
        _ => return 0.0,
    };
    let radius = body.size.x + 0.5 * body.margin;
    body.margin = 0.0;
    radius
}

/// From the distance of the cores to that of the bodies, equation (1).
fn grow(search: &mut Search, radii: [f64; 2]) {
    search.dist -= radii[0] + radii[1];
    if let Some([on_a, on_b]) = &mut search.points {
        let normal = (*on_b - *on_a).normalized();
        if radii[0] != 0.0 {
            *on_a += normal * radii[0];
        }
        if radii[1] != 0.0 {
            *on_b -= normal * radii[1];
        }
    }
}
