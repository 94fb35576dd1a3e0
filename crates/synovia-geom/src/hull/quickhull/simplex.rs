//! The first simplex: four points far apart.
//!
//! The first two points are the extremes along x. The third maximises the area of the triangle with them, projected
//! along z, and the fourth the volume. Only the extremes along the axes are candidates; if their best is suspiciously
//! small, less than [`FLAT_SIMPLEX`] of what the width of the points allows, all points are searched.

use synovia_math::Vec3;

use super::conventions::{FLAT_SIMPLEX, GOOD_SIMPLEX, RoundOff};

/// Four points that span a volume.
pub(super) struct Simplex {
    pub points: [u32; 4],
    /// Tolerances of heights, for all points.
    pub bounds: RoundOff,
}

/// A point and the area or volume that it spans with the points before it.
#[derive(Clone, Copy)]
struct Spanning {
    point: u32,
    size: f64,
}

impl Simplex {
    /// Finds a simplex among `points`. `None` if there is none, or if a coordinate is not finite.
    pub(super) fn of(points: &[Vec3]) -> Option<Self> {
        if points.len() < 4 || !points.iter().all(|p| p.is_finite()) {
            return None;
        }
        let axes = [0, 1, 2].map(|axis| Range::along(points, axis));
        let width = axes.iter().fold(0.0_f64, |w, range| w.max(range.width()));
        let extremes = axes.each_ref().map(|range| range.ends);

        let at = |k: u32| points[k as usize];
        let [a, b] = extremes[0];
        if a == b {
            return None;
        }
        let search = Search {
            points,
            extremes: extremes.as_flattened(),
        };
        let area = |p: Vec3| {
            let (u, v) = (at(a) - p, at(b) - p);
            u.x * v.y - u.y * v.x
        };
        let third = search.largest(&[a, b], axes[0].width() * width, area)?;
        let c = third.point;
        let volume = |p: Vec3| {
            let (u, v, w) = (at(a) - p, at(b) - p, at(c) - p);
            // order: expansion by the first column; between mirror images rounding decides
            u.x * (v.y * w.z - v.z * w.y) - v.x * (u.y * w.z - u.z * w.y)
                + w.x * (u.y * v.z - u.z * v.y)
        };
        let fourth = search.largest(&[a, b, c], third.size * width, volume)?;
        Some(Self {
            points: [a, b, c, fourth.point],
            bounds: RoundOff::new(axes.map(|range| range.reach())),
        })
    }
}

/// The points with the smallest and the largest coordinate along an axis, the first of equals.
struct Range {
    ends: [u32; 2],
    low: f64,
    high: f64,
}

impl Range {
    fn along(points: &[Vec3], axis: usize) -> Self {
        let first = points[0][axis];
        let mut range = Self {
            ends: [0, 0],
            low: first,
            high: first,
        };
        for (k, p) in points.iter().enumerate() {
            let x = p[axis];
            if x > range.high {
                (range.high, range.ends[1]) = (x, k as u32);
            } else if x < range.low {
                (range.low, range.ends[0]) = (x, k as u32);
            }
        }
        range
    }

    fn width(&self) -> f64 {
        self.high - self.low
    }

    /// Largest distance of the points from the origin along the axis.
    fn reach(&self) -> f64 {
        self.high.max(-self.low)
    }
}

/// Candidates for the next corner.
struct Search<'a> {
    points: &'a [Vec3],
    extremes: &'a [u32],
}

impl Search<'_> {
    /// The point with the largest `size`, whose upper bound is `full`. `None` if all sizes are zero.
    fn largest(&self, taken: &[u32], full: f64, size: impl Fn(Vec3) -> f64) -> Option<Spanning> {
        let span = |point: u32| Spanning {
            point,
            size: size(self.points[point as usize]).abs(),
        };
        let free = |k: &u32| !taken.contains(k);
        let extremes = self.extremes.iter().copied().filter(free).map(span);
        let mut best = first_largest(None, extremes, f64::INFINITY);
        if best.is_none_or(|best| best.size < FLAT_SIMPLEX * full) {
            let others = (0..self.points.len() as u32)
                .filter(|k| free(k) && !self.extremes.contains(k))
                .map(span);
            best = first_largest(best, others, GOOD_SIMPLEX * FLAT_SIMPLEX * full);
        }
        best.filter(|best| best.size > 0.0)
    }
}

/// The first of the largest candidates; the search ends once a size above `enough` was found.
fn first_largest(
    mut best: Option<Spanning>,
    candidates: impl Iterator<Item = Spanning>,
    enough: f64,
) -> Option<Spanning> {
    for next in candidates {
        if best.is_none_or(|best| next.size > best.size) {
            best = Some(next);
            if next.size > enough {
                break;
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extremes_are_asked_first() {
        let mut points = vec![Vec3::ZERO; 3];
        points.extend([Vec3::X, Vec3::Y, Vec3::Z, -Vec3::X]);
        // spans more with the extremes along x, but is not extreme along any axis
        points.push(Vec3::new(0.0, 0.9, 0.9));
        assert_eq!(Simplex::of(&points).unwrap().points, [6, 3, 4, 5]);
    }

    #[test]
    fn points_in_a_plane_or_on_a_line_have_no_simplex() {
        let line: Vec<_> = (0..9).map(|k| Vec3::X * f64::from(k)).collect();
        assert!(Simplex::of(&line).is_none());
        let plane: Vec<_> = (0..9)
            .map(|k| Vec3::new(f64::from(k % 3), f64::from(k / 3), 1.0))
            .collect();
        assert!(Simplex::of(&plane).is_none());
        assert!(Simplex::of(&[Vec3::X; 9]).is_none());
        assert!(Simplex::of(&[Vec3::splat(f64::NAN); 9]).is_none());
    }
}
