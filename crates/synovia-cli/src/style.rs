//! Terminal colours.

use std::io::IsTerminal;

/// Text style, with or without colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    colour: bool,
}

impl Style {
    /// Plain text.
    #[cfg(test)]
    pub(crate) const PLAIN: Self = Self { colour: false };
    /// Coloured text.
    #[cfg(test)]
    pub(crate) const COLOUR: Self = Self { colour: true };

    /// Colours if `stream` is a terminal that supports them and the user has not disabled them (`NO_COLOR`).
    pub(crate) fn of(stream: &impl IsTerminal) -> Self {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self {
            colour: stream.is_terminal() && !refused && !is_dumb(),
        }
    }

    /// True if text is coloured.
    pub(crate) fn has_colour(self) -> bool {
        self.colour
    }

    /// A heading.
    pub(crate) fn strong(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// Success.
    pub(crate) fn good(self, text: &str) -> String {
        self.paint("32", text)
    }

    /// Failure.
    pub(crate) fn bad(self, text: &str) -> String {
        self.paint("1;31", text)
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.colour {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}

/// True if the terminal does not understand escape sequences (`TERM=dumb`).
pub(crate) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_stays_as_it_is() {
        assert_eq!(Style::PLAIN.bad("error"), "error");
        assert_eq!(Style::COLOUR.good("ok"), "\x1b[32mok\x1b[0m");
    }
}
