//! Numbers in text, parsed like C++ streams do: a number ends where its characters end, and the last one must be followed by
//! another character.

/// A parser of whitespace-separated numbers.
pub(super) struct Words<'a> {
    rest: &'a [u8],
}

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self { rest: text }
    }

    /// The longest run of bytes, after white space, that `part` accepts one by one.
    fn run(&mut self, mut part: impl FnMut(&[u8], u8) -> bool) -> &'a str {
        self.rest = self.rest.trim_ascii_start();
        let mut len = 0;
        while let Some(&byte) = self.rest.get(len) {
            if !part(&self.rest[..len], byte) {
                break;
            }
            len += 1;
        }
        let (run, rest) = self.rest.split_at(len);
        self.rest = rest;
        str::from_utf8(run).unwrap_or("")
    }

    fn digits(&mut self) -> &'a str {
        let sign = |before: &[u8], byte| before.is_empty() && matches!(byte, b'+' | b'-');
        self.run(|before, byte| byte.is_ascii_digit() || sign(before, byte))
    }

    /// An integer.
    pub(super) fn integer(&mut self) -> Option<i32> {
        self.digits().parse().ok()
    }

    /// A number; DIFFERENCE(gmsh-hexadecimal): decimal digits only.
    pub(super) fn number(&mut self) -> Option<f64> {
        let run = self.run(|before, byte| {
            let exponent = before.iter().any(|b| matches!(b, b'e' | b'E'));
            let digit = before.iter().any(u8::is_ascii_digit);
            match byte {
                b'0'..=b'9' => true,
                b'+' | b'-' => before.is_empty() || matches!(before.last(), Some(b'e' | b'E')),
                b'.' => !exponent && !before.contains(&b'.'),
                b'e' | b'E' => digit && !exponent,
                _ => false,
            }
        });
        run.parse().ok().filter(|x: &f64| x.is_finite())
    }

    /// An integer that is not at the end of the text.
    pub(super) fn next_integer(&mut self) -> Option<i32> {
        self.integer().filter(|_| !self.rest.is_empty())
    }

    /// A count or tag that is not at the end of the text; negative values wrap around.
    pub(super) fn next_tag(&mut self) -> Option<u64> {
        let digits = self.digits();
        let tag = match digits.strip_prefix('-') {
            Some(positive) => positive.parse().ok().map(u64::wrapping_neg),
            None => digits.parse().ok(),
        };
        tag.filter(|_| !self.rest.is_empty())
    }

    /// A number that is not at the end of the text.
    pub(super) fn next_number(&mut self) -> Option<f64> {
        self.number().filter(|_| !self.rest.is_empty())
    }
}

/// The length of a list in a file of `bytes` bytes, at least one byte per entry.
pub(super) fn count(count: u64, bytes: usize) -> Option<usize> {
    usize::try_from(count).ok().filter(|&count| count <= bytes)
}
