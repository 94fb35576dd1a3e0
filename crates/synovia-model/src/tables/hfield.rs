//! Height fields.

use crate::column::Col;
use crate::id::HfieldId;
use crate::table::table;

table! {
    /// Terrain: elevations on a regular grid.
    pub struct HfieldTable of named HfieldId {
        /// Half sizes in x and y, height of elevation 1, depth of the base \[m\].
        size: Col<HfieldId, [f64; 4]> = "hfield_size" ["nhfield x 4"],
        /// Grid points along y.
        nrow: Col<HfieldId, i32> = "hfield_nrow" ["nhfield"],
        /// Grid points along x.
        ncol: Col<HfieldId, i32> = "hfield_ncol" ["nhfield"],
        /// First elevation in `data`.
        adr: Col<HfieldId, i32> = "hfield_adr" ["nhfield"],
        /// Elevations between 0 and 1, row after row.
        data: Col<usize, f32> = "hfield_data" ["nhfielddata"],
        /// Where the file name begins in `paths`; −1 if none.
        pathadr: Col<HfieldId, i32> = "hfield_pathadr" ["nhfield"],
    }
}
