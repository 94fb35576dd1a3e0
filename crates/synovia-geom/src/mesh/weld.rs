//! Merging of vertices with equal coordinates.
//!
//! Two vertices are equal if their coordinates compare equal, so −0 and 0 are the same position. The remaining
//! vertices keep the order of their first occurrence.

use crate::MeshError;

/// Checks that the vertex coordinates are triples of finite numbers.
pub(super) fn check_finite(vertex: &[f32]) -> Result<(), MeshError> {
    if !vertex.len().is_multiple_of(3) {
        return Err(MeshError::Multiple {
            what: "vertex",
            unit: 3,
            len: vertex.len(),
        });
    }
    match vertex.iter().position(|x| !x.is_finite()) {
        Some(k) => Err(MeshError::NotFinite { vertex: k / 3 }),
        None => Ok(()),
    }
}

/// Removes repeated vertices and renumbers the indices in `face`.
///
/// Out-of-range indices are left unchanged; the later check of faces reports them.
pub(super) fn weld(vertex: &mut Vec<f32>, face: &mut [i32]) {
    let count = vertex.len() / 3;
    let mut table = Table::new(count);
    let mut merged = Vec::with_capacity(count);
    let mut kept = Vec::with_capacity(vertex.len() / 4);

    for v in vertex.chunks_exact(3) {
        merged.push(table.index_of([v[0], v[1], v[2]], &mut kept));
    }
    if kept.len() == vertex.len() {
        return;
    }
    for index in face {
        if let Some(&to) = usize::try_from(*index).ok().and_then(|k| merged.get(k)) {
            *index = to as i32;
        }
    }
    *vertex = kept;
}

/// An open-addressing table of vertex indices, keyed by coordinates.
struct Table {
    slots: Vec<u32>,
    mask: usize,
}

const FREE: u32 = u32::MAX;

impl Table {
    fn new(count: usize) -> Self {
        let size = (2 * count).next_power_of_two().max(16);
        Self {
            slots: vec![FREE; size],
            mask: size - 1,
        }
    }

    /// The index of the vertex at `v`, which is appended to `kept` if it is new.
    fn index_of(&mut self, v: [f32; 3], kept: &mut Vec<f32>) -> u32 {
        // adding +0 turns −0 into +0, so that equal keys have equal bits
        let bits = v.map(|x| u64::from((x + 0.0).to_bits()));
        let mut hash = bits[0].wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash = (hash ^ (hash >> 32) ^ bits[1]).wrapping_mul(0xd6e8_feb8_6659_fd93);
        hash = (hash ^ (hash >> 32) ^ bits[2]).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mut slot = (hash ^ (hash >> 32)) as usize & self.mask;
        loop {
            let found = self.slots[slot];
            if found == FREE {
                let new = (kept.len() / 3) as u32;
                self.slots[slot] = new;
                kept.extend_from_slice(&v);
                return new;
            }
            let at = 3 * found as usize;
            if kept[at..at + 3] == v {
                return found;
            }
            slot = (slot + 1) & self.mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_appearance_decides_the_order() {
        let mut vertex = vec![1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 1.0, -0.0, 0.0, 3.0, 0.0, 0.0];
        let mut face = vec![0, 1, 2, 3, 2, 1];
        weld(&mut vertex, &mut face);
        assert_eq!(vertex, [1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 3.0, 0.0, 0.0]);
        assert_eq!(face, [0, 1, 0, 2, 0, 1]);
    }

    #[test]
    fn indices_out_of_range_are_left_alone() {
        let mut vertex = vec![0.0; 6];
        let mut face = vec![1, -4, 99];
        weld(&mut vertex, &mut face);
        assert_eq!(face, [0, -4, 99]);
    }
}
