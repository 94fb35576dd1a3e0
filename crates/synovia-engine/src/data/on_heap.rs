//! Memory apart from the simulation.

use core::ops::{Deref, DerefMut};

/// A value in its own allocation, like a column: a pointer to it stays valid whatever references to the simulation exist.
/// Views of a simulation need this while it is in use, such as those of a callback.
#[derive(Clone, Debug, PartialEq)]
pub struct OnHeap<T>(Vec<T>);

impl<T> OnHeap<T> {
    /// Its address; see [`Vec::as_mut_ptr`].
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.0.as_mut_ptr()
    }
}

impl<T: Default> Default for OnHeap<T> {
    fn default() -> Self {
        Self(vec![T::default()])
    }
}

impl<T> Deref for OnHeap<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // there is always exactly one element
        &self.0[0]
    }
}

impl<T> DerefMut for OnHeap<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0[0]
    }
}
