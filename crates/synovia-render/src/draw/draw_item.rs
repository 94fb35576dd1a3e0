//! Draw items: what one draw call draws, a mesh or a line with its transform and material.
//!
//! A geom becomes one or more items: a capsule is a tube and two half spheres, an arrow is a cylinder and a cone.

use synovia_model::GeomType;
use synovia_scene::enums::category;
use synovia_scene::{Geom, Scene};

use crate::matrix::{Mat4, Vec3, dot, normalize, scale, sub};
use crate::resources::context::Context;
use crate::resources::mesh::RenderMesh;

/// Face culling: which triangles are not drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cull {
    /// All are drawn.
    None,
    /// Back faces are culled.
    Back,
    /// Front faces are culled.
    Front,
}

/// The geometry of a draw item.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DrawShape<'a> {
    /// A triangle mesh.
    Mesh(&'a RenderMesh),
    /// A line segment and its width in pixels.
    Line([Vec3; 2], f32),
}

/// One draw call: geometry, transform, material.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawItem<'a> {
    pub(crate) shape: DrawShape<'a>,
    /// World space from the item's frame.
    pub(crate) world: Mat4,
    /// Index of its material.
    pub(crate) material: u32,
    /// Index of its geom; `u32::MAX` for the skybox and haze.
    pub(crate) geom: u32,
    pub(crate) cull: Cull,
}

/// Whether a point is behind a plane geom.
pub(crate) fn is_behind(eye_pos: Vec3, geom: &Geom) -> bool {
    dot(
        sub(eye_pos, geom.pos),
        [geom.mat[2], geom.mat[5], geom.mat[8]],
    ) < 0.0
}

/// Whether a geom casts shadows.
pub(crate) fn casts_shadow(geom: &Geom) -> bool {
    geom.kind != GeomType::Line && geom.category != category::DECOR
}

/// Builds the draw items of geoms.
#[derive(Clone, Copy)]
pub(crate) struct DrawItemBuilder<'a> {
    pub(crate) context: &'a Context,
    pub(crate) scene: &'a Scene,
    /// Meshes of skins, flexes and triangles, rebuilt for this frame: index of the geom, mesh.
    pub(crate) dynamic_meshes: &'a [(usize, RenderMesh)],
    pub(crate) eye_pos: Vec3,
    pub(crate) cull: bool,
}

impl<'a> DrawItemBuilder<'a> {
    /// Adds the items of geom `g`, with the material of index `material`.
    pub(crate) fn add(&self, g: usize, material: u32, out: &mut Vec<DrawItem<'a>>) {
        let Some(geom) = self.scene.shapes().get(g) else {
            return;
        };
        let mut cull = if self.cull { Cull::Back } else { Cull::None };
        if geom.kind == GeomType::Plane && is_behind(self.eye_pos, geom) && self.cull {
            cull = Cull::Front;
        }
        if geom.kind == GeomType::Triangle {
            cull = Cull::None;
        }
        let frame = Mat4::rigid(&geom.mat, geom.pos);
        let mut push = |shape: DrawShape<'a>, world: Mat4| {
            out.push(DrawItem {
                shape,
                world,
                material,
                geom: g as u32,
                cull,
            });
        };
        self.primitive_items(geom, &frame, &mut push);
        for (_, mesh) in self.dynamic_meshes.iter().filter(|(owner, _)| *owner == g) {
            let world = if geom.kind == GeomType::Triangle {
                frame
            } else {
                Mat4::IDENTITY
            };
            push(DrawShape::Mesh(mesh), world);
        }
        if geom.kind == GeomType::Flex {
            self.flex_items(geom, &mut push);
        }
    }

    /// The items of a geom that consists of primitives or of meshes of the model.
    fn primitive_items(
        &self,
        geom: &Geom,
        frame: &Mat4,
        push: &mut impl FnMut(DrawShape<'a>, Mat4),
    ) {
        let p = &self.context.primitives;
        let s = geom.size;
        let data = usize::try_from(geom.dataid).ok();
        let sized = frame.scale(s);
        match geom.kind {
            GeomType::Plane => match data {
                Some(d) => {
                    if let Some(mesh) = self.context.planes.get(d) {
                        push(DrawShape::Mesh(mesh), *frame);
                    }
                }
                None => push(DrawShape::Mesh(&p.square), frame.scale([s[0], s[1], 1.0])),
            },
            GeomType::Hfield => {
                if let Some(mesh) = data.and_then(|d| self.context.hfields.get(d)) {
                    push(DrawShape::Mesh(mesh), *frame);
                }
            }
            GeomType::Mesh | GeomType::Sdf => {
                if let Some((d, pair)) =
                    data.and_then(|d| Some((d, self.context.meshes.get(d / 2)?)))
                {
                    push(DrawShape::Mesh(&pair[d % 2]), *frame);
                }
            }
            GeomType::Sphere | GeomType::Ellipsoid => push(DrawShape::Mesh(&p.sphere), sized),
            GeomType::Capsule => {
                let radius = 0.5 * (s[0] + s[1]);
                push(DrawShape::Mesh(&p.tube), sized);
                let cap = sized.scale([1.0, 1.0, radius / s[2]]);
                let top = cap.translate([0.0, 0.0, (s[2] - radius) / radius]);
                push(DrawShape::Mesh(&p.top), top);
                let bottom = top.translate([0.0, 0.0, 2.0 * (radius - s[2]) / radius]);
                push(DrawShape::Mesh(&p.bottom), bottom);
            }
            GeomType::Cylinder => push(DrawShape::Mesh(&p.cylinder), sized),
            GeomType::Box => push(DrawShape::Mesh(&p.cube), sized),
            GeomType::Arrow | GeomType::Arrow1 => {
                let shaft = frame
                    .scale([s[0], s[1], s[2] / 6.0])
                    .translate([0.0, 0.0, 1.0]);
                push(DrawShape::Mesh(&p.cylinder), shaft);
                let wide = if geom.kind == GeomType::Arrow {
                    1.75
                } else {
                    1.0
                };
                let tip = shaft.translate([0.0, 0.0, 1.0]).scale([wide, wide, 1.0]);
                push(DrawShape::Mesh(&p.cone), tip);
            }
            GeomType::Arrow2 => {
                let shaft = frame.scale([s[0], s[1], s[2] / 3.0]);
                push(DrawShape::Mesh(&p.tube), shaft);
                let end = shaft.scale([1.75, 1.75, 0.5]);
                let low = end.translate([0.0, 0.0, -2.0]).scale([1.0, -1.0, -1.0]);
                push(DrawShape::Mesh(&p.cone), low);
                push(DrawShape::Mesh(&p.cone), end.translate([0.0, 0.0, 2.0]));
            }
            GeomType::Line => {
                let ends = [[0.0; 3], [0.0, 0.0, s[2]]];
                push(
                    DrawShape::Line(ends, s[0] * self.context.line_width),
                    *frame,
                );
            }
            GeomType::LineBox => {
                for [a, b] in BOX_EDGES {
                    let at = |k: u8| -> Vec3 {
                        core::array::from_fn(|c| if k >> c & 1 == 0 { -s[c] } else { s[c] })
                    };
                    push(
                        DrawShape::Line([at(a), at(b)], 1.5 * self.context.line_width),
                        *frame,
                    );
                }
            }
            _ => {}
        }
    }

    /// Spheres at the vertices of a flex and tubes along its edges.
    fn flex_items(&self, geom: &Geom, push: &mut impl FnMut(DrawShape<'a>, Mat4)) {
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
                push(DrawShape::Mesh(&self.context.primitives.sphere), place);
            }
        }
        if flex.edgeopt != 0 {
            let edges = flex.edge.get(at(&flex.edgeadr)..).unwrap_or(&[]);
            for &[a, b] in edges.iter().take(at(&flex.edgenum)) {
                let (Some(&a), Some(&b)) = (verts.get(a as usize), verts.get(b as usize)) else {
                    continue;
                };
                push(
                    DrawShape::Mesh(&self.context.primitives.tube),
                    tube_transform(a, b, radius),
                );
            }
        }
    }
}

/// The transform of a tube between two points: the smallest rotation of its axis.
fn tube_transform(a: Vec3, b: Vec3, radius: f32) -> Mat4 {
    let d = sub(b, a);
    let length = dot(d, d).sqrt();
    let z = normalize(d);
    // Rodrigues' formula for the rotation from the z axis to `z`
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

/// Edges of a box. The three bits of a corner specify the end of each axis that it is at.
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
            let m = tube_transform(a, b, 0.1);
            let (low, high) = (m.affine([0.0, 0.0, -1.0]), m.affine([0.0, 0.0, 1.0]));
            for k in 0..3 {
                assert!((low[k] - a[k]).abs() < 1e-5 && (high[k] - b[k]).abs() < 1e-5);
            }
        }
    }
}
