//! A small hash table with open addressing, from pairs of indices to numbers, which is cleared and reused.

/// The value of a key that was never set.
pub(crate) const NONE: u32 = u32::MAX;
const EMPTY: u64 = u64::MAX;

/// An open-addressing table. The pair (`u32::MAX`, `u32::MAX`) is not a key.
pub(crate) struct KeyMap {
    slots: Vec<(u64, u32)>,
    used: Vec<u32>,
}

impl KeyMap {
    pub(crate) fn new() -> Self {
        Self {
            slots: vec![(EMPTY, NONE); 64],
            used: Vec::new(),
        }
    }

    /// Removes all entries, in time proportional to their number.
    pub(crate) fn clear(&mut self) {
        for slot in self.used.drain(..) {
            self.slots[slot as usize].0 = EMPTY;
        }
    }

    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut slot = (mixed >> 32) as usize & mask;
        while self.slots[slot].0 != key && self.slots[slot].0 != EMPTY {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The value of the pair, or [`NONE`] if it was never set.
    pub(crate) fn get(&self, a: u32, b: u32) -> u32 {
        let (key, value) = self.slots[self.slot(pack(a, b))];
        if key == EMPTY { NONE } else { value }
    }

    /// Sets the value of the pair.
    pub(crate) fn set(&mut self, a: u32, b: u32, value: u32) {
        if 2 * self.used.len() >= self.slots.len() {
            self.grow();
        }
        let key = pack(a, b);
        let slot = self.slot(key);
        if self.slots[slot].0 == EMPTY {
            self.used.push(slot as u32);
        }
        self.slots[slot] = (key, value);
    }

    fn grow(&mut self) {
        let old = core::mem::take(&mut self.slots);
        self.slots = vec![(EMPTY, NONE); 4 * old.len()];
        self.used.clear();
        for (key, value) in old {
            if key != EMPTY {
                let slot = self.slot(key);
                self.used.push(slot as u32);
                self.slots[slot] = (key, value);
            }
        }
    }
}

fn pack(a: u32, b: u32) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_found_after_growth_and_forgotten_after_clear() {
        let mut map = KeyMap::new();
        for k in 0..500 {
            map.set(k % 7, k, k);
        }
        map.set(3, 3, 77);
        assert!((0..500).filter(|&k| k != 3).all(|k| map.get(k % 7, k) == k));
        assert_eq!((map.get(3, 3), map.get(6, 500)), (77, NONE));
        map.clear();
        assert!((0..500).all(|k| map.get(k % 7, k) == NONE));
    }
}
