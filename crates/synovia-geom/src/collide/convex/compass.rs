//! Which node of a hull was furthest in which direction: a guess where the next search may begin.
//!
//! Directions are unit vectors; those whose coordinates round to the same of sixteen steps share a place, where the last
//! node found is noted. Hulls share the places, so a note carries the number of its mesh. A guess is only a start: who
//! uses it must see that the result does not depend on it.

use core::cell::Cell;

use synovia_math::Vec3;

/// How many notes are kept; a power of two.
const NOTES: usize = 1 << 13;
/// Added to a small number, this leaves its nearest integer in the last bits.
const ROUND: f64 = (1_u64 << 52) as f64 + 8.0;
/// Half of the number of steps, a little less: 1 must not become the step of −1.
const STEPS: f64 = 7.4;
/// Nodes from this number on are not noted.
const MAX_NODE: u32 = 0xffff;

/// Memory for notes; it is allocated when first used.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes(Vec<u32>);

/// Notes that all bodies of a search may read and change.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Compass<'a>(&'a [Cell<u32>]);

/// Where a direction has its note.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    note: Option<&'a Cell<u32>>,
    mesh: u32,
}

impl Notes {
    /// Lends the notes to the bodies of a search.
    pub(super) fn lend(&mut self) -> Compass<'_> {
        if self.0.is_empty() {
            self.0.resize(NOTES, u32::MAX);
        }
        Compass(Cell::from_mut(&mut self.0[..]).as_slice_of_cells())
    }
}

impl<'a> Compass<'a> {
    /// The place of a direction in the frame of a mesh.
    #[inline]
    pub(super) fn place(&self, mesh: i32, dir: Vec3) -> Place<'a> {
        let step = |x: f64| (x * STEPS + ROUND).to_bits() as usize & 15;
        let cell = step(dir.x) | step(dir.y) << 4 | step(dir.z) << 8;
        let mesh = mesh.cast_unsigned();
        let at = cell ^ (mesh as usize).wrapping_mul(0x9e5);
        Place {
            note: self.0.get(at & (NOTES - 1)),
            mesh: mesh << 16,
        }
    }
}

impl Place<'_> {
    /// The node that is noted.
    #[inline]
    pub(super) fn guess(&self) -> Option<i32> {
        let note = self.note?.get();
        (note & 0xffff_0000 == self.mesh).then_some((note & 0xffff) as i32)
    }

    /// Notes the furthest node.
    #[inline]
    pub(super) fn note(&self, node: i32) {
        let node = node.cast_unsigned();
        if let Some(note) = self.note
            && node < MAX_NODE
        {
            note.set(self.mesh | node);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_found_in_its_direction_and_of_its_mesh_only() {
        let mut notes = Notes::default();
        let compass = notes.lend();
        let dir = Vec3::new(0.6, 0.0, -0.8);
        assert_eq!(compass.place(3, dir).guess(), None);
        compass.place(3, dir).note(17);
        let near = Vec3::new(0.6, 1e-3, -0.8);
        assert_eq!(compass.place(3, near).guess(), Some(17));
        assert_eq!(compass.place(4, dir).guess(), None);
        assert_eq!(compass.place(3, -dir).guess(), None);
        compass.place(3, dir).note(70_000);
        assert_eq!(compass.place(3, dir).guess(), Some(17));
    }

    #[test]
    fn opposite_axes_have_places_of_their_own_and_no_number_is_out_of_bounds() {
        let mut notes = Notes::default();
        let compass = notes.lend();
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            compass.place(0, axis).note(1);
            assert_eq!(compass.place(0, -axis).guess(), None);
        }
        for x in [f64::NAN, f64::INFINITY, -1e300] {
            compass.place(-1, Vec3::splat(x)).note(2);
        }
        assert_eq!(Compass::default().place(0, Vec3::X).guess(), None);
    }
}
