//! Storage of elements while a model is edited.
//!
//! An element keeps its index from its creation to the end of its model, so an [`Id`] stays valid whatever is added, moved
//! or deleted: deleted elements are only removed from all lists.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::ops::{Index, IndexMut};

use super::store::{Item, Loose};

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

/// Elements of the tree; bodies have the lists of their ids.
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
    slots: Vec<Loose<T>>,
    order: Vec<Id<T>>,
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            order: Vec::new(),
        }
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
    pub(super) fn push(&mut self, loose: Loose<T>) -> Id<T> {
        let id = Id::new(self.slots.len());
        self.slots.push(loose);
        self.order.push(id);
        id
    }

    /// The number of elements ever created.
    pub(super) fn made(&self) -> usize {
        self.slots.len()
    }

    /// The elements, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Loose<T>> {
        self.order.iter().map(|id| &self.slots[id.index()])
    }

    /// Their ids, in order.
    pub(super) fn ids(&self) -> &[Id<T>] {
        &self.order
    }

    /// Calls `visit` with the id and the element, in order.
    pub(super) fn for_each_id(&mut self, mut visit: impl FnMut(Id<T>, &mut Loose<T>)) {
        for &id in &self.order {
            visit(id, &mut self.slots[id.index()]);
        }
    }

    /// Calls `visit` with each element, in order.
    pub(super) fn for_each_mut(&mut self, mut visit: impl FnMut(&mut Loose<T>)) {
        for id in &self.order {
            visit(&mut self.slots[id.index()]);
        }
    }

    pub(super) fn last_mut(&mut self) -> Option<&mut Loose<T>> {
        let id = *self.order.last()?;
        self.get_mut(id)
    }

    pub(super) fn get(&self, id: Id<T>) -> Option<&Loose<T>> {
        self.slots.get(id.index())
    }

    pub(super) fn get_mut(&mut self, id: Id<T>) -> Option<&mut Loose<T>> {
        self.slots.get_mut(id.index())
    }

    /// Removes the elements from the list for which `keep` is false.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(&Loose<T>) -> bool) {
        let slots = &self.slots;
        self.order.retain(|id| keep(&slots[id.index()]));
    }

    /// Removes an element from the list; false if it is not in it.
    pub(super) fn take_out(&mut self, id: Id<T>) -> bool {
        let before = self.order.len();
        self.order.retain(|&other| other != id);
        self.order.len() < before
    }

    /// Removes all elements from the list.
    pub(super) fn clear(&mut self) {
        self.order.clear();
    }

    /// The elements themselves, in order.
    pub(super) fn into_elements(self) -> Vec<Loose<T>>
    where
        T: Default,
    {
        let mut slots = self.slots;
        let take = |id: Id<T>| core::mem::take(&mut slots[id.index()]);
        self.order.into_iter().map(take).collect()
    }
}

impl<T> Index<Id<T>> for List<T> {
    type Output = Loose<T>;
    fn index(&self, id: Id<T>) -> &Loose<T> {
        &self.slots[id.index()]
    }
}
