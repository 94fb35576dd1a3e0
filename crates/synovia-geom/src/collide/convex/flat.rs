//! Manifolds of flat features that are parallel and in contact.
//!
//! The face of the polytope on which the depth `d` was measured defines a [`Feature`] of each body. Facets at these
//! features, or an edge and a facet, that are parallel up to an angle ε touch in a region, not in a point:
//!
//! ```text
//! n₁·n₂ < −cos ε        facet on facet                                          (1)
//! |e·n| < sin ε         edge on facet                                           (2)
//! ```
//!
//! The region is the part of one feature that is over a facet of the other; its vertices, each paired with the point
//! at the depth `d` below it along a normal, form the manifold.

use synovia_math::{MIN_VAL, Vec3};

use super::SearchMemory;
use super::clip::clip;
use super::facets::{EdgeOf, FaceOf, Feature, Polyhedron};
use super::policy::{FLAT_COS, FLAT_SIN, MAX_VALENCE, REDUCED, REDUCED_BELOW};
use super::polytope::Face;
use super::reduce::four_vertices;
use super::support::Body;
use crate::collide::MAX_CONTACTS;

/// Buffers for facets, edges and polygons.
#[derive(Clone, Debug, Default)]
pub(super) struct FlatMemory {
    faces: [Vec<FaceOf>; 2],
    edges: Vec<EdgeOf>,
    /// The polygon to clip: the vertices of a facet or the ends of an edge.
    region: Vec<Vec3>,
    /// The facet to clip against.
    ring: Vec<Vec3>,
    spare: Vec<Vec3>,
}

impl FlatMemory {
    /// Clears all lists and reserves space for the largest facets.
    fn reset(&mut self) {
        for faces in &mut self.faces {
            faces.clear();
            faces.reserve(MAX_VALENCE);
        }
        self.edges.clear();
        self.edges.reserve(MAX_VALENCE);
        for polygon in [&mut self.region, &mut self.ring, &mut self.spare] {
            polygon.clear();
            polygon.reserve(2 * MAX_VALENCE);
        }
    }

    /// Fills `region` and `ring` with a facet of the second body and a parallel one of the first, equation (1).
    fn facet_on_facet(&mut self, bodies: [Polyhedron<'_, '_>; 2], depth: f64) -> Option<Contact> {
        let [first, second] = &self.faces;
        let pairs = first
            .iter()
            .flat_map(|p| second.iter().map(move |q| (p, q)));
        let (under, over) = pairs
            .into_iter()
            .find(|(p, q)| p.normal.dot(q.normal) < -FLAT_COS)?;
        bodies[0].ring(under, &mut self.ring);
        bodies[1].ring(over, &mut self.region);
        Some(Contact {
            normal: under.normal,
            shift: over.normal * depth,
        })
    }

    /// Fills `region` and `ring` with an edge of one body, at a feature, and a parallel facet of the other,
    /// `bodies[facet]`, equation (2). The shift is along the normal by `depth`.
    fn edge_on_facet(
        &mut self,
        bodies: [Polyhedron<'_, '_>; 2],
        feature: &Feature,
        facet: usize,
        depth: f64,
    ) -> Option<Contact> {
        bodies[1 - facet].edges_at(feature, &mut self.edges);
        let edges = &self.edges;
        let pairs = self.faces[facet]
            .iter()
            .flat_map(|face| edges.iter().map(move |edge| (face, edge)));
        let (face, edge) = pairs
            .into_iter()
            .find(|(face, edge)| edge.along.dot(face.normal).abs() < FLAT_SIN)?;
        self.region.extend([feature.place(), edge.end]);
        bodies[facet].ring(face, &mut self.ring);
        Some(Contact {
            normal: face.normal,
            shift: face.normal * depth,
        })
    }
}

/// The contact of two flat features.
#[derive(Clone, Copy)]
struct Contact {
    /// Normal of the clipping facet.
    normal: Vec3,
    /// From a point of the first body to the matching point of the second.
    shift: Vec3,
}

/// Replaces the single pair in `memory.points` by up to `most` pairs, if the bodies touch with flat features.
pub(super) fn spread(
    a: &Body<'_>,
    b: &Body<'_>,
    face: &Face,
    most: usize,
    memory: &mut SearchMemory,
) {
    let SearchMemory {
        polytope,
        flat,
        points,
    } = memory;
    flat.reset();
    let (Some(&[on_a, on_b]), Some(first), Some(second)) =
        (points.first(), Polyhedron::of(a), Polyhedron::of(b))
    else {
        return;
    };

    // the facets of both bodies at the features on which the depth was measured
    let bodies = [first, second];
    let features = Feature::of_both(face.corners().map(|k| &polytope.corners[k]));
    let depth = (on_b - on_a).norm();
    let [faces_a, faces_b] = &mut flat.faces;
    first.faces_at(&features[0], on_a - on_b, faces_a);
    second.faces_at(&features[1], on_b - on_a, faces_b);

    // facets first; then an edge of the body with the smaller feature
    let [p, q] = &features;
    let contact = flat.facet_on_facet(bodies, depth).or_else(|| {
        if p.count < 3 && p.count <= q.count {
            flat.edge_on_facet(bodies, p, 1, depth)
        } else if q.count < 3 {
            flat.edge_on_facet(bodies, q, 0, -depth)
        } else {
            None
        }
    });
    let Some(Contact { normal, shift }) = contact else {
        return;
    };
    if flat.ring.len() < 3 {
        return;
    }

    // the part of the region over the ring is the manifold
    clip(&mut flat.region, &flat.ring, normal, &mut flat.spare);
    if !flat.region.is_empty() {
        report(&flat.region, shift, most, points);
    }
}

/// The pairs of points at the vertices of a region.
fn report(region: &[Vec3], shift: Vec3, most: usize, points: &mut Vec<[Vec3; 2]>) {
    // QUIRK(multiccd-edge-side): an edge of the first body is reported as if it belonged to the second
    let pair = |p: Vec3| [p - shift, p];
    points.clear();
    if most < REDUCED_BELOW && region.len() > REDUCED {
        points.extend(four_vertices(region).map(pair));
    } else if region.len() > MAX_CONTACTS {
        points.extend(region[..MAX_CONTACTS].iter().copied().map(pair));
    } else {
        for &p in region {
            if !points.iter().any(|known| is_same(known[1], p)) {
                points.push(pair(p));
            }
        }
    }
}

/// True if the points are equal up to rounding.
fn is_same(p: Vec3, q: Vec3) -> bool {
    let d = (p - q).abs();
    d.x < MIN_VAL && d.y < MIN_VAL && d.z < MIN_VAL
}
