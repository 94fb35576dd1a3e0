//! From shapes of a scene to surfaces in the world.
//!
//! A shape is one or more items: a capsule is a tube and two half spheres, an arrow a cylinder and a cone.

use synovia_model::GeomType;
use synovia_scene::enums::category;
use synovia_scene::{Geom, Scene};

use crate::context::Context;
use crate::matrix::{Mat4, Vec3, dot, normalize, scale, sub};
use crate::surface::Surface;

/// Which triangles are left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cull {
    /// None.
    Neither,
    /// Those that look away.
    Back,
    /// Those that look here.
    Front,
}

/// What an item is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape<'a> {
    /// Triangles.
    Surface(&'a Surface),
    /// A line between two points, so many pixels wide.
    Line([Vec3; 2], f32),
}

/// A surface in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item<'a> {
    pub(crate) shape: Shape<'a>,
    /// To the world.
    pub(crate) world: Mat4,
    /// Number of its look.
    pub(crate) look: u32,
    /// Number of its geom; `u32::MAX` if it is none.
    pub(crate) geom: u32,
    pub(crate) cull: Cull,
}

/// Whether a point is behind a plane shape.
pub(crate) fn is_behind(head: Vec3, geom: &Geom) -> bool {
    dot(sub(head, geom.pos), [geom.mat[2], geom.mat[5], geom.mat[8]]) < 0.0
}

/// Whether a shape takes part in casting shadows.
pub(crate) fn casts(geom: &Geom) -> bool {
    geom.kind != GeomType::Line && geom.category != category::DECOR
}

/// What items are made from.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) context: &'a Context,
    pub(crate) scene: &'a Scene,
    /// Surfaces of skins and flexes, made for this picture: number of the geom, surface.
    pub(crate) moving: &'a [(usize, Surface)],
    pub(crate) head: Vec3,
    pub(crate) cull: bool,
}

impl<'a> Source<'a> {
    /// Adds the items of geom `g` with look `look`.
    pub(crate) fn add(&self, g: usize, look: u32, out: &mut Vec<Item<'a>>) {
        let Some(geom) = self.scene.shapes().get(g) else {
            return;
        };
        let mut cull = if self.cull { Cull::Back } else { Cull::Neither };
        if geom.kind == GeomType::Plane && is_behind(self.head, geom) && self.cull {
            cull = Cull::Front;
        }
        if geom.kind == GeomType::Triangle {
            cull = Cull::Neither;
        }
        let frame = Mat4::rigid(&geom.mat, geom.pos);
        let mut push = |shape: Shape<'a>, world: Mat4| {
            out.push(Item {
                shape,
                world,
                look,
                geom: g as u32,
                cull,
            });
        };
        self.parts(geom, &frame, &mut push);
        for (_, surface) in self.moving.iter().filter(|(owner, _)| *owner == g) {
            let world = if geom.kind == GeomType::Triangle {
                frame
            } else {
                Mat4::IDENTITY
            };
            push(Shape::Surface(surface), world);
        }
        if geom.kind == GeomType::Flex {
            self.flex_parts(geom, &mut push);
        }
    }

    /// The parts of a shape that is made of primitives or of surfaces of the model.
    fn parts(&self, geom: &Geom, frame: &Mat4, push: &mut impl FnMut(Shape<'a>, Mat4)) {
        let p = &self.context.primitives;
        let s = geom.size;
        let data = usize::try_from(geom.dataid).ok();
        let sized = frame.scale(s);
        match geom.kind {
            GeomType::Plane => match data {
                Some(d) => {
                    if let Some(surface) = self.context.planes.get(d) {
                        push(Shape::Surface(surface), *frame);
                    }
                }
                None => push(Shape::Surface(&p.square), frame.scale([s[0], s[1], 1.0])),
            },
            GeomType::Hfield => {
                if let Some(surface) = data.and_then(|d| self.context.hfields.get(d)) {
                    push(Shape::Surface(surface), *frame);
                }
            }
            GeomType::Mesh | GeomType::Sdf => {
                if let Some((d, pair)) =
                    data.and_then(|d| Some((d, self.context.meshes.get(d / 2)?)))
                {
                    push(Shape::Surface(&pair[d % 2]), *frame);
                }
            }
            GeomType::Sphere | GeomType::Ellipsoid => push(Shape::Surface(&p.sphere), sized),
            GeomType::Capsule => {
                let radius = 0.5 * (s[0] + s[1]);
                push(Shape::Surface(&p.tube), sized);
                let cap = sized.scale([1.0, 1.0, radius / s[2]]);
                let top = cap.translate([0.0, 0.0, (s[2] - radius) / radius]);
                push(Shape::Surface(&p.top), top);
                let bottom = top.translate([0.0, 0.0, 2.0 * (radius - s[2]) / radius]);
                push(Shape::Surface(&p.bottom), bottom);
            }
            GeomType::Cylinder => push(Shape::Surface(&p.cylinder), sized),
            GeomType::Box => push(Shape::Surface(&p.cube), sized),
            GeomType::Arrow | GeomType::Arrow1 => {
                let shaft = frame
                    .scale([s[0], s[1], s[2] / 6.0])
                    .translate([0.0, 0.0, 1.0]);
                push(Shape::Surface(&p.cylinder), shaft);
                let wide = if geom.kind == GeomType::Arrow {
                    1.75
                } else {
                    1.0
                };
                let tip = shaft.translate([0.0, 0.0, 1.0]).scale([wide, wide, 1.0]);
                push(Shape::Surface(&p.cone), tip);
            }
            GeomType::Arrow2 => {
                let shaft = frame.scale([s[0], s[1], s[2] / 3.0]);
                push(Shape::Surface(&p.tube), shaft);
                let end = shaft.scale([1.75, 1.75, 0.5]);
                let low = end.translate([0.0, 0.0, -2.0]).scale([1.0, -1.0, -1.0]);
                push(Shape::Surface(&p.cone), low);
                push(Shape::Surface(&p.cone), end.translate([0.0, 0.0, 2.0]));
            }
            GeomType::Line => {
                let ends = [[0.0; 3], [0.0, 0.0, s[2]]];
                push(Shape::Line(ends, s[0] * self.context.line_width), *frame);
            }
            GeomType::LineBox => {
                for [a, b] in BOX_EDGES {
                    let at = |k: u8| -> Vec3 {
                        core::array::from_fn(|c| if k >> c & 1 == 0 { -s[c] } else { s[c] })
                    };
                    push(
                        Shape::Line([at(a), at(b)], 1.5 * self.context.line_width),
                        *frame,
                    );
                }
            }
            _ => {}
        }
    }

    /// Balls at the vertices of a flex and tubes along its edges.
    fn flex_parts(&self, geom: &Geom, push: &mut impl FnMut(Shape<'a>, Mat4)) {
        let flex = &self.scene.flex;
        let radius = geom.size[0];
        let Ok(f) = usize::try_from(geom.objid) else {
            return;
        };
        let used = flex.faceused.get(f).copied().unwrap_or(0);
        if radius.is_nan() || radius <= 0.0 || (flex.skinopt != 0 && used != 0) {
            return;
        }
        let at = |column: &[i32]| column.get(f).copied().unwrap_or(0).max(0) as usize;
        let (first, count) = (at(&flex.vertadr), at(&flex.vertnum));
        let verts = flex.vert.get(first..).unwrap_or(&[]);
        if flex.vertopt != 0 {
            for &v in verts.iter().take(count) {
                let place = Mat4::IDENTITY.translate(v).scale([radius; 3]);
                push(Shape::Surface(&self.context.primitives.sphere), place);
            }
        }
        if flex.edgeopt != 0 {
            let edges = flex.edge.get(at(&flex.edgeadr)..).unwrap_or(&[]);
            for &[a, b] in edges.iter().take(at(&flex.edgenum)) {
                let (Some(&a), Some(&b)) = (verts.get(a as usize), verts.get(b as usize)) else {
                    continue;
                };
                push(
                    Shape::Surface(&self.context.primitives.tube),
                    along(a, b, radius),
                );
            }
        }
    }
}

/// Places a tube between two points: the smallest rotation of its axis.
fn along(a: Vec3, b: Vec3, radius: f32) -> Mat4 {
    let d = sub(b, a);
    let length = dot(d, d).sqrt();
    let z = normalize(d);
    // Rodrigues' formula for the rotation from the third axis to z
    let c = z[2];
    let mat = if c < -0.999_999 {
        [1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0]
    } else {
        let k = 1.0 / (1.0 + c);
        [
            1.0 - k * z[0] * z[0],
            -k * z[0] * z[1],
            z[0],
            -k * z[0] * z[1],
            1.0 - k * z[1] * z[1],
            z[1],
            -z[0],
            -z[1],
            c,
        ]
    };
    let middle = scale([a[0] + b[0], a[1] + b[1], a[2] + b[2]], 0.5);
    Mat4::rigid(&mat, middle).scale([radius, radius, 0.5 * length])
}

/// Edges of a box: corners whose three bits say which end of each axis they are at.
const BOX_EDGES: [[u8; 2]; 12] = [
    [0, 1],
    [1, 3],
    [3, 2],
    [2, 0],
    [4, 5],
    [5, 7],
    [7, 6],
    [6, 4],
    [0, 4],
    [1, 5],
    [3, 7],
    [2, 6],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tube_ends_where_its_edge_ends() {
        for (a, b) in [
            ([0.0, 0.0, 0.0], [0.0, 0.0, 2.0]),
            ([1.0, 2.0, 3.0], [1.0, 2.0, -3.0]),
            ([0.5, 0.0, 0.0], [-1.0, 2.0, 0.3]),
        ] {
            let m = along(a, b, 0.1);
            let (low, high) = (m.affine([0.0, 0.0, -1.0]), m.affine([0.0, 0.0, 1.0]));
            for k in 0..3 {
                assert!((low[k] - a[k]).abs() < 1e-5 && (high[k] - b[k]).abs() < 1e-5);
            }
        }
    }
}
