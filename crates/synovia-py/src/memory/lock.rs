//! A fair readers–writer lock: many readers at once, or one writer.
//!
//! ```text
//! word = 4 · readers + 2 · (a thread waits) + (a writer holds it)
//! ```
//!
//! A thread that finds the lock free and the queue empty takes it by changing the word. All others queue up and take it in the
//! order of arrival, so that none waits forever; a thread that leaves and returns while others wait is last.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

const WRITER: usize = 1;
const WAITING: usize = 2;
const READER: usize = 4;

/// How often a waiting thread checks whether to keep waiting.
const POLL: Duration = Duration::from_millis(50);

/// Kind of access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Read, beside other readers.
    Read,
    /// Write, alone.
    Write,
}

/// The tickets of waiting threads, in order of arrival.
#[derive(Default)]
struct Queue {
    waiting: VecDeque<u64>,
    next: u64,
}

/// A readers-writer lock in the order of arrival.
#[derive(Default)]
pub(crate) struct FairLock {
    word: AtomicUsize,
    queue: Mutex<Queue>,
    turn: Condvar,
}

impl FairLock {
    /// Takes the lock if it is free and no thread waits.
    pub(crate) fn try_lock(&self, how: Access) -> bool {
        self.change(how, WRITER | WAITING)
    }

    /// True if a thread waits.
    pub(crate) fn is_wanted(&self) -> bool {
        self.word.load(Ordering::Relaxed) & WAITING != 0
    }

    /// Takes the lock after all that came before. From time to time `keep_waiting` is called; returns false once that returns false.
    pub(crate) fn lock(&self, how: Access, mut keep_waiting: impl FnMut() -> bool) -> bool {
        if self.try_lock(how) {
            return true;
        }
        let mut queue = self.queue();
        let me = queue.next;
        queue.next += 1;
        queue.waiting.push_back(me);
        // from now on a thread that unlocks takes the queue's lock, so that no wake-up is lost before the wait below
        self.word.fetch_or(WAITING, Ordering::Relaxed);
        loop {
            if queue.waiting.front() == Some(&me) && self.change(how, WRITER) {
                queue.waiting.pop_front();
                self.settle(&queue);
                return true;
            }
            let (woken, late) = self
                .turn
                .wait_timeout(queue, POLL)
                .unwrap_or_else(PoisonError::into_inner);
            queue = woken;
            if late.timed_out() {
                drop(queue);
                let stays = keep_waiting();
                queue = self.queue();
                if !stays {
                    queue.waiting.retain(|&other| other != me);
                    self.settle(&queue);
                    return false;
                }
            }
        }
    }

    /// Releases what was locked with the same `how`.
    pub(crate) fn unlock(&self, how: Access) {
        let mine = match how {
            Access::Read => READER,
            Access::Write => WRITER,
        };
        let before = self.word.fetch_sub(mine, Ordering::Release);
        if before & WAITING != 0 {
            drop(self.queue());
            self.turn.notify_all();
        }
    }

    /// Takes the lock if no bit of `closed` is set; a writer needs all others but waiting threads to be gone.
    fn change(&self, how: Access, closed: usize) -> bool {
        let mut word = self.word.load(Ordering::Relaxed);
        loop {
            let (free, locked) = match how {
                Access::Read => (word & closed == 0, word + READER),
                Access::Write => (word & (closed | !WAITING) == 0, word | WRITER),
            };
            if !free {
                return false;
            }
            let changed =
                self.word
                    .compare_exchange_weak(word, locked, Ordering::Acquire, Ordering::Relaxed);
            match changed {
                Ok(_) => return true,
                Err(now) => word = now,
            }
        }
    }

    /// After a thread has left the queue: the next one may be able to take the lock as well.
    fn settle(&self, queue: &Queue) {
        if queue.waiting.is_empty() {
            self.word.fetch_and(!WAITING, Ordering::Relaxed);
        } else {
            self.turn.notify_all();
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
