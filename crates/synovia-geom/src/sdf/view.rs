//! The distance field between the corners of an octree's cells.
//!
//! Inside a cell with corner values `c_k` the field is trilinear in the coordinates `u` of the cell:
//!
//! ```text
//! d(p) = Σ_k c_k Π_i (k_i ? u_i : 1 − u_i),       k over the eight corners                     (1)
//! ```
//!
//! Outside of the root it is the value at the nearest point of the root plus the distance to that point, and its gradient
//! is a difference quotient.

use synovia_math::Vec3;

/// How far inside the root a point from outside is put.
const INSET: f64 = 1e-6;
/// How far outside of its cell a point may be.
const SLACK: f64 = 1e-8;
/// Step of the difference quotient.
const STEP: f64 = 1e-8;
/// A point in this part of a cell, about its middle, is in no other cell, however coordinates are rounded.
const INNER: f64 = 1.0 - 1e-6;

/// The cells of an octree, the root first; see [`Octree`](super::Octree).
#[derive(Clone, Copy, Debug)]
pub struct OctreeView<'a> {
    child: &'a [[i32; 8]],
    aabb: &'a [[f64; 6]],
    coeff: &'a [[f64; 8]],
}

/// Where a point is in a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// The undivided cell; not a cell if the tree has a hole there.
    cell: usize,
    /// Coordinates of the cell, between 0 and 1.
    u: Vec3,
    /// How far outside of the root; not positive if inside.
    beyond: f64,
}

impl Spot {
    /// No place.
    pub(super) const NONE: Self = Self {
        cell: usize::MAX,
        u: Vec3::ZERO,
        beyond: 0.0,
    };
}

impl<'a> OctreeView<'a> {
    /// `None` if there is no cell or if the lists differ in length.
    pub fn new(child: &'a [[i32; 8]], aabb: &'a [[f64; 6]], coeff: &'a [[f64; 8]]) -> Option<Self> {
        let complete = !aabb.is_empty() && child.len() == aabb.len() && coeff.len() == aabb.len();
        complete.then_some(Self { child, aabb, coeff })
    }

    /// Signed distance of a point; NaN if the tree has a hole there.
    #[doc(alias = "oct_distance")]
    pub fn distance(&self, p: Vec3) -> f64 {
        self.distance_at(&self.find(p, &Spot::NONE))
    }

    /// Gradient of [`OctreeView::distance`].
    #[doc(alias = "oct_gradient")]
    pub fn gradient(&self, p: Vec3) -> Vec3 {
        let spot = self.find(p, &Spot::NONE);
        self.gradient_at(p, &spot, self.distance_at(&spot))
    }

    /// Equation (1), and what is to be added outside of the root.
    #[inline]
    pub(super) fn distance_at(&self, spot: &Spot) -> f64 {
        let Some(coeff) = self.coeff.get(spot.cell) else {
            return f64::NAN;
        };
        let mut sum = 0.0;
        for (k, c) in coeff.iter().enumerate() {
            let weight = |i: usize| {
                if k >> i & 1 == 1 {
                    spot.u[i]
                } else {
                    1.0 - spot.u[i]
                }
            };
            sum += weight(0) * weight(1) * weight(2) * c;
        }
        if spot.beyond > 0.0 {
            sum + spot.beyond
        } else {
            sum
        }
    }

    /// The gradient at `p`, where the distance is `here`.
    pub(super) fn gradient_at(&self, p: Vec3, spot: &Spot, here: f64) -> Vec3 {
        if spot.beyond > 0.0 {
            let there = |axis: Vec3| self.distance_at(&self.find(p + axis * STEP, spot));
            let slope = |axis: Vec3| (there(axis) - here) / STEP;
            return Vec3::new(slope(Vec3::X), slope(Vec3::Y), slope(Vec3::Z));
        }
        let Some(coeff) = self.coeff.get(spot.cell) else {
            return Vec3::splat(f64::NAN);
        };
        let mut sum = Vec3::ZERO;
        for (k, c) in coeff.iter().enumerate() {
            let high = |i: usize| k >> i & 1 == 1;
            let factor = |i: usize, by: usize| match (i == by, high(i)) {
                (true, true) => 1.0,
                (true, false) => -1.0,
                (false, true) => spot.u[i],
                (false, false) => 1.0 - spot.u[i],
            };
            for by in 0..3 {
                sum[by] += factor(0, by) * factor(1, by) * factor(2, by) * c;
            }
        }
        sum
    }

    /// Where a point is, or the nearest point of the root; `last` is where one nearby was found.
    #[inline]
    pub(super) fn find(&self, p: Vec3, last: &Spot) -> Spot {
        let (inside, beyond) = self.project(p);
        let still = |b: &[f64; 6]| (0..3).all(|k| (inside[k] - b[k]).abs() < b[3 + k] * INNER);
        let cell = match self.aabb.get(last.cell) {
            Some(aabb) if still(aabb) => Some(last.cell),
            _ => self.walk(inside),
        };
        cell.and_then(|cell| self.within(cell, inside, beyond))
            .unwrap_or(Spot::NONE)
    }

    /// The nearest point of the root, a little inside, and its distance; zero if the point is inside itself.
    #[inline]
    fn project(&self, p: Vec3) -> (Vec3, f64) {
        let root = &self.aabb[0];
        let offset = Vec3::new(p.x - root[0], p.y - root[1], p.z - root[2]);
        let beyond = offset.abs() - Vec3::new(root[3], root[4], root[5]);
        if (0..3).all(|k| beyond[k] <= 0.0) {
            return (p, 0.0);
        }
        let (mut inside, mut squares) = (p, 0.0);
        for k in 0..3 {
            if beyond[k] >= 0.0 {
                squares += beyond[k] * beyond[k];
                let back = beyond[k] + INSET;
                inside[k] -= if offset[k] > 0.0 { back } else { -back };
            }
        }
        (inside, squares.sqrt())
    }

    /// The undivided cell that holds a point.
    ///
    /// A point is in the upper half of a cell if `u = d/w`, rounded, is at least ½, which for numbers `d` and `w` is the case
    /// exactly if `2d ≥ w`: the quotient of neighbours differs from ½ by more than half of a last digit.
    fn walk(&self, p: Vec3) -> Option<usize> {
        let mut cell = 0;
        loop {
            let aabb = self.aabb.get(cell)?;
            let upper = |k: usize| {
                let (low, high) = (aabb[k] - aabb[3 + k], aabb[k] + aabb[3 + k]);
                let d = p[k] - low;
                if d + d < high - low { 0 } else { 1 << k }
            };
            let child = self.child.get(cell)?;
            match usize::try_from(child[upper(2) | upper(1) | upper(0)]) {
                // a child comes after its parent, so that every walk ends
                Ok(next) if next > cell => cell = next,
                _ => return child.iter().all(|&c| c == -1).then_some(cell),
            }
        }
    }

    /// A point in coordinates of its cell; `None` if it is elsewhere.
    #[inline]
    fn within(&self, cell: usize, p: Vec3, beyond: f64) -> Option<Spot> {
        let aabb = self.aabb.get(cell)?;
        let mut u = Vec3::ZERO;
        for k in 0..3 {
            let (low, high) = (aabb[k] - aabb[3 + k], aabb[k] + aabb[3 + k]);
            if p[k] + SLACK < low || p[k] - SLACK > high {
                return None;
            }
            u[k] = (p[k] - low) / (high - low);
        }
        Some(Spot { cell, u, beyond })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Octree;
    use super::*;

    /// A root with eight parts, whose corners carry the distance to the plane x + 2y + 3z = 0.
    fn plane() -> Octree {
        let mut child = vec![[-1; 8]; 9];
        child[0] = core::array::from_fn(|k| k as i32 + 1);
        let side = |k: usize, i: usize| if k >> i & 1 == 1 { 1.0 } else { -1.0 };
        let mut aabb = vec![[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]];
        aabb.extend(
            (0..8).map(|k| [side(k, 0), side(k, 1), side(k, 2), 1.0, 1.0, 1.0].map(|x| x / 2.0)),
        );
        let value = |b: &[f64; 6], k: usize| {
            let at = |i: usize| b[i] + side(k, i) * b[3 + i];
            at(0) + 2.0 * at(1) + 3.0 * at(2)
        };
        let coeff = aabb
            .iter()
            .map(|b| core::array::from_fn(|k| value(b, k)))
            .collect();
        Octree {
            depth: vec![0, 1, 1, 1, 1, 1, 1, 1, 1],
            child,
            aabb,
            coeff,
        }
    }

    #[test]
    fn a_field_that_is_linear_is_interpolated_without_error() {
        let Octree {
            child, aabb, coeff, ..
        } = plane();
        let view = OctreeView::new(&child, &aabb, &coeff).unwrap();
        for k in 0..100 {
            let at = |f: f64| libm::sin(f * f64::from(k));
            let p = Vec3::new(at(1.0), at(2.0), at(3.0));
            assert!((view.distance(p) - (p.x + 2.0 * p.y + 3.0 * p.z)).abs() < 1e-14);
            assert!((view.gradient(p) - Vec3::new(1.0, 2.0, 3.0)).norm() < 1e-14);
        }
        // outside: the value at the root, and the way there
        let out = view.distance(Vec3::new(3.0, 0.5, 0.0));
        assert!((out - (2.0 + 2.0)).abs() < 2e-6, "{out}");
        assert!((view.gradient(Vec3::new(3.0, 0.0, 0.0)).x - 1.0).abs() < 1e-6);
        assert!(OctreeView::new(&child, &aabb, &coeff[1..]).is_none());
    }

    #[test]
    fn a_tree_with_a_circle_has_no_distance() {
        let Octree {
            mut child,
            aabb,
            coeff,
            ..
        } = plane();
        child[0] = [0; 8];
        let view = OctreeView::new(&child, &aabb, &coeff).unwrap();
        assert!(view.distance(Vec3::ZERO).is_nan());
        assert!(view.gradient(Vec3::ZERO).x.is_nan());
    }
}
