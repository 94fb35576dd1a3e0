//! Tendons: lengths, derivatives of lengths, paths.
//!
//! A fixed tendon is a linear combination of joint positions, a spatial tendon a string through sites, around geoms and
//! over pulleys. Both have a length `L(q)` and a row `J = ∂L/∂q̇`. This module loops over the tendons, [`fixed`] and
//! [`spatial`] each compute one, and a [`Row`] accumulates the contributions of its parts.
//!
//! | here   | in the code                          | meaning                                      |
//! |--------|--------------------------------------|----------------------------------------------|
//! | `L`    | `tendon.length`                      | length of a tendon                           |
//! | `J`    | `tendon.jac`                         | its row of the Jacobian, dense or compressed |
//! | `path` | `tendon.wrapadr, wrapnum, wrap_xpos` | points that the tendon passes                |

pub(crate) mod bias;
pub(crate) mod fixed;
pub(crate) mod spatial;
pub(crate) mod wrap;

use synovia_model::Model;
use synovia_model::enums::{SleepState, WrapType};
use synovia_model::id::TendonId;

use crate::data::{ComFrame, Data, Islands, Kin, State, TendonGroup};
use crate::is_sparse;
use crate::row_buffer::RowBuffer;
use crate::scratch::{Need, ScratchBuffer};
use crate::sleep::object;
use crate::workspace::Workspace;

/// Temporaries of [`tendons`].
pub(crate) fn scratch_len(model: &Model) -> Need {
    let nv = model.dof.len();
    if model.tendon.is_empty() {
        Need::default()
    } else {
        Need::new(nv, 2 * nv)
    }
}

/// Lengths, Jacobians and paths of all tendons: [`measure`] with the groups of a simulation.
#[doc(alias = "mj_tendon")]
pub(crate) fn tendons(model: &Model, data: &mut Data) {
    let Data {
        state,
        kin,
        com,
        tendon,
        island,
        work: Workspace { scratch, awake, .. },
        ..
    } = data;
    let resting = awake.resting(model, island);
    measure(model, state, kin, com, resting, scratch, tendon);
}

/// Lengths, Jacobians and paths of all tendons; `resting` if some tree sleeps.
///
/// Reads `state.qpos`, `kin` and `com`; writes `tendon`.
pub(crate) fn measure(
    model: &Model,
    state: &State,
    kin: &Kin,
    com: &ComFrame,
    resting: Option<&Islands>,
    scratch: &mut ScratchBuffer,
    tendon: &mut TendonGroup,
) {
    if model.tendon.is_empty() {
        return;
    }
    // compressed rows are packed from a buffer, rows of a dense Jacobian are summed in place
    let nv = model.dof.len();
    let mut frame = scratch.frame(scratch_len(model));
    let mut buffer = is_sparse(model).then(|| RowBuffer::new(nv, &mut frame));
    if buffer.is_none() {
        tendon.jac.cells_mut().fill(0.0);
    }
    // `path` counts points, `adr` entries of compressed rows
    let mut path = 0;
    let mut adr = 0;
    // each tendon: its length, its row of the Jacobian, and the points of its path
    let asleep =
        |t| resting.is_some_and(|island| object::tendon(model, island, t) == SleepState::Asleep);
    for t in model.tendon.ids() {
        if asleep(t) {
            // a sleeping tendon has no length and no row
            tendon.length[t] = 0.0;
            if let Some(buffer) = &mut buffer {
                store(buffer, tendon, t, adr);
            }
            continue;
        }
        let mut row = match &mut buffer {
            Some(buffer) => Row::Sparse(buffer),
            None => Row::Dense(tendon.jac.row_mut(t.index())),
        };
        tendon.wrapadr[t] = path as i32;
        // a path of joints is a fixed tendon, any other a spatial one
        let is_fixed =
            (model.tendon.path(t).next()).is_some_and(|w| model.wrap.type_[w] == WrapType::Joint);
        tendon.length[t] = if is_fixed {
            fixed::length(model, state, t, &mut row)
        } else {
            let mut points = spatial::Path {
                objects: tendon.wrap_obj.rows_mut(),
                points: tendon.wrap_xpos.rows_mut(),
                count: path,
            };
            let length = spatial::length(model, kin, com, t, &mut points, &mut row);
            path = points.count;
            length
        };
        tendon.wrapnum[t] = path as i32 - tendon.wrapadr[t];
        if let Some(buffer) = &mut buffer {
            adr = store(buffer, tendon, t, adr);
        }
    }
}

/// Moves a compressed row to tendon `t` at `adr`; returns the address of the next row.
fn store(buffer: &mut RowBuffer<'_>, group: &mut TendonGroup, t: TendonId, adr: usize) -> usize {
    // the columns and their values, packed
    let (columns, values) = buffer.sorted();
    let next = adr + columns.len();
    group.jac_rowadr[t] = adr as i32;
    group.jac_rownnz[t] = columns.len() as i32;
    group.jac_colind.cells_mut()[adr..next].copy_from_slice(columns);
    for (slot, &i) in group.jac.cells_mut()[adr..next].iter_mut().zip(columns) {
        *slot = values[i as usize];
    }
    buffer.clear();
    next
}

/// A row of the Jacobian while it is accumulated.
#[derive(Debug)]
pub(crate) enum Row<'a, 's> {
    /// The values of all dofs, for a dense Jacobian.
    Dense(&'a mut [f64]),
    /// Values and columns, for compressed rows.
    Sparse(&'a mut RowBuffer<'s>),
}

impl Row<'_, '_> {
    /// True if rows are stored compressed.
    pub(crate) const fn is_sparse(&self) -> bool {
        matches!(self, Self::Sparse(_))
    }

    /// Adds to the entry of dof `i`, which becomes part of the row even if the sum is zero.
    #[inline]
    pub(crate) fn add(&mut self, i: usize, value: f64) {
        match self {
            Self::Dense(values) => values[i] += value,
            Self::Sparse(buffer) => buffer.add(i, value),
        }
    }

    /// Sets the entry of dof `i`.
    ///
    /// QUIRK(repeated-tendon-joint): if a fixed tendon lists a joint twice, a dense row keeps the last coefficient and a
    /// sparse row their sum.
    #[inline]
    pub(crate) fn set(&mut self, i: usize, value: f64) {
        match self {
            // a negative zero becomes zero, as when it is added
            Self::Dense(values) => values[i] = 0.0 + value,
            Self::Sparse(buffer) => buffer.add(i, value),
        }
    }
}
