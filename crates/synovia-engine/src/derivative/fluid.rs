//! Derivative of fluid forces with respect to velocity: one matrix per body.
//!
//! Each model yields the force on a body, in a frame of the body, as a function of its velocity in that frame; the
//! derivative is transformed to the com-based frame of the tree, where those of different bodies can be added.

use core::f64::consts::PI;

use synovia_math::{Mat3, Vec3};
use synovia_model::Model;
use synovia_model::enums::Integrator;

use super::Smooth;
use super::ellipsoid;
use super::mat6::Mat6;
use crate::passive::ellipsoid::{FluidCoefficients, Medium};
use crate::passive::fluid::{relative_velocity, semi_axes};
use crate::passive::inertia_box::equivalent_box;
use crate::sleep::visit::Visit;

/// True if there is a fluid.
pub fn is_present(model: &Model) -> bool {
    model.opt.density > 0.0 || model.opt.viscosity > 0.0
}

/// Adds the derivatives of bodies.
pub fn bodies(model: &Model, at: &Smooth<'_>, who: impl Visit, out: &mut [Mat6]) {
    let medium = Medium {
        density: model.opt.density,
        viscosity: model.opt.viscosity,
    };
    let (kin, com) = (at.kin, at.com);
    for b in who.bodies() {
        let mass = model.body.mass[b];
        if mass < synovia_math::MIN_VAL {
            continue;
        }
        // the reference point of the tree
        let origin = com.subtree_com[model.body.rootid[b]];
        // ellipsoid model, geom by geom
        if model.body.geoms(b).any(|g| model.geom.fluid[g][0] > 0.0) {
            for g in model.body.geoms(b) {
                let c = FluidCoefficients::from(model.geom.fluid[g]);
                if c.interaction == 0.0 {
                    continue;
                }
                let (pos, axes) = (kin.geom_xpos[g], &kin.geom_xmat[g]);
                let v = relative_velocity(model, com, at.vel, b, pos, axes);
                let r = semi_axes(model.geom.type_[g], model.geom.size[g]);
                let mut local = ellipsoid::derivative(v.rot(), v.lin(), medium, r, &c);
                // integrators with a symmetric matrix use the symmetric part
                if matches!(
                    model.opt.integrator,
                    Integrator::ImplicitFast | Integrator::ImplicitSpring
                ) {
                    local = local.symmetrized();
                }
                out[b.index()] += local.moved(pos - origin, axes);
            }
        } else {
            // inertia box, for the whole body
            let (pos, axes) = (kin.xipos[b], &kin.ximat[b]);
            let v = relative_velocity(model, com, at.vel, b, pos, axes);
            let sides = equivalent_box(mass, model.body.inertia[b]);
            let local = inertia_box(v.rot(), v.lin(), medium, sides);
            out[b.index()] += local.moved(pos - origin, axes);
        }
    }
}

/// Derivative of the forces on an inertia box with edge lengths `b`: diagonal.
fn inertia_box(angular: Vec3, linear: Vec3, medium: Medium, b: Vec3) -> Mat6 {
    let Medium { density, viscosity } = medium;
    let (mut rotation, mut translation) = (Vec3::ZERO, Vec3::ZERO);
    // viscous resistance of a sphere with the mean diameter
    if viscosity > 0.0 {
        let diameter = (b.x + b.y + b.z) / 3.0;
        rotation = Vec3::splat(-PI * diameter * diameter * diameter * viscosity);
        translation = Vec3::splat(-3.0 * PI * diameter * viscosity);
    }
    // drag, quadratic in velocity
    if density > 0.0 {
        let pow4 = |s: f64| s * s * s * s;
        for k in 0..3 {
            let (p, q) = (b[(k + 1) % 3], b[(k + 2) % 3]);
            rotation[k] -= density * b[k] * (pow4(p) + pow4(q)) * 2.0 * angular[k].abs() / 64.0;
            translation[k] -= density * p * q * linear[k].abs();
        }
    }
    // torques by rotation, forces by translation
    let mut out = Mat6::ZERO;
    out.add_block(0, 0, &Mat3::diag(rotation));
    out.add_block(1, 1, &Mat3::diag(translation));
    out
}
