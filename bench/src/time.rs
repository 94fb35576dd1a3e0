//! Times: bursts of steps, alternating between both sides.

use std::time::Instant;

use serde_json::{Map, Value, json};

use crate::Failure;
use crate::pair::Pair;
use crate::reference;
use crate::rows::Row;

/// Number of steps in a burst.
const BURST: usize = 50;

/// Nanoseconds of each row.
type Times = [f64; Row::ALL.len()];

/// Prints one JSON object for each model.
pub fn run(rounds: &str, models: &[&str]) -> Result<(), Failure> {
    let rounds = rounds.parse()?;
    for path in models {
        println!("{}", model(path, rounds)?);
    }
    Ok(())
}

/// `{"model": …, "nv": …, "step": [ours, reference], "rows": {name: [ours, reference]}}`, in nanoseconds.
///
/// Each is the minimum over all bursts of the mean over a burst, so that other load on the machine has little effect.
fn model(path: &str, rounds: usize) -> Result<Value, Failure> {
    let mut pair = Pair::new(path)?;
    let reading = clock_reading();
    let mut step = [f64::MAX; 2];
    let mut rows = [[f64::MAX; Row::ALL.len()]; 2];
    for _ in 0..rounds {
        pair.restore();
        lower(&mut step[..1], &[ours(&mut pair)]);
        lower(&mut step[1..], &[theirs(&mut pair)]);
        pair.restore();
        let times = cut(reading, |mark| pair.our_step(mark));
        lower(&mut rows[0], &times);
        let times = cut(reading, |mark| pair.reference_step(mark));
        lower(&mut rows[1], &times);
    }
    let table: Map<String, Value> = Row::ALL
        .into_iter()
        .map(|row| (row.name().into(), json!(rows.map(|r| r[row as usize]))))
        .collect();
    Ok(json!({"model": path, "nv": pair.model.size.nv, "step": step, "rows": table}))
}

/// Keeps the smaller of both.
fn lower(best: &mut [f64], times: &[f64]) {
    for (best, &time) in best.iter_mut().zip(times) {
        *best = best.min(time);
    }
}

/// A burst of our whole steps.
fn ours(pair: &mut Pair) -> f64 {
    let start = Instant::now();
    for _ in 0..BURST {
        let _ = synovia::step(&pair.model, &mut pair.data);
    }
    start.elapsed().as_nanos() as f64 / BURST as f64
}

/// A burst of whole steps of the reference.
fn theirs(pair: &mut Pair) -> f64 {
    let start = Instant::now();
    for _ in 0..BURST {
        pair.reference.run(reference::mj_step);
    }
    start.elapsed().as_nanos() as f64 / BURST as f64
}

/// A burst of steps, cut into rows by reading the clock at each mark.
fn cut(reading: f64, mut step: impl FnMut(&mut dyn FnMut(Row))) -> Times {
    let mut sums = [0.0; Row::ALL.len()];
    for _ in 0..BURST {
        let mut last = Instant::now();
        step(&mut |row| {
            let now = Instant::now();
            sums[row as usize] += (now - last).as_nanos() as f64 - reading;
            last = now;
        });
    }
    sums.map(|sum| sum / BURST as f64)
}

/// Nanoseconds that reading the clock adds to a row, to be subtracted.
fn clock_reading() -> f64 {
    const READINGS: u32 = 10_000;
    let start = Instant::now();
    let mut last = start;
    for _ in 0..READINGS {
        last = Instant::now();
    }
    (last - start).as_nanos() as f64 / f64::from(READINGS)
}
