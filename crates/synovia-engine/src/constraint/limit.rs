//! Limits of joints and tendons: rows that keep a distance from becoming negative.
//!
//! ```text
//! lower   q − q_min ≥ 0,      upper   q_max − q ≥ 0
//! ball    θ_max − |log q| ≥ 0,   J = −(log q)/|log q|
//! ```
//!
//! A row exists while its distance is below the margin.
//!
//! | here             | in the code                   | meaning                       |
//! |------------------|-------------------------------|-------------------------------|
//! | `q`              | `state.qpos`, `tendon.length` | limited quantity              |
//! | `q_min`, `q_max` | `joint.range`, `tendon.range` | ends of the range             |
//! | `θ_max`          | `range`, its larger number    | largest angle of a ball joint |

use synovia_model::Model;
use synovia_model::enums::{ConstraintType, Disable, JointType};
use synovia_model::id::{DofId, JointId, TendonId};

use super::rows::{Row, RowInputs, RowParams, Rows};
use crate::is_sparse;
use crate::position::kinematics::quat_at;
use crate::sleep::visit::{Visit, skipping};

/// Adds the rows of all limits that are within their margin.
#[doc(alias = "mj_instantiateLimit")]
pub(crate) fn limits(model: &Model, inputs: &RowInputs<'_>, rows: &mut Rows<'_>) {
    if model.opt.disabled(Disable::LIMIT) {
        return;
    }
    // joints, then tendons: the order of the rows
    skipping!(model, inputs.awake, who => {
        for j in who.joints(model) {
            if model.joint.limited[j] != 0 && !inputs.sleeps(|| model.joint.bodyid[j]) {
                joint(model, inputs, j, rows);
            }
        }
    });

    let (sparse, nv) = (is_sparse(model), model.dof.len());
    for t in model.tendon.ids() {
        if model.tendon.limited[t] == 0 {
            continue;
        }
        let params = || RowParams {
            kind: ConstraintType::LimitTendon,
            id: t.0,
            solref: &model.tendon.solref_lim[t],
            solimp: &model.tendon.solimp_lim[t],
            frictionloss: 0.0,
        };
        let (margin, diag_approx) = (model.tendon.margin[t], model.tendon.invweight0[t]);
        // a row for each end within the margin, with the sign of its Jacobian
        for (sign, pos) in distances(model.tendon.range[t], inputs.tendon.length[t]) {
            if pos < margin {
                let adr = rows.len();
                let row = Row {
                    pos,
                    margin,
                    diag_approx,
                };
                rows.tendon(&params(), row, inputs.tendon.row(sparse, nv, t), sign);
                rows.mark_tendon(t, adr);
            }
        }
    }
}

/// True if a tendon of this length is at one of its limits.
pub(crate) fn is_taut(model: &Model, t: TendonId, length: f64) -> bool {
    // the same margin as that of the rows
    let margin = model.tendon.margin[t];
    let mut limits = distances(model.tendon.range[t], length).into_iter();
    model.tendon.limited[t] != 0 && limits.any(|(_, pos)| pos < margin)
}

/// Distance to the lower, then to the upper limit, each with the sign of its row.
fn distances(range: [f64; 2], value: f64) -> [(f64, f64); 2] {
    [(1.0, -(range[0] - value)), (-1.0, range[1] - value)]
}

/// Adds the rows of a joint at its limits.
#[inline]
fn joint(model: &Model, inputs: &RowInputs<'_>, j: JointId, rows: &mut Rows<'_>) {
    let adr = model.joint.qposadr[j] as usize;
    let margin = model.joint.margin[j];
    match model.joint.type_[j] {
        // one row for each end within the margin
        JointType::Slide | JointType::Hinge => {
            for (sign, pos) in distances(model.joint.range[j], inputs.state.qpos[adr]) {
                if pos < margin {
                    axis(model, j, pos, sign, rows);
                }
            }
        }
        JointType::Ball => ball(model, inputs, j, rows),
        _ => {}
    }
}

/// Adds the row of a joint with a single axis, at one of its limits.
#[inline(never)]
fn axis(model: &Model, j: JointId, pos: f64, sign: f64, rows: &mut Rows<'_>) {
    let dof = model.joint.dofadr[j];
    let (params, row) = params_of(model, j, pos);
    rows.axis(&params, row, dof, sign);
}

/// Adds the row of a ball joint at its limit.
#[inline(never)]
fn ball(model: &Model, inputs: &RowInputs<'_>, j: JointId, rows: &mut Rows<'_>) {
    let adr = model.joint.qposadr[j] as usize;
    let dof = model.joint.dofadr[j];
    // the angle of the rotation and its axis; the limit is the larger number of the range
    let mut axis = quat_at(inputs.state.qpos.rows(), adr)
        .normalized()
        .to_vel(1.0);
    let angle = axis.normalize();
    let [low, high] = model.joint.range[j];
    let pos = low.max(high) - angle;
    if pos < model.joint.margin[j] {
        let (params, row) = params_of(model, j, pos);
        // the row points against the rotation
        let values = [-axis.x, -axis.y, -axis.z];
        rows.single(&params, row, &[dof, dof + 1, dof + 2], values.into_iter());
    }
}

/// The limit of joint `j` at this distance.
#[inline]
fn params_of(model: &Model, j: JointId, pos: f64) -> (RowParams<'_>, Row) {
    let params = RowParams {
        kind: ConstraintType::LimitJoint,
        id: j.0,
        solref: &model.joint.solref[j],
        solimp: &model.joint.solimp[j],
        frictionloss: 0.0,
    };
    let row = Row {
        pos,
        margin: model.joint.margin[j],
        diag_approx: model.dof.invweight0[DofId(model.joint.dofadr[j])],
    };
    (params, row)
}
