//! Equality constraints.

use crate::column::Col;
use crate::enums::{EqType, ObjType};
use crate::id::EqualityId;
use crate::table::table;

table! {
    /// Equality constraints in the order of the file.
    pub struct EqualityTable of named EqualityId {
        /// Kind of constraint.
        type_: Col<EqualityId, EqType> = "eq_type" ["neq"],
        /// First object: body, site, joint, tendon or flex.
        obj1id: Col<EqualityId, i32> = "eq_obj1id" ["neq"],
        /// Second object; −1 if there is none.
        obj2id: Col<EqualityId, i32> = "eq_obj2id" ["neq"],
        /// Kind of the two objects.
        objtype: Col<EqualityId, ObjType> = "eq_objtype" ["neq"],
        /// 1 if the constraint is on after a reset.
        active0: Col<EqualityId, u8> = "eq_active0" ["neq"],
        /// Reference dynamics.
        solref: Col<EqualityId, [f64; 2]> = "eq_solref" ["neq x mjNREF"],
        /// Impedance.
        solimp: Col<EqualityId, [f64; 5]> = "eq_solimp" ["neq x mjNIMP"],
        /// Anchors, relative pose or polynomial, by kind.
        data: Col<EqualityId, [f64; 11]> = "eq_data" ["neq x mjNEQDATA"],
    }
}
