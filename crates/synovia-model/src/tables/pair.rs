//! Predefined and excluded pairs.

use crate::column::Col;
use crate::id::{ExcludeId, GeomId, PairId};
use crate::table::table;

table! {
    /// Geom pairs that are tested regardless of their bits and bodies, with their own parameters.
    pub struct PairTable of named PairId {
        /// Dimensions of the contact space: 1, 3, 4 or 6.
        dim: Col<PairId, i32> = "pair_dim" ["npair"],
        /// First geom.
        geom1: Col<PairId, GeomId> = "pair_geom1" ["npair"],
        /// Second geom.
        geom2: Col<PairId, GeomId> = "pair_geom2" ["npair"],
        /// Signature of the two bodies, `(body1 << 16) + body2`; the pairs are sorted by it.
        signature: Col<PairId, i32> = "pair_signature" ["npair"],
        /// Reference dynamics along the normal.
        solref: Col<PairId, [f64; 2]> = "pair_solref" ["npair x mjNREF"],
        /// Reference dynamics along the friction directions; zeros mean the same as `solref`.
        solreffriction: Col<PairId, [f64; 2]> = "pair_solreffriction" ["npair x mjNREF"],
        /// Impedance.
        solimp: Col<PairId, [f64; 5]> = "pair_solimp" ["npair x mjNIMP"],
        /// Contacts appear when the distance is below this \[m\].
        margin: Col<PairId, f64> = "pair_margin" ["npair"],
        /// Contacts push only when the distance is below `margin - gap` \[m\].
        gap: Col<PairId, f64> = "pair_gap" ["npair"],
        /// Two sliding, one torsional and two rolling friction coefficients.
        friction: Col<PairId, [f64; 5]> = "pair_friction" ["npair x 5"],
    }
}

table! {
    /// Body pairs that never touch.
    pub struct ExcludeTable of named ExcludeId {
        /// Signature of the two bodies, `(body1 << 16) + body2`; sorted.
        signature: Col<ExcludeId, i32> = "exclude_signature" ["nexclude"],
    }
}
