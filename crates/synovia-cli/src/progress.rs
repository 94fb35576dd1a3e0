//! The bar that shows how far a command is, on a terminal only.

use std::time::Duration;

use crate::style::is_dumb;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How often a bar is brought up to date.
pub(crate) const PERIOD: Duration = Duration::from_millis(80);

/// A bar for `n` parts of the work; hidden if `visible` is not set or standard error is not a terminal that can draw it.
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
