//! Position stages: what follows from `qpos` alone.

pub mod camlight;
pub mod com;
pub mod inertia;
pub mod jacobian;
pub mod kinematics;
