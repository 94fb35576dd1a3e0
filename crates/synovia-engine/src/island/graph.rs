//! The graph of trees and its connected components, by union-find.
//!
//! Vertices are the kinematic trees, and each constraint row is an edge, or several, between the trees that it depends on.
//! A tree without rows is in no island. Paths to the representative of an island are shortened on the way, so that the
//! whole search is nearly linear in the number of rows.
//!
//! ```text
//! parent(t) = t        t is the representative of its island
//! parent(t) < t        otherwise: towards the representative, the smallest tree of the island
//! ```

use synovia_model::Model;
use synovia_model::column::AnyColumn;
use synovia_model::enums::ConstraintType;
use synovia_model::id::{BodyId, DofId, EqualityId, GeomId, JointId, TreeId};

use crate::data::{Contact, Efc, Islands, Jacobian};
use crate::is_sparse;

/// Fills `tree_island` and `efc_island`; returns the number of islands.
pub(crate) fn find(
    model: &Model,
    efc: &Efc,
    contacts: &[Contact],
    nefc: usize,
    out: &mut Islands,
) -> usize {
    // rows of flexes and tendons find their trees by the nonzeros of the Jacobian
    let ntree = model.tree.len();
    let jacobian = efc.jacobian(is_sparse(model), model.dof.len());

    // union-find: each tree points towards a representative of its island, the smallest tree
    out.tree_island.resize(ntree);
    out.map_itree2tree.reset(ntree, 0);
    out.efc_island.resize(nefc);
    // both columns serve as memory until the islands are numbered
    let parent = out.tree_island.rows_mut();
    let used = out.map_itree2tree.rows_mut();
    // every tree is its own representative
    for (t, p) in parent.iter_mut().enumerate() {
        *p = t as i32;
    }
    let contact = ConstraintType::ContactFrictionless.to_i32();
    let (kind, id) = (&efc.kind.rows()[..nefc], &efc.id.rows()[..nefc]);
    let islands = out.efc_island.rows_mut();
    let mut r = 0;
    while r < nefc {
        // the rows of a contact are consecutive and depend on the same trees
        let mut end = r + 1;
        if kind[r] >= contact {
            while end < nefc && id[end] == id[r] && kind[end] == kind[r] {
                end += 1;
            }
        }
        // connect all trees of the row; DIFFERENCE(rows-without-tree): rows of zeros belong to the island of the other rows
        // of their contact, or to no island
        let mut first: Option<TreeId> = None;
        for row in r..end {
            for_each_tree(model, efc, contacts, &jacobian, row, |tree| {
                let start = *first.get_or_insert(tree);
                used[tree.index()] = 1;
                if start != tree {
                    unite(parent, start, tree);
                }
            });
            if first.is_some() {
                break;
            }
        }
        let tree = first.unwrap_or(TreeId::NONE).0;
        islands[r] = tree;
        islands[r + 1..end].fill(tree);
        r = end;
    }

    // order: islands are numbered by their first tree; a representative precedes the trees that point to it
    let mut count = 0;
    for t in 0..ntree {
        // a tree without rows is in no island, a representative starts one
        let root = find_root(parent, t);
        used[t] = match (used[t], root == t) {
            (0, _) => -1,
            (_, true) => {
                count += 1;
                count - 1
            }
            (_, false) => used[root],
        };
    }
    // from trees to islands
    parent.copy_from_slice(used);
    for tree in out.efc_island.rows_mut() {
        *tree = TreeId(*tree).get().map_or(-1, |t| parent[t.index()]);
    }
    count as usize
}

/// True if all rows surely depend on a single tree, so that no search is needed: rows of dofs, joints and tendons depend on some
/// tree, and so do those of contacts unless they are [between static geoms](static_contact), and those of equalities unless
/// both bodies are static. Rows of zeros have been omitted.
pub(crate) fn is_obvious(model: &Model, efc: &Efc) -> bool {
    if model.tree.len() != 1 || !model.flex.is_empty() {
        return false;
    }
    let mut last = -1;
    efc.id.iter().take(efc.counts.ne).all(|&e| {
        // the rows of an equality are consecutive
        let moves = |pair: [BodyId; 2]| pair.iter().any(|&b| model.body.treeid[b].is_some());
        let known = e == last || model.held_bodies(EqualityId(e)).is_none_or(moves);
        last = e;
        known
    })
}

/// The first contact with rows whose geoms are both static.
pub(crate) fn static_contact(model: &Model, contacts: &[Contact]) -> Option<usize> {
    // a flex always moves
    let moves = |geom: Option<GeomId>| {
        geom.is_none_or(|g| model.body.treeid[model.geom.bodyid[g]].is_some())
    };
    // rows between two static bodies
    let found = |contact: &Contact| {
        contact.efc_address >= 0 && !contact.sides(model).into_iter().any(moves)
    };
    contacts.iter().position(found)
}

/// The representative of a tree, with path halving.
fn find_root(parent: &mut [i32], mut t: usize) -> usize {
    while parent[t] as usize != t {
        parent[t] = parent[parent[t] as usize];
        t = parent[t] as usize;
    }
    t
}

/// Merges the islands of two trees.
fn unite(parent: &mut [i32], a: TreeId, b: TreeId) {
    // the smaller representative remains one
    let (a, b) = (find_root(parent, a.index()), find_root(parent, b.index()));
    let (low, high) = (a.min(b), a.max(b));
    parent[high] = low as i32;
}

/// Calls `f` with each tree that row `r` depends on.
fn for_each_tree(
    model: &Model,
    efc: &Efc,
    contacts: &[Contact],
    jacobian: &Jacobian<'_>,
    r: usize,
    mut f: impl FnMut(TreeId),
) {
    let id = efc.id[r];
    // trees of two bodies; static ones have none
    let mut bodies = |pair: [BodyId; 2]| {
        for b in pair {
            if let Some(tree) = model.body.treeid[b].get() {
                f(tree);
            }
        }
    };
    // by the objects of the constraint, if these determine the trees
    match ConstraintType(efc.kind[r]) {
        // rows with a single dof
        ConstraintType::FrictionDof => return f(model.dof.treeid[DofId(id)]),
        ConstraintType::LimitJoint => {
            let dof = model.joint.dofadr[JointId(id)];
            return f(model.dof.treeid[DofId(dof)]);
        }
        // connect, weld and distance depend on two bodies
        ConstraintType::Equality => {
            let e = EqualityId(id);
            if let Some(pair) = model.held_bodies(e) {
                return bodies(pair);
            }
        }
        ConstraintType::ContactFrictionless
        | ConstraintType::ContactPyramidal
        | ConstraintType::ContactElliptic => {
            // contacts of two geoms depend on their bodies; those of flexes on more
            if let [Some(g1), Some(g2)] = contacts[id as usize].sides(model) {
                return bodies([g1, g2].map(|g| model.geom.bodyid[g]));
            }
        }
        _ => {}
    }
    // otherwise by the nonzeros of the row
    match jacobian.columns(r) {
        Some(columns) => {
            // columns are ascending, so those of a tree are consecutive
            let mut last = TreeId::NONE;
            for &i in columns {
                let tree = model.dof.treeid[DofId(i)];
                if tree != last {
                    f(tree);
                    last = tree;
                }
            }
        }
        None => {
            for (i, &value) in jacobian.values(r).iter().enumerate() {
                if value != 0.0 {
                    f(model.dof.treeid.rows()[i]);
                }
            }
        }
    }
}
