//! Degrees of freedom: the table of dofs.

use synovia_model::{BodyId, JointId, Model};

use super::Tree;
use crate::cx::Cx;

/// Fills the table of dofs, except for the columns derived from the tree.
pub(crate) fn fill(cx: &mut Cx<'_>, tree: &Tree, model: &mut Model) {
    for (j, node) in tree.joints.iter().enumerate() {
        let el = &cx.flat.joints[node.src].el;
        let own = el.values();
        let solref = own.solreffriction;
        let solimp = own.solimpfriction;
        // all dofs of a joint have the same parameters
        for _ in 0..node.kind.dof_len() {
            let dof = &mut model.dof;
            dof.bodyid.push(BodyId::new(node.body));
            dof.jntid.push(JointId::new(j));
            dof.solref.push(solref);
            dof.solimp.push(solimp);
            dof.frictionloss.push(own.frictionloss);
            dof.armature.push(own.armature);
            dof.damping.push(own.damping);
        }
    }
}
