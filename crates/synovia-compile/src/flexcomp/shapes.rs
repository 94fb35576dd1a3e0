//! Boxes, cylinders and ellipsoids: the surface of a grid, projected onto the shape.
//!
//! Points of the surface have coordinates in `[−1, 1]³`; with the half extents `a`, `b`, `c` they become
//!
//! ```text
//! box        (a x,  b y,  c z)                                                      (1)
//! cylinder   (a L x/r,  b L y/r,  c z),   L = max(|x|, |y|),  r = |(x, y)|           (2)
//! ellipsoid  (a x, b y, c z) / |(x, y, z)|                                           (3)
//! ```
//!
//! A solid has the centre as an additional point, and its tetrahedra join it with the triangles of the surface. A sheet has no lid: its
//! upper face is open.

use synovia_math::Vec3;
use synovia_mjcf::keyword::FlexcompType;
use synovia_mjcf::spec::flex::Flexcomp;

use super::{Cells, FlexcompContext, Lattice, Refusal, check_size};
use crate::spec::layout::orient::unit3;

/// Adds the points and elements of a shape.
pub(super) fn fill(
    comp: &Flexcomp,
    kind: FlexcompType,
    lattice: &Lattice,
    place: &FlexcompContext<'_>,
    cells: &mut Cells,
) -> Result<(), Refusal> {
    // two opposite faces per axis, two triangles per point
    let [nx, ny, nz] = lattice.count.map(|n| n as u64);
    let faces = [[nx, ny], [nx, nz], [ny, nz]];
    let points = faces.iter().fold(0, |n: u64, [a, b]| {
        n.saturating_add(a.saturating_mul(*b).saturating_mul(2))
    });
    check_size(comp, place, points, points.saturating_mul(2))?;
    let surface = Surface {
        lattice,
        kind,
        open: cells.dim == 2,
        solid: cells.dim == 3,
    };
    surface.points(cells);
    surface.elements(cells);
    Ok(())
}

/// The winding of a face.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Forward,
    Backward,
}

struct Surface<'a> {
    lattice: &'a Lattice,
    kind: FlexcompType,
    /// Without the upper face.
    open: bool,
    /// Filled with tetrahedra around the centre.
    solid: bool,
}

impl Surface<'_> {
    /// Adds the lower face and the lid, then the two faces across y, then those across x; each point once.
    fn points(&self, cells: &mut Cells) {
        let [nx, ny, nz] = self.lattice.count;
        if self.solid {
            cells.point.extend_from_slice(&[0.0; 3]);
        }
        // QUIRK(flexcomp-box-texture): the centre has a texture coordinate even if it is not a point
        if cells.textured {
            cells.texcoord.extend_from_slice(&[0.0; 2]);
        }
        let mut put = |at: [usize; 3], face: [usize; 2]| {
            cells.point.extend_from_slice(&self.project(at));
            let count = face.map(|axis| self.lattice.count[axis]);
            cells.texture(face.map(|axis| at[axis]), count);
        };
        for iz in self.levels() {
            for ix in 0..nx {
                for iy in 0..ny {
                    put([ix, iy, iz], [0, 1]);
                }
            }
        }
        let top = if self.open { nz } else { nz - 1 };
        for iy in [0, ny - 1] {
            for ix in 0..nx {
                for iz in 1..top {
                    put([ix, iy, iz], [0, 2]);
                }
            }
        }
        for ix in [0, nx - 1] {
            for iy in 1..ny - 1 {
                for iz in 1..top {
                    put([ix, iy, iz], [1, 2]);
                }
            }
        }
    }

    /// The z indices of the lower face and the lid.
    fn levels(&self) -> impl Iterator<Item = usize> + use<> {
        let lid = (!self.open).then_some(self.lattice.count[2] - 1);
        core::iter::once(0).chain(lid)
    }

    /// Equations (1) to (3).
    fn project(&self, at: [usize; 3]) -> [f64; 3] {
        let Lattice { count, .. } = self.lattice;
        let unit = |axis: usize| 2.0 * at[axis] as f64 / (count[axis] - 1) as f64 - 1.0;
        let (x, y, z) = (unit(0), unit(1), unit(2));
        let [a, b, c] = [0, 1, 2].map(|axis| self.lattice.half(axis));
        match self.kind {
            FlexcompType::Cylinder => {
                let side = x.abs().max(y.abs());
                let (u, _) = unit3(Vec3::new(x, y, 0.0));
                [u.x * (a * side), u.y * (b * side), z * c]
            }
            FlexcompType::Ellipsoid => {
                let (u, _) = unit3(Vec3::new(x, y, z));
                [u.x * a, u.y * b, u.z * c]
            }
            _ => [x * a, y * b, z * c],
        }
    }

    /// The index of a surface point, in the order of [`Self::points`].
    fn id(&self, [ix, iy, iz]: [usize; 3]) -> i32 {
        let [nx, ny, nz] = self.lattice.count;
        let (sides, layers) = if self.open { (1, nz - 1) } else { (2, nz - 2) };
        let across_y = sides * nx * ny;
        let across_x = across_y + 2 * nx * layers;
        let id = if iz == 0 {
            ix * ny + iy
        } else if !self.open && iz == nz - 1 {
            nx * ny + ix * ny + iy
        } else if iy == 0 {
            across_y + ix * layers + iz - 1
        } else if iy == ny - 1 {
            across_y + (nx + ix) * layers + iz - 1
        } else if ix == 0 {
            across_x + (iy - 1) * layers + iz - 1
        } else {
            across_x + (ny - 2 + iy - 1) * layers + iz - 1
        };
        (id + usize::from(self.solid)) as i32
    }

    /// Adds the squares of each face, in the order of the points.
    fn elements(&self, cells: &mut Cells) {
        let [nx, ny, nz] = self.lattice.count;
        for iz in self.levels() {
            let turn = if iz == 0 {
                Turn::Backward
            } else {
                Turn::Forward
            };
            for ix in 0..nx - 1 {
                for iy in 0..ny - 1 {
                    let corners = [[ix, iy], [ix + 1, iy], [ix + 1, iy + 1], [ix, iy + 1]];
                    self.square(corners.map(|[x, y]| [x, y, iz]), turn, cells);
                }
            }
        }
        for iy in [0, ny - 1] {
            for ix in 0..nx - 1 {
                for iz in 0..nz - 1 {
                    let corners = self.upright(ix, iz, iy == 0);
                    self.square(corners.map(|[x, z]| [x, iy, z]), Turn::Forward, cells);
                }
            }
        }
        for ix in [0, nx - 1] {
            for iy in 0..ny - 1 {
                for iz in 0..nz - 1 {
                    let corners = self.upright(iy, iz, ix != 0);
                    self.square(corners.map(|[y, z]| [ix, y, z]), Turn::Forward, cells);
                }
            }
        }
    }

    /// Vertices of a square of a vertical face, wound so that a surface faces outwards.
    fn upright(&self, i: usize, iz: usize, forward: bool) -> [[usize; 2]; 4] {
        let (a, b) = if forward || self.solid {
            (i, i + 1)
        } else {
            (i + 1, i)
        };
        [[a, iz], [b, iz], [b, iz + 1], [a, iz + 1]]
    }

    /// Adds two triangles, or two tetrahedra with the centre.
    fn square(&self, corners: [[usize; 3]; 4], turn: Turn, cells: &mut Cells) {
        let [p, q, r, s] = corners.map(|at| self.id(at));
        if self.solid {
            cells.element.extend_from_slice(&[0, p, q, r, 0, p, s, r]);
        } else if turn == Turn::Forward {
            cells.element.extend_from_slice(&[p, q, r, p, r, s]);
        } else {
            cells.element.extend_from_slice(&[p, r, q, p, s, r]);
        }
    }
}
