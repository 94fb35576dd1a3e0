//! The ways into a simulation: alone, with its model, step by step, several at once.
//!
//! | way            | model | simulation | interpreter                      |
//! |----------------|-------|------------|----------------------------------|
//! | `with`         |       | written    | kept, unless there is a wait     |
//! | `with_model`   | read  | written    | kept, unless there is a wait     |
//! | `run`, `steps` | read  | written    | released                         |
//! | `change`       | written | written  | released                         |
//! | `with_all`     | read, each | written, each | released                 |
//!
//! `mj_step` and the stages check their arguments and run [`call`], which lists everything that happens between Python and the
//! engine, in order. Every way with a model leads through [`admit`], which refuses what does not fit. Warnings are reported when
//! the call holds no lock any more: a handler may call any function, and a warning may be an exception.

use std::any::type_name;
use std::io::{Write, stderr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use synovia_engine::contact::capacity;
use synovia_engine::data::SizeMismatch;
use synovia_engine::gate;
use synovia_engine::sleep::awake;
use synovia_engine::{Data, step};
use synovia_model::Model;

use crate::callbacks;
use crate::calls::{self, Call, detached};
use crate::data::PyData;
use crate::errors::{FatalError, guard, refused};
use crate::memory::{MemoryRegion, Reading, Shared, Viewable, Writing};
use crate::model::PyModel;
use crate::plugins;
use crate::timer::Watch;
use crate::warnings::Warnings;

/// How long a call of many steps continues while others wait for its simulation or model.
const TURN: Duration = Duration::from_micros(500);

impl PyData {
    /// Runs `f` on this simulation.
    pub fn with<T: Send>(&self, f: impl FnOnce(&mut Data) -> PyResult<T> + Send) -> PyResult<T> {
        let call = Call::begin(&f)?;
        let run = |mut data: Writing<'_, Data>| {
            let result = guard(|| f(&mut data));
            self.leave(result, &mut data)
        };
        let (result, warnings) = match self.shared.try_write() {
            Some(data) => run(data),
            None => detached(|| match calls::write(&self.shared) {
                Ok(data) => run(data),
                Err(error) => (Err(error), Warnings::default()),
            }),
        };
        drop(call);
        warnings.after(result, None)
    }

    /// Runs `f` on a model and this simulation of it. For short work: see [`PyData::run`].
    pub fn with_model<T: Send>(
        &self,
        model: &PyModel,
        f: impl FnOnce(&Model, &mut Data) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let call = Call::begin(&f)?;
        let (result, warnings) = match (model.shared.try_read(), self.shared.try_write()) {
            (Some(read), Some(mut data)) => self.admitted(model, &read, &mut data, f),
            taken => {
                drop(taken);
                detached(|| self.admitted_after_wait(model, f))
            }
        };
        drop(call);
        warnings.after(result, Some(model))
    }

    /// Runs `f` on a model and this simulation of it, with the interpreter released. `f` may call callbacks.
    pub fn run<T: Send, F>(d: &Bound<'_, Self>, m: &Bound<'_, PyModel>, f: F) -> PyResult<T>
    where
        F: FnOnce(&Model, &mut Data) -> PyResult<T> + Send,
    {
        let mut once = Some(f);
        call(d, m, type_name::<F>(), |model, data| {
            once.take().map(|f| f(model, data)).transpose()
        })
    }

    /// Makes `n` steps with the interpreter released. Waiting calls run between steps, as in a loop of single steps.
    pub fn steps(d: &Bound<'_, Self>, m: &Bound<'_, PyModel>, n: i64) -> PyResult<()> {
        let (this, model) = (d.get(), m.get());
        let mut left = n;
        let mut watch = this.timers.get().map(|_| Watch::default());
        let wanted = || this.shared.is_wanted() || model.shared.is_wanted();
        let result = call(d, m, "mj_step", |model, data| {
            let mut since = None;
            while left > 0 {
                left -= 1;
                // what the step encountered is reported by its warnings
                let _outcome = match &mut watch {
                    None => step(model, data).map_err(refused)?,
                    Some(watch) => watch.step(model, data).map_err(refused)?,
                };
                this.note_use(data);
                // other calls wait and this one had its turn: they run before the next step
                if left > 0 && wanted() && since.get_or_insert_with(Instant::now).elapsed() >= TURN
                {
                    return Ok(None);
                }
            }
            Ok(Some(()))
        });
        if let (Some(timers), Some(watch)) = (this.timers.get(), &watch) {
            timers.add(d.py(), watch);
        }
        result
    }

    /// Runs `f` on a model to write and this simulation of it, with the interpreter released.
    ///
    /// `f` must not change the size of any column of the model.
    pub fn change<T: Send>(
        &self,
        py: Python<'_>,
        model: &PyModel,
        f: impl FnOnce(&mut Model, &mut Data) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let call = Call::begin(&f)?;
        let (result, warnings) = py.detach(|| {
            let entered = calls::write(&model.shared)
                .and_then(|written| Ok((written, calls::write(&self.shared)?)));
            match entered {
                Ok((mut written, mut data)) => {
                    let result = guard(|| {
                        model.notice(&written);
                        admit(&written, &mut data)?;
                        f(&mut written, &mut data)
                    });
                    self.leave(result, &mut data)
                }
                Err(error) => (Err(error), Warnings::default()),
            }
        });
        drop(call);
        warnings.after(result, Some(model))
    }

    /// Runs `f` on several models and simulations, which must fit each other, with the interpreter released.
    pub fn with_all<T: Send>(
        py: Python<'_>,
        list: &[Bound<'_, Self>],
        models: &[Bound<'_, PyModel>],
        f: impl FnOnce(&[&Model], &mut [&mut Data]) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let hosts = callbacks::hosts(models, list);
        let hosted = &hosts[..];
        let list: Vec<&Self> = list.iter().map(Bound::get).collect();
        let models: Vec<&PyModel> = models.iter().map(Bound::get).collect();
        let shared: Vec<&Shared<Data>> = list.iter().map(|one| &*one.shared).collect();
        let of: Vec<&Shared<Model>> = models.iter().map(|one| &*one.shared).collect();
        for (k, &one) in shared.iter().enumerate() {
            if shared[..k].iter().any(|&other| std::ptr::eq(one, other)) {
                let message = "the same MjData is in the list twice";
                return Err(PyValueError::new_err(message));
            }
        }
        let call = Call::begin(&f)?;
        let result = py.detach(|| {
            // each model once, by address
            let mut distinct = of.clone();
            distinct.sort_by_key(|&model| address(model));
            distinct.dedup_by_key(|model| address(*model));
            let reading = distinct.iter().map(|&model| calls::read(model));
            let reading: Vec<Reading<'_, Model>> = reading.collect::<PyResult<_>>()?;
            let find = |&model: &&Shared<Model>| {
                let at = distinct.binary_search_by_key(&address(model), |&model| address(model));
                reading.get(at.ok()?).map(|model| &**model)
            };
            let owners = models;
            let models: Vec<&Model> = of.iter().filter_map(find).collect();
            for (owner, model) in owners.iter().zip(&models) {
                owner.notice(model);
            }

            // simulations by address, then as they were given
            let mut order: Vec<usize> = (0..shared.len()).collect();
            order.sort_by_key(|&k| address(shared[k]));
            let writing = order.iter().map(|&k| Ok((k, calls::write(shared[k])?)));
            let mut writing: Vec<(usize, Writing<'_, Data>)> = writing.collect::<PyResult<_>>()?;
            writing.sort_by_key(|&(k, _)| k);
            let mut all: Vec<&mut Data> = writing.iter_mut().map(|(_, data)| &mut **data).collect();
            let installed: Vec<bool> = (all.iter_mut().enumerate())
                .map(|(k, data)| callbacks::install(data, hosted.get(k)))
                .collect();
            let mut result = guard(|| {
                for data in &mut all {
                    for model in &reading {
                        admit(model, data)?;
                    }
                }
                f(&models, &mut all)
            });
            for (k, (one, data)) in list.iter().zip(&mut all).enumerate() {
                result = callbacks::remove(data, installed[k], result);
                one.check_regions(data, result.is_err());
            }
            result
        });
        drop(call);
        plugins::after(result)
    }

    /// [`PyData::admitted`], when both are free. The interpreter must be released.
    fn admitted_after_wait<T>(
        &self,
        model: &PyModel,
        f: impl FnOnce(&Model, &mut Data) -> PyResult<T>,
    ) -> (PyResult<T>, Warnings) {
        let entered =
            calls::read(&model.shared).and_then(|read| Ok((read, calls::write(&self.shared)?)));
        match entered {
            Ok((read, mut data)) => self.admitted(model, &read, &mut data, f),
            Err(error) => (Err(error), Warnings::default()),
        }
    }

    /// Runs `f` on what fits.
    fn admitted<T>(
        &self,
        owner: &PyModel,
        model: &Model,
        data: &mut Data,
        f: impl FnOnce(&Model, &mut Data) -> PyResult<T>,
    ) -> (PyResult<T>, Warnings) {
        let result = guard(|| {
            self.check_claimed(model)?;
            owner.notice(model);
            admit(model, data)?;
            f(model, data)
        });
        self.leave(result, data)
    }

    /// Refuses to compute if the program claims the whole arena by `d.pstack`.
    fn check_claimed(&self, model: &Model) -> PyResult<()> {
        let (claimed, arena) = (self.claimed.load(Ordering::Relaxed), model.size.narena);
        if claimed == 0 || i64::try_from(claimed).is_ok_and(|claimed| claimed < arena) {
            return Ok(());
        }
        // the first words of MuJoCo, because programs look for them
        let message = format!(
            "mj_stackAlloc: out of memory, stack overflow: pstack is {claimed}, narena {arena}"
        );
        Err(FatalError::new_err(message))
    }

    /// The result of a call and its warnings.
    fn leave<T>(&self, result: PyResult<T>, data: &mut Data) -> (PyResult<T>, Warnings) {
        self.note_use(data);
        self.check_regions(data, result.is_err());
        (result, Warnings::of(data))
    }

    /// Aborts if memory that numpy views has moved: a panic may have dropped it, and then no state can be recovered.
    fn check_regions(&self, data: &mut Data, failed: bool) {
        if !failed && !cfg!(debug_assertions) {
            return;
        }
        let (now, noted) = (data.regions(), self.shared.regions());
        if !(now.iter().map(MemoryRegion::addresses)).eq(noted.iter().map(MemoryRegion::addresses))
        {
            let _ = writeln!(stderr(), "synovia: memory that numpy views is gone");
            std::process::abort();
        }
    }

    /// True if both are the same simulation.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared)
    }
}

/// Runs `f` on a model and a simulation of it: everything between a call from Python and the engine, in order.
///
/// `f` returns the result, or `None` to let waiting calls run before it is called again. `name` is what messages call it.
fn call<T: Send>(
    d: &Bound<'_, PyData>,
    m: &Bound<'_, PyModel>,
    name: &'static str,
    mut f: impl FnMut(&Model, &mut Data) -> PyResult<Option<T>> + Send,
) -> PyResult<T> {
    let (py, this, owner) = (d.py(), d.get(), m.get());

    // the clock of the program, `mjcb_time`, if there is one
    callbacks::tick(py)?;

    // code in Python that the step calls needs the objects of model and simulation; `None` if there is no such code
    let host = callbacks::host(m, d);
    let host = host.as_ref();

    // a thread that is in another call is refused here: it would wait for itself
    let running = Call::named(name)?;
    let mut warnings = Warnings::default();

    // from here on other threads can run Python
    let result = py.detach(|| {
        loop {
            // both locks, model first; Ctrl-C ends the wait
            let model = calls::read(&owner.shared)?;
            let mut data = calls::write(&this.shared)?;

            // a panic in this block becomes an exception
            let result = guard(|| {
                // what the program declared by `d.pstack` must leave room in the arena
                this.check_claimed(&model)?;

                // ids that were written through numpy views since the last call get a new content number
                owner.notice(&model);

                // the gate of the engine, which checks sizes, and ids if their content number is new
                admit(&model, &mut data)?;

                // callbacks of the program, unless this call was made by one of them
                let installed = callbacks::install(&mut data, host);

                // the engine; it attaches to the interpreter where it calls a callback
                let result = guard(|| f(&model, &mut data));

                // what a callback raised is the result
                callbacks::remove(&mut data, installed, result)
            });

            // how much was used, for `d.maxuse_con` and `d.maxuse_efc`; views must still point to the same memory
            this.note_use(&data);
            this.check_regions(&mut data, result.is_err());

            // the first warning of each kind
            warnings.add(&Warnings::of(&mut data));

            // the end of this block releases both locks; if the call is not done, those that wait for them are next
            if let Some(result) = result.transpose() {
                break result;
            }
        }
    });

    // the thread is free to make another call, such as one by a handler of warnings
    drop(running);

    // warnings are reported, exceptions of plugins take precedence over the result
    let result = warnings.after(result, Some(owner))?;

    // the clock again
    callbacks::tick(py)?;
    Ok(result)
}

fn address<T>(shared: &Shared<T>) -> usize {
    std::ptr::from_ref(shared).addr()
}

/// Refuses a simulation that was made for a model of other sizes, and ids out of range; makes the simulation ready.
pub(crate) fn admit(model: &Model, data: &mut Data) -> PyResult<()> {
    if let Some(SizeMismatch {
        name,
        expected,
        found,
    }) = data.size_mismatch(model)
    {
        let message =
            format!("this MjData belongs to another model: its {name} is {found}, not {expected}");
        return Err(PyValueError::new_err(message));
    }
    // contacts are viewed in place: there must be room for all that this model can have
    if data.contact.list.capacity() < capacity(model) {
        let message = "there is no memory for the contacts of this model in this MjData";
        return Err(PyMemoryError::new_err(message));
    }
    let mut at = gate::enter(model, data).map_err(refused)?;
    awake::refresh(&mut at);
    Ok(())
}
