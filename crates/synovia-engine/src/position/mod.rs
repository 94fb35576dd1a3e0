//! Position stages: quantities that follow from `qpos` alone.

pub(crate) mod camlight;
pub(crate) mod com;
pub(crate) mod elimination;
pub(crate) mod inertia;
pub mod jacobian;
pub(crate) mod joint_space;
pub(crate) mod kinematics;
mod turns;
