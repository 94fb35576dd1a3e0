//! Names of facets, vertices and half-edges, and containers that they index.
//!
//! The names are types of their own, so that a facet cannot index vertices. [`Table`] has a value for each name,
//! [`Marks`] is a set that is cleared in constant time (generation stamps), [`Recency`] a list in least-recently-moved order (LRU).

use core::marker::PhantomData;
use core::ops::{Index, IndexMut};

/// A small number that names a thing of one kind.
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
    /// A facet of the hull. The name of one that left the hull is used again.
    FacetId
}
id! {
    /// A vertex of the hull. Of two vertices, the one that joined the hull later is the greater.
    VertexId
}
id! {
    /// One of the two directed halves of a ridge.
    HalfEdge
}

impl HalfEdge {
    /// The first half of the `k`-th ridge.
    pub(super) fn of_ridge(k: usize) -> Self {
        Self(2 * k as u32)
    }

    /// The first half of the same ridge.
    #[inline]
    pub(super) fn ridge(self) -> Self {
        Self(self.0 & !1)
    }

    /// The other half of the same ridge.
    #[inline]
    pub(super) fn twin(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A value for each name.
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
    /// The value of `id`, a default one if it has none yet.
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

/// A set of names, emptied at no cost.
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

    /// Puts `id` into the set. True if it was not there.
    #[inline]
    pub(super) fn insert(&mut self, id: K) -> bool {
        let at = id.index();
        if at >= self.stamp.len() {
            self.stamp.resize(2 * at + 1, 0);
        }
        core::mem::replace(&mut self.stamp[at], self.now) != self.now
    }

    /// Takes `id` out of the set.
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

/// No position.
const ABSENT: u32 = u32::MAX;

/// Things in the order in which each was last put at the end.
///
/// A thing that moves to the end leaves its old entry behind, which is then out of date: an entry counts only if it is
/// where the thing is said to be. So positions are never handed out twice, and what was moved since a certain moment is
/// what stands behind a certain position.
pub(super) struct Recency<K> {
    entries: Vec<K>,
    position: Vec<u32>,
    len: usize,
    /// Where the present round begins.
    round: usize,
    /// Where [`Recency::front`] starts to look.
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

    /// Begins a round: from now on, only what moves to the end is recent.
    pub(super) fn begin_round(&mut self) {
        if self.entries.len() >= 4 * self.len + 64 {
            self.tidy();
        }
        self.round = self.entries.len();
    }

    /// Drops the entries that are out of date.
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

    /// Puts `id` at the end, wherever it was.
    pub(super) fn push(&mut self, id: K) {
        let at = id.index();
        if at >= self.position.len() {
            self.position.resize(2 * at + 1, ABSENT);
        }
        self.len += usize::from(self.position[at] == ABSENT);
        self.position[at] = self.entries.len() as u32;
        self.entries.push(id);
    }

    /// Puts `id` at the end unless that has happened in this round. True if it had not.
    #[inline]
    pub(super) fn touch(&mut self, id: K) -> bool {
        let first = !self.is_recent(id);
        if first {
            self.push(id);
        }
        first
    }

    /// Takes `id` out, if it is there.
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

    /// True if `id` is here and was put at the end in this round.
    #[inline]
    pub(super) fn is_recent(&self, id: K) -> bool {
        let at = self.position(id);
        at != ABSENT as usize && at >= self.round
    }

    /// Where `id` stands; behind everything if it is not here.
    #[inline]
    pub(super) fn position(&self, id: K) -> usize {
        self.position.get(id.index()).copied().unwrap_or(ABSENT) as usize
    }

    /// The first position of this round.
    pub(super) fn round(&self) -> usize {
        self.round
    }

    /// The first thing at `at` or behind it; `at` becomes the position after it.
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

    /// The first thing that was not passed.
    pub(super) fn front(&self) -> Option<K> {
        self.next(&mut { self.cursor })
    }

    /// Passes everything up to `id`.
    pub(super) fn pass(&mut self, id: K) {
        self.cursor = self.position(id) + 1;
    }

    /// All things in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = K> {
        self.since(0)
    }

    /// The things of this round in order.
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
