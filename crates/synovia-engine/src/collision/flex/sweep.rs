//! Sweep and prune over the boxes of elements.
//!
//! The ends of all boxes on one axis are sorted, in single precision, equal ones in the order of the boxes. A box overlaps
//! those that have begun and not ended when it begins, if their intervals on the other two axes overlap too. Pairs come in
//! the order in which the later box begins, then in the order in which the earlier one began.

use synovia_math::fearless_simd::{f64x4, prelude::*};
use synovia_math::narrow;
use synovia_model::Model;
use synovia_model::id::{BodyId, FlexId};

use super::descent::root_box;
use super::{Piece, bodies_of};
use crate::collision::obb::Aabb;
use crate::collision::policy::BOX_ROUNDING;
use crate::data::Kin;

/// QUIRK(sweep-pair-limit): after this many pairs of one flex the reference ends the sweep.
const MOST_PAIRS: usize = 1_000_000;

/// A box of the sweep: ends on its axis, intervals on the other two.
#[derive(Clone, Copy, Debug)]
struct Swept {
    /// Ends on the axis of the sweep.
    first: [f64; 2],
    /// Intervals on the other two axes.
    others: [[f64; 2]; 2],
    /// Index of the flex, 0 or 1.
    side: u8,
    /// Index of the element.
    elem: i32,
    /// Bodies of its vertices; −1 where there is none.
    bodies: [BodyId; 4],
}

impl Swept {
    /// A box that is inflated by `grown` on all sides.
    fn new(aabb: &Aabb, grown: f64, axis: usize, side: u8, elem: i32) -> Self {
        let ends = |k: usize| {
            let (at, half) = (aabb[k], aabb[3 + k] + grown);
            [at - half, at + half]
        };
        let others = [[1, 2], [0, 2], [0, 1]][axis];
        Self {
            first: ends(axis),
            others: others.map(ends),
            side,
            elem,
            bodies: [BodyId::NONE; 4],
        }
    }

    /// Sets the bodies of its vertices.
    fn with_bodies(mut self, model: &Model, piece: Piece) -> Self {
        let bodies = bodies_of(model, piece.flex);
        for (body, &v) in self.bodies.iter_mut().zip(piece.corners(model)) {
            *body = bodies[v as usize];
        }
        self
    }

    /// True if a vertex of each moves with the same body.
    #[inline]
    fn shares_body(&self, other: &Self) -> bool {
        let shared = |b: &BodyId| b.0 >= 0 && other.bodies.contains(b);
        self.bodies.iter().any(shared)
    }
}

/// Lanes across the axis of the sweep: boxes that have begun are listed in every lane that they reach, so that a box is
/// compared only with nearby ones. Two boxes are reported in the lane that contains the larger of their lower ends.
#[derive(Clone, Debug, Default)]
struct Lanes {
    /// Which of the two other axes they are on.
    axis: usize,
    /// Where the first lane begins.
    low: f64,
    /// Lanes per unit of length.
    per_metre: f64,
    /// As many lists as were ever needed; the first `count` are in use.
    lists: Vec<Vec<Begun>>,
    /// Number of lanes in use.
    count: usize,
}

/// A box that has begun.
#[derive(Clone, Copy, Debug)]
struct Begun {
    /// Lower ends on the two other axes, and upper ends negated.
    ends: [f64; 4],
    /// The first lane that it reaches.
    first_lane: u32,
    /// Index of the box.
    index: u32,
    /// Position where it begins, in the order of all ends.
    rank: u32,
    /// Position where it ends.
    last_rank: u32,
}

impl Begun {
    /// True if its intervals overlap those of another box.
    #[inline]
    fn meets(&self, bounds: &[f64; 4]) -> bool {
        narrow!(simd => {
            let bounds = f64x4::load_array_ref(simd, bounds);
            f64x4::load_array_ref(simd, &self.ends).simd_le(bounds).all_true()
        })
    }
}

/// Maximum number of lanes: a few boxes in each, for typical flexes.
///
/// Instructions per step with one lane: 4 percent more for a poncho of 1458 dofs, 1 percent more for a flag; with 16, 64 and
/// 1024 lanes they are equal.
const MOST_LANES: usize = 64;

impl Lanes {
    /// Distributes lanes over all boxes, along the axis with the larger spread, each about two boxes wide.
    fn spread(&mut self, boxes: &[Swept]) {
        // the interval of all boxes on each axis
        let range = |k: usize| {
            boxes
                .iter()
                .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], swept| {
                    [low.min(swept.others[k][0]), high.max(swept.others[k][1])]
                })
        };
        let width = |[low, high]: [f64; 2]| high - low;
        let ranges = [range(0), range(1)];
        // along the axis with the larger spread
        self.axis = usize::from(width(ranges[1]) > width(ranges[0]));
        // the sum of all widths determines the number of lanes
        let sum: f64 = (boxes.iter())
            .map(|swept| width(swept.others[self.axis]))
            .sum();
        let whole = width(ranges[self.axis]);
        let wanted = 0.5 * whole * boxes.len() as f64 / sum;
        self.count = if wanted.is_finite() {
            (wanted as usize).clamp(1, MOST_LANES)
        } else {
            1
        };
        self.low = ranges[self.axis][0];
        self.per_metre = self.count as f64 / whole;
        self.lists
            .resize_with(self.lists.len().max(self.count), Vec::new);
        for list in &mut self.lists {
            list.clear();
        }
    }

    /// First and last lane of a box: monotonic in its ends.
    #[inline]
    fn of(&self, others: &[[f64; 2]; 2]) -> [usize; 2] {
        let lane = |x: f64| (((x - self.low) * self.per_metre) as usize).min(self.count - 1);
        others[self.axis].map(lane)
    }
}

/// Memory of the sweep.
#[derive(Clone, Debug, Default)]
pub(super) struct ElementSweep {
    /// The boxes.
    boxes: Vec<Swept>,
    /// Ends, as numbers that sort by value and then by box: even numbers are lower ends.
    ends: Vec<u64>,
    /// Boxes that have begun.
    lanes: Lanes,
    /// Position where each box ends in the order of the ends.
    last_rank: Vec<u32>,
    /// Boxes that overlap the current one: their positions in the order in which they began, and their indices.
    met: Vec<[u32; 2]>,
}

/// A number that sorts like the value; both zeros are equal.
#[inline]
fn sortable(value: f32) -> u32 {
    // adding zero removes the sign of −0; negative numbers sort in reverse
    let bits = (value + 0.0).to_bits();
    if bits >> 31 == 0 {
        bits | 1 << 31
    } else {
        !bits
    }
}

impl ElementSweep {
    /// Finds the active elements of a flex that are near each other and share no body, in the order of the sweep.
    #[doc(alias = "mj_collideFlexSAP")]
    pub(super) fn within_flex(
        &mut self,
        model: &Model,
        kin: &Kin,
        f: FlexId,
        near: &mut Vec<[i32; 2]>,
    ) {
        near.clear();
        let Some([.., x, y, z]) = root_box(model, kin, f) else {
            return;
        };
        // the longest axis of the flex
        let axis = if x > y && x > z {
            0
        } else if y > z {
            1
        } else {
            2
        };
        // boxes of active elements
        self.boxes.clear();
        for elem in (0..model.flex.elemnum[f]).filter(|&e| is_active(model, f, e)) {
            let piece = Piece { flex: f, elem };
            let swept = Swept::new(&piece.aabb(model, kin), 0.0, axis, 0, elem);
            self.boxes.push(swept.with_bodies(model, piece));
        }
        let mut left = MOST_PAIRS;
        self.run(|one, two| {
            // the sweep has rounded the ends on its axis
            let meet = one.first[0] <= two.first[1] && two.first[0] <= one.first[1];
            if left > 0 && meet && !one.shares_body(two) {
                near.push([one.elem, two.elem]);
            }
            left = left.saturating_sub(1);
        });
    }

    /// Visits at least all elements of two flexes whose boxes are within a margin; for a flex with itself, all active ones,
    /// the smaller index first.
    pub(super) fn near_boxes(
        &mut self,
        model: &Model,
        kin: &Kin,
        flexes @ [f1, f2]: [FlexId; 2],
        margin: f64,
        mut visit: impl FnMut([i32; 2]),
    ) {
        self.boxes.clear();
        let itself = f1 == f2;
        for (side, &f) in flexes.iter().enumerate().take(if itself { 1 } else { 2 }) {
            for elem in 0..model.flex.elemnum[f] {
                if itself && !is_active(model, f, elem) {
                    continue;
                }
                let aabb = Piece { flex: f, elem }.aabb(model, kin);
                // rounding errors are proportional to the numbers
                let size = aabb.iter().fold(margin.abs(), |sum, x| sum + x.abs());
                let grown = 0.5 * margin.abs() + BOX_ROUNDING * size;
                let swept = Swept::new(&aabb, grown, 0, side as u8, elem);
                self.boxes.push(swept);
            }
        }
        // pairs of different flexes, the first flex first
        self.run(|one, two| {
            if itself {
                visit([one.elem.min(two.elem), one.elem.max(two.elem)]);
            } else if one.side < two.side {
                visit([one.elem, two.elem]);
            } else if one.side > two.side {
                visit([two.elem, one.elem]);
            }
        });
    }

    /// Visits all pairs of boxes that overlap, the one that begins earlier first.
    fn run(&mut self, mut visit: impl FnMut(&Swept, &Swept)) {
        self.sort_ends();
        let Self {
            boxes,
            ends,
            lanes,
            last_rank,
            met,
        } = self;
        lanes.spread(boxes);
        // where each box ends
        last_rank.clear();
        last_rank.resize(boxes.len(), 0);
        for (rank, &end) in (0..).zip(&*ends) {
            if end % 2 == 1 {
                last_rank[end as u32 as usize / 2] = rank;
            }
        }
        // each lower end, in order
        for (rank, &end) in (0..).zip(&*ends) {
            if end % 2 == 1 {
                continue;
            }
            let index = end as u32 / 2;
            let swept = &boxes[index as usize];
            // bounds for all four comparisons at once
            let [[y, z], [y_end, z_end]] = [0, 1].map(|k| swept.others.map(|ends| ends[k]));
            let bounds = [y_end, z_end, -y, -z];
            let [first, last] = lanes.of(&swept.others);
            // boxes that have begun, in the lanes of this one
            met.clear();
            for (lane, list) in (0..).zip(&mut lanes.lists).take(last + 1).skip(first) {
                let mut at = 0;
                while let Some(one) = list.get(at) {
                    // a box that has ended is removed
                    if one.last_rank < rank {
                        list.swap_remove(at);
                        continue;
                    }
                    if one.meets(&bounds) && lane == one.first_lane.max(first as u32) {
                        met.push([one.rank, one.index]);
                    }
                    at += 1;
                }
            }
            // from now on this box has begun, too
            let begun = Begun {
                ends: [y, z, -y_end, -z_end],
                first_lane: first as u32,
                index,
                rank,
                last_rank: last_rank[index as usize],
            };
            for list in &mut lanes.lists[first..=last.max(first)] {
                list.push(begun);
            }
            // order: in which they began
            met.sort_unstable();
            for &[_, one] in &*met {
                visit(&boxes[one as usize], swept);
            }
        }
    }

    /// Sorts the ends of all boxes.
    fn sort_ends(&mut self) {
        self.ends.clear();
        for (index, swept) in self.boxes.iter().enumerate() {
            // single precision as in the reference, then the number of the box
            let [low, high] = (swept.first).map(|x| u64::from(sortable(x as f32)) << 32);
            let number = 2 * index as u64;
            self.ends.extend([low | number, high | (number + 1)]);
        }
        self.ends.sort_unstable();
    }
}

/// True if an element collides with others of its flex: for a solid, if it is near enough to the surface.
#[doc(alias = "mj_isElemActive")]
pub(super) fn is_active(model: &Model, f: FlexId, elem: i32) -> bool {
    let layer = || model.flex.elemlayer.rows()[(model.flex.elemadr[f] + elem) as usize];
    model.flex.dim[f] < 3 || layer() < model.flex.activelayers[f]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boxes of a reproducible cloud, on a grid so that many ends are equal.
    fn cloud(count: usize) -> Vec<Aabb> {
        let mut state = 1_u32;
        let mut next = |range: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from((state >> 16) % range)
        };
        let mut one = || [(); 6].map(|()| next(12));
        (0..count)
            .map(|_| {
                let [x, y, z, a, b, c] = one();
                [x, y, z, 0.25 * a, 0.25 * b, 0.25 * c]
            })
            .collect()
    }

    /// The textbook sweep: a list of active boxes from which those that end are removed.
    fn plain(boxes: &[Swept]) -> Vec<[i32; 2]> {
        let mut ends: Vec<(f32, usize)> = Vec::new();
        for (index, swept) in boxes.iter().enumerate() {
            let [low, high] = swept.first.map(|x| x as f32);
            ends.extend([(low, 2 * index), (high, 2 * index + 1)]);
        }
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut active, mut pairs): (Vec<usize>, Vec<_>) = (Vec::new(), Vec::new());
        for (_, number) in ends {
            let two = number / 2;
            if number % 2 == 1 {
                active.retain(|&one| one != two);
                continue;
            }
            for &one in &active {
                let meet = |k: usize| {
                    let (a, b) = (boxes[one].others[k], boxes[two].others[k]);
                    a[0] <= b[1] && b[0] <= a[1]
                };
                if meet(0) && meet(1) {
                    pairs.push([boxes[one].elem, boxes[two].elem]);
                }
            }
            active.push(two);
        }
        pairs
    }

    #[test]
    fn pairs_come_in_the_order_of_the_plain_sweep() {
        for (count, axis) in [(2, 0), (50, 1), (400, 2)] {
            let boxes: Vec<Swept> = (cloud(count).iter().enumerate())
                .map(|(k, aabb)| Swept::new(aabb, 0.125, axis, 0, k as i32))
                .collect();
            let mut sweep = ElementSweep {
                boxes: boxes.clone(),
                ..ElementSweep::default()
            };
            let mut pairs = Vec::new();
            sweep.run(|one, two| pairs.push([one.elem, two.elem]));
            assert!(count < 3 || pairs.len() > count);
            assert_eq!(pairs, plain(&boxes));
        }
    }

    #[test]
    fn values_sort_as_their_numbers_do() {
        let values = [
            f32::NEG_INFINITY,
            -2.0,
            -1e-30,
            0.0,
            1e-30,
            2.0,
            f32::INFINITY,
        ];
        for pair in values.windows(2) {
            assert!(sortable(pair[0]) < sortable(pair[1]));
        }
        assert_eq!(sortable(-0.0), sortable(0.0));
    }
}
