//! Bytes read as a sequence of choices; bytes past the end are zeros.

/// The unread part of an input.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The unread bytes.
    pub rest: &'a [u8],
}

/// Numbers that are likely to cause errors.
const ODD: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1e-3,
    -1e-3,
    1e-15,
    1e10,
    1e20,
    -1e20,
    1e300,
    f64::MIN_POSITIVE,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
];

impl<'a> Input<'a> {
    /// An input that starts at the first of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// The next `N` bytes.
    pub fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        let (head, rest) = self.rest.split_at(N.min(self.rest.len()));
        bytes[..head.len()].copy_from_slice(head);
        self.rest = rest;
        bytes
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        self.bytes::<1>()[0]
    }

    /// A number below `n`, which must not be zero.
    pub fn below(&mut self, n: usize) -> usize {
        if n <= 256 {
            usize::from(self.byte()) % n.max(1)
        } else {
            u32::from_le_bytes(self.bytes()) as usize % n
        }
    }

    /// A boolean.
    pub fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// A special value from a table, a multiple of 1/64, or any number.
    pub fn number(&mut self) -> f64 {
        match self.byte() {
            k @ 0..128 => ODD[usize::from(k) % ODD.len()],
            128..224 => f64::from(i16::from_le_bytes(self.bytes())) / 64.0,
            _ => f64::from_le_bytes(self.bytes()),
        }
    }

    /// A small integer, one near the maximum, or any integer.
    pub fn integer(&mut self) -> i32 {
        match self.byte() {
            k @ 0..224 => i32::from(k) - 32,
            224..240 => i32::MAX - i32::from(self.byte()),
            _ => i32::from_le_bytes(self.bytes()),
        }
    }

    /// True if all bytes have been read.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }
}
