//! Four neighbours at a time: the tests that rule most of them out, for lists with many spheres and capsules.
//!
//! Bounding spheres as in [`Neighbour::spheres`], and the closed test of [`segments`](super::segments) except above planes, with
//! the same directions and the same room for rounding. What is left takes the path of a single pair. A humanoid of 19 geoms has
//! about 80 neighbours, of which about 10 are left.

use synovia_math::fearless_simd::{Simd, f64x4, prelude::*};
use synovia_math::{Vec3, wide};
use synovia_model::Model;
use synovia_model::enums::GeomType;

use super::neighbours::{Neighbour, shared_margin};
use super::policy::WIDER;
use crate::data::Kin;

/// A geom as the tests need it: position, the sum of its magnitudes, half axis, and radius with margin.
type Row = [f64; 8];

/// Not a geom: no test finds it apart from anything.
const NOWHERE: Row = [f64::NAN; 8];

/// The neighbours of a block.
const LANES: usize = 4;

/// Results for the neighbours of a block, a bit each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ApartMask {
    /// Their bounding spheres are apart.
    pub spheres: u8,
    /// A closed formula shows that they are apart.
    pub closed: u8,
}

/// The geoms of a pose, and the results for all neighbours.
#[derive(Clone, Debug, Default)]
pub(super) struct Lanes {
    rows: Vec<Row>,
    masks: Vec<ApartMask>,
}

impl Lanes {
    /// Reserves memory for so many neighbours.
    pub(super) fn reserve(&mut self, neighbours: usize) {
        self.masks.clear();
        self.masks.reserve(neighbours.div_ceil(LANES));
    }

    /// Tests all neighbours in blocks of [`LANES`]; those of an incomplete last block are not tested.
    pub(super) fn test(&mut self, model: &Model, kin: &Kin, list: &[Neighbour]) -> &[ApartMask] {
        let Self { rows, masks } = self;
        rows.clear();
        let shared = shared_margin(model);
        rows.extend(model.geom.ids().map(|g| {
            let at = kin.geom_xpos[g];
            let size = model.geom.size[g];
            let (half, radius) = match model.geom.type_[g] {
                GeomType::Sphere => (Vec3::ZERO, size.x),
                GeomType::Capsule => (kin.geom_xmat[g].col(2) * size.y, size.x),
                // other shapes are not found apart by the closed test
                _ => (Vec3::ZERO, f64::NAN),
            };
            let reach = radius + shared.unwrap_or(model.geom.margin[g]);
            let places = at.abs().dot(Vec3::splat(1.0));
            [at.x, at.y, at.z, places, half.x, half.y, half.z, reach]
        }));
        masks.clear();
        wide!(simd => {
            masks.extend(list.as_chunks().0.iter().map(
                #[inline(always)]
                |block| test_block(simd, rows, block),
            ));
        });
        masks
    }
}

/// Tests one block.
#[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
#[inline(always)]
fn test_block<S: Simd>(simd: S, rows: &[Row], block: &[Neighbour; LANES]) -> ApartMask {
    let row = |k: usize, side: usize| rows.get(block[k].geoms[side].index()).unwrap_or(&NOWHERE);
    let one = [row(0, 0), row(1, 0), row(2, 0), row(3, 0)];
    let two = [row(0, 1), row(1, 1), row(2, 1), row(3, 1)];
    let lanes = |numbers: [f64; LANES]| f64x4::load_array(simd, numbers);
    let column = |of: [&Row; LANES], k: usize| lanes([of[0][k], of[1][k], of[2][k], of[3][k]]);
    let columns = |of, k| [column(of, k), column(of, k + 1), column(of, k + 2)];
    let (at1, at2) = (columns(one, 0), columns(two, 0));
    let d = [at1[0] - at2[0], at1[1] - at2[1], at1[2] - at2[2]];
    let squared = dot(d, d);
    let bound = lanes([0, 1, 2, 3].map(|k| block[k].apart_beyond));
    let spheres = squared.simd_gt(bound);

    // margins and room for rounding; a negative sum is left to the exact path
    let sum = column(one, 7) + column(two, 7);
    let places = column(one, 3) + column(two, 3);
    let reach = sum * WIDER + places * (WIDER - 1.0);
    let room = reach * reach * WIDER;
    let zero = f64x4::splat(simd, 0.0);
    let known = sum.simd_ge(zero);
    let beyond = |gap: f64x4<S>, squared: f64x4<S>| {
        known & gap.simd_gt(zero) & (gap * gap).simd_gt(room * squared)
    };
    // the direction between the centres
    let (a1, a2) = (columns(one, 4), columns(two, 4));
    let (u, v) = (dot(a1, d), dot(a2, d));
    let mut closed = beyond(squared - u.abs() - v.abs(), squared);
    let all = (1 << LANES) - 1;
    if (spheres | closed).to_bitmask() as u8 != all {
        // the direction between the nearest points, which serves where it is longer
        let (aa, ab, bb) = (dot(a1, a1), dot(a1, a2), dot(a2, a2));
        let (least, most) = (f64x4::splat(simd, -1.0), f64x4::splat(simd, 1.0));
        let within = |numerator: f64x4<S>, denominator: f64x4<S>| {
            let inner = (numerator / denominator).max(least).min(most);
            denominator.simd_gt(zero).select(inner, zero)
        };
        let x1 = within(ab * v - bb * u, aa * bb - ab * ab);
        let x2 = within(v + x1 * ab, bb);
        let x1 = within(x2 * ab - u, aa);
        let n = [0, 1, 2].map(|k| d[k] + a1[k] * x1 - a2[k] * x2);
        let gap = dot(d, n) - dot(a1, n).abs() - dot(a2, n).abs();
        closed = closed | beyond(gap, dot(n, n));
    }
    ApartMask {
        spheres: spheres.to_bitmask() as u8,
        closed: closed.to_bitmask() as u8,
    }
}

/// The dot products of four pairs of vectors.
#[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
#[inline(always)]
fn dot<S: Simd>(a: [f64x4<S>; 3], b: [f64x4<S>; 3]) -> f64x4<S> {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
