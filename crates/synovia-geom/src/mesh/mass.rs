//! Volume, centre of mass and inertia of a mesh of unit density.
//!
//! Every face `(D, E, F)` with centre `c = (D+E+F)/3`, area `A` and unit normal `n` forms a tetrahedron with the area
//! centroid `o` of the whole surface:
//!
//! ```text
//! V_f = (c − o)·n A / 3,      com_f = ¾c + ¼o                                              (1)
//! ```
//!
//! With the centre of mass as origin, the second moments of the tetrahedra about it are
//!
//! ```text
//! P_jk = Σ_f V_f/20 · (2(D_jD_k + E_jE_k + F_jF_k) + D_jE_k + D_kE_j + D_jF_k + D_kF_j + E_jF_k + E_kF_j)   (2)
//! ```
//!
//! and the inertia tensor is `tr(P)·1 − P`. The modes differ in what they sum:
//!
//! | mode   | faces      | weight of a face                          |
//! |--------|------------|-------------------------------------------|
//! | legacy | mesh       | `abs(V_f)`: too large if not convex       |
//! | exact  | mesh       | `V_f`                                     |
//! | convex | hull       | `V_f`                                     |
//! | shell  | mesh       | area, and 12 instead of 20 in (2)         |

use synovia_math::{MIN_VAL, Mat3, Vec3};

use super::MeshInertia;
use crate::MeshError;

/// Area, normal and centre of a triangle. A triangle without area keeps its raw cross product as its normal.
pub(super) struct Triangle {
    /// Area, 0 if tiny.
    pub area: f64,
    /// Unit normal.
    pub normal: Vec3,
    /// Mean of the corners.
    pub center: Vec3,
}

impl Triangle {
    /// The triangle with these corners.
    #[inline]
    pub(super) fn new(a: Vec3, b: Vec3, c: Vec3) -> Self {
        let center = Vec3::new(
            (a.x + b.x + c.x) / 3.0,
            (a.y + b.y + c.y) / 3.0,
            (a.z + b.z + c.z) / 3.0,
        );
        let cross = (b - a).cross(c - a);
        let len = cross.norm();
        if len < MIN_VAL {
            return Self {
                area: 0.0,
                normal: cross,
                center,
            };
        }
        let normal = Vec3::new(cross.x / len, cross.y / len, cross.z / len);
        Self {
            area: 0.5 * len,
            normal,
            center,
        }
    }
}

/// Mass properties of a mesh of density one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// Volume, or area of a shell.
    pub volume: f64,
    /// Centre of mass.
    pub com: Vec3,
    /// Inertia tensor about the centre of mass.
    pub inertia: Mat3,
}

/// Integrates over `face` (of the surface) or `hull` (in convex mode).
pub(super) fn integrate(
    vertex: &[Vec3],
    face: &[[u32; 3]],
    hull: &[[u32; 3]],
    mode: MeshInertia,
) -> Result<MassProperties, MeshError> {
    // the apex of the tetrahedra in (1)
    let origin = area_centroid(vertex, face)?;
    let solid = if mode == MeshInertia::Convex {
        hull
    } else {
        face
    };
    let com = center_of_mass(vertex, solid, origin, mode)?;
    let (volume, inertia) = second_moments(vertex, solid, com, mode);
    Ok(MassProperties {
        volume,
        com,
        inertia,
    })
}

#[inline]
fn corners(vertex: &[Vec3], face: [u32; 3]) -> [Vec3; 3] {
    face.map(|k| vertex[k as usize])
}

fn area_centroid(vertex: &[Vec3], face: &[[u32; 3]]) -> Result<Vec3, MeshError> {
    let mut total = 0.0;
    let mut sum = Vec3::ZERO;
    for &f in face {
        let [a, b, c] = corners(vertex, f);
        let t = Triangle::new(a, b, c);
        sum += t.center * t.area;
        total += t.area;
    }
    if total < MIN_VAL {
        return Err(MeshError::AreaTooSmall);
    }
    Ok(Vec3::new(sum.x / total, sum.y / total, sum.z / total))
}

/// Centre of mass: the weighted mean of the tetrahedra (1).
fn center_of_mass(
    vertex: &[Vec3],
    face: &[[u32; 3]],
    origin: Vec3,
    mode: MeshInertia,
) -> Result<Vec3, MeshError> {
    let mut total = 0.0;
    let mut sum = Vec3::ZERO;
    for &f in face {
        let [a, b, c] = corners(vertex, f);
        let t = Triangle::new(a, b, c);
        // weight of the tetrahedron, by mode
        let weight = match mode {
            MeshInertia::Shell => t.area,
            MeshInertia::Legacy => ((t.center - origin).dot(t.normal) * t.area / 3.0).abs(),
            MeshInertia::Exact | MeshInertia::Convex => {
                (t.center - origin).dot(t.normal) * t.area / 3.0
            }
        };
        total += weight;
        // order: ¾ of the centre first, then ¼ of the origin
        sum.x += weight * (t.center.x * 3.0 / 4.0 + origin.x / 4.0);
        sum.y += weight * (t.center.y * 3.0 / 4.0 + origin.y / 4.0);
        sum.z += weight * (t.center.z * 3.0 / 4.0 + origin.z / 4.0);
    }
    // the total is a volume, or the area of a shell
    if total < MIN_VAL {
        return Err(match mode {
            MeshInertia::Shell => MeshError::AreaTooSmall,
            _ if total < 0.0 => MeshError::VolumeNegative,
            _ => MeshError::VolumeTooSmall,
        });
    }
    Ok(Vec3::new(sum.x / total, sum.y / total, sum.z / total))
}

/// Inertia tensor by equation (2), and the volume with the centre of mass as apex of the tetrahedra.
fn second_moments(vertex: &[Vec3], face: &[[u32; 3]], com: Vec3, mode: MeshInertia) -> (f64, Mat3) {
    let share = if mode == MeshInertia::Shell {
        12.0
    } else {
        20.0
    };
    let mut total = 0.0;
    // second moments xx, yy, zz, xy, xz, yz
    let mut p = [0.0; 6];
    for &f in face {
        let [d, e, f] = corners(vertex, f).map(|v| v - com);
        let t = Triangle::new(d, e, f);
        let weight = match mode {
            MeshInertia::Shell => t.area,
            MeshInertia::Legacy => (t.center.dot(t.normal) * t.area / 3.0).abs(),
            MeshInertia::Exact | MeshInertia::Convex => t.center.dot(t.normal) * t.area / 3.0,
        };
        total += weight;
        // equation (2), one component at a time
        let w = weight / share;
        let (d, e, f) = (d.to_array(), e.to_array(), f.to_array());
        for (k, (i, j)) in [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]
            .into_iter()
            .enumerate()
        {
            p[k] += w
                * (2.0 * (d[i] * d[j] + e[i] * e[j] + f[i] * f[j])
                    + d[i] * e[j]
                    + d[j] * e[i]
                    + d[i] * f[j]
                    + d[j] * f[i]
                    + e[i] * f[j]
                    + e[j] * f[i]);
        }
    }
    // inertia tensor `tr(P)·1 − P`
    let [xx, yy, zz, xy, xz, yz] = p;
    let inertia = Mat3([yy + zz, -xy, -xz, -xy, xx + zz, -yz, -xz, -yz, xx + yy]);
    (total, inertia)
}
