//! Whether a range is enforced.
//!
//! `limited` is true, false, or decided by the range: on if and only if the range is not empty. A model that has
//! switched that inference off must say so in words wherever it writes a range.

use synovia_mjcf::Span;
use synovia_mjcf::keyword::Limited;

use crate::cx::Cx;

/// A range together with the word that switches it.
pub(super) struct Limit {
    /// The word.
    pub limited: Limited,
    /// Lower and upper end.
    pub range: [f64; 2],
}

impl Limit {
    /// True if the range is enforced.
    pub(super) fn is_on(&self) -> bool {
        match self.limited {
            Limited::True => true,
            Limited::False => false,
            _ => self.range[0] < self.range[1],
        }
    }

    /// Reports a range that leaves open whether it counts, and an enforced range that is empty.
    ///
    /// `name` is the stem of the two attributes: `ctrl` stands for `ctrlrange` and `ctrllimited`.
    pub(super) fn check(
        &self,
        cx: &mut Cx<'_>,
        autolimits: bool,
        element: &str,
        name: &str,
        span: Span,
    ) {
        let written = self.range != [0.0, 0.0];
        if self.limited == Limited::Auto && written && !autolimits {
            cx.error(
                span,
                format!(
                    "{element} has `{name}range` but not `{name}limited`: set `autolimits=\"true\"` in `compiler`, \
                     write `{name}limited` as \"true\" or \"false\", or remove the range"
                ),
            );
        }
        if self.is_on() && self.range[0] >= self.range[1] {
            let [low, high] = self.range;
            cx.error(
                span,
                format!("{element}: invalid {name}range, {low} is not less than {high}"),
            );
        }
    }
}
