//! Vectors and 4 × 4 matrices in single precision, multiplied in the order of the reference's graphics library.
//!
//! Matrices are column-major and act on column vectors: `A·v`, element `(r, c)` at `4c + r`. A depth is the difference of two
//! nearly equal numbers of the projection, so the order of operations is part of the result.

/// Three numbers: a point or a direction.
pub(crate) type Vec3 = [f32; 3];
/// Homogeneous coordinates.
pub(crate) type Vec4 = [f32; 4];

/// `a − b`.
#[inline]
pub(crate) fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `a + b`.
#[inline]
pub(crate) fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// `s a`.
#[inline]
pub(crate) fn scale(a: Vec3, s: f32) -> Vec3 {
    [a[0] * s, a[1] * s, a[2] * s]
}

/// `a · b`.
#[inline]
pub(crate) fn dot(a: Vec3, b: Vec3) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// `a × b`.
#[inline]
pub(crate) fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// `a / |a|`; the z axis if `a` is shorter than 1e-10.
#[inline]
pub(crate) fn normalize(a: Vec3) -> Vec3 {
    let length = dot(a, a).sqrt();
    if length < 1e-10 {
        [0.0, 0.0, 1.0]
    } else {
        scale(a, 1.0 / length)
    }
}

/// `a / |a|`; zero if `a` is zero.
#[inline]
pub(crate) fn direction(a: Vec3) -> Vec3 {
    let square = dot(a, a);
    if square > 0.0 {
        scale(a, 1.0 / square.sqrt())
    } else {
        [0.0; 3]
    }
}

/// Normal of the triangle `a b c`.
pub(crate) fn normal(a: Vec3, b: Vec3, c: Vec3) -> Vec3 {
    normalize(cross(sub(b, a), sub(c, a)))
}

/// A matrix, column-major.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mat4(pub(crate) [f32; 16]);

impl Mat4 {
    /// The identity.
    pub(crate) const IDENTITY: Self = {
        let mut m = [0.0; 16];
        m[0] = 1.0;
        m[5] = 1.0;
        m[10] = 1.0;
        m[15] = 1.0;
        Self(m)
    };

    /// `self · other`.
    pub(crate) fn mul(&self, other: &Self) -> Self {
        let (a, b) = (&self.0, &other.0);
        let mut p = [0.0; 16];
        for r in 0..4 {
            for c in 0..4 {
                // order: along the row
                p[4 * c + r] = a[r] * b[4 * c]
                    + a[4 + r] * b[4 * c + 1]
                    + a[8 + r] * b[4 * c + 2]
                    + a[12 + r] * b[4 * c + 3];
            }
        }
        Self(p)
    }

    /// `self` after a translation.
    pub(crate) fn translate(&self, t: Vec3) -> Self {
        let mut m = self.0;
        for r in 0..4 {
            m[12 + r] += m[r] * t[0] + m[4 + r] * t[1] + m[8 + r] * t[2];
        }
        Self(m)
    }

    /// `self` after a scaling of the axes.
    pub(crate) fn scale(&self, s: Vec3) -> Self {
        let mut m = self.0;
        for c in 0..3 {
            for r in 0..4 {
                m[4 * c + r] *= s[c];
            }
        }
        Self(m)
    }

    /// A rotation (row-major) and a translation.
    pub(crate) fn rigid(mat: &[f32; 9], pos: Vec3) -> Self {
        Self([
            mat[0], mat[3], mat[6], 0.0, //
            mat[1], mat[4], mat[7], 0.0, //
            mat[2], mat[5], mat[8], 0.0, //
            pos[0], pos[1], pos[2], 1.0,
        ])
    }

    /// The image of a point, homogeneous.
    #[inline]
    pub(crate) fn point(&self, p: Vec3) -> Vec4 {
        let m = &self.0;
        let mut out = [0.0; 4];
        for r in 0..4 {
            out[r] = m[r] * p[0] + m[4 + r] * p[1] + m[8 + r] * p[2] + m[12 + r];
        }
        out
    }

    /// The image of a point under an affine matrix.
    #[inline]
    pub(crate) fn affine(&self, p: Vec3) -> Vec3 {
        let q = self.point(p);
        [q[0], q[1], q[2]]
    }

    /// The image of a direction.
    #[inline]
    pub(crate) fn vector(&self, v: Vec3) -> Vec3 {
        let m = &self.0;
        let mut out = [0.0; 3];
        for r in 0..3 {
            out[r] = m[r] * v[0] + m[4 + r] * v[1] + m[8 + r] * v[2];
        }
        out
    }

    /// Whether it preserves the winding of triangles: its determinant is positive.
    pub(crate) fn preserves_winding(&self) -> bool {
        let m = &self.0;
        dot(
            [m[0], m[1], m[2]],
            cross([m[4], m[5], m[6]], [m[8], m[9], m[10]]),
        ) > 0.0
    }

    /// The normal matrix, column by column: the inverse transpose of the upper left block, scaled by the determinant's magnitude.
    ///
    /// Normals are normalized later, so the scale does not matter. The sign does if the matrix contains a reflection.
    pub(crate) fn cofactors(&self) -> [Vec3; 3] {
        let m = &self.0;
        let columns = [[m[0], m[1], m[2]], [m[4], m[5], m[6]], [m[8], m[9], m[10]]];
        let c = [
            cross(columns[1], columns[2]),
            cross(columns[2], columns[0]),
            cross(columns[0], columns[1]),
        ];
        if dot(columns[0], c[0]) < 0.0 {
            c.map(|column| scale(column, -1.0))
        } else {
            c
        }
    }
}

/// Perspective projection of the frustum between two planes, depth in `[−1, 1]`.
pub(crate) fn frustum(x: [f32; 2], y: [f32; 2], near: f32, far: f32) -> Mat4 {
    let mut m = [0.0; 16];
    m[0] = (2.0 * near) / (x[1] - x[0]);
    m[5] = (2.0 * near) / (y[1] - y[0]);
    m[8] = (x[1] + x[0]) / (x[1] - x[0]);
    m[9] = (y[1] + y[0]) / (y[1] - y[0]);
    m[10] = -(far + near) / (far - near);
    m[11] = -1.0;
    m[14] = -(2.0 * far * near) / (far - near);
    Mat4(m)
}

/// Orthographic projection of a box, depth in `[−1, 1]`.
pub(crate) fn orthographic(x: [f32; 2], y: [f32; 2], near: f32, far: f32) -> Mat4 {
    let mut m = [0.0; 16];
    m[0] = 2.0 / (x[1] - x[0]);
    m[5] = 2.0 / (y[1] - y[0]);
    m[10] = -2.0 / (far - near);
    m[12] = -(x[1] + x[0]) / (x[1] - x[0]);
    m[13] = -(y[1] + y[0]) / (y[1] - y[0]);
    m[14] = -(far + near) / (far - near);
    m[15] = 1.0;
    Mat4(m)
}

/// Reversed depth: `[−1, 1]` becomes `[1, 0]`, so that the far plane is 0.
pub(crate) fn reversed_depth() -> Mat4 {
    Mat4::IDENTITY
        .translate([0.0, 0.0, 0.5])
        .scale([1.0, 1.0, -0.5])
}

/// View matrix of a camera at `eye` that looks along `forward`.
pub(crate) fn look_at(eye: Vec3, forward: Vec3, up: Vec3) -> Mat4 {
    let f = normalize(forward);
    let s = normalize(cross(f, up));
    let u = normalize(cross(s, f));
    Mat4([
        s[0],
        u[0],
        -f[0],
        0.0, //
        s[1],
        u[1],
        -f[1],
        0.0, //
        s[2],
        u[2],
        -f[2],
        0.0, //
        -dot(s, eye),
        -dot(u, eye),
        dot(f, eye),
        1.0,
    ])
}

/// Reflection in the plane through `pos` with the third axis of `mat` as normal.
pub(crate) fn reflection(pos: Vec3, mat: &[f32; 9]) -> Mat4 {
    let v = [mat[2], mat[5], mat[8]];
    let mut m = Mat4::IDENTITY.0;
    for i in 0..3 {
        for j in 0..3 {
            m[4 * i + j] -= 2.0 * (v[i] * v[j]);
        }
        m[12 + i] = 2.0 * dot([v[i] * v[0], v[i] * v[1], v[i] * v[2]], pos);
    }
    Mat4(m)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_one_at_the_near_plane_and_zero_at_the_far_plane() {
        let p = reversed_depth().mul(&frustum([-0.1, 0.1], [-0.2, 0.2], 0.25, 64.0));
        let near = p.point([0.0, 0.0, -0.25]);
        let far = p.point([0.0, 0.0, -64.0]);
        assert!((near[2] / near[3] - 1.0).abs() < 1e-6);
        assert!((far[2] / far[3]).abs() < 1e-6);
    }

    #[test]
    fn a_reflection_keeps_its_plane_and_turns_its_normal() {
        let mat = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -1.0, 0.0]; // third axis along y
        let m = reflection([0.0, 2.0, 0.0], &mat);
        assert_eq!(m.affine([3.0, 2.0, 5.0]), [3.0, 2.0, 5.0]);
        assert_eq!(m.affine([3.0, 3.0, 5.0]), [3.0, 1.0, 5.0]);
    }

    #[test]
    fn normals_stay_at_right_angles_under_unequal_scaling() {
        let m = Mat4::IDENTITY.scale([1.0, 2.0, 4.0]);
        let c = m.cofactors();
        let n = add(add(scale(c[0], 1.0), scale(c[1], 1.0)), scale(c[2], 1.0));
        let tangent = m.vector([1.0, -1.0, 0.0]);
        assert!(dot(n, tangent).abs() < 1e-6);
    }
}
