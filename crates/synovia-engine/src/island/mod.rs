//! Islands: groups of trees that constraints couple, and the problem sorted by them.
//!
//! Trees are the vertices of a graph and each row joins the trees it depends on; the connected parts with at least one row
//! are the islands. Islands are numbered by their first tree. In island order dofs, rows, inertia and Jacobian fall apart
//! into blocks that can be solved one by one:
//!
//! ```text
//! dofs   | island 0 | island 1 | … | dofs without constraints |
//! rows   | island 0 | island 1 | … |
//! ```
//!
//! | here      | holds                                                                 |
//! |-----------|-----------------------------------------------------------------------|
//! | [`graph`] | which tree is in which island                                         |
//! | [`sort`]  | maps to island order and what the solver reads, in that order         |
//! | [`view`]  | which dofs and rows belong to which problem of the solver             |

pub(crate) mod graph;
pub(crate) mod sort;
pub(crate) mod view;

use synovia_model::Model;
use synovia_model::enums::Disable;

use crate::data::{Contacts, Data, Diag, Efc, EngineError, InertiaGroup, Islands, Lazy};

/// Finds the islands of the current constraints.
///
/// Reads `efc`, `contact`, `inertia`; writes the island columns of `island`, `nisland`, `nidof`. If there is one island with
/// everything in it, what is the same in island order is not copied before [`rows_in_order`] asks for it.
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
    let nisland = graph::find(model, efc, &contact.list, efc.counts.nefc, island);
    island.nisland = nisland;
    if let Some(k) = graph::static_contact(model, &contact.list) {
        diag.error = Some(EngineError::StaticContact(k));
    }
    if nisland == 0 {
        return;
    }
    if view::will_be_everything(island) {
        island.nidof = model.dof.len();
        lazy.island_rows = false;
        sort::whole(model, inertia, &efc.counts, island);
        return;
    }
    let nidof = sort::trees_and_dofs(model, nisland, island);
    island.nidof = nidof;
    sort::inertia(model, inertia, nidof, island);
    sort::rows(model, efc, nisland, nidof, island);
}

/// The solution is about to change: what is in island order, where that is the order everything has, is outdated.
pub(crate) fn solution_changes(model: &Model, data: &mut Data) {
    if view::is_everything(model, &data.island, data.efc.counts.nefc) {
        data.lazy.island_rows = false;
    }
}

/// Fills the columns of rows in island order, where they are the rows as they are and have not been copied yet.
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
        force,
        efc,
        island,
        lazy,
        ..
    } = data;
    if !lazy.island_rows && island.nisland == 1 {
        lazy.island_rows = true;
        sort::whole_rows(efc, island);
        sort::whole_solution(efc, force, island);
    }
}
