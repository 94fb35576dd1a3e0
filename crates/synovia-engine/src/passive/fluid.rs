//! Fluid forces: which model applies to which body.
//!
//! A body with a geom that enables it uses the ellipsoid model for such geoms; any other body uses its inertia box.
//!
//! | model       | file            | forces                                                              |
//! |-------------|-----------------|---------------------------------------------------------------------|
//! | inertia box | [`inertia_box`] | drag and viscous resistance of the box with the inertia of the body |
//! | ellipsoid   | [`ellipsoid`]   | added mass, drag, lift, Magnus and Kutta forces of each geom        |
//!
//! Both compute a wrench in local axes from the velocity relative to the wind, which is then applied at the body.

use synovia_math::{Mat3, Spatial, Vec3};
use synovia_model::Model;
use synovia_model::enums::GeomType;
use synovia_model::id::{BodyId, GeomId};

use super::ellipsoid::{self, FluidCoefficients, Medium, Wrench};
use super::inertia_box;
use crate::data::{ComFrame, Kin, Velocities};
use crate::position::jacobian::{BodyPoint, apply_wrench};
use crate::sleep::visit::Visit;
use crate::velocity::object::{Frame, object_velocity};

/// Adds fluid forces to `out`; returns true if there is a fluid.
pub(crate) fn fluid(
    model: &Model,
    kin: &Kin,
    com: &ComFrame,
    vel: &Velocities,
    who: impl Visit,
    out: &mut [f64],
) -> bool {
    let medium = Medium {
        density: model.opt.density,
        viscosity: model.opt.viscosity,
    };
    // vacuum
    if medium.density == 0.0 && medium.viscosity == 0.0 {
        return false;
    }
    // a wrench in local axes at a point of a body, as generalised force
    let mut apply = |b: BodyId, pos: Vec3, mat: &Mat3, local: Wrench| {
        let (force, torque) = (*mat * local.force, *mat * local.torque);
        apply_wrench(model, com, BodyPoint::new(b, pos), force, torque, out);
    };
    for b in who.bodies() {
        // massless bodies have no inertia box
        let mass = model.body.mass[b];
        if mass < synovia_math::MIN_VAL {
            continue;
        }
        // ellipsoid model: one wrench for each geom that takes part
        let opts_in = |g: GeomId| model.geom.fluid[g][0] > 0.0;
        if model.body.geoms(b).any(opts_in) {
            for g in model.body.geoms(b) {
                // a geom with interaction zero does not take part
                let c = FluidCoefficients::from(model.geom.fluid[g]);
                if c.interaction == 0.0 {
                    continue;
                }
                // velocity relative to the wind, then the two parts of the wrench
                let (pos, mat) = (kin.geom_xpos[g], &kin.geom_xmat[g]);
                let v = relative_velocity(model, com, vel, b, pos, mat);
                let axes = semi_axes(model.geom.type_[g], model.geom.size[g]);
                let added = ellipsoid::added_mass(v.rot(), v.lin(), medium, &c);
                let drag = ellipsoid::lift_and_drag(v.rot(), v.lin(), medium, axes, &c);
                let local = Wrench {
                    torque: (added.torque + drag.torque) * c.interaction,
                    force: (added.force + drag.force) * c.interaction,
                };
                apply(b, pos, mat, local);
            }
        } else {
            // inertia box: one wrench for the whole body
            let (pos, mat) = (kin.xipos[b], &kin.ximat[b]);
            let v = relative_velocity(model, com, vel, b, pos, mat);
            let sides = inertia_box::equivalent_box(mass, model.body.inertia[b]);
            apply(
                b,
                pos,
                mat,
                inertia_box::drag(v.rot(), v.lin(), medium, sides),
            );
        }
    }
    true
}

/// Velocity of a frame relative to the wind, in the axes of the frame.
pub(crate) fn relative_velocity(
    model: &Model,
    com: &ComFrame,
    vel: &Velocities,
    body: BodyId,
    pos: Vec3,
    axes: &Mat3,
) -> Spatial {
    let v = object_velocity(
        model,
        com,
        vel,
        Frame {
            body,
            pos,
            axes: Some(axes),
        },
    );
    // the wind has no rotation
    v - Spatial::new(Vec3::ZERO, axes.transpose_mul(model.opt.wind))
}

/// Half the extents of a geom along its axes.
#[doc(alias = "mju_geomSemiAxes")]
pub(crate) fn semi_axes(kind: GeomType, size: Vec3) -> Vec3 {
    match kind {
        GeomType::Sphere => Vec3::splat(size.x),
        GeomType::Capsule => Vec3::new(size.x, size.x, size.y + size.x),
        GeomType::Cylinder => Vec3::new(size.x, size.x, size.y),
        _ => size,
    }
}
