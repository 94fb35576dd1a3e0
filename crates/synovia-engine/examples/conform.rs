//! Sets the stages of the engine against recordings of the oracle.
//!
//! ```text
//! python conformance/record.py RECORDINGS model.xml …
//! cargo run --release --example conform -- RECORDINGS/*.rec
//! ```
//!
//! Prints every field that deviates by more than 1e-9, the worst of each field over all files, and fails if there is any.
#![allow(clippy::print_stdout, reason = "this is a program")]

#[path = "../tests/support/recording.rs"]
mod recording;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use recording::{Recording, column_numbers, deviation};
use synovia_engine::{Data, position, tendon, transmission};

const TOLERANCE: f64 = 1e-9;

const FIELDS: &[&str] = &[
    "xpos",
    "xquat",
    "xmat",
    "xipos",
    "ximat",
    "xanchor",
    "xaxis",
    "geom_xpos",
    "geom_xmat",
    "site_xpos",
    "site_xmat",
    "cam_xpos",
    "cam_xmat",
    "light_xpos",
    "light_xdir",
    "subtree_com",
    "cdof",
    "cinert",
    "ten_wrapadr",
    "ten_wrapnum",
    "ten_J_rownnz",
    "ten_J_rowadr",
    "ten_J",
    "ten_length",
    "wrap_obj",
    "wrap_xpos",
    "actuator_length",
    "moment_rownnz",
    "moment_rowadr",
    "crb",
    "qM",
    "M",
    "qLD",
    "qLDiagInv",
];

fn main() -> ExitCode {
    let mut worst: BTreeMap<&str, (f64, String)> = BTreeMap::new();
    let mut failures = 0;
    let mut files = 0;
    for path in std::env::args().skip(1) {
        let Ok(recording) = Recording::open(Path::new(&path)) else {
            println!("{path}: cannot be read");
            return ExitCode::FAILURE;
        };
        files += 1;
        let model = recording.model();
        for k in 0..recording.states() {
            let mut data = Data::new(&model);
            recording.load_state(k, &mut data);
            position::kinematics::kinematics(&model, &mut data);
            position::com::com_pos(&model, &mut data);
            position::camlight::camlight(&model, &mut data);
            tendon::tendons(&model, &mut data);
            position::inertia::make_m(&model, &mut data);
            position::inertia::factor_m(&model, &mut data);
            transmission::transmission(&model, &mut data);
            for &field in FIELDS {
                let Some(expected) = recording.get(&format!("d{k}.{field}")) else {
                    continue;
                };
                let Some((_, column)) = data.column(field) else {
                    continue;
                };
                let gap = deviation(&column_numbers(column), &expected.numbers());
                if gap > TOLERANCE {
                    failures += 1;
                    if failures < 60 {
                        println!("{path} state {k}: {field} deviates by {gap:.1e}");
                    }
                }
                let entry = worst.entry(field).or_default();
                if gap > entry.0 {
                    *entry = (gap, path.clone());
                }
            }
        }
    }
    for (field, (gap, path)) in &worst {
        println!("{field:18} {gap:.1e}  {path}");
    }
    println!("{files} files, {failures} deviations above {TOLERANCE:.0e}");
    if failures == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
