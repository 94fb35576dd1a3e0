//! How a call from Python gets hold of models and simulations.
//!
//! A call takes all that it needs at once: models before simulations, each by address, so that no two calls wait for
//! each other. If everything is free it is taken as it is; a call that has to wait releases the interpreter until it is
//! done, so that the call that holds what it waits for can go on. Ctrl-C ends the waiting.
//!
//! No call runs within another one of the same thread: that could wait for itself. It is an error that names both. The
//! exception is code that a call calls: see [`lend`](crate::host::lend). It may call functions with what the call has, and with all else
//! that is free; two threads whose callbacks each ask for what the other one has wait for each other until Ctrl-C.

use std::any::type_name;
use std::cell::Cell;
use std::marker::PhantomData;

use pyo3::exceptions::{PyRecursionError, PyRuntimeError};
use pyo3::prelude::*;

use crate::memory::{Reading, Shared, Writing};

/// How deep callbacks may call functions that call callbacks: each level needs some room on the stack.
const DEEPEST: usize = 24;

thread_local! {
    /// The call that this thread is in.
    static RUNNING: Cell<Option<&'static str>> = const { Cell::new(None) };
    /// How many calls are waiting for code that they called.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// A call, until dropped. It belongs to its thread.
pub(crate) struct Call {
    thread: PhantomData<*const ()>,
}

impl Call {
    /// Begins the call that runs `f`, or refuses it within another one.
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

/// A call that waits for code that it called, until dropped.
pub(crate) struct Waiting {
    call: Option<&'static str>,
    depth: usize,
}

impl Waiting {
    /// The call of this thread waits; an error if too many do.
    pub(crate) fn begin() -> PyResult<Self> {
        let depth = DEPTH.get();
        if depth >= DEEPEST {
            let message = "callbacks call functions that call callbacks, too deeply";
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

/// The function that a closure was written in, by the name of its type: `_synovia::stages::mj_step::{{closure}}`.
fn function_of(name: &'static str) -> &'static str {
    let mut parts = name.rsplit("::").filter(|part| !part.starts_with('{'));
    parts.next().unwrap_or(name)
}

/// Runs `f` without the interpreter.
pub(crate) fn detached<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    Python::attach(|py| py.detach(f))
}

/// A value to read, when it is free. The interpreter must be released.
pub(crate) fn read<T>(shared: &Shared<T>) -> PyResult<Reading<'_, T>> {
    if let Some(reading) = shared.try_read() {
        return Ok(reading);
    }
    not_held(shared)?;
    let mut interrupted = None;
    let entered = shared.read(|| not_interrupted(&mut interrupted));
    entered.ok_or_else(|| given_up(interrupted))
}

/// A value to write, when it is free. The interpreter must be released.
pub(crate) fn write<T>(shared: &Shared<T>) -> PyResult<Writing<'_, T>> {
    if let Some(writing) = shared.try_write() {
        return Ok(writing);
    }
    not_held(shared)?;
    let mut interrupted = None;
    let entered = shared.write(|| not_interrupted(&mut interrupted));
    entered.ok_or_else(|| given_up(interrupted))
}

/// Refuses to wait for what the call holds that this code is a part of.
fn not_held<T>(shared: &Shared<T>) -> PyResult<()> {
    if shared.is_held_here() {
        let message =
            "a callback cannot do this with the model or data of the call that it is a part of";
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
