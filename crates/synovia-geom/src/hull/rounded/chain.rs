//! An order of numbered things in which any of them can be taken out and put at the end.

/// No thing: the end of a chain.
pub const NONE: u32 = u32::MAX;

/// A doubly linked list over small numbers.
pub struct Chain {
    next: Vec<u32>,
    previous: Vec<u32>,
    first: u32,
    last: u32,
    len: usize,
}

impl Chain {
    pub fn new() -> Self {
        Self {
            next: Vec::new(),
            previous: Vec::new(),
            first: NONE,
            last: NONE,
            len: 0,
        }
    }

    pub fn first(&self) -> u32 {
        self.first
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// What follows `id`.
    pub fn after(&self, id: u32) -> u32 {
        self.next[id as usize]
    }

    pub fn push(&mut self, id: u32) {
        let at = id as usize;
        if self.next.len() <= at {
            self.next.resize(at + 1, NONE);
            self.previous.resize(at + 1, NONE);
        }
        self.previous[at] = self.last;
        self.next[at] = NONE;
        if self.last == NONE {
            self.first = id;
        } else {
            self.next[self.last as usize] = id;
        }
        self.last = id;
        self.len += 1;
    }

    pub fn remove(&mut self, id: u32) {
        let (before, after) = (self.previous[id as usize], self.next[id as usize]);
        match before {
            NONE => self.first = after,
            _ => self.next[before as usize] = after,
        }
        match after {
            NONE => self.last = before,
            _ => self.previous[after as usize] = before,
        }
        self.len -= 1;
    }
}
