//! Tables of numbers as comma-separated values, with or without a heading.

use std::fmt::Write;

/// A table of numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The names of the columns, if the file has them.
    pub names: Option<Vec<String>>,
    /// Number of columns.
    pub width: usize,
    /// The numbers, row by row.
    pub values: Vec<f64>,
}

/// What can be wrong with a table, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CsvError {
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
    #[error("line {line}: {found} columns, but {expected} above")]
    Ragged {
        /// Line, from 1.
        line: usize,
        /// Its columns.
        found: usize,
        /// The columns of the rows before.
        expected: usize,
    },
}

/// The cells of a line; a cell in quotes may contain commas, and quotes when doubled.
fn cells(line: &str) -> Vec<String> {
    let mut cells = Vec::new();
    let (mut cell, mut quoted) = (String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(core::mem::take(&mut cell)),
            other => cell.push(other),
        }
    }
    cells.push(cell);
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

/// Reads a table. The first line is a heading if a cell of it is not a number; empty lines and those that start with `#`
/// are passed over.
pub fn read(text: &str) -> Result<Table, CsvError> {
    let mut table = Table::default();
    let text = text.trim_start_matches('\u{feff}');
    let lines = (text.lines().enumerate())
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    for (k, line) in lines {
        let cells = cells(line);
        if table.width == 0 {
            table.width = cells.len();
            if cells.iter().any(|cell| cell.parse::<f64>().is_err()) {
                table.names = Some(cells);
                continue;
            }
        }
        if cells.len() != table.width {
            return Err(CsvError::Ragged {
                line: k + 1,
                found: cells.len(),
                expected: table.width,
            });
        }
        for (column, cell) in cells.into_iter().enumerate() {
            let value = cell.parse().map_err(|_| CsvError::Number {
                line: k + 1,
                column: column + 1,
                found: cell,
            })?;
            table.values.push(value);
        }
    }
    if table.values.is_empty() {
        return Err(CsvError::Empty);
    }
    Ok(table)
}

/// A cell of a heading, in quotes if it needs them.
pub fn heading(name: &str) -> String {
    if name.contains([',', '"', '\n', '\r']) {
        format!(
            "\"{}\"",
            name.replace('"', "\"\"").replace(['\n', '\r'], " ")
        )
    } else {
        name.to_owned()
    }
}

/// Appends a number: the shortest text that reads back as the same bits.
pub fn number(into: &mut String, value: f64) {
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
        assert_eq!(ragged, "line 2: 1 columns, but 2 above");
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
        let text = format!("{},b\n1,2\n", heading(name));
        assert_eq!(read(&text).unwrap().names.unwrap(), [name, "b"]);
    }
}
