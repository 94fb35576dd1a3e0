//! Vertex normals.
//!
//! The normal of a vertex is the area-weighted mean of the normals of its faces. Unless smooth normals are requested,
//! faces at a large angle to that mean (cosine below 0.8) are then subtracted again, so that a sharp edge does not
//! affect the shading of the faces beside it.
//!
//! ```text
//! m_v = Σ_f A_f n_f                             f over the faces of v                    (1)
//! n_v = m_v − Σ_f A_f n_f, normalised           f with n_f·m_v < 0.8 |m_v|               (2)
//! ```
//!
//! where `A_f` is twice the area. Normals are stored in single precision, and each addition rounds to it.

use synovia_math::{MIN_VAL, Mat3, Vec3};

/// Squared lengths below this are treated as zero.
const TINY: f64 = 1e-14;
/// Cosine of the largest angle between a face and the normal of its vertex.
const SHARP: f64 = 0.8;

/// One unit normal for each vertex.
pub(super) fn compute(vertex: &[Vec3], face: &[[u32; 3]], smooth: bool) -> Vec<[f32; 3]> {
    // equation (1)
    let mean = sum_at_vertices(vertex, face, |_, _| true);
    if smooth {
        return mean.into_iter().map(direction).collect();
    }
    // direction of the mean at each vertex, and the sum of the faces that deviate too much from it
    let toward: Vec<Vec3> = (mean.iter()).map(|&n| unit_or_same(to_f64(n)).0).collect();
    let sharp = sum_at_vertices(vertex, face, |v, unit| unit.dot(toward[v]) < SHARP);
    // equation (2)
    let blunt = |(n, s): (&[f32; 3], &[f32; 3])| direction(core::array::from_fn(|k| n[k] - s[k]));
    mean.iter().zip(&sharp).map(blunt).collect()
}

/// Sum of the face normals at each vertex, weighted by area, over the faces for which `count` is true.
fn sum_at_vertices(
    vertex: &[Vec3],
    face: &[[u32; 3]],
    count: impl Fn(usize, Vec3) -> bool,
) -> Vec<[f32; 3]> {
    // order: face by face, so that every vertex adds its faces in their order
    let mut sum = vec![[0.0_f32; 3]; vertex.len()];
    for &f in face {
        let (unit, area) = face_normal(vertex, f);
        for v in f.map(|v| v as usize) {
            if count(v, unit) {
                add(&mut sum[v], unit, area);
            }
        }
    }
    sum
}

/// The unit vector; +z if the vector is too short to have a direction.
fn direction(n: [f32; 3]) -> [f32; 3] {
    let len = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
    if f64::from(len) > MIN_VAL {
        n.map(|x| x / len)
    } else {
        [0.0, 0.0, 1.0]
    }
}

/// Applies the user's rotation and scale to the normals and normalises them.
pub(super) fn transform(normal: &mut [[f32; 3]], rotation: Option<&Mat3>, scale: Option<Vec3>) {
    for n in normal.iter_mut() {
        // order: rounded to single precision after each step, as the reference does
        if let Some(mat) = rotation {
            *n = to_f32(mat.transpose_mul(to_f64(*n)));
        }
        if let Some(s) = scale {
            *n = to_f32(to_f64(*n).scale_by(s));
        }
        // a normal without length points along +z
        let len = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
        *n = if f64::from(len) > MIN_VAL {
            let inverse = 1.0 / len.sqrt();
            n.map(|x| x * inverse)
        } else {
            [0.0, 0.0, 1.0]
        };
    }
}

/// Rotates normals by `mat`.
pub(super) fn rotate(normal: &mut [[f32; 3]], mat: &Mat3) {
    for n in normal {
        *n = to_f32(*mat * to_f64(*n));
    }
}

fn to_f64([x, y, z]: [f32; 3]) -> Vec3 {
    Vec3::new(f64::from(x), f64::from(y), f64::from(z))
}

fn to_f32(v: Vec3) -> [f32; 3] {
    v.to_array().map(|x| x as f32)
}

/// `sum += unit·area`, each component rounded to `f32`.
#[inline]
fn add(sum: &mut [f32; 3], unit: Vec3, area: f64) {
    for (s, u) in sum.iter_mut().zip(unit.to_array()) {
        *s = (f64::from(*s) + u * area) as f32;
    }
}

/// Unit normal of a face, and the length of its cross product (twice its area).
#[inline]
fn face_normal(vertex: &[Vec3], face: [u32; 3]) -> (Vec3, f64) {
    let [a, b, c] = face.map(|k| vertex[k as usize]);
    unit_or_same((b - a).cross(c - a))
}

/// The unit vector and the length; a tiny vector is returned unchanged, with length 0.
#[inline]
fn unit_or_same(v: Vec3) -> (Vec3, f64) {
    let squared = v.norm_squared();
    if squared < TINY {
        return (v, 0.0);
    }
    // a vector that already has unit length keeps its bits
    let len = squared.sqrt();
    if (len - 1.0).abs() > TINY {
        return (Vec3::new(v.x / len, v.y / len, v.z / len), len);
    }
    (v, len)
}
