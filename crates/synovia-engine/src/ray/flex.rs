//! Rays against flexes as they are drawn: spheres at the vertices, capsules along the edges, triangles.
//!
//! | part     | shape     | condition                                |
//! |----------|-----------|------------------------------------------|
//! | edges    | capsules  | `edges`, or `skin` of a sheet or a solid |
//! | vertices | spheres   | `vertices`, if edges are not tested      |
//! | faces    | triangles | `faces` or `skin`, not of a line         |

use synovia_geom::Aabb;
use synovia_geom::ray::{self, GeomFrame, Hit, Ray, Screen};
use synovia_math::{Mat3, Quat, Vec3};
use synovia_model::Model;
use synovia_model::id::{FlexEdgeId, FlexElemId, FlexId};

use crate::data::Kin;

/// The parts of a flex that a ray can hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent flags")]
pub struct FlexParts {
    /// For solids, the layer of the elements whose faces can be hit.
    pub layer: i32,
    /// Vertices, unless edges are enabled.
    pub vertices: bool,
    /// Edges.
    pub edges: bool,
    /// Faces of the elements in the layer.
    pub faces: bool,
    /// Edges and the faces of the outermost layer, unless the flex is a line.
    pub skin: bool,
}

/// The hit of a ray on a flex, and the vertex nearest to it, numbered within the flex.
///
/// Reads `kin.flexvert_xpos`.
#[doc(alias = "mj_rayFlex")]
pub fn flex(
    model: &Model,
    kin: &Kin,
    f: FlexId,
    ray: &Ray,
    parts: &FlexParts,
) -> Option<(Hit, usize)> {
    let flex = &model.flex;
    let (dim, radius) = (flex.dim[f], flex.radius[f]);
    let first = usize::try_from(flex.vertadr[f]).ok()?;
    let count = usize::try_from(flex.vertnum[f]).ok()?;
    let verts = kin.flexvert_xpos.rows().get(first..first + count)?;

    // everything is within the box around the vertices
    let mut bounds = Aabb::EMPTY;
    for &v in verts {
        bounds.include(v);
    }
    bounds.min -= Vec3::splat(radius);
    bounds.max += Vec3::splat(radius);
    let around = GeomFrame {
        pos: bounds.center(),
        mat: &Mat3::IDENTITY,
    };
    ray::cuboid(&around, bounds.half_size(), ray)?;

    let skin = dim > 1 && parts.skin;
    let mut nearest = Nearest { ray, best: None };
    // edges, or else vertices
    if parts.edges || skin {
        for k in 0..flex.edgenum[f] {
            let ends = flex.edge[FlexEdgeId(flex.edgeadr[f] + k)];
            nearest.rod(verts, radius, ends);
        }
    } else if parts.vertices {
        for (k, &pos) in verts.iter().enumerate() {
            let ball = GeomFrame {
                pos,
                mat: &Mat3::IDENTITY,
            };
            let hit = ray::sphere(&ball, Vec3::new(radius, 0.0, 0.0), ray);
            nearest.offer(hit, |_| Some(k));
        }
    }
    // faces of sheets, and of the selected layer of solids
    if dim > 1 && (parts.faces || skin) {
        let screen = Screen::new(ray);
        for e in 0..flex.elemnum[f] {
            let layer = flex.elemlayer[FlexElemId(flex.elemadr[f] + e)];
            if dim == 3
                && if skin {
                    layer > 0
                } else {
                    layer != parts.layer
                }
            {
                continue;
            }
            let adr = (flex.elemdataadr[f] + e * (dim + 1)) as usize;
            let element = &flex.elem.rows()[adr..=adr + dim as usize];
            nearest.element(verts, element, &screen);
        }
    }
    nearest.best
}

/// The nearest hit so far, with its vertex.
struct Nearest<'a> {
    /// The ray.
    ray: &'a Ray,
    /// The hit, and the vertex.
    best: Option<(Hit, usize)>,
}

impl Nearest<'_> {
    /// Takes a hit if it is nearer than the best so far.
    fn offer(&mut self, hit: Option<Hit>, vertex: impl FnOnce(Vec3) -> Option<usize>) {
        let Some(hit) = hit.filter(|hit| hit.dist >= 0.0) else {
            return;
        };
        if self.best.is_none_or(|(best, _)| hit.dist < best.dist)
            && let Some(vertex) = vertex(self.ray.at(hit.dist))
        {
            self.best = Some((hit, vertex));
        }
    }

    /// An edge: a capsule between two vertices.
    fn rod(&mut self, verts: &[Vec3], radius: f64, ends: [i32; 2]) {
        // both vertices must exist
        let [Some((first, a)), Some((second, b))] = ends.map(|k| vertex(verts, k)) else {
            return;
        };
        let mut along = b - a;
        let length = along.normalize();
        let mat = Quat::z_to_vec(along).to_mat();
        let rod = GeomFrame {
            pos: (a + b) * 0.5,
            mat: &mat,
        };
        let hit = ray::capsule(&rod, Vec3::new(radius, 0.5 * length, 0.0), self.ray);
        self.offer(hit, |at| {
            Some(if a.distance(at) < b.distance(at) {
                first
            } else {
                second
            })
        });
    }

    /// A triangle, or the four faces of a tetrahedron.
    fn element(&mut self, verts: &[Vec3], element: &[i32], screen: &Screen) {
        // faces of a tetrahedron; a triangle has one
        const SIDES: [[usize; 3]; 4] = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];
        let sides = if element.len() == 3 { 1 } else { 4 };
        for side in &SIDES[..sides] {
            let [Some(a), Some(b), Some(c)] = side.map(|k| vertex(verts, element[k])) else {
                continue;
            };
            let hit = screen.triangle([a.1, b.1, c.1]).map(|(dist, normal)| Hit {
                dist,
                normal: normal.normalized(),
            });
            self.offer(hit, |at| {
                // the nearest of the three vertices
                let far = [a, b, c].map(|(_, v)| v.distance(at));
                Some(if far[0] <= far[1] && far[0] <= far[2] {
                    a.0
                } else if far[1] <= far[2] {
                    b.0
                } else {
                    c.0
                })
            });
        }
    }
}

/// Vertex `k`, if it exists.
fn vertex(verts: &[Vec3], k: i32) -> Option<(usize, Vec3)> {
    let k = usize::try_from(k).ok()?;
    Some((k, *verts.get(k)?))
}
