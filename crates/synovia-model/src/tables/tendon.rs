//! Tendons and their paths.

use crate::column::{Col, Grid};
use crate::enums::WrapType;
use crate::id::{Ids, MaterialId, TendonId, TreeId, WrapId, span};
use crate::table::table;

table! {
    /// Tendons: lengths that are functions of the pose.
    pub struct TendonTable of named TendonId {
        /// First element of the path. See [`TendonTable::path`].
        adr: Col<TendonId, i32> = "tendon_adr" ["ntendon"],
        /// Number of elements of the path.
        num: Col<TendonId, i32> = "tendon_num" ["ntendon"],
        /// Material; −1 if none.
        matid: Col<TendonId, MaterialId> = "tendon_matid" ["ntendon"],
        /// Visibility group.
        group: Col<TendonId, i32> = "tendon_group" ["ntendon"],
        /// Number of kinematic trees that the tendon connects.
        treenum: Col<TendonId, i32> = "tendon_treenum" ["ntendon"],
        /// The first two of these trees; −1 where there is none.
        treeid: Col<TendonId, [TreeId; 2]> = "tendon_treeid" ["ntendon x 2"],
        /// 1 if `range` is enforced.
        limited: Col<TendonId, u8> = "tendon_limited" ["ntendon"],
        /// 1 if the sum of actuator forces is clamped to `actfrcrange`.
        actfrclimited: Col<TendonId, u8> = "tendon_actfrclimited" ["ntendon"],
        /// Drawn width \[m\].
        width: Col<TendonId, f64> = "tendon_width" ["ntendon"],
        /// Reference dynamics of the limit constraint.
        solref_lim: Col<TendonId, [f64; 2]> = "tendon_solref_lim" ["ntendon x mjNREF"],
        /// Impedance of the limit constraint.
        solimp_lim: Col<TendonId, [f64; 5]> = "tendon_solimp_lim" ["ntendon x mjNIMP"],
        /// Reference dynamics of the friction-loss constraint.
        solref_fri: Col<TendonId, [f64; 2]> = "tendon_solref_fri" ["ntendon x mjNREF"],
        /// Impedance of the friction-loss constraint.
        solimp_fri: Col<TendonId, [f64; 5]> = "tendon_solimp_fri" ["ntendon x mjNIMP"],
        /// Shortest and longest length \[m\].
        range: Col<TendonId, [f64; 2]> = "tendon_range" ["ntendon x 2"],
        /// Lower and upper limit of the sum of actuator forces \[N\].
        actfrcrange: Col<TendonId, [f64; 2]> = "tendon_actfrcrange" ["ntendon x 2"],
        /// Distance to a limit at which the constraint appears \[m\].
        margin: Col<TendonId, f64> = "tendon_margin" ["ntendon"],
        /// Spring constant \[N/m\].
        stiffness: Col<TendonId, f64> = "tendon_stiffness" ["ntendon"],
        /// Viscous friction \[N s/m\].
        damping: Col<TendonId, f64> = "tendon_damping" ["ntendon"],
        /// Inertia along the tendon \[kg\].
        armature: Col<TendonId, f64> = "tendon_armature" ["ntendon"],
        /// Dry friction \[N\].
        frictionloss: Col<TendonId, f64> = "tendon_frictionloss" ["ntendon"],
        /// Lengths between which the spring is slack \[m\].
        lengthspring: Col<TendonId, [f64; 2]> = "tendon_lengthspring" ["ntendon x 2"],
        /// Length at the reference pose \[m\].
        length0: Col<TendonId, f64> = "tendon_length0" ["ntendon"],
        /// Inverse inertia along the tendon at the reference pose.
        invweight0: Col<TendonId, f64> = "tendon_invweight0" ["ntendon"],
        /// User data.
        user: Grid<TendonId, f64> = "tendon_user" ["ntendon x nuser_tendon"],
        /// Color if there is no material.
        rgba: Col<TendonId, [f32; 4]> = "tendon_rgba" ["ntendon x 4"],
    }
}

table! {
    /// Elements of the paths of all tendons, one path after the other.
    pub struct WrapTable by WrapId {
        /// Kind of element.
        type_: Col<WrapId, WrapType> = "wrap_type" ["nwrap"],
        /// Joint, site or geom; −1 for a pulley.
        objid: Col<WrapId, i32> = "wrap_objid" ["nwrap"],
        /// Coefficient of a joint, divisor of a pulley, side site of a wrapping geom (−1: none).
        prm: Col<WrapId, f64> = "wrap_prm" ["nwrap"],
    }
}

impl TendonTable {
    /// Elements of the path of tendon `t`.
    #[inline]
    pub fn path(&self, t: TendonId) -> Ids<WrapId> {
        span(self.adr[t], self.num[t])
    }
}
