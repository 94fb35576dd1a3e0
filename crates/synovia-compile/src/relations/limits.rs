//! Decides whether a range is enforced.
//!
//! `limited` is true, false, or `auto`: enforced if and only if the range is not empty. A model that disables `autolimits` must set
//! `limited` explicitly for every range.

use synovia_mjcf::Span;
use synovia_mjcf::keyword::Limited;

use crate::cx::Cx;

/// A range together with the attribute that enables it.
pub(crate) struct Limit {
    /// The attribute `limited`.
    pub limited: Limited,
    /// Lower and upper end.
    pub range: [f64; 2],
}

impl Limit {
    /// Whether the range is enforced.
    pub(crate) fn is_on(&self) -> bool {
        match self.limited {
            Limited::True => true,
            Limited::False => false,
            _ => self.range[0] < self.range[1],
        }
    }

    /// Reports a range that needs an explicit `limited`, and an enforced range that is empty.
    ///
    /// `name` is the common prefix of the two attributes: `ctrl` for `ctrlrange` and `ctrllimited`.
    pub(crate) fn check(
        &self,
        cx: &mut Cx<'_>,
        autolimits: bool,
        element: &str,
        name: &str,
        span: Span,
    ) {
        self.check_written(cx, autolimits, element, name, span);
        if self.is_on() && self.range[0] >= self.range[1] {
            let [low, high] = self.range;
            cx.error(
                span,
                format!("{element}: invalid {name}range, {low} is not less than {high}"),
            );
        }
    }

    /// Reports a range that needs an explicit `limited`.
    pub(crate) fn check_written(
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
    }
}
