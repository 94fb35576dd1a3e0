//! The memory that a simulation needs, computed before any is allocated.

use synovia_model::Model;
use synovia_model::budget::table_bytes;

use super::COLUMNS;

/// Memory of one simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Room {
    /// Bytes of all columns, except those that grow during the run.
    pub bytes: u64,
    /// The largest column.
    pub largest: &'static str,
    /// Its rows.
    pub rows: u64,
}

/// The memory that a simulation of a model of these sizes needs.
pub fn room(model: &Model) -> Room {
    let side = |symbol| model.size.resolve(symbol).map_or(u64::MAX, |n| n as u64);
    let (mut all, mut most) = (
        Room {
            bytes: 0,
            largest: "",
            rows: 0,
        },
        0,
    );
    for (info, _) in COLUMNS.iter().filter(|(_, grows)| !grows) {
        let rows = side(info.rows_symbol());
        let width = if info.rank == 1 {
            1
        } else {
            info.width_symbol().map_or(1, side)
        };
        let bytes = table_bytes(rows, width, info.dtype.size());
        all.bytes = all.bytes.saturating_add(bytes);
        if bytes > most {
            (most, all.largest, all.rows) = (bytes, info.name, rows);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_that_no_machine_holds_are_the_largest_number() {
        let mut model = Model::default();
        model.size.nuserdata = i64::MAX;
        let needed = room(&model);
        assert_eq!((needed.bytes, needed.largest), (u64::MAX, "userdata"));
    }
}
