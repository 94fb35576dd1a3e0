//! Simulations: views of their fields, and copies of fields whose size changes.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use bytemuck::Pod;
use numpy::ndarray::ArrayD;
use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use synovia_engine::Data;
use synovia_engine::data::{COLUMNS, Contact, EfcCounts, Lazy, OnHeap, grows};
use synovia_engine::stage::rows_in_order;
use synovia_model::DType;
use synovia_model::enums::Warning;

use crate::enter::admit;
use crate::errors::{refused, value_error};
use crate::given::{self, Argument};
use crate::memory::{MemoryRegion, Shared, ViewOwner, Viewable, view};
use crate::model::PyModel;
use crate::timer::Timers;

/// Arrays that are not columns, in the order of their places after the columns.
const ARRAYS: [&str; 6] = [
    "energy",
    "solver_niter",
    "solver_nnz",
    "solver_fwdinv",
    "warning",
    "solver",
];

/// The base class of `MjData`.
#[pyclass(frozen, subclass, name = "Data", module = "synovia._synovia")]
pub struct PyData {
    /// The simulation; accessed through the functions in `enter.rs`.
    pub shared: Arc<Shared<Data>>,
    /// Number of columns.
    columns: usize,
    /// The base of all views of the simulation.
    view_owner: Py<ViewOwner>,
    /// Where times of calls are accumulated, once a program has accessed them.
    pub timers: OnceLock<Timers>,
    /// Bytes of the arena claimed by the program; this engine stores nothing there.
    pub claimed: AtomicU64,
    /// Largest number of contacts and of constraint rows since the last reset.
    most: [AtomicUsize; 2],
}

impl Viewable for Data {
    /// The columns, empty if their size changes; then [`ARRAYS`]; then the buffer of contacts, as bytes.
    fn regions(&mut self) -> Vec<MemoryRegion> {
        let mut regions: Vec<MemoryRegion> = (self.columns_mut().into_iter())
            .map(|(info, column)| {
                if grows(info) {
                    return MemoryRegion::outside(std::ptr::null_mut(), info.dtype, 0, None);
                }
                let (rows, width) = (column.rows_len(), column.width());
                MemoryRegion::outside(column.as_mut_ptr(), column.dtype(), rows, width)
            })
            .collect();
        let diag = &mut self.diag;
        let solver = size_of_val(&diag.solver[..]);
        let contacts = &mut self.contact.list;
        let room = contacts.capacity() * size_of::<Contact>();
        regions.extend([
            numbers(&mut self.energy, DType::F64),
            numbers(&mut diag.solver_niter, DType::I32),
            numbers(&mut diag.solver_nnz, DType::I32),
            numbers(&mut diag.solver_fwdinv, DType::F64),
            numbers(&mut diag.warning, DType::U8),
            MemoryRegion::outside(diag.solver.as_mut_ptr().cast(), DType::U8, solver, None),
            MemoryRegion::outside(contacts.as_mut_ptr().cast(), DType::U8, room, None),
        ]);
        regions
    }
}

/// The memory of an array of numbers of type `dtype`.
fn numbers<T>(array: &mut OnHeap<T>, dtype: DType) -> MemoryRegion {
    let rows = size_of::<T>() / dtype.size();
    MemoryRegion::outside(array.as_mut_ptr().cast(), dtype, rows, None)
}

/// A copy of the bytes of column `k` of the schema, and its shape.
fn column_bytes(data: &mut Data, k: usize) -> PyResult<(Vec<u8>, Vec<usize>)> {
    rows_in_order(data);
    let column = data.column_at(k).ok_or_else(|| PyIndexError::new_err(k))?;
    // quantities computed on demand are zero if they were not needed
    let rows = match COLUMNS.get(k).map(|(info, _)| info.shape) {
        Some("nefc") => data.efc.counts.nefc,
        Some("nA") => data.efc.ar.len(),
        _ => column.rows_len(),
    };
    if column.rows_len() != rows {
        return Ok((vec![0; rows * column.dtype().size()], vec![rows]));
    }
    Ok((column.bytes().to_vec(), column.shape()))
}

/// A new read-only array.
fn array_of<'py, T: Element + Pod>(
    py: Python<'py>,
    bytes: &[u8],
    shape: Vec<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let array = if bytes.is_empty() {
        PyArrayDyn::<T>::zeros(py, shape, false)
    } else {
        let numbers = bytes.chunks_exact(size_of::<T>());
        let numbers = numbers.map(bytemuck::pod_read_unaligned).collect();
        let array = ArrayD::from_shape_vec(shape, numbers).map_err(value_error)?;
        PyArrayDyn::from_owned_array(py, array)
    };
    // the array is not shared yet
    if let Ok(own) = array.try_readwrite() {
        drop(own.make_nonwriteable());
    }
    Ok(array.into_any())
}

/// A count that changes during a simulation.
fn count(data: &Data, name: &str) -> PyResult<usize> {
    Ok(match name {
        "ncon" => data.contact.list.len(),
        "ne" => data.efc.counts.ne,
        "nf" => data.efc.counts.nf,
        "nl" => data.efc.counts.nl,
        "nefc" => data.efc.counts.nefc,
        "nJ" => data.efc.jac.len(),
        "nA" => data.efc.ar.len(),
        "nisland" => data.island.nisland,
        "nidof" => data.island.nidof,
        "flg_energypos" => data.lazy.energy_pos.into(),
        "flg_energyvel" => data.lazy.energy_vel.into(),
        "flg_subtreevel" => data.lazy.subtree_vel.into(),
        "flg_rnepost" => data.lazy.rne_post.into(),
        _ => return Err(PyKeyError::new_err(name.to_owned())),
    })
}

/// The bytes of one of [`ARRAYS`].
fn array_bytes(data: &Data, name: &str) -> Vec<u8> {
    let diag = &data.diag;
    let bytes: &[u8] = match name {
        "energy" => bytemuck::cast_slice(&*data.energy),
        "solver_niter" => bytemuck::cast_slice(&*diag.solver_niter),
        "solver_nnz" => bytemuck::cast_slice(&*diag.solver_nnz),
        "solver_fwdinv" => bytemuck::cast_slice(&*diag.solver_fwdinv),
        "warning" => bytemuck::cast_slice(&*diag.warning),
        _ => bytemuck::cast_slice(&diag.solver),
    };
    bytes.to_vec()
}

/// The pickled content of a simulation: time, columns with their shapes, arrays, counts, contacts.
type Content<'py> = (
    f64,
    Vec<(Bound<'py, PyBytes>, Vec<usize>)>,
    Vec<Bound<'py, PyBytes>>,
    Vec<usize>,
    Bound<'py, PyBytes>,
);

impl PyData {
    /// Records the number of contacts and rows. Only the call that holds the simulation does so.
    pub fn note_use(&self, data: &Data) {
        let now = [data.contact.list.len(), data.efc.counts.nefc];
        for (most, now) in self.most.iter().zip(now) {
            if now > most.load(Ordering::Relaxed) {
                most.store(now, Ordering::Relaxed);
            }
        }
    }

    /// Forgets the claimed bytes and the recorded maxima, as a reset does.
    pub fn forget_use(&self) {
        self.claimed.store(0, Ordering::Relaxed);
        for most in &self.most {
            most.store(0, Ordering::Relaxed);
        }
    }
}

#[pymethods]
impl PyData {
    #[new]
    fn new(py: Python<'_>, model: &Argument<'_>) -> PyResult<Self> {
        let model = model
            .cast::<PyModel>()
            .map_err(|_| given::wrong("MjData", "model", "MjModel", model))?;
        let data = model
            .get()
            .read(|model| Data::try_new(model).map_err(refused))?;
        let shared = Shared::new(data);
        Ok(Self {
            view_owner: ViewOwner::new(py, &shared)?,
            shared,
            columns: COLUMNS.len(),
            timers: OnceLock::new(),
            claimed: AtomicU64::new(0),
            most: Default::default(),
        })
    }

    /// The same simulation in another object, for views that must not keep this object alive.
    fn _core(&self, py: Python<'_>) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            columns: self.columns,
            view_owner: self.view_owner.clone_ref(py),
            timers: OnceLock::new(),
            claimed: AtomicU64::new(0),
            most: Default::default(),
        }
    }

    /// The address of the simulation: unique among all that exist at the same time.
    #[getter]
    fn _address(&self) -> usize {
        Arc::as_ptr(&self.shared).addr()
    }

    /// Starts accumulating the times of calls in `totals`, two 8-byte numbers for each `mjtTimer`.
    fn _time_into(&self, totals: Bound<'_, PyArray1<i64>>) {
        self.timers.get_or_init(|| Timers::new(totals.unbind()));
    }

    /// Bytes of the arena claimed by the program; a call that finds none left fails.
    #[getter]
    fn pstack(&self) -> u64 {
        self.claimed.load(Ordering::Relaxed)
    }

    #[setter]
    fn set_pstack(&self, bytes: u64) {
        self.claimed.store(bytes, Ordering::Relaxed);
    }

    /// Largest number of contacts since the last reset.
    #[getter]
    fn maxuse_con(&self) -> usize {
        self.most[0].load(Ordering::Relaxed)
    }

    /// Largest number of constraint rows since the last reset.
    #[getter]
    fn maxuse_efc(&self) -> usize {
        self.most[1].load(Ordering::Relaxed)
    }

    /// Largest number of bytes of temporaries requested by the stages.
    #[getter]
    fn maxuse_stack(&self) -> PyResult<usize> {
        self.with(|data| Ok(data.scratch_bytes()))
    }

    // DIFFERENCE(memory-use): bytes of this engine's own memory, which a reset does not release
    /// Largest number of bytes taken by contacts, constraint rows, islands and temporaries.
    #[getter]
    fn maxuse_arena(&self) -> PyResult<usize> {
        let contacts = self.maxuse_con() * size_of::<Contact>();
        self.with(|data| Ok(contacts + data.grown_bytes() + data.scratch_bytes()))
    }

    /// Number of contacts.
    #[getter]
    fn ncon(&self) -> PyResult<usize> {
        self.with(|data| Ok(data.contact.list.len()))
    }

    /// Number of constraint rows.
    #[getter]
    fn nefc(&self) -> PyResult<usize> {
        self.with(|data| Ok(data.efc.counts.nefc))
    }

    /// Simulated time in seconds.
    #[getter]
    fn time(&self) -> PyResult<f64> {
        self.with(|data| Ok(data.state.time))
    }

    #[setter]
    fn set_time(&self, time: f64) -> PyResult<()> {
        self.with(|data| {
            data.state.time = time;
            Ok(())
        })
    }

    /// View of column `k` of the schema. Only for columns whose shape is fixed by the model.
    fn _column<'py>(&self, py: Python<'py>, k: usize) -> PyResult<Bound<'py, PyAny>> {
        let (info, grows) = COLUMNS.get(k).ok_or_else(|| PyIndexError::new_err(k))?;
        if *grows {
            let message = format!("{} is copied, not viewed", info.name);
            return Err(PyValueError::new_err(message));
        }
        view(self.view_owner.bind(py), &self.shared, k, None)?
            .ok_or_else(|| PyIndexError::new_err(k))
    }

    /// A read-only copy of column `k` of the schema; an empty one owns its memory, as in MuJoCo.
    fn _column_copy<'py>(&self, py: Python<'py>, k: usize) -> PyResult<Bound<'py, PyAny>> {
        let (bytes, shape) = self.with(|data| column_bytes(data, k))?;
        match COLUMNS.get(k).map(|(info, _)| info.dtype) {
            Some(DType::F64) => array_of::<f64>(py, &bytes, shape),
            Some(DType::F32) => array_of::<f32>(py, &bytes, shape),
            Some(DType::I32) => array_of::<i32>(py, &bytes, shape),
            Some(DType::I64) => array_of::<i64>(py, &bytes, shape),
            _ => array_of::<u8>(py, &bytes, shape),
        }
    }

    /// The pickled content, in a consistent state; `counts` are the names of the counts to include.
    fn _content<'py>(&self, py: Python<'py>, counts: Vec<String>) -> PyResult<Content<'py>> {
        let (time, columns, arrays, counts, contacts) = self.with(|data| {
            let columns = (0..self.columns).map(|k| column_bytes(data, k));
            let columns: Vec<_> = columns.collect::<PyResult<_>>()?;
            let arrays = ARRAYS.map(|name| array_bytes(data, name));
            let counts = counts.iter().map(|name| count(data, name));
            let counts: Vec<usize> = counts.collect::<PyResult<_>>()?;
            let contacts: Vec<u8> = bytemuck::cast_slice(&data.contact.list).to_vec();
            Ok((data.state.time, columns, arrays, counts, contacts))
        })?;
        let bytes = |bytes: &Vec<u8>| PyBytes::new(py, bytes);
        let columns = columns.into_iter();
        let columns = columns.map(|(content, shape)| (bytes(&content), shape));
        let arrays = arrays.iter().map(bytes).collect();
        Ok((time, columns.collect(), arrays, counts, bytes(&contacts)))
    }

    /// Overwrites column `k` of the schema; a column whose size changes is reshaped.
    fn _set_column(&self, k: usize, bytes: &[u8], shape: Vec<usize>) -> PyResult<()> {
        self.with(|data| {
            let column = data
                .column_at_mut(k)
                .ok_or_else(|| PyIndexError::new_err(k))?;
            if COLUMNS.get(k).is_some_and(|(_, grows)| *grows) {
                let rows = shape.first().copied().unwrap_or(0);
                let row = column.width().unwrap_or(1) * column.dtype().size();
                // allocate only for bytes that were passed
                if rows.checked_mul(row) != Some(bytes.len()) {
                    let message =
                        format!("column {k}: {} bytes do not make {rows} rows", bytes.len());
                    return Err(PyValueError::new_err(message));
                }
                column.reset(rows, column.width().unwrap_or(0));
            }
            let memory = column.bytes_mut();
            if memory.len() != bytes.len() {
                let message = format!(
                    "column {k} has {} bytes, but {} were passed",
                    memory.len(),
                    bytes.len()
                );
                return Err(PyValueError::new_err(message));
            }
            memory.copy_from_slice(bytes);
            data.sleep_was_written();
            Ok(())
        })
    }

    /// View of a small array that is not a column; statistics are viewed as bytes.
    fn _array<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let unknown = || PyKeyError::new_err(name.to_owned());
        let at = ARRAYS.iter().position(|known| *known == name);
        let at = at.ok_or_else(unknown)?;
        let view_owner = self.view_owner.bind(py);
        view(view_owner, &self.shared, self.columns + at, None)?.ok_or_else(unknown)
    }

    /// View of the buffer of contacts in the reference's memory layout; the first `ncon` are valid.
    fn _contacts_room<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let at = self.columns + ARRAYS.len();
        view(self.view_owner.bind(py), &self.shared, at, None)?
            .ok_or_else(|| PyIndexError::new_err(at))
    }

    /// A copy of the contacts, as bytes in the reference's memory layout.
    fn _contacts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes: Vec<u8> =
            self.with(|data| Ok(bytemuck::cast_slice(&data.contact.list).to_vec()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Overwrites the contacts with the bytes returned by `_contacts`.
    fn _set_contacts(&self, bytes: &[u8]) -> PyResult<()> {
        const SIZE: usize = size_of::<Contact>();
        self.with(|data| {
            if !bytes.len().is_multiple_of(SIZE) {
                return Err(PyValueError::new_err("not a list of contacts"));
            }
            if bytes.len() / SIZE > data.contact.list.capacity() {
                return Err(PyValueError::new_err(
                    "the contact buffer is too small for these contacts",
                ));
            }
            let contacts = bytes.chunks_exact(SIZE);
            data.contact.list.clear();
            data.contact
                .list
                .extend(contacts.map(bytemuck::pod_read_unaligned::<Contact>));
            Ok(())
        })
    }

    /// Appends one contact. Returns 1 if the buffer is full, which is counted as a warning.
    fn _add_contact(&self, bytes: &[u8]) -> PyResult<i32> {
        self.with(|data| {
            let contact = bytemuck::try_pod_read_unaligned::<Contact>(bytes)
                .map_err(|_| PyValueError::new_err("not a contact"))?;
            let list = &mut data.contact.list;
            if list.len() == list.capacity() {
                data.diag
                    .warn(Warning::ContactFull, list.len(), data.state.time);
                return Ok(1);
            }
            list.push(contact);
            Ok(0)
        })
    }

    /// Overwrites the counts that change during a simulation.
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
            data.efc.counts = EfcCounts { ne, nf, nl, nefc };
            [data.island.nisland, data.island.nidof] = islands;
            Ok(())
        })
    }

    /// A count that changes during a simulation.
    fn _count(&self, name: &str) -> PyResult<usize> {
        self.with(|data| count(data, name))
    }

    /// Overwrites this simulation with another one of the same model; arrays keep their addresses.
    fn _assign(&self, model: &PyModel, other: &Self) -> PyResult<()> {
        self.assign(model, other)
    }
}

impl PyData {
    /// Overwrites this simulation with another one of the same model; arrays keep their addresses.
    pub fn assign(&self, model: &PyModel, other: &Self) -> PyResult<()> {
        if self.is(other) {
            return Ok(());
        }
        let assign = |data: &mut Data, source: &Data| {
            if data.assign(source) {
                return Ok(());
            }
            Err(PyValueError::new_err(
                "the contact buffer is too small for these contacts",
            ))
        };
        // if the source is free, copy directly; otherwise take a copy of it when it becomes free
        let done = self.with_model(model, |model, data| {
            let Some(mut source) = other.shared.try_write() else {
                return Ok(false);
            };
            admit(model, &mut source)?;
            assign(data, &source).map(|()| true)
        })?;
        if done {
            return Ok(());
        }
        let source = other.with_model(model, |_, data| Ok(data.clone()))?;
        self.with_model(model, |_, data| assign(data, &source))
    }
}
