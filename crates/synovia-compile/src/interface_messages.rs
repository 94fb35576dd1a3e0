//! Messages that programs match on, with the reference's wording.
//!
//! These messages are an interface: the public Python tests of MuJoCo 3.5.0 compare them, and so do programs that were written against it.
//! All other messages are our own.

/// A height field whose number of elevations is not rows times columns: `specs_test.py`, `test_incorrect_hfield_size`.
pub(crate) const ELEVATION: &str = "elevation data length must match nrow*ncol";

/// The object of a contact sensor: `specs_test.py`, `test_bad_contact_sensor`.
pub(crate) const FIRST_CRITERION: &str =
    "first matching criterion: if set, must be (x)body, geom or site";

/// The reference of a contact sensor: the same test.
pub(crate) const SECOND_CRITERION: &str =
    "second matching criterion: if set, must be (x)body or geom";
