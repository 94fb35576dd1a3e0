//! Vectors in the plane of the circle, and segments between two points of it.

use core::ops::{Add, Div, Mul, Sub};

use synovia_math::{MIN_VAL, nearest};

/// A point or a direction in the plane; the centre of the circle is the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Planar {
    /// Along the first axis.
    pub(super) x: f64,
    /// Along the second axis.
    pub(super) y: f64,
}

impl Planar {
    /// Scalar product.
    pub(super) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The component of `self × other` perpendicular to the plane: positive if `other` is counterclockwise of `self`.
    pub(super) fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// Euclidean length.
    pub(super) fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The unit vector of the same direction; the first axis if the vector is zero.
    pub(super) fn unit(self) -> Self {
        let norm = self.norm();
        if norm < MIN_VAL {
            Self { x: 1.0, y: 0.0 }
        } else {
            self * (1.0 / norm)
        }
    }

    /// Rotated counterclockwise by a right angle.
    pub(super) fn perp(self) -> Self {
        Self {
            x: -self.y,
            y: self.x,
        }
    }

    /// Rotated counterclockwise by `angle`.
    pub(super) fn rotated(self, angle: f64) -> Self {
        let (sin, cos) = nearest::sincos(angle);
        self * cos + self.perp() * sin
    }
}

impl Add for Planar {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            x: self.x + other.x,
            y: self.y + other.y,
        }
    }
}

impl Sub for Planar {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            x: self.x - other.x,
            y: self.y - other.y,
        }
    }
}

impl Mul<f64> for Planar {
    type Output = Self;

    fn mul(self, factor: f64) -> Self {
        Self {
            x: self.x * factor,
            y: self.y * factor,
        }
    }
}

impl Div<f64> for Planar {
    type Output = Self;

    fn div(self, divisor: f64) -> Self {
        Self {
            x: self.x / divisor,
            y: self.y / divisor,
        }
    }
}

/// The points `start + t·along`, `0 ≤ t ≤ 1`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    /// The point with `t = 0`.
    pub(super) start: Planar,
    /// From start to end.
    pub(super) along: Planar,
}

impl Segment {
    /// From one point to another.
    pub(super) fn between(start: Planar, end: Planar) -> Self {
        Self {
            start,
            along: end - start,
        }
    }

    /// Length, squared.
    pub(super) fn length_squared(self) -> f64 {
        self.along.dot(self.along)
    }

    /// The point with parameter `t`.
    pub(super) fn at(self, t: f64) -> Planar {
        self.start + self.along * t
    }

    /// The parameter of the point on the infinite line that is nearest to the origin.
    pub(super) fn foot(self) -> f64 {
        -self.along.dot(self.start) / self.length_squared()
    }

    /// True if two segments intersect; parallel ones do not.
    ///
    /// By Cramer's rule both parameters are quotients with the denominator `along × other.along`, here compared without
    /// division.
    pub(super) fn meets(self, other: Self) -> bool {
        // the denominator
        let det = self.along.cross(other.along);
        if det.abs() < MIN_VAL {
            return false;
        }
        // both numerators, with the sign of the denominator
        let offset = self.start - other.start;
        [other.along, self.along]
            .map(|along| along.cross(offset) * det.signum())
            .iter()
            .all(|numerator| (0.0..=det.abs()).contains(numerator))
    }
}
