//! A value that several threads use, and the regions in it that numpy views. See the rules in the module above.

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut, Range};
use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use synovia_model::DType;

use super::lent;
use super::lock::{Access, FairLock};

/// Memory of a shared value that numpy may view: an array of numbers, row by row.
#[derive(Clone, Copy, Debug)]
pub struct MemoryRegion {
    pointer: *mut u8,
    dtype: DType,
    rows: usize,
    width: Option<usize>,
}

impl MemoryRegion {
    /// Numbers apart from the value itself, such as those of a [`Vec`]. The pointer must come from the owner of the memory
    /// and not from a reference to it: see [`Vec::as_mut_ptr`].
    pub fn outside(pointer: *mut u8, dtype: DType, rows: usize, width: Option<usize>) -> Self {
        Self {
            pointer,
            dtype,
            rows,
            width,
        }
    }

    /// Numbers that are stored in the value itself; [`Shared::new`] derives their pointer from that of the value.
    pub fn within(bytes: &[u8], dtype: DType) -> Self {
        let rows = bytes.len() / dtype.size();
        Self::outside(bytes.as_ptr().cast_mut(), dtype, rows, None)
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

/// What lends regions of itself, always the same ones in the same order, which stay where they are.
pub trait Viewable {
    /// The regions.
    fn regions(&mut self) -> Vec<MemoryRegion>;
}

/// Regions that are compared with what they held before: numpy may have written there.
#[derive(Default)]
struct Watched {
    any: AtomicBool,
    copies: Mutex<Copies>,
}

/// What regions held at the last comparison, one behind the other: each call compares all of them.
#[derive(Default)]
struct Copies {
    /// Number and region, and how many words it has.
    regions: Vec<(usize, *const u32, usize)>,
    words: Vec<u32>,
}

/// A value whose memory Python may view and write.
pub struct Shared<T> {
    lock: FairLock,
    value: UnsafeCell<T>,
    regions: OnceLock<Box<[MemoryRegion]>>,
    watched: Watched,
}

// SAFETY: the value may be sent because its type may; regions are its own memory.
unsafe impl<T: Send> Send for Shared<T> {}
// SAFETY: the value is reached through the guards below only, and the lock lets in many readers or one writer; regions
// are handed out as addresses, and reads and writes there follow the rules of the module.
unsafe impl<T: Send + Sync> Sync for Shared<T> {}

impl<T: Viewable> Shared<T> {
    /// Takes ownership and notes where the regions are.
    pub fn new(value: T) -> Arc<Self> {
        let shared = Arc::new(Self {
            lock: FairLock::default(),
            value: UnsafeCell::new(value),
            regions: OnceLock::new(),
            watched: Watched::default(),
        });
        let base: *mut T = shared.value.get();
        // SAFETY: the value is not shared yet; the reference ends with this line.
        let mut regions = unsafe { (*base).regions() };
        // memory of the value itself is reached by the pointer that all later references come from, none of which
        // takes it its rights
        let own = base.addr()..base.addr() + size_of::<T>();
        for region in &mut regions {
            if own.contains(&region.pointer.addr()) {
                region.pointer = base.cast::<u8>().with_addr(region.pointer.addr());
            }
        }
        // it was not set before
        let _ = shared.regions.set(regions.into_boxed_slice());
        shared
    }
}

impl<T> Shared<T> {
    /// Where the regions are.
    pub fn regions(&self) -> &[MemoryRegion] {
        self.regions.get().map_or(&[], |regions| regions)
    }

    /// Compares region `k` from now on, whose numbers have four bytes; `_read` is the value, which the caller has to read.
    pub fn watch(&self, k: usize, _read: &T) {
        let Some(region) = self.regions().get(k) else {
            return;
        };
        let words = region.addresses().len() / size_of::<u32>();
        if region.dtype != DType::I32 || words == 0 {
            return;
        }
        let mut copies = (self.watched.copies.lock()).unwrap_or_else(PoisonError::into_inner);
        if copies.regions.iter().any(|(known, ..)| *known == k) {
            return;
        }
        let pointer: *const u32 = region.pointer.cast_const().cast();
        copies.regions.push((k, pointer, words));
        // SAFETY: a region has so many integers; the caller has the value to read, so no call writes them.
        let now = unsafe { slice::from_raw_parts(pointer, words) };
        copies.words.extend_from_slice(now);
        self.watched.any.store(true, Ordering::Release);
    }

    /// Tells `f` which of the watched regions were written since the last time; `_read` as above.
    #[inline]
    pub fn notice(&self, _read: &T, f: impl FnMut(usize)) {
        if self.watched.any.load(Ordering::Acquire) {
            self.compare(f);
        }
    }

    fn compare(&self, mut f: impl FnMut(usize)) {
        let mut copies = (self.watched.copies.lock()).unwrap_or_else(PoisonError::into_inner);
        let Copies { regions, words } = &mut *copies;
        let mut rest = &mut words[..];
        for &(k, pointer, count) in &*regions {
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
        self.lock.is_wanted()
    }

    /// The value to read, if it is free or [lent](Self::lend) to this thread.
    pub fn try_read(&self) -> Option<Reading<'_, T>> {
        if self.lock.try_lock(Access::Read) {
            return Some(Reading::locked(self));
        }
        let lent = lent::borrow(self.address(), Access::Read)?;
        Some(Reading {
            shared: self,
            value: lent.cast(),
            lent: true,
        })
    }

    /// The value to write, if it is free or [lent](Self::lend_mut) to this thread.
    pub fn try_write(&self) -> Option<Writing<'_, T>> {
        if self.lock.try_lock(Access::Write) {
            return Some(Writing::locked(self));
        }
        let lent = lent::borrow(self.address(), Access::Write)?;
        Some(Writing {
            shared: self,
            value: lent.cast(),
            lent: true,
        })
    }

    /// The value to read, when it is free; `None` if `keep_waiting` returns false before.
    pub fn read(&self, keep_waiting: impl FnMut() -> bool) -> Option<Reading<'_, T>> {
        self.try_read().or_else(|| {
            let locked = self.lock.lock(Access::Read, keep_waiting);
            locked.then(|| Reading::locked(self))
        })
    }

    /// The value to write, when it is free; `None` if `keep_waiting` returns false before.
    pub fn write(&self, keep_waiting: impl FnMut() -> bool) -> Option<Writing<'_, T>> {
        self.try_write().or_else(|| {
            let locked = self.lock.lock(Access::Write, keep_waiting);
            locked.then(|| Writing::locked(self))
        })
    }

    /// Runs `f`, in which this thread may read `value` as that of this owner.
    pub fn lend<R>(&self, value: &T, f: impl FnOnce() -> R) -> R {
        let value = std::ptr::from_ref(value).cast_mut();
        lent::with(self.address(), value.cast(), Access::Read, f)
    }

    /// Runs `f`, in which this thread may write `value` as that of this owner.
    pub fn lend_mut<R>(&self, value: &mut T, f: impl FnOnce() -> R) -> R {
        let value = std::ptr::from_mut(value);
        lent::with(self.address(), value.cast(), Access::Write, f)
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
    /// For a reader that holds the lock.
    fn locked(shared: &'a Shared<T>) -> Self {
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
        // SAFETY: this reader holds the lock, so no writer does until this guard is dropped, and with it this reference. Or the value is
        // lent to this thread: it is one that an owner of this type had, and until this guard is dropped nobody writes it.
        unsafe { &*self.value }
    }
}

impl<T> Drop for Reading<'_, T> {
    fn drop(&mut self) {
        if self.lent {
            lent::give_back(self.shared.address());
        } else {
            self.shared.lock.unlock(Access::Read);
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
    /// For a writer that holds the lock.
    fn locked(shared: &'a Shared<T>) -> Self {
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
        // SAFETY: this writer holds the lock, so no other thread does until this guard is dropped; `&self` excludes `deref_mut`. Or the
        // value is lent to this thread, and nothing else borrows it until this guard is dropped.
        unsafe { &*self.value }
    }
}

impl<T> DerefMut for Writing<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as above; `&mut self` excludes other references, and the lent pointer comes from a unique one.
        unsafe { &mut *self.value }
    }
}

impl<T> Drop for Writing<'_, T> {
    fn drop(&mut self) {
        if self.lent {
            lent::give_back(self.shared.address());
        } else {
            self.shared.lock.unlock(Access::Write);
        }
    }
}
