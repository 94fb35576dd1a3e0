//! A mesh of an implicit surface, by marching cubes.
//!
//! The bounding box of the shape is divided into cells. Where the distances at the ends `a` and `b` of an edge of the grid have
//! different signs, the surface crosses it:
//!
//! ```text
//! vertex = a + (b − a) d_a / (d_a − d_b)                                        (1)
//! ```
//!
//! and the signs at the eight corners of a cell say how triangles join these vertices. The normal of a vertex is the
//! normalised sum of the normals of its triangles, each as long as twice the area.
//!
//! The grid is counted in cells, and in single precision, until the vertices are placed in the box; normals stay those of the
//! grid. W. E. Lorensen, H. E. Cline, *Marching cubes: a high resolution 3D surface construction algorithm* (1987).

use synovia_math::Vec3;

use super::Implicit;
use super::marching_cases::Case;
use crate::mesh::MeshSource;

/// Cells along the three axes together.
const CELLS: f64 = 300.0;
/// No vertex on this edge yet.
const UNSET: u32 = u32::MAX;

/// The surface of a shape. Without a vertex if its bounding box is not one, or if the surface does not come near it.
#[doc(alias = "LoadSDF")]
pub fn polygonise(shape: &dyn Implicit) -> MeshSource {
    let Some(grid) = Grid::new(shape.aabb()) else {
        return MeshSource::default();
    };
    let mut march = March::new(&grid, grid.sample(shape));
    march.run();

    let mut vertex = Vec::with_capacity(3 * march.vertex.len());
    for v in &march.vertex {
        vertex.extend((0..3).map(|d| grid.place(d, v[d])));
    }
    MeshSource {
        vertex,
        normal: march.normal.iter().copied().flat_map(unit).collect(),
        face: march.face,
        ..MeshSource::default()
    }
}

/// Points on a box.
struct Grid {
    /// Centre and half sizes of the box.
    aabb: [f64; 6],
    /// How many points there are along each axis.
    count: [usize; 3],
}

impl Grid {
    /// Divides a box, if it is one.
    fn new(aabb: [f64; 6]) -> Option<Self> {
        let half = [aabb[3], aabb[4], aabb[5]];
        let total = half[0] + half[1] + half[2];
        let sound = half.iter().all(|h| *h >= 0.0) && total > 0.0 && total.is_finite();
        // with half sizes that are not negative there are 103³ points at most
        sound.then(|| Self {
            aabb,
            count: half.map(|h| (CELLS / total * h).floor() as usize + 1),
        })
    }

    /// A coordinate of a point, in cells from the low end of the box, in the frame of the shape; rounded.
    fn place(&self, d: usize, at: f32) -> f32 {
        let (center, half) = (self.aabb[d], self.aabb[d + 3]);
        let cells = (self.count[d] - 1) as f64;
        (2.0 * half * f64::from(at) / cells + center - half) as f32
    }

    /// The distances at all points, x fastest, in single precision.
    fn sample(&self, shape: &dyn Implicit) -> Vec<f32> {
        let ticks: [Vec<f64>; 3] = core::array::from_fn(|d| {
            let (center, half) = (self.aabb[d], self.aabb[d + 3]);
            let cells = (self.count[d] as f64) - 1.0;
            let tick = |k: usize| center - half + 2.0 * half * k as f64 / cells;
            (0..self.count[d]).map(tick).collect()
        });
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

/// The surface so far.
struct March {
    count: [usize; 3],
    field: Vec<f32>,
    cases: Vec<Case>,
    /// The vertices on the edges that start at each point of two layers, the one at `z` and the one above, by axis.
    on_edge: [Vec<[u32; 3]>; 2],
    vertex: Vec<[f32; 3]>,
    normal: Vec<[f32; 3]>,
    face: Vec<i32>,
}

impl March {
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

    /// All cells, x fastest.
    fn run(&mut self) {
        let [nx, ny, nz] = self.count;
        for z in 1..nz {
            for y in 1..ny {
                for x in 1..nx {
                    self.cell([x - 1, y - 1, z - 1]);
                }
            }
            self.on_edge.swap(0, 1);
            self.on_edge[1].fill([UNSET; 3]);
        }
    }

    fn value(&self, [x, y, z]: [usize; 3]) -> f32 {
        let [nx, ny, _] = self.count;
        self.field[(z * ny + y) * nx + x]
    }

    /// The triangles of one cell.
    fn cell(&mut self, origin: [usize; 3]) {
        let value: [f32; 8] = core::array::from_fn(|c| self.value(corner(origin, c)));
        let inside = |c: usize| usize::from(value[c] < 0.0) << c;
        let case = (0..8).fold(0, |case, c| case | inside(c));
        if case == 0 || case == 255 {
            return;
        }

        // order: edges along x, y, z; what another cell has met already keeps its number
        let mut vertex = [UNSET; 12];
        for (edge, vertex) in vertex.iter_mut().enumerate() {
            let (axis, low) = (edge / 4, low_corner(edge));
            let (a, b) = (value[low], value[low | 1 << axis]);
            if (a < 0.0) != (b < 0.0) {
                *vertex = self.crossing(corner(origin, low), low >> 2, axis, a / (a - b));
            }
        }

        for &triangle in self.cases[case].triangles() {
            let corners = triangle.map(|edge| vertex[usize::from(edge)] as usize);
            let normal = normal(corners.map(|k| self.vertex[k]));
            for k in corners {
                self.normal[k] = core::array::from_fn(|d| self.normal[k][d] + normal[d]);
                self.face.push(k as i32);
            }
        }
    }

    /// The vertex on an edge that starts at a point of the lower or upper `layer`, at a fraction of the edge.
    fn crossing(&mut self, start: [usize; 3], layer: usize, axis: usize, at: f32) -> u32 {
        let [x, y, _] = start;
        let number = &mut self.on_edge[layer][y * self.count[0] + x][axis];
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

/// The normal of a triangle, twice as long as its area.
fn normal([a, b, c]: [[f32; 3]; 3]) -> [f32; 3] {
    let [u, v] = [c, a].map(|p| -> [f32; 3] { core::array::from_fn(|d| p[d] - b[d]) });
    [
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
    ]
}

/// A vector of length one.
fn unit(v: [f32; 3]) -> [f32; 3] {
    let norm = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
    v.map(|x| x / norm)
}
