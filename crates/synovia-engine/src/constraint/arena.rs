//! The memory limit of constraint rows: the arena that the model specifies (`<size memory>`).
//!
//! The reference stores contacts, rows and the Delassus matrix in one block of memory. With `c` contacts, `n` rows, `j`
//! entries of their Jacobian, `t` tendons and `a` entries of the matrix, contacts and rows use
//!
//! ```text
//! 576 c + 136 n + 12 j + 4 t,      the matrix  8 a (dense)  or  8 n + 12 a (sparse)             (1)
//! ```
//!
//! bytes, apart from alignment to eight bytes. If they do not fit, all rows are dropped, which is counted as a warning:
//! `CONSTRAINTFULL` with the size of the arena. The limit is the same on every machine, and it bounds every address and
//! every product of sizes in what follows.
//!
//! DIFFERENCE(arena-not-reserved): the reference allocates all of this memory when a simulation is created.
//!
//! DIFFERENCE(arena-rows): in the reference temporaries use part of the same memory while the Delassus matrix is computed,
//! so that its limit is slightly lower.

use synovia_model::Model;

use crate::data::Contact;

/// The counts that determine the use of the arena.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// Contacts.
    pub(super) contacts: usize,
    /// Rows.
    pub(super) rows: usize,
    /// Entries of their Jacobian.
    pub(super) entries: usize,
}

/// Rounds up to a multiple of eight.
const fn aligned(bytes: u64) -> u64 {
    bytes.next_multiple_of(8)
}

/// Bytes of contacts and rows, equation (1).
fn bytes_of_rows(model: &Model, sizes: Sizes) -> u64 {
    let Sizes {
        contacts,
        rows,
        entries,
    } = sizes;
    let (c, n, j) = (contacts as u64, rows as u64, entries as u64);
    let start = size_of::<Contact>() as u64 * c;
    // kinds, ids and patterns, then the Jacobian and ten numbers per row
    let position = aligned(start + 20 * n + 4 * j) + 8 * j + 80 * n;
    // the rows of tendons, then three numbers, a state and a force per row
    let velocity = aligned(position + 4 * model.tendon.len() as u64) + 24 * n;
    aligned(velocity + 4 * n) + 8 * n
}

/// Bytes of the arena.
fn arena(model: &Model) -> u64 {
    u64::try_from(model.size.narena).unwrap_or(0)
}

/// Bytes that are surely left for rows next to this many contacts: with the largest loss by alignment, and as many as
/// addresses stored as `i32` can have.
pub(super) fn surely_free(model: &Model, contacts: usize) -> i64 {
    let used = size_of::<Contact>() * contacts + 4 * model.tendon.len() + 3 * 7;
    let bytes = arena(model).saturating_sub(used as u64);
    i64::try_from(bytes).map_or(i64::MAX, |bytes| bytes.min(12 * i64::from(i32::MAX)))
}

/// Bytes of this many rows and entries, equation (1) without alignment.
#[inline]
pub(super) const fn at_most(rows: usize, entries: usize) -> i64 {
    (136 * rows + 12 * entries) as i64
}

/// True if rows of these sizes fit.
#[inline]
pub(super) fn has_room(model: &Model, sizes: Sizes) -> bool {
    // addresses are stored as i32
    i32::try_from(sizes.entries).is_ok() && bytes_of_rows(model, sizes) <= arena(model)
}

/// The maximum number of entries of the Delassus matrix next to these rows.
pub(super) fn delassus_entries(model: &Model, sizes: Sizes, sparse: bool) -> usize {
    let used = bytes_of_rows(model, sizes);
    let (patterns, each) = if sparse {
        (8 * sizes.rows as u64, 12)
    } else {
        (0, 8)
    };
    let left = arena(model).saturating_sub(aligned(used + patterns));
    usize::try_from(left / each).map_or(i32::MAX as usize, |n| n.min(i32::MAX as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_fill_the_arena_to_its_last_byte() {
        let mut model = Model::default();
        let sizes = |contacts, rows, entries| Sizes {
            contacts,
            rows,
            entries,
        };
        // 2 contacts, 3 rows, 5 entries: 1152 + 60 + 20, 40 + 240, 72, 12 aligned to 16, 24
        let bytes = 1152 + 80 + 40 + 240 + 72 + 16 + 24;
        assert_eq!(bytes_of_rows(&model, sizes(2, 3, 5)), bytes);
        model.size.narena = bytes as i64;
        assert!(has_room(&model, sizes(2, 3, 5)));
        assert!(!has_room(&model, sizes(2, 3, 6)) && !has_room(&model, sizes(2, 4, 5)));
        model.size.narena += 24 + 9 * 12;
        assert_eq!(delassus_entries(&model, sizes(2, 3, 5), true), 9);
        assert_eq!(
            delassus_entries(&model, sizes(2, 3, 5), false),
            (24 + 9 * 12) / 8
        );
        model.size.narena = -1;
        assert!(!has_room(&model, sizes(0, 1, 0)));
    }
}
