//! The planes of faces of a [polytope](super::polytope), four at a time.

use synovia_math::fearless_simd::{Simd, f64x4, prelude::*};
use synovia_math::{MIN_VAL, Vec3};

use super::affine::origin_on_plane;

/// Number of faces that are computed together.
pub(super) const LANES: usize = 4;

/// The nearest points, x, y and z, and squared distances of the planes of [`LANES`] triangles; zeros for one without area.
///
/// Each is the [projection](origin_on_plane) of the origin, with the same operations in the same order.
#[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
#[inline(always)]
pub(super) fn planes<S: Simd>(simd: S, triangles: [[&Vec3; 3]; LANES]) -> [[f64; LANES]; 4] {
    let column = |corner: usize, c: fn(&Vec3) -> f64| {
        f64x4::load_array(simd, [0, 1, 2, 3].map(|k| c(triangles[k][corner])))
    };
    let columns = |corner| {
        [
            column(corner, |v| v.x),
            column(corner, |v| v.y),
            column(corner, |v| v.z),
        ]
    };
    // order: that of `origin_on_plane` of the corners, the last one first
    let (p, q, r) = (columns(2), columns(1), columns(0));
    let [a, b] = [[r, q], [q, p]].map(|[u, v]| [u[0] - v[0], u[1] - v[1], u[2] - v[2]]);
    let normal = [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ];
    let dot = |u: [f64x4<S>; 3], v: [f64x4<S>; 3]| u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    let (height, norm2) = (dot(normal, q), dot(normal, normal));
    let scale = height / norm2;
    let nearest = normal.map(|c| c * scale);
    let dist2 = dot(nearest, nearest);
    let [x, y, z] = nearest;
    let mut planes = [x.to_array(), y.to_array(), z.to_array(), dist2.to_array()];

    // thin triangles one by one
    let zero = f64x4::splat(simd, 0.0);
    let regular = norm2.simd_gt(MIN_VAL) & (height.simd_gt(zero) | height.simd_lt(zero));
    if regular.to_bitmask() as u8 != (1 << LANES) - 1 {
        planes_of_thin(triangles, &mut planes);
    }
    planes
}

/// The same, one by one.
#[cold]
#[inline(never)]
fn planes_of_thin(triangles: [[&Vec3; 3]; LANES], planes: &mut [[f64; LANES]; 4]) {
    for (k, [p, q, r]) in triangles.into_iter().enumerate() {
        let nearest = origin_on_plane(r, q, p).unwrap_or(Vec3::ZERO);
        let numbers = [nearest.x, nearest.y, nearest.z, nearest.norm_squared()];
        for (lanes, number) in planes.iter_mut().zip(numbers) {
            lanes[k] = number;
        }
    }
}
