//! Files that the program reads and writes: tables as CSV, arrays as NPY and NPZ, each written whole or not at all.

pub mod csv;
pub mod npy;
pub mod npz;
pub mod whole;
