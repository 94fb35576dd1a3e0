//! Degrees of freedom: who moves what, and which ancestor dofs act on it.

use synovia_model::enums::SleepPolicy;
use synovia_model::{BodyId, DofId, JointId, Model, TreeId};

use super::{Tree, joint};
use crate::cx::Cx;

/// Fills the tables of dofs and trees; joints and bodies are filled.
pub fn fill(cx: &mut Cx<'_>, tree: &Tree, model: &mut Model) {
    let scene = cx.scene;

    // the last dof on the way from the world to each body, and through it
    let mut last: Vec<DofId> = vec![DofId::NONE; tree.bodies.len()];
    let mut next_joint = 0;
    for (b, body) in tree.bodies.iter().enumerate() {
        last[b] = last[body.parent];
        for j in next_joint..next_joint + body.njoint {
            let node = &tree.joints[j];
            let el = &scene.joints[node.src].el;
            let solref = el.solreffriction.fill(synovia_model::DEFAULT_SOLREF);
            let solimp = el.solimpfriction.fill(synovia_model::DEFAULT_SOLIMP);
            for _ in 0..joint::ndof(node.kind) {
                let dof = &mut model.dof;
                dof.bodyid.push(BodyId::new(b));
                dof.jntid.push(JointId::new(j));
                dof.parentid.push(last[b]);
                dof.solref.push(solref);
                dof.solimp.push(solimp);
                dof.frictionloss.push(el.frictionloss.or(0.0));
                dof.armature.push(el.armature.or(0.0));
                dof.damping.push(el.damping.or(0.0));
                last[b] = DofId::new(dof.bodyid.len() - 1);
            }
        }
        next_joint += body.njoint;
    }

    // a dof without a parent starts a tree
    let mut trees: i64 = 0;
    for i in 0..model.dof.parentid.len() {
        if !model.dof.parentid[i].is_some() {
            trees += 1;
        }
        model.dof.treeid.push(TreeId::new((trees - 1) as usize));
    }
    model.size.ntree = trees;
    for b in model.body.ids() {
        let weld = model.body.weldid[b];
        let treeid = match model.body.dofnum[weld] {
            0 => TreeId::NONE,
            _ => model.dof.treeid[model.body.dofadr[weld] as usize],
        };
        model.body.treeid.push(treeid);
    }

    // sleep policy of the root of each tree
    let mut policy = vec![SleepPolicy::Auto; trees as usize];
    for b in 1..tree.bodies.len() {
        let at = &scene.bodies[tree.bodies[b].src];
        let Some(&sleep) = at.el.sleep.get() else {
            continue;
        };
        if sleep as i32 == SleepPolicy::Auto.0 {
            continue;
        }
        let treeid = model.body.treeid[b];
        if !treeid.is_some() || treeid == model.body.treeid[b - 1] {
            cx.error(
                at.el.sleep.span(),
                "body sleep: only the root of a moving tree has a sleep policy",
            );
        } else {
            policy[treeid.index()] = SleepPolicy(sleep as i32);
        }
    }
    model.tree.sleep_policy = policy.into();
}
