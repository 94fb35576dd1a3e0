//! `synovia_fuzz::step` for libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| synovia_fuzz::step::run(data));
