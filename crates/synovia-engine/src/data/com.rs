//! Quantities in the com-based frames: world axes, origin at the centre of mass of the kinematic tree.

use synovia_math::{Inertia10, Spatial, Vec3};
use synovia_model::column::Col;
use synovia_model::id::{BodyId, DofId};
use synovia_model::table;

table! {
    /// Written by the com stage. A spatial vector is (rotation, translation).
    pub struct ComFrame {
        /// Centre of mass of each body together with everything it carries.
        subtree_com: Col<BodyId, Vec3> = "subtree_com" ["nbody x 3"],
        /// Motion axis of each dof.
        cdof: Col<DofId, Spatial> = "cdof" ["nv x 6"],
        /// Inertia of each body alone: six of the tensor, three of mass times offset, the mass.
        cinert: Col<BodyId, Inertia10> = "cinert" ["nbody x 10"],
    }
}
