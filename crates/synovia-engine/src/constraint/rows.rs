//! Adding rows: the only place that depends on the storage format of the Jacobian.
//!
//! A constraint of a single row is added at once, and so is a contact, see [`contact_rows`](super::contact_rows). The rows of
//! any other constraint are pushed one after the other with their Jacobian, position and approximate diagonal; then
//! the constraint is closed, which computes its impedance, and the regularisation `R` and mass `D` of its rows. A sparse
//! Jacobian is stored as compressed rows, a dense one as a matrix of `nv` columns. Rows that constrain nothing are omitted,
//! but still use part of the arena if the Jacobian is dense, as in the reference.
#![expect(
    clippy::inline_always,
    reason = "a complete row is written from registers"
)]

use synovia_math::{Csr, MIN_VAL, larger};
use synovia_model::column::{AnyColumn, Col, Element};
use synovia_model::enums::{ConstraintType, SleepState};
use synovia_model::id::{BodyId, EqualityId, TendonId};
use synovia_model::{DEFAULT_SOLIMP, DEFAULT_SOLREF, Model};

use super::arena;
use super::block::Block;
use super::impedance::Softness;
use crate::data::{
    ComFrame, Efc, EfcCounts, Islands, Kin, State, TendonGroup, TendonRow, WarningStat,
};
use crate::is_sparse;
use crate::sleep::Awake;

/// The inputs of the constraint families.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowInputs<'a> {
    /// Positions and activation flags.
    pub state: &'a State,
    /// Poses.
    pub kin: &'a Kin,
    /// Motion axes.
    pub com: &'a ComFrame,
    /// Lengths and their derivatives.
    pub tendon: &'a TendonGroup,
    /// Sleep states of bodies; `None` if all are awake.
    pub resting: Option<&'a Islands>,
    /// Lists of awake elements.
    pub awake: &'a Awake,
}

impl RowInputs<'_> {
    /// True if this body is asleep.
    #[inline]
    pub(crate) fn sleeps(&self, body: impl FnOnce() -> BodyId) -> bool {
        (self.resting).is_some_and(|island| island.body_awake[body()] == SleepState::Asleep.0)
    }
}

/// Properties that all rows of one constraint share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowParams<'a> {
    /// Kind of the rows.
    pub kind: ConstraintType,
    /// The object that the constraint belongs to.
    pub id: i32,
    /// Their reference: time constant and damping ratio, or negative stiffness and damping.
    pub solref: &'a [f64; 2],
    /// Their impedance: d₀, d₁, width, midpoint, power.
    pub solimp: &'a [f64; 5],
    /// Largest friction force; zero for all other kinds.
    pub frictionloss: f64,
}

/// One row.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Row {
    /// Position of the constrained quantity.
    pub pos: f64,
    /// Distance at which it becomes active.
    pub margin: f64,
    /// Approximate diagonal element of the Delassus matrix J M⁻¹ Jᵀ.
    pub diag_approx: f64,
}

/// A complete row, except for its Jacobian.
#[derive(Clone, Copy, Debug)]
pub(super) struct Complete {
    /// Kind, object and largest friction force.
    pub(super) params: (ConstraintType, i32, f64),
    /// Position and margin.
    pub(super) row: Row,
    /// Stiffness, damping, impedance and its slope.
    pub(super) kbip: [f64; 4],
    /// Regularisation.
    pub(super) r: f64,
    /// The diagonal of the Delassus matrix that corresponds to `r`.
    pub(super) diag: f64,
}

/// The rows while they are added.
///
/// Columns are longer than the rows so far: they start with the length of the previous rows, so that elements which will be
/// overwritten are not cleared, rows are written by index, and [`Rows::end`] cuts the columns to the number of rows.
#[derive(Debug)]
pub(crate) struct Rows<'a> {
    /// The group that is filled.
    pub(super) efc: &'a mut Efc,
    /// The model.
    pub(super) model: &'a Model,
    /// Storage format of the Jacobian.
    pub(super) sparse: bool,
    /// Number of dofs.
    nv: usize,
    /// Length of the columns.
    room: usize,
    /// Bytes of the arena that are surely left; if it is exceeded, the arena is counted exactly.
    spare: i64,
    /// Number of entries of the Jacobian so far.
    pub(super) entries: usize,
    /// First row of the current constraint.
    pub(super) opened: usize,
    /// Softness of the previous constraint.
    pub(super) soft: Softness,
    /// Counts constraints whose reference was replaced.
    replaced: &'a mut WarningStat,
    /// Counts distance constraints without a direction.
    undirected: &'a mut WarningStat,
    /// Number of contacts, which use part of the arena.
    contacts: usize,
    /// Rows of zeros that a dense Jacobian omits: the reference reserves memory for them before it knows their values.
    empty: usize,
    /// True once a row did not fit into the arena: from then on no row is added, and [`Rows::end`] drops all rows.
    full: bool,
}

impl<'a> Rows<'a> {
    /// Starts without rows, next to this many contacts; memory is kept. Constraints whose reference is replaced are counted
    /// in `replaced`, distances without a direction in `undirected`.
    pub(crate) fn begin(
        model: &'a Model,
        contacts: usize,
        efc: &'a mut Efc,
        [replaced, undirected]: [&'a mut WarningStat; 2],
    ) -> Self {
        let sparse = is_sparse(model);
        // the columns of a dense Jacobian are zeros, and usually they already are
        if !sparse && efc.jac_rownnz.iter().fold(0, |any, n| any | n) != 0 {
            efc.jac_colind.reset(0, 0);
        }
        // columns keep the length of the previous rows
        efc.clear_projection();
        efc.counts = EfcCounts::default();
        let room = efc.kind.len();
        set_length(efc, sparse, room);
        if sparse {
            efc.jac_colind.resize(efc.jac.len());
        }
        // no tendon has rows yet
        efc.tendon_efcadr.rows_mut().fill(-1);
        Self {
            efc,
            model,
            sparse,
            nv: model.dof.len(),
            room,
            spare: arena::surely_free(model, contacts),
            entries: 0,
            opened: 0,
            soft: Softness::new(model, DEFAULT_SOLREF, DEFAULT_SOLIMP),
            replaced,
            undirected,
            contacts,
            empty: 0,
            full: false,
        }
    }

    /// True if `rows` more rows with this many entries fit into the arena; once they do not, nothing else fits either.
    /// Columns then have room for them.
    #[inline]
    pub(super) fn make_room(&mut self, rows: usize, entries: usize) -> bool {
        self.spare -= arena::at_most(rows, entries);
        if self.spare < 0 && !self.has_room(rows, entries) {
            return false;
        }
        if self.efc.counts.nefc + rows > self.room || self.entries + entries > self.efc.jac.len() {
            self.grow(rows, entries);
        }
        true
    }

    /// The same for an arena that is nearly full, or small.
    #[cold]
    fn has_room(&mut self, rows: usize, entries: usize) -> bool {
        // as the reference counts them, with the omitted rows of a dense Jacobian
        let sizes = arena::Sizes {
            contacts: self.contacts,
            rows: self.efc.counts.nefc + self.empty + rows,
            entries: self.entries + self.empty * self.nv + entries,
        };
        self.full |= !arena::has_room(self.model, sizes);
        !self.full
    }

    /// Lengthens the columns such that they need not grow again for each constraint.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, rows: usize, entries: usize) {
        // new elements are cleared, but only those that earlier rows did not have
        const FIRST: usize = 16;
        let efc = &mut *self.efc;
        let rows = efc.counts.nefc + rows;
        if rows > self.room {
            self.room = rows.max(self.room + self.room / 4).max(FIRST);
            set_length(efc, self.sparse, self.room);
        }
        let (entries, length) = (self.entries + entries, efc.jac.len());
        if entries > length {
            let n = entries
                .max(length + length / 4)
                .max(FIRST * self.nv.min(FIRST));
            efc.jac.resize(n);
            if self.sparse {
                efc.jac_colind.resize(n);
            }
        }
    }

    /// Cuts the columns to the number of rows, and sets the length of those that later stages fill; returns false, and drops
    /// all rows, if they did not fit.
    pub(crate) fn end(mut self) -> bool {
        // rows omitted after the last one also use part of the arena
        if !self.make_room(0, 0) {
            self.efc.counts = EfcCounts::default();
            self.efc.clear();
            self.efc.jac_colind.reset(0, 0);
            self.efc.tendon_efcadr.rows_mut().fill(-1);
            return false;
        }
        let n = self.efc.counts.nefc;
        let efc = self.efc;
        set_length(efc, self.sparse, n);
        fit(&mut efc.jac, self.entries);
        // columns of the velocity stage and of the solver
        for column in [&mut efc.vel, &mut efc.aref, &mut efc.b, &mut efc.force] {
            column.reset(n, 0);
        }
        efc.state.reset(n, 0);
        efc.jac_rowsuper.reset(n, 0);
        // groups of rows with the same columns, for the sparse solver
        if self.sparse {
            efc.jac_colind.resize(self.entries);
            supernodes(efc);
        } else {
            // a dense Jacobian does not use them, but they have their shape
            efc.jac_rownnz.reset(n, 0);
            efc.jac_rowadr.reset(n, 0);
            efc.jac_colind.resize(n * self.nv);
        }
        true
    }

    /// Number of rows so far: the index of the next one.
    pub(crate) fn len(&self) -> usize {
        self.efc.counts.nefc
    }

    /// Records the first row of a tendon.
    pub(crate) fn mark_tendon(&mut self, t: TendonId, adr: usize) {
        let slot = &mut self.efc.tendon_efcadr[t];
        if *slot == -1 {
            *slot = adr as i32;
        }
    }

    /// Appends a row of `columns.len()` entries in a sparse Jacobian, of `nv` in a dense one, and returns its entries.
    ///
    /// In a sparse Jacobian they have the given columns; the memory of the entries is not cleared.
    #[inline]
    fn next_row(&mut self, columns: &[i32]) -> &mut [f64] {
        let (r, start) = (self.efc.counts.nefc, self.entries);
        let efc = &mut *self.efc;
        let count = if self.sparse {
            let count = columns.len();
            efc.jac_rowadr.rows_mut()[r] = start as i32;
            efc.jac_rownnz.rows_mut()[r] = count as i32;
            efc.jac_colind.rows_mut()[start..start + count].copy_from_slice(columns);
            count
        } else {
            self.nv
        };
        self.entries = start + count;
        &mut efc.jac.rows_mut()[start..start + count]
    }

    /// Counts `n` rows that were appended.
    #[inline]
    pub(super) fn count(&mut self, kind: ConstraintType, n: usize) {
        let counts = &mut self.efc.counts;
        counts.nefc += n;
        match kind {
            ConstraintType::Equality => counts.ne += n,
            ConstraintType::FrictionDof | ConstraintType::FrictionTendon => counts.nf += n,
            ConstraintType::LimitJoint | ConstraintType::LimitTendon => counts.nl += n,
            _ => {}
        }
    }

    /// Writes `n` equal complete rows, whose Jacobian has been appended, and counts them.
    pub(super) fn put(&mut self, n: usize, complete: &Complete) {
        // pyramids of dimension 3, 4 and 6: the numbers of rows for which the fills are unrolled
        match n {
            4 => self.put_each::<4>(complete),
            6 => self.put_each::<6>(complete),
            10 => self.put_each::<10>(complete),
            _ => (0..n).for_each(|_| self.put_each::<1>(complete)),
        }
    }

    /// Writes `N` rows.
    #[inline(always)]
    fn put_each<const N: usize>(&mut self, complete: &Complete) {
        let Complete {
            params: (kind, id, frictionloss),
            row,
            kbip,
            r,
            diag,
        } = *complete;
        let start = self.efc.counts.nefc;
        let efc = &mut *self.efc;
        set::<_, N>(efc.kind.rows_mut(), start, kind.to_i32());
        set::<_, N>(efc.id.rows_mut(), start, id);
        set::<_, N>(efc.pos.rows_mut(), start, row.pos);
        set::<_, N>(efc.margin.rows_mut(), start, row.margin);
        set::<_, N>(efc.frictionloss.rows_mut(), start, frictionloss);
        set::<_, N>(efc.diag_approx.rows_mut(), start, diag);
        set::<_, N>(efc.kbip.rows_mut(), start, kbip);
        set::<_, N>(efc.r.rows_mut(), start, r);
        set::<_, N>(efc.d.rows_mut(), start, 1.0 / r);
        self.count(kind, N);
        // the next constraint starts here
        self.opened = self.efc.counts.nefc;
    }

    /// Appends row `k` of a block to the current constraint, which [`Rows::close`] completes.
    pub(crate) fn push(&mut self, params: &RowParams<'_>, row: Row, block: &Block<'_>, k: usize) {
        let values = block.row(k);
        if !self.make_room(1, values.len()) {
            return;
        }
        self.next_row(block.dofs()).copy_from_slice(values);
        // the other columns of the position stage
        let r = self.efc.counts.nefc;
        let efc = &mut *self.efc;
        efc.kind.rows_mut()[r] = params.kind.to_i32();
        efc.id.rows_mut()[r] = params.id;
        efc.pos.rows_mut()[r] = row.pos;
        efc.margin.rows_mut()[r] = row.margin;
        efc.frictionloss.rows_mut()[r] = params.frictionloss;
        efc.diag_approx.rows_mut()[r] = row.diag_approx;
        self.count(params.kind, 1);
    }

    /// Completes the constraint whose rows were pushed since the last call: `distance` is its violation.
    pub(crate) fn close(&mut self, params: &RowParams<'_>, distance: f64) {
        // some of its rows may be missing
        if self.full {
            return;
        }
        self.soften(params, false);
        // the rows since the last call
        let efc = &mut *self.efc;
        let rows = self.opened..efc.counts.nefc;
        self.opened = rows.end;
        if rows.is_empty() {
            return;
        }
        // one impedance for all rows
        let (imp, slope) = self.soft.impedance(distance, efc.margin[rows.start]);
        let kbip = self.soft.kbip(params.kind, imp, slope);
        efc.kbip.rows_mut()[rows.clone()].fill(kbip);
        // regularisation `R` of each row, equation (2) of `impedance`, `D = 1/R`, and the diagonal that corresponds to this `R`
        let approx = efc.diag_approx.rows_mut()[rows.clone()].iter_mut();
        let (r, d) = (
            &mut efc.r.rows_mut()[rows.clone()],
            &mut efc.d.rows_mut()[rows],
        );
        for ((approx, r), d) in approx.zip(r).zip(d) {
            *r = larger(MIN_VAL, (1.0 - imp) * *approx / imp);
            *d = 1.0 / *r;
            *approx = *r * imp / (1.0 - imp);
        }
    }

    /// Finds the softness of a constraint, usually that of the previous one. A replaced reference, also of friction if `mixed`, is
    /// counted with the first row of the constraint.
    #[inline]
    pub(super) fn soften(&mut self, params: &RowParams<'_>, mixed: bool) {
        if !self.soft.is_from(params.solref, params.solimp) {
            self.soft = Softness::new(self.model, *params.solref, *params.solimp);
        }
        if self.soft.replaced || mixed {
            self.replaced.count(self.opened);
        }
    }

    /// Adds a constraint of a single row, unless it has no dofs. Returns whether it was added.
    pub(crate) fn single(
        &mut self,
        params: &RowParams<'_>,
        row: Row,
        columns: &[i32],
        values: impl Iterator<Item = f64> + Clone,
    ) -> bool {
        // a row that moves nothing is omitted
        let nothing = if self.sparse {
            columns.is_empty()
        } else {
            values.clone().all(|value| value == 0.0)
        };
        if nothing {
            self.leave_out(1);
            return false;
        }
        let entries = if self.sparse { columns.len() } else { self.nv };
        if self.make_room(1, entries) {
            let sparse = self.sparse;
            let entries = self.next_row(columns);
            if sparse {
                for (entry, value) in entries.iter_mut().zip(values) {
                    *entry = value;
                }
            } else {
                entries.fill(0.0);
                for (&i, value) in columns.iter().zip(values) {
                    entries[i as usize] = value;
                }
            }
            self.complete_single(params, row);
        }
        true
    }

    /// Adds a constraint of a single row with a single entry, which is not zero.
    pub(crate) fn axis(&mut self, params: &RowParams<'_>, row: Row, dof: i32, value: f64) {
        let count = if self.sparse { 1 } else { self.nv };
        if !self.make_room(1, count) {
            return;
        }
        let (r, start) = (self.efc.counts.nefc, self.entries);
        self.entries = start + count;
        let efc = &mut *self.efc;
        let entries = &mut efc.jac.rows_mut()[start..start + count];
        if self.sparse {
            efc.jac_rowadr.rows_mut()[r] = start as i32;
            efc.jac_rownnz.rows_mut()[r] = 1;
            efc.jac_colind.rows_mut()[start] = dof;
            entries[0] = value;
        } else {
            entries.fill(0.0);
            entries[dof as usize] = value;
        }
        self.complete_single(params, row);
    }

    /// Completes a constraint of a single row, whose Jacobian has been appended.
    fn complete_single(&mut self, params: &RowParams<'_>, row: Row) {
        self.soften(params, false);
        // equation (2) of `impedance`
        let (imp, slope) = self.soft.impedance(row.pos, row.margin);
        let r = larger(MIN_VAL, (1.0 - imp) * row.diag_approx / imp);
        let complete = Complete {
            params: (params.kind, params.id, params.frictionloss),
            row,
            kbip: self.soft.kbip(params.kind, imp, slope),
            r,
            diag: r * imp / (1.0 - imp),
        };
        self.put_each::<1>(&complete);
    }

    /// Adds a constraint on the length of a tendon, `sign` times its row.
    pub(crate) fn tendon(
        &mut self,
        params: &RowParams<'_>,
        row: Row,
        tendon: TendonRow<'_>,
        sign: f64,
    ) -> bool {
        match tendon {
            // in a sparse model the row is already packed
            TendonRow::Sparse(columns, values) => {
                self.single(params, row, columns, values.iter().map(|v| v * sign))
            }
            TendonRow::Dense(values) => {
                if values.iter().all(|&v| v == 0.0) {
                    self.leave_out(1);
                    return false;
                }
                if !self.make_room(1, self.nv) {
                    return false;
                }
                for (slot, v) in self.next_row(&[]).iter_mut().zip(values) {
                    *slot = v * sign;
                }
                self.complete_single(params, row);
                true
            }
        }
    }

    /// Counts a distance constraint between coincident points.
    pub(crate) fn has_no_direction(&mut self, e: EqualityId) {
        self.undirected.count(e.index());
    }

    /// True if a block constrains nothing: its rows are omitted.
    pub(crate) fn is_nothing(&mut self, block: &Block<'_>, size: usize) -> bool {
        let nothing = block.is_nothing(size);
        if nothing {
            self.leave_out(size);
        }
        nothing
    }

    /// Counts omitted rows.
    const fn leave_out(&mut self, rows: usize) {
        if !self.sparse && self.nv > 0 {
            self.empty += rows;
            self.spare -= arena::at_most(rows, rows * self.nv);
        }
    }
}

/// Sets the length of the columns that are written row by row; usually they have it.
fn set_length(efc: &mut Efc, sparse: bool, n: usize) {
    for column in [
        &mut efc.pos,
        &mut efc.margin,
        &mut efc.frictionloss,
        &mut efc.diag_approx,
        &mut efc.r,
        &mut efc.d,
    ] {
        fit(column, n);
    }
    fit(&mut efc.kbip, n);
    fit(&mut efc.kind, n);
    fit(&mut efc.id, n);
    if sparse {
        fit(&mut efc.jac_rownnz, n);
        fit(&mut efc.jac_rowadr, n);
    }
}

/// Sets the length of a column.
#[inline]
fn fit<T: Element>(column: &mut Col<usize, T>, n: usize) {
    if column.len() != n {
        column.resize(n);
    }
}

/// Sets `N` elements from `start` on.
#[inline]
fn set<T: Copy, const N: usize>(column: &mut [T], start: usize, value: T) {
    if let Some(slots) = column[start..].first_chunk_mut::<N>() {
        *slots = [value; N];
    }
}

/// Supernodes: for each row, the number of following rows with the same columns.
fn supernodes(efc: &mut Efc) {
    let contact = ConstraintType::ContactFrictionless.to_i32();
    let n = efc.counts.nefc;
    let (kind, id) = (&efc.kind.rows()[..n], &efc.id.rows()[..n]);
    let pattern = Csr::new(
        &efc.jac_rownnz.rows()[..n],
        &efc.jac_rowadr.rows()[..n],
        efc.jac_colind.rows(),
    );
    let supers = &mut efc.jac_rowsuper.rows_mut()[..n];
    let mut following = 0;
    // order: last row first, each continues the count of the next
    for r in (0..n.saturating_sub(1)).rev() {
        // the rows of one contact have the same columns
        let one = kind[r] >= contact && id[r] == id[r + 1];
        let same = one || pattern.cols(r) == pattern.cols(r + 1);
        following = if same { following + 1 } else { 0 };
        supers[r] = following;
    }
}
