//! Values that a call lends to the calls that are made in the middle of it.
//!
//! A step that calls Python code holds the lock of its simulation, and that code may call functions with the same simulation.
//! These cannot wait for the lock, which their own thread holds. So the step lends what it has until the code returns: a
//! [`LentValue`] is a pointer on a stack of the thread, and borrowing from it makes the lock re-entrant.
//!
//! 1. The reference that the pointer comes from is not used while the pointer is on the stack: [`with`] has it, and waits.
//! 2. Of the pointers to one value only the uppermost is used, by any number of readers or by one writer at a time; their
//!    number is kept with it. A call that uses it may lend in turn, and then waits.
//! 3. A pointer that is still in use when it is taken from the stack would point to something else: the process ends. Safe code
//!    in this crate could cause that by returning a guard out of [`with`]; none does.
//!
//! Lent values are found by the address of the owner, never by the address of the value. A value that a call of another thread
//! holds on behalf of this one, such as the simulations of the other threads of a rollout, is on the stack without
//! a pointer: asking for it is an error, where waiting would be forever.

use std::cell::RefCell;
use std::ptr::null_mut;

use super::lock::Access;

/// A value of type `T` that this thread may borrow; `T` is the type that its owner has.
struct LentValue {
    owner: usize,
    value: *mut (),
    how: Access,
    users: usize,
}

thread_local! {
    static LENT: RefCell<Vec<LentValue>> = const { RefCell::new(Vec::new()) };
}

/// Takes lent values from the stack, however the code ends that they were for.
struct End {
    count: usize,
}

impl Drop for End {
    fn drop(&mut self) {
        for _ in 0..self.count {
            let last = LENT.with_borrow_mut(Vec::pop);
            if last.is_none_or(|last| last.users > 0) {
                std::process::abort();
            }
        }
    }
}

fn push(end: &mut End, owner: usize, value: *mut (), how: Access) {
    let value = LentValue {
        owner,
        value,
        how,
        users: 0,
    };
    LENT.with_borrow_mut(|lent| lent.push(value));
    end.count += 1;
}

/// Runs `f` while the value is lent: to read, or to write as well.
pub(super) fn with<R>(owner: usize, value: *mut (), how: Access, f: impl FnOnce() -> R) -> R {
    let mut end = End { count: 0 };
    push(&mut end, owner, value, how);
    f()
}

/// Runs `f` while these values are known to be held and cannot be lent.
pub(super) fn without<R>(owners: impl Iterator<Item = usize>, f: impl FnOnce() -> R) -> R {
    let mut end = End { count: 0 };
    for owner in owners {
        push(&mut end, owner, null_mut(), Access::Read);
    }
    f()
}

/// The pointer to the owner's value that was lent last, if there is one and it may be used so; until [`give_back`].
pub(super) fn borrow(owner: usize, how: Access) -> Option<*mut ()> {
    LENT.with_borrow_mut(|lent| {
        let last = lent.iter_mut().rfind(|one| one.owner == owner)?;
        let free = match (last.how, how) {
            (Access::Read, Access::Read) => true,
            (Access::Read, Access::Write) => false,
            (Access::Write, _) => last.users == 0,
        };
        if !free || last.value.is_null() {
            return None;
        }
        last.users += 1;
        Some(last.value)
    })
}

/// Ends what [`borrow`] began.
pub(super) fn give_back(owner: usize) {
    LENT.with_borrow_mut(|lent| {
        if let Some(last) = lent.iter_mut().rfind(|one| one.owner == owner) {
            last.users = last.users.saturating_sub(1);
        }
    });
}

/// True if a call of which this code is a part holds the value.
pub(super) fn is_held(owner: usize) -> bool {
    LENT.with_borrow(|lent| lent.iter().any(|one| one.owner == owner))
}
