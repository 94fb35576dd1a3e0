//! The state: everything that a saved run needs, and nothing that can be computed from it.

use synovia_math::{Quat, Vec3};
use synovia_model::column::Col;
use synovia_model::id::{ActuatorId, BodyId, DofId, EqualityId, MocapId, TreeId};
use synovia_model::table;

table! {
    /// Written by the user and by the integrators; read by every stage.
    pub struct State {
        /// Generalised positions; unit quaternions of ball and free joints are normalised where they are used.
        qpos: Col<usize, f64> = "qpos" ["nq"],
        /// Generalised velocities.
        qvel: Col<DofId, f64> = "qvel" ["nv"],
        /// Activations of actuators with dynamics.
        act: Col<usize, f64> = "act" ["na"],
        /// Delayed controls and sensor readings.
        history: Col<usize, f64> = "history" ["nhistory"],
        /// Acceleration of the previous step: the starting point of the constraint solver.
        qacc_warmstart: Col<DofId, f64> = "qacc_warmstart" ["nv"],
        /// State of plugins.
        plugin_state: Col<usize, f64> = "plugin_state" ["npluginstate"],
        /// Controls.
        ctrl: Col<ActuatorId, f64> = "ctrl" ["nu"],
        /// Generalised force applied by the user.
        qfrc_applied: Col<DofId, f64> = "qfrc_applied" ["nv"],
        /// Cartesian force, then torque, applied by the user at the centre of mass of each body; world axes.
        xfrc_applied: Col<BodyId, [f64; 6]> = "xfrc_applied" ["nbody x 6"],
        /// 1 if the equality constraint is enforced.
        eq_active: Col<EqualityId, u8> = "eq_active" ["neq"],
        /// Position of each mocap body, in the world.
        mocap_pos: Col<MocapId, Vec3> = "mocap_pos" ["nmocap x 3"],
        /// Orientation of each mocap body, in the world.
        mocap_quat: Col<MocapId, Quat> = "mocap_quat" ["nmocap x 4"],
        /// Free for the user.
        userdata: Col<usize, f64> = "userdata" ["nuserdata"],
        /// Sleep of each tree: negative while awake, else the next tree of its sleeping island.
        tree_asleep: Col<TreeId, i32> = "tree_asleep" ["ntree"],
        ;
        /// Simulated time \[s\].
        time: f64,
    }
}
