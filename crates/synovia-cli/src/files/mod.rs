//! Files that the program reads and writes: tables as CSV, arrays as NPY and NPZ, each written whole or not at all.

pub(crate) mod csv;
pub(crate) mod npy;
pub(crate) mod npz;
pub(crate) mod whole;
