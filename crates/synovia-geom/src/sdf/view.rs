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

/// The cells of an octree, the root first; see [`Octree`](super::Octree).
#[derive(Clone, Copy, Debug)]
pub struct OctreeView<'a> {
    child: &'a [[i32; 8]],
    aabb: &'a [[f64; 6]],
    coeff: &'a [[f64; 8]],
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
        let (inside, far) = self.project(p);
        let Some((cell, u)) = self.cell(inside) else {
            return f64::NAN;
        };
        let mut sum = 0.0;
        for (k, c) in self.coeff[cell].iter().enumerate() {
            let weight = |i: usize| if k >> i & 1 == 1 { u[i] } else { 1.0 - u[i] };
            sum += weight(0) * weight(1) * weight(2) * c;
        }
        if far > 0.0 { sum + far } else { sum }
    }

    /// Gradient of [`OctreeView::distance`].
    #[doc(alias = "oct_gradient")]
    pub fn gradient(&self, p: Vec3) -> Vec3 {
        let (inside, far) = self.project(p);
        if far > 0.0 {
            let here = self.distance(p);
            let slope = |axis: Vec3| (self.distance(p + axis * STEP) - here) / STEP;
            return Vec3::new(slope(Vec3::X), slope(Vec3::Y), slope(Vec3::Z));
        }
        let Some((cell, u)) = self.cell(inside) else {
            return Vec3::splat(f64::NAN);
        };
        let mut sum = Vec3::ZERO;
        for (k, c) in self.coeff[cell].iter().enumerate() {
            let high = |i: usize| k >> i & 1 == 1;
            let factor = |i: usize, by: usize| match (i == by, high(i)) {
                (true, true) => 1.0,
                (true, false) => -1.0,
                (false, true) => u[i],
                (false, false) => 1.0 - u[i],
            };
            for by in 0..3 {
                sum[by] += factor(0, by) * factor(1, by) * factor(2, by) * c;
            }
        }
        sum
    }

    /// The nearest point of the root, a little inside, and its distance; negative if the point is inside itself.
    fn project(&self, p: Vec3) -> (Vec3, f64) {
        let root = &self.aabb[0];
        let offset = Vec3::new(p.x - root[0], p.y - root[1], p.z - root[2]);
        let beyond = offset.abs() - Vec3::new(root[3], root[4], root[5]);
        if (0..3).all(|k| beyond[k] <= 0.0) {
            return (p, beyond.x.max(beyond.y.max(beyond.z)));
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

    /// The undivided cell that holds a point, and the point in coordinates of the cell between 0 and 1.
    fn cell(&self, p: Vec3) -> Option<(usize, Vec3)> {
        let mut cell = 0;
        // a child comes after its parent, so that every walk ends
        loop {
            let aabb = self.aabb.get(cell)?;
            let mut u = Vec3::ZERO;
            for k in 0..3 {
                let (low, high) = (aabb[k] - aabb[3 + k], aabb[k] + aabb[3 + k]);
                if p[k] + SLACK < low || p[k] - SLACK > high {
                    return None;
                }
                u[k] = (p[k] - low) / (high - low);
            }
            let child = &self.child[cell];
            if child.iter().all(|&c| c == -1) {
                return Some((cell, u));
            }
            let half = |k: usize| usize::from(u[k] >= 0.5 || u[k].is_nan());
            let next = usize::try_from(child[4 * half(2) + 2 * half(1) + half(0)]).ok()?;
            if next <= cell {
                return None;
            }
            cell = next;
        }
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
