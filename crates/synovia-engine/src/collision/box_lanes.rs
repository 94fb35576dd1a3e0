//! Oriented boxes of four neighbours at a time: the separating axis of the last step is tested again.
//!
//! Equation (2) of [`obb`](super::obb) for one axis, with the same room for rounding. Most pairs whose bounding spheres overlap
//! are still separated by the axis that separated them before; the others take the path of a single pair, which finds another
//! one. Of 52 cards of five boxes each, 716 pairs are tested in a step, and 20 are left.

use synovia_math::fearless_simd::{Simd, f64x4, prelude::*};
use synovia_model::Model;
use synovia_model::id::GeomId;

use super::lanes::dot;
use super::neighbour::{LANES, Neighbour, NeighbourKind};
use super::obb::Placed;
use super::pair_cache::PairCache;
use super::policy::OBB_ROUNDING;
use crate::MAX_VAL;
use crate::data::Kin;

/// The box of a geom in the current pose.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxRow {
    center: [f64; 3],
    /// Half sizes.
    half: [f64; 3],
    /// Axes, world frame.
    axes: [[f64; 3]; 3],
    /// Its share of the margin.
    margin: f64,
    /// Sum of the magnitudes of centre and half sizes, in proportion to which results are rounded.
    total: f64,
}

impl BoxRow {
    /// Not a geom: no test finds it apart from anything.
    const NOWHERE: Self = Self {
        center: [f64::NAN; 3],
        half: [f64::NAN; 3],
        axes: [[f64::NAN; 3]; 3],
        margin: f64::NAN,
        total: f64::NAN,
    };

    /// The box of a geom with its share of the margin.
    #[inline]
    pub(super) fn of(model: &Model, kin: &Kin, g: GeomId, margin: f64) -> Self {
        let placed = Placed::of(model, kin, g);
        let (center, half) = (placed.center(), placed.half());
        let total = center.abs() + half.abs();
        let mat = &kin.geom_xmat[g];
        Self {
            center: center.to_array(),
            half: half.to_array(),
            axes: [0, 1, 2].map(|k| mat.col(k).to_array()),
            margin,
            total: total.x + total.y + total.z,
        }
    }
}

/// The box that has the axis, the other one, and the number of the axis.
type Side<'a> = (&'a BoxRow, &'a BoxRow, usize);

/// The neighbours of a block whose boxes are separated by the axis of the last step, a bit each.
#[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
#[inline(always)]
pub(super) fn boxes_apart<S: Simd>(
    simd: S,
    boxes: &[BoxRow],
    pairs: &PairCache,
    block: &[Neighbour; LANES],
) -> u8 {
    let side = |k: usize| -> Side<'_> {
        let [one, two] = block[k]
            .geoms
            .map(|g| boxes.get(g.index()).unwrap_or(&BoxRow::NOWHERE));
        match pairs.axis(block[k].geoms) {
            axis @ 0..3 => (one, two, usize::from(axis)),
            axis => (two, one, usize::from(axis - 3).min(2)),
        }
    };
    let [a, b, c, d] = [side(0), side(1), side(2), side(3)];
    macro_rules! column {
        ($number:expr) => {{
            let number = $number;
            f64x4::load_array(simd, [number(a), number(b), number(c), number(d)])
        }};
    }
    macro_rules! columns {
        ($vector:expr) => {{
            let vector = $vector;
            [
                column!(|side: Side<'_>| vector(side)[0]),
                column!(|side: Side<'_>| vector(side)[1]),
                column!(|side: Side<'_>| vector(side)[2]),
            ]
        }};
    }
    let normal = columns!(|(owner, _, axis): Side<'_>| owner.axes[axis]);
    let (c1, c2) = (
        columns!(|(owner, ..): Side<'_>| owner.center),
        columns!(|(_, other, _): Side<'_>| other.center),
    );
    let half = columns!(|(_, other, _): Side<'_>| other.half);
    let axes = [
        columns!(|(_, other, _): Side<'_>| other.axes[0]),
        columns!(|(_, other, _): Side<'_>| other.axes[1]),
        columns!(|(_, other, _): Side<'_>| other.axes[2]),
    ];
    let between = [c1[0] - c2[0], c1[1] - c2[1], c1[2] - c2[2]];
    let extent = half[0] * dot(axes[0], normal).abs()
        + half[1] * dot(axes[1], normal).abs()
        + half[2] * dot(axes[2], normal).abs();
    let margin = column!(|(owner, other, _): Side<'_>| owner.margin + other.margin);
    let total = column!(|(owner, other, _): Side<'_>| owner.total + other.total);
    let reach = column!(|(owner, _, axis): Side<'_>| owner.half[axis]) + extent + margin;
    let rounding = (total + margin.abs()) * OBB_ROUNDING;
    // infinite boxes are left to the exact path
    let apart = dot(between, normal).abs().simd_gt(reach + rounding) & total.simd_lt(MAX_VAL);
    let mut tested = 0;
    for (k, pair) in block.iter().enumerate() {
        tested |= u8::from(pair.kind == NeighbourKind::GeomsWithBoxes) << k;
    }
    apart.to_bitmask() as u8 & tested
}

#[cfg(test)]
mod tests {
    use synovia_math::{Quat, Vec3, narrow, wide};
    use synovia_model::column::AnyColumn;
    use synovia_model::id::BodyId;

    use super::super::obb;
    use super::super::policy::Policy;
    use super::*;

    #[test]
    fn boxes_found_apart_are_apart_and_the_axis_of_the_record_finds_them() {
        let mut seed = 3_u64;
        let mut number = || {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        let mut size = Model::default().size;
        (size.nbody, size.ngeom) = (2, 8);
        let mut model = Model::with_size(size);
        let mut kin = Kin::default();
        kin.geom_xpos.reset(8, 3);
        kin.geom_xmat.reset(8, 9);
        let mut pairs = PairCache::default();
        pairs.fit(8, &Policy::default());
        let mut found = [0; 2];
        for round in 0..300 {
            for g in model.geom.ids() {
                let mut vec = |scale: f64| Vec3::new(number(), number(), number()) * scale;
                let center = vec(if round % 3 == 0 { 0.2 } else { 0.0 });
                let half = vec(0.4).abs();
                model.geom.aabb[g] = [center.x, center.y, center.z, half.x, half.y, half.z];
                kin.geom_xpos[g] = vec(0.7);
                let [axis, turn] = [vec(1.0).normalized(), vec(4.0)];
                kin.geom_xmat[g] = Quat::from_axis_angle(axis, turn.x).to_mat();
                model.geom.margin[g] = 0.02 * turn.y;
            }
            // an infinite box, a pose that is not finite, and equal boxes
            let [first, second] = [GeomId::new(0), GeomId::new(1)];
            match round % 10 {
                3 => model.geom.aabb[first][4] = MAX_VAL,
                4 => kin.geom_xpos[first].z = f64::NAN,
                5 => {
                    model.geom.aabb[first] = model.geom.aabb[second];
                    kin.geom_xpos[first] = kin.geom_xpos[second];
                }
                _ => {}
            }
            let rows: Vec<BoxRow> = (model.geom.ids())
                .map(|g| BoxRow::of(&model, &kin, g, model.geom.margin[g]))
                .collect();
            for g1 in model.geom.ids() {
                let block = [2, 3, 5, 7].map(|step| {
                    let g2 = GeomId::new((g1.index() + step) % 8);
                    let kind = match step {
                        7 => NeighbourKind::Geoms,
                        _ => NeighbourKind::GeomsWithBoxes,
                    };
                    Neighbour::between([BodyId::WORLD; 2], [g1, g2], kind, 0.0)
                });
                // the plain path stores the axis
                let exact = block.map(|pair| {
                    let [m1, m2] = pair.geoms.map(|g| model.geom.margin[g]);
                    obb::geoms_apart(&model, &kin, pair.geoms, m1 + m2, &mut pairs)
                });
                let mask = wide!(simd => boxes_apart(simd, &rows, &pairs, &block));
                assert_eq!(
                    mask,
                    narrow!(simd => boxes_apart(simd, &rows, &pairs, &block))
                );
                for (k, (pair, exact)) in block.iter().zip(exact).enumerate() {
                    let apart = (mask >> k) & 1 != 0;
                    assert!(exact || !apart);
                    let usual = pair.kind == NeighbourKind::GeomsWithBoxes && round % 10 != 3;
                    assert!(!usual || apart == exact);
                    found[usize::from(apart)] += 1;
                }
            }
        }
        assert!(found[0] > 1000 && found[1] > 1000, "{found:?}");
    }
}
