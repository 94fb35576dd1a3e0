//! Bending stiffness of a sheet across an edge.
//!
//! The quadratic energy of Wardetzky et al., *Discrete quadratic curvature energies* (2007), with the cotangents of the angles
//! that the edge makes with the other sides of its two triangles, and the correction of Garg et al., *Cubic shells* (2007), for
//! sheets that are curved at rest:
//!
//! ```text
//! c = (a₃ + a₄, a₁ + a₂, −(a₁ + a₃), −(a₂ + a₄))                                              (1)
//! Q = k cos θ c cᵀ,     k = 3 μ h³ / 24 A                                                     (2)
//! ```
//!
//! `θ` is the angle between the triangles at rest, `A` their area, `h` the thickness. `Q` has sixteen entries; the seventeenth number
//! scales the cubic part.

use synovia_math::{Vec3, nearest};

use super::topology::Flap;

/// `Q` and the cubic coefficient; zeros for edges on the boundary.
pub(super) fn across(flap: &Flap, pos: &[Vec3], shear: f64, thickness: f64) -> [f64; 17] {
    let mut out = [0.0; 17];
    let ([i, j], [Some(k), Some(l)]) = (flap.edge, flap.opposite) else {
        return out;
    };
    let [v0, v1, v2, v3] = [i, j, k, l].map(|v| pos[v]);
    let a1 = cotangent(v0, v1, v2);
    let a2 = cotangent(v0, v3, v1);
    let a3 = cotangent(v1, v2, v0);
    let a4 = cotangent(v1, v0, v3);
    let c = [a3 + a4, a1 + a2, -(a1 + a3), -(a2 + a4)];
    let total = area(v0, v1, v2) + area(v1, v0, v3);
    let stiffness = 3.0 * shear * nearest::pow(thickness, 3.0) / (24.0 * total);

    // the heights of both triangles over the edge, and the angle between them
    let (e0, e1, e2) = (v1 - v0, v2 - v0, v3 - v0);
    let (e3, e4) = (v2 - v1, v3 - v1);
    let height1 = -(e1 * a3 + e3 * a1);
    let height2 = -(e2 * a4 + e4 * a2);
    let square = e0.dot(e0);
    let cosine = -height1.dot(height2) / square;

    // order: as equation (2), from the left
    for r in 0..4 {
        for s in 0..4 {
            out[4 * r + s] = c[r] * c[s] * cosine * stiffness;
        }
    }
    let normal = e0.cross(e1);
    out[16] = normal.dot(e2) * (a1 - a3) * (a4 - a2) * stiffness / (square * square.sqrt());
    out
}

/// Cotangent of the angle at `at`.
fn cotangent(at: Vec3, b: Vec3, c: Vec3) -> f64 {
    let (b, c) = (b - at, c - at);
    let normal = b.cross(c);
    b.dot(c) / normal.dot(normal).sqrt()
}

/// Area of a triangle.
fn area(a: Vec3, b: Vec3, c: Vec3) -> f64 {
    let normal = (b - a).cross(c - a);
    normal.dot(normal).sqrt() / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAP: Flap = Flap {
        edge: [0, 1],
        opposite: [Some(2), Some(3)],
    };

    fn energy(q: &[f64; 17], pos: &[Vec3; 4]) -> f64 {
        let mut sum = 0.0;
        for r in 0..4 {
            for s in 0..4 {
                sum += 0.5 * q[4 * r + s] * pos[r].dot(pos[s]);
            }
        }
        sum
    }

    fn flat() -> [Vec3; 4] {
        [
            Vec3::ZERO,
            Vec3::X,
            Vec3::new(0.3, 0.8, 0.0),
            Vec3::new(0.6, -0.7, 0.0),
        ]
    }

    #[test]
    fn affine_motions_of_a_flat_sheet_cost_nothing_and_bending_does() {
        let rest = flat();
        let q = across(&FLAP, &rest, 1.0e4, 0.02);
        let sheared = rest.map(|p| Vec3::new(p.x + 0.4 * p.y + 2.0, 0.9 * p.y, 0.3 * p.x + 0.1));
        assert!(energy(&q, &sheared).abs() < 1e-15);
        let mut bent = rest;
        bent[3].z += 0.1;
        assert!(energy(&q, &bent) > 1e-6);
        assert!(q[16].abs() < 1e-18);
    }

    #[test]
    fn the_matrix_is_symmetric_and_the_rim_is_free() {
        let q = across(&FLAP, &flat(), 1.0, 1.0);
        for r in 0..4 {
            for s in 0..4 {
                assert!((q[4 * r + s] - q[4 * s + r]).abs() <= 1e-15 * q[4 * r + s].abs());
            }
        }
        let rim = Flap {
            opposite: [Some(2), None],
            ..FLAP
        };
        assert_eq!(across(&rim, &flat(), 1.0, 1.0), [0.0; 17]);
    }
}
