//! Mesh processing: from the source arrays to the principal frame.
//!
//! ```text
//! check indices -> check edges (exact mode) -> hull -> faces -> normals -> flat faces
//!   -> user's offset, rotation, scale -> mass properties -> principal frame -> boxes
//! ```
//!
//! The hull is computed from the vertices as given, before offset, rotation and scale are applied. The transforms and
//! the box with the same inertia are
//!
//! ```text
//! v ← S Rᵀ (v − p)                              to the user's frame                                 (1)
//! v ← Qᵀ (v − c)                                to the principal frame                              (2)
//! x² = 3 (I_y + I_z − I_x) / 2V                 half size along x, and so on for y and z            (3)
//! ```
//!
//! | here            | in the code                   | meaning                                            |
//! |-----------------|-------------------------------|----------------------------------------------------|
//! | `p`, `R`, `S`   | `refpos`, `refquat`, `scale`  | options of the user                                |
//! | `c`, `V`        | `mass.com`, `mass.volume`     | centre of mass and volume, in the user's frame     |
//! | `Q`             | `eigen.quat`                  | principal axes                                     |
//! | `I`             | `inertia`                     | principal inertias at unit density, largest first  |

use synovia_math::{MIN_VAL, Quat, Vec3, principal_axes};

use super::mass::{Triangle, integrate};
use super::polygon::Polygons;
use super::{MeshInertia, MeshOptions, MeshOrigin, MeshSource, ProcessedMesh, normals, weld};
use crate::bvh::{Bvh, Leaf};
use crate::hull::convexity::Convexity;
use crate::hull::{Hull, convex_hull};
use crate::sdf::Octree;
use crate::{Aabb, MeshError};

/// The bounding box starts empty, with its minimum at this distance and its maximum at minus this distance.
const FAR: f64 = 1e10;
/// Tolerances of the triangle inequality between principal inertias.
const INEQUALITY_ABS: f64 = 1e-9;
const INEQUALITY_REL: f64 = 1e-6;

/// Checks a mesh, finds its mass properties and moves it into its principal frame.
#[doc(alias = "mjCMesh")]
pub fn process(source: &MeshSource, options: &MeshOptions) -> Result<ProcessedMesh, MeshError> {
    // indices and coordinates are valid from here on
    let (mut vertex, mut face) = check(source)?;
    if options.inertia == MeshInertia::Exact {
        check_orientation(&vertex, &face)?;
    }

    // the hull, if it is needed; it also provides the faces of a mesh without any
    let hull = if options.needhull || face.is_empty() {
        Some(convex_hull(&vertex, options.maxhullvert)?)
    } else if options.inertia == MeshInertia::Convex {
        // only the mass properties need this hull, so a flat mesh is reported as having no volume
        Some(convex_hull(&vertex, options.maxhullvert).map_err(|_| MeshError::VolumeTooSmall)?)
    } else {
        None
    };
    let hull_face = hull.as_ref().map_or(&[][..], |h| &h.faces[..]);
    // a mesh without faces is its hull
    if face.is_empty() {
        face = hull_face.to_vec();
    }

    // normals, given or computed, and the index arrays of the face corners
    let indices = Indices::new(source, &face)?;
    let mut normal = if source.normal.is_empty() {
        normals::compute(&vertex, &face, options.smoothnormal)
    } else {
        source
            .normal
            .chunks_exact(3)
            .map(|n| [n[0], n[1], n[2]])
            .collect()
    };
    // flat faces are those of the hull if there is one: collisions use the hull
    let mut polygons = Polygons::new(&vertex, if hull.is_some() { hull_face } else { &face });

    // equation (1); vertices and normals are in the user's frame from here on
    transform(&mut vertex, &mut normal, options);

    // mass properties in the user's frame, principal axes and the box of equation (3)
    let mass = integrate(&vertex, &face, hull_face, options.inertia)?;
    let eigen = principal_axes(&mass.inertia);
    let inertia = eigen.values;
    let half_box = inertia_box(inertia, mass.volume)?;
    // QUIRK(sdf-mesh-axes): inertias refer to the principal axes, largest first, although the frame is not rotated
    let (pos, quat) = if options.keep_frame {
        (Vec3::ZERO, Quat::IDENTITY)
    } else {
        (mass.com, eigen.quat)
    };
    // equation (2): vertices, normals and polygon normals move into the principal frame, which also bounds the mesh
    let local_from_user = quat.conj().to_mat();
    let mut aabb = Aabb {
        min: Vec3::splat(FAR),
        max: Vec3::splat(-FAR),
    };
    for v in &mut vertex {
        *v = local_from_user * (*v - pos);
        aabb.include(*v);
    }
    normals::rotate(&mut normal, &local_from_user);
    polygons.renew_normals(&vertex);

    // the model stores single precision; the bounding boxes and the distance field use the double precision vertices
    let single = |v: &Vec3| v.to_array().map(|x| x as f32);
    let vert: Vec<[f32; 3]> = vertex.iter().map(single).collect();
    let graph = hull.as_ref().map_or_else(Vec::new, Hull::graph);
    Ok(ProcessedMesh {
        convexity: Convexity::of(&vert, &graph),
        vert,
        normal,
        texcoord: source
            .texcoord
            .chunks_exact(2)
            .map(|t| [t[0], t[1]])
            .collect(),
        face_normal: indices.normal,
        face_texcoord: indices.texcoord,
        graph,
        polygons,
        pos,
        quat,
        volume: mass.volume,
        inertia,
        half_box,
        aabb,
        bvh: face_tree(&vertex, &face),
        octree: if options.needsdf {
            Octree::new(&vertex, &face, aabb)
        } else {
            Octree::default()
        },
        face: face.iter().map(|f| f.map(|k| k as i32)).collect(),
    })
}

/// Converts vertices and faces to the types used for computation, and reports invalid input.
fn check(source: &MeshSource) -> Result<(Vec<Vec3>, Vec<[u32; 3]>), MeshError> {
    // vertices are triples of finite numbers, and a solid has at least four
    let nvertex = source.vertex.len() / 3;
    weld::check_finite(&source.vertex)?;
    if nvertex < 4 {
        return Err(MeshError::TooFewVertices { found: nvertex });
    }
    // array lengths
    let multiple = |what, len: usize, unit: usize| {
        if len.is_multiple_of(unit) {
            Ok(())
        } else {
            Err(MeshError::Multiple { what, unit, len })
        }
    };
    multiple("normal", source.normal.len(), 3)?;
    multiple("texcoord", source.texcoord.len(), 2)?;
    multiple("face", source.face.len(), 3)?;
    // texture coordinates: one pair per vertex, unless faces have texture indices of their own
    if !source.texcoord.is_empty()
        && source.texcoord.len() != 2 * nvertex
        && source.face_texcoord.is_empty()
        && source.origin != MeshOrigin::Obj
    {
        return Err(MeshError::TexcoordCount {
            found: source.texcoord.len(),
            nvertex,
        });
    }
    // indices fit into `i32`, and those of the faces into the list of vertices
    if i32::try_from(source.vertex.len()).is_err() || i32::try_from(source.face.len()).is_err() {
        return Err(MeshError::TooMany {
            what: "vertices or faces",
        });
    }
    // a face refers to existing vertices; the error names the face
    let good = |index: &i32| usize::try_from(*index).is_ok_and(|k| k < nvertex);
    if let Some(at) = source.face.iter().position(|index| !good(index)) {
        return Err(MeshError::VertexIndex {
            face: at / 3,
            index: source.face[at],
            nvertex,
        });
    }
    // computations are in double precision, whatever the file has
    let vertex = source
        .vertex
        .chunks_exact(3)
        .map(|v| Vec3::new(f64::from(v[0]), f64::from(v[1]), f64::from(v[2])))
        .collect();
    let face = source
        .face
        .chunks_exact(3)
        .map(|f| [f[0] as u32, f[1] as u32, f[2] as u32])
        .collect();
    Ok((vertex, face))
}

/// Reports an edge that two faces with an area traverse in the same direction.
fn check_orientation(vertex: &[Vec3], face: &[[u32; 3]]) -> Result<(), MeshError> {
    // directed edges of all faces except slivers, whose orientation is not reliable
    let mut edges = Vec::with_capacity(3 * face.len());
    for &[a, b, c] in face {
        let t = Triangle::new(vertex[a as usize], vertex[b as usize], vertex[c as usize]);
        if t.area > MIN_VAL.sqrt() {
            edges.extend([(a, b), (b, c), (c, a)]);
        }
    }
    // once sorted, repeated directed edges are neighbours
    edges.sort_unstable();
    match edges.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(MeshError::Orientation {
            first: pair[0].0 as usize + 1,
            second: pair[0].1 as usize + 1,
        }),
        None => Ok(()),
    }
}

/// Indices of normals and texture coordinates at the corners of the faces.
struct Indices {
    /// One normal index per corner.
    normal: Vec<[i32; 3]>,
    /// One texture coordinate index per corner; empty without texture coordinates.
    texcoord: Vec<[i32; 3]>,
}

impl Indices {
    /// Index arrays for `face`: those of the source, or derived from the vertex indices.
    fn new(source: &MeshSource, face: &[[u32; 3]]) -> Result<Self, MeshError> {
        let like_vertices = |step: usize| {
            face.iter()
                .map(|f| f.map(|k| (step * k as usize) as i32))
                .collect()
        };
        let given = |list: &[i32]| {
            list.chunks_exact(3)
                .map(|f| [f[0], f[1], f[2]])
                .collect::<Vec<_>>()
        };

        let normal = if source.normal.is_empty() {
            // computed normals: one per vertex
            like_vertices(1)
        } else if source.face_normal.is_empty() {
            // several normals per vertex: use the first of each
            like_vertices(source.normal.len() / source.vertex.len())
        } else if source.face_normal.len() == 3 * face.len() {
            given(&source.face_normal)
        } else {
            return Err(MeshError::FaceNormalCount {
                face: 3 * face.len(),
                face_normal: source.face_normal.len(),
            });
        };
        // texture coordinates: none, one per vertex, or with indices of their own
        let texcoord = if source.texcoord.is_empty() {
            Vec::new()
        } else if source.face_texcoord.is_empty() {
            like_vertices(1)
        } else {
            given(&source.face_texcoord)
        };
        Ok(Self { normal, texcoord })
    }
}

/// Moves vertices and normals into the user's frame and scales them, equation (1).
fn transform(vertex: &mut [Vec3], normal: &mut [[f32; 3]], options: &MeshOptions) {
    let MeshOptions {
        refpos,
        refquat,
        scale,
        ..
    } = *options;
    // steps that change nothing are skipped, so that they do not round
    let rotation = (refquat != Quat::IDENTITY).then(|| refquat.unit().to_mat());
    let scale = (scale != Vec3::splat(1.0)).then_some(scale);
    for v in vertex {
        if refpos != Vec3::ZERO {
            *v -= refpos;
        }
        if let Some(mat) = &rotation {
            *v = mat.transpose_mul(*v);
        }
        if let Some(s) = scale {
            *v = v.scale_by(s);
        }
    }
    normals::transform(normal, rotation.as_ref(), scale);
}

/// Half sizes of the solid box with this volume and these principal inertias, equation (3).
fn inertia_box(inertia: Vec3, volume: f64) -> Result<Vec3, MeshError> {
    let Vec3 { x: a, y: b, z: c } = inertia;
    if c <= 0.0 || c.is_nan() {
        return Err(MeshError::InertiaNotPositive);
    }
    // triangle inequality between principal inertias, with tolerance
    let bound = |x: f64| x * (1.0 - INEQUALITY_REL) - INEQUALITY_ABS;
    if a + b < bound(c) || a + c < bound(b) || b + c < bound(a) {
        return Err(MeshError::InertiaInequality);
    }
    // equation (3): `I_x = V (y² + z²)/3` and its permutations, solved for the half sizes
    Ok(Vec3::new(
        0.5 * (6.0 * (b + c - a) / volume).sqrt(),
        0.5 * (6.0 * (a + c - b) / volume).sqrt(),
        0.5 * (6.0 * (a + b - c) / volume).sqrt(),
    ))
}

/// The bounding volume hierarchy of the faces, split by their circumcentres.
fn face_tree(vertex: &[Vec3], face: &[[u32; 3]]) -> Bvh {
    let leaves: Vec<Leaf> = face
        .iter()
        .enumerate()
        .map(|(id, f)| {
            // bounding box of the face, in the frame of the mesh
            let corners = f.map(|k| vertex[k as usize]);
            let mut bounds = Aabb::EMPTY;
            for v in corners {
                bounds.include(v);
            }
            Leaf {
                id: id as i32,
                pos: circumcenter(corners),
                quat: None,
                center: bounds.center(),
                half: bounds.half_size(),
            }
        })
        .collect();
    Bvh::new(&leaves, Vec3::ZERO, Quat::IDENTITY)
}

/// The circumcentre of three points; NaN for collinear points.
///
/// With `a = p − r` and `b = q − r` it is `r + (|a|² b − |b|² a) × (a × b) / 2|a × b|²`.
fn circumcenter([p, q, r]: [Vec3; 3]) -> Vec3 {
    let (a, b) = (p - r, q - r);
    let n = a.cross(b);
    let area = n.norm();
    let across = (b * a.norm_squared() - a * b.norm_squared()).cross(n);
    // order: divided by component, then moved by r
    let scale = 2.0 * area * area;
    Vec3::new(
        across.x / scale + r.x,
        across.y / scale + r.y,
        across.z / scale + r.z,
    )
}
