//! Interpolation of the distance field in the cells of an octree.
//!
//! Inside a cell with corner values `c_k` the field is trilinear in the coordinates `u` of the cell:
//!
//! ```text
//! d(p) = Σ_k c_k Π_i (k_i ? u_i : 1 − u_i),       k over the eight corners                     (1)
//! ```
//!
//! Outside of the root it is the value at the nearest point of the root plus the distance to that point, and its
//! gradient is computed by finite differences.

use synovia_math::Vec3;

/// How far inside the root an outside point is projected.
const INSET: f64 = 1e-6;
/// How far outside of its cell a point may be, because of rounding.
const SLACK: f64 = 1e-8;
/// Step of the finite differences.
const STEP: f64 = 1e-8;
/// Points further from a cell border than this fraction of a cell are on the same side of it however coordinates are rounded.
const SURE: f64 = 1e-6;

/// The cells of an octree, the root first; see [`Octree`](super::Octree).
#[derive(Clone, Copy, Debug)]
pub struct OctreeView<'a> {
    child: &'a [[i32; 8]],
    aabb: &'a [[f64; 6]],
    coeff: &'a [[f64; 8]],
}

/// Location of a point in a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Location {
    /// The undivided cell; out of range if the tree has a hole there.
    cell: u32,
    /// Coordinates within the cell, between 0 and 1.
    u: Vec3,
    /// Distance outside of the root; zero if inside.
    beyond: f64,
}

impl Location {
    /// No location.
    pub(super) const NONE: Self = Self {
        cell: u32::MAX,
        u: Vec3::ZERO,
        beyond: 0.0,
    };

    /// For fields that are not octrees: stores the gradient in place of the coordinates.
    pub(super) const fn with_slope(u: Vec3) -> Self {
        Self { u, ..Self::NONE }
    }

    /// The gradient stored by [`Location::with_slope`].
    pub(super) const fn slope(&self) -> Vec3 {
        self.u
    }
}

impl<'a> OctreeView<'a> {
    /// Views the lists of an octree; `None` if there are no cells or if the lists differ in length.
    pub fn new(child: &'a [[i32; 8]], aabb: &'a [[f64; 6]], coeff: &'a [[f64; 8]]) -> Option<Self> {
        let complete = !aabb.is_empty() && child.len() == aabb.len() && coeff.len() == aabb.len();
        complete.then_some(Self { child, aabb, coeff })
    }

    /// Signed distance of a point; NaN if the tree has a hole there.
    #[doc(alias = "oct_distance")]
    pub fn distance(&self, p: Vec3) -> f64 {
        self.distance_at(&self.locate(p))
    }

    /// Gradient of [`OctreeView::distance`].
    #[doc(alias = "oct_gradient")]
    pub fn gradient(&self, p: Vec3) -> Vec3 {
        let location = self.locate(p);
        self.gradient_at(p, &location, self.distance_at(&location))
    }

    /// The distance by equation (1), plus the distance outside of the root.
    #[inline]
    pub(super) fn distance_at(&self, location: &Location) -> f64 {
        let Some(coeff) = self.coeff.get(location.cell as usize) else {
            return f64::NAN;
        };
        let mut sum = 0.0;
        for (k, c) in coeff.iter().enumerate() {
            let weight = |i: usize| {
                if k >> i & 1 == 1 {
                    location.u[i]
                } else {
                    1.0 - location.u[i]
                }
            };
            sum += weight(0) * weight(1) * weight(2) * c;
        }
        if location.beyond > 0.0 {
            sum + location.beyond
        } else {
            sum
        }
    }

    /// The gradient at `p`, where the distance is `here`.
    pub(super) fn gradient_at(&self, p: Vec3, location: &Location, here: f64) -> Vec3 {
        // outside: finite differences
        if location.beyond > 0.0 {
            let mut near = *location;
            let mut slope = |axis: Vec3| {
                self.find(p + axis * STEP, &mut near);
                (self.distance_at(&near) - here) / STEP
            };
            return Vec3::new(slope(Vec3::X), slope(Vec3::Y), slope(Vec3::Z));
        }
        let Some(coeff) = self.coeff.get(location.cell as usize) else {
            return Vec3::splat(f64::NAN);
        };
        // inside: the derivative of (1)
        let mut sum = Vec3::ZERO;
        for (k, c) in coeff.iter().enumerate() {
            let high = |i: usize| k >> i & 1 == 1;
            let factor = |i: usize, by: usize| match (i == by, high(i)) {
                (true, true) => 1.0,
                (true, false) => -1.0,
                (false, true) => location.u[i],
                (false, false) => 1.0 - location.u[i],
            };
            for by in 0..3 {
                sum[by] += factor(0, by) * factor(1, by) * factor(2, by) * c;
            }
        }
        sum
    }

    /// Locates a point, or the nearest point of the root.
    fn locate(&self, p: Vec3) -> Location {
        let mut location = Location::NONE;
        self.find(p, &mut location);
        location
    }

    /// The same, starting at `location`, that of an earlier and perhaps nearby point; `location` is updated.
    #[inline]
    pub(super) fn find(&self, p: Vec3, location: &mut Location) {
        let (inside, beyond) = self.project(p);
        let sure = |b: &[f64; 6], k: usize| (inside[k] - b[k]).abs() < b[3 + k] * (1.0 - SURE);
        let still = |b: &[f64; 6]| sure(b, 0) & sure(b, 1) & sure(b, 2);
        let cell = match self.aabb.get(location.cell as usize) {
            Some(aabb) if still(aabb) => Some(location.cell as usize),
            _ => self.descend(inside),
        };
        location.beyond = beyond;
        location.cell = u32::MAX;
        if let Some(cell) = cell
            && let Some(u) = self.within(cell, inside)
        {
            location.cell = cell as u32;
            location.u = u;
        }
    }

    /// The nearest point of the root, slightly inside, and the distance to it; the point itself and zero if it is inside.
    #[inline]
    fn project(&self, p: Vec3) -> (Vec3, f64) {
        let root = &self.aabb[0];
        let offset = Vec3::new(p.x - root[0], p.y - root[1], p.z - root[2]);
        let beyond = offset.abs() - Vec3::new(root[3], root[4], root[5]);
        let within = |k: usize| beyond[k] <= 0.0;
        if within(0) & within(1) & within(2) {
            return (p, 0.0);
        }
        // axes without excess move by zero and add zero, which is faster than a branch per axis
        let excess = |k: usize| if beyond[k] >= 0.0 { beyond[k] } else { 0.0 };
        let back = |k: usize| {
            let length = if beyond[k] >= 0.0 {
                beyond[k] + INSET
            } else {
                0.0
            };
            if offset[k] > 0.0 { length } else { -length }
        };
        let squares = excess(0) * excess(0) + excess(1) * excess(1) + excess(2) * excess(2);
        (p - Vec3::new(back(0), back(1), back(2)), squares.sqrt())
    }

    /// The leaf cell that contains a point.
    fn descend(&self, p: Vec3) -> Option<usize> {
        let mut cell = 0;
        loop {
            let aabb = self.aabb.get(cell)?;
            let d = p - Vec3::new(aabb[0], aabb[1], aabb[2]);
            let far = |k: usize| d[k].abs() > aabb[3 + k] * SURE;
            let part = if far(0) & far(1) & far(2) {
                let upper = |k: usize| usize::from(d[k] > 0.0) << k;
                upper(2) | upper(1) | upper(0)
            } else {
                part_of(aabb, p)
            };
            let child = self.child.get(cell)?;
            match usize::try_from(child[part]) {
                // a child comes after its parent, so every descent ends
                Ok(next) if next > cell => cell = next,
                _ => return child.iter().all(|&c| c == -1).then_some(cell),
            }
        }
    }

    /// The coordinates of a point within a cell; `None` if it is outside.
    #[inline]
    fn within(&self, cell: usize, p: Vec3) -> Option<Vec3> {
        let aabb = self.aabb.get(cell)?;
        let (c, h) = (
            Vec3::new(aabb[0], aabb[1], aabb[2]),
            Vec3::new(aabb[3], aabb[4], aabb[5]),
        );
        let (low, high) = (c - h, c + h);
        let below = |k: usize| p[k] + SLACK < low[k];
        let above = |k: usize| p[k] - SLACK > high[k];
        let outside = |k: usize| below(k) | above(k);
        if outside(0) | outside(1) | outside(2) {
            return None;
        }
        let (d, w) = (p - low, high - low);
        Some(Vec3::new(d.x / w.x, d.y / w.y, d.z / w.z))
    }
}

/// The child of a cell that contains a point, for points so close to a border that rounding decides.
///
/// It is the upper one if `u = d/w`, rounded, is at least ½. For floating-point `d` and `w` this holds exactly if
/// `2d ≥ w`: the quotients nearest to ½ differ from it by more than half a unit in the last place.
#[cold]
fn part_of(aabb: &[f64; 6], p: Vec3) -> usize {
    let upper = |k: usize| {
        let (low, high) = (aabb[k] - aabb[3 + k], aabb[k] + aabb[3 + k]);
        let d = p[k] - low;
        if d + d < high - low { 0 } else { 1 << k }
    };
    upper(2) | upper(1) | upper(0)
}

#[cfg(test)]
mod tests {
    use super::super::Octree;
    use super::*;

    /// A root with eight children, whose corners store the distance to the plane x + 2y + 3z = 0.
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
        // outside: the value at the root plus the distance to it
        let out = view.distance(Vec3::new(3.0, 0.5, 0.0));
        assert!((out - (2.0 + 2.0)).abs() < 2e-6, "{out}");
        assert!((view.gradient(Vec3::new(3.0, 0.0, 0.0)).x - 1.0).abs() < 1e-6);
        assert!(OctreeView::new(&child, &aabb, &coeff[1..]).is_none());
    }

    /// The cell of a point and its coordinates there, computed by quotients on every level.
    fn plain_descent(tree: &Octree, p: Vec3) -> (usize, Vec3) {
        let mut cell = 0;
        loop {
            let b = &tree.aabb[cell];
            let u = |k: usize| {
                let (low, high) = (b[k] - b[3 + k], b[k] + b[3 + k]);
                (p[k] - low) / (high - low)
            };
            let upper = |k: usize| if u(k) < 0.5 { 0 } else { 1 << k };
            match tree.child[cell][upper(0) | upper(1) | upper(2)] {
                -1 => return (cell, Vec3::new(u(0), u(1), u(2))),
                next => cell = next as usize,
            }
        }
    }

    /// The octree of a tetrahedron whose corners are not round numbers.
    fn tetrahedron() -> Octree {
        let vertex = [
            [0.01, 0.02, 0.31],
            [0.23, 0.0, -0.1],
            [-0.2, 0.13, -0.12],
            [-0.11, -0.2, -0.1],
        ]
        .map(Vec3::from);
        let face = [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]];
        let bounds = crate::Aabb {
            min: Vec3::new(-0.2, -0.2, -0.12),
            max: Vec3::new(0.23, 0.13, 0.31),
        };
        Octree::new(&vertex, &face, bounds)
    }

    #[test]
    fn the_walk_by_signs_ends_where_that_by_quotients_ends_at_borders_too() {
        let tree = tetrahedron();
        let view = OctreeView::new(&tree.child, &tree.aabb, &tree.coeff).unwrap();
        let root = tree.aabb[0];
        let mut location = Location::NONE;
        for (k, b) in tree.aabb.iter().enumerate().step_by(7) {
            // the midpoint of a cell is a corner of its children; then some ulps beside it, and well inside
            for ulps in -3..=3_i64 {
                let beside = |x: f64| f64::from_bits((x.to_bits() as i64 + ulps) as u64);
                let inner = |i: usize| b[i] + b[3 + i] * libm::sin((k + i) as f64) * 0.9;
                for p in [
                    Vec3::new(beside(b[0]), beside(b[1]), beside(b[2])),
                    Vec3::new(beside(b[0]), inner(1), beside(b[2] + b[5])),
                    Vec3::new(inner(0), inner(1), inner(2)),
                ] {
                    if (0..3).any(|i| (p[i] - root[i]).abs() > root[3 + i]) {
                        continue;
                    }
                    let (cell, u) = plain_descent(&tree, p);
                    // starting at the previous point
                    view.find(p, &mut location);
                    assert_eq!((location.cell as usize, location.u), (cell, u), "{p:?}");
                    assert_eq!(view.distance_at(&location), view.distance(p));
                }
            }
        }
    }

    #[test]
    fn a_reading_that_is_moved_is_a_new_one() {
        let tree = tetrahedron();
        let field = super::super::Field::Octree(
            OctreeView::new(&tree.child, &tree.aabb, &tree.coeff).unwrap(),
        );
        let mut moved = super::super::Reading::NONE;
        for k in 0..2000 {
            // steps of all sizes, in and out of the root
            let size = libm::exp2(-f64::from(k % 15));
            let at = |f: f64| 0.05 + size * libm::sin(f * f64::from(k));
            let p = Vec3::new(at(1.0), at(2.3), at(3.1));
            field.update(p, &mut moved);
            assert_eq!(moved.distance, field.distance(p));
            assert_eq!(field.slope(p, &moved), field.gradient(p));
        }
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
