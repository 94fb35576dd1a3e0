//! Constants that need no pose: masses of subtrees, the trees that tendons connect, sleep policies.

use synovia_model::Model;
use synovia_model::enums::{SleepPolicy, TrnType, WrapType};
use synovia_model::id::{
    BodyId, FlexNodeId, FlexVertId, GeomId, JointId, SiteId, TendonId, TreeId, WrapId,
};

use super::ConstError;

/// Sets `body.subtreemass`, `tendon.treenum`, `tendon.treeid`, `tree.sleep_policy` and the size `ngravcomp`.
pub(super) fn set_fixed(model: &mut Model) -> Result<(), ConstError> {
    set_subtree_masses(model);
    // number of bodies with gravity compensation
    let compensated = model
        .body
        .gravcomp
        .iter()
        .filter(|&&share| share > 0.0)
        .count();
    model.size.ngravcomp = compensated as i64;
    set_tendon_trees(model);
    set_sleep_policies(model)
}

/// Mass of each body with its subtree.
fn set_subtree_masses(model: &mut Model) {
    let body = &mut model.body;
    body.subtreemass.copy_from(&body.mass);
    // order: last body first, so that a parent is complete before it is added to its own parent
    for b in body.ids().skip(1).rev() {
        let carried = body.subtreemass[b];
        body.subtreemass[body.parentid[b]] += carried;
    }
}

/// The tree of the body that a path element is attached to.
fn tree_of(model: &Model, w: WrapId) -> Option<TreeId> {
    // pulleys have no body
    let id = model.wrap.objid[w];
    let b = match model.wrap.type_[w] {
        WrapType::Joint => model.joint.bodyid[JointId(id)],
        WrapType::Site => model.site.bodyid[SiteId(id)],
        WrapType::Sphere | WrapType::Cylinder => model.geom.bodyid[GeomId(id)],
        _ => return None,
    };
    model.body.treeid[b].get()
}

/// All trees of a tendon, each once, in the order of the path.
fn trees_of(model: &Model, t: TendonId) -> Vec<TreeId> {
    let mut trees = Vec::new();
    for tree in model.tendon.path(t).filter_map(|w| tree_of(model, w)) {
        if !trees.contains(&tree) {
            trees.push(tree);
        }
    }
    trees
}

/// Stores up to two trees of each tendon, and their number.
fn set_tendon_trees(model: &mut Model) {
    for t in model.tendon.ids() {
        let trees = trees_of(model, t);
        let nth = |k: usize| trees.get(k).copied().unwrap_or(TreeId::NONE);
        model.tendon.treeid[t] = [nth(0), nth(1)];
        model.tendon.treenum[t] = trees.len() as i32;
    }
}

/// Trees with actuators, flexes, or tendons with springs do not fall asleep automatically.
fn set_sleep_policies(model: &mut Model) -> Result<(), ConstError> {
    // trees that an actuator acts on
    for u in model.actuator.ids() {
        let id = model.actuator.trnid[u][0];
        let b = match model.actuator.trntype[u] {
            TrnType::Joint | TrnType::JointInParent => model.joint.bodyid[JointId(id)],
            TrnType::Site | TrnType::SliderCrank => model.site.bodyid[SiteId(id)],
            TrnType::Body => BodyId(id),
            TrnType::Tendon => {
                for tree in trees_of(model, TendonId(id)) {
                    keep_awake(model, tree);
                }
                continue;
            }
            _ => continue,
        };
        if let Some(tree) = model.body.treeid[b].get() {
            keep_awake(model, tree);
        }
    }

    // trees that a tendon couples: by a spring or damper, or more than two of them
    for t in model.tendon.ids() {
        // a tendon in one tree, or a slack one between two, may sleep
        let trees = trees_of(model, t);
        let slack = model.tendon.stiffness[t] == 0.0 && model.tendon.damping[t] == 0.0;
        if trees.len() < 2 || (trees.len() == 2 && slack) {
            continue;
        }
        // a policy of the user that contradicts this is an error
        for &tree in &trees {
            let policy = model.tree.sleep_policy[tree];
            if policy == SleepPolicy::Allowed || policy == SleepPolicy::Init {
                return Err(ConstError::SleepRefused {
                    tree,
                    tendon: t,
                    many: trees.len() > 2,
                });
            }
            keep_awake(model, tree);
        }
    }

    // trees of the bodies of flexes
    for f in model.flex.ids() {
        // nodes of an interpolated flex, vertices of any other
        let bodies: Vec<BodyId> = if model.flex.interp[f] != 0 {
            let adr = model.flex.nodeadr[f] as usize;
            let nodes = adr..adr + model.flex.nodenum[f] as usize;
            nodes
                .map(|n| model.flex.nodebodyid[FlexNodeId::new(n)])
                .collect()
        } else {
            let adr = model.flex.vertadr[f] as usize;
            let verts = adr..adr + model.flex.vertnum[f] as usize;
            verts
                .map(|v| model.flex.vertbodyid[FlexVertId::new(v)])
                .collect()
        };
        for b in bodies {
            if let Some(tree) = model.body.treeid[b].get() {
                keep_awake(model, tree);
            }
        }
    }

    // all other trees without a policy may sleep
    for policy in &mut model.tree.sleep_policy {
        if *policy == SleepPolicy::Auto {
            *policy = SleepPolicy::AutoAllowed;
        }
    }
    Ok(())
}

/// Makes a tree without an explicit policy never sleep.
fn keep_awake(model: &mut Model, tree: TreeId) {
    let policy = &mut model.tree.sleep_policy[tree];
    if *policy == SleepPolicy::Auto {
        *policy = SleepPolicy::AutoNever;
    }
}
