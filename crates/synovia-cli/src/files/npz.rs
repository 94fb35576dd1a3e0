//! Several named arrays in one file, in numpy's NPZ format: a ZIP archive of NPY files, recorded row by row.
//!
//! An array in an archive is contiguous, but each recorded row has numbers for all arrays. As the number of rows is
//! known in advance, every array has its place in the file from the start, and blocks of rows are written there:
//!
//! ```text
//! | room | rows of a …     | room | rows of b …        |
//! ```
//!
//! The file is sparse: parts that are not written yet take no disk space. At the end the archive is written into the same
//! file, from its beginning. Each member copies its rows from a place that the archive has not reached yet, because the room
//! before each array is larger than any header.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::npy::{self, NpyType};

/// Bytes of rows that are buffered; a larger row is written at once.
const BLOCK: usize = 1 << 20;
/// Bytes reserved before the rows of an array: more than the headers of ZIP (30, 20 for long members, and the name)
/// and of NPY (128, or 192 for the longest shape) need.
const ROOM: u64 = 512;
/// Size from which a member needs the 64-bit records of ZIP.
const LONG: u64 = u32::MAX as u64;

/// One array: one number, or `width` numbers, per row.
#[derive(Debug)]
struct Array {
    /// Name of the member in the archive.
    name: String,
    kind: NpyType,
    width: Option<usize>,
    /// Bytes per row.
    row: u64,
    /// File offset of its numbers until the archive is written.
    numbers: u64,
    /// Rows that are not written yet.
    block: Vec<u8>,
}

/// An archive of arrays that grow by one row at a time.
#[derive(Debug)]
pub(crate) struct Archive {
    arrays: Vec<Array>,
    /// Largest number of rows.
    most: u64,
    /// Number of rows written.
    written: u64,
    /// Rows per block.
    block: u64,
    /// Bytes of the file with all rows.
    size: u64,
    /// True while the archive is being written: the rows are no longer at their temporary offsets.
    closing: bool,
}

impl Archive {
    /// An archive of at most `most` rows.
    pub(crate) fn new(most: u64) -> Self {
        Self {
            arrays: Vec::new(),
            most,
            written: 0,
            block: 1,
            size: 0,
            closing: false,
        }
    }

    /// Adds an array with one number, or `width` numbers, per row; returns its index.
    pub(crate) fn add(&mut self, name: &str, kind: NpyType, width: Option<usize>) -> usize {
        let row = (width.unwrap_or(1) * kind.size()) as u64;
        let numbers = self.size.saturating_add(ROOM);
        self.size = numbers.saturating_add(row.saturating_mul(self.most));
        self.arrays.push(Array {
            name: format!("{name}.npy"),
            kind,
            width,
            row,
            numbers,
            block: Vec::new(),
        });
        self.arrays.len() - 1
    }

    /// Allocates memory for a block of rows; false if there is not enough.
    pub(crate) fn reserve(&mut self) -> bool {
        let row: u64 = self.arrays.iter().map(|array| array.row).sum();
        self.block = (BLOCK as u64 / row.max(1)).max(1);
        let block = self.block;
        let mut arrays = self.arrays.iter_mut();
        arrays.all(|array| {
            let bytes = usize::try_from(block * array.row);
            bytes.is_ok_and(|bytes| array.block.try_reserve_exact(bytes).is_ok())
        })
    }

    /// Bytes of the file with all rows; the archive is never larger.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// Appends numbers to the current row of array `k`.
    pub(crate) fn doubles(&mut self, k: usize, values: &[f64]) {
        let block = &mut self.arrays[k].block;
        for value in values {
            block.extend_from_slice(&value.to_le_bytes());
        }
    }

    /// Appends the integer of the current row of array `k`.
    pub(crate) fn integer(&mut self, k: usize, value: i32) {
        self.arrays[k].block.extend_from_slice(&value.to_le_bytes());
    }

    /// Writes the buffered rows if there are enough of them; `rows` rows are complete.
    pub(crate) fn advance(&mut self, file: &mut File, rows: u64) -> io::Result<()> {
        if rows - self.written < self.block {
            return Ok(());
        }
        self.write(file, rows)
    }

    /// Writes the buffered rows. After an error, the file still has the rows written before.
    fn write(&mut self, file: &mut File, rows: u64) -> io::Result<()> {
        if rows == self.written {
            return Ok(());
        }
        for array in &self.arrays {
            let place = array.numbers + self.written * array.row;
            file.seek(SeekFrom::Start(place))?;
            file.write_all(&array.block)?;
        }
        for array in &mut self.arrays {
            array.block.clear();
        }
        self.written = rows;
        Ok(())
    }

    /// Completes the file with `rows` rows.
    pub(crate) fn finish(&mut self, file: &mut File, rows: u64) -> io::Result<()> {
        self.write(file, rows)?;
        self.close(file)
    }

    /// Completes the file with the rows written so far after an error; returns their number.
    pub(crate) fn rescue(&mut self, file: &mut File) -> io::Result<u64> {
        if self.closing {
            return Ok(0);
        }
        self.close(file).map(|()| self.written)
    }

    /// Writes the archive in place of the rows.
    fn close(&mut self, file: &File) -> io::Result<()> {
        self.closing = true;
        let mut zip = ZipWriter::new(FileCursor { file, at: 0 });
        let done = self.fill(&mut zip, file);
        if let Err(error) = done {
            // its `drop` would write a central directory of an incomplete archive
            core::mem::forget(zip);
            return Err(error);
        }
        // truncate behind the last member before the central directory is written there
        let mut end = file;
        file.set_len(end.stream_position()?)?;
        zip.finish()?;
        Ok(())
    }

    /// Writes the members of the archive.
    fn fill(&self, zip: &mut ZipWriter<FileCursor<'_>>, file: &File) -> io::Result<()> {
        // uncompressed, and with a fixed date so that the bytes do not depend on the day
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(DateTime::default());
        let mut buffer = vec![0; BLOCK];
        for array in &self.arrays {
            let header = npy::header(array.kind, self.written, array.width);
            let header = header.map_err(io::Error::other)?;
            let mut left = self.written * array.row;
            let long = left + ROOM >= LONG;
            zip.start_file(array.name.as_str(), options.large_file(long))?;
            zip.write_all(&header)?;
            // a block is read before it is written, and it ends after the part of the archive already written
            let at = array.numbers;
            let mut rows = FileCursor { file, at };
            while left > 0 {
                let part = &mut buffer[..left.min(BLOCK as u64) as usize];
                rows.read_exact(part)?;
                zip.write_all(part)?;
                left -= part.len() as u64;
            }
        }
        Ok(())
    }
}

/// A file with its own position, independent of other handles of the same file.
#[derive(Debug)]
struct FileCursor<'a> {
    file: &'a File,
    at: u64,
}

impl Read for FileCursor<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.file.seek(SeekFrom::Start(self.at))?;
        let n = self.file.read(into)?;
        self.at += n as u64;
        Ok(n)
    }
}

impl Write for FileCursor<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.seek(SeekFrom::Start(self.at))?;
        let n = self.file.write(bytes)?;
        self.at += n as u64;
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for FileCursor<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        // relative to our own position, not to the position of the shared handle
        self.file.seek(SeekFrom::Start(self.at))?;
        self.at = self.file.seek(to)?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, OpenOptions};
    use std::path::PathBuf;
    use std::process::Command;

    use super::*;

    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let name = format!("synovia-npz-{name}-{}.npz", std::process::id());
            Self(std::env::temp_dir().join(name))
        }

        fn open(&self) -> File {
            let mut options = OpenOptions::new();
            let options = options.read(true).write(true).create(true).truncate(true);
            options.open(&self.0).unwrap()
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    /// Row `k` is k; k and k²; −k. The archive has room for `most` rows, and `rows` of them are written.
    fn write(path: &Scratch, most: u64, rows: u64) {
        let mut file = path.open();
        let mut archive = Archive::new(most);
        let a = archive.add("a", NpyType::Double, None);
        let none = archive.add("none", NpyType::Double, Some(0));
        let pair = archive.add("pair", NpyType::Double, Some(2));
        let n = archive.add("n", NpyType::Integer, None);
        assert!(archive.reserve());
        archive.block = 3;
        file.set_len(archive.size()).unwrap();
        for k in 0..rows {
            let x = k as f64;
            archive.doubles(a, &[x]);
            archive.doubles(none, &[]);
            archive.doubles(pair, &[x, x * x]);
            archive.integer(n, -(k as i32));
            archive.advance(&mut file, k + 1).unwrap();
        }
        archive.finish(&mut file, rows).unwrap();
    }

    /// Checks archives written by `write` with numpy, in the Python that the test command names.
    fn check_with_numpy(archives: &[(Scratch, u64)]) {
        let Some(python) = std::env::var_os("PYO3_PYTHON") else {
            return;
        };
        let script = "import sys, zipfile, numpy as np
for path, rows in zip(sys.argv[1::2], map(int, sys.argv[2::2])):
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ['a.npy', 'none.npy', 'pair.npy', 'n.npy']
    with np.load(path) as found:
        k = np.arange(float(rows))
        assert found['a'].dtype == np.float64 and found['n'].dtype == np.int32
        np.testing.assert_array_equal(found['a'], k)
        np.testing.assert_array_equal(found['pair'], np.stack([k, k * k], axis=1))
        np.testing.assert_array_equal(found['n'], -k)
        assert found['none'].shape == (rows, 0)";
        let mut command = Command::new(python);
        command.args(["-c", script]);
        for (path, rows) in archives {
            command.arg(&path.0).arg(rows.to_string());
        }
        let output = command.output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{told}");
    }

    #[test]
    fn numpy_reads_what_was_planned_and_what_was_cut_short() {
        let cases = [(7, 7), (7, 6), (100_000, 4), (1 << 32, 10), (1, 1), (9, 0)];
        let archives = cases.map(|(most, rows)| {
            let file = Scratch::new(&format!("short-{most}-{rows}"));
            write(&file, most, rows);
            (file, rows)
        });
        check_with_numpy(&archives);
        // the planned size leaves no trace in the file
        let (short, exact) = (Scratch::new("one"), Scratch::new("two"));
        write(&short, 1 << 20, 11);
        write(&exact, 11, 11);
        assert!(fs::read(&short.0).unwrap() == fs::read(&exact.0).unwrap());
    }

    #[test]
    fn rows_before_one_that_could_not_be_written_are_rescued() {
        let path = Scratch::new("full");
        let mut file = path.open();
        let mut archive = Archive::new(50);
        let k = archive.add("k", NpyType::Integer, None);
        assert!(archive.reserve());
        archive.block = 4;
        let mut closed = File::open(&path.0).unwrap();
        for row in 0..8 {
            archive.integer(k, row);
            let to = if row < 4 { &mut file } else { &mut closed };
            let written = archive.advance(to, row as u64 + 1);
            assert_eq!(written.is_err(), row == 7);
        }
        assert_eq!(archive.rescue(&mut file).unwrap(), 4);
        let mut zip = zip::ZipArchive::new(File::open(&path.0).unwrap()).unwrap();
        let mut content = Vec::new();
        let mut member = zip.by_name("k.npy").unwrap();
        member.read_to_end(&mut content).unwrap();
        let array = npy::read(&content).unwrap();
        assert_eq!(array.values, [0.0, 1.0, 2.0, 3.0]);
        // an archive is not written twice
        assert_eq!(archive.rescue(&mut file).unwrap(), 0);
    }
}
