//! The render target: a frame buffer with colours and depths, and reading it back.

pub(crate) mod frame_buffer;
pub(crate) mod read_back;
