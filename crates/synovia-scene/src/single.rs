//! Conversions between the double precision of a simulation and the single precision of a scene.

use synovia_math::{Mat3, Quat, Vec3};

/// A vector in single precision.
#[inline]
pub(crate) fn vector(v: Vec3) -> [f32; 3] {
    [v.x as f32, v.y as f32, v.z as f32]
}

/// A matrix in single precision.
#[inline]
pub(crate) fn matrix(mat: &Mat3) -> [f32; 9] {
    mat.0.map(|x| x as f32)
}

/// A vector in double precision.
pub(crate) fn wide(v: [f32; 3]) -> Vec3 {
    Vec3::from(v.map(f64::from))
}

/// A quaternion in double precision.
pub(crate) fn wide_quat(q: [f32; 4]) -> Quat {
    Quat::from(q.map(f64::from))
}
