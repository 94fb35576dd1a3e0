//! Tables for the terminal: aligned columns without borders.

use comfy_table::{Cell, CellAlignment, Table, presets};

use crate::style::Style;

/// Spaces between columns.
const GAP: u16 = 2;

/// A table of labels and values.
pub(crate) fn labelled<L: AsRef<str>>(rows: &[(L, String)], style: Style) -> String {
    // styling makes every label longer by the same number of bytes
    let rows = (rows.iter()).map(|(label, value)| [style.strong(label.as_ref()), value.clone()]);
    let mut table = Table::new();
    table.add_rows(rows);
    text(table)
}

/// A table with a header: the first and last columns are left-aligned, the numbers between them right-aligned.
pub(crate) fn columns<const N: usize>(
    heading: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
    style: Style,
) -> String {
    let cells = |row: [String; N]| {
        let cells = row.into_iter().enumerate();
        cells.map(|(k, cell)| {
            let number = k > 0 && k + 1 < N;
            let side = if number {
                CellAlignment::Right
            } else {
                CellAlignment::Left
            };
            Cell::new(cell).set_alignment(side)
        })
    };
    let mut table = Table::new();
    table.add_row(cells(heading.map(str::to_owned)));
    table.add_rows(rows.into_iter().map(cells));
    let text = text(table);
    match text.split_once('\n') {
        Some((heading, rows)) => format!("{}\n{rows}", style.strong(heading)),
        None => text,
    }
}

/// The lines of a table, without trailing spaces.
fn text(mut table: Table) -> String {
    table.load_style(presets::NOTHING);
    for column in table.column_iter_mut() {
        column.set_padding((0, GAP));
    }
    let mut text = String::new();
    for line in table.lines() {
        text.extend([line.trim_end(), "\n"]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_in_one_column() {
        let rows = [("a", "1"), ("", ""), ("longer", "2×"), ("  in", "x")];
        let rows = rows.map(|(label, value)| (label, value.to_owned()));
        let plain = labelled(&rows, Style::PLAIN);
        assert_eq!(plain, "a       1\n\nlonger  2×\n  in    x\n");
        let painted = labelled(&rows, Style::COLOUR);
        let painted = painted.replace("\x1b[1m", "").replace("\x1b[0m", "");
        let lines: Vec<&str> = painted.lines().map(str::trim_end).collect();
        assert_eq!(lines, plain.lines().collect::<Vec<_>>());
    }

    #[test]
    fn numbers_stand_on_the_right() {
        let rows = [["a", "1", "x"], ["bc", "1000", ""]].map(|row| row.map(str::to_owned));
        let text = columns(["model", "µs", ""], rows, Style::PLAIN);
        assert_eq!(text, "model    µs\na         1  x\nbc     1000\n");
    }
}
