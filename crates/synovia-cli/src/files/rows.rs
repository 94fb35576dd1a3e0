//! Selected rows of an array in a recording: an NPZ archive, of which only these rows are kept in memory, or a CSV table.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::Path;

use zip::ZipArchive;

use super::csv::{self, CsvError, Table};
use super::npy::NpyError;
use super::npy_header::{Header, MAGIC};

/// Length of the start of an NPY file: magic bytes, version and length of the header.
const START: usize = 10;

/// Errors of reading rows.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RowsError {
    /// The file cannot be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// The file is not an archive.
    #[error("{0}")]
    Archive(zip::result::ZipError),
    /// The member cannot be read, for example because it is compressed.
    #[error("array {0:?}: {1}; write it uncompressed, with numpy.savez")]
    Member(String, zip::result::ZipError),
    /// The recording has no array of that name.
    #[error("there is no array {0:?}")]
    Missing(String),
    /// The array is invalid.
    #[error("array {0:?}: {1}")]
    Array(String, NpyError),
    /// The numbers have another type.
    #[error("array {0:?}: the numbers are of type {1}, expected <f8 in row-major order")]
    Type(String, String),
    /// The array ends before its last row.
    #[error("array {0:?} is truncated")]
    Short(String),
    /// The file is not a table.
    #[error("{0}")]
    Csv(#[from] CsvError),
    /// A table without column names.
    #[error(
        "the first line has no column names; expected a file written by `synovia run --record`"
    )]
    Unnamed,
}

/// An open recording.
#[derive(Debug)]
pub(crate) enum Recorded {
    /// An archive of arrays.
    Npz(Box<Archive>),
    /// Columns named `array:element`.
    Csv(Table),
}

impl Recorded {
    /// Opens a recording, as a table if its name ends with `.csv`.
    pub(crate) fn open(path: &Path) -> Result<Self, RowsError> {
        if path.extension().is_none_or(|ext| ext != "csv") {
            return Ok(Self::Npz(Box::new(open(File::open(path)?)?)));
        }
        let bytes = fs::read(path)?;
        let table = csv::read(&String::from_utf8_lossy(&bytes))?;
        match table.names {
            Some(_) => Ok(Self::Csv(table)),
            None => Err(RowsError::Unnamed),
        }
    }

    /// Reads rows `wanted` of the array `name`; see [`read`].
    pub(crate) fn read(&mut self, name: &str, wanted: Option<&[usize]>) -> Result<Rows, RowsError> {
        match self {
            Self::Npz(archive) => read(archive, name, wanted),
            Self::Csv(table) => columns(table, name, wanted),
        }
    }
}

/// Rows `wanted` of the column `name`, or of all columns `name:…`.
fn columns(table: &Table, name: &str, wanted: Option<&[usize]>) -> Result<Rows, RowsError> {
    let headings = table.names.iter().flatten().enumerate();
    let part_of = |heading: &str| {
        let rest = heading.strip_prefix(name);
        rest.is_some_and(|rest| rest.starts_with(':'))
    };
    let parts: Vec<usize> = (headings.clone())
        .filter(|(_, heading)| part_of(heading))
        .map(|(k, _)| k)
        .collect();
    let single = headings.clone().find(|(_, heading)| *heading == name);
    let (chosen, width) = match (single, parts.len()) {
        (Some((k, _)), _) => (vec![k], None),
        (None, 0) => return Err(RowsError::Missing(name.to_owned())),
        (None, n) => (parts, Some(n)),
    };
    let rows = table.values.len() / table.width.max(1);
    let all: Vec<usize>;
    let wanted = if let Some(wanted) = wanted {
        wanted
    } else {
        all = (0..rows).collect();
        &all
    };
    let values = (wanted.iter())
        .filter_map(|row| table.values.get(row * table.width..(row + 1) * table.width))
        .flat_map(|row| chosen.iter().map(|&k| row[k]));
    Ok(Rows {
        shape: core::iter::once(rows).chain(width).collect(),
        values: values.collect(),
    })
}

/// The requested rows of an array, and the shape of the whole array.
#[derive(Debug)]
pub(crate) struct Rows {
    /// Dimensions of the whole array.
    pub shape: Vec<usize>,
    /// Numbers of the requested rows.
    pub values: Vec<f64>,
}

/// An archive open for reading.
pub(crate) type Archive = ZipArchive<BufReader<File>>;

/// Opens an archive.
pub(crate) fn open(file: File) -> Result<Archive, RowsError> {
    ZipArchive::new(BufReader::new(file)).map_err(RowsError::Archive)
}

/// Reads rows `wanted` of the array `name`, or all rows if `wanted` is `None`. Row numbers must not decrease and must
/// be below the number of rows; a row may be requested twice.
pub(crate) fn read(
    archive: &mut Archive,
    name: &str,
    wanted: Option<&[usize]>,
) -> Result<Rows, RowsError> {
    let mut member = match archive.by_name(&format!("{name}.npy")) {
        Ok(member) => member,
        Err(zip::result::ZipError::FileNotFound) => {
            return Err(RowsError::Missing(name.to_owned()));
        }
        Err(error) => return Err(RowsError::Member(name.to_owned(), error)),
    };
    let short = |_| RowsError::Short(name.to_owned());
    let wrong = |error: NpyError| RowsError::Array(name.to_owned(), error);

    // a header of version 1, which numpy writes for all but giant headers
    let mut head = vec![0; START];
    member.read_exact(&mut head).map_err(short)?;
    if !head.starts_with(MAGIC) {
        return Err(wrong(NpyError::Magic));
    }
    if head[6] != 1 {
        let told = format!("version {} is not supported", head[6]);
        return Err(wrong(NpyError::Header(told)));
    }
    let length = usize::from(u16::from_le_bytes([head[8], head[9]]));
    head.resize(START + length, 0);
    member.read_exact(&mut head[START..]).map_err(short)?;
    let header = Header::read(&head).map_err(|error| wrong(NpyError::Header(error)));
    let (header, _) = header?;
    if header.descr != "<f8" || header.fortran_order {
        return Err(RowsError::Type(name.to_owned(), header.descr));
    }

    let shape = header.shape;
    let rows = shape.first().copied().unwrap_or(0);
    // allocate only if the archive really has the size that the header promises
    let mut sides = shape.iter().skip(1);
    let bytes = sides.try_fold(8, |n: usize, &side| n.checked_mul(side));
    let all = bytes.and_then(|n| n.checked_mul(rows)?.checked_add(head.len()));
    let Some(bytes) = bytes.filter(|_| all.is_some_and(|n| n as u64 == member.size())) else {
        return Err(RowsError::Short(name.to_owned()));
    };
    let mut row = vec![0; bytes];
    let mut values = Vec::new();
    let mut wanted = wanted;
    for k in 0..rows {
        let times = match wanted {
            None => 1,
            Some([]) => break,
            Some(left) => left.iter().take_while(|&&row| row == k).count(),
        };
        wanted = wanted.map(|left| &left[times..]);
        member.read_exact(&mut row).map_err(short)?;
        for _ in 0..times {
            let numbers = row.as_chunks().0.iter();
            values.extend(numbers.map(|&bytes| f64::from_le_bytes(bytes)));
        }
    }
    Ok(Rows { shape, values })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::CompressionMethod;
    use zip::write::SimpleFileOptions;

    use super::*;
    use crate::files::npy::{self, NpyType};

    /// An archive with the array `a`, of rows `k` and `10 k`, cut off by `less` bytes.
    fn archive(name: &str, less: usize) -> Archive {
        let name = format!("synovia-rows-{name}-{}.npz", std::process::id());
        let path = std::env::temp_dir().join(name);
        let mut zip = zip::ZipWriter::new(File::create(&path).unwrap());
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        zip.start_file("a.npy", options).unwrap();
        let mut bytes = npy::header(NpyType::Double, 6, Some(2)).unwrap();
        for k in 0..6 {
            bytes.extend(
                [f64::from(k), f64::from(10 * k)]
                    .map(f64::to_le_bytes)
                    .as_flattened(),
            );
        }
        bytes.truncate(bytes.len() - less);
        zip.write_all(&bytes).unwrap();
        zip.finish().unwrap();
        let archive = open(File::open(&path).unwrap());
        std::fs::remove_file(&path).unwrap();
        archive.unwrap()
    }

    #[test]
    fn rows_are_read_where_they_are_wanted() {
        let mut archive = archive("some", 0);
        let rows = read(&mut archive, "a", Some(&[1, 1, 4])).unwrap();
        assert_eq!(rows.shape, [6, 2]);
        assert_eq!(rows.values, [1.0, 10.0, 1.0, 10.0, 4.0, 40.0]);
        assert!(
            read(&mut archive, "a", Some(&[]))
                .unwrap()
                .values
                .is_empty()
        );
        assert_eq!(read(&mut archive, "a", None).unwrap().values.len(), 12);
        let missing = read(&mut archive, "b", None);
        assert!(matches!(missing, Err(RowsError::Missing(_))));
    }

    #[test]
    fn columns_of_a_table_are_arrays() {
        let text = "time,qpos:a,qpos:b,qvel:a\n0,1,2,3\n1,4,5,6\n";
        let mut table = Recorded::Csv(csv::read(text).unwrap());
        let rows = table.read("qpos", Some(&[1, 1])).unwrap();
        assert_eq!(
            (rows.shape, rows.values),
            (vec![2, 2], vec![4.0, 5.0, 4.0, 5.0])
        );
        let time = table.read("time", None).unwrap();
        assert_eq!((time.shape, time.values), (vec![2], vec![0.0, 1.0]));
        assert!(matches!(table.read("q", None), Err(RowsError::Missing(_))));
    }

    #[test]
    fn an_array_without_its_end_is_refused() {
        for less in [1, 8, 100, 180] {
            let short = read(&mut archive("short", less), "a", Some(&[0]));
            assert!(short.is_err(), "{less}");
        }
    }
}
