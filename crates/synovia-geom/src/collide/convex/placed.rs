//! Hulls with few nodes in the pose of a body: support points without a change of frame.
//!
//! With the axes `R` of a body at `t`, the height of its node `pₖ` in the direction `u` is, exactly,
//!
//! ```text
//! (Rᵀu)·pₖ = u·wₖ − u·t,    wₖ = R pₖ + t                                        (1)
//! ```
//!
//! so that the highest node is found among the `wₖ` as they are, and its `wₖ` is the support point, with the bits that a search
//! in the frame of the body gives. The highest node is the support vertex if it exceeds all others by more than the
//! clearance of the [convexity](crate::hull::convexity) and the rounding of (1): every climb ends there. About nine of
//! ten searches end so.
//!
//! A body takes part in several pairs of a pass: its nodes are placed once, which takes as long as two searches.

use synovia_math::fearless_simd::{Simd, f64x4, prelude::*};
use synovia_math::{Mat3, Vec3, wide};

use super::small::SmallHull;
use crate::collide::policy::MAX_SCANNED;

/// Nodes processed together.
pub(super) const LANES: usize = 4;
/// Number of groups of so many nodes in the largest hull.
const GROUPS: usize = MAX_SCANNED / LANES;

/// The clearance is enlarged by this factor, far more than the rounding of a difference.
const CLEARLY: f64 = 1.0 + 1e-12;
/// Rounding of the difference of two heights in either frame, relative to the numbers of which they are sums: a dozen
/// roundings of 1.1e-16 each, several times.
const ROUNDING: f64 = 1e-14;

/// The nodes of a small hull in the pose of a body.
#[derive(Clone, Debug)]
pub(super) struct PlacedHull {
    /// x, y and z of all nodes, world frame. Places after the last node repeat the first.
    places: [[f64; MAX_SCANNED]; 3],
    /// Number of pairs of groups that have nodes.
    pairs: usize,
    /// A bit for each node, in order; none if the hull was not placed.
    nodes: u32,
    /// Bound on the rounding of the difference of two heights.
    rounding: f64,
    /// Id of the mesh.
    mesh: i32,
    /// The pose.
    pos: Vec3,
    mat: Mat3,
}

impl PlacedHull {
    /// Not placed yet.
    pub(super) const NOWHERE: Self = Self {
        places: [[0.0; MAX_SCANNED]; 3],
        pairs: 0,
        nodes: 0,
        rounding: 0.0,
        mesh: -1,
        pos: Vec3::ZERO,
        mat: Mat3::ZERO,
    };

    /// Removes the nodes.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.nodes = 0;
    }

    /// True if these are the nodes of a mesh in this pose, to the last bit.
    #[inline]
    pub(super) fn is_at(&self, mesh: i32, pos: &Vec3, mat: &Mat3) -> bool {
        let differ = |a: f64, b: f64| a.to_bits() ^ b.to_bits();
        let (p, q) = (self.pos, pos);
        let mut bits = differ(p.x, q.x) | differ(p.y, q.y) | differ(p.z, q.z);
        for (&a, &b) in self.mat.0.iter().zip(&mat.0) {
            bits |= differ(a, b);
        }
        bits == 0 && self.mesh == mesh && self.nodes != 0
    }

    /// Places all nodes of the hull of a mesh.
    pub(super) fn put(&mut self, mesh: i32, hull: &SmallHull, pos: &Vec3, mat: &Mat3) {
        (self.mesh, self.pos, self.mat) = (mesh, *pos, *mat);
        (self.pairs, self.nodes) = (hull.pairs, hull.nodes);
        let sum = |v: &[f64]| v.iter().fold(0.0, |sum, x| sum + x.abs());
        self.rounding = ROUNDING * (sum(&pos.to_array()) + sum(&mat.0) * hull.extent);
        wide!(_simd => {
            let count = (2 * LANES * hull.pairs).min(MAX_SCANNED);
            let [x, y, z] = &hull.places;
            for (k, places) in self.places.iter_mut().enumerate() {
                // order: that of the product of a matrix and a vector
                let (row, t) = (mat.row(k), pos[k]);
                let columns = x[..count].iter().zip(&y[..count]).zip(&z[..count]);
                for (place, ((x, y), z)) in places.iter_mut().zip(columns) {
                    *place = row.x * x + row.y * y + row.z * z + t;
                }
            }
        });
    }

    /// Position of a node.
    #[inline]
    fn place(&self, node: u32) -> Vec3 {
        let node = node as usize % MAX_SCANNED;
        let [x, y, z] = &self.places;
        Vec3::new(x[node], y[node], z[node])
    }

    /// The highest node in a direction, and its position, if it exceeds every other node by more than `clearance`.
    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    pub(super) fn clear_top<S: Simd>(
        &self,
        simd: S,
        dir: Vec3,
        clearance: f64,
    ) -> Option<(i32, Vec3)> {
        // as many groups as there are nodes, in registers
        let rivals = match self.pairs {
            1 => self.rivals_of::<2, S>(simd, dir, clearance),
            2 => self.rivals_of::<4, S>(simd, dir, clearance),
            3 => self.rivals_of::<6, S>(simd, dir, clearance),
            _ => self.rivals_of::<GROUPS, S>(simd, dir, clearance),
        };
        let node = rivals.trailing_zeros();
        rivals
            .is_power_of_two()
            .then(|| (node as i32, self.place(node)))
    }

    /// The nodes of the first groups that are not clearly below the highest: the highest itself, those too near to it, and
    /// those with heights that are not numbers.
    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    fn rivals_of<const G: usize, S: Simd>(&self, simd: S, dir: Vec3, clearance: f64) -> u32 {
        let heights = self.heights_of::<G, S>(simd, dir);
        let bar = highest(&heights) - (clearance * CLEARLY + self.rounding);
        let bar = f64x4::splat(simd, bar);
        let mut below = 0;
        for (k, &height) in heights.iter().enumerate() {
            below |= (height.simd_lt(bar).to_bitmask() as u32) << (LANES * k);
        }
        self.nodes & !below
    }

    /// The heights of the nodes of the first groups.
    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    fn heights_of<const G: usize, S: Simd>(&self, simd: S, dir: Vec3) -> [f64x4<S>; G] {
        let [dir_x, dir_y, dir_z] = [
            f64x4::splat(simd, dir.x),
            f64x4::splat(simd, dir.y),
            f64x4::splat(simd, dir.z),
        ];
        let [x, y, z] = self.places.each_ref().map(|column| column.as_chunks().0);
        let mut heights = [dir_x; G];
        for (height, ((x, y), z)) in heights.iter_mut().zip(x.iter().zip(y).zip(z)) {
            let x = f64x4::load_array_ref(simd, x);
            let y = f64x4::load_array_ref(simd, y);
            let z = f64x4::load_array_ref(simd, z);
            *height = dir_x * x + dir_y * y + dir_z * z;
        }
        heights
    }

    /// The height of the highest node in a direction, above the origin of the world.
    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    pub(super) fn top<S: Simd>(&self, simd: S, dir: Vec3) -> f64 {
        match self.pairs {
            1 => highest(&self.heights_of::<2, S>(simd, dir)),
            2 => highest(&self.heights_of::<4, S>(simd, dir)),
            3 => highest(&self.heights_of::<6, S>(simd, dir)),
            _ => highest(&self.heights_of::<GROUPS, S>(simd, dir)),
        }
    }
}

/// The largest of some heights. A height that is not a number may hide others, but is never the largest alone: it is not below
/// any bar.
#[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
#[inline(always)]
fn highest<const G: usize, S: Simd>(heights: &[f64x4<S>; G]) -> f64 {
    let mut best = heights[0];
    for &height in &heights[1..] {
        best = best.max(height);
    }
    let [a, b, c, d] = best.to_array();
    larger(larger(a, b), larger(c, d))
}

/// The larger of two numbers, as one instruction.
#[inline]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use synovia_math::narrow;

    use super::*;

    /// A hull at the origin, or in another pose.
    fn placed(hull: &SmallHull, pos: Vec3, mat: Mat3) -> PlacedHull {
        let mut placed = PlacedHull::NOWHERE;
        assert!(!placed.is_at(3, &pos, &mat));
        placed.put(3, hull, &pos, &mat);
        assert!(placed.is_at(3, &pos, &mat));
        placed
    }

    fn clear_top(hull: &PlacedHull, dir: Vec3, clearance: f64) -> Option<i32> {
        let found = wide!(simd => hull.clear_top(simd, dir, clearance));
        assert_eq!(narrow!(simd => hull.clear_top(simd, dir, clearance)), found);
        found.map(|(node, _)| node)
    }

    /// A node that differs from all others.
    fn node(k: usize) -> Vec3 {
        let angle = k as f64;
        Vec3::new(libm::cos(angle), libm::sin(angle), libm::cos(2.7 * angle))
    }

    fn directions() -> impl Iterator<Item = Vec3> {
        (0..50).map(|k| {
            let angle = 0.13 * f64::from(k);
            Vec3::new(libm::cos(angle), libm::sin(angle), 0.4).normalized()
        })
    }

    #[test]
    fn the_clear_top_exceeds_every_other_node_by_more_than_the_clearance() {
        for count in 1..=MAX_SCANNED {
            let hull = SmallHull::of((0..count).map(|k| Some(node(k)))).unwrap();
            let hull = placed(&hull, Vec3::ZERO, Mat3::IDENTITY);
            for dir in directions() {
                let mut order: Vec<usize> = (0..count).collect();
                order.sort_by(|&a, &b| dir.dot(node(b)).total_cmp(&dir.dot(node(a))));
                let top = dir.dot(node(order[0]));
                assert_eq!(wide!(simd => hull.top(simd, dir)).to_bits(), top.to_bits());
                let Some(&second) = order.get(1) else {
                    assert_eq!(clear_top(&hull, dir, 0.0), None);
                    continue;
                };
                let margin = top - dir.dot(node(second));
                let first = Some(order[0] as i32);
                for (clearance, expected) in [
                    (0.0, first),
                    (margin * (1.0 - 1e-9), first),
                    (margin, None),
                    (margin * 2.0, None),
                ] {
                    assert_eq!(clear_top(&hull, dir, clearance), expected);
                }
            }
        }
    }

    #[test]
    fn the_clear_top_of_any_pose_is_that_of_the_frame_of_the_body() {
        let mut clear = 0;
        for count in 2..=MAX_SCANNED {
            let hull = SmallHull::of((0..count).map(|k| Some(node(k)))).unwrap();
            let axis = node(count + 7);
            let mat = synovia_math::Quat::from_axis_angle(axis.normalized(), count as f64).to_mat();
            let pos = node(3 * count) * if count % 2 == 0 { 1e6 } else { 1.0 };
            let posed = placed(&hull, pos, mat);
            for dir in directions() {
                let local = mat.transpose_mul(dir);
                let mut heights = [0.0; MAX_SCANNED];
                hull.heights(local, &mut heights);
                let found = wide!(simd => posed.clear_top(simd, dir, 1e-12));
                let Some((top, place)) = found else {
                    continue;
                };
                clear += 1;
                assert_eq!(place, mat * node(top as usize) + pos);
                for (k, &height) in heights[..count].iter().enumerate() {
                    assert!(k == top as usize || heights[top as usize] - height > 1e-12);
                }
            }
        }
        assert!(clear > 1000, "{clear}");
    }

    #[test]
    fn equal_or_unusable_heights_have_no_clear_top() {
        // every pair of places of eight is a tie once, with all lanes and groups that it can be in
        for a in 0..8 {
            for b in 0..8 {
                let height = |k| if k == a || k == b { 1.0 } else { 0.0 };
                let hull = SmallHull::of((0..8).map(|k| Some(Vec3::Z * height(k)))).unwrap();
                for pos in [Vec3::ZERO, Vec3::new(0.3, 1e3, -7.0)] {
                    let hull = placed(&hull, pos, Mat3::IDENTITY);
                    assert_eq!(clear_top(&hull, Vec3::Z, 0.0), (a == b).then_some(a));
                    assert_eq!(clear_top(&hull, Vec3::Z, f64::INFINITY), None);
                    for dir in [f64::NAN, f64::INFINITY] {
                        assert_eq!(clear_top(&hull, Vec3::new(0.0, 0.0, dir), 0.0), None);
                    }
                }
            }
        }
    }

    #[test]
    fn a_pose_is_known_to_the_last_bit() {
        let hull = SmallHull::of([Some(Vec3::X), Some(Vec3::Y)].into_iter()).unwrap();
        let hull = placed(&hull, Vec3::ZERO, Mat3::IDENTITY);
        assert!(!hull.is_at(3, &Vec3::new(0.0, -0.0, 0.0), &Mat3::IDENTITY));
        assert!(!hull.is_at(3, &Vec3::ZERO, &(Mat3::IDENTITY * -1.0)));
        assert!(!hull.is_at(4, &Vec3::ZERO, &Mat3::IDENTITY));
    }
}
