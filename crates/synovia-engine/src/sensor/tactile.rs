//! Tactile sensors: pressure and slip at the vertices of a mesh on a geom.
//!
//! The signed distance `d < 0` of every geom that touches the sensor's body is taken at each vertex, where the mesh has a
//! frame `n, t₁, t₂`. The outputs are three numbers a vertex, one channel after the other:
//!
//! ```text
//! d / (d₀ − d),     |v · t₁|,     |v · t₂|           v: velocity relative to the other geom       (1)
//! ```
//!
//! The frame is that of the mesh as it was written, turned by the rotation that the compiler gave it.

use synovia_geom::sdf::{OctreeView, shape};
use synovia_math::{MIN_VAL, Vec3};
use synovia_model::Model;
use synovia_model::enums::GeomType;
use synovia_model::id::{BodyId, GeomId, MeshId, SensorId};

use super::Sensed;
use crate::data::Contact;
use crate::ray::octree;

/// Signed distance at which the pressure has its pole.
const MAX_DEPTH: f64 = 0.05;

/// The three channels, equation (1); NaN if the mesh has no frames, or if a geom has no field.
pub(crate) fn read(model: &Model, now: &Sensed<'_>, s: SensorId, out: &mut [f64]) {
    out.fill(0.0);
    let (mesh, geom) = (MeshId(model.sensor.objid[s]), GeomId(model.sensor.refid[s]));
    let weld = model.body.weldid[model.geom.bodyid[geom]];
    let verts = &model.mesh.vert.rows()[model.mesh.verts(mesh)];
    let normals = usize::try_from(model.mesh.normaladr[mesh]).unwrap_or(0);
    let Some(frames) = (model.mesh.normal.rows()).get(normals..normals + 3 * verts.len()) else {
        return out.fill(f64::NAN);
    };
    let contacts = &now.contact.list;
    for (k, contact) in contacts.iter().enumerate() {
        for (own, other) in [(0, 1), (1, 0)] {
            let Some(other) = touching(model, weld, contact, own, other) else {
                continue;
            };
            // each geom once
            let known = contacts[..k].iter().any(|before| {
                let other = Some(other);
                touching(model, weld, before, 0, 1) == other
                    || touching(model, weld, before, 1, 0) == other
            });
            if known {
                continue;
            }
            let Some(field) = Field::of(model, other) else {
                return out.fill(f64::NAN);
            };
            let skin = Skin {
                mesh,
                geom,
                weld,
                verts,
                frames,
            };
            skin.feel(model, now, other, &field, out);
        }
    }
}

/// The geom on the other side of a contact, if the first side is fixed to body `weld`.
fn touching(
    model: &Model,
    weld: BodyId,
    contact: &Contact,
    own: usize,
    other: usize,
) -> Option<GeomId> {
    let sides = contact.sides(model);
    let (own, other) = (sides[own]?, sides[other]?);
    (model.body.weldid[model.geom.bodyid[own]] == weld).then_some(other)
}

/// The signed distance of a geom at points of its frame.
enum Field<'a> {
    /// A simple shape with its sizes.
    Shape(fn(Vec3, Vec3) -> f64, Vec3),
    /// A sampled mesh.
    Octree(OctreeView<'a>),
    /// A mesh without a sampled field, which the sensor ignores.
    Nothing,
}

impl<'a> Field<'a> {
    /// Of geom `g`; `None` if its kind has none.
    fn of(model: &'a Model, g: GeomId) -> Option<Self> {
        let distance: fn(Vec3, Vec3) -> f64 = match model.geom.type_[g] {
            GeomType::Plane => |_, p| shape::plane(p),
            GeomType::Sphere => shape::sphere,
            GeomType::Capsule => shape::capsule,
            GeomType::Ellipsoid => shape::ellipsoid,
            GeomType::Cylinder => shape::cylinder,
            GeomType::Box => shape::cuboid,
            GeomType::Mesh => {
                let octree = model.geom.mesh(g).and_then(|m| octree(model, m));
                return Some(octree.map_or(Self::Nothing, Self::Octree));
            }
            _ => return None,
        };
        Some(Self::Shape(distance, model.geom.size[g]))
    }

    fn distance(&self, p: Vec3) -> f64 {
        match self {
            Self::Shape(distance, size) => distance(*size, p),
            Self::Octree(octree) => octree.distance(p),
            Self::Nothing => 0.0,
        }
    }
}

/// A sensitive surface.
struct Skin<'a> {
    mesh: MeshId,
    geom: GeomId,
    weld: BodyId,
    verts: &'a [[f32; 3]],
    /// Three axes a vertex.
    frames: &'a [[f32; 3]],
}

impl Skin<'_> {
    /// Adds the readings of the vertices inside another geom.
    fn feel(
        &self,
        model: &Model,
        now: &Sensed<'_>,
        other: GeomId,
        field: &Field<'_>,
        out: &mut [f64],
    ) {
        let (kin, com, vel) = (now.kin, now.com, now.vel);
        let count = self.verts.len();
        let velocity = |b: BodyId, at: Vec3| {
            let shift = at - com.subtree_com[model.body.rootid[b]];
            vel.cvel[b].transform_motion(shift, None).lin()
        };
        let carried = velocity(model.geom.bodyid[other], kin.geom_xpos[other]);
        let turn = model.mesh.quat[self.mesh];
        let wide = |v: [f32; 3]| Vec3::from(v.map(f64::from));
        for (j, &vert) in self.verts.iter().enumerate() {
            let at = kin.geom_xmat[self.geom] * wide(vert) + kin.geom_xpos[self.geom];
            let local = kin.geom_xmat[other].transpose_mul(at - kin.geom_xpos[other]);
            let depth = field.distance(local).min(0.0);
            if depth == 0.0 {
                continue;
            }
            let slip = velocity(self.weld, at) - carried;
            // QUIRK(tactile-frame): the axes are those of the mesh, not turned with the geom; the slip has world axes
            let axis = |k: usize| turn.rotate(wide(self.frames[3 * j + k]));
            let normal = axis(0);
            // QUIRK(tactile-pressure-sign): the depth is negative, so the pressure is negative and its pole is outside
            let pressure = depth / (MAX_DEPTH - depth).max(MIN_VAL);
            let felt = [
                (normal * pressure).dot(normal),
                slip.dot(axis(1)).abs(),
                slip.dot(axis(2)).abs(),
            ];
            for (channel, value) in felt.into_iter().enumerate() {
                if let Some(out) = out.get_mut(channel * count + j) {
                    *out = value;
                }
            }
        }
    }
}
