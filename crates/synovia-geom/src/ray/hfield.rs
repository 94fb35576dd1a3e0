//! Rays against height fields.
//!
//! Below the plane `z = 0` a height field is a box, its base. Above, each cell of the grid consists of two triangles,
//! split along the diagonal of increasing coordinates, and the four side walls extend up to the elevations along the
//! border. Triangles are tested only inside the box around all elevations; in each row of cells, those that the
//! projection of the ray onto the grid crosses:
//!
//! ```text
//! s(x) = ((p_x + x v_x + a) / Δ, (p_y + x v_y + b) / Δ)       projection, in cells              (1)
//! ```

use core::ops::Range;

use synovia_math::{MIN_VAL, Vec3};

use super::flat::{cuboid, nearest_side, sides};
use super::triangle::Screen;
use super::{GeomFrame, Hit, Nearest, Ray};
use crate::collide::HeightField;

/// Rays flatter than this may graze triangles.
const FLAT: f64 = 1e-9;
/// Heights that differ by more than this, relative to the size of the field, differ whatever the rounding.
const CLEAR: f64 = 1e-9;

/// A height field; the base is hit like a box, triangles from both sides.
pub fn height_field(frame: &GeomFrame<'_>, field: &HeightField<'_>, ray: &Ray) -> Option<Hit> {
    let [half_x, half_y, top, base] = field.size;
    let up = frame.mat.col(2);
    let below = GeomFrame {
        pos: frame.pos - up * base * 0.5,
        mat: frame.mat,
    };
    let above = GeomFrame {
        pos: frame.pos + up * top * 0.5,
        mat: frame.mat,
    };
    let on_base = cuboid(&below, Vec3::new(half_x, half_y, base * 0.5), ray);
    let sides = sides(&above, Vec3::new(half_x, half_y, top * 0.5), ray);
    let Some((sides, (entry, _))) = sides.and_then(|s| Some((s, nearest_side(&s)?))) else {
        return on_base;
    };

    let Some(terrain) = Terrain::new(field, ray.seen_from(frame)) else {
        return on_base;
    };
    let mut nearest = Nearest(on_base.map(|hit| (hit.dist, HitPart::Base(hit.normal))));
    let mut segment = [0.0, entry];
    for x in sides.into_iter().flatten() {
        if x > segment[1] {
            segment = [entry, x];
        }
    }
    terrain.triangles(segment, &mut nearest);
    for (side, x) in sides.iter().take(4).enumerate() {
        if let Some(x) = *x
            && terrain.is_below_border(side, x)
        {
            nearest.offer(x, HitPart::Side(side));
        }
    }

    let (dist, part) = nearest.0?;
    let normal = match part {
        HitPart::Base(normal) => normal,
        HitPart::Triangle(normal) => *frame.mat * normal.normalized(),
        HitPart::Side(side) => {
            let mut out = Vec3::ZERO;
            out[side / 2] = if side % 2 == 0 { -1.0 } else { 1.0 };
            *frame.mat * out
        }
    };
    Some(Hit { dist, normal })
}

/// The part of a height field that is hit.
#[derive(Clone, Copy, Debug)]
enum HitPart {
    /// The base, with its normal in the world.
    Base(Vec3),
    /// A triangle, with its unnormalised normal in the frame of the height field.
    Triangle(Vec3),
    /// A side wall above the base.
    Side(usize),
}

/// A height field with a ray in its frame.
struct Terrain<'a> {
    field: &'a HeightField<'a>,
    ray: Ray,
    /// Sizes of a cell.
    cell: [f64; 2],
}

impl<'a> Terrain<'a> {
    /// `None` if elevations are missing.
    fn new(field: &'a HeightField<'a>, ray: Ray) -> Option<Self> {
        let complete = field.nrow > 1
            && field.ncol > 1
            && field.data.len() >= field.nrow.checked_mul(field.ncol)?;
        complete.then(|| Self {
            field,
            ray,
            cell: [
                (2.0 * field.size[0]) / (field.ncol - 1) as f64,
                (2.0 * field.size[1]) / (field.nrow - 1) as f64,
            ],
        })
    }

    /// The projected ray at distance `x` along one axis, in cells, equation (1).
    fn shadow(&self, axis: usize, x: f64) -> f64 {
        let (p, v) = (self.ray.from[axis], self.ray.dir[axis]);
        (p + x * v + self.field.size[axis]) / self.cell[axis]
    }

    /// Range of cells between two projected points, plus one on each side, limited to `count`.
    fn cells(a: f64, b: f64, count: usize) -> Range<usize> {
        let low = (a.min(b).floor() - 1.0).max(0.0);
        let high = (a.max(b).ceil() + 1.0).min(count as f64);
        low as usize..(high.max(0.0)) as usize
    }

    /// A grid point.
    fn point(&self, row: usize, col: usize) -> Vec3 {
        let [half_x, half_y, top, _] = self.field.size;
        let elevation = f64::from(self.field.data[row * self.field.ncol + col]);
        Vec3::new(
            self.cell[0] * col as f64 - half_x,
            self.cell[1] * row as f64 - half_y,
            elevation * top,
        )
    }

    /// Tests the triangles near the projection of a segment of the ray.
    fn triangles(&self, segment: [f64; 2], nearest: &mut Nearest<HitPart>) {
        let (nrow, ncol) = (self.field.nrow, self.field.ncol);
        let screen = Screen::new(&self.ray);
        let ends = |axis| segment.map(|x| self.shadow(axis, x));
        let ([x0, x1], [y0, y1]) = (ends(0), ends(1));
        let cols = Self::cells(x0, x1, ncol - 1);
        let rejection = CellRejection::new(self);
        for row in Self::cells(y0, y1, nrow - 1) {
            let crossed = self.crossed(row, &cols);
            let over_row = rejection.over(1, row);
            for col in crossed {
                if rejection.misses(row, col, over_row) {
                    continue;
                }
                let corner = self.point(row, col);
                let across = self.point(row + 1, col + 1);
                let lower = [corner, self.point(row, col + 1), across];
                let upper = [corner, across, self.point(row + 1, col)];
                for triangle in [lower, upper] {
                    if let Some((x, normal)) = screen.triangle(triangle) {
                        nearest.offer(x, HitPart::Triangle(normal));
                    }
                }
            }
        }
    }

    /// The columns of a row that the projected line crosses, plus one on each side.
    fn crossed(&self, row: usize, cols: &Range<usize>) -> Range<usize> {
        let slope = self.ray.dir.y;
        if slope.abs() < MIN_VAL {
            return cols.clone();
        }
        let reach = |y: f64| {
            let x = (y * self.cell[1] - self.field.size[1] - self.ray.from.y) / slope;
            self.shadow(0, x)
        };
        let row = row as f64;
        let near = Self::cells(reach(row - 0.5), reach(row + 1.5), cols.end);
        near.start.max(cols.start)..near.end
    }

    /// True if the ray meets side wall `side` below the elevations of the border.
    fn is_below_border(&self, side: usize, x: f64) -> bool {
        let (nrow, ncol) = (self.field.nrow, self.field.ncol);
        let height = (self.ray.from.z + x * self.ray.dir.z) / self.field.size[2];
        // along the border: the grid point before, and interpolation to the next one
        let (axis, count) = if side < 2 { (1, nrow) } else { (0, ncol) };
        let along = self.shadow(axis, x);
        let before = along.floor().min((count - 2) as f64).max(0.0);
        let elevation = |k: usize| {
            let frame = match side {
                0 => k * ncol,
                1 => k * ncol + ncol - 1,
                2 => k,
                _ => (nrow - 1) * ncol + k,
            };
            f64::from(self.field.data[frame])
        };
        let (z0, z1) = (elevation(before as usize), elevation(before as usize + 1));
        height < z0 * (before + 1.0 - along) + z1 * (along - before)
    }
}

/// A quick rejection test of cells: the line of the ray passes above or below most of them.
///
/// Over a cell, enlarged by half a cell on each side, the heights of the line are between those at the ends. If they
/// are all clearly above or all clearly below the four corners, no triangle of the cell is hit.
struct CellRejection<'a> {
    terrain: &'a Terrain<'a>,
    /// Length of the ray per cell along each axis, if its projection moves; and the start of the projection in cells.
    pace: [Option<f64>; 2],
    start: [f64; 2],
    /// Bound on the rounding error of heights; infinite if the ray is too flat for the test.
    clear: f64,
}

impl<'a> CellRejection<'a> {
    fn new(terrain: &'a Terrain<'a>) -> Self {
        let Ray { from, dir } = terrain.ray;
        let [half_x, half_y, top, _] = terrain.field.size;
        let [width, depth] = terrain.cell;
        let flat = dir.z.abs() < FLAT * (dir.x.abs() + dir.y.abs()) || top < 0.0;
        let scale = half_x + half_y + top + from.x.abs() + from.y.abs() + from.z.abs();
        let pace = |size: f64, speed: f64| (speed.abs() > MIN_VAL).then(|| size / speed);
        Self {
            terrain,
            pace: [pace(width, dir.x), pace(depth, dir.y)],
            start: [(from.x + half_x) / width, (from.y + half_y) / depth],
            clear: if flat { f64::INFINITY } else { CLEAR * scale },
        }
    }

    /// The interval of the ray whose projection is within half a cell of cell `k` on an axis; unbounded if it does not move.
    #[inline]
    fn over(&self, axis: usize, k: usize) -> [f64; 2] {
        let Some(pace) = self.pace[axis] else {
            return [f64::NEG_INFINITY, f64::INFINITY];
        };
        let middle = (k as f64 + 0.5 - self.start[axis]) * pace;
        [middle - pace.abs(), middle + pace.abs()]
    }

    /// True if the line certainly misses both triangles of a cell.
    #[inline]
    fn misses(&self, row: usize, col: usize, over_row: [f64; 2]) -> bool {
        let over_col = self.over(0, col);
        let later = over_col[0] > over_row[0];
        let from = if later { over_col[0] } else { over_row[0] };
        let sooner = over_col[1] < over_row[1];
        let to = if sooner { over_col[1] } else { over_row[1] };
        if from > to {
            return self.clear < f64::INFINITY;
        }
        let Terrain { field, ray, .. } = self.terrain;
        let at = row * field.ncol + col;
        let (Some(near), Some(far)) = (
            field.data.get(at..at + 2),
            field.data.get(at + field.ncol..at + field.ncol + 2),
        ) else {
            return false;
        };
        let [mut lowest, mut highest] = [near[0]; 2];
        for elevation in [near[1], far[0], far[1]] {
            lowest = if elevation < lowest {
                elevation
            } else {
                lowest
            };
            highest = if elevation > highest {
                elevation
            } else {
                highest
            };
        }
        let top = field.size[2];
        let ends = [from, to].map(|x| ray.from.z + x * ray.dir.z);
        ends.iter()
            .all(|z| *z > f64::from(highest) * top + self.clear)
            || ends
                .iter()
                .all(|z| *z < f64::from(lowest) * top - self.clear)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_triangle_of_a_cell_that_is_passed_is_met(
            data in prop::collection::vec(0.0..1.0_f32, 30),
            from in prop::array::uniform3(-2.0..2.0_f64),
            to in prop::array::uniform3(-1.0..1.0_f64),
        ) {
            let field = HeightField { size: [1.0, 1.5, 0.6, 0.1], nrow: 6, ncol: 5, data: &data };
            let (from, to) = (Vec3::from(from), Vec3::from(to));
            let terrain = Terrain::new(&field, Ray { from, dir: to - from }).unwrap();
            let (rejection, screen) = (CellRejection::new(&terrain), Screen::new(&terrain.ray));
            for row in 0..5 {
                let over_row = rejection.over(1, row);
                for col in (0..4).filter(|&col| rejection.misses(row, col, over_row)) {
                    let [a, b, c, d] = [(0, 0), (0, 1), (1, 1), (1, 0)]
                        .map(|(i, j)| terrain.point(row + i, col + j));
                    prop_assert!(screen.triangle([a, b, c]).is_none());
                    prop_assert!(screen.triangle([a, c, d]).is_none());
                }
            }
        }
    }

    #[test]
    fn a_steep_ray_passes_all_cells_but_those_around_its_foot() {
        let data = [0.5_f32; 30];
        let field = HeightField {
            size: [1.0, 1.0, 1.0, 0.1],
            nrow: 6,
            ncol: 5,
            data: &data,
        };
        let ray = Ray {
            from: Vec3::new(0.3, 0.2, 3.0),
            dir: Vec3::new(0.01, 0.02, -1.0),
        };
        let terrain = Terrain::new(&field, ray).unwrap();
        let rejection = CellRejection::new(&terrain);
        let cells = (0..5).flat_map(|row| (0..4).map(move |col| (row, col)));
        let tested =
            cells.filter(|&(row, col)| !rejection.misses(row, col, rejection.over(1, row)));
        assert!(tested.count() <= 4);
    }
}
