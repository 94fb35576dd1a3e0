//! How a call from Python acquires models and simulations.
//!
//! A call acquires everything it needs at once: models before simulations, each in the order of addresses, so that no two calls
//! deadlock. If everything is free it is acquired directly; a call that has to wait releases the interpreter until it is done, so that
//! the call that holds the lock can continue. Ctrl-C ends the wait.
//!
//! A call cannot run inside another one on the same thread, because it could wait for itself: this is an error that names both. The
//! exception is code that a call invokes: see [`lend`](crate::host::lend). It may call functions with the objects that the call holds,
//! and with all others that are free; two threads whose callbacks each request an object held by the other wait for each other until
//! Ctrl-C.

use std::any::type_name;
use std::cell::Cell;
use std::marker::PhantomData;

use pyo3::exceptions::{PyRecursionError, PyRuntimeError};
use pyo3::prelude::*;

use crate::memory::{Reading, Shared, Writing};

/// Largest nesting of callbacks that call functions that call callbacks: each level needs stack space.
const DEEPEST: usize = 24;

thread_local! {
    /// The call that this thread is running.
    static RUNNING: Cell<Option<&'static str>> = const { Cell::new(None) };
    /// Number of calls that wait for code they invoked.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// A running call, until dropped. It belongs to its thread.
pub(crate) struct Call {
    thread: PhantomData<*const ()>,
}

impl Call {
    /// Begins the call that runs `f`; an error inside another call.
    pub(crate) fn begin<F>(_f: &F) -> PyResult<Self> {
        Self::named(type_name::<F>())
    }

    /// Begins a call with this name.
    pub(crate) fn named(name: &'static str) -> PyResult<Self> {
        if let Some(running) = RUNNING.get() {
            let message = format!(
                "{} cannot be called while {} is running on the same thread",
                function_of(name),
                function_of(running)
            );
            return Err(PyRuntimeError::new_err(message));
        }
        RUNNING.set(Some(name));
        Ok(Self {
            thread: PhantomData,
        })
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        RUNNING.set(None);
    }
}

/// A call that waits for code it invoked, until dropped.
pub(crate) struct Waiting {
    call: Option<&'static str>,
    depth: usize,
}

impl Waiting {
    /// Marks the call of this thread as waiting; an error if the nesting is too deep.
    pub(crate) fn begin() -> PyResult<Self> {
        let depth = DEPTH.get();
        if depth >= DEEPEST {
            let message = "callbacks that call functions with callbacks are nested too deeply";
            return Err(PyRecursionError::new_err(message));
        }
        DEPTH.set(depth + 1);
        Ok(Self {
            call: RUNNING.take(),
            depth,
        })
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        RUNNING.set(self.call);
        DEPTH.set(self.depth);
    }
}

/// The function that contains a closure, from the name of its type: `_synovia::stages::mj_step::{{closure}}`.
fn function_of(name: &'static str) -> &'static str {
    let mut parts = name.rsplit("::").filter(|part| !part.starts_with('{'));
    parts.next().unwrap_or(name)
}

/// Runs `f` without the interpreter.
pub(crate) fn detached<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    Python::attach(|py| py.detach(f))
}

/// Acquires a value for reading, waiting until it is free. The interpreter must be released.
pub(crate) fn read<T>(shared: &Shared<T>) -> PyResult<Reading<'_, T>> {
    if let Some(reading) = shared.try_read() {
        return Ok(reading);
    }
    not_held(shared)?;
    let mut interrupted = None;
    let entered = shared.read(|| not_interrupted(&mut interrupted));
    entered.ok_or_else(|| given_up(interrupted))
}

/// Acquires a value for writing, waiting until it is free. The interpreter must be released.
pub(crate) fn write<T>(shared: &Shared<T>) -> PyResult<Writing<'_, T>> {
    if let Some(writing) = shared.try_write() {
        return Ok(writing);
    }
    not_held(shared)?;
    let mut interrupted = None;
    let entered = shared.write(|| not_interrupted(&mut interrupted));
    entered.ok_or_else(|| given_up(interrupted))
}

/// Refuses to wait for a lock that is held by the enclosing call.
fn not_held<T>(shared: &Shared<T>) -> PyResult<()> {
    if shared.is_held_here() {
        let message = "a callback cannot do this with the model or data of the enclosing call";
        return Err(PyRuntimeError::new_err(message));
    }
    Ok(())
}

/// False after Ctrl-C.
fn not_interrupted(interrupted: &mut Option<PyErr>) -> bool {
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method itself is for one lifetime only"
    )]
    let signals = Python::attach(|py| py.check_signals());
    *interrupted = signals.err();
    interrupted.is_none()
}

fn given_up(interrupted: Option<PyErr>) -> PyErr {
    interrupted.unwrap_or_else(|| PyRuntimeError::new_err("interrupted while waiting"))
}
