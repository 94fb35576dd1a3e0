//! Forces along lengths: dampers and actuators.
//!
//! A force `p(l̇)` along a length with the Jacobian row `J` adds `p' JᵀJ` to the derivative, where the pattern has entries:
//! two dofs of which neither moves the other stay uncoupled, as in the reference.
//!
//! | length    | slope `p'`                                                      |
//! |-----------|-----------------------------------------------------------------|
//! | dof       | `−damping`                                                      |
//! | flex edge | `−edgedamping`                                                  |
//! | tendon    | `−damping`                                                      |
//! | actuator  | derivative of its force with respect to velocity, `force_slope` |

use synovia_math::Csr;
use synovia_model::Model;
use synovia_model::enums::{BiasType, Disable, DynType, GainType, SleepState};
use synovia_model::id::ActuatorId;

use super::Smooth;
use super::pattern;
use crate::actuation::dynamics::next_activation;
use crate::actuation::force::first_nine;
use crate::actuation::is_disabled;
use crate::actuation::muscle::Muscle;
use crate::data::TendonRow;
use crate::flex::edges_of;
use crate::is_sparse;
use crate::sleep::object;
use crate::sleep::visit::Visit;

/// Adds `slope JᵀJ`.
fn add_square(pattern: Csr<'_>, row: TendonRow<'_>, slope: f64, out: &mut [f64]) {
    match row {
        TendonRow::Dense(row) => {
            for (i, &at_i) in row.iter().enumerate().filter(|(_, at)| **at != 0.0) {
                let scale = at_i * slope;
                for (out, &j) in out[pattern.range(i)].iter_mut().zip(pattern.cols(i)) {
                    let at_j = row[j as usize];
                    if at_j != 0.0 {
                        *out += scale * at_j;
                    }
                }
            }
        }
        TendonRow::Sparse(columns, values) => {
            for (&i, &at_i) in columns.iter().zip(values) {
                if at_i == 0.0 {
                    continue;
                }
                let scale = at_i * slope;
                let places = pattern.cols(i as usize);
                let out = &mut out[pattern.range(i as usize)][..places.len()];
                // both lists ascend: merge them at common columns
                let mut k = 0;
                for (&j, &at_j) in columns.iter().zip(values) {
                    while k < places.len() && places[k] < j {
                        k += 1;
                    }
                    if k == places.len() {
                        break;
                    }
                    if places[k] == j && at_j != 0.0 {
                        out[k] += scale * at_j;
                    }
                }
            }
        }
    }
}

/// [`add_square`] of a row with two groups of three consecutive columns, most of which are uncoupled.
fn add_square_of_threes(
    pattern: Csr<'_>,
    at: [usize; 2],
    row: &[f64; 6],
    slope: f64,
    out: &mut [f64],
) {
    // the entry of column `j`, if the row has it
    let value = |j: usize| match (j.wrapping_sub(at[0]), j.wrapping_sub(at[1])) {
        (k @ 0..3, _) => Some(row[k]),
        (_, k @ 0..3) => Some(row[3 + k]),
        _ => None,
    };
    for (&first, own) in at.iter().zip(row.as_chunks::<3>().0) {
        // a point that only slides and has no children has a block of its own
        if let Some(block) = own_block(pattern, first, out) {
            for (out, at_i) in block.as_chunks_mut::<3>().0.iter_mut().zip(own) {
                let scale = at_i * slope;
                for (out, at_j) in out.iter_mut().zip(own) {
                    *out += scale * at_j;
                }
            }
            continue;
        }
        // otherwise all entries of the three rows
        for (i, at_i) in (first..).zip(own) {
            let scale = at_i * slope;
            for (out, &j) in out[pattern.range(i)].iter_mut().zip(pattern.cols(i)) {
                if let Some(at_j) = value(j as usize) {
                    *out += scale * at_j;
                }
            }
        }
    }
}

/// The values of three rows from `first` on, if these rows have no other columns.
fn own_block<'a>(pattern: Csr<'_>, first: usize, out: &'a mut [f64]) -> Option<&'a mut [f64; 9]> {
    // three entries per row, packed
    let start = *pattern.rowadr.get(first)?;
    let rownnz: &[i32; 3] = pattern.rownnz.get(first..first + 3)?.as_array()?;
    let rowadr: &[i32; 3] = pattern.rowadr.get(first..first + 3)?.as_array()?;
    if *rownnz != [3; 3] || *rowadr != [start, start + 3, start + 6] {
        return None;
    }
    let range = start as usize..start as usize + 9;
    let columns: &[i32; 9] = pattern.colind.get(range.clone())?.as_array()?;
    // the columns are the rows themselves
    let (a, c) = (first as i32, first as i32 + 2);
    let [c0, _, c2, d0, _, d2, e0, _, e2] = *columns;
    if [c0, d0, e0] != [a; 3] || [c2, d2, e2] != [c; 3] {
        return None;
    }
    out.get_mut(range)?.as_mut_array()
}

/// The first columns of two groups of three consecutive columns.
fn threes(columns: &[i32]) -> Option<[usize; 2]> {
    match *columns {
        [a, _, c, d, _, f] if c == a + 2 && f == d + 2 => Some([a as usize, d as usize]),
        _ => None,
    }
}

/// Adds the derivatives of dof dampers, damped flex edges and tendon dampers.
#[doc(alias = "mjd_passive_vel")]
pub fn dampers(model: &Model, at: &Smooth<'_>, who: impl Visit, out: &mut [f64]) {
    dof_dampers(model, at, who, out);
    tendon_dampers(model, at, out);
}

/// Adds the derivatives of dof dampers and damped flex edges.
pub(crate) fn dof_dampers(model: &Model, at: &Smooth<'_>, who: impl Visit, out: &mut [f64]) {
    if model.opt.disabled(Disable::DAMPER) {
        return;
    }
    // dofs: the diagonal
    for i in who.dofs() {
        let diagonal = model.sparse.d_rowadr[i] + model.sparse.d_diag[i];
        out[diagonal as usize] -= model.dof.damping[i];
    }

    // edges of flexes
    let edge_pattern = Csr::new(
        model.flex.edge_j_rownnz.rows(),
        model.flex.edge_j_rowadr.rows(),
        model.flex.edge_j_colind.rows(),
    );
    for f in model.flex.ids() {
        let slope = -model.flex.edgedamping[f];
        if model.flex.rigid[f] != 0 || slope == 0.0 {
            continue;
        }
        for e in edges_of(model, f) {
            if model.flex.edge_rigid[e] != 0 {
                continue;
            }
            // the row of the edge; most have two groups of three columns
            let values = &at.kin.flexedge_jac.rows()[edge_pattern.range(e.index())];
            let columns = edge_pattern.cols(e.index());
            if let (Some(starts), Some(row)) = (threes(columns), values.as_array()) {
                add_square_of_threes(pattern(model), starts, row, slope, out);
                continue;
            }
            add_square(
                pattern(model),
                TendonRow::Sparse(columns, values),
                slope,
                out,
            );
        }
    }
}

/// Adds the derivatives of tendon dampers.
fn tendon_dampers(model: &Model, at: &Smooth<'_>, out: &mut [f64]) {
    if model.opt.disabled(Disable::DAMPER) {
        return;
    }
    let (sparse, nv) = (is_sparse(model), model.dof.len());
    for t in model.tendon.ids() {
        let slope = -model.tendon.damping[t];
        if slope != 0.0 {
            add_square(pattern(model), at.tendon.row(sparse, nv, t), slope, out);
        }
    }
}

/// Adds the derivatives of actuator forces.
#[doc(alias = "mjd_actuator_vel")]
pub fn actuators(model: &Model, at: &Smooth<'_>, out: &mut [f64]) {
    if model.opt.disabled(Disable::ACTUATION) {
        return;
    }
    for u in model.actuator.ids() {
        if !responds(model, at, u) {
            continue;
        }
        let slope = force_slope(model, at, u);
        if slope != 0.0 {
            let (columns, values) = at.actuator.row(u);
            let row = TendonRow::Sparse(columns, values);
            add_square(pattern(model), row, slope, out);
        }
    }
}

/// True if the force of an actuator depends on its length and velocity: it is enabled, awake and not at a limit.
pub(crate) fn responds(model: &Model, at: &Smooth<'_>, u: ActuatorId) -> bool {
    let asleep = |island| object::actuator(model, island, u) == SleepState::Asleep;
    !(is_disabled(model, u) || at.resting.is_some_and(asleep) || saturates(model, at, u))
}

/// True if the force is at a limit and does not change with velocity.
fn saturates(model: &Model, at: &Smooth<'_>, u: ActuatorId) -> bool {
    // at or beyond one of its limits
    let [lower, upper] = model.actuator.forcerange[u];
    let force = at.actuator.force[u];
    model.actuator.forcelimited[u] != 0 && (force <= lower || force >= upper)
}

/// Derivative of the force of an actuator with respect to the rate of its length.
pub(crate) fn force_slope(model: &Model, at: &Smooth<'_>, u: ActuatorId) -> f64 {
    let table = &model.actuator;
    // of the bias, then of the gain
    let bias = match table.biastype[u] {
        BiasType::Affine => table.biasprm[u][2],
        _ => 0.0,
    };
    let gain = match table.gaintype[u] {
        GainType::Affine => table.gainprm[u][2],
        GainType::Muscle => muscle_slope(model, at, u),
        _ => 0.0,
    };
    if gain == 0.0 {
        return bias;
    }
    bias + gain * input(model, at, u)
}

/// Derivative of the force of an actuator with respect to its length; 0 for a muscle, which is not treated as a spring.
pub(crate) fn length_slope(model: &Model, at: &Smooth<'_>, u: ActuatorId) -> f64 {
    let table = &model.actuator;
    // of the bias, then of the gain
    let bias = match table.biastype[u] {
        BiasType::Affine => table.biasprm[u][1],
        _ => 0.0,
    };
    match table.gaintype[u] {
        GainType::Affine if table.gainprm[u][1] != 0.0 => {
            bias + table.gainprm[u][1] * input(model, at, u)
        }
        _ => bias,
    }
}

/// The factor of the gain of an actuator: its activation or control.
fn input(model: &Model, at: &Smooth<'_>, u: ActuatorId) -> f64 {
    let table = &model.actuator;
    // activation, or its value at the end of the step
    match table.act(u).next_back() {
        Some(last) if table.dyntype[u] != DynType::None => {
            let act = at.state.act[last];
            if table.actearly[u] != 0 {
                next_activation(model, act, u, at.actuator.act_dot[last])
            } else {
                act
            }
        }
        // QUIRK(unclamped-control-slope): the control as given, neither clamped nor delayed, unlike in the force itself
        _ => at.state.ctrl[u],
    }
}

/// Derivative of the active force of a muscle with respect to the rate of its length, per unit of activation.
fn muscle_slope(model: &Model, at: &Smooth<'_>, u: ActuatorId) -> f64 {
    let table = &model.actuator;
    let prm = first_nine(&table.gainprm[u]);
    let (length, velocity) = (at.actuator.length[u], at.vel.actuator_velocity[u]);
    Muscle::new(table.lengthrange[u], table.acc0[u], &prm).active_slope(length, velocity)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_change_no_bit() {
        // dofs 0…2 only slide, 3…5 move 6
        let rows: [&[i32]; 7] = [
            &[0, 1, 2],
            &[0, 1, 2],
            &[0, 1, 2],
            &[3, 4, 5, 6],
            &[3, 4, 5, 6],
            &[3, 4, 5, 6],
            &[3, 4, 5, 6],
        ];
        let colind: Vec<i32> = rows.concat();
        let rownnz = rows.map(|row| row.len() as i32);
        let mut rowadr = [0; 7];
        for r in 1..7 {
            rowadr[r] = rowadr[r - 1] + rownnz[r - 1];
        }
        let pattern = Csr::new(&rownnz, &rowadr, &colind);
        let row = [0.3, -0.7, 1.0 / 3.0, 0.9, 0.1, -2.0 / 7.0];
        let start: Vec<f64> = (0..colind.len()).map(|k| 0.1 * k as f64).collect();
        let (mut got, mut want) = (start.clone(), start);
        assert!(own_block(pattern, 0, &mut got).is_some());
        assert!(own_block(pattern, 3, &mut got).is_none());
        add_square_of_threes(pattern, [0, 3], &row, -0.37, &mut got);
        let columns = [0, 1, 2, 3, 4, 5];
        let plain = TendonRow::Sparse(&columns, &row);
        add_square(pattern, plain, -0.37, &mut want);
        assert_eq!(got, want);
    }
}
