//! Tables of numbers as comma-separated values, with or without a header row.

use std::fmt::Write;

use crate::drive::control::{PREFIX, TIME};

/// A table of numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Table {
    /// Column names, if the file has a header row.
    pub names: Option<Vec<String>>,
    /// Number of columns.
    pub width: usize,
    /// The numbers, in row order.
    pub values: Vec<f64>,
}

/// Errors of a table, with their position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CsvError {
    /// There is no row of numbers.
    #[error("no numbers")]
    Empty,
    /// A cell is not a number.
    #[error("line {line}, column {column}: {found:?} is not a number")]
    Number {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// The cell.
        found: String,
    },
    /// A row is shorter or longer than the first.
    #[error("line {line}: {found} columns, but the first row has {expected}")]
    Ragged {
        /// Line, from 1.
        line: usize,
        /// Number of columns in this line.
        found: usize,
        /// Number of columns in the first row.
        expected: usize,
    },
    /// The file is not valid CSV.
    #[error("{0}")]
    Text(String),
}

impl From<csv::Error> for CsvError {
    fn from(error: csv::Error) -> Self {
        Self::Text(error.to_string())
    }
}

/// Reads a table. Empty lines and lines that start with `#` are skipped.
pub(crate) fn read(text: &str) -> Result<Table, CsvError> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .comment(Some(b'#'))
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let mut table = Table::default();
    let mut row = csv::StringRecord::new();
    while reader.read_record(&mut row)? {
        if row.len() == 1 && row[0].is_empty() {
            continue;
        }
        let line = row.position().map_or(0, |place| line(text, place.byte()));
        if table.width == 0 {
            table.width = row.len();
            if is_heading(&row) {
                table.names = Some(row.iter().map(str::to_owned).collect());
                continue;
            }
        }
        let (found, expected) = (row.len(), table.width);
        if found != expected {
            return Err(CsvError::Ragged {
                line,
                found,
                expected,
            });
        }
        for (k, cell) in row.iter().enumerate() {
            let value = cell.parse().map_err(|_| CsvError::Number {
                line,
                column: k + 1,
                found: cell.to_owned(),
            })?;
            table.values.push(value);
        }
    }
    if table.values.is_empty() {
        return Err(CsvError::Empty);
    }
    Ok(table)
}

/// True if the first row is a header: one of the cells is a column name of a recording, or no cell looks like a number.
/// A row of numbers with a typing error is not a header.
fn is_heading(row: &csv::StringRecord) -> bool {
    let recorded = |cell: &str| cell == TIME || cell.starts_with(PREFIX);
    let number = |cell: &str| {
        cell.parse::<f64>().is_ok() || cell.starts_with(|c: char| "+-.0123456789".contains(c))
    };
    row.iter().any(recorded) || !row.iter().any(number)
}

/// Line number of a row, from 1. The reader's own position is before the empty lines and comments above the row.
fn line(text: &str, byte: u64) -> usize {
    let (above, rest) = text.split_at_checked(byte as usize).unwrap_or((text, ""));
    let passed = |line: &&str| line.trim().is_empty() || line.starts_with('#');
    let passed = rest.lines().take_while(passed).count();
    above.matches('\n').count() + passed + 1
}

/// A column name on a single line.
pub(crate) fn heading(name: &str) -> String {
    name.replace(['\n', '\r'], " ")
}

/// Appends a number as the shortest decimal string that reads back to the same bits.
pub(crate) fn number(into: &mut String, value: f64) {
    // writing to a string cannot fail
    let _ = if value != 0.0 && (value.abs() < 1e-5 || value.abs() >= 1e16) {
        write!(into, "{value:e}")
    } else {
        write!(into, "{value}")
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_with_and_without_heading() {
        let table = read("1,2\n\n# remark\n3, 4e-1\n").unwrap();
        assert_eq!((table.names, table.width), (None, 2));
        assert_eq!(table.values, [1.0, 2.0, 3.0, 0.4]);
        let named = read("\u{feff}time,\"a,b\"\r\n0,1\r\n").unwrap();
        assert_eq!(named.names.unwrap(), ["time", "a,b"]);
        assert_eq!(named.values, [0.0, 1.0]);
    }

    #[test]
    fn mistakes_have_a_place() {
        assert_eq!(read("a,b\n"), Err(CsvError::Empty));
        let wrong = read("1,2\n3,x\n").unwrap_err().to_string();
        assert_eq!(wrong, "line 2, column 2: \"x\" is not a number");
        let ragged = read("1,2\n3\n").unwrap_err().to_string();
        assert_eq!(ragged, "line 2: 1 columns, but the first row has 2");
        // a typing error in the first row does not make it a header
        for text in ["0.1,0.2x\n1,2\n", "0.1x\n1\n", "1,abc\n"] {
            let typo = read(text).unwrap_err().to_string();
            assert!(
                typo.starts_with("line 1") && typo.ends_with("is not a number"),
                "{typo}"
            );
        }
        assert!(read("time,0,1\n0,1,2\n").unwrap().names.is_some());
        // after empty lines and comments, with either line ending
        for end in ["\n", "\r\n"] {
            let text = ["# remark", "a,b", "", "1,2", "  ", "# more", "", "3,x"].join(end);
            let wrong = read(&text).unwrap_err().to_string();
            assert_eq!(wrong, "line 8, column 2: \"x\" is not a number");
        }
    }

    #[test]
    fn numbers_read_back_to_the_last_bit() {
        for value in [0.1, -0.0, 1e-300, 123456.789, f64::MAX, 1.0 / 3.0, f64::NAN] {
            let mut text = String::new();
            number(&mut text, value);
            assert!(text.len() < 30, "{text}");
            assert_eq!(text.parse::<f64>().unwrap().to_bits(), value.to_bits());
        }
    }

    #[test]
    fn a_heading_with_commas_reads_back() {
        let name = "odd, \"name\"";
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record([&heading(name), "b"]).unwrap();
        writer.write_record(["1", "2"]).unwrap();
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        assert_eq!(read(&text).unwrap().names.unwrap(), [name, "b"]);
        assert_eq!(heading("two\r\nlines"), "two  lines");
    }
}
