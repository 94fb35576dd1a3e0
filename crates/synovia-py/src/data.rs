//! Simulations: views of their fields, copies of what grows and shrinks.

use std::ffi::CString;
use std::io::{Write, stderr};
use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyKeyError, PyMemoryError, PyRuntimeWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use synovia_engine::Data;
use synovia_engine::collision::capacity;
use synovia_engine::data::{Contact, EfcCounts, Lazy, Misfit, grows};
use synovia_engine::gate;
use synovia_engine::island::rows_in_order;
use synovia_engine::sleep::awake;
use synovia_model::column::AnyColumn;
use synovia_model::enums::Warning;
use synovia_model::table::ColumnInfo;
use synovia_model::{DType, Model};

use crate::errors::{FatalError, guard};
use crate::memory::{Keeper, Lock, Shared, view};
use crate::model::PyModel;

/// What is told of a reference that is neither of its two forms.
const MIXED: &str = "mixed solref format, replaced by the default";

/// The base class of `MjData`.
#[pyclass(frozen, subclass, name = "Data", module = "synovia._synovia")]
pub struct PyData {
    shared: Arc<Shared<Data>>,
    /// Where the columns are that Python may look at.
    places: Vec<usize>,
}

/// Where the columns are that Python may look at.
fn places(data: &Data) -> impl Iterator<Item = usize> {
    let viewed = |(info, column): (&'static ColumnInfo, &dyn AnyColumn)| {
        (!grows(info)).then(|| column.bytes().as_ptr().addr())
    };
    let contacts = data.contact.list.as_ptr().addr();
    (data.columns().into_iter())
        .filter_map(viewed)
        .chain([contacts])
}

impl PyData {
    /// Runs `f` on this simulation, alone; a panic becomes an exception.
    pub fn with<T>(&self, f: impl FnOnce(&mut Data) -> PyResult<T>) -> PyResult<T> {
        let mut lock = self.shared.lock("MjData")?;
        let result = guard(|| f(lock.get_mut()));
        if result.is_err() || cfg!(debug_assertions) {
            self.check_places(lock.get_mut());
        }
        result
    }

    /// Runs `f` on several simulations, alone, which must have the sizes of all `models`.
    pub fn with_all<T>(
        list: &[&Self],
        models: &[&Model],
        f: impl FnOnce(&mut [&mut Data]) -> PyResult<T>,
    ) -> PyResult<T> {
        for (k, one) in list.iter().enumerate() {
            let same = |other: &&Self| Arc::ptr_eq(&one.shared, &other.shared);
            if list[..k].iter().any(same) {
                let message = "the same MjData is in the list twice";
                return Err(PyValueError::new_err(message));
            }
        }
        let locks = list.iter().map(|one| one.shared.lock("MjData"));
        let mut locks: Vec<_> = locks.collect::<PyResult<_>>()?;
        let mut all: Vec<&mut Data> = locks.iter_mut().map(Lock::get_mut).collect();
        for data in &all {
            let mut last: *const Model = std::ptr::null();
            for &model in models {
                if !std::ptr::eq(model, last) {
                    fits(model, data)?;
                    last = model;
                }
            }
        }
        let result = guard(|| f(&mut all));
        if result.is_err() || cfg!(debug_assertions) {
            for (one, data) in list.iter().zip(&all) {
                one.check_places(data);
            }
        }
        result
    }

    /// Gives up if what Python looks at has moved: a panic may have dropped it, and then nothing can be saved.
    fn check_places(&self, data: &Data) {
        if !places(data).eq(self.places.iter().copied()) {
            let _ = writeln!(stderr(), "synovia: memory that Python looks at is gone");
            std::process::abort();
        }
    }

    /// Runs `f` on a model and this simulation of it, which must have its sizes.
    pub fn with_model<T>(
        &self,
        model: &PyModel,
        f: impl FnOnce(&Model, &mut Data) -> PyResult<T>,
    ) -> PyResult<T> {
        let (result, replaced) = self.with(|data| {
            let model = model.get();
            fits(model, data)?;
            if gate::enter(model, data) {
                awake::refresh(model, data);
            }
            let result = match data.diag.fault.take() {
                Some(fault) => return Err(FatalError::new_err(fault.to_string())),
                None => gate::held(data, |data| f(model, data)),
            };
            match (data.diag.fault.take(), result) {
                (Some(fault), _) => Err(FatalError::new_err(fault.to_string())),
                (None, result) => Ok((result?, data.diag.replaced_reference.number > 0)),
            }
        })?;
        // told once per model, and when nobody holds the simulation any more
        if replaced && model.is_news(MIXED) {
            let warning = |py: Python<'_>| {
                let kind = py.get_type::<PyRuntimeWarning>();
                PyErr::warn(py, &kind, &CString::new(MIXED)?, 1)
            };
            Python::attach(warning)?;
        }
        Ok(result)
    }
}

/// Refuses a simulation that was made for a model of other sizes.
fn fits(model: &Model, data: &Data) -> PyResult<()> {
    if let Some(Misfit {
        name,
        expected,
        found,
    }) = data.misfit(model)
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
    Ok(())
}

#[pymethods]
impl PyData {
    #[new]
    fn new(model: &PyModel) -> PyResult<Self> {
        guard(|| {
            let mut data = Data::new(model.get());
            if let Some(fault) = data.diag.fault.take() {
                return Err(FatalError::new_err(fault.to_string()));
            }
            Ok(Self {
                places: places(&data).collect(),
                shared: Shared::new(data),
            })
        })
    }

    /// Simulated time \[s\].
    #[getter]
    fn time(&self) -> PyResult<f64> {
        self.with(|data| Ok(data.time))
    }

    #[setter]
    fn set_time(&self, time: f64) -> PyResult<()> {
        self.with(|data| {
            data.time = time;
            Ok(())
        })
    }

    /// Column `k` of the schema, viewed in place. Only for columns whose shape the model fixes.
    fn _column<'py>(&self, py: Python<'py>, k: usize) -> PyResult<Bound<'py, PyAny>> {
        self.with(|data| {
            let info = Data::column_infos()
                .get(k)
                .copied()
                .ok_or_else(|| PyIndexError::new_err(k))?;
            let column = data
                .column_at_mut(k)
                .ok_or_else(|| PyIndexError::new_err(k))?;
            if grows(info) {
                return Err(PyValueError::new_err(format!(
                    "{} is copied, not viewed",
                    info.name
                )));
            }
            let shape = column.shape();
            view(
                py,
                Keeper::new(&self.shared),
                column.dtype(),
                &shape,
                column.bytes_mut(),
            )
        })
    }

    /// A copy of the bytes of column `k` of the schema, and its shape.
    fn _column_bytes<'py>(
        &self,
        py: Python<'py>,
        k: usize,
    ) -> PyResult<(Bound<'py, PyBytes>, Vec<usize>)> {
        self.with(|data| {
            rows_in_order(data);
            let column = data.column_at(k).ok_or_else(|| PyIndexError::new_err(k))?;
            let info = Data::column_infos().get(k).copied();
            // what nobody has had a use for is there all the same, as zeros
            let rows = match info.map(|info| info.shape) {
                Some("nefc") => data.counts.nefc,
                Some("nA") => data.efc.ar.len(),
                _ => column.rows_len(),
            };
            if column.rows_len() != rows {
                let zeros = vec![0; rows * column.dtype().size()];
                return Ok((PyBytes::new(py, &zeros), vec![rows]));
            }
            Ok((PyBytes::new(py, column.bytes()), column.shape()))
        })
    }

    /// Overwrites column `k` of the schema; one that grows and shrinks takes the shape.
    fn _set_column(&self, k: usize, bytes: &[u8], shape: Vec<usize>) -> PyResult<()> {
        self.with(|data| {
            let info = Data::column_infos().get(k).copied();
            let column = data
                .column_at_mut(k)
                .ok_or_else(|| PyIndexError::new_err(k))?;
            if info.is_some_and(grows) {
                let rows = shape.first().copied().unwrap_or(0);
                let row = column.width().unwrap_or(1) * column.dtype().size();
                // room is made only for bytes that are there
                if rows.checked_mul(row) != Some(bytes.len()) {
                    let message = format!("column {k} has {} bytes, not {rows} rows", bytes.len());
                    return Err(PyValueError::new_err(message));
                }
                column.reset(rows, column.width().unwrap_or(0));
            }
            let memory = column.bytes_mut();
            if memory.len() != bytes.len() {
                let message = format!("column {k} has {} bytes, not {}", memory.len(), bytes.len());
                return Err(PyValueError::new_err(message));
            }
            memory.copy_from_slice(bytes);
            data.awake.forget();
            Ok(())
        })
    }

    /// A small array that is no column, viewed in place; statistics come as bytes.
    fn _array<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.with(|data| {
            let (dtype, bytes): (DType, &mut [u8]) = match name {
                "energy" => (DType::F64, bytes_of(&mut data.energy)),
                "solver_niter" => (DType::I32, bytes_of(&mut data.diag.solver_niter)),
                "solver_nnz" => (DType::I32, bytes_of(&mut data.diag.solver_nnz)),
                "solver_fwdinv" => (DType::F64, bytes_of(&mut data.diag.solver_fwdinv)),
                "warning" => (DType::U8, bytes_of(&mut data.diag.warning)),
                "solver" => (DType::U8, bytemuck::cast_slice_mut(&mut data.diag.solver)),
                _ => return Err(PyKeyError::new_err(name.to_owned())),
            };
            let shape = [bytes.len() / dtype.size()];
            view(py, Keeper::new(&self.shared), dtype, &shape, bytes)
        })
    }

    /// The contacts in the reference's memory order, viewed in place.
    fn _contacts_view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.with(|data| {
            let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut data.contact.list);
            let shape = [bytes.len()];
            view(py, Keeper::new(&self.shared), DType::U8, &shape, bytes)
        })
    }

    /// A copy of the contacts, as bytes in the reference's memory order.
    fn _contacts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.with(|data| Ok(PyBytes::new(py, bytemuck::cast_slice(&data.contact.list))))
    }

    /// Overwrites the contacts by what `_contacts` gave.
    fn _set_contacts(&self, bytes: &[u8]) -> PyResult<()> {
        const SIZE: usize = size_of::<Contact>();
        self.with(|data| {
            if !bytes.len().is_multiple_of(SIZE) {
                return Err(PyValueError::new_err("not a list of contacts"));
            }
            if bytes.len() / SIZE > data.contact.list.capacity() {
                return Err(PyValueError::new_err("there is no room for these contacts"));
            }
            let contacts = bytes.chunks_exact(SIZE);
            data.contact.list.clear();
            data.contact
                .list
                .extend(contacts.map(bytemuck::pod_read_unaligned::<Contact>));
            Ok(())
        })
    }

    /// Appends one contact; 1 if there is no room for it, which is counted as a warning.
    fn _add_contact(&self, bytes: &[u8]) -> PyResult<i32> {
        self.with(|data| {
            let contact = bytemuck::try_pod_read_unaligned::<Contact>(bytes)
                .map_err(|_| PyValueError::new_err("not a contact"))?;
            let list = &mut data.contact.list;
            if list.len() == list.capacity() {
                data.diag.warn(Warning::ContactFull, list.len());
                return Ok(1);
            }
            list.push(contact);
            Ok(0)
        })
    }

    /// Overwrites the numbers that the run knows.
    fn _set_counts(
        &self,
        rows: [usize; 4],
        islands: [usize; 2],
        known: [usize; 4],
    ) -> PyResult<()> {
        self.with(|data| {
            let [energy_pos, energy_vel, subtree_vel, rne_post] = known.map(|flag| flag != 0);
            data.lazy = Lazy {
                energy_pos,
                energy_vel,
                subtree_vel,
                rne_post,
                island_rows: true,
            };
            let [ne, nf, nl, nefc] = rows;
            data.counts = EfcCounts { ne, nf, nl, nefc };
            [data.nisland, data.nidof] = islands;
            Ok(())
        })
    }

    /// A number that the run knows.
    fn _count(&self, name: &str) -> PyResult<usize> {
        self.with(|data| {
            Ok(match name {
                "ncon" => data.contact.list.len(),
                "ne" => data.counts.ne,
                "nf" => data.counts.nf,
                "nl" => data.counts.nl,
                "nefc" => data.counts.nefc,
                "nJ" => data.efc.jac.len(),
                "nA" => data.efc.ar.len(),
                "nisland" => data.nisland,
                "nidof" => data.nidof,
                "flg_energypos" => data.lazy.energy_pos.into(),
                "flg_energyvel" => data.lazy.energy_vel.into(),
                "flg_subtreevel" => data.lazy.subtree_vel.into(),
                "flg_rnepost" => data.lazy.rne_post.into(),
                _ => return Err(PyKeyError::new_err(name.to_owned())),
            })
        })
    }

    /// Overwrites this simulation by another one of the same model; arrays stay where they are.
    fn _assign(&self, model: &PyModel, other: &Self) -> PyResult<()> {
        if Arc::ptr_eq(&self.shared, &other.shared) {
            return Ok(());
        }
        let source = other.with_model(model, |_, data| Ok(data.clone()))?;
        self.with_model(model, |_, data| {
            data.time = source.time;
            data.energy = source.energy;
            data.counts = source.counts;
            data.awake.clone_from(&source.awake);
            data.lazy = source.lazy;
            data.nisland = source.nisland;
            data.nidof = source.nidof;
            if source.contact.list.len() > data.contact.list.capacity() {
                return Err(PyValueError::new_err("there is no room for these contacts"));
            }
            data.contact.list.clone_from(&source.contact.list);
            data.diag.warning = source.diag.warning;
            data.diag.solver.copy_from_slice(&source.diag.solver);
            data.diag.solver_niter = source.diag.solver_niter;
            data.diag.solver_nnz = source.diag.solver_nnz;
            data.diag.solver_fwdinv = source.diag.solver_fwdinv;
            for ((info, to), (_, from)) in data.columns_mut().into_iter().zip(source.columns()) {
                if grows(info) {
                    to.reset(from.rows_len(), from.width().unwrap_or(0));
                }
                to.bytes_mut().copy_from_slice(from.bytes());
            }
            Ok(())
        })
    }
}

fn bytes_of<T: bytemuck::NoUninit + bytemuck::AnyBitPattern, const N: usize>(
    array: &mut [T; N],
) -> &mut [u8] {
    bytemuck::cast_slice_mut(&mut array[..])
}
