//! Any bytes as a binary model: what is accepted steps without a panic.
//!
//! The first byte is zero if the bytes of the model follow. Otherwise it chooses a model, whose bytes are changed: each
//! change is a place, a number of bytes, and the bytes; at the end some bytes may be cut off.

use synovia::model::Model;
use synovia::model::mjb::is_mjb;
use synovia::{Data, Loader, forward, inverse, step};

use crate::input::Input;
use crate::models;

/// What follows the last of the options, in bytes of a binary model.
const PADDING: core::ops::Range<usize> = 1032..1036;

/// The bytes that the input encodes.
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
                // an integer, where integers are
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
    // XML or an archive, if it is a model at all
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
    // padding of the options is not a part of the model
    bytes[PADDING].fill(0);
    assert!(model.to_mjb() == bytes, "a loaded model is another one");
    if asks_for_much(&model) {
        return;
    }
    let mut data = Data::new(&model);
    let _ = forward(&model, &mut data);
    for _ in 0..3 {
        let _ = step(&model, &mut data);
    }
    // refused or done
    let _ = inverse(&model, &mut data);
}

/// Numbers of iterations are obeyed, however large, and room for contacts is reserved as far as there is memory: that is
/// no finding.
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
