//! Loans: what a call has, for the calls that are made in the middle of it.
//!
//! A step that calls Python code has its simulation alone, and that code may call functions with the same simulation. These
//! cannot wait for the gate: it is their own thread that is in. So the step lends what it has until the code returns. A
//! loan is a pointer on a stack of the thread:
//!
//! 1. The reference that the pointer comes from is not used while the loan is on the stack: [`with`] has it, and waits.
//! 2. Of the loans of a value only the uppermost is used, by any number of readers or by one writer at a time; it counts
//!    them. Who uses it may lend in turn, and then waits.
//! 3. A loan that is still in use when it ends would be a pointer to something else: the process ends. Safe code in this
//!    crate could bring that about by returning a guard out of [`with`]; none does.
//!
//! Loans are found by the address of the owner, never by the address of the value. A value that a call of another thread
//! holds on behalf of this one, such as the simulations of the other threads of a rollout, is on the stack without
//! a pointer: asking for it is an error, where waiting would be forever.

use std::cell::RefCell;
use std::ptr::null_mut;

use super::gate::Use;

/// A value of type `T` in the hands of this thread; `T` is what its owner has.
struct Loan {
    owner: usize,
    value: *mut (),
    how: Use,
    users: usize,
}

thread_local! {
    static LOANS: RefCell<Vec<Loan>> = const { RefCell::new(Vec::new()) };
}

/// Takes loans from the stack, however the code ends that they were for.
struct End {
    count: usize,
}

impl Drop for End {
    fn drop(&mut self) {
        for _ in 0..self.count {
            let loan = LOANS.with_borrow_mut(Vec::pop);
            if loan.is_none_or(|loan| loan.users > 0) {
                std::process::abort();
            }
        }
    }
}

fn push(end: &mut End, owner: usize, value: *mut (), how: Use) {
    let loan = Loan {
        owner,
        value,
        how,
        users: 0,
    };
    LOANS.with_borrow_mut(|loans| loans.push(loan));
    end.count += 1;
}

/// Runs `f` while the value is lent: to read, or to write as well.
pub(super) fn with<R>(owner: usize, value: *mut (), how: Use, f: impl FnOnce() -> R) -> R {
    let mut end = End { count: 0 };
    push(&mut end, owner, value, how);
    f()
}

/// Runs `f` while these values are known to be held and cannot be lent.
pub(super) fn without<R>(owners: impl Iterator<Item = usize>, f: impl FnOnce() -> R) -> R {
    let mut end = End { count: 0 };
    for owner in owners {
        push(&mut end, owner, null_mut(), Use::Read);
    }
    f()
}

/// The uppermost loan of the owner's value, if there is one and it may be used so; until [`give_back`].
pub(super) fn borrow(owner: usize, how: Use) -> Option<*mut ()> {
    LOANS.with_borrow_mut(|loans| {
        let loan = loans.iter_mut().rfind(|loan| loan.owner == owner)?;
        let free = match (loan.how, how) {
            (Use::Read, Use::Read) => true,
            (Use::Read, Use::Write) => false,
            (Use::Write, _) => loan.users == 0,
        };
        if !free || loan.value.is_null() {
            return None;
        }
        loan.users += 1;
        Some(loan.value)
    })
}

/// Ends what [`borrow`] began.
pub(super) fn give_back(owner: usize) {
    LOANS.with_borrow_mut(|loans| {
        if let Some(loan) = loans.iter_mut().rfind(|loan| loan.owner == owner) {
            loan.users = loan.users.saturating_sub(1);
        }
    });
}

/// True if a call of which this code is a part holds the value.
pub(super) fn is_held(owner: usize) -> bool {
    LOANS.with_borrow(|loans| loans.iter().any(|loan| loan.owner == owner))
}
