//! Actuators on sites: a wrench in the frame of a site, or of a reference site.
//!
//! Without a reference site the gear is a wrench fixed to the site; it has moment arms but no length. With a reference site
//! the length is the pose of the site in the frame of the reference site, projected on the gear:
//!
//! ```text
//! l = g_lin · R_refᵀ (x − x_ref) + g_rot · log(q_ref* ⊗ q)                                     (1)
//! m_i = (R_ref g_lin) · (J_x − J_ref)_i + (R_ref g_rot) · (J_ω − J_ω,ref)_i                    (2)
//! ```
//!
//! Dofs that move both sites move them together and have no arm.
//!
//! DIFFERENCE(nan-spread): they have no arm even if the pose is NaN, where the reference subtracts their columns from each
//! other.

use synovia_math::{Spatial, Vec3};
use synovia_model::Model;
use synovia_model::id::{ActuatorId, SiteId};

use super::Moment;
use crate::data::{ComFrame, Kin};
use crate::position::jacobian::{column, for_each_dof_of_pair, last_dof, site_point};

/// Length of the transmission; the moment arms are appended to `row`.
pub(crate) fn length(
    model: &Model,
    kin: &Kin,
    com: &ComFrame,
    u: ActuatorId,
    row: &mut Moment<'_>,
) -> f64 {
    let gear = Spatial(model.actuator.gear[u]);
    // the gear lists translation first, a spatial vector rotation first
    let (gear_lin, gear_rot) = (gear.rot(), gear.lin());
    let [site, reference] = model.actuator.trnid[u].map(SiteId);
    match reference.get() {
        None => {
            wrench(model, kin, com, site, gear_lin, gear_rot, row);
            0.0
        }
        Some(reference) => {
            let sites = SitePair { site, reference };
            relative(model, kin, com, sites, gear_lin, gear_rot, row);
            relative_length(model, kin, sites, gear_lin, gear_rot)
        }
    }
}

/// A site, and the site in whose frame it is measured.
#[derive(Clone, Copy, Debug)]
struct SitePair {
    site: SiteId,
    reference: SiteId,
}

/// Moment arms of a wrench fixed to a site.
fn wrench(
    model: &Model,
    kin: &Kin,
    com: &ComFrame,
    site: SiteId,
    gear_lin: Vec3,
    gear_rot: Vec3,
    row: &mut Moment<'_>,
) {
    let force = kin.site_xmat[site] * gear_lin;
    let torque = kin.site_xmat[site] * gear_rot;
    let at = site_point(model, kin, site);
    let offset = at.offset(model, com);
    let Some(last) = last_dof(model, at.body) else {
        return;
    };
    for i in model.dof.to_root(last) {
        let col = column(com, i, offset);
        row.push_nonzero(i.index(), col.lin().dot(force) + col.rot().dot(torque));
    }
    row.reverse();
}

/// Moment arms between two sites, equation (2).
fn relative(
    model: &Model,
    kin: &Kin,
    com: &ComFrame,
    sites: SitePair,
    gear_lin: Vec3,
    gear_rot: Vec3,
    row: &mut Moment<'_>,
) {
    let SitePair { site, reference } = sites;
    let force = kin.site_xmat[reference] * gear_lin;
    let torque = kin.site_xmat[reference] * gear_rot;
    let (at, from) = (
        site_point(model, kin, site),
        site_point(model, kin, reference),
    );
    let (at_offset, from_offset) = (at.offset(model, com), from.offset(model, com));
    let (moves, turns) = (gear_lin != Vec3::ZERO, gear_rot != Vec3::ZERO);

    for_each_dof_of_pair(model, at.body, from.body, |i, on_site, on_reference| {
        if on_site && on_reference {
            return;
        }
        let col = if on_site {
            column(com, i, at_offset)
        } else {
            -column(com, i, from_offset)
        };
        let mut moment = 0.0;
        if moves {
            moment += col.lin().dot(force);
        }
        if turns {
            moment += col.rot().dot(torque);
        }
        row.push_nonzero(i.index(), moment);
    });
    row.reverse();
}

/// Pose of a site in the frame of another, projected on the gear, equation (1).
fn relative_length(
    model: &Model,
    kin: &Kin,
    sites: SitePair,
    gear_lin: Vec3,
    gear_rot: Vec3,
) -> f64 {
    let SitePair { site, reference } = sites;
    let mut length = 0.0;
    if gear_lin != Vec3::ZERO {
        let apart = kin.site_xpos[site] - kin.site_xpos[reference];
        length += kin.site_xmat[reference].transpose_mul(apart).dot(gear_lin);
    }
    if gear_rot != Vec3::ZERO {
        // QUIRK(refsite-quaternion-order): site ⊗ body; the orientation of the site would be body ⊗ site
        let quat = |s: SiteId| model.site.quat[s] * kin.xquat[model.site.bodyid[s]];
        length += quat(site).sub_quat(quat(reference)).dot(gear_rot);
    }
    length
}
