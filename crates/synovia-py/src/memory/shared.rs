//! A value that several threads use, and the places in it that numpy views. See the rules in the module above.

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut, Range};
use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use synovia_model::DType;

use super::gate::{Gate, Use};
use super::lent;

/// Memory of a shared value that numpy may view: an array of numbers, row by row.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pointer: *mut u8,
    dtype: DType,
    rows: usize,
    width: Option<usize>,
}

impl Place {
    /// Numbers apart from the value itself, such as those of a [`Vec`]. The pointer must come from the owner of the memory
    /// and not from a reference to it: see [`Vec::as_mut_ptr`].
    pub fn apart(pointer: *mut u8, dtype: DType, rows: usize, width: Option<usize>) -> Self {
        Self {
            pointer,
            dtype,
            rows,
            width,
        }
    }

    /// Numbers that lie in the value itself; [`Shared::new`] derives their pointer from that of the value.
    pub fn within(bytes: &[u8], dtype: DType) -> Self {
        let rows = bytes.len() / dtype.size();
        Self::apart(bytes.as_ptr().cast_mut(), dtype, rows, None)
    }

    /// Where it starts.
    pub fn pointer(&self) -> *mut u8 {
        self.pointer
    }

    /// What it holds.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// How many rows, then how wide they are unless they are bare scalars.
    pub fn shape(&self) -> Vec<usize> {
        std::iter::once(self.rows).chain(self.width).collect()
    }

    /// The addresses of its bytes.
    pub fn addresses(&self) -> Range<usize> {
        let start = self.pointer.addr();
        start..start + self.rows * self.width.unwrap_or(1) * self.dtype.size()
    }
}

/// What lends places of itself, always the same ones in the same order, which stay where they are.
pub trait Lend {
    /// The places.
    fn places(&mut self) -> Vec<Place>;
}

/// Places that are compared with what they held before: numpy may have written there.
#[derive(Default)]
struct Watched {
    any: AtomicBool,
    copies: Mutex<Copies>,
}

/// What places held at the last comparison, one behind the other: each call compares all of them.
#[derive(Default)]
struct Copies {
    /// Number and place, and how many words it has.
    places: Vec<(usize, *const u32, usize)>,
    words: Vec<u32>,
}

/// A value whose memory Python may view and write.
pub struct Shared<T> {
    gate: Gate,
    value: UnsafeCell<T>,
    places: OnceLock<Box<[Place]>>,
    watched: Watched,
}

// SAFETY: the value may be sent because its type may; places are its own memory.
unsafe impl<T: Send> Send for Shared<T> {}
// SAFETY: the value is reached through the guards below only, and the gate lets in many readers or one writer; places
// are handed out as addresses, and reads and writes there follow the rules of the module.
unsafe impl<T: Send + Sync> Sync for Shared<T> {}

impl<T: Lend> Shared<T> {
    /// Takes ownership and notes where the places are.
    pub fn new(value: T) -> Arc<Self> {
        let shared = Arc::new(Self {
            gate: Gate::default(),
            value: UnsafeCell::new(value),
            places: OnceLock::new(),
            watched: Watched::default(),
        });
        let base: *mut T = shared.value.get();
        // SAFETY: the value is not shared yet; the reference ends with this line.
        let mut places = unsafe { (*base).places() };
        // what lies in the value itself is reached by the pointer that all later references come from, none of which
        // takes it its rights
        let own = base.addr()..base.addr() + size_of::<T>();
        for place in &mut places {
            if own.contains(&place.pointer.addr()) {
                place.pointer = base.cast::<u8>().with_addr(place.pointer.addr());
            }
        }
        // it was not set before
        let _ = shared.places.set(places.into_boxed_slice());
        shared
    }
}

impl<T> Shared<T> {
    /// Where the places are.
    pub fn places(&self) -> &[Place] {
        self.places.get().map_or(&[], |places| places)
    }

    /// Compares place `k` from now on, whose numbers have four bytes; `_read` is the value, which the caller has to read.
    pub fn watch(&self, k: usize, _read: &T) {
        let Some(place) = self.places().get(k) else {
            return;
        };
        let words = place.addresses().len() / size_of::<u32>();
        if place.dtype != DType::I32 || words == 0 {
            return;
        }
        let mut copies = (self.watched.copies.lock()).unwrap_or_else(PoisonError::into_inner);
        if copies.places.iter().any(|(known, ..)| *known == k) {
            return;
        }
        let pointer: *const u32 = place.pointer.cast_const().cast();
        copies.places.push((k, pointer, words));
        // SAFETY: a place has so many integers; the caller has the value to read, so no call writes them.
        let now = unsafe { slice::from_raw_parts(pointer, words) };
        copies.words.extend_from_slice(now);
        self.watched.any.store(true, Ordering::Release);
    }

    /// Tells `f` which of the watched places were written since the last time; `_read` as above.
    #[inline]
    pub fn notice(&self, _read: &T, f: impl FnMut(usize)) {
        if self.watched.any.load(Ordering::Acquire) {
            self.compare(f);
        }
    }

    fn compare(&self, mut f: impl FnMut(usize)) {
        let mut copies = (self.watched.copies.lock()).unwrap_or_else(PoisonError::into_inner);
        let Copies { places, words } = &mut *copies;
        let mut rest = &mut words[..];
        for &(k, pointer, count) in &*places {
            let (before, after) = rest.split_at_mut(count);
            rest = after;
            // SAFETY: as in `watch`.
            let now = unsafe { slice::from_raw_parts(pointer, count) };
            // most of them are short: no call for each
            let changed = (now.iter().zip(&*before)).fold(0, |any, (x, y)| any | (x ^ y));
            if changed != 0 {
                before.copy_from_slice(now);
                f(k);
            }
        }
    }

    /// True if a thread waits for the value.
    pub fn is_wanted(&self) -> bool {
        self.gate.is_wanted()
    }

    /// The value to read, if it is free or [lent](Self::lend) to this thread.
    pub fn try_read(&self) -> Option<Reading<'_, T>> {
        if self.gate.try_enter(Use::Read) {
            return Some(Reading::entered(self));
        }
        let lent = lent::borrow(self.address(), Use::Read)?;
        Some(Reading {
            shared: self,
            value: lent.cast(),
            lent: true,
        })
    }

    /// The value to write, if it is free or [lent](Self::lend_mut) to this thread.
    pub fn try_write(&self) -> Option<Writing<'_, T>> {
        if self.gate.try_enter(Use::Write) {
            return Some(Writing::entered(self));
        }
        let lent = lent::borrow(self.address(), Use::Write)?;
        Some(Writing {
            shared: self,
            value: lent.cast(),
            lent: true,
        })
    }

    /// The value to read, when it is free; `None` if `keep_waiting` returns false before.
    pub fn read(&self, keep_waiting: impl FnMut() -> bool) -> Option<Reading<'_, T>> {
        self.try_read().or_else(|| {
            let entered = self.gate.enter(Use::Read, keep_waiting);
            entered.then(|| Reading::entered(self))
        })
    }

    /// The value to write, when it is free; `None` if `keep_waiting` returns false before.
    pub fn write(&self, keep_waiting: impl FnMut() -> bool) -> Option<Writing<'_, T>> {
        self.try_write().or_else(|| {
            let entered = self.gate.enter(Use::Write, keep_waiting);
            entered.then(|| Writing::entered(self))
        })
    }

    /// Runs `f`, in which this thread may read `value` as that of this owner.
    pub fn lend<R>(&self, value: &T, f: impl FnOnce() -> R) -> R {
        let value = std::ptr::from_ref(value).cast_mut();
        lent::with(self.address(), value.cast(), Use::Read, f)
    }

    /// Runs `f`, in which this thread may write `value` as that of this owner.
    pub fn lend_mut<R>(&self, value: &mut T, f: impl FnOnce() -> R) -> R {
        let value = std::ptr::from_mut(value);
        lent::with(self.address(), value.cast(), Use::Write, f)
    }

    /// True if a call of which this code is a part holds the value.
    pub fn is_held_here(&self) -> bool {
        lent::is_held(self.address())
    }

    /// True if `value` is the value of this owner.
    pub fn owns(&self, value: &T) -> bool {
        std::ptr::eq(self.value.get(), value)
    }

    fn address(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }
}

/// Runs `f`, which must not wait for these values: a call that waits for `f` holds them.
pub fn withholding<'a, T: 'a, R>(
    all: impl Iterator<Item = &'a Shared<T>>,
    f: impl FnOnce() -> R,
) -> R {
    lent::without(all.map(Shared::address), f)
}

/// A shared value to read, beside others, until dropped. It belongs to its thread.
pub struct Reading<'a, T> {
    shared: &'a Shared<T>,
    value: *const T,
    lent: bool,
}

impl<'a, T> Reading<'a, T> {
    /// For a reader that is in.
    fn entered(shared: &'a Shared<T>) -> Self {
        Self {
            shared,
            value: shared.value.get(),
            lent: false,
        }
    }
}

impl<T> Deref for Reading<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        // SAFETY: this reader is in, so no writer is until this guard is dropped, and with it this reference. Or the value is
        // lent to this thread: it is one that an owner of this type had, and until this guard is dropped nobody writes it.
        unsafe { &*self.value }
    }
}

impl<T> Drop for Reading<'_, T> {
    fn drop(&mut self) {
        if self.lent {
            lent::give_back(self.shared.address());
        } else {
            self.shared.gate.leave(Use::Read);
        }
    }
}

/// A shared value to write, alone, until dropped. It belongs to its thread.
pub struct Writing<'a, T> {
    shared: &'a Shared<T>,
    value: *mut T,
    lent: bool,
}

impl<'a, T> Writing<'a, T> {
    /// For a writer that is in.
    fn entered(shared: &'a Shared<T>) -> Self {
        Self {
            shared,
            value: shared.value.get(),
            lent: false,
        }
    }
}

impl<T> Deref for Writing<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        // SAFETY: this writer is in, so no other thread is until this guard is dropped; `&self` excludes `deref_mut`. Or the
        // value is lent to this thread, and nobody else uses the loan until this guard is dropped.
        unsafe { &*self.value }
    }
}

impl<T> DerefMut for Writing<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as above; `&mut self` excludes other references, and the loan comes from a unique one.
        unsafe { &mut *self.value }
    }
}

impl<T> Drop for Writing<'_, T> {
    fn drop(&mut self) {
        if self.lent {
            lent::give_back(self.shared.address());
        } else {
            self.shared.gate.leave(Use::Write);
        }
    }
}
