//! Adding rows: the only place that depends on the storage format of the Jacobian.
//!
//! The rows of one constraint are pushed one after the other with their Jacobian, position and approximate diagonal; then
//! the constraint is closed, which computes its impedance, and the regularisation `R` and mass `D` of its rows. A sparse
//! Jacobian is stored as compressed rows, a dense one as a matrix of `nv` columns. Rows that constrain nothing are omitted,
//! but still use part of the arena if the Jacobian is dense, as in the reference.

use synovia_math::{MIN_VAL, larger};
use synovia_model::Model;
use synovia_model::column::AnyColumn;
use synovia_model::enums::{ConstraintType, SleepState};
use synovia_model::id::{BodyId, DofId, EqualityId, TendonId};

use super::arena;
use super::impedance::{Softness, impedance};
use crate::data::{
    ComFrame, Efc, EfcCounts, Islands, Kin, State, TendonGroup, TendonRow, WarningStat,
};
use crate::is_sparse;
use crate::scratch::Scratch;
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
pub(crate) struct RowParams {
    /// Kind of the rows.
    pub kind: ConstraintType,
    /// The object that the constraint belongs to.
    pub id: i32,
    /// Their softness.
    pub softness: Softness,
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

/// The rows while they are added.
#[derive(Debug)]
pub(crate) struct Rows<'a> {
    /// The group that is filled.
    efc: &'a mut Efc,
    /// The model.
    model: &'a Model,
    /// Storage format of the Jacobian.
    sparse: bool,
    /// Number of dofs.
    nv: usize,
    /// First row of the current constraint.
    opened: usize,
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
        let keep = !sparse && efc.jac_rownnz.iter().all(|&n| n == 0);
        efc.clear();
        if !keep {
            efc.jac_colind.reset(0, 0);
        }
        // no tendon has rows yet
        efc.tendon_efcadr.rows_mut().fill(-1);
        Self {
            efc,
            model,
            sparse,
            nv: model.dof.len(),
            opened: 0,
            replaced,
            undirected,
            contacts,
            empty: 0,
            full: false,
        }
    }

    /// True if `rows` more rows with this many entries fit; once they do not, nothing else fits either.
    #[inline]
    fn make_room(&mut self, rows: usize, entries: usize) -> bool {
        // as the reference counts them, with the omitted rows of a dense Jacobian
        let sizes = arena::Sizes {
            contacts: self.contacts,
            rows: self.efc.counts.nefc + self.empty + rows,
            entries: self.efc.jac.len() + self.empty * self.nv + entries,
        };
        self.full |= !arena::has_room(self.model, sizes);
        !self.full
    }

    /// Sets the length of the columns that later stages fill; returns false, and drops all rows, if they did not fit.
    pub(crate) fn end(mut self) -> bool {
        // rows omitted after the last one also use part of the arena
        if !self.make_room(0, 0) {
            self.efc.counts = EfcCounts::default();
            self.efc.clear();
            self.efc.jac_colind.reset(0, 0);
            self.efc.tendon_efcadr.rows_mut().fill(-1);
            return false;
        }
        // columns of the velocity stage and of the solver
        let n = self.efc.counts.nefc;
        let efc = self.efc;
        for column in [&mut efc.vel, &mut efc.aref, &mut efc.b, &mut efc.force] {
            column.reset(n, 0);
        }
        efc.state.reset(n, 0);
        efc.jac_rowsuper.reset(n, 0);
        // groups of rows with the same columns, for the sparse solver
        if self.sparse {
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

    /// Appends a row of the current constraint; `columns` are ascending.
    pub(crate) fn push(
        &mut self,
        params: &RowParams,
        row: Row,
        columns: &[i32],
        values: impl Iterator<Item = f64>,
    ) {
        let entries = if self.sparse { columns.len() } else { self.nv };
        if !self.make_room(1, entries) {
            return;
        }
        let efc = &mut *self.efc;
        // the Jacobian, packed or dense
        if self.sparse {
            efc.jac_rowadr.push(efc.jac.len() as i32);
            efc.jac_rownnz.push(columns.len() as i32);
            efc.jac_colind.extend(columns.iter().copied());
            efc.jac.extend(values);
        } else {
            let start = efc.jac.len();
            efc.jac.extend(core::iter::repeat_n(0.0, self.nv));
            let dense = &mut efc.jac.rows_mut()[start..];
            for (&i, value) in columns.iter().zip(values) {
                dense[i as usize] = value;
            }
        }
        // the other columns of the position stage
        efc.kind.push(params.kind.to_i32());
        efc.id.push(params.id);
        efc.pos.push(row.pos);
        efc.margin.push(row.margin);
        efc.frictionloss.push(params.frictionloss);
        efc.diag_approx.push(row.diag_approx);
        // counts by kind
        self.efc.counts.nefc += 1;
        match params.kind {
            ConstraintType::Equality => self.efc.counts.ne += 1,
            ConstraintType::FrictionDof | ConstraintType::FrictionTendon => self.efc.counts.nf += 1,
            ConstraintType::LimitJoint | ConstraintType::LimitTendon => self.efc.counts.nl += 1,
            _ => {}
        }
    }

    /// Completes the constraint whose rows were pushed since the last call: `distance` is its violation.
    ///
    /// Returns the slope of the regularised cone of a contact with friction, zero for anything else.
    pub(crate) fn close(&mut self, params: &RowParams, distance: f64) -> f64 {
        // some of its rows may be missing
        if self.full {
            return 0.0;
        }
        // a replaced reference is reported with the first row of its constraint
        if params.softness.replaced {
            self.replaced.count(self.opened);
        }
        // the rows since the last call
        let efc = &mut *self.efc;
        let rows = self.opened..efc.counts.nefc;
        self.opened = rows.end;
        if rows.is_empty() {
            return 0.0;
        }
        // one impedance for all rows; friction rows of a contact may have their own stiffness and damping
        let (kind, softness) = (params.kind, &params.softness);
        let (imp, slope) = impedance(&softness.solimp, distance, efc.margin[rows.start]);
        efc.kbip.push(softness.kbip(kind, true, imp, slope));
        if rows.len() > 1 {
            let other = softness.kbip(kind, false, imp, slope);
            efc.kbip.push_n(other, rows.len() - 1);
        }
        // regularisation `R` of each row, equation (2) of `impedance`
        efc.r.resize(rows.end);
        efc.d.resize(rows.end);
        let approx = &mut efc.diag_approx[rows.clone()];
        let (r, d) = (&mut efc.r[rows.clone()], &mut efc.d[rows]);
        for (r, approx) in r.iter_mut().zip(&*approx) {
            *r = larger(MIN_VAL, (1.0 - imp) * approx / imp);
        }
        // friction rows of a contact follow from the normal row
        let mut mu = 0.0;
        if let Some(cone) = &softness.friction {
            mu = cone.regularise(self.model.opt.impratio, kind, r);
        }
        // `D = 1/R`, and the diagonal that corresponds to this `R`
        for ((r, d), approx) in r.iter().zip(d).zip(approx) {
            *d = 1.0 / r;
            *approx = r * imp / (1.0 - imp);
        }
        mu
    }

    /// Adds the facets of a pyramidal contact, two for each of its friction coefficients; returns the slope of the
    /// regularised cone.
    ///
    /// `first` is the first facet: the others have the same softness.
    pub(crate) fn pyramid(
        &mut self,
        params: &RowParams,
        first: Row,
        block: &Block<'_>,
        friction: &[f64],
    ) -> f64 {
        // the same for a contact whose rows are added at once
        if params.softness.replaced {
            self.replaced.count(self.opened);
        }
        // two facets per friction direction
        let n = 2 * friction.len();
        let stride = if self.sparse {
            block.dofs().len()
        } else {
            self.nv
        };
        // all facets fit, or none
        if !self.make_room(n, n * stride) {
            return 0.0;
        }
        self.facets(block, friction);
        // impedance and regularisation of one facet, shared by all
        let softness = &params.softness;
        let (imp, slope) = impedance(&softness.solimp, first.pos, first.margin);
        let mut r = [larger(MIN_VAL, (1.0 - imp) * first.diag_approx / imp)];
        let mut mu = 0.0;
        if let Some(cone) = &softness.friction {
            mu = cone.regularise(self.model.opt.impratio, params.kind, &mut r);
        }
        let [r] = r;
        // n equal entries in each column
        let efc = &mut *self.efc;
        efc.kind.push_n(params.kind.to_i32(), n);
        efc.id.push_n(params.id, n);
        efc.pos.push_n(first.pos, n);
        efc.margin.push_n(first.margin, n);
        efc.frictionloss.push_n(params.frictionloss, n);
        efc.diag_approx.push_n(r * imp / (1.0 - imp), n);
        efc.kbip
            .push_n(softness.kbip(params.kind, true, imp, slope), n);
        efc.r.push_n(r, n);
        efc.d.push_n(1.0 / r, n);
        // all rows are complete: the next constraint starts here
        self.efc.counts.nefc += n;
        self.opened = self.efc.counts.nefc;
        mu
    }

    /// The Jacobian of the facets: normal ± friction, for each friction direction.
    fn facets(&mut self, block: &Block<'_>, friction: &[f64]) {
        let efc = &mut *self.efc;
        let (dofs, columns) = (block.dofs(), block.cols());
        let (n, start) = (2 * friction.len(), efc.jac.len());
        // entries of one row
        let stride = if self.sparse { dofs.len() } else { self.nv };
        if stride == 0 {
            return;
        }
        // all facets have the same columns
        if self.sparse {
            efc.jac_rownnz.push_n(stride as i32, n);
            for row in 0..n {
                efc.jac_rowadr.push((start + row * stride) as i32);
                efc.jac_colind.extend(dofs.iter().copied());
            }
        }
        efc.jac.push_n(0.0, n * stride);
        let facets = &mut efc.jac.rows_mut()[start..];
        let sparse = self.sparse;
        for (k, (pair, &mu)) in facets
            .chunks_exact_mut(2 * stride)
            .zip(friction)
            .enumerate()
        {
            // the two facets of one direction
            let (plus, minus) = pair.split_at_mut(stride);
            let entries = columns.iter().map(|column| {
                let (normal, tangent) = (column[0], column[(k + 1).min(5)]);
                (normal + tangent * mu, normal + tangent * -mu)
            });
            if sparse {
                for ((plus, minus), (p, m)) in plus.iter_mut().zip(minus).zip(entries) {
                    (*plus, *minus) = (p, m);
                }
            } else {
                // a dense row has zeros at all other dofs
                for (&dof, (p, m)) in dofs.iter().zip(entries) {
                    plus[dof as usize] = p;
                    minus[dof as usize] = m;
                }
            }
        }
    }

    /// Adds a constraint of a single row, unless it has no dofs. Returns whether it was added.
    pub(crate) fn single(
        &mut self,
        params: &RowParams,
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
        self.push(params, row, columns, values);
        self.close(params, row.pos);
        true
    }

    /// Adds a constraint on the length of a tendon, `sign` times its row.
    pub(crate) fn tendon(
        &mut self,
        params: &RowParams,
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
                // an empty row, filled in place
                self.push(params, row, &[], core::iter::empty());
                let start = self.efc.jac.len().saturating_sub(self.nv);
                if self.full {
                    return false;
                }
                for (slot, v) in self.efc.jac.rows_mut()[start..].iter_mut().zip(values) {
                    *slot = v * sign;
                }
                self.close(params, row.pos);
                true
            }
        }
    }

    /// Counts a distance constraint between coincident points.
    pub(crate) fn has_no_direction(&mut self, e: EqualityId) {
        self.undirected.count(e.index());
    }

    /// True if a block of columns constrains nothing: its rows are omitted.
    pub(crate) fn is_nothing(&mut self, block: &Block<'_>, size: usize) -> bool {
        let columns = block.cols();
        let nothing = if self.sparse {
            columns.is_empty()
        } else {
            columns
                .iter()
                .all(|col| col[..size].iter().all(|&x| x == 0.0))
        };
        if nothing {
            self.leave_out(size);
        }
        nothing
    }

    /// Counts omitted rows.
    const fn leave_out(&mut self, rows: usize) {
        if !self.sparse && self.nv > 0 {
            self.empty += rows;
        }
    }
}

/// Supernodes: for each row, the number of following rows with the same columns.
fn supernodes(efc: &mut Efc) {
    let n = efc.jac_rownnz.len();
    let columns = |efc: &Efc, r: usize| {
        let adr = efc.jac_rowadr[r] as usize;
        adr..adr + efc.jac_rownnz[r] as usize
    };
    // order: last row first, each continues the count of the next
    for r in (0..n.saturating_sub(1)).rev() {
        let (a, b) = (columns(efc, r), columns(efc, r + 1));
        let same = efc.jac_colind[a] == efc.jac_colind[b];
        efc.jac_rowsuper[r] = if same { efc.jac_rowsuper[r + 1] + 1 } else { 0 };
    }
}

/// Up to six rows over the same dofs, stored by columns.
#[derive(Debug)]
pub(crate) struct Block<'a> {
    /// The dofs, stored from the end.
    dofs: &'a mut [i32],
    /// Six components per dof.
    cols: &'a mut [[f64; 6]],
    /// Position of the first column.
    first: usize,
}

impl<'a> Block<'a> {
    /// An empty block with room for `nv` columns.
    pub(crate) fn new(nv: usize, scratch: &mut Scratch<'a>) -> Self {
        let cols = bytemuck::cast_slice_mut(scratch.take_unset(6 * nv));
        Self {
            dofs: scratch.take_ints(nv),
            cols,
            first: nv,
        }
    }

    /// Removes all columns.
    pub(crate) fn clear(&mut self) {
        self.first = self.dofs.len();
    }

    /// Prepends the column of dof `i`: chains are visited from the last dof to the first.
    #[inline]
    pub(crate) fn push(&mut self, i: DofId, column: [f64; 6]) {
        self.first -= 1;
        self.dofs[self.first] = i.0;
        self.cols[self.first] = column;
    }

    /// The dofs, ascending.
    pub(crate) fn dofs(&self) -> &[i32] {
        &self.dofs[self.first..]
    }

    /// The columns.
    pub(crate) fn cols(&self) -> &[[f64; 6]] {
        &self.cols[self.first..]
    }

    /// Row `k` across all columns.
    pub(crate) fn row(&self, k: usize) -> impl Iterator<Item = f64> + Clone + '_ {
        self.cols().iter().map(move |col| col[k])
    }
}
