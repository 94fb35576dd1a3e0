//! `synovia_fuzz::binary` for libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| synovia_fuzz::binary::run(data));
