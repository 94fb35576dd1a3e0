//! The skin of a cable of boxes: a flat tube of two sheets that follows the bodies.
//!
//! Bones form a grid: n points along the cable, two or three across it. Without a subgrid each bone moves one vertex on either
//! side. With one, vertices between bones are interpolated by bicubic patches whose slopes at the bones are central
//! differences, one-sided at the border (Catmull–Rom). With s the 16 bones around a square, vertices of the square have weights
//!
//! ```text
//! w(x, y) = (1 y y² y³ … x³y³) · (H ⊗ H) · D s                                      (1)
//! ```
//!
//! H has the coefficients of cubic Hermite polynomials, and D maps values at bones to values and slopes at the corners.

use synovia_mjcf::spec::asset::{Bone, Skin};
use synovia_mjcf::spec::composite::Composite;
use synovia_mjcf::{Attr, Span};
use synovia_model::budget::Budget;
use synovia_model::enums::GeomType;

use super::cable::{CableError, body_name};

/// Coefficients of 1, t, t², t³ from f(0), f(1), f'(0), f'(1).
const HERMITE: [[f64; 4]; 4] = [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [-3.0, 3.0, -2.0, -1.0],
    [2.0, -2.0, 1.0, 1.0],
];
/// The corners of a square, in cyclic order.
const CORNERS: [[usize; 2]; 4] = [[0, 0], [1, 0], [1, 1], [0, 1]];
/// Memory per vertex: position, texture coordinate and four faces in both sheets, and ids and weights of up to twelve bones, both in the
/// spec and in the model.
const VERTEX_BYTES: u64 = 2 * 2 * (12 + 8 + 2 * 12 + 12 * 8);

type Matrix = [[f64; 16]; 16];

/// The skin; `None` unless the geoms are boxes.
///
/// QUIRK(cable-skin-always): boxes have a skin whether it is requested or not, and its `inflate` is not used.
pub(crate) fn make(
    el: &Composite,
    points: usize,
    budget: &mut Budget,
) -> Result<Option<Skin>, CableError> {
    if el.geom.kind.get() != Some(&GeomType::Box) {
        return Ok(None);
    }
    let asked = el.skin.clone().unwrap_or_default();
    let subgrid = asked.values().subgrid.max(0);
    let fail = |text: String| CableError {
        span: asked.subgrid.span(),
        attr: "subgrid",
        text,
    };
    if subgrid > 0 && points < 3 {
        let text = "a subgrid needs at least 3 points along the cable";
        return Err(fail(text.to_owned()));
    }
    let subgrid = subgrid as usize;
    let across = if subgrid > 0 { 3 } else { 2 };
    let grid = Grid {
        bones: [points, across],
        subgrid,
    };

    let bytes = (grid.sheet() as u64).saturating_mul(VERTEX_BYTES);
    budget.take(bytes).map_err(|over| fail(over.to_string()))?;

    let mut skin = Skin {
        span: el.span,
        name: Attr::new(format!("{}Skin", el.prefix.text()), el.span),
        material: asked.material.clone(),
        ..Skin::default()
    };
    skin.rgba.set(asked.values().rgba);
    let thickness = 2.0 * el.geom.values().size[2];
    skin.inflate.set(thickness as f32);
    skin.group.set(asked.values().group);
    skin.vertex.set(vec![0.0; 6 * grid.sheet()]);
    if asked.values().texcoord {
        skin.texcoord.set(grid.texcoord());
    }
    skin.face.set(grid.faces());
    skin.bones = bones(el, &grid);
    let ids = grid.bindings();
    for (bone, (id, weight)) in skin.bones.iter_mut().zip(ids) {
        bone.vertid.set(id);
        bone.vertweight.set(weight);
    }
    Ok(Some(skin))
}

/// The bones of the grid, in their bind poses.
fn bones(el: &Composite, grid: &Grid) -> Vec<Bone> {
    let [points, across] = grid.bones;
    let [half_length, half_width, _] = el.geom.values().size;
    let mut bones = Vec::with_capacity(points * across);
    for k in 0..points {
        let x = if k + 1 == points {
            -2.0 * half_length
        } else {
            0.0
        };
        for j in 0..across {
            let y = if j == 0 {
                -half_width
            } else if j + 1 == across {
                half_width
            } else {
                0.0
            };
            let at = Span::default();
            bones.push(Bone {
                span: el.span,
                body: Attr::new(body_name(el.prefix.text(), k, points), el.span),
                bindpos: Attr::new([x as f32, y as f32, 0.0], at),
                bindquat: Attr::new([1.0, 0.0, 0.0, 0.0], at),
                ..Bone::default()
            });
        }
    }
    bones
}

/// A grid of bones with points between them.
struct Grid {
    /// Bones along and across.
    bones: [usize; 2],
    /// Points between two bones.
    subgrid: usize,
}

impl Grid {
    /// Vertices along and across one sheet.
    fn counts(&self) -> [usize; 2] {
        self.bones.map(|n| n + (n - 1) * self.subgrid)
    }

    /// Vertices of one sheet.
    fn sheet(&self) -> usize {
        let [along, across] = self.counts();
        along.saturating_mul(across)
    }

    fn texcoord(&self) -> Vec<f32> {
        let [along, across] = self.counts();
        let part = |i: usize, n: usize| i as f32 / (n - 1) as f32;
        let one = (0..along).flat_map(|i| (0..across).map(move |j| [i, j]));
        let both: Vec<_> = one.collect::<Vec<_>>().repeat(2);
        let pair = |[i, j]: [usize; 2]| [part(i, along), part(j, across)];
        both.into_iter().flat_map(pair).collect()
    }

    /// Two sheets that face away from each other, and the rim between them.
    fn faces(&self) -> Vec<i32> {
        let [along, across] = self.counts();
        let top = self.sheet();
        let at = |i: usize, j: usize| i * across + j;
        let mut face = Vec::new();
        let mut add = |corners: [usize; 3]| face.extend(corners.map(|v| v as i32));
        for i in 0..along - 1 {
            for j in 0..across - 1 {
                add([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
                add([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
            }
        }
        for i in 0..along - 1 {
            for j in 0..across - 1 {
                let [a, b] = [top + at(i, j), top + at(i + 1, j + 1)];
                add([a, b, top + at(i + 1, j)]);
                add([a, top + at(i, j + 1), b]);
            }
        }
        // each border edge with the one above it; the winding is reversed on opposite sides
        let mut rim = |a: usize, b: usize, outward: bool| {
            if outward {
                add([a, top + b, b]);
                add([a, top + a, top + b]);
            } else {
                add([a, b, top + b]);
                add([a, top + b, top + a]);
            }
        };
        for (j, outward) in [(0, true), (across - 1, false)] {
            for i in 0..along - 1 {
                rim(at(i, j), at(i + 1, j), outward);
            }
        }
        for (i, outward) in [(0, false), (along - 1, true)] {
            for j in 0..across - 1 {
                rim(at(i, j), at(i, j + 1), outward);
            }
        }
        face
    }

    /// The vertices that each bone moves, with their weights.
    fn bindings(&self) -> Vec<(Vec<i32>, Vec<f32>)> {
        let [points, across] = self.bones;
        let top = self.sheet();
        if self.subgrid == 0 {
            let pair = |k: usize| (vec![k as i32, (top + k) as i32], vec![1.0; 2]);
            return (0..points * across).map(pair).collect();
        }
        let hermite = hermite_patch();
        let step = 1.0 / (1 + self.subgrid) as f64;
        let [_, width] = self.counts();
        let mut bound = vec![(Vec::new(), Vec::new()); points * across];
        for i in 0..points - 1 {
            for j in 0..across - 1 {
                let (ends_x, ends_y) = ((i == 0, i + 2 == points), (j == 0, j + 2 == across));
                let slopes = patch_slopes(ends_x, ends_y);
                // the last square of a row includes the points of its far edge
                for a in 0..=self.subgrid + usize::from(ends_x.1) {
                    for b in 0..=self.subgrid + usize::from(ends_y.1) {
                        let monomials = monomials(a as f64 * step, b as f64 * step);
                        let weights = times(&times(&monomials, &hermite), &slopes);
                        let vertex =
                            (i * (1 + self.subgrid) + a) * width + j * (1 + self.subgrid) + b;
                        for (around, &weight) in weights.iter().enumerate() {
                            if weight == 0.0 {
                                continue;
                            }
                            // only bones inside the grid have weights
                            let bone = (i + around / 4 - 1) * across + (j + around % 4) - 1;
                            let (ids, shares) = &mut bound[bone];
                            ids.extend([vertex as i32, (top + vertex) as i32]);
                            shares.extend([weight as f32; 2]);
                        }
                    }
                }
            }
        }
        bound
    }
}

/// All products of powers of x and y up to the third.
fn monomials(x: f64, y: f64) -> [f64; 16] {
    let mut row = [0.0; 16];
    for (i, product) in row.iter_mut().enumerate() {
        // order: factors of x first, one after the other
        let mut value = 1.0;
        for _ in 0..i / 4 {
            value *= x;
        }
        for _ in 0..i % 4 {
            value *= y;
        }
        *product = value;
    }
    row
}

/// H ⊗ H for values, slopes along x, along y and mixed, at the four corners.
fn hermite_patch() -> Matrix {
    let mut patch = [[0.0; 16]; 16];
    for (power, row) in patch.iter_mut().enumerate() {
        for (k, value) in row.iter_mut().enumerate() {
            let [cx, cy] = CORNERS[k % 4];
            let (dx, dy) = ((k / 4) % 2, k / 8);
            *value = HERMITE[power / 4][cx + 2 * dx] * HERMITE[power % 4][cy + 2 * dy];
        }
    }
    patch
}

/// D of equation (1): the contribution of each of the 4 × 4 bones around a square to the values and slopes at its corners.
fn patch_slopes(ends_x: (bool, bool), ends_y: (bool, bool)) -> Matrix {
    let mut slopes = [[0.0; 16]; 16];
    for (k, row) in slopes.iter_mut().enumerate() {
        let [cx, cy] = CORNERS[k % 4];
        let along_x = stencil(cx, (k / 4) % 2 == 1, ends_x);
        let along_y = stencil(cy, k / 8 == 1, ends_y);
        for (around, value) in row.iter_mut().enumerate() {
            *value = along_x[around / 4] * along_y[around % 4];
        }
    }
    slopes
}

/// The value or the slope at one end of a cell from the four bones in its row.
fn stencil(corner: usize, slope: bool, ends: (bool, bool)) -> [f64; 4] {
    let mut row = [0.0; 4];
    if !slope {
        row[1 + corner] = 1.0;
    } else if (corner == 0 && ends.0) || (corner == 1 && ends.1) {
        row[1] = -1.0;
        row[2] = 1.0;
    } else {
        row[corner] = -0.5;
        row[corner + 2] = 0.5;
    }
    row
}

/// Row vector times matrix; zeros of the row are skipped.
fn times(row: &[f64; 16], matrix: &Matrix) -> [f64; 16] {
    let mut out = [0.0; 16];
    for (&factor, line) in row.iter().zip(matrix).filter(|(factor, _)| **factor != 0.0) {
        for (sum, value) in out.iter_mut().zip(line) {
            *sum += value * factor;
        }
    }
    out
}
