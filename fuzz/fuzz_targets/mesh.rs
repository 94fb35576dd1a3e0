//! `synovia_fuzz::mesh` for libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| synovia_fuzz::mesh::run(data));
