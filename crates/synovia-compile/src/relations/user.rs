//! User data: rows of numbers that the engine does not interpret.
//!
//! All rows of a table have the same width: that of the size section, or, if it is not set, that of the longest
//! row. Shorter rows are padded with zeros.

use synovia_mjcf::spec::settings::Size;
use synovia_mjcf::{Attr, Span};
use synovia_model::column::Grid;

use crate::cx::Cx;

/// The width of the rows: `said`, from the size section, unless it is −1 or unset.
pub(super) fn width<'a>(said: &Attr<i32>, rows: impl Iterator<Item = &'a [f64]>) -> usize {
    usize::try_from(said.or(Size::BUILTIN.nuser_body))
        .unwrap_or_else(|_| rows.map(<[f64]>::len).max().unwrap_or(0))
}

/// Writes row `k`; an error if it is too long.
pub(super) fn write<Id>(
    cx: &mut Cx<'_>,
    grid: &mut Grid<Id, f64>,
    k: usize,
    data: &[f64],
    element: &str,
    span: Span,
) {
    let width = grid.width();
    if data.len() > width {
        cx.error(
            span,
            format!(
                "{element}: user has {} values, more than nuser_{element} = {width}",
                data.len()
            ),
        );
        return;
    }
    grid.row_mut(k)[..data.len()].copy_from_slice(data);
}
