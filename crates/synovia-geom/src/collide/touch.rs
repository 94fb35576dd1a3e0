//! What goes into a test of two shapes, and what comes out.

use crate::hull::convexity::Convexity;
use synovia_math::{Mat3, Vec3};

/// A pair of shapes reports at most this many touches.
#[doc(alias = "mjMAXCONPAIR")]
pub const MAX_TOUCHES: usize = 50;

/// A mesh as it collides: the vertices of its convex hull, how they are connected, and its flat sides.
///
/// All lists are the mesh's own part of the model's; addresses in them count from the places that the model's fields
/// say.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConvexMesh<'a> {
    /// A number of its own among the meshes of a pass: what is known about one is not taken for another.
    pub id: i32,
    /// All vertices of the mesh, in its frame \[m\].
    pub vert: &'a [[f32; 3]],
    /// The hull: counts, addresses of edge lists, vertex numbers, edges, faces; empty if the mesh has none.
    pub graph: &'a [i32],
    /// How convex the hull is.
    pub convexity: Convexity,
    /// Unit normals of the flat sides, in the frame of the mesh.
    pub poly_normal: &'a [Vec3],
    /// Where each side's corners begin in `poly_vert`, which is the whole model's.
    pub poly_vert_adr: &'a [i32],
    /// Number of corners of each side.
    pub poly_vert_num: &'a [i32],
    /// Corners of the sides, as vertices of the mesh.
    pub poly_vert: &'a [i32],
    /// Where each vertex's sides begin in `poly_map`, which is the whole model's.
    pub poly_map_adr: &'a [i32],
    /// Number of sides at each vertex.
    pub poly_map_num: &'a [i32],
    /// Sides at the vertices.
    pub poly_map: &'a [i32],
}

/// Terrain: elevations over a rectangle.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeightField<'a> {
    /// Half sizes in x and y, height of elevation 1, depth of the base \[m\].
    pub size: [f64; 4],
    /// Grid points along y.
    pub nrow: usize,
    /// Grid points along x.
    pub ncol: usize,
    /// Elevations, row after row.
    pub data: &'a [f32],
}

/// A kind of shape with its sizes, in its own frame.
#[derive(Clone, Copy, Debug)]
pub enum Shape<'a> {
    /// The half space below `z = 0`; collides as if it were endless.
    Plane,
    /// Terrain.
    HeightField(&'a HeightField<'a>),
    /// Radius in `size.x`.
    Sphere,
    /// Radius in `size.x`, half length of the segment along z in `size.y`.
    Capsule,
    /// Radii.
    Ellipsoid,
    /// Radius in `size.x`, half height along z in `size.y`.
    Cylinder,
    /// Half sizes.
    Box,
    /// The hull of a mesh.
    Mesh(&'a ConvexMesh<'a>),
}

/// A shape in place. It borrows its numbers: reading a copy just after it was made stalls the processor.
#[derive(Clone, Copy, Debug)]
pub struct Solid<'a> {
    /// What it is.
    pub shape: Shape<'a>,
    /// Its sizes \[m\].
    pub size: &'a Vec3,
    /// Radius of the sphere around `pos` that holds all of it; 0 for a plane \[m\].
    pub rbound: f64,
    /// Where its frame is \[m\].
    pub pos: &'a Vec3,
    /// Axes of its frame as columns.
    pub mat: &'a Mat3,
}

/// One point where two shapes touch, or are nearest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Signed distance, negative when they overlap \[m\].
    pub dist: f64,
    /// Midpoint between the two surface points \[m\].
    pub pos: Vec3,
    /// Unit vector from the first shape to the second.
    pub normal: Vec3,
    /// Where the first tangent should point; zero leaves the choice to whoever completes the frame.
    pub tangent: Vec3,
}

impl Touch {
    /// Nothing anywhere.
    pub const ZERO: Self = Self {
        dist: 0.0,
        pos: Vec3::ZERO,
        normal: Vec3::ZERO,
        tangent: Vec3::ZERO,
    };

    /// A touch whose tangents nobody minds.
    #[inline]
    pub const fn new(dist: f64, pos: Vec3, normal: Vec3) -> Self {
        Self {
            dist,
            pos,
            normal,
            tangent: Vec3::ZERO,
        }
    }
}

/// The touches of one pair: a list of bounded length that never allocates.
#[derive(Clone, Debug)]
pub struct Touches {
    list: [Touch; MAX_TOUCHES],
    len: usize,
}

impl Default for Touches {
    fn default() -> Self {
        Self {
            list: [Touch::ZERO; MAX_TOUCHES],
            len: 0,
        }
    }
}

impl Touches {
    /// Forgets all touches.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds one; returns false, and adds nothing, if there is no room.
    #[inline]
    pub fn push(&mut self, touch: Touch) -> bool {
        let Some(place) = self.list.get_mut(self.len) else {
            return false;
        };
        *place = touch;
        self.len += 1;
        true
    }

    /// Adds one with distance and position alone, if it counts; no branch is taken on whether it does. Whoever offers
    /// completes it later.
    #[inline]
    pub(super) fn offer(&mut self, counts: bool, dist: f64, pos: Vec3) {
        if let Some(place) = self.list.get_mut(self.len) {
            place.dist = dist;
            place.pos = pos;
            self.len += usize::from(counts);
        }
    }

    /// Keeps the first `len`.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}

impl core::ops::Deref for Touches {
    type Target = [Touch];

    #[inline]
    fn deref(&self) -> &[Touch] {
        &self.list[..self.len]
    }
}

impl core::ops::DerefMut for Touches {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Touch] {
        &mut self.list[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_list_takes_no_more() {
        let mut touches = Touches::default();
        for k in 0..MAX_TOUCHES {
            assert!(touches.push(Touch::new(k as f64, Vec3::ZERO, Vec3::Z)));
        }
        assert!(!touches.push(Touch::ZERO));
        assert_eq!(touches.len(), MAX_TOUCHES);
        assert_eq!(touches[7].dist, 7.0);
        touches.clear();
        assert!(touches.is_empty());
    }
}
