//! The catenary: a string of given length that hangs between two points.
//!
//! In the plane of gravity, with `h` and `v` the horizontal and vertical distances of the ends and `ℓ` the length,
//!
//! ```text
//! y(x) = a cosh((x − x₀)/a) + y₀                                                             (1)
//! 2 b sinh(1/(2b)) = √(ℓ² − v²)/h,     a = b h                                               (2)
//! x₀ = ½ (h − a ln((ℓ + v)/(ℓ − v))),     y₀ = −a cosh(x₀/a)                                 (3)
//! ```
//!
//! Equation (2) is solved by Newton's method in the form `1/√(2b sinh(1/2b) − 1) = 1/√(√(ℓ² − v²)/h − 1)`, which is nearly linear
//! in `b`. If the ends are almost above each other, the string is replaced by a bead on a thread: two straight segments.

use synovia_math::{MIN_VAL, Vec3};

/// Most points of a path.
const MOST: usize = 100;
/// Newton's method stops at this residual.
const TOLERANCE: f64 = 1e-9;

/// Points along a string.
pub(crate) struct Path {
    points: [Vec3; MOST],
    len: usize,
}

impl Default for Path {
    fn default() -> Self {
        let points = [Vec3::ZERO; MOST];
        Self { points, len: 0 }
    }
}

impl Path {
    pub(crate) fn points(&self) -> &[Vec3] {
        &self.points[..self.len]
    }

    fn set(&mut self, points: &[Vec3]) {
        self.points[..points.len()].copy_from_slice(points);
        self.len = points.len();
    }
}

/// Fills `path` with a string between two points, in about `slices` segments.
#[doc(alias = "mjv_catenary")]
pub(crate) fn hang(from: Vec3, to: Vec3, gravity: Vec3, length: f64, slices: i32, path: &mut Path) {
    // a string that is too short is straight
    if from.distance(to) > length {
        return path.set(&[from, to]);
    }
    let up = (-gravity).normalized();
    let chord = to - from;
    let mut across = chord - up * up.dot(chord);
    if across.normalize() < MIN_VAL {
        across = Vec3::ZERO;
    }
    let (h, v) = (chord.dot(across), chord.dot(up));

    // two straight segments
    if length > 100.0 * h {
        let down = -0.5 * ((length * length - h * h).sqrt() - v);
        let aside = h * down / (2.0 * down - v);
        return path.set(&[from, from + up * down + across * aside, to]);
    }

    // equations (2), (3) and (1)
    let a = flatness(v, h, length) * h;
    let x0 = -0.5 * (libm::log((length + v) / (length - v)) * a - h);
    let y0 = -cosh(x0 / a) * a;
    let count = (slices.saturating_add(1)).clamp(1, MOST as i32) as usize;
    path.points[0] = from;
    for k in 1..count.saturating_sub(1) {
        // QUIRK(catenary-spacing): n points are spaced as if there were n segments
        let x = k as f64 * h / count as f64;
        let y = a * cosh((x - x0) / a) + y0;
        path.points[k] = from + across * x + up * y;
    }
    path.points[count - 1] = to;
    path.len = count;
}

/// Solves equation (2).
fn flatness(v: f64, h: f64, length: f64) -> f64 {
    let target = 1.0 / ((length * length - v * v).sqrt() / h - 1.0).sqrt();
    let residual = |b: f64| 1.0 / (2.0 * b * sinh(0.5 / b) - 1.0).sqrt() - target;
    let slope = |b: f64| {
        let a = 0.5 / b;
        (a * cosh(a) - sinh(a)) * libm::pow(2.0 * b * sinh(a) - 1.0, -1.5)
    };
    let mut b = target / 24f64.sqrt();
    for _ in 0..50 {
        let now = residual(b);
        if now.abs() < TOLERANCE {
            break;
        }
        // line search: shorter steps until one improves
        let mut step = -now / slope(b);
        for _ in 0..10 {
            if residual(b + step).abs() < now.abs() {
                break;
            }
            step *= 0.5;
        }
        b += step;
    }
    b
}

fn cosh(x: f64) -> f64 {
    let e = libm::exp(x);
    0.5 * (e + 1.0 / e)
}

fn sinh(x: f64) -> f64 {
    let e = libm::exp(x);
    0.5 * (e - 1.0 / e)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hanging_string_has_its_length() {
        let (from, to) = (Vec3::ZERO, Vec3::new(1.0, 0.5, 0.2));
        let mut path = Path::default();
        hang(from, to, Vec3::new(0.0, 0.0, -9.81), 2.0, 98, &mut path);
        let length: f64 = path
            .points()
            .windows(2)
            .map(|pair| pair[0].distance(pair[1]))
            .sum();
        assert!((length - 2.0).abs() < 2e-3, "{length}");
    }

    #[test]
    fn a_short_string_is_straight() {
        let mut path = Path::default();
        hang(Vec3::ZERO, Vec3::X, -Vec3::Z, 0.5, 28, &mut path);
        assert_eq!(path.points(), [Vec3::ZERO, Vec3::X]);
    }
}
