//! The error of an id, address, count or kind, and the checks that all fields share.

use core::fmt;

/// An id, address, count or kind that is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}[{row}] is {value}, but it must be {allowed}")]
pub struct ReferenceError {
    /// The reference's field name.
    pub name: &'static str,
    /// Position in the field.
    pub row: usize,
    /// The value found.
    pub value: i64,
    /// The values allowed.
    pub allowed: Allowed,
}

/// The values that a field may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Allowed {
    /// A row of a table.
    Row {
        /// 0, or −1 if the reference is optional.
        least: i64,
        /// Name of the size of the table.
        size: &'static str,
        /// Value of that size.
        limit: i64,
    },
    /// The first of several rows of a table.
    Span {
        /// Number of rows.
        count: i64,
        /// Name of the size of the table.
        size: &'static str,
        /// Value of that size.
        limit: i64,
    },
    /// A number that follows from other fields.
    Exactly {
        /// That number.
        value: i64,
        /// The fields that it follows from.
        by: &'static str,
    },
    /// One of the known values.
    OneOf(&'static str),
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Row { least, size, limit } => {
                write!(f, "at least {least} and below {size} = {limit}")
            }
            Self::Span { count, size, limit } => write!(
                f,
                "at least 0 and at most {}, the first of {count} within {size} = {limit}",
                limit - count
            ),
            Self::Exactly { value, by } => write!(f, "{value}, which follows from {by}"),
            Self::OneOf(what) => f.write_str(what),
        }
    }
}

/// A column of ids, addresses or kinds as it is in memory.
pub(super) fn ints<T: bytemuck::NoUninit>(rows: &[T]) -> &[i32] {
    bytemuck::try_cast_slice(rows).unwrap_or(&[])
}

/// Returns the error for a value.
pub(super) fn refuse<T>(
    name: &'static str,
    row: usize,
    value: impl Into<i64>,
    allowed: Allowed,
) -> Result<T, ReferenceError> {
    Err(ReferenceError {
        name,
        row,
        value: value.into(),
        allowed,
    })
}

/// Checks that every id is at least `least` and below the size `limit`.
pub(super) fn ids(
    name: &'static str,
    rows: &[i32],
    least: i64,
    size: &'static str,
    limit: i64,
) -> Result<(), ReferenceError> {
    let inside = |&id: &i32| (least..limit).contains(&id.into());
    match rows.iter().position(|id| !inside(id)) {
        Some(row) => refuse(name, row, rows[row], Allowed::Row { least, size, limit }),
        None => Ok(()),
    }
}

/// Checks one id, as [`ids`].
pub(super) fn id(
    name: &'static str,
    row: usize,
    id: i32,
    least: i64,
    size: &'static str,
    limit: usize,
) -> Result<(), ReferenceError> {
    let limit = limit as i64;
    if (least..limit).contains(&id.into()) {
        return Ok(());
    }
    refuse(name, row, id, Allowed::Row { least, size, limit })
}

/// Checks that every count is at least 0 and, where it is positive, that this many rows exist from the address on.
pub(super) fn spans(
    (name, addresses): (&'static str, &[i32]),
    (count_name, counts): (&'static str, &[i32]),
    size: &'static str,
    limit: i64,
) -> Result<(), ReferenceError> {
    for (row, &count) in counts.iter().enumerate() {
        let address = addresses.get(row).copied().unwrap_or(-1);
        span((name, address), (count_name, count), row, size, limit)?;
    }
    Ok(())
}

/// Checks one address with its count, as [`spans`].
pub(super) fn span(
    (name, address): (&'static str, i32),
    (count_name, count): (&'static str, i32),
    row: usize,
    size: &'static str,
    limit: i64,
) -> Result<(), ReferenceError> {
    let (address, count) = (i64::from(address), i64::from(count));
    if !(0..=limit).contains(&count) {
        let allowed = Allowed::Row {
            least: 0,
            size,
            limit: limit + 1,
        };
        return refuse(count_name, row, count, allowed);
    }
    if address < -1 || (count > 0 && !(0..=limit - count).contains(&address)) {
        return refuse(name, row, address, Allowed::Span { count, size, limit });
    }
    Ok(())
}

/// Checks that a number is the one that follows from `by`.
pub(super) fn exactly(
    name: &'static str,
    row: usize,
    found: i32,
    expected: i64,
    by: &'static str,
) -> Result<(), ReferenceError> {
    if i64::from(found) == expected {
        return Ok(());
    }
    let value = expected;
    refuse(name, row, found, Allowed::Exactly { value, by })
}
