//! Quickselect: moves the smallest elements of a list to its front (Hoare, *Algorithm 65: find*, 1961).
//!
//! A pivot, the median of three, partitions the list; the partition that contains the wanted index is partitioned
//! again. Lists of up to seven elements are sorted directly.
//!
//! QUIRK(bvh-split): under a total order the result does not depend on the steps. But a face without area has a NaN
//! centre, and a comparison with a tolerance need not be transitive: then the result does depend on them, and the
//! steps are those of the standard library that the reference is built with (libc++: which of three elements is the
//! pivot, where the exchanges start, and that a partition is taken as sorted if no exchange was needed and its
//! neighbouring elements are in order). Every search is bounded, whatever `before` returns.

/// Lists up to this length are sorted directly.
const SHORT: usize = 7;

/// The result of one partition step.
enum Partition {
    /// The pivot ended at index `at`, with smaller elements before it; `moved` if any element was moved.
    Pivot { at: usize, moved: bool },
    /// The first elements, this many, are all equal and smaller than the others.
    Front(usize),
    /// All elements are equal.
    Equal,
}

/// Moves the `nth` smallest elements to the front.
pub(super) fn select<T: Copy>(list: &mut [T], nth: usize, before: &impl Fn(&T, &T) -> bool) {
    let (mut low, mut high) = (0, list.len());
    // the wanted index is always in low..high
    while nth < high {
        // elements before `low` are not larger, elements from `high` on not smaller, than those between
        let part = &mut list[low..high];
        // short lists: sort and finish
        match part.len() {
            0 | 1 => return,
            2 | 3 => {
                sort_short(part, before);
                return;
            }
            4..=SHORT => {
                selection_sort(part, before);
                return;
            }
            _ => {}
        }
        // long lists: continue in the partition that contains the wanted index
        match part_by_median(part, before) {
            Partition::Equal => return,
            // the equal elements at the front are in place; continue behind them if the index is not among them
            Partition::Front(count) => {
                if nth < low + count {
                    return;
                }
                low += count;
            }
            Partition::Pivot { at, moved } => {
                let wanted = nth - low;
                let (first, second) = (&part[..at], &part[at..]);
                let side = if wanted < at { first } else { second };
                // done if the pivot is the wanted element, or if a partition that needed no exchange is sorted
                if wanted == at || (!moved && is_sorted(side, before)) {
                    return;
                }
                if wanted < at {
                    high = low + at;
                } else {
                    low += at + 1;
                }
            }
        }
    }
}

/// True if no element is before its predecessor.
fn is_sorted<T>(list: &[T], before: &impl Fn(&T, &T) -> bool) -> bool {
    list.windows(2).all(|pair| !before(&pair[1], &pair[0]))
}

/// Sorts two or three elements.
fn sort_short<T: Copy>(list: &mut [T], before: &impl Fn(&T, &T) -> bool) {
    if list.len() == 3 {
        sort_three(list, [0, 1, 2], before);
    } else if before(&list[1], &list[0]) {
        list.swap(0, 1);
    }
}

/// Sorts the elements at three indices; true if any was moved.
fn sort_three<T: Copy>(
    list: &mut [T],
    [x, y, z]: [usize; 3],
    before: &impl Fn(&T, &T) -> bool,
) -> bool {
    // true if the pair (a, b) is in the wrong order
    let falls = |list: &[T], a: usize, b: usize| before(&list[b], &list[a]);
    match (falls(list, x, y), falls(list, y, z)) {
        (false, false) => return false,
        // strictly decreasing: reversed by one exchange
        (true, true) => list.swap(x, z),
        (false, true) => {
            list.swap(y, z);
            if falls(list, x, y) {
                list.swap(x, y);
            }
        }
        (true, false) => {
            list.swap(x, y);
            if falls(list, y, z) {
                list.swap(y, z);
            }
        }
    }
    true
}

/// Sorts by repeatedly finding the first smallest element of the rest.
fn selection_sort<T: Copy>(list: &mut [T], before: &impl Fn(&T, &T) -> bool) {
    for k in 0..list.len().saturating_sub(1) {
        let mut least = k;
        for i in k + 1..list.len() {
            if before(&list[i], &list[least]) {
                least = i;
            }
        }
        list.swap(k, least);
    }
}

/// Partitions a list of more than three elements by the median of its first, middle and last element.
fn part_by_median<T: Copy>(list: &mut [T], before: &impl Fn(&T, &T) -> bool) -> Partition {
    // the median of three is in the middle, so the ends bound the scans below
    let n = list.len();
    let mut pivot = n / 2;
    let mut moved = sort_three(list, [0, pivot, n - 1], before);

    // the scans below need an element smaller than the pivot at the front; without one, the pivot is the minimum
    let mut high = n - 1;
    if !before(&list[0], &list[pivot]) {
        let smaller = |&k: &usize| before(&list[k], &list[pivot]);
        let Some(k) = (1..n - 1).rev().find(smaller) else {
            return part_equal(list, before);
        };
        high = k;
        list.swap(0, k);
        moved = true;
    }

    // from both ends, elements in the wrong partition are exchanged; the pivot itself may be among them
    let mut low = 1;
    while low < high {
        // the next element from the front that is not smaller, and from the back that is
        while low < n - 1 && before(&list[low], &list[pivot]) {
            low += 1;
        }
        high -= 1;
        while high > 0 && !before(&list[high], &list[pivot]) {
            high -= 1;
        }
        if low >= high {
            break;
        }
        // the exchange may move the pivot
        list.swap(low, high);
        moved = true;
        if pivot == low {
            pivot = high;
        }
        low += 1;
    }
    // the pivot moves to the border between the partitions
    if low != pivot && before(&list[pivot], &list[low]) {
        list.swap(low, pivot);
        moved = true;
    }
    Partition::Pivot { at: low, moved }
}

/// Partitions a list whose first element is a minimum into the elements equal to it and the larger ones.
fn part_equal<T: Copy>(list: &mut [T], before: &impl Fn(&T, &T) -> bool) -> Partition {
    let n = list.len();
    let (mut low, mut high) = (1, n - 1);
    // the scans below need an element larger than the minimum at the end
    if !before(&list[0], &list[high]) {
        let larger = |&k: &usize| before(&list[0], &list[k]);
        let Some(k) = (low..high).find(larger) else {
            return Partition::Equal;
        };
        list.swap(k, high);
        low = k + 1;
    }
    // only the last element is larger, which is in place already
    if low == high {
        return Partition::Equal;
    }
    // from both ends, larger elements are exchanged with equal ones
    loop {
        while low < n - 1 && !before(&list[0], &list[low]) {
            low += 1;
        }
        high -= 1;
        while high > 0 && before(&list[0], &list[high]) {
            high -= 1;
        }
        if low >= high {
            return Partition::Front(low);
        }
        list.swap(low, high);
        low += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_smallest_come_to_the_front(mut list in proptest::collection::vec(-20..20i32, 1..200), at in 0..1000usize) {
            let nth = at % list.len();
            let mut sorted = list.clone();
            sorted.sort_unstable();
            select(&mut list, nth, &|a, b| a < b);
            prop_assert_eq!(list[nth], sorted[nth]);
            prop_assert!(list[..nth].iter().all(|x| *x <= sorted[nth]));
            prop_assert!(list[nth..].iter().all(|x| *x >= sorted[nth]));
            list.sort_unstable();
            prop_assert_eq!(list, sorted);
        }

        #[test]
        fn without_an_order_nothing_is_lost(list in proptest::collection::vec(0..50u64, 1..200), at in 0..1000usize) {
            // an inconsistent comparison, far from any order
            let before = |a: &u64, b: &u64| (a * 7919 + b * 104_729) % 5 < 2;
            let mut selected = list.clone();
            select(&mut selected, at % list.len(), &before);
            let mut list = list;
            list.sort_unstable();
            selected.sort_unstable();
            prop_assert_eq!(list, selected);
        }
    }
}
