//! Checks that the sparse patterns of a model follow from its tree.
//!
//! Stages merge rows of `M` and `D` without checks, so the patterns must be exactly those that [`patterns`] derives. The
//! message names the first number that differs.

use synovia_model::{Allowed, Model, ReferenceError};

use crate::set_const::structure::{Patterns, patterns};

/// Compares all patterns and maps with those that follow from the tree, which must have passed its check.
pub(super) fn check(model: &Model) -> Result<(), ReferenceError> {
    let Patterns { madr, sparse } = patterns(model);
    // number of entries of the legacy layout: the chain of each dof to its root
    let found = &model.sparse;
    let chain = |i| model.dof.to_root(i).count() as i64;
    let entries: i64 = model.dof.ids().map(chain).sum();
    if model.size.nM != entries {
        let by = "the tree of bodies";
        return Err(ReferenceError {
            name: "nM",
            row: 0,
            value: model.size.nM,
            allowed: Allowed::Exactly { value: entries, by },
        });
    }
    // every pattern and every map between them
    for (name, found, expected) in [
        ("dof_Madr", model.dof.madr.rows(), &madr[..]),
        ("M_rownnz", found.m_rownnz.rows(), sparse.m_rownnz.rows()),
        ("M_rowadr", found.m_rowadr.rows(), sparse.m_rowadr.rows()),
        ("M_colind", found.m_colind.rows(), sparse.m_colind.rows()),
        ("mapM2M", found.map_m2m.rows(), sparse.map_m2m.rows()),
        ("D_rownnz", found.d_rownnz.rows(), sparse.d_rownnz.rows()),
        ("D_rowadr", found.d_rowadr.rows(), sparse.d_rowadr.rows()),
        ("D_diag", found.d_diag.rows(), sparse.d_diag.rows()),
        ("D_colind", found.d_colind.rows(), sparse.d_colind.rows()),
        ("mapM2D", found.map_m2d.rows(), sparse.map_m2d.rows()),
        ("mapD2M", found.map_d2m.rows(), sparse.map_d2m.rows()),
        ("B_rownnz", found.b_rownnz.rows(), sparse.b_rownnz.rows()),
        ("B_rowadr", found.b_rowadr.rows(), sparse.b_rowadr.rows()),
        ("B_colind", found.b_colind.rows(), sparse.b_colind.rows()),
    ] {
        if found == expected {
            continue;
        }
        // the first number that differs
        let differs = |row: &usize| found.get(*row) != expected.get(*row);
        let row = (0..found.len().max(expected.len())).find(differs);
        let row = row.unwrap_or(0);
        let number = |rows: &[i32]| rows.get(row).map_or(-1, |&value| value.into());
        return Err(ReferenceError {
            name,
            row,
            value: number(found),
            allowed: Allowed::Exactly {
                value: number(expected),
                by: "the tree of bodies and dof_simplenum",
            },
        });
    }
    Ok(())
}
