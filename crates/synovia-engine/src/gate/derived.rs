//! Checks the results that later stages use as indices: programs can write to them between stages.
//!
//! | result           | is used as                                               |
//! |------------------|----------------------------------------------------------|
//! | tendons, moments | rows of sparse matrices                                  |
//! | contacts         | ids of geoms, flexes, elements and vertices              |
//! | rows             | kinds and objects of constraint rows, and their Jacobian |
//! | projection       | rows of the Delassus matrix                              |
//! | islands          | maps between the original order and island order         |

use synovia_model::enums::ConstraintType;
use synovia_model::{Allowed, Model, ReferenceError};

use super::Derived;
use crate::constraint::project::is_dual;
use crate::data::{Contact, Data, EfcCounts, EngineError, Islands};
use crate::is_sparse;

type Checked = Result<(), ReferenceError>;

/// Checks the results in `reads`.
pub(super) fn check(model: &Model, data: &Data, reads: &[Derived]) -> Result<(), EngineError> {
    for part in reads {
        let checked = match part {
            Derived::Tendons => tendons(model, data),
            Derived::Moments => moments(model, data),
            Derived::Contacts => {
                let unsound = |contact: &Contact| !contact.is_sound(model);
                if let Some(k) = data.contact.list.iter().position(unsound) {
                    return Err(EngineError::UnsoundContact(k));
                }
                Ok(())
            }
            Derived::Rows => rows(model, data),
            Derived::Projection => projection(model, data),
            Derived::Islands => islands(model, data),
        };
        checked.map_err(EngineError::Derived)?;
    }
    Ok(())
}

/// The upper bound of ids and addresses: a size, and its value.
#[derive(Clone, Copy, Debug)]
struct Bound {
    /// Name of the size, for messages.
    size: &'static str,
    /// Its value.
    limit: usize,
}

/// The bound given by `size`.
const fn below(size: &'static str, limit: usize) -> Bound {
    Bound { size, limit }
}

/// Checks that a number of `name` is at least `least` and below `limit`.
fn inside(name: &'static str, row: usize, value: i64, least: i64, bound: Bound) -> Checked {
    let Bound { size, limit } = bound;
    let limit = limit as i64;
    if (least..limit).contains(&value) {
        return Ok(());
    }
    let allowed = Allowed::Row { least, size, limit };
    Err(ReferenceError {
        name,
        row,
        value,
        allowed,
    })
}

/// Checks all numbers of a column, as [`inside`].
fn all_inside(name: &'static str, rows: &[i32], least: i64, bound: Bound) -> Checked {
    // usually all are, which is found without branches
    let limit = bound.limit as i64;
    let outside = |&x: &i32| i64::from(x) < least || i64::from(x) >= limit;
    if !rows.iter().fold(false, |any, x| any | outside(x)) {
        return Ok(());
    }
    let row = rows.iter().position(outside).unwrap_or(0);
    inside(name, row, rows[row].into(), least, bound)
}

/// Checks that a column has the expected number of rows.
fn length(name: &'static str, found: usize, expected: usize) -> Checked {
    if found == expected {
        return Ok(());
    }
    Err(ReferenceError {
        name,
        row: found.min(expected),
        value: found as i64,
        allowed: Allowed::Exactly {
            value: expected as i64,
            by: "the number of its rows",
        },
    })
}

/// Rows of a sparse matrix: names and columns of counts, addresses and column indices.
struct Sparse<'a> {
    /// Names of the three columns, for messages.
    names: [&'static str; 3],
    /// Entries per row.
    rownnz: &'a [i32],
    /// Addresses of the rows.
    rowadr: &'a [i32],
    /// Columns of the entries.
    colind: &'a [i32],
    /// Number of entries that have a value.
    values: usize,
    /// The bound of column indices.
    columns: Bound,
}

impl Sparse<'_> {
    /// Checks counts, addresses and columns of all rows.
    fn check(&self) -> Checked {
        let entries = self.values.min(self.colind.len());
        // each row: its number of entries
        for (row, (&nnz, &adr)) in self.rownnz.iter().zip(self.rowadr).enumerate() {
            let width = self.columns.limit.min(entries);
            inside(
                self.names[0],
                row,
                nnz.into(),
                0,
                below("its columns", width + 1),
            )?;
            // its address
            let (start, end) = (i64::from(adr), i64::from(adr) + i64::from(nnz));
            if start < 0 || end > entries as i64 {
                let limit = entries.saturating_sub(nnz as usize) + 1;
                return inside(self.names[1], row, start, 0, below("its entries", limit));
            }
            // its columns
            let columns = &self.colind[start as usize..end as usize];
            all_inside(self.names[2], columns, 0, self.columns)?;
            // columns must ascend: rows are merged by them
            if let Some(k) = columns.windows(2).position(|pair| pair[0] >= pair[1]) {
                let (value, least) = (columns[k + 1].into(), i64::from(columns[k]) + 1);
                return inside(
                    self.names[2],
                    start as usize + k + 1,
                    value,
                    least,
                    self.columns,
                );
            }
        }
        Ok(())
    }
}

/// Rows of tendons, if they are stored as sparse rows.
fn tendons(model: &Model, data: &Data) -> Checked {
    if !is_sparse(model) {
        return Ok(());
    }
    let tendon = &data.tendon;
    let rows = Sparse {
        names: ["ten_J_rownnz", "ten_J_rowadr", "ten_J_colind"],
        rownnz: tendon.jac_rownnz.rows(),
        rowadr: tendon.jac_rowadr.rows(),
        colind: tendon.jac_colind.cells(),
        values: tendon.jac.cells().len(),
        columns: below("nv", model.dof.len()),
    };
    rows.check()
}

/// Moment arms of actuators.
fn moments(model: &Model, data: &Data) -> Checked {
    let actuator = &data.actuator;
    let rows = Sparse {
        names: ["moment_rownnz", "moment_rowadr", "moment_colind"],
        rownnz: actuator.moment_rownnz.rows(),
        rowadr: actuator.moment_rowadr.rows(),
        colind: actuator.moment_colind.rows(),
        values: actuator.moment.len(),
        columns: below("nv", model.dof.len()),
    };
    rows.check()
}

/// Constraint rows: their number, objects, and Jacobian.
fn rows(model: &Model, data: &Data) -> Checked {
    let efc = &data.efc;
    let EfcCounts { ne, nf, nl, nefc } = data.efc.counts;
    // equality, friction and limit rows are a part of all rows
    let parts = ne.saturating_add(nf).saturating_add(nl);
    inside("ne + nf + nl", 0, parts as i64, 0, below("nefc", nefc + 1))?;
    // every column has one number per row
    for (name, found) in [
        ("efc_type", efc.kind.len()),
        ("efc_id", efc.id.len()),
        ("efc_pos", efc.pos.len()),
        ("efc_margin", efc.margin.len()),
        ("efc_frictionloss", efc.frictionloss.len()),
        ("efc_diagApprox", efc.diag_approx.len()),
        ("efc_KBIP", efc.kbip.len()),
        ("efc_D", efc.d.len()),
        ("efc_R", efc.r.len()),
        ("efc_vel", efc.vel.len()),
        ("efc_aref", efc.aref.len()),
        ("efc_b", efc.b.len()),
        ("efc_state", efc.state.len()),
        ("efc_force", efc.force.len()),
        ("efc_J_rownnz", efc.jac_rownnz.len()),
        ("efc_J_rowadr", efc.jac_rowadr.len()),
        ("efc_J_rowsuper", efc.jac_rowsuper.len()),
    ] {
        length(name, found, nefc)?;
    }
    // kinds, and the object of each row
    let kinds = ConstraintType::VALUES.len();
    all_inside(
        "efc_type",
        efc.kind.rows(),
        0,
        below("the kinds of rows", kinds),
    )?;
    for (r, (&kind, &id)) in efc.kind.iter().zip(&efc.id).enumerate() {
        let size = match ConstraintType(kind) {
            ConstraintType::Equality => below("neq", model.equality.len()),
            ConstraintType::FrictionDof => below("nv", model.dof.len()),
            ConstraintType::LimitJoint => below("njnt", model.joint.len()),
            ConstraintType::FrictionTendon | ConstraintType::LimitTendon => {
                below("ntendon", model.tendon.len())
            }
            _ => below("ncon", data.contact.list.len()),
        };
        inside("efc_id", r, id.into(), 0, size)?;
    }
    // the first row of each contact
    for (k, contact) in data.contact.list.iter().enumerate() {
        let address = contact.efc_address.into();
        inside("contact.efc_address", k, address, -1, below("nefc", nefc))?;
    }

    // rows in another format than the options select are recomputed where they are needed
    if !is_sparse(model) || !efc.has_jacobian(true, model.dof.len()) {
        return Ok(());
    }
    // rows with the same columns cannot extend past the last row
    let supers = efc.jac_rowsuper.rows();
    for (r, &more) in supers.iter().enumerate() {
        inside(
            "efc_J_rowsuper",
            r,
            more.into(),
            0,
            below("the rows that follow", nefc - r),
        )?;
    }
    let pattern = Sparse {
        names: ["efc_J_rownnz", "efc_J_rowadr", "efc_J_colind"],
        rownnz: efc.jac_rownnz.rows(),
        rowadr: efc.jac_rowadr.rows(),
        colind: efc.jac_colind.rows(),
        values: efc.jac.len(),
        columns: below("nv", model.dof.len()),
    };
    pattern.check()
}

/// The matrix of dual solvers, if it was built.
fn projection(model: &Model, data: &Data) -> Checked {
    let (efc, nefc) = (&data.efc, data.efc.counts.nefc);
    if !is_dual(model) || !is_sparse(model) || !efc.has_projection(true) {
        return Ok(());
    }
    // the pattern of the matrix
    length("efc_AR_rowadr", efc.ar_rowadr.len(), nefc)?;
    let pattern = Sparse {
        names: ["efc_AR_rownnz", "efc_AR_rowadr", "efc_AR_colind"],
        rownnz: efc.ar_rownnz.rows(),
        rowadr: efc.ar_rowadr.rows(),
        colind: efc.ar_colind.rows(),
        values: efc.ar.len(),
        columns: below("nefc", nefc),
    };
    pattern.check()
}

/// Islands: their trees, dofs and rows, and the inverse maps.
fn islands(model: &Model, data: &Data) -> Checked {
    let (nisland, nidof, nefc) = (data.island.nisland, data.island.nidof, data.efc.counts.nefc);
    // rows in another format than the options select are recomputed, and are then in no island
    let stored = data.efc.has_jacobian(is_sparse(model), model.dof.len());
    if nisland == 0 || !stored {
        return Ok(());
    }
    let (island, nv, ntree) = (&data.island, model.dof.len(), model.tree.len());
    // counts, and columns with one number per island
    inside("nisland", 0, nisland as i64, 0, below("ntree", ntree + 1))?;
    inside("nidof", 0, nidof as i64, 0, below("nv", nv + 1))?;
    for (name, found) in [
        ("island_ntree", island.island_ntree.len()),
        ("island_itreeadr", island.island_itreeadr.len()),
        ("island_nv", island.island_nv.len()),
        ("island_idofadr", island.island_idofadr.len()),
        ("island_dofadr", island.island_dofadr.len()),
        ("island_ne", island.island_ne.len()),
        ("island_nf", island.island_nf.len()),
        ("island_nefc", island.island_nefc.len()),
        ("island_iefcadr", island.island_iefcadr.len()),
    ] {
        length(name, found, nisland)?;
    }
    // columns with one number per row
    for (name, column) in [
        ("efc_island", &island.efc_island),
        ("map_efc2iefc", &island.map_efc2iefc),
        ("map_iefc2efc", &island.map_iefc2efc),
    ] {
        length(name, column.len(), nefc)?;
    }
    // ids and maps; −1 means no island
    let (islands, trees) = (below("nisland", nisland), below("ntree", ntree));
    let (dofs, rows) = (below("nv", nv), below("nefc", nefc));
    for (name, column, least, bound) in [
        ("tree_island", island.tree_island.rows(), -1, islands),
        ("map_itree2tree", island.map_itree2tree.rows(), 0, trees),
        ("dof_island", island.dof_island.rows(), -1, islands),
        ("map_dof2idof", island.map_dof2idof.rows(), 0, dofs),
        ("map_idof2dof", island.map_idof2dof.rows(), 0, dofs),
        ("efc_island", island.efc_island.rows(), -1, islands),
        ("map_efc2iefc", island.map_efc2iefc.rows(), -1, rows),
        ("map_iefc2efc", island.map_iefc2efc.rows(), -1, rows),
    ] {
        all_inside(name, column, least, bound)?;
    }
    // the trees, dofs and rows of each island
    for k in 0..nisland {
        parts(island, k, [ntree, nidof, nefc])?;
    }
    // the columns of a single island are copied on demand
    if data.lazy.island_rows {
        in_island_order(model, data)?;
    }
    Ok(())
}

/// The trees, dofs and rows of island `k`.
fn parts(island: &Islands, k: usize, [ntree, nidof, nefc]: [usize; 3]) -> Checked {
    // a count, then an address such that the range fits
    let part = |names: [&'static str; 2], adr: i32, num: i32, bound: Bound| {
        let Bound { size, limit } = bound;
        inside(names[1], k, num.into(), 0, below(size, limit + 1))?;
        let limit = limit - num as usize + 1;
        inside(names[0], k, adr.into(), 0, below(size, limit))
    };
    // trees
    let (adr, num) = (island.island_itreeadr[k], island.island_ntree[k]);
    part(
        ["island_itreeadr", "island_ntree"],
        adr,
        num,
        below("ntree", ntree),
    )?;
    // dofs, in ascending order
    let (adr, num) = (island.island_idofadr[k], island.island_nv[k]);
    part(
        ["island_idofadr", "island_nv"],
        adr,
        num,
        below("nidof", nidof),
    )?;
    let dofs = adr as usize..(adr + num) as usize;
    ascending("map_idof2dof", island.map_idof2dof.rows(), dofs)?;
    // rows, in ascending order
    let (adr, num) = (island.island_iefcadr[k], island.island_nefc[k]);
    part(
        ["island_iefcadr", "island_nefc"],
        adr,
        num,
        below("nefc", nefc),
    )?;
    let rows = adr as usize..(adr + num) as usize;
    ascending("map_iefc2efc", island.map_iefc2efc.rows(), rows)?;
    // equality and friction rows are a part of these rows
    let (ne, nf) = (island.island_ne[k], island.island_nf[k]);
    inside(
        "island_ne",
        k,
        ne.into(),
        0,
        below("island_nefc", num as usize + 1),
    )?;
    let left = (num - ne) as usize;
    inside("island_nf", k, nf.into(), 0, below("island_nefc", left + 1))
}

/// Checks that a part of a map contains valid, ascending rows.
fn ascending(name: &'static str, map: &[i32], part: core::ops::Range<usize>) -> Checked {
    let Some(slice) = map.get(part.clone()) else {
        return length(name, map.len(), part.end);
    };
    // the first number must not be negative
    if let Some(&first) = slice.first() {
        inside(
            name,
            part.start,
            first.into(),
            0,
            below("its rows", usize::MAX >> 1),
        )?;
    }
    // the others must ascend
    match slice.windows(2).position(|pair| pair[0] >= pair[1]) {
        None => Ok(()),
        Some(k) => {
            let (value, least) = (slice[k + 1].into(), i64::from(slice[k]) + 1);
            inside(
                name,
                part.start + k + 1,
                value,
                least,
                below("its rows", usize::MAX >> 1),
            )
        }
    }
}

/// Inertia and rows in island order.
fn in_island_order(model: &Model, data: &Data) -> Checked {
    let (island, nidof, nefc) = (&data.island, data.island.nidof, data.efc.counts.nefc);
    // columns over dofs, then over rows
    for (name, found, expected) in [
        ("iM_rownnz", island.im_rownnz.len(), nidof),
        ("iM_rowadr", island.im_rowadr.len(), nidof),
        ("iLDiagInv", island.ild_diag_inv.len(), nidof),
        ("ifrc_smooth", island.ifrc_smooth.len(), nidof),
        ("iacc_smooth", island.iacc_smooth.len(), nidof),
        ("iacc", island.iacc.len(), nidof),
        ("ifrc_constraint", island.ifrc_constraint.len(), nidof),
        ("iefc_type", island.iefc_kind.len(), nefc),
        ("iefc_id", island.iefc_id.len(), nefc),
        ("iefc_D", island.iefc_d.len(), nefc),
        ("iefc_R", island.iefc_r.len(), nefc),
        ("iefc_frictionloss", island.iefc_frictionloss.len(), nefc),
        ("iefc_aref", island.iefc_aref.len(), nefc),
        ("iefc_force", island.iefc_force.len(), nefc),
        ("iefc_state", island.iefc_state.len(), nefc),
    ] {
        length(name, found, expected)?;
    }
    // kinds of rows, and the contact of each contact row
    let kinds = ConstraintType::VALUES.len();
    all_inside(
        "iefc_type",
        island.iefc_kind.rows(),
        0,
        below("the kinds of rows", kinds),
    )?;
    let contact = ConstraintType::ContactFrictionless.to_i32();
    for (r, (&kind, &id)) in island.iefc_kind.iter().zip(&island.iefc_id).enumerate() {
        if kind >= contact {
            inside(
                "iefc_id",
                r,
                id.into(),
                0,
                below("ncon", data.contact.list.len()),
            )?;
        }
    }
    for k in 0..data.island.nisland {
        // the inertia of the island
        let dofs = island.island_idofadr[k] as usize;
        let nv = island.island_nv[k] as usize;
        let inertia = Sparse {
            names: ["iM_rownnz", "iM_rowadr", "iM_colind"],
            rownnz: &island.im_rownnz[dofs..dofs + nv],
            rowadr: &island.im_rowadr[dofs..dofs + nv],
            colind: island.im_colind.rows(),
            values: island.im.len().min(island.ild.len()),
            columns: below("island_nv", nv),
        };
        inertia.check()?;
        // its Jacobian, in sparse rows or as a dense block
        let rows = island.island_iefcadr[k] as usize;
        let rows = rows..rows + island.island_nefc[k] as usize;
        if is_sparse(model) {
            length("iefc_J_rownnz", island.iefc_jac_rownnz.len(), nefc)?;
            length("iefc_J_rowadr", island.iefc_jac_rowadr.len(), nefc)?;
            let jacobian = Sparse {
                names: ["iefc_J_rownnz", "iefc_J_rowadr", "iefc_J_colind"],
                rownnz: &island.iefc_jac_rownnz[rows.clone()],
                rowadr: &island.iefc_jac_rowadr[rows],
                colind: island.iefc_jac_colind.rows(),
                values: island.iefc_jac.len(),
                columns: below("island_nv", nv),
            };
            jacobian.check()?;
        } else {
            let end = nidof * rows.start + rows.len() * nv;
            let limit = island.iefc_jac.len() + 1;
            inside(
                "island_iefcadr",
                k,
                end as i64,
                0,
                below("the entries of iefc_J", limit),
            )?;
        }
    }
    Ok(())
}
