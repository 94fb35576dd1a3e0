//! `synovia_fuzz::edits` for libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| synovia_fuzz::edits::run(data));
