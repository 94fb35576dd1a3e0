//! The bias force of tendons with armature.
//!
//! A tendon with armature `a` adds `a JᵀJ` to the inertia; because its row `J` changes along the motion, the equations of
//! motion have the additional force
//!
//! ```text
//! c = Jᵀ a (J̇ q̇)                                                                               (1)
//! J̇ += (J̇_b − J̇_a)ᵀ u / d + (J_b − J_a)ᵀ u̇ / d          for each straight segment             (2)
//! u̇ = (ẋ − u (u·ẋ)) / |x|                                x = b − a
//! ```
//!
//! | here       | in the code                        | meaning                                  |
//! |------------|------------------------------------|------------------------------------------|
//! | `a`        | `tendon.armature`                  | inertia per squared rate of length       |
//! | `J`        | `tendon.jac`                       | row of the Jacobian                      |
//! | `J_a, J_b` | columns of [`for_each_difference`] | Jacobians of the two ends of the segment |
//! | `J̇_a, J̇_b` | columns of [`for_each_rate`]       | their time derivatives                   |
//! | `u, u̇`     | `along`, `turning`                 | direction of the segment, and its rate   |
//! | `d`        | `span.divisor`                     | divisor of the last pulley               |
//!
//! The row of a fixed tendon is constant. The reference has no `J̇` for geom wrapping either: the compiler refuses armature
//! there.

use synovia_math::{MIN_VAL, Vec3};
use synovia_model::Model;
use synovia_model::enums::WrapType;
use synovia_model::id::TendonId;

use super::spatial::{PathPart, for_each_other_dof, for_each_part};
use crate::data::{ComFrame, Forces, Kin, State, TendonGroup, Velocities};
use crate::is_sparse;
use crate::position::jacobian::{BodyPoint, for_each_difference, for_each_rate, site_point};

/// Adds the bias force of all tendons to `qfrc_bias`, equation (1).
///
/// Reads `state.qvel`, `kin`, `com`, `tendon`, `vel`; adds to `force.qfrc_bias`.
#[doc(alias = "mj_tendonBias")]
pub(crate) fn tendon_bias(
    model: &Model,
    state: &State,
    kin: &Kin,
    com: &ComFrame,
    tendon: &TendonGroup,
    vel: &Velocities,
    force: &mut Forces,
) {
    let moving = Moving {
        qvel: state.qvel.rows(),
        kin,
        com,
        vel,
    };
    add_tendon_bias(model, &moving, tendon, force.qfrc_bias.rows_mut());
}

/// The motion of all bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moving<'a> {
    /// Velocities.
    pub qvel: &'a [f64],
    /// Poses.
    pub kin: &'a Kin,
    /// Motion axes.
    pub com: &'a ComFrame,
    /// Velocities of bodies.
    pub vel: &'a Velocities,
}

/// Adds the bias force of all tendons to `out`.
pub(crate) fn add_tendon_bias(
    model: &Model,
    at: &Moving<'_>,
    tendon: &TendonGroup,
    out: &mut [f64],
) {
    let (sparse, nv) = (is_sparse(model), model.dof.len());
    for t in model.tendon.ids() {
        let armature = model.tendon.armature[t];
        if armature == 0.0 {
            continue;
        }
        // `J̇ q̇`
        let mut rate = 0.0;
        for_each_row_rate(model, at.kin, at.com, at.vel, t, |i, value| {
            rate += value * at.qvel[i];
        });
        // equation (1)
        let coef = armature * rate;
        if coef != 0.0 {
            tendon.row(sparse, nv, t).add_scaled_to(out, coef);
        }
    }
}

/// Calls `f(dof, term)` for each term of equation (2).
fn for_each_row_rate(
    model: &Model,
    kin: &Kin,
    com: &ComFrame,
    vel: &Velocities,
    t: TendonId,
    mut f: impl FnMut(usize, f64),
) {
    // a fixed tendon has a constant row
    if (model.tendon.path(t).next()).is_none_or(|w| model.wrap.type_[w] == WrapType::Joint) {
        return;
    }
    for_each_part(model, t, |part| {
        let PathPart::Span(span) = part else { return };
        let a = site_point(model, kin, span.start);
        let b = site_point(model, kin, span.end);
        // an arc on a geom has no rate here, and a segment on one body none at all
        if span.around.is_some() || a.body == b.body {
            return;
        }
        // `u` and `u̇` of equation (2)
        let scale = 1.0 / span.divisor;
        let mut along = b.point - a.point;
        let norm = along.normalize();
        // `ẋ`, then its part orthogonal to `u`, over the length
        let moving = point_velocity(model, com, vel, b) - point_velocity(model, com, vel, a);
        let turning = moving - along * along.dot(moving);
        let turning = turning * if norm > MIN_VAL { 1.0 / norm } else { 0.0 };

        // first term of (2): the rates of the point Jacobians, projected on `u`
        for_each_rate(model, com, vel, a, |i, c| {
            f(i.index(), -along.dot(c.lin()) * scale);
        });
        for_each_rate(model, com, vel, b, |i, c| {
            f(i.index(), along.dot(c.lin()) * scale);
        });
        // second term of (2): the point Jacobians, projected on `u̇`
        for_each_difference(model, com, a, b, |i, c| {
            f(i.index(), turning.dot(c.lin()) * scale);
        });
        // a divisor of zero, see `spatial`
        if !is_sparse(model) && !scale.is_finite() {
            for_each_other_dof(model, [a.body, b.body], |i| f(i, 0.0 * scale));
        }
    });
}

/// Velocity of a point of a body.
fn point_velocity(model: &Model, com: &ComFrame, vel: &Velocities, at: BodyPoint) -> Vec3 {
    // static bodies do not move
    if model.body.weldid[at.body].index() == 0 {
        return Vec3::ZERO;
    }
    vel.cvel[at.body]
        .transform_motion(at.offset(model, com), None)
        .lin()
}
