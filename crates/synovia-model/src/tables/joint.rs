//! Joints.

use core::ops::Range;

use synovia_math::Vec3;

use crate::column::{Col, Grid};
use crate::enums::JointType;
use crate::id::{BodyId, DofId, Ids, JointId, span};
use crate::table::table;

table! {
    /// Joints, grouped by body in the order in which they act.
    pub struct JointTable of named JointId {
        /// Kind of joint.
        type_: Col<JointId, JointType> = "jnt_type" ["njnt"],
        /// First number of the joint in `qpos`. See [`JointTable::qpos`].
        qposadr: Col<JointId, i32> = "jnt_qposadr" ["njnt"],
        /// First number of the joint in `qvel`, its first dof. See [`JointTable::dofs`].
        dofadr: Col<JointId, i32> = "jnt_dofadr" ["njnt"],
        /// Body that the joint moves.
        bodyid: Col<JointId, BodyId> = "jnt_bodyid" ["njnt"],
        /// Visibility group.
        group: Col<JointId, i32> = "jnt_group" ["njnt"],
        /// 1 if `range` is enforced.
        limited: Col<JointId, u8> = "jnt_limited" ["njnt"],
        /// 1 if the sum of actuator forces is clamped to `actfrcrange`.
        actfrclimited: Col<JointId, u8> = "jnt_actfrclimited" ["njnt"],
        /// 1 if gravity compensation is part of the actuator force.
        actgravcomp: Col<JointId, u8> = "jnt_actgravcomp" ["njnt"],
        /// Reference dynamics of the limit constraint.
        solref: Col<JointId, [f64; 2]> = "jnt_solref" ["njnt x mjNREF"],
        /// Impedance of the limit constraint.
        solimp: Col<JointId, [f64; 5]> = "jnt_solimp" ["njnt x mjNIMP"],
        /// Anchor in the body frame \[m\].
        pos: Col<JointId, Vec3> = "jnt_pos" ["njnt x 3"],
        /// Axis of a hinge or slide in the body frame, of unit length.
        axis: Col<JointId, Vec3> = "jnt_axis" ["njnt x 3"],
        /// Spring constant \[N m/rad or N/m\].
        stiffness: Col<JointId, f64> = "jnt_stiffness" ["njnt"],
        /// Lower and upper limit \[rad or m\]; a ball joint uses the upper one.
        range: Col<JointId, [f64; 2]> = "jnt_range" ["njnt x 2"],
        /// Lower and upper limit of the sum of actuator forces.
        actfrcrange: Col<JointId, [f64; 2]> = "jnt_actfrcrange" ["njnt x 2"],
        /// Distance to a limit at which the constraint appears.
        margin: Col<JointId, f64> = "jnt_margin" ["njnt"],
        /// User data.
        user: Grid<JointId, f64> = "jnt_user" ["njnt x nuser_jnt"],
    }
}

impl JointTable {
    /// Dofs of joint `j`.
    #[inline]
    pub fn dofs(&self, j: JointId) -> Ids<DofId> {
        span(self.dofadr[j], self.type_[j].dof_len() as i32)
    }

    /// Positions of joint `j` in `qpos`.
    #[inline]
    pub fn qpos(&self, j: JointId) -> Range<usize> {
        let adr = self.qposadr[j] as usize;
        adr..adr + self.type_[j].qpos_len()
    }
}
