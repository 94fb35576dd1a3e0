//! Numbers of facets and vertices, and the containers that they index.
//!
//! The two kinds are types of their own, so that a facet cannot index vertices. [`Arena`] keeps one value a number,
//! [`Marks`] is a set that forgets everything at once, and [`Roll`] is the order in which things were last touched.

use core::marker::PhantomData;
use core::ops::{Index, IndexMut};

/// A small number that names a thing of one kind.
pub trait Id: Copy + Eq {
    /// The `k`-th of its kind.
    fn nth(k: usize) -> Self;
    /// The number behind the name.
    fn index(self) -> usize;
}

/// A facet of the hull, or one that left it and may come back as another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FacetId(u32);

/// A vertex of the hull. Of two vertices, the one that joined the hull later is the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct VertexId(u32);

impl Id for FacetId {
    fn nth(k: usize) -> Self {
        Self(k as u32)
    }
    fn index(self) -> usize {
        self.0 as usize
    }
}

impl Id for VertexId {
    fn nth(k: usize) -> Self {
        Self(k as u32)
    }
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// One value for each number.
pub struct Arena<K, T> {
    items: Vec<T>,
    kind: PhantomData<K>,
}

impl<K: Id, T> Arena<K, T> {
    pub fn new() -> Self {
        Self {
            items: Vec::new(),
            kind: PhantomData,
        }
    }

    pub fn push(&mut self, item: T) -> K {
        self.items.push(item);
        K::nth(self.items.len() - 1)
    }

    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.items.iter_mut()
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }
}

impl<K: Id, T> Index<K> for Arena<K, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: K) -> &T {
        &self.items[id.index()]
    }
}

impl<K: Id, T> IndexMut<K> for Arena<K, T> {
    #[inline]
    fn index_mut(&mut self, id: K) -> &mut T {
        &mut self.items[id.index()]
    }
}

/// A set of numbers, emptied at no cost.
pub struct Marks<K> {
    stamp: Vec<u32>,
    now: u32,
    kind: PhantomData<K>,
}

impl<K: Id> Marks<K> {
    pub fn new() -> Self {
        Self {
            stamp: Vec::new(),
            now: 0,
            kind: PhantomData,
        }
    }

    /// Empties the set.
    pub fn clear(&mut self) {
        self.now += 1;
    }

    /// Puts `id` into the set. True if it was not there.
    #[inline]
    pub fn insert(&mut self, id: K) -> bool {
        let at = id.index();
        if at >= self.stamp.len() {
            self.stamp.resize(2 * at + 1, 0);
        }
        core::mem::replace(&mut self.stamp[at], self.now) != self.now
    }

    #[inline]
    pub fn contains(&self, id: K) -> bool {
        self.stamp.get(id.index()) == Some(&self.now)
    }
}

/// No place on the roll.
const ABSENT: u32 = u32::MAX;

/// An order in which things stand in the order in which they were last pushed.
///
/// A thing that goes, or goes to the end, leaves a gap. So a place, once passed, stays passed, and what was pushed since a
/// certain moment is what stands behind a certain place.
pub struct Roll<K> {
    entry: Vec<Option<K>>,
    place: Vec<u32>,
    len: usize,
    /// Where what is new begins.
    mark: usize,
}

impl<K: Id> Roll<K> {
    /// An empty roll on which nothing is new.
    pub fn new() -> Self {
        Self {
            entry: Vec::new(),
            place: Vec::new(),
            len: 0,
            mark: usize::MAX,
        }
    }

    /// How many things there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Closes the gaps once they are most of the roll, and says where the place `at` is then.
    pub fn compact(&mut self, at: usize) -> usize {
        if self.entry.len() < 4 * self.len + 64 {
            return at;
        }
        let before = self.entry.iter().take(at).flatten().count();
        self.entry.retain(Option::is_some);
        for (place, id) in self.entry.iter().flatten().enumerate() {
            self.place[id.index()] = place as u32;
        }
        before
    }

    /// From now on, only what is pushed is new.
    pub fn begin(&mut self) {
        self.mark = self.entry.len();
    }

    /// The place where what is new begins.
    pub fn mark(&self) -> usize {
        self.mark
    }

    /// Puts `id` at the end, wherever it was.
    pub fn push(&mut self, id: K) {
        self.remove(id);
        let at = id.index();
        if at >= self.place.len() {
            self.place.resize(2 * at + 1, ABSENT);
        }
        self.place[at] = self.entry.len() as u32;
        self.entry.push(Some(id));
        self.len += 1;
    }

    /// Takes `id` out, if it is there.
    pub fn remove(&mut self, id: K) {
        if self.contains(id) {
            let place = core::mem::replace(&mut self.place[id.index()], ABSENT);
            self.entry[place as usize] = None;
            self.len -= 1;
        }
    }

    #[inline]
    pub fn contains(&self, id: K) -> bool {
        self.place.get(id.index()).is_some_and(|&p| p != ABSENT)
    }

    /// True if `id` is here and was pushed since [`begin`](Self::begin).
    #[inline]
    pub fn is_new(&self, id: K) -> bool {
        let place = self.place.get(id.index()).copied().unwrap_or(ABSENT);
        place != ABSENT && place as usize >= self.mark
    }

    /// The place of `id`, behind the end if it has none.
    pub fn place(&self, id: K) -> usize {
        self.place.get(id.index()).copied().unwrap_or(ABSENT) as usize
    }

    /// The first thing at the place `at` or behind it; `at` becomes the place behind that.
    #[inline]
    pub fn next(&self, at: &mut usize) -> Option<K> {
        while let Some(entry) = self.entry.get(*at) {
            *at += 1;
            if entry.is_some() {
                return *entry;
            }
        }
        None
    }

    /// The first thing at the place `at` or behind it.
    pub fn peek(&self, mut at: usize) -> Option<K> {
        self.next(&mut at)
    }

    /// All things in order.
    pub fn iter(&self) -> impl Iterator<Item = K> {
        self.entry.iter().filter_map(|entry| *entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roll_keeps_the_order_of_the_last_push() {
        let mut roll = Roll::new();
        for k in 0..5 {
            roll.push(FacetId(k));
        }
        roll.begin();
        roll.push(FacetId(1));
        roll.remove(FacetId(3));
        roll.remove(FacetId(3));
        roll.push(FacetId(7));
        let order: Vec<u32> = roll.iter().map(|id| id.0).collect();
        assert_eq!(order, [0, 2, 4, 1, 7]);
        assert_eq!(roll.len(), 5);
        assert!(roll.is_new(FacetId(1)) && !roll.is_new(FacetId(2)) && !roll.is_new(FacetId(3)));
        assert_eq!(roll.peek(roll.mark()), Some(FacetId(1)));
    }

    #[test]
    fn a_roll_without_its_gaps_is_the_same_roll() {
        let mut roll = Roll::new();
        for k in 0..300 {
            roll.push(VertexId(k % 9));
        }
        let order: Vec<VertexId> = roll.iter().collect();
        let (second, at) = (order[2], roll.place(order[2]));
        assert_eq!(roll.compact(at), 2);
        assert_eq!(roll.iter().collect::<Vec<_>>(), order);
        assert_eq!((roll.place(second), roll.len()), (2, 9));
        roll.begin();
        assert_eq!(roll.compact(5), 5);
        roll.push(order[0]);
        assert!(roll.is_new(order[0]) && !roll.is_new(second));
    }

    #[test]
    fn marks_are_forgotten_at_once() {
        let mut marks = Marks::new();
        marks.clear();
        assert!(marks.insert(VertexId(3)) && !marks.insert(VertexId(3)));
        marks.clear();
        assert!(!marks.contains(VertexId(3)) && !marks.contains(VertexId(900)));
    }
}
