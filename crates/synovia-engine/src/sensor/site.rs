//! Instruments on a site; all readings are in the axes of the site.
//!
//! ```text
//! gyro            ω                       velocimeter    v
//! accelerometer   a − g                   magnetometer   Rᵀ B
//! force, torque   transmitted to the body of the site by its parent, about the site
//! ```
//!
//! A force sensor cuts through the body at the site: the forces of the joint, actuators, springs and constraints of the
//! body are included, and so is everything that the body carries.

use synovia_math::Spatial;
use synovia_model::Model;
use synovia_model::enums::ObjType;
use synovia_model::id::SensorId;

use super::{Sensed, put};
use crate::post_constraint::object_acceleration;
use crate::velocity::object::{Object, object_velocity};

/// What is read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Quantity {
    AngVel,
    LinVel,
    LinAcc,
    Force,
    Torque,
    MagneticFlux,
}

/// One of the quantities above.
pub(crate) fn read(
    model: &Model,
    now: &Sensed<'_>,
    s: SensorId,
    quantity: Quantity,
    out: &mut [f64],
) {
    let Sensed {
        kin,
        com,
        vel,
        force,
        ..
    } = *now;
    let Some(site) = Object::find(model, kin, ObjType::Site, model.sensor.objid[s]) else {
        return out.fill(f64::NAN);
    };
    let velocity = || object_velocity(model, com, vel, site.in_itself());
    let value = match quantity {
        Quantity::AngVel => velocity().rot(),
        Quantity::LinVel => velocity().lin(),
        Quantity::LinAcc => object_acceleration(model, com, vel, force, site.in_itself()).lin(),
        Quantity::Force => transmitted(model, now, &site).lin(),
        Quantity::Torque => transmitted(model, now, &site).rot(),
        Quantity::MagneticFlux => site.mat.transpose_mul(model.opt.magnetic),
    };
    put(out, &value.to_array());
}

/// The wrench from the parent: torque, force.
fn transmitted(model: &Model, now: &Sensed<'_>, site: &Object<'_>) -> Spatial {
    let shift = site.pos - now.com.subtree_com[model.body.rootid[site.body]];
    now.force.cfrc_int[site.body].transform_force(shift, Some(site.mat))
}
