//! Elements of flexes: rounded segments, triangles and tetrahedra.
//!
//! An element is the convex hull of its vertices, inflated by its radius; a single vertex of a flex is an element
//! with one vertex. Elements have at most one contact point with a convex shape or with each other. If a flex is a
//! surface, the normal at a round shape is taken from that shape.

use synovia_math::Vec3;

use super::element_axes::{apart_from_body, apart_from_element};
use super::normal_fix::fix_normal;
use super::support::Body;
use super::{CcdMemory, CcdOptions, contacts};
use crate::collide::{Manifold, Solid};

/// An element or vertex of a flex, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Element {
    /// Vertices \[m\]; the first `count` are used.
    pub corners: [Vec3; 4],
    /// Number of vertices: 1 for a vertex, 2 to 4 for an element.
    pub count: usize,
    /// A point inside: the centre of the bounding box, or the vertex itself \[m\].
    pub center: Vec3,
    /// Radius of the inflation \[m\].
    pub radius: f64,
}

impl Element {
    /// The vertices in use: at least one, at most four.
    pub(super) fn corners(&self) -> &[Vec3] {
        &self.corners[..self.count.clamp(1, 4)]
    }
}

/// The other side of a contact with an element.
#[derive(Clone, Copy, Debug)]
pub enum Partner<'a> {
    /// A convex shape.
    Solid(&'a Solid<'a>),
    /// Another element, or a vertex.
    Element(&'a Element),
}

/// Contact of a convex shape or an element with an element: at most one point. `surface` if one of the flexes is
/// two-dimensional.
#[doc(alias = "mjc_ConvexElem")]
pub fn convex_element(
    a: &Partner<'_>,
    b: &Element,
    surface: bool,
    margin: f64,
    options: &CcdOptions,
    memory: &mut CcdMemory,
    out: &mut Manifold,
) {
    // two elements: a separating axis, or a search
    let clear = margin + 2.0 * options.tolerance;
    let solid = match a {
        Partner::Solid(solid) => solid,
        Partner::Element(a) => {
            if !options.native || !apart_from_element(a, b, clear) {
                let (mut body_a, mut body_b) = (Body::element(a, margin), Body::element(b, margin));
                let search = &mut memory.search;
                contacts(&mut body_a, &mut body_b, 1, margin, options, search, out);
            }
            return;
        }
    };
    // a shape and an element: a separating axis, or a search
    let Some(mut body_a) = Body::new(solid, margin) else {
        return;
    };
    let search = memory.guide([&mut body_a]);
    if options.native && apart_from_body(&mut body_a, b, clear) {
        return;
    }
    let start = out.len();
    let mut body_b = Body::element(b, margin);
    contacts(&mut body_a, &mut body_b, 1, margin, options, search, out);
    // on a surface the normal is that of the round shape
    if options.native && surface {
        for contact in &mut out[start..] {
            fix_normal(contact, Some(&body_a), None);
        }
    }
}
