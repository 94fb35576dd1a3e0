//! Keyframes.

use crate::column::{Col, Grid};
use crate::id::KeyId;
use crate::table::table;

table! {
    /// Saved states.
    pub struct KeyTable of named KeyId {
        /// Simulation time \[s\].
        time: Col<KeyId, f64> = "key_time" ["nkey"],
        /// Positions.
        qpos: Grid<KeyId, f64> = "key_qpos" ["nkey x nq"],
        /// Velocities.
        qvel: Grid<KeyId, f64> = "key_qvel" ["nkey x nv"],
        /// Activations.
        act: Grid<KeyId, f64> = "key_act" ["nkey x na"],
        /// Position of each mocap body, in the world.
        mpos: Grid<KeyId, f64> = "key_mpos" ["nkey x nmocap*3"],
        /// Orientation of each mocap body, in the world.
        mquat: Grid<KeyId, f64> = "key_mquat" ["nkey x nmocap*4"],
        /// Controls.
        ctrl: Grid<KeyId, f64> = "key_ctrl" ["nkey x nu"],
    }
}
