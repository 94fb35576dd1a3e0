//! What the rows do at a given acceleration: state, force and cost.
//!
//! Each row has a convex cost `s(x)` of its residual `x = J q̈ − a*` and pushes with the force `−s'(x)`:
//!
//! ```text
//! equality          ½ D x²
//! friction          ½ D x² while |x| < R f, beyond that linear with slope ± f                 (1)
//! limit, contact    ½ D x² while x < 0, else 0
//! elliptic cone     N = μ x₀,  U = friction ∘ x_T,  T = |U|                                    (2)
//!   N ≥ μT          0                                        separating
//!   μN + T ≤ 0      ½ Σ D x²                                 sticking
//!   otherwise       ½ D₀/(μ²(1+μ²)) (N − μT)²                sliding
//! ```

use synovia_math::kernel;
use synovia_model::Model;
use synovia_model::enums::{ConstraintState, ConstraintType};

use crate::data::{Contact, Data, EfcCounts};
use crate::is_sparse;

/// The rows of a problem, as the solver sees them.
#[derive(Clone, Copy, Debug)]
pub struct RowSet<'a> {
    /// How many of each kind.
    pub counts: EfcCounts,
    /// Kinds.
    pub kind: &'a [i32],
    /// Objects.
    pub id: &'a [i32],
    /// Constraint masses.
    pub d: &'a [f64],
    /// Regularisations.
    pub r: &'a [f64],
    /// Largest friction forces.
    pub frictionloss: &'a [f64],
}

impl RowSet<'_> {
    /// True if row `r` begins an elliptic contact.
    #[inline]
    pub fn is_elliptic(&self, r: usize) -> bool {
        self.kind[r] == ConstraintType::ContactElliptic.to_i32()
    }
}

/// State and force of all rows at the residuals, and the joint-space force that follows; returns the cost, or `None` and
/// does nothing if there is not one residual for each row.
///
/// Reads `efc`; writes `efc.state`, `efc.force`, `force.qfrc_constraint` and, with `hessians`, those of sliding contacts.
#[doc(alias = "mj_constraintUpdate")]
pub fn update_rows(
    model: &Model,
    data: &mut Data,
    residual: &[f64],
    hessians: bool,
) -> Option<f64> {
    let Data {
        force,
        contact,
        efc,
        counts,
        ..
    } = data;
    if residual.len() != counts.nefc {
        return None;
    }
    let rows = RowSet {
        counts: *counts,
        kind: efc.kind.rows(),
        id: efc.id.rows(),
        d: efc.d.rows(),
        r: efc.r.rows(),
        frictionloss: efc.frictionloss.rows(),
    };
    let (state, applied) = (efc.state.rows_mut(), efc.force.rows_mut());
    let contacts = &mut contact.list;
    let cost = constraint_update(&rows, residual, contacts, state, applied, hessians);
    let jacobian = efc.jacobian(is_sparse(model), model.dof.len());
    jacobian.mul_t_vec(force.qfrc_constraint.rows_mut(), efc.force.rows());
    Some(cost)
}

/// Finds state and force of all rows from their residuals and returns the cost.
///
/// With `hessians`, the second derivative of each sliding contact is stored in the contact.
pub fn constraint_update(
    rows: &RowSet<'_>,
    residual: &[f64],
    contacts: &mut [Contact],
    state: &mut [i32],
    force: &mut [f64],
    hessians: bool,
) -> f64 {
    let EfcCounts { ne, nf, nefc, .. } = rows.counts;
    let mut cost = 0.0;
    for r in 0..nefc {
        force[r] = -rows.d[r] * residual[r];
    }
    let mut r = 0;
    while r < nefc {
        let x = residual[r];
        let mut set = |r: usize, s: ConstraintState| state[r] = s.to_i32();
        let quadratic = 0.5 * rows.d[r] * x * x;

        if r < ne {
            cost += quadratic;
            set(r, ConstraintState::Quadratic);
        } else if r < ne + nf {
            let f = rows.frictionloss[r];
            let bound = rows.r[r] * f;
            if x <= -bound {
                cost += -0.5 * rows.r[r] * f * f - f * x;
                force[r] = f;
                set(r, ConstraintState::LinearNeg);
            } else if x >= bound {
                cost += -0.5 * rows.r[r] * f * f + f * x;
                force[r] = -f;
                set(r, ConstraintState::LinearPos);
            } else {
                cost += quadratic;
                set(r, ConstraintState::Quadratic);
            }
        } else if rows.is_elliptic(r) {
            let contact = &mut contacts[rows.id[r] as usize];
            let dim = contact.dim as usize;
            let block = r..r + dim;
            let (zone, part) = cone(
                contact,
                &rows.d[block.clone()],
                &residual[block.clone()],
                &mut force[block.clone()],
                hessians,
            );
            cost += part;
            state[block].fill(zone.to_i32());
            r += dim - 1;
        } else if x >= 0.0 {
            force[r] = 0.0;
            set(r, ConstraintState::Satisfied);
        } else {
            cost += quadratic;
            set(r, ConstraintState::Quadratic);
        }
        r += 1;
    }
    cost
}

/// State and cost of one elliptic contact, equation (2); sets its forces.
fn cone(
    contact: &mut Contact,
    d: &[f64],
    x: &[f64],
    force: &mut [f64],
    hessian: bool,
) -> (ConstraintState, f64) {
    let dim = d.len();
    let mu = contact.mu;
    let friction = contact.friction;
    let mut u = [0.0; 6];
    u[0] = x[0] * mu;
    for j in 1..dim {
        u[j] = x[j] * friction[j - 1];
    }
    let normal = u[0];
    let tangent = kernel::norm(&u[1..dim]);

    if normal >= mu * tangent || (tangent <= 0.0 && normal >= 0.0) {
        force.fill(0.0);
        return (ConstraintState::Satisfied, 0.0);
    }
    if mu * normal + tangent <= 0.0 || (tangent <= 0.0 && normal < 0.0) {
        let cost = (0..dim).fold(0.0, |sum, j| sum + 0.5 * d[j] * x[j] * x[j]);
        return (ConstraintState::Quadratic, cost);
    }

    let stiffness = d[0] / (mu * mu * (1.0 + mu * mu));
    let gap = normal - mu * tangent;
    force[0] = -stiffness * gap * mu;
    for j in 1..dim {
        force[j] = -force[0] / tangent * u[j] * friction[j - 1];
    }
    if hessian {
        contact.hessian = cone_hessian(dim, mu, &friction, &u, tangent, stiffness);
    }
    (ConstraintState::Cone, 0.5 * stiffness * gap * gap)
}

/// Second derivative of the sliding cost, `dim` × `dim`, packed at the front.
fn cone_hessian(
    dim: usize,
    mu: f64,
    friction: &[f64; 5],
    u: &[f64; 6],
    tangent: f64,
    stiffness: f64,
) -> [f64; 36] {
    let mut h = [0.0; 36];
    let normal = u[0];
    h[0] = 1.0;
    for j in 1..dim {
        h[j] = -mu / tangent * u[j];
    }
    let curvature = mu * normal / (tangent * tangent * tangent);
    for k in 1..dim {
        for j in k..dim {
            h[k * dim + j] = curvature * u[j] * u[k];
        }
        h[k * (dim + 1)] += mu * mu - mu * normal / tangent;
    }
    let scale = |k: usize| if k == 0 { mu } else { friction[k - 1] };
    for k in 0..dim {
        for j in k..dim {
            h[k * dim + j] *= stiffness * scale(k) * scale(j);
            h[j * dim + k] = h[k * dim + j];
        }
    }
    h
}
