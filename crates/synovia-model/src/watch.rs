//! Columns that must be compared regularly once they can be written without a `&mut` to the model: those that a numpy array
//! views.
//!
//! Rust cannot see such writes, so they would go unnoticed by the [structure](Model::structure) of a model and by lists
//! that are derived from other columns. Code that lends such columns compares them regularly, and marks those that were
//! [written](crate::column::AnyColumn::written).

use crate::model::Model;

/// Columns that select nothing themselves, but from which cached lists are derived: those of the contact filter.
const LISTED: [&str; 6] = [
    "body_contype",
    "body_conaffinity",
    "geom_contype",
    "geom_conaffinity",
    "pair_signature",
    "exclude_signature",
];

impl Model {
    /// True if writes to the reference's field `name` must be noticed even if Rust does not see them.
    pub fn is_watched(name: &str) -> bool {
        Self::is_structural(name) || LISTED.contains(&name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column::DType;

    #[test]
    fn watched_columns_hold_whole_numbers_of_four_bytes() {
        // they are compared word by word: a column of another type would go unnoticed
        let infos = Model::column_infos().into_iter();
        let watched = infos.filter(|info| Model::is_watched(info.name));
        let mut count = 0;
        for info in watched {
            assert_eq!(info.dtype, DType::I32, "{}", info.name);
            count += 1;
        }
        assert!(count > LISTED.len());
    }
}
