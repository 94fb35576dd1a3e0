//! The rows of a contact, all at once.
//!
//! They have the same columns, and share position and softness: the facets of a pyramid all of it, the rows of an ellipse
//! except that only the normal row has a position. With the regularisation `R` of the normal row and the friction coefficient
//! `μ₁` of the first direction
//!
//! ```text
//! R_t = R/impratio,   μ = μ₁ √(R_t/R)                    the slope of the regularised cone           (1)
//! ellipse   R_j = R_t μ₁²/μ_j²                            such that R μ² is the same in all directions
//! pyramid   R_facet = 2 μ² R
//! ```

use synovia_math::fearless_simd::{f64x4, prelude::*};
use synovia_math::{MIN_VAL, larger, wide};

use super::block::Block;
use super::impedance::is_mixed;
use super::rows::{Complete, Row, RowParams, Rows};
use crate::data::Contact;

impl Rows<'_> {
    /// Adds the facets of a pyramidal contact, two for each of its friction directions; returns the slope of the
    /// regularised cone.
    ///
    /// `inertia` is the approximate inverse inertia of both sides.
    pub(crate) fn pyramid(
        &mut self,
        params: &RowParams<'_>,
        contact: &Contact,
        inertia: f64,
        block: &Block<'_>,
    ) -> f64 {
        self.soften(params, is_mixed(contact.solreffriction));
        let friction = &contact.friction[..(contact.dim as usize - 1).min(5)];
        let n = 2 * friction.len();
        let stride = block.row(0).len();
        // all facets fit, or none
        if !self.make_room(n, n * stride) {
            return 0.0;
        }
        if stride > 0 {
            self.pattern(n, block);
            self.facets(block, friction);
        }
        // impedance and regularisation of one facet, shared by all
        let (pos, margin) = (contact.dist, contact.includemargin);
        let first = friction[0];
        let (imp, slope) = self.soft.impedance(pos, margin);
        let diag_approx = inertia + first * first * inertia;
        let normal = larger(MIN_VAL, (1.0 - imp) * diag_approx / imp);
        let (_, mu) = self.cone(normal, first);
        let r = 2.0 * mu * mu * normal;
        let complete = Complete {
            params: (params.kind, params.id, params.frictionloss),
            row: Row {
                pos,
                margin,
                diag_approx,
            },
            kbip: self.soft.kbip(params.kind, imp, slope),
            r,
            diag: r * imp / (1.0 - imp),
        };
        self.put(n, &complete);
        mu
    }

    /// Adds the rows of an elliptic or frictionless contact; returns the slope of the regularised cone.
    ///
    /// `inertia` is the approximate inverse inertia of both sides.
    pub(crate) fn ellipse(
        &mut self,
        params: &RowParams<'_>,
        contact: &Contact,
        inertia: f64,
        block: &Block<'_>,
    ) -> f64 {
        let dim = contact.dimension();
        let stride = block.row(0).len();
        if !self.make_room(dim, dim * stride) {
            return 0.0;
        }
        self.soften(params, dim > 1 && is_mixed(contact.solreffriction));
        if stride > 0 {
            self.pattern(dim, block);
            let start = self.entries;
            self.entries = start + dim * stride;
            let rows = &mut self.efc.jac.rows_mut()[start..self.entries];
            for (k, row) in rows.chunks_exact_mut(stride).enumerate() {
                row.copy_from_slice(block.row(k));
            }
        }
        // one impedance for all rows; friction rows may have their own stiffness and damping
        let (pos, margin) = (contact.dist, contact.includemargin);
        let (imp, slope) = self.soft.impedance(pos, margin);
        let normal = larger(MIN_VAL, (1.0 - imp) * inertia / imp);
        let kbip = self.soft.kbip(params.kind, imp, slope);
        let (mut r, mut mu, mut others) = ([normal; Contact::MAX_DIM], 0.0, kbip);
        if dim > 1 {
            let first = contact.friction[0];
            let tangential;
            (tangential, mu) = self.cone(normal, first);
            r[1] = tangential;
            for (r, other) in r[2..dim].iter_mut().zip(&contact.friction[1..]) {
                *r = tangential * first * first / (other * other);
            }
            let own = contact.solreffriction;
            others = self.soft.tangential(self.model, own, imp, slope);
        }

        // the columns of the position stage; only the normal row has a position
        let start = self.efc.counts.nefc;
        let rows = start..start + dim;
        let efc = &mut *self.efc;
        efc.kind.rows_mut()[rows.clone()].fill(params.kind.to_i32());
        efc.id.rows_mut()[rows.clone()].fill(params.id);
        let zeros = [&mut efc.pos, &mut efc.margin, &mut efc.frictionloss];
        for (column, first) in zeros.into_iter().zip([pos, margin, params.frictionloss]) {
            let column = &mut column.rows_mut()[rows.clone()];
            column.fill(0.0);
            column[0] = first;
        }
        let all = &mut efc.kbip.rows_mut()[rows.clone()];
        all.fill(others);
        all[0] = kbip;
        // `R`, `D = 1/R`, and the diagonal that corresponds to this `R`
        let (to, d) = (&mut efc.r.rows_mut()[rows.clone()], &mut efc.d.rows_mut()[rows.clone()]);
        let approx = &mut efc.diag_approx.rows_mut()[rows];
        for (((to, d), approx), r) in to.iter_mut().zip(d).zip(approx).zip(r) {
            (*to, *d, *approx) = (r, 1.0 / r, r * imp / (1.0 - imp));
        }
        self.count(params.kind, dim);
        self.opened = self.efc.counts.nefc;
        mu
    }

    /// Regularisation of the first friction direction, and slope of the regularised cone, equation (1).
    fn cone(&self, normal: f64, friction: f64) -> (f64, f64) {
        // `impratio` makes friction stiffer or softer than the normal
        let tangential = normal / larger(MIN_VAL, self.model.opt.impratio);
        (tangential, friction * (tangential / normal).sqrt())
    }

    /// The pattern of the next `n` rows of a sparse Jacobian: all have the columns of the block.
    fn pattern(&mut self, n: usize, block: &Block<'_>) {
        if !self.sparse {
            return;
        }
        let (first, start) = (self.efc.counts.nefc, self.entries);
        let (columns, efc) = (block.dofs(), &mut *self.efc);
        let stride = columns.len();
        efc.jac_rownnz.rows_mut()[first..first + n].fill(stride as i32);
        let addresses = &mut efc.jac_rowadr.rows_mut()[first..first + n];
        for (row, adr) in addresses.iter_mut().enumerate() {
            *adr = (start + row * stride) as i32;
        }
        let all = &mut efc.jac_colind.rows_mut()[start..start + n * stride];
        for row in all.chunks_exact_mut(stride) {
            row.copy_from_slice(columns);
        }
    }

    /// The Jacobian of the facets: normal ± friction, for each friction direction.
    fn facets(&mut self, block: &Block<'_>, friction: &[f64]) {
        let normal = block.row(0);
        let (start, stride) = (self.entries, normal.len());
        self.entries = start + 2 * friction.len() * stride;
        let facets = &mut self.efc.jac.rows_mut()[start..self.entries];
        wide!(simd => for (k, (pair, &mu)) in facets.chunks_exact_mut(2 * stride).zip(friction).enumerate() {
            // the two facets of one direction
            let tangent = &block.row((k + 1).min(5))[..stride];
            let (plus, minus) = pair.split_at_mut(stride);
            // four entries at once, then the rest
            let (normal4, normal) = normal.as_chunks::<4>();
            let (tangent4, tangent) = tangent.as_chunks::<4>();
            let (plus4, plus) = plus.as_chunks_mut::<4>();
            let (minus4, minus) = minus.as_chunks_mut::<4>();
            let (up, down) = (f64x4::splat(simd, mu), f64x4::splat(simd, -mu));
            let entries = normal4.iter().zip(tangent4);
            for ((plus, minus), (normal, tangent)) in plus4.iter_mut().zip(minus4).zip(entries) {
                let normal = f64x4::load_array_ref(simd, normal);
                let tangent = f64x4::load_array_ref(simd, tangent);
                (normal + tangent * up).store_array(plus);
                (normal + tangent * down).store_array(minus);
            }
            let entries = normal.iter().zip(tangent);
            for ((plus, minus), (normal, tangent)) in plus.iter_mut().zip(minus).zip(entries) {
                (*plus, *minus) = (normal + tangent * mu, normal + tangent * -mu);
            }
        });
        // outside of the chain a dense row is zero, also for a friction coefficient that is not finite
        if !self.sparse && !friction.iter().all(|mu| mu.is_finite()) {
            for row in facets.chunks_exact_mut(stride) {
                block.clear_others(row);
            }
        }
    }
}
