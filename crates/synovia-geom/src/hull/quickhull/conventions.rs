//! What the theory leaves open and the result depends on: round-off bounds, orders and ties.
//!
//! Quickhull is correct whichever point is added first and whichever of two equal facets is kept. The hull of a mesh,
//! however, is compared number for number with that of the reference, and there each free choice was made in some way.
//! This file is the list of these choices; the code refers to them by name and decides nothing of the kind by itself.
//!
//! **Round-off.** With `reach_k = max_p |p_k|`, `m = max_k reach_k` and `s = Σ_k reach_k`, a height above a plane with
//! unit normal, three products and three sums, is wrong by at most about
//!
//! ```text
//! r = ε·(3·1.01·min(√3·m, s) + m)                                                          (1)
//! ```
//!
//! and all decisions are made in the multiples of `r` that [`RoundOff`] lists.
//!
//! **Orders.**
//!
//! | name | rule |
//! | --- | --- |
//! | recency | facets and vertices stand in the order in which they were last put at the end: when made, when another facet is merged into them, and vertices when a facet of the cone or a merged facet has them, once a round |
//! | gap | what leaves an unordered list is replaced by its last element ([`fill_gap`]) |
//! | newest first | corners of a facet are sorted, the vertex that joined last first; a plane passes through the first |
//! | opposite | the k-th side and the k-th neighbour of a triangle are opposite to its k-th corner |
//! | first wins | of equal heights, distances or volumes the one met first is kept |
//! | breadth first | the visible set is searched breadth first, neighbours in the order of the facet |
//! | exposed first | ridges of a polygon, and of a triangle those that it shares with polygons, are *exposed*: they are listed in the order in which they became so. On the horizon they come first, then the others, opposite to the corners |
//! | outside points | sets are emptied in the order: facet merged last, …, facet merged first, then visible facets as found; in each set the furthest point is last, and points near the facet follow; vertices that left the hull come in the end |
//! | urgency | facets are merged by reason, then distance, and of equals the pair found last ([`super::merge::Proposal`]); what is redundant or degenerate comes before, the last one found first |
//! | fan | a polygon is cut into triangles from its newest corner, side by side in the order of its list |
//!
//! **Accidents** of the reference that the rules above do not explain are marked `QUIRK(…)` where they are done:
//!
//! | id | where | what |
//! | --- | --- | --- |
//! | `hull-search-entry` | `horizon` | from which facet of the cone the search for a place of outside points starts |
//! | `hull-idle-facet` | `outside` | an old facet that gets its first point loses its turn |
//! | `hull-stale-centre` | `merge` | the centre of a large or uneven polygon is not moved when it grows |
//! | `hull-test-order` | `merge` | neighbours are tested by the list of neighbours at first, later by the list of sides |
//! | `hull-triangle-seam` | `contract` | sides of a triangle are handed over one by one, those of a polygon after the seam is closed |
//! | `hull-quiet-corners` | `contract` | corners of a polygon that is merged into a new facet do not become recent |
//! | `hull-seam-end` | `contract` | which of two ridges goes when a vertex between them is dropped |
//! | `hull-face-start` | `output` | at which corner a triangle begins |

/// A simplex flatter than this part of a cube of the points' width makes the search look at all points.
pub(super) const FLAT_SIMPLEX: f64 = 1e-3;
/// … and the search ends at the first point that makes a simplex this many times better than that.
pub(super) const GOOD_SIMPLEX: f64 = 10.0;
/// After more merges than this, facets are so uneven that margins double and hill climbing is not used.
pub(super) const UNEVEN_AFTER: usize = 50;
/// A point near the hull is outside again if it is this many times higher above a facet than merging explains.
pub(super) const FAR_ABOVE: f64 = 30.0;
/// A facet with more corners than this is fitted to neighbours that failed a test with it, if there are any.
pub(super) const FIT_WHERE_BENT: usize = 18;
/// A facet with more corners than this is fitted to its neighbours by its centre alone, …
pub(super) const FIT_BY_CENTRE: usize = 26;
/// … the distance counting this often.
pub(super) const CENTRE_WEIGHT: f64 = 3.0;
/// A polygon with more corners than this keeps its centre when it grows.
pub(super) const KEEP_CENTRE: usize = 8;
/// Fewer neighbours make a facet degenerate.
pub(super) const LEAST_NEIGHBOURS: usize = 3;
/// Fewer facets do not enclose a volume.
pub(super) const LEAST_FACETS: usize = 4;

/// Multiples of the rounding error of a height, and what they decide.
#[derive(Clone, Copy)]
pub(super) struct RoundOff {
    /// `r`, equation (1). An inner point is clearly below a facet if it is lower than `−r`.
    pub height: f64,
    /// `2r`: a point higher than this is visible from a facet, one lower than the negative is clearly below it, and in
    /// between it is coplanar.
    pub visible: f64,
    /// `4r`: a point at least this high belongs to an outside set.
    pub outside: f64,
    /// `35r`: a point less than this below a facet is near it.
    pub near: f64,
    /// `12r`: a polygon whose vertices leave its plane by more keeps its centre.
    pub uneven: f64,
    /// `700r`: a polygon whose vertices would leave its plane by more is none.
    pub broken: f64,
    /// A first or second pivot of an elimination that is not larger may be rounding alone.
    pub pivot: [f64; 2],
}

impl RoundOff {
    /// The bounds for points that reach this far from the origin along each axis.
    pub(super) fn new(reach: [f64; 3]) -> Self {
        let largest = reach[0].max(reach[1]).max(reach[2]);
        let norm = (3.0_f64.sqrt() * largest).min(reach[0] + reach[1] + reach[2]);
        let height = f64::EPSILON * (3.0 * norm * 1.01 + largest);
        let visible = 2.0 * height;
        Self {
            height,
            visible,
            outside: 2.0 * visible,
            near: 5.0 * (3.0 * visible + height),
            uneven: 6.0 * visible,
            // order: not simply 700·height, which may round otherwise
            broken: 100.0 * (3.0 * visible + height),
            pivot: [reach[0], reach[0] + reach[1]].map(|sum| 80.0 * sum * f64::EPSILON),
        }
    }

    /// The size of the points, up to a factor of seven, from which `r` was made.
    pub(super) fn size(&self) -> f64 {
        self.height / f64::EPSILON
    }
}

/// Takes the element at `at` out of an unordered list.
#[inline]
pub(super) fn fill_gap<T>(list: &mut Vec<T>, at: usize) {
    list.swap_remove(at);
}

/// Takes `item` out of an unordered list, if it is there.
pub(super) fn fill_gap_of<T: PartialEq>(list: &mut Vec<T>, item: &T) {
    if let Some(at) = list.iter().position(|x| x == item) {
        fill_gap(list, at);
    }
}

/// Puts `new` in the place of `old`; `None` if it has no place.
pub(super) fn replace<T: PartialEq>(list: &mut [T], old: &T, new: T) -> Option<()> {
    *list.iter_mut().find(|x| *x == old)? = new;
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bounds_scale_with_the_points() {
        let (one, two) = (RoundOff::new([1.0; 3]), RoundOff::new([2.0; 3]));
        assert_eq!(two.height, 2.0 * one.height);
        assert!(one.height > 4.0 * f64::EPSILON && one.height < 8.0 * f64::EPSILON);
        let order = [one.height, one.visible, one.outside, one.uneven, one.broken];
        assert!(order.is_sorted() && (one.broken / one.height - 700.0).abs() < 1e-9);
        assert!(one.size() > 1.0 && one.size() < 7.0 * 1.01);
    }

    #[test]
    fn the_last_element_fills_a_gap() {
        let mut list = vec![1, 2, 3, 4];
        fill_gap_of(&mut list, &2);
        assert_eq!(list, [1, 4, 3]);
        fill_gap_of(&mut list, &3);
        fill_gap_of(&mut list, &7);
        assert_eq!(list, [1, 4]);
        assert!(replace(&mut list, &9, 0).is_none() && replace(&mut list, &1, 5).is_some());
        assert_eq!(list, [5, 4]);
    }
}
