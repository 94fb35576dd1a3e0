//! A bowl: the part of a sphere below a given height, thickened to a shell.
//!
//! With `q = (√(x² + y²), z)`, the rim of the bowl is at `(w, h)`, where `w = √(R² − h²)`. Points above the cone
//! through the rim are nearest to the rim, others to the sphere:
//!
//! ```text
//! d = |q − (w, h)| − t      if h q₀ < w q₁                                      (1)
//! d = | |q| − R |  − t      else
//! ```
//!
//! Quilez, *Distance functions* (cut hollow sphere).

use synovia_math::Vec3;

use crate::sdf::Implicit;

/// The part of a spherical shell below a height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bowl {
    /// Height of the cut above the centre of the sphere.
    pub height: f64,
    /// Radius of the sphere.
    pub radius: f64,
    /// Half of the thickness of the shell.
    pub thickness: f64,
}

impl Default for Bowl {
    fn default() -> Self {
        Self {
            height: 0.4,
            radius: 1.0,
            thickness: 0.02,
        }
    }
}

fn norm(a: f64, b: f64) -> f64 {
    (a * a + b * b).sqrt()
}

impl Implicit for Bowl {
    fn distance(&self, p: Vec3) -> f64 {
        let (height, radius) = (self.height, self.radius);
        let width = (radius * radius - height * height).sqrt();
        let across = norm(p.x, p.y);
        let middle = if height * across < width * p.z {
            norm(across - width, p.z - height)
        } else {
            (norm(across, p.z) - radius).abs()
        };
        middle - self.thickness
    }

    fn aabb(&self) -> [f64; 6] {
        let reach = self.radius + self.thickness;
        [0.0, 0.0, 0.0, reach, reach, reach]
    }
}
