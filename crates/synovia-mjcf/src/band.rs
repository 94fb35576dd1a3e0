//! An interval that may be specified by one number.

use crate::{Value, ValueError};

/// The two ends of an interval; one number sets both.
///
/// Unlike [`Lead`](crate::Lead), a single number replaces both ends of the outer value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band(pub [f64; 2]);

impl Value for Band {
    type Plain<'a> = [f64; 2];
    const BLANK_IS_UNSET: bool = true;

    fn plain(written: Option<&Self>, builtin: [f64; 2]) -> [f64; 2] {
        written.map_or(builtin, |band| band.0)
    }

    fn text(builtin: [f64; 2]) -> String {
        <[f64; 2]>::text(builtin)
    }

    fn parse(name: &str, text: &str) -> Result<Self, ValueError> {
        if text.split_ascii_whitespace().count() == 1 {
            f64::parse(name, text).map(|both| Self([both, both]))
        } else {
            <[f64; 2]>::parse(name, text).map(Self)
        }
    }

    fn write(&self, name: &str) -> (String, String) {
        self.0.write(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Attr, Span};

    #[test]
    fn one_number_stands_for_both_ends_even_over_a_class() {
        let class = Attr::new(Band([1.0, 2.0]), Span::default());
        let mut merged = class.clone();
        let near = Band::parse("springlength", " 3 ").unwrap();
        merged.overlay(&Attr::new(near, Span::default()));
        assert_eq!(merged.get(), Some(&Band([3.0, 3.0])));
        assert!(Band::parse("springlength", "1 2 3").is_err());
    }
}
