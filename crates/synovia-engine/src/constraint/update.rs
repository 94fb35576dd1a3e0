//! State, force and cost of the rows at a given acceleration.
//!
//! Each row has a convex cost `s(x)` of its residual `x = J q̈ − a*` and exerts the force `−s'(x)`:
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
//!
//! | here     | in the code         | meaning                                            |
//! |----------|---------------------|----------------------------------------------------|
//! | `x`      | `residual`          | `J q̈ − a*` of each row                             |
//! | `D`, `R` | `rows.d`, `rows.r`  | constraint mass and regularisation                 |
//! | `f`      | `rows.frictionloss` | largest force of dry friction                      |
//! | `μ`      | `contact.mu`        | slope of the regularised cone                      |
//! | `N`, `T` | `normal`, `tangent` | normal and tangential residual in the scaled frame |

#![expect(
    clippy::inline_always,
    reason = "the loops over the rows of a contact are unrolled for each dimension"
)]

use core::ops::Range;

use synovia_math::unilateral;
use synovia_model::Model;
use synovia_model::enums::{ConstraintState, ConstraintType};

use super::complete;
use crate::data::{Contact, Data, Efc, EfcCounts};
use crate::gate::Derived;
use crate::is_sparse;

/// The rows of a problem, as the solver sees them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowSet<'a> {
    /// Counts by kind.
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
    /// First row of an elliptic contact; rows between dry friction and here are unilateral.
    pub cones: usize,
}

impl<'a> RowSet<'a> {
    /// A range of consecutive rows.
    pub(crate) fn new(counts: EfcCounts, all: RowColumns<'a>, rows: Range<usize>) -> Self {
        let elliptic = ConstraintType::ContactElliptic.to_i32();
        let kind = &all.kind[rows.clone()];
        let first = counts.ne + counts.nf;
        // contacts come last and their cones are all of one kind, unless frictionless: the last row is sufficient to check
        let may_be =
            |last: &i32| *last == elliptic || *last == ConstraintType::ContactFrictionless.to_i32();
        // elliptic rows are at the end
        let cones = if kind.last().is_some_and(may_be) {
            kind.iter().skip(first).position(|&k| k == elliptic)
        } else {
            None
        };
        Self {
            counts,
            kind,
            id: &all.id[rows.clone()],
            d: &all.d[rows.clone()],
            r: &all.r[rows.clone()],
            frictionloss: &all.frictionloss[rows],
            cones: cones.map_or(kind.len(), |k| first + k),
        }
    }

    /// True if row `r` begins an elliptic contact.
    #[inline]
    pub(crate) fn is_elliptic(&self, r: usize) -> bool {
        self.kind[r] == ConstraintType::ContactElliptic.to_i32()
    }
}

/// The columns of which a [`RowSet`] is a part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowColumns<'a> {
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

/// Computes state and force of all rows at given residuals, and the resulting joint-space force; returns the cost, or
/// `None`, without any effect, if the number of residuals is not the number of rows.
///
/// Reads `efc`; writes `efc.state`, `efc.force`, `force.qfrc_constraint` and, with `hessians`, the Hessians of sliding
/// contacts.
#[doc(alias = "mj_constraintUpdate")]
pub fn update_rows(
    model: &Model,
    data: &mut Data,
    residual: &[f64],
    hessians: bool,
) -> Option<f64> {
    let mut at = complete::enter_after(model, data, &[Derived::Contacts, Derived::Rows]).ok()?;
    let (_, data) = at.parts();
    let Data {
        force,
        contact,
        efc,
        ..
    } = data;
    // one residual per row is required
    if residual.len() != efc.counts.nefc {
        return None;
    }
    let qfrc = force.qfrc_constraint.rows_mut();
    Some(forces_at(
        model,
        efc,
        &mut contact.list,
        residual,
        hessians,
        qfrc,
    ))
}

/// [`update_rows`] with borrowed groups; `qfrc` is the joint-space force.
pub(crate) fn forces_at(
    model: &Model,
    efc: &mut Efc,
    contacts: &mut [Contact],
    residual: &[f64],
    hessians: bool,
    qfrc: &mut [f64],
) -> f64 {
    // all rows of the simulation as one set
    let columns = RowColumns {
        kind: efc.kind.rows(),
        id: efc.id.rows(),
        d: efc.d.rows(),
        r: efc.r.rows(),
        frictionloss: efc.frictionloss.rows(),
    };
    let rows = RowSet::new(efc.counts, columns, 0..efc.counts.nefc);
    let (state, applied) = (efc.state.rows_mut(), efc.force.rows_mut());
    let cost = constraint_update(
        &rows,
        residual,
        contacts,
        state,
        applied,
        RowUpdate {
            hessians,
            order: Order::Rows,
            equalities: None,
        },
    );
    // `Jᵀ f`
    let jacobian = efc.jacobian(is_sparse(model), model.dof.len());
    jacobian.mul_t_vec(qfrc, efc.force.rows());
    cost
}

/// The order in which costs of rows are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// One after the other, as in the reference: for solvers that terminate when the last digit of the cost is stable.
    Rows,
    /// In lanes.
    Lanes,
}

/// The outputs of an update, and their order of summation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowUpdate {
    /// True to store the second derivative of each sliding contact in the contact.
    pub hessians: bool,
    /// The order in which costs are added.
    pub order: Order,
    /// The cost of equalities, if their forces are already computed.
    pub equalities: Option<f64>,
}

/// Computes state and force of all rows from their residuals; returns the cost.
pub(crate) fn constraint_update(
    rows: &RowSet<'_>,
    residual: &[f64],
    contacts: &mut [Contact],
    state: &mut [i32],
    force: &mut [f64],
    how: RowUpdate,
) -> f64 {
    let RowUpdate {
        hessians,
        order,
        equalities,
    } = how;
    let EfcCounts { ne, nf, nefc, .. } = rows.counts;
    // equalities: always quadratic
    let mut cost = equalities.unwrap_or_else(|| {
        (0..ne).fold(0.0, |cost, r| {
            force[r] = -rows.d[r] * residual[r];
            cost + 0.5 * rows.d[r] * residual[r] * residual[r]
        })
    });
    state[..ne].fill(ConstraintState::Quadratic.to_i32());
    // dry friction, equation (1)
    let dry = ne..ne + nf;
    let (x, loss) = (&residual[dry.clone()], &rows.frictionloss[dry.clone()]);
    let (d, r) = (&rows.d[dry.clone()], &rows.r[dry.clone()]);
    let results = force[dry.clone()].iter_mut().zip(&mut state[dry]);
    for ((((force, state), x), loss), (d, r)) in results.zip(x).zip(loss).zip(d.iter().zip(r)) {
        let (zone, applied, part) = dry_friction(*d, *r, *loss, *x);
        (*force, *state) = (applied, zone.to_i32());
        cost += part;
    }
    // limits and frictionless or pyramidal contacts: quadratic if violated
    let plain = ne + nf..rows.cones;
    let (d, x) = (&rows.d[plain.clone()], &residual[plain.clone()]);
    let (applied, pushes) = (&mut force[plain.clone()], &mut state[plain]);
    if order == Order::Lanes {
        cost += unilateral::push(applied, pushes, d, x);
    } else {
        // order: one after the other, as the reference
        for (((force, state), d), x) in applied.iter_mut().zip(pushes).zip(d).zip(x) {
            (*force, *state) = (0.0, ConstraintState::Satisfied.to_i32());
            if *x >= 0.0 {
                continue;
            }
            (*force, *state) = (-d * x, ConstraintState::Quadratic.to_i32());
            cost += 0.5 * d * x * x;
        }
    }

    // elliptic contacts, equation (2)
    let mut r = rows.cones;
    while r < nefc {
        let size = rows.block_len(r, contacts);
        let block = r..r + size;
        let (d, x) = (&rows.d[block.clone()], &residual[block.clone()]);
        let (force, state) = (&mut force[block.clone()], &mut state[block]);
        if rows.is_elliptic(r) {
            let contact = &mut contacts[rows.id[r] as usize];
            let cone = Cone {
                contact,
                d,
                x,
                force,
                state,
            };
            // the dimensions for which loops are unrolled
            match size {
                3 => cone.update_in::<3>(hessians, &mut cost),
                4 => cone.update_in::<4>(hessians, &mut cost),
                6 => cone.update_in::<6>(hessians, &mut cost),
                _ => cone.update(hessians, &mut cost),
            }
        } else {
            cost += unilateral::push(force, state, d, x);
        }
        r += size;
    }
    cost
}

/// One elliptic contact during an update.
struct Cone<'a> {
    /// The contact.
    contact: &'a mut Contact,
    /// Constraint masses of its rows.
    d: &'a [f64],
    /// Residuals of its rows.
    x: &'a [f64],
    /// Forces of its rows.
    force: &'a mut [f64],
    /// States of its rows.
    state: &'a mut [i32],
}

impl Cone<'_> {
    /// Computes state and forces, adds to the cost, and stores the Hessian if it is sliding and `hessians` are needed.
    #[inline(always)]
    fn update(self, hessians: bool, cost: &mut f64) {
        let zone = cone(self.contact, self.d, self.x, self.force, cost);
        // Newton's method needs the Hessian of sliding contacts
        if hessians && zone == ConstraintState::Cone {
            self.contact.hessian = cone_hessian(self.contact, self.d[0], self.x);
        }
        self.state.fill(zone.to_i32());
    }

    /// The same for a contact of `N` rows.
    fn update_in<const N: usize>(self, hessians: bool, cost: &mut f64) {
        let (Some(d), Some(x)) = (self.d.first_chunk::<N>(), self.x.first_chunk::<N>()) else {
            return;
        };
        let (Some(force), Some(state)) = (
            self.force.first_chunk_mut::<N>(),
            self.state.first_chunk_mut::<N>(),
        ) else {
            return;
        };
        let known = Cone {
            contact: self.contact,
            d,
            x,
            force,
            state,
        };
        known.update(hessians, cost);
    }
}

/// Only the cost of all rows.
pub(crate) fn constraint_cost(rows: &RowSet<'_>, residual: &[f64], contacts: &[Contact]) -> f64 {
    let EfcCounts { ne, nf, nefc, .. } = rows.counts;
    let mut cost = 0.0;
    // equalities, dry friction, unilateral rows
    for r in 0..ne {
        cost += 0.5 * rows.d[r] * residual[r] * residual[r];
    }
    for r in ne..ne + nf {
        cost += dry_friction(rows.d[r], rows.r[r], rows.frictionloss[r], residual[r]).2;
    }
    let plain = ne + nf..rows.cones;
    cost += unilateral::cost(&rows.d[plain.clone()], &residual[plain]);

    // elliptic contacts; their forces are discarded
    let mut r = rows.cones;
    while r < nefc {
        let size = rows.block_len(r, contacts);
        let block = r..r + size;
        let (d, x) = (&rows.d[block.clone()], &residual[block]);
        if rows.is_elliptic(r) {
            let mut unused = [0.0; 6];
            let contact = &contacts[rows.id[r] as usize];
            match (d.first_chunk::<3>(), x.first_chunk::<3>()) {
                (Some(d), Some(x)) if size == 3 => {
                    cone(contact, d, x, &mut unused[..3], &mut cost);
                }
                _ => {
                    cone(contact, d, x, &mut unused[..size], &mut cost);
                }
            }
        } else {
            cost += unilateral::cost(d, x);
        }
        r += size;
    }
    cost
}

impl RowSet<'_> {
    /// Number of rows of the elliptic contact that begins with row `r`; 1 for any other row.
    #[inline]
    pub(crate) fn block_len(&self, r: usize, contacts: &[Contact]) -> usize {
        if self.is_elliptic(r) {
            let dim = contacts[self.id[r] as usize].dimension();
            dim.min(self.kind.len() - r)
        } else {
            1
        }
    }
}

/// State, force and cost of a row of dry friction, equation (1), with the largest force `f`.
#[inline]
fn dry_friction(d: f64, r: f64, f: f64, x: f64) -> (ConstraintState, f64, f64) {
    let bound = r * f;
    // saturated: the force is constant, the cost linear
    if x <= -bound {
        let cost = -0.5 * r * f * f - f * x;
        (ConstraintState::LinearNeg, f, cost)
    } else if x >= bound {
        let cost = -0.5 * r * f * f + f * x;
        (ConstraintState::LinearPos, -f, cost)
    } else {
        // within the bound: quadratic
        let force = -d * x;
        (ConstraintState::Quadratic, force, 0.5 * d * x * x)
    }
}

/// Residuals of an elliptic contact in the scaled frame in which its cone is circular, equation (2).
#[inline(always)]
fn rounded(contact: &Contact, x: &[f64]) -> [f64; 6] {
    let mut u = [0.0; 6];
    u[0] = x[0] * contact.mu;
    for j in 1..x.len() {
        u[j] = x[j] * contact.friction[j - 1];
    }
    u
}

/// `T` of equation (2).
#[inline(always)]
fn tangent_of(u: &[f64; 6], dim: usize) -> f64 {
    let [_, a, b, c, d, e] = *u;
    // order: that of the vector kernels
    let squared = if dim <= 4 {
        a * a + b * b + c * c
    } else {
        (a * a + c * c) + (b * b + d * d) + e * e
    };
    squared.sqrt()
}

/// State of one elliptic contact, equation (2); sets its forces and adds its cost.
#[inline(always)]
fn cone(
    contact: &Contact,
    d: &[f64],
    x: &[f64],
    force: &mut [f64],
    cost: &mut f64,
) -> ConstraintState {
    let dim = d.len();
    let mu = contact.mu;
    // scaled normal and tangential residual
    let u = rounded(contact, x);
    let normal = u[0];
    let tangent = tangent_of(&u, dim);

    // separating
    if normal >= mu * tangent || (tangent <= 0.0 && normal >= 0.0) {
        force.fill(0.0);
        return ConstraintState::Satisfied;
    }
    if mu * normal + tangent <= 0.0 || (tangent <= 0.0 && normal < 0.0) {
        // sticking; order: row by row onto the total, so that its last digit is that of the reference
        for j in 0..dim {
            force[j] = -d[j] * x[j];
            *cost += 0.5 * d[j] * x[j] * x[j];
        }
        return ConstraintState::Quadratic;
    }

    // sliding: `gap` is proportional to the distance from the cone
    let stiffness = d[0] / (mu * mu * (1.0 + mu * mu));
    let gap = normal - mu * tangent;
    force[0] = -stiffness * gap * mu;
    // the friction force is opposite to the tangential residual
    for j in 1..dim {
        force[j] = -force[0] / tangent * u[j] * contact.friction[j - 1];
    }
    *cost += 0.5 * stiffness * gap * gap;
    ConstraintState::Cone
}

/// Second derivative of the sliding cost, `dim` × `dim`, packed at the front.
#[inline(always)]
fn cone_hessian(contact: &Contact, d: f64, x: &[f64]) -> [f64; 36] {
    let (dim, mu, friction) = (x.len(), contact.mu, &contact.friction);
    let u = rounded(contact, x);
    let tangent = tangent_of(&u, dim);
    let stiffness = d / (mu * mu * (1.0 + mu * mu));
    let mut h = [0.0; 36];
    // the gradient of `N − μT` in the scaled frame is `(1, −μ U/T)`
    let normal = u[0];
    // in the scaled frame: `∇(N − μT) ∇(N − μT)ᵀ + (N − μT) ∇²(N − μT)`, upper triangle
    h[0] = 1.0;
    for j in 1..dim {
        h[j] = -mu / tangent * u[j];
    }
    let coupling = mu * normal / (tangent * tangent * tangent);
    for k in 1..dim {
        for j in k..dim {
            h[k * dim + j] = coupling * u[j] * u[k];
        }
        h[k * (dim + 1)] += mu * mu - mu * normal / tangent;
    }
    // back to the contact frame; the lower triangle is the mirror image
    let scale = |k: usize| if k == 0 { mu } else { friction[k - 1] };
    for k in 0..dim {
        for j in k..dim {
            h[k * dim + j] *= stiffness * scale(k) * scale(j);
            h[j * dim + k] = h[k * dim + j];
        }
    }
    h
}

#[cfg(test)]
pub(crate) mod tests {
    use bytemuck::Zeroable;

    use super::*;

    /// Rows of every kind in every zone, and residuals away from the boundaries of zones.
    pub(crate) struct Sample {
        pub(crate) counts: EfcCounts,
        pub(crate) contacts: Vec<Contact>,
        pub(crate) residual: Vec<f64>,
        kind: Vec<i32>,
        id: Vec<i32>,
        d: Vec<f64>,
        r: Vec<f64>,
        frictionloss: Vec<f64>,
    }

    impl Sample {
        pub(crate) fn new() -> Self {
            use ConstraintType as T;
            let zones = [
                (T::Equality, vec![0.3]),
                (T::Equality, vec![-0.7]),
                (T::FrictionDof, vec![-4.0]),
                (T::FrictionDof, vec![0.2]),
                (T::FrictionTendon, vec![5.0]),
                (T::LimitJoint, vec![-0.6]),
                (T::LimitTendon, vec![0.4]),
                (T::ContactFrictionless, vec![-0.9]),
                // sliding, sticking, separating
                (T::ContactElliptic, vec![0.1, 1.0, -0.5]),
                (T::ContactElliptic, vec![-5.0, 0.4, 0.5, -0.7]),
                (T::ContactElliptic, vec![5.0, 1.0, 0.3]),
                (T::ContactElliptic, vec![-0.2, 0.9, 0.8, -0.7, 1.4, -1.1]),
                (T::ContactElliptic, vec![-0.3, -0.6, 0.8, 2.0]),
            ];
            let mut out = Self {
                counts: EfcCounts {
                    ne: 2,
                    nf: 3,
                    nl: 2,
                    nefc: 0,
                },
                contacts: Vec::new(),
                residual: Vec::new(),
                kind: Vec::new(),
                id: Vec::new(),
                d: Vec::new(),
                r: Vec::new(),
                frictionloss: Vec::new(),
            };
            for (kind, residual) in zones {
                let dim = residual.len();
                for x in residual {
                    let r = 0.4 + 0.07 * out.residual.len() as f64;
                    out.kind.push(kind.to_i32());
                    out.id.push(out.contacts.len() as i32);
                    out.r.push(r);
                    out.d.push(1.0 / r);
                    out.frictionloss.push(2.0 + r);
                    out.residual.push(x);
                }
                if kind == T::ContactElliptic {
                    out.contacts.push(Contact {
                        dim: dim as i32,
                        mu: 0.5,
                        friction: [0.6, 0.4, 0.3, 0.2, 0.1],
                        ..Contact::zeroed()
                    });
                }
            }
            out.counts.nefc = out.residual.len();
            out
        }

        pub(crate) fn rows(&self) -> RowSet<'_> {
            let columns = RowColumns {
                kind: &self.kind,
                id: &self.id,
                d: &self.d,
                r: &self.r,
                frictionloss: &self.frictionloss,
            };
            RowSet::new(self.counts, columns, 0..self.counts.nefc)
        }

        /// Forces, states and cost at residuals; contacts get their Hessians.
        fn update(
            &self,
            residual: &[f64],
            order: Order,
        ) -> (Vec<f64>, Vec<i32>, f64, Vec<Contact>) {
            let n = self.counts.nefc;
            let (mut state, mut force) = (vec![-1; n], vec![f64::NAN; n]);
            let mut contacts = self.contacts.clone();
            let how = RowUpdate {
                hessians: true,
                order,
                equalities: None,
            };
            let rows = self.rows();
            let cost =
                constraint_update(&rows, residual, &mut contacts, &mut state, &mut force, how);
            (force, state, cost, contacts)
        }
    }

    /// `f(x + h e_r) − f(x − h e_r)` over `2h`.
    fn difference(x: &[f64], r: usize, f: impl Fn(&[f64]) -> f64) -> f64 {
        const H: f64 = 1e-6;
        let at = |h: f64| {
            let mut moved = x.to_vec();
            moved[r] += h;
            f(&moved)
        };
        (at(H) - at(-H)) / (2.0 * H)
    }

    #[test]
    fn forces_are_slopes_of_the_cost() {
        let sample = Sample::new();
        let (rows, x) = (sample.rows(), &sample.residual);
        for order in [Order::Rows, Order::Lanes] {
            let (force, _, cost, _) = sample.update(x, order);
            let alone = constraint_cost(&rows, x, &sample.contacts);
            assert!((cost - alone).abs() < 1e-14 * cost);
            for r in 0..x.len() {
                let slope = difference(x, r, |x| constraint_cost(&rows, x, &sample.contacts));
                assert!((force[r] + slope).abs() < 1e-8, "row {r}");
            }
        }
    }

    #[test]
    fn hessians_of_sliding_contacts_are_derivatives_of_their_forces() {
        let sample = Sample::new();
        let (_, state, _, contacts) = sample.update(&sample.residual, Order::Rows);
        let sliding = ConstraintState::Cone.to_i32();
        let mut compared = 0;
        let mut r = sample.rows().cones;
        while r < state.len() {
            let dim = sample.rows().block_len(r, &sample.contacts);
            let hessian = &contacts[sample.id[r] as usize].hessian;
            for (j, k) in (0..dim * dim).map(|at| (at / dim, at % dim)) {
                let force = |x: &[f64]| sample.update(x, Order::Rows).0[r + j];
                let slope = difference(&sample.residual, r + k, force);
                let expected = if state[r] == sliding { -slope } else { 0.0 };
                assert!(
                    (hessian[j * dim + k] - expected).abs() < 1e-8,
                    "{r} {j} {k}"
                );
            }
            compared += usize::from(state[r] == sliding);
            r += dim;
        }
        assert_eq!(compared, 3);
    }
}
