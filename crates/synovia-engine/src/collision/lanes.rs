//! Four neighbours at a time: the tests that rule most of them out, for lists with many spheres and capsules.
//!
//! Bounding spheres as in [`Neighbour::spheres`], and the closed test of [`segments`](super::segments), with the same directions
//! and the same room for rounding. What is left takes the path of a single pair.

use synovia_math::fearless_simd::{Simd, f64x4, prelude::*};
use synovia_math::{Vec3, wide};
use synovia_model::Model;
use synovia_model::enums::GeomType;
use synovia_model::id::GeomId;

use super::box_lanes::{BoxRow, boxes_apart};
use super::neighbour::{InLanes, LANES, Neighbour, NeighbourKind};
use super::neighbours::shared_margin;
use super::pair_cache::PairCache;
use super::policy::WIDER;
use crate::data::Kin;

/// A geom as the tests need it: position, the sum of its magnitudes, half axis (or normal), and radius with margin.
type Row = [f64; 8];

/// Not a geom: no test finds it apart from anything.
const NOWHERE: Row = [f64::NAN; 8];

/// The bits of all neighbours of a block.
pub(super) const ALL: u8 = (1 << LANES) - 1;

/// Results for the neighbours of a block, a bit each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ApartMask {
    /// Their bounding spheres are apart, or an axis separates their boxes.
    pub bounds: u8,
    /// A closed formula shows that they are apart.
    pub closed: u8,
    /// True if they are planes with spheres and capsules; in other blocks these have not been tested.
    pub planes: bool,
}

/// The geoms of a pose, and the results for all neighbours.
#[derive(Clone, Debug, Default)]
pub(super) struct Lanes {
    rows: Vec<Row>,
    boxes: Vec<BoxRow>,
    masks: Vec<ApartMask>,
}

impl Lanes {
    /// Reserves memory for so many neighbours.
    pub(super) fn reserve(&mut self, neighbours: usize) {
        self.masks.clear();
        self.masks.reserve(neighbours.div_ceil(LANES));
    }

    /// Tests all neighbours in blocks of [`LANES`]; those of an incomplete last block are not tested.
    pub(super) fn test(
        &mut self,
        model: &Model,
        kin: &Kin,
        list: &[Neighbour],
        pairs: &PairCache,
        which: InLanes,
    ) -> &[ApartMask] {
        let Self { rows, boxes, masks } = self;
        rows.clear();
        let shared = shared_margin(model);
        let margin = |g: GeomId| shared.unwrap_or(model.geom.margin[g]);
        rows.extend(model.geom.ids().map(|g| {
            let at = kin.geom_xpos[g];
            let size = model.geom.size[g];
            let (half, radius) = match model.geom.type_[g] {
                GeomType::Sphere => (Vec3::ZERO, size.x),
                GeomType::Capsule => (kin.geom_xmat[g].col(2) * size.y, size.x),
                GeomType::Plane => (kin.geom_xmat[g].col(2), f64::NAN),
                // other shapes are not found apart by the closed test
                _ => (Vec3::ZERO, f64::NAN),
            };
            let reach = radius + margin(g);
            let places = at.abs().dot(Vec3::splat(1.0));
            [at.x, at.y, at.z, places, half.x, half.y, half.z, reach]
        }));
        boxes.clear();
        if which.boxes {
            let ids = model.geom.ids();
            boxes.extend(ids.map(|g| BoxRow::of(model, kin, g, margin(g))));
        }
        masks.clear();
        wide!(simd => {
            masks.extend(list.as_chunks().0.iter().map(
                #[inline(always)]
                |block| {
                    let mut mask = test_block(simd, rows, block, margin);
                    if which.boxes && (mask.bounds | mask.closed) != ALL {
                        mask.bounds |= boxes_apart(simd, boxes, pairs, block);
                    }
                    mask
                },
            ));
        });
        masks
    }
}

/// The rows of a block, and the numbers that all its tests need.
struct Block<'a, S: Simd> {
    simd: S,
    one: [&'a Row; LANES],
    two: [&'a Row; LANES],
    /// From the second to the first.
    between: [f64x4<S>; 3],
}

impl<'a, S: Simd> Block<'a, S> {
    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    fn new(simd: S, rows: &'a [Row], block: &[Neighbour; LANES]) -> Self {
        let row =
            |k: usize, side: usize| rows.get(block[k].geoms[side].index()).unwrap_or(&NOWHERE);
        let one = [row(0, 0), row(1, 0), row(2, 0), row(3, 0)];
        let two = [row(0, 1), row(1, 1), row(2, 1), row(3, 1)];
        let [x1, y1, z1] = columns(simd, one, 0);
        let [x2, y2, z2] = columns(simd, two, 0);
        Self {
            simd,
            one,
            two,
            between: [x1 - x2, y1 - y2, z1 - z2],
        }
    }

    /// The sum of the magnitudes of all coordinates, in proportion to which positions are rounded.
    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    fn rounding(&self) -> f64x4<S> {
        (column(self.simd, self.one, 3) + column(self.simd, self.two, 3)) * (WIDER - 1.0)
    }

    /// Segments above planes: the height above the normal.
    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    fn above_planes(&self, margins: [f64; LANES]) -> u8 {
        let normal = columns(self.simd, self.one, 4);
        let axis = columns(self.simd, self.two, 4);
        let reach = column(self.simd, self.two, 7) + f64x4::load_array(self.simd, margins);
        let height = -dot(self.between, normal) - dot(axis, normal).abs();
        let apart = reach.simd_ge(0.0) & height.simd_gt(reach * WIDER + self.rounding());
        apart.to_bitmask() as u8
    }

    /// Two segments: equation (1) of [`segments`](super::segments) with the direction between their centres, then with that
    /// between their nearest points. `squared` are the squared distances of the centres; lanes in `done` need no test.
    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    fn segments(&self, squared: f64x4<S>, done: u8) -> u8 {
        // a negative sum, or that of other shapes, is left to the exact path
        let sum = column(self.simd, self.one, 7) + column(self.simd, self.two, 7);
        let known = sum.simd_ge(0.0);
        let open = known.to_bitmask() as u8 & !done;
        if open == 0 {
            return 0;
        }
        let reach = sum * WIDER + self.rounding();
        let room = reach * reach * WIDER;
        let beyond = |gap: f64x4<S>, squared: f64x4<S>| {
            known & gap.simd_gt(0.0) & (gap * gap).simd_gt(room * squared)
        };
        let (a1, a2) = (
            columns(self.simd, self.one, 4),
            columns(self.simd, self.two, 4),
        );
        let d = self.between;
        let (u, v) = (dot(a1, d), dot(a2, d));
        let apart = beyond(squared - u.abs() - v.abs(), squared).to_bitmask() as u8;
        if open & !apart == 0 {
            return apart;
        }
        let (aa, ab, bb) = (dot(a1, a1), dot(a1, a2), dot(a2, a2));
        let zero = f64x4::splat(self.simd, 0.0);
        let within = |numerator: f64x4<S>, denominator: f64x4<S>| {
            let inner = (numerator / denominator).max(-1.0).min(1.0);
            denominator.simd_gt(zero).select(inner, zero)
        };
        let x1 = within(ab * v - bb * u, aa * bb - ab * ab);
        let x2 = within(v + x1 * ab, bb);
        let x1 = within(x2 * ab - u, aa);
        let n = [0, 1, 2].map(
            #[inline(always)]
            |k| d[k] + a1[k] * x1 - a2[k] * x2,
        );
        let gap = dot(d, n) - dot(a1, n).abs() - dot(a2, n).abs();
        apart | beyond(gap, dot(n, n)).to_bitmask() as u8
    }
}

/// Tests one block; `margin` is the share of a geom.
#[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
#[inline(always)]
fn test_block<S: Simd>(
    simd: S,
    rows: &[Row],
    neighbours: &[Neighbour; LANES],
    margin: impl Fn(GeomId) -> f64,
) -> ApartMask {
    let block = Block::new(simd, rows, neighbours);
    // planes have no spheres, and come first
    let [a, b, c, d] = neighbours;
    if [a, b, c, d]
        .iter()
        .all(|pair| pair.kind == NeighbourKind::AbovePlane)
    {
        let margins = [a, b, c, d].map(|pair| margin(pair.geoms[0]));
        return ApartMask {
            bounds: 0,
            closed: block.above_planes(margins),
            planes: true,
        };
    }
    let squared = dot(block.between, block.between);
    let bounds = [a, b, c, d].map(|pair| pair.apart_beyond);
    let far = squared.simd_gt(f64x4::load_array(simd, bounds));
    let spheres = far.to_bitmask() as u8;
    let closed = if spheres == ALL {
        0
    } else {
        block.segments(squared, spheres)
    };
    ApartMask {
        bounds: spheres,
        closed,
        planes: false,
    }
}

/// A number of each row.
#[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
#[inline(always)]
fn column<S: Simd>(simd: S, [a, b, c, d]: [&Row; LANES], k: usize) -> f64x4<S> {
    f64x4::load_array(simd, [a[k], b[k], c[k], d[k]])
}

/// Three numbers of each row.
#[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
#[inline(always)]
fn columns<S: Simd>(simd: S, rows: [&Row; LANES], k: usize) -> [f64x4<S>; 3] {
    [
        column(simd, rows, k),
        column(simd, rows, k + 1),
        column(simd, rows, k + 2),
    ]
}

/// The dot products of four pairs of vectors.
#[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
#[inline(always)]
pub(super) fn dot<S: Simd>(a: [f64x4<S>; 3], b: [f64x4<S>; 3]) -> f64x4<S> {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use synovia_math::Mat3;
    use synovia_model::column::AnyColumn;
    use synovia_model::id::BodyId;

    use super::super::{parameters, segments};
    use super::*;

    const KINDS: [GeomType; 6] = [
        GeomType::Plane,
        GeomType::Sphere,
        GeomType::Capsule,
        GeomType::Capsule,
        GeomType::Box,
        GeomType::Mesh,
    ];

    #[test]
    fn blocks_give_the_answers_of_single_pairs() {
        let mut seed = 5_u64;
        let mut number = |count: u64| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            ((seed >> 33) % count) as f64
        };
        let mut size = Model::default().size;
        (size.nbody, size.ngeom) = (2, 24);
        let mut model = Model::with_size(size);
        let mut kin = Kin::default();
        kin.geom_xpos.reset(24, 3);
        kin.geom_xmat.reset(24, 9);
        let (mut lanes, mut apart) = (Lanes::default(), [0; 2]);
        let pairs = PairCache::default();
        for round in 0..400 {
            // coordinates on a grid: parallel, touching and equal shapes are frequent
            let mut vec = |scale: f64| Vec3::from([(); 3].map(|()| scale * (number(9) - 4.0)));
            for g in model.geom.ids() {
                model.geom.type_[g] = KINDS[(g.index() + round) % KINDS.len()];
                model.geom.size[g] = vec(0.1).abs();
                model.geom.margin[g] = vec(0.02).x;
                kin.geom_xpos[g] = vec(0.25);
                let axis = vec(1.0) + Vec3::splat(if round % 2 == 0 { 0.0 } else { 0.1 });
                kin.geom_xmat[g] = Mat3::from_cols(Vec3::X, Vec3::Y, axis.normalized());
            }
            if round % 50 == 0 {
                kin.geom_xpos[GeomId::new(round % 24)].y = f64::NAN;
            }
            // planes together, and all others
            let mut list = Vec::new();
            for g1 in model.geom.ids() {
                for g2 in model.geom.ids() {
                    let kinds = [g1, g2].map(|g| model.geom.type_[g]);
                    let kind = match kinds {
                        [GeomType::Plane, _] if segments::is_known(kinds) => {
                            NeighbourKind::AbovePlane
                        }
                        _ if segments::is_known(kinds) => NeighbourKind::Segments,
                        _ => NeighbourKind::Geoms,
                    };
                    // planes have no spheres, hierarchies no geoms
                    let (mut geoms, mut beyond) = ([g1, g2], number(9));
                    if kind == NeighbourKind::AbovePlane {
                        beyond = f64::INFINITY;
                    } else if number(40) == 0.0 {
                        geoms = [GeomId::NONE; 2];
                    }
                    list.push(Neighbour::between([BodyId::WORLD; 2], geoms, kind, beyond));
                }
            }
            list.sort_by_key(|pair| pair.kind != NeighbourKind::AbovePlane);
            let masks = lanes.test(&model, &kin, &list, &pairs, InLanes::default());
            let masks = masks.to_vec();
            assert_eq!(masks.len(), list.len() / LANES);
            for (k, pair) in list.iter().take(LANES * masks.len()).enumerate() {
                let mask = masks[k / LANES];
                let bit = 1 << (k % LANES);
                let spheres = pair.geoms[0] != GeomId::NONE
                    && pair.kind != NeighbourKind::AbovePlane
                    && pair.spheres(&kin) == super::super::Spheres::Apart;
                assert_eq!(mask.bounds & bit != 0, spheres);
                let tested = pair.kind != NeighbourKind::AbovePlane || mask.planes;
                let closed = pair.is_closed() && pair.geoms[0] != GeomId::NONE && tested && {
                    let margins = pair.geoms.map(|g| model.geom.margin[g]);
                    let margin = parameters::margin(&model, margins[0] + margins[1]);
                    segments::apart(&model, &kin, pair.geoms, margin)
                };
                assert_eq!((mask.bounds | mask.closed) & bit != 0, spheres || closed);
                apart[usize::from(closed)] += 1;
            }
        }
        assert!(apart[0] > 1000 && apart[1] > 1000, "{apart:?}");
    }
}
