//! `synovia_fuzz::read_mjcf` for libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| synovia_fuzz::read_mjcf::run(data));
