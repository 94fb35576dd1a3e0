//! Files that the program reads and writes, each written completely or not at all: tables as CSV, arrays as NPY and
//! NPZ, images as PNG and WebP, videos as MP4.

pub(crate) mod csv;
pub(crate) mod mp4;
pub(crate) mod npy;
pub(crate) mod npy_header;
pub(crate) mod npz;
pub(crate) mod png;
pub(crate) mod rows;
pub(crate) mod webp;
