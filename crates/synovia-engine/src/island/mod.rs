//! Islands: groups of trees that constraints couple, and the problem sorted by island.
//!
//! Trees are the vertices of a graph and each row connects the trees that it depends on; the connected components with at
//! least one row are the islands. Islands are numbered by their first tree. In island order dofs, rows, inertia and
//! Jacobian decompose into blocks that can be solved independently:
//!
//! ```text
//! dofs   | island 0 | island 1 | … | dofs without constraints |
//! rows   | island 0 | island 1 | … |
//! ```
//!
//! | here      | holds                                                                 |
//! |-----------|-----------------------------------------------------------------------|
//! | [`graph`] | the island of each tree                                               |
//! | [`sort`]  | maps to island order, and the solver's inputs in that order           |
//! | [`view`]  | the dofs and rows of each problem of the solver                       |

pub(crate) mod graph;
pub(crate) mod sort;
pub(crate) mod view;

use synovia_model::Model;
use synovia_model::enums::Disable;

use crate::data::{Contacts, Data, Diag, Efc, EngineError, InertiaGroup, Islands, Lazy};

/// Finds the islands of the current constraints.
///
/// Reads `efc`, `contact`, `inertia`; writes the island columns of `island`, `nisland`, `nidof`. If one island contains
/// everything, columns that are the same in island order are copied only when [`rows_in_order`] requests them.
#[doc(alias = "mj_island")]
pub(crate) fn islands(
    model: &Model,
    inertia: &InertiaGroup,
    contact: &Contacts,
    efc: &mut Efc,
    island: &mut Islands,
    lazy: &mut Lazy,
    diag: &mut Diag,
) {
    (island.nisland, island.nidof) = (0, 0);
    lazy.island_rows = true;
    if model.opt.disabled(Disable::ISLAND) || efc.counts.nefc == 0 {
        return;
    }
    // a contact between static geoms is an error
    let fixed = graph::static_contact(model, &contact.list);
    if let Some(k) = fixed {
        diag.error = Some(EngineError::StaticContact(k));
    }
    // the connected components
    let obvious = fixed.is_none() && graph::is_obvious(model, efc);
    let nisland = if obvious {
        sort::single(efc.counts.nefc, island);
        1
    } else {
        graph::find(model, efc, &contact.list, efc.counts.nefc, island)
    };
    island.nisland = nisland;
    if nisland == 0 {
        return;
    }
    // one island with everything: the orders are the same
    if obvious || view::will_be_everything(island) {
        island.nidof = model.dof.len();
        lazy.island_rows = false;
        sort::whole(model, &efc.counts, island);
        return;
    }
    // otherwise sort trees and dofs, then inertia and rows
    let nidof = sort::trees_and_dofs(model, nisland, island);
    island.nidof = nidof;
    sort::inertia(model, inertia, nidof, island);
    sort::rows(model, efc, nisland, nidof, island);
}

/// Marks the columns in island order as outdated, if a single island shares its order with everything: the solution is
/// about to change.
///
/// Reads `island`; writes `lazy.island_rows`.
pub(crate) fn solution_changes(model: &Model, island: &Islands, nefc: usize, lazy: &mut Lazy) {
    if view::is_everything(model, island, nefc) {
        lazy.island_rows = false;
    }
}

/// Copies inertia and rows to the columns in island order, if both orders are the same and they have not been copied yet.
///
/// ```
/// use synovia::engine::stage::rows_in_order;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><geom type='plane' size='1 1 1'/>
///      <body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// rows_in_order(&mut data);
/// assert_eq!(data.island.iefc_jac, data.efc.jac);
/// # Ok::<(), synovia::Error>(())
/// ```
pub fn rows_in_order(data: &mut Data) {
    let Data {
        inertia,
        force,
        efc,
        island,
        lazy,
        ..
    } = data;
    if !lazy.island_rows && island.nisland == 1 {
        lazy.island_rows = true;
        sort::whole_inertia(inertia, island);
        sort::whole_rows(efc, island);
        sort::whole_solution(efc, force, island);
    }
}
