//! Ids of facets, vertices and half-edges, and containers indexed by them.
//!
//! Ids are distinct types, so that a facet cannot index vertices. [`Table`] has a value for each id, [`Marks`] is a
//! set that is cleared in constant time, [`Recency`] is the order in which items were last moved to the end.

use core::marker::PhantomData;
use core::ops::{Index, IndexMut};

/// A small integer that identifies an item of one kind.
pub(super) trait Id: Copy + Eq {
    fn nth(k: usize) -> Self;
    fn index(self) -> usize;
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) struct $name(u32);

        impl Id for $name {
            #[inline]
            fn nth(k: usize) -> Self {
                Self(k as u32)
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A facet of the hull. Ids of facets that left the hull are reused.
    FacetId
}
id! {
    /// A vertex of the hull. Of two vertices, the one that joined the hull later is the greater.
    VertexId
}
id! {
    /// One of the two half-edges of a ridge.
    HalfEdge
}

impl HalfEdge {
    /// The first half-edge of the `k`-th ridge.
    pub(super) fn of_ridge(k: usize) -> Self {
        Self(2 * k as u32)
    }

    /// The first half-edge of the same ridge.
    #[inline]
    pub(super) fn ridge(self) -> Self {
        Self(self.0 & !1)
    }

    /// The other half-edge of the same ridge.
    #[inline]
    pub(super) fn twin(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A value for each id.
pub(super) struct Table<K, T> {
    items: Vec<T>,
    kind: PhantomData<K>,
}

impl<K: Id, T> Table<K, T> {
    pub(super) fn new() -> Self {
        Self {
            items: Vec::new(),
            kind: PhantomData,
        }
    }

    pub(super) fn push(&mut self, item: T) -> K {
        self.items.push(item);
        K::nth(self.items.len() - 1)
    }

    pub(super) fn len(&self) -> usize {
        self.items.len()
    }
}

impl<K: Id, T: Default> Table<K, T> {
    /// The value of `id`, created with its default if there is none yet.
    pub(super) fn entry(&mut self, id: K) -> &mut T {
        if id.index() >= self.items.len() {
            self.items.resize_with(id.index() + 1, T::default);
        }
        &mut self.items[id.index()]
    }
}

impl<K: Id, T> Index<K> for Table<K, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: K) -> &T {
        &self.items[id.index()]
    }
}

impl<K: Id, T> IndexMut<K> for Table<K, T> {
    #[inline]
    fn index_mut(&mut self, id: K) -> &mut T {
        &mut self.items[id.index()]
    }
}

/// A set of ids that is cleared in constant time.
pub(super) struct Marks<K> {
    stamp: Vec<u32>,
    now: u32,
    kind: PhantomData<K>,
}

impl<K: Id> Marks<K> {
    pub(super) fn new() -> Self {
        Self {
            stamp: Vec::new(),
            now: 1,
            kind: PhantomData,
        }
    }

    pub(super) fn clear(&mut self) {
        self.now += 1;
    }

    /// Inserts `id`; true if it was not in the set.
    #[inline]
    pub(super) fn insert(&mut self, id: K) -> bool {
        let at = id.index();
        if at >= self.stamp.len() {
            self.stamp.resize(2 * at + 1, 0);
        }
        core::mem::replace(&mut self.stamp[at], self.now) != self.now
    }

    /// Removes `id` from the set.
    pub(super) fn remove(&mut self, id: K) {
        if let Some(stamp) = self.stamp.get_mut(id.index()) {
            *stamp = 0;
        }
    }

    #[inline]
    pub(super) fn contains(&self, id: K) -> bool {
        self.stamp.get(id.index()) == Some(&self.now)
    }
}

/// Position of an item that is not in the order.
const ABSENT: u32 = u32::MAX;

/// Items in the order in which each was last moved to the end.
///
/// An item that moves to the end leaves its old entry behind, which is then stale: an entry is valid only if
/// `position` of its item refers to it. So positions are never reused, and the items moved since a given moment are
/// those after a given position.
pub(super) struct Recency<K> {
    entries: Vec<K>,
    position: Vec<u32>,
    len: usize,
    /// Position at which the current round begins.
    round: usize,
    /// Position at which [`Recency::front`] starts to search.
    cursor: usize,
}

impl<K: Id> Recency<K> {
    /// An empty order, before the first round.
    pub(super) fn new() -> Self {
        Self {
            entries: Vec::new(),
            position: Vec::new(),
            len: 0,
            round: usize::MAX,
            cursor: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Begins a round: from now on, only items that move to the end are recent.
    pub(super) fn begin_round(&mut self) {
        if self.entries.len() >= 4 * self.len + 64 {
            self.tidy();
        }
        self.round = self.entries.len();
    }

    /// Removes stale entries.
    fn tidy(&mut self) {
        let (mut kept, mut cursor) = (0, 0);
        for at in 0..self.entries.len() {
            if at == self.cursor {
                cursor = kept;
            }
            let id = self.entries[at];
            if self.position[id.index()] as usize == at {
                self.position[id.index()] = kept as u32;
                self.entries[kept] = id;
                kept += 1;
            }
        }
        self.cursor = if self.cursor < self.entries.len() {
            cursor
        } else {
            kept
        };
        self.entries.truncate(kept);
    }

    /// Moves `id` to the end, or inserts it there.
    pub(super) fn push(&mut self, id: K) {
        let at = id.index();
        if at >= self.position.len() {
            self.position.resize(2 * at + 1, ABSENT);
        }
        self.len += usize::from(self.position[at] == ABSENT);
        self.position[at] = self.entries.len() as u32;
        self.entries.push(id);
    }

    /// Moves `id` to the end unless that already happened in this round; returns whether it moved.
    #[inline]
    pub(super) fn touch(&mut self, id: K) -> bool {
        let first = !self.is_recent(id);
        if first {
            self.push(id);
        }
        first
    }

    /// Removes `id`, if present.
    pub(super) fn remove(&mut self, id: K) {
        if self.contains(id) {
            self.position[id.index()] = ABSENT;
            self.len -= 1;
        }
    }

    #[inline]
    pub(super) fn contains(&self, id: K) -> bool {
        self.position(id) != ABSENT as usize
    }

    /// True if `id` is in the order and was moved to the end in this round.
    #[inline]
    pub(super) fn is_recent(&self, id: K) -> bool {
        let at = self.position(id);
        at != ABSENT as usize && at >= self.round
    }

    /// Position of `id`; after all others if it is not in the order.
    #[inline]
    pub(super) fn position(&self, id: K) -> usize {
        self.position.get(id.index()).copied().unwrap_or(ABSENT) as usize
    }

    /// The first position of this round.
    pub(super) fn round(&self) -> usize {
        self.round
    }

    /// The first item at or after position `at`; `at` becomes the position after it.
    #[inline]
    pub(super) fn next(&self, at: &mut usize) -> Option<K> {
        while let Some(&id) = self.entries.get(*at) {
            let live = self.position[id.index()] as usize == *at;
            *at += 1;
            if live {
                return Some(id);
            }
        }
        None
    }

    /// The first item that was not passed.
    pub(super) fn front(&self) -> Option<K> {
        self.next(&mut { self.cursor })
    }

    /// Passes everything up to `id`.
    pub(super) fn pass(&mut self, id: K) {
        self.cursor = self.position(id) + 1;
    }

    /// All items in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = K> {
        self.since(0)
    }

    /// The items of this round in order.
    pub(super) fn recent(&self) -> impl Iterator<Item = K> {
        self.since(self.round)
    }

    fn since(&self, mut at: usize) -> impl Iterator<Item = K> {
        core::iter::from_fn(move || self.next(&mut at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_stand_where_they_were_put_last() {
        let mut order = Recency::new();
        for k in 0..5 {
            order.push(FacetId(k));
        }
        order.begin_round();
        order.push(FacetId(1));
        order.remove(FacetId(3));
        order.remove(FacetId(3));
        order.push(FacetId(7));
        assert!(!order.touch(FacetId(7)) && order.len() == 5);
        let all: Vec<u32> = order.iter().map(|id| id.0).collect();
        assert_eq!(all, [0, 2, 4, 1, 7]);
        let recent: Vec<u32> = order.recent().map(|id| id.0).collect();
        assert_eq!(recent, [1, 7]);
        assert!(order.is_recent(FacetId(1)) && !order.is_recent(FacetId(3)));
        order.pass(FacetId(2));
        assert_eq!(order.front(), Some(FacetId(4)));
    }

    #[test]
    fn dropping_old_entries_changes_no_order() {
        let mut order = Recency::new();
        for k in 0..300 {
            order.push(VertexId(k % 9));
        }
        let all: Vec<VertexId> = order.iter().collect();
        order.pass(all[1]);
        order.begin_round();
        assert_eq!(order.entries.len(), 9);
        assert_eq!(order.iter().collect::<Vec<_>>(), all);
        assert_eq!(order.front(), Some(all[2]));
        assert!(order.touch(all[0]) && order.is_recent(all[0]) && !order.is_recent(all[2]));
    }

    #[test]
    fn marks_are_forgotten_at_once() {
        let mut marks = Marks::new();
        assert!(marks.insert(VertexId(3)) && !marks.insert(VertexId(3)));
        marks.remove(VertexId(3));
        assert!(marks.insert(VertexId(3)));
        marks.clear();
        assert!(!marks.contains(VertexId(3)) && !marks.contains(VertexId(900)));
    }
}
