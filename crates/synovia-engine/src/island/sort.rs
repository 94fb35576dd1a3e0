//! Island order: maps, and what the solver reads.

use synovia_math::kernel;
use synovia_model::Model;
use synovia_model::column::{AnyColumn, Col};
use synovia_model::enums::ConstraintType;

use crate::data::{Efc, InertiaGroup, Islands, Jacobian};
use crate::is_sparse;

/// Gives a column `n` zeros.
fn fresh<Id, T: synovia_model::Element>(column: &mut Col<Id, T>, n: usize) {
    column.reset(n, 0);
}

/// Counts by island and where each island starts.
fn count(of: &[i32], num: &mut [i32], adr: &mut [i32]) {
    for &island in of {
        if let Ok(k) = usize::try_from(island) {
            num[k] += 1;
        }
    }
    let mut sum = 0;
    for (adr, num) in adr.iter_mut().zip(&*num) {
        *adr = sum;
        sum += num;
    }
}

/// Sorts items by island, those without one last: calls `f(item, place)`.
fn sort(of: &[i32], num: &mut [i32], adr: &[i32], mut f: impl FnMut(usize, usize)) {
    let mut outside = num.iter().sum::<i32>() as usize;
    num.fill(0);
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

/// Orders trees and dofs; returns the number of dofs in islands.
pub fn trees_and_dofs(model: &Model, nisland: usize, out: &mut Islands) -> usize {
    fresh(&mut out.island_ntree, nisland);
    fresh(&mut out.island_itreeadr, nisland);
    let Islands {
        tree_island,
        island_ntree,
        island_itreeadr,
        map_itree2tree,
        ..
    } = out;
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

    let nv = model.dof.len();
    fresh(&mut out.dof_island, nv);
    fresh(&mut out.map_dof2idof, nv);
    fresh(&mut out.map_idof2dof, nv);
    fresh(&mut out.island_nv, nisland);
    fresh(&mut out.island_idofadr, nisland);
    fresh(&mut out.island_dofadr, nisland);
    for i in model.dof.ids() {
        out.dof_island[i] = out.tree_island[model.dof.treeid[i]];
    }
    let Islands {
        dof_island,
        island_nv,
        island_idofadr,
        map_dof2idof,
        map_idof2dof,
        ..
    } = out;
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
    sort(of, num, adr, |dof, place| {
        map_dof2idof[dof] = place as i32;
        map_idof2dof[place] = dof as i32;
    });
    for k in 0..nisland {
        out.island_dofadr[k] = out.map_idof2dof[out.island_idofadr[k] as usize];
    }
    out.island_nv.iter().sum::<i32>() as usize
}

/// Inertia and its factor, block by block; columns count from the start of their island.
pub fn inertia(model: &Model, inertia: &InertiaGroup, nidof: usize, out: &mut Islands) {
    let sparse = &model.sparse;
    fresh(&mut out.im_rownnz, nidof);
    fresh(&mut out.im_rowadr, nidof);
    for column in [&mut out.im, &mut out.ild] {
        fresh(column, inertia.m.len());
    }
    fresh(&mut out.im_colind, inertia.m.len());
    fresh(&mut out.ild_diag_inv, nidof);
    for column in [
        &mut out.ifrc_smooth,
        &mut out.iacc_smooth,
        &mut out.iacc,
        &mut out.ifrc_constraint,
    ] {
        fresh(column, nidof);
    }
    let Islands {
        dof_island,
        map_dof2idof,
        map_idof2dof,
        island_idofadr,
        im_rownnz,
        im_rowadr,
        im_colind,
        im,
        ild,
        ..
    } = &mut *out;
    let (im_rownnz, im_rowadr) = (im_rownnz.rows_mut(), im_rowadr.rows_mut());
    let (im, ild, im_colind) = (im.rows_mut(), ild.rows_mut(), im_colind.rows_mut());
    let mut adr = 0;
    for (place, &dof) in map_idof2dof.iter().take(nidof).enumerate() {
        let dof = dof as usize;
        let offset = island_idofadr[dof_island[dof] as usize];
        let start = sparse.m_rowadr[dof] as usize;
        let n = sparse.m_rownnz[dof] as usize;
        im_rownnz[place] = n as i32;
        im_rowadr[place] = adr as i32;
        let columns = &sparse.m_colind[start..start + n];
        for (column, &j) in im_colind[adr..adr + n].iter_mut().zip(columns) {
            *column = map_dof2idof[j as usize] - offset;
        }
        im[adr..adr + n].copy_from_slice(&inertia.m[start..start + n]);
        ild[adr..adr + n].copy_from_slice(&inertia.qld[start..start + n]);
        adr += n;
    }
    kernel::gather(
        out.ild_diag_inv.rows_mut(),
        inertia.qld_diag_inv.rows(),
        &out.map_idof2dof.rows()[..nidof],
    );
}

/// Rows and their Jacobian, block by block.
pub fn rows(model: &Model, efc: &Efc, nisland: usize, nidof: usize, out: &mut Islands) {
    let nefc = efc.kind.len();
    for column in [
        &mut out.island_ne,
        &mut out.island_nf,
        &mut out.island_nefc,
        &mut out.island_iefcadr,
    ] {
        fresh(column, nisland);
    }
    for column in [
        &mut out.map_efc2iefc,
        &mut out.map_iefc2efc,
        &mut out.iefc_kind,
        &mut out.iefc_id,
        &mut out.iefc_jac_rownnz,
        &mut out.iefc_jac_rowadr,
        &mut out.iefc_jac_rowsuper,
        &mut out.iefc_state,
    ] {
        fresh(column, nefc);
    }
    for column in [
        &mut out.iefc_frictionloss,
        &mut out.iefc_d,
        &mut out.iefc_r,
        &mut out.iefc_aref,
        &mut out.iefc_force,
    ] {
        fresh(column, nefc);
    }

    let Islands {
        efc_island,
        island_nefc,
        island_iefcadr,
        map_efc2iefc,
        map_iefc2efc,
        ..
    } = out;
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
    sort(of, num, adr, |row, place| {
        map_efc2iefc[row] = place as i32;
        map_iefc2efc[place] = row as i32;
    });

    let order = out.map_iefc2efc.rows();
    let (ne, nf) = (out.island_ne.rows_mut(), out.island_nf.rows_mut());
    for (&kind, &island) in efc.kind.iter().zip(&out.efc_island) {
        match ConstraintType(kind) {
            ConstraintType::Equality => ne[island as usize] += 1,
            ConstraintType::FrictionDof | ConstraintType::FrictionTendon => {
                nf[island as usize] += 1;
            }
            // the order of the rows: nothing of these kinds follows
            _ => break,
        }
    }
    for (to, from) in [(&mut out.iefc_kind, &efc.kind), (&mut out.iefc_id, &efc.id)] {
        for (to, &r) in to.iter_mut().zip(order) {
            *to = from[r as usize];
        }
    }
    for (to, from) in [
        (&mut out.iefc_frictionloss, &efc.frictionloss),
        (&mut out.iefc_d, &efc.d),
        (&mut out.iefc_r, &efc.r),
    ] {
        kernel::gather(to.rows_mut(), from.rows(), order);
    }
    jacobian(model, efc, nidof, out);
}

/// The Jacobian in island order: dense blocks with as many columns as their island has dofs, or packed rows.
fn jacobian(model: &Model, efc: &Efc, nidof: usize, out: &mut Islands) {
    let nefc = efc.kind.len();
    fresh(&mut out.iefc_jac, efc.jac.len());
    fresh(&mut out.iefc_jac_colind, efc.jac_colind.len());
    let source = efc.jacobian(is_sparse(model), model.dof.len());
    let mut adr = 0;
    for place in 0..nefc {
        let r = out.map_iefc2efc[place] as usize;
        let island = out.efc_island[r] as usize;
        let offset = out.island_idofadr[island] as usize;
        let values = source.values(r);
        match source {
            Jacobian::Dense { .. } => {
                let width = out.island_nv[island] as usize;
                let first = out.island_iefcadr[island] as usize;
                let start = nidof * first + (place - first) * width;
                let dofs = &out.map_idof2dof[offset..offset + width];
                let row = &mut out.iefc_jac.rows_mut()[start..start + width];
                match (dofs.first(), dofs.last()) {
                    // the dofs of an island ascend: neighbours are copied as they are
                    (Some(&first), Some(&last)) if (last - first) as usize + 1 == width => {
                        row.copy_from_slice(&values[first as usize..=last as usize]);
                    }
                    _ => kernel::gather(row, values, dofs),
                }
            }
            Jacobian::Sparse { pattern, .. } => {
                let n = values.len();
                out.iefc_jac_rownnz[place] = n as i32;
                out.iefc_jac_rowadr[place] = adr as i32;
                for (k, &dof) in pattern.cols(r).iter().enumerate() {
                    out.iefc_jac_colind[adr + k] = out.map_dof2idof[dof as usize] - offset as i32;
                }
                out.iefc_jac[adr..adr + n].copy_from_slice(values);
                adr += n;
            }
        }
    }
}
