//! Progress bars, shown on a terminal only.

use std::time::Duration;

use crate::style::is_dumb;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Time between updates of a bar.
pub(crate) const PERIOD: Duration = Duration::from_millis(80);

/// A bar for `n` units of work; hidden if `visible` is false or standard error is not a terminal that can draw it.
pub(crate) fn bar(n: usize, visible: bool) -> ProgressBar {
    let target = if visible && !is_dumb() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(n as u64), target);
    let template = "{bar:30.cyan/dim} {percent:>3}%  {msg}  {eta:.dim} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("━╸─"));
    }
    bar
}
