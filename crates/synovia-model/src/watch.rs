//! Columns that may be written without a `&mut` to the model: those that a numpy array views.
//!
//! Rust cannot see such writes, so the [structure](Model::structure) of a model would miss them, and so would lists that are
//! made from other columns. Of every such column that is lent a copy is kept; [`Model::notice`] compares, and marks the columns that were [written](crate::column::AnyColumn::written).

use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::model::Model;

/// What is lent of a model: see [`Model::lend`].
#[derive(Debug, Default)]
pub struct Watch {
    any: AtomicBool,
    /// Numbers of columns, and what they held at the last comparison.
    lent: Mutex<Vec<(usize, Vec<u8>)>>,
}

impl Clone for Watch {
    /// Nothing of a copy is lent.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Watch {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Columns that select nothing by themselves, but of which lists are made and kept: those of the contact filter.
const LISTED: [&str; 6] = [
    "body_contype",
    "body_conaffinity",
    "geom_contype",
    "geom_conaffinity",
    "pair_signature",
    "exclude_signature",
];

impl Model {
    /// True if writes to the reference's field `name` are seen by [`Model::notice`] even if Rust does not see them.
    pub fn is_watched(name: &str) -> bool {
        Self::is_structural(name) || LISTED.contains(&name)
    }

    /// Marks column `k` of [`Model::column_infos`] as lent: it may be written by others from now on.
    pub fn lend(&self, k: usize) {
        let infos = Self::column_infos();
        let (Some(info), Some(column)) = (infos.get(k), self.column_at(k)) else {
            return;
        };
        if matches!(info.name, "mesh_vert" | "mesh_graph") {
            self.hulls.lend();
        }
        if !Self::is_watched(info.name) {
            return;
        }
        let mut lent = self
            .watch
            .lent
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if !lent.iter().any(|(known, _)| *known == k) {
            lent.push((k, column.bytes().to_vec()));
            self.watch.any.store(true, Ordering::Release);
        }
    }

    /// Compares lent columns with their copies; those that were written get new content numbers.
    #[inline]
    pub fn notice(&self) {
        if self.watch.any.load(Ordering::Acquire) {
            self.compare();
        }
    }

    #[cold]
    fn compare(&self) {
        let mut lent = self
            .watch
            .lent
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for (k, before) in lent.iter_mut() {
            let Some(column) = self.column_at(*k) else {
                continue;
            };
            let now = column.bytes();
            if now != &before[..] {
                before.clear();
                before.extend_from_slice(now);
                column.written();
            }
        }
    }
}
