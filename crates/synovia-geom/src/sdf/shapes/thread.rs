//! A bolt and a nut: a helical thread on a cylinder, with a hexagonal head or in a hexagonal block.
//!
//! With `ρ = √(x² + y²) − r` and the azimuth `φ`, a thread of `n = 12` turns per unit of length is a triangle wave
//! along z whose phase shifts by one period as `φ` goes around:
//!
//! ```text
//! thread = (ρ − T / n) / √2,        T = | frac(n z − φ / 2π) − ½ |             (1)
//! ```
//!
//! The flanks are at 45°, hence the factor. Cones of the same slope chamfer the ends: `cone = (z − ρ) / √2`. The
//! hexagon is one half plane, evaluated after rotating the point by the multiple of 60° that brings it next to the x
//! axis.

use core::f64::consts::{PI, SQRT_2};
use std::sync::LazyLock;

use synovia_math::{Vec3, nearest};

use super::{common, union, without};
use crate::sdf::Implicit;

/// Turns of the thread per unit of length.
const TURNS: f64 = 12.0;
/// Distance of the sides of the hexagon from the axis.
const APOTHEM: f64 = 0.5;
/// Sides of the hexagon per radian.
const PER_RADIAN: f64 = 6.0 / PI / 2.0;
/// Height at which the cone that chamfers the hexagon meets the cylinder.
const CHAMFER: f64 = 0.22;
/// Bounding box of both shapes.
const BOUNDS: [f64; 6] = [0.0, 0.0, 0.0, 0.6, 0.6, 1.0];
/// Default radius of the cylinder.
const RADIUS: f64 = 0.26;

/// Sine and cosine of the angles that rotate each side of the hexagon, from −180° on, to the x axis.
static TURN: LazyLock<[[f64; 2]; 7]> = LazyLock::new(|| {
    core::array::from_fn(|side| {
        let angle = -(side as f64 - 3.0) / PER_RADIAN;
        [
            nearest::sincos(angle).0,
            nearest::sincos(angle + PI * 0.5).0,
        ]
    })
});

/// A bolt: a threaded cylinder from `z = −1` to its head, which ends at `z = 0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bolt {
    /// Radius of the cylinder at the bottom of the thread.
    pub radius: f64,
}

/// A nut from `z = −0.5` to `z = 0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nut {
    /// Radius of the hole at its narrowest point.
    pub radius: f64,
}

impl Default for Bolt {
    fn default() -> Self {
        Self { radius: RADIUS }
    }
}

impl Default for Nut {
    fn default() -> Self {
        Self { radius: RADIUS }
    }
}

/// A point with the quantities that the thread and the hexagon need.
struct CylindricalPoint {
    point: Vec3,
    azimuth: f64,
    /// Distance from the cylinder.
    beyond: f64,
}

/// The factor 1/√2 of distances at 45°.
fn slope() -> f64 {
    SQRT_2 / 2.0
}

impl CylindricalPoint {
    fn new(point: Vec3, radius: f64) -> Self {
        Self {
            point,
            azimuth: nearest::atan2(point.y, point.x),
            beyond: (point.x * point.x + point.y * point.y).sqrt() - radius,
        }
    }

    /// Equation (1).
    fn thread(&self) -> f64 {
        let turns = self.point.z * TURNS - self.azimuth / PI / 2.0;
        let triangle = ((turns - turns.floor()) - 0.5).abs();
        (self.beyond - triangle / TURNS) * slope()
    }

    fn cone(&self) -> f64 {
        (self.point.z - self.beyond) * slope()
    }

    /// A hexagon from `z = −0.5` to `z = 0`, chamfered at its top.
    fn hexagon(&self) -> f64 {
        // −3 … 3, because the azimuth is in −π … π
        let nearest = (self.azimuth * PER_RADIAN + 0.5).floor();
        let [sin, cos] = TURN[(nearest + 3.0) as usize];
        let side = (cos * self.point.x - sin * self.point.y) - APOTHEM;
        let block = common(side, (self.point.z + 0.25).abs() - 0.25);
        common(block, (self.point.z + self.beyond - CHAMFER) * slope())
    }
}

impl Implicit for Bolt {
    fn distance(&self, p: Vec3) -> f64 {
        let point = CylindricalPoint::new(p, self.radius);
        // truncated at both ends, then chamfered
        let cut = without(point.thread(), 0.5 - (p.z + 0.5).abs());
        let bolt = without(cut, point.cone() + slope());
        union(bolt, point.hexagon())
    }

    fn aabb(&self) -> [f64; 6] {
        BOUNDS
    }
}

impl Implicit for Nut {
    fn distance(&self, p: Vec3) -> f64 {
        let point = CylindricalPoint::new(p, self.radius);
        // the hole is a bolt that is chamfered at one end and widened at the other
        let cone = point.cone();
        let narrow = without(point.thread(), cone + 0.5 * slope());
        let hole = union(narrow, -cone - 0.05 * slope());
        without(point.hexagon(), hole)
    }

    fn aabb(&self) -> [f64; 6] {
        BOUNDS
    }
}
