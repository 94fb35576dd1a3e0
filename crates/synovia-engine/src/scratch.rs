//! Temporaries of a stage: a safe stack allocator over one buffer in `Data`.
//!
//! A stage that needs temporaries declares how many (`fn scratch_len(model) -> Need`); `Data::new` allocates the largest
//! need once. Inside the stage [`Scratch::take`] splits off slices and [`Scratch::reborrow`] lends the rest to a callee,
//! whose slices are released when it returns. Taken slices contain zeros, except those of [`Scratch::take_unset`].

use core::mem;

/// The memory that a stage needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Need {
    /// Number of floating-point numbers.
    pub num: usize,
    /// Number of indices.
    pub int: usize,
}

impl Need {
    /// Memory for `num` numbers and `int` indices.
    pub const fn new(num: usize, int: usize) -> Self {
        Self { num, int }
    }

    /// Enough for either of two stages that do not run at the same time.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            num: self.num.max(other.num),
            int: self.int.max(other.int),
        }
    }

    /// Enough for both of two nested stages.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            num: self.num + other.num,
            int: self.int + other.int,
        }
    }
}

/// The buffer behind [`Scratch`].
#[derive(Clone, Debug, Default)]
pub(crate) struct ScratchBuffer {
    num: Vec<f64>,
    int: Vec<i32>,
}

impl ScratchBuffer {
    /// A buffer with the size `need`.
    pub(crate) fn new(need: Need) -> Self {
        Self {
            num: vec![0.0; need.num],
            int: vec![0; need.int],
        }
    }

    /// Grows to at least `need` and lends everything; after warm-up no call grows the buffer.
    #[inline]
    pub(crate) fn frame(&mut self, need: Need) -> Scratch<'_> {
        if self.num.len() < need.num || self.int.len() < need.int {
            self.grow(need);
        }
        Scratch {
            num: &mut self.num,
            int: &mut self.int,
        }
    }

    /// Its size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.num) + size_of_val(&*self.int)
    }

    #[cold]
    fn grow(&mut self, need: Need) {
        self.num.resize(need.num.max(self.num.len()), 0.0);
        self.int.resize(need.int.max(self.int.len()), 0);
    }
}

/// A stack frame of temporaries.
#[derive(Debug)]
pub(crate) struct Scratch<'a> {
    num: &'a mut [f64],
    int: &'a mut [i32],
}

impl<'a> Scratch<'a> {
    /// `n` zeros.
    pub(crate) fn take(&mut self, n: usize) -> &'a mut [f64] {
        let (piece, rest) = mem::take(&mut self.num).split_at_mut(n);
        self.num = rest;
        piece.fill(0.0);
        piece
    }

    /// `n` uninitialised numbers: the caller writes all of them before reading any.
    pub(crate) fn take_unset(&mut self, n: usize) -> &'a mut [f64] {
        let (piece, rest) = mem::take(&mut self.num).split_at_mut(n);
        self.num = rest;
        piece
    }

    /// `n` uninitialised indices: the caller writes all of them before reading any.
    pub(crate) fn take_ints_unset(&mut self, n: usize) -> &'a mut [i32] {
        let (piece, rest) = mem::take(&mut self.int).split_at_mut(n);
        self.int = rest;
        piece
    }

    /// `n` zero indices.
    pub(crate) fn take_ints(&mut self, n: usize) -> &'a mut [i32] {
        let (piece, rest) = mem::take(&mut self.int).split_at_mut(n);
        self.int = rest;
        piece.fill(0);
        piece
    }

    /// The rest, lent to a callee.
    pub(crate) fn reborrow(&mut self) -> Scratch<'_> {
        Scratch {
            num: self.num,
            int: self.int,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lent_pieces_come_back() {
        let mut buffer = ScratchBuffer::new(Need::new(5, 2));
        let mut frame = buffer.frame(Need::new(5, 2));
        let kept = frame.take(2);
        for _ in 0..3 {
            let mut inner = frame.reborrow();
            let piece = inner.take(3);
            assert_eq!(piece, [0.0; 3]);
            piece.fill(7.0);
        }
        kept[0] = 1.0;
        assert_eq!(frame.take_ints(2), [0, 0]);
        assert_eq!(kept, [1.0, 0.0]);
    }
}
