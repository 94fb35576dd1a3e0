//! Recordings of every step as NPZ or CSV, written during the run.
//!
//! A row is one instant: the state there, and what the step that started there derived from it. The last row is the final
//! state, derived by a forward pass. Memory is allocated for one block of rows, whatever their number.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

use synovia::model::{Model, ObjType};
use synovia::{Data, WholeFile};

use crate::drive::control;
use crate::files::csv as table;
use crate::files::npy::NpyType;
use crate::files::npz::Archive;
use crate::info::bytes;
use crate::names;

/// Errors of a recording.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RecordError {
    /// Not enough memory for a row.
    #[error("not enough memory for rows of {0} numbers")]
    Memory(usize),
    /// Not enough disk space.
    #[error(
        "{rows} rows need {}, but the disk has only {} free; record fewer rows with --every",
        bytes(*.need),
        bytes(*.room)
    )]
    Room {
        /// Requested number of rows.
        rows: u64,
        /// Bytes that they need at least.
        need: u64,
        /// Bytes available.
        room: u64,
    },
    /// The file cannot be written.
    #[error("{0}")]
    Write(#[from] io::Error),
    /// The file was only written in part.
    #[error("{error}; the recording has the first {rows} rows")]
    CutShort {
        /// The error of the operating system.
        error: io::Error,
        /// Number of rows written.
        rows: u64,
    },
}

/// Iterations of the constraint solver in the last step, all islands together.
pub(crate) fn iterations(data: &Data) -> i32 {
    data.diag.solver_niter.iter().sum()
}

/// A recording that rows are appended to.
#[derive(Debug)]
pub(crate) struct Recording {
    file: WholeFile,
    form: Form,
    rows: u64,
    failure: Option<io::Error>,
}

#[derive(Debug)]
enum Form {
    Npz(Archive),
    Csv(Box<Table>),
}

impl Recording {
    /// An empty recording of at most `rows` rows, in the format of its file name extension.
    pub(crate) fn new(mut file: WholeFile, model: &Model, rows: u64) -> Result<Self, RecordError> {
        let size = &model.size;
        let widths = [size.nq, size.nv, size.na, size.nu, size.nsensordata, 2].map(|n| n as usize);
        let numbers = widths.iter().sum::<usize>() + 3;
        let npz = file.path().extension().is_some_and(|ext| ext == "npz");
        let (form, need) = if npz {
            let archive = archive(widths, rows).ok_or(RecordError::Memory(numbers))?;
            let need = archive.size();
            (Form::Npz(archive), need)
        } else {
            let table = Box::new(Table::new(model));
            // at least a digit and a comma for each number
            let need = rows.saturating_mul(2 * numbers as u64);
            (Form::Csv(table), need)
        };
        // if the system cannot report the free space, assume there is enough
        let room = fs4::available_space(file.draft());
        if let Some(room) = room.ok().filter(|&room| room < need) {
            return Err(RecordError::Room { rows, need, room });
        }
        if npz {
            // a file system that does not support files of this size fails here
            file.file().set_len(need)?;
        }
        Ok(Self {
            file,
            form,
            rows: 0,
            failure: None,
        })
    }

    /// The name of the file.
    pub(crate) fn name(&self) -> String {
        self.file.path().display().to_string()
    }

    /// True if a file of that name exists and will be replaced.
    pub(crate) fn replaces(&self) -> bool {
        self.file.replaces()
    }

    /// Records the state before a step.
    pub(crate) fn before(&mut self, data: &Data) {
        let state = &data.state;
        let fields = [
            &[data.state.time][..],
            state.qpos.rows(),
            state.qvel.rows(),
            state.act.rows(),
            state.ctrl.rows(),
        ];
        for (k, values) in fields.into_iter().enumerate() {
            match &mut self.form {
                Form::Npz(archive) => archive.doubles(k, values),
                Form::Csv(table) => table.doubles(values),
            }
        }
    }

    /// Records the results of the step. Returns false if the row cannot be written.
    pub(crate) fn after(&mut self, data: &Data) -> bool {
        let readings = data.sensor.sensordata.rows();
        let (ncon, niter) = (data.contact.list.len() as i32, iterations(data));
        let file = self.file.file();
        let written = match &mut self.form {
            Form::Npz(archive) => {
                archive.doubles(5, readings);
                archive.doubles(6, &*data.energy);
                archive.integer(7, ncon);
                archive.integer(8, niter);
                archive.advance(file, self.rows + 1)
            }
            Form::Csv(table) => {
                table.doubles(readings);
                table.doubles(&*data.energy);
                table.integers([ncon, niter]);
                table.end();
                table.advance(file, self.rows + 1)
            }
        };
        match written {
            Ok(()) => self.rows += 1,
            Err(error) => self.failure = Some(error),
        }
        self.failure.is_none()
    }

    /// Writes the remaining rows and moves the file into place; returns the number of rows. If a row could not be
    /// written, the file has the rows before it.
    pub(crate) fn finish(mut self) -> Result<u64, RecordError> {
        let file = self.file.file();
        let done = match (self.failure.take(), &mut self.form) {
            (Some(error), _) => Err(error),
            (None, Form::Npz(archive)) => archive.finish(file, self.rows),
            (None, Form::Csv(table)) => table.write(file, self.rows),
        };
        let Err(error) = done else {
            self.file.commit()?;
            return Ok(self.rows);
        };
        let rescued = match &mut self.form {
            Form::Npz(archive) => archive.rescue(file),
            Form::Csv(table) => table.rescue(file),
        };
        match rescued {
            Ok(rows) if rows > 0 && self.file.commit().is_ok() => {
                Err(RecordError::CutShort { error, rows })
            }
            _ => Err(RecordError::Write(error)),
        }
    }
}

/// The arrays of a recording, indexed in the order in which they are added; `None` if there is no memory for a block of rows.
fn archive(widths: [usize; 6], rows: u64) -> Option<Archive> {
    let mut archive = Archive::new(rows);
    archive.add(control::TIME, NpyType::Double, None);
    let names = ["qpos", "qvel", "act", "ctrl", "sensordata", "energy"];
    for (name, width) in names.into_iter().zip(widths) {
        archive.add(name, NpyType::Double, Some(width));
    }
    archive.add("ncon", NpyType::Integer, None);
    archive.add("solver_niter", NpyType::Integer, None);
    archive.reserve().then_some(archive)
}

/// A CSV table with one line per instant; columns are named after joints, actuators and sensors.
#[derive(Debug)]
struct Table {
    /// Lines that are not written yet.
    lines: csv::Writer<Vec<u8>>,
    /// Their length in bytes.
    pending: usize,
    /// Buffer for the text of a number.
    cell: String,
    /// Number of rows written, and the file offset of their end.
    written: (u64, u64),
}

/// Bytes that are buffered before they are written.
const BLOCK: usize = 1 << 18;

impl Table {
    /// A table with its header row.
    fn new(model: &Model) -> Self {
        let numbered = |n: usize| (0..n).map(|k| k.to_string()).collect();
        let nu = model.size.nu as usize;
        let actuators = (0..nu).map(|i| names::of(model, ObjType::Actuator, i));
        let columns: [(&str, Vec<String>); 6] = [
            ("qpos:", names::positions(model)),
            ("qvel:", names::velocities(model)),
            ("act:", numbered(model.size.na as usize)),
            (control::PREFIX, actuators.collect()),
            ("sensor:", names::readings(model)),
            (
                "energy:",
                vec!["potential".to_owned(), "kinetic".to_owned()],
            ),
        ];
        let mut table = Self {
            lines: csv::Writer::from_writer(Vec::new()),
            pending: 0,
            cell: String::new(),
            written: (0, 0),
        };
        table.field(control::TIME);
        for (prefix, names) in &columns {
            for name in names {
                table.field(&table::heading(&format!("{prefix}{name}")));
            }
        }
        for name in ["ncon", "solver_niter"] {
            table.field(name);
        }
        table.end();
        table
    }

    /// Appends a cell to the current line. Writing to memory cannot fail.
    fn field(&mut self, text: &str) {
        self.pending += text.len() + 1;
        let written = self.lines.write_field(text);
        debug_assert!(written.is_ok(), "{written:?}");
    }

    fn doubles(&mut self, values: &[f64]) {
        for &value in values {
            let mut cell = core::mem::take(&mut self.cell);
            cell.clear();
            table::number(&mut cell, value);
            self.field(&cell);
            self.cell = cell;
        }
    }

    fn integers(&mut self, values: [i32; 2]) {
        for value in values {
            self.field(&value.to_string());
        }
    }

    /// Ends the current line.
    fn end(&mut self) {
        let written = self.lines.write_record(None::<&[u8]>);
        debug_assert!(written.is_ok(), "{written:?}");
    }

    /// Writes the buffered lines if there are enough of them; `rows` rows are complete.
    fn advance(&mut self, file: &mut File, rows: u64) -> io::Result<()> {
        if self.pending < BLOCK {
            return Ok(());
        }
        self.write(file, rows)
    }

    fn write(&mut self, file: &mut File, rows: u64) -> io::Result<()> {
        let empty = csv::Writer::from_writer(Vec::new());
        let lines = core::mem::replace(&mut self.lines, empty);
        let mut text = lines
            .into_inner()
            .map_err(csv::IntoInnerError::into_error)?;
        file.write_all(&text)?;
        self.written = (rows, self.written.1 + text.len() as u64);
        // reuse the buffer
        text.clear();
        self.lines = csv::Writer::from_writer(text);
        self.pending = 0;
        Ok(())
    }

    /// Removes an incomplete line from the file; returns the number of rows that remain.
    fn rescue(&mut self, file: &mut File) -> io::Result<u64> {
        let (rows, end) = self.written;
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok(rows)
    }
}
