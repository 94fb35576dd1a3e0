//! Fluid coefficients of a geom: drag, lift, and added mass.
//!
//! A geom interacts with the medium like an ellipsoid with semi-axes `d`. The added mass along axis x is given by
//!
//! ```text
//! κ_x = d_x d_y d_z ∫₀^∞ dλ / √((d_x² + λ)³ (d_y² + λ) (d_z² + λ))                  (1)
//! m_x = V κ_x / (2 − κ_x)                                                           (2)
//! I_x = V/5 · (d_y² − d_z²)² |κ_z − κ_y| / |2 (d_y² − d_z²) + (d_y² + d_z²)(κ_y − κ_z)|   (3)
//! ```
//!
//! Lamb, *Hydrodynamics* (1932), chapter V. The integral is evaluated by a 15-point Gauss–Kronrod rule after the substitution
//! λ = s x³/(1−x)², with a length scale s that makes the integrand dimensionless.

use core::f64::consts::PI;

use synovia_math::{Vec3, nearest};

/// One node of the quadrature: weight, λ(x), dλ/dx. QUIRK(fluid-weights): the weights have eight decimal places.
const NODES: [(f64, f64, f64); 15] = [
    (0.01146766, 7.865151709349917e-08, 5.538677720489877e-05),
    (0.03154605, 1.7347976913907274e-05, 0.002080868285293228),
    (0.05239501, 0.0003548008144506193, 0.016514126520723166),
    (0.07032663, 0.002846636252924549, 0.07261900344370877),
    (0.08450236, 0.014094260903596077, 0.23985243401862602),
    (0.09517529, 0.053063261727396636, 0.6868318249020725),
    (0.10221647, 0.17041978741317773, 1.8551129519182894),
    (0.10474107, 0.5, 5.0),
    (0.10221647, 1.4036301548686991, 14.060031152313941),
    (0.09517529, 3.9353484827022642, 43.28941239611009),
    (0.08450236, 11.644841677041734, 156.58546376397112),
    (0.07032663, 39.53187807410903, 747.9826085305024),
    (0.05239501, 177.5711362220801, 5827.4042950027115),
    (0.03154605, 1429.4772912937397, 116754.0197944512),
    (0.01146766, 54087.416549217705, 25482945.327264845),
];

/// Smallest denominator.
const EPS: f64 = 1e-14;

/// Equation (1) for the first of three semi-axes.
fn kappa(dx: f64, dy: f64, dz: f64) -> f64 {
    let (ix, iy, iz) = (1.0 / (dx * dx), 1.0 / (dy * dy), 1.0 / (dz * dz));
    let scale = nearest::pow(dx * dx * dx * dy * dz, 0.4);
    let mut sum = 0.0;
    for (weight, l, dl) in NODES {
        let lambda = scale * l;
        let fx = 1.0 + lambda * ix;
        let root = (fx * (1.0 + lambda * iy) * (1.0 + lambda * iz)).sqrt();
        sum += scale * dl / (fx * root) * weight;
    }
    sum * ix
}

/// Equation (3) without the factor V/5, for the axis along which `b` and `c` are the other two semi-axes.
fn gyration(b: f64, c: f64, kb: f64, kc: f64) -> f64 {
    let (b2, c2) = (b * b, c * c);
    let diff = b2 - c2;
    diff * diff * (kc - kb).abs() / (2.0 * diff + (b2 + c2) * (kb - kc)).abs().max(EPS)
}

/// The twelve numbers of `geom_fluid`: enabled, five coefficients, added mass, added inertia.
pub(crate) fn coefficients(d: Vec3, coef: [f64; 5]) -> [f64; 12] {
    let volume = 4.0 / 3.0 * PI * d.x * d.y * d.z;
    let k = Vec3::new(
        kappa(d.x, d.y, d.z),
        kappa(d.y, d.z, d.x),
        kappa(d.z, d.x, d.y),
    );
    let mass = |k: f64| volume * k / (2.0 - k).max(EPS);
    [
        1.0,
        coef[0],
        coef[1],
        coef[2],
        coef[3],
        coef[4],
        mass(k.x),
        mass(k.y),
        mass(k.z),
        volume * gyration(d.y, d.z, k.y, k.z) / 5.0,
        volume * gyration(d.z, d.x, k.z, k.x) / 5.0,
        volume * gyration(d.x, d.y, k.x, k.y) / 5.0,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ball_carries_half_its_displaced_fluid() {
        let f = coefficients(Vec3::splat(0.3), [0.5, 0.25, 1.5, 1.0, 1.0]);
        let half = 0.5 * 4.0 / 3.0 * PI * 0.027;
        for k in 6..9 {
            assert!((f[k] - half).abs() < 1e-6 * half, "{} is not {half}", f[k]);
        }
        assert!(f[9..].iter().all(|&i| i.abs() < 1e-12));
    }

    #[test]
    fn the_sum_of_kappas_is_two() {
        for d in [
            Vec3::new(0.1, 0.2, 0.3),
            Vec3::new(1.0, 0.5, 0.5),
            Vec3::new(0.3, 0.02, 0.1),
        ] {
            let sum = kappa(d.x, d.y, d.z) + kappa(d.y, d.z, d.x) + kappa(d.z, d.x, d.y);
            assert!((sum - 2.0).abs() < 1e-3, "{sum}");
        }
    }
}
