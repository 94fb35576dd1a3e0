//! Where shadows can be at all.
//!
//! Before points are asked about, each square of texels of a light's map gets a bound of the depth of what may cast a shadow
//! there. With `c ± h` the box around a group of triangles and `m` a row of the matrix to the map, that coordinate of the
//! group is within
//!
//! ```text
//! m·c + m₃ ± Σ_k |m_k| h_k                                                                                        (1)
//! ```
//!
//! which bounds its texels and its depth `z / w`, as long as `w > 0`. A point that is not farther from the light than the
//! bound of its square is lit, and is not asked about again.
//!
//! Flat sheets, such as the ground, reach below almost every point and would make the bounds useless. Their few triangles are
//! compared with each point at once.

use crate::geometry::{Place, Tri};
use crate::items::{Item, Shape};
use crate::matrix::{Mat4, Vec4};
use crate::shadow::{Offset, Sides, TexelBounds, lift, stage};
use crate::surface::Cluster;

/// Squares along a side of the map are at most so many.
const SIDE: usize = 128;
/// Triangles of sheets that are compared with every point; more are treated like the rest.
const SHEETS: usize = 8;
/// Rounding errors are a smaller share of the sum of the terms.
const ROUNDING: f32 = 1e-5;

/// Whether light reaches a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Answer {
    Lit,
    Dark,
    /// To be compared with triangles.
    Open,
}

/// A triangle of a sheet, ready to be compared.
#[derive(Clone, Debug)]
struct Flat {
    tri: Tri,
    sides: Sides,
    lift: f64,
}

/// Where a group may be in the map of a light.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupBounds {
    /// The least and the greatest texel along each axis, with a margin.
    pub(crate) low: [f32; 2],
    pub(crate) high: [f32; 2],
    /// Whether it may be in the map at all.
    pub(crate) inside: [bool; 2],
    /// Its greatest depth.
    pub(crate) depth: f32,
}

/// Bounds of a group for a map of `size` texels; `None` if there are none, because it is behind the light.
pub(crate) fn bounds(clip: &Mat4, size: i32, group: &Cluster) -> Option<GroupBounds> {
    let m = &clip.0;
    let (c, h) = (group.center, group.half);
    // the least and the greatest of each coordinate, equation (1)
    let (mut low, mut high): (Vec4, Vec4) = ([0.0; 4], [0.0; 4]);
    for r in 0..4 {
        let middle = m[r] * c[0] + m[4 + r] * c[1] + m[8 + r] * c[2] + m[12 + r];
        let span = m[r].abs() * h[0] + m[4 + r].abs() * h[1] + m[8 + r].abs() * h[2];
        let terms = (m[r] * c[0]).abs()
            + (m[4 + r] * c[1]).abs()
            + (m[8 + r] * c[2]).abs()
            + m[12 + r].abs();
        let span = span + ROUNDING * (span + terms);
        (low[r], high[r]) = (middle - span, middle + span);
    }
    let (near, far) = (low[3], high[3]);
    let ends = low.iter().chain(&high);
    if !(near > 0.0 && ends.copied().all(f32::is_finite)) {
        return None;
    }
    let depth = high[2].max(0.0) / near * (1.0 + ROUNDING) + ROUNDING;
    let half = 0.5 * (size - 2) as f32;
    let mut out = GroupBounds {
        low: [0.0; 2],
        high: [0.0; 2],
        inside: [true; 2],
        depth,
    };
    for k in 0..2 {
        let first = low[k] / if low[k] < 0.0 { near } else { far };
        let last = high[k] / if high[k] < 0.0 { far } else { near };
        // two texels more on either side than where it is
        let texel = |v: f32| 1.0 + (v.clamp(-2.0, 2.0) + 1.0) * half;
        out.inside[k] = last >= -1.1 && first <= 1.1;
        (out.low[k], out.high[k]) = (texel(first) - 2.0, texel(last) + 2.0);
    }
    Some(out)
}

/// Bounds of the depths in the map of one light.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cover {
    /// Greatest depth of what may be over each square.
    most: Vec<f32>,
    across: usize,
    /// Texels along a side of a square, as a power of two.
    shift: u32,
    flat: Vec<Flat>,
    /// Items that `flat` has.
    done: Vec<u32>,
}

impl Cover {
    /// Nothing is known: every point is asked about.
    pub(crate) fn open(&mut self, size: i32) {
        self.clear(size, f32::INFINITY);
    }

    fn clear(&mut self, size: i32, depth: f32) {
        let size = size.max(1) as usize;
        self.shift = 0;
        while size >> self.shift > SIDE {
            self.shift += 1;
        }
        self.across = (size >> self.shift) + 1;
        self.most.clear();
        self.most.resize(self.across * self.across, depth);
        self.flat.clear();
        self.done.clear();
    }

    /// Bounds for a map of `size` texels and the items that cast shadows into it.
    pub(crate) fn fill(&mut self, map: &Mat4, size: i32, items: &[Item<'_>]) {
        self.clear(size, f32::NEG_INFINITY);
        let mut tris = Vec::new();
        for (i, item) in items.iter().enumerate() {
            let Shape::Surface(surface) = item.shape else {
                continue;
            };
            if surface.sheet.is_some() {
                tris.clear();
                sheet(map, size, item, i as u32, &mut tris);
                if self.flat.len() + tris.len() <= SHEETS {
                    self.done.push(i as u32);
                    self.flat.extend(tris.iter().map(|&tri| Flat {
                        tri,
                        sides: Sides::new(&tri),
                        lift: lift(&tri),
                    }));
                    continue;
                }
            }
            let clip = map.mul(&item.world);
            for group in &surface.outline().cluster {
                self.add(&clip, size, group);
            }
        }
    }

    /// Raises the bounds where a group may be.
    fn add(&mut self, clip: &Mat4, size: i32, group: &Cluster) {
        let Some(bounds) = bounds(clip, size, group) else {
            self.most.fill(f32::INFINITY);
            return;
        };
        let [xs, ys] = [0, 1].map(|k| {
            let cell = |v: f32| ((v.max(0.0) as usize) >> self.shift).min(self.across - 1);
            let (first, last) = (cell(bounds.low[k]), cell(bounds.high[k]));
            if bounds.inside[k] {
                first..last + 1
            } else {
                0..0
            }
        });
        for y in ys {
            for most in &mut self.most[y * self.across..][xs.clone()] {
                *most = most.max(bounds.depth);
            }
        }
    }

    /// Whether item `i` was compared already.
    pub(crate) fn has(&self, i: usize) -> bool {
        self.done.contains(&(i as u32))
    }

    /// Whether light surely reaches all points within bounds: [`Cover::of`] would say so of each.
    #[inline]
    pub(crate) fn lights(&self, bounds: &TexelBounds) -> bool {
        if bounds.high[0] < bounds.low[0] {
            return true;
        }
        let cell = |v: f32| v as usize >> self.shift;
        let [x, y] = bounds.low.map(cell);
        if [x, y] != bounds.high.map(cell) {
            return false;
        }
        self.most
            .get(y * self.across + x)
            .is_some_and(|&most| bounds.least >= most)
            && self
                .flat
                .iter()
                .all(|f| Sides::misses(&f.tri, f.lift, bounds))
    }

    /// Whether light reaches the point at texel `(x, y)` with a depth.
    #[inline]
    pub(crate) fn of(&self, x: i32, y: i32, depth: f32) -> Answer {
        if self
            .flat
            .iter()
            .any(|f| f.sides.hide(&f.tri, Offset::Area(f.lift), x, y, depth))
        {
            return Answer::Dark;
        }
        let (i, j) = (x as usize >> self.shift, y as usize >> self.shift);
        match self.most.get(j * self.across + i) {
            Some(&most) if depth >= most => Answer::Lit,
            _ => Answer::Open,
        }
    }
}

/// The triangles of a sheet in the map.
fn sheet(map: &Mat4, size: i32, item: &Item<'_>, number: u32, out: &mut Vec<Tri>) {
    let Shape::Surface(surface) = item.shape else {
        return;
    };
    let surface = surface.outline();
    let stage = stage(map, size, None);
    let clip = stage.clip.mul(&item.world);
    let mut verts = Vec::new();
    for (c, group) in surface.cluster.iter().enumerate() {
        let place = Place {
            item,
            clip: &clip,
            number,
            surface,
            group,
            cluster: c as u32,
            sheet: true,
        };
        stage.group(place, &mut verts, out);
    }
}
