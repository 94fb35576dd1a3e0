//! Two convex bodies: distance, or depth of overlap, and the points where it is measured.
//!
//! Spheres and capsules are first taken as points and segments, and what was taken off is added to the answer:
//!
//! ```text
//! dist = |x| − r₁ − r₂,    p₁ = x₁ + r₁ n,    p₂ = x₂ − r₂ n,    n = (x₂ − x₁)/|x₂ − x₁|     (1)
//! ```
//!
//! where `r` is the radius and half of the margin. Only if the cores themselves overlap, and for all other shapes, the
//! bodies are searched as they are, and an overlap is measured by the expanding polytope.

use synovia_math::Vec3;

use super::SearchMemory;
use super::difference::Difference;
use super::epa::{Limits, expand};
use super::flat;
use super::gjk::{FAR, Search};
use super::policy::{COMMON_ITERATIONS, FACES_PER_ITERATION, MAX_FACES};
use super::support::{Body, Form};
use crate::collide::MAX_CONTACTS;

/// What is asked of two bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub tolerance: f64,
    pub iterations: usize,
    /// Most points wanted.
    pub points: usize,
    /// Distances are wanted up to here; 0 if only overlaps matter.
    pub cutoff: f64,
}

/// The answer; the points are in [`SearchMemory`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    /// Distance, negative for a depth, [`FAR`] if it is above the cutoff.
    pub dist: f64,
    /// A unit vector from the first to the second across a plane between them, if one was found.
    pub apart: Vec3,
}

/// Distance or depth of two bodies; `memory.points` gets the pairs of points on both.
pub(super) fn meet(
    a: &mut Body<'_>,
    b: &mut Body<'_>,
    ask: &Question,
    memory: &mut SearchMemory,
) -> Answer {
    memory.points.clear();
    memory.points.reserve(MAX_CONTACTS);
    let mut search = Search::between(a, b);

    if a.is_round() || b.is_round() {
        let (whole_a, whole_b) = ((a.form, a.margin), (b.form, b.margin));
        let (grow_a, grow_b) = (shrink(a), shrink(b));
        let cutoff = ask.cutoff + (grow_a + grow_b);
        search.run(a, b, ask.tolerance, ask.iterations, cutoff);
        (a.form, a.margin) = whole_a;
        (b.form, b.margin) = whole_b;
        if search.dist > ask.tolerance {
            grow(&mut search, grow_a, grow_b);
            if search.dist > ask.cutoff {
                search.dist = FAR;
            }
            if search.known {
                memory.points.push([search.a, search.b]);
            }
            return Answer {
                dist: search.dist,
                apart: search.apart,
            };
        }
        // the cores overlap: begin again with the whole bodies
        search.a = a.center();
        search.b = b.center();
    }
    search.run(a, b, ask.tolerance, ask.iterations, ask.cutoff);

    if search.dist <= ask.tolerance && search.len > 1 {
        // they touch at least
        search.dist = 0.0;
        let limits = Limits {
            tolerance: ask.tolerance,
            iterations: ask.iterations,
            faces: FACES_PER_ITERATION
                .saturating_mul(ask.iterations.max(COMMON_ITERATIONS))
                .min(MAX_FACES),
        };
        let polytope = &mut memory.polytope;
        polytope.reset(COMMON_ITERATIONS);
        let mut difference = Difference {
            a: &mut *a,
            b: &mut *b,
        };
        if polytope.enclose(&search.simplex[..search.len], &mut difference) {
            let face = expand(polytope, &mut difference, &limits);
            search.known = false;
            // where numbers of very different size meet, a face may have lost its place: then nothing is known
            let found = face.map(|face| (face, polytope.witnesses(&face)));
            if let Some((face, points)) = found.filter(|(_, points)| are_finite(points)) {
                search.dist = -face.dist2.sqrt();
                memory.points.push(points);
                if ask.points > 1 {
                    flat::spread(a, b, &face, ask.points, memory);
                }
                return Answer {
                    dist: search.dist,
                    apart: Vec3::ZERO,
                };
            }
        }
    }
    let points = [search.a, search.b];
    if search.known && are_finite(&points) {
        memory.points.push(points);
    }
    Answer {
        dist: search.dist,
        apart: search.apart,
    }
}

fn are_finite(points: &[Vec3; 2]) -> bool {
    points[0].is_finite() && points[1].is_finite()
}

/// Takes the rounding and its margin off a body, and returns how much that was: 0 for bodies without.
fn shrink(body: &mut Body<'_>) -> f64 {
    body.form = match body.form {
        Form::Sphere => Form::Point,
        Form::Capsule => Form::Segment,
        _ => return 0.0,
    };
    let rounding = body.size.x + 0.5 * body.margin;
    body.margin = 0.0;
    rounding
}

/// Adds what was taken off, equation (1).
fn grow(search: &mut Search, grow_a: f64, grow_b: f64) {
    let normal = (search.b - search.a).normalized();
    if grow_a != 0.0 {
        search.a += normal * grow_a;
    }
    if grow_b != 0.0 {
        search.b -= normal * grow_b;
    }
    search.dist -= grow_a + grow_b;
}
