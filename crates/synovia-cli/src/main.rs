//! The `synovia` program.
fn main() {}
