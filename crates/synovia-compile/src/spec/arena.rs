//! Storage of elements while a model is edited.
//!
//! An element keeps its index from its creation to the end of its model, so an [`Id`] stays valid whatever is added, moved
//! or deleted: deleted elements are only removed from all lists.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut, Index, IndexMut};

use super::store::Item;

/// A handle to an element of kind `T` in one model.
pub struct Id<T> {
    index: u32,
    kind: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    /// The first element created.
    pub(super) const FIRST: Self = Self {
        index: 0,
        kind: PhantomData,
    };

    pub(super) fn new(index: usize) -> Self {
        Self {
            index: u32::try_from(index).unwrap_or(u32::MAX),
            kind: PhantomData,
        }
    }

    /// Its index, unique among the elements of its kind in the model.
    pub fn index(self) -> usize {
        self.index as usize
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Id<T> {}

impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl<T> Eq for Id<T> {}

impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}

impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.index)
    }
}

/// All elements of a kind ever created. Those of the tree are listed by their bodies, all others in a [`List`].
#[derive(Clone, Debug)]
pub struct Arena<T>(Vec<Item<T>>);

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Arena<T> {
    pub(super) fn insert(&mut self, item: Item<T>) -> Id<T> {
        self.0.push(item);
        Id::new(self.0.len() - 1)
    }

    pub(super) fn get(&self, id: Id<T>) -> Option<&Item<T>> {
        self.0.get(id.index())
    }

    pub(super) fn get_mut(&mut self, id: Id<T>) -> Option<&mut Item<T>> {
        self.0.get_mut(id.index())
    }

    /// Elements by their ids, in this order.
    pub(super) fn each(&self, ids: &[Id<T>]) -> impl Iterator<Item = &Item<T>> {
        ids.iter().map(|&id| &self[id])
    }

    /// The number of elements ever created.
    pub(super) fn made(&self) -> usize {
        self.0.len()
    }

    /// Calls `visit` with the index and the element, for every element ever created.
    pub(super) fn for_each_made(&mut self, mut visit: impl FnMut(usize, &mut Item<T>)) {
        for (index, item) in self.0.iter_mut().enumerate() {
            visit(index, item);
        }
    }
}

impl<T> Index<Id<T>> for Arena<T> {
    type Output = Item<T>;
    fn index(&self, id: Id<T>) -> &Item<T> {
        &self.0[id.index()]
    }
}

impl<T> IndexMut<Id<T>> for Arena<T> {
    fn index_mut(&mut self, id: Id<T>) -> &mut Item<T> {
        &mut self.0[id.index()]
    }
}

/// Elements outside the tree, in the order of the model.
#[derive(Clone, Debug)]
pub struct List<T> {
    arena: Arena<T>,
    order: Vec<Id<T>>,
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self {
            arena: Arena::default(),
            order: Vec::new(),
        }
    }
}

impl<T> Deref for List<T> {
    type Target = Arena<T>;
    fn deref(&self) -> &Arena<T> {
        &self.arena
    }
}

impl<T> DerefMut for List<T> {
    fn deref_mut(&mut self) -> &mut Arena<T> {
        &mut self.arena
    }
}

impl<T> List<T> {
    /// Number of elements in the list.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Appends an element.
    pub(super) fn push(&mut self, item: Item<T>) -> Id<T> {
        let id = self.insert(item);
        self.order.push(id);
        id
    }

    /// The elements, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Item<T>> {
        self.each(&self.order)
    }

    /// Their ids, in order.
    pub(super) fn ids(&self) -> &[Id<T>] {
        &self.order
    }

    /// Calls `visit` with the id and the element, in order.
    pub(super) fn for_each_mut(&mut self, mut visit: impl FnMut(Id<T>, &mut Item<T>)) {
        for &id in &self.order {
            visit(id, &mut self.arena[id]);
        }
    }

    /// Removes the elements from the list for which `keep` is false.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(&Item<T>) -> bool) {
        let arena = &self.arena;
        self.order.retain(|&id| keep(&arena[id]));
    }

    /// Removes an element from the list.
    pub(super) fn take_out(&mut self, id: Id<T>) {
        self.order.retain(|&other| other != id);
    }

    /// Removes all elements from the list.
    pub(super) fn clear(&mut self) {
        self.order.clear();
    }

    /// The elements themselves, in order.
    pub(super) fn into_elements(self) -> Vec<Item<T>>
    where
        T: Default,
    {
        let Self { mut arena, order } = self;
        let take = |id: Id<T>| core::mem::take(&mut arena[id]);
        order.into_iter().map(take).collect()
    }
}
