//! Steps for an instruction counter, which writes its count at each mark.

use std::fs;
use std::hint::black_box;

use crate::Failure;
use crate::pair::Pair;
use crate::reference::{self, Reference};
use crate::rows::Row;

/// Writes the models compiled by both sides.
pub fn pack(model: &str, folder: &str) -> Result<(), Failure> {
    fs::create_dir_all(folder)?;
    let ours = synovia::Model::from_xml_path(model)?;
    fs::write(format!("{folder}/ours.mjb"), ours.to_mjb())?;
    Reference::from_xml(model)?.save(&format!("{folder}/reference.mjb"))
}

fn unpack(folder: &str) -> Result<Pair, Failure> {
    // through the loader, which also derives what a binary model does not have
    let ours = synovia::Model::from_xml_path(format!("{folder}/ours.mjb"))?;
    let reference = Reference::from_binary(&format!("{folder}/reference.mjb"))?;
    Pair::from_parts(ours, reference)
}

/// Our steps, first cut into rows, then whole.
pub fn ours(folder: &str, steps: &str) -> Result<(), Failure> {
    let mut pair = unpack(folder)?;
    let steps: usize = steps.parse()?;
    watched(|| {
        for _ in 0..steps {
            pair.our_step(mark);
        }
    });
    pair.restore();
    watched(|| {
        mark_start();
        for _ in 0..steps {
            let _ = synovia::step(&pair.model, &mut pair.data);
        }
        mark_step();
    });
    Ok(())
}

/// The same for the reference.
pub fn reference(folder: &str, steps: &str) -> Result<(), Failure> {
    let mut pair = unpack(folder)?;
    let steps: usize = steps.parse()?;
    watched(|| {
        for _ in 0..steps {
            pair.reference_step(mark);
        }
    });
    pair.restore();
    watched(|| {
        mark_start();
        for _ in 0..steps {
            pair.reference.run(reference::mj_step);
        }
        mark_step();
    });
    Ok(())
}

/// Runs the work whose instructions are counted.
#[inline(never)]
fn watched(mut work: impl FnMut()) {
    work();
}

/// One function for each mark: the counter stops at functions by name.
macro_rules! marks {
    ($($name:ident)*) => {
        $(
            #[inline(never)]
            fn $name() {
                black_box(stringify!($name));
            }
        )*
    };
}

marks! {
    mark_start mark_step
    mark_checks mark_positions mark_inertia mark_collision mark_rows mark_transmission mark_projection
    mark_velocity mark_actuation mark_acceleration mark_solver mark_sensors mark_integration
}

/// Calls the function of a row.
fn mark(row: Row) {
    match row {
        Row::Checks => mark_checks(),
        Row::Positions => mark_positions(),
        Row::Inertia => mark_inertia(),
        Row::Collision => mark_collision(),
        Row::Rows => mark_rows(),
        Row::Transmission => mark_transmission(),
        Row::Projection => mark_projection(),
        Row::Velocity => mark_velocity(),
        Row::Actuation => mark_actuation(),
        Row::Acceleration => mark_acceleration(),
        Row::Solver => mark_solver(),
        Row::Sensors => mark_sensors(),
        Row::Integration => mark_integration(),
    }
}
