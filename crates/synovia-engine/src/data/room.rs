//! How much memory a simulation needs, known before any is made.

use synovia_model::Model;
use synovia_model::budget::table_bytes;

use super::COLUMNS;

/// Memory of one simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Room {
    /// Bytes of all columns, but for those that grow during the run.
    pub bytes: u64,
    /// The column that needs most of them.
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
    use crate::Data;

    #[test]
    fn what_is_needed_is_what_is_made() {
        let mut model = Model::default();
        model.size.nbody = 1;
        model.size.nuserdata = 1000;
        let needed = room(&model);
        assert_eq!((needed.largest, needed.rows), ("userdata", 1000));
        let data = Data::new(&model);
        let made = data
            .columns()
            .into_iter()
            .map(|(_, column)| column.bytes().len() as u64);
        let made: u64 = made.sum();
        assert!(
            made <= needed.bytes && needed.bytes < made + 1000,
            "{made} {}",
            needed.bytes
        );
        model.size.nuserdata = i64::MAX;
        assert_eq!(room(&model).bytes, u64::MAX);
    }
}
