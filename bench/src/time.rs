//! Times: the minimum of many short bursts, alternating between our side and the reference.

use std::time::Instant;

use serde_json::{Map, Value, json};

use crate::Failure;
use crate::reference;
use crate::stages::{Pair, STAGES, Stage, integration};

/// Number of steps in a burst of whole steps.
const BURST: usize = 50;

/// Prints one JSON object for each model.
pub fn run(rounds: &str, models: &[&str]) -> Result<(), Failure> {
    let rounds = rounds.parse()?;
    for path in models {
        println!("{}", model(path, rounds)?);
    }
    Ok(())
}

/// `{"model": …, "nv": …, "step": [ours, reference], "stages": {name: [ours, reference]}}`, in nanoseconds.
fn model(path: &str, rounds: usize) -> Result<Value, Failure> {
    let mut pair = Pair::new(path)?;
    let step = steps(&mut pair, rounds);

    // run all stages once, so that each is measured on the state in the middle of a step
    pair.restore();
    let last = integration(&pair.model);
    for stage in STAGES {
        (stage.ours)(&pair.model, &mut pair.data);
        pair.reference.run(stage.reference);
    }
    let mut times = Map::new();
    for stage in STAGES {
        let name = stage.name.trim_start_matches("stage_");
        times.insert(name.into(), alone(&mut pair, stage, rounds));
    }
    times.insert("integration".into(), moving(&mut pair, &last, rounds));
    Ok(json!({"model": path, "nv": pair.model.size.nv, "step": step, "stages": times}))
}

/// Times of whole steps, each burst from the same state.
fn steps(pair: &mut Pair, rounds: usize) -> Value {
    let (mut ours, mut theirs) = (f64::MAX, f64::MAX);
    for _ in 0..rounds {
        pair.restore();
        let start = Instant::now();
        for _ in 0..BURST {
            let _ = synovia::step(&pair.model, &mut pair.data);
        }
        ours = ours.min(start.elapsed().as_nanos() as f64 / BURST as f64);
        let start = Instant::now();
        for _ in 0..BURST {
            pair.reference.run(reference::mj_step);
        }
        theirs = theirs.min(start.elapsed().as_nanos() as f64 / BURST as f64);
    }
    json!([ours, theirs])
}

/// Times of a stage that does not change the state, repeated.
fn alone(pair: &mut Pair, stage: &Stage, rounds: usize) -> Value {
    let (mut ours, mut theirs) = (f64::MAX, f64::MAX);
    for _ in 0..rounds {
        let Pair {
            model,
            data,
            reference,
            ..
        } = pair;
        ours = ours.min(burst(|| (stage.ours)(model, data)));
        theirs = theirs.min(burst(|| reference.run(stage.reference)));
    }
    json!([ours, theirs])
}

/// Times of a stage that changes the state: a few calls, then the state is restored.
fn moving(pair: &mut Pair, stage: &Stage, rounds: usize) -> Value {
    let (mut ours, mut theirs) = (f64::MAX, f64::MAX);
    for _ in 0..rounds {
        pair.restore();
        let Pair {
            model,
            data,
            reference,
            ..
        } = pair;
        let start = Instant::now();
        for _ in 0..8 {
            (stage.ours)(model, data);
        }
        ours = ours.min(start.elapsed().as_nanos() as f64 / 8.0);
        let start = Instant::now();
        for _ in 0..8 {
            reference.run(stage.reference);
        }
        theirs = theirs.min(start.elapsed().as_nanos() as f64 / 8.0);
    }
    json!([ours, theirs])
}

/// Nanoseconds per call, averaged over about 60 microseconds of calls.
fn burst(mut call: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut calls = 0;
    while start.elapsed().as_micros() < 60 {
        for _ in 0..4 {
            call();
        }
        calls += 4;
    }
    start.elapsed().as_nanos() as f64 / f64::from(calls)
}
