//! Support functions: the point of a shape furthest in a direction.
//!
//! ```text
//! s(u) = argmax { u·p : p in the shape }                                        (1)
//! s(u) = R sₗ(Rᵀu) + t              shape with axes R at t                       (2)
//! s(u) = s₀(u) + u m/2              shape inflated by half of the margin m      (3)
//! ```
//!
//! | shape, in its frame | `sₗ(u)`                                                        |
//! |---------------------|----------------------------------------------------------------|
//! | sphere              | `r u`                                                          |
//! | capsule             | `r u ± h ẑ`                                                    |
//! | ellipsoid           | `S² u / |S u|`, `S` the diagonal of the radii                  |
//! | cylinder            | `r (uₓ, u_y)/|(uₓ, u_y)| ± h ẑ`                                |
//! | box                 | the corner with the signs of `u`                               |
//! | mesh                | best vertex: by a scan of all, or by hill climbing on the hull |
//!
//! Boxes and meshes remember the last vertex: faces of the Minkowski difference are identified by these vertices. A
//! mesh also starts its search there, which decides between equally good vertices.

use synovia_math::fearless_simd::Simd;
use synovia_math::{MIN_VAL, Mat3, Vec3};

use super::element::Element;
use super::hull::{Hull, furthest, point, widened};
use super::small::SmallHulls;
use super::vertex_cache::Lent;
use crate::collide::{ConvexMesh, Shape, Solid};

/// Meshes with fewer vertices are scanned completely.
const CLIMB_FROM: usize = 10;

/// No vertex yet.
pub(super) const NONE: i32 = -1;

/// The point of an ellipsoid furthest in a direction.
#[inline]
pub(super) fn on_ellipsoid(dir: Vec3, size: Vec3) -> Vec3 {
    dir.scale_by(size).normalized().scale_by(size)
}

/// The shape of a body, as its support function needs it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form<'a> {
    Point,
    Segment,
    Sphere,
    Capsule,
    Ellipsoid,
    Cylinder,
    Box,
    /// A mesh that is scanned completely.
    Scan(&'a ConvexMesh<'a>),
    /// A mesh that is searched by hill climbing on its hull.
    Climb(&'a ConvexMesh<'a>, Hull<'a>),
    /// A prism of a height field: three vertices below, three above them.
    Prism(&'a [[Vec3; 3]; 2]),
    /// An element of a flex, and the radius by which it is inflated.
    Element(&'a Element, f64),
}

/// A convex shape with pose and margin, and the last vertices of its searches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body<'a> {
    pub form: Form<'a>,
    pub size: Vec3,
    pub pos: Vec3,
    pub mat: &'a Mat3,
    pub margin: f64,
    /// Last vertex: bits of signs for a box, vertex index for a mesh.
    pub corner: i32,
    /// Last node of the hull, or last vertex if there is no hull.
    pub node: i32,
}

impl<'a> Body<'a> {
    /// A solid as a convex body; `None` for planes and height fields.
    pub(super) fn new(solid: &Solid<'a>, margin: f64) -> Option<Self> {
        let form = match solid.shape {
            Shape::Sphere => Form::Sphere,
            Shape::Capsule => Form::Capsule,
            Shape::Ellipsoid => Form::Ellipsoid,
            Shape::Cylinder => Form::Cylinder,
            Shape::Box => Form::Box,
            Shape::Mesh(mesh) => match Hull::of(mesh) {
                Some(hull) if mesh.vert.len() >= CLIMB_FROM => Form::Climb(mesh, hull),
                _ => Form::Scan(mesh),
            },
            Shape::Plane | Shape::HeightField(_) => return None,
        };
        Some(Self {
            form,
            size: *solid.size,
            pos: *solid.pos,
            mat: solid.mat,
            margin,
            corner: NONE,
            node: NONE,
        })
    }

    /// A prism of a height field.
    pub(super) fn prism(corners: &'a [[Vec3; 3]; 2]) -> Self {
        Self {
            form: Form::Prism(corners),
            size: Vec3::ZERO,
            pos: Vec3::ZERO,
            mat: &Mat3::IDENTITY,
            margin: 0.0,
            corner: NONE,
            node: NONE,
        }
    }

    /// An element of a flex; half of the margin is part of its inflation.
    pub(super) fn element(element: &'a Element, margin: f64) -> Self {
        Self {
            form: Form::Element(element, element.radius + 0.5 * margin),
            size: Vec3::ZERO,
            pos: element.center,
            mat: &Mat3::IDENTITY,
            margin: 0.0,
            corner: NONE,
            node: NONE,
        }
    }

    /// Gives the body access to the caches for searches on its hull.
    pub(super) fn guide(
        &mut self,
        vertices: Lent<'a>,
        copies: &'a SmallHulls,
        place: Option<usize>,
    ) {
        if let Form::Climb(_, hull) = &mut self.form {
            *hull = hull.with_cache(vertices).with_copy(copies, place);
        }
    }

    /// Copies its hull, if it is small, as the body with a key; returns where it was placed.
    pub(super) fn copy_hull(&self, copies: &mut SmallHulls, key: usize) -> Option<usize> {
        let Form::Climb(_, hull) = &self.form else {
            return None;
        };
        hull.copy_to(copies, key, &self.pos, self.mat)
    }

    /// The body in another pose.
    pub(super) fn moved<'b>(&self, pos: Vec3, mat: &'b Mat3) -> Body<'b>
    where
        'a: 'b,
    {
        let mut body = Body { pos, mat, ..*self };
        // its nodes were placed in the former pose
        if let Form::Climb(_, hull) = &mut body.form {
            hull.placed = None;
        }
        body
    }

    /// A point inside.
    pub(super) fn center(&self) -> Vec3 {
        match &self.form {
            Form::Prism(corners) => {
                corners
                    .as_flattened()
                    .iter()
                    .fold(Vec3::ZERO, |sum, &corner| sum + corner)
                    * (1.0 / 6.0)
            }
            _ => self.pos,
        }
    }

    /// True for a rounded point or segment.
    pub(super) fn is_round(&self) -> bool {
        matches!(self.form, Form::Sphere | Form::Capsule)
    }

    /// True for an element of a flex.
    pub(super) fn is_element(&self) -> bool {
        matches!(self.form, Form::Element(..))
    }

    /// True if the shape has finitely many vertices, so that a search terminates exactly.
    pub(super) fn is_discrete(&self) -> bool {
        let corners = matches!(
            self.form,
            Form::Box | Form::Scan(_) | Form::Climb(..) | Form::Prism(_)
        );
        corners && self.margin == 0.0
    }

    /// The support point in direction `dir`, a unit vector, including half of the margin: equations (1) to (3).
    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    pub(super) fn support<S: Simd>(&mut self, simd: S, dir: Vec3) -> Vec3 {
        let far = self.bare_support(simd, dir);
        if self.margin > 0.0 {
            far + dir * (0.5 * self.margin)
        } else {
            far
        }
    }

    /// Upper bound of the extent of the body in direction `dir`, a unit vector, up to rounding; `None` if it is not
    /// certain. The search on a hull continues where the last one ended.
    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    pub(super) fn reach<S: Simd>(&mut self, simd: S, dir: Vec3) -> Option<f64> {
        if let Form::Climb(_, hull) = &self.form {
            if let Some(placed) = hull.placed {
                return Some(placed.top(simd, dir) + 0.5 * self.margin.max(0.0));
            }
            let local = self.mat.transpose_mul(dir);
            let (node, height) = hull.top(local, self.node)?;
            self.node = node;
            return Some(height + dir.dot(self.pos) + 0.5 * self.margin.max(0.0));
        }
        Some(self.support(simd, dir).dot(dir))
    }

    #[inline]
    fn world_from(&self, local: Vec3) -> Vec3 {
        *self.mat * local + self.pos
    }

    #[expect(clippy::inline_always, reason = "its values stay in registers")]
    #[inline(always)]
    fn bare_support<S: Simd>(&mut self, simd: S, dir: Vec3) -> Vec3 {
        let size = self.size;
        match &self.form {
            Form::Point => self.pos,
            Form::Segment => {
                let axis = self.mat.col(2);
                axis * toward(axis.dot(dir), size.y) + self.pos
            }
            Form::Sphere => dir * size.x + self.pos,
            Form::Capsule => {
                let local = self.mat.transpose_mul(dir);
                let mut far = local * size.x;
                far.z += toward(local.z, size.y);
                self.world_from(far)
            }
            Form::Ellipsoid => {
                let scaled = self.mat.transpose_mul(dir).scale_by(size);
                let norm2 = scaled.norm_squared();
                if norm2 < MIN_VAL * MIN_VAL {
                    return self.mat.col(0) * size.x + self.pos;
                }
                let inverse = 1.0 / norm2.sqrt();
                self.world_from(scaled.scale_by(size * inverse))
            }
            Form::Cylinder => {
                let local = self.mat.transpose_mul(dir);
                let across = local.x * local.x + local.y * local.y;
                let scale = if across >= MIN_VAL * MIN_VAL {
                    size.x / across.sqrt()
                } else {
                    0.0
                };
                let rim = Vec3::new(scale * local.x, scale * local.y, toward(local.z, size.y));
                self.world_from(rim)
            }
            Form::Box => {
                let local = self.mat.transpose_mul(dir);
                let far = Vec3::new(
                    toward(local.x, size.x),
                    toward(local.y, size.y),
                    toward(local.z, size.z),
                );
                self.corner = i32::from(far.x > 0.0)
                    | i32::from(far.y > 0.0) << 1
                    | i32::from(far.z > 0.0) << 2;
                self.world_from(far)
            }
            Form::Scan(mesh) => {
                let local = self.mat.transpose_mul(dir);
                self.corner = scan(mesh.vert, local, self.corner);
                self.world_from(point(mesh.vert, self.corner))
            }
            Form::Climb(_, hull) => {
                if let Some((node, place)) = hull.placed_top(simd, dir) {
                    self.node = node;
                    self.corner = hull.vertex_of(node);
                    return place;
                }
                let local = self.mat.transpose_mul(dir);
                let start = self.node.max(0);
                self.node = hull.climb(local.x, local.y, local.z, start);
                self.corner = hull.vertex_of(self.node);
                self.world_from(hull.point(self.node))
            }
            Form::Prism(corners) => furthest_of_prism(corners, dir),
            Form::Element(element, grow) => match furthest_of(element.corners(), dir) {
                Some(far) => far + dir * *grow,
                None => self.pos,
            },
        }
    }

    /// The support point as portal refinement and planes define it: a direction perpendicular to an axis yields the
    /// middle of the shape, and meshes with a hull are searched by hill climbing whatever their size.
    pub(super) fn support_middle<S: Simd>(&mut self, simd: S, dir: Vec3) -> Vec3 {
        let size = self.size;
        let local = self.mat.transpose_mul(dir);
        let mut far = match &self.form {
            Form::Point => Vec3::ZERO,
            Form::Segment => Vec3::new(0.0, 0.0, sign(local.z) * size.y),
            Form::Sphere => local * size.x,
            Form::Capsule => {
                let mut far = local * size.x;
                far.z += sign(local.z) * size.y;
                far
            }
            Form::Ellipsoid => on_ellipsoid(local, size),
            Form::Cylinder => {
                let across = (local.x * local.x + local.y * local.y).sqrt();
                let (x, y) = if across > MIN_VAL {
                    (local.x / across * size.x, local.y / across * size.x)
                } else {
                    (0.0, 0.0)
                };
                Vec3::new(x, y, sign(local.z) * size.y)
            }
            Form::Box => Vec3::new(sign(local.x), sign(local.y), sign(local.z)).scale_by(size),
            Form::Scan(mesh) | Form::Climb(mesh, _) => {
                if let Some(hull) = Hull::of(mesh) {
                    self.node = hull.furthest(local, self.node);
                    hull.point(self.node)
                } else {
                    self.node = furthest(mesh.vert, local);
                    point(mesh.vert, self.node)
                }
            }
            Form::Prism(_) | Form::Element(..) => return self.bare_support(simd, dir),
        };
        far += local * self.margin * 0.5;
        self.world_from(far)
    }
}

/// `length` with the sign of `side`; positive for 0.
#[inline]
fn toward(side: f64, length: f64) -> f64 {
    if side >= 0.0 { length } else { -length }
}

/// −1, 0 or 1.
#[inline]
fn sign(x: f64) -> f64 {
    if x < 0.0 {
        -1.0
    } else if x > 0.0 {
        1.0
    } else {
        0.0
    }
}

/// A point of the Minkowski difference of two bodies, and the points it results from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    /// `a − b`.
    pub gap: Vec3,
    pub a: Vec3,
    pub b: Vec3,
    /// Vertices of both, for bodies that have vertices.
    pub corner: [i32; 2],
}

impl Point {
    pub(super) const ZERO: Self = Self {
        gap: Vec3::ZERO,
        a: Vec3::ZERO,
        b: Vec3::ZERO,
        corner: [NONE; 2],
    };
}

/// The vertex furthest along a direction, by scanning all: the first of equals, except that `known` precedes all others.
#[expect(clippy::inline_always, reason = "its values stay in registers")]
#[inline(always)]
fn scan(vert: &[[f32; 3]], dir: Vec3, known: i32) -> i32 {
    let mut best = -f64::from(f32::MAX);
    let mut corner = 0;
    if known >= 0 {
        corner = known;
        best = dir.dot(point(vert, corner));
    }
    for (k, &place) in (0..).zip(vert) {
        let height = dir.dot(widened(place));
        let better = height > best;
        best = if better { height } else { best };
        corner = core::hint::select_unpredictable(better, k, corner);
    }
    corner
}

/// The furthest vertex of a prism. The choice is unpredictable, so it is made without branches.
#[expect(clippy::inline_always, reason = "its values stay in registers")]
#[inline(always)]
fn furthest_of_prism([below, above]: &[[Vec3; 3]; 2], dir: Vec3) -> Vec3 {
    let three = if dir.z < 0.0 { below } else { above };
    let heights = three.map(|corner| corner.dot(dir));
    let second = heights[1] > heights[0];
    let best = if second { heights[1] } else { heights[0] };
    let nearer = core::hint::select_unpredictable(second, 1, 0);
    three[core::hint::select_unpredictable(heights[2] > best, 2, nearer)]
}

/// The furthest of some vertices: the first of equals.
#[expect(clippy::inline_always, reason = "its values stay in registers")]
#[inline(always)]
fn furthest_of(corners: &[Vec3], dir: Vec3) -> Option<Vec3> {
    let [first, others @ ..] = corners else {
        return None;
    };
    let mut far = *first;
    let mut best = far.dot(dir);
    for &corner in others {
        let height = corner.dot(dir);
        if height > best {
            best = height;
            far = corner;
        }
    }
    Some(far)
}

#[cfg(test)]
mod tests {
    use synovia_math::narrow;

    use super::*;

    #[test]
    fn supports_of_round_shapes_lie_on_their_surfaces() {
        let mat = Mat3::IDENTITY;
        let size = Vec3::new(0.3, 0.2, 0.1);
        let solid = |shape| Solid {
            shape,
            size: &size,
            rbound: 1.0,
            pos: &Vec3::ZERO,
            mat: &mat,
        };
        let dir = Vec3::new(1.0, 2.0, 3.0).normalized();
        let on = |shape| narrow!(simd => Body::new(&solid(shape), 0.0).unwrap().support(simd, dir));
        let p = on(Shape::Ellipsoid);
        let q = Vec3::new(p.x / size.x, p.y / size.y, p.z / size.z);
        assert!((q.norm() - 1.0).abs() < 1e-12);
        assert!((on(Shape::Sphere).norm() - size.x).abs() < 1e-12);
        let p = on(Shape::Cylinder);
        assert!((p.x.hypot(p.y) - size.x).abs() < 1e-12 && p.z == size.y);
        let mut grown = Body::new(&solid(Shape::Box), 0.02).unwrap();
        let grown = narrow!(simd => grown.support(simd, dir));
        assert!((grown - (size + dir * 0.01)).norm() < 1e-15);
    }
}
