//! Arbitrary bytes as a binary model: an accepted model steps without a panic.
//!
//! If the first byte is zero, the bytes of the model follow. Otherwise it chooses a model whose bytes are changed: each
//! change is an offset, a number of bytes, and the bytes, or truncates the file.

use synovia::model::Model;
use synovia::model::mjb::is_mjb;
use synovia::{Data, Loader, forward, inverse, step};

use crate::input::Input;
use crate::models;

/// Padding after the last option, as a byte range of a binary model.
const PADDING: core::ops::Range<usize> = 1032..1036;

/// The binary model that the input encodes.
fn bytes_of(data: &[u8]) -> Vec<u8> {
    let mut input = Input::new(data);
    let choice = usize::from(input.byte());
    if choice == 0 {
        return input.rest.to_vec();
    }
    let mut bytes = models::get(choice - 1).to_mjb();
    while !input.is_empty() {
        let place = input.below(bytes.len().max(1));
        match input.byte() {
            255 => bytes.truncate(bytes.len() - input.below(64).min(bytes.len())),
            128..255 => {
                // an integer, at an offset aligned for integers
                let value = input.integer().to_le_bytes();
                let place = place / 4 * 4;
                if let Some(cell) = bytes.get_mut(place..place + 4) {
                    cell.copy_from_slice(&value);
                }
            }
            k => {
                for offset in 0..=usize::from(k % 8) {
                    let value = input.byte();
                    if let Some(cell) = bytes.get_mut(place + offset) {
                        *cell = value;
                    }
                }
            }
        }
    }
    bytes
}

/// The target.
pub fn run(data: &[u8]) {
    let mut bytes = bytes_of(data);
    // not a binary model: it must be refused as one
    if !is_mjb(&bytes) {
        assert!(Model::from_mjb(&bytes).is_err());
        return;
    }
    let model = match Loader::new().bytes("m.mjb", &bytes).load() {
        Ok(loaded) => loaded.model,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    // the padding of the options is not part of the model
    bytes[PADDING].fill(0);
    assert!(model.to_mjb() == bytes, "the loaded model differs");
    if asks_for_much(&model) {
        return;
    }
    let mut data = Data::new(&model);
    let _ = forward(&model, &mut data);
    for _ in 0..3 {
        let _ = step(&model, &mut data);
    }
    // may be refused, but must not panic
    let _ = inverse(&model, &mut data);
}

/// True if a model needs a long time or much memory, which is not a finding: iteration counts are obeyed, however large,
/// and room for contacts is allocated as long as there is memory.
pub fn asks_for_much(model: &Model) -> bool {
    let opt = &model.opt;
    let counts = [
        opt.iterations,
        opt.ls_iterations,
        opt.noslip_iterations,
        opt.ccd_iterations,
        opt.sdf_iterations,
        opt.sdf_initpoints,
    ];
    let size = &model.size;
    counts.iter().any(|&n| n > 200) || size.narena > 1 << 28 || size.nuserdata > 1 << 24
}
