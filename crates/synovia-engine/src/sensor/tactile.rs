//! Tactile sensors: pressure and slip at the taxels of a skin.
//!
//! A skin is a mesh on a geom; its vertices are the taxels, each with a frame `n, t₁, t₂`. The geoms in contact with its
//! body press on it. A taxel at the depth `d < 0`, the signed distance of such a geom, reads
//!
//! ```text
//! p nᵀn,     |s · t₁|,     |s · t₂|           p = d / (d₀ − d),   s = v − v'                      (1)
//! ```
//!
//! with `v` the velocity of the skin at the taxel and `v'` that of the other geom at its centre. A taxel outside all of
//! them reads zero; inside several it reads the last in the order of contacts. The output is one channel after the other,
//! each with one number per taxel.
//!
//! The frame is that of the mesh as authored, rotated by the rotation that the compiler applied to it.

use synovia_geom::sdf::{Field, Reading};
use synovia_math::{MIN_VAL, Mat3, Quat, Vec3};
use synovia_model::Model;
use synovia_model::enums::GeomType;
use synovia_model::id::{BodyId, GeomId, MeshId, SensorId};

use super::Sensed;
use crate::collision::field::{field, octree};
use crate::data::Contact;
use crate::velocity::object::{Frame, object_velocity};

/// Depth scale `d₀` of the pressure, equation (1).
const DEPTH_SCALE: f64 = 0.05;

/// The three channels, equation (1); NaN if the mesh has no frames, or if a geom has no field.
pub(crate) fn read(model: &Model, now: &Sensed<'_>, s: SensorId, out: &mut [f64]) {
    out.fill(0.0);
    if press_all(model, now, s, out).is_none() {
        out.fill(f64::NAN);
    }
}

/// Processes every geom in contact with the skin's body; `None` if the mesh has no frames, or if a geom has no field.
fn press_all(model: &Model, now: &Sensed<'_>, s: SensorId, out: &mut [f64]) -> Option<()> {
    let skin = Skin::of(model, now, s)?;
    let contacts = &now.contact.list;
    for (k, contact) in contacts.iter().enumerate() {
        for geom in skin.partners(model, contact).into_iter().flatten() {
            let is_known = |before| skin.partners(model, before).contains(&Some(geom));
            if !contacts[..k].iter().any(is_known) {
                let indenter = Indenter::of(model, now, geom)?;
                skin.press(model, now, &indenter, out);
            }
        }
    }
    Some(())
}

/// A geom that presses on a skin.
struct Indenter<'a> {
    centre: Vec3,
    /// Axes of the geom, as columns.
    axes: &'a Mat3,
    /// `None` for a mesh without a sampled field, which the sensor ignores.
    field: Option<Field<'a>>,
    /// From the frame of the geom to that of the field.
    offset: Option<(Mat3, Vec3)>,
    /// Velocity of the centre, world axes.
    velocity: Vec3,
}

impl<'a> Indenter<'a> {
    /// `None` if geoms of this kind have no field.
    fn of(model: &'a Model, now: &Sensed<'a>, geom: GeomId) -> Option<Self> {
        let centre = now.kin.geom_xpos[geom];
        let mesh = model.geom.mesh(geom);
        // DIFFERENCE(tactile-octree): the reference reads fields of plugins and aborts at sampled ones
        let field = match model.geom.type_[geom] {
            GeomType::Mesh => mesh.and_then(|m| octree(model, m)).map(Field::Octree),
            _ => Some(field(model, geom)?),
        };
        // QUIRK(tactile-plugin-frame): only here the field of a plugin is in the frame of the mesh as authored
        let offset = match (&field, mesh) {
            (Some(Field::Implicit(_)), Some(m)) => {
                Some((model.mesh.quat[m].to_mat(), model.mesh.pos[m]))
            }
            _ => None,
        };
        Some(Self {
            centre,
            axes: &now.kin.geom_xmat[geom],
            field,
            offset,
            velocity: velocity_at(model, now, model.geom.bodyid[geom], centre),
        })
    }

    /// Signed distance of a point in the world, if it is inside.
    fn depth(&self, at: Vec3, last: &mut Reading) -> Option<f64> {
        let mut p = self.axes.transpose_mul(at - self.centre);
        if let Some((turn, move_)) = &self.offset {
            p = *turn * p + *move_;
        }
        self.field.as_ref()?.update(p, last);
        (last.distance < 0.0).then_some(last.distance)
    }
}

/// Velocity of a point fixed to a body, world axes.
fn velocity_at(model: &Model, now: &Sensed<'_>, body: BodyId, pos: Vec3) -> Vec3 {
    let axes = None;
    object_velocity(model, now.com, now.vel, Frame { body, pos, axes }).lin()
}

/// A sensitive surface fixed to a body.
struct Skin<'a> {
    /// The root of the bodies that are welded together with the skin.
    body: BodyId,
    origin: Vec3,
    /// Axes of the geom, as columns.
    axes: &'a Mat3,
    /// Rotation that the compiler applied to the mesh.
    turn: Quat,
    verts: &'a [[f32; 3]],
    /// Three axes per vertex.
    frames: &'a [[[f32; 3]; 3]],
}

impl<'a> Skin<'a> {
    /// The skin of a sensor; `None` if the mesh has no frames.
    fn of(model: &'a Model, now: &Sensed<'a>, s: SensorId) -> Option<Self> {
        let (mesh, geom) = (MeshId(model.sensor.objid[s]), GeomId(model.sensor.refid[s]));
        let verts = &model.mesh.vert.rows()[model.mesh.verts(mesh)];
        let first = usize::try_from(model.mesh.normaladr[mesh]).unwrap_or(0);
        let axes = model
            .mesh
            .normal
            .rows()
            .get(first..first + 3 * verts.len())?;
        Some(Self {
            body: model.body.weldid[model.geom.bodyid[geom]],
            origin: now.kin.geom_xpos[geom],
            axes: &now.kin.geom_xmat[geom],
            turn: model.mesh.quat[mesh],
            verts,
            frames: axes.as_chunks().0,
        })
    }

    /// For each side of a contact that is fixed to the skin's body, the geom on the other side.
    fn partners(&self, model: &Model, contact: &Contact) -> [Option<GeomId>; 2] {
        let [Some(first), Some(second)] = contact.sides(model) else {
            return [None; 2];
        };
        let is_own = |g: GeomId| model.body.weldid[model.geom.bodyid[g]] == self.body;
        [(first, second), (second, first)].map(|(own, other)| is_own(own).then_some(other))
    }

    /// Writes the readings of the taxels inside a geom.
    fn press(&self, model: &Model, now: &Sensed<'_>, indenter: &Indenter<'_>, out: &mut [f64]) {
        let mut last = Reading::NONE;
        for (taxel, (&vert, frame)) in self.verts.iter().zip(self.frames).enumerate() {
            let at = *self.axes * wide(vert) + self.origin;
            let Some(depth) = indenter.depth(at, &mut last) else {
                continue;
            };
            let slip = velocity_at(model, now, self.body, at) - indenter.velocity;
            // QUIRK(tactile-frame): the axes are those of the mesh, not rotated with the geom; the slip is in world axes
            let frame = frame.map(|axis| self.turn.rotate(wide(axis)));
            let channels = out.iter_mut().skip(taxel).step_by(self.verts.len());
            for (out, value) in channels.zip(reading(depth, slip, frame)) {
                *out = value;
            }
        }
    }
}

/// The reading of a taxel, equation (1).
fn reading(depth: f64, slip: Vec3, [normal, first, second]: [Vec3; 3]) -> [f64; 3] {
    // QUIRK(tactile-pressure-sign): the depth is negative, so the pressure is negative and its pole is outside
    let pressure = depth / (DEPTH_SCALE - depth).max(MIN_VAL);
    [
        // order: the normal is not necessarily of unit length, and is scaled before its product with itself
        (normal * pressure).dot(normal),
        slip.dot(first).abs(),
        slip.dot(second).abs(),
    ]
}

/// Converts to double precision.
fn wide(v: [f32; 3]) -> Vec3 {
    Vec3::from(v.map(f64::from))
}
