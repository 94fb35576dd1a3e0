//! Several named arrays in one file, numpy's format NPZ: a ZIP archive of NPY files, written row by row.
//!
//! An array lies in one piece, but a row belongs to all of them. As the number of rows is known before the first, every
//! array has its place from the start, and blocks of rows are written there:
//!
//! ```text
//! | header a | rows of a …     | header b | rows of b …        | directory |
//! ```
//!
//! A file system keeps no memory for what is not written yet. If there are fewer rows in the end, the arrays are moved
//! together. Headers and directory are written last, with sums that were taken along the way.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use crc32fast::Hasher;

use super::npy::{self, HEAD, Kind};
use super::zip::{self, LIMIT, Member};

/// Bytes of rows that are kept before they are written; a row that is larger is written at once.
const BLOCK: usize = 1 << 20;

/// One array: a number, or `width` numbers, in each row.
#[derive(Debug)]
struct Array {
    /// The name of the file in the archive.
    name: String,
    kind: Kind,
    width: Option<usize>,
    /// Bytes of a row.
    row: u64,
    /// Where its numbers start while the archive grows.
    numbers: u64,
    /// Rows that are not written yet.
    block: Vec<u8>,
    /// The sum of rows that are written.
    sum: Hasher,
}

impl Array {
    /// Bytes of the NPY file.
    fn size(&self, rows: u64) -> u64 {
        self.row.saturating_mul(rows).saturating_add(HEAD as u64)
    }
}

/// An archive of arrays that grow by a row at a time.
#[derive(Debug)]
pub struct Archive {
    arrays: Vec<Array>,
    /// Most rows.
    most: u64,
    /// Rows that are written.
    written: u64,
    /// Rows of a block.
    block: u64,
    /// From here on numbers of the archive have 64 bits.
    limit: u64,
    /// Whether arrays are being moved: rows are no longer where they were written.
    closing: bool,
}

impl Archive {
    /// An archive for `most` rows.
    pub fn new(most: u64) -> Self {
        Self {
            arrays: Vec::new(),
            most,
            written: 0,
            block: 1,
            limit: LIMIT,
            closing: false,
        }
    }

    /// Adds an array with a number, or with `width` numbers, in each row; returns its number.
    pub fn add(&mut self, name: &str, kind: Kind, width: Option<usize>) -> usize {
        let row = (width.unwrap_or(1) * kind.size()) as u64;
        self.arrays.push(Array {
            name: format!("{name}.npy"),
            kind,
            width,
            row,
            numbers: 0,
            block: Vec::new(),
            sum: Hasher::new(),
        });
        self.arrays.len() - 1
    }

    /// Gives every array its place, and takes memory for a block of rows; false if there is none.
    pub fn reserve(&mut self) -> bool {
        let (places, _) = self.layout(self.most);
        for (k, place) in places.into_iter().enumerate() {
            self.arrays[k].numbers = self.numbers(&self.arrays[k], place, self.most);
        }
        let row: u64 = self.arrays.iter().map(|array| array.row).sum();
        self.block = (BLOCK as u64 / row.max(1)).max(1);
        let block = self.block;
        let mut arrays = self.arrays.iter_mut();
        arrays.all(|array| {
            let bytes = usize::try_from(block * array.row);
            bytes.is_ok_and(|bytes| array.block.try_reserve_exact(bytes).is_ok())
        })
    }

    /// Where each array starts if there are `rows` rows, and where the directory does.
    fn layout(&self, rows: u64) -> (Vec<u64>, u64) {
        let (mut places, mut end) = (Vec::with_capacity(self.arrays.len()), 0_u64);
        for array in &self.arrays {
            places.push(end);
            let size = array.size(rows);
            end = end.saturating_add(zip::local_len(&array.name, size, self.limit));
            end = end.saturating_add(size);
        }
        (places, end)
    }

    /// Where the numbers of an array start if its header starts at `place`.
    fn numbers(&self, array: &Array, place: u64, rows: u64) -> u64 {
        let header = zip::local_len(&array.name, array.size(rows), self.limit);
        place.saturating_add(header + HEAD as u64)
    }

    /// Bytes of the file with all rows, but for its directory.
    pub fn size(&self) -> u64 {
        self.layout(self.most).1
    }

    /// Takes the next numbers of a row of array `k`.
    pub fn doubles(&mut self, k: usize, values: &[f64]) {
        let block = &mut self.arrays[k].block;
        for value in values {
            block.extend_from_slice(&value.to_le_bytes());
        }
    }

    /// Takes the integer of a row of array `k`.
    pub fn integer(&mut self, k: usize, value: i32) {
        self.arrays[k].block.extend_from_slice(&value.to_le_bytes());
    }

    /// Writes the rows that are kept if there are enough of them; `rows` are complete.
    pub fn advance(&mut self, file: &mut File, rows: u64) -> io::Result<()> {
        if rows - self.written < self.block {
            return Ok(());
        }
        self.write(file, rows)
    }

    /// Writes the rows that are kept. After an error the file has the rows that it had before.
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
            array.sum.update(&array.block);
            array.block.clear();
        }
        self.written = rows;
        Ok(())
    }

    /// Completes the file, which has `rows` rows.
    pub fn finish(&mut self, file: &mut File, rows: u64) -> io::Result<()> {
        self.write(file, rows)?;
        self.close(file)
    }

    /// Completes the file with the rows that are written, after a row could not be; returns how many.
    pub fn rescue(&mut self, file: &mut File) -> io::Result<u64> {
        if self.closing {
            return Ok(0);
        }
        self.close(file).map(|()| self.written)
    }

    /// Moves arrays together, and writes the headers and the directory.
    fn close(&mut self, file: &mut File) -> io::Result<()> {
        self.closing = true;
        let rows = self.written;
        let (places, end) = self.layout(rows);
        let mut members = Vec::with_capacity(self.arrays.len());
        for (array, place) in self.arrays.iter().zip(places) {
            let target = self.numbers(array, place, rows);
            move_down(file, array.numbers, target, rows * array.row)?;

            let head = npy::head(array.kind, rows, array.width);
            let mut sum = Hasher::new();
            sum.update(&head);
            sum.combine(&array.sum);
            let member = Member {
                name: array.name.clone(),
                place,
                size: array.size(rows),
                sum: sum.finalize(),
            };
            file.seek(SeekFrom::Start(place))?;
            file.write_all(&zip::local(&member, self.limit))?;
            file.write_all(&head)?;
            members.push(member);
        }
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        file.write_all(&zip::directory(&members, end, self.limit))
    }
}

/// Moves `n` bytes of a file to an earlier place.
fn move_down(file: &mut File, from: u64, to: u64, n: u64) -> io::Result<()> {
    if from == to {
        return Ok(());
    }
    let mut buffer = vec![0; n.min(BLOCK as u64) as usize];
    let mut done = 0;
    while done < n {
        let part = (n - done).min(BLOCK as u64) as usize;
        file.seek(SeekFrom::Start(from + done))?;
        file.read_exact(&mut buffer[..part])?;
        file.seek(SeekFrom::Start(to + done))?;
        file.write_all(&buffer[..part])?;
        done += part as u64;
    }
    Ok(())
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

    /// Row `k` is k; k and k²; −k. Room for `most` rows, of which `rows` come.
    fn write(path: &Scratch, most: u64, rows: u64, limit: u64) {
        let mut file = path.open();
        let mut archive = Archive::new(most);
        archive.limit = limit;
        let a = archive.add("a", Kind::Double, None);
        let none = archive.add("none", Kind::Double, Some(0));
        let pair = archive.add("pair", Kind::Double, Some(2));
        let n = archive.add("n", Kind::Integer, None);
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

    /// Whether numpy finds in archives what `write` wrote there; it is asked by the Python that the test command names.
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
            write(&file, most, rows, LIMIT);
            (file, rows)
        });
        check_with_numpy(&archives);
        // without a trace of the plan
        let (short, exact) = (Scratch::new("one"), Scratch::new("two"));
        write(&short, 1 << 20, 11, LIMIT);
        write(&exact, 11, 11, LIMIT);
        assert!(fs::read(&short.0).unwrap() == fs::read(&exact.0).unwrap());
    }

    #[test]
    fn numpy_reads_records_of_64_bits() {
        let mut archives = Vec::new();
        // all wide, and members and places on either side of the limit
        for limit in [0, 1, 200, 300, 500, 700, 1000] {
            for (most, rows) in [(20, 20), (1000, 20)] {
                let file = Scratch::new(&format!("wide-{limit}-{most}"));
                write(&file, most, rows, limit);
                archives.push((file, rows));
            }
        }
        check_with_numpy(&archives);
    }

    #[test]
    fn numpy_reads_behind_four_gigabytes() {
        let Some(python) = std::env::var_os("PYO3_PYTHON") else {
            return;
        };
        let path = Scratch::new("large");
        let mut file = path.open();
        // an array that is nothing but a hole in the file, without its sum, and one behind it
        let rows = 600_000_000;
        let mut archive = Archive::new(rows);
        archive.add("zeros", Kind::Double, None);
        archive.add("nothing", Kind::Double, Some(0));
        let end = archive.add("bytes", Kind::Integer, Some(0));
        assert!(archive.reserve() && archive.size() > 4_800_000_000);
        file.set_len(archive.size()).unwrap();
        archive.written = rows;
        archive.finish(&mut file, rows).unwrap();
        assert!(archive.arrays[end].numbers > LIMIT);
        let script = "import sys, zipfile, numpy as np
with np.load(sys.argv[1]) as found:
    assert found['nothing'].shape == (600000000, 0) and found['bytes'].dtype == np.int32
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.getinfo('zeros.npy').file_size == 4800000128
    with archive.open('zeros.npy') as file:
        np.lib.format.read_magic(file)
        shape, fortran, dtype = np.lib.format.read_array_header_1_0(file)
    assert shape == (600000000,) and dtype == np.float64 and not fortran";
        let output = Command::new(python)
            .args(["-c", script])
            .arg(&path.0)
            .output();
        let output = output.unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{told}");
    }

    #[test]
    fn rows_before_one_that_could_not_be_written_are_rescued() {
        let path = Scratch::new("full");
        let mut file = path.open();
        let mut archive = Archive::new(50);
        let k = archive.add("k", Kind::Integer, None);
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
        let bytes = fs::read(&path.0).unwrap();
        let content = &bytes[30 + "k.npy".len()..][..HEAD + 16];
        let array = npy::read(content).unwrap();
        assert_eq!(array.values, [0.0, 1.0, 2.0, 3.0]);
        // arrays that have been moved are not moved again
        assert_eq!(archive.rescue(&mut file).unwrap(), 0);
    }
}
