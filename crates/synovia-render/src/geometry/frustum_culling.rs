//! Frustum culling in an item's own frame: the six planes of the view frustum, and the eye position for cone culling.

use crate::matrix::{Mat4, Vec3, Vec4};

/// The six planes of the frustum in an item's frame, with the lengths of their normals.
pub(crate) struct Frustum([[f32; 5]; 6]);

impl Frustum {
    /// The frustum of a matrix to clip space.
    pub(crate) fn new(m: &Mat4) -> Self {
        let m = &m.0;
        let row = |r: usize| [m[r], m[4 + r], m[8 + r], m[12 + r]];
        let (x, y, z, w) = (row(0), row(1), row(2), row(3));
        let side_plane = |s: f32, a: Vec4| -> [f32; 5] {
            let p: Vec4 = core::array::from_fn(|k| w[k] + s * a[k]);
            [
                p[0],
                p[1],
                p[2],
                p[3],
                (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt(),
            ]
        };
        let far = [
            z[0],
            z[1],
            z[2],
            z[3],
            (z[0] * z[0] + z[1] * z[1] + z[2] * z[2]).sqrt(),
        ];
        Self([
            side_plane(1.0, x),
            side_plane(-1.0, x),
            side_plane(1.0, y),
            side_plane(-1.0, y),
            side_plane(-1.0, z),
            far,
        ])
    }

    /// Whether a bounding sphere is outside the frustum.
    #[inline]
    pub(crate) fn culls(&self, center: Vec3, radius: f32) -> bool {
        self.0.iter().any(|p| {
            let height = p[0] * center[0] + p[1] * center[1] + p[2] * center[2] + p[3];
            height < -radius * p[4] * 1.0001
        })
    }
}

/// The eye position in the frame of a matrix to clip space, where `x`, `y` and `w` vanish; `None` for an orthographic projection.
pub(crate) fn eye_position(clip: &Mat4) -> Option<Vec3> {
    let m = clip.0.map(f64::from);
    let column = |c: usize| [m[c], m[c + 1], m[c + 3]];
    let cross = |p: [f64; 3], q: [f64; 3]| {
        [
            p[1] * q[2] - p[2] * q[1],
            p[2] * q[0] - p[0] * q[2],
            p[0] * q[1] - p[1] * q[0],
        ]
    };
    let dot = |p: [f64; 3], q: [f64; 3]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    let (a, b, c, t) = (column(0), column(4), column(8), column(12));
    let det = dot(a, cross(b, c));
    let eye = [
        dot(t, cross(b, c)),
        dot(t, cross(c, a)),
        dot(t, cross(a, b)),
    ]
    .map(|v| (-v / det) as f32);
    eye.iter()
        .all(|v| v.is_finite() && v.abs() < 1e6)
        .then_some(eye)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::{frustum, reversed_depth};

    #[test]
    fn the_eye_position_is_recovered() {
        let clip = reversed_depth()
            .mul(&frustum([-0.1, 0.1], [-0.1, 0.1], 0.1, 100.0))
            .translate([1.0, -2.0, 3.0]);
        let eye = eye_position(&clip).unwrap();
        for (found, expected) in eye.into_iter().zip([-1.0f32, 2.0, -3.0]) {
            assert!((found - expected).abs() < 1e-4);
        }
    }
}
