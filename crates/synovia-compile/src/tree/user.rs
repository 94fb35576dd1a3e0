//! User data: rows of numbers that the engine does not interpret, as wide as the longest one, or as `size` specifies; shorter ones are
//! padded with zeros.

use synovia_mjcf::spec::settings::Size;
use synovia_mjcf::{Attr, Span};
use synovia_model::column::{AnyColumn, Element, Grid};

use crate::cx::Cx;

/// The user data of an element, and its place in the source.
pub(crate) fn row(user: &Attr<Vec<f64>>) -> (&[f64], Span) {
    (user.get().map_or(&[], Vec::as_slice), user.span())
}

/// Fills a column of user data and returns its width: `said`, from the section `size`, unless it is −1 or unset.
pub(crate) fn fill<Id>(
    cx: &mut Cx<'_>,
    element: &str,
    said: &Attr<i32>,
    rows: &[(&[f64], Span)],
    grid: &mut Grid<Id, f64>,
) -> i64
where
    f64: Element,
{
    let width = usize::try_from(said.or(Size::BUILTIN.nuser_body));
    let longest = || rows.iter().map(|(user, _)| user.len()).max().unwrap_or(0);
    let width = width.unwrap_or_else(|_| longest());
    grid.reset(rows.len(), width);
    for (k, (user, span)) in rows.iter().enumerate() {
        if user.len() <= width {
            grid.row_mut(k)[..user.len()].copy_from_slice(user);
            continue;
        }
        let found = user.len();
        let message = format!(
            "{element} user: found {found} values, but nuser_{element} is {width}; increase it or remove values"
        );
        cx.error(*span, message);
    }
    width as i64
}
