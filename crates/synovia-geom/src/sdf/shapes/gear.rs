//! A spur gear with involute teeth.
//!
//! `N` teeth on a pitch circle of diameter `D`; derived lengths:
//!
//! ```text
//! P_d = N / D        diametral pitch          R_o = ½ (D + 2 / P_d)   outer radius
//! h   = 2.2 / P_d    depth of the teeth       R_b = ½ D cos ψ         radius of the base circle
//! ```
//!
//! The flank of a tooth is the involute of the base circle: the path of the end of a taut string that is unwound from
//! it. A string that leaves the circle at `θ` and ends at the point `(ρ, φ)` has the length `t = √(ρ² − R_b²)`, and
//! `φ = θ − arccos(R_b / ρ)`. So the signed distance from the involute that starts at the angle zero, measured along
//! the string, is
//!
//! ```text
//! t − R_b (φ + arccos(R_b / ρ))                                                 (1)
//! ```
//!
//! The teeth repeat every `s = 2π / N`; the other flank is the mirror image of the first, shifted by the width of a tooth.
//! Flanks end in smooth blends (Quilez, *Smooth minimum*): polynomials of width `k` around `a = b`,
//!
//! ```text
//! smooth(a, b) = b (1 − h) + a h − k h (1 − h),        h = clamp(½ + ½ (b − a) / k, 0, 1)        (2)
//! ```
//!
//! The pressure angle `ψ` is a polynomial fit in the number of teeth.

use core::f64::consts::PI;

use synovia_math::{Vec3, nearest};

use super::{common, without};
use crate::sdf::Implicit;

/// For points further outside than this, the distance is that from the outer circle.
const NEAR: f64 = -0.2;
/// The distance of the flanks below the base circle, where no involute exists.
const NO_FLANK: f64 = -1.0e6;
/// Width of the blend at the tips, in diameters.
const TIP: f64 = 0.0035;
/// Width of the ring below the teeth, in diameters, if there is no inner diameter.
const RING: f64 = 0.14;

/// Dimensions of a gear around the z axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GearSize {
    /// Angle by which the gear is rotated \[rad\].
    pub alpha: f64,
    /// Diameter of the pitch circle.
    pub diameter: f64,
    /// Number of teeth.
    pub teeth: f64,
    /// Height along z.
    pub thickness: f64,
    /// Diameter of the hole; if negative, the hole leaves a ring of fixed width below the teeth.
    pub inner_diameter: f64,
}

impl Default for GearSize {
    fn default() -> Self {
        Self {
            alpha: 0.0,
            diameter: 2.8,
            teeth: 25.0,
            thickness: 0.2,
            inner_diameter: -1.0,
        }
    }
}

/// A gear around the z axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gear {
    size: GearSize,
    /// Radius of the tips of the teeth.
    outer: f64,
    /// Depth of the teeth.
    depth: f64,
    /// Radius of the hole.
    inner: f64,
    /// Radius of the base circle of the involutes.
    base: f64,
    /// Angle between neighbouring teeth.
    stride: f64,
    /// Angle between the starts of the flanks of a tooth, at the base circle.
    shift: f64,
}

/// Smooth minimum, equation (2).
fn smooth_union(a: f64, b: f64, k: f64) -> f64 {
    let h = (0.5 + 0.5 * (b - a) / k).clamp(0.0, 1.0);
    b * (1.0 - h) + a * h - k * h * (1.0 - h)
}

/// The intersection of two shapes with a smooth edge.
fn smooth_common(a: f64, b: f64, k: f64) -> f64 {
    without(common(a, b), smooth_union(without(a, b), without(b, a), k))
}

/// The remainder of a division, with the sign of the divisor.
fn modulo(x: f64, y: f64) -> f64 {
    x - y * (x / y).floor()
}

impl Gear {
    /// Creates a gear of this size.
    pub fn new(size: GearSize) -> Self {
        let GearSize {
            diameter, teeth, ..
        } = size;
        let pitch = teeth / diameter;
        let outer = (diameter + 2.0 * (1.0 / pitch)) / 2.0;
        let depth = 2.2 / pitch;
        let inner = if size.inner_diameter >= 0.0 {
            size.inner_diameter / 2.0
        } else {
            outer - depth - RING * diameter
        };

        // at the pitch circle, teeth and gaps are equally wide
        let radius = diameter / 2.0;
        let pressure = 3.096e-5 * teeth * teeth - 6.557e-3 * teeth + 0.551;
        let base = diameter * nearest::sincos(pressure).1 / 2.0;
        let stride = PI / pitch / radius;
        let unwound = nearest::acos(base / radius);
        let shift = stride / 2.0 - 2.0 * (nearest::tan(unwound) - unwound);
        Self {
            size,
            outer,
            depth,
            inner,
            base,
            stride,
            shift,
        }
    }

    /// Signed distance from the outline, in the plane.
    fn outline(&self, x: f64, y: f64) -> f64 {
        let Self {
            base,
            stride,
            shift,
            ..
        } = *self;

        // in the hole, or far outside
        let rho = (x * x + y * y).sqrt();
        if self.inner - rho > 0.0 {
            return self.inner - rho;
        }
        if self.outer - rho < NEAR {
            return rho - self.outer;
        }

        // angles from the starts of the two flanks of the nearest tooth
        let azimuth = nearest::atan2(y, x) + self.size.alpha;
        let first = modulo(azimuth + shift / 2.0, stride) - shift / 2.0;
        let second = modulo(-azimuth - shift + shift / 2.0, stride) - shift / 2.0;

        let flanks = if base < rho {
            let turn = nearest::acos(base / rho);
            let string = (rho * rho - base * base).sqrt();
            common(
                string - base * (first + turn),
                string - base * (second + turn),
            )
        } else {
            NO_FLANK
        };
        let gap = stride - shift;
        let walls = common(first - gap, second - gap);

        let tooth = smooth_common(
            rho - self.outer,
            common(walls, flanks),
            TIP * self.size.diameter,
        );
        let foot = self.outer - self.depth;
        let wheel = smooth_union(rho - foot, tooth, base - self.outer + self.depth);
        without(wheel, rho - self.inner)
    }
}

impl Implicit for Gear {
    fn distance(&self, p: Vec3) -> f64 {
        let (aside, above) = (
            self.outline(p.x, p.y),
            p.z.abs() - self.size.thickness / 2.0,
        );
        let (u, v) = (aside.max(0.0), above.max(0.0));
        aside.max(above).min(0.0) + (u * u + v * v).sqrt()
    }

    fn aabb(&self) -> [f64; 6] {
        let across = self.size.diameter / 2.0 * 1.25;
        [
            0.0,
            0.0,
            0.0,
            across,
            across,
            self.size.thickness / 2.0 * 1.1,
        ]
    }
}
