//! Broad phase: boxes around bodies, in axes that fit the scene.
//!
//! The axes come from the spread of all geoms that are not the world's,
//!
//! ```text
//! c = (1/n) Σ x_g,     C = (1/n) Σ (x_g − c)(x_g − c)ᵀ = R Λ Rᵀ                                          (1)
//! ```
//!
//! and are the rows of `R`. The box of a body holds the bounding spheres of its geoms, widened by their margins. Two boxes
//! overlap if their intervals do, on each axis. The first axis is compared in single precision and with open ends at one
//! side: that is what sorting the ends, equal ones in the order of the bodies, amounts to. With `i < j`,
//!
//! ```text
//! min_j < max_i   ∧   min_i ≤ max_j                                                                      (2)
//! ```

use synovia_math::{Mat3, Vec3, eig3};
use synovia_model::Model;
use synovia_model::enums::{Enable, SleepState};
use synovia_model::id::BodyId;

use super::filter::{BodyPair, Filter};
use crate::data::{Islands, Kin};

/// A box around a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bounds {
    /// Ends on the first axis, in the precision in which they are compared.
    first: [f32; 2],
    /// Lower ends on the other axes.
    min: [f64; 2],
    /// Upper ends on the other axes.
    max: [f64; 2],
}

impl Bounds {
    /// Of all geoms of a body.
    fn of_body(model: &Model, kin: &Kin, b: BodyId, axes: &[Vec3; 3]) -> Self {
        let mut min = [f64::INFINITY; 3];
        let mut max = [f64::NEG_INFINITY; 3];
        let shared = (model.opt.enabled(Enable::OVERRIDE)).then_some(0.5 * model.opt.o_margin);
        for g in model.body.geoms(b) {
            let (at, radius) = (kin.geom_xpos[g], model.geom.rbound[g]);
            let margin = shared.unwrap_or(model.geom.margin[g]);
            for k in 0..3 {
                let center = at.dot(axes[k]);
                min[k] = min[k].min(center - radius - margin);
                max[k] = max[k].max(center + radius + margin);
            }
        }
        Self {
            first: [min[0] as f32, max[0] as f32],
            min: [min[1], min[2]],
            max: [max[1], max[2]],
        }
    }

    /// True if this box and that of a later body overlap: equation (2), and closed intervals on the other axes.
    #[inline]
    fn overlaps(&self, later: &Self) -> bool {
        later.first[0] < self.first[1]
            && self.first[0] <= later.first[1]
            && self.min[0] <= later.max[0]
            && later.min[0] <= self.max[0]
            && self.min[1] <= later.max[1]
            && later.min[1] <= self.max[1]
    }
}

/// A box on its way along the first axis.
#[derive(Clone, Copy, Debug, Default)]
struct Swept {
    bounds: Bounds,
    /// Place in the order of bodies.
    place: u32,
    /// Whether the body is asleep or cannot move.
    rest: Rest,
}

/// Why a body does not move.
#[derive(Clone, Copy, Debug, Default)]
struct Rest {
    asleep: bool,
    fixed: bool,
}

impl Rest {
    fn of_body(model: &Model, island: &Islands, b: BodyId) -> Self {
        Self {
            asleep: island.body_awake[b] == SleepState::Asleep.0,
            fixed: model.body.weldid[b] == BodyId::WORLD,
        }
    }

    /// True if neither of two bodies moves, and one of them because it is asleep.
    #[inline]
    fn with(self, other: Self) -> bool {
        (self.asleep && (other.asleep || other.fixed)) || (other.asleep && self.fixed)
    }
}

/// Boxes of the current pose, and what is kept to find overlaps fast.
#[derive(Clone, Debug, Default)]
pub struct Broad {
    bounds: Vec<Bounds>,
    /// Boxes by their lower end on the first axis; nearly in order from the step before.
    swept: Vec<Swept>,
    /// Pairs that are near each other, in order.
    pub near: Vec<Near>,
    /// Axes of the current pose, once somebody has asked.
    axes: Option<[Vec3; 3]>,
}

/// Two bodies that are near each other, as one number that sorts by the first, then by the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Near(u64);

impl Near {
    #[inline]
    const fn new(b1: BodyId, b2: BodyId) -> Self {
        Self(((b1.0 as u64) << 32) | b2.0 as u64)
    }

    /// The bodies, the smaller number first.
    #[inline]
    pub const fn bodies(self) -> [BodyId; 2] {
        [BodyId((self.0 >> 32) as i32), BodyId(self.0 as i32)]
    }
}

impl Broad {
    /// Finds all pairs of bodies that may touch and are near each other.
    ///
    /// If some trees sleep, `resting` tells which; pairs that do not move may then be left out.
    #[doc(alias = "mj_broadphase")]
    pub fn find(&mut self, model: &Model, kin: &Kin, filter: &Filter, resting: Option<&Islands>) {
        self.near.clear();
        self.bounds.clear();
        let pairs = if filter.sweep {
            &filter.boxless
        } else {
            &filter.pairs
        };
        if filter.sweep || pairs.iter().any(|pair| pair.boxes.is_some()) {
            let axes = axes(model, kin);
            let bounds = |&b| Bounds::of_body(model, kin, b, &axes);
            self.bounds.extend(filter.boxed.iter().map(bounds));
        }
        for pair in pairs {
            let near = pair.boxes.is_none_or(|(k1, k2)| {
                self.bounds[k1 as usize].overlaps(&self.bounds[k2 as usize])
            });
            if near {
                self.near.push(Near::new(pair.b1, pair.b2));
            }
        }
        if filter.sweep {
            self.sweep(model, filter, resting);
            self.near.sort_unstable();
        }
    }

    /// Forgets the pose.
    pub fn forget(&mut self) {
        self.axes = None;
    }

    /// True if the boxes of two bodies overlap, or need not.
    pub fn overlap(&mut self, model: &Model, kin: &Kin, pair: &BodyPair) -> bool {
        if pair.boxes.is_none() {
            return true;
        }
        let axes = self.axes.get_or_insert_with(|| axes(model, kin));
        let [one, two] = [pair.b1, pair.b2].map(|b| Bounds::of_body(model, kin, b, axes));
        one.overlaps(&two)
    }

    /// Finds overlaps of boxes along the first axis.
    fn sweep(&mut self, model: &Model, filter: &Filter, resting: Option<&Islands>) {
        let Self {
            bounds,
            swept,
            near,
            ..
        } = self;
        if swept.len() != bounds.len() {
            swept.clear();
            swept.extend((0..bounds.len() as u32).map(|place| Swept {
                place,
                ..Swept::default()
            }));
        }
        for one in &mut *swept {
            let place = one.place as usize;
            one.bounds = bounds[place];
            one.rest = resting.map_or(Rest::default(), |island| {
                Rest::of_body(model, island, filter.boxed[place])
            });
        }
        sort_again(swept, |one| one.bounds.first[0]);
        for (k, one) in swept.iter().enumerate() {
            for two in &swept[k + 1..] {
                if two.bounds.first[0] > one.bounds.first[1] {
                    break;
                }
                if one.rest.with(two.rest) {
                    continue;
                }
                let (low, high) = if one.place < two.place {
                    (one, two)
                } else {
                    (two, one)
                };
                if !low.bounds.overlaps(&high.bounds) {
                    continue;
                }
                let b1 = filter.boxed[low.place as usize];
                let b2 = filter.boxed[high.place as usize];
                let listed = filter.is_everywhere(b1) || filter.is_everywhere(b2);
                if !listed && filter.may_touch(model, b1, b2) {
                    near.push(Near::new(b1, b2));
                }
            }
        }
    }
}

/// Sorts by insertion: fast for what is nearly in order.
fn sort_again<T: Copy>(list: &mut [T], key: impl Fn(&T) -> f32) {
    for end in 1..list.len() {
        let moved = list[end];
        let at = key(&moved);
        let mut hole = end;
        while hole > 0 && key(&list[hole - 1]) > at {
            list[hole] = list[hole - 1];
            hole -= 1;
        }
        list[hole] = moved;
    }
}

/// The axes of equation (1).
fn axes(model: &Model, kin: &Kin) -> [Vec3; 3] {
    let places = || {
        let moving = (model.geom.bodyid.iter()).zip(kin.geom_xpos.iter());
        moving
            .filter(|(b, _)| **b != BodyId::WORLD)
            .map(|(_, &x)| x)
    };
    let (mut sum, mut count) = (Vec3::ZERO, 0);
    for x in places() {
        sum += x;
        count += 1;
    }
    let share = 1.0 / f64::from(count);
    let center = sum * share;

    // order: geom by geom; one triangle of a symmetric matrix
    let mut c = [0.0; 6];
    for x in places() {
        let d = x - center;
        let products = [
            d.x * d.x,
            d.x * d.y,
            d.x * d.z,
            d.y * d.y,
            d.y * d.z,
            d.z * d.z,
        ];
        for (c, product) in c.iter_mut().zip(products) {
            *c += product;
        }
    }
    let [xx, xy, xz, yy, yz, zz] = c.map(|sum| sum * share);
    let frame = eig3(&Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz])).vectors;
    [frame.row(0), frame.row(1), frame.row(2)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(min: f32, max: f32) -> Bounds {
        Bounds {
            first: [min, max],
            min: [0.0; 2],
            max: [1.0; 2],
        }
    }

    #[test]
    fn boxes_that_only_share_an_end_overlap_if_the_later_body_is_lower() {
        assert!(!bounds(0.0, 1.0).overlaps(&bounds(1.0, 2.0)));
        assert!(bounds(1.0, 2.0).overlaps(&bounds(0.0, 1.0)));
        assert!(bounds(0.0, 2.0).overlaps(&bounds(1.0, 3.0)));
        assert!(!bounds(0.0, 1.0).overlaps(&bounds(1.5, 3.0)));
    }

    #[test]
    fn closed_ends_count_on_the_other_axes() {
        let mut other = bounds(0.0, 1.0);
        (other.min, other.max) = ([1.0, 1.0], [2.0, 2.0]);
        assert!(bounds(0.0, 1.0).overlaps(&other));
        other.min[1] = 1.0 + f64::EPSILON;
        assert!(!bounds(0.0, 1.0).overlaps(&other));
    }

    #[test]
    fn insertion_sorts() {
        let keys = [3.0_f32, -1.0, 2.0, 2.0, 0.0];
        let mut order = [0_usize, 1, 2, 3, 4];
        sort_again(&mut order, |&k| keys[k]);
        assert_eq!(order, [1, 4, 2, 3, 0]);
    }
}
