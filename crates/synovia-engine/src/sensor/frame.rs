//! Frames of bodies, geoms, sites and cameras, in the world or in another frame.
//!
//! With `x, R, ω, v` of the object and `x₀, R₀, ω₀, v₀` of the reference:
//!
//! ```text
//! position          R₀ᵀ (x − x₀)                                                               (1)
//! axis              R₀ᵀ R e                                                                    (2)
//! orientation       q₀* ⊗ q                                                                    (3)
//! angular velocity  R₀ᵀ (ω − ω₀)                                                               (4)
//! linear velocity   R₀ᵀ (v − v₀ + (x − x₀) × ω₀)                                               (5)
//! ```
//!
//! Accelerations are in world axes and include gravity.

use synovia_math::{Spatial, Vec3};
use synovia_model::Model;
use synovia_model::id::SensorId;

use super::{Sensed, put};
use crate::post_constraint::object_acceleration;
use crate::velocity::object::{Object, object_velocity};

/// What is read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Quantity {
    Pos,
    /// One of the axes x, y, z.
    Axis(usize),
    Quat,
    LinVel,
    AngVel,
    LinAcc,
    AngAcc,
}

/// One of the quantities above.
pub(crate) fn read(
    model: &Model,
    now: &Sensed<'_>,
    s: SensorId,
    quantity: Quantity,
    out: &mut [f64],
) {
    let (kind, id) = (model.sensor.objtype[s], model.sensor.objid[s]);
    let (ref_kind, ref_id) = (model.sensor.reftype[s], model.sensor.refid[s]);
    let Some(object) = Object::find(model, now.kin, kind, id) else {
        return out.fill(f64::NAN);
    };
    let reference = Object::find(model, now.kin, ref_kind, ref_id);
    let reference = reference.as_ref();
    let axis = |k: usize| {
        let axis = object.mat.col(k);
        reference.map_or(axis, |r| r.mat.transpose_mul(axis))
    };
    let value = match quantity {
        Quantity::Pos => reference.map_or(object.pos, |r| r.mat.transpose_mul(object.pos - r.pos)),
        Quantity::Axis(k) => axis(k),
        Quantity::Quat => return orientation(model, now, s, out),
        Quantity::LinVel => velocity(model, now, &object, reference).lin(),
        Quantity::AngVel => velocity(model, now, &object, reference).rot(),
        Quantity::LinAcc => acceleration(model, now, &object).lin(),
        Quantity::AngAcc => acceleration(model, now, &object).rot(),
    };
    put(out, &value.to_array());
}

/// Equation (3).
fn orientation(model: &Model, now: &Sensed<'_>, s: SensorId, out: &mut [f64]) {
    let kin = now.kin;
    let (kind, id) = (model.sensor.objtype[s], model.sensor.objid[s]);
    let (ref_kind, ref_id) = (model.sensor.reftype[s], model.sensor.refid[s]);
    let Some(quat) = Object::quat(model, kin, kind, id) else {
        return out.fill(f64::NAN);
    };
    let reference = Object::quat(model, kin, ref_kind, ref_id);
    let quat = reference.map_or(quat, |r| r.conj() * quat);
    put(out, &quat.to_array());
}

/// Equations (4) and (5).
fn velocity(
    model: &Model,
    now: &Sensed<'_>,
    object: &Object<'_>,
    reference: Option<&Object<'_>>,
) -> Spatial {
    let of = |o: &Object<'_>| object_velocity(model, now.com, now.vel, o.in_world());
    let own = of(object);
    let Some(reference) = reference else {
        return own;
    };
    let carried = of(reference);
    let relative = own - carried;
    let turned: Vec3 = (object.pos - reference.pos).cross(carried.rot());
    Spatial::new(
        reference.mat.transpose_mul(relative.rot()),
        reference.mat.transpose_mul(relative.lin() + turned),
    )
}

fn acceleration(model: &Model, now: &Sensed<'_>, object: &Object<'_>) -> Spatial {
    let Sensed {
        com, vel, force, ..
    } = *now;
    object_acceleration(model, com, vel, force, object.in_world())
}
