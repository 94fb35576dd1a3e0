//! Degrees of freedom: who moves what.

use synovia_model::{BodyId, JointId, Model};

use super::Tree;
use crate::cx::Cx;

/// Fills the table of dofs, but for what follows from the tree.
pub(crate) fn fill(cx: &mut Cx<'_>, tree: &Tree, model: &mut Model) {
    for (j, node) in tree.joints.iter().enumerate() {
        let el = &cx.scene.joints[node.src].el;
        let solref = el.solreffriction.fill(synovia_model::DEFAULT_SOLREF);
        let solimp = el.solimpfriction.fill(synovia_model::DEFAULT_SOLIMP);
        for _ in 0..node.kind.dof_len() {
            let dof = &mut model.dof;
            dof.bodyid.push(BodyId::new(node.body));
            dof.jntid.push(JointId::new(j));
            dof.solref.push(solref);
            dof.solimp.push(solimp);
            dof.frictionloss.push(el.frictionloss.or(0.0));
            dof.armature.push(el.armature.or(0.0));
            dof.damping.push(el.damping.or(0.0));
        }
    }
}
