//! Marching cubes: a mesh of an implicit surface.
//!
//! The bounding box of the shape is divided into cells. If the distances at the ends `a` and `b` of a grid edge have
//! different signs, the surface crosses the edge at
//!
//! ```text
//! vertex = a + (b − a) d_a / (d_a − d_b)                                        (1)
//! ```
//!
//! and the signs at the eight corners of a cell determine how these vertices are connected to triangles. The normal
//! of a vertex is the normalised sum of the normals of its triangles, each with a length of twice the area.
//!
//! Coordinates are in cells of the grid and in single precision until the vertices are mapped to the box; normals
//! remain those of the grid. W. E. Lorensen, H. E. Cline, *Marching cubes: a high resolution 3D surface construction
//! algorithm* (1987).

use synovia_math::Vec3;

use super::Implicit;
use super::marching_cases::Case;
use crate::mesh::MeshSource;

/// Number of cells along the three axes together.
const CELLS: f64 = 300.0;
/// Marks an edge without a vertex.
const UNSET: u32 = u32::MAX;

/// The surface of a shape as a mesh; empty if its bounding box is invalid or does not contain any part of the surface.
#[doc(alias = "LoadSDF")]
pub fn polygonise(shape: &dyn Implicit) -> MeshSource {
    let Some(grid) = Grid::new(shape.aabb()) else {
        return MeshSource::default();
    };
    let mut cubes = MarchingCubes::new(&grid, grid.sample(shape));
    cubes.run();

    // from grid coordinates to the frame of the shape
    let mut vertex = Vec::with_capacity(3 * cubes.vertex.len());
    for v in &cubes.vertex {
        vertex.extend((0..3).map(|d| grid.place(d, v[d])));
    }
    MeshSource {
        vertex,
        normal: cubes.normal.iter().copied().flat_map(unit).collect(),
        face: cubes.face,
        ..MeshSource::default()
    }
}

/// A grid of points in a box.
struct Grid {
    /// Centre and half sizes of the box.
    aabb: [f64; 6],
    /// Number of points along each axis.
    count: [usize; 3],
}

impl Grid {
    /// Divides a box into a grid; `None` if the half sizes are invalid.
    fn new(aabb: [f64; 6]) -> Option<Self> {
        // cells in proportion to the half sizes, about 300 along all axes together
        let half = [aabb[3], aabb[4], aabb[5]];
        let total = half[0] + half[1] + half[2];
        let sound = half.iter().all(|h| *h >= 0.0) && total > 0.0 && total.is_finite();
        // with half sizes that are not negative there are at most 103³ points
        sound.then(|| Self {
            aabb,
            count: half.map(|h| (CELLS / total * h).floor() as usize + 1),
        })
    }

    /// Converts a coordinate from cells, counted from the low end of the box, to the frame of the shape; in single precision.
    fn place(&self, d: usize, at: f32) -> f32 {
        let (center, half) = (self.aabb[d], self.aabb[d + 3]);
        let cells = (self.count[d] - 1) as f64;
        (2.0 * half * f64::from(at) / cells + center - half) as f32
    }

    /// The distances at all grid points, x fastest, in single precision.
    fn sample(&self, shape: &dyn Implicit) -> Vec<f32> {
        let ticks: [Vec<f64>; 3] = core::array::from_fn(|d| {
            let (center, half) = (self.aabb[d], self.aabb[d + 3]);
            let cells = (self.count[d] as f64) - 1.0;
            let tick = |k: usize| center - half + 2.0 * half * k as f64 / cells;
            (0..self.count[d]).map(tick).collect()
        });
        // order: x fastest
        let mut field = Vec::with_capacity(self.count.iter().product());
        for &z in &ticks[2] {
            for &y in &ticks[1] {
                let row = ticks[0].iter();
                field.extend(row.map(|&x| shape.distance(Vec3::new(x, y, z)) as f32));
            }
        }
        field
    }
}

/// The surface built so far.
struct MarchingCubes {
    /// Number of grid points along each axis.
    count: [usize; 3],
    /// Distances at the grid points, x fastest.
    field: Vec<f32>,
    /// Triangles by case number.
    cases: Vec<Case>,
    /// Vertices on the edges that start at each grid point, by axis, for two layers: the one at `z` and the one above.
    on_edge: [Vec<[u32; 3]>; 2],
    /// Vertices in grid coordinates.
    vertex: Vec<[f32; 3]>,
    /// Sums of the normals of the triangles at each vertex.
    normal: Vec<[f32; 3]>,
    /// Three vertices per triangle.
    face: Vec<i32>,
}

impl MarchingCubes {
    fn new(grid: &Grid, field: Vec<f32>) -> Self {
        let layer = vec![[UNSET; 3]; grid.count[0] * grid.count[1]];
        Self {
            count: grid.count,
            field,
            cases: Case::all(),
            on_edge: [layer.clone(), layer],
            vertex: Vec::new(),
            normal: Vec::new(),
            face: Vec::new(),
        }
    }

    /// Processes all cells, x fastest.
    fn run(&mut self) {
        let [nx, ny, nz] = self.count;
        for z in 1..nz {
            for y in 1..ny {
                for x in 1..nx {
                    self.cell([x - 1, y - 1, z - 1]);
                }
            }
            // the upper layer of this slab is the lower layer of the next one
            self.on_edge.swap(0, 1);
            self.on_edge[1].fill([UNSET; 3]);
        }
    }

    /// Distance at a grid point.
    fn value(&self, [x, y, z]: [usize; 3]) -> f32 {
        let [nx, ny, _] = self.count;
        self.field[(z * ny + y) * nx + x]
    }

    /// Adds the triangles of one cell.
    fn cell(&mut self, origin: [usize; 3]) {
        // the case number has a bit for each corner inside the surface; without a crossing there are no triangles
        let value: [f32; 8] = core::array::from_fn(|c| self.value(corner(origin, c)));
        let inside = |c: usize| usize::from(value[c] < 0.0) << c;
        let case = (0..8).fold(0, |case, c| case | inside(c));
        if case == 0 || case == 255 {
            return;
        }

        // order: edges along x, y, z; a vertex that an earlier cell created keeps its index
        let mut vertex = [UNSET; 12];
        for (edge, vertex) in vertex.iter_mut().enumerate() {
            let (axis, low) = (edge / 4, low_corner(edge));
            let (a, b) = (value[low], value[low | 1 << axis]);
            // the fraction of equation (1)
            if (a < 0.0) != (b < 0.0) {
                *vertex = self.crossing(corner(origin, low), low >> 2, axis, a / (a - b));
            }
        }

        // triangles of the case, whose normals are accumulated at their vertices
        for &triangle in self.cases[case].triangles() {
            let corners = triangle.map(|edge| vertex[usize::from(edge)] as usize);
            let normal = normal(corners.map(|k| self.vertex[k]));
            for k in corners {
                self.normal[k] = core::array::from_fn(|d| self.normal[k][d] + normal[d]);
                self.face.push(k as i32);
            }
        }
    }

    /// The vertex on an edge that starts at a grid point of the lower or upper `layer`, at the fraction `at` of the edge (1).
    fn crossing(&mut self, start: [usize; 3], layer: usize, axis: usize, at: f32) -> u32 {
        let [x, y, _] = start;
        let number = &mut self.on_edge[layer][y * self.count[0] + x][axis];
        // the first cell at the edge creates the vertex
        if *number == UNSET {
            *number = self.vertex.len() as u32;
            let mut vertex = start.map(|k| k as f32);
            vertex[axis] += at;
            self.vertex.push(vertex);
            self.normal.push([0.0; 3]);
        }
        *number
    }
}

/// Corner `c` of the cell at `origin`.
fn corner(origin: [usize; 3], c: usize) -> [usize; 3] {
    core::array::from_fn(|d| origin[d] + (c >> d & 1))
}

/// The corner of a cell at which one of its edges starts.
pub(super) fn low_corner(edge: usize) -> usize {
    let (axis, place) = (edge / 4, edge % 4);
    let others = [(1, 2), (0, 2), (0, 1)][axis];
    (place & 1) << others.0 | (place >> 1) << others.1
}

/// The normal of a triangle, with a length of twice its area.
fn normal([a, b, c]: [[f32; 3]; 3]) -> [f32; 3] {
    let [u, v] = [c, a].map(|p| -> [f32; 3] { core::array::from_fn(|d| p[d] - b[d]) });
    [
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
    ]
}

/// The vector scaled to unit length.
fn unit(v: [f32; 3]) -> [f32; 3] {
    let norm = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
    v.map(|x| x / norm)
}
