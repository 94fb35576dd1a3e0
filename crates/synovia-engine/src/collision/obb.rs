//! Oriented bounding boxes of geoms: the separating-axis test before the narrow phase.
//!
//! Two boxes are apart if one of their six face normals separates them by more than the margin,
//!
//! ```text
//! Σ_l |h₁ₗ a₁ₗ·n| + Σ_l |h₂ₗ a₂ₗ·n| + margin < |(c₂ − c₁)·n|                                             (1)
//! ```
//!
//! with half sizes `h`, axes `a` and centres `c`. If a box is infinite in some direction, as that of a plane is, the axes
//! of the other one are not tested; a box that is infinite in all directions is near everything.
//!
//! The axes of a box are orthonormal up to rounding: along one of them it extends by half of its size, and one table of
//! products serves the axes of both,
//!
//! ```text
//! h₁ₖ + Σ_l h₂ₗ |a₁ₖ·a₂ₗ| + margin < |(c₂ − c₁)·a₁ₖ|                                                     (2)
//! ```
//!
//! Except within rounding, (2) is equivalent to (1). The axis that separated two boxes is tested first the next time: it is
//! stored in the record of their [pair](super::pair_cache).
//!
//! | here | in the code              | meaning                              |
//! |------|--------------------------|--------------------------------------|
//! | `h`  | `aabb[3..6]`             | half sizes                           |
//! | `c`  | `Placed::center`         | centre, world frame                  |
//! | `a`  | columns of `Placed::mat` | axes, world frame                    |
//! | `n`  | `n`                      | a face normal: an axis of either box |

use synovia_math::{Mat3, Vec3};
use synovia_model::Model;
use synovia_model::id::GeomId;

use super::pair_cache::PairCache;
use super::policy::OBB_ROUNDING;
use crate::MAX_VAL;
use crate::data::Kin;

/// A box in the frame of its owner: centre, then half sizes.
pub(super) type Aabb = [f64; 6];

/// Whether some, or all, half sizes are infinite.
pub(super) struct Endless {
    /// True if at least one is infinite.
    pub some: bool,
    /// True if all three are infinite.
    pub all: bool,
}

impl Endless {
    /// Sizes above the largest valid number are infinite.
    #[inline]
    pub(super) fn of(aabb: &Aabb) -> Self {
        let [.., x, y, z] = aabb.map(|h| h >= MAX_VAL);
        Self {
            some: x || y || z,
            all: x && y && z,
        }
    }
}

/// A posed box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<'a> {
    /// The box in the frame of its owner.
    aabb: &'a Aabb,
    /// Origin of the owner.
    pos: &'a Vec3,
    /// Orientation of the owner.
    mat: &'a Mat3,
}

impl<'a> Placed<'a> {
    /// The box of a geom.
    #[inline]
    pub(super) fn of(model: &'a Model, kin: &'a Kin, g: GeomId) -> Self {
        Self {
            aabb: &model.geom.aabb[g],
            pos: &kin.geom_xpos[g],
            mat: &kin.geom_xmat[g],
        }
    }

    /// Centre in the world frame.
    #[inline]
    pub(super) fn center(&self) -> Vec3 {
        let [x, y, z, ..] = *self.aabb;
        // most boxes are centred at their origin
        if (x.to_bits() | y.to_bits() | z.to_bits()) == 0 {
            return *self.pos;
        }
        *self.mat * Vec3::new(x, y, z) + *self.pos
    }

    /// Half sizes.
    #[inline]
    pub(super) fn half(&self) -> Vec3 {
        let [.., x, y, z] = *self.aabb;
        Vec3::new(x, y, z)
    }

    /// Half of the extent along a unit vector.
    #[inline]
    fn reach(&self, n: Vec3) -> f64 {
        let Vec3 { x, y, z } = self.half();
        (x * self.mat.col(0).dot(n)).abs()
            + (y * self.mat.col(1).dot(n)).abs()
            + (z * self.mat.col(2).dot(n)).abs()
    }
}

/// True if the boxes of two geoms are farther apart than the margin: equation (1).
#[doc(alias = "mj_collideOBB")]
pub(super) fn geoms_apart(
    model: &Model,
    kin: &Kin,
    geoms @ [g1, g2]: [GeomId; 2],
    margin: f64,
    pairs: &mut PairCache,
) -> bool {
    let (one, two) = (Placed::of(model, kin, g1), Placed::of(model, kin, g2));
    // the fast test decides unless the result is within rounding
    surely_apart(&one, &two, margin, &mut pairs.record(geoms).axis)
        .unwrap_or_else(|| exactly_apart(&one, &two, margin))
}

/// True if the box of a geom and an axis-aligned box in the world are farther apart than the margin: equation (1). `known`
/// is the axis that is tested first; it is set to the one that separates them.
pub(super) fn geom_and_box_apart(
    model: &Model,
    kin: &Kin,
    g: GeomId,
    aabb: &Aabb,
    margin: f64,
    known: &mut u8,
) -> bool {
    let one = Placed::of(model, kin, g);
    // a box along the axes of the world
    let two = Placed {
        aabb,
        pos: &Vec3::ZERO,
        mat: &Mat3::IDENTITY,
    };
    surely_apart(&one, &two, margin, known).unwrap_or_else(|| exactly_apart(&one, &two, margin))
}

/// Equation (1), in the order of operations of the reference.
#[inline(never)]
fn exactly_apart(one: &Placed<'_>, two: &Placed<'_>, margin: f64) -> bool {
    // an infinite box is near everything
    let endless = [Endless::of(one.aabb), Endless::of(two.aabb)];
    if endless[0].all || endless[1].all {
        return false;
    }
    let (c1, c2) = (one.center(), two.center());
    // equation (1) for the face normals of either box
    let separates = |n: Vec3| one.reach(n) + two.reach(n) + margin < (c2.dot(n) - c1.dot(n)).abs();
    let by_faces = |mat: &Mat3| (0..3).any(|k| separates(mat.col(k)));
    (!endless[1].some && by_faces(one.mat)) || (!endless[0].some && by_faces(two.mat))
}

/// Equation (2); `None` if the result is within rounding or a box is infinite.
#[inline]
fn surely_apart(one: &Placed<'_>, two: &Placed<'_>, margin: f64, known: &mut u8) -> Option<bool> {
    let (h1, h2) = (one.half(), two.half());
    let (c1, c2) = (one.center(), two.center());
    // rounding is relative to positions and sizes
    let (places, between) = (c1.abs() + c2.abs(), c2 - c1);
    let total = places + h1 + h2;
    let total = total.x + total.y + total.z;
    if total >= MAX_VAL {
        return None;
    }
    let rounding = OBB_ROUNDING * (total + margin.abs());

    // the axis that separated them the last time
    let (owner, other) = if *known < 3 { (one, two) } else { (two, one) };
    let k = usize::from(if *known < 3 { *known } else { *known - 3 }).min(2);
    let n = owner.mat.col(k);
    let reach = owner.aabb[3 + k] + other.reach(n) + margin;
    if n.dot(between).abs() > reach + rounding {
        return Some(true);
    }

    // all six axes; a result within rounding is undecided
    let axes = [two.mat.col(0), two.mat.col(1), two.mat.col(2)];
    let mut unsure = false;
    let mut separates = |axis: u8, n: Vec3, reach: f64| {
        let dist = n.dot(between).abs();
        unsure |= dist >= reach - rounding;
        let apart = dist > reach + rounding;
        if apart {
            *known = axis;
        }
        apart
    };
    // extents along the axes of the second box are accumulated on the way
    let mut reach2 = h2 + Vec3::splat(margin);
    for k in 0..3 {
        let n = one.mat.col(k);
        let shares = Vec3::new(n.dot(axes[0]), n.dot(axes[1]), n.dot(axes[2])).abs();
        reach2 += shares * h1[k];
        if separates(k as u8, n, h1[k] + h2.dot(shares) + margin) {
            return Some(true);
        }
    }
    // the axes of the second box
    for k in 0..3 {
        if separates(3 + k as u8, axes[k], reach2[k]) {
            return Some(true);
        }
    }
    (!unsure).then_some(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use synovia_math::Quat;

    /// A number between −1 and 1 that follows from a seed.
    fn random(seed: &mut u64) -> f64 {
        *seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (*seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    #[test]
    fn both_equations_agree_whatever_axis_is_asked_first() {
        let seed = &mut 7;
        let mut known = [0; 2];
        for round in 0..2000_u32 {
            let mut number = |scale: f64| scale * random(seed);
            let mats = [(); 2].map(|()| {
                let quat = Quat::new(number(1.0), number(1.0), number(1.0), number(1.0));
                quat.normalized().to_mat()
            });
            let aabbs = [(); 2].map(|()| {
                let center = if round % 2 == 0 { 0.0 } else { 0.3 };
                let [x, y, z] = [(); 3].map(|()| number(center));
                let [a, b, c] = [(); 3].map(|()| 0.1 + number(0.5).abs());
                [x, y, z, a, b, c]
            });
            let places = [(); 2].map(|()| Vec3::new(number(1.0), number(1.0), number(1.0)));
            let placed = |i: usize| Placed {
                aabb: &aabbs[i],
                pos: &places[i],
                mat: &mats[i],
            };
            let (one, two) = (placed(0), placed(1));
            let margin = number(0.1);
            let exact = exactly_apart(&one, &two, margin);
            known[usize::from(exact)] += 1;
            for first in 0..6 {
                let mut known_axis = first;
                assert_eq!(
                    surely_apart(&one, &two, margin, &mut known_axis),
                    Some(exact)
                );
                assert!(known_axis < 6);
            }
        }
        assert!(known[0] > 100 && known[1] > 100, "{known:?}");
    }

    #[test]
    fn boxes_whose_distance_is_rounding_are_left_to_the_first_equation() {
        let cube = [0.0, 0.0, 0.0, 0.5, 0.5, 0.5];
        let places = [0.0, 1.0, 1.1].map(|x| Vec3::new(x, 0.2, 0.1));
        let placed = |k: usize| Placed {
            aabb: &cube,
            pos: &places[k],
            mat: &Mat3::IDENTITY,
        };
        let mut known_axis = 0;
        assert_eq!(
            surely_apart(&placed(0), &placed(1), 0.0, &mut known_axis),
            None
        );
        let apart = surely_apart(&placed(0), &placed(2), 0.0, &mut known_axis);
        assert_eq!(apart, Some(true));
        let plane = [0.0, 0.0, -0.5 * MAX_VAL, MAX_VAL, MAX_VAL, 0.5 * MAX_VAL];
        let ground = Placed {
            aabb: &plane,
            ..placed(0)
        };
        assert_eq!(
            surely_apart(&ground, &placed(0), 0.0, &mut known_axis),
            None
        );
    }
}
