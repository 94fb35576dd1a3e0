//! Arbitrary values written into the arrays of a model and a simulation, followed by calls of any function: nothing
//! panics, whatever was written.
//!
//! The first byte chooses a model. Then come commands: a value for a cell of a column of the model or the data, a value
//! of an option, or a call.

use synovia::engine::set_const::set_const;
use synovia::engine::state::reset_to_key;
use synovia::model::id::KeyId;
use synovia::model::record::Record;
use synovia::model::{AnyColumn, DType, Model};
use synovia::{Data, forward, inverse, step, step1, step2};

use crate::binary::asks_for_much;
use crate::input::Input;
use crate::models;

/// The largest number of commands that are executed.
const MOST: usize = 24;

/// Writes a value into a cell.
fn write(column: &mut dyn AnyColumn, input: &mut Input<'_>) {
    let (dtype, size) = (column.dtype(), column.dtype().size());
    let bytes = column.bytes_mut();
    let cells = bytes.len() / size;
    let k = input.below(cells.max(1));
    let mut value = [0; 8];
    match dtype {
        DType::F64 => value = input.number().to_le_bytes(),
        DType::F32 => value[..4].copy_from_slice(&(input.number() as f32).to_le_bytes()),
        DType::I32 => value[..4].copy_from_slice(&input.integer().to_le_bytes()),
        DType::I64 => value = i64::from(input.integer()).to_le_bytes(),
        DType::U8 => value[0] = input.byte(),
    }
    if let Some(cell) = bytes.get_mut(k * size..(k + 1) * size) {
        cell.copy_from_slice(&value[..size]);
    }
}

/// The target.
pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let mut model = models::get(input.below(models::TEXTS.len()));
    let mut data = Data::new(&model);
    for _ in 0..MOST {
        if input.is_empty() {
            break;
        }
        match input.byte() % 8 {
            0 | 1 => {
                let mut columns = data.columns_mut();
                let k = input.below(columns.len());
                write(columns[k].1, &mut input);
            }
            2 | 3 => {
                let mut columns = model.columns_mut();
                let k = input.below(columns.len());
                write(columns[k].1, &mut input);
            }
            4 => {
                let k = input.below(synovia::model::Opt::FIELDS.len());
                let bytes = if input.flag() {
                    input.number().to_le_bytes()
                } else {
                    i64::from(input.integer()).to_le_bytes()
                };
                if let Some(field) = model.opt.field_mut(k) {
                    let n = field.len().min(8);
                    field[..n].copy_from_slice(&bytes[..n]);
                }
            }
            _ => call(&mut model, &mut data, &mut input),
        }
    }
    call(&mut model, &mut data, &mut Input::new(&[]));
}

/// Calls an entry point.
fn call(model: &mut Model, data: &mut Data, input: &mut Input<'_>) {
    if asks_for_much(model) {
        return;
    }
    match input.byte() % 8 {
        // each call may be refused, but must not panic
        0 | 1 => {
            let _ = step(model, data);
        }
        2 => {
            let _ = forward(model, data);
        }
        3 => {
            let _ = inverse(model, data);
        }
        4 => {
            let _ = step1(model, data);
            let _ = step2(model, data);
        }
        5 => {
            let _ = set_const(model);
        }
        6 => {
            let _ = data.reset(model);
        }
        _ => {
            let _ = reset_to_key(model, data, KeyId::new(input.below(4)));
        }
    }
}
