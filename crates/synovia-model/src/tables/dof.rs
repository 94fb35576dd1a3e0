//! Degrees of freedom.

use crate::column::Col;
use crate::id::{BodyId, DofId, JointId, TreeId};
use crate::table::table;

table! {
    /// Degrees of freedom in the order of `qvel`: the motion axes of all joints.
    pub struct DofTable by DofId {
        /// Body that the dof moves.
        bodyid: Col<DofId, BodyId> = "dof_bodyid" ["nv"],
        /// Joint that the dof belongs to.
        jntid: Col<DofId, JointId> = "dof_jntid" ["nv"],
        /// Next dof towards the root of the tree; −1 for the first of a tree. See [`DofTable::parent`].
        parentid: Col<DofId, DofId> = "dof_parentid" ["nv"],
        /// Kinematic tree of the dof.
        treeid: Col<DofId, TreeId> = "dof_treeid" ["nv"],
        /// Position of the diagonal element in the legacy order of the inertia matrix.
        madr: Col<DofId, i32> = "dof_Madr" ["nv"],
        /// Number of consecutive dofs from here on whose rows of the inertia matrix are diagonal.
        simplenum: Col<DofId, i32> = "dof_simplenum" ["nv"],
        /// Reference dynamics of the friction-loss constraint.
        solref: Col<DofId, [f64; 2]> = "dof_solref" ["nv x mjNREF"],
        /// Impedance of the friction-loss constraint.
        solimp: Col<DofId, [f64; 5]> = "dof_solimp" ["nv x mjNIMP"],
        /// Dry friction: largest force that friction can resist \[N m or N\].
        frictionloss: Col<DofId, f64> = "dof_frictionloss" ["nv"],
        /// Inertia added to the diagonal, such as of a rotor \[kg m² or kg\].
        armature: Col<DofId, f64> = "dof_armature" ["nv"],
        /// Viscous friction \[N m s/rad or N s/m\].
        damping: Col<DofId, f64> = "dof_damping" ["nv"],
        /// Diagonal of the inverse inertia matrix at the reference pose, averaged over the joint.
        invweight0: Col<DofId, f64> = "dof_invweight0" ["nv"],
        /// Diagonal of the inertia matrix at the reference pose.
        m0: Col<DofId, f64> = "dof_M0" ["nv"],
        /// 1 for translations; for rotations the length that turns an angle into a displacement \[m\].
        length: Col<DofId, f64> = "dof_length" ["nv"],
    }
}

impl DofTable {
    /// Next dof towards the root of the tree.
    #[inline]
    pub fn parent(&self, i: DofId) -> Option<DofId> {
        self.parentid[i].get()
    }

    /// Dof `i`, its parent, the parent of that, and so on to the root.
    pub fn to_root(&self, i: DofId) -> impl Iterator<Item = DofId> + '_ {
        core::iter::successors(i.get(), |&k| self.parent(k))
    }
}
