//! The compiler: from an MJCF specification to a model.

pub mod cx;
pub mod expand;
pub mod relations;
