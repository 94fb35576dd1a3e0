//! Both sides of a measurement: the same model, the same start, the same controls.

use std::ffi::c_int;

use synovia::Data;
use synovia::engine::probe::{Probe, StepPart, step_watched};

use crate::Failure;
use crate::reference::{self, Reference, Stage};
use crate::rows::{Row, chain};

/// The number of steps before a measurement.
const SETTLING: usize = 200;

/// Bits of the state that both sides exchange: positions, velocities, activations, warm-start accelerations, controls.
const SHARED: c_int = 1 << 1 | 1 << 2 | 1 << 3 | 1 << 5 | 1 << 6;

/// Both sides after the same steps.
pub struct Pair {
    pub model: synovia::Model,
    pub data: Data,
    pub reference: Reference,
    chain: Vec<(Row, Stage)>,
    kept: Data,
    kept_reference: Vec<f64>,
}

impl Pair {
    /// Loads a model on both sides.
    pub fn new(path: &str) -> Result<Self, Failure> {
        let model = synovia::Model::from_xml_path(path)?;
        Self::from_parts(model, Reference::from_xml(path)?)
    }

    /// The same from loaded models: from the first keyframe under small random controls, after some steps of each side.
    pub fn from_parts(
        mut model: synovia::Model,
        mut reference: Reference,
    ) -> Result<Self, Failure> {
        model.vis.global.bvactive = 0;
        if model.size.nkey > 0 {
            reference.reset_to_key();
        }
        let mut state = reference.state(SHARED);
        let controls = state.len() - model.size.nu as usize;
        let mut random = 1_u64;
        for control in &mut state[controls..] {
            random = random
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            *control += 0.1 * ((random >> 33) as f64 / f64::from(1_u32 << 31) - 0.5);
        }
        reference.set_state(&state, SHARED);
        let mut data = Data::new(&model);
        set_state(&mut data, &state)?;
        // each side makes its own steps: which trees sleep is not part of the state that they exchange
        for _ in 0..SETTLING {
            reference.run(reference::mj_step);
            synovia::step(&model, &mut data)?;
        }
        let kept_reference = reference.keep();
        Ok(Self {
            chain: chain(&model),
            model,
            kept: data.clone(),
            data,
            reference,
            kept_reference,
        })
    }

    /// Resets both sides to the start of the measurement.
    pub fn restore(&mut self) {
        self.data.state.clone_from(&self.kept.state);
        self.reference.restore(&self.kept_reference);
    }

    /// A step of ours; `mark` is called when a part of a row is done.
    #[inline]
    pub fn our_step(&mut self, mark: impl FnMut(Row)) {
        let _ = step_watched(&self.model, &mut self.data, &mut Marks(mark));
    }

    /// A step of the reference, stage by stage.
    #[inline]
    pub fn reference_step(&mut self, mut mark: impl FnMut(Row)) {
        for &(row, stage) in &self.chain {
            self.reference.run(stage);
            mark(row);
        }
    }
}

/// Calls a function with the row of each part.
struct Marks<F>(F);

impl<F: FnMut(Row)> Probe for Marks<F> {
    #[inline]
    fn done(&mut self, part: StepPart) {
        (self.0)(Row::of(part));
    }
}

/// Sets the shared parts of our state.
fn set_state(data: &mut Data, state: &[f64]) -> Result<(), Failure> {
    let mut rest = state;
    let ours = &mut data.state;
    for column in [
        ours.qpos.rows_mut(),
        ours.qvel.rows_mut(),
        ours.act.rows_mut(),
        ours.qacc_warmstart.rows_mut(),
        ours.ctrl.rows_mut(),
    ] {
        let (own, others) = rest
            .split_at_checked(column.len())
            .ok_or("the two sides differ in size")?;
        column.copy_from_slice(own);
        rest = others;
    }
    Ok(())
}
