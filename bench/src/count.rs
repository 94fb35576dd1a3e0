//! Steps for an instruction counter: each stage is a separate function, and so is the whole step.

use std::fs;

use crate::Failure;
use crate::reference::{self, Reference};
use crate::stages::{Pair, STAGES, integration};

/// Writes the models compiled by both sides.
pub fn pack(model: &str, folder: &str) -> Result<(), Failure> {
    fs::create_dir_all(folder)?;
    let ours = synovia::Model::from_xml_path(model)?;
    fs::write(format!("{folder}/ours.bin"), ours.to_bytes())?;
    Reference::from_xml(model)?.save(&format!("{folder}/reference.mjb"))
}

fn unpack(folder: &str) -> Result<Pair, Failure> {
    let ours = synovia::model::Model::from_bytes(&fs::read(format!("{folder}/ours.bin"))?)?;
    let reference = Reference::from_binary(&format!("{folder}/reference.mjb"))?;
    Pair::from_parts(ours.into(), reference)
}

/// Our steps, first stage by stage, then as whole steps.
pub fn ours(folder: &str, steps: &str) -> Result<(), Failure> {
    let mut pair = unpack(folder)?;
    let steps: usize = steps.parse()?;
    let last = integration(&pair.model);
    watched(|| {
        for _ in 0..steps {
            for stage in STAGES {
                (stage.ours)(&pair.model, &mut pair.data);
            }
            (last.ours)(&pair.model, &mut pair.data);
        }
    });
    pair.restore();
    watched(|| {
        for _ in 0..steps {
            whole_step(&pair.model, &mut pair.data);
        }
    });
    Ok(())
}

#[inline(never)]
fn whole_step(model: &synovia::model::Model, data: &mut synovia::Data) {
    let _ = synovia::step(model, data);
}

/// Steps of the reference, whose stages are named functions already.
pub fn reference(folder: &str, steps: &str) -> Result<(), Failure> {
    let mut pair = unpack(folder)?;
    let steps: usize = steps.parse()?;
    watched(|| {
        for _ in 0..steps {
            pair.reference.run(reference::mj_step);
        }
    });
    Ok(())
}

/// Runs the work whose instructions are counted.
#[inline(never)]
fn watched(mut work: impl FnMut()) {
    work();
}
