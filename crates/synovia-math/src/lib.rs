//! Vectors, rotations, spatial algebra and the linear algebra of kinematic trees.
//!
//! All types here are `#[repr(C)]` plain data in the reference's memory order, so a column of them is at the same
//! time a flat array of `f64`. No function allocates, except that a [`SparseChol`], [`Supernodes`], [`LaneRows`] and
//! the solvers of [`active_set`] grow with their problems, a [`Symbolic`] is built once per pattern, and a [`BoxQp`] needs buffers for its search. Nothing here
//! knows about models. The order of additions is part of every contract: there is no fused multiply-add, and
//! elementary functions do not depend on the platform: those used in a step are correctly rounded by [`nearest`], the
//! others come from `libm`.

pub mod active_set;
pub mod body_lanes;
mod box_qp;
pub mod chol;
pub mod chol_rev;
mod chol_sparse;
mod csr;
pub mod dense;
mod dry_friction;
mod eig3;
mod inertia;
pub mod kernel;
mod lane_rows;
pub mod ldl;
pub mod ldl_wide;
pub mod lu;
mod mat3;
pub mod nearest;
mod orient;
pub mod padded;
mod pose;
pub mod qcqp;
mod quat;
mod root_chain;
mod rotvel;
mod simd;
pub mod sparse_row;
mod spatial;
mod strips;
mod supernodes;
mod symbolic;
#[cfg(test)]
mod testing;
mod transposed;
pub mod unilateral;
mod vec3;

pub use box_qp::{BoxQp, Free};
pub use chol_sparse::{SparseChol, refill};
pub use csr::Csr;
pub use dry_friction::DryRows;
pub use eig3::{Eigen3, eig3, principal_axes};
#[doc(hidden)]
pub use fearless_simd;
pub use inertia::Inertia10;
pub use lane_rows::LaneRows;
pub use mat3::Mat3;
pub use pose::Pose;
pub use quat::Quat;
pub use spatial::Spatial;
pub use supernodes::Supernodes;
pub use symbolic::Symbolic;
pub use transposed::{Transposed, dot_sparse_in_fours};
pub use vec3::Vec3;

/// Lengths, masses and denominators below this are treated as zero.
#[doc(alias = "mjMINVAL")]
pub const MIN_VAL: f64 = 1e-15;

/// The larger of two numbers; the second if either is NaN, so that `larger(bound, x)` passes a NaN in `x` on.
#[doc(alias = "mju_max")]
#[inline]
pub fn larger(a: f64, b: f64) -> f64 {
    if a >= b { a } else { b }
}

/// The smaller of two numbers; the second if either is NaN.
#[doc(alias = "mju_min")]
#[inline]
pub fn smaller(a: f64, b: f64) -> f64 {
    if a <= b { a } else { b }
}
