//! Points with integer coordinates, and planes through them with exact predicates.
//!
//! The coordinates of a mesh are `f32`. Scaled by a power of two to 40 integer bits, they become integers: exactly,
//! except for bits below 2⁻⁴⁰ of the largest coordinate, which are rounded away. Then a normal
//! `n = (b − a) × (c − a)` has at most 84 bits, `n·(p − a)` at most 127, and the side of a plane on which a point is
//! located is computed exactly:
//!
//! ```text
//! |x| ≤ 2⁴⁰,   |x − y| ≤ 2⁴¹,   |n_k| ≤ 2⁸³,   |n·(p − a)| ≤ 3·2¹²⁴ < 2¹²⁷                (1)
//! ```
//!
//! In almost all cases `f64` is sufficient: its error in `n·(p − a)` is below `‖n‖₁·2⁴¹·2⁻⁵⁰`, far less than one unit
//! of distance.

use core::cmp::Ordering;

use synovia_math::Vec3;

/// Integer bits of a coordinate.
const BITS: i32 = 40;

/// A point of the lattice.
pub(super) type Point = [i64; 3];

/// Rounds points to the lattice. Empty if a coordinate is not finite.
pub(super) fn snap(points: &[Vec3]) -> Vec<Point> {
    let largest = points.iter().fold(0.0_f64, |m, p| {
        let here = p.x.abs().max(p.y.abs()).max(p.z.abs());
        if p.is_finite() {
            m.max(here)
        } else {
            f64::INFINITY
        }
    });
    if !largest.is_finite() {
        return Vec::new();
    }
    let (_, exponent) = libm::frexp(largest);
    let unit = libm::ldexp(1.0, (BITS - exponent).min(1000));
    points
        .iter()
        .map(|p| p.to_array().map(|x| libm::rint(x * unit) as i64))
        .collect()
}

/// `b − a`.
#[inline]
pub(super) fn sub(b: Point, a: Point) -> Point {
    [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
}

/// An oriented plane through three points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    base: Point,
    normal: [i128; 3],
    approx: [f64; 3],
    /// If `approx·(p − base)` exceeds this in absolute value, its sign is correct.
    margin: f64,
}

impl Plane {
    /// The plane through `a`, `b`, `c`, which are counter-clockwise seen from above.
    pub(super) fn through(a: Point, b: Point, c: Point) -> Self {
        let u = sub(b, a).map(i128::from);
        let v = sub(c, a).map(i128::from);
        let normal = [
            u[1] * v[2] - u[2] * v[1],
            u[2] * v[0] - u[0] * v[2],
            u[0] * v[1] - u[1] * v[0],
        ];
        let approx = normal.map(|x| x as f64);
        let margin =
            (approx[0].abs() + approx[1].abs() + approx[2].abs()) * libm::ldexp(1.0, BITS + 1 - 50);
        Self {
            base: a,
            normal,
            approx,
            margin,
        }
    }

    /// Height of `p` above the plane, times the length of the normal, up to rounding.
    #[inline]
    pub(super) fn height(&self, p: Point) -> f64 {
        let d = sub(p, self.base).map(|x| x as f64);
        self.approx[0] * d[0] + self.approx[1] * d[1] + self.approx[2] * d[2]
    }

    /// The side of the plane on which `p` is located; `Greater` is above. Exact.
    #[inline]
    pub(super) fn side(&self, p: Point) -> Ordering {
        let height = self.height(p);
        if height > self.margin {
            Ordering::Greater
        } else if height < -self.margin {
            Ordering::Less
        } else {
            self.side_exactly(p)
        }
    }

    /// True if `p` is strictly above the plane.
    #[inline]
    pub(super) fn sees(&self, p: Point) -> bool {
        self.side(p) == Ordering::Greater
    }

    #[inline(never)]
    fn side_exactly(&self, p: Point) -> Ordering {
        let d = sub(p, self.base).map(i128::from);
        let height = self.normal[0] * d[0] + self.normal[1] * d[1] + self.normal[2] * d[2];
        height.cmp(&0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f32_coordinates_are_kept_exactly() {
        let points = [Vec3::new(
            0.7_f32.into(),
            (-0.012345_f32).into(),
            1e-4_f32.into(),
        )];
        let [p] = snap(&points)[..] else {
            panic!("one point")
        };
        for k in 0..3 {
            assert_eq!(p[k] as f64 * libm::ldexp(1.0, -40), points[0][k]);
        }
    }

    #[test]
    fn the_extreme_products_do_not_overflow() {
        let big = 1_i64 << 40;
        let plane = Plane::through([-big, -big, -big], [big, -big, big], [-big, big, big]);
        assert_eq!(plane.side([big, big, big]), Ordering::Less);
        assert_eq!(plane.side([big, -big, big]), Ordering::Equal);
        assert_eq!(plane.side([-big, -big, big]), Ordering::Greater);
        assert_eq!(plane.side([-big, -big, -big + 1]), Ordering::Greater);
    }
}
