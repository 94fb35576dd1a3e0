//! Random inputs and comparisons shared by the unit tests.

use crate::{Mat3, Quat, Spatial, Vec3};
use proptest::prelude::*;

/// True if `a` and `b` differ by at most `tol`, absolute if both are below one and relative otherwise.
pub(crate) fn close(a: f64, b: f64, tol: f64) -> bool {
    (a - b).abs() <= tol * a.abs().max(b.abs()).max(1.0)
}

/// [`close`] for every component.
pub(crate) fn close_vec3(a: Vec3, b: Vec3, tol: f64) -> bool {
    (0..3).all(|k| close(a[k], b[k], tol))
}

/// True if both quaternions represent the same rotation: equal up to sign.
pub(crate) fn close_quat(a: Quat, b: Quat, tol: f64) -> bool {
    let same = |sign: f64| {
        a.to_array()
            .into_iter()
            .zip(b.to_array())
            .all(|(a, b)| close(a, sign * b, tol))
    };
    same(1.0) || same(-1.0)
}

/// Components within ±`size`.
pub(crate) fn any_vec3(size: f64) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-size..size).prop_map(Vec3::from)
}

/// Directions.
pub(crate) fn any_unit() -> impl Strategy<Value = Vec3> {
    any_vec3(1.0)
        .prop_filter("too short to have a direction", |v| v.norm() > 0.05)
        .prop_map(Vec3::normalized)
}

/// Orientations.
pub(crate) fn any_quat() -> impl Strategy<Value = Quat> {
    prop::array::uniform4(-1.0..1.0_f64)
        .prop_map(Quat::from)
        .prop_filter("too short to normalise", |q| q.norm() > 0.05)
        .prop_map(Quat::normalized)
}

/// Symmetric matrices with elements within ±`size`.
pub(crate) fn any_symmetric(size: f64) -> impl Strategy<Value = Mat3> {
    prop::array::uniform6(-size..size)
        .prop_map(|[a, b, c, d, e, f]| Mat3([a, d, e, d, b, f, e, f, c]))
}

/// [`close`] for every component.
pub(crate) fn close_spatial(a: Spatial, b: Spatial, tol: f64) -> bool {
    (0..6).all(|k| close(a[k], b[k], tol))
}

/// Motions and forces with components within ±`size`.
pub(crate) fn any_spatial(size: f64) -> impl Strategy<Value = Spatial> {
    prop::array::uniform6(-size..size).prop_map(Spatial)
}

/// A dimension and a positive definite matrix `BBᵀ + 0.1`, with `B` random.
pub(crate) fn any_spd() -> impl Strategy<Value = (usize, Vec<f64>)> {
    (1..24_usize).prop_flat_map(|n| {
        let root = prop::collection::vec(-1.0..1.0_f64, n * n);
        root.prop_map(move |b| {
            let at = |r: usize, c: usize| -> f64 {
                let own = if r == c { 0.1 } else { 0.0 };
                (0..n).map(|k| b[r * n + k] * b[c * n + k]).sum::<f64>() + own
            };
            (n, (0..n * n).map(|k| at(k / n, k % n)).collect())
        })
    })
}
