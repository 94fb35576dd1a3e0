//! Choices that the theory leaves open and the result depends on: tolerances, orders and ties.
//!
//! Quickhull is correct whichever point is added first and whichever of two equal facets is kept. The hull of a mesh,
//! however, is compared number for number with that of the reference, which made each of these choices in some way.
//! This file lists them; the code refers to them by name and makes no such choice elsewhere.
//!
//! **Round-off.** With `reach_k = max_p |p_k|`, `m = max_k reach_k` and `s = Σ_k reach_k`, the height of a point
//! above a plane with unit normal, three products and three sums, has an error of at most about
//!
//! ```text
//! r = ε·(3·1.01·min(√3·m, s) + m)                                                          (1)
//! ```
//!
//! and all decisions use the multiples of `r` in [`RoundOff`].
//!
//! **Orders.**
//!
//! | name | rule |
//! | --- | --- |
//! | recency | facets and vertices are in the order in which they were last moved to the end: when created, when another facet is merged into them, and for vertices when they belong to a facet of the cone or to a merged facet, once per round |
//! | gap | an element that is removed from an unordered list is replaced by the last element ([`fill_gap`]) |
//! | newest first | the corners of a facet are sorted, the vertex that joined last first; the plane passes through the first corner |
//! | opposite | the k-th side and the k-th neighbour of a triangle are opposite to its k-th corner |
//! | first wins | of equal heights, distances or volumes the one found first is kept |
//! | breadth first | the visible set is searched breadth first, neighbours in the order of the facet |
//! | exposed first | all ridges of a polygon, and those ridges of a triangle that it shares with polygons, are *exposed*: they are listed in the order in which they became exposed. On the horizon they come first, then the others, in the order of the opposite corners |
//! | outside points | sets are emptied in this order: facet merged last, …, facet merged first, then visible facets as found; in each set the furthest point is last, followed by the points near the facet; vertices that left the hull come at the end |
//! | urgency | facets are merged by reason, then distance, and of equals the pair found last ([`super::merge::Proposal`]); redundant or degenerate facets are merged before, the last one found first |
//! | fan | a polygon is cut into triangles from its newest corner, one side after the other in the order of its list |
//!
//! **Quirks** of the reference that the rules above do not explain are marked `QUIRK(…)` in the code:
//!
//! | id | module | behaviour |
//! | --- | --- | --- |
//! | `hull-search-entry` | `horizon` | the facet of the cone at which the search for outside points starts |
//! | `hull-idle-facet` | `outside` | an old facet that gets its first point moves to the end of the order |
//! | `hull-stale-centre` | `merge` | the centre of a large or uneven polygon is not moved when it grows |
//! | `hull-test-order` | `merge` | neighbours are tested in the order of neighbours at first, later in the order of sides |
//! | `hull-triangle-seam` | `contract` | sides of a triangle are transferred one by one, those of a polygon after the seam is closed |
//! | `hull-quiet-corners` | `contract` | corners of a polygon that is merged into a new facet do not become recent |
//! | `hull-seam-end` | `contract` | which of two ridges is removed when the vertex between them is dropped |
//! | `hull-face-start` | `output` | the first corner of a triangle |

/// If the simplex of extreme points is flatter than this fraction of a cube of the points' width, all points are searched.
pub(super) const FLAT_SIMPLEX: f64 = 1e-3;
/// … and that search ends at the first point whose simplex is this many times better.
pub(super) const GOOD_SIMPLEX: f64 = 10.0;
/// After more merges than this, facets are so uneven that margins double and the ascent is not used.
pub(super) const UNEVEN_AFTER: usize = 50;
/// A point near the hull is outside again if its height above a facet exceeds what merging explains by this factor.
pub(super) const FAR_ABOVE: f64 = 30.0;
/// A facet with more corners than this is fitted only to the neighbours that failed a test with it, if there are any.
pub(super) const FIT_WHERE_BENT: usize = 18;
/// A facet with more corners than this is fitted to its neighbours by its centre alone; …
pub(super) const FIT_BY_CENTRE: usize = 26;
/// … this factor multiplies the distance of the centre.
pub(super) const CENTRE_WEIGHT: f64 = 3.0;
/// A polygon with more corners than this does not move its centre when it grows.
pub(super) const KEEP_CENTRE: usize = 8;
/// A facet with fewer neighbours is degenerate.
pub(super) const LEAST_NEIGHBOURS: usize = 3;
/// A surface with fewer facets encloses no volume.
pub(super) const LEAST_FACETS: usize = 4;

/// Multiples of the rounding error of a height, used as tolerances.
#[derive(Clone, Copy)]
pub(super) struct RoundOff {
    /// `r`, equation (1). A point is clearly below a facet if its height is below `−r`.
    pub height: f64,
    /// `2r`: a facet is visible from a point higher than this; a point lower than the negative is clearly below it,
    /// and in between it is coplanar.
    pub visible: f64,
    /// `4r`: a point at least this high belongs to an outside set.
    pub outside: f64,
    /// `35r`: a point less than this below a facet is near it.
    pub near: f64,
    /// `12r`: a polygon whose vertices deviate from its plane by more does not move its centre.
    pub uneven: f64,
    /// `700r`: facets are not merged into a polygon whose vertices would deviate from its plane by more.
    pub broken: f64,
    /// First and second pivots of an elimination that are not larger than this may be rounding errors.
    pub pivot: [f64; 2],
}

impl RoundOff {
    /// Tolerances for points that reach this far from the origin along each axis.
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
            // order: not simply 700·height, which may round differently
            broken: 100.0 * (3.0 * visible + height),
            pivot: [reach[0], reach[0] + reach[1]].map(|sum| 80.0 * sum * f64::EPSILON),
        }
    }

    /// The size of the points, up to a factor of seven, on which `r` is based.
    pub(super) fn size(&self) -> f64 {
        self.height / f64::EPSILON
    }
}

/// Removes the element at `at` from an unordered list.
#[inline]
pub(super) fn fill_gap<T>(list: &mut Vec<T>, at: usize) {
    list.swap_remove(at);
}

/// Removes `item` from an unordered list, if present.
pub(super) fn fill_gap_of<T: PartialEq>(list: &mut Vec<T>, item: &T) {
    if let Some(at) = list.iter().position(|x| x == item) {
        fill_gap(list, at);
    }
}

/// Replaces `old` by `new`; `None` if `old` is not in the list.
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
