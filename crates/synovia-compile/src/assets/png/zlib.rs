//! The zlib format: a two-byte header, deflated data, and a checksum of the decompressed data.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::{
    TINFL_FLAG_HAS_MORE_INPUT, TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
};
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use miniz_oxide::inflate::decompress_to_vec_with_limit;

/// The deflated part of `data`, and the checksum of the decompressed data, which is in the last four bytes.
fn parts(data: &[u8]) -> Result<(&[u8], u32), &'static str> {
    let (Some(&[method, flags]), Some(&sum)) = (data.first_chunk(), data.last_chunk()) else {
        return Err("there are too few");
    };
    let known = method & 15 == 8 && method >> 4 <= 7 && flags & 32 == 0;
    if !known || !u16::from_be_bytes([method, flags]).is_multiple_of(31) {
        return Err("their compression method is unknown");
    }
    Ok((&data[2..], u32::from_be_bytes(sum)))
}

/// Decompresses `data`, which must result in `len` bytes.
pub(super) fn inflate(data: &[u8], len: usize) -> Result<Vec<u8>, &'static str> {
    let (deflated, sum) = parts(data)?;
    let mut out = vec![0; len];
    let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF & !TINFL_FLAG_HAS_MORE_INPUT;
    let mut state = DecompressorOxide::new();
    let (status, _, written) = decompress(&mut state, deflated, &mut out, 0, flags);
    match status {
        TINFLStatus::Done if written == len => {}
        TINFLStatus::Done => return Err("there are too few"),
        TINFLStatus::HasMoreOutput => return Err("there are too many"),
        _ => return Err("they cannot be decompressed"),
    }
    if adler32(&out) != sum {
        return Err("their checksum is wrong");
    }
    Ok(out)
}

/// Whether `data` can be decompressed to at most `limit` bytes.
pub(super) fn is_sound(data: &[u8], limit: usize) -> bool {
    parts(data).is_ok_and(|(deflated, sum)| {
        decompress_to_vec_with_limit(deflated, limit).is_ok_and(|out| adler32(&out) == sum)
    })
}

/// The Adler-32 checksum of RFC 1950.
fn adler32(bytes: &[u8]) -> u32 {
    const BASE: u32 = 65_521;
    // the largest number of bytes before the sums could overflow
    const RUN: usize = 5552;
    let (mut a, mut b) = (1, 0);
    for run in bytes.chunks(RUN) {
        for &byte in run {
            a += u32::from(byte);
            b += a;
        }
        a %= BASE;
        b %= BASE;
    }
    b << 16 | a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_sum_is_that_of_the_standard() {
        assert_eq!(adler32(b""), 1);
        assert_eq!(adler32(b"Wikipedia"), 0x11e6_0398);
        assert_eq!(adler32(&vec![255; 100_000]), {
            let n = 100_000u64;
            let a = (1 + 255 * n) % 65_521;
            let b = (n + 255 * n * (n + 1) / 2) % 65_521;
            (b << 16 | a) as u32
        });
    }
}
