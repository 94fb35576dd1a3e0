//! Planes of facets, and how far their heights can be trusted.
//!
//! The height of `p` above a plane with unit normal `n` is `n·p + o`. Three products and three sums of numbers that
//! reach as far as the points are wrong by at most about
//!
//! ```text
//! r = ε·(1.01·3·min(√3·m, s) + m),   m = max_k reach_k,   s = Σ_k reach_k,   reach_k = max_p |p_k|      (1)
//! ```
//!
//! All decisions about the hull are made in multiples of `r`.

use synovia_math::Vec3;

/// What multiples of the rounding error decide.
#[derive(Clone, Copy)]
pub struct Tolerance {
    /// Rounding error of a height, equation (1).
    pub round: f64,
    /// A facet sees what is higher; two facets are convex if the centre of each is lower than this below the other.
    pub visible: f64,
    /// A point waits at a facet if it is at least this high.
    pub outside: f64,
    /// A polygon whose vertices leave its plane by more than this keeps its centre.
    pub wide: f64,
    /// A polygon whose vertices would leave its plane by more than this is none.
    pub broken: f64,
}

impl Tolerance {
    /// Tolerances for points that reach this far along each axis.
    pub fn new(reach: [f64; 3]) -> Self {
        let largest = reach[0].max(reach[1]).max(reach[2]);
        let sum = reach[0] + reach[1] + reach[2];
        let far = (3.0_f64.sqrt() * largest).min(sum);
        let round = f64::EPSILON * (3.0 * far * 1.01 + largest);
        let visible = 2.0 * round;
        Self {
            round,
            visible,
            outside: 2.0 * visible,
            wide: 6.0 * visible,
            broken: 100.0 * (3.0 * visible + round),
        }
    }
}

/// An oriented plane.
#[derive(Clone, Copy)]
pub struct Plane {
    /// Unit normal, towards the outside.
    pub normal: Vec3,
    offset: f64,
}

impl Plane {
    /// The plane through a triangle that is seen counter-clockwise from outside, or clockwise. `None` if it has no area.
    pub fn through([a, b, c]: [Vec3; 3], ccw: bool) -> Option<Self> {
        let n = (b - a).cross(c - a);
        let norm = n.norm();
        if norm <= f64::MIN_POSITIVE {
            return None;
        }
        let norm = if ccw { norm } else { -norm };
        let normal = Vec3::new(n.x / norm, n.y / norm, n.z / norm);
        Some(Self {
            normal,
            offset: -(a.x * normal.x + a.y * normal.y + a.z * normal.z),
        })
    }

    /// Height of `p` above the plane.
    #[inline]
    pub fn height(&self, p: Vec3) -> f64 {
        // order: the offset comes first
        self.offset + p.x * self.normal.x + p.y * self.normal.y + p.z * self.normal.z
    }

    /// The point of the plane below the mean of some places.
    pub fn center(&self, places: impl ExactSizeIterator<Item = Vec3>) -> Vec3 {
        let n = places.len() as f64;
        let sum = places.fold(Vec3::ZERO, |sum, p| sum + p);
        let mean = Vec3::new(sum.x / n, sum.y / n, sum.z / n);
        mean - self.normal * self.height(mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_are_right_to_the_rounding_error() {
        let corners = [Vec3::X, Vec3::Y, Vec3::Z].map(|p| p * 7.0);
        let plane = Plane::through(corners, true).unwrap();
        let tol = Tolerance::new([7.0; 3]);
        for p in corners {
            assert!(plane.height(p).abs() <= tol.round);
        }
        let below = plane.height(Vec3::ZERO) + 7.0 / 3.0_f64.sqrt();
        assert!(below.abs() <= tol.round);
        let turned = Plane::through(corners, false).unwrap();
        assert_eq!(turned.height(Vec3::ZERO), -plane.height(Vec3::ZERO));
        assert!(plane.height(plane.center(corners.into_iter())).abs() <= tol.round);
        assert!(Plane::through([Vec3::X; 3], true).is_none());
    }
}
