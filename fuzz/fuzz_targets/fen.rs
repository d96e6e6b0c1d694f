#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| atomic_rs_fuzz::fen(data));
