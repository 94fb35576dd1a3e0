//! `synovia_fuzz::asset` for libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| synovia_fuzz::asset::run(data));
