//! The lock of shared values and the pointers that numpy gets, without Python: also for Miri,
//! `cargo +nightly miri test -p synovia-py --test memory`.
#![allow(unsafe_code, missing_docs)]

#[path = "../src/memory/lent.rs"]
mod lent;
#[path = "../src/memory/lock.rs"]
mod lock;
#[path = "../src/memory/shared.rs"]
mod shared;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use lock::{Access, FairLock};
use shared::{MemoryRegion, Shared, Viewable, withholding};
use synovia_model::DType;

/// How often threads come.
const ROUNDS: usize = if cfg!(miri) { 30 } else { 20_000 };

/// Something with memory of its own and memory elsewhere.
#[derive(Default)]
struct Value {
    inner: [f64; 2],
    heap: Vec<f64>,
    ids: Vec<i32>,
    /// Equal whenever nobody writes.
    pair: [usize; 2],
}

impl Value {
    fn new() -> Arc<Shared<Self>> {
        Shared::new(Self {
            heap: vec![0.0; 3],
            ids: vec![7; 5],
            ..Self::default()
        })
    }
}

impl Viewable for Value {
    fn regions(&mut self) -> Vec<MemoryRegion> {
        let inner: &[u8] = bytemuck::cast_slice(&self.inner);
        let rows = self.heap.len();
        vec![
            MemoryRegion::within(inner, DType::F64),
            MemoryRegion::outside(self.heap.as_mut_ptr().cast(), DType::F64, rows, None),
            MemoryRegion::outside(self.ids.as_mut_ptr().cast(), DType::I32, 5, None),
        ]
    }
}

/// What numpy does with a region: it reads and writes through its pointer.
#[expect(
    clippy::cast_ptr_alignment,
    reason = "regions of this type are aligned for it"
)]
fn add_one(region: &MemoryRegion) {
    for k in 0..region.shape()[0] {
        // SAFETY: the value is alive and nobody else uses it now.
        unsafe { *region.pointer().cast::<f64>().add(k) += 1.0 };
    }
}

#[test]
fn views_and_references_may_take_turns() {
    let shared = Value::new();
    let regions = shared.regions().to_vec();
    assert_eq!(regions[0].dtype(), DType::F64);
    assert_eq!(regions[1].addresses().len(), 24);
    for round in 1..=3 {
        for region in &regions[..2] {
            add_one(region);
        }
        {
            let value = shared.try_read().unwrap();
            let odd = f64::from(2 * round - 1);
            assert_eq!((value.inner, &value.heap[..]), ([odd; 2], &[odd; 3][..]));
        }
        let mut value = shared.try_write().unwrap();
        for x in &mut value.inner {
            *x += 1.0;
        }
        for x in &mut value.heap {
            *x += 1.0;
        }
        assert!(!shared.is_wanted());
    }
}

#[test]
fn readers_share_and_writers_are_alone() {
    let shared = Value::new();
    let first = shared.try_read().unwrap();
    assert!(shared.try_read().is_some() && shared.try_write().is_none());
    drop(first);
    let only = shared.try_write().unwrap();
    assert!(shared.try_read().is_none() && shared.try_write().is_none());
    drop(only);
    assert!(shared.read(|| true).is_some() && shared.write(|| true).is_some());
}

#[test]
fn nobody_sees_half_a_change_and_none_is_lost() {
    let shared = Value::new();
    let seen = AtomicUsize::new(0);
    thread::scope(|scope| {
        for k in 0..4 {
            let (shared, seen) = (&shared, &seen);
            scope.spawn(move || {
                for _ in 0..ROUNDS {
                    if k < 2 {
                        let mut value = shared.write(|| true).unwrap();
                        value.pair[0] += 1;
                        value.pair[1] += 1;
                    } else {
                        let value = shared.read(|| true).unwrap();
                        assert_eq!(value.pair[0], value.pair[1]);
                        seen.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let value = shared.try_read().expect("everybody has left");
    assert_eq!(value.pair, [2 * ROUNDS; 2]);
    assert_eq!(seen.load(Ordering::Relaxed), 2 * ROUNDS);
    assert!(!shared.is_wanted());
}

#[test]
fn a_thread_that_unlocks_while_others_wait_comes_after_them() {
    let lock = FairLock::default();
    let order = std::sync::Mutex::new(Vec::new());
    assert!(lock.try_lock(Access::Write));
    thread::scope(|scope| {
        let (lock, order) = (&lock, &order);
        let waiting = scope.spawn(move || {
            assert!(lock.lock(Access::Read, || true));
            order.lock().unwrap().push("waiting");
            lock.unlock(Access::Read);
        });
        while !lock.is_wanted() {
            thread::yield_now();
        }
        lock.unlock(Access::Write);
        assert!(lock.lock(Access::Write, || true));
        order.lock().unwrap().push("again");
        lock.unlock(Access::Write);
        waiting.join().unwrap();
        assert_eq!(*order.lock().unwrap(), ["waiting", "again"]);
    });
}

#[test]
fn a_call_that_gives_up_waiting_blocks_no_other() {
    let lock = FairLock::default();
    assert!(lock.try_lock(Access::Read));
    thread::scope(|scope| {
        // a writer that gives up, and a reader behind it
        let gives_up = scope.spawn(|| lock.lock(Access::Write, || false));
        while !lock.is_wanted() {
            thread::sleep(Duration::from_millis(1));
        }
        let behind = scope.spawn(|| lock.lock(Access::Read, || true));
        assert!(!gives_up.join().unwrap());
        assert!(behind.join().unwrap());
    });
    lock.unlock(Access::Read);
    lock.unlock(Access::Read);
    assert!(lock.try_lock(Access::Write));
}

/// A step that runs code in the middle, which gets the value lent.
fn step(shared: &Shared<Value>, value: &mut Value, code: &dyn Fn()) {
    value.heap[0] += 1.0;
    value.inner[0] += 1.0;
    shared.lend_mut(value, code);
    value.heap[0] += 1.0;
    value.inner[0] += 1.0;
}

#[test]
fn code_within_a_step_writes_what_is_lent_and_views_it() {
    let shared = Value::new();
    let view = shared.regions()[1];
    let mut outer = shared.try_write().unwrap();
    assert!(shared.try_write().is_none() && !shared.is_held_here());
    step(&shared, &mut outer, &|| {
        assert!(shared.is_held_here());
        // numpy, then a call, then a step in that call with code in the middle, then numpy again
        add_one(&view);
        {
            let mut value = shared.try_write().unwrap();
            // it is in use
            assert!(shared.try_write().is_none() && shared.try_read().is_none());
            value.inner[1] += 1.0;
            step(&shared, &mut value, &|| {
                add_one(&view);
                shared.write(|| false).unwrap().heap[1] += 1.0;
                assert_eq!(shared.try_read().unwrap().heap[..1], [4.0]);
            });
            assert!(shared.try_write().is_none());
        }
        add_one(&view);
        assert_eq!(shared.try_read().unwrap().heap, [6.0, 4.0, 3.0]);
    });
    assert!(!shared.is_held_here());
    assert_eq!(
        (outer.inner, &outer.heap[..]),
        ([4.0, 1.0], &[7.0, 4.0, 3.0][..])
    );
    drop(outer);
    assert!(shared.try_write().is_some());
}

#[test]
fn what_is_lent_to_read_is_read_behind_a_waiting_writer() {
    let shared = Value::new();
    let reading = shared.try_read().unwrap();
    thread::scope(|scope| {
        let writer = scope.spawn(|| shared.write(|| true).unwrap().pair[0] = 1);
        while !shared.is_wanted() {
            thread::yield_now();
        }
        assert!(shared.try_read().is_none());
        shared.lend(&reading, || {
            let (one, two) = (shared.try_read().unwrap(), shared.read(|| false).unwrap());
            assert_eq!((one.pair, two.pair), ([0; 2], [0; 2]));
            assert!(shared.owns(&one) && shared.try_write().is_none());
            // other threads have no part in it
            let other = || !shared.is_held_here() && shared.try_read().is_none();
            assert!(scope.spawn(other).join().unwrap());
        });
        drop(reading);
        writer.join().unwrap();
    });
    assert_eq!(shared.try_read().unwrap().pair, [1, 0]);
}

#[test]
fn what_is_held_elsewhere_is_known_to_be() {
    let (one, two) = (Value::new(), Value::new());
    let elsewhere = [&*one, &*two].map(|shared| shared.try_write().unwrap());
    withholding([&*one, &*two].into_iter(), || {
        assert!(one.is_held_here() && two.is_held_here());
        assert!(one.try_write().is_none() && two.try_read().is_none());
    });
    assert!(!one.is_held_here());
    drop(elsewhere);
}

#[test]
fn a_lent_value_is_taken_back_when_the_code_panics() {
    let shared = Value::new();
    let mut value = shared.try_write().unwrap();
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        shared.lend_mut(&mut value, || {
            let _used = shared.try_write().unwrap();
            panic!("in the middle");
        });
    }));
    assert!(caught.is_err() && !shared.is_held_here());
}

#[test]
#[expect(
    clippy::cast_ptr_alignment,
    reason = "regions of this type are aligned for it"
)]
fn writes_through_views_are_noticed_once() {
    let shared = Value::new();
    let seen = || {
        let (value, mut seen) = (shared.try_read().unwrap(), Vec::new());
        shared.notice(&value, |k| seen.push(k));
        seen
    };
    for k in [2, 2, 0, 9] {
        shared.watch(k, &shared.try_read().unwrap());
    }
    assert_eq!(seen(), []);
    let region = shared.regions()[2];
    // SAFETY: the value is alive and nobody else uses it now.
    unsafe { *region.pointer().cast::<i32>().add(4) = -1 };
    assert_eq!(seen(), [2]);
    assert_eq!(seen(), []);
    assert_eq!(shared.try_read().unwrap().ids, [7, 7, 7, 7, -1]);
}
