//! Signed distance fields of meshes, sampled on an octree.
//!
//! The root is the bounding box, a tenth larger. A cell that meets a triangle is divided, down to depth 6; then cells
//! are divided until neighbours differ by one level at most. Every corner of a cell carries the signed distance of the
//! mesh, from which the distance inside the cell is interpolated. A corner that hangs (it lies inside an edge or a
//! side of a larger neighbour) carries the mean of that edge or side instead, so that the field has no jumps.
//!
//! Positions are counted in cells of depth 6, of which the root has 64 along each axis: corners are whole numbers.

mod distance;
pub mod shape;
pub mod slope;
mod view;

pub use distance::SignedDistance;
pub use view::OctreeView;

use std::collections::VecDeque;

use synovia_math::Vec3;

use crate::Aabb;

/// Cells of this depth are not divided.
const DEPTH: i32 = 6;
/// Cells of that depth along an axis.
const SIDE: usize = 1 << DEPTH;
/// How much larger than the bounding box the root is.
const MARGIN: f64 = 1.1;

/// An octree with a value at each corner of its cells, one entry of each list a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Octree {
    /// Depth, 0 at the root.
    pub depth: Vec<i32>,
    /// Cells that this one is divided into, x fastest; −1 if it is not.
    pub child: Vec<[i32; 8]>,
    /// Midpoint and half sizes.
    pub aabb: Vec<[f64; 6]>,
    /// Values at the corners, x fastest.
    pub coeff: Vec<[f64; 8]>,
}

impl Octree {
    /// Samples the distance of a mesh with bounding box `bounds`.
    #[doc(alias = "mjCOctree")]
    pub fn new(vertex: &[Vec3], face: &[[u32; 3]], bounds: Aabb) -> Self {
        let triangles: Vec<[Vec3; 3]> =
            face.iter().map(|f| f.map(|k| vertex[k as usize])).collect();
        let mut cells = Cells::new(bounds);
        cells.divide_near(&triangles);
        cells.balance();
        let value = cells.sample(&SignedDistance::new(vertex, face));

        let mut out = Self::default();
        for cell in &cells.list {
            let (low, high) = cells.box_of(cell);
            out.depth.push(cell.depth);
            out.child.push(cell.child);
            out.aabb.push([
                f64::midpoint(low.x, high.x),
                f64::midpoint(low.y, high.y),
                f64::midpoint(low.z, high.z),
                (high.x - low.x) / 2.0,
                (high.y - low.y) / 2.0,
                (high.z - low.z) / 2.0,
            ]);
            out.coeff
                .push(core::array::from_fn(|k| value[number(cell.corner(k))]));
        }
        out
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.depth.len()
    }

    /// True if there is no cell.
    pub fn is_empty(&self) -> bool {
        self.depth.is_empty()
    }
}

/// A corner, in units of the smallest cell.
type Corner = [usize; 3];

/// The corner's number among all.
fn number([x, y, z]: Corner) -> usize {
    (z * (SIDE + 1) + y) * (SIDE + 1) + x
}

struct Cell {
    depth: i32,
    parent: i32,
    /// Which of its parent's eight parts it is.
    slot: usize,
    child: [i32; 8],
    origin: Corner,
}

impl Cell {
    fn size(&self) -> usize {
        SIDE >> self.depth
    }

    fn is_leaf(&self) -> bool {
        self.child[0] == -1
    }

    fn corner(&self, k: usize) -> Corner {
        core::array::from_fn(|d| self.origin[d] + (k >> d & 1) * self.size())
    }

    /// Twice the midpoint.
    fn middle(&self, d: usize) -> usize {
        2 * self.origin[d] + self.size()
    }
}

struct Cells {
    list: Vec<Cell>,
    /// Coordinates of the corners along each axis.
    ticks: [Vec<f64>; 3],
}

impl Cells {
    fn new(bounds: Aabb) -> Self {
        let ticks = core::array::from_fn(|d| {
            let (middle, half) = (
                f64::midpoint(bounds.min[d], bounds.max[d]),
                (bounds.max[d] - bounds.min[d]) / 2.0,
            );
            let mut tick = vec![0.0; SIDE + 1];
            tick[0] = middle - MARGIN * half;
            tick[SIDE] = middle + MARGIN * half;
            // order: each is the middle of the two around it, coarse ones first
            let mut step = SIDE / 2;
            while step > 0 {
                for k in (step..SIDE).step_by(2 * step) {
                    tick[k] = f64::midpoint(tick[k - step], tick[k + step]);
                }
                step /= 2;
            }
            tick
        });
        let root = Cell {
            depth: 0,
            parent: -1,
            slot: 0,
            child: [-1; 8],
            origin: [0; 3],
        };
        Self {
            list: vec![root],
            ticks,
        }
    }

    fn place(&self, c: Corner) -> Vec3 {
        Vec3::new(
            self.ticks[0][c[0]],
            self.ticks[1][c[1]],
            self.ticks[2][c[2]],
        )
    }

    fn box_of(&self, cell: &Cell) -> (Vec3, Vec3) {
        (self.place(cell.corner(0)), self.place(cell.corner(7)))
    }

    fn divide(&mut self, at: usize) {
        for slot in 0..8 {
            let parent = &self.list[at];
            let half = parent.size() / 2;
            let origin = core::array::from_fn(|d| parent.origin[d] + (slot >> d & 1) * half);
            let depth = parent.depth + 1;
            let new = self.list.len() as i32;
            self.list.push(Cell {
                depth,
                parent: at as i32,
                slot,
                child: [-1; 8],
                origin,
            });
            self.list[at].child[slot] = new;
        }
    }

    /// Divides cells that meet a triangle, level by level.
    fn divide_near(&mut self, triangles: &[[Vec3; 3]]) {
        let all: Vec<u32> = (0..triangles.len() as u32).collect();
        let mut queue = VecDeque::from([(0_usize, all)]);
        while let Some((at, mut near)) = queue.pop_front() {
            let cell = &self.list[at];
            let (low, high) = self.box_of(cell);
            near.retain(|&t| meets(&triangles[t as usize], low, high));
            if near.is_empty() || cell.depth >= DEPTH {
                continue;
            }
            let first = self.list.len();
            self.divide(at);
            queue.extend((first..first + 8).map(|child| (child, near.clone())));
        }
    }

    /// Divides until neighbours differ by one level at most.
    fn balance(&mut self) {
        loop {
            let mut coarse = Vec::new();
            for at in 0..self.list.len() {
                if !self.list[at].is_leaf() {
                    continue;
                }
                for side in 0..6 {
                    let Some(other) = self.neighbour(at, side) else {
                        continue;
                    };
                    if self.list[other].depth > self.list[at].depth + 1 {
                        coarse.push(at);
                    }
                    if self.list[at].depth > self.list[other].depth + 1 {
                        coarse.push(other);
                    }
                }
            }
            if coarse.is_empty() {
                return;
            }
            for at in coarse {
                if self.list[at].is_leaf() {
                    self.divide(at);
                }
            }
        }
    }

    /// A leaf behind one of the six sides (−x, +x, −y, …); of several the first.
    fn neighbour(&self, at: usize, side: usize) -> Option<usize> {
        let (axis, up) = (side / 2, side % 2);
        // up to the cell whose sibling lies behind the side
        let mut k = at;
        while self.list[k].slot >> axis & 1 == up || self.list[k].parent < 0 {
            if self.list[k].parent < 0 {
                return None;
            }
            k = self.list[k].parent as usize;
        }
        let cell = &self.list[k];
        let mut found = self.list[cell.parent as usize].child[cell.slot ^ 1 << axis] as usize;

        // and down again, along the side
        while !self.list[found].is_leaf() {
            let mut slot = 0;
            for d in 0..3 {
                let high = if d == axis {
                    up == 0
                } else {
                    self.list[at].middle(d) > self.list[found].middle(d)
                };
                slot |= usize::from(high) << d;
            }
            found = self.list[found].child[slot] as usize;
        }
        Some(found)
    }

    /// For each corner that hangs, the corners whose mean it takes.
    fn hanging(&self) -> Vec<Vec<Corner>> {
        let mut hangs = vec![Vec::new(); (SIDE + 1).pow(3)];
        for at in 0..self.list.len() {
            let cell = &self.list[at];
            if !cell.is_leaf() {
                continue;
            }
            for side in 0..6 {
                let (axis, up) = (side / 2, side % 2);
                let Some(other) = self.neighbour(at, side).map(|k| &self.list[k]) else {
                    continue;
                };
                if other.depth >= cell.depth {
                    continue;
                }
                // the four corners of this side
                for k in (0..8).filter(|k| k >> axis & 1 == up) {
                    let corner = cell.corner(k);
                    let hang = &mut hangs[number(corner)];
                    if hang.is_empty() {
                        *hang = holders(corner, other);
                    }
                }
            }
        }
        hangs
    }

    /// The value at each corner that a cell has.
    fn sample(&self, field: &SignedDistance<'_>) -> Vec<f64> {
        let hangs = self.hanging();
        let mut value = vec![f64::NAN; hangs.len()];
        // order: coarse cells first, so that a hanging corner finds what it hangs on
        let mut queue = VecDeque::from([0_usize]);
        while let Some(at) = queue.pop_front() {
            for k in 0..8 {
                let corner = self.list[at].corner(k);
                let here = number(corner);
                if !value[here].is_nan() {
                    continue;
                }
                let hang = &hangs[here];
                value[here] = if hang.is_empty() {
                    field.at(self.place(corner))
                } else {
                    let sum = hang.iter().fold(0.0, |s, &c| s + value[number(c)]);
                    sum / hang.len() as f64
                };
            }
            queue.extend(
                self.list[at]
                    .child
                    .iter()
                    .filter(|&&c| c >= 0)
                    .map(|&c| c as usize),
            );
        }
        value
    }
}

/// The ends of the edge, or the corners of the side, of `cell` inside of which `corner` lies; none if it is a corner.
fn holders(corner: Corner, cell: &Cell) -> Vec<Corner> {
    let (low, high) = (cell.corner(0), cell.corner(7));
    let at_low: [bool; 3] = core::array::from_fn(|d| corner[d] == low[d]);
    let at_high: [bool; 3] = core::array::from_fn(|d| corner[d] == high[d]);
    let fixed: [bool; 3] = core::array::from_fn(|d| at_low[d] || at_high[d]);
    let free: Vec<usize> = match fixed.iter().filter(|&&f| f).count() {
        2 => (0..3).filter(|&d| !fixed[d]).collect(),
        // the axes after the fixed one, in turn
        1 => (0..3)
            .find(|&d| fixed[d])
            .map_or(Vec::new(), |d| vec![(d + 1) % 3, (d + 2) % 3]),
        _ => return Vec::new(),
    };
    (0..1 << free.len())
        .map(|j: usize| {
            let bit = |d: usize| match free.iter().position(|&f| f == d) {
                Some(k) => j >> k & 1,
                None => usize::from(at_high[d]),
            };
            cell.corner(bit(0) | bit(1) << 1 | bit(2) << 2)
        })
        .collect()
}

/// True if a triangle meets a box. M. Schwarz, H.-P. Seidel, *Fast parallel surface and solid voxelization on GPUs*
/// (2010): the box, the triangle's plane, and the three projections.
fn meets(v: &[Vec3; 3], low: Vec3, high: Vec3) -> bool {
    for d in 0..3 {
        if v.iter().all(|p| p[d] < low[d]) || v.iter().all(|p| p[d] > high[d]) {
            return false;
        }
    }
    let size = high - low;
    let edge: [Vec3; 3] = core::array::from_fn(|i| v[(i + 1) % 3] - v[i]);
    let n = edge[0].cross(edge[1]);

    // the two corners furthest along the normal are on different sides of the plane
    let pick = |d: usize| if n[d] > 0.0 { size[d] } else { 0.0 };
    let far = Vec3::new(pick(0), pick(1), pick(2));
    let (one, two) = (far - v[0], (size - far) - v[0]);
    let base = n.dot(low);
    if (base + n.dot(one)) * (base + n.dot(two)) > 0.0 {
        return false;
    }

    // seen along each axis, no edge separates
    for a in 0..3 {
        let (b, c) = ((a + 1) % 3, (a + 2) % 3);
        let sign = if n[a] >= 0.0 { 1.0 } else { -1.0 };
        for i in 0..3 {
            let out = [-edge[i][c] * sign, edge[i][b] * sign];
            let shift = -(out[0] * v[i][b] + out[1] * v[i][c])
                + (size[b] * out[0]).max(0.0)
                + (size[c] * out[1]).max(0.0);
            if (out[0] * low[b] + out[1] * low[c]) + shift < 0.0 {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hanging_corner_takes_the_mean_of_what_holds_it() {
        let cell = Cell {
            depth: 3,
            parent: -1,
            slot: 0,
            child: [-1; 8],
            origin: [0; 3],
        };
        assert_eq!(holders([8, 4, 0], &cell), [[8, 0, 0], [8, 8, 0]]);
        assert_eq!(holders([8, 4, 4], &cell).len(), 4);
        assert!(holders([8, 8, 0], &cell).is_empty());
    }

    #[test]
    fn a_triangle_meets_the_boxes_that_it_crosses() {
        let v = [
            Vec3::new(0.2, 0.2, 0.2),
            Vec3::new(2.0, 0.2, 0.2),
            Vec3::new(0.2, 2.0, 0.2),
        ];
        let meets_at = |x: f64, y: f64, z: f64| {
            meets(&v, Vec3::new(x, y, z), Vec3::new(x + 1.0, y + 1.0, z + 1.0))
        };
        assert!(meets_at(0.0, 0.0, 0.0) && meets_at(1.0, 0.0, 0.0) && meets_at(0.0, 1.0, 0.0));
        assert!(meets_at(0.9, 0.9, 0.0));
        assert!(!meets_at(1.3, 1.3, 0.0) && !meets_at(0.0, 0.0, 0.5) && !meets_at(-1.5, 0.0, 0.0));
    }
}
