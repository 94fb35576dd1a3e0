//! User data: rows as wide as the longest one, or as wide as `size` specifies.

use synovia_mjcf::{Attr, Span};
use synovia_model::column::{AnyColumn, Element, Grid};

use crate::cx::Cx;

/// Fills a column of user data and returns its width.
pub(crate) fn fill<Id>(
    cx: &mut Cx<'_>,
    element: &str,
    declared: Option<i32>,
    rows: &[(&Attr<Vec<f64>>, Span)],
    grid: &mut Grid<Id, f64>,
) -> i64
where
    f64: Element,
{
    let longest = rows
        .iter()
        .filter_map(|(user, _)| user.get())
        .map(Vec::len)
        .max()
        .unwrap_or(0);
    let width = match declared {
        Some(n) if n >= 0 => n as usize,
        _ => longest,
    };
    grid.reset(rows.len(), width);
    for (k, (user, span)) in rows.iter().enumerate() {
        let Some(values) = user.get() else { continue };
        if values.len() > width {
            let at = if user.is_set() { user.span() } else { *span };
            cx.error(
                at,
                format!(
                    "{element} user: found {} values, but nuser_{element} is {width}; increase it or remove values",
                    values.len()
                ),
            );
            continue;
        }
        grid.row_mut(k)[..values.len()].copy_from_slice(values);
    }
    width as i64
}
