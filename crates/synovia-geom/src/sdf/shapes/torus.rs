//! A torus around the z axis.
//!
//! ```text
//! d(p) = √(q² + z²) − r,        q = √(x² + y²) − R                             (1)
//! ```
//!
//! `R` is the radius of the circle along which a disk of radius `r` is swept.

use synovia_math::{MIN_VAL, Vec3};

use crate::sdf::Implicit;

/// A torus around the z axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Torus {
    /// Distance from the axis to the centre line of the tube.
    pub radius: f64,
    /// Radius of the tube.
    pub tube: f64,
}

impl Default for Torus {
    fn default() -> Self {
        Self {
            radius: 0.35,
            tube: 0.15,
        }
    }
}

impl Implicit for Torus {
    fn distance(&self, p: Vec3) -> f64 {
        let q = (p.x * p.x + p.y * p.y).sqrt() - self.radius;
        (q * q + p.z * p.z).sqrt() - self.tube
    }

    /// The analytic gradient of (1), not finite differences; NaN on the axis.
    fn gradient(&self, p: Vec3) -> Vec3 {
        let across = (p.x * p.x + p.y * p.y).sqrt();
        let q = across - self.radius;
        let norm = (q * q + p.z * p.z).sqrt().max(MIN_VAL);
        Vec3::new(
            q * (p.x / across) / norm,
            q * (p.y / across) / norm,
            p.z / norm,
        )
    }

    fn aabb(&self) -> [f64; 6] {
        let across = self.radius + self.tube;
        [0.0, 0.0, 0.0, across, across, self.tube]
    }
}
