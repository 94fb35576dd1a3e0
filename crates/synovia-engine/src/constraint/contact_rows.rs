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
#![expect(
    clippy::inline_always,
    reason = "facets are compiled for the available vector unit"
)]

use synovia_math::fearless_simd::{Simd, f64x4, prelude::*};
use synovia_math::{MIN_VAL, larger, wide};

use super::block::Block;
use super::impedance::is_mixed;
use super::rows::{Complete, Row, RowParams, Rows};
use crate::data::{Contact, Efc};

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
            for k in 0..dim {
                rows[k * stride..][..stride].copy_from_slice(block.row(k));
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

        let cone = ConeRows {
            kind: params.kind.to_i32(),
            id: params.id,
            normal: [pos, margin],
            kbip: [kbip, others],
            r,
            imp,
        };
        // the dimensions for which loops are unrolled
        let start = self.efc.counts.nefc;
        match dim {
            1 => cone.write::<1>(self.efc, start),
            3 => cone.write::<3>(self.efc, start),
            4 => cone.write::<4>(self.efc, start),
            6 => cone.write::<6>(self.efc, start),
            _ => (0..dim).for_each(|k| cone.row(k).write::<1>(self.efc, start + k)),
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
        // the numbers of rows for which loops are unrolled
        let (counts, addresses) = (efc.jac_rownnz.rows_mut(), efc.jac_rowadr.rows_mut());
        match n {
            3 => arrange::<3>(counts, addresses, first, start, stride),
            4 => arrange::<4>(counts, addresses, first, start, stride),
            6 => arrange::<6>(counts, addresses, first, start, stride),
            _ => (0..n).for_each(|k| {
                arrange::<1>(counts, addresses, first + k, start + k * stride, stride);
            }),
        }
        let all = &mut efc.jac_colind.rows_mut()[start..start + n * stride];
        for k in 0..n {
            all[k * stride..][..stride].copy_from_slice(columns);
        }
    }

    /// The Jacobian of the facets: normal ± friction, for each friction direction.
    fn facets(&mut self, block: &Block<'_>, friction: &[f64]) {
        let normal = block.row(0);
        let (start, stride) = (self.entries, normal.len());
        self.entries = start + 2 * friction.len() * stride;
        let facets = &mut self.efc.jac.rows_mut()[start..self.entries];
        wide!(simd => for (k, &mu) in friction.iter().enumerate() {
            // the two facets of one direction
            let tangent = &block.row((k + 1).min(5))[..stride];
            let pair = &mut facets[2 * k * stride..][..2 * stride];
            let (plus, minus) = pair.split_at_mut(stride);
            both_facets(simd, [plus, minus], normal, tangent, mu);
        });
        // outside of the chain a dense row is zero, also for a friction coefficient that is not finite
        if !self.sparse && !friction.iter().all(|mu| mu.is_finite()) {
            for row in facets.chunks_exact_mut(stride) {
                block.clear_others(row);
            }
        }
    }
}

/// The facets `normal ± μ tangent`, four entries at once and then the rest.
#[inline(always)]
fn both_facets<S: Simd>(
    simd: S,
    [plus, minus]: [&mut [f64]; 2],
    normal: &[f64],
    tangent: &[f64],
    mu: f64,
) {
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
}

/// Sets counts and addresses of `N` rows of `stride` entries, from row `first` and entry `start` on.
#[inline]
fn arrange<const N: usize>(
    counts: &mut [i32],
    addresses: &mut [i32],
    first: usize,
    start: usize,
    stride: usize,
) {
    set(counts, first, [stride as i32; N]);
    set(
        addresses,
        first,
        core::array::from_fn::<_, N, _>(|k| (start + k * stride) as i32),
    );
}

/// Sets the elements from `start` on.
#[inline]
fn set<T: Copy, const N: usize>(column: &mut [T], start: usize, values: [T; N]) {
    if let Some(slots) = column[start..].first_chunk_mut::<N>() {
        *slots = values;
    }
}

/// The rows of an elliptic or frictionless contact, except for their Jacobian.
struct ConeRows {
    /// Kind and object.
    kind: i32,
    id: i32,
    /// Position and margin of the normal row; those of the others are zero.
    normal: [f64; 2],
    /// Stiffness, damping, impedance and its slope of the normal row, then of the others.
    kbip: [[f64; 4]; 2],
    /// Regularisation.
    r: [f64; Contact::MAX_DIM],
    /// Impedance.
    imp: f64,
}

impl ConeRows {
    /// Row `k` alone.
    fn row(&self, k: usize) -> Self {
        let [normal, other] = self.kbip;
        let (position, kbip) = match k {
            0 => (self.normal, normal),
            _ => ([0.0; 2], other),
        };
        Self {
            normal: position,
            kbip: [kbip; 2],
            r: [self.r[k]; Contact::MAX_DIM],
            ..*self
        }
    }

    /// Writes `N` rows.
    #[inline]
    fn write<const N: usize>(&self, efc: &mut Efc, start: usize) {
        let first = |value: f64| {
            let mut all = [0.0; N];
            all[0] = value;
            all
        };
        let [pos, margin] = self.normal;
        let mut kbip = [self.kbip[1]; N];
        kbip[0] = self.kbip[0];
        let r: [f64; N] = core::array::from_fn(|k| self.r[k]);
        let imp = self.imp;
        set(efc.kind.rows_mut(), start, [self.kind; N]);
        set(efc.id.rows_mut(), start, [self.id; N]);
        set(efc.pos.rows_mut(), start, first(pos));
        set(efc.margin.rows_mut(), start, first(margin));
        set(efc.frictionloss.rows_mut(), start, [0.0; N]);
        set(efc.kbip.rows_mut(), start, kbip);
        // `R`, `D = 1/R`, and the diagonal that corresponds to this `R`
        set(efc.r.rows_mut(), start, r);
        set(efc.d.rows_mut(), start, r.map(|r| 1.0 / r));
        set(
            efc.diag_approx.rows_mut(),
            start,
            r.map(|r| r * imp / (1.0 - imp)),
        );
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number() -> impl Strategy<Value = f64> {
        prop_oneof![Just(0.0), Just(-0.0), Just(f64::INFINITY), -2.0..2.0_f64]
    }

    proptest! {
        #[test]
        fn facets_have_the_bits_of_single_entries(
            entries in prop::collection::vec((number(), number()), 0..30),
            mu in number(),
        ) {
            let (normal, tangent): (Vec<_>, Vec<_>) = entries.into_iter().unzip();
            let (mut plus, mut minus) = (normal.clone(), normal.clone());
            wide!(simd => both_facets(simd, [&mut plus, &mut minus], &normal, &tangent, mu));
            for k in 0..normal.len() {
                for (facet, mu) in [(plus[k], mu), (minus[k], -mu)] {
                    let single = normal[k] + tangent[k] * mu;
                    prop_assert!(facet.to_bits() == single.to_bits() || facet.is_nan() && single.is_nan());
                }
            }
        }
    }
}
