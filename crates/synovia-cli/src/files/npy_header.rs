//! Headers of numpy's NPY format: type, order and shape of an array, as a Python dictionary literal.
//!
//! ```text
//! \x93NUMPY  version (2 bytes)  length of the dictionary (2 bytes, from version 2 on 4)
//! {'descr': '<f8', 'fortran_order': False, 'shape': (100, 3), }   spaces   \n
//! ```
//!
//! The numbers start at a multiple of 64 bytes. The format is small and final (`numpy.lib.format`): the crates for it bring a
//! parser of whole Python literals, a grammar compiler and big integers, and made building this program a tenth slower.

/// The magic bytes of every file.
pub(crate) const MAGIC: &[u8] = b"\x93NUMPY";

/// Alignment of the first number \[bytes\].
const ALIGNMENT: usize = 64;

/// Bytes before the dictionary in files of version 1.
const START: usize = MAGIC.len() + 4;

/// The contents of a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// Type of the numbers in numpy's notation: `<f8` is a little-endian double.
    pub descr: String,
    /// True if the first index varies fastest (column-major order).
    pub fortran_order: bool,
    /// Its dimensions.
    pub shape: Vec<usize>,
}

impl Header {
    /// The header in the form that numpy writes.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let order = if self.fortran_order { "True" } else { "False" };
        let sides: Vec<String> = self.shape.iter().map(usize::to_string).collect();
        // a tuple of one element needs a comma
        let comma = if sides.len() == 1 { "," } else { "" };
        let (descr, sides) = (&self.descr, sides.join(", "));
        let text = format!(
            "{{'descr': '{descr}', 'fortran_order': {order}, 'shape': ({sides}{comma}), }}"
        );
        // the 16-bit length field of version 1 is enough for arrays of up to thousands of dimensions
        let whole = (START + text.len() + 1).next_multiple_of(ALIGNMENT);
        let length = (whole - START) as u16;
        let mut bytes = [MAGIC, &[1, 0], &length.to_le_bytes(), text.as_bytes()].concat();
        bytes.resize(whole - 1, b' ');
        bytes.push(b'\n');
        bytes
    }

    /// Parses the header at the start of a file. Returns the header and the offset of the first number, or an error message.
    pub(crate) fn read(bytes: &[u8]) -> Result<(Self, usize), String> {
        let rest = bytes
            .strip_prefix(MAGIC)
            .ok_or("the magic bytes are missing")?;
        let (start, length) = match rest {
            [1, _, a, b, ..] => (START, usize::from(u16::from_le_bytes([*a, *b]))),
            [2 | 3, _, a, b, c, d, ..] => {
                (START + 2, u32::from_le_bytes([*a, *b, *c, *d]) as usize)
            }
            [version @ (0 | 4..), ..] => return Err(format!("version {version} is not supported")),
            _ => return Err("the header is truncated".to_owned()),
        };
        let text = bytes.get(start..).and_then(|text| text.get(..length));
        let text = core::str::from_utf8(text.ok_or("the header is truncated")?);
        let header = Literal::new(text.map_err(|error| error.to_string())?).header()?;
        Ok((header, start + length))
    }
}

/// The rest of a dictionary literal that is being parsed.
struct Literal<'a> {
    text: &'a str,
}

impl<'a> Literal<'a> {
    fn new(text: &'a str) -> Self {
        Self { text }
    }

    /// Consumes `token` if it is next.
    fn take(&mut self, token: &str) -> bool {
        let text = self.text.trim_start();
        let rest = text.strip_prefix(token);
        self.text = rest.unwrap_or(text);
        rest.is_some()
    }

    /// Consumes `token`, or returns an error if something else is next.
    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.take(token) {
            return Ok(());
        }
        let found: String = self.text.chars().take(12).collect();
        Err(format!("expected {token:?}, found {found:?}"))
    }

    /// A string in single or double quotes.
    fn string(&mut self) -> Result<&'a str, String> {
        let quote = if self.take("\"") {
            '"'
        } else {
            self.expect("'")?;
            '\''
        };
        let (string, rest) = self
            .text
            .split_once(quote)
            .ok_or("a string is not terminated")?;
        self.text = rest;
        Ok(string)
    }

    fn truth(&mut self) -> Result<bool, String> {
        Ok(self.take("True") || self.expect("False").map(|()| false)?)
    }

    /// An integer, optionally with Python 2's suffix `L`.
    fn whole(&mut self) -> Result<usize, String> {
        let text = self.text.trim_start();
        let end = text.find(|c: char| !c.is_ascii_digit());
        let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
        self.text = rest;
        let number = digits.parse().map_err(|_| {
            let found: String = text.chars().take(24).collect();
            format!("expected a dimension, found {found:?}")
        });
        self.take("L");
        number
    }

    /// The dimensions of an array.
    fn tuple(&mut self) -> Result<Vec<usize>, String> {
        self.expect("(")?;
        let mut sides = Vec::new();
        while !self.take(")") {
            sides.push(self.whole()?);
            if !self.take(",") {
                self.expect(")")?;
                break;
            }
        }
        Ok(sides)
    }

    /// The dictionary: three entries in any order, each once.
    fn header(mut self) -> Result<Header, String> {
        let (mut descr, mut order, mut shape) = (None, None, None);
        self.expect("{")?;
        while !self.take("}") {
            let key = self.string()?;
            self.expect(":")?;
            let repeated = match key {
                "descr" if self.text.trim_start().starts_with('[') => {
                    return Err("structured types are not supported".to_owned());
                }
                "descr" => descr.replace(self.string()?.to_owned()).is_some(),
                "fortran_order" => order.replace(self.truth()?).is_some(),
                "shape" => shape.replace(self.tuple()?).is_some(),
                _ => return Err(format!("unknown key {key:?}")),
            };
            if repeated {
                return Err(format!("duplicate key {key:?}"));
            }
            if !self.take(",") {
                self.expect("}")?;
                break;
            }
        }
        if !self.text.trim().is_empty() {
            return Err("unexpected characters after the dictionary".to_owned());
        }
        Ok(Header {
            descr: descr.ok_or("'descr' is missing")?,
            fortran_order: order.ok_or("'fortran_order' is missing")?,
            shape: shape.ok_or("'shape' is missing")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use ndarray_npy::npy::header::{Header as Other, Layout};
    use ndarray_npy::{WritableElement, WriteNpyExt};
    use proptest::prelude::*;

    use super::*;

    fn of(shape: &[usize], fortran_order: bool) -> Header {
        let (descr, shape) = ("<f8".to_owned(), shape.to_vec());
        Header {
            descr,
            fortran_order,
            shape,
        }
    }

    proptest! {
        #[test]
        fn another_reader_understands_what_is_written(shape in proptest::collection::vec(0..usize::MAX, 0..6), fortran: bool) {
            let bytes = of(&shape, fortran).to_bytes();
            prop_assert_eq!(bytes.len() % ALIGNMENT, 0);
            let mut rest = bytes.as_slice();
            let other = Other::from_reader(&mut rest).unwrap();
            prop_assert!(rest.is_empty());
            prop_assert_eq!(&other.shape, &shape);
            prop_assert_eq!(other.layout == Layout::Fortran, fortran);
            prop_assert_eq!(other.type_descriptor.to_string(), "'<f8'");
        }

        #[test]
        fn what_another_writer_writes_is_understood(shape in proptest::collection::vec(0..usize::MAX, 0..6), fortran: bool) {
            let layout = if fortran { Layout::Fortran } else { Layout::Standard };
            let other = Other { type_descriptor: f64::type_descriptor(), layout, shape: shape.clone() };
            let bytes = other.to_bytes().unwrap();
            prop_assert_eq!(Header::read(&bytes), Ok((of(&shape, fortran), bytes.len())));
        }

        #[test]
        fn no_text_panics(text in "[\\{\\}\\(\\)':,L0-9a-z \"]{0,60}") {
            let _ = Literal::new(&text).header();
        }
    }

    #[test]
    fn a_whole_array_of_another_writer_is_found_behind_its_header() {
        let mut bytes = Vec::new();
        ndarray::arr2(&[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
            .write_npy(&mut bytes)
            .unwrap();
        let (header, start) = Header::read(&bytes).unwrap();
        assert_eq!(header, of(&[3, 2], false));
        assert_eq!(bytes.len() - start, 48);
    }

    #[test]
    fn headers_in_the_forms_of_other_writers_are_read() {
        for text in [
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }  \n",
            "{\"shape\":(3,4),\"fortran_order\":False,\"descr\":\"<f8\"}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3L, 4L)}\n",
        ] {
            assert_eq!(
                Literal::new(text).header(),
                Ok(of(&[3, 4], false)),
                "{text}"
            );
        }
        let versions = [
            (2, &b"\x93NUMPY\x02\x00"[..]),
            (3, &b"\x93NUMPY\x03\x00"[..]),
        ];
        for (version, start) in versions {
            let text = b"{'descr': '<f8', 'fortran_order': True, 'shape': ()}\n";
            let bytes = [start, &(text.len() as u32).to_le_bytes(), text].concat();
            let expected = (of(&[], true), bytes.len());
            assert_eq!(Header::read(&bytes), Ok(expected), "version {version}");
        }
    }

    #[test]
    fn a_wrong_header_is_explained() {
        for (text, told) in [
            ("", "expected \"{\", found \"\""),
            ("{'descr': '<f8'", "expected \"}\", found \"\""),
            (
                "{'descr': '<f8', 'fortran_order': False}",
                "'shape' is missing",
            ),
            ("{'shape': (-1,)}", "expected a dimension, found \"-1,)}\""),
            ("{'shape': (1 2)}", "expected \")\", found \"2)}\""),
            ("{'shape': (), 'shape': ()}", "duplicate key \"shape\""),
            (
                "{'descr': [('x', '<f8')]}",
                "structured types are not supported",
            ),
            ("{'size': 3}", "unknown key \"size\""),
            (
                "{'fortran_order': None}",
                "expected \"False\", found \"None}\"",
            ),
            ("{} {", "unexpected characters after the dictionary"),
        ] {
            assert_eq!(Literal::new(text).header(), Err(told.to_owned()), "{text}");
        }
        let version = Header::read(b"\x93NUMPY\x04\x00\x00\x00");
        assert_eq!(version, Err("version 4 is not supported".to_owned()));
    }
}
