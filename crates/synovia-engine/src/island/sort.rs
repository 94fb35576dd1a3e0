//! Island order: maps, and the inputs of the solver.
//!
//! | suffix | order                                                                           |
//! |--------|---------------------------------------------------------------------------------|
//! | none   | the original order of trees, dofs and rows                                      |
//! | `i…`   | by island, then in the original order; dofs and trees outside islands come last |
//!
//! The maps `map_dof2idof` and `map_idof2dof` (and the same for rows) are inverse to each other.
//!
//! | columns         | copied from                                      |
//! |-----------------|--------------------------------------------------|
//! | `im, ild`       | inertia and its factor, `inertia.m, inertia.qld` |
//! | `iefc_…`        | constraint rows, `efc.…`                         |
//! | `ifrc_…, iacc…` | forces and accelerations of dofs, `force.…`      |
//!
//! If there is one island that contains every tree, both orders are the same, and all of this is a plain copy.

use synovia_math::{Csr, kernel};
use synovia_model::Model;
use synovia_model::column::{AnyColumn, Col};
use synovia_model::enums::ConstraintType;
use synovia_model::id::TreeId;

use crate::data::{Efc, EfcCounts, Forces, InertiaGroup, Islands, Jacobian};
use crate::is_sparse;

/// The islands of one tree and of all rows.
pub(crate) fn single(nefc: usize, out: &mut Islands) {
    out.tree_island.reset(1, 0);
    out.efc_island.reset(nefc, 0);
}

/// Columns of a single island with all trees: island order is the original order.
///
/// Inertia and rows are copied by [`whole_inertia`] and [`whole_rows`].
pub(crate) fn whole(model: &Model, counts: &EfcCounts, out: &mut Islands) {
    let (ntree, nv, nefc) = (model.tree.len(), model.dof.len(), counts.nefc);
    // one island with all counts
    let one = |column: &mut Col<usize, i32>, value: usize| column.assign(&[value as i32]);
    one(&mut out.island_ntree, ntree);
    one(&mut out.island_nv, nv);
    one(&mut out.island_ne, counts.ne);
    one(&mut out.island_nf, counts.nf);
    one(&mut out.island_nefc, nefc);
    one(&mut out.island_itreeadr, 0);
    one(&mut out.island_idofadr, 0);
    one(&mut out.island_dofadr, 0);
    one(&mut out.island_iefcadr, 0);
    // identity maps
    same_order(&mut out.map_itree2tree, ntree);
    same_order(&mut out.map_dof2idof, nv);
    same_order(&mut out.map_idof2dof, nv);
    same_order(&mut out.map_efc2iefc, nefc);
    same_order(&mut out.map_iefc2efc, nefc);
    // every dof is in island 0
    out.dof_island.reset(nv, 0);
    // the pattern of the inertia
    let sparse = &model.sparse;
    out.im_rownnz.assign(sparse.m_rownnz.rows());
    out.im_rowadr.assign(sparse.m_rowadr.rows());
    out.im_colind.assign(sparse.m_colind.rows());
    out.iefc_state.reset(nefc, 0);
}

/// Copies inertia and its factor of the single island.
pub(crate) fn whole_inertia(inertia: &InertiaGroup, out: &mut Islands) {
    out.im.assign(inertia.m.rows());
    out.ild.assign(inertia.qld.rows());
    out.ild_diag_inv.assign(inertia.qld_diag_inv.rows());
}

/// Copies the rows of the single island.
pub(crate) fn whole_rows(efc: &Efc, out: &mut Islands) {
    // integer columns, then columns of numbers
    for (to, from) in [
        (&mut out.iefc_kind, &efc.kind),
        (&mut out.iefc_id, &efc.id),
        (&mut out.iefc_jac_rownnz, &efc.jac_rownnz),
        (&mut out.iefc_jac_rowadr, &efc.jac_rowadr),
        (&mut out.iefc_jac_colind, &efc.jac_colind),
        (&mut out.iefc_jac_rowsuper, &efc.jac_rowsuper),
    ] {
        to.assign(from.rows());
    }
    for (to, from) in [
        (&mut out.iefc_frictionloss, &efc.frictionloss),
        (&mut out.iefc_d, &efc.d),
        (&mut out.iefc_r, &efc.r),
        (&mut out.iefc_jac, &efc.jac),
    ] {
        to.assign(from.rows());
    }
}

/// Copies inputs and outputs of the solver of the single island; states are already in place.
pub(crate) fn whole_solution(efc: &Efc, force: &Forces, out: &mut Islands) {
    // inputs and outputs over rows, then over dofs
    out.iefc_aref.assign(efc.aref.rows());
    out.iefc_force.assign(efc.force.rows());
    for (to, from) in [
        (&mut out.ifrc_smooth, &force.qfrc_smooth),
        (&mut out.iacc_smooth, &force.qacc_smooth),
        (&mut out.iacc, &force.qacc),
        (&mut out.ifrc_constraint, &force.qfrc_constraint),
    ] {
        to.assign(from.rows());
    }
}

/// Fills a column with 0, 1, 2, ….
fn same_order<Id>(column: &mut Col<Id, i32>, n: usize) {
    column.resize(n);
    for (k, at) in column.rows_mut().iter_mut().enumerate() {
        *at = k as i32;
    }
}

/// Columns of a dense Jacobian: unused zeros.
fn no_columns(column: &mut Col<usize, i32>, n: usize) {
    // they are already zeros, unless the Jacobian was sparse before
    if column.iter().fold(0, |any, c| any | c) != 0 {
        column.reset(0, 0);
    }
    column.resize(n);
}

/// Resizes the columns that the solver will fill.
fn for_solver(nidof: usize, nefc: usize, out: &mut Islands) {
    // forces and accelerations of dofs
    for column in [
        &mut out.ifrc_smooth,
        &mut out.iacc_smooth,
        &mut out.iacc,
        &mut out.ifrc_constraint,
    ] {
        column.reset(nidof, 0);
    }
    // columns of rows
    out.iefc_jac_rowsuper.reset(nefc, 0);
    out.iefc_state.reset(nefc, 0);
    out.iefc_aref.reset(nefc, 0);
    out.iefc_force.reset(nefc, 0);
}

/// Counts items by island, and computes the address of each island.
fn count(of: &[i32], num: &mut [i32], adr: &mut [i32]) {
    // −1 means no island
    for &island in of {
        if let Ok(k) = usize::try_from(island) {
            num[k] += 1;
        }
    }
    // addresses are the running sum of the counts
    let mut sum = 0;
    for (adr, num) in adr.iter_mut().zip(&*num) {
        *adr = sum;
        sum += num;
    }
}

/// Sorts items by island, those without one last: calls `f(item, place)`.
fn sort(of: &[i32], num: &mut [i32], adr: &[i32], mut f: impl FnMut(usize, usize)) {
    // items without an island come after all islands
    let mut outside = num.iter().sum::<i32>() as usize;
    num.fill(0);
    // each item is placed after the items of its island that precede it
    for (item, &island) in of.iter().enumerate() {
        let place = if let Ok(k) = usize::try_from(island) {
            num[k] += 1;
            (adr[k] + num[k] - 1) as usize
        } else {
            outside += 1;
            outside - 1
        };
        f(item, place);
    }
}

/// Sorts trees and dofs; returns the number of dofs in islands.
pub(crate) fn trees_and_dofs(model: &Model, nisland: usize, out: &mut Islands) -> usize {
    // counts and addresses of all islands
    out.island_ntree.reset(nisland, 0);
    out.island_itreeadr.reset(nisland, 0);
    let Islands {
        tree_island,
        island_ntree,
        island_itreeadr,
        map_itree2tree,
        ..
    } = out;
    // trees in island order
    count(
        tree_island.rows(),
        island_ntree.rows_mut(),
        island_itreeadr.rows_mut(),
    );
    let (of, num, adr) = (
        tree_island.rows(),
        island_ntree.rows_mut(),
        island_itreeadr.rows(),
    );
    sort(of, num, adr, |tree, place| {
        map_itree2tree[place] = tree as i32;
    });

    // the columns over dofs
    let nv = model.dof.len();
    out.dof_island.resize(nv);
    out.map_dof2idof.resize(nv);
    out.map_idof2dof.resize(nv);
    out.island_nv.reset(nisland, 0);
    out.island_idofadr.reset(nisland, 0);
    out.island_dofadr.reset(nisland, 0);
    // the island of a dof is that of its tree
    let trees = out.tree_island.rows();
    for (island, tree) in out.dof_island.rows_mut().iter_mut().zip(&model.dof.treeid) {
        *island = trees[tree.index()];
    }
    let Islands {
        dof_island,
        island_nv,
        island_idofadr,
        map_dof2idof,
        map_idof2dof,
        ..
    } = out;
    // dofs per island
    count(
        dof_island.rows(),
        island_nv.rows_mut(),
        island_idofadr.rows_mut(),
    );
    let (of, num, adr) = (
        dof_island.rows(),
        island_nv.rows_mut(),
        island_idofadr.rows(),
    );
    // dofs in island order, and the inverse map
    let (places, dofs) = (map_dof2idof.rows_mut(), map_idof2dof.rows_mut());
    sort(of, num, adr, |dof, place| {
        places[dof] = place as i32;
        dofs[place] = dof as i32;
    });
    // first dof of each island in the original order
    for k in 0..nisland {
        out.island_dofadr[k] = out.map_idof2dof[out.island_idofadr[k] as usize];
    }
    out.island_nv.iter().sum::<i32>() as usize
}

/// Inertia and its factor, block by block; columns are relative to the start of their island.
///
/// The rows of a tree are consecutive, and so are its dofs: a tree is moved as a block.
pub(crate) fn inertia(model: &Model, inertia: &InertiaGroup, nidof: usize, out: &mut Islands) {
    // the columns have as many entries as the original ones
    let sparse = &model.sparse;
    let entries = inertia.m.len();
    out.im_rownnz.resize(nidof);
    out.im_rowadr.resize(nidof);
    out.im_colind.resize(entries);
    out.im.resize(entries);
    out.ild.resize(entries);
    out.ild_diag_inv.resize(nidof);
    let Islands {
        tree_island,
        map_itree2tree,
        island_idofadr,
        im_rownnz,
        im_rowadr,
        im_colind,
        im,
        ild,
        ild_diag_inv,
        ..
    } = &mut *out;
    let (im, ild, im_colind) = (im.rows_mut(), ild.rows_mut(), im_colind.rows_mut());
    // dof and entry of the next block
    let (mut place, mut adr) = (0, 0);
    for &tree in map_itree2tree.iter() {
        // the dofs of the tree; trees outside islands come last
        let tree = TreeId(tree);
        let dofs = model.tree.dofadr[tree] as usize..;
        let dofs = dofs.start..dofs.start + model.tree.dofnum[tree] as usize;
        if place >= nidof || dofs.is_empty() {
            continue;
        }
        let start = sparse.m_rowadr.rows()[dofs.start] as usize;
        let last = dofs.end - 1;
        let end = (sparse.m_rowadr.rows()[last] + sparse.m_rownnz.rows()[last]) as usize;
        let places = place..place + dofs.len();
        // the rows of the tree are consecutive in `M`
        let (from, to) = (start..end, adr..adr + end - start);

        // dofs are shifted by one offset, entries by another
        let offset = island_idofadr[tree_island[tree] as usize] as usize;
        let up = dofs.start as i32 - (place - offset) as i32;
        let along = start as i32 - adr as i32;
        // pattern, then values
        im_rownnz[places.clone()].copy_from_slice(&sparse.m_rownnz[dofs.clone()]);
        let moved = im_rowadr[places.clone()].iter_mut();
        for (to, from) in moved.zip(&sparse.m_rowadr[dofs.clone()]) {
            *to = from - along;
        }
        let moved = im_colind[to.clone()].iter_mut();
        for (to, from) in moved.zip(&sparse.m_colind[from.clone()]) {
            *to = from - up;
        }
        // inertia, its factor and the inverse diagonal
        im[to.clone()].copy_from_slice(&inertia.m[from.clone()]);
        ild[to.clone()].copy_from_slice(&inertia.qld[from]);
        ild_diag_inv[places.clone()].copy_from_slice(&inertia.qld_diag_inv[dofs]);
        (place, adr) = (places.end, to.end);
    }
    // the rest is unused
    im_colind[adr..].fill(0);
    im[adr..].fill(0.0);
    ild[adr..].fill(0.0);
}

/// Rows and their Jacobian, block by block.
pub(crate) fn rows(model: &Model, efc: &Efc, nisland: usize, nidof: usize, out: &mut Islands) {
    let nefc = efc.kind.len();
    // counts per island are accumulated, all other columns overwritten
    for column in [
        &mut out.island_ne,
        &mut out.island_nf,
        &mut out.island_nefc,
        &mut out.island_iefcadr,
    ] {
        column.reset(nisland, 0);
    }
    for column in [
        &mut out.map_efc2iefc,
        &mut out.map_iefc2efc,
        &mut out.iefc_kind,
        &mut out.iefc_id,
    ] {
        column.resize(nefc);
    }
    for column in [&mut out.iefc_frictionloss, &mut out.iefc_d, &mut out.iefc_r] {
        column.resize(nefc);
    }
    // columns that the solver fills
    for_solver(nidof, nefc, out);

    let Islands {
        efc_island,
        island_nefc,
        island_iefcadr,
        map_efc2iefc,
        map_iefc2efc,
        ..
    } = out;
    // rows in island order, and the inverse map
    count(
        efc_island.rows(),
        island_nefc.rows_mut(),
        island_iefcadr.rows_mut(),
    );
    let (of, num, adr) = (
        efc_island.rows(),
        island_nefc.rows_mut(),
        island_iefcadr.rows(),
    );
    let (places, items) = (map_efc2iefc.rows_mut(), map_iefc2efc.rows_mut());
    sort(of, num, adr, |row, place| {
        places[row] = place as i32;
        items[place] = row as i32;
    });

    // equality and friction rows of each island
    let order = out.map_iefc2efc.rows();
    let (ne, nf) = (out.island_ne.rows_mut(), out.island_nf.rows_mut());
    for (&kind, &island) in efc.kind.iter().zip(&out.efc_island) {
        match ConstraintType(kind) {
            ConstraintType::Equality => ne[island as usize] += 1,
            ConstraintType::FrictionDof | ConstraintType::FrictionTendon => {
                nf[island as usize] += 1;
            }
            // rows are ordered by kind: none of these kinds follows
            _ => break,
        }
    }
    // the other columns of the rows
    let from = (&efc.kind.rows()[..nefc], &efc.id.rows()[..nefc]);
    let numbers = [&efc.frictionloss, &efc.d, &efc.r].map(|column| &column.rows()[..nefc]);
    let to = out.iefc_kind.iter_mut().zip(&mut out.iefc_id);
    let to = to.zip(&mut out.iefc_frictionloss);
    let to = to.zip(&mut out.iefc_d).zip(&mut out.iefc_r);
    for (((((kind, id), loss), d), regularisation), &r) in to.zip(order) {
        let r = r as usize;
        (*kind, *id) = (from.0[r], from.1[r]);
        (*loss, *d, *regularisation) = (numbers[0][r], numbers[1][r], numbers[2][r]);
    }
    jacobian(model, efc, nidof, out);
}

/// The Jacobian in island order: dense blocks with as many columns as their island has dofs, or packed rows.
fn jacobian(model: &Model, efc: &Efc, nidof: usize, out: &mut Islands) {
    match efc.jacobian(is_sparse(model), model.dof.len()) {
        Jacobian::Dense { nv, .. } => dense(efc, nv, nidof, out),
        Jacobian::Sparse {
            pattern, values, ..
        } => {
            sparse(pattern, efc.jac_rowsuper.rows(), values, out);
            supernodes(efc, out);
        }
    }
}

/// Dense blocks: each row has as many columns as its island has dofs.
fn dense(efc: &Efc, nv: usize, nidof: usize, out: &mut Islands) {
    // the pattern of a dense Jacobian is unused
    let values = efc.jac.rows();
    out.iefc_jac.resize(efc.jac.len());
    out.iefc_jac_rownnz.reset(efc.kind.len(), 0);
    out.iefc_jac_rowadr.reset(efc.kind.len(), 0);
    no_columns(&mut out.iefc_jac_colind, efc.jac.len());
    let to = out.iefc_jac.rows_mut();
    let mut end = 0;
    // one block per island, with zeros in between
    for (island, &first) in out.island_iefcadr.iter().enumerate() {
        // the dofs of the island and its rows
        let width = out.island_nv[island] as usize;
        let offset = out.island_idofadr[island] as usize;
        let dofs = &out.map_idof2dof[offset..offset + width];
        let first = first as usize;
        let rows = first..first + out.island_nefc[island] as usize;
        // the block of an island starts at `nidof` times its first row, as in the reference
        let start = nidof * first;
        to[end..start].fill(0.0);
        end = start + rows.len() * width;
        let block = to[start..end].chunks_exact_mut(width.max(1));
        for (to, &r) in block.zip(&out.map_iefc2efc[rows]) {
            let r = r as usize;
            kernel::gather_increasing(to, &values[r * nv..(r + 1) * nv], dofs);
        }
    }
    to[end..].fill(0.0);
}

/// Compressed rows in island order.
///
/// `supers` are the numbers of following rows with the same columns.
fn sparse(pattern: Csr<'_>, supers: &[i32], values: &[f64], out: &mut Islands) {
    // as many entries as the original Jacobian
    let nefc = pattern.nrow();
    out.iefc_jac_rownnz.resize(nefc);
    out.iefc_jac_rowadr.resize(nefc);
    out.iefc_jac.resize(values.len());
    out.iefc_jac_colind.resize(values.len());
    let (rownnz, rowadr) = (
        out.iefc_jac_rownnz.rows_mut(),
        out.iefc_jac_rowadr.rows_mut(),
    );
    let (to, colind) = (out.iefc_jac.rows_mut(), out.iefc_jac_colind.rows_mut());
    let (dofs, order) = (out.map_dof2idof.rows(), out.map_iefc2efc.rows());
    let islands = out.efc_island.rows();
    // rows are packed one after the other, in groups with the same columns
    let (mut place, mut adr) = (0, 0);
    while let Some(&r) = order.get(place) {
        let r = r as usize;
        // a row between bodies that a program has welded to the world moves nothing, and is in no island
        let island = usize::try_from(islands[r]).ok();
        let offset = island.and_then(|island| out.island_idofadr.get(island).copied());
        let range = offset.map_or(0..0, |_| pattern.range(r));
        let (n, offset) = (range.len(), offset.unwrap_or(0));
        // the following rows of its group that are next to it in both orders
        let follows = |k: &usize| {
            let next = order
                .get(place + k)
                .is_some_and(|&next| next as usize == r + k);
            let start = range.start + k * n;
            next && islands[r + k] == islands[r] && pattern.range(r + k) == (start..start + n)
        };
        let group = supers.get(r).map_or(0, |&more| more as usize);
        let rows = 1 + (1..=group).take_while(follows).count();
        // columns are relative to the first dof of the island
        let columns = &pattern.colind[range.clone()];
        for k in 0..rows {
            let start = adr + k * n;
            (rownnz[place + k], rowadr[place + k]) = (n as i32, start as i32);
            for (column, &dof) in colind[start..start + n].iter_mut().zip(columns) {
                *column = dofs[dof as usize] - offset;
            }
        }
        let count = rows * n;
        to[adr..adr + count].copy_from_slice(&values[range.start..range.start + count]);
        (place, adr) = (place + rows, adr + count);
    }
}

/// Supernodes: for each row, the number of following rows of its island with the same columns.
fn supernodes(efc: &Efc, out: &mut Islands) {
    // the pattern in island order
    let order = out.map_iefc2efc.rows();
    let (rownnz, rowadr) = (out.iefc_jac_rownnz.rows(), out.iefc_jac_rowadr.rows());
    let pattern = Csr::new(rownnz, rowadr, out.iefc_jac_colind.rows());
    let (supers, islands) = (efc.jac_rowsuper.rows(), out.efc_island.rows());
    let count = out.iefc_jac_rowsuper.rows_mut();
    let mut following = 0;
    // order: last row first, each continues the count of the next
    for place in (0..order.len().saturating_sub(1)).rev() {
        let [r, next] = [order[place], order[place + 1]].map(|r| r as usize);
        // neighbours in the original order: their relation is known
        let same = if next == r + 1 {
            supers[r] > 0
        } else {
            pattern.cols(place) == pattern.cols(place + 1)
        };
        let continues = same && islands[r] == islands[next];
        following = if continues { following + 1 } else { 0 };
        count[place] = following;
    }
}
