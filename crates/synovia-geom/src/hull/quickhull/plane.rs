//! Planes of facets: `n·p + o` is the height of `p`, with `n` the unit normal towards the outside.

use synovia_math::Vec3;

/// An oriented plane.
#[derive(Clone, Copy)]
pub(super) struct Plane {
    pub normal: Vec3,
    offset: f64,
}

impl Plane {
    /// A plane below which there is nothing.
    pub(super) const NOWHERE: Self = Self {
        normal: Vec3::ZERO,
        offset: 0.0,
    };

    /// The plane through a triangle that is seen counter-clockwise from outside; `None` if it has no area. It passes
    /// through `a` with the least rounding.
    pub(super) fn through(a: Vec3, b: Vec3, c: Vec3) -> Option<Self> {
        let n = (b - a).cross(c - a);
        let area = n.norm();
        if area <= f64::MIN_POSITIVE {
            return None;
        }
        let normal = Vec3::new(n.x / area, n.y / area, n.z / area);
        let offset = -(a.x * normal.x + a.y * normal.y + a.z * normal.z);
        Some(Self { normal, offset })
    }

    /// Height of `p` above the plane.
    #[inline]
    pub(super) fn height(&self, p: Vec3) -> f64 {
        // order: the offset comes first
        self.offset + p.x * self.normal.x + p.y * self.normal.y + p.z * self.normal.z
    }

    /// The point of the plane closest to the mean of some points.
    pub(super) fn centre(&self, points: impl ExactSizeIterator<Item = Vec3>) -> Vec3 {
        let n = points.len() as f64;
        let sum = points.fold(Vec3::ZERO, |sum, p| sum + p);
        let mean = Vec3::new(sum.x / n, sum.y / n, sum.z / n);
        mean - self.normal * self.height(mean)
    }

    /// Which components of the normal are positive.
    pub(super) fn octant(&self) -> [bool; 3] {
        self.normal.to_array().map(|x| x > 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::conventions::RoundOff;
    use super::*;

    #[test]
    fn heights_are_right_to_the_rounding_error() {
        let [a, b, c] = [Vec3::X, Vec3::Y, Vec3::Z].map(|p| p * 7.0);
        let plane = Plane::through(a, b, c).unwrap();
        let r = RoundOff::new([7.0; 3]).height;
        for p in [a, b, c] {
            assert!(plane.height(p).abs() <= r);
        }
        assert!((plane.height(Vec3::ZERO) + 7.0 / 3.0_f64.sqrt()).abs() <= r);
        let centre = plane.centre([a, b, c].into_iter());
        assert!(
            plane.height(centre).abs() <= r && (centre - (a + b + c) * (1.0 / 3.0)).norm() <= r
        );
    }

    #[test]
    fn the_other_side_has_the_opposite_height() {
        let [a, b, c] = [Vec3::X, Vec3::Y * 0.3, Vec3::Z * 1.7];
        let (above, below) = (Plane::through(a, b, c), Plane::through(a, c, b));
        let (above, below) = (above.unwrap(), below.unwrap());
        assert_eq!(above.height(Vec3::ZERO), -below.height(Vec3::ZERO));
        assert_eq!(above.octant(), [true; 3]);
        assert_eq!(below.octant(), [false; 3]);
        assert!(Plane::through(a, a, c).is_none());
    }
}
