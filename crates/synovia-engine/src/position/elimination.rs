//! The factor of matrices with the pattern of `M`: all rows by the symbolic analysis of the model, or those that are awake.
//!
//! The analysis is kept while the pattern has the same content. A pattern that it does not support, and the rows of awake
//! trees, are treated by the plain functions of [`ldl`], with the same bits.

use synovia_math::{Symbolic, ldl};
use synovia_model::Model;

use super::inertia::pattern;
use super::joint_space::AxesOnPath;
use crate::sleep::Awake;
use crate::sleep::visit::Visit;

/// The symbolic analysis of the pattern of `M`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Elimination {
    /// Content numbers of the columns of the pattern.
    content: [u64; 3],
    /// The analysis; `None` if the pattern is not supported.
    symbolic: Option<Symbolic>,
    /// Content numbers of the map from `M` to its legacy layout, and of the pattern.
    map_content: [u64; 3],
    /// True if the legacy layout is each row of `M` from its end to its start.
    mirrored: bool,
    /// Temporaries of [`project`](super::joint_space::project): to clear them takes longer than to use them.
    pub(super) path: AxesOnPath,
}

impl Elimination {
    /// Replaces `mat` by its factor, in the visited rows.
    pub(crate) fn factor(
        &mut self,
        model: &Model,
        awake: &Awake,
        mat: &mut [f64],
        diag_inv: &mut [f64],
    ) {
        if let Some(who) = awake.listed(model) {
            return ldl::factor_rows(mat, diag_inv, pattern(model), who.places());
        }
        match self.of(model) {
            Some(symbolic) => symbolic.factor(mat, diag_inv),
            None => ldl::factor(mat, diag_inv, pattern(model)),
        }
    }

    /// Solves with a factor in place, in the visited rows.
    pub(crate) fn solve(
        &mut self,
        model: &Model,
        awake: &Awake,
        x: &mut [f64],
        factor: &[f64],
        diag_inv: &[f64],
    ) {
        if let Some(who) = awake.listed(model) {
            return ldl::solve_rows(x, factor, diag_inv, pattern(model), who.places());
        }
        match self.of(model) {
            Some(symbolic) => symbolic.solve(x, factor, diag_inv),
            None => ldl::solve(x, factor, diag_inv, pattern(model)),
        }
    }

    /// The analysis of this model's pattern.
    #[inline]
    pub(crate) fn of(&mut self, model: &Model) -> Option<&mut Symbolic> {
        let sparse = &model.sparse;
        let content = [
            sparse.m_rownnz.content(),
            sparse.m_rowadr.content(),
            sparse.m_colind.content(),
        ];
        if self.content != content {
            self.analyse(model, content);
        }
        self.symbolic.as_mut()
    }

    /// True if the legacy layout of `M` is each of its rows from the end to the start.
    #[inline]
    pub(super) fn is_mirrored(&mut self, model: &Model) -> bool {
        let sparse = &model.sparse;
        let content = [
            sparse.map_m2m.content(),
            sparse.m_rownnz.content(),
            sparse.m_rowadr.content(),
        ];
        if self.map_content != content {
            let (pattern, map) = (pattern(model), sparse.map_m2m.rows());
            let mirrored = |i: usize| {
                let row = pattern.range(i);
                let images = map.get(row.clone());
                images.is_some_and(|images| images.iter().rev().map(|&k| k as usize).eq(row))
            };
            self.mirrored = (0..pattern.nrow()).all(mirrored);
            self.map_content = content;
        }
        self.mirrored
    }

    #[cold]
    fn analyse(&mut self, model: &Model, content: [u64; 3]) {
        // the loops of a small arm with a few short rows are faster without: 28 numbers 3.7 → 4.8 thousand instructions for a factor
        // and a solve, twice; ant with 81 numbers 10.9 → 9.1 in its inertia and acceleration
        const ENOUGH: usize = 64;
        let pattern = pattern(model);
        self.symbolic = (pattern.colind.len() >= ENOUGH)
            .then(|| Symbolic::new(pattern))
            .flatten();
        self.content = content;
    }
}
