//! Planes of facets: `n·p + o` is the height of `p`, with the outward unit normal `n`.

use synovia_math::Vec3;

use super::conventions::RoundOff;

/// Three points that span a plane.
pub(super) struct Corners {
    /// Points, newest first.
    pub points: [Vec3; 3],
    /// Counter-clockwise in this order, seen from outside.
    pub ccw: bool,
}

/// An oriented plane.
#[derive(Clone, Copy)]
pub(super) struct Plane {
    pub normal: Vec3,
    offset: f64,
}

impl Plane {
    /// A degenerate plane, above which every height is zero.
    pub(super) const NOWHERE: Self = Self {
        normal: Vec3::ZERO,
        offset: 0.0,
    };

    /// The plane through a triangle; the plane of a sliver is oriented away from the point `interior`.
    ///
    /// The cross product of two sides of a sliver consists of rounding errors. This is detected by a corner that is
    /// not in the plane; then the normal is found by elimination.
    pub(super) fn through(corners: &Corners, bounds: &RoundOff, interior: Vec3) -> Self {
        let plane = Self::by_cross_product(corners);
        let [_, b, c] = corners.points;
        if [b, c].iter().any(|&p| plane.misses(p, bounds.height)) {
            return Self::by_elimination(corners, bounds, interior);
        }
        plane
    }

    /// The plane through the newest corner with the normal `(b − a) × (c − a)`.
    fn by_cross_product(corners: &Corners) -> Self {
        let [a, b, c] = corners.points;
        let (b, c) = if corners.ccw { (b, c) } else { (c, b) };
        let n = (b - a).cross(c - a);
        let area = n.norm();
        let normal = if area > f64::MIN_POSITIVE {
            Vec3::new(n.x / area, n.y / area, n.z / area)
        } else {
            // any direction: the check of the corners will fail
            Vec3::splat((1.0_f64 / 3.0).sqrt())
        };
        let offset = -(a.x * normal.x + a.y * normal.y + a.z * normal.z);
        Self { normal, offset }
    }

    /// True if `p` is further from the plane than rounding explains.
    #[inline]
    fn misses(&self, p: Vec3, round_off: f64) -> bool {
        // order: the offset is added last
        let height =
            self.offset + (p.x * self.normal.x + p.y * self.normal.y + p.z * self.normal.z);
        height.abs() > round_off
    }

    /// The plane whose normal is orthogonal to two sides, `u·n = 0` and `v·n = 0`, by Gaussian elimination with row
    /// pivoting, which leaves
    ///
    /// ```text
    /// p·x + q·y + s·z = 0
    ///       t·y + w·z = 0
    /// ```
    ///
    /// Then `z = ±1` and the rest follows; for collinear points (`t = 0`) `y = ±1` and `z = 0`; for coincident points
    /// `x = ±1`. The signs give the corners the required orientation. If a pivot may be a rounding error, its sign is
    /// unknown, and the normal is oriented away from `interior`.
    fn by_elimination(corners: &Corners, bounds: &RoundOff, interior: Vec3) -> Self {
        let [a, b, c] = corners.points;
        let (mut u, mut v) = (b - a, c - a);
        let mut positive = corners.ccw;
        if v.x.abs() > u.x.abs() {
            (u, v) = (v, u);
            positive = !positive;
        }
        let factor = if u.x == 0.0 { 0.0 } else { v.x / u.x };
        let (p, q, s) = (u.x, u.y, u.z);
        let (t, w) = (v.y - factor * q, v.z - factor * s);
        let mut sliver = p.abs() <= bounds.pivot[0] || t.abs() <= bounds.pivot[1];
        let one = if positive ^ (p < 0.0) ^ (t < 0.0) {
            1.0
        } else {
            -1.0
        };

        let (mut y, mut z) = (one, 0.0);
        if let Some(solved) = solve(-(w * one), t) {
            (y, z) = (solved, one);
        } else {
            sliver = true;
        }
        let mut n = Vec3::new(one, 0.0, 0.0);
        if let Some(x) = solve(-(q * y) - s * z, p) {
            n = Vec3::new(x, y, z);
        } else {
            sliver = true;
        }
        let length = n.norm();
        let normal = Vec3::new(n.x / length, n.y / length, n.z / length);
        let offset = -(a.x * normal.x) - a.y * normal.y - a.z * normal.z;
        let plane = Self { normal, offset };
        if sliver && plane.height(interior) > 0.0 {
            return Self {
                normal: -normal,
                offset: -offset,
            };
        }
        plane
    }

    /// Height of `p` above the plane.
    #[inline]
    pub(super) fn height(&self, p: Vec3) -> f64 {
        // order: the offset is added first
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

/// `sum / pivot`; `None` if it is NaN or out of range.
fn solve(sum: f64, pivot: f64) -> Option<f64> {
    let ratio = sum / pivot;
    (ratio.abs() < 1.0 / f64::MIN_POSITIVE.sqrt()).then_some(ratio)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plane through three points, counter-clockwise if possible, and with `(−1, −1, −1)` inside.
    fn plane(points: [Vec3; 3], ccw: bool, reach: f64) -> Plane {
        let bounds = RoundOff::new([reach; 3]);
        Plane::through(&Corners { points, ccw }, &bounds, Vec3::splat(-1.0))
    }

    #[test]
    fn heights_are_right_to_the_rounding_error() {
        let [a, b, c] = [Vec3::X, Vec3::Y, Vec3::Z].map(|p| p * 7.0);
        let plane = plane([a, b, c], true, 7.0);
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
        let points = [Vec3::X, Vec3::Y * 0.3, Vec3::Z * 1.7];
        let (above, below) = (plane(points, true, 1.7), plane(points, false, 1.7));
        assert_eq!(above.height(Vec3::ZERO), -below.height(Vec3::ZERO));
        assert_eq!(above.octant(), [true; 3]);
        assert_eq!(below.octant(), [false; 3]);
    }

    #[test]
    fn elimination_finds_the_plane_that_the_cross_product_finds() {
        let bounds = RoundOff::new([3.0; 3]);
        let [a, b, c] = [[3.0, 0.5, -1.0], [-2.0, 1.0, 0.25], [0.0, -1.5, 2.0]]
            .map(|[x, y, z]| Vec3::new(x, y, z));
        for points in [[a, b, c], [b, c, a], [c, b, a]] {
            for ccw in [true, false] {
                let corners = Corners { points, ccw };
                let one = Plane::by_cross_product(&corners);
                let other = Plane::by_elimination(&corners, &bounds, Vec3::splat(-1.0));
                assert!((one.normal - other.normal).norm() < 1e-15);
                assert!((one.offset - other.offset).abs() < bounds.height);
            }
        }
    }

    #[test]
    fn by_elimination_points_on_a_line_or_in_one_place_have_a_plane_above_the_interior() {
        let [a, b] = [Vec3::new(0.1, 0.2, 0.3), Vec3::new(0.7, -0.1, 0.9)];
        let (bounds, interior) = (RoundOff::new([0.9; 3]), Vec3::splat(-1.0));
        for points in [[a, b, a + (b - a) * 0.3], [b, a, b], [a, a, a]] {
            for ccw in [true, false] {
                let plane = Plane::by_elimination(&Corners { points, ccw }, &bounds, interior);
                assert!((plane.normal.norm() - 1.0).abs() < 1e-15);
                assert!(points.iter().all(|&p| !plane.misses(p, bounds.height)));
                assert!(plane.height(interior) < 0.0);
            }
        }
    }
}
