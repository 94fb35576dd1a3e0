//! The kinds of values attributes hold, and how each is read from text.

use crate::attr::{Flags, LightKind, MemorySize, Orientation};
use crate::keyword::{Bool, CameraOutput};
use crate::{Lead, Value, ValueError};

/// One word as a number.
trait Number: Sized {
    fn word(word: &str) -> Result<Self, ValueError>;
}

impl Number for f64 {
    fn word(word: &str) -> Result<Self, ValueError> {
        word.parse().map_err(|_| ValueError::NotANumber {
            found: word.to_owned(),
        })
    }
}

impl Number for f32 {
    fn word(word: &str) -> Result<Self, ValueError> {
        word.parse().map_err(|_| ValueError::NotANumber {
            found: word.to_owned(),
        })
    }
}

impl Number for i32 {
    fn word(word: &str) -> Result<Self, ValueError> {
        word.parse().map_err(|_| ValueError::NotAnInteger {
            found: word.to_owned(),
        })
    }
}

/// All words of a text as numbers.
fn numbers<T: Number>(text: &str) -> Result<Vec<T>, ValueError> {
    text.split_ascii_whitespace().map(T::word).collect()
}

/// Exactly `N` numbers.
fn exactly<T: Number, const N: usize>(text: &str) -> Result<[T; N], ValueError> {
    let list = numbers::<T>(text)?;
    let found = list.len();
    list.try_into().map_err(|_| {
        if found > N {
            ValueError::TooMuch { expected: N, found }
        } else {
            ValueError::TooFew { expected: N, found }
        }
    })
}

/// Numbers as they are written, separated by spaces.
fn join<T: core::fmt::Display>(list: &[T]) -> String {
    list.iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

macro_rules! numeric_values {
    ($($T:ty),*) => { $(
        impl Value for $T {
            fn parse(_name: &str, text: &str) -> Result<Self, ValueError> {
                exactly::<$T, 1>(text).map(|[x]| x)
            }
            fn write(&self, name: &str) -> (String, String) {
                (name.to_owned(), self.to_string())
            }
        }

        impl<const N: usize> Value for [$T; N] {
            fn parse(_name: &str, text: &str) -> Result<Self, ValueError> {
                exactly(text)
            }
            fn write(&self, name: &str) -> (String, String) {
                (name.to_owned(), join(self))
            }
        }

        impl Value for Vec<$T> {
            fn parse(_name: &str, text: &str) -> Result<Self, ValueError> {
                numbers(text)
            }
            fn write(&self, name: &str) -> (String, String) {
                (name.to_owned(), join(self))
            }
        }
    )* };
}

numeric_values!(f64, f32, i32);

impl<const N: usize> Value for Lead<N> {
    fn parse(_name: &str, text: &str) -> Result<Self, ValueError> {
        let list = numbers::<f64>(text)?;
        if list.len() > N {
            return Err(ValueError::TooMuch {
                expected: N,
                found: list.len(),
            });
        }
        Ok(Self::new(&list))
    }

    fn write(&self, name: &str) -> (String, String) {
        (name.to_owned(), join(self.leading()))
    }

    fn over(self, far: Self) -> Self {
        let mut list = far.leading().to_vec();
        let near = self.leading();
        list.resize(list.len().max(near.len()), 0.0);
        list[..near.len()].copy_from_slice(near);
        Self::new(&list)
    }
}

impl Value for String {
    fn parse(_name: &str, text: &str) -> Result<Self, ValueError> {
        Ok(text.to_owned())
    }

    fn write(&self, name: &str) -> (String, String) {
        (name.to_owned(), self.clone())
    }
}

impl Value for Orientation {
    fn parse(name: &str, text: &str) -> Result<Self, ValueError> {
        match name {
            "axisangle" => exactly(text).map(Self::AxisAngle),
            "xyaxes" => exactly(text).map(Self::XyAxes),
            "zaxis" => exactly(text).map(Self::ZAxis),
            _ => exactly(text).map(Self::Euler),
        }
    }

    fn write(&self, _name: &str) -> (String, String) {
        let (name, text) = match self {
            Self::AxisAngle(v) => ("axisangle", join(v)),
            Self::Euler(v) => ("euler", join(v)),
            Self::XyAxes(v) => ("xyaxes", join(v)),
            Self::ZAxis(v) => ("zaxis", join(v)),
        };
        (name.to_owned(), text)
    }
}

impl LightKind {
    const KEYWORDS: &'static [&'static str] = &["spot", "directional", "point", "image"];
}

impl Value for LightKind {
    fn parse(name: &str, text: &str) -> Result<Self, ValueError> {
        if name == "directional" {
            let directional = Bool::parse(name, text)?.is_true();
            return Ok(if directional {
                Self::Directional
            } else {
                Self::Spot
            });
        }
        match text {
            "spot" => Ok(Self::Spot),
            "directional" => Ok(Self::Directional),
            "point" => Ok(Self::Point),
            "image" => Ok(Self::Image),
            _ => Err(ValueError::UnknownKeyword {
                found: text.to_owned(),
                expected: Self::KEYWORDS,
            }),
        }
    }

    fn write(&self, _name: &str) -> (String, String) {
        ("type".to_owned(), Self::KEYWORDS[*self as usize].to_owned())
    }
}

impl Value for Flags<CameraOutput> {
    fn parse(name: &str, text: &str) -> Result<Self, ValueError> {
        let mut found = Vec::new();
        for word in text.split_ascii_whitespace() {
            let key = CameraOutput::parse(name, word)?;
            if found.contains(&key) {
                return Err(ValueError::Other(format!("duplicate keyword \"{word}\"")));
            }
            found.push(key);
        }
        Ok(Self(found))
    }

    fn write(&self, name: &str) -> (String, String) {
        let words: Vec<_> = self.0.iter().map(|k| k.keyword()).collect();
        (name.to_owned(), words.join(" "))
    }
}

impl Value for MemorySize {
    fn parse(_name: &str, text: &str) -> Result<Self, ValueError> {
        let bad = || {
            ValueError::Other(format!(
                "expected a number of bytes with an optional suffix K, M, G, T, P or E, found \"{text}\""
            ))
        };
        let word = text.trim_ascii();
        if word == "-1" {
            return Ok(Self(-1));
        }
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let base: i64 = word[..digits].parse().map_err(|_| bad())?;
        let bits = match &word[digits..] {
            "" => 0,
            "K" | "k" => 10,
            "M" | "m" => 20,
            "G" | "g" => 30,
            "T" | "t" => 40,
            "P" | "p" => 50,
            "E" | "e" => 60,
            _ => return Err(bad()),
        };
        base.checked_mul(1 << bits).map(Self).ok_or_else(bad)
    }

    fn write(&self, name: &str) -> (String, String) {
        (name.to_owned(), self.0.to_string())
    }
}
