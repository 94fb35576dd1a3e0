//! Signed distance fields of meshes, sampled on an octree.
//!
//! The root is the bounding box, enlarged by a tenth. A cell that intersects a triangle is divided, down to depth 6;
//! then cells are divided until neighbours differ by at most one level. Every corner of a cell stores the signed
//! distance of the mesh, from which the distance inside the cell is interpolated. A hanging corner (in the interior
//! of an edge or a face of a larger neighbour) stores the mean of that edge or face instead, so that the field is
//! continuous.
//!
//! ```text
//! d(corner) = signed distance of the mesh                     regular corners                  (1)
//! d(corner) = mean of d at the 2 or 4 corners around it       hanging corners                  (2)
//! ```
//!
//! Positions are in units of cells of depth 6, of which the root has 64 along each axis: corners have integer coordinates.

mod distance;
mod field;
pub mod implicit;
mod marching;
mod marching_cases;
mod rays;
pub mod shape;
pub mod shapes;
pub mod slope;
mod view;

pub use distance::SignedDistance;
pub use field::{Field, Reading};
pub use implicit::Implicit;
pub use marching::polygonise;
pub use rays::RayField;
pub use view::OctreeView;

use std::collections::VecDeque;

use synovia_math::Vec3;

use crate::Aabb;

/// The maximum depth: cells of this depth are not divided.
const DEPTH: i32 = 6;
/// Number of cells of that depth along an axis.
const SIDE: usize = 1 << DEPTH;
/// Points between corners are in units of the smallest cell divided by this.
const QUARTERS: usize = 4;
/// Factor by which the root is larger than the bounding box.
const MARGIN: f64 = 1.1;

/// An octree with a value at each corner of its cells; each list has one entry per cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Octree {
    /// Depth, 0 at the root.
    pub depth: Vec<i32>,
    /// Child cells, x fastest; −1 if the cell is not divided.
    pub child: Vec<[i32; 8]>,
    /// Midpoint and half sizes.
    pub aabb: Vec<[f64; 6]>,
    /// Values at the corners, x fastest.
    pub coeff: Vec<[f64; 8]>,
}

impl Octree {
    /// Samples the signed distance of a mesh with bounding box `bounds`.
    #[doc(alias = "mjCOctree")]
    pub fn new(vertex: &[Vec3], face: &[[u32; 3]], bounds: Aabb) -> Self {
        // the cells near the surface, then a balanced octree
        let triangles: Vec<[Vec3; 3]> =
            face.iter().map(|f| f.map(|k| vertex[k as usize])).collect();
        let mut cells = Cells::new(bounds);
        cells.divide_near(&triangles);
        cells.balance();
        // one distance per corner, shared by all cells that meet there
        let value = cells.sample(&SignedDistance::new(vertex, face));

        // cells as boxes with corner values, in the order of creation
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

    /// True if there are no cells.
    pub fn is_empty(&self) -> bool {
        self.depth.is_empty()
    }
}

/// A corner of a cell, in units of the smallest cell.
type Corner = [usize; 3];

/// Index of a corner among all corners of the grid.
fn number([x, y, z]: Corner) -> usize {
    (z * (SIDE + 1) + y) * (SIDE + 1) + x
}

/// A cell during construction.
struct Cell {
    depth: i32,
    /// Indices of the eight children, −1 for a leaf.
    child: [i32; 8],
    /// Its corner with the smallest coordinates.
    origin: Corner,
}

impl Cell {
    /// Edge length, in units of the smallest cell.
    fn size(&self) -> usize {
        SIDE >> self.depth
    }

    fn is_leaf(&self) -> bool {
        self.child[0] == -1
    }

    /// Corner `k`; bit `d` of `k` selects the high end along axis `d`.
    fn corner(&self, k: usize) -> Corner {
        core::array::from_fn(|d| self.origin[d] + (k >> d & 1) * self.size())
    }

    /// Twice the midpoint along an axis, an integer.
    fn middle(&self, d: usize) -> usize {
        2 * self.origin[d] + self.size()
    }
}

/// The octree during construction: cells in the order of creation.
struct Cells {
    list: Vec<Cell>,
    /// Coordinates of the grid corners along each axis.
    ticks: [Vec<f64>; 3],
}

impl Cells {
    /// The root alone.
    fn new(bounds: Aabb) -> Self {
        let ticks = core::array::from_fn(|d| {
            let (middle, half) = (
                f64::midpoint(bounds.min[d], bounds.max[d]),
                (bounds.max[d] - bounds.min[d]) / 2.0,
            );
            let mut tick = vec![0.0; SIDE + 1];
            tick[0] = middle - MARGIN * half;
            tick[SIDE] = middle + MARGIN * half;
            // order: each is the midpoint of the two around it, coarse levels first
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
            child: [-1; 8],
            origin: [0; 3],
        };
        Self {
            list: vec![root],
            ticks,
        }
    }

    /// Position of a corner.
    fn place(&self, c: Corner) -> Vec3 {
        Vec3::new(
            self.ticks[0][c[0]],
            self.ticks[1][c[1]],
            self.ticks[2][c[2]],
        )
    }

    /// The two extreme corners of a cell.
    fn box_of(&self, cell: &Cell) -> (Vec3, Vec3) {
        (self.place(cell.corner(0)), self.place(cell.corner(7)))
    }

    /// Divides a leaf into eight children, x fastest.
    fn divide(&mut self, at: usize) {
        for slot in 0..8 {
            let parent = &self.list[at];
            let half = parent.size() / 2;
            let origin = core::array::from_fn(|d| parent.origin[d] + (slot >> d & 1) * half);
            let depth = parent.depth + 1;
            let new = self.list.len() as i32;
            self.list.push(Cell {
                depth,
                child: [-1; 8],
                origin,
            });
            self.list[at].child[slot] = new;
        }
    }

    /// Divides cells that intersect a triangle, level by level.
    fn divide_near(&mut self, triangles: &[[Vec3; 3]]) {
        let all: Vec<u32> = (0..triangles.len() as u32).collect();
        let mut queue = VecDeque::from([(0_usize, all)]);
        while let Some((at, mut near)) = queue.pop_front() {
            // only triangles that intersect the parent can intersect the child
            let cell = &self.list[at];
            let (low, high) = self.box_of(cell);
            near.retain(|&t| meets(&triangles[t as usize], low, high));
            if near.is_empty() || cell.depth >= DEPTH {
                continue;
            }
            // breadth first, so that cells are numbered level by level
            let first = self.list.len();
            self.divide(at);
            queue.extend((first..first + 8).map(|child| (child, near.clone())));
        }
    }

    /// Divides cells until neighbours differ by at most one level.
    fn balance(&mut self) {
        // dividing a leaf can make its neighbours too coarse, so repeat until nothing changes
        loop {
            let coarse = self.too_coarse();
            if coarse.is_empty() {
                return;
            }
            // a leaf is listed once for each neighbour that is too fine
            for at in coarse {
                if self.list[at].is_leaf() {
                    self.divide(at);
                }
            }
        }
    }

    /// The leaves with a neighbour more than one level deeper, in the order in which pairs are found.
    fn too_coarse(&self) -> Vec<usize> {
        let depth = |at: usize| self.list[at].depth;
        let mut coarse = Vec::new();
        for at in (0..self.list.len()).filter(|&at| self.list[at].is_leaf()) {
            for other in (0..6).filter_map(|side| self.neighbour(at, side)) {
                // the coarser cell of a pair that differs by two levels or more
                match depth(at) - depth(other) {
                    ..=-2 => coarse.push(at),
                    2.. => coarse.push(other),
                    _ => {}
                }
            }
        }
        coarse
    }

    /// The leaf behind the centre of one of the six faces (−x, +x, −y, …); if several leaves meet there, the lowest.
    fn neighbour(&self, at: usize, side: usize) -> Option<usize> {
        let (axis, up) = (side / 2, side % 2 == 1);
        let Cell { origin, .. } = self.list[at];
        let size = self.list[at].size();
        // in quarters of the smallest cell, where cell borders never have odd coordinates
        let mut point = origin.map(|x| QUARTERS * x + QUARTERS / 2 * size - 1);
        point[axis] = if up {
            QUARTERS * (origin[axis] + size) + 1
        } else {
            (QUARTERS * origin[axis]).checked_sub(1)?
        };
        (point[axis] < QUARTERS * SIDE).then(|| self.leaf_at(point))
    }

    /// The leaf that contains a point, given in quarters of the smallest cell.
    fn leaf_at(&self, point: [usize; 3]) -> usize {
        // from the root down, into the half that contains the point along each axis
        let mut at = 0;
        while !self.list[at].is_leaf() {
            let cell = &self.list[at];
            let high = |d: usize| usize::from(point[d] > QUARTERS / 2 * cell.middle(d)) << d;
            at = cell.child[high(0) | high(1) | high(2)] as usize;
        }
        at
    }

    /// For each hanging corner, the corners whose mean it takes; empty for the others.
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
                // only a larger neighbour makes corners hang
                if other.depth >= cell.depth {
                    continue;
                }
                // the four corners of this face
                for k in (0..8).filter(|k| k >> axis & 1 == up) {
                    let corner = cell.corner(k);
                    // the first neighbour found decides
                    let hang = &mut hangs[number(corner)];
                    if hang.is_empty() {
                        *hang = holders(corner, other);
                    }
                }
            }
        }
        hangs
    }

    /// The value at each corner of a cell.
    fn sample(&self, field: &SignedDistance<'_>) -> Vec<f64> {
        let hangs = self.hanging();
        let mut value = vec![f64::NAN; hangs.len()];
        // order: coarse cells first, so that the corners that a hanging corner depends on have their values
        let mut queue = VecDeque::from([0_usize]);
        while let Some(at) = queue.pop_front() {
            for k in 0..8 {
                let corner = self.list[at].corner(k);
                let here = number(corner);
                // shared with a cell that is done
                if !value[here].is_nan() {
                    continue;
                }
                // equation (1), or (2) for a hanging corner
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

/// Corners of the edge or face of `cell` whose interior contains `corner`; empty if it is a corner of `cell` itself.
fn holders(corner: Corner, cell: &Cell) -> Vec<Corner> {
    let (low, high) = (cell.corner(0), cell.corner(7));
    // along an axis the corner is fixed, at the low or high end of the cell, or free
    let at_low: [bool; 3] = core::array::from_fn(|d| corner[d] == low[d]);
    let at_high: [bool; 3] = core::array::from_fn(|d| corner[d] == high[d]);
    let fixed: [bool; 3] = core::array::from_fn(|d| at_low[d] || at_high[d]);
    // one free axis: inside an edge; two: inside a face; else not hanging on this cell
    let free: Vec<usize> = match fixed.iter().filter(|&&f| f).count() {
        2 => (0..3).filter(|&d| !fixed[d]).collect(),
        // the axes after the fixed one, in cyclic order
        1 => (0..3)
            .find(|&d| fixed[d])
            .map_or(Vec::new(), |d| vec![(d + 1) % 3, (d + 2) % 3]),
        _ => return Vec::new(),
    };
    // both ends along each free axis
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

/// True if a triangle intersects a box: neither an axis of the box nor the normal of the triangle nor, in the
/// projection along each axis, an edge of the triangle separates them. M. Schwarz, H.-P. Seidel, *Fast parallel
/// surface and solid voxelization on GPUs* (2010).
fn meets(triangle: &[Vec3; 3], low: Vec3, high: Vec3) -> bool {
    let [a, b, c] = *triangle;
    let edges = [b - a, c - b, a - c];
    let normal = edges[0].cross(edges[1]);
    let size = high - low;
    // an axis of the box separates them
    let beside = |d: usize| {
        triangle.iter().all(|p| p[d] < low[d]) || triangle.iter().all(|p| p[d] > high[d])
    };
    // an edge separates them in the projection along axis d
    let apart = |d: usize| {
        let side = if normal[d] >= 0.0 { 1.0 } else { -1.0 };
        (triangle.iter().zip(&edges)).any(|(&p, &edge)| edge_separates(p, edge, d, side, low, size))
    };
    !(0..3).any(beside) && !plane_misses(a, normal, low, size) && !(0..3).any(apart)
}

/// True if all corners of a box are on one side of the plane through `p`; the two extreme ones along the normal decide.
fn plane_misses(p: Vec3, normal: Vec3, low: Vec3, size: Vec3) -> bool {
    let pick = |d: usize| if normal[d] > 0.0 { size[d] } else { 0.0 };
    let far = Vec3::new(pick(0), pick(1), pick(2));
    let base = normal.dot(low);
    let height = |corner: Vec3| base + normal.dot(corner - p);
    height(far) * height(size - far) > 0.0
}

/// True if, in the projection along axis `d`, a box is outside the edge of a triangle that starts at `p`. The
/// projected triangle is counter-clockwise if `side` is 1, else clockwise.
fn edge_separates(p: Vec3, edge: Vec3, d: usize, side: f64, low: Vec3, size: Vec3) -> bool {
    let (u, v) = ((d + 1) % 3, (d + 2) % 3);
    // the inward normal of the edge, and the corner of the box furthest along it
    let inward = [-edge[v] * side, edge[u] * side];
    let offset = -(inward[0] * p[u] + inward[1] * p[v])
        + (size[u] * inward[0]).max(0.0)
        + (size[v] * inward[1]).max(0.0);
    (inward[0] * low[u] + inward[1] * low[v]) + offset < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hanging_corner_takes_the_mean_of_what_holds_it() {
        let cell = Cell {
            depth: 3,
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
