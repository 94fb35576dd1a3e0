//! Regularly spaced points: a line, a circle, a sheet, a disc, a solid.
//!
//! Point `i` of `n` along an axis with spacing `s` is at
//!
//! ```text
//! x_i = s (i − (n − 1)/2)                                                           (1)
//! ```
//!
//! so that the grid is centred. The last point of a circle of `n` points coincides with the first, and its edges have
//! length `s`. A disc is a sheet whose concentric squares become circles:
//!
//! ```text
//! p ← a max(|x|, |y|) p / |p|,   a half the extent of the sheet                     (2)
//! ```

use core::f64::consts::PI;

use synovia_math::{Vec3, nearest};
use synovia_mjcf::keyword::FlexcompType;
use synovia_mjcf::spec::flex::Flexcomp;

use super::{Cells, FlexcompContext, Lattice, Refusal, check_size};
use crate::spec::layout::orient::unit3;

/// Coordinates smaller than this are considered to be on an axis.
const EPS: f64 = 1e-14;
/// A cube as six tetrahedra; vertices are numbered around the lower face, then around the upper face.
const TETRAHEDRA: [[usize; 4]; 6] = [
    [0, 3, 1, 7],
    [0, 1, 4, 7],
    [1, 3, 2, 7],
    [1, 2, 6, 7],
    [1, 5, 4, 7],
    [1, 6, 5, 7],
];

/// Adds the points and elements of a grid.
pub(super) fn fill(
    comp: &Flexcomp,
    kind: FlexcompType,
    lattice: &Lattice,
    place: &FlexcompContext<'_>,
    cells: &mut Cells,
) -> Result<(), Refusal> {
    let counts = &lattice.count[..cells.dim];
    let points = counts
        .iter()
        .fold(1, |n: u64, &count| n.saturating_mul(count as u64));
    // a line has one element per point, a sheet two, a solid six
    let each = [1, 2, TETRAHEDRA.len() as u64][cells.dim - 1];
    check_size(comp, place, points, points.saturating_mul(each))?;
    match cells.dim {
        1 if kind == FlexcompType::Circle => circle(lattice, cells),
        1 => line(lattice, cells),
        2 => sheet(kind, lattice, cells),
        _ => solid(lattice, cells),
    }
    if cells.element.is_empty() {
        let message = "no elements were created; increase count";
        return Err(Refusal::at(&comp.count, "count", message));
    }
    if kind == FlexcompType::Disc {
        project(lattice, cells);
    }
    Ok(())
}

/// Equation (1).
fn coordinate(lattice: &Lattice, axis: usize, i: usize) -> f64 {
    lattice.spacing[axis] * (i as f64 - 0.5 * (lattice.count[axis] - 1) as f64)
}

fn line(lattice: &Lattice, cells: &mut Cells) {
    let count = lattice.count[0];
    for i in 0..count {
        cells
            .point
            .extend_from_slice(&[coordinate(lattice, 0, i), 0.0, 0.0]);
        if i + 1 < count {
            cells.element.extend_from_slice(&[i as i32, i as i32 + 1]);
        }
    }
}

fn circle(lattice: &Lattice, cells: &mut Cells) {
    let sides = lattice.count[0] - 1;
    let angle = 2.0 * PI / sides as f64;
    let radius = lattice.spacing[0] / nearest::sincos(angle / 2.0).0 / 2.0;
    for i in 0..sides {
        let (sin, cos) = nearest::sincos(angle * i as f64);
        cells
            .point
            .extend_from_slice(&[radius * cos, radius * sin, 0.0]);
        let next = if i + 1 == sides { 0 } else { i + 1 };
        cells.element.extend_from_slice(&[i as i32, next as i32]);
    }
}

fn sheet(kind: FlexcompType, lattice: &Lattice, cells: &mut Cells) {
    let [nx, ny, nz] = lattice.count;
    // QUIRK(flexcomp-sheet-count): points are numbered as in a solid, so the third count of a sheet must be 1
    let id = |ix: usize, iy: usize| {
        let id = nz as i64 * (ny * ix + iy) as i64;
        i32::try_from(id).unwrap_or(i32::MAX)
    };
    for ix in 0..nx {
        for iy in 0..ny {
            let [x, y] = [coordinate(lattice, 0, ix), coordinate(lattice, 1, iy)];
            cells.point.extend_from_slice(&[x, y, 0.0]);
            cells.texture([ix, iy], [nx, ny]);
            if ix + 1 == nx || iy + 1 == ny {
                continue;
            }

            // the diagonals of a disc point to its centre
            let square = [
                id(ix, iy),
                id(ix + 1, iy),
                id(ix + 1, iy + 1),
                id(ix, iy + 1),
            ];
            let flipped =
                kind == FlexcompType::Disc && ((x < -EPS && y > -EPS) || (x > -EPS && y < -EPS));
            let triangles = if flipped {
                [[0, 1, 3], [1, 2, 3]]
            } else {
                [[0, 1, 2], [0, 2, 3]]
            };
            for corner in triangles.as_flattened() {
                cells.element.push(square[*corner]);
            }
        }
    }
}

fn solid(lattice: &Lattice, cells: &mut Cells) {
    let [nx, ny, nz] = lattice.count;
    let id = |ix: usize, iy: usize, iz: usize| ((ix * ny + iy) * nz + iz) as i32;
    for ix in 0..nx {
        for iy in 0..ny {
            for iz in 0..nz {
                let at = [ix, iy, iz];
                for (axis, i) in at.into_iter().enumerate() {
                    cells.point.push(coordinate(lattice, axis, i));
                }
                cells.texture([ix, iy], [nx, ny]);
                if ix + 1 == nx || iy + 1 == ny || iz + 1 == nz {
                    continue;
                }
                let around = |z| {
                    [
                        id(ix, iy, z),
                        id(ix + 1, iy, z),
                        id(ix + 1, iy + 1, z),
                        id(ix, iy + 1, z),
                    ]
                };
                let cube = [around(iz), around(iz + 1)];
                let cube = cube.as_flattened();
                for corner in TETRAHEDRA.as_flattened() {
                    cells.element.push(cube[*corner]);
                }
            }
        }
    }
}

/// Equation (2).
fn project(lattice: &Lattice, cells: &mut Cells) {
    for p in cells.point.chunks_exact_mut(3) {
        let side = p[0].abs().max(p[1].abs());
        let (unit, _) = unit3(Vec3::new(p[0], p[1], 0.0));
        p[0] = unit.x * (lattice.half(0) * side);
        p[1] = unit.y * (lattice.half(1) * side);
    }
}
