//! Steps a model and prints its final state; `scripts/check/budget` counts the instructions of this program.
//!
//! ```text
//! cargo run --release --example steps -- MODEL.xml [STEPS] [THRESHOLD=VALUE]...
//! ```
//!
//! Thresholds of collision detection do not change results; `scripts/measure/thresholds` measures their cost. `marks=0`
//! disables marking of visited bounding volume nodes.
//!
//! A warm-up of half as many steps is not measured, so that the measurement covers a running simulation: no page
//! faults, no first contacts. Controls are a slow sine.

#![allow(clippy::print_stdout, reason = "this is a program")]

use std::error::Error;
use std::hint::black_box;

use synovia::engine::EngineError;
use synovia::engine::contact::{Policy, set_policy};
use synovia::{Data, Model};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("MODEL.xml is missing")?;
    let steps: usize = args.next().map_or(Ok(100), |n| n.parse())?;

    let mut model = Model::from_xml_path(path)?;
    let mut policy = Policy::default();
    for argument in args {
        let (name, value) = argument.split_once('=').ok_or("THRESHOLD=VALUE")?;
        match name {
            "marks" => model.vis.global.bvactive = value.parse()?,
            "skin" => policy.skin = value.parse()?,
            "segments" => policy.segments = value.parse()?,
            "tree_pairs" => policy.tree_pairs = value.parse()?,
            "listed_pairs" => policy.listed_pairs = value.parse()?,
            "records_per_geom" => policy.records_per_geom = value.parse()?,
            "max_records" => policy.max_records = value.parse()?,
            "scanned_nodes" => policy.shapes.scanned_nodes = value.parse()?,
            "vertex_entries" => policy.shapes.vertex_entries = value.parse()?,
            _ => return Err(format!("unknown threshold {name}").into()),
        }
    }
    let mut data = Data::new(&model);
    set_policy(&mut data, policy);
    advance(&model, &mut data, steps / 2)?;
    watched(&model, &mut data, steps)?;

    let sum: f64 = data.state.qpos.iter().sum();
    println!(
        "time {:.3}, {} contacts, sum of qpos {sum}",
        data.state.time,
        data.contact.list.len()
    );
    Ok(())
}

/// The measured part: a function that the instruction counter finds by its name.
#[inline(never)]
fn watched(model: &Model, data: &mut Data, steps: usize) -> Result<(), EngineError> {
    advance(black_box(model), data, steps)
}

fn advance(model: &Model, data: &mut Data, steps: usize) -> Result<(), EngineError> {
    for _ in 0..steps {
        let wave = 0.3 * (5.0 * data.state.time).sin();
        data.state.ctrl.rows_mut().fill(wave);
        synovia::step(model, data)?;
    }
    Ok(())
}
