//! Custom numbers, strings and tuples.

use crate::column::Col;
use crate::enums::ObjType;
use crate::id::{NumericId, TextId, TupleId};
use crate::table::table;

table! {
    /// Custom numeric fields.
    pub struct NumericTable of named NumericId {
        /// First number in `data`.
        adr: Col<NumericId, i32> = "numeric_adr" ["nnumeric"],
        /// Number of numbers.
        size: Col<NumericId, i32> = "numeric_size" ["nnumeric"],
        /// All numbers.
        data: Col<usize, f64> = "numeric_data" ["nnumericdata"],
    }
}

table! {
    /// Custom text fields.
    pub struct TextTable of named TextId {
        /// First character in `data`.
        adr: Col<TextId, i32> = "text_adr" ["ntext"],
        /// Number of characters with the final 0.
        size: Col<TextId, i32> = "text_size" ["ntext"],
        /// All strings, each terminated by 0.
        data: Col<usize, u8> = "text_data" ["ntextdata"],
    }
}

table! {
    /// Custom tuples of objects.
    pub struct TupleTable of named TupleId {
        /// First object of the tuple.
        adr: Col<TupleId, i32> = "tuple_adr" ["ntuple"],
        /// Number of objects.
        size: Col<TupleId, i32> = "tuple_size" ["ntuple"],
        /// Kind of each object.
        objtype: Col<usize, ObjType> = "tuple_objtype" ["ntupledata"],
        /// Id of each object.
        objid: Col<usize, i32> = "tuple_objid" ["ntupledata"],
        /// A number for each object.
        objprm: Col<usize, f64> = "tuple_objprm" ["ntupledata"],
    }
}
